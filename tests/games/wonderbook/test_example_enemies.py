"""Wonder Book: the Enemies' Phase example of the rulebook, from its starting position, step by step.

The Wyrms have the letters of the example. Two Wyrm cards lie on top of the deck; a Special Rule asks the group
something when the phase ends, so that one can look at the table before the next Players' Phase begins.
"""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.state import DISCARD, REVEALED, Book
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, outcome, told, told_of
from tests.games.wonderbook.given import BOARD, THREE, book, play
from tests.games.wonderbook.pages import with_purple_cards, wyrm_card
from tests.games.wonderbook.rooms import EXPLOSION, LOOK_ROUND, ON, REST, is_over

SWARM, BLAST = "I-6", "I-7"
CARDS = (
    BOARD
    + wyrm_card(6, "[{spawn: 1}, {activate: 1, silver: 1}, {reveal_wyrm_card: true}]")
    + wyrm_card(7, f"[{{spawn: 2}}, {EXPLOSION}]")
    + LOOK_ROUND
)
A, B, C, E, D, F = range(6)
A_ACTS = ("P standing", "KEN", "SID")
B_ACTS = ("R standing", "Q")
C_ACTS = ("Q standing",)
D_ACTS = ("V standing", "KEN")
E_ACTS = ("KEN",)
THE_PHASE = (*A_ACTS, *B_ACTS, *C_ACTS, *D_ACTS, *E_ACTS)


def example(
    heroes: tuple[str, ...] = THREE,
    players: int = 3,
    wyrms: tuple[str, ...] = ("P", "R", "Q"),
    destiny: int = 5,
) -> Match:
    """The starting position, with both Wyrm cards on top of the Wyrm deck; the Enemies' Phase has begun."""
    at = {"SID": "P", "KEN": "P", "LARA": "Q"}
    hearts = {"SID": 5, "KEN": 4, "LARA": 2}
    g = book(
        CARDS,
        heroes,
        players,
        map="enemies",
        at={hero: at[hero] for hero in heroes},
        hearts={hero: hearts[hero] for hero in heroes},
        wyrms=wyrms,
        stunned=["P"],
        rules=[f"I-{REST}"],
        destiny=destiny,
        step="enemies",
    )
    return play(with_purple_cards(g, SWARM, BLAST))


def example_after(*answers: str) -> tuple[Match, Book]:
    match = example()
    return match, answer(match, *answers)


@pytest.mark.rule("WB-X28", "WB-X19", "WB-X29")
def test_the_whole_enemies_phase() -> None:
    match = example()
    g = match.state
    assert g.wyrm_cards.rows[REVEALED] == (SWARM,)
    assert (g.wyrm_at[D], g.wyrm_supply) == ("V", 1)
    assert asked(match) == (-1, "next wyrm")
    assert offered(match) == ["P standing", "R standing", "Q standing", "P stunned", "V standing", "book"]

    g = answer(match, "P standing")
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "KEN"])
    g = answer(match, "KEN")
    assert g.hearts == {"SID": 5, "LARA": 2, "KEN": 3}
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "KEN"])
    g = answer(match, "SID")
    assert g.hearts == {"SID": 4, "LARA": 2, "KEN": 3}

    assert offered(match) == ["R standing", "Q standing", "P stunned", "V standing", "book"]
    g = answer(match, "R standing")
    assert (asked(match), offered(match)) == ((-1, "way"), ["P", "Q"])
    g = answer(match, "Q")
    assert (g.wyrm_at[B], g.hearts["LARA"]) == ("Q", 1)

    assert offered(match) == ["Q standing", "P stunned", "V standing", "book"]
    g = answer(match, "Q standing")
    assert (g.wyrm_at[B], g.wyrm_at[C], g.hearts["LARA"]) == ("Q", "P", 0)

    assert offered(match) == ["P stunned", "V standing", "book"]
    g = answer(match, "V standing")
    assert (g.wyrm_at[D], offered(match)) == ("P", ["SID", "KEN"])
    g = answer(match, "KEN")
    assert g.hearts == {"SID": 4, "LARA": 0, "KEN": 2}

    assert (g.stunned[E], asked(match), offered(match)) == (False, (-1, "victim"), ["SID", "KEN"])
    g = answer(match, "KEN")

    assert is_over(match)
    assert g.hearts == {"SID": 2, "LARA": 0, "KEN": 0}
    assert sorted(g.wyrm_at) == ["", "P", "P", "P", "Q", "V"]
    assert (g.wyrm_at[B], g.wyrm_at[F]) == ("Q", "V")
    assert not any(g.stunned)
    assert g.wyrm_supply == 1
    assert g.wyrm_cards.rows[DISCARD] == (SWARM, BLAST)
    assert g.destiny == 5

    g = answer(match, ON)
    assert asked(match) == (-1, "turn")
    assert g.destiny == 3
    assert g.hearts == {"SID": 2, "LARA": 5, "KEN": 6}


