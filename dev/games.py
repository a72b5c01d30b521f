"""Where the registered games live, found through their entry points without importing them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from foldtale.kernel.ledger import Ledger

GROUP = "foldtale.games"


@dataclass(frozen=True, slots=True)
class Home:
    """The folder of one game and the module that its entry point names."""

    name: str
    module: Path

    @property
    def folder(self) -> Path:
        return self.module.parent


def homes() -> list[Home]:
    """All registered games, by name."""
    found = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        spec = find_spec(point.module)
        if spec is None or spec.origin is None:
            raise LookupError(f"the entry point {point.name} names {point.module}, which does not exist")
        found.append(Home(point.name, Path(spec.origin)))
    return found


def ledgers() -> Iterator[tuple[str, Ledger]]:
    """The names of the games that have a RULES.md, each with its ledger; no two share a prefix."""
    owners: dict[str, str] = {}
    for home in homes():
        rules = home.folder / "RULES.md"
        if rules.is_file():
            ledger = Ledger.from_text(rules.read_text(encoding="utf-8"), f"{home.name}/RULES.md")
            if owners.setdefault(ledger.prefix, home.name) != home.name:
                raise LookupError(
                    f"{owners[ledger.prefix]} and {home.name} both have ids like {ledger.prefix}-01"
                )
            yield home.name, ledger
