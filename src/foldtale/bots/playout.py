"""Playing on in an imagined world, quickly, and judging where that leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from foldtale.kernel.chance import MIX, WEYL, WORD, Source
from foldtale.kernel.game import Game
from foldtale.kernel.judging import Share
from foldtale.kernel.match import Match
from foldtale.kernel.options import is_among
from foldtale.kernel.talk import Ask, Chance, Option

NOISE: Final = 0.1
"""How often a playout takes any option instead of what the reflex says."""
MOST_DECISIONS: Final = 400
"""After so many decisions a playout is judged wherever it is."""

SPREADS: Final = tuple([int(share * (1 << 64)) for share in (0.8191725134, 0.6710436067, 0.5497004779)])
"""Steps by which the first falls of a topic go round from world to world, evenly together."""

TOP: Final = float(1 << 64)
NOBODY_YET: Final = -2

Draw = Callable[[], float]


class SameDice(Source):
    """Fall i of a topic is a function of seed, world, topic and i, whatever else falls in between.

    So what falls is as alike as it can be after each of the options that are compared. Over the worlds of one
    seed the first falls of a topic are spread evenly, so that a few worlds meet every face about as often.
    """

    def __init__(self, seed: int, world: int) -> None:
        self.seed = seed
        self.world = world
        self._falls: dict[str, tuple[int, int]] = {}

    def choose(self, chance: Chance) -> int:
        topic = chance.topic
        found = self._falls.get(topic)
        if found is None:
            found = 0, _start(self.seed, topic)
        fall, step = found
        self._falls[topic] = fall + 1, (step + WEYL) & WORD
        if fall < len(SPREADS):
            spread = step + self.world * SPREADS[fall]
        else:
            step += self.world * MIX
            wide = (step & WORD) * (step & WORD ^ MIX)
            spread = wide >> 64 ^ wide
        return (spread & WORD) * chance.count >> 64

    def copy(self) -> SameDice:
        twin = SameDice(self.seed, self.world)
        twin._falls = self._falls.copy()
        return twin


@lru_cache(maxsize=256)
def _start(seed: int, topic: str) -> int:
    digest = blake2b(f"{seed} {topic}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def allowed(game: Game, options: Sequence[Option]) -> list[int]:
    """Return the places of the options that a bot may choose: all of them if it would leave all alone."""
    never = game.never
    if not never:
        return list(range(len(options)))
    return [at for at, option in enumerate(options) if not is_among(never, option)] or list(
        range(len(options))
    )


def any_option(game: Game, options: Sequence[Option], draw: Draw) -> int:
    """Draw an option: one that bots leave alone only if there is no other."""
    at = int(draw() * len(options))
    if game.never and is_among(game.never, options[at]):
        places = allowed(game, options)
        return places[int(draw() * len(places))]
    return at


def quick_choice(game: Game, match: Match, draw: Draw, noise: float) -> int:
    """Return the place of the option that the reflex of the game takes, or sometimes of any other."""
    if game.reflex is None or draw() < noise:
        return any_option(game, match.options, draw)
    word = match.word
    assert isinstance(word, Ask)
    return game.reflex(match.state, word, draw)


class Moods:
    """Numbers below 1 that depend on the world, the turn and the seat, whatever was drawn before.

    So the others do the same after each of the options that are compared, as far as they can.
    """

    __slots__ = ("_now", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._now = seed & WORD

    def turn_to(self, turn: int, seat: int) -> None:
        self._now = (self._seed + turn * MIX + (seat + 2) * WEYL) & WORD

    def draw(self) -> float:
        now = self._now = (self._now + WEYL) & WORD
        wide = now * (now ^ MIX)
        return ((wide >> 64 ^ wide) & WORD) / TOP


def play_on(game: Game, world: Match, turn: int, ahead: int, moods: Moods, noise: float = NOISE) -> None:
    """Let the reflex play a bare world for everybody, to its end or for `ahead` turns after `turn`."""
    turn_of, reflex, draw = game.turn, game.reflex, moods.draw
    answer, state = world.answer, world.state
    seat = NOBODY_YET
    for _ in range(MOST_DECISIONS):
        options = world.options
        if not options:
            return
        now = turn_of(state)
        if now != turn:
            ahead -= 1
            if not ahead:
                return
            turn = now
            seat = NOBODY_YET
        word = world.word
        asked = word.seat  # type: ignore[union-attr]
        if asked != seat:
            seat = asked
            moods.turn_to(turn, asked)
        if reflex is None or draw() < noise:
            answer(any_option(game, options, draw))
        else:
            answer(reflex(state, word, draw))  # type: ignore[arg-type]


def judged(game: Game, world: Match, seat: int) -> Sequence[Share]:
    """Return how a world stands for a seat: by its outcome, or by the parts of its progress."""
    outcome = world.outcome
    if outcome is not None:
        worth = game.worth(world.state, outcome, seat)
        return (Share("outcome", worth, worth),)
    return game.progress(world.state, seat)
