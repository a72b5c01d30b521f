"""The conformance suite: what every game gets for free, and must pass. One line in a game's tests:

    test_conformance = suite("thimble")

Cheap checks run on `plays` random games of every variant together, dear ones on `sample` of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial, update_wrapper
from importlib import import_module
from math import gcd
from pathlib import Path
from typing import Any

from foldtale.conform import checks, copies, judging, worlds
from foldtale.conform.digest import whole
from foldtale.conform.play import Nonconform, finish, play, start
from foldtale.kernel import registry
from foldtale.kernel.game import Game
from foldtale.kernel.match import Match

Check = Callable[[Game, Any, int], None]

CHEAP: tuple[Check, ...] = (
    checks.ends,
    checks.bare_play,
    checks.everything_is_somewhere,
    checks.keys_are_keys,
    checks.frames_hold_no_secrets,
    worlds.two_worlds,
)
DEAR: tuple[Check, ...] = (
    checks.same_seed_same_bytes,
    checks.replay_equals_live,
    checks.rests_are_enough,
    checks.forks_are_apart,
    copies.copied_as_declared,
    checks.all_is_told,
    checks.hostile_answers_change_nothing,
    checks.undone_is_undone,
    checks.imagined_worlds,
    worlds.imagining_is_blind,
    judging.says_how_it_stands,
    judging.judges_blindly,
    judging.moves_by_reflex,
)


def run(game: Game, check: Check, plays: int, first: int = 0) -> None:
    """One check on so many games; a failure names its setup and seed."""
    for seed, setup in games(game, plays, first):
        try:
            check(game, setup, seed)
        except Exception as error:
            raise Nonconform(f"{game.name}, {check.__name__}, seed {seed}, {setup}: {error}") from error


def games(game: Game, plays: int, first: int) -> Iterator[tuple[int, Any]]:
    """Seeds with setups: the variants in turn, or evenly out of them where they are more than the games."""
    variants = list(game.variants())
    stride = max(1, len(variants) // plays)
    while gcd(stride, len(variants)) > 1:
        stride += 1
    for seed in range(first, first + plays):
        yield seed, variants[seed * stride % len(variants)]


def luck(game: Game, plays: int, first: int = 0) -> None:
    """Imagined worlds know no more than chance, for every variant."""
    for setup in game.variants():
        worlds.no_more_than_chance(game, setup, range(first, first + plays))


def elsewhere(game: Game, plays: int, first: int = 0, where: str = "") -> None:
    """Another process, with another hash seed, plays the very same games; `where` is its module."""
    here = digests(game, plays, first)
    command = [sys.executable, "-m", "foldtale.conform.again", where or game.name, str(plays), str(first)]
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if answer.stdout.split() != here:
            raise Nonconform(
                f"{game.name}: played otherwise under hash seed {hash_seed} {answer.stderr[-400:]}"
            )


def found(name: str) -> Game:
    """The installed game of this name, or the `game` of a module."""
    game: Game = import_module(name).game if "." in name else registry.get(name)
    return game


def digests(game: Game, plays: int, first: int) -> list[str]:
    return [whole(finish(start(game, setup, seed), seed)) for seed, setup in games(game, plays, first)]


def beats(game: Game, plays: int, first: int = 0) -> list[int]:
    """How many answers lie between two rests, in random games."""
    counts: list[int] = []
    for seed, setup in games(game, plays, first):
        last = -1
        for match in play(start(game, setup, seed), seed):
            at = match.rest[1] if match.rest is not None else -1
            if at != last:
                counts.append(0)
                last = at
            counts[-1] += not match.over
    return counts


def stored_games(game: Game, folder: Path) -> None:
    """There is a stored whole game for every ending, and each of them still plays to it."""
    endings = set()
    for path in sorted(folder.glob("*.tale")):
        match = Match.load(path)
        if match.outcome is None:
            raise Nonconform(f"{path.name} is not a whole game")
        endings.add(match.outcome.ending)
    if endings != set(game.endings):
        raise Nonconform(f"stored games end as {sorted(endings)}; the game can end as {sorted(game.endings)}")


def suite(
    name: str,
    plays: int = 100,
    sample: int = 10,
    stored: Path | None = None,
    first: int = 0,
    other_book: worlds.OtherBook | None = None,
) -> Any:
    """The whole suite for one game, as a test function with one case a check.

    The game is called by its name, or by a module that has a `game`: one that plays with a pack of its own.
    With `other_book`, which exchanges unread content, imagined worlds are shown not to depend on it.
    """
    import pytest

    game = found(name)
    cases: dict[str, Callable[[], None]] = {
        **{check.__name__: partial(run, game, check, plays, first) for check in CHEAP},
        **{check.__name__: partial(run, game, check, sample, first) for check in DEAR},
        "no_more_than_chance": partial(luck, game, sample, first),
        "elsewhere": partial(elsewhere, game, sample, first, name),
    }
    if other_book is not None:
        for in_books in (worlds.two_books, judging.judges_no_unread_page):
            exchanged = partial(in_books, other_book=other_book)
            update_wrapper(exchanged, in_books)
            cases[in_books.__name__] = partial(run, game, exchanged, sample, first)
    if stored is not None:
        cases["stored_games"] = partial(stored_games, game, stored)

    @pytest.mark.parametrize("check", list(cases))
    def conforms(check: str) -> None:
        cases[check]()

    return conforms
