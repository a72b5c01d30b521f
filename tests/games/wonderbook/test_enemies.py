"""Wonder Book: Wyrm cards, spawns and activations.

Every test says what the cards of the Wyrm deck do, the top first; there are no others in the deck. A Special Rule
asks the group something when the Enemies' Phase ends, so that one can look at the table before play goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from foldtale.games.wonderbook.rules.things import add_wyrm_card
from foldtale.games.wonderbook.state import DISCARD, IN_CHAPTER, REVEALED, Book
from foldtale.kernel import Match
from tests.games.wonderbook.given import BOARD, WORDS, answer, asked, book, does, offered, play, state, told

REST = "I-4"
ONE, TWO, THREE_CARDS = "I-21", "I-22", ("I-21", "I-22", "I-23")
EXPLOSION = """
    - let: nests
      be: areas where count(wyrms_in(it)) >= 3
      do:
        - pick: nests
          count: count(nests)
          as: nest
          by: group
          do:
            - {pick: wyrms_in(nest), by: group, do: [{remove: it}]}
            - {each: heroes_in(nest), do: [{damage: 2, to: it}]}
            - {each: heroes_next_to(nest), do: [{damage: 1, to: it}]}
"""
BOARDS = (
    BOARD
    + f"""
- card: maze
  kind: map
  title: Maze
  areas: {{A: {{name: A}}, B: {{name: B}}, C: {{name: C}}, D: {{name: D}}, E: {{name: E}}, I: {{name: I}}}}
  borders:
    - {{between: [A, B], line: dashed}}
    - {{between: [A, C], line: dashed}}
    - {{between: [B, D], line: dashed}}
    - {{between: [C, D], line: dashed}}
    - {{between: [D, E], line: dashed}}
    - {{between: [A, E], line: solid}}
    - {{between: [D, I], line: solid}}
- card: {REST}
  kind: rule
  title: Rest
  text: {WORDS!r}
  when:
    - on: enemies_phase_ends
      do:
        - choose:
            - {{id: on, say: Turn the page, do: [{{count: pages}}]}}
            - {{id: wait, say: Look round first, do: [{{count: looks}}]}}
          by: group
"""
)
ENDED = [f"{REST} on", f"{REST} wait"]


def wyrm_card(ident: str, do: str) -> str:
    return f"- card: {ident}\n  kind: wyrm\n  title: Wyrm card\n  text: {WORDS!r}\n  do: {do}\n"


def goal_card(ident: str, goal: str = "counter(done) >= 1", rest: str = "vortex: [V]") -> str:
    return (
        f"- {{card: {ident}, kind: goal, title: Goal, text: {WORDS!r}, goal: {goal!r}, {rest}, then: next}}\n"
    )


def rule_card(ident: str, standing: str) -> str:
    return f"- card: {ident}\n  kind: rule\n  title: Rule\n  text: {WORDS!r}\n{standing}\n"


def before_the_phase(*dos: str, more: str = "", rules: Sequence[str] = (), **given: Any) -> Book:
    """Three Heroes in P, unless something else is said; the Wyrm deck is these cards and no others."""
    idents = [f"I-{21 + at}" for at in range(len(dos))]
    cards = BOARDS + more + "".join(wyrm_card(ident, do) for ident, do in zip(idents, dos, strict=True))
    heroes = given.get("heroes", ("SID", "LARA", "KEN"))
    usual = {"map": "enemies", "at": dict.fromkeys(heroes, "P"), "step": "enemies"}
    g = book(cards, rules=[REST, *rules], **{**usual, **given})
    for card in g.chapter.wyrms:
        g.wyrms.lift(card)
        g.wyrms.put(card, IN_CHAPTER)
    for ident in reversed(idents):
        g.wyrms.take(ident, IN_CHAPTER)
        g.wyrms.put_on(ident)
        g.purple = (*g.purple, ident)
    return g


def enemies_phase(
    *dos: str, falls: Sequence[object] = (), more: str = "", rules: Sequence[str] = (), **given: Any
) -> Match:
    return play(before_the_phase(*dos, more=more, rules=rules, **given), *falls)


def revealed(match: Match) -> list[str]:
    """The Wyrm cards that were revealed, one after the other."""
    return [line["about"][0] for line in match.story(0) if line.get("tell") == "reveals"]


def spawned(match: Match) -> list[str]:
    return [line["about"][0] for line in match.story(0) if line.get("tell") == "spawns"]


def everybody(area: str) -> dict[str, str]:
    return dict.fromkeys(("SID", "LARA", "KEN"), area)


def is_over(match: Match) -> bool:
    """Whether the Enemies' Phase has come to its end."""
    return offered(match) == ENDED


# Wyrm cards


@pytest.mark.rule("WB-147", "WB-152")
def test_the_top_wyrm_card_is_revealed_resolved_and_put_on_a_pile_of_its_own() -> None:
    match = enemies_phase("[{spawn: 1}]", "[{spawn: 2}]")
    g = state(match)
    assert revealed(match) == [ONE]
    assert is_over(match)
    assert g.wyrm_at.count("V") == 1
    assert g.wyrms.rows[DISCARD] == (ONE,)
    assert g.wyrms.rows[REVEALED] == ()
    assert (g.discard, g.shreds.rows[DISCARD]) == ((), ())
    assert g.wyrms.deck_size == 1


