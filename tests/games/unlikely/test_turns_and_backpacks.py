"""Unlikely Heroes: turns, the clock, the Backpack action, puzzles, travelling."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.testing import answer, answered, asked, offered, refuses, told
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    backpack,
    item,
    map_card,
    play,
    saga,
    where,
)

CHARGED: dict[str, Any] = {"spaces": ["charged", "charged"], "do": [{"restore": 1}]}
FRAGILE = {**CHARGED, "discard_when_depleted": True}


def clock(*effects: tuple[int, Any], skipped: int = -1) -> dict[str, Any]:
    """A clock with effects at these hours."""
    do = dict(effects)
    spaces = []
    for hour in range(12):
        space: dict[str, Any] = {"label": str(hour or 12), "hours": ("12-2", "3-5", "6-8", "9-11")[hour // 3]}
        if hour in do:
            space["do"] = do[hour]
        if hour == skipped:
            space["square"] = False
        spaces.append(space)
    return {"card": "clock", "kind": "clock", "title": "Clock", "spaces": spaces}


# Turns


@pytest.mark.rule("UH-115", "UH-120")
def test_turns_go_round_clockwise_from_the_first_hero() -> None:
    m = play(saga(heroes=("ada", "bjerke", "cleo"), active=1, first=1))
    order = []
    for _ in range(4):
        order.append(asked(m).seat)
        answer(m, "pass")
    assert order == [1, 2, 0, 1]


@pytest.mark.rule("UH-116", "UH-118")
def test_a_hero_takes_up_to_two_actions_of_any_kind() -> None:
    m = play(saga(item("20")))
    assert answer(m, "travel 2").actions == 1
    answer(m, "travel 1")
    assert asked(m) == (1, "action")
    assert asked(answered(play(saga()), "pass")) == (1, "action")


@pytest.mark.rule("UH-116", "UH-Q104")
def test_a_turn_is_closed_when_nothing_more_can_be_used() -> None:
    m = answered(play(saga(maps=("1", "2"))), "travel 2", "travel 1")
    assert asked(m) == (1, "action")
    charm = item("20", effect={**CHARGED, "window": "anytime"})
    m = answered(
        play(saga(charm, maps=("1", "2"), right={ADA: ["20"]}, cubes={"20": 1}, discarded_luck=[1, 0])),
        "travel 2",
        "travel 1",
    )
    assert (asked(m).seat, offered(m)[0]) == (0, "use 20")


@pytest.mark.rule("UH-117")
def test_there_are_three_actions() -> None:
    m = play(saga(item("20"), item("21"), left={ADA: ["21"]}))
    kinds = [key.split()[0] for key in offered(m)]
    assert list(dict.fromkeys(kinds)) == [
        "explore",
        "travel",
        "rearrange",
        "discard",
        "give",
        "peek",
        "pass",
        "more",
    ]


@pytest.mark.rule("UH-119", "UH-Q14", "UH-235")
def test_at_the_end_of_a_turn_comes_bad_luck_and_then_the_clock() -> None:
    m = play(saga(reshuffles=1), "bad-3")
    answer(m, "pass")
    assert told(m, "unlucky", "clock", "turn") == ["unlucky", "clock", "turn"]


@pytest.mark.rule("UH-Q14")
def test_bad_luck_that_the_clock_brings_is_revealed_right_after_it() -> None:
    g = saga(clock((1, [{"discard_luck": 1}])), luck=[], discarded_luck=[1])
    m = play(g, "bad-1")
    answer(m, "pass")
    assert told(m, "clock", "reshuffles", "unlucky", "turn") == ["clock", "reshuffles", "unlucky", "turn"]


@pytest.mark.rule("UH-Q104", "UH-119")
def test_only_effects_of_the_end_of_a_turn_can_be_used_once_it_ends() -> None:
    late = item("20", effect={"at": "turn_end", "spaces": ["charged"], "do": [{"set_flag": "late"}]})
    any_time = item("21", effect={**CHARGED, "window": "anytime"})
    m = play(saga(late, any_time, right={ADA: ["20", "21"]}, cubes={"20": 1, "21": 1}, discarded_luck=[1]))
    assert offered(m, "use") == ["use 21"]
    answer(m, "pass")
    assert (asked(m).topic, offered(m)) == ("turn end", ["go on", "use 20"])


# The clock


@pytest.mark.rule("UH-121", "UH-123")
def test_the_clock_advances_at_the_end_of_every_turn_also_a_passed_one() -> None:
    m = play(saga(maps=("1", "2")))
    assert answer(m, "pass").clock == 1
    assert answer(m, "travel 2", "travel 1").clock == 2


@pytest.mark.rule("UH-122", "UH-Q20")
def test_the_space_that_the_cube_comes_to_works_for_the_hero_whose_turn_ends() -> None:
    m = play(saga(clock((1, [{"go_to": "4"}]))))
    assert [hero.at for hero in answer(m, "pass").heroes] == ["4", "1"]


@pytest.mark.rule("UH-124", "UH-Q13")
def test_after_the_last_space_comes_twelve_and_now_it_strikes() -> None:
    g = answer(play(saga(clock((0, [{"count": "nights"}])), clock=11)), "pass")
    assert (g.clock, g.counters) == (0, {"nights": 1})


@pytest.mark.rule("UH-Q13")
def test_spaces_that_are_not_square_are_skipped() -> None:
    assert answer(play(saga(clock(skipped=1))), "pass").clock == 2


# Puzzles


def pieces(*colours: str) -> tuple[dict[str, Any], ...]:
    """The pieces 20, 11 and 3 of the rulebook, as cards 61, 62 and 63; and what their sums lead to."""
    first, second, third = colours or ("red", "red", "red")
    return (
        item("61", puzzle={"number": 20, "colour": first, "left": "flat", "right": "knob"}),
        item("62", puzzle={"number": 11, "colour": second, "left": "tab", "right": "knob"}),
        item("63", puzzle={"number": 3, "colour": third, "left": "tab", "right": "flat"}),
        item("34"),
        item("23"),
        item("31"),
    )


HELD = {"left": {ADA: ["61", "62"]}, "right": {ADA: ["63"]}}


@pytest.mark.rule("UH-X05", "UH-107", "UH-108")
def test_the_long_solution() -> None:
    m = play(saga(*pieces(), **HELD))
    answer(m, "solve 61-62-63", "discard it")
    assert [line["page"] for line in m.story(0) if "page" in line] == ["34 back", "34"]
    assert m.state.actions == 1


@pytest.mark.rule("UH-X06", "UH-109", "UH-112")
def test_the_short_solution_uses_up_its_pieces() -> None:
    m = play(saga(*pieces(), **HELD))
    assert offered(m, "solve") == ["solve 61-63", "solve 61-62-63"]
    answer(m, "solve 61-63", "discard it")
    assert offered(m, "solve") == []
    assert refuses(m, "solve 61-62-63", "UH-112")


@pytest.mark.rule("UH-X07", "UH-110")
def test_an_open_end_is_illegal_even_if_the_card_exists() -> None:
    m = play(saga(*pieces(), **HELD))
    assert refuses(m, "solve 61-62", "UH-110")
    assert "31" in m.state.pile


@pytest.mark.rule("UH-X08", "UH-111", "UH-106")
def test_colours_cannot_be_mixed() -> None:
    m = play(saga(*pieces("red", "blue", "blue"), **HELD))
    assert offered(m, "solve") == []
    m = play(saga(*pieces("red", "blue", "red"), **HELD))
    assert offered(m, "solve") == ["solve 61-63"]


@pytest.mark.rule("UH-104", "UH-Q29")
def test_a_piece_has_a_number_a_colour_and_two_ends_and_is_not_turned_round() -> None:
    backwards = item("61", puzzle={"number": 20, "colour": "red", "left": "knob", "right": "flat"})
    m = play(saga(backwards, *pieces()[1:], **HELD))
    assert offered(m, "solve") == []


@pytest.mark.rule("UH-105", "UH-113")
def test_solving_is_a_backpack_action_that_nobody_must_take() -> None:
    m = play(saga(*pieces(), **HELD))
    assert "pass" in offered(m)
    assert answer(m, "travel 2").actions == 1
    assert "solve 61-63" in offered(m)


@pytest.mark.rule("UH-114", "UH-Q30")
def test_the_pieces_must_be_in_the_solvers_own_backpack() -> None:
    m = play(saga(*pieces(), left={ADA: ["61"]}, right={BJERKE: ["63"]}))
    assert offered(m, "solve") == []
    assert refuses(m, "solve 61-63", "UH-114")


@pytest.mark.rule("UH-Q31")
def test_solved_pieces_stay_equipped_and_work() -> None:
    m = play(saga(*pieces(), **HELD))
    g = answer(m, "solve 61-63", "discard it")
    assert backpack(g, ADA) == (("61", "62"), ("63",))
    assert g.pieces == ("61", "63")


@pytest.mark.rule("UH-Q32")
def test_a_sum_without_a_card_is_not_offered() -> None:
    m = play(saga(*pieces(), out_of_pile=["23"], **HELD))
    assert offered(m, "solve") == ["solve 61-62-63"]
    assert refuses(m, "solve 61-63", "UH-Q32")


@pytest.mark.rule("UH-Q32", "UH-Q49")
def test_if_the_card_needs_something_the_action_is_spent_and_the_pieces_are_not() -> None:
    gated = item("23", back={"needs": "34"})
    m = play(saga(*pieces()[:4], gated, pieces()[5], **HELD))
    g = answer(m, "solve 61-63")
    assert (g.actions, g.pieces, where(g, "23")) == (1, (), "pile")


# The Backpack action


THREE = (item("20", effect=CHARGED, left={"wit": 1}), item("21"), item("22"))


@pytest.mark.rule("UH-126", "UH-Q34")
def test_a_backpack_action_is_exactly_one_of_its_options() -> None:
    m = play(saga(*THREE, left={ADA: ["20"], BJERKE: ["21"]}))
    assert [key for key in offered(m) if key in ("rearrange", "discard", "give", "get", "swap")] == [
        "rearrange", "discard", "give", "get", "swap",
    ]  # fmt: skip
    assert answer(m, "discard", "this 20").actions == 1


@pytest.mark.rule("UH-126")
def test_thinking_again_costs_nothing() -> None:
    m = play(saga(*THREE, left={ADA: ["20"], BJERKE: ["21"]}))
    for first in ("rearrange", "discard", "give", "get", "swap"):
        assert answer(m, first, "back").actions == 2


@pytest.mark.rule("UH-127", "UH-Q60")
def test_rearranging_moves_one_item_to_any_other_position() -> None:
    m = play(saga(*THREE, left={ADA: ["20", "21"]}, right={ADA: ["22"]}))
    answer(m, "rearrange", "this 20")
    assert offered(m) == ["place left 2", "place right 1", "place right 2", "back"]
    g = answer(m, "place right 2")
    assert backpack(g, ADA) == (("21",), ("22", "20"))


@pytest.mark.rule("UH-127", "UH-185")
def test_an_item_that_comes_to_a_full_side_pushes_another_out() -> None:
    m = play(saga(*THREE, active=1, left={BJERKE: ["20", "21"]}, right={BJERKE: ["22"]}))
    answer(m, "rearrange", "this 22", "place left 1")
    assert (asked(m).topic, offered(m)) == ("too many", ["this 20", "this 21"])
    assert backpack(answer(m, "this 20"), BJERKE) == (("22", "21"), ())


@pytest.mark.rule("UH-128", "UH-Q35")
def test_giving_needs_a_hero_on_the_same_map() -> None:
    m = play(saga(*THREE, at=["1", "2"], left={ADA: ["20"], BJERKE: ["21"]}))
    assert not [key for key in offered(m) if key in ("give", "get", "swap")]
    assert refuses(m, "give", "UH-128")


@pytest.mark.rule("UH-129", "UH-Q35")
def test_the_receiver_picks_the_side_and_discards_down_to_the_limit() -> None:
    m = play(saga(*THREE, item("24"), left={ADA: ["20"]}, right={BJERKE: ["21", "22"]}))
    answer(m, "give", "this 20", "to 2")
    assert asked(m) == (1, "side")
    answer(m, "right")
    assert (asked(m), offered(m)) == ((1, "too many"), ["this 21", "this 22"])
    assert backpack(answer(m, "this 22"), BJERKE) == ((), ("21", "20"))


@pytest.mark.rule("UH-Q35")
def test_a_refused_item_is_not_moved_and_the_action_is_not_spent() -> None:
    m = play(saga(*THREE, left={ADA: ["20"]}))
    g = answer(m, "give", "this 20", "to 2", "refuse")
    assert (g.actions, backpack(g, ADA)) == (2, (("20",), ()))


@pytest.mark.rule("UH-129", "UH-Q35")
@pytest.mark.parametrize(("reply", "taken"), [("agree", True), ("refuse", False)])
def test_getting_an_item_needs_its_owners_consent(reply: str, taken: bool) -> None:
    m = play(saga(*THREE, left={BJERKE: ["20"]}))
    answer(m, "get", "this 20", "right")
    assert asked(m) == (1, "consent")
    g = answer(m, reply)
    assert (backpack(g, ADA)[1] == ("20",)) is taken
    assert g.actions == (1 if taken else 2)


@pytest.mark.rule("UH-128", "UH-129")
def test_swapping_is_one_item_for_one() -> None:
    m = play(saga(*THREE, players=1, left={ADA: ["20"], BJERKE: ["21"]}))
    g = answer(m, "swap", "this 20", "this 21", "right", "left")
    assert (backpack(g, ADA), backpack(g, BJERKE)) == (((), ("21",)), (("20",), ()))


@pytest.mark.rule("UH-Q35")
def test_a_swap_can_be_refused() -> None:
    m = play(saga(*THREE, left={ADA: ["20"], BJERKE: ["21"]}))
    g = answer(m, "swap", "this 20", "this 21", "refuse")
    assert (backpack(g, ADA)[0], g.actions) == (("20",), 2)


@pytest.mark.rule("UH-130", "UH-131", "UH-Q18")
def test_a_moved_item_keeps_its_cubes_and_is_not_recharged() -> None:
    m = play(saga(*THREE, players=1, right={ADA: ["20"]}, cubes={"20": 1}))
    assert answer(m, "give", "this 20", "to 2", "right").cubes["20"] == (1, 0)


@pytest.mark.rule("UH-X29", "UH-132", "UH-133")
def test_moving_an_item_to_the_left_empties_it_and_back_does_not_fill_it() -> None:
    cards = (item("20", effect=FRAGILE, left={"wit": 1}),)
    m = play(saga(*cards, right={ADA: ["20"]}, cubes={"20": 2}))
    g = answer(m, "rearrange", "this 20", "place left 1")
    assert (g.pool, where(g, "20")) == (19, "backpack")
    g = answer(m, "rearrange", "this 20", "place right 1")
    assert (g.pool, g.cubes["20"]) == (19, (0, 0))


# Travelling


LETTERS = {"B": "1", "C": "2", "D": "3", "E": "4"}


@pytest.mark.rule("UH-X09", "UH-134", "UH-135")
def test_jacob_walks_round() -> None:
    """B-C, C-D and D-E are connected; B and E touch without a connection."""
    maps = (
        map_card("1", 0, 0, {"east": "2"}),
        map_card("2", 1, 0, {"west": "1", "south": "3"}),
        map_card("3", 1, 1, {"north": "2", "west": "4"}),
        map_card("4", 0, 1, {"east": "3"}),
    )
    m = play(saga(*maps, maps=("1", "2", "3", "4")))
    assert "travel 4" in offered(m)
    g = answer(m, "travel 4")
    assert told(m, "moves") == ["moves"] * 3
    assert (g.heroes[ADA].at, g.actions) == ("4", 1)


@pytest.mark.rule("UH-136", "UH-137", "UH-Q38")
def test_maps_that_touch_without_matching_anchors_cannot_be_crossed() -> None:
    m = play(saga(maps=("1", "2", "11", "12")))
    assert offered(m, "travel") == ["travel 2"]
    assert refuses(m, "travel 11", "UH-137")
    half = map_card("11", 0, 1, {"north": "1"})
    assert offered(play(saga(half, maps=("1", "2", "11"))), "travel") == ["travel 2"]


@pytest.mark.rule("UH-134", "UH-Q37")
def test_a_travel_action_covers_one_to_three_spaces() -> None:
    m = play(saga())
    assert offered(m, "travel") == ["travel 2", "travel 3", "travel 4"]
    assert refuses(m, "travel 5", "UH-134")
    assert refuses(m, "travel 1", "UH-134")


@pytest.mark.rule("UH-X10", "UH-138", "UH-139")
def test_a_strained_cube_buys_one_more_space_and_no_second_one() -> None:
    cards = (item("20", effect=CHARGED),)
    m = play(saga(*cards, right={ADA: ["20"]}, cubes={"20": 2}))
    answer(m, "travel 4")
    assert offered(m) == ["stay", "strain 20"]
    answer(m, "strain 20")
    assert offered(m) == ["stay", "go 3", "go 5"]
    g = answer(m, "go 5")
    assert (g.heroes[ADA].at, g.pool) == ("5", 18)
    assert asked(m).topic == "action"


@pytest.mark.rule("UH-Q36", "UH-138")
def test_the_strain_is_offered_after_the_third_step_and_can_be_let_be() -> None:
    cards = (item("20", effect=CHARGED),)
    m = play(saga(*cards, right={ADA: ["20"]}, cubes={"20": 2}))
    assert answer(m, "travel 4", "stay").heroes[ADA].at == "4"
    assert m.state.cubes["20"].total == 2


@pytest.mark.rule("UH-Q111")
def test_a_hero_who_stops_on_the_way_is_not_asked_again() -> None:
    cards = (item("20", effect=CHARGED),)
    m = play(saga(*cards, right={ADA: ["20"]}, cubes={"20": 2}))
    answer(m, "travel 2")
    assert asked(m).topic == "action"


@pytest.mark.rule("UH-080", "UH-Q111")
def test_effects_during_travel_can_be_used_before_the_first_step() -> None:
    cross = item("20", effect={"at": "travel", "spaces": ["charged"], "do": ["cross"]})
    m = play(saga(cross, maps=("1", "2", "11"), right={ADA: ["20"]}, cubes={"20": 1}))
    answer(m, "set out", "use 20")
    assert set(offered(m, "go")) == {"go 2", "go 11"}
    assert answer(m, "go 11").heroes[ADA].at == "11"


@pytest.mark.rule("UH-080", "UH-081")
def test_an_extra_space_is_for_this_travel_action_only() -> None:
    boots = item("20", effect={"at": "travel", "spaces": ["charged", "charged"], "do": [{"extra_space": 1}]})
    m = play(saga(boots, right={ADA: ["20"]}, cubes={"20": 2}))
    answer(m, "travel 4", "use 20", "go 5", "stay")
    assert m.state.heroes[ADA].at == "5"
    assert set(offered(m, "travel")) == {"travel 2", "travel 3", "travel 4", "travel 6"}


def test_a_hero_is_brought_along() -> None:
    rope = item(
        "20",
        effect={"at": "travel", "spaces": ["charged"], "do": [{"pick": "company", "do": [{"bring": "it"}]}]},
    )
    g = saga(rope, heroes=("ada", "bjerke", "cleo"), right={ADA: ["20"]}, cubes={"20": 1}, players=1)
    m = play(g)
    g = answer(m, "set out", "use 20", "cleo", "go 3", "stay")
    assert [hero.at for hero in g.heroes] == ["3", "1", "3"]
