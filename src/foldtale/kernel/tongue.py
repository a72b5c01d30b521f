"""A game in the reader's language: its English, looked up by the sentence at the edge, never inside rules.

A reader's scene is made in English first and then retold, so that a translation can tell nothing that the
English does not. The kernel has a catalogue for each language (`kernel/lang/it.yaml`), and so may have a game
(`lang/it/catalogue.yaml` in its folder) and a pack (`translations/it/`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from foldtale.kernel.game import Game, Part, Words
from foldtale.kernel.pack.folder import Pack, paragraphs, sentence
from foldtale.kernel.pack.loading import read
from foldtale.kernel.pack.nodes import Fields, Scalar, read_file
from foldtale.kernel.pack.problems import BadPack, Problems, shortened
from foldtale.kernel.scene import Cut, Die, Link, Scene
from foldtale.kernel.speech import ENGLISH, Speech

FOLDER: Final = Path(__file__).with_name("lang")
CATALOGUE: Final = "catalogue.yaml"
SECTIONS: Final = ("words", "scene", "cards")
OURS: Final = (*SECTIONS, "joins", "manners")
"""Sections of a game's catalogue, and of the kernel's own."""
MOST_KEPT: Final = 20_000
"""So many retold strings are remembered for the packs of a table."""
SPOKEN: Final = frozenset(
    [
        "brief", "corner", "ending", "fine", "flavour", "heading", "label", "lines", "locked", "name", "note",
        "phases", "phases_of", "prose", "subtitle", "text", "title",
    ]
)  # fmt: skip
"""The fields of a scene that people read; all else is ids, icons and numbers."""
WORDLESS: Final = (Cut, Link)
GAP: Final = re.compile(r"\\\{(\d)(:n)?\\\}")
"""A gap in a pattern whose signs are escaped."""
NAME: Final = re.compile(r"\{(\w*)")
"""What a gap is called."""
ENDS: Final = re.compile(r"(?<=[.!?”]) ")


def languages() -> tuple[str, ...]:
    """The languages that readers can choose: English, and all for which the kernel has words."""
    return _languages


_languages: Final = ("en", *sorted([path.stem for path in FOLDER.glob("*.yaml")]))


class Catalogue(NamedTuple):
    """What stands in a file: sentences by their English; in the kernel's own also how one speaks."""

    words: Mapping[str, str] = {}
    scene: Mapping[str, str] = {}
    cards: Mapping[str, str] = {}
    joins: Mapping[str, str] = {}
    manners: Mapping[str, str] = {}


def read_catalogue(path: Path) -> Catalogue:
    """A catalogue, or BadPack with what is wrong; one that is not there is empty."""
    if not path.is_file():
        return Catalogue()
    problems = Problems()
    node = read_file(path, path.name, problems)
    found: dict[str, dict[str, str]] = {}
    for key, inner in node.pairs if isinstance(node, Fields) else ():
        known = OURS if path.parent == FOLDER else SECTIONS
        if key.text not in known:
            problems.unknown("E202", key.where, "the section", key.text, known)
        elif isinstance(inner, Fields):
            found[key.text] = _sentences(inner, problems)
        elif not isinstance(inner, Scalar) or inner.value is not None:
            problems.add("E203", inner.where, "a section has sentences by their English")
    if problems.errors:
        raise BadPack(problems.errors)
    return Catalogue(**found)


def _sentences(node: Fields, problems: Problems) -> dict[str, str]:
    """What each English sentence is; gaps that the English does not have could never be filled."""
    found: dict[str, str] = {}
    for english, text in node.pairs:
        if not isinstance(text, Scalar):
            problems.add("E203", text.where, "a translation is a text")
            continue
        known = NAME.findall(english.text)
        for gap in NAME.findall(text.text):
            if gap not in known:
                problems.add("E203", text.where, f"{{{gap}}} is no gap of {shortened(english.text)!r}")
        if text.text.count("{") != text.text.count("}"):
            problems.add("E203", text.where, f"a gap is not closed in {shortened(text.text)!r}")
        found[english.text] = text.text
    return found


