"""Wonder Book: every instruction about enemies and allies, and what it does not do."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked, offered
from tests.games.wonderbook.given import HEARTS, carried_out, does
from tests.games.wonderbook.pages import figure
from tests.games.wonderbook.yards.figures import CARDS, UNHURT, standing, yard


@pytest.mark.rule("WB-043")
def test_an_enemy_appears_with_its_hearts_and_its_card_is_in_force() -> None:
    g = does(yard(wyrms=["A"]), "[{create_enemy: boss, area: D}, {create_enemy: imp, area: E}]")
    assert g.figures == {"boss": ("D", 4), "imp": ("E", 3)}
    assert does(g, "[{activate: 1}]").hearts["SID"] == 3


def test_an_enemy_in_play_does_not_appear_again_nor_off_the_map() -> None:
    g = does(
        yard(), "[{create_enemy: boss, area: D}, {damage_enemy: 1, to: boss}, {create_enemy: boss, area: A}]"
    )
    assert g.figures == {"boss": ("D", 3)}
    assert does(yard(), "[{create_enemy: boss, area: P}, {create_ally: fox, area: P}]").figures == {}


@pytest.mark.rule("WB-Q120", "WB-198")
def test_an_enemy_has_no_more_hearts_than_the_supply() -> None:
    g = does(yard(), "[{create_enemy: giant, area: D}]")
    assert g.figures["giant"] == ("D", 60)
    assert g.heart_supply == 0


@pytest.mark.rule("WB-043", "WB-Q85")
def test_an_ally_appears_and_wyrms_do_not_mind_it() -> None:
    g = does(yard(wyrms=["D"], hearts={"LARA": 0, "KEN": 0}), "[{create_ally: fox, area: D}, {activate: 1}]")
    assert g.figures == {"fox": ("D", 3)}
    assert standing(g) == ["A"]


@pytest.mark.rule("WB-Q85")
def test_wyrms_attack_and_approach_an_ally_that_counts_as_a_hero() -> None:
    g = does(yard(wyrms=["D"]), "[{create_ally: kid, area: D}, {activate: 1}]")
    assert g.figures == {"kid": ("D", 1)}
    down = yard(wyrms=["B"], hearts={"SID": 0, "LARA": 0, "KEN": 0})
    assert standing(does(down, "[{create_ally: kid, area: C}, {activate: 1}]")) == ["C"]


@pytest.mark.rule("WB-Q61")
def test_damage_costs_an_enemy_hearts_and_with_the_last_one_it_is_defeated() -> None:
    met = does(yard(wyrms=["A"]), "[{create_enemy: boss, area: A}]")
    assert does(met, "[{damage_enemy: 3, to: boss}]").figures == {"boss": ("A", 1)}
    g = does(met, "[{damage_enemy: 9, to: boss}]")
    assert g.figures == {}
    assert g.fallen == ("boss",)
    assert g.heart_supply == HEARTS - 16
    assert does(g, "[{activate: 1}]").hearts["SID"] == 4


def test_who_is_not_in_play_is_dealt_no_damage() -> None:
    g = does(
        yard(),
        "[{damage_enemy: 9, to: boss}, {damage_ally: 9, to: fox}, {heal_enemy: 1, who: boss}, {heal_ally: 1, who: fox}]",
    )
    assert g.figures == {}
    assert g.fallen == ()
    assert does(yard(), "[{must: [{damage_enemy: 1, to: boss}], else: [{count: missed}]}]").counters == {
        "missed": 1
    }


@pytest.mark.rule("WB-043")
def test_damage_costs_an_ally_hearts() -> None:
    met = does(yard(), "[{create_ally: fox, area: A}]")
    assert does(met, "[{damage_ally: 1, to: fox}]").figures == {"fox": ("A", 2)}
    gone = does(met, "[{damage_ally: 3, to: fox}]")
    assert gone.figures == {}
    assert gone.fallen == ("fox",)


def test_enemies_and_allies_recover_up_to_what_their_cards_say() -> None:
    hurt = does(
        yard(),
        "[{create_enemy: imp, area: A}, {create_ally: fox, area: A}, {damage_enemy: 2, to: imp}, {damage_ally: 2, to: fox}]",
    )
    g = does(hurt, "[{heal_enemy: 1, who: imp}, {heal_ally: 9, who: fox}]")
    assert g.figures == {"imp": ("A", 2), "fox": ("A", 3)}


@pytest.mark.rule("WB-199")
def test_an_enemy_recovers_no_more_than_the_supply_holds() -> None:
    g = does(
        yard(),
        "[{create_enemy: boss, area: A}, {damage_enemy: 2, to: boss}, {create_enemy: giant, area: E}, {heal_enemy: 2, who: boss}]",
    )
    assert g.figures["boss"] == ("A", 2)


@pytest.mark.rule("WB-Q86")
def test_an_enemy_acts_as_its_card_says() -> None:
    met = does(yard(), "[{create_enemy: boss, area: D}]")
    g = does(met, "[{enemy_acts: boss}]", answers=["C"])
    assert g.figures["boss"] == ("C", 4)
    assert g.hearts == UNHURT | {"KEN": 4}


def test_an_enemy_with_somebody_to_hurt_stays_where_it_is() -> None:
    g = does(yard(), "[{create_enemy: boss, area: A}, {enemy_acts: boss}]")
    assert g.figures["boss"] == ("A", 4)
    assert g.hearts == UNHURT | {"SID": 3}


def test_an_enemy_that_finds_no_way_stays_where_it_is() -> None:
    g = does(yard(), "[{create_enemy: boss, area: E}, {enemy_acts: boss}]")
    assert g.figures["boss"] == ("E", 4)
    assert g.hearts == UNHURT


def test_an_enemy_goes_where_its_card_says_and_nobody_else_does() -> None:
    g = does(yard(), "[{create_enemy: imp, area: A}, {create_enemy: mud, area: A}, {enemy_acts: imp}]")
    assert g.figures == {"imp": ("E", 3), "mud": ("A", 2)}
    assert does(g, "[{lumber: B}, stalk]").figures == g.figures


def test_an_enemy_does_not_go_off_the_map() -> None:
    g = yard(CARDS + figure("stray", "enemy", 1, ", script: [{lumber: P}]"))
    assert does(g, "[{create_enemy: stray, area: A}, {enemy_acts: stray}]").figures == {"stray": ("A", 1)}


def test_who_is_not_in_play_or_has_nothing_to_do_does_not_act() -> None:
    g = does(
        yard(),
        "[{enemy_acts: imp}, {ally_acts: fox}, {create_enemy: mud, area: A}, {enemy_acts: mud}, {create_ally: kid, area: A}, {ally_acts: kid}]",
    )
    assert g.figures == {"mud": ("A", 2), "kid": ("A", 2)}
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 0}


def test_an_ally_acts_for_the_active_hero() -> None:
    g = does(yard(active="KEN"), "[{create_ally: fox, area: A}, {ally_acts: fox}]", "SID")
    assert g.figures["fox"] == ("C", 3)
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 1}


@pytest.mark.rule("WB-Q131")
def test_whom_an_enemy_speaks_to_between_turns_the_group_says() -> None:
    match = carried_out(yard(), "[{create_enemy: grump, area: A}, {enemy_acts: grump}]")[1]
    assert asked(match).seat == -1
    assert offered(match) == ["SID", "LARA", "KEN"]
    assert answer(match, "LARA").hearts == UNHURT | {"LARA": 4}


@pytest.mark.rule("WB-Q131")
def test_whom_an_ally_speaks_to_between_turns_the_group_says() -> None:
    match = carried_out(yard(), "[{create_ally: fox, area: A}, {ally_acts: fox}]")[1]
    assert asked(match).seat == -1
    assert offered(match) == ["SID", "LARA", "KEN"]
    assert answer(match, "LARA").sparks == {"SID": 0, "LARA": 1, "KEN": 0}
