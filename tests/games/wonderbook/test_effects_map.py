"""Wonder Book: every instruction about the map and what lies on it, and its limits."""

from __future__ import annotations

import pytest

from foldtale.testing import offered
from tests.games.wonderbook.given import book, does, play
from tests.games.wonderbook.yards.ground import IN_THE_YARD
from tests.games.wonderbook.yards.story import CARDS, yard


def test_the_book_is_opened_at_another_scene_and_what_was_on_the_map_is_gone() -> None:
    full = does(
        yard(wyrms=["A"], stunned=["B"], lying={"A": 2}),
        "[{create_enemy: boss, area: A}, {set_vortex: A}, {aura_in: A}, {place_marker: 2, name: ink}]",
    )
    g = does(full, "[{use_map: hall}]")
    assert g.areas.names == ("F", "G")
    assert g.objects == {"vase": "F"}
    assert (g.wyrm_supply, g.stunned, g.sparks_at, g.figures, g.aura) == (6, [False] * 6, {}, {}, "")
    assert g.at == {"SID": "", "LARA": "", "KEN": ""}
    assert g.vortices == ()
    assert g.force.whiles == {}
    assert g.fallen == ()


def test_markers_on_the_map_go_with_the_map() -> None:
    g = does(yard(), "[{place_marker: 2, name: ink}, {use_map: hall}]")
    assert g.markers.get("ink", 0) == 0


def test_what_heroes_have_they_keep_on_another_map() -> None:
    before = yard(items={"SID": ["rope"]}, sparks={"KEN": 2}, hearts={"LARA": 0})
    g = does(before, "[{aura_on: SID}, {use_map: hall}, {all_to: G}]")
    assert (g.items["SID"], g.sparks["KEN"], g.hearts["LARA"], g.aura) == (("rope",), 2, 0, "SID")
    assert g.at == {"SID": "G", "LARA": "G", "KEN": "G"}


def test_a_pop_up_is_folded_open_once() -> None:
    g = does(yard(), "[{open_popup: tower}, {open_popup: tower}, {open_popup: bridge}]")
    assert g.popups == ("tower", "bridge")
    assert g.areas.next == yard().areas.next


def test_the_book_is_turned_and_nothing_else_changes() -> None:
    g = does(yard(), "[rotate]")
    assert g.turned == 90
    assert g.areas.next == yard().areas.next
    assert does(g, "[rotate, rotate, rotate]").turned == 0


@pytest.mark.rule("WB-Q52")
def test_an_area_that_was_kept_for_later_joins_with_its_borders_and_objects() -> None:
    assert "D" not in yard().areas.next
    g = does(yard(), "[{add_area: D}]")
    assert g.areas.next["C"] == ("B", "D")
    assert g.areas.next["D"] == ("C",)
    assert g.objects["well"] == "D"


def test_an_object_in_an_area_that_comes_later_is_not_on_the_map_before() -> None:
    assert does(yard(), '[{if: "place_of(well) is D", then: [{count: there}]}]').counters == {}


def test_an_area_that_the_map_card_has_not_or_that_is_there_already_is_not_added() -> None:
    changed = does(yard(), "[{set_border: A, other: C, line: dashed}]")
    g = does(changed, "[{add_area: F}, {add_area: A}]")
    assert g.areas.names == ("A", "B", "C", "E")
    assert g.areas.next["A"] == ("B", "C")
    assert does(book(cards=CARDS), "[{add_area: D}]").areas.names == ()


@pytest.mark.rule("WB-Q52")
def test_an_area_is_gone_with_its_wyrms_sparks_and_objects_and_who_was_there_goes_elsewhere() -> None:
    before = yard(wyrms=["A", "B"], stunned=["A"], lying={"A": 2, "B": 1}, hearts={"SID": 0})
    g = does(does(before, "[{create_enemy: boss, area: A}]"), "[{remove_area: A, to: C}]")
    assert g.areas.names == ("B", "C", "E")
    assert g.at == {"SID": "C", "LARA": "B", "KEN": "C"}
    assert (g.wyrm_supply, g.sparks_at, g.figures) == (5, {"B": 1}, {"boss": ("C", 3)})
    assert g.objects == {}
    assert g.areas.next["B"] == ("C",)


def test_an_area_that_is_not_there_is_not_removed_nor_one_with_nowhere_to_go() -> None:
    g = does(yard(), "[{remove_area: D, to: A}, {remove_area: A, to: D}, {remove_area: A, to: A}]")
    assert g.areas.names == ("A", "B", "C", "E")
    assert g.at == IN_THE_YARD


