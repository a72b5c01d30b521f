"""The `.tale` file: a header, one line an answer, a fall or an undo, and a last line."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

import msgspec

from foldtale.kernel import registry
from foldtale.kernel.chance import ASK_PEOPLE, People, Seeded, Source, offered, place_of
from foldtale.kernel.errors import IllegalAnswer, Incident, SetupError, TaleError, UndoRefused
from foldtale.kernel.home import open_private
from foldtale.kernel.log import Line, lines
from foldtale.kernel.prepare import prepare
from foldtale.kernel.talk import Ask, Chance

if TYPE_CHECKING:
    from foldtale.kernel.match import Match

TALE: Final = 1
"""The version of the file format."""
LARGEST: Final = 16 * 1024 * 1024
DRAFT: Final = ".tale-draft"
AN_HOUR: Final = 3600

Number = Annotated[int, msgspec.Meta(ge=1)]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was played; `companion` if people rolled the dice, `packs` with the hash of each."""

    tale: Literal[1]
    game: str
    version: int
    setup: dict[str, Any]
    companion: bool = False
    packs: dict[str, str] = {}


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    n: Number
    seat: int
    topic: str
    key: str
    aside: bool = False


class Fall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chance: str
    key: str
    n: Number | None = None


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    undo: Number
    dice: Literal["forbid", "same dice", "new dice"]


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    end: int
    over: bool


Step = Answer | Fall | Undo
MARKS: Final[dict[str, Any]] = {"end": End, "undo": Undo, "chance": Fall, "topic": Answer}
prepare(Header, *MARKS.values())


def header_of(match: Match) -> Header:
    """The first line of a match's tale."""
    if match.entries is None or match.setup is None or match.imagined or match.terms.by_hand:
        raise ValueError("only a match that was started by a setup and keeps its log can be saved")
    setup = msgspec.to_builtins(match.setup)
    companion = isinstance(match.source, People)
    return Header(
        TALE, match.game.name, match.game.version, setup, companion, dict(match.game.packs(match.setup))
    )


def written(match: Match) -> str:
    """The whole tale of a match."""
    body: list[Line] = [msgspec.to_builtins(header_of(match)), *lines(match.entries or [])]
    body.append({"end": len(body), "over": match.over})
    return "".join([json.dumps(line, ensure_ascii=False) + "\n" for line in body])


