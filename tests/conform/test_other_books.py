"""The check with two books notices an imagined match that knows what its table has not read."""

from __future__ import annotations

import pytest

from foldtale.conform.play import Nonconform
from foldtale.conform.worlds import compare_books
from foldtale.games.wonderbook.rules import reading
from foldtale.kernel import NOBODY, Show
from tests.conform.other_books import wonderbook
from tests.games.wonderbook.test_imagined_riddles import at_topic

SEEDS = 16


def compare_at_the_riddle() -> None:
    match = at_topic("puzzle", 0)
    assert match.ask is not None
    for seed in range(SEEDS):
        compare_books(match, match.ask.answers, seed, wonderbook)


def test_a_riddle_is_the_same_in_two_books() -> None:
    compare_at_the_riddle()


def test_a_game_whose_imagined_match_judges_a_riddle_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "consult", lambda page: Show((), NOBODY))
    with pytest.raises(Nonconform, match="read ahead"):
        compare_at_the_riddle()
