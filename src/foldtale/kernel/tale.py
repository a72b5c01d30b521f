"""The `.tale` file: a header, one line an answer or a fall, and a last line."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from foldtale.kernel import registry
from foldtale.kernel.chance import ASK_PEOPLE, Seeded, Source, offered, place_of
from foldtale.kernel.errors import IllegalAnswer, Incident, SetupError, TaleError, UndoRefused
from foldtale.kernel.log import TALE, Line, read_tale, write_tale
from foldtale.kernel.talk import Chance

if TYPE_CHECKING:
    from foldtale.kernel.match import Match


class Misfit(Exception):
    """A line of the tale does not fit what the rules met."""


class FromTale(Source):
    """Chance from the lines of a tale; what people rolled is put to whoever reads the lines."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.at = 0
        self.then: Source | None = None

    def choose(self, chance: Chance) -> int:
        if self.then is not None:
            return self.then.choose(chance)
        line = self.lines[self.at] if self.at < len(self.lines) else {}
        if "n" in line and "chance" in line:
            return ASK_PEOPLE
        if line.get("chance") != chance.topic:
            raise Misfit(f"the rules draw by chance for {chance.topic!r}, the tale says {told(line)}")
        place = place_of(chance.outcomes, str(line.get("key")))
        if place < 0:
            raise Misfit(
                f"{line.get('key')!r} cannot fall for {chance.topic!r}; possible: {offered(chance.outcomes)}"
            )
        self.at += 1
        return place

    def copy(self) -> FromTale:
        return self


def told(line: Line) -> str:
    return repr(line.get("key", line.get("undo"))) if line else "nothing more"


def save(match: Match, path: Path) -> None:
    if match.entries is None or match.setup is None or match.imagined:
        raise ValueError("only a match that was started by a setup and keeps its log can be saved")
    header: Line = {"tale": TALE, "game": match.game.name, "version": match.game.version}
    header["setup"] = msgspec.to_builtins(match.setup)
    write_tale(path, header, match.entries, match.over)


def load(cls: type[Match], path: Path, seed: int | None, undo: str) -> Match:
    match, wrong = open_tale(cls, path, seed, undo)
    if wrong is not None:
        raise wrong
    return match


def open_tale(
    cls: type[Match], path: Path, seed: int | None = None, undo: str = "forbid", to: int = 0
) -> tuple[Match, TaleError | None]:
    """Replay a tale as far as it is good, or to question `to`; the match there, and what is wrong after."""
    header, lines, wrong = read_tale(path)
    name = path.name
    try:
        game = registry.get(str(header.get("game")))
        setup = game.setup(**header["setup"])
    except (registry.NoSuchGame, SetupError, KeyError, TypeError) as error:
        raise TaleError(name, 1, f"this tale cannot be opened here: {error}") from None
    source = FromTale(lines)
    try:
        match = cls.new(game, setup, chance=source, undo="new dice")
    except Misfit as error:
        raise TaleError(name, source.at + 2, str(error)) from None
    while source.at < len(lines):
        line = lines[source.at]
        if to and line.get("n", 0) >= to:
            wrong = None
            break
        try:
            _apply(match, source, line)
        except (Misfit, IllegalAnswer, UndoRefused, Incident) as error:
            cause = error.error if isinstance(error, Incident) and isinstance(error.error, Misfit) else error
            wrong = TaleError(name, source.at + 2, str(cause))
            break
    source.then = Seeded(secrets.randbits(64) if seed is None else seed)
    match.use(source.then)
    match.terms.undo = undo
    return match, wrong


def _apply(match: Match, source: FromTale, line: Line) -> None:
    """One line: an answer, dice that people rolled, or an undo."""
    at = source.at
    source.at += 1
    try:
        if "undo" in line:
            match.terms.undo = str(line.get("dice"))
            match.undo()
            return
        key: Any = line.get("key")
        if "n" not in line or not isinstance(key, str):
            raise Misfit(f"{told(line)} is no answer to the open question")
        match.number = int(line["n"])
        match.answer(key if "chance" in line else (int(line["seat"]), key))
    except Exception:
        source.at = at
        raise
