"""Bots at a table: they answer where they sit, and only propose where people speak for the group."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from foldtale.bots.levels import EASY, bot_of
from foldtale.kernel.chance import Falls
from foldtale.kernel.talk import ALL
from foldtale.table.answering import moved, put_proposals
from foldtale.table.jobs import Chosen
from foldtale.table.table import Table

log = logging.getLogger("foldtale")
QUICK: Final = 0.1
"""Seconds that a bot takes over a reaction in a game with secrets, whether it has a card or not."""


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
    if is_proposal(table):
        return desk.asked != ask.number or desk.proposals.keys().isdisjoint(desk.bots)
    asides = any(aside.seat in desk.bots for aside in ask.aside)
    return ask.answers in desk.bots or (asides and table.pondered != ask.number)


def is_proposal(table: Table) -> bool:
    """Tell whether people answer the open question for the group, and bots can only propose."""
    ask = table.match.ask
    return ask is not None and ask.seat == ALL and bool(table.desk.people)


def is_timed(table: Table) -> bool:
    """Tell whether a person's reaction is passed by itself after a while, as this table has it."""
    ask = table.match.ask
    if ask is None or not table.desk.options.timer or ask.topic not in table.game.reactions:
        return False
    return ask.seat != ALL and table.desk.chairs[ask.answers].kind == "person"


def wait_before(table: Table) -> float:
    """Return the seconds before a bot moves, thinking included, or before a timer runs out.

    A reaction takes no longer than its secret needs. Nobody waits for what is no choice, unless it is a
    secret that it is none.
    """
    ask = table.match.ask
    pace = 0.0 if table.desk.hurry else table.desk.options.pace
    if ask is None:
        return pace
    if is_timed(table):
        return table.desk.options.timer
    if ask.topic in table.game.reactions:
        return min(QUICK, pace) if table.game.secrets else 0.0
    return pace if table.game.secrets or len(ask.options) > 1 else 0.0


def thinkers(table: Table) -> list[int]:
    """Return the seats whose bots must think before `let_bots_move`: free moves first, then the answer.

    Proposals come from one bot and are made for all.
    """
    ask, bots = table.match.ask, table.desk.bots
    if ask is None or not bot_is_due(table) or is_timed(table) or isinstance(ask.options, Falls):
        return []
    if is_proposal(table):
        return [] if table.game.secrets else bots[:1]
    free = {aside.seat for aside in ask.aside} if table.pondered != ask.number else set()
    first = [seat for seat in bots if seat != ask.answers and seat in free]
    return [*first, *[seat for seat in bots if seat == ask.answers]]


def let_bots_move(table: Table, number: int, moves: Mapping[int, Chosen | None]) -> bool:
    """Make one move of the bots at question `number`: a free move, an answer, or their proposals.

    `moves` holds what `thinkers` have chosen, or None for one that failed. Returns whether any was made.
    """
    ask = table.match.ask
    if ask is None or ask.number != number or not bot_is_due(table):
        return False
    if is_timed(table):
        return _answers(table, (ask.answers, ask.options[0].key))
    if isinstance(ask.options, Falls):
        return _answers(table, ask.options[secrets.randbelow(len(ask.options))].key)
    if is_proposal(table):
        offered = [option.key for option in ask.options]
        chosen = next(iter(moves.values()), None) or Chosen(secrets.choice(offered))
        key = chosen.key if chosen.key in offered else secrets.choice(offered)
        put_proposals(table, dict.fromkeys(table.desk.bots, key or offered[0]))
        table.desk = replace(table.desk, reasons=chosen.why)
        return True
    table.pondered = ask.number
    bots = table.desk.bots
    return any(_bot_moves(table, seat, chosen) for seat, chosen in moves.items() if seat in bots)


def _bot_moves(table: Table, seat: int, chosen: Chosen | None) -> bool:
    """Make the move that a bot has chosen, or an easy one if it has failed or chosen what is not offered."""
    glimpse = table.match.glimpse(seat)
    offered = [
        option.key for option in (glimpse.ask.options if glimpse.asked and glimpse.ask else glimpse.asides)
    ]
    if chosen is not None and (chosen.key in offered or (chosen.key is None and not glimpse.asked)):
        key = chosen.key
    else:
        key = _easy_move(table, seat, offered)
    return key is not None and _answers(table, (seat, key))


def _easy_move(table: Table, seat: int, offered: list[str]) -> str | None:
    """Choose without thinking ahead; if even that fails, the first answer."""
    glimpse = table.match.glimpse(seat)
    try:
        return bot_of(EASY).choose(glimpse)
    except Exception:
        log.exception("an easy bot failed", extra={"table": table.id, "seat": seat})
        return offered[0] if glimpse.asked else None


def _answers(table: Table, answer: str | tuple[int, str]) -> bool:
    table.match.answer(answer)
    moved(table)
    return True
