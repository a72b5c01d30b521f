"""Wonder Book: Heroes who are knocked out, and how they get up again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from foldtale.games.wonderbook.state import DISCARD, HELD_BY, IN_CHAPTER, Book
from foldtale.kernel import Match
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

DEED, WYRM = "I-5", "I-6"
USE = f"use {DEED} it"
NEXT_GOAL = f"""
- {{card: I-7, kind: goal, title: Seven, text: {WORDS!r}, goal: counter(more) >= 1, then: next}}
- {{card: I-8, kind: goal, title: Eight, text: {WORDS!r}, goal: counter(never) >= 1, then: next}}
"""
EVERYBODY_IN_P = {"SID": "P", "LARA": "P", "KEN": "P"}


def rule_card(ident: str, body: str) -> str:
    return f"- card: {ident}\n  kind: rule\n  title: Rule\n  text: {WORDS!r}\n{body}\n"


def deed_card(do: str) -> str:
    """A Special Rule that offers a Special Action to everybody."""
    return rule_card(DEED, f"  actions: [{{id: it, say: Do it now, do: {do}}}]")


def position(more: str = "", rules: Sequence[str] = (), wyrm_card: str = "", **given: Any) -> Book:
    """On the map of the Enemies' Phase example; with a Wyrm card, it lies on top of the Wyrm deck."""
    cards = BOARD + more
    if wyrm_card:
        cards += f"- card: {WYRM}\n  kind: wyrm\n  title: Wyrm card\n  text: {WORDS!r}\n  do: {wyrm_card}\n"
    heroes = given.get("heroes", tuple(EVERYBODY_IN_P))
    at = {**dict.fromkeys(heroes, "P"), **given.pop("at", {})}
    g = book(cards, rules=rules, **{"map": "enemies", "at": at, **given})
    if wyrm_card:
        g.wyrms.take(WYRM, IN_CHAPTER)
        g.wyrms.put_on(WYRM)
        g.purple = (*g.purple, WYRM)
    return g


def deed(do: str, *falls: object, more: str = "", rules: Sequence[str] = (), **given: Any) -> Match:
    """It is SID's turn, and there is a Special Action that does this."""
    usual = {"active": "SID"}
    return play(position(deed_card(do) + more, [DEED, *rules], **{**usual, **given}), *falls)


def enemies_phase(do: str, *falls: object, more: str = "", rules: Sequence[str] = (), **given: Any) -> Match:
    """The Enemies' Phase begins with a Wyrm card that does this."""
    return play(position(more, rules, wyrm_card=do, **{"step": "enemies", **given}), *falls)


def facts(match: Match, what: str) -> list[list[object]]:
    return [line["about"] for line in match.story(0) if line.get("tell") == what]


# Falling


@pytest.mark.rule("WB-170")
@pytest.mark.parametrize("how", ["{damage: 1, to: SID}", "{lose_hearts: 1, who: SID}", "{knock_out: SID}"])
def test_a_hero_is_knocked_out_at_the_very_moment_of_losing_the_last_heart(how: str) -> None:
    g, match = carried_out(position(hearts={"SID": 1}), f"[{how}, {{count: after}}]")
    assert g.hearts["SID"] == 0
    assert told(match) == ["loses hearts", "is knocked out", "counts"]
    assert facts(match, "is knocked out") == [["SID"]]
    assert g.conscious() == ["LARA", "KEN"]


@pytest.mark.rule("WB-170")
def test_a_hero_with_a_heart_left_is_not_knocked_out() -> None:
    g, match = carried_out(position(hearts={"SID": 2}), "[{damage: 1, to: SID}]")
    assert g.hearts["SID"] == 1
    assert "is knocked out" not in told(match)


@pytest.mark.rule("WB-171")
def test_whoever_is_knocked_out_in_their_own_turn_has_no_more_actions() -> None:
    match = deed("[{damage: 5}]", actions=3)
    g = answer(match, USE)
    assert g.hearts["SID"] == 0
    assert (g.active, g.actions) == ("", 0)
    assert (asked(match), offered(match)) == ((-1, "turn"), ["LARA", "KEN"])


