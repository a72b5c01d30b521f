"""`./run bench strength [LINE …]`: how well the bots play, in games on seeds that nothing was tuned on.

Every line plays a series of games to its end, and compares what came of it with a target. `--keep FOLDER`
keeps every game that is over, so that a run that was cut off goes on; without it all is played anew.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.measure import Result, at_least, at_most
from foldtale.bots.advice import hints
from foldtale.bots.arena import Bout, Tally, numbers, play_all, tally
from foldtale.bots.levels import EASY, Bot, ReflexBot, bot_of
from foldtale.bots.search import seed_of
from foldtale.kernel.view import Glimpse

MCTS: Final = "mcts64"
HINTED: Final = "hinted"
SIMULATIONS: Final = 64
MOST_DECISIONS: Final = 3000
SEED: Final = 50_000
"""Below 10000 lie the seeds on which bots were made."""

SHORT: Final = {"length": "short"}
TWO: Final = {"players": 2}
HARD: Final = {"players": 2, "difficulty": "hardcore"}
ONE: Final = {"start": "chapter one", "lessons": False}
GAMES: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "pig": ({}, 2),
    "connect_four": ({}, 2),
    "thimble": ({}, 3),
    "grimm": (SHORT, 2),
    "wonderbook": (HARD, 1),
    "storyfold": (ONE, 1),
    "virtues": ({}, 2),
    "unlikely": ({}, 1),
}
"""Every game with the setup in which its bots are compared, and how many seats one names for it."""


class Hinted:
    """Takes the first hint at every question, as a person would who trusts them."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._otherwise = ReflexBot(seed)

    def choose(self, glimpse: Glimpse) -> str | None:
        found = hints(glimpse, seed_of(self._seed, glimpse.number))
        return found[0].key if found else self._otherwise.choose(glimpse)


class Mcts:
    """OpenSpiel's own tree search at Connect Four, with its usual settings."""

    def __init__(self, seed: str) -> None:
        import numpy
        import pyspiel
        from open_spiel.python.algorithms import mcts

        self._game = pyspiel.load_game("connect_four")
        random = numpy.random.RandomState(seed_of(seed) & 0xFFFFFFFF)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        self._bot = mcts.MCTSBot(self._game, 2, SIMULATIONS, evaluator, random_state=random)

    def choose(self, glimpse: Glimpse) -> str | None:
        if not glimpse.asked:
            return None
        state = self._game.new_initial_state()
        for line in glimpse.story:
            if line.get("key", "").startswith("drop "):
                state.apply_action("abcdefg".index(line["key"][-1]))
        return f"drop {'abcdefg'[self._bot.step(state)]}"


def makes(name: str, seed: str) -> Bot:
    """Make a bot by its name, also one that stands here alone."""
    if name == MCTS:
        return Mcts(seed)
    return Hinted(seed) if name == HINTED else bot_of(name, seed)


Rates = dict[str, tuple[float, float, float]]
"""For each bot its rate, with the interval."""


class Line(NamedTuple):
    """A series of games and what is asked of it: `judged` makes results of the rates."""

    name: str
    bout: Bout
    judged: Callable[[Rates], Iterator[Result]]


def line(
    name: str, game: str, choices: dict[str, Any], seats: Sequence[str], games: int, *wanted: Wanted
) -> Line:
    bout = Bout(game, choices, tuple(seats), games, SEED)

    def judged(rates: Rates) -> Iterator[Result]:
        for bot, is_least, target in wanted:
            rate, low, high = rates[bot]
            bound = at_least if is_least else at_most
            yield bound(f"{name}: {bot} ({low:.1%} to {high:.1%})", 100 * rate, target, "%")

    return Line(name, bout, judged)


Wanted = tuple[str, bool, float]
"""A bot, whether its rate shall be at least or at most so much, and how many of a hundred."""


def beside(name: str, game: str, bot: str, games: int, is_above: bool) -> Line:
    """Compare a bot with `fair`: among rivals with a fair share of the wins, in a team with fair's own rate.

    With `is_above` the whole interval must lie above a fair share; else the rate is enough.
    """
    choices, seats = GAMES[game]
    bout = Bout(game, choices, (bot, *["fair"] * max(1, seats - 1)), games, SEED + 10_000)

    def judged(rates: Rates) -> Iterator[Result]:
        rate, low, high = rates[bot]
        said = f"{name}: {bot} {rate:.1%} ({low:.1%} to {high:.1%})"
        if seats == 1:
            yield at_least(f"{said}, with fair", 100 * rate, 100 * rates["fair"][0], "%")
        else:
            yield at_least(f"{said}, with par", 100 * (low if is_above else rate), 100 / seats, "%")

    return Line(name, bout, judged)


