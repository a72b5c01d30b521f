"""Guests who write down every byte that they get, at a service in the loop of the test.

Server and guests share one event loop, but speak over real sockets. So whoever judges what a guest was sent
can look at the true match in the service between two messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from pytest import MonkeyPatch
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from foldtale.kernel.match import Match
from foldtale.kernel.talk import ALL, SPECTATOR
from foldtale.table.desk import hashed
from foldtale.table.house import House
from foldtale.table.table import Table
from foldtale.web.serve import Server
from foldtale.web.service import Service
from foldtale.web.settings import Settings

PATIENCE = 60.0
QUIET = 8
"""So many turns of the loop without a message, and there is none on its way."""
A_LOT = 1e9
MOST_KEYS = 40
SEVERAL = 4
"""Answers in a row that somebody tries with a last one that cannot be."""


class Quiet(Server):
    """Leaves signals to pytest."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Served(NamedTuple):
    """A service, and where it can be reached."""

    service: Service
    port: int
    connections: set[Any]
    """The server's open ones."""

    @property
    def house(self) -> House:
        return self.service.house


@asynccontextmanager
async def serving(store: str = "sqlite:///:memory:", **more: Any) -> AsyncIterator[Served]:
    """The server as `foldtale serve` makes it, with room for many guests of one address; `more` are settings."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    usual: dict[str, Any] = {
        "rate": A_LOT,
        "burst": A_LOT,
        "tables_per_hour": A_LOT,
        "work_per_client": A_LOT,
        "work": A_LOT,
        "sockets_per_client": 10_000,
        "most_sockets": 10_000,
        "private_webhooks": True,
        "bots_nice": 0,
    }
    settings = Settings(store=store, port=port, **{**usual, **more})
    running = Quiet(settings)
    running.config.timeout_graceful_shutdown = 1
    door: Any = running.config.app
    task = asyncio.create_task(running.serve(sockets=[listening]))
    while not running.started:
        await asyncio.sleep(0.005)
        if task.done():
            await task
    try:
        yield Served(door.service, port, running.server_state.connections)
    finally:
        running.should_exit = True
        await task
        listening.close()


@contextmanager
def once_more(seed: int) -> Iterator[None]:
    """What falls at tables made now, and what bots do there, follows from a seed; ids are as random as ever."""
    luck = Random(f"table {seed}")
    with MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbits", luck.getrandbits)
        patch.setattr(secrets, "choice", luck.choice)
        patch.setattr(secrets, "randbelow", luck.randrange)
        yield


class Reply(NamedTuple):
    """An HTTP answer as it came over the wire."""

    status: int
    head: bytes
    body: bytes

    @property
    def text(self) -> str:
        return f"{self.head.decode('latin-1')}{self.body.decode()}"

    @property
    def json(self) -> Any:
        return json.loads(self.body) if b"application/json" in self.head and self.body else None


class Wire:
    """HTTP on one connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.session = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Reply:
        reader, writer = self._streams or await asyncio.open_connection("127.0.0.1", self.port)
        self._streams = reader, writer
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{self.port}", f"content-length: {len(data)}"]
        if data:
            head.append("content-type: application/json")
        if self.session:
            head.append(f"cookie: foldtale={self.session}")
        writer.write("\r\n".join([*head, "", ""]).encode() + data)
        return await asyncio.wait_for(self._read(reader), PATIENCE)

    async def _read(self, reader: asyncio.StreamReader) -> Reply:
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
        body = await reader.readexactly(int(fields.get(b"content-length", b"0")))
        if b"set-cookie" in fields:
            cookie = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"set-cookie"))
            self.session = cookie.split(b"foldtale=", 1)[1].split(b";")[0].decode()
        if fields.get(b"connection") == b"close":
            await self.close()
        return Reply(status, head, body)

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            with contextlib.suppress(OSError):
                await self._streams[1].wait_closed()
            self._streams = None


class Heard(NamedTuple):
    """Something that a guest was sent.

    `how`     over which way it came: "socket update", "GET history"
    `seat`    the seat for which it was, or None for somebody without a place
    `number`  the question that was open, 0 when the match was over
    `scene`   the whole scene after it, where there is one
    `wanted`  the question about which somebody asked
    """

    who: Guest
    how: str
    text: str
    seat: int | None
    match: int
    number: int
    scene: dict[str, Any] | None = None
    wanted: int = 0


