"""Wonder Book: Wyrm cards, the silver aura, and the explosion of the example in other places."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.rules.on_table import add_wyrm_card
from foldtale.games.wonderbook.state import DISCARD, REVEALED, Book
from foldtale.kernel import Match
from foldtale.kernel.talk import SPECTATOR
from foldtale.testing import answer, asked, offered, told, told_of
from tests.games.wonderbook.given import WONDER, everybody_passes, play
from tests.games.wonderbook.pages import rule, wyrm_card, wyrm_goal
from tests.games.wonderbook.rooms import EXPLOSION, ON, ONE, before_the_phase, enemies_phase, is_over, spawned

TWO, THREE_CARDS = "I-22", ("I-21", "I-22", "I-23")
CALL = rule(9, "actions: [{id: call, say: Call for them, do: [reveal_wyrm_card]}]")
RUNAWAY = "[{count: reveals}, reveal_wyrm_card]"
"""A Wyrm card that always orders another."""
TWO_ORDERS = "reveal_wyrm_card, reveal_wyrm_card"
LOST = "reveals no more"
"""What is told when a chain of Wyrm cards is stopped."""


def revealed(match: Match) -> list[str]:
    """The Wyrm cards that were revealed, one after the other."""
    return [about[0] for about in told_of(match, "reveals")]


def cards_in_the_game(g: Book) -> int:
    """How many Wyrm cards there are, wherever they lie."""
    return len(g.chapter.wyrm_cards) + len(g.sheet.purple)


@pytest.mark.rule("WB-147", "WB-152")
def test_the_top_wyrm_card_is_revealed_resolved_and_put_on_a_pile_of_its_own() -> None:
    match = enemies_phase("[{spawn: 1}]", "[{spawn: 2}]")
    g = match.state
    assert revealed(match) == [ONE]
    assert is_over(match)
    assert g.wyrm_at.count("V") == 1
    assert g.wyrm_cards.rows[DISCARD] == (ONE,)
    assert g.wyrm_cards.rows[REVEALED] == ()
    assert (g.discard, g.shred_cards.rows[DISCARD]) == ((), ())
    assert g.wyrm_cards.deck_size == 1


@pytest.mark.rule("WB-152")
def test_a_wyrm_card_lies_there_until_it_is_resolved() -> None:
    match = enemies_phase("[{activate: 1}]", wyrms=["P"])
    g = match.state
    assert asked(match) == (-1, "victim")
    assert (g.wyrm_cards.rows[REVEALED], g.wyrm_cards.rows[DISCARD]) == ((ONE,), ())
    g = answer(match, "SID")
    assert (g.wyrm_cards.rows[REVEALED], g.wyrm_cards.rows[DISCARD]) == ((), (ONE,))


@pytest.mark.rule("WB-146", "WB-Q17")
def test_a_goal_card_can_say_what_the_enemies_do_and_then_no_wyrm_card_is_revealed() -> None:
    more = wyrm_goal(9, more=", enemies: [{damage: 2, to: KEN}, {spawn: 1, area: R}]")
    match = enemies_phase("[{spawn: 4}]", more=more, goal="I-9", wyrms=["P"])
    g = match.state
    assert is_over(match)
    assert g.hearts["KEN"] == g.most_hearts("KEN") - 2
    assert g.wyrm_at.count("R") == 1
    assert revealed(match) == []
    assert (g.wyrm_cards.deck_size, g.wyrm_cards.rows[DISCARD]) == (1, ())


@pytest.mark.rule("WB-146")
def test_a_goal_card_can_order_a_wyrm_card_among_other_things() -> None:
    more = wyrm_goal(
        9, more=", vortex: [V], enemies: [{spawn: 1, area: R}, reveal_wyrm_card, reveal_wyrm_card]"
    )
    match = enemies_phase("[{spawn: 1}]", "[{spawn: 1, area: Q}]", more=more, goal="I-9")
    assert spawned(match) == ["R", "V", "Q"]
    assert revealed(match) == [ONE, TWO]
    assert match.state.wyrm_cards.rows[DISCARD] == (ONE, TWO)


@pytest.mark.rule("WB-148")
def test_a_wyrm_card_is_resolved_from_top_to_bottom() -> None:
    first_spawned = enemies_phase("[{spawn: 1}, {activate: 1}]")
    assert first_spawned.state.wyrm_at.count("P") == 1
    first_activated = enemies_phase("[{activate: 1}, {spawn: 1}]")
    assert first_activated.state.wyrm_at.count("V") == 1
    assert first_activated.state.wyrm_at.count("P") == 0


@pytest.mark.rule("WB-149")
def test_a_wyrm_card_can_hold_spawns_activations_a_text_and_a_reveal() -> None:
    match = enemies_phase(
        "[{spawn: 2}, {activate: 1}, {damage: 1, to: SID}, reveal_wyrm_card]",
        "[{damage: 2, to: KEN}]",
    )
    g = match.state
    assert is_over(match)
    assert g.wyrm_at.count("P") == 2
    assert g.hearts == {"SID": 4, "LARA": 5, "KEN": 4}


@pytest.mark.rule("WB-150")
def test_several_cards_can_be_resolved_in_one_phase() -> None:
    again = "[{spawn: 1}, reveal_wyrm_card]"
    match = enemies_phase(again, again, "[{spawn: 1}]", "[{spawn: 1}]")
    assert revealed(match) == list(THREE_CARDS)
    assert is_over(match)
    assert match.state.wyrm_at.count("V") == 3
    assert match.state.wyrm_cards.rows[DISCARD] == THREE_CARDS


@pytest.mark.rule("WB-150")
def test_another_card_is_resolved_after_all_instructions_of_the_first_wherever_the_order_stands() -> None:
    match = enemies_phase("[{spawn: 1}, reveal_wyrm_card, {spawn: 1, area: R}]", "[{spawn: 1, area: Q}]")
    assert revealed(match) == [ONE, TWO]
    assert spawned(match) == ["V", "R", "Q"]


@pytest.mark.rule("WB-153")
def test_an_empty_wyrm_deck_is_made_anew_from_the_discard_pile() -> None:
    g = before_the_phase("[{spawn: 1}]", "[{spawn: 2}]", "[{spawn: 3}]")
    for card in THREE_CARDS:
        g.wyrm_cards.lift(card)
        g.wyrm_cards.put(card, DISCARD)
    match = play(g, TWO)
    g = match.state
    assert revealed(match) == [TWO]
    assert told(match).index("shuffles") < told(match).index("reveals")
    assert g.wyrm_at.count("V") == 2
    assert g.wyrm_cards.rows[DISCARD] == (TWO,)
    assert g.wyrm_cards.deck_size == 2


@pytest.mark.rule("WB-153")
def test_the_discard_pile_stays_until_a_card_must_be_revealed() -> None:
    match = enemies_phase("[{spawn: 1}]")
    g = match.state
    assert is_over(match)
    assert (g.wyrm_cards.deck_size, g.wyrm_cards.rows[DISCARD]) == (0, (ONE,))
    assert "shuffles" not in told(match)


@pytest.mark.rule("WB-Q72", "WB-153")
def test_the_card_that_orders_another_is_part_of_the_new_deck() -> None:
    g = before_the_phase("[{spawn: 1}, reveal_wyrm_card]", "[{spawn: 1, area: R}]")
    g.wyrm_cards.lift(TWO)
    g.wyrm_cards.put(TWO, DISCARD)
    match = play(g, ONE)
    assert revealed(match) == [ONE, ONE, TWO]
    assert told(match).count("shuffles") == 1
    assert match.state.wyrm_cards.rows[DISCARD] == (ONE, TWO)


@pytest.mark.rule("WB-Q73")
def test_no_more_reveals_follow_from_one_order_than_there_are_wyrm_cards_in_the_game() -> None:
    match = enemies_phase(RUNAWAY)
    g = match.state
    assert is_over(match)
    assert g.counters["reveals"] == cards_in_the_game(g)
    assert g.wyrm_cards.rows[DISCARD] == (ONE,)


@pytest.mark.rule("WB-Q73")
@pytest.mark.parametrize(("orders", "lost"), [("reveal_wyrm_card", 1), (TWO_ORDERS, 8)])
def test_everybody_is_told_how_many_reveals_a_stopped_chain_loses(orders: str, lost: int) -> None:
    match = enemies_phase(f"[{orders}]")
    assert (told(match)[-1], told_of(match, LOST)) == (LOST, [[lost]])
    (line,) = [line for line in match.story(SPECTATOR) if line.get("tell") == LOST]
    assert (line["why"], WONDER.words.sentence(line, []) != "") == ("WB-Q73", True)


@pytest.mark.rule("WB-Q73")
def test_a_chain_that_ends_by_itself_loses_nothing() -> None:
    match = enemies_phase("[reveal_wyrm_card]", "[{spawn: 1}]")
    assert revealed(match) == [ONE, TWO]
    assert LOST not in told(match)


@pytest.mark.rule("WB-Q73")
def test_the_next_enemies_phase_counts_its_reveals_anew() -> None:
    match = enemies_phase(RUNAWAY)
    answer(match, ON)
    g = everybody_passes(match)
    assert is_over(match)
    assert g.counters["reveals"] == 2 * cards_in_the_game(g)


@pytest.mark.rule("WB-Q73")
def test_reveals_of_an_enemies_phase_do_not_count_in_the_players_phase_after_it() -> None:
    match = enemies_phase(RUNAWAY, more=CALL, rules=["I-9"])
    in_the_phase = match.state.counters["reveals"]
    g = answer(match, ON, "SID", "use I-9 call")
    assert g.active == "SID"
    assert g.counters["reveals"] == 2 * in_the_phase


@pytest.mark.rule("WB-Q143")
def test_every_special_action_of_a_players_phase_is_an_order_of_its_own() -> None:
    only_players = wyrm_goal(10, more=", phases: players")
    g = before_the_phase("[{count: reveals}]", more=CALL + only_players, rules=["I-9"], goal="I-10", step="")
    match = play(g)
    calls = ["use I-9 call"] * 3
    g = answer(match, "SID", *calls, "LARA", *calls, *calls)
    assert cards_in_the_game(g) < 9
    assert g.counters["reveals"] == 9
    assert LOST not in told(match)


@pytest.mark.rule("WB-Q143")
def test_the_second_order_of_a_goal_is_followed_after_the_chain_of_the_first_was_stopped() -> None:
    more = wyrm_goal(9, more=", enemies: [reveal_wyrm_card, {count: between}, reveal_wyrm_card]")
    match = enemies_phase(RUNAWAY, more=more, goal="I-9")
    g = match.state
    assert is_over(match)
    assert g.counters == {"reveals": 2 * cards_in_the_game(g), "between": 1}
    assert told_of(match, LOST) == [[1], [1]]


@pytest.mark.rule("WB-Q143")
def test_another_cards_order_is_followed_in_the_middle_of_a_chain_that_is_about_to_be_stopped() -> None:
    bell = rule(
        9, "when: [{on: hero_damaged, if: counter(rung) is 0, do: [{count: rung}, reveal_wyrm_card]}]"
    )
    text = "[{count: reveals}, {if: counter(reveals) is 8, then: [{damage: 1, to: SID}]}, reveal_wyrm_card]"
    match = enemies_phase(text, text, more=bell, rules=["I-9"], falls=[ONE, ONE, ONE])
    g = match.state
    assert is_over(match)
    assert cards_in_the_game(g) == 8
    assert g.counters == {"reveals": 8 + 8, "rung": 1}
    assert told_of(match, LOST) == [[1], [1]]


@pytest.mark.rule("WB-Q143")
def test_a_card_that_orders_again_while_its_own_order_is_followed_is_stopped() -> None:
    echo = rule(9, "when: [{on: wyrm_card_revealed, do: [reveal_wyrm_card]}]")
    g = before_the_phase(RUNAWAY, RUNAWAY, more=echo, rules=["I-9"])
    match = Match.at(WONDER, g, seed=1)
    assert is_over(match)
    of_the_phase = of_the_echo = cards_in_the_game(g)
    assert len(revealed(match)) <= of_the_phase * (1 + of_the_echo)
    assert told_of(match, LOST) == [[1]] * (1 + of_the_phase)


@pytest.mark.rule("WB-Q143")
def test_wyrm_cards_that_call_one_enemies_phase_within_another_are_stopped() -> None:
    text = "[run_enemies_phase, reveal_wyrm_card]"
    g = before_the_phase(text, text)
    match = Match.at(WONDER, g, seed=1)
    while is_over(match):
        match.answer(ON)
    assert asked(match) == (-1, "turn")
    assert len(revealed(match)) + told(match).count("no wyrm card is left") == cards_in_the_game(g)
    assert LOST in told(match)


@pytest.mark.rule("WB-Q143")
def test_everybody_is_told_that_all_wyrm_cards_are_being_resolved() -> None:
    echo = rule(9, "when: [{on: wyrm_card_revealed, do: [reveal_wyrm_card]}]")
    match = enemies_phase("[{count: one}]", "[{count: two}]", more=echo, rules=["I-9"])
    assert (revealed(match), match.state.counters) == ([ONE, TWO], {"one": 1, "two": 1})
    assert told(match).count("no wyrm card is left") == 1


@pytest.mark.rule("WB-Q74")
@pytest.mark.parametrize("fall", ["I-21", "I-9"])
def test_a_purple_card_is_shuffled_into_the_draw_deck_and_the_discard_pile_stays(fall: str) -> None:
    g = before_the_phase("[{spawn: 1}]", "[{spawn: 1}]", more=wyrm_card(9, "[{spawn: 3}]"))
    g.wyrm_cards.lift(TWO)
    g.wyrm_cards.put(TWO, DISCARD)
    add_wyrm_card(g, "I-9")
    assert "I-9" not in g.deck
    assert (g.wyrm_cards.deck_size, g.wyrm_cards.rows[DISCARD]) == (2, (TWO,))
    match = play(g, fall)
    assert revealed(match) == [fall]
    assert ("I-9 front" in match.pages) is (fall == "I-9")


@pytest.mark.rule("WB-Q74")
def test_a_purple_card_that_is_read_joins_the_wyrm_deck_at_once() -> None:
    more = (
        wyrm_goal(8, "count(wyrms) >= 1", ", vortex: [V]")
        + wyrm_card(9, "[{spawn: 1, area: R}]")
        + wyrm_goal(10, more=", vortex: [V]")
    )
    match = enemies_phase("[{spawn: 1}, reveal_wyrm_card]", more=more, goal="I-8", wyrms=[])
    g = answer(match)
    assert revealed(match) == [ONE, "I-9"]
    assert g.goal == "I-10"
    assert spawned(match) == ["V", "R"]


# The silver aura


@pytest.mark.rule("WB-151", "WB-Q75", "WB-Q76")
@pytest.mark.parametrize(("players", "counts"), [(1, False), (2, False), (3, True), (4, True)])
def test_symbols_with_a_silver_aura_count_with_three_players_or_four(players: int, counts: bool) -> None:
    heroes = ("SID", "LARA", "KEN", "TINA")[: max(2, players)]
    match = enemies_phase(
        "[{spawn: 1, silver: 1}, {activate: 1, silver: 1}, {if: silver, then: [{damage: 1, to: SID}]},"
        " {reveal_wyrm_card: true}]",
        "[{spawn: 1, area: R}]",
        heroes=heroes,
        players=players,
        at=dict.fromkeys(heroes, "Q"),
        hearts=dict.fromkeys(heroes, 2),
    )
    if counts:
        answer(match, "SID", "LARA")
    g = match.state
    assert is_over(match)
    assert g.wyrm_at.count("Q") == (2 if counts else 1)
    assert [g.hearts["SID"], g.hearts["LARA"]] == ([0, 1] if counts else [2, 2])
    assert revealed(match) == ([ONE, TWO] if counts else [ONE])
    assert g.wyrm_at.count("R") == (1 if counts else 0)


@pytest.mark.rule("WB-Q76", "WB-151")
@pytest.mark.parametrize(
    ("symbol", "few", "many"),
    [
        ("{spawn: 0, silver: 1}", 0, 1),
        ("{activate: 0, silver: 1}", 0, 0),
        ("{if: silver, then: [{spawn: 1}]}", 0, 1),
        ("{reveal_wyrm_card: true}", 0, 1),
    ],
)
def test_any_symbol_can_have_a_silver_aura(symbol: str, few: int, many: int) -> None:
    in_v = []
    moved = []
    for heroes in (("SID", "LARA"), ("SID", "LARA", "KEN")):
        match = enemies_phase(f"[{symbol}]", "[{spawn: 1}]", heroes=heroes, wyrms=["R"])
        in_v.append(match.state.wyrm_at.count("V"))
        moved.append(match.state.wyrm_at[0] == "P")
    assert in_v == [few, many]
    assert moved == [False, symbol.startswith("{activate")]


# The explosion of the example, in other places


@pytest.mark.rule("WB-Q90")
def test_the_explosion_does_not_repeat_where_three_wyrms_are_left() -> None:
    match = enemies_phase(
        f"[{EXPLOSION}]", at={"SID": "R", "LARA": "Q", "KEN": "V"}, wyrms=["R", "R", "R", "R"]
    )
    g = match.state
    assert is_over(match)
    assert g.wyrm_at.count("R") == 3
    assert g.hearts == {"SID": 3, "LARA": 4, "KEN": 6}


@pytest.mark.rule("WB-Q90")
def test_an_area_explodes_though_another_explosion_has_left_fewer_wyrms_in_it() -> None:
    watch = rule(
        9, "when: [{on: hero_damaged, if: who is LARA, do: [{each: wyrms_in(V), do: [{remove: it}]}]}]"
    )
    at = {"SID": "Q", "LARA": "R", "KEN": "V"}
    match = enemies_phase(
        f"[{EXPLOSION}]", more=watch, rules=["I-9"], at=at, wyrms=["R", "R", "R", "V", "V", "V"]
    )
    g = answer(match, "R")
    assert is_over(match)
    assert g.hearts == {"SID": 3, "LARA": 3, "KEN": 4}
    assert g.wyrm_at.count("V") == 0


@pytest.mark.rule("WB-Q91")
@pytest.mark.parametrize("first", ["R", "V"])
def test_a_hero_next_to_two_exploding_areas_is_dealt_damage_by_each(first: str) -> None:
    match = enemies_phase(
        EXPLOSION,
        at={"SID": "Q", "LARA": "R", "KEN": "V"},
        hearts={"SID": 5, "LARA": 2, "KEN": 2},
        wyrms=["R", "R", "R", "V", "V", "V"],
    )
    assert (asked(match).seat, offered(match)) == (-1, ["R", "V"])
    g = answer(match, first)
    assert is_over(match)
    assert g.hearts == {"SID": 3, "LARA": 0, "KEN": 0}
    assert g.wyrm_at.count("R") == g.wyrm_at.count("V") == 2
    fallen = ["LARA", "KEN"] if first == "R" else ["KEN", "LARA"]
    assert told_of(match, "is knocked out") == [[hero] for hero in fallen]


# Time


@pytest.mark.rule("WB-Q133")
def test_the_rules_know_no_time_limit() -> None:
    g = before_the_phase("[{spawn: 1}]", more=wyrm_goal(9, more=", phases: players"), goal="I-9", step="")
    match = play(g)
    everybody_passes(match, 100)
    assert match.outcome is None
    assert (match.state.round, match.state.destiny) == (101, 5)
