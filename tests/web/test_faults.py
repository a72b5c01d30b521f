"""The service is killed again and again while people play: what was acknowledged is kept, once and in order."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx
import msgspec
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection

from foldtale.kernel import tale
from foldtale.kernel.match import Match
from foldtale.table.desk import read_desk
from foldtale.table.messages import Answer, NewTable, Place
from foldtale.table.store import Change, Store, StoreDown
from foldtale.table.views import dressed
from foldtale.web.service import Service, new_session
from foldtale.web.settings import Settings
from tests.sizes import size
from tests.web.playing import Guest, Process
from tests.web.playing import serving as serving_as_usual

KILLS = size(2, 25, 259)
"""Under play, for each of the two stores; with one more at the end and those in flight, 30 (300) for each."""
IN_FLIGHT = size(1, 4, 40)
LONGEST_LIFE = 0.3
DOUBLES = size(20, 200, 1000)
PATIENCE = 120.0
FEW = 4
"""Sockets that one address may have open, where that is tried."""
MOST_SAID = 35
"""Messages in a row over a socket, which may not be many more."""

NOT_NOW = {"late", "over", "not over", "not offered", "not asked", "not undone", "nothing to agree on"}
"""Why honest people are refused when others were faster."""

Row = dict[str, Any]
LOST = (httpx.TransportError, WebSocketException, OSError)


NURSERY = """
import json, os, sys
import psycopg
import foldtale.web.serve
from foldtale.cli import main
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_RDWR), 2)
        os._exit(main(json.loads(line)))
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Has read all modules already, so that each `foldtale serve` is there at once."""


class Often(Process):
    """A service that is started often: each time a new process, but the modules are read only once."""

    def __init__(self, store: str) -> None:
        pipe = subprocess.PIPE
        self.nursery = subprocess.Popen([sys.executable, "-c", NURSERY], stdin=pipe, stdout=pipe, text=True)
        super().__init__(store)

    def start(self) -> None:
        limits = [
            "--rate",
            "100000",
            "--work",
            "1000",
            "--tables-per-hour",
            "1000000",
            "--sockets",
            "2000",
            "--bots-nice",
            "0",
        ]
        assert self.nursery.stdin is not None
        arguments = ["serve", "--port", str(self.port), "--store", self.store, *limits]
        self.nursery.stdin.write(json.dumps(arguments) + "\n")
        self.nursery.stdin.flush()
        self.pid = self.read()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/health", timeout=5).status_code == 200:
                    return
            if self.has_said_more():
                self.pid = 0
                raise RuntimeError(f"the service ended at its start, with code {self.read()}")
            time.sleep(0.01)
        raise RuntimeError("the service did not answer")

    def has_said_more(self) -> bool:
        """Whether the nursery waits to be read: its service has ended."""
        return bool(select.select([self.nursery.stdout], [], [], 0)[0])

    def read(self) -> int:
        """What the nursery says: which process it has started, or how that ended."""
        assert self.nursery.stdout is not None
        return int(self.nursery.stdout.readline())

    def end(self, sign: int) -> int:
        os.kill(self.pid, sign)
        self.pid = 0
        return self.read()

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        return self.end(signal.SIGTERM)


@contextmanager
def serving(store: str) -> Iterator[Often]:
    process = Often(store)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            if process.pid:
                process.kill()
        process.nursery.communicate(timeout=PATIENCE)


class Sent(NamedTuple):
    """An answer as somebody gave it; `life` is of the service whose view it answers, by how often it started."""

    table: str
    match: int
    number: int
    seat: int
    keys: tuple[str, ...]
    life: int


class Notes:
    """What clients have sent, and what was acknowledged at the moment when they heard of it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sent: set[Sent] = set()
        self.acknowledged: list[Sent] = []
        self.refused: set[Sent] = set()
        self.proposals = 0
        self.undos = 0
        self.problems: list[str] = []

    def open_ends(self, life: int) -> list[Sent]:
        """What was sent in this life and never answered."""
        with self.lock:
            return [one for one in self.sent - self.refused - {*self.acknowledged} if one.life == life]


