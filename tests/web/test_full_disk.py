"""A full disk: answers are refused, `/health` says so, nothing is lost, and all is well once there is room again."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
import pytest

from dev.postgres import UNPRIVILEGED, give
from foldtale.table.database import BadStore, connect
from foldtale.table.store import PROBE_SECONDS, Store, all_kept
from tests.web.playing import Guest, serving

PATIENCE = 60.0
"""Seconds: no test needs them, and one that does hangs."""
PAGE = 4096
MANY = 2000
"""More answers than the small disk has room for."""


@pytest.fixture
def disk_size(request: pytest.FixtureRequest) -> str:
    return getattr(request, "param", "2m")


@pytest.fixture
def small_disk(disk_size: str) -> Iterator[Path]:
    """A disk with little room that PostgreSQL's user reaches; only root may mount one."""
    folder = Path(tempfile.mkdtemp(prefix="foldtale-disk-"))
    try:
        if not mounted(folder, disk_size):
            pytest.skip("a small disk cannot be mounted here")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
    finally:
        folder.rmdir()


def mounted(folder: Path, size: str) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(folder)]
    with suppress(FileNotFoundError):
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return False


def fill(disk: Path, left: int = 0) -> Path:
    """Leave room for `left` pages on the disk; return the file to delete."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        with suppress(OSError):
            while file.write(bytes(PAGE)) == PAGE:
                pass
        file.truncate(file.tell() - left * PAGE)
    return ballast


def health(url: str) -> tuple[int, str]:
    """The status of the service, and the reason if it is not well, as of now: an earlier result has expired."""
    time.sleep(1.1 * PROBE_SECONDS)
    answer = httpx.get(f"{url}/health", timeout=PATIENCE)
    return answer.status_code, answer.json().get("refused", "")


def answer_until_refused(guest: Guest, number: int) -> tuple[int, httpx.Response]:
    """Hold with both seats in turn; return the number of the first answer that is refused, and the refusal."""
    for at in range(number, number + MANY):
        answer = guest.post("answer", seat=(at + 1) % 2, number=at, keys=["hold"])
        if answer.status_code != 200:
            return at, answer
    raise AssertionError("the disk never filled up")


def play_through_a_full_disk(store: str, disk: Path, *left: int) -> None:
    """For each number of pages `left`: play until nothing fits, see what is said and kept, make room, go on."""
    with serving(store) as process:
        ada = Guest(process.url)
        number = first = ada.make("pig", ["me", "me"])["scene"]["ask"]["number"]
        for pages in left:
            assert health(process.url) == (200, "")
            ballast = fill(disk, pages)
            number, refusal = answer_until_refused(ada, number)
            assert (refusal.status_code, refusal.json()["refused"]) == (503, "store")
            assert health(process.url) == (503, "store")
            again = ada.refused("answer", seat=(number + 1) % 2, number=number, keys=["hold"])
            assert again == (503, "store")
            assert [ada.view(seat)["scene"]["ask"]["number"] for seat in (0, 1)] == [number, number]
            ballast.unlink()
            assert health(process.url) == (200, "")
            ada.answer("hold", number, (number + 1) % 2)
            number += 1
    with closing(connect(store)) as database:
        (kept,) = all_kept(database)
    assert [json.loads(line)["n"] for line in kept.lines] == list(range(first, number))


def test_an_sqlite_store_on_a_full_disk_is_not_well_and_loses_nothing(small_disk: Path) -> None:
    """Two pages are too little for an answer, although a smaller write fits."""
    play_through_a_full_disk(f"sqlite:///{small_disk}/tables.db", small_disk, 2, 0)


@pytest.mark.parametrize("disk_size", ["32m"], indirect=True)
def test_a_postgresql_store_on_a_full_disk_is_not_well_and_loses_nothing(
    small_disk: Path, postgres: str
) -> None:
    """The database lies in a tablespace on the small disk, the server's write-ahead log elsewhere."""
    give(small_disk, UNPRIVILEGED)
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute(f"CREATE TABLESPACE small LOCATION '{small_disk}'")
        db.execute("CREATE DATABASE full_disk TABLESPACE small")
    try:
        url = urlunsplit(urlsplit(postgres)._replace(path="/full_disk"))
        play_through_a_full_disk(url, small_disk, 0)
    finally:
        with psycopg.connect(postgres, autocommit=True) as db:
            db.execute("DROP DATABASE full_disk WITH (FORCE)")
            db.execute("DROP TABLESPACE small")


def test_a_service_does_not_start_on_a_full_disk(small_disk: Path) -> None:
    url = f"sqlite:///{small_disk}/tables.db"
    Store(url).close()
    ballast = fill(small_disk)
    with pytest.raises(BadStore, match=r"full|disk"):
        Store(url)
    ballast.unlink()
    Store(url).close()
