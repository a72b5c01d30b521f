"""Unlikely Heroes: The Island That Swam Off, played to its end by each variant, and what is odd about it."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale import testing
from foldtale.games.unlikely import game
from foldtale.games.unlikely.content import LIBRARY
from foldtale.games.unlikely.record import Sagas
from foldtale.games.unlikely.rules.chapters import holds, score, scored, title_for
from foldtale.kernel import Match
from foldtale.kernel.effects import enter
from foldtale.testing import answer, answered, asked, offered, outcome
from tests.games.unlikely.given import backpack, does, saga, where

BOX = LIBRARY.contents("unlikely")
TOVE, GRIM = 0, 1
TEAM = ("tove", "grim")
FIRST, SECOND = "not-where-we-left-it", "bridle-possibly-bridal"
HAND, LOVE, EYELID = "in-hand", "in-love", "by-the-eyelid"
MAPS = ("14", "13", "15", "16", "17", "18", "19", "20")
AWAKE = (*MAPS[:-1], "105")
ROPE_BELL_CHAIN = ["123", "125", "126"]
FLEECE_BELL_LACE = ["124", "125", "128"]
PIECES = ("123", "124", "125", "126", "128")


def quest(chapter: str = FIRST, finished: int = 0, **facts: Any) -> Any:
    """Tove and Grim in the middle of the second quest, with what its current chapter puts in force."""
    given = {"maps": MAPS, "heroes": TEAM, "players": 1, "luck": [2, 2, 1, 1, 1, 1, 1, 1, 1, 1], "at": "14"}
    g = saga(content=BOX, quest=2, chapter=chapter, finished=finished, **{**given, **facts})
    enter(g, chapter, None, BOX.chapter(chapter).standing)
    return g


def play(g: Any, *falls: object) -> Match:
    return testing.play(game, g, *falls, then=1)


def pages(m: Match) -> list[str]:
    return [str(line["page"]) for line in m.story(0) if "page" in line]


def resolve(m: Match) -> None:
    """Compare without strains and effects, and keep no gained cube."""
    for key in ("resolve", "no cube"):
        if key in offered(m):
            answer(m, key)


def regrouped(m: Match) -> None:
    while asked(m).topic == "regroup":
        answer(m, "done")


# The way through


def test_the_quest_begins_on_the_landing_without_plain_speaking() -> None:
    m = Match.new(game, game.setup(players=1, heroes=2, quest=2), seed=1)
    answer(m, "play tove", "play grim", "take dented-shield", "left", "take salt-herring", "left", "seat 1")
    assert [hero.at for hero in m.state.heroes] == ["14", "14"]
    assert where(m.state, "139") == "aside"


def test_the_third_stone_is_an_eye_and_the_second_chapter_gathers_there() -> None:
    m = play(quest(at="20", right={GRIM: ["113"]}))
    answer(m, "explore 108", "box 2", "3", "resolve")
    if asked(m).topic == "free move":
        answer(m, "stay")
    assert (where(m.state, "105"), where(m.state, "20")) == ("map", "discard")
    answer(m, "next chapter")
    regrouped(m)
    assert (m.state.chapter, [hero.at for hero in m.state.heroes]) == (SECOND, ["105", "105"])


@pytest.mark.parametrize(
    ("pieces", "card", "chapter"), [(ROPE_BELL_CHAIN, "133", HAND), (FLEECE_BELL_LACE, "127", LOVE)]
)
def test_with_the_bell_in_the_middle_it_is_a_bridle_or_a_bridal(
    pieces: list[str], card: str, chapter: str
) -> None:
    m = play(quest(SECOND, 1, maps=AWAKE, at="105", left={TOVE: pieces}))
    answer(m, f"solve {'-'.join(pieces)}", "right", "next chapter")
    assert (m.state.chapter, where(m.state, card)) == (chapter, "backpack")
    assert card in m.state.unlocked
    assert [where(m.state, number) for number in ("117", "118", "139")] == ["aside", "aside", "pile"]


def test_without_the_item_there_is_only_the_eyelid() -> None:
    m = play(quest(SECOND, 1, maps=AWAKE, at="105", left={TOVE: ROPE_BELL_CHAIN}))
    answer(m, "solve 123-125-126", "discard it", "next chapter")
    assert (m.state.chapter, m.state.counters["dive"]) == (EYELID, 1)
    assert (where(m.state, "139"), where(m.state, "13")) == ("pile", "discard")


def steer(chapter: str, rein: str, item: str, box: str = "box 2", **facts: Any) -> Match:
    """Take a rein in the last chapter, with an item that holds her."""
    g = quest(chapter, 2, **{"maps": (*AWAKE, "103"), "at": "105", "left": {TOVE: [item]}, **facts})
    m = answered(play(g), f"explore {rein}", box, "join", "with wit", "5")
    resolve(m)
    return m


def test_the_bit_and_the_left_rein_steer_her_home() -> None:
    g = quest(HAND, 2, maps=(*AWAKE, "103"), at="103", left={TOVE: ["133"]})
    m = answered(play(g), "explore 75", "box 1", "join", "with wit", "5")
    resolve(m)
    answer(m, "right")
    assert backpack(m.state, TOVE) == (("133",), ("79",))
    won = steer(HAND, "135", "79")
    assert (outcome(won).ending, pages(won)[-1]) == ("won", f"{HAND} won")


def test_the_bridesmaids_and_the_right_rein_find_the_groom() -> None:
    g = quest(LOVE, 2, maps=AWAKE, at="19", left={TOVE: ["127"]})
    m = answered(play(g), "explore 132", "box 1", "join", "with wit", "5")
    resolve(m)
    answer(m, "right")
    assert where(m.state, "79") == "backpack"
    won = steer(LOVE, "137", "79", "box 1")
    assert (outcome(won).ending, pages(won)[-1]) == ("won", f"{LOVE} won")


@pytest.mark.parametrize("rein", ["135", "137"])
def test_by_the_eyelid_either_side_will_do(rein: str) -> None:
    g = quest(EYELID, 2, maps=AWAKE, at="105")
    m = answered(play(g), "explore 139", "box 2", "join", "with wit", "6")
    resolve(m)
    assert where(m.state, "76") == "up"
    won = steer(EYELID, rein, "76")
    assert (outcome(won).ending, pages(won)[-1]) == ("won", "quest-2 won")


@pytest.mark.parametrize(("chapter", "rein", "flag"), [(HAND, "137", "wed"), (LOVE, "135", "home")])
def test_the_other_rein_is_no_way_to_win(chapter: str, rein: str, flag: str) -> None:
    m = steer(chapter, rein, "79")
    assert (m.state.outcome, m.state.flags) == ("", frozenset([flag]))


def test_the_ninth_dive_loses_the_quest() -> None:
    m = play(quest(HAND, 2, maps=AWAKE, at="105", counters={"dive": 8}, left={TOVE: ["133"]}, turns=2))
    answer(m, "pass")
    assert (outcome(m).ending, pages(m)[-1]) == ("lost", "quest-2 lost")


# The ground turns over


def test_scratching_the_left_side_turns_the_fold_over() -> None:
    g = quest(at=["16", "15"], luck=[2, 2, 1, 0, 0])
    m = answered(play(g), "explore 117", "box 1", "3")
    resolve(m)
    assert (where(m.state, "101"), where(m.state, "15")) == ("map", "discard")
    assert (m.state.heroes[GRIM].at, m.state.cubes["grim"].total) == ("101", 1)
    assert m.state.world.areas.next["14"] == ("13", "16", "101")


def test_rolling_back_drowns_the_other_side() -> None:
    g = quest(maps=("14", "16", "18", "101"), at=["16", "101"], out_of_pile=["15"], discard=("15",))
    m = answered(play(g), "explore 118", "box 1", "3")
    resolve(m)
    answer(m, "go 102")
    assert (where(m.state, "102"), where(m.state, "101"), where(m.state, "17")) == (
        "map",
        "discard",
        "discard",
    )
    assert (m.state.heroes[TOVE].at, m.state.heroes[GRIM].at) == ("102", "14")


@pytest.mark.parametrize(("pieces", "decoy"), [(["123", "126"], "104"), (["124", "128"], "98")])
def test_two_pieces_without_the_bell_make_a_toy_and_come_back(pieces: list[str], decoy: str) -> None:
    g = quest(SECOND, 1, maps=AWAKE, at="105", left={TOVE: pieces}, luck=[2, 2, 1, 1])
    for number in ("114", "129", "115", "134", "121"):
        g.pile = g.pile - {number}
        g.discard = (*g.discard, number)
    m = answered(play(g), f"solve {'-'.join(pieces)}")
    assert [where(m.state, piece) for piece in pieces] == ["pile", "pile"]
    gives = {"123": ["114"], "126": ["129"], "124": ["115", "134"], "128": ["121"]}
    assert {where(m.state, number) for piece in pieces for number in gives[piece]} == {"pile"}
    assert (m.state.pieces, where(m.state, decoy)) == ((), "challenge")


@pytest.mark.parametrize("chapter", [FIRST, SECOND])
def test_tackle_that_is_refused_or_discarded_goes_back(chapter: str) -> None:
    g = quest(chapter, at="14", discard=("114",), out_of_pile=["114"], left={TOVE: ["123"]})
    m = answered(play(g), "discard", "this 123")
    assert [where(m.state, number) for number in ("123", "114")] == ["pile", "pile"]
    m = answered(play(quest(chapter, luck=[2, 2, 1, 1])), "explore 114", "box 1", "3")
    resolve(m)
    answer(m, "discard it")
    assert [where(m.state, number) for number in ("123", "114")] == ["pile", "pile"]


def test_sheep_that_were_shorn_dry_do_not_swim_by_with_their_wool() -> None:
    m = answered(play(quest(at="15", luck=[2, 2, 1, 1])), "explore 115", "box 1", "3")
    resolve(m)
    answer(m, "left")
    assert [where(m.state, number) for number in ("124", "134")] == ["backpack", "aside"]
    m = answered(play(quest(at="15", luck=[2, 2, 1, 1])), "explore 115", "box 1", "3")
    resolve(m)
    answer(m, "discard it")
    assert [where(m.state, number) for number in ("124", "115", "134")] == ["pile", "pile", "pile"]


def test_tackle_of_the_last_chapter_stays_discarded() -> None:
    m = answered(play(quest(HAND, 2, left={TOVE: ["123", "133"]})), "discard", "this 123")
    assert where(m.state, "123") == "discard"


@pytest.mark.parametrize(
    ("dives", "gone"), [(0, "13"), (1, "15"), (2, "14"), (3, "17"), (4, "16"), (5, "19")]
)
def test_at_each_dive_the_next_map_sinks(dives: int, gone: str) -> None:
    order = ("13", "15", "14", "17", "16", "19")
    left = [number for number in AWAKE if number not in order[:dives]]
    facts: dict[str, Any] = {"counters": {"dive": dives}, "cubes": {"tove": 1}, "turns": 2}
    g = quest(HAND, 2, maps=left, at=[gone, "105"], out_of_pile=order, **facts)
    m = answered(play(g), "pass")
    if asked(m).topic == "step off":
        answer(m, 0)
    assert where(m.state, gone) == "discard"
    assert m.state.heroes[TOVE].at != gone
    assert (m.state.cubes["tove"].total, m.state.cubes["grim"].total) == (0, 2)


def test_an_unseen_map_that_sinks_is_not_found_any_more() -> None:
    g = does(quest(HAND, 2, maps=("14", "16", "18", "105")), "[{sink: 13}]")
    assert where(g, "13") == "aside"


def test_she_dives_once_a_round() -> None:
    m = play(quest(HAND, 2, maps=AWAKE, at="105", left={TOVE: ["133"]}, turns=1))
    answer(m, "pass")
    assert "dive" not in m.state.counters
    answer(m, "pass")
    assert m.state.counters["dive"] == 1


def test_both_reins_are_iceland_and_a_dive() -> None:
    g = quest(HAND, 2, maps=AWAKE, at="105", left={TOVE: ["79", "133"]})
    m = answered(play(g), "explore 136")
    assert (m.state.counters["dive"], where(m.state, "13")) == (1, "discard")
    assert offered(m, "forfeit") == []


@pytest.mark.parametrize(
    ("map_of_eye", "ways"),
    [("20", ["119 ness", "119 brow", "119 soak"]), ("105", ["119 ness", "119 eye", "119 soak"])],
)
def test_the_bath_throws_to_the_brow_as_it_is_now(map_of_eye: str, ways: list[str]) -> None:
    g = quest(maps=("14", "16", "18", map_of_eye), at="18", luck=[2, 2, 1, 0], cubes={"tove": 0})
    if map_of_eye == "105":
        g.pile = g.pile - {"20"}
    m = answered(play(g), "explore 119", "box 1", "3")
    resolve(m)
    assert offered(m) == ways


# What the chapters allow


@pytest.mark.parametrize(("chapter", "nights"), [(FIRST, (3, 4, 5)), (SECOND, (5, 6, 7))])
def test_how_many_nights_there_are(chapter: str, nights: tuple[int, int, int]) -> None:
    for heroes, last in zip((2, 3, 4), nights, strict=True):
        names = ("tove", "grim", "asgerd", "ketil")[:heroes]
        for count, lost in ((last - 1, False), (last, True)):
            g = quest(chapter, heroes=names, counters={"nights": count})
            assert holds(g, BOX.chapter(chapter).failure) is lost


@pytest.mark.parametrize(("chapter", "last"), [(FIRST, 3), (SECOND, 4), (HAND, 5), (LOVE, 5), (EYELID, 5)])
def test_how_much_bad_luck_there_may_be(chapter: str, last: int) -> None:
    every = list(BOX.unlucky)
    for count, lost in ((last - 1, False), (last, True)):
        assert holds(quest(chapter, unlucky=every[:count]), BOX.chapter(chapter).failure) is lost


@pytest.mark.parametrize(("chapter", "card"), [(HAND, "133"), (LOVE, "127")])
def test_the_gear_is_needed_until_there_are_reins(chapter: str, card: str) -> None:
    failure = BOX.chapter(chapter).failure
    assert holds(quest(chapter, discard=(card,), out_of_pile=[card]), failure)
    assert not holds(quest(chapter, discard=(card,), out_of_pile=[card], revealed=("79",)), failure)


@pytest.mark.parametrize("chapter", [HAND, LOVE, EYELID])
@pytest.mark.parametrize("card", ["76", "79"])
def test_without_a_hold_on_her_the_last_chapter_is_lost(chapter: str, card: str) -> None:
    assert holds(quest(chapter, discard=(card,), out_of_pile=[card]), BOX.chapter(chapter).failure)


# Between quests


@pytest.mark.rule("UH-025", "UH-Q09")
def test_what_the_first_quest_unlocked_can_be_chosen_in_the_second() -> None:
    record = Sagas(unlocked=("59", "60"))
    m = Match.new(game, game.setup(players=1, heroes=2, quest=2, record=record), seed=1)
    assert "play 60" in offered(m)
    answer(m, "play 60", "play tove")
    assert "take 59" in offered(m)


@pytest.mark.rule("UH-025")
@pytest.mark.parametrize(("quest_number", "offers"), [(1, True), (2, False)])
def test_the_bridle_is_no_starting_item_in_its_own_quest(quest_number: int, offers: bool) -> None:
    record = Sagas(unlocked=("111", "127", "133"))
    m = Match.new(game, game.setup(players=1, heroes=2, quest=quest_number, record=record), seed=1)
    answer(m, "play 111", "play tove")
    assert [item in offered(m) for item in ("take 127", "take 133")] == [offers, offers]
    answer(m, "take dented-shield", "left", "take salt-herring", "left", "seat 1")
    assert [where(m.state, item) for item in ("127", "133")] == (["aside"] * 2 if offers else ["pile"] * 2)


@pytest.mark.rule("UH-302")
@pytest.mark.parametrize(("chapter", "rein", "card"), [(HAND, "135", "133"), (LOVE, "137", "127")])
def test_the_record_says_what_was_made_and_whom_one_met(chapter: str, rein: str, card: str) -> None:
    m = steer(chapter, rein, "79", revealed=("111", card, "79"))
    record = outcome(m).record
    assert isinstance(record, Sagas)
    assert (record.finished, record.chosen) == ((2,), {2: card})
    assert {"111", card} <= {*record.unlocked}
    again = game.setup(players=1, heroes=2, quest=1, record=record)
    assert f"take {card}" in offered(answered(Match.new(game, again, seed=1), "play 111", "play tove"))


def test_the_scoring_of_a_victory() -> None:
    facts = {"unlucky": list(BOX.unlucky[:2]), "counters": {"dive": 3}, "difficulty": "hard", "luck": [1] * 4}
    g = quest(
        HAND,
        3,
        revealed=("111", "136", "133"),
        flags=frozenset(["dry_sheep", "home"]),
        chosen=("tove-hard", "grim"),
        **facts,
    )
    said = {line.say for line in scored(g, won=True)}
    assert {"Bjerke was met", "Iceland counts", "The sheep were shorn dry"} <= said
    assert score(g, True) == 20 + 2 * 6 + 4 + 3 + 2 + 2 + 1 + 2 * 1 + 10 - 3
    g.revealed = (*g.revealed, "104")
    assert score(g, True) == 20 + 2 * 6 + 4 + 2 + 2 + 1 + 2 * 1 + 10 - 3
    assert score(quest(SECOND, finished=1, left={TOVE: ["123", "125"]}), False) == 4 + 2


@pytest.mark.parametrize(
    ("points", "title"), [(14, "Flotsam"), (15, "Jetsam"), (30, "Cargo"), (45, "A Whale of a Tale")]
)
def test_what_a_score_is_called(points: int, title: str) -> None:
    assert title_for(quest(), points) == title


# What its cards do


def test_bjerke_asks_for_another_go() -> None:
    g = quest(heroes=("111", "grim"), at="13", luck=[0, 2, 2, 1, 1])
    m = answered(play(g), "explore 110", "box 1", "1")
    resolve(m)
    answer(m, "use 111")
    assert (asked(m).topic, where(m.state, "110")) == ("box", "challenge")


def test_shears_make_beasts_easier() -> None:
    g = quest(at="15", right={TOVE: ["77"]}, cubes={"77": 1}, luck=[1, 0, 0, 0])
    m = answered(play(g), "explore 115", "box 3", "use 77")
    assert "1" in offered(m)
    answer(m, "1")
    resolve(m)
    assert asked(m).topic == "item"


def test_shearing_dry_is_remembered() -> None:
    m = answered(play(quest(at="15", luck=[2, 2, 1, 1])), "explore 115", "box 1", "3")
    resolve(m)
    answer(m, "left")
    assert "dry_sheep" in m.state.flags


def test_the_shepherd_who_was_met_indoors_is_not_overboard() -> None:
    m = answered(play(quest(at="17", luck=[2, 2, 1, 1])), "explore 112", "box 1", "3")
    resolve(m)
    assert (asked(m).topic, where(m.state, "130")) == ("hero found", "aside")