class Kept(NamedTuple):
    """A table as it stands in the database; `log` has the lines of each of its matches."""

    match: int
    desk: bytes
    headers: dict[int, str]
    seeds: dict[int, int]
    log: dict[int, list[Row]]


class Stage:
    """A service that is killed and comes back, and what all who play at it know."""

    def __init__(self, process: Process, seed: int) -> None:
        self.process = process
        self.notes = Notes()
        self.random = random.Random(seed)
        self.up = threading.Event()
        self.up.set()
        self.over = threading.Event()
        self.life = 1
        self.matches: dict[str, int] = {}

    def restart(self, kill: bool) -> None:
        """End the service, look at what it left while nobody writes, and start it again."""
        if kill:
            self.process.kill()
            self.up.clear()
        else:
            self.up.clear()
            assert self.process.stop() == 0
        check(self)
        self.life += 1
        self.process.start()
        self.up.set()


class Player(threading.Thread):
    """Plays one seat, now by requests, now by a socket, as fast as it goes."""

    def __init__(self, stage: Stage, guest: Guest, seed: int, host: bool) -> None:
        super().__init__(daemon=True, name=f"{guest.table}-{guest.seat}")
        self.stage = stage
        self.guest = guest
        self.host = host
        self.random = random.Random(seed)
        self.view: dict[str, Any] = {}
        self.life = 0

    def run(self) -> None:
        while not self.stage.over.is_set():
            if not self.stage.up.wait(0.1):
                continue
            try:
                if self.random.random() < 0.5:
                    self.by_requests()
                else:
                    self.by_socket()
            except LOST:
                time.sleep(0.005)
            except Exception as error:
                self.stage.notes.problems.append(f"{self.name}: {error!r}, {traceback.format_exc()}")
                return

    def by_requests(self) -> None:
        for _ in range(60):
            if self.stage.over.is_set():
                return
            self.life = self.stage.life
            self.view = self.guest.view(have=self.view.get("story", {}).get("mark", ""))
            move = self.move()
            if move is None:
                time.sleep(0.01)
                continue
            deed, body = move
            note = self.note(deed, body)
            answer = self.guest.post(deed, **body)
            self.heard(note, deed, answer.status_code, answer.json())

    def by_socket(self) -> None:
        self.life = self.stage.life
        with self.guest.watch(have=self.view.get("story", {}).get("mark", "")) as line:
            assert self.take(json.loads(line.recv(PATIENCE))) == "view"
            for _ in range(MOST_SAID):
                if self.stage.over.is_set():
                    return
                move = self.move()
                if move is None:
                    with suppress(TimeoutError):
                        self.take(json.loads(line.recv(0.05)))
                    continue
                deed, body = move
                note = self.note(deed, body)
                line.send(json.dumps({"do": deed, "id": 7, **body}))
                while "id" not in (said := json.loads(line.recv(PATIENCE))):
                    self.take(said)
                status = 200 if said["kind"] == "done" else (409 if said["refused"] in NOT_NOW else 500)
                self.heard(note, deed, status, said)
                if status != 200:
                    while self.take(json.loads(line.recv(PATIENCE))) != "view":
                        pass
                elif deed == "answer" and (self.view["scene"].get("ask") or body)["number"] == body["number"]:
                    self.view["scene"]["ask"] = None

    def take(self, said: dict[str, Any]) -> str:
        """Put a message into the view; what it was."""
        if said["kind"] == "view":
            self.view = said
        elif said["kind"] == "update":
            self.view |= said.get("changed", {})
            self.view["scene"] |= said.get("scene", {})
            self.view["story"] = said.get("story", self.view["story"])
        elif said["kind"] == "bye":
            raise ConnectionError
        return str(said["kind"])

    def move(self) -> tuple[str, Row] | None:
        """What this seat does next, if anything."""
        ask, dice = self.view["scene"].get("ask"), self.random
        self.stage.matches[self.view["table"]] = self.view["match"]
        if self.view["ending"] is not None:
            return ("again", {"how": "rematch"}) if self.host else None
        if ask is None:
            return None
        wish = self.view["wish"]
        if wish is not None and self.guest.seat in wish["asked"]:
            said = {"number": wish["number"], "agree": dice.random() < 0.7}
            return "consent", {"seat": self.guest.seat, **said}
        here = {"seat": self.guest.seat, "number": ask["number"]}
        keys = [choice["key"] for choice in ask.get("choices", ())]
        if dice.random() < 0.02:
            return "undo", here
        if ask["seat"] == -1 and keys and dice.random() < 0.2:
            return "propose", {**here, "key": dice.choice(keys)}
        if not self.view["your_turn"] or not keys:
            return None
        several = dice.randrange(2, 4) if dice.random() < 0.3 else 1
        return "answer", {**here, "keys": [dice.choice(keys) for _ in range(several)]}

    def note(self, deed: str, body: Row) -> Sent | None:
        if deed != "answer":
            return None
        place = self.view["table"], self.view["match"], body["number"], self.guest.seat
        note = Sent(*place, tuple(body["keys"]), self.life)
        with self.stage.notes.lock:
            self.stage.notes.sent.add(note)
        return note

    def heard(self, note: Sent | None, deed: str, status: int, said: Row) -> None:
        """An answer has come: this is the moment from which it must never be lost."""
        notes = self.stage.notes
        with notes.lock:
            if note is not None and status == 200:
                notes.acknowledged.append(note)
            elif note is not None:
                notes.refused.add(note)
            notes.undos += deed == "undo" and status == 200
            notes.proposals += deed == "propose" and status == 200
        if status not in (200, 409):
            raise AssertionError(f"{deed}: {status} {said}")


