"""What cards of Wonder Book can say: the whole vocabulary of the ledger."""

from foldtale.games.wonderbook.checks import check
from foldtale.games.wonderbook.content import called
from foldtale.games.wonderbook.effects import cards, dice, events, figures, heroes, map, story, wyrms
from foldtale.games.wonderbook.language import LANGUAGE
from foldtale.games.wonderbook.rules.reading import hear, spoken_to
from foldtale.games.wonderbook.rules.risk import risk_all
from foldtale.kernel.talk import ALL

VOCABULARY = (cards, dice, events, figures, heroes, map, story, wyrms)
"""The modules that register it."""

LANGUAGE.connect(
    who_answers=lambda g, c, who: (ALL, g.voice) if who is None else (g.seats[who], ALL),
    can_answer=lambda g, who: g.can_choose(who),
    lapses=lambda g, c: g.has_lapsed(c.whose, c.card),
    told=hear,
    you=spoken_to,
    called=called,
    confirm=risk_all,
    checks=[check],
)

__all__ = ["LANGUAGE", "VOCABULARY"]
