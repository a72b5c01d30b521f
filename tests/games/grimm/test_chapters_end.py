"""Dice Upon a Time: how a chapter ends."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.state import NOW, PAST, Tale
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, outcome, tells, told
from tests.games.grimm.given import BAN, DOUBLE, MAGIC, PLAIN, SNAKE, STORY, placeable, play, tale

APART = {0: "town", 1: "inn", 2: "well", 3: "church"}
ROLL = "3 3 3 3 3"
QUIET = "e12"
"""An Event that does nothing while no Ban die lies anywhere."""


def apart(**more: Any) -> Tale:
    return tale(at=APART, **more)


def closing(*rolls: str, **more: Any) -> Match:
    """A chapter ends, and the next one begins with these rolls, clockwise from who starts it."""
    return play(apart(step="close", **more), *rolls, QUIET)


@pytest.mark.rule("GR-095")
def test_the_forest_spirits_come_first_and_then_the_next_chapter_opens() -> None:
    stacks = {"rabbit": [(2, PLAIN, 5)], "snake": [(1, PLAIN, 5)]}
    m = closing(ROLL, ROLL, ROLL, f"{ROLL} lost", stacks=stacks)
    assert told(m)[:5] == ["chapter ends", "wins the Snake Die", "wins the Rabbit", "chapter", "rolls"]
    assert tells(m, "chapter ends") == [(-1, "GR-095", [1])]
    assert tells(m, "chapter") == [(2, "GR-022", [2])]
    assert m.state.chapter == 2


@pytest.mark.rule("GR-096")
def test_snake_die_rabbit_token_marker_and_fox_dice_are_handed_out_in_one_step() -> None:
    stacks = {
        "snake": [(3, PLAIN, 3), (0, PLAIN, 3)],
        "rabbit": [(0, MAGIC, 3), (1, MAGIC, 5)],
        "fox-1": [(3, STORY, 1)],
        "fox-2": [(2, BAN, 1)],
    }
    m = closing(ROLL, "1 1 1 4", "2 2 2 4", f"{ROLL} 6", stacks=stacks)
    assert (asked(m), m.state.foxed) == ((2, "face"), ((3, STORY), (2, BAN)))
    answer(m, "face 5")
    assert asked(m) == (3, "face")
    g = answer(m, "face story")
    assert (g.starter, g.rabbits) == (1, [0, 1, 0, 0])
    assert g.pools == [
        (3, 3, 3, 3, 3, 6),
        (3, 3, 3, 3, 3, 0),
        (1, 1, 5, 1, 4, 0),
        (2, "story", 2, 2, 4, 0),
    ]
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-097")
@pytest.mark.parametrize("starter", [0, 1, 3])
def test_with_nobody_on_the_rabbit_the_marker_stays(starter: int) -> None:
    m = closing(ROLL, ROLL, ROLL, ROLL, active=starter, stacks={"snake": []})
    assert m.state.starter == starter
    assert asked(m) == (starter, "turn")


@pytest.mark.rule("GR-Q53")
def test_the_marker_does_not_move_by_itself_although_another_took_the_last_turn() -> None:
    pools = {0: (), 1: (), 2: {"plain-die": 3}, 3: {"plain-die": 3}}
    g = apart(pools=pools, active=2)
    g.starter = 1
    m = play(g, ROLL, ROLL, ROLL, ROLL, QUIET)
    answer(m, "place plain-die r12", "pass on")
    assert (asked(m), m.state.chapter) == ((1, "turn"), 2)


@pytest.mark.rule("GR-098")
def test_all_other_dice_go_back_to_their_owners() -> None:
    stacks = {
        "r02": [(0, PLAIN, 3), (1, PLAIN, 4), (2, PLAIN, 4)],
        "rabbit": [(3, DOUBLE, 1)],
        "wolf": [(0, MAGIC, 1)],
    }
    pools = {0: {"ban-die": 2}, 1: (), 2: (), 3: ()}
    m = closing(
        "5 5 5 5 5", "1 1 1 1 6", "2 2 2 2 5", "4 4 4 4 4",
        stacks=stacks, heap=[(1, BAN, 2)], pools=pools, passed=[0, 1],
    )  # fmt: skip
    g = m.state
    assert (g.stacks, g.heap) == ([()] * len(g.stacks), ())
    assert g.pools == [
        (1, 1, 1, 1, 6, 0),
        (2, 2, 2, 2, 5, 0),
        (4, 4, 4, 4, 4, 0),
        (5, 5, 5, 5, 5, 0),
    ]


@pytest.mark.rule("GR-098")
def test_whoever_had_passed_takes_turns_again() -> None:
    m = closing(ROLL, ROLL, ROLL, ROLL, passed=[0, 1, 2, 3])
    answer(m, "place plain-die rabbit")
    assert asked(m) == (1, "turn")
    assert m.state.passed == [False] * 4


@pytest.mark.rule("GR-099")
def test_character_cards_are_turned_back() -> None:
    g = apart(step="close", characters={0: "beauty", 1: "red"})
    g.turned = [True, True, False, False]
    m = play(g, ROLL, ROLL, ROLL, ROLL, QUIET)
    assert m.state.turned == [False] * 4
    assert "sleepwalk" in offered(m)


@pytest.mark.rule("GR-099")
def test_until_then_a_card_that_is_turned_over_stays_so() -> None:
    g = apart(characters={0: "beauty"}, pools={1: (), 2: (), 3: ()})
    g.turned[0] = True
    m = play(g)
    assert "sleepwalk" not in offered(m)
    g = answer(m, "place plain-die rabbit")
    assert (asked(m), g.turned[0]) == ((0, "turn"), True)


@pytest.mark.rule("GR-095")
def test_the_event_of_the_chapter_is_over() -> None:
    m = closing(ROLL, ROLL, ROLL, ROLL, event="e06")
    assert (m.state.events.rows[NOW], m.state.events.rows[PAST]) == ((QUIET,), ("e06",))
    assert "wolf" in {socket for _, socket in placeable(m)}


@pytest.mark.rule("GR-Q51", "GR-X29")
def test_winners_are_read_off_while_all_dice_still_lie() -> None:
    stacks = {"snake": [(0, PLAIN, 3), (3, SNAKE, 4)], "rabbit": [(1, PLAIN, 3)]}
    m = closing(ROLL, ROLL, f"{ROLL} 6", ROLL, stacks=stacks)
    assert tells(m, "wins the Snake Die") == [(3, "GR-117", [])]
    assert tells(m, "wins the Rabbit") == [(1, "GR-104", [])]
    assert [pool[SNAKE] for pool in m.state.pools] == [0, 0, 0, 6]


@pytest.mark.rule("GR-Q51")
def test_the_snake_die_wins_the_rabbit_for_whoever_placed_it_and_goes_home() -> None:
    m = closing(ROLL, ROLL, ROLL, ROLL, stacks={"rabbit": [(1, PLAIN, 3), (2, SNAKE, 4)]})
    g = m.state
    assert (g.starter, g.rabbits, g.snake_to) == (2, [0, 0, 1, 0], -1)
    assert g.pools == [(3, 3, 3, 3, 3, 0)] * 4


@pytest.mark.rule("GR-Q52")
def test_the_marker_is_handed_over_before_the_game_is_scored() -> None:
    m = play(apart(step="close", chapter=6, stacks={"rabbit": [(1, PLAIN, 3)]}, kept={1: ["s06"]}))
    assert outcome(m).scores == (0, 1, 0, 0)


@pytest.mark.rule("GR-Q52")
def test_whoever_loses_the_marker_at_the_very_end_does_not_hold_it() -> None:
    m = play(apart(step="close", chapter=6, stacks={"rabbit": [(1, PLAIN, 3)]}, kept={0: ["s06"]}))
    assert outcome(m).scores == (0, 0, 0, 0)


@pytest.mark.rule("GR-Q52")
def test_conditions_are_looked_at_with_the_dice_of_the_last_chapter_still_on_the_board() -> None:
    stacks = {"rabbit": [(0, PLAIN, 3)], "fox-2": [(2, BAN, 1)], "snake": [(2, MAGIC, 1), (0, MAGIC, 5)]}
    m = play(apart(step="close", chapter=6, stacks=stacks, kept={2: ["s02"]}))
    assert outcome(m).scores == (0, 0, 2, 0)
    assert m.state.stacks[m.state.content.place["fox-2"]] == ((2, BAN, 1),)
    assert "rolls" not in told(m)