def kept_in(store: str) -> dict[str, Kept]:
    """All tables, read straight from the database."""
    tables = "SELECT id, match, desk FROM tables"
    matches = "SELECT table_id, match, header, seed FROM matches"
    lines = "SELECT table_id, match, at, line FROM lines ORDER BY table_id, match, at"
    if store.startswith("sqlite"):
        with closing(sqlite3.connect(store.removeprefix("sqlite:///"))) as file:
            rows = [file.execute(sql).fetchall() for sql in (tables, matches, lines)]
    else:
        with psycopg.connect(store) as db:
            rows = [db.execute(sql).fetchall() for sql in (tables, matches, lines)]
    found = {ident: Kept(match, desk.encode(), {}, {}, {}) for ident, match, desk in rows[0]}
    for ident, match, header, seed in rows[1]:
        found[ident].headers[match] = header
        found[ident].seeds[match] = int(seed)
        found[ident].log[match] = []
    for ident, match, at, line in rows[2]:
        log = found[ident].log[match]
        assert at == len(log), f"line {at} of match {match} comes after {len(log)} lines"
        log.append(json.loads(line))
    return found


def check(stage: Stage) -> dict[str, Kept]:
    """What is kept agrees with what clients know; nobody plays meanwhile."""
    notes = stage.notes
    with notes.lock:
        acknowledged, sent = list(notes.acknowledged), list(notes.sent)
    kept = kept_in(stage.process.store)
    answers: dict[tuple[str, int], dict[int, Row]] = {}
    for ident, table in kept.items():
        assert set(table.headers) == set(range(1, table.match + 1))
        for match, log in table.log.items():
            said = [line for line in log if "topic" in line]
            numbers = [line["n"] for line in said]
            assert numbers == sorted(set(numbers)), f"numbers of {ident}, match {match}, do not only grow"
            answers[ident, match] = {line["n"]: line for line in said}
        opens(table, table.match)
    places: dict[tuple[str, int, int], int] = {}
    for one in acknowledged:
        found = written(answers, one)
        assert found == len(one.keys), f"{found} answers of {one} are kept"
        before = places.get((one.table, one.match, one.seat), 0)
        assert one.number > before, f"{one} was acknowledged after {before}"
        places[one.table, one.match, one.seat] = one.number
    answered = {one[:4] for one in acknowledged}
    for one in notes.open_ends(stage.life):
        if one[:4] in answered:
            continue  # an acknowledged answer took this number, so this one came late
        like = [f"{it} {state(notes, it)}" for it in sent if it[:3] == one[:3]]
        assert written(answers, one) in (0, len(one.keys)), f"a part of {one} is kept; {like}"
    known = {(one.table, one.match, one.number + at, key) for one in sent for at, key in enumerate(one.keys)}
    for (ident, match), lines in answers.items():
        bots = {seat for seat, chair in enumerate(read_desk(kept[ident].desk).chairs) if chair.kind == "bot"}
        for n, line in lines.items():
            assert line["seat"] in bots or (ident, match, n, line["key"]) in known, f"nobody said {line}"
    return kept


