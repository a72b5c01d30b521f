"""Many small pieces on one connection: they are parsed a little at a time, counted, and paid for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.protocol import Protocol

from foldtale.web import protocols
from foldtale.web.door import Buckets, Door
from foldtale.web.protocols import LARGEST_READ, LARGEST_SOCKET_READ, MOST_FRAGMENTS
from foldtale.web.settings import Settings
from tests.web.hostile import frames
from tests.web.hunting import Served, Wire, serving
from tests.web.test_door import ELSEWHERE, PIG, handshake, run

CONT, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
MASK = b"\0\0\0\0"
SMALLEST = 6
"""Bytes of an empty frame."""


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    return bytes([fin << 7 | opcode, 0x80 | len(data)]) + MASK + data


class Raw:
    """A socket at a table, spoken to in bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.heard = b""

    async def until(self, is_enough: Callable[[], Any]) -> None:
        """Read until enough has come, or the other side closes."""
        while not is_enough():
            data = await self.reader.read(65536)
            if not data:
                return
            self.heard += data

    def said(self, opcode: int) -> list[bytes]:
        """The contents of the whole frames of this kind that have come."""
        return [data for kind, data in frames(self.heard) if kind == opcode]

    async def end(self) -> tuple[int, str]:
        """The code and the reason with which the other side closes."""
        await self.until(lambda: self.said(CLOSE))
        self.writer.close()
        (data,) = self.said(CLOSE)
        return int.from_bytes(data[:2], "big"), data[2:].decode()


async def at_a_table(served: Served) -> Raw:
    """Open a socket at a new table."""
    wire = Wire(served.port)
    table = (await wire.ask("POST", "/api/tables", PIG)).json["table"]
    await wire.close()
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=(ELSEWHERE, 0))
    writer.write(handshake(f"/api/tables/{table}/live?seat=0", f"Cookie: foldtale={wire.session}"))
    raw = Raw(reader, writer)
    await raw.until(lambda: raw.said(TEXT))
    return raw


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The kinds of all frames that the service has parsed."""
    kinds: list[int] = []
    really = Protocol.recv_frame

    def note(self: Protocol, frame: Any) -> None:
        if self.side.name == "SERVER":
            kinds.append(int(frame.opcode))
        really(self, frame)

    monkeypatch.setattr(Protocol, "recv_frame", note)
    return kinds


@pytest.mark.parametrize("kind", [CONT, PING, PONG])
def test_small_frames_beyond_the_rate_end_the_socket_and_are_not_parsed(parsed: list[int], kind: int) -> None:
    """Empty pieces and pings are no messages, but to parse 200,000 of them would take seconds."""
    usual = Settings()

    async def test() -> None:
        async with serving(rate=1e-6, burst=usual.burst) as served:
            raw = await at_a_table(served)
            start = frame(TEXT, fin=False) if kind == CONT else b""
            raw.writer.write(start + frame(kind, fin=kind != CONT) * 20_000)
            code, reason = await raw.end()
            assert code == 1008 or (kind, code) == (CONT, 1009)
            assert "many messages" in reason or "pieces" in reason
            raw = await at_a_table(served)
            raw.writer.write(frame(PING) * 20_000)
            assert (await raw.end())[0] == 1008, "a new socket has no more"

    run(test())
    at_once = LARGEST_SOCKET_READ // SMALLEST + 1
    assert len(parsed) <= usual.burst + 2 * at_once


def test_what_comes_after_a_goodbye_is_counted_too(parsed: list[int]) -> None:
    """The service waits ten seconds for the other side to close, and nobody reads messages any more."""

    async def test() -> None:
        async with serving(rate=1e-6, burst=20) as served:
            raw = await at_a_table(served)
            raw.writer.write(frame(TEXT, b"{}") * 20_000)
            assert (await raw.end())[0] == 1008

    run(test())
    assert len(parsed) <= 20 + 3 * (LARGEST_SOCKET_READ // SMALLEST + 1)


@pytest.mark.parametrize("pieces", [MOST_FRAGMENTS, 4 * MOST_FRAGMENTS])
def test_a_message_may_come_in_some_pieces_and_not_in_very_many(pieces: int) -> None:
    text = b'{"do":"look","id":1}'

    async def test() -> None:
        async with serving() as served:
            raw = await at_a_table(served)
            empty = frame(CONT, fin=False) * (pieces - 2)
            raw.writer.write(frame(TEXT, text, fin=False) + empty + frame(CONT))
            if pieces > MOST_FRAGMENTS:
                assert (await raw.end())[0] == 1009
            else:
                await raw.until(lambda: b'"done"' in raw.heard)
                assert any(b'"done"' in said for said in raw.said(TEXT))
                raw.writer.close()

    run(test())


def test_a_socket_and_a_connection_are_read_a_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that others have their turn between two pieces, however much has come at once."""
    sizes: dict[type, list[int]] = {protocols.Ended: [], protocols.Bounded: []}
    for kind, seen in sizes.items():

        def note(
            self: Any,
            data: bytes,
            seen: list[int] = seen,
            really: Any = kind.data_received,  # type: ignore[attr-defined]
        ) -> None:
            seen.append(len(data))
            really(self, data)

        monkeypatch.setattr(kind, "data_received", note)

    async def test() -> None:
        async with serving() as served:
            raw = await at_a_table(served)
            sizes[protocols.Ended].clear()
            raw.writer.write(frame(PING) * 20_000 + frame(PING, b"last"))
            await raw.until(lambda: raw.heard.endswith(b"last"))
            raw.writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            small, count = b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 2_000
            writer.write(small * count)
            for _ in range(3):
                await reader.readuntil(b"no such page")
            writer.close()

    run(test())
    assert sum(sizes[protocols.Ended]) == 20_000 * SMALLEST + SMALLEST + len(b"last")
    assert max(sizes[protocols.Ended]) <= LARGEST_SOCKET_READ
    assert max(sizes[protocols.Bounded]) <= LARGEST_READ


