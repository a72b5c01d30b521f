"""The door: every request passes here first. Hosts, origins, sizes and rates are checked, and headers set."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from functools import lru_cache, partial
from ipaddress import IPv6Address
from typing import Any, Final, TypeAlias

import msgspec

from foldtale.table.messages import Said
from foldtale.table.refusals import Refused
from foldtale.table.store import AWAY, StoreDown
from foldtale.table.work import Account, metered
from foldtale.web.service import Service
from foldtale.web.sessions import exchanged, former_session
from foldtale.web.settings import Settings

log = logging.getLogger("foldtale")

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]

SAFE: Final = ("GET", "HEAD", "OPTIONS")
ONCE: Final = frozenset(
    {
        b"content-length",
        b"content-type",
        b"cookie",
        b"host",
        b"origin",
        b"sec-fetch-site",
        b"transfer-encoding",
    }
)
"""Headers that decide what may be done: of two, a proxy might believe the other one."""
JSON: Final = "application/json"
LARGEST_HEAD: Final = 32 * 1024
LONG_HEAD: Final = f"an address and headers have at most {LARGEST_HEAD // 1024} KiB"
LARGEST: Final = 64 * 1024
LARGEST_TALE: Final = 4 * 1024 * 1024
MOST_DISCARDED: Final = 16 * 1024 * 1024
IMPORT: Final = "/api/tables/import"
MAKING: Final = ("/api/tables", IMPORT)
SLOWEST_BODY: Final = 20.0
MOST_CLIENTS: Final = 20_000
TOO_FAST: Final = 429
"""Of those who flood only a few requests are logged."""
A_MOMENT: Final = 1.0
A_MINUTE: Final = 60.0
SAVED: Final = 4.0
"""Seconds for which a client that asks for nothing saves up its share of work."""
HELD: Final = 0.5
MOST_HELD: Final = 256
"""Delay each 429 by about half a second, at most 256 at once: a flood that waits costs next to nothing."""

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
    """So much at once, and so much a second after that."""

    __slots__ = ("at", "left")

    def __init__(self, burst: float) -> None:
        self.left = burst
        self.at = time.monotonic()

    def fill(self, rate: float, burst: float) -> None:
        """Add what has come since the last time."""
        now = time.monotonic()
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now


class Buckets:
    """A bucket for every address that came lately."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        """Take one out of the client's bucket, if there is one."""
        bucket = self._of(client)
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True

    def spend(self, client: str, amount: float) -> None:
        """Take an amount out of the client's bucket; it may then owe something."""
        self._of(client).left -= amount

    def wait(self, client: str) -> float:
        """Seconds until the client's bucket owes nothing."""
        return max(0.0, -self._of(client).left / self.rate)

    def _of(self, client: str) -> Bucket:
        bucket = self._buckets.pop(client, None) or Bucket(self.burst)
        self._buckets[client] = bucket
        if len(self._buckets) > MOST_CLIENTS:
            del self._buckets[next(iter(self._buckets))]
        bucket.fill(self.rate, self.burst)
        return bucket


