"""A pack: a folder of YAML that says what cards are called, what they say and what they do.

pack.yaml              what it is, and its named sequences
cards/*.yaml           lists of cards
translations/it/*.yaml texts by id, with what they cover
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final

from foldtale.kernel.effects.expression import Expr, Form
from foldtale.kernel.effects.force import Standing
from foldtale.kernel.effects.language import Language
from foldtale.kernel.effects.program import Call, Code
from foldtale.kernel.pack.problems import Where
from foldtale.kernel.pack.records import Prose

CALLED: Final = re.compile(r"\[([\w-]+)\]")
UNSAID: Final = "an option in the language's own words"
UNTITLED: Final = ("do", "standing")
"""What these fields do is simply what the card does."""
COVERS: Final = ("words", "rules", "story")


@dataclasses.dataclass
class About:
    """What stands in pack.yaml.

    `later`  flags that only a Chapter to come will ask for
    `flags`  what flags mean, as a sentence says it after "if": `sold: you have sold your shadow`
    """

    pack: str
    game: str
    title: str
    version: int = 1
    language: str = "en"
    author: str = ""
    licence: str = ""
    start: str = ""
    later: list[str] = dataclasses.field(default_factory=list)
    flags: dict[str, Annotated[str, Prose("phrase")]] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Covered:
    """What a pack's folder for a language covers: parts of `COVERS`, and texts by their ids."""

    where: Where
    parts: set[str] = dataclasses.field(default_factory=set)
    texts: set[str] = dataclasses.field(default_factory=set)


@dataclasses.dataclass
class Card:
    """A card of a pack: its id and kind, what its author wrote, what it does, and how that is printed.

    `says`   the sentence of each field that does or asks something
    `calls`  what each of them does or asks, as data
    `keys`   the field in which each of its options and of the words that it tells stands
    """

    id: str
    kind: str
    body: Any
    says: dict[str, str]
    where: Where
    calls: dict[str, tuple[Call, ...]] = dataclasses.field(default_factory=dict)
    keys: dict[str, str] = dataclasses.field(default_factory=dict)

    def all_calls(self, path: str = "") -> Iterator[Call]:
        """Yield every instruction of the card, or of one field, with those inside it."""
        for field, calls in self.calls.items():
            if not path or field == path:
                yield from (inner for call in calls for inner in call.all())

    def words(self, path: str = "") -> list[str]:
        """Return the names of all its instructions, or of those of one field, in the order of reading."""
        return [call.word for call in self.all_calls(path)]

    def given(self, word: str, name: str = "") -> list[Form]:
        """Return what each instruction `word` is given: beside its own name, or for its word `name`."""
        return [call.given.get(name or word) for call in self.all_calls() if call.word == word]

    def asks(self, word: str) -> Iterator[tuple[Any, ...]]:
        """Yield what stands after a word wherever an instruction or a condition asks for it."""
        for calls in self.calls.values():
            yield from (form[1:] for call in calls for form in call.asks() if form[0] == word)


