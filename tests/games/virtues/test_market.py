"""Seven Virtues: recruiting, buying, founding and manning."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import DECK, DISPLAY, OFFER
from foldtale.games.virtues.rules.regrouping import clear_buildings, produce
from foldtale.testing import answer, asked, offered, play_only, refuses
from tests.games.virtues.given import BUSY, GAME, held, play, realm


@pytest.mark.rule("SV-X03", "SV-059", "SV-062")
def test_a_recruit_is_paid_and_brings_might_at_once_and_the_space_is_refilled() -> None:
    g = realm(fame={0: 5}, tavern=("CH04", "CH27", "CH28"), sins=BUSY)
    assert len(g.characters[DECK]) == 27
    after = answer(play(g, "CH09"), "recruit CH04")
    assert (after.fame[0], after.might[0], after.characters[0], after.turned) == (1, 2, ("CH04",), ())
    assert (after.characters[DISPLAY], len(after.characters[DECK])) == (("CH09",), 26)


@pytest.mark.rule("SV-X04", "SV-063")
def test_plus_might_comes_in_every_step_four_and_not_at_once() -> None:
    g = realm(fame={0: 6}, might={0: 3}, tavern=("CH05",), sins=BUSY)
    after = answer(play(g, then=1), "recruit CH05")
    assert after.might[0] == 3
    for turned in ((), ("CH05",)):
        m = play_only(GAME, realm(might={0: 3}, characters={0: ["CH05"]}, turned=turned), produce)
        assert m.state.might[0] == 4


@pytest.mark.rule("SV-060", "SV-165")
def test_a_closed_tavern_space_is_not_refilled() -> None:
    g = realm(fame={0: 5}, tavern=("CH26",), closed=(2, 0), sins=BUSY)
    after = answer(play(g, "CH01"), "recruit CH26")
    assert [len(after.characters[DISPLAY + at]) for at in range(3)] == [1, 0, 0]


@pytest.mark.rule("SV-061", "SV-064", "SV-147")
def test_any_number_of_characters_bring_their_income_tapped_or_not() -> None:
    own = ["CH01", "CH02", "CH03", "CH06", "CH07", "CH08", "CH11"]
    m = play_only(GAME, realm(characters={0: own}, turned=own[:3]), produce)
    assert (m.state.fame[0], m.state.gold[0]) == (3 + 3, 1 + 4)


@pytest.mark.rule("SV-065", "SV-066")
def test_an_elixir_is_paid_in_gold_and_the_space_is_refilled() -> None:
    g = realm(gold={0: 4}, store=("EL06", "EL02", "EL03"), sins=BUSY)
    after = answer(play(g, "EL12"), "buy EL06")
    assert (after.gold[0], after.elixirs[0], after.elixirs[DISPLAY]) == (0, ("EL06",), ("EL12",))
    assert refuses(play(g), "buy EL12", "SV-065")


@pytest.mark.rule("SV-070", "SV-071", "SV-072")
def test_castles_and_estates_are_replaced_and_temples_are_not() -> None:
    g = realm(gold={0: 9}, sins=BUSY)
    m = play(g, "C5", then=1)
    castle = m.fork()
    after = answer(castle, "found C3")
    assert (after.gold[0], after.castles[0], after.castles[OFFER]) == (5, ("C3",), ("C4", "C5"))
    temple = play(g)
    after = answer(temple, "found T3")
    assert (after.gold[0], after.temples[0], len(after.temples[OFFER])) == (3, ("T3",), 5)


@pytest.mark.rule("SV-073", "SV-074", "SV-X09")
@pytest.mark.parametrize(("own", "fame"), [(["CH26", "CH27"], 4), (["CH26"], 2)])
def test_the_set_rating_replaces_the_basic_one(own: list[str], fame: int) -> None:
    g = realm(heroes=("H1", "H6", "H3", "H4"), characters={1: own}, buildings={1: ["C6"]}, tavern=())
    m = play_only(GAME, g, produce)
    income = {2: 2 + 1, 1: 2 + 1}[len(own)]
    assert m.state.fame[1] == income + fame


@pytest.mark.rule("SV-X10", "SV-076", "SV-077")
@pytest.mark.parametrize(("own", "might"), [(["CH01", "CH02"], 4), (["CH01"], 3)])
def test_a_temple_gives_might_when_founded_and_each_turn_with_three_of_its_colour(
    own: list[str], might: int
) -> None:
    g = realm(gold={0: 5}, might={0: 2}, characters={0: own}, sins=BUSY)
    after = answer(play(g), "found T1")
    assert (after.gold[0], after.might[0]) == (0, 3)
    m = play_only(GAME, after, produce)
    assert m.state.might[0] == might


@pytest.mark.rule("SV-075", "SV-Q26")
def test_castles_and_estates_are_numbered_and_temples_are_not() -> None:
    g = realm()
    numbers = {number: g.content.kind(card) for number, card in g.content.numbered.items()}
    assert sorted(numbers) == [*range(1, 13)]
    assert set(numbers.values()) == {"castle", "estate"}


@pytest.mark.rule("SV-078", "SV-079", "SV-083")
def test_manning_costs_might_and_a_marker_and_one_marker_is_the_most() -> None:
    g = realm(might={0: 3}, buildings={0: ["T3", "C2"]}, sins=BUSY)
    m = play(g)
    assert not [key for key in offered(m) if key.startswith("work")]
    after = answer(m, "man T3")
    assert (after.might[0], after.supply(0), dict(after.manned)) == (1, 6, {"T3": 0})
    again = play(realm(might={0: 3}, buildings={0: ["T3"]}, manned=["T3"], sins=BUSY))
    assert refuses(again, "man T3", "SV-083")
    assert refuses(again, "man T4", "SV-078")


@pytest.mark.rule("SV-X11", "SV-080", "SV-084")
def test_a_manned_castle_is_used_once_and_can_be_manned_again() -> None:
    g = realm(players=3, might={0: 6}, buildings={0: ["C4"]}, sins=BUSY)
    m = play(g, then=1)
    answer(m, "man C4")
    assert (m.state.might[0], asked(m)) == (5, (1, "go"))
    answer(m, (0, "work C4"))
    assert (m.state.might[0], m.state.fame[0], dict(m.state.manned)) == (5, 3, {})
    answer(m, "pass", "pass", "man C4")
    assert (m.state.might[0], m.state.fame[0], dict(m.state.manned)) == (4, 3, {"C4": 0})


@pytest.mark.rule("SV-X12", "SV-150")
def test_a_marker_that_is_not_used_comes_home_and_its_might_is_lost() -> None:
    g = realm(might={0: 4}, fame={0: 3}, buildings={0: ["C4"]}, manned=["C4"])
    m = play_only(GAME, g, clear_buildings)
    answer(m, "go on")
    assert (m.state.supply(0), m.state.fame[0], m.state.might[0]) == (7, 3, 4)


@pytest.mark.rule("SV-081", "SV-080")
def test_using_a_manned_building_is_no_action() -> None:
    g = realm(buildings={0: ["E7"]}, manned=["E7"], sins=BUSY)
    m = play(g)
    after = answer(m, "work E7")
    assert (asked(m), after.gold[0], after.fame[0]) == ((0, "go"), 2, 1)


@pytest.mark.rule("SV-082", "SV-151", "SV-Q23")
def test_a_manned_temple_works_until_the_turn_ends_with_its_marker_on_it() -> None:
    g = realm(fame={0: 9}, buildings={0: ["T1"]}, manned=["T1"], tavern=("CH26", "CH27", "CH28"), sins=BUSY)
    m = play(g, then=1)
    after = answer(m, "recruit CH27", "pass", "pass", "pass")
    assert (after.fame[0], dict(after.manned)) == (7, {"T1": 0})
    assert answer(m, "recruit CH28").fame[0] == 5
    over = play_only(GAME, g, clear_buildings).state
    assert (dict(over.manned), over.force.sources) == ({}, ())


@pytest.mark.rule("SV-085", "SV-Q24")
def test_without_a_marker_nothing_can_be_manned_marked_or_closed() -> None:
    g = realm(
        gold={0: 9},
        might={0: 9},
        gifts={0: {"hum": 2, "pur": 1, "kin": 1, "tem": 1, "pat": 1, "dil": 1}},
        buildings={0: ["C1", "C2"]},
        quests=("QU22", "QU23", "QU01"),
        marks={"QU22": [0, 0], "QU23": [0, 0], "QU01": [0]},
        portals={1: 0},
        manned=["C2"],
        sins=BUSY,
    )
    assert g.supply(0) == 0
    m = play(g, then=1)
    assert refuses(m, "man C1", "SV-085")
    assert refuses(m, "mark QU22 4", "SV-085")
    assert refuses(m, "close P1", "SV-085")
    assert "man C1" in offered(play(answer(m, "work C2")))


@pytest.mark.rule("SV-Q82", "SV-Q83")
def test_a_purchase_by_an_effect_is_cheaper_and_takes_no_go() -> None:
    g = realm(
        fame={0: 1},
        buildings={0: ["C1", "T1"]},
        manned=["C1", "T1"],
        tavern=("CH04", "CH01", "CH02"),
        sins=BUSY,
    )
    m = play(g, then=1)
    answer(m, "work C1")
    assert (asked(m).topic, offered(m)) == ("recruit", ["recruit CH04", "recruit CH01", "recruit CH02", "no"])
    after = answer(m, "recruit CH04")
    assert (asked(m), after.fame[0], after.might[0]) == ((0, "go"), 0, 2)
    assert len(after.characters[DISPLAY]) == 1


@pytest.mark.rule("SV-Q82")
def test_a_temple_never_lowers_a_price_below_one_but_an_effect_does() -> None:
    g = realm(
        fame={0: 0}, buildings={0: ["C1", "T1"]}, manned=["C1", "T1"], tavern=("CH01", "CH02"), sins=BUSY
    )
    m = play(g, then=1)
    answer(m, "work C1")
    assert offered(m) == ["recruit CH01", "recruit CH02", "no"]
    after = answer(m, "recruit CH02")
    assert (after.fame[0], held(after, 0)) == (0, {})
