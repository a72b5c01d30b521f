"""Energy cubes and spaces. UH-085 to UH-103."""

from __future__ import annotations

from foldtale.games.unlikely.language import Hero
from foldtale.games.unlikely.options import CUBE, NO_CUBE
from foldtale.games.unlikely.state import NO_CUBES, RIGHT, Cubes, UnlikelyState
from foldtale.kernel.effects import amended
from foldtale.kernel.talk import Play, tell


def charge(g: UnlikelyState, card: str) -> None:
    """Put a cube on each charged space, as far as the pool goes. UH-085, UH-086, UH-101 and UH-Q24."""
    spaces = g.content.spaces.get(card)
    if spaces is not None:
        g.cubes[card] = Cubes(min(spaces[0], g.pool), 0)


def uncover(g: UnlikelyState, card: str) -> None:
    """An effect that comes to light has its spaces, and no cubes. UH-130."""
    if card in g.content.spaces and card not in g.cubes:
        g.cubes[card] = NO_CUBES


def cover(g: UnlikelyState, card: str) -> None:
    """The cubes of a covered effect go to the pool, and no more follows.

    UH-103, UH-132, UH-133 and UH-187.
    """
    g.cubes.pop(card, None)


def put_cube(g: UnlikelyState, card: str) -> bool:
    """Put a cube from the pool on an empty space of an effect, if it can be.

    It goes on an uncharged space first: charged ones can be recharged.

    UH-087, UH-089, UH-100 and UH-Q109.
    """
    if g.room(card) <= 0 or g.pool <= 0:
        return False
    charged, uncharged = g.cubes[card]
    has_room = uncharged < g.content.spaces[card][1]
    g.cubes[card] = Cubes(charged, uncharged + 1) if has_room else Cubes(charged + 1, uncharged)
    return True


def take_cube(g: UnlikelyState, card: str) -> None:
    """Take a cube from an effect, from a charged space first. UH-090 and UH-Q109."""
    charged, uncharged = g.cubes[card]
    g.cubes[card] = Cubes(charged - 1, uncharged) if charged else Cubes(0, uncharged - 1)


def cubes_on(g: UnlikelyState, card: str) -> int:
    return g.cubes.get(card, NO_CUBES).total


def deplete(g: UnlikelyState, card: str) -> Play[None]:
    """An effect that has lost its last cube may take its item along. UH-092 to UH-095, UH-097 and UH-Q22."""
    from foldtale.games.unlikely.rules.backpacks import discard_item

    owner = g.owner(card)
    if owner < 0 or card not in g.cubes or cubes_on(g, card):
        return
    if card in g.content.fragile and g.side_of(card) == RIGHT:
        tell(g, "depleted", g.player(owner), "UH-093", (card,))
        yield from discard_item(g, card)


def can_strain(g: UnlikelyState, hero: int) -> list[str]:
    """Return the cards of a backpack with a visible cube. UH-Q23."""
    return [card for card in g.energy_of(hero) if g.cubes[card].total]


def strain(g: UnlikelyState, card: str, hero: int) -> Play[None]:
    """Return one cube to the pool without its effect. UH-096 and UH-097."""
    take_cube(g, card)
    tell(g, "strains", g.player(hero), "UH-096", (card,))
    yield from deplete(g, card)


def places_for_a_cube(g: UnlikelyState, hero: int) -> list[str]:
    """The effects of a backpack with an empty visible space, while the pool has cubes. UH-087 and UH-Q25."""
    return [card for card in g.energy_of(hero) if g.room(card)] if g.pool else []


def gain(g: UnlikelyState, n: int, who: int) -> Play[None]:
    """Place gained cubes one by one, or decline them. UH-087, UH-088 and UH-100."""
    count = yield from amended(g, "gain_energy", n, "number", who=Hero(who))
    for _ in range(count):
        places = places_for_a_cube(g, who)
        if not places:
            return
        options = [*map(CUBE, places), NO_CUBE]
        choice = yield g.asks(who, "cube", options, "UH-087", g.heroes[who].card)
        if choice is NO_CUBE:
            continue
        (card,) = CUBE.parts(choice)
        put_cube(g, card)
        tell(g, "gains", g.player(who), "UH-087", (card,))


def lose(g: UnlikelyState, n: int, who: int) -> Play[None]:
    """Discard cubes of a backpack, of the player's choice. UH-294 and UH-Q22."""
    for _ in range(n):
        having = can_strain(g, who)
        if not having:
            return
        choice = yield g.asks(who, "lose cube", [*map(CUBE, having)], "UH-294")
        (card,) = CUBE.parts(choice)
        take_cube(g, card)
        tell(g, "loses", g.player(who), "UH-294", (card,))
        yield from deplete(g, card)


def empty_charged(g: UnlikelyState, card: str) -> int:
    """Return the number of empty charged spaces of a visible effect."""
    return g.content.spaces[card][0] - g.cubes[card].charged if card in g.cubes else 0


def can_recharge(g: UnlikelyState, card: str) -> bool:
    return empty_charged(g, card) > 0 and g.pool > 0


def recharge(g: UnlikelyState, card: str) -> None:
    """Fill every empty charged space of one effect, as far as the pool goes. UH-098 and UH-Q28."""
    more = min(empty_charged(g, card), g.pool)
    if more > 0:
        g.cubes[card] = Cubes(g.cubes[card].charged + more, g.cubes[card].uncharged)
        tell(g, "recharges", g.player(g.owner(card)), "UH-098", (card, more))


def uncharge(g: UnlikelyState, card: str) -> Play[None]:
    """Remove all cubes of one effect. UH-099 and UH-Q22."""
    if cubes_on(g, card):
        g.cubes[card] = NO_CUBES
        tell(g, "uncharges", g.player(g.owner(card)), "UH-099", (card,))
        yield from deplete(g, card)
