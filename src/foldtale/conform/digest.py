"""A state as one short number, so that two of them can be compared, also across processes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import msgspec

from foldtale.kernel.match import Match
from foldtale.kernel.scene import to_json
from foldtale.kernel.snapshot import facts_of
from foldtale.kernel.talk import SPECTATOR, Ask, Option, State
from foldtale.kernel.zones import Box, Layout

NOT_FACTS = ("answering", "depth", "due", "settled", "told")


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
    facts = sorted(facts_of(thing).items())
    return {name: plain(fact) for name, fact in facts if name not in skip and not name.startswith("__")}


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
