"""The door: every request passes here first. Hosts, origins, sizes and rates are checked, and headers set."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec

from foldtale.table.messages import Said
from foldtale.table.refusals import REASONS
from foldtale.web.service import Service
from foldtale.web.settings import Settings

log = logging.getLogger("foldtale")

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE: Final = ("GET", "HEAD", "OPTIONS")
LARGEST: Final = 64 * 1024
LARGEST_TALE: Final = 4 * 1024 * 1024
IMPORT: Final = "/api/tables/import"
MAKING: Final = ("/api/tables", IMPORT)
SLOWEST_BODY: Final = 20.0
MOST_CLIENTS: Final = 20_000
TOO_FAST: Final = 429
"""Of those who flood only a few requests are logged."""
HELD: Final = 0.5
MOST_HELD: Final = 256
"""Whoever comes too fast hears so after about so many seconds, while no more than so many wait: a flood that
waits for its answers costs next to nothing."""

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
    (b"x-frame-options", b"DENY"),
)


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("at", "left")

    def __init__(self, burst: float) -> None:
        self.left = burst
        self.at = time.monotonic()

    def take(self, rate: float, burst: float) -> bool:
        now = time.monotonic()
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for every address that came lately."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        bucket = self._buckets.pop(client, None) or Bucket(self.burst)
        self._buckets[client] = bucket
        if len(self._buckets) > MOST_CLIENTS:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(self.rate, self.burst)


class Shut(Exception):
    """Somebody is not let in: the reason and what is said to them."""

    def __init__(self, reason: str, said: str) -> None:
        super().__init__(said)
        self.reason = reason
        self.said = said


class Door:
    """Stands before the app."""

    def __init__(self, app: App, settings: Settings, service: Service) -> None:
        self.app = app
        self.settings = settings
        self.service = service
        self._requests = Buckets(settings.rate, settings.burst)
        self._tables = Buckets(settings.tables_per_hour / 3600, settings.tables_per_hour)
        self._messages = Buckets(settings.rate, settings.burst)
        self._notices = Buckets(1.0, 5.0)
        self._sockets: dict[str, int] = {}
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0

        async def answered(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._headers(scope, message.get("headers", ()))
            await send(message)

        try:
            self._check(scope)
            body = _bounded(receive, LARGEST_TALE if scope["path"] == IMPORT else LARGEST, scope)
            await self.app(scope, body, answered)
        except Shut as shut:
            if shut.reason == "too fast":
                await self._hold()
            await _refuse(answered, shut)
        finally:
            facts = {"method": scope["method"], "path": scope["path"], "status": status}
            spent = round((time.perf_counter() - began) * 1000, 1)
            if status != TOO_FAST or self._notices.take(_client(scope)):
                log.info("request", extra={**facts, "ms": spent, "client": _client(scope)})

    async def _hold(self) -> None:
        if self._held < MOST_HELD:
            self._held += 1
            try:
                await asyncio.sleep(HELD * (0.5 + random.random()))
            finally:
                self._held -= 1

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = _client(scope)
        try:
            self._check(scope)
            if self._sockets.get(client, 0) >= self.settings.sockets_per_client:
                raise Shut("too fast", "so many sockets are open from your address that no more can be")
            if sum(self._sockets.values()) >= self.settings.most_sockets:
                raise Shut("too fast", "so many sockets are open that no more can be")
        except Shut as shut:
            if self._notices.take(client):
                log.info(
                    "socket refused", extra={"path": scope["path"], "client": client, "said": shut.reason}
                )
            await _refuse_socket(scope, send, shut)
            return
        self._sockets[client] = self._sockets.get(client, 0) + 1
        scope["take"] = partial(self._messages.take, client)
        try:
            await self.app(scope, receive, send)
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]

    def _check(self, scope: Scope) -> None:
        """Refuse strangers, pages of others, and those who come too fast."""
        if not self._requests.take(_client(scope)):
            raise Shut("too fast", "so many requests came from your address; wait a moment")
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        is_socket = scope["type"] == "websocket"
        if not self.settings.knows_host(host):
            raise Shut(
                "foreign", "this service is not called that; the operator sets its name with --public-url"
            )
        if is_socket or scope["method"] not in SAFE:
            origin = headers.get(b"origin")
            site = headers.get(b"sec-fetch-site", "none")
            if (origin is not None and not self.settings.knows_origin(origin, host)) or (
                origin is None and site not in ("none", "same-origin")
            ):
                raise Shut("foreign", "pages of others cannot act here")
        making = not is_socket and scope["method"] == "POST" and scope["path"].rstrip("/") in MAKING
        if making and not self._tables.take(_client(scope)):
            raise Shut("too fast", "so many tables came from your address; wait before you make another")

    def _headers(self, scope: Scope, given: Any) -> list[tuple[bytes, bytes]]:
        headers = [*given, *HEADERS]
        if not any(name == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", b"no-store"))
        if self.settings.is_secure:
            headers.append((b"strict-transport-security", b"max-age=31536000"))
        return headers


def _client(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "local"


def _bounded(receive: Receive, most: int, scope: Scope) -> Receive:
    """A body that is neither too large nor too slow."""
    headers = dict(scope["headers"])
    said = headers.get(b"content-length", b"0")
    if not said.isdigit() or int(said) > most:
        raise Shut("too large", f"at most {most // 1024} KiB can be sent here")
    left = most
    done = False
    until = time.monotonic() + SLOWEST_BODY

    async def bounded() -> Message:
        nonlocal left, done
        if done:
            return await receive()
        try:
            async with asyncio.timeout(max(0.01, until - time.monotonic())):
                message = await receive()
        except TimeoutError:
            raise Shut("too slow", "the body did not come in time") from None
        left -= len(message.get("body", b""))
        done = not message.get("more_body", False)
        if left < 0:
            raise Shut("too large", f"at most {most // 1024} KiB can be sent here")
        return message

    return bounded


def _said(shut: Shut) -> bytes:
    return msgspec.json.encode(Said(shut.reason, shut.said))


async def _refuse(send: Send, shut: Shut) -> None:
    headers = [(b"content-type", b"application/json")]
    if shut.reason != "too fast":
        headers.append((b"connection", b"close"))
    else:
        headers.append((b"retry-after", b"60" if "tables" in shut.said else b"1"))
    await send({"type": "http.response.start", "status": REASONS[shut.reason][0], "headers": headers})
    await send({"type": "http.response.body", "body": _said(shut)})


async def _refuse_socket(scope: Scope, send: Send, shut: Shut) -> None:
    """Say why before the handshake, where the server can."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": shut.said[:120]})
        return
    headers = [(b"content-type", b"application/json"), *HEADERS]
    start = {"type": "websocket.http.response.start", "status": REASONS[shut.reason][0], "headers": headers}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": _said(shut)})
