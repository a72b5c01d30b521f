"""Storyfold: a choice is a choice, whichever way one goes something is given and something is risked."""

from __future__ import annotations

import pytest

from foldtale.games.storyfold.rules.exploring import draw_story
from foldtale.kernel import Match
from tests.games.storyfold.given import WILDWOODS, answer, begun, carry_out, journey, now
from tests.games.storyfold.given import crystals as crystals_of

SOMEBODY = "snuff-snail"


def reading(card: str, *falls: object, spirit: int = 4) -> Match:
    """A Story card on the Stair of Quiet, fetched just now."""
    g = begun(journey(chapter="chapter-1"), content=WILDWOODS)
    g.scene, g.step, g.light, g.shadow, g.spirit = "owl-stair", "between", 4, 5, spirit
    g.stories = (card,)
    return carry_out(g, lambda g: draw_story(g, card), *falls)


@pytest.mark.parametrize(("falls", "here"), [(((8, 1),), []), (((4, 1), SOMEBODY), [SOMEBODY])])
def test_whoever_teaches_odd_may_wake_somebody(falls: tuple[object, ...], here: list[str]) -> None:
    match = answer(reading("odd-asks", *falls), "odd-asks strike")
    assert now(match).spirit == 7
    assert now(match).creatures_here() == here


def test_a_promise_weighs_something_and_is_remembered() -> None:
    match = answer(reading("shelf-riddle"), "shelf-riddle vow", "put heal", "put heal", "put heal")
    assert now(match).spirit == 2
    assert crystals_of(now(match))["G"] == 3
    assert now(match).flags == {"promised": "campaign"}


def test_the_word_alone_gives_light_and_takes_time() -> None:
    match = answer(reading("shelf-riddle"), "shelf-riddle word")
    assert (now(match).light, now(match).shadow) == (2, 4)


@pytest.mark.parametrize(
    ("falls", "shadow", "here"), [(((5, 1),), 6, []), (((4, 4), SOMEBODY), 5, [SOMEBODY])]
)
def test_whoever_pries_is_heard_or_is_quick(falls: tuple[object, ...], shadow: int, here: list[str]) -> None:
    match = answer(reading("shelf-riddle", *falls), "shelf-riddle pry")
    assert now(match).shadow == shadow
    assert now(match).creatures_here() == here


def test_mother_ladle_is_put_into_the_deck_only_if_she_is_not_along_already() -> None:
    kitchen = WILDWOODS.describe("ladle-kitchen", "luma") + WILDWOODS.describe("ladle-kitchen", "dark")
    adds = [line for line in kitchen if "Mother Ladle" in line]
    assert len(adds) == 2
    assert all("Unless Ambrose's hat lies on his chair: put Mother Ladle" in line for line in adds)
