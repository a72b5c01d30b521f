"""Dice Upon a Time: the beginners' game, two players, and what is left out of the box then."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.kernel import Match, script
from foldtale.testing import answer, asked, offered
from tests.games.grimm.given import CONTENT, GRIMM, PLAIN, placeable, play, setup, skip, tale

APART = {0: "bridge", 1: "inn", 2: "church", 3: "well"}
TWO = {0: "bridge", 1: "inn"}


def beginners(**position: Any) -> Match:
    return play(tale(**{"cards": "beginner", **position, "at": {**APART, **position.get("at", {})}}))


# Beginners


@pytest.mark.rule("GR-180")
def test_beginners_leave_story_cards_and_magic_items_in_the_box() -> None:
    m = Match.new(GRIMM, setup(cards="beginner"), seed=2)
    skip(m, "turn")
    g = m.state
    assert (g.magic.deck_size, g.stories.deck_size) == (0, 0)
    assert [g.hand(seat) for seat in range(4)] == [(), (), (), ()]
    assert [len(g.active_quests(seat)) for seat in range(4)] == [2, 2, 2, 2]


@pytest.mark.rule("GR-181")
@pytest.mark.parametrize("face", ["magic", "story"])
def test_in_a_beginners_game_these_faces_are_plain_sixes(face: str) -> None:
    pools = {0: {f"{face}-die": face, "plain-die": 5}, 1: {"plain-die": 5, "ban-die": "ban"}}
    m = beginners(pools=pools, stacks={"r35": [(1, 0, 3), (2, PLAIN, 6)]})
    assert (f"{face}-die", "r35") in placeable(m)
    assert ("plain-die", "r35") not in placeable(m)
    answer(m, f"place {face}-die r03")
    assert asked(m) == (0, "move")
    answer(m, "stay")
    assert asked(m) == (1, "turn")
    assert [die for die, socket in placeable(m) if socket == "r03"] == ["ban-die"]


@pytest.mark.rule("GR-182")
@pytest.mark.parametrize(
    ("start", "socket", "field"),
    [
        ("town", "r01", "old_woman"),
        ("well", "r08", "huntsman"),
        ("town", "r06", "soldier"),
        ("bridge", "r13", "woodsman"),
        ("soldier", "r18", "magic"),
    ],
)
def test_in_a_beginners_game_these_fields_do_nothing(start: str, socket: str, field: str) -> None:
    m = beginners(pools={0: {"plain-die": 6}}, at={0: start, 3: "inn"})
    answer(m, f"place plain-die {socket}", f"move {field}")
    assert m.state.at[0] == field
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-182")
def test_in_a_beginners_game_other_fields_work_as_ever() -> None:
    m = beginners(pools={0: {"plain-die": 6}}, at={0: "woodsman"})
    answer(m, "place plain-die r17", "move bread")
    assert asked(m) == (0, "take")


@pytest.mark.rule("GR-183")
def test_in_a_beginners_game_character_abilities_are_optional() -> None:
    without = Match.new(GRIMM, setup(cards="beginner", characters="none"), chance=script(0))
    assert asked(without).topic == "deck"
    assert without.state.character == ["", "", "", ""]
    chosen = Match.new(GRIMM, setup(cards="beginner", characters="chosen"), chance=script(0))
    assert asked(chosen) == (0, "character")


@pytest.mark.rule("GR-236")
def test_in_a_beginners_game_no_card_with_words_is_ever_held_but_characters() -> None:
    m = Match.new(GRIMM, setup(cards="beginner", players=2), seed=5)
    while m.ask is not None and m.state.chapter < 3:
        assert asked(m).topic not in ("draw magic", "story", "bad luck", "hand over", "discard")
        keys = offered(m)
        m.answer(keys[len(m.log) % len(keys)])
    assert m.state.magic.all_known() == []
    assert m.state.stories.all_known() == []


# What is left out


@pytest.mark.rule("GR-Q129")
def test_snow_white_is_not_offered_without_magic_items() -> None:
    m = Match.new(GRIMM, setup(cards="beginner", characters="chosen"), chance=script(0))
    assert "snow" not in offered(m)
    assert len(offered(m)) == 8
    m = Match.new(GRIMM, setup(cards="no story", characters="chosen"), chance=script(0))
    assert "snow" in offered(m)
    assert len(offered(m)) == 9


@pytest.mark.rule("GR-Q130")
def test_without_the_story_deck_two_magic_items_are_left_out() -> None:
    assert set(tale().magic.layers[0]) - set(tale(cards="no story").magic.layers[0]) == {"m02", "m13"}
    assert len(tale().magic.layers[0]) == 36
    assert len(tale(cards="no story").magic.layers[0]) == 32


@pytest.mark.rule("GR-Q130")
@pytest.mark.parametrize(
    ("choices", "out"),
    [
        ({}, set()),
        ({"cards": "no story"}, {"e05"}),
        ({"cards": "beginner"}, {"e05", "e07"}),
        ({"mode": "together"}, {"e08"}),
        ({"mode": "together", "cards": "no story"}, {"e05", "e08"}),
        ({"mode": "together", "cards": "beginner"}, {"e05", "e07", "e08"}),
    ],
)
def test_events_that_make_no_sense_are_taken_out_before_they_are_dealt(
    choices: dict[str, Any], out: set[str]
) -> None:
    events = set(tale(**choices).events.layers[0])
    assert {card.id for card in CONTENT.of_kind("event")} - events == out
    assert len(events) >= 9


# Two players


def stacked(socket: str, *faces: int) -> dict[str, list[tuple[int, int, int]]]:
    return {socket: [(at % 2, at, face) for at, face in enumerate(faces)]}


@pytest.mark.rule("GR-184")
@pytest.mark.parametrize("socket", ["r03", "rabbit", "snake"])
def test_two_players_stack_two_dice_at_most(socket: str) -> None:
    pools = {0: {"plain-die": 6}}
    one = play(tale(pools, TWO, stacked(socket, 3), players=2))
    assert ("plain-die", socket) in placeable(one)
    two = play(tale(pools, TWO, stacked(socket, 3, 3), players=2))
    assert ("plain-die", socket) not in placeable(two)
    three_players = play(tale(pools, TWO, stacked(socket, 3, 3), players=3))
    assert ("plain-die", socket) in placeable(three_players)


@pytest.mark.rule("GR-185", "GR-230")
@pytest.mark.parametrize("socket", ["r03", "rabbit", "snake"])
def test_with_two_players_the_musicians_build_three_high(socket: str) -> None:
    pools = {0: {"plain-die": 6}}
    m = play(tale(pools, TWO, stacked(socket, 3, 3), characters={0: "bremen"}, players=2))
    assert ("plain-die", socket) in placeable(m)
    m = play(tale(pools, TWO, stacked(socket, 3, 3, 3), characters={0: "bremen"}, players=2))
    assert ("plain-die", socket) not in placeable(m)


@pytest.mark.rule("GR-185", "GR-Q131")
def test_with_two_players_narrow_paths_hold_one_die() -> None:
    stacks = {**stacked("r03", 3), **stacked("rabbit", 3)}
    m = play(tale({0: {"plain-die": 6}}, TWO, stacks, event="e04", players=2))
    assert ("plain-die", "r02") in placeable(m)
    assert ("plain-die", "r03") not in placeable(m)
    assert ("plain-die", "rabbit") in placeable(m)


@pytest.mark.rule("GR-185", "GR-Q131")
def test_with_two_players_magic_beans_add_to_two() -> None:
    pools = {0: {"plain-die": 6}}
    m = play(tale(pools, TWO, stacked("r03", 3, 3), hands={0: ("m16",)}, players=2))
    answer(m, "with m16")
    assert placeable(m) == {("plain-die", "r03")}
    m = play(tale(pools, TWO, stacked("r03", 3, 3, 3), hands={0: ("m16",)}, players=2))
    assert "with m16" not in offered(m)


@pytest.mark.rule("GR-186")
def test_apart_from_stacks_two_players_play_the_normal_game() -> None:
    two, three = setup(players=2), setup(players=3)
    assert (two.chapters, two.deal) == (three.chapters, three.deal)
    assert (two.stack, three.stack) == (2, 3)
    a, b = tale(players=2), tale(players=3)
    assert a.values == b.values
    assert a.stories.deck_size == b.stories.deck_size
    assert [box.deck_size for box in a.quests] == [box.deck_size for box in b.quests] == [14, 16, 10]


@pytest.mark.rule("GR-179", "GR-186")
def test_a_die_may_be_placed_only_to_stand_in_another_s_way() -> None:
    m = play(tale({0: {"ban-die": "ban"}, 1: {"plain-die": 6, "magic-die": "magic"}}, TWO, players=2))
    answer(m, "place ban-die r29")
    assert asked(m) == (1, "turn")
    assert not [die for die, socket in placeable(m) if socket == "r29"]


@pytest.mark.rule("GR-184")
def test_fox_and_wolf_hold_one_die_with_any_number_of_players() -> None:
    for players in (2, 3):
        g = tale({0: {"plain-die": 6}}, TWO, {**stacked("fox-1", 3), **stacked("wolf", 3)}, players=players)
        sockets = {socket for _, socket in placeable(play(g))}
        assert "fox-2" in sockets
        assert not sockets & {"fox-1", "wolf"}
