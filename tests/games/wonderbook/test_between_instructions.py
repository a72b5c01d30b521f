"""What comes between two instructions, two stages of an action, or an event and the answer of a card.

WB-Q142 and WB-Q151 to WB-Q165.
"""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.rules.on_table import gain_item
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import enter
from foldtale.testing import answer, asked, offered
from tests.games.wonderbook.given import (
    APART,
    GROUP,
    QUIET,
    book,
    ken,
    lara,
    play,
    sid,
    wyrms,
)
from tests.games.wonderbook.given import tina as tina_in_her_turn
from tests.games.wonderbook.pages import (
    chapter,
    deed,
    end,
    figure,
    goal,
    item,
    law,
    row,
    story,
    tool,
    with_shreds,
)
from tests.games.wonderbook.rooms import USE, able, enemies_phase, is_over

TEXT = "title: Law, text: Front of a law."
CALLED = "{for: phase, while: [{wyrm_attack: 1}]}, {activate: 1}"
"""A Wyrm card whose text lasts until the phase ends."""


def laws(*says: str) -> str:
    """Special Rules law-1, law-2 …, in force in this order."""
    return "".join([row(f"card: law-{at}, kind: rule, {TEXT}, {one}") for at, one in enumerate(says, 1)])


def revived(event: str, hero: str) -> str:
    """A Special Rule that knocks a Hero out and stands them up again."""
    return law(f"when: [{{on: {event}, limit: turn, do: [{{damage: 9, to: {hero}}}, {{revive: {hero}}}]}}]")


def with_enemies(g: Book, **at: str) -> Book:
    """The same position with these enemies of nine Hearts, in force."""
    for who, area in at.items():
        g.figures[who] = (area, 9)
        enter(g, who, None, g.chapter.body(who).standing)
    return g


@pytest.mark.rule("WB-Q154")
def test_a_use_is_used_up_though_the_second_of_up_to_two_is_declined() -> None:
    stun = "{pick: wyrms_around(here) where not is_stunned(it), up_to: 2, do: [{stun: it}]}"
    cards = QUIET + item("net", deed("throw", stun, ", limit: turn"))
    m = play(sid(cards, wyrms=["S", "S", "T"], items={"SID": ["net"]}))
    answer(m, "use net throw", "S standing", "no")
    assert "use net throw" not in offered(m)


@pytest.mark.rule("WB-Q154")
def test_a_use_of_which_nothing_was_done_is_not_used_up() -> None:
    stun = "{pick: wyrms_around(here) where not is_stunned(it), up_to: 2, do: [{stun: it}]}"
    cards = QUIET + item("net", deed("throw", stun, ", limit: turn"))
    m = play(sid(cards, wyrms=["S", "S", "T"], items={"SID": ["net"]}))
    answer(m, "use net throw", "no")
    assert "use net throw" in offered(m)


@pytest.mark.rule("WB-Q154")
@pytest.mark.parametrize(
    ("answers", "again"),
    [(["law a", "no"], False), (["no", "law b"], False), (["no", "no"], True)],
)
def test_a_use_is_used_up_if_one_of_two_offers_is_taken(answers: list[str], again: bool) -> None:
    mays = "{may: [{gain_sparks: 1}], id: a, say: A}, {may: [{gain_sparks: 2}], id: b, say: B}"
    cards = QUIET + law(f"when: [{{on: spark_collected, limit: turn, do: [{mays}]}}]")
    m = play(sid(cards, rules=["law"], lying={"S": 2}))
    answer(m, "collect", *answers, "collect")
    assert (asked(m).topic == "may") == again


MAY = "{may: [{count: x}], id: a, say: A}"


