"""Bots of other packages play from a process of their own, and whatever they do, the game goes on."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from foldtale import games
from foldtale.bots.arena import Bout, play_one
from foldtale.bots.foreign import Guarded, checked, foreign_bot, seen
from foldtale.bots.levels import EASY_NOISE, ReflexBot
from foldtale.kernel import Match
from foldtale.kernel.errors import SetupError
from tests.foreign.installing import FOREIGN, describe, installed

MINDS = ("Lookahead", "First", "Illegal", "Raises", "Late", "Greedy", "Gone", "Shouts", "Snoops")


@pytest.fixture(autouse=True)
def minds(tmp_path: Path) -> Iterator[None]:
    """All bots of the foreign package, as if it were installed."""
    bots = {name.lower(): f"foldtale_minds:{name}" for name in MINDS}
    with installed(describe(tmp_path / "site", "foldtale_minds", {}, bots), FOREIGN):
        yield


def asked(name: str = "thimble") -> Match:
    game = games.get(name)
    return Match.new(game, game.setup(), seed=4, tells=False)


def test_a_foreign_bot_plays_a_whole_game() -> None:
    played = play_one(Bout("connect_four", {}, ("lookahead", "random"), 1, 2), 0)
    assert played.decisions > 6


def test_what_a_bot_prints_disturbs_nobody() -> None:
    match = asked()
    bot = Guarded("first", 1)
    assert bot.choose(match.glimpse(0)) == match.options[0].key
    assert bot.failures == 0
    bot.close()


@pytest.mark.parametrize(
    "name, seconds, said",
    [
        ("illegal", 60, "'castle queenside' is not among its options"),
        ("raises", 60, "I am not in the mood"),
        ("late", 0.5, "has not answered in 0.5 seconds"),
        ("greedy", 60, "MemoryError"),
        ("gone", 60, "its process"),
        ("shouts", 60, "says too much at once"),
    ],
)
def test_a_bot_that_fails_is_replaced_by_an_easy_move(
    name: str, seconds: float, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    match = asked()
    bot = Guarded(name, 1, seconds)
    with caplog.at_level(logging.WARNING, "foldtale.bots"):
        key = bot.choose(match.glimpse(0))
    assert key == ReflexBot(1, EASY_NOISE).choose(match.glimpse(0))
    assert said in caplog.text
    assert f"bot {name}" in caplog.text
    bot.close()


def test_a_bot_that_always_fails_is_not_started_again(caplog: pytest.LogCaptureFixture) -> None:
    match = asked()
    bot = Guarded("illegal", 1, 60)
    for _ in range(5):
        assert bot.choose(match.glimpse(0)) in [option.key for option in match.options]
    assert len(caplog.records) == 3


def test_a_bot_is_shown_its_seat_and_never_the_match() -> None:
    match = asked()
    bot = Guarded("snoops", 1, 60)
    assert bot.choose(match.glimpse(0)) == match.options[0].key
    assert bot.failures == 0
    bot.close()
    shown = json.dumps(seen(match.glimpse(0)))
    assert "seed" not in shown
    hidden = [card for row in match.state.box.rows[1:3] for card in row]  # type: ignore[attr-defined]
    assert hidden
    others = [panel for panel in seen(match.glimpse(0))["scene"]["seats"] if panel["seat"] != 0]
    assert not any(f'"{card}"' in json.dumps(others) for card in hidden)


def test_only_its_own_options_are_taken() -> None:
    match = asked()
    assert checked(match.glimpse(0), match.options[0].key) == match.options[0].key
    assert checked(match.glimpse(1), None) is None


def test_a_bot_that_nobody_installed_is_named_with_those_there_are() -> None:
    with pytest.raises(SetupError, match="lookahead"):
        foreign_bot("deep thought")
