"""Unlikely Heroes: between the rules: things that are gone when their turn comes."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely import game
from foldtale.games.unlikely.state import CUBES, supplies
from foldtale.kernel import Match
from foldtale.kernel.snapshot import freeze, thaw
from foldtale.testing import answer, answered, asked, offered, told
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    box,
    challenge,
    chapter,
    generic,
    hero_card,
    item,
    luck_discard,
    map_card,
    play,
    saga,
    where,
)

POWER: dict[str, Any] = {"window": "anytime", "spaces": ["charged", "charged"], "do": [{"restore": 1}]}


def test_the_hero_is_replaced_in_the_middle_of_a_challenge() -> None:
    """The reward of the first challenge draws a hero, and the second is met by the new one."""
    first = challenge("52", boxes=[box("strength", 0, {"draw": ["60", "91"]})])
    second = challenge("91", boxes=[box("strength", 4)])
    m = play(saga(first, second, hero_card("60", strength=4, colour="brown"), luck=[0, 0, 0]))
    answer(m, "explore 52", "box 1", "1", "replace", "box 1", "1")
    assert told(m, "succeeds") == ["succeeds", "succeeds"]


def test_a_challenge_is_discarded_by_an_icon_while_its_reward_is_resolved() -> None:
    first = challenge("52", boxes=[box("strength", 0, {"draw": "20"}, {"set_flag": "more"})])
    m = play(saga(first, item("20", icons=[{"discard": "52"}]), luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1", "left")
    assert (where(m.state, "52"), "more" in m.state.flags) == ("discard", True)
    assert m.state.discard.count("52") == 1


def test_the_item_that_opens_a_box_is_gone_when_the_forced_challenge_is_repeated() -> None:
    rope = item("20", tags=["rope"])
    water = challenge(
        "52", boxes=[box("wit", 9), box("wit", 8, needs="rope")], forced=True, on_fail=[{"discard": "20"}]
    )
    m = play(saga(water, rope, left={ADA: ["20"]}, luck=[0, 0, 0, 0]))
    answer(m, "explore 52")
    assert offered(m) == ["box 1", "box 2"]
    answer(m, "box 2", "1")
    assert (where(m.state, "20"), asked(m).topic) == ("discard", "announce")


def test_the_luck_runs_out_in_the_middle_of_a_draw_and_of_an_effect() -> None:
    toy = item("20", effect={"at": "drawn", "spaces": ["charged"], "do": [{"draw_luck": 3}]})
    trial = challenge("52", boxes=[box("strength", 9)])
    m = play(saga(trial, toy, right={ADA: ["20"]}, cubes={"20": 1}, luck=[0, 1]))
    answer(m, "explore 52", "box 1", "1", "use 20")
    assert sorted(luck_discard(m.state)) == [0, 1]
    assert m.state.reshuffles == 0


def test_a_map_is_replaced_under_a_traveller() -> None:
    """Entering map 2 turns it into 38, and the way on from there is another."""
    trap = map_card(
        "2",
        1,
        0,
        {"west": "1", "east": "3"},
        when=[{"on": "enters_map", "if": "place is 2", "do": [{"draw": "38"}]}],
    )
    new = map_card("38", 1, 0, {"west": "1"}, replaces="2")
    g = saga(trap, new)
    from foldtale.kernel.effects import enter

    enter(g, "2", None, g.content.body("2").standing)
    m = play(g)
    answer(m, "travel 3")
    assert m.state.heroes[ADA].at == "38"
    assert asked(m).topic in ("action", "travel on")


def test_a_pile_without_the_card_of_a_draw_icon() -> None:
    m = play(saga(item("20", icons=[{"draw": "21"}]), item("21"), out_of_pile=["21"], discard=("21",)))
    answer(m, "explore 20", "left")
    assert asked(m).topic == "action"
    assert told(m, "not in the pile") == ["not in the pile"]


def test_a_regroup_in_the_middle_of_a_reward_ends_the_turn_after_it() -> None:
    trial = challenge("52", boxes=[box("strength", 0, {"regroup": "3"}, {"set_flag": "after"})])
    m = play(saga(trial, luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1")
    assert ("after" in m.state.flags, where(m.state, "52")) == (True, "discard")
    assert ([hero.at for hero in m.state.heroes], asked(m)) == (["3", "3"], (BJERKE, "action"))


def test_cubes_are_never_made_or_lost() -> None:
    bjerke = generic("bjerke", colour="blue", effect=POWER)
    m = play(saga(bjerke, item("20", effect=POWER), item("21"), cubes={"bjerke": 1}), then=3)
    for at in range(200):
        (cubes,) = supplies(m.state)
        assert (sum(cubes.counts), min(cubes.counts) >= 0) == (CUBES, True)
        if m.over:
            break
        m.answer((at * 7) % len(m.options))


def test_every_encounter_card_is_somewhere_exactly_once() -> None:
    for seed in range(6):
        m = Match.new(game, game.setup(players=1, heroes=3), seed=seed)
        at = seed
        while not m.over and at < 400:
            at += 1
            m.answer((at * 31 + seed) % len(m.options))
            if m.state.step in ("act", "begin", "end"):
                places = [where(m.state, ident) for ident in m.state.content.encounters]
                assert "nowhere" not in places


def test_a_match_goes_on_from_a_snapshot_in_the_middle_of_a_challenge() -> None:
    setup = game.setup(players=2, heroes=4, weather=True, cursed_items=True, lessons=False)
    m = Match.new(game, setup, seed=8)
    for at in range(120):
        if m.over:
            break
        copy = thaw(game, setup, freeze(m), seed=8)
        assert [option.key for option in copy.options] == [option.key for option in m.options]
        m.answer((at * 13) % len(m.options))
    assert answered(m).number > 50


KEPT = (item("20", keep="21"), item("21"))
"""An item that needs another one beside it."""


@pytest.mark.rule("UH-163", "UH-Q81")
def test_what_a_regroup_between_two_sessions_leaves_without_its_keeper_is_discarded() -> None:
    idle = item("22", effect={"at": "turn_end", "do": [{"count": "c"}]})
    m = play(saga(*KEPT, idle, left={ADA: ["20", "21"]}, right={ADA: ["22"]}, players=1))
    answer(m, "more", "put away", "take out", "discard", "this 21", "done")
    assert (where(m.state, "20"), where(m.state, "21")) == ("discard", "discard")


@pytest.mark.rule("UH-163", "UH-300")
def test_an_objective_is_not_met_by_an_item_that_the_regroup_before_it_has_left_without_its_keeper() -> None:
    second = chapter(2, setup=[{"regroup": "3"}], objective="not in_play(21) and in_play(20)")
    flag = item("23", effect={"do": [{"set_flag": "objective_1"}]})
    m = play(saga(*KEPT, second, flag, left={ADA: ["20", "21"]}, right={ADA: ["23"]}, players=1))
    answer(m, "use 23", "next chapter", "discard", "this 21", "done")
    assert (m.over, where(m.state, "20")) == (False, "discard")


@pytest.mark.rule("UH-081", "UH-Q111")
def test_an_effect_on_the_way_can_be_used_before_the_first_step_of_each_travel_action() -> None:
    rope = item(
        "20",
        effect={
            "at": "travel",
            "spaces": ["charged", "charged"],
            "do": [{"pick": "company", "do": [{"bring": "it"}]}],
        },
    )
    m = play(saga(rope, players=1, right={ADA: ["20"]}, cubes={"20": 2}))
    answer(m, "set out", "use 20", "go 2", "stay")
    assert "set out" in offered(m)
