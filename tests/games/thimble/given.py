"""Given: who holds what, what lies before whom, and what is on top of the deck.

A kind is named as on its card. All that is not named lies shuffled in the deck, so that a basket always
has its 38 cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from foldtale import games
from foldtale.games.small.thimble.record import Company
from foldtale.games.small.thimble.state import DISCARD, LAID, OUR_OWN, Basket, new_basket
from foldtale.kernel import NOBODY, Match
from foldtale.kernel.scene import Card as Face
from foldtale.kernel.scene import Hand, Row, Stack
from foldtale.testing import play, play_new

ADA, BO, CLEO, DOT, EVE = range(5)
EVERYBODY = (ADA, BO, CLEO)
THIMBLE = games.get("thimble")
given = partial(play, THIMBLE)
"""A match that goes on from a position, with these draws."""

Kinds = Sequence[str]


def basket(
    *hands: Kinds,
    laid: Sequence[Kinds] = (),
    discard: Kinds = (),
    top: Kinds = (),
    top_known_to: int = NOBODY,
    under: Kinds = (),
    turn: int = ADA,
    begins: int = ADA,
    scores: Sequence[int] = (),
    round: int = 1,
    rounds: int = 1,
    wins: tuple[int, ...] = (),
) -> Basket:
    """A round that is under way: a hand for each player, in the order of seats."""
    g = new_basket(len(hands), rounds, Company(wins=wins), OUR_OWN)
    for seat, kinds in enumerate(hands):
        for card in fetch(g, kinds):
            g.box.put(card, seat)
    for seat, kinds in enumerate(laid):
        for card in fetch(g, kinds):
            g.box.put(card, LAID + seat)
    for card in fetch(g, discard):
        g.box.put(card, DISCARD)
    for card in reversed(list(fetch(g, top))):
        g.box.put_on(card, top_known_to)
    for card in fetch(g, under):
        g.box.tuck(card)
    g.scores = list(scores) or g.scores
    g.round = round
    g.begins = begins
    g.seat = turn
    g.dealt = True
    assert everything(g) == sorted(OUR_OWN.cards)
    return g


def fetch(g: Basket, kinds: Kinds) -> Kinds:
    """Take cards of these kinds out of the shuffled part of the deck."""
    at = max(range(len(g.box.layers)), key=lambda layer: len(g.box.layers[layer]))
    for kind in kinds:
        bag = list(g.box.layers[at])
        bag.remove(kind)
        g.box.layers[at] = tuple(bag)
    return kinds


def everything(g: Basket) -> list[str]:
    """Every card of the basket, wherever it lies."""
    return sorted(card for card, _ in g.box.all_known())


def new_game(*draws: str, players: int = 3, rounds: int = 1) -> Match:
    return play_new(THIMBLE, *draws, players=players, rounds=rounds)


def hand(match: Match, owner: int, seen_by: int | None = None) -> list[str]:
    """The kinds in a hand, in order, as its owner or somebody else sees it: a question mark for a card face down."""
    viewer = owner if seen_by is None else seen_by
    (shown,) = [thing for thing in match.scene(viewer).seats[owner].things if isinstance(thing, Hand)]
    return [card.icon for card in shown.cards] + ["?"] * shown.hidden


def laid(match: Match, owner: int) -> list[str]:
    """The treasures that lie before a player, as a player sees them who is not their owner."""
    (row,) = [thing for thing in match.scene((owner + 1) % 3).seats[owner].things if isinstance(thing, Row)]
    return [card.icon for card in row.things if isinstance(card, Face)]


def discarded(match: Match) -> list[str]:
    """The discard pile, the top card last; its top must lie face up."""
    kinds = list(match.state.box.rows[DISCARD])
    (pile,) = [
        thing for thing in match.scene(BO).elements if isinstance(thing, Stack) and thing.id == "discard"
    ]
    assert pile.count == len(kinds)
    assert (pile.top.icon if pile.top else None) == (kinds[-1] if kinds else None)
    return kinds


def deck_size(match: Match) -> int:
    (deck,) = [thing for thing in match.scene(BO).elements if isinstance(thing, Stack) and thing.id == "deck"]
    return deck.count


def drawn_card(match: Match, seen_by: int) -> str:
    """The card on the table that may still be stolen, as somebody sees it."""
    (card,) = [thing for thing in match.scene(seen_by).elements if isinstance(thing, Face)]
    return card.icon if card.face == "up" else "?"


def undermost(match: Match) -> str:
    (card,) = match.state.box.layers[-1]
    return str(card)
