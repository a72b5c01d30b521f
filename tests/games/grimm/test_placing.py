"""Dice Upon a Time: the order of a turn, and phase 1: placing a die."""

from __future__ import annotations

import pytest

from foldtale.games.grimm.state import DISCARD
from foldtale.kernel import Match
from foldtale.kernel.chance import Face
from foldtale.testing import answer, asked, offered, refuses, told, told_of
from tests.games.grimm.given import BAN, CONTENT, DOUBLE, MAGIC, PLAIN, STORY, placeable, play, skip, tale

THREES = "3 3 3 3 3"
ROUTES = {spot.name for spot in CONTENT.spots if spot.ends}
SPIRITS = {"rabbit", "snake", "wolf", "fox-1", "fox-2"}
FULL = [(1, MAGIC, 3), (2, MAGIC, 3), (3, MAGIC, 3)]


def takers(match: Match, socket: str) -> set[str]:
    """The dice that the asked seat can place there."""
    return {die for die, where in placeable(match) if where == socket}


def on(match: Match, socket: str) -> tuple[tuple[int, int, Face], ...]:
    return match.state.stacks[CONTENT.place[socket]]


# A turn


@pytest.mark.rule("GR-030")
def test_a_turn_places_a_die_then_its_face_works_then_comes_the_move_the_field_and_the_quests() -> None:
    g = tale({0: {"magic-die": "magic"}}, at={0: "old_woman"}, quests={0: ["q211"]}, tokens={0: (0, 0, 1)})
    m = play(g)
    topics = []
    for key in ("place magic-die r15", "no", "move apple", "take", "complete q211"):
        topics.append(asked(m))
        answer(m, key)
    assert topics == [(0, "turn"), (0, "draw magic"), (0, "move"), (0, "take"), (0, "quests")]
    assert m.state.done_quests(0) == ["q211"]
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-032")
def test_a_field_does_what_it_does_before_any_quest_can_be_completed() -> None:
    g = tale(at={0: "old_woman"}, quests={0: ["q211", "q212"]}, tokens={0: (0, 2, 1)})
    m = play(g)
    assert refuses(m, "complete q212")
    answer(m, "place plain-die r15")
    assert offered(m) == ["move apple", "stay"]
    answer(m, "move apple")
    assert offered(m) == ["take", "no"]
    assert refuses(m, "complete q212")
    answer(m, "take")
    assert (asked(m), offered(m)) == ((0, "quests"), ["complete q211", "complete q212", "end turn"])


@pytest.mark.rule("GR-006", "GR-031")
def test_one_die_is_placed_in_a_turn_and_one_move_made() -> None:
    m = play(tale(at={0: "old_woman"}, quests={0: ["q212"]}, tokens={0: (0, 2, 0)}))
    answer(m, "place plain-die r07")
    assert offered(m) == ["move well", "stay"]
    g = answer(m, "move well")
    assert (g.at[0], asked(m), offered(m)) == ("well", (0, "quests"), ["complete q212", "end turn"])
    assert refuses(m, "place magic-die r08")
    assert refuses(m, "move old_woman")
    answer(m, "end turn")
    assert asked(m) == (1, "turn")
    assert len(m.state.dice_of(0)) == 4


@pytest.mark.rule("GR-031")
def test_whoever_jumps_and_is_carried_back_has_moved_and_cannot_move_again() -> None:
    g = tale(hands={0: ["m15"]}, quests={0: ["q212"]}, tokens={0: (0, 2, 0)})
    m = play(g, "g08")
    answer(m, "place plain-die r02", "pass")
    assert "move well" in offered(m)
    answer(m, "play m15", "old_woman")
    assert asked(m).topic == "may"
    answer(m, offered(m)[0])
    answer(m, "no")
    assert m.state.at[0] == "town"
    assert (asked(m), "move well" in offered(m)) == ((0, "quests"), False)


@pytest.mark.rule("GR-006", "GR-Q10")
def test_a_turn_is_a_die_what_replaces_it_or_passing() -> None:
    m = play(tale({0: {"plain-die": 3}}, rabbits={0: 1}, at={0: "king"}))
    assert {key.split()[0] for key in offered(m)} == {"place", "rabbit", "pass"}
    assert "rabbit church" in offered(m)
    g = answer(m, "rabbit church")
    assert (g.at[0], g.dice_of(0), g.rabbits[0]) == ("church", [PLAIN], 0)
    assert (asked(m), any(g.stacks)) == ((1, "turn"), False)


