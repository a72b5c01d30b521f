"""A lint for rules: nothing that outlives a dropped coroutine, nothing that depends on a hash seed.

A coroutine may be dropped at any yield. Interpreted ones then run `finally` and leave `with`, compiled ones
do not; and a broad `except` would swallow what the match throws in. So none of them may enclose a yield.
And iterating over a set gives another order in another process, so nothing does.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("src/foldtale/kernel", "src/foldtale/games")

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
BROAD = ("BaseException", "Exception")
SETS = ("frozenset", "set")
ORDER_KEEPERS = ("enumerate", "iter", "list", "map", "tuple", "zip")
"""Calls that pass on the order of what they are given."""


def problems(source: str) -> list[tuple[int, str]]:
    """What is wrong in a module: lines and reasons, in the order of the lines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        found += [(at, f"a yield inside {what}") for what, at in enclosed_yields(node)]
        found += [(part.lineno, "the order of a set is not stable: sort it") for part in iterated_sets(node)]
    return sorted(found)


def enclosed_yields(node: ast.AST) -> Iterator[tuple[str, int]]:
    """The yields that this very node encloses and may not, each with what encloses it."""
    if isinstance(node, ast.With | ast.AsyncWith):
        yield from (("a with", line) for line in yields(node))
    elif isinstance(node, ast.Try | ast.TryStar):
        if node.finalbody:
            yield from (("a try with finally", line) for line in yields(node))
        if any(is_broad(handler.type) for handler in node.handlers):
            for statement in node.body:
                yield from (("a try with a broad except", line) for line in yields(statement))


def yields(node: ast.AST) -> Iterator[int]:
    """The lines of the yields in a node, without those of functions defined in it."""
    if isinstance(node, ast.Yield | ast.YieldFrom):
        yield node.lineno
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function):
            yield from yields(child)


def is_broad(caught: ast.expr | None) -> bool:
    """Whether an `except` catches everything, or nearly so."""
    if isinstance(caught, ast.Tuple):
        return any(is_broad(part) for part in caught.elts)
    return caught is None or (isinstance(caught, ast.Name) and caught.id in BROAD)


def iterated_sets(node: ast.AST) -> Iterator[ast.expr]:
    """The set displays and set calls that this very node goes through in order."""
    match node:
        case ast.For(iter=through) | ast.comprehension(iter=through):
            candidates = [through]
        case ast.Starred(value=through) | ast.YieldFrom(value=through):
            candidates = [through]
        case ast.Call(func=ast.Name(id=name), args=args) if name in ORDER_KEEPERS:
            candidates = args
        case ast.Call(func=ast.Attribute(attr="join"), args=args):
            candidates = args
        case _:
            candidates = []
    return (candidate for candidate in candidates if is_set(candidate))


def is_set(value: ast.expr) -> bool:
    """Whether an expression is visibly a set."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in SETS
    return isinstance(value, ast.Set | ast.SetComp)


def main(folders: list[str]) -> int:
    wrong = 0
    for folder in folders or FOLDERS:
        for path in sorted(Path(folder).rglob("*.py")):
            for line, reason in problems(path.read_text(encoding="utf-8")):
                print(f"{path}:{line}: {reason}")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
