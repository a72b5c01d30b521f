"""How instructions are registered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import isgeneratorfunction, signature
from typing import Any, get_type_hints

from foldtale.games.wonderbook.language import LANGUAGE, Hero
from foldtale.kernel.effects.language import Verb
from foldtale.kernel.talk import Play


def op(says: str, can: Callable[..., bool] | None = None) -> Callable[[Verb], Verb]:
    """Register an instruction; nothing happens to a Hero who does not play."""

    def register(function: Verb) -> Verb:
        hints = get_type_hints(function)
        spots = [at for at, name in enumerate(signature(function).parameters) if hints[name] is Hero]
        guarded = guard(function, spots) if spots else function
        return LANGUAGE.op(says, can)(guarded)

    return register


def guard(function: Verb, spots: list[int]) -> Verb:
    """The same, if all Heroes in these places are in play."""
    if isgeneratorfunction(function):

        @wraps(function)
        def play(*args: Any) -> Play[None]:
            if all(args[at] in args[0].hearts for at in spots):
                yield from function(*args)

        return play

    @wraps(function)
    def verb(*args: Any) -> None:
        if all(args[at] in args[0].hearts for at in spots):
            function(*args)

    return verb
