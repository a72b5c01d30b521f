"""The PostgreSQL of the tests keeps to a folder of its own."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from dev.postgres import copied, newest_installed, server

pytestmark = pytest.mark.slow


def modes_above(*paths: Path) -> dict[Path, int]:
    return {folder: stat.S_IMODE(folder.stat().st_mode) for path in paths for folder in path.parents}


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Path]:
    """PostgreSQL in a folder that only its owner can enter, as in a home folder."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    yield copied(newest_installed(), home)
    shutil.rmtree(home)


def test_a_server_opens_no_folder_above_it(installed: Path) -> None:
    before = modes_above(installed)
    with server(installed) as url:
        folder = Path(parse_qs(urlsplit(url).query)["host"][0])
        with psycopg.connect(url) as db:
            assert db.execute("SELECT 1").fetchone() == (1,)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert modes_above(installed) == before
        above = modes_above(folder)
    assert modes_above(folder) == above
    assert not folder.exists()
