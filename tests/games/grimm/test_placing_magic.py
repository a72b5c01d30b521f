"""Dice Upon a Time: Magic Items that change a placement: Boots, Beans, and the Ball of Yarn."""

from __future__ import annotations

import pytest

from foldtale.games.grimm.state import DISCARD, Placed, Tale
from foldtale.kernel.errors import UndoRefused
from foldtale.kernel.talk import SPECTATOR
from foldtale.testing import answer, asked, offered, refuses, told
from tests.games.grimm.given import BAN, CONTENT, MAGIC, PLAIN, SNAKE, go, placeable, play, skip, tale

YARN, BOOTS, BALL, BEANS, BIRD = "m06", "m12", "m14", "m16", "m18"
LOW_STACK: list[Placed] = [(1, PLAIN, 3), (2, PLAIN, 3)]
FULL: list[Placed] = [(1, PLAIN, 3), (2, PLAIN, 4), (3, PLAIN, 4)]


def discarded(g: Tale) -> tuple[str, ...]:
    return g.magic.rows[DISCARD]


def stack(g: Tale, socket: str) -> tuple[Placed, ...]:
    return g.stacks[CONTENT.place[socket]]


def routes(least: int) -> set[str]:
    return {spot.name for spot in CONTENT.spots if spot.ends and spot.value >= least}


# Seven-league Boots


@pytest.mark.rule("GR-207", "GR-Q99", "GR-136")
def test_with_the_boots_any_die_fits_any_empty_socket_of_a_route() -> None:
    m = play(tale(pools={0: {"plain-die": 3}}, hands={0: [BOOTS]}, at={0: "church"}))
    assert ("plain-die", "r35") not in placeable(m)
    answer(m, f"with {BOOTS}")
    assert placeable(m) == {("plain-die", route) for route in routes(4)}
    g = go(m, "0 place plain-die r35")
    assert stack(g, "r35") == ((0, PLAIN, 3),)
    assert discarded(g) == (BOOTS,)
    assert g.hand(0) == ()
    assert asked(m) == (0, "move")
    assert "move king" in offered(m)


@pytest.mark.rule("GR-207", "GR-Q99")
def test_with_the_boots_the_topmost_die_counts_nothing() -> None:
    g = tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS]}, stacks={"r01": [(1, PLAIN, 6)]})
    g = go(play(g), f"0 with {BOOTS}", "0 place magic-die r01")
    assert stack(g, "r01") == ((1, PLAIN, 6), (0, MAGIC, 1))
    assert CONTENT.spots[g.route].name == "r01"


@pytest.mark.rule("GR-207", "GR-Q99")
def test_with_the_boots_a_ban_die_of_another_keeps_nobody_away() -> None:
    m = play(tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS]}, stacks={"r02": [(1, BAN, "ban")]}))
    assert ("magic-die", "r02") not in placeable(m)
    g = go(m, f"0 with {BOOTS}", "0 place magic-die r02")
    assert stack(g, "r02")[-1] == (0, MAGIC, 1)


@pytest.mark.rule("GR-207", "GR-136")
def test_a_special_face_in_boots_works_as_ever() -> None:
    g = tale(pools={0: {"magic-die": "magic"}}, hands={0: [BOOTS]}, stacks={"r02": [(1, BAN, "ban")]})
    m = play(g, "m01")
    go(m, f"0 with {BOOTS}", "0 place magic-die r02")
    assert asked(m) == (0, "draw magic")
    assert answer(m, "draw").hand(0) == ("m01",)


@pytest.mark.rule("GR-Q99")
def test_the_height_of_a_stack_stops_even_the_boots() -> None:
    stacks: dict[str, list[Placed]] = {"r02": FULL, "r35": [(1, PLAIN, 6)]}
    m = play(tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS]}, stacks=stacks))
    answer(m, f"with {BOOTS}")
    found = placeable(m)
    assert ("magic-die", "r35") in found
    assert ("magic-die", "r02") not in found
    assert refuses(m, "place magic-die r02")
    assert discarded(m.state) == ()


@pytest.mark.rule("GR-Q99", "GR-135")
@pytest.mark.parametrize("spirit", ["rabbit", "snake"])
def test_the_boots_do_not_help_on_forest_spirits(spirit: str) -> None:
    m = play(tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS]}, stacks={spirit: [(1, PLAIN, 6)]}))
    answer(m, f"with {BOOTS}")
    assert ("magic-die", "r02") in placeable(m)
    assert ("magic-die", spirit) not in placeable(m)


