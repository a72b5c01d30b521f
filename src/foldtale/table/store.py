"""Where tables are kept: in one SQLite file, or in PostgreSQL. The same statements, the same promises.

One thread talks to the database. What waits for it when it is free is carried out in one transaction, so that
many answers share one write to the disk; whoever waits hears of it after that write, never before.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from foldtale.table.database import Database, connect

T = TypeVar("T")
Job: TypeAlias = "tuple[Callable[[Database], Any], Future[Any]]"

MOST_AT_ONCE: Final = 256
"""So many changes share a transaction."""
PROBE_SECONDS: Final = 1.0
"""How long the result of a probe is good: however often `ping` is called, it writes once a second at most."""


class StoreDown(Exception):
    """The database does not answer; what was asked of it has perhaps not happened."""


AWAY: Final = "the store does not answer; try again in a moment"
"""What people are told then."""


class Kept(NamedTuple):
    """A table as it is kept."""

    id: str
    rev: int  # counts its changes: whoever changes it says which one they have seen
    match: int  # which of its matches is on, from 1
    desk: bytes  # who sits there, as JSON
    header: str  # the first line of that match's tale
    seed: int
    lines: list[str]  # the lines that follow, in order
    touched: float = 0.0


class WholeMatch(NamedTuple):
    """One of a table's matches as text: `length` lines, joined by line ends."""

    header: str
    length: int
    lines: str
    spent: float  # seconds of computing that the database took to join them


class Change(NamedTuple):
    """What one change adds: a new desk, lines of the tale, or a new match."""

    id: str
    rev: int  # the one that was seen
    match: int
    desk: bytes
    at: int  # how many lines were there
    lines: Sequence[str]
    begun: tuple[str, int] | None = None


