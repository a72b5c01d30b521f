"""Wonder Book: dice, what is rolled for, and the reroll."""

from __future__ import annotations

import pytest

from foldtale.kernel import Match, script
from foldtale.kernel.chance import People
from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import (
    APART,
    BOARD,
    GROUP,
    KEN,
    LARA,
    QUIET,
    SID,
    WONDER,
    WORDS,
    everybody,
    ken,
    play,
    sid,
    wyrms,
)
from tests.games.wonderbook.pages import item, lantern, law, tool, upgrade

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
    assert (told(m).count("rolls"), m.state.dice) == (1, ("F", "F"))


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
    m = play(sid(cards, at=everybody("S"), wyrms=["S"], items={"SID": ["horn"]}), "F")
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
    assert (asked(m), m.state.dice) == ((SID, "action"), ("F",))


@pytest.mark.rule("WB-Q07")
def test_a_challenge_that_a_card_poses_in_the_middle_of_an_attack_is_not_rerolled() -> None:
    challenge = "{challenge: 1, needed: 1, success: [{gain_sparks: 1}]}"
    cards = QUIET + law(f"when: [{{on: wyrm_defeated, do: [{{each: active, acts: it, do: [{challenge}]}}]}}]")
    m = play(sid(cards, wyrms=["S"], rules=["law"]), "S S", "F")
    answer(m, "attack")
    assert (asked(m), m.state.dice) == ((SID, "action"), ("F",))


PASSIVE = "when: [{on: enters, if: who is self, do: [{roll: 2}, {gain_sparks: successes}]}]"
"""A skill that nobody uses: its Hero rolls on entering an area."""


@pytest.mark.rule("WB-Q144", "WB-109")
def test_the_roll_of_a_passive_skill_can_be_rerolled_in_its_heros_turn() -> None:
    m = play(sid(QUIET + upgrade(PASSIVE), skills={"SID": [("up", "left")]}), "S F", "S")
    answer(m, "move T")
    assert asked(m) == (SID, "reroll")
    g = answer(m, "reroll")
    assert (g.sparks["SID"], g.hearts["SID"], g.rerolled) == (2, 4, True)


@pytest.mark.rule("WB-Q144", "WB-109")
def test_a_challenge_of_a_passive_skill_can_be_rerolled_too() -> None:
    text = (
        "when: [{on: enters, if: who is self, do: [{challenge: 1, needed: 1, success: [{gain_sparks: 1}]}]}]"
    )
    m = play(sid(QUIET + upgrade(text), skills={"SID": [("up", "left")]}), "F", "S")
    answer(m, "move T")
    assert asked(m) == (SID, "reroll")
    assert answer(m, "reroll").sparks["SID"] == 1


@pytest.mark.rule("WB-Q144")
def test_a_passive_skill_uses_up_the_one_reroll_of_the_turn() -> None:
    m = play(
        sid(QUIET + upgrade(PASSIVE), skills={"SID": [("up", "left")]}, wyrms=["T"]), "F F", "F F", "F F"
    )
    answer(m, "move T", "reroll", "attack")
    assert (asked(m), told(m).count("rolls")) == ((SID, "action"), 2)


@pytest.mark.rule("WB-Q144", "WB-Q06")
def test_a_passive_skill_that_rolls_in_somebody_elses_turn_is_not_rerolled() -> None:
    text = "when: [{on: enters, do: [{roll: 1}]}]"
    g = sid(QUIET + upgrade(text), skills={"SID": [("up", "left")]}, active="LARA")
    m = play(g, "F")
    answer(m, "move S")
    assert (asked(m), m.state.dice) == ((LARA, "action"), ("F",))


@pytest.mark.rule("WB-Q144", "WB-Q06")
def test_a_passive_skill_that_rolls_in_the_enemies_phase_is_not_rerolled() -> None:
    text = "when: [{on: enemies_phase_starts, do: [{roll: 1}]}]"
    m = play(sid(QUIET + upgrade(text), skills={"SID": [("up", "left")]}), "F")
    answer(m, "pass", "LARA", "pass", "pass")
    assert (asked(m), told(m).count("rolls")) == ((GROUP, "turn"), 1)


@pytest.mark.rule("WB-Q144")
def test_what_a_skill_has_put_in_force_for_the_turn_rolls_as_the_skill() -> None:
    text = "do: [{for: turn, when: [{on: enters, if: who is self, do: [{roll: 1}]}]}]"
    m = play(sid(QUIET + upgrade(text), skills={"SID": [("up", "left")]}), "F", "S")
    answer(m, "use up left", "move T")
    assert asked(m) == (SID, "reroll")


@pytest.mark.rule("WB-Q144", "WB-Q07")
def test_the_roll_of_an_item_that_nobody_uses_is_not_rerolled() -> None:
    horn = item("horn", more=", when: [{on: enters, if: who is self, do: [{roll: 1}]}]")
    m = play(sid(QUIET + horn, items={"SID": ["horn"]}), "F")
    answer(m, "move T")
    assert (asked(m), m.state.dice) == ((SID, "action"), ("F",))
