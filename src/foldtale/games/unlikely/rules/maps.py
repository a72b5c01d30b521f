"""Maps: placing, connecting, replacing, relocating. UH-173 to UH-178, UH-209 and UH-Q51 to UH-Q54."""

from __future__ import annotations

from foldtale.games.unlikely.language import Direction, Hero
from foldtale.games.unlikely.options import GO, STAY
from foldtale.games.unlikely.rules import exploration
from foldtale.games.unlikely.state import UnlikelyState, enforce, without
from foldtale.games.unlikely.world import cell_of
from foldtale.kernel.effects import Cause, after, leave, perform
from foldtale.kernel.talk import ALL, Play, tell


def place(g: UnlikelyState, card: str) -> Play[Direction | None]:
    """Lay a map in its cell; return the direction it lies in. UH-073, UH-174, UH-177, UH-261 and UH-Q51."""
    body = g.content.body(card)
    cell = cell_of(body)
    direction = direction_of(g, card)
    if cell in g.detours:
        yield from exploration.cover_detour(g, cell)
    if card not in g.up:
        return None
    old = g.world.at(cell)
    if old is not None:
        leave(g, old.card)
        g.discard = (*g.discard, old.card)
        tell(g, "replaces", ALL, "UH-177", (card, old.card))
    g.world = g.world.with_map(card, body, g.content.number.get(card, card))
    g.up = without(g.up, card)
    for seat, hero in enumerate(g.heroes):
        if old is not None and hero.at == old.card:
            g.move(seat, card)
    for named in g.content.numbered.get(body.replaces or "", ()):
        if named in g.pile:
            g.pile = g.pile - {named}
            g.discard = (*g.discard, named)
    tell(g, "map", ALL, "UH-173", (card,))
    enforce(g, card, None, body.standing)
    yield from perform(g, body.at_once, Cause(g.acting(), card))
    return direction


def direction_of(g: UnlikelyState, card: str) -> Direction | None:
    """Return the direction of a map's cell, seen from the exploring hero's map before any move. UH-Q84."""
    here = g.heroes[g.active].at if g.heroes else ""
    if here not in g.world:
        return None
    return g.world.toward(g.world.placed(here).cell, cell_of(g.content.body(card)))


def free_move(g: UnlikelyState, card: str) -> Play[None]:
    """The hero that revealed the map may step onto it from a map that touches it. UH-175 and UH-176."""
    here = g.heroes[g.active].at
    if card not in g.world or here not in g.world or card not in g.world.touching(here):
        return
    choice = yield g.asks(g.active, "free move", [GO(card), STAY], "UH-175", card)
    if choice is not STAY:
        yield from move(g, card, "UH-175", g.active)


def complete(g: UnlikelyState, card: str, direction: Direction | None) -> Play[None]:
    """A completed map encounter with a number up to 36 draws an exploration card. UH-251 and UH-252."""
    g.placed_to = direction
    if exploration.is_counted(g, card):
        yield from exploration.draw_top(g, card)
    g.placed_to = None


def move(g: UnlikelyState, card: str, rule: str, *heroes: int) -> Play[None]:
    """Move meeples to a map, and then settle what follows from entering it. UH-Q121."""
    moving = [hero for hero in heroes if g.heroes[hero].at != card] if card in g.world else []
    for hero in moving:
        g.move(hero, card)
        tell(g, "moves", g.player(hero), rule, (g.heroes[hero].card, card))
    for hero in moving:
        yield from after(g, "enters_map", who=Hero(hero), place=card)


def can_relocate(g: UnlikelyState, number: str) -> bool:
    """Tell whether the map is in play or can be drawn. UH-102, UH-210, UH-Q101 and UH-Q114."""
    cards = g.content.numbered.get(number, ())
    return any(card in g.world or (card in g.pile and g.attempt is None) for card in cards)


def relocate(g: UnlikelyState, number: str) -> Play[None]:
    """The hero may move to a map in play from anywhere. UH-209."""
    there = [card for card in g.content.numbered[number] if card in g.world]
    if not there or g.heroes[g.active].at == there[0]:
        return
    choice = yield g.asks(g.active, "relocate", [GO(there[0]), STAY], "UH-209", there[0])
    if choice is not STAY:
        yield from move(g, there[0], "UH-209", g.active)
