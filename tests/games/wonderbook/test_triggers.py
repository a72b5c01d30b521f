"""Wonder Book: what Special Rules, Items and skills answer to, change and forbid, how often and for how long."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.state import Book, layouts
from foldtale.kernel.zones import new_box
from tests.games.wonderbook.given import (
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

CARDS = f"""
- card: yard
  kind: map
  title: The yard
  areas: {{A: {{name: A}}, B: {{name: B}}, C: {{name: C}}, D: {{name: D}}, E: {{name: E}}}}
  borders:
    - {{between: [A, B], line: dashed}}
    - {{between: [B, C], line: dashed}}
    - {{between: [C, D], line: dashed}}
    - {{between: [A, C], line: solid}}
  objects: {{lamp: {{name: A lamp, area: B}}}}
- {{card: I-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: I-2, kind: goal, title: Two, text: {WORDS!r}, goal: counter(done) >= 1, vortex: [E], then: next}}
- {{card: I-3, kind: goal, title: Three, text: {WORDS!r}, goal: counter(more) >= 1, vortex: [E], then: next}}
- {{card: I-4, kind: story, title: Four, text: {WORDS!r}, then: discard}}
- {{card: I-5, kind: story, title: Five, text: {WORDS!r}, then: flip, back: {{text: {WORDS!r}, then: discard}}}}
- {{card: I-6, kind: choice, title: Six, text: {WORDS!r},
    options: [{{id: left, say: Left, text: {WORDS!r}, then: discard}}, {{id: right, say: Right, text: {WORDS!r}, then: discard}}]}}
