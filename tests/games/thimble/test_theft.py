"""Thimble: magpies and needles."""

from __future__ import annotations

import pytest

from foldtale.kernel import SPECTATOR, UndoRefused
from foldtale.kernel.scene import to_json
from foldtale.testing import answer, asked, offered, refuses, tells
from tests.games.thimble.given import ADA, BO, CLEO, DOT, EVE, basket, discarded, drawn_card, given, hand


@pytest.mark.rule("TH-09")
def test_each_other_player_is_asked_in_the_order_of_seats_after_the_drawer() -> None:
    match = given(basket([], [], [], [], [], turn=CLEO), "brooch")
    match.answer("draw")
    order = []
    for _ in range(4):
        order.append(asked(match))
        match.answer("pass")
    assert order == [(DOT, "steal"), (EVE, "steal"), (ADA, "steal"), (BO, "steal")]
    assert asked(match) == (DOT, "turn")


@pytest.mark.rule("TH-09")
def test_a_magpie_is_needed_to_steal() -> None:
    match = given(basket(["magpie"], ["needle"], ["magpie"]), "brooch")
    match.answer("draw")
    assert asked(match) == (BO, "steal")
    assert set(offered(match)) == {"pass"}
    assert refuses(match, "steal")
    match.answer("pass")
    assert asked(match) == (CLEO, "steal")
    assert set(offered(match)) == {"pass", "steal"}


@pytest.mark.rule("TH-09")
def test_the_thief_does_not_see_the_card_before_the_theft() -> None:
    match = given(basket([], ["magpie"], []), "brooch")
    match.answer("draw")
    assert drawn_card(match, seen_by=BO) == "?"
    match.answer("steal")
    assert asked(match) == (ADA, "guard")
    assert drawn_card(match, seen_by=BO) == "?"
    assert "brooch" not in str(match.story(BO))


@pytest.mark.rule("TH-10")
def test_a_needle_keeps_the_magpie_off() -> None:
    match = given(basket(["needle"], ["magpie"], []), "brooch")
    answer(match, "draw", "steal")
    assert asked(match) == (ADA, "guard")
    assert set(offered(match)) == {"pass", "needle"}
    answer(match, "needle", "pass")
    assert hand(match, ADA) == ["brooch"]
    assert hand(match, BO) == []


@pytest.mark.rule("TH-10")
def test_after_a_theft_that_failed_the_next_player_may_still_try() -> None:
    match = given(basket(["needle"], ["magpie"], ["magpie"]), "brooch")
    answer(match, "draw", "steal", "needle")
    assert asked(match) == (CLEO, "steal")
    assert set(offered(match)) == {"pass", "steal"}


@pytest.mark.rule("TH-10")
def test_the_drawer_may_keep_the_needle() -> None:
    match = given(basket(["needle"], ["magpie"], []), "brooch")
    answer(match, "draw", "steal", "pass")
    assert hand(match, ADA) == ["needle"]
    assert hand(match, BO) == ["brooch"]


@pytest.mark.rule("TH-10")
def test_the_drawer_has_one_needle_for_one_magpie() -> None:
    match = given(basket(["needle", "needle"], ["magpie"], ["magpie"]), "silk")
    answer(match, "draw", "steal", "needle", "steal", "needle")
    assert hand(match, ADA) == ["silk"]
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-11")
def test_what_was_played_is_discarded_face_up() -> None:
    match = given(basket(["needle"], ["magpie", "button"], [], discard=["ribbon"]), "brooch")
    answer(match, "draw", "steal")
    assert discarded(match) == ["ribbon", "magpie"]
    match.answer("needle")
    assert discarded(match) == ["ribbon", "magpie", "needle"]
    assert hand(match, BO) == ["button"]
    plays = [(tell.who, tell.about) for tell in tells(match, "plays")]
    assert plays == [(BO, ["magpie"]), (ADA, ["needle"])]


