"""Quests, treasures, portals and purging: SV-108 to SV-127, SV-199, SV-205 to SV-209, SV-233."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME, GIFTS, GOLD, MIGHT, NONE, Counts, VirtuesContent
from foldtale.games.virtues.language import Space
from foldtale.games.virtues.options import CLOSE, MARK, TREASURE, UNSEEN
from foldtale.games.virtues.rules.endings import check_portals, cleanse
from foldtale.games.virtues.rules.paying import flasks, give, makes_up, pay, purse
from foldtale.games.virtues.rules.sins import draw_artifact
from foldtale.games.virtues.rules.supplies import gain, less, lose, lose_gifts
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import after
from foldtale.kernel.talk import EVERYONE, Option, Play, tell
from foldtale.kernel.zones import Row, draw

TO_CLOSE: Final = 7
PLENTY: Final = 9
"""No space asks for more gold or fame."""


def open_quests(g: VirtuesState, seat: int) -> list[tuple[str, tuple[int, ...]]]:
    """SV-112, SV-113 and SV-205: the quests that this hero may mark, with the markers on them."""
    if g.fell[seat]:
        return []
    return [
        (g.quests[place][0], g.marks[place])
        for place in places.MARKED
        if g.marks[place].count(places.FREE) > (place >= places.MIDDLE)
    ]


def free_spaces(g: VirtuesState, seat: int) -> list[tuple[str, int]]:
    """SV-085, SV-108 and SV-109: where this hero could put a marker, whatever it costs."""
    quests = open_quests(g, seat) if g.supply(seat) else []
    return [(quest, at) for quest, marks in quests for at, mark in enumerate(marks, 1) if mark == places.FREE]


def quest_options(g: VirtuesState, seat: int, gold: int, fame: int) -> list[Option]:
    """SV-016 and SV-108: the free spaces that this hero can pay for, with so much gold and fame."""
    found: list[Option] = []
    content, held, elixirs = g.content, g.gifts[seat], g.elixirs[seat]
    banners = g.banners(seat) if elixirs else NONE
    gold, fame = min(gold, PLENTY), min(fame, PLENTY)
    for quest, marks in open_quests(g, seat):
        near = in_reach(content, quest, held, gold, fame, elixirs, banners)
        found += [offer for at, offer in near if marks[at] == places.FREE]
    return found


@lru_cache(maxsize=1 << 14)
def in_reach(
    content: VirtuesContent,
    quest: str,
    held: Counts,
    gold: int,
    fame: int,
    elixirs: Row,
    banners: Counts,
) -> list[tuple[int, Option]]:
    """Return the places of the spaces of a quest that so much pays for, with their options."""
    known = flasks(content, elixirs, banners)
    return [
        (at, MARK(quest, at + 1))
        for at, need in enumerate(content.spaces[quest])
        if need.n <= (gold if need.sort == GOLD else fame) and makes_up(less(need.gifts, held), known)
    ]


def take_part(g: VirtuesState, seat: int, quest: str, number: int) -> Play[None]:
    """SV-056, SV-108 and SV-110: pay exactly what one space shows, and mark it."""
    need = g.content.spaces[quest][number - 1]
    if need.sort == GIFTS:
        yield from give(g, seat, need.gifts, "SV-108")
    else:
        yield from pay(g, seat, need.sort, need.n, "SV-108")
    yield from place_marker(g, seat, quest, number)


def place_marker(g: VirtuesState, seat: int, quest: str, number: int) -> Play[None]:
    """SV-108 and SV-111: one marker from the supply on one space."""
    set_mark(g, quest, number, seat)
    tell(g, "marks", seat, "SV-108", (quest, number))
    yield from after(g, "marker_placed", who=seat)


def set_mark(g: VirtuesState, quest: str, number: int, mark: int) -> None:
    place = g.place_of(quest)
    marks = g.marks[place]
    g.marks[place] = (*marks[: number - 1], mark, *marks[number:])


# Treasures


def treasure_options(g: VirtuesState, seat: int) -> list[Option]:
    """SV-116, SV-117, SV-205, SV-Q45: for each quest with an own marker, what lies beside it, or the deck."""
    found: list[Option] = []
    if g.fell[seat]:
        return found
    for place in places.MARKED:
        if seat in g.marks[place]:
            quest = g.quests[place][0]
            found += [TREASURE(quest, treasure) for treasure in g.treasures.rows[place]]
            if g.treasures.deck_size:
                found.append(TREASURE(quest, UNSEEN))
    return found


def gain_treasure(g: VirtuesState, seat: int, quest: str, treasure: str) -> Play[None]:
    """SV-116 to SV-122 and SV-233: a marker comes home, a neutral one stays, and one treasure is gained."""
    place = g.place_of(quest)
    neutralise(g, (quest, g.marks[place].index(seat) + 1))
    if treasure == UNSEEN:
        yield from draw(g.treasures, places.TAKEN, EVERYONE, "treasure")
    else:
        g.treasures.move(treasure, place, places.TAKEN)
    yield from receive(g, seat, g.treasures.rows[places.TAKEN][-1], reduced=True)


def neutralise(g: VirtuesState, marker: Space) -> None:
    """A marker on a quest goes back to its owner. SV-116 and SV-119."""
    quest, number = marker
    owner = g.marks[g.place_of(quest)][number - 1]
    set_mark(g, quest, number, places.NEUTRAL)
    tell(g, "takes back a marker", owner, "SV-116", (quest, number))


def receive(g: VirtuesState, seat: int, treasure: str, reduced: bool = False) -> Play[None]:
    """SV-118, SV-121, SV-207, SV-208 and SV-Q69: what a treasure shows, less what fallen heroes get."""
    body = g.content.body(treasure)
    tell(g, "takes a treasure", seat, "SV-118", (treasure,))
    if body.artifact:
        yield from draw_artifact(g, seat)
        return
    fallen = g.fallen() if reduced else []
    for of in (GOLD, FAME, MIGHT):
        n = getattr(body, of)
        if n:
            gain(g, seat, of, n - len(fallen), "SV-118")
            for other in fallen:
                gain(g, other, of, 1, "SV-207")


# Portals


def portal_options(g: VirtuesState, seat: int) -> list[Option]:
    """SV-123 to SV-125, SV-206 and SV-Q49: open portals whose seven gifts this hero holds as cards."""
    held, asked = g.gifts[seat], g.content.gifts
    if g.fell[seat] or sum(held) < TO_CLOSE:
        return []
    open_ones = [name for name, owner in zip(g.content.portals, g.portals) if owner == places.FREE]
    return [CLOSE(portal) for portal in open_ones if not any(less(asked[portal], held))]


def close_portal(g: VirtuesState, seat: int, portal: str) -> None:
    """SV-123, SV-127 and SV-192: seven gifts and a marker; with the last one the game ends."""
    lose_gifts(g, seat, g.content.gifts[portal])
    g.portals = tuple(
        [seat if name == portal else owner for name, owner in zip(g.content.portals, g.portals)]
    )
    tell(g, "closes", seat, "SV-123", (portal, g.portals.count(places.FREE)))
    check_portals(g)


# Purging


def can_purge(g: VirtuesState, seat: int) -> bool:
    """SV-199 and SV-212: all three must be there, also for a fallen hero."""
    if not g.corruption[seat] or not g.might[seat]:
        return False
    return purse(g, seat, GOLD) > 0 and purse(g, seat, FAME) > 0


def purge(g: VirtuesState, seat: int) -> Play[None]:
    """SV-199 and SV-213: 1 gold, 1 fame and 1 might for one corruption card."""
    yield from pay(g, seat, GOLD, 1, "SV-199")
    yield from pay(g, seat, FAME, 1, "SV-199")
    lose(g, seat, MIGHT, 1, "SV-199")
    cleanse(g, seat, 1, "SV-199")
