"""Options declared once: a verb with its parts, its sentence, and what depends on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar, TypeVarTuple

from foldtale.kernel.talk import Ask, Option, key_of, option

Parts = TypeVarTuple("Parts")
V = TypeVar("V")


class Verb(Generic[*Parts]):
    """Options of one sort: `RIDE = Verb("ride", "Ride to {0}")`, and `RIDE("well")` is one of them.

    `word`     the key of an option without parts, the beginning of one with parts
    `says`     what it is called: `{0}`, `{1}` … are its parts, as players read them
    `among`    the parts that can occur, from what is written: a tuple for each option
    `touches`  the elements of a scene that it is about, from the state and its parts
    `refused`  the rule by which it is not among the options
    `final`    whether it lets dice fall or reveals something
    """

    def __init__(
        self,
        word: str,
        says: str,
        among: Callable[[Any], Iterable[tuple[*Parts]]] = lambda content: (),
        touches: Callable[[Any, *Parts], Sequence[str]] | None = None,
        refused: str = "",
        icon: str = "",
        final: bool = False,
    ) -> None:
        self.word = word
        self.says = says
        self.among = among
        self.touches = touches
        self.refused = refused
        self.icon = icon
        self.final = final
        self._offered: dict[tuple[*Parts], Option] = {}
        self._parts: dict[Option, tuple[*Parts]] = {}

    def __call__(self, *parts: *Parts) -> Option:
        """Return the option with these parts, always the same one."""
        found = self._offered.get(parts)
        if found is None:
            found = self._offered[parts] = option(
                " ".join([word for word in (self.word, key_of(parts)) if word])
            )
            self._parts[found] = parts
        return found

    def __contains__(self, choice: Option) -> bool:
        return choice in self._parts

    def parts(self, choice: Option) -> tuple[*Parts]:
        """Return the parts of an option of this verb."""
        return self._parts[choice]


class Options:
    """All options that the rules of a game offer; those of cards are declared by the cards.

    `labels`, `icons`, `final`  for the `Words` of the game
    """

    def __init__(self) -> None:
        self._verbs: list[Verb[*tuple[Any, ...]]] = []
        self._refused: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        self.icons: dict[str, str] = {}
        self.final: list[str] = []

    def plain(
        self,
        key: str,
        says: str,
        refused: str = "",
        icon: str = "",
        final: bool = False,
        touches: Callable[[Any], Sequence[str]] | None = None,
    ) -> Option:
        """Declare an option without parts."""
        verb: Verb[()] = Verb(key, says, lambda content: [()], touches, refused, icon, final)
        self._declare(verb, key)
        return verb()

    def add(self, verb: V) -> V:
        """Declare the options of a verb."""
        assert isinstance(verb, Verb)
        self._declare(verb, f"{verb.word} ")
        return verb

    def _declare(self, verb: Verb[*tuple[Any, ...]], label: str) -> None:
        self._verbs.append(verb)
        if verb.word and verb.says:
            self.labels[label] = verb.says
        if verb.refused:
            self._refused[verb.word] = verb.refused
        if verb.icon:
            self.icons[verb.word] = verb.icon
        if verb.final:
            self.final.append(verb.word)

    def vocabulary(self, content: Any) -> list[str]:
        """Return the key of every option that can occur."""
        keys = [verb(*parts).key for verb in self._verbs for parts in verb.among(content)]
        return list(dict.fromkeys(keys))

    def touches(self, state: Any, topic: str, key: str) -> Sequence[str]:
        """Return the elements of the scene that an option is about; the first verb that knows any decides."""
        choice = option(key)
        for verb in self._verbs:
            if choice in verb and verb.touches is not None:
                found = verb.touches(state, *verb.parts(choice))
                if found:
                    return found
        return ()

    def why_not(self, ask: Ask, key: str) -> str:
        """Return the rule by which a key is not among the options of a question."""
        return self._refused.get(key) or self._refused.get(key.partition(" ")[0]) or ask.rule