@pytest.mark.rule("GR-Q10")
def test_placing_and_passing_are_both_offered_and_neither_is_forced() -> None:
    m = play(tale({0: {"plain-die": 3}}))
    assert placeable(m)
    assert "pass on" in offered(m)
    stacks = dict.fromkeys(("wolf", "snake", "fox-1", "fox-2"), FULL)
    alone = play(tale({0: {"magic-die": 1}}, stacks=stacks))
    assert offered(alone) == ["place magic-die rabbit", "pass on"]


@pytest.mark.rule("GR-Q10")
def test_a_blocked_player_with_magic_items_is_asked_whatever_they_are() -> None:
    stacks = {socket: [(1, PLAIN, 6)] * 3 for socket in SPIRITS}
    questions = []
    for card in ("m12", "m04"):
        m = play(tale({0: {"magic-die": 1}}, at={0: "hell"}, stacks=stacks, hands={0: [card]}))
        questions.append(asked(m))
    assert questions == [(0, "turn"), (0, "turn")]


@pytest.mark.rule("GR-007")
@pytest.mark.parametrize(
    ("at", "key", "to"),
    [
        ("well", "place plain-die r02", "town"),
        ("old_woman", "place plain-die r15", "apple"),
        ("soldier", "place plain-die r18", "magic"),
        ("church", "place plain-die r35", "king"),
        ("well", "place plain-die r36", "fairy"),
    ],
)
def test_moving_and_taking_tokens_or_cards_is_up_to_the_player(at: str, key: str, to: str) -> None:
    m = play(tale({0: {"plain-die": 6}}, at={0: at}))
    answer(m, key)
    assert offered(m) == [f"move {to}", "stay"]
    g = answer(m, f"move {to}", "no")
    assert (asked(m), g.tokens[0], g.hand(0), g.active_quests(0)) == ((1, "turn"), (0, 0, 0), (), [])


@pytest.mark.rule("GR-007")
def test_completing_a_quest_is_up_to_the_player() -> None:
    m = play(tale(tokens={0: (0, 2, 0)}, quests={0: ["q212"]}, at={0: "hell"}))
    answer(m, "place plain-die r15")
    assert offered(m) == ["complete q212", "end turn"]
    g = answer(m, "end turn")
    assert (g.active_quests(0), g.tokens[0], asked(m)) == (["q212"], (0, 2, 0), (1, "turn"))


@pytest.mark.rule("GR-007")
def test_drawing_a_story_card_is_compulsory() -> None:
    m = play(tale(), "g01")
    g = answer(m, "place plain-die r01", "move old_woman")
    assert (g.tokens[0], asked(m)) == ((0, 0, 1), (1, "turn"))


# Where


@pytest.mark.rule("GR-035")
@pytest.mark.parametrize("at", ["town", "hell", "king"])
def test_a_six_can_be_placed_in_every_socket_of_the_board_wherever_the_figure_is(at: str) -> None:
    m = play(tale({0: {"plain-die": 6}}, at={0: at}))
    assert placeable(m) == {("plain-die", socket) for socket in ROUTES | SPIRITS}
    assert len(placeable(m)) == 41


@pytest.mark.rule("GR-035")
@pytest.mark.parametrize("socket", ["r22", "rabbit", "snake", "fox-2"])
def test_a_placed_die_leaves_the_pool_and_lies_in_the_socket(socket: str) -> None:
    m = play(tale({0: {"plain-die": 5, "ban-die": 2}}))
    g = answer(m, f"place plain-die {socket}")
    assert on(m, socket) == ((0, PLAIN, 5),)
    assert g.pools[0] == (0, 0, 2, 0, 0, 0)
    assert sum([len(stack) for stack in g.stacks]) == 1


@pytest.mark.rule("GR-036")
def test_a_die_far_from_the_figure_hinders_others_and_moves_nobody() -> None:
    m = play(
        tale({0: {"plain-die": 5}, 1: (3, 3, 3, 3, 4)}, at={1: "bread"}, stacks={"r17": [(2, PLAIN, 3)]})
    )
    g = answer(m, "place plain-die r17")
    assert (g.at[0], asked(m)) == ("town", (1, "turn"))
    assert takers(m, "r17") == set()
    assert refuses(m, "place plain-die r17")


