"""Wonder Book: what happens between rules: who "you" is, what can still be chosen, what still comes."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.wonderbook.state import DISCARD, Book
from foldtale.kernel.effects import enter
from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import BOARD, GROUP, QUIET, SID, book, ken, lara, play, sid, wyrms
from tests.games.wonderbook.given import tina as tina_in_her_turn
from tests.games.wonderbook.pages import choice, column, figure, lantern, law, tool
from tests.games.wonderbook.rooms import enemies_phase, is_over

TINA = 0
"""Her seat, where she plays with SID and KEN."""
WHISTLE = {"sparks": {"TINA": 1}, "skills": {"TINA": [("tina-1", "right")]}}


def tina(cards: str = QUIET, **given: Any) -> Book:
    """TINA in S, in her turn, with the Emergency Whistle."""
    return tina_in_her_turn(cards, **{**WHISTLE, **given})


@pytest.mark.rule("WB-Q131", "WB-Q124")
def test_you_on_a_special_rule_is_the_hero_who_takes_the_additional_action() -> None:
    m = play(
        tina(
            QUIET + law("when: [{on: spark_collected, do: [{gain_sparks: 1}]}]"),
            rules=["law"],
            lying={"T": 1},
        )
    )
    g = answer(m, "use tina-1 right", "SID", "collect")
    assert g.sparks == {"TINA": 0, "SID": 2, "KEN": 0}


@pytest.mark.rule("WB-Q131", "WB-Q124")
def test_an_enemy_hits_back_at_the_hero_who_has_struck_it() -> None:
    g = tina(QUIET + figure("ogre", "enemy", 9, ", when: [{on: figure_damaged, do: [{damage: 1}]}]"))
    g.figures["ogre"] = ("T", 9)
    enter(g, "ogre", None, g.chapter.body("ogre").standing)
    m = play(g, "S F")
    g = answer(m, "use tina-1 right", "SID", "attack")
    assert (g.hearts["TINA"], g.hearts["SID"]) == (5, 4)


@pytest.mark.rule("WB-Q131", "WB-Q124")
def test_a_page_read_in_an_additional_action_speaks_to_the_hero_who_acts() -> None:
    options = choice(7, column("mine", "{gain_sparks: 1}", ", if: hearts(self) = 3"), column("none"))
    cards = QUIET + options + law("when: [{on: spark_collected, do: [{reveal_card: I-7}]}]")
    m = play(tina(cards, rules=["law"], lying={"T": 1}, hearts={"SID": 3}))
    answer(m, "use tina-1 right", "SID", "collect")
    assert offered(m) == ["I-7 mine", "I-7 none"]
    assert answer(m, "I-7 mine").sparks == {"TINA": 0, "SID": 2, "KEN": 0}


@pytest.mark.rule("WB-Q131")
def test_after_an_additional_action_you_is_again_the_hero_whose_turn_it_is() -> None:
    cards = QUIET + law("when: [{on: turn_ends, do: [{gain_sparks: 2}]}]")
    g = answer(play(tina(cards, rules=["law"])), "use tina-1 right", "SID", "pass", "pass", "pass")
    assert g.sparks == {"TINA": 2, "SID": 0, "KEN": 0}


AFTER_THE_FIRST = (
    "when: [{{on: wyrm_stunned, limit: turn, do: [{{each: wyrms where not is_stunned(it), do: [{}]}}]}}]"
)


@pytest.mark.rule("WB-Q145")
@pytest.mark.parametrize("gone", ["{remove: it}", "{drive: it, area: K}"])
def test_what_has_gone_since_the_first_choice_cannot_be_chosen(gone: str) -> None:
    cards = QUIET + law(AFTER_THE_FIRST.format(gone))
    g = sid(cards, rules=["law"], wyrms=["S", "S", "T"], shreds={"SID": ["marbles"]})
    m = play(g)
    g = answer(m, "use marbles spill", "S standing")
    assert asked(m) == (SID, "action")
    assert wyrms(g)[0] == "S stunned"


@pytest.mark.rule("WB-Q145")
def test_what_has_come_into_reach_since_the_first_choice_can_be_chosen() -> None:
    cards = QUIET + law(AFTER_THE_FIRST.format("{drive: it, area: L}"))
    m = play(sid(cards, rules=["law"], wyrms=["S", "K"], shreds={"SID": ["marbles"]}))
    answer(m, "use marbles spill", "S standing")
    assert offered(m) == ["L standing", "no"]
    assert wyrms(answer(m, "L standing")) == ["S stunned", "L stunned"]


@pytest.mark.rule("WB-Q145")
def test_wyrms_alike_stay_one_option_at_each_choice() -> None:
    m = play(sid(wyrms=["S", "S", "S"], shreds={"SID": ["marbles"]}))
    answer(m, "use marbles spill", "S standing")
    assert offered(m) == ["S standing", "no"]
    assert wyrms(answer(m, "S standing")) == ["S stunned", "S stunned", "S standing"]


@pytest.mark.rule("WB-Q145")
def test_a_wyrm_that_is_nowhere_cannot_be_chosen_by_a_name_it_was_given() -> None:
    do = "[{let: pack, be: wyrms_in(S), do: [{each: wyrms_in(S), do: [{remove: it}]}, {pick: pack, do: [{stun: it}], else: [{count: none}]}]}]"
    m = play(sid(QUIET + tool("net", do), wyrms=["S", "S"], items={"SID": ["net"]}))
    g = answer(m, "use net work")
    assert (g.counters, asked(m)) == ({"none": 1}, (SID, "action"))


@pytest.mark.rule("WB-Q145")
def test_who_was_knocked_out_meanwhile_is_not_asked_about() -> None:
    four = {
        "heroes": ["SID", "LARA", "KEN", "TINA"],
        "at": {"SID": "S", "LARA": "L", "KEN": "K", "TINA": "T"},
    }
    cards = QUIET + law("when: [{on: enters, if: who is LARA, do: [{damage: 9, to: KEN}]}]")
    m = play(sid(cards, rules=["law"], shreds={"SID": ["bell"]}, **four))
    answer(m, "use bell ring", "LARA", "move S")
    assert asked(m) == (3, "additional action")


@pytest.mark.rule("WB-Q146", "WB-157")
@pytest.mark.parametrize("by", ["", ", by: group"])
@pytest.mark.parametrize("do", ["{defeat: it}", "{if: in_play(it), then: [{defeat: it}, {tell: Gone.}]}"])
def test_a_wyrm_that_is_spawned_again_is_none_of_those_a_text_goes_through(by: str, do: str) -> None:
    again = "when: [{on: wyrm_defeated, limit: turn, do: [{each: wyrms_in(S), do: [{remove: it}]}, {spawn: 2, area: S}]}]"
    cards = QUIET + law(again) + tool("net", f"[{{each: wyrms_in(S){by}, do: [{do}]}}]")
    m = play(sid(cards, rules=["law"], wyrms=["S", "S", "S"], items={"SID": ["net"]}))
    g = answer(m, "use net work")
    assert (wyrms(g), told(m).count("is defeated")) == (["S standing", "S standing"], 1)


def trap(hero: str) -> str:
    """A Special Rule that knocks out `hero` who enters T."""
    return law(f"when: [{{on: enters, if: area is T and who is {hero}, do: [{{damage: 9, to: who}}]}}]")


@pytest.mark.rule("WB-Q142", "WB-171")
def test_a_skill_heals_nobody_after_its_hero_fell_in_its_walk() -> None:
    skill = {"skills": {"TINA": [("tina-3", "right")]}}
    m = play(tina(QUIET + trap("TINA"), rules=["law"], hearts={"SID": 2}, **skill))
    g = answer(m, "use tina-3 right", "move T")
    assert (g.hearts["TINA"], g.hearts["SID"], g.active) == (0, 2, "")


@pytest.mark.rule("WB-Q142", "WB-171")
def test_a_skill_carries_nobody_after_its_hero_fell_in_its_walk() -> None:
    at = {"SID": "S", "LARA": "L", "KEN": "S"}
    m = play(ken(QUIET + trap("KEN"), rules=["law"], skills={"KEN": [("ken-3", "left")]}, at=at))
    g = answer(m, "use ken-3 left", "move T")
    assert g.at == {"SID": "S", "LARA": "L", "KEN": "T"}


@pytest.mark.rule("WB-Q142", "WB-171", "WB-074")
@pytest.mark.parametrize("revived", ["", ", {revive: who}"])
@pytest.mark.parametrize("fall", ["S S S", "F F F"])
def test_a_roll_that_knocks_its_hero_out_neither_succeeds_nor_fails(fall: str, revived: str) -> None:
    curse = law(f"when: [{{on: rolled, do: [{{damage: 9, to: who}}{revived}]}}]")
    g = sid(QUIET + curse, rules=["law"], wyrms=["S"], shreds={"SID": ["rocket"]}, hearts={"SID": 1})
    m = play(g, fall)
    g = answer(m, "use rocket light")
    assert (wyrms(g), g.shred_cards.rows[DISCARD], asked(m)) == (["S standing"], ("rocket",), (GROUP, "turn"))


@pytest.mark.rule("WB-Q142")
def test_a_text_ends_with_the_additional_action_in_which_its_hero_fell() -> None:
    cards = QUIET + trap("SID") + tool("horn", "[extra_action, {count: after}]")
    g = answer(play(sid(cards, rules=["law"], items={"SID": ["horn"]})), "use horn work", "move T")
    assert (g.counters, g.hearts["SID"], g.active) == ({}, 0, "")


@pytest.mark.rule("WB-Q142", "WB-053")
def test_the_back_of_a_card_is_read_to_its_end_though_its_roll_knocks_the_hero_out() -> None:
    text = "[{challenge: 1, needed: 1, success: [{count: won}]}, {count: read}]"
    cards = QUIET + lantern(text) + law("when: [{on: rolled, do: [{damage: 9, to: who}]}]")
    at = {"SID": "K", "LARA": "L", "KEN": "S"}
    m = play(sid(cards, rules=["law"], at=at, stacks={"lamp": ["lantern"]}), "S")
    assert answer(m, "interact lantern").counters == {"won": 1, "read": 1}


@pytest.mark.rule("WB-Q150", "WB-169")
def test_nobody_is_asked_for_the_order_of_wyrms_that_will_do_nothing() -> None:
    hearts = {"SID": 1, "LARA": 0, "KEN": 0}
    m = enemies_phase("[{activate: 1}]", hearts=hearts, wyrms=["P", "Q"], stunned=["R"])
    answer(m, "P standing")
    assert is_over(m)


@pytest.mark.rule("WB-Q147", "WB-Q96")
def test_a_passive_skill_that_was_due_is_silent_when_its_hero_is_knocked_out_first() -> None:
    cards = QUIET + figure("ogre", "enemy", 9, ", when: [{on: figure_damaged, do: [{damage: 1}]}]")
    g = lara(cards, hearts={"LARA": 1}, stunned=["S"], skills={"LARA": [("lara-3", "right")]})
    g.figures["ogre"] = ("S", 9)
    enter(g, "ogre", None, g.chapter.body("ogre").standing)
    m = play(g, "S")
    g = answer(m, "attack", "ogre", "S stunned")
    assert (g.hearts["LARA"], g.sparks["LARA"], wyrms(g)) == (0, 0, [])


@pytest.mark.rule("WB-Q148", "WB-Q94")
def test_a_friend_takes_the_second_action_though_the_whistler_fell_in_the_first() -> None:
    cards = QUIET + law("when: [{on: enters, if: who is SID, do: [{damage: 9, to: TINA}]}]")
    m = play(tina(cards, rules=["law"]))
    g = answer(m, "use tina-1 right", "SID", "move S")
    assert (g.hearts["TINA"], asked(m)) == (0, (1, "additional action"))
    assert answer(m, "pass").active == ""


@pytest.mark.rule("WB-Q08", "WB-Q142", "WB-Q54")
@pytest.mark.parametrize(("hearts", "is_offered"), [(1, False), (2, True)])
def test_a_cost_that_leaves_nobody_to_roll_is_not_offered(hearts: int, is_offered: bool) -> None:
    cards = QUIET + lantern("[{count: lit}]", ", cost: [{lose_hearts: 1}], roll: {dice: 1, needed: 1}")
    at = {"SID": "K", "LARA": "L", "KEN": "S"}
    m = play(sid(cards, at=at, stacks={"lamp": ["lantern"]}, hearts={"SID": hearts}))
    assert ("interact lantern" in offered(m)) is is_offered


@pytest.mark.rule("WB-Q149")
def test_once_a_turn_can_be_used_in_a_turn_though_it_was_used_between_turns() -> None:
    cards = BOARD.replace(
        "vortex: [V]", "vortex: [V], enemies: [{roll: 1}, {if: self is SID, then: [{count: x}]}]"
    )
    at = {"SID": "P", "LARA": "Q", "KEN": "Q"}
    g = book(cards, map="enemies", at=at, skills={"SID": [("sid-3", "left")]}, wyrms=["P"], step="enemies")
    m = play(g, "F", "F F")
    answer(m, "SID")
    g = answer(m, "SID", "attack", "keep")
    assert g.stunned[0] is True
