"""Wonder Book: what cards answer to in a fight: attacks, rolls, Wyrms, damage, and who is defeated."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked
from tests.games.wonderbook.given import carried_out, does, play
from tests.games.wonderbook.yards.triggers import counted, with_card


def test_a_hero_attacks() -> None:
    g = with_card(
        "when: [{on: attack_declared, if: who is SID, do: [{count: x}]}]", active="SID", wyrms=["A"]
    )
    assert counted(answer(play(g, "F F"), "attack", "keep")) == 1
    ken = with_card(
        "when: [{on: attack_declared, if: who is SID, do: [{count: x}]}]", active="KEN", wyrms=["C"]
    )
    assert counted(answer(play(ken, "F F F"), "attack", "keep")) == 0


def test_an_attack_can_be_helped_before_its_dice_are_rolled() -> None:
    text = "when: [{on: attack_declared, do: [{for: action, while: [{attack_dice: 2}]}]}]"
    g = with_card(text, active="SID", wyrms=["A"])
    after = answer(play(g, "S F F S"), "attack", "keep")
    assert after.wyrm_supply == 6
    assert after.dice == ("S", "F", "F", "S")


def test_a_roll_counts_as_a_card_says_also_more_than_its_dice() -> None:
    g = with_card(
        "instead: [{of: rolled, if: who is SID, do: [{change: successes, to: successes + 1}]}]",
        active="SID",
        wyrms=["A"],
    )
    assert answer(play(g, "S F"), "attack", "keep").wyrm_supply == 6
    assert answer(play(g, "S S"), "attack").wyrm_supply == 6
    assert counted(does(g, "[{roll: 3}, {count: x, n: successes}]", "SID", falls=["S S S"])) == 4
    assert counted(does(g, "[{roll: 3}, {count: x, n: successes}]", "KEN", falls=["S F F"])) == 1


def test_a_roll_never_counts_less_than_nothing() -> None:
    g = with_card("instead: [{of: rolled, do: [{change: successes, to: successes - 3}]}]")
    assert (
        counted(
            does(g, "[{roll: 2}, {count: x, n: successes}, {count: y, n: failures}]", "SID", falls=["S F"])
        )
        == 0
    )


def test_a_roll_that_a_card_cancels_does_not_count() -> None:
    g = with_card("instead: [{of: rolled, do: [cancel]}]")
    assert counted(does(g, "[{roll: 2}, {count: x, n: successes}]", "SID", falls=["S S"])) == 0


def test_the_failures_of_any_roll_can_be_rolled_again_by_a_card() -> None:
    g = with_card("instead: [{of: rolled, limit: turn, do: [reroll]}]", active="SID", wyrms=["A"])
    assert answer(play(g, "F F", "S S"), "attack", "keep").wyrm_supply == 6


def test_a_die_of_any_roll_can_be_turned_by_a_card() -> None:
    g = with_card("instead: [{of: rolled, limit: turn, do: [{turn_dice: 1}]}]", active="SID", wyrms=["A"])
    assert answer(play(g, "S F"), "attack", "keep").wyrm_supply == 6


def test_a_roll_of_nobody_in_particular_gives_nobody_anything() -> None:
    g = with_card("instead: [{of: rolled, do: [{gain_sparks: 1, to: who}]}]")
    assert does(g, "[{roll: 2}]", falls=["S S"]).sparks == {"SID": 0, "LARA": 0, "KEN": 0}


@pytest.mark.rule("WB-Q67")
def test_an_attack_hits_once_and_only_with_a_success() -> None:
    g = with_card(
        "when: [{on: hit, if: who is SID and successes >= 1, do: [{count: x}]}]", active="SID", wyrms=["A"]
    )
    assert counted(answer(play(g, "S S"), "attack")) == 1
    assert counted(answer(play(g, "F F"), "attack", "keep")) == 0


def test_what_was_hit_is_the_target() -> None:
    g = with_card(
        "when: [{on: hit, do: [{stand_up: target}, {drive: target, area: E}]}]",
        active="SID",
        wyrms=["A", "B"],
    )
    after = answer(play(g, "S F"), "attack", "keep", "B standing")
    assert sorted(after.wyrm_at) == ["", "", "", "", "A", "E"]
    assert after.stunned == [False] * 6


@pytest.mark.rule("WB-Q134")
def test_a_wyrm_is_stunned() -> None:
    g = with_card(
        "when: [{on: wyrm_stunned, if: area is A, do: [{count: x}, {drive: wyrm, area: E}]}]",
        wyrms=["A", "B"],
    )
    after = does(g, "[{each: wyrms, do: [{stun: it}]}]")
    assert counted(after) == 1
    assert after.wyrm_at[:2] == ["E", "B"]
    assert counted(does(after, "[{each: wyrms, do: [{stun: it}]}]")) == 1


def test_a_wyrm_is_defeated_by_somebody_somewhere() -> None:
    g = with_card(
        "when: [{on: wyrm_defeated, if: by is SID and area is A, do: [{count: x}]}]",
        active="SID",
        wyrms=["A", "B"],
    )
    assert counted(answer(play(g, "S S"), "attack", "A standing")) == 1
    assert counted(answer(play(g, "S S"), "attack", "B standing")) == 0
    assert counted(does(g, "[{each: wyrms_in(A), do: [{defeat: it}]}]", "KEN")) == 0
    assert counted(does(g, "[{each: wyrms_in(A), do: [{remove: it}]}]", "SID")) == 0


def test_for_a_wyrm_that_nobody_in_particular_has_defeated_nobody_gains_anything() -> None:
    g = with_card("when: [{on: wyrm_defeated, do: [{gain_sparks: 1, to: by}]}]", wyrms=["A"])
    assert does(g, "[{each: wyrms, do: [{defeat: it}]}]", "KEN").sparks["KEN"] == 1
    assert does(g, "[{each: wyrms, do: [{defeat: it}]}]").sparks == {"SID": 0, "LARA": 0, "KEN": 0}


def test_a_wyrm_is_spawned_and_enters_nothing() -> None:
    g = with_card(
        "when: [{on: spawned, if: area is E, do: [{count: x}]}, {on: wyrm_enters, do: [{count: y}]}]"
    )
    after = does(g, "[{spawn: 2}, {spawn: 1, area: A}]")
    assert (counted(after), counted(after, "y")) == (2, 0)


def test_a_wyrm_enters_an_area() -> None:
    g = with_card("when: [{on: wyrm_enters, if: area is C, do: [{count: x}]}]", wyrms=["D"])
    assert counted(does(g, "[{activate: 1}]")) == 1
    assert counted(does(g, "[{each: wyrms, do: [{drive: it, area: A}]}]")) == 0


def test_a_wyrm_attacks_with_less_or_not_at_all() -> None:
    weak = with_card(
        "instead: [{of: wyrm_attacks, if: who is SID, do: [{change: damage, to: damage - 1}]}]",
        wyrms=["A", "B"],
    )
    assert does(weak, "[{activate: 1}]", answers=["book"]).hearts == {"SID": 5, "LARA": 4, "KEN": 6}
    none = with_card("instead: [{of: wyrm_attacks, limit: round, do: [cancel]}]", wyrms=["A", "B"])
    assert does(none, "[{activate: 1}]", answers=["book"]).hearts == {"SID": 5, "LARA": 4, "KEN": 6}


def test_other_damage_is_no_attack_of_a_wyrm() -> None:
    g = with_card("instead: [{of: wyrm_attacks, do: [cancel]}]")
    assert does(g, "[{damage: 2, to: SID}]").hearts["SID"] == 3


def test_an_attack_of_a_wyrm_can_be_taken_by_another_hero() -> None:
    g = with_card("instead: [{of: wyrm_attacks, if: who is SID, do: [{change: who, to: KEN}]}]", wyrms=["A"])
    assert does(g, "[{activate: 1}]").hearts == {"SID": 5, "LARA": 5, "KEN": 5}


def test_a_hero_is_dealt_damage() -> None:
    g = with_card("when: [{on: hero_damaged, if: who is SID and damage >= 2, do: [{count: x}]}]", wyrms=["A"])
    assert counted(does(g, "[{damage: 2, to: SID}]")) == 1
    assert counted(does(g, "[{activate: 1}, {damage: 2, to: KEN}, {lose_hearts: 3, who: SID}]")) == 0


def test_damage_is_lessened_or_prevented_before_it_is_dealt() -> None:
    g = with_card(
        "when: [{on: hero_damaged, do: [{count: x}]}], instead: [{of: hero_damaged, if: damage >= 2, do: [{change: damage, to: 1}]}, {of: hero_damaged, if: who is KEN, do: [cancel]}]"
    )
    after = does(g, "[{damage: 3, to: SID}, {damage: 1, to: LARA}, {damage: 3, to: KEN}]")
    assert after.hearts == {"SID": 4, "LARA": 4, "KEN": 6}
    assert counted(after) == 2


def test_damage_can_be_taken_by_another_hero() -> None:
    g = with_card("instead: [{of: hero_damaged, if: who is SID, do: [{change: who, to: KEN}]}]")
    assert does(g, "[{damage: 2, to: SID}]").hearts == {"SID": 5, "LARA": 5, "KEN": 4}


@pytest.mark.rule("WB-173")
def test_damage_that_is_sent_to_who_lies_there_is_dealt_to_nobody() -> None:
    text = "instead: [{of: hero_damaged, if: who is SID, do: [{change: who, to: KEN}]}]"
    assert does(with_card(text, hearts={"KEN": 0}), "[{damage: 2, to: SID}]").hearts == {
        "SID": 5,
        "LARA": 5,
        "KEN": 0,
    }


def test_damage_that_is_sent_to_who_does_not_play_is_dealt_to_nobody() -> None:
    text = "instead: [{of: hero_damaged, if: who is SID, do: [{change: who, to: TINA}]}]"
    assert does(with_card(text), "[{damage: 2, to: SID}]").hearts == {"SID": 5, "LARA": 5, "KEN": 6}


def test_the_holder_of_a_card_decides_also_in_the_enemies_phase() -> None:
    text = "instead: [{of: wyrm_attacks, if: who is self, do: [{may: [{change: damage, to: 0}], id: duck, say: Duck}]}]"
    match = carried_out(with_card(text, "item", wyrms=["A"]), "[{activate: 1}]")[1]
    assert asked(match) == (0, "may")
    assert answer(match, "charm duck").hearts["SID"] == 5


def test_a_card_of_a_knocked_out_hero_can_be_answered_between_turns() -> None:
    text = "when: [{on: enemies_phase_ends, do: [{may: [{count: x}], id: sigh, say: Sigh}]}]"
    match = play(with_card(text, "item", hearts={"SID": 0}, active="KEN"))
    answer(match, "pass", "pass")
    assert asked(match).topic == "may"
    assert counted(answer(match, "charm sigh")) == 1


@pytest.mark.rule("WB-170")
def test_a_hero_is_knocked_out() -> None:
    g = with_card("when: [{on: knocked_out, if: who is SID, do: [{count: x}]}]", hearts={"SID": 1, "KEN": 1})
    assert counted(does(g, "[{damage: 3, to: SID}]")) == 1
    assert counted(does(g, "[{damage: 3, to: SID}, {damage: 3, to: SID}]")) == 1
    assert counted(does(g, "[{damage: 1, to: KEN}, {damage: 1, to: LARA}]")) == 0


@pytest.mark.rule("WB-Q61")
def test_an_enemy_or_ally_is_dealt_damage_less_or_none() -> None:
    g = does(
        with_card("when: [{on: figure_damaged, if: card is boss, do: [{count: x, n: damage}]}]"),
        "[{create_enemy: boss, area: A}, {create_ally: fox, area: A}]",
    )
    assert counted(does(g, "[{damage_enemy: 2, to: boss}, {damage_ally: 1, to: fox}]")) == 2
    shell = with_card(
        "instead: [{of: figure_damaged, if: card is boss, do: [{change: damage, to: damage - 1}]}, {of: figure_damaged, if: card is fox, do: [cancel]}]"
    )
    after = does(
        shell,
        "[{create_enemy: boss, area: A}, {create_ally: fox, area: A}, {damage_enemy: 3, to: boss}, {damage_ally: 2, to: fox}]",
    )
    assert after.figures == {"boss": ("A", 2), "fox": ("A", 2)}


def test_damage_to_an_enemy_can_be_taken_by_another() -> None:
    g = with_card("instead: [{of: figure_damaged, if: card is boss, do: [{change: card, to: fox}]}]")
    after = does(
        g, "[{create_enemy: boss, area: A}, {create_ally: fox, area: A}, {damage_enemy: 1, to: boss}]"
    )
    assert after.figures == {"boss": ("A", 4), "fox": ("A", 1)}


@pytest.mark.rule("WB-Q61")
def test_an_enemy_or_ally_is_defeated() -> None:
    g = does(
        with_card("when: [{on: figure_defeated, if: card is boss and area is A, do: [{count: x}]}]"),
        "[{create_enemy: boss, area: A}, {create_ally: fox, area: A}]",
    )
    assert counted(does(g, "[{damage_enemy: 4, to: boss}]")) == 1
    assert counted(does(g, "[{damage_enemy: 3, to: boss}, {damage_ally: 2, to: fox}]")) == 0