@pytest.mark.rule("WB-X16", "WB-147", "WB-151")
def test_card_1_is_revealed_and_with_three_players_all_its_symbols_count() -> None:
    match = example()
    assert told(match)[:2] == ["enemies' phase", "reveals"]
    assert match.state.wyrm_cards.rows[REVEALED] == (SWARM,)
    g = answer(match, *A_ACTS)
    assert (g.hearts["KEN"], g.hearts["SID"]) == (3, 4)
    g = answer(match, *B_ACTS, *C_ACTS, *D_ACTS, *E_ACTS)
    assert g.wyrm_cards.rows[DISCARD] == (SWARM, BLAST)


@pytest.mark.rule("WB-X17", "WB-151")
@pytest.mark.parametrize("players", [1, 2])
def test_with_one_player_or_two_the_silver_symbols_of_card_1_are_skipped(players: int) -> None:
    match = example(("SID", "KEN"), players, ("P", "R"))
    assert match.state.wyrm_at == ["P", "R", "P", "V"]
    g = answer(match, "P standing", "KEN")
    assert asked(match) == (-1, "next wyrm")
    g = answer(match, "R standing", "V standing")
    assert g.wyrm_at == ["P", "P", "P", "P"]
    assert not any(g.stunned)
    assert g.hearts == {"SID": 5, "KEN": 3}
    assert is_over(match)
    assert g.wyrm_cards.rows[DISCARD] == (SWARM,)


@pytest.mark.rule("WB-X18", "WB-154")
def test_one_spawn_symbol_puts_wyrm_d_in_the_dark_vortex() -> None:
    g = example().state
    assert g.wyrm_at == ["P", "R", "Q", "P", "V", ""]
    assert g.stunned[D] is False
    assert g.wyrm_supply == 1


@pytest.mark.rule("WB-X19", "WB-158", "WB-159", "WB-160", "WB-161")
def test_the_group_sets_the_order_and_each_wyrm_takes_both_actions_before_the_next() -> None:
    match = example()
    assert asked(match) == (-1, "next wyrm")
    assert offered(match) == ["P standing", "R standing", "Q standing", "P stunned", "V standing", "book"]
    answer(match, "V standing", "P")
    assert asked(match) == (-1, "victim"), "the one that has just been spawned, and its second action"
    answer(match, "SID")
    assert offered(match) == ["P standing", "R standing", "Q standing", "P stunned", "book"]
    answer(match, "P stunned", "SID")
    assert offered(match) == ["P standing", "R standing", "Q standing", "book"]
    answer(match, "Q standing")
    assert offered(match) == ["P standing", "R standing", "book"]
    answer(match, "R standing", "SID")
    assert asked(match) == (-1, "victim"), "A is the last, so nobody is asked which is next"
    assert told(match).count("loses hearts") == 1 + 1 + 2 + 1


@pytest.mark.rule("WB-X20", "WB-164", "WB-165")
def test_wyrm_a_attacks_twice_and_the_group_picks_each_victim() -> None:
    match, g = example_after("P standing")
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "KEN"])
    g = answer(match, "KEN")
    assert (g.hearts["KEN"], g.hearts["SID"]) == (3, 5)
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "KEN"])
    g = answer(match, "SID")
    assert (g.hearts["KEN"], g.hearts["SID"]) == (3, 4)
    assert asked(match) == (-1, "next wyrm")


@pytest.mark.rule("WB-X21", "WB-166", "WB-167")
def test_wyrm_b_goes_where_the_group_says_and_attacks_there() -> None:
    match, g = example_after(*A_ACTS, "R standing")
    assert (asked(match), offered(match)) == ((-1, "way"), ["P", "Q"])
    g = answer(match, "Q")
    assert g.wyrm_at[B] == "Q"
    assert g.hearts["LARA"] == 1


