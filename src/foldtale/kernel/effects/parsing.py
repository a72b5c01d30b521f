"""Amounts, conditions and selectors: a small typed language, read from text and never evaluated as Python.

hearts(self) >= 2 and not has(SONG)
areas where wyrms_in(it) >= 3
half(successes) + 1
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any, Final

from foldtale.kernel.effects.expression import (
    Expr,
    Run,
    Scope,
    Variable,
    call,
    called,
    constant,
    default_of,
    it,
)
from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, FLAG, Kind, Type
from foldtale.kernel.effects.language import Cause, Word
from foldtale.kernel.effects.wording import COMPARED, compared, say
from foldtale.kernel.pack.problems import Where, shortened

LONGEST: Final = 400
DEEPEST: Final = 30
LARGEST: Final = 1_000_000
TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?![\w]))|(?P<word>\w[\w'\-/#]*)|(?P<sign>>=|<=|!=|==|[-+*(),=<>]))"
)
ORDERED: Final = (">=", "<=", ">", "<")
COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "!=": operator.ne,
    "is not": operator.ne, "=": operator.eq, "==": operator.eq, "is": operator.eq,
}  # fmt: skip
RECKONED: Final = {"+": ("plus", operator.add), "-": ("minus", operator.sub), "*": ("times", operator.mul)}


class _Unreadable(Exception):
    """The code of a problem, and what is said of it; no code if it is noted already."""


def read_expression(text: str, expected: Type | None, scope: Scope, where: Where) -> Expr | None:
    """An expression of the expected type, or any number of things of whatever kind; or None and a problem."""
    try:
        if len(text) > LONGEST:
            raise _Unreadable("E304", f"no expression is longer than {LONGEST} letters")
        return _Reader(text, scope, where).whole(expected)
    except _Unreadable as error:
        code, said = error.args
        if code:
            scope.problems.add(code, where, said)
        return None


class _Reader:
    """Reads by descent: where, or, and, not, comparison, sum, product, thing."""

    def __init__(self, text: str, scope: Scope, where: Where) -> None:
        self.text = text
        self.scope = scope
        self.speech = scope.language.speech
        self.where = where
        self.tokens = self.split(text)
        self.at = 0
        self.depth = 0

    def split(self, text: str) -> list[tuple[str, str]]:
        tokens: list[tuple[str, str]] = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                raise _Unreadable("E304", f"{shortened(text[at:])!r} cannot be read")
            kind = str(found.lastgroup)
            tokens.append((kind, found.group(kind)))
            at = found.end()
        return tokens

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def next(self) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise _Unreadable("E304", f"{shortened(self.text)!r} ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, *words: str) -> str:
        """The next token, if it is one of these."""
        if self.peek() in words:
            return self.next()[1]
        return ""

    def whole(self, expected: Type | None) -> Expr:
        found = self.expression(expected)
        if self.at < len(self.tokens):
            said = f"{shortened(self.peek())!r} was not expected in {shortened(self.text)!r}"
            raise _Unreadable("E304", said)
        return self.fit(found, expected or Type(found.type.kind, many=True))

    def fit(self, found: Expr, expected: Type) -> Expr:
        if not expected.takes(found.type):
            each = "; for each of them write {each: …, do: […]}" if expected.kind is found.type.kind else ""
            raise _Unreadable("E306", f"{found.says!r} is {found.type}; this place takes {expected}{each}")
        if expected.many and not found.type.many:
            one = found.run
            return Expr(
                expected, lambda g, c: [one(g, c)], found.says, found.form, found.constant, [found.value]
            )
        return found

    def expression(self, expected: Type | None) -> Expr:
        self.depth += 1
        if self.depth > DEEPEST:
            raise _Unreadable("E314", "brackets are nested too deep")
        found = self.either(expected)
        if self.take("where"):
            found = self.filtered(found)
        self.depth -= 1
        return found

    def filtered(self, many: Expr) -> Expr:
        if not many.type.many:
            raise _Unreadable("E306", f"{many.says!r} is only {many.type}: nothing to choose from by 'where'")
        outer = self.scope
        one = Type(many.type.kind)
        self.scope = outer.within(it=Variable(one, called("it", one, self.speech), it))
        test = self.fit(self.either(Type(CONDITION)), Type(CONDITION))
        self.scope = outer
        all_of, is_so = many.run, test.run

        def run(g: Any, c: Cause) -> list[Any]:
            before, kept = c.it, []
            for thing in all_of(g, c):
                c.it = thing
                if is_so(g, c):
                    kept.append(thing)
            c.it = before
            return kept

        says = self.speech("{0} where {1}", many.says, test.says)
        return Expr(many.type, run, says, ("where", many.form, test.form))

    def either(self, expected: Type | None) -> Expr:
        left = self.both(expected)
        while self.take("or"):
            left = self.joined(left, self.both(Type(CONDITION)), "or")
        return left

    def both(self, expected: Type | None) -> Expr:
        left = self.negated(expected)
        while self.take("and"):
            left = self.joined(left, self.negated(Type(CONDITION)), "and")
        return left

    def joined(self, left: Expr, right: Expr, word: str) -> Expr:
        one, two = (self.fit(side, Type(CONDITION)).run for side in (left, right))
        says = self.speech(f"{{0}} {word} {{1}}", left.within(word), right.within(word))
        form = (word, left.form, right.form)
        run: Run = lambda g, c: one(g, c) and two(g, c)  # noqa: E731
        if word == "or":
            run = lambda g, c: one(g, c) or two(g, c)  # noqa: E731
        return Expr(Type(CONDITION), run, says, form, joins=word)

    def negated(self, expected: Type | None) -> Expr:
        if not self.take("not"):
            return self.compared(expected)
        self.depth += 1
        if self.depth > DEEPEST:
            raise _Unreadable("E314", "nested too deep")
        inner = self.fit(self.negated(Type(CONDITION)), Type(CONDITION))
        self.depth -= 1
        test = inner.run
        says = inner.denied or self.speech("not ({0})", inner.says)
        run: Run = lambda g, c: not test(g, c)  # noqa: E731
        return Expr(Type(CONDITION), run, says, ("not", inner.form), negates=inner.says)

    def compared(self, expected: Type | None) -> Expr:
        wanted = None if expected is not None and expected.kind is CONDITION else expected
        left = self.sum(wanted)
        sign = self.take(*COMPARED)
        if not sign:
            return left
        if sign == "is" and self.take("not"):
            sign = "is not"
        if left.type.kind is CONDITION:
            raise _Unreadable("E306", "a condition cannot be compared")
        right = self.fit(self.sum(Type(left.type.kind)), Type(left.type.kind))
        if sign in ORDERED and left.type.kind is not AMOUNT:
            raise _Unreadable("E306", f"{left.says!r} is {left.type}: only amounts are more or less")
        says = compared(left, sign, right, self.speech)
        if left.counts and (sign, right.says) in ((">=", "1"), (">", "0")):
            says = self.speech("there are any of {0}", left.counts)
        holds, one, two, known = COMPARISONS[sign], left.run, right.run, right.value
        run: Run = lambda g, c: holds(one(g, c), two(g, c))  # noqa: E731
        if right.constant:
            run = lambda g, c: holds(one(g, c), known)  # noqa: E731
        if left.constant and right.constant:
            return constant(Type(CONDITION), run(None, Cause()), says)
        return Expr(Type(CONDITION), run, says, (sign, left.form, right.form))

    def sum(self, expected: Type | None) -> Expr:
        left = self.product(expected)
        while sign := self.take("+", "-"):
            left = self.reckoned(left, self.product(Type(AMOUNT)), sign)
        return left

    def product(self, expected: Type | None) -> Expr:
        left = self.thing(expected)
        while self.take("*"):
            left = self.reckoned(left, self.thing(Type(AMOUNT)), "*")
        return left

    def reckoned(self, left: Expr, right: Expr, sign: str) -> Expr:
        left, right = (self.fit(side, Type(AMOUNT)) for side in (left, right))
        one, two = left.run, right.run
        word, reckon = RECKONED[sign]
        says = self.speech(f"{{0}} {word} {{1}}", left.within(word), right.within(word))
        run: Run = lambda g, c: bounded(reckon(one(g, c), two(g, c)))  # noqa: E731
        if left.constant and right.constant:
            return constant(Type(AMOUNT), run(None, Cause()), str(run(None, Cause())))
        return Expr(Type(AMOUNT), run, says, (sign, left.form, right.form), joins=word)

    def thing(self, expected: Type | None) -> Expr:
        kind, word = self.next()
        if word == "(":
            inner = self.expression(expected)
            self.close()
            return inner
        if word == "-" and self.at < len(self.tokens):
            if self.tokens[self.at][0] == "number":
                number = -int(self.next()[1])
                return constant(Type(AMOUNT), number, str(number))
            return self.reckoned(constant(Type(AMOUNT), 0, "0"), self.thing(Type(AMOUNT)), "-")
        if kind == "number":
            if expected is not None and (expected.kind.refers or word in expected.kind.words):
                return self.named(word, expected.kind)
            return constant(Type(AMOUNT), int(word), word)
        if kind != "word":
            raise _Unreadable("E304", f"{word!r} cannot stand here in {shortened(self.text)!r}")
        if self.peek() == "(":
            return self.called(word)
        return self.word(word, expected)

    def close(self) -> None:
        if not self.take(")"):
            raise _Unreadable("E304", f"a bracket is not closed in {shortened(self.text)!r}")

    def word(self, word: str, expected: Type | None) -> Expr:
        if expected is not None and expected.kind is FLAG:
            return self.named(word, FLAG)
        variable = self.scope.variables.get(word)
        if variable is not None:
            return Expr(variable.type, variable.run, variable.says, (word,))
        if expected is not None and word in expected.kind.words:
            return self.named(word, expected.kind)
        value = self.scope.language.values.get(word)
        refers = expected is not None and expected.kind.refers
        if value is not None and (not refers or value.gives is None or value.gives.kind is expected.kind):  # type: ignore[union-attr]
            return self.applied(value, [])
        if expected is not None and (expected.kind.refers or expected.kind is FLAG):
            return self.named(word, expected.kind)
        if "-" in word and word.split("-", maxsplit=1)[0] in self.scope.language.values:
            raise _Unreadable("E305", f"put spaces around the minus in {shortened(word)!r}")
        known = {*self.scope.variables, *self.scope.language.values}
        known |= set(expected.kind.words) if expected is not None else set()
        asks = [
            name
            for name, value in self.scope.language.values.items()
            if len(value.params) == 1 and getattr(value.params[0].takes, "kind", None) is FLAG
        ]
        if asks and word in {*self.scope.flags_set, *self.scope.flags_asked}:
            raise _Unreadable("E305", f"{word!r} is a word to remember: ask for it by {asks[0]}({word})")
        self.scope.problems.unknown("E305", self.where, "the name", word, known)
        raise _Unreadable("", "")

    def named(self, word: str, kind: Kind) -> Expr:
        if kind.refers and word not in kind.words:
            self.scope.references.append((kind.refers, word, self.where))
            return constant(Type(kind), word, f"[{word}]")
        if kind is FLAG:
            return constant(Type(kind), word, word)
        return constant(Type(kind), kind.words[word], self.speech(kind.written(word)))

    def called(self, name: str) -> Expr:
        self.next()
        built_in = name in BUILT_IN and name not in self.scope.language.values
        word = self.scope.language.values.get(name)
        if word is None and not built_in:
            words = {*self.scope.language.values, *BUILT_IN}
            self.scope.problems.unknown("E305", self.where, "the value", name, words)
            raise _Unreadable("", "")
        given: list[Expr] = []
        while self.peek() != ")":
            param = word.params[len(given)] if word is not None and len(given) < len(word.params) else None
            wanted = param.takes if param is not None and isinstance(param.takes, Type) else None
            found = self.expression(wanted)
            given.append(self.fit(found, wanted) if wanted is not None else found)
            if not self.take(","):
                break
        self.close()
        return self.applied(word, given) if word is not None else self.built_in(name, given)

    def applied(self, word: Word, given: list[Expr]) -> Expr:
        assert word.gives is not None
        if len(given) > len(word.params) or any(p.is_required for p in word.params[len(given) :]):
            kinds = [str(param.takes) for param in word.params if isinstance(param.takes, Type)]
            takes = " and ".join(kinds) or "nothing"
            raise _Unreadable("E307", f"{word.name!r} takes {takes} in brackets")
        for param, expr in zip(word.params, given):
            if isinstance(param.takes, Type) and param.takes.kind is FLAG and expr.constant:
                self.scope.flags_asked.setdefault(expr.value, self.where)
        form = (word.name, *[expr.form for expr in given])
        meant = self.meant(given)
        given = given + [default_of(param, self.scope.language) for param in word.params[len(given) :]]
        known = {param.name: expr for param, expr in zip(word.params, given)}
        says = meant or say(word.says, known, (), self.speech)
        denied = "" if meant else say(word.denies, known, (), self.speech)
        return Expr(word.gives, call(word.function, word.needs_cause, given), says, form, denied=denied)

    def meant(self, given: list[Expr]) -> str:
        """What it means in words for people, where nothing but a flag is asked for."""
        if len(given) != 1 or given[0].type.kind is not FLAG:
            return ""
        return self.scope.means.get(given[0].value, "")

    def built_in(self, name: str, given: list[Expr]) -> Expr:
        takes, says, function = BUILT_IN[name]
        kind = CONDITION if name == "some" else AMOUNT
        if len(given) != takes:
            how_many = "one thing" if takes == 1 else "two things"
            raise _Unreadable("E307", f"{name!r} takes {how_many} in brackets, not {len(given)}")
        if name in ("count", "some"):
            if not given[0].type.many:
                raise _Unreadable("E306", f"{given[0].says!r} is only {given[0].type}: nothing to count")
        else:
            given = [self.fit(expr, Type(AMOUNT)) for expr in given]
        runs = [expr.run for expr in given]
        said = self.speech(says, *[expr.within("of") for expr in given])
        form = (name, *[expr.form for expr in given])
        if takes == 1:
            one = runs[0]
            counts = given[0].says if name == "count" else ""
            return Expr(Type(kind), lambda g, c: function(one(g, c)), said, form, counts=counts)
        one, two = runs
        return Expr(Type(AMOUNT), lambda g, c: function(one(g, c), two(g, c)), said, form)


BUILT_IN: Final[dict[str, tuple[int, str, Callable[..., int]]]] = {
    "count": (1, "the number of {0}", len),
    "some": (1, "there are any of {0}", bool),
    "half": (1, "half of {0}, rounded up", lambda n: -(-n // 2)),
    "half_down": (1, "half of {0}, rounded down", lambda n: n // 2),
    "min": (2, "the lesser of {0} and {1}", min),
    "max": (2, "the greater of {0} and {1}", max),
}
"""Values that every language has."""


def bounded(n: int) -> int:
    """No amount that is reckoned is larger than a game could ever need."""
    return max(-LARGEST, min(n, LARGEST))