@pytest.mark.rule("WB-152")
def test_a_wyrm_card_lies_there_until_it_is_resolved() -> None:
    match = enemies_phase("[{activate: 1}]", wyrms=["P"])
    g = state(match)
    assert asked(match) == (-1, "victim")
    assert (g.wyrms.rows[REVEALED], g.wyrms.rows[DISCARD]) == ((ONE,), ())
    g = answer(match, "SID")
    assert (g.wyrms.rows[REVEALED], g.wyrms.rows[DISCARD]) == ((), (ONE,))


@pytest.mark.rule("WB-146", "WB-Q17")
def test_a_goal_card_can_say_what_the_enemies_do_and_then_no_wyrm_card_is_revealed() -> None:
    more = goal_card("I-9", rest="enemies: [{damage: 2, to: KEN}, {spawn: 1, area: R}]")
    match = enemies_phase("[{spawn: 4}]", more=more, goal="I-9", wyrms=["P"])
    g = state(match)
    assert is_over(match)
    assert g.hearts["KEN"] == g.most_hearts("KEN") - 2
    assert g.wyrm_at.count("R") == 1
    assert revealed(match) == []
    assert (g.wyrms.deck_size, g.wyrms.rows[DISCARD]) == (1, ())


@pytest.mark.rule("WB-146")
def test_a_goal_card_can_order_a_wyrm_card_among_other_things() -> None:
    more = goal_card(
        "I-9", rest="vortex: [V], enemies: [{spawn: 1, area: R}, reveal_wyrm_card, reveal_wyrm_card]"
    )
    match = enemies_phase("[{spawn: 1}]", "[{spawn: 1, area: Q}]", more=more, goal="I-9")
    assert spawned(match) == ["R", "V", "Q"]
    assert revealed(match) == [ONE, TWO]
    assert state(match).wyrms.rows[DISCARD] == (ONE, TWO)


@pytest.mark.rule("WB-148")
def test_a_wyrm_card_is_resolved_from_top_to_bottom() -> None:
    given: dict[str, Any] = {"at": everybody("P")}
    first_spawned = enemies_phase("[{spawn: 1}, {activate: 1}]", **given)
    assert state(first_spawned).wyrm_at.count("P") == 1
    first_activated = enemies_phase("[{activate: 1}, {spawn: 1}]", **given)
    assert state(first_activated).wyrm_at.count("V") == 1
    assert state(first_activated).wyrm_at.count("P") == 0


@pytest.mark.rule("WB-149")
def test_a_wyrm_card_can_hold_spawns_activations_a_text_and_a_reveal() -> None:
    match = enemies_phase(
        "[{spawn: 2}, {activate: 1}, {damage: 1, to: SID}, reveal_wyrm_card]",
        "[{damage: 2, to: KEN}]",
    )
    g = state(match)
    assert is_over(match)
    assert g.wyrm_at.count("P") == 2
    assert g.hearts == {"SID": 4, "LARA": 5, "KEN": 4}


@pytest.mark.rule("WB-150")
def test_several_cards_can_be_resolved_in_one_phase() -> None:
    again = "[{spawn: 1}, reveal_wyrm_card]"
    match = enemies_phase(again, again, "[{spawn: 1}]", "[{spawn: 1}]")
    assert revealed(match) == list(THREE_CARDS)
    assert is_over(match)
    assert state(match).wyrm_at.count("V") == 3
    assert state(match).wyrms.rows[DISCARD] == THREE_CARDS


@pytest.mark.rule("WB-150")
def test_another_card_is_resolved_after_all_instructions_of_the_first_wherever_the_order_stands() -> None:
    match = enemies_phase("[{spawn: 1}, reveal_wyrm_card, {spawn: 1, area: R}]", "[{spawn: 1, area: Q}]")
    assert revealed(match) == [ONE, TWO]
    assert spawned(match) == ["V", "R", "Q"]


@pytest.mark.rule("WB-153")
def test_an_empty_wyrm_deck_is_made_anew_from_the_discard_pile() -> None:
    g = before_the_phase("[{spawn: 1}]", "[{spawn: 2}]", "[{spawn: 3}]")
    for card in THREE_CARDS:
        g.wyrms.lift(card)
        g.wyrms.put(card, DISCARD)
    match = play(g, TWO)
    g = state(match)
    assert revealed(match) == [TWO]
    assert told(match).index("shuffles") < told(match).index("reveals")
    assert g.wyrm_at.count("V") == 2
    assert g.wyrms.rows[DISCARD] == (TWO,)
    assert g.wyrms.deck_size == 2


@pytest.mark.rule("WB-153")
def test_the_discard_pile_stays_until_a_card_must_be_revealed() -> None:
    match = enemies_phase("[{spawn: 1}]")
    g = state(match)
    assert is_over(match)
    assert (g.wyrms.deck_size, g.wyrms.rows[DISCARD]) == (0, (ONE,))
    assert "shuffles" not in told(match)


