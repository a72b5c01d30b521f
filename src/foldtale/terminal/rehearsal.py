"""Which questions let others move first, as some games played at random show.

The table asks here, and not its own match, so that a pause tells nothing about anybody's hand.
"""

from __future__ import annotations

from typing import Any, Final

from foldtale.bots.random import RandomBot
from foldtale.kernel.game import Game
from foldtale.kernel.match import Match

REHEARSALS: Final = 12


def windows(game: Game, setup: Any) -> frozenset[str]:
    """The topics during which another seat had a free move."""
    topics: set[str] = set()
    for seed in range(REHEARSALS):
        match = Match.new(game, setup, seed=seed, tells=False)
        bot = RandomBot(seed)
        while (ask := match.ask) is not None:
            if ask.aside:
                topics.add(ask.topic)
            match.answer(bot.choose(match.glimpse(ask.answers)) or 0)
    return frozenset(topics)
