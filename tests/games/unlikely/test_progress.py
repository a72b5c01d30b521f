"""Unlikely Heroes: how a quest stands, and what comes to mind first."""

from __future__ import annotations

from foldtale.games.unlikely import game
from foldtale.games.unlikely.options import THIS
from foldtale.games.unlikely.progress import limits, open_anchors, precious, progress
from foldtale.games.unlikely.reflex import reflex
from foldtale.kernel.judging import chance_of
from foldtale.kernel.talk import Ask
from foldtale.testing import answered
from tests.games.unlikely.given import ADA, BJERKE, box, challenge, chapter, contents, item, play, saga


def test_a_finished_chapter_is_good_and_bad_luck_is_bad() -> None:
    usual = chance_of(progress(saga(), 0))
    assert chance_of(progress(saga(finished=1), 0)) > usual
    assert chance_of(progress(saga(unlucky=["bad-1"]), 0)) < usual
    assert chance_of(progress(saga(counters={"nights": 2}), 0)) < usual
    assert chance_of(progress(saga(item("20"), left={ADA: ["20"]}), 0)) > usual


def chosen(g: object, *answers: str) -> str:
    m = answered(play(g), *answers)  # type: ignore[arg-type]
    ask = m.ask
    assert isinstance(ask, Ask)
    return ask.options[reflex(m.state, ask, lambda: 0.0)].key  # type: ignore[arg-type]


def test_a_quick_player_explores_first_and_announces_enough() -> None:
    trial = challenge("52", boxes=[box("strength", 3), box("wit", 9)])
    assert chosen(saga(trial)) == "explore 52"
    assert chosen(saga(trial), "explore 52") == "box 1"
    assert chosen(saga(trial, luck=[1, 0, 1, 1]), "explore 52", "box 1") == "3"
    assert chosen(saga(trial, luck=[0, 0, 0, 0]), "explore 52", "box 1") == "1"


def test_a_quick_player_never_gives_up() -> None:
    assert chosen(saga(maps=("1",))) not in ("more", "give up")
    assert "give up" in game.never


def test_a_chapter_that_allows_fewer_nights_leaves_less_time() -> None:
    strict = chapter(1, failure="counter(nights) >= 2")
    lenient = chapter(1, failure="counter(nights) >= 6 or out_of_luck >= 5")
    content = contents(strict)
    assert limits(content, "chapter-1", 2).nights == 2
    assert limits(contents(lenient), "chapter-1", 2) == (6, 5)
    after_a_night = [
        chance_of(progress(saga(content=contents(one), counters={"nights": 1}), 0))
        for one in (strict, lenient)
    ]
    assert after_a_night[0] < after_a_night[1]


def test_a_quick_player_travels_to_what_is_open() -> None:
    trial = challenge("52", boxes=[box("strength", 3)])
    assert chosen(saga(trial, at="4")) == "travel 1"
    assert chosen(saga(trial, at=("4", "1"), out_of_pile=["52"])) == "pass"


def test_a_hero_who_has_all_pieces_of_a_puzzle_is_good() -> None:
    one = item("20", puzzle={"number": 10, "colour": "red", "left": "flat", "right": "knob"})
    other = item("21", puzzle={"number": 12, "colour": "red", "left": "tab", "right": "flat"})
    together = saga(one, other, left={ADA: ["20", "21"]})
    side_by_side = saga(one, other, left={ADA: ["20"], BJERKE: ["21"]})
    apart = saga(one, other, left={ADA: ["20"], BJERKE: ["21"]}, at=("1", "6"))
    chances = [chance_of(progress(g, 0)) for g in (together, side_by_side, apart)]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) == 3
    assert chosen(side_by_side) == "get"
    assert chosen(side_by_side, "get") == "this 21"
    assert chosen(apart).startswith("travel")


def test_a_quick_player_keeps_what_the_chapter_must_not_lose() -> None:
    content = contents(
        chapter(1, failure="discarded(20)"), item("20"), item("21", left={"wit": 2}), item("22")
    )
    assert precious(content, "chapter-1") == {"20"}
    g = saga(content=content, left={BJERKE: ["20", "21"]})
    ask = Ask(1, "too many", [THIS("20"), THIS("21")], "UH-185")
    assert ask.options[reflex(g, ask, lambda: 0.0)].key == "this 21"


def test_heroes_wait_for_each_other_at_a_joined_challenge() -> None:
    trial = challenge("52", joined=True, boxes=[box("strength", 2, per_hero=True)])
    alone = saga(trial, at=("1", "2"), known=["52"])
    alone.pages = alone.pages.known("52")
    here = saga(trial, known=["52"])
    here.pages = here.pages.known("52")
    ready = [[anchor.ready for anchor in open_anchors(g)] for g in (alone, here)]
    assert ready[0] < ready[1] == [1.0]
