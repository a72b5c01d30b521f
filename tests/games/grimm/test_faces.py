"""Dice Upon a Time: phase 2: what the special faces of dice do."""

from __future__ import annotations

import pytest

from foldtale.games.grimm.state import STORY_DISCARD
from foldtale.kernel import Match
from foldtale.kernel.chance import Face
from foldtale.testing import answer, asked, offered, refuses, told, told_of
from tests.games.grimm.given import BAN, CONTENT, MAGIC, PLAIN, STORY, placeable, play, skip, tale

Stack = list[tuple[int, int, Face]]
SIXES: dict[str, Face] = {
    "magic-die": "magic",
    "story-die": "story",
    "ban-die": "ban",
    "double-die": "double",
    "plain-die": 6,
}


def takers(match: Match, socket: str) -> set[str]:
    """The dice that the asked seat can place there."""
    return {die for die, where in placeable(match) if where == socket}


# When a face works


@pytest.mark.rule("GR-046", "GR-050")
@pytest.mark.parametrize("below", [[], [(1, PLAIN, 5)], [(1, PLAIN, 5), (0, STORY, 5)]])
def test_a_face_works_at_once_in_an_empty_socket_and_on_other_dice(below: Stack) -> None:
    m = play(tale({0: {"magic-die": "magic"}}, stacks={"r02": below}), "m07")
    answer(m, "place magic-die r02")
    assert (asked(m), offered(m)) == ((0, "draw magic"), ["draw", "no"])
    assert answer(m, "draw").hand(0) == ("m07",)
    assert (asked(m), m.state.at[0]) == ((0, "move"), "town")


@pytest.mark.rule("GR-047")
@pytest.mark.parametrize("socket", ["rabbit", "snake", "wolf", "fox-1", "fox-2"])
def test_a_face_works_in_the_socket_of_a_forest_spirit_too(socket: str) -> None:
    m = play(tale({0: {"magic-die": "magic"}}), "m07")
    answer(m, f"place magic-die {socket}")
    assert asked(m) == (0, "draw magic")
    assert answer(m, "draw").hand(0) == ("m07",)


@pytest.mark.rule("GR-046")
def test_a_number_does_nothing_and_neither_does_a_die_that_lies_below() -> None:
    m = play(tale({0: {"magic-die": 5, "ban-die": 1, "plain-die": 6}}, stacks={"r02": [(0, MAGIC, "magic")]}))
    answer(m, "place plain-die r02")
    assert (asked(m), m.state.doubled) == ((0, "move"), False)
    answer(m, "stay", "pass on", "pass on", "pass on", "place magic-die r15")
    assert "draws a Magic Item" not in told(m)


@pytest.mark.rule("GR-048")
def test_dice_that_are_given_to_the_wolf_do_nothing() -> None:
    pools: dict[int, dict[str, Face]] = {0: {"plain-die": 3}, 1: SIXES, 2: {"story-die": "story"}, 3: {}}
    m = play(tale(pools))
    answer(m, "place plain-die wolf")
    assert asked(m) == (1, "wolf")
    g = answer(m, "magic-die")
    assert g.heap == ((1, MAGIC, "magic"), (2, STORY, "story"))
    assert (asked(m), told(m)[-1]) == ((1, "turn"), "turn")
    assert not {"draws a Magic Item", "draws a Story card"} & set(told(m))


@pytest.mark.rule("GR-048")
def test_dice_that_are_discarded_for_a_walk_do_nothing() -> None:
    m = play(tale({0: SIXES}, characters={0: "beauty"}, at={0: "old_woman"}))
    answer(m, "sleepwalk", "magic-die", "double-die", "move apple")
    g = answer(m, "take")
    assert (g.tokens[0], g.hand(0), g.doubled) == ((0, 0, 1), (), False)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-049")
