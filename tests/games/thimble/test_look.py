"""Thimble: spectacles."""

from __future__ import annotations

import pytest

from foldtale.kernel import SPECTATOR
from foldtale.kernel.scene import to_json
from foldtale.testing import answer, asked, offered, tells
from tests.games.thimble.given import (
    ADA,
    BO,
    CLEO,
    basket,
    deck_size,
    discarded,
    drawn_card,
    given,
    hand,
    undermost,
)


@pytest.mark.rule("TH-16")
def test_to_look_is_to_discard_spectacles_face_up() -> None:
    match = given(basket(["spectacles", "silk"], [], []), "button", "needle")
    match.answer("look")
    assert discarded(match) == ["spectacles"]
    assert hand(match, ADA) == ["silk"]
    assert tells(match, "plays")[0].about == ["spectacles"]


@pytest.mark.rule("TH-16")
def test_the_looker_sees_the_top_two_cards() -> None:
    match = given(basket(["spectacles"], [], []), "button", "needle")
    before = deck_size(match)
    match.answer("look")
    assert {"show": ["button", "needle"]} in match.story(ADA)
    assert set(offered(match)) == {"keep", "under button", "under needle"}
    assert deck_size(match) == before
    assert tells(match, "looks", ADA)[0].about == ["button", "needle"]
    assert tells(match, "looks", BO) == [(ADA, "TH-16", [])]


@pytest.mark.rule("TH-16")
def test_nobody_else_sees_them() -> None:
    matches = [
        given(basket(["spectacles"], [], []), *seen) for seen in (("button", "needle"), ("cat", "cat"))
    ]
    for match in matches:
        match.answer("look")
    one, two = matches
    for seat in (BO, CLEO, SPECTATOR):
        assert to_json(one.scene(seat)) == to_json(two.scene(seat))
        assert one.story(seat) == two.story(seat)


@pytest.mark.rule("TH-17")
def test_the_looker_may_leave_the_deck_as_it_is() -> None:
    match = given(basket(["spectacles"], [], []), "button", "needle")
    answer(match, "look", "keep")
    assert asked(match) == (BO, "turn")
    assert tells(match, "leaves", CLEO) == [(ADA, "TH-17", [])]
    match.answer("draw")
    assert drawn_card(match, seen_by=BO) == "button"
    answer(match, "pass", "pass", "draw")
    assert drawn_card(match, seen_by=CLEO) == "needle"


@pytest.mark.rule("TH-17")
@pytest.mark.parametrize(("away", "left"), [("button", "needle"), ("needle", "button")])
def test_the_looker_may_put_either_card_under_the_deck(away: str, left: str) -> None:
    match = given(basket(["spectacles"], [], []), "button", "needle")
    before = deck_size(match)
    answer(match, "look", f"under {away}")
    assert undermost(match) == away
    assert deck_size(match) == before
    match.answer("draw")
    assert drawn_card(match, seen_by=BO) == left


@pytest.mark.rule("TH-17")
def test_two_cards_alike_are_one_choice() -> None:
    match = given(basket(["spectacles"], [], []), "silk", "silk")
    match.answer("look")
    assert set(offered(match)) == {"keep", "under silk"}


@pytest.mark.rule("TH-17")
def test_which_card_was_put_away_is_unseen() -> None:
    match = given(basket(["spectacles"], [], []), "button", "needle")
    answer(match, "look", "under needle")
    assert tells(match, "puts under", ADA)[0].about == ["needle"]
    assert tells(match, "puts under", CLEO) == [(ADA, "TH-17", [])]
    assert len({match.imagine(BO, seed).state.box.layers[0][0] for seed in range(60)}) > 3


@pytest.mark.rule("TH-17")
def test_who_knew_the_two_cards_cannot_tell_which_is_still_there() -> None:
    known = basket(["spectacles"], ["silk"], [], top=["button", "needle"], top_known_to=1 << BO)
    match = given(known)
    answer(match, "look", "under needle")
    assert len({match.imagine(BO, seed).state.box.layers[0][0] for seed in range(60)}) > 3


@pytest.mark.rule("TH-17")
def test_the_looker_knows_what_is_on_top_and_what_is_under_the_deck() -> None:
    match = given(basket(["spectacles", "silk"], ["button"], ["button"]), "button", "needle")
    answer(match, "look", "under needle", "lay button", "lay button")
    assert asked(match) == (ADA, "turn")
    worlds = [match.imagine(ADA, seed).state.box.layers for seed in range(30)]
    assert {(layers[0][0], layers[-1][0]) for layers in worlds} == {("button", "needle")}


@pytest.mark.rule("TH-20")
def test_a_cat_that_is_only_looked_at_stays_asleep() -> None:
    match = given(basket(["spectacles"], [], []), "cat", "silk")
    answer(match, "look", "keep")
    assert asked(match) == (BO, "turn")
    assert tells(match, "wakes the cat", BO) == []
    match.answer("draw")
    assert match.over
    assert tells(match, "wakes the cat", ADA)[0].who == BO


@pytest.mark.rule("TH-X04", "TH-16", "TH-17")
def test_example_bo_puts_the_cat_under_the_deck() -> None:
    match = given(basket(["silk"], ["spectacles"], [], turn=BO), "cat", "silk")
    match.answer("look")
    assert {"show": ["cat", "silk"]} in match.story(BO)
    match.answer((BO, "under cat"))
    assert undermost(match) == "cat"
    assert asked(match) == (CLEO, "turn")
    match.answer("draw")
    assert drawn_card(match, seen_by=CLEO) == "silk"


@pytest.mark.rule("TH-Q06")
def test_if_only_one_card_is_left_the_player_looks_at_that_one() -> None:
    treasures = ["button"] * 8 + ["silk"] * 6 + ["brooch"] * 4
    tools = ["magpie"] * 5 + ["needle"] * 5 + ["spectacles"] * 3 + ["ribbon"] * 4 + ["cat"]
    match = given(basket(["spectacles"], [], [], laid=[treasures], discard=tools))
    assert deck_size(match) == 1
    match.answer("look")
    assert {"show": ["cat"]} in match.story(ADA)
    assert set(offered(match)) == {"keep", "under cat"}
    match.answer("under cat")
    assert deck_size(match) == 1
    assert asked(match) == (BO, "turn")
