"""Thimble: a free draw out of turn."""

from __future__ import annotations

import pytest

from foldtale.kernel import SPECTATOR
from foldtale.testing import answer, asked, offered, outcome, refuses, tells
from tests.games.thimble.given import ADA, BO, CLEO, basket, deck_size, discarded, given, hand


@pytest.mark.rule("TH-18")
def test_another_player_may_discard_a_ribbon_and_draw() -> None:
    match = given(basket(["silk"], [], ["ribbon", "button"]), "brooch")
    before = deck_size(match)
    match.answer((CLEO, "ribbon"))
    assert discarded(match) == ["ribbon"]
    assert hand(match, CLEO) == ["button", "brooch"]
    assert deck_size(match) == before - 1
    assert tells(match, "plays") == [(CLEO, "TH-18", ["ribbon"])]


@pytest.mark.rule("TH-18")
def test_the_turn_is_then_taken_as_before() -> None:
    match = given(basket(["silk"], [], ["ribbon"]), "brooch")
    before = offered(match)
    match.answer((CLEO, "ribbon"))
    assert asked(match) == (ADA, "turn")
    assert offered(match) == before
    match.answer("lay silk")
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-18")
def test_the_card_is_unseen_by_others() -> None:
    match = given(basket(["silk"], [], ["ribbon", "button"]), "brooch")
    match.answer((CLEO, "ribbon"))
    assert tells(match, "draws out of turn", CLEO)[0].about == ["brooch"]
    for other in (ADA, BO, SPECTATOR):
        assert hand(match, CLEO, seen_by=other) == ["?", "?"]
        assert tells(match, "draws out of turn", other)[0].who == CLEO
        assert "brooch" not in str(match.story(other))


@pytest.mark.rule("TH-18")
def test_the_card_cannot_be_stolen() -> None:
    match = given(basket(["magpie"], ["magpie"], ["ribbon"]), "brooch")
    match.answer((CLEO, "ribbon"))
    assert asked(match) == (ADA, "turn")
    assert hand(match, CLEO) == ["brooch"]


@pytest.mark.rule("TH-18")
def test_a_player_without_a_ribbon_cannot() -> None:
    match = given(basket(["silk"], ["magpie"], ["ribbon"]))
    assert refuses(match, (BO, "ribbon"))


@pytest.mark.rule("TH-18")
def test_the_player_whose_turn_it_is_cannot() -> None:
    match = given(basket(["ribbon", "silk"], [], []))
    assert set(offered(match)) == {"draw", "lay silk"}
    for attempt in ("ribbon", (ADA, "ribbon")):
        assert refuses(match, attempt)


@pytest.mark.rule("TH-18")
def test_only_the_choice_of_a_turn_can_be_forestalled() -> None:
    match = given(basket(["spectacles", "silk", "button"], [], ["ribbon"]), "brooch", "silk")
    match.answer("look")
    assert asked(match) == (ADA, "under")
    assert refuses(match, (CLEO, "ribbon"))
    answer(match, "keep", (BO, "draw"))
    assert asked(match) == (CLEO, "steal")
    assert refuses(match, (CLEO, "ribbon"))


@pytest.mark.rule("TH-18")
def test_a_ribbon_is_offered_to_those_who_hold_one_and_to_nobody_else() -> None:
    match = given(basket(["ribbon"], ["silk"], ["ribbon"], ["ribbon"], turn=CLEO))
    offers = {}
    for seat in range(4):
        question = match.scene(seat).ask
        assert question is not None
        offers[seat] = [choice.key for choice in question.choices if choice.aside]
    assert offers == {ADA: ["ribbon"], BO: [], CLEO: [], 3: ["ribbon"]}


@pytest.mark.rule("TH-X03", "TH-18", "TH-19")
def test_example_cleo_draws_the_cat_before_ada_chooses() -> None:
    match = given(basket(["silk"], [], ["ribbon"], laid=[["brooch"], [], ["silk", "button"]]), "cat")
    match.answer((CLEO, "ribbon"))
    assert match.over
    assert hand(match, ADA) == ["silk"]
    assert tells(match, "wakes the cat", BO)[0].who == CLEO
    assert outcome(match).scores == (3, 0, 1)


@pytest.mark.rule("TH-Q01")
@pytest.mark.parametrize("order", [(BO, CLEO), (CLEO, BO)])
def test_the_quicker_ribbon_comes_first_and_the_question_comes_again(order: tuple[int, int]) -> None:
    match = given(basket(["silk"], ["ribbon"], ["ribbon"]), "brooch", "needle")
    first, second = order
    numbers = [match.number]
    for seat in order:
        match.answer((seat, "ribbon"))
        assert asked(match) == (ADA, "turn")
        numbers.append(match.number)
    assert (hand(match, first), hand(match, second)) == (["brooch"], ["needle"])
    assert numbers == sorted(set(numbers))


@pytest.mark.rule("TH-Q01")
def test_a_second_ribbon_that_was_drawn_by_the_first_can_be_played_too() -> None:
    match = given(basket(["silk"], ["ribbon"], []), "ribbon", "needle")
    answer(match, (BO, "ribbon"), (BO, "ribbon"))
    assert hand(match, BO) == ["needle"]
    assert discarded(match) == ["ribbon", "ribbon"]
