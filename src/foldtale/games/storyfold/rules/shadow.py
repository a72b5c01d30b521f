"""The Shadow Phase: SF-078 to SF-084, SF-Q28, SF-Q34, SF-Q45 and SF-Q95."""

from __future__ import annotations

from foldtale.games.storyfold.rules.creatures import activate, loss_of
from foldtale.games.storyfold.rules.telling import teach
from foldtale.games.storyfold.rules.track import advance_shadow, look_at_task
from foldtale.games.storyfold.rules.windows import window, worth_asking
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.effects import expire, happen, value
from foldtale.kernel.talk import Play, settle, tell


def start_shadow_phase(g: Wood) -> Play[None]:
    """SF-078, SF-079 and SF-Q45: the Creatures that are in the River now will activate, each once."""
    tell(g, "shadow phase", 0, "SF-078")
    if "shadow-phase" not in g.taught:
        yield from teach(g, "shadow-phase")
    g.warned = False
    if "shadow_phase_starts" in g.force.whens:
        happen(g, "shadow_phase_starts")
        yield from settle(g)
        look_at_task(g)
    g.waiting = tuple(g.creatures_here())
    g.step = "activate" if g.waiting else "advance"


def next_creature(g: Wood) -> Play[None]:
    """SF-079 and SF-Q45: the leftmost that has not activated yet; those that have left are skipped."""
    options = worth_asking(g, "activation")
    if options:
        yield from window(g, "activation", topic_of_window(g), options)
    coming = to_come(g)
    if coming:
        g.waiting = tuple(coming[1:])
        yield from activate(g, coming[0])
        if g.due:
            yield from settle(g)
    look_at_task(g)
    if not g.waiting:
        g.step = "advance"


def to_come(g: Wood) -> list[str]:
    """Those that have still to activate, from left to right."""
    return [piece for piece in g.river if piece in g.waiting]


def topic_of_window(g: Wood) -> str:
    """Once in a phase one is told that Spirit would overflow; whoever wishes is asked only then."""
    coming = [loss_of(g, piece) for piece in to_come(g) if piece not in g.stunned]
    if not g.warned and sum(coming) > g.spirit:
        g.warned = True
        return "danger"
    return "window"


def advance(g: Wood) -> Play[None]:
    """SF-083 and SF-084: one space towards the centre, and the icons of that space."""
    options = worth_asking(g, "shadow")
    if options:
        yield from window(g, "shadow", "window", options)
    yield from advance_shadow(g, value(g, "shadow_pace", 1), "SF-083")
    if g.due:
        yield from settle(g)
    look_at_task(g)
    if "track" not in g.taught and g.round > 1:
        yield from teach(g, "track")
    g.step = "dusk"


def dusk(g: Wood) -> Play[None]:
    """SF-003 and SF-Q34: a last window, then the round is over."""
    options = worth_asking(g, "shadow")
    if options:
        yield from window(g, "shadow", "window", options)
    if "shadow_phase_ends" in g.force.whens:
        happen(g, "shadow_phase_ends")
        yield from settle(g)
        look_at_task(g)
    for scope in ("phase", "round"):
        if scope in g.force.ends:
            expire(g, scope)
    g.step = "luma"
