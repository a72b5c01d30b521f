"""`./run bench`: how fast the conversation is, beside OpenSpiel and PettingZoo."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from bench import engines
from bench.cards import sides as card_sides
from bench.measure import Result, at_least, at_most, in_turn, only_told, ratio, yardstick
from foldtale import games
from foldtale.conform import beats
from foldtale.kernel import Ask, Match

FORKS = 300
MATCHES = 6
SHORT_MATCHES = 30
"""Matches a round; the second where random play is soon over, so that a round is long enough to be timed."""
BEATS = 24
WORLDS = 40
"""So many worlds are imagined at each question of a game: few for a bot that searches."""


def playing(draw: Callable[[], float]) -> Iterator[Result]:
    for name, kept, bare in (("pig", 1.0, 1.4), ("connect_four", 0.5, 0.75)):
        sides = {
            "theirs": engines.open_spiel(name, draw),
            "kept": engines.ours(name, draw, False),
            "bare": engines.ours(name, draw, True),
            "table": engines.ours_at_a_table(name, draw),
        }
        if name == "connect_four":
            sides["zoo"] = engines.petting_zoo(draw)
        times = in_turn(sides)
        yield at_least(
            f"{name}: log and checkpoints, of OpenSpiel", ratio(times["theirs"], times["kept"]), kept
        )
        yield at_least(f"{name}: bare, of OpenSpiel", ratio(times["theirs"], times["bare"]), bare)
        if "zoo" in times:
            yield at_least(
                f"{name}: log and checkpoints, of PettingZoo", ratio(times["zoo"], times["kept"]), 12
            )
        with_all = ratio(times["theirs"], times["table"])
        yield only_told(f"{name}: with tells and seeded chance too, of OpenSpiel", with_all, "x")


def mid_turn_pig() -> Match:
    """A Pig match in the middle of a turn."""
    match = Match.new(games.get("pig"), games.get("pig").setup(), seed=7)
    while match.state.pot < 8:  # type: ignore[attr-defined]
        match.answer("roll")
    return match


def thimble_turns(seed: int) -> list[Match]:
    """A random game of Thimble, at each of its turns."""
    game = games.get("thimble")
    match = Match.new(game, game.setup(), seed=seed)
    draw = random.Random(seed).random
    found = []
    while match.options:
        if match.ask is not None and match.ask.topic == "turn":
            found.append(match.fork())
        match.answer(int(draw() * len(match.options)))
    return found


def forking() -> Iterator[Result]:
    pig = mid_turn_pig()
    turns = thimble_turns(2)

    def fork_pig() -> int:
        for _ in range(FORKS):
            pig.fork()
        return FORKS

    def imagine() -> int:
        """As a bot does: many worlds from one question, at every turn of a game."""
        for match in turns:
            glimpse = match.glimpse(match.state.seat)  # type: ignore[attr-defined]
            for seed in range(WORLDS):
                glimpse.imagine(seed)
        return WORLDS * len(turns)

    sides = {"ys": yardstick, "fork": fork_pig, "imagine": imagine}
    times = in_turn(sides)
    yield only_told("yardstick: one send to a bare generator", median(times["ys"]), "ns")
    in_ys = {side: ratio(times[side], times["ys"]) for side in ("fork", "imagine")}
    yield at_most("pig: fork of a match in mid-turn", in_ys["fork"], 110)
    yield at_most("thimble: fork and imagine, over all turns of a game", in_ys["imagine"], 250)


def book(
    name: str,
    most: tuple[int, int],
    is_mid_turn: Callable[[Ask], bool],
    players: int = 4,
    matches: int = MATCHES,
    **choices: Any,
) -> Iterator[Result]:
    """A book: random play, and forks in mid-turn; `most` is what each may cost."""
    game = games.get(name)
    setup = game.setup(players=players, **choices)
    draw = random.Random(5).random

    def playing() -> int:
        count = 0
        for seed in range(matches):
            match = Match.new(game, setup, seed=seed, bare=True)
            while match.options:
                match.answer(int(draw() * len(match.options)))
                count += 1
        return count

    turns = []
    match = Match.new(game, setup, seed=3)
    while match.options:
        if match.ask is not None and is_mid_turn(match.ask):
            turns.append(match.fork())
        match.answer(int(draw() * len(match.options)))

    def forking() -> int:
        for turn in turns:
            turn.fork()
        return len(turns)

    times = in_turn({"ys": yardstick, "play": playing, "fork": forking})
    yield at_most(f"{name}: a decision in random play, bare", ratio(times["play"], times["ys"]), most[0])
    yield at_most(f"{name}: fork of a match in mid-turn", ratio(times["fork"], times["ys"]), most[1])
    counts = beats(game, BEATS)
    yield at_most(f"{name}: answers a beat, on average", sum(counts) / len(counts), 4, "")
    yield only_told(f"{name}: answers in the longest beat", max(counts), "")


def books() -> Iterator[Result]:
    yield from book("wonderbook", (700, 1250), lambda ask: ask.topic == "action" and int(ask.about[0]) < 3)
    yield from book("grimm", (820, 1650), lambda ask: ask.topic in ("move", "quests"), characters="random")
    yield from book(
        "storyfold",
        (510, 1050),
        lambda ask: ask.topic in ("dice", "outcome"),
        1,
        SHORT_MATCHES,
        start="chapter one",
        lessons=False,
    )


def cards() -> Iterator[Result]:
    times = in_turn(card_sides())
    yield at_most(
        "cards: an effect, of the same lines by hand", ratio(times["card"], times["hand"]), 1.6, "x"
    )


def main() -> int:
    draw = random.Random(1).random
    results = []
    for result in (*playing(draw), *forking(), *books(), *cards()):
        results.append(result)
        if "--json" in sys.argv[1:]:
            print(json.dumps(result.line()), flush=True)
        else:
            verdict = {True: "met", False: "MISSED", None: ""}[result.met]
            print(
                f"{result.name:62} {result.value:8.2f} {result.unit:3} {result.target:8} {verdict}",
                flush=True,
            )
    return int(any(result.met is False for result in results))


if __name__ == "__main__":
    sys.exit(main())
