"""Seven Virtues: cataclysms."""

from __future__ import annotations

import pytest

from foldtale.games.virtues.places import DECK, DISPLAY, LOST, OFFER, PILE, STRUCK, USED
from foldtale.games.virtues.rules.pile import cataclysm
from foldtale.kernel import Match
from foldtale.kernel.scene import pieces
from foldtale.testing import answer, asked, offered, play_only
from tests.games.virtues.given import GAME, VirtuesState, held, realm, ruin


def struck_by(g: VirtuesState, card: str, *falls: object) -> Match:
    """A match that is only this cataclysm."""
    return play_only(GAME, g, cataclysm, falls=(card, *falls))


@pytest.mark.rule("SV-X27", "SV-160", "SV-162")
def test_a_castle_that_is_owned_and_an_estate_in_its_deck_are_destroyed() -> None:
    g = realm(buildings={0: ["C1"]}, manned=["C1"], offer=("C3", "C4", "E9", "E10"))
    assert len(g.estates[DECK]) == 4
    after = struck_by(g, "CA01").state
    assert (after.castles[LOST], after.estates[LOST]) == (("C1",), ("E7",))
    assert (after.supply(0), after.fame[0], dict(after.manned)) == (7, 0, {})
    assert sorted(after.estates[DECK]) == ["E11", "E12", "E8"]


@pytest.mark.rule("SV-161", "SV-Q40")
def test_a_building_on_offer_is_discarded_and_replaced() -> None:
    after = struck_by(realm(), "CA03", "C1", "E7").state
    assert (after.castles[LOST], after.castles[OFFER]) == (("C3",), ("C4", "C1"))
    assert (after.estates[LOST], after.estates[OFFER]) == (("E9",), ("E10", "E7"))


@pytest.mark.rule("SV-163")
def test_a_building_that_is_gone_already_is_no_matter() -> None:
    g = ruin(realm(), ["C1", "E7"])
    after = struck_by(g, "CA01").state
    assert (after.castles[OFFER], after.castles[LOST]) == (("C3", "C4"), ("C1",))


@pytest.mark.rule("SV-X28", "SV-164", "SV-165")
def test_a_closed_tavern_space_loses_its_card_and_is_never_filled_again() -> None:
    g = realm(fame={1: 1}, tavern=("CH01", "CH06", "CH12"))
    m = struck_by(g, "CA09")
    after = m.state
    assert (after.characters[USED], after.closed, after.fame[1]) == (("CH12",), (1, 0), 0)
    assert [len(after.characters[DISPLAY + at]) for at in range(3)] == [1, 1, 0]
    slots = [piece for piece in pieces(m.scene(0)) if piece.id.startswith("tavern ")]
    assert [slot.closed for slot in slots] == [False, False, True]


@pytest.mark.rule("SV-166", "SV-Q41")
def test_spaces_close_from_the_third_down_and_a_fourth_symbol_does_nothing() -> None:
    g = realm(closed=(3, 2), tavern=())
    after = struck_by(g, "CA10").state
    assert after.closed == (3, 3)
    again = struck_by(after, "CA12").state
    assert again.closed == (3, 3)


@pytest.mark.rule("SV-159")
def test_a_played_cataclysm_is_out_of_the_game_and_counted_openly() -> None:
    m = struck_by(realm(), "CA01")
    assert (m.state.cataclysms.rows[STRUCK], m.state.cataclysms.deck_size) == (("CA01",), 13)
    (doom,) = [piece for piece in pieces(m.scene(2)) if piece.id == "doom"]
    assert doom.shine == 1


@pytest.mark.rule("SV-158", "SV-Q39")
def test_a_cataclysm_of_a_row_leaves_the_pile_of_sins_alone() -> None:
    g = realm(pile=["SN03", "SN04", "SN05"])
    assert struck_by(g, "CA01").state.sins.rows[PILE] == ("SN03", "SN04", "SN05")


@pytest.mark.rule("SV-Q42")
def test_losses_are_chosen_by_their_owners_in_play_order() -> None:
    own = {0: ["CH01", "CH02", "CH03"], 1: ["CH06", "CH07"], 2: ["CH11", "CH12", "CH13"]}
    m = struck_by(realm(order=(2, 3, 0, 1), characters=own), "CA07")
    assert (asked(m).seat, offered(m)) == (2, ["CH11", "CH12", "CH13"])
    answer(m, "CH12")
    assert asked(m).seat == 0


@pytest.mark.rule("SV-191")
def test_after_the_fourteenth_no_further_cataclysm_comes() -> None:
    g = realm(struck=14)
    m = play_only(GAME, g, cataclysm)
    assert m.state.struck == 14


@pytest.mark.rule("SV-Q11")
def test_losses_stop_at_nothing() -> None:
    g = realm(gold={0: 1, 1: 5}, gifts={0: {"hum": 1}})
    after = struck_by(g, "CA11").state
    assert after.gold == [0, 3, 0, 0]
    assert held(struck_by(after, "CA13").state, 0) == {}
