"""Wonder Book: what Special Rules, Items and skills answer to: cards, moves, phases, Goals and Chapters."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.testing import answer, asked, offered, told
from tests.games.wonderbook.given import WORDS, book, carried_out, does, play
from tests.games.wonderbook.yards.triggers import CARDS, counted, with_card, yard

CARRIERS = ("rule", "item", "skill")


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
        begun = answer(match, hero) if hero in offered(match) else match.state
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
    assert answer(play(lever), "use law win").sheet.unlocks == ("tower",)
    assert answer(play(lever), "use law lose").sheet.unlocks == ()
    assert does(g, "[{count: done}]").sheet.unlocks == ()


def test_what_one_declines_is_not_used_up() -> None:
    text = "when: [{on: enters, if: who is SID, limit: turn, do: [{may: [{count: x}], id: rest, say: Rest, by: who}]}]"
    match = play(with_card(text, active="SID"))
    answer(match, "move B", "no", "move A")
    assert asked(match).topic == "may"
    assert counted(answer(match, "law rest", "move B")) == 1
    assert asked(match).topic != "may"


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
