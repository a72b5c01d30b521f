"""What cards of Seven Virtues can say."""

from foldtale.games.virtues.checks import check
from foldtale.games.virtues.effects import ops, values
from foldtale.games.virtues.language import LANGUAGE

LANGUAGE.connect(rule_of=ops.why, checks=[check])

__all__ = ["LANGUAGE", "ops", "values"]