def save(match: Match, path: Path) -> None:
    """Write, flush, rename: whoever is killed on the way leaves the old file or the new one.

    A tale tells hidden cards: a new file is for its owner alone, an old one keeps the mode that it has."""
    text = written(match)
    if not path.name:
        raise ValueError("a tale needs the name of a file")
    path = path.resolve()
    draft = path.with_name(f".{secrets.token_hex(6)}{DRAFT}")
    try:
        with os.fdopen(open_private(draft, os.O_WRONLY | os.O_EXCL), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            draft.chmod(path.stat().st_mode)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _clear_away(path.parent)


def _clear_away(folder: Path) -> None:
    """Drafts of those who were killed while they saved, long ago."""
    for draft in folder.glob(f".*{DRAFT}"):
        with contextlib.suppress(OSError):
            if time.time() - draft.stat().st_mtime > AN_HOUR:
                draft.unlink()


class Page(NamedTuple):
    """What stands in a tale: the header, the good lines, whether it was over (None: it does not say), and
    what is wrong after."""

    header: Header
    steps: list[Step]
    over: bool | None = False
    wrong: TaleError | None = None


def read(path: Path) -> Page:
    if path.stat().st_size > LARGEST:
        raise TaleError(path.name, 1, f"the file is larger than {LARGEST // 1024 // 1024} MiB")
    return parse(path.name, path.read_bytes())


def parse(where: str, data: bytes) -> Page:
    """A tale from its bytes; `where` is what errors call it."""
    rows = data.split(b"\n")
    if not rows[-1]:
        rows.pop()
    try:
        header = msgspec.json.decode(rows[0] if rows else b"", type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise TaleError(where, 1, f"this is not the first line of a tale: {error}") from None
    steps: list[Step] = []
    line, problem = len(rows) + 1, "the tale is cut short: its last line is missing"
    for number, row in enumerate(rows[1:], 2):
        try:
            step = step_of(row)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
            line, problem = number, f"this is not a line of a tale: {error}"
            break
        if isinstance(step, End):
            if number == len(rows) and step.end == number - 1:
                return Page(header, steps, step.over)
            line, problem = number, f"{step.end} lines were written, {number - 1} are here"
            if number < len(rows):
                line, problem = number + 1, "the tale ended above; nothing may follow"
            break
        steps.append(step)
    return Page(header, steps, wrong=TaleError(where, line, problem))


def step_of(row: bytes | str) -> Any:
    """One line; which kind it is, its fields tell."""
    line = msgspec.json.decode(row, type=dict[str, Any])
    for mark, kind in MARKS.items():
        if mark in line:
            return msgspec.convert(line, kind)
    raise ValueError(f"none of {', '.join(MARKS)} stands in it")


class Misfit(Exception):
    """A line of the tale does not fit what the rules met."""


class FromTale(Source):
    """Chance from the lines of a tale; what people rolled is put to whoever reads the lines."""

    def __init__(self, steps: list[Step], companion: bool, at: int = 0, falls: int = 0) -> None:
        self.steps = steps
        self.companion = companion
        self.at = at
        self.falls = falls

    def choose(self, chance: Chance) -> int:
        step = self.steps[self.at] if self.at < len(self.steps) else None
        if chance.dice and self._asked_people(step):
            return ASK_PEOPLE
        if not isinstance(step, Fall) or step.chance != chance.topic:
            raise Misfit(f"the rules draw by chance for {chance.topic!r}, the tale says {told(step)}")
        place = place_of(chance.outcomes, step.key)
        if place < 0:
            possible = offered(chance.outcomes)
            raise Misfit(f"{step.key!r} cannot fall for {chance.topic!r}; possible: {possible}")
        self.at += 1
        self.falls += 1
        return place

    def _asked_people(self, step: Step | None) -> bool:
        """People rolled here, or were asked to when somebody took an answer back or the tale was saved."""
        if isinstance(step, Fall):
            return step.n is not None
        return self.companion and not isinstance(step, Answer)

    def rewind(self, falls: int) -> None:
        self.falls -= falls

    def copy(self) -> FromTale:
        return FromTale(self.steps, self.companion, self.at, self.falls)


def told(step: Step | None) -> str:
    if step is None:
        return "nothing more"
    return f"undo {step.undo}" if isinstance(step, Undo) else repr(step.key)


def open_tale(
    cls: type[Match], path: Path, seed: int | None = None, undo: str = "forbid", to: int = 0
) -> tuple[Match, TaleError | None]:
    """Replay a tale as far as it is good, or to question `to`; the match there, and what is wrong after."""
    return replay(cls, read(path), path.name, seed, undo, to)


def replay(
    cls: type[Match], page: Page, name: str, seed: int | None = None, undo: str = "forbid", to: int = 0
) -> tuple[Match, TaleError | None]:
    """The same with what was read from it, called `name` in errors."""
    header, steps, over, wrong = page
    source = FromTale(steps, header.companion)
    try:
        game = registry.get(header.game)
        match = cls.new(game, game.setup(**header.setup), chance=source, undo=undo)
    except Misfit as error:
        raise TaleError(name, source.at + 2, str(error)) from None
    except (registry.NoSuchGame, SetupError, TypeError, LookupError) as error:
        raise TaleError(name, 1, f"this tale cannot be opened here: {error}") from None
    misfit = read_on(match, source, name, to)
    if misfit is not None:
        wrong = misfit if wrong is None or misfit.line < len(steps) + 2 else wrong
    elif source.at < len(steps):
        wrong = None
    elif wrong is None and over is not None and match.over != over:
        now = "is over" if match.over else "goes on"
        wrong = TaleError(name, len(steps) + 2, f"this line says otherwise, but the match {now}")
    match.terms.undo = undo
    packs = game.packs(match.setup)
    match.terms.changed = tuple([pack for pack, hash in header.packs.items() if packs.get(pack) != hash])
    seeded = Seeded(secrets.randbits(64) if seed is None else seed, source.falls)
    match.use(People(seeded) if header.companion else seeded)
    return match, wrong


def follow(match: Match, steps: list[Step], name: str) -> TaleError | None:
    """Let a match go on by lines that were written elsewhere; what is wrong, if one does not fit."""
    own = match.source
    source = FromTale(steps, isinstance(own, People))
    undo = match.terms.undo
    match.use(source)
    wrong = read_on(match, source, name)
    own.rewind(-source.falls)
    match.terms.undo = undo
    match.use(own)
    return wrong


def read_on(match: Match, source: FromTale, name: str, to: int = 0) -> TaleError | None:
    """Apply the source's lines, up to question `to`; what is wrong with the first that does not fit."""
    while source.at < len(source.steps):
        step = source.steps[source.at]
        if to and not isinstance(step, Undo) and (step.n or 0) >= to:
            return None
        at = source.at
        try:
            _apply(match, source, step)
        except (Misfit, IllegalAnswer, UndoRefused, Incident) as error:
            cause = error.error if isinstance(error, Incident) and isinstance(error.error, Misfit) else error
            wrong = TaleError(name, source.at + 2, str(cause))
            source.at = at
            return wrong
    return None


def _apply(match: Match, source: FromTale, step: Step) -> None:
    """One line: an answer, dice that people rolled, or an undo."""
    if isinstance(step, Undo):
        if step.undo != match.last_answered:
            raise Misfit(f"undo {step.undo} is not of the last answer, which is {match.last_answered}")
        match.terms.undo = step.dice
        match.undo()
        source.at += 1
        return
    if step.n is None:
        raise Misfit(f"{step.key!r} falls where the rules ask a question")
    if step.n < match.number:
        raise Misfit(f"question {step.n} comes after question {match.number}")
    _compare(match.word, step)
    number, match.number = match.number, step.n
    source.at += 1
    try:
        match.answer(step.key if isinstance(step, Fall) else (step.seat, step.key))
    except (IllegalAnswer, Incident) as error:
        match.number = number
        source.at -= isinstance(error, IllegalAnswer)
        raise


def _compare(word: Ask | Chance | None, step: Answer | Fall) -> None:
    """Whether a line is of the kind, and on the topic, that the rules are at."""
    if isinstance(word, Ask) and isinstance(step, Answer):
        aside = step.seat != word.answers
        if (step.topic, step.aside) != (word.topic, aside):
            meant = f"a free move at {word.topic!r}" if aside else repr(word.topic)
            raise Misfit(f"{step.key!r} answers {step.topic!r}, but seat {step.seat} is at {meant}")
    elif isinstance(word, Chance) and isinstance(step, Fall):
        if step.chance != word.topic:
            raise Misfit(f"{step.key!r} falls for {step.chance!r}, but {word.topic!r} is rolled")
    elif word is not None:
        kind = "people roll" if isinstance(word, Chance) else "the rules ask"
        raise Misfit(f"{step.key!r} is another kind of line: {kind} for {word.topic!r}")
