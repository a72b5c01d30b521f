"""Dice Upon a Time: the twelve Events, each for its chapter."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.state import NOW, PAST, STORY_DISCARD
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, refuses
from tests.games.grimm.given import (
    ALL_THREES,
    BAN,
    CONTENT,
    MAGIC,
    PLAIN,
    SNAKE,
    placeable,
    play,
    pool,
    skip,
    tale,
)

APART = {0: "bridge", 1: "inn", 2: "church", 3: "well"}
NONE = (0, 0, 0)
ROLLS = ["3 3 3 3 3"] * 4
SIX = {0: {"plain-die": 6}}


def during(event: str, *falls: object, **position: Any) -> Match:
    """In the chapter of this Event."""
    return play(tale(**{**position, "event": event, "at": {**APART, **position.get("at", {})}}), *falls)


def revealed(event: str, *falls: object, **position: Any) -> Match:
    """Everybody has rolled, and this Event is turned up."""
    return play(tale(**{"at": APART, "step": "chapter", **position}), *ROLLS, event, *falls)


def needs(match: Match, socket: str) -> int:
    return match.state.values[CONTENT.place[socket]]


def takers(value: int, event: str) -> set[str]:
    """The empty routes that take a die of this value."""
    match = during(event, pools={0: {"magic-die": value}})
    return {socket for _, socket in placeable(match) if socket.startswith("r") and socket != "rabbit"}


# For one chapter


@pytest.mark.rule("GR-028")
def test_an_event_is_over_with_its_chapter() -> None:
    m = play(tale(at=APART, event="e02", passed=(1, 2, 3)), *ROLLS, "e03")
    assert needs(m, "r01") == 4
    answer(m, "pass on")
    assert needs(m, "r01") == 3
    assert m.state.events.rows[NOW] == ("e03",)
    assert m.state.events.rows[PAST] == ("e02",)


# Each of them


@pytest.mark.rule("GR-028")
def test_fair_weather_lowers_empty_routes_by_one_but_not_those_of_six() -> None:
    m = during("e01")
    for spot in CONTENT.spots:
        printed = spot.value
        lower = printed - 1 if spot.ends and printed < 6 else printed
        assert needs(m, spot.name) == lower
    assert needs(m, "r02") == 1
    assert needs(m, "rabbit") == 1
    assert takers(2, "e01") >= {"r01", "r02"}
    assert "r05" not in takers(2, "e01")
    assert not takers(5, "e01") & {"r35", "r36"}


@pytest.mark.rule("GR-028")
def test_fair_weather_does_not_change_what_a_die_in_a_socket_asks_for() -> None:
    m = during("e01", pools={0: {"magic-die": 3, "plain-die": 4}}, stacks={"r01": [(1, PLAIN, 4)]})
    assert [die for die, socket in placeable(m) if socket == "r01"] == ["plain-die"]


@pytest.mark.rule("GR-028")
def test_deep_snow_raises_empty_routes_by_one_but_never_above_six() -> None:
    m = during("e02")
    for spot in CONTENT.spots:
        higher = min(6, spot.value + 1) if spot.ends else spot.value
        assert needs(m, spot.name) == higher
    assert "r01" not in takers(3, "e02")
    assert "r01" in takers(4, "e02")
    assert "r19" not in takers(5, "e02")


@pytest.mark.rule("GR-028")
def test_on_market_day_resource_fields_give_one_more() -> None:
    m = during("e03", pools=SIX, at={0: "woodsman"})
    answer(m, "place plain-die r17", "move bread", "take")
    assert m.state.tokens[0] == (0, 2, 0)


@pytest.mark.rule("GR-028", "GR-057")
def test_on_market_day_doubling_makes_it_three() -> None:
    m = during("e03", pools={0: {"double-die": "double"}}, at={0: "woodsman"})
    answer(m, "place double-die r17", "move bread", "take", "take one more")
    assert m.state.tokens[0] == (0, 3, 0)


@pytest.mark.rule("GR-028")
def test_on_market_day_the_fairy_gives_what_she_always_gives() -> None:
    m = during("e03", pools=SIX, at={0: "well", 3: "bridge"})
    answer(m, "place plain-die r36", "move fairy", "take apple")
    assert m.state.tokens[0] == (0, 0, 1)


@pytest.mark.rule("GR-028")
@pytest.mark.parametrize(("height", "fits"), [(1, True), (2, False)])
def test_narrow_paths_hold_one_die_less(height: int, fits: bool) -> None:
    dice = [(1, at, 3) for at in range(height)]
    m = during("e04", pools=SIX, stacks={"r03": dice})
    assert (("plain-die", "r03") in placeable(m)) is fits


@pytest.mark.rule("GR-028")
def test_narrow_paths_are_no_matter_to_rabbit_and_snake() -> None:
    two = [(1, 0, 3), (1, 1, 3)]
    m = during("e04", pools=SIX, stacks={"rabbit": two, "snake": two})
    assert {("plain-die", "rabbit"), ("plain-die", "snake")} <= placeable(m)


@pytest.mark.rule("GR-028", "GR-230")
def test_on_narrow_paths_the_musicians_still_build_one_higher() -> None:
    m = during("e04", pools=SIX, stacks={"r03": [(1, 0, 3), (1, 1, 3)]}, characters={0: "bremen"})
    assert ("plain-die", "r03") in placeable(m)


@pytest.mark.rule("GR-028")
@pytest.mark.parametrize(("told", "tokens"), [("g01", (0, 0, 1)), ("g02", (0, 1, 0))])
def test_in_winter_one_of_two_tales_is_chosen_and_the_other_discarded(
    told: str, tokens: tuple[int, int, int]
) -> None:
    m = during("e05", "g01", "g02", pools=SIX, at={0: "town"})
    answer(m, "place plain-die r01", "move old_woman")
    assert asked(m) == (0, "story")
    assert offered(m) == ["g01", "g02"]
    answer(m, told)
    assert m.state.tokens[0] == tokens
    assert sorted(m.state.stories.rows[STORY_DISCARD]) == ["g01", "g02"]


@pytest.mark.rule("GR-028")
def test_in_winter_the_story_face_still_draws_one_card() -> None:
    m = during("e05", "g01", pools={0: {"story-die": "story"}})
    answer(m, "place story-die rabbit")
    assert m.state.tokens[0] == (0, 0, 1)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-028")
def test_while_the_wolf_sleeps_nothing_can_be_placed_there() -> None:
    m = during("e06", pools=SIX)
    assert ("plain-die", "wolf") not in placeable(m)
    assert ("plain-die", "fox-1") in placeable(m)
    assert refuses(m, "place plain-die wolf")
    assert ("plain-die", "wolf") in placeable(during("e03", pools=SIX))


@pytest.mark.rule("GR-028")
def test_in_spellbound_silence_no_magic_item_is_played() -> None:
    position: dict[str, Any] = {
        "pools": {0: {"magic-die": 2, "plain-die": 6}},
        "hands": {0: ("m12", "m14", "m15"), 1: ("m17", "m06")},
        "at": {0: "woodsman"},
    }
    spells = {"with m12", "play m14"}
    assert spells <= set(offered(during("e03", **position)))
    m = during("e07", **position)
    assert not spells & set(offered(m))
    answer(m, "place plain-die r17")
    assert offered(m) == ["move bread", "stay"]
    answer(m, "move bread", "take")
    assert asked(m) == (1, "turn")
    assert m.state.tokens[0] == (0, 1, 0)


@pytest.mark.rule("GR-028")
def test_a_royal_proclamation_offers_two_quests_on_town_and_one_is_kept() -> None:
    m = during("e08", "q301", "q201", pools=SIX)
    answer(m, "place plain-die r03", "move town", "draw", "deck 3", "deck 2")
    assert asked(m) == (0, "keep quest")
    answer(m, "q301")
    assert m.state.active_quests(0) == ["q301"]
    assert m.state.quests[0].layers[-1] == ("q201",)


@pytest.mark.rule("GR-028")
def test_a_royal_proclamation_changes_nothing_for_the_king() -> None:
    m = during("e08", "q301", "q201", "q401", pools=SIX, at={0: "church", 2: "bridge"})
    answer(m, "place plain-die r35", "move king", "draw", "deck 3", "deck 2", "deck 4")
    assert offered(m) == ["q201", "q301", "q401"]


@pytest.mark.rule("GR-028")
def test_second_thoughts_let_everybody_reroll_up_to_two_dice_from_the_starting_player_on() -> None:
    m = revealed("e09", "5", "magic", active=2)
    assert asked(m) == (2, "pick")
    assert offered(m) == [*CONTENT.dice[:5], "no"]
    answer(m, "plain-die")
    assert offered(m) == [*CONTENT.dice[:4], "no"]
    answer(m, "magic-die")
    assert m.state.pools[2] == pool(("magic", 3, 3, 3, 5))
    for seat in (3, 0, 1):
        assert asked(m) == (seat, "pick")
        answer(m, "no")
    assert asked(m) == (2, "turn")
    assert [m.state.pools[seat] for seat in (0, 1, 3)] == [pool(ALL_THREES)] * 3


@pytest.mark.rule("GR-028")
def test_second_thoughts_stop_after_one_reroll_if_wanted_and_leave_the_snake_die_be() -> None:
    g = tale(at=APART, step="chapter")
    g.snake_to = 0
    m = play(g, "3 3 3 3 3 4", *ROLLS[1:], "e09", "1")
    assert m.state.pools[0][SNAKE] == 4
    assert "snake-die" not in offered(m)
    answer(m, "ban-die", "no")
    assert m.state.pools[0] == (3, 3, 1, 3, 3, 4)
    assert asked(m) == (1, "pick")


@pytest.mark.rule("GR-028")
def test_the_golden_bird_may_answer_second_thoughts() -> None:
    m = revealed("e09", "1", hands={0: ("m18",)})
    answer(m, "magic-die")
    assert asked(m) == (0, "rolled")
    answer(m, "play m18", "face magic")
    assert m.state.pools[0][MAGIC] == "magic"


@pytest.mark.rule("GR-028")
def test_rapunzel_does_not_answer_second_thoughts() -> None:
    m = revealed("e09", "1", characters={0: "rapunzel"})
    answer(m, "magic-die")
    assert asked(m) == (0, "pick")
    assert m.state.pools[0][MAGIC] == 1


@pytest.mark.rule("GR-028")
def test_tired_horses_carry_nobody() -> None:
    m = during("e10", pools=SIX, at={0: "well", 3: "bridge"})
    answer(m, "place plain-die r23", "move steed_n")
    assert asked(m) == (1, "turn")
    assert m.state.at[0] == "steed_n"


@pytest.mark.rule("GR-028", "GR-Q72")
def test_king_thrushbeard_fiddles_even_tired_horses_awake() -> None:
    m = during("e10", pools=SIX, at={0: "well", 3: "bridge"}, characters={0: "thrushbeard"})
    answer(m, "place plain-die r23", "move steed_n")
    assert asked(m) == (0, "steed")
    assert not [key for key in offered(m) if key.startswith("ride")]
    assert answer(m, "fiddle inn").at[0] == "inn"


@pytest.mark.rule("GR-028")
def test_a_harvest_feast_gives_everybody_a_token_of_choice() -> None:
    m = revealed("e11", active=1)
    for seat, token in ((1, "apple"), (2, "coin")):
        assert asked(m) == (seat, "may")
        answer(m, "e11 do-1")
        assert offered(m) == ["coin", "bread", "apple"]
        answer(m, token)
    answer(m, "no", "e11 do-1", "bread")
    assert m.state.tokens == [(0, 1, 0), (0, 0, 1), (1, 0, 0), NONE]
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-028", "GR-213")
def test_the_whole_harvest_can_be_taken_by_one_cudgel() -> None:
    m = revealed("e11", hands={3: ("m17",)})
    for _ in range(4):
        skip(m)
        answer(m, "e11 do-1")
        answer(m, "coin")
    while "play m17" not in offered(m):
        answer(m, "pass")
    answer(m, "play m17")
    skip(m)
    assert m.state.tokens == [NONE, NONE, NONE, (4, 0, 0)]


@pytest.mark.rule("GR-028")
def test_in_the_truce_ban_faces_are_plain_sixes() -> None:
    position: dict[str, Any] = {
        "pools": {0: {"magic-die": 5, "plain-die": 6}},
        "stacks": {"r03": [(1, BAN, "ban")]},
    }
    assert not [die for die, socket in placeable(during("e03", **position)) if socket == "r03"]
    m = during("e12", **position)
    assert [die for die, socket in placeable(m) if socket == "r03"] == ["plain-die"]


@pytest.mark.rule("GR-028", "GR-189")
def test_an_event_is_over_and_no_longer_shown_while_the_next_chapter_is_rolled() -> None:
    """Deep Snow is over; the die from the Fox is set before the next Event comes."""
    m = play(
        tale(
            {0: {"plain-die": 3}, 1: {}, 2: {}, 3: {}}, APART, stacks={"fox-1": [(0, MAGIC, 2)]}, event="e02"
        ),
        "3 3 3 3",
        *ROLLS[1:],
        "e12",
    )
    assert needs(m, "r01") == 4
    answer(m, "pass on")
    assert (asked(m), m.state.chapter) == ((0, "face"), 2)
    assert needs(m, "r01") == 3
    assert (m.state.events.rows[NOW], m.state.events.rows[PAST]) == ((), ("e02",))
    assert "Deep Snow" not in [getattr(element, "title", "") for element in m.scene(0).right]
