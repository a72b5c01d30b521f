"""The conversation: the few words that rules may say, and the verbs that say them.

Rules are coroutines. They yield an `Ask`, a `Chance`, a `Show` or `REST`; what they are sent back is
the chosen option, the outcome, or nothing. What has happened they `tell`, without yielding, so that
plain verbs can tell too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from mypy_extensions import mypyc_attr

NOBODY: Final = 0
"""The mask of no seat."""
ALL: Final = -1
"""The seat of a question that is put to the whole group."""
SPECTATOR: Final = 30
"""The seat of somebody who only watches: in no mask but EVERYONE."""
EVERYONE: Final = (1 << SPECTATOR + 1) - 1
"""The mask of all seats and of those who only watch."""
DEEPEST_SETTLE: Final = 64
"""How far consequences may follow from consequences before the rest is dropped."""
MOST_SETTLED: Final = 1_000
"""How many consequences one thing may have before the rest is dropped."""

T = TypeVar("T")


def bit(seat: int) -> int:
    """The mask of one seat."""
    return 1 << seat


def key_of(thing: Any) -> str:
    """The readable key of anything that can be chosen or drawn: its own, or how it is written."""
    if isinstance(thing, str):
        return thing
    if isinstance(thing, tuple):
        return " ".join([key_of(part) for part in thing])
    if isinstance(thing, int):
        return str(thing)
    key: str = thing.key
    return key


class Option:
    """One thing that can be answered. Options are interned: compare them with `is`."""

    __slots__ = ("key",)

    def __init__(self, key: str) -> None:
        self.key = key

    def __repr__(self) -> str:
        return f"<{self.key}>"


_options: dict[str, Option] = {}


def option(key: str) -> Option:
    """The one option with this key."""
    found = _options.get(key)
    if found is None:
        found = _options[key] = Option(key)
    return found


STOP: Final = option("stop")


class Aside:
    """A free move that another seat may make before the asked seat answers."""

    __slots__ = ("option", "seat")

    def __init__(self, seat: int, option: Option) -> None:
        self.seat = seat
        self.option = option

    @property
    def key(self) -> str:
        return self.option.key

    def __repr__(self) -> str:
        return f"<{self.key} by {self.seat}>"


class Ask:
    """A question: one seat picks one of the options, and a forced choice is simply taken.

    `aside`   what other seats may do first; the question then comes again
    `veiled`  that there is anything to choose is a secret: asked at a table even with one option
    `voice`   the seat that answers when `seat` is ALL
    `about`   the few public facts the question is about
    `to`      who, besides the asked seat, may see the question and its answer
    `number`  given by the match
    `card`    the card that asks, or that the question is about
    """

    __slots__ = (
        "about",
        "aside",
        "card",
        "number",
        "options",
        "rule",
        "seat",
        "to",
        "topic",
        "veiled",
        "voice",
    )

    def __init__(
        self,
        seat: int,
        topic: str,
        options: Sequence[Option],
        rule: str,
        aside: tuple[Aside, ...] = (),
        veiled: bool = False,
        voice: int = ALL,
        about: tuple[Fact, ...] = (),
        to: int = NOBODY,
        number: int = 0,
        card: str = "",
    ) -> None:
        self.seat = seat
        self.topic = topic
        self.options = options
        self.rule = rule
        self.aside = aside
        self.veiled = veiled
        self.voice = voice
        self.about = about
        self.to = to
        self.number = number
        self.card = card

    @property
    def answers(self) -> int:
        """The seat that answers."""
        return self.voice if self.seat == ALL else self.seat

    def seen_by(self, seat: int) -> Ask:
        """The question as this seat meets it: of the free moves it sees only its own."""
        return self.again(tuple([aside for aside in self.aside if aside.seat == seat]), self.number)

    def again(self, aside: tuple[Aside, ...], number: int) -> Ask:
        """The same question with these free moves and under this number."""
        return Ask(
            self.seat,
            self.topic,
            self.options,
            self.rule,
            aside,
            self.veiled,
            self.voice,
            self.about,
            self.to,
            number,
            self.card,
        )

    def __repr__(self) -> str:
        return f"<#{self.number} {self.topic} for {self.seat}: {', '.join(o.key for o in self.options)}>"


class Outcomes(Protocol):
    """Things in order, which need not all be written down."""

    def __len__(self) -> int: ...

    def __getitem__(self, i: int, /) -> Any: ...


class Chance:
    """One of equally likely outcomes, which is sent back itself.

    `to`    who sees it
    `dice`  people with real dice may roll it
    `count` how many outcomes there are
    """

    __slots__ = ("count", "dice", "outcomes", "to", "topic")

    def __init__(self, topic: str, outcomes: Outcomes, to: int = EVERYONE, dice: bool = False) -> None:
        self.topic = topic
        self.outcomes = outcomes
        self.to = to
        self.dice = dice
        self.count = len(outcomes)

    def __repr__(self) -> str:
        return f"<{self.topic}: one of {self.count}>"


class Show:
    """Somebody sees something for the first time. `page` names fixed content: a page of a book."""

    __slots__ = ("page", "to", "what")

    def __init__(self, what: tuple[str, ...], to: int = EVERYONE, page: str = "") -> None:
        self.what = what
        self.to = to
        self.page = page


def consult(page: str) -> Show:
    """Say that the book decides what comes next, at a place that nobody sees yet: is this answer right?

    An imagined match ends here, unless its table has been told the same before; `page` names the place.
    """
    return Show((), NOBODY, page)


class Rest:
    """The state alone is enough to go on."""

    __slots__ = ()


REST: Final = Rest()

Word: TypeAlias = Ask | Chance | Show | Rest
Play: TypeAlias = Generator[Word, Any, T]
Due: TypeAlias = tuple[int, Callable[[Any], Play[None]]]
Fact: TypeAlias = int | str
Told: TypeAlias = tuple[str, int, str, tuple[Fact, ...], tuple[Fact, ...], int]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """Every fact of a match. A game adds its own fields and writes `copy`: see `kernel/facts.py`."""

    due: list[Due]  # what follows from the verbs so far and is not settled yet, by rank
    told: list[Any] | None  # where tells go; None when nobody listens
    answering: tuple[int, ...]  # replacements at work: none of them answers to what it brought about
    depth: int  # how deep in consequences of consequences it is now
    settled: int  # how many consequences were settled so far

    __slots__ = tuple(__annotations__)

    def __init__(self) -> None:
        self.due = []
        self.told = None
        self.answering = ()
        self.depth = 0
        self.settled = 0

    @abstractmethod
    def copy(self) -> State:
        """The same facts, sharing nothing that changes."""

    def acting(self) -> Any:
        """Return who "you" is on a card that belongs to nobody, such as the player whose turn it is."""
        return None

    def heard(self, whose: Any) -> int:
        """Return the sort key of hooks: the lowest responds first; equal ones, in the order they came."""
        return 0


class Leave(Exception):
    """Leave a turn, round, scene or game from anywhere below the loop that owns it."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope

    def at(self, g: State, scope: str) -> None:
        """Said by the loop that owns `scope`: drop what is due, or let another's Leave pass."""
        if self.scope != scope:
            raise self
        g.due.clear()
        g.answering = ()
        g.depth = 0


