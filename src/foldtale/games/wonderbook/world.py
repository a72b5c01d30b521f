"""The map in play: areas, what lies between them, and how far it is from one to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from foldtale.kernel.talk import option

DASHED: Final = "dashed"
SOLID: Final = "solid"


class Border(NamedTuple):
    """A line between two areas, or a link from the first to the second."""

    one: str
    other: str
    line: str = DASHED
    one_way: bool = False


class World:
    """The map as it is now. It is never changed, only replaced: copies of a state share it.

    `next`     for each area those that can be entered from it: WB-114
    `moves`    the same as options
    `behind`   for each area those behind a solid line: WB-115
    `objects`  where each object stands
    """

    __slots__ = ("_ways", "areas", "behind", "borders", "map", "moves", "next", "objects", "popups", "turned")

    def __init__(
        self,
        map: str,
        areas: tuple[str, ...],
        borders: tuple[Border, ...],
        objects: Mapping[str, str],
        popups: tuple[str, ...] = (),
        turned: int = 0,
    ) -> None:
        self.map = map
        self.areas = areas
        self.borders = borders
        self.objects = objects
        self.popups = popups
        self.turned = turned
        self.next: dict[str, tuple[str, ...]] = {}
        self.behind: dict[str, tuple[str, ...]] = {}
        for area in areas:
            self.next[area] = tuple([to for to in areas if self._joins(area, to, DASHED)])
            behind = [to for to in areas if self._joins(area, to, SOLID) and to not in self.next[area]]
            self.behind[area] = tuple(behind)
        self.moves = {area: [option(f"move {to}") for to in self.next[area]] for area in areas}
        self._ways = {area: self._ways_from(area) for area in areas}

    def _joins(self, area: str, to: str, line: str) -> bool:
        """WB-Q50: one dashed segment is enough."""
        for border in self.borders:
            if border.line == line:
                if border.one == area and border.other == to:
                    return True
                if border.one == to and border.other == area and not border.one_way:
                    return True
        return False

    def distances(self, start: str) -> Mapping[str, int]:
        """WB-Q81: how many steps over dashed borders every area is away; those out of reach are missing."""
        return self._ways[start]

    def _ways_from(self, start: str) -> dict[str, int]:
        known = {start: 0}
        edge = [start]
        for area in edge:
            for to in self.next[area]:
                if to not in known:
                    known[to] = known[area] + 1
                    edge.append(to)
        return known

    def around(self, area: str) -> tuple[str, ...]:
        """An area and those adjacent to it."""
        return (area, *self.next[area])

    def with_border(self, border: Border) -> World:
        """WB-Q52: what lies between two areas becomes this."""
        ends = {border.one, border.other}
        rest = tuple([old for old in self.borders if {old.one, old.other} != ends])
        return World(self.map, self.areas, (*rest, border), self.objects, self.popups, self.turned)

    def with_more(self, *borders: Border) -> World:
        """WB-Q50 and WB-Q52: more lines or links, besides those that there are."""
        return World(self.map, self.areas, (*self.borders, *borders), self.objects, self.popups, self.turned)

    def with_areas(self, areas: tuple[str, ...]) -> World:
        borders = tuple([line for line in self.borders if line.one in areas and line.other in areas])
        objects = {name: area for name, area in self.objects.items() if area in areas}
        return World(self.map, areas, borders, objects, self.popups, self.turned)

    def with_objects(self, objects: Mapping[str, str]) -> World:
        """The same ways, which need not be found again."""
        twin = World.__new__(World)
        for name in World.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.objects = objects
        return twin

    def with_popup(self, popup: str) -> World:
        return World(self.map, self.areas, self.borders, self.objects, (*self.popups, popup), self.turned)

    def rotated(self) -> World:
        """A quarter turn, for the look of it."""
        turned = (self.turned + 90) % 360
        return World(self.map, self.areas, self.borders, self.objects, self.popups, turned)


NOWHERE: Final = World("", (), (), {})
"""WB-013: the book is closed until a card opens it."""
