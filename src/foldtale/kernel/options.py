"""Options declared once: a verb with its parts, its sentence, and what depends on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar, TypeVarTuple

from foldtale.kernel.talk import Ask, Option, key_of, option

Parts = TypeVarTuple("Parts")
Part = TypeVar("Part")


@dataclass(eq=False)
class Among(Generic[*Parts]):
    """The parts that options can have, and what depends on them alone.

    `values`   the parts that can occur, from what is written: a tuple for each option
    `touches`  the elements of a scene that an option is about, from the state
    `called`   how an option is called, from what is written, where the sentence of its verb cannot say it
    `note`     what is printed below an option
    """

    values: Callable[[Any], Iterable[tuple[*Parts]]]
    touches: Callable[[Any, *Parts], Sequence[str]] | None = None
    called: Callable[[Any, *Parts], str] | None = None
    note: Callable[[Any, *Parts], str] | None = None


class Each(Among[Part]):
    """Options with one part: `FIELDS = Each[str](lambda content: content.fields)`."""

    def __init__(
        self,
        values: Callable[[Any], Iterable[Part]],
        touches: Callable[[Any, Part], Sequence[str]] | None = None,
        called: Callable[[Any, Part], str] | None = None,
        note: Callable[[Any, Part], str] | None = None,
    ) -> None:
        super().__init__(lambda content: [(value,) for value in values(content)], touches, called, note)


def cards(*kinds: str) -> Callable[[Any], list[str]]:
    """Return what gives the ids of all cards of these kinds: `Each[str](cards("magic"))`."""
    return lambda content: content.ids(*kinds)


def does(content: Any, card: str) -> str:
    """Return what a card does, as a note below an option."""
    return " ".join(content.describe(card))


def entries(*kinds: str) -> Callable[[Any], list[tuple[str, str]]]:
    """Return what gives each of the `options` on cards of these kinds: `Among(entries("choice"))`."""
    return lambda content: [
        (card.id, one.id) for card in content.of_kind(*kinds) for one in card.body.options
    ]


def entry_says(content: Any, card: str, entry: str) -> str:
    """Return what one of the `options` on a card says."""
    return next(str(one.say) for one in content.body(card).options if one.id == entry)


class Verb(dict[Option, tuple[*Parts]]):
    """The options of one verb: with `RIDE = OPTIONS.verb("ride", …)`, `RIDE("well")` is one of them.

    It is a dict from each option made so far to its parts, so that `choice in RIDE` costs next to nothing.
    """

    def __init__(self, word: str, among: Among[*Parts]) -> None:
        super().__init__()
        self.word = word
        self.among = among
        self._offered: dict[tuple[*Parts], Option] = {}

    def __call__(self, *parts: *Parts) -> Option:
        """Return the option with these parts, always the same one."""
        try:
            return self._offered[parts]
        except KeyError:
            words = [word for word in (self.word, key_of(parts)) if word]
            found = self._offered[parts] = option(" ".join(words))
            self[found] = parts
            return found

    def parts(self, choice: Option) -> tuple[*Parts]:
        """Return the parts of an option of this verb."""
        return self[choice]

    def all(self, content: Any) -> Mapping[Option, tuple[*Parts]]:
        """Return every option that can occur, with its parts."""
        return {self(*parts): parts for parts in self.among.values(content)}


@lru_cache(maxsize=100_000)
def is_among(words: tuple[str, ...], choice: Option) -> bool:
    """Tell whether an option is named in `words`, by its key or its verb."""
    return choice.key in words or choice.key.partition(" ")[0] in words


def note_of(choice: Option) -> str:
    """Return the id of the text that explains an option: `move library.note`."""
    return f"{choice.key}.note"


class Options:
    """All options that the rules of a game offer; those of cards are declared by the cards.

    `labels`, `icons`, `groups`, `final`  for the `Words` of the game
    """

    def __init__(self) -> None:
        self._plain: dict[Option, Callable[[Any], Sequence[str]] | None] = {}
        self._verbs: list[Verb[*tuple[Any, ...]]] = []
        self._refused: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        self.icons: dict[str, str] = {}
        self.groups: dict[str, str] = {}
        self.final: list[str] = []

    def plain(
        self,
        key: str,
        says: str,
        refused: str = "",
        icon: str = "",
        final: bool = False,
        touches: Callable[[Any], Sequence[str]] | None = None,
        group: str = "",
    ) -> Option:
        """Declare an option without parts.

        `says`     what it is called
        `refused`  the rule by which it is not among the options
        `final`    whether it lets dice fall or reveals something
        `touches`  the elements of a scene that it is about, from the state
        `group`    how it is called together with its like, where there are too many to be listed
        """
        self._declare(key, key, says, refused, icon, final, group)
        self._plain[option(key)] = touches
        return option(key)

    def verb(
        self,
        word: str,
        says: str,
        among: Among[*Parts],
        refused: str = "",
        icon: str = "",
        final: bool = False,
        group: str = "",
    ) -> Verb[*Parts]:
        """Declare the options of a verb; in `says`, `{0}`, `{1}` … are their parts."""
        verb = Verb(word, among)
        self._verbs.append(verb)
        if word:
            self._declare(word, f"{word} ", says, refused, icon, final, group)
        return verb

    def things(self, among: Among[*Parts]) -> Verb[*Parts]:
        """Declare options whose key is their parts alone; what these are called is known already."""
        return self.verb("", "", among)

    def _declare(
        self, word: str, label: str, says: str, refused: str, icon: str, final: bool, group: str
    ) -> None:
        if says:
            self.labels[label] = says
        if refused:
            self._refused[word] = refused
        if icon:
            self.icons[word] = icon
        if group:
            self.groups[word] = group
        if final:
            self.final.append(word)

    def vocabulary(self, content: Any) -> list[str]:
        """Return the key of every option that can occur."""
        choices = [*self._plain, *[choice for verb in self._verbs for choice in verb.all(content)]]
        return list(dict.fromkeys([choice.key for choice in choices]))

    def texts(self, content: Any) -> Mapping[str, str]:
        """Return how options are called whose verb does not say it, and the notes below options."""
        found: dict[str, str] = {}
        for verb in self._verbs:
            called, note = verb.among.called, verb.among.note
            if called is not None:
                found |= {choice.key: called(content, *parts) for choice, parts in verb.all(content).items()}
            if note is not None:
                notes = {choice: note(content, *parts) for choice, parts in verb.all(content).items()}
                found |= {f"{choice.key}.note": text for choice, text in notes.items() if text}
        return found

    def touches(self, state: Any, topic: str, key: str) -> Sequence[str]:
        """Return the elements of the scene that an option is about; the first verb that has any decides."""
        choice = option(key)
        touched = self._plain.get(choice)
        if touched is not None:
            return touched(state)
        for verb in self._verbs:
            if choice in verb and verb.among.touches is not None:
                found = verb.among.touches(state, *verb.parts(choice))
                if found:
                    return found
        return ()

    def why_not(self, ask: Ask, key: str) -> str:
        """Return the rule by which a key is not among the options of a question."""
        return self._refused.get(key) or self._refused.get(key.partition(" ")[0]) or ask.rule
