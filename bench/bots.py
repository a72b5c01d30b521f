"""What a decision of a strong bot costs, on average over whole games, in yardsticks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any, Final

from bench.measure import Result, at_most, clock, only_told, yardstick
from foldtale import games
from foldtale.bots.arena import decided
from foldtale.bots.levels import STRONG, bot_of
from foldtale.kernel import Match

GAMES_EACH: Final = 3
MEASURED: Final[tuple[tuple[str, dict[str, Any], str, float], ...]] = (
    ("grimm", {"players": 2, "length": "short"}, "grimm, 2 players", 2_800_000),
    ("grimm", {"players": 4, "length": "short"}, "grimm, 4 players", 4_200_000),
    ("wonderbook", {"players": 2}, "wonderbook, 2 Heroes", 1_200_000),
    ("storyfold", {"start": "chapter one", "lessons": False}, "storyfold", 1_200_000),
)
LONGEST: Final = 300
"""Decisions of a game that are measured at most: a lost Chapter begins again."""


def costs() -> Iterator[Result]:
    """Play games of strong bots; the yardstick is timed between them, by the same clock."""
    for name, choices, called, target in MEASURED:
        game = games.get(name)
        setup = game.setup(**choices)
        lengths = [clock(yardstick, time.process_time_ns)]
        spent, decisions = 0.0, 0
        for seed in range(GAMES_EACH):
            match = Match.new(game, setup, seed=seed, tells=False)
            bots = [bot_of(STRONG, f"{seed} {seat}") for seat in range(setup.players)]
            for number, (_, _, seconds) in enumerate(decided(match, bots)):
                spent += seconds
                decisions += len(match.options) > 1
                if number == LONGEST:
                    break
            lengths.append(clock(yardstick, time.process_time_ns))
        a_decision = spent / decisions
        yield at_most(f"{called}: a decision of a strong bot", a_decision * 1e9 / median(lengths), target)
        yield only_told(f"{called}: the same, of the processor", a_decision * 1000, "ms")
