"""The clock. UH-121 to UH-125, UH-265, UH-266, UH-Q13 and UH-Q20."""

from __future__ import annotations

from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel.effects import Cause, after, perform, prevented
from foldtale.kernel.talk import ALL, Play, tell


def advance(g: UnlikelyState) -> Play[None]:
    """The cube moves to the next square space, whose effect happens at once. UH-121, UH-122 and UH-124."""
    if (yield from prevented(g, "clock_advances")):
        return
    spaces = g.content.clock.spaces
    g.clock = (g.clock + 1) % len(spaces)
    while not spaces[g.clock].square:
        g.clock = (g.clock + 1) % len(spaces)
    yield from strike(g)


def strike(g: UnlikelyState) -> Play[None]:
    """The active hero carries out the effect of the space with the cube. UH-122 and UH-Q20."""
    space = g.content.clock.spaces[g.clock]
    tell(g, "clock", ALL, "UH-121", (int(space.label), space.name))
    yield from after(g, "clock_strikes", hour=int(space.label))
    yield from perform(g, space.do, Cause(g.active, g.content.clock_card))
