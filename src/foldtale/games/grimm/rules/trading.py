"""Encounters and trading. GR-156 to GR-158, GR-Q115 to GR-Q117, GR-Q122, GR-Q138, GR-Q150 and GR-Q152."""

from __future__ import annotations

from typing import Final

from foldtale.games.grimm.language import TOKENS, Gain
from foldtale.games.grimm.options import ACCEPT, ASK_MAGIC, GIVE, OFFER, PARTNER, REJECT, STOP, WANT
from foldtale.games.grimm.rules.gaining import add_more, add_tokens, only, take_in
from foldtale.games.grimm.rules.windows import window
from foldtale.games.grimm.state import COMING, QUEST_LIMIT, Tale
from foldtale.kernel.talk import Ask, Option, Play, Show, bit, pick, tell
from foldtale.kernel.zones import Row

MOST_REJECTED: Final = 3
MOST_THINGS: Final = 12


class Party:
    """What a seat puts into a trade: goods that lie open, and Magic Items."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.goods: list[str] = []
        self.cards: list[str] = []


class Offer:
    """What is on the table. Of the taker's Magic Items only how many are `wanted`, until they are picked."""

    def __init__(self, giver: int, taker: int) -> None:
        self.giver = Party(giver)
        self.taker = Party(taker)
        self.wanted = 0


def can_trade(g: Tale, seat: int) -> bool:
    """GR-156 and GR-Q115: somebody shares the field, and not too many offers were turned down."""
    return g.rejected < MOST_REJECTED and any(owns(g, seat) or owns(g, other) for other in g.together(seat))


def owns(g: Tale, seat: int) -> bool:
    return bool(g.hand(seat) or things(g, seat))


def things(g: Tale, seat: int) -> list[str]:
    """GR-Q116 and GR-Q122: what can change hands besides Magic Items; for a team, quest items."""
    if g.coop:
        return [*g.held(seat), *[quest for quest, holder in g.carried.items() if holder == seat]]
    kept = [card for card in g.kept(seat) if g.content.kind(card) in ("side", "mini")]
    return [*g.held(seat), *g.active_quests(seat), *kept]


def trade(g: Tale, seat: int) -> Play[None]:
    """GR-Q115 and GR-Q138: one offer at a time, built in steps, and the other's yes or no."""
    partners = [PARTNER(other + 1) for other in g.together(seat)]
    partner = yield from pick(seat, "partner", partners, "GR-157")
    assert partner is not None
    offer = Offer(seat, PARTNER.parts(partner)[0] - 1)
    if (yield from build(g, offer)):
        yield from propose(g, offer)


def build(g: Tale, offer: Offer) -> Play[bool]:
    """GR-Q116 and GR-Q138: what is given, and what is asked for; whether it is offered."""
    while True:
        choice = yield Ask(offer.giver.seat, "offer", offer_options(g, offer), "GR-Q138")
        if choice is OFFER:
            return True
        if choice is STOP:
            return False
        if choice is ASK_MAGIC:
            offer.wanted += 1
        elif choice in WANT:
            offer.taker.goods += WANT.parts(choice)
        else:
            (thing,) = GIVE.parts(choice)
            giver = offer.giver
            (giver.cards if thing in g.hand(giver.seat) else giver.goods).append(thing)


def offer_options(g: Tale, offer: Offer) -> list[Option]:
    """What can still be added, and whether it can be offered as it is."""
    giver, taker = offer.giver, offer.taker
    options: list[Option] = []
    if len(giver.goods) + len(taker.goods) + len(giver.cards) < MOST_THINGS:
        options += [GIVE(thing) for thing in left(g, giver)]
        hand = remaining(g.hand(giver.seat), giver.cards)
        options += [GIVE(card) for card in dict.fromkeys(sorted(hand))]
        options += [WANT(thing) for thing in left(g, taker)]
        if len(g.hand(taker.seat)) > offer.wanted:
            options.append(ASK_MAGIC)
    if (giver.goods or giver.cards or taker.goods or offer.wanted) and keeps_limits(g, giver, taker):
        options.append(OFFER)
    return [*options, STOP]


def left(g: Tale, party: Party) -> list[str]:
    """What a seat has besides what is on the table already."""
    return [
        thing
        for thing in things(g, party.seat)
        if party.goods.count(thing) < (g.count(party.seat, thing) if thing in TOKENS else 1)
    ]


