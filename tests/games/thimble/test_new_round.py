"""Thimble: a new round is dealt."""

from __future__ import annotations

import pytest

from foldtale.kernel import EVERYONE, NOBODY, SPECTATOR, Match
from foldtale.testing import asked, tells
from tests.games.thimble.given import (
    ADA,
    BO,
    CLEO,
    EVERYBODY,
    basket,
    deck_size,
    discarded,
    everything,
    given,
    hand,
    laid,
    new_game,
    undermost,
)

ADAS = ("button", "silk", "brooch")
BOS = ("magpie", "needle", "spectacles")
CLEOS = ("ribbon", "button", "silk")


def falls(match: Match, seat: int) -> list[str]:
    """The cards that this seat saw fall by chance."""
    return [line["key"] for line in match.story(seat) if "chance" in line]


@pytest.mark.rule("TH-04")
def test_a_game_has_38_cards_of_which_those_not_dealt_are_in_the_deck() -> None:
    match = new_game(*ADAS, *BOS, *CLEOS)
    kinds = ("button", "silk", "brooch", "magpie", "needle", "spectacles", "ribbon", "cat")
    assert [everything(match.state).count(kind) for kind in kinds] == [8, 6, 4, 5, 5, 4, 4, 2]
    assert deck_size(match) == 38 - 9


@pytest.mark.rule("TH-04")
def test_all_cards_of_the_last_round_are_shuffled_into_the_deck() -> None:
    brooches = ["brooch", "brooch"]
    g = basket(["ribbon"] * 2, [], [], laid=[brooches, []], discard=["ribbon"] * 2, under=brooches, rounds=2)
    match = given(
        g, "cat", "ribbon", "ribbon", "ribbon", "brooch", "brooch", "brooch", "brooch", "ribbon", "silk"
    )
    match.answer("draw")
    assert hand(match, BO) == ["ribbon", "ribbon", "ribbon"]
    assert hand(match, CLEO) == ["brooch", "brooch", "brooch"]
    assert hand(match, ADA) == ["brooch", "ribbon", "silk"]
    assert laid(match, ADA) == []
    assert discarded(match) == []
    assert deck_size(match) == 38 - 9


@pytest.mark.rule("TH-04")
def test_what_somebody_knew_of_the_old_deck_is_forgotten() -> None:
    g = basket([], [], [], top=["cat", "silk"], top_known_to=1 << CLEO, turn=ADA, rounds=2)
    match = given(g, *["button"] * 3, *["magpie"] * 3, *["needle"] * 3)
    match.answer("draw")
    assert len(match.state.box.layers) == 1
    assert match.state.box.masks == [NOBODY]


@pytest.mark.rule("TH-05")
def test_each_player_draws_three_cards_beginning_with_the_seat_that_begins() -> None:
    match = new_game(*ADAS, *BOS, *CLEOS)
    assert [hand(match, seat) for seat in EVERYBODY] == [list(ADAS), list(BOS), list(CLEOS)]
    assert tells(match, "deals", BO) == [(ADA, "TH-05", [1])]


@pytest.mark.rule("TH-05")
def test_in_a_later_round_the_dealing_begins_with_another_seat() -> None:
    match = given(basket([], [], [], rounds=2), "cat", *BOS, *CLEOS, *ADAS)
    match.answer("draw")
    assert [hand(match, seat) for seat in EVERYBODY] == [list(ADAS), list(BOS), list(CLEOS)]
    assert asked(match) == (BO, "turn")


@pytest.mark.rule("TH-05")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    match = new_game(*ADAS, *BOS, *CLEOS)
    assert falls(match, BO) == list(BOS)
    assert falls(match, SPECTATOR) == []
    for viewer in (ADA, CLEO, SPECTATOR):
        assert hand(match, BO, seen_by=viewer) == ["?", "?", "?"]


@pytest.mark.rule("TH-06")
def test_a_cat_that_is_dealt_is_shown_and_put_under_the_deck() -> None:
    match = new_game("button", "cat", "silk", "brooch", *BOS, *CLEOS)
    assert hand(match, ADA) == list(ADAS)
    assert undermost(match) == "cat"
    assert match.state.box.masks[-1] == EVERYONE
    assert deck_size(match) == 38 - 9
    for seat in (*EVERYBODY, SPECTATOR):
        assert [line for line in match.story(seat) if "show" in line] == [{"show": ["cat"]}]
        assert tells(match, "finds the cat", seat)[0].who == ADA


@pytest.mark.rule("TH-06")
def test_both_cats_may_be_dealt_and_sleep_on() -> None:
    match = new_game("cat", *ADAS, *BOS, "cat", *CLEOS)
    assert [hand(match, seat) for seat in EVERYBODY] == [list(ADAS), list(BOS), list(CLEOS)]
    assert [layer[0] for layer in match.state.box.layers[-2:]] == ["cat", "cat"]
    assert [tell.who for tell in tells(match, "finds the cat", CLEO)] == [ADA, CLEO]
    assert asked(match) == (ADA, "turn")
