"""Wonder Book: every instruction about Heroes, Wyrms, enemies, allies and dice, and what it does not do."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.state import HEARTS, Book
from tests.games.wonderbook.given import (
    BOARD,
    WORDS,
    answer,
    asked,
    book,
    carried_out,
    does,
    offered,
    play,
    state,
    told,
)

CARDS = (
    BOARD
    + f"""
- card: yard
  kind: map
  title: The yard
  areas: {{A: {{name: A}}, B: {{name: B}}, C: {{name: C}}, D: {{name: D}}, E: {{name: E}}}}
  borders:
    - {{between: [A, B], line: dashed}}
    - {{between: [B, C], line: dashed}}
    - {{between: [C, D], line: dashed}}
    - {{between: [D, A], line: dashed}}
    - {{between: [A, C], line: solid}}
  objects: {{cart: {{name: A cart}}}}
- {{card: boss, kind: enemy, title: Boss, text: {WORDS!r}, hearts: 4, while: [{{wyrm_attack: 1}}],
    script: [stalk, {{each: heroes_in(lair_of_this), do: [{{damage: 2, to: it}}]}}]}}
- {{card: imp, kind: enemy, title: Imp, text: {WORDS!r}, hearts: players, script: [{{lumber: E}}]}}
- {{card: mud, kind: enemy, title: Mud, text: {WORDS!r}, hearts: 2}}
- {{card: giant, kind: enemy, title: Giant, text: {WORDS!r}, hearts: 100}}
- {{card: grump, kind: enemy, title: Grump, text: {WORDS!r}, hearts: 2, script: [{{damage: 1}}]}}
- {{card: fox, kind: ally, title: Fox, text: {WORDS!r}, hearts: 3, script: [{{gain_sparks: 1}}, {{lumber: C}}]}}
- {{card: kid, kind: ally, title: Kid, text: {WORDS!r}, hearts: 2, bait: true}}
- {{card: torch, kind: item, title: Torch, text: {WORDS!r},
    actions: [{{id: throw, say: Throw it, do: [{{roll: 2}}, {{gain_sparks: successes}}]}}]}}
- {{card: chime, kind: rule, title: Chime, text: {WORDS!r},
    actions: [{{id: ring, say: Ring it, free: true, do: [{{count: rings}}]}}, {{id: rest, say: Rest, do: [end_turn]}}]}}
- {{card: thorns, kind: rule, title: Thorns, text: {WORDS!r}, when: [{{on: hero_damaged, do: [{{count: hurts}}]}}]}}
- {{card: gates, kind: rule, title: Gates, text: {WORDS!r}, when: [{{on: enters, do: [{{count: entered}}]}}, {{on: wyrm_enters, do: [{{count: crept}}]}}]}}
- {{card: gong, kind: rule, title: Gong, text: {WORDS!r},
    when: [{{on: wyrm_stunned, do: [{{count: stunned}}]}}, {{on: wyrm_defeated, do: [{{count: defeated}}]}}, {{on: spawned, do: [{{count: spawns}}]}}]}}
- {{card: vow, kind: rule, title: Vow, text: {WORDS!r},
    actions: [{{id: bleed, say: Bleed, do: [{{pay: [{{lose_hearts: 1}}], then: [{{gain_sparks: 2}}]}}]}},
      {{id: scratch, say: Scratch, do: [{{pay: [{{lose_hearts: 1, last: false}}], then: [{{gain_sparks: 2}}]}}]}},
      {{id: buy, say: Buy, do: [{{pay: [{{spend: 2}}], then: [{{destiny_up: 1}}]}}]}},
      {{id: fetch, say: Fetch, do: [{{pay: [{{remove_sparks: 2, area: here}}], then: [{{destiny_up: 1}}]}}]}}]}}
