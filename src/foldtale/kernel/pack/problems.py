"""What can be wrong with a pack: where it is, a code with a page of its own, and the nearest right word."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

FEW_WORDS: Final = 60
LONG_WORD: Final = 60
MOST_PROBLEMS: Final = 200
"""After so many an author has enough to do."""

CODES: Final = {
    "E101": "not YAML",
    "E102": "an alias, a tag or a merge key",
    "E103": "a key twice",
    "E104": "too large or too deep",
    "E105": "not a file of this pack",
    "E106": "not text in UTF-8",
    "E201": "a field that is missing",
    "E202": "a field that nobody reads",
    "E203": "another form than this place takes",
    "E204": "a word that is not one of those possible",
    "E205": "a number out of bounds",
    "E206": "an id that is not one",
    "E207": "an id twice",
    "E208": "a kind of card that this game does not have",
    "E209": "a card without a kind",
    "E210": "a text that is empty",
    "E301": "an instruction that this game does not have",
    "E302": "an instruction without its words",
    "E303": "a word that an instruction does not take",
    "E304": "an expression that cannot be read",
    "E305": "a name that means nothing here",
    "E306": "another type than this place takes",
    "E307": "too many or too few things in brackets",
    "E308": "an event that this game does not have",
    "E309": "a value that nothing asks for",
    "E310": "only where something happens",
    "E311": "a cost that cannot be paid",
    "E312": "a choice with fewer than two entries",
    "E313": "a sequence that runs itself",
    "E314": "nested too deep",
    "E401": "a card that is not there",
    "E402": "a sequence that is not there",
    "E403": "a translation of nothing",
    "E404": "a translation that does not say what it covers",
    "E701": "not as this game needs it",
    "W501": "a card that nothing leads to",
    "W502": "a flag that is set and never asked for",
    "W503": "a flag that is asked for and never set",
    "W504": "a sequence that nothing runs",
    "W505": "cards that lead to each other without end",
    "W506": "a choice that no state can offer",
    "W507": "a story without a beginning",
    "W508": "a translation that lacks what it covers",
    "W509": "a flag without words for people",
    "W510": "a translation of an older text",
    "W601": "too many or too few words",
    "W602": "a phrase to keep out",
    "W603": "a label that is no doing",
}
"""E is an error, and the pack cannot be played; W a warning."""


class Where(NamedTuple):
    """A place in a pack: file, line and column, counted from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Problem(NamedTuple):
    code: str
    where: Where
    said: str

    @property
    def is_error(self) -> bool:
        return self.code.startswith("E")

    def __str__(self) -> str:
        return f"{self.where}: {self.code} {self.said}"


class BadPack(ValueError):
    """A pack that cannot be played; nothing of it was taken over."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


class Problems:
    """The list of an author's mistakes, as it grows."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, code: str, where: Where, said: str) -> None:
        assert code in CODES
        problem = Problem(code, where, said)
        if len(self.found) < MOST_PROBLEMS and problem not in self.found:
            self.found.append(problem)

    def unknown(self, code: str, where: Where, what: str, word: str, words: Iterable[str]) -> None:
        """A word that means nothing, with the nearest one that does."""
        if len(self.found) >= MOST_PROBLEMS:
            return
        possible = sorted(words)
        near = nearest(word, possible)
        hint = f"; did you mean {near[0]!r}?" if near else f"; possible: {some(possible)}"
        self.add(code, where, f"{what} {shortened(word)!r} is not known here{hint}")

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.found if problem.is_error]


def nearest(word: str, words: Sequence[str]) -> list[str]:
    """The word that was meant, perhaps; among very many sorted words, one that begins alike."""
    if len(words) > FEW_WORDS:
        at = bisect_left(words, word)
        words = words[max(0, at - FEW_WORDS // 2) : at + FEW_WORDS // 2]
    return get_close_matches(word[:LONG_WORD], words, n=1, cutoff=0.6)


def some(words: Sequence[str]) -> str:
    return (", ".join(words[:12]) or "nothing") + (", …" if len(words) > 12 else "")


def shortened(word: str) -> str:
    return word if len(word) <= 40 else word[:37] + "…"
