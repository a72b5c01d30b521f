"""What outlives a game: apart from the rules, since compiled modules forget their annotations."""

from __future__ import annotations

from typing import Literal

from foldtale.kernel.game import Count, Record


class Series(Record, frozen=True, kw_only=True):
    """Games won by each seat and drawn so far, and who begins the next."""

    wins: tuple[Count, Count] = (0, 0)
    draws: Count = 0
    begins: Literal[0, 1] = 0
