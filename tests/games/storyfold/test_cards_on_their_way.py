"""Storyfold: cards on their way to a Blessing space, and what becomes of them when the Scene ends meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.storyfold.state import DISCARD, OUT, USED, Wood
from foldtale.kernel import Match
from foldtale.kernel.effects import Force, enter, value
from foldtale.testing import answer, answered, asked, offered
from tests.games.storyfold.given import play
from tests.games.storyfold.test_effects import lawful

SWEET = "text: Sweet., use: [{gain_spirit: 2}]"
FULL = ["apple", "candle", "drum"]


def given_while(card: str, does: str, spaces: list[str] = FULL, **position: Any) -> Match:
    """A text gives a card, all spaces are full, and the Apple that makes room does this."""
    changes = ((SWEET, f"text: Sweet., use: [{does}]"), *position.pop("changes", ()))
    g = lawful(f"use: [{{gain_card: {card}}}]", changes=changes, spaces=spaces, **position)
    return answered(play(g), "use law", "resolve apple")


def nothing_is_on_its_way(g: Wood) -> bool:
    return not any(g.exploration.rows[USED:])


@pytest.mark.rule("SF-125", "SF-127", "SF-Q108")
@pytest.mark.parametrize("who", ["luma", "shadow"])
@pytest.mark.parametrize("card", ["bread", "fox", "scar"])
def test_a_card_takes_the_space_that_was_made_for_it_although_the_scene_has_ended(
    card: str, who: str
) -> None:
    g = given_while(card, f"{{end_scene: {who}}}").state
    assert len(g.triumphs) == 1
    assert (g.in_spaces, g.exploration.rows[DISCARD]) == (("candle", "drum", card), ("apple",))
    assert nothing_is_on_its_way(g)


@pytest.mark.rule("SF-131", "SF-Q108")
def test_a_trauma_that_was_laid_down_as_the_scene_ended_is_in_force() -> None:
    g = given_while("scar", "{end_scene: shadow}").state
    assert value(g, "threshold", 5, "heal") == 6


@pytest.mark.rule("SF-Q71", "SF-Q108")
@pytest.mark.parametrize(("card", "row"), [("bread", DISCARD), ("ache", DISCARD), ("burn", OUT)])
def test_a_card_without_room_when_the_scene_ends_goes_where_such_cards_go(card: str, row: int) -> None:
    """The Fox takes the space that the Apple leaves."""
    g = given_while(card, "{gain_card: fox}, {end_scene: shadow}").state
    assert g.in_spaces == ("candle", "drum", "fox")
    assert card in g.exploration.rows[row]
    assert nothing_is_on_its_way(g)


@pytest.mark.rule("SF-Q90", "SF-Q108")
def test_of_two_cards_kept_the_blessing_is_laid_down_and_the_curse_dropped() -> None:
    stings = ("It stings., in_play: [{lose_spirit: 1}]", "It stings., in_play: [{end_scene: shadow}]")
    g = lawful("use: [{draw_exploration: 2, keep: 2}]", changes=(stings,), exploration=["nettle", "bread"])
    match = answered(play(g), "use law", "nettle")
    assert (match.state.in_spaces, match.state.exploration.rows[DISCARD]) == (("bread",), ("nettle",))
    ends = (SWEET, "text: Sweet., use: [{end_scene: shadow}]")
    g = lawful(
        "use: [{draw_exploration: 2, keep: 2}]",
        changes=(ends,),
        spaces=["ache", "burn", "scar"],
        exploration=["apple", "nettle"],
        spirit=5,
    )
    match = answered(play(g), "use law", "apple", "resolve apple")
    assert (match.state.spirit, sorted(match.state.exploration.rows[DISCARD])) == (5, ["apple", "nettle"])


@pytest.mark.rule("SF-Q101", "SF-Q108")
def test_a_card_that_was_picked_to_make_room_has_been_used_and_comes_back_to_no_space() -> None:
    changes = (
        ("Filling., use: [{gain_crystals: 1}], timing: between", "Filling., use: [{end_scene: luma}]"),
    )
    g = lawful("use: [{gain_card: bread}]", changes=changes, spaces=FULL)
    match = answered(play(g), "use law", "resolve bread")
    assert (match.state.in_spaces, match.state.exploration.rows[DISCARD]) == (tuple(FULL), ("bread",))


@pytest.mark.rule("SF-Q71", "SF-Q108")
@pytest.mark.parametrize(("card", "row"), [("burn", OUT), ("cut", DISCARD)])
def test_a_trauma_that_finds_only_traumas_goes_where_it_says(card: str, row: int) -> None:
    more = "- {card: cut, kind: trauma, title: Cut, text: It bleeds.}\n"
    more += "- {card: gash, kind: trauma, title: Gash, text: It bleeds too.}\n"
    g = lawful(f"use: [{{gain_card: {card}}}]", more=more, spaces=["ache", "scar"])
    g.exploration.take("gash", OUT)
    g.exploration.put("gash", 0)
    match = answered(play(g), "use law")
    assert match.state.in_spaces == ("ache", "scar", "gash")
    assert card in match.state.exploration.rows[row]


# Story cards that become Blessings


@pytest.mark.rule("SF-Q75", "SF-Q108")
@pytest.mark.parametrize(
    ("spaces", "held"), [([], ("friend",)), (FULL, tuple(FULL))], ids=["a space is free", "none is"]
)
def test_a_story_card_for_a_space_goes_there_although_its_own_text_ends_the_scene(
    spaces: list[str], held: tuple[str, ...]
) -> None:
    ends = ("after: space, use", "after: space, in_play: [{end_scene: shadow}], use")
    match = answered(play(lawful("use: [{draw_story: friend}]", changes=(ends,), spaces=spaces)), "use law")
    assert match.state.triumphs == ("meadow dark",)
    assert (match.state.in_spaces, match.state.telling) == (held, ())
    assert ("friend" in match.state.exploration.rows[OUT]) == bool(spaces)
    assert nothing_is_on_its_way(match.state)


@pytest.mark.rule("SF-Q75", "SF-127")
def test_a_story_card_for_a_space_asks_for_room() -> None:
    match = answered(play(lawful("use: [{draw_story: friend}]", spaces=FULL, spirit=3)), "use law")
    assert (asked(match).topic, offered(match)[-2:]) == ("room", ["resolve friend", "discard friend"])
    answer(match, "resolve friend")
    assert (match.state.spirit, match.state.in_spaces) == (4, tuple(FULL))
    assert "friend" in match.state.exploration.rows[OUT]


@pytest.mark.parametrize("speaks", ["apple", "bread"])
def test_of_two_copies_the_one_that_goes_back_into_the_box_is_gone_and_the_other_stays(speaks: str) -> None:
    """Either the Apple that makes room sends a Bread into the box, or the Bread in a space sends itself."""
    boxed = "{remove_from_game: bread}"
    changes = [("exploration: {apple: 1, bread: 1,", "exploration: {apple: 1, bread: 2,")]
    if speaks == "bread":
        changes.append(("text: Filling., use: [{gain_crystals: 1}]", f"text: Filling., use: [{boxed}]"))
        g = lawful("use: [{gain_spirit: 1}]", changes=tuple(changes))
        g.exploration.rows[0] = ("bread", "bread")
        match = answered(play(g), "use bread")
    else:
        changes.append((SWEET, f"text: Sweet., use: [{boxed}]"))
        g = lawful("use: [{gain_card: bread}]", changes=tuple(changes), spaces=["apple", "bread", "drum"])
        g.exploration.put("bread", OUT)
        match = answered(play(g), "use law", "resolve apple")
    g = match.state
    assert nothing_is_on_its_way(g)
    assert g.in_spaces.count("bread") == 1
    assert g.exploration.rows[OUT].count("bread") == 1


@pytest.mark.rule("SF-Q116")
def test_a_companion_that_rests_can_be_resolved_to_make_room() -> None:
    g = lawful("use: [{gain_card: apple}]", spaces=["fox", "bread", "drum"], dice=(3, 0, 0), owned=(5, 0, 0))
    match = answered(play(g), "use fox")
    assert (match.state.ready, "use fox" in offered(match)) == ((4, 0, 0), False)
    answer(match, "use law", "resolve fox")
    assert (match.state.ready, match.state.in_spaces) == ((5, 0, 0), ("bread", "drum", "apple"))
    assert "fox" in match.state.exploration.rows[DISCARD]


@pytest.mark.rule("SF-Q116")
def test_a_card_for_another_time_can_be_resolved_to_make_room() -> None:
    g = lawful("use: [{gain_card: apple}]", spaces=["drum", "bread", "candle"], river="vole I H E G")
    match = play(g)
    assert "use drum" not in offered(match)
    answer(match, "use law", "resolve drum")
    assert match.state.stunned == ("vole",)


LIKE = ("exploration: {apple: 1, bread: 1,", "exploration: {apple: 2, bread: 1,")
GROWS = (
    SWEET,
    "text: Sweet., when: [{on: luma_phase_starts, limit: chapter, do: [{gain_crystals_on: heal}]}]",
)


@pytest.mark.rule("SF-Q118")
def test_of_two_like_cards_in_spaces_the_one_that_has_lain_there_longer_is_given_up() -> None:
    """The first Apple has given what it gives once in the Chapter, the other has not."""
    g = lawful("use: [{gain_card: bread}]", changes=(LIKE, GROWS), spaces=["drum"], shadow=6)
    g.exploration.rows[0] = ("apple", "drum", "apple")
    standing = g.content.standing("apple")
    enter(g, "apple", "apple", standing)
    enter(g, "apple", "apple", standing)
    use = ("chapter", "apple", None, g.force.sources[-2].copy, standing.whens[0].number)
    g.force = Force(g.force.sources, frozenset([use]), g.force.entered)
    match = answered(play(g), "use law", "discard apple", "end phase")
    while asked(match).topic != "between":
        answer(match, "go on")
    assert match.state.in_spaces == ("drum", "apple", "bread")
    assert match.state.crystals_on("heal") == 1


@pytest.mark.rule("SF-Q118")
def test_of_two_like_cards_the_one_just_drawn_is_given_up() -> None:
    g = lawful("use: [{gain_card: apple}]", changes=(LIKE,), spaces=["apple", "drum", "bread"])
    g.exploration.put("apple", OUT)
    before = g.force.sources
    match = answered(play(g), "use law")
    assert offered(match).count("discard apple") == 1
    answer(match, "discard apple")
    assert (match.state.in_spaces, len(match.state.force.sources)) == (
        ("apple", "drum", "bread"),
        len(before),
    )


@pytest.mark.rule("SF-Q115")
def test_cards_stay_in_their_spaces_when_there_are_fewer_until_another_comes() -> None:
    g = lawful("use: [{for: chapter, while: [{blessing_spaces: -2}]}]", spaces=["apple", "drum", "bread"])
    match = answered(play(g), "use law")
    assert match.state.in_spaces == ("apple", "drum", "bread")
