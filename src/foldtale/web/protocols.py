"""How connections are kept in bounds below the app: heads that never end, and guests who never read."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from foldtale.table.messages import Said
from foldtale.table.refusals import REASONS

LARGEST_HEAD: Final = 32 * 1024
SLOWEST_HEAD: Final = 15.0
"""Whoever has not said what they want by then is cut off: seconds."""


class Bounded(HttpToolsProtocol):
    """HTTP whose heads are neither too large nor too slow."""

    _waiting: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._waiting is not None and self._head > LARGEST_HEAD:
            self._refuse("too large", f"an address and headers have at most {LARGEST_HEAD // 1024} KiB")

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
        body = msgspec.json.encode(Said(reason, said))
        head = f"HTTP/1.1 {REASONS[reason][0]} Refused\r\ncontent-type: application/json\r\n"
        self.transport.write(
            f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body
        )
        self.transport.close()


class Ended(WebSocketsSansIOProtocol):
    """A socket that can be ended although the other side never reads: the scope says how."""

    async def run_asgi(self) -> None:
        self.scope["abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()
