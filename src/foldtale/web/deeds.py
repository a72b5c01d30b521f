"""What a guest can do at a table: each deed once, for HTTP and for the socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from foldtale.table.messages import (
    Again,
    Answer,
    AtSeat,
    Consent,
    Propose,
    Rename,
    StandingOrder,
    Undo,
    Webhook,
)
from foldtale.table.table import Table


class Deed(NamedTuple):
    """`takes` is the body, `do` what happens; `title` and `said` stand in the description of the API."""

    title: str
    takes: Any
    do: Callable[[Table, str, Any, float], object]
    said: str


DEEDS: Final[dict[str, Deed]] = {
    "answer": Deed(
        "Answer",
        Answer,
        lambda table, who, it, now: table.answer(who, it),
        "Answer the open question, or make a free move.",
    ),
    "propose": Deed(
        "Propose to the group",
        Propose,
        lambda table, who, it, now: table.propose(who, it),
        "Propose an answer to a group question.",
    ),
    "undo": Deed(
        "Take back",
        Undo,
        lambda table, who, it, now: table.undo(who, it.seat, it.number, now),
        "Take back the last answer: at once if it is yours and nothing was revealed since, else by the"
        " table's policy and with the consent of the others.",
    ),
    "consent": Deed(
        "Agree to an undo, or not",
        Consent,
        lambda table, who, it, now: table.consent(who, it, now),
        "Agree to an undo, or refuse it.",
    ),
    "order": Deed(
        "Give a standing order",
        StandingOrder,
        lambda table, who, it, now: table.set_order(who, it),
        "Answer this question so, and every later one of its kind.",
    ),
    "drop-orders": Deed(
        "Drop standing orders",
        AtSeat,
        lambda table, who, it, now: table.drop_orders(who, it.seat),
        "Drop all standing orders of a seat.",
    ),
    "rename": Deed(
        "Change a name",
        Rename,
        lambda table, who, it, now: table.rename(who, it.seat, it.name),
        "Change the name of your seat.",
    ),
    "to-bot": Deed(
        "Hand a seat to a bot",
        AtSeat,
        lambda table, who, it, now: table.give_to_bot(who, it.seat, now),
        "Hand a seat to a bot: your own, as host any, as player that of somebody who was away for a day.",
    ),
    "take-back": Deed(
        "Take a seat back from a bot",
        AtSeat,
        lambda table, who, it, now: table.take_back_seat(who, it.seat, now),
        "Take your seat back from a bot.",
    ),
    "kick": Deed(
        "Send somebody away",
        AtSeat,
        lambda table, who, it, now: table.kick(who, it.seat),
        "As host: all links to a seat, and all who hold it, lose it.",
    ),
    "host": Deed(
        "Become the host",
        AtSeat,
        lambda table, who, it, now: table.claim_hosting(who, now),
        "Become the host, if there is none, or the host has no seat or was away for a day.",
    ),
    "webhook": Deed(
        "Set where turn notices go",
        Webhook,
        lambda table, who, it, now: table.set_webhook(who, it.seat, it.url),
        "Set where turn notices go while nobody looks at the table.",
    ),
    "again": Deed(
        "Play the next match",
        Again,
        lambda table, who, it, now: table.again(who, it),
        "As host: a rematch or the next chapter, on the same links.",
    ),
}
