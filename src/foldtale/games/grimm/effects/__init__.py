"""What cards of Dice Upon a Time can say."""

from foldtale.games.grimm.checks import check
from foldtale.games.grimm.effects import ops, values
from foldtale.games.grimm.language import LANGUAGE

LANGUAGE.connect(checks=[check])

__all__ = ["LANGUAGE", "ops", "values"]
