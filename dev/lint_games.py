"""A lint for games: what cards print is output only, keys are declared once, and rules have no speed guards.

Rules and checks ask what a card does by its `calls`, and never read its sentences.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

GAMES = Path("src/foldtale/games")
DECLARED = ("grimm", "virtues")
"""Games whose options are all declared by verbs, which give back their parts."""
UNGUARDED = ("grimm", "small", "virtues")
"""Games whose rules leave it to verbs such as `settle` and `after` to look whether anything is to do."""
GUARDS = ("due", "force")
PRINTED = ("says", "describe")
CUTS = ("split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "startswith")


def read_printed(source: str) -> Iterator[tuple[int, str]]:
    """Yield where a module reads printed text, or could look for patterns in it."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) if name in PRINTED:
                yield node.lineno, f"{name!r} is printed text: ask the card's calls"
            case ast.Import(names=names) if any(name.name == "re" for name in names):
                yield node.lineno, "no pattern is looked for here: ask the card's calls"
            case _:
                pass


def cut_keys(source: str) -> Iterator[tuple[int, str]]:
    """Yield where a module takes a text apart."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in CUTS:
                yield node.lineno, f"{name!r} takes a key apart: ask the verb for its parts"
            case _:
                pass


def guards(source: str) -> Iterator[tuple[int, str]]:
    """Yield where a module looks at what is due or in force."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) if name in GUARDS:
                yield node.lineno, f"{name!r} belongs to the kernel: use a verb such as `settle` or `after`"
            case _:
                pass


def problems(games: Path) -> Iterator[str]:
    """Yield what is wrong in a folder of games, with file and line."""
    for path in sorted([*games.glob("*/rules/*.py"), *games.glob("*/checks.py")]):
        yield from (f"{path}:{line}: {reason}" for line, reason in read_printed(path.read_text("utf-8")))
    for game in DECLARED:
        for path in sorted((games / game).rglob("*.py")):
            yield from (f"{path}:{line}: {reason}" for line, reason in cut_keys(path.read_text("utf-8")))
    for game in UNGUARDED:
        for path in sorted([*(games / game).rglob("rules.py"), *(games / game).rglob("rules/*.py")]):
            yield from (f"{path}:{line}: {reason}" for line, reason in guards(path.read_text("utf-8")))


def main() -> int:
    found = list(problems(GAMES))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
