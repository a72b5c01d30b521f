"""The sewing basket: where its cards lie, and where the round stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from foldtale.games.small.thimble.record import Company
from foldtale.kernel.talk import EVERYONE, NOBODY, State, bit
from foldtale.kernel.zones import Box, Layout, new_box

COUNTS: Final = {
    "button": 8,
    "silk": 6,
    "brooch": 4,
    "magpie": 5,
    "needle": 5,
    "spectacles": 4,
    "ribbon": 4,
    "cat": 2,
}
VALUES: Final = {"button": 1, "silk": 2, "brooch": 3}
HAND_SIZE: Final = 3
CARDS: Final = tuple([kind for kind, count in COUNTS.items() for _ in range(count)])

MOST_PLAYERS: Final = 5
LAID: Final = MOST_PLAYERS
"""The row of a seat's hand has the number of the seat; what it has laid lies so many rows further."""
DRAWN: Final = 2 * MOST_PLAYERS
"""The row of the card that may still be stolen."""
DISCARD: Final = 2 * MOST_PLAYERS + 1


@lru_cache
def layout(players: int) -> Layout:
    hands = [bit(seat) if seat < players else EVERYONE for seat in range(MOST_PLAYERS)]
    return Layout("basket", [*hands, *[EVERYONE] * MOST_PLAYERS, NOBODY, EVERYONE], bars=("cat",))


class Basket(State):
    """`woke` is the seat that drew the cat, or -1."""

    __slots__ = ("begins", "box", "company", "dealt", "round", "rounds", "scores", "seat", "woke")

    def __init__(
        self,
        company: Company,
        rounds: int,
        round: int,
        begins: int,
        scores: list[int],
        box: Box,
        seat: int,
        woke: int,
        dealt: bool,
    ) -> None:
        self.due = []
        self.told = None
        self.company = company
        self.rounds = rounds
        self.round = round
        self.begins = begins
        self.scores = scores
        self.box = box
        self.seat = seat
        self.woke = woke
        self.dealt = dealt

    def copy(self) -> Basket:
        return Basket(
            self.company,
            self.rounds,
            self.round,
            self.begins,
            self.scores[:],
            self.box.copy(),
            self.seat,
            self.woke,
            self.dealt,
        )

    @property
    def players(self) -> int:
        return len(self.scores)


def new_basket(players: int, rounds: int, company: Company) -> Basket:
    """TH-04: all cards are in the deck, and nothing has happened yet."""
    box = new_box(layout(players), CARDS)
    return Basket(company, rounds, 1, 0, [0] * players, box, 0, -1, False)
