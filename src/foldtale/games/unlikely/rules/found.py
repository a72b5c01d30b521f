"""Heroes and items that are found. UH-165 to UH-172, UH-179, UH-Q50 and UH-Q55 to UH-Q57."""

from __future__ import annotations

from dataclasses import replace

from foldtale.games.unlikely.options import DECLINE, DROP, HAND, LEFT_SIDE, REFUSE, REPLACE, RIGHT_SIDE
from foldtale.games.unlikely.rules import backpacks
from foldtale.games.unlikely.rules.energy import charge, put_cube
from foldtale.games.unlikely.state import LEFT, NO_CUBES, RIGHT, UnlikelyState, enforce, without
from foldtale.kernel.effects import leave
from foldtale.kernel.talk import Play, settle, tell


def find_item(g: UnlikelyState, card: str) -> Play[None]:
    """A revealed item is equipped, handed to an adjacent hero, or discarded. UH-179, UH-Q50 and UH-Q106."""
    yield from backpacks.reveal_item(g, card, g.active)
    yield from settle(g)
    hero = g.active
    others = [HAND(other + 1) for other in g.company(hero)]
    while card in g.up:
        options = [LEFT_SIDE, RIGHT_SIDE, *others, DROP]
        choice = yield g.asks(hero, "item", options, "UH-179", card, card=card)
        if choice is DROP:
            yield from backpacks.refuse_new(g, card, hero)
        elif choice in HAND:
            others.remove(choice)
            taker = HAND.parts(choice)[0] - 1
            if side := (yield from backpacks.choose_side(g, card, taker, REFUSE)):
                yield from backpacks.equip(g, card, taker, side)
        else:
            yield from backpacks.equip(g, card, hero, LEFT if choice is LEFT_SIDE else RIGHT)


def meet_hero(g: UnlikelyState, card: str) -> Play[None]:
    """The active hero is replaced by the revealed one, or not. UH-165, UH-166, UH-Q55 and UH-Q57."""
    yield from backpacks.at_once(g, card, g.active, "reveal")
    if card not in g.up:
        return
    retired = g.heroes[g.active].card
    choice = yield g.asks(g.active, "hero found", [REPLACE, DECLINE], "UH-165", card, retired, card=card)
    g.up = without(g.up, card)
    if choice is DECLINE:
        g.discard = (*g.discard, card)
        tell(g, "declines", g.player(g.active), "UH-166", (card,))
        return
    take_over(g, g.active, card)
    tell(g, "retires", g.player(g.active), "UH-167", (retired, card))
    yield from backpacks.meet_limits(g, g.active)


def take_over(g: UnlikelyState, seat: int, card: str) -> None:
    """The new hero has all that the retired one had.

    Charged spaces are filled first, then inherited cubes; the rest goes to the pool.

    UH-167 to UH-170, UH-172 and UH-Q55.
    """
    retired = g.heroes[seat].card
    inherited = g.cubes.pop(retired, NO_CUBES).total
    leave(g, retired, seat)
    g.discard = (*g.discard, retired)
    g.heroes = (*g.heroes[:seat], replace(g.heroes[seat], card=card), *g.heroes[seat + 1 :])
    g.look_at_effects()
    charge(g, card)
    for _ in range(inherited):
        put_cube(g, card)
    join_force(g, seat)


def join_force(g: UnlikelyState, seat: int) -> None:
    """What a hero's own effect does all the time is in force. UH-075 and UH-076."""
    effect = g.hero_card(seat).effect
    if effect is not None:
        enforce(g, g.heroes[seat].card, seat, effect.standing)
