"""The Goal is watched: after every change of the state it may be met. WB-091."""

from __future__ import annotations

from typing import Final

from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import Cause
from foldtale.kernel.talk import Fact, make_due, tell

GOAL_FIRST: Final = -1
"""WB-Q138: what follows from a Goal that is met comes before what cards do about the same event."""


WATCHING: Final = Cause()
"""Nobody acts when the Goal is looked at."""


def changed(g: Book, what: str, who: int, why: str, about: tuple[Fact, ...]) -> None:
    """Tell what has changed, and look whether that meets the Goal."""
    tell(g, what, who, why, about)
    look_at_goal(g)


def look_at_goal(g: Book) -> None:
    """WB-Q14: called by every verb after it has changed the state."""
    if g.goal and not g.goal_is_due and g.chapter.goals[g.goal](g, WATCHING):
        goal_comes_due(g)


def goal_comes_due(g: Book) -> None:
    """WB-091: the Goal is met: its bottom is followed as soon as the present instruction is done."""
    from foldtale.games.wonderbook.rules.reading import follow_met_goal

    g.goal_is_due = True
    make_due(g, GOAL_FIRST, follow_met_goal)
