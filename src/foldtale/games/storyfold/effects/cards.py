"""Instructions: the River, Creatures, Exploration, Shadow and Story cards."""

from __future__ import annotations

from typing import Literal

from foldtale.games.storyfold.content import card_of
from foldtale.games.storyfold.language import (
    ACTIONS,
    LANGUAGE,
    SPACES,
    ExplorationCard,
    Piece,
)
from foldtale.games.storyfold.rules import creatures, exploring, river, spirit
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.talk import ALL, Chance, Play, pick, tell

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


@op("draw {n} {n:Creature|Creatures}")
def draw_creature(g: Wood, n: int = 1) -> Play[None]:
    """Each comes into the River where it says."""
    for _ in range(n):
        yield from creatures.draw_creature(g)


op("put {creature} into the River")(creatures.put_creature)


@op("discard {creature}")
def discard_creature(g: Wood, creature: Piece) -> None:
    """It leaves the River, without Crystals."""
    if creature in g.creatures_here():
        creatures.discard(g, creature)


@op("illuminate {creature}")
def illuminate(g: Wood, creature: Piece) -> None:
    """It goes to the End of the River and is stunned."""
    if creature in g.creatures_here():
        creatures.illuminate(g, creature)


@op("stun {creature}")
def stun(g: Wood, creature: Piece) -> None:
    """It gets a Stun token."""
    if creature in g.creatures_here():
        creatures.stun(g, creature)
        tell(g, "is stunned", ALL, "SF-091", (card_of(creature),))


@op("{creature} is no longer stunned")
def unstun(g: Wood, creature: Piece) -> None:
    """Its Stun token goes back."""
    if creature in g.stunned:
        creatures.unstun(g, creature)
        tell(g, "sees clearly", ALL, "SF-092", (card_of(creature),))


@op("activate {creature}")
def activate(g: Wood, creature: Piece) -> Play[None]:
    """It takes Spirit or loses its Stun token, and its text follows."""
    if creature in g.creatures_here():
        yield from creatures.activate(g, creature)


@op("heal {creature}")
def heal_free(g: Wood, creature: Piece) -> Play[None]:
    """It is healed without a roll, and gives its Crystals."""
    if creature in g.creatures_here():
        yield from creatures.heal(g, creature, "SF-090")


@op("heal {creature}, without Crystals")
def heal_quietly(g: Wood, creature: Piece) -> Play[None]:
    """It is healed without a roll, and gives nothing."""
    if creature in g.creatures_here():
        yield from creatures.heal(g, creature, "SF-090", gives=False)


op("shuffle {creature} from the discard pile into the Creature deck")(creatures.return_creature)


# Exploration, Shadow and Story cards


@op("draw {n} Exploration {n:card|cards} and keep {keep}")
def draw_exploration(g: Wood, n: int, keep: int = 1) -> Play[None]:
    """The others are discarded."""
    return exploring.draw_exploration(g, n, keep, "SF-052")


op("take {card}")(exploring.gain_card)


@op("put {card} into the Exploration deck")
def add_to_exploration(
    g: Wood, card: ExplorationCard, where: Literal["shuffle", "top", "discard"] = "shuffle"
) -> None:
    """Shuffled in, on top, or on the discard pile; what is in play already stays where it is."""
    exploring.add_to_exploration(g, card, where)


def has_blessings(g: Wood, n: int) -> bool:
    return len([card for card in g.in_spaces if not g.is_trauma(card)]) >= n


@op("discard {n} {n:Blessing|Blessings}", can=has_blessings)
def discard_blessing(g: Wood, n: int) -> Play[None]:
    """Blessings of your choice leave their spaces, unused."""
    for _ in range(n):
        loose = [card for card in g.in_spaces if not g.is_trauma(card)]
        if loose:
            card = str((yield from pick(0, "give up", loose, "SF-129")))
            exploring.leave_space(g, card)
            yield from exploring.let_go(g, card, resolved=False)


@op("{trauma} is healed")
def remove_trauma(g: Wood, trauma: Piece) -> None:
    """A Trauma leaves its space."""
    if trauma in g.in_spaces:
        exploring.remove_trauma(g, trauma, "SF-131")


op("{card} goes back into the box")(exploring.remove_from_game)
op("draw {n} Shadow {n:card|cards}")(spirit.draw_shadow)


op("put the topmost {n} of the Shadow discard pile back into its deck, above the final card")(
    spirit.return_shadow
)
op("draw the Story card {card}")(exploring.draw_story)
