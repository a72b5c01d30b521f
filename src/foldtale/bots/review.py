"""A match that is over, looked at again: each side's chance of winning over time, and what turned it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from foldtale.bots.advice import Parts, difference, said
from foldtale.kernel.game import Game, Words
from foldtale.kernel.judging import win_of_team
from foldtale.kernel.log import asked
from foldtale.kernel.match import Match
from foldtale.kernel.talk import Ask
from foldtale.kernel.zones import Veil

MOST_MOMENTS: Final = 3
FEW: Final = 24
"""A match of fewer turns is drawn question by question."""
MOST_POINTS: Final = 240
WORLDS: Final = 4
"""Worlds over which the chance of a side is averaged whose cards the reader does not know."""
SPAN: Final = 12
"""A change has lasted if it still holds on average over a part of the match as small as this."""
LEAST: Final = 0.03
"""A smaller change turns nothing."""
OWN: Final = 1.5
"""How much more the reader's own side matters when a moment is told."""

Walk = Callable[[], Iterable[Match]]


class Point(msgspec.Struct, frozen=True, array_like=True):
    """How it stood for each side when a question was open."""

    number: int
    chances: tuple[float, ...]


class Turning(msgspec.Struct, frozen=True):
    """A moment that turned the match: answer `number` changed the chance of a side for good."""

    number: int
    side: int
    before: float  # its chance when that turn began
    after: float  # its chance when the next turn began
    part: str = ""  # the part of the progress that explains it best, if one does
    amount: float = 0.0  # by how much that part differs

    def why(self, game: Game, words: Words | None = None) -> str:
        """Say in a sentence what explains the change."""
        return said(game, self.part, self.amount, self.after >= self.before, words) if self.part else ""


class Review(msgspec.Struct, frozen=True):
    """The chances of all sides over a whole match, and the moments that turned it, in their order."""

    sides: tuple[tuple[int, ...], ...]  # the seats that win or lose together
    points: tuple[Point, ...]
    moments: tuple[Turning, ...]


class Judge:
    """Says how a match stands for each side, from what a `reader` knows; without one, from everything."""

    def __init__(self, match: Match, reader: int | None) -> None:
        self.game = match.game
        self.reader = reader
        players = range(match.setup.players)
        self.is_team = match.game.together(match.setup)
        self.sides = (tuple(players),) if self.is_team else tuple([(seat,) for seat in players])

    def parts(self, match: Match) -> list[Parts]:
        """Return for each side the parts of its progress, each with its worth and its amount."""
        reader = self.reader
        return [self._parts_of(match, reader if reader in seats else seats[0]) for seats in self.sides]

    def chances(self, match: Match, parts: Sequence[Parts]) -> tuple[float, ...]:
        """Return the chance of each side; those of rivals add up to one, unless all of them have lost."""
        outcome = match.outcome
        if outcome is not None and outcome.ending not in self.game.pauses:
            worth = win_of_team if self.is_team else self.game.worth
            return tuple([worth(match.state, outcome, seats[0]) for seats in self.sides])
        found = [min(1.0, max(0.0, sum([worth for worth, _ in one.values()]))) for one in parts]
        total = 1.0 if self.is_team else sum(found)
        return tuple([round(one / total, 4) if total else 1 / len(found) for one in found])

    def is_own(self, side: int) -> bool:
        """Return whether the reader plays on this side, or whether there is no other."""
        return len(self.sides) == 1 or self.reader in self.sides[side]

    def _parts_of(self, match: Match, seat: int) -> Parts:
        """Average over worlds in which all that the reader does not know is dealt anew."""
        if self.reader is None or self.reader == seat:
            return {name: (worth, amount) for name, worth, amount in self.game.progress(match.state, seat)}
        found: dict[str, tuple[float, float]] = {}
        veils = [Veil(box, self.reader) for box in self.game.boxes(match.state)]
        for seed in range(WORLDS):
            state = match.state.copy()
            for veil, box in zip(veils, self.game.boxes(state), strict=True):
                veil.deal(box, seed)
            for name, worth, amount in self.game.progress(state, seat):
                before = found.get(name, (0.0, 0.0))
                found[name] = before[0] + worth / WORLDS, before[1] + amount / WORLDS
        return found


