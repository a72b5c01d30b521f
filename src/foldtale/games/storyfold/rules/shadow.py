"""The Shadow Phase: SF-078 to SF-084, SF-Q28, SF-Q34, SF-Q45, SF-Q95, SF-Q107 and SF-Q109."""

from __future__ import annotations

from typing import Final

from foldtale.games.storyfold.rules.creatures import activate, loss_of
from foldtale.games.storyfold.rules.lessons import DANGER, teach
from foldtale.games.storyfold.rules.track import advance_shadow, look_at_task, shadow_comes
from foldtale.games.storyfold.rules.windows import usable, window, worth_asking
from foldtale.games.storyfold.state import Wood
from foldtale.games.storyfold.uses import CREATURE
from foldtale.kernel.effects import after, expire, value
from foldtale.kernel.talk import Play, settle, tell

LONGEST_STANDSTILL: Final = 12
"""SF-Q109: after so many rounds in a row in which no Action can be announced, the Shadow triumphs."""


def start_shadow_phase(g: Wood) -> Play[None]:
    """Begin a Shadow Phase, in which each Creature now in the River activates: SF-078, SF-079, SF-Q45."""
    tell(g, "shadow phase", 0, "SF-078")
    yield from teach(g, "shadow-phase")
    g.warned = False
    yield from after(g, "shadow_phase_starts", look_at_task)
    g.waiting = tuple(g.creatures_here())
    g.step = "activate" if g.waiting else "advance"


def next_creature(g: Wood) -> Play[None]:
    """Activate the leftmost Creature that has not activated yet: SF-079 and SF-Q45."""
    topic = topic_of_window(g)
    if topic:
        yield from window(g, "activation", topic)
    coming = to_come(g)
    if coming:
        g.waiting = tuple(coming[1:])
        yield from activate(g, coming[0], asked=topic == DANGER)
        yield from settle(g)
    look_at_task(g)
    if not g.waiting:
        g.step = "advance"


def to_come(g: Wood) -> list[str]:
    """Return the Creatures that have still to activate, from left to right."""
    return [piece for piece in g.river if piece in g.waiting]


def next_losses(g: Wood) -> list[int]:
    """Return the Spirit that each of these will take: 0 if it is stunned."""
    return [0 if piece in g.stunned else loss_of(g, piece) for piece in to_come(g)]


def topic_of_window(g: Wood) -> str:
    """Return `danger` once in a phase if the losses to come would overflow, and whenever the next one would.

    SF-Q34 and SF-Q107: the second only if something can be used that helps; "" if nothing can be used.
    """
    if not worth_asking(g, "activation"):
        return ""
    coming = next_losses(g)
    if not g.warned and sum(coming) > g.spirit:
        g.warned = True
        return DANGER
    return DANGER if coming and coming[0] > g.spirit and usable(g, CREATURE) else "window"


def advance(g: Wood) -> Play[None]:
    """Move the Shadow Pawn one space towards the centre, with its icons: SF-083 and SF-084."""
    yield from window(g, "shadow")
    yield from advance_shadow(g, value(g, "shadow_pace", 1), why="SF-083")
    yield from settle(g)
    look_at_task(g)
    yield from teach(g, "track")
    g.step = "dusk"


def dusk(g: Wood) -> Play[None]:
    """Offer a last window and end the round, or a Scene that stands still: SF-003, SF-Q34 and SF-Q109."""
    yield from window(g, "shadow")
    yield from after(g, "shadow_phase_ends", look_at_task)
    if g.idle >= LONGEST_STANDSTILL:
        shadow_comes(g, 0, "SF-Q109")
    for scope in ("phase", "round"):
        expire(g, scope)
    g.step = "luma"
