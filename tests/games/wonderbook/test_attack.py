"""Wonder Book: dice, the reroll, attacks, and what becomes of Wyrms and of enemies with Hearts."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.wonderbook.state import Book
from foldtale.kernel import Match, script
from foldtale.kernel.chance import People
from tests.games.wonderbook.given import (
    BOARD,
    WONDER,
    WORDS,
    answer,
    asked,
    book,
    does,
    offered,
    play,
    state,
    told,
)

SID, LARA, KEN = range(3)
GROUP = -1
APART = {"SID": "S", "LARA": "L", "KEN": "K"}
TOGETHER = {"SID": "S", "LARA": "S", "KEN": "S"}
QUIET = BOARD.replace("vortex: [V]", "vortex: [V], enemies: [{count: stirred}]")
"""The Enemies' Phase of its Goal only counts."""


def stirring(actions: int) -> str:
    """In the Enemies' Phase every Wyrm acts so often."""
    return BOARD.replace("vortex: [V]", f"enemies: [{{activate: {actions}}}]")


def law(says: str) -> str:
    """A Special Rule."""
    return f"- {{card: law, kind: rule, title: Law, text: {WORDS!r}, {says}}}\n"


def tool(name: str, do: str) -> str:
    """An Item with a Special Action: `use … work`."""
    actions = f"[{{id: work, say: Use it now, do: {do}}}]"
    return f"- {{card: {name}, kind: item, title: Tool, text: {WORDS!r}, actions: {actions}}}\n"


def lantern(do: str) -> str:
    """An Interaction card whose object is in K."""
    back = f"{{text: {WORDS!r}, do: {do}, then: discard}}"
    return f"- {{card: lantern, kind: interaction, title: Lantern, text: {WORDS!r}, object: lamp, back: {back}}}\n"


def upgrade(left: str) -> str:
    """An Upgrade card of SID, of which the left side matters."""
    side = f"{{title: Knack, text: {WORDS!r}, {left}}}"
    other = f"{{title: Other, text: {WORDS!r}, do: [{{gain_sparks: 1}}]}}"
    return f"- {{card: up, kind: upgrade, hero: SID, handout: 12, title: Up, left: {side}, right: {other}}}\n"


def figure(name: str, kind: str, hearts: int) -> str:
    """Somebody with Hearts."""
    return f"- {{card: {name}, kind: {kind}, title: Figure, text: {WORDS!r}, hearts: {hearts}}}\n"


OGRE = QUIET + figure("ogre", "enemy", 3)
MORE_DICE = QUIET + law("while: [{attack_dice: 2}]")


def sid(cards: str = QUIET, **given: Any) -> Book:
    """SID in S, in his turn."""
    return book(cards, **{"map": "players", "at": APART, "active": "SID", **given})


def lara(cards: str = QUIET, **given: Any) -> Book:
    """LARA in S, in her turn."""
    at = {"SID": "T", "LARA": "S", "KEN": "K"}
    return book(cards, **{"map": "players", "at": at, "active": "LARA", **given})


def ken(cards: str = QUIET, **given: Any) -> Book:
    """KEN in S, in his turn."""
    at = {"SID": "T", "LARA": "L", "KEN": "S"}
    return book(cards, **{"map": "players", "at": at, "active": "KEN", **given})


def tina(**given: Any) -> Book:
    """TINA in S, in her turn."""
    at = {"TINA": "S", "SID": "T", "KEN": "X"}
    return book(QUIET, heroes=["TINA", "SID", "KEN"], map="players", at=at, active="TINA", **given)


def wyrms(g: Book) -> list[str]:
    """The Wyrms in play, in the order in which they were given."""
    return [g.wyrm_key(wyrm) for wyrm in g.wyrms_in_play()]


# Dice


@pytest.mark.rule("WB-107", "WB-Q01")
def test_dice_show_success_or_failure_alike_and_each_for_itself() -> None:
    m = Match.at(WONDER, sid(wyrms=["S"]), chance=People(script()))
    m.answer("attack")
    assert asked(m) == (GROUP, "dice")
    assert sorted(offered(m)) == ["F F", "F S", "S F", "S S"]


