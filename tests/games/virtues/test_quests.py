"""Seven Virtues: taking part, treasures and portals."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import FREE, NEUTRAL, TAKEN
from foldtale.testing import answer, asked, offered, refuses, told_of
from tests.games.virtues.given import BUSY, GAME, held, play, pooled, realm

P1 = {"hum": 2, "pur": 1, "kin": 1, "tem": 1, "pat": 1, "dil": 1}


@pytest.mark.rule("SV-108", "SV-110", "SV-111")
def test_a_space_is_paid_exactly_and_marked_and_several_may_be_ones_own() -> None:
    g = realm(gold={0: 4}, gifts={0: {"hum": 2, "tem": 1}}, players=3, sins={0: ["SN03"]})
    m = play(g)
    after = answer(m, "mark QU01 1")
    assert (held(after, 0), after.marks[0], after.supply(0)) == ({"hum": 1}, (0, FREE, FREE), 6)
    after = answer(m, "mark QU01 3")
    assert (after.gold[0], after.marks[0]) == (1, (0, FREE, 0))


@pytest.mark.rule("SV-109")
def test_a_marked_space_cannot_be_fulfilled_again() -> None:
    g = realm(gold={0: 9}, marks={"QU01": [FREE, FREE, 1], "QU02": [FREE, FREE, NEUTRAL]}, sins=BUSY)
    m = play(g)
    assert refuses(m, "mark QU01 3", "SV-109")
    assert refuses(m, "mark QU02 3", "SV-109")


@pytest.mark.rule("SV-112")
def test_nobody_marks_a_quest_of_the_upper_row() -> None:
    m = play(realm(gold={0: 9}, sins=BUSY))
    assert not offered(m, "mark QU22")
    assert refuses(m, "mark QU22 4", "SV-112")
    assert refuses(m, "mark QU10 3", "SV-108")


@pytest.mark.rule("SV-X01", "SV-113")
def test_the_last_free_space_of_the_middle_row_waits() -> None:
    g = realm(players=3, fame={0: 3, 1: 3}, gifts={1: {"pur": 2}}, marks={"QU05": [2]}, sins=BUSY)
    m = play(g)
    answer(m, "mark QU05 3")
    assert asked(m) == (1, "go")
    assert refuses(m, "mark QU05 2", "SV-113")
    lower = realm(gifts={0: {"pur": 2}}, quests=("QU05", "QU01"), marks={"QU05": [2, FREE, 0]}, sins=BUSY)
    assert "mark QU05 2" in offered(play(lower))


@pytest.mark.rule("SV-114", "SV-115", "SV-Q37")
def test_a_full_quest_waits_for_the_other_and_its_markers_can_be_cashed() -> None:
    g = realm(gold={0: 3}, marks={"QU01": [0, 1]}, beside={"QU01": ["TR01"]}, sins=BUSY)
    m = play(g)
    after = answer(m, "mark QU01 3")
    assert (after.step, after.marks[0], told_of(m, "completes")) == ("go", (0, 1, 0), [])
    answer(m, "treasure QU01 TR01")
    assert m.state.marks[0] == (0, NEUTRAL, 0)


@pytest.mark.rule("SV-X18", "SV-116", "SV-120")
def test_a_marker_is_given_up_for_a_treasure_beside_the_quest() -> None:
    g = realm(
        might={0: 7},
        quests=("QU13", "QU01"),
        marks={"QU13": [0]},
        beside={"QU13": ["TR04", "TR13"]},
        sins=BUSY,
    )
    after = answer(play(g), "treasure QU13 TR13")
    assert (after.might[0], after.supply(0), after.marks[0][0]) == (9, 7, NEUTRAL)
    assert (after.treasures.rows[TAKEN], after.treasures.rows[0]) == (("TR13",), ("TR04",))


@pytest.mark.rule("SV-117", "SV-118")
def test_the_unseen_top_of_the_deck_can_be_taken_also_from_the_middle_row() -> None:
    g = realm(marks={"QU05": [0]}, sins=BUSY)
    m = play(g, "TR05")
    assert offered(m, "treasure") == ["treasure QU05 deck"]
    after = answer(m, "treasure QU05 deck")
    assert (after.gold[0], after.treasures.rows[TAKEN], after.marks[2][0]) == (5, ("TR05",), NEUTRAL)


@pytest.mark.rule("SV-119", "SV-Q48")
def test_a_neutral_marker_keeps_a_space_fulfilled() -> None:
    g = realm(players=3, gold={0: 3}, quests=("QU01",), marks={"QU01": [NEUTRAL, NEUTRAL]}, sins=BUSY)
    m = play(g, "CA01", then=1)
    answer(m, "mark QU01 3")
    assert told_of(m, "completes") == [["QU01"]]


@pytest.mark.rule("SV-121", "SV-Q81")
def test_a_treasure_with_an_artifact_draws_one_that_only_its_owner_sees() -> None:
    g = realm(marks={"QU01": [0]}, beside={"QU01": ["TR16"]}, sins=BUSY)
    m = play(g, "AR3")
    after = answer(m, "treasure QU01 TR16")
    assert after.artifacts.rows[0] == ("AR3",)
    assert [told_of(m, "draws an artifact", seat) for seat in (0, 1)] == [[["AR3"]], [[]]]
    (hand,) = [thing for thing in m.scene(1).seats[0].things if thing.id == "artifacts 0"]
    assert (hand.hidden, hand.cards) == (1, ())


@pytest.mark.rule("SV-122", "SV-233", "SV-Q104")
def test_several_markers_are_cashed_one_action_each_and_spaces_marked_again() -> None:
    g = realm(players=3, gold={0: 3}, marks={"QU01": [0, 0], "QU02": [0]}, sins={0: ["SN03"]})
    m = play(g, "TR11", "TR12", "TR13")
    answer(m, "treasure QU01 deck")
    assert asked(m) == (0, "go")
    assert m.state.marks[0] == (NEUTRAL, 0, FREE)
    answer(m, "treasure QU02 deck", "treasure QU01 deck")
    assert (m.state.might[0], m.state.supply(0)) == (5, 7)
    assert answer(m, "mark QU01 3").marks[0] == (NEUTRAL, NEUTRAL, 0)


@pytest.mark.rule("SV-Q45")
def test_without_a_treasure_beside_the_quest_or_in_the_deck_the_action_is_refused() -> None:
    g = realm(marks={"QU01": [0]}, sins=BUSY)
    taken = [card for layer in g.treasures.layers for card in layer]
    for card in taken:
        g.treasures.lift(card)
        g.treasures.put(card, TAKEN)
    m = play(g)
    assert not offered(m, "treasure")
    assert refuses(m, "treasure QU01 deck", "SV-Q45")
    assert refuses(m, "treasure QU01 TR05", "SV-117")
    assert refuses(m, "treasure QU02 deck", "SV-116")


@pytest.mark.rule("SV-123", "SV-127", "SV-Q50")
def test_closing_a_portal_costs_the_seven_gifts_on_it_and_a_marker() -> None:
    m = play(realm(gifts={0: {**P1, "gen": 1}}, sins=BUSY))
    assert offered(m, "close") == ["close P1"]
    after = answer(m, "close P1")
    assert (held(after, 0), after.portals[0], after.supply(0)) == ({"gen": 1}, 0, 6)
    assert pooled(after, "hum", "gen") == [6, 5]


@pytest.mark.rule("SV-X19", "SV-124", "SV-Q49")
def test_an_elixir_never_pays_for_a_portal_unless_its_cards_were_taken() -> None:
    gifts = {name: n for name, n in P1.items() if name != "dil"}
    g = realm(gifts={0: gifts}, elixirs={0: ["EL21"]}, pool={"dil": 1}, sins=BUSY)
    m = play(g)
    assert refuses(m, "close P1", "SV-124")
    answer(m, "drink EL21 1", "close P1")
    assert (held(m.state, 0), m.state.portals[0]) == ({}, 0)


@pytest.mark.rule("SV-125")
def test_a_closed_portal_cannot_be_closed_again() -> None:
    m = play(realm(gifts={0: P1}, portals={0: 1}, sins=BUSY))
    assert refuses(m, "close P1", "SV-125")


@pytest.mark.rule("SV-085", "SV-205")
def test_what_is_not_among_the_options_is_refused_with_its_rule() -> None:
    ask = play(realm(fall=True, fallen=[0], gold={0: 9}, gifts={0: P1}, marks={"QU02": [1]}, sins=BUSY))
    assert refuses(ask, "mark QU01 3", "SV-205")
    assert refuses(ask, "close P1", "SV-206")
    assert refuses(ask, "treasure QU02 deck", "SV-205")
    assert GAME.name == "virtues"
