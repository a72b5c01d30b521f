"""Amounts, conditions and selectors."""

from __future__ import annotations

from typing import Literal

from foldtale.games.storyfold.content import card_of
from foldtale.games.storyfold.dice import dice_in
from foldtale.games.storyfold.language import (
    ACTIONS,
    LANGUAGE,
    CreatureCard,
    Die,
    ExplorationCard,
    Flag,
    Piece,
    Place,
)
from foldtale.games.storyfold.rules import actions as luma_phase
from foldtale.games.storyfold.rules import creatures as creature_rules
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.effects import Cause

value = LANGUAGE.value


# Amounts


@value("the Spirit left")
def spirit(g: Wood) -> int:
    """The number on which the Spirit Pawn stands."""
    return g.spirit


@value("full Spirit")
def spirit_max(g: Wood) -> int:
    """The number at the left end of the Spirit Track."""
    return g.numbers.spirit


@value("the number of Crystals")
def crystals(g: Wood) -> int:
    """On all Action cards together."""
    return g.crystal_total


@value("the number of Crystals on {card}")
def crystals_on(g: Wood, card: Piece) -> int:
    """On one Action card; a Creature holds none."""
    return g.crystals_on(card)


@value("the number of spaces from the Light Pawn to the centre")
def light_distance(g: Wood) -> int:
    """0 is the centre."""
    return g.light


@value("the number of spaces from the Shadow Pawn to the centre")
def shadow_distance(g: Wood) -> int:
    """0 is the centre."""
    return g.shadow


@value("the round")
def round_(g: Wood) -> int:
    """Rounds of this Scene, from 1."""
    return g.round


@value("the number of successes")
def successes(g: Wood) -> int:
    """In the Action under way."""
    return luma_phase.successes(g) if g.action is not None else 0


@value("the number of Shadow cards drawn in this Chapter")
def shadow_drawn(g: Wood) -> int:
    """Also those that went back."""
    return g.shadow_drawn


@value("the count of {word}")
def counter(g: Wood, word: Flag) -> int:
    """What was counted under a word; 0 by itself."""
    return g.count_of(word)


@value("the number of Creatures healed in this Scene")
def healed(g: Wood) -> int:
    """All of them."""
    return len(g.healed)


@value("how often {creature} was healed in this Scene")
def healed_of(g: Wood, creature: CreatureCard) -> int:
    """Creatures of this name."""
    return g.healed.count(creature)


@value("the number of Creatures illuminated in this Scene")
def illuminated(g: Wood) -> int:
    """Also those that were before."""
    return g.lit


@value("the number of overcome Places")
def overcome_places(g: Wood) -> int:
    """Places of this Scene with a pawn."""
    return len(g.overcome)


@value("the number of overcome Help Places")
def overcome_help(g: Wood) -> int:
    """Help Places of this Scene with a pawn."""
    return len([place for place in g.overcome if g.places[place].type == "help"])


@value("the number of overcome Exploration Places")
def overcome_explore(g: Wood) -> int:
    """Exploration Places of this Scene with a pawn."""
    return len([place for place in g.overcome if g.places[place].type == "explore"])


@value("the River space of {card}")
def position(g: Wood, card: Piece) -> int:
    """From 1 to 7; 0 if it is not in the River."""
    return g.position(card)


@value("the Spirit loss of {creature}")
def loss_of(g: Wood, creature: Piece) -> int:
    """As cards have it now."""
    return creature_rules.loss_of(g, creature)


@value("the number of dice left")
def dice_left(g: Wood) -> int:
    """Dice not used in this Luma Phase."""
    return dice_in(g.ready)


# Conditions


@value("{word} is remembered", denies="{word} is not remembered")
def flag(g: Wood, word: Flag) -> bool:
    """Whether a word was remembered."""
    return g.has_flag(word)


@value("{place} is overcome", denies="{place} is not overcome")
def overcome(g: Wood, place: Place) -> bool:
    """Whether a Place has a pawn."""
    return place in g.overcome


@value("the Light Pawn is on the centre", denies="the Light Pawn is not on the centre")
def light_at_centre(g: Wood) -> bool:
    """The central space of the Wildwood Track."""
    return g.light == 0


@value("Brom is here", denies="Brom is not here")
def brom_here(g: Wood) -> bool:
    """His card lies on its space."""
    return g.brom == "here"


