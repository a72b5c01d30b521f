"""Small lies about a rule: every way to change one comparison, constant, branch, sum or call in a source.

Docstrings, other strings and type annotations are left alone: they decide nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
SUMS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
}
JUNCTIONS: dict[type[ast.boolop], tuple[str, str]] = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
ANNOTATIONS = ("annotation", "returns")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A source with one piece replaced, and the line where that shows."""

    line: int
    old: str
    new: str
    source: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes from `start` to `end` become `new`."""

    start: int
    end: int
    new: str


class Mutator:
    """Finds the edits of one module and makes mutants of them."""

    def __init__(self, source: str) -> None:
        self.source = source.encode()
        self.tree = ast.parse(source)
        self.lines = [0]
        for line in self.source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def edits(self) -> list[Edit]:
        """Every edit there is, each once, in the order of the source."""
        found = dict.fromkeys(edit for node in meant(self.tree) for edit in self.edits_of(node))
        return sorted(found, key=lambda edit: (edit.start, edit.end, edit.new))

    def mutant(self, edit: Edit) -> Mutant | None:
        """The mutant that an edit makes, unless it means the same or cannot be compiled."""
        changed = (self.source[: edit.start] + edit.new.encode() + self.source[edit.end :]).decode()
        try:
            compile(changed, "mutant", "exec")
        except SyntaxError:
            return None
        if ast.dump(ast.parse(changed)) == ast.dump(self.tree):
            return None
        line = self.source.count(b"\n", 0, edit.start)
        old = self.source.decode().split("\n")[line].strip()
        return Mutant(line + 1, old, changed.split("\n")[line].strip(), changed)

    def edits_of(self, node: ast.AST) -> Iterator[Edit]:
        """The edits that belong to this very node."""
        match node:
            case ast.Compare(left=left, ops=ops, comparators=rest):
                for (a, b), op in zip(pairwise([left, *rest]), ops, strict=True):
                    yield from self.between(a, b, *COMPARISONS[type(op)])
            case ast.BoolOp(op=op, values=values):
                for a, b in pairwise(values):
                    yield from self.between(a, b, *JUNCTIONS[type(op)])
            case ast.BinOp(left=a, right=b, op=op) if type(op) in SUMS:
                yield from self.between(a, b, *SUMS[type(op)])
            case ast.AugAssign(target=a, value=b, op=op) if type(op) in SUMS:
                yield from self.between(a, b, *SUMS[type(op)])
            case ast.Constant(value=bool(value)):
                yield self.instead(node, str(not value))
            case ast.Constant(value=int(value)):
                yield self.instead(node, str(value + 1))
                yield self.instead(node, str(value - 1))
            case ast.Constant(value=float(value)):
                yield self.instead(node, str(value + 1))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield self.instead(node, self.text(operand))
            case ast.While(test=test):
                yield self.instead(test, f"False and ({self.text(test)})")
            case ast.If(test=test) | ast.IfExp(test=test):
                yield self.instead(test, f"not ({self.text(test)})")
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield self.instead(test, f"not ({self.text(test)})")
            case ast.match_case(guard=ast.expr() as test):
                yield self.instead(test, f"not ({self.text(test)})")
            case ast.Break() | ast.Continue() | ast.Raise() | ast.Return(value=None):
                yield self.instead(node, "pass")
            case ast.Expr(value=ast.Call()):
                yield self.instead(node, "pass")
            case ast.Expr(value=ast.YieldFrom()):
                yield self.instead(node, "yield from ()")
            case ast.Call(func=ast.Name(id=name) as called) if name in TWINS:
                yield self.instead(called, TWINS[name])

    def between(self, a: ast.expr, b: ast.expr, old: str, new: str) -> Iterator[Edit]:
        """Replace the operator that stands between two operands."""
        start, end = self.span(a)[1], self.span(b)[0]
        word = re.escape(old).replace(r"\ ", r"\s+").encode()
        if found := re.compile(word).search(self.source, start, end):
            yield Edit(found.start(), found.end(), new)

    def instead(self, node: ast.AST, new: str) -> Edit:
        return Edit(*self.span(node), new)

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends; every node asked for here has a place."""
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.lines[node.lineno - 1] + node.col_offset,
            self.lines[node.end_lineno - 1] + node.end_col_offset,
        )


def meant(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that decide something: no annotations, no formatted strings, no typing-only imports."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ANNOTATIONS:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not is_silent(child):
                    yield from meant(child)


def is_silent(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False
