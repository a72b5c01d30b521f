"""Read a pack from its folder; note every problem, and read the rest all the same."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from foldtale.kernel.effects.expression import Scope
from foldtale.kernel.effects.instructions import Reader
from foldtale.kernel.effects.language import Language
from foldtale.kernel.effects.reading import is_id, not_an_id
from foldtale.kernel.pack.folder import COVERS, UNSAID, About, Card, Covered, Pack
from foldtale.kernel.pack.nodes import Fields, Items, Node, Scalar, part_of, read_file
from foldtale.kernel.pack.problems import BadPack, Problem, Problems, Where, shortened
from foldtale.kernel.pack.records import CardReader
from foldtale.kernel.speech import Speech

MOST_FILES: Final = 400
MOST_CARDS: Final = 5_000
DIGITS: Final = re.compile(r"\d+")
FLAGS: Final = "pack.flags."
"""How the id of the words for a flag begins."""
UNREAD: Final = ("E101", "E102", "E103", "E104", "E105", "E106")
"""With one of these a file was not read, and nobody knows what stands in it."""


class Reading(NamedTuple):
    """A pack as far as it could be read, and what is wrong with it."""

    pack: Pack | None
    problems: list[Problem]
    scope: Scope


def load(folder: Path, language: Language, translation: str = "") -> Pack:
    """A pack, or BadPack with every error in it."""
    reading = read(folder, language, translation)
    errors = [problem for problem in reading.problems if problem.is_error]
    if reading.pack is None or errors:
        raise BadPack(errors)
    return reading.pack


def read(folder: Path, language: Language, translation: str = "") -> Reading:
    """Read all of a pack; every problem is noted, and the rest is read all the same."""
    return _Folder(folder, language).read(translation)


class _Folder:
    """Reads a pack. `ran` says which sequences each card runs, `names` which text is the title of an area."""

    def __init__(self, folder: Path, language: Language) -> None:
        self.folder = folder
        self.language = language
        self.problems = Problems()
        self.scope = Scope(language, self.problems)
        self.digest = hashlib.blake2b(digest_size=16)
        self.pack = Pack(folder, language, sequences=self.scope.named, lasting=self.scope.lasting)
        self.ran: dict[str, list[str]] = {}
        self.names: dict[str, str] = {}

    def read(self, translation: str) -> Reading:
        pack = self.pack
        self.scope.translated = self.texts_in(translation) if translation else {}
        about, sequences = self.about()
        for path in self.files("cards"):
            node = self.file(path)
            if node is not None:
                self.card_file(node)
        self.sequences(sequences)
        self.check_references()
        self.translations(translation)
        if about is None:
            return Reading(None, self.problems.found, self.scope)
        pack.about, pack.hash = about, self.digest.hexdigest()
        called, speech = self.language.called, self.language.speech
        pack.called = {ident: in_speech(called(ident), speech) for ident in pack.cards}
        for ident in pack.cards:
            pack.texts[f"{ident}.does"] = " ".join(pack.describe(ident))
        if not self.problems.errors:
            for check in self.language.checks:
                check(pack, self.problems)
        return Reading(pack, self.problems.found, self.scope)

    def keep(self, key: str, text: str, sort: str, where: Where) -> None:
        """Keep a text, what sort of text it is, and where it stands."""
        self.pack.texts[key], self.pack.lengths[key], self.pack.where[key] = text, sort, where

    def files(self, inside: str) -> list[Path]:
        """The YAML files of a folder, in order; links that lead out of the pack are refused."""
        found: list[Path] = []
        for path in sorted((self.folder / inside).rglob("*")):
            if path.suffix.lower() not in (".yaml", ".yml") or not self.is_inside(path):
                continue
            if len(found) == MOST_FILES:
                self.problems.add("E104", Where(self.name(path)), f"a pack has at most {MOST_FILES} files")
                break
            found.append(path)
        return found

    def is_inside(self, path: Path) -> bool:
        """Whether a file lies in the pack, also if it is a link."""
        try:
            inside = path.resolve().is_relative_to(self.folder.resolve())
        except (OSError, RuntimeError):
            inside = False
        if not inside:
            self.problems.add("E105", Where(self.name(path)), "this link leads out of the pack, or nowhere")
        return inside

    def name(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()

    def file(self, path: Path) -> Node | None:
        name = self.name(path)
        node = read_file(path, name, self.problems)
        if node is not None:
            self.digest.update(name.encode(errors="surrogateescape") + b"\0" + path.read_bytes() + b"\0")
        return node

    def about(self) -> tuple[About | None, Fields | None]:
        """What stands in pack.yaml, and its named sequences."""
        path = self.folder / "pack.yaml"
        if not path.is_file():
            self.problems.add("E105", Where("pack.yaml"), "every pack has a file pack.yaml")
            return None, None
        if not self.is_inside(path):
            return None, None
        node = self.file(path)
        if not isinstance(node, Fields):
            if not self.problems.found:
                self.problems.add("E203", Where("pack.yaml"), "pack.yaml has fields, each with a name")
            return None, None
        sequences = node.get("sequences")
        reader = CardReader(self.scope, "pack")
        about = reader.record(About, node.without("sequences"))
        if about.game is not None and about.game != self.language.name:
            where = node.place_of("game")
            self.problems.unknown("E204", where, "the game", about.game, [self.language.name])
        if about.pack is not None and not is_id(about.pack):
            self.problems.add("E206", node.place_of("pack"), not_an_id(about.pack))
        if about.title:
            self.pack.texts["pack.title"], self.pack.where["pack.title"] = about.title, node.place_of("title")
        for key, (means, length) in reader.texts.items():
            self.keep(key, means, length, node.place_of("flags"))
            self.scope.means[key.removeprefix(FLAGS)] = self.scope.translated.get(key, means)
        if about.start:
            kind = self.language.start or "*"
            self.scope.references.append((kind, about.start, node.place_of("start")))
        if sequences is not None and not isinstance(sequences, Fields):
            self.problems.add("E203", sequences.where, "sequences have names, each with instructions")
        return about, sequences if isinstance(sequences, Fields) else None

    def sequences(self, node: Fields | None) -> None:
        """Named sequences; none may run itself, not even through others."""
        runs: dict[str, list[tuple[str, Where]]] = {}
        leads: dict[str, list[str]] = {}
        ran_by_cards = self.scope.sequences
        for key, inner in node.pairs if node is not None else []:
            scope = self.scope.within()
            scope.sequences = runs[key.text] = []
            before = len(self.scope.references)
            reader = Reader(scope, key.text)
            self.scope.named[key.text] = reader.block(inner, scope)
            leads[key.text] = [name for _, name, _ in self.scope.references[before:]]
            self.keep_texts(reader, Where("pack.yaml"))
        all_runs = [*ran_by_cards, *[use for uses in runs.values() for use in uses]]
        for name, where in all_runs:
            if name not in self.scope.named:
                self.problems.unknown("E402", where, "the sequence", name, self.scope.named)
        calls = {key: [name for name, _ in uses] for key, uses in runs.items()}
        for ident, ran in self.ran.items():
            for name in sorted({*ran, *[inner for outer in ran for inner in reached(outer, calls)]}):
                self.pack.leads[ident] += leads.get(name, ())
        if node is not None:
            for name in runs:
                if name in reached(name, calls):
                    said = f"the sequence {shortened(name)!r} runs itself"
                    self.problems.add("E313", node.place_of(name), said)
            run = {name for name, _ in all_runs}
            for name in runs:
                if name not in run:
                    self.problems.add("W504", node.place_of(name), f"nothing runs the sequence {name!r}")

    def card_file(self, node: Node) -> None:
        if not isinstance(node, Items):
            self.problems.add("E203", node.where, "a file of cards is a list: every card begins with a dash")
            return
        for item in node.items:
            if len(self.pack.cards) == MOST_CARDS:
                self.problems.add("E104", item.where, f"a pack has at most {MOST_CARDS} cards")
                return
            self.card(item)

    def card(self, node: Node) -> None:
        """`{card: 17, kind: interaction, …}`."""
        pack = self.pack
        ident = node.get("card") if isinstance(node, Fields) else None
        if not isinstance(node, Fields) or not isinstance(ident, Scalar):
            self.problems.add("E201", node.where, "a card needs its id: card: …")
            return
        name, where = ident.text, ident.where
        if not is_id(name):
            self.problems.add("E206", where, not_an_id(name))
            return
        if name in pack.cards:
            self.problems.add("E207", where, f"the card {name!r} is at {pack.cards[name].where} already")
            return
        kind = node.get("kind")
        if not isinstance(kind, Scalar):
            kinds = ", ".join(self.language.cards)
            self.problems.add("E209", node.where, f"the card {name!r} needs a kind: {kinds}")
            return
        cls = self.language.cards.get(kind.text)
        if cls is None:
            self.problems.unknown("E208", kind.where, "the kind of card", kind.text, self.language.cards)
            return
        before, ran = len(self.scope.references), len(self.scope.sequences)
        reader = CardReader(self.scope, name)
        body = reader.record(cls, node.without("card", "kind"))
        pack.cards[name] = Card(name, kind.text, body, reader.says, where, reader.calls, reader.keys)
        pack.leads[name] = [ident for _, ident, _ in self.scope.references[before:]]
        self.ran[name] = [sequence for sequence, _ in self.scope.sequences[ran:]]
        for key, (text, length) in reader.texts.items():
            self.keep(key, text, length, where)
        for key, named in reader.names.items():
            if named in pack.texts:
                pack.texts.setdefault(key, pack.texts[named])
                self.names[key] = named
        self.keep_texts(reader.steps, where)

    def keep_texts(self, reader: Reader, where: Where) -> None:
        """Keep what the options of some instructions say, and what they tell."""
        self.pack.ways += reader.ways
        for key, text in reader.labels.items():
            sort = UNSAID if key in reader.unsaid else "label"
            self.keep(key, text, sort, reader.places.get(key, where))
        for key, text in reader.texts.items():
            self.keep(key, text.strip(), "tell", where)

    def check_references(self) -> None:
        if any(problem.code in UNREAD for problem in self.problems.found):
            return
        for kind, ident, where in self.scope.references:
            card = self.pack.cards.get(ident)
            names = self.scope.declared.get(kind)
            if names is not None and ident in names:
                continue
            if kind not in ("*", *self.language.cards):
                self.problems.unknown("E401", where, f"the {kind}", ident, names or ())
            elif card is None:
                self.problems.unknown("E401", where, "the card", ident, self.pack.cards)
            elif kind not in ("*", card.kind):
                said = f"{ident!r} is a card of kind {card.kind!r}, not {kind!r}"
                self.problems.add("E401", where, said)

    def texts_in(self, lang: str) -> dict[str, str]:
        """The texts of a translation by id; what is wrong with it is said when the cards are known."""
        found: dict[str, str] = {}
        for path in self.files(f"translations/{lang}"):
            texts = part_of(read_file(path, self.name(path), Problems()), "texts")
            for key, text in texts.pairs if isinstance(texts, Fields) else ():
                if isinstance(text, Scalar):
                    found[key.text] = text.text.strip()
        return found

    def translations(self, wanted: str) -> None:
        """Texts in other languages; what a wanted one does not cover stays in English.

        They are not in the hash: whoever plays on in another language plays the same game.
        """
        for path in self.files("translations"):
            node = read_file(path, self.name(path), self.problems)
            if node is None:
                continue
            covers, texts = part_of(node, "covers"), part_of(node, "texts")
            if not isinstance(covers, Items) or not isinstance(texts, Fields):
                said = "a translation says what it covers (covers: [story]) and has texts by id"
                self.problems.add("E404", node.where, said)
                continue
            words = [(item.text if isinstance(item, Scalar) else "", item.where) for item in covers.items]
            for word, where in words:
                if word not in COVERS:
                    self.problems.unknown("E404", where, "the part", word, COVERS)
            lang = path.relative_to(self.folder / "translations").parts[0]
            covered = self.pack.covered.setdefault(lang, Covered(Where(self.name(path))))
            covered.parts |= {item.text for item in covers.items if isinstance(item, Scalar)}
            covered.texts |= {key.text for key, _ in texts.pairs}
            self.translate(texts, lang == wanted)

    def translate(self, texts: Fields, wanted: bool) -> None:
        """Check the texts of a translation; those of the wanted one replace the English."""
        for key, text in texts.pairs:
            if key.text not in self.pack.texts:
                self.problems.unknown("E403", key.where, "the text", key.text, self.pack.texts)
            elif not isinstance(text, Scalar):
                self.problems.add("E203", text.where, "a translation is a text")
            elif wanted:
                self.pack.texts[key.text] = text.text.strip()
        for title, named in self.names.items() if wanted else ():
            if title not in self.scope.translated:
                self.pack.texts[title] = self.pack.texts[named]


def reached(start: str, leads: Mapping[str, list[str]]) -> set[str]:
    """Everything that can be reached from somewhere, that itself only if the way leads back."""
    found: set[str] = set()
    left = list(leads.get(start, ()))
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += leads.get(name, ())
    return found


def in_speech(name: str, speech: Speech) -> str:
    """What a card is called: "card 17" by the phrase "card {0}"."""
    found = DIGITS.search(name)
    if found is None:
        return speech(name)
    return speech(f"{name[: found.start()]}{{0}}{name[found.end() :]}", found[0])
