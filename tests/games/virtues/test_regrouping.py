"""Seven Virtues: the seven steps of the Regrouping Phase."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.virtues.places import PILE, TAKEN
from foldtale.games.virtues.rules.regrouping import draw_sins, new_order, produce, renew_treasures, score
from foldtale.games.virtues.state import VirtuesState
from foldtale.testing import answer, asked, offered, play_only, told_of
from tests.games.virtues.given import GAME, play, realm

FIVE = ["SN02", "SN05", "SN05", "SN06", "SN06"]


def scored(**given: Any) -> list[int]:
    """The might of all heroes after step 1."""
    m = play_only(GAME, realm(**given), score)
    while asked(m).topic == "between":
        answer(m, "go on")
    return list(m.state.might)


@pytest.mark.rule("SV-130", "SV-131", "SV-132")
def test_most_elixirs_characters_and_buildings_give_one_might_each() -> None:
    assert scored(heroes=("H1", "H1", "H1", "H1"), elixirs={1: ["EL01"]}) == [0, 1, 0, 0]
    both = {0: ["CH01", "CH06"], 1: ["CH02", "CH07", "CH08"]}
    assert scored(heroes=("H3", "H4", "H5", "H6"), characters=both) == [1, 3, 1, 1]
    assert scored(heroes=("H1",) * 4, buildings={2: ["T1", "C1"], 3: ["E7"]}) == [0, 0, 1, 0]


@pytest.mark.rule("SV-133", "SV-134", "SV-135")
def test_most_gifts_fame_and_gold_give_one_might_each() -> None:
    same = ("H1",) * 4
    assert scored(heroes=same, gifts={0: {"hum": 2}, 1: {"gen": 3}}) == [0, 1, 0, 0]
    assert scored(heroes=same, fame={0: 2, 3: 3}) == [0, 0, 0, 1]
    assert scored(heroes=same, gold={2: 1}) == [0, 0, 1, 0]


@pytest.mark.rule("SV-136", "SV-Q52")
def test_each_colour_is_judged_with_the_hero() -> None:
    assert scored(heroes=("H1", "H2", "H3", "H4")) == [1, 1, 1, 1]
    assert scored(heroes=("H1", "H1", "H3", "H4"), characters={1: ["CH01"]})[:2] == [0, 2]


@pytest.mark.rule("SV-137", "SV-138", "SV-Q52")
def test_ties_give_nothing_and_one_hero_may_win_several() -> None:
    same = ("H1",) * 4
    assert scored(heroes=same, gold={0: 3, 1: 3}) == [0, 0, 0, 0]
    assert scored(heroes=same, gold={0: 3}, fame={0: 1}, elixirs={0: ["EL07"]}) == [3, 0, 0, 0]


@pytest.mark.rule("SV-X21", "SV-139")
def test_the_example_of_step_one() -> None:
    g: dict[str, Any] = {
        "characters": {
            0: ["CH01", "CH02", "CH26", "CH06"],
            1: ["CH07", "CH27"],
            2: ["CH08", "CH09"],
            3: ["CH21"],
        },
        "tavern": (),
        "elixirs": {0: ["EL01", "EL02", "EL03"], 1: ["EL07", "EL08", "EL09"], 2: ["EL13"]},
        "buildings": {0: ["T1"], 1: ["T2"]},
        "gifts": {0: {"hum": 2}, 1: {"gen": 5}, 3: {"pat": 1}},
        "fame": {2: 6, 3: 5},
        "gold": {0: 1, 1: 1, 2: 1, 3: 4},
        "sins": {0: ["SN03", "SN04"]},
        "might": {0: 5},
    }
    assert scored(**g) == [5, 1, 2, 3]


@pytest.mark.rule("SV-X22")
def test_sins_held_never_take_might_below_nothing() -> None:
    assert scored(heroes=("H1",) * 4, might={1: 1}, sins={1: ["SN03", "SN04", "SN05"]})[1] == 0


@pytest.mark.rule("SV-140", "SV-141", "SV-X23")
def test_hands_are_filled_up_to_three_and_at_least_one_card_is_drawn() -> None:
    hands = {1: ["SN03"], 2: ["SN03", "SN04"], 3: ["SN04", "SN09", "SN09"]}
    g = realm(step="sins", sins=hands)
    m = play(g, *["SN02", "SN05", "SN06"], *["SN07", "SN07"], "SN08", "SN10", then=1)
    assert asked(m) == (3, "discard sin")
    assert m.state.sins.rows[:3] == [
        ("SN02", "SN05", "SN06"),
        ("SN03", "SN07", "SN07"),
        ("SN03", "SN04", "SN08"),
    ]
    assert sorted(offered(m)) == ["SN04", "SN09", "SN10"]
    answer(m, "SN10")
    assert (len(m.state.sins.rows[3]), m.state.sins.rows[PILE]) == (3, ("SN10",))


@pytest.mark.rule("SV-142", "SV-143", "SV-X24")
def test_a_discard_may_be_the_seventh_and_the_step_goes_on() -> None:
    hands = {0: ["SN03", "SN04", "SN09"], 1: ["SN03", "SN04", "SN09"], 2: ["SN10", "SN11", "SN12"]}
    g = realm(players=3, step="sins", sins=hands, pile=FIVE)
    m = play(g, "SN07", "SN07", "CA01", "SN13", then=1)
    answer(m, "SN07")
    assert (len(m.state.sins.rows[PILE]), m.state.struck) == (6, 0)
    answer(m, "SN07")
    assert (m.state.struck, m.state.sins.rows[PILE], asked(m)) == (1, (), (2, "discard sin"))
    answer(m, "SN10")
    assert m.state.sins.rows[PILE] == ("SN10",)


@pytest.mark.rule("SV-144", "SV-Q33")
def test_from_an_empty_sin_deck_nothing_is_drawn() -> None:
    g = realm(step="sins", sins={0: ["SN03"]})
    for card in [card for layer in g.sins.layers for card in layer]:
        g.sins.lift(card)
        g.sins.put(card, 3)
    g.order = (0,)
    m = play_only(GAME, g, draw_sins)
    assert m.state.sins.rows[0] == ("SN03",)


@pytest.mark.rule("SV-X44", "SV-Q34", "SV-Q78")
def test_of_four_sins_in_hand_two_are_discarded_one_after_the_other() -> None:
    g = realm(
        players=3,
        step="sins",
        order=(2, 0, 1),
        sins={2: ["SN10", "SN11", "SN12", "SN13"]},
        pile=[*FIVE, "SN07"],
    )
    m = play(g, "SN14", "CA01", then=1)
    answer(m, "SN14")
    assert (m.state.struck, m.state.sins.rows[PILE]) == (1, ())
    answer(m, "SN10")
    assert (m.state.sins.rows[PILE], len(m.state.sins.rows[2])) == (("SN10",), 3)


@pytest.mark.rule("SV-X25", "SV-148", "SV-Q77")
def test_the_example_of_step_four() -> None:
    g = realm(
        characters={0: ["CH01", "CH05"]},
        turned=["CH01"],
        buildings={0: ["C1", "T1"]},
        portals={0: 0},
        step="production",
    )
    m = play_only(GAME, g, produce)
    assert (m.state.fame[0], m.state.gold[0], m.state.might[0]) == (6, 2, 3)


@pytest.mark.rule("SV-126", "SV-Q25", "SV-Q51")
def test_each_portal_marker_and_each_plus_symbol_gives_one_might() -> None:
    g = realm(portals={0: 1, 3: 1}, characters={1: ["CH10", "CH15"]})
    assert play_only(GAME, g, produce).state.might[1] == 4


@pytest.mark.rule("SV-149")
def test_taken_treasures_go_back_into_the_deck() -> None:
    g = realm(taken=["TR01", "TR02"])
    before = g.treasures.deck_size
    m = play_only(GAME, g, renew_treasures)
    assert (m.state.treasures.rows[TAKEN], m.state.treasures.deck_size) == ((), before + 2)


@pytest.mark.rule("SV-X26", "SV-152", "SV-154")
def test_the_example_of_step_seven() -> None:
    g = realm(first=1, order=(1, 2, 3, 0), might={0: 4, 1: 2, 2: 5, 3: 2})
    m = play_only(GAME, g, new_order)
    assert (m.state.first, m.state.order) == (3, (3, 1, 0, 2))


@pytest.mark.rule("SV-153", "SV-155", "SV-Q54")
def test_ties_go_clockwise_after_the_last_first_player_who_comes_last() -> None:
    g = realm(first=1, order=(1, 2, 3, 0))
    assert play_only(GAME, g, new_order).state.order == (2, 3, 0, 1)
    alone = realm(first=1, might={0: 1, 2: 1, 3: 1})
    assert play_only(GAME, alone, new_order).state.order == (1, 2, 3, 0)


@pytest.mark.rule("SV-037", "SV-Q04")
def test_a_turn_is_both_phases_and_then_a_new_one_begins() -> None:
    m = play(realm(players=3), then=3)
    assert isinstance(m.state, VirtuesState)
    assert told_of(m, "turn")[0] == [2]
    assert told_of(m, "regrouping")[0] == [1]


@pytest.mark.rule("SV-Q53")
def test_fallen_heroes_compete_for_awards() -> None:
    assert scored(heroes=("H1",) * 4, fall=True, fallen=[2], gold={2: 1}) == [0, 0, 1, 0]
