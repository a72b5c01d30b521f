"""An action, stage by stage, until its Hero is knocked out. WB-171, WB-Q94 and WB-Q142."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import Cause
from foldtale.kernel.talk import Play, settle

T = TypeVar("T")
Stages: TypeAlias = Generator[Play[Any] | None, Any, T]
"""What a Hero does, one stage after the other. A stage is sent back what it returns; None only settles."""


class KnockedOut(Exception):
    """The Hero who performs a text was knocked out in a stage of it: the rest is not begun. WB-Q142."""


def stage_of_text(g: Book, c: Cause, hero: str | None, stage: Play[T]) -> Play[T]:
    """Carry out `stage`, a walk, roll or additional action of `hero`, and settle what follows from it.

    If it knocks out the Hero who performs this very text, leave the text by raising `KnockedOut`. WB-Q142.
    """
    before = g.knock_outs.get(hero)
    came_of_it = yield from stage
    yield from settle(g)
    if g.knock_outs.get(hero) != before and hero == g.doer and is_performed(g, c) and not c.copy:
        raise KnockedOut
    return came_of_it


def is_performed(g: Book, c: Cause) -> bool:
    """Tell whether this is the text of the skill or Special Action that is being performed. WB-109."""
    return bool(g.using) and c.card == g.using


def until_knocked_out(g: Book, hero: str | None, stages: Stages[T]) -> Play[T | None]:
    """Carry out `stages`, settling after each; begin no other once `hero` was knocked out in one of them.

    Knock-outs are counted, so a Hero who stands up again at once does not go on either.
    """
    before = g.knock_outs.get(hero)
    came_of_it = None
    while g.knock_outs.get(hero) == before:
        try:
            stage = stages.send(came_of_it)
        except StopIteration as end:
            result: T = end.value
            return result
        came_of_it = (yield from stage) if stage is not None else None
        yield from settle(g)
    return None
