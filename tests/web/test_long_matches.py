"""A long match costs whoever asks for it, and nobody else: workers, limits and budgets of work."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from foldtale import games
from foldtale.kernel import Match
from foldtale.kernel.tale import written
from foldtale.table import answering, house, views, workers
from foldtale.table import table as tables
from foldtale.table.messages import Answer
from foldtale.table.refusals import Refused
from foldtale.table.store import Store
from foldtale.table.work import client
from foldtale.web.door import Buckets
from tests.table.given import ADA, BO, NOW, say, table, why_not
from tests.table.test_workers import PATIENCE, played
from tests.web.hunting import Guest, Served, Wire, serving
from tests.web.test_door import ELSEWHERE, PIG, post, request, send

OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, PATIENCE))


def with_hands() -> Match:
    """A long match in which each seat has cards that the other must not see."""
    game = games.get("grimm")
    match = Match.new(game, game.setup(players=2), seed=3)
    draw = random.Random(3)
    while len(match.log) <= 2 * workers.SMALL:
        match.answer(draw.randrange(len(match.options)))
    return match


async def taken_in(served: Served, wire: Wire, match: Match | None = None) -> tuple[str, int]:
    """A table with a long match, and its open question."""
    places = [{"who": "me"}, {"who": "open"}]
    tale = written(match or played())
    reply = await wire.ask("POST", "/api/tables/import", {"tale": tale, "places": places, "options": {}})
    assert reply.status == 201, reply.text[:500]
    return reply.json["table"], reply.json["scene"]["ask"]["number"]


def test_others_are_answered_while_a_worker_reads_a_long_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking in, looking back and opening go to a worker, and nobody else waits for it."""
    exchange = workers.exchange
    held: list[tuple[str, asyncio.Event]] = []

    async def slow(worker: Any, order: Any) -> Any:
        held.append((order.job, asyncio.Event()))
        await held[-1][1].wait()
        return await exchange(worker, order)

    async def check() -> None:
        monkeypatch.setattr(workers, "exchange", slow)
        monkeypatch.setattr(workers, "BUDGET", PATIENCE)
        async with serving() as served:
            asker, other = Wire(served.port), Wire(served.port)

            async def jobs_for(asked: Coroutine[Any, Any, Any]) -> tuple[Any, set[str]]:
                """What is answered, and which jobs that took; while each is held up, others are answered."""
                before = len(held)
                task = asyncio.create_task(asked)
                while not task.done():
                    if held and not held[-1][1].is_set():
                        assert (await other.ask("GET", "/health")).status == 200
                        assert not task.done()
                        held[-1][1].set()
                    await asyncio.sleep(0.01)
                return await task, {job for job, _ in held[before:]}

            (table, number), jobs = await jobs_for(taken_in(served, asker))
            assert jobs == {"take_in"}
            path = f"/api/tables/{table}"
            past = f"{path}/history?seat=0&number={number // 2}"
            reply, jobs = await jobs_for(asker.ask("GET", past))
            assert (reply.status, jobs) == (200, {"moment"})
            live = served.house.live(table)
            live.table = None
            reply, jobs = await jobs_for(asker.ask("GET", f"{path}?seat=0"))
            assert (reply.json["scene"]["ask"]["number"], jobs) == (number, set()), "there is a snapshot"
            live.table = None
            await served.house.store._do(lambda db: db.run("DELETE FROM snapshots"))
            again, jobs = await jobs_for(asker.ask("GET", f"{path}?seat=0"))
            assert (again.json, jobs) == (reply.json, {"open_match"})
            live.table = None
            _, jobs = await jobs_for(asker.ask("GET", f"{path}?seat=0"))
            assert jobs == set(), "the snapshot is kept again"
            await asker.close()
            await other.close()

    run(check())