@pytest.mark.rule("GR-037")
def test_a_die_activates_its_route_for_whoever_placed_it_in_that_turn_only() -> None:
    m = play(tale(at={1: "well"}))
    answer(m, "place plain-die r02")
    assert (asked(m), offered(m)) == ((0, "move"), ["move well", "stay"])
    answer(m, "stay")
    g = answer(m, "place plain-die rabbit")
    assert (g.at[1], asked(m)) == ("well", (2, "turn"))
    answer(m, "pass on", "pass on")
    g = answer(m, "place magic-die rabbit")
    assert (g.at[0], asked(m)) == ("town", (1, "turn"))


@pytest.mark.rule("GR-037", "GR-Q11")
@pytest.mark.parametrize(("here", "there"), [("bridge", "woodsman"), ("woodsman", "bridge")])
def test_one_socket_serves_a_route_in_both_directions(here: str, there: str) -> None:
    m = play(tale(at={0: here}))
    answer(m, "place plain-die r13")
    assert offered(m) == [f"move {there}", "stay"]


@pytest.mark.rule("GR-Q11")
def test_those_who_come_from_the_other_end_meet_the_same_dice() -> None:
    m = play(tale({0: {"plain-die": 5}, 1: (4, 4, 4, 4, 5)}, at={0: "inn", 1: "soldier"}))
    answer(m, "place plain-die r11", "stay")
    assert takers(m, "r11") == {"plain-die"}
    answer(m, "place plain-die r11")
    assert offered(m) == ["move inn", "stay"]
    assert on(m, "r11") == ((0, PLAIN, 5), (1, PLAIN, 5))


@pytest.mark.rule("GR-Q12")
@pytest.mark.parametrize(("here", "socket", "out"), [("king", "r35", "church"), ("fairy", "r36", "well")])
def test_the_way_out_from_king_or_fairy_needs_a_six_too(here: str, socket: str, out: str) -> None:
    m = play(tale({0: (5, 5, 5, 5, 6)}, at={0: here}))
    assert takers(m, socket) == {"plain-die"}
    answer(m, f"place plain-die {socket}")
    assert offered(m) == [f"move {out}", "stay"]


# How high a die must be


@pytest.mark.rule("GR-038")
@pytest.mark.parametrize(
    ("socket", "value"),
    [("rabbit", 1), ("wolf", 1), ("fox-1", 1), ("r02", 2), ("r01", 3), ("r05", 4), ("r19", 5), ("r35", 6)],
)
def test_in_an_empty_socket_a_die_must_be_at_least_its_value(socket: str, value: int) -> None:
    dice = {"magic-die": 1, "story-die": 2, "ban-die": 3, "double-die": 4, "plain-die": 5}
    m = play(tale({0: dice}))
    assert takers(m, socket) == {die for die, shown in dice.items() if shown >= value}
    if value > 1:
        assert refuses(m, f"place magic-die {socket}")
    six = play(tale({0: {"plain-die": 6}}))
    assert takers(six, socket) == {"plain-die"}


@pytest.mark.rule("GR-039")
@pytest.mark.parametrize(
    ("stack", "least"),
    [
        ([(1, PLAIN, 3)], 3),
        ([(1, PLAIN, 5)], 5),
        ([(1, PLAIN, 3), (2, PLAIN, 5)], 5),
        ([(1, MAGIC, 1)], 1),
        ([(1, PLAIN, 5), (2, MAGIC, 2)], 2),
    ],
)
@pytest.mark.parametrize("socket", ["r02", "r35", "snake"])
def test_on_other_dice_only_the_topmost_counts_and_no_longer_the_socket(
    socket: str, stack: list[tuple[int, int, Face]], least: int
) -> None:
    dice = {"magic-die": 1, "story-die": 2, "ban-die": 3, "double-die": 4, "plain-die": 5}
    m = play(tale({0: dice}, stacks={socket: stack}))
    assert takers(m, socket) == {die for die, shown in dice.items() if shown >= least}