@pytest.mark.rule("WB-108")
def test_an_attack_is_rolled_for() -> None:
    m = play(sid(wyrms=["S"]), "F F")
    answer(m, "attack", "keep")
    assert (told(m).count("rolls"), state(m).dice) == (1, ("F", "F"))


@pytest.mark.rule("WB-108")
@pytest.mark.parametrize("does", ["use up left", "use horn work", "interact lantern"])
def test_skills_items_and_challenges_are_rolled_for_if_they_ask_for_it(does: str) -> None:
    rolls = "[{roll: 3}, {count: successes, n: successes}]"
    challenge = "[{challenge: 3, needed: 2, success: [{count: successes, n: successes}]}]"
    cards = QUIET + upgrade(f"do: {rolls}") + tool("horn", rolls) + lantern(challenge)
    g = sid(
        cards,
        at={**APART, "SID": "K"},
        skills={"SID": [("up", "left")]},
        items={"SID": ["horn"]},
        stacks={"lamp": ["lantern"]},
        hearts={"SID": 1},
    )
    m = play(g, "S F S")
    assert answer(m, does).counters == {"successes": 2}
    assert told(m).count("rolls") == 1


@pytest.mark.rule("WB-108")
@pytest.mark.parametrize(("fall", "counted"), [("S S", "won"), ("S F", "failed")])
def test_a_challenge_wants_so_many_successes(fall: str, counted: str) -> None:
    do = "[{challenge: 2, needed: 2, success: [{count: won}], fail: [{count: failed}]}]"
    m = play(sid(QUIET + lantern(do), at={**APART, "SID": "K"}, stacks={"lamp": ["lantern"]}), fall)
    assert answer(m, "interact lantern").counters == {counted: 1}


@pytest.mark.rule("WB-Q09")
def test_no_more_than_five_dice_are_rolled() -> None:
    cards = QUIET + law("while: [{attack_dice: 9}]")
    m = play(sid(cards, wyrms=["S"], rules=["law"]), "S S S S S")
    assert len(answer(m, "attack").dice) == 5


# The reroll


@pytest.mark.rule("WB-109")
def test_for_a_heart_the_failures_are_rolled_again() -> None:
    m = play(sid(wyrms=["S"]), "F F", "S F")
    answer(m, "attack")
    assert (asked(m), offered(m)) == ((SID, "reroll"), ["reroll", "keep"])
    g = answer(m, "reroll")
    assert (g.hearts["SID"], wyrms(g)) == (4, ["S stunned"])
    assert "rolls again" in told(m)


@pytest.mark.rule("WB-109")
def test_a_roll_that_is_kept_costs_no_heart() -> None:
    m = play(sid(wyrms=["S"]), "S F")
    g = answer(m, "attack", "keep")
    assert (g.hearts["SID"], g.rerolled, wyrms(g)) == (5, False, ["S stunned"])


@pytest.mark.rule("WB-109")
def test_there_is_one_reroll_in_each_own_turn() -> None:
    m = play(sid(wyrms=["S", "S"]), "F F", "F F", "F F", "F F")
    answer(m, "attack", "reroll")
    assert asked(m) == (SID, "action")
    answer(m, "attack")
    assert asked(m) == (SID, "action")
    answer(m, "pass", "LARA", "pass", "pass", "SID", "attack")
    assert asked(m) == (SID, "reroll")


@pytest.mark.rule("WB-109")
@pytest.mark.parametrize("does", ["use up left", "use horn work"])
def test_rolls_of_skills_and_special_actions_can_be_rerolled_too(does: str) -> None:
    rolls = "[{roll: 2}, {gain_sparks: successes}]"
    cards = QUIET + upgrade(f"do: {rolls}") + tool("horn", rolls)
    m = play(sid(cards, skills={"SID": [("up", "left")]}, items={"SID": ["horn"]}), "S F", "S")
    answer(m, does)
    assert asked(m) == (SID, "reroll")
    g = answer(m, "reroll")
    assert (g.sparks["SID"], g.hearts["SID"]) == (2, 4)


