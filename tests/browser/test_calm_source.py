"""What holds of the page's sources: no game is named, no markup is made by hand, no word is missing or idle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dev import client_types
from foldtale.kernel import registry
from foldtale.kernel.game import Game

CLIENT = Path(__file__).parents[2] / "src/foldtale/web/client/src"
SOURCES = sorted([*CLIENT.rglob("*.svelte"), *(CLIENT / "lib").rglob("*.ts"), CLIENT / "main.ts"])
EN = (CLIENT / "words/en.ts").read_text(encoding="utf-8")
GAMES = [registry.get(name) for name in registry.names()]
MADE = CLIENT / "lib/types.ts"
COUNTED = (".one", ".other")


def names_of(game: Game) -> set[str]:
    """What would give a game away: its name, its title, and the names of its heroes."""
    heroes = [name for name in game.words.things.values() if name.istitle()]
    return {game.name, game.title, *heroes}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_part_of_the_page_names_a_game(game: Game) -> None:
    name = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names_of(game))))})\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(CLIENT)}: {line.strip()}"
        for path in SOURCES
        for line in path.read_text(encoding="utf-8").splitlines()
        if name.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("never", ["{@html", 'style="', "innerHTML", "eval("])
def test_markup_and_style_are_never_made_from_text(never: str) -> None:
    assert [path.name for path in SOURCES if never in path.read_text(encoding="utf-8")] == []


def keys() -> set[str]:
    return set(re.findall(r'^ *"([^"]+)":', EN, re.MULTILINE))


def said() -> set[str]:
    """Everything in quotation marks or backquotes, with holes where something is filled in."""
    texts = [path.read_text(encoding="utf-8") for path in SOURCES if path != MADE]
    return {word for text in texts for word in re.findall(r"""["'`]([a-z][^"'`\n]*)["'`]""", text)}


def test_every_word_that_is_said_is_in_the_catalogue() -> None:
    known = keys()
    texts = [path.read_text(encoding="utf-8") for path in SOURCES]
    asked_for = {key for text in texts for key in re.findall(r'\bsay\(\s*["\']([^"\']+)["\']', text)}
    missing = [key for key in asked_for if key not in known and f"{key}.other" not in known]
    assert asked_for
    assert missing == []


def test_every_word_of_the_catalogue_is_said() -> None:
    plain = {word for word in said() if "${" not in word}
    holes = [re.compile(re.sub(r"\\\$\\\{.*?\\\}", ".+", re.escape(word))) for word in said() if "${" in word]

    def is_said(key: str) -> bool:
        base = key.rpartition(".")[0] if key.endswith(COUNTED) else key
        return base in plain or key in plain or any(hole.fullmatch(base) for hole in holes)

    assert [key for key in sorted(keys()) if not is_said(key)] == []


def test_the_types_are_those_of_the_service() -> None:
    assert MADE.read_text(encoding="utf-8") == client_types.types()