def test_who_sends_a_body_in_very_many_pieces_pays_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the rest of a refused one is read slowly, as long as the address owes."""
    charged: list[str] = []
    pauses: list[bool] = []
    read_on = protocols.Bounded._read_on

    def note_pause(self: protocols.Bounded) -> None:
        pauses.append(True)
        read_on(self)

    monkeypatch.setattr(Door, "_spend", lambda self, client, seconds: charged.append(client))
    monkeypatch.setattr(protocols.Bounded, "_read_on", note_pause)
    monkeypatch.setattr(protocols, "LONGEST_PAUSE", 0.01)
    pieces = 12_000
    head = "\r\n".join(
        [
            "POST /api/tables HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            "Transfer-Encoding: chunked", "", "",
        ]
    )  # fmt: skip
    data = head.encode() + b"1\r\n \r\n" * pieces + b"0\r\n\r\n"

    async def ask(served: Served) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=(ELSEWHERE, 0))
        writer.write(data + b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        heard = await reader.read(-1)
        writer.close()
        return heard

    async def test() -> None:
        async with serving() as served:
            heard = await ask(served)
            assert heard.startswith(b"HTTP/1.1 400 ")
            assert charged.count(ELSEWHERE) >= len(data) // LARGEST_READ
            assert not pauses
            monkeypatch.setattr(Buckets, "wait", lambda self, client: 0.0 if len(pauses) > 2 else 3600.0)
            heard = await ask(served)
            assert heard.startswith(b"HTTP/1.1 429 ")
            assert b"HTTP/1.1 404 " in heard, "the next request of the connection is still answered"
            assert len(pauses) == 3

    run(test())


def test_an_address_pays_for_what_is_parsed_and_is_read_later_while_it_owes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owes: list[float] = []
    paid: list[str] = []
    pauses: list[float] = []
    spend, read_on = Buckets.spend, protocols.Ended._read_on

    def note_spent(self: Buckets, client: str, amount: float) -> None:
        paid.append(client)
        spend(self, client, amount)

    def note_pause(self: protocols.Ended) -> None:
        pauses.append(protocols.LONGEST_PAUSE)
        read_on(self)

    monkeypatch.setattr(Buckets, "wait", lambda self, client: owes.pop() if owes else 0.0)
    monkeypatch.setattr(Buckets, "spend", note_spent)
    monkeypatch.setattr(protocols.Ended, "_read_on", note_pause)
    monkeypatch.setattr(protocols, "LONGEST_PAUSE", 0.01)

    async def test() -> None:
        async with serving() as served:
            raw = await at_a_table(served)
            owes.extend([3600.0, 3600.0, 3600.0])
            paid.clear()
            raw.writer.write(frame(PING) * 1_000 + frame(PING, b"last"))
            await raw.until(lambda: raw.heard.endswith(b"last"))
            raw.writer.close()

    run(test())
    assert len(pauses) == 3
    assert paid.count(ELSEWHERE) >= 1_000 * SMALLEST // LARGEST_SOCKET_READ