def test_a_worker_writes_the_file_of_a_long_view(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[str] = []
    exchange = workers.exchange

    async def noted(worker: Any, order: Any) -> Any:
        jobs.append(order.job)
        return await exchange(worker, order)

    async def check() -> None:
        monkeypatch.setattr(workers, "exchange", noted)
        monkeypatch.setattr(workers, "BUDGET", PATIENCE)
        async with serving() as served:
            asker = Wire(served.port)
            table, _ = await taken_in(served, asker, with_hands())
            jobs.clear()
            reply = await asker.ask("GET", f"/api/tables/{table}/export?seat=0")
            assert (reply.status, set(jobs)) == (200, {"view_file"})
            await asker.close()

    run(check())


def test_a_whole_tale_is_joined_by_the_database(monkeypatch: pytest.MonkeyPatch, store_url: str) -> None:
    """Not line by line in Python, nor in the thread that keeps answers; and the asker pays for it."""
    rows: list[int] = []
    charged: list[float] = []

    async def check() -> None:
        async with serving(store_url) as served:
            wire = Wire(served.port)
            table, _ = await taken_in(served, wire)
            header, lines = await served.house.store.past(table, 1) or ("", [])
            database = type(served.house.store._database)
            really = database.rows_apart

            def counted(self: Any, sql: str, *values: Any) -> Any:
                found = really(self, sql, *values)
                rows.append(len(found))
                return found

            monkeypatch.setattr(database, "rows_apart", counted)
            monkeypatch.setattr("foldtale.table.archive.charge", charged.append)
            reply = await wire.ask("GET", f"/api/tables/{table}/export?seat=0")
            end = f'{{"end": {len(lines) + 1}, "over": false}}'
            assert reply.body.decode() == "\n".join([header, *lines, end, ""])
            await wire.close()

    run(check())
    assert rows == [1]
    assert len(charged) == 1


def test_whole_tales_are_read_one_at_a_time_and_the_addresses_take_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Six at once would keep whoever plays waiting six times as long in the store."""
    really = Store.whole_match
    held: list[tuple[str, asyncio.Event]] = []

    async def hold(self: Store, ident: str, match: int) -> Any:
        assert all(may_go.is_set() for _, may_go in held)
        held.append((client(), asyncio.Event()))
        await held[-1][1].wait()
        return await really(self, ident, match)

    async def check() -> None:
        monkeypatch.setattr(Store, "whole_match", hold)
        async with serving() as served:
            made = await send(served, post("/api/tables", PIG))
            export = f"/api/tables/{json.loads(made.body)['table']}/export?seat=0"
            asked = request(export, f"Cookie: foldtale={made.session}")
            tasks = [asyncio.create_task(send(served, asked, ELSEWHERE)) for _ in range(3)]
            while not held:
                await asyncio.sleep(0.01)
            tasks.append(asyncio.create_task(send(served, asked)))
            while not served.house.archive._reading_tale._waiters:
                await asyncio.sleep(0.01)
            while not all(task.done() for task in tasks):
                held[-1][1].set()
                await asyncio.sleep(0.01)
            assert {(await task).status for task in tasks} == {200}

    run(check())
    assert [who for who, _ in held] == [ELSEWHERE, "127.0.0.1", ELSEWHERE, ELSEWHERE]


def test_tables_are_frozen_one_at_a_time_while_people_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of them grow too long in the same moment; none is left out for good."""
    really = house.freeze
    under_way: list[Match] = []
    together: list[int] = []

    def slowly(match: Match) -> bytes:
        under_way.append(match)
        together.append(len(under_way))
        time.sleep(0.02)
        under_way.remove(match)
        return really(match)

    async def check() -> None:
        monkeypatch.setattr(house, "SNAPSHOT_SOON", 3)
        monkeypatch.setattr(house, "freeze", slowly)
        keeper = house.House(house.HouseSettings())
        await keeper.start()
        tables = [table("pig", ADA, ADA) for _ in range(6)]
        for made in tables:
            await keeper.add(made)

        async def hold(made: Any, number: int) -> None:
            said = Answer((number - 1) % 2, number, ("hold",))
            await keeper.act(made.id, lambda at: answering.answer(at, ADA, said, NOW))

        left, number = {made.id for made in tables}, 0
        while left:
            number += 1
            await asyncio.gather(*(hold(made, number) for made in tables))
            await asyncio.sleep(0.05)
            left = {ident for ident in left if await keeper.store.snapshot(ident, 1) is None}
        await keeper.stop()

    run(check())
    assert set(together) == {1}


def test_a_match_that_is_as_long_as_it_may_be_takes_no_more_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table("pig", ADA, BO)
    for _ in range(3):
        say(made, "hold")
    monkeypatch.setattr(tables, "MOST_LINES", 3)
    assert why_not(lambda: say(made, "hold")) == "too long"
    from foldtale.table.matches import again
    from foldtale.table.messages import Again

    again(made, ADA, Again("rematch"), NOW)
    assert (made.number, made.match.number) == (2, 1)


def test_a_tale_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played()
    monkeypatch.setattr(tables, "MOST_LINES", len(match.log))
    with pytest.raises(Refused, match=f"at most {len(match.log)} lines"):
        tables.read_tale(written(match), "forbid", 1)
    monkeypatch.setattr(tables, "MOST_LINES", len(match.log) + 1)
    assert tables.read_tale(written(match), "forbid", 1).number == match.number


def test_a_tale_with_too_many_undos_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(undos=60)
    monkeypatch.setattr(tables, "MOST_UNDOS", 59)
    with pytest.raises(Refused, match="59 undos"):
        tables.read_tale(written(match), "same dice", 1)
    monkeypatch.setattr(tables, "MOST_UNDOS", 60)
    assert tables.read_tale(written(match), "same dice", 1).number == match.number


@pytest.mark.parametrize(
    "limit",
    [
        f"at most {tables.MOST_LINES:,} lines",
        f"{tables.MOST_UNDOS} may be undos",
        f"Matches of more than {workers.SMALL} lines",
        f"A job has {workers.BUDGET:.0f} seconds",
        f"{workers.MOST_OF_ONE} jobs of an address or {workers.MOST_WAITING} in all",
        f"the latest {views.MOST_TOLD:,} lines of a story",
    ],
)
def test_the_operations_page_states_the_limits_of_long_matches(limit: str) -> None:
    assert limit in " ".join(OPERATIONS.split())


def test_of_a_long_story_the_latest_lines_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table("pig", ADA, BO)
    for _ in range(12):
        say(made, "hold")
    whole = views.story_part(made, 0)
    assert (whole.since, whole.anew) == (0, True)
    made.seen.clear()
    monkeypatch.setattr(views, "MOST_TOLD", 5)
    part = views.story_part(made, 0)
    assert (part.since, part.anew, part.mark) == (len(whole.lines) - 5, True, whole.mark)
    assert part.lines == whole.lines[-5:]
    say(made, "hold")
    since = views.story_part(made, 0, part.mark)
    assert (since.since, since.anew) == (len(whole.lines), False)


def test_who_has_caused_too_much_work_waits_and_others_do_not() -> None:
    async def check() -> None:
        async with serving(work_per_client=1e-6) as served:
            first = await send(served, request("/api/games"), ELSEWHERE)
            assert first.status == 200
            second = await send(served, request("/health"), ELSEWHERE)
            assert second.refused == (429, "too much")
            assert "retry-after: " in second.head.lower()
            assert (await send(served, request("/health"))).status == 200

    run(check())


def test_when_all_together_cause_too_much_work_everybody_hears_when_to_come_again() -> None:
    async def check() -> None:
        async with serving(work=1e-6) as served:
            assert (await send(served, request("/api/games"), ELSEWHERE)).status == 200
            reply = await send(served, request("/health"))
            assert reply.refused == (503, "busy")
            assert "retry-after: " in reply.head.lower()

    run(check())


def test_a_socket_whose_address_has_caused_too_much_work_is_read_later_and_not_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owes: list[float] = []
    monkeypatch.setattr(Buckets, "wait", lambda self, client: owes.pop() if owes else 0.0)

    async def check() -> None:
        async with serving() as served:
            ada = Guest(served, "ada")
            table = (await ada.http.ask("POST", "/api/tables", PIG)).json["table"]
            ear = await ada.listen(table, 0)
            owes.append(0.05)
            assert (await ear.do(do="look", id=1))["kind"] == "done"
            assert not owes
            assert not ear.closed
            await ada.go()

    run(check())


def test_the_whole_view_is_made_once_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table("pig", ADA, BO)
    say(made, "hold")
    first = views.whole_view(made, ADA, 0, (), 0.0)
    monkeypatch.setattr(views, "teller", None)
    assert json.dumps(views.whole_view(made, ADA, 0, (), 0.0).story.lines) == json.dumps(first.story.lines)
