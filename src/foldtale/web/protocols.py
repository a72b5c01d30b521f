"""How connections are kept in bounds below the app: heads that never end, and guests who never read."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidMessage

from foldtale.table.messages import Said
from foldtale.table.refusals import REASONS
from foldtale.web.door import LARGEST_HEAD, LONG_HEAD, Door, is_long, network_of

SLOWEST_HEAD: Final = 15.0
"""Whoever has not said what they want by then is cut off: seconds."""
SLOWEST_READER: Final = 20.0
"""Whoever takes nothing of what was sent for this long is cut off: seconds."""


class Read(asyncio.Protocol):
    """A connection that is cut off when the other side does not read. Also while it closes: what was not
    taken would keep it open for ever."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _patience: asyncio.TimerHandle | None = None

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
    """A socket that can be ended although the other side never reads: the scope says how."""

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
