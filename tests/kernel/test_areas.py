"""Areas: which adjoin, how far apart they are, and how a map in play is replaced."""

from __future__ import annotations

from foldtale.kernel.areas import NO_AREAS, SOLID, Areas, Border

ROW = Areas(["mill", "pond", "wood"], [Border("mill", "pond"), Border("pond", "wood")])


def test_areas_joined_by_a_dashed_line_can_be_entered_from_both_sides() -> None:
    assert ROW.next == {"mill": ("pond",), "pond": ("mill", "wood"), "wood": ("pond",)}


def test_a_one_way_link_leads_from_the_first_to_the_second_only() -> None:
    slide = ROW.with_borders(Border("wood", "mill", one_way=True))
    assert slide.next["wood"] == ("mill", "pond")
    assert slide.next["mill"] == ("pond",)


def test_one_dashed_segment_of_a_solid_line_is_enough_to_cross() -> None:
    gap = ROW.with_borders(Border("mill", "pond", SOLID))
    assert gap.behind["mill"] == ()
    assert gap.next["mill"] == ("pond",)


def test_areas_behind_a_solid_line_adjoin_and_cannot_be_entered() -> None:
    wall = ROW.with_only(Border("mill", "pond", SOLID))
    assert wall.behind["mill"] == ("pond",)
    assert wall.next["mill"] == ()


def test_distances_count_steps_and_leave_out_what_is_out_of_reach() -> None:
    assert ROW.distances("mill") == {"mill": 0, "pond": 1, "wood": 2}
    assert ROW.with_areas("moon").distances("moon") == {"moon": 0}


def test_an_area_takes_its_borders_away_with_it() -> None:
    less = ROW.without("pond")
    assert less.names == ("mill", "wood")
    assert less.borders == ()
    assert "pond" not in less
    assert less.around("pond") == ()


def test_a_map_that_is_replaced_leaves_the_old_one_as_it_was() -> None:
    ROW.with_areas("moon").with_borders(Border("wood", "moon"))
    assert "moon" not in ROW
    assert ROW.distances("mill")["wood"] == 2


def test_a_map_without_areas_is_false() -> None:
    assert not NO_AREAS
    assert NO_AREAS.distances("mill") == {}
