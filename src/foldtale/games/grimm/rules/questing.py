"""Phase 5: completing quests. GR-080 to GR-089, GR-122, GR-150 to GR-153, GR-170, GR-218, GR-Q36 to GR-Q45,
GR-Q111 to GR-Q113, GR-Q122."""

from __future__ import annotations

from foldtale.games.grimm.language import TOKENS, Needs
from foldtale.games.grimm.options import COMPLETE, FETCH, FULFIL, LIFT
from foldtale.games.grimm.rules.gaining import add_tokens, choose_token, discard_magic, give_up, only
from foldtale.games.grimm.rules.stories import discard_story, lift_curse
from foldtale.games.grimm.rules.windows import is_ready, turn_over
from foldtale.games.grimm.state import Tale
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import Option, Play, tell


def quest_options(g: Tale, seat: int) -> list[Option]:
    """GR-080, GR-153 and GR-Q112: what can be completed, picked up, fulfilled or removed here and now.

    A Mini Quest that asks for a place waits until the figure has moved since the draw.
    """
    cards = g.content.cards
    found: list[Option] = []
    for quest in g.active_quests(seat):
        body = cards[quest].body
        if body.sort == "fetch":
            if quest not in g.carried:
                if g.at[seat] == body.from_:
                    found.append(FETCH(quest))
            elif g.carried[quest] == seat and is_met(g, seat, body.needs):
                found.append(COMPLETE(quest))
        elif is_met(g, seat, body.needs):
            found.append(COMPLETE(quest))
    for card in g.kept(seat):
        kind = cards[card].kind
        body = cards[card].body
        if kind == "mini" and not (card in g.fresh and body.quest.at) and is_met(g, seat, body.quest):
            found.append(FULFIL(card))
        elif kind == "curse" and body.lift is not None and is_met(g, seat, body.lift):
            found.append(LIFT(card))
    return found


def is_met(g: Tale, seat: int, needs: Needs) -> bool:
    """GR-082 and GR-084 to GR-087: place, tokens, cards, company; Puss in Boots may convert one token."""
    if needs.at and g.at[seat] not in needs.at:
        return False
    if needs.together and not g.together(seat):
        return False
    if needs.magic and len(g.hand(seat)) < needs.magic:
        return False
    held = g.tokens[seat]
    if sum(held) < needs.tokens + sum(needs.price):
        return False
    return missing(held, needs.price) <= can_convert(g, seat)


def missing(held: tuple[int, int, int], price: tuple[int, int, int]) -> int:
    """How many tokens are not of the type that is asked for."""
    return sum([max(0, n - have) for n, have in zip(price, held)])


def can_convert(g: Tale, seat: int) -> int:
    """GR-218, GR-219 and GR-Q45: one token once a chapter, if this is Puss in Boots."""
    card = g.character[seat]
    return int(bool(card) and g.content.body(card).converts and is_ready(g, seat, card))


def pay(g: Tale, seat: int, needs: Needs, why: str) -> Play[None]:
    """GR-082, GR-089, GR-194 and GR-Q45: tokens go back; no card keeps what one gives oneself."""
    price = needs.price
    if missing(g.tokens[seat], needs.price):
        lacking = next(at for at, n in enumerate(price) if n > g.tokens[seat][at])
        spare = tuple([token for at, token in enumerate(TOKENS) if g.tokens[seat][at] > price[at]])
        token = yield from choose_token(g, seat, "GR-218", spare)
        convert(g, seat, token, TOKENS[lacking])
    add_tokens(g, seat, price, -1)
    more = yield from give_up(g, seat, needs.tokens, TOKENS, why)
    if any(price) or any(more):
        tell(g, "pays", seat, "GR-089", tuple(map(sum, zip(price, more, strict=True))))
    for _ in range(needs.magic):
        yield from discard_magic(g, seat, why)


def convert(g: Tale, seat: int, token: str, into: str) -> None:
    """GR-Q69 and GR-219: one token for one of another type."""
    turn_over(g, seat, g.character[seat])
    add_tokens(g, seat, only(token), -1)
    add_tokens(g, seat, only(into))
    tell(g, "converts", seat, "GR-Q69", (token, into))


def do_quest(g: Tale, seat: int, choice: Option) -> Play[None]:
    """Whatever was chosen of `quest_options`."""
    if choice in COMPLETE:
        yield from complete(g, seat, *COMPLETE.parts(choice))
    elif choice in FETCH:
        fetch(g, seat, *FETCH.parts(choice))
    elif choice in FULFIL:
        yield from fulfil(g, seat, *FULFIL.parts(choice))
    else:
        (card,) = LIFT.parts(choice)
        yield from pay(g, seat, g.content.body(card).lift, "GR-150")
        lift_curse(g, seat, card)


def fetch(g: Tale, seat: int, quest: str) -> None:
    """GR-087, GR-088, GR-Q40 and GR-Q122: the item of a quest is picked up, and bound to whoever did it."""
    g.carried = {**g.carried, quest: seat}
    tell(g, "picks up", seat, "GR-088", (quest,))


def complete(g: Tale, seat: int, quest: str) -> Play[None]:
    """GR-083, GR-170 and GR-Q36: paid for, turned face down, and worth its AP in the end."""
    yield from pay(g, seat, g.content.body(quest).needs, "GR-085")
    g.deck_of(quest).move(quest, g.quest_row(seat), g.done_row(seat))
    g.drop_item(quest)
    tell(g, "completes", seat, "GR-083", (quest, g.content.body(quest).ap))
    if g.coop and not g.active_quests(seat) and not g.last_done:
        g.last_done = g.chapter
        tell(g, "last quest", seat, "GR-Q124", (g.chapter,))


def fulfil(g: Tale, seat: int, card: str) -> Play[None]:
    """GR-151, GR-152 and GR-Q113: the reward of a Mini Quest, never AP."""
    body = g.content.body(card)
    yield from pay(g, seat, body.quest, "GR-151")
    discard_story(g, card, g.kept_row(seat))
    tell(g, "fulfils", seat, "GR-152", (card,))
    yield from perform(g, body.do, Cause(seat, card))