@pytest.mark.rule("WB-X41", "WB-109", "WB-110")
def test_the_last_heart_cannot_be_lost_for_a_reroll() -> None:
    m = play(ken(wyrms=["S"], hearts={"KEN": 1}), "F F F")
    answer(m, "attack")
    assert asked(m) == (KEN, "action")
    m = play(ken(wyrms=["S"], hearts={"KEN": 2}), "F F F", "F F F")
    answer(m, "attack")
    assert asked(m) == (KEN, "reroll")
    assert answer(m, "reroll").hearts["KEN"] == 1


@pytest.mark.rule("WB-111", "WB-Q02")
def test_successes_are_kept_and_count_with_what_was_rolled_again() -> None:
    m = play(ken(wyrms=["S", "S"]), "S F F", "F S")
    answer(m, "attack")
    g = answer(m, "reroll")
    assert sorted(g.dice) == ["F", "S", "S"]
    assert wyrms(g) == ["S standing"]


@pytest.mark.rule("WB-112")
def test_a_reroll_is_no_action() -> None:
    m = play(sid(wyrms=["S"]), "F F", "F F")
    assert answer(m, "attack").actions == 2
    assert answer(m, "reroll").actions == 2


@pytest.mark.rule("WB-Q03")
def test_all_failures_are_rolled_again_together() -> None:
    m = play(ken(wyrms=["S"]), "F S F", "F F")
    answer(m, "attack")
    assert offered(m) == ["reroll", "keep"]
    assert sorted(answer(m, "reroll").dice) == ["F", "F", "S"]


@pytest.mark.rule("WB-Q04")
def test_the_reroll_comes_before_targets_and_results() -> None:
    m = play(sid(wyrms=["S", "T"]), "S F", "S")
    g = answer(m, "attack")
    assert (asked(m), wyrms(g)) == ((SID, "reroll"), ["S standing", "T standing"])
    g = answer(m, "reroll")
    assert (asked(m), wyrms(g)) == ((SID, "target"), ["S standing", "T standing"])
    assert wyrms(answer(m, "T standing")) == ["S standing"]


@pytest.mark.rule("WB-Q04")
def test_without_a_failure_no_reroll_is_offered() -> None:
    m = play(sid(wyrms=["S", "T"]), "S S")
    answer(m, "attack")
    assert asked(m) == (SID, "target")


@pytest.mark.rule("WB-Q05", "WB-Q130")
def test_an_additional_attack_in_the_own_turn_may_use_the_reroll() -> None:
    cards = QUIET + tool("horn", "[{extra_action: attack}]")
    m = play(sid(cards, wyrms=["S"], items={"SID": ["horn"]}), "F F", "F F", "F F")
    answer(m, "use horn work", "attack")
    assert asked(m) == (SID, "reroll")
    answer(m, "reroll", "attack")
    assert asked(m) == (SID, "action")


@pytest.mark.rule("WB-Q05")
def test_an_additional_action_gives_no_new_reroll() -> None:
    cards = QUIET + tool("horn", "[{extra_action: attack}]")
    m = play(sid(cards, wyrms=["S"], items={"SID": ["horn"]}), "F F", "F F", "F F")
    answer(m, "attack", "reroll", "use horn work", "attack")
    assert (asked(m), told(m).count("rolls")) == ((SID, "action"), 2)


@pytest.mark.rule("WB-Q06", "WB-Q124")
def test_in_somebody_elses_turn_nobody_rerolls() -> None:
    cards = QUIET + tool("horn", "[{extra_action: attack, who: LARA}]")
    m = play(sid(cards, at=TOGETHER, wyrms=["S"], items={"SID": ["horn"]}), "F")
    g = answer(m, "use horn work", "attack")
    assert (asked(m), g.dice) == ((SID, "action"), ("F",))