class Stand(msgspec.Struct, frozen=True):
    """How it stood at a question."""

    number: int
    chances: tuple[float, ...]
    parts: list[Parts]


def review(walk: Walk, reader: int | None) -> Review:
    """Look at a finished match again, as seat `reader` may know it; without one, knowing everything.

    `walk` goes through the match from its start, question by question, as often as it is called.
    """
    turns: list[tuple[int, int]] = []
    for match in walk():
        if isinstance(match.word, Ask) or match.over:
            turns.append((moment_of(match), match.game.turn(match.state)))
    judge = Judge(match, reader)
    kept = {entry[2] for entry in match.entries or [] if asked(entry)} | {moment_of(match)}
    turns = [(number, turn) for number, turn in turns if number in kept]
    stands = judged(judge, walk, drawn(turns))
    moments = []
    for at, side in turning(judge, [stand.chances for stand in stands]):
        one, other = stands[at], stands[at + 1]
        between = [number for number, _ in turns if one.number <= number <= other.number]
        moments.append(told(judge, one, other, side, decisive(judge, walk, between, side)))
    points = [Point(stand.number, stand.chances) for stand in stands]
    return Review(judge.sides, tuple(points), tuple(sorted(moments, key=lambda moment: moment.number)))


def moment_of(match: Match) -> int:
    """Return the number of the open question, or after the end the one that would come next."""
    return match.number + match.over


def drawn(turns: Sequence[tuple[int, int]]) -> list[int]:
    """Return the questions at which the chances are drawn: where turns begin, and the end."""
    starts = [number for (_, before), (number, turn) in pairwise([(0, None), *turns[:-1]]) if turn != before]
    numbers = starts if len(starts) >= FEW else [number for number, _ in turns[:-1]]
    apart = max(1.0, len(numbers) / MOST_POINTS)
    thinned = [numbers[int(at * apart)] for at in range(int(len(numbers) / apart))]
    return [*thinned, turns[-1][0]]


def judged(judge: Judge, walk: Walk, numbers: Iterable[int]) -> list[Stand]:
    """Return how the match stood at these questions."""
    wanted = set(numbers)
    found: list[Stand] = []
    for match in walk():
        if moment_of(match) in wanted:
            parts = found[-1].parts if match.over and found else judge.parts(match)
            found.append(Stand(moment_of(match), judge.chances(match, parts), parts))
    return found


def turning(judge: Judge, chances: Sequence[tuple[float, ...]]) -> Iterator[tuple[int, int]]:
    """Yield up to three steps that changed the chance of a side most, and for good, with that side."""
    span = max(1, len(chances) // SPAN)
    found = []
    for at in range(len(chances) - 1):
        for side in range(len(judge.sides)):
            before = mean([one[side] for one in chances[max(0, at - span + 1) : at + 1]])
            after = mean([one[side] for one in chances[at + 1 : at + 1 + span]])
            lasting = after - before
            step = chances[at + 1][side] - chances[at][side]
            if lasting * step > 0 and min(abs(lasting), abs(step)) >= LEAST:
                size = min(abs(lasting), abs(step)) * (OWN if judge.is_own(side) else 1)
                found.append((size, -at, side))
    taken: list[int] = []
    for _, place, side in sorted(found, reverse=True):
        if len(taken) < MOST_MOMENTS and all(abs(-place - other) > span // 2 for other in taken):
            taken.append(-place)
            yield -place, side


def decisive(judge: Judge, walk: Walk, numbers: Sequence[int], side: int) -> int:
    """Return the answer between these questions that changed the chance of this side most."""
    if len(numbers) <= 2:
        return numbers[0]
    stands = judged(judge, walk, numbers)
    whole = stands[-1].chances[side] - stands[0].chances[side]
    steps = [(other.chances[side] - one.chances[side]) * whole for one, other in pairwise(stands)]
    return stands[max(range(len(steps)), key=lambda at: steps[at])].number


def told(judge: Judge, one: Stand, other: Stand, side: int, number: int) -> Turning:
    """Say what turned the match: a reason only of the reader's own side, since it is said to them."""
    before, after = one.chances[side], other.chances[side]
    part = difference(judge.game, other.parts[side], one.parts[side], after >= before)
    if part is None or not judge.is_own(side):
        return Turning(number, side, before, after)
    return Turning(number, side, before, after, *part)


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
