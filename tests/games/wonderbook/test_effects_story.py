"""Wonder Book: every instruction about the campaign and how things go on, and its limits."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.testing import answer, offered, outcome, told
from tests.games.wonderbook.given import carried_out, does, play, record_of
from tests.games.wonderbook.yards.story import pulled, yard


@pytest.mark.rule("WB-062", "WB-064", "WB-Q26")
def test_a_keyword_is_written_once_on_the_line_of_its_chapter() -> None:
    g = does(yard(record=Campaign(keywords={"OLD": 3})), "[{write: LANTERN}, {write: lantern}, {write: OLD}]")
    assert g.sheet.keywords == {"OLD": 3, "LANTERN": 1}


@pytest.mark.rule("WB-063", "WB-065")
def test_a_keyword_is_erased_if_it_is_written() -> None:
    g = does(yard(record=Campaign(keywords={"OLD": 1, "NEW": 1})), "[{erase: OLD}, {erase: OTHER}]")
    assert g.sheet.keywords == {"NEW": 1}


@pytest.mark.rule("WB-179", "WB-Q106")
def test_destiny_tokens_are_turned_up_but_there_are_only_ten() -> None:
    g = does(yard(rules=["gates"]), "[{destiny_up: 2}]")
    assert g.destiny == 7
    assert g.counters == {"turned": 2}
    assert does(g, "[{destiny_up: 9}]").destiny == 10


@pytest.mark.rule("WB-179")
def test_destiny_tokens_are_turned_down_one_after_the_other() -> None:
    g = does(yard(rules=["gates"]), "[{destiny_down: 3}]")
    assert g.destiny == 2
    assert g.counters == {"turned": 3}


@pytest.mark.rule("WB-180")
def test_with_the_last_token_the_chapter_is_lost_at_once() -> None:
    match = pulled("[{destiny_down: 1}, {destiny_up: 5}]", destiny=1)
    answer(match, "go")
    assert outcome(match).ending == "lost"
    assert match.state.destiny == 0


def test_destiny_can_be_a_cost_if_there_is_enough_of_it() -> None:
    text = "[{pay: [{destiny_down: 2}], then: [{count: paid}], else: [{count: poor}]}]"
    assert does(yard(destiny=3), text).counters == {"paid": 1}
    g = does(yard(destiny=1), text)
    assert (g.counters, g.destiny) == ({"poor": 1}, 1)


def test_counters_go_up_and_down_and_become_a_number() -> None:
    g = does(
        yard(),
        "[{count: a}, {count: a, n: 3}, {count: b, n: -1}, {set_counter: c, n: 7}, {set_counter: a, n: 2}]",
    )
    assert g.counters == {"a": 2, "b": -1, "c": 7}


def test_another_goal_comes_up_at_once_and_the_old_one_is_discarded_unmet() -> None:
    g, match = carried_out(yard(rules=["gates"]), "[{set_goal: I-5}]")
    assert g.goal == "I-5"
    assert g.deck[:2] == ("I-5", "I-3")
    assert g.discard == ("I-2",)
    assert "goal met" not in told(match)
    assert does(g, "[{count: done}]").goal == "I-5"


def test_only_a_goal_that_is_still_in_the_deck_comes_up() -> None:
    for card in ("I-2", "I-4", "I-1", "rope"):
        g = does(yard(), f"[{{set_goal: {card}}}]")
        assert (g.goal, g.deck, g.discard) == ("I-2", yard().deck, ())


@pytest.mark.rule("WB-091")
def test_the_goal_counts_as_met_whatever_it_says() -> None:
    match = pulled("[goal_met, {count: after}]")
    g = match.state
    assert "goal met" in told(match)
    assert "I-2" in g.discard
    assert g.counters == {"three": 1, "after": 1}


def test_without_a_goal_none_is_met() -> None:
    g, match = carried_out(yard(goal=""), "[goal_met]")
    assert "goal met" not in told(match)
    assert g.deck[0] == "I-1"


@pytest.mark.rule("WB-Q12")
def test_a_new_players_phase_begins_with_its_check() -> None:
    match = pulled("[begin_players_phase]", hearts={"KEN": 0})
    g = match.state
    assert g.round == 2
    assert (g.destiny, g.hearts["KEN"]) == (4, 6)
    assert offered(match) == ["SID", "LARA", "KEN"]


def test_the_phase_that_is_under_way_ends_when_a_new_one_begins() -> None:
    match = pulled("[{for: phase, while: [{actions: 2}]}, begin_players_phase]")
    assert answer(match, "SID").actions == 3


@pytest.mark.rule("WB-Q12")
def test_when_the_players_phase_ends_heroes_who_have_not_acted_do_not() -> None:
    match = pulled("[end_players_phase]", "claw")
    g = match.state
    assert g.counters == {"claws": 1}
    assert g.round == 2
    assert offered(match) == ["SID", "LARA", "KEN"]


def test_the_enemies_act_here_and_now_and_then_the_turn_goes_on() -> None:
    match = pulled("[run_enemies_phase]", "claw")
    g = match.state
    assert g.counters == {"claws": 1}
    assert (g.active, g.actions, g.round) == ("SID", 2, 1)


def test_without_a_goal_no_enemy_acts() -> None:
    assert does(yard(goal=""), "[run_enemies_phase]").counters == {}


def test_the_chapter_is_lost_when_a_card_says_so_whatever_destiny_says() -> None:
    match = pulled("[lose_chapter, {destiny_up: 1}]", destiny=9)
    assert outcome(match).ending == "lost"
    assert match.state.destiny == 9


@pytest.mark.rule("WB-197", "WB-Q108")
def test_what_is_unlocked_stays_for_good_unless_the_chapter_is_lost() -> None:
    won = pulled("[{unlock: tower}, {unlock: tower}, {goto: I-20}, {count: done}]")
    assert record_of(won).unlocks == ("tower",)
    lost = pulled("[{unlock: tower}, lose_chapter]")
    assert record_of(lost, "lost").unlocks == ()


@pytest.mark.rule("WB-H04")
def test_one_of_some_things_happens_by_chance() -> None:
    text = '[{chance: 3}, {if: "chance_is(1)", then: [{count: one}]}, {if: "chance_is(3)", then: [{count: three}]}]'
    assert does(yard(), text, falls=["3"]).counters == {"three": 1}
    assert does(yard(), text, falls=["2"]).counters == {}
    assert does(yard(), '[{chance: 0}, {if: "chance_is(1)", then: [{count: one}]}]').counters == {"one": 1}


@pytest.mark.rule("WB-Q54")
def test_everything_that_an_interaction_card_asks_for_must_be_payable_and_is_paid() -> None:
    rich = play(yard(stacks={"blue": ["I-8"]}, active="SID", sparks={"SID": 1}))
    g = answer(rich, "interact I-8")
    assert (g.sparks["SID"], g.hearts["SID"], g.counters) == (0, 3, {"eight": 1})
    assert "interact I-8" not in offered(
        play(yard(stacks={"blue": ["I-8"]}, active="SID", sparks={"SID": 1}, hearts={"SID": 2}))
    )
    assert "interact I-8" not in offered(play(yard(stacks={"blue": ["I-8"]}, active="SID")))


def test_instructions_follow_one_another_as_the_card_says() -> None:
    text = """
