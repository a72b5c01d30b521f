"""Verbs of the supplies: resources, gifts, and cards that are discarded. SV-001 to SV-014, SV-052, SV-160."""

from __future__ import annotations

from functools import cache
from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.content import Counts
from foldtale.games.virtues.language import VIRTUES, Market
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import leave
from foldtale.kernel.talk import ALL, EVERYONE, Chance, Play, tell

TAVERN: Final = "tavern"
STORE: Final = "store"
MARKETS: Final = (TAVERN, STORE)

# Gold, fame and might


def gain(g: VirtuesState, seat: int, of: str, n: int, why: str) -> None:
    """SV-002, SV-005 and SV-Q81: take gold or fame, or move forward on the might track."""
    if n > 0:
        g.stock(of)[seat] += n
        tell(g, "gains", seat, why, (n, of))


def lose(g: VirtuesState, seat: int, of: str, n: int, why: str) -> int:
    """SV-003 and SV-Q11: a loss stops at nothing left; return how much was lost."""
    lost = min(n, g.stock(of)[seat])
    if lost > 0:
        g.stock(of)[seat] -= lost
        tell(g, "loses", seat, why, (lost, of))
    return max(0, lost)


# Gifts


@cache
def only(virtue: str, n: int = 1) -> Counts:
    """Return gifts of one virtue."""
    return tuple([n if name == virtue else 0 for name in VIRTUES])


def less(gifts: Counts, others: Counts) -> Counts:
    """Return what is left of some gifts after others are taken away, nothing below 0."""
    return tuple([n - m if n > m else 0 for n, m in zip(gifts, others)])


def gain_gifts(g: VirtuesState, seat: int, gifts: Counts, why: str) -> None:
    """SV-006, SV-097 and SV-098: from each pool the printed number, or whatever is left there."""
    got = tuple([min(left, n) for n, left in zip(gifts, g.pool)])
    g.pool = tuple([left - n for left, n in zip(g.pool, got)])
    g.gifts[seat] = tuple([held + n for held, n in zip(g.gifts[seat], got)])
    tell_gifts(g, "gains gifts", seat, got, why)


def tell_gifts(g: VirtuesState, what: str, seat: int, gifts: Counts, why: str) -> None:
    """Say of each virtue how many gifts came or went."""
    for name, n in zip(VIRTUES, gifts):
        if n:
            tell(g, what, seat, why, (n, name))


def lose_gifts(g: VirtuesState, seat: int, gifts: Counts) -> None:
    """SV-007: gifts go back to their pools."""
    g.gifts[seat] = tuple([held - n for held, n in zip(g.gifts[seat], gifts)])
    g.pool = tuple([left + n for left, n in zip(g.pool, gifts)])


def hand_gift(g: VirtuesState, giver: int, taker: int, virtue: str) -> None:
    """One gift of a hero becomes another's."""
    one = only(virtue)
    g.gifts[giver] = less(g.gifts[giver], one)
    g.gifts[taker] = tuple([held + n for held, n in zip(g.gifts[taker], one)])


# The tavern and the store


def cards_of(g: VirtuesState, market: str) -> places.Cards:
    return g.characters if market == TAVERN else g.elixirs


def open_spaces(g: VirtuesState, market: str) -> range:
    """SV-166: the rows of the spaces that are not closed: they close from the third downwards."""
    return range(places.DISPLAY, places.DISPLAY + places.SPACES - g.closed[market == STORE])


def deal(cards: places.Cards, row: int, topic: str) -> Play[None]:
    """Lay the top card of a deck openly on a row."""
    card: str = yield Chance(topic, cards[places.DECK], EVERYONE)
    places.move(cards, card, row)


def refill(g: VirtuesState, market: str) -> Play[None]:
    """SV-010, SV-011, SV-060, SV-066 and SV-Q21: empty open spaces, as long as there are cards."""
    cards = cards_of(g, market)
    for row in open_spaces(g, market):
        renew(g, cards)
        if not cards[row] and cards[places.DECK]:
            yield from deal(cards, row, "character" if market == TAVERN else "elixir")
    renew(g, cards)


