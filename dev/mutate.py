"""`./run break GAME`: change one thing at a time in a game's rules, and see whether its tests notice."""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

from dev.games import Home, homes
from dev.mutants import Mutant, Mutator

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("src", "tests", "dev", "docs")
AT_ONCE = 2
PATIENCE = 5
"""How many times the unchanged tests' time a mutant may take."""
LEAST_SECONDS = 20
MOST_SECONDS = 600
MOST_KILOBYTES = 4_000_000
NEAREST = 200
"""So many tests that run a line are asked before all of them."""
COVERAGE = "[run]\ndynamic_context = test_function\nsource = src\ndata_file = .covered\n"

Change = tuple[Path, Mutant]


def rule_files(home: Home) -> list[Path]:
    """The modules that hold a game's rules; for a tiny game, its one module."""
    folder = home.folder
    files = [folder / "rules.py", *sorted((folder / "rules").glob("*.py")), folder / "effects.py"]
    return [file for file in files if file.is_file()] or [home.module]


def test_paths(root: Path, game: str) -> list[str]:
    """What to run for a game: its folder of tests, or the modules named after it."""
    tests = root / "tests" / "games"
    if (tests / game).is_dir():
        return [f"tests/games/{game}"]
    return [str(path.relative_to(root)) for path in sorted(tests.rglob(f"test_{game}*.py"))]


def choose(root: Path, files: list[Path], n: int, seed: int) -> list[Change]:
    """Up to n mutants, the same ones for the same seed and sources, in the order of the sources."""
    edits = []
    for file in files:
        mutator = Mutator(file.read_text(encoding="utf-8"))
        edits += [(file.relative_to(root), mutator, edit) for edit in mutator.edits()]
    drawn = list(range(len(edits)))
    random.Random(seed).shuffle(drawn)
    chosen: dict[int, Change] = {}
    for place in drawn:
        if len(chosen) == n:
            break
        path, mutator, edit = edits[place]
        if mutant := mutator.mutant(edit):
            chosen[place] = (path, mutant)
    return [chosen[place] for place in sorted(chosen)]


class Workshop:
    """Copies of the project in a temporary folder, so that the working tree is never touched."""

    def __init__(self, root: Path, folder: Path, tests: list[str]) -> None:
        self.tests = tests
        self.tests_of: dict[tuple[str, int], list[str]] = {}
        self.trees: SimpleQueue[Path] = SimpleQueue()
        for i in range(AT_ONCE):
            tree = folder / f"tree{i}"
            for name in COPIED:
                if (root / name).is_dir():
                    left = shutil.ignore_patterns("__pycache__", "node_modules")
                    shutil.copytree(root / name, tree / name, ignore=left)
            shutil.copy(root / "pyproject.toml", tree)
            self.trees.put(tree)

    @contextmanager
    def tree(self) -> Iterator[Path]:
        tree = self.trees.get()
        yield tree
        self.trees.put(tree)

    def unchanged(self) -> tuple[bool, str, float]:
        """Whether the tests pass as things are, what they say, and how long they take."""
        started = time.monotonic()
        with self.tree() as tree:
            (tree / ".coveragerc").write_text(COVERAGE, encoding="utf-8")
            passed, output = self.passes(tree, MOST_SECONDS, "coverage", "run", "-m", "pytest", *self.tests)
            if passed:
                self.tests_of = tests_by_line(tree)
        return passed, output, time.monotonic() - started

    def catches(self, change: Change, seconds: int) -> bool:
        """Whether the tests fail, or never end, with this change; those that run the line are asked first."""
        path, mutant = change
        nearest = self.tests_of.get((str(path), mutant.line), [])
        with self.tree() as tree:
            before = (tree / path).read_bytes()
            (tree / path).write_text(mutant.source, encoding="utf-8")
            passed = all(
                self.passes(tree, seconds, "pytest", *tests)[0] for tests in (nearest, self.tests) if tests
            )
            (tree / path).write_bytes(before)
        return not passed

    def passes(self, tree: Path, seconds: int, *asked: str) -> tuple[bool, str]:
        """Run tests in a tree, with its sources first on the path and bounded time and memory.

        The shell's limits also end a run that nobody waits for any more.
        """
        pytest = [sys.executable, "-m", *asked, "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        limit = f'ulimit -t {seconds}; ulimit -v {MOST_KILOBYTES} 2>/dev/null; exec "$@"'
        run = subprocess.Popen(
            ["sh", "-c", limit, "sh", *pytest],
            cwd=tree,
            env=os.environ
            | {
                "FOLDTALE_SIZE": "fast",
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONHASHSEED": "0",
                "PYTHONPATH": str(tree / "src"),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = run.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            output, _ = run.communicate()
        return run.returncode == 0, output


def tests_by_line(tree: Path) -> dict[tuple[str, int], list[str]]:
    """Return the tests that run each line of the sources, those first that run the least."""
    data = CoverageData(str(tree / ".covered"))
    data.read()
    lines = {
        (str(Path(file).relative_to(tree)), line): [name for name in names if name]
        for file in data.measured_files()
        for line, names in data.contexts_by_lineno(file).items()
    }
    length = Counter(name for names in lines.values() for name in names)
    return {
        at: [node_of(name) for name in sorted(names, key=length.__getitem__)[:NEAREST]]
        for at, names in lines.items()
    }


def node_of(test: str) -> str:
    """Return what pytest calls a test: `tests/games/test_goose.py::test_dives`."""
    module, _, name = test.rpartition(".")
    return f"{module.replace('.', '/')}.py::{name}"


def survivors(workshop: Workshop, changes: list[Change], seconds: int) -> list[Change]:
    """The changes that no test notices."""

    def survives(change: Change) -> bool:
        caught = workshop.catches(change, seconds)
        print("." if caught else "S", end="", file=sys.stderr, flush=True)
        return not caught

    with ThreadPoolExecutor(AT_ONCE) as pool:
        alive = list(pool.map(survives, changes))
    print(file=sys.stderr)
    return [change for change, lives in zip(changes, alive, strict=True) if lives]


def break_game(root: Path, home: Home, n: int, seed: int) -> int:
    tests = test_paths(root, home.name)
    if not tests:
        print(f"{home.name}: no tests found under tests/games", file=sys.stderr)
        return 2
    changes = choose(root, rule_files(home), n, seed)
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(root, Path(folder), tests)
        passed, output, took = workshop.unchanged()
        if not passed:
            print(output)
            print(f"{home.name}: the tests fail before anything is changed")
            return 1
        alive = survivors(workshop, changes, max(LEAST_SECONDS, int(PATIENCE * took)))
    for path, mutant in alive:
        print(f"{path}:{mutant.line}\n  - {mutant.old}\n  + {mutant.new}")
    print(f"{home.name}: {len(changes) - len(alive)} of {len(changes)} caught, {len(alive)} survived")
    return 0


def main(args: list[str]) -> int:
    games = {home.name: home for home in homes()}
    parser = argparse.ArgumentParser(prog="./run break", description=__doc__)
    parser.add_argument("game", choices=games, metavar="GAME", help=", ".join(games))
    parser.add_argument("--n", type=int, default=20, help="how many changes to try (20)")
    parser.add_argument("--seed", type=int, default=0, help="which ones: another seed, other changes (0)")
    asked = parser.parse_args(args)
    return break_game(ROOT, games[asked.game], asked.n, asked.seed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
