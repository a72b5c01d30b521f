"""Answers at a table: whose they are, all or none, proposals to the group, standing orders."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from foldtale.kernel.chance import Falls
from foldtale.kernel.errors import IllegalAnswer, Incident
from foldtale.kernel.game import Habit
from foldtale.kernel.match import Match
from foldtale.kernel.talk import ALL, Ask, Chance, Show
from foldtale.table import desk as desks
from foldtale.table.desk import Desk, Order
from foldtale.table.messages import Answer, AtQuestion, AtSeat, Propose, StandingOrder, TakeHabit
from foldtale.table.refusals import Refused
from foldtale.table.seating import was_seen
from foldtale.table.table import Table

log = logging.getLogger("foldtale")

MOST_OBEYED: Final = 200
"""So many questions in a row are answered by standing orders."""
IN_A_ROW: Final = (
    "not all of these answers can be given in a row, and none of them counts; where dice fall or something is"
    " seen in between, send the rest when you have seen it"
)


def answer(table: Table, holder: str, said: Answer, now: float) -> None:
    """Answer the open question, or make a free move.

    Several keys count all or not at all.
    """
    table.must_play(holder, said.seat)
    table.must_be_open(said.number)
    if len(said.keys) > 1:
        table.match = several(table, said)
    else:
        give(table, table.match, said.seat, said.keys[0])
    moved(table)
    was_seen(table, [said.seat], now)


def several(table: Table, said: Answer) -> Match:
    """The match after several answers in a row.

    Where dice fall or something is seen in between, the rest is not even looked at: whoever could try answers
    that then do not count would see what comes.
    """
    match = table.match.fork()
    for place, key in enumerate(said.keys, 1):
        known = len(match.entries or [])
        if match.over:
            raise Refused("not offered", IN_A_ROW)
        try:
            give(table, match, said.seat, key)
        except Refused as refusal:
            raise Refused(
                "not offered" if match.number != said.number else refusal.reason, IN_A_ROW
            ) from None
        entries = (match.entries or [])[known:]
        if place < len(said.keys) and any(isinstance(entry[0], Chance | Show) for entry in entries):
            raise Refused("not offered", IN_A_ROW)
    return match


def give(table: Table, match: Match, seat: int, key: str) -> None:
    """Give one answer, or refuse it in words that tell no secret."""
    ask = match.ask
    assert ask is not None
    try:
        match.answer(spoken(table, ask, seat, key))
    except IllegalAnswer as error:
        raise Refused("not offered", str(error)) from None
    except Incident as incident:
        log.error("the rules failed", extra={"table": table.id, "said": str(incident)})
        raise Refused("incident", "the rules failed on this answer, and nothing has changed") from incident


def spoken(table: Table, ask: Ask, seat: int, key: str) -> str | tuple[int, str]:
    """An answer as the match takes it, if this seat may give it."""
    if isinstance(ask.options, Falls):
        if not ask.to >> seat & 1:
            raise Refused("not asked", "these dice are not yours to see")
        return key
    if ask.seat == ALL:
        if seat != voice(table.desk, ask) and not table.desk.options.first_answer:
            who = table.desk.name(voice(table.desk, ask))
            raise Refused("not asked", f"{who} answers for all; you can propose")
        return ask.voice, key
    if seat != ask.answers and all((aside.seat, aside.key) != (seat, key) for aside in ask.aside):
        raise Refused("not asked", f"{table.desk.name(ask.answers)} is asked now")
    return seat, key


def voice(desk: Desk, ask: Ask) -> int:
    """Who confirms in a group question: the seat that the rules name, or for a bot the next person."""
    person = desk.next_person(max(ask.voice, 0))
    return max(ask.voice, 0) if person is None else person


def propose(table: Table, holder: str, said: Propose, now: float) -> None:
    """Propose an answer to a group question."""
    table.must_play(holder, said.seat)
    ask = table.must_be_open(said.number)
    if ask.seat != ALL or isinstance(ask.options, Falls):
        raise Refused("not asked", "this question is not put to the whole group")
    if said.key and all(option.key != said.key for option in ask.options):
        raise Refused("not offered", f"{said.key!r} is not among the options")
    put_proposals(table, {said.seat: said.key})


def put_proposals(table: Table, keys: Mapping[int, str]) -> None:
    before = table.desk.proposals if table.desk.asked == table.match.number else {}
    proposals = {seat: key for seat, key in {**before, **keys}.items() if key}
    table.desk = replace(table.desk, asked=table.match.number, proposals=proposals)


def set_order(table: Table, holder: str, said: StandingOrder, now: float) -> None:
    """Answer this question so, and every later one of its kind."""
    table.must_play(holder, said.seat)
    ask = table.must_be_open(said.number)
    if ask.seat == ALL or ask.answers != said.seat:
        raise Refused("not asked", "standing orders are for questions that are put to you alone")
    if all(option.key != said.key for option in ask.options):
        raise Refused("not offered", f"{said.key!r} is not among the options")
    chair = table.desk.chairs[said.seat]
    kept = [order for order in chair.orders if order.topic != ask.topic][-desks.MOST_ORDERS + 1 :]
    chair = replace(chair, orders=(*kept, Order(ask.topic, said.key)))
    table.desk = table.desk.with_chair(said.seat, chair)
    moved(table)


def drop_orders(table: Table, holder: str, said: AtSeat, now: float) -> None:
    """Drop all standing orders of a seat."""
    chair = table.must_hold(holder, said.seat)
    table.desk = table.desk.with_chair(said.seat, replace(chair, orders=(), habits={}))


def take_habit(table: Table, holder: str, said: TakeHabit, now: float) -> None:
    """Let questions of a sort pass by themselves, or be asked again."""
    table.must_play(holder, said.seat)
    if all(habit.name != said.name for habit in table.game.habits):
        raise Refused("not offered", f"this game knows no standing order {said.name!r}")
    chair = table.desk.chairs[said.seat]
    habits = {name: turn for name, turn in chair.habits.items() if name != said.name}
    if said.on:
        habits[said.name] = table.game.turn(table.match.state)
    table.desk = table.desk.with_chair(said.seat, replace(chair, habits=habits))
    moved(table)


def take_hint(table: Table, holder: str, said: AtQuestion) -> int:
    """Count a hint at the open question of a seat; return the seat from which a bot is to look for it.

    In a group question of a game without secrets everybody may ask, and the bot looks from the voice's seat.
    """
    table.must_play(holder, said.seat)
    ask = table.must_be_open(said.number)
    if not table.desk.options.hints:
        raise Refused("no hints", "this table plays without hints")
    is_own = ask.answers == said.seat or (ask.seat == ALL and not table.game.secrets)
    if not is_own or isinstance(ask.options, Falls):
        raise Refused("not asked", "there are hints for your own questions only")
    chair = table.desk.chairs[said.seat]
    table.desk = table.desk.with_chair(said.seat, replace(chair, hints=chair.hints + 1))
    return ask.answers


def has_habit(table: Table, seat: int, habit: Habit) -> bool:
    """Whether a seat has given this order, and it still holds."""
    given = table.desk.chairs[seat].habits.get(habit.name)
    return given is not None and (not habit.this_turn or given == table.game.turn(table.match.state))


def moved(table: Table) -> None:
    """After an answer: what it has made void, and what standing orders answer to the next question."""
    table.collect()
    table.desk = replace(table.desk, wish=None, hurry=table.desk.hurry and not table.waits_for_people)
    for _ in range(MOST_OBEYED):
        ask = table.match.ask
        key = ordered(table, ask) if ask is not None else None
        if ask is None or key is None:
            return
        try:
            table.match.answer((ask.answers, key))
        except Incident:
            return
        table.collect()


def ordered(table: Table, ask: Ask) -> str | None:
    """What a standing order says to this question."""
    if ask.seat == ALL or table.desk.chairs[ask.answers].kind != "person":
        return None
    for habit in table.game.habits:
        if ask.topic in habit.topics and has_habit(table, ask.answers, habit):
            return ask.options[0].key
    offered = [option.key for option in ask.options]
    orders = table.desk.chairs[ask.answers].orders
    return next((one.key for one in orders if one.topic == ask.topic and one.key in offered), None)
