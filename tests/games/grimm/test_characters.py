"""Dice Upon a Time: the nine characters."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.state import DISCARD, GONE
from foldtale.kernel import Match, script
from foldtale.testing import answer, asked, offered, refuses, told, told_of
from tests.games.grimm.given import (
    BAN,
    CONTENT,
    DOUBLE,
    GRIMM,
    MAGIC,
    PLAIN,
    STORY,
    placeable,
    play,
    pool,
    setup,
    skip,
    tale,
)

APART = {0: "bridge", 1: "inn", 2: "church", 3: "well"}
NONE = (0, 0, 0)
ROLLS = ["3 3 3 3 3"] * 4
ONCE = ("red", "puss", "tailor", "thrushbeard", "beauty", "rapunzel")


def being(character: str, *falls: object, **position: Any) -> Match:
    """Seat 0 plays this character."""
    given = {"characters": {0: character}, **position, "at": {**APART, **position.get("at", {})}}
    return play(tale(**given), *falls)


def stack(match: Match, socket: str) -> tuple[tuple[int, int, Any], ...]:
    return match.state.stacks[CONTENT.place[socket]]


def sockets(match: Match, die: str = "plain-die") -> set[str]:
    return {socket for one, socket in placeable(match) if one == die}


# Character cards

TOKENS = {0: (1, 0, 0), 1: (1, 0, 0)}
LOW = {"plain-die": 1, "magic-die": 1}
RIVALS: dict[str, dict[str, Any]] = {
    "red": {"pools": {0: LOW}},
    "puss": {"tokens": TOKENS},
    "tailor": {"stacks": {"r03": [(1, PLAIN, 5)]}},
    "beauty": {},
    "thumbling": {"quests": {0: ("q201",)}},
}
USES = {
    "red": "with red",
    "puss": "convert",
    "tailor": "with tailor",
    "beauty": "sleepwalk",
    "thumbling": "use thumbling",
}


@pytest.mark.rule("GR-125")
@pytest.mark.parametrize("character", list(USES))
def test_an_ability_belongs_to_its_player_only(character: str) -> None:
    position = RIVALS[character]
    assert USES[character] in offered(being(character, **position))
    m = being(character, characters={1: character}, **position)
    assert USES[character] not in offered(m)
    assert refuses(m, USES[character])


@pytest.mark.rule("GR-125")
@pytest.mark.parametrize("character", list(USES))
def test_using_an_ability_is_voluntary(character: str) -> None:
    m = being(character, **RIVALS[character])
    answer(m, "place magic-die rabbit")
    skip(m, "turn")
    assert asked(m).seat == 1
    assert m.state.turned == [False] * 4
    assert "uses" not in told(m)


@pytest.mark.rule("GR-124", "GR-Q77")
def test_six_abilities_are_for_once_a_chapter_one_is_counted_and_two_are_passive() -> None:
    bodies = {card.id: card.body for card in CONTENT.of_kind("character")}
    assert tuple([card for card, body in bodies.items() if body.once]) == ONCE
    assert [card for card, body in bodies.items() if body.counted] == ["thumbling"]
    assert [card for card, body in bodies.items() if not (body.once or body.counted)] == ["snow", "bremen"]


@pytest.mark.rule("GR-124", "GR-219")
def test_a_used_card_is_turned_over_until_the_next_chapter_starts() -> None:
    m = being("puss", *ROLLS, "e03", tokens={0: (2, 0, 0)}, passed=(1, 2, 3))
    answer(m, "convert", "apple")
    assert m.state.turned[0]
    assert "convert" not in offered(m)
    assert refuses(m, "convert")
    answer(m, "pass on")
    assert m.state.chapter == 2
    assert not m.state.turned[0]
    assert "convert" in offered(m)


@pytest.mark.rule("GR-124")
@pytest.mark.parametrize(
    ("character", "answers"),
    [
        ("red", ("with red", "place magic-die r14")),
        ("tailor", ("with tailor", "place magic-die r03", "stay")),
        ("beauty", ("sleepwalk", "magic-die", "story-die", "move old_woman")),
    ],
)
def test_no_ability_is_used_a_second_time_in_a_chapter(character: str, answers: tuple[str, ...]) -> None:
    pools = {0: {"magic-die": 2, "story-die": 2, "ban-die": 2, "double-die": 2, "plain-die": 6}}
    stacks = {"r03": [(1, PLAIN, 5)], "r13": [(1, 0, 3)]}
    m = being(character, "g01", pools=pools, stacks=stacks, passed=(1, 2, 3))
    answer(m, *answers)
    assert asked(m) == (0, "turn")
    assert m.state.turned[0]
    assert USES[character] not in offered(m)


# Little Red Riding Hood


@pytest.mark.rule("GR-216", "GR-Q68")
def test_red_places_any_die_on_a_route_from_her_field_and_walks_it() -> None:
    m = being("red", pools={0: {"magic-die": 1}}, stacks={"r03": [(1, PLAIN, 6)]})
    assert sockets(m, "magic-die") == {"rabbit", "wolf", "snake", "fox-1", "fox-2"}
    answer(m, "with red")
    assert sockets(m, "magic-die") == {"r03", "r13", "r14", "r32"}
    answer(m, "place magic-die r03")
    assert asked(m) == (0, "draw quest")
    assert m.state.at[0] == "town"
    assert stack(m, "r03")[-1] == (0, MAGIC, 1)
    assert m.state.turned[0]


@pytest.mark.rule("GR-216")
def test_red_has_to_walk_and_can_do_nothing_else_first() -> None:
    m = being(
        "red", pools={0: {"magic-die": 1}}, at={1: "bridge"}, tokens={0: (1, 0, 0)}, hands={0: ("m15",)}
    )
    answer(m, "with red", "place magic-die r32")
    skip(m)
    assert m.state.at[0] == "steed_w"
    assert asked(m) == (0, "steed")


@pytest.mark.rule("GR-216")
def test_red_who_places_as_everybody_does_need_not_walk() -> None:
    m = being("red", pools={0: {"magic-die": 2}})
    answer(m, "place magic-die r03")
    assert offered(m) == ["move town", "stay"]
    assert not m.state.turned[0]


@pytest.mark.rule("GR-217", "GR-Q68")
def test_red_does_not_overcome_a_ban_die() -> None:
    m = being("red", pools={0: {"magic-die": 1}}, stacks={"r03": [(1, BAN, "ban")]})
    answer(m, "with red")
    assert sockets(m, "magic-die") == {"r13", "r14", "r32"}
    assert refuses(m, "place magic-die r03")


@pytest.mark.rule("GR-055", "GR-Q68")
def test_red_covers_even_her_own_ban_die_only_with_a_six() -> None:
    m = being("red", pools={0: {"magic-die": 2, "plain-die": 6}}, stacks={"r03": [(0, BAN, "ban")]})
    assert "r03" in sockets(m, "plain-die")
    answer(m, "with red")
    assert sockets(m, "magic-die") == {"r14", "r32"}


@pytest.mark.rule("GR-Q68")
def test_in_a_truce_red_covers_a_ban_die_as_any_six() -> None:
    m = being("red", pools={0: {"magic-die": 2}}, stacks={"r03": [(1, BAN, "ban")]}, event="e12")
    answer(m, "with red")
    assert "r03" in sockets(m, "magic-die")


@pytest.mark.rule("GR-Q68")
def test_red_keeps_to_the_height_of_stacks() -> None:
    full = [(1, 0, 3), (2, 0, 3), (3, 0, 3)]
    m = being("red", pools={0: {"magic-die": 1}}, stacks={"r03": full})
    answer(m, "with red")
    assert sockets(m, "magic-die") == {"r13", "r14", "r32"}


@pytest.mark.rule("GR-Q68")
def test_red_may_think_better_of_it() -> None:
    m = being("red", pools={0: {"magic-die": 1}})
    answer(m, "with red", "back")
    assert asked(m) == (0, "turn")
    assert not m.state.turned[0]
    assert "with red" in offered(m)


@pytest.mark.rule("GR-Q68")
def test_red_leaves_even_the_king_with_a_one() -> None:
    m = being("red", pools={0: {"magic-die": 1}}, at={0: "king"})
    answer(m, "with red")
    assert sockets(m, "magic-die") == {"r35"}
    answer(m, "place magic-die r35")
    assert m.state.at[0] == "church"


@pytest.mark.rule("GR-216", "GR-Q68")
def test_red_does_not_ease_a_placement_that_is_possible_anyway() -> None:
    m = being("red", pools={0: {"plain-die": 6}})
    assert "with red" not in offered(m)


# Puss in Boots


@pytest.mark.rule("GR-Q69", "GR-219")
def test_puss_exchanges_one_token_for_one_of_another_type() -> None:
    m = being("puss", tokens={0: (1, 0, 2)})
    answer(m, "convert")
    assert offered(m) == ["coin", "apple"]
    answer(m, "apple")
    assert offered(m) == ["coin", "bread"]
    answer(m, "bread")
    assert m.state.tokens[0] == (1, 1, 1)
    assert "convert" not in offered(m)


@pytest.mark.rule("GR-Q69")
def test_puss_converts_between_the_steps_of_his_own_turn() -> None:
    m = being("puss", tokens={0: (1, 0, 0)})
    answer(m, "place plain-die r03")
    assert "convert" in offered(m)
    answer(m, "stay")
    assert asked(m) == (0, "quests")
    answer(m, "convert", "apple")
    assert m.state.tokens[0] == (0, 0, 1)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-Q69")
def test_puss_without_tokens_has_nothing_to_convert() -> None:
    assert "convert" not in offered(being("puss"))


@pytest.mark.rule("GR-218")
def test_puss_converts_a_token_while_paying_for_a_quest() -> None:
    m = being("puss", tokens={0: (1, 1, 1)}, quests={0: ("q211",)})
    answer(m, "place plain-die rabbit", "stay", "complete q211")
    assert offered(m) == ["coin", "bread"]
    answer(m, "bread")
    assert m.state.tokens[0] == (1, 0, 0)
    assert m.state.done_quests(0) == ["q211"]
    assert m.state.turned[0]


@pytest.mark.rule("GR-218", "GR-219")
def test_puss_converts_no_second_token_for_a_quest() -> None:
    m = being("puss", tokens={0: (3, 0, 0)}, quests={0: ("q211",)})
    answer(m, "place plain-die rabbit", "stay")
    assert offered(m) == ["convert", "end turn"]
    m = being("puss", tokens={0: (3, 0, 1)}, quests={0: ("q211",)})
    answer(m, "convert", "coin", "bread", "place plain-die rabbit")
    assert asked(m) == (1, "turn")
    assert m.state.done_quests(0) == []


@pytest.mark.rule("GR-218")
def test_nobody_but_puss_pays_with_the_wrong_token() -> None:
    m = being("red", tokens={0: (1, 1, 1)}, quests={0: ("q211",)})
    answer(m, "place plain-die rabbit")
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-218")
def test_puss_keeps_his_conversion_if_he_can_pay_as_it_is() -> None:
    m = being("puss", tokens={0: (1, 0, 2)}, quests={0: ("q211",)})
    answer(m, "place plain-die rabbit", "stay", "complete q211")
    assert m.state.tokens[0] == (1, 0, 0)
    assert not m.state.turned[0]


# Brave Little Tailor


@pytest.mark.rule("GR-Q70")
def test_the_tailor_swats_the_topmost_die_and_places_against_what_is_left() -> None:
    pools = {0: {"magic-die": 4, "plain-die": 3}, 1: {}}
    stacks = {"r03": [(2, 0, 4), (1, PLAIN, 6)]}
    m = being("tailor", pools=pools, stacks=stacks)
    assert "r03" not in sockets(m, "magic-die")
    answer(m, "with tailor")
    assert placeable(m) == {("magic-die", "r03")}
    answer(m, "place magic-die r03")
    assert stack(m, "r03") == ((2, 0, 4), (0, MAGIC, 4))
    assert m.state.pools[1] == pool({})
    assert offered(m) == ["move town", "stay"]


@pytest.mark.rule("GR-Q70")
def test_where_nothing_is_left_the_printed_value_counts_again() -> None:
    m = being("tailor", pools={0: {"magic-die": 3, "plain-die": 5}}, stacks={"r05": [(1, PLAIN, 6)]})
    answer(m, "with tailor")
    assert placeable(m) == {("plain-die", "r05")}


@pytest.mark.rule("GR-Q70")
def test_the_tailor_makes_room_on_a_full_stack() -> None:
    full = [(1, 0, 3), (2, 0, 3), (3, 0, 3)]
    m = being("tailor", pools={0: {"plain-die": 3}}, stacks={"r03": full})
    assert "r03" not in sockets(m)
    answer(m, "with tailor", "place plain-die r03")
    assert stack(m, "r03") == ((1, 0, 3), (2, 0, 3), (0, PLAIN, 3))


@pytest.mark.rule("GR-220", "GR-Q70")
@pytest.mark.parametrize("owner", [0, 1])
def test_ban_dice_cannot_be_swatted(owner: int) -> None:
    m = being("tailor", stacks={"r03": [(owner, BAN, "ban")]})
    assert "with tailor" not in offered(m)
    m = being("tailor", stacks={"r03": [(1, PLAIN, 3), (owner, BAN, "ban")], "r04": [(1, 0, 3)]})
    answer(m, "with tailor")
    assert sockets(m) == {"r04"}


@pytest.mark.rule("GR-220", "GR-Q99")
def test_the_tailor_in_the_boots_swats_no_ban_die() -> None:
    stacks = {"r03": [(1, BAN, "ban")], "r04": [(1, BAN, "ban"), (2, PLAIN, 6)]}
    m = being("tailor", pools={0: {"magic-die": 1}}, stacks=stacks, hands={0: ["m12"]})
    answer(m, "with m12", "with tailor")
    assert placeable(m) == {("magic-die", "r04")}
    answer(m, "place magic-die r04")
    skip(m)
    assert stack(m, "r04") == ((1, BAN, "ban"), (0, MAGIC, 1))


@pytest.mark.rule("GR-220", "GR-Q99")
def test_the_tailor_does_not_open_a_full_stack_under_a_ban_die_by_wearing_the_boots() -> None:
    full = [(1, PLAIN, 3), (2, PLAIN, 3), (3, BAN, "ban")]
    m = being("tailor", pools={0: {"magic-die": 1}}, stacks={"r03": full}, hands={0: ["m12"]})
    answer(m, "with m12")
    assert "with tailor" not in offered(m)


@pytest.mark.rule("GR-220")
def test_a_ban_die_below_the_swatted_one_still_holds() -> None:
    m = being("tailor", pools={0: {"plain-die": 6}}, stacks={"r03": [(1, BAN, "ban"), (2, BAN, 5)]})
    assert "with tailor" not in offered(m)


@pytest.mark.rule("GR-Q70")
@pytest.mark.parametrize("socket", ["rabbit", "snake", "fox-1", "wolf"])
def test_the_tailor_swats_nothing_on_forest_spirits(socket: str) -> None:
    m = being("tailor", pools={0: {"plain-die": 6}}, stacks={socket: [(1, PLAIN, 3)]})
    assert "with tailor" not in offered(m)


@pytest.mark.rule("GR-Q70")
def test_a_swatted_die_is_rolled_again_in_the_next_chapter() -> None:
    rolls = ["3 3 3 3 3"] * 4
    m = being("tailor", *rolls, "e03", stacks={"r03": [(1, PLAIN, 6)]}, passed=(1, 2, 3), pools={1: {}})
    answer(m, "with tailor", "place plain-die r03", "stay", "pass on")
    assert m.state.pools[1] == pool((3, 3, 3, 3, 3))


# Snow White


@pytest.mark.rule("GR-Q71")
@pytest.mark.parametrize(("kept", "other"), [("m07", "m15"), ("m15", "m07")])
def test_snow_white_looks_at_two_magic_items_and_keeps_one(kept: str, other: str) -> None:
    m = being("snow", "m07", "m15", pools={0: {"magic-die": "magic"}})
    answer(m, "place magic-die rabbit", "draw")
    assert asked(m) == (0, "keep")
    assert offered(m) == ["m07", "m15"]
    assert not [line for line in m.story(1) if "m07" in str(line) or "m15" in str(line)]
    answer(m, kept)
    assert m.state.hand(0) == (kept,)
    assert m.state.magic.rows[DISCARD] == (other,)
    assert told_of(m, "discards", 1) == [[other]]
    assert not [line for line in m.story(1) if kept in str(line)]


@pytest.mark.rule("GR-221")
def test_snow_white_looks_at_two_also_when_a_card_has_her_draw() -> None:
    m = being("snow", "g06", "m07", "m15", pools={0: {"story-die": "story"}})
    answer(m, "place story-die rabbit")
    assert offered(m) == ["m07", "m15"]
    answer(m, "m15")
    assert m.state.hand(0) == ("m15",)


@pytest.mark.rule("GR-221", "GR-Q71")
def test_snow_white_looks_at_two_in_another_s_turn_as_well() -> None:
    m = being("snow", "b10", "m07", "m15", characters={1: "snow"}, pools={0: {"story-die": "story"}})
    answer(m, "place story-die rabbit", "b10 one", "b10 do-1")
    assert asked(m) == (1, "keep")
    answer(m, "m07", "no", "no")
    skip(m)
    assert m.state.hand(1) == ("m07",)
    assert m.state.magic.rows[DISCARD] == ("m15",)


@pytest.mark.rule("GR-Q71")
def test_cards_that_snow_white_steals_are_not_draws() -> None:
    m = being("snow", "m07", characters={1: "snow"}, pools={0: {"magic-die": "magic"}}, hands={1: ("m05",)})
    answer(m, "place magic-die rabbit")
    skip(m)
    answer(m, "draw")
    while "play m05" not in offered(m):
        answer(m, "pass")
    answer(m, "play m05")
    skip(m)
    assert m.state.hand(1) == ("m07",)
    assert m.state.magic.rows[DISCARD] == ("m05",)


@pytest.mark.rule("GR-Q71")
def test_nobody_else_looks_at_two() -> None:
    m = being("snow", "m07", characters={1: "snow"}, pools={0: {"magic-die": "magic"}})
    answer(m, "place magic-die rabbit", "draw")
    assert m.state.hand(0) == ("m07",)


# King Thrushbeard

RIDER: dict[str, Any] = {"at": {0: "well", 3: "bridge"}, "pools": {0: {"plain-die": 6, "magic-die": 5}}}


def on_a_steed(*falls: object, **position: Any) -> Match:
    """King Thrushbeard has arrived on the northern Steed field."""
    m = being("thrushbeard", *falls, **{**RIDER, **position})
    answer(m, "place plain-die r23", "move steed_n")
    return m


@pytest.mark.rule("GR-Q72")
def test_king_thrushbeard_jumps_from_a_steed_to_any_field_but_king_and_fairy() -> None:
    m = on_a_steed()
    fields = {key.split()[1] for key in offered(m) if key.startswith("fiddle ")}
    assert fields == set(CONTENT.walkable) - {"king", "fairy", "steed_n"}
    assert {"ride steed_s", "ride steed_e", "ride steed_w", "stay"} <= set(offered(m))
    answer(m, "fiddle bread")
    assert m.state.at[0] == "bread"
    assert m.state.turned[0]
    assert asked(m) == (0, "take")


@pytest.mark.rule("GR-Q72", "GR-124")
def test_king_thrushbeard_fiddles_once_a_chapter() -> None:
    m = on_a_steed(passed=(1, 2, 3))
    answer(m, "fiddle clouds", "place magic-die r24", "move steed_n")
    assert offered(m) == ["ride steed_e", "ride steed_s", "ride steed_w", "stay"]


@pytest.mark.rule("GR-222", "GR-Q72")
def test_king_thrushbeard_may_complete_a_quest_on_the_steed_and_then_jump() -> None:
    m = on_a_steed(quests={0: ("q205", "q203")})
    answer(m, "stay")
    assert "complete q205" in offered(m)
    answer(m, "complete q205")
    assert "fiddle bread" in offered(m)
    assert "fiddle king" not in offered(m)
    answer(m, "fiddle bread")
    assert asked(m) == (0, "take")
    answer(m, "take")
    assert m.state.tokens[0] == (0, 1, 0)


@pytest.mark.rule("GR-222", "GR-Q72")
def test_after_the_late_jump_phase_five_is_over() -> None:
    m = on_a_steed(
        quests={0: ("q205", "q203")}, tokens={0: (1, 0, 0)}, at={0: "well", 1: "big_sea", 3: "inn"}
    )
    answer(m, "stay", "complete q205", "fiddle big_sea")
    assert m.state.at[0] == "big_sea"
    assert offered(m) == ["trade", "end turn"]


@pytest.mark.rule("GR-Q72")
def test_after_the_jump_on_arrival_quests_can_still_be_completed() -> None:
    m = on_a_steed(quests={0: ("q203",)})
    answer(m, "fiddle big_sea")
    assert offered(m) == ["complete q203", "end turn"]


@pytest.mark.rule("GR-Q72")
def test_after_an_ordinary_ride_king_thrushbeard_does_not_jump() -> None:
    m = on_a_steed(quests={0: ("q205",)})
    answer(m, "ride steed_s")
    assert offered(m) == ["complete q205", "end turn"]


@pytest.mark.rule("GR-Q72")
def test_king_thrushbeard_does_not_jump_after_the_wishing_cap() -> None:
    m = being("thrushbeard", **RIDER, hands={0: ("m15",)}, quests={0: ("q205",)})
    answer(m, "place plain-die rabbit")
    skip(m)
    answer(m, "play m15", "steed_n")
    assert offered(m) == ["ride steed_e", "ride steed_s", "ride steed_w", "stay"]
    answer(m, "stay")
    assert offered(m) == ["complete q205", "end turn"]


@pytest.mark.rule("GR-Q72")
def test_king_thrushbeard_may_jump_after_the_golden_horse() -> None:
    m = being("thrushbeard", pools=RIDER["pools"], hands={0: ("m07",)}, at={1: "steed_n"})
    answer(m, "place plain-die rabbit")
    skip(m)
    answer(m, "play m07", "steed_n")
    assert "fiddle town" in offered(m)


@pytest.mark.rule("GR-Q72")
def test_king_thrushbeard_jumps_from_no_other_field() -> None:
    m = being("thrushbeard", quests={0: ("q201",)})
    answer(m, "place plain-die r03", "move town", "no")
    assert asked(m) == (1, "turn")


# Sleeping Beauty


@pytest.mark.rule("GR-Q73")
def test_sleeping_beauty_gives_up_two_dice_and_walks_along_any_route() -> None:
    full = [(1, 0, 3), (2, 0, 3), (3, 0, 3)]
    stacks = {"r03": full, "r14": [(1, BAN, "ban")]}
    m = being("beauty", pools={0: {"magic-die": 1, "ban-die": 2, "plain-die": 3}}, stacks=stacks)
    answer(m, "sleepwalk")
    assert offered(m) == ["magic-die", "ban-die", "plain-die"]
    answer(m, "ban-die")
    assert offered(m) == ["magic-die", "plain-die"]
    answer(m, "magic-die")
    assert sorted(offered(m)) == ["move old_woman", "move steed_w", "move town", "move woodsman"]
    answer(m, "move town")
    assert m.state.at[0] == "town"
    assert m.state.pools[0] == pool({"plain-die": 3})
    assert stack(m, "r03") == tuple(full)
    assert asked(m) == (0, "draw quest")


@pytest.mark.rule("GR-Q73")
def test_sleeping_beauty_walks_to_the_king_and_completes_quests_there() -> None:
    m = being("beauty", at={0: "church", 2: "inn"}, quests={0: ("q301",)})
    answer(m, "sleepwalk", "magic-die", "ban-die", "move king", "no")
    assert offered(m) == ["complete q301", "end turn"]
    answer(m, "complete q301")
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-Q73")
def test_sleeping_beauty_needs_two_dice() -> None:
    assert "sleepwalk" not in offered(being("beauty", pools={0: {"plain-die": 6}}))
    assert "sleepwalk" in offered(being("beauty", pools={0: {"plain-die": 6, "ban-die": 1}}))


@pytest.mark.rule("GR-223", "GR-Q73")
def test_special_faces_of_discarded_dice_do_nothing() -> None:
    pools = {0: {"magic-die": "magic", "story-die": "story", "double-die": "double"}}
    m = being("beauty", pools=pools, at={0: "woodsman"})
    answer(m, "sleepwalk", "story-die", "double-die", "move bread", "take")
    assert m.state.tokens[0] == (0, 1, 0)
    assert asked(m) == (1, "turn")
    m = being("beauty", pools=pools, at={0: "inn", 1: "well"})
    answer(m, "sleepwalk", "story-die", "magic-die", "move steed_s", "stay")
    assert asked(m) == (1, "turn")
    assert m.state.pools[0][DOUBLE] == "double"
    assert (m.state.pools[0][MAGIC], m.state.pools[0][STORY]) == (GONE, GONE)
    assert m.state.hand(0) == ()


# Thumbling


@pytest.mark.rule("GR-Q74", "GR-224")
def test_thumbling_changes_one_active_quest_for_another_of_any_deck() -> None:
    m = being("thumbling", "q401", quests={0: ("q201", "q301")})
    assert m.state.thumbs[0] == 3
    answer(m, "use thumbling")
    assert offered(m) == ["q201", "q301"]
    answer(m, "q201")
    assert offered(m) == ["deck 2", "deck 3", "deck 4"]
    answer(m, "deck 4")
    assert m.state.active_quests(0) == ["q301", "q401"]
    assert m.state.quests[0].layers[-1] == ("q201",)
    assert m.state.thumbs[0] == 2
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-224")
def test_thumbling_has_three_uses_in_a_whole_game() -> None:
    m = being("thumbling", "q401", "q402", "q403", quests={0: ("q201",)})
    for quest in ("q201", "q401", "q402"):
        assert m.state.active_quests(0) == [quest]
        answer(m, "use thumbling", "deck 4")
    assert m.state.thumbs[0] == 0
    assert "use thumbling" not in offered(m)


@pytest.mark.rule("GR-224")
def test_thumbling_s_uses_do_not_come_back_with_a_new_chapter() -> None:
    m = being("thumbling", "q401", *ROLLS, "e03", quests={0: ("q201",)}, passed=(1, 2, 3))
    answer(m, "use thumbling", "deck 4", "pass on")
    assert m.state.chapter == 2
    assert m.state.thumbs[0] == 2


@pytest.mark.rule("GR-Q74")
def test_thumbling_without_a_quest_has_none_to_change() -> None:
    assert "use thumbling" not in offered(being("thumbling", done={0: ("q201",)}))


@pytest.mark.rule("GR-224", "GR-225", "GR-226")
@pytest.mark.parametrize(
    ("choices", "uses"),
    [
        ({}, 3),
        ({"length": "short"}, 2),
        ({"length": "extra long"}, 5),
        ({"length": "extra long", "thumbling_uses": 0}, 0),
        ({"length": "extra long", "thumbling_uses": 9}, 9),
        ({"length": "standard", "thumbling_uses": 9}, 3),
    ],
)
def test_thumbling_s_uses_go_by_the_length_of_the_game(choices: dict[str, Any], uses: int) -> None:
    chosen = setup(players=2, **{**choices, "characters": "chosen"})
    m = Match.new(GRIMM, chosen, chance=script(0))
    answer(m, "thumbling", "red")
    assert m.state.thumbs == [uses, 0]


@pytest.mark.rule("GR-227")
def test_thumbling_has_no_use_for_a_team() -> None:
    m = being("thumbling", mode="together")
    assert "use thumbling" not in offered(m)
    assert refuses(m, "use thumbling")


# Rapunzel

OPENING: dict[str, Any] = {"step": "chapter"}


@pytest.mark.rule("GR-X26", "GR-228", "GR-229", "GR-Q75")
def test_rapunzel_rerolls_one_die_that_shows_one_or_two_and_no_other() -> None:
    m = being("rapunzel", "1 2 2 4 6", "1", *ROLLS[1:], "e03", **OPENING)
    assert asked(m) == (0, "rolled")
    assert offered(m) == ["pass", "use rapunzel"]
    answer(m, "use rapunzel")
    assert offered(m) == ["magic-die", "story-die", "ban-die"]
    answer(m, "magic-die")
    assert m.state.pools[0] == pool((1, 2, 2, 4, 6))
    assert m.state.turned[0]
    assert asked(m) == (0, "turn")
    assert "rerolls" in told(m)


@pytest.mark.rule("GR-229", "GR-125")
def test_rapunzel_may_leave_her_dice_be() -> None:
    m = being("rapunzel", "1 2 2 4 6", *ROLLS[1:], "e03", **OPENING)
    answer(m, "pass")
    assert m.state.pools[0] == pool((1, 2, 2, 4, 6))
    assert not m.state.turned[0]
    assert "use rapunzel" not in offered(m)


@pytest.mark.rule("GR-229")
def test_rapunzel_takes_what_the_reroll_brings() -> None:
    m = being("rapunzel", "3 2 3 4 6", "story", *ROLLS[1:], "e03", **OPENING)
    answer(m, "use rapunzel")
    assert m.state.pools[0] == pool((3, "story", 3, 4, 6))


@pytest.mark.rule("GR-229", "GR-Q75")
def test_rapunzel_rerolls_nothing_that_shows_three_or_more() -> None:
    m = being("rapunzel", "3 3 ban 4 6", *ROLLS[1:], "e03", **OPENING)
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-228", "GR-125")
def test_rapunzel_rerolls_her_own_dice_only() -> None:
    m = being("rapunzel", ROLLS[0], "1 1 1 1 3", *ROLLS[2:], "e03", **OPENING)
    assert asked(m) == (0, "turn")
    assert m.state.pools[1] == pool((1, 1, 1, 1, 3))


@pytest.mark.rule("GR-228")
def test_rapunzel_does_not_reroll_later_in_the_chapter() -> None:
    m = being("rapunzel", "b09", "1", pools={0: {"story-die": "story", "magic-die": 5}})
    answer(m, "place story-die rabbit")
    assert m.state.pools[0][MAGIC] == 1
    assert asked(m) == (1, "turn")
    assert not m.state.turned[0]


@pytest.mark.rule("GR-124", "GR-229")
def test_rapunzel_rerolls_again_in_the_next_chapter() -> None:
    rolls = ["1 3 3 3 3", "1", *ROLLS[1:], "e03", "2 3 3 3 3", "5", *ROLLS[1:], "e04"]
    m = being("rapunzel", *rolls, **OPENING)
    answer(m, "use rapunzel", *["pass on"] * 4)
    assert asked(m) == (0, "rolled")
    answer(m, "use rapunzel")
    assert m.state.pools[0] == pool((5, 3, 3, 3, 3))


# The Musicians of Bremen


@pytest.mark.rule("GR-230", "GR-Q76")
@pytest.mark.parametrize("socket", ["r03", "rabbit", "snake"])
def test_the_musicians_build_one_die_higher(socket: str) -> None:
    three = [(1, 0, 3), (2, 0, 3), (3, 0, 3)]
    pools = {0: {"plain-die": 6}, 1: {"plain-die": 6}}
    m = being("bremen", pools=pools, stacks={socket: three})
    assert socket in sockets(m)
    m = being("bremen", pools=pools, stacks={socket: [*three, (1, 1, 3)]})
    assert socket not in sockets(m)
    m = being("bremen", characters={1: "bremen"}, pools=pools, stacks={socket: three})
    assert socket not in sockets(m)
    answer(m, "pass on")
    assert socket in sockets(m)


@pytest.mark.rule("GR-Q76")
@pytest.mark.parametrize("socket", ["fox-1", "wolf"])
def test_the_musicians_stack_nothing_on_fox_and_wolf(socket: str) -> None:
    m = being("bremen", pools={0: {"plain-die": 6}}, stacks={socket: [(1, 0, 3)]})
    assert socket not in sockets(m)


@pytest.mark.rule("GR-Q76")
def test_the_musicians_keep_to_values_and_ban() -> None:
    two = [(1, 0, 3), (2, 0, 3)]
    stacks = {"r03": [*two, (3, PLAIN, 5)], "r04": [*two, (3, BAN, "ban")]}
    m = being("bremen", pools={0: {"magic-die": 4, "plain-die": 6}}, stacks=stacks)
    assert [die for die, socket in placeable(m) if socket == "r03"] == ["plain-die"]
    assert not [die for die, socket in placeable(m) if socket == "r04"]


@pytest.mark.rule("GR-230", "GR-124")
def test_the_musicians_build_higher_again_and_again() -> None:
    three = [(1, 0, 3), (2, 0, 3), (3, 0, 3)]
    m = being(
        "bremen",
        pools={0: {"plain-die": 6, "ban-die": 5}},
        stacks={"r03": three, "r02": three},
        passed=(1, 2, 3),
    )
    answer(m, "place plain-die r02")
    assert m.state.turned == [False] * 4
    assert "r03" in sockets(m, "ban-die")
