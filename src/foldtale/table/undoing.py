"""Taking back: freely, by the table's policy, and with the consent of those whom it concerns."""

from __future__ import annotations

import json
from collections.abc import Container

from msgspec.structs import replace

from foldtale.kernel.errors import UndoRefused
from foldtale.kernel.log import asked, seat_of
from foldtale.kernel.match import FORBID, Match
from foldtale.table.desk import Wish
from foldtale.table.messages import Consent, Undo
from foldtale.table.refusals import Refused
from foldtale.table.table import MOST_UNDOS, Table


def undo(table: Table, holder: str, said: Undo, now: float) -> None:
    """Take back the last answer: at once if it is yours and nothing was revealed since, else by the table's
    policy and with the consent of the others. Nothing is taken back once somebody has the whole tale of a
    match with secrets.
    """
    table.must_play(holder, said.seat)
    table.must_be_now(said.number)
    table.must_be_untold()
    if table.undos >= MOST_UNDOS or table.is_full:
        raise Refused("not undone", "so much has been taken back in this match that no more can be")
    if undo_freely(table.match, said.seat):
        _took_back(table)
        return
    if table.desk.options.undo == "forbid":
        raise Refused(
            "not undone", "something has been revealed since, and this table keeps what was revealed"
        )
    wish = Wish(said.seat, table.match.last_answered, (said.seat,))
    if not wish.number:
        raise Refused("not undone", "nothing has been answered yet")
    table.desk = replace(table.desk, wish=wish)
    _take_back_if_agreed(table, now)


def consent(table: Table, holder: str, said: Consent, now: float) -> None:
    """Agree to an undo, or refuse it."""
    table.must_play(holder, said.seat)
    table.must_be_untold()
    wish = table.desk.wish
    if wish is None or wish.number != said.number:
        raise Refused("nothing to agree on", "nobody wants to take that answer back now")
    if not said.agree:
        table.desk = replace(table.desk, wish=None)
        return
    agreed = tuple(sorted({*wish.agreed, said.seat}))
    table.desk = replace(table.desk, wish=replace(wish, agreed=agreed))
    _take_back_if_agreed(table, now)


def still_asked(table: Table, wish: Wish, now: float) -> list[int]:
    """The seats of other people that have not agreed yet; whoever is away for a day is not asked.

    A person agrees once for several seats: those that every session holds that holds the agreeing seat.
    """
    desk = table.desk
    agreeing = [{*desk.holders_of(seat)} for seat in wish.agreed]

    def has_agreed(seat: int) -> bool:
        return seat in wish.agreed or any(one and one <= {*desk.holders_of(seat)} for one in agreeing)

    return [seat for seat in desk.people if not has_agreed(seat) and not desk.is_away(seat, now)]


def _take_back_if_agreed(table: Table, now: float) -> None:
    wish = table.desk.wish
    if wish is None or still_asked(table, wish, now):
        return
    table.desk = replace(table.desk, wish=None)
    before = table.match.number
    try:
        undo_to_a_person(table.match, table.desk.bots)
    except UndoRefused as refusal:
        if table.match.number == before:
            raise Refused("not undone", str(refusal)) from None
    _took_back(table)


def _took_back(table: Table) -> None:
    """Note the undo lines: what was taken back is kept already."""
    new = table.match.log[table.at + len(table.fresh) :]
    table.fresh += [json.dumps(line, ensure_ascii=False) for line in new]
    table.skip_what_is_kept()
    table.desk = replace(table.desk, wish=None)


def undo_freely(match: Match, seat: int) -> bool:
    """Take back the seat's own last answer if nothing was revealed since; whether that was so."""
    policy, match.terms.undo = match.terms.undo, FORBID
    try:
        match.undo(seat)
    except UndoRefused:
        return False
    finally:
        match.terms.undo = policy
    return True


def undo_to_a_person(match: Match, bots: Container[int]) -> None:
    """Take back the last answer of a person, as far as the match's terms allow."""
    entries = match.entries or []
    answered = [seat_of(entry) for entry in entries if len(entry) == 3 and asked(entry)]
    if all(seat in bots for seat in answered):
        raise UndoRefused("no person has answered yet")
    while answered.pop() in bots:
        match.undo()
    match.undo()
