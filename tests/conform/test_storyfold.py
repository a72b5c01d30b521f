"""Storyfold keeps every promise: the Prologue and Chapter One, with and without Luma's rerolls."""

from pathlib import Path

import pytest

from foldtale import games
from foldtale.conform import suite
from foldtale.conform.play import finish
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.kernel import Match
from foldtale.kernel.pack import shelf
from tests.conform.other_books import storyfold
from tests.sizes import size

STORED = Path(__file__).parent.parent / "fixtures" / "tales" / "storyfold"
STORYFOLD = games.get("storyfold")
GAMES = 500
MOST = 400
"""So many matches a journey may have: whoever decides by lot often opens the book at an older ribbon."""

shelf.add(Path(__file__).parent.parent / "games" / "storyfold" / "book", LANGUAGE)
"""One of the stored games is of the book for tests, which has a last page."""

test_storyfold = suite("storyfold", size(6, 24, 200), size(2, 6, 24), STORED, other_book=storyfold)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_random_games_go_from_the_prologue_to_the_end_of_the_chapter(part: int) -> None:
    for seed in range(part * GAMES // 10, (part + 1) * GAMES // 10):
        record = None
        for number in range(MOST):
            luck = seed * MOST + number
            match = Match.new(STORYFOLD, STORYFOLD.setup(record=record), seed=luck, bare=True)
            outcome = finish(match, luck).outcome
            assert outcome is not None and outcome.ending in STORYFOLD.endings
            record = outcome.record
            if outcome.ending in ("left", "the end") or not record.chapter:
                break
        else:
            raise AssertionError(f"journey {seed} does not end")
