"""What cards of Wonder Book can say: the whole vocabulary of the ledger."""

from foldtale.games.wonderbook.effects import (
    cards,
    conditions,
    dice,
    figures,
    heroes,
    map,
    selectors,
    story,
    wyrms,
)
from foldtale.games.wonderbook.language import LANGUAGE

__all__ = [
    "LANGUAGE",
    "cards",
    "conditions",
    "dice",
    "figures",
    "heroes",
    "map",
    "selectors",
    "story",
    "wyrms",
]
