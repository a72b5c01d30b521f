"""Wonder Book: pages that were read in a lost attempt can be skipped."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.record import Campaign
from foldtale.testing import answer, asked
from tests.games.wonderbook.given import record_of
from tests.games.wonderbook.pages import asked_page, chapter, deed, end, goal, opened, story


def lost_at(cards: str) -> Campaign:
    """The record after an attempt that was lost at its Goal."""
    match = opened(cards)
    answer(match, "SID", "use I-3 lose")
    return record_of(match, "lost")


LOSING = chapter(
    story(1, then="flip", back="{count: a}"),
    story(2, "{count: b}"),
    goal(
        3,
        more=f", actions: [{deed('lose', 'lose_chapter')}, {deed('do', '{count: done}')}],"
        " back: {text: Back of 3., do: [{count: c}]}",
        then="flip",
    ),
    story(4),
    goal(5, "counter(more) >= 1"),
    end(6),
)


@pytest.mark.rule("WB-Q110")
def test_pages_known_from_a_lost_attempt_can_be_skipped() -> None:
    match = opened(LOSING, record=lost_at(LOSING))
    assert match.ask is not None
    assert [choice.key for choice in match.ask.options] == ["read", "skip"]
    match.answer("skip")
    assert (match.state.goal, match.state.counters) == ("I-3", {"a": 1, "b": 1})
    assert asked(match).topic == "turn"


@pytest.mark.rule("WB-Q110")
def test_known_pages_can_also_be_read_again() -> None:
    match = opened(LOSING, record=lost_at(LOSING))
    match.answer("read")
    assert (match.state.pages.open, asked_page(match)) == (("I-1", "back"), -1)
    match.answer("skip")
    assert asked(match).topic == "turn"


@pytest.mark.rule("WB-Q110")
def test_a_first_attempt_has_nothing_to_skip() -> None:
    match = opened(LOSING)
    for _ in range(4):
        assert match.ask is not None
        assert [choice.key for choice in match.ask.options] == ["read"]
        match.answer("read")


@pytest.mark.rule("WB-Q110")
def test_skipping_stops_at_a_card_that_was_not_read_before() -> None:
    match = opened(LOSING, record=lost_at(LOSING))
    match.answer("skip")
    match.answer("SID")
    match.answer("use I-3 do")
    while match.state.pages.open != ("I-4", "front"):
        match.answer("read")
    assert match.ask is not None
    assert (match.ask.topic, [choice.key for choice in match.ask.options]) == ("page", ["read"])


@pytest.mark.rule("WB-Q110")
def test_the_back_of_a_card_whose_front_was_all_that_was_read_is_not_skipped() -> None:
    match = opened(LOSING, record=lost_at(LOSING))
    match.answer("skip")
    match.answer("SID")
    match.answer("use I-3 do")
    assert (match.state.pages.open, asked_page(match)) == (("I-3", "back"), -1)
    assert match.ask is not None
    assert [choice.key for choice in match.ask.options] == ["read"]