@pytest.mark.rule("GR-Q99")
def test_the_boots_are_for_one_placement() -> None:
    g = tale(pools={0: {"magic-die": 1, "story-die": 1}}, hands={0: [BOOTS]}, passed=(1, 2, 3))
    m = play(g)
    go(m, f"0 with {BOOTS}", "0 place magic-die r35")
    skip(m, "turn")
    assert asked(m) == (0, "turn")
    assert ("story-die", "r36") not in placeable(m)
    assert f"with {BOOTS}" not in offered(m)


@pytest.mark.rule("GR-135", "GR-Q99")
def test_the_boots_are_not_offered_where_every_die_fits_without_them() -> None:
    m = play(tale(pools={0: {"plain-die": 6}}, hands={0: [BOOTS]}))
    assert f"with {BOOTS}" not in offered(m)
    assert refuses(m, f"with {BOOTS}")
    assert m.state.hand(0) == (BOOTS,)


@pytest.mark.rule("GR-Q148")
@pytest.mark.parametrize("card", [BOOTS, BEANS])
def test_a_magic_item_that_eases_a_placement_is_shown_as_soon_as_it_is_chosen(card: str) -> None:
    hands = {0: [card, BIRD], 1: [YARN]}
    m = play(tale(pools={0: {"plain-die": 4}}, hands=hands, stacks={"r02": FULL}))
    assert card not in str(m.story(1)) + str(m.scene(1))
    answer(m, f"with {card}")
    shown, said = m.story(SPECTATOR)[-2:]
    assert (shown, said["tell"], said["about"]) == ({"show": [card]}, "brings out", [card])
    assert m.state.magic.seen_by(1, 0) == (card,)


@pytest.mark.rule("GR-Q148")
@pytest.mark.parametrize("first", [(), ("with tailor",)])
def test_nobody_goes_back_from_a_magic_item_in_secret(first: tuple[str, ...]) -> None:
    stacks: dict[str, list[Placed]] = {"r02": [(1, PLAIN, 6)], "r04": [(1, BAN, "ban"), (2, PLAIN, 6)]}
    m = play(tale(pools={0: {"magic-die": 3}}, hands={0: [BOOTS]}, characters={0: "tailor"}, stacks=stacks))
    answer(m, *first)
    answer(m, f"with {BOOTS}")
    assert "back" not in offered(m)
    assert refuses(m, "back")
    with pytest.raises(UndoRefused):
        m.undo(0)


@pytest.mark.rule("GR-Q148", "GR-Q106")
def test_the_only_placement_that_boots_allow_is_asked_for_whatever_else_is_in_the_hand() -> None:
    full = {spot.name: FULL for spot in CONTENT.spots if spot.ends and spot.name != "r02"}
    questions = []
    for other in (BEANS, BIRD):
        stacks = {**full, "r02": [(1, PLAIN, 5)]}
        m = play(tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS, other]}, stacks=stacks))
        answer(m, f"with {BOOTS}")
        questions.append((m.number, asked(m), m.scene(1).ask))
    assert questions[0] == questions[1]


@pytest.mark.rule("GR-138", "GR-Q101", "GR-Q99")
def test_boots_that_a_crystal_ball_answers_are_gone_and_the_die_is_not_placed() -> None:
    m = play(tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS, BEANS], 2: [BALL]}, stacks={"r02": FULL}))
    g = go(m, f"0 with {BOOTS}", "0 place magic-die r35", f"2 play {BALL}")
    assert stack(g, "r35") == ()
    assert g.pools[0][MAGIC] == 1
    assert set(discarded(g)) == {BOOTS, BALL}
    assert asked(m) == (0, "turn")
    assert f"with {BEANS}" not in offered(m)


@pytest.mark.rule("GR-Q101", "GR-Q133", "GR-209")
@pytest.mark.parametrize("hand", [[BOOTS], [BOOTS, BEANS]])
def test_boots_are_not_played_by_an_owner_whom_a_crystal_ball_has_silenced(hand: list[str]) -> None:
    m = play(tale(pools={0: {"magic-die": 1}}, hands={0: hand, 1: [YARN], 2: [BALL]}))
    g = go(m, f"0 with {BOOTS}", "0 place magic-die r35", f"1 play {YARN}", f"2 play {BALL}")
    assert stack(g, "r35") == ()
    assert g.pools[0][MAGIC] == 1
    assert (set(discarded(g)), set(g.hand(0))) == ({YARN, BALL}, set(hand))
    assert asked(m) == (0, "turn")
    assert f"with {BOOTS}" not in offered(m)
    assert told(m)[-1] == "may not play"


