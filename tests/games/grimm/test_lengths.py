"""Dice Upon a Time: how many chapters there are, and their Events."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.language import DECKS
from foldtale.kernel import Match, script
from foldtale.kernel.errors import SetupError
from foldtale.testing import answer, asked, offered, outcome, tells, told
from tests.games.grimm.given import CONTENT, GRIMM, play, setup, tale

THREES = "3 3 3 3 3"
QUESTS = [card.id for card in CONTENT.of_kind("quest")]


def pass_through(match: Match, until: int = 0) -> Match:
    """Everybody passes until the game is over, or until this chapter begins; other questions are declined."""
    while not match.over and (match.state.chapter < until or not until or asked(match).topic != "turn"):
        keys = offered(match)
        match.answer("pass on" if "pass on" in keys else keys[-1])
    return match


def begun(seed: int = 1, **choices: Any) -> Match:
    """A new game of two, without Magic Items at the start."""
    chosen = {"players": 2, "start_magic": 0, **choices}
    return Match.new(GRIMM, setup(**chosen), chance=script(0, then=seed))


def events(match: Match) -> list[str]:
    return [tell.about[0] for tell in tells(match, "event")]


def chapters(match: Match) -> int:
    return told(match).count("chapter")


# Standard and short


@pytest.mark.rule("GR-004", "GR-187")
@pytest.mark.parametrize(("length", "n"), [("standard", 6), ("short", 3)])
def test_a_standard_game_has_six_chapters_and_a_short_one_three(length: str, n: int) -> None:
    m = pass_through(begun(length=length))
    assert m.over
    assert (chapters(m), m.state.chapter) == (n, n)


@pytest.mark.rule("GR-004")
@pytest.mark.parametrize(("length", "chapter", "over"), [("standard", 5, False), ("standard", 6, True)])
def test_the_game_ends_with_the_last_turn_of_the_last_chapter(length: str, chapter: int, over: bool) -> None:
    g = tale(players=2, chapter=chapter, length=length, cards="beginner")
    m = play(g, THREES, THREES, "e06")
    answer(m, "pass on")
    assert not m.over
    answer(m, "pass on")
    assert (m.over, m.outcome is not None) == (over, over)


@pytest.mark.rule("GR-017", "GR-Q05")
@pytest.mark.parametrize(("length", "n"), [("standard", 6), ("short", 3)])
def test_as_many_of_the_twelve_events_are_used_as_there_are_chapters_each_once(length: str, n: int) -> None:
    seen = set()
    for seed in range(6):
        m = pass_through(begun(seed, length=length))
        assert len(set(events(m))) == len(events(m)) == n
        assert m.state.events.deck_size == 12 - n
        seen |= set(events(m))
    assert len(seen) > n


@pytest.mark.rule("GR-018", "GR-Q05")
@pytest.mark.parametrize(("length", "n"), [("standard", 6), ("short", 3)])
def test_as_many_events_lie_face_up_as_there_are_chapters(length: str, n: int) -> None:
    m = begun(length=length, events="face up", start_quests=1)
    while asked(m).topic == "deck":
        m.answer("deck 2")
    assert sum([len(row) for row in m.state.events.rows]) == n
    row = [card for cards in m.state.events.rows for card in cards]
    assert events(pass_through(m)) == row


# Extra long


def extra_long(**given: Any) -> dict[str, Any]:
    return {"players": 2, "length": "extra long", "events": "none", "cards": "beginner", **given}


LAST = "q214"
ALL_BUT_THE_LAST = [quest for quest in QUESTS if quest != LAST]


@pytest.mark.rule("GR-188")
def test_an_extra_long_game_goes_on_while_quests_are_left_to_draw() -> None:
    m = play(tale(chapter=9, done={1: ALL_BUT_THE_LAST}, **extra_long()), THREES, THREES)
    answer(m, "pass on", "pass on")
    assert (m.over, m.state.chapter) == (False, 10)


@pytest.mark.rule("GR-188")
def test_with_the_last_quest_drawn_the_chapter_is_played_out_and_then_scored() -> None:
    m = play(tale(chapter=2, at={0: "well", 1: "hell"}, done={1: ALL_BUT_THE_LAST}, **extra_long()))
    g = answer(m, "place plain-die r02", "move town", "draw")
    assert g.active_quests(0) == [LAST]
    skip_quests(m)
    assert (m.over, asked(m)) == (False, (1, "turn"))
    answer(m, "place plain-die r12", "place magic-die r14")
    skip_quests(m)
    assert not m.over
    answer(m, "pass on", "pass on")
    assert outcome(m).scores == (0, 114)
    assert m.state.chapter == 2


def skip_quests(match: Match) -> None:
    while not match.over and asked(match).topic != "turn":
        match.answer(offered(match)[-1])


@pytest.mark.rule("GR-188")
@pytest.mark.parametrize("deck", DECKS)
def test_all_three_decks_must_be_empty(deck: int) -> None:
    other = next(quest for quest in QUESTS if quest[1] != str(deck))
    left = {other, f"q{deck}01"}
    done = [quest for quest in QUESTS if quest not in left]
    m = play(tale(chapter=2, at={0: "well"}, done={1: done}, **extra_long()), THREES, THREES)
    answer(m, "place plain-die r02", "move town", "draw", f"deck {deck}")
    skip_quests(m)
    answer(m, "pass on", "pass on")
    assert (m.over, m.state.chapter) == (False, 3)


@pytest.mark.rule("GR-Q127")
def test_a_quest_that_is_put_back_under_a_deck_does_not_cancel_the_end() -> None:
    mine = ["q301", "q302", "q303", "q304"]
    done = [quest for quest in ALL_BUT_THE_LAST if quest not in mine]
    m = play(tale(chapter=2, at={0: "well"}, quests={0: mine}, done={1: done}, **extra_long()))
    answer(m, "place plain-die r02", "move town", "draw")
    assert asked(m) == (0, "too many")
    g = answer(m, LAST)
    assert g.quests[0].deck_size == 1
    skip_quests(m)
    answer(m, "pass on", "pass on")
    assert m.over


@pytest.mark.rule("GR-Q127")
@pytest.mark.parametrize(("chapter", "over"), [(20, False), (74, False), (75, True)])
def test_an_extra_long_game_with_full_decks_ends_after_seventy_five_chapters(
    chapter: int, over: bool
) -> None:
    m = play(tale(chapter=chapter, **extra_long()), THREES, THREES)
    answer(m, "pass on", "pass on")
    assert m.over == over


@pytest.mark.rule("GR-Q127", "GR-189")
def test_in_an_extra_long_game_events_are_shuffled_again_when_all_were_used() -> None:
    m = pass_through(begun(length="extra long"), until=20)
    found = events(m)
    assert (chapters(m), len(found)) == (20, 20)
    assert len(set(found[:12])) == 12
    assert len(set(found[12:])) == 8
    assert told(m).count("shuffles") == 1
    assert told(m)[: told(m).index("shuffles")].count("chapter") == 13


@pytest.mark.rule("GR-189")
def test_an_extra_long_game_may_be_played_without_events() -> None:
    m = pass_through(begun(length="extra long", events="none"), until=8)
    assert (m.state.chapter, events(m)) == (8, [])
    assert m.state.events.rows[0] == ()


@pytest.mark.rule("GR-189")
@pytest.mark.parametrize("length", ["standard", "short"])
def test_shorter_games_are_not_played_without_events(length: str) -> None:
    with pytest.raises(SetupError):
        setup(length=length, events="none")


# Thumbling


def thumbling(**choices: Any) -> int:
    """How many tokens seat 0 has, who plays Thumbling."""
    m = begun(characters="chosen", **choices)
    return answer(m, "thumbling").thumbs[0]


@pytest.mark.rule("GR-Q128")
def test_in_an_extra_long_game_thumbling_has_five_uses_by_himself() -> None:
    assert thumbling(length="extra long") == 5


@pytest.mark.rule("GR-Q128")
@pytest.mark.parametrize("uses", [0, 1, 10])
def test_in_an_extra_long_game_the_table_agrees_on_thumblings_uses(uses: int) -> None:
    assert thumbling(length="extra long", thumbling_uses=uses) == uses
    assert thumbling(length="standard", thumbling_uses=uses) == 3


@pytest.mark.rule("GR-Q128")
@pytest.mark.parametrize("uses", [-1, 11])
def test_thumbling_has_no_more_than_ten_uses(uses: int) -> None:
    with pytest.raises(SetupError):
        setup(length="extra long", thumbling_uses=uses)
