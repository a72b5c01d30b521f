"""The page for players as it is served: what is given, how it is kept, and what cannot be had."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from foldtale.web.app import create_app
from foldtale.web.page import Page, takes_gzip
from foldtale.web.settings import Settings

SCRIPT = b"export const page = 1;\n" * 100
FONT = bytes(range(256))
HERE = {"host": "127.0.0.1"}
PEOPLE = {**HERE, "accept": "text/html,*/*;q=0.8"}


def built(folder: Path) -> Path:
    """A small page."""
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Foldtale</title><div id=app></div>")
    (static / "icon.svg").write_text("<svg></svg>")
    (static / "stamp").write_text("0")
    (static / "assets" / "page-1a2b.js").write_bytes(SCRIPT)
    (static / "assets" / "face-1a2b.woff2").write_bytes(FONT)
    (folder / "secret.txt").write_text("secret")
    return static


def client_of(static: Path) -> TestClient[Litestar]:
    door = create_app(Settings())
    door.app.state.page = Page(static)  # type: ignore[attr-defined]
    return TestClient(door)  # type: ignore[arg-type]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with client_of(built(tmp_path)) as found:
        yield found


@pytest.mark.parametrize("path", ["/", "/about", "/t/abcdefgh"])
def test_every_page_is_the_index_and_asked_for_again(client: TestClient[Litestar], path: str) -> None:
    for headers in (HERE, PEOPLE):
        answer = client.get(path, headers=headers)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<title>Foldtale</title>" in answer.text


def test_people_who_are_lost_see_the_page_and_programs_a_refusal(client: TestClient[Litestar]) -> None:
    assert "<title>Foldtale" in client.get("/some/where", headers=PEOPLE).text
    for path, headers in (
        ("/some/where", HERE),
        ("/api/nothing", PEOPLE),
        ("/assets/nothing.js", PEOPLE),
        ("/stamp", HERE),
    ):
        answer = client.get(path, headers=headers)
        assert (answer.status_code, answer.json()["refused"]) == (404, "no such page")
    assert client.post("/some/where", headers=PEOPLE).status_code == 404


def test_assets_stay_for_ever_and_are_packed_where_that_helps(client: TestClient[Litestar]) -> None:
    script = client.get("/assets/page-1a2b.js", headers={**HERE, "accept-encoding": "br, gzip"})
    assert script.content == SCRIPT
    assert script.headers["content-encoding"] == "gzip"
    assert int(script.headers["content-length"]) == len(gzip.compress(SCRIPT)) < len(SCRIPT)
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["vary"] == "accept-encoding"
    whole = client.get("/assets/page-1a2b.js", headers={**HERE, "accept-encoding": "identity"})
    assert "content-encoding" not in whole.headers
    assert whole.content == SCRIPT
    font = client.get("/assets/face-1a2b.woff2", headers={**HERE, "accept-encoding": "gzip"})
    assert (font.content, font.headers["content-type"]) == (FONT, "font/woff2")
    assert "content-encoding" not in font.headers


def test_files_beside_the_index_are_asked_for_again(client: TestClient[Litestar]) -> None:
    icon = client.get("/icon.svg", headers=HERE)
    assert (icon.headers["content-type"], icon.headers["cache-control"]) == ("image/svg+xml", "no-cache")


def test_the_door_stands_before_the_page_too(client: TestClient[Litestar]) -> None:
    policy = client.get("/", headers=HERE).headers["content-security-policy"]
    assert "script-src 'self'; style-src 'self'" in policy
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets//etc/passwd",
        "/assets/..\\..\\secret.txt",
        "/../secret.txt",
        "/assets",
        "/assets/",
    ],
)
def test_nothing_but_the_page_can_be_had(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path, headers=HERE)
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_an_address_with_a_zero_byte_is_refused(client: TestClient[Litestar]) -> None:
    assert client.get("/assets/page-1a2b.js%00.svg", headers=HERE).status_code == 400


def test_a_tree_that_was_never_built_says_so(tmp_path: Path) -> None:
    with client_of(tmp_path / "static") as client:
        answer = client.get("/", headers=PEOPLE)
        assert answer.status_code == 503
        assert "The page has not been built in this copy of Foldtale: <code>./run play</code>" in answer.text
        assert client.get("/assets/page.js", headers=HERE).status_code == 404
        assert client.get("/api/games", headers=HERE).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=1.0", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("x-gzip2", False),
    ],
)
def test_gzip_is_for_those_who_take_it(accepted: str, takes: bool) -> None:
    assert takes_gzip(accepted) is takes
