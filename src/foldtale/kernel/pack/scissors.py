"""Cuts a drawing along the edge of a rectangle: nothing outside it leaves with what is shown."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

import msgspec

from foldtale.kernel.scene import Cut, Point

NUMBERS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}
"""How many numbers each command of a path takes. Arcs cannot be cut."""
WORD: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
STEP: Final = 7.0
"""How far apart the points of a curve lie, at most."""
FEWEST, MOST = 3, 40


class Rectangle(NamedTuple):
    """What is cut out."""

    left: float
    top: float
    right: float
    bottom: float


class Line(NamedTuple):
    """Points that follow each other, back to the first one if it is closed."""

    points: list[Point]
    is_closed: bool


def cut_out(papers: Iterable[Cut], inside: Rectangle) -> Iterator[Cut]:
    """Yield the parts of `papers` that lie inside a rectangle, moved so that its corner is the origin."""
    for paper in papers:
        lines = [part for line in lines_of(paper.path) for part in _clip(line, inside, bool(paper.fill))]
        if lines:
            pasted = tuple(cut_out(paper.inside, inside))
            yield msgspec.structs.replace(paper, path=_written(lines, inside), inside=pasted)


def lines_of(path: str) -> list[Line]:
    """Return the lines of a path, its curves as points close together; raise `ValueError` for an arc."""
    lines: list[Line] = []
    words = WORD.findall(path)
    here: Point = (0.0, 0.0)
    bend: Point | None = None
    command, at = "", 0
    while at < len(words):
        if words[at].isalpha():
            command = words[at]
            at += 1
        kind = command.upper()
        if kind not in NUMBERS:
            raise ValueError(f"{command!r} cannot be cut: a path is made of M, L, H, V, C, S, Q, T and Z")
        given = [float(word) for word in words[at : at + NUMBERS[kind]]]
        at += NUMBERS[kind]
        if kind == "Z":
            lines[-1] = Line(lines[-1].points, True)
            here, bend = lines[-1].points[0], None
            continue
        points = _absolute(kind, given, here if command.islower() else (0.0, 0.0), here)
        if kind == "M":
            lines.append(Line([points[0]], False))
            command = "l" if command.islower() else "L"
        else:
            if lines[-1].is_closed:
                lines.append(Line([here], False))
            if kind in "ST":
                points = [_beyond(bend, here), *points]
            lines[-1].points.extend(_curve([here, *points]))
        here = points[-1]
        bend = points[-2] if kind in "CSQT" else None
    return lines


def _absolute(kind: str, given: Sequence[float], origin: Point, here: Point) -> list[Point]:
    if kind == "H":
        return [(origin[0] + given[0], here[1])]
    if kind == "V":
        return [(here[0], origin[1] + given[0])]
    return [(origin[0] + x, origin[1] + y) for x, y in zip(given[::2], given[1::2], strict=True)]


def _beyond(bend: Point | None, here: Point) -> Point:
    """Return the control point that mirrors the last one."""
    return here if bend is None else (2 * here[0] - bend[0], 2 * here[1] - bend[1])


def _curve(control: Sequence[Point]) -> list[Point]:
    """Return points of a Bézier curve after its start, by its control points."""
    if len(control) == 2:
        return [control[1]]
    length = sum([math.dist(one, other) for one, other in pairwise(control)])
    steps = max(FEWEST, min(MOST, round(length / STEP)))
    return [_at(control, step / steps) for step in range(1, steps + 1)]


def _at(control: Sequence[Point], share: float) -> Point:
    while len(control) > 1:
        control = [(x + (u - x) * share, y + (v - y) * share) for (x, y), (u, v) in pairwise(control)]
    return control[0]


def _clip(line: Line, inside: Rectangle, is_filled: bool) -> Iterator[Line]:
    if is_filled:
        points = line.points
        for side in range(4):
            points = list(_behind(points, side, inside))
        if len(points) > 2:
            yield Line(points, True)
        return
    run: list[Point] = []
    closing = [line.points[0]] if line.is_closed else []
    points = [*line.points, *closing]
    for start, end in pairwise(points):
        part = _within(start, end, inside)
        if part is None:
            continue
        if run and run[-1] != part[0]:
            yield Line(run, False)
            run = []
        run = [*(run or [part[0]]), part[1]]
    if len(run) > 1:
        yield Line(run, False)


def _behind(points: Sequence[Point], side: int, inside: Rectangle) -> Iterator[Point]:
    """Yield the outline of a filled shape on the inner side of one edge of the rectangle."""
    axis, edge, sign = side % 2, inside[side], 1 if side < 2 else -1
    for start, end in zip([points[-1], *points[:-1]] if points else (), points, strict=True):
        far, near = (start[axis] - edge) * sign, (end[axis] - edge) * sign
        if (far < 0) != (near < 0):
            share = far / (far - near)
            yield (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        if near >= 0:
            yield end


def _within(start: Point, end: Point, inside: Rectangle) -> tuple[Point, Point] | None:
    """Return the part of a straight line inside the rectangle."""
    first, last = 0.0, 1.0
    way = (end[0] - start[0], end[1] - start[1])
    for side in range(4):
        axis, sign = side % 2, 1 if side < 2 else -1
        room, pace = (start[axis] - inside[side]) * sign, way[axis] * sign
        if pace == 0:
            if room < 0:
                return None
        elif pace > 0:
            first = max(first, -room / pace)
        else:
            last = min(last, -room / pace)
    if first >= last:
        return None
    ends = [(start[0] + way[0] * share, start[1] + way[1] * share) for share in (first, last)]
    return (start if first == 0 else ends[0], end if last == 1 else ends[1])


def _written(lines: Iterable[Line], inside: Rectangle) -> str:
    parts = []
    for line in lines:
        points = [f"{x - inside.left:.1f} {y - inside.top:.1f}".replace(".0", "") for x, y in line.points]
        parts.append(f"M{'L'.join([point for point, _ in groupby(points)])}{'Z' * line.is_closed}")
    return "".join(parts)
