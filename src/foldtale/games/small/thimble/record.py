"""What outlives a game: apart from the rules, since compiled modules forget their annotations."""

from __future__ import annotations

from foldtale.kernel.game import Count, Record


class Company(Record, frozen=True, kw_only=True):
    """The games that each seat of a company has won."""

    wins: tuple[Count, ...] = ()
