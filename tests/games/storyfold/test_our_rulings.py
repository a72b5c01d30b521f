"""Rulings of our own, for moments on which the compendium and its other rulings are silent: SF-Q97 to SF-Q103, SF-Q120 to SF-Q122."""

from __future__ import annotations

import pytest

from foldtale.games.storyfold.notes import texts
from foldtale.games.storyfold.state import DISCARD, OPEN
from foldtale.kernel.effects import value
from foldtale.testing import answer, answered, offered, outcome
from tests.games.storyfold.given import begun, journey, play, wood
from tests.games.storyfold.test_crystals import apple_that, book
from tests.games.storyfold.test_effects import lawful


@pytest.mark.rule("SF-Q97")
def test_there_are_three_ribbons_and_a_free_one_keeps_where_one_stood() -> None:
    match = play(wood(step="arrive", leads="brook", scene="meadow"))
    assert offered(match) == ["go on", "save red", "save green", "save blue"]
    answer(match, "save green")
    assert outcome(match).ending == "saved"
    first = outcome(match).record
    elsewhere = journey(chapter="second", bookmarks=first.bookmarks)
    again = play(begun(elsewhere))
    assert offered(again) == ["open here", "open green"]
    assert "the red ribbon keeps where you stand now" in texts(again.state)["open green.note"]
    answer(again, "open green")
    assert (again.state.scene, again.state.bookmarks["red"].chapter) == ("brook", "second")


@pytest.mark.rule("SF-Q98")
def test_an_additional_success_keeps_an_action_from_failing() -> None:
    match = play(wood(spaces=["candle"]), (1, 1))
    answer(match, "illuminate light", "roll 2")
    assert offered(match) == ["fail", "use candle"]
    answer(match, "use candle")
    assert (match.state.light, match.state.action) == (5, None)


@pytest.mark.rule("SF-Q99")
def test_in_an_ending_pawns_move_but_nobody_triumphs_again() -> None:
    ends = book(
        (
            "text: The gate is open, and the brook is heard.",
            "text: The gate is open.\n    do: [{advance_shadow: 7}]",
        )
    )
    match = play(wood(overcome=["stile", "hedge"], spirit=8, shadow=7, content=ends), (8, 8))
    answer(match, "explore gate", "roll 2")
    assert match.state.triumphs == ("meadow luma",)
    assert (match.state.spirit, offered(match)[0]) == (8, "go on"), "no claw on the way has counted"


@pytest.mark.rule("SF-Q100")
def test_a_story_card_in_play_is_used_once_in_a_scene() -> None:
    match = play(wood(kept=["lamp"]))
    answer(match, "use lamp")
    assert match.state.light == 5
    assert "use lamp" not in offered(match)


@pytest.mark.rule("SF-Q101")
def test_a_card_that_was_being_resolved_when_the_scene_ended_has_been_used() -> None:
    match = play(wood(spaces=["apple"], content=apple_that("{end_scene: shadow}")))
    answer(match, "use apple")
    assert match.state.triumphs == ("meadow dark",)
    assert (match.state.in_spaces, match.state.exploration.rows[DISCARD]) == ((), ("apple",))
    match = play(wood("hare I H E G", spirit=0, shadow=1, shadow_deck=["dusk", "night"]))
    answer(match, "end phase")
    assert match.state.triumphs == ("meadow dark",)
    assert (match.state.shadows.rows[OPEN], match.state.shadows.rows[DISCARD]) == ((), ("dusk",))


@pytest.mark.rule("SF-Q102")
@pytest.mark.parametrize(("choice", "ending"), [("begin again", ""), ("close the book", "left")])
def test_a_defeat_is_a_question_that_says_what_comes_back(choice: str, ending: str) -> None:
    start = journey(spirit=5, crystals={"help": 2})
    match = play(wood("hare I H E G", spirit=0, shadow_deck=["night"], brom="out", start=start))
    answer(match, "end phase")
    assert offered(match) == ["begin again", "close the book"]
    assert "Spirit 5, 2 Crystals" in texts(match.state)["begin again.note"]
    answer(match, choice)
    assert (match.outcome.ending if match.outcome is not None else "") == ending
    if not ending:
        assert (match.state.spirit, match.state.crystals_on("help"), match.state.attempts) == (5, 2, 1)


def test_a_task_that_is_complete_when_the_scene_begins_is_seen_at_once() -> None:
    """SF-Q95: looked at after the setup too."""
    match = play(begun(journey(), content=book(("task: {if: overcome(gate),", "task: {if: spirit = 8,"))))
    answer(match)
    assert match.state.triumphs == ("meadow luma",)
    assert match.state.round == 0, "no phase has begun"


def test_a_light_that_is_held_back_does_not_advance() -> None:
    """What cards make of an advance of 0 is none."""
    counts = "instead: [{of: light_advances, do: [{change: amount, to: 0}]}], when: [{on: light_advances, do: [{gain_spirit: 1}]}]"
    held = book(
        (
            "{card: apple, kind: blessing, title: Apple, text: Sweet., use: [{gain_spirit: 2}]}",
            f"{{card: apple, kind: blessing, title: Apple, text: Sweet., {counts}}}",
        )
    )
    match = play(wood(spaces=["apple"], spirit=4, content=held), (8, 8))
    answer(match, "illuminate light", "roll 2")
    assert (match.state.light, match.state.spirit) == (6, 4)


@pytest.mark.rule("SF-Q101")
def test_a_story_card_that_ends_a_scene_goes_where_it_says() -> None:
    ends = book(
        ("after: deck, in_play: [{add_counter: TOLD}]", "after: deck, in_play: [{end_scene: shadow}]"),
        ("use: [{gain_spirit: 2}]", "use: [{draw_story: rumour}]"),
    )
    match = play(wood(spaces=["apple"], content=ends))
    answer(match, "use apple")
    assert match.state.triumphs == ("meadow dark",)
    assert "rumour" in match.state.stories
    assert match.state.telling == ()


@pytest.mark.rule("SF-Q120")
def test_a_creature_that_a_text_activates_before_its_turn_activates_again_when_it_comes() -> None:
    g = lawful(
        "timing: activation, use: [{each: creatures, do: [{activate: it}]}]",
        river="vole I H E G",
        step="shadow",
        shadow=6,
    )
    match = answered(play(g), "use law")
    assert match.state.spirit == 6


@pytest.mark.rule("SF-Q121")
def test_a_text_that_answers_to_the_end_of_a_chapter_may_lead_on_in_it() -> None:
    says = "use: [{mark_place: ford}], when: [{on: chapter_ends, do: [{go_to: hill}]}]"
    match = answered(play(lawful(says, scene="brook", shadow=4, light=3)), "use law")
    assert (match.state.triumphs, match.state.leads, offered(match)[0]) == (("brook luma",), "hill", "go on")
    answer(match, "go on")
    assert (match.state.chapter, match.state.scene) == ("first", "hill")


@pytest.mark.rule("SF-Q122")
def test_what_lasts_for_an_action_and_begins_in_the_shadow_phase_lasts_until_the_next_action_ends() -> None:
    says = "timing: shadow, use: [{for: action, while: [{threshold: -1, who: heal}]}]"
    match = answered(play(lawful(says, step="shadow", river="I G H E", shadow=6), "8"), "use law")
    while "end phase" not in offered(match):
        answer(match, "go on")
    assert value(match.state, "threshold", 4, "heal") == 3
    answer(match, "illuminate light", "roll 1")
    assert value(match.state, "threshold", 4, "heal") == 4
