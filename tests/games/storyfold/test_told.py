"""What is told: by whom, and in which order things follow from each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foldtale import games
from foldtale.kernel.match import Match
from foldtale.testing import answer, answered, tells, told
from tests.games.storyfold.given import play, wood
from tests.games.storyfold.test_crystals import apple_that, book
from tests.told import lines_of, listed

STORYFOLD = games.get("storyfold")
TALES = sorted((Path(__file__).parents[2] / "fixtures" / "tales" / "storyfold").glob("[!t]*.tale"))
LAMP = "while: [{threshold: -1, who: explore}], use: [{advance_light: 1}]"
"""What the Lamp of the book of these tests does."""


@pytest.mark.parametrize("path", TALES, ids=lambda path: path.stem)
def test_what_is_told_is_told_of_the_one_who_plays_or_of_nobody(path: Path) -> None:
    lines = [line for line in Match.load(path).story(0) if "tell" in line]
    assert {line["who"] for line in lines} == {0, -1}
    sentences = STORYFOLD.words.tells
    of_nobody = {line["tell"] for line in lines if line["who"] == -1}
    assert [tell for tell in of_nobody if "{who}" in sentences.get(tell, "")] == []
    assert {"luma phase", "shadow phase", "scene", "saves", "travels"}.isdisjoint(of_nobody)


LINES = """
SF-001 learns*, reads*
SF-005 reads*, scene
SF-015 actions mixed*, moves*
SF-016 trade places*
SF-024 dice are gone, dice come back
SF-026 luma phase
SF-042 fails
SF-045 is illuminated*
SF-046 light arrives*, light moves*
SF-049 gains crystals
SF-052 draws cards
SF-055 is healed*
SF-056 gains crystals
SF-057 gains spirit
SF-058 trauma heals*
SF-059 crystals on*, gains crystals
SF-062 spends crystals
SF-066 uses
SF-067 brom stands in
SF-068 turns over*
SF-073 rerolls
SF-075 turns over*
SF-078 shadow phase
SF-080 activates*, loses spirit
SF-081 shakes off*
SF-083 shadow arrives*, shadow comes*
SF-084 icon*
SF-086 comes*
SF-089 is discarded*
SF-091 is stunned*
SF-098 a card says*, overcomes, reads*
SF-099 is marked*
SF-105 light moves*, shadow comes*
SF-106 light moves*, shadow retreats*
SF-112 gains spirit, spirit is
SF-114 loses spirit
SF-115 overflows
SF-116 draws shadow
SF-118 reads*
SF-121 draws story, reads*
SF-122 a card says*
SF-124 is given
SF-125 takes
SF-126 takes
SF-128 resolves
SF-134 luma triumphs, reads*
SF-135 shadow triumphs
SF-136 reads*
SF-139 travels
SF-146 saves
SF-Q25 loses crystals
SF-Q26 pays crystals
SF-Q31 brom leaves*
SF-Q42 defeat
SF-Q65 uses
SF-Q79 chapter
SF-Q87 dice of the lesson
"""
"""What the stored journeys tell of, by rule; with a star, what is told of nobody."""


def test_stored_journeys_tell_of_everything_by_its_rule() -> None:
    assert listed(LINES) - lines_of("storyfold", "[!t]*.tale") == set()


@pytest.mark.parametrize(
    ("key", "after"), [("illuminate vole", "is illuminated"), ("illuminate light", "light moves")]
)
@pytest.mark.rule("SF-062")
def test_what_follows_from_spent_crystals_comes_before_what_they_were_spent_for(key: str, after: str) -> None:
    content = book((LAMP, "when: [{on: crystals_spent, do: [{gain_spirit: 1}]}]"))
    match = play(
        wood("I vole H E G", crystals={"I": 1}, kept=["lamp"], spirit=5, brom="out", content=content), (8, 1)
    )
    answer(match, key, "roll 2", "first" if key.endswith("vole") else "second 1")
    names = told(match)
    assert names.index("spends crystals") < names.index("gains spirit") < names.index(after)


@pytest.mark.rule("SF-083")
def test_a_shadow_pawn_that_stays_has_not_advanced() -> None:
    for pace, lying in ((-1, 0), (0, 1)):
        does = f"while: [{{shadow_pace: {pace}}}], when: [{{on: shadow_advances, do: [{{gain_crystals_on: heal}}]}}]"
        match = play(wood(kept=["lamp"], brom="out", shadow=6, content=book((LAMP, does))))
        answer(match, "end phase")
        assert (match.state.shadow, match.state.crystals_on("heal")) == (6 + (pace < 0) - 1, lying)


def does(effect: str, *answers: str, **position: Any) -> Match:
    """After an Apple with this text was used between two Actions."""
    g = wood(spaces=["apple"], brom="out", content=apple_that(effect), **position)
    return answered(play(g), "use apple", *answers)


def test_dice_come_and_go_by_name() -> None:
    assert (0, "SF-020", ["d10"]) in tells(does("{add_die: d10}"), "gains die")
    assert (0, "SF-020", ["d12"]) in tells(does("{remove_die: d12}", owned=(5, 0, 1)), "loses die")


def test_crystals_that_move_or_find_no_room_are_told_of() -> None:
    moved = does("{move_crystals: 2, from: help, to: explore}", crystals={"H": 3, "E": 2})
    assert (-1, "SF-061", [1, "help", "explore"]) in tells(moved, "crystals move")
    full = does("{gain_crystals_on: heal, n: 2}", crystals={"G": 2})
    assert full.state.crystals_on("heal") == 3
    assert (-1, "SF-Q25", [1, "heal"]) in tells(full, "no room on")
    none = does("{gain_crystals_on: heal, n: 2}", crystals={"G": 3})
    assert "crystals on" not in told(none)


def test_where_there_is_no_card_none_is_drawn() -> None:
    names = told(does("{draw_exploration: 2}", exploration=[]))
    assert "draws cards" not in names and "takes" not in names


@pytest.mark.rule("SF-016")
def test_a_card_trades_places_with_the_one_at_the_start() -> None:
    assert does("{move: help, to: left}").state.river == ("help", "illuminate", "explore", "heal")


@pytest.mark.rule("SF-Q76")
def test_a_task_that_is_done_by_what_follows_from_an_action_ends_the_scene_there() -> None:
    content = book((LAMP, "when: [{on: action_used, do: [{mark_place: gate}]}]"))
    match = play(wood("I H E G", kept=["lamp"], brom="out", content=content), (1,))
    answer(match, "help crystals", "roll 1")
    assert match.state.triumphs == ("meadow luma",)


@pytest.mark.rule("SF-056")
def test_what_follows_from_healing_comes_before_its_crystals_are_laid() -> None:
    content = book((LAMP, "when: [{on: creature_healed, do: [{gain_spirit: 1}]}]"))
    match = play(wood("G vole I H E", kept=["lamp"], brom="out", spirit=5, content=content), (8, 8))
    answer(match, "heal vole", "roll 2")
    assert match.ask is not None
    assert (match.ask.topic, match.state.spirit) == ("crystal", 6)


def test_losses_and_overflows_are_told_of() -> None:
    two = tells(does("{lose_crystals: 2}", crystals={"H": 1, "I": 1}), "loses crystals")
    one = tells(does("{lose_crystals: 1}", crystals={"H": 1}), "loses crystals")
    assert (0, "SF-Q25", [1]) in two + one
    match = does("{lose_spirit: 3}", spirit=1, shadow_deck=["gloom", "night"])
    names = told(match)
    assert (0, "SF-115", [6]) in tells(match, "overflows")
    assert names.index("loses spirit") < names.index("overflows") < names.index("draws shadow")


def test_who_begins_a_chapter_again_is_told_of() -> None:
    match = answered(play(wood(step="defeat", scene="meadow")), "begin again")
    assert tells(match, "begins again") == [(0, "SF-Q81", ["first"])]


@pytest.mark.rule("SF-085")
def test_what_follows_from_one_creature_comes_before_the_next() -> None:
    content = book(
        (LAMP, "when: [{on: creature_enters, do: [{gain_spirit: 1}]}], use: [{draw_creature: 2}]"),
    )
    match = play(wood(kept=["lamp"], brom="out", spirit=3, content=content), "vole", "wisp")
    answer(match, "use lamp")
    assert told(match, "comes", "gains spirit") == ["comes", "gains spirit"] * 2