@pytest.mark.rule("TH-12")
def test_the_first_theft_that_is_not_kept_off_ends_the_matter() -> None:
    match = given(basket([], ["magpie"], ["magpie"]), "brooch")
    answer(match, "draw", "steal", "pass")
    assert hand(match, BO) == ["brooch"]
    assert hand(match, CLEO) == ["magpie"]
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-12")
def test_thief_and_drawer_know_what_was_stolen() -> None:
    match = given(basket([], ["magpie"], []), "brooch")
    answer(match, "draw", "steal", "pass")
    for seat in (ADA, BO):
        assert tells(match, "steals", seat)[0].about == [ADA, "brooch"]
    for seat in (CLEO, SPECTATOR):
        assert tells(match, "steals", seat) == [(BO, "TH-12", [ADA])]


@pytest.mark.rule("TH-12")
def test_the_thief_has_seen_the_card_so_the_theft_cannot_be_taken_back() -> None:
    match = given(basket(["needle"], ["magpie"], []), "brooch")
    answer(match, "draw", "steal", "pass")
    assert {"show": ["brooch"]} in match.story(BO)
    assert {"show": ["brooch"]} not in match.story(CLEO)
    with pytest.raises(UndoRefused, match="revealed"):
        match.undo(ADA)


@pytest.mark.rule("TH-12")
def test_the_turn_after_a_theft_is_that_of_the_seat_after_the_drawer() -> None:
    match = given(basket([], [], ["magpie"]), "brooch")
    answer(match, "draw", "pass", "steal", "pass")
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-X01", "TH-09", "TH-12")
def test_example_cleo_steals_a_brooch() -> None:
    match = given(basket(["silk"], ["magpie"], ["magpie", "button"]), "brooch")
    answer(match, "draw", (BO, "pass"), (CLEO, "steal"))
    assert set(offered(match)) == {"pass"}
    match.answer((ADA, "pass"))
    assert hand(match, CLEO) == ["button", "brooch"]
    assert hand(match, CLEO, seen_by=ADA) == ["brooch", "?"]
    assert hand(match, CLEO, seen_by=BO) == ["?", "?"]
    assert hand(match, ADA) == ["silk"]


@pytest.mark.rule("TH-X02", "TH-10", "TH-11")
def test_example_two_magpies_and_a_needle() -> None:
    match = given(basket(["needle"], ["magpie"], ["magpie"]), "silk")
    answer(match, "draw", (BO, "steal"), (ADA, "needle"), (CLEO, "steal"))
    assert set(offered(match)) == {"pass"}
    match.answer((ADA, "pass"))
    assert hand(match, CLEO) == ["silk"]
    assert discarded(match) == ["magpie", "needle", "magpie"]
    assert hand(match, ADA) == []


@pytest.mark.rule("TH-Q03")
def test_a_cat_cannot_be_stolen() -> None:
    match = given(basket([], ["magpie"], ["magpie"]), "cat")
    match.answer("draw")
    assert match.over
    assert tells(match, "wakes the cat", BO)[0].who == ADA


@pytest.mark.rule("TH-Q04")
def test_nobody_learns_from_the_asking_who_holds_a_magpie() -> None:
    with_one = given(basket([], ["magpie", "silk"], ["ribbon"]), "brooch")
    without = given(basket([], ["button", "silk"], ["ribbon"]), "brooch")
    for match in (with_one, without):
        match.answer("draw")
        assert asked(match) == (BO, "steal")
    for seat in (ADA, CLEO, SPECTATOR):
        assert to_json(with_one.scene(seat)) == to_json(without.scene(seat))
        assert with_one.story(seat) == without.story(seat)


@pytest.mark.rule("TH-Q04")
def test_nobody_learns_from_the_asking_who_holds_a_needle() -> None:
    with_one = given(basket(["needle"], ["magpie"], ["ribbon"]), "brooch")
    without = given(basket(["button"], ["magpie"], ["ribbon"]), "brooch")
    for match in (with_one, without):
        answer(match, "draw", "steal")
        assert asked(match) == (ADA, "guard")
    for seat in (BO, CLEO, SPECTATOR):
        assert to_json(with_one.scene(seat)) == to_json(without.scene(seat))
        assert with_one.story(seat) == without.story(seat)
