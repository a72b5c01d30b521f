"""Instructions: Spirit, Crystals, the Wildwood Track and dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from foldtale.games.storyfold.dice import FACES, SIDES
from foldtale.games.storyfold.language import (
    ACTIONS,
    LANGUAGE,
    Die,
    Piece,
)
from foldtale.games.storyfold.rules import crystals, pool, spirit, track
from foldtale.games.storyfold.rules.lessons import teach
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.talk import Chance, Play, tell

op = LANGUAGE.op
EXTRA: Final = {"d10": 1, "d12": 2}
Extra = Literal["d10", "d12"]


# Spirit


@op("gain {n} Spirit")
def gain_spirit(g: Wood, n: int) -> Play[None]:
    """The Spirit Pawn moves to the left, as far as the track goes."""
    return spirit.gain_spirit(g, n, "SF-112")


@op("lose {n} Spirit")
def lose_spirit(g: Wood, n: int) -> Play[None]:
    """The Spirit Pawn moves to the right; each overflow draws a Shadow card."""
    return spirit.lose_spirit(g, n, "SF-114")


op("your Spirit becomes {n}")(spirit.set_spirit)


# Crystals


@op("gain {n} {n:Crystal|Crystals}")
def gain_crystals(g: Wood, n: int) -> Play[None]:
    """Each on an Action card of your choice that has room."""
    return crystals.gain_crystals(g, n, "SF-059")


@op("put {n} {n:Crystal|Crystals} on {card}")
def gain_crystals_on(g: Wood, card: Piece, n: int = 1) -> Play[None]:
    """Crystals on this Action card, as far as it has room."""
    if card in ACTIONS:
        crystals.gain_on(g, card, n)
        yield from teach(g, "crystals")


def has_crystals(g: Wood, n: int) -> bool:
    return sum(g.crystals) >= n


op("lose {n} {n:Crystal|Crystals}", can=has_crystals)(crystals.lose_crystals)
op("spend {n} {n:Crystal|Crystals}", can=has_crystals)(crystals.spend_crystals)


@op("{n} {n:Crystal|Crystals} on {card} {n:is|are} lost")
def lose_crystals_on(g: Wood, card: Piece, n: int = 1) -> None:
    """Crystals on this Action card go back to the supply."""
    if card in ACTIONS:
        crystals.lose_on(g, card, n)


@op("move {n} {n:Crystal|Crystals} from {from} to {to}")
def move_crystals(g: Wood, n: int, from_: Piece, to: Piece) -> None:
    """Crystals go from one Action card to another."""
    if from_ in ACTIONS and to in ACTIONS:
        crystals.move_crystals(g, n, from_, to)


# The Wildwood Track


@op("the Light Pawn advances {n} {n:space|spaces}")
def advance_light(g: Wood, n: int) -> Play[None]:
    """Towards the centre."""
    return track.advance_light(g, n, "SF-105")


op("the Light Pawn retreats {n} {n:space|spaces}")(track.retreat_light)


@op("the Shadow Pawn advances {n} {n:space|spaces}")
def advance_shadow(g: Wood, n: int) -> Play[None]:
    """Towards the centre, space by space, with the icons of each."""
    return track.advance_shadow(g, n, "SF-105")


op("the Shadow Pawn retreats {n} {n:space|spaces}")(track.retreat_shadow)


@op("put the Light Pawn {at} {at:space|spaces} from the centre")
def place_light(g: Wood, at: int) -> None:
    """The Light Pawn is put so far from the centre."""
    track.move_light(g, at, "SF-107")


op("put the Shadow Pawn {at} {at:space|spaces} from the centre")(track.place_shadow)


# Dice


@op("take the {die} for the rest of the Chapter")
def add_die(g: Wood, die: Extra) -> Play[None]:
    """A ten- or twelve-sided die joins the pool."""
    pool.own_die(g, EXTRA[die], owned=True)
    yield from teach(g, "extra-die")


@op("lose the {die}")
def remove_die(g: Wood, die: Extra) -> None:
    """A die leaves the pool."""
    pool.own_die(g, EXTRA[die], owned=False)


op("take back {n} used {n:die|dice}")(pool.recover_dice)
op("{n} {n:die is|dice are} used up")(pool.exhaust_dice)


@op("roll {die} again")
def reroll(g: Wood, die: Die) -> Play[None]:
    """The new result counts."""
    sides = g.rolled[die][0]
    shown = yield Chance("reroll", FACES[SIDES.index(sides)], dice=True)
    show(g, die, shown)
    tell(g, "rerolls", 0, "SF-073", (shown,))


@op("set {die} to {to}")
def set_die(g: Wood, die: Die, to: int) -> None:
    """A rolled die shows this, or the most that it has."""
    shown = min(max(1, to), g.rolled[die][0])
    show(g, die, shown)
    tell(g, "a die is set", 0, "SF-073", (shown,))


def show(g: Wood, die: int, value: int) -> None:
    g.rolled = (*g.rolled[:die], (g.rolled[die][0], value), *g.rolled[die + 1 :])


@op("{n} additional {n:success|successes}")
def extra_success(g: Wood, n: int) -> None:
    """For the Action under way."""
    if g.action is not None:
        g.action = replace(g.action, extra=g.action.extra + n)
