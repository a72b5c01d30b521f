"""The terminal speaks the reader's language, as far as the game does."""

from __future__ import annotations

from pathlib import Path

from tests.author.packs import SOUND
from tests.terminal.conftest import Typist


def test_a_game_is_played_and_told_again_in_italian(foldtale: Typist, tales: Path) -> None:
    ran = foldtale(
        "terminal", "thimble", "--players", "3", "--bots", "2", "--seed", "1", "--plain", "--lang", "it",
        typed=["1", "l", "q"],
    )  # fmt: skip
    assert ran.code == 0
    assert "Tocca a te: che cosa fai?" in ran.out
    assert "Pesca una carta" in ran.out
    assert "Draw a card" not in ran.out
    assert "--lang it" in ran.out
    (path,) = tales.iterdir()
    assert "Giocatore 1" in foldtale("replay", str(path), "--plain", "--lang", "it").out
    assert "Giocatore 1" not in foldtale("replay", str(path), "--plain").out


def test_rules_begin_with_their_summary(foldtale: Typist) -> None:
    english, italian = foldtale("rules", "thimble").out, foldtale("rules", "thimble", "--lang", "it").out
    assert english.startswith("Thimble in short")
    assert italian.startswith("Thimble in breve")
    assert "TH-01" in italian
    assert "in breve" not in foldtale("rules", "thimble", "TH-01", "--lang", "it").out


def test_cards_are_printed_in_italian(foldtale: Typist) -> None:
    assert "Il limite di carte in mano è 4" in foldtale("cards", str(SOUND), "mangle", "--lang", "it").out
    assert "a hand may hold is 4" in foldtale("cards", str(SOUND), "mangle").out


def test_a_language_that_there_is_not_is_a_mistake_of_the_command(foldtale: Typist) -> None:
    ran = foldtale("rules", "thimble", "--lang", "xx")
    assert ran.code == 2
    assert "invalid choice: 'xx'" in ran.err
