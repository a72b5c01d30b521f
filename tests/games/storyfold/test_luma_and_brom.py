"""The Luma card and the Brom card: rerolls, Protect, Cure, and who stands in for whom."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.storyfold.state import DISCARD
from foldtale.kernel import Match
from foldtale.testing import answer, answered, offered, refuses, turn_pages
from tests.games.storyfold.given import begun, crystals, journey, journey_after, play, wood, written
from tests.games.storyfold.test_crystals import apple_that
from tests.games.storyfold.test_shadow_and_story_cards import pile

STAND_IN = "luma do-1"
"""Let Brom stand in the way."""
ALONE: dict[str, Any] = {"luma_turned": True, "brom": "shadow"}
DEFEAT = ["begin again", "close the book"]


def rolled(match: Match) -> list[int]:
    return [shown for _, shown in match.state.rolled]


def in_need(*shadow_deck: str, **facts: Any) -> Match:
    """Spirit 0, and a Hare that takes 2: a Shadow card is demanded when the Luma Phase ends."""
    return play(wood("hare I H E G", spirit=0, shadow=6, shadow_deck=shadow_deck, **facts))


# Any time


@pytest.mark.rule("SF-066")
def test_brom_helps_between_actions_and_in_the_shadow_phase_as_his_face_says() -> None:
    match = play(wood("vole I H E G", crystals={"H": 3}, spirit=4, shadow=6))
    answer(match, "use brom")
    assert (written(match.state), match.state.spirit) == (["I", "H", "E", "G", "vole*"], 4)
    answer(match, "end phase", "go on", "use brom")
    assert (written(match.state), match.state.spirit) == (["I", "H", "E", "G", "vole"], 6)


@pytest.mark.rule("SF-066", "SF-Q29")
def test_only_the_face_that_shows_can_be_used() -> None:
    for turned in (False, True):
        match = play(wood("vole I H E G", crystals={"H": 2}, spirit=4, brom_turned=turned))
        answer(match, "use brom")
        assert (match.state.spirit == 6, "vole" in match.state.stunned) == (turned, not turned)


# Luma & Brom


def face_of_brom(match: Match) -> str:
    """The face of Brom that one sees."""
    return str(match.scene(0).left[2].lines[0]).partition(",")[0]


@pytest.mark.rule("SF-067")
def test_brom_can_be_put_into_the_shadow_discard_pile_instead_of_the_final_card() -> None:
    match = answered(in_need("night"), "end phase")
    assert offered(match) == [STAND_IN, "no"]
    answer(match, STAND_IN)
    assert (match.state.brom, match.state.shadows.deck_size) == ("shadow", 1)
    assert pile(match) == (1, "Brom")
    assert "brom" not in [card.id for card in match.scene(0).left]


@pytest.mark.rule("SF-067", "SF-Q31")
def test_brom_cannot_stand_in_while_he_is_away() -> None:
    match = answered(in_need("night", brom="out"), "end phase")
    assert offered(match) == DEFEAT


@pytest.mark.rule("SF-068")
def test_standing_in_turns_luma_over() -> None:
    match = answered(in_need("night"), "end phase")
    assert (match.state.luma_turned, match.scene(0).left[1].title) == (False, "Luma & Brom")
    answer(match, STAND_IN)
    assert (match.state.luma_turned, match.scene(0).left[1].title) == (True, "Luma")


@pytest.mark.rule("SF-069")
def test_brom_stands_in_once_in_a_chapter_even_if_he_comes_back_and_luma_is_turned() -> None:
    book = apple_that("restore_brom, flip_luma, {lose_spirit: 8}")
    match = answered(
        in_need("night", spaces=["apple"], content=book), "end phase", "go on", "go on", STAND_IN
    )
    assert offered(match) == ["go on", "use apple"]
    answer(match, "use apple")
    assert (match.state.brom, match.state.luma_turned) == ("here", False)
    assert offered(match) == DEFEAT


@pytest.mark.rule("SF-Q33")
@pytest.mark.parametrize("does", ["{lose_spirit: 9}", "draw_shadow"])
def test_standing_in_is_offered_whatever_the_reason_of_the_draw_and_can_be_declined(does: str) -> None:
    match = play(wood(spaces=["apple"], shadow_deck=["night"], content=apple_that(does)))
    answer(match, "use apple")
    assert offered(match) == [STAND_IN, "no"]
    answer(match, "no")
    assert (offered(match), match.state.brom, match.state.luma_turned) == (DEFEAT, "here", False)
    assert match.state.shadows.rows[DISCARD] == ("night",)


@pytest.mark.rule("SF-Q33")
def test_standing_in_is_not_offered_while_another_card_lies_above_the_final_one() -> None:
    match = answered(in_need("gloom", "night", crystals={"E": 1}), "end phase", "go on")
    answer(match, "go on")
    assert (match.state.shadows.rows[DISCARD], crystals(match.state)["E"]) == (("gloom",), 0)
    assert (match.state.brom, match.state.step) == ("here", "between")


@pytest.mark.rule("SF-X32", "SF-067", "SF-069")
def test_example_brom_saves_luma_once() -> None:
    match = answered(in_need("night"), "end phase", STAND_IN)
    g = match.state
    assert (g.shadows.deck_size, g.brom, g.luma_turned, g.step) == (1, "shadow", True, "between")
    assert g.spirit == 6
    answer(match, "end phase", "end phase")
    assert (match.state.spirit, offered(match)[-1]) == (0, "end phase")
    answer(match, "end phase")
    assert (offered(match), match.state.shadows.rows[DISCARD]) == (DEFEAT, ("night",))


# Luma


@pytest.mark.rule("SF-070")
def test_luma_pays_a_crystal_from_any_card_and_rolls_one_die_again() -> None:
    g = wood(crystals={"E": 1, "G": 2}, **ALONE)
    match = answered(play(g, "1 2", 7), "illuminate light", "roll 2", "use luma")
    assert offered(match) == ["pay explore", "pay heal"]
    answer(match, "pay heal")
    assert offered(match) == ["die 1", "die 2"]
    answer(match, "die 1")
    assert (rolled(match), crystals(match.state)) == ([7, 2], {"I": 0, "H": 0, "E": 1, "G": 1})


@pytest.mark.rule("SF-070")
def test_without_a_crystal_nothing_is_rolled_again() -> None:
    match = answered(play(wood(spaces=["candle"], **ALONE), "1 2"), "illuminate light", "roll 2")
    assert offered(match) == ["fail", "use candle"]
    assert refuses(match, "use luma", "SF-030")


@pytest.mark.rule("SF-071")
def test_the_same_die_or_another_is_rolled_again_for_one_crystal_each() -> None:
    g = wood(crystals={"H": 3}, **ALONE)
    match = answered(play(g, "1 2", 2, 1, 8), "illuminate light", "roll 2")
    for die, left, shown in (("die 1", 2, [2, 2]), ("die 1", 1, [1, 2]), ("die 2", 0, [1, 8])):
        answer(match, "use luma", die)
        assert crystals(match.state)["H"] == left
        if left:
            assert rolled(match) == shown
            assert "use luma" in offered(match)
    assert (match.state.light, match.state.step) == (5, "between")


@pytest.mark.rule("SF-072")
def test_any_die_of_this_action_can_be_rolled_again_and_none_of_an_earlier_one() -> None:
    match = play(wood(crystals={"H": 2}, **ALONE), "8 1 3", "2 8")
    answer(match, "illuminate light", "roll 3", "use luma")
    assert offered(match) == ["die 1", "die 2", "die 3"]
    match = play(wood(crystals={"H": 2}, **ALONE), "8 1 3", "2 8")
    answer(match, "illuminate light", "roll 3", "second 0")
    assert refuses(match, "use luma", "SF-028")
    answer(match, "explore cards", "roll 2", "use luma")
    assert offered(match) == ["die 1", "die 2"]


@pytest.mark.rule("SF-073")
def test_a_worse_result_must_be_used() -> None:
    match = play(wood(crystals={"H": 1}, **ALONE), "8", 2)
    answer(match, "illuminate light", "roll 1", "use luma")
    assert (match.state.step, match.state.light, written(match.state)) == ("between", 6, ["H", "E", "G", "I"])


@pytest.mark.rule("SF-X29", "SF-071", "SF-073")
def test_example_two_rerolls_from_help() -> None:
    match = play(wood("H E I G", crystals={"H": 2}, spaces=["candle"], **ALONE), "2 4", 6, 1)
    answer(match, "illuminate light", "roll 2")
    assert offered(match) == ["fail", "use luma", "use candle"]
    answer(match, "use luma", "die 2")
    assert (rolled(match), crystals(match.state)["H"]) == ([2, 6], 1)
    assert offered(match) == ["second 0", "use luma", "use candle"]
    answer(match, "use luma", "die 1")
    assert (rolled(match), crystals(match.state)["H"]) == ([1, 6], 0)
    answer(match, "second 0")
    assert match.state.light == 5


@pytest.mark.rule("SF-Q29")
def test_paid_rerolls_come_only_with_the_other_face_of_luma() -> None:
    together = play(wood("bull I H E G", crystals={"I": 1}), "1")
    answer(together, "illuminate light", "roll 1")
    assert refuses(together, "use luma", "SF-030")
    alone = play(wood("bull I H E G", crystals={"I": 1}, luma_turned=True), "1")
    answer(alone, "illuminate light", "roll 1")
    assert offered(alone) == ["fail", "use luma", "use brom"]


@pytest.mark.rule("SF-Q29")
def test_by_variant_luma_always_pays_for_rerolls_and_brom_still_stands_in() -> None:
    match = play(
        wood("hare I H E G", always=True, crystals={"I": 1}, spirit=0, shadow_deck=["night"]), "1", 8
    )
    answer(match, "illuminate light", "roll 1", "use luma")
    assert (match.state.light, match.state.luma_turned) == (5, False)
    assert offered(answered(match, "end phase")) == [STAND_IN, "no"]


# Protect and Cure


@pytest.mark.rule("SF-074")
def test_protect_illuminates_a_creature_of_choice_for_a_crystal_whatever_its_dots() -> None:
    match = play(wood("bull vole I H E G", crystals={"G": 1}))
    answer(match, "use brom")
    assert offered(match) == ["bull", "vole"]
    answer(match, "bull")
    g = match.state
    assert (written(g), crystals(g)["G"], g.ready) == (["vole", "I", "H", "E", "G", "bull*"], 0, (5, 0, 0))


@pytest.mark.rule("SF-074")
def test_protect_needs_a_crystal() -> None:
    assert refuses(play(wood("bull vole I H E G")), "use brom", "SF-028")


@pytest.mark.rule("SF-075", "SF-077")
def test_each_use_turns_brom_over() -> None:
    match = play(wood("vole I H E G", crystals={"H": 3, "I": 1}, spirit=1))
    assert face_of_brom(match) == "Protect"
    answer(match, "use brom", "pay illuminate")
    assert (match.state.brom_turned, face_of_brom(match)) == (True, "Cure")
    answer(match, "use brom")
    assert (match.state.brom_turned, face_of_brom(match)) == (False, "Protect")
    assert "use brom" in offered(match)


@pytest.mark.rule("SF-076")
def test_cure_costs_two_crystals_and_gives_two_spirit() -> None:
    match = play(wood(crystals={"H": 1, "G": 2}, spirit=3, brom_turned=True))
    answer(match, "use brom", "pay heal", "pay help")
    assert (match.state.spirit, crystals(match.state)) == (5, {"I": 0, "H": 0, "E": 0, "G": 1})
    assert refuses(play(wood(crystals={"H": 1}, spirit=3, brom_turned=True)), "use brom", "SF-028")


@pytest.mark.rule("SF-X30", "SF-074", "SF-075")
def test_example_protect_before_a_creature_activates() -> None:
    match = play(wood("bull I H E G", crystals={"E": 1}, spirit=2, shadow=6, spaces=["apple"]))
    answer(match, "end phase", "go on", "use brom")
    g = match.state
    assert (written(g), g.brom_turned, g.spirit) == (["I", "H", "E", "G", "bull*"], True, 2)
    answer(match, "go on")
    g = match.state
    assert (written(g), g.spirit, crystals(g)["G"]) == (["I", "H", "E", "G", "bull"], 2, 1)


@pytest.mark.rule("SF-X31", "SF-076", "SF-077")
def test_example_cure() -> None:
    match = answered(
        play(wood(crystals={"I": 1, "E": 1}, spirit=5, brom_turned=True)), "use brom", "pay explore"
    )
    g = match.state
    assert (g.spirit, g.crystal_total, g.brom_turned) == (7, 0, False)


@pytest.mark.rule("SF-Q35")
def test_protect_without_a_creature_in_the_river_is_not_allowed() -> None:
    assert refuses(play(wood("I H E G", crystals={"H": 3})), "use brom", "SF-028")


@pytest.mark.rule("SF-Q35")
def test_cure_at_full_spirit_is_allowed_and_turns_brom_over() -> None:
    for spirit in (8, 7):
        match = answered(play(wood(crystals={"H": 2}, spirit=spirit, brom_turned=True)), "use brom")
        g = match.state
        assert (g.spirit, g.brom_turned, g.crystal_total) == (8, False, 0)


# Chapters


@pytest.mark.rule("SF-Q30")
def test_brom_starts_a_chapter_on_protect() -> None:
    match = play(begun(journey(brom_turned=True, crystals={"help": 2}, spirit=5)))
    turn_pages(match)
    assert (match.state.brom_turned, face_of_brom(match)) == (False, "Protect")


@pytest.mark.rule("SF-Q30")
def test_the_face_of_brom_stays_over_scenes_and_saves() -> None:
    for save in (False, True):
        g = wood("E vole I H G", crystals={"H": 1}, overcome=["stile", "hedge"])
        match = answered(play(g, "8 8"), "use brom", "explore gate", "roll 2")
        assert offered(match)[0] == "go on"
        if save:
            answer(match, "save red")
            match = play(begun(journey_after(match).bookmarks["red"]))
            turn_pages(match)
        else:
            answer(match, "go on")
        assert (match.state.scene, match.state.brom_turned) == ("brook", True)


@pytest.mark.rule("SF-Q31")
def test_while_brom_lies_in_the_discard_pile_protect_and_cure_do_not_exist() -> None:
    for turned in (False, True):
        g = wood("vole I H E G", crystals={"H": 3}, spirit=4, brom_turned=turned, spaces=["apple"], **ALONE)
        match = play(g)
        assert refuses(match, "use brom", "SF-028")
        answer(match, "end phase")
        assert offered(match) == ["go on", "use apple"]


@pytest.mark.rule("SF-Q31")
def test_brom_comes_back_when_the_chapter_begins_again() -> None:
    match = answered(in_need("night"), "end phase", STAND_IN)
    answer(match, "end phase", "end phase", "end phase", "begin again")
    g = match.state
    assert (g.brom, g.luma_turned, g.brom_turned, g.stood_in) == ("here", False, False, False)


@pytest.mark.rule("SF-Q31")
def test_the_setup_of_a_chapter_brings_brom_back_and_turns_luma() -> None:
    match = play(begun(journey(brom="shadow", luma_turned=True, stood_in=True)))
    turn_pages(match)
    g = match.state
    assert (g.brom, g.luma_turned, g.stood_in) == ("here", False, False)
    assert (match.scene(0).left[1].title, face_of_brom(match)) == ("Luma & Brom", "Protect")


@pytest.mark.rule("SF-Q31")
def test_brom_comes_back_with_the_next_chapter() -> None:
    match = play(wood("H I E G", scene="brook", spirit=5, stood_in=True, brom_turned=True, **ALONE), "8")
    answer(match, "help ford", "roll 1")
    assert journey_after(match).chapter == "second"
    following = play(begun(journey_after(match)))
    turn_pages(following)
    g = following.state
    assert (g.chapter, g.brom, g.luma_turned, g.brom_turned, g.stood_in) == (
        "second",
        "here",
        False,
        False,
        False,
    )


@pytest.mark.rule("SF-Q32")
def test_brom_in_the_discard_pile_is_no_shadow_card() -> None:
    book = apple_that("{return_shadow: 2}, {add_counter: SEEN, n: shadow_drawn}")
    g = wood(
        "hare I H E G",
        spirit=0,
        shadow_deck=["night"],
        shadow_discard=["gloom", "fog"],
        content=book,
        shadow=6,
        spaces=["apple"],
        shadow_drawn=2,
    )
    match = answered(play(g), "end phase", "go on", "go on", STAND_IN)
    answer(match, "use apple")
    g = match.state
    assert (g.shadows.layers, g.shadows.rows[DISCARD]) == ([("fog",), ("gloom",), ("night",)], ())
    assert (g.brom, g.count_of("SEEN")) == ("shadow", 2)