@value("Brom shows Protect")
def brom_protects(g: Wood) -> bool:
    """The face that is up."""
    return g.brom == "here" and not g.brom_turned


@value("Luma is alone")
def luma_alone(g: Wood) -> bool:
    """Her card shows the face “Luma”."""
    return g.luma_turned


@value("you own the {die}")
def owns(g: Wood, die: Literal["d10", "d12"]) -> bool:
    """Whether it is in the pool."""
    return bool(g.owned[1 if die == "d10" else 2])


@value("{card} is in a Blessing space")
def holds(g: Wood, card: ExplorationCard) -> bool:
    """Whether it lies there."""
    return card in g.in_spaces


@value("{creature} is in the River")
def in_river(g: Wood, creature: CreatureCard) -> bool:
    """Whether any copy of it lies there."""
    return any(card_of(piece) == creature for piece in g.river)


@value("{creature} is stunned", denies="{creature} is not stunned")
def is_stunned(g: Wood, creature: Piece) -> bool:
    """Whether it has a Stun token."""
    return creature in g.stunned


@value("the Action card in use")
def in_use(g: Wood) -> Piece:
    """The card of the Action under way; none between Actions."""
    return Piece(g.action.card if g.action is not None else "")


# Selectors


@value("the Creatures in the River")
def creatures(g: Wood) -> list[Piece]:
    """From left to right."""
    return g.creatures_here()  # type: ignore[return-value]


@value("the stunned Creatures")
def stunned(g: Wood) -> list[Piece]:
    """Those with a Stun token."""
    return [Piece(piece) for piece in g.creatures_here() if piece in g.stunned]


@value("the other Creatures in the River")
def others(g: Wood, c: Cause) -> list[Piece]:
    """All but this one."""
    return [Piece(piece) for piece in g.creatures_here() if piece != c.me]


@value("the Action cards")
def actions(g: Wood) -> list[Piece]:
    """All four, from left to right."""
    return [Piece(piece) for piece in g.river if piece in ACTIONS]


@value("the cards in Blessing spaces that are no Traumas")
def blessings(g: Wood) -> list[Piece]:
    """Blessings and Companions."""
    return [Piece(card) for card in g.in_spaces if not g.is_trauma(card)]


@value("the Traumas")
def traumas(g: Wood) -> list[Piece]:
    """Those in Blessing spaces."""
    return [Piece(card) for card in g.in_spaces if g.is_trauma(card)]


@value("the dice just rolled")
def rolled(g: Wood) -> list[Die]:
    """Those of the Action under way."""
    return [Die(die) for die in range(len(g.rolled))] if g.action is not None else []


@value("the leftmost Creature")
def leftmost(g: Wood) -> list[Piece]:
    """If there is one."""
    return [Piece(piece) for piece in g.creatures_here()[:1]]


@value("the rightmost Creature")
def rightmost(g: Wood) -> list[Piece]:
    """If there is one."""
    return [Piece(piece) for piece in g.creatures_here()[-1:]]


@value("each {creature} in the River")
def called(g: Wood, creature: CreatureCard) -> list[Piece]:
    """All copies of a Creature."""
    return [Piece(piece) for piece in g.creatures_here() if card_of(piece) == creature]


@value("the cards next to {card}")
def neighbours(g: Wood, card: Piece) -> list[Piece]:
    """To its left and to its right in the River."""
    if card not in g.river:
        return []
    at = g.river.index(card)
    return [Piece(other) for other in (*g.river[max(0, at - 1) : at], *g.river[at + 1 : at + 2])]


@value("the Creatures that take most Spirit")
def strongest(g: Wood) -> list[Piece]:
    """Those with the highest Spirit loss."""
    most = max([creature_rules.loss_of(g, piece) for piece in g.creatures_here()], default=0)
    return [piece for piece in creatures(g) if creature_rules.loss_of(g, piece) == most]


@value("the Creatures that take least Spirit")
def weakest(g: Wood) -> list[Piece]:
    """Those with the lowest Spirit loss."""
    least = min([creature_rules.loss_of(g, piece) for piece in g.creatures_here()], default=0)
    return [piece for piece in creatures(g) if creature_rules.loss_of(g, piece) == least]
