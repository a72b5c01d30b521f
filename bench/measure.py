"""How measurements are made: side by side in one process, in turn, by ratios, in yardsticks.

A yardstick (ys) is one send to a bare generator and back, timed in the same run, so that a slow
machine does not matter. The collector is off while a clock runs, for every side alike.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Generator
from statistics import median
from typing import NamedTuple

ROUNDS = 21
"""Every side plays this many rounds, in turn; the median counts."""


class Result(NamedTuple):
    """One measured number, and whether it is where it should be."""

    name: str
    value: float
    unit: str
    target: str
    met: bool | None

    def line(self) -> dict[str, object]:
        return {**self._asdict(), "value": round(self.value, 3)}


def clock(work: Callable[[], int], now: Callable[[], int] = time.perf_counter_ns, least: int = 0) -> float:
    """Return nanoseconds by the clock `now` for one unit of `work`, repeated for at least `least` of them."""
    gc.collect()
    gc.disable()
    start = now()
    units = work()
    while (spent := now() - start) < least:
        units += work()
    gc.enable()
    return spent / units


def in_turn(sides: dict[str, Callable[[], int]]) -> dict[str, list[float]]:
    """Each side's times, one a round, the sides taking turns within a round."""
    for work in sides.values():
        work()
    times: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, work in sides.items():
            times[name].append(clock(work))
    return times


def ratio(theirs: list[float], ours: list[float]) -> float:
    """How many times as fast as theirs ours is: the median over the rounds."""
    return median([their / our for their, our in zip(theirs, ours, strict=True)])


def yardstick() -> int:
    """Send to a bare generator, often."""

    def bare() -> Generator[None, None, None]:
        while True:
            yield

    send = bare().send
    send(None)
    for _ in range(20_000):
        send(None)
    return 20_000


def at_least(name: str, value: float, target: float, unit: str = "x") -> Result:
    return Result(name, value, unit, f">= {target:g}", value >= target)


def at_most(name: str, value: float, target: float, unit: str = "ys") -> Result:
    return Result(name, value, unit, f"<= {target:g}", value <= target)


def only_told(name: str, value: float, unit: str) -> Result:
    return Result(name, value, unit, "", None)


def p99(times: list[float]) -> float:
    """Return the 99th percentile of seconds, in milliseconds."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1000 if ordered else float("inf")
