"""Lists in which every pair of values occurs."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from foldtale.kernel.covering import covering


def pairs(rows: list[tuple[int, ...]]) -> set[tuple[int, int, int, int]]:
    return {
        (one, row[one], two, row[two])
        for row in rows
        for one, two in itertools.combinations(range(len(row)), 2)
    }


@given(st.lists(st.integers(1, 4), min_size=2, max_size=6))
def test_every_pair_is_there_and_the_list_is_no_longer_than_all_rows(sizes: list[int]) -> None:
    ranges = [range(size) for size in sizes]
    rows = covering(ranges, lambda row: True)
    everything = list(itertools.product(*ranges))
    assert pairs(rows) == pairs(everything)
    assert set(rows) <= set(everything)
    assert len(rows) <= len(everything)


def test_what_cannot_be_mixed_is_left_out_and_nothing_else() -> None:
    ranges = [range(3), range(3), range(2), range(4)]

    def is_allowed(row: tuple[int, ...]) -> bool:
        return not (row[0] == 2 and row[3] == 0)

    rows = covering(ranges, is_allowed)
    assert all(map(is_allowed, rows))
    assert pairs(list(itertools.product(*ranges))) - pairs(rows) == {(0, 2, 3, 0)}


def test_it_is_much_shorter_than_all_rows() -> None:
    assert len(covering([range(3)] * 8, lambda row: True)) < 30
