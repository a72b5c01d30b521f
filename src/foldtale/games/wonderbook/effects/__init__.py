"""What cards of Wonder Book can say: the whole vocabulary of the ledger."""

from foldtale.games.wonderbook.effects import conditions, figures, selectors, story
from foldtale.games.wonderbook.language import LANGUAGE

__all__ = ["LANGUAGE", "conditions", "figures", "selectors", "story"]
