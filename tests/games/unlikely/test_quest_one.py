"""Unlikely Heroes: The Horn That Forgot Its Note, played to its end by both doors, and its corrections."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale import testing
from foldtale.games.unlikely import game
from foldtale.games.unlikely.content import LIBRARY
from foldtale.games.unlikely.record import Sagas
from foldtale.games.unlikely.rules.chapters import holds, scored
from foldtale.kernel import Match
from foldtale.testing import answer, answered, asked, offered, outcome, told, told_of
from tests.games.unlikely.given import saga, where

BOX = LIBRARY.contents("unlikely")
TOVE, GRIM = 0, 1
TEAM = ("tove", "grim")


def quest(chapter: str = "a-horn-full-of-nothing", finished: int = 0, **facts: Any) -> Any:
    """tove and grim in the middle of the first quest."""
    facts = {"maps": ("1",), "heroes": TEAM, "players": 1, "luck": [2, 2, 1, 1, 1, 1, 1, 1, 1, 1], **facts}
    return saga(content=BOX, chapter=chapter, finished=finished, **facts)


def play(g: Any, *falls: object) -> Match:
    return testing.play(game, g, *falls, then=1)


THIRD = "a-king-with-a-headache"
STAVES = {TOVE: ["50", "51", "52"]}
MAPS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12")


# The way through


def test_the_first_chapter_ends_with_the_shell() -> None:
    m = play(quest(maps=("1", "4", "5", "11"), at="11"))
    answer(m, "explore 70", "box 1", "3", "resolve", "left", "next chapter")
    assert (m.state.chapter, m.state.finished) == ("three-slots-in-a-hill", 1)
    answer(m, "done", "done")
    assert [hero.at for hero in m.state.heroes] == ["5", "5"]


@pytest.mark.parametrize(("solution", "door"), [("solve 50-51-52", "38"), ("solve 50-52", "26")])
def test_the_staves_open_one_of_two_doors(solution: str, door: str) -> None:
    g = quest("three-slots-in-a-hill", 1, maps=MAPS, at="8", left=STAVES, right={GRIM: ["44"]})
    m = answered(play(g), solution)
    if asked(m).topic == "free move":
        answer(m, "stay")
    assert (where(m.state, door), where(m.state, "8"), m.state.heroes[TOVE].at) == ("map", "discard", door)
    answer(m, "next chapter")
    assert m.state.chapter == THIRD


def test_the_king_gives_the_note_and_the_horn_sounds() -> None:
    maps = (*[number for number in MAPS if number != "8"], "38", "40")
    g = quest(THIRD, 2, maps=maps, at="40", left={TOVE: ["44"]}, out_of_pile=["8"], discard=("8",))
    m = answered(
        play(g), "explore 90", "box 1", "3", "resolve", "box 1", "join", "with wit", "5", "resolve", "left"
    )
    assert told_of(m, "succeeds") == [["90"], ["91"]]
    assert where(m.state, "99") == "backpack"


@pytest.mark.parametrize(("hushed", "least"), [(True, "1"), (False, "2")])
def test_the_warden_blows_too_if_his_secret_was_kept(hushed: bool, least: str) -> None:
    flags = frozenset(["hushed"]) if hushed else frozenset()
    g = quest(THIRD, 2, maps=("1", "4"), at="4", left={TOVE: ["44", "99"]}, flags=flags)
    m = answered(play(g), "explore 95", "box 1", "join", "with wit")
    assert offered(m)[0] == least


def test_giving_the_note_back_wins_the_quest() -> None:
    g = quest(THIRD, 2, maps=("1", "4"), at="4", left={TOVE: ["44", "99"]})
    m = answered(play(g), "explore 95", "box 1", "join", "with wit", "2")
    if "resolve" in offered(m):
        answer(m, "resolve")
    assert outcome(m).ending == "won"
    assert told(m, "destroyed") == ["destroyed"]
    assert [line["page"] for line in m.story(0) if "page" in line][-1] == "quest-1 won"


# The corrections


def test_the_hall_stays_shut_for_whoever_has_no_shell() -> None:
    g = quest(THIRD, 2, maps=("1", "40"), at="40", known=["90"])
    assert offered(play(g), "explore 90") == []


@pytest.mark.parametrize(
    "chapter", ["a-horn-full-of-nothing", "three-slots-in-a-hill", THIRD, "a-king-with-a-tidy-beard"]
)
@pytest.mark.parametrize("card", ["44", "99"])
def test_without_shell_or_note_every_chapter_is_lost(chapter: str, card: str) -> None:
    g = quest(chapter, discard=(card,), out_of_pile=[card])
    assert holds(g, BOX.chapter(chapter).failure)


@pytest.mark.parametrize(("door", "lost"), [((), True), (("38",), False), (("26",), False)])
def test_an_outer_stave_may_go_once_a_door_is_open(door: tuple[str, ...], lost: bool) -> None:
    g = quest("three-slots-in-a-hill", 1, maps=("1", *door), discard=("50",), out_of_pile=["50"])
    assert holds(g, BOX.chapter("three-slots-in-a-hill").failure) is lost


@pytest.mark.parametrize(
    ("chapter", "nights"),
    [
        ("a-horn-full-of-nothing", (3, 4, 5)),
        ("three-slots-in-a-hill", (4, 5, 6)),
        (THIRD, (6, 7, 8)),
        ("a-king-with-a-tidy-beard", (7, 8, 9)),
    ],
)
def test_how_many_nights_there_are(chapter: str, nights: tuple[int, int, int]) -> None:
    for heroes, last in zip((2, 3, 4), nights, strict=True):
        names = ("tove", "grim", "asgerd", "ketil")[:heroes]
        for count, lost in ((last - 1, False), (last, True)):
            g = quest(chapter, heroes=names, counters={"nights": count}, left={TOVE: ["44"]})
            assert holds(g, BOX.chapter(chapter).failure) is lost


@pytest.mark.parametrize(
    ("chapter", "last"), [("a-horn-full-of-nothing", 3), ("three-slots-in-a-hill", 4), (THIRD, 5)]
)
def test_how_much_bad_luck_there_may_be(chapter: str, last: int) -> None:
    every = list(BOX.unlucky)
    for count, lost in ((last - 1, False), (last, True)):
        assert holds(quest(chapter, unlucky=every[:count]), BOX.chapter(chapter).failure) is lost


def test_the_boat_is_needed_until_the_skerry_is_found() -> None:
    failure = BOX.chapter("a-horn-full-of-nothing").failure
    gone = {"discard": ("45",), "out_of_pile": ["45"]}
    assert holds(quest(**gone), failure)
    assert not holds(quest(maps=("1", "4", "5", "11"), **gone), failure)


def test_discarded_staves_come_back_with_their_challenges() -> None:
    gone = ["50", "51", "52", "73", "74"]
    g = quest(maps=("1", "4", "5", "11"), at="11", discard=tuple(gone), out_of_pile=gone)
    m = answered(play(g), "explore 70", "box 1", "3", "resolve", "left", "next chapter")
    assert {*gone} <= m.state.pile


def test_the_comb_chooses_the_tidy_beard() -> None:
    g = quest("three-slots-in-a-hill", 1, maps=MAPS, at="8", left=STAVES, right={GRIM: ["44", "56"]})
    m = answered(play(g), "solve 50-52")
    if asked(m).topic == "free move":
        answer(m, "stay")
    assert answer(m, "next chapter").chapter == "a-king-with-a-tidy-beard"


def test_a_headache_punishes_failures_in_the_hall() -> None:
    g = quest(THIRD, 2, maps=("1", "40"), at="40", left={TOVE: ["44"]}, luck=[0, 0, 0, 0, 1])
    from foldtale.kernel.effects import enter

    enter(g, THIRD, None, BOX.chapter(THIRD).standing)
    m = answered(play(g), "explore 90", "box 2", "1", "resolve")
    assert told_of(m, "discards luck") == [["0", 1]]


def test_unlocked_cards_of_this_quest_go_back_into_the_pile() -> None:
    record = Sagas(unlocked=("59", "60"))
    m = Match.new(game, game.setup(players=1, heroes=2, record=record), seed=1)
    answer(m, "play tove", "play grim", "take dented-shield", "left", "take salt-herring", "left", "seat 1")
    assert {"59", "60"} <= m.state.pile
    m = Match.new(game, game.setup(players=1, heroes=2, record=record), seed=1)
    answer(m, "play tove", "play 60", "take dented-shield", "left", "take salt-herring", "left", "seat 1")
    assert where(m.state, "60") == "backpack"


def test_the_scoring_of_a_victory() -> None:
    g = quest(
        THIRD, 3, unlucky=list(BOX.unlucky[:2]), counters={"nights": 3}, difficulty="hard",
        luck=[1] * 4, sums=(38,), revealed=("59", "60"), chosen=("tove-hard", "grim"),
    )  # fmt: skip
    lines = {line.say for line in scored(g, won=True)}
    assert {"Ragna was met", "The blanket was found", "The door was opened with all three staves"} <= lines
    from foldtale.games.unlikely.rules.chapters import score, title_for

    assert score(g, True) == 20 + 2 * 6 + 4 + 3 + 2 + 2 + 2 * 1 + 10 - 2 * 3
    assert title_for(g, 49) == "Saga"
    assert score(quest(finished=1, left={TOVE: ["44", "56"]}), False) == 4 + 2


def test_the_king_asks_for_the_comb_only_in_one_box() -> None:
    body = BOX.body("91")
    assert [(way.skill, way.value, way.needs) for way in body.boxes] == [
        ("strength", 4, ""), ("wit", 3, ""), ("wit", 2, "56"),
    ]  # fmt: skip


def test_the_goat_eats_the_cheese() -> None:
    m = play(quest(left={GRIM: ["55"]}))
    answer(m, "explore 62", "forfeit")
    assert where(m.state, "55") == "discard"


def test_the_crow_takes_food_even_from_a_neighbour() -> None:
    g = quest(maps=("1", "8", "7"), at="7", right={GRIM: ["54"]})
    m = answered(play(g), "explore 69", "box 2", "1", "resolve", "left")
    assert (where(m.state, "56"), where(m.state, "54")) == ("backpack", "discard")


def test_the_humming_stone_throws_a_hero_to_the_crag() -> None:
    g = quest(maps=("1", "8"), at="8", heroes=("asgerd", "grim"))
    m = answered(play(g), "explore 71", "box 1", "2")
    if asked(m).topic == "resolve":
        answer(m, "resolve")
    answer(m, "71 fly", "go 7")
    assert [hero.at for hero in m.state.heroes] == ["7", "8"]


@pytest.mark.rule("UH-184", "UH-185")
def test_a_side_is_reduced_when_what_raised_its_limit_is_over() -> None:
    m = play(
        quest(
            traits={TOVE: [("deep-pockets", "middle")]},
            left={TOVE: ["56", "57", "58", "44"]},
            sets=("blessed traits", "cursed traits"),
            luck=[-1, -1, 0, 0, 0],
            at="1",
        )
    )
    answer(m, "explore 62", "box 1", "1", "resolve")
    answer(m, "this 56")
    assert m.state.heroes[TOVE].left == ("57", "58", "44")
