"""Many games of random bots: the same on every run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

from foldtale.bots.random import playout
from foldtale.kernel import Drawn, Match, registry
from tests.sizes import size
from tests.terminal.conftest import Typist

COMMAND = [sys.executable, "-m", "foldtale.cli"]


def test_a_simulation_counts_what_came_of_it(foldtale: Typist) -> None:
    facts = json.loads(
        foldtale("sim", "thimble", "--games", "40", "--seed", "7", "--players", "4", "--json").out
    )
    outcomes = facts["outcomes"]
    assert (facts["game"], facts["games"], facts["seed"], facts["players"]) == ("thimble", 40, 7, 4)
    assert len(outcomes) == 40
    assert facts["endings"] == {"most points": 40}
    assert facts["wins"] == [sum(seat in outcome["winners"] for outcome in outcomes) for seat in range(4)]
    assert facts["decisions"] > 40
    assert facts["decisions_per_second"] > 0
    assert all(max(outcome["scores"]) == outcome["scores"][outcome["winners"][0]] for outcome in outcomes)


def test_a_simulation_for_people(foldtale: Typist) -> None:
    out = foldtale("sim", "pig", "--games", "10").out
    assert "10 games of Pig, 2 players, seed 0" in out
    assert "banked                          10  100.0%" in out


def test_a_longer_simulation_begins_with_the_shorter_one(foldtale: Typist) -> None:
    short, long = [
        json.loads(foldtale("sim", "pig", "--games", games, "--json").out)["outcomes"] for games in ("5", "9")
    ]
    assert long[:5] == short


def test_simulations_are_the_same_under_every_hash_seed() -> None:
    def outcomes(hash_seed: str) -> object:
        command = [*COMMAND, "sim", "thimble", "--games", "30", "--seed", "3", "--json"]
        ran = subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": hash_seed}, capture_output=True, check=True
        )
        return json.loads(ran.stdout)["outcomes"]

    assert outcomes("0") == outcomes("1")


def test_playouts_also_make_free_moves() -> None:
    game = registry.get("thimble")

    def ribbons(match: Match) -> int:
        return sum(line.get("aside", False) for line in match.log)

    matches = [Match.new(game, game.setup(players=3), seed=seed) for seed in range(size(20, 40, 200))]
    decisions = [playout(match, Random(1)) for match in matches]
    assert sum(map(ribbons, matches)) > 0
    assert decisions == [sum("n" in line for line in match.log) for match in matches]


def test_bare_playouts_depend_on_their_generator_only() -> None:
    game = registry.get("thimble")

    def played(seed: int) -> object:
        random = Random(seed)
        match = Match.new(game, game.setup(players=3), chance=Drawn(random.random), bare=True)
        return playout(match, random), match.outcome

    assert played(4) == played(4)
    assert played(4) != played(5)
