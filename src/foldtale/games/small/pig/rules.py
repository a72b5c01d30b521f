"""Pig: one die, a pot, and the wish to roll once more."""

from __future__ import annotations

from typing import Final

from foldtale.kernel.chance import D6
from foldtale.kernel.game import Outcome
from foldtale.kernel.options import Options
from foldtale.kernel.talk import EVERYONE, REST, Ask, Chance, Play, State, tell

GOAL: Final = 100
MOST_PLAYERS: Final = 10
LOSES: Final = 1

OPTIONS: Final = Options()
ROLL: Final = OPTIONS.plain("roll", "Roll the die", touches=lambda g: ("pot",))
HOLD: Final = OPTIONS.plain("hold", "Hold and bank the pot", touches=lambda g: ("pot", f"score {g.seat}"))
DIE: Final = Chance("die", D6, EVERYONE, True)
TURN: Final = [Ask(seat, "turn", (ROLL, HOLD), "PIG-02", to=EVERYONE) for seat in range(MOST_PLAYERS)]


class Pig(State):
    scores: list[int]
    seat: int  # whose turn it is
    pot: int
    turns: int  # how many are over

    __slots__ = tuple(__annotations__)

    def __init__(self, scores: list[int], seat: int = 0, pot: int = 0, turns: int = 0) -> None:
        super().__init__()
        self.scores = scores
        self.seat = seat
        self.pot = pot
        self.turns = turns

    def copy(self) -> Pig:
        return Pig(self.scores[:], self.seat, self.pot, self.turns)


def main(g: Pig) -> Play[Outcome]:
    """PIG-01 and PIG-08: turns in order, until somebody has enough."""
    while True:
        yield REST
        seat = g.seat
        yield from turn(g, seat)
        if g.scores[seat] >= GOAL:
            tell(g, "wins", seat, "PIG-08", (g.scores[seat],))
            return Outcome("banked", (seat,), tuple(g.scores))
        g.seat = (seat + 1) % len(g.scores)
        g.turns += 1


def turn(g: Pig, seat: int) -> Play[None]:
    """PIG-02 to PIG-07: roll or hold, as often as one dares."""
    ask = TURN[seat]
    g.pot = 0
    while (yield ask) is ROLL:
        face: int = yield DIE
        if face == LOSES:
            if g.told is not None:
                tell(g, "loses the pot", seat, "PIG-04", (g.pot,))
            return
        g.pot += face
    g.scores[seat] += g.pot
    if g.told is not None:
        tell(g, "holds", seat, "PIG-05", (g.pot, g.scores[seat]))
