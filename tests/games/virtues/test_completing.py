"""Seven Virtues: completing a row of quests."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.virtues.places import DECK, FREE, GONE, NEUTRAL, REWARDS, TAKEN
from foldtale.games.virtues.rules.completing import complete
from foldtale.kernel import Match
from foldtale.kernel.scene import pieces
from foldtale.testing import answer, asked, offered, play_only, told, told_of
from tests.games.virtues.given import BUSY, GAME, play, realm

ALL = [f"TR{n:02}" for n in range(1, 19)]


def with_deck(g: Any, deck: list[str], taken: list[str]) -> Any:
    """Of the treasures that lie in the deck only these stay there, and these lie on the pile."""
    for card in [card for layer in g.treasures.layers for card in layer]:
        if card not in deck:
            g.treasures.lift(card)
            g.treasures.put(card, TAKEN if card in taken else 4)
    return g


def last_space(**given: Any) -> Match:
    """Seat 0 fills the last space of QU01, alone in the lowest row of three players."""
    g = realm(**{"players": 3, "gold": {0: 3}, "quests": ("QU01",), "sins": BUSY, **given})
    m = play(g, "CA02", then=1)
    answer(m, "mark QU01 3")
    return m


@pytest.mark.rule("SV-X29", "SV-167", "SV-168")
def test_the_example_of_completing_two_quests() -> None:
    deck = ["TR01", "TR02", "TR03", "TR06", "TR07", "TR11"]
    g = realm(
        gold={1: 4},
        at=1,
        quests=("QU13", "QU01", "QU05", "QU06", "QU22", "QU23"),
        marks={"QU13": [0, 0, 1, NEUTRAL], "QU01": [1, 2, FREE]},
        beside={"QU13": ["TR04"], "QU01": ["TR05", "TR08"]},
        sins=BUSY,
    )
    g = with_deck(g, deck, ["TR10"])
    g.treasures.rows[4] = g.treasures.rows[4]
    g.gold[3], g.at = 3, 3
    m = play(g, "CA02", "QU10", "QU11", "TR03", "TR06", then=1)
    answer(m, "mark QU01 3")
    assert asked(m) == (0, "first quest")
    answer(m, "QU13")
    assert (m.state.might[0], len(offered(m))) == (6, 7)
    answer(m, "TR04")
    assert asked(m) == (1, "draft")
    answer(m, "TR11")
    assert asked(m) == (0, "draft")
    answer(m, "TR02")
    assert (asked(m), len(offered(m))) == ((1, "draft"), 6)
    assert m.state.might == [6, 3, 2, 2]
    answer(m, "TR05", "TR08", "TR01")
    after = m.state
    assert (after.armour, after.struck, told(m, "regrouping")) == (1, 1, ["regrouping"])
    assert (after.quests[:4], after.quests[GONE]) == (
        [("QU05",), ("QU06",), ("QU22",), ("QU23",)],
        ("QU13", "QU01"),
    )
    assert [len(after.treasures.rows[place]) for place in (4, 5)] == [2, 1]
    assert (after.treasures.rows[TAKEN], after.treasures.deck_size) == ((), 7)


@pytest.mark.rule("SV-X30", "SV-169", "SV-170")
def test_tied_majorities_take_half_the_prize_rounded_down() -> None:
    g = realm(quests=("QU22",), marks={"QU22": [0, 0, 1, 1, 2]}, step="complete")
    m = play(g, then=1)
    assert m.state.might[:3] == [3, 3, 0]
    seats = []
    while asked(m).topic == "draft":
        seats.append(asked(m).seat)
        answer(m, offered(m)[0])
    assert seats == [0, 1, 2, 0, 1]


@pytest.mark.rule("SV-171")
def test_neutral_markers_win_no_prize() -> None:
    g = realm(quests=("QU02",), marks={"QU02": [NEUTRAL] * 3}, step="complete")
    assert play_only(GAME, g, complete).state.might == [0, 0, 0, 0]
    g = realm(quests=("QU02",), marks={"QU02": [NEUTRAL, NEUTRAL, 2]}, step="complete")
    assert play_only(GAME, g, complete).state.might == [0, 0, 4, 0]


@pytest.mark.rule("SV-172", "SV-173", "SV-174")
def test_the_whole_deck_is_revealed_and_drafted_in_play_order() -> None:
    g = realm(
        order=(2, 0, 1, 3),
        quests=("QU01",),
        marks={"QU01": [0, 2, 0]},
        beside={"QU01": ["TR05"]},
        step="complete",
    )
    m = play(g, then=1)
    assert (asked(m), sorted(offered(m))) == ((2, "draft"), ALL)
    answer(m, "TR15")
    assert (m.state.might[2], m.state.treasures.rows[TAKEN]) == (4, ("TR15",))
    assert asked(m) == (0, "draft")
    answer(m, "TR05")
    assert (m.state.gold[0], m.state.treasures.rows[TAKEN], asked(m)) == (5, ("TR15", "TR05"), (0, "draft"))


@pytest.mark.rule("SV-175", "SV-Q43")
def test_what_is_left_of_the_pool_is_shuffled_into_the_deck() -> None:
    m = last_space(marks={"QU01": [1, NEUTRAL]}, beside={"QU01": ["TR16"]})
    answer(m, "TR01", "TR02")
    after = m.state.treasures
    assert (
        after.rows[REWARDS],
        after.rows[TAKEN],
        after.deck_size + len(after.rows[4]) + len(after.rows[5]),
    ) == (
        (),
        (),
        18,
    )


@pytest.mark.rule("SV-176", "SV-Q44")
def test_claims_beyond_the_pool_are_lost() -> None:
    g = realm(quests=("QU01",), marks={"QU01": [0, 1, 2]}, beside={"QU01": ["TR05"]}, step="complete")
    with_deck(g, [], ALL)
    m = play(g, "CA02", then=1)
    assert told_of(m, "takes a treasure") == [["TR05"]]
    assert m.state.armour == 1


@pytest.mark.rule("SV-177")
def test_a_drafted_artifact_is_drawn_at_random() -> None:
    g = realm(quests=("QU01",), marks={"QU01": [0, NEUTRAL, NEUTRAL]}, step="complete")
    m = play(g, "AR5", "CA02", then=1)
    answer(m, "TR17")
    assert m.state.artifacts.rows[0] == ("AR5",)


@pytest.mark.rule("SV-178", "SV-012")
def test_markers_come_home_and_the_card_leaves() -> None:
    m = last_space(marks={"QU01": [1, NEUTRAL]})
    answer(m, "TR01", "TR02")
    assert ([m.state.supply(seat) for seat in range(3)], m.state.quests[GONE]) == ([7, 7, 7], ("QU01",))
    assert m.state.marks[0] == ()


@pytest.mark.rule("SV-179", "SV-180", "SV-Q38")
def test_a_row_brings_one_piece_of_armour_and_then_one_cataclysm() -> None:
    g = realm(quests=("QU01", "QU02"), marks={"QU01": [NEUTRAL] * 3, "QU02": [NEUTRAL] * 3}, step="complete")
    m = play(g, "CA02", then=1)
    answer(m, "QU02")
    assert told_of(m, "armour") == [["LA1", 1]]
    assert told(m, "completes", "armour", "cataclysm") == ["completes", "completes", "armour", "cataclysm"]
    full = realm(quests=("QU02",), marks={"QU02": [NEUTRAL] * 3}, armour=7, step="complete")
    assert told(play(full, "CA02", then=1), "armour", "cataclysm") == ["cataclysm"]


@pytest.mark.rule("SV-181", "SV-182", "SV-Q47")
def test_rows_move_down_with_markers_and_treasures_and_the_upper_row_is_filled() -> None:
    g = realm(
        quests=("QU01", "", "QU05", "QU06", "QU22", "QU23"),
        marks={"QU01": [NEUTRAL] * 3, "QU05": [2]},
        beside={"QU05": ["TR01"], "QU22": ["TR02", "TR03"], "QU23": ["TR04"]},
        step="complete",
    )
    m = play(g, "CA02", "QU10", "QU11", "TR05", "TR06", "TR07", "TR08", then=1)
    after = m.state
    assert after.quests[:6] == [("QU05",), ("QU06",), ("QU22",), ("QU23",), ("QU10",), ("QU11",)]
    assert after.marks[0] == (2, FREE, FREE)
    assert after.treasures.rows[:4] == [("TR01",), (), ("TR02", "TR03"), ("TR04",)]
    assert [sorted(after.treasures.rows[place]) for place in (4, 5)] == [["TR05", "TR07"], ["TR06", "TR08"]]
    faces = {thing.id: thing for thing in pieces(m.scene(0)) if thing.id.startswith("TR")}
    assert faces["TR02"].title == "Toll Chest"


@pytest.mark.rule("SV-183", "SV-Q46")
def test_a_short_deck_leaves_places_empty_and_an_empty_row_cannot_be_completed() -> None:
    g = realm(
        quests=("QU01", "QU02"),
        marks={"QU01": [NEUTRAL] * 3, "QU02": [NEUTRAL] * 3},
        step="complete",
        sins=BUSY,
    )
    g.quests[GONE] = g.quests[DECK]
    g.quests[DECK] = ()
    m = play(g, "CA02", then=1)
    answer(m, "QU01")
    while asked(m).topic != "go":
        answer(m, offered(m)[0])
    assert [len(m.state.quests[place]) for place in range(6)] == [0] * 6
    assert (
        answer(m, next(key for key in offered(m) if key.startswith("sin SN03 b") or key == "pass")).step
        == "go"
    )


@pytest.mark.rule("SV-184", "SV-043")
def test_after_the_refill_regrouping_starts() -> None:
    m = last_space(marks={"QU01": [1, NEUTRAL]})
    answer(m, "TR01", "TR02")
    order = told(m, "rows move", "regrouping")
    assert order == ["rows move", "regrouping"]


@pytest.mark.rule("SV-229", "SV-X42")
def test_the_example_of_two_players() -> None:
    g = realm(
        players=2,
        fame={1: 4},
        at=1,
        quests=("QU09", "QU05", "QU22"),
        marks={"QU09": [0, 0, 1, FREE]},
        sins={0: ["SN03"], 1: ["SN04"]},
    )
    m = play(g, "CA02", "QU10", "TR05", "TR06", then=1)
    answer(m, "mark QU09 4")
    seats = []
    while asked(m).topic == "draft":
        seats.append(asked(m).seat)
        answer(m, offered(m)[0])
    after = m.state
    assert (seats, after.might[0] >= 2, after.armour, after.struck) == ([0, 1, 0, 1], True, 1, 1)
    assert [after.quests[place] for place in (0, 2, 4)] == [("QU05",), ("QU22",), ("QU10",)]
    assert len(after.treasures.rows[4]) == 2
    assert told_of(m, "gains")[:2] == [[2, "might"], [2, "might"]]
