"""What is read, in the order in which it happens: words before lessons, cards as they come, questions that say what for."""

from __future__ import annotations

import pytest

from foldtale import games
from foldtale.games.storyfold.rules.lessons import teach
from foldtale.games.storyfold.rules.telling import hear
from foldtale.kernel import Match
from foldtale.kernel.effects import Cause
from foldtale.kernel.pack.pages import PageId, Pages
from foldtale.kernel.scene import Page
from foldtale.testing import answer, answered, play_only
from tests.games.storyfold.given import play, wood

STORYFOLD = games.get("storyfold")


def page(match: Match) -> Page:
    found = match.scene(0).page
    assert found is not None
    return found


def prompt(match: Match) -> str:
    ask = match.scene(0).ask
    assert ask is not None
    return ask.prompt


def at_nans_window(lessons: bool = True) -> Match:
    """The Prologue, where Nan asks where one is going; pages were turned and the script followed."""
    match = Match.new(STORYFOLD, STORYFOLD.setup(lessons=lessons), seed=1)
    while len(match.options) == 1:
        match.answer(0)
    return match


@pytest.mark.rule("SF-Q103")
def test_what_came_of_a_choice_is_read_before_the_lesson_about_it() -> None:
    match = at_nans_window()
    match.answer("lamp-lane tell")
    assert page(match).title == "Nan's window"
    assert "scarf" in page(match).prose[-1]
    match.answer("read")
    assert page(match).title == "Spirit"


@pytest.mark.rule("SF-Q44")
def test_and_before_the_shadow_card_that_it_leads_to() -> None:
    match = at_nans_window(lessons=False)
    match.state.spirit = 0
    match.answer("lamp-lane tell")
    assert (page(match).title, match.state.shadow_drawn) == ("Nan's window", 1)
    match.answer("read")
    assert page(match).label == "A Shadow card"


def test_a_creature_lies_open_until_the_next_page() -> None:
    match = Match.new(STORYFOLD, STORYFOLD.setup(start="chapter one", lessons=False), seed=3)
    while not match.state.met:
        match.answer(0)
    assert page(match).label == "A Creature"
    body = match.state.content.body(match.state.met)
    assert page(match).title == body.title
    assert page(match).prose[0].startswith(body.text.split(".")[0])
    assert page(match).things[0].id == "task"


def test_the_questions_of_an_action_say_what_for() -> None:
    match = answered(play(wood("I H E G"), (8, 1)), "illuminate light")
    assert prompt(match) == "Illuminate: how many dice?"
    match = answered(play(wood("I vole H E G"), (8, 1)), "illuminate vole")
    assert prompt(match) == "Illuminate, Vole: how many dice?"
    answer(match, "roll 2")
    assert prompt(match) == "Illuminate: 1 of 2 for Vole."


@pytest.mark.rule("SF-Q103")
def test_what_no_lesson_is_written_for_is_not_explained() -> None:
    match = play_only(STORYFOLD, wood(), lambda g: teach(g, "how to whistle"))
    assert "page" not in [line.get("topic") for line in match.log]
    assert "how to whistle" in match.state.taught


def test_what_a_page_tells_again_stands_on_it_once() -> None:
    g = wood()
    g.pages = Pages(PageId("meadow"))
    for key in ("one", "two", "one"):
        hear(g, Cause("meadow", "meadow"), key)
    assert g.pages.told == ("two", "one")
    hear(g, Cause("lamp", "lamp"), "three")
    assert g.pages.told == ("two", "one"), "another card's words stand on its own page"


@pytest.mark.rule("SF-Q81")
def test_a_chapter_that_begins_again_begins_with_its_own_page() -> None:
    match = play(wood(step="defeat", scene="meadow", pages=Pages(PageId("meadow"), unread=True), met="vole"))
    match.answer("begin again")
    assert page(match).title == "The First Chapter"
    assert (match.state.pages.unread, match.state.met) == (False, "")
