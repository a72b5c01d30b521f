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
from foldtale.kernel.zones import Card, Deck, Hand, Zone

LEFT, RIGHT = option("left"), option("right")
EITHER: Sequence[Option] = (LEFT, RIGHT)
BEATS = 6


class Slate(State):
    """What rules have written down, a few cards, and who holds some of them."""

    __slots__ = ("deck", "hands", "written")

    def __init__(
        self, written: Sequence[str] = (), deck: Deck | None = None, hands: Sequence[Hand] = ()
    ) -> None:
        super().__init__()
        self.written = list(written)
        self.deck = deck or Deck("back")
        self.hands = list(hands)

    def copy(self) -> Slate:
        return Slate(self.written, self.deck.copy(), [hand.copy() for hand in self.hands])

    def write(self, *words: object) -> None:
        self.written.append(" ".join(map(str, words)))


class ToySetup(Setup, frozen=True, kw_only=True):
    players: int = 3
    motto: str = ""


def cards(*keys: str) -> list[Card]:
    return [Card(number, key) for number, key in enumerate(keys)]


def zones(g: Slate) -> list[Zone]:
    return [*g.hands, g.deck]


def scene(g: Slate, seat: int) -> Scene:
    slate = Row(id="slate", name=", ".join(g.written))
    return Scene(
        game="toy", title="Toy", you=seat, elements=(slate, Stack(id="deck", name="Deck", count=len(g.deck)))
    )


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
        zones=zones,
    )


def start(main: Callable[[Slate], Play[Any]], secrets: bool = False, **how: Any) -> Match:
    """A match of a toy with this coroutine for rules."""
    return Match.new(toy(main, secrets), ToySetup(), **how)


def written(match: Match) -> list[str]:
    slate = match.state
    assert isinstance(slate, Slate)
    return slate.written


def keys(match: Match) -> list[str]:
    assert match.ask is not None
    return [offer.key for offer in match.ask.options]


def question(match: Match) -> tuple[int, str]:
    """Who is asked, and about what."""
    assert match.ask is not None
    return match.ask.seat, match.ask.topic


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
        [(card.id, mask) for zone in zones(match.state) for card, mask in zone.known()],
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


def hand_of(seat: int, *held: Card) -> Hand:
    hand = Hand("back", bit(seat))
    for card in held:
        hand.put(card)
    return hand


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