# Magic Beans


@pytest.mark.rule("GR-211", "GR-Q151")
def test_two_beans_are_not_announced_together() -> None:
    m = play(tale(pools={0: {"plain-die": 5}}, hands={0: [BEANS, BEANS]}, stacks={"r02": FULL}))
    answer(m, f"with {BEANS}")
    assert f"with {BEANS}" not in offered(m)
    stacks = {"r02": [*FULL, (0, MAGIC, 5)]}
    assert f"with {BEANS}" not in offered(play(tale(hands={0: [BEANS, BEANS]}, stacks=stacks)))


@pytest.mark.rule("GR-211", "GR-Q103", "GR-136")
@pytest.mark.parametrize("socket", ["r02", "rabbit", "snake"])
def test_beans_allow_a_fourth_die_on_a_route_on_rabbit_and_on_snake(socket: str) -> None:
    m = play(tale(pools={0: {"plain-die": 5}}, hands={0: [BEANS]}, stacks={socket: FULL}))
    assert ("plain-die", socket) not in placeable(m)
    answer(m, f"with {BEANS}")
    assert placeable(m) == {("plain-die", socket)}
    g = go(m, f"0 place plain-die {socket}")
    assert stack(g, socket) == (*FULL, (0, PLAIN, 5))
    assert discarded(g) == (BEANS,)


@pytest.mark.rule("GR-212", "GR-Q103")
def test_a_die_on_beans_must_not_be_lower_than_the_one_below() -> None:
    stacks = {"r02": FULL, "r03": [*FULL[:2], (3, PLAIN, 5)]}
    m = play(tale(pools={0: {"plain-die": 4, "magic-die": 3}}, hands={0: [BEANS]}, stacks=stacks))
    answer(m, f"with {BEANS}")
    assert placeable(m) == {("plain-die", "r02")}


@pytest.mark.rule("GR-Q103")
def test_beans_do_not_overcome_a_ban() -> None:
    stacks = {"r02": [*LOW_STACK, (3, BAN, "ban")]}
    m = play(tale(pools={0: {"plain-die": 6, "ban-die": "ban"}}, hands={0: [BEANS]}, stacks=stacks))
    answer(m, f"with {BEANS}")
    assert placeable(m) == {("ban-die", "r02")}


@pytest.mark.rule("GR-Q103", "GR-135")
@pytest.mark.parametrize("socket", ["wolf", "fox-1", "fox-2"])
def test_nothing_grows_from_beans_on_wolf_and_fox(socket: str) -> None:
    g = tale(pools={0: {"plain-die": 6}}, hands={0: [BEANS]}, stacks={socket: [(1, PLAIN, 3)]})
    m = play(g)
    assert f"with {BEANS}" not in offered(m)
    assert refuses(m, f"place plain-die {socket}")


@pytest.mark.rule("GR-211")
def test_beans_allow_one_die_more_and_not_two() -> None:
    four = [*FULL, (1, MAGIC, 5)]
    m = play(tale(pools={0: {"plain-die": 6}}, hands={0: [BEANS, BEANS]}, stacks={"r02": four}))
    assert f"with {BEANS}" not in offered(m)


@pytest.mark.rule("GR-Q103")
def test_beans_come_on_top_of_what_the_musicians_can_do() -> None:
    four = [*FULL, (1, MAGIC, 5)]
    g = tale(pools={0: {"plain-die": 6}}, hands={0: [BEANS]}, stacks={"r02": four}, characters={0: "bremen"})
    g = go(play(g), f"0 with {BEANS}", "0 place plain-die r02")
    assert stack(g, "r02") == (*four, (0, PLAIN, 6))


@pytest.mark.rule("GR-X24", "GR-211", "GR-212")
@pytest.mark.parametrize(("face", "fits"), [(3, False), (4, True), (5, True)])
def test_for_two_players_beans_allow_a_third_die_of_four_or_higher_on_a_four(face: int, fits: bool) -> None:
    stacks = {"r02": [(1, PLAIN, 3), (1, MAGIC, 4)]}
    m = play(tale(players=2, pools={0: {"plain-die": face}}, hands={0: [BEANS]}, stacks=stacks))
    assert ("plain-die", "r02") not in placeable(m)
    assert (f"with {BEANS}" in offered(m)) == fits
    if fits:
        g = go(m, f"0 with {BEANS}", "0 place plain-die r02")
        assert len(stack(g, "r02")) == 3


