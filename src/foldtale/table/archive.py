"""Whole matches of tables: opened, looked back at and thought about; long ones in worker processes."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from foldtale.bots.review import Review
from foldtale.kernel import registry
from foldtale.kernel.errors import SetupError, StaleSnapshot, TaleError
from foldtale.kernel.match import Match
from foldtale.kernel.snapshot import thaw
from foldtale.kernel.tale import Header
from foldtale.kernel.tongue import tongue_of
from foldtale.table.desk import read_desk
from foldtale.table.jobs import Missing, Past, Reviewed
from foldtale.table.messages import ImportedTable
from foldtale.table.refusals import Refused
from foldtale.table.store import Kept, Store
from foldtale.table.table import TALE, Table, read_tale
from foldtale.table.work import charge, client
from foldtale.table.workers import ANY, SMALL, Workers


class Archive:
    """`workers` look at whole matches, `thinkers` let bots think at the lowest priority."""

    def __init__(self, store: Store, bots_nice: int) -> None:
        self.store = store
        self.workers = Workers()
        self.thinkers = Workers(nice=bots_nice)
        self._thawing = asyncio.Lock()
        self._reading_tale = asyncio.Lock()
        self._reviewing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tales: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def stop(self) -> None:
        await self.workers.stop()
        await self.thinkers.stop()

    async def opened(self, kept: Kept) -> tuple[Table, int]:
        """Return a table as it is kept, and how many of its lines were in a snapshot."""
        frozen = await self.store.snapshot(kept.id, kept.match)
        if frozen is not None and 0 <= len(kept.lines) - frozen[0] <= SMALL:
            with contextlib.suppress(StaleSnapshot, registry.NoSuchGame, SetupError):
                match = await self._thaw(kept, frozen[1], read_desk(kept.desk).options.undo)
                return Table.opened(kept, match, frozen[0]), frozen[0]
        return await self._replayed(kept), 0

    async def _replayed(self, kept: Kept) -> Table:
        """A kept table from all lines of its match."""
        undo, count = read_desk(kept.desk).options.undo, len(kept.lines)
        if count > SMALL:
            opened = await self.workers.run(
                "open_match", kept.header, kept.lines, kept.seed, undo, size=count
            )
            if opened.frozen:
                wrong = TaleError(TALE, opened.line, opened.problem) if opened.line else None
                if wrong is None:
                    await self.store.keep_snapshot(kept.id, kept.match, count, opened.frozen)
                match = await self._thaw(kept, opened.frozen, undo)
                return Table.opened(kept, match, count, wrong)
        return await asyncio.to_thread(Table.opened, kept)

    async def _thaw(self, kept: Kept, frozen: bytes, undo: str) -> Match:
        """Thaw a match; one at a time, since threads share the processor with the event loop."""
        header = msgspec.json.decode(kept.header, type=Header)
        game = registry.get(header.game)
        async with self._thawing:
            return await asyncio.to_thread(
                lambda: thaw(game, game.setup(**header.setup), frozen, kept.seed, undo, header.companion)
            )

    async def take_in(self, wanted: ImportedTable, holder: str, now: float) -> tuple[Table, bytes]:
        """Make a table that goes on with a tale; return it with its snapshot, if that is worth keeping."""
        text, undo, size = wanted.tale, wanted.options.undo, wanted.tale.count("\n")
        taken = await self.workers.run("take_in", text, undo, size=size)
        if taken.frozen:
            kept = Kept("", 0, 1, b"", taken.header, taken.seed, taken.lines)
            match = await self._thaw(kept, taken.frozen, undo)
        else:
            match = await asyncio.to_thread(read_tale, text, undo, taken.seed)
        table = Table.imported(match, taken.lines, wanted, holder, now)
        return table, taken.frozen if size > SMALL else b""

    async def look_back(self, past: Past, job: str, *given: Any) -> Any:
        """Carry out a job on a match."""
        return await self._with_match(self.workers, past, job, *given)

    async def think(self, past: Past, job: str, *given: Any) -> Any:
        """Let a bot think about a match, in a process of the lowest priority."""
        return await self._with_match(self.thinkers, past, job, *given, size=ANY)

    async def _with_match(self, workers: Workers, past: Past, job: str, *given: Any, size: int = 0) -> Any:
        """Carry out a job on a match; send the worker the lines that it does not know."""
        missing = 0
        if past.count >= 0:
            try:
                return await workers.run(job, past, *given, size=size or past.count)
            except Missing as error:
                missing = error.known
        for since in (missing, 0):
            kept = await self.store.past(past.table, past.match, since)
            if kept is None:
                raise Refused("no such moment", f"this table has no match {past.match}")
            sent = Past(past.service, past.table, past.match, since + len(kept[1]), *kept, since)
            with contextlib.suppress(Missing):
                return await workers.run(job, sent, *given, size=size or sent.count)
        raise RuntimeError("a worker misses lines that it was sent")

    async def review(self, past: Past, seat: int) -> Review:
        """Return a finished match as a seat looks at it again: as it is kept, or made now and kept then."""
        async with self._reviewing.setdefault(past.table, asyncio.Lock()):
            kept = await self.store.review(past.table, past.match, seat)
            if kept is None:
                made: Reviewed = await self.think(past, "review", seat)
                await self.store.keep_review(past.table, past.match, seat, made.lines, made.data)
                kept = made.data
        return msgspec.json.decode(kept, type=Review)

    async def whole_tale(self, ident: str, match: int, over: bool) -> bytes:
        """Return the `.tale` of one of the table's matches, as it is kept.

        One at a time, and the addresses take turns: whoever plays shares the processor with one at most.
        """
        async with self._tales.setdefault(client(), asyncio.Lock()), self._reading_tale:
            kept = await self.store.whole_match(ident, match)
        if kept is None:
            raise Refused("no such moment", f"this table has no match {match}")
        charge(kept.spent)
        end = json.dumps({"end": kept.length + 1, "over": over})
        return "\n".join([kept.header, *([kept.lines] if kept.length else []), end, ""]).encode()


def warm_up(*langs: str) -> None:
    """Read every game and its cards once, also in other languages, so that the first reader does not wait."""
    for game in registry.installed():
        with contextlib.suppress(Exception):
            match = Match.new(game, next(game.variants()), seed=0)
            for tongue in filter(None, [tongue_of(game, lang) for lang in langs]):
                tongue.at(match.state)
