"""Dice Upon a Time: what it is about, and how it is set up."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.grimm.state import DISCARD, STORY_DISCARD, TO_COME
from foldtale.kernel import Match, script
from foldtale.kernel.errors import SetupError
from foldtale.testing import answer, asked, offered, outcome, refuses, tells, told
from tests.games.grimm.given import CONTENT, GRIMM, SNAKE, placeable, play, setup, skip, tale

THREES = "3 3 3 3 3"
QUIET = "beginner"
"""No Story cards and no Magic Items: nobody can answer anything."""


def new(*falls: object, then: int | None = None, **choices: Any) -> Match:
    return Match.new(GRIMM, setup(**choices), chance=script(*falls, then=then))


def dealt(*falls: object, then: int = 1, **choices: Any) -> Match:
    """A new game in which everybody draws quests from the deck of 2s, up to what is asked next."""
    m = new(*falls, then=then, **choices)
    while asked(m).topic == "deck":
        m.answer("deck 2")
    return m


def who_did(match: Match, what: str) -> list[tuple[int, list[object]]]:
    """Who was told to have done this, and with what."""
    return [(tell.who, tell.about) for tell in tells(match, what)]


# What it is about


@pytest.mark.rule("GR-Q01")
def test_the_game_is_called_as_it_was_published_and_the_project_as_ever() -> None:
    assert (GRIMM.name, GRIMM.title) == ("grimm", "Dice Upon a Time")


def last_turn(**given: Any) -> Match:
    """Everybody but seat 0 has passed in the last chapter."""
    return play(tale(chapter=6, passed=[1, 2, 3], **given))


@pytest.mark.rule("GR-001")
def test_whoever_has_most_adventure_points_when_the_game_ends_wins() -> None:
    m = last_turn(done={0: ["q201"], 1: ["q202", "q203"], 2: ["q301"]})
    answer(m, "pass on")
    assert (outcome(m).ending, outcome(m).winners, outcome(m).scores) == ("most AP", (1,), (2, 4, 3, 0))


@pytest.mark.rule("GR-002")
@pytest.mark.parametrize(("quest", "ap"), [("q201", 2), ("q214", 2), ("q316", 3), ("q401", 4)])
def test_a_main_quest_is_worth_the_number_of_its_deck(quest: str, ap: int) -> None:
    m = last_turn(done={3: [quest]})
    answer(m, "pass on")
    assert outcome(m).scores == (0, 0, 0, ap)


@pytest.mark.rule("GR-002", "GR-013")
def test_the_quests_lie_in_three_decks_by_their_value() -> None:
    g = new(0, then=1).state
    assert [box.deck_size for box in g.quests] == [14, 16, 10]
    worth = [{CONTENT.body(quest).ap for layer in box.layers for quest in layer} for box in g.quests]
    assert worth == [{2}, {3}, {4}]


@pytest.mark.rule("GR-003")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_play_each_with_a_set_of_dice(players: int) -> None:
    g = dealt(0, players=players, cards=QUIET).state
    assert len(g.pools) == players
    assert [len(g.dice_of(seat)) for seat in range(players)] == [5] * players


@pytest.mark.rule("GR-003")
@pytest.mark.parametrize("players", [1, 6])
def test_one_cannot_play_alone_nor_six_together(players: int) -> None:
    with pytest.raises(SetupError):
        GRIMM.setup(players=players)


# Characters


def dealt_to(*characters: str, start_magic: int = 0) -> Match:
    """Two players with these characters, a quest each and 3s, in the first chapter."""
    items = ["m07", "m13"] if start_magic else []
    falls = ["0", "q201", "q202", *items, THREES, THREES, "e06"]
    m = new(*falls, players=2, start_quests=1, start_magic=start_magic, characters="chosen")
    answer(m, *characters, "deck 2", "deck 2")
    return m


@pytest.mark.rule("GR-008", "GR-Q135")
def test_characters_are_chosen_clockwise_from_the_starting_player_each_only_once() -> None:
    m = new(1, then=1, players=3, characters="chosen")
    everybody = ["red", "puss", "tailor", "snow", "thrushbeard", "beauty", "thumbling", "rapunzel", "bremen"]
    assert (asked(m), offered(m)) == ((1, "character"), everybody)
    answer(m, "tailor")
    assert (asked(m), offered(m)) == ((2, "character"), [card for card in everybody if card != "tailor"])
    assert refuses(m, "tailor")
    answer(m, "red")
    assert asked(m) == (0, "character")
    assert not {"red", "tailor"} & set(offered(m))
    assert answer(m, "bremen").character == ["bremen", "tailor", "red"]
    assert asked(m) == (1, "deck")


@pytest.mark.rule("GR-008")
def test_a_character_card_lies_with_its_ability_up_at_the_start() -> None:
    m = dealt_to("red", "puss")
    assert m.state.turned == [False, False]
    assert "with red" in offered(m)


@pytest.mark.rule("GR-008", "GR-Q135")
def test_an_option_deals_characters_at_random_clockwise_from_the_starting_player() -> None:
    m = new(2, "snow", "puss", "bremen", players=3, characters="random", then=1)
    assert m.state.character == ["puss", "bremen", "snow"]
    assert asked(m) == (2, "deck")


@pytest.mark.rule("GR-008")
def test_no_character_is_dealt_twice() -> None:
    for seed in range(8):
        cards = new(then=seed, players=5, characters="random").state.character
        assert len(set(cards)) == 5
        assert "" not in cards


@pytest.mark.rule("GR-009")
def test_an_option_switches_all_character_abilities_off() -> None:
    m = dealt(0, characters="none", cards=QUIET)
    assert m.state.character == [""] * 4
    assert "plays as" not in told(m)
    assert {key.split()[0] for key in offered(m)} == {"place", "trade", "pass"}


@pytest.mark.rule("GR-020")
@pytest.mark.parametrize(("length", "tokens"), [("standard", 3), ("short", 2)])
def test_whoever_plays_thumbling_gets_three_tokens_or_two_in_the_short_mode(length: str, tokens: int) -> None:
    m = new(1, "red", "thumbling", "puss", players=3, characters="random", length=length, then=1)
    assert m.state.thumbs == [0, 0, tokens]


# Dice and figures


@pytest.mark.rule("GR-010")
def test_everybody_has_the_same_five_dice_for_the_whole_game() -> None:
    m = play(tale(passed=[1, 2, 3], cards=QUIET), *[THREES] * 4, "e06", *["5 5 5 5 5"] * 4, "e10")
    g = answer(m, "pass on")
    assert (g.chapter, g.pools) == (2, [(3, 3, 3, 3, 3, 0)] * 4)
    g = answer(m, "pass on", "pass on", "pass on", "pass on")
    assert (g.chapter, g.pools) == (3, [(5, 5, 5, 5, 5, 0)] * 4)


@pytest.mark.rule("GR-011", "GR-012")
def test_all_figures_start_on_town_which_gives_no_quest_at_the_start() -> None:
    m = dealt(0, start_quests=1, cards=QUIET)
    assert m.state.at == ["town"] * 4
    assert asked(m) == (0, "turn")
    assert [len(m.state.active_quests(seat)) for seat in range(4)] == [1] * 4


@pytest.mark.rule("GR-012")
def test_arriving_on_town_later_offers_a_quest() -> None:
    m = play(tale(at={0: "well"}))
    answer(m, "place plain-die r02", "move town")
    assert (asked(m), offered(m)) == ((0, "draw quest"), ["draw", "no"])


# Quests


@pytest.mark.rule("GR-014", "GR-Q03")
def test_everybody_draws_two_quests_from_decks_of_their_choice_seeing_the_first_before_the_second() -> None:
    m = new(1, "q203", "q402", "q301", "q302", "q214", "q201", players=3, then=1)
    assert (asked(m), offered(m)) == ((1, "deck"), ["deck 2", "deck 3", "deck 4"])
    answer(m, "deck 2")
    assert who_did(m, "takes a quest") == [(1, ["q203"])]
    assert asked(m) == (1, "deck")
    answer(m, "deck 4")
    assert asked(m) == (2, "deck")
    answer(m, "deck 3", "deck 3")
    assert asked(m) == (0, "deck")
    g = answer(m, "deck 2", "deck 2")
    assert [g.active_quests(seat) for seat in range(3)] == [
        ["q214", "q201"],
        ["q203", "q402"],
        ["q301", "q302"],
    ]
    assert [box.deck_size for box in g.quests] == [11, 14, 9]
    assert asked(m).topic != "deck"


@pytest.mark.rule("GR-Q02")
@pytest.mark.parametrize("quests", [1, 2, 3])
def test_how_many_quests_one_starts_with_is_an_option(quests: int) -> None:
    g = dealt(0, start_quests=quests, cards=QUIET).state
    assert [len(g.active_quests(seat)) for seat in range(4)] == [quests] * 4


@pytest.mark.rule("GR-Q02")
@pytest.mark.parametrize("items", [0, 1, 2])
def test_how_many_magic_items_one_starts_with_is_an_option(items: int) -> None:
    m = dealt(0, start_magic=items)
    g = m.state
    assert [len(g.hand(seat)) for seat in range(4)] == [items] * 4
    assert who_did(m, "is dealt Magic Items") == [(seat, [items]) for seat in range(4)]


@pytest.mark.rule("GR-Q02")
def test_by_itself_a_game_starts_with_two_quests_and_one_magic_item_on_town() -> None:
    m = Match.new(GRIMM, GRIMM.setup(players=3), chance=script(0, then=1))
    while asked(m).topic in ("character", "deck"):
        m.answer(0)
    g = m.state
    assert [len(g.active_quests(seat)) for seat in range(3)] == [2] * 3
    assert [len(g.hand(seat)) for seat in range(3)] == [1] * 3
    assert g.at == ["town"] * 3
    assert "" not in g.character


# Magic Items, Story cards and Events


@pytest.mark.rule("GR-015")
def test_everybody_is_dealt_a_magic_item_that_nobody_else_sees() -> None:
    m = new(0, "q201", "q202", "m07", "m13", THREES, THREES, "e06", players=2, start_quests=1)
    answer(m, "deck 2", "deck 2")
    assert [m.state.hand(seat) for seat in range(2)] == [("m07",), ("m13",)]
    assert ("m07" in str(m.story(0)), "m13" in str(m.story(0))) == (True, False)
    assert ("m07" in str(m.story(1)), "m13" in str(m.story(1))) == (False, True)
    assert not {"m07", "m13"} & set(str(m.story(30)).replace("'", " ").split())


@pytest.mark.rule("GR-015")
def test_magic_items_are_dealt_clockwise_from_the_starting_player() -> None:
    m = new(1, "q201", "q202", "m07", "m13", THREES, THREES, "e06", players=2, start_quests=1)
    answer(m, "deck 2", "deck 2")
    assert [m.state.hand(seat) for seat in range(2)] == [("m13",), ("m07",)]


@pytest.mark.rule("GR-015")
def test_nobody_is_dealt_a_magic_item_where_there_are_none() -> None:
    m = dealt(0, cards=QUIET)
    assert [m.state.hand(seat) for seat in range(4)] == [()] * 4
    assert m.state.magic.deck_size == 0
    assert "is dealt Magic Items" not in told(m)


@pytest.mark.rule("GR-Q136")
def test_snow_white_is_dealt_her_first_magic_item_and_does_not_look_at_two() -> None:
    m = dealt_to("snow", "red", start_magic=1)
    g = m.state
    assert (g.hand(0), g.hand(1)) == (("m07",), ("m13",))
    assert g.magic.rows[DISCARD] == ()
    assert asked(m) == (0, "turn")


@pytest.mark.rule("GR-016")
def test_magic_items_and_story_cards_lie_shuffled_in_two_decks() -> None:
    g = new(0, then=1).state
    assert (g.magic.deck_size, g.stories.deck_size) == (36, 48)
    assert (len(g.magic.layers), len(g.stories.layers)) == (1, 1)
    assert (g.magic.rows[DISCARD], g.stories.rows[STORY_DISCARD]) == ((), ())


@pytest.mark.rule("GR-016")
def test_each_of_the_two_decks_has_a_discard_pile_of_its_own() -> None:
    m = play(tale(pools={0: {"story-die": "story"}}, hands={0: ["m04"]}), "b01")
    answer(m, "place story-die r22")
    g = answer(skip(m, "discard"), "m04")
    assert g.magic.rows[DISCARD] == ("m04",)
    assert g.stories.rows[STORY_DISCARD] == ("b01",)


@pytest.mark.rule("GR-018")
def test_by_an_option_the_events_lie_face_up_in_their_order_from_the_start() -> None:
    m = new(
        0, "q201", "q202", "e03", "e01", "e12", "e02", "e10", "e06", THREES, THREES, THREES, THREES,
        players=2, start_quests=1, events="face up", cards=QUIET,
    )  # fmt: skip
    answer(m, "deck 2", "deck 2")
    assert m.state.events.rows[TO_COME] == ("e01", "e12", "e02", "e10", "e06")
    assert who_did(m, "event") == [(-1, ["e03"])]
    answer(m, "pass on", "pass on")
    assert m.state.events.rows[TO_COME] == ("e12", "e02", "e10", "e06")
    assert who_did(m, "event") == [(-1, ["e03"]), (-1, ["e01"])]


@pytest.mark.rule("GR-017")
def test_by_themselves_the_events_to_come_are_unknown() -> None:
    m = new(0, "q201", "q202", THREES, THREES, "e03", players=2, start_quests=1, cards=QUIET)
    answer(m, "deck 2", "deck 2")
    assert m.state.events.rows[TO_COME] == ()
    assert [card for card, known in m.state.events.all_known() if known] == ["e03"]


# The Forest Spirits, and who starts


@pytest.mark.rule("GR-019")
def test_at_the_start_nobody_has_the_snake_die_or_the_rabbit_token() -> None:
    m = dealt(0, cards=QUIET)
    g = m.state
    assert g.snake_to == -1
    assert [pool[SNAKE] for pool in g.pools] == [0] * 4
    assert g.rabbits == [0] * 4
    assert not [key for key in offered(m) if key.startswith("rabbit ")]
    assert ("plain-die", "snake") in placeable(m)


@pytest.mark.rule("GR-021", "GR-Q04")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_chance_says_who_gets_the_starting_player_marker_and_starts(starter: int) -> None:
    m = dealt(starter, players=3, cards=QUIET)
    assert (m.state.starter, asked(m)) == (starter, (starter, "turn"))
    assert who_did(m, "starts") == [(starter, [])]
