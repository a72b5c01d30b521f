"""The two databases behind a store: how each connects, counts its versions and tells others."""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

from foldtale.kernel.home import close_to_others, make_private_folder, open_private

CHANNEL: Final = "foldtale"
BUSY_MS: Final = 10_000
LISTEN_AGAIN: Final = 1.0
ENDINGS: Final = ("", "-wal", "-shm", "-journal", ".lock", ".address")
"""How the names of a store's files end."""
MAGIC: Final = b"SQLite format 3\0"
PROBE_BYTES: Final = 32 * 1024
"""What a probe writes: more than an answer, so that where it fits, an answer does."""
CANNOT_WRITE: Final = ("53", "58", "25006")
"""How PostgreSQL's codes of a full disk, a failing disk and a server that is only read begin."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE tables (id TEXT PRIMARY KEY, rev BIGINT NOT NULL, match BIGINT NOT NULL,
           desk TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, touched DOUBLE PRECISION NOT NULL)""",
        "CREATE INDEX tables_touched ON tables (touched)",
        """CREATE TABLE matches (table_id TEXT NOT NULL, match BIGINT NOT NULL, header TEXT NOT NULL,
           seed TEXT NOT NULL, PRIMARY KEY (table_id, match))""",
        """CREATE TABLE lines (table_id TEXT NOT NULL, match BIGINT NOT NULL, at BIGINT NOT NULL,
           line TEXT NOT NULL, PRIMARY KEY (table_id, match, at))""",
        """CREATE TABLE holdings (holder TEXT NOT NULL, table_id TEXT NOT NULL,
           PRIMARY KEY (holder, table_id))""",
        "CREATE INDEX holdings_table ON holdings (table_id)",
    ),
    (
        """CREATE TABLE snapshots (table_id TEXT NOT NULL, match BIGINT NOT NULL, at BIGINT NOT NULL,
           data BYTEA NOT NULL, PRIMARY KEY (table_id, match))""",
    ),
    ("CREATE TABLE probes (id TEXT PRIMARY KEY, data BYTEA NOT NULL)",),
    (
        """CREATE TABLE reviews (table_id TEXT NOT NULL, match BIGINT NOT NULL, seat BIGINT NOT NULL,
           at BIGINT NOT NULL, data BYTEA NOT NULL, PRIMARY KEY (table_id, match, seat))""",
    ),
)
"""What each version of the database adds to the one before; a line here is never changed."""


class BadStore(ValueError):
    """The store cannot be opened; the message says why."""


class StoreInUse(BadStore):
    """Another process has it."""


class Database(ABC):
    """A connection that one thread uses. `?` stands for a value in every statement."""

    is_shared: bool = False
    joined: str  # how lines become one text, in the order that they are given in
    mark: str  # what stands for a value in the statements of this database
    opening: str  # how a transaction begins
    _db: Any

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows that a query finds."""
        return self._rows_on(self._db, sql, values)

    def rows_apart(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Query on a connection of its own: any thread may ask, and nobody else waits for it."""
        with self._apart() as db:
            return self._rows_on(db, sql, values)

    def _rows_on(self, db: Any, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = db.execute(sql.replace("?", self.mark), values).fetchall()
        return found

    @abstractmethod
    def _apart(self) -> AbstractContextManager[Any]:
        """Open a connection that only reads, and close it afterwards."""

    def run(self, sql: str, *values: Any) -> int:
        """Change something; return how many rows were changed."""
        count: int = self._db.execute(sql.replace("?", self.mark), values).rowcount
        return count

    def begin(self) -> None:
        self._db.execute(self.opening)

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def roll_back(self) -> None:
        with suppress(Exception):
            self._db.execute("ROLLBACK")

    @abstractmethod
    def is_lost(self, error: Exception) -> bool:
        """Whether this error means that the connection is gone, or that the database cannot be written."""

    def recover(self) -> None:
        """Connect again, if that is needed and possible."""

    def publish(self, news: str) -> None:
        """Tell other processes, when the transaction is through."""

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None] | None:
        """Hear what others publish, until the function that comes back is called."""
        return None

    def close(self) -> None:
        self._db.close()

    def prepare(self) -> None:
        """Bring the database to the version of this program: from nothing, or from an older one."""
        try:
            self.begin()
            self._migrate()
            self.commit()
        except Exception as error:
            self.roll_back()
            if isinstance(error, sqlite3.Error) or self.is_lost(error):
                raise BadStore(f"the database cannot be written: {str(error).splitlines()[0]}") from None
            raise

    def _migrate(self) -> None:
        self.run("CREATE TABLE IF NOT EXISTS versions (version BIGINT PRIMARY KEY)")
        version = self.rows("SELECT coalesce(max(version), 0) FROM versions")[0][0]
        if version > len(MIGRATIONS):
            raise BadStore(
                f"this database has version {version}, and this program knows {len(MIGRATIONS)}:"
                " use the Foldtale that made it, or a newer one"
            )
        for number, statements in enumerate(MIGRATIONS[version:], version + 1):
            for statement in statements:
                self.run(statement)
            self.run("INSERT INTO versions (version) VALUES (?)", number)
        self.try_to_write()

    @abstractmethod
    def try_to_write(self) -> None:
        """Write PROBE_BYTES as an answer is written; raise if there is no room, or the store is only read."""


