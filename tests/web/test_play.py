"""`foldtale play`: a service for this computer, found again by whoever comes second, and a clean end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from dev.ports import free_port
from foldtale.cli import main
from foldtale.web import play, whereabouts
from foldtale.web.settings import Settings
from tests.web.playing import serving


@contextmanager
def playing(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`foldtale play` in a process of its own, and the address it says."""
    command = [sys.executable, "-m", "foldtale.cli", "play", *options]
    env = {**os.environ, "XDG_DATA_HOME": str(data), "BROWSER": "true"}
    process = subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said + process.stdout.read()
        yield process, found[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


def rest(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.read()


def test_control_c_ends_it_with_a_friendly_line(tmp_path: Path) -> None:
    with playing(tmp_path, "--no-browser") as (process, url):
        assert httpx.get(f"{url}health").json()["ok"]
        assert (tmp_path / "foldtale" / "tables.db").exists()
        assert whereabouts.find(f"sqlite:///{tmp_path}/foldtale/tables.db") == url.rstrip("/")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        said = rest(process)
        assert said.endswith("\nFoldtale is closed, and your tables are kept. See you soon!\n")
        assert "Traceback" not in said
        assert "{" not in said
        assert not (tmp_path / "foldtale" / "tables.db.address").exists()


def test_control_c_before_the_start_ends_it_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def interrupted(*given: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(play, "play", interrupted)
    assert main(["play"]) == 0
    assert capsys.readouterr().out == "\nFoldtale is closed.\n"


def test_who_comes_second_goes_to_the_first(tmp_path: Path) -> None:
    with (
        playing(tmp_path, "--no-browser") as (_, url),
        playing(tmp_path, "--port", url[17:-1]) as (second, there),
    ):
        assert there == url
        assert second.wait(60) == 0
        assert rest(second) == ""


def test_a_service_that_is_there_already_is_found(tmp_path: Path) -> None:
    with (
        serving(f"sqlite:///{tmp_path / 'foldtale' / 'tables.db'}") as service,
        playing(tmp_path, "--no-browser") as (second, url),
    ):
        assert url == f"{service.url}/"
        assert second.wait(60) == 0


def test_a_store_that_somebody_holds_without_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(whereabouts.find, "__defaults__", (0.2,))
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    whereabouts.note(Settings(store=store, port=free_port()))
    from foldtale.table.database import connect

    held = connect(store)
    try:
        assert main(["play", "--no-browser", "--store", store]) == 2
    finally:
        held.close()
    assert "tables.db open, and does not answer" in capsys.readouterr().err


def test_a_taken_port_is_said_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["play", "--no-browser", "--port", str(port)]) == 2
    assert capsys.readouterr().err == (
        f"foldtale: somebody else has port {port}; without --port a free one is found\n"
    )


def test_the_usual_port_comes_first_and_then_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "USUAL", free_port())
    with play.listen(0) as first, play.listen(0) as second:
        assert first.getsockname()[1] == play.USUAL
        assert second.getsockname()[1] != play.USUAL


def test_the_browser_is_opened_where_it_has_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    play.show("http://one/", wait=True)
    monkeypatch.setenv("DISPLAY", ":0")
    play.show("http://two/", wait=True)
    assert opened == ["http://two/"]


@pytest.mark.parametrize(
    ("given", "instead"),
    [
        (["pig"], "foldtale terminal pig"),
        (
            ["thimble", "--bots", "2", "--names", "Ada Li"],
            "foldtale terminal thimble --bots 2 --names 'Ada Li'",
        ),
        (["--resume", "my.tale"], "foldtale terminal --resume my.tale"),
    ],
)
def test_a_game_is_played_in_the_terminal(
    given: list[str], instead: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *given]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith(f"to play in the terminal: {instead}\n")


@pytest.mark.parametrize("said", ["", "nothing", "http://127.0.0.1:1", "ftp://127.0.0.1"])
def test_a_note_that_leads_nowhere_is_not_followed(tmp_path: Path, said: str) -> None:
    (tmp_path / "tables.db.address").write_text(said)
    assert whereabouts.find(f"sqlite:///{tmp_path}/tables.db", 0) == ""
    assert whereabouts.find("postgresql://somewhere", 0) == ""


def test_a_service_for_everybody_is_reached_here() -> None:
    assert whereabouts.local_url(Settings(host="0.0.0.0", port=80)) == "http://127.0.0.1:80"
    assert whereabouts.local_url(Settings(host="::", port=80)) == "http://[::1]:80"
    assert whereabouts.local_url(Settings(host="::1", port=80)) == "http://[::1]:80"
