"""The page for translators: its example stands in Thimble's catalogue, and its command prints what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from foldtale.cli import main
from foldtale.kernel import registry
from foldtale.kernel.tongue import SECTIONS, read_catalogue
from tests.author.packs import page, problems_of, write

PAGE = (Path(__file__).parents[2] / "docs" / "translate.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(.+?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def block(name: str) -> str:
    (found,) = [text for title, text in BLOCKS if title == name]
    return str(found)


def test_the_example_is_what_thimble_has(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.yaml"
    path.write_text(block("yaml catalogue"), encoding="utf-8")
    shown, whole = (
        read_catalogue(path),
        read_catalogue(registry.get("thimble").folder / "lang/it/catalogue.yaml"),
    )
    for section in SECTIONS:
        lines = getattr(shown, section)
        assert lines
        assert {english: getattr(whole, section).get(english) for english in lines} == lines


def test_the_command_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    command, _, printed = block("console").partition("\n")
    assert main(command.removeprefix("$ foldtale ").split()) == 0
    assert capsys.readouterr().out == printed


def test_the_example_of_a_pack_is_read(tmp_path: Path) -> None:
    choice = "  do:\n    choose:\n      - {id: blow, say: Blow the dust away, do: [{score: 1}]}\n"
    choice += "      - {id: go, say: Go down again, do: [{draw: 1}]}\n"
    name = "translations/it/words.yaml"
    write(tmp_path, {"cards/a.yaml": page("attic", choice), name: block(f"yaml {name}")})
    assert [problem.said for problem in problems_of(tmp_path) if problem.where.file == name] == [
        "it: the text 'attic go' is missing"
    ]
