"""Bots of somebody else: one that plays, and some that a table has to survive."""

from __future__ import annotations

import os
import sys
import time
from typing import Any


class Lookahead:
    """Tries each option in a few imagined worlds, and takes the one that stands best."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: Any) -> str | None:
        if not view.asked:
            return None
        best, most = view.options[0], -1.0
        for key in view.options[:6]:
            chance = 0.0
            for seed in range(3):
                world = view.imagine(seed)
                world.answer(key)
                world.play_on(2, seed)
                chance += world.chance
                world.forget()
            if chance > most:
                best, most = key, chance
        return best


class First:
    """Takes the first option, and prints a lot."""

    def __init__(self, seed: str) -> None:
        print("hello" * 1000)

    def choose(self, view: Any) -> str | None:
        print("I choose", view.options)
        sys.stdout.flush()
        return view.options[0] if view.asked else None


class Illegal(First):
    def choose(self, view: Any) -> str | None:
        return "castle queenside"


class Raises(First):
    def choose(self, view: Any) -> str | None:
        raise RuntimeError("I am not in the mood")


class Late(First):
    def choose(self, view: Any) -> str | None:
        time.sleep(600)
        return view.options[0]


class Greedy(First):
    def choose(self, view: Any) -> str | None:
        eaten = [bytearray(1 << 26) for _ in range(1000)]
        return view.options[len(eaten) % 1]


class Gone(First):
    def choose(self, view: Any) -> str | None:
        os._exit(3)


class Shouts(First):
    def choose(self, view: Any) -> str | None:
        view._line.say({"key": "x" * 200_000})
        return view.options[0]


class Snoops(First):
    """Looks for anything that is the match, its log or its seed."""

    def choose(self, view: Any) -> str | None:
        names = {name for thing in (view, view.imagine(1)) for name in vars(thing)}
        if names & {"match", "_match", "state", "entries", "log", "seed", "source"}:
            return "found it"
        return view.options[0]
