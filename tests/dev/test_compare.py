"""`./run bench compare`: how it measures, and what its intervals and its verdict mean."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from bench import compare as comparing
from bench import workloads
from bench.compare import ROUNDS, Worker, compare, interval, main, verdict


class Scripted(Worker):
    """A worker that reports the same time for every unit of work, and adds its name to `turns`."""

    def __init__(self, name: str, takes: float, turns: list[str]) -> None:
        self.name, self.takes, self.turns = name, takes, turns

    def time(self, name: str) -> float:
        self.turns.append(self.name)
        return self.takes

    def close(self) -> None:
        pass


@pytest.fixture
def slower_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare one workload with a commit that needs half the time of this tree, without running either."""
    times = iter([1.0, 2.0])
    monkeypatch.setattr(comparing, "sources_of", lambda revision: nullcontext(Path()))
    monkeypatch.setattr(comparing, "Worker", lambda source: Scripted("", next(times), []))
    monkeypatch.setattr(workloads, "WORKLOADS", {"counting": None})


def test_the_two_trees_take_turns_at_going_first() -> None:
    turns: list[str] = []
    ours, theirs = Scripted("ours", 3.0, turns), Scripted("theirs", 2.0, turns)
    assert compare("counting", ours, theirs, 4) == [1.5] * 4
    first_round = 2  # before it, each is asked whether it has the workload
    assert turns[first_round:] == ["theirs", "ours", "ours", "theirs"] * 2


@pytest.mark.usefixtures("slower_tree")
def test_fewer_than_twenty_rounds_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert ROUNDS >= 20
    with pytest.raises(SystemExit):
        main(["HEAD", "--rounds", "19"])
    assert "fewer than 20 rounds" in capsys.readouterr().err


@pytest.mark.usefixtures("slower_tree")
def test_each_ratio_is_printed_with_its_interval_and_a_slower_tree_ends_with_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["HEAD", "--rounds", "20"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["counting", "2.000", "[2.000,", "2.000]", "SLOWER"]
    assert said[-1] == "1 slower than HEAD (over 20 rounds each)"


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
