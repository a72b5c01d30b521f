"""Rulings of our own: GR-Q139 to GR-Q145."""

from __future__ import annotations

import pytest

from foldtale.games.grimm.rules.chapters import is_last
from foldtale.kernel.errors import SetupError
from foldtale.testing import answer, asked, offered
from tests.games.grimm.given import BAN, play, setup, skip, tale


@pytest.mark.rule("GR-Q139")
def test_a_starwort_that_is_just_drawn_cannot_save_itself() -> None:
    g = tale(pools={0: {"magic-die": "magic"}}, hands={1: ["m05"]})
    match = play(g, "m09")
    answer(match, "place magic-die rabbit", "pass", "draw")
    skip(match, "magic_gained")
    assert asked(match) == (1, "magic_gained")
    answer(match, "play m05")
    assert "harm" not in [line.get("topic") for line in match.log]
    assert (match.state.hand(0), match.state.hand(1)) == ((), ("m09",))


@pytest.mark.rule("GR-Q140")
def test_an_extra_long_game_of_a_team_ends_with_the_chapter_of_the_last_quest() -> None:
    g = tale(mode="together", length="extra long")
    assert not is_last(g)
    g.last_done = 1
    assert is_last(g)
    g.last_done = 0
    g.chapter = 75
    assert is_last(g)


@pytest.mark.rule("GR-Q141")
@pytest.mark.parametrize(
    ("events", "length", "rule"), [("none", "standard", "GR-189"), ("face up", "extra long", "GR-018")]
)
def test_events_that_do_not_go_with_the_length_are_refused(events: str, length: str, rule: str) -> None:
    with pytest.raises(SetupError, match=rule):
        setup(events=events, length=length)
    assert setup(events="none", length="extra long").events == "none"


@pytest.mark.rule("GR-Q142")
def test_a_crystal_ball_at_the_roll_of_a_chapter_does_not_silence_its_first_turn() -> None:
    g = tale(step="chapter", players=3, hands={0: ["m18"], 1: ["m14"], 2: ["m06"]})
    match = play(g, "1 3 3 3 3", "3 3 3 3 3", "3 3 3 3 3", "e06")
    answer(match, "play m18")
    assert asked(match) == (1, "card_played")
    answer(match, "play m14")
    assert asked(skip(match, "turn")) == (0, "turn")
    answer(match, "place story-die rabbit")
    assert (asked(match), offered(match)) == ((2, "place_announced"), ["pass", "play m06"])


@pytest.mark.rule("GR-Q143")
def test_a_snake_die_that_is_rerolled_on_a_token_gives_it_and_goes_home() -> None:
    g = tale(pools={0: {"story-die": "story", "snake-die": 6}})
    match = play(g, "b09", "bread")
    answer(match, "place story-die rabbit", "take")
    assert (match.state.tokens[0], match.state.dice_of(0)) == ((0, 1, 0), [])


@pytest.mark.rule("GR-Q144")
def test_an_offer_is_made_to_one_of_those_who_are_there() -> None:
    g = tale(tokens={0: (1, 0, 0)})
    match = play(g)
    answer(match, "trade")
    assert (asked(match), offered(match)) == ((0, "partner"), ["player 2", "player 3", "player 4"])
    answer(match, "player 3", "give coin", "offer")
    assert asked(match) == (2, "trade")
    answer(match, "accept")
    assert [match.state.tokens[seat] for seat in range(4)] == [(0, 0, 0), (0, 0, 0), (1, 0, 0), (0, 0, 0)]


@pytest.mark.rule("GR-Q145")
def test_a_jump_there_and_back_was_the_movement_of_the_turn() -> None:
    g = tale(pools={0: {"ban-die": "ban"}}, hands={0: ["m15"]})
    match = play(g, "g08")
    answer(match, "place ban-die r02", "pass", "play m15", "old_woman")
    skip(match, "may")
    answer(match, "g08 do-1")
    assert match.state.at[0] == "town"
    assert match.state.stacks[match.state.content.place["r02"]] == ((0, BAN, "ban"),)
    skip(match, "quests", "turn")
    assert "move well" not in offered(match)
    assert match.state.at[0] == "town"
