"""`./run rules`: which statements of each game's ledger are shown by a passing test, and which are not."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path

from dev.games import ledgers
from foldtale.kernel.ledger import Entry, Kind, Ledger

NO_TESTS = 5
WIDTH = 100


def shown_by_tests(tests: list[str]) -> tuple[set[str], bool]:
    """Run the tests that cite rules: the ids that passing ones show, and whether all went well."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "rules.json")
        command = [sys.executable, "-m", "pytest", "-m", "rule", "-q", "-n", "auto"]
        ran = subprocess.run([*command, f"--rule-report={report}", *tests], stdout=sys.stderr, check=False)
        shown = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    return set(shown), ran.returncode in (0, NO_TESTS)


def due(ledger: Ledger, kind: Kind) -> list[Entry]:
    """The entries of a kind that a test can show."""
    return [entry for entry in ledger.of(kind) if not entry.exempt]


def missing(ledger: Ledger, shown: Collection[str]) -> list[Entry]:
    """The rules and examples that no passing test shows."""
    return [entry for entry in due(ledger, Kind.RULE) + due(ledger, Kind.EXAMPLE) if entry.id not in shown]


def summary(game: str, ledger: Ledger, shown: Collection[str]) -> str:
    """One line a game: `wonderbook  rules 204/204  examples 43/43  rulings 118/137  100 %`."""
    parts = [game]
    for kind in (Kind.RULE, Kind.EXAMPLE, Kind.RULING):
        wanted = due(ledger, kind)
        parts.append(f"{kind.name.lower()}s {sum(entry.id in shown for entry in wanted)}/{len(wanted)}")
    wanted = due(ledger, Kind.RULE) + due(ledger, Kind.EXAMPLE)
    done = len(wanted) - len(missing(ledger, shown))
    parts.append(f"{100 * done // len(wanted) if wanted else 100} %")
    return "  ".join(parts)


def gaps(game: str, entries: list[Entry]) -> Iterator[str]:
    """What a game still misses, in the words of its ledger."""
    yield f"\n{game}: no passing test shows"
    for entry in entries:
        line = f"  {entry.id}  {entry.text}"
        yield line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def main(tests: list[str]) -> int:
    shown, passed = shown_by_tests(tests)
    games = list(ledgers())
    for game, ledger in games:
        print(summary(game, ledger, shown))
    complete = True
    for game, ledger in games:
        if entries := missing(ledger, shown):
            complete = False
            print("\n".join(gaps(game, entries)))
    if not passed:
        print("\nSome of these tests failed or could not be read: see above.")
    return 0 if passed and complete else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
