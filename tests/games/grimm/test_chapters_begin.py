"""Dice Upon a Time: how a chapter begins: dice are rolled or set, and an Event is turned up."""

from __future__ import annotations

import pytest

from foldtale.games.grimm.state import NOW, PAST, TO_COME
from foldtale.kernel import Match
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import answer, asked, offered, refuses, tells, told, told_of
from tests.games.grimm.given import BAN, PLAIN, SNAKE, STORY, placeable, play, skip, tale

THREES = "3 3 3 3 3"
QUIET = "beginner"
"""No Story cards and no Magic Items: nobody can answer anything."""


def rolls(match: Match) -> list[tuple[int, list[str]]]:
    """Who has rolled what, as everybody knows it."""
    return [(tell.who, tell.about) for tell in tells(match, "rolls")]


def needed(match: Match, socket: str) -> int:
    """The least value with which the asked seat can place a die there."""
    g = match.state
    dice = [die for die, where in placeable(match) if where == socket]
    return min([g.shows(g.active, die) for die in dice])


# Rolling


@pytest.mark.rule("GR-022", "GR-023")
def test_everybody_rolls_all_five_dice_at_once_and_all_see_them() -> None:
    fell = ["1 2 3 4 5", "magic story ban double 6", "5 5 5 5 5"]
    m = play(tale(players=3, step="chapter"), *fell, "e06")
    g = m.state
    assert g.pools == [
        (1, 2, 3, 4, 5, 0),
        ("magic", "story", "ban", "double", 6, 0),
        (5, 5, 5, 5, 5, 0),
    ]
    for reader in (0, 1, 2, 30):
        lines = told_of(m, "rolls", reader)
        assert lines == [fall.split() for fall in fell]


@pytest.mark.rule("GR-022")
def test_dice_are_rolled_anew_at_the_start_of_every_chapter() -> None:
    g = tale({0: {"plain-die": 6}}, players=2, passed=[1], cards=QUIET, chapter=3)
    m = play(g, "1 1 1 1 3", "2 2 2 2 4", "e06")
    answer(m, "pass on")
    assert m.state.chapter == 4
    assert m.state.pools == [(1, 1, 1, 1, 3, 0), (2, 2, 2, 2, 4, 0)]


@pytest.mark.rule("GR-022", "GR-Q09")
def test_rolled_dice_keep_their_faces_and_nobody_may_turn_one() -> None:
    m = play(tale({0: (1, 2, 3, 4, 5), 1: (1, 1, "ban", 2, 6)}))
    assert {key.split()[0] for key in offered(m)} == {"place", "pass"}
    assert refuses(m, "face 6")
    g = answer(m, "place story-die rabbit", "place plain-die r22", "pass on", "pass on")
    assert g.pools[0] == (1, 0, 3, 4, 5, 0)
    assert g.pools[1] == (1, 1, "ban", 2, 0, 0)


@pytest.mark.rule("GR-023")
def test_only_dice_of_ones_own_pool_can_be_placed() -> None:
    m = play(tale({0: {"ban-die": 3}, 1: (6, 6, 6, 6, 6)}))
    assert {die for die, _ in placeable(m)} == {"ban-die"}
    assert refuses(m, "place plain-die r01")
    assert m.state.pools[1] == (6, 6, 6, 6, 6, 0)


@pytest.mark.rule("GR-Q08", "GR-005")
def test_players_roll_and_then_take_turns_clockwise_from_the_starting_player() -> None:
    g = tale(players=4, step="chapter", active=2, cards=QUIET)
    m = play(g, "1 1 1 1 3", "2 2 2 2 3", "4 4 4 4 4", "5 5 5 5 5", "e06")
    assert [seat for seat, _ in rolls(m)] == [2, 3, 0, 1]
    turns = []
    for _ in range(6):
        turns.append(asked(m).seat)
        m.answer(offered(m)[0])
        skip(m, "turn")
    assert turns == [2, 3, 0, 1, 2, 3]


@pytest.mark.rule("GR-005")
def test_the_holder_of_the_marker_begins_whoever_had_the_last_turn() -> None:
    g = tale(players=3, passed=[0, 1], active=2, cards=QUIET)
    g.starter = 1
    m = play(g, THREES, THREES, THREES, "e06")
    answer(m, "pass on")
    assert (m.state.chapter, asked(m)) == (2, (1, "turn"))
    assert [seat for seat, _ in rolls(m)] == [1, 2, 0]


# The Snake Die and the Fox