@pytest.mark.rule("GR-Q99", "GR-Q103")
def test_boots_and_beans_together_let_any_die_onto_a_full_stack() -> None:
    stacks = {"r02": [*LOW_STACK, (3, BAN, "ban")]}
    m = play(tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS, BEANS]}, stacks=stacks))
    answer(m, f"with {BOOTS}")
    assert ("magic-die", "r02") not in placeable(m)
    answer(m, f"with {BEANS}")
    assert placeable(m) == {("magic-die", "r02")}
    g = go(m, "0 place magic-die r02")
    assert stack(g, "r02")[-1] == (0, MAGIC, 1)
    assert set(discarded(g)) == {BOOTS, BEANS}


@pytest.mark.rule("GR-138", "GR-Q133")
def test_boots_are_not_used_up_when_the_beans_announced_with_them_are_cancelled() -> None:
    stacks = {"r02": [*LOW_STACK, (3, BAN, "ban")]}
    m = play(tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS, BEANS], 2: [BALL]}, stacks=stacks))
    answer(m, f"with {BOOTS}", f"with {BEANS}", "place magic-die r02")
    plays = 0
    while asked(m).topic != "turn":
        plays += asked(m) == (2, "card_played")
        m.answer(f"play {BALL}" if plays == 2 else "pass")
    g = m.state
    assert len(stack(g, "r02")) == 3
    assert g.hand(0) == (BOOTS,)
    assert set(discarded(g)) == {BEANS, BALL}


@pytest.mark.rule("GR-135")
@pytest.mark.parametrize("card", [BOOTS, BEANS])
def test_boots_and_beans_are_for_the_placer_and_for_phase_1_alone(card: str) -> None:
    g = tale(pools={0: {"plain-die": 4}}, hands={0: [card], 1: [card]}, stacks={"r02": FULL})
    m = play(g)
    assert f"with {card}" in offered(m)
    answer(m, "place plain-die rabbit")
    met = []
    while asked(m).topic != "quests":
        met.append(asked(m).topic)
        assert [key for key in offered(m) if card in key] == []
        m.answer(offered(m)[-1])
    assert met == ["place_announced", "place_announced", "move"]
    assert [key for key in offered(m) if card in key] == []


# The Wonderful Ball of Yarn


@pytest.mark.rule("GR-196", "GR-Q93", "GR-134")
@pytest.mark.parametrize("who", [0, 1, 3])
def test_anybody_may_have_an_announced_die_rerolled_before_it_is_placed(who: int) -> None:
    m = play(tale(pools={0: {"plain-die": 3, "magic-die": 5}}, hands={who: [YARN]}), "6")
    answer(m, "place plain-die r01")
    assert asked(m) == (who, "place_announced")
    assert offered(m) == ["pass", f"play {YARN}"]
    g = answer(m, f"play {YARN}")
    assert g.pools[0][PLAIN] == 6
    assert stack(g, "r01") == ()
    assert discarded(g) == (YARN,)
    assert "places" not in told(m)


@pytest.mark.rule("GR-196", "GR-Q93")
@pytest.mark.parametrize(
    "instead", ["place plain-die r35", "place magic-die r01", "place plain-die fox-2", "pass on"]
)
def test_after_the_yarn_the_placer_chooses_the_whole_turn_action_afresh(instead: str) -> None:
    m = play(tale(pools={0: {"plain-die": 3, "magic-die": 5}}, hands={1: [YARN]}), "6")
    go(m, "0 place plain-die r01", f"1 play {YARN}")
    assert asked(m) == (0, "turn")
    assert instead in offered(m)
    g = answer(m, instead)
    if instead == "pass on":
        assert g.passed[0]
        assert g.active == 1
    else:
        assert stack(g, instead.split()[2])[-1][0] == 0


@pytest.mark.rule("GR-196", "GR-Q93")
def test_a_rerolled_die_may_no_longer_fit_where_it_was_announced() -> None:
    m = play(tale(pools={0: {"magic-die": 5}}, hands={1: [YARN]}), "1")
    go(m, "0 place magic-die r05", f"1 play {YARN}")
    assert ("magic-die", "r05") not in placeable(m)
    assert ("magic-die", "rabbit") in placeable(m)


