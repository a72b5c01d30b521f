"""By which rule something cannot be done: for whoever tries it all the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from foldtale.games.virtues import options as to
from foldtale.games.virtues import places
from foldtale.games.virtues.content import GIFTS
from foldtale.games.virtues.rules.goes import ACTIONS
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import Ask, option


def why_not_mark(g: VirtuesState, seat: int, quest: str, number: int) -> str:
    """SV-016, SV-056, SV-085, SV-109, SV-112 and SV-113: what is wrong with taking part there."""
    place = g.place_of(quest)
    if place < 0:
        return "SV-108"
    if place not in places.MARKED:
        return "SV-112"
    if g.marks[place][number - 1] != places.FREE:
        return "SV-109"
    if place >= places.MIDDLE and g.marks[place].count(places.FREE) == 1:
        return "SV-113"
    if not g.supply(seat):
        return "SV-085"
    return "SV-056" if g.content.spaces[quest][number - 1].sort == GIFTS else "SV-016"


def why_not_close(g: VirtuesState, seat: int, portal: str) -> str:
    """SV-085, SV-124 and SV-125: closed already, no marker left, or not the seven gifts."""
    if g.portals[g.content.portals.index(portal)] != places.FREE:
        return "SV-125"
    return "SV-124" if g.supply(seat) else "SV-085"


def why_not_treasure(g: VirtuesState, seat: int, quest: str, treasure: str) -> str:
    """SV-116, SV-117 and SV-Q45: no marker there, no such treasure, or no deck."""
    place = g.place_of(quest)
    if place not in places.MARKED or seat not in g.marks[place]:
        return "SV-116"
    return "SV-Q45" if treasure == to.UNSEEN else "SV-117"


def why_not_man(g: VirtuesState, seat: int, building: str) -> str:
    """SV-016, SV-078, SV-083 and SV-085: whose it is, a marker on it, no marker left, or too little might."""
    if building not in g.buildings(seat):
        return "SV-078"
    if building in g.manned:
        return "SV-083"
    return "SV-016" if g.supply(seat) else "SV-085"


REASONS: Final[Mapping[str, Callable[..., str]]] = {
    to.MARK.word: why_not_mark,
    to.CLOSE.word: why_not_close,
    to.TREASURE.word: why_not_treasure,
    to.MAN.word: why_not_man,
    to.TAP.word: lambda g, seat, card: "SV-099" if card in g.characters[seat] else "SV-095",
}
FALLEN: Final = {
    to.MARK.word: "SV-205",
    to.TREASURE.word: "SV-205",
    to.CLOSE.word: "SV-206",
    to.USE.word: "SV-209",
}
"""What a fallen hero cannot do."""


def why_not(g: VirtuesState, ask: Ask, key: str) -> str:
    """Return the rule by which a key is not among the options; a forced pass leaves free moves: SV-Q80."""
    word, parts = to.parsed(option(key))
    if ask.topic == "go":
        if g.skips[ask.seat] and word in ACTIONS:
            return "SV-Q80"
        if g.fell[ask.seat] and word in FALLEN:
            return FALLEN[word]
        if word in REASONS:
            return REASONS[word](g, ask.seat, *parts)
    return to.OPTIONS.why_not(ask, key)
