"""Backpacks: sides, covering, limits, and items that come, move and go.

UH-016, UH-103, UH-129 to UH-133, UH-152, UH-158, UH-163, UH-179 to UH-189, UH-283, UH-285 and UH-295.
"""

from __future__ import annotations

from foldtale.games.unlikely.language import Hero, Window
from foldtale.games.unlikely.options import DROP, LEFT_SIDE, REFUSE, RIGHT_SIDE, THIS
from foldtale.games.unlikely.rules.energy import charge, cover, uncover
from foldtale.games.unlikely.state import IN_PLAY, LEFT, RIGHT, SIDES, UnlikelyState, enforce, without
from foldtale.kernel.effects import Cause, after, leave, perform, value
from foldtale.kernel.talk import EVERYONE, Option, Play, tell


def skill_of(g: UnlikelyState, hero: int, skill: str) -> int:
    """The printed value, all visible modifiers, and what else is in force. UH-182, UH-186 and UH-Q77."""
    printed: int = getattr(g.hero_card(hero), skill)
    for card in g.heroes[hero].left:
        printed += getattr(g.item(card).left, skill)
    return value(g, skill, printed, hero)


def reveal_item(g: UnlikelyState, card: str, hero: int) -> Play[None]:
    """A revealed item is charged, and its reveal effect happens once. UH-073 and UH-085."""
    charge(g, card)
    yield from at_once(g, card, hero, "reveal")


def at_once(g: UnlikelyState, card: str, hero: int, window: Window) -> Play[None]:
    """Carry out the effect of a card if this is its window. UH-073."""
    effect = g.content.body(card).effect
    if effect is not None and effect.window == window:
        yield from perform(g, effect.do, Cause(hero, card))


def choose_side(g: UnlikelyState, card: str, hero: int, *others: Option) -> Play[str]:
    """The player says on which side an item goes; nothing if it is one of the `others`. UH-016 and UH-180."""
    choice = yield g.asks(hero, "side", [LEFT_SIDE, RIGHT_SIDE, *others], "UH-180", card, card=card)
    return LEFT if choice is LEFT_SIDE else RIGHT if choice is RIGHT_SIDE else ""


def equip(g: UnlikelyState, card: str, hero: int, side: str, is_new: bool = True) -> Play[None]:
    """Slid under the others of its side, then its play effect, then the limit. UH-180 to UH-185."""
    lay(g, card, hero, side)
    g.up = without(g.up, card)
    yield from settle_in(g, card, hero, side, is_new)


def settle_in(g: UnlikelyState, card: str, hero: int, side: str, is_new: bool) -> Play[None]:
    """What follows from laying an item: its play effect, if it is new, then the limit. UH-185 and UH-Q106."""
    tell(g, "equips", g.player(hero), "UH-180", (card, side, g.heroes[hero].card))
    if is_new:
        yield from at_once(g, card, hero, "play")
    yield from after(g, "equipped", who=Hero(hero), item=card)
    yield from meet_limit(g, hero, side, card)


def lay(g: UnlikelyState, card: str, hero: int, side: str, at: int | None = None) -> None:
    """Lay an item on a side; only the half that stays visible is in force. UH-182, UH-183 and UH-187."""
    items = g.heroes[hero].side(side)
    place = len(items) if at is None else at
    g.change(hero, **{side: (*items[:place], card, *items[place:])})
    body = g.item(card)
    if side == LEFT:
        cover(g, card)
        enforce(g, card, hero, body.left.standing)
    else:
        uncover(g, card)
        if body.effect is not None:
            enforce(g, card, hero, body.effect.standing)


def lift(g: UnlikelyState, card: str) -> None:
    """Take an item out of its backpack; its cubes stay on it."""
    hero = g.owner(card)
    side = g.side_of(card)
    leave(g, card, hero)
    g.change(hero, **{side: without(g.heroes[hero].side(side), card)})


