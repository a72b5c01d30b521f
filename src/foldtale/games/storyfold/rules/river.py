"""The River: SF-009 to SF-016. It is a row of cards without gaps at all times (SF-Q12)."""

from __future__ import annotations

from typing import Final

from foldtale.games.storyfold.state import Wood

NUMBERED: Final = 4
"""SF-009: so many spaces have a number."""
LOWEST: Final = 3
"""SF-011: what the space at the Start needs."""


def take_out(g: Wood, piece: str) -> None:
    """Take a card out; the others slide to the left, in their order: SF-013 and SF-014."""
    if piece in g.river:
        at = g.river.index(piece)
        g.river = g.river[:at] + g.river[at + 1 :]


def to_end(g: Wood, piece: str) -> None:
    """Move a card to the right of the rightmost card: SF-012, SF-033 and SF-Q08."""
    take_out(g, piece)
    g.river = (*g.river, piece)


def to_space(g: Wood, piece: str, space: int) -> None:
    """Move a card to a space; the cards from there on shift by one: SF-015, SF-Q09 and SF-Q89."""
    take_out(g, piece)
    g.river = (*g.river[: space - 1], piece, *g.river[space - 1 :])


def trade(g: Wood, piece: str, step: int) -> None:
    """Let a card trade places with the card beside it, if there is one: SF-016 and SF-Q10."""
    at = g.river.index(piece)
    if 0 <= at + step < len(g.river):
        swap(g, piece, g.river[at + step])


def swap(g: Wood, one: str, two: str) -> None:
    """Let two cards trade places."""
    other = {one: two, two: one}
    g.river = tuple([other.get(piece, piece) for piece in g.river])
