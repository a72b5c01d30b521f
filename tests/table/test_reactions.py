"""Reactions at a table: standing orders that a game proposes, the timer, and bots that do not linger."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from foldtale.table import bots
from foldtale.table.answering import drop_orders, moved, take_habit
from foldtale.table.bots import bot_is_due, wait_before
from foldtale.table.messages import AtSeat, TakeHabit
from foldtale.table.table import Table
from foldtale.table.views import habit_views
from tests.table.given import ADA, BO, NOW, asked, holder_of, keep, keys, let_bots_move, say, table, why_not

ONLY_MINE, THIS_TURN = "only when it concerns me", "not in this turn"


def tale(*who: str, **options: object) -> Table:
    return table("grimm", *who, setup={"characters": "random", "start_magic": 2}, **options)


def topic(made: Table) -> str:
    return made.match.ask.topic if made.match.ask is not None else ""


def until_reaction(made: Table, of: int | None = None, seed: int = 1) -> None:
    """Play until somebody, or this seat, is asked for a reaction."""
    draw = random.Random(seed)
    while made.match.ask is not None:
        if topic(made) in made.game.reactions and of in (None, asked(made)):
            return
        seat = asked(made)
        made.match.answer((seat, draw.choice(keys(made))))
        moved(made)
        keep(made)
    raise AssertionError("the game is over")


def order(made: Table, seat: int, name: str, on: bool = True) -> None:
    take_habit(made, holder_of(made, seat), TakeHabit(seat, name, on), NOW)
    keep(made)


def test_a_seat_that_wants_to_be_asked_only_when_it_is_concerned_lets_others_place_their_dice() -> None:
    made = tale(ADA, BO)
    until_reaction(made, of=1)
    assert topic(made) == "place_announced"
    before = made.match.number
    order(made, 1, ONLY_MINE)
    assert made.match.number > before
    seen = set()
    for seed in range(8):
        made = tale(ADA, BO) if seed else made
        order(made, 1, ONLY_MINE)
        draw = random.Random(seed)
        while made.match.ask is not None:
            if asked(made) == 1 and topic(made) in made.game.reactions:
                seen.add(topic(made))
            say(made, draw.choice(keys(made)))
    silent = next(habit.topics for habit in made.game.habits if habit.name == ONLY_MINE)
    assert seen and seen.isdisjoint(silent)


def test_passing_for_the_rest_of_a_turn_ends_with_the_turn() -> None:
    made = tale(ADA, BO)
    until_reaction(made, of=1)
    turn = made.game.turn(made.match.state)
    order(made, 1, THIS_TURN)
    assert [one.on for one in habit_views(made, 1)] == [False, True]
    draw = random.Random(2)
    asked_again: list[int] = []
    while made.match.ask is not None and len(asked_again) < 3:
        if asked(made) == 1 and topic(made) in made.game.reactions:
            asked_again.append(made.game.turn(made.match.state))
        say(made, draw.choice(keys(made)))
    assert asked_again and min(asked_again) > turn
    assert [one.on for one in habit_views(made, 1)] == [False, False]


def test_an_order_is_taken_back_and_others_never_see_it() -> None:
    made = tale(ADA, BO)
    order(made, 1, ONLY_MINE)
    assert [one.on for one in habit_views(made, 1)] == [True, False]
    assert [one.on for one in habit_views(made, 0)] == [False, False]
    order(made, 1, ONLY_MINE, on=False)
    assert [one.on for one in habit_views(made, 1)] == [False, False]
    order(made, 1, ONLY_MINE)
    drop_orders(made, BO, AtSeat(1), NOW)
    assert [one.on for one in habit_views(made, 1)] == [False, False]
    assert habit_views(made, 30) == ()


def test_orders_are_for_ones_own_seat_and_only_those_the_game_knows() -> None:
    made = tale(ADA, BO)
    assert why_not(lambda: take_habit(made, ADA, TakeHabit(1, ONLY_MINE), NOW)) == "not yours"
    assert why_not(lambda: take_habit(made, BO, TakeHabit(1, "always win"), NOW)) == "not offered"
    assert made.desk.chairs[1].habits == {}


def test_a_timer_passes_by_itself_whatever_the_hand_holds() -> None:
    made = tale(ADA, BO, timer=5)
    until_reaction(made)
    seat, number = asked(made), made.match.number
    assert bot_is_due(made)
    assert wait_before(made) == 5
    hand = made.match.state.hand(seat)  # type: ignore[attr-defined]
    assert let_bots_move(made)
    keep(made)
    assert made.match.number > number
    assert made.match.state.hand(seat) == hand  # type: ignore[attr-defined]
    assert {"n": number, "seat": seat, "topic": "place_announced", "key": "pass"} in made.match.log


def test_no_timer_runs_for_other_questions_nor_where_none_is_set() -> None:
    timed, patient = tale(ADA, BO, timer=5), tale(ADA, BO)
    assert topic(timed) not in timed.game.reactions
    assert not bot_is_due(timed)
    until_reaction(patient)
    assert not bot_is_due(patient)
    assert not let_bots_move(patient)


def test_a_timer_for_people_slows_no_bot() -> None:
    made = tale(ADA, BO, "bot", timer=5)
    made.desk = replace(made.desk, options=replace(made.desk.options, pace=1.0))
    until_reaction(made, of=2)
    assert wait_before(made) == bots.QUICK


@pytest.mark.parametrize("pace", [0.0, 1.0])
def test_bots_do_not_linger_over_reactions(pace: float) -> None:
    made = tale(ADA, BO, "bot")
    made.desk = replace(made.desk, options=replace(made.desk.options, pace=pace))
    draw = random.Random(1)
    waits: dict[bool, float] = {}
    while made.match.ask is not None and len(waits) < 2:
        if asked(made) == 2:
            waits[topic(made) in made.game.reactions] = wait_before(made)
            made.match.answer((2, draw.choice(keys(made))))
            keep(made)
        else:
            say(made, draw.choice(keys(made)))
    assert waits == {False: pace, True: min(pace, bots.QUICK)}
