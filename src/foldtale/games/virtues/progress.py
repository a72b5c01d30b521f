"""How a game of Seven Virtues stands for a hero, a fallen hero and the Unnamed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.rules.endings import PIECES
from foldtale.games.virtues.rules.pile import LAST, SEVENTH
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.game import Outcome
from foldtale.kernel.judging import Reason, Share, weighed

A_MIGHT: Final = 0.1
A_PIECE: Final = 0.2
A_CATACLYSM: Final = 0.2
A_MARK: Final = 0.03
"""What each is worth in log odds; to be measured."""
REASONS: Final = {
    "might": Reason("you are {0} might further ahead", "you are {0} might further behind"),
    "row": Reason("the armour comes nearer", "the armour comes less near"),
    "doom": Reason("the kingdom is safer", "the kingdom is nearer to its end"),
    "outcome": Reason("it wins more often", "it wins less often"),
}


def progress(g: VirtuesState, seat: int) -> Sequence[Share]:
    """By the lead in might, armour and cataclysms; for the fallen and the Unnamed the other way round."""
    doom = g.struck + len(g.sins.rows[places.PILE]) / SEVENTH
    marks = sum([len(g.marks[place]) - g.marks[place].count(places.FREE) for place in places.MARKED])
    row = A_PIECE * g.armour + A_MARK * marks
    danger = A_CATACLYSM * (doom - LAST / PIECES * g.armour)
    par = 1 / g.setup.players
    if seat >= g.heroes or g.fell[seat]:
        return weighed(par, ("row", -row, -marks), ("doom", danger, -doom))
    lead = g.might[seat] - max([g.might[other] for other in range(g.heroes) if other != seat])
    return weighed(par, ("might", A_MIGHT * lead, lead), ("row", row, marks), ("doom", -danger, -doom))


def worth(g: VirtuesState, outcome: Outcome, seat: int) -> float:
    """Return what an ending is worth: a share of the win, and nothing where nobody has won."""
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