@pytest.mark.rule("GR-024")
def test_whoever_holds_the_snake_die_rolls_it_together_with_the_others() -> None:
    g = tale(players=2, step="chapter", cards=QUIET)
    g.snake_to = 1
    m = play(g, THREES, "3 3 3 3 5 4", "e06")
    assert rolls(m) == [(0, ["3"] * 5), (1, ["3", "3", "3", "3", "5", "4"])]
    assert [pool[SNAKE] for pool in m.state.pools] == [0, 4]
    assert m.state.pools[1][:SNAKE] == (3, 3, 3, 3, 5)
    assert m.state.snake_to == -1


@pytest.mark.rule("GR-024")
def test_the_snake_die_is_rolled_in_one_chapter_only() -> None:
    g = tale(players=2, step="chapter", cards=QUIET)
    g.snake_to = 0
    m = play(g, "3 3 3 3 5 6", THREES, "e06", THREES, THREES, "e10")
    g = answer(m, "pass on", "pass on")
    assert g.chapter == 3
    assert g.pools == [(3, 3, 3, 3, 3, 0)] * 2


@pytest.mark.rule("GR-025")
@pytest.mark.parametrize(
    ("die", "name", "faces", "rest"),
    [
        (BAN, "ban-die", ["1", "2", "3", "4", "5", "ban"], "3 3 3 3"),
        (PLAIN, "plain-die", ["3", "4", "5", "6"], "3 3 3 3"),
    ],
)
def test_a_die_from_the_fox_is_not_rolled_but_set_to_any_of_its_faces(
    die: int, name: str, faces: list[str], rest: str
) -> None:
    g = tale(players=2, step="chapter", cards=QUIET)
    g.foxed = ((1, die),)
    m = play(g, THREES, rest, "e06")
    assert asked(m) == (1, "face")
    assert offered(m) == [f"face {face}" for face in faces]
    assert rolls(m)[-1] == (1, ["3"] * 4)
    answer(m, f"face {faces[-1]}")
    assert str(m.state.pools[1][die]) == faces[-1]
    assert sorted(m.state.dice_of(1)) == [0, 1, 2, 3, 4]
    assert m.state.pools[0] == (3, 3, 3, 3, 3, 0)


@pytest.mark.rule("GR-025")
def test_the_other_dice_keep_their_places_when_one_is_set() -> None:
    g = tale(players=2, step="chapter", cards=QUIET)
    g.foxed = ((0, STORY),)
    m = play(g, "1 ban 4 6", THREES, "e06")
    answer(m, "face story")
    assert m.state.pools[0] == (1, "story", "ban", 4, 6, 0)


@pytest.mark.rule("GR-025")
def test_both_dice_from_the_fox_are_set_and_in_the_chapter_after_that_rolled_again() -> None:
    g = tale(players=2, step="chapter", cards=QUIET)
    g.foxed = ((0, STORY), (0, PLAIN))
    m = play(g, "1 1 1", THREES, "e06", THREES, THREES, "e10")
    answer(m, "face story", "face 6")
    assert m.state.pools[0] == (1, "story", 1, 1, 6, 0)
    answer(m, "pass on", "pass on")
    assert (asked(m), m.state.pools[0]) == ((0, "turn"), (3, 3, 3, 3, 3, 0))


@pytest.mark.rule("GR-Q08")
def test_one_sets_dice_after_seeing_the_roll_then_meets_the_snake_then_answers_before_the_next_player() -> (
    None
):
    g = tale(players=3, step="chapter", active=1, cards=QUIET, characters={1: "rapunzel"})
    g.foxed = ((1, PLAIN),)
    g.snake_to = 1
    m = play(g, "1 2 3 4 apple", "5", THREES, THREES, "e06")
    assert (asked(m), rolls(m)) == ((1, "face"), [(1, ["1", "2", "3", "4", "apple"])])
    answer(m, "face 6")
    assert asked(m) == (1, "take")
    answer(m, "take")
    assert asked(m) == (1, "rolled")
    assert len(rolls(m)) == 1
    answer(m, "use rapunzel", "magic-die")
    assert [seat for seat, _ in rolls(m)] == [1, 2, 0]
    assert m.state.pools[1] == (5, 2, 3, 4, 6, 0)


