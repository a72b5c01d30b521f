"""One search for all games: the options of a question are tried in the same imagined worlds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Final

import msgspec

from foldtale.bots.playout import Moods, SameDice, allowed, judged, play_on, quick_choice
from foldtale.kernel.game import Game
from foldtale.kernel.match import Match
from foldtale.kernel.talk import Option
from foldtale.kernel.view import Glimpse

LEAST_TRIES: Final = 8
LEAST_OPTIONS: Final = 4
"""Playouts for each option, on average: of more options only the most promising are tried, at least four."""
MOST_VOTES: Final = 8
"""Worlds in which the reflex votes for options, where a game has no `prior`."""
SURE: Final = 1.96
"""Standard errors on either side of an estimate: an interval of 95 %."""
DOUBT: Final = 0.05
"""The variance that a single playout is believed to have: intervals of few playouts are wide."""
ENOUGH: Final = 8
"""Worlds after which two options can be told apart."""
CLEAR: Final = 3.5
"""Standard errors that are clear enough to end a search early."""
WORLD_BITS: Final = 62

NEVER_LATE: Final = lambda: False  # noqa: E731


class Weighed(msgspec.Struct):
    """What came of trying one option."""

    key: str
    chance: float  # the chance of winning, with the interval from `low` to `high`
    low: float
    high: float
    tries: int  # in how many worlds it was tried
    # the mean share and the mean amount of each part of the progress that it led to
    parts: dict[str, tuple[float, float]]


class Thought(msgspec.Struct):
    """What a search has found out about a question: its options, the best first, and what it cost."""

    options: list[Weighed]
    playouts: int

    @property
    def best(self) -> Weighed:
        return self.options[0]

    def is_close(self, other: int = 1) -> bool:
        """Return whether the interval of another option reaches into that of the best one."""
        return other < len(self.options) and self.options[other].high >= self.best.low


class Trial:
    """The playouts of one option so far."""

    __slots__ = ("at", "parts", "values")

    def __init__(self, at: int) -> None:
        self.at = at
        self.values: list[float] = []
        self.parts: dict[str, list[float]] = {}

    @property
    def tries(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else 0.0

    def weighed(self, options: Sequence[Option]) -> Weighed:
        tries = max(1, self.tries)
        mean = self.mean
        variance = sum([(value - mean) ** 2 for value in self.values]) / tries + DOUBT / tries
        wide = SURE * math.sqrt(variance / tries)
        parts = {name: (worth / tries, amount / tries) for name, (worth, amount) in self.parts.items()}
        low, high = max(0.0, mean - wide), min(1.0, mean + wide)
        return Weighed(options[self.at].key, min(1.0, max(0.0, mean)), low, high, self.tries, parts)


def seed_of(*parts: object) -> int:
    """Return a number made of these parts, the same in every process."""
    text = " ".join([str(part) for part in parts])
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") >> 64 - WORLD_BITS


def think(
    glimpse: Glimpse,
    playouts: int,
    seed: int,
    without: frozenset[str] = frozenset(),
    is_late: Callable[[], bool] = NEVER_LATE,
) -> Thought:
    """Weigh the options of the question that is put to this seat, with so many playouts in all.

    Sequential halving: every option that is left is tried in the same worlds with the same dice, and after
    each round the better half goes on. `without` are keys that are not considered. Every playout counts,
    never the time: the same seed gives the same thought, unless `is_late` says that it has to end.
    """
    game, ask = glimpse.game, glimpse.ask
    assert ask is not None
    options = ask.options
    places = [at for at in allowed(game, options) if options[at].key not in without] or allowed(game, options)
    places = promising(glimpse, places, max(LEAST_OPTIONS, playouts // LEAST_TRIES), seed)
    left = [Trial(at) for at in places]
    everything = list(left)
    rounds = math.ceil(math.log2(len(left)))
    world = spent = 0
    for number in range(rounds):
        share = (playouts - spent) // (rounds - number)
        for _ in range(max(1, share // len(left))):
            if is_late() or is_decided(left):
                break
            for trial in left:
                try_option(glimpse, game, trial, seed, world)
            world += 1
            spent += len(left)
        left.sort(key=lambda trial: -trial.mean)
        left = left[: (len(left) + 1) // 2]
    best = left[0]
    others = sorted(
        [trial for trial in everything if trial is not best], key=lambda one: (-one.tries, -one.mean)
    )
    return Thought([trial.weighed(options) for trial in (best, *others)], spent)


def is_decided(left: Sequence[Trial]) -> bool:
    """Return whether of two options one is better without a doubt, or both come to the same.

    They were tried in the same worlds, so the differences between them vary less than what they are worth.
    """
    if len(left) != 2 or left[0].tries < ENOUGH:
        return False
    gaps = [one - other for one, other in zip(left[0].values, left[1].values, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / (len(gaps) - 1)
    return mean * mean >= CLEAR * CLEAR * spread / len(gaps)


def try_option(glimpse: Glimpse, game: Game, trial: Trial, seed: int, number: int) -> None:
    """Play on after an option in the world of this number, and note how it stands then."""
    world = glimpse.imagine(seed + number, SameDice(seed, number), bare=True)
    turn = game.turn(world.state)
    world.answer(trial.at)
    play_on(game, world, turn, glimpse.ahead, Moods(seed + number))
    value = 0.0
    parts = trial.parts
    for name, worth, amount in judged(game, world, glimpse.seat):
        value += worth
        found = parts.get(name)
        if found is None:
            parts[name] = [worth, amount]
        else:
            found[0] += worth
            found[1] += amount
    trial.values.append(value)


def promising(glimpse: Glimpse, places: list[int], most: int, seed: int) -> list[int]:
    """Return at most so many options, those that look best to the game's `prior` or to its reflex."""
    game = glimpse.game
    if len(places) <= most:
        return places
    world = glimpse.imagine(seed, SameDice(seed, 0), bare=True)
    scores: Sequence[float] = game.prior(world.state, glimpse.ask) if game.prior and glimpse.ask else ()
    if not scores:
        votes = votes_for(glimpse, game, world, seed)
        scores = [votes[at] for at in range(len(world.options))]
    return sorted(sorted(places, key=lambda at: -scores[at])[:most])


def votes_for(glimpse: Glimpse, game: Game, world: Match, seed: int) -> Counter[int]:
    """Return how often the reflex takes each option, in some worlds."""
    votes: Counter[int] = Counter()
    for number in range(MOST_VOTES):
        votes[quick_choice(game, world, Moods(seed + number).draw, 0.0)] += 1
        world = glimpse.imagine(seed + number + 1, bare=True)
    return votes
