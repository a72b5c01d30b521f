"""What the API does, apart from how it is spoken: who asks, at which table, and what they get."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any, Final

import msgspec

from foldtale import __version__
from foldtale.kernel.scene import pieces
from foldtale.table import seating, views
from foldtale.table.answering import take_hint
from foldtale.table.desk import hashed, read_desk, write_desk
from foldtale.table.house import NO_TABLE, House
from foldtale.table.messages import (
    Advices,
    AtQuestion,
    Health,
    ImportedTable,
    Invitation,
    Invite,
    Join,
    NewTable,
    Point,
    ReviewView,
    TableCard,
    View,
    Webhook,
)
from foldtale.table.refusals import Refused
from foldtale.table.table import Table
from foldtale.web import webhook
from foldtale.web.deeds import DEEDS
from foldtale.web.notices import Notices
from foldtale.web.settings import Settings

MOST_LISTED: Final = 40
MOST_RENEWED: Final = 10_000
"""Tables of one session that follow it to a new one."""
SESSION_BYTES: Final = 32


def new_session() -> str:
    return secrets.token_urlsafe(SESSION_BYTES)


class Service:
    """The house with its settings. A `holder` is the hash of a session: nothing else of it is kept."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._notices = Notices(settings.private_webhooks)
        self._renewing = asyncio.Lock()
        self.house = House(settings, self.notify)

    async def notify(self, url: str, facts: dict[str, Any]) -> None:
        """Send a turn notice; who cannot be reached is not told again."""
        body = msgspec.json.encode({**facts, "url": f"{self.settings.base}/#/table/{facts['table']}"})
        await self._notices.send(url, body)

    async def own_session(self, session: str) -> str:
        """Return the session if it has a place anywhere, so that it was made here; else make a new one."""
        is_ours = session and await self.house.store.held_by(hashed(session), 1)
        return session if is_ours else new_session()

    async def renew(self, session: str) -> str:
        """Move every place of a session to a new one, and return that; nothing if it has no place.

        The old session is good for nothing afterwards, whoever knows it."""
        old, made = hashed(session), new_session()
        new = hashed(made)

        def move(table: Table) -> None:
            table.desk = read_desk(write_desk(table.desk).replace(old.encode(), new.encode()))

        async with self._renewing:
            tables = await self.house.store.held_by(old, MOST_RENEWED)
            for ident in tables:
                await self.house.store.hold(new, ident)
                await self.house.act(ident, move)
                await self.house.store.let_go(old, ident)
        return made if tables else ""

    async def create(self, holder: str, wanted: NewTable, lang: str = "en") -> View:
        made = Table.new(wanted, holder, time.time())
        await self.house.add(made)
        return await self.view(holder, made.id, made.desk.seats_of(holder)[0], lang=lang)

    async def take_in(self, holder: str, wanted: ImportedTable, lang: str = "en") -> View:
        """A table from a tale."""
        made = await self.house.take_in(wanted, holder, time.time())
        return await self.view(holder, made.id, made.desk.seats_of(holder)[0], lang=lang)

    async def join(self, holder: str, ident: str, wanted: Join, lang: str = "en") -> View:
        now = time.time()
        try:
            await self.house.look(ident)
        except Refused:
            raise Refused("wrong link", seating.WRONG_LINK) from None
        seat = await self.house.act(
            ident, lambda table: seating.join(table, holder, wanted.secret, wanted.name, now)
        )
        await self.house.store.hold(holder, ident)
        return await self.view(holder, ident, seat, lang=lang)

    async def leave(self, holder: str, ident: str) -> None:
        await self.mine(holder, ident)
        await self.house.act(ident, lambda table: seating.leave(table, holder))
        await self.house.store.let_go(holder, ident)

    async def delete(self, holder: str, ident: str) -> None:
        table = await self.mine(holder, ident)
        table.must_host(holder)
        await self.house.delete(ident)

    async def invite(self, holder: str, ident: str, wanted: Invite) -> Invitation:
        await self.mine(holder, ident)
        secret = await self.house.act(
            ident, lambda table: seating.invite(table, holder, wanted.seat, wanted.device)
        )
        return Invitation(wanted.seat, f"{self.settings.base}/#/join/{ident}/{secret}", secret)

    async def tables(self, holder: str, lang: str = "en") -> list[TableCard]:
        """The tables at which this session has a place, the last touched first."""
        cards = []
        for ident in await self.house.store.held_by(holder, MOST_LISTED):
            table = await self.house.look(ident)
            if table.desk.seats_of(holder):
                cards.append(views.card(table, holder, self.house.live(ident).here(), time.time(), lang))
        return cards

    async def mine(self, holder: str, ident: str, seat: int | None = None, closely: bool = True) -> Table:
        """A table at which this session has a place, or this seat; to all others it does not exist."""
        table = await self.house.look(ident, closely)
        seats = table.desk.seats_of(holder)
        if not seats and not closely:
            return await self.mine(holder, ident, seat)
        if not seats:
            raise Refused("no such table", NO_TABLE)
        if seat is not None and seat not in seats:
            raise Refused("not yours", "this seat is not yours")
        return table

    async def view(self, holder: str, ident: str, seat: int, have: str = "", lang: str = "en") -> View:
        table = await self.mine(holder, ident, seat)
        here = self.house.live(ident).here()
        return views.whole_view(table, holder, seat, here, time.time(), have, lang)

    async def any_view(self, holder: str, ident: str, seat: int | None, lang: str = "en") -> View | None:
        """The view of this seat, or of the first that this session holds; None if it holds none."""
        table = await self.house.look(ident)
        seats = table.desk.seats_of(holder)
        if not seats:
            return None
        return await self.view(holder, ident, seat if seat in seats else seats[0], lang=lang)

    async def do(self, holder: str, ident: str, name: str, body: Any) -> None:
        """Carry out a deed; what is refused says where the table stands now."""
        if isinstance(body, Webhook) and body.url:
            try:
                webhook.check_url(body.url, self.settings.private_webhooks)
            except webhook.BadAddress as error:
                raise Refused("bad address", str(error)) from None
        await self.mine(holder, ident, closely=False)
        deed, now = DEEDS[name], time.time()
        await self.house.act(ident, lambda table: deed.do(table, holder, body, now), is_slow=deed.is_slow)

    async def point(self, holder: str, ident: str, said: Point) -> None:
        """Others see what this seat points at, as far as it is in their own scene."""
        table = await self.mine(holder, ident, said.seat)
        if all(piece.id != said.element for piece in pieces(table.match.scene(said.seat))):
            raise Refused("not offered", "there is no such element in your scene")
        await self.house.point(ident, said.seat, said.element)

    async def moment(
        self, holder: str, ident: str, seat: int, number: int, match: int, lang: str = "en"
    ) -> bytes:
        """What a seat saw and knew when a question was open, as JSON."""
        table = await self.mine(holder, ident, seat)
        desk, match = write_desk(table.desk), match or table.number
        moment: bytes = await self.house.look_back("moment", ident, match, number, desk, seat, lang)
        return moment

    async def hint(self, holder: str, ident: str, said: AtQuestion, lang: str = "en") -> Advices:
        """Return what a bot would do at the open question of this seat, and count that it was asked."""
        await self.mine(holder, ident, said.seat)
        seat, seed = await self.house.act(ident, lambda table: (take_hint(table, holder, said), table.thinks))
        advices: Advices = await self.house.think("advice", ident, seat, seed, lang)
        if advices.number != said.number:
            raise Refused("late", "the table has moved on")
        return advices

    async def review(self, holder: str, ident: str, seat: int, match: int, lang: str = "en") -> ReviewView:
        """Return how a finished match went, as this seat could know it."""
        table = await self.mine(holder, ident, seat)
        match = match or table.number
        if match == table.number and not table.match.over:
            raise Refused("not over", "the match is not over yet")
        return views.review_view(await self.house.review(ident, match, seat), table.game, match, lang)

    async def export(
        self, holder: str, ident: str, seat: int, match: int, lang: str = "en"
    ) -> tuple[str, bytes]:
        """A file's name and what is in it: the whole tale where it may leave, else this seat's view."""
        table = await self.mine(holder, ident, seat)
        match = match or table.number
        stem = f"{table.game.name}-{table.id}-{match}"
        over = await self._release_tale(holder, ident, match)
        if over is not None:
            return f"{stem}.tale", await self.house.archive.whole_tale(ident, match, over)
        desk = write_desk(table.desk)
        view: bytes = await self.house.look_back("view_file", ident, match, desk, seat, lang)
        return f"{stem}-seat-{seat}.view", view

    async def _release_tale(self, holder: str, ident: str, match: int) -> bool | None:
        """Return whether the match is over, or None if its whole tale may not leave.

        That this match is closed for undo is kept before the tale leaves. An earlier match cannot be taken
        back any more: its tale may leave if the match was played to its end.
        """

        def release(table: Table) -> tuple[bool, bool] | None:
            if match != table.number:
                return None
            return table.release_tale(holder), table.match.over

        released = await self.house.act(ident, release)
        if released is not None:
            may_leave, over = released
            return over if may_leave else None
        return True if await self.house.look_back("is_over", ident, match) else None

    async def health(self) -> Health:
        tables = await self.house.store.ping()
        return Health(True, __version__, tables, self.house.in_memory, self.house.sockets)