def keeps_limits(g: Tale, giver: Party, taker: Party) -> bool:
    """GR-Q116: nobody has more than four active Main Quests after it."""
    more = quests_among(g, taker.goods) - quests_among(g, giver.goods)
    after = (len(g.active_quests(giver.seat)) + more, len(g.active_quests(taker.seat)) - more)
    return g.coop or max(after) <= QUEST_LIMIT


def quests_among(g: Tale, things: list[str]) -> int:
    return len([thing for thing in things if thing not in TOKENS and g.content.kind(thing) == "quest"])


def propose(g: Tale, offer: Offer) -> Play[None]:
    """GR-158, GR-Q116 and GR-Q138: the partner alone sees Magic Items, and picks others in private."""
    giver, taker = offer.giver, offer.taker
    seat, other = giver.seat, taker.seat
    if giver.cards:
        g.magic.reveal(giver.cards, seat, other)
        yield Show(tuple(giver.cards), bit(other))
    tell(g, "offers", seat, "GR-Q138", (other,))
    for thing in giver.goods:
        tell(g, "would give", seat, "GR-Q116", (thing,))
    if giver.cards:
        count, seen = len(giver.cards), tuple(giver.cards[:3])
        tell(g, "would give Magic Items", seat, "GR-Q116", (count,), seen, bit(seat) | bit(other))
    for thing in taker.goods:
        tell(g, "asks for", seat, "GR-Q116", (thing,))
    if offer.wanted:
        tell(g, "asks for Magic Items", seat, "GR-Q138", (offer.wanted,))
    about = (seat, offer.wanted)
    if (yield Ask(other, "trade", (ACCEPT, REJECT), "GR-158", about=about)) is REJECT:
        g.rejected += 1
        tell(g, "rejects", other, "GR-158", (seat,))
        return
    for _ in range(offer.wanted):
        hand = remaining(g.hand(other), taker.cards)
        card = yield from pick(other, "hand over", hand, "GR-Q138", veiled=True)
        taker.cards.append(str(card))
    if taker.cards:
        yield Show(tuple(taker.cards), bit(seat))
    yield from exchange(g, giver, taker)


def remaining(hand: Row, taken: list[str]) -> list[str]:
    """A hand without these cards."""
    left = list(hand)
    for card in taken:
        left.remove(card)
    return left


def exchange(g: Tale, giver: Party, taker: Party) -> Play[None]:
    """Hand everything over at once; then let each party add to the tokens that it got.

    Whoever knew a card of these hands cannot tell any more whether it is still there. Traded Magic Items
    can be played only after that. GR-157, GR-Q117, GR-Q139 and GR-Q150.
    """
    both = bit(giver.seat) | bit(taker.seat)
    for one, other in ((giver, taker), (taker, giver)):
        for thing in one.goods:
            hand_on(g, one.seat, other.seat, thing)
        for card in one.cards:
            g.magic.put(card, COMING + other.seat, (g.magic.take(card, one.seat) & both) | bit(one.seat))
            g.magic.mix(one.seat, both)
    tell(g, "trades with", giver.seat, "GR-157", (taker.seat,))
    yield from add_to(g, giver.seat, taker.goods)
    yield from add_to(g, taker.seat, giver.goods)
    take_in(g)


def add_to(g: Tale, seat: int, goods: list[str]) -> Play[None]:
    """Let `seat` play a card that adds to the tokens among `goods`, just received. GR-192 and GR-Q150."""
    got = [goods.count(token) for token in TOKENS]
    if any(got):
        gain = Gain(seat, got)
        yield from window(g, "gain_modify", seat, who=seat, gain=gain, by="trade")
        add_more(g, gain, got, "GR-Q150")


def hand_on(g: Tale, giver: int, taker: int, thing: str) -> None:
    """GR-Q41 and GR-Q122: a token, a quest with its item, a Side or Mini Quest, or for a team an item."""
    if thing in TOKENS:
        add_tokens(g, giver, only(thing), -1)
        add_tokens(g, taker, only(thing))
        return
    if g.content.kind(thing) == "quest":
        if not g.coop:
            g.deck_of(thing).move(thing, giver, taker)
        if thing in g.carried:
            g.carried = {**g.carried, thing: taker}
    else:
        g.stories.move(thing, giver, taker)