@pytest.mark.rule("WB-Q52")
def test_a_border_can_be_crossed_from_now_on_or_not_any_more() -> None:
    g = does(
        yard(wyrms=["C"]), "[{set_border: A, other: C, line: dashed}, {set_border: C, other: B, line: solid}]"
    )
    assert g.areas.next["C"] == ("A",)
    assert g.areas.next["B"] == ("A",)
    assert g.areas.behind["C"] == ("B",)
    assert g.areas.distances("C")["B"] == 2


def test_there_is_no_border_with_an_area_that_is_not_on_the_map() -> None:
    g = does(
        yard(),
        "[{set_border: A, other: D, line: dashed}, {add_link: A, other: D}, {set_border: A, other: P, line: solid}]",
    )
    assert g.areas.next == yard().areas.next


def test_an_area_does_not_border_on_itself() -> None:
    assert does(yard(), "[{set_border: A, other: A, line: dashed}]").areas.next == yard().areas.next
    assert does(yard(), "[{add_link: A, other: A}]").areas.next == yard().areas.next


@pytest.mark.rule("WB-Q52")
def test_a_link_leads_there_and_back_or_only_there() -> None:
    both = does(yard(), "[{add_link: A, other: E}]")
    assert both.areas.next["A"] == ("B", "E")
    assert both.areas.next["E"] == ("A",)
    there = does(yard(), "[{add_link: A, other: E, one_way: true}]")
    assert there.areas.next["A"] == ("B", "E")
    assert there.areas.next["E"] == ()


def test_a_link_takes_no_way_away() -> None:
    g = does(yard(), "[{add_link: A, other: B, one_way: true}]")
    assert (g.areas.next["A"], g.areas.next["B"]) == (("B",), ("A", "C"))


def test_two_links_lead_there_and_back() -> None:
    two = does(yard(), "[{add_link: A, other: E, one_way: true}, {add_link: E, other: A, one_way: true}]")
    assert (two.areas.next["A"], two.areas.next["E"]) == (("B", "E"), ("A",))


@pytest.mark.rule("WB-155")
def test_the_vortex_is_elsewhere_until_the_goal_is_met() -> None:
    g = does(yard(), "[{set_vortex: B}, {spawn: 1}]")
    assert g.wyrms_in("B") == [0]
    met = does(g, "[{skip_cards: 2}, {count: done}, {spawn: 1}]")
    assert met.goal == "I-5"
    assert met.vortices == ("A",)
    assert met.wyrms_in("A") == [1]


def test_a_vortex_that_is_not_on_the_map_lets_nothing_out() -> None:
    assert does(yard(), "[{set_vortex: P}, {spawn: 1}]").wyrm_supply == 6


def test_an_object_is_put_somewhere_or_moved() -> None:
    g = does(yard(), "[{place_object: cart, area: C}, {place_object: lamp, area: B}]")
    assert (g.objects["lamp"], g.objects["cart"]) == ("B", "C")
    off = does(yard(), "[{place_object: cart, area: D}, {place_object: lamp, area: D}]")
    assert off.objects["lamp"] == "A"
    assert "cart" not in off.objects


@pytest.mark.rule("WB-Q136")
def test_with_an_object_that_is_gone_nobody_can_interact() -> None:
    out = yard(stacks={"red": ["I-6"]}, active="SID")
    assert "interact I-6" in offered(play(out))
    gone = does(out, "[{remove_object: lamp}, {remove_object: cart}]")
    assert "lamp" not in gone.objects
    assert "interact I-6" not in offered(play(gone))


@pytest.mark.rule("WB-030")
def test_the_dark_aura_lies_in_one_place_only() -> None:
    g = does(yard(), "[{aura_in: B}]")
    assert g.aura == "B"
    assert does(g, "[{aura_on: KEN}]").aura == "KEN"
    assert does(g, "[aura_on]", "SID").aura == "SID"
    assert does(g, "[{create_enemy: boss, area: A}, {aura_on_enemy: boss}]").aura == "boss"
    assert yard().aura == ""


def test_the_dark_aura_is_taken_away() -> None:
    assert does(yard(), "[{aura_on: SID}, remove_aura]").aura == ""
    assert does(yard(), "[remove_aura]").aura == ""


def test_markers_are_placed_and_taken_away_as_far_as_there_are_any() -> None:
    g = does(
        yard(), "[{place_marker: 3, name: ink}, {place_marker: -1, name: ink}, {place_marker: -2, name: mud}]"
    )
    assert g.markers == {"ink": 2, "mud": 0}
