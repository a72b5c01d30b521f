"""The work that is timed, by name: each function does one round and returns how many units it did."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from bench.cards import sides as card_sides
from foldtale import games
from foldtale.kernel import Ask, Drawn, Match

Draw = Callable[[], float]
Work = Callable[[], int]

GAMES_A_ROUND = 30
FORKS = 300
MATCHES = 6
SHORT_MATCHES = 30
"""Matches a round; the second where random play is soon over, so that a round is long enough to be timed."""
WORLDS = 40
"""Worlds imagined at each question of a game: few for a bot that searches."""


class Book(NamedTuple):
    """A book with the setup and the questions that are measured."""

    setup: dict[str, Any]
    is_mid_turn: Callable[[Ask], bool]
    matches: int = MATCHES


BOOKS = {
    "wonderbook": Book({"players": 4}, lambda ask: ask.topic == "action" and int(ask.about[0]) < 3),
    "grimm": Book({"players": 4, "characters": "random"}, lambda ask: ask.topic in ("move", "quests")),
    "unlikely": Book({"players": 1, "heroes": 4}, lambda ask: ask.topic == "action"),
    "storyfold": Book(
        {"players": 1, "start": "chapter one", "lessons": False},
        lambda ask: ask.topic in ("dice", "outcome"),
        SHORT_MATCHES,
    ),
    "virtues": Book({"players": 4}, lambda ask: ask.topic in ("go", "give", "draft")),
}


def small_game(name: str, draw: Draw, bare: bool) -> Work:
    """Play a small game at random through `Match`: bare, or with its log and checkpoints."""
    game = games.get(name)
    setup = game.setup()

    def play() -> int:
        decisions = 0
        for _ in range(GAMES_A_ROUND):
            match = Match.new(game, setup, chance=Drawn(draw), bare=bare, tells=False)
            answer = match.answer
            while options := match.options:
                answer(int(draw() * len(options)))
                decisions += 1
        return decisions

    return play


def book_play(name: str) -> Work:
    """Play a book at random, bare."""
    book = BOOKS[name]
    game = games.get(name)
    setup = game.setup(**book.setup)
    draw = random.Random(5).random

    def play() -> int:
        decisions = 0
        for seed in range(book.matches):
            match = Match.new(game, setup, seed=seed, bare=True)
            while match.options:
                match.answer(int(draw() * len(match.options)))
                decisions += 1
        return decisions

    return play


def book_forks(name: str) -> Work:
    """Fork matches of a book in the middle of each of their turns.

    There are several, since two versions of the rules lead to different questions.
    """
    book, game = BOOKS[name], games.get(name)
    setup = game.setup(**book.setup)
    matches = [Match.new(game, setup, seed=seed) for seed in range(book.matches)]
    return forks([found for match in matches for found in questions(match, book.is_mid_turn)])


def forks(matches: Sequence[Match], times: int = 1) -> Work:
    def fork() -> int:
        for match in matches:
            for _ in range(times):
                match.fork()
        return len(matches) * times

    return fork


def questions(match: Match, wanted: Callable[[Ask], bool]) -> list[Match]:
    """Play a match at random; return a fork at each question that is wanted."""
    draw = random.Random(5).random
    found = []
    while match.options:
        if match.ask is not None and wanted(match.ask):
            found.append(match.fork())
        match.answer(int(draw() * len(match.options)))
    return found


def pig_forks() -> Work:
    """Fork a Pig match in the middle of a turn."""
    match = Match.new(games.get("pig"), games.get("pig").setup(), seed=7)
    while match.state.pot < 8:  # type: ignore[attr-defined]
        match.answer("roll")
    return forks([match], FORKS)


def thimble_worlds() -> Work:
    """Imagine many worlds at every turn of a game of Thimble, as a bot does."""
    game = games.get("thimble")
    turns = questions(Match.new(game, game.setup(), seed=2), lambda ask: ask.topic == "turn")

    def imagine() -> int:
        for match in turns:
            glimpse = match.glimpse(match.state.seat)  # type: ignore[attr-defined]
            for seed in range(WORLDS):
                glimpse.imagine(seed)
        return WORLDS * len(turns)

    return imagine


WORKLOADS: dict[str, Callable[[], Work]] = {
    "pig: kept": lambda: small_game("pig", random.Random(1).random, bare=False),
    "pig: bare": lambda: small_game("pig", random.Random(1).random, bare=True),
    "pig: fork": pig_forks,
    "connect_four: kept": lambda: small_game("connect_four", random.Random(1).random, bare=False),
    "connect_four: bare": lambda: small_game("connect_four", random.Random(1).random, bare=True),
    "thimble: imagine": thimble_worlds,
    **{f"{name}: bare": partial(book_play, name) for name in BOOKS},
    **{f"{name}: fork": partial(book_forks, name) for name in BOOKS},
    "cards: an effect": lambda: card_sides()["card"],
}
