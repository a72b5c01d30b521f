"""What a state declares: the annotations in its class body, each a field with its type and its meaning.

The type says how `copy` treats the field. It copies a list, a dict and a box, and what they hold
by the same rule. Copies share everything else, so its type must allow no change: numbers, tuples,
`Mapping`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

from foldtale.kernel.talk import State


@cache
def declared(cls: type[State]) -> dict[str, Any]:
    """Return the type of each field that `cls` adds to those of the conversation; none if it is compiled."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hint for name, hint in hints.items() if not hasattr(State, name)}


def marked(cls: type[State], mark: str) -> list[str]:
    """Return the names of the fields whose type is `Annotated` with `mark`."""
    return [name for name, hint in declared(cls).items() if mark in getattr(hint, "__metadata__", ())]
