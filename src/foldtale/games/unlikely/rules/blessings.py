"""Cursed and Blessed: traits, items, and what a result brings. UH-267 to UH-290 and UH-Q89 to UH-Q94."""

from __future__ import annotations

from typing import Final

from foldtale.games.unlikely.language import BLESSINGS, Blessing
from foldtale.games.unlikely.options import GAIN_ITEM, LOSE_ITEM, NO, TRAIT
from foldtale.games.unlikely.rules.backpacks import discard_item, gain_item, reveal_item
from foldtale.games.unlikely.state import (
    BLESSINGS_OF_LUCK,
    IN_PLAY,
    MIDDLE,
    REST_OF_LUCK,
    TRAIT_STEPS,
    UnlikelyState,
    enforce,
)
from foldtale.kernel.effects import leave
from foldtale.kernel.talk import ALL, EVERYONE, NOBODY, Chance, Option, Play, tell
from foldtale.kernel.zones import draw

UP: Final = "up"
DOWN: Final = "down"


def deal_traits(g: UnlikelyState) -> Play[None]:
    """Each hero is dealt one trait of each set in use, with its cube in the middle. UH-275 to UH-277."""
    for of in BLESSINGS:
        if f"{of} traits" not in g.mode.sets:
            continue
        for seat in range(len(g.heroes)):
            dealt = [card for hero in g.heroes for card, _ in hero.traits]
            left = tuple([card for card in g.content.traits_of[of] if card not in dealt])
            card: str = yield Chance("trait", left, EVERYONE)
            g.change(seat, traits=(*g.heroes[seat].traits, (card, MIDDLE)))
            enforce(g, card, seat, g.content.trait_standing(card, MIDDLE))
            tell(g, "trait", g.player(seat), "UH-275", (card, g.heroes[seat].card))


def deal_items(g: UnlikelyState) -> Play[None]:
    """Each hero is dealt one item of each set in use, and equips it. UH-281 to UH-283 and UH-Q93."""
    for of in BLESSINGS:
        for seat in range(len(g.heroes)):
            if g.items_box(of) is not None:
                yield from draw_item(g, of, seat)


def can_draw_item(g: UnlikelyState, of: Blessing) -> bool:
    """Tell whether the pile has a card. UH-286."""
    box = g.items_box(of)
    return box is not None and box.deck_size > 0


def draw_item(g: UnlikelyState, of: Blessing, who: int) -> Play[None]:
    """Gain the top item of a pile. UH-281, UH-283 and UH-Q93."""
    box = g.items_box(of)
    if box is None or not box.deck_size:
        return
    yield from draw(box, IN_PLAY, EVERYONE, f"{of} item")
    card = box.rows[IN_PLAY][-1]
    g.up = (*g.up, card)
    tell(g, "gains item", g.player(who), "UH-282", (card, g.heroes[who].card))
    yield from reveal_item(g, card, who)
    yield from gain_item(g, card, who, must=of == "cursed")


def can_move(g: UnlikelyState, way: str) -> list[tuple[int, str]]:
    """The traits in play whose cube can move that way, each with its hero. UH-289, UH-Q89 and UH-Q92."""
    end = TRAIT_STEPS[0] if way == UP else TRAIT_STEPS[-1]
    return [(seat, card) for seat in g.ring() for card, step in g.heroes[seat].traits if step != end]


def move_trait(g: UnlikelyState, seat: int, card: str, way: str) -> None:
    """Move the cube of a trait one step; only the effect where it lies is in force. UH-278 and UH-Q89."""
    traits = []
    for known, step in g.heroes[seat].traits:
        at = TRAIT_STEPS.index(step) + (-1 if way == UP else 1)
        if known == card and 0 <= at < len(TRAIT_STEPS):
            leave(g, card, seat)
            step = TRAIT_STEPS[at]
            enforce(g, card, seat, g.content.trait_standing(card, step))
            tell(g, "trait moves", g.player(seat), "UH-278", (card, way))
        traits.append((known, step))
    g.change(seat, traits=tuple(traits))


def after_success(g: UnlikelyState) -> Play[None]:
    """The succeeding hero's player may choose one of what is available. UH-287, UH-290 and UH-Q94."""
    options = choices(g, UP, "blessed", "cursed")
    if options:
        yield from carry_out(g, (yield g.asks(g.active, "blessing", [*options, NO], "UH-287")), UP)


def after_failure(g: UnlikelyState) -> Play[None]:
    """The failing hero's player must choose one, if there is any. UH-288, UH-290 and UH-Q94."""
    options = choices(g, DOWN, "cursed", "blessed")
    if options:
        yield from carry_out(g, (yield g.asks(g.active, "curse", options, "UH-288")), DOWN)


def choices(g: UnlikelyState, way: str, gained: Blessing, lost: Blessing) -> list[Option]:
    """Return what can be carried out of the sets in use. UH-286, UH-289, UH-290 and UH-Q92."""
    options = [TRAIT(way, card) for _, card in can_move(g, way)]
    if can_draw_item(g, gained):
        options.append(GAIN_ITEM(gained))
    return options + [LOSE_ITEM(card) for card in g.heroes[g.active].items if g.item(card).of == lost]


def carry_out(g: UnlikelyState, choice: Option, way: str) -> Play[None]:
    if choice in TRAIT:
        _, card = TRAIT.parts(choice)
        seat = next(seat for seat, known in can_move(g, way) if known == card)
        move_trait(g, seat, card, way)
    elif choice in GAIN_ITEM:
        (of,) = GAIN_ITEM.parts(choice)
        yield from draw_item(g, "blessed" if of == "blessed" else "cursed", g.active)
    elif choice in LOSE_ITEM:
        yield from discard_item(g, *LOSE_ITEM.parts(choice))


def bless_luck(g: UnlikelyState) -> Play[None]:
    """Four of the blessed and cursed luck cards in use are shuffled into the luck deck. UH-272 and UH-273."""
    if not g.luck.rows[REST_OF_LUCK]:
        return
    for _ in range(BLESSINGS_OF_LUCK):
        card: str = yield Chance("blessed luck", g.luck.rows[REST_OF_LUCK], NOBODY)
        g.luck.take(card, REST_OF_LUCK)
        g.luck.restore([card])
    g.luck.mix(REST_OF_LUCK)
    g.luck.shuffle()
    tell(g, "blessed luck", ALL, "UH-272", (BLESSINGS_OF_LUCK,))
