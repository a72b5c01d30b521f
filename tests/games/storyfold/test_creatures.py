"""Creatures: how they come, act and go; Stun tokens; their deck."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.state import DISCARD, Wood
from foldtale.kernel import Match
from foldtale.testing import answer, answered, offered, refuses, turn_pages
from tests.games.storyfold.given import begun, crystals, journey, journey_after, play, wood, written
from tests.games.storyfold.test_crystals import PUT_ANYWHERE, apple_that

FULL = "I H E G vole hare wisp"
DISCARDS = "{pick: creatures, do: [{discard_creature: it}]}"
ACTIVATES = "{pick: creatures, do: [{activate: it}]}"


def using(content: Content, river: str = "I H E G", *falls: object, **facts: Any) -> Match:
    """The Apple of this book has been used."""
    g = wood(river, **{"brom": "out", "spaces": ["apple"], "content": content, **facts})
    return answered(play(g, *falls), "use apple")


def came(does: str, river: str = "I H E G", *falls: object, **facts: Any) -> Wood:
    return using(apple_that(does), river, *falls, **facts).state


# Coming into play


@pytest.mark.rule("SF-085")
@pytest.mark.parametrize("does", ["draw_creature", "{put_creature: bull}"])
def test_the_in_play_text_of_a_creature_is_resolved_at_once(does: str) -> None:
    g = came(does, crystals={"H": 2, "I": 1}, creature_deck=["bull"])
    assert (written(g), crystals(g)) == (["I", "H", "E", "G", "bull"], {"I": 1, "H": 1, "E": 0, "G": 0})


@pytest.mark.rule("SF-086")
@pytest.mark.parametrize(
    ("creature", "river"),
    [
        ("hare", ["hare", "I", "H", "E", "G"]),
        ("vole", ["I", "vole", "H", "E", "G"]),
        ("wisp", ["I", "H", "wisp", "E", "G"]),
        ("bull", ["I", "H", "E", "G", "bull"]),
    ],
)
def test_a_drawn_creature_takes_the_space_that_it_names(creature: str, river: list[str]) -> None:
    assert written(came("draw_creature", creature_deck=[creature])) == river


@pytest.mark.rule("SF-Q50")
def test_it_is_placed_first_and_then_does_what_it_says_in_printed_order() -> None:
    bull = (
        "in_play: [{lose_crystals_on: help}]",
        "in_play: [{move: self, to: left}, {set_spirit: 5}, {lose_spirit: 1}]",
    )
    g = using(apple_that("draw_creature", bull), creature_deck=["bull"]).state
    assert (written(g), g.spirit) == (["I", "H", "E", "bull", "G"], 4)


@pytest.mark.rule("SF-Q48")
def test_a_creature_that_names_no_space_goes_to_the_end() -> None:
    crow = ("loss: 1, crystals: 3, enters: 6+}", "loss: 1, crystals: 3}")
    assert written(came("{put_creature: crow}")) == ["I", "H", "E", "crow", "G"]
    assert written(using(apple_that("{put_creature: crow}", crow)).state) == ["I", "H", "E", "G", "crow"]


@pytest.mark.rule("SF-Q46")
def test_a_named_creature_finds_no_room_in_a_full_river_and_only_takes_spirit() -> None:
    g = came("{put_creature: bull}", FULL, crystals={"H": 2})
    assert (g.spirit, g.creatures.rows[DISCARD]) == (5, ("bull",))
    assert (written(g), crystals(g)) == (FULL.split(), {"I": 0, "H": 2, "E": 0, "G": 0})


@pytest.mark.rule("SF-Q46")
def test_an_optional_draw_into_a_full_river_can_be_declined() -> None:
    may = apple_that("{may: [draw_creature], say: Look}")
    match = using(may, FULL, creature_deck=["bull"])
    assert offered(match)[-1] == "no"
    answer(match, "no")
    assert (match.state.spirit, match.state.creatures.deck_size) == (8, 1)
    match = using(may, FULL, creature_deck=["bull"])
    answer(match, offered(match)[0])
    assert (match.state.spirit, match.state.creatures.rows[DISCARD]) == (5, ("bull",))


# The deck


@pytest.mark.rule("SF-088")
def test_an_empty_creature_deck_is_made_anew_of_the_discard_pile() -> None:
    g = came("draw_creature", "I H E G", "hare", creature_deck=[], creature_discard=["wisp", "hare", "vole"])
    assert written(g) == ["hare", "I", "H", "E", "G"]
    assert (g.creatures.rows[DISCARD], sorted(g.creatures.layers[0])) == ((), ["vole", "wisp"])


@pytest.mark.rule("SF-088")
def test_the_discard_pile_is_left_alone_while_the_deck_has_a_card() -> None:
    g = came("draw_creature", creature_deck=["vole"], creature_discard=["hare"])
    assert (g.creatures.deck_size, g.creatures.rows[DISCARD]) == (0, ("hare",))


@pytest.mark.rule("SF-Q49")
def test_with_deck_and_discard_pile_empty_no_creature_is_drawn() -> None:
    g = came("draw_creature, {gain_spirit: 1}", spirit=4, creature_deck=[])
    assert (written(g), g.spirit, g.step) == (["I", "H", "E", "G"], 5, "between")


@pytest.mark.rule("SF-Q52")
def test_creature_and_exploration_decks_go_on_from_scene_to_scene() -> None:
    g = wood(
        "E I H G",
        overcome=["stile", "hedge"],
        creature_deck=["vole", "bull"],
        creature_discard=["hare"],
        exploration=["drum", "bread"],
        exploration_discard=["apple"],
    )
    match = answered(play(g, "8 8"), "explore gate", "roll 2", "go on")
    g = match.state
    assert (g.scene, g.river[2]) == ("brook", "wisp")
    assert (g.creatures.layers, g.creatures.rows[DISCARD]) == ([("vole",), ("bull",)], ("hare",))
    assert (g.exploration.layers, g.exploration.rows[DISCARD]) == ([("drum",), ("bread",)], ("apple",))


@pytest.mark.rule("SF-Q52")
def test_the_next_chapter_has_its_own_creature_deck_and_the_same_exploration_deck() -> None:
    g = wood(
        "H I E G",
        scene="brook",
        creature_deck=["bull"],
        creature_discard=["hare"],
        exploration=["drum"],
        exploration_discard=["apple", "bread"],
    )
    match = answered(play(g, "8"), "help ford", "roll 1")
    second = play(begun(journey_after(match)))
    turn_pages(second)
    g = second.state
    assert (g.chapter, g.scene) == ("second", "brook")
    assert (g.creatures.layers, g.creatures.rows[DISCARD]) == ([("hare", "vole", "vole")], ())
    assert (g.exploration.layers, g.exploration.rows[DISCARD]) == (
        [("drum", "fox", "scar")],
        ("apple", "bread"),
    )


@pytest.mark.rule("SF-Q53")
def test_a_scene_starts_with_creatures_only_if_its_setup_says_so() -> None:
    match = play(begun(journey()))
    turn_pages(match)
    assert (match.state.scene, written(match.state)) == ("meadow", ["I", "H", "E", "G"])
    match = answered(play(wood(shadow=1)), "end phase", "go on")
    assert (match.state.scene, written(match.state)) == ("brook", ["I", "H", "wisp", "E", "G"])


# Activation


@pytest.mark.rule("SF-087")
@pytest.mark.parametrize("by", ["phase", "effect"])
def test_spirit_is_lost_first_and_then_the_text_follows(by: str) -> None:
    vole = (
        "loss: 1, crystals: 2, enters: 4+}",
        "loss: 1, crystals: 2, enters: 4+, after: [{set_spirit: 5}]}",
    )
    if by == "effect":
        match = using(apple_that(ACTIVATES, vole), "vole I H E G", spirit=0, shadow_deck=["gloom", "night"])
    else:
        g = wood(
            "vole I H E G",
            spirit=0,
            shadow=6,
            shadow_deck=["gloom", "night"],
            content=apple_that(ACTIVATES, vole),
        )
        match = answered(play(g), "end phase")
    assert (match.state.spirit, match.state.shadows.rows[DISCARD]) == (5, ("gloom",))


@pytest.mark.rule("SF-087")
def test_an_effect_that_activates_a_stunned_creature_takes_its_token() -> None:
    g = came(ACTIVATES, "bull I H E G", stunned=["bull"])
    assert (g.spirit, g.stunned, crystals(g)["G"]) == (8, (), 1)


@pytest.mark.rule("SF-Q51")
def test_a_creature_may_take_no_spirit_at_all() -> None:
    match = answered(play(wood("wisp I H E G", spirit=0, light=2, shadow=6)), "end phase")
    g = match.state
    assert (g.spirit, g.light, g.shadows.rows[DISCARD]) == (0, 3, ())


@pytest.mark.rule("SF-Q51")
def test_a_creature_without_a_heal_cost_cannot_be_healed() -> None:
    match = play(wood("G bull vole I H E"))
    assert "heal vole" in offered(match)
    assert refuses(match, "heal bull", "SF-028")


# Leaving


@pytest.mark.rule("SF-089")
def test_a_creature_discarded_by_an_effect_gives_no_crystals() -> None:
    g = came(DISCARDS, "vole I H E G")
    assert (written(g), g.creatures.rows[DISCARD], g.crystal_total) == (["I", "H", "E", "G"], ("vole",), 0)


@pytest.mark.rule("SF-090")
def test_travel_and_a_full_river_give_no_crystals_either() -> None:
    match = answered(play(wood("vole I H E G", shadow=1)), "end phase")
    assert (offered(match)[0], match.state.creatures.rows[DISCARD], match.state.crystal_total) == (
        "go on",
        ("vole",),
        0,
    )
    assert came("{put_creature: crow}", FULL).crystal_total == 0


@pytest.mark.rule("SF-090")
def test_a_missed_healing_gives_no_crystals_and_a_successful_one_does() -> None:
    match = answered(play(wood("G vole I H E"), "8"), "heal vole", "roll 1", "nothing")
    assert (match.state.crystal_total, match.state.step) == (0, "between")
    match = answered(play(wood("G vole I H E"), "8 8"), "heal vole", "roll 2")
    assert offered(match) == PUT_ANYWHERE
    answer(match, "put help", "put illuminate")
    assert (match.state.crystal_total, match.state.creatures.rows[DISCARD]) == (2, ("vole",))


@pytest.mark.rule("SF-X37", "SF-089", "SF-090")
def test_example_a_blessing_discards_it_or_heal_removes_it() -> None:
    g = wood("G vole I H E", spaces=["apple"], content=apple_that(DISCARDS))
    assert answer(play(g), "use apple").crystal_total == 0
    assert answer(play(g, "3 4"), "heal vole", "roll 2", "first", "put heal", "put heal").crystal_total == 2


# Stun tokens


@pytest.mark.rule("SF-091", "SF-092")
def test_a_token_cancels_the_next_loss_and_only_that_one() -> None:
    match = play(wood("hare I H E G", stunned=["hare"], shadow=6))
    answer(match, "end phase")
    assert (match.state.spirit, match.state.stunned) == (8, ())
    answer(match, "end phase")
    assert match.state.spirit == 8 - 2 - 1


@pytest.mark.rule("SF-092")
def test_a_token_stays_until_its_creature_activates() -> None:
    match = play(wood("I bull vole H E G", stunned=["vole"], shadow=6, kept=["lamp"], brom="out"))
    answer(match, "end phase", "go on", "go on")
    assert (match.state.spirit, match.state.stunned) == (5, ("vole",))
    answer(match, "go on")
    assert (match.state.spirit, match.state.stunned) == (5, ())


@pytest.mark.rule("SF-093")
def test_the_text_of_a_stunned_creature_is_resolved() -> None:
    match = answered(play(wood("hare I H E G", stunned=["hare"], shadow=6)), "end phase")
    assert (written(match.state), match.state.spirit) == (["I", "hare", "H", "E", "G"], 8)


@pytest.mark.rule("SF-094")
def test_a_creature_holds_one_token_however_often_it_is_stunned() -> None:
    match = play(wood("I vole H E G", crystals={"G": 1}, shadow=6), "8 8")
    answer(match, "illuminate vole", "roll 2", "first")
    assert written(match.state) == ["H", "E", "G", "vole*", "I"]
    answer(match, "use brom", "end phase")
    assert (written(match.state), match.state.spirit) == (["H", "E", "G", "I", "vole"], 8)
    answer(match, "end phase")
    assert match.state.spirit == 8 - 1 - 1


@pytest.mark.rule("SF-Q47")
def test_the_token_of_a_creature_that_leaves_goes_back_to_the_supply() -> None:
    g = wood(
        "G vole I H E",
        stunned=["vole"],
        shadow=6,
        spaces=["apple"],
        content=apple_that("{put_creature: vole}"),
        crystals=dict.fromkeys("IHEG", 3),
        brom="out",
        creature_deck=[],
    )
    match = answered(play(g, "8 8"), "heal vole", "roll 2", "first")
    assert match.state.stunned == ()
    answer(match, "use apple")
    assert written(match.state) == ["I", "vole", "H", "E", "G"]
    answer(match, "end phase")
    assert match.state.spirit == 7
