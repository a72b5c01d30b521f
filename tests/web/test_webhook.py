"""Turn notices: where they may go, what is sent there, and what a hostile host can do about it."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from foldtale.table.messages import Answer as GivenAnswer
from foldtale.table.messages import NewTable, Place, Webhook
from foldtale.web import notices, webhook
from foldtale.web.notices import Notices
from foldtale.web.resolver import Resolver, ResolverBusy
from foldtale.web.service import Service, new_session
from foldtale.web.settings import Settings
from foldtale.web.webhook import BadAddress, check_url

BODY = b'{"match": "m1", "seat": 0}'
PATIENCE = 60.0
"""Seconds: no test needs them, and one that does hangs."""
SOON = 0.3
PUBLIC, PRIVATE = "93.184.216.34", "10.0.0.7"

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

PLAIN = {
    "https://example.org/hook": "https://example.org/hook",
    "http://example.org": "http://example.org/",
    "HTTPS://Example.ORG:443/Hook": "https://example.org/Hook",
    "http://example.org:80": "http://example.org/",
    "http://example.org:/": "http://example.org/",
    "https://example.org:8443/a?token=x%20y&b=/?": "https://example.org:8443/a?token=x%20y&b=/?",
    "https://example.org?x=1": "https://example.org/?x=1",
    "https://example.org./": "https://example.org/",
    "https://bücher.example/ä?ö=\\": "https://xn--bcher-kva.example/%C3%A4?%C3%B6=%5C",
    "https://a_b.example-host.org/": "https://a_b.example-host.org/",
    "https://localhost.example.org/": "https://localhost.example.org/",
    "https://internal.example.org/": "https://internal.example.org/",
    "https://8.8.8.8/": "https://8.8.8.8/",
    "https://134744072/": "https://8.8.8.8/",
    "https://0x8.8.2056/": "https://8.8.8.8/",
    "https://[2606:4700::1111]/": "https://[2606:4700::1111]/",
    "https://[2606:4700:0:0:0:0:0:1111]:99/": "https://[2606:4700::1111]:99/",
    "https://[::ffff:8.8.8.8]/": "https://[::ffff:808:808]/",
    "https://example.org/" + "x" * 480: "https://example.org/" + "x" * 480,
}

MALFORMED = [
    "",
    "example.org",
    "//example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "gopher://example.org/",
    "http:example.org",
    "http:/example.org/",
    "http://",
    "http:///path",
    "http://?x",
    "http://:80/",
    "http://./",
    "http://a..b/",
    "http://-a.org/",
    "http://a-.org/",
    "http://a%2eb/",
    "http://exa$mple.org/",
    "http://example.org\\.evil.org/",
    "http://example.org:0/",
    "http://example.org:65536/",
    "http://example.org:http/",
    "http://example.org:-1/",
    "http://example.org:80:80/",
    "http://user@example.org/",
    "http://user:password@example.org/",
    "http://@example.org/",
    "http://example.org\\@evil.org/",
    "http://example.org/#part",
    "http://example.org/#",
    " http://example.org/",
    "http://example.org/ ",
    "http://example.org/a b",
    "http://example.org/a\tb",
    "http://example.org/\r\nHost: evil.org",
    "http://exam\nple.org/",
    "http://example.org/\x00",
    "http://example.org/\x7f",
    "http://example.org/\u2028",
    "http://example.org/\u200b",
    "http://example.org/\ud800",
    "http://[::1/",
    "http://::1/",
    "http://[::1]evil.org/",
    "http://evil[::1]/",
    "http://[]/",
    "http://[example.org]/",
    "http://[v1.x]/",
    "http://[fe80::1%eth0]/",
    "http://[1.2.3.4]/",
    "http://1.2.3.4.5/",
    "http://256.1.1.1/",
    "http://1.2.3.256/",
    "http://08.1.1.1/",
    "http://0x/",
    "http://4294967296/",
    "http://example.1/",
    "http://" + "a" * 64 + ".org/",
    "http://" + "a." * 130 + "org/",
    "http://example.org/" + "x" * 500,
    "http://example.org/" + "ä" * 100,
]

INSIDE = [
    "http://localhost/",
    "http://LOCALHOST:8080/",
    "http://localhost./",
    "http://ⓛocalhost/",
    "http://app.localhost/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://internal/",
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://0x7f000001/",
    "http://0X7F.1/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0177.0.0.01/",
    "http://１２７.0.0.1/",
    "http://127。0。0。1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://10.1.2.3/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://172.16.0.1/",
    "http://192.0.0.8/",
    "http://192.0.2.1/",
    "http://192.168.1.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a00:1]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[fc00::1]/",
    "http://[fd12:3456::1]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[5f00::1]/",
]


@pytest.mark.parametrize(("url", "plain"), PLAIN.items())
def test_a_good_address_is_spelt_plainly(url: str, plain: str) -> None:
    assert check_url(url, private=False) == plain
    assert check_url(plain, private=True) == plain


@pytest.mark.parametrize("url", MALFORMED)
@pytest.mark.parametrize("private", [False, True])
def test_what_is_no_proper_address_is_refused(url: str, private: bool) -> None:
    with pytest.raises(BadAddress):
        check_url(url, private)


@pytest.mark.parametrize("url", INSIDE)
def test_a_host_inside_the_house_is_refused_unless_it_is_welcome(url: str) -> None:
    with pytest.raises(BadAddress, match="open internet"):
        check_url(url, private=False)
    plain = check_url(url, private=True)
    assert check_url(plain, private=True) == plain
    with pytest.raises(BadAddress, match="open internet"):
        check_url(plain, private=False)


def test_no_message_repeats_the_query() -> None:
    for url in [*MALFORMED, *INSIDE]:
        with pytest.raises(BadAddress) as refused:
            start, fragment, rest = url.partition("#")
            check_url(f"{start}?token=sesame{fragment}{rest}", private=False)
        assert "sesame" not in str(refused.value)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, PATIENCE))


async def post(url: str, body: bytes, private: bool, timeout: float = PATIENCE) -> int:
    return await webhook.post(url, body, private, timeout)


@asynccontextmanager
async def serving(answer: Answer, certificate: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A server on this machine: its port."""
    done: list[asyncio.Task[None]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        done.append(task)
        try:
            with suppress(ConnectionError, asyncio.CancelledError):
                await answer(reader, writer)
        finally:
            writer.transport.abort()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=certificate)
    async with server:
        yield server.sockets[0].getsockname()[1]
        for task in done:
            task.cancel()
        await asyncio.gather(*done)


