"""Random play, as the checks need it: every question, every free move, and what to say of a failure."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from foldtale.kernel.game import Game
from foldtale.kernel.match import Choice, Match
from foldtale.kernel.talk import ALL

SOME = 0.03
"""The share of questions at which a dear check is made."""
OFTEN = 0.1
"""The share of questions at which a check is made that needs more of them."""
APART = 9
"""Of so many questions one is looked at."""
LONGEST = 20_000
"""No game asks more questions than this."""


class Nonconform(AssertionError):
    """A game breaks a promise of the conversation; says which, where, and with what seed."""


def answers(match: Match) -> list[Choice]:
    """What can be answered, by whom, by key."""
    ask = match.ask
    if ask is None:
        return []
    found: list[Choice] = [(ask.answers, option.key) for option in ask.options]
    return found + [(aside.seat, aside.key) for aside in ask.aside]


def play(match: Match, seed: int) -> Iterator[Match]:
    """Answer at random to the end; the match is handed out at every question and once more at its end."""
    chosen = random.Random(seed)
    for _ in range(LONGEST):
        yield match
        if match.over:
            return
        match.answer(chosen.choice(answers(match)))
    raise Nonconform(f"still not over after {LONGEST} answers")


def finish(match: Match, seed: int) -> Match:
    for _ in play(match, seed):
        pass
    return match


def refuses(error: type[Exception], deed: Callable[[], object]) -> bool:
    """Tell whether a deed is refused by this error."""
    try:
        deed()
    except error:
        return True
    return False


def start(game: Game, setup: Any, seed: int, undo: str = "forbid") -> Match:
    """A match with a checkpoint at every rest."""
    return Match.new(game, setup, seed=seed, undo=undo, checkpoints=1)


def questions(game: Game, setup: Any, seed: int, every: int) -> Iterator[tuple[Match, int]]:
    """Play at random; yield the match and the asked seat at each question whose number `every` divides."""
    for match in play(start(game, setup, seed), seed):
        ask = match.ask
        if ask is not None and ask.answers != ALL and match.number % every == 0:
            yield match, ask.answers
