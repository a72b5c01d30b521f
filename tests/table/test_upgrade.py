"""Unfinished games of every released version go on, or the changelog says which do not."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from foldtale.cli import main
from foldtale.cli.common import FAILED
from foldtale.kernel import Match
from foldtale.kernel.tale import open_tale
from foldtale.table.upgrade import check
from tests.unfinished import FOLDER, PLAYERS, STORE

VERSIONS = sorted(folder.name for folder in FOLDER.iterdir())
CHANGELOG = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
LISTED = re.compile(r"^- `(\S+)/(\S+)\.tale`, line (\d+): ", re.MULTILINE)


def listed(version: str) -> dict[str, int]:
    """Return the games of a version that the changelog gives up, each with its first differing line."""
    return {name: int(line) for of, name, line in LISTED.findall(CHANGELOG) if of == version}


def tales(version: str) -> Iterator[Path]:
    yield from sorted((FOLDER / version).glob("*.tale"))


@pytest.mark.parametrize("version", VERSIONS)
def test_twenty_unfinished_games_of_each_book_are_kept_for_every_released_version(version: str) -> None:
    kept = Counter([path.stem.rpartition("-")[0] for path in tales(version)])
    assert kept == dict.fromkeys(PLAYERS, 20)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_changelog_lists_the_unfinished_games_that_no_longer_continue(version: str) -> None:
    stopped = {}
    for path in tales(version):
        match, wrong = open_tale(Match, path)
        if wrong is None:
            assert not match.over, path.name
        else:
            stopped[path.stem] = wrong.line
    assert stopped == listed(version)


@pytest.mark.parametrize("version", VERSIONS)
def test_tables_of_an_old_store_continue_as_their_tales_do(version: str, tmp_path: Path) -> None:
    store = shutil.copy(FOLDER / version / STORE, tmp_path)
    tables = list(check(f"sqlite:///{store}"))
    assert sorted(table.table for table in tables) == [path.stem for path in tales(version)]
    assert {table.table: table.line for table in tables if not table.continues} == listed(version)


def test_upgrade_check_names_the_first_line_that_does_not_fit_and_leaves_the_store_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Path(shutil.copy(FOLDER / "0.2.0" / STORE, tmp_path))
    with closing(sqlite3.connect(store)) as database, database:
        database.execute("DELETE FROM tables WHERE id NOT IN ('grimm-01', 'grimm-02')")
        database.execute(
            "UPDATE lines SET line = replace(line, '\"seat\": ', '\"seat\": 1') WHERE table_id = 'grimm-02' AND at > 20"
        )
    before = store.read_bytes()
    assert main(["upgrade-check", str(store)]) == FAILED
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("grimm-02 (grimm), line ")
    assert said[-1] == "2 tables, 1 cannot be continued"
    assert store.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [STORE]


def test_upgrade_check_of_a_store_that_is_not_there_makes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["upgrade-check", str(tmp_path / "none.db")]) == FAILED
    assert "there is no file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
