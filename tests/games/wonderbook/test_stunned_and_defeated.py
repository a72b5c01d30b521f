"""Wonder Book: what becomes of a Wyrm that is dealt damage, and how it gets up."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked, told
from tests.games.wonderbook.given import BOARD, GROUP, QUIET, book, does, everybody, play, sid, wyrms
from tests.games.wonderbook.pages import law, tool


def stirring(actions: int) -> str:
    """In the Enemies' Phase every Wyrm acts so often."""
    return BOARD.replace("vortex: [V]", f"enemies: [{{activate: {actions}}}]")


@pytest.mark.rule("WB-131")
@pytest.mark.parametrize(
    ("lies", "damage"), [(False, [1, 1]), (False, [2]), (True, [1])], ids=["twice", "at once", "stunned"]
)
def test_a_wyrm_has_two_life_points_and_no_hearts(lies: bool, damage: list[int]) -> None:
    g = sid(wyrms=[] if lies else ["S"], stunned=["S"] if lies else [])
    hearts = g.heart_supply
    for n in damage:
        assert len(g.wyrms_in_play()) == 1
        g = does(g, f"[{{each: wyrms, do: [{{hit: {n}, to: it}}]}}]")
        assert g.heart_supply == hearts
    assert g.wyrms_in_play() == []


@pytest.mark.rule("WB-132")
def test_one_damage_stuns_a_standing_wyrm() -> None:
    m = play(sid(wyrms=["S"], hearts={"SID": 1}), "F S")
    g = answer(m, "attack")
    assert (wyrms(g), told(m)[-1]) == (["S stunned"], "is stunned")


@pytest.mark.rule("WB-X35", "WB-134", "WB-Q69")
def test_two_damage_at_once_defeat_a_wyrm_that_was_never_stunned() -> None:
    m = play(sid(wyrms=["S"]), "S S")
    assert wyrms(answer(m, "attack")) == []
    assert "is stunned" not in told(m)


@pytest.mark.rule("WB-Q69")
def test_the_damage_of_one_effect_is_dealt_at_the_same_time() -> None:
    cards = QUIET + tool("dart", "[{pick: wyrms, do: [{hit: 2, to: it}]}]")
    m = play(sid(cards, wyrms=["S"], items={"SID": ["dart"]}))
    assert wyrms(answer(m, "use dart work")) == []
    assert "is stunned" not in told(m)


@pytest.mark.rule("WB-135")
def test_a_stunned_wyrm_is_defeated_by_one_more_damage_of_any_hero() -> None:
    m = play(
        book(QUIET, map="players", at=everybody("S"), wyrms=["S"], active="SID", hearts={"SID": 1}),
        "S F",
        "S",
    )
    assert wyrms(answer(m, "attack")) == ["S stunned"]
    assert wyrms(answer(m, "pass", "LARA", "attack")) == []


@pytest.mark.rule("WB-136")
def test_a_defeated_wyrm_goes_back_to_the_supply() -> None:
    m = play(sid(wyrms=["S", "T"]), "S S")
    assert m.state.wyrm_supply == 4
    g = answer(m, "attack", "S standing")
    assert (g.wyrm_supply, told(m)[-1]) == (5, "is defeated")


@pytest.mark.rule("WB-136")
def test_a_wyrm_that_was_stunned_and_defeated_comes_back_standing() -> None:
    m = play(sid(stunned=["S"], hearts={"SID": 1}), "S F")
    g = answer(m, "attack")
    assert wyrms(does(g, "[{spawn: 6, area: T}]")) == ["T standing"] * 6


@pytest.mark.rule("WB-139")
@pytest.mark.parametrize(("actions", "hearts"), [(1, 5), (2, 4), (3, 3)])
def test_the_first_action_of_a_stunned_wyrm_is_to_stand_up(actions: int, hearts: int) -> None:
    m = play(sid(stirring(actions), stunned=["S"]))
    g = answer(m, "pass", "LARA", "pass", "pass")
    assert (wyrms(g), g.hearts["SID"]) == (["S standing"], hearts)
    after = told(m)[told(m).index("enemies' phase") + 1 :]
    assert after[0] == "wyrm stands up"


@pytest.mark.rule("WB-X42", "WB-163", "WB-210")
def test_a_wyrm_that_stood_up_is_only_stunned_by_the_next_damage() -> None:
    m = play(sid(stirring(1), wyrms=["S"]), "S F", "S F")
    assert wyrms(answer(m, "attack", "keep")) == ["S stunned"]
    answer(m, "pass", "LARA", "pass", "pass")
    assert (wyrms(m.state), asked(m)) == (["S standing"], (GROUP, "turn"))
    assert wyrms(answer(m, "SID", "attack", "keep")) == ["S stunned"]


@pytest.mark.rule("WB-Q70")
@pytest.mark.parametrize(("do", "counted"), [("remove", {}), ("defeat", {"fallen": 1})])
def test_a_wyrm_that_is_removed_is_not_defeated(do: str, counted: dict[str, int]) -> None:
    cards = QUIET + law("when: [{on: wyrm_defeated, do: [{count: fallen}]}]")
    g = does(sid(cards, wyrms=["S", "T"], rules=["law"]), f"[{{each: wyrms_in(S), do: [{{{do}: it}}]}}]")
    assert (wyrms(g), g.wyrm_supply, g.counters) == (["T standing"], 5, counted)


@pytest.mark.rule("WB-Q134")
def test_to_stun_a_standing_wyrm_is_as_one_damage() -> None:
    g = does(sid(wyrms=["S"], hearts={"SID": 1}), "[{each: wyrms, do: [{stun: it}]}]")
    assert wyrms(g) == ["S stunned"]
    assert wyrms(answer(play(g, "S F"), "attack")) == []
