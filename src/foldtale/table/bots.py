"""Bots at a table: they answer where they sit, and only propose where people speak for the group."""

from __future__ import annotations

import secrets
from typing import Final

from foldtale.bots.random import RandomBot
from foldtale.kernel.chance import Falls
from foldtale.kernel.talk import ALL
from foldtale.table.answering import moved, put_proposals
from foldtale.table.table import Table

QUICK: Final = 0.1
"""Seconds that a bot takes over a reaction, whether it has a card or not."""


def bot_is_due(table: Table) -> bool:
    """Tell whether a bot has something to say."""
    ask, desk = table.match.ask, table.desk
    if ask is None or table.wrong is not None or table.is_full:
        return False
    if is_timed(table):
        return True
    if not desk.bots:
        return False
    if isinstance(ask.options, Falls):
        return not desk.people
    if ask.seat == ALL and desk.people:
        return desk.asked != ask.number or desk.proposals.keys().isdisjoint(desk.bots)
    asides = any(aside.seat in desk.bots for aside in ask.aside)
    return ask.answers in desk.bots or (asides and table.pondered != ask.number)


def is_timed(table: Table) -> bool:
    """Whether a person's reaction is passed by itself after a while, as this table has it."""
    ask = table.match.ask
    if ask is None or not table.desk.options.timer or ask.topic not in table.game.reactions:
        return False
    return ask.seat != ALL and table.desk.chairs[ask.answers].kind == "person"


def wait_before(table: Table) -> float:
    """Seconds before a bot moves, or a timer runs out; who reacts, or not, never takes long to think."""
    ask = table.match.ask
    if ask is not None and ask.topic in table.game.reactions:
        return table.desk.options.timer or min(QUICK, table.desk.options.pace)
    return table.desk.options.pace


def let_bots_move(table: Table) -> bool:
    """Make one move of the bots: a free move, an answer, or their proposals; tell whether there was any."""
    ask, bots = table.match.ask, table.desk.bots
    if ask is None or not bot_is_due(table):
        return False
    if is_timed(table):
        return _answers(table, (ask.answers, ask.options[0].key))
    if isinstance(ask.options, Falls):
        return _answers(table, ask.options[secrets.randbelow(len(ask.options))].key)
    if ask.seat == ALL and table.desk.people:
        keys = [option.key for option in ask.options]
        put_proposals(table, {seat: secrets.choice(keys) for seat in bots})
        return True
    first = [seat for seat in bots if seat != ask.answers] if table.pondered != ask.number else []
    table.pondered = ask.number
    return any(_bot_moves(table, seat) for seat in (*first, *[seat for seat in bots if seat == ask.answers]))


def _bot_moves(table: Table, seat: int) -> bool:
    key = RandomBot().choose(table.match.glimpse(seat))
    return key is not None and _answers(table, (seat, key))


def _answers(table: Table, answer: str | tuple[int, str]) -> bool:
    table.match.answer(answer)
    moved(table)
    return True
