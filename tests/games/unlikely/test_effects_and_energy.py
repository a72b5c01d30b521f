"""Unlikely Heroes: effects with their windows and timings, and energy cubes."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely import game
from foldtale.testing import answer, answered, asked, offered, refuses, told, told_of
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    PLAIN,
    box,
    challenge,
    does,
    generic,
    item,
    luck_discard,
    play,
    saga,
    where,
)

RESTORES = [{"restore": 1}]


def charm(ident: str = "20", **effect: Any) -> dict[str, Any]:
    """An item whose effect restores a luck card."""
    return item(ident, effect={"do": RESTORES, **effect})


def using(effect: dict[str, Any], owner: int = ADA, **facts: Any) -> Any:
    """A match with the charm on the right side of a hero."""
    facts = {"right": {owner: ["20"]}, "discarded_luck": [1, 1, 0, 0], **facts}
    return play(saga(charm(**effect), **facts), 1, 1, 0)


# Windows


@pytest.mark.rule("UH-070", "UH-084")
def test_an_effect_without_a_window_is_for_its_own_heros_turn_and_costs_no_action() -> None:
    m = using({"spaces": ["charged"]}, cubes={"20": 1})
    assert "use 20" in offered(m)
    assert answer(m, "use 20").actions == 2
    other = using({"spaces": ["charged"]}, BJERKE, cubes={"20": 1})
    assert "use 20" not in offered(other)
    assert refuses(other, "use 20", "UH-070")


@pytest.mark.rule("UH-070")
def test_an_effect_is_offered_only_where_it_applies() -> None:
    m = using({"spaces": ["charged"], "if": "on(3)"}, cubes={"20": 1})
    assert "use 20" not in offered(m)
    g = saga(charm(spaces=["charged"]), right={ADA: ["20"]}, cubes={"20": 1})
    assert "use 20" not in offered(play(g))


@pytest.mark.rule("UH-071", "UH-Q16")
@pytest.mark.parametrize("place", ["1", "5"])
def test_an_anytime_effect_works_on_any_turn_wherever_its_hero_is(place: str) -> None:
    m = using(
        {"window": "anytime", "spaces": ["charged"]}, BJERKE, cubes={"20": 1}, at=["1", place], players=1
    )
    assert "use 20" in offered(m)


@pytest.mark.rule("UH-072", "UH-293", "UH-292")
@pytest.mark.parametrize(
    ("owner", "place", "works"), [(BJERKE, "1", True), (BJERKE, "2", False), (ADA, "2", True)]
)
def test_an_adjacent_effect_works_for_heroes_on_the_same_map(owner: int, place: str, works: bool) -> None:
    m = using(
        {"window": "adjacent", "spaces": ["charged"]}, owner, cubes={"20": 1}, at=["1", place], players=1
    )
    assert ("use 20" in offered(m)) is works
    if not works:
        assert refuses(m, "use 20", "UH-072")


@pytest.mark.rule("UH-Q17")
@pytest.mark.parametrize(("reply", "cubes"), [("agree", 0), ("refuse", 1)])
def test_the_owner_of_an_effect_must_agree_and_pays_the_cube(reply: str, cubes: int) -> None:
    m = using({"window": "anytime", "spaces": ["charged"]}, BJERKE, cubes={"20": 1})
    answer(m, "use 20")
    assert asked(m) == (1, "agree")
    g = answer(m, reply)
    assert g.cubes["20"].total == cubes
    assert "use 20" not in offered(m)


@pytest.mark.rule("UH-Q17")
def test_you_is_the_hero_who_triggers_the_effect_of_another() -> None:
    cards = (item("20", effect={"window": "anytime", "spaces": ["charged"], "do": [{"go_to": "3"}]}),)
    g = answer(play(saga(*cards, right={BJERKE: ["20"]}, cubes={"20": 1}, players=1)), "use 20")
    assert [hero.at for hero in g.heroes] == ["3", "1"]


@pytest.mark.rule("UH-073", "UH-Q55")
@pytest.mark.parametrize("choice", ["discard it", "left", "right"])
def test_a_reveal_effect_happens_once_even_if_the_item_is_refused(choice: str) -> None:
    cards = (item("20", effect={"window": "reveal", "do": [{"count": "seen"}]}),)
    g = answer(play(saga(*cards)), "explore 20", choice)
    assert g.counters == {"seen": 1}


@pytest.mark.rule("UH-074", "UH-082", "UH-Q18")
@pytest.mark.parametrize(("side", "again"), [("left", "place right 1"), ("right", "place left 1")])
def test_a_play_effect_happens_once_when_the_item_is_equipped_on_either_side(side: str, again: str) -> None:
    cards = (item("20", effect={"window": "play", "do": [{"count": "played"}]}),)
    m = play(saga(*cards))
    assert answer(m, "explore 20", side).counters == {"played": 1}
    assert answer(m, "rearrange", "this 20", again).counters == {"played": 1}


@pytest.mark.rule("UH-074", "UH-Q106")
def test_a_play_effect_comes_before_the_limit_and_is_for_the_hero_it_has_entered() -> None:
    effect = {"window": "play", "do": [{"go_to": "3"}]}
    cards = (item("20", effect=effect), item("21"), item("22"))
    m = play(saga(*cards, right={BJERKE: ["21", "22"]}, players=1))
    answer(m, "explore 20", "hand 2", "right")
    assert [hero.at for hero in m.state.heroes] == ["1", "3"]
    assert asked(m).topic == "too many"
    assert offered(m) == ["this 21", "this 22"]


@pytest.mark.rule("UH-075", "UH-Q21")
def test_forced_effects_happen_every_time_and_nobody_can_decline() -> None:
    forced = {
        "window": "forced",
        "when": [{"on": "enters_map", "if": "who is self", "do": [{"count": "steps"}]}],
    }
    m = play(saga(item("20", effect=forced), right={ADA: ["20"]}))
    assert answer(m, "travel 3").counters == {"steps": 2}


@pytest.mark.rule("UH-Q21")
def test_forced_effects_come_in_seat_order_from_the_active_hero() -> None:
    def forced(flag: str) -> dict[str, Any]:
        do = [
            {"count": flag},
            {"if": "counter(one) = 0 and counter(two) = 1", "then": [{"set_flag": "two_first"}]},
        ]
        return {"window": "forced", "when": [{"on": "turn_ends", "do": do}]}

    cards = (item("20", effect=forced("one")), item("21", effect=forced("two")))
    for active, first in ((ADA, False), (BJERKE, True)):
        g = saga(*cards, right={ADA: ["20"], BJERKE: ["21"]}, active=active)
        assert ("two_first" in answer(play(g), "pass").flags) is first


@pytest.mark.rule("UH-076", "UH-Q16")
def test_passive_effects_are_always_on_and_need_no_cube() -> None:
    passive = {"window": "passive", "while": [{"strength": 2, "who": "self"}]}
    g = saga(item("20", effect=passive), right={ADA: ["20"]})
    assert game.scene(g, 0).seats[0].things[1].count == 3  # type: ignore[union-attr]


@pytest.mark.rule("UH-077")
def test_other_effects_are_optional() -> None:
    m = using({"spaces": ["charged"]}, cubes={"20": 1})
    assert answer(m, "pass").cubes["20"].total == 1


# Timings


FAILING = challenge("52", boxes=[box("strength", 9)])
EASY = challenge("52", boxes=[box("strength", 0)])


@pytest.mark.rule("UH-078", "UH-081")
def test_an_effect_after_something_is_usable_at_once_after_it_and_once() -> None:
    effect = {"window": "anytime", "at": "failed", "spaces": ["charged", "charged"]}
    cards = (FAILING, charm(**effect))
    m = play(saga(*cards, right={ADA: ["20"]}, cubes={"20": 2}, luck=[0, 0, 0]), then=1)
    assert "use 20" not in offered(m)
    answer(m, "explore 52", "box 1", "1", "resolve")
    assert (asked(m).topic, offered(m)) == ("failed", ["go on", "use 20"])
    answer(m, "use 20")
    assert asked(m).topic == "action"
    assert m.state.cubes["20"].total == 1


@pytest.mark.rule("UH-079")
def test_an_effect_before_something_is_usable_just_before_it() -> None:
    effect = {"at": "announcing", "spaces": ["charged"], "do": [{"look": 1}]}
    m = play(saga(EASY, charm(**effect), right={ADA: ["20"]}, cubes={"20": 1}, luck=[1, 0, 0]))
    answer(m, "explore 52")
    assert "use 20" not in offered(m)
    answer(m, "box 1")
    assert (asked(m).topic, offered(m, "use")) == ("announce", ["use 20"])
    assert offered(answered(m, "use 20")) == ["1", "no"]


@pytest.mark.rule("UH-080", "UH-081", "UH-Q66")
def test_an_effect_during_a_challenge_is_usable_between_its_steps_but_once() -> None:
    effect = {"at": "challenge", "spaces": ["charged", "charged"], "do": [{"add": 1}]}
    cards = (FAILING, charm(**effect))
    for steps in (("box 1", "use 20", "1"), ("box 1", "1", "use 20")):
        m = play(saga(*cards, right={ADA: ["20"]}, cubes={"20": 2}, luck=[0, 0, 0], players=1))
        answer(m, "explore 52", *steps)
        assert "use 20" not in offered(m)
        assert m.state.cubes["20"].total == 1


@pytest.mark.rule("UH-Q19")
def test_effects_with_cubes_work_once_in_each_step_and_effects_without_once_in_a_turn() -> None:
    m = using({"spaces": ["charged", "charged"]}, cubes={"20": 2})
    answer(m, "use 20")
    assert "use 20" not in offered(m)
    assert refuses(m, "use 20", "UH-081")
    assert "use 20" in offered(answered(m, "travel 3"))
    free = using({})
    answer(free, "use 20", "travel 3")
    assert "use 20" not in offered(free)
    answer(free, "pass", "pass")
    assert "use 20" in offered(free)


@pytest.mark.rule("UH-082", "UH-182", "UH-183")
def test_only_an_uncovered_effect_can_be_used() -> None:
    m = play(saga(charm(), left={ADA: ["20"]}, discarded_luck=[1]))
    assert "use 20" not in offered(m)
    assert refuses(m, "use 20", "UH-082")


@pytest.mark.rule("UH-083", "UH-291")
def test_a_new_item_on_the_right_can_be_used_at_once() -> None:
    m = play(saga(charm(spaces=["charged"]), discarded_luck=[1]), 1)
    answer(m, "explore 20", "right")
    assert "use 20" in offered(m)
    assert luck_discard(answer(m, "use 20")) == []


# Energy


@pytest.mark.rule("UH-085", "UH-086", "UH-065")
def test_a_revealed_item_has_a_cube_on_each_charged_space() -> None:
    m = play(saga(charm(spaces=["charged", "uncharged", "charged"])))
    assert answer(m, "explore 20", "right").cubes["20"] == (2, 0)


@pytest.mark.rule("UH-087", "UH-Q25", "UH-Q109")
def test_a_gained_cube_goes_on_any_empty_visible_space_of_the_gaining_hero() -> None:
    cards = (
        charm("20", spaces=["charged"]),
        charm("21", spaces=["charged", "uncharged"]),
        charm("22", spaces=["charged"]),
    )
    g = saga(*cards, right={ADA: ["20", "21"], BJERKE: ["22"]})
    assert does(g, "[{gain: 1}]", answers=["cube 21"]).cubes["21"] == (0, 1)
    assert does(g, "[{gain: 2}]", answers=["cube 21", "cube 21"]).cubes["21"] == (1, 1)


@pytest.mark.rule("UH-088")
def test_a_gained_cube_can_be_declined_and_is_not_placed_without_room() -> None:
    g = saga(charm(spaces=["charged"]), right={ADA: ["20"]})
    assert does(g, "[{gain: 1}]", answers=["no cube"]).pool == 19
    full = saga(charm(spaces=["charged"]), right={ADA: ["20"]}, cubes={"20": 1})
    assert does(full, "[{gain: 2}]").pool == 18
    assert does(saga(charm(spaces=["charged"]), left={ADA: ["20"]}), "[{gain: 2}]").pool == 19


@pytest.mark.rule("UH-089", "UH-087")
def test_a_space_holds_one_cube() -> None:
    g = saga(charm(spaces=["charged", "uncharged"]), right={ADA: ["20"]})
    assert does(g, "[{gain: 5}]", answers=["cube 20", "cube 20"]).cubes["20"] == (1, 1)


@pytest.mark.rule("UH-X04", "UH-090", "UH-093")
def test_louise_uses_the_last_cube_and_the_item_goes() -> None:
    m = using({"spaces": ["charged"], "discard_when_depleted": True}, cubes={"20": 1})
    before = m.state.pool
    g = answer(m, "use 20")
    assert luck_discard(g) == [1, 0, 0]
    assert (g.pool, where(g, "20")) == (before + 1, "discard")


@pytest.mark.rule("UH-094")
def test_the_item_goes_after_its_effect() -> None:
    cards = (item("20", tags=["toy"], effect={"spaces": ["charged"], "discard_when_depleted": True, "do": [
        {"if": "has_tag(toy)", "then": [{"set_flag": "still_there"}]}]}),)  # fmt: skip
    g = answer(play(saga(*cards, right={ADA: ["20"]}, cubes={"20": 1})), "use 20")
    assert "still_there" in g.flags
    assert where(g, "20") == "discard"


@pytest.mark.rule("UH-091", "UH-092", "UH-095")
def test_a_depleted_effect_cannot_be_used_and_its_item_stays() -> None:
    m = using({"spaces": ["charged"]}, cubes={"20": 1})
    g = answer(m, "use 20", "travel 2")
    assert where(g, "20") == "backpack"
    assert "use 20" not in offered(m)
    assert refuses(m, "use 20", "UH-091")


@pytest.mark.rule("UH-096", "UH-097", "UH-Q22")
def test_a_strained_cube_has_no_effect_but_depletes() -> None:
    cards = (FAILING, charm(window="anytime", spaces=["charged"], discard_when_depleted=True))
    m = play(saga(*cards, right={ADA: ["20"]}, cubes={"20": 1}, luck=[0, 1, 1], discarded_luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1")
    assert "strain 20" in offered(m)
    g = answer(m, "strain 20")
    assert len(luck_discard(g)) == 4
    assert where(g, "20") == "discard"


@pytest.mark.rule("UH-Q23")
def test_only_visible_cubes_of_the_straining_hero_can_be_strained() -> None:
    cards = (FAILING, charm("20", spaces=["charged"]), charm("21", spaces=["charged"]))
    m = play(saga(*cards, right={ADA: ["20"], BJERKE: ["21"]}, cubes={"20": 1, "21": 1}, luck=[0, 1]))
    answer(m, "explore 52", "box 1", "1")
    assert offered(m) == ["resolve", "strain 20"]


@pytest.mark.rule("UH-098", "UH-Q28")
@pytest.mark.parametrize(("before", "after"), [((0, 0), (2, 0)), ((1, 1), (2, 1)), ((0, 1), (2, 1))])
def test_recharging_fills_the_empty_charged_spaces_of_one_effect(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    g = saga(charm(spaces=["charged", "charged", "uncharged"]), right={ADA: ["20"]}, cubes={"20": before})
    assert does(g, "[{pick: items, do: [{recharge: it}]}]").cubes["20"] == after


@pytest.mark.rule("UH-099", "UH-Q22")
@pytest.mark.parametrize(("fragile", "place"), [(True, "discard"), (False, "backpack")])
def test_uncharging_removes_all_cubes_and_can_deplete(fragile: bool, place: str) -> None:
    g = saga(
        charm(spaces=["charged", "uncharged"], discard_when_depleted=fragile),
        right={ADA: ["20"]},
        cubes={"20": 2},
    )
    g = does(g, "[{pick: items, do: [{uncharge: it}]}]")
    assert (g.pool, where(g, "20")) == (19, place)


@pytest.mark.rule("UH-Q22")
def test_an_item_without_cubes_that_is_revealed_is_not_depleted() -> None:
    g = saga(charm(spaces=["uncharged"], discard_when_depleted=True))
    assert where(answer(play(g), "explore 20", "right"), "20") == "backpack"


@pytest.mark.rule("UH-Q27")
def test_the_flag_alone_decides_whether_depletion_discards() -> None:
    for fragile in (True, False):
        m = using({"spaces": ["charged"], "discard_when_depleted": fragile}, cubes={"20": 1})
        assert (where(answer(m, "use 20"), "20") == "discard") is fragile


def nearly_empty(*cards: Any, **facts: Any) -> Any:
    """All cubes but one lie on bjerke."""
    spaces = ["charged"] * 18
    bjerke = generic("bjerke", colour="blue", effect={**PLAIN, "spaces": spaces})
    return saga(*cards, bjerke, **facts)


@pytest.mark.rule("UH-100", "UH-101", "UH-Q24")
def test_no_more_cubes_are_placed_than_there_are() -> None:
    g = nearly_empty(charm(spaces=["charged", "charged"]))
    assert g.pool == 1
    m = play(g)
    assert answer(m, "explore 20", "right").cubes["20"] == (1, 0)
    assert m.state.pool == 0
    assert does(m.state, "[{gain: 1}]").cubes["20"] == (1, 0)


@pytest.mark.rule("UH-102", "UH-210")
def test_an_alternative_that_needs_a_missing_cube_cannot_be_chosen() -> None:
    choice = {
        "choose": [
            {"id": "cube", "say": "Take it", "do": [{"gain": 1}]},
            {"id": "flag", "say": "Wave", "do": [{"set_flag": "waved"}]},
        ]
    }
    cards = (challenge("52", boxes=[box("strength", 0, choice)]), charm(spaces=["charged"]))
    full = saga(*cards, right={ADA: ["20"]}, cubes={"20": 1}, luck=[0, 0], players=1)
    m = play(full)
    g = answer(m, "explore 52", "box 1", "1", "resolve")
    assert "waved" in g.flags
    with_room = play(saga(*cards, right={ADA: ["20"]}, luck=[0, 0], players=1))
    answer(with_room, "explore 52", "box 1", "1")
    assert offered(with_room) == ["52 cube", "52 flag"]


@pytest.mark.rule("UH-103", "UH-158", "UH-Q105")
def test_the_cubes_of_a_card_that_leaves_play_go_to_the_pool_with_no_effect() -> None:
    g = saga(charm(spaces=["charged"], discard_when_depleted=True), right={ADA: ["20"]}, cubes={"20": 1})
    m = play(g)
    g = answer(m, "discard", "this 20")
    assert (g.pool, where(g, "20")) == (19, "discard")
    assert "depleted" not in told(m)


@pytest.mark.rule("UH-187", "UH-Q26")
@pytest.mark.parametrize("choice", ["left", "discard it"])
def test_the_cubes_of_a_covered_or_refused_item_go_back_without_a_depletion(choice: str) -> None:
    m = play(saga(charm(spaces=["charged"], discard_when_depleted=True)))
    g = answer(m, "explore 20", choice)
    assert g.pool == 19
    assert "depleted" not in told(m)
    assert where(g, "20") == ("backpack" if choice == "left" else "discard")


@pytest.mark.rule("UH-Q26")
def test_an_item_that_is_handed_over_on_its_reveal_keeps_its_cubes() -> None:
    m = play(saga(charm(spaces=["charged", "charged"])))
    assert answer(m, "explore 20", "hand 2", "right").cubes["20"] == (2, 0)


@pytest.mark.rule("UH-294")
def test_a_hero_discards_cubes_of_its_choice() -> None:
    cards = (charm("20", spaces=["charged"]), charm("21", spaces=["charged"]))
    g = saga(*cards, right={ADA: ["20", "21"]}, cubes={"20": 1, "21": 1})
    assert does(g, "[{lose: 1}]", answers=["cube 21"]).cubes == {"20": (1, 0), "21": (0, 0)}
    assert does(g, "[{lose: 3}]", answers=["cube 21"]).pool == 19


@pytest.mark.rule("UH-125")
def test_the_cube_of_the_clock_cannot_be_spent_or_strained() -> None:
    m = play(saga(FAILING, luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1")
    assert asked(m).topic == "action"
    assert told_of(m, "strains") == []
