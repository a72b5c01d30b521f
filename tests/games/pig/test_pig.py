"""Pig, rule by rule, as its ledger tells it."""

from __future__ import annotations

import pytest

from foldtale import games
from foldtale.games.small.pig.rules import Pig
from foldtale.kernel import Match, People, SetupError, script
from foldtale.testing import answer, asked, offered, outcome, play, play_new

ADA, BO = 0, 1
PIG = games.get("pig")


def given(*scores: int, turn: int = ADA, dice: tuple[int, ...] = ()) -> Match:
    """Players with these points, one of whom is to begin a turn, and the dice that will fall."""
    return play(PIG, Pig(list(scores), turn), *dice)


def shown(match: Match) -> list[int]:
    """The points of every seat as anybody sees them."""
    return [counter.count for panel in match.scene(BO).seats for counter in panel.things]


def pot(match: Match) -> int:
    (counter,) = match.scene(ADA).elements
    return counter.count


@pytest.mark.rule("PIG-01")
@pytest.mark.parametrize("players", [2, 3, 10])
def test_turns_go_round_in_the_order_of_seats_and_seat_0_begins(players: int) -> None:
    match = play_new(PIG, players=players)
    order = []
    for _ in range(players + 1):
        order.append(asked(match).seat)
        match.answer("hold")
    assert order == [*range(players), 0]


@pytest.mark.rule("PIG-01")
@pytest.mark.parametrize("players", [0, 1, 11])
def test_fewer_than_two_or_more_than_ten_cannot_play(players: int) -> None:
    with pytest.raises(SetupError):
        PIG.setup(players=players)


@pytest.mark.rule("PIG-02")
def test_each_time_the_choice_is_to_roll_or_to_hold() -> None:
    match = given(0, 0, dice=(2, 2, 2))
    for _ in range(3):
        assert offered(match) == ["roll", "hold"]
        assert asked(match).seat == ADA
        match.answer("roll")
    assert asked(match).seat == ADA


@pytest.mark.rule("PIG-03")
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_a_roll_of_2_to_6_adds_its_points_to_the_pot(face: int) -> None:
    match = given(7, 0, dice=(3, face))
    answer(match, "roll", "roll")
    assert pot(match) == 3 + face
    assert shown(match) == [7, 0]
    assert asked(match).seat == ADA


@pytest.mark.rule("PIG-04")
def test_a_roll_of_1_loses_the_pot_and_ends_the_turn() -> None:
    match = given(40, 9, dice=(6, 1))
    answer(match, "roll", "roll")
    assert shown(match) == [40, 9]
    assert asked(match).seat == BO
    assert match.story(BO)[-1] == {"tell": "loses the pot", "who": ADA, "why": "PIG-04", "about": [6]}


@pytest.mark.rule("PIG-05")
def test_to_hold_banks_the_pot_and_ends_the_turn() -> None:
    match = given(40, 9, dice=(6,))
    answer(match, "roll", "hold")
    assert shown(match) == [46, 9]
    assert asked(match).seat == BO
    assert match.story(BO)[-1] == {"tell": "holds", "who": ADA, "why": "PIG-05", "about": [6, 46]}


@pytest.mark.rule("PIG-06")
def test_what_one_player_held_is_not_in_the_next_players_pot() -> None:
    match = given(0, 0, dice=(5, 4))
    answer(match, "roll", "hold")
    assert pot(match) == 0
    answer(match, "roll", "hold")
    assert shown(match) == [5, 4]


@pytest.mark.rule("PIG-06")
def test_a_pot_that_was_lost_is_not_there_in_the_next_turn() -> None:
    match = given(0, 0, dice=(6, 1, 2))
    answer(match, "roll", "roll")
    assert pot(match) == 0
    answer(match, "roll", "hold")
    assert shown(match) == [0, 2]


@pytest.mark.rule("PIG-07")
def test_holding_before_the_first_roll_banks_an_empty_pot() -> None:
    match = given(12, 30)
    match.answer("hold")
    assert shown(match) == [12, 30]
    assert asked(match).seat == BO


@pytest.mark.rule("PIG-08")
@pytest.mark.parametrize(("before", "face", "after"), [(95, 5, 100), (96, 6, 102)])
def test_100_points_or_more_after_holding_win_at_once(before: int, face: int, after: int) -> None:
    match = given(before, 99, dice=(face,))
    answer(match, "roll", "hold")
    assert match.over
    assert outcome(match).winners == (ADA,)
    assert outcome(match).scores == (after, 99)
    assert outcome(match).ending in PIG.endings
    assert match.story(BO)[-1] == {"tell": "wins", "who": ADA, "why": "PIG-08", "about": [after]}


@pytest.mark.rule("PIG-08")
def test_99_points_after_holding_do_not_win() -> None:
    match = given(95, 0, dice=(4,))
    answer(match, "roll", "hold")
    assert not match.over
    assert shown(match) == [99, 0]


@pytest.mark.rule("PIG-X01", "PIG-03", "PIG-05")
def test_example_ada_rolls_4_then_6_and_holds() -> None:
    match = given(20, 0, dice=(4, 6))
    answer(match, "roll", "roll", "hold")
    assert shown(match) == [30, 0]
    assert asked(match).seat == BO


@pytest.mark.rule("PIG-X02", "PIG-04")
def test_example_bo_rolls_5_then_3_then_1() -> None:
    match = given(0, 55, turn=BO, dice=(5, 3, 1))
    answer(match, "roll", "roll", "roll")
    assert shown(match) == [0, 55]
    assert asked(match).seat == ADA


@pytest.mark.rule("PIG-Q01")
def test_a_pot_that_would_win_must_be_held_and_can_still_be_lost() -> None:
    match = given(99, 0, dice=(6, 1))
    match.answer("roll")
    assert not match.over
    assert asked(match).seat == ADA
    match.answer("roll")
    assert not match.over
    assert shown(match) == [99, 0]


@pytest.mark.rule("PIG-Q02")
def test_the_others_get_no_last_turn() -> None:
    match = given(98, 99, 99, dice=(2,))
    answer(match, "roll", "hold")
    assert match.over
    assert outcome(match).winners == (ADA,)


def test_a_new_game_begins_with_nothing() -> None:
    match = play_new(PIG)
    assert shown(match) == [0, 0]
    assert pot(match) == 0


def test_everybody_sees_whose_turn_it_is_and_what_a_choice_touches() -> None:
    match = given(1, 2, 3, turn=BO)
    scene = match.scene(BO)
    assert [panel.active for panel in scene.seats] == [False, True, False]
    assert scene.ask is not None
    assert {choice.key: choice.touches for choice in scene.ask.choices} == {
        "roll": ("pot",),
        "hold": ("pot", "score 1"),
    }


def test_people_may_roll_a_real_die() -> None:
    match = Match.at(PIG, Pig([0, 0]), chance=People(script()))
    answer(match, "roll", "5", "hold")
    assert shown(match) == [5, 0]


def test_no_points_are_won_by_the_die_alone_even_after_a_hundred_rolls() -> None:
    match = given(0, 0, dice=(6,) * 100)
    for _ in range(100):
        match.answer("roll")
    assert not match.over
    assert shown(match) == [0, 0]
