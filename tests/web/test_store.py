"""What a store promises, on SQLite and on a real PostgreSQL alike."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from foldtale.table.database import MIGRATIONS, BadStore, connect
from foldtale.table.store import Change, Kept, Store, StoreDown

DESK = b'{"chairs":[]}'


def kept(ident: str, lines: tuple[str, ...] = ()) -> Kept:
    return Kept(ident, 0, 1, DESK, '{"tale":1}', 2**64 - 1, list(lines))


def on(url: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await asyncio.to_thread(Store, url)
        try:
            await work(store)
        finally:
            await asyncio.to_thread(store.close)

    asyncio.run(run())


def test_a_table_comes_back_as_it_was_kept_also_after_the_store_was_closed(store_url: str) -> None:
    async def make(store: Store) -> None:
        await store.create(kept("one", ("a", "é \u2028 b")))

    async def find(store: Store) -> None:
        found = await store.load("one")
        assert found is not None
        assert found._replace(touched=0.0) == kept("one", ("a", "é \u2028 b"))
        assert found.touched > 0
        assert await store.load("two") is None

    on(store_url, make)
    on(store_url, find)


def test_a_change_counts_only_if_the_table_is_as_it_was_seen(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create(kept("one", ("a",)))
        assert await store.commit(Change("one", 0, 1, b'{"chairs":[1]}', 1, ["b", "c"]))
        assert not await store.commit(Change("one", 0, 1, DESK, 1, ["other"]))
        assert not await store.commit(Change("none", 0, 1, DESK, 0, ["other"]))
        found = await store.load("one")
        assert found is not None
        assert (found.rev, found.desk, found.lines) == (1, b'{"chairs":[1]}', ["a", "b", "c"])

    on(store_url, work)


def test_of_many_who_change_at_once_one_wins(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create(kept("one"))
        won = [store.commit(Change("one", 0, 1, DESK, 0, [str(n)])) for n in range(40)]
        assert sum(await asyncio.gather(*won)) == 1
        found = await store.load("one")
        assert found is not None
        assert len(found.lines) == 1

    on(store_url, work)


def test_many_tables_change_at_once_and_none_waits_for_another(store_url: str) -> None:
    async def work(store: Store) -> None:
        names = [f"t{n}" for n in range(60)]
        await asyncio.gather(*[store.create(kept(name)) for name in names])
        for rev in range(5):
            changes = [store.commit(Change(name, rev, 1, DESK, rev, [f"{name} {rev}"])) for name in names]
            assert all(await asyncio.gather(*changes))
        for name in names:
            found = await store.load(name)
            assert found is not None
            assert found.lines == [f"{name} {rev}" for rev in range(5)]

    on(store_url, work)


def test_one_that_fails_takes_nothing_with_it(store_url: str) -> None:
    """Changes share a transaction; a faulty one is refused alone."""

    async def work(store: Store) -> None:
        await store.create(kept("one"))
        good = [store.create(kept(f"t{n}")) for n in range(10)]
        results = await asyncio.gather(
            *good[:5], store.create(kept("one")), *good[5:], return_exceptions=True
        )
        assert [result is None for result in results] == [True] * 5 + [False] + [True] * 5
        assert await store.ping() == 11

    on(store_url, work)


def test_asking_often_whether_the_store_is_well_writes_once(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foldtale.table.store.PROBE_SECONDS", 3600.0)

    async def work(store: Store) -> None:
        writes = count_probes(store, monkeypatch)
        await store.create(kept("one"))
        assert await asyncio.gather(*[store.ping() for _ in range(20)]) == [1] * 20
        await store.create(kept("two"))
        assert await store.ping() == 1, "this is an hour old at most"
        assert len(writes) == 1
        monkeypatch.setattr("foldtale.table.store.PROBE_SECONDS", 0.0)
        assert await store.ping() == 2
        assert len(writes) == 2

    on(store_url, work)


def count_probes(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Return a list that grows by one with every probe of the store."""
    probes: list[None] = []
    write = store._database.try_to_write

    def counted() -> None:
        probes.append(None)
        write()

    monkeypatch.setattr(store._database, "try_to_write", counted)
    return probes


def test_who_leaves_while_the_store_is_probed_takes_the_result_from_nobody(store_url: str) -> None:
    async def work(store: Store) -> None:
        free = threading.Event()
        busy = asyncio.create_task(store._do(lambda db: free.wait()))
        leaver, other = asyncio.create_task(store.ping()), asyncio.create_task(store.ping())
        await asyncio.sleep(0)
        leaver.cancel()
        await asyncio.gather(leaver, return_exceptions=True)
        free.set()
        assert await other == 0
        await busy

    on(store_url, work)


