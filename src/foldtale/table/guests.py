"""Those who look at a table now."""

from __future__ import annotations

import asyncio
import time

from foldtale.table.table import Table


class Guest:
    """Somebody who looks at a table now; `wake` says that there is something new to see."""

    def __init__(self, holder: str, seat: int) -> None:
        self.holder = holder
        self.seat = seat
        self.changed = asyncio.Event()
        self.pointed: list[tuple[int, str]] = []
        self.is_behind = False  # they were refused for it and shall see all of the table again
        self.is_stale = False  # something has changed at the table
        self.gone = ""

    def take_pointed(self) -> list[tuple[int, str]]:
        pointed, self.pointed = self.pointed, []
        return pointed

    def wake(self) -> None:
        self.is_stale = True
        self.changed.set()

    def point(self, seat: int, element: str) -> None:
        """Another seat points at something."""
        self.pointed = [*[one for one in self.pointed if one[0] != seat], (seat, element)]
        self.changed.set()

    def send_away(self, why: str) -> None:
        self.gone = why
        self.changed.set()


class Live:
    """A table that is in memory, with those who look at it."""

    def __init__(self, ident: str) -> None:
        self.id = ident
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.guests: set[Guest] = set()
        self.elsewhere: dict[int, float] = {}
        self.used = time.monotonic()
        self.bots: asyncio.Task[None] | None = None
        self.told = 0
        self.snapshot_at = 0
        self.reviewed = (0, 0)

    def bots_rest(self, done: asyncio.Task[None]) -> None:
        self.bots = None

    @property
    def lines(self) -> int:
        """The lines of the match in memory."""
        return self.table.at if self.table is not None else 0

    @property
    def is_unused(self) -> bool:
        """Whether nobody looks at the table and nothing is being done there."""
        return not self.guests and self.bots is None and not self.lock.locked()

    def here(self) -> set[int]:
        """The seats whose people look at the table now, here or through another process."""
        now = time.monotonic()
        afar = {seat for seat, until in self.elsewhere.items() if until > now}
        return {guest.seat for guest in self.guests} | afar
