"""Many games of random bots, as fast as they go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, Final

from foldtale.bots.random import playout
from foldtale.kernel.chance import Drawn
from foldtale.kernel.game import Game, Outcome
from foldtale.kernel.match import Match
from foldtale.terminal.screen import Screen

TICK: Final = 64
"""How many games lie between two signs of life."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of some games; the same seed gives the same outcomes everywhere."""

    game: Game
    players: int
    seed: int
    outcomes: list[Outcome]
    decisions: int
    seconds: float

    @property
    def endings(self) -> dict[str, int]:
        """How often each ending came, the most frequent first."""
        return dict(Counter(outcome.ending for outcome in self.outcomes).most_common())

    @property
    def wins(self) -> list[int]:
        """How often each seat won, alone or with others."""
        return [sum(seat in outcome.winners for outcome in self.outcomes) for seat in range(self.players)]

    @property
    def decisions_per_second(self) -> int:
        return round(self.decisions / self.seconds)

    def facts(self) -> dict[str, Any]:
        """The simulation for machines."""
        return {
            "game": self.game.name,
            "games": len(self.outcomes),
            "seed": self.seed,
            "players": self.players,
            "decisions": self.decisions,
            "decisions_per_second": self.decisions_per_second,
            "endings": self.endings,
            "wins": self.wins,
            "outcomes": [
                {"ending": outcome.ending, "winners": outcome.winners, "scores": outcome.scores}
                for outcome in self.outcomes
            ],
        }

    def show(self, screen: Screen) -> None:
        games = len(self.outcomes)
        screen.say(f"{games} games of {self.game.title}, {self.players} players, seed {self.seed}", "bold")
        wins = {f"Player {seat + 1} won": won for seat, won in enumerate(self.wins)}
        for name, count in (self.endings | wins).items():
            screen.say(f"  {name:<24} {count:>9}  {count / games:>6.1%}")
        screen.say(f"  {self.decisions} decisions, {self.decisions_per_second} a second")


def simulate(game: Game, setup: Any, games: int, seed: int, tick: Callable[[int], None]) -> Simulation:
    """Play bare games one after the other; each has its own generator, so any of them can be played alone."""
    outcomes: list[Outcome] = []
    decisions = 0
    begun = perf_counter()
    trusted = not game.packs(setup)
    for number in range(games):
        random = Random(f"{seed} {number}")
        match = Match.new(game, setup, chance=Drawn(random.random), bare=trusted, tells=False)
        decisions += playout(match, random)
        if match.outcome is not None:
            outcomes.append(match.outcome)
        if number % TICK == 0:
            tick(number)
    return Simulation(game, setup.players, seed, outcomes, decisions, perf_counter() - begun)
