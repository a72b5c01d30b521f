"""Read the instructions of a card, as its author wrote them, into programs and data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from foldtale.kernel.effects.expression import ME, Expr, Form, Scope, call, constant, default_of
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, FLAG, TEXT, Type
from foldtale.kernel.effects.language import Cause, Steps, Word
from foldtale.kernel.effects.parsing import read_expression
from foldtale.kernel.effects.program import DO, NOTHING, PLAY, Call, Code, doing, in_order, perform
from foldtale.kernel.effects.wording import say
from foldtale.kernel.pack.nodes import Fields, Items, Node, Scalar, is_empty, listed
from foldtale.kernel.pack.problems import Where, shortened
from foldtale.kernel.talk import Play, note

DEEPEST: Final = 12
"""So deep may instructions be nested in instructions."""


class Control(NamedTuple):
    """An instruction of every language: how it is read, the words that it takes, and one that it needs."""

    read: Callable[[Reader, Fields, Scope], Code | None]
    takes: tuple[str, ...]
    needs: str
    tells: str


CONTROL: Final[dict[str, Control]] = {}
"""Instructions that every language has, by name; see `control`."""


@dataclass(eq=False)
class Way(Steps):
    """Instructions inside an instruction, which plays them, and how they are printed."""

    code: Code
    says: str

    def __call__(self, g: Any, c: Cause) -> Play[None]:
        return perform(g, self.code, c)


class Reader:
    """Reads the instructions of one card. `owner` is its id; labels are what its options say.

    `ways`  how its instructions can go, by choice or by chance; each is noted when it is gone
    """

    def __init__(self, scope: Scope, owner: str) -> None:
        self.scope = scope
        self.owner = owner
        self.labels: dict[str, str] = {}
        self.places: dict[str, Where] = {}
        self.texts: dict[str, str] = {}
        self.chosen: set[str] = set()
        self.unsaid: set[str] = set()
        self.calls: list[Call] = []
        self.given: dict[str, Form] = {}
        self.read: list[tuple[Node, Form]] = []
        self.counts: Counter[str] = Counter()
        self.ways: list[str] = []
        self.numbers = 0
        self.depth = 0

    def key(self, ident: str) -> str:
        """The key of an option or a text of this card."""
        return f"{self.owner} {ident}"

    def number(self) -> int:
        """A number of its own for each instruction that must be told from others."""
        self.numbers += 1
        return self.numbers

    def mark(self) -> str:
        """The same, also among the sequences that a card runs."""
        return self.key(str(self.number()))

    @contextmanager
    def as_data(self, word: str, fields: Fields) -> Iterator[None]:
        """Note an instruction as data; what is read meanwhile stands inside it."""
        outside = self.calls, self.given, self.read
        self.calls, self.read = [], []
        self.given = {key.text: node.value for key, node in fields.pairs if isinstance(node, Scalar)}
        yield
        for node, form in self.read:
            self.given |= {key.text: form for key, known in fields.pairs if known is node}
        noted = Call(word, self.given, tuple(self.calls))
        self.calls, self.given, self.read = outside
        self.calls.append(noted)

    def block(self, node: Node | None, scope: Scope) -> Code:
        """Instructions in order: a list of them, or one."""
        if node is None or is_empty(node):
            return NOTHING
        self.depth += 1
        if self.depth > DEEPEST:
            scope.problems.add("E314", node.where, f"instructions are nested more than {DEEPEST} deep")
            self.depth -= 1
            return NOTHING
        found = [self.step(item, scope) for item in listed(node)]
        self.depth -= 1
        read = [code for code in found if code is not None]
        return in_order(read, inside=self.depth > 0, then=scope.language.speech(", then "))

    def step(self, node: Node, scope: Scope) -> Code | None:
        """One instruction: `{damage: 2, to: self}`, or a word alone if it takes nothing."""
        if isinstance(node, Scalar) and isinstance(node.value, str):
            name, fields = node.value, Fields([], node.where)
        elif isinstance(node, Fields) and node.pairs:
            name, fields = node.pairs[0][0].text, node
        else:
            scope.problems.add("E203", node.where, "an instruction is a word, or a word with what it takes")
            return None
        self.counts[name] += 1
        with self.as_data(name, fields):
            code = self.instruction(name, fields, node, scope)
        return None if code is None else replace(code, calls=(self.calls[-1],))

    def instruction(self, name: str, fields: Fields, node: Node, scope: Scope) -> Code | None:
        """An instruction of every language or of this game's."""
        control = CONTROL.get(name)
        if control is not None:
            return control.read(self, fields, scope)
        word = scope.language.ops.get(name)
        if word is None:
            known = {*scope.language.ops, *CONTROL}
            meant = [key.text for key, _ in fields.pairs if key.text in known]
            if meant:
                scope.problems.add(
                    "E301", node.where, f"the instruction comes first: {{{meant[0]}: …, {name}: …}}"
                )
            else:
                scope.problems.unknown("E301", node.where, "the instruction", name, known)
            return None
        return self.op(word, fields, scope)

    def op(self, word: Word, fields: Fields, scope: Scope) -> Code | None:
        """A game's own instruction: its first word beside its name, the others by theirs."""
        given: list[Expr] = []
        left_out: list[str] = []
        ok = True
        names = [word.name if at == 0 else param.name for at, param in enumerate(word.params)]
        so_far = self.counts[word.name]
        mine = self.key(word.name if so_far < 2 else f"{word.name}-{so_far}")
        for key, _ in fields.pairs[0 if word.params else 1 :]:
            if key.text not in names:
                scope.problems.unknown("E303", key.where, f"in {word.name!r} the word", key.text, names)
                ok = False
        if not word.params and fields.pairs and not is_empty(fields.pairs[0][1]):
            scope.problems.add("E303", fields.where, f"{word.name!r} takes nothing")
            ok = False
        for param, name in zip(word.params, names):
            node = fields.get(name)
            expr: Expr | None = None
            if node is None or is_empty(node):
                if param.is_required:
                    what = "instructions" if param.takes is None else str(param.takes)
                    scope.problems.add("E302", fields.where, f"{word.name!r} needs {what} after {name!r}")
                else:
                    expr = default_of(param, scope.language)
                    if param.default is ME:
                        self.given[name] = ("self",)
                    else:
                        left_out.append(param.name)
            elif param.takes is None:
                expr = self.way(f"{mine} {param.name}", node, scope)
            else:
                expr = self.expression(param.takes, node, scope, sets=True)
                if expr is not None and expr.constant and expr.value is False:
                    left_out.append(param.name)
            ok = ok and expr is not None
            given += [expr] if expr is not None else []
        if not ok:
            return None
        known = {param.name: expr for param, expr in zip(word.params, given)}
        says = say(word.says, known, left_out, scope.language.speech)
        can = call(word.can, word.needs_cause, given) if word.can is not None else None
        verb = call(word.function, word.needs_cause, given)
        return Code(((PLAY, verb, 0) if word.asks else (DO, (verb,), 0),), says, can)

    def way(self, name: str, node: Node, scope: Scope) -> Expr:
        """Instructions inside an instruction: one of the ways that it can go."""
        code = self.block(node, scope)
        self.ways.append(name)
        going = doing(lambda g, c: note(g, name), "")
        way = Way(in_order([going, code]), code.says)
        return constant(Type(TEXT), way, code.says or scope.language.speech("read on"))

    def expression(self, takes: Type, node: Node, scope: Scope, sets: bool = False) -> Expr | None:
        """What a place takes: a text, a word, a number, an expression, or a table of amounts."""
        found = self._expression(takes, node, scope, sets)
        if found is not None:
            self.read.append((node, found.form))
        return found

    def _expression(self, takes: Type, node: Node, scope: Scope, sets: bool) -> Expr | None:
        if isinstance(node, Fields) and takes == Type(AMOUNT):
            return self.table(node, scope)
        if isinstance(node, Items) and takes.many:
            return self.several(takes, node, scope, sets)
        if not isinstance(node, Scalar):
            scope.problems.add("E203", node.where, f"this place takes {takes}")
            return None
        if takes.kind is TEXT:
            return constant(takes, node.text, node.text)
        if takes.kind is FLAG and not takes.many:
            if not node.text.replace("-", "_").isidentifier():
                scope.problems.add("E206", node.where, f"{shortened(node.text)!r} is no word to remember")
                return None
            (scope.flags_set if sets else scope.flags_asked).setdefault(node.text, node.where)
            return constant(takes, node.text, node.text)
        if takes.kind is CONDITION and isinstance(node.value, bool):
            return constant(takes, node.value, scope.language.speech("always" if node.value else "never"))
        if node.text in takes.kind.words and not node.text.isidentifier():
            return constant(
                takes, takes.kind.words[node.text], scope.language.speech(takes.kind.written(node.text))
            )
        return read_expression(node.text, takes, scope, node.where)

    def any_things(self, node: Node, scope: Scope) -> Expr | None:
        """Any number of things, of whatever kind."""
        if not isinstance(node, Scalar):
            scope.problems.add("E203", node.where, "name some things, or `things where a condition holds`")
            return None
        found = read_expression(node.text, None, scope, node.where)
        if found is not None and found.type.kind in (AMOUNT, CONDITION, TEXT, FLAG):
            scope.problems.add("E306", node.where, f"{found.says!r} is {found.type}: name some things")
            return None
        if found is not None:
            self.read.append((node, found.form))
        return found

    def several(self, takes: Type, node: Items, scope: Scope, sets: bool) -> Expr | None:
        found = [self.expression(Type(takes.kind), item, scope, sets) for item in node.items]
        exprs = [expr for expr in found if expr is not None]
        if len(exprs) < len(found):
            return None
        says = scope.language.speech(" and ").join([expr.says for expr in exprs])
        form = ("list", *[expr.form for expr in exprs])
        if all(expr.constant for expr in exprs):
            values = [expr.value for expr in exprs]
            return Expr(takes, lambda g, c: values, says, form, True, values)
        runs = [expr.run for expr in exprs]
        return Expr(takes, lambda g, c: [run(g, c) for run in runs], says, form)

    def table(self, node: Fields, scope: Scope) -> Expr | None:
        """`{players: {1: 2, 2: 3}}`: an amount by another one; the last line also for more."""
        if len(node.pairs) != 1 or not isinstance(node.pairs[0][1], Fields):
            scope.problems.add("E203", node.where, "a table of amounts is written {an amount: {1: 2, 2: 3}}")
            return None
        name, lines = node.pairs[0]
        by = read_expression(name.text, Type(AMOUNT), scope, name.where)
        amounts: dict[int, Expr] = {}
        assert isinstance(lines, Fields)
        for key, inner in lines.pairs:
            amount = self.expression(Type(AMOUNT), inner, scope)
            if not isinstance(key.value, int) or isinstance(key.value, bool):
                scope.problems.add(
                    "E203", key.where, f"a line of a table begins with a number, not {key.text!r}"
                )
            elif amount is not None:
                amounts[key.value] = amount
        if not lines.pairs:
            scope.problems.add("E203", lines.where, "a table of amounts has a line for each case")
        if by is None or len(amounts) < len(lines.pairs) or not amounts:
            return None
        which, runs = by.run, {key: expr.run for key, expr in sorted(amounts.items())}

        def run(g: Any, c: Cause) -> Any:
            n = which(g, c)
            fitting = [key for key in runs if key <= n]
            return runs[fitting[-1]](g, c) if fitting else 0

        first, *more = [(key, expr.says) for key, expr in sorted(amounts.items())]
        speech = scope.language.speech
        noun = by.says.removeprefix(speech("the number of ")).rstrip(",")
        counts = noun != by.says
        at_least = "{0} with {1} or more {2}" if counts else "{0} with {2} at {1} or more"
        cases = ", ".join([speech(at_least, says, key, noun) for key, says in more])
        form = ("table", by.form, *[(key, amounts[key].form) for key in runs])
        return Expr(Type(AMOUNT), run, f"{first[1]} ({cases})" if more else first[1], form)