@pytest.mark.rule("WB-Q154")
@pytest.mark.parametrize(
    ("does", "answers"),
    [
        ("{gain_sparks: 1}, {pay: [{spend: 5}], then: [{count: x}]}", []),
        ("{gain_sparks: 1}, " + MAY, ["no"]),
        ("{pay: [{spend: 1}], then: [" + MAY + "]}", ["no"]),
        ("{either: [{gain_sparks: 1}], or: [" + MAY + "], id: g}, {may: [{count: x}], id: b, say: B}", ["net either-g", "no"]),
        ("{if: sparks >= 1, then: [{spend: 1}], else: [" + MAY + "]}, {may: [{count: x}], id: b, say: B}", ["no"]),
        ("{challenge: 1, needed: 1, success: [" + MAY + "]}", ["no"]),
        ("{repeat: 2, do: [{may: [{gain_sparks: 1}], id: a, say: A}]}", ["net a", "no"]),
        ("{may: [{gain_sparks: 1}], id: b, say: B}, {limit: turn, do: [" + MAY + "]}", ["net b", "no"]),
    ],
)  # fmt: skip
def test_what_has_been_done_uses_a_limit_up_whatever_is_declined_after_it(
    does: str, answers: list[str]
) -> None:
    cards = QUIET + item("net", deed("t", does, ", limit: turn"))
    m = play(sid(cards, items={"SID": ["net"]}, sparks={"SID": 2}), "S")
    answer(m, "use net t", *answers)
    assert (asked(m).topic, "use net t" in offered(m)) == ("action", False)


@pytest.mark.rule("WB-Q154")
@pytest.mark.parametrize(
    "does",
    [
        "{repeat: 2, do: [" + MAY + "]}",
        "{if: sparks >= 1, then: [" + MAY + "], else: [{count: x}]}, {may: [{count: x}], id: b, say: B}",
        "{limit: turn, do: [" + MAY + "]}, {may: [{count: x}], id: b, say: B}",
    ],
)
def test_a_text_of_which_all_was_declined_can_be_used_again(does: str) -> None:
    cards = QUIET + item("net", deed("t", does, ", limit: turn"))
    m = play(sid(cards, items={"SID": ["net"]}, sparks={"SID": 2}))
    answer(m, "use net t", "no", "no")
    assert (asked(m).topic, "use net t" in offered(m)) == ("action", True)


@pytest.mark.rule("WB-Q154")
def test_what_could_not_be_offered_can_be_used_later() -> None:
    """KEN cannot pay for the bat's name at his first roll; at the second he can."""
    g = ken(skills={"KEN": [("ken-3", "right")]}, lying={"S": 1}, wyrms=["S"])
    m = play(g, "F F F", "F F F")
    answer(m, "attack", "keep", "collect", "attack", "keep")
    assert offered(m) == ["ken-3 name", "no"]


@pytest.mark.rule("WB-Q142")
def test_who_fell_and_stands_up_at_once_does_not_deal_leftover_damage() -> None:
    g = sid(QUIET + revived("wyrm_defeated", "SID"), wyrms=["S", "T"], stunned=["T"], rules=["law"])
    m = play(g, "S S")
    answer(m, "attack", "T stunned")
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-Q142")
def test_who_fell_and_stands_up_at_once_has_no_effect_of_the_hit_to_choose() -> None:
    g = tina_in_her_turn(
        QUIET + revived("wyrm_stunned", "TINA"), wyrms=["S"], rules=["law"], hearts={"SID": 2, "KEN": 2}
    )
    g.at["KEN"] = "S"
    m = play(g, "S F")
    answer(m, "attack", "keep")
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-Q142")
def test_who_fell_and_stands_up_at_once_takes_no_additional_action() -> None:
    cards = QUIET + law("when: [{on: enters, if: who is LARA, do: [{damage: 9, to: who}, {revive: who}]}]")
    m = play(lara(cards, rules=["law"], sparks={"LARA": 1}))
    answer(m, "use LARA skill", "SID")
    assert asked(m) == (GROUP, "turn")


@pytest.mark.rule("WB-Q142")
def test_who_fell_and_stands_up_at_once_chooses_nothing_more_of_the_text() -> None:
    does = "{damage: 9}, {revive: self}, {pick: wyrms, do: [{stun: it}]}"
    m = play(sid(QUIET + item("net", deed("t", does)), items={"SID": ["net"]}, wyrms=["S", "T"]))
    g = answer(m, "use net t")
    assert (asked(m), wyrms(g)) == ((GROUP, "turn"), ["S standing", "T standing"])


