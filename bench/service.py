"""`./run bench service`: many tables of Wonder Book under load, and one table among hostile clients.

One service process on one core, the load on the other, and a bare echo in the same run. Every table has two
seats with a socket each and gets an answer a second from stored games; what counts is the time from an answer
to the other seat's update.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from bench import hostile, long_matches
from bench.measure import p99
from dev.ports import free_port
from foldtale.kernel import Match, registry
from foldtale.kernel.talk import SPECTATOR
from foldtale.web.serve import Server
from foldtale.web.settings import Settings

SEED: Final = 7
"""Every match of the bench has these dice, so that stored answers fit."""
GAMES: Final = 24
TABLES: Final = 200
AT_MOST_MS: Final = 100.0
TIMES_ECHO: Final = 20.0
AT_MOST_MB: Final = 400.0
AT_MOST_TO_STOP: Final = 9.0
PEOPLE: Final = 100
BOT_TABLES: Final = 10
BOT_ROUNDS: Final = 3
AT_MOST_BESIDE: Final = 1.5
RAMP: Final = (1.5, 2, 3, 4, 6, 8)
RAMP_SECONDS: Final = 12
ENOUGH_MS: Final = 1000.0


def stored_games() -> list[list[tuple[int, int, str]]]:
    """Whole games: the number, the seat and the key of every answer."""
    game = registry.get("wonderbook")
    games = []
    for policy in range(GAMES):
        match = Match.new(game, game.setup(players=2), seed=SEED)
        draw = random.Random(policy).random
        while match.options:
            match.answer(int(draw() * len(match.options)))
        games.append([(line["n"], line["seat"], line["key"]) for line in match.log if "topic" in line])
    return games


# The two servers


def run_service(port: int, store: str) -> None:
    """The real service; only its seeds are known."""
    secrets.randbits = lambda bits: SEED  # type: ignore[assignment]
    settings = Settings(
        store=store, port=port, rate=1e6, burst=1e6, sockets_per_client=10_000, most_sockets=10_000,
        tables_per_hour=1e9, most_in_memory=10_000, work_per_client=1e6, work=1e6,
    )  # fmt: skip
    Server(settings).run()


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """A bare echo, as little as a socket can do."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def run_echo(port: int) -> None:
    uvicorn.run(echo, port=port, log_level="warning", ws_per_message_deflate=False)


@contextlib.contextmanager
def started(*how: str) -> Iterator[tuple[str, int]]:
    """A server in a process of its own, on the first core; its address and process id."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.service", *how, "--port", str(port)])
    with contextlib.suppress(OSError):
        os.sched_setaffinity(process.pid, {0})
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{url}/health").status_code == 200:
                    break
            time.sleep(0.05)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(30)


def memory_of(pid: int) -> float:
    """Megabytes that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


# The load


class LoadTable:
    """One table, both its sockets, and the stored game it is in."""

    def __init__(
        self, http: httpx.AsyncClient, url: str, games: list[list[tuple[int, int, str]]], at: int
    ) -> None:
        self.http = http
        self.url = url
        self.games = games
        self.at = at
        self.turn = 0
        self.sent = 0.0
        self.answered = 0
        self.finished = 0
        self.waiting: set[int] = set()
        self.times: list[float] = []
        self.refusals: list[str] = []
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []

    async def sit(self) -> None:
        """Two people with a cookie of their own."""
        body = {"game": "wonderbook", "setup": {"players": 2}, "places": [{"who": "me"}, {"who": "open"}]}
        made = await self.http.post(f"{self.url}/api/tables", json=body)
        self.host = made.cookies["foldtale"]
        self.id = made.json()["table"]
        cookie = {"Cookie": f"foldtale={self.host}"}
        link = await self.http.post(
            f"{self.url}/api/tables/{self.id}/invite", json={"seat": 1}, headers=cookie
        )
        body = {"secret": link.json()["secret"]}
        joined = await self.http.post(f"{self.url}/api/tables/{self.id}/join", json=body)
        for seat, session in ((0, self.host), (1, joined.cookies["foldtale"])):
            live = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.id}/live?seat={seat}"
            headers = {"Cookie": f"foldtale={session}"}
            found = await connect(
                live, additional_headers=headers, max_size=None, compression=None, ping_interval=None
            )
            self.sockets.append(found)
            self.readers.append(asyncio.create_task(self._read(seat, found)))

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        with contextlib.suppress(Exception):
            async for data in socket:
                message = str(data)
                if seat in self.waiting and message.startswith('{"kind":"update"') and '"story":' in message:
                    self.waiting.discard(seat)
                    self.times.append(time.perf_counter() - self.sent)
                elif message.startswith('{"kind":"refused"'):
                    self.refusals.append(message)
                elif message.startswith('{"kind":"done"'):
                    self.answered += 1

    async def answer(self) -> None:
        """The next stored answer; after the last, a rematch."""
        game = self.games[self.at % len(self.games)]
        if self.turn >= len(game):
            self.at += 1
            self.turn = 0
            self.finished += len(game)
            await self.sockets[0].send(json.dumps({"do": "again", "how": "rematch"}))
            return
        number, seat, key = game[self.turn]
        self.turn += 1
        if self.waiting:
            self.times.append(time.perf_counter() - self.sent)
        self.waiting = {1 - seat}
        self.sent = time.perf_counter()
        await self.sockets[seat].send(json.dumps({"do": "answer", "number": number, "keys": [key]}))

    async def kept(self) -> bool:
        """Whether the service has every answer of the present match that was given."""
        params = {"seat": "0"}
        cookie = {"Cookie": f"foldtale={self.host}"}
        answer = await self.http.get(f"{self.url}/api/tables/{self.id}/export", params=params, headers=cookie)
        lines = [json.loads(line) for line in answer.text.splitlines()]
        found = [(line["n"], line["seat"], line["key"]) for line in lines if "topic" in line]
        return found == self.games[self.at % len(self.games)][: self.turn]

    async def leave(self) -> None:
        for task in self.readers:
            task.cancel()
        for found in self.sockets:
            await found.close()


