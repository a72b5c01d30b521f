"""Wonder Book: every instruction about dice, and what it does not do."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, offered
from tests.games.wonderbook.given import carried_out, does
from tests.games.wonderbook.yards.figures import UNHURT, yard


@pytest.mark.rule("WB-Q09")
def test_at_most_five_dice_are_rolled() -> None:
    g = does(yard(), "[{roll: 9}, {set_counter: good, n: successes}]", falls=["S S S F S"])
    assert g.counters == {"good": 4}
    assert len(g.dice) == 5
    assert does(yard(), "[{roll: 0}, {set_counter: good, n: successes}]").counters == {"good": 0}


@pytest.mark.rule("WB-Q07", "WB-109")
def test_a_roll_of_a_card_can_be_rerolled_only_if_it_says_so() -> None:
    plain = carried_out(yard(active="SID"), "[{roll: 2}]", "SID", falls=["S F"])[1]
    assert offered(plain) == ["done", "over"]
    marked = carried_out(
        yard(active="SID"),
        "[{roll: 2, rerollable: true}, {gain_sparks: successes}]",
        "SID",
        falls=["S F", "S"],
    )[1]
    assert offered(marked) == ["reroll", "keep"]
    g = answer(marked, "reroll")
    assert g.hearts["SID"] == 4
    assert g.sparks["SID"] == 2


@pytest.mark.rule("WB-Q06")
def test_a_roll_in_the_turn_of_another_is_not_rerolled() -> None:
    match = carried_out(yard(active="KEN"), "[{roll: 2, rerollable: true}]", "SID", falls=["S F"])[1]
    assert offered(match) == ["done", "over"]


@pytest.mark.rule("WB-108")
@pytest.mark.parametrize(("dice", "enough", "too_few"), [(3, "S F S", "S F F"), (2, "S S", "S F")])
def test_a_challenge_needs_its_number_of_successes(dice: int, enough: str, too_few: str) -> None:
    text = f"[{{challenge: {dice}, needed: 2, success: [{{gain_sparks: 1}}], fail: [{{damage: 1}}]}}]"
    won = does(yard(), text, "SID", falls=[enough])
    lost = does(yard(), text, "SID", falls=[too_few])
    assert (won.sparks["SID"], won.hearts["SID"]) == (1, 5)
    assert (lost.sparks["SID"], lost.hearts["SID"]) == (0, 4)


def test_a_challenge_that_fails_need_not_have_consequences() -> None:
    g = does(yard(), "[{challenge: 1, needed: 1, success: [{gain_sparks: 1}]}]", "SID", falls=["F"])
    assert g.sparks["SID"] == 0
    assert g.hearts == UNHURT


@pytest.mark.rule("WB-111")
def test_the_failures_are_rolled_again_for_nothing() -> None:
    g = does(
        yard(active="SID"),
        "[{roll: 3}, reroll, {gain_sparks: successes}, {lose_sparks: failures}]",
        "SID",
        falls=["F S F", "S F"],
    )
    assert g.sparks["SID"] == 1
    assert g.hearts["SID"] == 5
    assert sorted(g.dice) == ["F", "S", "S"]


def test_without_a_failure_nothing_is_rolled_again() -> None:
    g = does(yard(), "[{roll: 2}, reroll, {gain_sparks: successes}]", "SID", falls=["S S"])
    assert g.sparks["SID"] == 2


def test_what_others_have_rolled_is_not_rolled_again() -> None:
    rolled = does(yard(), "[{roll: 3}]", falls=["F S F"])
    assert does(rolled, "[reroll, {gain_sparks: successes, to: SID}]").sparks["SID"] == 0


def test_failures_are_turned_into_successes_as_far_as_there_are_any() -> None:
    text = "[{{roll: 3}}, {{turn_dice: {}}}, {{gain_sparks: successes}}, {{place_sparks: failures, area: B}}]"
    one = does(yard(), text.format(1), "SID", falls=["F S F"])
    assert (one.sparks["SID"], one.sparks_at["B"]) == (2, 1)
    assert one.dice.count("S") == 2
    all_of_them = does(yard(), text.format(9), "SID", falls=["F S F"])
    assert (all_of_them.sparks["SID"], all_of_them.sparks_at) == (3, {})


def test_without_a_roll_no_die_is_turned() -> None:
    assert does(yard(), "[{turn_dice: 2}, {gain_sparks: successes}]", "SID").sparks["SID"] == 0
