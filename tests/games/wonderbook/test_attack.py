"""Wonder Book: attacks, their targets, leftover damage, LARA's pair, and enemies with Hearts."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.wonderbook.state import Book
from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import (
    KEN,
    LARA,
    QUIET,
    SID,
    WORDS,
    book,
    does,
    ken,
    lara,
    play,
    sid,
    tina,
    wyrms,
)
from tests.games.wonderbook.pages import figure, law

MORE_DICE = QUIET + law("while: [{attack_dice: 2}]")


# Attacks


@pytest.mark.rule("WB-123", "WB-124", "WB-Q128")
@pytest.mark.parametrize(("hero", "dice"), [("SID", 2), ("LARA", 1), ("KEN", 3), ("TINA", 2)])
def test_each_hero_rolls_the_dice_of_their_own_attack(hero: str, dice: int) -> None:
    others = [other for other in ("SID", "LARA", "KEN", "TINA") if other != hero][:2]
    at = {hero: "S", others[0]: "L", others[1]: "K"}
    g = book(QUIET, heroes=[hero, *others], map="players", at=at, wyrms=["S"], active=hero)
    m = play(g, " ".join(["F"] * dice))
    assert len(answer(m, "attack").dice) == dice


@pytest.mark.rule("WB-125", "WB-Q137")
def test_nothing_about_the_target_is_said_before_the_roll() -> None:
    m = play(sid(wyrms=["S", "T"], stunned=["T"]), "S S")
    answer(m, "attack")
    assert told(m)[-1] == "rolls"
    assert (asked(m), offered(m)) == ((SID, "target"), ["S standing", "T standing", "T stunned"])


@pytest.mark.rule("WB-126")
@pytest.mark.parametrize(("area", "can"), [("S", True), ("T", True), ("L", True), ("X", False), ("K", False)])
def test_sid_hits_in_his_own_area_and_in_adjacent_ones(area: str, can: bool) -> None:
    m = play(sid(wyrms=[area]), "S S")
    assert ("attack" in offered(m)) is can
    if can:
        assert wyrms(answer(m, "attack")) == []


@pytest.mark.rule("WB-126")
@pytest.mark.parametrize(("area", "can"), [("S", True), ("T", False), ("L", False)])
def test_lara_hits_in_her_own_area_only_as_her_text_says(area: str, can: bool) -> None:
    assert ("attack" in offered(play(lara(wyrms=[area])))) is can


@pytest.mark.rule("WB-127")
@pytest.mark.parametrize(
    ("fall", "after"), [("F F", ["S standing"]), ("S F", ["S stunned"]), ("S S", [])], ids=["0", "1", "2"]
)
def test_each_success_deals_one_damage(fall: str, after: list[str]) -> None:
    m = play(sid(wyrms=["S"], hearts={"SID": 1}), fall)
    assert wyrms(answer(m, "attack")) == after


@pytest.mark.rule("WB-X43", "WB-128", "WB-134", "WB-Q62")
def test_two_successes_cannot_stun_two_wyrms() -> None:
    m = play(sid(wyrms=["S", "T"]), "S S")
    answer(m, "attack")
    assert offered(m) == ["S standing", "T standing"]
    g = answer(m, "S standing")
    assert wyrms(g) == ["T standing"]
    assert (asked(m), told(m).count("is stunned")) == ((SID, "action"), 0)


@pytest.mark.rule("WB-128")
def test_laras_success_hits_two_wyrms() -> None:
    m = play(lara(wyrms=["S", "S", "S"]), "S")
    g = answer(m, "attack", "S standing")
    assert wyrms(g) == ["S stunned", "S stunned", "S standing"]


@pytest.mark.rule("WB-129")
def test_every_attack_may_aim_at_another_wyrm() -> None:
    m = play(sid(wyrms=["S", "T"], hearts={"SID": 1}), "S F", "S F", "S F")
    g = answer(m, "attack", "S standing")
    assert wyrms(g) == ["S stunned", "T standing"]
    answer(m, "attack")
    assert offered(m) == ["S stunned", "T standing"]
    g = answer(m, "T standing")
    assert wyrms(g) == ["S stunned", "T stunned"]


@pytest.mark.rule("WB-130")
def test_ken_may_push_what_he_hits() -> None:
    m = play(ken(wyrms=["S"], hearts={"KEN": 1}), "S F F")
    answer(m, "attack")
    assert asked(m) == (KEN, "may")
    answer(m, offered(m)[0])
    assert (asked(m), offered(m)) == ((KEN, "push"), ["T", "L"])
    assert wyrms(answer(m, "L")) == ["L stunned"]


@pytest.mark.rule("WB-130")
def test_what_comes_in_the_place_of_a_defeated_wyrm_is_not_pushed() -> None:
    cards = QUIET + law("when: [{on: wyrm_defeated, do: [{spawn: 1, area: K}]}]")
    m = play(ken(cards, wyrms=["S"], rules=["law"], hearts={"KEN": 1}), "S S F")
    g = answer(m, "attack")
    assert (wyrms(g), asked(m)) == (["K standing"], (KEN, "action"))


@pytest.mark.rule("WB-130", "WB-Q67")
def test_tinas_hit_restores_one_heart_however_many_successes_she_has() -> None:
    m = play(tina(wyrms=["S", "S"], hearts={"TINA": 2, "SID": 2, "KEN": 2}), "S S")
    answer(m, "attack")
    assert offered(m) == ["TINA", "SID"]
    g = answer(m, "SID")
    assert (g.hearts, asked(m)) == ({"TINA": 2, "SID": 3, "KEN": 2}, (0, "action"))


@pytest.mark.rule("WB-Q67")
def test_without_a_success_an_attack_has_no_effect_besides() -> None:
    m = play(tina(wyrms=["S"], hearts={"TINA": 1, "SID": 2}), "F F")
    g = answer(m, "attack")
    assert (g.hearts["SID"], asked(m)) == (2, (0, "action"))


@pytest.mark.rule("WB-X33", "WB-172")
def test_tina_cannot_choose_a_knocked_out_hero() -> None:
    m = play(tina(wyrms=["S"], hearts={"TINA": 2, "SID": 0, "KEN": 2}), "S S")
    g = answer(m, "attack")
    assert (g.hearts, asked(m)) == ({"TINA": 3, "SID": 0, "KEN": 2}, (0, "action"))


@pytest.mark.rule("WB-Q60")
def test_nobody_attacks_without_a_target_in_reach() -> None:
    m = play(sid(wyrms=["X"]))
    assert "attack" not in offered(m)
    answer(m, "move L")
    assert "attack" in offered(m)


# Leftover damage


@pytest.mark.rule("WB-137", "WB-Q65")
def test_leftover_damage_may_go_to_a_second_wyrm_in_reach() -> None:
    m = play(sid(wyrms=["L", "K"], stunned=["S"]), "S S")
    answer(m, "attack", "S stunned")
    assert (asked(m), offered(m)) == ((SID, "target"), ["L standing", "stop"])
    assert wyrms(answer(m, "L standing")) == ["L stunned", "K standing"]


@pytest.mark.rule("WB-138")
def test_leftover_damage_without_another_target_is_lost() -> None:
    m = play(sid(wyrms=["K"], stunned=["S"]), "S S")
    g = answer(m, "attack")
    assert (wyrms(g), asked(m)) == (["K standing"], (SID, "action"))


@pytest.mark.rule("WB-Q62")
def test_all_damage_goes_to_one_wyrm_until_it_is_defeated() -> None:
    m = play(ken(wyrms=["S", "S"]), "S S S")
    g = answer(m, "attack")
    assert (wyrms(g), offered(m)) == (["S standing"], ["S standing", "stop"])


@pytest.mark.rule("WB-Q63")
def test_leftover_damage_goes_on_to_a_third_wyrm() -> None:
    m = play(ken(MORE_DICE, wyrms=["S"] * 3, rules=["law"]), "S S S S S")
    g = answer(m, "attack", "S standing", "S standing")
    assert (wyrms(g), asked(m)) == (["S stunned"], (KEN, "action"))


@pytest.mark.rule("WB-Q64")
def test_leftover_damage_need_not_be_dealt() -> None:
    m = play(sid(wyrms=["S"], stunned=["S"]), "S S")
    g = answer(m, "attack", "S stunned", "stop")
    assert (wyrms(g), asked(m)) == (["S standing"], (SID, "action"))


# LARA's pair


@pytest.mark.rule("WB-Q66")
def test_lara_may_hit_just_one_of_several() -> None:
    m = play(lara(wyrms=["S", "S"]), "S")
    answer(m, "attack")
    assert (asked(m), offered(m)) == ((LARA, "target"), ["S standing", "stop"])
    assert wyrms(answer(m, "stop")) == ["S stunned", "S standing"]


@pytest.mark.rule("WB-Q66")
def test_lara_hits_a_wyrm_that_is_alone_once_for_each_success() -> None:
    m = play(lara(MORE_DICE, wyrms=["S", "T"], rules=["law"], hearts={"LARA": 1}), "S S F")
    assert wyrms(answer(m, "attack")) == ["T standing"]


@pytest.mark.rule("WB-Q66")
def test_every_success_of_lara_hits_each_of_the_pair_that_is_chosen_once() -> None:
    m = play(lara(MORE_DICE, wyrms=["S", "S", "S"], rules=["law"], hearts={"LARA": 1}), "S S F")
    g = answer(m, "attack", "S standing")
    assert (wyrms(g), asked(m)) == (["S standing"], (LARA, "action"))


@pytest.mark.rule("WB-Q66")
def test_what_laras_pair_did_not_need_may_go_to_one_other() -> None:
    m = play(
        lara(MORE_DICE, wyrms=["S", "S", "T"], stunned=["S"], rules=["law"], hearts={"LARA": 1}), "S S F"
    )
    g = answer(m, "attack", "S stunned", "S standing")
    assert (wyrms(g), offered(m)) == (["S standing", "T standing"], ["S standing", "stop"])
    assert wyrms(answer(m, "S standing")) == ["S stunned", "T standing"]


@pytest.mark.rule("WB-Q63", "WB-Q66")
def test_what_laras_pair_did_not_need_goes_on_to_a_fourth() -> None:
    cards = QUIET + law("while: [{attack_dice: 3}]")
    m = play(lara(cards, wyrms=["S"], stunned=["S"] * 3, rules=["law"], hearts={"LARA": 1}), "S S S F")
    answer(m, "attack", "S stunned", "S stunned")
    assert offered(m) == ["S standing", "S stunned", "stop"]
    answer(m, "S stunned")
    assert (asked(m), offered(m)) == ((LARA, "target"), ["S standing", "stop"])
    assert wyrms(answer(m, "S standing")) == []


@pytest.mark.rule("WB-Q66")
def test_what_the_one_did_not_need_may_go_to_the_other_of_the_pair() -> None:
    cards = MORE_DICE + figure("ogre", "enemy", 3)
    g = does(lara(cards, stunned=["S"], rules=["law"], hearts={"LARA": 1}), "[{create_enemy: ogre, area: S}]")
    m = play(g, "S S F")
    answer(m, "attack", "S stunned", "ogre")
    assert m.state.figures == {"ogre": ("S", 1)}
    assert answer(m, "ogre").figures == {}


@pytest.mark.rule("WB-Q66")
def test_the_damage_of_the_pair_is_dealt_together() -> None:
    up = "{each: wyrms_in(area), do: [{stand_up: it}]}"
    cards = QUIET + law(f"when: [{{on: wyrm_defeated, do: [{up}]}}]")
    m = play(lara(cards, stunned=["S", "S"], rules=["law"]), "S")
    assert wyrms(answer(m, "attack", "S stunned")) == []


@pytest.mark.rule("WB-Q66")
def test_an_enemy_of_the_pair_may_answer_although_the_other_has_just_fallen() -> None:
    parry = "instead: [{of: figure_damaged, do: [{may: [{change: damage, to: 0}], id: parry, by: group}]}]"
    ogre = f"- {{card: ogre, kind: enemy, title: Figure, text: {WORDS!r}, hearts: 3, {parry}}}\n"
    cards = QUIET + law("when: [{on: wyrm_defeated, do: [{count: fallen}]}]") + ogre
    m = play(does(lara(cards, stunned=["S"], rules=["law"]), "[{create_enemy: ogre, area: S}]"), "S")
    answer(m, "attack", "S stunned", "ogre")
    assert offered(m) == ["ogre parry", "no"]
    g = answer(m, "ogre parry")
    assert (wyrms(g), g.figures, g.counters) == ([], {"ogre": ("S", 3)}, {"fallen": 1})


# Enemies with Hearts


def with_ogre(hearts: int = 3, **given: Any) -> Book:
    """SID with an enemy in his area."""
    return does(sid(QUIET + figure("ogre", "enemy", hearts), **given), "[{create_enemy: ogre, area: S}]")


@pytest.mark.rule("WB-Q61")
def test_an_enemy_loses_a_heart_for_each_damage_and_is_never_stunned() -> None:
    m = play(with_ogre(hearts=4), "S F", "S S", "S F")
    assert answer(m, "attack", "keep").figures == {"ogre": ("S", 3)}
    assert answer(m, "attack").figures == {"ogre": ("S", 1)}
    g = answer(m, "attack", "keep")
    assert (g.figures, g.fallen) == ({}, ("ogre",))
    assert "is stunned" not in told(m)


@pytest.mark.rule("WB-Q61")
def test_an_enemy_receives_leftover_damage_like_a_second_target() -> None:
    m = play(with_ogre(stunned=["T"]), "S S")
    answer(m, "attack", "T stunned")
    assert offered(m) == ["ogre", "stop"]
    assert answer(m, "ogre").figures == {"ogre": ("S", 2)}


@pytest.mark.rule("WB-Q61")
def test_an_ally_is_no_target() -> None:
    cards = QUIET + figure("owl", "ally", 2)
    g = does(sid(cards), "[{create_ally: owl, area: S}]")
    assert "attack" not in offered(play(g))


@pytest.mark.rule("WB-Q61")
def test_an_enemy_out_of_reach_is_no_target() -> None:
    cards = QUIET + figure("ogre", "enemy", 2)
    for area, can in (("T", True), ("X", False)):
        g = does(sid(cards), f"[{{create_enemy: ogre, area: {area}}}]")
        assert ("attack" in offered(play(g))) is can


@pytest.mark.rule("WB-Q67")
def test_a_hit_on_an_enemy_has_its_effect_besides() -> None:
    cards = QUIET + figure("ogre", "enemy")
    m = play(does(tina(cards, hearts={"SID": 2}), "[{create_enemy: ogre, area: S}]"), "S S")
    g = answer(m, "attack")
    assert (g.figures["ogre"], g.hearts["SID"]) == (("S", 1), 3)
