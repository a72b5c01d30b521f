"""Worker processes: what they return, when they are refused, and what happens when one ends or hangs."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from functools import partial
from typing import Any

import msgspec
import pytest

from foldtale import games
from foldtale.kernel import Match
from foldtale.kernel.match import SAME_DICE
from foldtale.kernel.tale import header_of, written
from foldtale.table import workers as pool
from foldtale.table.desk import Chair, Desk, write_desk
from foldtale.table.jobs import JOBS, Past
from foldtale.table.refusals import Refused
from foldtale.table.work import LONG, Account, in_turn, metered
from foldtale.table.worker import Order, framed
from foldtale.table.workers import SMALL, Workers

PATIENCE = 120.0
DESK = write_desk(Desk((Chair("person", "Ada"), Chair("person", "Bo"))))


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, PATIENCE))


def played(answers: int = 40, undos: int = 60) -> Match:
    """A match with more lines than are read in the event loop, many of them taken back."""
    game = games.get("wonderbook")
    match = Match.new(game, game.setup(players=2), seed=3, undo=SAME_DICE)
    draw = random.Random(3)
    for _ in range(answers):
        match.answer(draw.randrange(len(match.options)))
    for _ in range(undos):
        match.answer(draw.randrange(len(match.options)))
        match.undo()
    assert len(match.log) > SMALL
    return match


def past_of(match: Match) -> Past:
    lines = [msgspec.json.encode(line).decode() for line in match.log]
    return Past("here", "table", 1, len(lines), msgspec.json.encode(header_of(match)).decode(), lines)


def test_a_worker_returns_what_the_job_returns_here() -> None:
    match = played()
    past = past_of(match)

    async def compare() -> None:
        workers = Workers(1)
        for job, given in {
            "moment": (past, match.number // 2, DESK, 0, "en"),
            "view_file": (past, DESK, 1, "it"),
            "is_over": (past,),
        }.items():
            assert await workers.run(job, *given, size=past.count) == JOBS[job](*given), job
        known = Past("here", "table", 1, past.count)
        assert await workers.run("is_over", known, size=past.count) is match.over
        with pytest.raises(Refused, match="there are questions 1 to"):
            await workers.run("moment", known, match.number + 1, DESK, 0, "en", size=past.count)
        await workers.stop()

    run(compare())


def test_a_taken_in_tale_and_an_opened_match_are_the_match() -> None:
    match = played()

    async def compare() -> None:
        workers = Workers(1)
        taken = await workers.run("take_in", written(match), SAME_DICE, size=len(match.log))
        assert [msgspec.json.decode(line) for line in taken.lines] == match.log
        given = taken.header, taken.lines, taken.seed, SAME_DICE
        opened = await workers.run("open_match", *given, size=len(match.log))
        assert (opened.line, opened.problem) == (0, "")
        assert opened.frozen == taken.frozen
        broken = [*taken.lines[:20], taken.lines[30]]
        opened = await workers.run("open_match", taken.header, broken, 1, SAME_DICE, size=SMALL + 1)
        assert opened.line == 22
        await workers.stop()

    run(compare())


def test_a_job_that_takes_too_long_is_refused_and_its_worker_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    past = past_of(played())

    async def hang() -> None:
        workers = Workers(1)
        monkeypatch.setattr(pool, "BUDGET", 0.0)
        with pytest.raises(Refused, match="takes too long"):
            await workers.run("is_over", past, size=past.count)
        monkeypatch.setattr(pool, "BUDGET", PATIENCE)
        assert await workers.run("is_over", past, size=past.count) is False
        await workers.stop()

    run(hang())


def test_a_worker_that_ends_by_itself_is_replaced() -> None:
    past = past_of(played())

    async def kill() -> None:
        workers = Workers(1)
        await workers.start_one()
        os.kill(workers._idle[0].pid, signal.SIGKILL)
        assert await workers.run("is_over", past, size=past.count) is False
        await workers.stop()

    run(kill())


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_worker_whose_service_was_killed_ends_without_a_word(is_whole: bool) -> None:
    """Whether half an order has come, or nobody reads the result any more."""
    code = "from foldtale.table.worker import main; main()"
    paths = os.pathsep.join([path for path in sys.path if path])
    worker = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert worker.stdout is not None
    assert worker.stdin is not None
    assert worker.stderr is not None
    order = framed(Order("no such job", ()))
    worker.stdout.close()
    worker.stdin.write(order if is_whole else order[:-3])
    worker.stdin.close()
    assert worker.stderr.read() == b""
    assert worker.wait(PATIENCE) == 0
    worker.stderr.close()


def test_whoever_comes_when_many_wait_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    past = past_of(played())
    go_on = asyncio.Event()
    exchange = pool.exchange

    async def slow(*given: Any) -> Any:
        await go_on.wait()
        return await exchange(*given)

    async def crowd() -> None:
        monkeypatch.setattr(pool, "exchange", slow)
        workers = Workers(1)
        waiting = [
            asyncio.create_task(workers.run("is_over", past, size=past.count))
            for _ in range(pool.MOST_OF_ONE)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too many people"):
            await workers.run("is_over", past, size=past.count)
        waiting.pop().cancel()
        go_on.set()
        assert await asyncio.gather(*waiting) == [False] * len(waiting)
        await workers.stop()

    run(crowd())


def test_who_asks_pays_for_what_a_worker_does_and_not_for_waiting() -> None:
    past = past_of(played())
    paid: list[float] = []

    async def ask(workers: Workers) -> bool:
        await asyncio.sleep(0.2)
        return bool(await workers.run("is_over", past, size=past.count))

    async def pay() -> None:
        workers = Workers(1)
        assert await metered(ask(workers), Account("ada", paid.append)) is False
        await workers.stop()

    run(pay())
    assert len(paid) > 2
    assert min(paid) >= 0
    assert max(paid) > 0


def test_of_one_address_few_jobs_wait_so_that_others_find_room(monkeypatch: pytest.MonkeyPatch) -> None:
    past = past_of(played())

    async def greedy() -> None:
        workers = Workers(1)
        ask = partial(workers.run, "is_over", past, size=past.count)
        ada, bo = (Account(name, lambda seconds: None) for name in ("ada", "bo"))
        tasks = [asyncio.ensure_future(metered(ask(), ada)) for _ in range(pool.MOST_OF_ONE + 1)]
        other = asyncio.ensure_future(metered(ask(), bo))
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(result, Refused) for result in results] == [False] * pool.MOST_OF_ONE + [True]
        assert await other is False
        await workers.stop()

    run(greedy())


def test_long_work_of_one_address_lets_others_go_between() -> None:
    order: list[str] = []

    def work(name: str) -> None:
        order.append(name)
        until = time.thread_time() + 2 * LONG
        while time.thread_time() < until:
            pass

    async def take_turns() -> None:
        ada, bo = (Account(name, lambda seconds: None) for name in ("ada", "bo"))
        turns = [in_turn(ada, partial(work, "ada")) for _ in range(4)]
        await asyncio.gather(*turns, *[in_turn(bo, partial(work, "bo")) for _ in range(2)])

    run(take_turns())
    assert order.index("bo") < 2
    assert len([name for name in order[:4] if name == "bo"]) == 2


def test_a_metered_task_that_is_cancelled_or_fails_ends_as_it_would() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("as ever")

    async def wait() -> str:
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            return "stopped"
        return "waited"

    async def check() -> None:
        with pytest.raises(ValueError, match="as ever"):
            await metered(fail(), Account("ada", lambda seconds: None))
        task = asyncio.ensure_future(metered(wait(), Account("ada", lambda seconds: None)))
        await asyncio.sleep(0)
        task.cancel()
        assert await task == "stopped"

    run(check())
