"""Tables for tests: who sits where, without a network."""

from __future__ import annotations

import secrets
from typing import Any

from foldtale.bots.random import RandomBot
from foldtale.table import bots
from foldtale.table.answering import answer, voice
from foldtale.table.desk import Options
from foldtale.table.jobs import Chosen
from foldtale.table.messages import Answer, NewTable, Place
from foldtale.table.refusals import Refused
from foldtale.table.seating import invite, join
from foldtale.table.table import Table

NOW = 1_000_000.0
ADA, BO, CY = "ada", "bo", "cy"


def table(game: str, *who: str, **options: Any) -> Table:
    """A table with these places: "ada" is the host, "bo" and "cy" come by links, others are open or bots."""
    setup = {"players": len(who), **options.pop("setup", {})}
    places = tuple(Place("me" if one == ADA else "bot" if one == "bot" else "open") for one in who)
    made = Table.new(NewTable(game, setup, places, Options(pace=0, **options)), ADA, NOW)
    for seat, one in enumerate(who):
        if one not in (ADA, "bot", "open"):
            join(made, one, invite(made, ADA, seat), one.capitalize(), NOW)
    keep(made)
    return made


def keep(made: Table) -> None:
    """As if the last change had been kept."""
    made.is_kept()


def let_bots_move(made: Table) -> bool:
    """One move of the bots, chosen at random."""
    ask = made.match.ask
    seats = bots.thinkers(made)
    assert ask is not None
    asked_for = {seat: ask.answers if bots.is_proposal(made) else seat for seat in seats}
    moves = {
        seat: Chosen(RandomBot(secrets.randbits(32)).choose(made.match.glimpse(whose)))
        for seat, whose in asked_for.items()
    }
    return bots.let_bots_move(made, ask.number, moves)


def holder_of(made: Table, seat: int) -> str:
    return made.desk.holders_of(seat)[0]


def asked(made: Table) -> int:
    """The seat that is to answer."""
    ask = made.match.ask
    assert ask is not None
    return voice(made.desk, ask) if ask.seat < 0 else ask.answers


def keys(made: Table) -> list[str]:
    ask = made.match.ask
    assert ask is not None
    return [option.key for option in ask.options]


def say(made: Table, *said: str, seat: int | None = None, holder: str = "") -> None:
    """Answer the open question as the asked seat, or as another."""
    seat = asked(made) if seat is None else seat
    answer(made, holder or holder_of(made, seat), Answer(seat, made.match.number, tuple(said)), NOW)
    keep(made)


def why_not(deed: Any) -> str:
    """The reason for which the table refuses to do this."""
    try:
        deed()
    except Refused as refusal:
        return refusal.reason
    raise AssertionError("it was not refused")
