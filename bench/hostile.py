"""How long an honest table waits for its answers, alone and among the hostile clients of the tests.

The hostile clients have the lowest priority and a core apart, as if they came over a network: this measures
how the service deals with them, not how two cores are shared. A bare echo that nobody attacks is measured in
the same time: what it loses, the machine is short of, and it is subtracted.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from websockets.asyncio.client import connect

from bench.measure import p99
from tests.web.hostile import Attack, Honest, served

AT_MOST_TIMES: Final = 2.0
ALONE: Final = 10.0
TOGETHER: Final = 45.0
LEAST_URGENT: Final = ("nice", "-n", "19")


class Pace(NamedTuple):
    """Milliseconds, p99: from an answer to the other seat's update, and of a bare echo between answers."""

    table: float
    echo: float


def slower(echo: str) -> bool:
    """Print the pace of the honest table alone and among hostile clients; return whether the limit is met.

    `echo` is the URL of a bare echo. Alone is measured before and after; the slower one counts.
    """
    with (
        tempfile.TemporaryDirectory(prefix="foldtale-bench-") as folder,
        leaving_a_core() as theirs,
        served(Path(folder)) as service,
    ):
        honest = Honest(service.port)
        pace(honest, echo, for_seconds(1.0))
        before = pace(honest, echo, for_seconds(ALONE))
        with Attack(honest, service.port, TOGETHER, LEAST_URGENT) as hostile:
            for process in hostile.processes.values():
                os.sched_setaffinity(process.pid, theirs)
            among = pace(honest, echo, for_seconds(TOGETHER))
            hostile.reports()
        alone = max(before, pace(honest, echo, for_seconds(ALONE)))
    lost = max(0.0, among.echo - alone.echo)
    times = (among.table - lost) / alone.table
    is_met = times <= AT_MOST_TIMES
    print(f"an honest table alone: p99 {alone.table:.1f} ms (a bare echo {alone.echo:.1f} ms)", flush=True)
    print(
        f"the same among hostile clients: p99 {among.table:.1f} ms (a bare echo {among.echo:.1f} ms);"
        f" without what the echo lost, {times:.2f} times as long (<= {AT_MOST_TIMES:.0f})"
        f" {'met' if is_met else 'MISSED'}",
        flush=True,
    )
    return is_met


def for_seconds(seconds: float) -> Callable[[], bool]:
    until = time.monotonic() + seconds
    return lambda: time.monotonic() < until


def pace(honest: Honest, echo: str, is_going_on: Callable[[], bool]) -> Pace:
    """Let the honest table play, with an echo before each answer."""
    echoes: list[float] = []

    async def play() -> list[float]:
        async with connect(echo.replace("http", "ws", 1), compression=None) as line:

            async def call() -> None:
                began = time.perf_counter()
                await line.send("hold")
                await line.recv()
                echoes.append(time.perf_counter() - began)

            return await honest.play(is_going_on, call)

    return Pace(p99(asyncio.run(play())), p99(echoes))


@contextmanager
def leaving_a_core() -> Iterator[set[int]]:
    """Keep this process and those it starts off the last core, where there are several; yield that core."""
    cores = os.sched_getaffinity(0)
    theirs = {max(cores)}
    os.sched_setaffinity(0, cores - theirs or cores)
    try:
        yield theirs
    finally:
        os.sched_setaffinity(0, cores)
