"""Unlikely Heroes: where two rules meet, in one turn or in one regroup."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely.content import LIBRARY
from foldtale.games.unlikely.rules.travelling import reach
from foldtale.games.unlikely.state import IN_PLAY
from foldtale.testing import answer, answered, asked, offered, told
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    CLEO,
    box,
    card,
    challenge,
    chapter,
    does,
    item,
    map_card,
    play,
    saga,
    where,
)

BOX = LIBRARY.contents("unlikely")
POWER: dict[str, Any] = {"window": "anytime", "spaces": ["charged", "charged"], "do": [{"restore": 1}]}
AWAY = {"on": "enters_map", "if": "place is 2", "do": [{"go_to": "6", "who": "who"}]}
"""Whoever enters map 2 is somewhere else at once."""


def skarvik(**facts: Any) -> Any:
    """A position with the cards of the box, in its first chapter."""
    given = {"heroes": ("tove", "grim"), "at": "1", "maps": ("1", "2", "3"), "players": 1, **facts}
    return saga(content=BOX, chapter="a-horn-full-of-nothing", **given)


# A turn that ends in the middle of an action


@pytest.mark.rule("UH-Q116")
def test_spaces_of_an_effect_that_ends_the_turn_are_walked_before_it_ends() -> None:
    boots = item("20", effect={"at": "travel", "spaces": ["charged"], "do": [{"extra_space": 2}, "end_turn"]})
    m = play(saga(boots, right={ADA: ["20"]}, cubes={"20": 1}))
    answer(m, "set out", "use 20", "go 6")
    assert (m.state.heroes[ADA].at, asked(m)) == ("6", (BJERKE, "action"))


@pytest.mark.rule("UH-Q78", "UH-Q116")
def test_a_regroup_ends_the_travel_action_in_which_it_is_ordered() -> None:
    call = item("20", effect={"at": "travel", "do": [{"regroup": "3"}, {"extra_space": 2}]})
    m = play(saga(call, right={ADA: ["20"]}, players=1))
    answer(m, "set out", "use 20", "done")
    assert (m.state.heroes[ADA].at, m.state.active, asked(m).topic) == ("3", BJERKE, "action")


@pytest.mark.rule("UH-116")
def test_an_action_lost_in_a_puzzle_is_lost_once() -> None:
    """The Backpack action is spent when it begins, so that what a card takes away and gives back is the other one."""
    one = item("20", puzzle={"number": 40, "colour": "red", "left": "flat", "right": "knob"})
    two = item("21", puzzle={"number": 10, "colour": "red", "left": "tab", "right": "flat"})
    found = item("50", effect={"window": "reveal", "do": [{"act": -9}, {"act": 1}]})
    m = play(saga(one, two, found, left={ADA: ["20", "21"]}))
    answer(m, "solve 20-21", "left")
    assert m.state.actions == 1


@pytest.mark.rule("UH-076")
def test_a_friend_is_faster_until_the_end_of_its_own_turn() -> None:
    g = skarvik(right={0: ["belt-anchor"]}, cubes={"belt-anchor": 1})
    m = answered(play(g), "use belt-anchor")
    before = [reach(m.state, hero) for hero in (0, 1)]
    answer(m, "pass")
    during = reach(m.state, 1)
    answer(m, "pass")
    assert (before, during, reach(m.state, 1)) == ([3, 4], 4, 3)


# Effects used once


GIVES = item("20", effect=POWER)


@pytest.mark.rule("UH-Q19", "UH-081")
def test_an_effect_used_between_two_actions_can_be_used_once_more_in_the_next_one() -> None:
    trial = challenge("52", boxes=[box("strength", 0)])
    m = play(
        saga(
            trial,
            GIVES,
            right={ADA: ["20"]},
            cubes={"20": 2},
            luck=[0, 0],
            discarded_luck=[1, 1, 1],
            players=1,
        ),
        then=1,
    )
    answer(m, "use 20")
    assert "use 20" not in offered(m)
    answer(m, "explore 52")
    assert "use 20" in offered(m)


@pytest.mark.rule("UH-Q19", "UH-Q110")
def test_an_effect_used_between_two_actions_is_not_renewed_by_an_action_that_nobody_takes() -> None:
    gated = item("52", back={"needs": "rope"})
    g = saga(gated, GIVES, right={ADA: ["20"]}, cubes={"20": 2}, discarded_luck=[1, 1, 1], players=1)
    m = answered(play(g, then=1), "use 20", "discard", "back")
    assert "use 20" not in offered(m)
    answer(m, "explore 52")
    assert (m.state.actions, "use 20" in offered(m)) == (2, False)


@pytest.mark.rule("UH-Q117")
def test_a_trait_keeps_what_it_has_used_up_when_its_cube_comes_back() -> None:
    """What Early Riser gives once in a chapter, it gives once, wherever its cube has been in between."""
    g = skarvik(traits={0: [("early-riser", "top")]}, step="begin", sets=("blessed traits",))
    m = answered(play(g))
    assert m.state.actions == 3
    g = does(
        m.state, "[{each: traits, do: [{trait_down: it}, {trait_down: it}, {trait_up: it}, {trait_up: it}]}]"
    )
    g.step = "begin"
    assert answer(play(g)).actions == 2


@pytest.mark.rule("UH-Q117")
def test_an_item_keeps_what_it_has_used_up_when_it_is_laid_elsewhere() -> None:
    """On its left side it says nothing at all, and back on the right it has still been used in this chapter."""
    when = [{"on": "turn_starts", "if": "who is self", "limit": "chapter", "do": [{"count": "rung"}]}]
    bell = item("20", effect={"window": "forced", "when": when})
    m = answered(play(saga(bell, right={ADA: ["20"]}, step="begin", heroes=("ada", "bjerke"))))
    answer(m, "rearrange", "this 20", "place left 1", "rearrange", "this 20", "place right 1")
    answer(m, "pass")
    assert (m.state.counters, asked(m)) == ({"rung": 1}, (ADA, "action"))


# The end of a turn


@pytest.mark.rule("UH-Q14", "UH-Q118")
def test_an_out_of_luck_card_that_is_ignored_for_a_turn_is_ignored_when_the_clock_strikes() -> None:
    when = [{"on": "clock_strikes", "do": [{"count": "struck"}]}]
    quiet = item("20", effect={"do": ["ignore_unlucky"]})
    m = play(saga(card("bad-1", "unlucky", when=when), quiet, right={ADA: ["20"]}, unlucky=["bad-1"]))
    answer(m, "use 20", "pass")
    assert m.state.counters == {}
    answer(m, "pass")
    assert m.state.counters == {"struck": 1}


@pytest.mark.rule("UH-Q75")
def test_what_a_chapter_begun_at_the_end_of_a_turn_reshuffles_is_owed_in_that_turn() -> None:
    late = item(
        "20", effect={"window": "forced", "when": [{"on": "turn_ends", "do": [{"set_flag": "objective_1"}]}]}
    )
    second = chapter(2, setup=[{"discard_luck": 3}])
    g = saga(late, second, right={ADA: ["20"]}, luck=[0], discarded_luck=[1, 1], modules=("nightfall",))
    m = answered(play(g, then=1), "pass", "next chapter")
    assert (len(m.state.unlucky.rows[IN_PLAY]), m.state.reshuffles) == (1, 0)


# Regroup, and moved cubes


@pytest.mark.rule("UH-238", "UH-Q112")
def test_a_card_that_received_a_cube_in_a_regroup_still_gives_its_own() -> None:
    call = item("22", effect={"do": [{"regroup": "3"}]})
    full = item("20", effect={**POWER, "spaces": ["charged"] * 4})
    m = play(
        saga(
            call,
            full,
            item("21", effect=POWER),
            right={ADA: ["20", "22"], BJERKE: ["21"]},
            players=1,
            cubes={"20": 2, "21": 1},
        )
    )
    answer(m, "use 22", "lift 20", "done")
    assert offered(m, "lift") == ["lift 21"]
    answer(m, "lift 21")
    assert (m.state.cubes["20"].total, m.state.cubes["21"].total, offered(m, "lift")) == (2, 1, [])


FRAGILE = item("20", effect={**POWER, "discard_when_depleted": True})


@pytest.mark.rule("UH-093", "UH-Q22")
def test_moving_the_last_cube_by_an_effect_depletes_and_arranging_it_in_a_regroup_does_not() -> None:
    pieces = (
        FRAGILE,
        item("21", effect=POWER),
        item("22", effect={"do": ["move_cube"]}),
        item("23", effect={"do": [{"regroup": "3"}]}),
    )
    g = saga(
        *pieces,
        heroes=("dag", "bjerke"),
        right={ADA: ["20", "21", "22"], BJERKE: ["23"]},
        cubes={"20": 1},
        players=1,
    )
    assert where(answer(play(g), "use 22", "20"), "20") == "discard"
    g = saga(*pieces, right={ADA: ["20", "21", "23"]}, cubes={"20": 1}, players=1)
    g = answer(play(g), "use 23", "lift 20", "done")
    assert (where(g, "20"), g.cubes["21"].total) == ("backpack", 1)


# Effects in the middle of something


@pytest.mark.rule("UH-Q66")
def test_ignoring_the_lowest_luck_card_twice_ignores_two() -> None:
    cards = [item(n, effect={"at": "drawn", "do": ["ignore_lowest"]}) for n in ("20", "21")]
    trial = challenge("52", boxes=[box("strength", 3)])
    m = play(saga(trial, *cards, right={ADA: ["20", "21"]}, luck=[-1, 0, 2, 1], difficulty="normal"))
    answer(m, "explore 52", "box 1", "3", "use 20", "use 21")
    assert told(m, "succeeds") == ["succeeds"]


PIECES = (
    item("20", puzzle={"number": 40, "colour": "red", "left": "flat", "right": "knob"}),
    item("21", puzzle={"number": 10, "colour": "red", "left": "tab", "right": "flat"}),
    item("50"),
)


@pytest.mark.rule("UH-Q114")
@pytest.mark.parametrize(("do", "offers"), [({"backpack": 1}, True), ({"relocate": "7"}, False)])
def test_no_card_is_drawn_in_an_attempt_by_a_puzzle_or_a_relocate(do: Any, offers: bool) -> None:
    bag = item("22", effect={"at": "drawn", "do": [do]})
    cards = (*PIECES, bag, challenge("52", boxes=[box("strength", 0)]), map_card("7", 0, -1))
    m = play(saga(*cards, left={ADA: ["20", "21"]}, right={ADA: ["22"]}, luck=[0, 0], at=["1", "2"]))
    answer(m, "explore 52", "box 1", "1")
    assert ("use 22" in offered(m)) == offers
    if offers:
        answer(m, "use 22")
        assert offered(m) == ["back", "rearrange", "discard"]


@pytest.mark.rule("UH-222")
def test_another_attempt_can_only_be_made_after_a_failed_one() -> None:
    again = item("20", effect={"at": "drawn", "do": ["repeat_attempt"]})
    m = play(saga(challenge("52", boxes=[box("strength", 1)]), again, right={ADA: ["20"]}, luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1")
    assert (told(m, "succeeds"), asked(m).topic) == (["succeeds"], "action")


@pytest.mark.rule("UH-081", "UH-Q117")
def test_what_a_friend_has_used_up_of_a_card_is_used_up_for_its_owner_too() -> None:
    """Bjerke's bell works once in a round, whoever rings it."""
    bell = item("20", effect={"window": "anytime", "do": [{"limit": "round", "do": [{"count": "rung"}]}]})
    g = saga(bell, right={BJERKE: ["20"]}, heroes=("ada", "bjerke", "cleo"), players=1)
    m = answered(play(g), "use 20", "pass", "pass")
    assert (m.state.active, asked(m).topic, "use 20" in offered(m)) == (CLEO, "action", False)


@pytest.mark.rule("UH-300", "UH-Q113")
def test_the_objective_is_looked_at_before_the_clock_when_something_at_the_turns_end_fulfils_it() -> None:
    on_end = {"on": "turn_ends", "do": [{"set_flag": "objective_1"}]}
    on_hour = {"on": "clock_strikes", "do": [{"clear_flag": "objective_1"}]}
    bell = item("20", effect={"window": "forced", "when": [on_end, on_hour]})
    m = answered(play(saga(bell, right={ADA: ["20"]})), "pass")
    assert asked(m).topic == "objective"


@pytest.mark.rule("UH-300", "UH-Q104")
def test_the_objective_is_looked_at_before_the_clock_when_an_effect_at_the_turns_end_fulfils_it() -> None:
    bell = item("20", effect={"at": "turn_end", "do": [{"set_flag": "objective_1"}]})
    on_hour = {"on": "clock_strikes", "do": [{"clear_flag": "objective_1"}]}
    clapper = item("21", effect={"window": "forced", "when": [on_hour]})
    m = answered(play(saga(bell, clapper, right={ADA: ["20", "21"]})), "pass", "use 20")
    assert asked(m).topic == "objective"
