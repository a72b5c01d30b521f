"""Wonder Book: for how long something lasts, and how often it can happen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from foldtale.games.wonderbook.state import Book
from foldtale.testing import answer, asked, offered
from tests.games.wonderbook.given import does, play
from tests.games.wonderbook.yards.triggers import counted, with_card


def test_for_this_action_only() -> None:
    text = "actions: [{id: aim, say: Aim, do: [{for: action, while: [{attack_dice: 2}]}, {extra_action: attack}]}]"
    match = play(with_card(text, active="SID", wyrms=["A", "A", "A"]), "F F F F", "F F")
    aimed = answer(match, "use law aim", "attack", "keep")
    assert len(aimed.dice) == 4
    plain = answer(match, "attack", "keep")
    assert len(plain.dice) == 2


def lasting(scope: str) -> str:
    return {
        "turn": "actions: [{id: pull, say: Pull, do: [{for: turn, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
        "phase": "actions: [{id: pull, say: Pull, do: [{for: phase, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
        "round": "actions: [{id: pull, say: Pull, do: [{for: round, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
        "goal": "actions: [{id: pull, say: Pull, do: [{for: goal, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
        "chapter": "actions: [{id: pull, say: Pull, do: [{for: chapter, while: [{through_walls: 1}, {wyrm_attack: 1}]}]}]",
    }[scope]


@pytest.mark.parametrize(
    ("scope", "same_turn", "next_turn", "wyrms_deal", "next_round", "next_goal"),
    [
        ("turn", True, False, 1, False, False),
        ("phase", True, True, 1, False, False),
        ("round", True, True, 2, False, False),
        ("goal", True, True, 2, True, False),
        ("chapter", True, True, 2, True, True),
    ],
)
def test_what_lasts_for_a_scope_is_over_when_it_ends(
    scope: str, same_turn: bool, next_turn: bool, wyrms_deal: int, next_round: bool, next_goal: bool
) -> None:
    g = with_card(
        lasting(scope),
        active="SID",
        wyrms=["A"],
        at={"SID": "A", "LARA": "A", "KEN": "A"},
        hearts={"LARA": 0},
    )
    match = play(g)
    assert "move C" not in offered(match)
    answer(match, "use law pull")
    assert ("move C" in offered(match)) == same_turn
    answer(match, "pass")
    assert ("move C" in offered(match)) == next_turn
    answer(match, "pass", "SID")
    assert match.state.hearts["SID"] == 5 - wyrms_deal
    answer(match, "SID")
    assert match.state.round == 2
    assert ("move C" in offered(match)) == next_round
    met = does(match.state, "[{count: done}]")
    assert met.goal == "I-3"
    assert ("move C" in offered(play(met))) == next_goal


def test_what_lasts_remembers_what_was_chosen() -> None:
    text = "actions: [{id: mark, say: Mark, do: [{pick: others, do: [{for: round, when: [{on: enters, if: who is it, do: [{count: x}]}]}]}]}]"
    g = answer(play(with_card(text, active="SID")), "use law mark", "KEN")
    assert counted(does(g, "[{move_to: B, who: KEN}]")) == 1
    assert counted(does(g, "[{move_to: C, who: LARA}]")) == 0


def test_what_lasts_goes_on_when_its_card_is_gone() -> None:
    text = "actions: [{id: mark, say: Mark, do: [{for: goal, instead: [{of: hero_damaged, do: [cancel]}]}, {discard_rule: this}]}]"
    g = answer(play(with_card(text, active="SID")), "use law mark")
    assert g.rules == ()
    assert does(g, "[{damage: 1, to: SID}]").hearts["SID"] == 5
    assert does(g, "[{count: done}, {damage: 1, to: SID}]").hearts["SID"] == 4


def hurt(g: Book) -> Book:
    return does(g, "[{damage: 1, to: SID}]")


def whole_round(g: Book) -> Book:
    """Everybody passes, the Wyrm card comes, and a new round begins."""
    match = play(g)
    while match.state.round == g.round:
        answer(match, "pass" if asked(match).topic == "action" else offered(match)[0])
    return match.state


def next_turn(g: Book) -> Book:
    match = play(g)
    answer(match, "pass")
    return answer(match, offered(match)[0]) if asked(match).topic == "turn" else match.state


def next_goal(g: Book) -> Book:
    return does(g, "[{count: done}]")


LIMITS = {
    "turn": "when: [{on: hero_damaged, limit: turn, do: [{count: x}]}]",
    "phase": "when: [{on: hero_damaged, limit: phase, do: [{count: x}]}]",
    "round": "when: [{on: hero_damaged, limit: round, do: [{count: x}]}]",
    "goal": "when: [{on: hero_damaged, limit: goal, do: [{count: x}]}]",
    "chapter": "when: [{on: hero_damaged, limit: chapter, do: [{count: x}]}]",
}


@pytest.mark.parametrize(
    ("scope", "within", "after"),
    [
        ("turn", hurt, next_turn),
        ("phase", next_turn, whole_round),
        ("round", next_turn, whole_round),
        ("goal", whole_round, next_goal),
        ("chapter", next_goal, None),
    ],
)
def test_what_is_limited_happens_once_in_a_scope_and_then_again(
    scope: str, within: Callable[[Book], Book], after: Callable[[Book], Book] | None
) -> None:
    g = hurt(hurt(with_card(LIMITS[scope], active="SID", hearts={"SID": 5})))
    assert counted(g) == 1
    g = hurt(within(g))
    assert counted(g) == 1
    if after is not None:
        assert counted(hurt(after(g))) == 2


@pytest.mark.parametrize(("scope", "times"), [("turn", 3), ("phase", 2), ("round", 1)])
def test_a_round_has_two_phases_and_each_has_its_own_limit(scope: str, times: int) -> None:
    lever = LIMITS[scope] + ", actions: [{id: sting, say: Sting, do: [{damage: 1}]}]"
    match = play(with_card(lever, active="SID", wyrms=["C"], hearts={"LARA": 0}))
    answer(match, "use law sting", "use law sting", "pass", "use law sting", "pass")
    assert match.state.round == 2
    assert match.state.hearts == {"SID": 3, "LARA": 5, "KEN": 4}
    assert counted(match.state) == times


def test_a_limit_for_an_action_is_for_each_action_anew() -> None:
    g = with_card("while: [{steps: 1}], when: [{on: enters, limit: action, do: [{count: x}]}]", active="SID")
    match = play(g)
    assert counted(answer(match, "move B", "move C")) == 1
    assert counted(answer(match, "move D", "stop")) == 2


@pytest.mark.parametrize("scope", ["turn", "phase", "round", "goal", "chapter"])
def test_a_special_action_can_be_limited(scope: str) -> None:
    text = f"actions: [{{id: hum, say: Hum, limit: {scope}, do: [{{count: x}}]}}]"
    match = play(with_card(text, active="SID"))
    assert counted(answer(match, "use law hum")) == 1
    assert "use law hum" not in offered(match)
    again = {"turn": True, "phase": True, "round": True, "goal": False, "chapter": False}[scope]
    later = answer(play(whole_round(match.state)), "SID")
    assert ("use law hum" in offered(play(later))) == again
    met = answer(play(next_goal(whole_round(match.state))), "SID")
    assert ("use law hum" in offered(play(met))) == (scope != "chapter")


def test_an_item_that_is_used_up_is_used_up_for_whoever_gets_it() -> None:
    text = "actions: [{id: hum, say: Hum, limit: chapter, do: [{count: x}]}]"
    match = play(with_card(text, "item", active="SID", at={"SID": "A", "LARA": "A", "KEN": "A"}))
    answer(match, "use charm hum", "give charm KEN", "pass", "KEN")
    assert "give charm SID" in offered(match)
    assert "use charm hum" not in offered(match)


def test_instructions_can_be_limited_too() -> None:
    text = "when: [{on: enters, do: [{limit: turn, do: [{count: x}]}, {count: y}]}]"
    g = answer(play(with_card(text, active="SID")), "move B", "move A")
    assert (counted(g), counted(g, "y")) == (1, 2)
