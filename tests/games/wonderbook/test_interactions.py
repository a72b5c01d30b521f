"""Wonder Book: Interaction cards and stacks, and what their fronts ask for."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked, offered
from tests.games.wonderbook.given import APART, QUIET, carried_out, does, play, shown, sid
from tests.games.wonderbook.pages import (
    ROPE,
    chapter,
    easy_goal,
    end,
    goal,
    lantern,
    opened,
    rule,
    story,
    table,
    thing,
)


@pytest.mark.rule("WB-083")
def test_heroes_interact_with_things_around_them_during_the_players_phase() -> None:
    g = table(thing(3, "{gain_sparks: 1}"), stacks={"red": ["I-3"]})
    match = play(g)
    answer(match, "SID")
    assert "interact I-3" not in offered(match)
    answer(match, "pass", "KEN")
    assert "interact I-3" in offered(match)
    g = answer(match, "interact I-3")
    assert (g.sparks["KEN"], g.actions, shown(match)) == (1, 2, ["I-3 back"])


@pytest.mark.rule("WB-084", "WB-Q56", "WB-Q57")
def test_cards_of_a_banner_leave_the_deck_for_a_stack_with_the_lowest_number_on_top() -> None:
    match = opened(
        chapter(
            story(1, "{take_stack: red}"),
            thing(7, banner="red"),
            thing(4, banner="blue"),
            thing(3, banner="red"),
            goal(2),
            story(5),
            thing(6, banner="red"),
            end(),
        )
    )
    match.answer("read")
    g = match.state
    assert (g.stacks, g.deck) == ({"red": ("I-3", "I-6", "I-7")}, ("I-2", "I-4", "I-5", "I-9"))
    seen = str(match.scene(0)) + str(match.story(0))
    assert "Front of 3." in seen
    assert not any(
        hidden in seen for hidden in ("Front of 6", "Thing 6", "Front of 7", "Front of 4", "Back of 3")
    )


@pytest.mark.rule("WB-Q11", "WB-Q57")
def test_what_an_interaction_card_does_on_its_back_cannot_be_seen() -> None:
    match = play(table(thing(3, "{write: SECRET}", more=", cost: [{spend: 1}]"), stacks={"red": ["I-3"]}))
    (stack,) = match.scene(0).right
    assert "spend 1 Spark" in str(stack)
    assert not any(hidden in str(stack) for hidden in ("SECRET", "Back of 3"))


@pytest.mark.rule("WB-085", "WB-086", "WB-141")
def test_only_the_top_card_of_a_stack_can_be_reached_and_the_next_when_it_is_gone() -> None:
    g = table(
        thing(3, "{count: one}"), thing(4, "{count: two}"), stacks={"red": ["I-3", "I-4"]}, active="KEN"
    )
    match = play(g)
    assert offered(match, "interact") == ["interact I-3"]
    assert answer(match, "interact I-3").counters == {"one": 1}
    assert offered(match, "interact") == ["interact I-4"]
    assert answer(match, "interact I-4").counters == {"one": 1, "two": 1}


@pytest.mark.rule("WB-086")
def test_a_card_may_clear_the_one_above_another_out_of_the_way() -> None:
    g = table(thing(3, more=", cost: [{spend: 3}]"), thing(4), stacks={"red": ["I-3", "I-4"]}, active="KEN")
    assert offered(play(g), "interact") == []
    g, _ = carried_out(g, "[{pop_stack: red}]")
    assert (g.stacks, g.discard) == ({"red": ("I-4",)}, ("I-3",))
    assert "interact I-4" in offered(play(g))


@pytest.mark.rule("WB-086")
def test_the_card_under_another_stays_out_of_reach_if_the_top_one_clears_itself_away() -> None:
    g = table(
        thing(3, "{pop_stack: red}"), thing(4), thing(5), stacks={"red": ["I-3", "I-4", "I-5"]}, active="KEN"
    )
    assert answer(play(g), "interact I-3").stacks == {"red": ("I-4", "I-5")}


@pytest.mark.rule("WB-Q54")
def test_the_price_on_the_front_must_be_payable_and_is_paid_before_the_card_is_flipped() -> None:
    lamp = thing(3, "{count: lit}", more=", cost: [{spend: 2}]")
    poor = play(table(lamp, stacks={"red": ["I-3"]}, sparks={"KEN": 1}, active="KEN"))
    assert "interact I-3" not in offered(poor)
    match = play(table(lamp, stacks={"red": ["I-3"]}, sparks={"KEN": 3}, active="KEN"))
    match.answer("interact I-3")
    assert (match.state.pages.open, match.state.sparks["KEN"], match.state.counters) == (
        ("I-3", "back"),
        1,
        {},
    )
    assert answer(match).counters == {"lit": 1}


@pytest.mark.rule("WB-Q54")
def test_a_price_of_two_parts_must_be_payable_as_a_whole() -> None:
    lamp = thing(3, "{count: lit}", more=", cost: [{spend: 2}, {discard_item: rope}]")
    given = {"stacks": {"red": ["I-3"]}, "active": "KEN"}
    both = play(table(lamp, ROPE, sparks={"KEN": 2}, items={"KEN": ["rope"]}, **given))
    assert "interact I-3" in offered(both)
    g = answer(both, "interact I-3")
    assert (g.sparks["KEN"], g.items["KEN"], g.counters) == (0, (), {"lit": 1})
    assert "interact I-3" not in offered(play(table(lamp, ROPE, items={"KEN": ["rope"]}, **given)))
    assert "interact I-3" not in offered(play(table(lamp, ROPE, sparks={"KEN": 2}, **given)))


@pytest.mark.rule("WB-Q54")
def test_what_the_front_requires_must_be_there() -> None:
    lamp = thing(3, more=", if: 'holds(rope)'")
    given = {"stacks": {"red": ["I-3"]}, "active": "KEN"}
    assert "interact I-3" not in offered(play(table(lamp, ROPE, **given)))
    assert "interact I-3" in offered(play(table(lamp, ROPE, items={"KEN": ["rope"]}, **given)))


@pytest.mark.rule("WB-Q54")
@pytest.mark.parametrize(
    ("dice", "needed", "missed", "made"), [(3, 2, "S F F", "S F S"), (2, 1, "F F", "S F")]
)
def test_a_card_whose_front_demands_a_roll_is_flipped_only_if_it_succeeds(
    dice: int, needed: int, missed: str, made: str
) -> None:
    lamp = thing(3, "{count: lit}", more=f", roll: {{dice: {dice}, needed: {needed}}}")
    match = play(table(lamp, stacks={"red": ["I-3"]}, active="KEN"), missed, made)
    g = answer(match, "interact I-3")
    assert (g.actions, g.counters, g.stacks, shown(match)) == (2, {}, {"red": ("I-3",)}, [])
    assert "interact I-3" in offered(match)
    g = answer(match, "interact I-3")
    assert (g.actions, g.counters, g.discard, shown(match)) == (1, {"lit": 1}, ("I-3",), ["I-3 back"])
    assert "interact I-3" not in offered(match)


@pytest.mark.rule("WB-Q54")
def test_a_price_on_the_back_may_be_declined() -> None:
    lamp = thing(3, "{may: [{pay: [{spend: 1}], then: [{count: lit}]}], say: Light it}")
    match = play(table(lamp, stacks={"red": ["I-3"]}, sparks={"KEN": 1}, active="KEN"))
    answer(match, "interact I-3")
    assert asked(match) == (2, "may")
    g = answer(match, "no")
    assert (g.sparks["KEN"], g.counters, g.discard) == (1, {}, ("I-3",))


@pytest.mark.rule("WB-Q55")
def test_a_flipped_interaction_card_is_discarded_after_it_is_resolved() -> None:
    ask = "{may: [{gain_sparks: 1}], say: Take one}"
    match = play(table(thing(3, ask), stacks={"I-3": ["I-3"]}, active="KEN"))
    answer(match, "interact I-3")
    assert (match.state.stacks, match.state.discard) == ({"I-3": ("I-3",)}, ())
    g = answer(match, "no")
    assert (g.stacks, g.discard) == ({}, ("I-3",))


AGAIN = "{extra_action: interact}"


@pytest.mark.rule("WB-140", "WB-Q141")
def test_a_card_that_is_being_resolved_cannot_be_flipped_again_from_another_one() -> None:
    g = table(
        thing(3, f"{{count: one}}, {AGAIN}"),
        thing(4, f"{{count: two}}, {AGAIN}"),
        stacks={"I-3": ["I-3"], "I-4": ["I-4"]},
        active="KEN",
    )
    match = play(g)
    answer(match, "interact I-3", "interact I-4")
    assert (asked(match), offered(match)) == ((2, "action"), ["move X", "pass"])
    g = match.state
    assert (g.counters, g.stacks, sorted(g.discard)) == ({"one": 1, "two": 1}, {}, ["I-3", "I-4"])


@pytest.mark.rule("WB-Q141")
@pytest.mark.parametrize("roll", ["", ", roll: {dice: 1, needed: 1}"])
def test_a_card_that_a_hero_interacts_with_cannot_be_flipped_before_that_is_done(roll: str) -> None:
    eager = rule(5, f"when: [{{on: interacts, do: [{{each: active, acts: it, do: [{AGAIN}]}}]}}]")
    match = play(table(thing(3, more=roll), eager, rules=["I-5"], stacks={"red": ["I-3"]}, active="KEN"), "S")
    g = answer(match, "interact I-3")
    assert (g.counters, g.discard, shown(match)) == ({"x": 1}, ("I-3",), ["I-3 back"])


@pytest.mark.rule("WB-Q55", "WB-Q141")
@pytest.mark.parametrize("way", ["", ", {discard: this}"])
def test_a_card_that_was_covered_while_it_was_resolved_is_discarded(way: str) -> None:
    lay = f"{{take_stack: red}}{way}"
    g = table(thing(3, banner="red"), thing(4, lay, banner="red"), stacks={"red": ["I-4"]}, active="KEN")
    match = play(g)
    g = answer(match, "interact I-4")
    assert (g.stacks, g.discard) == ({"red": ("I-3",)}, ("I-4",))
    assert offered(match, "interact") == ["interact I-3"]


@pytest.mark.rule("WB-141", "WB-Q141")
def test_a_card_that_covers_the_one_being_resolved_can_be_flipped_meanwhile() -> None:
    lay = f"{{take_stack: red}}, {AGAIN}"
    g = table(
        thing(3, "{count: top}", banner="red"),
        thing(4, lay, banner="red"),
        stacks={"red": ["I-4"]},
        active="KEN",
    )
    match = play(g)
    answer(match, "interact I-4")
    assert offered(match, "interact") == ["interact I-3"]
    g = answer(match, "interact I-3")
    assert (g.counters, g.stacks, g.discard) == ({"top": 1}, {}, ("I-3", "I-4"))


@pytest.mark.rule("WB-Q141")
def test_a_card_that_is_gone_before_it_is_flipped_is_not_flipped() -> None:
    storm = rule(5, "when: [{on: interacts, do: [{discard: card}]}]")
    match = play(
        table(thing(3), thing(4), storm, rules=["I-5"], stacks={"red": ["I-3", "I-4"]}, active="KEN")
    )
    g = answer(match, "interact I-3")
    assert (g.counters, g.discard, g.stacks, shown(match)) == ({}, ("I-3",), {"red": ("I-4",)}, ["I-4 front"])
    assert offered(match, "interact") == ["interact I-4"]


@pytest.mark.rule("WB-Q136")
def test_interaction_cards_and_special_rules_stay_when_a_goal_is_met() -> None:
    bonus = rule(3, "while: [{actions: 1}]")
    g = table(
        easy_goal(),
        bonus,
        thing(4),
        goal(5, "counter(more) >= 1"),
        rules=["I-3"],
        stacks={"red": ["I-4"]},
        active="KEN",
    )
    match = play(g)
    after = answer(match, "use I-2 do")
    assert (after.goal, after.rules, after.stacks) == ("I-5", ("I-3",), {"red": ("I-4",)})
    assert "interact I-4" in offered(match)
    assert answer(match, "pass", "SID").actions == 4


@pytest.mark.rule("WB-Q136")
def test_nobody_interacts_with_a_thing_that_is_not_on_the_map() -> None:
    g = table(thing(3), stacks={"red": ["I-3"]}, active="KEN")
    assert "interact I-3" in offered(play(g))
    for text in ("[{use_map: yard}, {all_to: A}]", "[{remove_object: lamp}]"):
        gone = does(g, text)
        assert gone.stacks == {"red": ("I-3",)}
        assert "interact I-3" not in offered(play(gone))


@pytest.mark.rule("WB-140")
def test_interacting_flips_the_card_reads_it_and_resolves_it() -> None:
    cards = QUIET + lantern("[{gain_sparks: 1}]")
    m = play(sid(cards, stacks={"lamp": ["lantern"]}, active="KEN"))
    m.answer("interact lantern")
    assert m.ask is not None
    assert (m.ask.topic, m.state.pages.open) == ("page", ("lantern", "back"))
    assert m.state.sparks["KEN"] == 0
    m.answer("read")
    assert (m.state.sparks["KEN"], m.state.actions) == (1, 2)


@pytest.mark.rule("WB-140", "WB-Q53")
@pytest.mark.parametrize(("area", "can"), [("K", True), ("X", False), ("L", False), ("S", False)])
def test_only_in_the_very_area_of_its_object_a_card_can_be_flipped(area: str, can: bool) -> None:
    cards = QUIET + lantern("[{gain_sparks: 1}]")
    m = play(sid(cards, at={**APART, "SID": area}, stacks={"lamp": ["lantern"]}))
    assert ("interact lantern" in offered(m)) is can
