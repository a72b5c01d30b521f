"""Instructions: the River, Creatures, Exploration, Shadow and Story cards."""

from __future__ import annotations

from typing import Literal

from foldtale.games.storyfold.content import card_of
from foldtale.games.storyfold.language import ACTIONS, LANGUAGE, SPACES, Piece
from foldtale.games.storyfold.rules import creatures, exploring, river, spirit
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.talk import ALL, Chance, Play, tell

op = LANGUAGE.op


# The River

Where = Literal["start", "end", "left", "right", "3+", "4+", "5+", "6+", "P5", "P6", "P7"]


@op("move {card} to the {to} of the River")
def move(g: Wood, card: Piece, to: Where) -> None:
    """To the Start, the End, a space, or one space to the left or right, trading places."""
    if card not in g.river:
        return
    if to in ("left", "right"):
        river.trade(g, card, -1 if to == "left" else 1)
    elif to == "end":
        river.to_end(g, card)
    else:
        river.to_space(g, card, 1 if to == "start" else SPACES.index(to) + 1)
    tell(g, "moves", ALL, "SF-015", (card_of(card), g.position(card)))


@op("{card} and {with} trade places")
def swap(g: Wood, card: Piece, with_: Piece) -> None:
    """Two cards of the River trade places."""
    if card in g.river and with_ in g.river:
        river.swap(g, card, with_)
        tell(g, "trade places", ALL, "SF-016", (card_of(card), card_of(with_)))


@op("the Action cards change places at random")
def shuffle_actions(g: Wood) -> Play[None]:
    """Each Action card goes to a space that one of them had."""
    left = [card for card in g.river if card in ACTIONS]
    mixed: list[str] = []
    while len(left) > 1:
        card = yield Chance("action card", tuple(left))
        left.remove(card)
        mixed.append(card)
    mixed += left
    turn = iter(mixed)
    g.river = tuple([next(turn) if card in ACTIONS else card for card in g.river])
    tell(g, "actions mixed", ALL, "SF-015")


# Creatures

op("draw {n} {n:Creature|Creatures}")(creatures.draw_creature)
op("put {creature} into the River")(creatures.put_creature)
op("discard {creature}")(creatures.discard_creature)
op("illuminate {creature}")(creatures.illuminate)


@op("stun {creature}")
def stun(g: Wood, creature: Piece) -> None:
    """It gets a Stun token."""
    if g.is_here(creature):
        creatures.stun(g, creature)
        tell(g, "is stunned", ALL, "SF-091", (card_of(creature),))


@op("{creature} is no longer stunned")
def unstun(g: Wood, creature: Piece) -> None:
    """Its Stun token goes back."""
    if creature in g.stunned:
        creatures.unstun(g, creature)
        tell(g, "sees clearly", ALL, "SF-092", (card_of(creature),))


op("activate {creature}")(creatures.activate)
op("heal {creature}", name="heal_free")(creatures.heal)


@op("heal {creature}, without Crystals")
def heal_quietly(g: Wood, creature: Piece) -> Play[None]:
    """It is healed without a roll, and gives nothing."""
    return creatures.heal(g, creature, gives=False)


op("shuffle {creature} from the discard pile into the Creature deck")(creatures.return_creature)


# Exploration, Shadow and Story cards


op("draw {n} Exploration {n:card|cards} and keep {keep}")(exploring.draw_exploration)
op("take {card}")(exploring.gain_card)
op("put {card} into the Exploration deck")(exploring.add_to_exploration)
op("discard {n} {n:Blessing|Blessings}", can=lambda g, n: len(g.blessings()) >= n)(exploring.discard_blessing)
op("{trauma} is healed")(exploring.remove_trauma)
op("{card} goes back into the box")(exploring.remove_from_game)
op("draw {n} Shadow {n:card|cards}")(spirit.draw_shadow)
op("put the topmost {n} of the Shadow discard pile back into its deck, above the final card")(
    spirit.return_shadow
)
op("draw the Story card {card}")(exploring.draw_story)
