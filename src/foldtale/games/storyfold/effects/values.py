"""Amounts, conditions and selectors."""

from __future__ import annotations

from collections.abc import Callable

from foldtale.games.storyfold.content import card_of
from foldtale.games.storyfold.dice import EXTRA, dice_in
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
from foldtale.games.storyfold.record import ExtraDie
from foldtale.games.storyfold.rules.actions import successes
from foldtale.games.storyfold.rules.creatures import loss_of
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.effects import Cause

FACT = LANGUAGE.fact

# Amounts

FACT("spirit", int, "the Spirit left", lambda g: g.spirit, "The number on which the Spirit Pawn stands.")
FACT("spirit_max", int, "full Spirit", lambda g: g.numbers.spirit, "The left end of the Spirit Track.")
FACT("crystals", int, "the number of Crystals", lambda g: sum(g.crystals), "On all Action cards together.")
FACT("crystals_on", int, "the number of Crystals on {card}", Wood.crystals_on, card=Piece)
FACT("light_distance", int, "the number of spaces from the Light Pawn to the centre", lambda g: g.light)
FACT("shadow_distance", int, "the number of spaces from the Shadow Pawn to the centre", lambda g: g.shadow)
FACT("round", int, "the round", lambda g: g.round, "Rounds of this Scene, from 1.")
FACT("successes", int, "the number of successes", successes, "In the Action under way.")
FACT("shadow_drawn", int, "the number of Shadow cards drawn in this Chapter", lambda g: g.shadow_drawn)
FACT("counter", int, "the count of {word}", Wood.count_of, "0 if nothing was counted.", word=Flag)
FACT("healed", int, "the number of Creatures healed in this Scene", lambda g: len(g.healed))
FACT(
    "healed_of",
    int,
    "how often {creature} was healed in this Scene",
    lambda g, creature: g.healed.count(creature),
    creature=CreatureCard,
)
FACT("illuminated", int, "the number of Creatures illuminated in this Scene", lambda g: g.lit)
FACT("overcome_places", int, "the number of overcome Places", lambda g: len(g.overcome))
FACT("overcome_help", int, "the number of overcome Help Places", lambda g: done_by(g, "help"))
FACT("overcome_explore", int, "the number of overcome Exploration Places", lambda g: done_by(g, "explore"))
FACT("position", int, "the River space of {card}", Wood.position, "From 1 to 7; 0 elsewhere.", card=Piece)
FACT("loss_of", int, "the Spirit loss of {creature}", loss_of, "As cards have it now.", creature=Piece)
FACT("dice_left", int, "the number of dice left", lambda g: dice_in(g.ready), "Not used in this Luma Phase.")


def done_by(g: Wood, action: str) -> int:
    """Return how many Places of this Scene an Action card has overcome."""
    return len([place for place in g.overcome if g.places[place].type == action])


# Conditions

FACT("flag", bool, "{word} is remembered", lambda g, word: word in g.flags, denies=True, word=Flag)
FACT("overcome", bool, "{place} is overcome", lambda g, place: place in g.overcome, denies=True, place=Place)
FACT("light_at_centre", bool, "the Light Pawn is on the centre", lambda g: g.light == 0, denies=True)
FACT("brom_here", bool, "Brom is here", lambda g: g.brom == "here", denies=True)
FACT("brom_protects", bool, "Brom shows Protect", lambda g: g.brom == "here" and not g.brom_turned)
FACT("luma_alone", bool, "Luma is alone", lambda g: g.luma_turned, "Her card shows the face “Luma”.")
FACT("owns", bool, "you own the {die}", lambda g, die: bool(g.owned[EXTRA[die]]), die=ExtraDie)
FACT("holds", bool, "{card} is in a Blessing space", lambda g, it: it in g.in_spaces, card=ExplorationCard)
FACT(
    "in_river",
    bool,
    "{creature} is in the River",
    lambda g, who: who in map(card_of, g.river),
    creature=CreatureCard,
)
FACT("is_stunned", bool, "{creature} is stunned", lambda g, it: it in g.stunned, denies=True, creature=Piece)

# Selectors

FACT("in_use", Piece, "the Action card in use", lambda g: g.action.card if g.action is not None else "")
FACT("creatures", list[Piece], "the Creatures in the River", Wood.creatures_here, "From left to right.")
FACT(
    "stunned",
    list[Piece],
    "the stunned Creatures",
    lambda g: [c for c in g.creatures_here() if c in g.stunned],
)


@LANGUAGE.value("the other Creatures in the River")
def others(g: Wood, c: Cause) -> list[Piece]:
    """All but this one."""
    return [piece for piece in g.creatures_here() if piece != c.me]


FACT("actions", list[Piece], "the Action cards", lambda g: [card for card in g.river if card in ACTIONS])
FACT("blessings", list[Piece], "the cards in Blessing spaces that are no Traumas", Wood.blessings)
FACT("traumas", list[Piece], "the Traumas", lambda g: [card for card in g.in_spaces if g.is_trauma(card)])
FACT("rolled", list[Die], "the dice just rolled", lambda g: [*range(len(g.rolled))] if g.action else [])
FACT("leftmost", list[Piece], "the leftmost Creature", lambda g: g.creatures_here()[:1])
FACT("rightmost", list[Piece], "the rightmost Creature", lambda g: g.creatures_here()[-1:])


@LANGUAGE.value("each {creature} in the River")
def called(g: Wood, creature: CreatureCard) -> list[Piece]:
    """All copies of a Creature."""
    return [piece for piece in g.creatures_here() if card_of(piece) == creature]


@LANGUAGE.value("the cards next to {card}")
def neighbours(g: Wood, card: Piece) -> list[Piece]:
    """To its left and to its right in the River."""
    if card not in g.river:
        return []
    at = g.river.index(card)
    return [*g.river[max(0, at - 1) : at], *g.river[at + 1 : at + 2]]


FACT("strongest", list[Piece], "the Creatures that take most Spirit", lambda g: those_that_take(g, max))
FACT("weakest", list[Piece], "the Creatures that take least Spirit", lambda g: those_that_take(g, min))


def those_that_take(g: Wood, most: Callable[[list[int]], int]) -> list[Piece]:
    """Return the Creatures with the highest Spirit loss, or with the lowest."""
    losses = {piece: loss_of(g, piece) for piece in g.creatures_here()}
    return [piece for piece, loss in losses.items() if loss == most([*losses.values()])]
