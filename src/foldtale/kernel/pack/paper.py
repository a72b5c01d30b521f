"""Pictures in packs: layers of cut paper, and figures that only stand there."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from foldtale.kernel.pack.records import Bounds
from foldtale.kernel.scene import Cut


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
    return Cut(
        path=paper.path,
        fill=paper.fill,
        lift=paper.lift,
        stroke=paper.stroke,
        width=paper.width,
        opacity=paper.opacity,
        inside=tuple(map(cut, paper.inside)) if isinstance(paper, Paper) else (),
    )