@pytest.mark.rule("WB-171")
def test_whoever_is_knocked_out_in_the_turn_of_another_does_not_end_it() -> None:
    match = deed("[{damage: 6, to: KEN}]", actions=3)
    g = answer(match, USE)
    assert g.hearts["KEN"] == 0
    assert (g.active, g.actions) == ("SID", 2)


@pytest.mark.rule("WB-171", "WB-Q94")
def test_a_hero_who_is_revived_at_once_has_lost_the_turn_all_the_same() -> None:
    phoenix = rule_card("I-9", "  when: [{on: knocked_out, limit: chapter, do: [{revive: who}]}]")
    match = deed("[{damage: 5}]", more=phoenix, rules=["I-9"], actions=3)
    g = answer(match, USE)
    assert g.hearts["SID"] == 5
    assert (g.active, offered(match)) == ("", ["LARA", "KEN"])


@pytest.mark.rule("WB-171")
def test_a_hero_who_is_revived_at_once_has_no_free_actions_either() -> None:
    phoenix = """  when: [{on: knocked_out, limit: chapter, do: [{revive: who}]}]
  actions: [{id: sing, say: Sing a song, free: true, do: [{count: songs}]}]"""
    match = deed("[{damage: 5}]", more=rule_card("I-9", phoenix), rules=["I-9"], actions=3)
    g = answer(match, USE)
    assert g.hearts["SID"] == 5
    assert (g.active, offered(match)) == ("", ["LARA", "KEN"])


@pytest.mark.rule("WB-173")
@pytest.mark.parametrize("effect", ["{damage: 1, to: SID}", "{each: everyone, do: [{damage: 1, to: it}]}"])
def test_a_knocked_out_hero_is_dealt_no_damage(effect: str) -> None:
    watch = rule_card("I-9", "  when: [{on: hero_damaged, if: who is SID, do: [{count: hurt}]}]")
    g, match = carried_out(position(watch, ["I-9"], hearts={"SID": 0}), f"[{effect}]")
    assert g.hearts["SID"] == 0
    assert "hurt" not in g.counters
    assert "is knocked out" not in told(match)


@pytest.mark.rule("WB-174")
def test_more_damage_than_hearts_takes_the_hearts_there_are_and_no_more() -> None:
    g, match = carried_out(position(hearts={"SID": 2, "LARA": 3}), "[{damage: 7, to: SID}]")
    assert g.hearts == {"SID": 0, "LARA": 3, "KEN": 6}
    assert facts(match, "loses hearts") == [["SID", 2, 0]]
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


@pytest.mark.rule("WB-172")
def test_the_skill_of_another_hero_cannot_choose_who_is_knocked_out() -> None:
    skill = "use LARA skill"
    given: dict[str, Any] = {"active": "LARA", "sparks": {"LARA": 1}, "at": {"LARA": "R"}}
    match = play(position(hearts={"SID": 0}, **given))
    g = answer(match, skill)
    assert (g.at["LARA"], g.at["KEN"], g.at["SID"]) == ("P", "R", "P")
    match = play(position(hearts={"SID": 0, "KEN": 0}, **given))
    assert skill not in offered(match)


@pytest.mark.rule("WB-172")
def test_a_special_action_cannot_choose_who_is_knocked_out() -> None:
    text = "[{pick: others, do: [{gain_sparks: 1, to: it}]}]"
    match = deed(text, hearts={"LARA": 0})
    assert USE in offered(match)
    g = answer(match, USE)
    assert g.sparks == {"SID": 0, "LARA": 0, "KEN": 1}
    match = deed(text, hearts={"LARA": 0, "KEN": 0})
    assert USE not in offered(match)


# The check


@pytest.mark.rule("WB-175", "WB-176", "WB-177")
def test_at_the_beginning_of_the_players_phase_a_token_is_flipped_for_each_and_then_they_stand_up() -> None:
    g = position(hearts={"SID": 0, "LARA": 2, "KEN": 0}, at={"SID": "Q", "KEN": "R"}, step="check")
    match = play(g)
    g = state(match)
    assert told(match) == ["players' phase", "destiny down", "destiny down", "stands up", "stands up"]
    assert g.destiny == 3
    assert g.hearts == {"SID": 5, "LARA": 2, "KEN": 6}
    assert g.at == {"SID": "Q", "LARA": "P", "KEN": "R"}


