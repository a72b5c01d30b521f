"""Dice Upon a Time: reaction windows: who is asked, in which order, how often, and what that betrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from foldtale.games.grimm.state import DISCARD, Tale
from foldtale.kernel import Match
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import answer, asked, offered, refuses, told
from tests.games.grimm.given import BAN, CONTENT, PLAIN, SNAKE, go, placeable, play, reach, tale

TABLE, CLOAK, HAZEL, GOLDEN_BALL, SPIRIT, YARN = "m01", "m02", "m03", "m04", "m05", "m06"
WHITE_SNAKE, STARWORT, BLUE_LIGHT, MIRROR, RING, BALL = "m08", "m09", "m10", "m11", "m13", "m14"
CUDGEL, BIRD = "m17", "m18"
ALL_MAGIC = [card.id for card in CONTENT.of_kind("magic")]
THREES = "3 3 3 3 3"
Hands = Mapping[int, Sequence[str]]
SPARE: Hands = {0: ["m12"], 1: ["m16"], 2: ["m07"], 3: ["m15"]}
"""A card for everybody, which fits in no window of others."""


def reactions(match: Match) -> list[tuple[int, str]]:
    """Who is asked to react, and to what, until something else is asked; everybody lets it be."""
    found = []
    while match.ask is not None and offered(match)[0] == "pass":
        found.append(asked(match))
        match.answer("pass")
    return found


def apples(hands: Hands, **more: Any) -> Match:
    """Seat 0 takes an Apple on its field, and everybody may react to that."""
    pools = {0: {"plain-die": 3, "magic-die": 3}}
    g = tale(**{"pools": pools, "at": {0: "old_woman"}, "hands": hands, **more})
    return reach(play(g), "0 place plain-die r15", "0 move apple", "0 take")


def story(card: str, hands: Hands, *falls: str, **more: Any) -> Match:
    """Seat 0 draws this Story card for a die on the Rabbit field."""
    g = tale(**{"pools": {0: {"story-die": "story"}}, "hands": hands, **more})
    m = reach(play(g, card, *falls), "0 place story-die rabbit")
    while asked(m).topic == "place_announced":
        m.answer("pass")
    return m


def discard(g: Tale, cards: Iterable[str]) -> Tale:
    for card in cards:
        g.magic.lift(card)
        g.magic.put(card, DISCARD, EVERYONE)
    return g


# Who is asked, and in which order


@pytest.mark.rule("GR-Q80", "GR-Q106")
def test_the_placer_is_asked_first_then_the_others_clockwise() -> None:
    m = play(tale(hands=SPARE, active=2))
    answer(m, "place plain-die rabbit")
    assert reactions(m) == [(seat, "place_announced") for seat in (2, 3, 0, 1)]


@pytest.mark.rule("GR-Q80")
def test_whom_it_happens_to_comes_before_the_others_clockwise_from_the_active_player() -> None:
    g = tale(step="chapter", active=1, hands=SPARE)
    g.snake_to = 3
    m = play(g, THREES, THREES, THREES + " apple", THREES, "e01")
    answer(m, "no")
    assert reactions(m) == [(seat, "snake_token_rolled") for seat in (3, 1, 2, 0)]


@pytest.mark.rule("GR-Q80", "GR-Q81")
def test_the_gainer_alone_may_modify_and_the_others_may_take_from_the_active_player_on() -> None:
    m = apples(SPARE)
    assert reactions(m) == [(0, "gain_modify"), *[(seat, "tokens_gained") for seat in (1, 2, 3)]]


@pytest.mark.rule("GR-Q80", "GR-Q81")
def test_what_another_seat_gains_is_offered_to_the_active_player_first() -> None:
    m = story("b11", SPARE, tokens={0: (1, 0, 0)})
    reach(m, "0 b11 two")
    assert reactions(m)[-4:] == [(3, "gain_modify"), *[(seat, "tokens_gained") for seat in (0, 1, 2)]]
    assert m.state.tokens[3] == (1, 0, 0)


@pytest.mark.rule("GR-Q80")
def test_nobody_but_the_victim_is_asked_about_harm_and_loss() -> None:
    m = apples({**SPARE, 2: [CUDGEL]})
    reach(m, f"2 play {CUDGEL}")
    met = reactions(m)
    assert met[:2] == [(0, "card_played"), (1, "card_played")]
    assert met[2:5] == [(3, "card_played"), (0, "harm"), (0, "lose_tokens")]


@pytest.mark.rule("GR-Q80", "GR-138")
def test_whoever_played_a_card_is_not_asked_to_answer_it() -> None:
    m = play(tale(hands={0: [BALL], 1: [YARN, BALL], 3: [HAZEL]}), "4")
    answer(m, "place plain-die r01", "pass", f"play {YARN}")
    assert reactions(m)[:2] == [(0, "card_played"), (3, "card_played")]


@pytest.mark.rule("GR-Q80", "GR-138")
def test_a_played_card_is_answered_clockwise_from_the_active_player() -> None:
    m = play(tale(hands={**SPARE, 1: [YARN]}, active=2), "4")
    reach(m, "2 place plain-die r01", f"1 play {YARN}")
    assert reactions(m)[:3] == [(seat, "card_played") for seat in (2, 3, 0)]


@pytest.mark.rule("GR-Q80")
def test_taken_tokens_are_offered_clockwise_from_the_active_player() -> None:
    pools = {1: {"plain-die": 3}}
    m = play(tale(active=1, pools=pools, at={1: "old_woman"}, hands=SPARE))
    reach(m, "1 place plain-die r15", "1 move apple", "1 take")
    assert reactions(m) == [(1, "gain_modify"), *[(seat, "tokens_gained") for seat in (2, 3, 0)]]


@pytest.mark.rule("GR-Q106")
def test_a_seat_with_any_card_is_asked_and_may_only_pass_without_the_fitting_one() -> None:
    m = apples({1: [BIRD], 2: [CUDGEL], 3: [BIRD]})
    seen = []
    while asked(m).topic == "tokens_gained":
        assert m.ask is not None
        seen.append((asked(m).seat, offered(m), m.ask.veiled))
        m.answer("pass")
    assert seen == [(1, ["pass"], True), (2, ["pass", f"play {CUDGEL}"], True), (3, ["pass"], True)]


@pytest.mark.rule("GR-Q106")
def test_a_seat_without_cards_is_asked_nothing() -> None:
    m = apples({2: [CUDGEL]})
    assert reactions(m) == [(2, "tokens_gained")]


@pytest.mark.rule("GR-Q106")
def test_without_any_card_in_any_hand_nobody_is_asked() -> None:
    m = apples({})
    assert asked(m).topic not in ("gain_modify", "tokens_gained")
    assert m.state.tokens[0] == (0, 0, 1)


WINDOWS = [
    ("place_announced", [YARN], "place"),
    ("gain_modify", [HAZEL, TABLE], "field"),
    pytest.param("gain_modify", [TABLE, HAZEL], "field"),
    ("tokens_gained", [CUDGEL], "field"),
    ("magic_gained", [SPIRIT], "magic"),
    ("quests_gained", [MIRROR], "town"),
    ("story_revealed", [CLOAK, STARWORT], "b06"),
    ("harm", [STARWORT], "b06"),
    ("lose_tokens", [GOLDEN_BALL], "b06"),
    ("harm", [STARWORT], "c03"),
    ("curse_received", [RING], "c03"),
    ("snake_token_rolled", [WHITE_SNAKE], "chapter"),
    ("rolled", [BIRD], "chapter"),
    ("card_played", [BALL], "yarn"),
]


def topics_met(how: str, gone: Sequence[str]) -> set[str]:
    """The windows that open while something happens, with these cards on the discard pile."""
    hands = {**SPARE, 1: [YARN]} if how == "yarn" else SPARE
    falls: tuple[str, ...] = ()
    if how == "chapter":
        g = tale(step="chapter", hands=hands)
        g.snake_to = 0
        falls = ("1 3 3 3 3 apple", THREES, THREES, THREES, "e01")
        keys = ["take", "pass"]
    elif how in ("b06", "c03"):
        g = tale(pools={0: {"story-die": "story"}}, hands=hands, tokens={0: (0, 1, 1)})
        falls = (how,)
        keys = ["place story-die rabbit", "b06 one", "pass"]
    elif how == "magic":
        g = tale(pools={0: {"magic-die": "magic"}}, hands=hands)
        falls = ("m07",)
        keys = ["place magic-die rabbit", "draw", "pass"]
    elif how == "town":
        g = tale(pools={0: {"plain-die": 6}}, hands=hands, at={0: "well"})
        falls = ("q201",)
        keys = ["place plain-die r02", "move town", "draw", "deck 2", "pass"]
    elif how == "yarn":
        g = tale(pools={0: {"plain-die": 3}}, hands=hands)
        falls = ("4",)
        keys = ["place plain-die r01", f"play {YARN}", "pass"]
    else:
        g = tale(pools={0: {"plain-die": 3}}, hands=hands, at={0: "old_woman"})
        keys = ["place plain-die r15", "move apple", "take", "pass"]
    m = play(discard(g, gone), *falls)
    met: set[str] = set()
    for _ in range(40):
        found = [key for key in keys if key in offered(m)]
        if not found:
            break
        if offered(m)[0] == "pass":
            met.add(asked(m).topic)
        m.answer(found[0])
    return met


@pytest.mark.rule("GR-Q106")
@pytest.mark.parametrize(("window", "cards", "how"), WINDOWS)
def test_a_window_opens_for_whoever_holds_a_card_until_no_fitting_one_can_be_left(
    window: str, cards: list[str], how: str
) -> None:
    assert window in topics_met(how, [])
    assert window in topics_met(how, [*cards, *cards][1:])
    assert window not in topics_met(how, [*cards, *cards])


@pytest.mark.rule("GR-Q106", "GR-135")
def test_only_cards_that_fit_the_event_count_for_a_window() -> None:
    hazels_gone = discard(tale(pools={0: {"story-die": "story"}}, hands={0: [YARN]}), [HAZEL, HAZEL])
    m = play(hazels_gone, "g01")
    g = go(m, "0 place story-die rabbit")
    assert g.tokens[0] == (0, 0, 1)
    assert "gain_modify" not in [line.get("topic") for line in m.story(0)]


def questions(hands: Hands, g: Tale, *falls: str, keys: Sequence[str]) -> list[tuple[int, int, str]]:
    """All questions of a stretch of play with their numbers; nobody ever reacts."""
    for seat, cards in hands.items():
        for card in cards:
            g.magic.lift(card)
            g.magic.put(card, seat)
    m = play(g, *falls)
    met = []
    for key in keys:
        while key not in offered(m):
            met.append((m.number, *asked(m)))
            m.answer({"move": "stay", "quests": "end turn"}.get(asked(m).topic, "pass"))
        met.append((m.number, *asked(m)))
        m.answer(key)
    return met


@pytest.mark.rule("GR-Q106", "GR-132")
@pytest.mark.parametrize("card", ALL_MAGIC)
def test_a_turn_has_the_same_questions_with_the_same_numbers_whatever_the_hands_hold(card: str) -> None:
    def turn(one: str, other: str) -> list[tuple[int, int, str]]:
        g = tale(
            pools={0: {"story-die": "story", "plain-die": 6}, 1: {"plain-die": 3}},
            at={0: "well", 1: "clouds"},
            tokens={0: (0, 1, 1)},
            kept={0: ["c03"], 1: ["c07"]},
            stacks={"r30": [(0, BAN, 2), (1, BAN, 2)]},
        )
        keys = ["place story-die r23", "b06 one", "stay", "end turn", "place plain-die r02", "end turn"]
        return questions({0: [one], 1: [other], 3: ["m15"]}, g, "b06", keys=keys)

    assert turn(card, STARWORT) == turn("m12", STARWORT)
    assert turn(STARWORT, card) == turn(STARWORT, "m12")


@pytest.mark.rule("GR-Q106", "GR-132")
@pytest.mark.parametrize("card", ALL_MAGIC)
def test_a_chapter_opens_with_the_same_questions_whatever_the_hands_hold(card: str) -> None:
    def opening(one: str, other: str) -> list[tuple[int, int, str]]:
        g = tale(step="chapter", players=2, at={0: "well", 1: "clouds"})
        g.snake_to = 1
        falls = ("1 2 3 3 3", "1 3 3 3 3 bread", "e01")
        return questions({0: [one], 1: [other]}, g, *falls, keys=["take", "place plain-die r01"])

    assert opening(card, HAZEL) == opening("m12", HAZEL)
    assert opening(HAZEL, card) == opening(HAZEL, "m12")


@pytest.mark.rule("GR-Q106", "GR-090")
def test_a_player_shut_out_of_every_socket_is_asked_for_a_turn_action_whatever_the_hand_holds() -> None:
    full = [(1, PLAIN, 6), (2, PLAIN, 6), (3, PLAIN, 6)]
    stacks = {spot.name: full if spot.stacks else full[:1] for spot in CONTENT.spots}
    stacks["fox-1"] = [(0, BAN, 3)]

    def first_question(card: str) -> tuple[int, str]:
        return asked(
            play(tale(pools={0: {"plain-die": 6}}, stacks=stacks, hands={0: [card]}, at={0: "well"}))
        )

    assert first_question(BLUE_LIGHT) == (0, "turn")
    assert first_question(CUDGEL) == (0, "turn")


@pytest.mark.rule("GR-132", "GR-Q106")
def test_a_team_member_is_asked_to_exchange_a_drawn_card_whatever_it_is() -> None:
    def numbers(card: str) -> int:
        g = tale(mode="together", pools={0: {"magic-die": "magic"}, 1: {"plain-die": 3}})
        m = play(g, card)
        answer(m, "place magic-die rabbit", "draw")
        if asked(m).topic == "replace":
            m.answer("keep it")
        return m.number

    assert numbers(CUDGEL) == numbers(HAZEL)


# Again and again


@pytest.mark.rule("GR-Q79", "GR-Q80")
def test_after_each_card_the_window_is_offered_again_until_all_decline_in_a_row() -> None:
    m = apples({1: [CUDGEL, "m07"], 2: [CUDGEL, "m15"], 3: [YARN]})
    answer(m, "pass", f"play {CUDGEL}")
    assert m.state.hand(2) == ("m15",)
    while asked(m).topic != "tokens_gained":
        m.answer("pass")
    assert asked(m) == (1, "tokens_gained")
    answer(m, f"play {CUDGEL}")
    met = reactions(m)
    assert (2, "harm") in met
    assert m.state.tokens == [(0, 0, 0), (0, 0, 1), (0, 0, 0), (0, 0, 0)]


@pytest.mark.rule("GR-Q79", "GR-Q80")
def test_after_a_card_even_those_who_passed_are_asked_again() -> None:
    m = apples({0: ["m15"], 1: [YARN], 2: [CUDGEL, YARN]})
    reach(m, f"2 play {CUDGEL}")
    met = reactions(m)
    assert met[-2:] == [(0, "tokens_gained"), (1, "tokens_gained")]


@pytest.mark.rule("GR-Q79")
def test_one_player_may_play_several_cards_to_one_event_one_after_the_other() -> None:
    m = apples({0: [HAZEL, HAZEL, YARN]})
    assert offered(m) == ["pass", f"play {HAZEL}"]
    answer(m, f"play {HAZEL}")
    assert asked(m) == (0, "gain_modify")
    assert offered(m) == ["pass", f"play {HAZEL}"]
    assert answer(m, f"play {HAZEL}", "pass").tokens[0] == (0, 0, 3)


@pytest.mark.rule("GR-Q79")
def test_any_number_of_magic_items_is_played_in_one_turn() -> None:
    g = tale(pools={0: {"magic-die": 1}}, hands={0: ["m12", HAZEL, HAZEL, BALL, "m15", BLUE_LIGHT]})
    m = play(g)
    g = go(
        m,
        *(f"0 {key}" for key in ("with m12", "place magic-die r35", f"play {BALL}", "play m15", "bread")),
        *("0 take", f"0 play {HAZEL}", f"0 play {HAZEL}", f"0 play {BLUE_LIGHT}"),
    )
    assert g.hand(0) == ()
    assert len(g.magic.rows[DISCARD]) == 6
    assert g.tokens[0] == (0, 3, 0)


@pytest.mark.rule("GR-Q80", "GR-138")
def test_the_outer_window_goes_on_after_a_card_was_cancelled() -> None:
    m = apples({1: [CUDGEL], 2: [CUDGEL, BALL], 3: [YARN]})
    g = go(m, f"1 play {CUDGEL}", f"2 play {BALL}", f"2 play {CUDGEL}")
    assert g.tokens[2] == (0, 0, 1)
    assert sorted(g.magic.rows[DISCARD]) == [BALL, CUDGEL, CUDGEL]


# When a card may be played, and what happens to it


@pytest.mark.rule("GR-134")
@pytest.mark.parametrize(("active", "thief"), [(0, 2), (2, 0), (2, 2)])
def test_a_magic_item_is_played_in_ones_own_turn_or_in_anothers(active: int, thief: int) -> None:
    g = tale(
        active=active,
        pools={active: {"story-die": "story"}},
        tokens={active: (1, 0, 0)},
        hands={thief: [CUDGEL]},
    )
    m = play(g, "b11")
    g = go(m, f"{active} place story-die rabbit", f"{active} b11 one", f"{thief} play {CUDGEL}")
    assert g.tokens[thief] == (1, 0, 0)


@pytest.mark.rule("GR-135")
@pytest.mark.parametrize("card", [card for card in ALL_MAGIC if card not in ("m12", "m16", BALL)])
def test_before_anything_has_happened_only_the_crystal_ball_and_what_eases_a_placement_can_be_played(
    card: str,
) -> None:
    m = play(tale(hands={0: [card]}))
    assert [key for key in offered(m) if card in key] == []
    assert refuses(m, f"play {card}")
    assert m.state.hand(0) == (card,)
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-135", "GR-Q106")
def test_a_card_that_does_not_fit_is_refused_and_changes_nothing() -> None:
    m = apples({1: [BIRD], 2: [CUDGEL]})
    number = m.number
    for key in (f"play {BIRD}", f"play {CUDGEL}", "play m99"):
        assert refuses(m, key)
    assert m.number == number
    assert asked(m) == (1, "tokens_gained")
    assert m.state.hand(1) == (BIRD,)
    assert m.state.tokens[0] == (0, 0, 1)


@pytest.mark.rule("GR-136")
def test_a_magic_item_works_once_and_lies_on_the_discard_pile_then() -> None:
    m = apples({0: [HAZEL, YARN]})
    g = answer(m, f"play {HAZEL}")
    assert g.magic.rows[DISCARD] == (HAZEL,)
    assert g.hand(0) == (YARN,)
    assert offered(m) != ["pass", f"play {HAZEL}"]


@pytest.mark.rule("GR-137", "GR-136")
def test_played_and_discarded_magic_items_lie_on_one_pile() -> None:
    m = story("b01", {0: [CLOAK, HAZEL, YARN]}, "b08")
    g = go(m, f"0 play {CLOAK}", f"0 {HAZEL}")
    assert g.magic.rows[DISCARD] == (CLOAK, HAZEL)


def emptied(g: Tale, *left: str) -> Tale:
    """Nothing is in the deck of Magic Items; these lie on the discard pile, the rest is out of the game."""
    g.magic.layers, g.magic.masks = [], []
    g.magic.rows[DISCARD] = left
    return g


@pytest.mark.rule("GR-137")
def test_the_discard_pile_becomes_the_deck_when_that_has_run_out() -> None:
    g = emptied(tale(pools={0: {"magic-die": "magic"}}), HAZEL, YARN, YARN)
    m = play(g, YARN)
    g = go(m, "0 place magic-die rabbit", "0 draw")
    assert g.hand(0) == (YARN,)
    assert g.magic.rows[DISCARD] == ()
    assert g.magic.deck_size == 2
    assert "shuffles" in told(m)


@pytest.mark.rule("GR-137")
def test_the_discard_pile_stays_while_the_deck_has_a_card() -> None:
    g = emptied(tale(pools={0: {"magic-die": "magic"}}), YARN)
    g.magic.put_on(HAZEL)
    m = play(g)
    g = go(m, "0 place magic-die rabbit", "0 draw")
    assert g.hand(0) == (HAZEL,)
    assert g.magic.rows[DISCARD] == (YARN,)


@pytest.mark.rule("GR-137")
def test_nothing_is_drawn_when_deck_and_discard_pile_are_both_empty() -> None:
    m = play(emptied(tale(pools={0: {"magic-die": "magic"}})))
    g = go(m, "0 place magic-die rabbit", "0 draw")
    assert g.hand(0) == ()
    assert "draws a Magic Item" not in told(m)
    assert g.active == 1


@pytest.mark.rule("GR-133")
def test_the_magic_face_and_the_magic_items_field_give_a_magic_item() -> None:
    m = play(tale(pools={0: {"magic-die": "magic"}}, at={0: "soldier"}), HAZEL, YARN)
    g = go(m, "0 place magic-die r18", "0 draw", "0 move magic", "0 draw")
    assert g.hand(0) == (HAZEL, YARN)


@pytest.mark.rule("GR-Q78")
def test_a_hand_has_no_limit_and_everybody_knows_its_size() -> None:
    many = [card for card in ALL_MAGIC if card != HAZEL]
    m = play(tale(pools={0: {"magic-die": "magic"}}, hands={0: many}), HAZEL)
    g = go(m, "0 place magic-die rabbit", "0 draw")
    assert len(g.hand(0)) == len(many) + 1 == 18
    assert g.magic.rows[DISCARD] == ()


# Secrets


@pytest.mark.rule("GR-132")
def test_only_the_drawer_learns_which_magic_item_was_drawn() -> None:
    m = play(tale(pools={0: {"magic-die": "magic"}}), HAZEL)
    go(m, "0 place magic-die rabbit", "0 draw")
    assert HAZEL in str(m.story(0))
    for seat in (1, 2, 3, 30):
        assert HAZEL not in str(m.story(seat))
        assert "draws a Magic Item" in str(m.story(seat))


@pytest.mark.rule("GR-132", "GR-Q106")
def test_nobody_else_learns_what_a_seat_was_offered_or_that_it_passed_over_a_card() -> None:
    m = apples({1: [CUDGEL]})
    reactions(m)
    assert CUDGEL not in str(m.story(0))
    assert CUDGEL not in str(m.story(30))


@pytest.mark.rule("GR-132", "GR-136")
def test_everybody_learns_which_card_is_played() -> None:
    m = apples({1: [CUDGEL]})
    go(m, f"1 play {CUDGEL}")
    assert all(CUDGEL in str(m.story(seat)) for seat in (0, 1, 2, 3, 30))


@pytest.mark.rule("GR-132", "GR-195")
def test_a_stolen_magic_item_is_known_to_the_two_alone() -> None:
    m = play(tale(pools={0: {"magic-die": "magic"}}, hands={2: [SPIRIT]}), HAZEL)
    g = go(m, "0 place magic-die rabbit", "0 draw", f"2 play {SPIRIT}")
    assert g.hand(2) == (HAZEL,)
    known = [HAZEL not in g.magic.veiled(2, 1 << seat) for seat in (0, 1, 3)]
    assert known == [True, False, False]


@pytest.mark.rule("GR-135", "GR-195")
def test_a_card_that_is_being_acquired_cannot_be_played_yet() -> None:
    m = play(tale(pools={0: {"magic-die": "magic"}}, hands={2: [SPIRIT]}), STARWORT)
    reach(m, "0 place magic-die rabbit", "0 draw", f"2 play {SPIRIT}")
    assert "harm" not in [asked(m).topic, *[line.get("topic") for line in m.story(0)]]
    assert m.state.hand(0) == ()
    assert m.state.hand(2) == (STARWORT,)


# Crystal Ball: others are silent


@pytest.mark.rule("GR-209", "GR-Q101")
def test_after_a_crystal_ball_nobody_else_is_asked_until_the_turn_ends() -> None:
    g = tale(
        pools={0: {"plain-die": 3}, 1: {"plain-die": 3}},
        at={0: "old_woman", 1: "old_woman"},
        hands={0: [BALL, HAZEL, "m12"], 1: [CUDGEL], 2: [YARN]},
    )
    m = play(g)
    answer(m, f"play {BALL}")
    assert reactions(m) == [(1, "card_played"), (2, "card_played")]
    answer(m, "place plain-die r15")
    assert reactions(m) == [(0, "place_announced")]
    answer(m, "move apple", "take", f"play {HAZEL}", "pass")
    assert m.state.tokens[0] == (0, 0, 2)
    answer(m, "end turn")
    answer(m, "place plain-die r01")
    assert reactions(m) == [(seat, "place_announced") for seat in (1, 2, 0)]


@pytest.mark.rule("GR-209", "GR-Q101")
def test_a_crystal_ball_in_anothers_turn_silences_the_active_player_too() -> None:
    g = tale(pools={0: {"magic-die": 3}}, hands={0: [YARN, "m15", "m12"], 1: [BALL]})
    m = play(g)
    g = go(m, "0 place magic-die r01", f"0 play {YARN}", f"1 play {BALL}")
    assert asked(m) == (0, "move")
    assert "play m15" not in offered(m)


@pytest.mark.rule("GR-Q101")
def test_spellbound_silence_means_that_nobody_is_asked() -> None:
    m = apples({0: [HAZEL], 1: [CUDGEL]}, event="e07")
    assert asked(m).topic not in ("gain_modify", "tokens_gained")
    assert m.state.tokens[0] == (0, 0, 1)


@pytest.mark.rule("GR-Q80")
def test_a_passed_player_may_still_react() -> None:
    m = apples({2: [CUDGEL]}, passed=[2])
    assert go(m, f"2 play {CUDGEL}").tokens[2] == (0, 0, 1)


@pytest.mark.rule("GR-135")
def test_in_beginner_mode_there_is_no_window_at_all() -> None:
    g = tale(cards="beginner", pools={0: {"plain-die": 3}}, at={0: "old_woman"})
    m = play(g)
    answer(m, "place plain-die r15", "move apple", "take")
    assert m.state.tokens[0] == (0, 0, 1)
    assert m.state.active == 1
    assert placeable(m)


# Only while it is still so


def snake_dice(g: Tale) -> int:
    """The Snake Dice in pools: there is one in the box."""
    return len([pool for pool in g.pools if pool[SNAKE]])


@pytest.mark.rule("GR-Q146", "GR-Q95")
@pytest.mark.parametrize("fall", ["4", "lost"])
def test_a_snake_die_that_was_rolled_again_shows_no_token_to_answer(fall: str) -> None:
    g = tale(step="chapter", hands={1: [WHITE_SNAKE], 2: [WHITE_SNAKE]})
    g.snake_to = 0
    m = play(g, THREES + " apple", fall, THREES, THREES, THREES, "e01")
    reach(m, "0 take", f"1 play {WHITE_SNAKE}")
    assert reactions(m) == [(2, "card_played")]
    assert (asked(m), snake_dice(m.state)) == ((0, "turn"), fall == "4")


@pytest.mark.rule("GR-Q146", "GR-Q95")
def test_a_second_token_of_the_snake_die_is_answered_instead_of_the_first() -> None:
    g = tale(step="chapter", hands={**SPARE, 1: [WHITE_SNAKE]})
    g.snake_to = 0
    m = play(g, THREES + " apple", "bread", THREES, THREES, THREES, "e01")
    reach(m, "0 no", f"1 play {WHITE_SNAKE}")
    met = reactions(m)
    assert [topic for _, topic in met] == ["card_played"] * 3
    answer(m, "no")
    assert reactions(m) == [(seat, "snake_token_rolled") for seat in (0, 2, 3)]
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-Q146", "GR-Q100")
@pytest.mark.parametrize(("given", "again"), [("c03", False), ("c06", True)])
def test_a_curse_that_was_passed_on_is_no_longer_one_just_got(given: str, again: bool) -> None:
    m = story("c03", {0: [RING, RING]}, kept={0: ["c06"]})
    reach(m, f"0 play {RING}", f"0 {given}", "0 player 3")
    assert (asked(m) == (0, "curse_received")) == again
    assert m.state.kept(2) == (given,)


@pytest.mark.rule("GR-Q146", "GR-Q105")
def test_a_die_that_the_golden_bird_has_set_was_not_rolled_so() -> None:
    g = tale(step="chapter", hands={0: [BIRD, BIRD]})
    m = play(g, "1 2 3 3 3", THREES, THREES, THREES, "e01")
    answer(m, f"play {BIRD}", "magic-die", "face 2")
    assert asked(m) == (0, "rolled")
    answer(m, f"play {BIRD}")
    assert asked(m) == (0, "face")
    assert answer(m, "face 5").pools[0][:2] == (2, 5)


@pytest.mark.rule("GR-Q146", "GR-Q105")
def test_what_rapunzel_has_rerolled_is_answered_by_itself_alone() -> None:
    g = tale(step="chapter", hands={0: [BIRD]}, characters={0: "rapunzel"})
    m = play(g, "1 3 3 3 3", "2", THREES, THREES, THREES, "e01")
    answer(m, "use rapunzel")
    assert (asked(m), offered(m)) == ((0, "rolled"), ["pass", f"play {BIRD}"])
    answer(m, "pass")
    assert asked(m) == (0, "turn")
