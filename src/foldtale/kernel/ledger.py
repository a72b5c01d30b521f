"""A game's rules ledger: the numbered statements of its RULES.md.

An entry is a list item or a table row that begins with a bold id, `- **WB-109** Once a turn a Hero…`.
The letter after the dash says what kind of statement it is. Tags in square brackets may follow the id.
Everything else in the file is prose around the entries; of that only headings are kept, as the section
that an entry stands in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Kind(Enum):
    """What an entry states, by the letter after the dash of its id."""

    RULE = ""
    EXAMPLE = "X"
    RULING = "Q"
    CONSTRAINT = "C"
    DECISION = "D"
    CHANCE = "H"


KINDS: Final = {kind.value: kind for kind in Kind}

PHYSICAL: Final = "P"
"""The tag of a rule that concerns the wood and paper only."""
HINT: Final = "H"
"""The tag of advice that is never enforced."""
EXEMPT: Final = (PHYSICAL, HINT)
"""The tags of rules that software cannot keep or break."""

ID: Final = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z]?\d+\b")
ENTRY: Final = re.compile(
    r"(?:[-*+]\s+|\|\s*)\*\*(?P<id>[A-Z][A-Z0-9]*-(?P<letter>[A-Z]?)\d+)\*\*(?:\s*\||\s+|$)(?P<text>.*)"
)
TAG: Final = re.compile(r"\s*\[([A-Z])\]")
HEADING: Final = re.compile(r"#{1,6}\s+(.+)")
BLOCK: Final = re.compile(r"\s*$|#|\||[-*+]\s|\d+\.\s")
"""How a line begins that does not continue the entry above it."""

ID_SAID, WORD_SAID, PART_SAID, SECTION_SAID = 8, 4, 2, 1


class LedgerError(ValueError):
    """A ledger that cannot be read: says the file, the line, and what is wrong there."""

    def __init__(self, where: str, line: int, problem: str) -> None:
        super().__init__(f"{where}, line {line}: {problem}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered statement, as the ledger words it."""

    id: str
    kind: Kind
    text: str
    section: str
    tags: tuple[str, ...]
    line: int

    @property
    def names(self) -> tuple[str, ...]:
        """The other ids of this ledger that the text names, each once: for an example, what it shows."""
        own = self.id.partition("-")[0] + "-"
        named = (id for id in ID.findall(self.text) if id.startswith(own) and id != self.id)
        return tuple(dict.fromkeys(named))

    @property
    def exempt(self) -> bool:
        """Whether this is about the physical table or a mere hint, so that no test can show it."""
        return any(tag in EXEMPT for tag in self.tags)


class Ledger:
    """All entries of one game, in the order of its RULES.md."""

    __slots__ = ("_by_id", "prefix")

    def __init__(self, entries: Iterable[Entry], where: str) -> None:
        self._by_id: dict[str, Entry] = {}
        self.prefix = ""
        for entry in entries:
            prefix = entry.id.partition("-")[0]
            self.prefix = self.prefix or prefix
            if prefix != self.prefix:
                problem = f"{entry.id} is among ids that begin with {self.prefix}-"
                raise LedgerError(where, entry.line, problem)
            first = self._by_id.setdefault(entry.id, entry)
            if first is not entry:
                raise LedgerError(where, entry.line, f"{entry.id} is on line {first.line} already")

    @classmethod
    def from_text(cls, text: str, where: str = "RULES.md") -> Ledger:
        """Read a ledger; errors say where it is from."""
        return cls(_read(text, where), where)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def get(self, id: str) -> Entry | None:
        """The entry with this id, if there is one."""
        return self._by_id.get(id)

    def of(self, kind: Kind) -> list[Entry]:
        """All entries of one kind."""
        return [entry for entry in self if entry.kind is kind]

    def counts(self) -> dict[Kind, int]:
        """How many entries there are of each kind."""
        found = Counter(entry.kind for entry in self)
        return {kind: found[kind] for kind in Kind}

    def search(self, words: str) -> list[Entry]:
        """The entries that have all the words in id, text or section title, in any case; best first.

        An id outweighs text, a whole word a part of one, text a section title; among equals a rule comes
        before its examples, and those before rulings.
        """
        wanted = words.casefold().split()
        scored = [(_score(entry, wanted), entry) for entry in self] if wanted else []
        kinds = list(Kind)
        hits = [(-score, kinds.index(entry.kind), entry.line, entry) for score, entry in scored if score]
        return [entry for *_, entry in sorted(hits, key=lambda hit: hit[:3])]


def _read(text: str, where: str) -> Iterator[Entry]:
    """The entries in their order, each with the lines that continue it."""
    section = ""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if heading := HEADING.match(line):
            section = heading[1]
        elif match := ENTRY.match(line):
            words = match["text"]
            for more in lines[at + 1 :]:
                if BLOCK.match(more):
                    break
                words += " " + more.strip()
            if line.startswith("|"):
                words = " | ".join(cell.strip() for cell in words.strip().strip("|").split("|"))
            tags, said = _untag(words)
            if not said:
                raise LedgerError(where, at + 1, f"{match['id']} says nothing")
            if match["letter"] not in KINDS:
                letters = ", ".join(filter(None, KINDS))
                raise LedgerError(
                    where, at + 1, f"{match['id']} has an unknown letter, not {letters} or none"
                )
            yield Entry(match["id"], KINDS[match["letter"]], said, section, tags, at + 1)


def _untag(words: str) -> tuple[tuple[str, ...], str]:
    """The tags that an entry's words begin with, and the rest."""
    tags: list[str] = []
    while tag := TAG.match(words):
        tags.append(tag[1])
        words = words[tag.end() :]
    return tuple(tags), words.strip()


def _score(entry: Entry, wanted: list[str]) -> int:
    """How well an entry answers a search; nothing if a word is missing."""
    id, text, section = entry.id.casefold(), entry.text.casefold(), entry.section.casefold()
    whole = re.findall(r"\w+", text)
    total = 0
    for word in wanted:
        if word == id:
            total += ID_SAID
        elif word in whole:
            total += WORD_SAID
        elif word in text or word in id:
            total += PART_SAID
        elif word in section:
            total += SECTION_SAID
        else:
            return 0
    return total