class Recorder:
    """Keeps what it got, and answers with these bytes."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.got: list[tuple[list[str], bytes]] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
        lines = head.removesuffix("\r\n\r\n").split("\r\n")
        length = [line for line in lines if line.startswith("Content-Length: ")]
        self.got.append((lines, await reader.readexactly(int(length[0].split(": ")[1]))))
        writer.write(self.answer)
        await writer.drain()


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Every name now has these addresses; the list grows by each name that is looked up."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
            if ":" in address
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    async def create_connection(*_: Any, **__: Any) -> Any:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(asyncio.get_running_loop(), "create_connection", create_connection)


def test_a_notice_arrives_as_one_post() -> None:
    async def test() -> None:
        recorder = Recorder(b"HTTP/1.1 204 No Content\r\n\r\n")
        async with serving(recorder) as port:
            assert await post(f"http://127.0.0.1:{port}/hook?token=a%20b", BODY, True) == 204
        ((lines, body),) = recorder.got
        assert lines == [
            "POST /hook?token=a%20b HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Content-Type: application/json",
            f"Content-Length: {len(BODY)}",
            "User-Agent: foldtale",
            "Connection: close",
        ]
        assert body == BODY

    run(test())


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"HTTP/1.0 200\r\n\r\n", 200),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", 404),
        (b"HTTP/1.1 500 Oh\r\nContent-Length: 9999\r\n\r\nshort", 500),
    ],
)
def test_any_status_is_told(answer: bytes, status: int) -> None:
    async def test() -> None:
        async with serving(Recorder(answer)) as port:
            assert await post(f"http://127.0.0.1:{port}/", BODY, True) == status

    run(test())


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP", b"HTTP/1.1 ", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 999 ?\r\n\r\n", b"HTTP/2 200\r\n\r\n"],
)
def test_what_is_not_http_is_an_error(answer: bytes) -> None:
    async def test() -> None:
        async with serving(Recorder(answer)) as port:
            with pytest.raises(OSError) as failed:
                await post(f"http://127.0.0.1:{port}/?token=sesame", BODY, True)
            assert "sesame" not in str(failed.value)

    run(test())


def test_this_machine_is_refused() -> None:
    async def test() -> None:
        recorder = Recorder(b"HTTP/1.1 200 OK\r\n\r\n")
        async with serving(recorder) as port:
            for host in ("127.0.0.1", "localhost", "127.1", "[::ffff:127.0.0.1]"):
                with pytest.raises(BadAddress) as refused:
                    await post(f"http://{host}:{port}/?token=sesame", BODY, False)
                assert "sesame" not in str(refused.value)
        assert recorder.got == []

    run(test())


@pytest.mark.parametrize(
    "addresses",
    [
        (PRIVATE,),
        (PUBLIC, PRIVATE),
        (PRIVATE, PUBLIC),
        (PUBLIC, "::1"),
        (PUBLIC, "fe80::1%1"),
        (PUBLIC, "::ffff:10.0.0.7"),
        (PUBLIC, "169.254.169.254"),
    ],
)
def test_one_private_address_spoils_a_name(
    monkeypatch: pytest.MonkeyPatch, addresses: tuple[str, ...]
) -> None:
    async def test() -> None:
        resolve_to(monkeypatch, *addresses)
        no_connection(monkeypatch)
        with pytest.raises(BadAddress, match="open internet"):
            await post("https://hook.example.org/?token=sesame", BODY, False)

    run(test())


def test_the_connection_goes_to_the_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        asked = resolve_to(monkeypatch, PUBLIC)
        tried: list[tuple[str, int, int]] = []

        async def create_connection(factory: Any, host: str, port: int, **more: Any) -> Any:
            tried.append((host, port, more["flags"]))
            raise ConnectionRefusedError

        monkeypatch.setattr(asyncio.get_running_loop(), "create_connection", create_connection)
        with pytest.raises(ConnectionRefusedError):
            await post("http://hook.example.org/", BODY, False)
        assert asked == ["hook.example.org"]
        assert tried == [(PUBLIC, 80, socket.AI_NUMERICHOST)]

    run(test())


def test_a_name_is_looked_up_once_and_stays_in_the_host_line(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        recorder = Recorder(b"HTTP/1.1 200 OK\r\n\r\n")
        async with serving(recorder) as port:
            asked = resolve_to(monkeypatch, "127.0.0.1")
            assert await post(f"http://hook.example.org:{port}/", BODY, True) == 200
        assert asked == ["hook.example.org"]
        assert f"Host: hook.example.org:{port}" in recorder.got[0][0]

    run(test())


def test_the_next_address_is_tried_when_one_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        recorder = Recorder(b"HTTP/1.1 200 OK\r\n\r\n")
        async with serving(recorder) as port:
            resolve_to(monkeypatch, "127.0.0.2", "127.0.0.1")
            assert await post(f"http://hook.example.org:{port}/", BODY, True) == 200
        assert len(recorder.got) == 1

    run(test())


def test_a_name_that_nobody_has_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        def getaddrinfo(*_: Any, **__: Any) -> list[Any]:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        with pytest.raises(OSError) as failed:
            await post("https://hook.example.org/?token=sesame", BODY, False)
        assert "sesame" not in str(failed.value)

    run(test())


async def never_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(PATIENCE)


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"H")
        await writer.drain()
        await asyncio.sleep(SOON / 5)


@pytest.mark.parametrize(
    ("scheme", "answer"), [("http", never_answer), ("https", never_answer), ("http", drip)]
)
def test_a_server_that_never_answers_times_out(scheme: str, answer: Answer) -> None:
    async def test() -> None:
        async with serving(answer) as port:
            with pytest.raises(TimeoutError) as failed:
                await post(f"{scheme}://127.0.0.1:{port}/?token=sesame", BODY, True, timeout=SOON)
            assert "sesame" not in str(failed.value)

    run(test())


def test_a_slow_lookup_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        with SlowNames(monkeypatch), pytest.raises(TimeoutError):
            await post("https://hook.example.org/", BODY, False, timeout=SOON)

    run(test())


class SlowNames:
    """Let every lookup of a name below example.org wait until the `with` block ends; count those that began."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began = threading.Semaphore(0)
        self.released = threading.Event()
        really = socket.getaddrinfo

        def getaddrinfo(host: str, port: int, *rest: Any, **more: Any) -> list[Any]:
            if not host.endswith("example.org"):
                return really(host, port, *rest, **more)
            self.began.release()
            self.released.wait()
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (PUBLIC, port))]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        monkeypatch.setattr(webhook, "RESOLVER", Resolver())

    def __enter__(self) -> SlowNames:
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()

    async def wait_for(self, count: int) -> None:
        """Wait until `count` more lookups have begun."""
        for _ in range(count):
            while not self.began.acquire(blocking=False):
                await asyncio.sleep(0.005)


