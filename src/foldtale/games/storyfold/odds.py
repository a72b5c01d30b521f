"""SF-X05: how likely so many successes are, exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from foldtale.games.storyfold.dice import SIDES, Pool


def of_one(sides: int, needed: int) -> Fraction:
    """Return how likely one die shows at least the number needed: SF-X05."""
    return Fraction(max(0, sides - max(1, needed) + 1), sides)


@lru_cache(maxsize=4096)
def at_least(pool: Pool, needed: int, wanted: int) -> Fraction:
    """Return how likely these dice show at least the successes wanted."""
    if wanted <= 0:
        return Fraction(1)
    chances = [Fraction(1)]
    for sides, count in zip(SIDES, pool, strict=True):
        for _ in range(count):
            hit = of_one(sides, needed)
            misses = [chance * (1 - hit) for chance in (*chances, Fraction(0))]
            hits = [chance * hit for chance in (Fraction(0), *chances)]
            chances = [miss + struck for miss, struck in zip(misses, hits, strict=True)]
    return sum(chances[wanted:], Fraction(0))


def expected(pool: Pool, needed: int) -> Fraction:
    """Return how many successes these dice show on average."""
    return sum([count * of_one(sides, needed) for sides, count in zip(SIDES, pool, strict=True)], Fraction(0))


def percent(chance: Fraction) -> str:
    """Return a chance in percent; 0 and 100 only if it is impossible or certain."""
    if chance in (0, 1):
        return f"{int(chance * 100)} %"
    return f"{min(99, max(1, round(chance * 100)))} %"
