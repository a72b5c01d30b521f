"""Dice Upon a Time: the Forest Spirits, the Rabbit Token and the Snake Die."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.state import Tale
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, outcome, refuses, tells, told
from tests.games.grimm.given import BAN, DOUBLE, MAGIC, PLAIN, SNAKE, STORY, placeable, play, skip, tale

SPIRITS = ["rabbit", "wolf", "snake", "fox-1", "fox-2"]
APART = {0: "town", 1: "inn", 2: "well", 3: "church"}
NOBODY_ELSE: dict[int, tuple[int, ...]] = {1: (), 2: (), 3: ()}
ROLL = "3 3 3 3 3"
QUIET = "e12"
"""An Event that does nothing while no Ban die lies anywhere."""


def apart(**more: Any) -> Tale:
    """Everybody stands alone; seat 0 is to choose."""
    return tale(at={**APART, **more.pop("at", {})}, **more)


def closing(*rolls: str, **more: Any) -> Match:
    """A chapter ends, and the next one begins with these rolls, clockwise from who starts it."""
    return play(apart(step="close", **more), *rolls, QUIET)


def sockets(m: Match, die: str) -> set[str]:
    """The Forest Spirit sockets that take this die."""
    return {socket for one, socket in placeable(m) if one == die and socket in SPIRITS}


# All four


@pytest.mark.rule("GR-100")
def test_any_die_can_start_on_a_forest_spirit() -> None:
    m = play(apart(pools={0: (1, 2, "ban", "double", 3)}))
    for die in ("magic-die", "story-die", "ban-die", "double-die", "plain-die"):
        assert sockets(m, die) == set(SPIRITS)


@pytest.mark.rule("GR-101")
@pytest.mark.parametrize("socket", ["rabbit", "snake", "fox-1", "fox-2"])
def test_a_forest_spirit_takes_the_place_of_a_route(socket: str) -> None:
    m = play(apart(pools={0: (1, 2, 3, 4, 5)}))
    g = answer(m, f"place magic-die {socket}")
    assert g.stacks[g.content.place[socket]] == ((0, MAGIC, 1),)
    assert g.pools[0] == (0, 2, 3, 4, 5, 0)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-X15", "GR-102")
@pytest.mark.parametrize("socket", ["rabbit", "snake", "fox-1"])
def test_rabbit_snake_and_fox_give_nothing_yet(socket: str) -> None:
    m = play(apart(pools={0: (1, 2, 3, 4, 5)}, active=0))
    g = answer(m, f"place plain-die {socket}")
    assert (g.rabbits, g.snake_to, g.foxed, g.starter) == ([0] * 4, -1, (), 0)
    assert (g.tokens[0], g.pools[0]) == ((0, 0, 0), (1, 2, 3, 4, 0, 0))
    assert told(m) == ["announces", "places", "turn"]


@pytest.mark.rule("GR-102")
def test_the_wolf_acts_at_once() -> None:
    m = play(apart())
    answer(m, "place plain-die wolf")
    assert asked(m) == (1, "wolf")


@pytest.mark.rule("GR-231")
@pytest.mark.parametrize(
    ("socket", "tell", "rolls"),
    [
        ("rabbit", "wins the Rabbit", [ROLL] * 4),
        ("snake", "wins the Snake Die", [ROLL, f"{ROLL} lost", ROLL, ROLL]),
    ],
)
def test_the_rewards_come_at_the_end_of_the_chapter_to_the_owner_of_the_top_die(
    socket: str, tell: str, rolls: list[str]
) -> None:
    pools = {**NOBODY_ELSE, 0: {"plain-die": 5, "ban-die": 3}, 1: {"plain-die": 6}}
    m = play(apart(pools=pools), *rolls, QUIET)
    answer(m, f"place plain-die {socket}", f"place plain-die {socket}")
    assert (asked(m), tells(m, tell)) == ((0, "turn"), [])
    answer(m, "pass on")
    assert [line[0] for line in tells(m, tell)] == [1]


# Rabbit


@pytest.mark.rule("GR-103", "GR-116")
@pytest.mark.parametrize("spirit", ["rabbit", "snake"])
def test_a_stack_of_up_to_three_is_built_under_the_normal_rules(spirit: str) -> None:
    pools = {0: (5, 5, 4, 5, 4)}
    two = play(apart(stacks={spirit: [(1, PLAIN, 3), (2, PLAIN, 5)]}, pools=pools))
    assert {die for die, socket in placeable(two) if socket == spirit} == {
        "magic-die",
        "story-die",
        "double-die",
    }
    three = play(apart(stacks={spirit: [(1, PLAIN, 3), (2, PLAIN, 4), (3, PLAIN, 4)]}, pools=pools))
    assert {die for die, socket in placeable(three) if socket == spirit} == set()


@pytest.mark.rule("GR-104", "GR-105", "GR-106")
def test_the_topmost_die_on_the_rabbit_wins_the_marker_and_the_token() -> None:
    m = closing(ROLL, ROLL, ROLL, ROLL, stacks={"rabbit": [(1, PLAIN, 3), (3, PLAIN, 4)]})
    g = m.state
    assert (g.starter, g.rabbits) == (3, [0, 0, 0, 1])
    assert asked(m) == (3, "turn")
    assert tells(m, "wins the Rabbit") == [(3, "GR-104", [])]
    assert [line[0] for line in tells(m, "rolls")] == [3, 0, 1, 2]


@pytest.mark.rule("GR-104")
def test_an_only_die_on_the_rabbit_wins_too() -> None:
    g = closing(ROLL, ROLL, ROLL, ROLL, stacks={"rabbit": [(0, MAGIC, 1)]}, active=2).state
    assert (g.starter, g.rabbits) == (0, [1, 0, 0, 0])


@pytest.mark.rule("GR-097", "GR-105", "GR-Q53")
def test_the_marker_stays_with_its_holder_while_nobody_takes_it() -> None:
    m = closing(ROLL, ROLL, ROLL, ROLL, active=2)
    assert (m.state.starter, m.state.rabbits) == (2, [0, 0, 0, 0])
    assert asked(m) == (2, "turn")
    assert "wins the Rabbit" not in told(m)


@pytest.mark.rule("GR-Q54")
def test_an_unused_rabbit_token_goes_to_the_next_winner() -> None:
    g = closing(ROLL, ROLL, ROLL, ROLL, rabbits={2: 1}, stacks={"rabbit": [(1, PLAIN, 3)]}).state
    assert (g.rabbits, g.starter) == ([0, 1, 0, 0], 1)


@pytest.mark.rule("GR-Q54")
def test_a_rabbit_token_is_kept_until_it_is_used() -> None:
    assert closing(ROLL, ROLL, ROLL, ROLL, rabbits={2: 1}).state.rabbits == [0, 0, 1, 0]


@pytest.mark.rule("GR-Q54")
def test_a_holder_of_the_only_rabbit_token_who_wins_again_just_keeps_it() -> None:
    m = closing(ROLL, ROLL, ROLL, ROLL, rabbits={2: 1}, stacks={"rabbit": [(2, PLAIN, 3)]})
    assert (m.state.rabbits, m.state.starter) == ([0, 0, 1, 0], 2)


@pytest.mark.rule("GR-106", "GR-Q137")
@pytest.mark.parametrize(
    ("held", "after"), [({2: 1}, [0, 0, 2, 0]), ({2: 2}, [0, 0, 3, 0]), ({1: 2, 2: 1}, [0, 2, 1, 0])]
)
def test_a_holder_who_wins_again_takes_another_of_several_rabbit_tokens(
    held: dict[int, int], after: list[int]
) -> None:
    m = closing(ROLL, ROLL, ROLL, ROLL, rabbits=held, stacks={"rabbit": [(2, PLAIN, 3)]}, rabbit_tokens=3)
    assert (m.state.rabbits, m.state.starter) == (after, 2)


@pytest.mark.rule("GR-Q137")
@pytest.mark.parametrize(
    ("tokens", "held", "after"),
    [
        (2, {2: 1}, [0, 1, 1, 0]),
        (2, {2: 1, 3: 1}, [0, 0, 1, 1]),
        (3, {2: 1, 3: 1}, [0, 1, 1, 1]),
    ],
)
def test_by_option_every_winner_keeps_an_own_token(
    tokens: int, held: dict[int, int], after: list[int]
) -> None:
    m = closing(
        ROLL, ROLL, ROLL, ROLL, rabbits=held, stacks={"rabbit": [(1, PLAIN, 3)]}, rabbit_tokens=tokens
    )
    assert (m.state.rabbits, m.state.starter) == (after, 1)


@pytest.mark.rule("GR-107", "GR-108")
def test_the_rabbit_token_is_a_step_to_any_neighbouring_field_instead_of_a_die() -> None:
    m = play(apart(rabbits={0: 1}, at={1: "hell", 2: "hell", 3: "hell"}))
    steps = [key for key in offered(m) if key.startswith("rabbit ")]
    assert sorted(steps) == sorted(
        f"rabbit {field}" for field in ("old_woman", "well", "bridge", "inn", "church", "soldier")
    )
    g = answer(m, "rabbit church")
    assert g.at[0] == "church"
    assert asked(m) == (1, "turn")
    assert g.pools[0] == (3, 3, 3, 3, 3, 0)
    assert tells(m, "spends the Rabbit Token") == [(0, "GR-107", [])]
    assert tells(m, "goes to") == [(0, "GR-107", ["church"])]


@pytest.mark.rule("GR-107")
def test_nobody_spends_anothers_token_or_one_in_anothers_turn() -> None:
    m = play(apart(rabbits={1: 1}))
    assert [key for key in offered(m) if key.startswith("rabbit ")] == []
    assert refuses(m, "rabbit well")
    assert (m.state.at[0], m.state.rabbits) == ("town", [0, 1, 0, 0])


@pytest.mark.rule("GR-109")
def test_a_used_rabbit_token_goes_back_to_the_supply() -> None:
    m = play(apart(rabbits={0: 1}, pools=NOBODY_ELSE))
    g = answer(m, "rabbit bridge")
    assert g.rabbits == [0, 0, 0, 0]
    assert g.stacks == [()] * len(g.stacks)
    assert asked(m) == (0, "turn")
    assert [key for key in offered(m) if key.startswith("rabbit ")] == []


@pytest.mark.rule("GR-X23")
def test_the_rabbit_token_passes_a_full_route_and_phases_four_and_five_follow() -> None:
    full = [(1, PLAIN, 4), (2, MAGIC, "magic"), (3, STORY, "story")]
    g = apart(
        at={0: "old_woman"}, rabbits={0: 1}, stacks={"r15": full}, quests={0: ["q211"]}, tokens={0: (0, 0, 1)}
    )
    m = play(g)
    assert not [key for key in offered(m) if key.endswith(" r15")]
    answer(m, "rabbit apple")
    assert (asked(m), offered(m)) == ((0, "take"), ["take", "no"])
    g = answer(m, "take")
    assert (asked(m), offered(m)) == ((0, "quests"), ["complete q211", "end turn"])
    assert g.stacks[g.content.place["r15"]] == tuple(full)
    assert (g.pools[0], g.rabbits[0]) == ((3, 3, 3, 3, 3, 0), 0)
    assert not {"announces", "places", "draws a Story card"} & set(told(m))


@pytest.mark.rule("GR-110")
def test_the_rabbit_token_passes_a_ban_die() -> None:
    m = play(apart(rabbits={0: 1}, stacks={"r04": [(1, BAN, "ban")]}, pools={0: (5, 5, 5, 5, 6)}))
    assert not [key for key in offered(m) if key.endswith(" r04")]
    assert answer(m, "rabbit inn").at[0] == "inn"


@pytest.mark.rule("GR-Q55")
@pytest.mark.parametrize(
    ("here", "there"), [("church", "king"), ("king", "church"), ("well", "fairy"), ("fairy", "well")]
)
def test_the_rabbit_token_ignores_the_value_of_a_route(here: str, there: str) -> None:
    m = play(apart(at={0: here, 1: "hell", 2: "hell", 3: "hell"}, rabbits={0: 1}, pools={0: (1, 1, 1, 1, 3)}))
    assert answer(m, f"rabbit {there}").at[0] == there


@pytest.mark.rule("GR-Q56")
def test_the_rabbit_token_is_worth_a_whole_turn_after_the_dice_are_gone() -> None:
    m = play(apart(rabbits={0: 1}, pools={0: {"plain-die": 3}, 1: {"plain-die": 3}}))
    answer(m, "place plain-die r02", "move well")
    answer(m, "place plain-die rabbit", "pass on", "pass on")
    assert (asked(m), sorted(offered(m))) == (
        (0, "turn"),
        ["pass on", "rabbit fairy", "rabbit huntsman", "rabbit old_woman", "rabbit steed_n", "rabbit town"],
    )
    answer(m, "rabbit steed_n")
    assert asked(m) == (0, "steed")


# Wolf


@pytest.mark.rule("GR-111", "GR-112")
def test_the_others_give_a_die_of_their_choice_to_the_wolf_clockwise() -> None:
    m = play(apart(pools={1: (1, 2, 3, 4, 5), 2: (0, 0, 4, 0, 6), 3: {"plain-die": 5}}))
    answer(m, "place plain-die wolf")
    assert (asked(m), offered(m)) == (
        (1, "wolf"),
        ["magic-die", "story-die", "ban-die", "double-die", "plain-die"],
    )
    answer(m, "story-die")
    assert (asked(m), offered(m)) == ((2, "wolf"), ["ban-die", "plain-die"])
    g = answer(m, "ban-die")
    assert g.heap == ((1, STORY, 2), (2, BAN, 4), (3, PLAIN, 5))
    assert g.pools[1:] == [(1, 0, 3, 4, 5, 0), (0, 0, 0, 0, 6, 0), (0, 0, 0, 0, 0, 0)]
    assert asked(m) == (1, "turn")
    assert tells(m, "feeds the Wolf") == [(0, "GR-111", [])]
    assert tells(m, "gives to the Wolf") == [
        (1, "GR-112", ["story-die"]),
        (2, "GR-112", ["ban-die"]),
        (3, "GR-112", ["plain-die"]),
    ]


@pytest.mark.rule("GR-111")
def test_the_wolf_goes_round_from_whoever_feeds_it() -> None:
    m = play(apart(active=2))
    answer(m, "place plain-die wolf", "ban-die", "ban-die", "ban-die")
    assert [line[0] for line in tells(m, "gives to the Wolf")] == [3, 0, 1]


@pytest.mark.rule("GR-Q57")
def test_whoever_feeds_the_wolf_gives_no_second_die() -> None:
    m = play(apart())
    g = answer(m, "place plain-die wolf", "ban-die", "ban-die", "ban-die")
    assert g.stacks[g.content.place["wolf"]] == ((0, PLAIN, 3),)
    assert g.pools[0] == (3, 3, 3, 3, 0, 0)
    assert 0 not in [placed[0] for placed in g.heap]


@pytest.mark.rule("GR-Q58")
def test_whoever_has_no_die_loses_nothing_and_a_rabbit_token_is_no_die() -> None:
    m = play(apart(pools={1: (), 2: ()}, rabbits={1: 1}, passed=[2]))
    g = answer(m, "place plain-die wolf", "ban-die")
    assert [placed[0] for placed in g.heap] == [3]
    assert g.rabbits == [0, 1, 0, 0]


@pytest.mark.rule("GR-Q58", "GR-Q65")
def test_the_snake_die_may_be_given_to_the_wolf_and_goes_home_at_the_end_of_the_chapter() -> None:
    pools = {0: {"plain-die": 3}, 1: {"plain-die": 3, "snake-die": 4}, 2: (), 3: ()}
    m = play(apart(pools=pools), ROLL, ROLL, ROLL, ROLL, QUIET)
    answer(m, "place plain-die wolf")
    assert offered(m) == ["plain-die", "snake-die"]
    g = answer(m, "snake-die")
    assert g.heap == ((1, SNAKE, 4),)
    g = answer(m, "pass on")
    assert (g.heap, g.snake_to, [pool[SNAKE] for pool in g.pools]) == ((), -1, [0, 0, 0, 0])


@pytest.mark.rule("GR-113", "GR-114")
def test_nobody_stacks_on_the_wolf() -> None:
    m = play(apart(pools={1: (6, 6, 6, 6, 6)}, characters={1: "bremen"}))
    answer(m, "place plain-die wolf", "ban-die", "ban-die", "ban-die")
    assert asked(m) == (1, "turn")
    assert "wolf" not in {socket for _, socket in placeable(m)}


@pytest.mark.rule("GR-X31")
def test_the_wolf_is_fed_only_once_even_if_its_die_was_taken_back() -> None:
    m = play(apart(hands={0: ["m10"]}))
    answer(m, "place plain-die wolf")
    skip(m)
    g = answer(m, "ban-die", "ban-die", "ban-die", "stay", "play m10")
    assert g.stacks[g.content.place["wolf"]] == ()
    assert asked(m) == (1, "turn")
    assert "wolf" not in {socket for _, socket in placeable(m)}
    assert refuses(m, "place plain-die wolf")
    assert m.state.pools[1] == (3, 3, 0, 3, 3, 0)


@pytest.mark.rule("GR-113")
def test_the_wolf_is_open_again_in_the_next_chapter() -> None:
    g = apart(step="close", stacks={"wolf": [(0, PLAIN, 3)]}, heap=[(1, BAN, 3)])
    g.wolf_used = True
    m = play(g, ROLL, ROLL, ROLL, ROLL, QUIET)
    assert "wolf" in {socket for _, socket in placeable(m)}


@pytest.mark.rule("GR-X19", "GR-Q60")
def test_only_the_face_of_the_active_players_die_works_and_it_works_before_the_wolf() -> None:
    m = play(apart(pools={0: ("magic", 3, 3, 3, 3), 1: ("magic", 3, 3, 3, 3)}), "m04")
    answer(m, "place magic-die wolf")
    assert asked(m) == (0, "draw magic")
    answer(m, "draw")
    skip(m)
    assert (asked(m), m.state.hand(0)) == ((1, "wolf"), ("m04",))
    g = answer(m, "magic-die", "plain-die", "plain-die")
    assert (g.hand(1), told(m).count("draws a Magic Item")) == ((), 1)


@pytest.mark.rule("GR-115")
@pytest.mark.parametrize(
    ("die", "face"), [("story-die", "story"), ("double-die", "double"), ("ban-die", "ban")]
)
def test_the_dice_that_are_given_up_trigger_nothing(die: str, face: str) -> None:
    m = play(apart(pools={1: {die: face, "plain-die": 3}}))
    g = answer(m, "place plain-die wolf", die, "plain-die", "plain-die")
    assert g.heap[0][2] == face
    assert (g.doubled, asked(m)) == (False, (1, "turn"))
    assert not {"draws a Story card", "arms the Doubling face"} & set(told(m))


@pytest.mark.rule("GR-Q59")
def test_no_magic_item_stops_the_wolf() -> None:
    m = play(apart(hands={1: ["m09", "m04"]}))
    answer(m, "place plain-die wolf")
    skip(m, "wolf")
    assert (asked(m), offered(m)[0]) == ((1, "wolf"), "magic-die")
    answer(m, "magic-die")
    assert asked(m) == (2, "wolf")
    assert m.state.heap == ((1, MAGIC, 3),)


# Snake


@pytest.mark.rule("GR-117")
@pytest.mark.parametrize(
    ("stack", "winner"), [([(1, PLAIN, 3), (2, PLAIN, 5)], 2), ([(3, MAGIC, 1)], 3), ([(0, BAN, "ban")], 0)]
)
def test_the_topmost_die_on_the_snake_wins_the_snake_die(
    stack: list[tuple[int, int, int | str]], winner: int
) -> None:
    rolls = [f"{ROLL} 4" if seat == winner else ROLL for seat in range(4)]
    m = closing(*rolls, stacks={"snake": stack})
    assert tells(m, "wins the Snake Die") == [(winner, "GR-117", [])]
    assert [pool[SNAKE] for pool in m.state.pools] == [4 if seat == winner else 0 for seat in range(4)]


@pytest.mark.rule("GR-118")
@pytest.mark.parametrize(("face", "fits"), [(4, {"r16", "r27"}), (6, {"r16", "r27", "r20", "r35"})])
def test_a_number_on_the_snake_die_makes_it_a_die_like_any_other(face: int, fits: set[str]) -> None:
    m = closing(f"{ROLL} {face}", ROLL, ROLL, ROLL, stacks={"snake": [(0, PLAIN, 3)]})
    mine = {socket for die, socket in placeable(m) if die == "snake-die"}
    assert mine & {"r16", "r27", "r20", "r35"} == fits
    assert tells(m, "rolls the Snake Die") == [(0, "GR-118", [str(face)])]
    g = answer(m, "place snake-die r02", "move well")
    assert g.stacks[g.content.place["r02"]] == ((0, SNAKE, face),)
    assert g.pools[0] == (3, 3, 3, 3, 3, 0)


@pytest.mark.rule("GR-118")
def test_a_number_that_the_white_snake_brings_joins_the_pool_of_who_rolls_later() -> None:
    g = apart(step="close", stacks={"snake": [(0, PLAIN, 3)]}, hands={1: ["m08"]})
    m = play(g, f"{ROLL} apple", "4", ROLL, ROLL, ROLL, QUIET)
    answer(m, "take")
    while "play m08" not in offered(m):
        answer(m, "pass")
    answer(m, "play m08")
    skip(m)
    assert [pool[SNAKE] for pool in m.state.pools] == [0, 4, 0, 0]


@pytest.mark.rule("GR-119")
def test_the_lost_face_gives_nothing() -> None:
    m = closing(f"{ROLL} lost", ROLL, ROLL, ROLL, stacks={"snake": [(0, PLAIN, 3)]})
    g = m.state
    assert (g.pools[0], g.tokens[0], g.snake_to) == ((3, 3, 3, 3, 3, 0), (0, 0, 0), -1)
    assert asked(m) == (0, "turn")


def rerolled(face: str) -> Match:
    """A story makes seat 0 reroll the Snake Die, and it falls like this."""
    m = play(apart(pools={0: {"story-die": "story", "snake-die": 6, "plain-die": 3}}), "b09", face)
    answer(m, "place story-die rabbit")
    return m


@pytest.mark.rule("GR-118")
def test_a_snake_die_that_is_rerolled_on_a_number_stays_in_the_pool() -> None:
    assert rerolled("4").state.pools[0] == (0, 0, 0, 0, 3, 4)


@pytest.mark.rule("GR-118")
def test_a_snake_die_in_the_pool_can_only_be_set_to_a_number() -> None:
    m = play(apart(pools={0: {"story-die": "story", "snake-die": 4}}), "g11")
    answer(m, "place story-die rabbit")
    assert (asked(m), offered(m)) == ((0, "face"), ["face 4", "face 6"])


@pytest.mark.rule("GR-119")
def test_a_snake_die_that_is_rerolled_on_the_lost_face_goes_home() -> None:
    assert rerolled("lost").state.pools[0] == (0, 0, 0, 0, 3, 0)


@pytest.mark.rule("GR-120")
def test_a_snake_die_that_is_rerolled_on_a_token_gives_it_and_goes_home() -> None:
    m = rerolled("coin")
    assert (asked(m), offered(m)) == ((0, "take"), ["take", "no"])
    g = answer(m, "take")
    assert (g.tokens[0], g.pools[0]) == ((1, 0, 0), (0, 0, 0, 0, 3, 0))


@pytest.mark.rule("GR-120")
@pytest.mark.parametrize(
    ("face", "tokens"), [("coin", (1, 0, 0)), ("bread", (0, 1, 0)), ("apple", (0, 0, 1))]
)
def test_a_token_face_gives_a_token_and_the_die_goes_home(face: str, tokens: tuple[int, int, int]) -> None:
    m = closing(f"{ROLL} {face}", ROLL, ROLL, ROLL, stacks={"snake": [(0, PLAIN, 3)]})
    assert (asked(m), offered(m)) == ((0, "take"), ["take", "no"])
    assert m.ask is not None
    assert m.ask.about == (1,)
    g = answer(m, "take")
    assert (g.tokens[0], g.pools[0], g.snake_to) == (tokens, (3, 3, 3, 3, 3, 0), -1)
    assert tells(m, "gets") == [(0, "GR-120", list(tokens))]


@pytest.mark.rule("GR-120")
def test_nobody_has_to_take_the_token_and_the_die_goes_home_all_the_same() -> None:
    m = closing(f"{ROLL} coin", ROLL, ROLL, ROLL, stacks={"snake": [(0, PLAIN, 3)]})
    g = answer(m, "no")
    assert (g.tokens[0], g.pools[0], g.snake_to) == ((0, 0, 0), (3, 3, 3, 3, 3, 0), -1)


@pytest.mark.rule("GR-121")
@pytest.mark.parametrize("used", [True, False])
def test_the_snake_die_goes_home_at_the_end_of_the_chapter(used: bool) -> None:
    where: dict[str, Any] = {"stacks": {"r02": [(0, SNAKE, 4)]}} if used else {"pools": {0: {"snake-die": 4}}}
    g = closing(ROLL, ROLL, ROLL, ROLL, passed=[0, 1, 2, 3], **where).state
    assert (g.snake_to, [pool[SNAKE] for pool in g.pools]) == (-1, [0, 0, 0, 0])
    assert g.stacks == [()] * len(g.stacks)


@pytest.mark.rule("GR-121")
def test_the_snake_die_is_handed_from_one_winner_to_the_next() -> None:
    stacks = {"snake": [(2, PLAIN, 5)], "r02": [(1, SNAKE, 4)]}
    g = closing(ROLL, ROLL, f"{ROLL} 6", ROLL, stacks=stacks).state
    assert [pool[SNAKE] for pool in g.pools] == [0, 0, 6, 0]


@pytest.mark.rule("GR-X29", "GR-Q62", "GR-Q63")
def test_the_snake_die_on_top_of_the_snake_is_won_again_by_who_placed_it() -> None:
    pools = {**NOBODY_ELSE, 1: {"snake-die": 6}, 0: {"plain-die": 3}}
    m = play(apart(pools=pools, stacks={"snake": [(2, PLAIN, 5)]}), ROLL, f"{ROLL} 4", ROLL, ROLL, QUIET)
    answer(m, "place plain-die r12")
    assert ("snake-die", "snake") in placeable(m)
    g = answer(m, "place snake-die snake")
    assert tells(m, "wins the Snake Die") == [(1, "GR-117", [])]
    assert [pool[SNAKE] for pool in g.pools] == [0, 4, 0, 0]


@pytest.mark.rule("GR-Q62")
def test_the_snake_die_on_the_board_is_its_users_for_tops_and_conditions() -> None:
    g = apart(
        chapter=6,
        step="close",
        stacks={"rabbit": [(1, SNAKE, 4)], "snake": [(1, PLAIN, 4)]},
        kept={1: ["s02", "s06"]},
    )
    m = play(g)
    assert outcome(m).scores == (0, 3, 0, 0)


@pytest.mark.rule("GR-237")
def test_the_snake_die_waits_beside_the_socket() -> None:
    g = apart(pools={0: (1, 1, 1, 1, 3)})
    assert g.stacks[g.content.place["snake"]] == ()
    m = play(g)
    assert sockets(m, "magic-die") == set(SPIRITS)
    m = closing(ROLL, ROLL, ROLL, ROLL)
    assert m.state.snake_to == -1
    assert "wins the Snake Die" not in told(m)


# Fox


@pytest.mark.rule("GR-122")
@pytest.mark.parametrize(("taken", "free"), [("fox-1", "fox-2"), ("fox-2", "fox-1")])
def test_each_socket_of_the_fox_holds_one_die(taken: str, free: str) -> None:
    g = apart(stacks={taken: [(1, PLAIN, 3)]}, pools={0: (6, "story", "ban", 5, 6)}, characters={0: "bremen"})
    m = play(g)
    assert {socket for _, socket in placeable(m) if socket.startswith("fox")} == {free}


@pytest.mark.rule("GR-Q66")
def test_one_player_may_occupy_both_sockets_in_two_turns() -> None:
    m = play(apart(pools=NOBODY_ELSE))
    answer(m, "place plain-die fox-2")
    g = answer(m, "place ban-die fox-1")
    assert [g.stacks[at] for at in g.content.sockets_of("fox")] == [((0, BAN, 3),), ((0, PLAIN, 3),)]
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-123", "GR-232")
def test_a_die_of_the_fox_is_set_and_not_rolled_in_the_next_chapter() -> None:
    m = play(apart(pools={**NOBODY_ELSE, 0: {"ban-die": 2}}), "1 2 4 5", ROLL, ROLL, ROLL, QUIET)
    answer(m, "place ban-die fox-1")
    assert (asked(m), offered(m)) == (
        (0, "face"),
        ["face 1", "face 2", "face 3", "face 4", "face 5", "face ban"],
    )
    assert m.ask is not None
    assert m.ask.card == "ban-die"
    assert m.state.pools[0] == (1, 2, 0, 4, 5, 0)
    g = answer(m, "face ban")
    assert g.pools[0] == (1, 2, "ban", 4, 5, 0)
    assert tells(m, "sets") == [(0, "GR-123", ["ban-die", "ban"])]
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-123")
def test_two_dice_of_the_fox_are_set_one_after_the_other_each_to_its_own_faces() -> None:
    m = closing("1 2 4", ROLL, ROLL, ROLL, stacks={"fox-1": [(0, DOUBLE, 1)], "fox-2": [(0, PLAIN, 3)]})
    assert offered(m)[-1] == "face double"
    answer(m, "face double")
    assert offered(m) == ["face 3", "face 4", "face 5", "face 6"]
    g = answer(m, "face 6")
    assert g.pools[0] == (1, 2, 4, "double", 6, 0)


@pytest.mark.rule("GR-123")
def test_each_owner_sets_an_own_die_and_it_is_rolled_again_after_that() -> None:
    m = closing(ROLL, "1 1 1 3", "2 2 2 2", ROLL, stacks={"fox-1": [(2, PLAIN, 3)], "fox-2": [(1, MAGIC, 1)]})
    assert asked(m) == (1, "face")
    answer(m, "face magic")
    assert asked(m) == (2, "face")
    g = answer(m, "face 6")
    assert g.pools[1:3] == [("magic", 1, 1, 1, 3, 0), (2, 2, 2, 2, 6, 0)]
    assert g.foxed == ()


@pytest.mark.rule("GR-Q64")
def test_the_snake_die_on_the_fox_goes_home_and_is_not_set() -> None:
    m = closing("1 2 3 4", ROLL, ROLL, ROLL, stacks={"fox-1": [(0, SNAKE, 4)], "fox-2": [(0, PLAIN, 5)]})
    assert (asked(m), offered(m)) == ((0, "face"), ["face 3", "face 4", "face 5", "face 6"])
    g = answer(m, "face 5")
    assert asked(m) == (0, "turn")
    assert (g.pools[0], g.snake_to) == ((1, 2, 3, 4, 5, 0), -1)


@pytest.mark.rule("GR-Q67")
def test_a_die_that_the_fox_has_set_was_not_rolled() -> None:
    m = closing("2 3 3 3", ROLL, ROLL, ROLL, stacks={"fox-1": [(0, BAN, 3)]}, characters={0: "rapunzel"})
    answer(m, "face 1")
    assert offered(m) == ["pass", "use rapunzel"]
    m = closing("3 3 3 3", ROLL, ROLL, ROLL, stacks={"fox-1": [(0, BAN, 3)]}, characters={0: "rapunzel"})
    answer(m, "face 1")
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-Q67")
def test_the_golden_bird_does_not_answer_to_a_set_die() -> None:
    m = closing("3 3 3 3", ROLL, ROLL, ROLL, stacks={"fox-1": [(0, BAN, 3)]}, hands={0: ["m18"]})
    answer(m, "face 1")
    skip(m, "turn")
    assert not tells(m, "plays")
    assert "play m18" not in offered(m)
    assert m.state.pools[0][BAN] == 1


# Dice on Forest Spirits


@pytest.mark.rule("GR-X17")
def test_a_die_that_the_wolf_took_counts_for_dice_on_two_forest_spirits() -> None:
    pools = {0: {"plain-die": 3}, 1: {"ban-die": 2}, 2: (), 3: ()}
    g = apart(chapter=6, pools=pools, stacks={"fox-1": [(1, PLAIN, 3)]}, kept={1: ["s02"]})
    m = play(g)
    answer(m, "place plain-die wolf")
    assert outcome(m).scores == (0, 2, 0, 0)


@pytest.mark.rule("GR-234")
@pytest.mark.parametrize(
    ("stacks", "heap", "score"),
    [
        ({"wolf": [(1, PLAIN, 3)], "rabbit": [(1, BAN, 3), (2, BAN, 3)]}, [], 2),
        ({"wolf": [(0, PLAIN, 3)]}, [(1, BAN, 3)], 0),
        ({"fox-1": [(1, PLAIN, 3)], "fox-2": [(1, BAN, 3)]}, [], 0),
        ({"fox-1": [(1, PLAIN, 3)], "snake": [(2, BAN, 3)]}, [(2, PLAIN, 3)], 0),
        ({"fox-1": [(1, PLAIN, 3)], "r02": [(1, BAN, 3)]}, [], 0),
        ({}, [], 0),
    ],
)
def test_own_dice_on_two_different_forest_spirits_are_needed(
    stacks: dict[str, list[tuple[int, int, int | str]]], heap: list[tuple[int, int, int | str]], score: int
) -> None:
    m = play(apart(chapter=6, step="close", stacks=stacks, heap=heap, kept={1: ["s02"]}))
    assert outcome(m).scores == (0, score, 0, 0)