@pytest.mark.rule("WB-Q142")
def test_who_fell_in_an_earlier_turn_chooses_as_ever() -> None:
    g = sid(wyrms=["S", "T"], stunned=["T"])
    g.knock_outs = {"SID": 2}
    m = play(g, "S S")
    answer(m, "attack", "T stunned")
    assert asked(m).topic == "target"


@pytest.mark.rule("WB-Q153")
@pytest.mark.parametrize(("do", "falls"), [("{turn_dice: 1}", ["F F F"]), ("reroll", ["F F F", "F F F"])])
def test_successes_that_were_paid_for_are_kept_when_a_die_is_turned(do: str, falls: list[str]) -> None:
    cards = QUIET + law(f"instead: [{{of: rolled, if: who is KEN, do: [{do}]}}]")
    g = ken(cards, skills={"KEN": [("ken-3", "right")]}, sparks={"KEN": 1}, rules=["law"], wyrms=["S"])
    g = answer(play(g, *falls), "attack", "keep", "ken-3 name")
    assert (g.sparks["KEN"], wyrms(g)) == (0, [])


@pytest.mark.rule("WB-Q153")
def test_a_roll_within_a_roll_does_not_change_its_failures() -> None:
    cards = (
        QUIET
        + law("instead: [{of: rolled, limit: turn, do: [{roll: 1}]}]")
        + tool("horn", "[{roll: 3}, {repeat: failures, do: [{count: failed}]}]")
    )
    g = answer(
        play(sid(cards, items={"SID": ["horn"]}, rules=["law"]), "S F F", "S"), "use horn work", "keep"
    )
    assert (g.counters, g.dice) == ({"failed": 2}, ("S", "F", "F"))


@pytest.mark.rule("WB-Q153")
@pytest.mark.parametrize("first", ["{roll: 1}", "{damage: 1, to: LARA}"])
def test_a_failure_that_is_turned_is_one_of_the_roll_that_counts(first: str) -> None:
    """Something else is rolled before it, by the first Special Rule or by what answers to its damage."""
    cards = QUIET + laws(
        f"instead: [{{of: rolled, if: who is KEN, limit: turn, do: [{first}]}}]",
        "instead: [{of: rolled, if: who is KEN and successes = 2, do: [{turn_dice: 1}]}]",
        "instead: [{of: hero_damaged, do: [{roll: 1}]}]",
    )
    m = play(ken(cards, rules=["law-1", "law-2", "law-3"], wyrms=["S"]), "S S F", "S")
    assert wyrms(answer(m, "attack", "keep")) == []


@pytest.mark.rule("WB-Q153")
@pytest.mark.parametrize("do", ["{turn_dice: 1}", "reroll"])
def test_a_text_that_answers_within_a_roll_changes_its_own_dice(do: str) -> None:
    cards = QUIET + laws(
        "instead: [{of: rolled, if: who is KEN, limit: turn, do: [{damage: 1, to: LARA}]}]",
        f"instead: [{{of: hero_damaged, do: [{{roll: 1}}, {do}, {{repeat: successes, do: [{{count: x}}]}}]}}]",
    )
    falls = ["S F F", "F"] + ["S"] * (do == "reroll")
    g = answer(play(ken(cards, rules=["law-1", "law-2"], wyrms=["S"]), *falls), "attack", "keep")
    assert (g.counters, wyrms(g)) == ({"x": 1}, ["S stunned"])


@pytest.mark.rule("WB-Q153")
def test_what_the_heart_of_a_reroll_brings_about_is_no_part_of_the_roll() -> None:
    """The Heart opens a page on which somebody rolls; the Failures of the attack are rolled again."""
    pages = [goal(2, "hearts(KEN) <= 5", then="next"), story(3, "{roll: 1}"), goal(4), end()]
    g = book(chapter(story(1), *pages), map="players", at={**APART, "KEN": "S"}, active="KEN", wyrms=["S"])
    m = play(g, "F F F", "F", "S S F")
    assert wyrms(answer(m, "attack", "reroll")) == []