@pytest.mark.rule("WB-Q72", "WB-153")
def test_the_card_that_orders_another_is_part_of_the_new_deck() -> None:
    g = before_the_phase("[{spawn: 1}, reveal_wyrm_card]", "[{spawn: 1, area: R}]")
    g.wyrms.lift(TWO)
    g.wyrms.put(TWO, DISCARD)
    match = play(g, ONE)
    assert revealed(match) == [ONE, ONE, TWO]
    assert told(match).count("shuffles") == 1
    assert state(match).wyrms.rows[DISCARD] == (ONE, TWO)


@pytest.mark.rule("WB-Q73")
def test_there_are_no_more_reveals_in_a_phase_than_wyrm_cards_in_the_game() -> None:
    match = enemies_phase("[{count: reveals}, reveal_wyrm_card]")
    g = state(match)
    assert is_over(match)
    assert g.counters["reveals"] == len(g.chapter.wyrms) + 1
    assert g.wyrms.rows[DISCARD] == (ONE,)


@pytest.mark.rule("WB-Q73")
def test_the_next_enemies_phase_counts_its_reveals_anew() -> None:
    match = enemies_phase("[{count: reveals}, reveal_wyrm_card]")
    g = answer(match, f"{REST} on", "SID", "pass", "LARA", "pass", "pass")
    assert is_over(match)
    assert g.counters["reveals"] == 2 * (len(g.chapter.wyrms) + 1)


@pytest.mark.rule("WB-Q73")
def test_reveals_of_an_enemies_phase_do_not_count_in_the_players_phase_after_it() -> None:
    call = rule_card("I-9", "  actions: [{id: call, say: Call for them, do: [reveal_wyrm_card]}]")
    match = enemies_phase("[{count: reveals}, reveal_wyrm_card]", more=call, rules=["I-9"])
    in_the_phase = state(match).counters["reveals"]
    g = answer(match, f"{REST} on", "SID", "use I-9 call")
    assert g.active == "SID"
    assert g.counters["reveals"] > in_the_phase


@pytest.mark.rule("WB-Q73")
def test_reveals_are_counted_anew_in_each_players_phase() -> None:
    call = rule_card("I-9", "  actions: [{id: call, say: Call for them, do: [reveal_wyrm_card]}]")
    only_players = goal_card("I-10", rest="phases: players")
    g = before_the_phase("[{count: reveals}]", more=call + only_players, rules=["I-9"], goal="I-10", step="")
    match = play(g)
    rounds = len(g.chapter.wyrms)
    for _ in range(rounds):
        answer(match, "SID", "use I-9 call", "use I-9 call", "pass", "LARA", "pass", "pass")
    assert state(match).counters["reveals"] == 2 * rounds


@pytest.mark.rule("WB-Q74")
@pytest.mark.parametrize("fall", ["I-21", "I-9"])
def test_a_purple_card_is_shuffled_into_the_draw_deck_and_the_discard_pile_stays(fall: str) -> None:
    g = before_the_phase("[{spawn: 1}]", "[{spawn: 1}]", more=wyrm_card("I-9", "[{spawn: 3}]"))
    g.wyrms.lift(TWO)
    g.wyrms.put(TWO, DISCARD)
    add_wyrm_card(g, "I-9")
    assert "I-9" not in g.deck
    assert (g.wyrms.deck_size, g.wyrms.rows[DISCARD]) == (2, (TWO,))
    match = play(g, fall)
    assert revealed(match) == [fall]


