"""The dice: what one can have, roll and see fall. SF-019 to SF-023 and SF-Q03."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from foldtale.games.storyfold.options import OPTIONS
from foldtale.games.storyfold.record import ExtraDie
from foldtale.kernel.chance import Dice, Face
from foldtale.kernel.speech import so_many
from foldtale.kernel.talk import Ask, Chance, Option

Pool: TypeAlias = tuple[int, int, int]
"""How many dice with eight, ten and twelve sides."""
Rolled: TypeAlias = tuple[tuple[int, int], ...]
"""Dice on the table: sides and value of each."""
NO_DICE: Final = (0, 0, 0)
SIDES: Final = (8, 10, 12)
EXTRA: Final[dict[ExtraDie, int]] = {"d10": 1, "d12": 2}
"""The larger dice, by their place in a pool; there is one of each."""
FACES: Final[tuple[tuple[Face, ...], ...]] = tuple([tuple(range(1, sides + 1)) for sides in SIDES])
MOST_EIGHTS: Final = 8
"""More eight-sided dice than these nobody has, whatever cards say."""


@dataclass(slots=True, frozen=True)
class Throw:
    """Some dice that are rolled together: how many of each kind, the sides of each, how they can fall."""

    pool: Pool
    sides: tuple[int, ...]
    chance: Chance


def dice_in(pool: Pool) -> int:
    return pool[0] + pool[1] + pool[2]


def sides_of(pool: Pool) -> tuple[int, ...]:
    """Return the sides of each die, the small ones first."""
    return tuple([sides for sides, count in zip(SIDES, pool, strict=True) for _ in range(count)])


def roll_option(pool: Pool) -> Option:
    """Declare the option that rolls these dice: `roll 3`, `roll 2 d10`, `roll d12`."""
    d8, d10, d12 = pool
    words = [*[str(d8)] * bool(d8), *["d10"] * d10, *["d12"] * d12]
    small = [so_many(d8, "die", "dice")] * bool(d8)
    says = [*small, *["the ten-sided die"] * d10, *["the twelve-sided die"] * d12]
    return OPTIONS.plain(" ".join(["roll", *words]), " and ".join(says), icon="die", final=True)


def _pools() -> Iterator[Pool]:
    """Yield every pool that is possible, smallest first; there is one of each larger die."""
    for d12 in (0, 1):
        for d10 in (0, 1):
            for d8 in range(MOST_EIGHTS + 1):
                yield d8, d10, d12


def _throw(pool: Pool) -> Throw:
    sides = sides_of(pool)
    falls = Dice(tuple([FACES[SIDES.index(each)] for each in sides]))
    return Throw(pool, sides, Chance("roll", falls, dice=True))


THROWS: Final = {roll_option(pool): _throw(pool) for pool in _pools() if pool != NO_DICE}
"""What each option rolls."""
WHICH_DICE: Final = {
    ready: Ask(
        0,
        "dice",
        [roll for roll, throw in THROWS.items() if all(n <= most for n, most in zip(throw.pool, ready))],
        "SF-029",
    )
    for ready in _pools()
}
"""SF-023: of the dice that are left, any can be rolled."""
