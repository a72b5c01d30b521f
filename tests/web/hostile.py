"""Hostile clients, each a process at an address of its own (127.0.0.2 and so on), and an honest table among them.

The tests look at what everybody is told, and `./run bench service` at how fast the honest table is. This file is also
the program of the processes.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import select
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.sync.client import connect as open_in_turn

from dev.ports import free_port
from tests.web.playing import Guest

FLOOD = 1000
"""Requests a second and connection; the service answers 50 a second to one address."""
LINES = 16
"""Connections of the flood at once: whoever comes too fast is answered late."""
CLOSE = 8
"""The kind of a frame that says goodbye."""
STEADY = 20
"""Things a second that the others do: slow enough to be told why each is refused."""
OFTEN = 100
"""The flood ends when it has been told to wait this often."""
SOCKETS = 500
"""The crowd ends when it has tried to open this many."""
PATIENCE = 120.0
"""Seconds for one thing; nothing takes as long, and what does hangs."""
GIVE_UP = 300.0
"""Seconds after which a client ends although it has not done all that it wants to."""
THINKS = 0.025
"""A person's least pause, so that an honest table stays below the limits of its own."""
ROOT = Path(__file__).parents[2]
Reply = tuple[int, str]


# What goes over the wire


def connect(address: str, port: int, timeout: float = PATIENCE, buffer: int = 0) -> socket.socket:
    line = socket.socket()
    line.settimeout(timeout)
    if buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    try:
        line.bind((address, 0))
        line.connect(("127.0.0.1", port))
    except OSError:
        line.close()
        raise
    return line


def request(port: int, method: str, path: str, body: bytes = b"", cookie: str = "", **headers: str) -> bytes:
    head = {
        "Host": f"127.0.0.1:{port}",
        "Connection": "close",
        **({"Cookie": f"foldtale={cookie}"} if cookie else {}),
        **({"Content-Type": "application/json", "Content-Length": str(len(body))} if body else {}),
        **{name.replace("_", "-"): value for name, value in headers.items() if value},
    }
    lines = [f"{method} {path} HTTP/1.1", *[f"{name}: {value}" for name, value in head.items()], "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def read_all(line: socket.socket) -> bytes:
    """All that comes until the other side is done; what was read counts even if it ends badly."""
    data = b""
    with suppress(OSError):
        while piece := line.recv(65536):
            data += piece
    return data


def told(data: bytes) -> Reply:
    """The status of an answer, and the reason in it: ours in JSON, or plain text of the server."""
    head, _, body = data.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 "):
        return 0, "gone" if not data else "no HTTP"
    status = int(head[9:12])
    begin, end = body.find(b"{"), body.rfind(b"}")
    with suppress(ValueError):
        said = json.loads(body[begin : end + 1])
        return status, str(said.get("refused", "taken"))
    return status, "in words" if body.strip() else "nothing"


def ask(address: str, port: int, data: bytes, timeout: float = PATIENCE) -> Reply:
    try:
        with connect(address, port, timeout) as line:
            with suppress(OSError):
                line.sendall(data)
            return told(read_all(line))
    except TimeoutError:
        return 0, "silence"
    except OSError:
        return 0, "not let in"


def call(address: str, port: int, path: str, body: Any, cookie: str = "") -> tuple[int, Any, str]:
    """A proper request: its status, what it says, and the cookie that it leaves."""
    with connect(address, port) as line:
        line.sendall(request(port, "POST", path, json.dumps(body).encode(), cookie))
        data = read_all(line)
    head, _, rest = data.partition(b"\r\n\r\n")
    found = [
        row for row in head.decode("latin-1").split("\r\n") if row.lower().startswith("set-cookie: foldtale=")
    ]
    given = found[0].partition("=")[2].partition(";")[0] if found else cookie
    return int(head[9:12]), json.loads(rest[rest.find(b"{") : rest.rfind(b"}") + 1] or b"{}"), given


def make(
    address: str, port: int, game: str, players: int, cookie: str = ""
) -> tuple[str, str, dict[str, Any]]:
    """A table of one's own, all seats one's own; its id, the cookie, and the first view."""
    places = [{"who": "me"}] * players
    wanted = {"game": game, "setup": {"players": players}, "places": places}
    status, view, given = call(address, port, "/api/tables", wanted, cookie)
    assert status == 201, (status, view)
    return view["table"], given, view


def handshake(port: int, table: str, seat: int, cookie: str, **headers: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    usual = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": key,
    }
    return request(port, "GET", f"/api/tables/{table}/live?seat={seat}", b"", cookie, **{**usual, **headers})


def frame(payload: bytes, opcode: int = 1, fin: bool = True, masked: bool = True, says: int = -1) -> bytes:
    """A frame of a client; `says` is the length that it claims to have."""
    size = len(payload) if says < 0 else says
    mask = os.urandom(4) if masked else b""
    bit = 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", fin << 7 | opcode, bit | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", fin << 7 | opcode, bit | 126, size)
    else:
        head = struct.pack("!BBQ", fin << 7 | opcode, bit | 127, size)
    if masked:
        payload = bytes([byte ^ mask[at % 4] for at, byte in enumerate(payload)])
    return head + mask + payload