def lines() -> Iterator[Line]:
    """List every line, the cheapest first."""
    yield line("storyfold random", "storyfold", ONE, ("random",), 200, ("random", False, 10))
    yield line("wonderbook random", "wonderbook", TWO, ("random",), 200, ("random", False, 3))
    yield line("pig against hold-at-20", "pig", {}, ("strong", "reflex"), 4000, ("strong", True, 48))
    yield mcts()
    yield line("storyfold fair", "storyfold", ONE, ("fair",), 200, ("fair", True, 38))
    yield line("storyfold strong", "storyfold", ONE, ("strong",), 200, ("strong", True, 65))
    yield line("wonderbook hardcore fair", "wonderbook", HARD, ("fair",), 200, ("fair", True, 45))
    yield line("wonderbook hardcore strong", "wonderbook", HARD, ("strong",), 200, ("strong", True, 75))
    yield line("wonderbook strong", "wonderbook", TWO, ("strong",), 200, ("strong", True, 88))
    yield line("grimm against random", "grimm", SHORT, ("strong", "random"), 400, ("strong", True, 95))
    yield line("grimm against reflex", "grimm", SHORT, ("strong", "reflex"), 400, ("strong", True, 60))
    three = ("strong", "reflex", "reflex", "reflex")
    yield line("grimm against three reflex", "grimm", SHORT, three, 200, ("strong", True, 38))
    for game in GAMES:
        yield beside(f"{game} strong against fair", game, "strong", 400 if game == "pig" else 200, True)
    for game in GAMES:
        yield beside(f"{game} by hints against fair", game, HINTED, 100, False)
    for game in GAMES:
        yield sound(game, EASY, 1000)
        yield sound(game, "strong", 100)


def mcts() -> Line:
    """Connect Four against another engine's search: the lower bound counts."""
    name = "connect_four against OpenSpiel's MCTS"
    bout = Bout("connect_four", {}, ("strong", MCTS), 200, SEED)

    def judged(rates: Rates) -> Iterator[Result]:
        rate, low, high = rates["strong"]
        yield at_least(f"{name}: strong {rate:.1%} ({low:.1%} to {high:.1%})", 100 * low, 42, "%")

    return Line(name, bout, judged)


def sound(game: str, bot: str, games: int) -> Line:
    """Whole games of one bot alone: an error in any playout ends the run."""
    choices, seats = GAMES[game]
    bout = Bout(game, choices, (bot,) * seats, games, SEED + 20_000)
    return Line(f"{game}: whole games of {bot}", bout, lambda rates: iter(()))


def longest(found: Tally) -> Result:
    decisions = max([one.decisions for one in found.played])
    return at_most(f"{found.bout.game}: decisions in the longest game", decisions, MOST_DECISIONS, "")


def main(args: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run bench strength")
    parser.add_argument("line", nargs="*", help="only lines whose name has this in it")
    parser.add_argument("--list", action="store_true", help="only name the lines")
    parser.add_argument("--keep", type=Path, default=None, help="a folder where games are kept")
    parser.add_argument("--games", type=int, default=0, help="fewer games than a line is meant to have")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    asked = parser.parse_args(args)
    wanted = [one for one in lines() if all(word in one.name for word in asked.line)]
    fine = True
    with tempfile.TemporaryDirectory(prefix="foldtale-bench-") as passing:
        folder = asked.keep or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        for name, bout, judged in wanted:
            if asked.list:
                print(f"{name}: {len(numbers(bout))} games")
                continue
            if asked.games:
                bout = Bout(bout.game, bout.choices, bout.seats, asked.games, bout.seed)
            file = folder / f"{name.replace(' ', '-').replace(':', '')}-{bout.games}.jsonl"
            found = tally(bout, play_all(bout, asked.jobs, file, makes=makes))
            for result in (*judged(found.rates), longest(found)):
                fine = fine and result.met is not False
                verdict = "" if result.met is None else "met" if result.met else "MISSED"
                print(
                    f"{result.name:86} {result.value:7.1f} {result.unit:2} {result.target:8} {verdict}",
                    flush=True,
                )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
