"""Storyfold: how a campaign begins, what a Scene consists of, and what stays when one gives way to the next."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.record import Journey
from foldtale.kernel import Match
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack.loading import load
from foldtale.kernel.pack.problems import BadPack
from foldtale.testing import answer, answered, offered, outcome, refuses, told
from tests.games.storyfold.given import (
    BOOK,
    CONTENT,
    STORYFOLD,
    begun,
    crystals,
    journey,
    play,
    wood,
    written,
)

ALMOST_THERE = ("stile", "hedge")
"""Only the Old Gate is left to be overcome."""
OPEN_THE_GATE = ("explore gate", "roll 2")
LUMA, SHADOW = 0, 1


def copied(folder: Path, scene: str, *, without: str = "", **parts: Any) -> Path:
    """The book for tests, with other parts of a Scene, or without one."""
    shutil.copytree(BOOK, folder / "copy")
    file = folder / "copy" / "cards" / "book.yaml"
    cards = yaml.safe_load(file.read_text(encoding="utf-8"))
    (card,) = [card for card in cards if card["card"] == scene]
    card.update(parts)
    card.pop(without, None)
    file.write_text(yaml.safe_dump(cards, sort_keys=False), encoding="utf-8")
    return folder / "copy"


def rewritten(folder: Path, scene: str, **parts: Any) -> Content:
    """What is written in a book with other parts of a Scene."""
    return Content(CONTENT.base, load(copied(folder, scene, **parts), LANGUAGE))


# The frame of a game


@pytest.mark.rule("SF-001")
def test_a_new_campaign_begins_with_the_prologue() -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(), seed=1)
    titles = []
    while keys_now(match) == ["read"]:
        titles.append(match.scene(0).page.title)
        match.answer("read")
    assert "Prologue: The Call of the Wildwood" in titles
    assert match.scene(0).subtitle.startswith("Prologue: The Call of the Wildwood")
    assert match.state.chapter == match.state.content.chapters[0]


@pytest.mark.rule("SF-001")
def test_the_pages_of_the_prologue_teach_the_game_before_the_first_action() -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(), seed=1)
    titles = []
    while keys_now(match) == ["read"]:
        titles.append(match.scene(0).page.title)
        match.answer("read")
    assert titles == [
        "Prologue: The Call of the Wildwood",
        "The Forty-First Knock",
        "What you can do",
    ]
    match.answer("help nans-window")
    assert match.scene(0).page.title == "How many dice?", "each thing is explained when it is met"


def keys_now(match: Match) -> list[str]:
    """What can be answered, a page to be read included."""
    return [option.key for option in match.options]


@pytest.mark.rule("SF-002")
def test_a_scene_shows_its_places_its_track_its_shadow_effects_and_its_task() -> None:
    match = play(begun())
    answer(match)
    seen = match.scene(0)
    (board,) = seen.elements
    assert [area.name for area in board.areas] == [
        "The Stile",
        "The Hedge",
        "The Old Gate",
        "The Shed",
        "The Spring",
        "The Nest",
        "The Pit",
    ]
    (track,) = board.tracks
    assert (len(track.steps), track.steps[6].id) == (6 + 1 + 7, "centre")
    assert [step.note for step in track.steps if step.note] == ["Haste, Claw", "Claw", "Claw", "Claw, Eye"]
    assert [note.text.partition(":")[0] for note in seen.page.legend] == ["Claw", "Eye", "Haste"]
    assert seen.page.things[0].lines == ("when the Old Gate is open",)


@pytest.mark.rule("SF-002")
@pytest.mark.parametrize("part", ["places", "task", "luma", "dark"])
def test_a_scene_without_one_of_its_parts_is_no_scene(part: str, tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=f"needs '{part}'"):
        load(copied(tmp_path, "meadow", without=part), LANGUAGE)


@pytest.mark.rule("SF-002")
def test_each_scene_has_a_section_for_either_triumph() -> None:
    won = answered(play(wood("E I H G", overcome=ALMOST_THERE), (3, 3)), *OPEN_THE_GATE)
    lost = answered(play(wood(shadow=1)), "end phase")
    assert won.state.pages.read[-2:] == ("meadow gate", "meadow luma")
    assert lost.state.pages.read[-1:] == ("meadow dark",)
    assert lost.state.flags == {"DARK": "chapter"}, "what its section says is done"
    assert won.state.flags == {}


@pytest.mark.rule("SF-003")
def test_luma_phase_and_shadow_phase_take_turns_until_an_ending() -> None:
    match = play(wood(shadow=5, step="luma", round=0))
    for left in (5, 4):
        assert (match.scene(0).phase, match.state.shadow) == (LUMA, left)
        answer(match, "end phase")
    # On 3 and 2 lie icons; the second one leads straight on to the space before the centre.
    assert match.state.shadow == 3
    answer(match, "end phase", "end phase")
    one_round = ["luma phase", "shadow phase"]
    assert told(match, "luma phase", "shadow phase", "shadow triumphs") == [*one_round * 4, "shadow triumphs"]


@pytest.mark.rule("SF-003")
def test_a_scene_that_luma_has_ended_knows_no_further_phase() -> None:
    match = play(wood("E I H G", overcome=ALMOST_THERE), (3, 3))
    answer(match, *OPEN_THE_GATE)
    assert told(match, "luma triumphs", "shadow phase", "luma phase") == ["luma triumphs"]
    assert offered(match) == ["go on", "save red", "save green", "save blue"]


@pytest.mark.rule("SF-004")
def test_the_first_phase_of_a_scene_is_a_luma_phase() -> None:
    match = play(begun())
    assert {"help crystals", "end phase"} <= set(offered(match))
    assert told(match, "scene", "luma phase", "shadow phase") == ["scene", "luma phase"]
    assert (match.scene(0).phase, match.state.round, match.state.shadow) == (LUMA, 1, 7)


# Setting up a Scene


@pytest.mark.rule("SF-005")
def test_a_scene_starts_with_what_its_setup_section_says() -> None:
    g = begun(journey(scene="brook"))
    assert written(g) == ["I", "H", "E", "G"]
    match = answered(play(g))
    assert written(match.state) == ["I", "H", "wisp", "E", "G"]
    assert (match.state.light, match.state.shadow) == (3, 4)


@pytest.mark.rule("SF-005")
def test_the_instructions_of_a_setup_are_carried_out_before_anything_else(tmp_path: Path) -> None:
    setup = [{"lose_spirit": 3}, {"gain_crystals_on": "heal"}, {"place_light": 1}]
    match = play(begun(content=rewritten(tmp_path, "meadow", setup=setup)))
    assert "end phase" in offered(match)
    assert (match.state.spirit, crystals(match.state)["G"], match.state.light) == (5, 1, 1)


@pytest.mark.rule("SF-006")
def test_the_same_icon_may_mean_something_else_in_another_scene(tmp_path: Path) -> None:
    icons = {"claw": {"name": "Claw", "do": [{"gain_crystals_on": "heal", "n": 2}]}}
    content = rewritten(tmp_path, "brook", icons=icons, track={"3": ["claw"]}, setup=[])
    in_the_meadow = play(wood(shadow=5))
    answer(in_the_meadow, "end phase")
    assert (in_the_meadow.state.spirit, crystals(in_the_meadow.state)["G"]) == (7, 0)
    by_the_brook = play(begun(journey(scene="brook"), content=content))
    answer(by_the_brook, "end phase")
    assert (by_the_brook.state.spirit, crystals(by_the_brook.state)["G"]) == (8, 2)


@pytest.mark.rule("SF-006")
@pytest.mark.parametrize(
    ("icons", "track", "problem"),
    [
        ({}, {"2": ["claw"]}, "'claw' on space 2 is not defined"),
        ({"claw": {"name": "Claw", "do": [{"lose_spirit": 1}]}}, {}, "'claw' is on no space"),
    ],
)
def test_a_scene_defines_the_icons_of_its_own_track(
    icons: object, track: object, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(BadPack, match=problem):
        rewritten(tmp_path, "brook", icons=icons, track=track)


@pytest.mark.rule("SF-007")
@pytest.mark.parametrize("ending", ["luma", "dark"])
def test_crystals_stay_on_action_cards_from_scene_to_scene(ending: str) -> None:
    held = {"I": 2, "H": 0, "E": 3, "G": 1}
    match = leave_the_meadow(ending, crystals=held)
    answer(match, "go on")
    assert (match.state.scene, crystals(match.state)) == ("brook", held)


@pytest.mark.rule("SF-008")
@pytest.mark.parametrize("ending", ["luma", "dark"])
def test_cards_stay_in_blessing_spaces_from_scene_to_scene(ending: str) -> None:
    match = leave_the_meadow(ending, spaces=("apple", "burn", "fox"), spirit=4)
    answer(match, "go on")
    assert (match.state.scene, match.state.in_spaces) == ("brook", ("apple", "burn", "fox"))
    assert "use apple" in offered(match)
    answer(match, "use apple")
    assert (match.state.spirit, match.state.in_spaces) == (6, ("burn", "fox"))


def leave_the_meadow(ending: str, **facts: Any) -> Match:
    """A match in which the meadow has ended so, before the next Scene is set up."""
    g = wood("E I H G", overcome=ALMOST_THERE, shadow=1, **facts)
    match = play(g, (3, 3))
    answer(match, *(OPEN_THE_GATE if ending == "luma" else ("end phase",)))
    while "save red" not in offered(match):
        answer(match, "first" if "first" in offered(match) else "go on")
    return match


# Rulings


@pytest.mark.rule("SF-Q82")
def test_the_action_cards_lie_at_first_in_the_order_of_the_book() -> None:
    match = play(begun())
    answer(match)
    labels = [(slot.label, [card.title for card in slot.things]) for slot in match.scene(0).below[0].things]
    assert labels[:4] == [("3+", ["Illuminate"]), ("4+", ["Help"]), ("5+", ["Explore"]), ("6+", ["Heal"])]


@pytest.mark.rule("SF-Q82")
def test_the_order_of_the_action_cards_persists_over_scenes() -> None:
    match = leave_the_meadow("luma")
    answer(match, "go on")
    assert match.state.scene == "brook"
    # The Action that opened the gate was the last to move its card; the wisp lies on 5+.
    assert written(match.state) == ["I", "H", "wisp", "G", "E"]


@pytest.mark.rule("SF-Q82")
def test_a_setup_may_say_otherwise(tmp_path: Path) -> None:
    setup = [{"move": "heal", "to": "start"}]
    match = play(begun(content=rewritten(tmp_path, "meadow", setup=setup)))
    answer(match)
    assert written(match.state) == ["G", "I", "H", "E"]


@pytest.mark.rule("SF-Q83")
def test_during_a_setup_all_dice_lie_among_the_used_ones(tmp_path: Path) -> None:
    content = rewritten(tmp_path, "brook", setup=[{"gain_crystals": 1}])
    g = wood("E I H G", overcome=ALMOST_THERE)
    g.content = content
    match = play(g, (3, 3))
    answer(match, *OPEN_THE_GATE)
    answer(match, "go on")
    assert offered(match) == ["put illuminate", "put help", "put explore", "put heal"], (
        "the setup is under way"
    )
    assert (match.state.ready, match.scene(0).right[0].note) == ((0, 0, 0), "5 used")
    answer(match, "put help")
    assert (match.state.ready, match.scene(0).right[0].note) == ((5, 0, 0), "")
    answer(match, "help crystals")
    assert offered(match) == ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5"]


SCRIPT = [
    {"do": "illuminate light"},
    {"dice": [2, 8]},
    {"do": "help shed"},
    {"dice": [7]},
    {"take": "nothing"},
]


@pytest.mark.rule("SF-Q87")
def test_a_script_forces_choices_and_dice_and_then_normal_play_resumes(tmp_path: Path) -> None:
    match = play(begun(content=rewritten(tmp_path, "meadow", script=SCRIPT)), (5,))
    assert offered(match) == ["illuminate light"]
    for other in ("end phase", "help shed", "explore pit"):
        assert refuses(match, other)
    answer(match, "illuminate light")
    assert offered(match) == ["roll 2"]
    answer(match, "roll 2")
    assert match.state.light == 5, "2 and 8: one success, and no die was thrown"
    assert offered(match) == ["help shed"]
    answer(match, "help shed")
    assert offered(match) == ["roll 1"]
    answer(match, "roll 1")
    assert offered(match) == ["nothing"], "not the second ability"
    answer(match, "nothing")
    assert (match.state.overcome, match.state.crystals, match.state.ready) == ((), (0, 0, 0, 0), (2, 0, 0))
    assert {"illuminate light", "help shed", "explore stile", "heal spirit", "end phase"} <= set(
        offered(match)
    )
    answer(match, "illuminate light")
    assert offered(match) == ["roll 1", "roll 2"]
    answer(match, "roll 1")
    assert match.state.light == 4, "from now on dice are thrown: this one shows 5"


@pytest.mark.rule("SF-Q87")
def test_without_a_script_nothing_is_forced() -> None:
    match = play(begun())
    assert len(offered(match)) > 5
    answer(match, "explore stile")
    assert offered(match) == ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5"]


@pytest.mark.rule("SF-Q88")
def test_the_game_is_for_one() -> None:
    assert STORYFOLD.setup().players == 1
    for players in (0, 2, 4):
        with pytest.raises(SetupError, match="players"):
            STORYFOLD.setup(players=players)


@pytest.mark.rule("SF-Q88")
def test_every_question_goes_to_the_one_player() -> None:
    match = play(wood("vole I H E G", crystals={"E": 3}), (4, 4), then=1)
    seats = set()
    for key in ("illuminate vole", "roll 2", "first", "end phase", "go on", "go on", "go on"):
        assert match.ask is not None
        seats.add(match.ask.seat)
        answer(match, key)
    assert seats == {0}
    assert len(match.scene(0).seats) == 1


@pytest.mark.rule("SF-Q11")
def test_what_was_saved_at_plus_3_lies_on_3_plus_again() -> None:
    match = leave_the_meadow("luma", crystals={"I": 2})
    answer(match, "save red")
    record = outcome(match).record
    assert isinstance(record, Journey)
    again = answered(play(begun(record.bookmarks["red"]), (3, 2)))
    start = again.scene(0).below[0].things[0]
    assert (start.label, start.things[0].title, start.things[0].counters[0].count) == ("3+", "Illuminate", 2)
    answer(again, "illuminate light", "roll 2")
    assert offered(again)[0] == "second 0", "the 3 is a success there"
    answer(again, "second 0")
    assert again.state.light == 2
