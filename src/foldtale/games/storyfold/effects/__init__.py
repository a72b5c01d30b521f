"""Storyfold's part of the card language."""

from foldtale.games.storyfold.effects import cards as _cards
from foldtale.games.storyfold.effects import story as _story
from foldtale.games.storyfold.effects import tokens as _tokens
from foldtale.games.storyfold.effects import values as _values
from foldtale.games.storyfold.language import LANGUAGE

del _cards, _story, _tokens, _values

__all__ = ["LANGUAGE"]
