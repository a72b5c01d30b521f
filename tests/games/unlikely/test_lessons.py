"""Unlikely Heroes: the first quest explains what is met for the first time."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale import testing
from foldtale.games.unlikely import game
from foldtale.games.unlikely.content import LIBRARY
from foldtale.games.unlikely.record import Sagas
from foldtale.kernel import Match
from foldtale.testing import answer, asked, told_of
from tests.games.unlikely.given import saga

BOX = LIBRARY.contents("unlikely")
SETUP = ("play tove", "play grim", "take dented-shield", "left", "take salt-herring", "left", "seat 1")


def quest(**facts: Any) -> Match:
    """Tove and Grim in the first chapter, at a table that is taught."""
    given = {"maps": ("1",), "heroes": ("tove", "grim"), "players": 1, "luck": [2, 2, 1, 1, 1, 1, 0, 0]}
    g = saga(content=BOX, chapter="a-horn-full-of-nothing", **{**given, "lessons": True, **facts})
    return testing.play(game, g, then=1)


def learned(m: Match) -> list[object]:
    return [lesson for (lesson,) in told_of(m, "learns")]


@pytest.mark.rule("UH-Q115")
def test_the_first_turn_says_what_can_be_done_in_a_turn() -> None:
    m = Match.new(game, game.setup(players=1, heroes=2), seed=1)
    answer(m, *SETUP)
    assert learned(m) == ["lesson-turn"]
    answer(m, "pass")
    assert learned(m) == ["lesson-turn", "lesson-clock", "lesson-clue"]


@pytest.mark.rule("UH-Q115")
def test_a_challenge_is_explained_step_by_step_and_once() -> None:
    m = quest(luck=[0, 0, 0, 0, 1, 1])
    answer(m, "explore 62")
    assert learned(m) == ["lesson-turn", "lesson-challenge"]
    answer(m, "box 2", "1")
    assert learned(m)[2:] == ["lesson-luck"]
    answer(m, "resolve")
    assert learned(m)[3:] == ["lesson-failed"]
    before = learned(m)
    answer(m, "explore 62")
    assert learned(m) == before


@pytest.mark.rule("UH-Q115")
@pytest.mark.parametrize(
    ("place", "card", "lessons"),
    [
        ("2", "53", ["lesson-item"]),
        ("11", "50", ["lesson-item", "lesson-puzzle"]),
        ("12", "74", ["lesson-challenge", "lesson-joined"]),
        ("1", "2", ["lesson-map"]),
    ],
)
def test_a_revealed_card_is_explained_by_what_it_is(place: str, card: str, lessons: list[str]) -> None:
    m = quest(maps=("1", place) if place != "1" else ("1",), at=place)
    answer(m, f"explore {card}")
    assert learned(m)[1:] == lessons


@pytest.mark.rule("UH-Q115")
def test_a_hero_who_is_found_is_explained_before_anyone_steps_back() -> None:
    m = quest(maps=("1", "2"), at="2", luck=[2, 2, 1, 1])
    answer(m, "explore 63", "box 2", "2", "resolve")
    assert (learned(m)[-1], asked(m).topic) == ("lesson-hero", "hero found")


@pytest.mark.rule("UH-Q115")
def test_a_regroup_is_explained_before_anyone_shares() -> None:
    m = quest(maps=("1", "5"), at=["1", "5"], revealed=("44",), left={0: ["44"]}, out_of_pile=["44"])
    answer(m, "pass", "next chapter")
    assert (learned(m)[-1], asked(m).topic) == ("lesson-regroup", "regroup")


@pytest.mark.rule("UH-Q115")
def test_a_card_that_needs_what_nobody_has_is_explained() -> None:
    m = quest(maps=("1", "4", "5"), at="5")
    answer(m, "explore 11")
    assert learned(m)[1:] == ["lesson-needs"]


@pytest.mark.rule("UH-Q115")
@pytest.mark.parametrize(
    "choices",
    [{"lessons": False}, {"quest": 2}, {"record": Sagas(finished=(1,))}],
    ids=["switched off", "second quest", "won before"],
)
def test_who_knows_the_game_is_not_taught(choices: dict[str, Any]) -> None:
    m = Match.new(game, game.setup(players=1, heroes=2, **choices), seed=1)
    answer(m, *SETUP, "pass")
    assert learned(m) == []


@pytest.mark.rule("UH-Q115")
def test_after_a_lesson_the_page_before_lies_open_again() -> None:
    taught, plain = quest(), quest(lessons=False)
    for m in (taught, plain):
        answer(m, "explore 62")
    assert taught.state.pages.open == plain.state.pages.open


def test_each_occasion_has_a_lesson() -> None:
    from typing import get_args

    from foldtale.games.unlikely.language import Occasion

    assert {*BOX.lessons} == {*get_args(Occasion)}
