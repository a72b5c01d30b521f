"""Run the service: a server on a port, logs as JSON lines, a clean stop."""

from __future__ import annotations

import gc
import json
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn

from foldtale.table.store import Store
from foldtale.web import whereabouts
from foldtale.web.app import create_app
from foldtale.web.door import Door
from foldtale.web.protocols import Bounded, Ended
from foldtale.web.settings import Settings

log = logging.getLogger("foldtale")
OWN: Final = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}
NO_NEWS: Final = (
    "without completing handshake",
    "Invalid UTF-8 sequence",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
)
"""What uvicorn logs, without an address, when somebody sends nonsense; the door logs what matters of it."""
LARGEST_MESSAGE: Final = 16 * 1024
GRACE: Final = 10
SWITCH: Final = 0.001
"""Seconds that a thread may compute while the event loop waits for its turn."""


class Server(uvicorn.Server):
    """Ends when it is told to: says goodbye to everybody, and that all is well.

    `ready` is called as soon as it answers.
    """

    def __init__(self, settings: Settings, ready: Callable[[], None] | None = None) -> None:
        door = create_app(settings)
        self._house = door.service.house
        self._settings = settings
        self._ready = ready
        super().__init__(_config(door, settings))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.freeze()  # what is here now stays: the collector need not look at it again
            whereabouts.note(self._settings)
            log.info("serving", extra={"url": self._settings.base})
            if self._ready is not None:
                self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        whereabouts.forget(self._settings)
        await self._house.say_goodbye()
        await super().shutdown(sockets)
        log.info("stopped")

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {sign: signal.signal(sign, self.handle_exit) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)


class JsonLines(logging.Formatter):
    """One line an event: when, how grave, what, and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {name: value for name, value in record.__dict__.items() if name not in OWN}
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"at": f"{at}Z", "level": record.levelname.lower(), "event": record.getMessage(), **facts}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def is_news(record: logging.LogRecord) -> bool:
    """Tell whether a record is worth a line: what others do wrong is no error of ours."""
    said = record.getMessage()
    return not any(known in said for known in NO_NEWS)


def log_to_stderr(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(is_news)
    for name in ("foldtale", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level.upper() if name == "foldtale" else logging.WARNING)
        logger.propagate = False


def _config(door: Door, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        door,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        http=Bounded,
        ws=Ended,
        server_header=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
    )


def allow_many_files() -> None:
    """Every connection is a file: open as many as the system allows."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(
    settings: Settings,
    level: str = "info",
    at: socket.socket | None = None,
    ready: Callable[[], None] | None = None,
) -> int:
    """Serve until somebody stops it: at the address of the settings, or at a socket that is there already."""
    log_to_stderr(level)
    allow_many_files()
    sys.setswitchinterval(SWITCH)
    Store(settings.store).close()
    running = Server(settings, ready)
    running.run([at] if at is not None else None)
    return 0 if running.started else 1
