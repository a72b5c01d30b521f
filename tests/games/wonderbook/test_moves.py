"""Wonder Book: moves, and what lies between areas."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, offered, refuses
from tests.games.wonderbook.given import APART, QUIET, everybody, play, sid
from tests.games.wonderbook.pages import item, tool


@pytest.mark.rule("WB-113", "WB-114")
@pytest.mark.parametrize(
    ("area", "ways"),
    [("S", ["T", "L"]), ("T", ["S"]), ("L", ["S", "X"]), ("X", ["L", "K"]), ("K", ["X"])],
)
def test_a_move_goes_over_a_dashed_line_to_an_adjacent_area(area: str, ways: list[str]) -> None:
    m = play(sid(at={**APART, "SID": area}))
    assert offered(m, "move") == [f"move {to}" for to in ways]
    assert answer(m, f"move {ways[0]}").at["SID"] == ways[0]


@pytest.mark.rule("WB-115")
@pytest.mark.parametrize(("area", "to"), [("K", "L"), ("L", "K")])
def test_nobody_moves_over_a_solid_line(area: str, to: str) -> None:
    m = play(sid(at={**APART, "SID": area}))
    assert refuses(m, f"move {to}")
    assert m.state.at["SID"] == area


@pytest.mark.rule("WB-116")
def test_any_number_of_figures_stands_in_one_area() -> None:
    m = play(sid(at={**everybody("S"), "SID": "T"}, wyrms=["S"] * 6))
    g = answer(m, "move S")
    assert g.at == everybody("S")
    assert len(g.wyrms_in("S")) == 6


@pytest.mark.rule("WB-Q49")
@pytest.mark.parametrize(("area", "near"), [("K", False), ("X", True)])
def test_areas_behind_a_solid_line_are_not_adjacent_for_anything(area: str, near: bool) -> None:
    heal = "[{pick: heroes_around(here) where not is_full(it), do: [{recover: 1, to: it}]}]"
    cards = QUIET + item("coin") + tool("balm", heal)
    at = {"SID": area, "LARA": "L", "KEN": "T"}
    g = sid(cards, at=at, hearts={"LARA": 1}, wyrms=["L"], items={"SID": ["coin", "balm"]})
    found = offered(play(g))
    assert {key: key in found for key in ("attack", "give coin LARA", "use balm work")} == {
        "attack": near,
        "give coin LARA": near,
        "use balm work": near,
    }


MIXED = QUIET.replace(
    "- {between: [K, L], line: solid}",
    "- {between: [K, L], line: dashed}\n    - {between: [K, L], line: solid}",
)


@pytest.mark.rule("WB-Q50")
def test_areas_with_both_lines_between_them_are_adjacent() -> None:
    m = play(sid(MIXED, active="KEN"))
    assert offered(m, "move") == ["move L", "move X"]


@pytest.mark.rule("WB-Q50")
def test_an_area_that_comes_later_with_both_lines_is_adjacent() -> None:
    cards = MIXED.replace("K: {name: K}", "K: {name: K, later: true}") + tool("key", "[{add_area: K}]")
    m = play(sid(cards, at={**APART, "KEN": "X"}, items={"LARA": ["key"]}, active="LARA"))
    answer(m, "use key work")
    assert "move K" in offered(m)


@pytest.mark.rule("WB-Q51")
def test_wyrms_hold_nobody_back() -> None:
    m = play(sid(wyrms=["S"] * 3 + ["T"] * 3))
    g = answer(m, "move T", "move S", "move L")
    assert (g.at["SID"], g.hearts["SID"]) == ("L", 5)


@pytest.mark.rule("WB-Q52")
@pytest.mark.parametrize(
    ("do", "before", "after"),
    [
        ("{set_border: K, other: L, line: dashed}", ["S", "X"], ["S", "K", "X"]),
        ("{set_border: S, other: L, line: solid}", ["S", "X"], ["X"]),
        ("{add_link: L, other: T}", ["S", "X"], ["S", "T", "X"]),
        ("{add_link: L, other: T, one_way: true}", ["S", "X"], ["S", "T", "X"]),
        ("{add_link: T, other: L, one_way: true}", ["S", "X"], ["S", "X"]),
        ("{remove_area: X, to: K}", ["S", "X"], ["S"]),
    ],
)
def test_cards_change_where_one_can_go(do: str, before: list[str], after: list[str]) -> None:
    cards = QUIET + tool("key", f"[{do}]")
    m = play(sid(cards, items={"LARA": ["key"]}, active="LARA"))
    assert offered(m, "move") == [f"move {to}" for to in before]
    answer(m, "use key work")
    assert offered(m, "move") == [f"move {to}" for to in after]


@pytest.mark.rule("WB-Q52")
def test_an_area_that_a_card_adds_can_be_entered() -> None:
    cards = QUIET.replace("T: {name: T}", "T: {name: T, later: true}") + tool("key", "[{add_area: T}]")
    m = play(sid(cards, items={"SID": ["key"]}))
    assert offered(m, "move") == ["move L"]
    answer(m, "use key work")
    assert sorted(offered(m, "move")) == ["move L", "move T"]


@pytest.mark.rule("WB-Q52")
def test_two_one_way_links_lead_there_and_back() -> None:
    links = "[{add_link: T, other: K, one_way: true}, {add_link: K, other: T, one_way: true}]"
    cards = QUIET + tool("key", links)
    m = play(sid(cards, at={**APART, "SID": "T"}, items={"SID": ["key"]}))
    g = answer(m, "use key work", "move K")
    assert g.at["SID"] == "K"
    assert "move T" in offered(m)


@pytest.mark.rule("WB-Q52")
def test_how_far_it_is_follows_the_map_as_it_is_now() -> None:
    cards = QUIET + tool("key", "[{add_link: S, other: K}]")
    m = play(sid(cards, wyrms=["K"], items={"SID": ["key"]}))
    assert "attack" not in offered(m)
    answer(m, "use key work")
    assert "attack" in offered(m)
