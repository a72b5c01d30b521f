"""How costs are paid, and free moves: SV-001 to SV-008, SV-016, SV-017, SV-045 to SV-058, SV-080, SV-Q79."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from foldtale.games.virtues.content import ALL_BITS, FAME, Counts, VirtuesContent, bits
from foldtale.games.virtues.options import CASH, DRINK, GO_ON, PAY, POUR, SPEND, WORK
from foldtale.games.virtues.rules import supplies
from foldtale.games.virtues.rules.endings import check_armour
from foldtale.games.virtues.rules.supplies import less, rating
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import Aside, Ask, Option, Play, tell
from foldtale.kernel.zones import Row

# Gold, fame and might


def purse(g: VirtuesState, seat: int, of: str) -> int:
    """SV-057: what a hero could pay, with castles for fame and estates for gold."""
    works = g.castles[seat] if of == FAME else g.estates[seat]
    total = g.fame[seat] if of == FAME else g.gold[seat]
    return total + sum([rating(g, seat, one) for one in works]) if works else total


def pay(g: VirtuesState, seat: int, of: str, n: int, why: str) -> Play[None]:
    """SV-016, SV-053, SV-054 and SV-Q17: from the stock; what is missing comes from castles or estates.

    A building that pays directly gives no change; one that is cashed gives markers first.
    """
    stock = g.stock(of)
    owed = n
    while owed > stock[seat]:
        works = [one for one in g.works(seat) if g.content.ratings[one].of == of and rating(g, seat, one)]
        options = [verb(one) for verb in (CASH, SPEND) for one in works]
        choice = yield Ask(seat, "pay", options, "SV-054", about=(owed, of))
        if choice in CASH:
            cash(g, seat, *CASH.parts(choice))
        else:
            (building,) = SPEND.parts(choice)
            owed = max(0, owed - rating(g, seat, building))
            tell(g, "pays with", seat, "SV-054", (building,))
            supplies.discard_building(g, building)
    stock[seat] -= owed
    if n:
        tell(g, "pays", seat, why, (n, of))


def cash(g: VirtuesState, seat: int, building: str) -> None:
    """SV-052 and SV-053: a castle or an estate is given up for what it produces now."""
    n = rating(g, seat, building)
    tell(g, "gives up", seat, "SV-052", (building,))
    supplies.discard_building(g, building)
    supplies.gain(g, seat, g.content.ratings[building].of, n, "SV-053")


# Gifts


def draughts(content: VirtuesContent, elixir: str, banners: Counts) -> list[tuple[int, Counts]]:
    """SV-067 to SV-069: the options of an elixir that its owner has now, by their numbers."""
    mine = banners[content.colour[elixir]]
    return [(n, one.gifts) for n, one in enumerate(content.draughts[elixir], 1) if one.needs <= mine]


def flasks(content: VirtuesContent, elixirs: Row, banners: Counts) -> list[list[Counts]]:
    """Return for each of some elixirs the gifts of the options that its owner has now."""
    return [[gifts for _, gifts in draughts(content, elixir, banners)] for elixir in elixirs]


def makes_up(missing: Counts, among: Sequence[Sequence[Counts]]) -> bool:
    """SV-056: whether some of the flasks, each by one of its options, hold what is missing."""
    at = next((at for at, n in enumerate(missing) if n), -1)
    if at < 0:
        return True
    for place, options in enumerate(among):
        rest = [*among[:place], *among[place + 1 :]]
        if any(gifts[at] and makes_up(less(missing, gifts), rest) for gifts in options):
            return True
    return False


def give(g: VirtuesState, seat: int, gifts: Counts, why: str) -> Play[None]:
    """SV-047 to SV-051, SV-056 and SV-Q18: cards held, and elixirs for what is missing.

    An elixir that pays directly gives no cards; it can stand for cards where its pool is short.
    """
    owed = gifts
    while True:
        missing = less(owed, g.gifts[seat])
        ways = ways_to_pay(g, seat, owed, missing) if g.elixirs[seat] else []
        choice = yield Ask(seat, "pay gifts", ways if any(missing) else [PAY, *ways], "SV-056")
        if choice is PAY:
            break
        if choice in DRINK:
            yield from drink(g, seat, *DRINK.parts(choice))
        else:
            elixir, n = POUR.parts(choice)
            owed = less(owed, g.content.draughts[elixir][n - 1].gifts)
            tell(g, "pays with", seat, "SV-049", (elixir,))
            yield from supplies.discard_elixir(g, elixir)
    supplies.lose_gifts(g, seat, owed)
    supplies.tell_gifts(g, "pays gifts", seat, gifts, why)


def meet(gifts: Counts, others: Counts) -> bool:
    """Return whether two lots of gifts have a virtue in common."""
    return any(map(min, gifts, others))


def ways_to_pay(g: VirtuesState, seat: int, owed: Counts, missing: Counts) -> list[Option]:
    """Return how elixirs can help now, so that the whole can still be paid: first what SV-Q17 prefers."""
    banners = g.banners(seat)
    elixirs = g.elixirs[seat]
    known = flasks(g.content, elixirs, banners)
    drinks: list[Option] = []
    pours: list[Option] = []
    for place, elixir in enumerate(elixirs):
        rest = [*known[:place], *known[place + 1 :]]
        for n, gifts in draughts(g.content, elixir, banners):
            stands_for = tuple(map(min, gifts, owed))
            in_place = meet(gifts, missing) or (not any(missing) and any(less(stands_for, g.pool)))
            if in_place and makes_up(less(less(owed, gifts), g.gifts[seat]), rest):
                pours.append(POUR(elixir, n))
            taken = tuple(map(min, gifts, g.pool))
            if meet(taken, missing) and makes_up(less(missing, taken), rest):
                drinks.append(DRINK(elixir, n))
    return [*drinks, *pours]


def drink(g: VirtuesState, seat: int, elixir: str, n: int) -> Play[None]:
    """SV-047, SV-048 and SV-051: discard an elixir for the gifts of one option, as far as pools reach."""
    tell(g, "drinks", seat, "SV-047", (elixir,))
    supplies.gain_gifts(g, seat, g.content.draughts[elixir][n - 1].gifts, "SV-048")
    yield from supplies.discard_elixir(g, elixir)


# Free moves


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
    supplies.unman(g, building)
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
