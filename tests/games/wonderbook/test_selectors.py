"""Wonder Book: every selector that cards can ask for."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked, offered
from tests.games.wonderbook.given import book, carried_out, does, play
from tests.games.wonderbook.yards.selectors import is_so, number, things, yard


@pytest.mark.rule("WB-172")
def test_heroes_are_those_on_their_feet() -> None:
    assert things(yard(), "heroes") == ["SID", "LARA", "KEN"]
    assert things(yard(hearts={"LARA": 0}), "heroes") == ["SID", "KEN"]


def test_everyone_is_also_who_lies_there() -> None:
    assert things(yard(hearts={"LARA": 0}), "everyone") == ["SID", "LARA", "KEN"]
    assert "TINA" not in things(yard(), "everyone")


def test_the_knocked_out_are_only_those_who_lie_there() -> None:
    assert things(yard(hearts={"LARA": 0, "KEN": 0}), "knocked_out") == ["LARA", "KEN"]
    assert things(yard(), "knocked_out") == []
    assert number(yard(hearts={"LARA": 0}), "count(knocked_out)") == 1


def test_the_others_are_all_but_oneself_and_those_who_lie_there() -> None:
    assert things(yard(), "others", "SID") == ["LARA", "KEN"]
    assert things(yard(hearts={"KEN": 0}), "others", "SID") == ["LARA"]


def test_the_active_hero_takes_the_turn_and_between_turns_there_is_none() -> None:
    assert things(yard(active="KEN"), "active", "SID") == ["KEN"]
    assert things(yard(), "active", "SID") == []


def test_heroes_in_an_area() -> None:
    g = yard()
    g.at["KEN"] = "B"
    assert things(g, "heroes_in(B)") == ["LARA", "KEN"]
    assert things(yard(hearts={"LARA": 0}), "heroes_in(B)") == []
    assert things(g, "heroes_in(D)") == []
    assert things(g, "heroes_in(P)") == []


@pytest.mark.rule("WB-Q49")
def test_heroes_next_to_an_area_are_those_over_dashed_lines() -> None:
    assert things(yard(), "heroes_next_to(B)") == ["SID", "KEN"]
    assert things(yard(), "heroes_next_to(A)") == ["LARA"]
    assert things(yard(hearts={"LARA": 0}), "heroes_next_to(A)") == []
    assert things(yard(), "heroes_next_to(E)") == []
    assert things(yard(), "heroes_next_to(P)") == []


def test_heroes_around_an_area_are_those_in_it_and_next_to_it() -> None:
    assert sorted(things(yard(), "heroes_around(A)")) == ["LARA", "SID"]
    assert things(yard(hearts={"SID": 0}), "heroes_around(A)") == ["LARA"]
    assert things(yard(), "heroes_around(P)") == []


def test_the_holder_of_an_item_can_be_a_knocked_out_hero() -> None:
    g = yard(items={"LARA": ["torch"]}, shreds={"KEN": ["plaster"]}, hearts={"LARA": 0})
    assert things(g, "holder_of(torch)") == ["LARA"]
    assert things(g, "holder_of(plaster)") == ["KEN"]
    assert things(g, "holder_of(rope)") == []


def test_the_lowest_hearts_are_of_those_on_their_feet() -> None:
    assert things(yard(hearts={"SID": 2, "LARA": 4, "KEN": 2}), "lowest_hearts") == ["SID", "KEN"]
    assert things(yard(hearts={"SID": 0, "LARA": 4, "KEN": 5}), "lowest_hearts") == ["LARA"]
    assert things(yard(hearts={"SID": 0, "LARA": 0, "KEN": 0}), "lowest_hearts") == []


def test_oneself_and_heroes_by_name() -> None:
    assert is_so(yard(), "self is SID", "SID")
    assert not is_so(yard(), "self is SID", "KEN")
    assert things(yard(), "heroes where it is KEN or it is TINA") == ["KEN"]


def test_heroes_can_be_chosen_by_a_player_or_by_the_group() -> None:
    alone = carried_out(yard(), "[{pick: others, do: [{damage: 1, to: it}]}]", "KEN")[1]
    assert asked(alone) == (2, "pick")
    assert offered(alone) == ["SID", "LARA"]
    together = carried_out(yard(), "[{pick: others, by: group, do: [{damage: 1, to: it}]}]", "KEN")[1]
    assert asked(together) == (-1, "pick")
    assert answer(together, "LARA").hearts == {"SID": 5, "LARA": 4, "KEN": 6}


def test_all_wyrms_are_those_in_play() -> None:
    g = yard(wyrms=["A", "C"], stunned=["A"])
    assert things(g, "wyrms") == ["A standing", "C standing", "A stunned"]
    assert number(g, "count(wyrms)") == 3
    assert number(yard(), "count(wyrms)") == 0


def test_wyrms_in_an_area() -> None:
    g = yard(wyrms=["A", "A", "C"], stunned=["A"])
    assert things(g, "wyrms_in(A)") == ["A standing", "A stunned"]
    assert number(g, "count(wyrms_in(A))") == 3
    assert number(g, "count(wyrms_in(B))") == 0
    assert number(g, "count(wyrms_in(P))") == 0


def test_nowhere_there_are_no_wyrms() -> None:
    """The supply is no area."""
    assert number(yard(wyrms=["A"]), "count(wyrms_in(place_of(cart)))") == 0
    assert number(yard(wyrms=["A"]), "count(wyrms_around(place_of(cart)))") == 0


def test_wyrms_next_to_an_area_and_around_it() -> None:
    g = yard(wyrms=["A", "B", "C", "D"])
    assert things(g, "wyrms_next_to(B)") == ["A standing", "C standing"]
    assert things(g, "wyrms_around(A)") == ["A standing", "B standing"]
    assert things(g, "wyrms_next_to(E)") == []
    assert things(g, "wyrms_next_to(P)") == []


@pytest.mark.rule("WB-Q81")
def test_wyrms_within_a_number_of_steps() -> None:
    g = yard(wyrms=["A", "B", "C", "D", "E"])
    assert things(g, "wyrms_within(0, here)", "SID") == ["A standing"]
    assert things(g, "wyrms_within(2, here)", "SID") == ["A standing", "B standing", "C standing"]
    assert things(g, "wyrms_within(60, here)", "SID") == [
        "A standing",
        "B standing",
        "C standing",
        "D standing",
    ]
    assert things(g, "wyrms_within(3, P)") == []


@pytest.mark.rule("WB-Q81")
def test_the_closest_wyrms_have_the_shortest_way() -> None:
    g = yard(wyrms=["D", "E", "C"], stunned=["C"])
    assert things(g, "closest_wyrms", "SID") == ["C standing", "C stunned"]
    assert things(g, "closest_wyrms(KEN)", "SID") == ["C standing", "C stunned"]
    assert things(yard(wyrms=["E"]), "closest_wyrms(SID)") == []
    assert things(yard(), "closest_wyrms(SID)") == []


def test_the_closest_wyrms_are_closest_by_their_own_way() -> None:
    one_way = does(
        yard(wyrms=["D", "B"]),
        "[{add_link: D, other: A, one_way: true}, {set_border: A, other: B, line: solid}]",
    )
    assert things(one_way, "closest_wyrms(SID)") == ["D standing"]


def test_wyrms_are_stunned_or_standing() -> None:
    g = yard(wyrms=["A"], stunned=["B"])
    assert things(g, "wyrms where is_stunned(it)") == ["B stunned"]
    assert things(g, "wyrms where not is_stunned(it)") == ["A standing"]


def test_a_defeated_wyrm_is_neither_stunned_nor_in_play() -> None:
    text = '[{{pick: wyrms, do: [{{defeat: it}}, {{if: "{}", then: [{{count: found}}]}}]}}]'
    assert does(yard(stunned=["B"]), text.format("is_stunned(it)")).counters == {}
    assert does(yard(stunned=["B"]), text.format("in_play(it)")).counters == {}
    assert does(yard(stunned=["B"]), text.format("not in_play(it)")).counters == {"found": 1}


def test_a_wyrm_in_play_is_in_play() -> None:
    assert things(yard(wyrms=["B"]), "wyrms where in_play(it)") == ["B standing"]


def test_the_lair_of_a_wyrm_is_where_it_is() -> None:
    g = yard(wyrms=["B", "D"])
    assert things(g, "wyrms where lair(it) is D") == ["D standing"]
    gone = does(g, "[{pick: wyrms_in(D), do: [{defeat: it}, {place_sparks: 1, area: lair(it)}]}]")
    assert gone.sparks_at == {}


def test_enemies_and_allies_are_told_apart() -> None:
    g = does(
        yard(), "[{create_enemy: boss, area: A}, {create_enemy: imp, area: B}, {create_ally: fox, area: A}]"
    )
    assert things(g, "enemies") == ["boss", "imp"]
    assert things(g, "allies") == ["fox"]
    assert things(g, "enemies_in(A)") == ["boss"]
    assert things(g, "enemies_in(C)") == []
    assert things(g, "enemies_in(P)") == []
    assert things(yard(), "enemies") == []
    assert things(yard(), "allies") == []


def test_where_enemies_and_allies_are() -> None:
    g = does(yard(), "[{create_enemy: boss, area: A}, {create_ally: fox, area: D}]")
    assert is_so(g, "enemy_at(boss) is A")
    assert is_so(g, "ally_at(fox) is D")
    assert things(g, "enemies where enemy_at(it) is D") == []


def test_who_is_not_in_play_is_nowhere() -> None:
    g = does(yard(), "[{place_sparks: 1, area: enemy_at(boss)}, {place_sparks: 1, area: ally_at(fox)}]")
    assert g.sparks_at == {}


def test_an_enemy_speaks_of_its_own_area() -> None:
    g = does(yard(), "[{create_enemy: boss, area: C}, {enemy_acts: boss}]")
    assert g.sparks_at == {"C": 2}
    assert does(yard(), "[{place_sparks: 2, area: lair_of_this}]").sparks_at == {}


def test_all_areas_are_those_on_the_map() -> None:
    assert things(yard(), "areas") == ["A", "B", "C", "D", "E"]
    assert things(book(), "areas") == []
    assert things(does(yard(), "[{remove_area: E, to: A}]"), "areas") == ["A", "B", "C", "D"]


def test_here_is_where_the_hero_is_who_acts() -> None:
    assert things(yard(), "here", "KEN") == ["C"]
    assert does(yard(), "[{place_sparks: 1, area: here}]").sparks_at == {}


def test_the_area_of_a_hero() -> None:
    assert is_so(yard(), "area_of(LARA) is B")
    assert is_so(yard(hearts={"LARA": 0}), "area_of(LARA) is B")
    assert things(yard(), "heroes where area_of(it) is C") == ["KEN"]


@pytest.mark.rule("WB-114", "WB-115")
def test_areas_next_to_one_are_those_that_can_be_entered() -> None:
    assert things(yard(), "next_to(B)") == ["A", "C"]
    assert things(yard(), "next_to(A)") == ["B"]
    assert things(yard(), "next_to(E)") == []
    assert things(yard(), "next_to(P)") == []


@pytest.mark.rule("WB-155")
def test_the_vortex_is_that_of_the_goal_as_far_as_it_is_on_the_map() -> None:
    rooms = book(map="enemies", at={"SID": "P", "LARA": "P", "KEN": "P"})
    assert things(rooms, "vortex") == ["V"]
    assert things(yard(), "vortex") == []
    assert things(does(yard(), "[{set_vortex: E}]"), "vortex") == ["E"]


def test_the_place_of_an_object() -> None:
    assert is_so(yard(), "place_of(well) is B")
    assert things(yard(), "areas where it is place_of(cart)") == []
    assert things(does(yard(), "[{remove_object: well}]"), "areas where it is place_of(well)") == []


def test_areas_with_a_tag() -> None:
    assert things(yard(), "tagged(dark)") == ["A", "C"]
    assert things(yard(), "tagged(wet)") == ["C"]
    assert things(yard(), "tagged(warm)") == []
    assert things(book(), "tagged(dark)") == []
    assert things(does(yard(), "[{remove_area: C, to: A}]"), "tagged(dark)") == ["A"]


def test_areas_with_a_number_of_wyrms() -> None:
    g = yard(wyrms=["A", "C", "C"], stunned=["C"])
    assert things(g, "areas where count(wyrms_in(it)) >= 2") == ["C"]
    assert things(g, "areas where count(wyrms_in(it)) >= 1") == ["A", "C"]
    assert things(g, "areas where count(wyrms_in(it)) >= 4") == []


@pytest.mark.rule("WB-030")
def test_the_dark_aura_is_where_it_lies_or_where_its_bearer_is() -> None:
    assert is_so(does(yard(), "[{aura_in: D}]"), "aura_at is D")
    assert is_so(does(yard(), "[{aura_on: LARA}]"), "aura_at is B")
    assert is_so(does(yard(), "[{create_enemy: boss, area: E}, {aura_on_enemy: boss}]"), "aura_at is E")


def test_a_dark_aura_that_lies_nowhere_has_no_place() -> None:
    assert things(yard(), "areas where it is aura_at") == []
    assert things(does(yard(), "[{aura_in: P}]"), "areas where it is aura_at") == []
    assert things(does(yard(), "[{aura_on_enemy: boss}]"), "areas where it is aura_at") == []


@pytest.mark.rule("WB-073")
def test_the_items_of_a_hero_are_items_and_shreds() -> None:
    g = yard(items={"SID": ["torch"], "KEN": ["rope"]}, shreds={"SID": ["plaster"]})
    assert things(g, "items_of(SID)") == ["torch", "plaster"]
    assert things(g, "items_of", "KEN") == ["rope"]
    assert things(g, "items_of(LARA)") == []


def test_this_is_the_card_whose_text_it_is() -> None:
    match = play(yard(items={"SID": ["torch", "rope"]}, active="SID"))
    g = answer(match, "use torch burn")
    assert g.items["SID"] == ("rope",)
    assert g.discard == ("torch",)
