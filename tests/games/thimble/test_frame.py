"""Thimble: who plays, how long, and who has won."""

from __future__ import annotations

import pytest

from foldtale.kernel import Match, SetupError, script
from foldtale.testing import answer, asked, outcome, tells
from tests.games.thimble.given import ADA, BO, CLEO, THIMBLE, basket, given, new_game

NINE_CARDS = ("button", "button", "button", "silk", "silk", "silk", "magpie", "magpie", "magpie")
"""What three players are dealt in a new round."""


def wakes_the_cat(match: Match) -> None:
    """Whoever is to move draws, and the script makes it the cat."""
    match.answer("draw")


@pytest.mark.rule("TH-01")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_3_4_or_5_can_play(players: int) -> None:
    match = Match.new(THIMBLE, THIMBLE.setup(players=players), seed=1)
    assert len(match.scene(ADA).seats) == players


@pytest.mark.rule("TH-01")
@pytest.mark.parametrize("players", [2, 6])
def test_fewer_or_more_cannot(players: int) -> None:
    with pytest.raises(SetupError):
        THIMBLE.setup(players=players)


@pytest.mark.rule("TH-02")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_game_lasts_as_many_rounds_as_was_agreed(rounds: int) -> None:
    match = new_game(*(*NINE_CARDS, "cat") * rounds, rounds=rounds)
    for _ in range(rounds):
        assert not match.over
        wakes_the_cat(match)
    assert match.over
    assert outcome(match).ending in THIMBLE.endings


@pytest.mark.rule("TH-02")
@pytest.mark.parametrize("rounds", [0, 4])
def test_no_other_number_of_rounds_can_be_agreed(rounds: int) -> None:
    with pytest.raises(SetupError):
        THIMBLE.setup(players=3, rounds=rounds)


@pytest.mark.rule("TH-03")
def test_seat_0_begins_the_first_round() -> None:
    assert asked(new_game(*NINE_CARDS)) == (ADA, "turn")


@pytest.mark.rule("TH-03")
def test_each_later_round_is_begun_by_the_next_seat() -> None:
    match = new_game(*NINE_CARDS, "cat", *NINE_CARDS, "cat", *NINE_CARDS, rounds=3)
    wakes_the_cat(match)
    assert asked(match) == (BO, "turn")
    wakes_the_cat(match)
    assert asked(match) == (CLEO, "turn")


@pytest.mark.rule("TH-03")
def test_after_the_last_seat_it_is_the_first_again() -> None:
    g = basket(["silk"], ["silk"], ["silk"], begins=CLEO, turn=BO, round=1, rounds=2)
    match = given(g, "cat", *NINE_CARDS)
    wakes_the_cat(match)
    assert asked(match) == (ADA, "turn")


@pytest.mark.rule("TH-24")
def test_the_most_points_win() -> None:
    g = basket([], [], [], laid=[["silk"], ["brooch"], ["button"]], turn=ADA, scores=[0, 0, 0])
    match = given(g, "cat")
    wakes_the_cat(match)
    assert outcome(match).scores == (0, 3, 1)
    assert outcome(match).winners == (BO,)
    assert tells(match, "wins", CLEO) == [(BO, "TH-24", [3])]


@pytest.mark.rule("TH-24")
def test_the_points_of_all_rounds_count() -> None:
    g = basket([], [], [], laid=[[], ["brooch"], []], scores=[4, 0, 2], round=3, rounds=3)
    match = given(g, "cat")
    wakes_the_cat(match)
    assert outcome(match).scores == (4, 3, 2)
    assert outcome(match).winners == (ADA,)


@pytest.mark.rule("TH-24")
def test_equally_many_points_win_together() -> None:
    g = basket([], [], [], laid=[[], ["silk"], ["button", "button"]])
    match = given(g, "cat")
    wakes_the_cat(match)
    assert outcome(match).winners == (BO, CLEO)


@pytest.mark.rule("TH-25")
def test_the_record_counts_the_games_that_each_seat_has_won() -> None:
    g = basket([], [], [], laid=[[], ["silk"], ["silk"]], wins=(2, 0, 1))
    match = given(g, "cat")
    wakes_the_cat(match)
    assert outcome(match).record is not None
    assert outcome(match).record.wins == (2, 1, 2)


@pytest.mark.rule("TH-25")
def test_the_record_goes_on_in_the_next_game_of_the_company() -> None:
    first = given(basket([], [], [], laid=[[], ["silk"], []]), "cat")
    wakes_the_cat(first)
    setup = THIMBLE.setup(players=3, record=outcome(first).record)
    second = Match.new(THIMBLE, setup, chance=script(*NINE_CARDS, *["silk"], "cat"))
    answer(second, "lay button", "draw", "pass", "pass", "tuck silk")
    wakes_the_cat(second)
    assert outcome(second).winners == (ADA,)
    assert outcome(second).record is not None
    assert outcome(second).record.wins == (1, 1, 0)


@pytest.mark.rule("TH-25")
def test_a_company_cannot_play_with_more_seats_than_it_has() -> None:
    first = given(basket([], [], []), "cat")
    wakes_the_cat(first)
    with pytest.raises(SetupError, match="3 seats, not 4"):
        Match.new(THIMBLE, THIMBLE.setup(players=4, record=outcome(first).record), seed=1)
