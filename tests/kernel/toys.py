"""Rules of a few lines, to try the kernel with: a slate to write on, some cards, and a game around them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from foldtale.kernel import (
    D6,
    REST,
    Ask,
    Chance,
    Game,
    Match,
    Option,
    Outcome,
    Play,
    Setup,
    State,
    Words,
    bit,
    option,
    tell,
)
from foldtale.kernel.scene import Row, Scene, Stack
from foldtale.kernel.zones import Box, Layout, new_box

LEFT, RIGHT = option("left"), option("right")
EITHER: Sequence[Option] = (LEFT, RIGHT)
BEATS = 6
HANDS = Layout("back", [bit(seat) for seat in range(3)])


class Slate(State):
    """What rules have written down, and a few cards, some of them in the hands of three seats."""

    __slots__ = ("box", "written")

    def __init__(self, written: Sequence[str] = (), box: Box | None = None) -> None:
        super().__init__()
        self.written = list(written)
        self.box = box or new_box(HANDS, ())

    def copy(self) -> Slate:
        return Slate(self.written, self.box.copy())

    def write(self, *words: object) -> None:
        self.written.append(" ".join(map(str, words)))


class ToySetup(Setup, frozen=True, kw_only=True):
    players: int = 3
    motto: str = ""


class Thing:
    """Something with a key, of which there may be several alike."""

    def __init__(self, number: int, key: str) -> None:
        self.number = number
        self.key = key


def things(*keys: str) -> list[Thing]:
    return [Thing(number, key) for number, key in enumerate(keys)]


def scene(g: Slate, seat: int) -> Scene:
    slate = Row(id="slate", name=", ".join(g.written))
    deck = Stack(id="deck", name="Deck", count=g.box.deck_size)
    return Scene(game="toy", title="Toy", you=seat, elements=(slate, deck))


def toy(
    main: Callable[[Slate], Play[Any]],
    secrets: bool = False,
    begin: Callable[[Any], Slate] | None = None,
    topics: Mapping[str, str] | None = None,
) -> Game:
    """A game around one coroutine."""
    return Game(
        name="toy",
        title="Toy",
        blurb="",
        setups=ToySetup,
        begin=begin or (lambda setup: Slate()),
        main=main,
        scene=scene,
        words=Words(topics=topics or {}, options={"left": "Go left", "take": "Take the {0}"}, tells={}),
        vocabulary=lambda setup: ("left", "right"),
        endings=("done",),
        folder=Path(__file__).parent,
        secrets=secrets,
        boxes=lambda g: (g.box,),
    )


def start(main: Callable[[Slate], Play[Any]], secrets: bool = False, **how: Any) -> Match:
    """A match of a toy with this coroutine for rules."""
    return Match.new(toy(main, secrets), ToySetup(), **how)


def written(match: Match) -> list[str]:
    slate = match.state
    assert isinstance(slate, Slate)
    return slate.written


def all_of(match: Match) -> object:
    """All that can be told of a match: equal matches are equal here."""
    ask = match.ask
    return (
        list(written(match)),
        match.number,
        match.outcome,
        match.over,
        match.log,
        [match.story(seat) for seat in (0, 1, 30)],
        [match.scene(seat) for seat in (0, 1, 30)],
        repr(ask),
        match.state.box.all_known(),  # type: ignore[attr-defined]
    )


def walk(g: Slate) -> Play[Outcome]:
    """A few beats: seat 0 answers, a die falls, seat 1 answers."""
    while len(g.written) < 3 * BEATS:
        yield REST
        g.write((yield Ask(0, "way", EITHER, "TOY-01")).key)
        g.write((yield Chance("die", D6)))
        g.write((yield Ask(1, "turn back", EITHER, "TOY-02")).key)
        tell(g, "walked", 1, "TOY-02", (len(g.written),))
    return Outcome("done", (0,), (len(g.written),))


def choices(g: Slate) -> Play[Outcome]:
    """Seats 0 and 1 answer by turns, a beat each, and nothing falls."""
    while len(g.written) < BEATS:
        yield REST
        seat = len(g.written) % 2
        g.write(seat, (yield Ask(seat, "way", EITHER, "TOY-01")).key)
    return Outcome("done", (), ())


def rolls(g: Slate) -> Play[Outcome]:
    """Seat 0 says the word, and a die falls."""
    while len(g.written) < BEATS:
        yield REST
        yield Ask(0, "roll", EITHER, "TOY-01")
        g.write((yield Chance("die", D6, dice=True)))
    return Outcome("done", (0,), ())


def run_with(folder: Path, module: str, entry_points: Mapping[str, str], code: str) -> str:
    """Run code where a distribution with this module and these games is installed; what it prints."""
    (folder / "folk.py").write_text(module, encoding="utf-8")
    info = folder / "folk-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: folk\nVersion: 1.0\n", encoding="utf-8")
    lines = ["[foldtale.games]", *[f"{name} = {place}" for name, place in entry_points.items()]]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    path = os.pathsep.join([str(folder), str(Path(__file__).parents[2]), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=False, cwd=folder
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode()
