"""Seven Virtues: sins, reactions, artifacts and the pile."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.language import Moment
from foldtale.games.virtues.places import PILE, PLAYED, SPENT, STRUCK
from foldtale.kernel import Match
from foldtale.kernel.scene import pieces
from foldtale.testing import answer, asked, offered, refuses, told, told_of
from tests.games.virtues.given import BUSY, CONTENT, GAME, held, play, realm

SIX = ["SN02", "SN05", "SN05", "SN06", "SN06", "SN07"]


def reactions(match: Match) -> list[tuple[int, str]]:
    """Who is asked to react, and to what, until something else is asked; everybody lets it be."""
    found = []
    while match.ask is not None and offered(match)[0] == "let be":
        found.append((asked(match).seat, asked(match).topic))
        match.answer("let be")
    return found


@pytest.mark.rule("SV-086")
def test_one_of_the_two_functions_is_carried_out_and_the_card_goes_on_the_pile() -> None:
    g = realm(sins={0: ["SN03", "SN12"], 1: ["SN04"]})
    m = play(g)
    assert offered(m, "sin") == ["sin SN03 a", "sin SN03 b", "sin SN12 a", "sin SN12 b"]
    answer(m, "sin SN12 b")
    reactions(m)
    assert (m.state.fame[0], m.state.sins.rows[PILE], m.state.sins.rows[0]) == (3, ("SN12",), ("SN03",))


@pytest.mark.rule("SV-X13", "SV-087", "SV-088")
def test_the_seventh_sin_works_first_then_the_cataclysm_comes_then_the_shuffle() -> None:
    g = realm(gold={0: 1, 1: 5}, players=3, sins={0: ["SN03"], 1: ["SN08"]}, pile=SIX)
    used = [card for layer in g.sins.layers for card in layer][:-5]
    for card in used:
        g.sins.lift(card)
        g.sins.put(card, 2)
    assert g.sins.deck_size == 5
    m = play(g, "CA11", then=1)
    answer(m, "sin SN03 b")
    reactions(m)
    after = m.state
    assert (after.gold[0], after.gold[1], after.closed) == (1, 3, (0, 1))
    assert (after.sins.rows[PILE], after.sins.deck_size, after.struck) == ((), 12, 1)


@pytest.mark.rule("SV-091", "SV-Q32")
def test_the_others_are_asked_in_play_order_after_the_player_until_one_reacts() -> None:
    g = realm(order=(2, 0, 3, 1), first=2, at=1, sins={0: ["SN03"], 1: ["SN01"], 2: ["SN04"], 3: ["SN08"]})
    m = play(g)
    answer(m, "sin SN03 b")
    assert asked(m) == (3, "sin_played")
    silent = m.fork()
    assert reactions(silent) == [(seat, "sin_played") for seat in (3, 1, 2)]
    answer(m, "react SN08")
    assert asked(m) == (1, "go")
    assert (m.state.gold[0], m.state.sins.rows[PILE]) == (0, ("SN08", "SN03"))


@pytest.mark.rule("SV-091")
def test_whether_somebody_holds_a_reaction_is_hidden() -> None:
    for hand in (["SN01"], ["SN05"]):
        m = play(realm(sins={0: ["SN03"], 1: hand}))
        answer(m, "sin SN03 b")
        assert asked(m) == (1, "sin_played")
        assert m.scene(0).ask.choices == ()
    nobody_could = realm(sins={0: ["SN03"], 1: ["SN05"]}, pile=["SN01", "SN01", "SN08", "SN08"])
    m = play(nobody_could)
    answer(m, "sin SN03 b")
    assert asked(m).topic == "go"


@pytest.mark.rule("SV-X41", "SV-091")
def test_a_negated_sin_has_no_effect_and_both_cards_go_on_the_pile() -> None:
    g = realm(players=3, might={0: 1, 1: 4}, sins={0: ["SN02"], 1: ["SN01"], 2: ["SN10"]}, pile=SIX[1:])
    m = play(g, "CA02", then=1)
    answer(m, "sin SN02 a")
    assert asked(m) == (1, "sin_played")
    answer(m, "react SN01")
    after = m.state
    assert (after.might, after.struck, after.sins.rows[PILE]) == ([1, 4, 0], 1, ())
    assert asked(m) == (2, "go")


@pytest.mark.rule("SV-X43")
def test_the_negating_card_is_the_seventh_and_the_negated_one_begins_the_next_pile() -> None:
    g = realm(players=3, gold={1: 3, 2: 3}, sins={0: ["SN04"], 1: ["SN01"], 2: ["SN10"]}, pile=SIX)
    m = play(g, "CA02", then=1)
    answer(m, "sin SN04 a", "react SN01")
    after = m.state
    assert (after.struck, after.sins.rows[PILE], after.gold) == (1, ("SN04",), [0, 3, 3])


@pytest.mark.rule("SV-Q32")
def test_a_negation_is_not_negated() -> None:
    g = realm(sins={0: ["SN03", "SN01"], 1: ["SN01"], 2: ["SN08"], 3: ["SN08"]})
    m = play(g)
    answer(m, "sin SN03 b", "react SN01")
    assert asked(m) == (2, "go")


@pytest.mark.rule("SV-Q31")
def test_a_function_without_a_target_may_be_played_without_effect() -> None:
    g = realm(might={0: 9}, sins={0: ["SN02"], 1: ["SN10"]})
    m = play(g)
    answer(m, "sin SN02 a")
    assert reactions(m) == [(1, "sin_played")]
    assert (m.state.might[0], m.state.sins.rows[PILE]) == (9, ("SN02",))


@pytest.mark.rule("SV-Q30")
def test_a_sin_that_is_carried_out_lies_open_and_not_on_the_pile() -> None:
    g = realm(gifts={1: {"hum": 1, "pat": 1}}, sins={0: ["SN06"]}, pile=[*SIX[:3], *SIX[4:], "SN08"])
    m = play(g, "CA02", then=1)
    answer(m, "sin SN06 a")
    assert asked(m) == (0, "pick")
    assert (m.state.sins.rows[PLAYED], len(m.state.sins.rows[PILE])) == (("SN06",), 6)
    assert "played SN06" in {piece.id for piece in pieces(m.scene(2))}
    answer(m, "pat")
    assert (held(m.state, 0), m.state.struck) == ({"pat": 1}, 1)


@pytest.mark.rule("SV-092", "SV-094")
def test_an_artifact_is_an_action_and_goes_on_its_pile() -> None:
    g = realm(artifacts={0: ["AR2"]}, sins={1: ["SN10"]})
    m = play(g)
    answer(m, "use AR2", "let be", "hum", "hum", "gen")
    assert (asked(m), held(m.state, 0)) == ((1, "go"), {"hum": 2, "gen": 1})
    assert m.state.artifacts.rows[SPENT] == ("AR2",)


@pytest.mark.rule("SV-093", "SV-Q35")
def test_only_its_owner_sees_an_unused_artifact() -> None:
    m = play(realm(artifacts={0: ["AR2"]}, sins=BUSY))
    seen = [{piece.id for piece in pieces(m.scene(seat))} for seat in (0, 1)]
    assert ["AR2" in ids for ids in seen] == [True, False]
    assert refuses(m, "use AR3", "SV-092")


@pytest.mark.rule("SV-094", "SV-Q36")
def test_used_artifacts_are_shuffled_only_when_one_must_be_drawn_from_an_empty_deck() -> None:
    others = [f"AR{n}" for n in range(1, 7)]
    g = realm(marks={"QU01": [0, 0]}, beside={"QU01": ["TR16", "TR17"]}, spent=others, sins={0: ["SN03"]})
    m = play(g, "AR4")
    after = answer(m, "treasure QU01 TR16")
    assert (after.artifacts.rows[0], after.artifacts.rows[SPENT]) == (("AR7",), tuple(others))
    after = answer(m, "treasure QU01 TR17")
    assert (after.artifacts.rows[0], after.artifacts.rows[SPENT], after.artifacts.deck_size) == (
        ("AR7", "AR4"),
        (),
        5,
    )


@pytest.mark.rule("SV-Q36")
def test_with_no_artifact_left_the_treasure_gives_nothing() -> None:
    held_by = {seat: [f"AR{2 * seat + n}" for n in (1, 2)] for seat in range(3)}
    held_by[3] = ["AR7"]
    g = realm(marks={"QU01": [0]}, beside={"QU01": ["TR16"]}, artifacts=held_by, sins=BUSY)
    after = answer(play(g), "treasure QU01 TR16")
    assert len(after.artifacts.rows[0]) == 2


@pytest.mark.rule("SV-Q32")
def test_an_artifact_can_be_negated_by_spite_and_is_spent_all_the_same() -> None:
    g = realm(artifacts={0: ["AR2"]}, sins={1: ["SN01"], 2: ["SN08"]})
    m = play(g)
    answer(m, "use AR2")
    assert (asked(m), offered(m)) == ((1, "artifact_used"), ["let be"])
    answer(m, "let be", "react SN08")
    assert (held(m.state, 0), m.state.artifacts.rows[SPENT], asked(m)) == ({}, ("AR2",), (1, "go"))


@pytest.mark.rule("SV-156", "SV-157")
def test_play_goes_on_where_a_cataclysm_has_halted_it() -> None:
    g = realm(sins={0: ["SN03"], 1: ["SN10"]}, pile=SIX)
    m = play(g, "CA02", then=1)
    answer(m, "sin SN03 b")
    reactions(m)
    assert (asked(m), m.state.cataclysms.rows[STRUCK]) == ((1, "go"), ("CA02",))
    assert told(m, "cataclysm", "shuffles the sins") == ["cataclysm", "shuffles the sins"]


@pytest.mark.rule("SV-Q08")
def test_every_design_has_two_functions_and_four_copies_can_negate() -> None:
    negating = [card for card in CONTENT.sins if CONTENT.body(card).plays]
    raising = [card for card in CONTENT.sins if "untap" in CONTENT.cards[card].words()]
    assert (len(negating), len(raising)) == (4, 16)
    assert told_of(play(realm(sins=BUSY)), "plays a sin") == []
    assert GAME.secrets


@pytest.mark.rule("SV-Q32")
def test_the_first_reaction_ends_the_window_also_where_it_negates_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two_gold = Moment(window="sin_played", do=CONTENT.body("SN03").b.do)
    monkeypatch.setitem(CONTENT.moments["sin_played"], "SN01", two_gold)
    m = play(realm(gold={3: 1}, sins={0: ["SN12"], 1: ["SN01"], 2: ["SN08"], 3: ["SN01"]}))
    answer(m, "sin SN12 b", "react SN01")
    assert (m.state.gold, m.state.fame[0], asked(m)) == ([0, 2, 0, 1], 3, (2, "go"))
