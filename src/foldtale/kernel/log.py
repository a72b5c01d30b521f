"""The log: what was said in a match, as a seat may know it and as a file that a person can read.

An entry is either what rules told (a tuple that starts with its name; a note has none), or a word with the
value that was sent back for it and the number under which people were asked (0 if they were not).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from foldtale.kernel.talk import ALL, Aside, Ask, Chance, Show, Told, key_of


class Undone:
    """What was taken back, flat and in order: it stays in the log, out of play."""

    __slots__ = ("dice", "entries", "number")

    def __init__(self, number: int, dice: str, entries: list[Entry]) -> None:
        self.number = number
        self.dice = dice
        self.entries: list[Entry] = []
        for entry in entries:
            if isinstance(entry[0], Undone):
                self.entries += entry[0].entries
                self.entries.append((Undone(entry[0].number, entry[0].dice, []), None, 0))
            else:
                self.entries.append(entry)


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


def was_sent(entry: Entry) -> bool:
    """Tell whether the rules were sent the value of this entry."""
    return entry[0].__class__ in _SENT


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
            if not what:
                continue
            line: Line = {"tell": what, "who": who, "why": why, "about": list(about)}
            if secret and to & mask:
                line["secret"] = list(secret)
            yield line
            continue
        word, value, number = entry
        if isinstance(word, Ask):
            by = seat_of(entry)
            line = {"n": number, "seat": by}
            if isinstance(value, Aside):
                if by == seat or not secrets:
                    line |= {"key": value.key, "aside": True}
            elif by == seat or word.seat == ALL or not secrets or word.to & mask:
                line |= {"topic": word.topic, "key": key_of(value), "rule": word.rule}
            yield line
        elif isinstance(word, Chance):
            if word.to & mask:
                yield {"chance": word.topic, "key": key_of(value)}
        elif isinstance(word, Show):
            if word.to & mask:
                yield {"show": list(word.what), **({"page": word.page} if word.page else {})}
        else:
            yield {"undo": word.number}


def words_of(line: Line) -> list[str]:
    """Return the words of the page and the answer in `line`, and the first word of each fact it is about."""
    facts = [str(fact).split()[:1] for fact in line.get("about", ())]
    words = [*line.get("page", "").split(), *line.get("key", "").split()]
    return words + [word for fact in facts for word in fact]