@pytest.mark.rule("WB-Q06")
def test_in_the_enemies_phase_nobody_rerolls() -> None:
    rolls = "{each: heroes, acts: it, do: [{roll: 1, rerollable: true}]}"
    cards = BOARD.replace("vortex: [V]", f"enemies: [{rolls}]")
    m = play(sid(cards), "F", "F", "F")
    answer(m, "pass", "LARA", "pass", "pass")
    assert (asked(m), told(m).count("rolls")) == ((GROUP, "turn"), 3)


@pytest.mark.rule("WB-Q07")
@pytest.mark.parametrize(
    ("do", "may"),
    [
        ("[{roll: 1}]", False),
        ("[{roll: 1, rerollable: false}]", False),
        ("[{challenge: 1, needed: 1, success: []}]", False),
        ("[{roll: 1, rerollable: true}]", True),
    ],
)
def test_the_roll_of_an_interaction_card_is_rerolled_only_if_it_says_so(do: str, may: bool) -> None:
    m = play(sid(QUIET + lantern(do), at={**APART, "SID": "K"}, stacks={"lamp": ["lantern"]}), "F")
    answer(m, "interact lantern")
    assert asked(m) == (SID, "reroll" if may else "action")


@pytest.mark.rule("WB-Q07")
def test_the_roll_of_a_page_that_a_special_action_opens_is_not_rerolled() -> None:
    page = f"- {{card: I-3, kind: story, title: Page, text: {WORDS!r}, do: [{{roll: 1}}], then: discard}}\n"
    cards = QUIET.replace("card: I-3", "card: I-4") + page + tool("key", "[{reveal_card: I-3}]")
    m = play(sid(cards, items={"SID": ["key"]}), "F")
    answer(m, "use key work")
    assert (asked(m), state(m).dice) == ((SID, "action"), ("F",))


@pytest.mark.rule("WB-Q07")
def test_a_challenge_that_a_card_poses_in_the_middle_of_an_attack_is_not_rerolled() -> None:
    challenge = "{challenge: 1, needed: 1, success: [{gain_sparks: 1}]}"
    cards = QUIET + law(f"when: [{{on: wyrm_defeated, do: [{{each: active, acts: it, do: [{challenge}]}}]}}]")
    m = play(sid(cards, wyrms=["S"], rules=["law"]), "S S", "F")
    answer(m, "attack")
    assert (asked(m), state(m).dice) == ((SID, "action"), ("F",))


# Attacks


@pytest.mark.rule("WB-123", "WB-124", "WB-Q128")
@pytest.mark.parametrize(("hero", "dice"), [("SID", 2), ("LARA", 1), ("KEN", 3), ("TINA", 2)])
def test_each_hero_rolls_the_dice_of_the_own_attack(hero: str, dice: int) -> None:
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
def test_sid_hits_in_the_own_area_and_in_adjacent_ones(area: str, can: bool) -> None:
    m = play(sid(wyrms=[area]), "S S")
    assert ("attack" in offered(m)) is can
    if can:
        assert wyrms(answer(m, "attack")) == []


@pytest.mark.rule("WB-126")
@pytest.mark.parametrize(("area", "can"), [("S", True), ("T", False), ("L", False)])
def test_lara_hits_in_the_own_area_only_as_her_text_says(area: str, can: bool) -> None:
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


@pytest.mark.rule("WB-Q94")
def test_who_is_knocked_out_by_the_own_attack_chooses_no_target() -> None:
    cards = QUIET + law("when: [{on: attack_declared, do: [{damage: 1, to: who}]}]")
    m = play(sid(cards, wyrms=["S", "T"], rules=["law"], hearts={"SID": 1}), "S S")
    g = answer(m, "attack")
    assert (asked(m), wyrms(g)) == ((GROUP, "turn"), ["S standing", "T standing"])


