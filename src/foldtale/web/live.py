"""The socket: a guest sees the table change, and can do there what the API can do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from foldtale.kernel.tongue import languages, ours
from foldtale.table.desk import hashed
from foldtale.table.guests import Guest, Live
from foldtale.table.house import STOPPING
from foldtale.table.messages import Bye, Done, Point, Pointed, RefusedThere
from foldtale.table.refusals import Refused, in_words
from foldtale.table.store import AWAY, StoreDown
from foldtale.table.table import Table
from foldtale.table.watching import Watcher
from foldtale.table.work import Account, in_turn
from foldtale.web.deeds import DEEDS
from foldtale.web.protocols import POLICY, TOO_MANY
from foldtale.web.service import Service
from foldtale.web.sessions import session_in

SLOWEST: Final = 20.0
"""Whoever does not take a message for so long is sent away."""
MOST_OF_ONE: Final = 12
"""Sockets that one session can have open at one table."""
log = logging.getLogger("foldtale")
RESTART: Final = 1012


class Line:
    """One socket: whoever writes waits until the message is taken, and not for ever."""

    def __init__(self, socket: WebSocket[Any, Any, Any], lang: str) -> None:
        self._socket = socket
        self._speech = ours(lang)
        self._lock = asyncio.Lock()

    async def say(self, message: bytes) -> None:
        async with self._lock:
            async with asyncio.timeout(SLOWEST):
                await self._socket.send_text(message.decode())

    async def refuse(self, refusal: Refused, ident: str | int | None = None) -> None:
        said = in_words(refusal, self._speech)
        await self.say(msgspec.json.encode(RefusedThere(refusal.reason, said, ident)))

    def end(self) -> None:
        """End the socket of somebody who reads nothing, not even a goodbye."""
        abort = self._socket.scope.get("abort")
        if callable(abort):
            abort()

    async def close(self, why: str, code: int = POLICY) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1.0):
                await self._socket.close(code=code, reason=why[:120])


@websocket("/api/tables/{ident:str}/live")
async def live(socket: WebSocket[Any, Any, Any], ident: FromPath[str]) -> None:
    """Watch a table from a seat: `?seat=0`, `&have=…` with the mark of the story you have, and `&lang=it`."""
    service: Service = socket.app.state.service
    holder = hashed(session_in(socket.scope["headers"], service.settings))
    seat, have = socket.query_params.get("seat", ""), socket.query_params.get("have", "")
    lang = socket.query_params.get("lang", "en")
    await socket.accept()
    line = Line(socket, lang if lang in languages() else "en")
    try:
        if not seat.isdecimal() or len(seat) > 2:
            raise Refused("bad request", "say which seat is yours: ?seat=0")
        if lang not in languages():
            raise Refused("bad request", f"the languages here are: {', '.join(languages())}")
        await service.mine(holder, ident, int(seat))
        at = service.house.live(ident)
        guest = Guest(holder, int(seat))
        if sum([one.holder == guest.holder for one in at.guests]) >= MOST_OF_ONE:
            raise Refused("too fast", "you look at this table in too many places at once")
    except Refused as refusal:
        await line.refuse(refusal)
        await line.close(refusal.said)
        return
    service.house.enter(at, guest)
    account: Account = socket.scope["account"]  # type: ignore[typeddict-item]
    writer = asyncio.create_task(write(service, line, at, guest, have, lang, account))
    try:
        await read(service, socket, line, at, guest)
    except TimeoutError:
        line.end()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        service.house.go(at, guest)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await writer


async def write(
    service: Service, line: Line, at: Live, guest: Guest, have: str, lang: str, account: Account
) -> None:
    """Send what there is to see, as it changes, until the guest goes; they pay for whole views."""
    watcher = Watcher(guest.holder, guest.seat, have, lang)
    writing = service.house.updates

    async def say_all(table: Table) -> None:
        await line.say(await in_turn(account, lambda: watcher.whole(table, at.here(), time.time())))

    try:
        table = await service.house.look(at.id)
        if not guest.gone:
            await say_all(table)
        while True:
            if not guest.gone and (notice := watcher.turn(table)):
                await line.say(notice)
            await guest.changed.wait()
            guest.changed.clear()
            if not guest.gone:
                table = await service.house.look(at.id)
            if guest.gone:
                await line.say(msgspec.json.encode(Bye(guest.gone)))
                await line.close(guest.gone, RESTART if guest.gone == STOPPING else POLICY)
                return
            is_stale, guest.is_stale = guest.is_stale, False
            if guest.is_behind:
                guest.is_behind = False
                await say_all(table)
            elif not is_stale:
                pass
            elif update := await in_turn(writing, partial(watcher.update, table, at.here(), time.time())):
                await line.say(update)
            for seat, element in guest.take_pointed():
                if watcher.sees(table, element):
                    await line.say(msgspec.json.encode(Pointed(seat, element)))
    except Refused as refusal:
        await line.close(refusal.said)
    except StoreDown:
        await line.close(AWAY, RESTART)
    except TimeoutError:
        line.end()
    except (WebSocketDisconnect, RuntimeError, OSError):
        return
    except Exception:
        log.exception("a socket failed", extra={"table": at.id})
        await line.close("this is a mistake of ours; come again", RESTART)


async def read(
    service: Service, socket: WebSocket[Any, Any, Any], line: Line, at: Live, guest: Guest
) -> None:
    """Do what the guest says, one thing after the other."""
    may_speak: Callable[[], bool] = socket.scope["take"]  # type: ignore[typeddict-item]
    wait: Callable[[], float] = socket.scope["wait"]  # type: ignore[typeddict-item]
    while True:
        data = await socket.receive_data(mode="text")
        await asyncio.sleep(wait())
        if not may_speak():
            await line.refuse(Refused("too fast", TOO_MANY))
            await line.close("too many messages")
            return
        ident: str | int | None = None
        try:
            said = msgspec.json.decode(data, type=dict[str, Any])
            given = said.pop("id", None)
            ident = given if isinstance(given, str | int) else None
            await obey(service, at.id, guest, said)
        except Refused as refusal:
            await line.refuse(refusal, ident)
            if refusal.status == 409:
                guest.is_behind = True
                guest.wake()
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            await line.refuse(Refused("bad request", f"this is no message of ours: {error}"), ident)
        except StoreDown:
            await line.refuse(Refused("store", AWAY), ident)
        else:
            await line.say(msgspec.json.encode(Done(ident)))


async def obey(service: Service, table: str, guest: Guest, said: dict[str, Any]) -> None:
    """One message: {"do": "answer", …} with the fields of the same request of the API; the seat is known."""
    name = said.pop("do", "")
    if name == "look":
        return
    if name == "point":
        await service.point(guest.holder, table, msgspec.convert({"seat": guest.seat, **said}, Point))
        return
    if not isinstance(name, str) or name not in DEEDS:
        raise Refused(
            "bad request", f"there is nothing to do called that; one can: {', '.join(['point', *DEEDS])}"
        )
    takes = DEEDS[name].takes
    own = {"seat": guest.seat} if "seat" in takes.__struct_fields__ else {}
    await service.do(guest.holder, table, name, msgspec.convert({**own, **said}, takes))
