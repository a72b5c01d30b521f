"""What only the book knows, no imagined match knows: whether an answer is right, what an option will cost."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from foldtale import games
from foldtale.kernel import Match, UndoRefused
from foldtale.testing import answer, asked
from tests.games.wonderbook import sense
from tests.games.wonderbook.pages import opened
from tests.games.wonderbook.test_destiny import RISKY

WONDERBOOK = games.get("wonderbook")
WORDS = ("up", "down")


def at_topic(topic: str, seed: int) -> Match:
    """A game of Chapter I in which a question on this topic is open."""
    for again in range(seed, seed + 100):
        match = Match.new(WONDERBOOK, WONDERBOOK.setup(players=2), seed=again)
        luck = Random(again)
        while match.options and match.ask is not None and match.ask.topic != topic:
            match.answer(sense.answer(match, luck, gentle=True))
        if match.options:
            return match
    raise LookupError(f"nobody is asked about {topic}")


def tried(match: Match, words: tuple[str, ...]) -> Match:
    for word in words:
        match.answer(f"try {word}")
    return match


@pytest.mark.rule("WB-Q20")
def test_every_answer_to_a_riddle_ends_an_imagined_match_alike() -> None:
    for seed in range(3):
        match = at_topic("puzzle", seed)
        assert match.ask is not None
        for words in product(WORDS, repeat=3):
            world = tried(match.imagine(match.ask.answers, seed), words)
            assert world.horizon
            assert world.state.counters == match.state.counters  # type: ignore[attr-defined]


def test_an_answer_that_the_table_has_tried_is_known() -> None:
    match = tried(at_topic("puzzle", 0), ("up", "up", "up"))
    if match.ask is None or match.ask.topic != "puzzle":
        pytest.skip("this riddle has one try")
    assert not tried(match.imagine(match.ask.answers, 1), ("up", "up", "up")).horizon
    assert tried(match.imagine(match.ask.answers, 1), ("up", "up", "down")).horizon


def test_an_answer_to_a_riddle_is_not_taken_back_freely() -> None:
    match = tried(at_topic("puzzle", 0), ("up", "up", "up"))
    with pytest.raises(UndoRefused, match="revealed"):
        match.undo()


@pytest.mark.rule("WB-Q105")
@pytest.mark.parametrize("option", ["dare", "double", "stay"])
def test_an_imagined_match_ends_before_an_unread_option_warns_of_the_last_destiny_token(option: str) -> None:
    match = opened(RISKY, destiny=1)
    assert asked(match).topic == "choice"
    world = match.imagine(0, 1)
    world.answer(f"I-2 {option}")
    assert (world.horizon, world.ask, world.state.destiny) == (True, None, 1)


@pytest.mark.rule("WB-Q105")
def test_an_imagined_match_repeats_a_warning_that_the_table_has_heard() -> None:
    match = opened(RISKY, destiny=1)
    answer(match, "I-2 dare", "no")
    world = match.imagine(0, 1)
    world.answer("I-2 dare")
    assert (world.horizon, asked(world).topic) == (False, "last destiny")
