"""Dice Upon a Time: whose turn is next, passing, and when the turns of a chapter are over."""

from __future__ import annotations

import pytest

from foldtale.kernel import Match
from foldtale.kernel.chance import Face
from foldtale.testing import answer, asked, offered, refuses, tells, told
from tests.games.grimm.given import BAN, CONTENT, MAGIC, PLAIN, SNAKE, placeable, play, reach, skip, tale

THREES = "3 3 3 3 3"
NEXT = [THREES] * 4 + ["e06"]
"""How the next chapter of four players begins."""
SPIRITS = ("rabbit", "snake", "wolf", "fox-1", "fox-2")
FULL: list[tuple[int, int, Face]] = [(1, PLAIN, 6), (2, PLAIN, 6), (3, PLAIN, 6)]
ROUTES = [spot.name for spot in CONTENT.spots if spot.ends]


def turns(match: Match, *keys: str) -> list[int]:
    """Who is asked for a turn, while these are answered."""
    seats = []
    for key in keys:
        if asked(match).topic == "turn":
            seats.append(asked(match).seat)
        answer(match, key)
    return seats


# Whose turn is next


@pytest.mark.rule("GR-033")
def test_the_turn_goes_clockwise_and_round_again() -> None:
    m = play(tale(active=2))
    keys = ["place plain-die r10", "place plain-die r12", "place plain-die r14", "place plain-die r15"]
    assert turns(m, *keys, "place magic-die r17", "pass on") == [2, 3, 0, 1, 2, 3]
    assert [tell.who for tell in tells(m, "turn")] == [3, 0, 1, 2, 3, 0]


@pytest.mark.rule("GR-033", "GR-034")
def test_those_who_cannot_take_a_turn_are_skipped_and_the_others_go_on() -> None:
    m = play(tale({1: {}, 3: {"plain-die": 3}}, passed=[2], cards="beginner"), *NEXT)
    keys = ["place plain-die r10", "place plain-die r12", "place magic-die r14", "place story-die r15"]
    assert turns(m, *keys) == [0, 3, 0, 0]
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-034", "GR-Q50")
def test_without_dice_a_rabbit_token_is_still_a_turn() -> None:
    m = play(tale({1: {}}, rabbits={1: 1}, at={1: "king"}))
    answer(m, "place plain-die r10")
    assert (asked(m), offered(m)) == ((1, "turn"), ["rabbit church", "pass on"])
    g = answer(m, "rabbit church")
    assert (g.at[1], g.rabbits[1], asked(m)) == ("church", 0, (2, "turn"))
    assert turns(m, "pass on", "pass on", "place magic-die r12", "place story-die r14") == [2, 3, 0, 0]


@pytest.mark.rule("GR-Q50")
def test_whoever_gets_a_die_back_after_the_last_one_has_another_turn() -> None:
    m = play(tale({0: {"plain-die": 3}, 1: {"plain-die": 3}}, passed=[2, 3], hands={0: ["m10"]}))
    answer(m, "place plain-die r12", "pass")
    assert asked(skip(m, "quests")) == (0, "quests")
    answer(m, "play m10")
    skip(m, "turn")
    assert asked(m) == (1, "turn")
    answer(m, "place plain-die r14")
    assert (asked(m), {die for die, _ in placeable(m)}) == ((0, "turn"), {"plain-die"})


# Passing


@pytest.mark.rule("GR-090")
def test_one_may_pass_although_dice_could_be_placed() -> None:
    m = play(tale())
    assert placeable(m)
    g = answer(m, "pass on")
    assert (g.passed, asked(m)) == ([True, False, False, False], (1, "turn"))
    assert g.pools[0] == (3, 3, 3, 3, 3, 0)


@pytest.mark.rule("GR-090")
def test_whoever_can_place_nothing_at_all_passes() -> None:
    stacks = dict.fromkeys((*SPIRITS, *ROUTES), FULL)
    m = play(tale(stacks=stacks, passed=[2, 3], rabbits={1: 1}))
    assert told(m) == ["passes", "turn"]
    assert (asked(m), m.state.passed[0]) == ((1, "turn"), True)
    assert not placeable(m)


@pytest.mark.rule("GR-091")
def test_passing_gives_up_all_turns_of_the_chapter_but_not_of_the_next() -> None:
    m = play(tale(cards="beginner", players=3), THREES, THREES, THREES, "e06")
    keys = ["pass on", "place plain-die r10", "place plain-die r12", "place magic-die r14", "pass on"]
    assert turns(m, *keys) == [0, 1, 2, 1, 2]
    assert asked(m) == (1, "turn")
    g = answer(m, "pass on")
    assert (g.chapter, g.passed, asked(m)) == (2, [False] * 3, (0, "turn"))


@pytest.mark.rule("GR-092")
@pytest.mark.parametrize("socket", SPIRITS)
def test_a_blocked_player_can_put_any_die_on_an_open_forest_spirit(socket: str) -> None:
    stacks = {name: FULL for name in (*SPIRITS, *ROUTES) if name != socket}
    m = play(tale({0: {"magic-die": 1, "plain-die": 3}}, stacks=stacks))
    assert offered(m) == [f"place magic-die {socket}", f"place plain-die {socket}", "pass on"]


@pytest.mark.rule("GR-Q46")
def test_passing_ends_the_turn_without_a_quest_phase() -> None:
    m = play(tale(quests={0: ["q212"]}, tokens={0: (0, 2, 0)}, at={0: "hell"}))
    assert refuses(m, "complete q212")
    g = answer(m, "pass on")
    assert (asked(m), g.active_quests(0), g.tokens[0]) == ((1, "turn"), ["q212"], (0, 2, 0))


