"""Areas and the borders between them: which areas adjoin, and how many steps apart they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

DASHED: Final = "dashed"
"""A border that can be crossed."""
SOLID: Final = "solid"
"""A border that cannot be crossed, though the areas adjoin."""


class Border(NamedTuple):
    """A line between two areas; with `one_way`, a link from the first to the second."""

    one: str
    other: str
    line: str = DASHED
    one_way: bool = False


class Areas:
    """The areas of a map in play. Replace it to change it: copies of a state share one.

    `next`    for each area, the areas that can be entered from it, in the order of `names`
    `behind`  for each area, the adjoining areas that cannot be entered from it
    """

    __slots__ = ("behind", "borders", "names", "next")

    def __init__(self, names: Iterable[str] = (), borders: Iterable[Border] = ()) -> None:
        self.names = tuple(names)
        self.borders = tuple(
            [line for line in borders if line.one in self.names and line.other in self.names]
        )
        crossed = self._joined(DASHED)
        closed = self._joined(SOLID)
        self.next = {area: tuple([to for to in self.names if (area, to) in crossed]) for area in self.names}
        self.behind = {
            area: tuple([to for to in self.names if (area, to) in closed - crossed]) for area in self.names
        }

    def _joined(self, line: str) -> set[tuple[str, str]]:
        """Return the pairs of areas between which such a line lies, seen from the first."""
        ahead = {(border.one, border.other) for border in self.borders if border.line == line}
        back = {
            (border.other, border.one)
            for border in self.borders
            if border.line == line and not border.one_way
        }
        return ahead | back

    def __contains__(self, area: object) -> bool:
        return area in self.next

    def __bool__(self) -> bool:
        return bool(self.names)

    def around(self, area: str) -> tuple[str, ...]:
        """Return an area and the areas that can be entered from it; none if the map does not have it."""
        return (area, *self.next[area]) if area in self.next else ()

    def distances(self, start: str) -> Mapping[str, int]:
        """Return how many steps away each area is; areas out of reach are missing."""
        return steps_from(self, start)

    def with_areas(self, *names: str) -> Areas:
        """Add areas; their borders are added apart."""
        return Areas((*self.names, *names), self.borders)

    def without(self, *names: str) -> Areas:
        """Remove areas with their borders."""
        return Areas([area for area in self.names if area not in names], self.borders)

    def with_borders(self, *borders: Border) -> Areas:
        """Add borders to those that there are."""
        return Areas(self.names, (*self.borders, *borders))

    def with_only(self, border: Border) -> Areas:
        """Replace everything between two areas by one border."""
        ends = {border.one, border.other}
        rest = [old for old in self.borders if {old.one, old.other} != ends]
        return Areas(self.names, (*rest, border))


@lru_cache(maxsize=4096)
def steps_from(areas: Areas, start: str) -> Mapping[str, int]:
    """Return how many steps each area is away from `start`; computed once for a map and a start."""
    steps = {start: 0} if start in areas else {}
    edge = [*steps]
    for area in edge:
        for to in areas.next[area]:
            if to not in steps:
                steps[to] = steps[area] + 1
                edge.append(to)
    return steps


NO_AREAS: Final = Areas()