@pytest.mark.rule("WB-175")
def test_no_token_is_flipped_if_nobody_is_knocked_out() -> None:
    g = state(play(position(hearts={"SID": 1, "LARA": 1, "KEN": 1}, step="check")))
    assert g.destiny == 5
    assert g.hearts == {"SID": 1, "LARA": 1, "KEN": 1}


@pytest.mark.rule("WB-176")
def test_nobody_stands_up_if_the_game_is_lost() -> None:
    match = play(position(hearts={"SID": 0, "LARA": 0}, destiny=2, step="check"))
    assert match.outcome is not None
    assert match.outcome.ending == "lost"
    assert "stands up" not in told(match)
    assert state(match).hearts == {"SID": 0, "LARA": 0, "KEN": 6}


@pytest.mark.rule("WB-178")
def test_whoever_has_stood_up_has_a_turn_with_three_actions() -> None:
    match = play(position(hearts={"SID": 0}, step="check"))
    assert offered(match) == ["SID", "LARA", "KEN"]
    g = answer(match, "SID")
    assert (g.active, g.actions) == ("SID", 3)
    g = answer(match, "move Q", "move R", "move P")
    assert (g.at["SID"], g.active) == ("P", "")


@pytest.mark.rule("WB-Q101")
def test_two_heroes_of_one_player_cost_two_tokens() -> None:
    g = state(play(position(heroes=("SID", "LARA"), players=1, hearts={"SID": 0, "LARA": 0}, step="check")))
    assert g.destiny == 3
    assert g.hearts == {"SID": 5, "LARA": 5}


@pytest.mark.rule("WB-Q102")
def test_tokens_are_flipped_one_by_one_and_the_last_one_loses_at_once() -> None:
    match = play(position(hearts={"SID": 0, "LARA": 0, "KEN": 0}, destiny=2, step="check"))
    assert match.outcome is not None
    assert match.outcome.ending == "lost"
    assert facts(match, "destiny down") == [[1], [0]]


@pytest.mark.rule("WB-Q104")
@pytest.mark.parametrize(("destiny", "lost"), [(1, True), (2, False)])
def test_the_chapter_is_lost_when_no_token_is_face_up_any_more(destiny: int, lost: bool) -> None:
    match = play(position(hearts={"SID": 0}, destiny=destiny, step="check"))
    assert (match.outcome is not None) == lost
    assert state(match).destiny == destiny - 1


def hoard(hearts: int) -> str:
    return f"- {{card: hoard, kind: enemy, title: Hoard, text: {WORDS!r}, hearts: {hearts}}}\n"


@pytest.mark.rule("WB-Q103")
def test_a_hero_recovers_as_many_hearts_as_there_are() -> None:
    g = position(hoard(62), hearts={"SID": 0})
    g.figures["hoard"] = ("R", 62)
    assert g.heart_supply == 76 - 11 - 62
    g.step = "check"
    match = play(g)
    assert state(match).hearts == {"SID": 3, "LARA": 5, "KEN": 6}
    assert offered(match) == ["SID", "LARA", "KEN"]


@pytest.mark.rule("WB-Q103")
def test_without_a_heart_in_the_supply_a_hero_stays_down_although_a_token_was_flipped() -> None:
    g = position(hoard(65), hearts={"SID": 0})
    g.figures["hoard"] = ("R", 65)
    assert g.heart_supply == 0
    g.step = "check"
    match = play(g)
    assert state(match).destiny == 4
    assert state(match).hearts == {"SID": 0, "LARA": 5, "KEN": 6}
    assert offered(match) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q100")
def test_a_new_goal_does_not_make_the_check() -> None:
    more = NEXT_GOAL + deed_card("[{count: more}]")
    match = play(position(more, [DEED], goal="I-7", hearts={"KEN": 0}, active="SID"))
    g = answer(match, USE)
    assert (g.goal, g.round) == ("I-8", 1)
    assert (g.hearts["KEN"], g.destiny) == (0, 5)
    g = answer(match, "pass")
    assert "stands up" not in told(match)
    assert g.active == "LARA", "KEN has no turn in this phase"


