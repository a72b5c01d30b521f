"""Coins: take some, toss one of them, and mind your charm."""

from __future__ import annotations

from typing import Final

from foldtale.kernel import EVERYONE, REST, Ask, Chance, Option, Outcome, Play, Show, State, bit, option, tell
from foldtale.kernel.zones import BANK, Box, Layout, Supply, draw, new_box

WORTH: Final = {"gold": 2, "tin": 1, "lead": 0}
CHARMS: Final = (*WORTH, *WORTH)
HEAPS: Final = {"small": 8, "large": 14}
DUSK: Final = 12
"""After so many turns of each player it is dusk."""

TAKE: Final = tuple([option(f"take {count}") for count in (1, 2, 3)])
SWAP: Final = option("swap")
COIN: Final = ("heads", "tails")


class Heap(State):
    """The coins (the heap is their bank), the charms (a row for each seat), and whose turn it is."""

    __slots__ = ("charms", "coins", "turns")

    def __init__(self, coins: Supply, charms: Box, turns: int = 0) -> None:
        super().__init__()
        self.coins = coins
        self.charms = charms
        self.turns = turns

    @property
    def players(self) -> int:
        return len(self.charms.rows)

    @property
    def seat(self) -> int:
        return self.turns % self.players

    def copy(self) -> Heap:
        return Heap(self.coins.copy(), self.charms.copy(), self.turns)


def new_heap(players: int, size: str) -> Heap:
    """COIN-01 and COIN-02: all coins in the heap, all charms in the deck."""
    layout = Layout("charm", [bit(seat) for seat in range(players)])
    return Heap(Supply("coins", HEAPS[size], players), new_box(layout, CHARMS))


def main(g: Heap) -> Play[Outcome]:
    """COIN-03, COIN-04 and COIN-08: deal, then turns until the heap is empty or it is dusk."""
    while True:
        yield REST
        if not g.charms.rows[-1]:
            yield from deal(g)
        elif not g.coins.counts[BANK]:
            return (yield from end(g, "empty heap"))
        elif g.turns == DUSK * g.players:
            return (yield from end(g, "dusk"))
        else:
            yield from turn(g, g.seat)


def deal(g: Heap) -> Play[None]:
    """COIN-03: a secret charm each."""
    for seat in range(g.players):
        yield from draw(g.charms, seat, bit(seat), "deal")
        tell(g, "is dealt", seat, "COIN-03", (), g.charms.rows[seat], bit(seat))


def turn(g: Heap, seat: int) -> Play[None]:
    """COIN-04: take or swap."""
    choice: Option = yield Ask(seat, "turn", doings(g), "COIN-04", to=EVERYONE)
    if choice is SWAP:
        yield from swap(g, seat)
    else:
        yield from take(g, seat, TAKE.index(choice) + 1)
    g.turns += 1


def doings(g: Heap) -> list[Option]:
    """COIN-05 and COIN-07: no more coins than lie there."""
    return [*TAKE[: g.coins.counts[BANK]], SWAP]


def take(g: Heap, seat: int, count: int) -> Play[None]:
    """COIN-05 and COIN-06: one of the coins is tossed, and tails goes back."""
    g.coins.move(count, BANK, seat + 1)
    face = yield Chance("toss", COIN, EVERYONE, True)
    if face == "tails":
        g.coins.move(1, seat + 1, BANK)
        tell(g, "puts one back", seat, "COIN-06", (count,))
    else:
        tell(g, "keeps all", seat, "COIN-05", (count,))


def swap(g: Heap, seat: int) -> Play[None]:
    """COIN-07 and COIN-Q01: whoever knew this charm knows it under the deck too."""
    put_under(g, seat, g.charms.rows[seat][0])
    yield from draw(g.charms, seat, bit(seat))
    tell(g, "swaps", seat, "COIN-07", (), g.charms.rows[seat], bit(seat))


def put_under(g: Heap, seat: int, charm: str) -> None:
    g.charms.tuck(charm, g.charms.take(charm, seat))


def end(g: Heap, ending: str) -> Play[Outcome]:
    """COIN-09 and COIN-10: charms are shown and counted."""
    scores = g.coins.counts[1:]
    for seat in range(g.players):
        kind = g.charms.rows[seat][0]
        g.charms.show(seat, EVERYONE)
        yield Show((kind,), EVERYONE)
        scores[seat] += WORTH[kind]
        tell(g, "shows", seat, "COIN-09", (kind, scores[seat]))
    best = max(scores)
    return Outcome(ending, tuple([seat for seat, score in enumerate(scores) if score == best]), tuple(scores))