def test_one_die_of_a_set_has_no_special_face_and_some_high_values_twice() -> None:
    plain = [name for name, faces in zip(CONTENT.dice[:5], CONTENT.faces[:5], strict=True) if 6 in faces]
    specials = [[face for face in faces if isinstance(face, str)] for faces in CONTENT.faces[:5]]
    assert plain == ["plain-die"]
    assert specials == [["magic"], ["story"], ["ban"], ["double"], []]
    assert CONTENT.faces[PLAIN] == (3, 4, 5, 5, 6, 6)


@pytest.mark.rule("GR-049")
def test_a_six_of_the_plain_die_does_nothing() -> None:
    m = play(tale({0: {"plain-die": 6}}))
    answer(m, "place plain-die r02")
    assert (asked(m), told(m)[-1], m.state.doubled) == ((0, "move"), "places", False)


# Magic Items


@pytest.mark.rule("GR-050", "GR-Q18")
def test_the_magic_item_face_lets_one_draw_one_card_or_none() -> None:
    m = play(tale({0: {"magic-die": "magic"}}), "m07")
    assert answer(m, "place magic-die r15", "no").hand(0) == ()
    m = play(tale({0: {"magic-die": "magic"}}), "m07")
    g = answer(m, "place magic-die r15", "draw")
    assert (g.hand(0), g.magic.deck_size) == (("m07",), 35)


@pytest.mark.rule("GR-Q18")
def test_the_magic_items_field_lets_one_draw_or_not_too() -> None:
    m = play(tale({0: {"plain-die": 4}}, at={0: "soldier"}), "m07")
    answer(m, "place plain-die r18", "move magic")
    assert (asked(m), offered(m)) == ((0, "draw magic"), ["draw", "no"])


@pytest.mark.rule("GR-Q18")
def test_a_magic_item_that_a_card_orders_must_be_drawn() -> None:
    m = play(tale({0: {"story-die": "story"}, 1: {}, 2: {}}), "g06", "m07")
    g = answer(m, "place story-die r15")
    assert g.hand(0) == ("m07",)
    assert "draw magic" not in asked(m)


# Story cards


@pytest.mark.rule("GR-051")
def test_the_story_face_draws_a_story_card_at_once_and_it_is_carried_out() -> None:
    m = play(tale({0: {"story-die": "story"}}), "g03")
    g = answer(m, "place story-die r02")
    assert (g.tokens[0], g.stories.rows[STORY_DISCARD]) == ((1, 0, 0), ("g03",))
    assert (asked(m), g.at[0]) == ((0, "move"), "town")
    assert told(m)[-3:] == ["places", "draws a Story card", "gets"]


@pytest.mark.rule("GR-051")
def test_nobody_asks_whether_the_story_card_shall_be_drawn() -> None:
    m = play(tale({0: {"story-die": "story"}}, tokens={0: (1, 0, 1)}), "b06")
    answer(m, "place story-die r02")
    g = m.state
    assert (g.tokens[0], asked(m)) == ((1, 0, 0), (0, "move"))


@pytest.mark.rule("GR-052", "GR-X18")
def test_example_a_second_story_card_is_drawn_after_the_first_is_resolved() -> None:
    m = play(tale({0: {"story-die": "story"}}, at={0: "bridge"}), "g05", "g01")
    answer(m, "place story-die r13")
    assert told_of(m, "draws a Story card") == [["g05"]]
    answer(m, "coin", "bread")
    assert (asked(m), m.state.tokens[0]) == ((0, "move"), (1, 1, 0))
    assert told_of(m, "draws a Story card") == [["g05"]]
    g = answer(m, "move woodsman")
    assert told_of(m, "draws a Story card") == [["g05"], ["g01"]]
    assert (g.tokens[0], asked(m)) == ((1, 1, 1), (1, "turn"))


@pytest.mark.rule("GR-053")
def test_a_story_card_that_carries_the_figure_off_keeps_it_from_its_destination() -> None:
    m = play(tale({0: {"story-die": "story"}}, at={0: "bridge"}), "b04")
    answer(m, "place story-die r13", "b04 two")
    g = m.state
    assert (g.at[0], asked(m)) == ("big_mountains", (1, "turn"))
    assert told_of(m, "draws a Story card") == [["b04"]]


