"""What a guest can do at a table: each deed once, for HTTP and for the socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from foldtale.table.answering import answer, drop_orders, propose, set_order, take_habit
from foldtale.table.matches import again
from foldtale.table.messages import (
    Again,
    Answer,
    AtSeat,
    Consent,
    Propose,
    Rename,
    StandingOrder,
    TakeHabit,
    Undo,
    Webhook,
)
from foldtale.table.seating import (
    claim_hosting,
    drop_devices,
    give_to_bot,
    kick,
    rename,
    set_webhook,
    take_back_seat,
)
from foldtale.table.table import Table
from foldtale.table.undoing import consent, undo


class Deed(NamedTuple):
    """`takes` is the body, `do` what happens; `title` and `said` stand in the description of the API.

    `is_slow`  it may have to replay a long match
    """

    title: str
    takes: Any
    do: Callable[[Table, str, Any, float], object]
    said: str
    is_slow: bool = False


DEEDS: Final[dict[str, Deed]] = {
    "answer": Deed(
        "Answer",
        Answer,
        lambda table, who, it, now: answer(table, who, it),
        "Answer the open question, or make a free move.",
    ),
    "propose": Deed(
        "Propose to the group",
        Propose,
        lambda table, who, it, now: propose(table, who, it),
        "Propose an answer to a group question.",
    ),
    "undo": Deed(
        "Take back",
        Undo,
        lambda table, who, it, now: undo(table, who, it.seat, it.number, now),
        "Take back the last answer: at once if it is yours and nothing was revealed since, else by the"
        " table's policy and with the consent of the others. Nothing is taken back once somebody has"
        " the whole tale of a match with secrets.",
        is_slow=True,
    ),
    "consent": Deed(
        "Agree to an undo, or not",
        Consent,
        consent,
        "Agree to an undo, or refuse it.",
        is_slow=True,
    ),
    "order": Deed(
        "Give a standing order",
        StandingOrder,
        lambda table, who, it, now: set_order(table, who, it),
        "Answer this question so, and every later one of its kind.",
    ),
    "habit": Deed(
        "Give one of the game's standing orders",
        TakeHabit,
        lambda table, who, it, now: take_habit(table, who, it),
        "Let questions of a sort pass by themselves, or be asked again.",
    ),
    "drop-orders": Deed(
        "Drop standing orders",
        AtSeat,
        lambda table, who, it, now: drop_orders(table, who, it.seat),
        "Drop all standing orders of a seat.",
    ),
    "rename": Deed(
        "Change a name",
        Rename,
        lambda table, who, it, now: rename(table, who, it.seat, it.name),
        "Change the name of your seat.",
    ),
    "drop-devices": Deed(
        "Play on this device only",
        AtSeat,
        lambda table, who, it, now: drop_devices(table, who, it.seat),
        "End every other hold on your seat, and every link to it.",
    ),
    "to-bot": Deed(
        "Hand a seat to a bot",
        AtSeat,
        lambda table, who, it, now: give_to_bot(table, who, it.seat, now),
        "Hand a seat to a bot: your own, as host any, as player that of somebody who was away for a day.",
    ),
    "take-back": Deed(
        "Take a seat back from a bot",
        AtSeat,
        lambda table, who, it, now: take_back_seat(table, who, it.seat, now),
        "Take your seat back from a bot.",
    ),
    "kick": Deed(
        "Send somebody away",
        AtSeat,
        lambda table, who, it, now: kick(table, who, it.seat),
        "As host: all links to a seat, and all who hold it, lose it.",
    ),
    "host": Deed(
        "Become the host",
        AtSeat,
        lambda table, who, it, now: claim_hosting(table, who, now),
        "Become the host, if there is none, or the host has no seat or was away for a day.",
    ),
    "webhook": Deed(
        "Set where turn notices go",
        Webhook,
        lambda table, who, it, now: set_webhook(table, who, it.seat, it.url),
        "Set where turn notices go while nobody looks at the table.",
    ),
    "again": Deed(
        "Play the next match",
        Again,
        lambda table, who, it, now: again(table, who, it),
        "As host: a rematch or the next chapter, on the same links.",
    ),
}
