"""Wonder Book: activations, what a Wyrm does, and whom it minds."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import everybody
from tests.games.wonderbook.pages import figure, rule, wyrm_goal
from tests.games.wonderbook.rooms import enemies_phase, is_over

# Activations


@pytest.mark.rule("WB-158")
def test_every_wyrm_is_activated_also_one_that_has_just_been_spawned() -> None:
    match = enemies_phase("[{spawn: 1}, {activate: 1}]", at=everybody("Q"), wyrms=["R", "P"])
    g = answer(match, "book")
    assert is_over(match)
    assert g.wyrm_at[:3] == ["Q", "Q", "Q"]


@pytest.mark.rule("WB-159", "WB-160")
@pytest.mark.parametrize("symbols", [1, 2, 3])
def test_each_wyrm_takes_as_many_actions_as_there_are_symbols_and_all_of_them_before_the_next(
    symbols: int,
) -> None:
    match = enemies_phase(f"[{{activate: {symbols}}}]", wyrms=["P"], stunned=["P"], hearts={"KEN": 6})
    answer(match, "P standing")
    for left in range(symbols, 0, -1):
        assert asked(match) == (-1, "victim")
        assert match.state.hearts["KEN"] == 6 - symbols + left
        assert match.state.stunned[1] is True
        answer(match, "KEN")
    assert match.state.stunned[1] is False
    assert told(match).count("loses hearts") == symbols


@pytest.mark.rule("WB-161", "WB-Q78")
def test_the_group_picks_the_next_wyrm_after_the_one_before_has_finished() -> None:
    match = enemies_phase("[{activate: 1}]", at=everybody("Q"), wyrms=["R", "P"], stunned=["V"])
    assert asked(match) == (-1, "next wyrm")
    assert offered(match) == ["R standing", "P standing", "V stunned", "book"]
    g = answer(match, "V stunned")
    assert (g.wyrm_at[:3], g.stunned[2]) == (["R", "P", "V"], False)
    assert offered(match) == ["R standing", "P standing", "book"]
    g = answer(match, "P standing")
    assert g.wyrm_at[:3] == ["Q", "Q", "V"]


@pytest.mark.rule("WB-161")
def test_the_book_can_decide_the_order_of_the_rest_but_not_who_is_hit() -> None:
    match = enemies_phase("[{activate: 1}]", wyrms=["P", "R", "V"], stunned=["P"])
    g = answer(match, "V standing")
    assert offered(match) == ["P standing", "R standing", "P stunned", "book"]
    answer(match, "book")
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "LARA", "KEN"])
    g = answer(match, "LARA")
    assert is_over(match)
    assert g.wyrm_at[:4] == ["P", "P", "P", "P"]
    assert not any(g.stunned)
    assert told(match)[-4:] == ["wyrm moves", "loses hearts", "wyrm moves", "wyrm stands up"]


@pytest.mark.rule("WB-Q80")
def test_nobody_is_asked_about_wyrms_in_the_same_area_and_state() -> None:
    match = enemies_phase("[{activate: 1}]", at=everybody("Q"), wyrms=["R", "R", "R"])
    assert is_over(match)
    assert match.state.wyrm_at[:3] == ["Q", "Q", "Q"]


@pytest.mark.rule("WB-Q80")
def test_wyrms_alike_are_one_option() -> None:
    match = enemies_phase(
        "[{activate: 1}]",
        at=everybody("Q"),
        wyrms=["R", "R", "V"],
        stunned=["R", "R"],
    )
    assert offered(match) == ["R standing", "V standing", "R stunned", "book"]
    answer(match, "V standing", "R standing")
    assert offered(match) == ["R standing", "R stunned", "book"]
    g = answer(match, "R standing")
    assert is_over(match)
    assert g.wyrm_at[:5] == ["Q", "Q", "Q", "R", "R"]


@pytest.mark.rule("WB-Q80")
def test_nobody_is_asked_which_of_some_wyrms_alike_is_removed() -> None:
    remove = "[{pick: wyrms_in(R), by: group, do: [{remove: it}]}]"
    match = enemies_phase(remove, wyrms=["R", "R", "R"])
    assert is_over(match)
    assert match.state.wyrm_at.count("R") == 2
    match = enemies_phase(remove, wyrms=["R", "R"], stunned=["R"])
    assert (asked(match).seat, offered(match)) == (-1, ["R standing", "R stunned"])
    g = answer(match, "R stunned")
    assert (g.wyrm_at.count("R"), any(g.stunned)) == (2, False)


@pytest.mark.rule("WB-Q80")
@pytest.mark.parametrize(
    ("removed", "blows"), [("P standing", 6), ("P standing acting", 5), ("P standing waiting", 4)]
)
def test_a_wyrm_that_is_acting_is_not_like_those_that_have_acted_or_wait(removed: str, blows: int) -> None:
    removal = "{if: counter(blows) is 3, then: [{pick: wyrms_in(P), by: group, do: [{remove: it}]}]}"
    storm = rule(9, f"when: [{{on: hero_damaged, do: [{{count: blows}}, {removal}]}}]")
    match = enemies_phase(
        "[{activate: 2}]", more=storm, rules=["I-9"], heroes=["KEN"], wyrms=["P"] * 3, hearts={"KEN": 9}
    )
    assert offered(match) == ["P standing", "P standing acting", "P standing waiting"]
    g = answer(match, removed)
    assert (g.counters["blows"], g.wyrm_at.count("P"), is_over(match)) == (blows, 2, True)


@pytest.mark.rule("WB-Q77")
def test_activations_above_and_below_a_spawn_are_two_blocks() -> None:
    match = enemies_phase(
        "[{activate: 2}, {spawn: 1}, {activate: 1}]",
        map="maze",
        at=everybody("E"),
        more=wyrm_goal(9, more=", vortex: [D]"),
        goal="I-9",
        wyrms=["A"],
    )
    g = answer(match, "B")
    assert is_over(match)
    assert g.wyrm_at[:2] == ["E", "E"]
    assert told(match).count("wyrm moves") == 4


@pytest.mark.rule("WB-Q77")
def test_each_wyrm_finishes_a_block_before_any_begins_the_next() -> None:
    match = enemies_phase("[{activate: 1}, {spawn: 1}, {activate: 2}]", wyrms=["R"], hearts={"SID": 5})
    assert match.state.wyrm_at[:2] == ["P", "V"]
    assert offered(match) == ["P standing", "V standing", "book"]
    answer(match, "V standing")
    assert (asked(match), match.state.wyrm_at[:2]) == ((-1, "victim"), ["P", "P"])
    answer(match, "SID", "SID", "SID")
    assert is_over(match)
    assert match.state.hearts["SID"] == 2


@pytest.mark.rule("WB-Q79")
def test_a_wyrm_that_enters_play_during_a_block_does_not_act_in_it() -> None:
    watch = rule(9, "when: [{on: hero_damaged, limit: phase, do: [{spawn: 1}]}]")
    match = enemies_phase("[{activate: 1}, {activate: 1}]", more=watch, rules=["I-9"], wyrms=["P"])
    g = answer(match, "SID")
    assert g.wyrm_at[:2] == ["P", "V"]
    assert offered(match) == ["P standing", "V standing", "book"], "in the next block it acts"


@pytest.mark.rule("WB-Q79")
def test_a_wyrm_that_is_removed_before_its_activation_is_skipped() -> None:
    watch = rule(9, "when: [{on: hero_damaged, do: [{each: wyrms_in(R), do: [{remove: it}]}]}]")
    match = enemies_phase("[{activate: 1}]", more=watch, rules=["I-9"], wyrms=["P", "R", "V"])
    answer(match, "P standing", "SID")
    g = match.state
    assert is_over(match)
    assert g.wyrm_at[:3] == ["P", "", "P"]


@pytest.mark.rule("WB-Q79")
def test_a_wyrm_that_is_removed_and_spawned_again_during_a_block_does_not_act_in_it() -> None:
    text = "{each: wyrms_in(R), do: [{remove: it}]}, {spawn: 1}"
    watch = rule(9, f"when: [{{on: hero_damaged, limit: phase, do: [{text}]}}]")
    match = enemies_phase("[{activate: 1}]", more=watch, rules=["I-9"], wyrms=["R", "P"])
    g = answer(match, "P standing", "SID")
    assert is_over(match)
    assert sorted(g.wyrm_at) == ["", "", "", "", "P", "V"]


@pytest.mark.rule("WB-Q79")
def test_a_wyrm_that_is_removed_between_its_actions_takes_no_more() -> None:
    watch = rule(9, "when: [{on: hero_damaged, do: [{each: wyrms, do: [{remove: it}]}]}]")
    match = enemies_phase("[{activate: 3}]", more=watch, rules=["I-9"], wyrms=["P", "P"])
    g = answer(match, "SID")
    assert is_over(match)
    assert g.hearts["SID"] == 4


# What a Wyrm does


@pytest.mark.rule("WB-162", "WB-163")
def test_a_stunned_wyrm_stands_up_though_a_hero_is_there_and_that_is_its_action() -> None:
    match = enemies_phase("[{activate: 1}]", stunned=["P"])
    g = match.state
    assert is_over(match)
    assert g.stunned[0] is False
    assert "loses hearts" not in told(match)


@pytest.mark.rule("WB-163")
def test_a_stunned_wyrm_with_nobody_in_its_area_stands_up_before_it_moves() -> None:
    g = enemies_phase("[{activate: 1}]", stunned=["R"]).state
    assert (g.wyrm_at[0], g.stunned[0]) == ("R", False)
    g = enemies_phase("[{activate: 2}]", stunned=["R"]).state
    assert (g.wyrm_at[0], g.stunned[0]) == ("P", False)


@pytest.mark.rule("WB-162")
def test_each_action_is_judged_anew_on_the_position_at_that_moment() -> None:
    match = enemies_phase(
        "[{activate: 5}]", at={"SID": "Q", "LARA": "V", "KEN": "V"}, hearts={"SID": 1}, stunned=["P"]
    )
    answer(match, "Q")
    g = match.state
    assert told(match)[2:6] == ["wyrm stands up", "wyrm moves", "loses hearts", "is knocked out"]
    assert (g.wyrm_at[0], asked(match)) == ("V", (-1, "victim"))


@pytest.mark.rule("WB-164")
def test_a_wyrm_in_the_area_of_a_hero_attacks_for_one_damage_without_dice() -> None:
    match = enemies_phase("[{activate: 1}]", at={"SID": "P", "LARA": "Q", "KEN": "Q"}, wyrms=["P"])
    g = match.state
    assert is_over(match)
    assert g.hearts == {"SID": 4, "LARA": 5, "KEN": 6}
    assert g.wyrm_at[0] == "P"
    assert "rolls" not in told(match)


@pytest.mark.rule("WB-165")
def test_the_group_decides_for_each_single_attack_who_is_hit() -> None:
    match = enemies_phase("[{activate: 3}]", wyrms=["P"])
    for victim in ("KEN", "LARA", "KEN"):
        assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "LARA", "KEN"])
        answer(match, victim)
    assert match.state.hearts == {"SID": 5, "LARA": 4, "KEN": 4}


@pytest.mark.rule("WB-166", "WB-Q81")
def test_a_wyrm_moves_one_area_towards_the_closest_hero() -> None:
    match = enemies_phase(
        "[{activate: 1}]", map="maze", at={"SID": "A", "LARA": "E", "KEN": "A"}, wyrms=["D"]
    )
    assert is_over(match)
    assert match.state.wyrm_at[0] == "E"


@pytest.mark.rule("WB-166", "WB-Q81")
def test_a_wyrm_does_not_cross_a_solid_line_and_it_makes_the_way_no_shorter() -> None:
    match = enemies_phase("[{activate: 1}]", map="maze", at=everybody("E"), wyrms=["A"])
    assert offered(match) == ["B", "C"]
    match = enemies_phase(
        "[{activate: 1}]", map="maze", at={"SID": "E", "LARA": "E", "KEN": "C"}, wyrms=["A"]
    )
    assert is_over(match)
    assert match.state.wyrm_at[0] == "C"


@pytest.mark.rule("WB-167")
def test_the_group_decides_which_of_several_closest_heroes_a_wyrm_moves_to() -> None:
    given: dict[str, Any] = {"map": "maze", "at": {"SID": "B", "LARA": "C", "KEN": "A"}, "wyrms": ["D"]}
    for way in ("B", "C"):
        match = enemies_phase("[{activate: 1}]", **given)
        assert (asked(match), offered(match)) == ((-1, "way"), ["B", "C"])
        assert answer(match, way).wyrm_at[0] == way


@pytest.mark.rule("WB-Q82", "WB-167")
def test_the_group_picks_among_the_shortest_ways_to_one_hero() -> None:
    match = enemies_phase("[{activate: 1}]", map="maze", at={"SID": "A", "LARA": "", "KEN": ""}, wyrms=["D"])
    assert (asked(match), offered(match)) == ((-1, "way"), ["B", "C"])
    assert answer(match, "C").wyrm_at[0] == "C"


@pytest.mark.rule("WB-Q81", "WB-168")
def test_the_closest_hero_is_one_who_is_conscious_and_can_be_reached() -> None:
    at = {"SID": "E", "LARA": "I", "KEN": "A"}
    match = enemies_phase("[{activate: 1}]", map="maze", at=at, hearts={"SID": 0}, wyrms=["D"])
    assert offered(match) == ["B", "C"]


@pytest.mark.rule("WB-Q81")
def test_distance_is_measured_on_the_map_as_it_is_now() -> None:
    open_it = "{set_border: D, other: I, line: dashed}"
    at = {"SID": "A", "LARA": "I", "KEN": "A"}
    match = enemies_phase(f"[{open_it}, {{activate: 1}}]", map="maze", at=at, wyrms=["D"])
    assert is_over(match)
    assert match.state.wyrm_at[0] == "I"
    close_it = "{set_border: D, other: E, line: solid}"
    at = {"SID": "A", "LARA": "E", "KEN": "A"}
    match = enemies_phase(f"[{close_it}, {{activate: 1}}]", map="maze", at=at, wyrms=["D"])
    assert offered(match) == ["B", "C"]


@pytest.mark.rule("WB-168")
def test_wyrms_neither_attack_nor_approach_a_knocked_out_hero() -> None:
    given: dict[str, Any] = {"at": {"SID": "P", "LARA": "Q", "KEN": "Q"}, "hearts": {"SID": 0}}
    g = enemies_phase("[{activate: 1}]", wyrms=["P"], **given).state
    assert (g.wyrm_at[0], g.hearts["SID"]) == ("Q", 0)
    match = enemies_phase("[{activate: 1}]", wyrms=["V"], **given)
    assert is_over(match)
    assert match.state.wyrm_at[0] == "Q"


@pytest.mark.rule("WB-169")
def test_when_the_last_hero_falls_the_activations_that_are_left_are_ignored() -> None:
    hearts = {"SID": 1, "LARA": 0, "KEN": 0}
    match = enemies_phase("[{activate: 3}, {spawn: 1}]", hearts=hearts, wyrms=["P", "R"], stunned=["P"])
    answer(match, "P standing")
    g = match.state
    assert is_over(match)
    assert g.wyrm_at[:4] == ["P", "R", "P", "V"]
    assert g.stunned[2] is True


@pytest.mark.rule("WB-169")
def test_a_wyrm_that_can_reach_nobody_does_nothing() -> None:
    g = enemies_phase("[{activate: 2}]", map="maze", wyrms=["D"], at=everybody("I")).state
    assert g.wyrm_at[0] == "D"
    assert g.hearts == {"SID": 5, "LARA": 5, "KEN": 6}


@pytest.mark.rule("WB-X40", "WB-169", "WB-Q83")
def test_with_every_hero_knocked_out_a_stunned_wyrm_stays_stunned() -> None:
    match = enemies_phase("[{activate: 2}]", hearts={"SID": 0, "LARA": 0, "KEN": 0}, stunned=["P"])
    g = match.state
    assert is_over(match)
    assert g.stunned[0] is True


@pytest.mark.rule("WB-Q83")
def test_a_stunned_wyrm_that_can_reach_nobody_stays_stunned() -> None:
    given: dict[str, Any] = {"map": "maze", "at": everybody("I")}
    g = enemies_phase("[{activate: 2}]", stunned=["D"], **given).state
    assert g.stunned[0] is True


@pytest.mark.rule("WB-Q84")
def test_a_wyrm_that_can_reach_nobody_ignores_its_actions_and_the_others_act() -> None:
    at = everybody("I")
    match = enemies_phase("[{activate: 1}]", map="maze", at=at, wyrms=["D"], stunned=["E", "I"])
    g = answer(match, "book")
    assert is_over(match)
    assert g.wyrm_at[0] == "D"
    assert g.stunned[:3] == [False, True, False]


@pytest.mark.rule("WB-Q84")
def test_whether_a_hero_can_be_reached_is_tested_before_each_action() -> None:
    watch = rule(9, "when: [{on: wyrm_enters, if: area is D, do: [{set_border: D, other: E, line: solid}]}]")
    at = everybody("E")
    match = enemies_phase("[{activate: 3}]", more=watch, rules=["I-9"], map="maze", at=at, wyrms=["B"])
    assert is_over(match)
    assert match.state.wyrm_at[0] == "D"


# Allies and other enemies


@pytest.mark.rule("WB-Q85")
@pytest.mark.parametrize(("bait", "place", "hearts"), [("", "Q", 3), (", bait: true", "P", 2)])
def test_wyrms_mind_an_ally_only_if_a_card_says_so(bait: str, place: str, hearts: int) -> None:
    match = enemies_phase(
        "[{create_ally: owl, area: P}, {activate: 1}]",
        more=figure("owl", "ally", more=bait),
        at=everybody("Q"),
        wyrms=["P"],
    )
    g = match.state
    assert is_over(match)
    assert g.wyrm_at[0] == place
    assert g.figures["owl"] == ("P", hearts)


@pytest.mark.rule("WB-Q85")
@pytest.mark.parametrize(("bait", "ways"), [("", ["B", "C"]), (", bait: true", ["E"])])
def test_wyrms_approach_an_ally_only_if_a_card_says_so(bait: str, ways: list[str]) -> None:
    match = enemies_phase(
        "[{create_ally: owl, area: E}, {activate: 1}]",
        more=figure("owl", "ally", more=bait),
        map="maze",
        at=everybody("A"),
        wyrms=["D"],
    )
    assert (offered(match) if not is_over(match) else [match.state.wyrm_at[0]]) == ways


@pytest.mark.rule("WB-Q85", "WB-165")
def test_an_ally_who_counts_as_a_hero_is_one_of_those_who_can_be_hit() -> None:
    match = enemies_phase(
        "[{create_ally: owl, area: P}, {activate: 1}]",
        more=figure("owl", "ally", more=", bait: true"),
        at={"SID": "P", "LARA": "Q", "KEN": "Q"},
        wyrms=["P"],
    )
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "owl"])
    g = answer(match, "owl")
    assert (g.hearts["SID"], g.figures["owl"]) == (5, ("P", 2))


@pytest.mark.rule("WB-Q86")
def test_activation_symbols_activate_only_wyrms() -> None:
    match = enemies_phase(
        "[{create_enemy: ogre, area: R}, {activate: 2}]",
        more=figure("ogre", "enemy", more=", script: [{count: roars}, stalk]"),
        wyrms=["V"],
    )
    answer(match, "SID")
    g = match.state
    assert is_over(match)
    assert g.wyrm_at[0] == "P"
    assert g.figures["ogre"] == ("R", 3)
    assert "roars" not in g.counters
