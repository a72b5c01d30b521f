"""Seven Virtues: how a game ends."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import NEUTRAL, PILE
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, outcome, told, told_of
from tests.games.virtues.given import BUSY, held, play, realm

P1 = {"hum": 2, "pur": 1, "kin": 1, "tem": 1, "pat": 1, "dil": 1}
SIX = ["SN02", "SN05", "SN05", "SN06", "SN06", "SN07"]
DONE = {"QU01": [NEUTRAL] * 3}


def go_on(match: Match) -> Match:
    """Pass, decline and let be until the game ends or somebody has a go in the next turn."""
    turn = match.state.turns
    while match.ask is not None and match.state.turns == turn:
        keys = offered(match)
        quiet = [key for key in ("pass", "go on", "let be") if key in keys]
        match.answer(quiet[0] if quiet else keys[0])
    return match


@pytest.mark.rule("SV-X31", "SV-Q59")
def test_the_seventh_piece_crowns_the_mightiest_before_its_cataclysm() -> None:
    g = realm(players=3, armour=6, might={0: 31, 1: 33, 2: 28}, quests=("QU01",), marks=DONE, step="complete")
    m = play(g)
    assert outcome(m).winners == (1,)
    assert (outcome(m).ending, m.state.struck, m.state.armour) == ("armour", 0, 7)


@pytest.mark.rule("SV-X32", "SV-188", "SV-186")
def test_with_seven_pieces_a_step_that_brings_thirty_might_ends_the_game() -> None:
    g = realm(players=3, armour=7, might={0: 29}, portals={0: 0}, step="production")
    m = play(g)
    assert (outcome(m).ending, outcome(m).winners, m.state.might[0]) == ("armour", (0,), 30)


@pytest.mark.rule("SV-185", "SV-Q56")
def test_thirty_might_with_seven_pieces_ends_the_game_after_an_action_and_most_might_wins() -> None:
    g = realm(armour=7, might={0: 28, 1: 12}, fame={0: 4}, tavern=("CH04",), sins=BUSY)
    m = play(g, then=1)
    assert asked(m) == (0, "go")
    answer(m, "recruit CH04")
    assert (outcome(m).ending, outcome(m).winners, outcome(m).scores) == ("armour", (0,), (30, 12, 0, 0))


@pytest.mark.rule("SV-186", "SV-Q55")
def test_the_armour_ending_is_tested_after_free_moves_and_steps() -> None:
    g = realm(armour=7, might={1: 30}, elixirs={2: ["EL01"]}, sins=BUSY)
    m = play(g)
    answer(m, (2, "drink EL01 1"))
    assert (outcome(m).ending, held(m.state, 2)) == ("armour", {"hum": 1})
    g = realm(armour=7, might={1: 30}, step="treasures")
    assert outcome(play(g)).winners == (1,)


@pytest.mark.rule("SV-187", "SV-Q57")
def test_heroes_tied_in_might_share_the_armour() -> None:
    g = realm(armour=7, might={1: 32, 3: 32, 2: 30}, step="treasures")
    assert outcome(play(g)).winners == (1, 3)


@pytest.mark.rule("SV-188")
def test_with_six_pieces_no_might_ends_the_game() -> None:
    m = play(realm(armour=6, might={0: 60}, sins=BUSY, step="treasures"), then=1)
    assert not m.over


@pytest.mark.rule("SV-X33", "SV-189", "SV-Q58")
def test_after_the_fourteenth_cataclysm_the_phase_is_played_to_its_end() -> None:
    closed = {1: 1, 2: 2, 3: 1, 4: 2, 5: 0}
    g = realm(
        players=3,
        gifts={1: P1},
        portals=closed,
        struck=[f"CA{n:02}" for n in range(1, 14)],
        sins={0: ["SN03"], 1: ["SN10"], 2: ["SN11"]},
        pile=SIX,
    )
    m = play(g, then=1)
    answer(m, "sin SN03 b", "let be", "let be")
    assert (m.state.struck, asked(m)) == (14, (1, "go"))
    lost = m.fork()
    assert outcome(go_on(lost)).ending == "cataclysm"
    assert "regrouping" not in told(lost)
    answer(m, "close P1")
    assert (outcome(m).ending, outcome(m).winners) == ("portals", (1,))


@pytest.mark.rule("SV-190", "SV-Q58")
def test_the_fourteenth_cataclysm_in_regrouping_ends_the_game_at_once() -> None:
    hands = {0: ["SN03", "SN04", "SN09"], 1: ["SN10", "SN10", "SN11"]}
    struck = [f"CA{n:02}" for n in range(1, 14)]
    g = realm(players=3, step="sins", sins=hands, pile=SIX, struck=struck)
    m = play(g, "SN12", "CA14", then=1)
    answer(m, "SN12")
    assert (outcome(m).ending, outcome(m).winners) == ("cataclysm", ())


@pytest.mark.rule("SV-191")
def test_after_the_fourteenth_a_seventh_sin_only_reshuffles() -> None:
    g = realm(players=3, sins={0: ["SN03"], 1: ["SN10"]}, pile=SIX, struck=14)
    m = play(g)
    answer(m, "sin SN03 b", "let be")
    assert (m.state.sins.rows[PILE], m.state.struck) == ((), 14)


@pytest.mark.rule("SV-192", "SV-X34", "SV-193")
def test_the_last_portal_ends_the_game_for_most_markers_and_then_most_might() -> None:
    g = realm(
        players=3, gifts={2: P1}, at=2, might={0: 10, 1: 12, 2: 9}, portals={1: 0, 2: 0, 3: 1, 4: 1, 5: 2}
    )
    m = play(g)
    answer(m, "close P1")
    assert (outcome(m).ending, outcome(m).winners) == ("portals", (1,))


@pytest.mark.rule("SV-193", "SV-Q57")
def test_a_tie_in_markers_and_might_is_shared() -> None:
    g = realm(players=3, gifts={0: P1}, might={0: 5, 1: 5}, portals={1: 0, 2: 0, 3: 1, 4: 1, 5: 1})
    m = play(g)
    answer(m, "close P1")
    assert outcome(m).winners == (0, 1)


@pytest.mark.rule("SV-194", "SV-192")
def test_all_others_lose() -> None:
    g = realm(players=3, gifts={0: P1}, portals={1: 0, 2: 1, 3: 2, 4: 0, 5: 1})
    m = play(g)
    answer(m, "close P1")
    assert outcome(m).winners == (0,)


@pytest.mark.rule("SV-Q55", "SV-180")
def test_the_cataclysm_of_a_row_is_resolved_before_the_armour_is_tested_again() -> None:
    marks = {"QU01": [0, 0, NEUTRAL]}
    g = realm(players=3, armour=7, might={0: 27}, quests=("QU01",), marks=marks, step="complete")
    m = play(g, "CA14", then=1)
    while asked(m).topic == "draft":
        answer(m, next(key for key in offered(m) if key in ("TR01", "TR06")))
    assert told_of(m, "gains")[0] == [4, "might"]
    assert told(m, "cataclysm", "regrouping", "ending: armour")[:2] == ["cataclysm", "regrouping"]


@pytest.mark.rule("SV-189", "SV-Q59")
def test_thirty_might_on_the_last_row_comes_before_defeat() -> None:
    marks = {"QU01": [0, NEUTRAL, NEUTRAL]}
    struck = [f"CA{n:02}" for n in range(1, 14)]
    g = realm(
        players=3, armour=7, might={0: 29}, quests=("QU01",), marks=marks, struck=struck, step="complete"
    )
    m = play(g, then=1)
    answer(m, "TR14")
    assert (m.state.struck, outcome(m).ending, m.state.might[0]) == (14, "armour", 33)


@pytest.mark.rule("SV-Q60", "SV-179")
def test_armour_has_no_effect_but_to_count() -> None:
    g = realm(armour=6, might={0: 3}, sins=BUSY)
    assert (g.content.body("LA1").title, play(g).state.might[0]) == ("Helm of Humility", 3)


@pytest.mark.rule("SV-189", "SV-Q79", "SV-X32")
def test_after_the_last_row_free_moves_come_before_the_defeat() -> None:
    marks = {"QU01": [NEUTRAL] * 3}
    struck = [f"CA{n:02}" for n in range(1, 14)]
    g = realm(
        players=3,
        armour=7,
        might={0: 31},
        quests=("QU01",),
        marks=marks,
        struck=struck,
        step="complete",
        buildings={0: ["C1"]},
        manned=["C1"],
        tavern=("CH04",),
        fame={0: 2},
    )
    m = play(g, then=1)
    assert (m.state.struck, m.state.might[0], asked(m)) == (14, 28, (0, "between"))
    lost = m.fork()
    assert outcome(go_on(lost)).ending == "cataclysm"
    answer(m, "work C1", "recruit CH04")
    assert (outcome(m).ending, outcome(m).winners, m.state.might[0]) == ("armour", (0,), 30)
