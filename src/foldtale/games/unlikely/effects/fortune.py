"""Instructions about luck, energy, dice and traits, the clock and Out of Luck cards."""

from __future__ import annotations

from foldtale.games.unlikely.language import LANGUAGE, Blessing, Hero, Thing, Trait
from foldtale.games.unlikely.options import THING
from foldtale.games.unlikely.rules import blessings, clock, dice, energy, luck
from foldtale.games.unlikely.state import DISCARD, IN_PLAY, LOOKED, UnlikelyState
from foldtale.kernel.effects import ME, Cause
from foldtale.kernel.effects.choices import NO
from foldtale.kernel.talk import Play

OP = LANGUAGE.op


@OP("gain {n} {n:cube|cubes}", can=lambda g, n, who: bool(energy.places_for_a_cube(g, who)))
def gain(g: UnlikelyState, n: int, who: Hero = ME) -> Play[None]:
    """Take cubes from the pool and place each on an empty space of the backpack. UH-087."""
    yield from energy.gain(g, who, n)


@OP("{who} {who:discards|discard} {n} {n:cube|cubes}", can=lambda g, n, who: cubes_of(g, who) >= n)
def lose(g: UnlikelyState, n: int, who: Hero = ME) -> Play[None]:
    """Return cubes of a backpack to the pool, of the player's choice. UH-294."""
    yield from energy.lose(g, who, n)


def cubes_of(g: UnlikelyState, hero: int) -> int:
    return sum([g.cubes[card].total for card in g.energy_of(hero)])


@OP("recharge {card}", can=lambda g, card: energy.empty_charged(g, card) > 0 and g.pool > 0)
def recharge(g: UnlikelyState, card: Thing) -> None:
    """Fill every empty charged space of an effect. UH-098."""
    energy.recharge(g, card)


@OP("uncharge {card}", can=lambda g, card: card in g.cubes and g.cubes[card].total > 0)
def uncharge(g: UnlikelyState, card: Thing) -> Play[None]:
    """Remove all cubes of an effect. UH-099."""
    yield from energy.uncharge(g, card)


def movable(g: UnlikelyState, who: int) -> list[str]:
    """Return the effects of a hero whose cube could go to another effect of that hero."""
    cards = g.energy_of(who)
    return [
        card
        for card in cards
        if g.cubes[card].total and any(g.room(other) for other in cards if other != card)
    ]


@OP("{who} may move one cube to another effect", can=lambda g, who: bool(movable(g, who)))
def move_cube(g: UnlikelyState, who: Hero = ME) -> Play[None]:
    """Move one cube between two effects of a backpack."""
    cards = movable(g, who)
    if not cards:
        return
    choice = yield g.asks(who, "move cube", [*map(THING, cards), NO], "UH-005")
    if choice is NO:
        return
    (card,) = THING.parts(choice)
    rooms = [other for other in g.energy_of(who) if other != card and g.room(other)]
    choice = yield g.asks(who, "cube to", [*map(THING, rooms)], "UH-005", card)
    energy.take_cube(g, card)
    energy.put_cube(g, THING.parts(choice)[0])
    yield from energy.deplete(g, card)


@OP("restore {n} luck {n:card|cards}", can=lambda g, n: bool(g.luck.rows[DISCARD]))
def restore(g: UnlikelyState, n: int) -> Play[None]:
    """Put random cards of the luck discard pile under the draw pile. UH-229."""
    yield from luck.restore(g, n)


@OP("discard {n} luck {n:card|cards}", can=lambda g, n: luck.luck_left(g) >= n)
def discard_luck(g: UnlikelyState, n: int) -> Play[None]:
    """Put top luck cards on the discard pile. UH-231."""
    yield from luck.discard_luck(g, n)


@OP("look at the top {n} luck {n:card|cards}; you may put one of them under the pile")
def look(g: UnlikelyState, n: int) -> Play[None]:
    """The rest goes back in its order."""
    yield from luck.look_at_luck(g, n)
    looked = g.luck.rows[LOOKED]
    if looked:
        options = [*map(THING, dict.fromkeys(looked)), NO]
        choice = yield g.asks(g.active, "look", options, "UH-005")
        luck.put_back(g, "" if choice is NO else THING.parts(choice)[0])


@OP("ignore an Out of Luck card in this turn", can=lambda g: bool(heeded(g)))
def ignore_unlucky(g: UnlikelyState) -> Play[None]:
    """Of your choice."""
    cards = heeded(g)
    if cards:
        choice = yield g.asks(g.active, "unlucky", [*map(THING, cards)], "UH-005")
        luck.ignore_unlucky(g, THING.parts(choice)[0])


def heeded(g: UnlikelyState) -> list[str]:
    return [card for card in g.unlucky.rows[IN_PLAY] if card not in g.unheeded]


@OP("advance the clock {n} {n:space|spaces}")
def advance(g: UnlikelyState, n: int = 1) -> Play[None]:
    """Each space's effect happens. UH-122."""
    for _ in range(n):
        yield from clock.advance(g)


@OP("roll {n} {of} {n:die|dice}")
def roll(g: UnlikelyState, c: Cause, n: int, of: Blessing = "cursed") -> Play[None]:
    """`rolled` is the total; a blank counts as zero. UH-269."""
    c.found["rolled"] = yield from dice.roll_for(g, of, n)


@OP("move the cube on {trait} one step up", can=lambda g, trait: trait in blessings.can_move(g, "up"))
def trait_up(g: UnlikelyState, trait: Trait) -> None:
    """As far as it goes."""
    blessings.move_trait(g, trait[0], trait[1], blessings.UP)


@OP("move the cube on {trait} one step down", can=lambda g, trait: trait in blessings.can_move(g, "down"))
def trait_down(g: UnlikelyState, trait: Trait) -> None:
    """As far as it goes."""
    blessings.move_trait(g, trait[0], trait[1], blessings.DOWN)


@OP("gain a {of} item", can=lambda g, of, who: blessings.can_draw_item(g, of))
def gain_item(g: UnlikelyState, of: Blessing, who: Hero = ME) -> Play[None]:
    """From its pile; a cursed one must be equipped. UH-286."""
    yield from blessings.draw_item(g, of, who)
