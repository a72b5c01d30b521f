"""What a guest can do at a table: each deed once, for HTTP and the socket."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, get_type_hints

from foldtale.table import answering, matches, seating, undoing
from foldtale.table.table import Table


@dataclass(frozen=True)
class Deed:
    """One thing that a guest can do: `do(table, holder, said, now)` does what the body `said` asks for."""

    tag: Literal["Play", "Seats"]
    title: str
    do: Callable[[Table, str, Any, float], None]
    is_slow: bool = False  # it may have to replay a long match

    @cached_property
    def takes(self) -> Any:
        """The type of the body."""
        return get_type_hints(self.do)["said"]

    @property
    def said(self) -> str:
        """What the description of the API says: the first paragraph of the function's docstring."""
        return " ".join((self.do.__doc__ or "").partition("\n\n")[0].split())


DEEDS: Final[dict[str, Deed]] = {
    "answer": Deed("Play", "Answer", answering.answer),
    "propose": Deed("Play", "Propose to the group", answering.propose),
    "undo": Deed("Play", "Take back", undoing.undo, is_slow=True),
    "consent": Deed("Play", "Agree to an undo, or not", undoing.consent, is_slow=True),
    "order": Deed("Play", "Give a standing order", answering.set_order),
    "habit": Deed("Play", "Give one of the game's standing orders", answering.take_habit),
    "drop-orders": Deed("Play", "Drop standing orders", answering.drop_orders),
    "rename": Deed("Seats", "Change a name", seating.rename),
    "drop-devices": Deed("Seats", "Play on this device only", seating.drop_devices),
    "to-bot": Deed("Seats", "Hand a seat to a bot", seating.give_to_bot),
    "level": Deed("Seats", "Set the level of a bot", seating.set_level),
    "pace": Deed("Play", "Set the pace of the bots", seating.set_pace),
    "hurry": Deed("Play", "Go on to the next person", seating.hurry),
    "take-back": Deed("Seats", "Take a seat back from a bot", seating.take_back_seat),
    "kick": Deed("Seats", "Send somebody away", seating.kick),
    "host": Deed("Seats", "Become the host", seating.claim_hosting),
    "webhook": Deed("Seats", "Set where turn notices go", seating.set_webhook),
    "again": Deed("Play", "Play the next match", matches.again),
}
