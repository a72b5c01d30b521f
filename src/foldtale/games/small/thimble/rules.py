"""Thimble: draw, lay or look, and mind the magpies."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from foldtale.games.small.thimble.options import (
    DRAW,
    KEEP,
    LAY,
    LOOK,
    NEEDLE,
    PASS,
    PLAY,
    RIBBON,
    STEAL,
    TUCK,
    UNDER,
)
from foldtale.games.small.thimble.record import Company
from foldtale.games.small.thimble.state import DISCARD, DRAWN, HAND_SIZE, LAID, MOST_PLAYERS, Basket, Stock
from foldtale.kernel.effects import Cause, after, before, enter, expire, perform, value
from foldtale.kernel.game import Outcome
from foldtale.kernel.talk import EVERYONE, REST, Aside, Ask, Leave, Option, Play, Show, bit, tell
from foldtale.kernel.zones import HELD, Row, draw, peek

LOOKED_AT: Final = 2
WAKING_COSTS: Final = 2
ROUND: Final = "round"

RIBBONS: Final = tuple([Aside(seat, RIBBON) for seat in range(MOST_PLAYERS)])


def main(g: Basket) -> Play[Outcome]:
    """TH-02 and TH-24: rounds until the last; the cat may end one from anywhere."""
    while True:
        yield REST
        try:
            if g.dealt:
                choices = doings(g.stock, g.box.rows[g.seat])
                choice = yield Ask(g.seat, "turn", choices, "TH-07", ribbons(g), True)
                yield from turn(g, choice)
            else:
                yield from deal(g)
                yield from read_page(g)
        except Leave as leave:
            leave.at(g, ROUND)
            yield from end_round(g)
            if g.round == g.rounds:
                return result(g)
            gather(g)


def deal(g: Basket) -> Play[None]:
    """TH-05 and TH-06: three cards each, and no cat among them."""
    for seat in seats_after(g, g.begins - 1):
        while len(g.box.rows[seat]) < HAND_SIZE:
            yield from draw(g.box, seat, bit(seat), "deal")
            if g.box.rows[seat][-1] == "cat":
                yield Show(("cat",), EVERYONE)
                cat_sleeps_on(g, seat)
    tell(g, "deals", g.begins, "TH-05", (g.round,))
    g.dealt = True


def cat_sleeps_on(g: Basket, seat: int) -> None:
    """TH-06: a cat that is dealt goes under the deck, for all to see."""
    g.box.take("cat", seat)
    g.box.tuck("cat", EVERYONE)
    tell(g, "finds the cat", seat, "TH-06")


@lru_cache(maxsize=4096)
def doings(stock: Stock, hand: Row) -> tuple[Option, ...]:
    """TH-07 and TH-27: what this hand can do."""
    found = [DRAW, *[LAY(kind) for kind in stock.values if kind in hand]]
    if "spectacles" in hand:
        found.append(LOOK)
    return (*found, *[PLAY(kind) for kind in stock.tricks if kind in hand])


def turn(g: Basket, choice: Option | Aside) -> Play[None]:
    """TH-07 and TH-18: one thing to do, unless somebody's ribbon comes first."""
    if isinstance(choice, Aside):
        yield from free_draw(g, choice.seat)
        return
    if choice is DRAW:
        yield from draw_card(g, g.seat)
    elif choice is LOOK:
        yield from look(g, g.seat)
    elif choice in PLAY:
        yield from play_trick(g, g.seat, *PLAY.parts(choice))
    else:
        yield from lay(g, g.seat, *LAY.parts(choice))
    expire(g, "turn")
    g.seat = (g.seat + 1) % g.players
    g.turns += 1


def ribbons(g: Basket) -> tuple[Aside, ...]:
    """TH-18: the seats that could draw out of turn."""
    asides: tuple[Aside, ...] = ()
    hands = g.box.rows
    for seat in range(len(g.scores)):
        if "ribbon" in hands[seat] and seat != g.seat:
            asides += (RIBBONS[seat],)
    return asides


def free_draw(g: Basket, seat: int) -> Play[None]:
    """TH-18: a ribbon for a card that nobody can steal."""
    play(g, seat, "ribbon", "TH-18")
    yield from take_card(g, seat, seat)
    tell(g, "draws out of turn", seat, "TH-18", (), g.box.rows[seat][-1:], bit(seat))
    yield from has_drawn(g, seat)


