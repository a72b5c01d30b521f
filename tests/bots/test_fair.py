"""No bot knows more than its seat: hidden cards dealt anew, and unread pages exchanged, change no choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

from foldtale import games
from foldtale.bots.levels import Bot, ReflexBot, SearchBot
from foldtale.bots.random import RandomBot
from foldtale.conform.worlds import deal_anew
from foldtale.kernel import Match
from foldtale.kernel.talk import ALL
from foldtale.kernel.view import Glimpse
from tests.conform.other_books import storyfold, unlikely, wonderbook
from tests.sizes import size

POSITIONS = size(12, 40, 500)
SETUPS: dict[str, dict[str, Any]] = {
    "thimble": {},
    "grimm": {"players": 3, "length": "short"},
    "wonderbook": {},
    "storyfold": {"start": "chapter one", "lessons": False},
    "virtues": {},
    "unlikely": {},
}


def positions(name: str, first: int = 0) -> Iterator[Match]:
    """Positions of quick games with some disorder, a few of each game."""
    game = games.get(name)
    seed = first
    while True:
        seed += 1
        match = Match.new(game, game.setup(**SETUPS[name]), seed=seed, checkpoints=1, tells=False)
        bots: list[Bot] = [ReflexBot(f"{seed} {seat}", 0.2) for seat in range(match.setup.players)]
        while (ask := match.ask) is not None and match.number < 400:
            key = bots[ask.answers].choose(match.glimpse(ask.answers))
            if len(ask.options) > 1 and ask.answers != ALL and match.number % 9 == seed % 9:
                yield match
            match.answer((ask.answers, key))


def at_rest(match: Match) -> bool:
    """Whether nothing was answered or has fallen since the last checkpoint."""
    return match.rest is not None and match.rest[1] == len(match.entries or [])


def otherwise(match: Match, seat: int, seed: int) -> Match | None:
    """The same match with what this seat does not know dealt anew, if it stands at a rest."""
    if not at_rest(match):
        return None
    assert match.rest is not None
    state = match.rest[0].copy()
    deal_anew(match.game.boxes(state), seat, seed)
    other = Match.at(match.game, state, match.setup, seed=1)
    ask, true = other.ask, match.ask
    if ask is None or true is None or [o.key for o in ask.options] != [o.key for o in true.options]:
        return None
    other.number = match.number
    return other


def choices_that_differ(name: str, bot: Callable[[], Bot], wanted: int) -> int:
    """How often a bot chooses otherwise where nothing has changed but what its seat does not know."""
    differ = looked = 0
    for match in positions(name):
        assert match.ask is not None
        seat = match.ask.answers
        other = otherwise(match, seat, 77)
        if other is not None:
            differ += bot().choose(match.glimpse(seat)) != bot().choose(other.glimpse(seat))
            looked += 1
            if looked == wanted:
                break
    return differ


class Peeking:
    """Looks at the true match, and lets a hidden card decide."""

    def choose(self, glimpse: Glimpse) -> str | None:
        state = glimpse._match.state
        cards = [
            str(card) for box in glimpse.game.boxes(state) for row in (*box.rows, *box.layers) for card in row
        ]
        options = glimpse.ask.options  # type: ignore[union-attr]
        return RandomBot(" ".join(cards)).choose(glimpse) or options[0].key


@pytest.mark.parametrize("name", ["thimble", "grimm", "virtues"])
def test_hidden_cards_change_no_choice(name: str) -> None:
    assert choices_that_differ(name, lambda: SearchBot(16, 5), POSITIONS) == 0


@pytest.mark.parametrize("name", ["thimble", "grimm", "virtues"])
def test_hidden_cards_change_no_reflex(name: str) -> None:
    assert choices_that_differ(name, lambda: ReflexBot(5), POSITIONS) == 0


@pytest.mark.parametrize("name", ["thimble", "grimm", "virtues"])
def test_a_bot_that_peeks_is_caught(name: str) -> None:
    assert choices_that_differ(name, Peeking, 12) > 0


OTHER_BOOKS = [("wonderbook", wonderbook), ("storyfold", storyfold), ("unlikely", unlikely)]


@pytest.mark.parametrize("name, other_book", OTHER_BOOKS)
def test_unread_pages_change_no_choice(name: str, other_book: Callable[..., Any]) -> None:
    for match in islice(filter(at_rest, positions(name)), POSITIONS):
        assert match.ask is not None
        seat = match.ask.answers
        here = SearchBot(16, 5).choose(match.glimpse(seat))
        there = match.glimpse(seat)
        there._worlds = match.worlds(seat).read_in(partial(other_book, pages=match.pages))
        there._number = match.number
        assert SearchBot(16, 5).choose(there) == here, f"question {match.number}: {match.ask}"


# Riddles

RIDDLES = size(8, 24, 200)
AT_MOST = 0.2
"""Of the riddles of Wonder Book, by chance one in eight would be solved at the first try."""


def first_tries(solver: Callable[[int], Bot]) -> Iterator[bool]:
    """Whether a bot solves a riddle that it meets for the first time, in one game after the other."""
    game = games.get("wonderbook")
    seed = 0
    while True:
        seed += 1
        match = Match.new(game, game.setup(), seed=seed, checkpoints=1)
        bot, quick = solver(seed), ReflexBot(seed, 0.2)
        tried: set[str] = set()
        while (ask := match.ask) is not None and match.number < 600:
            thinks = ask.topic == "puzzle" and ask.card not in tried
            told = len(match.entries or [])
            match.answer((ask.answers, (bot if thinks else quick).choose(match.glimpse(ask.answers))))
            results = [
                entry[0] for entry in (match.entries or [])[told:] if entry[0] in ("solved", "not solved")
            ]
            if thinks and results:
                tried.add(ask.card)
                yield results[0] == "solved"


class Reads:
    """Reads the solution where it stands."""

    def choose(self, glimpse: Glimpse) -> str | None:
        assert glimpse.ask is not None
        body = glimpse._match.state.chapter.pack.cards[glimpse.ask.card].body  # type: ignore[attr-defined]
        puzzle = getattr(body, "puzzle", None) or body.back.puzzle
        return f"try {puzzle.solution[int(glimpse.ask.about[0]) - 1]}"


def test_riddles_are_seldom_solved_at_the_first_try() -> None:
    solved = list(islice(first_tries(lambda seed: SearchBot(16, seed)), RIDDLES))
    assert sum(solved) <= AT_MOST * RIDDLES


def test_a_bot_that_reads_the_solution_is_caught() -> None:
    assert sum(islice(first_tries(lambda seed: Reads()), 4)) > AT_MOST * 4
