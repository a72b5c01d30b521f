"""Look up the addresses of host names in a few threads that serve nothing else.

A lookup cannot be interrupted, and a hostile name server can make it last half a minute. In asyncio's shared
threads it would hold up everything else that runs there, such as a stranger's history.
"""

from __future__ import annotations

import asyncio
import queue
import socket
import threading
from concurrent.futures import Future
from typing import Final, TypeAlias

THREADS: Final = 4
MOST_WAITING: Final = 64

Lookup: TypeAlias = "tuple[str, int, Future[list[str]]]"


class ResolverBusy(OSError):
    """Every thread is busy and the queue is full: this name is not looked up."""


class Resolver:
    """At most `threads` lookups run and at most `most_waiting` wait; further ones are refused.

    The threads are daemons, and start with the first lookups: nobody waits for them when the process ends.
    """

    def __init__(self, threads: int = THREADS, most_waiting: int = MOST_WAITING) -> None:
        self._lookups: queue.Queue[Lookup] = queue.Queue(most_waiting)
        self._most_threads = threads
        self._threads = 0

    async def addresses(self, host: str, port: int) -> list[str]:
        """Return the addresses of `host`, each once; raise ResolverBusy if there is no room to wait.

        A caller that stops waiting leaves the queue, but a lookup that has begun runs to its end.
        """
        found: Future[list[str]] = Future()
        try:
            self._lookups.put_nowait((host, port, found))
        except queue.Full:
            raise ResolverBusy("too many names are being looked up") from None
        if self._threads < self._most_threads:
            self._threads += 1
            threading.Thread(target=self._work, name="foldtale-resolver", daemon=True).start()
        return await asyncio.wrap_future(found)

    def _work(self) -> None:
        while True:
            host, port, found = self._lookups.get()
            if found.set_running_or_notify_cancel():
                _look_up(host, port, found)


def _look_up(host: str, port: int, found: Future[list[str]]) -> None:
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except Exception as error:
        found.set_exception(error)
    else:
        found.set_result(list(dict.fromkeys([str(place[0]) for *_, place in places])))
