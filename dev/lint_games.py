"""A lint for games: what cards print is output only, keys are declared once, and rules have no speed guards.

Rules and checks ask what a card does by its `calls`, and never read its sentences.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

GAMES = Path("src/foldtale/games")
SMALL = ("small/connect_four", "small/pig", "small/thimble")
DECLARED = ("grimm", *SMALL, "storyfold", "unlikely", "virtues", "wonderbook")
"""Games whose options are all declared by verbs, which give back their parts."""
UNGUARDED = ("grimm", "small", "storyfold", "unlikely", "virtues", "wonderbook")
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


def declared(source: str) -> set[str]:
    """Return the words with which keys begin that a module declares as options."""
    return {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("plain", "verb")
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value
    }


def written_again(source: str, words: set[str]) -> Iterator[tuple[int, str]]:
    """Yield where a module makes the key of a declared option itself; ids of elements may look the same."""
    tree = ast.parse(source)
    ids = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "id"}
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if id(node) not in ids:
                if text.endswith(" ") and text.strip() in words:
                    yield node.lineno, f"{text.strip()!r} is a declared option: ask its verb for the option"
            case ast.Call(func=ast.Name(id="option"), args=[ast.Constant() | ast.JoinedStr()]):
                yield node.lineno, "an option is declared once, among the options of the game"
            case ast.Compare(left=ast.Attribute(attr="key"), comparators=[ast.Constant(value=str())]):
                yield node.lineno, "options are compared with `is`, not by their keys"
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
        options = games / game / "options.py"
        words = declared(options.read_text("utf-8")) if options.is_file() else set()
        for path in sorted(set((games / game).rglob("*.py")) - {options}):
            source = path.read_text("utf-8")
            yield from (f"{path}:{line}: {reason}" for line, reason in written_again(source, words))
    for game in UNGUARDED:
        for path in sorted([*(games / game).rglob("rules.py"), *(games / game).rglob("rules/*.py")]):
            yield from (f"{path}:{line}: {reason}" for line, reason in guards(path.read_text("utf-8")))


def main() -> int:
    found = list(problems(GAMES))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
