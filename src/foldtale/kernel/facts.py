"""What a state declares: the annotations in its class body, each a field with its type and its meaning.

The type says how `copy` treats the field. It copies a list, a dict and a box, and what they hold
by the same rule. Copies share everything else, so its type must allow no change: numbers, tuples,
`Mapping`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from foldtale.kernel.talk import State


@cache
def declared(cls: type[State]) -> dict[str, Any]:
    """Return the type of each field that `cls` adds to those of the conversation; none if it is compiled."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hint for name, hint in hints.items() if not hasattr(State, name)}


@cache
def marked(cls: type[State], mark: str) -> tuple[str, ...]:
    """Return the names of the fields whose type is `Annotated` with `mark`."""
    marks = {name: getattr(hint, "__metadata__", ()) for name, hint in declared(cls).items()}
    return tuple([name for name, found in marks.items() if mark in found])


def nothing(hint: Any) -> Any:
    """Return the empty value of a type: 0, "", False, (), or None if a value may be missing."""
    parts = get_args(hint)
    if type(None) in parts:
        return None
    if get_origin(hint) is tuple:
        return () if parts[-1] is ... else tuple(map(nothing, parts))
    return hint()


@cache
def blank(cls: type[State], *marks: str) -> dict[str, Any]:
    """Return the empty value of each field of `cls` that has none of these marks."""
    left_out = {name for mark in marks for name in marked(cls, mark)}
    return {name: nothing(hint) for name, hint in declared(cls).items() if name not in left_out}
