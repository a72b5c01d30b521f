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
    """Whether a bot has something to say."""
    ask = table.match.ask
    if ask is None or table.wrong is not None or table.is_full:
        return False
    if is_timed(table):
        return True
    if not table.bots:
        return False
    if isinstance(ask.options, Falls):
        return not table.desk.people
    if ask.seat == ALL and table.desk.people:
        return table.desk.asked != ask.number or not any(seat in table.desk.proposals for seat in table.bots)
    asides = any(aside.seat in table.bots for aside in ask.aside)
    return ask.answers in table.bots or (asides and table.pondered != ask.number)


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
    """One move of the bots: a free move, an answer, or their proposals; whether there was any."""
    ask = table.match.ask
    if ask is None or not bot_is_due(table):
        return False
    if is_timed(table):
        table.match.answer((ask.answers, ask.options[0].key))
        moved(table)
        return True
    if isinstance(ask.options, Falls):
        table.match.answer(ask.options[secrets.randbelow(len(ask.options))].key)
        moved(table)
        return True
    if ask.seat == ALL and table.desk.people:
        keys = [option.key for option in ask.options]
        put_proposals(table, {seat: secrets.choice(keys) for seat in table.bots})
        return True
    first = [seat for seat in table.bots if seat != ask.answers] if table.pondered != ask.number else []
    table.pondered = ask.number
    asked = [ask.answers] if ask.answers in table.bots else []
    return any(_bot_moves(table, seat) for seat in (*first, *asked))


def _bot_moves(table: Table, seat: int) -> bool:
    key = RandomBot().choose(table.match.glimpse(seat))
    if key is None:
        return False
    table.match.answer((seat, key))
    moved(table)
    return True