class Store:
    """The database and its thread. Every method says when it is done, in the loop of whoever calls it."""

    def __init__(self, url: str, heard: Callable[[str], None] | None = None) -> None:
        """`heard` is told what other processes publish; it is called in a thread of the store."""
        self.url = url
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._database = connect(url)
        try:
            self._database.prepare()
        except BaseException:
            self._database.close()
            raise
        self._probe: Future[int] | None = None
        self._probed = 0.0
        self._stop_listening = self._database.listen(heard) if heard is not None else None
        self._thread = threading.Thread(target=self._work, name="foldtale-store", daemon=True)
        self._thread.start()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same tables."""
        return self._database.is_shared

    async def create(self, kept: Kept) -> None:
        await self._do(lambda db: _create(db, kept))

    async def load(self, ident: str, at: int = 0) -> Kept | None:
        """Read a table with those lines of its match that come after the first `at`."""
        return await self._do(lambda db: _load(db, ident, at))

    async def past(self, ident: str, match: int, since: int = 0) -> tuple[str, list[str]] | None:
        """The header of one of the table's matches, and its lines after the first `since`."""
        return await self._do(lambda db: _past(db, ident, match, since))

    async def whole_match(self, ident: str, match: int) -> WholeMatch | None:
        """Return one of the table's matches as text; the database joins it, outside Python.

        No answer waits for it: it is read on another connection.
        """
        sql = (
            f"SELECT header, (SELECT count(*) FROM lines WHERE table_id = m.table_id AND match = m.match),"
            f" (SELECT {self._database.joined} FROM (SELECT line, at FROM lines"
            f" WHERE table_id = m.table_id AND match = m.match ORDER BY at) in_order)"
            f" FROM matches m WHERE table_id = ? AND match = ?"
        )

        def read() -> WholeMatch | None:
            began = time.thread_time()
            for header, length, text in self._database.rows_apart(sql, ident, match):
                return WholeMatch(header, length, text or "", time.thread_time() - began)
            return None

        try:
            return await asyncio.to_thread(read)
        except Exception as error:
            raise StoreDown(str(error)) from error

    async def commit(self, change: Change, news: str = "") -> bool:
        """Keep a change and tell other processes; False, and nothing kept, if the table was changed since."""
        return await self._do(lambda db: _commit(db, change, news))

    async def hold(self, holder: str, ident: str) -> None:
        """Note that somebody has a place at this table."""
        sql = "INSERT INTO holdings (holder, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._do(lambda db: db.run(sql, holder, ident))

    async def let_go(self, holder: str, ident: str) -> None:
        sql = "DELETE FROM holdings WHERE holder = ? AND table_id = ?"
        await self._do(lambda db: db.run(sql, holder, ident))

    async def held_by(self, holder: str, most: int) -> list[str]:
        """The tables at which somebody has a place, the last touched first."""
        sql = (
            "SELECT t.id FROM holdings h JOIN tables t ON t.id = h.table_id WHERE h.holder = ?"
            " ORDER BY t.touched DESC, t.id LIMIT ?"
        )
        rows = await self._do(lambda db: db.rows(sql, holder, most))
        return [row[0] for row in rows]

    async def keep_snapshot(self, ident: str, match: int, at: int, data: bytes) -> None:
        """Keep a match as it was after `at` lines, in place of an earlier one."""
        sql = (
            "INSERT INTO snapshots (table_id, match, at, data) SELECT ?, ?, ?, ?"
            " WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)"
            " ON CONFLICT (table_id, match) DO UPDATE SET at = excluded.at, data = excluded.data"
            " WHERE snapshots.at < excluded.at"
        )
        await self._do(lambda db: db.run(sql, ident, match, at, data, ident))

    async def snapshot(self, ident: str, match: int) -> tuple[int, bytes] | None:
        sql = "SELECT at, data FROM snapshots WHERE table_id = ? AND match = ?"
        rows = await self._do(lambda db: db.rows(sql, ident, match))
        return (rows[0][0], bytes(rows[0][1])) if rows else None

    async def keep_review(self, ident: str, match: int, seat: int, at: int, data: bytes) -> None:
        """Keep a review of a match that had `at` lines, in place of an earlier one."""
        sql = (
            "INSERT INTO reviews (table_id, match, seat, at, data) SELECT ?, ?, ?, ?, ?"
            " WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)"
            " ON CONFLICT (table_id, match, seat) DO UPDATE SET at = excluded.at, data = excluded.data"
        )
        await self._do(lambda db: db.run(sql, ident, match, seat, at, data, ident))

    async def review(self, ident: str, match: int, seat: int) -> bytes | None:
        """Return a review, unless lines were added to the match since it was made."""
        sql = (
            "SELECT data FROM reviews r WHERE table_id = ? AND match = ? AND seat = ? AND at ="
            " (SELECT count(*) FROM lines l WHERE l.table_id = r.table_id AND l.match = r.match)"
        )
        rows = await self._do(lambda db: db.rows(sql, ident, match, seat))
        return bytes(rows[0][0]) if rows else None

    async def delete(self, ident: str) -> None:
        await self._do(lambda db: _delete(db, ident))

    async def untouched_since(self, moment: float, most: int = 500) -> list[str]:
        """Tables at which nothing has happened since then."""
        sql = "SELECT id FROM tables WHERE touched < ? ORDER BY touched LIMIT ?"
        rows = await self._do(lambda db: db.rows(sql, moment, most))
        return [row[0] for row in rows]

    async def publish(self, news: str) -> None:
        """Tell other processes something that is not kept."""
        await self._do(lambda db: db.publish(news))

    async def ping(self) -> int:
        """Return the number of tables, after a write that proves that an answer can be kept.

        The result, or the failure, is up to PROBE_SECONDS old; who asks meanwhile shares it."""
        now = time.monotonic()
        if self._probe is None or (self._probe.done() and now - self._probed >= PROBE_SECONDS):
            self._probe, self._probed = self._submit(_write_and_count), now
        return await asyncio.shield(asyncio.wrap_future(self._probe))

    async def rev(self, ident: str) -> int:
        """The last change of a table; -1 if there is no such table."""
        rows = await self._do(lambda db: db.rows("SELECT rev FROM tables WHERE id = ?", ident))
        return rows[0][0] if rows else -1

    def close(self) -> None:
        """Finish what was accepted, and let the database go."""
        if self._stop_listening is not None:
            self._stop_listening()
        self._jobs.put(None)
        self._thread.join()
        self._database.close()

    async def _do(self, job: Callable[[Database], T]) -> T:
        return await asyncio.wrap_future(self._submit(job))

    def _submit(self, job: Callable[[Database], T]) -> Future[T]:
        done: Future[T] = Future()
        self._jobs.put((job, done))
        return done

    def _work(self) -> None:
        """Carry out what waits, as much as there is at a time, until somebody closes the store."""
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                jobs.append(following)
            wanted = [(job, done) for job, done in jobs if done.set_running_or_notify_cancel()]
            self._carry_out([one for one in wanted if one[0] is not _write_and_count])
            self._carry_out([one for one in wanted if one[0] is _write_and_count])

    def _carry_out(self, jobs: list[Job]) -> None:
        if not jobs:
            return
        try:
            results = self._together([job for job, _ in jobs])
        except Exception as error:
            is_lost = self._database.is_lost(error)
            if len(jobs) > 1 and not is_lost:
                for one in jobs:
                    self._carry_out([one])
                return
            if is_lost:
                self._database.recover()
            problem = StoreDown(str(error)) if is_lost else error
            for _, done in jobs:
                done.set_exception(problem)
            return
        for (_, done), result in zip(jobs, results, strict=True):
            done.set_result(result)

    def _together(self, jobs: list[Callable[[Database], Any]]) -> list[Any]:
        self._database.begin()
        try:
            results = [job(self._database) for job in jobs]
            self._database.commit()
        except BaseException:
            self._database.roll_back()
            raise
        return results


