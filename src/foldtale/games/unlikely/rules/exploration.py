"""Weather, Detour and Nightfall: the exploration pile. UH-247 to UH-266, UH-Q82 to UH-Q86 and UH-Q108."""

from __future__ import annotations

from typing import Final

from foldtale.games.unlikely.language import DetourCard, NightfallCard, WeatherCard
from foldtale.games.unlikely.rules import clock
from foldtale.games.unlikely.state import ACTIVE, LAID, TOP, USED, UnlikelyState
from foldtale.games.unlikely.world import Cell, cell_of
from foldtale.kernel.effects import Cause, Code, perform
from foldtale.kernel.talk import ALL, EVERYONE, Play, note, tell
from foldtale.kernel.zones import Box, draw

LAST_COUNTED: Final = 36
"""Maps with numbers up to this one draw an exploration card. UH-251."""


def open_pile(g: UnlikelyState) -> Play[None]:
    """The top card of the pile lies face up. UH-249, UH-250 and UH-Q82."""
    box = g.exploration
    if box is not None and box.deck_size and not box.rows[TOP]:
        yield from draw(box, TOP, EVERYONE, "exploration")


def is_counted(g: UnlikelyState, card: str) -> bool:
    """Tell whether a map has a number for which an exploration card is drawn. UH-251, UH-252 and UH-Q83."""
    number = g.content.number[card]
    return number.isdecimal() and int(number) <= LAST_COUNTED


def draw_top(g: UnlikelyState, card: str) -> Play[None]:
    """Draw and activate the face-up card; the next one is turned up. UH-251, UH-253, UH-254 and UH-Q108."""
    box = g.exploration
    if box is None or not box.rows[TOP]:
        return
    drawn = box.rows[TOP][0]
    box.move(drawn, TOP, ACTIVE)
    tell(g, "exploration", ALL, "UH-251", (drawn,))
    yield from open_pile(g)
    body = g.content.body(drawn)
    if isinstance(body, DetourCard):
        lay_detour(g, drawn, body, card, box)
    else:
        code = (weather if isinstance(body, WeatherCard) else nightfall)(g, drawn, body)
        if code is not None:
            yield from perform(g, code, Cause(g.active, drawn))
    if drawn in box.rows[ACTIVE]:
        box.move(drawn, ACTIVE, USED)
    if isinstance(body, NightfallCard):
        yield from clock.advance(g)
    yield from remake(g)


def remake(g: UnlikelyState) -> Play[None]:
    """An empty pile is made anew from its discard pile. UH-254 and UH-Q108."""
    box = g.exploration
    if box is not None and not box.deck_size and not box.rows[TOP]:
        cards = box.rows[USED]
        box.rows[USED] = ()
        box.restore(cards, EVERYONE)
        yield from open_pile(g)


def weather(g: UnlikelyState, drawn: str, body: WeatherCard) -> Code | None:
    """Return the effect for the direction of the new map, if there is one. UH-255 to UH-257 and UH-Q84."""
    code: Code | None = getattr(body, g.placed_to) if g.placed_to is not None else None
    if code is not None:
        note(g, f"{drawn} {g.placed_to}")
    return code


def nightfall(g: UnlikelyState, drawn: str, body: NightfallCard) -> Code | None:
    """Return the effect of the clock's interval; then the card goes, the clock advances. UH-263, UH-264."""
    hours = g.content.clock.spaces[g.clock].hours
    for interval in body.intervals:
        if interval.hours == hours:
            note(g, f"{drawn} {hours}")
            return interval.do
    return None


def lay_detour(g: UnlikelyState, drawn: str, body: DetourCard, card: str, box: Box) -> None:
    """The first empty space beside the new map, in the order of the card. UH-258 to UH-260 and UH-Q85."""
    home = cell_of(g.content.body(card))
    for direction in body.priority:
        cell = home.next(direction)
        if g.world.at(cell) is None and cell not in g.detours:
            box.move(drawn, ACTIVE, LAID)
            g.detours = {**g.detours, cell: drawn}
            tell(g, "detour", ALL, "UH-258", (drawn, direction))
            return


def cover_detour(g: UnlikelyState, cell: Cell) -> Play[None]:
    """The effect of a Detour is resolved before a map is placed on it. UH-261."""
    drawn = g.detours[cell]
    box = g.exploration
    g.detours = {other: card for other, card in g.detours.items() if other != cell}
    tell(g, "covers a detour", ALL, "UH-261", (drawn,))
    yield from perform(g, g.content.body(drawn).do, Cause(g.active, drawn))
    if box is not None:
        box.move(drawn, LAID, USED)
        yield from remake(g)
