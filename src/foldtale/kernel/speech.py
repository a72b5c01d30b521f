"""Another language, looked up by the English sentence: nothing else in the kernel knows that there is one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

NO_JOINS: Final[Mapping[str, str]] = {}


class Speech:
    """How a language says what is written here in English.

    `phrases`   what each English sentence is, with its gaps: "for each of {0}"
    `you`       how whoever acts is spoken of; verbs have a form of their own for it
    `plural`    matches the beginning of what is spoken of as more than one
    `articles`  with what titles may begin, which inside a sentence begins small
    `joins`     what two words become when they meet: "di il" is "del"
    `missed`    what was asked for and has no phrase, if somebody wants to know
    """

    def __init__(
        self,
        lang: str = "en",
        phrases: Mapping[str, str] = NO_JOINS,
        you: str = "you",
        plural: str = "",
        articles: tuple[str, ...] = ("The", "An", "A"),
        joins: Mapping[str, str] = NO_JOINS,
    ) -> None:
        self.lang = lang
        self.phrases = dict(phrases)
        self.you = you
        self.missed: set[str] | None = None
        self._plural = re.compile(plural) if plural else None
        self._article = re.compile(rf"(?<=[a-zà-ù,;:] )(?:{'|'.join(articles)})(?=['’ ]\w)")
        self._joins = dict(joins)
        pairs = "|".join([re.escape(pair) for pair in sorted(joins, key=len, reverse=True)])
        self._pair = re.compile(rf"\b(?:{pairs})(?:(?<=')|\b)", re.IGNORECASE) if joins else None

    def __call__(self, english: str, *parts: object) -> str:
        """A sentence with its gaps filled: by a phrase for the whole of it, else by one with gaps."""
        whole = english.format(*parts) if parts else english
        if not self.phrases:
            return whole
        found = self.phrases.get(whole)
        if found is None:
            found = self.phrase(english)
            found = found.format(*parts) if parts else found
        return self.tidy(found)

    def phrase(self, english: str) -> str:
        """The sentence with its gaps."""
        found = self.phrases.get(english)
        if found is None and self.missed is not None and english:
            self.missed.add(english)
        return english if found is None else found

    def has(self, english: str) -> bool:
        return english in self.phrases

    def tidy(self, said: str) -> str:
        """The sentence with its neighbouring words joined: "a tu" is "a te"."""
        return said if self._pair is None else self._pair.sub(self._joined, said)

    def _joined(self, found: re.Match[str]) -> str:
        joined = self._joins[found[0].lower()]
        return joined[:1].upper() + joined[1:] if found[0][:1].isupper() else joined

    def are(self, who: str, english: bool) -> bool:
        """Whether something is spoken of as more than one; in English that is known already."""
        return english if self._plural is None else bool(self._plural.match(who))

    def within(self, sentence: str, said: str) -> str:
        """Titles inside a sentence begin small: "Sid takes the humming lamp"; what cards say stays."""
        if sentence == "{0}":
            return said
        return self.tidy(self._article.sub(lambda found: found[0].lower(), said))


ENGLISH: Final = Speech()


def so_many(n: int, one: str, more: str = "") -> str:
    """Return "1 Spark" or "2 Sparks"; `more` is the plural if it is not `one` with an s."""
    return f"{n} {one if n == 1 else more or one + 's'}"