class Shut(Refused):
    """Somebody is not let in; `wait` is after how many seconds to come again."""

    def __init__(self, reason: str, said: str, wait: float = 0.0) -> None:
        super().__init__(reason, said)
        self.wait = wait


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
        self._work = Buckets(settings.work_per_client, settings.work_per_client * SAVED)
        self._all_work = Buckets(settings.work, settings.work * SAVED)
        self._accounts: dict[str, Account] = {}
        self._sockets: Counter[str] = Counter()
        self._connections: Counter[str] = Counter()
        self._held = 0

    def connected(self, client: str) -> bool:
        """Count a new HTTP connection of a client; False, and not counted, if it has too many."""
        if self._connections[client] >= self.settings.connections_per_client:
            return False
        self._connections[client] += 1
        return True

    def disconnected(self, client: str) -> None:
        _count_down(self._connections, client)

    def note_malformed(self, address: str) -> None:
        """Log that what came is no request; of those who flood only a few are logged."""
        if self._notices.take(network_of(address)):
            log.info("malformed request", extra={"client": address})

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
        client = _client(scope)
        account = self._open_account(scope, client)
        renewed: list[tuple[bytes, bytes]] = []

        async def answered(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*self._headers(message.get("headers", ())), *renewed]
            await send(message)

        try:
            self._check(scope)
            body = _bounded(receive, LARGEST_TALE if scope["path"] == IMPORT else LARGEST, scope)
            self._check_work(client)
            renewed = await self._renew(scope)
            await metered(self.app(scope, body, answered), account)
        except Shut as shut:
            if shut.reason == "too fast":
                await self._hold()
            if shut.reason == "too large":
                await _read_on(receive)
            await _refuse(answered, shut)
        finally:
            facts = {"method": scope["method"], "path": scope["path"], "status": status}
            spent = round((time.perf_counter() - began) * 1000, 1)
            if status != TOO_FAST or self._notices.take(client):
                log.info("request", extra={**facts, "ms": spent, "client": _address(scope)})

    async def _renew(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """Exchange the cookie of an earlier version, in the request and by headers of the answer."""
        former = former_session(_header(scope, b"cookie"), self.settings)
        if not former:
            return []
        try:
            session = await self.service.renew(former)
        except (StoreDown, Refused):
            raise Shut("store", AWAY, A_MOMENT) from None
        if not session:
            return []
        others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        scope["headers"] = [*others, (b"cookie", f"{self.settings.cookie}={session}".encode())]
        return exchanged(session, self.settings)

    def _check_work(self, client: str) -> None:
        """Refuse a client whose requests have cost too much, or anybody while all of them together have."""
        if wait := self._work.wait(client):
            raise Shut("too much", "what you asked for lately took long; wait a moment", wait)
        if wait := self._all_work.wait(""):
            raise Shut("busy", "the service has too much to do; wait a moment", wait)

    def _open_account(self, scope: Scope, client: str) -> Account:
        """Return a client's account, and put it into the scope for those who parse what comes later."""
        account = self._accounts.pop(client, None) or Account(client, partial(self._spend, client))
        self._accounts[client] = scope["account"] = account
        if len(self._accounts) > MOST_CLIENTS:
            del self._accounts[next(iter(self._accounts))]
        scope["wait"] = partial(self._work.wait, client)
        return account

    def _spend(self, client: str, seconds: float) -> None:
        """Charge seconds of computing to a client, and to all together."""
        self._work.spend(client, seconds)
        self._all_work.spend("", seconds)

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
            self._check_work(client)
            if self._sockets[client] >= self.settings.sockets_per_client:
                raise Shut("too fast", "so many sockets are open from your address that no more can be")
            if self._sockets.total() >= self.settings.most_sockets:
                raise Shut("too fast", "so many sockets are open that no more can be")
        except Shut as shut:
            if self._notices.take(client):
                facts = {"path": scope["path"], "client": _address(scope), "said": shut.reason}
                log.info("socket refused", extra=facts)
            await _refuse_socket(scope, send, shut)
            return
        self._sockets[client] += 1
        scope["take"] = partial(self._messages.take, client)
        account = self._open_account(scope, client)
        try:
            await metered(self.app(scope, receive, send), account)
        finally:
            _count_down(self._sockets, client)

    def _check(self, scope: Scope) -> None:
        """Refuse strangers, pages of others, and those who come too fast."""
        if not self._requests.take(_client(scope)):
            raise Shut("too fast", "so many requests came from your address; wait a moment", A_MOMENT)
        _check_head(scope)
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
            raise Shut(
                "too fast", "so many tables came from your address; wait before you make another", A_MINUTE
            )

    def _headers(self, given: Any) -> list[tuple[bytes, bytes]]:
        headers = [*given, *HEADERS]
        if not any(name == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", b"no-store"))
        if self.settings.is_secure:
            headers.append((b"strict-transport-security", b"max-age=31536000"))
        return headers


def _check_head(scope: Scope) -> None:
    """Refuse a head that is too long or can be read in two ways, and a body that is not JSON."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    if is_long(len(scope["raw_path"]) + len(scope["query_string"]), headers):
        raise Shut("long head", LONG_HEAD)
    if "\0" in scope["path"] or b"%00" in scope["query_string"]:
        raise Shut("bad request", "an address may hold no zero byte")
    single = [name for name, _ in headers if name in ONCE]
    if len(single) != len(set(single)):
        raise Shut("bad request", "a header that may be there once is there twice")
    if scope["type"] == "http" and scope["method"] == "POST" and _has_body(scope):
        kind = _header(scope, b"content-type").partition(";")[0].strip().casefold()
        if kind != JSON:
            raise Shut("not JSON", f"the body has to be {JSON}, and its Content-Type to say so")


def is_long(address: int, headers: list[tuple[bytes, bytes]]) -> bool:
    """Tell whether a head, with an address of this length, is above the limit."""
    return address + sum([len(name) + len(value) + 4 for name, value in headers]) > LARGEST_HEAD


def _has_body(scope: Scope) -> bool:
    return _header(scope, b"content-length") not in ("", "0") or bool(_header(scope, b"transfer-encoding"))


def _header(scope: Scope, wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), "")


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "local"


def _client(scope: Scope) -> str:
    """Return whom a request counts for."""
    return network_of(_address(scope))


@lru_cache(MOST_CLIENTS)
def network_of(address: str) -> str:
    """Return the /64 network of an IPv6 address, as one client has all of it; any other address itself."""
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    return str(found.ipv4_mapped or f"{IPv6Address(int(found) >> 64 << 64)}/64")


def _count_down(counter: Counter[str], client: str) -> None:
    counter[client] -= 1
    if not counter[client]:
        del counter[client]


def _bounded(receive: Receive, most: int, scope: Scope) -> Receive:
    """A body that is neither too large nor too slow."""
    said = _header(scope, b"content-length") or "0"
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


async def _read_on(receive: Receive) -> None:
    """Discard a refused body: a client that is still sending it would see a reset instead of the refusal."""
    left, more = MOST_DISCARDED, True
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SLOWEST_BODY):
            while more and left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                more = message.get("more_body", False)


def _said(shut: Shut) -> bytes:
    return msgspec.json.encode(Said(shut.reason, shut.said))


async def _refuse(send: Send, shut: Shut) -> None:
    headers = [(b"content-type", b"application/json")]
    if shut.wait:
        headers.append((b"retry-after", b"%d" % math.ceil(shut.wait)))
    else:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": shut.status, "headers": headers})
    await send({"type": "http.response.body", "body": _said(shut)})


async def _refuse_socket(scope: Scope, send: Send, shut: Shut) -> None:
    """Say why before the handshake, where the server can."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": shut.said[:120]})
        return
    headers = [(b"content-type", b"application/json"), *HEADERS]
    start = {"type": "websocket.http.response.start", "status": shut.status, "headers": headers}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": _said(shut)})
