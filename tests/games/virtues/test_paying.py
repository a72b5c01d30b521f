"""Seven Virtues: paying with elixirs, castles and estates."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import LOST, USED
from foldtale.testing import answer, asked, offered, refuses
from tests.games.virtues.given import BUSY, FREE, held, play, pooled, realm

ABBEY = ("QU13", "QU01")
NEED_DIL = ("QU06", "QU01")
"""QU06 has a space for 2 Diligence."""


@pytest.mark.rule("SV-X05")
def test_an_elixir_offers_what_its_owner_has_the_company_for() -> None:
    g = realm(characters={0: ["CH01"]}, elixirs={0: ["EL06"]}, pool={"hum": 3, "gen": 0, "kin": 2})
    m = play(g)
    assert offered(m, "drink") == ["drink EL06 1", "drink EL06 2"]
    after = answer(m, "drink EL06 2")
    assert (held(after, 0), pooled(after, "hum", "gen", "kin")) == ({"hum": 1, "kin": 1}, [2, 0, 1])


@pytest.mark.rule("SV-047", "SV-051", "SV-048")
def test_a_discarded_elixir_gives_its_gifts_at_once_and_goes_to_the_pile() -> None:
    after = answer(play(realm(elixirs={0: ["EL04"]}, pool={"pur": 0})), "drink EL04 1")
    assert (held(after, 0), after.elixirs[USED], after.elixirs[0]) == ({"tem": 1}, ("EL04",), ())


@pytest.mark.rule("SV-067", "SV-068", "SV-069")
def test_exactly_one_option_of_an_elixir_is_used() -> None:
    g = realm(characters={0: ["CH01", "CH02"]}, elixirs={0: ["EL06"]})
    m = play(g)
    assert offered(m, "drink") == ["drink EL06 1", "drink EL06 2", "drink EL06 3"]
    assert held(answer(m, "drink EL06 3"), 0) == {"hum": 1, "gen": 1, "kin": 1, "dil": 1}
    assert offered(play(realm(elixirs={1: ["EL06"]}, at=1)), "drink") == ["drink EL06 1"]


@pytest.mark.rule("SV-X06", "SV-049")
def test_an_elixir_pays_directly_even_when_the_pool_is_empty() -> None:
    g = realm(
        at=3, characters={3: ["CH16"]}, elixirs={3: ["EL21"]}, pool={"dil": 0}, quests=NEED_DIL, sins=BUSY
    )
    m = play(g, then=1)
    after = answer(m, "mark QU06 2")
    assert (after.marks[0][1], held(after, 3), pooled(after, "dil")) == (3, {}, [0])
    assert after.elixirs[USED] == ("EL21",)


@pytest.mark.rule("SV-X07", "SV-050")
def test_surplus_gifts_of_an_elixir_that_pays_directly_are_lost() -> None:
    g = realm(gifts={0: {"gen": 1}}, elixirs={0: ["EL24"]}, quests=("QU06", "QU01"), sins=BUSY)
    m = play(g)
    answer(m, "mark QU06 1")
    assert offered(m) == ["drink EL24 1", "pour EL24 1"]
    taken = m.fork()
    assert held(answer(m, "pour EL24 1"), 0) == {}
    assert held(answer(taken, "drink EL24 1"), 0) == {"tem": 1}


@pytest.mark.rule("SV-Q17", "SV-Q18")
def test_taking_the_cards_is_proposed_first_unless_a_pool_is_short() -> None:
    g = realm(gifts={0: {"gen": 1}}, elixirs={0: ["EL24"]}, quests=("QU06", "QU01"), sins=BUSY)
    m = play(g)
    answer(m, "mark QU06 1")
    assert offered(m)[0] == "drink EL24 1"
    g.pool = tuple([0 if at == 3 else n for at, n in enumerate(g.pool)])
    m = play(g)
    answer(m, "mark QU06 1")
    assert asked(m) == (1, "go")


@pytest.mark.rule("SV-049")
def test_an_elixir_may_stand_for_cards_that_the_pool_could_not_replace() -> None:
    g = realm(
        gifts={0: {"dil": 2}}, elixirs={0: ["EL21"]}, pool={"dil": 0}, quests=("QU12", "QU01"), sins=BUSY
    )
    m = play(g)
    g.gifts[0] = (0, 0, 0, 0, 0, 1, 2)
    m = play(g)
    answer(m, "mark QU12 1")
    assert offered(m) == ["pay", "pour EL21 1"]
    assert held(answer(m, "pour EL21 1"), 0) == {"dil": 2}


@pytest.mark.rule("SV-X08", "SV-054", "SV-Q15")
def test_a_castle_pays_directly_without_change_or_is_taken_first() -> None:
    g = realm(characters={0: ["CH01"]}, buildings={0: ["C1"]}, tavern=("CH06",), sins=BUSY)
    m = play(g, then=1)
    answer(m, "recruit CH06")
    assert (asked(m).topic, offered(m)) == ("pay", ["cash C1", "spend C1"])
    taken = m.fork()
    for match, key, fame in ((m, "spend C1", 0), (taken, "cash C1", 1)):
        after = answer(match, key)
        assert (after.fame[0], after.castles[LOST]) == (fame, ("C1",))
        assert "CH06" in after.characters[0]


@pytest.mark.rule("SV-052", "SV-053", "SV-Q16")
def test_a_discarded_building_gives_its_rating_with_the_set_bonus() -> None:
    g = realm(characters={0: ["CH01"]}, buildings={0: ["C1", "E8"]})
    after = answer(play(g), "cash C1", "cash E8")
    assert (after.fame[0], after.gold[0]) == (3, 1)


@pytest.mark.rule("SV-055")
def test_a_temple_is_never_discarded_for_anything() -> None:
    m = play(realm(buildings={0: ["T1"]}, sins=BUSY))
    assert not [key for key in offered(m) if key.startswith("cash")]
    assert refuses(m, "cash T1")


@pytest.mark.rule("SV-056", "SV-X17")
def test_elixirs_and_cards_pay_for_a_requirement_together() -> None:
    g = realm(gifts={0: {"gen": 1}}, elixirs={0: ["EL24"]}, quests=ABBEY, sins=BUSY)
    m = play(g)
    after = answer(m, "mark QU13 1", "pour EL24 1")
    assert (held(after, 0), pooled(after, "gen"), after.elixirs[USED]) == ({}, [6], ("EL24",))
    assert (after.supply(0), after.marks[0][0]) == (6, 0)


@pytest.mark.rule("SV-056", "SV-057")
def test_castles_and_estates_pay_for_requirements_and_purchases() -> None:
    g = realm(gold={0: 1}, buildings={0: ["E7", "E8"]}, quests=("QU01",), sins=BUSY, store=("EL01",))
    m = play(g, then=1)
    paid = m.fork()
    answer(m, "mark QU01 3", "spend E7")
    assert (m.state.gold[0], m.state.estates[0]) == (0, ("E8",))
    answer(paid, "buy EL01", "cash E8")
    assert (paid.state.gold[0], paid.state.elixirs[0]) == (0, ("EL01",))


@pytest.mark.rule("SV-057", "SV-199")
def test_buildings_pay_for_purging() -> None:
    g = realm(fall=True, might={0: 1}, fame={0: 1}, corruption={0: 2}, buildings={0: ["E8"]}, sins=BUSY)
    after = answer(play(g), "purge", "cash E8")
    assert (after.corruption[0], after.gold[0], after.fame[0], after.might[0]) == (1, 0, 0, 0)


@pytest.mark.rule("SV-058", "SV-Q22")
def test_a_discarded_manned_building_gives_its_marker_back_without_its_effect() -> None:
    g = realm(buildings={0: ["C4"]}, manned=["C4"])
    assert g.supply(0) == 6
    m = play(g)
    used = m.fork()
    after = answer(m, "cash C4")
    assert (after.supply(0), after.fame[0]) == (7, 2)
    assert answer(used, "work C4", "cash C4").fame[0] == 5


@pytest.mark.rule("SV-004")
def test_a_stock_is_one_number_however_many_markers_it_is() -> None:
    g = realm(gold={0: 7, 1: 6}, store=("EL06",), sins=BUSY)
    assert answer(play(g, then=1), "buy EL06").gold[0] == 3


@pytest.mark.rule("SV-016", "SV-056")
def test_a_payment_with_too_few_gifts_is_refused() -> None:
    m = play(realm(gifts={0: {"hum": 1}}, sins=BUSY))
    assert refuses(m, "mark QU01 1", "SV-056")
    assert refuses(m, "mark QU01 3", "SV-016")
    assert m.state.marks[0] == (FREE, FREE, FREE)


@pytest.mark.rule("SV-Q27", "SV-047")
def test_an_elixir_is_not_discarded_for_no_gift_at_all() -> None:
    empty = realm(elixirs={0: ["EL01"]}, pool={"hum": 0}, gifts={1: {"hum": 5}}, sins=BUSY)
    assert offered(play(empty, then=1), "drink") == []
    one_left = realm(elixirs={0: ["EL01"]}, pool={"hum": 1}, gifts={1: {"hum": 5}}, sins=BUSY)
    assert offered(play(one_left, then=1), "drink") == ["drink EL01 1"]
