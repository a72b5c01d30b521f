"""Reaction windows: SV-091, SV-224, SV-Q32 and SV-Q78.

A hero who holds any sin is asked wherever some sin could answer that is not wholly on the pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.options import LET_BE, REACT
from foldtale.games.virtues.rules.pile import lay_sin
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, Event, perform
from foldtale.kernel.effects.windows import Windows
from foldtale.kernel.talk import Option, Play, tell


def could_answer(g: VirtuesState, seat: int, event: Event) -> list[str]:
    """Return the sins by which this hero may answer, as far as everybody knows."""
    if not g.sins.rows[seat]:
        return []
    seen = g.sins.rows[places.PILE] + g.sins.rows[places.PLAYED]
    return [card for card in g.content.moments[event.name] if seen.count(card) < g.content.body(card).copies]


def offers(g: VirtuesState, seat: int, could: Sequence[str]) -> dict[Option, str]:
    """SV-091: of these sins those that this hero has."""
    return {REACT(card): card for card in could if card in g.sins.rows[seat]}


def use(g: VirtuesState, seat: int, card: str, event: Event) -> Play[None]:
    """SV-091 and SV-Q32: it works, and goes on the pile before the card that it answers."""
    tell(g, "reacts", seat, "SV-091", (card, event.facts["who"]))
    yield from perform(g, g.content.moments[event.name][card].do, Cause(seat, card, event))
    yield from lay_sin(g, card, seat)


window: Final = Windows(
    opens=lambda g, name: name in g.content.moments,
    seats=lambda g, event, first: g.others(first),
    could=could_answer,
    offers=offers,
    hidden=lambda g, card: True,
    use=use,
    passing=LET_BE,
    rule="SV-091",
).open
"""SV-Q32: a hero does something; the others may answer in play order, until one of them negates it."""