@pytest.mark.rule("WB-Q99")
def test_a_hero_who_is_down_when_the_chapter_ends_costs_nothing() -> None:
    match = play(position(deed_card("[{count: done}]"), [DEED], hearts={"LARA": 0, "KEN": 0}, active="SID"))
    g = answer(match, USE)
    assert match.outcome is not None
    assert match.outcome.ending == "completed"
    assert match.outcome.scores == (5, 5, 5)
    assert (g.destiny, "destiny down" in told(match)) == (5, False)


@pytest.mark.rule("WB-Q135")
def test_all_heroes_knocked_out_at_once_is_no_loss() -> None:
    match = enemies_phase("[{each: heroes, do: [{damage: 9, to: it}]}, {spawn: 1}, {activate: 2}]", destiny=4)
    g = state(match)
    assert match.outcome is None
    assert g.wyrm_at.count("V") == 1, "the phase is finished"
    assert g.destiny == 1
    assert g.hearts == {"SID": 5, "LARA": 5, "KEN": 6}
    assert (asked(match), g.round) == ((-1, "turn"), 2)


@pytest.mark.rule("WB-Q135", "WB-Q92")
def test_all_heroes_knocked_out_in_the_players_phase_end_it_and_the_enemies_follow() -> None:
    g = position(
        deed_card("[{each: heroes, do: [{damage: 9, to: it}]}]"), [DEED], "[{spawn: 2}]", active="SID"
    )
    match = play(g)
    g = answer(match, USE)
    assert match.outcome is None
    assert g.wyrm_at.count("V") == 2
    assert (g.destiny, g.round) == (2, 2)
    assert g.hearts == {"SID": 5, "LARA": 5, "KEN": 6}


# Knocked out in the Players' Phase


@pytest.mark.rule("WB-Q92")
def test_a_hero_who_is_knocked_out_before_their_turn_has_none_in_this_phase() -> None:
    match = deed("[{damage: 9, to: LARA}]", wyrm_card="[{spawn: 1}]")
    g = answer(match, USE, "pass")
    assert g.active == "KEN", "nobody else is left to choose"
    g = answer(match, "pass")
    assert told(match)[-4:] == ["spawns", "players' phase", "destiny down", "stands up"]
    assert offered(match) == ["SID", "LARA", "KEN"]


@pytest.mark.rule("WB-Q92")
def test_a_hero_who_is_revived_in_the_same_phase_still_has_a_turn() -> None:
    match = deed("[{damage: 9, to: LARA}, {revive: LARA}]")
    g = answer(match, USE, "pass")
    assert g.hearts["LARA"] == 5
    assert g.destiny == 5
    assert offered(match) == ["LARA", "KEN"]


@pytest.mark.rule("WB-Q92")
def test_the_phase_ends_when_no_conscious_hero_has_a_turn_left() -> None:
    match = enemies_after(deed_card("[{damage: 9, to: KEN}]"))
    answer(match, USE)
    assert state(match).active == "SID"
    answer(match, "pass")
    assert told(match).count("enemies' phase") == 1


def enemies_after(more: str) -> Match:
    """SID has the last turn but one: only KEN is still to come, LARA has had hers."""
    g = position(more, [DEED], "[{spawn: 1}]", active="SID")
    g.waiting = ("KEN",)
    return play(g)


@pytest.mark.rule("WB-Q93")
def test_a_hero_who_is_knocked_out_after_their_turn_stays_down_until_the_next_players_phase() -> None:
    match = enemies_after(deed_card("[{damage: 9, to: LARA}]"))
    g = answer(match, USE, "pass")
    assert (g.active, g.hearts["LARA"], g.destiny) == ("KEN", 0, 5)
    g = answer(match, "pass")
    assert (g.round, g.hearts["LARA"], g.destiny) == (2, 5, 4)
    assert offered(match) == ["SID", "LARA", "KEN"]


@pytest.mark.rule("WB-Q93", "WB-Q92")
def test_a_hero_who_is_revived_after_their_turn_has_no_second_one() -> None:
    match = enemies_after(deed_card("[{damage: 9, to: LARA}, {revive: LARA}]"))
    g = answer(match, USE, "pass")
    assert (g.active, g.hearts["LARA"]) == ("KEN", 5)
    g = answer(match, "pass")
    assert g.round == 2


# Knocked out in the middle of an own action