@pytest.mark.rule("WB-Q153")
def test_what_answers_to_a_met_goal_with_another_goal_is_no_part_of_the_roll() -> None:
    met = "when: [{on: goal_met, do: [{roll: 1}, {set_goal: I-3}]}]"
    pages = [goal(2, "hearts(KEN) <= 5"), goal(3), end()]
    g = book(
        chapter(story(1), *pages) + law(met), map="players", at={**APART, "KEN": "S"}, active="KEN",
        wyrms=["S"], rules=["law"],
    )  # fmt: skip
    m = play(g, "F F F", "F", "S S F")
    answer(m, "attack", "reroll")
    assert (m.state.goal, wyrms(m.state)) == ("I-3", [])


@pytest.mark.rule("WB-Q155")
def test_what_comes_in_the_place_of_a_chosen_wyrm_is_not_hit() -> None:
    trap = law(
        "when: [{on: wyrm_enters, limit: turn, do: [{each: wyrms_in(L), do: [{remove: it}]}, {spawn: 1, area: K}]}]"
    )
    g = sid(QUIET + trap, rules=["law"], wyrms=["X"], shreds={"SID": ["yoyo"]})
    assert wyrms(answer(play(g), "use yoyo throw")) == ["K standing"]


@pytest.mark.rule("WB-Q155")
def test_what_comes_in_the_place_of_a_hit_wyrm_is_not_pushed() -> None:
    cards = QUIET + law("when: [{on: hit, do: [{remove: target}, {spawn: 1, area: T}]}]")
    m = play(ken(cards, rules=["law"], wyrms=["S"]), "S F F")
    answer(m, "attack", "keep")
    assert asked(m).topic == "action"


@pytest.mark.rule("WB-Q155")
def test_what_comes_in_the_place_of_a_stunned_wyrm_is_none_that_a_card_answers_about() -> None:
    cards = QUIET + laws(
        "when: [{on: wyrm_stunned, do: [{remove: wyrm}, {spawn: 1, area: K}]}]",
        "when: [{on: wyrm_stunned, do: [{hit: 2, to: wyrm}]}]",
    )
    m = play(ken(cards, rules=["law-1", "law-2"], wyrms=["S"]), "S F F")
    assert wyrms(answer(m, "attack", "keep")) == ["K standing"]


@pytest.mark.rule("WB-Q155")
def test_what_comes_in_the_place_of_the_other_of_the_pair_is_not_struck() -> None:
    answers = (
        ", instead: [{of: figure_damaged, do: [{each: wyrms, do: [{remove: it}]}, {spawn: 1, area: K}]}]"
    )
    g = with_enemies(lara(QUIET + figure("ogre", "enemy", 9, answers), wyrms=["S"]), ogre="S")
    assert wyrms(answer(play(g, "S"), "attack", "ogre", "S standing")) == ["K standing"]


@pytest.mark.rule("WB-Q163")
def test_a_blow_lands_on_a_target_that_was_moved_out_of_reach() -> None:
    answers = ", instead: [{of: figure_damaged, do: [{each: wyrms, do: [{drive: it, area: K}]}]}]"
    g = with_enemies(lara(QUIET + figure("ogre", "enemy", 9, answers), wyrms=["S"]), ogre="S")
    assert wyrms(answer(play(g, "S"), "attack", "ogre", "S standing")) == ["K stunned"]


@pytest.mark.rule("WB-Q156")
def test_once_in_an_action_counts_for_each_additional_action() -> None:
    cards = QUIET + law("when: [{on: spark_collected, limit: action, do: [{count: x}]}]")
    m = play(sid(cards, rules=["law"], lying={"S": 2}, shreds={"SID": ["toffee"]}))
    assert answer(m, "use toffee chew", "collect", "collect").counters == {"x": 2}


@pytest.mark.rule("WB-Q156")
@pytest.mark.parametrize("rules", [[], ["law"]])
def test_an_additional_action_does_not_renew_what_the_action_around_it_has_used(rules: list[str]) -> None:
    horn = tool("horn", "[{repeat: 2, do: [{limit: action, do: [{count: x}]}, extra_action]}]")
    m = play(sid(QUIET + horn + law("while: [{reach: 0}]"), rules=rules, items={"SID": ["horn"]}))
    assert answer(m, "use horn work", "pass", "pass").counters == {"x": 1}


