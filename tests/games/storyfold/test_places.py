"""Places: which can be overcome, with what, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.kernel.scene import Area
from foldtale.testing import answer, answered, offered, refuses
from tests.games.storyfold.given import crystals, play, wood, written
from tests.games.storyfold.test_crystals import PUT_ANYWHERE, apple_that, book


def aims(**facts: Any) -> list[str]:
    """The Places that can be overcome now."""
    g = wood(**facts)
    return [key.split()[1] for key in offered(play(g)) if key.split()[-1] in g.places]


def signs(**facts: Any) -> dict[str, Area]:
    """The Places as one sees them."""
    return {area.id: area for area in play(wood(**facts)).scene(0).elements[0].areas}


@pytest.mark.rule("SF-095")
def test_places_are_of_two_types_and_look_so() -> None:
    seen = signs()
    icons = {name: (area.icon, area.counters[0].icon) for name, area in seen.items()}
    explore, help_ = ("explore", "explore"), ("help", "help")
    assert icons == {
        **dict.fromkeys(["stile", "hedge", "gate", "pit"], explore),
        **dict.fromkeys(["shed", "spring", "nest"], help_),
    }


@pytest.mark.rule("SF-096")
def test_a_place_is_overcome_only_with_the_card_of_its_colour() -> None:
    match = play(wood())
    assert {"explore stile", "explore pit", "help shed"} <= set(offered(match))
    for card in ("illuminate", "help", "heal"):
        assert refuses(match, f"{card} stile", "SF-028")
    for card in ("illuminate", "explore", "heal"):
        assert refuses(match, f"{card} shed", "SF-028")


@pytest.mark.rule("SF-X40", "SF-096")
def test_example_explore_can_never_aim_at_a_help_place_with_one_dot() -> None:
    match = play(wood("E H I G", light=0))
    assert "help spring" in offered(match)
    assert refuses(match, "explore spring", "SF-028")


@pytest.mark.rule("SF-097")
@pytest.mark.parametrize(
    ("falls", "options"),
    [("3 3 1", ["second 0", "nothing"]), ("3 3 3", ["first"]), ("3 3 3 8", ["first"])],
)
def test_a_place_needs_as_many_successes_as_it_has_dots(falls: str, options: list[str]) -> None:
    g = wood("E I H G", overcome=["stile"], spaces=["candle", "apple"], kept=["friend"])
    match = answered(play(g, falls), "explore hedge", f"roll {len(falls.split())}")
    assert [key for key in offered(match) if not key.startswith("use ")] == options
    answer(match, options[-1])
    assert ("hedge" in match.state.overcome) == (options == ["first"])


@pytest.mark.rule("SF-098")
def test_an_overcome_place_gets_a_pawn_and_its_text_is_read_and_resolved() -> None:
    match = play(wood("E I H G"), "8")
    match.answer("explore stile")
    match.answer("roll 1")
    assert [option.key for option in match.options] == ["read"]
    assert (match.state.pages.open, match.state.overcome, match.state.crystal_total) == (
        ("meadow", "stile"),
        ("stile",),
        0,
    )
    assert match.scene(0).page is not None
    assert "You climb over it." in str(match.scene(0).page)
    match.answer("read")
    assert offered(match) == PUT_ANYWHERE
    answer(match, "put heal")
    assert crystals(match.state)["G"] == 1
    (sign,) = [area for area in match.scene(0).elements[0].areas if area.id == "stile"]
    assert ([tag.text for tag in sign.tags], sign.counters) == (["overcome"], ())


@pytest.mark.rule("SF-099")
def test_a_place_with_a_pawn_cannot_be_resolved_again() -> None:
    match = play(wood("H I E G", spirit=4), "8 8", "8 8")
    answer(match, "help shed", "roll 2")
    assert (match.state.spirit, written(match.state)) == (6, ["I", "E", "G", "H"])
    assert "help crystals" in offered(match)
    assert refuses(match, "help shed", "SF-028")


@pytest.mark.rule("SF-100")
def test_a_place_with_the_wildwood_icon_waits_for_the_light_on_the_centre() -> None:
    assert "spring" in aims(light=0)
    for light in (1, 2, 6):
        assert "spring" not in aims(light=light)
    assert [tag.icon for tag in signs()["spring"].tags] == ["wildwood"]


@pytest.mark.rule("SF-X39", "SF-100")
def test_example_the_light_comes_to_the_centre_and_is_pushed_back() -> None:
    match = play(wood("I H E G", light=1, spaces=["apple"], content=apple_that("{retreat_light: 1}")), "8")
    assert refuses(match, "help spring", "SF-028")
    answer(match, "illuminate light", "roll 1", "second 0")
    assert (match.state.light, "help spring" in offered(match)) == (0, True)
    answer(match, "use apple")
    assert match.state.light == 1
    assert refuses(match, "help spring", "SF-028")


@pytest.mark.rule("SF-101", "SF-102")
def test_places_in_a_line_are_overcome_from_left_to_right() -> None:
    match = play(wood("E I H G", brom="out"), "8", "8 8 8")
    assert refuses(match, "explore hedge", "SF-028")
    assert refuses(match, "explore gate", "SF-028")
    answer(match, "explore stile", "roll 1", "put explore")
    assert [key for key in offered(match) if key.startswith("explore ")] == [
        "explore hedge",
        "explore pit",
        "explore cards",
    ]
    answer(match, "explore hedge", "roll 3")
    assert [key for key in offered(match) if key.startswith("explore ")] == [
        "explore gate",
        "explore pit",
        "explore cards",
    ]


@pytest.mark.rule("SF-X38", "SF-102")
def test_example_of_a_line_of_three_only_the_next_is_open() -> None:
    found = aims(overcome=["stile"])
    assert [name for name in found if name in ("stile", "hedge", "gate")] == ["hedge"]


@pytest.mark.rule("SF-103")
def test_a_place_with_a_prerequisite_waits_until_it_is_met() -> None:
    g = wood("E H I G", spaces=["apple"], content=apple_that("{draw_story: letter}"))
    match = play(g)
    assert refuses(match, "help nest", "SF-028")
    (sign,) = [area for area in match.scene(0).elements[0].areas if area.id == "nest"]
    assert [tag.text for tag in sign.tags] == ["You have found a feather"]
    answer(match, "use apple")
    assert "help nest" in offered(match)


@pytest.mark.rule("SF-103")
def test_all_prerequisites_must_be_met_not_only_one() -> None:
    both = book(
        ("needs: flag(FEATHER)", "needs: flag(FEATHER) and flag(EGG)"), ("set_flag: DARK", "set_flag: EGG")
    )
    assert "nest" not in aims(flags={"FEATHER": "scene"}, content=both)
    assert "nest" not in aims(flags={"EGG": "scene"}, content=both)
    assert "nest" in aims(flags={"FEATHER": "scene", "EGG": "scene"}, content=both)


@pytest.mark.rule("SF-Q60")
def test_with_several_lines_coming_in_all_left_neighbours_must_be_overcome() -> None:
    forked = book(("at: [550, 300], after: [hedge]", "at: [550, 300], after: [hedge, shed]"))
    assert "gate" not in aims(overcome=["stile", "hedge"], content=forked)
    assert "gate" not in aims(overcome=["stile", "shed"], content=forked)
    assert "gate" in aims(overcome=["stile", "hedge", "shed"], content=forked)


@pytest.mark.rule("SF-102", "SF-Q60")
def test_every_place_of_the_line_to_the_left_must_be_overcome_not_only_the_neighbour() -> None:
    assert "gate" not in aims(overcome=["hedge"])
    assert "stile" in aims(overcome=["hedge"])
    assert "gate" in aims(overcome=["stile", "hedge"])


@pytest.mark.rule("SF-102", "SF-Q60")
def test_a_pawn_that_is_taken_off_the_first_place_closes_the_last() -> None:
    g = wood(
        "E I H G",
        overcome=["stile", "hedge"],
        spaces=["apple"],
        content=apple_that("{unmark_place: stile}"),
    )
    match = play(g, "8 8")
    answer(match, "explore gate", "roll 2", "use apple")
    assert offered(match) == ["second 0", "nothing"]


@pytest.mark.rule("SF-102")
def test_a_place_says_which_places_to_its_left_are_missing() -> None:
    said = [str(tag) for tag in signs(overcome=["hedge"])["gate"].tags]
    assert any("Stile" in tag for tag in said)


@pytest.mark.rule("SF-Q61")
def test_the_wildwood_icon_is_looked_at_again_when_the_ability_resolves() -> None:
    for retreats in (False, True):
        g = wood("H I E G", light=0, spaces=["apple"], content=apple_that("{retreat_light: 1}"))
        match = answered(play(g, "8"), "help spring", "roll 1")
        assert offered(match) == ["first", "use apple"]
        if retreats:
            answer(match, "use apple")
            assert offered(match) == ["second 0", "nothing"]
            assert refuses(match, "first", "SF-030")
            answer(match, "nothing")
        else:
            answer(match, "first")
        assert ("spring" in match.state.overcome) == (not retreats)


@pytest.mark.rule("SF-Q62")
def test_prerequisites_are_looked_at_again_when_the_ability_resolves() -> None:
    g = wood(
        "H I E G", flags={"FEATHER": "scene"}, spaces=["apple"], content=apple_that("{clear_flag: FEATHER}")
    )
    match = answered(play(g, "8"), "help nest", "roll 1")
    assert offered(match) == ["first", "use apple"]
    answer(match, "use apple")
    assert offered(match) == ["second 0", "nothing"]
    assert refuses(match, "first", "SF-030")
    answer(match, "second 0", "put heal")
    assert (match.state.overcome, crystals(match.state)["G"]) == ((), 1)


@pytest.mark.rule("SF-Q63")
def test_successes_on_a_place_do_not_add_up_over_actions() -> None:
    match = play(wood("H I E G"), "8", "8")
    for _ in range(2):
        answer(match, "help shed", "roll 1")
        assert offered(match) == ["second 0", "nothing"]
        answer(match, "nothing")
    assert match.state.overcome == ()
