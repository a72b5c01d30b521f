"""Storyfold's part of the card language."""

from foldtale.games.storyfold.checks import check
from foldtale.games.storyfold.effects import cards, story, tokens, values
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.rules.telling import RULE_OF, hear

LANGUAGE.connect(
    who_answers=lambda g, c, who: (0, 0),
    rule_of=lambda g, c: RULE_OF.get(g.content.kind(c.card), LANGUAGE.rule),
    told=hear,
    checks=[check],
)

__all__ = ["LANGUAGE", "cards", "story", "tokens", "values"]