@pytest.mark.rule("GR-042", "GR-043")
@pytest.mark.parametrize("face", ["magic", "story", "double"])
def test_a_special_face_counts_six_under_another_die(face: str) -> None:
    die = {"magic": MAGIC, "story": STORY, "double": DOUBLE}[face]
    dice: dict[str, Face] = {"magic-die": "magic", "story-die": "story", "ban-die": "ban", "plain-die": 6}
    m = play(tale({0: {**dice, "double-die": 5}}, stacks={"r02": [(1, die, face)]}))
    assert takers(m, "r02") == set(dice)
    assert refuses(m, "place double-die r02")


@pytest.mark.rule("GR-042", "GR-043")
def test_on_a_six_go_only_sixes_and_special_faces() -> None:
    dice: dict[str, Face] = {"magic-die": "magic", "story-die": "story", "ban-die": 5, "double-die": "double"}
    m = play(tale({0: {**dice, "plain-die": 6}}, stacks={"r02": [(1, PLAIN, 6)], "rabbit": [(1, PLAIN, 6)]}))
    assert takers(m, "r02") == takers(m, "rabbit") == {"magic-die", "story-die", "double-die", "plain-die"}


@pytest.mark.rule("GR-042")
@pytest.mark.parametrize(
    ("die", "face"),
    [("magic-die", "magic"), ("story-die", "story"), ("ban-die", "ban"), ("double-die", "double")],
)
def test_every_special_face_is_enough_for_a_socket_of_six(die: str, face: str) -> None:
    m = play(tale({0: {die: face}}))
    assert placeable(m) == {(die, socket) for socket in ROUTES | SPIRITS}


# How high a stack may be


@pytest.mark.rule("GR-040", "GR-041")
@pytest.mark.parametrize("socket", ["r02", "r35", "rabbit", "snake"])
@pytest.mark.parametrize(("height", "room"), [(1, True), (2, True), (3, False)])
def test_a_stack_holds_three_dice_and_no_more(socket: str, height: int, room: bool) -> None:
    m = play(tale({0: (6, 6, "ban", 6, 6)}, stacks={socket: FULL[:height]}))
    assert bool(takers(m, socket)) == room
    if not room:
        assert refuses(m, f"place plain-die {socket}")


@pytest.mark.rule("GR-040", "GR-Q126")
@pytest.mark.parametrize("mode", ["against each other", "together"])
@pytest.mark.parametrize("socket", ["r02", "rabbit"])
def test_with_two_players_a_stack_holds_two_dice_also_if_they_play_together(mode: str, socket: str) -> None:
    one = play(tale({0: {"plain-die": 6}}, players=2, mode=mode, stacks={socket: [(1, PLAIN, 3)]}))
    assert takers(one, socket) == {"plain-die"}
    two = play(tale({0: {"plain-die": 6}}, players=2, mode=mode, stacks={socket: [(1, PLAIN, 3)] * 2}))
    assert takers(two, socket) == set()
    three = play(tale({0: {"plain-die": 6}}, players=3, mode=mode, stacks={socket: [(1, PLAIN, 3)] * 2}))
    assert takers(three, socket) == {"plain-die"}


@pytest.mark.rule("GR-044")
def test_dice_of_any_player_may_lie_below_also_ones_own() -> None:
    g = tale({0: (3, 3, 3, 4, 5)}, stacks={"r02": [(0, MAGIC, 3)], "r03": [(0, STORY, 3), (1, PLAIN, 4)]})
    m = play(g)
    assert takers(m, "r02") == {"story-die", "magic-die", "ban-die", "double-die", "plain-die"}
    assert takers(m, "r03") == {"double-die", "plain-die"}
    answer(m, "place double-die r02")
    assert on(m, "r02") == ((0, MAGIC, 3), (0, DOUBLE, 4))


@pytest.mark.rule("GR-045")
def test_a_die_stays_in_its_socket_until_the_chapter_ends() -> None:
    m = play(tale(players=3, cards="beginner"), THREES, THREES, THREES, "e06")
    answer(m, "place plain-die r15", "place plain-die r17", "pass on")
    answer(m, "place magic-die r15", "pass on")
    assert (on(m, "r15"), on(m, "r17")) == (((0, PLAIN, 3), (0, MAGIC, 3)), ((1, PLAIN, 3),))
    g = answer(m, "pass on")
    assert (g.chapter, any(g.stacks)) == (2, False)


