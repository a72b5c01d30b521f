"""Planted faults: each pack in `faults` is the sound one with a single mistake; an author is told where it is."""

from __future__ import annotations

import difflib
import importlib
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from foldtale.games.small.thimble.language import LANGUAGE
from foldtale.kernel.effects.language import Language
from foldtale.kernel.effects.schema import schema
from foldtale.kernel.pack.problems import BadPack
from tests.author.packs import CODES, FAULTS, HERE, SOUND, data, errors_of, files_of, problems_of

FOLDERS = sorted(FAULTS.iterdir())
EFFECTS = HERE.parent / "effects"
ROOT = HERE.parent.parent
NAMES = {
    "misspelt-field": "copies",
    "misspelt-word-of-an-entry": "if",
    "misspelt-word-of-a-hook": "limit",
    "field-of-another-kind": "copies, do, text, title",
    "misspelt-field-of-the-pack": "version",
    "page-without-title": "title",
    "entry-without-id": "id",
    "entry-without-say": "say",
    "pack-without-title": "title",
    "card-without-id": "card:",
    "number-in-letters": "a whole number",
    "fraction": "a whole number",
    "text-as-a-list": "one value",
    "hook-as-a-word": "on: an event",
    "table-without-lines": "{an amount: {1: 2, 2: 3}}",
    "misspelt-game": "thimble",
    "unknown-scope": "turn",
    "unknown-duration": "round, turn",
    "unknown-way-to-change": "most",
    "unknown-fact": "points",
    "worth-too-much": "between 0 and 9",
    "no-copies": "between 1 and 8",
    "card-twice": "cards/box.yaml:1",
    "misspelt-kind": "treasure",
    "card-without-kind": "treasure, trick, page",
    "misspelt-instruction": "look",
    "instruction-without-amount": "an amount",
    "if-without-then": "then",
    "hook-without-do": "do",
    "change-without-to": "to",
    "misspelt-word-of-an-instruction": "who",
    "word-of-another-instruction": "do",
    "misspelt-value": "treasures",
    "misspelt-name": "victim",
    "amount-for-a-condition": "a condition",
    "many-for-one": "takes a player",
    "too-much-in-brackets": "takes a player",
    "misspelt-event": "laid",
    "misspelt-number": "hand_limit",
    "choice-of-one": "two",
    "next-misspelt": "mangle",
    "next-of-another-kind": "'trick', not 'page'",
    "start-misspelt": "yard",
    "sequence-misspelt": "wring",
    "translation-of-nothing": "yard mend",
    "translation-that-covers-nothing": "covers: [story]",
    "translation-of-an-unknown-part": "story",
}
"""What the message names: what was expected, or the nearest right word."""

UNSEEN = {
    # A file that is missing.
    "no-pack-file",
    # What stands inside the text of an expression.
    "condition-cut-short", "bracket-not-closed", "sign-that-means-nothing", "misspelt-value", "misspelt-name",
    "fact-out-of-its-event", "amount-for-a-condition", "many-for-one", "nothing-to-choose-from",
    "too-much-in-brackets", "nothing-in-brackets", "brackets-too-deep",
    # References to cards, sequences and texts.
    "next-misspelt", "next-of-another-kind", "start-misspelt", "sequence-misspelt", "sequence-that-runs-itself",
    "translation-of-nothing",
    # What stands twice in different places, and names that are taken already.
    "card-twice", "entry-twice", "name-that-is-taken",
    # The order of keys.
    "word-before-the-instruction",
    # What depends on the place of an instruction: in which event, how deep, or as a cost.
    "unknown-fact", "cancel-of-nothing", "change-of-nothing", "cost-that-is-none", "instructions-too-deep",
    # What the schema leaves open although it could be closed.
    "misspelt-game", "table-without-lines",
}  # fmt: skip
"""Faults that the loader finds and a schema does not; nothing stands here that a schema sees."""


OF_ONE_GAME = "E701"
"""What one game asks of its packs is tested with that game."""


def name_of(folder: Path) -> str:
    return folder.name.partition("-")[2]


def language_of(folder: Path) -> Language:
    """The language of a game that is only there for tests."""
    module = importlib.import_module(f"tests.effects.{folder.parent.name}")
    (language,) = {value for value in vars(module).values() if isinstance(value, Language)}
    return language


def rejected(folder: Path, language: Language) -> list[str]:
    """The files of a pack that the game's schema does not accept, or that cannot be read."""
    validator = Draft7Validator(schema(language))
    found = []
    for path in sorted(folder.rglob("*.yaml")):
        try:
            accepted = validator.is_valid(data(path))
        except BadPack:
            accepted = False
        if not accepted:
            found.append(path.relative_to(folder).as_posix())
    return found


def test_the_sound_pack_gives_no_error_and_no_warning() -> None:
    assert problems_of(SOUND) == []


def test_there_are_faults_enough_and_they_cover_every_error() -> None:
    assert len(FOLDERS) >= 40
    planted = {(folder / "expected").read_text(encoding="utf-8").split()[0] for folder in FOLDERS}
    assert planted == {code for code in CODES if code.startswith("E")} - {OF_ONE_GAME}


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_planted_fault_is_found_where_it_is(folder: Path) -> None:
    first = errors_of(folder)[0]
    expected = (folder / "expected").read_text(encoding="utf-8").strip()
    assert f"{first.code} {first.where.file}:{first.where.line}" == expected
    assert first in problems_of(folder)
    assert NAMES.get(name_of(folder), "") in first.said


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_planted_fault_is_one_mistake_in_one_place(folder: Path) -> None:
    sound, faulty = files_of(SOUND), files_of(folder)
    changed = [name for name in sound if faulty.get(name) != sound[name]]
    assert len(changed) == 1
    assert not faulty.keys() - sound.keys()
    if changed[0] in faulty:
        lines = [files[changed[0]].decode("latin-1").splitlines() for files in (sound, faulty)]
        hunks = [line for line in difflib.unified_diff(*lines, n=0) if line.startswith("@@")]
        assert len(hunks) == 1


def test_every_named_word_belongs_to_a_planted_fault() -> None:
    names = {name_of(folder) for folder in FOLDERS}
    assert not NAMES.keys() - names
    assert not UNSEEN - names


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(schema(LANGUAGE))


def test_the_schema_accepts_the_sound_pack() -> None:
    assert rejected(SOUND, LANGUAGE) == []


@pytest.mark.parametrize(
    "folder",
    sorted(path.parent for path in ROOT.glob("src/foldtale/games/small/thimble/packs/*/pack.yaml"))
    + sorted(path.parent for path in ROOT.glob("tests/games/thimble/packs/*/pack.yaml")),
    ids=lambda folder: folder.name,
)
def test_the_schema_accepts_every_pack_for_thimble(folder: Path) -> None:
    assert rejected(folder, LANGUAGE) == []


@pytest.mark.parametrize(
    "folder",
    sorted(path.parent for path in EFFECTS.glob("*/pack/cards")),
    ids=lambda folder: folder.parent.name,
)
def test_the_schema_accepts_every_pack_of_the_games_for_tests(folder: Path) -> None:
    assert rejected(folder, language_of(folder)) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_the_schema_sees_every_fault_that_it_can(folder: Path) -> None:
    (expected,) = (folder / "expected").read_text(encoding="utf-8").splitlines()
    faulty = expected.split()[1].rpartition(":")[0]
    assert rejected(folder, LANGUAGE) == ([] if name_of(folder) in UNSEEN else [faulty])