def state(notes: Notes, one: Sent) -> str:
    return "acknowledged" if one in notes.acknowledged else "refused" if one in notes.refused else "unknown"


def written(answers: dict[tuple[str, int], dict[int, Row]], one: Sent) -> int:
    """How many of its keys are in the log, as a group or as this seat."""
    lines = answers.get((one.table, one.match), {})
    own = [lines.get(one.number + at, {}).get("key") == key for at, key in enumerate(one.keys)]
    return sum(own)


def opens(table: Kept, match: int) -> Match:
    """A match read again from its lines, all of which fit."""
    steps = [tale.step_of(json.dumps(line)) for line in table.log[match]]
    header = msgspec.json.decode(table.headers[match], type=tale.Header)
    page = tale.Page(header, steps, over=None)
    undo = read_desk(table.desk).options.undo
    opened, wrong = tale.replay(Match, page, "what is kept", table.seeds[match], undo)
    assert wrong is None, wrong
    return opened


def agrees(stage: Stage, guests: list[Guest], kept: dict[str, Kept]) -> None:
    """What the service shows is what the database has, for every seat and every match."""
    for guest in guests:
        view = guest.view()
        table = kept[guest.table]
        match = opens(table, table.match)
        assert view["match"] == table.match
        assert view["story"]["lines"] == plain(match.story(guest.seat))
        scene = dressed(match, read_desk(table.desk), guest.seat)
        shown, own = view["scene"], plain(scene)
        for name in own:
            assert name == "ask" or shown[name] == own[name], f"{name} of seat {guest.seat}"
        assert (shown.get("ask") or {}).get("number", 0) == (own.get("ask") or {}).get("number", 0)
        assert (shown.get("ask") or {}).get("choices") == (own.get("ask") or {}).get("choices")
        for number, log in table.log.items():
            exported(guest, number, log, number < table.match or view["ending"] is not None)


def plain(part: Any) -> Any:
    """As it comes over the wire."""
    return json.loads(msgspec.json.encode(part))


def exported(guest: Guest, match: int, log: list[Row], over: bool) -> None:
    """The export of a match that is over is its log, and it can be read here to its end."""
    params = {"seat": guest.seat, "match": match}
    answer = guest.http.get(f"/api/tables/{guest.table}/export", params=params)
    assert answer.status_code == 200, answer.text[:300]
    if not over:
        return
    rows = [json.loads(row) for row in answer.text.splitlines()]
    assert rows[1:-1] == log
    page = tale.parse("the export", answer.content)
    told, wrong = tale.replay(Match, page, "the export")
    assert wrong is None
    assert told.over


def sit_down(url: str) -> list[Guest]:
    """A round of Thimble, one of the Wonder Book, one of Pig with a bot; every seat has its own session."""
    guests = []
    for game, places in (
        ("thimble", ["me", "open", "open"]),
        ("wonderbook", ["me", "open"]),
        ("pig", ["me", "open", "bot"]),
    ):
        host = Guest(url)
        host.make(game, places)
        guests += [host, *[host.friend(seat) for seat, who in enumerate(places) if who == "open"]]
    return guests