@pytest.mark.rule("WB-Q74")
def test_a_purple_card_that_is_read_joins_the_wyrm_deck_at_once() -> None:
    more = (
        goal_card("I-8", "count(wyrms) >= 1") + wyrm_card("I-9", "[{spawn: 1, area: R}]") + goal_card("I-10")
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
    g = state(match)
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
        in_v.append(state(match).wyrm_at.count("V"))
        moved.append(state(match).wyrm_at[0] == "P")
    assert in_v == [few, many]
    assert moved == [False, symbol.startswith("{activate")]


# Spawns


@pytest.mark.rule("WB-154", "WB-Q89")
def test_each_spawn_symbol_places_one_standing_wyrm_from_the_supply() -> None:
    g = state(enemies_phase("[{spawn: 3}]", wyrms=["R"], stunned=["R"]))
    assert g.wyrm_at == ["R", "R", "V", "V", "V", ""]
    assert g.stunned == [False, True, False, False, False, False]


@pytest.mark.rule("WB-155")
@pytest.mark.parametrize("area", ["V", "Q", "R"])
def test_the_current_goal_shows_the_dark_vortex(area: str) -> None:
    more = goal_card("I-9", rest=f"vortex: [{area}]")
    match = enemies_phase("[{spawn: 1}]", more=more, goal="I-9")
    assert spawned(match) == [area]
    assert state(match).wyrm_at.count(area) == 1


@pytest.mark.rule("WB-155")
def test_a_new_goal_brings_its_own_dark_vortex() -> None:
    more = goal_card("I-9", "count(wyrms) >= 1") + goal_card("I-10", rest="vortex: [R]")
    match = enemies_phase("[{spawn: 1}, {spawn: 1}]", more=more, goal="I-9")
    g = answer(match)
    assert g.goal == "I-10"
    assert spawned(match) == ["V", "R"]


@pytest.mark.rule("WB-155", "WB-Q13", "WB-Q14")
def test_spawns_of_one_symbol_row_still_to_come_use_the_vortex_of_the_new_goal() -> None:
    more = goal_card("I-9", "count(wyrms) >= 1") + goal_card("I-10", rest="vortex: [R]")
    match = enemies_phase("[{spawn: 2}]", more=more, goal="I-9")
    g = answer(match)
    assert g.goal == "I-10"
    assert spawned(match) == ["V", "R"]


@pytest.mark.rule("WB-155", "WB-Q13", "WB-Q88")
def test_the_vortex_areas_of_a_new_goal_are_used_from_the_first_on() -> None:
    more = goal_card("I-9", "count(wyrms) >= 1") + goal_card("I-10", rest="vortex: [R, Q]")
    match = enemies_phase("[{spawn: 3}]", more=more, goal="I-9")
    g = answer(match)
    assert g.goal == "I-10"
    assert spawned(match) == ["V", "R", "Q"]


@pytest.mark.rule("WB-156")
def test_when_the_supply_runs_out_the_remaining_spawns_are_ignored() -> None:
    match = enemies_phase("[{spawn: 3}, {damage: 1, to: SID}]", heroes=("SID", "LARA"), wyrms=["R", "R"])
    g = state(match)
    assert is_over(match)
    assert g.wyrm_at == ["R", "R", "V", "V"]
    assert spawned(match) == ["V", "V"]
    assert g.hearts["SID"] == 4


@pytest.mark.rule("WB-X36", "WB-157")
def test_a_wyrm_that_was_defeated_can_be_spawned_again() -> None:
    g = before_the_phase(
        "[{spawn: 1}]", heroes=("SID", "LARA"), wyrms=["P", "R", "R", "R"], step="", active="SID", actions=1
    )
    assert g.wyrm_supply == 0
    match = play(g, "S S")
    g = answer(match, "attack", "P standing")
    assert g.wyrm_supply == 1
    g = answer(match, "pass")
    assert is_over(match)
    assert g.wyrm_at == ["V", "R", "R", "R"]
    assert g.wyrm_supply == 0


@pytest.mark.rule("WB-Q89", "WB-157")
@pytest.mark.parametrize("gone", ["defeat", "remove", "hit"])
def test_a_wyrm_that_was_stunned_when_it_left_is_spawned_standing(gone: str) -> None:
    how = "{hit: 1, to: it}" if gone == "hit" else f"{{{gone}: it}}"
    do = f"[{{each: wyrms, do: [{how}]}}, {{spawn: 1}}]"
    g = state(enemies_phase(do, heroes=("SID", "LARA"), stunned=["R", "R", "R", "R"]))
    assert g.wyrm_at == ["V", "", "", ""]
    assert g.stunned == [False, False, False, False]


@pytest.mark.rule("WB-X30", "WB-021")
@pytest.mark.parametrize(("players", "wyrms"), [(1, 4), (2, 4), (3, 6), (4, 8)])
def test_the_wyrm_supply_is_two_for_each_hero(players: int, wyrms: int) -> None:
    heroes = ("SID", "LARA", "KEN", "TINA")[: max(2, players)]
    g = before_the_phase("[{spawn: 10}]", heroes=heroes, players=players)
    assert g.wyrm_supply == wyrms
    g = state(play(g))
    assert g.wyrm_at == ["V"] * wyrms


@pytest.mark.rule("WB-Q87")
def test_without_a_dark_vortex_spawns_are_ignored() -> None:
    match = enemies_phase(
        "[{spawn: 2}, {spawn: 1, area: R}]", more=goal_card("I-9", rest="vortex: []"), goal="I-9"
    )
    assert is_over(match)
    assert spawned(match) == ["R"]


@pytest.mark.rule("WB-Q88")
def test_several_dark_vortex_areas_are_used_in_the_order_printed_round_and_round() -> None:
    match = enemies_phase("[{spawn: 5}]", more=goal_card("I-9", rest="vortex: [R, V]"), goal="I-9")
    assert spawned(match) == ["R", "V", "R", "V", "R"]


@pytest.mark.rule("WB-Q88")
def test_the_next_spawn_symbol_of_a_card_uses_the_next_dark_vortex() -> None:
    more = goal_card("I-9", rest="vortex: [R, V]")
    match = enemies_phase("[{spawn: 1}, {damage: 1, to: SID}, {spawn: 1}]", more=more, goal="I-9")
    assert spawned(match) == ["R", "V"]


def test_nothing_is_spawned_in_an_area_that_the_map_does_not_have() -> None:
    match = enemies_phase("[{spawn: 1, area: K}, {activate: 1}]")
    assert is_over(match)
    assert state(match).wyrm_supply == 6


# Activations


@pytest.mark.rule("WB-158")
def test_every_wyrm_is_activated_also_one_that_has_just_been_spawned() -> None:
    match = enemies_phase("[{spawn: 1}, {activate: 1}]", at=everybody("Q"), wyrms=["R", "P"])
    g = answer(match, "book")
    assert is_over(match)
    assert g.wyrm_at[:3] == ["Q", "Q", "Q"]


@pytest.mark.rule("WB-159", "WB-160")
@pytest.mark.parametrize("symbols", [1, 2, 3])
def test_each_wyrm_takes_as_many_actions_as_there_are_symbols_and_all_of_them_before_the_next(
    symbols: int,
) -> None:
    match = enemies_phase(f"[{{activate: {symbols}}}]", wyrms=["P"], stunned=["P"], hearts={"KEN": 6})
    answer(match, "P standing")
    for left in range(symbols, 0, -1):
        assert asked(match) == (-1, "victim")
        assert state(match).hearts["KEN"] == 6 - symbols + left
        assert state(match).stunned[1] is True
        answer(match, "KEN")
    assert state(match).stunned[1] is False
    assert told(match).count("loses hearts") == symbols


@pytest.mark.rule("WB-161", "WB-Q78")
def test_the_group_picks_the_next_wyrm_after_the_one_before_has_finished() -> None:
    match = enemies_phase("[{activate: 1}]", at=everybody("Q"), wyrms=["R", "P"], stunned=["V"])
    assert asked(match) == (-1, "next wyrm")
    assert offered(match) == ["R standing", "P standing", "V stunned", "book"]
    g = answer(match, "V stunned")
    assert (g.wyrm_at[:3], g.stunned[2]) == (["R", "P", "V"], False)
    assert offered(match) == ["R standing", "P standing", "book"]
    g = answer(match, "P standing")
    assert g.wyrm_at[:3] == ["Q", "Q", "V"]


@pytest.mark.rule("WB-161")
def test_the_book_can_decide_the_order_of_the_rest_but_not_who_is_hit() -> None:
    match = enemies_phase("[{activate: 1}]", wyrms=["P", "R", "V"], stunned=["P"])
    g = answer(match, "V standing")
    assert offered(match) == ["P standing", "R standing", "P stunned", "book"]
    answer(match, "book")
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "LARA", "KEN"])
    g = answer(match, "LARA")
    assert is_over(match)
    assert g.wyrm_at[:4] == ["P", "P", "P", "P"]
    assert not any(g.stunned)
    assert told(match)[-4:] == ["wyrm moves", "loses hearts", "wyrm moves", "wyrm stands up"]


