"""The door, met by raw sockets: sessions, heads that can be read in two ways, and clients that do not read."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Coroutine
from typing import Any, NamedTuple

import pytest

from foldtale.table.desk import hashed
from foldtale.web import protocols
from foldtale.web.door import IMPORT, LARGEST_HEAD, LARGEST_TALE, network_of
from foldtale.web.serve import is_news
from foldtale.web.settings import Settings
from tests.web.hunting import Served, serving

PATIENCE = 180.0
"""Seconds: no test needs them, and one that does hangs."""
ELSEWHERE = "127.0.0.2"
"""A client that is no proxy: requests from 127.0.0.1 may come from one."""
PUBLIC = "https://tales.example.org"
MADE_UP = "a-session-that-somebody-has-made-up"
PIG = {"game": "pig", "setup": {"players": 2}, "places": [{"who": "me"}, {"who": "open"}]}


class Reply(NamedTuple):
    status: int
    head: str
    body: bytes

    @property
    def refused(self) -> tuple[int, str]:
        return self.status, json.loads(self.body).get("refused", "")

    @property
    def cookies(self) -> list[str]:
        lines = self.head.split("\r\n")
        return [line.partition(": ")[2] for line in lines if line.lower().startswith("set-cookie: ")]

    @property
    def session(self) -> str:
        return self.cookies[0].partition("=")[2].partition(";")[0]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, PATIENCE))


async def send(served: Served, data: bytes, address: str = "127.0.0.1") -> Reply:
    """What comes back for some bytes, until the other side closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=(address, 0))
    writer.write(data)
    raw = await reader.read(-1)
    writer.close()
    head, _, body = raw.partition(b"\r\n\r\n")
    return Reply(int(head[9:12] or b"0"), head.decode("latin-1"), unchunked(head, body))


def unchunked(head: bytes, body: bytes) -> bytes:
    if b"transfer-encoding: chunked" not in head:
        return body
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        whole += body[: int(size, 16)]
        body = body[int(size, 16) + 2 :]
    return whole


def request(
    path: str, *headers: str, method: str = "GET", body: bytes = b"", host: str = "localhost"
) -> bytes:
    length = [f"Content-Length: {len(body)}"] if body else []
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *length, *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def post(path: str, said: object, *headers: str, host: str = "localhost") -> bytes:
    body = json.dumps(said).encode()
    return request(path, "Content-Type: application/json", *headers, method="POST", body=body, host=host)


def handshake(path: str, *headers: str) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==", *headers, "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode("latin-1")


# Sessions


@pytest.mark.parametrize("public_url", ["", PUBLIC])
def test_a_session_that_the_client_has_made_up_is_never_taken(public_url: str) -> None:
    async def test() -> None:
        async with serving(public_url=public_url) as served:
            name = served.service.settings.cookie
            host = "tales.example.org" if public_url else "localhost"
            planted = f"Cookie: {name}={MADE_UP}"
            made = await send(served, post("/api/tables", PIG, planted, host=host))
            assert made.status == 201
            assert made.session not in ("", MADE_UP)
            table = json.loads(made.body)["table"]
            for cookie, status in ((planted, 404), (f"Cookie: {name}={made.session}", 200)):
                seen = await send(served, request(f"/api/tables/{table}?seat=0", cookie, host=host))
                assert seen.status == status
            own = f"Cookie: {name}={made.session}"
            link = await send(served, post(f"/api/tables/{table}/invite", {"seat": 1}, own, host=host))
            wanted = {"secret": json.loads(link.body)["secret"], "name": "Bo"}
            joined = await send(served, post(f"/api/tables/{table}/join", wanted, planted, host=host))
            assert joined.status == 200
            assert joined.session not in ("", MADE_UP, made.session)
            again = await send(served, post("/api/tables", PIG, own, host=host))
            assert again.session == made.session, "a session that was made here stays"
            assert not await served.house.store.held_by(hashed(MADE_UP), 1)

    run(test())


def test_with_tls_no_other_host_can_set_the_cookie() -> None:
    async def test() -> None:
        async with serving(public_url=PUBLIC) as served:
            made = await send(served, post("/api/tables", PIG, host="tales.example.org"))
            (cookie,) = made.cookies
            name, _, rest = cookie.partition("=")
            assert name == "__Host-foldtale"
            parts = {part.strip().casefold() for part in rest.split(";")[1:]}
            assert {"secure", "httponly", "path=/", "samesite=strict"} <= parts
            assert not any(part.startswith("domain") for part in parts)

    run(test())


