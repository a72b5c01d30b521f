"""Storyfold's part of the card language."""

from foldtale.games.storyfold.checks import check
from foldtale.games.storyfold.effects import cards, story, tokens, values
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.rules.telling import hear, rule_of

LANGUAGE.connect(who_answers=lambda g, c, who: (0, 0), rule_of=rule_of, told=hear, checks=[check])

__all__ = ["LANGUAGE", "cards", "story", "tokens", "values"]
