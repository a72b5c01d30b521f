"""Thimble: the cat wakes up, and the round is over."""

from __future__ import annotations

import pytest

from foldtale.kernel import SPECTATOR
from foldtale.testing import answer, asked, outcome, tells, told_of
from tests.games.thimble.given import ADA, BO, CLEO, EVERYBODY, basket, drawn_card, everything, given, hand

NINE_CARDS = ("button", "button", "button", "silk", "silk", "silk", "magpie", "magpie", "magpie")


def shows(match_story: list[dict[str, object]]) -> list[object]:
    return [line["show"] for line in match_story if "show" in line]


@pytest.mark.rule("TH-19")
def test_whoever_draws_the_cat_shows_it() -> None:
    match = given(basket([], [], []), "cat")
    match.answer("draw")
    for seat in (*EVERYBODY, SPECTATOR):
        assert shows(match.story(seat))[0] == ["cat"]
        assert drawn_card(match, seen_by=seat) == "cat"
        assert tells(match, "wakes the cat", seat)[0] == (ADA, "TH-19", [])


@pytest.mark.rule("TH-19")
def test_the_round_ends_at_once() -> None:
    match = given(basket(["silk"], ["magpie"], ["magpie"], rounds=2), "cat", *NINE_CARDS)
    match.answer("draw")
    assert asked(match) == (BO, "turn")
    assert match.scene(ADA).subtitle == "Round 2 of 2"


@pytest.mark.rule("TH-19")
def test_a_cat_drawn_by_a_ribbon_ends_the_round_too() -> None:
    match = given(basket(["silk"], ["button", "ribbon"], ["magpie"], laid=[["silk"]]), "cat")
    match.answer((BO, "ribbon"))
    assert match.over
    assert hand(match, BO, seen_by=ADA) == ["button", "cat"]
    assert tells(match, "wakes the cat", CLEO)[0].who == BO
    assert outcome(match).scores == (2, 0, 0)


@pytest.mark.rule("TH-19")
def test_a_cat_on_top_that_somebody_knew_wakes_as_well() -> None:
    match = given(basket([], [], [], top=["cat"], top_known_to=1 << CLEO))
    match.answer("draw")
    assert match.over
    assert shows(match.story(BO))[0] == ["cat"]


@pytest.mark.rule("TH-21")
def test_all_hands_are_shown_to_everybody() -> None:
    match = given(basket(["silk", "ribbon"], ["magpie"], []), "cat")
    match.answer("draw")
    for seat in (*EVERYBODY, SPECTATOR):
        assert shows(match.story(seat))[-3:] == [["silk", "ribbon"], ["magpie"], []]
        assert told_of(match, "shows", seat) == [["silk", "ribbon"], ["magpie"], []]
        assert hand(match, ADA, seen_by=seat) == ["silk", "ribbon"]
        assert hand(match, BO, seen_by=seat) == ["magpie"]


@pytest.mark.rule("TH-22")
@pytest.mark.parametrize(
    ("treasures", "worth"),
    [(["button"], 1), (["silk"], 2), (["brooch"], 3), (["button", "button", "brooch", "silk"], 7), ([], 0)],
)
def test_laid_treasures_score(treasures: list[str], worth: int) -> None:
    match = given(basket([], [], [], laid=[[], treasures, []]), "cat")
    match.answer("draw")
    assert outcome(match).scores == (0, worth, 0)
    scores = tells(match, "scores", CLEO)
    assert scores == [(ADA, "TH-23", [0, 0]), (BO, "TH-22", [worth, worth]), (CLEO, "TH-22", [0, 0])]


@pytest.mark.rule("TH-22")
def test_what_is_still_in_hand_counts_nothing() -> None:
    match = given(basket([], ["brooch", "brooch"], ["silk"], laid=[[], [], ["button"]]), "cat")
    match.answer("draw")
    assert outcome(match).scores == (0, 0, 1)


@pytest.mark.rule("TH-22")
def test_points_are_added_to_those_of_earlier_rounds() -> None:
    match = given(basket([], [], [], laid=[[], ["silk"], []], scores=[5, 6, 7], rounds=2, round=2), "cat")
    match.answer("draw")
    assert outcome(match).scores == (5, 8, 7)


@pytest.mark.rule("TH-23")
@pytest.mark.parametrize(
    ("treasures", "left"),
    [(["brooch", "silk"], 3), (["silk"], 0), (["brooch"], 1), (["button"], 0), ([], 0)],
)
def test_whoever_drew_the_cat_loses_two_points_of_this_round(treasures: list[str], left: int) -> None:
    match = given(basket([], [], [], laid=[treasures, [], []]), "cat")
    match.answer("draw")
    assert outcome(match).scores == (left, 0, 0)


@pytest.mark.rule("TH-23")
def test_points_of_earlier_rounds_are_not_lost() -> None:
    match = given(basket([], [], [], laid=[["button"], [], []], scores=[4, 0, 0], rounds=2, round=2), "cat")
    match.answer("draw")
    assert outcome(match).scores == (4, 0, 0)


@pytest.mark.rule("TH-23")
def test_the_next_round_costs_only_the_one_who_wakes_the_cat_then() -> None:
    g = basket([], [], [], laid=[["brooch"], [], []], rounds=2)
    match = given(g, "cat", *["button"] * 3, *["silk"] * 3, *["brooch"] * 3, "cat")
    match.answer("draw")
    assert match.state.scores == [1, 0, 0]
    answer(match, "lay button", "lay silk", "lay brooch", "draw")
    assert tells(match, "wakes the cat", ADA)[-1].who == BO
    assert outcome(match).scores == (4, 0, 2)


@pytest.mark.rule("TH-X05", "TH-22", "TH-23")
def test_example_bo_draws_the_cat() -> None:
    match = given(basket([], [], [], laid=[["brooch", "silk"], ["button"], []], turn=BO), "cat")
    match.answer("draw")
    assert outcome(match).scores == (5, 0, 0)


@pytest.mark.rule("TH-Q02")
def test_the_last_cards_of_the_deck_are_the_cats_and_one_of_them_ends_the_round() -> None:
    treasures = ["button"] * 8 + ["silk"] * 6 + ["brooch"] * 4
    tools = ["magpie"] * 5 + ["needle"] * 5 + ["spectacles"] * 4 + ["ribbon"] * 4
    match = given(basket([], [], [], laid=[treasures], discard=tools), "cat")
    match.answer("draw")
    assert match.over
    assert everything(match.state).count("cat") == 2


@pytest.mark.rule("TH-Q02")
def test_drawing_on_and_on_always_comes_to_a_cat() -> None:
    g = basket(["button"] * 3, ["silk"] * 3, ["magpie"] * 3, under=["cat", "cat"])
    rest = g.box.layers[0]
    match = given(g, *rest)
    while not match.over:
        match.answer(0)
    assert tells(match, "wakes the cat")
    assert everything(match.state).count("cat") == 2
