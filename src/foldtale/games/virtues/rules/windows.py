"""Reaction windows: SV-091, SV-224, SV-Q32 and SV-Q78.

Whenever some sin could answer, every other hero who holds any sin is asked, whether he has such a card or
not: who is asked, and in which order, depends only on what everybody knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from foldtale.games.virtues import places
from foldtale.games.virtues.options import LET_BE, REACT
from foldtale.games.virtues.rules.pile import lay_sin
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, Event, perform
from foldtale.kernel.talk import Ask, Play, tell


def window(
    g: VirtuesState, name: str, first: int, still: Callable[[], bool] | None = None, **facts: Any
) -> Play[Event]:
    """SV-Q32: hero `first` does something; the others may answer in play order, until one of them does.

    `still`  whether there is still something to answer, where that can change
    """
    event = Event(name, facts)
    if name in g.content.moments:
        could = could_answer(g, name)
        for seat in g.others(first):
            if could and g.sins.rows[seat] and (still is None or still()):
                card = yield from answer(g, seat, could, event)
                if card:
                    yield from use(g, seat, card, event)
                    break
    return event


def could_answer(g: VirtuesState, name: str) -> list[str]:
    """Return the sins by which a hero may answer, as far as everybody knows."""
    seen = g.sins.rows[places.PILE] + g.sins.rows[places.PLAYED]
    return [card for card in g.content.moments[name] if seen.count(card) < g.content.body(card).copies]


def answer(g: VirtuesState, seat: int, could: list[str], event: Event) -> Play[str]:
    """SV-091: return one of the sins that this hero has, or "" if he lets it be."""
    hand = g.sins.rows[seat]
    options = [REACT(card) for card in could if card in hand]
    about = (event.facts["card"],)
    choice = yield Ask(seat, event.name, [LET_BE, *options], "SV-091", veiled=True, about=about)
    return "" if choice is LET_BE else REACT.parts(choice)[0]


def use(g: VirtuesState, seat: int, card: str, event: Event) -> Play[None]:
    """SV-091 and SV-Q32: it works, and goes on the pile before the card that it answers."""
    tell(g, "reacts", seat, "SV-091", (card, event.facts["who"]))
    yield from perform(g, g.content.moments[event.name][card].do, Cause(seat, card, event))
    yield from lay_sin(g, card, seat)
