"""The process of a foreign bot: `python -m foldtale.bots.worker NAME SEED MEGABYTES`.

It speaks JSON lines with `foreign.Guarded`. The bot sees a `View`, and worlds that live in the other process.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any, Final, TextIO

MEGABYTE: Final = 1 << 20


class Line:
    """The other end, which keeps the worlds."""

    def __init__(self, reads: TextIO, writes: TextIO) -> None:
        self._reads = reads
        self._writes = writes

    def hear(self) -> dict[str, Any] | None:
        line = self._reads.readline()
        heard: dict[str, Any] | None = json.loads(line) if line else None
        return heard

    def say(self, message: dict[str, Any]) -> None:
        self._writes.write(json.dumps(message) + "\n")
        self._writes.flush()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self.say(message)
        heard = self.hear()
        if heard is None:
            raise EOFError
        return heard


class World:
    """An imagined world: a match in which all that the seat does not know is dealt anew.

    `options`  the keys that can be answered; `seat` and `topic` whose question it is, and what about
    `over`     whether it has ended, also at a page that nobody has read
    `chance`   how it stands for the bot's seat, from 0 to 1
    """

    def __init__(self, line: Line, number: int, seed: int) -> None:
        self._line = line
        self._number = number
        self._take(line.ask({"world": number, "imagine": seed}))

    def answer(self, key: str) -> None:
        self._take(self._line.ask({"world": self._number, "answer": key}))

    def play_on(self, turns: int, seed: int = 0) -> None:
        """Let the reflex of the game play for everybody, for so many turns."""
        self._take(self._line.ask({"world": self._number, "play_on": turns, "seed": seed}))

    def forget(self) -> None:
        self._line.ask({"world": self._number, "forget": True})

    def _take(self, facts: dict[str, Any]) -> None:
        if "refused" in facts:
            raise ValueError(facts["refused"])
        self.over: bool = facts["over"]
        self.seat: int | None = facts["seat"]
        self.topic: str = facts["topic"]
        self.options: list[str] = facts["options"]
        self.chance: float = facts["chance"]


class View:
    """What a foreign bot is shown: `scene`, `story`, `question`, `asides`, and worlds that it can imagine."""

    def __init__(self, line: Line, facts: dict[str, Any]) -> None:
        self._line = line
        self._worlds = 0
        self.game: str = facts["game"]
        self.seat: int = facts["seat"]
        self.number: int = facts["number"]
        self.turn: int = facts["turn"]
        self.asked: bool = facts["asked"]
        self.asides: list[str] = facts["asides"]
        self.question: dict[str, Any] | None = facts["question"]
        self.options: list[str] = self.question["options"] if self.question else []
        self.scene: dict[str, Any] = facts["scene"]
        self.story: list[dict[str, Any]] = facts["story"]

    def imagine(self, seed: int) -> World:
        self._worlds += 1
        return World(self._line, self._worlds, seed)


def main(name: str, seed: str, megabytes: int) -> None:
    """Answer questions until the other end is gone. What the bot prints goes nowhere."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))
    writes = os.fdopen(os.dup(1), "w", encoding="utf-8")
    reads = os.fdopen(os.dup(0), "r", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    line = Line(reads, writes)
    bot: Any = None
    while (heard := line.hear()) is not None:
        try:
            if bot is None:
                from foldtale.bots.foreign import entries

                bot = entries()[name].load()(seed)
            key = bot.choose(View(line, heard["choose"]))
            line.say({"key": key})
        except (Exception, SystemExit) as error:
            line.say({"failed": repr(error)[:200]})


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