def say(**message: Any) -> bytes:
    return frame(json.dumps(message).encode())


def frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The whole frames that a server has sent after its handshake."""
    at = data.find(b"\r\n\r\n") + 4
    while at + 2 <= len(data):
        opcode, size = data[at] & 15, data[at + 1] & 127
        at += 2
        if size > 125:
            wide = 2 if size == 126 else 8
            size = int.from_bytes(data[at : at + wide], "big")
            at += wide
        if at + size > len(data):
            return
        yield opcode, data[at : at + size]
        at += size


def last_word(data: bytes) -> Reply:
    """How a socket was refused: by a status, by a message, or by the reason with which it was closed."""
    status, reason = told(data)
    if status != 101:
        return status, reason
    refusals = [json.loads(said) for opcode, said in frames(data) if opcode == 1 and b'"refused"' in said]
    closes = [said for opcode, said in frames(data) if opcode == 8]
    if refusals:
        return 101, str(refusals[-1]["refused"])
    if closes:
        code = int.from_bytes(closes[-1][:2], "big")
        return 101, f"closed {code}"
    return 101, "gone"


# The hostile clients: each plays its part until the time is over and all is done, and reports what it was told


class Part(NamedTuple):
    """What a hostile client knows: where it is, where the service is, until when at least, and the honest table."""

    address: str
    port: int
    until: float
    table: str
    link: str

    def going_on(self, a_second: float, is_done: Callable[[], bool] = lambda: True) -> Iterator[int]:
        """Count at a steady pace until the time is over and all is done."""
        began, at = time.time(), 0
        while time.time() < self.until or (not is_done() and time.time() < self.until + GIVE_UP):
            yield at
            at += 1
            ahead = began + at / a_second - time.time()
            if ahead > 0:
                time.sleep(ahead)
            elif ahead < -1:
                began -= ahead


Report = dict[str, Any]


def flood(part: Part) -> Report:
    """As many requests as it can, of all kinds that need no key; it also reports the seconds from first to last."""
    paths = (
        "/health",
        "/api",
        "/api/games",
        "/schema/openapi.json",
        "/api/tables",
        f"/api/tables/{part.table}?seat=0",
    )
    told_so: Counter[str] = Counter()

    def pour(_: int) -> None:
        for at in part.going_on(FLOOD, lambda: told_so["429 too fast"] >= OFTEN):
            data = request(part.port, "GET", paths[at % len(paths)])
            told_so["{} {}".format(*ask(part.address, part.port, data))] += 1

    began = time.monotonic()
    with ThreadPoolExecutor(LINES) as lines:
        list(lines.map(pour, range(LINES)))
    return {"told": told_so, "seconds": time.monotonic() - began}


def post(port: int, body: bytes, path: str = "/api/tables", **headers: str) -> bytes:
    return request(port, "POST", path, body, **headers)


def garbage(part: Part) -> Report:
    """What nobody should send; each kind again and again."""
    port = part.port
    table, cookie, _ = make(part.address, port, "pig", 2)
    dice = random.Random(3)

    def whole(data: bytes) -> Callable[[], Reply]:
        return lambda: ask(part.address, port, data)

    def on_socket(*messages: bytes) -> Callable[[], Reply]:
        def send() -> Reply:
            with connect(part.address, port) as line:
                line.sendall(handshake(port, table, 0, cookie))
                data = line.recv(65536)
                with suppress(OSError):
                    for message in messages:
                        line.sendall(message)
                with suppress(OSError):
                    while last_word(data) == (101, "gone") and (piece := line.recv(65536)):
                        data += piece
                return last_word(data)

        return send

    def poured(head: bytes, drop: bytes, most: int) -> Callable[[], Reply]:
        """Send without an end, and look whether somebody says stop."""

        def send() -> Reply:
            with connect(part.address, port) as line:
                line.sendall(head)
                sent, stopped = 0, False
                try:
                    while sent < most and not stopped:
                        line.sendall(drop)
                        sent += len(drop)
                        line.setblocking(False)
                        with suppress(BlockingIOError):
                            stopped = bool(line.recv(1, socket.MSG_PEEK)) or True
                        line.settimeout(PATIENCE)
                except OSError:
                    stopped = True
                if not stopped:
                    return 0, "taken without an end"
                status, reason = told(read_all(line))
                return status, "stopped" if status == 0 else reason

        return send

    deep = b"[" * 20_000 + b"]" * 20_000
    json_of_depth = b'{"game":"pig","setup":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"}"
    chunked = request(
        port, "POST", "/api/tables", Transfer_Encoding="chunked", Content_Type="application/json"
    )
    kinds: dict[str, Callable[[], Reply]] = {
        "random bytes": lambda: ask(part.address, port, dice.randbytes(300) + b"\r\n\r\n"),
        "a TLS greeting": whole(bytes.fromhex("16030100a5010000a10303") + bytes(160)),
        "deep lists": whole(post(port, deep)),
        "deep objects": whole(post(port, json_of_depth)),
        "half of JSON": whole(post(port, b'{"game": "pig", "se')),
        "no object": whole(post(port, b"12")),
        "invalid UTF-8": whole(post(port, b'{"game": "\xff\xfe\xfd"}')),
        "half a surrogate": whole(post(port, b'{"game": "\\ud800"}')),
        "a number without an end": whole(
            post(port, b'{"game": "pig", "setup": {"players": ' + b"9" * 5000 + b"}}")
        ),
        "unknown fields": whole(post(port, b'{"game": "pig", "setup": {"players": 2}, "admin": true}')),
        "a type that is not JSON": whole(post(port, b"<pig/>", Content_Type="text/xml")),
        "a form": whole(post(port, b"game=pig", Content_Type="application/x-www-form-urlencoded")),
        "a large body": whole(post(port, b" " * 1_000_000)),
        "a large tale": whole(post(port, b" " * 5_000_000, "/api/tables/import")),
        "a body without an end": poured(chunked, b"4000\r\n" + b" " * 0x4000 + b"\r\n", 20_000_000),
        "headers without an end": poured(
            request(port, "GET", "/health")[:-2], b"X-Y: " + b"z" * 8000 + b"\r\n", 20_000_000
        ),
        "an address without an end": poured(b"GET /", b"a" * 8000, 5_000_000),
        "a negative length": whole(request(port, "POST", "/api/tables", Content_Length="-5")),
        "two lengths": whole(
            request(port, "POST", "/api/tables", Content_Length="5\r\nContent-Length: 6") + b"hello"
        ),
        "a length and chunks": whole(
            request(port, "POST", "/api/tables", Content_Length="5", Transfer_Encoding="chunked")
            + b"0\r\n\r\n"
        ),
        "a foreign name": whole(request(port, "GET", "/health", Host="evil.example")),
        "a foreign page": whole(post(port, b'{"game": "pig"}', Origin="https://evil.example")),
        "no page": whole(post(port, b'{"game": "pig"}', Origin="null")),
        "up and out": whole(request(port, "GET", "/../../../etc/passwd")),
        "up and out, hidden": whole(request(port, "GET", "/%2e%2e/%2e%2e%2fetc%2fpasswd")),
        "up and out of a table": whole(request(port, "GET", "/api/tables/..%2f..%2fx?seat=0")),
        "nothing in an address": whole(request(port, "GET", "/api/tables/%00%00%00%00%00?seat=0")),
        "a wrong method": whole(request(port, "DELETE", "/api/games")),
        "no method": whole(request(port, "PLAY", "/api/games")),
        "a socket to nothing": whole(handshake(port, "%00%00%00%00", 0, cookie)),
        "a socket without a key": whole(handshake(port, table, 0, cookie, Sec_WebSocket_Key="")),
        "a socket of version 9": whole(handshake(port, table, 0, cookie, Sec_WebSocket_Version="9")),
        "a socket by a foreign page": whole(handshake(port, table, 0, cookie, Origin="https://evil.example")),
        "a frame of bytes": on_socket(frame(os.urandom(100), opcode=2)),
        "a large frame": on_socket(frame(b" " * 60_000)),
        "a frame of a terabyte": on_socket(frame(b"x", says=1 << 40)),
        "a frame without a mask": on_socket(frame(b"{}", masked=False)),
        "a frame of no kind": on_socket(frame(b"{}", opcode=5)),
        "a text that is none": on_socket(frame(b"\xff\xfe")),
        "a large message in pieces": on_socket(
            frame(b" " * 9000, fin=False), *[frame(b" " * 9000, 0, False)] * 5
        ),
        "no message": on_socket(frame(b"hello")),
        "a deep message": on_socket(frame(b'{"do":' + b"[" * 7000 + b"]" * 7000 + b"}")),
        "a message to do nothing": on_socket(say(do="rm -rf")),
        "a large number": on_socket(say(do="answer", number=1 << 80, keys=["roll"])),
    }
    found: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    names = list(kinds)
    for at in part.going_on(STEADY, lambda: all(found.values())):
        name = names[at % len(names)]
        try:
            reply = kinds[name]()
        except TimeoutError:
            reply = (0, "silence")
        except OSError:
            reply = (0, "gone")
        found[name]["{} {}".format(*reply)] += 1
    return {"kinds": found}


def impostor(part: Part) -> Report:
    """Somebody who may watch the honest table answers for those who play there, and tries keys of others."""
    port, path = part.port, f"/api/tables/{part.table}"
    join = {"secret": part.link, "name": "Nobody"}
    status, _, cookie = call(part.address, port, f"{path}/join", join)
    assert status == 200
    told_so: Counter[str] = Counter()
    keys = (cookie, "", "x", "%00", "A" * 43, cookie[:-1])
    deeds: list[tuple[str, dict[str, Any]]] = [
        ("answer", {"seat": 0, "number": 1, "keys": ["hold"]}),
        ("answer", {"seat": 30, "number": 1, "keys": ["hold"]}),
        ("undo", {"seat": 1, "number": 1}),
        ("kick", {"seat": 0}),
        ("to-bot", {"seat": 1}),
        ("rename", {"seat": 0, "name": "Mine"}),
        ("host", {"seat": 30}),
        ("again", {"how": "rematch"}),
        ("invite", {"seat": 0}),
    ]
    url = f"ws://127.0.0.1:{port}{path}/live?seat=30"
    told_key = {"Cookie": f"foldtale={cookie}"}
    with open_in_turn(url, sock=connect(part.address, port), additional_headers=told_key) as line:
        for at in part.going_on(STEADY, lambda: told_so.total() >= 2 * len(deeds) * len(keys)):
            deed, body = deeds[at // 2 % len(deeds)]
            if at % 2 and deed != "invite":
                line.send(json.dumps({"do": deed, "id": at, **body}))
                while (said := json.loads(line.recv(PATIENCE))).get("id") != at:
                    pass
                status = 101
            else:
                key = keys[at // 2 // len(deeds) % len(keys)]
                status, said, _ = call(part.address, port, f"{path}/{deed}", body, key)
            told_so[f"{status} {said.get('refused', 'taken')}"] += 1
    return {"told": told_so}


def deaf(part: Part) -> Report:
    """Opens sockets, at a table of its own and at the honest one, has much pushed to them, and never reads.

    Two megabytes for each go into buffers of the kernel first; then the service has to wait. At the honest table
    less is said: the socket there is only in the way.
    """
    port = part.port
    table, cookie, _ = make(part.address, port, "wonderbook", 2)
    _, _, watching = call(part.address, port, f"/api/tables/{part.table}/join", {"secret": part.link})
    lines = [connect(part.address, port, buffer=2048) for _ in range(3)]
    for at, line in enumerate(lines):
        line.sendall(
            handshake(port, table, at % 2, cookie) if at else handshake(port, part.table, 30, watching)
        )
    late = say(do="answer", number=1 << 50, keys=["x"])
    waiting = dict.fromkeys(lines, b"")
    for at in part.going_on(45 * len(lines), lambda: all(map(is_cut, lines[1:]))):
        line = lines[at % len(lines)]
        line.setblocking(False)
        with suppress(OSError):
            waiting[line] = waiting[line] or late
            waiting[line] = waiting[line][line.send(waiting[line]) :]
    ends = Counter(["cut off" if is_cut(line) else "kept" for line in lines[1:]])
    for line in lines:
        line.close()
    return {"ends": ends}


def is_cut(line: socket.socket) -> bool:
    """Whether the other side has ended this, which nobody reads."""
    watch = select.poll()
    watch.register(line, select.POLLERR | select.POLLHUP | select.POLLRDHUP)
    return bool(watch.poll(0))


def crowd(part: Part) -> Report:
    """Opens 500 sockets and more, holds on to those that it gets, and does not stop trying."""
    port = part.port
    made = [make(part.address, port, "pig", 2) for _ in range(10)]
    held: list[socket.socket] = []
    most = 0
    told_so: Counter[str] = Counter()
    for at in part.going_on(50, lambda: told_so.total() >= SOCKETS):
        table, cookie, _ = made[at % len(made)]
        try:
            line = connect(part.address, port)
        except OSError:
            told_so["0 not let in"] += 1
            continue
        line.sendall(handshake(port, table, at // 10 % 2, cookie))
        with suppress(OSError):
            data = line.recv(65536)
            status, reason = told(data)
            if status != 101:
                told_so[f"{status} {reason}"] += 1
            elif b'"refused"' in data or (data.endswith(b"\r\n\r\n") and b'"refused"' in line.recv(65536)):
                told_so["101 refused"] += 1
            else:
                told_so["101 open"] += 1
                held = [one for one in held if is_open(one)] + [line]
                most = max(most, len(held))
                continue
        line.close()
    for line in held:
        line.close()
    return {"told": told_so, "most": most}


def is_open(line: socket.socket) -> bool:
    """Whether the other side has not ended this, or said that it will; what came is read."""
    line.setblocking(False)
    data = b""
    try:
        while piece := line.recv(65536):
            data += piece
    except BlockingIOError:
        if not any(opcode == CLOSE for opcode, _ in frames(b"\r\n\r\n" + data)):
            return True
    except OSError:
        pass
    line.close()
    return False


def slow(part: Part) -> Report:
    """Begins many requests and never ends one: a byte of a body now and then, a header now and then, nothing."""
    port = part.port
    body = request(port, "POST", "/api/tables", Content_Type="application/json", Content_Length="5000")
    head = request(port, "GET", "/health")[:-2]
    begins = [(body, b" "), (head, b"X: y\r\n"), (b"", b"")]
    names = ("body", "head", "nothing")
    open_lines: list[tuple[int, socket.socket]] = []
    told_so: dict[str, Counter[str]] = {name: Counter() for name in names}
    for at in range(90):
        kind = at % 3
        with suppress(OSError):
            line = connect(part.address, port)
            line.sendall(begins[kind][0])
            open_lines.append((kind, line))
    for _ in part.going_on(0.5, lambda: not open_lines):
        for kind, line in list(open_lines):
            try:
                line.setblocking(False)
                with suppress(BlockingIOError):
                    data = line.recv(65536)
                    status, reason = told(data)
                    told_so[names[kind]][f"{status} {reason}"] += 1
                    open_lines.remove((kind, line))
                    line.close()
                    continue
                if begins[kind][1]:
                    line.sendall(begins[kind][1])
            except OSError:
                told_so[names[kind]]["0 cut off"] += 1
                open_lines.remove((kind, line))
                line.close()
    for kind, line in open_lines:
        told_so[names[kind]]["kept"] += 1
        line.close()
    return {"kinds": told_so}


PARTS: dict[str, tuple[str, Callable[[Part], Report]]] = {
    "flood": ("127.0.0.2", flood),
    "garbage": ("127.0.0.3", garbage),
    "impostor": ("127.0.0.4", impostor),
    "deaf": ("127.0.0.5", deaf),
    "crowd": ("127.0.0.6", crowd),
    "slow": ("127.0.0.7", slow),
}


def play_a_part(name: str, port: str, until: str, table: str, link: str) -> None:
    address, play = PARTS[name]
    report = play(Part(address, int(port), float(until), table, link))
    print(json.dumps(report))


# The service, the honest table, and the attack


class Service(NamedTuple):
    process: subprocess.Popen[bytes]
    port: int
    file: Path
    log: Path

    def memory(self) -> float:
        """What it holds in memory: MB."""
        rows = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS")) / 1024


@contextmanager
def served(folder: Path) -> Iterator[Service]:
    """A service with the limits that it has by itself."""
    port, file, log = free_port(), folder / "tables.db", folder / "log"
    command = [
        sys.executable,
        "-m",
        "foldtale.cli",
        "serve",
        "--port",
        str(port),
        "--log",
        "warning",
        "--bots-nice",
        "0",
    ]
    with log.open("wb") as written:
        process = subprocess.Popen([*command, "--store", f"sqlite:///{file}"], stderr=written)
    try:
        until = time.monotonic() + PATIENCE
        while ask("127.0.0.1", port, request(port, "GET", "/health"))[0] != 200:
            assert time.monotonic() < until, log.read_text()[:2000]
            time.sleep(0.05)
        yield Service(process, port, file, log)
    finally:
        process.kill()
        process.wait()


class Honest:
    """Two people at a table: each answers when the other has, and both see every answer."""

    def __init__(self, port: int) -> None:
        self.guest = Guest(f"http://127.0.0.1:{port}")
        self.number = self.guest.make("pig", ["me", "open"])["scene"]["ask"]["number"]
        self.other = self.guest.friend(1)
        self.link = self.guest.invite(30)
        """For somebody who watches."""
        self.answers = 0

    async def play(
        self, is_going_on: Callable[[], bool], between: Callable[[], Awaitable[None]]
    ) -> list[float]:
        """Answer while it is going on; return the seconds from each answer until the other seat saw it.

        `between` is done before each answer."""
        spent = []
        async with self.line(self.guest) as mine, self.line(self.other) as theirs:
            lines = (mine, theirs)
            while is_going_on():
                await between()
                seat = (self.number + 1) % 2
                spent.append(await self.answer(lines[seat], lines[1 - seat]))
        return spent

    async def answer(self, line: ClientConnection, other: ClientConnection) -> float:
        """Answer at one socket and wait until both have heard of it; seconds until the other has."""
        message = {"do": "answer", "number": self.number, "keys": ["hold"], "id": self.number}
        began = time.perf_counter()
        await line.send(json.dumps(message))
        await self.hear(other, self.next_in)
        spent = time.perf_counter() - began
        done = await self.hear(line, lambda said: said.get("id") == self.number)
        assert done["kind"] == "done", done
        self.answers += 1
        self.number += 1
        await asyncio.sleep(max(0.0, THINKS - (time.perf_counter() - began)))
        return spent

    def line(self, guest: Guest) -> Any:
        cookie = f"foldtale={guest.http.cookies['foldtale']}"
        url = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{guest.table}/live?seat={guest.seat}"
        return open_socket(url, additional_headers={"Cookie": cookie}, max_size=None, ping_interval=None)

    def next_in(self, said: dict[str, Any]) -> bool:
        question = said.get("scene", {}).get("ask") or {}
        return said["kind"] == "update" and question.get("number") == self.number + 1

    async def hear(self, line: ClientConnection, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while not is_it(said := json.loads(await line.recv())):
                assert said["kind"] != "bye", said
        return dict(said)


class Attack:
    """The hostile clients while they run. `command` begins the command line of each."""

    def __init__(self, honest: Honest, port: int, seconds: float, command: tuple[str, ...] = ()) -> None:
        rest = [str(port), str(time.time() + seconds), honest.guest.table, honest.link]
        start = [*command, sys.executable, "-m", "tests.web.hostile"]
        pipe = subprocess.PIPE
        self.processes: Mapping[str, subprocess.Popen[bytes]] = {
            name: subprocess.Popen([*start, name, *rest], stdout=pipe, stderr=pipe, cwd=ROOT)
            for name in PARTS
        }

    def is_going_on(self) -> bool:
        return any(process.poll() is None for process in self.processes.values())

    def reports(self) -> dict[str, Report]:
        return {name: reported(name, process) for name, process in self.processes.items()}

    def __enter__(self) -> Attack:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes.values():
            process.kill()
            process.communicate()


def reported(name: str, process: subprocess.Popen[bytes]) -> Report:
    said, problems = process.communicate(timeout=GIVE_UP + PATIENCE)
    assert process.returncode == 0, (name, problems.decode()[-2000:])
    return dict(json.loads(said))


if __name__ == "__main__":
    play_a_part(*sys.argv[1:])