@pytest.mark.rule("GR-Q19")
def test_a_stack_that_is_too_high_stays_and_is_full_for_everybody_else() -> None:
    g = tale(
        {0: (6, 6, 6, 6, 6)},
        stacks={"r02": [*FULL, (1, PLAIN, 3)], "rabbit": [*FULL, (1, PLAIN, 4)]},
        characters={1: "bremen"},
        hands={0: ["m16"]},
    )
    m = play(g)
    assert takers(m, "r02") == takers(m, "rabbit") == set()
    assert "with m16" not in offered(m)
    answer(m, "pass on")
    assert asked(m) == (1, "turn")
    assert takers(m, "r02") == set()
    assert len(on(m, "r02")) == 4


@pytest.mark.rule("GR-Q19")
def test_the_top_of_a_stack_that_is_too_high_still_decides_the_bids_on_rabbit_and_snake() -> None:
    high = [(0, MAGIC, 3), (2, MAGIC, 3), (3, MAGIC, 3), (1, PLAIN, 4)]
    g = tale(
        stacks={"rabbit": high, "snake": high}, passed=[1, 2, 3], characters={1: "bremen"}, cards="beginner"
    )
    m = play(g, "3 3 3 3 3 6", THREES, THREES, THREES, "e06")
    g = answer(m, "pass on")
    assert (g.starter, g.rabbits, g.pools[1][5]) == (1, [0, 1, 0, 0], 6)


# What makes it easier


@pytest.mark.rule("GR-Q132")
def test_a_placement_of_little_red_riding_hood_activates_the_route() -> None:
    m = play(tale({0: {"plain-die": 3}}, characters={0: "red"}))
    assert refuses(m, "place plain-die r05")
    answer(m, "with red", "place plain-die r05")
    assert m.state.at[0] == "church"
    assert on(m, "r05") == ((0, PLAIN, 3),)
    assert m.state.turned[0]


@pytest.mark.rule("GR-Q132")
@pytest.mark.parametrize(
    ("help", "hand", "character", "stack"),
    [
        ("tailor", [], "tailor", [(1, PLAIN, 6), (2, PLAIN, 6), (3, PLAIN, 6)]),
        ("m12", ["m12"], "", [(1, BAN, "ban")]),
        ("m16", ["m16"], "", FULL),
        ("", [], "bremen", FULL),
    ],
)
def test_a_placement_with_help_is_a_normal_one_its_face_works_and_the_route_is_active(
    help: str, hand: list[str], character: str, stack: list[tuple[int, int, Face]]
) -> None:
    g = tale(
        {0: {"magic-die": "magic"}},
        stacks={"r02": stack},
        hands={0: hand},
        characters={0: character} if character else {},
    )
    m = play(g)
    if help:
        assert refuses(m, "place magic-die r02")
        answer(m, f"with {help}")
    answer(m, "place magic-die r02")
    skip(m, "draw magic")
    assert (asked(m), offered(m)) == ((0, "draw magic"), ["draw", "no"])
    answer(m, "no")
    assert offered(m) == ["move well", "stay"]
    assert on(m, "r02")[-1] == (0, MAGIC, "magic")


@pytest.mark.rule("GR-Q99", "GR-Q70", "GR-Q103")
@pytest.mark.parametrize(
    ("help", "hand", "character", "sockets"),
    [
        ("m12", ["m12"], "", {"r02"}),
        ("tailor", [], "tailor", {"r02"}),
        ("m16", ["m16"], "", {"r02", "rabbit", "snake"}),
    ],
)
def test_boots_and_tailor_help_on_routes_and_beans_on_rabbit_and_snake_too(
    help: str, hand: list[str], character: str, sockets: set[str]
) -> None:
    high = [(2, PLAIN, 5)] if help == "m12" else FULL
    stacks = {"r02": high, "rabbit": high, "snake": high, "fox-1": [(2, PLAIN, 5)], "wolf": [(2, PLAIN, 5)]}
    g = tale(
        {0: {"plain-die": 3}}, stacks=stacks, hands={0: hand}, characters={0: character} if character else {}
    )
    m = play(g)
    answer(m, f"with {help}")
    assert {socket for _, socket in placeable(m) if socket in stacks} == sockets


