"""Regroup. UH-238 to UH-242, UH-244, UH-Q78 to UH-Q81."""

from __future__ import annotations

from foldtale.games.unlikely.options import CUBE, DISCARD, DONE, LEFT_SIDE, LIFT, RIGHT_SIDE, SHIFT, THIS, TO
from foldtale.games.unlikely.rules.backpacks import discard_item, lay, lift, meet_limits
from foldtale.games.unlikely.rules.energy import gain, put_cube, take_cube
from foldtale.games.unlikely.rules.lessons import teach
from foldtale.games.unlikely.rules.maps import move
from foldtale.games.unlikely.state import LEFT, RIGHT, UnlikelyState
from foldtale.kernel.talk import ALL, Option, Play, tell


def named_by_chapter(g: UnlikelyState) -> str:
    """Return the map named by the current chapter's setup box, if it is in play. UH-Q81."""
    for call in g.content.calls(g.chapter, "setup"):
        for inner in call.all():
            if inner.word == "regroup" and g.world.answering(str(inner.given.get("regroup", ""))):
                return str(inner.given["regroup"])
    return ""


def regroup(g: UnlikelyState, place: str | None = None) -> Play[None]:
    """Arrange and share, gain cubes, gather, and the turn is over. UH-238 to UH-242, UH-Q78 and UH-Q116."""
    tell(g, "regroups", ALL, "UH-238")
    yield from teach(g, "regroup")
    discarded = yield from arrange_all(g)
    for hero in sorted(discarded, key=g.heard):
        yield from gain(g, 1, hero)
    g.regrouping = ()
    yield from gather(g, place or "")
    g.turn_over = True
    g.actions = 0
    g.spaces = -1


def arrange_all(g: UnlikelyState) -> Play[list[int]]:
    """Each hero in turn; return who discarded, once for each item. UH-238, UH-239, UH-242 and UH-Q79."""
    discarded: list[int] = []
    for hero in g.ring():
        while True:
            options = arrangements(g, hero)
            if not options:
                break
            choice = yield g.asks(hero, "regroup", [DONE, *options], "UH-238", g.heroes[hero].card)
            if choice is DONE:
                break
            if choice is DISCARD:
                yield from throw_away(g, hero)
                discarded.append(hero)
            elif choice in SHIFT:
                yield from share(g, hero, *SHIFT.parts(choice))
            else:
                yield from share_cube(g, hero, *LIFT.parts(choice))
    for hero in g.ring():
        before = len(g.heroes[hero].items)
        yield from meet_limits(g, hero)
        discarded += [hero] * (before - len(g.heroes[hero].items))
    return discarded


def arrangements(g: UnlikelyState, hero: int) -> list[Option]:
    """Return what a hero can still do: each item and each cube is moved at most once. UH-Q112."""
    items = g.heroes[hero].items
    options: list[Option] = [SHIFT(card) for card in items if card not in g.regrouping]
    if items:
        options.append(DISCARD)
    return options + [
        LIFT(card)
        for card in g.energy_of(hero)
        if g.cubes[card].total > g.regrouping.count(f"cube {card}") and rooms_beside(g, card)
    ]


def rooms_beside(g: UnlikelyState, card: str) -> list[str]:
    """Return the visible effects of all heroes to which a cube of `card` can go."""
    return [other for seat in g.ring() for other in g.energy_of(seat) if g.room(other) and other != card]


def throw_away(g: UnlikelyState, hero: int) -> Play[None]:
    """An item discarded in a regroup gives a cube to the hero that discarded it. UH-239."""
    choice = yield g.asks(hero, "discard", [*map(THIS, g.heroes[hero].items)], "UH-239")
    yield from discard_item(g, *THIS.parts(choice))


def share(g: UnlikelyState, hero: int, card: str) -> Play[None]:
    """An item goes to any hero and side, wherever they are; it counts as moved. UH-238 and UH-Q79."""
    choice = yield g.asks(hero, "to whom", [TO(other + 1) for other in g.ring()], "UH-238")
    taker = TO.parts(choice)[0] - 1
    choice = yield g.asks(taker, "side", [LEFT_SIDE, RIGHT_SIDE], "UH-238", card, card=card)
    lift(g, card)
    lay(g, card, taker, LEFT if choice is LEFT_SIDE else RIGHT)
    g.regrouping = (*g.regrouping, card)
    tell(g, "shares", g.player(hero), "UH-238", (card, g.heroes[taker].card))


def share_cube(g: UnlikelyState, hero: int, card: str) -> Play[None]:
    """A cube goes to any visible space of any hero. UH-238 and UH-Q79."""
    choice = yield g.asks(hero, "cube to", [*map(CUBE, rooms_beside(g, card))], "UH-238", card)
    (there,) = CUBE.parts(choice)
    take_cube(g, card)
    put_cube(g, there)
    g.regrouping = (*g.regrouping, f"cube {there}")
    tell(g, "shares cube", g.player(hero), "UH-238", (card, there))


def gather(g: UnlikelyState, number: str) -> Play[None]:
    """All meeples move to the named map, which is drawn first, or to the latest one. UH-240 and UH-Q80."""
    if number and not g.world.answering(number):
        from foldtale.games.unlikely.rules.exploring import bring_map

        yield from bring_map(g, number)
    there = g.world.answering(number) if number else ""
    yield from move(g, there or g.world.latest, "UH-240", *g.ring())