async def paced(things: list[Any], act: Any, seconds: float, rate: float) -> None:
    """Let each thing act `rate` times a second, evenly spread."""
    began = time.perf_counter()
    count = int(len(things) * seconds * rate)
    for step in range(count):
        due = began + step / (len(things) * rate)
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        await act(things[step % len(things)])


async def measure_echo(url: str, count: int, seconds: float) -> float:
    """The p99 of a bare echo with as many sockets and messages."""
    times: list[float] = []
    live = url.replace("http", "ws", 1)
    sockets = [await connect(live, compression=None, ping_interval=None) for _ in range(count)]
    sent: dict[int, float] = {}

    async def read(place: int) -> None:
        async for _ in sockets[place]:
            times.append(time.perf_counter() - sent[place])  # noqa: PERF401 (a comprehension reads the clock late)

    readers = [asyncio.create_task(read(place)) for place in range(count)]

    async def say(place: int) -> None:
        sent[place] = time.perf_counter()
        await sockets[place].send("x" * 80)

    await paced(list(range(count)), say, seconds, 1.0)
    await asyncio.sleep(0.5)
    for reader in readers:
        reader.cancel()
    for found in sockets:
        await found.close()
    return p99(times)


@contextlib.asynccontextmanager
async def seated(url: str, tables: int) -> AsyncIterator[list[LoadTable]]:
    games = stored_games()
    async with httpx.AsyncClient(timeout=60) as http:
        found = [LoadTable(http, url, games, place) for place in range(tables)]
        for table in found:
            http.cookies.clear()
            await table.sit()
        http.cookies.clear()
        yield found
        for table in found:
            await table.leave()


async def load(url: str, pid: int, asked: argparse.Namespace, name: str, echo_ms: float) -> bool:
    """The rounds on one store, then faster and faster; whether all lines are met."""
    limit = max(AT_MOST_MS, TIMES_ECHO * echo_ms)
    good = 0
    async with seated(url, asked.tables) as tables:
        await paced(tables, LoadTable.answer, 3, 1.0)
        for number in range(1, asked.rounds + 1):
            result = await one_round(tables, asked.seconds, 1.0)
            good += result <= limit
            verdict = "met" if result <= limit else "MISSED"
            print(f"{name}: round {number}: p99 {result:.1f} ms (<= {limit:.0f} ms) {verdict}", flush=True)
        refused = [message for table in tables for message in table.refusals]
        lost = [table.id for table in tables if not await table.kept()]
        memory = memory_of(pid)
        few = asked.rounds - asked.rounds // 5
        fine = good >= few and not lost and not refused and memory <= AT_MOST_MB
        said = (
            f"{good} of {asked.rounds} rounds met (at least {few}); tables that lost an answer: {len(lost)};"
        )
        said += f" refused: {len(refused)}; RSS {memory:.0f} MB (<= {AT_MOST_MB:.0f} MB)"
        print(f"{name}: {said} {'met' if fine else 'MISSED'}", flush=True)
        for message in refused[:3]:
            print(message[:300])
        for rate in RAMP:
            result = await one_round(tables, RAMP_SECONDS, rate)
            print(f"{name}: {asked.tables * rate:.0f} answers a second: p99 {result:.0f} ms", flush=True)
            if result > ENOUGH_MS:
                break
    return fine


