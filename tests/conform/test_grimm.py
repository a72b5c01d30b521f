"""Dice Upon a Time keeps every promise: every pair of choices of its setup, at every number of players."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from foldtale import games
from foldtale.conform import checks, suite, worlds
from foldtale.conform.play import Nonconform, finish
from foldtale.games.grimm.state import Tale
from foldtale.kernel import Match
from tests.games.grimm.given import PLAIN, SNAKE, tale
from tests.sizes import size

STORED = Path(__file__).parent.parent / "fixtures" / "tales" / "grimm"
GRIMM = games.get("grimm")
SETUPS = list(GRIMM.variants())
MIXES = len(SETUPS) // 4
"""How many mixes of choices there are, each at 2 to 5 players."""

test_grimm = suite("grimm", size(4, 12, 92), size(1, 2, 12), STORED)


@pytest.mark.long
@pytest.mark.parametrize("mix", range(MIXES))
def test_random_games_end_in_every_mix_of_choices(mix: int) -> None:
    for setup in SETUPS[mix::MIXES]:
        for seed in range(300):
            outcome = finish(Match.new(GRIMM, setup, seed=seed, bare=True), seed).outcome
            assert outcome is not None and outcome.ending in GRIMM.endings


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_two_worlds_with_real_hands_look_alike(part: int) -> None:
    with_cards = [setup for setup in SETUPS if setup.cards != "beginner" and setup.start_magic]
    for seed in range(30 * part, 30 * part + 30):
        worlds.two_worlds(GRIMM, with_cards[seed % len(with_cards)], seed)


def test_the_mixes_hold_every_pair_of_choices() -> None:
    fields = [name for name in SETUPS[0].__struct_fields__ if name not in ("players", "pack")]
    values = {name: {getattr(setup, name) for setup in SETUPS} for name in fields}
    assert values["rabbit_tokens"] == {1, 2, 3, 4, 5}
    missing = {
        (one, a, two, b)
        for one in fields
        for two in fields
        if one < two
        for a in values[one]
        for b in values[two]
        if not any(getattr(setup, one) == a and getattr(setup, two) == b for setup in SETUPS)
    }
    assert missing == {
        ("events", "none", "length", "standard"),
        ("events", "none", "length", "short"),
        ("events", "face up", "length", "extra long"),
    }


def test_each_mix_is_played_by_two_to_five() -> None:
    assert [setup.players for setup in SETUPS] == [players for players in (2, 3, 4, 5) for _ in range(MIXES)]


@pytest.mark.parametrize(
    "position",
    [
        {"pools": {0: {"snake-die": 4}, 1: {"snake-die": 6}}},
        {"pools": {0: {"snake-die": 4}}, "stacks": {"snake": [(1, SNAKE, 6)]}},
        {"heap": [(1, PLAIN, 3)]},
        {"tokens": {2: (0, -1, 1)}},
        {"rabbits": {0: 1, 1: 1}},
        {"carried": {"q315": 1}},
    ],
    ids=["two Snake Dice", "another on the board", "a die twice", "a debt", "two Rabbits", "a lost item"],
)
def test_a_die_or_token_too_many_is_noticed(position: dict[str, Any]) -> None:
    def begin(setup: Any) -> Tale:
        return tale(**position)

    game = msgspec.structs.replace(GRIMM, begin=begin)
    with pytest.raises(Nonconform, match=r"\] of -?\d$"):
        checks.everything_is_somewhere(game, GRIMM.setup(players=4), 1)


def test_frames_hold_no_hands() -> None:
    for seed in range(size(2, 8, 60)):
        checks.frames_hold_no_secrets(GRIMM, GRIMM.setup(players=2 + seed % 4, start_magic=2), seed)