def test_slow_lookups_keep_no_shared_thread_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times as many slow names as asyncio has shared threads."""
    shared = min(32, (os.cpu_count() or 1) + 4)

    async def test() -> None:
        with SlowNames(monkeypatch) as slow:
            notices = [
                asyncio.create_task(post(f"https://{at}.example.org/", BODY, False, timeout=PATIENCE))
                for at in range(3 * shared)
            ]
            await slow.wait_for(1)
            assert await asyncio.to_thread(str, "done") == "done"
            assert not any(notice.done() for notice in notices)
            for notice in notices:
                notice.cancel()
            await asyncio.gather(*notices, return_exceptions=True)

    run(test())


def test_lookups_beyond_the_threads_and_the_queue_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        with SlowNames(monkeypatch) as slow:
            resolver = Resolver(threads=2, most_waiting=3)
            running = [asyncio.create_task(resolver.addresses(f"{at}.example.org", 1)) for at in range(2)]
            await slow.wait_for(2)
            waiting = [asyncio.create_task(resolver.addresses(f"{at}.example.org", 1)) for at in range(3)]
            await asyncio.sleep(0)
            for _ in range(3):
                with pytest.raises(ResolverBusy):
                    await resolver.addresses("more.example.org", 1)
            assert not slow.began.acquire(blocking=False), "those that wait have no thread"
            slow.released.set()
            assert await asyncio.gather(*running, *waiting) == [[PUBLIC]] * 5
            assert await resolver.addresses("more.example.org", 1) == [PUBLIC]

    run(test())


def test_who_no_longer_waits_for_a_lookup_is_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        with SlowNames(monkeypatch) as slow:
            resolver = Resolver(threads=1)
            first = asyncio.create_task(resolver.addresses("first.example.org", 1))
            await slow.wait_for(1)
            gone = asyncio.create_task(resolver.addresses("gone.example.org", 1))
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
            slow.released.set()
            await first
            await resolver.addresses("last.example.org", 1)
            await slow.wait_for(1)
            assert not slow.began.acquire(blocking=False)

    run(test())


def test_an_address_in_numbers_needs_no_lookup(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(webhook, "RESOLVER", Resolver(threads=0, most_waiting=1))
        recorder = Recorder(b"HTTP/1.1 200 OK\r\n\r\n")
        async with serving(recorder) as port:
            assert await post(f"http://127.0.0.1:{port}/", BODY, True) == 200

    run(test())


def test_notices_that_are_too_many_are_dropped_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notices, "MOST_IN_FLIGHT", 5)

    async def test() -> None:
        with SlowNames(monkeypatch) as slow:
            monkeypatch.setattr(webhook, "RESOLVER", Resolver(threads=1, most_waiting=2))
            sender = Notices(private=False)
            first = asyncio.create_task(sender.send("https://first.example.org/", BODY))
            await slow.wait_for(1)
            rest = [asyncio.create_task(sender.send("https://hook.example.org/", BODY)) for _ in range(20)]
            await asyncio.wait(rest, return_when=asyncio.FIRST_COMPLETED)
            assert sum([one.done() for one in rest]) == 18, "one is looked up and two wait"
            for one in (first, *rest):
                one.cancel()
            await asyncio.gather(first, *rest, return_exceptions=True)

    run(test())
    said = [record.getMessage() for record in caplog.records if record.name == "foldtale"]
    assert said == ["turn notices dropped: too many at once"]


def test_a_notice_in_flight_makes_room_when_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "MOST_IN_FLIGHT", 1)

    async def test() -> None:
        recorder = Recorder(b"HTTP/1.1 200 OK\r\n\r\n")
        async with serving(recorder) as port:
            sender = Notices(private=True)
            url = f"http://127.0.0.1:{port}/"
            await asyncio.gather(*[sender.send(url, BODY) for _ in range(3)])
            assert len(recorder.got) == 1
            await sender.send(url, BODY)
            assert len(recorder.got) == 2

    run(test())


def test_slow_names_of_webhooks_delay_nobodys_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger opens a table, which takes a shared thread, and reads its history while many lookups hang."""
    shared = min(32, (os.cpu_count() or 1) + 4)

    async def test() -> None:
        service = Service(Settings())
        await service.house.start()
        with SlowNames(monkeypatch) as slow:
            for at in range(2 * shared):
                await table_with_a_webhook(service, f"https://{at}.example.org/")
            await slow.wait_for(1)
            stranger = new_session()
            seats = (Place("me"), Place("me"))
            view = await service.create(stranger, NewTable("pig", {"players": 2}, seats))
            service.house.live(view.table).table = None
            moment = await service.moment(stranger, view.table, 0, 1, 0)
            assert msgspec.json.decode(moment)["number"] == 1
            assert not slow.released.is_set()
            await service.house.stop()

    run(test())


