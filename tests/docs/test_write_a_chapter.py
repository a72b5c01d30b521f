"""The page for authors: its files are written, its commands are run, and what it prints is what they print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest

from foldtale import games
from foldtale.author.reference import reference
from foldtale.cli import main
from foldtale.kernel.effects.schema import schema
from foldtale.kernel.pack.loading import load
from foldtale.kernel.pack.nodes import read_file
from foldtale.kernel.pack.problems import Problems
from tests.author.packs import plain

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Part(NamedTuple):
    language: str
    file: str
    text: str


PARTS = [Part(*found) for found in BLOCK.findall((DOCS / "write-a-chapter.md").read_text(encoding="utf-8"))]


def test_files_are_written_and_commands_print_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for part in PARTS:
        if part.file:
            path = tmp_path / part.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(part.text, encoding="utf-8")
        elif part.language == "console":
            command, _, printed = part.text.partition("\n")
            argv, _, into = command.removeprefix("$ foldtale ").partition(" > ")
            capsys.readouterr()
            code = main(argv.split())
            out = capsys.readouterr().out
            assert code == 0
            if into:
                (tmp_path / into).write_text(out, encoding="utf-8")
            elif printed.strip() != "…":
                assert out == printed
            commands += 1
    assert commands >= 6
    check_by_schema(tmp_path)


def check_by_schema(folder: Path) -> None:
    written = json.loads((folder / "thimble.schema.json").read_text(encoding="utf-8"))
    language = games.get("thimble").language
    assert language is not None
    assert written == schema(language)
    for path in sorted((folder / "sewing-box").rglob("*.yaml")):
        node = read_file(path, path.name, Problems())
        assert node is not None
        jsonschema.Draft7Validator(written).validate(plain(node))


def test_the_examples_of_the_language_are_read_without_a_problem(tmp_path: Path) -> None:
    page = (DOCS / "card-language.md").read_text(encoding="utf-8")
    (steps,) = [text for _, file, text in BLOCK.findall(page) if file == "trick"]
    language = games.get("thimble").language
    assert language is not None
    lines = "".join(f"    {line}\n" for line in steps.splitlines())
    (tmp_path / "cards").mkdir()
    (tmp_path / "pack.yaml").write_text("{pack: examples, game: thimble, title: Examples}", encoding="utf-8")
    card = f"- card: all\n  kind: trick\n  title: All\n  text: All of it.\n  do:\n{lines}"
    (tmp_path / "cards" / "all.yaml").write_text(card, encoding="utf-8")
    assert load(tmp_path, language).cards["all"].body.do.program


def test_the_reference_is_what_the_signatures_say() -> None:
    for path in sorted((DOCS / "cards").glob("*.md")):
        language = games.get(path.stem).language
        assert language is not None
        assert path.read_text(encoding="utf-8") == reference(language)