@dataclasses.dataclass
class Pack:
    """A pack that was read without an error.

    `folder`   where it was read
    `about`    what stands in its pack.yaml
    `texts`    every text by its id: `17.title`, the key of an option, or what a card does: `17.does`
    `lengths`  what sort of text each is
    `ways`     how the instructions of its cards can go, by choice or by chance
    `hash`     of all that was read: a save names it
    `called`   what sentences call a card that they do not call by its title
    `lasting`  what its instructions put in force for a while, in the order of reading
    `leads`    for each card the ids it refers to, also in the sequences that it runs
    `covered`  for each language of its translations, which parts they cover and which texts they have
    """

    folder: Path
    language: Language
    about: About = dataclasses.field(init=False)
    cards: dict[str, Card] = dataclasses.field(default_factory=dict)
    sequences: dict[str, Code] = dataclasses.field(default_factory=dict)
    texts: dict[str, str] = dataclasses.field(default_factory=dict)
    lengths: dict[str, str] = dataclasses.field(default_factory=dict)
    where: dict[str, Where] = dataclasses.field(default_factory=dict)
    ways: list[str] = dataclasses.field(default_factory=list)
    lasting: list[Standing] = dataclasses.field(default_factory=list)
    leads: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    called: dict[str, str] = dataclasses.field(default_factory=dict)
    covered: dict[str, Covered] = dataclasses.field(default_factory=dict)
    hash: str = ""

    @cached_property
    def parts(self) -> dict[str, Any]:
        """All that a state can refer to, by a name that stays the same as long as the hash does."""
        return {
            **dict(parts_of("card", self.cards)),
            **dict(parts_of("sequence", self.sequences)),
            **dict(parts_of("lasting", self.lasting)),
        }

    def of_kind(self, *kinds: str) -> list[Card]:
        return [card for card in self.cards.values() if card.kind in kinds]

    @property
    def options(self) -> list[str]:
        """The keys of all that can be chosen on cards."""
        return [key for key, sort in self.lengths.items() if sort in ("label", UNSAID)]

    def describe(self, ident: str, part: str = "", headed: bool = True) -> list[str]:
        """What a card does, or a part of it, in plain words: a line for each thing, `headed` by its title."""
        all_said = self.cards[ident].says.items()
        said = {field: says for field, says in all_said if not part or f"{field}.".startswith(f"{part}.")}
        lines = []
        for field in said:
            inside, _, last = field.rpartition(".")
            if last in UNTITLED or not inside or f"{inside}.do" not in said:
                title = self._heading(ident, inside, last) if headed else ""
                does = self._qualified(said, inside, last)
                lines.append(self.named(f"{title}: {sentence(does)}" if title else sentence(does)))
        return lines

    def _heading(self, ident: str, inside: str, last: str) -> str:
        """What a part of a card is called: as its author did, or by the names of its fields."""
        given = self.texts.get(f"{ident}.{inside}.say") or self.texts.get(f"{ident}.{inside}.title")
        if not given and (inside or last).partition(".")[0] in self.language.untitled:
            return ""
        parts = [part for part in (*inside.split("."), last) if part not in UNTITLED]
        return given or self.language.speech(" ".join(parts).replace("_", " ").strip().capitalize())

    def _qualified(self, said: Mapping[str, str], inside: str, last: str) -> str:
        """What a field does; instructions inside a card after how often and on what condition."""
        does = said[f"{inside}.{last}".lstrip(".")]
        if last != "do" or not inside:
            return does
        first: list[str] = []
        for field, says in said.items():
            name = field.removeprefix(f"{inside}.")
            if name != field and name not in UNTITLED:
                first.append(self.language.speech("if {0}", says) if name == "if" else says)
        return f"{', '.join(first)}: {does}" if first else does

    def named(self, says: str) -> str:
        """A sentence with titles for the ids of cards."""

        def title(found: re.Match[str]) -> str:
            return self.called.get(found[1]) or self.texts.get(f"{found[1]}.title", found[1])

        return self.language.speech.tidy(CALLED.sub(title, says))


def parts_of(name: str, thing: Any) -> Iterator[tuple[str, Any]]:
    """Cards, what their authors wrote and what they do, each by the way that leads to it."""
    if isinstance(thing, Code | Expr | Standing):
        yield name, thing
    elif isinstance(thing, list):
        for at, inner in enumerate(thing):
            yield from parts_of(f"{name}.{at}", inner)
    elif isinstance(thing, dict):
        for key, inner in thing.items():
            yield from parts_of(f"{name}.{key}", inner)
    elif dataclasses.is_dataclass(thing):
        yield name, thing
        for field in dataclasses.fields(thing):
            yield from parts_of(f"{name}.{field.name}", getattr(thing, field.name))


def paragraphs(text: str) -> tuple[str, ...]:
    """A text as it is set: an empty line parts paragraphs, other line ends are only the author's."""
    return tuple([" ".join(part.split()) for part in text.split("\n\n") if part.strip()])


def sentence(says: str) -> str:
    text = says[:1].upper() + says[1:]
    return text if text.endswith((".", "”", "!", "?")) else f"{text}."
