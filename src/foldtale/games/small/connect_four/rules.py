"""Connect Four: seven columns, no chance, nothing hidden.

The discs of a seat are one number: bit 7c + r is the place in column c, row r. The seventh bit of
every column stays empty, so that no line runs over an edge.
"""

from __future__ import annotations

from typing import Final

from foldtale.games.small.connect_four.record import Series
from foldtale.kernel.game import Outcome
from foldtale.kernel.options import Each, Options
from foldtale.kernel.talk import EVERYONE, REST, Ask, Option, Play, State, tell

COLUMNS: Final = "abcdefg"
ROWS: Final = 6
PLACES: Final = 42
STRIDE: Final = ROWS + 1
UP: Final = 1
ACROSS: Final = STRIDE
RISING: Final = STRIDE + 1
FALLING: Final = STRIDE - 1
"""The steps from a place to the next one of a line."""
SHORTEST: Final = 7
"""Nobody has four discs before this move."""
DISCS: Final = tuple(
    [tuple([1 << STRIDE * column + row for row in range(ROWS)]) for column in range(len(COLUMNS))]
)

OPTIONS: Final = Options()
DROP: Final = OPTIONS.verb(
    "drop",
    "Drop a disc into column {0}",
    Each[str](lambda setup: COLUMNS, lambda g, name: (f"{name}{g.heights[COLUMNS.index(name)] + 1}",)),
)
DROPS: Final = tuple([DROP(name) for name in COLUMNS])
COLUMN_OF: Final = {drop: column for column, drop in enumerate(DROPS)}


class Grid(State):
    series: Series
    seat: int  # who is to move
    discs: list[int]
    heights: list[int]  # how high each column stands
    moves: int
    asks: tuple[Ask, ...]  # what each seat can be asked

    __slots__ = tuple(__annotations__)

    def __init__(
        self,
        series: Series,
        seat: int,
        discs: list[int],
        heights: list[int],
        moves: int,
        asks: tuple[Ask, ...],
    ) -> None:
        super().__init__()
        self.series = series
        self.seat = seat
        self.discs = discs
        self.heights = heights
        self.moves = moves
        self.asks = asks

    def copy(self) -> Grid:
        return Grid(self.series, self.seat, self.discs[:], self.heights[:], self.moves, self.asks)


def empty_grid(series: Series) -> Grid:
    """C4-01 to C4-03: nothing lies in the grid; the series says who begins."""
    return Grid(series, series.begins, [0, 0], [0] * len(COLUMNS), 0, FIRST_MOVE)


def questions(heights: list[int]) -> tuple[Ask, ...]:
    """C4-04 and C4-06: for each seat, the columns that are not full."""
    drops: tuple[Option, ...] = tuple(
        [DROPS[column] for column, height in enumerate(heights) if height < ROWS]
    )
    return tuple([Ask(seat, "move", drops, "C4-04", to=EVERYONE) for seat in (0, 1)])


FIRST_MOVE: Final = questions([0] * len(COLUMNS))


def main(g: Grid) -> Play[Outcome]:
    """C4-01: moves by turns, until a line or a full grid."""
    while True:
        yield REST
        seat = g.seat
        drop(g, seat, COLUMN_OF[(yield g.asks[seat])])
        if g.moves >= SHORTEST and has_line(g.discs[seat]):
            tell(g, "wins", seat, "C4-07")
            return won(g, seat)
        if g.moves == PLACES:
            tell(g, "draw", seat, "C4-08")
            return drawn(g)
        g.seat = 1 - seat


def drop(g: Grid, seat: int, column: int) -> None:
    """C4-05: the disc falls to the lowest free place."""
    row = g.heights[column]
    g.discs[seat] |= DISCS[column][row]
    g.heights[column] = row = row + 1
    g.moves += 1
    if row == ROWS and g.moves < PLACES:
        g.asks = questions(g.heights)
    if g.told is not None:
        tell(g, "drops", seat, "C4-05", (COLUMNS[column], row))


def has_line(discs: int) -> bool:
    """C4-07: four in a line: two neighbouring pairs, up, across or on a slant."""
    up = discs & discs >> UP
    across = discs & discs >> ACROSS
    rising = discs & discs >> RISING
    falling = discs & discs >> FALLING
    return bool(
        up & up >> 2 * UP
        or across & across >> 2 * ACROSS
        or rising & rising >> 2 * RISING
        or falling & falling >> 2 * FALLING
    )


def won(g: Grid, seat: int) -> Outcome:
    """C4-03 and C4-09: the series goes on with the loser's move."""
    wins = list(g.series.wins)
    wins[seat] += 1
    series = Series(wins=(wins[0], wins[1]), draws=g.series.draws, begins=1 if seat == 0 else 0)
    return Outcome("four in a line", (seat,), (int(seat == 0), int(seat == 1)), series)


def drawn(g: Grid) -> Outcome:
    """C4-03 and C4-09: after a draw the other one begins."""
    series = Series(wins=g.series.wins, draws=g.series.draws + 1, begins=1 if g.series.begins == 0 else 0)
    return Outcome("full grid", (), (0, 0), series)
