"""Storyfold: before a loss overflows the Spirit Track, the player may use what gives Spirit, whoever causes the loss."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.kernel import Match
from tests.games.storyfold.given import (
    ALL_LESSONS,
    CONTENT,
    STORYFOLD,
    answer,
    begun,
    journey,
    keys,
    now,
    play,
    told,
    wood,
)
from tests.games.storyfold.test_effects import book, lawful
from tests.games.storyfold.test_triumph import TASK, topic

CURE: dict[str, Any] = {"brom_turned": True, "crystals": {"H": 2}}
"""Brom shows Cure, and can be paid once."""
DECK = ["fog", "gloom", "chill", "night"]
SHADOWS = {"shadow_deck": DECK}


def stung(loss: int = 1, **position: Any) -> Match:
    """A text between two Actions takes this much Spirit."""
    return answer(play(lawful(f"use: [{{lose_spirit: {loss}}}]", **{**SHADOWS, **position})), "use law")


@pytest.mark.rule("SF-066", "SF-Q107")
def test_cure_is_offered_before_a_curse_overflows() -> None:
    g = wood("E I H G", spirit=0, exploration=["nettle"], **CURE, **SHADOWS)
    match = answer(play(g, "8"), "explore cards", "roll 1", "second 0")
    assert (topic(match), keys(match), now(match).spirit) == ("danger", ["go on", "use brom"], 0)
    answer(match, "use brom")
    assert (now(match).spirit, now(match).shadow_drawn, now(match).brom_turned) == (1, 0, False)
    assert (now(match).crystal_total, topic(match)) == (0, "between")


@pytest.mark.rule("SF-Q107")
def test_who_goes_on_is_not_asked_again_for_the_same_loss() -> None:
    match = stung(spirit=0, spaces=["apple"], **CURE)
    assert keys(match) == ["go on", "use brom", "use apple"]
    answer(match, "go on")
    assert (topic(match), now(match).spirit, now(match).shadow_drawn) == ("between", 7, 1)


@pytest.mark.rule("SF-Q107")
def test_the_question_comes_again_only_while_the_loss_would_still_overflow() -> None:
    match = answer(stung(4, spirit=1, spaces=["apple"], **CURE), "use apple")
    assert (topic(match), keys(match), now(match).spirit) == ("danger", ["go on", "use brom"], 3)
    answer(match, "use brom")
    assert (topic(match), now(match).spirit, now(match).shadow_drawn) == ("between", 1, 0)
    match = answer(stung(2, spirit=1, spaces=["apple"], **CURE), "use apple")
    assert (topic(match), now(match).spirit, now(match).brom_turned) == ("between", 1, True)


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
    assert topic(match) == "between"
    assert now(match).spirit == (0 if position["spirit"] else 7)


@pytest.mark.rule("SF-113", "SF-Q107")
def test_nobody_is_asked_at_full_spirit() -> None:
    match = stung(9, spirit=8, spaces=["apple"], **CURE)
    assert (topic(match), now(match).spirit, now(match).shadow_drawn) == ("between", 7, 1)


@pytest.mark.rule("SF-Q107")
def test_a_text_that_forbids_brom_forbids_him_here_too() -> None:
    g = lawful("while: [{forbid: brom}], use: [{lose_spirit: 1}]", spirit=0, **CURE, **SHADOWS)
    match = answer(play(g), "use law")
    assert (topic(match), now(match).shadow_drawn) == ("between", 1)


@pytest.mark.rule("SF-Q107")
def test_what_replaces_the_loss_comes_first() -> None:
    says = "instead: [{of: spirit_lost, do: [{change: amount, to: amount - 1}]}], use: [{lose_spirit: 1}]"
    match = answer(play(lawful(says, spirit=0, **CURE, **SHADOWS)), "use law")
    assert (topic(match), now(match).spirit) == ("between", 0)


@pytest.mark.rule("SF-066", "SF-084", "SF-Q107")
def test_an_icon_of_the_track_is_answered_too() -> None:
    g = wood(spirit=0, shadow=5, spaces=["apple"], **SHADOWS)
    match = answer(play(g), "end phase", "go on", "go on")
    assert (now(match).shadow, topic(match), keys(match)) == (4, "danger", ["go on", "use apple"])
    answer(match, "use apple")
    assert (now(match).spirit, now(match).round, topic(match)) == (1, 2, "between")


@pytest.mark.rule("SF-018", "SF-Q107")
def test_a_creature_without_room_is_answered_too() -> None:
    full = "vole I H E G wisp crow"
    g = lawful("use: [{draw_creature: 1}]", river=full, creature_deck=["hare"], spirit=1, **CURE, **SHADOWS)
    match = answer(play(g), "use law")
    assert (topic(match), keys(match)) == ("danger", ["go on", "use brom"])


@pytest.mark.rule("SF-Q107")
def test_cards_for_the_shadow_phase_are_offered_there_and_nowhere_else() -> None:
    at_dusk = (
        "Filling., use: [{gain_crystals: 1}], timing: between",
        "Filling., use: [{gain_spirit: 1}], timing: shadow",
    )
    g = wood(spirit=0, shadow=5, spaces=["bread"], content=book("", at_dusk), **SHADOWS)
    match = answer(play(g), "end phase", "go on")
    assert (now(match).shadow, topic(match), keys(match)) == (4, "danger", ["go on", "use bread"])
    match = stung(1, spirit=0, spaces=["bread"], changes=(at_dusk,))
    assert (topic(match), now(match).shadow_drawn) == ("between", 1)


# Before a Creature activates


def asked(match: Match) -> list[str]:
    """The topics of the rest of the round, where everything is answered by going on."""
    found = []
    while topic(match) != "between":
        found.append(topic(match))
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
    match = answer(play(g), "end phase", "go on")
    assert asked(match) == [*topics, "window", "window"], "one for each Creature, then around the Shadow Pawn"


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
    while topic(match) == "closing":
        answer(match, "go on")
    assert asked(match)[:2] == topics


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
    match = answer(play(g), "end phase", "go on")
    assert (topic(match), now(match).spirit) == ("danger", 2)
    answer(match, "go on")
    assert (topic(match), now(match).spirit) == ("window", 1), "7 were left, 6 more were lost"
    g.spirit = 3
    match = answer(play(g), "end phase", "go on", "go on")
    assert (topic(match), now(match).spirit) == ("danger", 0)


@pytest.mark.rule("SF-Q107")
def test_the_standing_order_does_not_answer_for_the_player_in_danger() -> None:
    (habit,) = [habit for habit in STORYFOLD.habits if "overflow" in habit.name]
    assert "danger" not in habit.topics


# What it is part of


@pytest.mark.rule("SF-Q76", "SF-Q107")
def test_the_task_is_not_looked_at_before_the_text_is_resolved() -> None:
    task = ((TASK, "task: {if: spirit = 2,"),)
    match = answer(stung(1, spirit=0, changes=task, **CURE), "use brom")
    assert (now(match).spirit, now(match).triumphs, topic(match)) == (1, (), "between")


@pytest.mark.rule("SF-Q90", "SF-Q107")
def test_a_card_used_in_danger_may_end_the_scene_and_the_loss_is_dropped() -> None:
    changes = (("Sweet., use: [{gain_spirit: 2}]", "Sweet., use: [{gain_spirit: 1}, {end_scene: shadow}]"),)
    match = answer(stung(1, spirit=0, spaces=["apple"], changes=changes), "use apple")
    assert (now(match).triumphs, now(match).spirit, now(match).shadow_drawn) == (("meadow dark",), 1, 0)


@pytest.mark.rule("SF-Q107")
def test_a_chapter_that_begins_with_a_loss_asks_before_there_is_a_scene() -> None:
    setup = ("text: It begins on a meadow.", "text: It begins on a meadow.\n  setup: [{lose_spirit: 1}]")
    start = journey(spirit=0, crystals={"help": 2}, brom_turned=True)
    content = book("", setup, ("  first: meadow", "  resets: false\n  first: meadow"))
    match = answer(play(begun(start, content=content)))
    assert (topic(match), keys(match), now(match).scene) == ("danger", ["go on", "use brom"], "")
    answer(match, "use brom")
    assert (now(match).spirit, now(match).scene) == (1, "meadow")


@pytest.mark.rule("SF-Q103", "SF-Q107")
def test_brom_is_explained_before_he_is_first_offered_in_danger() -> None:
    g = lawful("when: [{on: luma_phase_starts, do: [{lose_spirit: 1}]}]", spirit=0, step="luma", **CURE)
    g.taught = ALL_LESSONS - {"brom"}
    match = answer(play(g))
    assert topic(match) == "danger"
    assert ("learns", -1, "SF-001", (CONTENT.lessons["brom"],)) in told(match)