@pytest.mark.rule("GR-Q133")
def test_die_socket_and_helpers_are_announced_together_and_may_be_legal_only_through_all_of_them() -> None:
    banned: list[tuple[int, int, Face]] = [(1, PLAIN, 3), (2, PLAIN, 5), (3, BAN, "ban")]
    g = tale({0: {"plain-die": 3}}, stacks={"r05": banned, "rabbit": banned}, hands={0: ["m12", "m16"]})
    m = play(g)
    answer(m, "with m12")
    assert asked(m) == (0, "place with")
    assert refuses(m, "place plain-die r05")
    assert "place plain-die r19" in offered(m)
    assert refuses(m, "place plain-die r01")
    answer(m, "with m16")
    assert placeable(m) == {("plain-die", "r05")}
    answer(m, "place plain-die r05")
    said = told_of(m, "announces")
    assert said == [["plain-die", "r05", "m12", "m16"]]
    skip(m, "move")
    assert on(m, "r05") == (*banned, (0, PLAIN, 3))
    assert sorted(m.state.magic.rows[DISCARD]) == ["m12", "m16"]


@pytest.mark.rule("GR-Q133", "GR-Q148")
def test_whoever_thinks_better_of_a_characters_help_has_used_up_nothing() -> None:
    m = play(tale({0: {"plain-die": 3}}, characters={0: "red"}, hands={0: ["m12"]}))
    before = offered(m)
    answer(m, "with red", "back")
    assert (asked(m), offered(m)) == ((0, "turn"), before)
    assert (m.state.turned[0], m.state.hand(0)) == (False, ("m12",))


def helped(help: str, hands: dict[int, list[str]], character: str) -> Match:
    """Seat 0 has announced, by some help, a 3 for the route to the Inn, where a 4 lies."""
    g = tale(
        {0: {"plain-die": 3, "magic-die": 5}},
        stacks={"r04": [(2, PLAIN, 4)]},
        hands=hands,
        characters={0: character} if character else {},
    )
    m = play(g, "6")
    answer(m, f"with {help}", "place plain-die r04")
    return m


@pytest.mark.rule("GR-Q133")
@pytest.mark.parametrize(("help", "character"), [("red", "red"), ("tailor", "tailor"), ("m12", "")])
def test_a_ball_of_yarn_comes_before_the_placement_so_helpers_are_not_used_up(
    help: str, character: str
) -> None:
    hands = {1: ["m06"]} | ({0: [help]} if not character else {})
    m = helped(help, hands, character)
    while asked(m) == (0, "place_announced"):
        answer(m, "pass")
    assert asked(m) == (1, "place_announced")
    answer(m, "play m06")
    skip(m, "turn")
    g = m.state
    assert asked(m) == (0, "turn")
    assert on(m, "r04") == ((2, PLAIN, 4),)
    assert g.pools[0] == (5, 0, 0, 0, 6, 0)
    assert (g.turned[0], g.hand(0)) == (False, tuple(hands.get(0, [])))
    assert {"place magic-die r04", "place plain-die r04", "pass on"} <= set(offered(m))


@pytest.mark.rule("GR-Q133")
@pytest.mark.parametrize(("help", "character"), [("red", "red"), ("tailor", "tailor"), ("m12", "")])
def test_helpers_are_used_up_when_the_placement_is_carried_out(help: str, character: str) -> None:
    m = helped(help, {} if character else {0: [help]}, character)
    skip(m, "move", "turn")
    g = m.state
    below = () if help == "tailor" else ((2, PLAIN, 4),)
    assert on(m, "r04") == (*below, (0, PLAIN, 3))
    assert g.turned[0] == bool(character)
    assert (g.hand(0), g.magic.rows[DISCARD]) == ((), () if character else ("m12",))


@pytest.mark.rule("GR-Q133")
def test_of_two_helpers_one_that_is_cancelled_does_not_use_up_the_other() -> None:
    banned: list[tuple[int, int, Face]] = [(1, PLAIN, 3), (2, PLAIN, 5), (3, BAN, "ban")]
    hands = {0: ["m12", "m16"], 1: ["m14"]}
    m = play(tale({0: {"plain-die": 3}}, stacks={"r05": banned}, hands=hands))
    answer(m, "with m12", "with m16", "place plain-die r05")
    skip(m, "card_played")
    answer(m, "pass")
    assert asked(m) == (1, "card_played")
    answer(m, "play m14")
    assert (asked(skip(m, "turn")), on(m, "r05")) == ((0, "turn"), tuple(banned))
    assert m.state.hand(0) == ("m12",)