class SQLite(Database):
    """One file, one process. A write is on the disk before it is said to be done: WAL with full syncs."""

    joined = "group_concat(line, char(10))"
    mark = "?"
    opening = "BEGIN IMMEDIATE"

    def __init__(self, path: str) -> None:
        path = os.path.realpath(path) if path != ":memory:" else path
        self._path = path
        self._lock = _lock(path) if path != ":memory:" else None
        try:
            if self._lock is not None:
                _keep_private(Path(path))
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
        except (sqlite3.Error, OSError) as error:
            if self._lock is not None:
                os.close(self._lock)
            raise BadStore(f"{path} cannot be opened as an SQLite database: {error}") from None
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")

    def _apart(self) -> AbstractContextManager[Any]:
        return nullcontext(self._db) if self._lock is None else closing(_only_read(self._path))

    def try_to_write(self) -> None:
        """Replace the bytes of the last probe: the file does not grow, the write-ahead log has to."""
        self.run("DELETE FROM probes")
        self.run("INSERT INTO probes (id, data) VALUES (?, ?)", "probe", secrets.token_bytes(PROBE_BYTES))

    def is_lost(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.OperationalError)

    def close(self) -> None:
        super().close()
        if self._lock is not None:
            os.close(self._lock)


def _only_read(path: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(path)}?mode=ro", uri=True)


if sys.platform == "win32":
    import msvcrt

    def _hold(lock: int) -> None:
        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(lock: int) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock(path: str) -> int:
    """Hold the file for this process alone."""
    try:
        lock = open_private(f"{path}.lock", os.O_RDWR)
    except OSError as error:
        raise BadStore(f"{path} cannot be written: {error.strerror}") from None
    try:
        _hold(lock)
    except OSError:
        os.close(lock)
        raise StoreInUse(
            f"another process serves {path}: one SQLite file is for one process, PostgreSQL for several"
        ) from None
    return lock


def _keep_private(path: Path) -> None:
    """Close a store to others before it is opened: its files, and its folder if that holds nothing else.

    SQLite gives the files that it makes later the mode of the store. A file that is no database stays as
    it is.
    """
    if path.exists() and not _is_database(path):
        return
    os.close(open_private(path, os.O_RDWR))
    names = {path.name + ending for ending in ENDINGS}
    for name in names:
        close_to_others(path.with_name(name))
    folder = path.parent
    is_common = folder.parent == folder.parent.parent or os.path.ismount(folder)
    if not is_common and names >= {found.name for found in folder.iterdir()}:
        close_to_others(folder)


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) in (b"", MAGIC)