@pytest.mark.rule("WB-X22", "WB-170", "WB-168", "WB-162")
def test_wyrm_c_knocks_lara_out_and_moves_on_with_its_second_action() -> None:
    match, g = example_after(*A_ACTS, *B_ACTS)
    before = len(told(match))
    g = answer(match, *C_ACTS)
    assert told(match)[before:] == ["loses hearts", "is knocked out", "wyrm moves"]
    assert g.hearts == {"SID": 4, "LARA": 0, "KEN": 3}
    assert g.wyrm_at[C] == "P"


@pytest.mark.rule("WB-X23", "WB-168", "WB-158")
def test_wyrm_d_minds_only_the_heroes_who_are_on_their_feet() -> None:
    match, g = example_after(*A_ACTS, *B_ACTS, *C_ACTS, "V standing")
    assert g.wyrm_at[D] == "P"
    assert (asked(match), offered(match)) == ((-1, "victim"), ["SID", "KEN"])
    g = answer(match, "KEN")
    assert g.hearts == {"SID": 4, "LARA": 0, "KEN": 2}


@pytest.mark.rule("WB-X24", "WB-163", "WB-139")
def test_wyrm_e_stands_up_and_attacks_with_its_second_action() -> None:
    match, g = example_after(*A_ACTS, *B_ACTS, *C_ACTS, "V standing")
    assert g.stunned[E] is True
    before = len(told(match))
    g = answer(match, "KEN")
    assert told(match)[before:] == ["loses hearts", "wyrm stands up"]
    assert g.stunned[E] is False
    assert offered(match) == ["SID", "KEN"]
    before = len(told(match))
    g = answer(match, *E_ACTS)
    assert told(match)[before : before + 2] == ["loses hearts", "reveals"]


@pytest.mark.rule("WB-X25", "WB-150")
def test_card_2_is_revealed_when_the_activations_of_card_1_are_finished() -> None:
    match, g = example_after(*THE_PHASE)
    tale = told(match)
    assert tale.count("enemies' phase") == 1
    assert [at for at, what in enumerate(tale) if what == "reveals"] == [1, tale.index("wyrm stands up") + 2]
    assert "players' phase" not in tale
    assert g.wyrm_cards.rows[DISCARD] == (SWARM, BLAST)


@pytest.mark.rule("WB-X26", "WB-156", "WB-199")
def test_of_two_spawns_only_the_one_that_the_supply_has_is_placed() -> None:
    match, g = example_after(*THE_PHASE)
    tale = told(match)
    assert tale.count("spawns") == 2
    second = len(tale) - 1 - tale[::-1].index("spawns")
    assert tale[second + 1] == "supply is empty"
    assert [area for area in g.wyrm_at if area == "V"] == ["V"]
    assert g.wyrm_at[F] == "V"


@pytest.mark.rule("WB-X27", "WB-174", "WB-173")
def test_the_explosion_in_p() -> None:
    match, g = example_after(*THE_PHASE)
    assert g.wyrm_at.count("P") == 3
    assert g.wyrm_supply == 1
    assert g.hearts == {"SID": 2, "LARA": 0, "KEN": 0}
    assert (g.wyrm_at.count("Q"), g.wyrm_at.count("V")) == (1, 1)
    assert told_of(match, "loses hearts")[-2:] == [["SID", 2, 2], ["KEN", 1, 0]]


@pytest.mark.rule("WB-X29", "WB-175", "WB-180")
@pytest.mark.parametrize(("destiny", "flips"), [(1, 1), (2, 2)])
def test_the_flip_of_the_last_destiny_token_loses_the_chapter(destiny: int, flips: int) -> None:
    match = example(destiny=destiny)
    g = answer(match, *THE_PHASE, ON)
    assert outcome(match).ending == "lost"
    assert told(match).count("destiny down") == flips
    assert g.hearts == {"SID": 2, "LARA": 0, "KEN": 0}


@pytest.mark.rule("WB-X29", "WB-175")
def test_two_destiny_tokens_are_flipped_for_ken_and_lara() -> None:
    match = example(destiny=3)
    g = answer(match, *THE_PHASE, ON)
    assert match.outcome is None
    assert g.destiny == 1
    assert g.hearts == {"SID": 2, "LARA": 5, "KEN": 6}