@pytest.mark.rule("GR-053")
def test_carried_to_an_end_of_the_active_route_the_figure_may_still_go_along_it() -> None:
    m = play(tale({0: {"story-die": "story"}}, at={0: "town"}), "b04")
    answer(m, "place story-die r20", "b04 two")
    assert (m.state.at[0], offered(m)) == ("big_mountains", ["move gold_coin", "stay"])


# Ban


@pytest.mark.rule("GR-054", "GR-055")
@pytest.mark.parametrize("socket", ["r02", "r35", "rabbit", "snake"])
@pytest.mark.parametrize(("owner", "who"), [(1, {"ban-die"}), (0, set(SIXES))])
def test_on_a_ban_die_others_place_nothing_but_a_ban_face_and_its_owner_any_six(
    owner: int, who: set[str], socket: str
) -> None:
    m = play(tale({0: SIXES}, stacks={socket: [(owner, BAN, "ban")]}))
    assert takers(m, socket) == who


@pytest.mark.rule("GR-054")
def test_the_number_of_a_ban_die_bans_nobody_and_breaks_no_ban() -> None:
    stacks: dict[str, Stack] = {"r02": [(1, BAN, 5)], "r03": [(1, BAN, "ban")]}
    m = play(tale({0: {"ban-die": 5, "plain-die": 5}}, stacks=stacks))
    assert takers(m, "r02") == {"ban-die", "plain-die"}
    assert takers(m, "r03") == set()
    assert refuses(m, "place ban-die r03")
    assert len(m.state.stacks[CONTENT.place["r03"]]) == 1


@pytest.mark.rule("GR-055")
def test_the_owner_of_a_ban_die_needs_a_six_as_on_any_special_face() -> None:
    dice: dict[str, Face] = {"magic-die": 5, "story-die": "story", "plain-die": 6}
    m = play(tale({0: dice}, stacks={"r02": [(0, BAN, "ban")]}))
    assert takers(m, "r02") == {"story-die", "plain-die"}


@pytest.mark.rule("GR-056", "GR-Q13")
@pytest.mark.parametrize("cover", [(1, PLAIN, 6), (1, STORY, "story"), (2, MAGIC, 4)])
def test_a_covered_ban_die_restricts_nobody(cover: tuple[int, int, Face]) -> None:
    m = play(tale({0: {**SIXES, "magic-die": 4}}, stacks={"r02": [(1, BAN, "ban"), cover]}))
    whoever = set(SIXES) if cover[2] == 4 else set(SIXES) - {"magic-die"}
    assert takers(m, "r02") == whoever


@pytest.mark.rule("GR-Q14")
def test_on_fox_and_wolf_nothing_is_stacked_not_even_a_ban_face_on_a_ban_die() -> None:
    banned: Stack = [(0, BAN, "ban")]
    m = play(tale({0: SIXES}, stacks={"wolf": banned, "fox-1": [(1, BAN, "ban")]}))
    assert takers(m, "wolf") == takers(m, "fox-1") == set()
    assert takers(m, "fox-2") == set(SIXES)


@pytest.mark.rule("GR-Q15")
@pytest.mark.parametrize(("height", "fits"), [(1, True), (2, True), (3, False)])
def test_a_ban_die_on_a_ban_die_keeps_to_the_height_of_the_stack(height: int, fits: bool) -> None:
    below: Stack = [(2, PLAIN, 5), (3, PLAIN, 5)]
    m = play(tale({0: SIXES}, stacks={"r02": [*below[: height - 1], (1, BAN, "ban")]}))
    assert takers(m, "r02") == ({"ban-die"} if fits else set())


@pytest.mark.rule("GR-Q15")
def test_a_ban_die_on_a_ban_die_bans_in_its_turn() -> None:
    m = play(tale({0: SIXES, 1: SIXES, 2: SIXES}, stacks={"r22": [(1, BAN, "ban")]}))
    answer(m, "place ban-die r22")
    assert (asked(m), takers(m, "r22")) == ((1, "turn"), {"ban-die"})
    answer(m, "pass on")
    assert takers(m, "r22") == {"ban-die"}


