"""How a match stands for a seat: named parts that add up to its chance of winning."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from foldtale.kernel.game import Outcome

PAR: Final = "par"
"""The name of the part that every seat has before anything has happened."""
STEEPEST: Final = 30.0


class Share(NamedTuple):
    """One reason why a seat stands as it does."""

    name: str
    worth: float  # its share of the chance of winning; the shares of all parts add up to the chance
    amount: float  # what it counts, in the game's own units: 2 Spirit, 3 AP


class Reason(NamedTuple):
    """How a hint says that a part differs: `{0}` is by how much, `{0:n Spirit}` so many of something."""

    more: str
    less: str


def weighed(par: float, *parts: tuple[str, float, float]) -> tuple[Share, ...]:
    """Return parts whose shares add up to a chance, from `(name, score, amount)`.

    The scores are log odds, on top of the odds of `par`, the chance of a seat about which nothing is known.
    Each part gets its share of the chance in proportion to its score.
    """
    total = sum([score for _, score, _ in parts])
    odds = min(STEEPEST, max(-STEEPEST, math.log(par / (1 - par)) + total))
    chance = 1 / (1 + math.exp(-odds))
    slope = (chance - par) / total if abs(total) > 1e-9 else par * (1 - par)
    return (Share(PAR, par, 0), *[Share(name, score * slope, amount) for name, score, amount in parts])


def chance_of(parts: Sequence[Share]) -> float:
    """Return the chance of winning that these parts add up to."""
    return sum([part.worth for part in parts])


def share_of_win(state: Any, outcome: Outcome, seat: int) -> float:
    """Return what an ending is worth among rivals: 1 for a win alone, the same for all in a draw."""
    if not outcome.winners:
        return 1 / len(outcome.scores)
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def win_of_team(state: Any, outcome: Outcome, seat: int) -> float:
    """Return what an ending is worth to one of a team: 1 if the team has won, else 0."""
    return 1.0 if outcome.winners else 0.0


def always_together(setup: Any) -> bool:
    return True
