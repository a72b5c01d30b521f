"""How instructions and simple values are registered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, get_type_hints

from foldtale.games.wonderbook.language import LANGUAGE, Hero
from foldtale.kernel.effects.language import Verb
from foldtale.kernel.talk import NOTHING_DUE

fact = LANGUAGE.fact


def op(
    says: str, can: Callable[..., bool] | None = None, name: str = "", **takes: Any
) -> Callable[[Verb], Verb]:
    """Register an instruction as `LANGUAGE.op` does; nothing happens to a Hero who does not play."""

    def register(function: Verb) -> Verb:
        hints = get_type_hints(function, include_extras=True)
        spots = [at for at, name in enumerate(signature(function).parameters) if hints[name] == Hero]

        @wraps(function)
        def verb(*args: Any) -> Any:
            return function(*args) if all(args[at] in args[0].hearts for at in spots) else NOTHING_DUE

        LANGUAGE.op(says, can, name, **takes)(verb if spots else function)
        return function

    return register
