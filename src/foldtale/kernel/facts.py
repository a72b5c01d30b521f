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


def attributes(thing: object) -> list[str]:
    """Return the names of all attributes of an object, whether its class is compiled or not."""
    found: list[str] = []
    for cls in type(thing).__mro__:
        names: Any = cls.__dict__.get("__mypyc_attrs__") or cls.__dict__.get("__slots__", ())
        found += [name for name in ([names] if isinstance(names, str) else names) if name not in found]
    found += [name for name in getattr(thing, "__dict__", ()) if name not in found]
    return sorted(name for name in found if not name.startswith("__"))
