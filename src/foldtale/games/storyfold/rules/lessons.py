"""Lessons, and the script of the Prologue: SF-001, SF-Q87 and SF-Q103."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from foldtale.games.storyfold.language import BROM, LUMA, Step
from foldtale.games.storyfold.options import NOTHING, USE
from foldtale.games.storyfold.rules.pool import pool_of
from foldtale.games.storyfold.rules.telling import read_the_rest, turn_page
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.pack.pages import PageId
from foldtale.kernel.talk import ALL, EVERYONE, NOTHING_DUE, Option, Play, Show, option, settle, tell

DANGER: Final = "danger"
"""The topic of the question before Spirit overflows."""
NO_STEP: Final = Step()
Moment: TypeAlias = Callable[[Wood, Sequence[Option]], bool]


def offered(choice: Option) -> Moment:
    """Return whether an option can be chosen now."""
    return lambda g, options: choice in options


def some_place(asks: str) -> Moment:
    """Return whether a Place of the Scene has something."""
    return lambda g, options: any(getattr(place, asks) for place in g.places.values())


WAITS: Final[dict[str, Callable[[Wood], bool]]] = {
    "track": lambda g: g.round > 1,
    "shadow-card": lambda g: "overflow" not in g.taught,
}
"""What else must be so when the moment of a lesson has come."""
AT_LEISURE: Final = {
    **dict.fromkeys(["action", "river", "scene", "task"], "name"),
    "joined": "after",
    "wildwood": "wildwood",
    "needs": "needs",
}
"""What is explained when nothing else is, and what some Place of the Scene must have for it."""
FACES: Final = {"luma": offered(USE(LUMA)), "brom": offered(USE(BROM))}
MOMENTS: Final[dict[str, dict[str, Moment]]] = {
    "between": {moment: some_place(asks) for moment, asks in AT_LEISURE.items()} | FACES,
    "outcome": {"outcome": lambda g, options: True, "switch": offered(NOTHING), **FACES},
    **dict.fromkeys(["closing", "window", DANGER], FACES),
}
"""What is explained before each question, and when the moment for it has come."""
ABOUT: Final = {topic: frozenset(moments) for topic, moments in MOMENTS.items()}
SETTLED_IN: Final = 4
"""From this round on there is leisure also before the first Action."""


def teach(g: Wood, moment: str) -> Play[None]:
    """Give the lesson of a moment when it occurs for the first time in a journey."""
    return NOTHING_DUE if moment in g.taught else explain(g, moment)


def explain(g: Wood, moment: str) -> Play[None]:
    """Open the lesson of a moment as a page, and then the page before again: SF-001."""
    if moment in WAITS and not WAITS[moment](g):
        return
    g.taught |= {moment}
    lesson = g.content.lessons.get(moment)
    if lesson is None:
        return
    yield from settle(g)
    yield from read_the_rest(g, "SF-001")
    before = g.pages
    g.pages = before.opened(PageId(lesson))
    yield Show((lesson,), EVERYONE, lesson)
    tell(g, "learns", ALL, "SF-001", (lesson,))
    yield from turn_page(g, "SF-001")
    g.pages = g.pages.reopened(before)


def teach_about(g: Wood, topic: str, options: Sequence[Option]) -> Play[None]:
    """Explain a question, and options that it offers for the first time: SF-Q103."""
    return NOTHING_DUE if ABOUT[topic] <= g.taught else explain_question(g, topic, options)


def explain_question(g: Wood, topic: str, options: Sequence[Option]) -> Play[None]:
    """Give the lessons whose moment has come; of those that can wait one, before or after an Action."""
    can_wait = has_leisure(g)
    for moment, has_come in MOMENTS[topic].items():
        waits = moment in AT_LEISURE
        if moment not in g.taught and (can_wait or not waits) and has_come(g, options):
            can_wait = can_wait and not waits
            yield from explain(g, moment)


def has_leisure(g: Wood) -> bool:
    """Return whether there is time for a lesson: before all Actions, or after one that leaves dice."""
    return "action" not in g.taught or g.round >= SETTLED_IN or g.ready != pool_of(g)


# The script of the Prologue


def next_step(g: Wood) -> Step:
    """Return the next step of the Scene's script: SF-Q87."""
    script = g.content.scripts.get(g.scene, ())
    return script[g.scripted] if g.scripted < len(script) else NO_STEP


def as_told(g: Wood, part: str, options: Sequence[Option]) -> Sequence[Option]:
    """Return the one option that the script leaves, if any; end a script that cannot be followed: SF-Q87.

    `part`  what the script may say here: what to `do`, what to `throw`, or what to `take`
    """
    if g.scene not in g.content.scripts:
        return ()
    key: str = getattr(next_step(g), part)
    if not key:
        return ()
    told = option(key)
    if told in options:
        g.scripted += 1
        return [told]
    g.scripted = len(g.scene_text.script)
    return ()
