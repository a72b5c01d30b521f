"""Pictures in packs: layers of cut paper, and figures that only stand there."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Final

from foldtale.kernel.pack.records import Bounds
from foldtale.kernel.scene import Board, Cut, Token


@dataclasses.dataclass
class Pasted:
    """A piece of cut paper."""

    path: str
    fill: str = ""
    lift: Annotated[int, Bounds(0, 3)] = 1
    stroke: str = ""
    width: float = 0
    opacity: float = 1


@dataclasses.dataclass
class Paper(Pasted):
    """A layer of cut paper; what is pasted `inside` ends at its outline."""

    inside: list[Pasted] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Scenery:
    """A figure that only stands there."""

    figure: str
    at: list[float]
    scale: float = 1


def cut(paper: Pasted) -> Cut:
    """The layer as a scene has it."""
    inside = paper.inside if isinstance(paper, Paper) else ()
    return Cut(**{**vars(paper), "inside": tuple(map(cut, inside))})


DESK: Final = (0.0, 0.0, 1000.0, 700.0)
"""The frame of a picture that names none."""


def point(at: Sequence[float]) -> tuple[float, float]:
    """Return a place of a picture; the origin if none is written."""
    return (at[0], at[1]) if len(at) == 2 else (0.0, 0.0)


def picture(
    frame: Sequence[float],
    back: Sequence[Paper] = (),
    ground: Sequence[Paper] = (),
    front: Sequence[Paper] = (),
    props: Sequence[Scenery] = (),
) -> Board:
    """Return what is drawn of a board and never changes: its layers of paper and its scenery."""
    left, top, width, height = frame if len(frame) == 4 else DESK
    return Board(
        id="picture",
        frame=(left, top, width, height),
        tokens=tuple(
            [
                Token(id=f"prop {at}", figure=prop.figure, at=point(prop.at), scale=prop.scale)
                for at, prop in enumerate(props)
            ]
        ),
        back=tuple(map(cut, back)),
        ground=tuple(map(cut, ground)),
        front=tuple(map(cut, front)),
    )
