"""How often people are asked out of turn, and what standing orders do about it."""

from __future__ import annotations

import random

import pytest

from foldtale.kernel import Match
from tests.games.grimm.given import GRIMM
from tests.games.grimm.sense import choose
from tests.sizes import size


def asked_a_turn(clever: bool, games: int) -> tuple[float, float]:
    """Reaction questions a turn and seat: all of them, and those that the first standing order lets through."""
    (order, _) = GRIMM.habits
    asked = let_through = turns = 0
    for seed in range(games):
        luck = random.Random(seed)
        match = Match.new(GRIMM, GRIMM.setup(players=4, characters="random"), seed=seed)
        while not match.over:
            assert match.ask is not None
            if match.ask.topic in GRIMM.reactions:
                asked += 1
                let_through += match.ask.topic not in order.topics
            key = choose(match, luck) if clever else luck.choice(match.options).key
            match.answer(key)
        turns += match.state.turns  # type: ignore[attr-defined]
    return asked / turns / 4, let_through / turns / 4


@pytest.mark.parametrize("clever", [False, True], ids=["random bots", "players with a little sense"])
def test_standing_orders_leave_few_questions_a_turn(clever: bool) -> None:
    asked, let_through = asked_a_turn(clever, size(2, 6, 40))
    assert 0 < let_through < asked
    assert let_through <= 1.5


def test_every_reaction_lets_it_be_by_its_first_option() -> None:
    luck = random.Random(3)
    match = Match.new(GRIMM, GRIMM.setup(players=5, start_magic=2, characters="random"), seed=3)
    seen = set()
    while not match.over:
        assert match.ask is not None
        if match.ask.topic in GRIMM.reactions:
            seen.add(match.ask.topic)
            assert match.options[0].key == "pass"
        match.answer(luck.randrange(len(match.options)))
    assert len(seen) >= 6


def test_the_orders_speak_of_reactions_alone() -> None:
    for order in GRIMM.habits:
        assert set(order.topics) <= set(GRIMM.reactions)
    only_mine, this_turn = GRIMM.habits
    assert {"tokens_gained", "magic_gained", "quests_gained", "harm", "lose_tokens"}.isdisjoint(
        only_mine.topics
    )
    assert set(this_turn.topics) == set(GRIMM.reactions)
    assert this_turn.this_turn and not only_mine.this_turn