@pytest.mark.rule("GR-Q47")
def test_a_passed_player_may_still_answer_with_magic_items() -> None:
    m = play(tale(passed=[1], hands={1: ["m06"]}), "6")
    answer(m, "place plain-die r12")
    assert (asked(m), offered(m)) == ((1, "place_announced"), ["pass", "play m06"])
    answer(m, "play m06")
    assert (asked(m), m.state.pools[0][PLAIN]) == ((0, "turn"), 6)


@pytest.mark.rule("GR-Q48")
def test_a_passed_player_with_dice_suffers_the_wolf() -> None:
    m = play(tale({1: {"ban-die": "ban"}, 2: {"plain-die": 5}, 3: {}}, passed=[1, 2]))
    g = answer(m, "place plain-die wolf")
    assert g.heap == ((1, BAN, "ban"), (2, PLAIN, 5))
    assert (g.dice_of(1), g.dice_of(2)) == ([], [])


@pytest.mark.rule("GR-Q49")
def test_whoever_has_passed_stays_passed_even_with_a_die_taken_back() -> None:
    g = tale({0: {"plain-die": 3}}, hands={0: ["m10"]}, stacks={"r12": [(0, MAGIC, 3)]})
    m = play(g)
    answer(m, "play m10")
    skip(m, "turn")
    assert m.state.dice_of(0) == [MAGIC, PLAIN]
    answer(m, "pass on")
    assert turns(m, *["place plain-die r10", "place plain-die r14", "place plain-die r15"]) == [1, 2, 3]
    assert (asked(m), m.state.passed[0]) == ((1, "turn"), True)


# When the turns are over


@pytest.mark.rule("GR-093")
def test_a_chapter_ends_as_soon_as_everybody_has_used_all_dice_or_passed() -> None:
    pools: dict[int, dict[str, Face]] = {0: {"plain-die": 3}, 1: {"plain-die": 3, "ban-die": 3}, 3: {}}
    m = play(tale(pools, cards="beginner"), *NEXT)
    answer(m, "place plain-die r10", "place plain-die r12", "pass on")
    assert (asked(m), m.state.chapter) == ((1, "turn"), 1)
    answer(m, "place ban-die r14")
    assert (m.state.chapter, "chapter ends" in told(m)) == (2, True)


@pytest.mark.rule("GR-093", "GR-Q50")
def test_an_unused_rabbit_token_keeps_the_chapter_going_unless_its_holder_has_passed() -> None:
    m = play(tale({0: {"plain-die": 3}, 1: {}}, players=2, rabbits={1: 1}), THREES, THREES, "e06")
    answer(m, "place plain-die r10")
    assert (asked(m), m.state.chapter) == ((1, "turn"), 1)
    g = answer(m, "pass on")
    assert (g.chapter, g.rabbits) == (2, [0, 1])


@pytest.mark.rule("GR-094")
def test_players_with_more_dice_go_on_taking_turns_in_order() -> None:
    pools: dict[int, dict[str, Face]] = {
        0: {"plain-die": 3},
        1: {"plain-die": 3, "magic-die": 3, "snake-die": 4},
        2: {"plain-die": 3, "magic-die": 3},
        3: {},
    }
    m = play(tale(pools, cards="beginner"), *NEXT)
    keys = ["place plain-die r10", "place plain-die r12", "place plain-die r14", "place magic-die r15"]
    assert turns(m, *keys, "place magic-die r17") == [0, 1, 2, 1, 2]
    assert (asked(m), m.state.dice_of(1), m.state.chapter) == ((1, "turn"), [SNAKE], 1)
    assert answer(m, "place snake-die r27").chapter == 2


# Without a die in one's own turn

YARN, WHITE_SNAKE = "m06", "m08"


@pytest.mark.rule("GR-034", "GR-Q50")
def test_whoever_loses_the_last_die_before_it_is_placed_is_skipped_and_has_not_passed() -> None:
    """The Snake Die is rerolled by a Ball of Yarn, shows a token and goes home; a White Snake brings it back later."""
    g = tale(
        pools={0: {"snake-die": 4}, 1: {"plain-die": 3}, 2: {}, 3: {}},
        at={0: "town", 1: "well", 2: "inn", 3: "bridge"},
        hands={0: [WHITE_SNAKE], 1: [YARN], 2: [WHITE_SNAKE], 3: [YARN]},
    )
    m = play(g, "apple", "6", "bread", "4", *NEXT)
    answer(m, "place snake-die r01")
    reach(m, f"1 play {YARN}", "0 no", f"2 play {WHITE_SNAKE}")
    skip(m)
    if asked(m) == (0, "turn"):
        assert offered(m) == ["pass on"], (
            "seat 0 has a Magic Item and is asked, though there is nothing to place"
        )
        m.answer("pass on")
    assert ("has no die" in told(m), "passes" in told(m), m.state.passed[0]) == (True, False, False)
    reach(m, "1 place plain-die rabbit", "2 place snake-die snake", f"3 play {YARN}", "2 no")
    reach(m, f"0 play {WHITE_SNAKE}")
    skip(m)
    if asked(m) == (2, "turn"):
        m.answer("pass on")
    assert (m.state.chapter, asked(m)) == (1, (0, "turn"))
    assert {die for die, _ in placeable(m)} == {"snake-die"}


def test_the_roll_of_a_chapter_is_no_part_of_its_first_turn() -> None:
    """A standing order for "this turn" that is given while dice are rolled ends with the roll."""
    m = play(
        tale(stacks={"fox-1": [(0, MAGIC, 2)]}, passed=[1, 2, 3], cards="beginner"), "3 3 3 3", *NEXT[1:]
    )
    answer(m, "pass on")
    assert asked(m) == (0, "face")
    rolled_in = m.state.turns
    answer(m, "face 5")
    assert (asked(m), m.state.turns) == ((0, "turn"), rolled_in + 1)
