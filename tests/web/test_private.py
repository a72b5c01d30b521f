"""What the service keeps can be read by nobody but its owner, whatever the umask is and whatever was there."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from foldtale.kernel import Match, home, registry
from foldtale.table.database import BadStore, back_up, connect
from foldtale.terminal import saves
from foldtale.web import whereabouts
from foldtale.web.settings import Settings
from tests.web.playing import Process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
WIDE = 0o666


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The modes of a folder and of everything in it."""
    found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    return {"": stat.S_IMODE(folder.stat().st_mode), **found}


def kept(store: str) -> None:
    database = connect(store)
    database.prepare()
    database.close()


def test_a_new_store_is_for_its_owner_alone(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "data" / "tables"
    store = f"sqlite:///{folder / 'tables.db'}"
    database = connect(store)
    database.prepare()
    settings = Settings(store=store)
    whereabouts.note(settings)
    back_up(store, folder / "copy.db")
    assert modes(folder) == {
        "": 0o700, "tables.db": 0o600, "tables.db-wal": 0o600, "tables.db-shm": 0o600,
        "tables.db.lock": 0o600, "tables.db.address": 0o600, "copy.db": 0o600,
    }  # fmt: skip
    assert modes(folder.parent)[""] == 0o700
    assert whereabouts.noted(store) == whereabouts.local_url(settings)
    database.close()


def test_no_file_of_a_store_is_ever_wider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way to make a file asks for the narrow mode at once: a later chmod would be too late."""
    asked: list[tuple[str, int]] = []
    really = os.open

    def opened(path: str | Path, flags: int, mode: int = 0o777, **more: int) -> int:
        if flags & os.O_CREAT:
            asked.append((Path(path).name, mode))
        return really(path, flags, mode, **more)

    monkeypatch.setattr(os, "open", opened)
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    kept(store)
    whereabouts.note(Settings(store=store))
    back_up(store, tmp_path / "copy.db")
    assert {name for name, _ in asked} == {"tables.db", "tables.db.lock", "tables.db.address", "copy.db"}
    assert {mode for _, mode in asked} == {0o600}


def test_a_store_that_others_could_read_is_closed_to_them_when_it_is_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "data"
    store = f"sqlite:///{folder / 'tables.db'}"
    kept(store)
    (folder / "tables.db.address").touch()
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(WIDE)
    kept(store)
    assert set(modes(folder).values()) == {0o700, 0o600}
    said = {record.path: record.mode for record in caplog.records}  # type: ignore[attr-defined]
    assert said == {
        str(folder): "0755",
        **{str(folder / name): "0666" for name in ("tables.db", "tables.db.lock", "tables.db.address")},
    }
    caplog.clear()
    kept(store)
    assert caplog.records == []


def test_the_files_that_a_killed_service_has_left_are_closed_to_others(tmp_path: Path) -> None:
    """The write-ahead log of a service that was killed stays there, with answers in it."""
    running, folder = tmp_path / "running", tmp_path / "data"
    kept(f"sqlite:///{running / 'tables.db'}")
    with closing(sqlite3.connect(running / "tables.db")) as db:
        db.execute("INSERT INTO probes (id, data) VALUES ('x', 'y')")
        db.commit()
        shutil.copytree(running, folder)
    for path in folder.iterdir():
        path.chmod(WIDE)
    assert (folder / "tables.db-wal").stat().st_size
    database = connect(f"sqlite:///{folder / 'tables.db'}")
    found = modes(folder)
    database.close()
    assert "tables.db-wal" in found
    assert {mode for name, mode in found.items() if name} == {0o600}


def test_the_log_of_the_service_says_what_was_closed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    store = f"sqlite:///{folder / 'tables.db'}"
    kept(store)
    (folder / "tables.db").chmod(0o644)
    process = Process(store, "--log", "warning")
    process.stop()
    assert process.process.stderr is not None
    with process.process.stderr as stream:
        rows = [json.loads(line) for line in stream]
    path = str(folder / "tables.db")
    assert [(row["path"], row["mode"]) for row in rows if "mode" in row] == [(path, "0644")]


def test_a_folder_that_holds_other_things_keeps_its_mode(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "notes.txt").write_text("not ours")
    (folder / "notes.txt").chmod(0o644)
    kept(f"sqlite:///{folder / 'tables.db'}")
    assert modes(folder) == {"": 0o755, "notes.txt": 0o644, "tables.db": 0o600, "tables.db.lock": 0o600}


def test_a_file_that_is_no_database_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 100)
    path.chmod(0o644)
    with pytest.raises(BadStore):
        connect(f"sqlite:///{path}")
    assert modes(tmp_path)["notes.txt"] == 0o644


def test_a_back_up_that_fails_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("Dear diary, " * 100)
    with pytest.raises(BadStore):
        back_up(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_link_in_the_place_of_the_address_is_not_followed(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    (tmp_path / "notes.txt").write_text("not ours")
    (tmp_path / "tables.db.address").symlink_to(tmp_path / "notes.txt")
    whereabouts.note(Settings(store=store))
    assert (tmp_path / "notes.txt").read_text() == "not ours"


def test_a_players_own_folder_and_tales_are_theirs_alone(
    tmp_path: Path, umask: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tale tells the hidden cards of a match that goes on."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    pig = registry.get("pig")
    match = Match.new(pig, pig.setup(players=2), seed=1)
    path = saves.new_file("pig")
    saves.save(match, path)
    assert modes(home.own_folder()) == {"": 0o700, "tales": 0o700}
    assert modes(saves.folder())[path.name] == 0o600
    home.own_folder().chmod(0o755)
    path.chmod(0o640)
    saves.save(match, path)
    assert modes(home.own_folder())[""] == 0o700
    assert modes(saves.folder())[path.name] == 0o640, "the player has shared it"