@contextmanager
def playing(stage: Stage, guests: list[Guest], seed: int) -> Iterator[list[Player]]:
    players = [Player(stage, guest, seed * 100 + at, guest.seat == 0) for at, guest in enumerate(guests)]
    for player in players:
        player.start()
    try:
        yield players
    finally:
        stage.over.set()
        for player in players:
            player.join(PATIENCE)
            assert not player.is_alive(), player.name


@pytest.mark.slow
def test_killed_again_and_again_nothing_acknowledged_is_lost(store_url: str) -> None:
    seed = random.SystemRandom().randrange(1 << 30)
    print(f"seed {seed}")
    with serving(store_url) as process:
        stage = Stage(process, seed)
        guests = sit_down(process.url)
        with playing(stage, guests, seed):
            for kill in range(KILLS):
                time.sleep(stage.random.random() * LONGEST_LIFE)
                stage.restart(kill=True)
                if kill % 5 == 2:
                    time.sleep(stage.random.random() * LONGEST_LIFE)
                    stage.restart(kill=False)
            wait_until(lambda: has_seen_enough(stage) or bool(stage.notes.problems))
        assert stage.notes.problems == []
        settle(guests)
        kept = check(stage)
        agrees(stage, guests, kept)
        stage.restart(kill=True)
        agrees(stage, guests, kept)
        assert has_seen_enough(stage)
        assert min(table.match for table in kept.values()) > 1


def has_seen_enough(stage: Stage) -> bool:
    """Whether there were answers, proposals, undos and a second match at every table."""
    notes = stage.notes
    is_busy = len(notes.acknowledged) > 2 * KILLS and bool(notes.proposals) and bool(notes.undos)
    return is_busy and min(stage.matches.values()) > 1


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < until:
        time.sleep(0.05)


def settle(guests: list[Guest]) -> None:
    """Wait until bots have nothing to do: no question is a bot's, and no number grows any more."""
    before: list[int] = []
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        views = [guest.view() for guest in guests]
        asks = [view["scene"].get("ask") or {} for view in views]
        now = [ask.get("number", 0) for ask in asks]
        if now == before and not any(map(is_for_a_bot, views, asks)):
            return
        before = now
        time.sleep(0.1)


def is_for_a_bot(view: Row, ask: Row) -> bool:
    seat = ask.get("seat", -1) if ask.get("seat", -1) >= 0 else ask.get("voice", -1)
    return seat >= 0 and view["seats"][seat]["kind"] == "bot"


def test_of_two_equal_answers_at_once_one_counts(store_url: str) -> None:
    with serving(store_url) as process, ThreadPoolExecutor(2) as pool:
        guest = Guest(process.url)
        view = guest.make("pig", ["me", "me"])
        doubles = [httpx.Client(base_url=process.url, cookies=guest.http.cookies) for _ in range(2)]
        together = threading.Barrier(2)

        def send(client: httpx.Client, body: Row) -> httpx.Response:
            together.wait()
            return client.post(f"/api/tables/{guest.table}/answer", json=body)

        for _ in range(DOUBLES):
            ask = view["scene"]["ask"]
            body = {"seat": ask["seat"], "number": ask["number"], "keys": ["hold"]}
            answers = list(pool.map(send, doubles, [body, body]))
            assert sorted([answer.status_code for answer in answers]) == [200, 409]
            taken, late = sorted(answers, key=lambda answer: answer.status_code)
            view = taken.json()
            assert late.json()["refused"] == "late"
            assert late.json()["view"]["scene"] == view["scene"]
        (kept,) = kept_in(store_url).values()
        assert [line["n"] for line in kept.log[1]] == list(range(1, DOUBLES + 1))
        for client in doubles:
            client.close()


