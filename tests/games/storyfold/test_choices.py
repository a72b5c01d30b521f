"""Storyfold: a choice is a choice, whichever way one goes something is given and something is risked."""

from __future__ import annotations

import pytest

from foldtale.games.storyfold.rules.exploring import draw_story
from foldtale.kernel import Match
from foldtale.testing import answered, play_only
from tests.games.storyfold.given import STORYFOLD, WILDWOODS, begun, journey
from tests.games.storyfold.given import crystals as crystals_of

SOMEBODY = "snuff-snail"


def reading(card: str, *falls: object, spirit: int = 4) -> Match:
    """A Story card on the Stair of Quiet, fetched just now."""
    g = begun(journey(chapter="chapter-1"), content=WILDWOODS)
    g.scene, g.step, g.light, g.shadow, g.spirit = "owl-stair", "between", 4, 5, spirit
    g.stories = (card,)
    return play_only(STORYFOLD, g, lambda g: draw_story(g, card), falls=falls)


@pytest.mark.parametrize(("falls", "here"), [(((8, 1),), []), (((4, 1), SOMEBODY), [SOMEBODY])])
def test_whoever_teaches_odd_may_wake_somebody(falls: tuple[object, ...], here: list[str]) -> None:
    match = answered(reading("odd-asks", *falls), "odd-asks strike")
    assert match.state.spirit == 7
    assert match.state.creatures_here() == here


def test_a_promise_weighs_something_and_is_remembered() -> None:
    match = answered(reading("shelf-riddle"), "shelf-riddle vow", "put heal", "put heal", "put heal")
    assert match.state.spirit == 2
    assert crystals_of(match.state)["G"] == 3
    assert match.state.flags == {"promised": "campaign"}


def test_the_word_alone_gives_light_and_takes_time() -> None:
    match = answered(reading("shelf-riddle"), "shelf-riddle word")
    assert (match.state.light, match.state.shadow) == (2, 4)


@pytest.mark.parametrize(
    ("falls", "shadow", "here"), [(((5, 1),), 6, []), (((4, 4), SOMEBODY), 5, [SOMEBODY])]
)
def test_whoever_pries_is_heard_or_is_quick(falls: tuple[object, ...], shadow: int, here: list[str]) -> None:
    match = answered(reading("shelf-riddle", *falls), "shelf-riddle pry")
    assert match.state.shadow == shadow
    assert match.state.creatures_here() == here


def test_mother_ladle_is_put_into_the_deck_only_if_she_is_not_along_already() -> None:
    kitchen = WILDWOODS.describe("ladle-kitchen", "luma") + WILDWOODS.describe("ladle-kitchen", "dark")
    adds = [line for line in kitchen if "Mother Ladle" in line]
    assert len(adds) == 2
    assert all("Unless Ambrose's hat lies on his chair: put Mother Ladle" in line for line in adds)