@pytest.mark.rule("WB-Q94")
def test_what_does_not_need_the_hero_is_finished() -> None:
    match = deed("[{damage: 9}, {gain_sparks: 1, to: KEN}, {each: wyrms, do: [{stun: it}]}]", wyrms=["R"])
    g = answer(match, USE)
    assert g.hearts["SID"] == 0
    assert g.sparks["KEN"] == 1
    assert g.stunned[0] is True
    assert g.active == ""


@pytest.mark.rule("WB-Q94")
def test_a_knocked_out_hero_chooses_no_target() -> None:
    match = deed("[{damage: 9}, {pick: wyrms, do: [{defeat: it}]}]", wyrms=["R", "V"])
    g = answer(match, USE)
    assert g.wyrm_at[:2] == ["R", "V"]
    assert (g.active, asked(match)) == ("", (-1, "turn"))


@pytest.mark.rule("WB-Q94")
def test_what_comes_after_a_choice_that_cannot_be_made_is_finished_all_the_same() -> None:
    match = deed(
        "[{damage: 9}, {pick: wyrms, do: [{defeat: it}]}, {gain_sparks: 1, to: KEN}]", wyrms=["R", "V"]
    )
    g = answer(match, USE)
    assert g.wyrm_at[:2] == ["R", "V"]
    assert g.sparks["KEN"] == 1


@pytest.mark.rule("WB-Q94")
def test_additional_actions_that_are_owed_are_lost() -> None:
    match = deed("[{damage: 9}, extra_action]", lying={"P": 1})
    g = answer(match, USE)
    assert (g.active, asked(match)) == ("", (-1, "turn"))


@pytest.mark.rule("WB-Q94")
def test_a_knocked_out_attacker_does_not_choose_where_leftover_damage_goes() -> None:
    thorns = rule_card("I-9", "  when: [{on: wyrm_defeated, do: [{damage: 9, to: by}]}]")
    g = position(thorns, ["I-9"], active="SID", wyrms=["R"], stunned=["P"])
    match = play(g, "S S")
    g = answer(match, "attack", "P stunned")
    assert g.hearts["SID"] == 0
    assert (g.active, asked(match)) == ("", (-1, "turn"))
    assert g.stunned[0] is False


@pytest.mark.rule("WB-Q94")
def test_a_hero_who_is_knocked_out_before_the_roll_does_not_attack() -> None:
    curse = rule_card("I-9", "  when: [{on: attack_declared, do: [{damage: 9, to: who}]}]")
    match = play(position(curse, ["I-9"], active="SID", wyrms=["P", "R"]), "S S")
    g = answer(match, "attack")
    assert (g.hearts["SID"], g.active) == (0, "")
    assert g.wyrm_at[:2] == ["P", "R"]
    assert not any(g.stunned)


@pytest.mark.rule("WB-Q94", "WB-Q55")
def test_an_interaction_card_is_discarded_though_it_knocks_its_hero_out() -> None:
    chest = f"""
- card: shelf
  kind: map
  title: Shelf
  areas: {{Y: {{name: Y}}, Z: {{name: Z}}}}
  borders: [{{between: [Y, Z], line: dashed}}]
  objects: {{chest: {{name: A chest, area: Y}}}}
- card: I-9
  kind: interaction
  title: Chest
  text: {WORDS!r}
  object: chest
  back:
    text: {WORDS!r}
    do: [{{damage: 9}}, {{may: [{{gain_sparks: 1}}], say: Take a spark}}]
    then: discard
"""
    at = dict.fromkeys(EVERYBODY_IN_P, "Y")
    match = play(position(chest, map="shelf", at=at, stacks={"I-9": ["I-9"]}, active="SID"))
    g = answer(match, "interact I-9")
    assert (g.hearts["SID"], g.active) == (0, "")
    assert (g.stacks, g.discard) == ({}, ("I-9",))


@pytest.mark.rule("WB-Q94", "WB-074")
def test_a_shred_is_discarded_though_it_knocks_its_hero_out() -> None:
    pepper = f"""
- card: pepper
  kind: shred
  title: Pepper
  text: {WORDS!r}
  actions:
    - {{id: sniff, say: Sniff at it, do: [{{damage: 9}}, {{may: [{{gain_sparks: 1}}], say: Take a spark}}]}}
"""
    g = position(pepper, active="SID")
    g.shreds.put("pepper", HELD_BY["SID"])
    g = answer(play(g), "use pepper sniff")
    assert g.hearts["SID"] == 0
    assert g.shreds_of("SID") == ()
    assert g.shreds.rows[DISCARD] == ("pepper",)


