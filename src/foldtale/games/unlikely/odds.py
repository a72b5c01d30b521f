"""How likely an attempt succeeds with each number of luck cards, as far as the luck pile is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from foldtale.games.unlikely.rules.attempts import minimum, required, total
from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel.scene import Chances

MOST_SHOWN: Final = 6
"""For so many numbers of luck cards the odds are shown."""


def chances(g: UnlikelyState) -> tuple[Chances, ...]:
    """Return the odds of the smallest numbers of luck cards that can be announced.

    With blessed or cursed luck cards nobody knows what lies in the pile: there are none.
    """
    if g.blessed_luck:
        return ()
    piles = tuple([tuple(sorted(map(int, layer))) for layer in g.luck.layers])
    missing, least = required(g) - total(g), minimum(g)
    counts = range(least, min(least + MOST_SHOWN, g.luck.deck_size + 1))
    return tuple([Chances(named(count), *odds(piles, count, missing)) for count in counts])


def named(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


@lru_cache(maxsize=4096)
def odds(piles: Sequence[Sequence[int]], count: int, missing: int) -> tuple[int, int]:
    """Return in how many of how many ways `count` cards from the top come to what is `missing`."""
    for pile in piles:
        if count <= len(pile):
            ways = sums(tuple(pile), count)
            return sum([times for worth, times in ways.items() if worth >= missing]), sum(ways.values())
        count -= len(pile)
        missing -= sum(pile)
    return 0, 0


@lru_cache(maxsize=4096)
def sums(pile: Sequence[int], count: int) -> Counter[int]:
    """Return how many ways there are to draw `count` cards of an unordered pile, by their sum."""
    by_count: list[Counter[int]] = [Counter({0: 1})] + [Counter() for _ in range(count)]
    for worth in pile:
        for drawn in range(count, 0, -1):
            for so_far, times in by_count[drawn - 1].items():
                by_count[drawn][so_far + worth] += times
    return by_count[count]
