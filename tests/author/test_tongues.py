"""What translations lack, of packs and of games."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec

from foldtale.author.check import check
from foldtale.author.tongues import check_game, coverage, unheard
from foldtale.kernel import registry
from foldtale.kernel.pack.loading import load
from tests.author.packs import SOUND, files_of, write
from tests.terminal.conftest import Typist, foldtale, tales

__all__ = ["foldtale", "tales"]
THIMBLE = registry.get("thimble")
LANGUAGE = THIMBLE.language
assert LANGUAGE is not None


def translated(folder: Path, text: str) -> Path:
    return write(folder, {**files_of(SOUND), "translations/it/a.yaml": text})


def test_what_a_translation_covers_and_does_not_have_is_listed(tmp_path: Path) -> None:
    folder = translated(tmp_path, "covers: [words]\ntexts: {peg.title: La molletta, yard mend: Rammenda}\n")
    found = check(folder, LANGUAGE, THIMBLE)
    assert {problem.code for problem in found} == {"W508"}
    assert [problem.said for problem in found] == [
        f"it: the text {key!r} is missing"
        for key in ("peg do-1", "soap.title", "yard.title", "yard peep", "mangle.title")
    ]
    assert str(found[0].where) == "translations/it/a.yaml:1:1"


def test_what_is_not_covered_is_said_in_a_line(tmp_path: Path) -> None:
    folder = translated(tmp_path, "covers: [words]\ntexts: {peg.title: La molletta}\n")
    lines = coverage(load(folder, LANGUAGE))
    assert lines[-1] == "it: covers words; not covered: story (4 texts), rules"
    assert lines[0].startswith("de: covers words")


def test_rules_that_the_game_does_not_say_are_listed(tmp_path: Path) -> None:
    folder = translated(tmp_path / "pack", "covers: [rules]\ntexts: {}\n")
    assert check(folder, LANGUAGE, THIMBLE) == []
    wordless = msgspec.structs.replace(THIMBLE, folder=tmp_path)
    said = [problem.said for problem in check(folder, LANGUAGE, wordless)]
    assert any("'remember “{word}”'" in one for one in said)
    assert not any("choose one" in one for one in said)


def test_thimble_is_wholly_translated() -> None:
    assert check_game(THIMBLE) == []
    assert unheard(THIMBLE, "it", plays=6) == []


def test_a_sentence_that_is_missing_is_found_in_words_cards_and_scenes(tmp_path: Path) -> None:
    shutil.copytree(THIMBLE.folder / "lang", tmp_path / "lang")
    path = tmp_path / "lang/it/catalogue.yaml"
    gone = ('"Draw a card"', '"{who\'s} points"', '"Laid"', '"until the turn ends"')
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.strip().startswith(gone)]
    assert len(lines) - len(kept) == 6
    path.write_text("\n".join(kept), encoding="utf-8")
    game = msgspec.structs.replace(THIMBLE, folder=tmp_path)
    assert [(problem.code, problem.said) for problem in check_game(game)] == [
        ("W508", "words: 'Draw a card' is missing"),
        ("W508", 'cards: "{who\'s} points" is missing'),
        ("W508", "cards: 'until the turn ends' is missing"),
    ]
    assert unheard(game, "it", plays=2) == ["Laid"]


def test_the_command_checks_packs_and_games(foldtale: Typist, tmp_path: Path) -> None:
    folder = translated(tmp_path, "covers: [words]\ntexts: {peg.title: La molletta}\n")
    ran = foldtale("check", str(folder))
    assert ran.code == 0
    assert f"{folder}: it: covers words; not covered: story (4 texts), rules\n" in ran.out
    assert "W508 it: the text 'yard.title' is missing" in ran.out
    assert foldtale("check", str(folder), "--strict").code == 1
    ran = foldtale("check", "thimble", "--walk", "--plays", "2")
    assert (ran.code, ran.out) == (0, "thimble: no errors, no warnings\n")


def test_a_text_whose_english_was_changed_is_named_until_it_is_noted(
    tmp_path: Path, foldtale: Typist
) -> None:
    folder = translated(
        tmp_path, "covers: [rules]\ntexts: {peg.title: La molletta, yard.title: Il cortile}\n"
    )
    codes = [problem.code for problem in check(folder, LANGUAGE)]
    assert "W510" not in codes, "nobody keeps note yet"
    assert f"{folder}: it: 2 texts\n" in foldtale("translated", str(folder)).out
    assert "W510" not in [problem.code for problem in check(folder, LANGUAGE)]
    cards = folder / "cards" / "pages.yaml"
    english = load(folder, LANGUAGE).texts["yard.title"]
    cards.write_text(
        cards.read_text(encoding="utf-8").replace(f"title: {english}", "title: Another yard"),
        encoding="utf-8",
    )
    old = [problem.said for problem in check(folder, LANGUAGE) if problem.code == "W510"]
    said = "the English of 'yard.title' is another now; look at it, then `foldtale translated`"
    assert old == [f"de: {said}", f"it: {said}"]
    foldtale("translated", str(folder))
    assert "W510" not in [problem.code for problem in check(folder, LANGUAGE)]
