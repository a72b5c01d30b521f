"""The warning before the last Destiny token. WB-Q105."""

from __future__ import annotations

from collections.abc import Iterator

from foldtale.games.wonderbook.options import GO, NO
from foldtale.games.wonderbook.state import TOKENS, Book
from foldtale.kernel.effects.program import Call
from foldtale.kernel.talk import ALL, Ask, Play


def risk_all(g: Book, calls: tuple[Call, ...], voice: int | None = None) -> Play[bool]:
    """WB-Q105: who could lose the last Destiny token by choice is warned; whether they go on."""
    if sum(losses(g, calls)) < g.destiny:
        return True
    answers = g.voice if voice is None else voice
    choice = yield Ask(ALL, "last destiny", [GO, NO], "WB-Q105", voice=answers)
    return choice is GO


def losses(g: Book, calls: tuple[Call, ...]) -> Iterator[int]:
    """WB-Q105: how many Destiny tokens each instruction may turn face down; in a loop, all of them."""
    for call in calls:
        if call.word == "destiny_down":
            lost = call.given["destiny_down"]
            yield lost if isinstance(lost, int) else TOKENS
        inside = call.inside
        if call.word == "run":
            inside = g.chapter.pack.sequences[call.given["run"]].calls
        for lost in losses(g, inside):
            yield TOKENS if is_loop(call) else lost


def is_loop(call: Call) -> bool:
    """Whether what stands inside may be carried out more than once."""
    if call.word == "pick":
        return bool(call.given.get("count", call.given.get("up_to", 1)) != 1)
    return call.word == "each" or (call.word == "repeat" and bool(call.given["repeat"] != 1))
