"""The language of one game's cards: its instructions, values, events and queries, from Python signatures."""

from __future__ import annotations

import copy
import inspect
import types
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from foldtale.kernel.effects.kinds import AMOUNT, CONDITION, TEXT, Kind, Type
from foldtale.kernel.effects.wording import PLACE
from foldtale.kernel.speech import ENGLISH, Speech
from foldtale.kernel.talk import Play

REQUIRED: Final = inspect.Parameter.empty
Verb: TypeAlias = Callable[..., Any]
Body = TypeVar("Body")
"""What an author writes on one kind of card."""


class Cause:
    """Why instructions run: who acts, by which card, in which event, and what was chosen on the way.

    `me`     who acts
    `whose`  whose card it is, if it is not that of whoever acts
    `card`   the id of the card that says so
    `event`  what is happening, where the card answers to something
    `it`     the thing that is chosen, or whose turn it is in a loop
    `named`  the same, under names that the card gives them
    `found`  what instructions have counted: successes of a roll, for instance
    `left`   how many more rounds all its loops may make
    `copy`   which copy of the card it is, of those in force
    `declined`  True if something was let be or could not be done, and nothing else was done; False once
                something was done; None before either (see `once`)
    """

    it: Any = None
    whose: Any = ...
    left = 1_000
    copy = 0
    declined: bool | None = None
    _found: dict[str, int] | None = None
    _named: dict[str, Any] | None = None

    def __init__(self, me: Any = None, card: str = "", event: Event | None = None) -> None:
        self.me = me
        self.card = card
        self.event = event

    def decline(self) -> None:
        """Note that something is let be, or cannot be done."""
        if self.declined is None:
            self.declined = True

    def note_anew(self) -> bool | None:
        """Begin with nothing declined and nothing done; return what was noted before."""
        before, self.declined = self.declined, None
        return before

    @property
    def found(self) -> dict[str, int]:
        if self._found is None:
            self._found = {}
        return self._found

    @property
    def named(self) -> dict[str, Any]:
        if self._named is None:
            self._named = {}
        return self._named


@dataclass(slots=True, eq=False)
class Event:
    """Something that happens or is about to: its name and its facts, which a card may change or cancel."""

    name: str
    facts: dict[str, Any]
    cancelled: bool = False


class Occasion(NamedTuple):
    """Something that cards can answer to."""

    facts: dict[str, Type]  # what is known of it
    says: str  # how it is said that it happens
    ways: tuple[str, ...]  # whether cards answer after it ("on"), before it ("of"), or both
    final: bool  # it has happened when a card is asked about it, and cannot be changed
    cancelled: str  # how it is printed that it shall not happen


class Param(NamedTuple):
    """One word that an instruction takes: what stands after it, or None for instructions."""

    name: str
    takes: Type | None
    default: Any

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED


@dataclass(slots=True, eq=False)
class Word:
    """An instruction or a value: its Python function, what it takes, and the sentence it is printed as."""

    name: str
    function: Callable[..., Any]
    says: str
    params: list[Param]
    needs_cause: bool
    asks: bool  # whether it must be played, since somebody may be asked
    gives: Type | None = None
    can: Callable[..., bool] | None = None  # whether it could be paid or carried out now
    denies: str = ""  # how a condition is printed when it is not so
    tells: str = ""  # what it means, for authors


class Steps:
    """Annotates what holds instructions; an op plays them with `yield from steps(g, c)`."""

    says: str  # how they are printed

    def __call__(self, g: Any, c: Cause) -> Play[None]:
        raise NotImplementedError


def with_default(takes: Any, default: Any) -> tuple[Any, Any]:
    """Return the type of a word and what stands for it where it is left out; a pair says both."""
    return takes if isinstance(takes, tuple) else (takes, default)