- {{card: I-7, kind: interaction, title: Seven, text: {WORDS!r}, object: lamp, back: {{text: {WORDS!r}, then: discard}}}}
- {{card: I-8, kind: story, title: Eight, text: {WORDS!r}, do: [{{gain_sparks: 1}}], then: discard}}
- {{card: I-20, kind: end, title: Twenty, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
- {{card: II-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: II-2, kind: goal, title: Two, text: {WORDS!r}, goal: counter(done) >= 1}}
- {{card: II-3, kind: end, title: Three, text: {WORDS!r}, endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
- {{card: calm, kind: wyrm, title: Calm, text: {WORDS!r}, do: [{{activate: 1}}]}}
- {{card: boss, kind: enemy, title: Boss, text: {WORDS!r}, hearts: 4}}
- {{card: fox, kind: ally, title: Fox, text: {WORDS!r}, hearts: 2}}
- {{card: wand, kind: item, title: Wand, text: {WORDS!r}, actions: [{{id: wave, say: Wave it, do: [{{roll: 2}}, {{count: waves, n: successes}}]}}]}}
- {{card: song, kind: shred, title: Song, text: {WORDS!r}, actions: [{{id: sing, say: Sing it, do: [{{count: songs}}]}}]}}
- {{card: sid-12, kind: upgrade, hero: SID, handout: 12, title: Twelve, left: {{title: Skill, text: {WORDS!r}, do: [{{count: skills}}]}},
    right: {{title: Skill, text: {WORDS!r}, do: [{{count: skills}}]}}}}
"""
AT = {"SID": "A", "LARA": "B", "KEN": "C"}
CARRIERS = ("rule", "item", "skill")


def yard(cards: str = CARDS, **given: object) -> Book:
    """SID in A, LARA in B, KEN in C; a wall between A and C, and nobody comes to E. One Wyrm card, which activates."""
    at = given.pop("at", AT)
    shreds = given.pop("shreds", {})
    g = book(cards=cards, map="yard", at=at, **given)  # type: ignore[arg-type]
    wyrm_layout, shred_layout = layouts()
    g.wyrms = new_box(wyrm_layout, ["calm"])
    g.shreds = new_box(shred_layout, ["song"])
    for hero in shreds:  # type: ignore[attr-defined]
        g = does(g, f"[{{draw_shred: 1, who: {hero}}}]")
    return g


def with_card(standing: str, carrier: str = "rule", **given: object) -> Book:
    """A Special Rule, an Item of SID's or a skill of SID's with this standing text is in force."""
    if carrier == "rule":
        card = f"- {{card: law, kind: rule, title: Law, text: {WORDS!r}, {standing}}}\n"
        return yard(CARDS + card, rules=["law"], **given)
    if carrier == "item":
        card = f"- {{card: charm, kind: item, title: Charm, text: {WORDS!r}, {standing}}}\n"
        return yard(CARDS + card, items={"SID": ["charm"]}, **given)
    skill = f"{{title: Skill, text: {WORDS!r}, {standing}}}"
    card = f"- {{card: sid-11, kind: upgrade, hero: SID, handout: 11, title: Eleven, left: {skill}, right: {skill}}}\n"
    return yard(CARDS + card, skills={"SID": [("sid-11", "left")]}, **given)


def counted(g: Book, name: str = "x") -> int:
    return g.counters.get(name, 0)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_rules_items_and_skills_answer_to_what_happens(carrier: str) -> None:
    g = with_card("when: [{on: enters, if: who is SID, do: [{count: x}]}]", carrier, active="SID")
    assert counted(answer(play(g), "move B")) == 1
    assert counted(does(g, "[{move_to: B, who: KEN}]")) == 0


@pytest.mark.parametrize("carrier", CARRIERS)
def test_rules_items_and_skills_answer_before_something_happens(carrier: str) -> None:
    g = with_card(
        "instead: [{of: hero_damaged, if: who is SID, do: [{change: damage, to: damage - 1}]}]", carrier
    )
    assert does(g, "[{damage: 2, to: SID}, {damage: 2, to: KEN}]").hearts == {"SID": 4, "LARA": 5, "KEN": 4}


@pytest.mark.parametrize("carrier", CARRIERS)
def test_rules_items_and_skills_change_a_number(carrier: str) -> None:
    g = with_card("while: [{actions: 1, who: SID}]", carrier)
    assert answer(play(g), "SID").actions == 4
    assert answer(play(g), "KEN").actions == 3


@pytest.mark.rule("WB-081")
def test_a_rule_answers_no_longer_when_it_is_discarded() -> None:
    g = with_card("when: [{on: enters, do: [{count: x}]}]")
    assert counted(does(g, "[{discard_rule: law}, {move_to: B, who: SID}]")) == 0


def test_an_item_answers_for_whoever_holds_it() -> None:
    g = with_card("when: [{on: enters, if: who is self, do: [{count: x}]}]", "item")
    passed = does(g, "[{pass_item: charm, to: KEN}, {move_to: B, who: SID}]")
    assert counted(passed) == 0
    assert counted(does(passed, "[{move_to: B, who: KEN}]")) == 1
    assert counted(does(passed, "[{discard_item: charm}, {move_to: B, who: KEN}]")) == 0


@pytest.mark.rule("WB-Q96")
def test_a_skill_of_a_knocked_out_hero_does_not_answer_until_they_stand_up() -> None:
    g = with_card("when: [{on: enters, do: [{count: x}]}]", "skill", hearts={"SID": 1})
    down = does(g, "[{damage: 1, to: SID}, {move_to: A, who: KEN}]")
    assert counted(down) == 0
    assert counted(does(down, "[{revive: SID}, {move_to: B, who: KEN}]")) == 1


@pytest.mark.rule("WB-Q95")
def test_an_item_of_a_knocked_out_hero_stays_in_force() -> None:
    g = with_card("when: [{on: enters, do: [{count: x}]}]", "item", hearts={"SID": 1})
    assert counted(does(g, "[{damage: 1, to: SID}, {move_to: A, who: KEN}]")) == 1


def test_a_goal_card_answers_until_it_is_met() -> None:
    cards = CARDS.replace(
        "goal: counter(done) >= 1, vortex: [E], then: next",
        "goal: counter(done) >= 1, when: [{on: enters, do: [{count: x}]}], then: next",
    )
    g = does(yard(cards), "[{move_to: B, who: SID}]")
    assert counted(g) == 1
    assert counted(does(g, "[{count: done}, {move_to: A, who: SID}]")) == 1


def test_a_card_is_revealed() -> None:
    g = with_card("when: [{on: card_revealed, if: card is I-4, do: [{count: x}]}]")
    assert counted(does(g, "[{reveal_card: I-4}]")) == 1
    assert counted(does(g, "[{reveal_card: I-5}]")) == 0


def test_a_goal_card_that_comes_up_is_revealed_too() -> None:
    g = with_card("when: [{on: card_revealed, if: card is I-3, do: [{count: x}]}]")
    assert counted(does(g, "[{count: done}]")) == 1


@pytest.mark.rule("WB-Q131")
def test_a_card_that_speaks_to_somebody_between_turns_can_be_answered() -> None:
    g = with_card("when: [{on: card_revealed, do: [{count: x}]}]")
    after = does(g, "[{reveal_card: I-8}]", answers=["KEN"])
    assert counted(after) == 1
    assert after.sparks["KEN"] == 1


def test_a_card_is_flipped() -> None:
    g = with_card(
        "when: [{on: card_flipped, do: [{count: x}]}]",
        at={"SID": "B", "LARA": "B", "KEN": "C"},
        active="SID",
        stacks={"I-7": ["I-7"]},
    )
    assert counted(does(g, "[{reveal_card: I-5}]")) == 1
    assert counted(does(g, "[{reveal_card: I-4}]")) == 0
    assert counted(answer(play(g), "interact I-7")) == 1


@pytest.mark.rule("WB-061")
def test_a_choice_card_is_flipped_when_an_option_is_chosen() -> None:
    g = with_card("when: [{on: card_flipped, if: card is I-6, do: [{count: x}]}]")
    assert counted(does(g, "[{reveal_card: I-6}]", answers=["I-6 left"])) == 1


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


def test_a_roll_counts_as_a_card_says_within_its_dice() -> None:
    g = with_card(
        "instead: [{of: rolled, if: who is SID, do: [{change: successes, to: successes + 1}]}]",
        active="SID",
        wyrms=["A"],
    )
    assert answer(play(g, "S F"), "attack", "keep").wyrm_supply == 6
    assert answer(play(g, "S S"), "attack").wyrm_supply == 6
    assert counted(does(g, "[{roll: 3}, {count: x, n: successes}]", "SID", falls=["S S S"])) == 3
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
    assert asked(match)[1] == "may"
    assert counted(answer(match, "charm sigh")) == 1


@pytest.mark.rule("WB-170")
def test_a_hero_is_knocked_out() -> None:
    g = with_card("when: [{on: knocked_out, if: who is SID, do: [{count: x}]}]", hearts={"SID": 1, "KEN": 1})
    assert counted(does(g, "[{damage: 3, to: SID}]")) == 1
    assert counted(does(g, "[{damage: 3, to: SID}, {damage: 3, to: SID}]")) == 1
    assert counted(does(g, "[{damage: 1, to: KEN}, {damage: 1, to: LARA}]")) == 0


def test_a_hero_moves_elsewhere_or_not_at_all() -> None:
    slip = with_card("instead: [{of: moves, if: area is B, do: [{change: area, to: E}]}]", active="SID")
    assert answer(play(slip), "move B").at["SID"] == "E"
    stuck = with_card("instead: [{of: moves, if: who is SID, do: [cancel]}]", active="SID")
    after = answer(play(stuck), "move B")
    assert (after.at["SID"], after.actions) == ("A", 2)


def test_who_is_moved_by_a_card_does_not_move() -> None:
    g = with_card("instead: [{of: moves, do: [cancel]}]")
    assert does(g, "[{move_to: E, who: SID}]").at["SID"] == "E"


def test_a_hero_enters_and_leaves_areas() -> None:
    g = with_card(
        "when: [{on: enters, if: who is SID and area is B, do: [{count: x}]}, {on: leaves, if: who is SID and area is A, do: [{count: y}]}]"
    )
    there = does(g, "[{move_to: B, who: SID}]")
    assert (counted(there), counted(there, "y")) == (1, 1)
    elsewhere = does(g, "[{move_to: B, who: KEN}, {move_to: A, who: SID}]")
    assert (counted(elsewhere), counted(elsewhere, "y")) == (0, 0)


def test_who_comes_from_nowhere_leaves_nothing() -> None:
    g = with_card(
        "when: [{on: enters, do: [{count: x}]}, {on: leaves, do: [{count: y}]}]",
        at={"SID": "", "LARA": "", "KEN": ""},
    )
    after = does(g, "[{all_to: A}]")
    assert (counted(after), counted(after, "y")) == (3, 0)


def test_a_hero_collects_a_spark() -> None:
    g = with_card(
        "when: [{on: spark_collected, if: who is SID, do: [{count: x}]}]", active="SID", lying={"A": 1}
    )
    assert counted(answer(play(g), "collect")) == 1
    assert counted(does(g, "[{gain_sparks: 2, to: SID}, {remove_sparks: 1, area: A}]")) == 0


def test_a_hero_has_used_an_item_a_shred_or_a_skill() -> None:
    text = "when: [{{on: item_used, if: who is SID and card is {}, do: [{{count: x}}]}}]"
    held: dict[str, object] = {
        "active": "SID",
        "items": {"SID": ["wand"]},
        "shreds": ["SID"],
        "skills": {"SID": [("sid-12", "left")]},
    }
    for card, key in (("wand", "use wand wave"), ("song", "use song sing")):
        falls = ["S S"] if card == "wand" else []
        assert counted(answer(play(with_card(text.format(card), **held), *falls), key)) == 1
    assert counted(answer(play(with_card(text.format("wand"), **held)), "use song sing")) == 0
    skill = with_card(text.format("sid-12").replace("item_used", "skill_used"), **held)
    assert counted(answer(play(skill), "use sid-12 left")) == 1


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


def test_phases_and_turns_begin_and_end() -> None:
    events = (
        "turn_starts",
        "turn_ends",
        "players_phase_ends",
        "enemies_phase_starts",
        "wyrm_card_revealed",
        "enemies_phase_ends",
        "players_phase_starts",
    )
    hooks = """when: [{on: turn_starts, do: [{count: turn_starts}]}, {on: turn_ends, do: [{count: turn_ends}]},
        {on: players_phase_ends, do: [{count: players_phase_ends}]}, {on: enemies_phase_starts, do: [{count: enemies_phase_starts}]},
        {on: wyrm_card_revealed, if: card is calm, do: [{count: wyrm_card_revealed}]},
        {on: enemies_phase_ends, do: [{count: enemies_phase_ends}]}, {on: players_phase_starts, do: [{count: players_phase_starts}]}]"""
    match = play(with_card(hooks))
    seen = []
    for hero in ("SID", "LARA", "KEN"):
        begun = answer(match, hero) if hero in offered(match) else state(match)
        seen.append([counted(begun, event) for event in events])
        done = answer(match, "pass")
        seen.append([counted(done, event) for event in events])
    assert seen == [
        [1, 0, 0, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0, 0],
        [2, 1, 0, 0, 0, 0, 0],
        [3, 2, 0, 0, 0, 0, 0],
        [3, 2, 0, 0, 0, 0, 0],
        [3, 3, 1, 1, 1, 1, 1],
    ]


def test_a_turn_begins_and_ends_for_whoever_takes_it() -> None:
    g = with_card(
        "when: [{on: turn_starts, if: who is KEN, do: [{count: x}]}, {on: turn_ends, if: who is KEN, do: [{count: y}]}]"
    )
    match = play(g)
    sid = answer(match, "SID", "pass")
    assert (counted(sid), counted(sid, "y")) == (0, 0)
    ken = answer(match, "KEN", "pass")
    assert (counted(ken), counted(ken, "y")) == (1, 1)


@pytest.mark.rule("WB-179")
def test_a_destiny_token_is_turned_up_or_down() -> None:
    g = with_card(
        "when: [{on: destiny_flipped, if: up, do: [{count: x}]}, {on: destiny_flipped, if: not up, do: [{count: y}]}]"
    )
    after = does(g, "[{destiny_up: 2}, {destiny_down: 1}]")
    assert (counted(after), counted(after, "y")) == (2, 1)
    assert (
        counted(
            does(
                with_card("when: [{on: destiny_flipped, do: [{count: x}]}]", destiny=10), "[{destiny_up: 1}]"
            )
        )
        == 0
    )


@pytest.mark.rule("WB-091")
def test_a_goal_is_met() -> None:
    g = with_card("when: [{on: goal_met, if: card is I-2, do: [{count: x}]}]")
    met = does(g, "[{count: done}]")
    assert (met.goal, counted(met)) == ("I-3", 1)
    other = with_card("when: [{on: goal_met, if: card is I-3, do: [{count: x}]}]")
    assert counted(does(other, "[{count: done}]")) == 0


def test_a_goal_that_is_replaced_is_not_met() -> None:
    g = with_card("when: [{on: goal_met, do: [{count: x}]}]")
    assert counted(does(g, "[{set_goal: I-3}]")) == 0


def test_the_chapter_begins() -> None:
    charm = f"- {{card: charm, kind: item, title: Charm, text: {WORDS!r}, when: [{{on: chapter_starts, do: [{{gain_sparks: 1}}]}}]}}\n"
    for kept, sparks in (({"charm": "SID"}, 1), ({}, 0)):
        g = book(
            cards=CARDS + charm,
            heroes=(),
            players=2,
            number=2,
            goal="",
            record=Campaign(chapter=2, kept=kept),
        )
        assert answer(play(g), "SID", "KEN").sparks["SID"] == sparks


@pytest.mark.rule("WB-186")
def test_the_chapter_ends() -> None:
    g = with_card("when: [{on: chapter_ends, do: [{unlock: tower}]}]")
    lever = with_card(
        "when: [{on: chapter_ends, do: [{unlock: tower}]}], actions: [{id: win, say: Win, do: [{goto: I-20}, {count: done}]}, {id: lose, say: Lose, do: [lose_chapter]}]",
        active="SID",
    )
    assert answer(play(lever), "use law win").unlocks == ("tower",)
    assert answer(play(lever), "use law lose").unlocks == ()
    assert does(g, "[{count: done}]").unlocks == ()


@pytest.mark.parametrize(
    ("change", "actions"),
    [
        ("-1", 2),
        ("2", 5),
        ("{set: 1}", 1),
        ("{add: 1}", 4),
        ("{least: 4}", 4),
        ("{most: 2}", 2),
        ("{least: 2}", 3),
    ],
)
def test_a_number_is_added_to_set_or_bounded(change: str, actions: int) -> None:
    assert (
        answer(play(with_card(f"while: [{{actions: {change}}}]", lying={"A": 1})), "SID").actions == actions
    )


def test_a_number_is_changed_only_if_the_condition_holds() -> None:
    g = with_card("while: [{actions: 1, if: hearts(it) <= 2}]", hearts={"SID": 2})
    assert answer(play(g), "SID").actions == 4
    assert answer(play(g), "KEN").actions == 3


@pytest.mark.rule("WB-Q09")
def test_the_dice_of_an_attack_are_more_or_fewer_but_not_those_of_other_rolls() -> None:
    g = with_card("while: [{attack_dice: 9, who: SID}]", active="SID", wyrms=["A"], items={"SID": ["wand"]})
    assert len(answer(play(g, "S S S S S"), "attack").dice) == 5
    assert len(answer(play(g, "S S"), "use wand wave").dice) == 2
    none = with_card("while: [{attack_dice: -9}]", active="SID", wyrms=["A"])
    assert answer(play(none), "attack").wyrm_at[0] == "A"


@pytest.mark.rule("WB-126")
def test_the_reach_of_an_attack() -> None:
    wyrms = ["A", "B", "C", "E"]
    far = with_card("while: [{reach: 1, who: SID}]", active="SID", wyrms=wyrms)
    match = play(far, "S S")
    answer(match, "attack")
    assert offered(match) == ["A standing", "B standing", "C standing"]
    near = with_card("while: [{reach: {set: 0}, who: SID}]", active="SID", wyrms=["B"])
    assert "attack" not in offered(play(near))
    ken = with_card("while: [{reach: 1, who: SID}]", active="KEN", wyrms=["B"])
    assert "attack" not in offered(play(ken))


def test_the_length_of_a_move() -> None:
    match = play(with_card("while: [{steps: 1, who: SID}]", active="SID"))
    answer(match, "move B")
    assert asked(match) == (0, "further")
    assert offered(match) == ["move A", "move C", "stop"]
    after = answer(match, "move C")
    assert (after.at["SID"], after.actions) == ("C", 2)
    other = play(with_card("while: [{steps: 1, who: SID}]", active="KEN"))
    assert answer(other, "move D").actions == 2
    assert asked(other)[1] == "action"


@pytest.mark.rule("WB-164")
def test_the_damage_of_a_wyrms_attack() -> None:
    g = with_card("while: [{wyrm_attack: 1, who: SID}]", wyrms=["A", "B"])
    assert does(g, "[{activate: 1}]", answers=["book"]).hearts == {"SID": 3, "LARA": 4, "KEN": 6}
    tame = with_card("while: [{wyrm_attack: {set: 0}}]", wyrms=["A", "B"])
    assert does(tame, "[{activate: 1}, {damage: 1, to: KEN}]", answers=["book"]).hearts == {
        "SID": 5,
        "LARA": 5,
        "KEN": 5,
    }


@pytest.mark.rule("WB-115")
def test_the_right_to_cross_solid_lines() -> None:
    g = with_card("while: [{through_walls: 1, who: SID}]", active="SID", wyrms=["C"])
    assert "move C" in offered(play(g))
    assert answer(play(g), "move C").at["SID"] == "C"
    assert "move E" not in offered(play(g))
    assert "attack" not in offered(play(g))
    assert "move A" not in offered(play(with_card("while: [{through_walls: 1, who: SID}]", active="KEN")))


@pytest.mark.rule("WB-Q53")
def test_the_reach_of_an_interaction() -> None:
    assert "interact I-7" not in offered(play(yard(active="SID", stacks={"I-7": ["I-7"]})))
    far = with_card("while: [{interact_reach: 1, who: SID}]", active="SID", stacks={"I-7": ["I-7"]})
    assert "interact I-7" in offered(play(far))
    further = with_card(
        "while: [{interact_reach: 1, who: SID}]",
        active="SID",
        stacks={"I-7": ["I-7"]},
        at={"SID": "D", "LARA": "B", "KEN": "C"},
    )
    assert "interact I-7" not in offered(play(further))


@pytest.mark.rule("WB-142")
def test_the_right_to_give_and_take_at_any_distance() -> None:
    items = {"SID": ["wand"]}
    assert offered(play(yard(active="SID", items=items)))[1:] == ["give wand LARA", "use wand wave", "pass"]
    far = with_card("while: [{exchange_reach: 1, who: SID}]", active="SID", items=items)
    assert "give wand KEN" in offered(play(far))
    other = with_card("while: [{exchange_reach: 1, who: SID}]", active="KEN", items=items)
    assert "take wand SID" not in offered(play(other))


def busy(**more: object) -> dict[str, object]:
    """A position in which SID and KEN could do everything."""
    return {
        "at": {"SID": "B", "LARA": "B", "KEN": "B"}, "wyrms": ["B"], "lying": {"B": 1}, "items": {"SID": ["wand"]},
        "skills": {"SID": [("sid-12", "left")]}, "stacks": {"I-7": ["I-7"]}, "active": "SID", **more,
    }  # fmt: skip


KINDS = {
    "move": ("move A", "move C"),
    "collect": ("collect",),
    "skill": ("use sid-12 left",),
    "attack": ("attack",),
    "interact": ("interact I-7",),
    "exchange": ("give wand LARA", "give wand KEN"),
    "special": ("use wand wave",),
}
EVERYTHING = [key for keys in KINDS.values() for key in keys]
FORBIDS = {
    "move": "while: [{forbid: move, who: SID}]",
    "collect": "while: [{forbid: collect, who: SID}]",
    "skill": "while: [{forbid: skill, who: SID}]",
    "attack": "while: [{forbid: attack, who: SID}]",
    "interact": "while: [{forbid: interact, who: SID}]",
    "exchange": "while: [{forbid: exchange, who: SID}]",
    "special": "while: [{forbid: special, who: SID}]",
}


def test_without_a_ban_everything_can_be_done() -> None:
    assert offered(play(yard(**busy()))) == [*EVERYTHING, "pass"]


@pytest.mark.rule("WB-079")
@pytest.mark.parametrize("kind", KINDS)
def test_an_action_that_is_forbidden_is_not_offered_and_all_others_are(kind: str) -> None:
    g = with_card(FORBIDS[kind], **busy())
    left = [key for key in EVERYTHING if key not in KINDS[kind]]
    assert offered(play(g)) == [*left, "pass"]
    assert offered(carried_out(g, "[extra_action]", "SID")[1]) == [*left, "pass"]


@pytest.mark.parametrize("kind", ["move", "collect", "attack", "interact", "exchange"])
def test_what_is_forbidden_to_one_hero_is_not_forbidden_to_another(kind: str) -> None:
    g = with_card(FORBIDS[kind], **busy(active="KEN"))
    free = offered(play(yard(**busy(active="KEN"))))
    assert offered(play(g)) == free


def test_a_ban_may_hold_only_under_a_condition() -> None:
    text = "while: [{forbid: attack, if: hearts(it) < 3}]"
    assert "attack" in offered(play(with_card(text, **busy())))
    assert "attack" not in offered(play(with_card(text, **busy(hearts={"SID": 2}))))


def test_who_may_not_move_can_still_be_moved() -> None:
    g = with_card("while: [{forbid: move}]")
    assert does(g, "[{move_to: E, who: SID}]").at["SID"] == "E"


@pytest.mark.rule("WB-Q18")
def test_who_may_perform_no_special_action_may_perform_none_that_is_free_either() -> None:
    text = "while: [{{forbid: {}}}], actions: [{{id: hum, say: Hum, free: true, do: [{{count: x}}]}}]"
    assert "use law hum" in offered(play(with_card(text.format("attack"), active="SID")))
    assert "use law hum" not in offered(play(with_card(text.format("special"), active="SID")))


@pytest.mark.rule("WB-109")
def test_nobody_can_reroll() -> None:
    g = with_card("while: [{forbid: reroll, who: SID}]", active="SID", wyrms=["A"])
    match = play(g, "F F")
    answer(match, "attack")
    assert asked(match)[1] == "action"
    free = play(yard(active="SID", wyrms=["A"]), "F F")
    answer(free, "attack")
    assert offered(free) == ["reroll", "keep"]


def test_nobody_can_recover_hearts_but_who_is_revived_stands_up() -> None:
    g = with_card("while: [{forbid: recover, who: SID}]", hearts={"SID": 2, "KEN": 2})
    assert does(g, "[{each: heroes, do: [{recover: 1, to: it}]}, {recover_all: SID}]").hearts == {
        "SID": 2,
        "LARA": 5,
        "KEN": 3,
    }
    down = with_card("while: [{forbid: recover}]", hearts={"SID": 0})
    assert does(down, "[{revive: SID}]").hearts["SID"] == 5


def test_no_wyrm_is_spawned() -> None:
    g = with_card("while: [{forbid: spawn}]")
    assert does(g, "[{spawn: 2}, {spawn: 1, area: A}]").wyrm_supply == 6
    assert does(yard(), "[{spawn: 2}]").wyrm_supply == 4


def test_no_wyrm_is_activated() -> None:
    g = with_card("while: [{forbid: activation}]", wyrms=["A"], stunned=["B"])
    after = does(g, "[{activate: 2}, {pick: wyrms_in(A), do: [{activate_one: it}]}]")
    assert after.hearts == {"SID": 5, "LARA": 5, "KEN": 6}
    assert after.stunned[1]


def test_no_wyrm_moves_but_it_attacks_and_can_be_driven() -> None:
    g = with_card("while: [{forbid: wyrm_move}]", wyrms=["A", "D"])
    after = does(g, "[{activate: 1}]", answers=["book"])
    assert after.hearts["SID"] == 4
    assert after.wyrm_at[:2] == ["A", "D"]
    assert does(g, "[{pick: wyrms_in(D), do: [{drive: it, area: E}]}]").wyrm_at[:2] == ["A", "E"]


def test_for_this_action_only() -> None:
    text = "actions: [{id: aim, say: Aim, do: [{for: action, while: [{attack_dice: 2}]}, {extra_action: attack}]}]"
    match = play(with_card(text, active="SID", wyrms=["A", "A", "A"]), "F F F F", "F F")
    aimed = answer(match, "use law aim", "attack", "keep")
    assert len(aimed.dice) == 4
    plain = answer(match, "attack", "keep")
    assert len(plain.dice) == 2


def lasting(scope: str) -> str:
    return {
        "turn": "actions: [{id: pull, say: Pull, do: [{for: turn, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
        "phase": "actions: [{id: pull, say: Pull, do: [{for: phase, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
        "round": "actions: [{id: pull, say: Pull, do: [{for: round, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
        "goal": "actions: [{id: pull, say: Pull, do: [{for: goal, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
        "chapter": "actions: [{id: pull, say: Pull, do: [{for: chapter, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
    }[scope]


@pytest.mark.parametrize(
    ("scope", "same_turn", "next_turn", "wyrms_deal", "next_round", "next_goal"),
    [
        ("turn", True, False, 1, False, False),
        ("phase", True, True, 1, False, False),
        ("round", True, True, 2, False, False),
        ("goal", True, True, 2, True, False),
        ("chapter", True, True, 2, True, True),
    ],
)
def test_what_lasts_for_a_scope_is_over_when_it_ends(
    scope: str, same_turn: bool, next_turn: bool, wyrms_deal: int, next_round: bool, next_goal: bool
) -> None:
    g = with_card(
        lasting(scope),
        active="SID",
        wyrms=["A"],
        at={"SID": "A", "LARA": "A", "KEN": "A"},
        hearts={"LARA": 0},
    )
    match = play(g)
    assert "move C" not in offered(match)
    answer(match, "use law pull")
    assert ("move C" in offered(match)) == same_turn
    answer(match, "pass")
    assert ("move C" in offered(match)) == next_turn
    answer(match, "pass", "SID")
    assert state(match).hearts["SID"] == 5 - wyrms_deal
    answer(match, "SID")
    assert state(match).round == 2
    assert ("move C" in offered(match)) == next_round
    met = does(state(match), "[{count: done}]")
    assert met.goal == "I-3"
    assert ("move C" in offered(play(met))) == next_goal


def test_what_lasts_remembers_what_was_chosen() -> None:
    text = "actions: [{id: mark, say: Mark, do: [{pick: others, do: [{for: round, when: [{on: enters, if: who is it, do: [{count: x}]}]}]}]}]"
    g = answer(play(with_card(text, active="SID")), "use law mark", "KEN")
    assert counted(does(g, "[{move_to: B, who: KEN}]")) == 1
    assert counted(does(g, "[{move_to: C, who: LARA}]")) == 0


def test_what_lasts_goes_on_when_its_card_is_gone() -> None:
    text = "actions: [{id: mark, say: Mark, do: [{for: goal, instead: [{of: hero_damaged, do: [cancel]}]}, {discard_rule: this}]}]"
    g = answer(play(with_card(text, active="SID")), "use law mark")
    assert g.rules == ()
    assert does(g, "[{damage: 1, to: SID}]").hearts["SID"] == 5
    assert does(g, "[{count: done}, {damage: 1, to: SID}]").hearts["SID"] == 4


def hurt(g: Book) -> Book:
    return does(g, "[{damage: 1, to: SID}]")


def whole_round(g: Book) -> Book:
    """Everybody passes, the Wyrm card comes, and a new round begins."""
    match = play(g)
    while state(match).round == g.round:
        answer(match, "pass" if asked(match)[1] == "action" else offered(match)[0])
    return state(match)


def next_turn(g: Book) -> Book:
    match = play(g)
    answer(match, "pass")
    return answer(match, offered(match)[0]) if asked(match)[1] == "turn" else state(match)


def next_goal(g: Book) -> Book:
    return does(g, "[{count: done}]")


LIMITS = {
    "turn": "when: [{on: hero_damaged, limit: turn, do: [{count: x}]}]",
    "phase": "when: [{on: hero_damaged, limit: phase, do: [{count: x}]}]",
    "round": "when: [{on: hero_damaged, limit: round, do: [{count: x}]}]",
    "goal": "when: [{on: hero_damaged, limit: goal, do: [{count: x}]}]",
    "chapter": "when: [{on: hero_damaged, limit: chapter, do: [{count: x}]}]",
}


@pytest.mark.parametrize(
    ("scope", "within", "after"),
    [
        ("turn", hurt, next_turn),
        ("phase", next_turn, whole_round),
        ("round", next_turn, whole_round),
        ("goal", whole_round, next_goal),
        ("chapter", next_goal, None),
    ],
)
def test_what_is_limited_happens_once_in_a_scope_and_then_again(
    scope: str, within: Callable[[Book], Book], after: Callable[[Book], Book] | None
) -> None:
    g = hurt(hurt(with_card(LIMITS[scope], active="SID", hearts={"SID": 5})))
    assert counted(g) == 1
    g = hurt(within(g))
    assert counted(g) == 1
    if after is not None:
        assert counted(hurt(after(g))) == 2


@pytest.mark.parametrize(("scope", "times"), [("turn", 3), ("phase", 2), ("round", 1)])
def test_a_round_has_two_phases_and_each_has_its_own_limit(scope: str, times: int) -> None:
    lever = LIMITS[scope] + ", actions: [{id: sting, say: Sting, do: [{damage: 1}]}]"
    match = play(with_card(lever, active="SID", wyrms=["C"], hearts={"LARA": 0}))
    answer(match, "use law sting", "use law sting", "pass", "use law sting", "pass")
    assert state(match).round == 2
    assert state(match).hearts == {"SID": 3, "LARA": 5, "KEN": 4}
    assert counted(state(match)) == times


def test_a_limit_for_an_action_is_for_each_action_anew() -> None:
    g = with_card("while: [{steps: 1}], when: [{on: enters, limit: action, do: [{count: x}]}]", active="SID")
    match = play(g)
    assert counted(answer(match, "move B", "move C")) == 1
    assert counted(answer(match, "move D", "stop")) == 2


@pytest.mark.parametrize("scope", ["turn", "phase", "round", "goal", "chapter"])
def test_a_special_action_can_be_limited(scope: str) -> None:
    text = f"actions: [{{id: hum, say: Hum, limit: {scope}, do: [{{count: x}}]}}]"
    match = play(with_card(text, active="SID"))
    assert counted(answer(match, "use law hum")) == 1
    assert "use law hum" not in offered(match)
    again = {"turn": True, "phase": True, "round": True, "goal": False, "chapter": False}[scope]
    later = answer(play(whole_round(state(match))), "SID")
    assert ("use law hum" in offered(play(later))) == again
    met = answer(play(next_goal(whole_round(state(match)))), "SID")
    assert ("use law hum" in offered(play(met))) == (scope != "chapter")


def test_an_item_that_is_used_up_is_used_up_for_whoever_gets_it() -> None:
    text = "actions: [{id: hum, say: Hum, limit: chapter, do: [{count: x}]}]"
    match = play(with_card(text, "item", active="SID", at={"SID": "A", "LARA": "A", "KEN": "A"}))
    answer(match, "use charm hum", "give charm KEN", "pass", "KEN")
    assert "give charm SID" in offered(match)
    assert "use charm hum" not in offered(match)


def test_instructions_can_be_limited_too() -> None:
    text = "when: [{on: enters, do: [{limit: turn, do: [{count: x}]}, {count: y}]}]"
    g = answer(play(with_card(text, active="SID")), "move B", "move A")
    assert (counted(g), counted(g, "y")) == (1, 2)


def test_what_one_declines_is_not_used_up() -> None:
    text = "when: [{on: enters, if: who is SID, limit: turn, do: [{may: [{count: x}], id: rest, say: Rest, by: who}]}]"
    match = play(with_card(text, active="SID"))
    answer(match, "move B", "no", "move A")
    assert asked(match)[1] == "may"
    assert counted(answer(match, "law rest", "move B")) == 1
    assert asked(match)[1] != "may"


def test_a_condition_must_still_hold_when_the_answer_comes() -> None:
    text = "when: [{on: enters, if: sparks_in(B) >= 1, do: [{remove_sparks: 1, area: B}, {count: x}]}, {on: enters, if: sparks_in(B) >= 1, do: [{remove_sparks: 1, area: B}, {count: x}]}]"
    assert counted(does(with_card(text, lying={"B": 1}), "[{move_to: B, who: SID}]")) == 1


def test_a_card_does_not_answer_to_the_damage_that_it_deals_instead() -> None:
    text = "instead: [{of: hero_damaged, if: who is SID, do: [cancel, {damage: 1, to: SID}, {damage: 1, to: LARA}]}]"
    assert does(with_card(text), "[{damage: 3, to: SID}]").hearts == {"SID": 4, "LARA": 4, "KEN": 6}


def test_what_a_card_answers_is_told_at_the_table() -> None:
    match = carried_out(
        with_card("when: [{on: enters, do: [{tell: Somebody sneezes.}]}]"), "[{move_to: B, who: SID}]"
    )[1]
    assert told(match) == ["goes", "a card says"]
