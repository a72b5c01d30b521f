"""The log: what was said in a match, as a seat may know it and as a file that a person can read.

An entry is either what rules told (a tuple that starts with its name), or a word with the value that
was sent back for it and the number under which people were asked (0 if they were not).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from foldtale.kernel.chance import key_of
from foldtale.kernel.errors import TaleError
from foldtale.kernel.talk import ALL, Aside, Ask, Chance, Show, Told

TALE: Final = 1
"""The version of the file format."""
LONGEST_TALE: Final = 16 * 1024 * 1024


class Undone:
    """What was taken back: the entries stay in the log, out of play."""

    __slots__ = ("dice", "entries", "number")

    def __init__(self, number: int, dice: str, entries: list[Entry]) -> None:
        self.number = number
        self.dice = dice
        self.entries = entries


Said: TypeAlias = tuple[Ask | Chance | Show | Undone, Any, int]
Entry: TypeAlias = Told | Said
Line: TypeAlias = dict[str, Any]
_SENT: Final = (Ask, Chance)


def asked(entry: Entry) -> bool:
    """Whether people answered this entry."""
    return len(entry) == 3 and entry[2] > 0


def fell(entry: Entry) -> bool:
    """Whether this entry is a chance that nobody was asked for."""
    return isinstance(entry[0], Chance) and not asked(entry)


def seat_of(entry: Said) -> int:
    """The seat that gave this answer; ALL for dice that people rolled."""
    word, value, _ = entry
    if isinstance(value, Aside):
        return value.seat
    return word.answers if isinstance(word, Ask) else ALL


def values(entries: list[Entry]) -> list[Any]:
    """What was sent back to the rules, in order."""
    return [entry[1] for entry in entries if entry[0].__class__ in _SENT]


def lines(entries: list[Entry]) -> Iterator[Line]:
    """The stored log, in the order in which it happened: what was undone stands before its undo."""
    for entry in entries:
        if len(entry) != 3:
            continue
        word, value, number = entry
        if isinstance(word, Ask):
            line: Line = {"n": number, "seat": seat_of(entry), "topic": word.topic, "key": key_of(value)}
            if isinstance(value, Aside):
                line["aside"] = True
            yield line
        elif isinstance(word, Chance):
            line = {"chance": word.topic, "key": key_of(value)}
            yield {"n": number, **line} if number else line
        elif isinstance(word, Undone):
            yield from lines(word.entries)
            yield {"undo": word.number, "dice": word.dice}


def story(entries: list[Entry], seat: int, secrets: bool) -> Iterator[Line]:
    """The log as this seat may know it; without secrets everybody sees every question."""
    mask = 1 << seat
    for entry in entries:
        if len(entry) != 3:
            what, who, why, about, secret, to = entry
            line: Line = {"tell": what, "who": who, "why": why, "about": list(about)}
            if secret and to & mask:
                line["secret"] = list(secret)
            yield line
            continue
        word, value, number = entry
        if isinstance(word, Ask):
            by = seat_of(entry)
            line = {"n": number, "seat": by}
            if by == seat or word.seat == ALL or not secrets or word.to & mask:
                line |= {"topic": word.topic, "key": key_of(value), "rule": word.rule}
            yield line
        elif isinstance(word, Chance):
            if word.to & mask:
                yield {"chance": word.topic, "key": key_of(value)}
        elif isinstance(word, Show):
            if word.to & mask:
                yield {"show": list(word.what)}
        else:
            yield {"undo": word.number}


def write_tale(path: Path, header: Line, entries: list[Entry], over: bool) -> None:
    """Write, flush, rename: whoever is killed on the way leaves the old file or the new one."""
    body = [header, *lines(entries)]
    body.append({"end": len(body), "over": over})
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in body)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read_tale(path: Path) -> tuple[Line, list[Line], TaleError | None]:
    """The header, the good lines, and what is wrong after them, if anything."""
    where = path.name
    if path.stat().st_size > LONGEST_TALE:
        raise TaleError(where, 1, f"the file is larger than {LONGEST_TALE // 1024 // 1024} MiB")
    rows = path.read_bytes().split(b"\n")
    good: list[Line] = []
    wrong: TaleError | None = None
    for number, row in enumerate(rows, 1):
        if number == len(rows) and not row:
            break
        try:
            line = json.loads(row)
            if not isinstance(line, dict):
                raise ValueError(row)
        except (ValueError, RecursionError):
            wrong = TaleError(where, number, "this is not a line of a tale; it may be cut off or damaged")
            break
        good.append(line)
    if not good or good[0].get("tale") != TALE:
        raise wrong or TaleError(where, 1, f'not a tale: the first line should start with {{"tale": {TALE}')
    header, body = good[0], good[1:]
    for at, line in enumerate(body):
        if "end" in line:
            if at + 1 < len(body):
                wrong = TaleError(where, at + 3, "the tale has ended; nothing may stand after its last line")
            elif line["end"] != at + 1:
                wrong = TaleError(where, at + 2, f"{line['end']} lines were written, {at + 1} are here")
            return header, body[:at], wrong
    return (
        header,
        body,
        wrong or TaleError(where, len(good) + 1, "the tale is cut short: its last line is missing"),
    )
