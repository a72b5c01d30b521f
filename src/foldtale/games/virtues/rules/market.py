"""Recruiting, buying, founding and manning: SV-059 to SV-085, SV-Q82 and SV-Q83."""

from __future__ import annotations

from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME, GOLD, MIGHT
from foldtale.games.virtues.options import BUY, FOUND, MAN, RECRUIT
from foldtale.games.virtues.rules.paying import pay
from foldtale.games.virtues.rules.supplies import STORE, TAVERN, cards_of, gain, offer_buildings, refill
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import enter, value
from foldtale.kernel.talk import Option, Play, tell

TEMPLE_MIGHT: Final = 1
PRICES: Final = {TAVERN: (FAME, "recruit_cost"), STORE: (GOLD, "elixir_cost")}
"""What is paid in each market, and the number by which cards change its prices."""


def cost_of(g: VirtuesState, seat: int, market: str, card: str, discount: int = 0) -> int:
    """SV-017 and SV-Q82: temples lessen the price first, then the effect that makes the purchase."""
    return max(0, value(g, PRICES[market][1], g.content.cost[card], seat) - discount)


def on_sale(g: VirtuesState, seat: int, market: str, most: int, discount: int = 0) -> list[Option]:
    """SV-059 and SV-065: the characters or elixirs that this hero could pay with `most`."""
    verb = RECRUIT if market == TAVERN else BUY
    cards = [card for row in cards_of(g, market)[places.DISPLAY : places.USED] for card in row]
    return [verb(card) for card in cards if cost_of(g, seat, market, card, discount) <= most]


def buildings_for(g: VirtuesState, most: int) -> list[Option]:
    """SV-070: the buildings that can be founded for `most` gold."""
    cost = g.content.cost
    offered = g.castles[places.OFFER] + g.estates[places.OFFER] + g.temples[places.OFFER]
    return [FOUND(card) for card in offered if cost[card] <= most]


def recruit(g: VirtuesState, seat: int, card: str, discount: int = 0) -> Play[None]:
    """SV-059 to SV-064: paid in fame, upright; might without a plus sign comes at once."""
    yield from purchase(g, seat, TAVERN, card, discount)
    gain(g, seat, MIGHT, g.content.body(card).might, "SV-062")


def buy(g: VirtuesState, seat: int, card: str, discount: int = 0) -> Play[None]:
    """SV-065 and SV-066: paid in gold."""
    return purchase(g, seat, STORE, card, discount)


def purchase(g: VirtuesState, seat: int, market: str, card: str, discount: int) -> Play[None]:
    """Pay for an open card of the tavern or the store and take it; another comes in its place."""
    tells, why = ("recruits", "SV-059") if market == TAVERN else ("buys", "SV-065")
    yield from pay(g, seat, PRICES[market][0], cost_of(g, seat, market, card, discount), why)
    places.move(cards_of(g, market), card, seat)
    tell(g, tells, seat, why, (card,))
    yield from refill(g, market)


def found(g: VirtuesState, seat: int, card: str, discount: int = 0) -> Play[None]:
    """SV-070 to SV-076: paid in gold; a temple gives one might and is not replaced."""
    yield from pay(g, seat, GOLD, max(0, g.content.cost[card] - discount), "SV-070")
    kind = g.content.kind(card)
    places.move(g.built(card), card, seat)
    tell(g, "founds", seat, "SV-070", (card,))
    if kind == "temple":
        gain(g, seat, MIGHT, TEMPLE_MIGHT, "SV-076")
    else:
        yield from offer_buildings(g, kind)


def mannable(g: VirtuesState, seat: int) -> list[Option]:
    """SV-078, SV-083 and SV-Q23: own buildings without a marker whose might can be paid."""
    might, content = g.might[seat], g.content
    return [
        MAN(one) for one in g.buildings(seat) if content.body(one).man_cost <= might and one not in g.manned
    ]


def man(g: VirtuesState, seat: int, card: str) -> None:
    """SV-078, SV-079 and SV-082: might is paid, a marker put on it; a temple works from now on."""
    body = g.content.body(card)
    g.might[seat] -= body.man_cost
    g.manned = {**g.manned, card: seat}
    if g.content.kind(card) == "temple":
        enter(g, card, seat, body.standing)
    tell(g, "mans", seat, "SV-078", (card, body.man_cost))
