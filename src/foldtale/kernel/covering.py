"""Lists in which every pair of values occurs: far shorter than all combinations, and nearly as telling."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

Values: TypeAlias = tuple[Any, ...]
Pair: TypeAlias = tuple[int, Any, int, Any]


def covering(ranges: Sequence[Sequence[Any]], is_allowed: Callable[[Values], bool]) -> list[Values]:
    """Rows with a value of each range, so that every pair of values is in one, but for those not allowed."""
    places = list(itertools.combinations(range(len(ranges)), 2))
    missing: dict[Pair, None] = dict.fromkeys(
        [(one, a, two, b) for one, two in places for a in ranges[one] for b in ranges[two]]
    )
    rows: list[Values] = []
    while missing:
        pair = next(iter(missing))
        row = next(filter(is_allowed, _rows_with(pair, ranges, missing)), None)
        if row is None:
            del missing[pair]
            continue
        rows.append(row)
        for one, two in places:
            missing.pop((one, row[one], two, row[two]), None)
    return rows


def _rows_with(pair: Pair, ranges: Sequence[Sequence[Any]], missing: dict[Pair, None]) -> Iterator[Values]:
    """A row with this pair and as many missing ones as can be had; then rows that differ in one place."""
    chosen: dict[int, Any] = {pair[0]: pair[1], pair[2]: pair[3]}

    def gain(place: int, value: Any) -> int:
        pairs = [
            (place, value, other, known) if place < other else (other, known, place, value)
            for other, known in chosen.items()
        ]
        return len([one for one in pairs if one in missing])

    for place, values in enumerate(ranges):
        if place not in chosen:
            chosen[place] = max(values, key=lambda value: gain(place, value))
    row = tuple([chosen[place] for place in range(len(ranges))])
    yield row
    for place, values in enumerate(ranges):
        if place not in (pair[0], pair[2]):
            for value in values:
                yield (*row[:place], value, *row[place + 1 :])
