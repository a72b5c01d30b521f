"""The bots that one can play with: by rote at random, by reflex, or thinking ahead, each from a Glimpse."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from foldtale.bots.playout import SameDice, quick_choice
from foldtale.bots.random import OUT_OF_TURN, RandomBot
from foldtale.bots.search import NEVER_LATE, Thought, seed_of, think
from foldtale.kernel.judging import chance_of
from foldtale.kernel.talk import Ask
from foldtale.kernel.view import Glimpse

EASY: Final = "easy"
FAIR: Final = "fair"
STRONG: Final = "strong"
LEVELS: Final = (EASY, FAIR, STRONG)
"""The levels that a table offers."""
PLAYOUTS: Final = {FAIR: 16, STRONG: 64, "patient": 256}
EASY_NOISE: Final = 0.25
"""How often an easy bot takes any option."""


class Bot(Protocol):
    """Whoever answers for a seat."""

    def choose(self, glimpse: Glimpse) -> str | None:
        """The key of its answer or of a free move; None if it is not asked and lets things be."""


class ReflexBot:
    """Does what comes to mind first, and sometimes anything else. What it cannot know, it imagines."""

    def __init__(self, seed: int | str | None = None, noise: float = 0.0) -> None:
        self.noise = noise
        self._random = Random(seed)

    def choose(self, glimpse: Glimpse) -> str | None:
        seed = self._random.getrandbits(60)
        if not glimpse.asked or glimpse.ask is None:
            if glimpse.asides and self._random.random() < OUT_OF_TURN:
                return glimpse.asides[0].key
            return None
        options = glimpse.ask.options
        if len(options) == 1:
            return options[0].key
        world = glimpse.imagine(seed, bare=True)
        return options[quick_choice(glimpse.game, world, self._random.random, self.noise)].key


class SearchBot:
    """Tries the options in imagined worlds. The same seed and the same match give the same answers."""

    def __init__(self, playouts: int, seed: int | str | None = None) -> None:
        self.playouts = playouts
        self.is_late: Callable[[], bool] = NEVER_LATE  # says at a live table that it has thought long enough
        self.thought: Thought | None = None  # what it has found out about the last question
        self._seed = Random().getrandbits(60) if seed is None else seed
        self._turn = -1
        self._given: dict[tuple[object, ...], set[str]] = {}

    def choose(self, glimpse: Glimpse) -> str | None:
        self.thought = None
        if not glimpse.asked or glimpse.ask is None:
            return self._free_move(glimpse)
        ask = glimpse.ask
        if len(ask.options) == 1:
            return ask.options[0].key
        if glimpse.turn != self._turn:
            self._turn = glimpse.turn
            self._given.clear()
        given = self._given.setdefault(self._question(glimpse, ask), set())
        seed = seed_of(self._seed, ask.number)
        self.thought = think(glimpse, self.playouts, seed, frozenset(given), self.is_late)
        key = self.thought.best.key
        given.add(key)
        return key

    def _question(self, glimpse: Glimpse, ask: Ask) -> tuple[object, ...]:
        """Return what makes a question the same as an earlier one: all is as it was when it was asked."""
        state = glimpse.imagine(0, bare=True).state
        amounts = [part.amount for part in glimpse.game.progress(state, glimpse.seat)]
        keys = tuple([option.key for option in ask.options])
        return ask.topic, ask.about, ask.card, keys, *amounts

    def _free_move(self, glimpse: Glimpse) -> str | None:
        """Return the free move that leads to more than there is now, if one does."""
        game = glimpse.game
        if not glimpse.asides or game.reflex is None:
            return None
        seed = seed_of(self._seed, "aside", glimpse.number)
        tries = max(1, self.playouts // 4)
        best, most = None, 0.0
        for option in glimpse.asides:
            gain = 0.0
            for number in range(tries):
                world = glimpse.imagine(seed + number, SameDice(seed, number), bare=True)
                before = chance_of(game.progress(world.state, glimpse.seat))
                world.answer((glimpse.seat, option.key))
                gain += chance_of(game.progress(world.state, glimpse.seat)) - before
            if gain > most:
                best, most = option.key, gain
        return best


def bot_of(name: str, seed: int | str | None = None) -> Bot:
    """Return the bot of this name: random, reflex, easy, fair, strong, patient, or an installed one."""
    if name in PLAYOUTS:
        return SearchBot(PLAYOUTS[name], seed)
    if name == EASY:
        return ReflexBot(seed, EASY_NOISE)
    if name == "reflex":
        return ReflexBot(seed)
    if name == "random":
        return RandomBot(seed)
    from foldtale.bots.foreign import foreign_bot

    return foreign_bot(name, seed)