class Ear:
    """A socket, and the view that its messages make."""

    def __init__(self, guest: Guest, seat: int, wire: ClientConnection) -> None:
        self.guest = guest
        self.seat = seat
        self.wire = wire
        self.view: dict[str, Any] = {}
        self.closed = False
        self.kinds: Counter[str] = Counter()
        self.replies: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.task = asyncio.create_task(self._listen())

    @property
    def number(self) -> int:
        """The question that this socket shows, 0 when the match is over."""
        ask = self.view["scene"].get("ask") if self.view else None
        return ask["number"] if ask else 0

    async def _listen(self) -> None:
        try:
            async for message in self.wire:
                self._take(message if isinstance(message, str) else message.decode())
        except ConnectionClosed:
            pass
        finally:
            self.closed = True
            await self.replies.put({"kind": "closed"})

    def _take(self, text: str) -> None:
        said = json.loads(text)
        kind = said["kind"]
        self.kinds[kind] += 1
        scene = None
        if kind == "view":
            self.view = said
            scene = said["scene"]
        elif kind == "update":
            self.view = {
                **self.view,
                **said.get("changed", {}),
                "scene": {**self.view["scene"], **said.get("scene", {})},
            }
            scene = self.view["scene"]
        elif kind in ("done", "refused"):
            self.replies.put_nowait(said)
        match = self.view.get("match", 0)
        self.guest.heard.append(
            Heard(self.guest, f"socket {kind}", text, self.seat, match, self.number, scene)
        )

    async def do(self, **said: Any) -> dict[str, Any]:
        """Say something, and wait for the reply to it."""
        try:
            await self.wire.send(json.dumps(said))
        except ConnectionClosed:
            return {"kind": "closed"}
        return await asyncio.wait_for(self.replies.get(), PATIENCE)

    async def close(self) -> None:
        await self.wire.close()
        await self.task


class Guest:
    """Somebody with a session of their own; `elsewhere` they remember what they heard before."""

    def __init__(self, served: Served, name: str, session: str = "") -> None:
        self.served = served
        self.name = name
        self.http = Wire(served.port)
        self.http.session = session
        self.ears: list[Ear] = []
        self.heard: list[Heard] = []
        self.secrets: set[str] = set()

    @property
    def holder(self) -> str:
        return hashed(self.http.session)

    async def ask(self, how: str, method: str, path: str, body: object = None, number: int = 0) -> Reply:
        """A request; `number` is the question that it is about, if the answer does not say."""
        reply = await self.http.ask(method, path, body)
        self.hear(how, reply, number)
        return reply

    def hear(self, how: str, reply: Reply, number: int) -> None:
        said = reply.json
        view = said if isinstance(said, dict) else {}
        view = view.get("view") or view
        scene, seat, match, wanted = view.get("scene"), view.get("you"), view.get("match", 0), number
        if scene is not None:
            number = scene["ask"]["number"] if scene.get("ask") else 0
        said = Heard(self, f"{how} {reply.status}", reply.text, seat, match, number, scene, wanted)
        self.heard.append(said)

    async def listen(self, table: str, seat: int, have: str = "") -> Ear:
        """Open a socket; the first message is the whole view, or a refusal."""
        url = f"ws://127.0.0.1:{self.served.port}/api/tables/{table}/live?seat={seat}&have={have}"
        cookie = {"Cookie": f"foldtale={self.http.session}"}
        wire = await connect(url, additional_headers=cookie, max_size=None, compression=None)
        ear = Ear(self, seat, wire)
        self.ears.append(ear)
        until = asyncio.get_running_loop().time() + PATIENCE
        while not ear.kinds and not ear.closed and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0)
        return ear

    async def go(self) -> None:
        for ear in self.ears:
            await ear.close()
        self.ears.clear()
        await self.http.close()


class Leak(NamedTuple):
    """What somebody was sent that they may not know."""

    how: str
    what: str
    who: str
    number: int
    near: str = ""


Pick = Callable[[Match, Random], tuple[int, str]]
"""How players answer: by which seat, and with which key."""


