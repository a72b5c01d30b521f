"""Run by tests as a program: loads or plays a pack with little memory and little time.

python -m tests.author.bounded load FOLDER    its problems, as JSON
python -m tests.author.bounded play FOLDER    the first page is opened and followed
python -m tests.author.bounded ring FOLDER    the first bell rings, in a game of bells that ring each other
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import Any

from foldtale import games
from foldtale.author.check import check
from foldtale.games.small.thimble.language import LANGUAGE
from foldtale.kernel import Match
from foldtale.kernel.effects import Cause, Kind, Language, Standing, enter, happen, perform
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.pack import shelf
from foldtale.kernel.pack.loading import load
from foldtale.kernel.pack.problems import BadPack
from foldtale.kernel.pack.records import Do
from tests.games.thimble.given import basket

MEMORY = 400 * 1024 * 1024
"""More than Python and the kernel take by themselves."""
SECONDS = 60
"""Of the processor's time, on any machine: what takes exponential time takes longer."""

BELLS = Language("bells", Kind("player"))
BELLS.scopes = ["turn"]
BELLS.event("dinged", "a bell goes ding")
BELLS.event("donged", "a bell goes dong")


@BELLS.op("ding")
def ding(g: Any) -> None:
    happen(g, "dinged")


@BELLS.op("dong")
def dong(g: Any) -> None:
    happen(g, "donged")


@BELLS.card("bell")
class Bell:
    """A bell that may ring others."""

    do: Do
    standing: Standing = NOTHING_STANDS


def load_pack(folder: Path) -> list[dict[str, Any]]:
    """Load a pack and check it; every exception but BadPack ends this program."""
    errors = []
    try:
        load(folder, LANGUAGE)
    except BadPack as bad:
        errors = list(bad.problems)
    found = check(folder, LANGUAGE)
    assert all(error in found for error in errors)
    assert bool(errors) == any(problem.is_error for problem in found)
    return [{"code": problem.code, **problem.where._asdict(), "said": problem.said} for problem in found]


def play_pack(folder: Path) -> list[str]:
    """What is told while the first page is followed; whoever is asked does the first thing possible."""
    thimble = games.get("thimble")
    setup = thimble.setup(players=3, rounds=1, pack=shelf.add(folder, LANGUAGE))
    match = Match.new(thimble, setup, seed=1)
    for _ in range(20):
        if match.over or match.ask is None or match.ask.topic == "turn":
            break
        match.answer(0)
    return [str(score)[:20] for score in match.state.scores]


def ring(folder: Path) -> list[str]:
    """A bell comes into force and rings."""
    bell = load(folder, BELLS).cards["a"].body
    g = basket(("button",) * 3, ("button",) * 3)
    enter(g, "a", 0, bell.standing)
    return [str(asked) for asked in perform(g, bell.do, Cause(0, "a"))]


DEEDS = {"load": load_pack, "play": play_pack, "ring": ring}


def main(deed: str, folder: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    print(json.dumps(DEEDS[deed](Path(folder))))


if __name__ == "__main__":
    main(*sys.argv[1:])
