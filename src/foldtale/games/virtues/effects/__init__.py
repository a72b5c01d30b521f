"""What cards of Seven Virtues can say."""

from foldtale.games.virtues.checks import check
from foldtale.games.virtues.effects import ops, values
from foldtale.games.virtues.language import LANGUAGE
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause

RULES = {
    "castle": "SV-080",
    "estate": "SV-080",
    "temple": "SV-079",
    "sin": "SV-086",
    "cataclysm": "SV-157",
    "artifact": "SV-092",
    "unnamed": "SV-220",
}
"""The rule by which a card of each kind asks."""


def rule_of(g: VirtuesState, c: Cause) -> str:
    return RULES[g.content.kind(c.card)]


LANGUAGE.connect(rule_of=rule_of, checks=[check])

__all__ = ["LANGUAGE", "ops", "values"]