def draw_card(g: Basket, drawer: int) -> Play[None]:
    """TH-08 to TH-14: draw, and see who wants it."""
    yield from take_card(g, drawer, DRAWN)
    tell(g, "draws", drawer, "TH-08", (), g.box.rows[DRAWN], bit(drawer))
    taker = drawer
    for seat in seats_after(g, drawer)[:-1]:
        if (yield wants(g, seat, "steal", "magpie", STEAL, "TH-09")) is PASS:
            continue
        play(g, seat, "magpie", "TH-09")
        if (yield wants(g, drawer, "guard", "needle", NEEDLE, "TH-10")) is PASS:
            taker = seat
            break
        play(g, drawer, "needle", "TH-10")
    if taker != drawer:
        yield Show(g.box.rows[DRAWN], bit(taker))
    hand_over(g, drawer, taker)
    if taker == drawer:
        yield from has_drawn(g, drawer)
    yield from keep_three(g, taker)


def wants(g: Basket, seat: int, topic: str, kind: str, use: Option, rule: str) -> Ask:
    """TH-Q04: everybody is asked, whether they hold the card or not."""
    options = (PASS, use) if kind in g.box.rows[seat] else (PASS,)
    return Ask(seat, topic, options, rule, veiled=True)


def take_card(g: Basket, seat: int, row: int) -> Play[None]:
    """TH-08 and TH-19: the top card, which may be the cat."""
    yield from draw(g.box, row, bit(seat))
    if g.box.rows[row][-1] == "cat":
        g.box.show(row, EVERYONE)
        yield Show(("cat",), EVERYONE)
        tell(g, "wakes the cat", seat, "TH-19")
        g.woke = seat
        raise Leave(ROUND)


def has_drawn(g: Basket, seat: int) -> Play[None]:
    """A card of the deck is in a hand: cards of a pack may have something to say."""
    return after(g, "drew", who=seat)


def play(g: Basket, seat: int, kind: str, rule: str) -> None:
    """TH-11: a card from the hand, face up on the discard pile."""
    g.box.move(kind, seat, DISCARD)
    tell(g, "plays", seat, rule, (kind,))


def hand_over(g: Basket, drawer: int, taker: int) -> None:
    """TH-12 and TH-13: the drawn card goes to the thief or to the drawer."""
    (kind,) = g.box.rows[DRAWN]
    g.box.move(kind, DRAWN, taker)
    if taker == drawer:
        tell(g, "keeps", drawer, "TH-13")
    else:
        tell(g, "steals", taker, "TH-12", (drawer,), (kind,), bit(taker) | bit(drawer))


def keep_three(g: Basket, seat: int) -> Play[None]:
    """TH-14: one card too many goes under the deck."""
    while len(g.box.rows[seat]) > value(g, "hand_limit", HAND_SIZE, seat):
        hand = g.box.rows[seat]
        spare = [TUCK(kind) for kind in g.stock.kinds if kind in hand]
        choice = yield Ask(seat, "tuck", spare, "TH-14", veiled=True)
        tuck_away(g, seat, *TUCK.parts(choice))


def tuck_away(g: Basket, seat: int, kind: str) -> None:
    """TH-14 and TH-Q05: nobody else can tell any more what is in this hand."""
    g.box.take(kind, seat)
    g.box.mix(seat)
    g.box.tuck(kind, bit(seat) | HELD)
    tell(g, "tucks", seat, "TH-14", (), (kind,), bit(seat))


def lay(g: Basket, seat: int, kind: str) -> Play[None]:
    """TH-15 and TH-26: a treasure, face up before its owner."""
    g.box.move(kind, seat, LAID + seat)
    tell(g, "lays", seat, "TH-15", (kind,))
    yield from after(g, "laid", who=seat, thing=kind, worth=g.stock.values[kind])
    card = g.stock.pack.cards.get(kind) if g.stock.pack is not None else None
    if card is not None and card.body.laid is not None:
        yield from perform(g, card.body.laid, Cause(seat, kind))