@pytest.mark.rule("WB-Q80")
def test_nobody_is_asked_about_wyrms_in_the_same_area_and_state() -> None:
    match = enemies_phase("[{activate: 1}]", at=everybody("Q"), wyrms=["R", "R", "R"])
    assert is_over(match)
    assert state(match).wyrm_at[:3] == ["Q", "Q", "Q"]


@pytest.mark.rule("WB-Q80")
def test_wyrms_alike_are_one_option() -> None:
    match = enemies_phase(
        "[{activate: 1}]",
        at=everybody("Q"),
        wyrms=["R", "R", "V"],
        stunned=["R", "R"],
    )
    assert offered(match) == ["R standing", "V standing", "R stunned", "book"]
    answer(match, "V standing", "R standing")
    assert offered(match) == ["R standing", "R stunned", "book"]
    g = answer(match, "R standing")
    assert is_over(match)
    assert g.wyrm_at[:5] == ["Q", "Q", "Q", "R", "R"]


@pytest.mark.rule("WB-Q80")
def test_nobody_is_asked_which_of_some_wyrms_alike_is_removed() -> None:
    remove = "[{pick: wyrms_in(R), by: group, do: [{remove: it}]}]"
    match = enemies_phase(remove, wyrms=["R", "R", "R"])
    assert is_over(match)
    assert state(match).wyrm_at.count("R") == 2
    match = enemies_phase(remove, wyrms=["R", "R"], stunned=["R"])
    assert (asked(match)[0], offered(match)) == (-1, ["R standing", "R stunned"])
    g = answer(match, "R stunned")
    assert (g.wyrm_at.count("R"), any(g.stunned)) == (2, False)


@pytest.mark.rule("WB-Q77")
def test_activations_above_and_below_a_spawn_are_two_blocks() -> None:
    match = enemies_phase(
        "[{activate: 2}, {spawn: 1}, {activate: 1}]",
        map="maze",
        at=everybody("E"),
        more=goal_card("I-9", rest="vortex: [D]"),
        goal="I-9",
        wyrms=["A"],
    )
    g = answer(match, "B")
    assert is_over(match)
    assert g.wyrm_at[:2] == ["E", "E"]
    assert told(match).count("wyrm moves") == 4


@pytest.mark.rule("WB-Q77")
def test_each_wyrm_finishes_a_block_before_any_begins_the_next() -> None:
    match = enemies_phase("[{activate: 1}, {spawn: 1}, {activate: 2}]", wyrms=["R"], hearts={"SID": 5})
    assert state(match).wyrm_at[:2] == ["P", "V"]
    assert offered(match) == ["P standing", "V standing", "book"]
    answer(match, "V standing")
    assert (asked(match), state(match).wyrm_at[:2]) == ((-1, "victim"), ["P", "P"])
    answer(match, "SID", "SID", "SID")
    assert is_over(match)
    assert state(match).hearts["SID"] == 2


@pytest.mark.rule("WB-Q79")
def test_a_wyrm_that_enters_play_during_a_block_does_not_act_in_it() -> None:
    rule = rule_card("I-9", "  when: [{on: hero_damaged, limit: phase, do: [{spawn: 1}]}]")
    match = enemies_phase("[{activate: 1}, {activate: 1}]", more=rule, rules=["I-9"], wyrms=["P"])
    g = answer(match, "SID")
    assert g.wyrm_at[:2] == ["P", "V"]
    assert offered(match) == ["P standing", "V standing", "book"], "in the next block it acts"


