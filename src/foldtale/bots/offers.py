"""How often options are taken in the turns in which they are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from foldtale.kernel.match import Match

if TYPE_CHECKING:
    from foldtale.bots.levels import Bot

SELDOM: Final = 0.05
MOSTLY: Final = 0.95
"""Shares of its offers below and above which an option makes no choice."""
FEW: Final = 20
"""Of fewer offers than these nothing is said."""

Counts = Mapping[str, tuple[int, int]]
"""For each option, by its key: in how many turns it was offered to anybody, and in how many it was taken."""


class Offers:
    """An accumulator that counts the offers of one game."""

    def begins(self, number: int, match: Match, seats: Sequence[str]) -> None:
        self.offered: set[tuple[int, str]] = set()
        self.taken: set[tuple[int, str]] = set()

    def decides(self, match: Match, seat: int, key: str, bot: Bot) -> None:
        turn = match.game.turn(match.state)
        self.offered.update([(turn, option.key) for option in match.options])
        self.taken.add((turn, key))

    def ends(self, number: int, match: Match) -> None:
        """Nothing is left to count."""

    @property
    def counts(self) -> dict[str, tuple[int, int]]:
        offered = Counter([key for _, key in self.offered | self.taken])
        taken = Counter([key for _, key in self.taken])
        return {key: (offered[key], taken[key]) for key in sorted(offered)}


def added(games: Iterable[Counts]) -> dict[str, tuple[int, int]]:
    """Return the counts of several games together."""
    found: dict[str, tuple[int, int]] = {}
    for counts in games:
        for key, (offered, taken) in counts.items():
            before = found.get(key, (0, 0))
            found[key] = (before[0] + offered, before[1] + taken)
    return found


def extremes(counts: Counts, verbs: Sequence[str]) -> Iterator[str]:
    """Say which options of these verbs are seldom or nearly always taken, the least first."""
    shares = [(taken / offered, offered, key) for key, (offered, taken) in counts.items() if offered >= FEW]
    for share, offered, key in sorted(shares):
        if key.partition(" ")[0] in verbs and not SELDOM <= share <= MOSTLY:
            yield f"  {key:<24} {share:>6.1%} of {offered} turns in which it was offered"
