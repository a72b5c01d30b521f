"""The sewing basket: cards, hands, and where the round stands."""

from __future__ import annotations

from typing import Final

from foldtale.games.small.thimble.record import Company
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


class Basket(State):
    """`drawn` holds the card that may still be stolen; `woke` is the seat that drew the cat."""

    __slots__ = (
        "begins", "company", "deck", "discard", "drawn", "hands", "laid", "round", "rounds", "scores",
        "seat", "step", "woke",
    )  # fmt: skip

    def __init__(
        self,
        company: Company,
        rounds: int,
        round: int,
        begins: int,
        scores: list[int],
        deck: Deck,
        hands: list[Hand],
        laid: list[Pile],
        drawn: Hand,
        discard: Pile,
        seat: int,
        woke: int,
        step: str,
    ) -> None:
        self.due = []
        self.told = None
        self.company = company
        self.rounds = rounds
        self.round = round
        self.begins = begins
        self.scores = scores
        self.deck = deck
        self.hands = hands
        self.laid = laid
        self.drawn = drawn
        self.discard = discard
        self.seat = seat
        self.woke = woke
        self.step = step

    def copy(self) -> Basket:
        return Basket(
            self.company,
            self.rounds,
            self.round,
            self.begins,
            self.scores[:],
            self.deck.copy(),
            [hand.copy() for hand in self.hands],
            [pile.copy() for pile in self.laid],
            self.drawn.copy(),
            self.discard.copy(),
            self.seat,
            self.woke,
            self.step,
        )


def new_basket(players: int, rounds: int, company: Company) -> Basket:
    """TH-04: all cards are in the deck, and nothing has happened yet."""
    hands = [Hand(BACK, bit(seat), NEVER_HELD) for seat in range(players)]
    laid = [Pile(BACK) for _ in range(players)]
    drawn = Hand(BACK, NOBODY, NEVER_HELD)
    scores = [0] * players
    return Basket(
        company, rounds, 1, 0, scores, Deck(BACK, CARDS), hands, laid, drawn, Pile(BACK), 0, -1, "deal"
    )


def zones(g: Basket) -> list[Zone]:
    return [*g.hands, g.drawn, *g.laid, g.discard, g.deck]