def _create(db: Database, kept: Kept) -> None:
    now = time.time()
    sql = "INSERT INTO tables (id, rev, match, desk, created, touched) VALUES (?, ?, ?, ?, ?, ?)"
    db.run(sql, kept.id, kept.rev, kept.match, kept.desk.decode(), now, now)
    _begin_match(db, kept.id, kept.match, kept.header, kept.seed)
    _add_lines(db, kept.id, kept.match, 0, kept.lines)


def _write_and_count(db: Database) -> int:
    """Probe and count. In a transaction of its own, so that the probe takes no answer's room."""
    db.try_to_write()
    count: int = db.rows("SELECT count(*) FROM tables")[0][0]
    return count


def _begin_match(db: Database, ident: str, match: int, header: str, seed: int) -> None:
    sql = "INSERT INTO matches (table_id, match, header, seed) VALUES (?, ?, ?, ?)"
    db.run(sql, ident, match, header, str(seed))


def _add_lines(db: Database, ident: str, match: int, at: int, lines: Sequence[str]) -> None:
    sql = "INSERT INTO lines (table_id, match, at, line) VALUES (?, ?, ?, ?)"
    for place, line in enumerate(lines, at):
        db.run(sql, ident, match, place, line)


def _load(db: Database, ident: str, at: int = 0) -> Kept | None:
    sql = (
        "SELECT t.rev, t.match, t.desk, m.header, m.seed, t.touched FROM tables t"
        " JOIN matches m ON m.table_id = t.id AND m.match = t.match WHERE t.id = ?"
    )
    rows = db.rows(sql, ident)
    if not rows:
        return None
    rev, match, desk, header, seed, touched = rows[0]
    lines = _lines(db, ident, match, at)
    return Kept(ident, rev, match, desk.encode(), header, int(seed), lines, touched)


def all_kept(db: Database) -> Iterator[Kept]:
    """Read every table, the oldest first."""
    for (ident,) in db.rows("SELECT id FROM tables ORDER BY created, id"):
        kept = _load(db, ident)
        if kept is not None:
            yield kept


def _lines(db: Database, ident: str, match: int, at: int = 0) -> list[str]:
    sql = "SELECT line FROM lines WHERE table_id = ? AND match = ? AND at >= ? ORDER BY at"
    return [row[0] for row in db.rows(sql, ident, match, at)]


def _past(db: Database, ident: str, match: int, since: int) -> tuple[str, list[str]] | None:
    rows = db.rows("SELECT header FROM matches WHERE table_id = ? AND match = ?", ident, match)
    return (rows[0][0], _lines(db, ident, match, since)) if rows else None


def _commit(db: Database, change: Change, news: str) -> bool:
    sql = "UPDATE tables SET rev = rev + 1, match = ?, desk = ?, touched = ? WHERE id = ? AND rev = ?"
    if not db.run(sql, change.match, change.desk.decode(), time.time(), change.id, change.rev):
        return False
    if change.begun is not None:
        _begin_match(db, change.id, change.match, *change.begun)
    _add_lines(db, change.id, change.match, change.at, change.lines)
    if news:
        db.publish(news)
    return True


def _delete(db: Database, ident: str) -> None:
    for name in ("lines", "matches", "snapshots", "holdings", "reviews"):
        db.run(f"DELETE FROM {name} WHERE table_id = ?", ident)
    db.run("DELETE FROM tables WHERE id = ?", ident)
