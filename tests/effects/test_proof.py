"""The proof of the language: sixty cards, twelve a game, and a table of which instruction serves which game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foldtale.kernel.effects.instructions import CONTROL
from foldtale.kernel.pack.nodes import read_file
from foldtale.kernel.pack.problems import Problems
from tests.author.packs import plain

HERE = Path(__file__).parent
GAMES = ("wonderbook", "storyfold", "unlikely", "grimm", "virtues")
PAGE = HERE.parents[1] / "docs" / "card-language.md"
STANDING = ("while", "when", "instead", "forbid")


def files(game: str) -> list[Any]:
    found = []
    for path in sorted((HERE / game / "pack").rglob("*.yaml")):
        node = read_file(path, path.name, Problems())
        assert node is not None
        found.append(plain(node))
    return found


def words(value: Any) -> Iterator[str]:
    """Every key and every word alone, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, str):
                yield inner
            yield from words(inner)


def table() -> str:
    lines = ["| | " + " | ".join(GAMES) + " |", "|---|" + "---|" * len(GAMES)]
    used = {game: list(words(files(game))) for game in GAMES}
    for name in (*CONTROL, *STANDING):
        counts = [used[game].count(name) for game in GAMES]
        lines.append(f"| `{name}` | " + " | ".join([str(count) if count else "" for count in counts]) + " |")
    return "\n".join(lines)


@pytest.mark.parametrize("game", GAMES)
def test_twelve_cards_of_each_game(game: str) -> None:
    cards = [card for file in files(game) if isinstance(file, list) for card in file]
    assert len(cards) >= 12


def test_no_card_names_a_python_hook() -> None:
    for game in GAMES:
        assert not {"python", "hook", "eval", "exec", "import"} & set(words(files(game)))


def test_the_page_says_which_instruction_serves_which_game() -> None:
    assert table() in PAGE.read_text(encoding="utf-8")
