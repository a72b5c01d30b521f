"""Worker processes for jobs that would hold up everybody else in the event loop."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from typing import Any, Final

from foldtale.table.jobs import JOBS
from foldtale.table.refusals import Refused
from foldtale.table.work import charge, client
from foldtale.table.worker import LENGTH, NICE, Order, Result, framed

log = logging.getLogger("foldtale")
SMALL: Final = 150
"""Lines of a match whose jobs are carried out at once, since a worker would take longer to hear of them."""
ANY: Final = SMALL + 1
"""The size of jobs that always go to a worker."""
BUDGET: Final = 20.0
"""Seconds that a job may take."""
MOST_WAITING: Final = 64
MOST_OF_ONE: Final = 16
"""Jobs that may be under way or wait: in all, and of one address."""
AT_ONCE: Final = 1 << 25
"""Bytes of a result that may wait to be read, so that reading a long one is never stopped and begun again."""
IN_LINE: Final = 2
"""Jobs of one address that wait for a worker beside those of others; its further ones wait for these."""
BUSY: Final = "too many people look back at long matches just now; try again in a few seconds"
TOO_LONG: Final = "this match takes too long to read"


class WorkerEnded(RuntimeError):
    """A worker process has ended by itself."""


class Workers:
    """A few processes that carry out jobs; each is started when it is needed first."""

    def __init__(self, count: int = 0, nice: int = NICE) -> None:
        """Without `count`, leave one core to the event loop; `nice` is the priority of the processes."""
        self._nice = nice
        self.count = count or max(1, (os.cpu_count() or 1) - 1)
        self._free = asyncio.Semaphore(self.count)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._under_way: set[asyncio.Task[Result]] = set()
        self._shares: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()

    async def run(self, job: str, *given: Any, size: int) -> Any:
        """Return what a job returns; `size` is the number of lines of its match."""
        if size <= SMALL:
            return JOBS[job](*given)
        who = client()
        if self._waiting.total() >= MOST_WAITING or self._waiting[who] >= MOST_OF_ONE:
            raise Refused("busy", BUSY)
        self._waiting[who] += 1
        share = self._shares.setdefault(who, asyncio.Semaphore(IN_LINE))
        try:
            async with share, self._free:
                task = asyncio.create_task(self._try_twice(Order(job, given)))
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)
                result = await asyncio.shield(task)
        finally:
            self._waiting -= Counter([who])
            if not self._waiting[who]:
                self._shares.pop(who, None)
        charge(result.spent)
        if result.error is not None:
            raise result.error
        return result.data

    async def _try_twice(self, order: Order) -> Result:
        """Carry out an order; once more in another worker, if the first one has ended."""
        try:
            return await self._in_a_process(order)
        except WorkerEnded:
            return await self._in_a_process(order)

    async def _in_a_process(self, order: Order) -> Result:
        """Carry out an order in a worker; one that takes too long or ends by itself is replaced."""
        worker = self._idle.pop() if self._idle else await self._start()
        try:
            async with asyncio.timeout(BUDGET):
                result = await exchange(worker, order)
        except TimeoutError:
            log.warning("a job took too long", extra={"job": order.job})
            await self._end(worker)
            return Result(error=Refused("busy", TOO_LONG))
        except (OSError, EOFError) as error:
            await self._end(worker)
            raise WorkerEnded(f"a worker ended by itself: {error!r}") from None
        self._idle.append(worker)
        return result

    async def start_one(self) -> None:
        """Have a worker ready before it is needed."""
        if not self._all:
            self._idle.append(await self._start())

    async def _start(self) -> Process:
        paths = os.pathsep.join([path for path in sys.path if path])
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            f"from foldtale.table.worker import main; main({self._nice})",
            stdin=PIPE,
            stdout=PIPE,
            limit=AT_ONCE,
            env={**os.environ, "PYTHONPATH": paths},
        )
        self._all.add(worker)
        return worker

    async def _end(self, worker: Process) -> None:
        self._all.discard(worker)
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()

    async def stop(self) -> None:
        for task in list(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        for worker in list(self._all):
            await self._end(worker)


async def exchange(worker: Process, order: Order) -> Result:
    """Send an order to a worker and wait for what comes of it."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(framed(order))
    await worker.stdin.drain()
    size = await worker.stdout.readexactly(LENGTH)
    result: Result = pickle.loads(await worker.stdout.readexactly(int.from_bytes(size, "big")))
    return result
