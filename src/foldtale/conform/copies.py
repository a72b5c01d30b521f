"""Each field of a state is copied as its type declares: `foldtale.kernel.facts`."""

from __future__ import annotations

import random
from typing import Annotated, Any, get_args, get_origin

from foldtale.conform.play import SOME, Nonconform, play, start
from foldtale.kernel.facts import declared
from foldtale.kernel.game import Game
from foldtale.kernel.zones import Box

CAN_CHANGE = (list, dict, set, Box)
LISTS_OF_A_BOX = ("rows", "layers", "masks")


def copied_as_declared(game: Game, setup: Any, seed: int) -> None:
    """A copy of a state has its own lists, dicts and boxes, and shares everything else."""
    chosen = random.Random(seed)
    for match in play(start(game, setup, seed), seed):
        if match.over or chosen.random() < SOME:
            state = match.state
            twin = state.copy()
            for name, hint in declared(type(state)).items():
                if not is_copied(hint, getattr(state, name), getattr(twin, name, None)):
                    raise Nonconform(f"`copy` does not treat {name} as its type demands: {hint}")


def is_copied(hint: Any, one: Any, two: Any) -> bool:
    """Tell whether `two` is a copy of `one`, sharing nothing that can change."""
    if get_origin(hint) is Annotated:
        return is_copied(get_args(hint)[0], one, two)
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind is Box:
        lists = [(getattr(one, name), getattr(two, name)) for name in LISTS_OF_A_BOX]
        return two is not one and all(is_copied(list[object], *pair) for pair in lists)
    if kind is list:
        each = zip(one, two)
        return two is not one and len(two) == len(one) and all(is_copied(inner[0], *pair) for pair in each)
    if kind is dict:
        each = zip(one.values(), two.values())
        return two is not one and [*two] == [*one] and all(is_copied(inner[1], *pair) for pair in each)
    return two is one and not can_change(hint)


def can_change(hint: Any) -> bool:
    """Tell whether a value of this type, or something in it, can change."""
    return hint in CAN_CHANGE or get_origin(hint) in CAN_CHANGE or any(map(can_change, get_args(hint)))
