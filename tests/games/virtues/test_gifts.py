"""Seven Virtues: gaining gifts, and the hero's exchange."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import USED
from foldtale.games.virtues.rules.regrouping import produce, wake_heroes
from foldtale.testing import answer, asked, offered, play_only, refuses
from tests.games.virtues.given import BUSY, CONTENT, GAME, held, play, pooled, realm


@pytest.mark.rule("SV-X14", "SV-095", "SV-098")
def test_a_character_gives_what_the_pools_have_left() -> None:
    g = realm(characters={0: ["CH05"]}, pool={"hum": 0, "gen": 2, "kin": 1}, sins=BUSY)
    after = answer(play(g), "tap CH05")
    assert held(after, 0) == {"gen": 1, "kin": 1}
    assert (pooled(after, "hum", "gen", "kin"), after.turned) == ([0, 1, 0], ("CH05",))


@pytest.mark.rule("SV-097")
def test_each_type_is_limited_by_its_own_pool() -> None:
    g = realm(elixirs={0: ["EL01"]}, characters={0: ["CH01"]}, pool={"hum": 1})
    assert held(answer(play(g), "drink EL01 2"), 0) == {"hum": 1}


@pytest.mark.rule("SV-X15", "SV-096")
def test_a_turned_character_gives_once_more_and_leaves() -> None:
    g = realm(characters={0: ["CH02"]}, turned=["CH02"], sins=BUSY)
    after = answer(play(g), "tap CH02")
    assert (held(after, 0), after.characters[0], after.turned) == ({"gen": 1, "kin": 1}, (), ())
    assert after.characters[USED] == ("CH02",)
    m = play_only(GAME, after, produce)
    assert m.state.fame[0] == 3


@pytest.mark.rule("SV-099", "SV-Q27")
def test_a_character_that_would_give_nothing_cannot_be_turned() -> None:
    g = realm(characters={0: ["CH01", "CH02"]}, pool={"hum": 0, "gen": 0}, sins=BUSY)
    m = play(g)
    assert offered(m, "tap") == ["tap CH02"]
    assert refuses(m, "tap CH01", "SV-099")


@pytest.mark.rule("SV-100")
def test_one_action_turns_one_character() -> None:
    m = play(realm(characters={0: ["CH01", "CH02"]}, sins=BUSY))
    after = answer(m, "tap CH01")
    assert (asked(m), after.turned) == ((1, "go"), ("CH01",))


@pytest.mark.rule("SV-101", "SV-089")
def test_characters_stay_turned_until_a_sin_raises_them() -> None:
    g = realm(characters={0: ["CH01"]}, turned=["CH01"], sins=BUSY)
    assert play_only(GAME, g, wake_heroes).state.turned == ("CH01",)
    raising = {card.id for card in CONTENT.cards.values() if "untap" in card.words()}
    assert {CONTENT.kind(card) for card in raising} == {"sin"}
    g = realm(characters={0: ["CH01"]}, turned=["CH01"], sins={0: ["SN02"]})
    assert answer(play(g), "sin SN02 b").turned == ()


@pytest.mark.rule("SV-090", "SV-Q08")
def test_no_sin_wakes_a_hero() -> None:
    g = realm(tapped=[0], characters={0: ["CH01"]}, sins={0: ["SN02"]})
    after = answer(play(g), "sin SN02 b")
    assert after.tapped[0]


@pytest.mark.rule("SV-X16", "SV-102", "SV-105")
def test_the_hero_exchanges_with_the_pool_and_with_another_hero() -> None:
    g = realm(gifts={0: {"hum": 2, "gen": 1}, 1: {"pat": 1}}, pool={"dil": 3}, sins=BUSY)
    m = play(g)
    answer(m, "exchange", "give hum", "take dil pool", "give gen", "take pat 2", "done")
    after = m.state
    assert (held(after, 0), held(after, 1)) == ({"hum": 1, "dil": 1, "pat": 1}, {"gen": 1})
    assert (pooled(after, "dil", "hum"), after.tapped[0]) == ([2, 5], True)
    after.at = 0
    assert "exchange" not in offered(play(after))


@pytest.mark.rule("SV-102")
def test_the_ability_needs_a_gift_and_exchanges_at_most_three() -> None:
    assert "exchange" not in offered(play(realm(sins=BUSY)))
    m = play(realm(gifts={0: {"hum": 4}}, sins=BUSY))
    answer(m, "exchange", "take gen pool", "give hum", "take gen pool", "give hum", "take gen pool")
    assert (asked(m), held(m.state, 0)) == ((1, "go"), {"hum": 1, "gen": 3})


@pytest.mark.rule("SV-103", "SV-Q28")
def test_each_gift_received_differs_from_the_one_given_for_it() -> None:
    m = play(realm(gifts={0: {"hum": 2}, 1: {"hum": 1, "gen": 1}}, sins=BUSY))
    answer(m, "exchange")
    assert "take hum pool" not in offered(m)
    assert "take hum 2" not in offered(m)
    answer(m, "take gen pool", "give hum", "take gen 2")
    assert held(m.state, 0) == {"gen": 2}


@pytest.mark.rule("SV-104", "SV-Q29", "SV-Q86")
def test_what_is_given_goes_where_the_other_gift_comes_from() -> None:
    m = play(realm(players=3, gifts={0: {"hum": 3}, 1: {"pat": 1}, 2: {"dil": 2}}, sins=BUSY))
    answer(m, "exchange", "take pat 2", "give hum", "take dil 3", "give hum", "take tem pool")
    after = m.state
    assert [held(after, seat) for seat in range(3)] == [
        {"tem": 1, "pat": 1, "dil": 1},
        {"hum": 1},
        {"hum": 1, "dil": 1},
    ]
    assert asked(m).seat == 1


@pytest.mark.rule("SV-102", "SV-103")
def test_a_gift_just_received_is_not_given_again_in_the_same_use() -> None:
    m = play(realm(gifts={0: {"hum": 1}}, sins=BUSY))
    answer(m, "exchange", "take dil pool")
    assert asked(m) == (1, "go")


@pytest.mark.rule("SV-106", "SV-107", "SV-145")
def test_a_tapped_hero_wakes_in_step_three_and_not_before() -> None:
    g = realm(gifts={0: {"hum": 1}}, tapped=[0], sins=BUSY)
    m = play(g)
    assert refuses(m, "exchange", "SV-102")
    assert g.hero[0] == "H1"
    assert play_only(GAME, g, wake_heroes).state.tapped == [False] * 4


@pytest.mark.rule("SV-Q84")
def test_gifts_of_a_fallen_hero_can_be_exchanged_for() -> None:
    m = play(realm(fall=True, fallen=[1], gifts={0: {"hum": 1}, 1: {"pat": 1}}, sins=BUSY))
    answer(m, "exchange", "take pat 2")
    assert held(m.state, 1) == {"hum": 1}
