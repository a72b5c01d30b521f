"""Given: a grid as it is drawn, and what anybody sees of one."""

from __future__ import annotations

from foldtale import games
from foldtale.games.small.connect_four.record import Series
from foldtale.games.small.connect_four.rules import DISCS, questions
from foldtale.kernel import Match
from foldtale.testing import answer, offered, play

ADA, BO = 0, 1
FOUR = games.get("connect_four")

NO_LINE = (
    "oxxoxxx",
    "oxxooox",
    "oxoxxxo",
    "xooxoox",
    "xoxxxoo",
    "xoooxoo",
)
"""A full grid, the top row first, in which nobody has four in a line; the last disc fell to a6."""


def given(*rows: str, turn: int = ADA, series: Series | None = None) -> Match:
    """A grid drawn in rows, the top one first: x for a disc of Ada's, o for one of Bo's, a dot for none."""
    grid = FOUR.begin(FOUR.setup(players=2, record=series))
    grid.seat = turn
    for row, places in enumerate(reversed(rows)):
        for column, disc in enumerate(places):
            if disc != ".":
                assert grid.heights[column] == row, "no disc floats"
                grid.discs["xo".index(disc)] |= DISCS[column][row]
                grid.heights[column] += 1
                grid.moves += 1
    grid.asks = questions(grid.heights)
    return play(FOUR, grid)


def drawn(match: Match) -> list[str]:
    """The grid as anybody sees it, in the way `given` takes it, without empty rows."""
    (grid,) = match.scene(BO).elements
    discs = ["xo"[place.things[0].seat] if place.things else "." for place in grid.things]
    rows = ["".join(discs[at : at + grid.columns]) for at in range(0, len(discs), grid.columns)]
    return [row for row in rows if set(row) != {"."}]


def columns(match: Match) -> str:
    """The columns that can be chosen now."""
    return "".join(key.removeprefix("drop ") for key in offered(match))


def drop(match: Match, *names: str) -> None:
    answer(match, *[f"drop {name}" for name in names])


def four_in_a_line(rows: list[str]) -> bool:
    """Whether anybody has a line, found by looking along every row, column and slant."""
    grid = [list("." * 7)] * (6 - len(rows)) + [list(row) for row in rows]
    for row in range(6):
        for column in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = row + 3 * down, column + 3 * right
                if grid[row][column] != "." and ends[0] < 6 and 0 <= ends[1] < 7:
                    places = {grid[row + step * down][column + step * right] for step in range(4)}
                    if len(places) == 1:
                        return True
    return False
