"""What a state declares: the annotations in its class body, each a field with its type and its meaning.

The type says how `copy` treats the field. It copies a list, a dict and a box, and what they hold
by the same rule. Copies share everything else, so its type must allow no change: numbers, tuples,
`Mapping`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from foldtale.kernel.talk import State

EMPTY: Final[Mapping[Any, Callable[[], Any]]] = {
    **{kind: kind for kind in (str, int, bool, tuple, list, dict, frozenset)},
    Mapping: dict,
    type(None): lambda: None,
}


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


def empty(state: State, *but: str) -> None:
    """Give each declared field without one of the marks `but` the empty value of its type.

    0, "", False, (), [], {}, frozenset(), and None where it is allowed. Fields of other types, such as
    boxes, are left for the game to set.
    """
    for name, make in _emptied(type(state), but):
        setattr(state, name, make())


@cache
def _emptied(cls: type[State], but: tuple[str, ...]) -> list[tuple[str, Callable[[], Any]]]:
    """Return the fields that `empty` sets, each with what makes its value."""
    left_out = [name for mark in but for name in marked(cls, mark)]
    kinds = {}
    for name, hint in declared(cls).items():
        plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        optional = type(None) in get_args(plain)
        kinds[name] = type(None) if optional else get_origin(plain) or plain
    return [(name, EMPTY[kind]) for name, kind in kinds.items() if kind in EMPTY and name not in left_out]
