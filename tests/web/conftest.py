"""A real PostgreSQL for the tests of the service, and a fresh store for each of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from dev.postgres import server
from tests.web.playing import send_all_home


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server of its own, as `postgresql://…/postgres?host=…`; it ends with the tests."""
    with server() as url:
        yield url


def fresh_database(base: str) -> str:
    """The URL of a new database in a server."""
    name = f"foldtale_{secrets.token_hex(6)}"
    with psycopg.connect(base, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
    return urlunsplit(urlsplit(base)._replace(path=f"/{name}"))


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh store: a file, and a database in a real server."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return fresh_database(request.getfixturevalue("postgres"))


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """A fresh database in a real server."""
    return fresh_database(postgres)


@pytest.fixture(autouse=True)
def everybody_goes_home() -> Iterator[None]:
    yield
    send_all_home()