def test_the_cookie_of_an_earlier_version_is_exchanged_once() -> None:
    """Its places follow to a new session, so that whoever has planted or kept the old one has nothing."""

    async def test() -> None:
        async with serving(public_url=PUBLIC) as served:
            host = "tales.example.org"
            made = await send(served, post("/api/tables", PIG, host=host))
            table = json.loads(made.body)["table"]
            old = f"Cookie: foldtale={made.session}"
            page = await send(served, request(f"/api/tables/{table}?seat=0", old, host=host))
            assert page.status == 200
            assert [cookie.partition("=")[0] for cookie in page.cookies] == ["__Host-foldtale", "foldtale"]
            assert "Max-Age=0" in page.cookies[1]
            assert page.session != made.session
            for cookie, status in (
                (old, 404),
                (f"Cookie: __Host-foldtale={made.session}", 404),
                (f"Cookie: __Host-foldtale={page.session}; foldtale={made.session}", 200),
            ):
                seen = await send(served, request(f"/api/tables/{table}?seat=0", cookie, host=host))
                assert (seen.status, seen.cookies) == (status, [])
            new = f"Cookie: __Host-foldtale={page.session}"
            assert (
                await send(served, request(f"/api/tables/{table}", new, host=host, method="DELETE"))
            ).status == 204

    run(test())


def test_a_cookie_header_is_split_and_never_unquoted(monkeypatch: pytest.MonkeyPatch) -> None:
    """To unquote 15,000 escaped quotes takes seconds, and nobody else would be answered meanwhile."""
    unquoted: list[str] = []
    monkeypatch.setattr("litestar._parsers.unquote_cookie", lambda value: unquoted.append(value) or value)

    async def test() -> None:
        async with serving() as served:
            made = await send(served, post("/api/tables", PIG))
            path = f"/api/tables/{json.loads(made.body)['table']}"
            escapes = '\\"' * 15_000
            own = f"foldtale={made.session}"
            for cookies, status in (
                (f'k="{escapes}"; {own}', 200),
                (f'{own}; k="{escapes}"', 200),
                (f'foldtale="{escapes}"', 404),
                (f'foldtale="{made.session}"', 404),
                (escapes, 404),
                (f"xfoldtale={made.session}; foldtale", 404),
                (f"foldtale=a; {own} ", 200),
            ):
                seen = await send(served, request(f"{path}?seat=0", f"Cookie: {cookies}"))
                assert seen.status == status, cookies[:80]
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            short = '\\"' * 3_000
            writer.write(handshake(f"{path}/live?seat=0", f'Cookie: k="{short}"; {own}'))
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            assert b'"kind":"view"' in await reader.readuntil(b'"table"')
            writer.close()

    run(test())
    assert unquoted == []


# Heads and bodies


@pytest.mark.parametrize(
    "line",
    [
        "Host: localhost",
        "host: tales.example.org",
        "Origin: http://localhost\r\nOrigin: https://evil.example",
        "Cookie: foldtale=a\r\nCookie: foldtale=b",
        "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site",
        "Content-Type: text/plain\r\nContent-Type: application/json",
        "Content-Length: 2\r\nContent-Length: 2",
        "Content-Length: 2\r\nContent-Length: 3",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 2",
    ],
)
def test_a_header_that_may_be_there_once_is_refused_twice(line: str) -> None:
    async def test() -> None:
        async with serving() as served:
            reply = await send(served, request("/api/tables", line, method="POST") + b"{}")
            assert reply.status == 400
            if "Content-" not in line and "Transfer" not in line:
                reply = await send(served, handshake("/api/tables/none/live?seat=0", line))
                assert reply.status == 400

    run(test())


@pytest.mark.parametrize("upgrade", [False, True])
@pytest.mark.parametrize("pieces", [1, 64])
@pytest.mark.parametrize(
    "line", ["X-Long: " + "x" * LARGEST_HEAD, "\r\n".join([f"X-{n}: {'x' * 500}" for n in range(65)])]
)
def test_a_head_above_the_limit_is_refused(line: str, pieces: int, upgrade: bool) -> None:
    """However it arrives: all at once, it is whole before anybody has counted it."""

    async def test() -> None:
        async with serving() as served:
            data = handshake("/api/tables/none/live?seat=0", line) if upgrade else request("/health", line)
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            size = len(data) // pieces + 1
            for at in range(0, len(data), size):
                writer.write(data[at : at + size])
                await asyncio.sleep(0.001)
            raw = await reader.read(-1)
            writer.close()
            assert raw[9:12] == b"431", raw[:300]
            assert b'"long head"' in raw

    run(test())