@pytest.mark.rule("GR-Q134")
def test_a_swatted_die_is_used_up_for_this_chapter_and_rolled_again_in_the_next() -> None:
    g = tale(
        {0: {"plain-die": 3}, 1: {"plain-die": 3}},
        players=2,
        cards="beginner",
        stacks={"r15": [(1, MAGIC, "magic")]},
        characters={0: "tailor"},
    )
    m = play(g, THREES, "5 5 5 5 5", "e06")
    answer(m, "with tailor", "place plain-die r15")
    assert (on(m, "r15"), asked(m)) == (((0, PLAIN, 3),), (1, "turn"))
    assert m.state.pools[1] == (0, 0, 0, 0, 3, 0)
    assert {die for die, _ in placeable(m)} == {"plain-die"}
    g = answer(m, "pass on")
    assert (g.chapter, g.pools[1]) == (2, (5, 5, 5, 5, 5, 0))


@pytest.mark.rule("GR-Q134")
def test_a_swatted_snake_die_goes_home_at_the_end_of_the_chapter() -> None:
    g = tale({0: {"plain-die": 3}, 1: {}}, players=2, cards="beginner", stacks={"r15": [(1, 5, 6)]})
    g.character = ["tailor", ""]
    m = play(g, THREES, THREES, "e06")
    g = answer(m, "with tailor", "place plain-die r15")
    assert g.chapter == 2
    assert [pool[5] for pool in g.pools] == [0, 0]


@pytest.mark.rule("GR-Q134")
def test_a_discarded_die_triggers_nothing_and_is_rolled_again_in_the_next_chapter() -> None:
    g = tale({0: {"story-die": "story", "magic-die": "magic"}, 1: {}}, players=2)
    m = play(g, "b08", THREES, "4 4 4 4 4", "e06")
    g = answer(m, "place story-die r15")
    assert "discards a die" in told(m)
    assert "draws a Magic Item" not in told(m)
    assert (g.chapter, g.pools) == (2, [(3, 3, 3, 3, 3, 0), (4, 4, 4, 4, 4, 0)])


# The rulebook's examples


@pytest.mark.rule("GR-X01")
def test_example_three_dice_on_a_route_of_five() -> None:
    pools: dict[int, tuple[Face, ...]] = {
        0: (3, 3, 3, 3, 5),
        1: (3, 3, 3, 3, 5),
        2: ("magic", 3, 3, 3, 3),
        3: (6, 6, "ban", 6, 6),
    }
    m = play(tale(pools, at={2: "apple"}))
    answer(m, "place plain-die r19", "place plain-die r19", "place magic-die r19")
    assert asked(m) == (2, "draw magic")
    answer(m, "no")
    assert offered(m) == ["move clouds", "stay"]
    answer(m, "move clouds")
    assert on(m, "r19") == ((0, PLAIN, 5), (1, PLAIN, 5), (2, MAGIC, "magic"))
    assert (asked(m), takers(m, "r19")) == ((3, "turn"), set())


@pytest.mark.rule("GR-X02")
def test_example_little_red_riding_hood_visits_the_old_woman() -> None:
    m = play(tale({0: {"plain-die": 3}}, characters={0: "red"}), "g02")
    answer(m, "place plain-die r01")
    assert offered(m) == ["move old_woman", "stay"]
    g = answer(m, "move old_woman")
    assert "draws a Story card" in told(m)
    assert (g.at[0], g.tokens[0], g.turned[0]) == ("old_woman", (0, 1, 0), False)


@pytest.mark.rule("GR-X30")
def test_example_two_players_and_a_full_stack_of_two() -> None:
    g = tale(
        {0: {"plain-die": 4}, 1: {"plain-die": 5}}, players=2, stacks={"r02": [(1, MAGIC, 3)]}, rabbits={1: 1}
    )
    m = play(g)
    answer(m, "place plain-die r02", "stay")
    assert on(m, "r02") == ((1, MAGIC, 3), (0, PLAIN, 4))
    assert asked(m) == (1, "turn")
    assert refuses(m, "place plain-die r02")
    assert answer(m, "rabbit well").at[1] == "well"
