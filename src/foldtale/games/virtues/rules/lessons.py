"""The first game: what is explained to a hero at the beginning of a go. SV-Q105."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Final

from foldtale.games.virtues.options import MARK, READ, TAP, TREASURE
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import NOTHING_DUE, Ask, Option, Play, tell

Moment = Callable[[VirtuesState, int, Sequence[Option]], bool]


def offers(verb: Container[Option]) -> Moment:
    """Return whether an option of a verb can be chosen now."""
    return lambda g, seat, options: any(choice in verb for choice in options)


MOMENTS: Final[dict[str, Moment]] = {
    "aim": lambda g, seat, options: True,
    "go": lambda g, seat, options: True,
    "fall": lambda g, seat, options: g.corruption[seat] > 0,
    "row": lambda g, seat, options: g.armour > 0,
    "cataclysm": lambda g, seat, options: g.struck > 0,
    "regrouping": lambda g, seat, options: g.turns > 1,
    "gifts": offers(TAP),
    "quest": offers(MARK),
    "treasure": offers(TREASURE),
    "elixir": lambda g, seat, options: bool(g.elixirs[seat] or g.works(seat)),
    "sins": lambda g, seat, options: was_taught(g, seat, "gifts"),
    "market": lambda g, seat, options: was_taught(g, seat, "sins"),
    "gates": lambda g, seat, options: was_taught(g, seat, "regrouping"),
}
"""When the moment of a lesson has come; the first that has is explained, one in a go."""
TOGETHER: Final = ("aim",)
"""Lessons after which another one comes in the same go."""


def was_taught(g: VirtuesState, seat: int, moment: str) -> bool:
    return f"{seat} {moment}" in g.taught


def teach(g: VirtuesState, seat: int, options: Sequence[Option]) -> Play[None]:
    """Explain to a hero what is met for the first time; free in a game without lessons."""
    return explain(g, seat, options) if g.setup.lessons and not g.began else NOTHING_DUE


def explain(g: VirtuesState, seat: int, options: Sequence[Option]) -> Play[None]:
    g.began = True
    for moment, has_come in MOMENTS.items():
        if moment in g.content.lessons and not was_taught(g, seat, moment) and has_come(g, seat, options):
            g.taught = (*g.taught, f"{seat} {moment}")
            g.lesson = g.content.lessons[moment]
            tell(g, "learns", seat, "SV-Q105", (g.lesson,))
            yield Ask(seat, "lesson", [READ], "SV-Q105", veiled=True)
            g.lesson = ""
            if moment not in TOGETHER:
                return