@cache
def _kernel(lang: str) -> Catalogue:
    return read_catalogue(FOLDER / f"{lang}.yaml")


def speech_of(lang: str, phrases: Mapping[str, str]) -> Speech:
    """A language with the manners that the kernel's catalogue says, and these phrases."""
    manners, joins = _kernel(lang).manners, _kernel(lang).joins
    articles = tuple(manners.get("articles", "").split())
    return Speech(lang, phrases, manners.get("you", "you"), manners.get("plural", ""), articles, joins)


def its_catalogue(game: Game, lang: str) -> Catalogue:
    """A game's own catalogue; one that cannot be read is as good as none: `foldtale check` says why."""
    try:
        return read_catalogue(game.folder / "lang" / lang / CATALOGUE)
    except BadPack:
        return Catalogue()


class Tongue:
    """One game in one language.

    `words`   its prompts, options and tells
    `cards`   how its cards are printed
    `unsaid`  strings of scenes that no catalogue has and no pack brings, if somebody wants to know
    """

    def __init__(self, game: Game, lang: str) -> None:
        kernel, its = _kernel(lang), its_catalogue(game, lang)
        self.game = game
        self.lang = lang
        self.words: Words = game.words.spoken(speech_of(lang, {**kernel.words, **its.words}))
        self.cards = speech_of(lang, {**kernel.cards, **its.cards})
        self.language = game.language
        if game.language is not None and its.cards:
            self.language = game.language.spoken(self.cards)
        self.unsaid: set[str] | None = None
        self.known = {**its.cards, **kernel.words, **its.words, **kernel.scene, **its.scene}
        self.patterns = [
            (pattern_of(english), other)
            for english, other in {**kernel.scene, **its.scene}.items()
            if GAP.search(re.escape(english))
        ]
        self._tellers: dict[tuple[str, ...], Teller] = {}

    def at(self, state: Any) -> Teller:
        """Who retells what is made of this state, with the packs that it is played with."""
        packs = [one for one in self.game.content(state).values() if isinstance(one, Pack)]
        key = tuple([pack.hash for pack in packs])
        if key not in self._tellers:
            self._tellers[key] = Teller(self, packs)
        return self._tellers[key]

    def pack(self, pack: Pack) -> Pack:
        """The pack in this language; as it is, if neither it nor its game says anything in it."""
        if self.language is None or (self.language is self.game.language and self.lang not in pack.covered):
            return pack
        other = read(pack.folder, self.language, self.lang).pack
        return other if other is not None and other.hash == pack.hash else pack


