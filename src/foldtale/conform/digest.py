"""A state as one short number, so that two of them can be compared, also across processes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import msgspec

from foldtale.kernel.match import Match
from foldtale.kernel.scene import to_json
from foldtale.kernel.talk import SPECTATOR, Ask, Option, State
from foldtale.kernel.zones import Box, Layout

NOT_FACTS = ("answering", "depth", "due", "settled", "told")


def fields(thing: object) -> list[str]:
    """The attributes of a plain or a compiled class."""
    found: list[str] = []
    for cls in type(thing).__mro__:
        names: Any = cls.__dict__.get("__mypyc_attrs__") or cls.__dict__.get("__slots__", ())
        found += [name for name in ([names] if isinstance(names, str) else names) if name not in found]
    found += [name for name in getattr(thing, "__dict__", ()) if name not in found]
    return sorted(name for name in found if not name.startswith("__"))


def plain(thing: Any) -> Any:
    """Anything that lies in a state, as plain data; written content is named by its hash."""
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    if isinstance(thing, Option):
        return thing.key
    if isinstance(thing, Ask):
        return [thing.seat, thing.topic, [option.key for option in thing.options]]
    if isinstance(thing, msgspec.Struct):
        return msgspec.to_builtins(thing)
    if isinstance(thing, dict):
        return sorted([[repr(plain(key)), plain(value)] for key, value in thing.items()], key=repr)
    if isinstance(thing, set | frozenset):
        return sorted([plain(item) for item in thing], key=repr)
    if isinstance(thing, Sequence):
        return [plain(item) for item in thing]
    if isinstance(thing, Layout):
        return thing.back
    if isinstance(getattr(thing, "hash", None), str):
        return thing.hash
    skip = NOT_FACTS if isinstance(thing, State) else ()
    return {name: plain(getattr(thing, name)) for name in fields(thing) if name not in skip}


def fingerprint(state: State) -> str:
    """The state, in sixteen letters."""
    return hashlib.blake2b(json.dumps(plain(state), sort_keys=True).encode(), digest_size=8).hexdigest()


def seats(match: Match) -> list[int]:
    """Everybody who may look at the match, whoever only watches among them."""
    return [*range(match.setup.players), SPECTATOR]


def sight(match: Match, seat: int) -> bytes:
    """All that a seat sees and knows, as bytes."""
    return to_json(match.scene(seat)) + json.dumps(match.story(seat)).encode()


def whole(match: Match) -> str:
    """The match as a whole: state, question, log, and what each seat sees of it."""
    ask = match.ask
    asked = [ask.number, ask.answers, ask.topic, [option.key for option in ask.options]] if ask else None
    parts = [fingerprint(match.state), asked, match.log, msgspec.to_builtins(match.outcome)]
    digest = hashlib.blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=8)
    for seat in seats(match):
        digest.update(sight(match, seat))
    return digest.hexdigest()


def cards(boxes: Sequence[Box]) -> list[list[str]]:
    """Every card of each box, in order."""
    return [sorted(card for card, _ in box.all_known()) for box in boxes]