@pytest.mark.parametrize("line", ["X-Long: " + "x" * 9000, "\r\n".join([f"X-{n}: x" for n in range(200)])])
def test_a_head_that_only_the_socket_cannot_read_is_refused_too(line: str) -> None:
    """It would otherwise hang, with neither an answer nor an end."""

    async def test() -> None:
        async with serving() as served:
            reply = await send(served, handshake("/api/tables/none/live?seat=0", line))
            assert reply.refused == (431, "long head")

    run(test())


def test_a_head_below_the_limit_is_taken() -> None:
    async def test() -> None:
        async with serving() as served:
            line = "X-Long: " + "x" * (LARGEST_HEAD - 300)
            assert (await send(served, request("/health", line))).status == 200
            assert (await send(served, request("/" + "x" * (LARGEST_HEAD - 300)))).status == 404
            assert (await send(served, request("/" + "x" * LARGEST_HEAD))).refused == (431, "long head")

    run(test())


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "text/json"]
)
def test_a_body_that_is_not_called_json_is_refused(kind: str) -> None:
    async def test() -> None:
        async with serving() as served:
            lines = [f"Content-Type: {kind}"] if kind else []
            body = json.dumps(PIG).encode()
            reply = await send(served, request("/api/tables", *lines, method="POST", body=body))
            assert reply.refused == (415, "not JSON")
            chunked = request("/api/tables", *lines, "Transfer-Encoding: chunked", method="POST")
            reply = await send(served, chunked + b"2\r\n{}\r\n0\r\n\r\n")
            assert reply.refused == (415, "not JSON")

    run(test())


@pytest.mark.parametrize("data", [b"nonsense\r\n\r\n", b"GET / HTTP/9.9.9\r\n\r\n"])
def test_what_is_no_request_is_refused_in_the_form_of_every_refusal(data: bytes) -> None:
    async def test() -> None:
        async with serving() as served:
            assert (await send(served, data)).refused == (400, "bad request")

    run(test())


def test_what_is_no_request_is_logged_with_its_address_and_not_every_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("foldtale.web.door.Bucket.fill", lambda self, rate, burst: None)
    caplog.set_level("INFO")

    async def test() -> None:
        async with serving() as served:
            for _ in range(20):
                assert (await send(served, b"nonsense\r\n\r\n", ELSEWHERE)).status == 400

    run(test())
    said = [record for record in caplog.records if is_news(record) and "request" in record.getMessage()]
    assert [getattr(record, "client", "") for record in said] == [ELSEWHERE] * 5


def test_a_method_that_an_address_does_not_take_is_called_so() -> None:
    async def test() -> None:
        async with serving() as served:
            reply = await send(served, request("/api/games", method="DELETE"))
            assert reply.refused == (405, "wrong method")
            assert "allow: " in reply.head.casefold()

    run(test())


def test_who_sends_too_much_hears_so_and_sees_no_reset() -> None:
    async def test() -> None:
        async with serving() as served:
            body = b" " * (LARGEST_TALE + 1024 * 1024)
            line = "Content-Type: application/json"
            reply = await send(served, request(IMPORT, line, method="POST", body=body))
            assert reply.refused == (413, "too large")

    run(test())


