"""Jobs on a whole match: to open, take in, look back or write it costs more than the event loop may spend.

A job takes and returns plain data, so that it can run in a worker process. `Missing` asks for the lines of a
match that no earlier job here has seen.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from foldtale.bots.advice import hints, told
from foldtale.bots.levels import PLAYOUTS, SearchBot, bot_of
from foldtale.bots.review import review as reviewed
from foldtale.bots.search import seed_of
from foldtale.kernel import tale
from foldtale.kernel.errors import CannotFreeze, TaleError
from foldtale.kernel.match import Match
from foldtale.kernel.snapshot import freeze
from foldtale.kernel.tongue import languages, tongue_of, words_of
from foldtale.kernel.view import texts as texts_of
from foldtale.table import views
from foldtale.table.desk import read_desk
from foldtale.table.history import History
from foldtale.table.messages import Advice, Advices
from foldtale.table.refusals import Refused
from foldtale.table.table import read_tale, replay

MOST_HISTORIES: Final = 24
"""Matches that are kept ready to be looked at again."""
MOST_BOTS: Final = 64
"""Bots that remember what they have answered in this turn."""
MOST_THINKING: Final = 5.0
"""Seconds that a bot thinks about one question at a table."""
LAST: Final = 1 << 53
"""A question that is never reached."""


class Missing(Exception):
    """The lines of the match after the first `known` are not here."""

    def __init__(self, known: int = 0) -> None:
        super().__init__(known)
        self.known = known


class Past(Struct, frozen=True):
    """One of a table's matches. Without a `header` its `count` lines must be known from an earlier job."""

    service: str  # which service keeps it, since several may share a process
    table: str
    match: int
    count: int
    header: str = ""
    lines: list[str] = []
    since: int = 0  # how many lines come before those in `lines`


class Chosen(Struct, frozen=True):
    """What a bot answers, if anything, and why: a sentence by language."""

    key: str | None
    why: dict[str, str] = {}


class Reviewed(Struct, frozen=True):
    """A review as JSON, and how many lines the match had that it was made of."""

    lines: int
    data: bytes


class OpenedMatch(Struct, frozen=True):
    """A replayed match as a snapshot; empty if its game cannot be frozen."""

    frozen: bytes
    line: int = 0  # the first line that does not fit, if any
    problem: str = ""


class TakenIn(Struct, frozen=True):
    """A tale that was taken in, as a table keeps it."""

    header: str
    seed: int
    lines: list[str]
    frozen: bytes


def open_match(header: str, lines: list[str], seed: int, undo: str) -> OpenedMatch:
    """Replay a kept match and freeze it."""
    try:
        match, wrong = replay(header, lines, seed, undo)
    except TaleError as error:
        raise Refused("stopped", str(error)) from None
    frozen = _frozen(match)
    return OpenedMatch(frozen) if wrong is None else OpenedMatch(frozen, wrong.line, wrong.problem)


def take_in(text: str, undo: str) -> TakenIn:
    """Check a tale that somebody has sent, and replay it."""
    seed = secrets.randbits(64)
    match = read_tale(text, undo, seed)
    lines = [msgspec.json.encode(line).decode() for line in match.log]
    header = msgspec.json.encode(tale.header_of(match)).decode()
    return TakenIn(header, seed, lines, _frozen(match))


def moment(past: Past, number: int, desk: bytes, seat: int, lang: str) -> bytes:
    """Return what a seat saw and knew when question `number` was open, as JSON."""
    history = _history(past)
    end = history.at(LAST)
    last = end.number + end.over
    if not history.first <= number <= last:
        raise Refused("no such moment", f"there are questions {history.first} to {last}")
    then = history.at(number)
    return msgspec.json.encode(
        views.moment(past.table, read_desk(desk), then, past.match, seat, history.first, last, lang)
    )


def view_file(past: Past, desk: bytes, seat: int, lang: str) -> bytes:
    """Return a seat's view of a match as a file."""
    return views.written_view(_history(past).at(LAST), read_desk(desk), past.match, seat, lang)


def bot_move(past: Past, seat: int, level: str, seed: int, explain: bool) -> Chosen:
    """Return what a bot of this level does in a seat; with `explain`, say why.

    It looks at the match only through the glimpse of the seat. A bot that thinks ahead remembers what it has
    answered in this turn; another draws from the seed and the length of the match alone.
    """
    match = _history(past).at(LAST)
    if level not in PLAYOUTS:
        return Chosen(bot_of(level, seed_of(seed, level, past.count)).choose(match.glimpse(seat)))
    key = past.service, past.table, past.match, seat, level
    bot = _BOTS.pop(key, None) or SearchBot(PLAYOUTS[level], seed)
    _BOTS[key] = bot
    if len(_BOTS) > MOST_BOTS:
        _BOTS.popitem(last=False)
    until = time.monotonic() + MOST_THINKING
    bot.is_late = lambda: time.monotonic() > until
    chosen, thought = bot.choose(match.glimpse(seat)), bot.thought
    if not explain or thought is None:
        return Chosen(chosen)
    why = {lang: told(match.game, thought, words_of(match.game, lang))[0].why for lang in languages()}
    return Chosen(chosen, why)


def advice(past: Past, seat: int, seed: int, lang: str) -> Advices:
    """Return what a strong bot would consider at the open question of a seat."""
    match = _history(past).at(LAST)
    glimpse = match.glimpse(seat)
    words, texts = words_of(match.game, lang), texts_of(match, tongue_of(match.game, lang))
    found = hints(glimpse, seed, words=words)
    options = [Advice(label=words.option(hint.key, texts), **asdict(hint)) for hint in found]
    return Advices(match.number, tuple(options))


def review(past: Past, seat: int) -> Reviewed:
    """Look at a match that is over again, as a seat may know it."""
    history = _history(past)
    if not history.at(LAST).over:
        raise Refused("not over", "the match is not over yet")
    return Reviewed(len(history), msgspec.json.encode(reviewed(history.walk, seat)))


def is_over(past: Past) -> bool:
    """Tell whether a match has ended."""
    return _history(past).at(LAST).over


def _frozen(match: Match) -> bytes:
    try:
        return freeze(match)
    except CannotFreeze:
        return b""


_BOTS: OrderedDict[tuple[str, str, int, int, str], SearchBot] = OrderedDict()
_HISTORIES: OrderedDict[tuple[str, str, int], History] = OrderedDict()


def _history(past: Past) -> History:
    """Return the history of a match, kept from an earlier job or made of its lines."""
    key = past.service, past.table, past.match
    history = _HISTORIES.get(key)
    known = len(history) if history is not None else 0
    if history is None or known < past.count:
        if not past.header or known < past.since:
            raise Missing(known)
        steps = [tale.step_of(line) for line in past.lines[known - past.since :]]
        if history is None:
            history = _HISTORIES[key] = History(msgspec.json.decode(past.header, type=tale.Header), steps)
        else:
            history.add(steps)
        if len(history) < past.count:
            raise Missing(len(history))
    _HISTORIES.move_to_end(key)
    if len(_HISTORIES) > MOST_HISTORIES:
        _HISTORIES.popitem(last=False)
    return history


JOBS: Final[dict[str, Callable[..., Any]]] = {
    job.__name__: job for job in (open_match, take_in, moment, view_file, is_over, bot_move, advice, review)
}
