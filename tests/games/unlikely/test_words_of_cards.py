"""Unlikely Heroes: what cards can say, instruction by instruction, and the cards of the box that say it."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely.content import LIBRARY
from foldtale.games.unlikely.rules.backpacks import skill_of
from foldtale.games.unlikely.state import IN_PLAY, LAID, TOP
from foldtale.games.unlikely.world import Cell
from foldtale.kernel.effects import Cause, after, enter, value
from foldtale.testing import answer, asked, offered, play_only, told
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    box,
    card,
    carried_out,
    challenge,
    does,
    item,
    luck_discard,
    luck_pile,
    map_card,
    play,
    saga,
    where,
)

BOX = LIBRARY.contents("unlikely")
TOY = item(
    "20", tags=["toy"], left={"wit": 1}, effect={"spaces": ["charged", "charged"], "do": [{"restore": 1}]}
)


def asks(g: Any, condition: str, me: int = ADA) -> bool:
    """Whether a condition of a card is so."""
    return "yes" in does(g, f"[{{if: {condition!r}, then: [{{set_flag: yes}}]}}]", me).flags


@pytest.mark.parametrize(
    ("condition", "facts", "is_so"),
    [
        ("heroes = 2", {}, True),
        ("count(all_heroes) = 2 and count(others) = 1 and count(company) = 1", {}, True),
        ("some(company)", {"at": ["1", "2"]}, False),
        ("active is self", {}, True),
        ("adjacent(self, active)", {}, True),
        ("count(others where distance(self, it) = 2) = 1", {"at": ["1", "3"]}, True),
        ("on(3)", {"at": "3"}, True),
        ("on(2)", {"at": "3"}, False),
        ("alone", {"at": ["1", "3"]}, True),
        ("alone", {}, False),
        ("hard_heroes = 0", {}, True),
        ("count(items) = 1", {"left": {ADA: ["20"]}}, True),
        ("count(effects) = 1", {"right": {ADA: ["20"]}}, True),
        ("count(effects) = 1", {"left": {ADA: ["20"]}}, False),
        ("has(20)", {"left": {ADA: ["20"]}}, True),
        ("has(20)", {"left": {BJERKE: ["20"]}}, False),
        ("has_tag(toy)", {"right": {ADA: ["20"]}}, True),
        ("count(items where cubes_on(it) = 1) = 1", {"right": {ADA: ["20"]}, "cubes": {"20": 1}}, True),
        ("some(items where rechargeable(it))", {"right": {ADA: ["20"]}, "cubes": {"20": 2}}, False),
        ("in_play(20)", {"left": {ADA: ["20"]}}, True),
        ("in_play(1)", {}, True),
        ("in_pile(20)", {}, True),
        ("in_pile(1)", {}, False),
        ("discarded(20)", {"discard": ("20",), "out_of_pile": ["20"]}, True),
        ("revealed(20)", {"revealed": ("20",)}, True),
        ("solved(38)", {"sums": (38,)}, True),
        ("out_of_luck = 1", {"unlucky": ["bad-1"]}, True),
        ("luck_pile = 3", {"luck": [0, 0, 1]}, True),
        ("counter(nights) = 2", {"counters": {"nights": 2}}, True),
        ("flag(seen)", {"flags": frozenset(["seen"])}, True),
        ("every(3)", {"turns": 6}, True),
        ("every(3)", {"turns": 7}, False),
        ("hour = 12", {}, True),
        ("hour = 4", {"clock": 4}, True),
        ("using(weather)", {}, False),
        ("difficulty(hard)", {"difficulty": "hard"}, True),
        ("chapters_finished = 1", {"finished": 1}, True),
        ("some(traits)", {}, False),
        ("some(drawn_luck)", {}, False),
        ("tagged(toy) or joined or forced or single or tests(wit)", {}, False),
    ],
)
def test_conditions(condition: str, facts: dict[str, Any], is_so: bool) -> None:
    assert asks(saga(TOY, **facts), condition) is is_so


def test_conditions_in_a_challenge() -> None:
    trial = challenge("52", tags=["toy"], boxes=[box("wit", 9)], joined=True, forced=True)
    so = "tagged(toy) and joined and forced and single and tests(wit) and attempting_first(self)"
    effect = {"at": "drawn", "spaces": ["charged"], "if": so, "do": [{"set_flag": "so"}]}
    m = play(
        saga(
            TOY,
            trial,
            item("21", effect=effect),
            right={ADA: ["21"]},
            cubes={"21": 1},
            at=["1", "2"],
            luck=[0, 1, 0],
        )
    )
    answer(m, "explore 52", "1", "use 21")
    assert "so" in m.state.flags


def test_moving() -> None:
    g = does(saga(), "[{step: 2}]", answers=["go 3"])
    assert [hero.at for hero in g.heroes] == ["3", "1"]
    assert does(saga(), "[{step: 1}]", answers=["stay"]).heroes[ADA].at == "1"
    assert does(saga(), "[{go_to: 5, who: self}]").heroes[ADA].at == "5"
    assert does(saga(), "[stray]").heroes[ADA].at == "2"
    assert does(saga(at="2"), "[stray]", falls=["3"]).heroes[ADA].at == "3"


def test_turns() -> None:
    assert does(saga(), "[{act: 1}]").actions == 3
    g = does(saga(), "[end_turn]")
    assert (g.turn_over, g.actions) == (True, 0)
    assert asked(play(g)) == (BJERKE, "action")


def test_a_free_backpack_option() -> None:
    m = carried_out(saga(TOY, left={ADA: ["20"]}), "[{backpack: 1}]")
    assert asked(m).topic == "free backpack"
    assert where(answer(m, "discard", "this 20"), "20") == "discard"
    assert m.state.actions == 2
    assert answer(carried_out(saga(TOY, left={ADA: ["20"]}), "[{backpack: 1}]"), "back").heroes[ADA].left == (
        "20",
    )


def test_discarding_items() -> None:
    g = saga(TOY, item("21"), left={ADA: ["20", "21"]})
    assert where(does(g, "[{discard_tagged: toy}]"), "20") == "discard"
    assert where(does(g, "[{discard: 21}]"), "21") == "discard"
    assert where(does(g, "[{pick: items, do: [{discard_item: it}]}]", answers=["20"]), "20") == "discard"


def test_moving_a_cube_between_effects() -> None:
    other = item("21", effect={"spaces": ["charged"], "do": [{"restore": 1}]})
    g = saga(TOY, other, right={ADA: ["20", "21"]}, cubes={"20": 2})
    moved = does(g, "[{move_cube: self}]", answers=["20"])
    assert (moved.cubes["20"].total, moved.cubes["21"].total) == (1, 1)
    assert does(g, "[{move_cube: self}]", answers=["no"]).cubes["21"].total == 0


def test_looking_at_luck() -> None:
    g = saga(luck=[1, 0, 2, -1])
    assert luck_pile(does(g, "[{look: 2}]", answers=["0"])) == [1, 2, -1, 0]
    assert luck_pile(does(g, "[{look: 2}]", answers=["no"])) == [1, 0, 2, -1]


def test_ignoring_bad_luck_for_a_turn() -> None:
    wet = card("bad-1", "unlucky", **{"while": [{"travel": -1}]})
    g = does(saga(wet, unlucky=["bad-1"]), "[ignore_unlucky]")
    assert value(g, "travel", 3, ADA) == 3
    m = play(g)
    answer(m, "pass")
    assert value(m.state, "travel", 3, ADA) == 2


def test_reading_backs() -> None:
    m = carried_out(saga(TOY), "[{read_back: 20}]")
    assert m.state.is_known("20")
    m = carried_out(saga(TOY, at="2"), "[spy]")
    assert m.state.is_known("20")


def test_sinking_a_map() -> None:
    g = does(saga(at=["2", "1"]), "[{sink: 2}]", answers=["3"])
    assert (where(g, "2"), g.heroes[ADA].at) == ("discard", "3")


def test_wins_and_losses_by_a_card() -> None:
    for word, ending in (("win", "won"), ("lose_quest", "lost")):
        m = play(saga(item("20", effect={"do": [word]}), right={ADA: ["20"]}))
        answer(m, "use 20")
        assert m.outcome is not None
        assert m.outcome.ending == ending


def test_a_drawn_card_does_nothing_twice() -> None:
    g = does(saga(TOY), "[{draw: 20}, {draw: 20}]", answers=["left"])
    assert g.heroes[ADA].left == ("20",)


# Cards of the box


def quest(**facts: Any) -> Any:
    return saga(
        content=BOX,
        chapter="a-horn-full-of-nothing",
        **{"heroes": ("tove", "grim"), "players": 1, "maps": ("1", "2"), **facts},
    )


def unlucky(ident: str, **facts: Any) -> Any:
    g = quest(unlucky=[ident], **facts)
    assert g.unlucky.rows[IN_PLAY] == (ident,)
    return g


def test_wet_boots_shorten_every_way_but_never_to_nothing() -> None:
    g = unlucky("wet-boots")
    assert (value(g, "travel", 3, ADA), value(g, "travel", 1, ADA)) == (2, 1)


def test_frayed_straps_lower_every_limit() -> None:
    g = unlucky("frayed-straps")
    assert [g.limit(hero, "left") for hero in (0, 1)] == [2, 2]


@pytest.mark.parametrize(
    ("ident", "skill"), [("heavy-arms", "strength"), ("foggy-heads", "wit"), ("cold-fingers", "dexterity")]
)
def test_bad_luck_makes_one_skill_harder_for_one_hero_alone(ident: str, skill: str) -> None:
    from foldtale.games.unlikely.rules.attempts import required
    from foldtale.games.unlikely.state import Attempt

    body = {"strength": ("66", 0), "wit": ("61", 0), "dexterity": ("67", 0)}[skill]
    g = unlucky(ident, challenges=(body[0],), attempt=Attempt(body[0], body[1], skill))  # type: ignore[arg-type]
    assert required(g) == BOX.body(body[0]).boxes[0].value + 1
    joined = unlucky(ident, challenges=("91",), attempt=Attempt("91", 0, "strength"))
    assert required(joined) == 8


def test_ravens_laugh_at_a_failure() -> None:
    g = unlucky("laughing-ravens", luck=[1, 1])
    m = play_only_failure(g)
    assert luck_discard(m) == [1]


def play_only_failure(g: Any) -> Any:
    from foldtale.games.unlikely import game

    m = play_only(game, g, lambda g: after(g, "failed", who=ADA, challenge="66"))
    return answer(m)


def test_damp_tinder_and_a_leaky_purse_take_one_of_several() -> None:
    g = unlucky("damp-tinder", cubes={"tove": 0})
    m = carried_out(g, "[{gain: 2}]", answers=["cube tove"])
    assert asked(m).topic == "action"
    assert m.state.cubes["tove"].total == 1
    g = unlucky("leaky-purse", luck=[], discarded_luck=[0, 0, 1])
    assert does(g, "[{restore: 2}]", falls=[1]).luck.deck_size == 1
    assert does(g, "[{restore: 1}]", falls=[1]).luck.deck_size == 1


def test_the_clock_of_the_box() -> None:
    m = play(quest(clock=11, luck=[1, 1, 1]))
    g = answer(m, "pass")
    assert (g.counters, luck_discard(g), told(m, "clock")) == ({"nights": 1}, [1], ["clock"])


def test_with_nightfall_every_twelfth_turn_is_a_night() -> None:
    g = quest(modules=("nightfall",), turns=12, luck=[1])
    enter(g, "clock", None, BOX.clock.standing)
    assert answer(play(g), "pass").counters == {"nights": 1}


@pytest.mark.parametrize(
    ("trait", "step", "number", "amount"),
    [
        ("sea-legs", "top", "travel", 1),
        ("big-feet", "bottom", "travel", -1),
        ("loose-tongue", "bottom", "wit", -1),
        ("butterfingers", "bottom", "dexterity", -1),
        ("barrow-yawn", "bottom", "luck_minimum", 1),
        ("deep-pockets", "top", "backpack_limit", 1),
        ("deep-pockets", "middle", "left_limit", 1),
        ("debts", "bottom", "backpack_limit", -1),
    ],
)
def test_traits_change_numbers_for_their_own_hero(trait: str, step: str, number: str, amount: int) -> None:
    g = quest(traits={ADA: [(trait, step)]})
    assert [value(g, number, 3, hero) for hero in (ADA, BJERKE)] == [3 + amount, 3]


def test_a_big_voice_is_heard_two_maps_away() -> None:
    g = quest(traits={ADA: [("big-voice", "top")]})
    assert value(g, "join_reach", 0, ADA) == 2


def test_an_iron_gut_at_three_o_clock() -> None:
    g = quest(traits={ADA: [("iron-gut", "middle")]}, clock=2, luck=[0], discarded_luck=[1, 1])
    m = play(g, 1)
    answer(m, "pass", *(["no cube"] if asked(m).topic == "cube" else []))
    assert told(m, "restores")


def test_the_belt_anchor_slows_its_bearer() -> None:
    g = quest(left={ADA: ["belt-anchor"]}, sets=("cursed items",))
    assert [value(g, "travel", 3, hero) for hero in (ADA, BJERKE)] == [2, 3]
    assert skill_of(g, ADA, "strength") == 4


def test_every_instruction_of_the_box_has_a_sentence() -> None:
    for one in BOX.cards.values():
        assert all(line.strip() for line in BOX.describe(one.id))
    assert Cause(0, "x").card == "x"
    assert offered(play(quest(luck=[0])))[-1] == "more"


def test_cubes_of_a_regroup_are_gained_one_by_one() -> None:
    gather = item("25", effect={"do": ["regroup"]})
    damp = card("bad-1", "unlucky", instead=[{"of": "gain_energy", "if": "number >= 2", "do": ["cancel"]}])
    cards = (TOY, item("21"), item("22"), gather, damp)
    g = saga(*cards, unlucky=["bad-1"], left={ADA: ["21", "22"]}, right={ADA: ["20", "25"]}, players=1)
    m = play(g)
    answer(m, "use 25", "discard", "this 21", "discard", "this 22", "done", "cube 20", "cube 20")
    assert m.state.cubes["20"].total == 2


def test_the_direction_of_a_map_is_that_before_a_covered_detour_moves_the_hero() -> None:
    boat = card("boat", "detour", priority=["south"], do=[{"go_to": "5", "who": "self"}])
    rain = card("rain", "weather", south=[{"set_flag": "wet"}])
    cards = (boat, rain, item("20", icons=[{"draw": "7"}]), map_card("7", 0, 1))
    g = saga(*cards, modules=("weather", "detour"))
    assert g.exploration is not None
    for ident, row in (("boat", LAID), ("rain", TOP)):
        g.exploration.lift(ident)
        g.exploration.put(ident, row)
    g.world = g.world.without("11")
    g.detours = {Cell("skarvik", 0, 1): "boat"}
    answer(m := play(g, then=1), "explore 20", "left")
    assert (m.state.heroes[ADA].at, "wet" in m.state.flags) == ("5", True)


def test_a_hero_in_a_seat_is_never_destroyed_or_returned() -> None:
    from tests.games.unlikely.given import hero_card

    g = saga(hero_card("60", colour="brown"), heroes=("60", "bjerke"))
    for word in ("destroy", "return", "aside", "discard"):
        after_it = does(g, f"[{{{word}: 60}}]")
        assert (after_it.heroes[ADA].card, after_it.lid, after_it.aside, "60" in after_it.pile) == (
            "60",
            (),
            (),
            False,
        )
