"""The Wildwood Track: two pawns, a centre, and icons that only the Shadow wakes."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.storyfold.state import Wood
from foldtale.kernel import Match
from foldtale.kernel.pack.problems import BadPack
from foldtale.testing import answer, answered, offered, turn_pages
from tests.games.storyfold.given import begun, crystals, journey, play, wood, written
from tests.games.storyfold.test_crystals import apple_that, book
from tests.games.storyfold.test_effects import lawful

TRACK = 'track: {"6": [claw, eye], "4": [claw], "3": [claw], "2": [haste, claw]}'
EYE = "eye: {name: Eye, do: [{draw_creature: 1}]}"
CLAW = "claw: {name: Claw, do: [{lose_spirit: 1}]}"


def used(does: str, *changes: tuple[str, str], **facts: Any) -> Match:
    """An Apple that does this has been used between two Actions."""
    g = wood(spaces=["apple"], content=apple_that(does, *changes), **facts)
    return answered(play(g), "use apple")


def after(does: str, *changes: tuple[str, str], **facts: Any) -> Wood:
    return used(does, *changes, **facts).state


def steps(match: Match) -> tuple[int, int, int]:
    """Where the Light Pawn, the centre and the Shadow Pawn are on the track, from the left."""
    track = match.scene(0).elements[0].tracks[0]
    light, shadow = track.pawns
    assert (light.id, shadow.id) == ("light pawn", "shadow pawn")
    assert light.step is not None
    assert shadow.step is not None
    return light.step, [slot.id for slot in track.steps].index("centre"), shadow.step


# Moving


@pytest.mark.rule("SF-104")
def test_the_light_comes_from_the_left_and_the_shadow_from_the_right() -> None:
    match = play(begun(journey()), "8 8")
    turn_pages(match)
    assert steps(match) == (0, 6, 13)
    answer(match, "illuminate light", "roll 2")
    assert steps(match) == (2, 6, 13)
    match = answered(play(wood(shadow=6, light=6)), "end phase")
    assert steps(match) == (0, 6, 11)


@pytest.mark.rule("SF-105")
def test_advancing_a_pawn_moves_it_one_space_towards_the_centre() -> None:
    g = after("{advance_light: 1}, {advance_shadow: 1}", light=4, shadow=6)
    assert (g.light, g.shadow) == (3, 5)


@pytest.mark.rule("SF-106")
def test_making_a_pawn_retreat_moves_it_one_space_away_from_the_centre() -> None:
    g = after("{retreat_light: 1}, {retreat_shadow: 1}", light=4, shadow=5)
    assert (g.light, g.shadow) == (5, 6)


@pytest.mark.rule("SF-107")
def test_no_pawn_leaves_the_track() -> None:
    g = after("{retreat_light: 3}, {retreat_shadow: 3}", light=5, shadow=6)
    assert (g.light, g.shadow) == (6, 7)


@pytest.mark.rule("SF-108")
def test_the_light_stops_on_the_centre() -> None:
    g = after("{advance_light: 5}", light=3)
    assert g.light == 0


@pytest.mark.rule("SF-108")
def test_the_shadow_goes_no_farther_than_the_centre() -> None:
    match = play(wood(spaces=["apple"], content=apple_that("{advance_shadow: 5}"), shadow=1))
    match.answer("use apple")
    assert (match.state.shadow, match.state.pages.open, steps(match)[2]) == (0, ("meadow", "dark"), 6)


# Icons


@pytest.mark.rule("SF-109")
@pytest.mark.parametrize("by", ["phase", "text", "placing"])
def test_icons_are_resolved_however_the_shadow_comes_to_stand_there(by: str) -> None:
    if by == "phase":
        g = answer(play(wood(shadow=5)), "end phase")
    else:
        g = after("{advance_shadow: 1}" if by == "text" else "{place_shadow: 4}", shadow=5)
    assert (g.shadow, g.spirit) == (4, 7)


@pytest.mark.rule("SF-109")
def test_icons_mean_what_the_scene_says_and_a_space_without_icons_nothing() -> None:
    assert (
        after("{advance_shadow: 1}", (CLAW, "claw: {name: Claw, do: [{lose_spirit: 3}]}"), shadow=5).spirit
        == 5
    )
    assert after("{advance_shadow: 1}", shadow=6).spirit == 8


@pytest.mark.rule("SF-X41", "SF-109")
def test_example_claw_is_fully_resolved_and_then_eye() -> None:
    chill = ("in_play: [{gain_card: ache}]", "in_play: [{retreat_light: 1}, {set_spirit: 6}]")
    eye = (EYE, "eye: {name: Eye, do: [{lose_spirit: 4}]}")
    g = after("{advance_shadow: 1}", chill, eye, shadow=7, spirit=0, light=3, shadow_deck=["chill", "night"])
    assert (g.shadow, g.light, g.spirit) == (6, 4, 2)


@pytest.mark.rule("SF-110")
def test_the_light_wakes_no_icon() -> None:
    for start, roll in ((6, "8"), (5, "8"), (4, "8 8"), (3, "8 8")):
        match = answered(
            play(wood("I H E G", light=start), roll), "illuminate light", f"roll {len(roll.split())}"
        )
        g = match.state
        assert (g.spirit, written(g), g.shadow) == (8, ["H", "E", "G", "I"], 7)


@pytest.mark.rule("SF-111")
def test_a_shadow_that_retreats_onto_icons_wakes_none() -> None:
    for start in (3, 2, 1):
        g = after("{retreat_shadow: 1}", shadow=start)
        assert (g.shadow, g.spirit) == (start + 1, 8)
    g = after("{place_shadow: 6}", shadow=4)
    assert (g.shadow, g.spirit, written(g)) == (6, 8, ["I", "H", "E", "G"])


@pytest.mark.rule("SF-X42", "SF-111")
def test_example_back_to_4_and_to_3_again() -> None:
    match = used("{retreat_shadow: 1}", shadow=3)
    assert (match.state.shadow, match.state.spirit) == (4, 8)
    answer(match, "end phase")
    assert (match.state.shadow, match.state.spirit) == (3, 7)


@pytest.mark.rule("SF-Q57")
def test_an_advance_of_two_resolves_the_icons_of_both_spaces_one_after_the_other() -> None:
    assert after("{advance_shadow: 2}", shadow=5).spirit == 6
    back = (CLAW, "claw: {name: Claw, do: [{retreat_shadow: 2}]}")
    assert after("{advance_shadow: 2}", back, shadow=5).shadow == 5


@pytest.mark.rule("SF-Q58")
def test_icons_of_the_new_space_come_before_the_rest_of_the_earlier_one() -> None:
    track = (TRACK, 'track: {"4": [haste, claw], "3": [eye]}')
    g = after("{advance_shadow: 1}", track, (EYE, "eye: {name: Eye, do: [{set_spirit: 5}]}"), shadow=5)
    assert (g.shadow, g.spirit) == (3, 4)


@pytest.mark.rule("SF-Q58")
def test_everything_stops_when_the_centre_is_reached() -> None:
    track = (TRACK, 'track: {"6": [eye], "1": [haste, claw]}')
    match = used("{advance_shadow: 1}, {lose_spirit: 3}", track, shadow=2)
    assert (match.state.spirit, match.state.triumphs, match.state.step) == (8, ("meadow dark",), "arrive")


@pytest.mark.rule("SF-Q59")
def test_no_icon_may_be_printed_on_the_centre() -> None:
    with pytest.raises(BadPack, match=r"SF-Q59: icons lie on spaces 1 to 7 from the centre, not on '0'"):
        book((TRACK, TRACK.replace('"6"', '"0"')))


@pytest.mark.rule("SF-Q59")
def test_the_shadow_on_the_centre_ends_the_scene() -> None:
    match = answered(play(wood(shadow=1)), "end phase")
    assert (match.state.triumphs, match.state.spirit, match.state.step) == (("meadow dark",), 8, "arrive")


@pytest.mark.rule("SF-Q56")
def test_icons_on_the_starting_space_do_not_wake_at_setup() -> None:
    content = book((TRACK, TRACK.replace('"6"', '"7"')))
    match = play(begun(journey(), content=content))
    turn_pages(match)
    assert (match.state.shadow, match.state.spirit, written(match.state)) == (7, 8, ["I", "H", "E", "G"])


@pytest.mark.rule("SF-Q56")
def test_icons_on_a_starting_space_that_the_setup_names_do_not_wake_either() -> None:
    setup = ("text: Grass, and a gate at the far end.", "text: Grass.\n  setup: [{place_shadow: 4}]")
    match = play(begun(journey(), content=book(setup)))
    turn_pages(match)
    assert (match.state.shadow, match.state.spirit) == (4, 8)


# Length and ends


@pytest.mark.rule("SF-Q55")
def test_each_scene_has_its_own_track_and_pawns_start_at_its_ends() -> None:
    match = play(begun(journey()))
    turn_pages(match)
    assert (match.state.light, match.state.shadow, steps(match)) == (6, 7, (0, 6, 13))
    match = answered(play(wood(shadow=1)), "end phase", "go on")
    assert (match.state.scene, match.state.light, match.state.shadow) == ("brook", 3, 4)
    assert steps(match) == (0, 3, 7)


@pytest.mark.rule("SF-Q55")
def test_a_setup_may_say_otherwise() -> None:
    setup = ("setup: [{put_creature: wisp}]", "setup: [{place_light: 1}, {place_shadow: 2}]")
    match = answered(play(wood(shadow=1, content=book(setup))), "end phase", "go on")
    assert (match.state.scene, match.state.light, match.state.shadow) == ("brook", 1, 2)


@pytest.mark.rule("SF-Q55")
def test_a_scene_lasts_as_many_rounds_as_the_shadow_has_steps() -> None:
    match = play(wood(scene="hill", light=2, shadow=2))
    answer(match, "end phase")
    assert (match.state.round, match.state.triumphs) == (2, ())
    answer(match, "end phase")
    assert match.state.triumphs == ("hill dark",)


@pytest.mark.rule("SF-X43")
def test_example_the_shadow_triumphs_although_the_light_is_on_the_centre() -> None:
    match = play(wood(light=0, shadow=1, spaces=["apple"], spirit=7))
    answer(match, "end phase", "go on", "go on")
    assert (match.state.triumphs, match.state.flags) == (("meadow dark",), {"DARK": "chapter"})
    assert offered(match)[0] == "go on"


@pytest.mark.rule("SF-X50", "SF-136", "SF-Q90")
def test_example_the_shadow_triumphs_in_the_middle_of_a_text() -> None:
    match = play(wood("E I H G", shadow=1), "8")
    answer(match, "explore pit", "roll 1")
    g = match.state
    assert (g.triumphs, crystals(g)) == (("meadow dark",), dict.fromkeys("IHEG", 0))
    assert (written(g), g.step) == (["I", "H", "G", "E"], "arrive")


@pytest.mark.rule("SF-107", "SF-108", "SF-Q123")
@pytest.mark.parametrize(
    ("does", "light", "shadow"),
    [
        ("retreat_shadow: spirit - 8", 3, 4),
        ("retreat_light: spirit - 8", 3, 4),
        ("advance_light: spirit - 8", 3, 4),
    ],
)
def test_no_amount_moves_a_pawn_the_other_way(does: str, light: int, shadow: int) -> None:
    match = used(does, spirit=2, light=light, shadow=shadow)
    assert (match.state.light, match.state.shadow) == (light, shadow)


@pytest.mark.rule("SF-108")
@pytest.mark.parametrize(("light", "moved"), [(0, 0), (1, 1), (4, 3)])
def test_the_light_pawn_advances_as_far_as_it_moves(light: int, moved: int) -> None:
    says = "use: [{advance_light: 3}], when: [{on: light_advances, do: [{add_counter: WENT, n: amount}]}]"
    match = answered(play(lawful(says, light=light)), "use law")
    assert match.state.count_of("WENT") == moved


@pytest.mark.rule("SF-108", "SF-Q99")
def test_the_shadow_pawn_advances_as_far_as_it_moves() -> None:
    """In an ending nobody triumphs again, and the Shadow Pawn stays on the centre."""
    dark = ("do: [{set_flag: DARK}]", "do: [{advance_shadow: 2}]")
    says = "use: [{end_scene: shadow}], when: [{on: shadow_advances, do: [{add_counter: WENT, n: amount}]}]"
    match = answered(play(lawful(says, changes=(dark,), shadow=1)), "use law")
    assert match.state.count_of("WENT") == 1
