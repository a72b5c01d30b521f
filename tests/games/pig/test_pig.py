"""Pig, rule by rule, as its ledger tells it."""

from __future__ import annotations

import pytest

from foldtale import games
from foldtale.games.small.pig.rules import Pig
from foldtale.kernel import Match, People, SetupError, script

ADA, BO = 0, 1
PIG = games.get("pig")


def given(*scores: int, turn: int = ADA, dice: tuple[int, ...] = ()) -> Match:
    """Players with these points, one of whom is to begin a turn, and the dice that will fall."""
    return Match.at(PIG, Pig(list(scores), turn), chance=script(*dice))


def to_move(match: Match) -> int:
    assert match.ask is not None
    return match.ask.seat


def shown(match: Match) -> list[int]:
    """The points of every seat as anybody sees them."""
    return [counter.count for panel in match.scene(BO).seats for counter in panel.things]


def pot(match: Match) -> int:
    (counter,) = match.scene(ADA).elements
    return counter.count


@pytest.mark.rule("PIG-01")
@pytest.mark.parametrize("players", [2, 3, 10])
def test_turns_go_round_in_the_order_of_seats_and_seat_0_begins(players: int) -> None:
    match = Match.new(PIG, PIG.setup(players=players), chance=script())
    order = []
    for _ in range(players + 1):
        order.append(to_move(match))
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
        assert match.ask is not None
        assert [option.key for option in match.ask.options] == ["roll", "hold"]
        assert to_move(match) == ADA
        match.answer("roll")
    assert to_move(match) == ADA


@pytest.mark.rule("PIG-03")
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_a_roll_of_2_to_6_adds_its_points_to_the_pot(face: int) -> None:
    match = given(7, 0, dice=(3, face))
    match.answer("roll")
    match.answer("roll")
    assert pot(match) == 3 + face
    assert shown(match) == [7, 0]
    assert to_move(match) == ADA


@pytest.mark.rule("PIG-04")
def test_a_roll_of_1_loses_the_pot_and_ends_the_turn() -> None:
    match = given(40, 9, dice=(6, 1))
    match.answer("roll")
    match.answer("roll")
    assert shown(match) == [40, 9]
    assert to_move(match) == BO
    assert match.story(BO)[-1] == {"tell": "loses the pot", "who": ADA, "why": "PIG-04", "about": [6]}


@pytest.mark.rule("PIG-05")
def test_to_hold_banks_the_pot_and_ends_the_turn() -> None:
    match = given(40, 9, dice=(6,))
    match.answer("roll")
    match.answer("hold")
    assert shown(match) == [46, 9]
    assert to_move(match) == BO
    assert match.story(BO)[-1] == {"tell": "holds", "who": ADA, "why": "PIG-05", "about": [6, 46]}


@pytest.mark.rule("PIG-06")
def test_what_one_player_held_is_not_in_the_next_players_pot() -> None:
    match = given(0, 0, dice=(5, 4))
    match.answer("roll")
    match.answer("hold")
    assert pot(match) == 0
    match.answer("roll")
    match.answer("hold")
    assert shown(match) == [5, 4]


@pytest.mark.rule("PIG-06")
def test_a_pot_that_was_lost_is_not_there_in_the_next_turn() -> None:
    match = given(0, 0, dice=(6, 1, 2))
    match.answer("roll")
    match.answer("roll")
    assert pot(match) == 0
    match.answer("roll")
    match.answer("hold")
    assert shown(match) == [0, 2]


@pytest.mark.rule("PIG-07")
def test_holding_before_the_first_roll_banks_an_empty_pot() -> None:
    match = given(12, 30)
    match.answer("hold")
    assert shown(match) == [12, 30]
    assert to_move(match) == BO


@pytest.mark.rule("PIG-08")
@pytest.mark.parametrize(("before", "face", "after"), [(95, 5, 100), (96, 6, 102)])
def test_100_points_or_more_after_holding_win_at_once(before: int, face: int, after: int) -> None:
    match = given(before, 99, dice=(face,))
    match.answer("roll")
    match.answer("hold")
    assert match.over
    assert match.outcome is not None
    assert match.outcome.winners == (ADA,)
    assert match.outcome.scores == (after, 99)
    assert match.outcome.ending in PIG.endings
    assert match.story(BO)[-1] == {"tell": "wins", "who": ADA, "why": "PIG-08", "about": [after]}


@pytest.mark.rule("PIG-08")
def test_99_points_after_holding_do_not_win() -> None:
    match = given(95, 0, dice=(4,))
    match.answer("roll")
    match.answer("hold")
    assert not match.over
    assert shown(match) == [99, 0]


@pytest.mark.rule("PIG-X01", "PIG-03", "PIG-05")
def test_example_ada_rolls_4_then_6_and_holds() -> None:
    match = given(20, 0, dice=(4, 6))
    match.answer("roll")
    match.answer("roll")
    match.answer("hold")
    assert shown(match) == [30, 0]
    assert to_move(match) == BO


@pytest.mark.rule("PIG-X02", "PIG-04")
def test_example_bo_rolls_5_then_3_then_1() -> None:
    match = given(0, 55, turn=BO, dice=(5, 3, 1))
    match.answer("roll")
    match.answer("roll")
    match.answer("roll")
    assert shown(match) == [0, 55]
    assert to_move(match) == ADA


@pytest.mark.rule("PIG-Q01")
def test_a_pot_that_would_win_must_be_held_and_can_still_be_lost() -> None:
    match = given(99, 0, dice=(6, 1))
    match.answer("roll")
    assert not match.over
    assert to_move(match) == ADA
    match.answer("roll")
    assert not match.over
    assert shown(match) == [99, 0]


@pytest.mark.rule("PIG-Q02")
def test_the_others_get_no_last_turn() -> None:
    match = given(98, 99, 99, dice=(2,))
    match.answer("roll")
    match.answer("hold")
    assert match.over
    assert match.outcome is not None
    assert match.outcome.winners == (ADA,)


def test_a_new_game_begins_with_nothing() -> None:
    match = Match.new(PIG, PIG.setup(), chance=script())
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
    match.answer("roll")
    match.answer("5")
    match.answer("hold")
    assert shown(match) == [5, 0]


def test_no_points_are_won_by_the_die_alone_even_after_a_hundred_rolls() -> None:
    match = given(0, 0, dice=(6,) * 100)
    for _ in range(100):
        match.answer("roll")
    assert not match.over
    assert shown(match) == [0, 0]
