"""Might, gold, fame and gifts, and how costs are paid: SV-001 to SV-008, SV-016, SV-017, SV-047 to SV-058."""

from __future__ import annotations

from collections.abc import Sequence

from foldtale.games.virtues.content import FAME, Counts, VirtuesContent
from foldtale.games.virtues.options import CASH, DRINK, PAY, POUR, SPEND
from foldtale.games.virtues.rules import supplies
from foldtale.games.virtues.rules.supplies import less, rating
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import Ask, Option, Play, tell
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
            short = any(
                gives and owes and left < min(gives, owes) for gives, owes, left in zip(gifts, owed, g.pool)
            )
            helps = any(gives and lack for gives, lack in zip(gifts, missing))
            if (helps or (short and not any(missing))) and makes_up(
                less(less(owed, gifts), g.gifts[seat]), rest
            ):
                pours.append(POUR(elixir, n))
            taken = tuple([min(gives, left) for gives, left in zip(gifts, g.pool)])
            if any(gives and lack for gives, lack in zip(taken, missing)) and makes_up(
                less(missing, taken), rest
            ):
                drinks.append(DRINK(elixir, n))
    return [*drinks, *pours]


def drink(g: VirtuesState, seat: int, elixir: str, n: int) -> Play[None]:
    """SV-047, SV-048 and SV-051: discard an elixir for the gifts of one option, as far as pools reach."""
    tell(g, "drinks", seat, "SV-047", (elixir,))
    supplies.gain_gifts(g, seat, g.content.draughts[elixir][n - 1].gifts, "SV-048")
    yield from supplies.discard_elixir(g, elixir)
