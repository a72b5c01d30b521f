"""Storyfold: before a loss overflows the Spirit Track, the player may use what gives Spirit, whoever causes the loss."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.kernel import Match
from foldtale.testing import answer, answered, asked, offered, tells
from tests.games.storyfold.given import ALL_LESSONS, CONTENT, STORYFOLD, begun, journey, play, wood
from tests.games.storyfold.test_effects import book, lawful
from tests.games.storyfold.test_triumph import TASK

CURE: dict[str, Any] = {"brom_turned": True, "crystals": {"H": 2}}
"""Brom shows Cure, and can be paid once."""
DECK = ["fog", "gloom", "chill", "night"]
SHADOWS = {"shadow_deck": DECK}


def stung(loss: int = 1, **position: Any) -> Match:
    """A text between two Actions takes this much Spirit."""
    return answered(play(lawful(f"use: [{{lose_spirit: {loss}}}]", **{**SHADOWS, **position})), "use law")


@pytest.mark.rule("SF-066", "SF-Q107")
def test_cure_is_offered_before_a_curse_overflows() -> None:
    g = wood("E I H G", spirit=0, exploration=["nettle"], **CURE, **SHADOWS)
    match = answered(play(g, "8"), "explore cards", "roll 1", "second 0")
    assert (asked(match).topic, offered(match), match.state.spirit) == ("danger", ["go on", "use brom"], 0)
    answer(match, "use brom")
    assert (match.state.spirit, match.state.shadow_drawn, match.state.brom_turned) == (1, 0, False)
    assert (match.state.crystal_total, asked(match).topic) == (0, "between")


@pytest.mark.rule("SF-Q107")
def test_who_goes_on_is_not_asked_again_for_the_same_loss() -> None:
    match = stung(spirit=0, spaces=["apple"], **CURE)
    assert offered(match) == ["go on", "use brom", "use apple"]
    answer(match, "go on")
    assert (asked(match).topic, match.state.spirit, match.state.shadow_drawn) == ("between", 7, 1)


@pytest.mark.rule("SF-Q107")
def test_the_question_comes_again_only_while_the_loss_would_still_overflow() -> None:
    match = answered(stung(4, spirit=1, spaces=["apple"], **CURE), "use apple")
    assert (asked(match).topic, offered(match), match.state.spirit) == ("danger", ["go on", "use brom"], 3)
    answer(match, "use brom")
    assert (asked(match).topic, match.state.spirit, match.state.shadow_drawn) == ("between", 1, 0)
    match = answered(stung(2, spirit=1, spaces=["apple"], **CURE), "use apple")
    assert (asked(match).topic, match.state.spirit, match.state.brom_turned) == ("between", 1, True)


@pytest.mark.rule("SF-Q107")
@pytest.mark.parametrize(
    "position",
    [
        {"spirit": 1, **CURE},
        {"spirit": 0, "brom_turned": True, "crystals": {"H": 1}},
        {"spirit": 0, "brom_turned": False, "crystals": {"H": 3}, "river": "vole I H E G"},
        {"spirit": 0, **CURE, "brom": "out"},
        {"spirit": 0, "spaces": ["bread", "candle", "drum"], "kept": ["lamp"]},
    ],
    ids=["no overflow", "too dear", "Protect", "Brom is away", "gives no Spirit, or not now"],
)
def test_nobody_is_asked_where_nothing_would_help(position: dict[str, Any]) -> None:
    match = stung(1, **position)
    assert asked(match).topic == "between"
    assert match.state.spirit == (0 if position["spirit"] else 7)


@pytest.mark.rule("SF-113", "SF-Q107")
def test_nobody_is_asked_at_full_spirit() -> None:
    match = stung(9, spirit=8, spaces=["apple"], **CURE)
    assert (asked(match).topic, match.state.spirit, match.state.shadow_drawn) == ("between", 7, 1)


@pytest.mark.rule("SF-Q107")
def test_a_text_that_forbids_brom_forbids_him_here_too() -> None:
    g = lawful("while: [{forbid: brom}], use: [{lose_spirit: 1}]", spirit=0, **CURE, **SHADOWS)
    match = answered(play(g), "use law")
    assert (asked(match).topic, match.state.shadow_drawn) == ("between", 1)


@pytest.mark.rule("SF-Q107")
def test_what_replaces_the_loss_comes_first() -> None:
    says = "instead: [{of: spirit_lost, do: [{change: amount, to: amount - 1}]}], use: [{lose_spirit: 1}]"
    match = answered(play(lawful(says, spirit=0, **CURE, **SHADOWS)), "use law")
    assert (asked(match).topic, match.state.spirit) == ("between", 0)


@pytest.mark.rule("SF-066", "SF-084", "SF-Q107")
def test_an_icon_of_the_track_is_answered_too() -> None:
    g = wood(spirit=0, shadow=5, spaces=["apple"], **SHADOWS)
    match = answered(play(g), "end phase", "go on", "go on")
    assert (match.state.shadow, asked(match).topic, offered(match)) == (4, "danger", ["go on", "use apple"])
    answer(match, "use apple")
    assert (match.state.spirit, match.state.round, asked(match).topic) == (1, 2, "between")


@pytest.mark.rule("SF-018", "SF-Q107")
def test_a_creature_without_room_is_answered_too() -> None:
    full = "vole I H E G wisp crow"
    g = lawful("use: [{draw_creature: 1}]", river=full, creature_deck=["hare"], spirit=1, **CURE, **SHADOWS)
    match = answered(play(g), "use law")
    assert (asked(match).topic, offered(match)) == ("danger", ["go on", "use brom"])


@pytest.mark.rule("SF-080", "SF-Q107")
def test_a_creature_that_a_card_activates_is_answered_too() -> None:
    says = "use: [{pick: creatures, do: [{activate: it}]}]"
    g = lawful(says, river="bull I H E G", spirit=2, brom="out", spaces=["apple"], **SHADOWS)
    match = answered(play(g), "use law")
    assert (asked(match).topic, offered(match), match.state.spirit) == ("danger", ["go on", "use apple"], 2)


@pytest.mark.rule("SF-Q107")
def test_cards_for_the_shadow_phase_are_offered_there_and_nowhere_else() -> None:
    at_dusk = (
        "Filling., use: [{gain_crystals: 1}], timing: between",
        "Filling., use: [{gain_spirit: 1}], timing: shadow",
    )
    g = wood(spirit=0, shadow=5, spaces=["bread"], content=book("", at_dusk), **SHADOWS)
    match = answered(play(g), "end phase", "go on")
    assert (match.state.shadow, asked(match).topic, offered(match)) == (4, "danger", ["go on", "use bread"])
    match = stung(1, spirit=0, spaces=["bread"], changes=(at_dusk,))
    assert (asked(match).topic, match.state.shadow_drawn) == ("between", 1)


# Before a Creature activates


def topics_of_the_round(match: Match) -> list[str]:
    """The topics of the rest of the round, where everything is answered by going on."""
    found = []
    while asked(match).topic != "between":
        found.append(asked(match).topic)
        answer(match, "go on")
    return found


@pytest.mark.rule("SF-066", "SF-Q107")
@pytest.mark.parametrize(
    ("river", "spirit", "topics"),
    [
        ("bull I H E G", 2, ["danger"]),
        ("vole I H hare E G", 7, ["window", "window"]),
        ("vole I H hare E G", 2, ["danger", "danger"]),
        ("vole hare vole_2 I H E G", 2, ["danger", "danger", "window"]),
        ("bull I H E G", 3, ["window"]),
    ],
)
def test_the_window_before_the_activation_that_would_overflow_is_the_question(
    river: str, spirit: int, topics: list[str]
) -> None:
    g = wood(river, spirit=spirit, shadow=6, brom="out", spaces=["apple"], **SHADOWS)
    match = answered(play(g), "end phase", "go on")
    assert topics_of_the_round(match) == [*topics, "window", "window"], (
        "one for each Creature, then around the Shadow Pawn"
    )


@pytest.mark.rule("SF-Q107")
@pytest.mark.parametrize(
    ("held", "topics"),
    [
        ({"kept": ["lamp"]}, ["danger", "window"]),
        ({"spaces": ["drum"]}, ["danger", "danger"]),
        ({"crystals": {"I": 1}}, ["danger", "danger"]),
    ],
    ids=["nothing that helps", "a Drum that stuns", "Protect"],
)
def test_after_the_first_warning_a_window_is_a_warning_only_if_something_would_help(
    held: dict[str, Any], topics: list[str]
) -> None:
    g = wood("vole I H hare E G", spirit=2, shadow=6, **{**SHADOWS, **held})
    match = play(g)
    answer(match, "end phase")
    while asked(match).topic == "closing":
        answer(match, "go on")
    assert topics_of_the_round(match)[:2] == topics


@pytest.mark.rule("SF-Q107")
def test_a_loss_in_the_text_of_a_creature_is_one_more_loss() -> None:
    changes = (("after: [{gain_crystals_on: heal}]", "after: [{lose_spirit: 6}]"),)
    g = lawful(
        "use: [{gain_spirit: 1}]",
        changes=changes,
        river="bull I H E G",
        spirit=2,
        shadow=6,
        brom="out",
        **SHADOWS,
    )
    match = answered(play(g), "end phase", "go on")
    assert (asked(match).topic, match.state.spirit) == ("danger", 2)
    answer(match, "go on")
    assert (asked(match).topic, match.state.spirit) == ("window", 1), "7 were left, 6 more were lost"
    g.spirit = 3
    match = answered(play(g), "end phase", "go on", "go on")
    assert (asked(match).topic, match.state.spirit) == ("danger", 0)


@pytest.mark.rule("SF-Q107")
def test_the_standing_order_does_not_answer_for_the_player_in_danger() -> None:
    (habit,) = [habit for habit in STORYFOLD.habits if "overflow" in habit.name]
    assert "danger" not in habit.topics


# What it is part of


@pytest.mark.rule("SF-Q76", "SF-Q107")
def test_the_task_is_not_looked_at_before_the_text_is_resolved() -> None:
    task = ((TASK, "task: {if: spirit = 2,"),)
    match = answered(stung(1, spirit=0, changes=task, **CURE), "use brom")
    assert (match.state.spirit, match.state.triumphs, asked(match).topic) == (1, (), "between")


@pytest.mark.rule("SF-Q90", "SF-Q107")
def test_a_card_used_in_danger_may_end_the_scene_and_the_loss_is_dropped() -> None:
    changes = (("Sweet., use: [{gain_spirit: 2}]", "Sweet., use: [{gain_spirit: 1}, {end_scene: shadow}]"),)
    match = answered(stung(1, spirit=0, spaces=["apple"], changes=changes), "use apple")
    assert (match.state.triumphs, match.state.spirit, match.state.shadow_drawn) == (("meadow dark",), 1, 0)


@pytest.mark.rule("SF-Q107")
def test_a_chapter_that_begins_with_a_loss_asks_before_there_is_a_scene() -> None:
    setup = ("text: It begins on a meadow.", "text: It begins on a meadow.\n  setup: [{lose_spirit: 1}]")
    start = journey(spirit=0, crystals={"help": 2}, brom_turned=True)
    content = book("", setup, ("  first: meadow", "  resets: false\n  first: meadow"))
    match = answered(play(begun(start, content=content)))
    assert (asked(match).topic, offered(match), match.state.scene) == ("danger", ["go on", "use brom"], "")
    answer(match, "use brom")
    assert (match.state.spirit, match.state.scene) == (1, "meadow")


@pytest.mark.rule("SF-Q103", "SF-Q107")
def test_brom_is_explained_before_he_is_first_offered_in_danger() -> None:
    g = lawful("when: [{on: luma_phase_starts, do: [{lose_spirit: 1}]}]", spirit=0, step="luma", **CURE)
    g.taught = ALL_LESSONS - {"brom"}
    match = answered(play(g))
    assert asked(match).topic == "danger"
    assert (-1, "SF-001", [CONTENT.lessons["brom"]]) in tells(match, "learns")
