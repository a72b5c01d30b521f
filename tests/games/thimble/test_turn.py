"""Thimble: a turn, with nobody who steals."""

from __future__ import annotations

import pytest

from foldtale.kernel import SPECTATOR, UndoRefused
from foldtale.testing import answer, asked, offered, refuses, tells
from tests.games.thimble.given import (
    ADA,
    BO,
    CLEO,
    EVERYBODY,
    basket,
    deck_size,
    drawn_card,
    given,
    hand,
    laid,
    undermost,
)


@pytest.mark.rule("TH-07")
def test_turns_go_round_in_the_order_of_seats() -> None:
    match = given(basket(["silk"] * 2, ["button"], ["brooch"]))
    order = []
    for treasure in ("lay silk", "lay button", "lay brooch"):
        order.append(asked(match))
        match.answer(treasure)
    assert order == [(ADA, "turn"), (BO, "turn"), (CLEO, "turn")]
    assert asked(match) == (ADA, "turn")


@pytest.mark.rule("TH-07")
@pytest.mark.parametrize(
    ("held", "can_do"),
    [
        (["magpie", "needle", "ribbon"], ["draw"]),
        (["silk", "silk", "magpie"], ["draw", "lay silk"]),
        (["brooch", "button", "silk"], ["draw", "lay button", "lay silk", "lay brooch"]),
        (["spectacles", "button"], ["draw", "lay button", "look"]),
        ([], ["draw"]),
    ],
)
def test_the_hand_says_what_can_be_done(held: list[str], can_do: list[str]) -> None:
    match = given(basket(held, ["spectacles"], ["brooch"]))
    assert set(offered(match)) == set(can_do)


@pytest.mark.rule("TH-07")
def test_exactly_one_thing_is_done_in_a_turn() -> None:
    match = given(basket(["silk", "silk", "spectacles"], [], []))
    match.answer("lay silk")
    assert laid(match, ADA) == ["silk"]
    assert asked(match) == (BO, "turn")
    assert hand(match, ADA) == ["silk", "spectacles"]


@pytest.mark.rule("TH-08")
def test_to_draw_is_to_take_the_top_card() -> None:
    match = given(basket([], [], [], top=["silk", "brooch"]))
    before = deck_size(match)
    match.answer("draw")
    assert drawn_card(match, seen_by=ADA) == "silk"
    assert deck_size(match) == before - 1


@pytest.mark.rule("TH-08")
def test_the_drawer_sees_the_card_alone() -> None:
    match = given(basket([], [], []), "brooch")
    match.answer("draw")
    assert drawn_card(match, seen_by=ADA) == "brooch"
    for other in (BO, CLEO, SPECTATOR):
        assert drawn_card(match, seen_by=other) == "?"
        assert "brooch" not in str(match.story(other))
    assert tells(match, "draws", ADA)[0].about == ["brooch"]


@pytest.mark.rule("TH-08")
def test_a_card_that_was_seen_cannot_be_put_back() -> None:
    match = given(basket([], [], [], top=["brooch"], top_known_to=1 << CLEO))
    match.answer("draw")
    assert drawn_card(match, seen_by=CLEO) == "brooch"
    with pytest.raises(UndoRefused, match="revealed"):
        match.undo(ADA)


@pytest.mark.rule("TH-13")
def test_a_card_that_nobody_steals_goes_into_the_drawers_hand() -> None:
    match = given(basket(["needle"], [], ["magpie"]), "brooch")
    answer(match, "draw", "pass", "pass")
    assert hand(match, ADA) == ["needle", "brooch"]
    assert hand(match, ADA, seen_by=CLEO) == ["?", "?"]
    assert tells(match, "keeps", CLEO)[0].why == "TH-13"
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-14")
def test_with_a_fourth_card_one_goes_under_the_deck() -> None:
    match = given(basket(["silk", "magpie", "silk"], [], []), "brooch")
    answer(match, "draw", "pass", "pass")
    assert asked(match) == (ADA, "tuck")
    assert set(offered(match)) == {"tuck silk", "tuck brooch", "tuck magpie"}
    match.answer("tuck magpie")
    assert hand(match, ADA) == ["silk", "silk", "brooch"]
    assert undermost(match) == "magpie"
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-14")
def test_three_cards_are_not_too_many() -> None:
    match = given(basket(["silk", "magpie"], [], []), "brooch")
    answer(match, "draw", "pass", "pass")
    assert asked(match) == (BO, "turn")
    assert len(hand(match, ADA)) == 3


