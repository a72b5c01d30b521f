"""Amounts, conditions and selectors once they are read: their type, their value, how they are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypeAlias

from foldtale.kernel.effects.kinds import AMOUNT, TEXT, Type
from foldtale.kernel.effects.language import Cause, Language, Param
from foldtale.kernel.pack.problems import Problems, Where
from foldtale.kernel.speech import Speech

Run = Callable[[Any, Cause], Any]
Form: TypeAlias = Any
"""An expression as data: a value, or a tuple of a word and its parts: `("hearts", ("self",))`."""


@dataclass(slots=True, eq=False)
class Expr:
    """A read expression: its type, what it comes to in a state, how it is said, and its form."""

    type: Type
    run: Run
    says: str
    form: Form
    constant: bool = False  # whether it is the same in every state
    value: Any = None  # what it is in every state, if it is constant
    joins: str = ""  # the word that joins its parts
    negates: str = ""  # what it says the opposite of
    counts: str = ""  # the things that it counts
    denied: str = ""  # how its own opposite is said

    def within(self, word: str) -> str:
        """How it is said inside something larger: in brackets if it would be read otherwise."""
        return f"({self.says})" if self.joins not in ("", word) else self.says


def constant(type: Type, value: Any, says: str) -> Expr:
    return Expr(type, lambda g, c: value, says, value, True, value)


def parts_of(form: Form) -> Iterator[tuple[Any, ...]]:
    """Yield each word of a form with its parts, the outermost first."""
    if isinstance(form, tuple):
        yield form
        for part in form[1:]:
            yield from parts_of(part)


class Variable(NamedTuple):
    type: Type
    says: str
    run: Run


def me(g: Any, c: Cause) -> Any:
    """Whoever acts."""
    return c.me


def it(g: Any, c: Cause) -> Any:
    """What is chosen, or whose turn it is."""
    return c.it


@dataclass(eq=False)
class Scope:
    """What is known where an expression stands, and what was spoken of.

    `lasting`     what instructions put in force for a while, in the order of reading
    `translated`  texts of the pack in the language in which it is read, by id
    `means`       what flags mean, in words for people
    """

    language: Language
    problems: Problems
    variables: dict[str, Variable] = field(default_factory=dict)
    event: str = ""
    references: list[tuple[str, str, Where]] = field(default_factory=list)
    flags_set: dict[str, Where] = field(default_factory=dict)
    flags_asked: dict[str, Where] = field(default_factory=dict)
    sequences: list[tuple[str, Where]] = field(default_factory=list)
    named: dict[str, Any] = field(default_factory=dict)
    lasting: list[Any] = field(default_factory=list)
    declared: dict[str, dict[str, Where]] = field(default_factory=dict)
    translated: dict[str, str] = field(default_factory=dict)
    means: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.variables.setdefault("self", Variable(Type(self.language.actor), self.language.self_is, me))

    def within(self, **variables: Variable) -> Scope:
        """The same, with more names."""
        return replace(self, variables={**self.variables, **variables})

    def in_event(self, name: str, has_happened: bool = False) -> Scope:
        """Where something happens: its facts have names; before it has happened, they can be changed."""
        speech, event = self.language.speech, self.language.events[name]
        facts = event.facts.items()
        known = {fact: Variable(type, called(fact, type, speech), _fact(fact)) for fact, type in facts}
        return replace(self.within(**known), event="" if has_happened or event.final else name)


def called(name: str, type: Type, speech: Speech) -> str:
    """How a thing without a name of its own is spoken of."""
    if type.kind is AMOUNT:
        return speech("the {0}", name.replace("_", " "))
    return speech("those {0}", type.kind.plural) if type.many else speech("that {0}", type.kind)


def _fact(name: str) -> Run:
    def run(g: Any, c: Cause) -> Any:
        if c.event is not None and name in c.event.facts:
            return c.event.facts[name]
        return c.named[name]

    return run


class Me:
    """A default that stands for whoever acts."""


ME: Final[Any] = Me()


def default_of(param: Param, language: Language) -> Expr:
    """What stands for a word that was left out, and how it is said."""
    default = param.default
    if default is ME:
        return Expr(Type(TEXT), me, language.self_is, None, constant=True)
    spoken = language.speech(default) if isinstance(default, str) else str(default)
    return constant(Type(TEXT), default, "" if default is None else spoken)


def call(function: Callable[..., Any], needs_cause: bool, given: list[Expr]) -> Run:
    """Call a verb with what its words come to; words that are always the same are not looked up again."""
    runs = [expr.run for expr in given]
    known = [expr.constant and expr.run not in (me, it) for expr in given]
    values = [run(None, Cause()) if is_known else None for is_known, run in zip(known, runs)]
    if needs_cause:
        if all(known):
            return lambda g, c: function(g, c, *values)
        if len(runs) == 1:
            first = runs[0]
            return lambda g, c: function(g, c, first(g, c))
        return lambda g, c: function(g, c, *[run(g, c) for run in runs])
    if all(known):
        return _of_none(function, values)
    if all(known[:-1]) and runs[-1] in (me, it) and len(runs) <= 3:
        return _of_one(function, values[:-1], runs[-1])
    if len(runs) == 1:
        one = runs[0]
        return lambda g, c: function(g, one(g, c))
    if len(runs) == 2:
        one, two = runs
        return lambda g, c: function(g, one(g, c), two(g, c))
    return lambda g, c: function(g, *[run(g, c) for run in runs])


def _of_none(function: Callable[..., Any], values: list[Any]) -> Run:
    """All words are known."""
    if not values:
        return lambda g, c: function(g)
    if len(values) == 1:
        (n,) = values
        return lambda g, c: function(g, n)
    return lambda g, c: function(g, *values)


def _of_one(function: Callable[..., Any], values: list[Any], who: Run) -> Run:
    """The most common of all: known words, and whoever acts or is chosen."""
    if not values:
        return (lambda g, c: function(g, c.me)) if who is me else (lambda g, c: function(g, c.it))
    if len(values) == 1:
        (n,) = values
        return (lambda g, c: function(g, n, c.me)) if who is me else (lambda g, c: function(g, n, c.it))
    n, of = values
    return (lambda g, c: function(g, n, of, c.me)) if who is me else (lambda g, c: function(g, n, of, c.it))