def test_a_probe_leaves_nothing_that_grows(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foldtale.table.store.PROBE_SECONDS", 0.0)

    async def work(store: Store) -> None:
        for _ in range(5):
            await store.ping()
        rows = await store._do(lambda db: db.rows("SELECT count(*) FROM probes"))
        assert rows[0][0] <= 1

    on(store_url, work)


def test_a_probe_that_fails_takes_no_answer_with_it(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A probe needs more room than an answer, so both may wait at once and only one of them fit."""

    async def work(store: Store) -> None:
        await store.create(kept("one"))
        monkeypatch.setattr(store._database, "try_to_write", lambda: store._database.run("no SQL"))
        free = threading.Event()
        busy = asyncio.create_task(store._do(lambda db: free.wait()))
        probe = asyncio.create_task(store.ping())
        answer = asyncio.create_task(store.commit(Change("one", 0, 1, DESK, 0, ["a"])))
        await asyncio.sleep(0)
        free.set()
        assert await answer
        with pytest.raises(Exception, match="syntax"):
            await probe
        await busy

    on(store_url, work)


def test_a_line_is_never_written_twice_in_one_place(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create(kept("one", ("a",)))
        with pytest.raises(Exception, match=r"(?i)unique|duplicate"):
            await store.commit(Change("one", 0, 1, DESK, 0, ["other"]))
        found = await store.load("one")
        assert found is not None
        assert (found.rev, found.lines) == (0, ["a"])

    on(store_url, work)


def test_a_table_has_one_match_after_another(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create(kept("one", ("a", "b")))
        assert await store.commit(Change("one", 0, 2, DESK, 0, ["x"], ('{"tale":1,"game":"pig"}', 5)))
        found = await store.load("one")
        assert found is not None
        assert (found.match, found.header, found.seed, found.lines) == (
            2,
            '{"tale":1,"game":"pig"}',
            5,
            ["x"],
        )
        assert await store.past("one", 1) == ('{"tale":1}', ["a", "b"])
        assert await store.past("one", 3) is None
        since = await store.load("one", 1)
        assert since is not None
        assert since.lines == []

    on(store_url, work)


def test_whoever_has_a_place_finds_their_tables_and_nobody_elses(store_url: str) -> None:
    async def work(store: Store) -> None:
        for name in ("one", "two", "three"):
            await store.create(kept(name))
        for name in ("one", "three", "three"):
            await store.hold("ada", name)
        await store.hold("bo", "two")
        await store.commit(Change("one", 0, 1, DESK, 0, []))
        assert await store.held_by("ada", 10) == ["one", "three"]
        assert await store.held_by("ada", 1) == ["one"]
        assert await store.held_by("cy", 10) == []
        await store.let_go("ada", "one")
        assert await store.held_by("ada", 10) == ["three"]

    on(store_url, work)


def test_a_deleted_table_leaves_nothing(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create(kept("one", ("a",)))
        await store.hold("ada", "one")
        await store.keep_snapshot("one", 1, 1, b"x")
        await store.delete("one")
        assert await store.load("one") is None
        assert await store.past("one", 1) is None
        assert await store.held_by("ada", 10) == []
        assert await store.snapshot("one", 1) is None
        await store.create(kept("one"))

    on(store_url, work)


def test_old_tables_are_found(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create(kept("one"))
        found = await store.load("one")
        assert found is not None
        assert await store.untouched_since(found.touched + 1) == ["one"]
        assert await store.untouched_since(found.touched - 1) == []

    on(store_url, work)


def test_the_latest_snapshot_is_kept(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create(kept("one"))
        assert await store.snapshot("one", 1) is None
        await store.keep_snapshot("one", 1, 10, b"\x00ten")
        await store.keep_snapshot("one", 1, 5, b"five")
        assert await store.snapshot("one", 1) == (10, b"\x00ten")
        await store.keep_snapshot("none", 1, 5, b"five")
        assert await store.snapshot("none", 1) is None

    on(store_url, work)


def test_a_database_of_a_later_version_is_not_touched(store_url: str) -> None:
    database = connect(store_url)
    database.prepare()
    database.begin()
    database.run("INSERT INTO versions (version) VALUES (?)", len(MIGRATIONS) + 1)
    database.commit()
    database.close()
    with pytest.raises(BadStore, match="newer one"):
        Store(store_url)


def test_processes_that_share_a_store_hear_of_each_other(postgres_url: str) -> None:
    heard: list[str] = []

    async def work(store: Store) -> None:
        other = await asyncio.to_thread(Store, postgres_url, heard.append)
        await store.create(kept("one"))
        await store.commit(Change("one", 0, 1, DESK, 0, []), "news")
        await store.commit(Change("one", 0, 1, DESK, 0, []), "of a change that was refused")
        await store.publish("more")
        async with asyncio.timeout(60):
            while len(heard) < 2:
                await asyncio.sleep(0.05)
        await asyncio.to_thread(other.close)

    on(postgres_url, work)
    assert heard == ["news", "more"]


def test_a_lost_connection_is_said_and_then_made_again(postgres_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create(kept("one"))
        other = connect(postgres_url)
        other.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        other.close()
        with pytest.raises(StoreDown):
            await store.load("one")
        assert await store.load("one") is not None

    on(postgres_url, work)


def test_one_file_is_for_one_process(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    store = Store(url)
    with pytest.raises(BadStore, match="another process"):
        Store(url)
    store.close()
    Store(url).close()


def test_an_sqlite_write_is_on_the_disk_before_it_is_done(tmp_path: object) -> None:
    database = connect(f"sqlite:///{tmp_path}/tables.db")
    assert database.rows("PRAGMA journal_mode") == [("wal",)]
    assert database.rows("PRAGMA synchronous") == [(2,)]
    database.close()


@pytest.mark.parametrize("url", ["", "tables.db", "mysql://x", "sqlite:", "sqlite://tables.db"])
def test_a_store_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadStore, match="sqlite:///FILE"):
        connect(url)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "notes.txt"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(BadStore, match="cannot be opened"):
        Store(f"sqlite:///{path}")
    assert path.read_text() == "Dear diary, " * 100