@pytest.mark.rule("GR-X22")
def test_example_red_meets_a_ban_die_of_blue() -> None:
    stacks: dict[str, Stack] = {"r22": [(1, BAN, "ban")]}
    m = play(tale({0: {"plain-die": 6, "ban-die": "ban"}, 1: {**SIXES, "ban-die": 3}}, stacks=stacks))
    assert refuses(m, "place plain-die r22")
    assert takers(m, "r22") == {"ban-die"}
    answer(m, "pass on")
    assert takers(m, "r22") == {"magic-die", "story-die", "double-die", "plain-die"}


# Doubling


@pytest.mark.rule("GR-057")
@pytest.mark.parametrize(
    ("at", "socket", "field", "tokens"),
    [
        ("huntsman", "r16", "gold_coin", (2, 0, 0)),
        ("woodsman", "r17", "bread", (0, 2, 0)),
        ("old_woman", "r15", "apple", (0, 0, 2)),
    ],
)
def test_the_doubling_face_gives_one_more_token_of_the_same_type(
    at: str, socket: str, field: str, tokens: tuple[int, int, int]
) -> None:
    m = play(tale({0: {"double-die": "double"}}, at={0: at}))
    answer(m, f"place double-die {socket}", f"move {field}", "take")
    assert (asked(m), offered(m)) == ((0, "double"), ["take one more", "no more"])
    assert answer(m, "take one more").tokens[0] == tokens


@pytest.mark.rule("GR-057")
def test_the_second_token_may_be_declined_and_without_the_first_there_is_none() -> None:
    m = play(tale({0: {"double-die": "double"}}, at={0: "old_woman"}))
    answer(m, "place double-die r15", "move apple")
    one = m.fork()
    assert answer(one, "take", "no more").tokens[0] == (0, 0, 1)
    g = answer(m, "no")
    assert (g.tokens[0], asked(m)) == ((0, 0, 0), (1, "turn"))


@pytest.mark.rule("GR-057")
def test_doubling_needs_the_face_and_a_move_in_the_same_turn() -> None:
    m = play(tale({0: {"double-die": "double", "plain-die": 6, "ban-die": 1}}, at={0: "old_woman"}))
    answer(m, "place double-die r15", "stay", "pass on", "pass on", "pass on")
    answer(m, "place plain-die r15", "move apple")
    assert answer(m, "take").tokens[0] == (0, 0, 1)
    five = play(tale({0: {"double-die": 5}}, at={0: "old_woman"}))
    answer(five, "place double-die r15", "move apple")
    assert answer(five, "take").tokens[0] == (0, 0, 1)


@pytest.mark.rule("GR-058")
def test_doubling_draws_no_second_quest() -> None:
    m = play(tale({0: {"double-die": "double"}}, at={0: "well"}), "q201")
    g = answer(m, "place double-die r02", "move town", "draw", "deck 2")
    assert (g.active_quests(0), "draw quest" in asked(m)) == (["q201"], False)


@pytest.mark.rule("GR-058")
def test_doubling_draws_no_second_magic_item() -> None:
    m = play(tale({0: {"double-die": "double"}}, at={0: "soldier"}), "m07")
    g = answer(m, "place double-die r18", "move magic", "draw")
    assert g.hand(0) == ("m07",)
    assert asked(m).topic != "draw magic"


@pytest.mark.rule("GR-058", "GR-Q16")
def test_doubling_draws_no_second_story_card_and_gives_no_more_tokens_of_a_card() -> None:
    m = play(tale({0: {"double-die": "double"}}), "g01")
    g = answer(m, "place double-die r01", "move old_woman")
    assert (g.tokens[0], asked(m)) == ((0, 0, 1), (1, "turn"))
    assert told_of(m, "draws a Story card") == [["g01"]]