def test_whoever_sends_half_a_body_is_refused_and_the_connection_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("foldtale.web.door.SLOWEST_BODY", 0.2)

    async def test() -> None:
        async with serving() as served:
            lines = ["POST /api/tables HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
            head = "\r\n".join([*lines, "Content-Length: 100", "", ""]).encode()
            assert (await send(served, head + b"{")).refused == (408, "too slow")

    run(test())


def test_json_may_name_its_letters_and_no_body_needs_no_kind() -> None:
    async def test() -> None:
        async with serving() as served:
            body = json.dumps(PIG).encode()
            line = "Content-Type: Application/JSON; charset=utf-8"
            made = await send(served, request("/api/tables", line, method="POST", body=body))
            assert made.status == 201
            path = f"/api/tables/{json.loads(made.body)['table']}/leave"
            cookie = f"Cookie: foldtale={made.session}"
            assert (
                await send(served, request(path, cookie, "Content-Length: 0", method="POST"))
            ).status == 204

    run(test())


# Zero bytes and half letters, wherever they might reach the store


@pytest.mark.slow
def test_a_zero_byte_in_an_address_is_refused(store_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with serving(store_url) as served:
            for path in (
                "/%00",
                "/t/%00",
                "/api/tables/%00%00%00%00?seat=0",
                "/api/tables/ab%00cd/export?seat=0",
            ):
                assert (await send(served, request(path))).refused == (400, "bad request"), path
            for ident in ("%00", "ab%00cd"):
                reply = await send(served, handshake(f"/api/tables/{ident}/live?seat=0"))
                assert reply.refused == (400, "bad request")
                reply = await send(served, post(f"/api/tables/{ident}/join", {"secret": "x"}))
                assert reply.refused == (400, "bad request")

    run(test())
    assert [record for record in caplog.records if record.levelname == "ERROR" and is_news(record)] == []


@pytest.mark.slow
@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", "\udfff\ud800", "\ufffe"])
def test_odd_letters_in_what_is_sent_are_no_mistake_of_ours(
    store_url: str, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    """They are kept, cleaned or refused, and never an error of the store."""

    async def test() -> None:
        async with serving(store_url) as served:
            made = await send(served, post("/api/tables", PIG))
            table = json.loads(made.body)["table"]
            cookie = f"Cookie: foldtale={made.session}"
            tale = await send(served, request(f"/api/tables/{table}/export?seat=0", cookie))
            lines = tale.body.decode().splitlines()
            odd = json.dumps(text)
            header = lines[0].replace('"setup":{', '"setup":{' + f'"name":{odd},')
            answer = json.dumps({"seat": 0, "number": 1, "keys": [text]})
            said: list[tuple[str, object]] = [
                (f"/api/tables/{table}/rename", {"seat": 0, "name": text}),
                (f"/api/tables/{table}/webhook", {"seat": 0, "url": f"http://example.org/{text}"}),
                (f"/api/tables/{table}/answer", {"seat": 0, "number": 1, "keys": [text]}),
                (f"/api/tables/{table}/propose", {"seat": 0, "number": 1, "key": text}),
                (f"/api/tables/{table}/order", {"seat": 0, "number": 1, "key": text}),
                (f"/api/tables/{table}/habit", {"seat": 0, "habit": text, "on": True}),
                (f"/api/tables/{table}/point", {"seat": 0, "element": text}),
                (f"/api/tables/{table}/join", {"secret": text * 20, "name": text}),
                ("/api/tables", {**PIG, "game": text}),
                ("/api/tables", {**PIG, "setup": {"players": 2, text: text}}),
                ("/api/tables", {**PIG, "places": [{"who": "me", "name": text}, {"who": "open"}]}),
                ("/api/tables/import", {"tale": text}),
                ("/api/tables/import", {"tale": f"{header}\n"}),
                ("/api/tables/import", {"tale": "\n".join([lines[0], answer, ""])}),
            ]
            for path, body in said:
                reply = await send(served, post(path, body, cookie))
                assert reply.status < 500, (path, reply.body)
            for have in ("%00", "%ff", "%ed%a0%80"):
                path = f"/api/tables/{table}?seat=0&have={have}"
                assert (await send(served, request(path, cookie))).status < 500
            odd_cookie = "Cookie: foldtale=" + "\xff" * 20
            assert (await send(served, request("/api/tables", odd_cookie))).status == 200
            assert (await send(served, request("/health"))).status == 200

    run(test())
    assert [record for record in caplog.records if record.levelname == "ERROR" and is_news(record)] == []


# Clients that do not read, and those who open many connections


async def deaf(served: Served, data: bytes, address: str) -> socket.socket:
    """Send something from a socket that reads nothing and has hardly a buffer."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.setblocking(False)
    line.bind((address, 0))
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, ("127.0.0.1", served.port))
    await loop.sock_sendall(line, data)
    return line


def small_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system keep little of what nobody reads."""
    really = protocols.Read.connection_made

    def connected(self: protocols.Read, transport: Any) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
        really(self, transport)

    monkeypatch.setattr(protocols.Read, "connection_made", connected)


async def until_open(served: Served, count: int) -> None:
    """Wait until so many connections are open."""
    while len(served.connections) != count:
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("keep", ["close", "keep-alive"])
@pytest.mark.parametrize("path", ["/api/games", "/schema/openapi.json"])
def test_who_does_not_read_an_answer_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, path: str, keep: str
) -> None:
    async def test() -> None:
        monkeypatch.setattr(protocols, "SLOWEST_READER", 0.2)
        small_buffers(monkeypatch)
        async with serving() as served:
            data = request(path).replace(b"Connection: close", f"Connection: {keep}".encode())
            line = await deaf(served, data * (1 if keep == "close" else 3), ELSEWHERE)
            await until_open(served, 1)
            await until_open(served, 0)
            line.close()

    run(test())


def test_who_reads_slowly_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as something is taken between two looks, the answer goes on."""

    async def test() -> None:
        looks: list[int] = []
        monkeypatch.setattr(protocols, "SLOWEST_READER", 0.0)
        small_buffers(monkeypatch)
        async with serving() as served:
            whole = len((await send(served, request("/schema/openapi.json"))).body)
            really = protocols.Read._look

            def look(self: protocols.Read, unread: int) -> None:
                looks.append(unread)
                really(self, unread + 1)  # as if a byte had been taken since

            monkeypatch.setattr(protocols.Read, "_look", look)
            line = await deaf(served, request("/schema/openapi.json"), ELSEWHERE)
            loop, got = asyncio.get_running_loop(), 0
            while piece := await loop.sock_recv(line, 4096):
                got += len(piece)
                await asyncio.sleep(0)
            line.close()
            assert got > whole
            assert looks

    run(test())


def test_a_socket_that_reads_nothing_is_cut_off_also_while_it_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(protocols, "SLOWEST_READER", 0.2)
        small_buffers(monkeypatch)
        async with serving() as served:
            made = await send(served, post("/api/tables", {**PIG, "game": "wonderbook"}))
            path = f"/api/tables/{json.loads(made.body)['table']}/live?seat=0"
            line = await deaf(served, handshake(path, f"Cookie: foldtale={made.session}"), ELSEWHERE)
            await until_open(served, 1)
            await until_open(served, 0)
            line.close()

    run(test())


def test_one_address_has_only_its_share_of_connections() -> None:
    async def test() -> None:
        async with serving(connections_per_client=3) as served:
            held = [
                await asyncio.open_connection("127.0.0.1", served.port, local_addr=(ELSEWHERE, 0))
                for _ in range(3)
            ]
            await until_open(served, 3)
            assert (await send(served, request("/health"), ELSEWHERE)).refused == (429, "too fast")
            assert (await send(served, request("/health"), "127.0.0.3")).status == 200
            assert (await send(served, request("/health"), "127.0.0.1")).status == 200, "it may be a proxy"
            held.pop()[1].close()
            await until_open(served, 2)
            assert (await send(served, request("/health"), ELSEWHERE)).status == 200
            for _, writer in held:
                writer.close()

    run(test())


def test_an_open_socket_is_no_http_connection_any_more() -> None:
    async def test() -> None:
        async with serving(connections_per_client=1) as served:
            made = await send(served, post("/api/tables", PIG), ELSEWHERE)
            path = f"/api/tables/{json.loads(made.body)['table']}/live?seat=0"
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", served.port, local_addr=(ELSEWHERE, 0)
            )
            writer.write(handshake(path, f"Cookie: foldtale={made.session}"))
            assert b" 101 " in await reader.readuntil(b"\r\n")
            assert (await send(served, request("/health"), ELSEWHERE)).status == 200
            writer.close()

    run(test())


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0db8:0001:0002::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somebody", "somebody"),
    ],
)
def test_an_ipv6_client_is_its_whole_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_limits_count_ipv6_by_network() -> None:
    async def test() -> None:
        async with serving(rate=0.001, burst=2.0) as served:
            statuses = []
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"):
                reply = await send(served, request("/api/games", f"X-Forwarded-For: {address}"))
                statuses.append(reply.status)
            assert statuses == [200, 200, 429, 200]

    run(test())


def test_the_usual_limits_are_those_of_the_documents() -> None:
    assert (protocols.SLOWEST_READER, LARGEST_HEAD) == (20.0, 32 * 1024)
    assert Settings().connections_per_client == 100
