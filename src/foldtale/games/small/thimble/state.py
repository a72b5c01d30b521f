"""The sewing basket: where its cards lie, and where the round stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from foldtale.games.small.thimble.record import Company
from foldtale.kernel.effects.force import Force
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.talk import EVERYONE, NOBODY, State, bit
from foldtale.kernel.zones import Box, Layout, Row, new_box

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

MOST_PLAYERS: Final = 5
LAID: Final = MOST_PLAYERS
"""The row of a seat's hand has the number of the seat; what it has laid lies so many rows further."""
DRAWN: Final = 2 * MOST_PLAYERS
"""The row of the card that may still be stolen."""
DISCARD: Final = 2 * MOST_PLAYERS + 1


class Stock:
    """What a basket holds: our own cards and those of a pack, and what can be done with each."""

    def __init__(self, pack: Pack | None = None) -> None:
        self.pack = pack
        self.hash = pack.hash if pack is not None else ""
        self.first_page = pack.about.start if pack is not None else ""
        self.values = dict(VALUES)
        self.tricks: dict[str, Card] = {}
        counts = dict(COUNTS)
        for card in pack.cards.values() if pack is not None else ():
            if card.kind == "treasure":
                self.values[card.id] = card.body.worth
            elif card.kind == "trick":
                self.tricks[card.id] = card
            if card.kind != "page":
                counts[card.id] = card.body.copies
        self.kinds = tuple(counts)
        self.cards = tuple([kind for kind, count in counts.items() for _ in range(count)])


OUR_OWN: Final = Stock()


@lru_cache
def layout(players: int) -> Layout:
    hands = [bit(seat) if seat < players else EVERYONE for seat in range(MOST_PLAYERS)]
    return Layout("basket", [*hands, *[EVERYONE] * MOST_PLAYERS, NOBODY, EVERYONE], bars=("cat",))


class Basket(State):
    """The cards and scores of all rounds."""

    company: Company
    rounds: int
    round: int
    begins: int
    scores: list[int]
    box: Box
    seat: int
    woke: int  # the seat that drew the cat, or -1
    dealt: bool
    stock: Stock
    force: Force
    page: str  # the open page of a pack's story
    flags: tuple[str, ...]  # words of a pack's story
    turns: int  # how many are over

    __slots__ = tuple(__annotations__)

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
        stock: Stock,
        force: Force,
        page: str,
        flags: tuple[str, ...],
        turns: int = 0,
    ) -> None:
        super().__init__()
        self.company = company
        self.rounds = rounds
        self.round = round
        self.begins = begins
        self.scores = scores
        self.box = box
        self.seat = seat
        self.woke = woke
        self.dealt = dealt
        self.stock = stock
        self.force = force
        self.page = page
        self.flags = flags
        self.turns = turns

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
            self.stock,
            self.force,
            self.page,
            self.flags,
            self.turns,
        )

    @property
    def players(self) -> int:
        return len(self.scores)

    def laid(self, seat: int) -> Row:
        return self.box.rows[LAID + seat]


def new_basket(players: int, rounds: int, company: Company, stock: Stock) -> Basket:
    """TH-04: all cards are in the deck, and nothing has happened yet."""
    box = new_box(layout(players), stock.cards)
    return Basket(
        company, rounds, 1, 0, [0] * players, box, 0, -1, False, stock, Force(), stock.first_page, ()
    )