class Teller:
    """Retells English strings at tables with the same packs."""

    def __init__(self, tongue: Tongue, packs: list[Pack]) -> None:
        self.tongue = tongue
        self._base = dict(tongue.known)
        self._written: set[str] = set()
        for pack in packs:
            for english, other in pairs_of(pack, tongue.pack(pack)):
                if english != other:
                    self._base.setdefault(english, other)
                elif tongue.unsaid is not None:
                    self._written.add(english)
        self._said = dict(self._base)

    def scene(self, scene: Scene) -> Scene:
        """A scene whose strings are in this language, as far as it has them."""
        retold: Scene = self._part(scene)
        return retold

    def texts(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """The same texts by id: no more of them than there are in English."""
        return Texts(texts, self)

    def say(self, english: str) -> str:
        """One string: known as a whole, by a pattern, or sentence by sentence; else it stays as it is."""
        said = self._said.get(english)
        if said is None:
            said = self._found(english)
            if len(self._said) >= MOST_KEPT:
                self._said = dict(self._base)
            self._said[english] = said
        return said

    def _found(self, english: str) -> str:
        if not any(letter.isalpha() for letter in english):
            return english
        for pattern, other in self.tongue.patterns:
            found = pattern.fullmatch(english)
            if found is not None:
                parts = [Part(int(one) if one.isdecimal() else self.say(one), ()) for one in found.groups()]
                return self.tongue.words.speech.tidy(other.format(*parts))
        said = self._by_sentences(ENDS.split(english))
        if said is None:
            said = english
            if self.tongue.unsaid is not None and english not in self._written:
                self.tongue.unsaid.add(english)
        return said

    def _by_sentences(self, parts: list[str]) -> str | None:
        """Strings that were put one after the other; None if none of them is known."""
        said, at, any_known = [], 0, False
        while at < len(parts):
            for end in range(len(parts), at, -1):
                known = self._base.get(" ".join(parts[at:end])) if len(parts) > 1 else None
                if known is not None:
                    said.append(known)
                    at, any_known = end, True
                    break
            else:
                said.append(parts[at])
                at += 1
        return " ".join(said) if any_known else None

    def _part(self, part: Any) -> Any:
        """A part of a scene; itself, if nothing in it is said otherwise."""
        changed: dict[str, Any] = {}
        spoken = SPOKEN | {"face"} if part.__class__ is Die else SPOKEN
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if not value:
                continue
            other: Any = value
            if value.__class__ is str:
                other = self.say(value) if name in spoken else value
            elif value.__class__ is tuple:
                other = self._tuple(value, name in spoken)
            elif isinstance(value, Struct) and value.__class__ not in WORDLESS:
                other = self._part(value)
            else:
                continue
            if other is not value and other != value:
                changed[name] = other
            if name == "prose" and other[0] == value[0]:
                changed["lang"] = "en"
        return replace(part, **changed) if changed else part

    def _tuple(self, values: tuple[Any, ...], spoken: bool) -> tuple[Any, ...]:
        first = values[0]
        if isinstance(first, Struct) and first.__class__ not in WORDLESS:
            return tuple([self._part(value) for value in values])
        return tuple([self.say(value) for value in values]) if spoken and isinstance(first, str) else values


class Texts(Mapping[str, str]):
    """Texts of packs by id, each retold when it is asked for."""

    def __init__(self, texts: Mapping[str, str], teller: Teller) -> None:
        self._texts = texts
        self._teller = teller

    def __getitem__(self, key: str) -> str:
        return self._teller.say(self._texts[key])

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def pattern_of(english: str) -> re.Pattern[str]:
    """`Round {0} of {1}` matches any words in its gaps, `{0:n} cards` only a number."""
    return re.compile(GAP.sub(lambda gap: r"(-?\d+)" if gap[2] else "(.+?)", re.escape(english)), re.DOTALL)


def pairs_of(pack: Pack, other: Pack) -> Iterator[tuple[str, str]]:
    """All that a pack says in English, with what it is in the other language."""
    for key, text in pack.texts.items():
        yield text, other.texts[key]
        ours, theirs = paragraphs(text), paragraphs(other.texts[key])
        if len(ours) == len(theirs):
            yield from zip(ours, theirs)
    for ident, card in pack.cards.items():
        yield from zip(pack.describe(ident), other.describe(ident))
        for field, says in card.says.items():
            ours_is, theirs_is = pack.named(says), other.named(other.cards[ident].says[field])
            yield ours_is, theirs_is
            yield sentence(ours_is), sentence(theirs_is)


@cache
def ours(lang: str) -> Speech:
    """What is said where no game is spoken of."""
    return ENGLISH if lang == "en" else speech_of(lang, _kernel(lang).words)


@cache
def _has_catalogue(folder: Path, lang: str) -> bool:
    return (folder / "lang" / lang / CATALOGUE).is_file()


_tongues: Final[dict[tuple[str, str], Tongue]] = {}


def words_of(game: Game, lang: str) -> Words:
    """The words of a game in this language."""
    tongue = tongue_of(game, lang)
    return game.words if tongue is None else tongue.words


def tongue_of(game: Game, lang: str) -> Tongue | None:
    """The game in this language; None for English, and for games that have no catalogue: half is worse."""
    if lang == "en" or not _has_catalogue(game.folder, lang):
        return None
    found = _tongues.get((game.name, lang))
    if found is None or found.game is not game:
        found = _tongues[game.name, lang] = Tongue(game, lang)
    return found