@pytest.mark.rule("WB-Q79")
def test_a_wyrm_that_is_removed_before_its_activation_is_skipped() -> None:
    rule = rule_card("I-9", "  when: [{on: hero_damaged, do: [{each: wyrms_in(R), do: [{remove: it}]}]}]")
    match = enemies_phase("[{activate: 1}]", more=rule, rules=["I-9"], wyrms=["P", "R", "V"])
    answer(match, "P standing", "SID")
    g = state(match)
    assert is_over(match)
    assert g.wyrm_at[:3] == ["P", "", "P"]


@pytest.mark.rule("WB-Q79")
def test_a_wyrm_that_is_removed_and_spawned_again_during_a_block_does_not_act_in_it() -> None:
    text = "{each: wyrms_in(R), do: [{remove: it}]}, {spawn: 1}"
    rule = rule_card("I-9", f"  when: [{{on: hero_damaged, limit: phase, do: [{text}]}}]")
    match = enemies_phase("[{activate: 1}]", more=rule, rules=["I-9"], wyrms=["R", "P"])
    g = answer(match, "P standing", "SID")
    assert is_over(match)
    assert sorted(g.wyrm_at) == ["", "", "", "", "P", "V"]


@pytest.mark.rule("WB-Q79")
def test_a_wyrm_that_is_removed_between_its_actions_takes_no_more() -> None:
    rule = rule_card("I-9", "  when: [{on: hero_damaged, do: [{each: wyrms, do: [{remove: it}]}]}]")
    match = enemies_phase("[{activate: 3}]", more=rule, rules=["I-9"], wyrms=["P", "P"])
    g = answer(match, "SID")
    assert is_over(match)
    assert g.hearts["SID"] == 4


# What a Wyrm does


@pytest.mark.rule("WB-162", "WB-163")
def test_a_stunned_wyrm_stands_up_though_a_hero_is_there_and_that_is_its_action() -> None:
    match = enemies_phase("[{activate: 1}]", stunned=["P"])
    g = state(match)
    assert is_over(match)
    assert g.stunned[0] is False
    assert "loses hearts" not in told(match)


@pytest.mark.rule("WB-163")
def test_a_stunned_wyrm_with_nobody_in_its_area_stands_up_before_it_moves() -> None:
    g = state(enemies_phase("[{activate: 1}]", stunned=["R"]))
    assert (g.wyrm_at[0], g.stunned[0]) == ("R", False)
    g = state(enemies_phase("[{activate: 2}]", stunned=["R"]))
    assert (g.wyrm_at[0], g.stunned[0]) == ("P", False)


@pytest.mark.rule("WB-162")
def test_each_action_is_judged_anew_on_the_position_at_that_moment() -> None:
    match = enemies_phase(
        "[{activate: 5}]", at={"SID": "Q", "LARA": "V", "KEN": "V"}, hearts={"SID": 1}, stunned=["P"]
    )
    answer(match, "Q")
    g = state(match)
    assert told(match)[2:6] == ["wyrm stands up", "wyrm moves", "loses hearts", "is knocked out"]
    assert (g.wyrm_at[0], asked(match)) == ("V", (-1, "victim"))


@pytest.mark.rule("WB-164")
def test_a_wyrm_in_the_area_of_a_hero_attacks_for_one_damage_without_dice() -> None:
    match = enemies_phase("[{activate: 1}]", at={"SID": "P", "LARA": "Q", "KEN": "Q"}, wyrms=["P"])
    g = state(match)
    assert is_over(match)
    assert g.hearts == {"SID": 4, "LARA": 5, "KEN": 6}
    assert g.wyrm_at[0] == "P"
    assert "rolls" not in told(match)


@pytest.mark.rule("WB-165")
def test_the_group_decides_for_each_single_attack_who_is_hit() -> None:
    match = enemies_phase("[{activate: 3}]", wyrms=["P"])
    for victim in ("KEN", "LARA", "KEN"):
        assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "LARA", "KEN"])
        answer(match, victim)
    assert state(match).hearts == {"SID": 5, "LARA": 4, "KEN": 4}


@pytest.mark.rule("WB-166", "WB-Q81")
def test_a_wyrm_moves_one_area_towards_the_closest_hero() -> None:
    match = enemies_phase(
        "[{activate: 1}]", map="maze", at={"SID": "A", "LARA": "E", "KEN": "A"}, wyrms=["D"]
    )
    assert is_over(match)
    assert state(match).wyrm_at[0] == "E"


@pytest.mark.rule("WB-166", "WB-Q81")
def test_a_wyrm_does_not_cross_a_solid_line_and_it_makes_the_way_no_shorter() -> None:
    match = enemies_phase("[{activate: 1}]", map="maze", at=everybody("E"), wyrms=["A"])
    assert offered(match) == ["B", "C"]
    match = enemies_phase(
        "[{activate: 1}]", map="maze", at={"SID": "E", "LARA": "E", "KEN": "C"}, wyrms=["A"]
    )
    assert is_over(match)
    assert state(match).wyrm_at[0] == "C"


