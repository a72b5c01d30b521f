"""How a game of Pig stands, and what comes to mind first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from foldtale.games.small.pig.rules import GOAL, Pig
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.talk import Ask

HOLDS_AT: Final = 20
FIRST: Final = 6
"""The points that it is worth to be the next to roll."""
SPREAD: Final = 0.6
LAST: Final = 10
"""How much a lead counts, by the points that are still missing: estimated from games of hold-at-20."""
REASONS: Final = {
    "lead": Reason("you are {0:n point} further ahead", "you are {0:n point} further behind"),
    "turn": Reason("you are to roll", "somebody else is to roll"),
    "pot": Reason("there are {0:n more point|more points} in the pot", "the pot is {0:n point} smaller"),
}


def progress(g: Pig, seat: int) -> Sequence[Share]:
    """By the lead over the best of the others, and who is to roll."""
    mine = g.scores[seat]
    best = max([score for other, score in enumerate(g.scores) if other != seat])
    missing = max(1, 2 * GOAL - mine - best)
    a_point = (missing + LAST) ** -SPREAD
    lead, first = mine - best, FIRST if g.seat == seat else -FIRST
    pot = g.pot if g.seat == seat else -g.pot
    return weighed(
        1 / len(g.scores),
        ("lead", lead * a_point, lead),
        ("turn", first * a_point, int(g.seat == seat)),
        ("pot", pot * a_point / 2, pot),
    )


def reflex(g: Pig, ask: Ask, draw: Callable[[], float]) -> int:
    """Hold at 20, or with enough to win."""
    return int(g.pot >= HOLDS_AT or g.scores[g.seat] + g.pot >= GOAL)
