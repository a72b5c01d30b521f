"""What a pack must be, beyond its form: the component table and the loader checks of the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from foldtale.games.virtues.language import COLOURS
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.problems import Problems

DECKS: Final = {
    "hero": 6, "character": 30, "elixir": 36, "castle": 6, "estate": 6, "temple": 6, "sin": 28,
    "cataclysm": 14, "quest": 24, "treasure": 18, "artifact": 7, "armour": 7, "portal": 6, "unnamed": 14,
}  # fmt: skip
"""How many cards of each kind are in the box, copies counted."""
TO_CLOSE: Final = 7
CLOSINGS: Final = 3
NUMBERS: Final = range(1, 13)


def check(pack: Pack, problems: Problems) -> None:
    """SV-Q05: whatever is printed is the author's, but for what the rules count on."""
    cards = [*pack.cards.values()]
    problems.add_all((card, said) for card in cards for said in card_problems(card))
    if pack.about.pack == "virtues":
        problems.add_all((cards[0], said) for said in deck_problems(pack))


def card_problems(card: Card) -> Iterator[str]:
    body = card.body
    if card.kind == "sin" and (body.b is None) == (not body.plays):
        yield "a sin has exactly two functions: a and b, or a and reactions"
    if card.kind != "sin" and "untap" in card.words():
        yield "SV-089: only a sin turns a character upright"
    if card.kind == "portal" and sum(body.gifts.counts) != TO_CLOSE:
        yield "SV-123: seven gifts close a portal"
    if card.kind == "elixir" and (not body.options or body.options[0].needs):
        yield "SV-067: the first option of an elixir needs nothing"
    if card.kind == "treasure" and bool(body.gold) + bool(body.fame) + bool(body.might) + body.artifact != 1:
        yield "a treasure shows gold, fame, might or an artifact"
    if card.kind == "quest":
        for space in body.spaces:
            if any(space.gifts.counts) + bool(space.gold) + bool(space.fame) != 1:
                yield "SV-017: a requirement is in one currency"


def deck_problems(pack: Pack) -> Iterator[str]:
    for kind, count in DECKS.items():
        found = sum([getattr(card.body, "copies", 1) for card in pack.of_kind(kind)])
        if found != count:
            yield f"there are {count} cards of the kind {kind}, not {found}"
    for kind in ("hero", "temple", "portal"):
        colours = Counter([card.body.colour for card in pack.of_kind(kind)])
        if sorted(colours) != sorted(COLOURS):
            yield f"there is one {kind} of each colour"
    numbers = sorted([card.body.number for kind in ("castle", "estate") for card in pack.of_kind(kind)])
    if numbers != [*NUMBERS]:
        yield "castles and estates have the numbers 1 to 12, each once"
    closings = Counter([form for card in pack.of_kind("cataclysm") for form in card.given("close_space")])
    if any(count > CLOSINGS for count in closings.values()):
        yield "no more than three closing symbols for each board"
