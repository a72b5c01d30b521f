"""What cards of Dice Upon a Time can say."""

from foldtale.games.grimm.effects import ops, values
from foldtale.games.grimm.language import LANGUAGE

__all__ = ["LANGUAGE", "ops", "values"]
