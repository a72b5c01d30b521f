"""Lists in which every pair of values occurs: far shorter than all combinations, and nearly as telling."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Values: TypeAlias = tuple[Any, ...]
Pair: TypeAlias = tuple[int, Any, int, Any]


def covering(ranges: Sequence[Sequence[Any]], is_allowed: Callable[[Values], bool]) -> list[Values]:
    """Rows with a value of each range, so that every pair of values that is allowed in some row is in one."""
    places = list(itertools.combinations(range(len(ranges)), 2))
    missing: dict[Pair, None] = dict.fromkeys(
        [(one, a, two, b) for one, two in places for a in ranges[one] for b in ranges[two]]
    )
    rows: list[Values] = []
    while missing:
        row = _row_with(next(iter(missing)), ranges, missing, is_allowed)
        if row is None:
            del missing[next(iter(missing))]
            continue
        rows.append(row)
        for one, two in places:
            missing.pop((one, row[one], two, row[two]), None)
    return rows


def _row_with(
    pair: Pair,
    ranges: Sequence[Sequence[Any]],
    missing: dict[Pair, None],
    is_allowed: Callable[[Values], bool],
) -> Values | None:
    """A row with this pair and as many others that are missing as can be had one place after the other."""
    chosen: dict[int, Any] = {pair[0]: pair[1], pair[2]: pair[3]}

    def gain(place: int, value: Any) -> int:
        return len(
            [
                other
                for other, known in chosen.items()
                if ((place, value, other, known) if place < other else (other, known, place, value))
                in missing
            ]
        )

    def fill(place: int) -> Values | None:
        if place == len(ranges):
            row = tuple([chosen[at] for at in range(len(ranges))])
            return row if is_allowed(row) else None
        if place in chosen:
            return fill(place + 1)
        for value in sorted(ranges[place], key=lambda value: -gain(place, value)):
            chosen[place] = value
            found = fill(place + 1)
            if found is not None:
                return found
            del chosen[place]
        return None

    return fill(0)