class BotTable:
    """A table of two strong bots at the usual pace; they move as long as its host looks on."""

    def __init__(self, http: httpx.AsyncClient, url: str) -> None:
        self.http = http
        self.url = url
        self.moves = 0
        self._reader: asyncio.Task[None] | None = None

    async def sit(self) -> None:
        bots = [{"who": "bot", "level": "strong"}] * 2
        body = {"game": "grimm", "setup": {"players": 2, "length": "short"}, "places": bots}
        made = await self.http.post(f"{self.url}/api/tables", json=body)
        self.id, self.host = made.json()["table"], made.cookies["foldtale"]

    async def look_on(self) -> None:
        live = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.id}/live?seat={SPECTATOR}"
        headers = {"Cookie": f"foldtale={self.host}"}
        self._socket = await connect(live, additional_headers=headers, max_size=None, ping_interval=None)
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(Exception):
            async for data in self._socket:
                self.moves += str(data).startswith('{"kind":"update"')

    async def look_away(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
        await self._socket.close()


async def beside_bots(url: str, seconds: float) -> bool:
    """Measure the tables of people with and without tables of bots that think; rounds take turns."""
    times: dict[bool, list[float]] = {False: [], True: []}
    async with seated(url, PEOPLE) as tables, httpx.AsyncClient(timeout=60) as http:
        await paced(tables, LoadTable.answer, 3, 1.0)
        bots = [BotTable(http, url) for _ in range(BOT_TABLES)]
        for bot in bots:
            http.cookies.clear()
            await bot.sit()
        for _ in range(BOT_ROUNDS):
            for thinks in (False, True):
                if thinks:
                    for bot in bots:
                        await bot.look_on()
                times[thinks].append(await one_round(tables, seconds, 1.0))
                if thinks:
                    for bot in bots:
                        await bot.look_away()
    alone, beside = median(times[False]), median(times[True])
    moves = sum([bot.moves for bot in bots])
    said = (
        f"p99 of {PEOPLE} tables of people {alone:.1f} ms, {beside:.1f} ms beside {BOT_TABLES} of strong bots"
    )
    is_met = beside <= alone * AT_MOST_BESIDE
    verdict = "met" if is_met else "MISSED"
    print(
        f"bots: {said} ({moves} moves): x{beside / alone:.2f} (<= {AT_MOST_BESIDE:g}) {verdict}", flush=True
    )
    return is_met


async def one_round(tables: list[LoadTable], seconds: float, rate: float) -> float:
    for table in tables:
        table.times.clear()
    await paced(tables, LoadTable.answer, seconds, rate)
    await asyncio.sleep(2)
    return p99([spent for table in tables for spent in table.times])


def is_soon(name: str, seconds: float) -> bool:
    """Print how long the service took to stop; return whether the limit is met."""
    is_met = seconds <= AT_MOST_TO_STOP
    verdict = "met" if is_met else "MISSED"
    print(f"{name}: stopped in {seconds:.1f} s (<= {AT_MOST_TO_STOP:.0f} s) {verdict}", flush=True)
    return is_met


@contextlib.contextmanager
def store_of(kind: str) -> Iterator[str]:
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(prefix="foldtale-bench-") as folder:
            yield f"sqlite:///{folder}/tables.db"
        return
    from dev.postgres import server

    with server() as url:
        yield url


def main(args: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run bench service")
    parser.add_argument("--serve", default="", help=argparse.SUPPRESS)
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--stores", default="sqlite,postgresql", help="separated by commas; may be empty")
    parser.add_argument("--no-bots", action="store_true", help="leave out the tables of bots")
    parser.add_argument("--no-hostile", action="store_true", help="leave out the hostile clients")
    asked = parser.parse_args(args)
    if asked.serve:
        run_service(asked.port, asked.serve)
        return 0
    if asked.echo:
        run_echo(asked.port)
        return 0
    fine = True
    if not asked.no_bots:
        with store_of("sqlite") as store, started("--serve", store) as (url, _):
            fine = asyncio.run(beside_bots(url, min(30, asked.seconds)))
    if not asked.no_hostile:
        with started("--echo") as (url, _):
            fine = hostile.slower(url) and fine
            fine = long_matches.costs(url) and fine
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for kind in filter(None, asked.stores.split(",")):
        with started("--echo") as (url, _):
            echo_ms = asyncio.run(measure_echo(url, asked.tables, min(20, asked.seconds)))
        print(f"{kind}: a bare echo: p99 {echo_ms:.2f} ms", flush=True)
        with store_of(kind) as store:
            with started("--serve", store) as (url, pid):
                fine = asyncio.run(load(url, pid, asked, kind, echo_ms)) and fine
                began = time.perf_counter()
            fine = is_soon(kind, time.perf_counter() - began) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
