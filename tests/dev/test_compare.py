"""`./run bench compare`: what its intervals and its verdict mean."""

from __future__ import annotations

from bench.compare import interval, verdict


def test_the_interval_of_21_rounds_leaves_out_five_at_each_end() -> None:
    rounds = [float(number) for number in range(1, 22)]
    assert interval(rounds) == (6.0, 16.0)
    assert interval(rounds[::-1]) == (6.0, 16.0)


def test_few_wild_rounds_do_not_move_the_interval() -> None:
    assert interval([1.0] * 17 + [50.0] * 4) == (1.0, 1.0)


def test_slower_means_that_the_lower_bound_is_above_five_per_cent() -> None:
    assert verdict(1.06, 1.2) == "SLOWER"
    assert verdict(1.04, 1.5) == ""
    assert verdict(0.8, 0.9) == "faster"
    assert verdict(0.8, 1.0) == ""
