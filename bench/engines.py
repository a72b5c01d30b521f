"""Random games through each engine's own front door; every function says how many decisions it made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.workloads import GAMES_A_ROUND
from foldtale import games
from foldtale.kernel import Match

Random = Callable[[], float]


def ours_at_a_table(name: str, random: Random) -> Callable[[], int]:
    """Foldtale as a table plays it: log, checkpoints, tells, and seeded chance."""
    game = games.get(name)
    setup = game.setup()

    def play() -> int:
        decisions = 0
        for seed in range(GAMES_A_ROUND):
            match = Match.new(game, setup, seed=seed)
            while options := match.options:
                match.answer(int(random() * len(options)))
                decisions += 1
        return decisions

    return play


def open_spiel(name: str, random: Random) -> Callable[[], int]:
    """OpenSpiel's Python interface."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        decisions = 0
        for _ in range(GAMES_A_ROUND):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(random() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(random() * len(actions))])
                    decisions += 1
        return decisions

    return play


def petting_zoo(random: Random) -> Callable[[], int]:
    """PettingZoo's raw Connect Four."""
    from pettingzoo.classic import connect_four_v3

    environment: Any = connect_four_v3.raw_env()

    def play() -> int:
        decisions = 0
        for _ in range(max(1, GAMES_A_ROUND // 10)):
            environment.reset()
            for _agent in environment.agent_iter():
                observation, _, ended, cut, _ = environment.last()
                if ended or cut:
                    environment.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                environment.step(int(legal[int(random() * len(legal))]))
                decisions += 1
        return decisions

    return play