"""
)
NOT_ONE = {"SID": 5, "LARA": 5, "KEN": 6}


def yard(**given: object) -> Book:
    """SID in A, LARA in B, KEN in C; A, B, C and D lie in a ring, and nobody comes to E."""
    at = given.pop("at", {"SID": "A", "LARA": "B", "KEN": "C"})
    return book(cards=CARDS, map="yard", at=at, **given)  # type: ignore[arg-type]


def standing(g: Book) -> list[str]:
    return sorted([area for area, lies in zip(g.wyrm_at, g.stunned) if area and not lies])


def stunned(g: Book) -> list[str]:
    return sorted([area for area, lies in zip(g.wyrm_at, g.stunned) if area and lies])


@pytest.mark.rule("WB-039", "WB-174")
def test_damage_costs_hearts_and_the_excess_does_nothing() -> None:
    assert does(yard(), "[{damage: 2, to: SID}]").hearts == {"SID": 3, "LARA": 5, "KEN": 6}
    assert does(yard(), "[{damage: 1}]", "KEN").hearts["KEN"] == 5
    assert does(yard(), "[{damage: 9, to: SID}]").hearts["SID"] == 0


@pytest.mark.rule("WB-173")
def test_a_knocked_out_hero_is_dealt_no_damage() -> None:
    g = does(yard(hearts={"SID": 0}, rules=["thorns"]), "[{each: everyone, do: [{damage: 1, to: it}]}]")
    assert g.hearts == {"SID": 0, "LARA": 4, "KEN": 5}
    assert g.counters == {"hurts": 2}


def test_damage_of_none_or_less_is_none() -> None:
    g = does(yard(rules=["thorns"]), '[{damage: 0, to: SID}, {damage: "1 - 3", to: LARA}]')
    assert g.hearts == NOT_ONE
    assert g.counters == {}


@pytest.mark.rule("WB-040")
def test_lost_hearts_go_to_the_supply_and_are_no_damage() -> None:
    before = yard(rules=["thorns"])
    g = does(before, "[{lose_hearts: 2, who: KEN}]")
    assert g.hearts["KEN"] == 4
    assert g.heart_supply == before.heart_supply + 2
    assert g.counters == {}


@pytest.mark.rule("WB-Q98")
def test_a_knocked_out_hero_loses_no_hearts() -> None:
    g = does(yard(hearts={"SID": 0}), "[{each: everyone, do: [{lose_hearts: 1, who: it}]}]")
    assert g.hearts == {"SID": 0, "LARA": 4, "KEN": 5}


@pytest.mark.rule("WB-Q08")
def test_a_cost_in_hearts_may_be_the_last_one_unless_the_card_forbids_it() -> None:
    match = play(yard(hearts={"SID": 1}, active="SID", rules=["vow"]))
    assert "use vow bleed" in offered(match)
    assert "use vow scratch" not in offered(match)
    g = answer(match, "use vow bleed")
    assert g.hearts["SID"] == 0
    assert g.sparks["SID"] == 2
    assert asked(match)[1] == "turn"


def test_a_cost_in_hearts_that_leaves_one_can_be_paid() -> None:
    g = answer(play(yard(hearts={"SID": 2}, active="SID", rules=["vow"])), "use vow scratch")
    assert g.hearts["SID"] == 1
    assert g.sparks["SID"] == 2


@pytest.mark.rule("WB-041", "WB-042")
def test_hearts_are_recovered_up_to_the_number_on_the_hero_card() -> None:
    before = yard(hearts={"SID": 2, "LARA": 4})
    g = does(before, "[{recover: 2, to: SID}, {recover: 2, to: LARA}]")
    assert g.hearts == NOT_ONE | {"SID": 4}
    assert g.heart_supply == before.heart_supply - 3


@pytest.mark.rule("WB-Q97")
def test_a_knocked_out_hero_recovers_nothing() -> None:
    g = yard(hearts={"SID": 0, "LARA": 3})
    assert does(g, "[{each: everyone, do: [{recover: 1, to: it}]}]").hearts == NOT_ONE | {"SID": 0, "LARA": 4}
    assert does(g, "[{each: everyone, do: [{recover_all: it}]}]").hearts == NOT_ONE | {"SID": 0}


@pytest.mark.rule("WB-198", "WB-199")
def test_no_more_hearts_are_recovered_than_the_supply_holds() -> None:
    g = does(yard(hearts={"SID": 1}), "[{create_enemy: giant, area: E}, {recover: 2, to: SID}]")
    assert g.heart_supply == 0
    assert g.hearts["SID"] == 1
    assert sum(g.hearts.values()) + g.figures["giant"][1] == HEARTS


def test_all_hearts_are_recovered_at_once() -> None:
    g = does(yard(hearts={"SID": 1, "KEN": 2}), "[{recover_all: SID}]")
    assert g.hearts == NOT_ONE | {"KEN": 2}
    assert does(yard(hearts={"KEN": 2}), "[recover_all]", "KEN").hearts["KEN"] == 6


@pytest.mark.rule("WB-121")
def test_sparks_are_gained_from_the_supply_and_not_from_the_area() -> None:
    g = does(yard(lying={"A": 2}), "[{gain_sparks: 2}]", "SID")
    assert g.sparks == {"SID": 2, "LARA": 0, "KEN": 0}
    assert g.lying == {"A": 2}
    assert g.spark_supply == 13


@pytest.mark.rule("WB-Q58", "WB-199")
def test_no_more_sparks_are_gained_than_the_supply_holds() -> None:
    g = does(yard(sparks={"KEN": 10}, lying={"A": 6}), "[{gain_sparks: 3, to: SID}]")
    assert g.sparks["SID"] == 1
    assert g.spark_supply == 0


@pytest.mark.rule("WB-Q98")
def test_a_knocked_out_hero_gains_sparks_like_everybody() -> None:
    g = does(yard(hearts={"SID": 0}), "[{each: everyone, do: [{gain_sparks: 1, to: it}]}]")
    assert g.sparks == {"SID": 1, "LARA": 1, "KEN": 1}


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


@pytest.mark.rule("WB-Q132", "WB-Q58")
def test_sparks_are_placed_from_the_supply_as_far_as_there_are_any() -> None:
    g = does(yard(lying={"A": 1}), "[{place_sparks: 2, area: A}, {place_sparks: 1, area: B}]")
    assert g.lying == {"A": 3, "B": 1}
    assert does(yard(sparks={"SID": 15}), "[{place_sparks: 4, area: B}]").lying == {"B": 2}
    assert does(yard(sparks={"SID": 17}), "[{place_sparks: 4, area: B}]").lying == {}


def test_no_sparks_are_placed_in_an_area_that_is_not_on_the_map() -> None:
    g = does(yard(), "[{place_sparks: 2, area: P}, {place_sparks: 2, area: place_of(cart)}]")
    assert g.spark_supply == 17


def test_sparks_of_an_area_go_to_the_supply() -> None:
    g = does(
        yard(lying={"A": 3, "B": 1}),
        "[{remove_sparks: 2, area: A}, {remove_sparks: 2, area: B}, {remove_sparks: 1, area: P}]",
    )
    assert g.lying == {"A": 1, "B": 0}
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


@pytest.mark.rule("WB-171")
def test_who_is_knocked_out_in_the_own_turn_has_no_actions_left() -> None:
    g = does(yard(active="SID"), "[{knock_out: LARA}]")
    assert (g.active, g.actions) == ("SID", 3)
    assert does(g, "[knock_out]", "SID").actions == 0


@pytest.mark.rule("WB-Q97", "WB-177")
def test_only_a_card_that_revives_brings_a_hero_back_with_all_hearts_and_no_destiny() -> None:
    g = does(yard(hearts={"KEN": 0}), "[{revive: KEN}]")
    assert g.hearts["KEN"] == 6
    assert g.destiny == 5
    assert g.at["KEN"] == "C"


def test_who_is_on_their_feet_is_not_revived() -> None:
    assert does(yard(hearts={"KEN": 2}), "[{revive: KEN}]").hearts["KEN"] == 2


@pytest.mark.rule("WB-Q103")
def test_with_no_hearts_in_the_supply_nobody_is_revived() -> None:
    g = does(yard(hearts={"KEN": 0}), "[{create_enemy: giant, area: E}, {revive: KEN}]")
    assert g.hearts["KEN"] == 0
    some = does(g, "[{damage_enemy: 2, to: giant}, {revive: KEN}]")
    assert some.hearts["KEN"] == 2


@pytest.mark.rule("WB-Q92")
def test_who_is_revived_before_the_own_turn_still_has_it() -> None:
    g = does(yard(hearts={"KEN": 0}), "[{revive: KEN}]")
    assert "KEN" in offered(play(g))
    assert "KEN" not in offered(play(yard(hearts={"KEN": 0})))


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


def test_an_additional_action_may_be_of_one_kind_only() -> None:
    match = carried_out(yard(active="SID", lying={"A": 1}, wyrms=["A"]), "[{extra_action: attack}]", "SID")[1]
    assert offered(match) == ["attack", "pass"]
    assert offered(carried_out(yard(active="SID"), "[{extra_action: collect}]", "SID")[1]) == ["done", "over"]


@pytest.mark.rule("WB-Q124")
def test_an_additional_action_of_another_hero_is_taken_at_once_without_a_reroll() -> None:
    match = carried_out(
        yard(active="SID", wyrms=["C"]), "[{extra_action: attack, who: KEN}]", "SID", falls=["F F F"]
    )[1]
    assert asked(match) == (2, "additional action")
    answer(match, "attack")
    assert offered(match) == ["done", "over"]


@pytest.mark.rule("WB-Q130")
def test_an_additional_action_may_be_declined_and_is_lost() -> None:
    g, match = carried_out(yard(active="SID"), "[extra_action]", "SID", answers=["pass"])
    assert g.at["SID"] == "A"
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
    g = does(state(match), "[end_turn]", "SID")
    assert g.actions == 0
    assert does(yard(active="SID"), "[{end_turn: KEN}]", "SID").actions == 3


def test_a_turn_that_a_card_ends_leaves_no_free_action_either() -> None:
    match = play(yard(active="SID", rules=["chime"]))
    answer(match, "use chime rest")
    assert asked(match)[1] == "turn"
    assert offered(match) == ["LARA", "KEN"]


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
    cards = (
        CARDS
        + f"- {{card: net, kind: rule, title: Net, text: {WORDS!r}, when: [{{on: hit, do: [{{remove: target}}, {{stun: target}}]}}]}}\n"
    )
    at = {"SID": "A", "LARA": "B", "KEN": "C"}
    g = book(cards=cards, map="yard", at=at, wyrms=["C"] * 6, active="SID", rules=["net"])
    g = does(g, "[{create_enemy: mud, area: A}]")
    after = answer(play(g, "S F"), "attack", "keep")
    assert after.figures["mud"] == ("A", 1)
    assert standing(after) == ["C"] * 6


@pytest.mark.rule("WB-154", "WB-Q89")
def test_wyrms_are_spawned_in_the_vortex_or_where_the_text_says() -> None:
    rooms = book(map="enemies", at={"SID": "P", "LARA": "P", "KEN": "P"})
    assert standing(does(rooms, "[{spawn: 2}]")) == ["V", "V"]
    assert standing(does(rooms, "[{spawn: 1, area: Q}]")) == ["Q"]
    assert standing(does(yard(), "[{set_vortex: E}, {spawn: 1}]")) == ["E"]


@pytest.mark.rule("WB-156", "WB-199")
def test_no_more_wyrms_are_spawned_than_the_supply_holds() -> None:
    g = does(yard(wyrms=["A"] * 5, rules=["gong"]), "[{spawn: 3, area: E}]")
    assert standing(g) == ["A"] * 5 + ["E"]
    assert g.counters == {"spawns": 1}


@pytest.mark.rule("WB-151")
def test_a_silver_spawn_counts_only_with_three_players_or_four() -> None:
    two = book(heroes=["SID", "LARA"], map="enemies", at={"SID": "P", "LARA": "P"})
    three = book(map="enemies", at={"SID": "P", "LARA": "P", "KEN": "P"})
    assert standing(does(two, "[{spawn: 1, silver: 1}]")) == ["V"]
    assert standing(does(three, "[{spawn: 1, silver: 1}]")) == ["V", "V"]
    assert standing(does(two, "[{spawn: 0, silver: 1}]")) == []


@pytest.mark.rule("WB-Q87")
def test_without_a_vortex_nothing_is_spawned() -> None:
    assert standing(does(yard(), "[{spawn: 2}]")) == []


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


def test_a_wyrm_is_pushed_to_an_adjacent_area_that_whoever_acts_chooses() -> None:
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
def test_every_wyrm_acts_so_many_times() -> None:
    g = does(yard(wyrms=["A", "E"], stunned=["C"]), "[{activate: 2}]", answers=["book"])
    assert g.hearts == {"SID": 3, "LARA": 5, "KEN": 5}
    assert standing(g) == ["A", "C", "E"]


@pytest.mark.rule("WB-151")
def test_a_silver_activation_counts_only_with_three_players_or_four() -> None:
    two = book(cards=CARDS, heroes=["SID", "LARA"], map="yard", at={"SID": "A", "LARA": "B"}, wyrms=["A"])
    assert does(two, "[{activate: 1, silver: 2}]").hearts["SID"] == 4
    assert does(yard(wyrms=["A"]), "[{activate: 1, silver: 2}]").hearts["SID"] == 2


@pytest.mark.rule("WB-151")
def test_nobody_is_asked_about_an_activation_that_does_not_count() -> None:
    two = book(
        cards=CARDS, heroes=["SID", "LARA"], map="yard", at={"SID": "A", "LARA": "B"}, wyrms=["A", "B"]
    )
    assert offered(carried_out(two, "[{activate: 0, silver: 1}]")[1]) == ["done", "over"]


@pytest.mark.rule("WB-169")
def test_with_nobody_on_their_feet_no_wyrm_acts() -> None:
    g = does(
        yard(wyrms=["D"], stunned=["D"], hearts={"SID": 0, "LARA": 0, "KEN": 0}),
        "[{activate: 3}]",
        answers=["book"],
    )
    assert (standing(g), stunned(g)) == (["D"], ["D"])


@pytest.mark.rule("WB-Q86")
def test_an_activation_is_for_wyrms_and_not_for_other_enemies() -> None:
    g = does(yard(), "[{create_enemy: boss, area: A}, {activate: 2}]")
    assert g.hearts == NOT_ONE
    assert g.figures["boss"] == ("A", 4)


def test_one_wyrm_acts_alone() -> None:
    g = does(yard(wyrms=["A", "B"]), "[{pick: wyrms_in(A), do: [{activate_one: it, n: 2}]}]")
    assert g.hearts == NOT_ONE | {"SID": 3}
    assert does(
        yard(wyrms=["A", "B"]), "[{pick: wyrms_in(B), do: [{activate_one: it}]}]"
    ).hearts == NOT_ONE | {"LARA": 4}


def test_a_wyrm_in_the_supply_does_not_act() -> None:
    g = does(yard(wyrms=["A"]), "[{pick: wyrms, do: [{remove: it}, {activate_one: it}]}]")
    assert g.hearts == NOT_ONE


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
    assert g.hearts == NOT_ONE | {"KEN": 4}


def test_an_enemy_with_somebody_to_hurt_stays_where_it_is() -> None:
    g = does(yard(), "[{create_enemy: boss, area: A}, {enemy_acts: boss}]")
    assert g.figures["boss"] == ("A", 4)
    assert g.hearts == NOT_ONE | {"SID": 3}


def test_an_enemy_that_finds_no_way_stays_where_it_is() -> None:
    g = does(yard(), "[{create_enemy: boss, area: E}, {enemy_acts: boss}]")
    assert g.figures["boss"] == ("E", 4)
    assert g.hearts == NOT_ONE


def test_an_enemy_goes_where_its_card_says_and_nobody_else_does() -> None:
    g = does(yard(), "[{create_enemy: imp, area: A}, {create_enemy: mud, area: A}, {enemy_acts: imp}]")
    assert g.figures == {"imp": ("E", 3), "mud": ("A", 2)}
    assert does(g, "[{lumber: B}, stalk]").figures == g.figures


def test_an_enemy_does_not_go_off_the_map() -> None:
    cards = (
        CARDS
        + f"- {{card: stray, kind: enemy, title: Stray, text: {WORDS!r}, hearts: 1, script: [{{lumber: P}}]}}\n"
    )
    g = book(cards=cards, map="yard", at={"SID": "A", "LARA": "B", "KEN": "C"})
    assert does(g, "[{create_enemy: stray, area: A}, {enemy_acts: stray}]").figures == {"stray": ("A", 1)}


def test_who_is_not_in_play_or_has_nothing_to_do_does_not_act() -> None:
    g = does(
        yard(),
        "[{enemy_acts: imp}, {ally_acts: fox}, {create_enemy: mud, area: A}, {enemy_acts: mud}, {create_ally: kid, area: A}, {ally_acts: kid}]",
    )
    assert g.figures == {"mud": ("A", 2), "kid": ("A", 2)}
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 0}


def test_an_ally_acts_for_whoever_takes_a_turn() -> None:
    g = does(yard(active="KEN"), "[{create_ally: fox, area: A}, {ally_acts: fox}]", "SID")
    assert g.figures["fox"] == ("C", 3)
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 1}


@pytest.mark.rule("WB-Q131")
def test_whom_an_enemy_speaks_to_between_turns_the_group_says() -> None:
    match = carried_out(yard(), "[{create_enemy: grump, area: A}, {enemy_acts: grump}]")[1]
    assert asked(match)[0] == -1
    assert offered(match) == ["SID", "LARA", "KEN"]
    assert answer(match, "LARA").hearts == NOT_ONE | {"LARA": 4}


@pytest.mark.rule("WB-Q131")
def test_whom_an_ally_speaks_to_between_turns_the_group_says() -> None:
    match = carried_out(yard(), "[{create_ally: fox, area: A}, {ally_acts: fox}]")[1]
    assert asked(match)[0] == -1
    assert offered(match) == ["SID", "LARA", "KEN"]
    assert answer(match, "LARA").sparks == {"SID": 0, "LARA": 1, "KEN": 0}


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


@pytest.mark.rule("WB-109")
def test_the_roll_of_a_special_action_can_be_rerolled() -> None:
    match = play(yard(active="SID", items={"SID": ["torch"]}), "F F", "S F")
    answer(match, "use torch throw")
    assert offered(match) == ["reroll", "keep"]
    assert answer(match, "reroll").sparks["SID"] == 1


def test_a_challenge_needs_so_many_successes() -> None:
    text = "[{challenge: 3, needed: 2, success: [{gain_sparks: 1}], fail: [{damage: 1}]}]"
    won = does(yard(), text, "SID", falls=["S F S"])
    lost = does(yard(), text, "SID", falls=["S F F"])
    assert (won.sparks["SID"], won.hearts["SID"]) == (1, 5)
    assert (lost.sparks["SID"], lost.hearts["SID"]) == (0, 4)


def test_a_challenge_that_fails_need_not_have_consequences() -> None:
    g = does(yard(), "[{challenge: 1, needed: 1, success: [{gain_sparks: 1}]}]", "SID", falls=["F"])
    assert g.sparks["SID"] == 0
    assert g.hearts == NOT_ONE


@pytest.mark.rule("WB-Q07")
def test_a_challenge_is_not_rerolled() -> None:
    match = carried_out(
        yard(active="SID"), "[{challenge: 2, needed: 1, success: [{gain_sparks: 1}]}]", "SID", falls=["F F"]
    )[1]
    assert offered(match) == ["done", "over"]


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
    assert (one.sparks["SID"], one.lying["B"]) == (2, 1)
    assert one.dice.count("S") == 2
    all_of_them = does(yard(), text.format(9), "SID", falls=["F S F"])
    assert (all_of_them.sparks["SID"], all_of_them.lying) == (3, {})


def test_without_a_roll_no_die_is_turned() -> None:
    assert does(yard(), "[{turn_dice: 2}, {gain_sparks: successes}]", "SID").sparks["SID"] == 0


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
