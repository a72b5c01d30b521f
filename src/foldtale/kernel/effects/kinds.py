"""The types of the card language: amounts, conditions, texts, and whatever a game counts as its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple


class Kind:
    """A type of things that cards speak of: a hero, an area, a sort of token.

    `name`   how authors and the reference call it
    `words`  the things that can be named outright, and what each is in a state
    `refers` the kind of card whose ids are such things, where it is cards that are meant
    `key`    how one of them is offered as an option, in a state
    `says`   how one of them is written in a sentence
    `is_there`  whether a thing can still be found in a state; None if all of this kind always can. A
             thing that comes in the place of another is not equal to it
    """

    def __init__(
        self,
        name: str,
        words: Mapping[str, Any] | Iterable[str] = (),
        refers: str = "",
        key: Callable[[Any, Any], str] = lambda g, thing: str(thing),
        says: Mapping[str, str] | None = None,
        plural: str = "",
        is_there: Callable[[Any, Any], bool] | None = None,
    ) -> None:
        self.name = name
        self.plural = plural or name + ("es" if name.endswith("o") else "s")
        self.words = dict(words) if isinstance(words, Mapping) else {word: word for word in words}
        self.refers = refers
        self.key = key
        self.says = dict(says or {})
        self.is_there = is_there

    def __repr__(self) -> str:
        return self.name

    def written(self, word: str) -> str:
        return self.says.get(word, word.replace("_", " "))


AMOUNT: Final = Kind("amount")
CONDITION: Final = Kind("condition")
TEXT: Final = Kind("text")
FLAG: Final = Kind("flag")
"""A word of the author's own that is remembered."""


class Type(NamedTuple):
    """A kind, or any number of things of it."""

    kind: Kind
    many: bool = False

    def __str__(self) -> str:
        if self.many:
            return f"any number of {self.kind.plural}"
        return f"an {self.kind}" if self.kind.name[0] in "aeiou" else f"a {self.kind}"

    def takes(self, other: Type) -> bool:
        """Whether a thing of the other type can stand here; one thing can stand for many."""
        return self.kind is other.kind and (self.many or not other.many)
