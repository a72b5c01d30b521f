"""The sewing basket: cards, hands, and where the round stands."""

from __future__ import annotations

from typing import Final

from foldtale.kernel.game import Record
from foldtale.kernel.talk import NOBODY, State, bit
from foldtale.kernel.zones import Card, Deck, Hand, Pile, Zone

BACK: Final = "basket"
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
NEVER_HELD: Final = ("cat",)
KINDS: Final = tuple([kind for kind, count in COUNTS.items() for _ in range(count)])
CARDS: Final = tuple([Card(number, kind) for number, kind in enumerate(KINDS)])


class Company(Record, frozen=True, kw_only=True):
    """The games that each seat of a company has won."""

    wins: tuple[int, ...] = ()


class Basket(State):
    """`drawn` holds the card that may still be stolen; `woke` is the seat that drew the cat."""

    __slots__ = (
        "begins", "company", "deck", "discard", "drawn", "hands", "laid", "round", "rounds", "scores",
        "seat", "step", "woke",
    )  # fmt: skip

    def __init__(self, players: int, rounds: int, company: Company) -> None:
        super().__init__()
        self.company = company
        self.rounds = rounds
        self.round = 1
        self.begins = 0
        self.scores = [0] * players
        self.gather()

    def gather(self) -> None:
        """TH-04: all cards are in the deck again."""
        seats = range(len(self.scores))
        self.deck = Deck(BACK, CARDS)
        self.hands = [Hand(BACK, bit(seat), NEVER_HELD) for seat in seats]
        self.laid = [Pile(BACK) for _ in seats]
        self.drawn = Hand(BACK, NOBODY, NEVER_HELD)
        self.discard = Pile(BACK)
        self.seat = self.begins
        self.woke = -1
        self.step = "deal"

    def copy(self) -> Basket:
        twin = Basket.__new__(Basket)
        twin.due = []
        twin.told = None
        twin.company = self.company
        twin.rounds = self.rounds
        twin.round = self.round
        twin.begins = self.begins
        twin.scores = self.scores[:]
        twin.deck = self.deck.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.laid = [pile.copy() for pile in self.laid]
        twin.drawn = self.drawn.copy()
        twin.discard = self.discard.copy()
        twin.seat = self.seat
        twin.woke = self.woke
        twin.step = self.step
        return twin


def zones(g: Basket) -> list[Zone]:
    return [*g.hands, g.drawn, *g.laid, g.discard, g.deck]