def meet_limit(g: UnlikelyState, hero: int, side: str, kept: str = "") -> Play[None]:
    """Discard other items of a side until its limit is met. UH-184, UH-185, UH-Q58 and UH-Q59."""
    while len(g.heroes[hero].side(side)) > g.limit(hero, side):
        others = [card for card in g.heroes[hero].side(side) if card != kept]
        if not others:
            return
        choice = yield g.asks(hero, "too many", [*map(THIS, others)], "UH-185", side)
        yield from discard_item(g, *THIS.parts(choice))


def meet_limits(g: UnlikelyState, hero: int) -> Play[None]:
    """Discard items down to the limit on both sides. UH-171."""
    for side in SIDES:
        yield from meet_limit(g, hero, side)


def discard_item(g: UnlikelyState, card: str) -> Play[None]:
    """An item leaves its backpack, or is discarded while it is revealed. UH-152, UH-158 and UH-Q120."""
    hero = g.owner(card)
    if hero < 0 and card in g.up:
        yield from refuse_new(g, card, g.active)
    elif hero >= 0 and card != g.heroes[hero].card:
        lift(g, card)
        yield from let_go(g, card, hero, "UH-152")


def let_go(g: UnlikelyState, card: str, hero: int, rule: str) -> Play[None]:
    """The cubes of an item that is discarded go to the pool. UH-103 and UH-Q105."""
    cover(g, card)
    put_away(g, card)
    tell(g, "discards", g.player(hero), rule, (card,))
    yield from after(g, "discarded", who=Hero(hero), item=card)


def put_away(g: UnlikelyState, card: str) -> None:
    """A blessed or cursed item goes under its own pile, others on the common discard pile.

    UH-159 and UH-285.
    """
    of = g.item(card).of
    box = g.items_box(of) if of is not None else None
    if box is not None and card in box.rows[IN_PLAY]:
        box.take(card, IN_PLAY)
        box.tuck(card, EVERYONE)
    else:
        g.discard = (*g.discard, card)


def refuse_new(g: UnlikelyState, card: str, hero: int) -> Play[None]:
    """A revealed item that nobody equips is discarded with its cubes. UH-179, UH-Q22, UH-Q26 and UH-Q103."""
    g.up = without(g.up, card)
    yield from let_go(g, card, hero, "UH-179")


def gain_item(g: UnlikelyState, card: str, hero: int, must: bool = False) -> Play[None]:
    """A hero equips a gained item or discards it; a cursed one must be equipped. UH-189 and UH-295."""
    if card not in g.up:
        return
    side = yield from choose_side(g, card, hero, *([] if must else [DROP]))
    if side:
        yield from equip(g, card, hero, side)
    else:
        yield from refuse_new(g, card, hero)


def hand_over(g: UnlikelyState, card: str, taker: int) -> Play[bool]:
    """Another hero receives an item on a side of their choice, or refuses it. UH-129 and UH-Q35."""
    side = yield from choose_side(g, card, taker, REFUSE)
    if not side:
        tell(g, "refuses", g.player(taker), "UH-Q35", (card,))
        return False
    yield from move_item(g, card, taker, side)
    return True


def move_item(g: UnlikelyState, card: str, taker: int, side: str) -> Play[None]:
    """A moved item keeps its cubes where its effect stays visible, and is not recharged. UH-130 to UH-133."""
    lift(g, card)
    yield from equip(g, card, taker, side, is_new=False)


def drop_unkept(g: UnlikelyState) -> Play[None]:
    """An item is discarded whenever its hero does not have the card that it needs. UH-163 and UH-Q46."""
    for card, keep in g.content.kept_with.items():
        owner = g.owner(card)
        if owner >= 0 and not g.has(owner, keep):
            yield from discard_item(g, card)


def meet_all_limits(g: UnlikelyState) -> Play[None]:
    """Meet every limit, also one that a card has lowered or raises no longer: Frayed Straps, Debts."""
    for seat in g.ring():
        yield from meet_limits(g, seat)
