"""A service of its own for a test, and guests who speak its API."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

import httpx
from websockets.sync.client import ClientConnection, connect

from dev.ports import free_port

PATIENCE = 60.0
"""Seconds: no test needs them, and one that does hangs."""


class Taken(Exception):
    """The service has ended at once: perhaps somebody else has this port."""


class Process:
    """`foldtale serve` in a process of its own."""

    def __init__(self, store: str, *options: str, port: int = 0) -> None:
        self.store = store
        self.options = options
        for _ in range(5):
            self.port = port or free_port()
            self.url = f"http://127.0.0.1:{self.port}"
            try:
                self.start()
            except Taken:
                continue
            return
        raise RuntimeError("the service did not start")

    def start(self) -> None:
        limits = [
            "--rate",
            "100000",
            "--tables-per-hour",
            "1000000",
            "--sockets",
            "2000",
            "--work",
            "1000",
            "--least-pace",
            "0",
            "--bots-nice",
            "0",
        ]
        command = [
            sys.executable,
            "-m",
            "foldtale.cli",
            "serve",
            "--port",
            str(self.port),
            "--store",
            self.store,
        ]
        command += [*limits, *self.options]
        self.log = subprocess.PIPE if "--log" in self.options else subprocess.DEVNULL
        self.process = subprocess.Popen(command, stderr=self.log, env={**os.environ})
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/health", timeout=5).status_code == 200:
                    return
            if self.process.poll() is not None:
                raise Taken
            time.sleep(0.02)
        raise RuntimeError("the service did not answer")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(store: str, *options: str) -> Iterator[Process]:
    process = Process(store, *options)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.process.terminate()
            try:
                process.process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def send_all_home() -> None:
    """Close the connections of all guests of a test."""
    while Guest.present:
        Guest.present.pop().http.close()


class Guest:
    """Somebody with a cookie of their own."""

    present: ClassVar[list[Guest]] = []

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.present.append(self)
        self.table = ""
        self.seat = 0

    def make(
        self, game: str, places: list[str], setup: dict[str, Any] | None = None, **options: Any
    ) -> dict[str, Any]:
        body = {
            "game": game,
            "setup": {"players": len(places), **(setup or {})},
            "places": [{"who": who, "level": "easy"} for who in places],
            "options": {"pace": 0, **options},
        }
        view = self.ok(self.http.post("/api/tables", json=body), 201)
        self.table, self.seat = view["table"], view["you"]
        return view

    def ok(self, answer: httpx.Response, status: int = 200) -> Any:
        assert answer.status_code == status, (answer.status_code, answer.text[:500])
        return answer.json() if answer.content else None

    def view(self, seat: int | None = None, have: str = "") -> dict[str, Any]:
        params = {"seat": self.seat if seat is None else seat, "have": have}
        return self.ok(self.http.get(f"/api/tables/{self.table}", params=params))  # type: ignore[no-any-return]

    def invite(self, seat: int, device: bool = False) -> str:
        return self.ok(self.post("invite", seat=seat, device=device), 201)["secret"]  # type: ignore[no-any-return]

    def join(self, table: str, secret: str, name: str = "") -> dict[str, Any]:
        body = {"secret": secret, "name": name}
        view = self.ok(self.http.post(f"/api/tables/{table}/join", json=body))
        self.table, self.seat = table, view["you"]
        return view  # type: ignore[no-any-return]

    def post(self, deed: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{self.table}/{deed}", json=body)

    def do(self, deed: str, **body: Any) -> dict[str, Any]:
        return self.ok(self.post(deed, **{"seat": self.seat, **body}))  # type: ignore[no-any-return]

    def answer(self, key: str, number: int, seat: int | None = None) -> dict[str, Any]:
        seat = self.seat if seat is None else seat
        return self.do("answer", seat=seat, number=number, keys=[key])

    def refused(self, deed: str, **body: Any) -> tuple[int, str]:
        answer = self.post(deed, **{"seat": self.seat, **body})
        assert answer.status_code >= 400, answer.text[:300]
        return answer.status_code, answer.json()["refused"]

    def watch(self, seat: int | None = None, have: str = "", lang: str = "en") -> ClientConnection:
        cookie = "; ".join([f"{name}={value}" for name, value in self.http.cookies.items()])
        seat = self.seat if seat is None else seat
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/live?seat={seat}&have={have}"
        url += f"&lang={lang}" if lang != "en" else ""
        return connect(url, additional_headers={"Cookie": cookie}, max_size=None)

    def friend(self, seat: int, name: str = "") -> Guest:
        """Somebody else, in another seat of the same table."""
        other = Guest(self.url)
        other.join(self.table, self.invite(seat), name)
        return other