async def table_with_a_webhook(service: Service, url: str) -> None:
    """Make a table at which it becomes the turn of a seat with this webhook."""
    session = new_session()
    seats = (Place("me"), Place("me"))
    view = await service.create(session, NewTable("pig", {"players": 2}, seats))
    for seat in (0, 1):
        await service.do(session, view.table, "webhook", Webhook(seat, url))
    await service.do(session, view.table, "answer", GivenAnswer(0, 1, ("hold",)))


def test_a_redirect_is_not_followed() -> None:
    async def test() -> None:
        elsewhere = Recorder(b"HTTP/1.1 200 OK\r\n\r\n")
        async with serving(elsewhere) as other:
            moved = Recorder(f"HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:{other}/\r\n\r\n".encode())
            async with serving(moved) as port:
                assert await post(f"http://127.0.0.1:{port}/", BODY, True) == 307
        assert (len(moved.got), len(elsewhere.got)) == (1, 0)

    run(test())


def test_endless_headers_are_cut() -> None:
    async def test() -> None:
        cut = asyncio.Event()

        async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\n")
            try:
                while True:
                    writer.write(b"X-More: " + b"x" * 1000 + b"\r\n")
                    await writer.drain()
            finally:
                cut.set()

        async with serving(endless) as port:
            assert await post(f"http://127.0.0.1:{port}/", BODY, True) == 200
            await cut.wait()

    run(test())


