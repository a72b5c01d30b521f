"""`./run bench seats`: does it matter where one sits? Random games, and how far apart the seats come out.

A shared victory counts in shares. What chance gives is the spread that seats which are all alike would
show in 95 of 100 such runs, found by drawing the winners of the very same games anew among the seats.
"""

from __future__ import annotations

import random
import sys

from foldtale import games
from foldtale.kernel import Match

GAMES = 2000
PLAYERS = 4
MOST_POINTS = 5.0
"""Points of a hundred between best and worst seat."""
DRAWN_ANEW = 400


def shares(winners: list[tuple[int, ...]]) -> list[float]:
    """The victories of each seat, of a hundred games."""
    won = [0.0] * PLAYERS
    for seats in winners:
        for seat in seats:
            won[seat] += 100 / len(seats) / len(winners)
    return won


def spread(won: list[float]) -> float:
    return max(won) - min(won)


def by_chance(winners: list[tuple[int, ...]], luck: random.Random) -> float:
    """The spread that 95 of 100 such runs stay below, if no seat is better than another."""
    found = []
    for _ in range(DRAWN_ANEW):
        drawn = [tuple(luck.sample(range(PLAYERS), len(seats))) for seats in winners]
        found.append(spread(shares(drawn)))
    return sorted(found)[int(DRAWN_ANEW * 0.95)]


def main() -> int:
    count = int(sys.argv[1]) if sys.argv[1:] else GAMES
    game = games.get("grimm")
    setup = game.setup(players=PLAYERS, characters="random")
    draw = random.Random(11).random
    winners = []
    for seed in range(count):
        match = Match.new(game, setup, seed=seed, bare=True)
        while match.options:
            match.answer(int(draw() * len(match.options)))
        assert match.outcome is not None
        winners.append(match.outcome.winners)
    won = shares(winners)
    chance = by_chance(winners, random.Random(1))
    for seat, share in enumerate(won):
        wide = 196 * (share / 100 * (1 - share / 100) / count) ** 0.5
        between = f"between {share - wide:.1f} and {share + wide:.1f}"
        print(f"grimm, seat {seat + 1}: wins {share:5.1f} of 100, {between}")
    apart = spread(won)
    met = apart <= MOST_POINTS or apart <= chance
    print(
        f"best and worst seat differ by {apart:.1f} points in {count} games (<= {MOST_POINTS}, or by what"
        f" chance gives: {chance:.1f}) {'met' if met else 'MISSED'}"
    )
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