@pytest.mark.rule("WB-Q94")
def test_who_is_knocked_out_by_the_first_hit_deals_no_leftover() -> None:
    cards = QUIET + law("when: [{on: wyrm_defeated, do: [{damage: 1, to: by}]}]")
    m = play(sid(cards, wyrms=["S", "T"], stunned=["T"], rules=["law"], hearts={"SID": 1}), "S S")
    g = answer(m, "attack", "T stunned")
    assert (asked(m), wyrms(g)) == ((GROUP, "turn"), ["S standing", "T standing"])


# Wyrms


@pytest.mark.rule("WB-131")
@pytest.mark.parametrize(
    ("lies", "damage"), [(False, [1, 1]), (False, [2]), (True, [1])], ids=["twice", "at once", "stunned"]
)
def test_a_wyrm_has_two_life_points_and_no_hearts(lies: bool, damage: list[int]) -> None:
    g = sid(wyrms=[] if lies else ["S"], stunned=["S"] if lies else [])
    hearts = g.heart_supply
    for n in damage:
        assert len(g.wyrms_in_play()) == 1
        g = does(g, f"[{{each: wyrms, do: [{{hit: {n}, to: it}}]}}]")
        assert g.heart_supply == hearts
    assert g.wyrms_in_play() == []


@pytest.mark.rule("WB-132")
def test_one_damage_stuns_a_standing_wyrm() -> None:
    m = play(sid(wyrms=["S"], hearts={"SID": 1}), "F S")
    g = answer(m, "attack")
    assert (wyrms(g), told(m)[-1]) == (["S stunned"], "is stunned")


@pytest.mark.rule("WB-X35", "WB-134", "WB-Q69")
def test_two_damage_at_once_defeat_a_wyrm_that_was_never_stunned() -> None:
    m = play(sid(wyrms=["S"]), "S S")
    assert wyrms(answer(m, "attack")) == []
    assert "is stunned" not in told(m)


@pytest.mark.rule("WB-Q69")
def test_the_damage_of_one_effect_is_dealt_at_the_same_time() -> None:
    cards = QUIET + tool("dart", "[{pick: wyrms, do: [{hit: 2, to: it}]}]")
    m = play(sid(cards, wyrms=["S"], items={"SID": ["dart"]}))
    assert wyrms(answer(m, "use dart work")) == []
    assert "is stunned" not in told(m)


@pytest.mark.rule("WB-135")
def test_a_stunned_wyrm_is_defeated_by_one_more_damage_of_any_hero() -> None:
    m = play(
        book(QUIET, map="players", at=TOGETHER, wyrms=["S"], active="SID", hearts={"SID": 1}), "S F", "S"
    )
    assert wyrms(answer(m, "attack")) == ["S stunned"]
    assert wyrms(answer(m, "pass", "LARA", "attack")) == []


@pytest.mark.rule("WB-136")
def test_a_defeated_wyrm_goes_back_to_the_supply() -> None:
    m = play(sid(wyrms=["S", "T"]), "S S")
    assert state(m).wyrm_supply == 4
    g = answer(m, "attack", "S standing")
    assert (g.wyrm_supply, told(m)[-1]) == (5, "is defeated")


@pytest.mark.rule("WB-136")
def test_a_wyrm_that_was_stunned_and_defeated_comes_back_standing() -> None:
    m = play(sid(stunned=["S"], hearts={"SID": 1}), "S F")
    g = answer(m, "attack")
    assert wyrms(does(g, "[{spawn: 6, area: T}]")) == ["T standing"] * 6


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


@pytest.mark.rule("WB-139")
@pytest.mark.parametrize(("actions", "hearts"), [(1, 5), (2, 4), (3, 3)])
def test_the_first_action_of_a_stunned_wyrm_is_to_stand_up(actions: int, hearts: int) -> None:
    m = play(sid(stirring(actions), stunned=["S"]))
    g = answer(m, "pass", "LARA", "pass", "pass")
    assert (wyrms(g), g.hearts["SID"]) == (["S standing"], hearts)
    after = told(m)[told(m).index("enemies' phase") + 1 :]
    assert after[0] == "wyrm stands up"