def test_of_two_equal_answers_on_two_sockets_one_counts(store_url: str) -> None:
    with serving(store_url) as process:
        guest = Guest(process.url)
        number = guest.make("pig", ["me", "me"])["scene"]["ask"]["number"]
        with guest.watch(0) as one, guest.watch(0) as two, guest.watch(1) as three, guest.watch(1) as four:
            for at in range(MOST_SAID):
                pair = (one, two) if at % 2 == 0 else (three, four)
                message = {"do": "answer", "number": number + at, "keys": ["hold"], "id": at}
                for line in pair:
                    line.send(json.dumps(message))
                told = sorted([until_told(line, at) for line in pair], key=lambda said: str(said["kind"]))
                assert [said["kind"] for said in told] == ["done", "refused"]
                assert told[1]["refused"] == "late"
        assert len(kept_in(store_url)[guest.table].log[1]) == MOST_SAID


def until_told(line: ClientConnection, ident: int) -> Row:
    """What a socket replies to a message."""
    while (said := json.loads(line.recv(PATIENCE))).get("id") != ident:
        pass
    return dict(said)


def test_who_did_not_hear_the_acknowledgement_can_ask_again(store_url: str) -> None:
    """The request goes out, nobody reads the answer, and it is sent once more: it is there once."""
    with serving(store_url) as process:
        guest = Guest(process.url)
        number = guest.make("pig", ["me", "me"])["scene"]["ask"]["number"]
        for at in range(size(5, 30, 200)):
            body = {"seat": at % 2, "number": number + at, "keys": ["hold"]}
            with socket.create_connection(("127.0.0.1", process.port)) as line:
                line.sendall(by_hand(guest, f"/api/tables/{guest.table}/answer", body))
                if at % 2:
                    line.recv(1)
            until = time.monotonic() + PATIENCE
            while guest.view(0)["scene"]["ask"]["number"] == number + at:
                assert time.monotonic() < until, "what was sent whole was not taken"
            again = guest.post("answer", **body)
            assert (again.status_code, again.json()["refused"]) == (409, "late")
            assert again.json()["view"]["scene"]["ask"]["number"] == number + at + 1
        assert len(kept_in(store_url)[guest.table].log[1]) == size(5, 30, 200)


def by_hand(guest: Guest, path: str, body: Row) -> bytes:
    """A request as it goes over the wire."""
    data = json.dumps(body).encode()
    cookie = "; ".join([f"{name}={value}" for name, value in guest.http.cookies.items()])
    head = (
        f"POST {path} HTTP/1.1",
        f"Host: {guest.url.removeprefix('http://')}",
        f"Cookie: {cookie}",
        "Content-Type: application/json",
        f"Content-Length: {len(data)}",
        "\r\n",
    )
    return "\r\n".join(head).encode() + data


def test_an_answer_in_flight_at_a_kill_is_there_once_or_not_at_all(store_url: str) -> None:
    dice = random.Random(7)
    with serving(store_url) as process:
        guest = Guest(process.url)
        number = guest.make("pig", ["me", "me"])["scene"]["ask"]["number"]
        for at in range(IN_FLIGHT):
            body = {"seat": at % 2, "number": number + at, "keys": ["hold"]}
            with socket.create_connection(("127.0.0.1", process.port)) as line:
                line.sendall(by_hand(guest, f"/api/tables/{guest.table}/answer", body))
                time.sleep(dice.random() * 0.01)
                process.kill()
            before = len(kept_in(store_url)[guest.table].log[1])
            assert before in (at, at + 1)
            process.start()
            again = guest.post("answer", **body)
            kept = len(kept_in(store_url)[guest.table].log[1])
            assert kept == at + 1
            if before == at + 1:
                assert (again.status_code, again.json()["refused"]) == (409, "late")
            else:
                assert again.status_code in (200, 409)


@pytest.mark.slow
def test_a_clean_stop_says_goodbye_and_keeps_what_was_accepted(store_url: str) -> None:
    with serving(store_url) as process:
        stage = Stage(process, 1)
        guests = sit_down(process.url)
        lines = [guest.watch() for guest in guests]
        with playing(stage, guests, 5), ThreadPoolExecutor(len(lines)) as pool:
            ends = [pool.submit(listen, line) for line in lines]
            wait_until(lambda: len(stage.notes.acknowledged) > 10)
            assert process.stop() == 0
            stage.up.clear()
            heard = [end.result(PATIENCE) for end in ends]
        assert stage.notes.problems == []
        check(stage)
        assert [code for _, code in heard] == [1012] * len(lines)
        assert [last["kind"] for last, _ in heard] == ["bye"] * len(lines)