class Evening:
    """One table with its guests, and all that can be done there, in order and out of it."""

    def __init__(self, served: Served, seed: int, game: str, setup: dict[str, Any]) -> None:
        self.served = served
        self.luck = Random(seed)
        self.game = game
        self.setup = setup
        self.guests: list[Guest] = []
        self.stranger = Guest(served, "stranger")
        self.table_id = ""
        self.refused: Counter[str] = Counter()
        self.seeds: set[int] = set()
        self.secrets: set[str] = set()
        self.path = ""

    # The true table

    @property
    def live(self) -> Any:
        return self.served.house._lives[self.table_id]

    @property
    def table(self) -> Table:
        table: Table | None = self.live.table
        assert table is not None
        return table

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def number(self) -> int:
        return 0 if self.match.over else self.match.number

    @property
    def keys(self) -> list[str]:
        """What can be answered now; of many ways in which dice can fall, some."""
        ask = self.match.ask
        return [option.key for option in islice(ask.options, MOST_KEYS)] if ask is not None else []

    def holders(self, seat: int) -> list[Guest]:
        held = self.table.desk.holders_of(seat)
        return [guest for guest in self.guests if guest.holder in held]

    def seats_of(self, guest: Guest) -> list[int]:
        return list(self.table.desk.seats_of(guest.holder))

    @property
    def host(self) -> Guest | None:
        return next((guest for guest in self.guests if guest.holder == self.table.desk.host), None)

    @property
    def everybody(self) -> list[Guest]:
        return [*self.guests, self.stranger]

    # Beginning

    async def begin(self, places: list[str], **options: Any) -> None:
        """Make a table; a place is "me" (the host's), the name of another guest, "bot" or "open"."""
        host = Guest(self.served, "host")
        self.guests.append(host)
        body = {
            "game": self.game,
            "setup": {"players": len(places), **self.setup},
            "places": [{"who": who if who in ("me", "bot") else "open", "level": "easy"} for who in places],
            "options": {"pace": 0, **options},
        }
        reply = await host.http.ask("POST", "/api/tables", body)
        assert reply.status == 201, reply.text
        self.table_id = reply.json["table"]
        self.path = f"/api/tables/{self.table_id}"
        host.hear("POST tables", reply, 1)
        for seat in reply.json["your_seats"]:
            await host.listen(self.table_id, seat)
        for name in dict.fromkeys(who for who in places if who not in ("me", "bot", "open")):
            await self.welcome(name, [seat for seat, who in enumerate(places) if who == name])
        await self.welcome("watcher", [SPECTATOR])
        await self.stranger.ask("GET games", "GET", "/api/games")
        await self.learn_seed()

    async def learn_seed(self) -> None:
        kept = await self.served.house.store.load(self.table_id)
        assert kept is not None
        self.seeds.add(kept.seed)

    async def welcome(self, name: str, seats: Iterable[int]) -> Guest:
        """Somebody comes by links from the host, and looks at the table from all their seats."""
        guest = next((one for one in self.guests if one.name == name), None) or Guest(self.served, name)
        host = self.host
        assert host is not None
        if guest not in self.guests:
            self.guests.append(guest)
        for seat in seats:
            invited = await host.ask(
                "POST invite", "POST", f"{self.path}/invite", {"seat": seat}, self.number
            )
            assert invited.status == 201, invited.text
            secret = invited.json["secret"]
            self.secrets.add(secret)
            host.secrets.add(secret)
            said = {"secret": secret, "name": name}
            joined = await guest.ask("POST join", "POST", f"{self.path}/join", said, self.number)
            assert joined.status == 200, joined.text
            await guest.listen(self.table_id, seat)
        return guest

    # Waiting

    async def settle(self) -> None:
        """Until no bot has anything to say, every socket shows the present question, and nothing more comes."""
        until = asyncio.get_running_loop().time() + PATIENCE
        quiet, before = 0, -1
        while quiet < QUIET:
            if asyncio.get_running_loop().time() > until:
                shown = {f"{ear.guest.name} {ear.seat}": ear.number for ear in self._ears()}
                raise TimeoutError(f"question {self.number} is open, and shown is {shown}")
            if self.live.table is None:
                await self.served.house.look(self.table_id)
            heard = sum(ear.kinds.total() for guest in self.guests for ear in guest.ears)
            quiet = quiet + 1 if heard == before and self._is_settled() else 0
            before = heard
            await asyncio.sleep(0)

    def _is_settled(self) -> bool:
        live = self.live
        if live.table is None or live.lock.locked() or live.bots is not None:
            return False
        here = self.table.number, self.number
        waits = any(guest.changed.is_set() for guest in live.guests)
        return not waits and all((ear.view.get("match"), ear.number) == here for ear in self._ears())

    def _ears(self) -> list[Ear]:
        seats = {guest: self.seats_of(guest) for guest in self.guests}
        return [
            ear
            for guest in self.guests
            for ear in guest.ears
            if not ear.closed and ear.seat in seats[guest] and ear.view
        ]

    # Playing

    async def answer(self, seat: int, key: str) -> None:
        """Whoever holds the seat answers, over HTTP or on a socket."""
        guest = self.luck.choice(self.holders(seat))
        ears = [ear for ear in guest.ears if ear.seat == seat and not ear.closed]
        number = self.match.number
        if ears and self.luck.random() < 0.7:
            reply = await ears[0].do(do="answer", number=number, keys=[key], id=number)
            assert reply["kind"] == "done", reply
            return
        said = {"seat": seat, "number": number, "keys": [key]}
        done = await guest.ask("POST answer", "POST", f"{self.path}/answer", said, number)
        assert done.status == 200, done.text

    async def deed(self, guest: Guest, name: str, **said: Any) -> Reply:
        reply = await guest.ask(f"POST {name}", "POST", f"{self.path}/{name}", said, self.number)
        self.refused[f"{name} {reply.json['refused']}" if reply.status >= 400 else f"{name} done"] += 1
        return reply

    async def fill(self) -> None:
        """Whoever is asked is there: seats that were left are taken again, or given to a bot."""
        for seat, chair in enumerate(self.table.desk.chairs):
            if chair.kind != "open" or self.host is None:
                continue
            if self.luck.random() < 0.7:
                await self.welcome(f"late {len(self.guests)}", [seat])
            else:
                await self.deed(self.host, "to-bot", seat=seat, level="easy")
        await self.settle()

    async def play(
        self, pick: Pick, judge: Callable[[], Awaitable[None]], most: int, pranks: float = 0.5
    ) -> None:
        """Until the match is over; between answers somebody may do something else."""
        await self.settle()
        await judge()
        for _ in range(most):
            await self.fill()
            while self.luck.random() < pranks and not self.match.over:
                await self.luck.choice(self.pranks)()
                await self.settle()
                await judge()
                await self.fill()
            if self.match.over:
                break
            if len(self.keys) > 2 and self.luck.random() < pranks / 3:
                await self.say_several()
            seat, key = pick(self.match, self.luck)
            if seat == ALL:
                seat = self.waited_for()
            if self.table.desk.chairs[seat].kind == "bot":
                for guest in self.holders(seat)[:1]:
                    await self.deed(guest, "take-back", seat=seat)
                await self.settle()
                continue
            await self.answer(seat, key)
            await self.settle()
            await judge()

    # Other things that guests do

    @property
    def pranks(self) -> list[Callable[[], Awaitable[None]]]:
        quiet = [self.look, self.remember, self.remember, self.take_home, self.list_tables, self.come_back]
        wrong = [self.be_late, self.meddle, self.say_nonsense, self.say_several, self.peek, self.intrude]
        rare = [
            self.undo,
            self.order,
            self.hook,
            self.point,
            self.hand_over,
            self.leave,
            self.forget,
            self.knock,
        ]
        return [*quiet, *wrong, *wrong, *rare]

    def somebody(self) -> tuple[Guest, int]:
        """Any guest with one of their places."""
        guest = self.luck.choice([guest for guest in self.guests if self.seats_of(guest)])
        return guest, self.luck.choice(self.seats_of(guest))

    def player(self) -> tuple[Guest, int]:
        held = [(guest, seat) for guest in self.guests for seat in self.seats_of(guest) if seat != SPECTATOR]
        return self.luck.choice(held)

    def waited_for(self) -> int:
        """The seat whose turn it is, as its own guest is told."""
        turns = [ear.seat for ear in self._ears() if ear.view["your_turn"]]
        return turns[0] if turns else 0

    def asked(self) -> tuple[Guest, int] | None:
        """Somebody who could answer now."""
        ask = self.match.ask
        if ask is None:
            return None
        seat = self.waited_for() if ask.seat == ALL else ask.answers
        holders = self.holders(seat)
        return (self.luck.choice(holders), seat) if holders else None

    async def look(self) -> None:
        guest, seat = self.somebody()
        await guest.ask("GET view", "GET", f"{self.path}?seat={seat}", number=self.number)

    async def remember(self) -> None:
        """An earlier moment, of one's own seat or of another's."""
        guest, seat = self.somebody()
        number = 1 + int(self.luck.random() * self.match.number)
        if self.luck.random() < 0.2:
            seat = int(self.luck.random() * len(self.table.desk.chairs))
        await guest.ask(
            "GET history", "GET", f"{self.path}/history?seat={seat}&number={number}", number=number
        )

    async def take_home(self) -> None:
        guest, seat = self.somebody()
        await guest.ask("GET export", "GET", f"{self.path}/export?seat={seat}", number=self.number)

    async def list_tables(self) -> None:
        guest = self.luck.choice(self.everybody)
        await guest.ask("GET tables", "GET", "/api/tables", number=self.number)

    async def come_back(self) -> None:
        """A socket is closed, and another one opened where the story was, or at a place that is made up."""
        guest, seat = self.somebody()
        for ear in [ear for ear in guest.ears if ear.seat == seat]:
            await ear.close()
            guest.ears.remove(ear)
            mark = ear.view.get("story", {}).get("mark", "")
            have = self.luck.choice(
                [mark, f"{self.table.number}.0.{int(self.luck.random() * 40)}", "1.2.3", ""]
            )
            await guest.listen(self.table_id, seat, have)

    async def be_late(self) -> None:
        guest, seat = self.player()
        keys = self.keys or ["pass"]
        number = max(1, self.match.number - 1 - int(self.luck.random() * 3))
        await self.deed(guest, "answer", seat=seat, number=number, keys=[self.luck.choice(keys)])

    async def meddle(self) -> None:
        """Answer in somebody's place, or out of turn."""
        guest, mine = self.player()
        seat = self.luck.choice([mine, int(self.luck.random() * len(self.table.desk.chairs))])
        asked = self.asked()
        if asked is not None and asked[0] is guest:
            seat = next((one for one in range(9) if one not in self.seats_of(guest)), 8)
        key = self.luck.choice(["draw", "ribbon", "pass", *self.keys])
        ask = self.match.ask
        if ask is not None and any(aside.seat == seat and aside.key == key for aside in ask.aside):
            return
        await self.deed(guest, "answer", seat=seat, number=self.match.number, keys=[key])

    async def say_nonsense(self) -> None:
        guest, seat = self.asked() or self.player()
        key = self.luck.choice(["?", "lay moon", "read", "tuck cat", "under cat"])
        if key in self.keys:
            return
        if self.luck.random() < 0.5:
            await self.deed(guest, "answer", seat=seat, number=self.match.number, keys=[key])
        else:
            name = self.luck.choice(["order", "propose"])
            await self.deed(guest, name, seat=seat, number=self.match.number, key=key)

    async def say_several(self) -> None:
        """Answers that would be good, and one that cannot be: what would have come stays unknown."""
        asked = self.asked()
        if asked is None:
            return
        guest, seat = asked
        first = self.keys
        twice = [key for key in first if self._is_asked_again(seat, key)]
        good = [self.luck.choice(twice or first), *[self.luck.choice(["pass", "read"])] * SEVERAL]
        keys = [*good[: 1 + int(self.luck.random() * SEVERAL)], "?"]
        await self.deed(guest, "answer", seat=seat, number=self.match.number, keys=keys)

    def _is_asked_again(self, seat: int, key: str) -> bool:
        """Whether the same seat is asked once more after this answer: the best place to fish for something."""
        fork = self.match.fork()
        fork.answer(key)
        return fork.ask is not None and fork.ask.answers in (seat, ALL)

    async def peek(self) -> None:
        """Things of somebody else's seat."""
        guest, _ = self.somebody()
        others = [seat for seat in range(len(self.table.desk.chairs)) if seat not in self.seats_of(guest)]
        if not others:
            return
        seat = self.luck.choice(others)
        what = self.luck.choice([f"?seat={seat}", f"/export?seat={seat}", f"/history?seat={seat}&number=1"])
        reply = await guest.ask(f"GET {what[:5]}", "GET", f"{self.path}{what}", number=self.number)
        assert reply.status == 403, reply.text[:300]
        ear = await guest.listen(self.table_id, seat)
        await ear.task
        guest.ears.remove(ear)

    async def intrude(self) -> None:
        """Somebody without a place."""
        who = self.stranger
        await who.ask("GET view", "GET", f"{self.path}?seat=0")
        await who.ask("POST join", "POST", f"{self.path}/join", {"secret": "x" * 32})
        await who.ask("GET history", "GET", f"{self.path}/history?seat=0&number=1")
        await who.ask(
            "POST answer", "POST", f"{self.path}/answer", {"seat": 0, "number": 1, "keys": ["draw"]}
        )
        ear = await who.listen(self.table_id, 0)
        await ear.task
        who.ears.remove(ear)

    async def undo(self) -> None:
        """Somebody wants an answer back, and the others agree, or not."""
        guest, seat = self.player()
        await self.deed(guest, "undo", seat=seat, number=self.match.number)
        await self.settle()
        for other in self.guests:
            wish = self.table.desk.wish
            for one in self.seats_of(other):
                if wish is not None and one != SPECTATOR and self.luck.random() < 0.8:
                    agree = self.luck.random() < 0.8
                    await self.deed(other, "consent", seat=one, number=wish.number, agree=agree)
                    await self.settle()
                    wish = self.table.desk.wish

    async def order(self) -> None:
        asked = self.asked()
        guest, seat = asked or self.player()
        if self.luck.random() < 0.4:
            await self.deed(guest, "drop-orders", seat=seat)
        elif self.keys:
            key = self.luck.choice(self.keys)
            await self.deed(guest, "order", seat=seat, number=self.match.number, key=key)

    async def point(self) -> None:
        """At something in one's own scene, or at what may be in somebody else's."""
        guest, seat = self.somebody()
        here = [ear for ear in guest.ears if ear.seat == seat and ear.view]
        mine = list(ids_in(here[0].view["scene"])) if here else []
        made_up = ["drawn", "deck", *[f"hand {owner} {at}" for owner in range(4) for at in range(4)]]
        element = self.luck.choice([*mine, *made_up])
        await self.deed(guest, "point", seat=seat, element=element)

    async def hand_over(self) -> None:
        """A seat is given to a bot, and perhaps taken back."""
        if self.luck.random() < 0.5:
            return
        guest, seat = self.player()
        await self.deed(guest, "to-bot", seat=seat, level="easy")
        await self.settle()
        if self.luck.random() < 0.8:
            await self.deed(guest, "take-back", seat=seat)

    async def leave(self) -> None:
        """Somebody goes, or is sent away, and asks about the table afterwards."""
        if self.luck.random() < 0.6:
            return
        guest, seat = self.player()
        host = self.host
        if guest is host or host is None:
            return
        if self.luck.random() < 0.5:
            await guest.ask("POST leave", "POST", f"{self.path}/leave", number=self.number)
        else:
            await self.deed(host, "kick", seat=seat)
        if not self.seats_of(guest):
            for what in (f"?seat={seat}", f"/export?seat={seat}", f"/history?seat={seat}&number=1"):
                reply = await guest.ask("GET as who left", "GET", f"{self.path}{what}")
                assert reply.status == 404, reply.text[:300]

    async def hook(self) -> None:
        """Where turn notices go is nobody's business."""
        guest, seat = self.player()
        token = f"hook-{self.luck.getrandbits(60):x}"
        self.secrets.add(token)
        await self.deed(guest, "webhook", seat=seat, url=f"http://127.0.0.1:9/{token}")

    async def forget(self) -> None:
        """The table leaves memory, and is opened again from what is kept."""
        await self.served.house.let_go(self.live)
        await self.served.house.look(self.table_id)
        for guest in self.guests:
            await guest.ask("GET tables", "GET", "/api/tables", number=self.number)

    async def knock(self) -> None:
        """What is no message at all, and what only the host may do."""
        guest, seat = self.somebody()
        await guest.ask("POST answer", "POST", f"{self.path}/answer", b"{no", number=self.number)
        await guest.ask("POST again", "POST", f"{self.path}/again", {"how": "rematch"}, number=self.number)
        await guest.ask(
            "GET wrong", "GET", f"{self.path}/history?seat={seat}&number=999999", number=self.number
        )
        if guest is not self.host:
            await guest.ask("POST invite", "POST", f"{self.path}/invite", {"seat": 0}, number=self.number)
        ears = [ear for ear in guest.ears if not ear.closed]
        if ears:
            await ears[0].do(do="nothing of the kind", id=1)
            await ears[0].do(do="answer", number=self.match.number, keys=["?"], seat=9, id=2)

    async def end(self) -> None:
        for guest in self.everybody:
            await guest.go()
        with contextlib.suppress(KeyError):
            await self.served.house.let_go(self.live)


def ids_in(part: Any) -> Iterator[str]:
    """The ids of all that is in a scene."""
    if isinstance(part, dict):
        if isinstance(part.get("id"), str):
            yield part["id"]
        for inner in part.values():
            yield from ids_in(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from ids_in(inner)