@pytest.mark.rule("WB-X42", "WB-163", "WB-210")
def test_a_wyrm_that_stood_up_is_only_stunned_by_the_next_damage() -> None:
    m = play(sid(stirring(1), wyrms=["S"]), "S F", "S F")
    assert wyrms(answer(m, "attack", "keep")) == ["S stunned"]
    answer(m, "pass", "LARA", "pass", "pass")
    assert (wyrms(state(m)), asked(m)) == (["S standing"], (GROUP, "turn"))
    assert wyrms(answer(m, "SID", "attack", "keep")) == ["S stunned"]


@pytest.mark.rule("WB-Q68")
@pytest.mark.parametrize(
    ("hits", "lies", "after"), [(1, False, ["S stunned"]), (2, False, []), (1, True, []), (3, False, [])]
)
def test_damage_of_cards_stuns_and_defeats_as_well(hits: int, lies: bool, after: list[str]) -> None:
    cards = QUIET + tool("dart", f"[{{pick: wyrms, do: [{{hit: {hits}, to: it}}]}}]")
    g = sid(cards, wyrms=[] if lies else ["S"], stunned=["S"] if lies else [], items={"SID": ["dart"]})
    assert wyrms(answer(play(g), "use dart work")) == after


@pytest.mark.rule("WB-Q68")
def test_what_is_left_over_of_a_cards_damage_is_lost() -> None:
    cards = QUIET + tool("dart", "[{pick: wyrms_in(here), do: [{hit: 3, to: it}]}]")
    m = play(sid(cards, wyrms=["S", "T"], items={"SID": ["dart"]}))
    g = answer(m, "use dart work")
    assert (wyrms(g), asked(m)) == (["T standing"], (SID, "action"))


@pytest.mark.rule("WB-Q70")
@pytest.mark.parametrize(("do", "counted"), [("remove", {}), ("defeat", {"fallen": 1})])
def test_a_wyrm_that_is_removed_is_not_defeated(do: str, counted: dict[str, int]) -> None:
    cards = QUIET + law("when: [{on: wyrm_defeated, do: [{count: fallen}]}]")
    g = does(sid(cards, wyrms=["S", "T"], rules=["law"]), f"[{{each: wyrms_in(S), do: [{{{do}: it}}]}}]")
    assert (wyrms(g), g.wyrm_supply, g.counters) == (["T standing"], 5, counted)


@pytest.mark.rule("WB-Q134")
def test_to_stun_a_standing_wyrm_is_as_one_damage() -> None:
    g = does(sid(wyrms=["S"], hearts={"SID": 1}), "[{each: wyrms, do: [{stun: it}]}]")
    assert wyrms(g) == ["S stunned"]
    assert wyrms(answer(play(g, "S F"), "attack")) == []


@pytest.mark.rule("WB-Q134")
def test_to_stun_a_stunned_wyrm_changes_nothing() -> None:
    g = does(sid(stunned=["S"]), "[{each: wyrms, do: [{stun: it}]}]")
    assert (wyrms(g), g.wyrm_supply) == (["S stunned"], 5)


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


@pytest.mark.rule("WB-Q66")
def test_what_the_one_did_not_need_may_go_to_the_other_of_the_pair() -> None:
    cards = MORE_DICE + figure("ogre", "enemy", 3)
    g = does(lara(cards, stunned=["S"], rules=["law"], hearts={"LARA": 1}), "[{create_enemy: ogre, area: S}]")
    m = play(g, "S S F")
    answer(m, "attack", "S stunned", "ogre")
    assert state(m).figures == {"ogre": ("S", 1)}
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
    cards = QUIET + figure("ogre", "enemy", 3)
    at = {"TINA": "S", "SID": "T", "KEN": "X"}
    g = book(cards, heroes=["TINA", "SID", "KEN"], map="players", at=at, active="TINA", hearts={"SID": 2})
    m = play(does(g, "[{create_enemy: ogre, area: S}]"), "S S")
    g = answer(m, "attack")
    assert (g.figures["ogre"], g.hearts["SID"]) == (("S", 1), 3)
