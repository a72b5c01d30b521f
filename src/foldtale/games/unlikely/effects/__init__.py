"""What cards of Unlikely Heroes can say."""

from foldtale.games.unlikely.checks import check
from foldtale.games.unlikely.content import called
from foldtale.games.unlikely.effects import encounters, fortune, heroes, story, values
from foldtale.games.unlikely.language import LANGUAGE
from foldtale.games.unlikely.rules.reading import hear
from foldtale.kernel.talk import ALL

LANGUAGE.connect(
    who_answers=lambda g, c, who: (ALL, g.voice) if who is None else (g.player(who), ALL),
    told=hear,
    called=called,
    checks=[check],
)

__all__ = ["LANGUAGE", "encounters", "fortune", "heroes", "story", "values"]
