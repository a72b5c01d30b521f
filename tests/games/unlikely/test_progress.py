"""Unlikely Heroes: how a quest stands, and what comes to mind first."""

from __future__ import annotations

from foldtale.games.unlikely import game
from foldtale.games.unlikely.progress import progress
from foldtale.games.unlikely.reflex import reflex
from foldtale.kernel.judging import chance_of
from foldtale.kernel.talk import Ask
from foldtale.testing import answered
from tests.games.unlikely.given import ADA, box, challenge, item, play, saga


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
