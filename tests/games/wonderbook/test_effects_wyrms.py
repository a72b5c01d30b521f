"""Wonder Book: every instruction about Wyrms, and what it does not do."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import book, carried_out, does, everybody, play
from tests.games.wonderbook.pages import law
from tests.games.wonderbook.yards.figures import CARDS, UNHURT, standing, stunned, yard


@pytest.mark.rule("WB-Q68", "WB-132")
def test_one_damage_to_a_wyrm_stuns_it_whatever_deals_it() -> None:
    g = does(yard(wyrms=["A", "B"], rules=["gong"]), "[{each: wyrms_in(A), do: [{hit: 1, to: it}]}]")
    assert (standing(g), stunned(g)) == (["B"], ["A"])
    assert g.counters == {"stunned": 1}


@pytest.mark.rule("WB-Q68", "WB-134", "WB-135")
def test_two_at_once_or_one_on_a_stunned_one_defeats_it_and_nothing_is_left_over() -> None:
    g = does(
        yard(wyrms=["A"], stunned=["B"], rules=["gong"]),
        "[{each: wyrms_in(A), do: [{hit: 5, to: it}]}, {each: wyrms_in(B), do: [{hit: 1, to: it}]}]",
    )
    assert (standing(g), stunned(g)) == ([], [])
    assert g.wyrm_supply == 6
    assert g.counters == {"defeated": 2}
    two = does(yard(wyrms=["A", "A"]), "[{pick: wyrms_in(A), do: [{hit: 3, to: it}]}]")
    assert (standing(two), stunned(two)) == (["A"], [])


@pytest.mark.rule("WB-Q69")
def test_damage_by_two_effects_is_not_dealt_at_once() -> None:
    g = does(
        yard(wyrms=["A"], rules=["gong"]),
        "[{pick: wyrms, do: [{hit: 1, to: it}, {stand_up: it}, {hit: 1, to: it}]}]",
    )
    assert stunned(g) == ["A"]
    assert g.counters == {"stunned": 2}


def test_a_wyrm_in_the_supply_is_not_hit() -> None:
    g = does(yard(wyrms=["A"], rules=["gong"]), "[{pick: wyrms, do: [{remove: it}, {hit: 2, to: it}]}]")
    assert g.counters == {}
    assert does(yard(wyrms=["A"]), "[{pick: wyrms, do: [{hit: 0, to: it}]}]").stunned == [False] * 6


@pytest.mark.rule("WB-Q134")
def test_a_stunned_wyrm_is_not_stunned_again_and_not_defeated() -> None:
    g = does(yard(wyrms=["A"], stunned=["B"], rules=["gong"]), "[{each: wyrms, do: [{stun: it}]}]")
    assert (standing(g), stunned(g)) == ([], ["A", "B"])
    assert g.counters == {"stunned": 1}


@pytest.mark.rule("WB-210")
def test_a_wyrm_that_stands_up_has_both_its_life_points_again() -> None:
    g = does(yard(stunned=["A"]), "[{pick: wyrms, do: [{stand_up: it}, {hit: 1, to: it}]}]")
    assert stunned(g) == ["A"]
    assert told(carried_out(yard(wyrms=["A"]), "[{pick: wyrms, do: [{stand_up: it}]}]")[1]) == []


@pytest.mark.rule("WB-136")
def test_a_defeated_wyrm_goes_to_the_supply_standing_or_not() -> None:
    g = does(
        yard(wyrms=["A", "C"], stunned=["B"], rules=["gong"]), "[{each: wyrms_around(A), do: [{defeat: it}]}]"
    )
    assert standing(g) == ["C"]
    assert g.wyrm_supply == 5
    assert g.counters == {"defeated": 2}
    assert does(g, "[{pick: wyrms, do: [{remove: it}, {defeat: it}]}]").counters == {"defeated": 2}


@pytest.mark.rule("WB-Q70")
def test_a_removed_wyrm_was_not_defeated_by_anybody() -> None:
    g = does(yard(wyrms=["A"], stunned=["B"], rules=["gong"]), "[{each: wyrms, do: [{remove: it}]}]")
    assert g.wyrm_supply == 6
    assert g.stunned == [False] * 6
    assert g.counters == {}


def test_when_no_wyrm_was_hit_none_is_removed() -> None:
    net = law("when: [{on: hit, do: [{remove: target}, {stun: target}]}]")
    g = yard(CARDS + net, wyrms=["C"] * 6, active="SID", rules=["law"])
    g = does(g, "[{create_enemy: mud, area: A}]")
    after = answer(play(g, "S F"), "attack", "keep")
    assert after.figures["mud"] == ("A", 1)
    assert standing(after) == ["C"] * 6


@pytest.mark.rule("WB-154", "WB-Q89")
def test_wyrms_are_spawned_in_the_vortex_or_where_the_text_says() -> None:
    rooms = book(map="enemies", at=everybody("P"))
    assert standing(does(rooms, "[{spawn: 2}]")) == ["V", "V"]
    assert standing(does(rooms, "[{spawn: 1, area: Q}]")) == ["Q"]
    assert standing(does(yard(), "[{set_vortex: E}, {spawn: 1}]")) == ["E"]


def test_nothing_is_spawned_in_an_area_that_is_not_on_the_map() -> None:
    assert standing(does(yard(), "[{spawn: 1, area: P}]")) == []


def test_where_nothing_is_nothing_is_spawned_not_even_in_the_vortex() -> None:
    assert standing(does(yard(), "[{set_vortex: E}, {spawn: 1, area: place_of(cart)}]")) == []


def test_a_wyrm_is_driven_anywhere_on_the_map() -> None:
    g = does(yard(wyrms=["A"], stunned=["B"], rules=["gates"]), "[{each: wyrms, do: [{drive: it, area: E}]}]")
    assert (standing(g), stunned(g)) == (["E"], ["E"])
    assert g.counters == {"crept": 2}


def test_a_wyrm_is_not_driven_off_the_map_nor_out_of_the_supply() -> None:
    g = does(
        yard(wyrms=["A"], rules=["gates"]),
        "[{pick: wyrms, do: [{drive: it, area: P}, {remove: it}, {drive: it, area: B}]}]",
    )
    assert g.wyrm_supply == 6
    assert g.counters == {}


def test_a_wyrm_that_is_driven_to_where_it_is_enters_nothing() -> None:
    assert (
        does(yard(wyrms=["A"], rules=["gates"]), "[{pick: wyrms, do: [{drive: it, area: A}]}]").counters == {}
    )


def test_a_wyrm_is_pushed_to_an_adjacent_area_that_the_acting_hero_chooses() -> None:
    match = carried_out(yard(wyrms=["A"]), "[{pick: wyrms, do: [{push: it}]}]", "KEN")[1]
    assert asked(match) == (2, "push")
    assert offered(match) == ["B", "D"]
    assert standing(answer(match, "D")) == ["D"]
    group = carried_out(yard(wyrms=["A"]), "[{pick: wyrms, do: [{push: it}]}]")[1]
    assert asked(group) == (-1, "push")


def test_a_wyrm_that_has_nowhere_to_go_is_not_pushed() -> None:
    assert standing(does(yard(wyrms=["E"]), "[{pick: wyrms, do: [{push: it}]}]", "KEN")) == ["E"]
    gone = does(yard(wyrms=["A"]), "[{pick: wyrms, do: [{remove: it}, {push: it}]}]", "KEN")
    assert gone.wyrm_supply == 6
    assert does(
        yard(wyrms=["E"]), "[{pick: wyrms, do: [{must: [{push: it}], else: [{count: stays}]}]}]", "KEN"
    ).counters == {"stays": 1}


def test_a_wyrm_is_pulled_one_area_nearer_by_a_shortest_way() -> None:
    assert standing(does(yard(wyrms=["B"]), "[{pick: wyrms, do: [{pull: it}]}]", "KEN")) == ["C"]
    far = yard(wyrms=["B"], at={"SID": "D", "LARA": "B", "KEN": "C"})
    match = carried_out(far, "[{pick: wyrms, do: [{pull: it, who: SID}]}]")[1]
    assert (asked(match), offered(match)) == ((-1, "way"), ["A", "C"])
    assert standing(answer(match, "C"))[0] == "C"


def test_a_wyrm_that_is_here_already_or_finds_no_way_is_not_pulled() -> None:
    text = "[{pick: wyrms, do: [{pull: it, who: SID}]}]"
    assert standing(does(yard(wyrms=["A"]), text)) == ["A"]
    assert standing(does(yard(wyrms=["E"]), text)) == ["E"]
    gone = does(yard(wyrms=["B"]), "[{pick: wyrms, do: [{remove: it}, {pull: it, who: SID}]}]")
    assert gone.wyrm_supply == 6


@pytest.mark.rule("WB-158", "WB-159")
def test_every_wyrm_acts_the_given_number_of_times() -> None:
    g = does(yard(wyrms=["A", "E"], stunned=["C"]), "[{activate: 2}]", answers=["book"])
    assert g.hearts == {"SID": 3, "LARA": 5, "KEN": 5}
    assert standing(g) == ["A", "C", "E"]


@pytest.mark.rule("WB-151")
def test_a_silver_activation_counts_only_with_three_players_or_four() -> None:
    two = yard(heroes=["SID", "LARA"], at={"SID": "A", "LARA": "B"}, wyrms=["A"])
    assert does(two, "[{activate: 1, silver: 2}]").hearts["SID"] == 4
    assert does(yard(wyrms=["A"]), "[{activate: 1, silver: 2}]").hearts["SID"] == 2


@pytest.mark.rule("WB-151")
def test_nobody_is_asked_about_an_activation_that_does_not_count() -> None:
    two = yard(heroes=["SID", "LARA"], at={"SID": "A", "LARA": "B"}, wyrms=["A", "B"])
    assert offered(carried_out(two, "[{activate: 0, silver: 1}]")[1]) == ["done", "over"]


@pytest.mark.rule("WB-169")
def test_with_nobody_on_their_feet_no_wyrm_acts() -> None:
    g = does(
        yard(wyrms=["D"], stunned=["D"], hearts={"SID": 0, "LARA": 0, "KEN": 0}),
        "[{activate: 3}]",
    )
    assert (standing(g), stunned(g)) == (["D"], ["D"])


def test_one_wyrm_acts_alone() -> None:
    g = does(yard(wyrms=["A", "B"]), "[{pick: wyrms_in(A), do: [{activate_one: it, n: 2}]}]")
    assert g.hearts == UNHURT | {"SID": 3}
    assert does(
        yard(wyrms=["A", "B"]), "[{pick: wyrms_in(B), do: [{activate_one: it}]}]"
    ).hearts == UNHURT | {"LARA": 4}


def test_a_wyrm_in_the_supply_does_not_act() -> None:
    g = does(yard(wyrms=["A"]), "[{pick: wyrms, do: [{remove: it}, {activate_one: it}]}]")
    assert g.hearts == UNHURT
