"""Seven Virtues: moments on which the rulebook is silent."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import DECK, DISPLAY
from foldtale.games.virtues.rules.pile import cataclysm
from foldtale.games.virtues.state import VirtuesState
from foldtale.testing import answer, asked, offered, play_only, refuses, told, told_of
from tests.games.virtues.given import BUSY, GAME, held, play, realm


@pytest.mark.rule("SV-Q88")
def test_elixirs_are_not_asked_for_before_production_and_clearing() -> None:
    m = play(realm(players=3, elixirs={0: ["EL01"]}), then=1)
    while asked(m).topic == "go":
        answer(m, "pass")
    met = []
    while asked(m).topic == "between":
        met.append(m.state.step)
        answer(m, "go on")
    assert met == ["awards", "sins"]


@pytest.mark.rule("SV-Q89", "SV-Q90")
def test_a_target_is_named_before_others_react_and_its_cards_are_chosen_after() -> None:
    g = realm(gifts={1: {"hum": 1, "pat": 1}, 2: {"dil": 1}}, sins={0: ["SN06"], 3: ["SN01"]})
    m = play(g)
    answer(m, "sin SN06 a")
    assert (asked(m), offered(m)) == ((0, "target"), ["player 2", "player 3"])
    answer(m, "player 2")
    assert asked(m) == (3, "sin_played")
    answer(m, "let be")
    assert (asked(m), offered(m)) == ((0, "pick"), ["hum", "pat"])


@pytest.mark.rule("SV-Q91")
def test_direct_payment_is_offered_only_while_something_is_missing() -> None:
    g = realm(fame={0: 2}, buildings={0: ["C1"]}, tavern=("CH06",), sins=BUSY)
    m = play(g, then=1)
    answer(m, "recruit CH06")
    assert (asked(m), m.state.fame[0], m.state.castles[0]) == ((1, "go"), 0, ("C1",))


@pytest.mark.rule("SV-Q91", "SV-016")
def test_an_elixir_is_not_poured_away_so_that_the_rest_could_not_be_paid() -> None:
    g = realm(elixirs={0: ["EL10", "EL01"]}, quests=("QU11", "QU01"), sins=BUSY)
    m = play(g)
    answer(m, "mark QU11 2")
    assert held(m.state, 0) == {}
    short = play(realm(elixirs={0: ["EL19", "EL10"]}, pool={"hum": 0}, quests=("QU11", "QU01"), sins=BUSY))
    answer(short, "mark QU11 2")
    assert offered(short) == ["drink EL19 1", "pour EL19 1", "pour EL10 1"]


@pytest.mark.rule("SV-Q92", "SV-Q84")
def test_three_pairs_need_three_gifts() -> None:
    m = play(realm(gifts={0: {"hum": 2}}, sins=BUSY))
    answer(m, "exchange", "take gen pool", "give hum", "take gen pool")
    assert asked(m) == (1, "go")


@pytest.mark.rule("SV-Q93", "SV-057")
def test_an_estate_is_cashed_before_a_demand_is_looked_at() -> None:
    g = realm(unnamed=True, step="unnamed", buildings={0: ["E7"]}, gold={0: 0}, sins={0: ["SN03"]})
    m = play(g, then=1)
    answer(m, "play UN01", "player 1", "cash E7")
    assert (m.state.gold[0], len(m.state.sins.rows[0])) == (0, 1)


@pytest.mark.rule("SV-Q94")
def test_the_mill_takes_its_gift_also_from_a_poor_owner() -> None:
    g = realm(buildings={0: ["E12"]}, manned=["E12"], gifts={1: {"hum": 1}}, sins=BUSY)
    after = answer(play(g), "work E12")
    assert (held(after, 0), after.gold[:2]) == ({"hum": 1}, [0, 0])


@pytest.mark.rule("SV-Q95", "SV-043")
def test_further_actions_lapse_when_the_row_is_completed() -> None:
    g = realm(players=3, gold={0: 3}, quests=("QU01",), marks={"QU01": [1, 1]}, artifacts={0: ["AR6"]})
    m = play(g, "CA02", then=1)
    answer(m, "use AR6", "mark QU01 3")
    while asked(m).topic == "draft":
        answer(m, offered(m)[0])
    assert (m.state.more, m.state.acted) == (0, False)


@pytest.mark.rule("SV-Q96", "SV-210")
def test_who_falls_in_his_own_go_loses_his_gifts_at_its_end() -> None:
    g = realm(fall=True, corruption={0: 6}, gifts={0: {"hum": 2}}, sins={0: ["SN01"], 1: ["SN10"]})
    m = play(g)
    answer(m, "sin SN01 a", "let be")
    assert (m.state.fell[0], held(m.state, 0)) == (1, {})


@pytest.mark.rule("SV-Q97", "SV-217")
def test_the_unnamed_sits_in_the_last_seat() -> None:
    g = realm(players=7, unnamed=True, step="unnamed")
    assert (asked(play(g, then=1)), g.heroes) == ((6, "unnamed"), 6)


@pytest.mark.rule("SV-Q98")
def test_a_castle_helps_to_pay_for_a_seduction() -> None:
    g = realm(buildings={0: ["C1"]}, characters={1: ["CH01"]}, sins={0: ["SN05"]})
    m = play(g)
    answer(m, "sin SN05 a", "spend C1")
    assert (m.state.characters[0], m.state.fame[:2]) == (("CH01",), [0, 2])


@pytest.mark.rule("SV-Q99", "SV-022")
def test_others_learn_how_many_sins_go_back_and_not_which() -> None:
    g = realm(artifacts={0: ["AR1"]}, sins={0: ["SN03", "SN04"]})
    m = play(g)
    answer(m, "use AR1", "1", "SN04")
    assert "'SN04'" not in str(m.story(1))
    assert isinstance(m.state, VirtuesState)


@pytest.mark.rule("SV-Q101", "SV-179")
def test_armour_comes_in_the_order_of_its_list() -> None:
    g = realm(players=3, gold={0: 3}, quests=("QU01",), marks={"QU01": [-2, -2]}, armour=2)
    m = play(g, "CA02", then=1)
    answer(m, "mark QU01 3", "TR05")
    assert told_of(m, "armour") == [["LA3", 3]]


@pytest.mark.rule("SV-Q102", "SV-Q24")
def test_a_marker_may_be_taken_back_from_a_building_that_does_nothing() -> None:
    g = realm(buildings={0: ["C1"]}, manned=["C1"], tavern=("CH30",), sins=BUSY)
    m = play(g)
    after = answer(m, "work C1")
    assert (asked(m), after.supply(0), after.characters[0]) == ((0, "go"), 7, ())


@pytest.mark.rule("SV-113", "SV-165")
def test_bad_input_is_refused_with_its_rule() -> None:
    g = realm(
        gold={0: 9}, marks={"QU05": [1, 1]}, closed=(1, 0), tavern=("CH26", "CH27"), fame={0: 9}, sins=BUSY
    )
    m = play(g)
    assert refuses(m, "mark QU05 3", "SV-113")
    assert refuses(m, "recruit CH28", "SV-059")
    assert refuses(m, "nonsense", "SV-040")


@pytest.mark.rule("SV-Q103")
def test_a_sheltered_heros_sin_can_be_negated() -> None:
    m = play(realm(buildings={0: ["T5"]}, manned=["T5"], sins={0: ["SN03"], 1: ["SN01"]}), then=1)
    answer(m, "sin SN03 b", "react SN01")
    assert told(m, "is negated") == ["is negated"]


@pytest.mark.rule("SV-Q21", "SV-164")
def test_a_card_that_a_closed_space_gives_up_fills_another_that_was_empty() -> None:
    g = realm(store=("EL34", "EL35", "EL36"))
    g.elixirs[0], g.elixirs[DECK], g.elixirs[DISPLAY] = g.elixirs[DECK] + ("EL34",), (), ()
    after = play_only(GAME, g, cataclysm, falls=("CA11",)).state
    assert [after.elixirs[DISPLAY + at] for at in range(3)] == [("EL36",), ("EL35",), ()]
