"""How connections are kept in bounds below the app: heads that never end, guests who never read, and many
small pieces, which cost more than their bytes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidMessage
from websockets.frames import Frame, Opcode

from foldtale.table.messages import Said
from foldtale.table.refusals import REASONS
from foldtale.web.door import LARGEST_HEAD, LONG_HEAD, Door, is_long, network_of

SLOWEST_HEAD: Final = 15.0
"""Whoever has not said what they want by then is cut off: seconds."""
SLOWEST_READER: Final = 20.0
"""Whoever takes nothing of what was sent for this long is cut off: seconds."""
LARGEST_READ: Final = 16 * 1024
LARGEST_SOCKET_READ: Final = 1024
"""Bytes that are read and parsed in one turn of the event loop. A frame may have six bytes."""
MOST_FRAGMENTS: Final = 64
"""Pieces of one message on a socket."""
LONGEST_PAUSE: Final = 1.0
"""Seconds for which a socket is not read at once while its address owes work."""
TOO_MANY: Final = "so many messages came from you; come again more slowly"
POLICY: Final = 1008
TOO_BIG: Final = 1009


class Read(asyncio.Protocol, asyncio.BufferedProtocol):
    """A connection that is read a little at a time, so that others have their turn in between.

    It is cut off when the other side does not read. Also while it closes: what was not taken would keep it
    open for ever."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    largest_read = LARGEST_READ
    _buffer = bytearray()
    _patience: asyncio.TimerHandle | None = None

    def get_buffer(self, sizehint: int) -> bytearray:
        self._buffer = bytearray(self.largest_read)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        data, self._buffer = bytes(memoryview(self._buffer)[:nbytes]), bytearray()
        if not self.transport.is_closing():
            began = time.thread_time()
            self.data_received(data)
            self._charge(time.thread_time() - began)

    def _charge(self, seconds: float) -> None:
        """Charge the time to parse what came to the address, as far as the door knows it already."""
        scope = getattr(self, "scope", None) or {}
        if "account" not in scope:
            return
        scope["account"].pay(seconds)
        wait = scope["wait"]()
        if wait and self._can_wait:
            self.transport.pause_reading()
            self.loop.call_later(min(wait, LONGEST_PAUSE), self._read_on)

    def _read_on(self) -> None:
        if not self._is_paused:
            self.transport.resume_reading()

    @property
    def _can_wait(self) -> bool:
        """Whether more need not be read at once while the address owes work."""
        raise NotImplementedError

    @property
    def _is_paused(self) -> bool:
        """Whether uvicorn wants to read no more just now."""
        raise NotImplementedError

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # every byte that is not taken at once calls pause_writing
        if transport.get_write_buffer_size():
            self.pause_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        self._stop_watching()
        super().resume_writing()

    def _watch(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self._patience = self.loop.call_later(SLOWEST_READER, self._look, unread)

    def _look(self, unread: int) -> None:
        if self.transport.get_write_buffer_size() < unread:
            self._watch()
        else:
            self.transport.abort()

    def _stop_watching(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def refuse(transport: asyncio.Transport, reason: str, said: str) -> None:
    """Say why before the app has seen the request, and close."""
    body = msgspec.json.encode(Said(reason, said))
    head = f"HTTP/1.1 {REASONS[reason][0]} Refused\r\ncontent-type: application/json\r\n"
    transport.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body)
    transport.close()


class Bounded(Read, HttpToolsProtocol):
    """HTTP whose heads are neither too large nor too slow, and a number of connections from one address."""

    _waiting: asyncio.TimerHandle | None = None
    _head = 0
    _counted = ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait_for_head()
        if self.client is None or self.client[0] in getattr(self.app, "trusted_hosts", ()):
            return  # a proxy, which speaks for many
        client = network_of(self.client[0])
        if self._door.connected(client):
            self._counted = client
        else:
            self._refuse("too fast", "so many connections are open from your address that no more can be")

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        self._count_out()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        if is_long(len(self.url), self.headers):
            self._refuse("long head", LONG_HEAD)
            return
        self._count_out()
        self._stop_watching()
        super().handle_websocket_upgrade()

    @property
    def _can_wait(self) -> bool:
        """Only the rest of a body that was refused can wait: nobody reads it."""
        return self.cycle.response_complete

    @property
    def _is_paused(self) -> bool:
        return self.flow.read_paused

    @property
    def _door(self) -> Door:
        return cast("Door", self.config.app)

    def _count_out(self) -> None:
        if self._counted:
            self._door.disconnected(self._counted)
            self._counted = ""

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._waiting is not None and self._head > LARGEST_HEAD:
            self._refuse("long head", LONG_HEAD)

    def send_400_response(self, msg: str) -> None:
        self._door.note_malformed(self.client[0] if self.client is not None else "local")
        self._refuse("bad request", msg)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._head_is_here()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        if self._waiting is None:
            self._head = 0
            self._waiting = self.loop.call_later(
                SLOWEST_HEAD, self._refuse, "too slow", "no request came in time"
            )

    def _head_is_here(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _refuse(self, reason: str, said: str) -> None:
        self._head_is_here()
        if self.transport.is_closing():
            return
        refuse(self.transport, reason, said)


class Ended(Read, WebSocketsSansIOProtocol):
    """A socket that can be ended although the other side never reads: the scope says how.

    Frames count like messages: whole messages are counted by the app; pings, pongs, pieces, and all that
    comes after a goodbye are counted here. Before the app accepts the socket only the head is read."""

    largest_read = LARGEST_SOCKET_READ

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self.transport.pause_reading()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.transport.resume_reading()

    @property
    def _can_wait(self) -> bool:
        return True

    @property
    def _is_paused(self) -> bool:
        return self.read_paused

    def handle_events(self) -> None:
        frames = [event for event in self.conn.events if isinstance(event, Frame)]
        if not all(self._take() for frame in frames if self.close_sent or not _is_message(frame)):
            self._end(POLICY, TOO_MANY)
            return
        super().handle_events()
        if len(self.frames) > MOST_FRAGMENTS:
            self._end(TOO_BIG, f"a message comes in at most {MOST_FRAGMENTS} pieces")

    def _take(self) -> bool:
        """Count a frame against the rate of the address; False if there are too many."""
        take: Callable[[], bool] = self.scope["take"]  # type: ignore[typeddict-item]
        return take()

    def _end(self, code: int, reason: str) -> None:
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        problem = self.conn.handshake_exc
        if isinstance(problem, InvalidMessage):
            refuse(self.transport, "bad request", "this is no request for a socket")
        elif problem is not None and not self.handshake_initiated:
            refuse(self.transport, "long head", "a line of the head is too long, or there are too many")

    async def run_asgi(self) -> None:
        self.scope["abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()


def _is_message(frame: Frame) -> bool:
    return frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