- {if: has(KEY), then: [{count: locked}], else: [{write: KEY}]}
- {if: has(KEY), then: [{count: open}]}
- {repeat: 3, do: [{count: times}]}
- {each: heroes, do: [{gain_sparks: 1, to: it}]}
- {let: rich, be: heroes where sparks(it) >= 1, do: [{set_counter: rich, n: count(rich)}]}
- {must: [{spend: 5, who: SID}], else: [{count: poor}]}
"""
    g = does(yard(), text, "SID")
    assert g.counters == {"open": 1, "times": 3, "rich": 3, "poor": 1}
    assert g.sparks == {"SID": 1, "LARA": 1, "KEN": 1}


def test_somebody_chooses_what_a_card_leaves_open() -> None:
    text = """
- choose: [{id: left, say: Left, do: [{count: left}]}, {id: right, say: Right, do: [{count: right}]}, {id: rich, say: Rich, if: sparks >= 9, do: [{count: rich}]}]
- {may: [{gain_sparks: 2}], id: gift, say: Take them}
- {either: [{spend: 1}], or: [{lose_hearts: 1}], id: price}
- {amount: bet, least: 0, most: 2, do: [{count: bets, n: bet}]}
"""
    match = carried_out(yard(), text, "SID")[1]
    assert offered(match) == ["card left", "card right"]
    answer(match, "card right")
    assert offered(match) == ["card gift", "no"]
    answer(match, "card gift")
    assert offered(match) == ["card either-price", "card or-price"]
    answer(match, "card either-price")
    assert offered(match) == ["0", "1", "2"]
    g = answer(match, "2")
    assert (g.counters, g.sparks["SID"], g.hearts["SID"]) == ({"right": 1, "bets": 2}, 1, 5)


def test_what_cannot_be_done_is_not_offered() -> None:
    g, match = carried_out(
        yard(),
        "[{may: [{spend: 1}], id: gift, say: Give}, {either: [{spend: 1}], or: [{lose_hearts: 1}], id: price}]",
        "SID",
    )
    assert g.hearts["SID"] == 4
    assert offered(match) == ["done", "over"]


def test_words_are_read_to_everybody() -> None:
    assert told(carried_out(yard(), "[{tell: The clock strikes twelve.}]")[1]) == ["a card says"]
