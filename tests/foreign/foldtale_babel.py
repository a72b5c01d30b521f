"""Babel: a game that says every word of the conversation and means nothing by it, to try the kernel with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from foldtale.kernel import (
    ALL,
    EVERYONE,
    REST,
    Aside,
    Ask,
    Chance,
    Game,
    Leave,
    Outcome,
    Play,
    Setup,
    Show,
    State,
    Words,
    bit,
    dice,
    option,
    pick,
    roll,
    settle,
    tell,
)
from foldtale.kernel.scene import Row, Scene, Stack
from foldtale.kernel.zones import Box, Layout, draw, new_box, peek

LETTERS: Final = "aabbcdeeefgh"
LONG: Final = 30
"""So many words make a tower."""

YES, NO, NUDGE = option("yes"), option("no"), option("nudge")
STUMBLE: Final = option("stumble")
WAYS: Final = tuple([option(f"go {way}") for way in ("north", "south", "west")])
COIN: Final = ("heads", "tails")


class Tower(State):
    """What was said, whose turn it is, and letters that only some know."""

    __slots__ = ("letters", "said", "seat")

    def __init__(self, said: list[str], letters: Box, seat: int) -> None:
        super().__init__()
        self.said = said
        self.letters = letters
        self.seat = seat

    def copy(self) -> Tower:
        return Tower(self.said[:], self.letters.copy(), self.seat)

    @property
    def players(self) -> int:
        return len(self.letters.rows)

    def say(self, *words: object) -> None:
        self.said.append(" ".join(map(str, words)))


class BabelSetup(Setup, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=2, le=4)] = 3


def begin(setup: BabelSetup) -> Tower:
    layout = Layout("letter", [bit(seat) for seat in range(setup.players)])
    return Tower([], new_box(layout, LETTERS), 0)


def main(g: Tower) -> Play[Outcome]:
    """One beat after another, all different, until the tower is high."""
    while len(g.said) < LONG:
        yield REST
        beat = BEATS[len(g.said) % len(BEATS)]
        try:
            yield from beat(g)
        except Leave as leave:
            leave.at(g, "beat")
            g.say("left")
        g.seat = (g.seat + 1) % g.players
        tell(g, "goes on", g.seat, "BB-01", (len(g.said),))
    return Outcome("high", (g.seat,), tuple([len(hand) for hand in g.letters.rows]))


def wander(g: Tower) -> Play[None]:
    """One seat answers more than once in one beat, and a question is forced between."""
    for step in range(1 + len(g.said) % 4):
        choice = yield Ask(g.seat, "way", WAYS[: 2 + step % 2], "BB-02", to=EVERYONE)
        yield Ask(g.seat, "forced", WAYS[:1], "BB-02")
        yield Chance("forced", ("one",))
        g.say(choice.key)


def interrupt(g: Tower) -> Play[None]:
    """Others may come first."""
    others = [seat for seat in range(g.players) if seat != g.seat]
    for _ in range(3):
        asides = tuple([Aside(seat, NUDGE) for seat in others if (len(g.said) + seat) % 3])
        choice = yield Ask(g.seat, "listen", (YES, NO), "BB-03", aside=asides)
        g.say(choice.key)
        if not isinstance(choice, Aside):
            return
        tell(g, "nudges", choice.seat, "BB-03", (), (len(g.said),), bit(choice.seat) | bit(g.seat))
        if len(g.said) % 2:
            yield Show(("nudged",), bit(choice.seat))


def gamble(g: Tower) -> Play[None]:
    """The group decides by its voice, and dice fall."""
    choice = yield Ask(ALL, "gamble", (YES, NO), "BB-04", voice=g.seat, about=(len(g.said),))
    if choice is YES:
        fall = yield from roll("dice", dice(2))
        g.say(*fall)
        if fall[0] == fall[1]:
            raise Leave("beat")
    face = yield Chance("coin", COIN, bit(g.seat), True)
    tell(g, "tosses", g.seat, "BB-04", (), (face,), bit(g.seat))
    g.say("tossed")


def hoard(g: Tower) -> Play[None]:
    """Letters that one seat sees; what it may do is a secret, and also whether it may do anything."""
    for seat in range(g.players):
        if g.letters.deck_size > 2:
            yield from draw(g.letters, seat, bit(seat))
        options = (NO, YES) if "e" in g.letters.rows[seat] else (NO,)
        if (yield Ask(seat, "give", options, "BB-05", veiled=True)) is YES:
            g.letters.tuck("e", g.letters.take("e", seat))
    yield from peek(g.letters, 2, g.seat)
    g.say("hoarded")


def read(g: Tower) -> Play[None]:
    """A page, and what follows from it."""
    yield Show(("page",), EVERYONE, f"page {len(g.said) % 3}")
    for rank in (2, 1):
        g.due.append((rank, follow))
    yield from settle(g)
    letters = [option(letter) for letter in g.letters.rows[g.seat]]
    thing = yield from pick(g.seat, "take", letters, "BB-06", stop=True)
    g.say("took something" if thing else "took nothing")


def follow(g: Tower) -> Play[None]:
    g.say((yield Chance("follows", COIN)))
    if len(g.said) % 5 == 0:
        g.due.append((0, follow))


def stagger(g: Tower) -> Play[None]:
    """Rules that fail: after a tell, a fall, a page and a change."""
    choice = yield Ask(g.seat, "step", (YES, STUMBLE), "BB-07")
    g.say(choice.key, (yield Chance("step", COIN)))
    tell(g, "steps", g.seat, "BB-07")
    yield Show(("a hole",), EVERYONE, "hole")
    if choice is STUMBLE:
        g.due.append((0, follow))
        if len(g.said) % 2:
            yield Ask(g.seat, "way", WAYS, "BB-07")
        raise ZeroDivisionError("a hole in the road")


BEATS: Final = (wander, interrupt, gamble, hoard, wander, read, stagger)


def scene(g: Tower, seat: int) -> Scene:
    seen = [letter for row in range(g.players) for letter in g.letters.seen_by(seat, row)]
    said = Row(id="said", name=", ".join(g.said), note=" ".join(seen))
    deck = Stack(id="deck", name="Deck", count=g.letters.deck_size)
    return Scene(game="babel", title="Babel", you=seat, elements=(said, deck))


game = Game(
    name="babel",
    title="Babel",
    blurb="",
    setups=BabelSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=lambda setup: [],
    endings=("high",),
    folder=Path(__file__).parent,
    secrets=True,
    boxes=lambda g: (g.letters,),
    words=Words(topics={}, options={}, tells={}),
)
