"""Seven Virtues: resources, supplies, decks and piles."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import DECK, DISPLAY, GONE, LOST, PILE, USED
from foldtale.games.virtues.rules.regrouping import produce
from foldtale.games.virtues.rules.supplies import gain, lose
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.scene import pieces
from foldtale.kernel.talk import SPECTATOR
from foldtale.testing import answer, asked, offered, play_only
from tests.games.virtues.given import GAME, held, play, pooled, realm, ruin, use_up


@pytest.mark.rule("SV-001", "SV-Q14")
def test_no_resource_becomes_another_but_by_a_card() -> None:
    g = realm(gold={0: 9}, gifts={0: {"hum": 3}}, tavern=("CH01",), sins={0: ["SN03"]})
    assert "recruit CH01" not in offered(play(g))
    m = play(realm(gold={0: 3}, buildings={0: ["E11"]}, manned=["E11"]))
    after = answer(m, "work E11", "2")
    assert (after.gold[0], after.fame[0]) == (1, 2)


@pytest.mark.rule("SV-002", "SV-003", "SV-Q11")
def test_might_moves_forward_and_back_and_never_below_nothing() -> None:
    g = realm(might={0: 4, 1: 1})
    gain(g, 0, "might", 31, "SV-002")
    lose(g, 1, "might", 3, "SV-003")
    assert g.might[:2] == [35, 0]
    lose(g, 0, "gold", 1, "SV-Q11")
    assert g.gold[0] == 0
    assert "man C1" not in offered(play(realm(buildings={0: ["C1"]}, sins={0: ["SN03"]})))


@pytest.mark.rule("SV-005", "SV-Q10")
def test_gold_and_fame_never_run_out() -> None:
    g = realm(gold={0: 30, 1: 30}, fame={0: 40})
    m = play_only(GAME, g, produce)
    assert (m.state.gold[0], m.state.fame[0]) == (31, 43)


@pytest.mark.rule("SV-006", "SV-007", "SV-008")
def test_there_are_six_gifts_of_each_virtue_and_spent_ones_go_back() -> None:
    g = realm(gifts={0: {"hum": 5, "tem": 1}, 1: {"hum": 1}})
    assert pooled(g, "hum", "tem") == [0, 5]
    after = answer(play(g), "mark QU01 1")
    assert (held(after, 0), pooled(after, "hum", "tem")) == ({"hum": 4}, [1, 6])


@pytest.mark.rule("SV-008", "SV-Q12")
def test_a_hero_may_hold_any_number_of_gifts() -> None:
    gifts = dict.fromkeys(("hum", "gen", "pur", "kin", "tem", "pat"), 6)
    m = play(realm(gifts={0: gifts}, characters={0: ["CH17"]}), then=1)
    assert sum(answer(m, "tap CH17").gifts[0]) == 37


@pytest.mark.rule("SV-009")
def test_the_hero_and_turned_characters_count_for_a_colour() -> None:
    g = realm(characters={0: ["CH01", "CH02", "CH06"]}, turned=["CH01"])
    assert g.banners(0) == (3, 1, 0, 0, 0, 0)
    assert g.banners(1) == (0, 1, 0, 0, 0, 0)


@pytest.mark.rule("SV-010", "SV-Q21")
def test_the_character_pile_becomes_the_deck_as_soon_as_that_is_empty() -> None:
    g = realm(fame={0: 9}, tavern=("CH26", "CH27", "CH28"))
    rest = [card for card in g.characters[DECK] if card != "CH01"]
    use_up(g, rest)
    after = answer(play(g), "recruit CH26")
    assert after.characters[DISPLAY] == ("CH01",)
    assert (len(after.characters[DECK]), after.characters[USED]) == (len(rest), ())


@pytest.mark.rule("SV-011", "SV-Q21")
def test_an_empty_store_is_filled_as_soon_as_an_elixir_is_discarded() -> None:
    g = realm(elixirs={1: ["EL01"]}, store=(), sins={0: ["SN03"]})
    g.elixirs[1] = g.elixirs[1] + g.elixirs[DECK]
    g.elixirs[DECK] = ()
    after = answer(play(g), (1, "drink EL01 1"))
    assert (after.elixirs[DISPLAY], after.elixirs[USED], after.elixirs[DECK]) == (("EL01",), (), ())


@pytest.mark.rule("SV-012")
def test_a_completed_quest_leaves_the_game() -> None:
    g = realm(players=3, gold={0: 3}, quests=("QU01",), marks={"QU01": [1, 1]})
    m = play(g, "CA01", then=1)
    answer(m, "mark QU01 3")
    while asked(m).topic == "draft":
        answer(m, offered(m)[0])
    assert m.state.quests[GONE] == ("QU01",)


@pytest.mark.rule("SV-013")
def test_six_sins_on_the_pile_are_not_shuffled_even_with_an_empty_deck() -> None:
    pile = ["SN02", "SN02", "SN05", "SN05", "SN06"]
    g = realm(sins={0: ["SN03"], 1: ["SN04"]}, pile=pile)
    after = answer(play(g), "sin SN03 b", "let be")
    assert (len(after.sins.rows[PILE]), after.struck) == (6, 0)


@pytest.mark.rule("SV-014", "SV-Q20")
def test_discarded_castles_and_estates_leave_the_game_for_good() -> None:
    g = ruin(realm(buildings={0: ["C1"]}, offer=("C3", "C4")), ["C2", "C5", "C6"])
    after = answer(play(g), "cash C1")
    assert "C1" in after.castles[LOST]
    assert after.castles[DECK] == ()
    g = realm(gold={0: 9}, offer=("C3", "C4"))
    ruin(g, ["C1", "C2", "C5", "C6"])
    after = answer(play(g), "found C3")
    assert (after.castles[OFFER_ROW], after.castles[DECK]) == (("C4",), ())


OFFER_ROW = 6


@pytest.mark.rule("SV-015")
def test_nobody_sees_what_lies_on_a_discard_pile() -> None:
    g = realm(pile=["SN01"], taken=["TR01"], spent=["AR1"], store=(), sins={0: ["SN03"]})
    use_up(g, ["CH01", "EL01"])
    m = play(g, then=1)
    hidden = {"SN01", "TR01", "AR1", "CH01", "EL01"}
    for seat in (0, 1, SPECTATOR):
        seen = {piece.id for piece in pieces(m.scene(seat))}
        assert not hidden & seen
        assert {"pile Sins", "pile Treasures", "pile Characters"} <= seen


@pytest.mark.rule("SV-Q09", "SV-Q13")
def test_resources_gifts_and_cards_before_a_hero_are_public_and_cannot_be_given() -> None:
    g = realm(gold={1: 3}, gifts={1: {"pat": 2}}, characters={1: ["CH01"]}, sins={0: ["SN03"]})
    m = play(g)
    panel = m.scene(0).seats[1]
    shown = {piece.id: piece for piece in pieces(panel)}
    assert (shown["gold 1"].count, shown["pat gifts 1"].count) == (3, 2)
    assert "CH01" in shown
    assert not [key for key in offered(m) if key.startswith("give")]


@pytest.mark.rule("SV-Q02", "SV-Q03")
def test_virtues_come_in_sevens_and_colours_in_sixes() -> None:
    g = realm()
    assert isinstance(g, VirtuesState)
    assert (len(g.pool), len(g.banners(0)), len(g.portals)) == (7, 6, 6)