@pytest.mark.rule("TH-14")
def test_four_cards_alike_leave_no_choice_but_the_question_is_asked() -> None:
    match = given(basket(["silk", "silk", "silk"], [], []), "silk")
    answer(match, "draw", "pass", "pass")
    assert asked(match) == (ADA, "tuck")
    assert set(offered(match)) == {"tuck silk"}


@pytest.mark.rule("TH-14")
def test_the_card_goes_under_the_deck_unseen() -> None:
    match = given(basket(["silk", "magpie", "silk"], [], []), "brooch")
    answer(match, "draw", "pass", "pass", "tuck magpie")
    assert tells(match, "tucks", ADA)[0].about == ["magpie"]
    for other in (BO, CLEO, SPECTATOR):
        assert tells(match, "tucks", other) == [(ADA, "TH-14", [])]
        assert "magpie" not in str(match.story(other))


@pytest.mark.rule("TH-Q05")
def test_who_knew_a_card_in_the_hand_cannot_tell_whether_it_is_still_there() -> None:
    g = basket(["silk", "magpie"], ["silk"], ["brooch", "needle", "button"], top=["ribbon"], turn=BO)
    g.box.move("silk", BO, ADA)
    g.seat = ADA
    match = given(g)
    assert hand(match, ADA, seen_by=BO) == ["silk", "?", "?"]
    answer(match, "draw", "pass", "pass", "tuck magpie")
    assert hand(match, ADA, seen_by=BO) == ["?", "?", "?"]


@pytest.mark.rule("TH-Q05")
def test_only_who_put_a_card_under_the_deck_can_tell_what_lies_there() -> None:
    match = given(basket(["silk", "magpie", "silk"], ["button"], ["button"]), "brooch")
    answer(match, "draw", "pass", "pass", "tuck magpie")
    believed = {match.imagine(BO, seed).state.box.layers[-1][0] for seed in range(60)}
    assert len(believed) > 3
    answer(match, "lay button", "lay button")
    assert {match.imagine(ADA, seed).state.box.layers[-1][0] for seed in range(60)} == {"magpie"}


@pytest.mark.rule("TH-15")
@pytest.mark.parametrize("treasure", ["button", "silk", "brooch"])
def test_a_treasure_is_laid_face_up_before_its_owner(treasure: str) -> None:
    match = given(basket([treasure, "magpie"], [], [], laid=[["silk"], [], []]))
    match.answer(f"lay {treasure}")
    assert laid(match, ADA) == ["silk", treasure]
    assert hand(match, ADA) == ["magpie"]
    assert [laid(match, seat) for seat in (BO, CLEO)] == [[], []]
    for seat in (*EVERYBODY, SPECTATOR):
        assert tells(match, "lays", seat)[0].about == [treasure]


@pytest.mark.rule("TH-15")
@pytest.mark.parametrize("kind", ["magpie", "needle", "spectacles", "ribbon"])
def test_what_is_no_treasure_cannot_be_laid(kind: str) -> None:
    match = given(basket([kind], [], []))
    assert refuses(match, f"lay {kind}")


@pytest.mark.rule("TH-14", "TH-06")
def test_nobody_believes_that_a_cat_was_put_under_the_deck_from_a_hand() -> None:
    match = given(basket(["silk", "magpie", "silk"], ["button"], ["button"]), "brooch")
    answer(match, "draw", "pass", "pass", "tuck magpie")
    bo = match.glimpse(BO)
    assert "cat" not in {bo.imagine(seed).state.box.layers[-1][0] for seed in range(300)}
