"""By which rule something cannot be done: for whoever tries it all the same."""

from __future__ import annotations

from foldtale.games.virtues import places
from foldtale.games.virtues.content import GIFTS
from foldtale.games.virtues.options import CLOSE, MAN, MARK, OPTIONS, PASS, TAP, TREASURE, UNSEEN, USE
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import Ask, option


def why_not(g: VirtuesState, ask: Ask, key: str) -> str:
    """Return the rule by which this is not among the options."""
    choice = option(key)
    if ask.topic != "go":
        return OPTIONS.why_not(ask, key)
    if g.skips[ask.seat] and choice is not PASS:
        return "SV-Q80"
    if choice in MARK:
        return why_not_mark(g, ask.seat, *MARK.parts(choice))
    if choice in CLOSE:
        return why_not_close(g, ask.seat, *CLOSE.parts(choice))
    if choice in TREASURE:
        return why_not_treasure(g, ask.seat, *TREASURE.parts(choice))
    if choice in MAN:
        return why_not_man(g, ask.seat, *MAN.parts(choice))
    if choice in TAP and TAP.parts(choice)[0] in g.characters[ask.seat]:
        return "SV-099"
    if choice in USE and g.fell[ask.seat]:
        return "SV-209"
    return OPTIONS.why_not(ask, key)


def why_not_mark(g: VirtuesState, seat: int, quest: str, number: int) -> str:
    """SV-016, SV-056, SV-085, SV-109, SV-112, SV-113 and SV-205: what is wrong with taking part there."""
    place = g.place_of(quest)
    if g.fell[seat]:
        return "SV-205"
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
    """SV-085, SV-124, SV-125 and SV-206: what is wrong with closing it."""
    if g.fell[seat]:
        return "SV-206"
    if g.portals[g.content.portals.index(portal)] != places.FREE:
        return "SV-125"
    return "SV-124" if g.supply(seat) else "SV-085"


def why_not_treasure(g: VirtuesState, seat: int, quest: str, treasure: str) -> str:
    """SV-116, SV-117, SV-205 and SV-Q45: no marker there, no such treasure, or no deck."""
    place = g.place_of(quest)
    if g.fell[seat]:
        return "SV-205"
    if place not in places.MARKED or seat not in g.marks[place]:
        return "SV-116"
    return "SV-Q45" if treasure == UNSEEN else "SV-117"


def why_not_man(g: VirtuesState, seat: int, building: str) -> str:
    """SV-016, SV-078, SV-083 and SV-085: whose it is, a marker on it, no marker left, or too little might."""
    if building not in g.buildings(seat):
        return "SV-078"
    if building in g.manned:
        return "SV-083"
    return "SV-016" if g.supply(seat) else "SV-085"