@pytest.mark.rule("WB-Q94")
def test_whoever_is_knocked_out_in_an_additional_action_chooses_no_target_in_it() -> None:
    trap = rule_card(
        "I-9",
        "  actions: [{id: trap, say: Step on it, do: [{damage: 9}, {pick: wyrms, do: [{defeat: it}]}]}]",
    )
    match = deed("[{extra_action: special, who: LARA}]", more=trap, rules=["I-9"], wyrms=["R", "V"])
    answer(match, USE)
    assert asked(match) == (1, "additional action")
    g = answer(match, "use I-9 trap")
    assert g.hearts["LARA"] == 0
    assert (asked(match), g.active) == ((0, "action"), "SID")
    assert g.wyrm_at[:2] == ["R", "V"]


# What who lies there has, and gets

BELL = f"""
- card: bell
  kind: item
  title: Bell
  text: {WORDS!r}
  when: [{{on: hero_damaged, if: who is self, do: [{{gain_sparks: 1}}]}}]
"""


@pytest.mark.rule("WB-Q95")
def test_a_knocked_out_hero_keeps_items_shreds_and_sparks() -> None:
    shred = position().chapter.shreds[0]
    g = position(BELL, items={"SID": ["bell"]}, shreds={"SID": [shred]}, sparks={"SID": 2}, hearts={"SID": 1})
    g = does(g, "[{lose_hearts: 1, who: SID}]")
    assert g.hearts["SID"] == 0
    assert g.held_by("SID") == ("bell", shred)
    assert g.sparks["SID"] == 2


@pytest.mark.rule("WB-Q95")
def test_an_item_is_in_force_though_a_wyrm_has_just_knocked_its_holder_out() -> None:
    hearts, at = {"SID": 1}, {"LARA": "Q", "KEN": "Q"}
    match = enemies_phase(
        "[{activate: 1}]", more=BELL, items={"SID": ["bell"]}, at=at, hearts=hearts, wyrms=["P"]
    )
    g = state(match)
    assert told(match)[2:5] == ["loses hearts", "is knocked out", "gains sparks"]
    assert (g.sparks["SID"], g.items["SID"]) == (1, ("bell",))
    assert (asked(match), g.round, g.destiny) == ((-1, "turn"), 2, 4)


ARMOUR = f"""
- card: armour
  kind: upgrade
  hero: SID
  handout: 12
  title: Armour
  left:
    title: Strength of all
    text: {WORDS!r}
    while: [{{attack_dice: 1}}]
  right:
    title: Cheer
    text: {WORDS!r}
    when: [{{on: spark_collected, do: [{{recover: 1, to: who}}]}}]
"""


@pytest.mark.rule("WB-Q96")
@pytest.mark.parametrize(("hearts", "dice"), [(1, "F F F"), (0, "F F")])
def test_passive_skills_of_a_knocked_out_hero_do_not_work(hearts: int, dice: str) -> None:
    g = position(ARMOUR, skills={"SID": [("armour", "left")]}, hearts={"SID": 1, "TINA": 1},
                 heroes=("SID", "TINA"), wyrms=["P"], active="TINA")  # fmt: skip
    if not hearts:
        g = does(g, "[{damage: 1, to: SID}]")
    assert len(rolled(g, dice)) == len(dice.split())


def rolled(g: Book, dice: str) -> tuple[str, ...]:
    match = play(g, dice)
    return answer(match, "attack").dice


@pytest.mark.rule("WB-Q96")
@pytest.mark.parametrize(("step", "hearts"), [("choose", 1), ("check", 2)])
def test_passive_skills_work_again_once_the_hero_stands(step: str, hearts: int) -> None:
    g = position(ARMOUR, skills={"SID": [("armour", "right")]}, lying={"P": 1}, hearts={"SID": 1, "KEN": 1})
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


@pytest.mark.rule("WB-Q97")
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
    assert facts(match, "loses hearts") == [["LARA", 1, 0], ["KEN", 1, 1]]
    assert facts(match, "is knocked out") == [["LARA"]]
    assert asked(match) == (2, "additional action")