def play_trick(g: Basket, seat: int, kind: str) -> Play[None]:
    """TH-27: a trick goes on the discard pile, and its text is followed."""
    play(g, seat, kind, "TH-27")
    yield from perform(g, g.stock.tricks[kind].body.do, Cause(seat, kind))
    for other in seats_after(g, seat - 1):
        yield from keep_three(g, other)


def read_page(g: Basket) -> Play[None]:
    """TH-28: the open page of a pack is read, and whoever begins does as it says."""
    if g.stock.pack is None or not g.page:
        return
    page = g.stock.pack.cards[g.page]
    yield Show((page.id,), EVERYONE, page=page.id)
    tell(g, "opens a page", g.begins, "TH-28", (page.id,))
    enter(g, page.id, g.begins, page.body.standing, "round")
    if page.body.do is not None:
        yield from perform(g, page.body.do, Cause(g.begins, page.id))
        for seat in seats_after(g, g.begins - 1):
            yield from keep_three(g, seat)


def look(g: Basket, seat: int) -> Play[None]:
    """TH-16 and TH-17: two cards seen, one perhaps put away."""
    play(g, seat, "spectacles", "TH-16")
    yield from peek(g.box, LOOKED_AT, seat)
    yield Show(top(g), bit(seat))
    tell(g, "looks", seat, "TH-16", (), top(g), bit(seat))
    away = [UNDER(kind) for kind in g.stock.kinds if kind in top(g)]
    choice = yield Ask(seat, "under", [KEEP, *away], "TH-17")
    if choice is KEEP:
        tell(g, "leaves", seat, "TH-17")
    else:
        put_under(g, seat, *UNDER.parts(choice))


def top(g: Basket) -> tuple[str, ...]:
    """The cards that were just looked at, top first."""
    return tuple([layer[0] for layer in g.box.layers[:LOOKED_AT]])


def put_under(g: Basket, seat: int, kind: str) -> None:
    """TH-17: one of the two goes under the deck, and only the looker knows which."""
    for seen, _ in enumerate(top(g)):
        g.box.masks[seen] = bit(seat)
    g.box.lift(kind)
    g.box.tuck(kind, bit(seat))
    tell(g, "puts under", seat, "TH-17", (), (kind,), bit(seat))


def end_round(g: Basket) -> Play[None]:
    """TH-21 to TH-23: hands are shown, treasures are counted."""
    for seat in range(g.players):
        g.box.show(seat, EVERYONE)
        yield Show(g.box.rows[seat], EVERYONE)
        tell(g, "shows", seat, "TH-21", g.box.rows[seat])
    for seat in range(g.players):
        points = sum([g.stock.values[kind] for kind in g.laid(seat)])
        if seat == g.woke:
            points = max(0, points - value(g, "cat_costs", WAKING_COSTS, seat))
        event = yield from before(g, "scoring", who=seat, points=points)
        points = 0 if event.cancelled else max(0, event.facts["points"])
        g.scores[seat] += points
        tell(g, "scores", seat, "TH-23" if seat == g.woke else "TH-22", (points, g.scores[seat]))


def gather(g: Basket) -> None:
    """TH-03 and TH-04: the next seat begins, with all cards in the deck again."""
    g.round += 1
    g.begins = g.seat = (g.begins + 1) % g.players
    g.box.gather()
    expire(g, "round")
    if g.stock.pack is not None and g.page:
        g.page = g.stock.pack.cards[g.page].body.next or ""
    g.woke = -1
    g.dealt = False


def result(g: Basket) -> Outcome:
    """TH-24 and TH-25: the most points win, perhaps together."""
    best = max(g.scores)
    winners = tuple([seat for seat, score in enumerate(g.scores) if score == best])
    wins = g.company.wins or (0,) * len(g.scores)
    company = Company(wins=tuple([count + (seat in winners) for seat, count in enumerate(wins)]))
    for seat in winners:
        tell(g, "wins", seat, "TH-24", (best,))
    return Outcome("most points", winners, tuple(g.scores), company)


def seats_after(g: Basket, seat: int) -> list[int]:
    """All seats in order, beginning after this one."""
    return [(seat + step) % g.players for step in range(1, g.players + 1)]