@pytest.mark.rule("GR-Q93")
@pytest.mark.parametrize("socket", ["rabbit", "snake", "wolf", "fox-1"])
def test_the_yarn_answers_an_announcement_on_a_forest_spirit_too(socket: str) -> None:
    m = play(tale(pools={0: {"magic-die": 5}}, hands={2: [YARN]}), "2")
    g = go(m, f"0 place magic-die {socket}", f"2 play {YARN}")
    assert stack(g, socket) == ()
    assert g.pools[0][MAGIC] == 2
    assert not g.wolf_used


@pytest.mark.rule("GR-Q93", "GR-135", "GR-X23")
def test_a_step_with_the_rabbit_token_announces_no_die() -> None:
    m = play(tale(rabbits={0: 1}, hands={0: [YARN], 1: [YARN]}))
    g = answer(m, "rabbit well")
    assert g.at[0] == "well"
    assert asked(m) == (0, "quests")
    assert offered(m) == ["end turn"]


@pytest.mark.rule("GR-Q79", "GR-Q93")
def test_a_second_ball_of_yarn_may_answer_the_second_announcement() -> None:
    m = play(tale(pools={0: {"magic-die": 5}}, hands={1: [YARN, YARN]}), "4", "3")
    g = go(m, "0 place magic-die r01", f"1 play {YARN}", "0 place magic-die r02", f"1 play {YARN}")
    assert g.pools[0][MAGIC] == 3
    assert discarded(g) == (YARN, YARN)


@pytest.mark.rule("GR-196", "GR-Q99")
def test_boots_are_used_up_only_when_the_die_is_really_placed() -> None:
    m = play(tale(pools={0: {"magic-die": 1}}, hands={0: [BOOTS], 1: [YARN]}), "2")
    g = go(m, f"0 with {BOOTS}", "0 place magic-die r35", f"1 play {YARN}")
    assert g.hand(0) == (BOOTS,)
    assert discarded(g) == (YARN,)
    assert f"with {BOOTS}" in offered(m)


@pytest.mark.rule("GR-215", "GR-Q105", "GR-138")
def test_the_golden_bird_answers_what_the_yarn_has_rolled() -> None:
    m = play(tale(pools={0: {"magic-die": 5}}, hands={0: [BIRD], 1: [YARN]}), "2")
    g = go(m, "0 place magic-die r01", f"1 play {YARN}", f"0 play {BIRD}", "0 face magic")
    assert g.pools[0][MAGIC] == "magic"
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-138", "GR-Q101")
def test_a_cancelled_ball_of_yarn_leaves_the_die_and_its_placement_alone() -> None:
    m = play(tale(pools={0: {"magic-die": 5}}, hands={0: [BALL], 1: [YARN]}))
    g = go(m, "0 place magic-die r05", f"1 play {YARN}", f"0 play {BALL}")
    assert stack(g, "r05") == ((0, MAGIC, 5),)
    assert set(discarded(g)) == {YARN, BALL}


@pytest.mark.rule("GR-Q93", "GR-119", "GR-120")
@pytest.mark.parametrize(("fall", "tokens"), [("lost", (0, 0, 0)), ("apple", (0, 0, 1))])
def test_a_snake_die_that_the_yarn_rolls_off_its_numbers_goes_back_to_its_field(
    fall: str, tokens: tuple[int, int, int]
) -> None:
    g = tale(pools={0: {"snake-die": 4, "magic-die": 2}}, hands={1: [YARN]})
    m = play(g, fall)
    g = go(m, "0 place snake-die r01", f"1 play {YARN}")
    if asked(m).topic == "take":
        g = go(m, "0 take")
    skip(m, "turn")
    assert g.pools[0][SNAKE] == 0
    assert g.tokens[0] == tokens
    assert {die for die, _ in placeable(m)} == {"magic-die"}


@pytest.mark.rule("GR-Q93")
def test_a_snake_die_that_the_yarn_rolls_on_a_number_stays_in_the_pool() -> None:
    m = play(tale(pools={0: {"snake-die": 4}}, hands={1: [YARN]}), "6")
    g = go(m, "0 place snake-die r01", f"1 play {YARN}")
    assert g.pools[0][SNAKE] == 6
    assert ("snake-die", "r35") in placeable(m)
