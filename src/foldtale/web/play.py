"""Play in the browser: a service for this machine alone, and a window of the browser at it."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from typing import Final

from msgspec.structs import replace

from foldtale.table.database import StoreInUse, file_of
from foldtale.table.store import Store
from foldtale.web import whereabouts
from foldtale.web.serve import serve
from foldtale.web.settings import Settings

USUAL: Final = 4747
"""The port that is tried first, so that addresses and what the browser keeps for them stay the same."""
BACKLOG: Final = 128
HERE: Final = "127.0.0.1"


class PortTaken(ValueError):
    """Somebody else has the port."""


def play(settings: Settings, port: int = 0, with_browser: bool = True, level: str = "warning") -> int:
    """Serve until Ctrl-C. If the tables are open already, go there instead."""
    try:
        Store(settings.store).close()
    except StoreInUse:
        return go_there(settings.store, with_browser)
    listening = listen(port)
    settings = replace(settings, host=HERE, port=listening.getsockname()[1])
    url = f"{settings.base}/"

    def welcome() -> None:
        print(f"Foldtale is open at {url}\nTo close it, press Ctrl-C here.", flush=True)
        if with_browser:
            show(url)

    code = serve(settings, level, listening, welcome)
    if code == 0:
        print("\nFoldtale is closed, and your tables are kept. See you soon!")
    return code


def go_there(store: str, with_browser: bool) -> int:
    """Show the service that has the tables open."""
    url = whereabouts.find(store)
    if not url:
        raise StoreInUse(f"another process has {file_of(store)} open, and does not answer")
    print(f"Foldtale is open already, at {url}/ (--store opens other tables beside it)", flush=True)
    if with_browser:
        show(f"{url}/", wait=True)
    return 0


def listen(port: int) -> socket.socket:
    """A socket for this machine alone: at this port, or else at the usual one, or at any that is free."""
    for wanted in (port,) if port else (USUAL, 0):
        found = socket.socket()
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HERE, wanted))
            found.listen(BACKLOG)
            return found
        except OSError:
            found.close()
    raise PortTaken(f"somebody else has port {port}; without --port a free one is found")


def has_screen() -> bool:
    """Whether a browser would have a window; one in the terminal would only be in the way."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def show(url: str, wait: bool = False) -> None:
    """Open the browser, beside everything else."""
    if has_screen():
        opening = threading.Thread(target=webbrowser.open, args=(url,), daemon=True)
        opening.start()
        if wait:
            opening.join(10)
