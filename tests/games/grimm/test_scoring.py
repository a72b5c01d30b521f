"""Dice Upon a Time: how a game against each other ends, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.kernel import Match
from foldtale.kernel.game import Outcome
from foldtale.testing import answer, asked, offered, outcome, tells, told
from tests.games.grimm.given import GRIMM, PLAIN, play, setup, tale

APART = {0: "bridge", 1: "inn", 2: "church", 3: "well"}
ROLLS = ["3 3 3 3 3"] * 4


def ended(**position: Any) -> Outcome:
    """How a game ends whose last chapter is over."""
    return outcome(closed(**position))


def closed(**position: Any) -> Match:
    position = {"at": {}, "chapter": 6, **position}
    return play(tale(**{**position, "at": {**APART, **position["at"]}, "step": "close"}))


# The end


@pytest.mark.rule("GR-159")
def test_the_game_ends_after_chapter_six() -> None:
    m = play(tale(at=APART, chapter=6, passed=(1, 2, 3)))
    answer(m, "pass on")
    assert outcome(m).ending == "most AP"


@pytest.mark.rule("GR-159")
def test_after_chapter_five_there_is_one_more() -> None:
    m = play(tale(at=APART, chapter=5, passed=(1, 2, 3)), *ROLLS, "e03")
    answer(m, "pass on")
    assert m.outcome is None
    assert asked(m) == (0, "turn")
    assert m.state.chapter == 6


@pytest.mark.rule("GR-159")
def test_a_whole_game_turns_up_six_events_and_then_none_is_left() -> None:
    m = Match.new(GRIMM, setup(players=2, events="face up"), seed=4)
    while m.ask is not None:
        m.answer("pass on" if "pass on" in offered(m) else offered(m)[-1])
    assert told(m).count("event") == 6
    assert m.state.chapter == 6
    assert m.state.events.rows[1] == ()


# Main Quests


@pytest.mark.rule("GR-160", "GR-162")
def test_completed_main_quests_are_added_up_and_the_highest_total_wins() -> None:
    out = ended(done={0: ("q201", "q301", "q401"), 1: ("q402", "q403", "q202"), 2: ("q302",)})
    assert out.scores == (9, 10, 3, 0)
    assert out.winners == (1,)


@pytest.mark.rule("GR-160")
def test_quests_that_were_not_completed_are_worth_nothing() -> None:
    out = ended(done={0: ("q201",)}, quests={0: ("q401",), 1: ("q402",)})
    assert out.scores == (2, 0, 0, 0)


# Side Quests and Curses


SIDES: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("s01", 2, {"at": {0: "town"}}, {"at": {1: "town"}}),
    (
        "s02",
        2,
        {"stacks": {"fox-1": [(0, PLAIN, 3)], "snake": [(0, 0, 3), (1, PLAIN, 4)]}},
        {"stacks": {"fox-1": [(0, PLAIN, 3)], "fox-2": [(0, 0, 3)], "snake": [(1, PLAIN, 4)]}},
    ),
    ("s03", 2, {"tokens": {0: (1, 1, 1)}}, {"tokens": {0: (4, 0, 4)}}),
    ("s04", 1, {"tokens": {0: (0, 3, 0)}}, {"tokens": {0: (2, 2, 2)}}),
    ("s05", 1, {"hands": {0: ("m07", "m08")}}, {"hands": {0: ("m07",), 1: ("m08", "m09")}}),
    ("s06", 1, {"active": 0}, {"active": 1}),
    ("s07", 2, {"at": {0: "inn"}}, {"at": {2: "inn"}}),
]


@pytest.mark.rule("GR-148", "GR-161")
@pytest.mark.parametrize(("card", "ap", "met", "unmet"), SIDES)
def test_a_side_quest_counts_if_its_condition_holds_at_the_end(
    card: str, ap: int, met: dict[str, Any], unmet: dict[str, Any]
) -> None:
    assert ended(kept={0: (card,)}, **met).scores == (ap, 0, 0, 0)
    assert ended(kept={0: (card,)}, **unmet).scores == (0, 0, 0, 0)


@pytest.mark.rule("GR-X08", "GR-148")
@pytest.mark.parametrize(("field", "score"), [("town", 2), ("inn", 0)])
def test_home_for_supper_pays_on_town_and_nowhere_else(field: str, score: int) -> None:
    assert ended(kept={0: ("s01",)}, at={0: field}).scores[0] == score


@pytest.mark.rule("GR-148")
def test_everybody_is_told_which_side_quests_were_fulfilled() -> None:
    m = closed(kept={0: ("s01",), 1: ("s04",)}, at={0: "town"})
    said = [(tell.who, tell.about) for tell in tells(m, "side quest", 2)]
    assert said == [(0, ["s01", 2])]


@pytest.mark.rule("GR-148", "GR-Q114")
def test_only_the_end_counts_for_a_side_quest() -> None:
    m = play(tale(kept={0: ("s01",)}, chapter=6, passed=(1, 2, 3)), "g01")
    answer(m, "place plain-die r01", "move old_woman", "pass on")
    assert outcome(m).scores[0] == 0


@pytest.mark.rule("GR-148", "GR-161")
def test_the_marker_that_the_rabbit_hands_over_last_counts_for_a_side_quest() -> None:
    out = ended(kept={0: ("s06",), 2: ("s04",)}, active=1, stacks={"rabbit": [(0, PLAIN, 3)]})
    assert out.scores == (1, 0, 0, 0)


@pytest.mark.rule("GR-149", "GR-161")
@pytest.mark.parametrize(
    ("card", "ap"),
    [("c01", -2), ("c02", -2), ("c03", -1), ("c04", -2), ("c05", -2), ("c06", -2), ("c07", -3)],
)
def test_a_curse_that_is_still_there_costs_its_points(card: str, ap: int) -> None:
    out = ended(kept={1: (card,)}, done={1: ("q401",)})
    assert out.scores == (0, 4 + ap, 0, 0)


@pytest.mark.rule("GR-161")
def test_quests_side_quests_and_curses_make_one_total() -> None:
    out = ended(
        done={0: ("q201", "q301"), 1: ("q401",)},
        kept={0: ("s01", "s04", "c07"), 1: ("s03", "c03", "n02")},
        at={0: "town"},
        tokens={0: (3, 0, 0), 1: (1, 1, 1)},
    )
    assert out.scores == (5 + 3 - 3, 4 + 2 - 1, 0, 0)
    assert out.winners == (0, 1)


@pytest.mark.rule("GR-152", "GR-161")
def test_mini_quests_tokens_and_magic_items_are_worth_nothing() -> None:
    out = ended(kept={0: ("n01", "n05")}, tokens={0: (5, 5, 5)}, hands={0: ("m07", "m08")})
    assert out.scores == (0, 0, 0, 0)


@pytest.mark.rule("GR-Q119", "GR-161", "GR-162")
def test_a_total_can_be_below_zero_and_still_win() -> None:
    curses = {0: ("c07", "c02"), 1: ("c03",), 2: ("c01",), 3: ("c05", "c06")}
    out = ended(kept=curses)
    assert out.scores == (-5, -1, -2, -4)
    assert out.winners == (1,)


# Ties


@pytest.mark.rule("GR-163", "GR-Q118")
def test_a_tie_stays_a_tie() -> None:
    out = ended(done={0: ("q301", "q302"), 2: ("q201", "q202", "q203"), 3: ("q401",)}, tokens={0: (3, 3, 3)})
    assert out.scores == (6, 0, 6, 4)
    assert out.winners == (0, 2)


@pytest.mark.rule("GR-Q118")
def test_by_option_more_main_quests_break_a_tie() -> None:
    done = {0: ("q301", "q302"), 2: ("q201", "q202", "q203"), 3: ("q401",)}
    out = ended(done=done, tokens={0: (3, 3, 3)}, break_ties=True)
    assert out.winners == (2,)


@pytest.mark.rule("GR-Q118")
def test_by_option_more_tokens_break_a_tie_of_quests() -> None:
    done = {0: ("q301", "q302"), 2: ("q303", "q304"), 1: ("q401",)}
    assert ended(done=done, tokens={0: (1, 0, 0), 2: (0, 1, 1), 1: (9, 9, 9)}, break_ties=True).winners == (
        2,
    )
    assert ended(done=done, tokens={0: (1, 0, 0), 2: (0, 1, 0)}, break_ties=True).winners == (0, 2)


@pytest.mark.rule("GR-Q118", "GR-162")
def test_ties_are_only_broken_where_there_is_one() -> None:
    done = {0: ("q401", "q402"), 2: ("q201", "q202", "q203")}
    assert ended(done=done, tokens={2: (9, 9, 9)}, break_ties=True).winners == (0,)
