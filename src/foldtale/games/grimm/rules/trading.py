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


class Offer:
    """What is on the table. Of the partner's Magic Items only how many, until they are picked."""

    def __init__(self, giver: int, taker: int) -> None:
        self.giver = giver
        self.taker = taker
        self.given: list[str] = []
        self.wanted: list[str] = []
        self.magic_given: list[str] = []
        self.magic_wanted = 0
        self.magic_picked: list[str] = []


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
        choice = yield Ask(offer.giver, "offer", offer_options(g, offer), "GR-Q138")
        if choice is OFFER:
            return True
        if choice is STOP:
            return False
        put_in(g, offer, choice)


def offer_options(g: Tale, offer: Offer) -> list[Option]:
    """What can still be added, and whether it can be offered as it is."""
    options: list[Option] = []
    full = len(offer.given) + len(offer.wanted) + len(offer.magic_given) >= MOST_THINGS
    if not full:
        options += [GIVE(thing) for thing in left(g, offer.giver, offer.given)]
        hand = remaining(g.hand(offer.giver), offer.magic_given)
        options += [GIVE(card) for card in dict.fromkeys(sorted(hand))]
        options += [WANT(thing) for thing in left(g, offer.taker, offer.wanted)]
        if len(g.hand(offer.taker)) > offer.magic_wanted:
            options.append(ASK_MAGIC)
    if is_something(offer) and keeps_limits(g, offer):
        options.append(OFFER)
    return [*options, STOP]


def left(g: Tale, seat: int, taken: list[str]) -> list[str]:
    """What a seat has besides what is on the table already."""
    return [
        thing
        for thing in things(g, seat)
        if taken.count(thing) < (g.count(seat, thing) if thing in TOKENS else 1)
    ]


def put_in(g: Tale, offer: Offer, choice: Option) -> None:
    if choice is ASK_MAGIC:
        offer.magic_wanted += 1
    elif choice in WANT:
        offer.wanted += WANT.parts(choice)
    else:
        (thing,) = GIVE.parts(choice)
        (offer.magic_given if thing in g.hand(offer.giver) else offer.given).append(thing)


def is_something(offer: Offer) -> bool:
    return bool(offer.given or offer.wanted or offer.magic_wanted or offer.magic_given)


def keeps_limits(g: Tale, offer: Offer) -> bool:
    """GR-Q116: nobody has more than four active Main Quests after it."""
    if g.coop:
        return True
    given = quests_among(g, offer.given)
    wanted = quests_among(g, offer.wanted)
    mine = len(g.active_quests(offer.giver)) - given + wanted
    yours = len(g.active_quests(offer.taker)) - wanted + given
    return max(mine, yours) <= QUEST_LIMIT


def quests_among(g: Tale, things: list[str]) -> int:
    return len([thing for thing in things if thing not in TOKENS and g.content.kind(thing) == "quest"])


def propose(g: Tale, offer: Offer) -> Play[None]:
    """GR-158, GR-Q116 and GR-Q138: the partner alone sees Magic Items, and picks others in private."""
    both = bit(offer.giver) | bit(offer.taker)
    if offer.magic_given:
        g.magic.reveal(offer.magic_given, offer.giver, offer.taker)
        yield Show(tuple(offer.magic_given), bit(offer.taker))
    tell(g, "offers", offer.giver, "GR-Q138", (offer.taker,))
    for thing in offer.given:
        tell(g, "would give", offer.giver, "GR-Q116", (thing,))
    if offer.magic_given:
        cards = tuple(offer.magic_given)
        tell(g, "would give Magic Items", offer.giver, "GR-Q116", (len(cards),), cards[:3], both)
    for thing in offer.wanted:
        tell(g, "asks for", offer.giver, "GR-Q116", (thing,))
    if offer.magic_wanted:
        tell(g, "asks for Magic Items", offer.giver, "GR-Q138", (offer.magic_wanted,))
    about = (offer.giver, offer.magic_wanted)
    if (yield Ask(offer.taker, "trade", (ACCEPT, REJECT), "GR-158", about=about)) is REJECT:
        g.rejected += 1
        tell(g, "rejects", offer.taker, "GR-158", (offer.giver,))
        return
    for _ in range(offer.magic_wanted):
        yield from hand_over(g, offer)
    if offer.magic_picked:
        yield Show(tuple(offer.magic_picked), bit(offer.giver))
    yield from exchange(g, offer)


def hand_over(g: Tale, offer: Offer) -> Play[None]:
    """GR-Q138: a Magic Item of the partner's own choice."""
    hand = remaining(g.hand(offer.taker), offer.magic_picked)
    card = yield from pick(offer.taker, "hand over", hand, "GR-Q138", veiled=True)
    offer.magic_picked.append(str(card))


def remaining(hand: Row, taken: list[str]) -> list[str]:
    """A hand without these cards."""
    left = list(hand)
    for card in taken:
        left.remove(card)
    return left


def exchange(g: Tale, offer: Offer) -> Play[None]:
    """Hand everything over at once; then let each party add to the tokens that it got.

    Whoever knew a card of these hands cannot tell any more whether it is still there. Traded Magic Items
    can be played only after that. GR-157, GR-Q117, GR-Q139 and GR-Q150.
    """
    both = bit(offer.giver) | bit(offer.taker)
    for giver, taker, goods, cards in (
        (offer.giver, offer.taker, offer.given, offer.magic_given),
        (offer.taker, offer.giver, offer.wanted, offer.magic_picked),
    ):
        for thing in goods:
            hand_on(g, giver, taker, thing)
        for card in cards:
            g.magic.put(card, COMING + taker, (g.magic.take(card, giver) & both) | bit(giver))
            g.magic.mix(giver, both)
    tell(g, "trades with", offer.giver, "GR-157", (offer.taker,))
    yield from add_to(g, offer.giver, offer.wanted)
    yield from add_to(g, offer.taker, offer.given)
    take_in(g)


def add_to(g: Tale, seat: int, goods: list[str]) -> Play[None]:
    """Let `seat` play a card that adds to the tokens among `goods`, just received. GR-192 and GR-Q150."""
    got = [goods.count(token) for token in TOKENS]
    if not any(got):
        return
    gain = Gain(seat, list(got))
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
