"""How a game of Connect Four stands, and what comes to mind first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from foldtale.games.small.connect_four.rules import (
    ACROSS,
    COLUMN_OF,
    DISCS,
    FALLING,
    RISING,
    UP,
    Grid,
    has_line,
)
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.talk import Ask

FOUR: Final = range(4)
A_THREAT: Final = 0.8
A_PAIR: Final = 0.15
REASONS: Final = {
    "threes": Reason(
        "you have {0:n more line} of three to complete", "they have {0:n more line} of three to complete"
    ),
    "pairs": Reason("you have {0:n more pair} to build on", "they have {0:n more pair} to build on"),
}


def lines() -> tuple[tuple[int, ...], ...]:
    """Every line of four places, as the numbers of their places, each one disc."""
    found = []
    board = 0
    for column in DISCS:
        for disc in column:
            board |= disc
    for column in DISCS:
        for disc in column:
            for step in (UP, ACROSS, RISING, FALLING):
                line = tuple([disc << step * number for number in FOUR])
                if all(place & board for place in line):
                    found.append(line)
    return tuple(found)


LINES: Final = tuple([sum(line) for line in lines()])


def progress(g: Grid, seat: int) -> Sequence[Share]:
    """By the lines that each side could still complete."""
    mine, theirs = g.discs[seat], g.discs[1 - seat]
    threes = pairs = 0
    for line in LINES:
        if not line & theirs:
            found = (line & mine).bit_count()
            threes += found == 3
            pairs += found == 2
        elif not line & mine:
            found = (line & theirs).bit_count()
            threes -= found == 3
            pairs -= found == 2
    return weighed(0.5, ("threes", threes * A_THREAT, threes), ("pairs", pairs * A_PAIR, pairs))


def reflex(g: Grid, ask: Ask, draw: Callable[[], float]) -> int:
    """Complete a line, or keep the other from it, or drop a disc anywhere."""
    mine, theirs = g.discs[g.seat], g.discs[1 - g.seat]
    heights = g.heights
    blocks = -1
    for at, drop in enumerate(ask.options):
        column = COLUMN_OF[drop]
        place = DISCS[column][heights[column]]
        if has_line(mine | place):
            return at
        if blocks < 0 and has_line(theirs | place):
            blocks = at
    return blocks if blocks >= 0 else int(draw() * len(ask.options))
