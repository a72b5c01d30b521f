"""Unlikely Heroes in the terminal: the first quest from its first question to its end, with its clues in words."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from foldtale import games
from foldtale.bots.levels import ReflexBot
from foldtale.games.unlikely.content import LIBRARY
from foldtale.kernel import Match
from tests.terminal.conftest import Typist, tale_lines

NEEDED = ("4", "8", "11")
"""Maps that everybody sees who wins the first quest."""


def won() -> tuple[int, list[str]]:
    """A seed with which somebody wins alone, and the numbers of the options that they choose."""
    game = games.get("unlikely")
    for seed in count(1):
        match = Match.new(game, game.setup(players=1, heroes=2, difficulty="easy"), seed=seed)
        bot = ReflexBot(f"{seed}")
        typed = []
        while (ask := match.ask) is not None:
            key = bot.choose(match.glimpse(0))
            typed.append(str([option.key for option in ask.options].index(key) + 1))
            match.answer((ask.answers, key))
        assert match.outcome is not None
        if match.outcome.ending == "won":
            return seed, typed
    raise AssertionError


@pytest.mark.slow
def test_the_first_quest_is_played_to_its_end(foldtale: Typist, tales: Path) -> None:
    seed, typed = won()
    setup = ("--set", "heroes=2", "--set", "difficulty=easy")
    ran = foldtale(
        "terminal", "unlikely", "--players", "1", "--seed", str(seed), "--plain", *setup, typed=typed
    )
    assert ran.code == 0
    assert '"over": true' in tale_lines(tales)[-1]
    words = " ".join(ran.out.split())
    box = LIBRARY.contents("unlikely")
    clues = [clue.text for ident in NEEDED for clue in box.body(ident).clues]
    assert clues
    assert [clue for clue in clues if f"On looking closely: {clue}." not in words] == []
    assert "2 cards: " in words
