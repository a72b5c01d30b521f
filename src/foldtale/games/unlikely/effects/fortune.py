"""Instructions about luck, energy, dice and traits, the clock and Out of Luck cards."""

from __future__ import annotations

from foldtale.games.unlikely.language import LANGUAGE, YOU, Blessing, Hero, Thing, Trait
from foldtale.games.unlikely.options import THING
from foldtale.games.unlikely.rules import blessings, clock, dice, energy, luck
from foldtale.games.unlikely.state import DISCARD, IN_PLAY, LOOKED, UnlikelyState
from foldtale.kernel.effects import ME, Cause
from foldtale.kernel.effects.choices import NO
from foldtale.kernel.talk import Play

OP = LANGUAGE.op


def has_cubes(g: UnlikelyState, n: int, who: int) -> bool:
    return sum([energy.cubes_on(g, card) for card in g.energy_of(who)]) >= n


OP("gain {n} {n:cube|cubes}", lambda g, n, who: bool(energy.places_for_a_cube(g, who)), who=YOU)(energy.gain)
OP("{who} {who:discards|discard} {n} {n:cube|cubes}", can=has_cubes, who=YOU)(energy.lose)
OP("recharge {card}", can=energy.can_recharge, card=Thing)(energy.recharge)
OP("uncharge {card}", can=lambda g, card: energy.cubes_on(g, card) > 0, card=Thing)(energy.uncharge)


def movable(g: UnlikelyState, who: int) -> list[str]:
    """Return the effects of a hero whose cube could go to another effect of that hero."""
    roomy = [card for card in g.energy_of(who) if g.room(card)]
    return [card for card in energy.can_strain(g, who) if roomy not in ([], [card])]


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


OP("restore {n} luck {n:card|cards}", can=lambda g, n: bool(g.luck.rows[DISCARD]))(luck.restore)
OP("discard {n} luck {n:card|cards}", can=lambda g, n: luck.luck_left(g) >= n)(luck.discard_luck)


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


OP("gain a {of} item", lambda g, of, who: blessings.can_draw_item(g, of), "gain_item", who=YOU)(
    blessings.draw_item
)