@pytest.mark.rule("WB-167")
def test_the_group_decides_which_of_several_closest_heroes_a_wyrm_moves_to() -> None:
    given: dict[str, Any] = {"map": "maze", "at": {"SID": "B", "LARA": "C", "KEN": "A"}, "wyrms": ["D"]}
    for way in ("B", "C"):
        match = enemies_phase("[{activate: 1}]", **given)
        assert (asked(match), offered(match)) == ((-1, "way"), ["B", "C"])
        assert answer(match, way).wyrm_at[0] == way


@pytest.mark.rule("WB-Q82", "WB-167")
def test_the_group_picks_among_the_shortest_ways_to_one_hero() -> None:
    match = enemies_phase("[{activate: 1}]", map="maze", at={"SID": "A", "LARA": "", "KEN": ""}, wyrms=["D"])
    assert (asked(match), offered(match)) == ((-1, "way"), ["B", "C"])
    assert answer(match, "C").wyrm_at[0] == "C"


@pytest.mark.rule("WB-Q81", "WB-168")
def test_the_closest_hero_is_one_who_is_conscious_and_can_be_reached() -> None:
    at = {"SID": "E", "LARA": "I", "KEN": "A"}
    match = enemies_phase("[{activate: 1}]", map="maze", at=at, hearts={"SID": 0}, wyrms=["D"])
    assert offered(match) == ["B", "C"]


@pytest.mark.rule("WB-Q81")
def test_distance_is_measured_on_the_map_as_it_is_now() -> None:
    open_it = "{set_border: D, other: I, line: dashed}"
    at = {"SID": "A", "LARA": "I", "KEN": "A"}
    match = enemies_phase(f"[{open_it}, {{activate: 1}}]", map="maze", at=at, wyrms=["D"])
    assert is_over(match)
    assert state(match).wyrm_at[0] == "I"
    close_it = "{set_border: D, other: E, line: solid}"
    at = {"SID": "A", "LARA": "E", "KEN": "A"}
    match = enemies_phase(f"[{close_it}, {{activate: 1}}]", map="maze", at=at, wyrms=["D"])
    assert offered(match) == ["B", "C"]


@pytest.mark.rule("WB-168")
def test_wyrms_neither_attack_nor_approach_a_knocked_out_hero() -> None:
    given: dict[str, Any] = {"at": {"SID": "P", "LARA": "Q", "KEN": "Q"}, "hearts": {"SID": 0}}
    g = state(enemies_phase("[{activate: 1}]", wyrms=["P"], **given))
    assert (g.wyrm_at[0], g.hearts["SID"]) == ("Q", 0)
    match = enemies_phase("[{activate: 1}]", wyrms=["V"], **given)
    assert is_over(match)
    assert state(match).wyrm_at[0] == "Q"


@pytest.mark.rule("WB-169")
def test_when_the_last_hero_falls_the_activations_that_are_left_are_ignored() -> None:
    hearts = {"SID": 1, "LARA": 0, "KEN": 0}
    match = enemies_phase("[{activate: 3}, {spawn: 1}]", hearts=hearts, wyrms=["P", "R"], stunned=["P"])
    answer(match, "P standing", "book")
    g = state(match)
    assert is_over(match)
    assert g.wyrm_at[:4] == ["P", "R", "P", "V"]
    assert g.stunned[2] is True


@pytest.mark.rule("WB-169")
def test_a_wyrm_that_can_reach_nobody_does_nothing() -> None:
    g = state(enemies_phase("[{activate: 2}]", map="maze", wyrms=["D"], at=everybody("I")))
    assert g.wyrm_at[0] == "D"
    assert g.hearts == {"SID": 5, "LARA": 5, "KEN": 6}


@pytest.mark.rule("WB-X40", "WB-169", "WB-Q83")
def test_with_every_hero_knocked_out_a_stunned_wyrm_stays_stunned() -> None:
    match = enemies_phase("[{activate: 2}]", hearts={"SID": 0, "LARA": 0, "KEN": 0}, stunned=["P"])
    g = state(match)
    assert is_over(match)
    assert g.stunned[0] is True


@pytest.mark.rule("WB-Q83")
def test_a_stunned_wyrm_that_can_reach_nobody_stays_stunned() -> None:
    given: dict[str, Any] = {"map": "maze", "at": everybody("I")}
    g = state(enemies_phase("[{activate: 2}]", stunned=["D"], **given))
    assert g.stunned[0] is True


@pytest.mark.rule("WB-Q84")
def test_a_wyrm_that_can_reach_nobody_ignores_its_actions_and_the_others_act() -> None:
    at = everybody("I")
    match = enemies_phase("[{activate: 1}]", map="maze", at=at, wyrms=["D"], stunned=["E", "I"])
    g = answer(match, "book")
    assert is_over(match)
    assert g.wyrm_at[0] == "D"
    assert g.stunned[:3] == [False, True, False]


@pytest.mark.rule("WB-Q84")
def test_whether_a_hero_can_be_reached_is_tested_before_each_action() -> None:
    rule = rule_card(
        "I-9", "  when: [{on: wyrm_enters, if: area is D, do: [{set_border: D, other: E, line: solid}]}]"
    )
    at = everybody("E")
    match = enemies_phase("[{activate: 3}]", more=rule, rules=["I-9"], map="maze", at=at, wyrms=["B"])
    assert is_over(match)
    assert state(match).wyrm_at[0] == "D"


