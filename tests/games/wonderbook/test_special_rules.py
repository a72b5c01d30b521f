"""Wonder Book: Special Rules, and which counts if two contradict each other."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, offered, turn_pages
from tests.games.wonderbook.given import everybody, play
from tests.games.wonderbook.pages import chapter, deed, end, goal, opened, rule, story, table


@pytest.mark.rule("WB-079", "WB-006")
def test_a_special_rule_may_permit_what_the_rulebook_does_not() -> None:
    wall = rule(3, "while: [{through_walls: 1}, {actions: 1}]")
    plain = play(table(wall))
    answer(plain, "KEN")
    assert (plain.state.actions, "move L" in offered(plain)) == (3, False)
    match = play(table(wall, rules=["I-3"]))
    answer(match, "KEN")
    assert (match.state.actions, "move L" in offered(match)) == (4, True)
    assert answer(match, "move L").at["KEN"] == "L"


@pytest.mark.rule("WB-079", "WB-006")
def test_a_special_rule_may_forbid_what_the_rulebook_permits() -> None:
    ban = rule(3, "while: [{forbid: move}, {forbid: collect, who: SID}]")
    given = {"at": everybody("S"), "lying": {"S": 2}}
    assert {"move T", "collect"} <= set(offered(play(table(ban, active="SID", **given))))
    rest = goal(more=f", actions: [{deed('rest', '{count: x}')}]")
    assert offered(play(table(ban, rest, rules=["I-3"], active="SID", **given))) == ["use I-2 rest", "pass"]
    assert "collect" in offered(play(table(ban, rules=["I-3"], active="KEN", **given)))


@pytest.mark.rule("WB-080")
def test_a_special_rule_is_laid_where_all_can_see_it() -> None:
    match = opened(chapter(rule(1, "while: [{actions: 1}]"), goal(), end()))
    assert match.scene(1).slips == ()
    turn_pages(match)
    for seat in (0, 1, 2):
        assert [slip.title for slip in match.scene(seat).slips] == ["Law 1"]
    assert (match.state.rules, match.state.discard) == (("I-1",), ())


@pytest.mark.rule("WB-081")
def test_a_special_rule_is_obeyed_from_its_reading_until_it_is_discarded() -> None:
    toll = rule(1, "when: [{on: enters, do: [{lose_sparks: 1, who: who}]}]")
    more = f", actions: [{deed('end', '{discard_rule: I-1}')}]"
    match = opened(chapter(toll, goal(more=more), end()), sparks={"SID": 3})
    answer(match, "SID")
    assert answer(match, "move T").sparks["SID"] == 2
    g = answer(match, "use I-2 end")
    assert (g.rules, g.discard) == ((), ("I-1",))
    assert answer(match, "move S").sparks["SID"] == 2


@pytest.mark.rule("WB-081")
def test_a_special_rule_counts_from_the_very_card_on_which_it_is_read() -> None:
    law = rule(1, "while: [{forbid: spawn}]")
    before = opened(chapter(story(1, "{spawn: 2, area: S}"), law.replace("I-1", "I-2"), goal(3), end()))
    assert len(answer(before).wyrms_in_play()) == 2
    after = opened(chapter(law, story(2, "{spawn: 2, area: S}"), goal(3), end()))
    assert answer(after).wyrms_in_play() == []


@pytest.mark.rule("WB-082")
def test_a_special_rule_may_give_everybody_a_special_action_under_a_condition() -> None:
    swim = deed("swim", "{move_to: X}", ", if: 'is_in(self, L)'")
    law = rule(3, f"actions: [{swim}]")
    here = play(table(law, rules=["I-3"], active="LARA"))
    assert offered(here, "use ") == ["use I-3 swim"]
    g = answer(here, "use I-3 swim")
    assert (g.at["LARA"], g.actions, offered(here, "use ")) == ("X", 2, [])
    assert offered(play(table(law, rules=["I-3"], active="SID")), "use ") == []
    assert offered(play(table(law, active="LARA")), "use ") == []


@pytest.mark.rule("WB-Q18")
def test_of_two_rules_that_contradict_each_other_the_later_one_counts() -> None:
    two = rule(3, "while: [{actions: {set: 2}}]"), rule(4, "while: [{actions: {set: 4}}]")
    assert answer(play(table(*two, rules=["I-3", "I-4"])), "SID").actions == 4
    assert answer(play(table(*two, rules=["I-4", "I-3"])), "SID").actions == 2


@pytest.mark.rule("WB-Q18")
def test_of_two_rules_that_contradict_each_other_the_more_specific_one_counts() -> None:
    two = rule(3, "while: [{actions: {set: 2}, who: SID}]"), rule(4, "while: [{actions: {set: 4}}]")
    assert answer(play(table(*two, rules=["I-3", "I-4"])), "LARA").actions == 4
    assert answer(play(table(*two, rules=["I-3", "I-4"])), "SID").actions == 2


@pytest.mark.rule("WB-Q18")
@pytest.mark.parametrize("order", [["I-3", "I-4"], ["I-4", "I-3"]])
def test_a_restriction_beats_a_permission(order: list[str]) -> None:
    bars = rule(3, "while: [{forbid: move}, {attack_dice: {most: 1}}]")
    frees = rule(4, "while: [{through_walls: 1}, {steps: 1}, {attack_dice: {least: 3}}]")
    match = play(table(bars, frees, rules=order, wyrms=["S"], active="SID"), "S")
    assert not any(key.startswith("move") for key in offered(match))
    assert answer(match, "attack").dice == ("S",)


@pytest.mark.rule("WB-Q18")
def test_what_a_goal_card_says_about_phases_beats_an_older_special_rule() -> None:
    older = rule(1, "while: [{actions: {set: 2}}]")
    match = opened(chapter(older, goal(more=", while: [{actions: {set: 5}}]"), end()))
    assert answer(match, "SID").actions == 5
