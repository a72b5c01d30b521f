"""What bots ask of a game: how it stands, and what comes to mind first, from what a seat knows."""

from __future__ import annotations

import random
from typing import Any, Final

from foldtale.conform.digest import fingerprint
from foldtale.conform.play import APART, OFTEN, Nonconform, play, questions, start
from foldtale.conform.worlds import OtherBook
from foldtale.kernel.game import Game
from foldtale.kernel.judging import PAR, chance_of
from foldtale.kernel.talk import Ask

CLOSE: Final = 1e-9
WORLDS: Final = 3


def says_how_it_stands(game: Game, setup: Any, seed: int) -> None:
    """Progress has named parts that add up to a chance and only reads; endings are worth something."""
    chosen = random.Random(seed)
    match = start(game, setup, seed)
    for _ in play(match, seed):
        if not match.over and chosen.random() > OFTEN:
            continue
        before = fingerprint(match.state)
        told = match.number, len(match.entries or [])
        for seat in range(setup.players):
            parts = list(game.progress(match.state, seat))
            if not parts:
                raise Nonconform("the game does not say how it stands: it has no `progress`")
            if list(game.progress(match.state, seat)) != parts:
                raise Nonconform(f"seat {seat} stands differently when asked twice at {match.number}")
            if not -CLOSE <= chance_of(parts) <= 1 + CLOSE:
                raise Nonconform(
                    f"the parts of seat {seat} add up to {chance_of(parts)} at question {match.number}"
                )
            names = [part.name for part in parts]
            unsaid = [name for name in names if name != PAR and name not in game.reasons]
            if unsaid or len(set(names)) != len(names):
                raise Nonconform(
                    f"parts {names}: each has a name of its own and a reason; no reason: {unsaid}"
                )
        if (fingerprint(match.state), (match.number, len(match.entries or []))) != (before, told):
            raise Nonconform(f"progress has changed the match at question {match.number}")
    outcome = match.outcome
    if outcome is not None:
        worths = [game.worth(match.state, outcome, seat) for seat in range(setup.players)]
        if any(not 0 <= worth <= 1 for worth in worths):
            raise Nonconform(f"the ending {outcome.ending} is worth {worths} to the seats")
        if not game.together(setup) and sum(worths) > 1 + CLOSE:
            raise Nonconform(f"the ending {outcome.ending} is worth {worths}: more than one win")


def judges_blindly(game: Game, setup: Any, seed: int) -> None:
    """How a match stands for the asked seat does not depend on what it does not know."""
    for match, seat in questions(game, setup, seed, APART):
        here = list(game.progress(match.state, seat))
        for number in range(WORLDS):
            world = match.imagine(seat, seed * WORLDS + number)
            if list(game.progress(world.state, seat)) != here:
                raise Nonconform(f"seat {seat} judges by hidden cards at question {match.number}")


def moves_by_reflex(game: Game, setup: Any, seed: int) -> None:
    """The reflex takes one of the options, the prior has a number for each, and both only read."""
    chosen = random.Random(seed)
    for match, seat in questions(game, setup, seed, APART):
        world = match.imagine(seat, seed)
        word = world.word
        if not isinstance(word, Ask) or not word.options:
            continue
        before = fingerprint(world.state)
        if game.reflex is not None:
            at = game.reflex(world.state, word, chosen.random)
            if type(at) is not int or not 0 <= at < len(word.options):
                raise Nonconform(
                    f"the reflex answers {at!r} of {len(word.options)} options to {word.topic!r}"
                )
        if game.prior is not None and len(game.prior(world.state, word)) not in (0, len(word.options)):
            raise Nonconform(f"the prior has not one number for each option of {word.topic!r}")
        if fingerprint(world.state) != before:
            raise Nonconform(f"the reflex has changed the state at question {match.number}")


def judges_no_unread_page(game: Game, setup: Any, seed: int, other_book: OtherBook) -> None:
    """How a match stands does not depend on pages that its table has not read."""
    for match, seat in questions(game, setup, seed, APART):
        other = other_book(match.state.copy(), match.pages)
        if list(game.progress(other, seat)) != list(game.progress(match.state, seat)):
            raise Nonconform(f"seat {seat} judges by unread pages at question {match.number}")
