"""Jobs on a whole match: to open, take in, look back or write it costs more than the event loop may spend.

A job takes and returns plain data, so that it can run in a worker process. `Missing` asks for the lines of a
match that no earlier job here has seen.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from foldtale.kernel import tale
from foldtale.kernel.errors import CannotFreeze, TaleError
from foldtale.kernel.match import Match
from foldtale.kernel.snapshot import freeze
from foldtale.table import views
from foldtale.table.desk import read_desk
from foldtale.table.history import History
from foldtale.table.refusals import Refused
from foldtale.table.table import read_tale, replay

MOST_HISTORIES: Final = 8
"""Matches that are kept ready to be looked at again."""
LAST: Final = 1 << 53
"""A question that is never reached."""


class Missing(Exception):
    """The lines of the match are not here."""


class Past(Struct, frozen=True):
    """One of a table's matches. Without a `header` its `count` lines must be known from an earlier job.

    `service`  which service keeps it, since several may share a process
    """

    service: str
    table: str
    match: int
    count: int
    header: str = ""
    lines: list[str] = []


class OpenedMatch(Struct, frozen=True):
    """A replayed match as a snapshot; empty if its game cannot be frozen.

    `line`, `problem`  the first line that does not fit, if any
    """

    frozen: bytes
    line: int = 0
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


def view_file(past: Past, desk: bytes, seat: int, lang: str) -> str:
    """Return a seat's view of a match as the text of a file."""
    return views.written_view(_history(past).at(LAST), read_desk(desk), past.match, seat, lang)


def is_over(past: Past) -> bool:
    """Tell whether a match has ended."""
    return _history(past).at(LAST).over


def _frozen(match: Match) -> bytes:
    try:
        return freeze(match)
    except CannotFreeze:
        return b""


_HISTORIES: OrderedDict[tuple[str, str, int], History] = OrderedDict()


def _history(past: Past) -> History:
    """Return the history of a match, kept from an earlier job or made of its lines."""
    key = past.service, past.table, past.match
    history = _HISTORIES.pop(key, None)
    if past.header and (history is None or len(history) < past.count):
        steps = [tale.step_of(line) for line in past.lines[len(history) if history is not None else 0 :]]
        if history is None:
            history = History(msgspec.json.decode(past.header, type=tale.Header), steps)
        else:
            history.add(steps)
    if history is None or len(history) < past.count:
        raise Missing
    _HISTORIES[key] = history
    if len(_HISTORIES) > MOST_HISTORIES:
        _HISTORIES.popitem(last=False)
    return history


JOBS: Final[dict[str, Callable[..., Any]]] = {
    job.__name__: job for job in (open_match, take_in, moment, view_file, is_over)
}
