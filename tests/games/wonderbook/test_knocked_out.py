"""Wonder Book: Heroes who are knocked out: how they fall, whom nobody can choose, what they have and get."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.testing import answer, asked, offered, told, told_of
from tests.games.wonderbook.given import carried_out, does, play
from tests.games.wonderbook.pages import item, rule, upgrade
from tests.games.wonderbook.rooms import USE, able, position

# Falling


@pytest.mark.rule("WB-170")
@pytest.mark.parametrize("how", ["{damage: 1, to: SID}", "{lose_hearts: 1, who: SID}", "{knock_out: SID}"])
def test_a_hero_is_knocked_out_at_the_very_moment_of_losing_the_last_heart(how: str) -> None:
    g, match = carried_out(position(hearts={"SID": 1}), f"[{how}, {{count: after}}]")
    assert g.hearts["SID"] == 0
    assert told(match) == ["loses hearts", "is knocked out", "counts"]
    assert told_of(match, "is knocked out") == [["SID"]]
    assert g.conscious() == ["LARA", "KEN"]


@pytest.mark.rule("WB-170")
def test_a_hero_with_a_heart_left_is_not_knocked_out() -> None:
    g, match = carried_out(position(hearts={"SID": 2}), "[{damage: 1, to: SID}]")
    assert g.hearts["SID"] == 1
    assert "is knocked out" not in told(match)


@pytest.mark.rule("WB-171")
def test_a_hero_knocked_out_in_their_own_turn_has_no_more_actions() -> None:
    match = play(able("[{damage: 5}]", actions=3))
    g = answer(match, USE)
    assert g.hearts["SID"] == 0
    assert (g.active, g.actions) == ("", 0)
    assert (asked(match), offered(match)) == ((-1, "turn"), ["LARA", "KEN"])


@pytest.mark.rule("WB-171")
def test_a_hero_knocked_out_in_the_turn_of_another_does_not_end_it() -> None:
    match = play(able("[{damage: 6, to: KEN}]", actions=3))
    g = answer(match, USE)
    assert g.hearts["KEN"] == 0
    assert (g.active, g.actions) == ("SID", 2)


@pytest.mark.rule("WB-171", "WB-Q94")
@pytest.mark.parametrize(
    "more", ["", ", actions: [{id: sing, say: Sing it, free: true, do: [{count: songs}]}]"]
)
def test_a_hero_who_is_revived_at_once_has_lost_the_turn_and_free_actions_too(more: str) -> None:
    phoenix = rule(9, f"when: [{{on: knocked_out, limit: chapter, do: [{{revive: who}}]}}]{more}")
    match = play(able("[{damage: 5}]", more=phoenix, rules=["I-9"], actions=3))
    g = answer(match, USE)
    assert g.hearts["SID"] == 5
    assert (g.active, offered(match)) == ("", ["LARA", "KEN"])


@pytest.mark.rule("WB-173")
@pytest.mark.parametrize("effect", ["{damage: 1, to: SID}", "{each: everyone, do: [{damage: 1, to: it}]}"])
def test_a_knocked_out_hero_is_dealt_no_damage(effect: str) -> None:
    watch = rule(9, "when: [{on: hero_damaged, if: who is SID, do: [{count: hurt}]}]")
    g, match = carried_out(position(watch, ["I-9"], hearts={"SID": 0}), f"[{effect}]")
    assert g.hearts["SID"] == 0
    assert "hurt" not in g.counters
    assert "is knocked out" not in told(match)


@pytest.mark.rule("WB-174")
def test_more_damage_than_hearts_takes_the_hearts_there_are_and_no_more() -> None:
    g, match = carried_out(position(hearts={"SID": 2, "LARA": 3}), "[{damage: 7, to: SID}]")
    assert g.hearts == {"SID": 0, "LARA": 3, "KEN": 6}
    assert told_of(match, "loses hearts") == [["SID", 2, 0]]
    assert told(match).count("is knocked out") == 1


# Who lies there cannot be chosen


@pytest.mark.rule("WB-172")
def test_tina_cannot_choose_a_knocked_out_hero_for_the_heart_of_her_attack() -> None:
    heroes = ("TINA", "SID", "LARA", "KEN")
    hearts = {"SID": 0, "LARA": 4, "KEN": 4}
    match = play(position(heroes=heroes, hearts=hearts, wyrms=["P"], active="TINA"), "S F")
    answer(match, "attack", "keep")
    assert offered(match) == ["LARA", "KEN"]
    assert answer(match, "LARA").hearts == {"TINA": 5, "SID": 0, "LARA": 5, "KEN": 4}


@pytest.mark.rule("WB-172")
def test_tinas_attack_heals_nobody_if_all_who_are_hurt_lie_there() -> None:
    heroes = ("TINA", "SID", "LARA")
    match = play(position(heroes=heroes, hearts={"SID": 0}, wyrms=["P"], active="TINA"), "S S")
    g = answer(match, "attack")
    assert (g.hearts, asked(match)) == ({"TINA": 5, "SID": 0, "LARA": 5}, (0, "action"))


@pytest.mark.rule("WB-172", "WB-Q125", "WB-Q32")
def test_the_skill_of_another_hero_cannot_choose_who_is_knocked_out() -> None:
    skill = "use LARA skill"
    given: dict[str, Any] = {"active": "LARA", "sparks": {"LARA": 1}, "at": {"LARA": "R", "SID": "Q"}}
    g = answer(play(position(hearts={"SID": 0}, **given)), skill)
    assert (g.at["LARA"], g.at["KEN"], g.at["SID"]) == ("P", "R", "Q")
    assert skill not in offered(play(position(hearts={"SID": 0, "KEN": 0}, **given)))


@pytest.mark.rule("WB-172")
def test_a_special_action_cannot_choose_who_is_knocked_out() -> None:
    text = "[{pick: others, do: [{gain_sparks: 1, to: it}]}]"
    match = play(able(text, hearts={"LARA": 0}))
    assert USE in offered(match)
    g = answer(match, USE)
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 1}
    match = play(able(text, hearts={"LARA": 0, "KEN": 0}))
    assert USE not in offered(match)


# What who lies there has, and gets


BELL = item("bell", more=", when: [{on: hero_damaged, if: who is self, do: [{gain_sparks: 1}]}]")


@pytest.mark.rule("WB-Q95")
def test_a_knocked_out_hero_keeps_items_shreds_and_sparks() -> None:
    shred = position().chapter.shred_cards[0]
    g = position(BELL, items={"SID": ["bell"]}, shreds={"SID": [shred]}, sparks={"SID": 2}, hearts={"SID": 1})
    g = does(g, "[{lose_hearts: 1, who: SID}]")
    assert g.hearts["SID"] == 0
    assert g.held_by("SID") == ("bell", shred)
    assert g.sparks["SID"] == 2


@pytest.mark.rule("WB-Q95")
def test_an_item_is_in_force_though_a_wyrm_has_just_knocked_its_holder_out() -> None:
    holds: dict[str, Any] = {"items": {"SID": ["bell"]}, "hearts": {"SID": 1}}
    at = {"LARA": "Q", "KEN": "Q"}
    match = play(position(BELL, wyrm="[{activate: 1}]", step="enemies", at=at, wyrms=["P"], **holds))
    g = match.state
    assert told(match)[2:5] == ["loses hearts", "is knocked out", "gains sparks"]
    assert (g.sparks["SID"], g.items["SID"]) == (1, ("bell",))
    assert (asked(match), g.round, g.destiny) == ((-1, "turn"), 2, 4)


ARMOUR = upgrade("while: [{attack_dice: 1}]", "when: [{on: spark_collected, do: [{recover: 1, to: who}]}]")


@pytest.mark.rule("WB-Q96")
@pytest.mark.parametrize(("hearts", "dice"), [(1, "F F F"), (0, "F F")])
def test_passive_skills_of_a_knocked_out_hero_do_not_work(hearts: int, dice: str) -> None:
    skills, one_heart = {"SID": [("up", "left")]}, {"SID": 1, "TINA": 1}
    g = position(ARMOUR, heroes=("SID", "TINA"), skills=skills, hearts=one_heart, wyrms=["P"], active="TINA")
    if not hearts:
        g = does(g, "[{damage: 1, to: SID}]")
    assert len(answer(play(g, dice), "attack").dice) == len(dice.split())


@pytest.mark.rule("WB-Q96")
@pytest.mark.parametrize(("step", "hearts"), [("choose", 1), ("round", 2)])
def test_passive_skills_work_again_once_the_hero_stands(step: str, hearts: int) -> None:
    g = position(ARMOUR, skills={"SID": [("up", "right")]}, lying={"P": 1}, hearts={"SID": 1, "KEN": 1})
    g = does(g, "[{damage: 1, to: SID}]")
    g.step = step
    assert answer(play(g), "KEN", "collect").hearts["KEN"] == hearts


@pytest.mark.rule("WB-Q97")
@pytest.mark.parametrize(
    "effect",
    [
        "{each: everyone, do: [{recover: 1, to: it}]}",
        "{recover: 3, to: SID}",
        "{recover_all: SID}",
        "{each: heroes, do: [{recover: 1, to: it}]}",
    ],
)
def test_a_knocked_out_hero_recovers_no_hearts_by_a_card(effect: str) -> None:
    g = does(position(hearts={"SID": 0, "KEN": 2}), f"[{effect}]")
    assert g.hearts["SID"] == 0
    assert g.hearts["KEN"] == (3 if "each" in effect else 2)


@pytest.mark.rule("WB-Q97", "WB-177")
def test_a_card_that_expressly_revives_brings_a_hero_back_without_a_token() -> None:
    g = does(position(hearts={"SID": 0}, at={"SID": "R"}), "[{revive: SID}]")
    assert (g.hearts["SID"], g.at["SID"], g.destiny) == (5, "R", 5)


@pytest.mark.rule("WB-Q98")
def test_a_knocked_out_hero_gains_things_with_all_the_others() -> None:
    text = "[{each: everyone, do: [{gain_sparks: 1, to: it}]}, {gain_item: bell, who: SID}]"
    g = does(position(BELL, hearts={"SID": 0}), text)
    assert g.sparks == {"SID": 1, "LARA": 1, "KEN": 1}
    assert g.items["SID"] == ("bell",)
    assert g.hearts["SID"] == 0


@pytest.mark.rule("WB-Q98")
@pytest.mark.parametrize("how", ["{all_to: R}", "{each: everyone, do: [{move_to: R, who: it}]}"])
def test_the_story_moves_a_knocked_out_hero_lying_down(how: str) -> None:
    g = does(position(hearts={"SID": 0}), f"[{how}]")
    assert g.at == {"SID": "R", "LARA": "R", "KEN": "R"}
    assert g.hearts["SID"] == 0


@pytest.mark.rule("WB-Q98")
def test_a_knocked_out_hero_loses_no_hearts_and_takes_no_additional_action() -> None:
    text = "[{each: everyone, do: [{lose_hearts: 1, who: it}, {extra_action: move, who: it}, {walk: 1, who: it}]}]"
    g, match = carried_out(position(hearts={"SID": 0, "LARA": 1, "KEN": 2}), text)
    assert g.hearts == {"SID": 0, "LARA": 0, "KEN": 1}
    assert told_of(match, "loses hearts") == [["LARA", 1, 0], ["KEN", 1, 1]]
    assert told_of(match, "is knocked out") == [["LARA"]]
    assert asked(match) == (2, "additional action")