@pytest.mark.rule("WB-Q151")
def test_a_special_rule_is_obeyed_until_it_is_discarded_and_no_longer() -> None:
    cards = QUIET + laws(
        "when: [{on: spark_collected, do: [{discard_rule: law-2}]}]",
        "when: [{on: spark_collected, do: [{damage: 1}]}]",
    )
    g = answer(play(sid(cards, rules=["law-1", "law-2"], lying={"S": 1})), "collect")
    assert (g.rules, g.hearts["SID"]) == (("law-1",), 5)


@pytest.mark.rule("WB-Q151")
@pytest.mark.parametrize("kind", ["item", "shred"])
def test_a_card_that_is_discarded_for_one_thing_does_not_answer_to_another_at_the_same_time(
    kind: str,
) -> None:
    """LARA defeats two Wyrms at once, and discards what she holds for the first."""
    answers = "{may: [{discard: this}, {gain_sparks: 1}], id: a, say: A}"
    charm = item("charm", more=f", when: [{{on: wyrm_defeated, do: [{answers}]}}]", kind=kind)
    g = with_shreds(lara(QUIET + charm, stunned=["S", "S"]), ["charm"] * (kind == "shred"))
    gain_item(g, "charm", "LARA")
    m = play(g, "S")
    g = answer(m, "attack", "S stunned", "charm a")
    assert (asked(m).topic, g.sparks["LARA"], g.held_by("LARA")) == ("action", 1, ())


@pytest.mark.rule("WB-Q151")
def test_an_enemy_answers_to_the_blow_that_defeats_it() -> None:
    ogre = figure("ogre", "enemy", 9, ", when: [{on: figure_damaged, do: [{count: roars}]}]")
    g = with_enemies(sid(QUIET + ogre), ogre="S")
    g.figures["ogre"] = ("S", 1)
    g = answer(play(g, "S F"), "attack", "keep")
    assert (g.figures, g.counters) == ({}, {"roars": 1})


@pytest.mark.rule("WB-Q162")
@pytest.mark.parametrize("kind", ["item", "shred"])
def test_what_lasts_until_an_event_answers_to_the_first_of_two_at_once(kind: str) -> None:
    """A Shred is discarded by then; what it has put in force is not."""
    lasts = "[{until: wyrm_defeated, when: [{on: wyrm_defeated, do: [{gain_sparks: 1}]}]}]"
    g = lara(QUIET + tool("horn", lasts, kind), stunned=["S", "S"])
    g = with_shreds(g, ["horn"] * (kind == "shred"))
    gain_item(g, "horn", "LARA")
    g = answer(play(g, "S"), "use horn work", "attack", "S stunned")
    assert (g.sparks["LARA"], [source.card for source in g.force.sources if source.until]) == (1, [])


@pytest.mark.rule("WB-Q152")
@pytest.mark.parametrize("does", ["{pass_item: dust, to: KEN}", "{gain_item: dust, who: KEN}"])
def test_a_shred_that_hands_itself_on_is_not_discarded(does: str) -> None:
    g = sid(QUIET + tool("dust", f"[{does}]", "shred"))
    g = answer(play(with_shreds(g, held={"SID": ["dust"]})), "use dust work")
    assert (g.shreds_of("SID"), g.shreds_of("KEN"), g.actions) == ((), ("dust",), 2)


@pytest.mark.rule("WB-Q157")
def test_what_a_called_enemies_phase_puts_in_force_ends_with_it() -> None:
    m = play(able("[run_enemies_phase]", wyrm=f"[{CALLED}]", wyrms=["P"], at={"LARA": "Q", "KEN": "Q"}))
    g = answer(m, USE)
    assert (g.hearts["SID"], [source.card for source in g.force.sources if source.until]) == (3, [])


@pytest.mark.rule("WB-Q157")
def test_what_lasts_for_the_phase_around_a_called_enemies_phase_goes_on() -> None:
    g = able("[{for: phase, while: [{reach: 1}]}, run_enemies_phase]", wyrm="[{activate: 1}]")
    g = answer(play(g), USE)
    assert [source.until for source in g.force.sources if source.until] == ["phase"]