@dataclass(eq=False)
class Language:
    """What the cards of one game can say."""

    name: str
    actor: Kind  # the kind of those who act
    self_is: str = "you"  # how whoever acts is spoken of
    rule: str = ""  # the rule by which cards ask and speak, where `rule_of` does not say otherwise
    scopes: Sequence[str] = ()  # for how long something can last, or be used up
    # how "once a turn" is said for a scope, where it is not said so
    often: Mapping[str, str] = field(default_factory=dict)
    start: str = ""  # the kind of card that a pack starts with, where the game follows a pack's story
    untitled: Sequence[str] = ()  # fields of cards whose sentences are printed without a heading
    # players never see the words that cards remember, so conditions need others for them
    hides_flags: bool = False
    speech: Speech = ENGLISH  # in which language its cards are printed
    ops: dict[str, Word] = field(default_factory=dict)
    values: dict[str, Word] = field(default_factory=dict)
    events: dict[str, Occasion] = field(default_factory=dict)
    bans: dict[str, tuple[Type, str]] = field(default_factory=dict)
    queries: dict[str, tuple[Type, str]] = field(default_factory=dict)
    # which things an annotation of its instructions and values stands for, unless it says so itself:
    # `Annotated[str, Kind("card")]`
    kinds: dict[Any, Kind] = field(default_factory=dict)
    cards: dict[str, type] = field(default_factory=dict)
    dealt: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.kinds = {int: AMOUNT, bool: CONDITION, str: TEXT, **self.kinds}
        self.connect()

    def connect(
        self,
        *,
        who_answers: Callable[[Any, Cause, Any], tuple[int, int]] = lambda g, c, who: (who, who),
        can_answer: Callable[[Any, Any], bool] = lambda g, who: True,
        rule_of: Callable[[Any, Cause], str] | None = None,
        told: Callable[[Any, Cause, str], None] = lambda g, c, key: None,
        called: Callable[[str], str] = lambda ident: "",
        lapses: Callable[[Any, Cause], bool] | None = None,
        you: Callable[[Any], Play[Any]] | None = None,
        confirm: Callable[[Any, tuple[Any, ...]], Play[bool]] | None = None,
        checks: Sequence[Callable[[Any, Any], None]] = (),
    ) -> None:
        """Hand over what cards need from the rules of the game; each game does so once.

        `who_answers`  the seat that answers for somebody, and the voice if it is the group
        `can_answer`   whether somebody is in a state to choose; what they cannot choose is not done
        `rule_of`      the rule by which a card asks and speaks
        `told`         hears of words that a card tells the table
        `called`       what sentences call a card, where it is not its title: its number, say
        `lapses`       whether a card that was to answer to something does not, for what has happened since
        `you`          says to whom a text speaks that says "you" when nobody acts
        `confirm`      asks once more before something chosen is carried out, by what it does
        `checks`       what the game asks of a pack beyond its form; they note what they miss
        """
        self.who_answers = who_answers
        self.can_answer = can_answer
        self.rule_of = rule_of or (lambda g, c: self.rule)
        self.told = told
        self.called = called
        self.lapses = lapses
        self.you = you
        self.confirm = confirm
        self.checks = list(checks)

    def op(
        self, says: str, can: Callable[..., bool] | None = None, name: str = "", **takes: Any
    ) -> Callable[[Verb], Verb]:
        """Register an instruction. `can` says whether it could be paid or carried out now.

        `takes`  what it takes where its signature does not say so: a type, or a pair of it and what stands
                 for a word that is left out

        Cards give its positional parameters; what is keyword-only is for rules that call the function.
        """

        def register(function: Verb) -> Verb:
            word = self._word(name or function.__name__, function, says, takes)
            self.ops[word.name] = replace(word, can=can)
            return function

        return register

    def value(self, says: str, name: str = "", denies: str = "", **takes: Any) -> Callable[[Verb], Verb]:
        """Register a value: an amount, a condition, or a selector, by what the function returns.

        `denies` is how a condition is printed when it is not so; `takes` as of an instruction.
        """

        def register(function: Verb) -> Verb:
            word = self._word(name or function.__name__, function, says, takes)
            gives = self.type_of(get_type_hints(function, include_extras=True)["return"])
            self.values[word.name] = replace(word, gives=gives, denies=denies)
            return function

        return register

    def fact(
        self,
        name: str,
        gives: Any,
        says: str,
        of: Callable[..., Any],
        /,
        tells: str = "",
        denies: bool | str = False,
        **takes: Any,
    ) -> None:
        """Register a value in one line: `of` reads it from a state and from what it `takes`, in this order.

        Behind the state, `of` may take the cause as `c`; what it has a default for need not be written, nor
        what `takes` gives as a pair.

        `denies`  how a condition is printed when it is not so, or whether that is said with `is not`
        """
        known = [*inspect.signature(of).parameters.values()][1:]
        needs_cause = bool(known) and known[0].name == "c"
        params = [
            Param(param.rstrip("_"), self.type_of(kind), default)
            for (param, given), about in zip(takes.items(), known[needs_cause:], strict=True)
            for kind, default in [with_default(given, about.default)]
        ]
        denied = says.replace(" is ", " is not ", 1) if denies is True else denies or ""
        found = self.type_of(gives)
        self.values[name] = Word(name, of, says, params, needs_cause, False, found, None, denied, tells)

    @dataclass_transform(kw_only_default=True)
    def card(self, name: str, dealt: bool = False) -> Callable[[type[Body]], type[Body]]:
        """Register a kind of card: a dataclass of what an author writes; no card leads to `dealt` ones."""

        def register(cls: type[Body]) -> type[Body]:
            self.cards[name] = dataclass(kw_only=True)(cls)
            if dealt:
                self.dealt.append(name)
            return cls

        return register

    def event(
        self,
        name: str,
        says: str,
        final: bool = False,
        when: bool = True,
        instead: bool = True,
        cancelled: str = "it does not happen",
        **facts: Any,
    ) -> str:
        """Register something that cards can answer to, after it (`when`), before it (`instead`), or both."""
        known = {fact: self.type_of(kind) for fact, kind in facts.items()}
        ways = (*["on"] * when, *["of"] * instead)
        self.events[name] = Occasion(known, says, ways, final, cancelled)
        return name

    def once(self, scope: str) -> str:
        """How it is printed that something can be done once in a scope."""
        return self.speech(self.often[scope]) if scope in self.often else self.speech("once a {0}", scope)

    def spoken(self, speech: Speech) -> Language:
        """The same language, whose cards are printed in another one. Nothing is checked by what they say."""
        other = copy.copy(self)
        other.speech = speech
        other.self_is = speech(self.self_is)
        other.checks = []
        return other

    def query(self, name: str, says: str, whom: Any = None) -> str:
        """Register a number that cards can change while they are in force.

        One that is a right, and so 0 or 1, says what `{who}` can do.
        """
        self.queries[name] = (self.type_of(whom) if whom is not None else Type(self.actor), says)
        return name

    def ban(self, name: str, says: str, whom: Any = None) -> str:
        """Register something that cards can forbid while they are in force: `{forbid: name}`."""
        self.bans[name] = (self.type_of(whom) if whom is not None else Type(self.actor), says)
        return name

    def type_of(self, annotation: Any) -> Type:
        origin, arguments = get_origin(annotation), get_args(annotation)
        if origin is Annotated and isinstance(arguments[1], Kind):
            return Type(self.kinds.setdefault(annotation, arguments[1]))
        if origin in (list, tuple):
            return Type(self.type_of(arguments[0]).kind, many=True)
        if origin in (Union, types.UnionType):
            inner = [argument for argument in arguments if argument is not type(None)]
            return self.type_of(inner[0])
        if origin is Literal:
            name = " or ".join(arguments) if len(arguments) < 4 else "word"
            return Type(self.kinds.setdefault(annotation, Kind(name, arguments)))
        if annotation in self.kinds:
            return Type(self.kinds[annotation])
        raise TypeError(f"{self.name}: {annotation} is no type of the card language; add it to `kinds`")

    def _word(self, name: str, function: Verb, says: str, given: Mapping[str, Any]) -> Word:
        hints = {**get_type_hints(function, include_extras=True), **given}
        params: list[Param] = []
        for param, about in list(inspect.signature(function).parameters.items())[1:]:
            hint, default = with_default(hints[param], about.default)
            if hint is not Cause and about.kind is not inspect.Parameter.KEYWORD_ONLY:
                takes = None if Steps in (hint, *get_args(hint)) else self.type_of(hint)
                params.append(Param(param.rstrip("_"), takes, default))
        unknown = set(PLACE.findall(says)) - {param.name for param in params}
        if unknown:
            raise ValueError(f"{name!r} says {says!r}, but takes no {', '.join(sorted(unknown))}")
        asks = get_origin(hints.get("return")) is Generator
        tells = inspect.getdoc(function) or ""
        return Word(name.rstrip("_"), function, says, params, Cause in hints.values(), asks, tells=tells)
