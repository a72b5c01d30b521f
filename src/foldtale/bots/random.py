"""The random bot: every option is as good as any other."""

from __future__ import annotations

from random import Random
from typing import Final

from foldtale.kernel.match import Match
from foldtale.kernel.view import Glimpse

OUT_OF_TURN: Final = 0.25
"""How likely the bot is to make a free move while somebody else is asked."""


class RandomBot:
    """Plays from what its seat may see; the same seed, the same choices."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = Random(seed).random

    def choose(self, glimpse: Glimpse) -> str | None:
        """The key of its answer or of a free move; None if it is not asked and lets things be."""
        if glimpse.asked and glimpse.ask is not None:
            options = glimpse.ask.options
        elif glimpse.asides and self._random() < OUT_OF_TURN:
            options = glimpse.asides
        else:
            return None
        return options[int(self._random() * len(options))].key


def playout(match: Match, random: Random) -> int:
    """Play a match to its end, any option and any free move as likely as the other; how many were chosen."""
    draw = random.random
    decisions = 0
    while options := match.options:
        asides = match.asides
        chosen = int(draw() * (len(options) + len(asides)))
        if chosen < len(options):
            match.answer(chosen)
        else:
            aside = asides[chosen - len(options)]
            match.answer((aside.seat, aside.key))
        decisions += 1
    return decisions
