"""Seven Virtues: the first game, which teaches itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

from foldtale.games.virtues.rules.lessons import MOMENTS
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered
from tests.games.virtues.given import BUSY, CONTENT, GAME, play, realm


def first_game(**choices: Any) -> Any:
    """A match in which everybody learns the game."""
    return Match.new(GAME, GAME.setup(lessons=True, first_player="first seat", **choices), seed=5)


@pytest.mark.rule("SV-Q105")
def test_two_lessons_come_before_the_first_go_and_one_before_each_later_one() -> None:
    m = first_game(players=3)
    read = []
    while asked(m) == (0, "lesson"):
        assert offered(m) == ["read"]
        read.append(m.state.lesson)
        answer(m, "read")
    assert read == ["lesson-aim", "lesson-go"]
    assert asked(m) == (0, "go")
    gold, fame, gifts = m.state.gold[0], m.state.fame[0], m.state.gifts[0]
    assert (gold, fame, gifts) == (
        CONTENT.body(m.state.hero[0]).gold,
        CONTENT.body(m.state.hero[0]).fame,
        CONTENT.body(m.state.hero[0]).gifts.counts,
    )


@pytest.mark.rule("SV-Q105")
def test_a_lesson_lies_open_only_before_whoever_reads_it() -> None:
    m = first_game(players=3)
    assert [len(m.scene(seat).slips) for seat in range(3)] == [1, 0, 0]
    assert m.scene(0).slips[0].title == "A kingdom, and one suit of armour"
    answer(m, "read", "read")
    assert m.scene(0).slips == ()


@pytest.mark.rule("SV-Q105")
def test_no_lesson_comes_twice_and_every_lesson_has_a_moment() -> None:
    assert sorted(CONTENT.lessons) == sorted(MOMENTS)
    m, rng = first_game(players=2), random.Random(2)
    read: list[tuple[int, str]] = []
    for _ in range(260):
        if m.ask is None:
            break
        if m.ask.topic == "lesson":
            read.append((m.ask.seat, m.state.lesson))
        m.answer(rng.randrange(len(m.options)))
    assert len(read) == len(set(read)) > 12


def test_whoever_knows_the_game_is_told_nothing() -> None:
    m: Any = Match.new(GAME, GAME.setup(players=3), seed=5)
    assert asked(m).topic == "go"
    assert not m.state.taught


@pytest.mark.rule("SV-Q105")
def test_a_free_move_in_a_go_brings_no_further_lesson() -> None:
    g = realm(
        lessons=True, elixirs={0: ["EL01"], 1: ["EL07"]}, characters={0: ["CH01"]}, sins=BUSY, gold={0: 9}
    )
    m = play(g)
    answer(m, "read", "read")
    assert asked(m) == (0, "go")
    answer(m, (1, "drink EL07 1"))
    assert asked(m) == (0, "go")
    answer(m, "drink EL01 1")
    assert asked(m) == (0, "go")


@pytest.mark.rule("SV-Q105", "SV-Q95")
def test_further_actions_of_a_go_bring_no_further_lesson() -> None:
    g = realm(lessons=True, artifacts={0: ["AR6"]}, characters={0: ["CH01"]}, sins=BUSY, gold={0: 9})
    m = play(g)
    answer(m, "read", "read", "use AR6")
    while asked(m).topic == "artifact_used":
        answer(m, "let be")
    assert asked(m) == (0, "go")
