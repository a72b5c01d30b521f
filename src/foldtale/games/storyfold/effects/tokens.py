"""Instructions: Spirit, Crystals, the Wildwood Track and dice."""

from __future__ import annotations

from dataclasses import replace

from foldtale.games.storyfold.dice import FACES, SIDES
from foldtale.games.storyfold.language import LANGUAGE, Die
from foldtale.games.storyfold.record import ExtraDie
from foldtale.games.storyfold.rules import crystals, pool, spirit, track
from foldtale.games.storyfold.rules.lessons import teach
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.talk import Chance, Play, tell

op = LANGUAGE.op


# Spirit

op("gain {n} Spirit")(spirit.gain_spirit)
op("lose {n} Spirit")(spirit.lose_spirit)
op("your Spirit becomes {n}")(spirit.set_spirit)


# Crystals


def has_crystals(g: Wood, n: int) -> bool:
    return sum(g.crystals) >= n


op("gain {n} {n:Crystal|Crystals}")(crystals.gain_crystals)
op("put {n} {n:Crystal|Crystals} on {card}")(crystals.gain_crystals_on)
op("lose {n} {n:Crystal|Crystals}", can=has_crystals)(crystals.lose_crystals)
op("spend {n} {n:Crystal|Crystals}", can=has_crystals)(crystals.spend_crystals)
op("{n} {n:Crystal|Crystals} on {card} {n:is|are} lost")(crystals.lose_crystals_on)
op("move {n} {n:Crystal|Crystals} from {from} to {to}")(crystals.move_crystals)


# The Wildwood Track

op("the Light Pawn advances {n} {n:space|spaces}")(track.advance_light)
op("the Light Pawn retreats {n} {n:space|spaces}")(track.retreat_light)
op("the Shadow Pawn advances {n} {n:space|spaces}")(track.advance_shadow)
op("the Shadow Pawn retreats {n} {n:space|spaces}")(track.retreat_shadow)
op("put the Light Pawn {at} {at:space|spaces} from the centre")(track.place_light)
op("put the Shadow Pawn {at} {at:space|spaces} from the centre")(track.place_shadow)


# Dice


@op("take the {die} for the rest of the Chapter")
def add_die(g: Wood, die: ExtraDie) -> Play[None]:
    """A ten- or twelve-sided die joins the pool."""
    pool.own_die(g, die, owned=True)
    yield from teach(g, "extra-die")


@op("lose the {die}")
def remove_die(g: Wood, die: ExtraDie) -> None:
    """A die leaves the pool."""
    pool.own_die(g, die, owned=False)


op("take back {n} used {n:die|dice}")(pool.recover_dice)
op("{n} {n:die is|dice are} used up")(pool.exhaust_dice)


@op("roll {die} again")
def reroll(g: Wood, die: Die) -> Play[None]:
    """The new result counts."""
    shown = yield Chance("reroll", FACES[SIDES.index(g.rolled[die][0])], dice=True)
    show(g, die, shown, "rerolls")


@op("set {die} to {to}")
def set_die(g: Wood, die: Die, to: int) -> None:
    """A rolled die shows this, or the most that it has."""
    show(g, die, min(max(1, to), g.rolled[die][0]), "a die is set")


def show(g: Wood, die: int, shown: int, how: str) -> None:
    """Turn a rolled die to another face: SF-073."""
    g.rolled = (*g.rolled[:die], (g.rolled[die][0], shown), *g.rolled[die + 1 :])
    tell(g, how, 0, "SF-073", (shown,))


@op("{n} additional {n:success|successes}")
def extra_success(g: Wood, n: int) -> None:
    """For the Action under way."""
    if g.action is not None:
        g.action = replace(g.action, extra=g.action.extra + n)