def tell(
    g: State,
    what: str,
    who: int,
    why: str,
    about: tuple[Fact, ...] = (),
    secret: tuple[Fact, ...] = (),
    to: int = EVERYONE,
) -> None:
    """Say what happened, by which rule; only the seats in `to` learn the `secret` part."""
    if g.told is not None:
        g.told.append((what, who, why, about, secret, to))


def note(g: State, what: str) -> None:
    """Keep in the log what players need not be told: which way a card has gone, for those who check it."""
    if g.told is not None:
        g.told.append(("", ALL, "", (what,), (), NOBODY))


def pick(
    seat: int,
    topic: str,
    things: Sequence[T],
    rule: str,
    stop: bool = False,
    voice: int = ALL,
    about: tuple[Fact, ...] = (),
    veiled: bool = False,
    to: int = NOBODY,
) -> Play[T | None]:
    """Ask for one of the things; things with one key are one option; None if `stop` was chosen."""
    offers: dict[Option, T] = {}
    for thing in things:
        offers.setdefault(option(key_of(thing)), thing)
    options = [*offers, STOP] if stop else [*offers]
    if len(options) == 1 and not veiled:
        return things[0] if things else None
    choice = yield Ask(seat, topic, options, rule, (), veiled, voice, about, to)
    return offers.get(choice)


def settle_then(g: State, then: Callable[[Any], Play[None] | None]) -> Play[None]:
    """Settle what is due; if there was anything, carry out `then` after it."""
    return _settle_due_then(g, then) if g.due else NOTHING_DUE


def _settle_due_then(g: State, then: Callable[[Any], Play[None] | None]) -> Play[None]:
    yield from _settle_due(g)
    more = then(g)
    if more is not None:
        yield from more


def drop_due(g: State) -> None:
    """Drop what is due from the verbs so far."""
    g.due.clear()


def _rank(due: Due) -> int:
    return due[0]


def make_due(g: State, rank: int, run: Callable[[Any], Play[None]]) -> None:
    """Have `run` follow from what is done now, at the next `settle`; the lowest rank comes first."""
    g.due.append((rank, run))


def settle(g: State) -> Play[None]:
    """Settle what is due: by rank, then in order, and what follows from one before the next."""
    return _settle_due(g) if g.due else NOTHING_DUE


def _settle_due(g: State) -> Play[None]:
    if g.depth == 0:
        g.settled = 0
    while g.due:
        batch = g.due if len(g.due) == 1 else sorted(g.due, key=_rank)
        g.due = []
        for _, run in batch:
            if g.settled > MOST_SETTLED:
                return
            if g.depth >= DEEPEST_SETTLE or g.settled == MOST_SETTLED:
                tell(g, "settled no further", ALL, "", (g.depth, g.settled))
                g.settled = MOST_SETTLED + 1
                return
            g.settled += 1
            g.depth += 1
            yield from run(g)
            yield from settle(g)
            g.depth -= 1


def _finished() -> Play[None]:
    """Return a coroutine that has ended: whoever waits for it goes on at once."""
    coroutine = _no_words()
    for _ in coroutine:
        pass
    return coroutine


def _no_words() -> Play[None]:
    yield from ()


NOTHING_DUE: Final = _finished()
"""The coroutine that `settle` returns most of the time; it is shared, since it has ended."""
