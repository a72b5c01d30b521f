"""`./run bench`: how fast the conversation is, beside OpenSpiel and PettingZoo."""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from bench import engines
from bench.bots import costs
from bench.cards import sides as card_sides
from bench.measure import Result, at_least, at_most, in_turn, only_told, ratio, yardstick
from bench.workloads import book_forks, book_play, pig_forks, small_game, thimble_worlds
from foldtale import games
from foldtale.conform import beats
from tests.author.packs import problems_of, write_many_cards

BEATS = 24


def playing(draw: Callable[[], float]) -> Iterator[Result]:
    for name, kept, bare in (("pig", 1.0, 1.4), ("connect_four", 0.5, 0.75)):
        sides = {
            "theirs": engines.open_spiel(name, draw),
            "kept": small_game(name, draw, bare=False),
            "bare": small_game(name, draw, bare=True),
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


def forking() -> Iterator[Result]:
    times = in_turn({"ys": yardstick, "fork": pig_forks(), "imagine": thimble_worlds()})
    yield only_told("yardstick: one send to a bare generator", median(times["ys"]), "ns")
    in_ys = {side: ratio(times[side], times["ys"]) for side in ("fork", "imagine")}
    yield at_most("pig: fork of a match in mid-turn", in_ys["fork"], 110)
    yield at_most("thimble: fork and imagine, over all turns of a game", in_ys["imagine"], 250)


def book(name: str, decision: int, fork: int) -> Iterator[Result]:
    """Measure a book: `decision` and `fork` are the yardsticks that each may cost."""
    times = in_turn({"ys": yardstick, "play": book_play(name), "fork": book_forks(name)})
    yield at_most(f"{name}: a decision in random play, bare", ratio(times["play"], times["ys"]), decision)
    yield at_most(f"{name}: fork of a match in mid-turn", ratio(times["fork"], times["ys"]), fork)
    counts = beats(games.get(name), BEATS)
    yield at_most(f"{name}: answers a beat, on average", sum(counts) / len(counts), 4, "")
    yield only_told(f"{name}: answers in the longest beat", max(counts), "")


def books() -> Iterator[Result]:
    yield from book("wonderbook", 700, 1250)
    yield from book("grimm", 820, 1650)
    yield from book("storyfold", 510, 1050)
    yield from book("virtues", 700, 900)
    yield from book("unlikely", 700, 900)


def cards() -> Iterator[Result]:
    times = in_turn(card_sides())
    yield at_most(
        "cards: an effect, of the same lines by hand", ratio(times["card"], times["hand"]), 1.6, "x"
    )
    yield at_most("cards: checking a pack of 300, processor time", seconds_to_check(), 2, "s")


def seconds_to_check() -> float:
    """Return the processor's seconds for the check of a large pack, the quickest of five."""
    spent = []
    with tempfile.TemporaryDirectory(prefix="foldtale-bench-") as folder:
        pack = write_many_cards(Path(folder))
        for _ in range(5):
            began = time.process_time()
            problems_of(pack)
            spent.append(time.process_time() - began)
    return min(spent)


def main() -> int:
    draw = random.Random(1).random
    results = []
    for result in (*playing(draw), *forking(), *books(), *cards(), *costs()):
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