@pytest.mark.rule("WB-Q160")
def test_a_players_phase_that_is_called_waits_for_the_end_of_the_wyrm_card() -> None:
    calls = law("when: [{on: knocked_out, do: [begin_players_phase]}]")
    at = {"SID": "P", "LARA": "Q", "KEN": "Q"}
    m = enemies_phase(
        "[{activate: 1}, {spawn: 1, area: V}]",
        "[{spawn: 1, area: R}]",
        more=calls,
        rules=["law"],
        hearts={"SID": 1},
        at=at,
        wyrms=["P", "Q"],
    )
    answer(m, "P standing", "LARA", "I-4 on")
    g = m.state
    assert (asked(m), wyrms(g)) == ((GROUP, "turn"), ["P standing", "Q standing", "V standing"])
    assert (g.hearts["LARA"], g.hearts["SID"], g.round) == (4, 5, 2)


@pytest.mark.rule("WB-Q158")
def test_a_hero_who_is_knocked_out_while_carried_is_carried_on() -> None:
    trap = law("when: [{on: enters, if: who is KEN and area is T, do: [{damage: 9, to: SID}]}]")
    at = {"SID": "S", "LARA": "L", "KEN": "S"}
    m = play(ken(QUIET + trap, rules=["law"], skills={"KEN": [("ken-3", "left")]}, at=at))
    g = answer(m, "use ken-3 left", "move T", "stop")
    assert (g.at["SID"], g.hearts["SID"]) == ("T", 0)


@pytest.mark.rule("WB-Q159")
def test_leftover_damage_goes_to_a_target_on_the_map_that_was_opened_meanwhile() -> None:
    new_map = story(3, "{use_map: yard}, {all_to: A}, {spawn: 1, area: A}")
    cards = chapter(story(1), goal(2, "count(wyrms) <= 1", then="next"), new_map, goal(4), end())
    g = book(cards, map="players", at=APART, active="SID", wyrms=["T"], stunned=["T"])
    m = play(g, "S S")
    answer(m, "attack", "T stunned")
    assert (asked(m).topic, offered(m)) == ("target", ["A standing", "stop"])


@pytest.mark.rule("WB-Q159")
def test_a_move_goes_on_on_the_map_that_was_opened_meanwhile() -> None:
    new_map = story(3, "{use_map: yard}, {all_to: A}")
    cards = chapter(story(1), goal(2, "is_in(LARA, T)", then="next"), new_map, goal(4), end())
    at = {"SID": "L", "LARA": "S", "KEN": "K"}
    g = book(cards, map="players", at=at, active="LARA", skills={"LARA": [("lara-1", "left")]})
    m = play(g)
    answer(m, "move T")
    assert (asked(m).topic, offered(m)) == ("further", ["move B", "stop"])


@pytest.mark.rule("WB-Q164")
def test_a_move_that_is_forbidden_under_way_is_finished_and_not_begun_again() -> None:
    stay = law("when: [{on: enters, do: [{for: turn, while: [{forbid: move, who: self}]}]}]")
    at = {"SID": "K", "LARA": "X", "KEN": "S"}
    m = play(lara(QUIET + stay, rules=["law"], skills={"LARA": [("lara-1", "left")]}, at=at))
    answer(m, "move L")
    assert offered(m) == ["move S", "move X", "stop"]
    answer(m, "move S")
    assert offered(m, "move") == []


@pytest.mark.rule("WB-Q161")
def test_who_has_just_come_by_changing_places_can_be_taken_along() -> None:
    m = play(lara(QUIET, sparks={"LARA": 1}, skills={"LARA": [("lara-2", "right")]}))
    answer(m, "use LARA skill", "SID")
    assert offered(m) == ["SID", "no"]


@pytest.mark.rule("WB-Q165")
def test_a_hero_beside_one_who_has_just_been_knocked_out_is_alone() -> None:
    alone = "{for: phase, while: [{wyrm_attack: 1, who: heroes where count(heroes_in(area_of(it))) = 1}]}"
    at = {"SID": "P", "LARA": "P", "KEN": "Q"}
    m = enemies_phase(f"[{alone}, {{activate: 1}}]", wyrms=["P", "P"], hearts={"LARA": 1}, at=at)
    answer(m, "LARA")
    assert is_over(m)
    assert (m.state.hearts["LARA"], m.state.hearts["SID"]) == (0, 3)