@pytest.mark.rule("GR-024", "GR-Q08")
def test_a_snake_die_won_by_the_white_snake_before_ones_own_roll_stays_in_the_pool() -> None:
    g = tale(players=2, step="chapter", hands={1: ["m08"]})
    g.snake_to = 0
    m = play(g, "3 3 3 3 3 apple", "4", THREES, "e06")
    answer(m, "no", "play m08")
    skip(m, "turn")
    assert m.state.pools == [(3, 3, 3, 3, 3, 0), (3, 3, 3, 3, 3, 4)]


# Events


@pytest.mark.rule("GR-026", "GR-Q07")
def test_the_next_event_is_turned_up_after_everybody_has_rolled() -> None:
    m = play(tale(players=3, step="chapter", cards=QUIET), THREES, THREES, THREES, "e03")
    assert told(m) == ["chapter", "rolls", "rolls", "rolls", "event", "turn"]
    assert m.state.events.rows[NOW] == ("e03",)


@pytest.mark.rule("GR-Q07")
def test_all_rerolls_of_the_roll_come_before_the_event_which_acts_on_finished_pools() -> None:
    g = tale(players=2, step="chapter", cards=QUIET, characters={1: "rapunzel"})
    m = play(g, "1 1 1 1 3", "1 2 3 4 5", "2", "e09", "5")
    assert asked(m) == (1, "rolled")
    assert "event" not in told(m)
    answer(m, "use rapunzel", "magic-die")
    assert told(m).index("rerolls") < told(m).index("event")
    assert m.state.pools[1] == (2, 2, 3, 4, 5, 0)
    assert asked(m).seat == 0
    assert "magic-die" in offered(m)
    answer(m, "magic-die")
    assert m.state.pools[0] == (5, 1, 1, 1, 3, 0)


@pytest.mark.rule("GR-027")
def test_as_many_events_lie_ahead_as_there_are_chapters_to_come() -> None:
    g = tale(players=2, step="chapter", chapter=0, cards=QUIET, events="face up")
    for card in ("e03", "e01", "e12", "e02", "e10", "e06"):
        g.events.lift(card)
        g.events.put(card, TO_COME, EVERYONE)
    m = play(g, *[THREES] * 12)
    left = []
    while not m.over:
        left.append((m.state.chapter, len(m.state.events.rows[TO_COME])))
        answer(m, "pass on", "pass on")
    assert left == [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0)]


@pytest.mark.rule("GR-028", "GR-Q06")
def test_an_event_overrides_the_rules_for_its_whole_chapter_and_no_longer() -> None:
    g = tale(players=2, step="chapter", cards=QUIET)
    m = play(g, "1 2 3 4 5", "1 2 3 4 5", "e02", "1 2 3 4 5", "1 2 3 4 5", "e10")
    assert (needed(m, "r01"), needed(m, "r02"), needed(m, "rabbit")) == (4, 3, 1)
    answer(m, "place magic-die rabbit")
    assert (asked(m), needed(m, "r01")) == ((1, "turn"), 4)
    answer(m, "place magic-die rabbit", "place double-die r09")
    assert (asked(m), needed(m, "r01")) == ((1, "turn"), 4)
    answer(m, "pass on", "pass on")
    assert m.state.chapter == 3
    assert (needed(m, "r01"), needed(m, "r02")) == (3, 2)
    assert (m.state.events.rows[NOW], m.state.events.rows[PAST]) == (("e10",), ("e02",))


@pytest.mark.rule("GR-028")
@pytest.mark.parametrize(("event", "limit"), [("e04", 2), ("e06", 3)])
def test_narrow_paths_make_stacks_on_routes_lower_against_the_ordinary_rule(event: str, limit: int) -> None:
    m = play(tale(event=event, stacks={"r01": [(1, BAN, 2), (2, BAN, 3)], "rabbit": [(1, PLAIN, 3)] * 2}))
    assert (("plain-die", "r01") in placeable(m)) == (limit == 3)
    assert ("plain-die", "rabbit") in placeable(m)


# Turns


@pytest.mark.rule("GR-029")
def test_with_five_dice_a_player_has_five_turns_with_a_die_each() -> None:
    m = play(tale(players=2, cards=QUIET), THREES, THREES, "e06")
    for socket in ("r10", "r10", "r12", "r12", "r14", "r14", "r15", "r15", "r17", "r17"):
        seat = asked(m).seat
        die = m.state.name_of(m.state.dice_of(seat)[0])
        assert m.state.chapter == 1
        answer(m, f"place {die} {socket}")
    assert m.state.chapter == 2
    by_turn = [tell.who for tell in tells(m, "places")]
    assert by_turn == [0, 1] * 5
