"""All tables that a process serves: opened when somebody comes, kept at every change, let go when idle."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, TypeVar

from msgspec import Struct

from foldtale.bots.review import Review
from foldtale.kernel.errors import CannotFreeze, Incident
from foldtale.kernel.snapshot import freeze
from foldtale.kernel.tongue import languages
from foldtale.table.archive import Archive, warm_up
from foldtale.table.bots import bot_is_due, is_proposal, let_bots_move, thinkers, wait_before
from foldtale.table.guests import Guest, Live
from foldtale.table.jobs import Chosen, Past
from foldtale.table.messages import ImportedTable
from foldtale.table.refusals import Refused
from foldtale.table.seating import was_seen
from foldtale.table.store import Store, StoreDown
from foldtale.table.table import Table
from foldtale.table.views import is_turn_of
from foldtale.table.work import Account, work_for
from foldtale.table.worker import NICEST
from foldtale.table.workers import SMALL

T = TypeVar("T")
log = logging.getLogger("foldtale")

TRIES: Final = 6
"""How often a change is retried when another process was faster."""
SWEEP: Final = 20.0
SETTLED_IN: Final = 3.0
"""Seconds after which the service has nothing to do for its own start."""
SNAPSHOT_LINES: Final = 48
"""Lines since the last snapshot that are worth a new one when a table leaves memory."""
SNAPSHOT_SOON: Final = 100
"""Lines since the last snapshot that are worth a new one in the middle of a match."""
BREATH: Final = 0.05
"""Seconds between two such snapshots, in which nothing but play is done."""
FALL_BACK: Final = 3.0
"""If another process does not let its bots move, this one does, after so many seconds."""
LOOK_UP: Final = 0.1
"""Seconds after which a bot that waits sees that its pace has changed."""
PRESENCE: Final = 25.0
SEEN_AGAIN: Final = 900.0
"""Minimum seconds between last-seen writes."""
NO_TABLE: Final = "there is no such table, or you have no place at it"
STOPPING: Final = "the service stops; come back in a moment"
FAREWELL: Final = 50


class HouseSettings(Struct, frozen=True, kw_only=True):
    """How a house keeps its tables."""

    store: str = "sqlite:///:memory:"  # the URL of their database
    most_in_memory: int = 500  # how many tables stay in memory
    most_lines: int = 300_000  # how many lines of their matches stay in memory
    idle: float = 600.0  # seconds after which a table that nobody looks at leaves memory
    forget_after: float = 0.0  # seconds after which an untouched table is deleted; 0 is never
    least_pace: float = 0.0  # seconds that a bot waits at least, whatever its table says
    bots_nice: int = NICEST  # niceness of the processes in which bots think


class House:
    """`notify` sends a turn notice to a seat's webhook; without it there are none."""

    def __init__(
        self, settings: HouseSettings, notify: Callable[[str, dict[str, Any]], Awaitable[None]] | None = None
    ) -> None:
        self.settings = settings
        self.notify = notify
        self.process = secrets.token_hex(4)
        self._lives: dict[str, Live] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.store: Store
        self.updates: Account
        """The turns of all sockets that are sent what has changed; nobody pays for that."""

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.store = await asyncio.to_thread(Store, self.settings.store, self._heard_in_a_thread)
        self.archive = Archive(self.store, self.settings.bots_nice)
        self.updates = Account("", lambda seconds: None)
        self._freezing = asyncio.Lock()
        await asyncio.to_thread(warm_up)
        self._spawn(self._keep_house())
        self._spawn(self._make_workers_ready())
        self._spawn(asyncio.to_thread(warm_up, *languages()))

    async def say_goodbye(self) -> None:
        """Tell everybody that the service stops, and wait a moment until they have heard it."""
        for live in self._lives.values():
            for guest in live.guests:
                guest.send_away(STOPPING)
        for _ in range(FAREWELL):
            if not self.sockets:
                return
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Finish what was accepted, keep snapshots, and close the store."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in list(self._lives.values()):
            async with live.lock:
                with contextlib.suppress(StoreDown):
                    await self._keep_snapshot(live, SNAPSHOT_LINES)
        await self.archive.stop()
        await asyncio.to_thread(self.store.close)

    @property
    def in_memory(self) -> int:
        return sum([live.table is not None for live in self._lives.values()])

    @property
    def lines(self) -> int:
        """The lines of all matches in memory."""
        return sum([live.lines for live in self._lives.values()])

    @property
    def sockets(self) -> int:
        return sum([len(live.guests) for live in self._lives.values()])

    # Tables

    async def add(self, table: Table) -> None:
        """Keep a new table."""
        await self.store.create(table.kept_new())
        table.at = len(table.fresh)
        table.fresh.clear()
        table.touched = time.time()
        live = self._lives[table.id] = Live(table.id)
        live.table = table
        for holder in table.desk.holders:
            await self.store.hold(holder, table.id)
        self._stir(live)

    async def look(self, ident: str, closely: bool = False) -> Table:
        """The table as it is kept now; `closely`, also if another process has changed it a moment ago."""
        live = self.live(ident)
        seen = live.table.rev if closely and self.store.is_shared and live.table is not None else None
        if seen is not None and await self.store.rev(ident) != seen:
            await self._refresh(live)
        if live.table is not None and not live.lock.locked():
            return live.table
        async with self._held(ident) as live:
            return await self._open(live)

    def live(self, ident: str) -> Live:
        live = self._lives.get(ident)
        if live is None:
            live = self._lives[ident] = Live(ident)
        live.used = time.monotonic()
        return live

    async def act(self, ident: str, deed: Callable[[Table], T], is_slow: bool = False) -> T:
        """Do something at a table: it counts when it is kept; refused, nothing has changed.

        What may be slow is done beside the event loop; whoever wants to look waits for the table's lock.
        """
        async with self._held(ident) as live:
            for _ in range(TRIES):
                table = await self._open(live)
                with self._whole(live, table):
                    before = table.desk
                    result = await asyncio.to_thread(deed, table) if is_slow else deed(table)
                    if table.desk is before and not table.fresh and table.begun is None:
                        return result
                    change = table.change()
                    news = json.dumps([ident, change.rev + 1, self.process])
                    if await self.store.commit(change, news):
                        table.is_kept()
                        table.touched = time.time()
                        if change.begun is not None:
                            live.snapshot_at = 0
                        break
                live.table = None
            else:
                raise Refused("changed", "others change this table faster than this can be done; try again")
        self._spread(live)
        is_long = live.table is not None and live.table.at - live.snapshot_at >= SNAPSHOT_SOON
        if is_long and not self._freezing.locked():
            self._spawn(self._keep_snapshot_soon(live))
        return result

    @contextlib.asynccontextmanager
    async def _held(self, ident: str) -> AsyncIterator[Live]:
        """The table for one deed at a time; one that was let go while somebody waited for it is not it."""
        while True:
            live = self.live(ident)
            async with live.lock:
                if self._lives.get(ident) is live:
                    yield live
                    return

    @contextlib.contextmanager
    def _whole(self, live: Live, table: Table) -> Iterator[None]:
        """After a refusal the table is as it was; after anything else it is opened anew from what is kept."""
        desk, undone = table.desk, table.match.number
        try:
            yield
        except Refused:
            table.desk = desk
            if table.fresh or table.begun or table.match.number != undone:
                live.table = None
            raise
        except BaseException:
            live.table = None
            raise

    async def _open(self, live: Live) -> Table:
        """The table in memory, or as it is kept. The lock is held."""
        if live.table is not None:
            return live.table
        kept = await self.store.load(live.id)
        if kept is None:
            self._lives.pop(live.id, None)
            raise Refused("no such table", NO_TABLE)
        live.table, live.snapshot_at = await self.archive.opened(kept)
        if live.table.wrong is not None:
            log.warning("a tale does not fit", extra={"table": live.id, "said": str(live.table.wrong)})
        self._stir(live)
        if live.lines > SMALL and self.lines > self.settings.most_lines:
            self._spawn(self._make_room())
        return live.table

    async def delete(self, ident: str) -> None:
        await self.store.delete(ident)
        live = self._lives.pop(ident, None)
        if live is not None:
            live.table = None
            for guest in live.guests:
                guest.send_away("this table has been deleted")

    # Guests

    def enter(self, live: Live, guest: Guest) -> None:
        live.guests.add(guest)
        self._wake(live)
        self._stir(live)
        self._tell_others({"here": [live.id, guest.seat]})
        self._spawn(self._note_seen(live, guest.seat))

    def go(self, live: Live, guest: Guest) -> None:
        live.guests.discard(guest)
        live.used = time.monotonic()
        self._wake(live)
        self._spawn(self._note_seen(live, guest.seat))

    async def _note_seen(self, live: Live, seat: int) -> None:
        """Keep that a seat's person is here, if that was not kept lately."""
        table, now = live.table, time.time()
        if table is None or seat >= len(table.desk.chairs) or now - table.desk.chairs[seat].seen < SEEN_AGAIN:
            return
        with contextlib.suppress(Refused, StoreDown):
            await self.act(live.id, lambda table: was_seen(table, [seat], now))

    async def point(self, ident: str, seat: int, element: str) -> None:
        """Others at this table see what this seat points at."""
        live = self.live(ident)
        self._pointed(live, seat, element)
        self._tell_others({"point": [ident, seat, element]})

    def _pointed(self, live: Live, seat: int, element: str) -> None:
        for guest in live.guests:
            if guest.seat != seat:
                guest.point(seat, element)

    def _wake(self, live: Live) -> None:
        for guest in live.guests:
            guest.wake()

    def _spread(self, live: Live) -> None:
        """After a change: everybody looks again, bots think, whoever is asked and not here gets a notice."""
        self._wake(live)
        self._stir(live)
        table = live.table
        if table is None:
            return
        _see_out(live)
        if table.match.over and table.wrong is None and live.reviewed != (table.number, table.at):
            live.reviewed = table.number, table.at
            self._spawn(self._review(live, table.number, {guest.seat for guest in live.guests}))
        if self.notify is not None and live.told != table.match.number:
            live.told = table.match.number
            here = live.here()
            for seat, chair in enumerate(table.desk.chairs):
                if chair.webhook and seat not in here and is_turn_of(table, seat):
                    facts = {"event": "your turn", "table": table.id, "seat": seat, "number": live.told}
                    self._spawn(self.notify(chair.webhook, facts))

    # Bots

    def _stir(self, live: Live, wait: float = 0.0) -> None:
        """Let the bots of a table move, if one of them is due and anybody plays or watches."""
        table = live.table
        if table is None or live.bots is not None or not bot_is_due(table):
            return
        if table.desk.people or live.guests:
            live.bots = self._spawn(self._let_bots_move(live, wait))
            live.bots.add_done_callback(live.bots_rest)

    async def _let_bots_move(self, live: Live, wait: float) -> None:
        work_for(f"the bots of {live.id}")
        await asyncio.sleep(wait)
        while (table := live.table) is not None and bot_is_due(table):
            if not table.desk.people and not live.guests:
                return
            number, began = table.match.number, time.monotonic()
            try:
                moves = {seat: await self._move_of(table, seat) for seat in thinkers(table)}
                if not await self._waited(live, number, began):
                    continue
                await self.act(live.id, partial(let_bots_move, number=number, moves=moves))
            except Incident as incident:
                log.error("the rules failed for a bot", extra={"table": live.id, "said": str(incident)})
                return
            except (Refused, StoreDown):
                return
            except Exception:
                log.exception("a bot failed", extra={"table": live.id})
                return

    async def _waited(self, live: Live, number: int, began: float) -> bool:
        """Wait until the bots may answer question `number`; False if it is closed before.

        The pace counts from `began`, when they began to think, and may change meanwhile.
        """
        while live.table is not None and live.table.match.number == number:
            left = began + max(self.settings.least_pace, wait_before(live.table)) - time.monotonic()
            if left <= 0:
                return True
            await asyncio.sleep(min(left, LOOK_UP))
        return False

    async def _move_of(self, table: Table, seat: int) -> Chosen | None:
        """Return what the bot of a seat does; None if its process fails."""
        chair, proposes = table.desk.chairs[seat], is_proposal(table)
        seat = table.match.ask.answers if proposes and table.match.ask is not None else seat
        try:
            chosen: Chosen = await self.think("bot_move", table.id, seat, chair.level, table.thinks, proposes)
        except (Refused, RuntimeError, OSError) as error:
            facts = {"table": table.id, "seat": seat, "said": str(error)}
            log.error("a bot has failed; an easy move is made for it", extra=facts)
            return None
        return chosen

    # Other processes

    def _tell_others(self, news: dict[str, Any]) -> None:
        if self.store.is_shared:
            self._spawn(self.store.publish(json.dumps({**news, "from": self.process})))

    def _heard_in_a_thread(self, news: str) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._heard, news)

    def _heard(self, news: str) -> None:
        """Something happened in another process; without news, some of it may have been missed."""
        if not news:
            for live in self._lives.values():
                self._spawn(self._refresh(live))
            return
        said = json.loads(news)
        if isinstance(said, list):
            ident, rev, process = said
            changed = self._lives.get(ident)
            table = changed.table if changed is not None else None
            if changed is not None and table is not None and process != self.process and table.rev < rev:
                self._spawn(self._refresh(changed))
            return
        if said["from"] == self.process:
            return
        if "point" in said and said["point"][0] in self._lives:
            self._pointed(self._lives[said["point"][0]], *said["point"][1:])
        if "here" in said and said["here"][0] in self._lives:
            ident, seat = said["here"]
            self._lives[ident].elsewhere[seat] = time.monotonic() + 2 * PRESENCE
            self._wake(self._lives[ident])

    async def _refresh(self, live: Live) -> None:
        """Take in what another process has kept; if the store is away, those who look come again later."""
        try:
            async with live.lock:
                table = live.table
                if table is None:
                    return
                kept = await self.store.load(live.id, table.at)
                if kept is None or kept.match != table.number:
                    live.table = None
                elif kept.rev > table.rev:
                    table.catch_up(kept)
            if kept is None:
                await self.delete(live.id)
                return
            await self.look(live.id)
        except StoreDown:
            live.table = None
        self._wake(live)
        self._stir(live, FALL_BACK)
        _see_out(live)

    # Whole matches

    async def take_in(self, wanted: ImportedTable, holder: str, now: float) -> Table:
        """Make a table that goes on with a tale, and keep it."""
        table, frozen = await self.archive.take_in(wanted, holder, now)
        await self.add(table)
        if frozen:
            await self.store.keep_snapshot(table.id, table.number, table.at, frozen)
        return table

    async def look_back(self, job: str, ident: str, match: int, *given: Any) -> Any:
        """Carry out a job on one of the table's matches: the one under way, or an earlier one."""
        table = await self.look(ident)
        known = table.at if match == table.number else -1
        return await self.archive.look_back(Past(self.process, ident, match, known), job, *given)

    async def think(self, job: str, ident: str, *given: Any) -> Any:
        """Let a bot think about the match that is under way, in a process of the lowest priority."""
        table = await self.look(ident)
        past = Past(self.process, ident, table.number, table.at)
        return await self.archive.think(past, job, *given)

    async def review(self, ident: str, match: int, seat: int) -> Review:
        """Return a finished match as a seat looks at it again: as it is kept, or made now and kept then."""
        table = await self.look(ident)
        known = table.at if match == table.number else -1
        return await self.archive.review(Past(self.process, ident, match, known), seat)

    async def _review(self, live: Live, match: int, seats: Iterable[int]) -> None:
        """Make the reviews that those who look at the table will ask for."""
        work_for(f"the review of {live.id}")
        with contextlib.suppress(Refused, StoreDown, RuntimeError, OSError):
            for seat in sorted(seats):
                await self.review(live.id, match, seat)

    # Housekeeping

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self._sweep()
            except StoreDown:
                log.warning("the store does not answer")
            except Exception:
                log.exception("keeping house failed")

    async def _make_workers_ready(self) -> None:
        """Start a worker once the service is up, so that the first long match does not wait for it."""
        await asyncio.sleep(SETTLED_IN)
        with contextlib.suppress(OSError):
            await self.archive.workers.start_one()

    async def _sweep(self) -> None:
        """Let idle tables go, forget old ones, and say who is here."""
        now = time.monotonic()
        for live in list(self._lives.values()):
            if live.guests:
                for guest in list(live.guests):
                    self._tell_others({"here": [live.id, guest.seat]})
                    await self._note_seen(live, guest.seat)
            elif live.table is not None and now - live.used > SWEEP:
                live.table.seen.clear()
        await self._make_room()
        if self.settings.forget_after:
            for ident in await self.store.untouched_since(time.time() - self.settings.forget_after):
                await self.delete(ident)
                log.info("forgot an old table", extra={"table": ident})

    async def _make_room(self) -> None:
        """Let idle tables leave memory, and the longest unused while there are too many tables or lines."""
        now = time.monotonic()
        lives = sorted(self._lives.values(), key=lambda live: live.used)
        tables, lines = len(lives), self.lines
        for live in lives:
            is_full = tables > self.settings.most_in_memory or lines > self.settings.most_lines
            if live.is_unused and (is_full or now - live.used > self.settings.idle):
                tables -= 1
                lines -= live.lines
                await self.let_go(live)

    async def let_go(self, live: Live) -> None:
        """Keep a snapshot of a table and let it leave memory."""
        async with live.lock:
            await self._keep_snapshot(live, SNAPSHOT_LINES)
            live.table = None
            if not live.guests and self._lives.get(live.id) is live:
                del self._lives[live.id]

    async def _keep_snapshot_soon(self, live: Live) -> None:
        """Keep a snapshot while people play, so that a long match opens fast also after a crash.

        Only one table's is made at a time, and the next answer tries again: many at once would hold up the
        event loop, since threads share the processor with it.
        """
        with contextlib.suppress(StoreDown):
            async with self._freezing:
                async with live.lock:
                    await self._keep_snapshot(live, SNAPSHOT_SOON)
                await asyncio.sleep(BREATH)

    async def _keep_snapshot(self, live: Live, worth: int) -> None:
        """Worth it if many lines would have to be read again. The lock is held."""
        table = live.table
        if table is None or table.wrong is not None or table.at - live.snapshot_at < worth:
            return
        with contextlib.suppress(CannotFreeze):
            data = await asyncio.to_thread(freeze, table.match)
            await self.store.keep_snapshot(table.id, table.number, table.at, data)
            live.snapshot_at = table.at

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _see_out(live: Live) -> None:
    """Send away who has lost their place."""
    for guest in live.guests:
        if live.table is not None and guest.seat not in live.table.desk.seats_of(guest.holder):
            guest.send_away("you have no place at this table any more")
