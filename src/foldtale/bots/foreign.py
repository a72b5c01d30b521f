"""Bots of other packages: found by entry point, kept in a process of their own, and never trusted."""

from __future__ import annotations

import json
import logging
import os
import selectors
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from time import monotonic
from typing import Any, Final

from foldtale.bots.levels import EASY_NOISE, Bot, ReflexBot
from foldtale.bots.playout import Moods, play_on
from foldtale.kernel.errors import IllegalAnswer, SetupError
from foldtale.kernel.judging import chance_of
from foldtale.kernel.match import Match
from foldtale.kernel.scene import to_json
from foldtale.kernel.view import Glimpse

GROUP: Final = "foldtale.bots"
SECONDS: Final = 10.0
"""How long a bot may think about one question."""
MEGABYTES: Final = 1024
"""How much memory its process may have."""
MOST_WORLDS: Final = 1024
"""Worlds that it may have at a time."""
LONGEST_LINE: Final = 1 << 16
MOST_FAILURES: Final = 3
"""After so many failures its process is not started again."""

log = logging.getLogger("foldtale.bots")


class BotFailed(Exception):
    """A foreign bot has not answered as it should; says why."""


@cache
def entries() -> dict[str, EntryPoint]:
    """Return every installed bot by its name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def foreign_bot(name: str, seed: int | str | None = None) -> Bot:
    """Return an installed bot, guarded; a SetupError if there is none of this name."""
    if name not in entries():
        from foldtale.bots.levels import LEVELS

        known = ", ".join(["random", "reflex", *LEVELS, "patient", *sorted(entries())])
        raise SetupError(f"no bot is called {name!r}; there are: {known}")
    return Guarded(name, seed)


class Guarded:
    """A bot in a process of its own. Where it fails, an easy bot moves in its place, and the log says so.

    All that its process is sent is what its seat sees and what happens in imagined worlds, which stay here.
    """

    def __init__(self, name: str, seed: int | str | None = None, seconds: float = SECONDS) -> None:
        self.name = name
        self.seconds = seconds
        self.failures = 0
        self._seed = seed
        self._easy = ReflexBot(seed, EASY_NOISE)
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""

    def choose(self, glimpse: Glimpse) -> str | None:
        if self.failures < MOST_FAILURES:
            try:
                return self._chosen(glimpse)
            except BotFailed as why:
                self.failures += 1
                self.close()
                log.warning("bot %s: %s; an easy bot moves for it", self.name, why)
        return self._easy.choose(glimpse)

    def close(self) -> None:
        """End its process."""
        process, self._process, self._unread = self._process, None, b""
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()

    def __del__(self) -> None:
        self.close()

    def _chosen(self, glimpse: Glimpse) -> str | None:
        """Ask the process, answer what it wants to know of imagined worlds, and check its choice."""
        until = monotonic() + self.seconds
        worlds: dict[int, Match] = {}
        self._send({"choose": seen(glimpse)}, until)
        while True:
            said = self._read(until)
            if "key" in said:
                return checked(glimpse, said["key"])
            try:
                self._send(answered(glimpse, worlds, said), until)
            except (KeyError, TypeError, ValueError) as error:
                raise BotFailed(f"it said {str(said)[:80]!r} ({error!r})") from None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            command = [
                sys.executable,
                "-m",
                "foldtale.bots.worker",
                self.name,
                str(self._seed),
                str(MEGABYTES),
            ]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                os.set_blocking(pipe.fileno(), False)
        return self._process

    def _send(self, message: dict[str, Any], until: float) -> None:
        pipe = self._started().stdin
        assert pipe is not None
        left = json.dumps(message).encode() + b"\n"
        try:
            while left:
                self._wait(pipe, selectors.EVENT_WRITE, until)
                with suppress(BlockingIOError):
                    left = left[os.write(pipe.fileno(), left) :]
        except OSError as error:
            raise BotFailed(f"its process is gone ({error.strerror})") from None

    def _read(self, until: float) -> dict[str, Any]:
        pipe = self._started().stdout
        assert pipe is not None
        while b"\n" not in self._unread:
            self._wait(pipe, selectors.EVENT_READ, until)
            found = os.read(pipe.fileno(), LONGEST_LINE)
            if not found:
                raise BotFailed("its process has ended")
            self._unread += found
            if len(self._unread) > LONGEST_LINE:
                raise BotFailed("it says too much at once")
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise BotFailed(f"it said {line[:80]!r}")
        if "failed" in said:
            raise BotFailed(str(said["failed"])[:200])
        return said

    def _wait(self, pipe: Any, event: int, until: float) -> None:
        with selectors.DefaultSelector() as ready:
            ready.register(pipe, event)
            if not ready.select(max(0.0, until - monotonic())):
                raise BotFailed(f"it has not answered in {self.seconds:g} seconds")


def seen(glimpse: Glimpse) -> dict[str, Any]:
    """Return all that a bot is told about a question: what its seat sees, and what it is asked."""
    ask = glimpse.ask
    question = None
    if ask is not None:
        question = {
            "topic": ask.topic,
            "about": list(ask.about),
            "card": ask.card,
            "options": [option.key for option in ask.options],
        }
    return {
        "game": glimpse.game.name,
        "seat": glimpse.seat,
        "number": glimpse.number,
        "turn": glimpse.turn,
        "asked": glimpse.asked,
        "asides": [option.key for option in glimpse.asides],
        "question": question,
        "scene": json.loads(to_json(glimpse.scene)),
        "story": glimpse.story,
    }


def answered(glimpse: Glimpse, worlds: dict[int, Match], said: dict[str, Any]) -> dict[str, Any]:
    """Do what a bot wants in an imagined world: make one, answer in it, play on, forget it; say how it is."""
    if "imagine" in said:
        if len(worlds) >= MOST_WORLDS:
            raise ValueError("too many worlds")
        number = int(said["world"])
        worlds[number] = glimpse.imagine(int(said["imagine"]), bare=True)
    else:
        number = int(said["world"])
    world = worlds[number]
    if said.get("forget"):
        del worlds[number]
        return {}
    if "answer" in said:
        try:
            world.answer(str(said["answer"]))
        except IllegalAnswer as error:
            return {"refused": str(error)[:200]}
    if "play_on" in said:
        turns = max(1, min(100, int(said["play_on"])))
        game = glimpse.game
        play_on(game, world, game.turn(world.state), turns, Moods(int(said.get("seed", 0))))
    return state_of(glimpse, world)


def state_of(glimpse: Glimpse, world: Match) -> dict[str, Any]:
    """Return what a bot may know of an imagined world, which holds nothing that its seat must not know."""
    ask = world.ask
    outcome = world.outcome
    if outcome is not None:
        chance = glimpse.game.worth(world.state, outcome, glimpse.seat)
    else:
        chance = chance_of(glimpse.game.progress(world.state, glimpse.seat))
    return {
        "over": world.over,
        "seat": ask.answers if ask is not None else None,
        "topic": ask.topic if ask is not None else "",
        "options": [option.key for option in ask.options] if ask is not None else [],
        "chance": chance,
    }


def checked(glimpse: Glimpse, key: object) -> str | None:
    """Return a bot's choice if it may choose so."""
    if key is None and not glimpse.asked:
        return None
    options = [*glimpse.asides]
    if glimpse.asked and glimpse.ask is not None:
        options += glimpse.ask.options
    if not isinstance(key, str) or all(option.key != key for option in options):
        raise BotFailed(f"{str(key)[:80]!r} is not among its options")
    return key
