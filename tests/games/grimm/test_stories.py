"""Dice Upon a Time: Story cards, each of the forty-seven, and how they are drawn, carried out and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from foldtale.games.grimm.effects.ops import discard_die, discard_magic, reroll_highest
from foldtale.games.grimm.state import DISCARD, GONE, REVEALED, STORY_DISCARD, Tale
from foldtale.kernel import Match, Play
from foldtale.kernel.chance import Face
from foldtale.kernel.effects import Cause
from foldtale.kernel.talk import ALL, EVERYONE, SPECTATOR
from foldtale.testing import answer, asked, offered, play_only, refuses, tells, told, told_of
from tests.games.grimm.given import CONTENT, GRIMM, PLAIN, SNAKE, play, skip, tale
from tests.sizes import Seeds

APART = {0: "bridge", 1: "inn", 2: "church", 3: "well"}
POOL: dict[str, Face] = {"story-die": "story", "magic-die": 2, "plain-die": 5}
COINS, BREADS, APPLES = (1, 0, 0), (0, 1, 0), (0, 0, 1)
NONE = (0, 0, 0)


def drawn(card: str, *falls: object, **position: Any) -> Match:
    """Seat 0 has placed the Story die on the Rabbit field, and this card was drawn."""
    return on_rabbit(
        tale(**{"pools": {0: POOL}, **position, "at": {**APART, **position.get("at", {})}}), card, *falls
    )


def on_rabbit(g: Any, *falls: object) -> Match:
    match = play(g, *falls)
    match.answer("place story-die rabbit")
    return match


def in_phase_five(*falls: object, **position: Any) -> Match:
    """Seat 0 has placed a die on the Rabbit field and stays where it is."""
    match = play(tale(**{**position, "at": {**APART, **position.get("at", {})}}), *falls)
    match.answer("place plain-die rabbit")
    skip(match, "quests", "turn")
    return match


def discarded(match: Match) -> tuple[str, ...]:
    return match.state.stories.rows[STORY_DISCARD]


# Drawing


@pytest.mark.rule("GR-139")
def test_the_story_face_has_its_player_draw_a_card_without_being_asked() -> None:
    m = drawn("g01")
    assert m.state.tokens[0] == APPLES
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-139")
def test_a_supporting_character_has_whoever_arrives_draw_a_card_without_being_asked() -> None:
    m = play(tale(at={1: "inn", 2: "church", 3: "well"}), "g02")
    answer(m, "place plain-die r01", "move old_woman")
    assert m.state.tokens[0] == BREADS
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-139", "GR-141")
@pytest.mark.parametrize("seat", [0, 1, 2, 3, SPECTATOR])
def test_a_drawn_card_is_read_out_to_everybody(seat: int) -> None:
    m = drawn("s03")
    assert {"chance": "story", "key": "s03"} in m.story(seat)
    assert told_of(m, "draws a Story card", seat) == [["s03"]]
    assert told_of(m, "keeps", seat) == [["s03"]]
    assert m.state.stories.seen_by(seat, 0) == ("s03",)


@pytest.mark.rule("GR-140")
def test_there_are_forty_eight_cards_of_five_types() -> None:
    kinds = Counter(CONTENT.kind(card) for card in tale().stories.layers[0])
    assert kinds == {"good": 12, "bad": 14, "side": 7, "curse": 7, "mini": 8}
    assert sum(kinds.values()) == 48


@pytest.mark.rule("GR-154")
def test_when_the_deck_runs_out_the_discard_pile_becomes_the_deck() -> None:
    g = tale(pools={0: POOL}, at=APART)
    for card in g.stories.layers[0]:
        g.stories.lift(card)
        g.stories.put(card, STORY_DISCARD, EVERYONE)
    m = on_rabbit(g, "g03")
    assert [tell.who for tell in tells(m, "shuffles", 2)] == [ALL]
    assert discarded(m) == ("g03",)
    assert m.state.stories.deck_size == 47


@pytest.mark.rule("GR-154")
def test_the_discard_pile_stays_while_the_deck_has_a_card() -> None:
    g = tale(pools={0: POOL}, at=APART)
    for card in [card for card in g.stories.layers[0] if card != "g03"]:
        g.stories.lift(card)
        g.stories.put(card, STORY_DISCARD, EVERYONE)
    m = on_rabbit(g)
    assert m.state.tokens[0] == COINS
    assert "shuffles" not in told(m)
    assert len(discarded(m)) == 48


@pytest.mark.rule("GR-154")
def test_with_neither_deck_nor_discard_pile_nothing_is_drawn() -> None:
    g = tale(pools={0: POOL}, at=APART)
    for card in g.stories.layers[0]:
        g.stories.lift(card)
        g.stories.put(card, 3, EVERYONE)
    m = on_rabbit(g)
    assert asked(m).topic == "turn"
    assert "draws a Story card" not in told(m)
    assert "shuffles" not in told(m)


@pytest.mark.rule("GR-155")
def test_without_the_story_deck_the_story_face_is_a_plain_six() -> None:
    g = tale({0: POOL}, APART, {"r03": [(1, PLAIN, 6)]}, cards="no story")
    m = play(g)
    answer(m, "place story-die r03", "stay")
    assert asked(m) == (1, "turn")
    assert m.state.stacks[CONTENT.place["r03"]][-1][2] == "story"
    assert m.state.stories.deck_size == 0


@pytest.mark.rule("GR-155")
def test_without_the_story_deck_supporting_characters_have_no_ability() -> None:
    m = play(tale(at={1: "inn", 2: "church", 3: "well"}, cards="no story"))
    answer(m, "place plain-die r01", "move old_woman")
    assert m.state.at[0] == "old_woman"
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-155")
def test_without_the_story_deck_magic_items_are_still_there() -> None:
    m = play(tale({0: {"magic-die": "magic"}}, APART, cards="no story"), "m07")
    answer(m, "place magic-die rabbit", "draw")
    assert m.state.hand(0) == ("m07",)


# Good Luck


@pytest.mark.rule("GR-142", "GR-X06")
@pytest.mark.parametrize(("card", "tokens"), [("g01", APPLES), ("g02", BREADS), ("g03", COINS)])
def test_a_token_of_good_luck_is_taken_at_once_and_the_card_discarded(
    card: str, tokens: tuple[int, int, int]
) -> None:
    m = drawn(card)
    assert m.state.tokens == [tokens, NONE, NONE, NONE]
    assert discarded(m) == (card,)
    assert m.state.stories.rows[REVEALED] == ()


@pytest.mark.rule("GR-142")
@pytest.mark.parametrize(("token", "tokens"), [("coin", COINS), ("bread", BREADS), ("apple", APPLES)])
def test_good_luck_gives_a_token_of_choice(token: str, tokens: tuple[int, int, int]) -> None:
    m = drawn("g04")
    assert offered(m) == ["coin", "bread", "apple"]
    assert answer(m, token).tokens[0] == tokens
    assert discarded(m) == ("g04",)


@pytest.mark.rule("GR-142")
def test_good_luck_gives_two_tokens_of_different_types() -> None:
    m = drawn("g05")
    answer(m, "bread")
    assert offered(m) == ["coin", "apple"]
    assert refuses(m, "bread")
    assert answer(m, "apple").tokens[0] == (0, 1, 1)


@pytest.mark.rule("GR-142")
def test_good_luck_draws_a_magic_item() -> None:
    m = drawn("g06", "m07")
    assert m.state.hand(0) == ("m07",)
    assert discarded(m) == ("g06",)


@pytest.mark.rule("GR-142")
def test_good_luck_draws_a_main_quest_from_a_deck_of_choice() -> None:
    m = drawn("g07", "q303")
    assert offered(m) == ["deck 2", "deck 3", "deck 4"]
    assert answer(m, "deck 3").active_quests(0) == ["q303"]


@pytest.mark.rule("GR-142")
def test_good_luck_carries_its_player_to_town_where_a_quest_can_be_drawn() -> None:
    m = drawn("g08")
    assert offered(m) == ["g08 do-1", "no"]
    assert answer(m, "g08 do-1").at[0] == "town"
    assert asked(m) == (0, "draw quest")


@pytest.mark.rule("GR-142")
def test_the_way_to_town_can_be_declined_and_is_none_from_town() -> None:
    m = drawn("g08")
    assert answer(m, "no").at[0] == "bridge"
    assert discarded(m) == ("g08",)
    assert asked(drawn("g08", at={0: "town"})) == (1, "turn")


@pytest.mark.rule("GR-142")
def test_good_luck_carries_its_player_to_any_steed_field() -> None:
    m = drawn("g09")
    answer(m, "g09 do-1")
    assert offered(m) == ["steed_n", "steed_e", "steed_s", "steed_w"]
    assert answer(m, "steed_e").at[0] == "steed_e"
    assert asked(m) == (0, "steed")


@pytest.mark.rule("GR-142")
def test_the_steed_fields_can_be_declined() -> None:
    m = drawn("g09")
    assert answer(m, "no").at[0] == "bridge"
    assert discarded(m) == ("g09",)


@pytest.mark.rule("GR-142")
def test_good_luck_takes_an_own_die_back_from_the_board_as_it_lies() -> None:
    m = drawn("g10", stacks={"r05": [(0, SNAKE, 4), (1, PLAIN, 6)], "r06": [(2, PLAIN, 5)]})
    assert offered(m) == ["snake-die", "story-die"]
    g = answer(m, "snake-die")
    assert g.pools[0][SNAKE] == 4
    assert g.stacks[CONTENT.place["r05"]] == ((1, PLAIN, 6),)
    assert discarded(m) == ("g10",)


@pytest.mark.rule("GR-142")
def test_good_luck_sets_an_unused_die_to_any_of_its_faces() -> None:
    m = drawn("g11")
    assert offered(m) == ["magic-die", "plain-die"]
    answer(m, "magic-die")
    assert offered(m) == ["face 1", "face 2", "face 3", "face 4", "face 5", "face magic"]
    assert answer(m, "face magic").pools[0][0] == "magic"
    assert m.state.pools[0][PLAIN] == 5


@pytest.mark.rule("GR-142", "GR-118")
def test_good_luck_sets_the_snake_die_to_a_number_only() -> None:
    m = drawn("g11", pools={0: {"story-die": "story", "snake-die": 4}})
    assert offered(m) == ["face 4", "face 6"]
    assert answer(m, "face 6").pools[0][SNAKE] == 6


@pytest.mark.rule("GR-142")
def test_good_luck_takes_a_step_without_a_die_besides_the_move_of_the_turn() -> None:
    m = play(tale({0: POOL}, APART), "g12", "g01")
    answer(m, "place story-die r14", "g12 do-1")
    assert sorted(offered(m)) == ["old_woman", "steed_w", "town", "woodsman"]
    answer(m, "old_woman")
    assert m.state.at[0] == "old_woman"
    assert m.state.tokens[0] == APPLES
    assert offered(m) == ["move bridge", "stay"]
    assert answer(m, "move bridge").at[0] == "bridge"


@pytest.mark.rule("GR-142")
def test_the_step_without_a_die_can_be_declined() -> None:
    m = drawn("g12")
    assert answer(m, "no").at[0] == "bridge"
    assert discarded(m) == ("g12",)


# Bad Luck

RICH = {0: (1, 1, 1)}
ARMED = {0: ("m07", "m08")}
LAW = {0: ("q201", "q301")}


def lost(match: Match) -> tuple[int, ...]:
    return tuple([1 - held for held in match.state.tokens[0]])


@pytest.mark.rule("GR-143")
@pytest.mark.parametrize("card", [card.id for card in CONTENT.of_kind("bad")])
def test_bad_luck_is_one_of_two_effects_of_the_active_player_s_choice(card: str) -> None:
    m = drawn(card, tokens=RICH, hands=ARMED, quests=LAW)
    skip(m)
    assert asked(m) == (0, "bad luck")
    assert offered(m) == [f"{card} one", f"{card} two"]
    before = m.state.copy()
    assert refuses(m, f"{card} three")
    assert (m.state.tokens, m.state.at, m.state.pools) == (before.tokens, before.at, before.pools)


@pytest.mark.rule("GR-143", "GR-Q109")
def test_magpies_take_a_token_of_the_loser_s_choice() -> None:
    m = drawn("b01", tokens=RICH, hands=ARMED)
    skip(m)
    answer(m, "b01 one")
    skip(m)
    assert asked(m) == (0, "token")
    assert offered(m) == ["coin", "bread", "apple"]
    answer(m, "bread")
    assert m.state.tokens[0] == (1, 0, 1)
    assert discarded(m) == ("b01",)
    chosen = [(tell.why, tell.about) for tell in tells(m, "chooses", 1)]
    assert chosen == [("GR-143", ["b01 one"])]


@pytest.mark.rule("GR-143", "GR-Q109")
def test_magpies_take_a_magic_item_of_the_loser_s_choice() -> None:
    m = drawn("b01", tokens=RICH, hands=ARMED)
    skip(m)
    answer(m, "b01 two")
    skip(m)
    assert asked(m) == (0, "discard")
    assert offered(m) == ["m07", "m08"]
    answer(m, "m08")
    assert m.state.hand(0) == ("m07",)
    assert m.state.magic.rows[DISCARD] == ("m08",)
    assert m.state.tokens[0] == (1, 1, 1)


GIFTS = [("b02", "one", COINS), ("b02", "two", APPLES), ("b03", "one", APPLES), ("b03", "two", BREADS)]


@pytest.mark.rule("GR-146", "GR-X05")
@pytest.mark.parametrize(("card", "half", "tokens"), GIFTS)
def test_bad_luck_that_rewards_the_others_gives_its_player_nothing(
    card: str, half: str, tokens: tuple[int, int, int]
) -> None:
    m = drawn(card)
    answer(m, f"{card} {half}")
    for seat in (1, 2, 3):
        assert asked(m) == (seat, "may")
        m.answer(offered(m)[0])
    assert m.state.tokens == [NONE, tokens, tokens, tokens]
    assert discarded(m) == (card,)


@pytest.mark.rule("GR-146", "GR-Q110")
def test_a_gift_can_be_declined_but_yes_comes_first() -> None:
    m = drawn("b02")
    answer(m, "b02 one")
    assert offered(m)[1:] == ["no"]
    answer(m, "no", "b02 do-1", "no")
    assert m.state.tokens == [NONE, NONE, COINS, NONE]


@pytest.mark.rule("GR-143", "GR-146")
def test_a_wasted_wish_has_every_opponent_draw_a_magic_item() -> None:
    m = drawn("b10", "m07", "m08")
    answer(m, "b10 one", "b10 do-1", "no", "b10 do-1")
    skip(m)
    hands = [m.state.hand(seat) for seat in range(4)]
    assert hands == [(), ("m07",), (), ("m08",)]


@pytest.mark.rule("GR-143", "GR-146")
def test_a_wasted_wish_gives_every_opponent_a_token_of_choice() -> None:
    m = drawn("b10")
    answer(m, "b10 two", "b10 do-2", "bread", "no", "b10 do-2", "coin")
    assert m.state.tokens == [NONE, BREADS, NONE, COINS]


@pytest.mark.rule("GR-143")
@pytest.mark.parametrize(
    ("card", "half", "field"),
    [
        ("b04", "one", "big_sea"),
        ("b04", "two", "big_mountains"),
        ("b05", "one", "hell"),
        ("b05", "two", "clouds"),
        ("b13", "one", "town"),
    ],
)
def test_bad_luck_carries_its_player_away(card: str, half: str, field: str) -> None:
    m = drawn(card)
    answer(m, f"{card} {half}")
    assert m.state.at[0] == field
    assert discarded(m) == (card,)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-143")
@pytest.mark.parametrize(
    ("card", "half", "price"),
    [("b06", "one", BREADS), ("b06", "two", APPLES), ("b07", "one", COINS), ("b07", "two", BREADS)],
)
def test_bad_luck_takes_a_token_of_one_type(card: str, half: str, price: tuple[int, int, int]) -> None:
    m = drawn(card, tokens=RICH)
    answer(m, f"{card} {half}")
    assert lost(m) == price
    assert discarded(m) == (card,)


@pytest.mark.rule("GR-143", "GR-Q109")
@pytest.mark.parametrize(("card", "half"), [("b08", "one"), ("b13", "two")])
def test_bad_luck_takes_an_unused_die_of_the_loser_s_choice(card: str, half: str) -> None:
    m = drawn(card, hands=ARMED)
    skip(m)
    answer(m, f"{card} {half}")
    skip(m)
    assert offered(m) == ["magic-die", "plain-die"]
    answer(m, "plain-die")
    assert m.state.pools[0] == (2, GONE, GONE, GONE, GONE, GONE)
    assert m.state.at[0] == "bridge"


@pytest.mark.rule("GR-143")
def test_noises_in_the_bag_may_cost_a_magic_item_instead() -> None:
    m = drawn("b08", hands=ARMED)
    skip(m)
    answer(m, "b08 two")
    skip(m)
    answer(m, "m07")
    assert m.state.hand(0) == ("m08",)
    assert m.state.dice_of(0) == [0, PLAIN]


@pytest.mark.rule("GR-143")
def test_a_shaky_hand_rerolls_the_highest_unused_die() -> None:
    m = drawn("b09", "3", tokens=RICH)
    answer(m, "b09 one")
    assert m.state.pools[0][PLAIN] == 3
    assert m.state.pools[0][0] == 2
    assert m.state.tokens[0] == (1, 1, 1)


@pytest.mark.rule("GR-143", "GR-Q109")
def test_of_several_highest_dice_their_owner_picks_one() -> None:
    pool = {"story-die": "story", "magic-die": 5, "ban-die": 4, "plain-die": 5}
    m = drawn("b09", "1", pools={0: pool})
    assert asked(m) == (0, "reroll die")
    assert offered(m) == ["magic-die", "plain-die"]
    assert answer(m, "magic-die").pools[0] == (1, GONE, 4, GONE, 5, GONE)


@pytest.mark.rule("GR-143")
def test_a_shaky_hand_can_be_paid_off() -> None:
    m = drawn("b09", tokens=RICH)
    answer(m, "b09 two", "coin")
    assert lost(m) == COINS
    assert m.state.pools[0][PLAIN] == 5


SNAKE_POOL: dict[str, Face] = {"story-die": "story", "snake-die": 6}


@pytest.mark.rule("GR-143", "GR-119")
def test_a_snake_die_rerolled_on_lost_leaves_the_pool() -> None:
    m = drawn("b09", "lost", pools={0: SNAKE_POOL})
    assert m.state.dice_of(0) == []


@pytest.mark.rule("GR-143", "GR-120")
def test_a_snake_die_rerolled_on_a_token_gives_it_and_leaves_the_pool() -> None:
    m = drawn("b09", "coin", pools={0: SNAKE_POOL})
    assert asked(m) == (0, "take")
    assert answer(m, "take").tokens[0] == COINS
    assert m.state.dice_of(0) == []


@pytest.mark.rule("GR-143")
@pytest.mark.parametrize(("half", "neighbour"), [("one", 1), ("two", 3)])
def test_grandmother_has_a_token_given_to_a_neighbour(half: str, neighbour: int) -> None:
    m = drawn("b11", tokens=RICH)
    answer(m, f"b11 {half}", "apple")
    assert lost(m) == APPLES
    assert [m.state.tokens[seat] for seat in (1, 2, 3)] == [
        APPLES if seat == neighbour else NONE for seat in (1, 2, 3)
    ]


@pytest.mark.rule("GR-143")
def test_the_wrong_scroll_goes_under_its_deck() -> None:
    m = drawn("b12", tokens=RICH, quests=LAW)
    answer(m, "b12 one")
    assert offered(m) == ["q201", "q301"]
    answer(m, "q301")
    assert m.state.active_quests(0) == ["q201"]
    assert m.state.quests[1].layers[-1] == ("q301",)
    assert lost(m) == NONE


@pytest.mark.rule("GR-143")
def test_two_tokens_help_the_herald_forget() -> None:
    m = drawn("b12", tokens={0: (2, 0, 1)}, quests=LAW)
    answer(m, "b12 two", "coin", "apple")
    assert m.state.tokens[0] == COINS
    assert m.state.active_quests(0) == ["q201", "q301"]


@pytest.mark.rule("GR-143")
def test_whoever_is_led_to_town_does_not_draw_there() -> None:
    m = drawn("b13")
    answer(m, "b13 one")
    assert m.state.at[0] == "town"
    assert "reveals a quest" not in told(m)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-144", "GR-Q107")
@pytest.mark.parametrize(
    ("card", "position", "half"),
    [
        ("b01", {"tokens": {0: COINS}}, "one"),
        ("b01", {"hands": {0: ("m07",)}}, "two"),
        ("b06", {"tokens": {0: BREADS}}, "one"),
        ("b06", {"tokens": {0: APPLES}}, "two"),
        ("b07", {"tokens": {0: COINS}}, "one"),
        ("b07", {"tokens": {0: BREADS}}, "two"),
        ("b08", {}, "one"),
        ("b08", {"hands": {0: ("m07",)}, "pools": {0: {"story-die": "story"}}}, "two"),
        ("b09", {"pools": {0: {"story-die": "story"}}, "tokens": {0: COINS}}, "two"),
        ("b12", {"tokens": {0: COINS}, "quests": {0: ("q201",)}}, "one"),
        ("b12", {"tokens": {0: (2, 0, 0)}}, "two"),
        ("b13", {"at": {0: "town"}}, "two"),
        ("b13", {"pools": {0: {"story-die": "story"}}}, "one"),
    ],
)
def test_bad_luck_of_which_one_effect_is_possible_leaves_no_choice(
    card: str, position: dict[str, Any], half: str
) -> None:
    m = drawn(card, **position)
    skip(m)
    chosen = [(tell.why, tell.about) for tell in tells(m, "chooses", 0)]
    assert chosen == [("GR-144", [f"{card} {half}"])]


@pytest.mark.rule("GR-X07", "GR-144")
def test_with_a_magic_item_and_no_token_the_magic_item_is_discarded() -> None:
    m = drawn("b01", hands={0: ("m07",)})
    skip(m)
    answer(m, "m07")
    assert m.state.hand(0) == ()
    assert m.state.magic.rows[DISCARD] == ("m07",)


@pytest.mark.rule("GR-X07", "GR-145")
def test_with_neither_token_nor_magic_item_nothing_happens() -> None:
    m = drawn("b01")
    assert "nothing happens" in told(m)
    assert discarded(m) == ("b01",)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-145", "GR-Q107")
@pytest.mark.parametrize(
    ("card", "position"),
    [
        ("b06", {"tokens": {0: COINS}}),
        ("b07", {"tokens": {0: APPLES}}),
        ("b08", {"pools": {0: {"story-die": "story"}}}),
        ("b09", {"pools": {0: {"story-die": "story"}}}),
        ("b11", {}),
        ("b12", {"tokens": {0: COINS}}),
        ("b13", {"pools": {0: {"story-die": "story"}}, "at": {0: "town"}}),
    ],
)
def test_bad_luck_that_cannot_be_carried_out_is_discarded_without_effect(
    card: str, position: dict[str, Any]
) -> None:
    m = drawn(card, **position)
    assert "nothing happens" in told(m)
    assert "chooses" not in told(m)
    assert discarded(m) == (card,)
    assert m.state.tokens[0] == position.get("tokens", {0: NONE})[0]


@pytest.mark.rule("GR-Q107", "GR-146")
@pytest.mark.parametrize("card", ["b02", "b03", "b10"])
def test_gifts_to_others_are_always_possible(card: str) -> None:
    m = drawn(card)
    assert offered(m) == [f"{card} one", f"{card} two"]


@pytest.mark.rule("GR-Q108")
@pytest.mark.parametrize(
    ("card", "here", "there"),
    [
        ("b04", "big_sea", "big_mountains"),
        ("b04", "big_mountains", "big_sea"),
        ("b05", "hell", "clouds"),
        ("b05", "clouds", "hell"),
    ],
)
def test_whoever_stands_on_one_of_two_places_has_to_go_to_the_other(card: str, here: str, there: str) -> None:
    m = drawn(card, at={0: here})
    assert m.state.at[0] == there
    assert asked(m) == (1, "turn")


# What keeps bad luck off


@pytest.mark.rule("GR-143", "GR-201")
def test_starwort_cancels_bad_luck_before_the_choice() -> None:
    m = drawn("b01", tokens=RICH, hands={0: ("m09", "m07")})
    skip(m, "story_revealed")
    assert offered(m) == ["pass", "play m09"]
    answer(m, "play m09")
    skip(m, "turn")
    assert m.state.tokens[0] == (1, 1, 1)
    assert m.state.hand(0) == ("m07",)
    assert discarded(m) == ("b01",)
    assert "chooses" not in told(m)


@pytest.mark.rule("GR-143", "GR-201")
def test_starwort_cancels_bad_luck_after_the_choice_too() -> None:
    m = drawn("b04", hands={0: ("m09",)})
    skip(m)
    answer(m, "b04 one")
    assert asked(m) == (0, "harm")
    answer(m, "play m09")
    assert m.state.at[0] == "bridge"
    assert discarded(m) == ("b04",)


@pytest.mark.rule("GR-Q149", "GR-Q101")
@pytest.mark.parametrize("card", ["b01", "b08"])
def test_whoever_has_lost_the_last_magic_item_to_a_crystal_ball_has_none_left_to_discard(card: str) -> None:
    m = drawn(card, tokens=RICH, hands={0: ("m09",), 1: ("m14",)})
    skip(m, "bad luck")
    answer(m, f"{card} two", "play m09")
    assert asked(m) == (1, "card_played")
    answer(m, "play m14")
    skip(m, "turn")
    assert m.state.hand(0) == ()
    assert (m.state.tokens[0], discarded(m)) == ((1, 1, 1), (card,))
    assert "nothing happens" in told(m)


@pytest.mark.rule("GR-Q149")
def test_imagined_matches_go_on_when_a_crystal_ball_takes_the_last_magic_item(seeds: Seeds) -> None:
    """In some imagined matches an opponent holds the Crystal Ball, and the discard finds an empty hand."""
    m = drawn("b08", tokens=RICH, hands={0: ("m09",), 1: ("m14",)})
    skip(m, "bad luck")
    for seed in seeds(50, 200, 2000):
        world, luck = m.imagine(0, seed), Random(seed)
        for _ in range(12):
            keys = offered(world)
            if not keys:
                break
            risky = [key for key in keys if key.startswith("play ") or key.endswith(" two")]
            world.answer(luck.choice(risky or keys))


@pytest.mark.rule("GR-Q149")
@pytest.mark.parametrize("effect", [discard_magic, discard_die, reroll_highest])
def test_an_effect_that_finds_nothing_to_take_takes_nothing(
    effect: Callable[[Tale, Cause], Play[None]],
) -> None:
    m = play_only(GRIMM, tale(pools={0: {}}), lambda g: effect(g, Cause(0, "b08")))
    assert (m.over, told(m)) == (True, [])


@pytest.mark.rule("GR-146")
def test_starwort_is_no_answer_to_gifts_for_others() -> None:
    m = drawn("b02", hands={0: ("m09",)})
    skip(m, "story_revealed")
    assert offered(m) == ["pass"]
    answer(m, "pass", "b02 one")
    assert asked(m) == (1, "may")


@pytest.mark.rule("GR-143", "GR-191")
def test_a_cloak_exchanges_bad_luck_once_and_the_next_card_stands() -> None:
    m = drawn("b01", "b06", tokens=RICH, hands={0: ("m02", "m09")})
    skip(m, "story_revealed")
    answer(m, "play m02")
    skip(m)
    assert asked(m) == (0, "bad luck")
    assert offered(m) == ["b06 one", "b06 two"]
    answer(m, "b06 one")
    skip(m)
    assert m.state.tokens[0] == (1, 0, 1)
    assert discarded(m) == ("b01", "b06")
    assert m.state.stories.rows[REVEALED] == ()


@pytest.mark.rule("GR-142", "GR-147", "GR-151")
@pytest.mark.parametrize("card", ["g01", "s03", "n02"])
def test_good_cards_are_not_to_be_kept_off(card: str) -> None:
    m = drawn(card, hands={0: ("m09", "m02")})
    skip(m, "turn")
    assert not {"story_revealed", "harm"} & {line.get("topic") for line in m.story(0)}


@pytest.mark.rule("GR-149", "GR-203")
def test_starwort_keeps_a_curse_off() -> None:
    m = drawn("c03", hands={0: ("m09",)})
    skip(m, "harm")
    answer(m, "play m09")
    skip(m, "turn")
    assert m.state.kept(0) == ()
    assert discarded(m) == ("c03",)
    assert "is rid of" in told(m)


# Side Quests


@pytest.mark.rule("GR-147", "GR-Q113", "GR-Q114")
@pytest.mark.parametrize("card", [card.id for card in CONTENT.of_kind("side")])
def test_a_side_quest_is_kept_and_not_fulfilled_before_the_end(card: str) -> None:
    m = drawn(card, at={0: "town", 1: "town"})
    assert m.state.kept(0) == (card,)
    assert m.state.kept(1) == ()
    assert discarded(m) == ()
    skip(m, "quests", "turn")
    assert not [key for key in offered(m) if card in key and not key.startswith(("give", "ask"))]


# Curses


@pytest.mark.rule("GR-149")
@pytest.mark.parametrize("card", [card.id for card in CONTENT.of_kind("curse")])
def test_a_curse_is_kept_before_whoever_drew_it(card: str) -> None:
    m = drawn(card)
    skip(m)
    assert [m.state.kept(seat) for seat in range(4)] == [(card,), (), (), ()]
    assert discarded(m) == ()


LIFTS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("c02", {"at": {0: "church"}, "tokens": {0: COINS}}, {"at": {0: "well"}, "tokens": {0: COINS}}),
    ("c02", {"at": {0: "church"}, "tokens": {0: COINS}}, {"at": {0: "church"}, "tokens": {0: (0, 2, 2)}}),
    ("c03", {"at": {0: "well"}}, {"at": {0: "inn"}}),
    ("c06", {"tokens": {0: (0, 2, 0)}}, {"tokens": {0: (2, 1, 2)}}),
    ("c07", {"at": {0: "hell"}}, {"at": {0: "clouds"}}),
]


@pytest.mark.rule("GR-150", "GR-Q111", "GR-Q113")
@pytest.mark.parametrize(("card", "met", "unmet"), LIFTS)
def test_a_curse_is_removed_in_phase_five_by_what_is_printed_on_it(
    card: str, met: dict[str, Any], unmet: dict[str, Any]
) -> None:
    m = in_phase_five(kept={0: (card,)}, **met)
    assert f"lift {card}" in offered(m)
    answer(m, f"lift {card}")
    assert m.state.kept(0) == ()
    assert discarded(m) == (card,)
    assert m.state.tokens[0] == NONE
    m = in_phase_five(kept={0: (card,)}, **unmet)
    assert f"lift {card}" not in offered(m)
    assert m.state.kept(0) == (card,)


@pytest.mark.rule("GR-150", "GR-Q109")
def test_the_witch_leaves_the_pocket_for_a_magic_item_of_choice() -> None:
    m = in_phase_five(kept={0: ("c04",)}, hands=ARMED)
    answer(m, "lift c04")
    assert offered(m) == ["m07", "m08"]
    answer(m, "m08")
    assert m.state.hand(0) == ("m07",)
    assert discarded(m) == ("c04",)
    assert "lift c04" not in offered(in_phase_five(kept={0: ("c04",)}, tokens=RICH))


@pytest.mark.rule("GR-Q111")
def test_removing_a_curse_is_optional() -> None:
    m = in_phase_five(kept={0: ("c03",)}, at={0: "well", 3: "inn"})
    answer(m, "end turn")
    assert m.state.kept(0) == ("c03",)


@pytest.mark.rule("GR-Q111")
def test_a_curse_can_be_removed_in_the_turn_in_which_it_was_drawn() -> None:
    m = play(tale({0: POOL}, {1: "inn", 2: "church", 3: "bridge"}), "c03")
    answer(m, "place story-die r02", "move well")
    assert offered(m) == ["lift c03", "end turn"]
    answer(m, "lift c03")
    assert discarded(m) == ("c03",)


@pytest.mark.rule("GR-X09", "GR-150", "GR-Q111")
def test_riding_from_steed_to_steed_removes_its_curse_at_that_moment() -> None:
    g = tale(at={**APART, 0: "well"}, pools={0: {"plain-die": 5}}, kept={0: ("c01",), 1: ("c05",)})
    m = play(g)
    answer(m, "place plain-die r23", "move steed_n")
    assert m.state.kept(0) == ("c01",)
    answer(m, "ride steed_s")
    assert asked(m) == (0, "may")
    assert offered(m) == ["c01 do-1", "no"]
    answer(m, "c01 do-1")
    assert m.state.kept(0) == ()
    assert m.state.kept(1) == ("c05",)
    assert discarded(m) == ("c01",)


@pytest.mark.rule("GR-150")
def test_a_removed_curse_does_not_come_up_again() -> None:
    pools = {0: (5, 5, 5, 5, 3)}
    m = play(tale(pools, {**APART, 0: "well"}, kept={0: ("c01",)}, passed=(1, 2, 3)))
    answer(m, "place magic-die r23", "move steed_n", "ride steed_e", "c01 do-1")
    answer(m, "place story-die r27", "move gold_coin", "no")
    answer(m, "place ban-die r27", "move steed_e", "ride steed_n")
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-149", "GR-150", "GR-208")
def test_a_curse_that_was_passed_on_is_its_new_owner_s_to_remove() -> None:
    pools = {0: {"plain-die": 5}, 1: {"plain-die": 5}}
    at = {**APART, 0: "well", 1: "gold_coin"}
    m = play(tale(pools, at, kept={0: ("c01",)}, hands={0: ("m13",)}))
    answer(m, "play m13", "player 2")
    assert (m.state.kept(0), m.state.kept(1)) == ((), ("c01",))
    answer(m, "place plain-die r23", "move steed_n", "ride steed_s")
    assert asked(m) == (1, "turn")
    answer(m, "place plain-die r27", "move steed_e", "ride steed_w")
    assert asked(m) == (1, "may")
    assert answer(m, "c01 do-1").kept(1) == ()


@pytest.mark.rule("GR-X09")
def test_a_steed_that_is_not_ridden_removes_nothing() -> None:
    m = play(tale(at={**APART, 0: "well"}, pools={0: {"plain-die": 5}}, kept={0: ("c01",)}))
    answer(m, "place plain-die r23", "move steed_n", "stay")
    assert m.state.kept(0) == ("c01",)


@pytest.mark.rule("GR-Q111")
def test_another_s_ride_does_not_remove_a_curse() -> None:
    m = play(tale(at={**APART, 0: "well"}, pools={0: {"plain-die": 5}}, kept={1: ("c01",)}))
    answer(m, "place plain-die r23", "move steed_n", "ride steed_s")
    assert m.state.kept(1) == ("c01",)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-150", "GR-Q111")
def test_feeding_the_wolf_removes_its_curse_at_that_moment() -> None:
    m = play(tale(at=APART, kept={0: ("c05",)}))
    answer(m, "place plain-die wolf", "magic-die", "magic-die", "magic-die")
    assert asked(m) == (0, "may")
    answer(m, "c05 do-1")
    assert m.state.kept(0) == ()
    assert discarded(m) == ("c05",)


@pytest.mark.rule("GR-Q111")
def test_a_die_given_to_the_wolf_for_another_removes_no_curse_and_a_curse_can_be_left() -> None:
    m = play(tale(at=APART, kept={0: ("c05",), 1: ("c01",)}))
    answer(m, "place plain-die wolf", "magic-die", "magic-die", "magic-die", "no")
    assert m.state.kept(0) == ("c05",)
    m = play(tale(at=APART, kept={1: ("c05",)}))
    answer(m, "place plain-die wolf", "magic-die", "magic-die", "magic-die")
    assert m.state.kept(1) == ("c05",)
    assert asked(m) == (1, "turn")


# Mini Quests


MINIS: list[tuple[str, dict[str, Any], tuple[str, ...], tuple[int, int, int]]] = [
    ("n02", {"at": {0: "inn", 1: "bridge"}}, (), BREADS),
    ("n04", {}, ("coin",), COINS),
    ("n04", {}, ("apple",), APPLES),
    ("n05", {"at": {0: "well", 3: "bridge"}}, (), (0, 0, 2)),
]


@pytest.mark.rule("GR-151", "GR-152", "GR-Q113")
@pytest.mark.parametrize(("card", "position", "answers", "tokens"), MINIS)
def test_a_mini_quest_on_a_field_gives_tokens_and_goes_on_the_discard_pile(
    card: str,
    position: dict[str, Any],
    answers: tuple[str, ...],
    tokens: tuple[int, int, int],
) -> None:
    m = in_phase_five(kept={0: (card,)}, **position)
    answer(m, f"fulfil {card}", *answers)
    assert m.state.tokens[0] == tokens
    assert m.state.kept(0) == ()
    assert discarded(m) == (card,)
    away = in_phase_five(kept={0: (card,)}, at={0: "town"}, tokens=RICH)
    assert f"fulfil {card}" not in offered(away)


@pytest.mark.rule("GR-151", "GR-152")
def test_under_the_third_pew_lies_a_magic_item() -> None:
    m = in_phase_five("m07", kept={0: ("n03",)}, at={0: "church", 2: "bridge"})
    answer(m, "fulfil n03")
    assert m.state.hand(0) == ("m07",)
    assert discarded(m) == ("n03",)
    assert "fulfil n03" not in offered(in_phase_five(kept={0: ("n03",)}))


@pytest.mark.rule("GR-151", "GR-152")
def test_bread_for_the_little_grey_man_gives_a_magic_item() -> None:
    m = in_phase_five("m07", kept={0: ("n06",)}, tokens=RICH)
    answer(m, "fulfil n06")
    assert m.state.hand(0) == ("m07",)
    assert lost(m) == BREADS
    assert "fulfil n06" not in offered(in_phase_five(kept={0: ("n06",)}, tokens={0: (2, 0, 2)}))


@pytest.mark.rule("GR-151", "GR-152")
def test_half_a_treasure_map_gives_a_coin_each_to_its_owner_and_one_companion() -> None:
    m = in_phase_five(kept={0: ("n07",)}, at={1: "bridge", 2: "bridge"})
    answer(m, "fulfil n07")
    assert asked(m) == (0, "pick")
    assert offered(m) == ["player 2", "player 3"]
    assert answer(m, "player 3").tokens == [COINS, NONE, COINS, NONE]
    assert "fulfil n07" not in offered(in_phase_five(kept={0: ("n07",)}))


@pytest.mark.rule("GR-151", "GR-152")
def test_the_herring_s_letter_is_a_main_quest() -> None:
    m = in_phase_five("q405", kept={0: ("n08",)}, at={0: "big_sea"})
    answer(m, "fulfil n08", "deck 4")
    assert m.state.active_quests(0) == ["q405"]
    assert discarded(m) == ("n08",)
    assert "fulfil n08" not in offered(in_phase_five(kept={0: ("n08",)}))


@pytest.mark.rule("GR-X10", "GR-151", "GR-152")
def test_a_mini_quest_without_a_place_can_be_fulfilled_in_the_turn_in_which_it_was_drawn() -> None:
    m = drawn("n01", "q201", tokens={0: (1, 0, 1)})
    assert asked(m) == (0, "quests")
    answer(m, "fulfil n01")
    assert offered(m) == ["coin", "apple"]
    answer(m, "apple", "deck 2")
    assert m.state.tokens[0] == COINS
    assert told_of(m, "pays", 1) == [[0, 0, 1]]
    assert m.state.active_quests(0) == ["q201"]
    assert m.state.done_quests(0) == []
    assert discarded(m) == ("n01",)


@pytest.mark.rule("GR-X10", "GR-151")
def test_a_mini_quest_may_be_kept_for_any_later_turn() -> None:
    m = drawn("n01", tokens={0: COINS}, passed=(1, 2, 3))
    answer(m, "end turn")
    assert m.state.kept(0) == ("n01",)
    answer(m, "place plain-die fox-1")
    assert "fulfil n01" in offered(m)
    assert "fulfil n01" not in offered(drawn("n01"))


@pytest.mark.rule("GR-153", "GR-Q112")
@pytest.mark.parametrize(
    ("card", "field", "socket"), [("n05", "well", "r02"), ("n04", "bridge", "r03"), ("n02", "inn", "r04")]
)
def test_a_mini_quest_is_fulfilled_by_moving_to_its_place_in_the_turn_in_which_it_was_drawn(
    card: str, field: str, socket: str
) -> None:
    m = play(tale({0: POOL}, {1: "church", 2: "church", 3: "church"}, passed=(1, 2, 3)), card)
    answer(m, f"place story-die {socket}", f"move {field}")
    assert (asked(m), offered(m)) == ((0, "quests"), [f"fulfil {card}", "end turn"])


@pytest.mark.rule("GR-153", "GR-Q112")
def test_a_figure_that_stood_on_the_place_of_a_mini_quest_when_it_was_drawn_has_not_stopped_there() -> None:
    m = play(tale({0: POOL}, {**APART, 0: "inn", 1: "bridge"}, passed=(1, 2, 3)), "n02")
    answer(m, "place story-die rabbit")
    assert asked(m) == (0, "turn")
    assert m.state.kept(0) == ("n02",)
    answer(m, "place plain-die fox-1")
    assert offered(m) == ["fulfil n02", "end turn"]


@pytest.mark.rule("GR-153", "GR-Q112")
def test_a_figure_that_leaves_the_place_of_a_mini_quest_and_comes_back_has_stopped_there() -> None:
    m = play(tale({0: POOL}, {**APART, 0: "inn", 1: "bridge"}, passed=(1, 2, 3)), "n02", "g12")
    answer(m, "place story-die r11", "move soldier", "g12 do-1", "inn")
    assert (asked(m), offered(m)) == ((0, "quests"), ["fulfil n02", "end turn"])


@pytest.mark.rule("GR-Q112")
def test_a_mini_quest_is_fulfilled_by_its_owner_and_nobody_else() -> None:
    m = in_phase_five(kept={1: ("n04",)}, at={0: "bridge"})
    assert asked(m) == (1, "turn")
    assert m.state.kept(1) == ("n04",)
