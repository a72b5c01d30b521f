"""The Spirit Track: gaining, losing, and what is more than the track can bear."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.storyfold.state import DISCARD, Wood
from foldtale.kernel import Match
from foldtale.testing import answer, answered, offered, turn_pages
from tests.games.storyfold.given import begun, journey, journey_after, play, wood
from tests.games.storyfold.test_crystals import apple_that

DECK = ["fog", "gloom", "chill", "night"]
FOG = ("in_play: [{retreat_light: 2}]", "in_play: [{gain_spirit: 1}]")
"""A Fog that gives 1 Spirit."""


def used(does: str, *changes: tuple[str, str], **facts: Any) -> Match:
    """An Apple that does this has been used between two Actions."""
    g = wood(spaces=["apple"], content=apple_that(does, *changes), **{"shadow_deck": DECK, **facts})
    return answered(play(g), "use apple")


def lost(loss: int, **facts: Any) -> Wood:
    return used(f"{{lose_spirit: {loss}}}", **facts).state


def pawn(match: Match) -> int:
    """The space of the Spirit Pawn, from the left."""
    track = match.scene(0).left[0]
    assert (track.id, track.pawns[0].id) == ("spirit", "spirit pawn")
    step: int = track.pawns[0].step
    return step


@pytest.mark.rule("SF-112")
def test_gaining_spirit_moves_the_pawn_as_many_spaces_to_the_left() -> None:
    match = play(wood("G I H E", spirit=3), "8 8 1")
    start = pawn(match)
    answer(match, "heal spirit", "roll 3")
    assert (match.state.spirit, pawn(match)) == (5, start - 2)


@pytest.mark.rule("SF-113")
def test_on_the_leftmost_space_no_more_is_gained_and_nothing_is_kept_for_later() -> None:
    match = used("{gain_spirit: 3}, {gain_spirit: 2}, {lose_spirit: 1}", spirit=6)
    assert (match.state.spirit, pawn(match)) == (7, 1)


@pytest.mark.rule("SF-X36", "SF-113")
def test_example_three_gained_at_seven_of_eight() -> None:
    match = answered(play(wood("G I H E", spirit=7), "3 3 3"), "heal spirit", "roll 3")
    assert match.state.spirit == 8


@pytest.mark.rule("SF-114")
def test_losing_spirit_moves_the_pawn_as_many_spaces_to_the_right() -> None:
    match = used("{lose_spirit: 3}", spirit=7)
    assert (match.state.spirit, pawn(match)) == (4, 4)


@pytest.mark.rule("SF-115", "SF-Q38")
@pytest.mark.parametrize(("spirit", "loss"), [(0, 1), (0, 8), (1, 2), (3, 5), (7, 8), (8, 9), (8, 16)])
def test_a_greater_loss_starts_the_track_anew_and_the_way_back_costs_nothing(spirit: int, loss: int) -> None:
    g = lost(loss, spirit=spirit)
    assert g.spirit == 8 - (loss - spirit)
    assert g.shadows.rows[DISCARD] == ("fog",)


@pytest.mark.rule("SF-X35", "SF-115", "SF-116")
def test_example_three_lost_at_one() -> None:
    g = lost(3, spirit=1, light=3)
    assert (g.spirit, g.shadows.rows[DISCARD], g.light) == (6, ("fog",), 5)


@pytest.mark.rule("SF-X51", "SF-115", "SF-Q38")
def test_example_one_lost_at_nothing() -> None:
    g = lost(1, spirit=0)
    assert (g.spirit, g.shadows.rows[DISCARD]) == (7, ("fog",))


@pytest.mark.rule("SF-116")
def test_the_shadow_card_is_drawn_after_the_overflow_is_marked() -> None:
    g = used("{lose_spirit: 2}", FOG, spirit=1).state
    assert g.spirit == 8 - 1 + 1
    assert (g.shadows.rows[DISCARD], g.shadows.deck_size) == (("fog",), 3)


@pytest.mark.rule("SF-117")
@pytest.mark.parametrize(("spirit", "loss"), [(8, 8), (5, 3), (1, 1), (3, 3)])
def test_a_loss_that_the_spirit_can_bear_draws_nothing(spirit: int, loss: int) -> None:
    g = lost(loss, spirit=spirit)
    assert (g.spirit, g.shadows.rows[DISCARD], g.shadows.deck_size) == (spirit - loss, (), 4)


@pytest.mark.rule("SF-X34", "SF-117")
def test_example_two_lost_at_two() -> None:
    match = play(wood("hare I H E G", spirit=2, shadow=6, shadow_deck=DECK))
    g = answer(match, "end phase")
    assert (g.spirit, g.shadows.rows[DISCARD]) == (0, ())


@pytest.mark.rule("SF-Q36")
def test_the_spirit_track_has_nine_spaces_from_8_to_0() -> None:
    match = play(wood(spirit=8))
    track = match.scene(0).left[0]
    assert [slot.label for slot in track.steps] == ["8", "7", "6", "5", "4", "3", "2", "1", "0"]
    assert [pawn(play(wood(spirit=spirit))) for spirit in (8, 5, 0)] == [0, 3, 8]
    assert used("{gain_spirit: 20}", spirit=0).state.spirit == 8


@pytest.mark.rule("SF-Q36")
def test_a_book_may_have_another_length() -> None:
    longer = ("exploration: {apple: 1, bread: 1", "numbers: {spirit: 10}\n  exploration: {apple: 1, bread: 1")
    assert used("{gain_spirit: 20}", longer, spirit=4).state.spirit == 10
    assert used("{lose_spirit: 5}", longer, spirit=4).state.spirit == 9


@pytest.mark.rule("SF-Q37")
def test_the_rightmost_space_is_a_resting_place() -> None:
    match = play(wood("vole G I H E", spirit=1, shadow=6, shadow_deck=DECK), "8 8")
    answer(match, "end phase")
    assert (match.state.spirit, pawn(match), match.state.step) == (0, 8, "between")
    answer(match, "heal spirit", "roll 2")
    assert (match.state.spirit, match.state.shadows.deck_size) == (2, 4)


@pytest.mark.rule("SF-Q39")
@pytest.mark.parametrize(("spirit", "loss", "left", "drawn"), [(0, 8, 0, 1), (0, 9, 7, 2), (3, 20, 7, 3)])
def test_a_loss_beyond_the_whole_track_starts_it_anew_again(
    spirit: int, loss: int, left: int, drawn: int
) -> None:
    g = lost(loss, spirit=spirit)
    assert (g.spirit, len(g.shadows.rows[DISCARD]), g.shadows.deck_size) == (left, drawn, 4 - drawn)


@pytest.mark.rule("SF-Q39")
def test_all_shadow_cards_are_drawn_after_the_marking_is_complete() -> None:
    g = used("{lose_spirit: 11}", FOG, spirit=0).state
    assert (g.shadows.rows[DISCARD], g.spirit) == (("fog", "gloom"), 5 + 1)


@pytest.mark.rule("SF-Q40")
def test_a_campaign_starts_with_full_spirit() -> None:
    match = play(begun(journey()))
    turn_pages(match)
    assert (match.state.spirit, pawn(match), match.state.scene) == (8, 0, "meadow")


@pytest.mark.rule("SF-Q40")
def test_spirit_is_carried_over_between_scenes_and_chapters() -> None:
    match = play(wood("E H I G", spirit=3, overcome=["stile", "hedge"], brom="out"), "8 8", "8")
    answer(match, "explore gate", "roll 2", "go on")
    assert (match.state.scene, match.state.spirit) == ("brook", 3)
    answer(match, "help ford", "roll 1")
    second = play(begun(journey_after(match)))
    turn_pages(second)
    assert (second.state.chapter, second.state.spirit) == ("second", 3)


@pytest.mark.rule("SF-Q40")
def test_a_setup_may_say_otherwise() -> None:
    setup = ("setup: [{put_creature: wisp}]", "setup: [{set_spirit: 6}]")
    g = wood("E H I G", spirit=3, overcome=["stile", "hedge"], content=apple_that("{gain_spirit: 1}", setup))
    match = answered(play(g, "8 8"), "explore gate", "roll 2", "go on")
    assert (match.state.scene, match.state.spirit, offered(match)[-1]) == ("brook", 6, "end phase")
