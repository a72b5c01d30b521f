"""Seven Virtues: the Quest Phase, goes and free moves."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, told, told_of
from tests.games.virtues.given import BUSY, held, play, realm


def after(match: Match, *answers: object) -> tuple[int, str]:
    """Who is asked for what after these answers."""
    answer(match, *answers)
    return asked(match)


@pytest.mark.rule("SV-040", "SV-041")
def test_one_action_a_go_and_the_same_action_again_in_the_next_round() -> None:
    g = realm(gold={0: 9}, players=3, store=("EL01", "EL02", "EL03"))
    m = play(g, then=1)
    assert after(m, "buy EL01") == (1, "go")
    assert after(m, "pass", "pass") == (0, "go")
    assert answer(m, "buy EL02").elixirs[0] == ("EL01", "EL02")


@pytest.mark.rule("SV-039")
def test_in_later_turns_the_order_track_says_who_acts() -> None:
    m = play(realm(order=(2, 0, 3, 1), first=2, sins=BUSY))
    seats = []
    for _ in range(3):
        seats.append(asked(m).seat)
        answer(m, "pass")
    assert [*seats, asked(m).seat] == [2, 0, 3, 1]


@pytest.mark.rule("SV-X20")
def test_the_phase_ends_with_as_many_passes_in_a_row_as_players() -> None:
    start = realm(players=3, fame={0: 9}, sins=BUSY)
    m = play(start, then=1)
    answer(m, "recruit CH26", "pass", "pass")
    assert asked(m) == (0, "go")
    acted = m.fork()
    answer(m, "pass")
    assert "regrouping" in told(m)
    answer(acted, "recruit CH27")
    assert asked(acted) == (1, "go")
    assert "regrouping" not in told(acted)


@pytest.mark.rule("SV-042")
def test_fallen_heroes_count_among_the_passes() -> None:
    start = realm(players=3, fall=True, fallen=[1], sins=BUSY)
    m = play(start, then=1)
    answer(m, "pass", "pass")
    assert told(m, "regrouping") == []
    answer(m, "pass")
    assert told(m, "regrouping") == ["regrouping"]


@pytest.mark.rule("SV-X45")
def test_a_free_move_does_not_break_a_run_of_passes() -> None:
    start = realm(players=3, elixirs={0: ["EL01"]}, sins=BUSY)
    m = play(start, then=1)
    answer(m, "pass", "pass")
    assert asked(m) == (2, "go")
    answer(m, (0, "drink EL01 1"))
    assert asked(m) == (2, "go")
    g = answer(m, "pass")
    assert (held(g, 0), told(m, "regrouping")) == ({"hum": 1}, ["regrouping"])


@pytest.mark.rule("SV-128", "SV-129", "SV-232")
def test_who_could_act_may_pass_and_act_later_in_the_same_phase() -> None:
    m = play(realm(players=3, fame={0: 9, 1: 9}), then=1)
    before = m.state.copy()
    answer(m, "pass")
    assert (m.state.fame, m.state.gold, m.state.might) == (before.fame, before.gold, before.might)
    answer(m, "recruit CH26")
    assert asked(m) == (0, "go")
    assert answer(m, "recruit CH27").characters[0] == ("CH27",)


@pytest.mark.rule("SV-044")
def test_all_thirteen_actions_are_offered_to_whom_can_take_them() -> None:
    g = realm(
        gold={0: 9},
        fame={0: 9},
        might={0: 5},
        gifts={0: dict.fromkeys(("hum", "gen", "pur", "kin", "tem", "pat", "dil"), 2)},
        characters={0: ["CH01"]},
        buildings={0: ["C1"]},
        sins={0: ["SN03"]},
        artifacts={0: ["AR2"]},
        marks={"QU01": [0]},
        beside={"QU01": ["TR01"]},
        corruption={0: 1},
        fall=True,
    )
    verbs = {key.split()[0] for key in offered(play(g))}
    assert verbs == {
        "recruit", "buy", "found", "man", "sin", "use", "tap", "exchange", "mark", "treasure", "close", "purge",
        "pass", "cash",
    }  # fmt: skip


@pytest.mark.rule("SV-044", "SV-199")
def test_purging_needs_the_fall_of_a_hero() -> None:
    m = play(realm(gold={0: 1}, fame={0: 1}, might={0: 1}, sins={0: ["SN03"]}))
    assert "purge" not in offered(m)


@pytest.mark.rule("SV-016")
def test_an_action_that_cannot_be_paid_in_full_is_not_offered() -> None:
    m = play(
        realm(fame={0: 1}, gold={0: 2}, tavern=("CH01", "CH02"), store=("EL01", "EL04"), sins={0: ["SN03"]})
    )
    assert [key for key in offered(m) if key.split()[0] in ("recruit", "buy", "found")] == ["buy EL01"]


@pytest.mark.rule("SV-017")
def test_each_cost_is_paid_in_its_own_currency() -> None:
    m = play(realm(fame={0: 9}, tavern=("CH01",), sins={0: ["SN03"]}))
    assert [key for key in offered(m) if key.split()[0] in ("recruit", "buy", "found")] == ["recruit CH01"]
    m = play(realm(gold={0: 9}, tavern=("CH01",), store=("EL01",), offer=("C3",), sins={0: ["SN03"]}))
    assert {key for key in offered(m) if key.split()[0] in ("recruit", "buy", "found")} == {
        "buy EL01", "found C3", "found T1", "found T2", "found T3", "found T4", "found T5", "found T6",
    }  # fmt: skip


@pytest.mark.rule("SV-045", "SV-046", "SV-Q79")
def test_free_moves_come_before_the_own_action_and_between_goes() -> None:
    g = realm(
        players=3,
        elixirs={0: ["EL01"], 1: ["EL07"]},
        buildings={1: ["C1"]},
        manned=["C1"],
        sins={2: ["SN03"]},
    )
    m = play(g, then=1)
    answer(m, "drink EL01 1")
    assert (asked(m), held(m.state, 0)) == ((0, "go"), {"hum": 1})
    answer(m, "pass", "drink EL07 1")
    assert (asked(m), held(m.state, 1)) == ((1, "go"), {"gen": 1})
    answer(m, "pass")
    assert asked(m) == (2, "go")
    answer(m, (1, "cash C1"))
    assert (asked(m), m.state.fame[1]) == ((2, "go"), 2)


@pytest.mark.rule("SV-046", "SV-Q19", "SV-Q79")
def test_free_moves_are_asked_for_before_steps_in_which_they_matter() -> None:
    g = realm(players=3, elixirs={1: ["EL01"]}, buildings={2: ["C4"]}, manned=["C4"])
    m = play(g, then=1)
    answer(m, "pass", "pass", "pass")
    met = []
    while asked(m).topic == "between":
        met.append((m.state.step, asked(m).seat))
        answer(m, "go on")
    assert met == [
        ("awards", 1),
        ("awards", 2),
        ("sins", 1),
        ("sins", 2),
        ("production", 2),
        ("clear", 2),
    ]


@pytest.mark.rule("SV-Q19", "SV-Q42")
def test_nobody_makes_a_free_move_while_a_cataclysm_is_carried_out() -> None:
    g = realm(
        players=3,
        sins={0: ["SN03"], 1: ["SN04"]},
        pile=["SN02", "SN02", "SN05", "SN05", "SN06", "SN06"],
        elixirs={0: ["EL01", "EL02"], 1: ["EL07", "EL08"]},
    )
    m = play(g, "CA12", then=1)
    answer(m, "sin SN03 b", "let be")
    assert (asked(m).seat, asked(m).topic, m.asides) == (0, "pick", ())
    answer(m, "EL01")
    assert (asked(m).seat, offered(m)) == (1, ["EL07", "EL08"])


@pytest.mark.rule("SV-037", "SV-043")
def test_completing_the_lowest_row_ends_the_phase_at_once() -> None:
    g = realm(
        players=3, gold={0: 3}, quests=("QU01",), marks={"QU01": [1, 1]}, sins={1: ["SN03"], 2: ["SN03"]}
    )
    m = play(g, "CA01", then=1)
    answer(m, "mark QU01 3")
    while asked(m).topic in ("draft", "between"):
        answer(m, offered(m)[0])
    assert "regrouping" in told(m)
    assert told_of(m, "turn") == [[2]]


@pytest.mark.rule("SV-Q80")
def test_a_forced_pass_counts_as_a_pass_and_leaves_free_moves() -> None:
    g = realm(players=3, skips={0: 1}, elixirs={0: ["EL01"]}, fame={0: 9}, sins={1: ["SN03"], 2: ["SN03"]})
    m = play(g, then=1)
    assert offered(m) == ["drink EL01 1", "pass"]
    answer(m, "drink EL01 1")
    assert asked(m) == (1, "go")
    answer(m, "pass", "pass")
    assert "regrouping" in told(m)


@pytest.mark.rule("SV-Q80")
def test_forced_passes_add_up_and_lapse_with_the_turn() -> None:
    g = realm(players=3, skips={0: 2}, fame={0: 9, 1: 9, 2: 9})
    m = play(g, then=1)
    answer(m, "recruit CH26", "recruit CH27")
    assert asked(m).seat == 1
    assert isinstance(m.state, VirtuesState)
    assert m.state.skips[0] == 0
    g.skips[0] = 5
    m = play(g, then=1)
    answer(m, "pass", "pass")
    while asked(m).topic != "go":
        answer(m, offered(m)[0])
    assert m.state.skips == [0, 0, 0]
