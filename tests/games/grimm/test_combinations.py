"""Dice Upon a Time: cards that answer cards, and the three combinations of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from foldtale.games.grimm.state import DISCARD, STORY_DISCARD
from foldtale.kernel import Match
from foldtale.testing import answer, asked, offered, told, told_of
from tests.games.grimm.given import go, play, reach, tale

TABLE, CLOAK, HAZEL, GOLDEN_BALL, STARWORT, BALL, CUDGEL = "m01", "m02", "m03", "m04", "m09", "m14", "m17"
Hands = Mapping[int, Sequence[str]]
APPLES = (0, 0, 2)
NOTHING = (0, 0, 0)


def two_apples(hands: Hands, **more: Any) -> Match:
    """Seat 0, King Thrushbeard, is about to receive two Apples; seat 1 is Puss in Boots."""
    g = tale(
        pools={0: {"double-die": "double"}},
        at={0: "old_woman"},
        characters={0: "thrushbeard", 1: "puss"},
        hands=hands,
        **more,
    )
    moves = ("0 place double-die r15", "0 move apple", "0 take", "0 take one more")
    return reach(play(g), *moves)


# Cudgel in the Sack against Starwort


@pytest.mark.rule("GR-X04", "GR-213")
def test_puss_in_boots_takes_both_apples_of_king_thrushbeard() -> None:
    g = go(two_apples({1: [CUDGEL]}), f"1 play {CUDGEL}")
    assert g.tokens == [NOTHING, APPLES, NOTHING, NOTHING]
    assert g.magic.rows[DISCARD] == (CUDGEL,)


@pytest.mark.rule("GR-X04", "GR-201", "GR-138")
def test_king_thrushbeard_keeps_both_apples_by_starwort_and_both_cards_are_discarded() -> None:
    m = two_apples({0: [STARWORT], 1: [CUDGEL]})
    g = go(m, f"1 play {CUDGEL}", f"0 play {STARWORT}")
    assert g.tokens == [APPLES, NOTHING, NOTHING, NOTHING]
    assert g.magic.rows[DISCARD] == (CUDGEL, STARWORT)
    assert g.hand(0) == g.hand(1) == ()


@pytest.mark.rule("GR-X04", "GR-136")
def test_starwort_is_answered_before_the_apples_go() -> None:
    m = two_apples({0: [STARWORT], 1: [CUDGEL]})
    reach(m, f"1 play {CUDGEL}")
    skipped = []
    while asked(m).topic != "harm":
        skipped.append(asked(m))
        m.answer("pass")
    assert skipped == [(0, "card_played")]
    assert asked(m) == (0, "harm")
    assert m.state.tokens[0] == APPLES


# A nest of three: Cudgel, answered by Starwort, answered by a Crystal Ball

CARDS: Hands = {0: [STARWORT, BALL], 1: [CUDGEL, BALL], 2: [HAZEL]}
THIRD: Hands = {0: [STARWORT], 1: [CUDGEL], 2: [BALL, BALL]}
BOTH: Hands = {0: [STARWORT, BALL], 1: [CUDGEL], 2: [BALL]}


@pytest.mark.rule("GR-138", "GR-Q80", "GR-Q101")
@pytest.mark.parametrize(
    ("hands", "played", "owner"),
    [
        pytest.param(CARDS, (), 0, id="nobody plays"),
        pytest.param(CARDS, (f"1 play {CUDGEL}",), 1, id="cudgel"),
        pytest.param(CARDS, (f"1 play {CUDGEL}", f"0 play {BALL}"), 0, id="cudgel, the victim's ball"),
        pytest.param(CARDS, (f"1 play {CUDGEL}", f"0 play {STARWORT}"), 0, id="cudgel, starwort"),
        pytest.param(
            CARDS,
            (f"1 play {CUDGEL}", f"0 play {STARWORT}", f"1 play {BALL}"),
            1,
            id="cudgel, starwort, the thief's ball",
        ),
        pytest.param(
            CARDS,
            (f"1 play {CUDGEL}", f"0 play {STARWORT}", f"1 play {BALL}", f"0 play {BALL}"),
            0,
            id="cudgel, starwort, the thief's ball, the victim's ball",
        ),
        pytest.param(
            CARDS,
            (f"1 play {CUDGEL}", f"0 play {BALL}", f"1 play {BALL}"),
            1,
            id="cudgel, the victim's ball, the thief's ball",
        ),
        pytest.param(THIRD, (f"1 play {CUDGEL}", f"2 play {BALL}"), 0, id="cudgel, a third player's ball"),
        pytest.param(
            THIRD,
            (f"1 play {CUDGEL}", f"0 play {STARWORT}", f"2 play {BALL}"),
            1,
            id="cudgel, starwort, a third player's ball",
        ),
        pytest.param(
            BOTH,
            (f"1 play {CUDGEL}", f"0 play {STARWORT}", f"2 play {BALL}", f"0 play {BALL}"),
            0,
            id="cudgel, starwort, a third player's ball, the victim's ball",
        ),
    ],
)
def test_a_nest_of_cards_resolves_the_last_one_first(
    hands: Hands, played: tuple[str, ...], owner: int
) -> None:
    g = go(two_apples(hands), *played)
    assert g.tokens == [APPLES if seat == owner else NOTHING for seat in range(4)]
    assert g.magic.rows[DISCARD] == tuple([move.split()[2] for move in played])


@pytest.mark.rule("GR-138", "GR-Q80")
def test_each_card_of_a_nest_is_answered_before_it_works() -> None:
    m = two_apples({0: [STARWORT, HAZEL], 1: [CUDGEL, BALL], 2: [HAZEL]})
    reach(m, f"1 play {CUDGEL}")
    met = []
    while offered(m)[0] == "pass":
        met.append(asked(m))
        wanted = [key for key in offered(m) if key in (f"play {STARWORT}", f"play {BALL}")]
        m.answer(wanted[0] if wanted else "pass")
    assert met[:6] == [
        (0, "card_played"),
        (2, "card_played"),
        (0, "harm"),
        (1, "card_played"),
        (0, "card_played"),
        (2, "card_played"),
    ]
    cancelled = told_of(m, "is cancelled")
    assert cancelled == [[STARWORT]]
    assert m.state.tokens[1] == APPLES


@pytest.mark.rule("GR-Q101", "GR-209")
def test_whose_starwort_a_ball_cancelled_cannot_play_a_golden_ball_in_that_turn() -> None:
    m = two_apples({0: [STARWORT, GOLDEN_BALL], 1: [CUDGEL, BALL]})
    g = go(m, f"1 play {CUDGEL}", f"0 play {STARWORT}", f"1 play {BALL}")
    assert g.tokens[1] == APPLES
    assert g.hand(0) == (GOLDEN_BALL,)
    assert "lose_tokens" not in [line.get("topic") for line in m.story(0)]


@pytest.mark.rule("GR-Q85")
def test_starwort_does_not_answer_starwort() -> None:
    m = two_apples({0: [STARWORT], 1: [CUDGEL, STARWORT]})
    reach(m, f"1 play {CUDGEL}", f"0 play {STARWORT}")
    met = []
    while offered(m)[0] == "pass":
        met.append((*asked(m), offered(m)))
        m.answer("pass")
    assert "harm" not in [topic for _, topic, _ in met]
    assert [keys for *_, keys in met if f"play {STARWORT}" in keys] == []
    assert m.state.tokens[0] == APPLES
    assert m.state.hand(1) == (STARWORT,)


@pytest.mark.rule("GR-Q88", "GR-193")
def test_the_golden_ball_keeps_tokens_from_the_cudgel() -> None:
    m = two_apples({0: [GOLDEN_BALL], 1: [CUDGEL]})
    g = go(m, f"1 play {CUDGEL}", f"0 play {GOLDEN_BALL}")
    assert g.tokens[0] == APPLES
    assert g.magic.rows[DISCARD] == (CUDGEL, GOLDEN_BALL)


# Snow White beside the Huntsman


def beside_the_huntsman(*falls: str, hand: Sequence[str] = (STARWORT,)) -> Match:
    g = tale(
        pools={0: {"story-die": "story"}},
        at={0: "well"},
        characters={0: "snow"},
        tokens={0: (0, 1, 0)},
        quests={0: ["q206"]},
        hands={0: hand},
    )
    return reach(play(g, *falls), "0 place story-die r08")


@pytest.mark.rule("GR-X11", "GR-053")
@pytest.mark.parametrize(("half", "field"), [("one", "big_sea"), ("two", "big_mountains")])
def test_snow_white_is_carried_off_and_draws_no_second_story_card(half: str, field: str) -> None:
    m = beside_the_huntsman("b04")
    g = go(m, f"0 b04 {half}")
    assert g.at[0] == field
    assert told(m).count("draws a Story card") == 1
    assert asked(m) == (0, "quests")
    assert offered(m) == ["end turn"]


@pytest.mark.rule("GR-X11", "GR-165", "GR-Q84")
@pytest.mark.parametrize("before", [True, False], ids=["before the choice", "after the choice"])
def test_snow_white_who_negates_the_card_goes_on_as_planned_and_must_draw_a_second(before: bool) -> None:
    m = beside_the_huntsman("b04", "g01")
    if not before:
        reach(m, "0 b04 one")
    g = go(m, f"0 play {STARWORT}")
    assert g.at[0] == "well"
    assert "move huntsman" in offered(m)
    assert g.stories.rows[STORY_DISCARD] == ("b04",)
    g = go(m, "0 move huntsman")
    assert g.at[0] == "huntsman"
    assert g.stories.rows[STORY_DISCARD] == ("b04", "g01")
    assert g.tokens[0] == (0, 1, 1)
    assert asked(m) == (0, "quests")
    assert "complete q206" in offered(m)


@pytest.mark.rule("GR-X11", "GR-076")
def test_snow_white_who_loses_her_only_bread_cannot_complete_the_quest_this_turn() -> None:
    m = beside_the_huntsman("b04", "b06", hand=[STARWORT, HAZEL])
    g = go(m, f"0 play {STARWORT}", "0 move huntsman")
    assert g.tokens[0] == NOTHING
    assert g.at[0] == "huntsman"
    assert asked(m) == (0, "quests")
    assert offered(m) == ["end turn"]
    assert g.active_quests(0) == ["q206"]


@pytest.mark.rule("GR-165")
def test_a_card_that_a_cloak_replaced_counts_as_not_having_happened() -> None:
    m = beside_the_huntsman("b04", "g02", "g01", hand=[CLOAK, HAZEL])
    g = go(m, f"0 play {CLOAK}", "0 move huntsman")
    assert g.at[0] == "huntsman"
    assert g.tokens[0] == (0, 2, 1)
    assert "complete q206" in offered(m)


# Sleeping Beauty on the Apple field


def asleep_in_the_orchard(hand: Sequence[str], puss: Sequence[str] = ()) -> Match:
    g = tale(
        pools={0: {"double-die": "double"}},
        at={0: "old_woman"},
        characters={0: "beauty", 1: "puss"},
        hands={0: hand, 1: puss},
    )
    moves = ("0 place double-die r15", "0 move apple", "0 take", "0 take one more")
    return reach(play(g), *moves)


@pytest.mark.rule("GR-X12", "GR-166")
def test_sleeping_beauty_doubles_her_apple_and_a_hazel_branch_makes_it_three() -> None:
    assert go(asleep_in_the_orchard([])).tokens[0] == APPLES
    assert go(asleep_in_the_orchard([HAZEL]), f"0 play {HAZEL}").tokens[0] == (0, 0, 3)


@pytest.mark.rule("GR-X12", "GR-166", "GR-Q89")
def test_sleeping_beauty_doubles_her_apple_and_the_wishing_table_makes_it_three() -> None:
    assert go(asleep_in_the_orchard([TABLE]), f"0 play {TABLE}").tokens[0] == (0, 0, 3)


@pytest.mark.rule("GR-X12", "GR-167", "GR-213")
def test_puss_in_boots_waits_until_it_is_three_and_takes_them_all() -> None:
    m = asleep_in_the_orchard([HAZEL], [CUDGEL])
    assert asked(m) == (0, "gain_modify")
    reach(m, f"0 play {HAZEL}")
    while asked(m) != (1, "tokens_gained"):
        m.answer("pass")
    assert m.state.tokens[0] == (0, 0, 3)
    g = go(m, f"1 play {CUDGEL}")
    assert g.tokens[:2] == [NOTHING, (0, 0, 3)]
    assert g.magic.rows[DISCARD] == (HAZEL, CUDGEL)


@pytest.mark.rule("GR-X12", "GR-167", "GR-190")
def test_puss_in_boots_takes_all_that_the_wishing_table_gave() -> None:
    m = asleep_in_the_orchard([TABLE], [CUDGEL])
    g = go(m, f"0 play {TABLE}", f"1 play {CUDGEL}")
    assert g.tokens[:2] == [NOTHING, (0, 0, 3)]


@pytest.mark.rule("GR-166", "GR-167")
def test_the_cudgel_cannot_be_played_before_all_modifications_are_done() -> None:
    m = asleep_in_the_orchard([HAZEL, HAZEL], [CUDGEL])
    met = []
    while offered(m)[0] == "pass":
        met.append(asked(m))
        m.answer(offered(m)[-1])
    changes = [at for at, one in enumerate(met) if one[1] == "gain_modify" and one[0] == 0]
    assert met.index((1, "tokens_gained")) > max(changes)
    assert m.state.tokens[1] == (0, 0, 4)


# In the order in which they were activated


@pytest.mark.rule("GR-164")
def test_effects_are_carried_out_in_the_order_in_which_they_were_activated() -> None:
    g = tale(pools={0: {"story-die": "story"}}, at={0: "well"})
    m = play(g, "g12", "q201")
    reach(m, "0 place story-die wolf", "0 g12 do-1", "0 town", "0 draw", "0 deck 2")
    assert asked(m) == (1, "wolf")
    answer(m, *["plain-die"] * 3)
    order = ["places", "draws a Story card", "goes to", "takes a quest", "feeds the Wolf"]
    assert [tell for tell in told(m) if tell in order] == order


@pytest.mark.rule("GR-164", "GR-052")
def test_a_second_story_card_waits_until_the_first_is_carried_out() -> None:
    g = tale(pools={0: {"story-die": "story"}}, at={0: "well"})
    m = play(g, "g04", "g01")
    reach(m, "0 place story-die r07")
    assert asked(m) == (0, "token")
    assert told(m).count("draws a Story card") == 1
    g = go(m, "0 coin", "0 move old_woman")
    assert g.tokens[0] == (1, 0, 1)


@pytest.mark.rule("GR-Q90", "GR-164")
def test_a_cloak_discards_only_the_bad_luck_card_that_it_answers() -> None:
    g = tale(pools={0: {"story-die": "story"}}, at={0: "well"}, hands={0: [CLOAK]})
    m = play(g, "g12", "b06", "g01")
    g = go(m, "0 place story-die rabbit", "0 g12 do-1", "0 old_woman", f"0 play {CLOAK}")
    assert g.stories.rows[STORY_DISCARD] == ("b06", "g01", "g12")
    assert g.tokens[0] == (0, 0, 1)


@pytest.mark.rule("GR-Q102", "GR-Q26")
def test_a_jump_that_ends_where_it_began_was_the_movement_of_the_turn_all_the_same() -> None:
    g = tale(pools={0: {"plain-die": 3}}, at={0: "well"}, hands={0: ["m15", HAZEL]})
    m = play(g, "g12")
    g = go(m, "0 place plain-die r02", "0 play m15", "0 huntsman", "0 g12 do-1", "0 well")
    assert g.at[0] == "well"
    assert asked(m) == (0, "quests")


@pytest.mark.rule("GR-192", "GR-213")
def test_the_token_that_a_hazel_branch_adds_to_a_theft_is_told() -> None:
    m = play(tale(pools={0: {"plain-die": 3}}, at={0: "old_woman"}, hands={1: [CUDGEL, HAZEL]}))
    g = go(m, "0 place plain-die r15", "0 move apple", "0 take", f"1 play {CUDGEL}", f"1 play {HAZEL}")
    assert (g.tokens[0], g.tokens[1]) == ((0, 0, 0), (0, 0, 2))
    lines = [
        line for line in m.story(3) if line.get("who") == 1 and line.get("tell") in ("takes from", "gets")
    ]
    assert [(line["tell"], line["why"], line["about"][-3:]) for line in lines] == [
        ("takes from", "GR-213", [0, 0, 1]),
        ("gets", "GR-192", [0, 0, 1]),
    ]