def listen(line: ClientConnection) -> tuple[Row, int]:
    """The last message of a socket, and the code with which it was closed."""
    last: Row = {}
    with line:
        try:
            while True:
                last = json.loads(line.recv(PATIENCE))
        except ConnectionClosed as closed:
            return last, closed.rcvd.code if closed.rcvd is not None else 0


def test_sockets_that_close_while_they_are_written_to_leave_nothing_behind(tmp_path: Path) -> None:
    """Somebody comes and goes all the time while others play; in the end all places are free again."""
    with serving_as_usual(f"sqlite:///{tmp_path / 'tables.db'}", "--sockets", str(FEW)) as process:
        guest = Guest(process.url)
        number = guest.make("pig", ["me", "me"])["scene"]["ask"]["number"]
        over = threading.Event()

        def play() -> None:
            client = httpx.Client(base_url=process.url, cookies=guest.http.cookies)
            for at in itertools.count():
                if over.is_set():
                    break
                body = {"seat": at % 2, "number": number + at, "keys": ["hold"]}
                client.post(f"/api/tables/{guest.table}/answer", json=body)
            client.close()

        player = threading.Thread(target=play)
        player.start()
        try:
            for _ in range(size(50, 150, 2000)):
                with guest.watch(0, "1.0.1") as line:
                    line.recv(PATIENCE)
        finally:
            over.set()
            player.join()
        wait_until(lambda: not httpx.get(f"{process.url}/health", timeout=PATIENCE).json()["sockets"])
        with ExitStack() as stack:
            for _ in range(FEW):
                stack.enter_context(guest.watch(0))


def test_what_is_not_kept_is_not_shown() -> None:
    """While an answer is written, others see the table as it was; and if it cannot be written, they were right."""

    async def run() -> None:
        service = Service(Settings())
        await service.house.start()
        me = new_session()
        seats = (Place("me"), Place("me"))
        view = await service.create(me, NewTable("pig", {"players": 2}, seats))
        commit = service.house.store.commit
        writing = asyncio.Event()

        async def fail(change: Change, news: str = "") -> bool:
            writing.set()
            await asyncio.sleep(0.1)
            raise StoreDown("the disk is full")

        with patch.object(service.house.store, "commit", fail):
            lost = asyncio.create_task(service.do(me, view.table, "answer", Answer(0, 1, ("roll",))))
            await writing.wait()
            seen = await service.view(me, view.table, 1)
            assert seen.story.lines == ()
            with pytest.raises(StoreDown):
                await lost
        assert service.house.store.commit == commit
        await service.do(me, view.table, "answer", Answer(0, 1, ("hold",)))
        told = await service.view(me, view.table, 1, seen.story.mark)
        whole = await service.view(me, view.table, 1)
        assert (*seen.story.lines, *told.story.lines) == whole.story.lines
        await service.house.stop()

    asyncio.run(run())


def test_the_store_goes_on_when_somebody_has_left_whose_question_fails(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        begun, free = threading.Event(), threading.Event()
        slow = asyncio.create_task(store._do(lambda db: begun.set() or free.wait()))
        await asyncio.to_thread(begun.wait, PATIENCE)  # or both would share a transaction, and fail together
        wrong = asyncio.create_task(store._do(lambda db: db.rows("SELECT nothing FROM nowhere")))
        await asyncio.sleep(0)
        wrong.cancel()
        await asyncio.gather(wrong, return_exceptions=True)
        free.set()
        await slow
        async with asyncio.timeout(PATIENCE):
            assert await store.ping() == 0
        store.close()

    asyncio.run(run())