def renew(g: VirtuesState, cards: places.Cards) -> None:
    """SV-010 and SV-011: as soon as the deck is empty, the discard pile becomes the deck."""
    if not cards[places.DECK] and cards[places.USED]:
        cards[places.DECK], cards[places.USED] = tuple(sorted(cards[places.USED])), ()
        tell(g, "shuffles", ALL, "SV-010" if cards is g.characters else "SV-011")


def discard_elixir(g: VirtuesState, elixir: str) -> Play[None]:
    """SV-051: a hero's elixir goes to its discard pile."""
    places.move(g.elixirs, elixir, places.USED)
    yield from refill(g, STORE)


def dismiss(g: VirtuesState, character: str, why: str) -> Play[None]:
    """SV-096: a hero's character goes to the discard pile."""
    owner = g.owner(g.characters, character)
    g.turned = tuple([other for other in g.turned if other != character])
    places.move(g.characters, character, places.USED)
    tell(g, "loses a character", owner, why, (character,))
    yield from refill(g, TAVERN)


def refresh(g: VirtuesState, market: Market) -> Play[None]:
    """Other characters, or other elixirs. SV-157."""
    cards = cards_of(g, market)
    for row in open_spaces(g, market):
        cards[places.USED], cards[row] = cards[places.USED] + cards[row], ()
    tell(g, "refreshes", ALL, "SV-157", (market,))
    yield from refill(g, market)


def close_space(g: VirtuesState, market: Market) -> Play[None]:
    """The highest open space is covered for the rest of the game. SV-164 to SV-166 and SV-Q41."""
    spaces = open_spaces(g, market)
    if spaces:
        cards, row = cards_of(g, market), spaces[-1]
        cards[places.USED], cards[row] = cards[places.USED] + cards[row], ()
        tavern, store = g.closed
        g.closed = (tavern + 1, store) if market == TAVERN else (tavern, store + 1)
        tell(g, "closes a space", ALL, "SV-164", (market, len(spaces)))
        yield from refill(g, market)


# Castles, estates and temples


def rating(g: VirtuesState, seat: int, building: str) -> int:
    """SV-073, SV-074 and SV-Q16: what a castle or an estate produces for its owner now."""
    _, base, needs, best = g.content.ratings[building]
    return best if g.banners(seat)[g.content.colour[building]] >= needs else base


def unman(g: VirtuesState, building: str) -> None:
    """SV-058, SV-082 and SV-160: the marker goes back to its owner, and nothing comes of it."""
    if building in g.manned:
        leave(g, building, g.manned[building])
        g.manned = {other: owner for other, owner in g.manned.items() if other != building}


def discard_building(g: VirtuesState, building: str) -> None:
    """SV-014, SV-058 and SV-Q20: a castle or an estate leaves the game, wherever it is."""
    unman(g, building)
    places.move(g.built(building), building, places.LOST)


def offer_buildings(g: VirtuesState, kind: str) -> Play[None]:
    """SV-027, SV-028, SV-071 and SV-161: two castles and two estates lie open, while there are any."""
    cards = g.castles if kind == "castle" else g.estates
    while len(cards[places.OFFER]) < places.OFFERED and cards[places.DECK]:
        yield from deal(cards, places.OFFER, kind)


def destroy(g: VirtuesState, number: int) -> Play[None]:
    """A castle or an estate leaves the game, wherever it is. SV-160 to SV-163 and SV-Q40."""
    building = g.content.numbered[number]
    cards = g.built(building)
    if building in cards[places.LOST]:
        return
    tell(g, "is destroyed", max(ALL, g.owner(cards, building)), "SV-160", (building,))
    discard_building(g, building)
    yield from offer_buildings(g, g.content.kind(building))
