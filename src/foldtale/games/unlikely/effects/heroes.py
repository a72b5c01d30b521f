"""Instructions about moving, turns and backpacks."""

from __future__ import annotations

from foldtale.games.unlikely.language import LANGUAGE, Hero, Map, Side, Tag, Thing
from foldtale.games.unlikely.options import BACK, GO, STAY, THIS
from foldtale.games.unlikely.rules import backpacks, maps
from foldtale.games.unlikely.rules.travelling import destinations
from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel.effects import ME, Cause
from foldtale.kernel.talk import Chance, Play

OP = LANGUAGE.op


@OP("{who} may move up to {n} {n:space|spaces}", can=lambda g, n, who: bool(destinations(g, who, n)))
def step(g: UnlikelyState, n: int = 1, who: Hero = ME) -> Play[None]:
    """Along connections; it is no Travel action."""
    ways = destinations(g, who, n)
    if ways:
        choice = yield g.asks(who, "step", [STAY, *map(GO, ways)], "UH-005")
        if choice is not STAY:
            for there in ways[GO.parts(choice)[0]]:
                yield from maps.move(g, there, "UH-005", who)
                if g.heroes[who].at != there:
                    return


@OP("{who} {who:strays|stray} one space at random", can=lambda g, who: bool(destinations(g, who, 1)))
def stray(g: UnlikelyState, who: Hero = ME) -> Play[None]:
    """Chance says to which connected map."""
    ways = tuple(destinations(g, who, 1))
    if ways:
        there = ways[0] if len(ways) == 1 else (yield Chance("stray", ways))
        yield from maps.move(g, there, "UH-005", who)


@OP("{who} {who:moves|move} to {place}", can=lambda g, place, who: g.heroes[who].at != place)
def go_to(g: UnlikelyState, place: Map, who: Hero = ME) -> Play[None]:
    """Straight to a map in play, from anywhere."""
    yield from maps.move(g, g.world.answering(place) or place, "UH-005", who)


@OP("move {n} additional {n:space|spaces} in this Travel action", can=lambda g, n: g.spaces >= 0)
def extra_space(g: UnlikelyState, n: int = 1) -> None:
    """During a Travel action."""
    if g.spaces >= 0:
        g.spaces += n


@OP("one step may go to a touching map without a connection", can=lambda g: g.spaces >= 0)
def cross(g: UnlikelyState) -> None:
    """During a Travel action. UH-137."""
    g.crosses += 1


@OP("{who} {who:moves|move} along with you", can=lambda g, who: bool(g.spaces > 0 and is_left_behind(g, who)))
def bring(g: UnlikelyState, who: Hero) -> None:
    """A hero who stands on your map goes with you for the rest of this Travel action."""
    if g.spaces > 0 and is_left_behind(g, who):
        g.along = (*g.along, who)


def is_left_behind(g: UnlikelyState, who: int) -> bool:
    return who in g.company(g.active) and who not in g.along


@OP("you have {n} more {n:action|actions} in this turn", can=lambda g, n: not g.turn_over)
def act(g: UnlikelyState, n: int = 1) -> None:
    """Below 0 they are lost."""
    g.actions = max(0, g.actions + n)


@OP("you may carry out {n} Backpack {n:option|options} for free")
def backpack(g: UnlikelyState, n: int = 1) -> Play[None]:
    """At once, and without an action."""
    from foldtale.games.unlikely.rules.backpack_action import backpack as carry_out
    from foldtale.games.unlikely.rules.backpack_action import backpack_options

    while n > 0 and (options := [*backpack_options(g, g.active)]):
        choice = yield g.asks(g.active, "free backpack", [BACK, *options], "UH-126")
        if choice is BACK:
            return
        n -= yield from carry_out(g, choice)


@OP("the turn ends")
def end_turn(g: UnlikelyState) -> None:
    """Actions that are left are lost."""
    g.turn_over = True
    g.actions = 0


@OP("discard an item with tag {tag}", can=lambda g, tag, who: bool(tagged(g, tag, who)))
def discard_tagged(g: UnlikelyState, tag: Tag, who: Hero = ME) -> Play[None]:
    """One of your own, of your choice; if you have none, one of a hero on your map."""
    cards = tagged(g, tag, who)
    if cards:
        choice = yield g.asks(who, "discard", [*map(THIS, cards)], "UH-294")
        yield from backpacks.discard_item(g, *THIS.parts(choice))


def tagged(g: UnlikelyState, tag: str, who: int) -> list[str]:
    """Return the items with a tag of a hero, or else of those on the same map."""
    mine = [card for card in g.heroes[who].items if tag in g.item(card).tags]
    others = [card for other in g.company(who) for card in g.heroes[other].items]
    return mine or [card for card in others if tag in g.item(card).tags]


OP("discard {card}", can=lambda g, card: g.owner(card) >= 0, card=Thing)(backpacks.discard_item)


@OP("{who} {who:equips|equip} this item on the {side}")
def wear(g: UnlikelyState, c: Cause, side: Side, who: Hero = ME) -> Play[None]:
    """For a revealed item whose instructions say where it goes. UH-012."""
    if c.card in g.up:
        yield from backpacks.equip(g, c.card, who, side)
