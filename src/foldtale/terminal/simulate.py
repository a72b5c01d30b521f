"""Many games of random bots, as fast as they go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from foldtale.bots.arena import Bout, play_all
from foldtale.kernel.game import Game, Outcome
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


def simulate(bout: Bout, tick: Callable[[int], None]) -> Simulation:
    """Play an arena of random bots, and tell which endings came and which seats won."""
    game, setup = bout.prepared()
    begun = perf_counter()
    done = play_all(bout, tick=lambda count: None if count % TICK else tick(count))
    outcomes = [Outcome(one.ending, one.winners, one.scores) for one in done]
    decisions = sum([one.decisions for one in done])
    return Simulation(game, setup.players, bout.seed, outcomes, decisions, perf_counter() - begun)
