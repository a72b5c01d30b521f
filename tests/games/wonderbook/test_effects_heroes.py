"""Wonder Book: every instruction about Heroes, their Hearts, Sparks, places and actions, and what it does not do."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import carried_out, does, play
from tests.games.wonderbook.yards.figures import UNHURT, yard


@pytest.mark.rule("WB-039", "WB-174")
def test_damage_costs_hearts_and_the_excess_does_nothing() -> None:
    assert does(yard(), "[{damage: 2, to: SID}]").hearts == {"SID": 3, "LARA": 5, "KEN": 6}
    assert does(yard(), "[{damage: 1}]", "KEN").hearts["KEN"] == 5
    assert does(yard(), "[{damage: 9, to: SID}]").hearts["SID"] == 0


def test_damage_of_none_or_less_is_none() -> None:
    g = does(yard(rules=["thorns"]), '[{damage: 0, to: SID}, {damage: "1 - 3", to: LARA}]')
    assert g.hearts == UNHURT
    assert g.counters == {}


@pytest.mark.rule("WB-040")
def test_lost_hearts_go_to_the_supply_and_are_no_damage() -> None:
    before = yard(rules=["thorns"])
    g = does(before, "[{lose_hearts: 2, who: KEN}]")
    assert g.hearts["KEN"] == 4
    assert g.heart_supply == before.heart_supply + 2
    assert g.counters == {}


@pytest.mark.rule("WB-Q08")
def test_a_cost_in_hearts_may_be_the_last_one_unless_the_card_forbids_it() -> None:
    match = play(yard(hearts={"SID": 1}, active="SID", rules=["vow"]))
    assert "use vow bleed" in offered(match)
    assert "use vow scratch" not in offered(match)
    g = answer(match, "use vow bleed")
    assert g.hearts["SID"] == 0
    assert g.sparks["SID"] == 2
    assert "is knocked out" in told(match)
    assert (asked(match).topic, offered(match)) == ("turn", ["LARA", "KEN"])


@pytest.mark.rule("WB-Q08")
def test_a_cost_in_hearts_that_leaves_one_can_be_paid() -> None:
    g = answer(play(yard(hearts={"SID": 2}, active="SID", rules=["vow"])), "use vow scratch")
    assert g.hearts["SID"] == 1
    assert g.sparks["SID"] == 2


@pytest.mark.rule("WB-041", "WB-042")
def test_hearts_are_recovered_up_to_the_number_on_the_hero_card() -> None:
    before = yard(hearts={"SID": 2, "LARA": 4})
    g = does(before, "[{recover: 2, to: SID}, {recover: 2, to: LARA}]")
    assert g.hearts == UNHURT | {"SID": 4}
    assert g.heart_supply == before.heart_supply - 3


def test_all_hearts_are_recovered_at_once() -> None:
    g = does(yard(hearts={"SID": 1, "KEN": 2}), "[{recover_all: SID}]")
    assert g.hearts == UNHURT | {"KEN": 2}
    assert does(yard(hearts={"KEN": 2}), "[recover_all]", "KEN").hearts["KEN"] == 6


@pytest.mark.rule("WB-121")
def test_sparks_are_gained_from_the_supply_and_not_from_the_area() -> None:
    g = does(yard(lying={"A": 2}), "[{gain_sparks: 2}]", "SID")
    assert g.sparks == {"SID": 2, "LARA": 0, "KEN": 0}
    assert g.sparks_at == {"A": 2}
    assert g.spark_supply == 13


@pytest.mark.rule("WB-Q58", "WB-199")
def test_no_more_sparks_are_gained_than_the_supply_holds() -> None:
    g = does(yard(sparks={"KEN": 10}, lying={"A": 6}), "[{gain_sparks: 3, to: SID}]")
    assert g.sparks["SID"] == 1
    assert g.spark_supply == 0


@pytest.mark.rule("WB-Q132")
def test_lost_sparks_go_to_the_supply_and_who_has_none_loses_none() -> None:
    g = does(yard(sparks={"SID": 3, "LARA": 1}), "[{each: heroes, do: [{lose_sparks: 2, who: it}]}]")
    assert g.sparks == {"SID": 1, "LARA": 0, "KEN": 0}
    assert g.spark_supply == 16


@pytest.mark.rule("WB-119")
def test_sparks_are_spent_to_the_supply_in_full_or_not_at_all() -> None:
    match = play(yard(sparks={"SID": 2, "KEN": 1}, active="SID", rules=["vow"]))
    g = answer(match, "use vow buy")
    assert g.sparks["SID"] == 0
    assert g.spark_supply == 16
    assert g.destiny == 6
    assert "use vow buy" not in offered(match)
    assert "use vow buy" not in offered(play(yard(sparks={"SID": 1}, active="SID", rules=["vow"])))


def test_sparks_go_from_one_reserve_to_another() -> None:
    g = does(yard(sparks={"SID": 3}, hearts={"KEN": 0}), "[{give_sparks: 2, to: KEN}]", "SID")
    assert g.sparks == {"SID": 1, "LARA": 0, "KEN": 2}
    assert g.spark_supply == 14


def test_no_more_sparks_are_handed_over_than_there_are() -> None:
    g = does(yard(sparks={"SID": 1, "KEN": 4}), "[{give_sparks: 3, to: KEN, who: SID}]")
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 5}


def test_handing_over_less_than_nothing_takes_nothing() -> None:
    g = does(yard(sparks={"KEN": 4}), '[{give_sparks: "1 - 3", to: KEN, who: SID}]')
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 4}


@pytest.mark.rule("WB-Q132", "WB-Q58", "WB-199")
def test_sparks_are_placed_from_the_supply_as_far_as_there_are_any() -> None:
    g = does(yard(lying={"A": 1}), "[{place_sparks: 2, area: A}, {place_sparks: 1, area: B}]")
    assert g.sparks_at == {"A": 3, "B": 1}
    assert does(yard(sparks={"SID": 15}), "[{place_sparks: 4, area: B}]").sparks_at == {"B": 2}
    assert does(yard(sparks={"SID": 17}), "[{place_sparks: 4, area: B}]").sparks_at == {}
    both = does(yard(sparks={"SID": 14}), "[{place_sparks: 5, area: A}, {place_sparks: 5, area: B}]")
    assert (both.sparks_at, both.spark_supply) == ({"A": 3}, 0)


def test_no_sparks_are_placed_in_an_area_that_is_not_on_the_map() -> None:
    g = does(yard(), "[{place_sparks: 2, area: P}, {place_sparks: 2, area: place_of(cart)}]")
    assert g.spark_supply == 17


def test_sparks_of_an_area_go_to_the_supply() -> None:
    g = does(
        yard(lying={"A": 3, "B": 1}),
        "[{remove_sparks: 2, area: A}, {remove_sparks: 2, area: B}, {remove_sparks: 1, area: P}]",
    )
    assert g.sparks_at == {"A": 1, "B": 0}
    assert g.spark_supply == 16


def test_sparks_of_an_area_can_be_a_cost_if_they_lie_there() -> None:
    assert "use vow fetch" in offered(play(yard(lying={"A": 2}, active="SID", rules=["vow"])))
    assert "use vow fetch" not in offered(play(yard(lying={"A": 1, "B": 2}, active="SID", rules=["vow"])))


@pytest.mark.rule("WB-Q98")
def test_a_hero_is_moved_whatever_lies_between_also_lying_down() -> None:
    g = does(yard(hearts={"KEN": 0}), "[{move_to: E, who: SID}, {move_to: E, who: KEN}]")
    assert g.at == {"SID": "E", "LARA": "B", "KEN": "E"}
    assert g.hearts["KEN"] == 0


def test_nobody_is_moved_to_an_area_that_is_not_on_the_map() -> None:
    g = does(
        yard(rules=["gates"]),
        "[{move_to: P, who: SID}, {move_to: place_of(cart), who: SID}, {move_to: A, who: SID}]",
    )
    assert g.at["SID"] == "A"
    assert g.counters == {}


@pytest.mark.rule("WB-114", "WB-115")
def test_a_hero_walks_over_dashed_lines_as_far_as_they_like() -> None:
    match = carried_out(yard(), "[{walk: 2}]", "SID")[1]
    assert asked(match) == (0, "further")
    assert offered(match) == ["move B", "move D", "stop"]
    assert answer(match, "move B", "move C").at["SID"] == "C"
    assert offered(match) == ["done", "over"]
    assert does(yard(), "[{walk: 2}]", "SID", answers=["move B", "stop"]).at["SID"] == "B"


def test_who_lies_there_or_has_no_way_does_not_walk() -> None:
    assert offered(carried_out(yard(hearts={"SID": 0}), "[{walk: 2, who: SID}]")[1]) == ["done", "over"]
    assert offered(
        carried_out(yard(at={"SID": "E", "LARA": "B", "KEN": "C"}), "[{walk: 2, who: SID}]")[1]
    ) == ["done", "over"]
    assert offered(carried_out(yard(), "[{walk: 0, who: SID}]")[1]) == ["done", "over"]


@pytest.mark.rule("WB-Q125")
def test_two_heroes_change_places_whatever_lies_between() -> None:
    g = does(yard(at={"SID": "A", "LARA": "E", "KEN": "C"}), "[{swap: LARA}]", "SID")
    assert g.at == {"SID": "E", "LARA": "A", "KEN": "C"}
    assert does(yard(), "[{swap: KEN, who: LARA}]").at == {"SID": "A", "LARA": "C", "KEN": "B"}


def test_nobody_changes_places_with_oneself() -> None:
    assert does(yard(), "[{swap: SID}]", "SID").at["SID"] == "A"
    declined = does(yard(), "[{must: [{swap: SID}], else: [{count: alone}]}]", "SID")
    assert declined.counters == {"alone": 1}


@pytest.mark.rule("WB-Q98")
def test_all_heroes_go_somewhere_also_those_who_lie_there() -> None:
    assert does(yard(hearts={"KEN": 0}), "[{all_to: E}]").at == {"SID": "E", "LARA": "E", "KEN": "E"}
    assert does(yard(), "[{all_to: P}]").at == {"SID": "A", "LARA": "B", "KEN": "C"}


@pytest.mark.rule("WB-170")
def test_a_hero_is_knocked_out_without_damage() -> None:
    g = does(yard(rules=["thorns"]), "[{knock_out: SID}]")
    assert g.hearts["SID"] == 0
    assert g.counters == {}
    assert told(carried_out(yard(hearts={"SID": 0}), "[{knock_out: SID}]")[1]) == []


def test_who_is_on_their_feet_is_not_revived() -> None:
    assert does(yard(hearts={"KEN": 2}), "[{revive: KEN}]").hearts["KEN"] == 2


@pytest.mark.rule("WB-Q103")
def test_with_no_hearts_in_the_supply_nobody_is_revived() -> None:
    g = does(yard(hearts={"KEN": 0}), "[{create_enemy: giant, area: E}, {revive: KEN}]")
    assert g.hearts["KEN"] == 0
    some = does(g, "[{damage_enemy: 2, to: giant}, {revive: KEN}]")
    assert some.hearts["KEN"] == 2


@pytest.mark.rule("WB-104", "WB-106")
def test_an_additional_action_is_any_action_and_none_of_the_three() -> None:
    g, match = carried_out(
        yard(active="SID", items={"SID": ["torch"]}, lying={"A": 1}, wyrms=["A"]), "[extra_action]", "SID"
    )
    assert offered(match) == [
        "move B",
        "move D",
        "collect",
        "attack",
        "give torch LARA",
        "use torch throw",
        "pass",
    ]
    after = answer(match, "collect")
    assert after.sparks["SID"] == 1
    assert (g.actions, after.actions) == (3, 3)


@pytest.mark.rule("WB-105")
def test_an_additional_action_may_be_of_one_kind_only() -> None:
    given: dict[str, Any] = {"active": "SID", "lying": {"A": 1}, "wyrms": ["A"]}
    for kind in ("attack", "collect"):
        assert offered(carried_out(yard(**given), f"[{{extra_action: {kind}}}]", "SID")[1]) == [kind, "pass"]
    assert offered(carried_out(yard(active="SID"), "[{extra_action: collect}]", "SID")[1]) == ["done", "over"]


@pytest.mark.rule("WB-Q124")
def test_an_additional_action_of_another_hero_is_taken_at_once_without_a_reroll() -> None:
    match = carried_out(
        yard(active="SID", wyrms=["C"]), "[{extra_action: attack, who: KEN}]", "SID", falls=["F F F"]
    )[1]
    assert asked(match) == (2, "additional action")
    answer(match, "attack")
    assert offered(match) == ["done", "over"]


@pytest.mark.rule("WB-Q94")
def test_a_knocked_out_hero_takes_no_additional_action() -> None:
    assert offered(carried_out(yard(hearts={"KEN": 0}), "[{extra_action: move, who: KEN}]")[1]) == [
        "done",
        "over",
    ]


def test_actions_of_the_turn_under_way_are_lost() -> None:
    assert does(yard(active="SID"), "[{lose_actions: 2}]", "SID").actions == 1
    assert does(yard(active="SID"), "[{lose_actions: 5}]", "SID").actions == 0
    assert does(yard(active="SID"), "[{lose_actions: 2, who: KEN}]", "SID").actions == 3


def test_a_turn_ends_when_a_card_says_so() -> None:
    match = play(yard(active="SID", rules=["gates"], lying={"A": 1}))
    g = does(match.state, "[end_turn]", "SID")
    assert g.actions == 0
    assert does(yard(active="SID"), "[{end_turn: KEN}]", "SID").actions == 3


@pytest.mark.rule("WB-006")
def test_a_turn_that_a_card_ends_leaves_no_free_action_either() -> None:
    match = play(yard(active="SID", rules=["chime"]))
    assert answer(match, "use chime ring").actions == 3
    answer(match, "use chime rest")
    assert asked(match).topic == "turn"
    assert offered(match) == ["LARA", "KEN"]


@pytest.mark.parametrize(
    "text",
    [
        "{damage: 1, to: TINA}",
        "{lose_hearts: 1, who: TINA}",
        "{recover: 1, to: TINA}",
        "{recover_all: TINA}",
        "{gain_sparks: 1, to: TINA}",
        "{lose_sparks: 1, who: TINA}",
        "{spend: 1, who: TINA}",
        "{give_sparks: 1, to: TINA, who: SID}",
        "{move_to: A, who: TINA}",
        "{walk: 1, who: TINA}",
        "{swap: TINA, who: SID}",
        "{knock_out: TINA}",
        "{revive: TINA}",
        "{extra_action: any, who: TINA}",
        "{lose_actions: 1, who: TINA}",
        "{end_turn: TINA}",
        "{each: wyrms, do: [{pull: it, who: TINA}]}",
    ],
)
def test_nothing_happens_to_a_hero_who_does_not_play(text: str) -> None:
    before = yard(sparks={"SID": 2}, wyrms=["B"], active="SID")
    g = does(before, f"[{text}]", "SID")
    assert (g.hearts, g.at, g.wyrm_at, g.actions) == (before.hearts, before.at, before.wyrm_at, 3)
    assert g.sparks == {"SID": 2, "LARA": 0, "KEN": 0}
