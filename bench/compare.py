"""Compare the speed of this working tree with another commit: `./run bench compare REV [NAME …]`.

Two processes, one for each tree, take turns at the same work, and their processor time counts. A ratio above
1 means that this tree takes longer. The interval is the 95 % interval of the median ratio; "slower"
means that its lower bound is above 1.05.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import comb
from pathlib import Path
from statistics import median

from bench.measure import clock
from dev.compiled import compile_hot_modules

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 21
ROUND = 60_000_000
"""Nanoseconds that a round takes at least."""
SLOWER = 1.05
NOT_THERE = "not there"


class Worker:
    """A process that runs workloads with the sources of one tree."""

    def __init__(self, source: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(source)}
        command = [sys.executable, "-m", "bench.compare", "--work", str(source)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def time(self, name: str) -> float | None:
        """Return nanoseconds for one unit of a workload; None if this tree does not have it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()
        said = self._process.stdout.readline().strip()
        if not said:
            raise RuntimeError(f"the process that measures ended at {name!r}")
        return None if said == NOT_THERE else float(said)

    def close(self) -> None:
        self._process.communicate()


def work(source: str) -> None:
    """Run workloads by their names on standard input; print the time of each."""
    import foldtale
    from bench.workloads import WORKLOADS

    if not Path(foldtale.__file__).is_relative_to(source):
        raise RuntimeError(f"foldtale was imported from {foldtale.__file__}, not from {source}")
    ready: dict[str, Callable[[], int] | None] = {}
    for name in map(str.strip, sys.stdin):
        if name not in ready:
            try:
                ready[name] = WORKLOADS[name]()
                ready[name]()  # type: ignore[misc]
            except (LookupError, ImportError):
                ready[name] = None
        unit = ready[name]
        print(NOT_THERE if unit is None else clock(unit, time.process_time_ns, ROUND), flush=True)


@contextmanager
def sources_of(revision: str) -> Iterator[Path]:
    """Unpack the sources of a commit into a temporary folder."""
    packed = subprocess.run(
        ["git", "archive", revision, "src"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout
    with tempfile.TemporaryDirectory(prefix="foldtale-compare-") as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder) / "src"


def interval(ratios: list[float]) -> tuple[float, float]:
    """Return the 95 % interval of the median, from the order of the values alone."""
    count = len(ratios)
    outside, rank = 0.0, 0
    while outside + comb(count, rank) / 2**count <= 0.025:
        outside += comb(count, rank) / 2**count
        rank += 1
    ordered = sorted(ratios)
    return ordered[max(rank - 1, 0)], ordered[min(count - rank, count - 1)]


def compare(name: str, ours: Worker, theirs: Worker, rounds: int) -> list[float] | None:
    """Return the ratio of our time to theirs in each round; the sides take turns at going first."""
    if ours.time(name) is None or theirs.time(name) is None:
        return None
    ratios = []
    for number in range(rounds):
        times = {}
        for side in (ours, theirs) if number % 2 else (theirs, ours):
            times[side] = side.time(name) or 0.0
        ratios.append(times[ours] / times[theirs])
    return ratios


def verdict(low: float, high: float) -> str:
    return "SLOWER" if low > SLOWER else "faster" if high < 1 / SLOWER else ""


def main(args: list[str]) -> int:
    from bench.workloads import WORKLOADS

    parser = argparse.ArgumentParser(prog="./run bench compare")
    parser.add_argument("revision", metavar="REV", help="the commit to compare with")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only workloads whose name begins so")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"at least 20 ({ROUNDS})")
    parser.add_argument("--compiled", action="store_true", help="compile the hot modules of both with mypyc")
    asked = parser.parse_args(args)
    if asked.rounds < 20:
        parser.error("fewer than 20 rounds say too little")
    slower = 0
    with ExitStack() as stack:
        trees = [stack.enter_context(sources_of(asked.revision)), ROOT / "src"]
        if asked.compiled:
            trees = [stack.enter_context(compile_hot_modules(tree)) for tree in trees]
        theirs, ours = (Worker(tree) for tree in trees)
        stack.callback(ours.close)
        stack.callback(theirs.close)
        for name in WORKLOADS:
            if asked.names and not name.startswith(tuple(asked.names)):
                continue
            ratios = compare(name, ours, theirs, asked.rounds)
            if ratios is None:
                print(f"{name:28} only one of the two has it", flush=True)
                continue
            low, high = interval(ratios)
            slower += verdict(low, high) == "SLOWER"
            print(
                f"{name:28} {median(ratios):6.3f}  [{low:.3f}, {high:.3f}]  {verdict(low, high)}", flush=True
            )
    print(f"{slower or 'nothing'} slower than {asked.revision} (over {asked.rounds} rounds each)")
    return int(slower > 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2])
    else:
        sys.exit(main(sys.argv[1:]))
