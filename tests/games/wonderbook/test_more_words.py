"""Words that cards of a Chapter need now and then: what lies out, who is near, one step away, other rolls."""

from __future__ import annotations

import pytest

from foldtale.kernel.effects import value
from foldtale.testing import answer, asked
from tests.games.wonderbook.given import book, does, play
from tests.games.wonderbook.yards.selectors import is_so, number, things, under, yard


def test_enemies_and_allies_are_found_where_they_are() -> None:
    g = does(
        yard(), "[{create_enemy: boss, area: B}, {create_enemy: imp, area: D}, {create_ally: fox, area: B}]"
    )
    assert things(g, "enemies_around(A)") == ["boss"]
    assert things(g, "enemies_around(C)") == ["boss", "imp"]
    assert things(g, "enemies_around(E)") == []
    assert things(g, "allies_in(B)") == ["fox"]
    assert things(g, "allies_in(A)") == []


def test_cards_that_lie_out_are_found_and_discarded() -> None:
    g = does(yard(items={"SID": ["rope"]}), "[{take_stack: red}]")
    assert number(g, "count(lying_out)") == 1
    assert number(g, "count(top_of(red))") == 1
    assert number(g, "count(top_of(blue))") == 0
    gone = does(g, "[{each: lying_out, do: [{discard: it}]}, {discard: rope}]")
    assert (gone.stacks, gone.items["SID"], gone.discard) == ({}, (), ("I-5", "rope"))
    assert does(gone, "[{discard: rope}, {discard: I-5}]").discard == ("I-5", "rope")


def test_special_rules_in_force_are_found_and_discarded() -> None:
    g = under("while: [{actions: 1}]")
    assert number(g, "count(rules)") == 1
    after = does(g, "[{each: rules, do: [{discard: it}]}]")
    assert (after.rules, number(after, "count(rules)")) == ((), 0)


@pytest.mark.rule("WB-D18")
def test_a_wyrm_goes_a_step_away() -> None:
    near = does(yard(wyrms=["A"]), "[{pick: wyrms, do: [{shoo: it, who: SID}]}]")
    assert near.wyrm_at[0] == "B"
    assert does(yard(wyrms=["D"]), "[{each: wyrms, do: [{shoo: it, who: SID}]}]").wyrm_at[0] == "D"
    assert does(yard(wyrms=["E"]), "[{each: wyrms, do: [{shoo: it, who: SID}]}]").wyrm_at[0] == "E"


def test_more_dice_for_a_roll_that_is_no_attack() -> None:
    g = under("while: [{dice: 1, who: SID}]")
    assert does(g, "[{roll: 2}, {gain_sparks: successes}]", "SID", falls=["S S S"]).sparks["SID"] == 3
    assert does(g, "[{roll: 2}, {gain_sparks: successes}]", "KEN", falls=["S S"]).sparks["KEN"] == 2


def test_an_interaction_can_be_answered() -> None:
    text = "when: [{on: interacts, if: who is LARA and card is I-5, do: [{count: x}]}]"
    g = under(text, active="LARA", stacks={"red": ["I-5"]})
    assert answer(play(g), "interact I-5").counters == {"x": 1}


def test_a_card_that_is_done_can_be_answered_and_only_then() -> None:
    g = under("when: [{on: card_done, if: card is I-4, do: [{count: x}]}]")
    match = play(g)
    assert is_so(g, "counter(x) = 0")
    assert asked(match) == (-1, "turn")
    assert does(g, "[{reveal_card: I-4}]", answers=["I-4 east"]).counters == {"x": 1}


def test_a_skill_that_was_used_can_be_answered() -> None:
    g = under(
        "when: [{on: skill_used, if: who is SID, do: [{count: x}]}]",
        active="SID",
        sparks={"SID": 1},
        wyrms=["A"],
    )
    assert answer(play(g), "use SID skill").counters == {"x": 1}


def test_a_roll_can_be_answered_after_it_has_counted() -> None:
    g = under("when: [{on: rolled, if: successes = 0, do: [{count: x}]}]")
    assert does(g, "[{roll: 1}]", "SID", falls=["F"]).counters == {"x": 1}
    assert does(g, "[{roll: 1}]", "SID", falls=["S"]).counters == {}


def test_a_wyrm_may_be_the_only_one_that_is_not_activated() -> None:
    g = under("while: [{forbid: activation, who: wyrms_in(A)}]", wyrms=["A", "B"])
    after = does(g, "[{activate: 1}]")
    assert after.hearts == {"SID": 5, "LARA": 4, "KEN": 6}


def test_cards_can_be_spoken_of_by_their_kind() -> None:
    g = does(book(), "[{gain_item: plaster, who: SID}, {gain_item: braces, who: SID}]")
    assert len(g.held_by("SID")) == 2
    assert len(does(g, "[{each: on_table(shred), do: [{discard: it}]}]").held_by("SID")) == 0
    assert len(does(g, "[{each: on_table(item), do: [{discard: it}]}]").held_by("SID")) == 2


def test_something_lasts_until_a_wyrm_is_defeated() -> None:
    text = "[{until: wyrm_defeated, while: [{attack_dice: 1, who: LARA}]}]"
    g = does(book(wyrms=["T", "S"]), text)
    assert value(g, "attack_dice", 1, "LARA") == 2
    assert value(does(g, "[{each: wyrms_in(S), do: [{stun: it}]}]"), "attack_dice", 1, "LARA") == 2
    assert value(does(g, "[{each: wyrms_in(S), do: [{defeat: it}]}]"), "attack_dice", 1, "LARA") == 1


def test_a_count_goes_up_and_down() -> None:
    g = does(yard(), "[{count: tea, n: 3}, {uncount: tea}]")
    assert g.counters == {"tea": 2}


def test_an_enemy_goes_away_undefeated() -> None:
    g = does(yard(), "[{create_enemy: boss, area: B}, {dismiss: boss}]")
    assert (things(g, "enemies"), is_so(g, "is_defeated(boss)")) == ([], False)
