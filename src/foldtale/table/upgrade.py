"""Check which tables of a store the installed games can continue, without changing the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from foldtale.kernel.errors import TaleError
from foldtale.kernel.tale import Header
from foldtale.table.database import Database, back_up, connect, file_of
from foldtale.table.store import Kept, all_kept
from foldtale.table.table import Table


class Opened(msgspec.Struct, frozen=True):
    """One table of a store. `line` is the first that does not fit the installed game, or 0."""

    table: str
    game: str
    lines: int
    line: int = 0
    said: str = ""

    @property
    def continues(self) -> bool:
        return not self.line

    def facts(self) -> dict[str, Any]:
        return {**msgspec.structs.asdict(self), "continues": self.continues}


def check(url: str) -> Iterator[Opened]:
    """Open every table of the store at `url` with the installed games."""
    with _reading(url) as database:
        for kept in all_kept(database):
            yield opened(kept)


def opened(kept: Kept) -> Opened:
    """Replay the match of a table from its lines, and note the first line that does not fit."""
    game = msgspec.json.decode(kept.header, type=Header).game
    lines = len(kept.lines)
    try:
        wrong = Table.opened(kept).wrong
    except TaleError as error:
        wrong = error
    if wrong is None:
        return Opened(kept.id, game, lines)
    return Opened(kept.id, game, lines, wrong.line, wrong.problem)


@contextmanager
def _reading(url: str) -> Iterator[Database]:
    """Open a store to read it. SQLite is copied first, since another process may serve the file."""
    with TemporaryDirectory(prefix="foldtale-") as folder:
        if file_of(url):
            copy = Path(folder) / "tables.db"
            back_up(url, copy)
            url = f"sqlite:///{copy}"
        with closing(connect(url)) as database:
            if database.is_shared:
                database.run("SET default_transaction_read_only = on")
            yield database