class PostgreSQL(Database):
    """A server that several processes share; they hear of each other by NOTIFY."""

    is_shared = True
    joined = "string_agg(line, chr(10) ORDER BY at)"
    mark = "%s"
    opening = "BEGIN"

    def __init__(self, url: str) -> None:
        self._url = url
        self._db = self._connect()

    def _connect(self) -> Any:
        try:
            import psycopg
        except ImportError:
            raise BadStore("PostgreSQL needs the extra: pip install 'foldtale[postgres]'") from None
        try:
            return psycopg.connect(self._url, autocommit=True, connect_timeout=10)
        except psycopg.OperationalError as error:
            raise BadStore(f"PostgreSQL cannot be reached: {str(error).splitlines()[0]}") from None
        except psycopg.Error:
            raise BadStore(
                "the URL of the store cannot be read; write special letters of a password as %40, %2F and so"
                " on, or leave the password out and set PGPASSWORD"
            ) from None

    def _apart(self) -> AbstractContextManager[Any]:
        return closing(self._connect())

    def try_to_write(self) -> None:
        """Insert a row and delete it: no other process sees it or waits for it, and vacuum takes it away."""
        name = secrets.token_hex(8)
        self.run("INSERT INTO probes (id, data) VALUES (?, ?)", name, secrets.token_bytes(PROBE_BYTES))
        self.run("DELETE FROM probes WHERE id = ?", name)

    def is_lost(self, error: Exception) -> bool:
        code = getattr(error, "sqlstate", None) or ""
        return bool(self._db.closed) or bool(self._db.broken) or code.startswith(CANNOT_WRITE)

    def recover(self) -> None:
        if self._db.closed or self._db.broken:
            with suppress(BadStore):
                self._db = self._connect()

    def prepare(self) -> None:
        """Two processes that start together do not both make the tables."""
        self._db.execute("SELECT pg_advisory_lock(hashtext('foldtale'))")
        try:
            super().prepare()
        finally:
            self._db.execute("SELECT pg_advisory_unlock(hashtext('foldtale'))")

    def publish(self, news: str) -> None:
        self._db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, news))

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None] | None:
        stopped = threading.Event()
        ready = threading.Event()
        thread = threading.Thread(
            target=self._hear, args=(heard, stopped, ready), name="foldtale-listen", daemon=True
        )
        thread.start()
        ready.wait(10)

        def stop() -> None:
            stopped.set()
            thread.join()

        return stop

    def _hear(self, heard: Callable[[str], None], stopped: threading.Event, ready: threading.Event) -> None:
        """Listen on a connection of its own, and on a new one when it breaks."""
        while not stopped.is_set():
            try:
                with self._connect() as db:
                    db.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        heard("")
                    ready.set()
                    while not stopped.is_set():
                        for notice in db.notifies(timeout=LISTEN_AGAIN):
                            heard(notice.payload)
            except Exception:
                time.sleep(LISTEN_AGAIN)


def file_of(url: str) -> str:
    """The file of an SQLite store; nothing if the store is none."""
    path = _path_in(url)
    return path if path and path != ":memory:" else ""


def _path_in(url: str) -> str | None:
    """The path in the URL of an SQLite store; None if the URL is another."""
    scheme, _, path = url.partition(":///")
    return unquote(path) if scheme == "sqlite" else None


def connect(url: str) -> Database:
    """The database of a URL: sqlite:///path (four slashes for a path from the root) or postgresql://…"""
    if url.startswith(("postgresql://", "postgres://")):
        return PostgreSQL(url)
    path = _path_in(url)
    if path is None:
        raise BadStore("a store is sqlite:///FILE or postgresql://USER@HOST/NAME")
    if not path:
        raise BadStore("a store is a file, as in sqlite:///tables.db")
    if path != ":memory:":
        try:
            make_private_folder(Path(path).absolute().parent)
        except OSError as error:
            raise BadStore(f"{error.filename} cannot be made: {error.strerror}") from None
    return SQLite(path)


def back_up(url: str, path: Path) -> None:
    """Copy an SQLite store into a new file while a service may be using it."""
    found = _path_in(url)
    if found is None:
        raise BadStore("PostgreSQL has its own tool for this: pg_dump")
    source = Path(found)
    if not source.is_file():
        raise BadStore(f"there is no file {source}")
    try:
        os.close(open_private(path, os.O_RDWR | os.O_EXCL))
    except FileExistsError:
        raise BadStore(f"{path} is there already; a back-up goes into a new file") from None
    except OSError as error:
        raise BadStore(f"{path} cannot be written: {error.strerror}") from None
    try:
        with closing(_only_read(str(source))) as live, closing(sqlite3.connect(path)) as copy:
            live.backup(copy)
    except sqlite3.Error as error:
        path.unlink()
        raise BadStore(f"{path} cannot be written, or {source} not be read: {error}") from None
