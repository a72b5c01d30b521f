"""Wonder Book: spawns, the dark vortex, and the supply of Wyrms."""

from __future__ import annotations

import pytest

from foldtale.testing import answer
from tests.games.wonderbook.given import BOARD, book, does, play
from tests.games.wonderbook.pages import wyrm_goal
from tests.games.wonderbook.rooms import before_the_phase, enemies_phase, is_over, spawned


@pytest.mark.rule("WB-154", "WB-Q89")
def test_each_spawn_symbol_places_one_standing_wyrm_from_the_supply() -> None:
    g = enemies_phase("[{spawn: 3}]", wyrms=["R"], stunned=["R"]).state
    assert g.wyrm_at == ["R", "R", "V", "V", "V", ""]
    assert g.stunned == [False, True, False, False, False, False]


@pytest.mark.rule("WB-155")
@pytest.mark.parametrize("area", ["V", "Q", "R"])
def test_the_current_goal_shows_the_dark_vortex(area: str) -> None:
    more = wyrm_goal(9, more=f", vortex: [{area}]")
    match = enemies_phase("[{spawn: 1}]", more=more, goal="I-9")
    assert spawned(match) == [area]
    assert match.state.wyrm_at.count(area) == 1


@pytest.mark.rule("WB-155", "WB-Q13")
@pytest.mark.parametrize(
    ("do", "vortex", "areas"),
    [
        ("[{spawn: 1}, {spawn: 1}]", "[R]", ["V", "R"]),
        pytest.param("[{spawn: 2}]", "[R]", ["V", "R"], marks=pytest.mark.rule("WB-Q14")),
        pytest.param("[{spawn: 3}]", "[R, Q]", ["V", "R", "Q"], marks=pytest.mark.rule("WB-Q88")),
    ],
)
def test_a_new_goal_brings_its_own_dark_vortex(do: str, vortex: str, areas: list[str]) -> None:
    goals = wyrm_goal(9, "count(wyrms) >= 1", ", vortex: [V]") + wyrm_goal(10, more=f", vortex: {vortex}")
    match = enemies_phase(do, more=goals, goal="I-9")
    g = answer(match)
    assert g.goal == "I-10"
    assert spawned(match) == areas


@pytest.mark.rule("WB-156", "WB-199")
def test_when_the_supply_runs_out_the_remaining_spawns_are_ignored() -> None:
    match = enemies_phase("[{spawn: 3}, {damage: 1, to: SID}]", heroes=("SID", "LARA"), wyrms=["R", "R"])
    g = match.state
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
    g = enemies_phase(do, heroes=("SID", "LARA"), stunned=["R", "R", "R", "R"]).state
    assert g.wyrm_at == ["V", "", "", ""]
    assert g.stunned == [False, False, False, False]


@pytest.mark.rule("WB-Q87")
def test_without_a_dark_vortex_spawns_are_ignored() -> None:
    match = enemies_phase(
        "[{spawn: 2}, {spawn: 1, area: R}]", more=wyrm_goal(9, more=", vortex: []"), goal="I-9"
    )
    assert is_over(match)
    assert spawned(match) == ["R"]


@pytest.mark.rule("WB-Q88")
def test_several_dark_vortex_areas_are_used_in_the_order_printed_round_and_round() -> None:
    match = enemies_phase("[{spawn: 5}]", more=wyrm_goal(9, more=", vortex: [R, V]"), goal="I-9")
    assert spawned(match) == ["R", "V", "R", "V", "R"]


@pytest.mark.rule("WB-Q88")
def test_the_next_spawn_symbol_of_a_card_uses_the_next_dark_vortex() -> None:
    more = wyrm_goal(9, more=", vortex: [R, V]")
    match = enemies_phase("[{spawn: 1}, {damage: 1, to: SID}, {spawn: 1}]", more=more, goal="I-9")
    assert spawned(match) == ["R", "V"]


@pytest.mark.rule("WB-Q121")
def test_all_eight_wyrms_can_be_stunned_at_once() -> None:
    heroes = ("SID", "LARA", "KEN", "TINA")
    g = before_the_phase("[{spawn: 1}]", heroes=heroes, wyrms=["P"] * 8)
    g = does(g, "[{each: wyrms, do: [{stun: it}]}]")
    assert g.stunned == [True] * 8


@pytest.mark.rule("WB-Q88")
def test_a_spawn_elsewhere_takes_no_turn_of_the_vortices() -> None:
    cards = BOARD.replace("vortex: [V]", "vortex: [T, L]")
    g = does(book(cards, map="players"), "[{spawn: 1, area: X}, {spawn: 1}, {spawn: 1}]")
    assert [area for area in g.wyrm_at if area] == ["X", "T", "L"]