def test_an_endless_first_line_is_cut() -> None:
    async def test() -> None:
        async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while True:
                writer.write(b"HTTP/1.1 " * 100)
                await writer.drain()

        async with serving(endless) as port:
            with pytest.raises(ConnectionError):
                await post(f"http://127.0.0.1:{port}/", BODY, True, timeout=PATIENCE)

    run(test())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Of hook.example.org, signed by itself: certificate and key."""
    openssl = shutil.which("openssl")
    if not openssl:
        pytest.skip("there is no openssl to make a certificate")
    folder = tmp_path_factory.mktemp("certificate")
    made, key = folder / "cert.pem", folder / "key.pem"
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-subj", "/CN=hook.example.org", "-addext", "subjectAltName=DNS:hook.example.org"]
    subprocess.run([*command, "-days", "2", "-out", made, "-keyout", key], check=True, capture_output=True)
    return made, key


@pytest.mark.parametrize(
    ("name", "trusted"),
    [("hook.example.org", True), ("other.example.org", True), ("hook.example.org", False)],
)
def test_tls_believes_only_the_right_certificate(
    monkeypatch: pytest.MonkeyPatch, certificate: tuple[Path, Path], name: str, trusted: bool
) -> None:
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(*certificate)
    if trusted:
        believed = ssl.create_default_context(cafile=certificate[0])
        monkeypatch.setattr(webhook, "trust", lambda: believed)

    async def test() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        recorder = Recorder(b"HTTP/1.1 200 OK\r\n\r\n")
        async with serving(recorder, server) as port:
            resolve_to(monkeypatch, "127.0.0.1")
            sending = post(f"https://{name}:{port}/?token=sesame", BODY, True)
            if trusted and name == "hook.example.org":
                assert await sending == 200
                assert recorder.got[0][1] == BODY
                return
            with pytest.raises(ssl.SSLCertVerificationError) as failed:
                await sending
            assert "sesame" not in str(failed.value)
            assert recorder.got == []

    run(test())
