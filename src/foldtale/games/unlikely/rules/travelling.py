"""The Travel action. UH-134 to UH-139 and UH-Q36 to UH-Q38."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from foldtale.games.unlikely.language import Hero
from foldtale.games.unlikely.options import GO, STAY, STRAIN
from foldtale.games.unlikely.rules.energy import can_strain, strain
from foldtale.games.unlikely.rules.maps import move
from foldtale.games.unlikely.rules.windows import TRAVEL, renew, usable, use_effect
from foldtale.games.unlikely.state import REACH, UnlikelyState
from foldtale.games.unlikely.world import ways_from
from foldtale.kernel.effects import value
from foldtale.kernel.talk import Option, Play

NOWHERE: Final[Mapping[str, tuple[str, ...]]] = {}


def reach(g: UnlikelyState, hero: int) -> int:
    """Return how many spaces a Travel action covers, before cubes and effects. UH-134."""
    return value(g, "travel", REACH, Hero(hero))


def destinations(g: UnlikelyState, hero: int, spaces: int, crosses: int = 0) -> Mapping[str, tuple[str, ...]]:
    """Return every map within reach, with the shortest way there. UH-134 to UH-137 and UH-Q111."""
    here = g.heroes[hero].at
    return ways_from(g.world.areas, here, spaces, crosses) if here in g.world and spaces > 0 else NOWHERE


def set_out(g: UnlikelyState) -> None:
    """Begin a Travel action. UH-134."""
    g.spaces = reach(g, g.active)
    g.extended = False
    g.crosses = 0
    g.along = ()


def travel(g: UnlikelyState, card: str = "") -> Play[bool]:
    """Go to a map within reach, farther with a cube or an effect, or along with others.

    Without a `card` the hero sets out and uses an effect on the way first.

    UH-134 to UH-139 and UH-Q111.
    """
    set_out(g)
    asks = not card
    if card:
        asks = yield from go(g, card)
    start = g.heroes[g.active].at
    while g.spaces >= 0:
        options = ways_on(g, asks)
        if not options:
            break
        stays = [] if not card and g.heroes[g.active].at == start and options[0] in GO else [STAY]
        choice = yield g.asks(g.active, "travel on", [*stays, *options], "UH-138", g.spaces)
        if choice is STAY:
            break
        asks = True
        if choice in GO:
            yield from go(g, *GO.parts(choice))
        elif choice in STRAIN:
            yield from strain(g, *STRAIN.parts(choice), g.active)
            g.extended = True
            g.spaces += 1
        else:
            yield from use_effect(g, choice, g.player(g.active))
    g.spaces = -1
    g.extended = False
    g.crosses = 0
    g.along = ()
    renew(g, TRAVEL)
    return True


def ways_on(g: UnlikelyState, asks: bool) -> list[Option]:
    """How a hero can go on; who has stopped on the way by choice is asked no more. UH-138 and UH-Q111."""
    here = g.heroes[g.active].at
    if here not in g.world or (g.spaces > 0 and not asks):
        return []
    ways = [*map(GO, destinations(g, g.active, g.spaces, g.crosses))]
    strains = [] if g.extended or not g.world.areas.next[here] else can_strain(g, g.active)
    return [*ways, *map(STRAIN, strains), *usable(g, "travel")]


def go(g: UnlikelyState, card: str) -> Play[bool]:
    """Go step by step along the shortest way; tell whether something has changed it. UH-135 and UH-Q121."""
    ways = destinations(g, g.active, g.spaces, g.crosses)
    for there in ways.get(card, ()):
        here = g.heroes[g.active].at
        crossing = here in g.world and there not in g.world.areas.next[here]
        along = [hero for hero in g.along if g.heroes[hero].at == here]
        g.spaces -= 1
        g.crosses -= crossing
        yield from move(g, there, "UH-135", g.active, *along)
        if g.heroes[g.active].at != there or g.spaces < 0:
            return True
    return False
