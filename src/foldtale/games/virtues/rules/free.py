"""Free moves: SV-045, SV-046, SV-080, SV-081, SV-Q19 and SV-Q79."""

from __future__ import annotations

from foldtale.games.virtues.options import CASH, DRINK, GO_ON, WORK
from foldtale.games.virtues.rules.endings import test_armour
from foldtale.games.virtues.rules.paying import cash, draughts, drink
from foldtale.games.virtues.rules.supplies import gives_any, rating, unman
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import Aside, Ask, Option, Play, tell


def free_moves(g: VirtuesState, seat: int) -> list[Option]:
    """SV-045: elixirs that give a gift now, castles and estates, and those of them that are manned."""
    found = works(g, seat)
    elixirs = g.elixirs.rows[seat]
    if elixirs:
        banners = g.banners(seat)
        pool = g.pool
        for elixir in elixirs:
            for n, gifts in draughts(g, seat, elixir, banners):
                if gives_any(pool, gifts):
                    found.append(DRINK(elixir, n))
    return [*found, *[CASH(building) for building in g.works(seat) if rating(g, seat, building)]]


def works(g: VirtuesState, seat: int) -> list[Option]:
    """SV-080: manned castles and estates."""
    manned = g.manned
    return [WORK(building) for building in g.works(seat) if building in manned] if manned else []


def asides(g: VirtuesState, seat: int) -> tuple[Aside, ...]:
    """SV-046 and SV-Q79: the free moves of the other heroes."""
    found = []
    elixirs, castles, estates = g.elixirs.rows, g.castles.rows, g.estates.rows
    for other in g.order:
        if other != seat and (elixirs[other] or castles[other] or estates[other]):
            found += [Aside(other, move) for move in free_moves(g, other)]
    return tuple(found)


def free_move(g: VirtuesState, seat: int, move: Option) -> Play[None]:
    """SV-045 and SV-186: carry one out; it is no action."""
    if move in DRINK:
        yield from drink(g, seat, *DRINK.parts(move))
    elif move in CASH:
        cash(g, seat, *CASH.parts(move))
    else:
        yield from work(g, seat, *WORK.parts(move))
    test_armour(g)


def work(g: VirtuesState, seat: int, building: str) -> Play[None]:
    """SV-080 and SV-081: the marker is removed, and the special effect happens once."""
    unman(g, building)
    tell(g, "works", seat, "SV-080", (building,))
    yield from perform(g, g.content.body(building).do, Cause(seat, building))


def between_steps(g: VirtuesState, *, manned_only: bool = False) -> Play[None]:
    """SV-Q79 and SV-Q88: ask for free moves before a step of the Regrouping Phase, in play order."""
    for seat in g.order:
        yield from ask_for_free_moves(g, seat, "between", manned_only)


def ask_for_free_moves(g: VirtuesState, seat: int, topic: str, manned_only: bool = False) -> Play[None]:
    """Ask one hero for free moves until he goes on."""
    while moves := works(g, seat) if manned_only else free_moves(g, seat):
        choice = yield Ask(seat, topic, [GO_ON, *moves], "SV-Q79")
        if choice is GO_ON:
            return
        yield from free_move(g, seat, choice)
