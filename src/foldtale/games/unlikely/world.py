"""The maps in play: their cells, the numbers that they answer to, and how they are connected.

UH-173 to UH-178.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from foldtale.games.unlikely.language import Direction, MapCard
from foldtale.kernel.areas import DASHED, SOLID, Areas, Border


class Cell(NamedTuple):
    """A place in the grid of a sheet; x grows to the east, y to the south. UH-Q51."""

    sheet: str
    x: int
    y: int

    def next(self, direction: Direction) -> Cell:
        """Return the cell that lies against this one in `direction`."""
        x, y = STEPS[direction]
        return Cell(self.sheet, self.x + x, self.y + y)


STEPS: Final[Mapping[Direction, tuple[int, int]]] = {
    "north": (0, -1),
    "east": (1, 0),
    "south": (0, 1),
    "west": (-1, 0),
}
OPPOSITE: Final[Mapping[Direction, Direction]] = {
    "north": "south",
    "east": "west",
    "south": "north",
    "west": "east",
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A map in play, and the numbers that it answers to: its own and those that it replaced."""

    card: str
    cell: Cell
    numbers: tuple[str, ...]
    edges: Mapping[Direction, str]


class World:
    """The maps in play, in the order in which they were revealed. Replace it to change it: copies share it.

    `areas`  the maps with their connections (dashed) and mere touches (solid)
    """

    __slots__ = ("_cells", "areas", "maps")

    def __init__(self, maps: Iterable[Placed] = ()) -> None:
        self.maps = tuple(maps)
        self._cells = {placed.cell: placed for placed in self.maps}
        self.areas = Areas([placed.card for placed in self.maps], self._borders())

    def _borders(self) -> Iterable[Border]:
        for placed in self.maps:
            for direction in ("east", "south"):
                other = self._cells.get(placed.cell.next(direction))
                if other is not None:
                    line = DASHED if self._is_open(placed, direction, other) else SOLID
                    yield Border(placed.card, other.card, line)

    def _is_open(self, placed: Placed, direction: Direction, other: Placed) -> bool:
        """Each edge names a number that the other map answers to. UH-136 and UH-Q38."""
        there, back = placed.edges.get(direction), other.edges.get(OPPOSITE[direction])
        return there in other.numbers and back in placed.numbers

    def __contains__(self, card: object) -> bool:
        return card in self.areas

    def at(self, cell: Cell) -> Placed | None:
        return self._cells.get(cell)

    def placed(self, card: str) -> Placed:
        return next(placed for placed in self.maps if placed.card == card)

    def answering(self, number: str) -> str:
        """Return the map in play that answers to a number, or nothing."""
        found = [placed.card for placed in self.maps if number in placed.numbers]
        return found[-1] if found else ""

    @property
    def latest(self) -> str:
        """Return the map revealed last that is still in play."""
        return self.maps[-1].card

    def touching(self, card: str) -> tuple[str, ...]:
        """Return the maps that lie orthogonally against this one. UH-178."""
        return (*self.areas.next[card], *self.areas.behind[card])

    def toward(self, start: Cell, end: Cell) -> Direction | None:
        """Return the direction in which `end` lies against `start`, if it does. UH-Q84."""
        return next((way for way in STEPS if start.next(way) == end), None)

    def with_map(self, card: str, body: MapCard, number: str) -> World:
        """Lay a map in its cell, in place of whatever map lies there. UH-173, UH-177 and UH-Q52."""
        cell = cell_of(body)
        old = self._cells.get(cell)
        numbers = (number, *([body.replaces] if body.replaces else []), *(old.numbers if old else ()))
        rest = [placed for placed in self.maps if placed is not old]
        laid = Placed(card, cell, tuple(dict.fromkeys(numbers)), body.edges)
        return World((*rest, laid))

    def without(self, card: str) -> World:
        return World([placed for placed in self.maps if placed.card != card])


def cell_of(body: MapCard) -> Cell:
    return Cell(body.sheet, body.x, body.y)


NO_WORLD: Final = World()


@lru_cache(maxsize=4096)
def ways_from(areas: Areas, start: str, spaces: int, crosses: int) -> Mapping[str, tuple[str, ...]]:
    """Return every map within so many spaces, each with the shortest way that crosses least.

    `crosses`  steps that may go to a touching map without a connection
    """
    ways: dict[tuple[str, int], tuple[str, ...]] = {(start, crosses): ()}
    edge = [(start, crosses)]
    for here, left in edge:
        way = ways[here, left]
        if len(way) >= spaces:
            continue
        steps = [(there, left) for there in areas.next[here]]
        steps += [(there, left - 1) for there in areas.behind[here] if left]
        for step in steps:
            if step not in ways:
                ways[step] = (*way, step[0])
                edge.append(step)
    found: dict[str, tuple[str, ...]] = {}
    for there, left in sorted(ways, key=lambda step: (len(ways[step]), -step[1])):
        found.setdefault(there, ways[there, left])
    del found[start]
    return found
