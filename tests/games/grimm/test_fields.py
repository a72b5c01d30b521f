"""Dice Upon a Time: phase 4, what the fields do when a figure arrives."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.state import DISCARD, STORY_DISCARD, Tale
from foldtale.kernel import Match
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import answer, asked, offered, refuses, tells, told
from tests.games.grimm.given import placeable, play, skip, tale

AWAY = {1: "big_sea", 2: "big_sea", 3: "big_sea"}
SIXES = ("magic", "story", "ban", "double", 6)
NO_CARDS: dict[int, tuple[int, ...]] = {1: (), 2: (), 3: ()}


def at(field: str, **more: Any) -> Tale:
    """Seat 0 stands here with all its special faces and a six; the others stand far away."""
    pools = {0: SIXES, **more.pop("pools", {})}
    return tale(at={**AWAY, 0: field, **more.pop("others", {})}, pools=pools, **more)


def arrive(g: Tale, *falls: object, die: str = "plain-die", to: str, by: str) -> Match:
    """Seat 0 has placed a die on this route and walked along it."""
    m = play(g, *falls)
    answer(m, f"place {die} {by}")
    skip(m)
    answer(m, f"move {to}")
    return m


def only_left(g: Tale, *quests: str) -> Tale:
    """These are the only cards in the quest decks; the others are in the box."""
    for box in g.quests:
        for card in [card for layer in box.layers for card in layer]:
            if card not in quests:
                box.lift(card)
    return g


# Arriving


@pytest.mark.rule("GR-066")
def test_standing_still_does_not_trigger_the_ability_again() -> None:
    m = play(at("apple", pools=NO_CARDS))
    g = answer(m, "place plain-die r15", "stay")
    assert asked(m) == (0, "turn")
    assert g.tokens[0] == (0, 0, 0)


@pytest.mark.rule("GR-066")
def test_leaving_and_coming_back_triggers_it_again() -> None:
    m = play(at("old_woman", pools={**NO_CARDS, 0: (3, 5, 5, 3, 5)}, tokens={0: (0, 0, 1)}), "s01")
    assert answer(m, "place plain-die r15", "move apple", "take").tokens[0] == (0, 0, 2)
    answer(m, "place story-die r15", "move old_woman")
    assert answer(m, "place ban-die r15", "move apple", "take").tokens[0] == (0, 0, 3)


@pytest.mark.rule("GR-066")
def test_the_ability_comes_at_once_before_anything_else_of_the_turn() -> None:
    m = arrive(at("old_woman", quests={0: ["q211"]}, tokens={0: (0, 0, 1)}), by="r15", to="apple")
    assert (asked(m), offered(m)) == ((0, "take"), ["take", "no"])
    answer(m, "take")
    assert offered(m) == ["complete q211", "end turn"]


@pytest.mark.rule("GR-074", "GR-077")
@pytest.mark.parametrize(
    ("here", "route", "field"),
    [
        ("town", "r02", "well"),
        ("town", "r03", "bridge"),
        ("town", "r05", "church"),
        ("town", "r04", "inn"),
        ("apple", "r19", "clouds"),
        ("magic", "r22", "hell"),
        ("bread", "r21", "big_sea"),
        ("gold_coin", "r20", "big_mountains"),
    ],
)
def test_buildings_and_far_places_have_no_ability(here: str, route: str, field: str) -> None:
    m = arrive(at(here), by=route, to=field)
    assert asked(m) == (1, "turn")
    assert told(m) == ["announces", "places", "goes to", "turn"]


# Town and King


@pytest.mark.rule("GR-067", "GR-126", "GR-127")
def test_on_town_a_main_quest_may_be_drawn_from_a_deck_of_ones_choice() -> None:
    m = arrive(at("well"), "q305", by="r02", to="town")
    assert (asked(m), offered(m)) == ((0, "draw quest"), ["draw", "no"])
    answer(m, "draw")
    assert (asked(m), offered(m)) == ((0, "deck"), ["deck 2", "deck 3", "deck 4"])
    g = answer(m, "deck 3")
    assert g.active_quests(0) == ["q305"]
    assert [box.deck_size for box in g.quests] == [14, 15, 10]
    assert tells(m, "reveals a quest") == [(0, "GR-067", ["q305"])]
    assert tells(m, "takes a quest") == [(0, "GR-067", ["q305"])]


@pytest.mark.rule("GR-067")
def test_nobody_has_to_draw_on_town() -> None:
    m = arrive(at("well"), by="r02", to="town")
    g = answer(m, "no")
    assert g.active_quests(0) == []
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-068", "GR-Q31")
def test_the_king_shows_three_quests_one_after_the_other_and_one_is_kept() -> None:
    m = arrive(at("church"), "q201", "q202", "q303", by="r35", to="king")
    assert (asked(m), offered(m)) == ((0, "draw quest"), ["draw", "no"])
    answer(m, "draw", "deck 2")
    assert tells(m, "reveals a quest") == [(0, "GR-068", ["q201"])]
    answer(m, "deck 2", "deck 3")
    assert (asked(m), offered(m)) == ((0, "keep quest"), ["q201", "q202", "q303"])
    g = answer(m, "q202")
    assert (asked(m), offered(m)) == ((0, "under"), ["q201", "q303"])
    g = answer(m, "q303")
    assert g.active_quests(0) == ["q202"]
    assert [box.layers[-1] for box in g.quests[:2]] == [("q201",), ("q303",)]
    assert tells(m, "puts under") == [(-1, "GR-068", ["q303"]), (-1, "GR-068", ["q201"])]
    assert tells(m, "takes a quest") == [(0, "GR-068", ["q202"])]


@pytest.mark.rule("GR-068")
@pytest.mark.parametrize(
    ("decks", "falls"),
    [("444", ["q401", "q402", "q403"]), ("234", ["q201", "q301", "q401"]), ("433", ["q401", "q301", "q302"])],
)
def test_any_combination_of_decks_is_drawn_from_at_the_king(decks: str, falls: list[str]) -> None:
    m = arrive(at("church"), *falls, by="r35", to="king")
    answer(m, "draw", *[f"deck {deck}" for deck in decks])
    assert sorted(offered(m)) == sorted(falls)


@pytest.mark.rule("GR-068")
def test_nobody_has_to_draw_at_the_king() -> None:
    m = arrive(at("church"), by="r35", to="king")
    g = answer(m, "no")
    assert asked(m) == (1, "turn")
    assert [box.deck_size for box in g.quests] == [14, 16, 10]


@pytest.mark.rule("GR-Q31")
@pytest.mark.parametrize("first", ["q201", "q203"])
def test_the_player_chooses_the_order_at_the_bottom_of_a_deck(first: str) -> None:
    m = arrive(at("church"), "q201", "q202", "q203", by="r35", to="king")
    g = answer(m, "draw", "deck 2", "deck 2", "deck 2", "q202", first)
    second = {"q201": "q203", "q203": "q201"}[first]
    assert g.quests[0].layers[-2:] == [(first,), (second,)]
    assert all(mask == EVERYONE for mask in g.quests[0].masks[-2:])


@pytest.mark.rule("GR-Q31")
def test_with_fewer_than_three_cards_left_the_king_shows_what_there_is() -> None:
    m = arrive(only_left(at("church"), "q201", "q401"), by="r35", to="king")
    answer(m, "draw", "deck 4")
    assert (asked(m), offered(m)) == ((0, "keep quest"), ["q201", "q401"])
    g = answer(m, "q401")
    assert (g.active_quests(0), g.quests[0].layers) == (["q401"], [("q201",)])


@pytest.mark.rule("GR-Q32")
def test_one_of_the_kings_cards_must_be_kept_and_the_limit_holds() -> None:
    four = ["q201", "q202", "q301", "q302"]
    m = arrive(at("church", quests={0: four}), "q401", "q402", "q403", by="r35", to="king")
    answer(m, "draw", "deck 4", "deck 4", "deck 4")
    assert offered(m) == ["q401", "q402", "q403"]
    answer(m, "q402", "q401")
    assert (asked(m), offered(m)) == ((0, "too many"), ["q201", "q202", "q301", "q302", "q402"])
    assert answer(m, "q302").active_quests(0) == ["q201", "q202", "q301", "q402"]


@pytest.mark.rule("GR-Q32")
def test_only_the_kept_card_can_be_stolen() -> None:
    m = arrive(at("church", hands={1: ["m11"]}), "q401", "q402", "q403", by="r35", to="king")
    answer(m, "draw", "deck 4", "deck 4", "deck 4", "q402", "q401")
    assert (asked(m), offered(m)) == ((1, "quests_gained"), ["pass", "play m11"])
    answer(m, "play m11")
    g = skip(m).state
    assert (g.active_quests(0), g.active_quests(1)) == ([], ["q402"])
    assert g.quests[2].layers[-2:] == [("q401",), ("q403",)]


@pytest.mark.rule("GR-Q29", "GR-128")
@pytest.mark.parametrize("goes", ["q202", "q403"])
def test_with_four_quests_one_may_draw_and_then_puts_one_under_its_deck(goes: str) -> None:
    four = ["q201", "q202", "q301", "q302"]
    m = arrive(at("well", quests={0: four}), "q403", by="r02", to="town")
    answer(m, "draw", "deck 4")
    assert (asked(m), offered(m)) == ((0, "too many"), [*four, "q403"])
    g = answer(m, goes)
    assert g.active_quests(0) == [quest for quest in [*four, "q403"] if quest != goes]
    assert g.deck_of(goes).layers[-1] == (goes,)
    assert g.deck_of(goes).masks[-1] == EVERYONE


@pytest.mark.rule("GR-128")
def test_a_fourth_quest_may_stay() -> None:
    m = arrive(at("well", quests={0: ["q201", "q301", "q302"]}), "q403", by="r02", to="town")
    g = answer(m, "draw", "deck 4")
    assert asked(m) == (1, "turn")
    assert len(g.active_quests(0)) == 4


@pytest.mark.rule("GR-Q30")
def test_an_empty_deck_cannot_be_chosen() -> None:
    m = arrive(only_left(at("well"), "q201", "q202", "q401"), "q202", by="r02", to="town")
    answer(m, "draw")
    assert offered(m) == ["deck 2", "deck 4"]
    assert refuses(m, "deck 3")
    assert answer(m, "deck 2").active_quests(0) == ["q202"]


@pytest.mark.rule("GR-Q30")
@pytest.mark.parametrize(("here", "route", "field"), [("well", "r02", "town"), ("church", "r35", "king")])
def test_with_all_decks_empty_the_draw_is_skipped(here: str, route: str, field: str) -> None:
    m = arrive(only_left(at(here)), by=route, to=field)
    assert asked(m) == (1, "turn")
    assert m.state.at[0] == field


@pytest.mark.rule("GR-Q30")
def test_the_last_card_of_all_decks_is_drawn_without_a_choice() -> None:
    m = arrive(only_left(at("well"), "q303"), by="r02", to="town")
    g = answer(m, "draw")
    assert (g.active_quests(0), g.emptied) == (["q303"], True)


@pytest.mark.rule("GR-070")
@pytest.mark.parametrize(
    ("here", "route"), [("church", "r35"), ("king", "r35"), ("well", "r36"), ("fairy", "r36")]
)
def test_the_routes_of_king_and_fairy_take_only_sixes_and_special_faces(here: str, route: str) -> None:
    m = play(at(here))
    assert {die for die, socket in placeable(m) if socket == route} == {
        "magic-die", "story-die", "ban-die", "double-die", "plain-die",
    }  # fmt: skip
    m = play(at(here, pools={0: (5, 5, 5, 5, 5)}))
    assert {die for die, socket in placeable(m) if socket == route} == set()


@pytest.mark.rule("GR-071")
@pytest.mark.parametrize(("field", "exit"), [("king", "church"), ("fairy", "well")])
def test_the_only_way_out_of_a_dead_end_is_the_way_in(field: str, exit: str) -> None:
    m = play(at(field, rabbits={0: 1}))
    assert [key for key in offered(m) if key.startswith("rabbit ")] == [f"rabbit {exit}"]


# Fairy and Resource fields


@pytest.mark.rule("GR-069")
@pytest.mark.parametrize(
    ("choice", "tokens"),
    [("take coin", (1, 0, 0)), ("take bread", (0, 1, 0)), ("take apple", (0, 0, 1)), ("no", (0, 0, 0))],
)
def test_the_fairy_gives_one_token_of_choice_or_none(choice: str, tokens: tuple[int, int, int]) -> None:
    m = arrive(at("well"), by="r36", to="fairy")
    assert (asked(m), offered(m)) == ((0, "take"), ["take coin", "take bread", "take apple", "no"])
    assert answer(m, choice).tokens == [tokens, (0, 0, 0), (0, 0, 0), (0, 0, 0)]
    assert asked(m) == (1, "turn")
    assert tells(m, "gets") == ([(0, "GR-069", list(tokens))] if any(tokens) else [])


@pytest.mark.rule("GR-072")
@pytest.mark.parametrize(
    ("here", "route", "field", "tokens"),
    [
        ("huntsman", "r16", "gold_coin", (1, 0, 0)),
        ("woodsman", "r17", "bread", (0, 1, 0)),
        ("old_woman", "r15", "apple", (0, 0, 1)),
    ],
)
def test_a_resource_field_gives_one_token_of_its_type(
    here: str, route: str, field: str, tokens: tuple[int, int, int]
) -> None:
    m = arrive(at(here), by=route, to=field)
    assert (asked(m), offered(m)) == ((0, "take"), ["take", "no"])
    assert m.ask is not None
    assert m.ask.about == (1,)
    assert answer(m, "take").tokens[0] == tokens
    assert tells(m, "gets") == [(0, "GR-072", list(tokens))]


@pytest.mark.rule("GR-072")
def test_nobody_has_to_take_a_token() -> None:
    m = arrive(at("old_woman"), by="r15", to="apple")
    assert answer(m, "no").tokens[0] == (0, 0, 0)
    assert (asked(m), tells(m, "gets")) == ((1, "turn"), [])


@pytest.mark.rule("GR-073")
def test_the_supply_never_runs_out() -> None:
    m = arrive(at("old_woman", tokens={0: (0, 0, 18), 1: (0, 0, 18)}), by="r15", to="apple")
    assert answer(m, "take").tokens[0] == (0, 0, 19)


@pytest.mark.rule("GR-X20", "GR-Q34")
def test_with_the_doubling_face_the_fairy_gives_two_of_one_type() -> None:
    m = arrive(at("well"), die="double-die", by="r36", to="fairy")
    assert m.ask is not None
    assert m.ask.about == (2,)
    answer(m, "take apple")
    assert (asked(m), offered(m)) == ((0, "double"), ["take one more", "no more"])
    assert answer(m, "take one more").tokens[0] == (0, 0, 2)
    assert asked(m) == (1, "turn")
    assert tells(m, "doubles") == [(0, "GR-057", [])]
    assert tells(m, "gets") == [(0, "GR-069", [0, 0, 2])]


@pytest.mark.rule("GR-X20", "GR-Q16")
def test_the_doubling_face_is_used_up_by_the_fairy() -> None:
    m = arrive(at("well", quests={0: ["q211"]}), die="double-die", by="r36", to="fairy")
    g = answer(m, "take apple", "take one more")
    assert (asked(m), offered(m)) == ((0, "quests"), ["complete q211", "end turn"])
    assert not g.doubled


@pytest.mark.rule("GR-X20")
def test_the_doubled_token_of_the_fairy_need_not_be_taken() -> None:
    m = arrive(at("well"), die="double-die", by="r36", to="fairy")
    assert answer(m, "take apple", "no more").tokens[0] == (0, 0, 1)
    assert (asked(m), tells(m, "doubles")) == ((1, "turn"), [])


@pytest.mark.rule("GR-Q34")
def test_the_wishing_table_lays_on_the_fairys_field() -> None:
    m = arrive(at("well", hands={0: ["m01"]}), by="r36", to="fairy")
    answer(m, "take bread")
    assert (asked(m), offered(m)) == ((0, "gain_modify"), ["pass", "play m01"])
    answer(m, "play m01")
    assert skip(m).state.tokens[0] == (0, 3, 0)


@pytest.mark.rule("GR-X21")
def test_the_doubling_face_gives_no_second_quest_on_town() -> None:
    m = arrive(at("well"), "q305", die="double-die", by="r02", to="town")
    g = answer(m, "draw", "deck 3")
    assert g.active_quests(0) == ["q305"]
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-X21")
def test_the_doubling_face_gives_no_second_magic_item() -> None:
    m = arrive(at("soldier"), "m04", die="double-die", by="r18", to="magic")
    answer(m, "draw")
    assert skip(m).state.hand(0) == ("m04",)
    assert told(m).count("draws a Magic Item") == 1


# Supporting characters, Steeds, Magic Items


@pytest.mark.rule("GR-075")
@pytest.mark.parametrize(
    ("here", "route", "field"),
    [
        ("church", "r09", "huntsman"),
        ("town", "r01", "old_woman"),
        ("inn", "r12", "woodsman"),
        ("town", "r06", "soldier"),
    ],
)
def test_a_supporting_character_tells_a_story_that_must_be_heard(here: str, route: str, field: str) -> None:
    m = arrive(at(here), "g03", by=route, to=field)
    assert tells(m, "draws a Story card") == [(0, "GR-075", ["g03"])]
    assert m.state.tokens[0] == (1, 0, 0)
    assert asked(m) == (1, "turn")


@pytest.mark.rule("GR-076")
def test_no_quest_is_completed_before_the_story_of_the_field_is_over() -> None:
    g = at("church", quests={0: ["q206"]}, tokens={0: (0, 1, 0)})
    m = arrive(g, "b07", by="r09", to="huntsman")
    assert told(m)[-1] == "turn"
    assert m.state.tokens[0] == (0, 0, 0)
    assert m.state.done_quests(0) == []


@pytest.mark.rule("GR-076")
def test_what_the_story_gives_can_be_handed_over_at_once() -> None:
    m = arrive(at("church", quests={0: ["q206"]}), "g02", by="r09", to="huntsman")
    assert (asked(m), offered(m)) == ((0, "quests"), ["complete q206", "end turn"])


@pytest.mark.rule("GR-078")
@pytest.mark.parametrize(
    ("here", "route", "steed"),
    [
        ("well", "r23", "steed_n"),
        ("church", "r26", "steed_e"),
        ("inn", "r29", "steed_s"),
        ("bridge", "r32", "steed_w"),
    ],
)
def test_from_a_steed_one_may_jump_to_any_other_steed(here: str, route: str, steed: str) -> None:
    m = arrive(at(here), by=route, to=steed)
    others = [f"ride {other}" for other in ("steed_n", "steed_e", "steed_s", "steed_w") if other != steed]
    assert (asked(m), offered(m)) == ((0, "steed"), [*others, "stay"])
    g = answer(m, others[1])
    assert f"ride {g.at[0]}" == others[1]
    assert tells(m, "rides to") == [(0, "GR-078", [g.at[0]])]


@pytest.mark.rule("GR-078")
def test_nobody_has_to_ride() -> None:
    m = arrive(at("well"), by="r23", to="steed_n")
    g = answer(m, "stay")
    assert g.at[0] == "steed_n"
    assert (asked(m), tells(m, "rides to")) == ((1, "turn"), [])


@pytest.mark.rule("GR-079")
def test_on_the_magic_items_field_a_magic_item_may_be_drawn() -> None:
    m = arrive(at("soldier"), "m14", by="r18", to="magic")
    assert (asked(m), offered(m)) == ((0, "draw magic"), ["draw", "no"])
    answer(m, "draw")
    assert skip(m).state.hand(0) == ("m14",)
    assert tells(m, "draws a Magic Item") == [(0, "GR-079", [])]


@pytest.mark.rule("GR-079")
def test_nobody_has_to_draw_a_magic_item() -> None:
    m = arrive(at("soldier"), by="r18", to="magic")
    assert answer(m, "no").hand(0) == ()
    assert asked(m) == (1, "turn")


# Empty decks


@pytest.mark.rule("GR-Q35")
def test_without_any_magic_item_left_the_draw_is_skipped() -> None:
    g = at("soldier")
    g.magic.layers, g.magic.masks = [], []
    m = arrive(g, by="r18", to="magic")
    g = answer(m, "draw")
    assert (asked(m), g.hand(0)) == ((1, "turn"), ())


@pytest.mark.rule("GR-Q35")
def test_the_discarded_magic_items_become_the_deck() -> None:
    g = at("soldier")
    g.magic.layers, g.magic.masks = [], []
    g.magic.rows[DISCARD] = ("m04", "m05")
    m = arrive(g, "m05", by="r18", to="magic")
    answer(m, "draw")
    g = skip(m).state
    assert (g.hand(0), g.magic.rows[DISCARD], g.magic.layers) == (("m05",), (), [("m04",)])


@pytest.mark.rule("GR-Q35")
def test_without_any_story_card_left_the_draw_is_skipped() -> None:
    g = at("town")
    g.stories.layers, g.stories.masks = [], []
    m = arrive(g, by="r01", to="old_woman")
    assert (asked(m), told(m).count("draws a Story card")) == ((1, "turn"), 0)


@pytest.mark.rule("GR-Q35")
def test_the_discarded_story_cards_become_the_deck() -> None:
    g = at("town")
    g.stories.layers, g.stories.masks = [], []
    g.stories.rows[STORY_DISCARD] = ("g01", "g02")
    m = arrive(g, "g02", by="r01", to="old_woman")
    assert m.state.tokens[0] == (0, 1, 0)
    assert m.state.stories.rows[STORY_DISCARD] == ("g02",)
    assert tells(m, "shuffles") == [(-1, "GR-154", [])]
