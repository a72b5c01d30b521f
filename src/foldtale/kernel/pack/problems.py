"""What can be wrong with a pack: where it is, a code with a page of its own, and the nearest right word."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple, Protocol

FEW_WORDS: Final = 60
LONG_WORD: Final = 60
MOST_PROBLEMS: Final = 200
"""After so many an author has enough to do."""


class Where(NamedTuple):
    """A place in a pack: file, line and column, counted from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class HasPlace(Protocol):
    """A card, or whatever else was read from a pack."""

    @property
    def where(self) -> Where: ...


class Problem(NamedTuple):
    """A mistake of an author. Its code has a page in `docs/errors`.

    With an error (E) the pack cannot be played; a warning (W) is advice.
    """

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
        problem = Problem(code, where, said)
        if len(self.found) < MOST_PROBLEMS and problem not in self.found:
            self.found.append(problem)

    def add_all(self, found: Iterable[tuple[HasPlace | Where, str]]) -> None:
        """Note what a game's own checks have found: at which card or place, and what is wrong there."""
        for at, said in found:
            self.add("E701", at if isinstance(at, Where) else at.where, said)

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
