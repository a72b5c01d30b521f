"""Where the service of a store is: noted beside its file, so that whoever comes next finds it."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.request import ProxyHandler, build_opener

from foldtale.kernel.home import open_private
from foldtale.table.database import file_of
from foldtale.web.settings import Settings

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
"""Addresses to listen at that are not addresses to go to."""
SECONDS: Final = 5.0
LONGEST: Final = 100


def note(settings: Settings) -> None:
    """Write down where the service is. If that fails, it is only harder to find."""
    if path := _beside(settings.store):
        with suppress(OSError), os.fdopen(open_private(path, os.O_WRONLY | os.O_TRUNC), "wb") as file:
            file.write(local_url(settings).encode())


def forget(settings: Settings) -> None:
    if path := _beside(settings.store):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def find(store: str, seconds: float = SECONDS) -> str:
    """The URL of the service that has a store, once it answers; nothing if it does not in this time."""
    until = time.monotonic() + seconds
    while True:
        url = noted(store)
        if url and answers(url):
            return url
        if time.monotonic() > until:
            return ""
        time.sleep(0.1)


def noted(store: str) -> str:
    path = _beside(store)
    try:
        said = path.read_text(encoding="utf-8")[:LONGEST] if path else ""
    except (OSError, UnicodeDecodeError):
        return ""
    return said if said.startswith("http://") else ""


def answers(url: str) -> bool:
    """Whether a service like this one is there. Proxies are not for this machine."""
    try:
        with build_opener(ProxyHandler({})).open(f"{url}/health", timeout=2) as answer:
            said = json.load(answer)
    except (OSError, ValueError):
        return False
    return isinstance(said, dict) and {"version", "tables", "in_memory"} <= said.keys()


def local_url(settings: Settings) -> str:
    """How the service is reached from this machine."""
    host = EVERYWHERE.get(settings.host, settings.host_name)
    return f"http://{host}:{settings.port}"


def _beside(store: str) -> Path | None:
    file = file_of(store)
    return Path(f"{os.path.realpath(file)}.address") if file else None
