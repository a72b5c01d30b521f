"""Free moves: SV-045, SV-046, SV-080, SV-081, SV-Q19 and SV-Q79."""

from __future__ import annotations

from functools import lru_cache

from foldtale.games.virtues.content import ALL_BITS, Counts, VirtuesContent, bits
from foldtale.games.virtues.options import CASH, DRINK, GO_ON, WORK
from foldtale.games.virtues.rules.endings import check_armour
from foldtale.games.virtues.rules.paying import cash, draughts, drink
from foldtale.games.virtues.rules.supplies import unman
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import Aside, Ask, Option, Play, tell
from foldtale.kernel.zones import Row


def free_moves(g: VirtuesState, seat: int) -> tuple[Option, ...]:
    """SV-045: manned castles and estates, elixirs that give a gift now, castles and estates."""
    elixirs, castles, estates = g.elixirs[seat], g.castles[seat], g.estates[seat]
    if not elixirs and not castles and not estates:
        return ()
    buildings = castles + estates
    pool = g.pool
    return (
        *works(g, buildings),
        *drinks(g.content, elixirs, g.banners(seat), ALL_BITS if 0 not in pool else bits(pool)),
        *[CASH(building) for building in buildings],
    )


@lru_cache(maxsize=4096)
def drinks(content: VirtuesContent, elixirs: Row, banners: Counts, pool: int) -> list[Option]:
    """SV-067 to SV-069: the options of these elixirs that give anything from the pool."""
    known = [(elixir, n, gifts) for elixir in elixirs for n, gifts in draughts(content, elixir, banners)]
    return [DRINK(elixir, n) for elixir, n, gifts in known if bits(gifts) & pool]


def works(g: VirtuesState, buildings: Row) -> list[Option]:
    """SV-080: those that are manned."""
    manned = g.manned
    return [WORK(building) for building in buildings if building in manned] if manned else []


def asides(g: VirtuesState, seat: int) -> tuple[Aside, ...]:
    """SV-046 and SV-Q79: the free moves of the other heroes."""
    found: list[Aside] = []
    for other in g.order:
        if other != seat and (moves := free_moves(g, other)):
            found += asides_of(other, moves)
    return tuple(found)


@lru_cache(maxsize=4096)
def asides_of(seat: int, moves: tuple[Option, ...]) -> list[Aside]:
    return [Aside(seat, move) for move in moves]


def free_move(g: VirtuesState, seat: int, move: Option) -> Play[None]:
    """SV-045 and SV-186: carry one out; it is no action."""
    if move in DRINK:
        yield from drink(g, seat, *DRINK.parts(move))
    elif move in CASH:
        cash(g, seat, *CASH.parts(move))
    else:
        yield from work(g, seat, *WORK.parts(move))
    check_armour(g)


def work(g: VirtuesState, seat: int, building: str) -> Play[None]:
    """SV-080 and SV-081: the marker is removed, and the special effect happens once."""
    unman(g, building)
    tell(g, "works", seat, "SV-080", (building,))
    yield from perform(g, g.content.body(building).do, Cause(seat, building))


def between_steps(g: VirtuesState, *, manned_only: bool = False) -> Play[None]:
    """SV-Q79, SV-Q88: ask for free moves before a step of the Regrouping Phase, in play order."""
    for seat in g.order:
        yield from ask_for_free_moves(g, seat, "between", manned_only)


def ask_for_free_moves(g: VirtuesState, seat: int, topic: str, manned_only: bool = False) -> Play[None]:
    """Ask one hero for free moves until he goes on."""
    while moves := works(g, g.works(seat)) if manned_only else free_moves(g, seat):
        choice = yield Ask(seat, topic, [GO_ON, *moves], "SV-Q79")
        if choice is GO_ON:
            return
        yield from free_move(g, seat, choice)
