"""Wonder Book: choices and who makes them, Keywords, and puzzles."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.state import Book
from foldtale.testing import answer, asked, offered, refuses, told, turn_pages
from tests.games.wonderbook.given import APART, book, carried_out, does, play, record_of, shown
from tests.games.wonderbook.pages import (
    asked_page,
    chapter,
    choice,
    column,
    easy_goal,
    end,
    opened,
    prose,
    read,
    row,
    story,
)

FORK = choice(
    2,
    column("left", "{write: LEFT}"),
    column("right", "{write: RIGHT}, {gain_sparks: 1, to: SID}", ", then: discard"),
    column("up", "{write: UP}", ", if: has(WINGS)"),
    column("down", "{write: DOWN}", ", if: has(SPADE), concealed: true"),
)
FORKED = chapter(story(1), FORK, easy_goal(3), end(4))


@pytest.mark.rule("WB-059", "WB-Q23")
def test_all_options_are_read_out_before_anybody_decides() -> None:
    match = opened(FORKED)
    read(match)
    assert asked_page(match) == -1
    assert prose(match) == "Front of 2. ❖ Go left ❖ Go right ❖ Go up (not possible now)"
    read(match)
    assert asked(match).topic == "choice"


@pytest.mark.rule("WB-060")
def test_the_group_picks_exactly_one_option_together() -> None:
    match = opened(FORKED)
    assert (asked(match), offered(match)) == ((-1, "choice"), ["I-2 left", "I-2 right"])
    g = answer(match, "I-2 left")
    assert (g.sheet.keywords, g.chosen) == ({"LEFT": 1}, {"I-2": "left"})
    assert (g.goal, told(match).count("writes")) == ("I-3", 1)


@pytest.mark.rule("WB-061")
def test_only_the_column_of_the_chosen_option_is_applied_and_the_others_stay_unread() -> None:
    match = opened(FORKED)
    g = answer(match, "I-2 right")
    assert (g.sheet.keywords, g.sparks["SID"]) == ({"RIGHT": 1}, 1)
    assert [page for page in shown(match) if page.startswith("I-2")] == ["I-2 front", "I-2 right"]
    assert not any(
        word in str(match.story(0)) + str(match.scene(0)) for word in ("LEFT", "Column left", "UP")
    )


@pytest.mark.rule("WB-061")
def test_the_chosen_column_is_read_aloud_before_it_goes_on() -> None:
    match = opened(FORKED)
    read(match, 2)
    match.answer("I-2 left")
    assert (asked_page(match), prose(match)) == (-1, "Column left.")


@pytest.mark.rule("WB-Q23")
def test_an_option_that_needs_a_keyword_can_be_chosen_only_with_it() -> None:
    cards = chapter(story(1, "{write: WINGS}"), FORK, easy_goal(3), end(4))
    match = opened(cards)
    assert offered(match) == ["I-2 left", "I-2 right", "I-2 up"]
    assert "UP" in answer(match, "I-2 up").sheet.keywords
    without = opened(FORKED)
    turn_pages(without)
    assert refuses(without, "I-2 up")


@pytest.mark.rule("WB-Q23")
def test_a_concealed_option_is_not_read_out_but_offered_when_its_condition_holds() -> None:
    match = opened(chapter(story(1, "{write: SPADE}"), FORK, easy_goal(3), end(4)))
    read(match)
    assert "Go down" not in prose(match)
    assert offered(match) == ["I-2 left", "I-2 right", "I-2 down"]


@pytest.mark.rule("WB-061", "WB-Q10")
def test_the_bottom_of_the_chosen_column_says_how_it_goes_on() -> None:
    fork = choice(3, column("stay", more=", then: goal"), column("go", more=", then: next"))
    cards = chapter(story(1), easy_goal(2), fork, easy_goal(4, "more"), end(5))
    stays = play(book(cards=cards, map="players", at=APART, active="SID"))
    g = answer(stays, "use I-2 do", "I-3 stay")
    assert (g.goal, g.deck[0], g.active, g.actions) == ("", "I-4", "SID", 2)
    goes = play(book(cards=cards, map="players", at=APART, active="SID"))
    g = answer(goes, "use I-2 do", "I-3 go")
    assert (g.goal, g.deck[0], g.active, g.actions) == ("I-4", "I-4", "SID", 2)


@pytest.mark.rule("WB-Q21")
def test_what_was_read_stays_in_the_log_for_everybody_except_unread_columns() -> None:
    match = opened(chapter(story(1, then="flip", back="{count: x}"), FORK, story(3), easy_goal(4), end(5)))
    answer(match, "I-2 left")
    for seat in (0, 1, 2):
        pages = [line["page"] for line in match.story(seat) if "page" in line]
        assert pages == ["I-1 front", "I-1 back", "I-2 front", "I-2 left", "I-3 front", "I-4 front"]


# Who answers for the group


@pytest.mark.rule("WB-Q22")
def test_the_active_player_confirms_a_decision_of_the_group() -> None:
    cards = chapter(story(1), easy_goal(2), FORK.replace("I-2", "I-3"), easy_goal(4, "more"), end(5))
    match = play(book(cards=cards, active="KEN"))
    match.answer("use I-2 do")
    match.answer("read")
    assert match.ask is not None
    assert (match.ask.seat, match.ask.topic, match.ask.answers) == (-1, "choice", 2)
    assert refuses(match, (0, "I-3 left"))
    match.answer((2, "I-3 left"))
    match.answer((2, "read"))
    assert match.state.sheet.keywords == {"LEFT": 1}


@pytest.mark.rule("WB-Q22")
def test_in_the_enemies_phase_the_host_confirms() -> None:
    g = book(map="players", at={"SID": "L", "LARA": "S", "KEN": "S"}, wyrms=["S"], step="choose")
    _, match = carried_out(g, "[{activate: 1}]")
    assert match.ask is not None
    assert (match.ask.seat, match.ask.topic, match.ask.answers) == (-1, "victim", 0)


# Keywords


@pytest.mark.rule("WB-062", "WB-063")
def test_keywords_are_written_into_the_record_and_erased_from_it() -> None:
    cards = chapter(story(1, "{write: BELL}, {write: ROPE}"), story(2, "{erase: BELL}"), end(3))
    match = opened(cards)
    assert read(match).sheet.keywords == {"BELL": 1, "ROPE": 1}
    assert read(match).sheet.keywords == {"ROPE": 1}
    answer(match)
    assert record_of(match).keywords == {"ROPE": 1}


@pytest.mark.rule("WB-064", "WB-065", "WB-X39")
def test_writing_again_and_erasing_what_is_not_there_change_nothing() -> None:
    g = second_chapter({"A": 1})
    assert does(g, "[{write: A}, {write: B}, {erase: C}]").sheet.keywords == {"A": 1, "B": 2}


def second_chapter(keywords: dict[str, int]) -> Book:
    """A position in Chapter II, with Keywords from before."""
    cards = [page.replace("I-", "II-") for page in (story(1), easy_goal(2), end(3))]
    return book(cards=chapter(*cards), number=2, record=Campaign(chapter=2, keywords=keywords), goal="II-2")


@pytest.mark.rule("WB-064")
def test_a_keyword_is_never_recorded_twice() -> None:
    match = opened(
        chapter(story(1, "{write: BELL}, {write: BELL}"), story(2, "{erase: BELL}"), easy_goal(3), end(4))
    )
    read(match)
    assert told(match).count("writes") == 1
    assert read(match).sheet.keywords == {}


@pytest.mark.rule("WB-066")
def test_keywords_change_later_cards_of_the_same_chapter() -> None:
    later = "{if: has(BELL), then: [{gain_sparks: 3, to: SID}], else: [{gain_sparks: 1, to: SID}]}"
    with_bell = opened(chapter(story(1, "{write: BELL}"), story(2, later), easy_goal(3), end(4)))
    assert read(with_bell, 2).sparks["SID"] == 3
    without = opened(chapter(story(1), story(2, later), easy_goal(3), end(4)))
    assert read(without, 2).sparks["SID"] == 1


@pytest.mark.rule("WB-066")
def test_keywords_change_the_options_of_later_chapters() -> None:
    cards = chapter(FORK.replace("I-2", "II-1"), end(9).replace("I-9", "II-2"))
    for keywords, options in (({"WINGS": 1}, 3), ({}, 2)):
        record = Campaign(chapter=2, keywords=keywords)
        match = play(book(cards=cards, number=2, record=record, heroes=("SID", "LARA"), goal="", step="read"))
        assert len(offered(match)) == options


@pytest.mark.rule("WB-Q24")
def test_there_is_no_limit_to_keywords() -> None:
    words = ["BELL", "ROPE", "CROW", "TIDE", "SALT", "GLUE"]
    g = does(book(), f"[{', '.join([f'{{write: {word}}}' for word in words])}]")
    assert list(g.sheet.keywords) == words


@pytest.mark.rule("WB-Q25")
def test_keywords_are_the_same_whatever_their_case() -> None:
    g = does(book(), "[{write: Bell}, {write: BELL}, {if: has(bell), then: [{write: ROPE}]}]")
    assert list(g.sheet.keywords) == ["BELL", "ROPE"]
    assert list(does(g, "[{erase: bell}]").sheet.keywords) == ["ROPE"]


@pytest.mark.rule("WB-Q25", "WB-Q26")
def test_a_keyword_stands_on_the_line_of_its_chapter_and_stays_there() -> None:
    g = second_chapter({"BELL": 1})
    assert does(g, "[{write: bell}, {write: ROPE}]").sheet.keywords == {"BELL": 1, "ROPE": 2}


# Puzzles


def riddle(sort: str, among: str, solution: str, tries: int = 1) -> str:
    ends = "success: [{write: SOLVED}], fail: [{write: FAILED}]"
    return row(
        f"card: I-1, kind: story, title: A riddle, text: Hm., puzzle: {{sort: {sort}, among: [{among}], solution: [{solution}], tries: {tries}, {ends}}}"
    )


@pytest.mark.rule("WB-Q20")
def test_a_code_is_put_in_word_by_word_and_words_may_come_again() -> None:
    cards = chapter(riddle("code", "sun, moon, star", "moon, moon", tries=2), easy_goal(2), end(3))
    match = opened(cards)
    read(match)
    assert (asked(match), offered(match)) == ((-1, "puzzle"), ["try sun", "try moon", "try star"])
    match.answer("try moon")
    assert offered(match) == ["try sun", "try moon", "try star"]
    second, wrong = match.fork(), match.fork()
    g = answer(match, "try moon")
    assert (g.sheet.keywords, g.goal) == ({"SOLVED": 1}, "I-2")
    assert answer(second, "try star", "try moon", "try moon").sheet.keywords == {"SOLVED": 1}
    assert answer(wrong, "try sun", "try sun", "try moon").sheet.keywords == {"FAILED": 1}


@pytest.mark.rule("WB-Q20")
def test_in_an_order_each_word_comes_once_and_the_order_counts() -> None:
    cards = chapter(riddle("order", "sun, moon, star", "moon, star, sun"), easy_goal(2), end(3))
    match = opened(cards)
    answer(match, "try moon")
    assert offered(match) == ["try sun", "try star"]
    assert answer(match, "try star").sheet.keywords == {"SOLVED": 1}
    wrong = opened(cards)
    assert answer(wrong, "try star", "try moon").sheet.keywords == {"FAILED": 1}


@pytest.mark.rule("WB-Q20")
def test_a_riddle_can_be_tried_as_often_as_the_card_says() -> None:
    cards = chapter(riddle("picture", "sun, moon", "moon", tries=2), easy_goal(2), end(3))
    second = opened(cards)
    answer(second, "try sun")
    assert (asked(second).topic, second.state.sheet.keywords) == ("puzzle", {})
    assert answer(second, "try moon").sheet.keywords == {"SOLVED": 1}
    failed = opened(cards)
    assert answer(failed, "try sun", "try sun").sheet.keywords == {"FAILED": 1}


@pytest.mark.rule("WB-Q20")
def test_a_riddle_may_stand_on_the_back_of_a_card() -> None:
    puzzle = "{sort: code, among: [sun, moon], solution: [moon], success: [{gain_sparks: 1}]}"
    page = row(
        f"card: I-1, kind: story, title: A riddle, text: Hm., then: flip, back: {{text: Aha., puzzle: {puzzle}}}"
    )
    match = opened(chapter(page, easy_goal(2), end(3)))
    read(match)
    assert match.state.pages.open == ("I-1", "back")
    assert offered(match) == ["try sun", "try moon"]
    wrong = match.fork()
    assert answer(match, "try moon", "KEN").sparks["KEN"] == 1
    assert sum(answer(wrong, "try sun").sparks.values()) == 0


@pytest.mark.rule("WB-Q20")
def test_the_solution_of_a_riddle_cannot_be_seen() -> None:
    match = opened(chapter(riddle("code", "sun, moon, star", "moon, star"), easy_goal(2), end(3)))
    read(match)
    seen = str(match.scene(0)) + str(match.story(0))
    assert not any(word in seen for word in ("SOLVED", "FAILED", "'moon', 'star'"))


@pytest.mark.rule("WB-Q20")
@pytest.mark.parametrize(("fall", "keyword"), [("S F F", "DONE"), ("F F F", "MISSED")])
def test_a_challenge_at_the_table_needs_its_number_of_successes(fall: str, keyword: str) -> None:
    dare = "{challenge: 3, needed: 1, success: [{write: DONE}], fail: [{write: MISSED}]}"
    cards = chapter(story(1, dare), easy_goal(2), end(3))
    match = play(book(cards=cards, goal=""), fall)
    match.answer("read")
    answer(match, *(["SID"] if asked(match).topic == "who" else []))
    assert list(match.state.sheet.keywords) == [keyword]
