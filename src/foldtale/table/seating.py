"""Who sits where, who hosts, and who may say so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from msgspec.structs import replace

from foldtale.kernel.talk import SPECTATOR
from foldtale.table import desk as desks
from foldtale.table.desk import hashed
from foldtale.table.messages import AtLevel, AtPace, AtSeat, Rename, Webhook
from foldtale.table.refusals import Refused
from foldtale.table.table import Table

T = TypeVar("T")
WRONG_LINK: Final = "this link is not, or no longer, good"


def invite(table: Table, holder: str, seat: int, device: bool = False) -> str:
    """Return the secret of a new link. It hands the seat over or, with `device`, adds a device of its holder.

    Everybody makes links to their own seats, the host also to seats that nobody holds and to those who watch.
    So nobody can look at the hand of somebody else by a link of their own.
    """
    if seat != SPECTATOR:
        _must_exist(table, seat)
    if seat not in table.desk.seats_of(holder) or seat == SPECTATOR:
        if device:
            raise Refused("not yours", "only whoever holds a seat can play it on another device")
        table.must_host(holder)
        if seat != SPECTATOR and table.desk.holders_of(seat):
            raise Refused(
                "not yours", "somebody holds this seat; send them away first, or let them make a link"
            )
    secret = desks.new_secret()
    keys = table.desk.device_keys if device else table.desk.keys
    made = {**_newest(keys), hashed(secret): seat}
    table.desk = replace(table.desk, device_keys=made) if device else replace(table.desk, keys=made)
    return secret


def join(table: Table, holder: str, secret: str, name: str, now: float) -> int:
    """The seat that a link opens: once, and again for whoever has used it; for those who watch, often."""
    key, desk = hashed(secret), table.desk
    used = desk.used.get(key)
    if used is not None and used[1] == holder:
        return used[0]
    seat = desk.keys.get(key, desk.device_keys.get(key))
    if seat is None:
        raise Refused("wrong link", WRONG_LINK)
    desk = desk.sit(holder, seat, name, now, device=key in desk.device_keys)
    if seat != SPECTATOR:
        device_keys = {one: place for one, place in desk.device_keys.items() if one != key}
        desk = replace(desk, device_keys=device_keys, used={**_newest(desk.used), key: (seat, holder)})
    table.desk = desk
    return seat


def _newest(links: dict[str, T]) -> dict[str, T]:
    """As many of the newest links as leave room for one more."""
    return dict(list(links.items())[-desks.MOST_KEYS + 1 :])


def drop_devices(table: Table, holder: str, said: AtSeat, now: float) -> None:
    """End every other hold on your seat, and every link to it."""
    table.must_hold(holder, said.seat)
    table.desk = table.desk.end_holds(said.seat, but=holder)


def leave(table: Table, holder: str) -> None:
    if not table.desk.seats_of(holder) and holder != table.desk.host:
        raise Refused("not yours", "you have no place at this table")
    table.desk = table.desk.stand_up(holder)


def rename(table: Table, holder: str, said: Rename, now: float) -> None:
    """Change the name of your seat."""
    chair = table.must_hold(holder, said.seat)
    table.desk = table.desk.with_chair(said.seat, replace(chair, name=desks.clean(said.name)))


def kick(table: Table, holder: str, said: AtSeat, now: float) -> None:
    """As host: all links to a seat, and all who hold it, lose it."""
    table.must_host(holder)
    if said.seat in table.desk.seats_of(holder):
        raise Refused("bad request", "this is your own seat; leave it, or hand it to a bot")
    desk = table.desk.end_holds(said.seat)
    if said.seat != SPECTATOR:
        _must_exist(table, said.seat)
        desk = desk.vacate(said.seat)
    table.desk = desk


def give_to_bot(table: Table, holder: str, said: AtLevel, now: float) -> None:
    """Hand a seat to a bot: your own, as host any, as player that of somebody who was away for a day."""
    seat = said.seat
    _must_exist(table, seat)
    mine = seat in table.desk.seats_of(holder) or holder == table.desk.host
    chair = table.desk.chairs[seat]
    away = chair.kind == "person" and table.desk.is_away(seat, now)
    if not mine and not (away and table.desk.role(holder) == "player"):
        raise Refused("not yours", "this seat is not yours, and its person was here today")
    table.desk = replace(table.desk.with_chair(seat, replace(chair, kind="bot", level=said.level)), wish=None)


def take_back_seat(table: Table, holder: str, said: AtSeat, now: float) -> None:
    """Take your seat back from a bot."""
    chair = table.must_hold(holder, said.seat)
    table.desk = table.desk.with_chair(said.seat, replace(chair, kind="person", seen=now))


def set_level(table: Table, holder: str, said: AtLevel, now: float) -> None:
    """Set how well the bot in a seat plays, as a player of this table."""
    _must_exist(table, said.seat)
    _must_be_player(table, holder)
    chair = table.desk.chairs[said.seat]
    if chair.kind != "bot":
        raise Refused("bad request", "no bot plays in this seat")
    table.desk = table.desk.with_chair(said.seat, replace(chair, level=said.level))


def set_pace(table: Table, holder: str, said: AtPace, now: float) -> None:
    """Set how long the bots wait before they move, as a player of this table."""
    _must_be_player(table, holder)
    table.desk = replace(table.desk, options=replace(table.desk.options, pace=said.pace))


def hurry(table: Table, holder: str, said: AtSeat, now: float) -> None:
    """Let the bots move at once until a person is asked; nothing changes if a person is asked now."""
    _must_be_player(table, holder)
    table.desk = replace(table.desk, hurry=not table.waits_for_people)


def claim_hosting(table: Table, holder: str, said: AtSeat, now: float) -> None:
    """Become the host, if there is none, or the host has no seat or was away for a day."""
    if table.desk.role(holder) == "spectator":
        raise Refused("not yours", "only a player can host")
    seats = [seat for seat in table.desk.seats_of(table.desk.host) if seat != SPECTATOR]
    if table.desk.host and any(not table.desk.is_away(seat, now) for seat in seats):
        raise Refused("not the host", "the host was here today")
    table.desk = replace(table.desk, host=holder)


def set_webhook(table: Table, holder: str, said: Webhook, now: float) -> None:
    """Set where turn notices go while nobody looks at the table."""
    chair = table.must_hold(holder, said.seat)
    table.desk = table.desk.with_chair(said.seat, replace(chair, webhook=said.url))


def _must_be_player(table: Table, holder: str) -> None:
    if table.desk.role(holder) == "spectator":
        raise Refused("not yours", "only players of this table can do this")


def _must_exist(table: Table, seat: int) -> None:
    if seat >= len(table.desk.chairs):
        raise Refused("bad request", f"there is no seat {seat} at this table")


def was_seen(table: Table, seats: Iterable[int], now: float) -> None:
    for seat in seats:
        if seat < len(table.desk.chairs):
            table.desk = table.desk.with_chair(seat, replace(table.desk.chairs[seat], seen=now))