# Allies and other enemies


def figure(ident: str, kind: str, more: str = "") -> str:
    return f"- {{card: {ident}, kind: {kind}, title: Somebody, text: {WORDS!r}, hearts: 3{more}}}\n"


@pytest.mark.rule("WB-Q85")
@pytest.mark.parametrize(("bait", "place", "hearts"), [("", "Q", 3), (", bait: true", "P", 2)])
def test_wyrms_mind_an_ally_only_if_a_card_says_so(bait: str, place: str, hearts: int) -> None:
    match = enemies_phase(
        "[{create_ally: owl, area: P}, {activate: 1}]",
        more=figure("owl", "ally", bait),
        at=everybody("Q"),
        wyrms=["P"],
    )
    g = state(match)
    assert is_over(match)
    assert g.wyrm_at[0] == place
    assert g.figures["owl"] == ("P", hearts)


@pytest.mark.rule("WB-Q85")
@pytest.mark.parametrize(("bait", "ways"), [("", ["B", "C"]), (", bait: true", ["E"])])
def test_wyrms_approach_an_ally_only_if_a_card_says_so(bait: str, ways: list[str]) -> None:
    match = enemies_phase(
        "[{create_ally: owl, area: E}, {activate: 1}]",
        more=figure("owl", "ally", bait),
        map="maze",
        at=everybody("A"),
        wyrms=["D"],
    )
    assert (offered(match) if not is_over(match) else [state(match).wyrm_at[0]]) == ways


@pytest.mark.rule("WB-Q85", "WB-165")
def test_an_ally_who_counts_as_a_hero_is_one_of_those_who_can_be_hit() -> None:
    match = enemies_phase(
        "[{create_ally: owl, area: P}, {activate: 1}]",
        more=figure("owl", "ally", ", bait: true"),
        at={"SID": "P", "LARA": "Q", "KEN": "Q"},
        wyrms=["P"],
    )
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "owl"])
    g = answer(match, "owl")
    assert (g.hearts["SID"], g.figures["owl"]) == (5, ("P", 2))


@pytest.mark.rule("WB-Q86")
def test_activation_symbols_activate_only_wyrms() -> None:
    match = enemies_phase(
        "[{create_enemy: ogre, area: R}, {activate: 2}]",
        more=figure("ogre", "enemy", ", script: [{count: roars}, stalk]"),
        wyrms=["V"],
    )
    answer(match, "SID")
    g = state(match)
    assert is_over(match)
    assert g.wyrm_at[0] == "P"
    assert g.figures["ogre"] == ("R", 3)
    assert "roars" not in g.counters


# The explosion of the example, in other places


@pytest.mark.rule("WB-Q90")
def test_the_explosion_does_not_repeat_where_three_wyrms_are_left() -> None:
    match = enemies_phase(EXPLOSION, at={"SID": "R", "LARA": "Q", "KEN": "V"}, wyrms=["R", "R", "R", "R"])
    g = state(match)
    assert is_over(match)
    assert g.wyrm_at.count("R") == 3
    assert g.hearts == {"SID": 3, "LARA": 4, "KEN": 6}


@pytest.mark.rule("WB-Q90")
def test_an_area_explodes_though_another_explosion_has_left_fewer_wyrms_in_it() -> None:
    rule = rule_card(
        "I-9", "  when: [{on: hero_damaged, if: who is LARA, do: [{each: wyrms_in(V), do: [{remove: it}]}]}]"
    )
    at = {"SID": "Q", "LARA": "R", "KEN": "V"}
    match = enemies_phase(EXPLOSION, more=rule, rules=["I-9"], at=at, wyrms=["R", "R", "R", "V", "V", "V"])
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
    assert (asked(match)[0], offered(match)) == (-1, ["R", "V"])
    g = answer(match, first)
    assert is_over(match)
    assert g.hearts == {"SID": 3, "LARA": 0, "KEN": 0}
    assert g.wyrm_at.count("R") == g.wyrm_at.count("V") == 2
    fallen = [line["about"][0] for line in match.story(0) if line.get("tell") == "is knocked out"]
    assert fallen == (["LARA", "KEN"] if first == "R" else ["KEN", "LARA"])


# Tokens and time


@pytest.mark.rule("WB-Q121")
def test_all_eight_wyrms_can_be_stunned_at_once() -> None:
    heroes = ("SID", "LARA", "KEN", "TINA")
    g = before_the_phase("[{spawn: 1}]", heroes=heroes, wyrms=["P"] * 8)
    g = does(g, "[{each: wyrms, do: [{stun: it}]}]")
    assert g.stunned == [True] * 8


@pytest.mark.rule("WB-Q133")
def test_the_rules_know_no_time_limit() -> None:
    g = before_the_phase("[{spawn: 1}]", more=goal_card("I-9", rest="phases: players"), goal="I-9", step="")
    match = play(g)
    for _ in range(100):
        answer(match, "SID", "pass", "LARA", "pass", "pass")
    assert match.outcome is None
    assert (state(match).round, state(match).destiny) == (101, 5)