@pytest.mark.rule("GR-059")
@pytest.mark.parametrize(
    ("token", "tokens"), [("coin", (2, 0, 0)), ("bread", (0, 2, 0)), ("apple", (0, 0, 2))]
)
def test_with_doubling_the_fairy_gives_two_tokens_of_one_type(
    token: str, tokens: tuple[int, int, int]
) -> None:
    m = play(tale({0: {"double-die": "double"}}, at={0: "well"}))
    answer(m, "place double-die r36", "move fairy")
    assert offered(m) == ["take coin", "take bread", "take apple", "no"]
    answer(m, f"take {token}")
    assert offered(m) == ["take one more", "no more"]
    assert answer(m, "take one more").tokens[0] == tokens


@pytest.mark.rule("GR-Q16")
@pytest.mark.parametrize(("card", "at"), [("m15", {}), ("m07", {1: "apple"})])
def test_doubling_works_after_a_jump_by_a_card(card: str, at: dict[int, str]) -> None:
    m = play(tale({0: {"double-die": "double"}}, at=at, hands={0: [card]}))
    answer(m, "place double-die r02", "pass", f"play {card}")
    if card == "m15":
        answer(m, "apple")
    g = answer(m, "take", "take one more")
    assert (g.at[0], g.tokens[0]) == ("apple", (0, 0, 2))


@pytest.mark.rule("GR-Q16")
def test_doubling_works_when_a_story_card_leads_to_the_field() -> None:
    m = play(tale({0: {"double-die": "double"}}), "g12")
    answer(m, "place double-die r01", "move old_woman", "g12 do-1")
    assert answer(m, "apple", "take", "take one more").tokens[0] == (0, 0, 2)


@pytest.mark.rule("GR-Q16")
def test_doubling_works_only_once_in_a_turn() -> None:
    m = play(tale({0: {"double-die": "double"}}, at={0: "well"}, hands={0: ["m15"]}))
    answer(m, "place double-die r02")
    assert skip(m, "move").state.doubled
    answer(m, "play m15", "fairy", "take coin", "take one more")
    assert not m.state.doubled


@pytest.mark.rule("GR-Q17")
def test_the_doubling_face_is_armed_on_a_forest_spirit_too() -> None:
    m = play(tale({0: {"double-die": "double"}}, hands={0: ["m15"]}))
    answer(m, "place double-die rabbit", "pass", "play m15", "apple")
    assert answer(m, "take", "take one more").tokens[0] == (0, 0, 2)


@pytest.mark.rule("GR-Q17")
def test_without_an_arrival_doubling_lapses() -> None:
    m = play(tale({0: {"double-die": "double", "plain-die": 3, "ban-die": 1}}, at={0: "old_woman"}))
    answer(m, "place double-die snake", "pass on", "pass on", "pass on")
    answer(m, "place plain-die r15", "move apple")
    assert answer(m, "take").tokens[0] == (0, 0, 1)
    assert asked(m) == (0, "turn")


# Beginners


@pytest.mark.rule("GR-Q20")
def test_ban_and_doubling_work_for_beginners() -> None:
    g = tale({0: SIXES}, cards="beginner", at={0: "old_woman"}, stacks={"r02": [(1, BAN, "ban")]})
    m = play(g)
    assert takers(m, "r02") == {"ban-die"}
    answer(m, "place double-die r15", "move apple", "take")
    assert answer(m, "take one more").tokens[0] == (0, 0, 2)


@pytest.mark.rule("GR-Q20")
@pytest.mark.parametrize("die", ["magic-die", "story-die"])
def test_magic_item_and_story_faces_are_plain_sixes_for_beginners(die: str) -> None:
    m = play(tale({0: SIXES}, cards="beginner", stacks={"r02": [(1, PLAIN, 6)]}))
    answer(m, f"place {die} r02")
    assert (asked(m), offered(m), told(m)[-1]) == ((0, "move"), ["move well", "stay"], "places")
