"""Dice Upon a Time: each Magic Item in every window where it may be played, and where it may not.

Boots, Beans and the Ball of Yarn are in `test_placing_magic.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from foldtale.games.grimm.language import Gain
from foldtale.games.grimm.rules.gaining import keep_limits
from foldtale.games.grimm.rules.windows import window
from foldtale.games.grimm.state import DISCARD, STORY_DISCARD, Placed, Tale
from foldtale.kernel import Match, Play
from foldtale.testing import answer, asked, offered, play_only, refuses, told, told_of
from tests.games.grimm.given import (
    BAN,
    CONTENT,
    DICE,
    GRIMM,
    MAGIC,
    PLAIN,
    SNAKE,
    Dice,
    go,
    placeable,
    play,
    reach,
    skip,
    tale,
)
from tests.games.grimm.given import STORY as STORY_DIE

TABLE, CLOAK, HAZEL, GOLDEN_BALL, SPIRIT, YARN = "m01", "m02", "m03", "m04", "m05", "m06"
HORSE, WHITE_SNAKE, STARWORT, BLUE_LIGHT, MIRROR = "m07", "m08", "m09", "m10", "m11"
RING, BALL, CAP, CUDGEL, BIRD = "m13", "m14", "m15", "m17", "m18"
THREES = "3 3 3 3 3"
NOTHING = (0, 0, 0)
Hands = Mapping[int, Sequence[str]]


def met(match: Match) -> list[tuple[int, str, list[str]]]:
    """Who is asked to react, to what and with which cards; everybody lets it be."""
    found = []
    while match.ask is not None and offered(match)[0] == "pass":
        found.append((*asked(match), offered(match)[1:]))
        match.answer("pass")
    return found


def never(match: Match, card: str, *moves: str) -> Tale:
    """These moves are made, and the card can be played at none of the questions on the way."""
    for move in [*moves, ""]:
        while match.ask is not None and (move not in offered(match) or not move):
            assert f"play {card}" not in offered(match)
            if offered(match)[0] != "pass":
                break
            match.answer("pass")
        if move:
            assert f"play {card}" not in offered(match)
            match.answer(move)
    return match.state


def discarded(g: Tale) -> tuple[str, ...]:
    return g.magic.rows[DISCARD]


# What happens to seat 0, or to its left neighbour


def on_apples(hands: Hands, **more: Any) -> Match:
    """Seat 0 takes an Apple on the field."""
    g = tale(**{"pools": {0: {"plain-die": 3}}, "at": {0: "old_woman"}, "hands": hands, **more})
    return reach(play(g), "0 place plain-die r15", "0 move apple", "0 take")


def at_the_fairy(hands: Hands) -> Match:
    """Seat 0 takes an Apple from the Fairy."""
    g = tale(pools={0: {"plain-die": 6}}, at={0: "well"}, hands=hands)
    return reach(play(g), "0 place plain-die r36", "0 move fairy", "0 take apple")


def story(card: str, hands: Hands, *falls: str, **more: Any) -> Match:
    """Seat 0 draws this Story card for a die on the Rabbit field, and nobody has answered yet."""
    g = tale(**{"pools": {0: {"story-die": "story"}}, "hands": hands, **more})
    m = reach(play(g, card, *falls), "0 place story-die rabbit")
    while asked(m).topic == "place_announced":
        m.answer("pass")
    return m


def good_luck(hands: Hands) -> Match:
    """Seat 0 gets an Apple by a Good Luck card."""
    return story("g01", hands)


def mini_quest(hands: Hands) -> Match:
    """Seat 0 fulfils a Mini Quest for 2 Apples."""
    g = tale(pools={0: {"plain-die": 3}}, at={0: "well"}, kept={0: ["n05"]}, hands=hands)
    m = reach(play(g), "0 place plain-die rabbit")
    while asked(m).topic != "quests":
        m.answer("stay" if "stay" in offered(m) else "pass")
    return reach(m, "0 fulfil n05")


def snake_die(hands: Hands, face: str = "apple") -> Match:
    """Seat 0 takes an Apple of the Snake Die."""
    g = tale(step="chapter", hands=hands)
    g.snake_to = 0
    m = play(g, f"{THREES} {face}", THREES, THREES, THREES, "e01")
    return reach(m, "0 take")


def harvest_feast(hands: Hands) -> Match:
    """Seat 0 alone takes an Apple at the Harvest Feast."""
    m = play(tale(step="chapter", hands=hands), *[THREES] * 4, "e11")
    return reach(m, "0 e11 do-1", "0 apple", *[] if HAZEL in hands.get(0, ()) else feast_ends())


def feast_ends() -> tuple[str, ...]:
    return "1 no", "2 no", "3 no"


Source = Callable[[Hands], Match]
SOURCES: dict[str, tuple[Source, int]] = {
    "a Resource field": (on_apples, 1),
    "the Fairy": (at_the_fairy, 1),
    "Good Luck": (good_luck, 1),
    "a Mini Quest": (mini_quest, 2),
    "the Snake Die": (snake_die, 1),
    "an Event": (harvest_feast, 1),
}
by_source = pytest.mark.parametrize("source", list(SOURCES))


# m01 The Wishing-Table


@pytest.mark.rule("GR-190", "GR-Q89")
@pytest.mark.parametrize("source", ["a Resource field", "the Fairy"])
def test_the_wishing_table_makes_it_three_of_one_type_on_fields_that_give_tokens(source: str) -> None:
    take, _ = SOURCES[source]
    m = take({0: [TABLE]})
    assert asked(m) == (0, "gain_modify")
    g = go(m, f"0 play {TABLE}")
    assert g.tokens[0] == (0, 0, 3)
    assert discarded(g) == (TABLE,)


@pytest.mark.rule("GR-190", "GR-135")
@pytest.mark.parametrize("source", ["Good Luck", "a Mini Quest", "the Snake Die", "an Event"])
def test_the_wishing_table_is_for_fields_alone(source: str) -> None:
    take, n = SOURCES[source]
    m = take({0: [TABLE]})
    assert [cards for seat, _, cards in met(m) if seat == 0 and cards] == []
    assert m.state.tokens[0] == (0, 0, n)
    assert m.state.hand(0) == (TABLE,)


@pytest.mark.rule("GR-Q89", "GR-166")
def test_the_wishing_table_replaces_the_amount_and_later_additions_still_add() -> None:
    def taken(*cards: str) -> tuple[int, int, int]:
        m = on_apples({0: [TABLE, HAZEL]}, event="e03")
        return go(m, *[f"0 play {card}" for card in cards]).tokens[0]

    assert taken() == (0, 0, 2)
    assert taken(TABLE) == (0, 0, 3)
    assert taken(HAZEL, TABLE) == (0, 0, 3)
    assert taken(TABLE, HAZEL) == (0, 0, 4)


@pytest.mark.rule("GR-190", "GR-135")
def test_the_wishing_table_does_not_lay_for_somebody_else() -> None:
    m = on_apples({1: [TABLE]})
    assert [cards for seat, _, cards in met(m) if cards] == []


# m02 Cloak of Invisibility


@pytest.mark.rule("GR-Q90", "GR-191", "GR-136")
def test_the_cloak_discards_bad_luck_and_another_story_card_is_drawn() -> None:
    m = story("b05", {0: [CLOAK]}, "g01")
    assert asked(m) == (0, "story_revealed")
    g = go(m, f"0 play {CLOAK}")
    assert g.at[0] == "town"
    assert g.tokens[0] == (0, 0, 1)
    assert g.stories.rows[STORY_DISCARD] == ("b05", "g01")
    assert discarded(g) == (CLOAK,)


@pytest.mark.rule("GR-Q90")
def test_the_cloak_works_on_a_supporting_character_field_too() -> None:
    g = tale(pools={0: {"plain-die": 3}}, hands={0: [CLOAK]}, tokens={0: (0, 1, 1)})
    m = play(g, "b06", "g01")
    g = go(m, "0 place plain-die r01", "0 move old_woman", f"0 play {CLOAK}")
    assert g.tokens[0] == (0, 1, 2)


@pytest.mark.rule("GR-Q90", "GR-Q84")
def test_the_cloak_avoids_bad_luck_that_only_rewards_others() -> None:
    m = story("b02", {0: [CLOAK]}, "g01")
    g = go(m, f"0 play {CLOAK}")
    assert g.tokens == [(0, 0, 1), NOTHING, NOTHING, NOTHING]


@pytest.mark.rule("GR-191")
def test_bad_luck_that_comes_instead_stands_even_for_a_second_cloak() -> None:
    m = story("b06", {0: [CLOAK, CLOAK]}, "b07", tokens={0: (1, 1, 1)})
    reach(m, f"0 play {CLOAK}")
    while offered(m)[0] == "pass":
        assert f"play {CLOAK}" not in offered(m)
        m.answer("pass")
    assert asked(m) == (0, "bad luck")
    g = go(m, "0 b07 one")
    assert g.tokens[0] == (0, 1, 1)
    assert g.hand(0) == (CLOAK,)


@pytest.mark.rule("GR-191", "GR-201")
def test_starwort_still_works_against_bad_luck_that_came_instead() -> None:
    m = story("b06", {0: [CLOAK, STARWORT]}, "b07", tokens={0: (1, 1, 1)})
    g = go(m, f"0 play {CLOAK}", "0 b07 one", f"0 play {STARWORT}")
    assert g.tokens[0] == (1, 1, 1)


@pytest.mark.rule("GR-135", "GR-Q90")
@pytest.mark.parametrize("card", ["g01", "c03", "s01", "n02"])
def test_the_cloak_is_for_bad_luck_alone(card: str) -> None:
    m = story(card, {0: [CLOAK]})
    assert [cards for *_, cards in met(m) if cards] == []
    assert m.state.hand(0) == (CLOAK,)


@pytest.mark.rule("GR-135", "GR-Q90")
def test_the_cloak_is_for_whoever_draws_the_card() -> None:
    m = story("b06", {1: [CLOAK], 2: [CLOAK]}, tokens={0: (0, 1, 1)})
    assert asked(m) == (0, "bad luck")
    assert m.state.hand(1) == (CLOAK,)


# m03 The branch from the hazel-bush


@by_source
@pytest.mark.rule("GR-192", "GR-Q91")
def test_the_hazel_branch_gives_one_more_from_any_source(source: str) -> None:
    take, n = SOURCES[source]
    m = take({0: [HAZEL]})
    g = go(m, f"0 play {HAZEL}")
    assert g.tokens[0] == (0, 0, n + 1)
    assert discarded(g) == (HAZEL,)


@pytest.mark.rule("GR-192", "GR-Q91")
def test_the_hazel_branch_adds_to_what_the_cudgel_took() -> None:
    g = go(on_apples({1: [CUDGEL, HAZEL]}), f"1 play {CUDGEL}", f"1 play {HAZEL}")
    assert g.tokens[:2] == [NOTHING, (0, 0, 2)]


@pytest.mark.rule("GR-192", "GR-Q91")
def test_the_hazel_branch_adds_to_a_gift_in_anothers_turn() -> None:
    m = story("b11", {1: [HAZEL]}, tokens={0: (1, 0, 0)})
    g = go(m, "0 b11 one", f"1 play {HAZEL}")
    assert g.tokens[:2] == [NOTHING, (2, 0, 0)]


@pytest.mark.rule("GR-192", "GR-Q91")
@pytest.mark.parametrize(("more", "held"), [("coin", (2, 0, 1)), ("apple", (1, 0, 2))])
def test_the_hazel_branch_adds_to_one_of_the_types_that_are_got(more: str, held: tuple[int, ...]) -> None:
    m = story("g05", {0: [HAZEL]})
    reach(m, "0 coin", "0 apple", f"0 play {HAZEL}")
    assert offered(m) == ["coin", "apple"]
    assert go(m, f"0 {more}").tokens[0] == held


@pytest.mark.rule("GR-135", "GR-192")
def test_the_hazel_branch_is_for_whoever_gets_tokens() -> None:
    m = on_apples({1: [HAZEL]})
    assert met(m) == [(1, "tokens_gained", [])]
    assert m.state.tokens == [(0, 0, 1), NOTHING, NOTHING, NOTHING]


@pytest.mark.rule("GR-192", "GR-Q150")
def test_the_hazel_branch_adds_to_traded_tokens_of_its_owner_alone() -> None:
    g = tale(pools={0: {"plain-die": 3}}, hands={0: [HAZEL], 1: [HAZEL, CUDGEL]}, tokens={1: (1, 0, 0)})
    m = play(g)
    answer(m, "trade", "player 2", "ask coin", "offer", "accept", f"play {HAZEL}")
    assert met(m) == [(1, "card_played", [])]
    assert m.state.tokens[:2] == [(2, 0, 0), NOTHING]
    assert asked(m) == (0, "turn")


# m04 The Golden Ball


@pytest.mark.rule("GR-193", "GR-Q87", "GR-136")
@pytest.mark.parametrize(
    ("card", "half"),
    [("b01", "one"), ("b06", "one"), ("b06", "two"), ("b07", "one"), ("b09", "two"), ("b11", "two")],
)
def test_the_golden_ball_keeps_a_token_that_bad_luck_would_take(card: str, half: str) -> None:
    pools = {0: {"story-die": "story", "plain-die": 3}}
    m = story(card, {0: [GOLDEN_BALL, HAZEL]}, pools=pools, tokens={0: (1, 1, 1)})
    m = reach(m, f"0 {card} {half}", f"0 play {GOLDEN_BALL}")
    g = skip(m).state
    assert g.tokens == [(1, 1, 1), NOTHING, NOTHING, NOTHING]
    assert discarded(g) == (GOLDEN_BALL,)


@pytest.mark.rule("GR-193", "GR-Q87")
def test_the_golden_ball_keeps_all_tokens_that_one_effect_would_take() -> None:
    m = story("b12", {0: [GOLDEN_BALL]}, tokens={0: (1, 1, 1)}, quests={0: ["q201"]})
    g = go(m, "0 b12 two", f"0 play {GOLDEN_BALL}")
    assert g.tokens[0] == (1, 1, 1)
    assert g.active_quests(0) == ["q201"]


@pytest.mark.rule("GR-193", "GR-Q88")
def test_the_golden_ball_stops_the_cudgel() -> None:
    m = on_apples({0: [GOLDEN_BALL], 2: [CUDGEL]})
    g = go(m, f"2 play {CUDGEL}", f"0 play {GOLDEN_BALL}")
    assert g.tokens[0] == (0, 0, 1)
    assert g.tokens[2] == NOTHING


@pytest.mark.rule("GR-194", "GR-Q87")
@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"quests": {0: ["q211"]}}, "complete q211"),
        ({"kept": {0: ["n01"]}}, "fulfil n01"),
        ({"kept": {0: ["c06"]}}, "lift c06"),
        ({"characters": {0: "puss"}}, "convert"),
    ],
)
def test_the_golden_ball_does_not_keep_what_one_gives_up_oneself(given: dict[str, Any], key: str) -> None:
    g = tale(
        pools={0: {"plain-die": 3}},
        at={0: "well"},
        hands={0: [GOLDEN_BALL]},
        tokens={0: (0, 2, 2)},
        **given,
    )
    m = reach(play(g, then=1), "0 place plain-die rabbit")
    while asked(m).topic != "quests":
        m.answer("stay" if "stay" in offered(m) else "pass")
    answer(m, key)
    for _ in range(5):
        assert asked(m).topic != "lose_tokens"
        assert f"play {GOLDEN_BALL}" not in offered(m)
        if asked(m).topic in ("quests", "deck"):
            break
        m.answer(offered(m)[0])
    assert m.state.tokens[0] != (0, 2, 2)


@pytest.mark.rule("GR-194", "GR-Q87")
def test_the_golden_ball_does_not_answer_a_trade() -> None:
    g = tale(hands={0: [GOLDEN_BALL]}, tokens={0: (1, 0, 0)})
    g = never(play(g), GOLDEN_BALL, "trade", "player 2", "give coin", "offer", "accept")
    assert g.tokens[:2] == [NOTHING, (1, 0, 0)]


@pytest.mark.rule("GR-Q86", "GR-193")
@pytest.mark.parametrize(("card", "half"), [("b08", "one"), ("b08", "two"), ("b05", "one"), ("b13", "two")])
def test_the_golden_ball_is_against_the_loss_of_tokens_alone(card: str, half: str) -> None:
    pools = {0: {"story-die": "story", "plain-die": 3}}
    m = story(card, {0: [GOLDEN_BALL, HAZEL]}, pools=pools, at={0: "well"}, tokens={0: (1, 0, 0)})
    g = never(m, GOLDEN_BALL, f"{card} {half}")
    if asked(m).topic == "discard":
        g = never(m, GOLDEN_BALL, HAZEL)
    assert (g.pools[0][PLAIN], g.at[0], g.hand(0)) != (3, "well", (GOLDEN_BALL, HAZEL))


# m05 Spirit in the Bottle


def drawing(hands: Hands, *falls: str, **more: Any) -> Match:
    """Seat 0 draws a Magic Item for the face of its die."""
    g = tale(**{"pools": {0: {"magic-die": "magic"}}, "hands": hands, **more})
    return reach(play(g, *falls), "0 place magic-die rabbit", "0 draw")


def on_the_magic_field(hands: Hands) -> Match:
    g = tale(pools={0: {"plain-die": 4}}, at={0: "soldier"}, hands=hands)
    return reach(play(g, YARN), "0 place plain-die r18", "0 move magic", "0 draw")


def church_mini_quest(hands: Hands) -> Match:
    g = tale(pools={0: {"plain-die": 4}}, at={0: "church"}, kept={0: ["n03"]}, hands=hands)
    return reach(play(g, YARN), "0 place plain-die rabbit", "0 fulfil n03")


MAGIC_SOURCES: dict[str, Source] = {
    "the die face": lambda hands: drawing(hands, YARN),
    "the field": on_the_magic_field,
    "Good Luck": lambda hands: story("g06", hands, YARN),
    "a Mini Quest": church_mini_quest,
}


@pytest.mark.rule("GR-195", "GR-Q92", "GR-136")
@pytest.mark.parametrize("source", list(MAGIC_SOURCES))
def test_the_spirit_takes_a_magic_item_that_another_player_acquires(source: str) -> None:
    m = MAGIC_SOURCES[source]({2: [SPIRIT]})
    assert asked(m) == (2, "magic_gained")
    g = go(m, f"2 play {SPIRIT}")
    assert g.hand(0) == ()
    assert g.hand(2) == (YARN,)
    assert discarded(g) == (SPIRIT,)


@pytest.mark.rule("GR-195", "GR-Q82")
def test_the_spirit_takes_all_magic_items_that_several_players_draw_at_the_same_time() -> None:
    m = story("b10", {2: [SPIRIT]}, YARN, HAZEL, BIRD)
    reach(m, "0 b10 one", *[f"{seat} b10 do-1" for seat in (1, 2, 3)])
    g = go(m, f"2 play {SPIRIT}")
    assert g.hand(1) == g.hand(3) == ()
    assert sorted(g.hand(2)) == sorted([YARN, HAZEL, BIRD])


@pytest.mark.rule("GR-Q83", "GR-195")
def test_starwort_protects_only_the_own_share_from_the_spirit() -> None:
    m = story("b10", {0: [SPIRIT], 1: [STARWORT]}, YARN, HAZEL, BIRD)
    reach(m, "0 b10 one", *[f"{seat} b10 do-1" for seat in (1, 2, 3)])
    g = go(m, f"0 play {SPIRIT}", f"1 play {STARWORT}")
    assert g.hand(1) == (YARN,)
    assert g.hand(0) == (HAZEL, BIRD)
    assert g.hand(2) == g.hand(3) == ()


@pytest.mark.rule("GR-195", "GR-205", "GR-213")
def test_everybody_is_told_who_took_how_much_from_whom() -> None:
    def taken(m: Match, card: str, tell: str) -> list[object]:
        go(m, f"2 play {card}")
        return told_of(m, tell)

    assert taken(drawing({2: [SPIRIT]}, YARN), SPIRIT, "takes Magic Items") == [[0, 1]]
    assert taken(to_town({2: [MIRROR]}, "q201"), MIRROR, "takes the quest") == [[0, "q201"]]
    assert taken(mini_quest({2: [CUDGEL]}), CUDGEL, "takes from") == [[0, 0, 0, 2]]


@pytest.mark.rule("GR-Q92", "GR-135")
def test_the_spirit_does_not_answer_ones_own_draw_nor_a_trade() -> None:
    g = never(drawing({0: [SPIRIT]}, YARN), SPIRIT)
    assert g.hand(0) == (SPIRIT, YARN)
    g = tale(hands={0: [YARN], 2: [SPIRIT]})
    g = never(play(g), SPIRIT, "trade", "player 2", f"give {YARN}", "offer", "accept")
    assert g.hand(1) == (YARN,)


@pytest.mark.rule("GR-Q92")
def test_a_second_spirit_may_take_what_the_first_has_taken() -> None:
    g = go(drawing({1: [SPIRIT], 2: [SPIRIT]}, YARN), f"1 play {SPIRIT}", f"2 play {SPIRIT}")
    assert g.hand(1) == ()
    assert g.hand(2) == (YARN,)


@pytest.mark.rule("GR-Q92")
def test_the_spirit_takes_what_snow_white_has_kept() -> None:
    m = drawing({1: [SPIRIT]}, YARN, HAZEL, characters={0: "snow"})
    g = go(m, f"0 {HAZEL}", f"1 play {SPIRIT}")
    assert g.hand(1) == (HAZEL,)
    assert discarded(g) == (YARN, SPIRIT)


# m07 The Golden Horse and m15 the Wishing-cap


def to_move(hand: Sequence[str], **more: Any) -> Match:
    """Seat 0 may move from the Well to Town; the others stand on Clouds, Hell and the Well."""
    at = {0: "well", 1: "clouds", 2: "gold_coin", 3: "well"}
    g = tale(**{"pools": {0: {"plain-die": 3}}, "at": at, "hands": {0: hand}, **more})
    m = reach(play(g, then=1), "0 place plain-die r02")
    while asked(m).topic != "move":
        m.answer("pass")
    return m


@pytest.mark.rule("GR-Q94", "GR-197", "GR-136")
def test_the_golden_horse_jumps_to_another_figure_and_the_field_does_what_it_does() -> None:
    m = to_move([HORSE])
    answer(m, f"play {HORSE}")
    assert offered(m) == ["clouds", "gold_coin"]
    g = go(m, "0 gold_coin", "0 take")
    assert g.at[0] == "gold_coin"
    assert g.tokens[0] == (1, 0, 0)
    assert discarded(g) == (HORSE,)
    assert told(m).count("goes to") == 1


@pytest.mark.rule("GR-Q94")
def test_a_jump_is_instead_of_moving_and_quests_follow() -> None:
    m = to_move([HORSE], quests={0: ["q201"]})
    answer(m, f"play {HORSE}", "clouds")
    assert asked(m) == (0, "quests")
    assert "complete q201" in offered(m)
    assert "move town" not in offered(m)


@pytest.mark.rule("GR-Q94", "GR-135")
def test_the_golden_horse_finds_nobody_when_all_stand_on_ones_own_field() -> None:
    m = to_move([HORSE], at=dict.fromkeys(range(4), "well"))
    assert f"play {HORSE}" not in offered(m)
    assert "move town" in offered(m)


@pytest.mark.rule("GR-135", "GR-Q94", "GR-Q102")
@pytest.mark.parametrize("card", [HORSE, CAP])
def test_jumps_are_for_ones_own_phase_3_alone(card: str) -> None:
    at = {0: "well", 1: "clouds", 2: "hell", 3: "hell"}
    m = play(tale(pools={0: {"plain-die": 3}}, at=at, hands={0: [card], 1: [card]}))
    assert f"play {card}" not in offered(m)
    answer(m, "place plain-die r02")
    assert met(m) == [(0, "place_announced", []), (1, "place_announced", [])]
    assert f"play {card}" in offered(m)
    answer(m, "move town", "no")
    assert asked(m) == (0, "quests")
    assert offered(m) == ["end turn"]


@pytest.mark.rule("GR-198", "GR-Q94")
def test_king_thrushbeard_may_fiddle_where_the_golden_horse_took_him() -> None:
    at = {0: "well", 1: "steed_e", 2: "town", 3: "town"}
    m = to_move([HORSE], at=at, characters={0: "thrushbeard"})
    answer(m, f"play {HORSE}", "steed_e")
    assert asked(m) == (0, "steed")
    assert {"ride steed_s", "fiddle hell", "stay"} <= set(offered(m))
    assert go(m, "0 fiddle hell").at[0] == "hell"


@pytest.mark.rule("GR-210", "GR-Q102")
def test_king_thrushbeard_may_not_fiddle_where_the_wishing_cap_took_him() -> None:
    m = to_move([CAP, HAZEL], characters={0: "thrushbeard"})
    answer(m, f"play {CAP}", "steed_e")
    assert asked(m) == (0, "steed")
    assert offered(m) == ["ride steed_n", "ride steed_s", "ride steed_w", "stay"]
    answer(m, "stay")
    assert asked(m) == (0, "quests")
    assert [key for key in offered(m) if key.startswith("fiddle")] == []


@pytest.mark.rule("GR-210")
def test_king_thrushbeard_may_fiddle_again_in_the_turn_after_a_wishing_cap() -> None:
    pools: dict[int, Any] = {0: {"plain-die": 3, "magic-die": 5, "ban-die": "ban"}}
    m = to_move([CAP], characters={0: "thrushbeard"}, pools=pools, passed=[1, 2, 3])
    reach(m, f"0 play {CAP}", "0 steed_e", "0 stay")
    skip(m, "turn")
    answer(m, "place magic-die r27", "move gold_coin", "no", "place ban-die r27", "move steed_e")
    assert "fiddle hell" in offered(m)


@pytest.mark.rule("GR-Q72", "GR-066")
def test_king_thrushbeard_who_only_stands_on_a_steed_does_not_fiddle() -> None:
    pools: dict[int, Any] = {0: {"plain-die": 3, "magic-die": 5}}
    m = to_move([CAP, HAZEL], characters={0: "thrushbeard"}, pools=pools, passed=[1, 2, 3])
    reach(m, f"0 play {CAP}", "0 steed_e", "0 stay")
    skip(m, "turn")
    answer(m, "place magic-die rabbit")
    skip(m, "quests")
    assert asked(m) == (0, "quests")
    assert [key for key in offered(m) if key.startswith("fiddle")] == []


@pytest.mark.rule("GR-Q102", "GR-136")
@pytest.mark.parametrize("field", ["king", "fairy", "apple", "hell"])
def test_the_wishing_cap_jumps_to_any_field(field: str) -> None:
    m = to_move([CAP])
    answer(m, f"play {CAP}")
    assert set(offered(m)) == set(CONTENT.walkable) - {"well"}
    g = answer(m, field)
    assert g.at[0] == field
    assert discarded(g) == (CAP,)
    arrivals = {"king": "draw quest", "fairy": "take", "apple": "take"}
    assert asked(m).topic == arrivals.get(field, "turn")


@pytest.mark.rule("GR-Q102", "GR-138")
def test_a_cancelled_jump_leaves_the_move_open() -> None:
    m = to_move([CAP], hands={0: [CAP], 1: [BALL]})
    g = go(m, f"0 play {CAP}", f"1 play {BALL}")
    assert g.at[0] == "well"
    assert asked(m) == (0, "move")
    assert go(m, "0 move town").at[0] == "town"


# m08 The White Snake


@pytest.mark.rule("GR-X25", "GR-199", "GR-Q95")
@pytest.mark.parametrize(("fall", "tokens"), [("bread", (0, 1, 0)), ("lost", NOTHING)])
def test_another_player_rolls_the_snake_die_and_the_roller_keeps_the_apple(
    fall: str, tokens: tuple[int, int, int]
) -> None:
    g = tale(step="chapter", hands={3: [WHITE_SNAKE, YARN]})
    g.snake_to = 2
    m = play(g, THREES, THREES, f"{THREES} apple", fall, THREES, "e01")
    g = go(m, "2 take", f"3 play {WHITE_SNAKE}", *["3 take"] * (fall != "lost"))
    assert g.tokens[2] == (0, 0, 1)
    assert g.tokens[3] == tokens
    assert discarded(g) == (WHITE_SNAKE,)
    assert g.pools[2][SNAKE] == 0


@pytest.mark.rule("GR-X25", "GR-200")
def test_played_on_ones_own_roll_the_apple_is_kept_and_the_die_rerolled() -> None:
    g = tale(step="chapter", hands={0: [WHITE_SNAKE]})
    g.snake_to = 0
    m = play(g, f"{THREES} apple", "6", THREES, THREES, THREES, "e01")
    g = go(m, "0 take", f"0 play {WHITE_SNAKE}")
    assert g.tokens[0] == (0, 0, 1)
    assert g.pools[0][SNAKE] == 6
    assert ("snake-die", "r35") in placeable(m)


@pytest.mark.rule("GR-199", "GR-Q95")
def test_a_number_that_the_white_snake_rolls_joins_the_dice_of_a_seat_that_has_rolled_before() -> None:
    g = tale(step="chapter", hands={0: [WHITE_SNAKE]})
    g.snake_to = 2
    m = play(g, THREES, THREES, f"{THREES} apple", "4", THREES, "e01")
    g = go(m, "2 no", f"0 play {WHITE_SNAKE}")
    assert g.pools[0] == (3, 3, 3, 3, 3, 4)
    assert g.pools[2][SNAKE] == 0


@pytest.mark.rule("GR-199", "GR-Q95")
def test_a_number_that_the_white_snake_rolls_joins_the_dice_of_a_seat_that_has_yet_to_roll() -> None:
    g = tale(step="chapter", hands={3: [WHITE_SNAKE]})
    g.snake_to = 0
    m = play(g, f"{THREES} apple", "4", THREES, THREES, THREES, "e01")
    g = go(m, "0 no", f"3 play {WHITE_SNAKE}")
    assert g.pools[3] == (3, 3, 3, 3, 3, 4)


@pytest.mark.rule("GR-Q95", "GR-Q79")
def test_a_second_white_snake_may_answer_the_token_of_the_first() -> None:
    g = tale(step="chapter", hands={0: [WHITE_SNAKE], 1: [WHITE_SNAKE]})
    g.snake_to = 3
    m = play(g, THREES, THREES, THREES, f"{THREES} apple", "bread", "coin", "e01")
    g = go(m, "3 take", f"0 play {WHITE_SNAKE}", "0 take", f"1 play {WHITE_SNAKE}", "1 take")
    assert g.tokens == [(0, 1, 0), (1, 0, 0), NOTHING, (0, 0, 1)]


@pytest.mark.rule("GR-135", "GR-Q95")
@pytest.mark.parametrize("face", ["4", "6", "lost"])
def test_the_white_snake_answers_no_number_and_no_lost_face(face: str) -> None:
    g = tale(step="chapter", hands={0: [WHITE_SNAKE], 1: [WHITE_SNAKE]})
    g.snake_to = 0
    m = play(g, f"{THREES} {face}", THREES, THREES, THREES, "e01")
    assert asked(m) == (0, "turn")
    assert m.state.hand(0) == (WHITE_SNAKE,)


# m09 Starwort


@pytest.mark.rule("GR-201", "GR-Q84", "GR-Q96")
@pytest.mark.parametrize("before", [True, False], ids=["before the choice", "after it"])
@pytest.mark.parametrize("card", ["b01", "b05", "b06", "b07", "b08", "b09", "b11", "b12", "b13"])
def test_starwort_cancels_a_bad_luck_card_before_or_after_the_choice(card: str, before: bool) -> None:
    m = story(
        card,
        {0: [STARWORT, HAZEL]},
        pools={0: {"story-die": "story", "plain-die": 4}},
        at={0: "well"},
        tokens={0: (1, 1, 1)},
        quests={0: ["q201"]},
    )
    assert asked(m) == (0, "story_revealed")
    if not before:
        reach(m, f"0 {card} one")
        assert asked(m) == (0, "harm")
    g = go(m, f"0 play {STARWORT}")
    assert g.tokens == [(1, 1, 1), NOTHING, NOTHING, NOTHING]
    assert (g.at[0], g.pools[0][PLAIN], g.hand(0)) == ("well", 4, (HAZEL,))
    assert g.active_quests(0) == ["q201"]
    assert g.stories.rows[STORY_DISCARD] == (card,)
    assert discarded(g) == (STARWORT,)


@pytest.mark.rule("GR-Q84", "GR-201")
@pytest.mark.parametrize("card", ["b02", "b03", "b10"])
def test_bad_luck_that_only_rewards_opponents_is_no_harm(card: str) -> None:
    m = story(card, {0: [STARWORT]})
    assert offered(m) == ["pass"]
    g = never(m, STARWORT, f"{card} two")
    assert asked(m) == (1, "may")
    assert g.hand(0) == (STARWORT,)


@pytest.mark.rule("GR-203", "GR-Q96", "GR-136")
def test_starwort_negates_a_drawn_curse_which_is_discarded() -> None:
    m = story("c03", {0: [STARWORT]})
    assert asked(m) == (0, "harm")
    g = go(m, f"0 play {STARWORT}")
    assert g.kept(0) == ()
    assert g.stories.rows[STORY_DISCARD] == ("c03",)
    assert discarded(g) == (STARWORT,)


@pytest.mark.rule("GR-203", "GR-Q96")
def test_without_starwort_the_curse_is_kept() -> None:
    m = story("c03", {0: [STARWORT]})
    assert go(m, "0 pass").kept(0) == ("c03",)


@pytest.mark.rule("GR-203", "GR-Q96", "GR-138")
def test_starwort_negates_a_curse_that_a_ring_passes_on() -> None:
    g = tale(kept={0: ["c03"]}, hands={0: [RING], 2: [STARWORT]})
    m = play(g)
    g = go(m, f"0 play {RING}", "0 player 3", f"2 play {STARWORT}")
    assert g.kept(0) == g.kept(2) == ()
    assert g.stories.rows[STORY_DISCARD] == ("c03",)


@pytest.mark.rule("GR-201", "GR-138")
def test_starwort_keeps_a_magic_item_from_the_spirit_and_a_quest_from_the_mirror() -> None:
    g = go(drawing({0: [STARWORT], 1: [SPIRIT]}, YARN), f"1 play {SPIRIT}", f"0 play {STARWORT}")
    assert g.hand(0) == (YARN,)
    assert g.hand(1) == ()
    m = to_town({0: [STARWORT], 1: [MIRROR]}, "q201")
    g = go(m, f"1 play {MIRROR}", f"0 play {STARWORT}")
    assert g.active_quests(0) == ["q201"]
    assert g.active_quests(1) == []


@pytest.mark.rule("GR-202")
def test_starwort_does_not_work_against_the_wolf() -> None:
    m = play(tale(pools={0: {"plain-die": 3}}, hands={1: [STARWORT]}))
    reach(m, "0 place plain-die wolf")
    skip(m)
    assert asked(m) == (1, "wolf")
    assert offered(m) == list(DICE[:5])
    g = never(m, STARWORT, "ban-die")
    assert g.heap == ((1, BAN, 3),)


@pytest.mark.rule("GR-202")
def test_starwort_does_not_work_against_the_tailor() -> None:
    g = tale(
        pools={0: {"plain-die": 3}},
        characters={0: "tailor"},
        stacks={"r02": [(1, PLAIN, 6)]},
        hands={1: [STARWORT]},
    )
    m = play(g)
    g = never(m, STARWORT, "with tailor", "place plain-die r02")
    assert g.stacks[CONTENT.place["r02"]] == ((0, PLAIN, 3),)


@pytest.mark.rule("GR-135", "GR-Q96")
def test_starwort_is_for_whoever_would_be_harmed() -> None:
    m = story("b05", {1: [STARWORT]})
    g = never(m, STARWORT, "b05 one")
    assert g.at[0] == "hell"


def yarn_against(hands: Hands, *falls: str, **choices: Any) -> Match:
    """Seat 0 has announced a 5 for the first route; seat 1 plays the Ball of Yarn, and no card cancels that."""
    g = tale(pools={0: {"plain-die": 3, "magic-die": 5}}, hands=hands, **choices)
    m = reach(play(g, *falls), "0 place magic-die r01", f"1 play {YARN}")
    while asked(m).topic == "card_played":
        m.answer("pass")
    return m


@pytest.mark.rule("GR-Q147", "GR-201", "GR-138")
def test_starwort_keeps_off_an_opponents_ball_of_yarn_and_the_die_is_placed() -> None:
    m = yarn_against({0: [STARWORT], 1: [YARN]})
    assert (asked(m), offered(m)) == ((0, "harm"), ["pass", f"play {STARWORT}"])
    g = go(m, f"0 play {STARWORT}")
    assert g.stacks[CONTENT.place["r01"]] == ((0, MAGIC, 5),)
    assert "rerolls" not in told(m)
    assert discarded(g) == (YARN, STARWORT)


@pytest.mark.rule("GR-Q147")
def test_whoever_does_not_answer_a_ball_of_yarn_rolls_the_die_again() -> None:
    m = yarn_against({0: [STARWORT], 1: [YARN]}, "4")
    g = go(m, "0 pass")
    assert (asked(m), g.pools[0][MAGIC], g.hand(0)) == ((0, "turn"), 4, (STARWORT,))


@pytest.mark.rule("GR-Q147", "GR-Q106")
def test_a_placer_with_any_magic_item_is_asked_about_a_ball_of_yarn() -> None:
    m = yarn_against({0: [HAZEL], 1: [YARN]}, "4")
    assert (asked(m), offered(m)) == ((0, "harm"), ["pass"])


@pytest.mark.rule("GR-Q147", "GR-Q79")
def test_a_second_ball_of_yarn_may_follow_a_starwort() -> None:
    m = yarn_against({0: [STARWORT], 1: [YARN], 2: [YARN]}, "4")
    g = go(m, f"0 play {STARWORT}", f"2 play {YARN}")
    assert (asked(m), g.pools[0][MAGIC]) == ((0, "turn"), 4)


@pytest.mark.rule("GR-Q147", "GR-Q101")
def test_a_crystal_ball_lets_the_ball_of_yarn_work_after_all() -> None:
    m = yarn_against({0: [STARWORT], 1: [YARN, BALL]}, "4")
    g = go(m, f"0 play {STARWORT}", f"1 play {BALL}")
    assert (g.pools[0][MAGIC], set(discarded(g))) == (4, {YARN, STARWORT, BALL})


@pytest.mark.rule("GR-Q147")
def test_ones_own_ball_of_yarn_and_that_of_a_team_mate_are_no_harm() -> None:
    g = tale(pools={0: {"magic-die": 5}}, hands={0: [YARN, STARWORT]})
    m = play(g, "4")
    assert never(m, STARWORT, "place magic-die r01", f"play {YARN}").pools[0][MAGIC] == 4
    m = yarn_against({0: [STARWORT], 1: [YARN]}, "4", mode="together")
    assert (m.state.pools[0][MAGIC], m.state.hand(0)) == (4, (STARWORT,))


# m10 The Blue Light

BOARD: dict[str, list[Placed]] = {"r03": [(0, STORY_DIE, 4), (1, PLAIN, 5)], "wolf": [(0, BAN, "ban")]}


@pytest.mark.rule("GR-Q97", "GR-136")
def test_the_blue_light_takes_a_die_back_before_phase_1_with_the_face_that_it_shows() -> None:
    g = tale(pools={0: {"plain-die": 3}}, stacks=BOARD, hands={0: [BLUE_LIGHT]})
    m = play(g)
    answer(m, f"play {BLUE_LIGHT}")
    assert offered(m) == ["story-die", "ban-die"]
    g = answer(m, "story-die")
    assert g.pools[0][STORY_DIE] == 4
    assert g.stacks[CONTENT.place["r03"]] == ((1, PLAIN, 5),)
    assert discarded(g) == (BLUE_LIGHT,)
    assert asked(m) == (0, "turn")
    assert ("story-die", "r05") in placeable(m)


@pytest.mark.rule("GR-Q97")
def test_the_blue_light_takes_a_die_back_after_phase_5_and_phase_5_is_over() -> None:
    g = tale(
        pools={0: {"plain-die": 3}},
        at={0: "clouds"},
        stacks=BOARD,
        hands={0: [BLUE_LIGHT, HAZEL]},
        quests={0: ["q201"]},
    )
    m = reach(play(g), "0 place plain-die rabbit", "0 stay")
    assert {"complete q201", f"play {BLUE_LIGHT}"} <= set(offered(m))
    g = answer(m, f"play {BLUE_LIGHT}", "plain-die")
    assert g.pools[0][PLAIN] == 3
    assert offered(m) == ["end turn"]


@pytest.mark.rule("GR-Q97", "GR-138")
def test_a_cancelled_blue_light_does_not_end_phase_5() -> None:
    g = tale(
        pools={0: {"plain-die": 3}},
        at={0: "clouds"},
        stacks=BOARD,
        hands={0: [BLUE_LIGHT], 1: [BALL]},
        quests={0: ["q201"]},
    )
    m = reach(play(g), "0 place plain-die rabbit", "0 stay", f"0 play {BLUE_LIGHT}", f"1 play {BALL}")
    assert (asked(m), offered(m)) == ((0, "quests"), ["complete q201", "end turn"])
    assert "ends questing" not in told(m)


@pytest.mark.rule("GR-Q97")
def test_everybody_is_told_that_the_blue_light_ends_phase_5() -> None:
    g = tale(pools={0: {"plain-die": 3}}, stacks=BOARD, hands={0: [BLUE_LIGHT, HAZEL]})
    m = reach(play(g), "0 place plain-die rabbit", "0 stay", f"0 play {BLUE_LIGHT}", "0 plain-die")
    assert told(m)[-1] == "ends questing"


@pytest.mark.rule("GR-Q97")
def test_the_wolf_stays_closed_when_its_die_is_taken_back() -> None:
    g = tale(pools={0: {"plain-die": 3}}, stacks=BOARD, hands={0: [BLUE_LIGHT]})
    g.wolf_used = True
    m = play(g)
    g = answer(m, f"play {BLUE_LIGHT}", "ban-die")
    assert g.pools[0][BAN] == "ban"
    assert g.stacks[CONTENT.place["wolf"]] == ()
    assert "wolf" not in {socket for _, socket in placeable(m)}


@pytest.mark.rule("GR-Q97")
def test_the_blue_light_finds_a_die_that_was_given_to_the_wolf() -> None:
    g = tale(pools={0: {"plain-die": 3}}, heap=[(0, MAGIC, 5), (1, MAGIC, 2)], hands={0: [BLUE_LIGHT]})
    g = go(play(g), f"0 play {BLUE_LIGHT}")
    assert g.pools[0][MAGIC] == 5
    assert g.heap == ((1, MAGIC, 2),)


@pytest.mark.rule("GR-204")
def test_the_blue_light_may_take_back_the_snake_die() -> None:
    stacks = {"r35": [(0, SNAKE, 6)]}
    g = go(play(tale(stacks=stacks, hands={0: [BLUE_LIGHT]})), f"0 play {BLUE_LIGHT}")
    assert g.pools[0][SNAKE] == 6
    assert g.stacks[CONTENT.place["r35"]] == ()


@pytest.mark.rule("GR-135", "GR-Q97")
def test_the_blue_light_finds_nothing_without_own_dice_on_the_board() -> None:
    m = play(tale(stacks={"r02": [(1, PLAIN, 4)]}, hands={0: [BLUE_LIGHT]}))
    assert f"play {BLUE_LIGHT}" not in offered(m)


@pytest.mark.rule("GR-135", "GR-Q97")
def test_the_blue_light_is_not_for_phase_3_nor_for_the_turns_of_others() -> None:
    stacks = {"r03": [(0, STORY_DIE, 4), (1, MAGIC, 5)]}
    m = play(tale(pools={0: {"plain-die": 3}}, stacks=stacks, hands={0: [BLUE_LIGHT], 1: [BLUE_LIGHT]}))
    answer(m, "place plain-die r02")
    assert met(m) == [(0, "place_announced", []), (1, "place_announced", [])]
    assert asked(m) == (0, "move")
    assert f"play {BLUE_LIGHT}" not in offered(m)


# m11 Magic Mirror


def to_town(hands: Hands, *falls: str, **more: Any) -> Match:
    """Seat 0 draws a Main Quest of 2 on Town."""
    at = {0: "well", 1: "clouds", 2: "hell", 3: "hell"}
    g = tale(**{"pools": {0: {"plain-die": 3}}, "at": at, "hands": hands, **more})
    return reach(play(g, *falls), "0 place plain-die r02", "0 move town", "0 draw", "0 deck 2")


@pytest.mark.rule("GR-205", "GR-Q98", "GR-136")
def test_the_mirror_takes_a_main_quest_that_another_player_draws() -> None:
    m = to_town({2: [MIRROR]}, "q201")
    assert asked(m) == (2, "quests_gained")
    g = go(m, f"2 play {MIRROR}")
    assert g.active_quests(0) == []
    assert g.active_quests(2) == ["q201"]
    assert discarded(g) == (MIRROR,)


@pytest.mark.rule("GR-205", "GR-Q98")
def test_of_the_kings_quests_the_mirror_takes_the_one_that_was_kept() -> None:
    g = tale(pools={0: {"plain-die": 6}}, at={0: "church"}, hands={1: [MIRROR]})
    m = play(g, "q201", "q301", "q401")
    moves = ("place plain-die r35", "move king", "draw", "deck 2", "deck 3", "deck 4", "q401", "q201")
    g = go(m, *[f"0 {move}" for move in moves], f"1 play {MIRROR}")
    assert g.active_quests(1) == ["q401"]
    assert g.active_quests(0) == []


@pytest.mark.rule("GR-205", "GR-Q98")
@pytest.mark.parametrize("source", ["Good Luck", "a Mini Quest", "Thumbling"])
def test_the_mirror_takes_quests_that_cards_give(source: str) -> None:
    if source == "Good Luck":
        m = story("g07", {1: [MIRROR]}, "q202")
    elif source == "a Mini Quest":
        g = tale(pools={0: {"plain-die": 3}}, tokens={0: (1, 0, 0)}, kept={0: ["n01"]}, hands={1: [MIRROR]})
        m = reach(play(g, "q202"), "0 place plain-die rabbit", "0 stay", "0 fulfil n01")
    else:
        g = tale(characters={0: "thumbling"}, quests={0: ["q203"]}, hands={1: [MIRROR]})
        m = reach(play(g, "q202"), "0 use thumbling")
    g = go(m, "0 deck 2", f"1 play {MIRROR}")
    assert g.active_quests(1) == ["q202"]
    assert g.active_quests(0) == []


@pytest.mark.rule("GR-205", "GR-Q82")
def test_the_mirror_takes_all_quests_that_several_players_draw_at_the_same_time() -> None:
    def both_draw(g: Tale) -> Play[None]:
        gains = [Gain(0, [0, 0, 0], 1, ("q201",)), Gain(1, [0, 0, 0], 1, ("q301",))]
        gains.append(Gain(2, [0, 0, 0], 1, ("q401",)))
        yield from window(g, "quests_gained", -1, gains=gains)
        yield from keep_limits(g)

    m = play_only(GRIMM, tale(quests={0: ["q201"], 1: ["q301"], 2: ["q401"]}, hands={2: [MIRROR]}), both_draw)
    g = answer(m, f"play {MIRROR}")
    assert g.active_quests(0) == g.active_quests(1) == []
    assert g.active_quests(2) == ["q201", "q301", "q401"]


FOUR = ["q202", "q203", "q301", "q401"]


@pytest.mark.rule("GR-X27", "GR-206")
@pytest.mark.parametrize("back", ["q201", "q401"])
def test_whose_mirror_brings_a_fifth_quest_puts_one_under_its_deck_at_once(back: str) -> None:
    m = to_town({1: [MIRROR]}, "q201", quests={1: FOUR})
    reach(m, f"1 play {MIRROR}")
    skip(m)
    assert asked(m) == (1, "too many")
    assert sorted(offered(m)) == sorted([*FOUR, "q201"])
    g = answer(m, back)
    assert sorted(g.active_quests(1)) == sorted({*FOUR, "q201"} - {back})
    assert g.deck_of(back).layers[-1] == (back,)
    assert asked(m).seat != 1 or asked(m).topic == "turn"


@pytest.mark.rule("GR-206")
def test_a_fourth_quest_may_stay() -> None:
    m = to_town({1: [MIRROR]}, "q201", quests={1: FOUR[:3]})
    g = go(m, f"1 play {MIRROR}")
    assert len(g.active_quests(1)) == 4
    assert asked(m).topic != "too many"


@pytest.mark.rule("GR-135", "GR-Q98")
def test_the_mirror_answers_neither_ones_own_draw_nor_the_deal_nor_a_trade() -> None:
    g = never(to_town({0: [MIRROR]}, "q201"), MIRROR)
    assert g.active_quests(0) == ["q201"]
    g = tale(hands={2: [MIRROR]}, quests={0: ["q201"]})
    g = never(play(g), MIRROR, "trade", "player 2", "give q201", "offer", "accept")
    assert g.active_quests(1) == ["q201"]


# m13 Cursed Ring


@pytest.mark.rule("GR-Q100", "GR-136")
def test_the_ring_passes_on_a_curse_that_was_just_drawn() -> None:
    m = story("c03", {0: [RING]})
    reach(m, f"0 play {RING}")
    assert offered(m) == ["player 2", "player 3", "player 4"]
    g = go(m, "0 player 3")
    assert g.kept(0) == ()
    assert g.kept(2) == ("c03",)
    assert discarded(g) == (RING,)


@pytest.mark.rule("GR-208", "GR-Q100")
@pytest.mark.parametrize("when", ["turn", "move", "quests"])
def test_the_ring_passes_on_a_curse_received_earlier_in_ones_own_turn(when: str) -> None:
    m = play(tale(pools={0: {"plain-die": 3}}, kept={0: ["c07"]}, hands={0: [RING]}))
    if when != "turn":
        reach(m, "0 place plain-die r02")
        skip(m)
    if when == "quests":
        reach(m, "0 stay")
    assert asked(m) == (0, when)
    g = go(m, f"0 play {RING}", "0 player 2")
    assert g.kept(0) == ()
    assert g.kept(1) == ("c07",)
    assert asked(m) == (0, when) or when == "quests"


@pytest.mark.rule("GR-208", "GR-Q100")
@pytest.mark.parametrize("chosen", ["c03", "c07"])
def test_who_gets_a_curse_may_pass_on_another_one(chosen: str) -> None:
    m = story("c03", {0: [RING]}, kept={0: ["c07"]})
    g = go(m, f"0 play {RING}", f"0 {chosen}", "0 player 2")
    assert g.kept(1) == (chosen,)
    assert sorted([*g.kept(0), chosen]) == ["c03", "c07"]


@pytest.mark.rule("GR-Q100", "GR-138")
def test_a_curse_that_was_passed_on_may_be_passed_on_again() -> None:
    m = play(tale(kept={0: ["c03"]}, hands={0: [RING], 1: [RING]}))
    g = go(m, f"0 play {RING}", "0 player 2", f"1 play {RING}", "1 player 1")
    assert g.kept(0) == ("c03",)
    assert g.kept(1) == ()


@pytest.mark.rule("GR-Q100")
def test_a_passed_on_curse_is_in_force_for_its_new_owner_alone() -> None:
    g = tale(
        pools={0: {"plain-die": 3}, 1: {"plain-die": 4}},
        at={0: "town", 1: "well"},
        kept={0: ["c01"]},
        hands={0: [RING]},
    )
    m = play(g)
    reach(m, f"0 play {RING}", "0 player 2", "0 place plain-die rabbit")
    skip(m, "turn")
    reach(m, "1 place plain-die r23", "1 move steed_n", "1 ride steed_e")
    assert asked(m) == (1, "may")
    assert go(m, "1 c01 do-1").kept(1) == ()


@pytest.mark.rule("GR-135", "GR-Q100")
def test_the_ring_needs_a_curse_of_ones_own_and_ones_own_turn() -> None:
    m = play(tale(kept={1: ["c03"]}, hands={0: [RING], 1: [RING]}))
    assert f"play {RING}" not in offered(m)
    answer(m, "place plain-die r01")
    assert met(m) == [(0, "place_announced", []), (1, "place_announced", [])]
    assert refuses(m, f"play {RING}")


@pytest.mark.rule("GR-Q100", "GR-173")
def test_a_ring_that_a_team_member_kept_does_not_break_the_game() -> None:
    m = play(tale(mode="together", kept={0: ["c03"]}, hands={0: [RING]}))
    if f"play {RING}" in offered(m):
        go(m, f"0 play {RING}", "0 player 2")
    assert m.state.kept(0) == m.state.kept(1) == ("c03",)


# m14 Crystal Ball


@pytest.mark.rule("GR-Q101", "GR-209", "GR-136")
@pytest.mark.parametrize("when", ["turn", "move", "quests"])
def test_the_crystal_ball_may_be_played_in_ones_own_turn_between_steps(when: str) -> None:
    m = play(tale(pools={0: {"plain-die": 3}}, at={0: "well"}, hands={0: [BALL, HAZEL], 1: [YARN]}))
    if when != "turn":
        reach(m, "0 place plain-die r02")
        skip(m)
    if when == "quests":
        reach(m, "0 stay")
    assert asked(m) == (0, when)
    g = go(m, f"0 play {BALL}")
    assert asked(m) == (0, when)
    assert discarded(g) == (BALL,)
    if when == "turn":
        answer(m, "place plain-die r02")
        assert met(m) == [(0, "place_announced", [])]


ANSWERED: list[tuple[str, Callable[[Hands], Match], str, Callable[[Tale], bool]]] = [
    (HAZEL, on_apples, "0", lambda g: g.tokens[0] == (0, 0, 1)),
    (CUDGEL, on_apples, "1", lambda g: g.tokens[0] == (0, 0, 1)),
    (CLOAK, lambda hands: story("b06", hands, tokens={0: (0, 1, 0)}), "0", lambda g: not any(g.tokens[0])),
    (STARWORT, lambda hands: story("c03", hands), "0", lambda g: g.kept(0) == ("c03",)),
    (RING, lambda hands: story("c03", hands), "0", lambda g: g.kept(0) == ("c03",)),
    (SPIRIT, lambda hands: drawing(hands, YARN), "1", lambda g: g.hand(0) == (YARN,)),
    (MIRROR, lambda hands: to_town(hands, "q201"), "1", lambda g: g.active_quests(0) == ["q201"]),
    (WHITE_SNAKE, lambda hands: snake_die(hands), "0", lambda g: g.tokens[0] == (0, 0, 1)),
]


@pytest.mark.rule("GR-Q101", "GR-138")
@pytest.mark.parametrize(("card", "given", "seat", "nothing_came_of_it"), ANSWERED)
def test_the_crystal_ball_cancels_another_players_magic_item_that_it_answers(
    card: str, given: Source, seat: str, nothing_came_of_it: Callable[[Tale], bool]
) -> None:
    m = given({int(seat): [card], 2: [BALL]})
    g = go(m, f"{seat} play {card}", f"2 play {BALL}")
    assert nothing_came_of_it(g)
    assert discarded(g) == (card, BALL)


@pytest.mark.rule("GR-Q101", "GR-135")
def test_the_crystal_ball_does_not_answer_ones_own_card_nor_anything_else_of_others() -> None:
    m = on_apples({0: [HAZEL, BALL], 1: [BALL]})
    answer(m, f"play {HAZEL}")
    assert met(m) == [(1, "card_played", ["play m14"]), (0, "gain_modify", []), (1, "tokens_gained", [])]
    assert m.state.tokens[0] == (0, 0, 2)


# m17 Cudgel in the Sack


@by_source
@pytest.mark.rule("GR-213", "GR-Q104", "GR-136")
def test_the_cudgel_takes_tokens_that_another_player_acquires_from_any_source(source: str) -> None:
    take, n = SOURCES[source]
    g = go(take({2: [CUDGEL]}), f"2 play {CUDGEL}")
    assert g.tokens == [NOTHING, NOTHING, (0, 0, n), NOTHING]
    assert discarded(g) == (CUDGEL,)


def gifts(hands: Hands) -> Match:
    """Seat 0 has drawn bad luck; all the others take a Gold Coin at the same time."""
    return reach(story("b02", hands), "0 b02 one", *[f"{seat} b02 do-1" for seat in (1, 2, 3)])


@pytest.mark.rule("GR-213", "GR-Q82")
def test_the_cudgel_takes_all_tokens_that_several_players_take_at_the_same_time() -> None:
    g = go(gifts({0: [CUDGEL]}), f"0 play {CUDGEL}")
    assert g.tokens == [(3, 0, 0), NOTHING, NOTHING, NOTHING]


@pytest.mark.rule("GR-213", "GR-Q82")
def test_one_window_is_for_the_whole_batch_and_the_thiefs_own_part_stays() -> None:
    m = gifts({2: [CUDGEL]})
    assert m.state.tokens == [NOTHING, (1, 0, 0), (1, 0, 0), (1, 0, 0)]
    g = go(m, f"2 play {CUDGEL}")
    assert g.tokens == [NOTHING, NOTHING, (3, 0, 0), NOTHING]


@pytest.mark.rule("GR-Q82")
def test_everybody_is_asked_once_for_the_whole_batch() -> None:
    m = gifts({0: [YARN], 1: [YARN], 2: [HAZEL], 3: [HAZEL]})
    while asked(m).topic != "tokens_gained":
        m.answer("pass")
    assert [(seat, topic) for seat, topic, _ in met(m)] == [(seat, "tokens_gained") for seat in range(4)]


@pytest.mark.rule("GR-Q83", "GR-201")
def test_starwort_protects_only_its_owners_share_of_a_batch() -> None:
    m = gifts({0: [CUDGEL], 2: [STARWORT]})
    g = go(m, f"0 play {CUDGEL}", f"2 play {STARWORT}")
    assert g.tokens == [(2, 0, 0), NOTHING, (1, 0, 0), NOTHING]


@pytest.mark.rule("GR-Q82", "GR-Q79")
def test_a_second_cudgel_takes_what_the_first_has_taken() -> None:
    g = go(gifts({0: [CUDGEL], 3: [CUDGEL]}), f"0 play {CUDGEL}", f"3 play {CUDGEL}")
    assert g.tokens == [NOTHING, NOTHING, NOTHING, (3, 0, 0)]


@pytest.mark.rule("GR-Q87", "GR-Q82")
@pytest.mark.parametrize("defence", [GOLDEN_BALL, STARWORT])
def test_one_defence_keeps_every_share_that_a_cudgel_would_take_from_its_owner(defence: str) -> None:
    m = gifts({0: [CUDGEL], 1: [CUDGEL, defence]})
    g = go(m, f"1 play {CUDGEL}", f"0 play {CUDGEL}", f"1 play {defence}")
    assert g.tokens == [NOTHING, (3, 0, 0), NOTHING, NOTHING]
    assert sorted(discarded(g)) == sorted([CUDGEL, CUDGEL, defence])


@pytest.mark.rule("GR-Q87")
def test_whoever_is_robbed_of_several_shares_is_asked_once() -> None:
    m = gifts({0: [CUDGEL], 1: [CUDGEL, YARN]})
    reach(m, f"1 play {CUDGEL}", f"0 play {CUDGEL}")
    topics = [topic for seat, topic, _ in met(m) if seat == 1]
    assert (topics.count("harm"), topics.count("lose_tokens")) == (1, 1)
    assert m.state.tokens[0] == (3, 0, 0)


@pytest.mark.rule("GR-Q83", "GR-Q92")
def test_one_starwort_keeps_every_card_that_a_spirit_would_take_from_its_owner() -> None:
    m = story("b10", {0: [SPIRIT], 1: [SPIRIT, STARWORT]}, YARN, HAZEL, BIRD)
    reach(m, "0 b10 one", *[f"{seat} b10 do-1" for seat in (1, 2, 3)])
    g = go(m, f"1 play {SPIRIT}", f"0 play {SPIRIT}", f"1 play {STARWORT}")
    assert (g.hand(0), sorted(g.hand(1))) == ((), sorted([YARN, HAZEL, BIRD]))


@pytest.mark.rule("GR-213", "GR-Q81")
def test_the_cudgel_takes_only_what_was_just_got() -> None:
    g = go(on_apples({1: [CUDGEL]}, tokens={0: (1, 1, 4)}), f"1 play {CUDGEL}")
    assert g.tokens[:2] == [(1, 1, 4), (0, 0, 1)]


@pytest.mark.rule("GR-135", "GR-Q104")
def test_the_cudgel_answers_neither_ones_own_tokens_nor_a_trade() -> None:
    g = never(on_apples({0: [CUDGEL]}), CUDGEL)
    assert g.tokens[0] == (0, 0, 1)
    g = tale(hands={2: [CUDGEL]}, tokens={0: (1, 0, 0)})
    g = never(play(g), CUDGEL, "trade", "player 2", "give coin", "offer", "accept")
    assert g.tokens[:3] == [NOTHING, (1, 0, 0), NOTHING]
    assert g.hand(2) == (CUDGEL,)


# m18 The Golden Bird


@pytest.mark.rule("GR-215", "GR-Q105", "GR-136")
@pytest.mark.parametrize("low", [1, 2])
def test_the_golden_bird_turns_a_one_or_a_two_of_the_chapters_roll_to_any_face(low: int) -> None:
    m = play(tale(step="chapter", hands={1: [BIRD]}), THREES, f"3 {low} 3 4 5", THREES, THREES, "e01")
    assert asked(m) == (1, "rolled")
    reach(m, f"1 play {BIRD}")
    assert offered(m) == [f"face {face}" for face in (1, 2, 3, 4, 5, "story")]
    g = go(m, "1 face story")
    assert g.pools[1] == (3, "story", 3, 4, 5, 0)
    assert discarded(g) == (BIRD,)


@pytest.mark.rule("GR-215", "GR-Q105")
def test_the_golden_bird_turns_one_of_several_low_dice() -> None:
    m = play(tale(step="chapter", players=2, hands={0: [BIRD]}), "1 3 2 4 5", THREES, "e01")
    reach(m, f"0 play {BIRD}")
    assert offered(m) == ["magic-die", "ban-die"]
    g = go(m, "0 ban-die", "0 face ban")
    assert g.pools[0] == (1, 3, "ban", 4, 5, 0)


@pytest.mark.rule("GR-215", "GR-Q79")
def test_two_golden_birds_turn_two_dice_of_one_roll() -> None:
    m = play(tale(step="chapter", players=2, hands={0: [BIRD, BIRD]}), "1 3 2 4 5", THREES, "e01")
    g = go(m, f"0 play {BIRD}", "0 ban-die", "0 face ban", f"0 play {BIRD}", "0 face magic")
    assert g.pools[0] == ("magic", 3, "ban", 4, 5, 0)


@pytest.mark.rule("GR-215")
def test_the_golden_bird_answers_the_reroll_of_rapunzel() -> None:
    g = tale(step="chapter", players=2, characters={0: "rapunzel"}, hands={0: [BIRD]})
    m = play(g, "1 3 3 4 5", "2", THREES, "e01")
    g = go(m, "0 use rapunzel", f"0 play {BIRD}", "0 face 5")
    assert g.pools[0][MAGIC] == 5


@pytest.mark.rule("GR-215")
def test_the_golden_bird_answers_a_reroll_by_bad_luck() -> None:
    pools = {0: {"story-die": "story", "magic-die": 5}}
    m = story("b09", {0: [BIRD]}, "1", pools=pools, tokens={0: (1, 0, 0)})
    g = go(m, "0 b09 one", f"0 play {BIRD}", "0 face magic")
    assert g.pools[0][MAGIC] == "magic"


@pytest.mark.rule("GR-215")
def test_the_golden_bird_answers_a_reroll_by_an_event() -> None:
    m = play(tale(step="chapter", players=2, hands={1: [BIRD]}), THREES, THREES, "e09", "2")
    g = go(m, "0 no", "1 ban-die", f"1 play {BIRD}", "1 face ban", "1 no")
    assert g.pools[1][BAN] == "ban"


@pytest.mark.rule("GR-135", "GR-215")
def test_the_golden_bird_answers_nothing_higher_than_two_and_no_die_of_others() -> None:
    m = play(tale(step="chapter", players=2, hands={0: [BIRD]}), THREES, "1 1 1 1 3", "e01")
    assert asked(m) == (0, "turn")
    assert m.state.hand(0) == (BIRD,)


@pytest.mark.rule("GR-214", "GR-Q105")
def test_the_golden_bird_does_not_turn_a_die_that_was_not_rolled_just_now() -> None:
    pools = {0: {"plain-die": 3, "magic-die": 1, "story-die": 5}}
    m = play(tale(pools=pools, hands={0: [BIRD], 1: [YARN]}), "2")
    reach(m, "0 place story-die r01", f"1 play {YARN}", f"0 play {BIRD}")
    assert asked(m) == (0, "face")
    g = go(m, "0 face 4")
    assert g.pools[0][STORY_DIE] == 4
    assert g.pools[0][MAGIC] == 1


@pytest.mark.rule("GR-214", "GR-215")
def test_a_die_set_by_the_fox_is_none_for_the_golden_bird() -> None:
    g = tale(step="chapter", players=2, hands={0: [BIRD]})
    g.foxed = ((0, MAGIC),)
    m = play(g, "3 3 3 3", THREES, "e01")
    answer(m, "face 1")
    assert asked(m) == (0, "turn")
    assert m.state.pools[0][MAGIC] == 1


@pytest.mark.rule("GR-X14", "GR-214", "GR-215")
def test_a_golden_bird_got_later_in_the_chapter_waits_for_the_next_low_roll() -> None:
    g = tale(step="chapter", players=2, hands={1: [YARN]}, at={0: "well", 1: "clouds"}, rabbits={0: 1})
    m = play(g, "magic 1 3 3 3", THREES, "e01", BIRD, "2")
    never(m, BIRD, "place magic-die rabbit", "draw")
    assert m.state.hand(0) == (BIRD,)
    assert refuses(m, f"play {BIRD}")
    assert m.state.pools[0][STORY_DIE] == 1
    never(m, BIRD, "stay", "end turn", "pass on", "place ban-die snake")
    g = m.state
    assert g.hand(0) == (BIRD,)


@pytest.mark.rule("GR-X14", "GR-215")
def test_a_golden_bird_got_later_is_playable_at_the_next_reroll_that_shows_one_or_two() -> None:
    pools: dict[int, Dice] = {0: {"magic-die": "magic", "story-die": 1, "ban-die": 3}}
    g = tale(pools=pools, hands={1: [YARN]}, at={0: "well", 1: "clouds"}, passed=[1, 2, 3])
    m = play(g, BIRD, "2")
    never(m, BIRD, "place magic-die rabbit", "draw", "stay", "end turn")
    assert asked(m) == (0, "turn")
    reach(m, "0 place ban-die snake", f"1 play {YARN}", f"0 play {BIRD}")
    assert asked(m) == (0, "face")
    assert go(m, "0 face ban").pools[0][BAN] == "ban"
