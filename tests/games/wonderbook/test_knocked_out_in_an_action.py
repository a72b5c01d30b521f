"""Wonder Book: what becomes of an action whose Hero is knocked out in the midst of it."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.wonderbook.state import DISCARD, IN_USE, Book
from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import (
    APART,
    BOARD,
    GROUP,
    LARA,
    QUIET,
    SID,
    book,
    does,
    play,
    shown,
    sid,
    wyrms,
)
from tests.games.wonderbook.pages import figure, item, lantern, law, rule, tool, with_shreds
from tests.games.wonderbook.rooms import USE, able

FALLING = ["{damage: 9}", "{lose_hearts: 9}"]
CHOOSES = "{pick: wyrms, do: [{defeat: it}]}, {pick: others, do: [{gain_sparks: 1, to: it}]}"
MAY = "{may: [{gain_sparks: 1}], say: Take a spark}"
NO_SPARKS = {"SID": 0, "LARA": 0, "KEN": 0}


@pytest.mark.rule("WB-Q94")
@pytest.mark.parametrize("falls", FALLING)
def test_what_does_not_need_the_hero_is_finished(falls: str) -> None:
    match = play(
        able(f"[{falls}, {{gain_sparks: 1, to: KEN}}, {{each: wyrms, do: [{{stun: it}}]}}]", wyrms=["R"])
    )
    g = answer(match, USE)
    assert g.hearts["SID"] == 0
    assert g.sparks["KEN"] == 1
    assert g.stunned[0] is True
    assert (g.active, offered(match)) == ("", ["LARA", "KEN"])


@pytest.mark.rule("WB-Q94")
@pytest.mark.parametrize("falls", FALLING)
def test_a_knocked_out_hero_chooses_nobody(falls: str) -> None:
    match = play(able(f"[{falls}, {CHOOSES}]", wyrms=["R", "V"]))
    g = answer(match, USE)
    assert (g.wyrm_at[:2], g.sparks) == (["R", "V"], NO_SPARKS)
    assert (g.active, asked(match)) == ("", (-1, "turn"))


@pytest.mark.rule("WB-Q94")
@pytest.mark.parametrize("falls", FALLING)
def test_what_comes_after_a_choice_that_cannot_be_made_is_finished_all_the_same(falls: str) -> None:
    match = play(able(f"[{falls}, {CHOOSES}, {{gain_sparks: 2, to: KEN}}]", wyrms=["R", "V"]))
    g = answer(match, USE)
    assert (g.wyrm_at[:2], g.sparks) == (["R", "V"], {**NO_SPARKS, "KEN": 2})


@pytest.mark.rule("WB-Q94")
@pytest.mark.parametrize("falls", FALLING)
def test_additional_actions_that_are_owed_are_lost(falls: str) -> None:
    match = play(able(f"[{falls}, extra_action, {{gain_sparks: 1, to: KEN}}]", lying={"P": 1}))
    g = answer(match, USE)
    assert g.sparks["KEN"] == 1
    assert (g.active, asked(match), offered(match)) == ("", (-1, "turn"), ["LARA", "KEN"])


@pytest.mark.rule("WB-Q94")
def test_a_knocked_out_attacker_does_not_choose_where_leftover_damage_goes() -> None:
    thorns = law("when: [{on: wyrm_defeated, do: [{damage: 9, to: by}]}]")
    match = play(sid(QUIET + thorns, wyrms=["S", "T"], stunned=["T"], rules=["law"]), "S S")
    g = answer(match, "attack", "T stunned")
    assert (g.hearts["SID"], g.active, asked(match)) == (0, "", (GROUP, "turn"))
    assert wyrms(g) == ["S standing", "T standing"]


@pytest.mark.rule("WB-Q94")
@pytest.mark.parametrize(("damage", "hearts"), [(9, 5), (1, 1)])
def test_a_hero_who_is_knocked_out_before_the_roll_chooses_no_target(damage: int, hearts: int) -> None:
    curse = law(f"when: [{{on: attack_declared, do: [{{damage: {damage}, to: who}}]}}]")
    match = play(sid(QUIET + curse, wyrms=["S", "T"], rules=["law"], hearts={"SID": hearts}), "S S")
    g = answer(match, "attack")
    assert (g.hearts["SID"], g.active, asked(match)) == (0, "", (GROUP, "turn"))
    assert wyrms(g) == ["S standing", "T standing"]


@pytest.mark.rule("WB-Q94", "WB-Q55")
@pytest.mark.parametrize("falls", FALLING)
@pytest.mark.parametrize("choice", [MAY, CHOOSES])
def test_an_interaction_card_is_discarded_though_it_knocks_its_hero_out(falls: str, choice: str) -> None:
    cards = QUIET + lantern(f"[{falls}, {choice}]")
    match = play(sid(cards, at={**APART, "SID": "K"}, stacks={"lamp": ["lantern"]}))
    g = answer(match, "interact lantern")
    assert (g.hearts["SID"], g.active, asked(match)) == (0, "", (GROUP, "turn"))
    assert (g.stacks, g.discard) == ({}, ("lantern",))


@pytest.mark.rule("WB-Q94", "WB-074")
@pytest.mark.parametrize("falls", [*FALLING, "{knock_out: self}"])
@pytest.mark.parametrize("choice", [MAY, CHOOSES])
def test_a_shred_is_discarded_though_it_knocks_its_hero_out(falls: str, choice: str) -> None:
    g = sid(QUIET + tool("dust", f"[{falls}, {choice}]", "shred"))
    match = play(with_shreds(g, held={"SID": ["dust"]}))
    g = answer(match, "use dust work")
    assert (g.hearts["SID"], asked(match)) == (0, (GROUP, "turn"))
    assert (g.shreds_of("SID"), g.shred_cards.rows[IN_USE], g.shred_cards.rows[DISCARD]) == (
        (),
        (),
        ("dust",),
    )


@pytest.mark.rule("WB-Q94", "WB-Q124")
@pytest.mark.parametrize("falls", FALLING)
def test_a_hero_knocked_out_in_an_additional_action_chooses_nobody_in_it(falls: str) -> None:
    trap = rule(9, f"actions: [{{id: trap, say: Step on it, do: [{falls}, {CHOOSES}]}}]")
    match = play(able("[{extra_action: special, who: LARA}]", more=trap, rules=["I-9"], wyrms=["R", "V"]))
    answer(match, USE)
    assert asked(match) == (1, "additional action")
    g = answer(match, "use I-9 trap")
    assert g.hearts["LARA"] == 0
    assert (asked(match), g.active, g.actions) == ((0, "action"), "SID", 2)
    assert (g.wyrm_at[:2], g.sparks) == (["R", "V"], NO_SPARKS)


@pytest.mark.rule("WB-Q94")
def test_a_hero_who_falls_on_the_way_goes_no_further() -> None:
    cards = QUIET + law("while: [{steps: 1}], when: [{on: enters, do: [{damage: 1, to: who}]}]")
    m = play(sid(cards, hearts={"SID": 1}, rules=["law"]))
    g = answer(m, "move L")
    assert (g.at["SID"], g.hearts["SID"]) == ("L", 0)
    assert offered(m) == ["LARA", "KEN"]


BELL = item(
    "bell", more=", when: [{on: hero_damaged, if: who is self, do: [{pick: wyrms, do: [{hit: 1, to: it}]}]}]"
)
"""Whoever holds it and is dealt damage hits a Wyrm."""


@pytest.mark.rule("WB-Q94")
def test_an_action_goes_on_when_somebody_else_is_knocked_out_by_it() -> None:
    cards = QUIET + BELL + tool("bomb", "[{damage: 1, to: SID}, {gain_sparks: 1}]")
    m = play(
        sid(
            cards,
            hearts={"SID": 1},
            wyrms=["S", "T"],
            items={"SID": ["bell"], "LARA": ["bomb"]},
            active="LARA",
        )
    )
    g = answer(m, "use bomb work", "T standing")
    assert (g.hearts["SID"], g.sparks["LARA"], g.stunned[:2]) == (0, 1, [False, True])
    assert asked(m) == (LARA, "action")


@pytest.mark.rule("WB-Q94")
def test_the_enemies_phase_goes_on_when_a_hero_is_knocked_out_in_it() -> None:
    cards = BOARD.replace("vortex: [V]", "enemies: [{damage: 1, to: SID}, {count: stirred}]") + BELL
    m = play(
        book(cards, map="players", at=APART, hearts={"SID": 1}, wyrms=["S", "T"], items={"SID": ["bell"]})
    )
    g = answer(m, "SID", "pass", "LARA", "pass", "pass", "T standing")
    assert (g.counters, g.stunned[:2]) == ({"stirred": 1}, [False, True])
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-Q94")
def test_a_page_that_knocks_out_its_hero_is_read_to_its_end() -> None:
    do = "[{lose_hearts: 9}, {pick: others, do: [{gain_sparks: 1, to: it}]}, {count: read}]"
    cards = QUIET.replace("title: One", f"title: One, do: {do}")
    m = play(book(cards, map="players", at=APART, goal="", step="read"))
    g = answer(m, "SID", "LARA")
    assert (g.counters, g.sparks["LARA"], g.goal) == ({"read": 1}, 1, "I-2")


STRIKE = "{damage: 9, to: who}"


def at_the_lamp(*cards: str, **given: Any) -> Book:
    """SID at the lamp, with a lantern that counts when it is flipped, and a Special Rule."""
    return sid(
        QUIET + "".join(cards),
        **{"at": {**APART, "SID": "K"}, "stacks": {"lamp": ["lantern"]}, "rules": ["law"], **given},
    )


@pytest.mark.rule("WB-Q142")
@pytest.mark.parametrize("roll", ["", ", roll: {dice: 1, needed: 1}"])
@pytest.mark.parametrize("revived", [False, True])
def test_who_is_knocked_out_by_what_answers_to_an_interaction_neither_rolls_nor_flips(
    roll: str, revived: bool
) -> None:
    answers = f"{STRIKE}, {{revive: who}}" if revived else STRIKE
    m = play(at_the_lamp(lantern("[{count: lit}]", roll), law(f"when: [{{on: interacts, do: [{answers}]}}]")))
    g = answer(m, "interact lantern")
    assert (g.counters, g.stacks, shown(m)) == ({}, {"lamp": ("lantern",)}, [])
    assert (asked(m), offered(m)) == ((GROUP, "turn"), ["LARA", "KEN"])
    assert "rolls" not in told(m)


@pytest.mark.rule("WB-Q142")
def test_a_card_that_was_not_flipped_can_be_flipped_by_the_next_hero() -> None:
    once = law(f"when: [{{on: interacts, if: who is SID, do: [{STRIKE}]}}]")
    m = play(at_the_lamp(lantern("[{count: lit}]"), once))
    assert answer(m, "interact lantern", "KEN", "interact lantern").counters == {"lit": 1}


@pytest.mark.rule("WB-Q142")
def test_who_is_knocked_out_by_the_roll_on_a_front_flips_nothing() -> None:
    cards = lantern("[{count: lit}]", ", roll: {dice: 1, needed: 1}")
    m = play(at_the_lamp(cards, law(f"when: [{{on: rolled, do: [{STRIKE}]}}]")), "S")
    g = answer(m, "interact lantern")
    assert (g.counters, g.stacks, asked(m)) == ({}, {"lamp": ("lantern",)}, (GROUP, "turn"))


@pytest.mark.rule("WB-Q08", "WB-Q142")
@pytest.mark.parametrize(
    ("cost", "lit"),
    [("cost: [{lose_hearts: 1}]", {"lit": 1}), ("cost: [{damage: 9}], roll: {dice: 1, needed: 1}", {})],
)
def test_a_price_paid_with_the_last_heart_flips_a_card_but_rolls_no_dice(
    cost: str, lit: dict[str, int]
) -> None:
    cards = lantern(f"[{{count: lit}}, {CHOOSES}]", f", {cost}")
    m = play(at_the_lamp(cards, hearts={"SID": lit.get("lit", 2)}, wyrms=["S", "T"], rules=[]))
    g = answer(m, "interact lantern")
    assert (g.counters, g.hearts["SID"], asked(m)) == (lit, 0, (GROUP, "turn"))
    assert wyrms(g) == ["S standing", "T standing"]


@pytest.mark.rule("WB-Q142")
@pytest.mark.parametrize(
    "way", [["move T"], ["use boots work", "move T"]], ids=["as an action", "as a text says"]
)
def test_who_is_knocked_out_by_what_answers_to_a_move_does_not_arrive(way: list[str]) -> None:
    snare = law(f"instead: [{{of: moves, do: [{STRIKE}]}}]")
    cards = QUIET + snare + tool("boots", "[{walk: 2}, {count: walked}]")
    m = play(sid(cards, rules=["law"], items={"SID": ["boots"]}))
    g = answer(m, *way)
    assert (g.at["SID"], g.hearts["SID"], asked(m)) == ("S", 0, (GROUP, "turn"))
    assert g.counters == {}


@pytest.mark.rule("WB-Q142")
def test_who_stands_up_at_once_goes_no_further_all_the_same() -> None:
    snare = law(f"while: [{{steps: 1}}], when: [{{on: enters, do: [{STRIKE}, {{revive: who}}]}}]")
    m = play(sid(QUIET + snare, rules=["law"]))
    g = answer(m, "move T")
    assert (g.at["SID"], g.hearts["SID"] > 0, asked(m)) == ("T", True, (GROUP, "turn"))


@pytest.mark.rule("WB-Q142")
@pytest.mark.parametrize("event", ["attack_declared", "rolled"])
def test_who_is_knocked_out_and_stands_up_in_an_attack_strikes_nobody(event: str) -> None:
    curse = law(f"when: [{{on: {event}, do: [{STRIKE}, {{revive: who}}]}}]")
    m = play(sid(QUIET + curse, wyrms=["S"], rules=["law"]), *["S S"] * (event == "rolled"))
    g = answer(m, "attack")
    assert (wyrms(g), asked(m)) == (["S standing"], (GROUP, "turn"))


@pytest.mark.rule("WB-Q142")
def test_a_blow_does_not_land_if_its_target_knocks_the_attacker_out_first() -> None:
    bites = ", instead: [{of: figure_damaged, do: [{damage: 9, to: SID}]}]"
    g = does(sid(QUIET + figure("ogre", "enemy", 3, bites)), "[{create_enemy: ogre, area: S}]")
    m = play(g, "S S")
    g = answer(m, "attack")
    assert (g.figures, g.hearts["SID"], asked(m)) == ({"ogre": ("S", 3)}, 0, (GROUP, "turn"))


@pytest.mark.rule("WB-Q142")
def test_who_is_knocked_out_by_the_price_of_a_reroll_rolls_nothing_again() -> None:
    cards = QUIET.replace("goal: counter(done) >= 1, ", "goal: hearts(SID) <= 1, ").replace(
        "then: next}", "then: flip, back: {text: Back., do: [{damage: 9, to: SID}], then: discard}}"
    )
    m = play(sid(cards, wyrms=["S"], hearts={"SID": 2}), "F F")
    g = answer(m, "attack", "reroll")
    assert (g.hearts["SID"], wyrms(g)) == (0, ["S standing"])
    assert "rolls again" not in told(m)


@pytest.mark.rule("WB-Q142")
@pytest.mark.parametrize("falls", FALLING)
@pytest.mark.parametrize(
    "rolls", ["{roll: 2}", "{challenge: 2, needed: 1, success: [{count: x}], fail: [{count: x}]}"]
)
def test_a_text_makes_no_more_rolls_for_a_knocked_out_hero(falls: str, rolls: str) -> None:
    m = play(able(f"[{falls}, {rolls}, {{count: done_with}}]"))
    g = answer(m, USE)
    assert (g.counters, g.dice, asked(m)) == ({"done_with": 1}, (), (GROUP, "turn"))


@pytest.mark.rule("WB-Q142", "WB-Q124")
def test_an_action_ends_when_its_hero_is_knocked_out_in_an_additional_action_within_it() -> None:
    trap = law(
        f"while: [{{steps: 1}}], when: [{{on: enters, if: area is T, do: [{STRIKE}, {{revive: who}}]}}, "
        "{on: enters, if: area is L, do: [{each: who, acts: it, do: [{extra_action: move}]}]}]"
    )
    at = {"SID": "X", "LARA": "K", "KEN": "K"}
    m = play(sid(QUIET + trap, at=at, rules=["law"]))
    answer(m, "move L", "move S")
    assert asked(m) == (SID, "further")
    g = answer(m, "move T")
    assert (g.at["SID"], asked(m)) == ("T", (GROUP, "turn"))
