"""Unlikely Heroes: the setup of a quest, starting cards, difficulty, the luck deck."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from foldtale import testing
from foldtale.games.unlikely import game
from foldtale.games.unlikely.record import Sagas
from foldtale.games.unlikely.rules.setup import put_out_of_play
from foldtale.games.unlikely.state import CUBES, IN_PLAY, LID, UnlikelyState
from foldtale.kernel import Match, SetupError
from foldtale.testing import answer, answered, asked, offered, outcome, refuses, told, told_of
from tests.games.unlikely.given import HEROES, PLAIN, chapter, contents, item, map_card, mode, play, where

START = chapter(1, setup=[{"start_at": "1"}])
CHARGED = {"window": "anytime", "spaces": ["charged", "charged", "uncharged"], "do": [{"restore": 1}]}


def starting(ident: str, **fields: Any) -> dict[str, Any]:
    """A starting item."""
    return item(ident, back=None, starting=True, **fields)


KIT = (
    START,
    starting("axe", left={"strength": 1}),
    starting("bow", effect=CHARGED),
    starting("cup"),
    starting("drum"),
)


def fresh(*cards: Any, **facts: Any) -> UnlikelyState:
    """A quest before its first word."""
    return UnlikelyState(contents(*(cards or KIT)), mode(**facts))


def set_up(*cards: Any, **facts: Any) -> Match:
    """A quest in its first turn: ada with the axe on her left, bjerke with the bow on his right."""
    m = play(fresh(*cards, **facts), then=1)
    return answered(m, "play ada", "play bjerke", "take axe", "left", "take bow", "right", "seat 1")


def luck_of(g: UnlikelyState) -> Counter[int]:
    return Counter([int(card) for layer in g.luck.layers for card in layer])


@pytest.mark.rule("UH-298", "UH-009", "UH-010")
def test_setup_goes_through_its_steps_in_order() -> None:
    m = play(fresh(), then=1)
    asked_for = []
    for key in ("play ada", "play bjerke", "take axe", "left", "take bow", "right", "seat 2"):
        asked_for.append(asked(m).topic)
        answer(m, key)
    assert asked_for == ["hero", "hero", "starting item", "side", "starting item", "side", "first"]
    assert told(m, "plays", "takes", "chapter", "map", "first", "turn") == [
        "plays", "plays", "takes", "takes", "chapter", "map", "first", "turn",
    ]  # fmt: skip


@pytest.mark.rule("UH-006", "UH-007", "UH-008")
def test_the_pile_holds_the_encounter_cards_of_one_box_and_no_front_can_be_seen() -> None:
    g = fresh()
    assert g.pile == {"1", "2", "3", "4", "5", "6", "11", "12"}
    scene = game.scene(g, 0)
    assert "Card 3" not in str(scene)
    assert "3.title" not in game.texts(g)


@pytest.mark.rule("UH-002", "UH-Q05")
@pytest.mark.parametrize(("players", "heroes"), [(1, 1), (1, 5), (3, 2), (4, 3), (5, 4), (0, 2)])
def test_there_are_two_to_four_heroes_and_one_for_each_player(players: int, heroes: int) -> None:
    with pytest.raises(SetupError):
        game.setup(players=players, heroes=heroes)


@pytest.mark.rule("UH-003", "UH-011", "UH-Q05")
@pytest.mark.parametrize(
    ("players", "heroes", "seats"),
    [(1, 3, [0, 0, 0]), (2, 3, [0, 0, 1]), (3, 4, [0, 0, 1, 2]), (2, 4, [0, 0, 1, 1]), (4, 4, [0, 1, 2, 3])],
)
def test_the_heroes_of_one_player_sit_next_to_each_other(players: int, heroes: int, seats: list[int]) -> None:
    g = fresh(players=players, heroes=heroes)
    assert [g.player(hero) for hero in range(heroes)] == seats


@pytest.mark.rule("UH-014", "UH-Q04")
def test_a_hero_is_chosen_once_in_one_variant() -> None:
    hard = {**HEROES[0], "card": "ada-hard", "hard_for": "ada", "wit": 1}
    m = play(fresh(*KIT, hard), then=1)
    assert offered(m) == ["play ada", "play bjerke", "play cleo", "play dag", "play ada-hard"]
    g = answer(m, "play ada-hard")
    assert g.heroes[0].card == "ada-hard"
    assert offered(m) == ["play bjerke", "play cleo", "play dag"]
    assert refuses(m, "play ada", "UH-014")


@pytest.mark.rule("UH-034")
def test_hard_heroes_can_be_mixed_with_any_level() -> None:
    hard = {**HEROES[0], "card": "ada-hard", "hard_for": "ada"}
    g = answer(play(fresh(*KIT, hard, difficulty="easy"), then=1), "play ada-hard", "play bjerke")
    assert [hero.card for hero in g.heroes] == ["ada-hard", "bjerke"]


@pytest.mark.rule("UH-014", "UH-013")
def test_a_starting_item_is_chosen_once_and_the_others_are_out_of_play() -> None:
    m = play(fresh(), then=1)
    answer(m, "play ada", "play bjerke", "take axe", "left")
    assert offered(m) == ["take bow", "take cup", "take drum"]
    g = answer(m, "take bow", "right", "seat 1")
    assert sorted(g.aside) == ["cleo", "cup", "dag", "drum"]


@pytest.mark.rule("UH-015", "UH-085", "UH-086")
def test_a_chosen_starting_card_is_charged_like_a_revealed_one() -> None:
    g = set_up().state
    assert g.cubes == {"bow": (2, 0)}
    assert {"ada", "bjerke", "axe", "bow"} <= set(g.revealed)


@pytest.mark.rule("UH-016", "UH-Q103")
def test_a_starting_item_goes_left_or_right_or_is_discarded() -> None:
    m = play(fresh(), then=1)
    answer(m, "play ada", "play bjerke", "take bow")
    assert offered(m) == ["left", "right", "discard it"]
    g = answer(m, "discard it", "take cup", "right", "seat 1")
    assert where(g, "bow") == "discard"
    assert g.pool == CUBES - 1
    assert g.heroes[0].items == ()


@pytest.mark.rule("UH-012")
def test_special_setup_instructions_win_over_the_equip_rule() -> None:
    cards = (START, starting("axe", setup=[{"wear": "right"}, {"set_flag": "sharp"}]), starting("bow"))
    m = play(fresh(*cards), then=1)
    g = answer(m, "play ada", "play bjerke", "take axe", "left", "seat 1")
    assert g.heroes[0].right == ("axe",)
    assert "sharp" in g.flags


@pytest.mark.rule("UH-017", "UH-Q15")
def test_each_hero_has_a_meeple_of_the_colour_on_its_card() -> None:
    board = next(one for one in game.scene(set_up().state, 0).elements if one.id == "maps")
    assert [(token.name, token.icon) for token in board.tokens] == [
        ("Card ada", "red"),
        ("Card bjerke", "blue"),
    ]


@pytest.mark.rule("UH-018", "UH-041", "UH-X03")
def test_one_cube_lies_on_the_clock_and_nineteen_are_left() -> None:
    g = play(fresh(START), then=1).state
    assert g.pool == CUBES == 20
    g = answer(play(fresh(START), then=1), "play ada", "play bjerke", "seat 1")
    assert (g.clock, g.pool) == (0, 19)


@pytest.mark.rule("UH-042", "UH-X03")
def test_placing_the_cube_on_twelve_does_not_strike_it() -> None:
    clock = contents().body("clock").spaces
    assert clock[0].label == "12"
    loud = {
        "card": "clock", "kind": "clock", "title": "Clock",
        "spaces": [{"label": "12", "hours": "12-2", "do": [{"set_flag": "struck"}]}, {"label": "1", "hours": "12-2"}],
    }  # fmt: skip
    m = answered(play(fresh(START, loud), then=1), "play ada", "play bjerke", "seat 1")
    assert "struck" not in m.state.flags
    assert "struck" not in answer(m, "pass").flags
    assert "struck" in answer(m, "pass").flags


@pytest.mark.rule("UH-019", "UH-Q08", "UH-020")
def test_eight_out_of_luck_cards_lie_in_their_pile_and_none_is_in_play() -> None:
    g = set_up().state
    assert g.unlucky.deck_size == 8
    assert len(g.unlucky.layers) == 1
    assert g.unlucky.rows[IN_PLAY] == ()


@pytest.mark.rule("UH-021", "UH-022", "UH-023")
def test_only_starting_cards_can_be_chosen_and_those_with_an_encounter_back_only_when_unlocked() -> None:
    found = item("20", starting=True)
    plain = item("21")
    m = play(fresh(START, starting("axe"), found, plain, heroes=2), then=1)
    answer(m, "play ada", "play bjerke")
    assert offered(m) == ["take axe"] or asked(m).topic == "side"


@pytest.mark.rule("UH-025", "UH-026", "UH-Q10")
@pytest.mark.parametrize(("choice", "place"), [("take 20", "backpack"), ("take axe", "aside")])
def test_an_unlocked_card_can_be_chosen_and_is_not_in_the_pile(choice: str, place: str) -> None:
    cards = (START, starting("axe"), starting("bow"), item("20", starting=True))
    m = play(fresh(*cards, record=Sagas(unlocked=("20",))), then=1)
    answer(m, "play ada", "play bjerke")
    assert "take 20" in offered(m)
    g = answer(m, choice, "left", "take bow", "left", "seat 1")
    assert where(g, "20") == place
    assert "20" not in g.pile


@pytest.mark.rule("UH-Q10")
def test_a_quest_that_needs_an_unlocked_card_puts_it_back_into_the_pile() -> None:
    setup = [{"start_at": "1"}, {"if": "not revealed(20)", "then": [{"return": "20"}]}]
    cards = (chapter(1, setup=setup), starting("axe"), starting("bow"), item("20", starting=True))
    m = play(fresh(*cards, record=Sagas(unlocked=("20",))), then=1)
    g = answer(m, "play ada", "play bjerke", "take axe", "left", "take bow", "left", "seat 1")
    assert where(g, "20") == "pile"


@pytest.mark.rule("UH-025")
def test_a_card_can_be_kept_out_of_its_own_quest() -> None:
    cards = (START, starting("axe"), starting("bow"), starting("cup", not_in=[1]))
    m = play(fresh(*cards), then=1)
    answer(m, "play ada", "play bjerke")
    assert offered(m) == ["take axe", "take bow"]


@pytest.mark.rule("UH-X01", "UH-028", "UH-033")
def test_the_normal_luck_deck() -> None:
    g = fresh()
    assert luck_of(g) == {-1: 2, 0: 8, 1: 8, 2: 2}
    assert len(g.luck.rows[LID]) == 4


@pytest.mark.rule("UH-X02", "UH-027", "UH-029", "UH-030", "UH-031")
@pytest.mark.parametrize(
    ("difficulty", "deck", "total"),
    [
        ("easy", {0: 8, 1: 8, 2: 2, 3: 2}, 18),
        ("hard", {-2: 1, -1: 2, 0: 8, 1: 8, 2: 1}, 6),
        ("unlikely", {-3: 1, -2: 1, -1: 2, 0: 8, 1: 8}, 1),
    ],
)
def test_the_other_columns(difficulty: str, deck: dict[int, int], total: int) -> None:
    g = fresh(difficulty=difficulty)
    found = luck_of(g)
    assert found == deck
    assert (found.total(), sum(found.elements())) == (20, total)
    assert len(g.luck.rows[LID]) == 4


@pytest.mark.rule("UH-Q01")
def test_no_level_needs_more_luck_cards_than_there_are() -> None:
    everything = [luck_of(fresh(difficulty=level)) for level in ("easy", "normal", "hard", "unlikely")]
    needed = everything[0] | everything[1] | everything[2] | everything[3]
    assert needed.total() == 24


@pytest.mark.rule("UH-032")
def test_the_luck_deck_is_shuffled_and_shared() -> None:
    g = fresh()
    assert len(g.luck.layers) == 1
    assert g.luck.deck_size == 20


@pytest.mark.rule("UH-035", "UH-036", "UH-037")
def test_chapter_1_is_read_aloud_and_its_setup_is_followed() -> None:
    m = answered(play(fresh(START), then=1), "play ada", "play bjerke")
    assert [line["page"] for line in m.story(0) if "page" in line] == ["chapter-1", "1 back", "1"]
    assert game.scene(m.state, 0).subtitle == "Card quest · Card chapter-1"


@pytest.mark.rule("UH-035")
def test_a_box_has_only_the_quests_that_are_written() -> None:
    with pytest.raises(SetupError):
        game.setup(quest=7)


@pytest.mark.rule("UH-038", "UH-039", "UH-040")
def test_the_starting_map_is_read_and_revealed_and_all_heroes_stand_on_it() -> None:
    g = set_up().state
    assert [placed.card for placed in g.world.maps] == ["1"]
    assert [hero.at for hero in g.heroes] == ["1", "1"]
    assert where(g, "1") == "map"


@pytest.mark.rule("UH-043", "UH-Q97")
def test_the_group_says_which_hero_goes_first() -> None:
    m = answered(play(fresh(START, heroes=3, players=3), then=1), "play ada", "play bjerke", "play cleo")
    assert (asked(m).seat, asked(m).topic, offered(m)) == (-1, "first", ["seat 1", "seat 2", "seat 3"])
    assert m.ask is not None
    assert m.ask.voice == 0
    answer(m, "seat 3")
    assert asked(m) == (2, "action")


@pytest.mark.rule("UH-X44", "UH-Q96", "UH-101")
def test_cubes_run_short_at_setup_and_the_last_seats_go_without() -> None:
    many = {"window": "anytime", "spaces": ["charged"] * 4, "do": [{"restore": 1}]}
    traits = [
        {
            "card": f"{of}-{n}", "kind": "trait", "title": "T", "text": "T", "of": of,
            "top": {}, "middle": {}, "bottom": {},
        }
        for of in ("blessed", "cursed")
        for n in range(4)
    ]  # fmt: skip
    heroes = [{**hero, "effect": many} for hero in HEROES[:3]]
    last = {**HEROES[3], "effect": {**many, "spaces": ["charged"] * 3}}
    g = fresh(START, *heroes, last, *traits, heroes=4, players=1, sets=("blessed traits", "cursed traits"))
    g = answer(play(g, then=1), "play ada", "play bjerke", "play cleo", "seat 1")
    assert [g.cubes[card].total for card in ("ada", "bjerke", "cleo", "dag")] == [4, 4, 3, 0]
    assert (g.markers, g.pool) == (9, 0)


@pytest.mark.rule("UH-004", "UH-Q07")
def test_everybody_sees_the_same_table() -> None:
    g = set_up().state
    scenes = [str(game.scene(g, seat)).replace(f"you={seat}", "") for seat in (0, 1)]
    assert scenes[0] == scenes[1]


@pytest.mark.rule("UH-005", "UH-Q06")
def test_the_words_of_a_card_win_over_the_rules() -> None:
    law = chapter(1, setup=[{"start_at": "1"}], **{"while": [{"actions": 1}]})
    m = answered(play(fresh(law), then=1), "play ada", "play bjerke", "seat 1")
    assert m.state.actions == 3


@pytest.mark.rule("UH-001")
@pytest.mark.parametrize(
    ("flag", "ending", "winners"), [("lost", "lost", ()), ("objective_2", "won", (0, 1))]
)
def test_everybody_wins_or_everybody_loses(flag: str, ending: str, winners: tuple[int, ...]) -> None:
    m = set_up()
    g = m.state.copy()
    g.flags = frozenset([flag])
    g.chapter, g.finished = "chapter-2", 1
    assert isinstance(g, UnlikelyState)
    done = answered(play(g), "pass")
    assert (outcome(done).ending, outcome(done).winners) == (ending, winners)


@pytest.mark.rule("UH-013")
def test_nothing_that_is_in_the_pile_is_put_out_of_play() -> None:
    g = fresh(START, starting("axe"), item("20", starting=True))
    put_out_of_play(g)
    assert "20" not in g.aside


@pytest.mark.rule("UH-245", "UH-267")
def test_modules_and_sets_can_be_mixed_freely() -> None:
    variants = list(game.variants())
    assert len(variants) > 8
    assert any(setup.weather and setup.nightfall and setup.cursed_items for setup in variants)
    assert any(setup.blessed_luck and not setup.cursed_luck for setup in variants)


def test_a_real_quest_can_be_set_up() -> None:
    m = testing.play_new(game, then=3, players=2, heroes=2)
    answer(
        m, "play tove", "play asgerd", "take dented-shield", "left", "take salt-herring", "right", "seat 1"
    )
    assert asked(m) == (0, "action")
    assert told_of(m, "chapter") == [[1, "a-horn-full-of-nothing"]]
    assert map_card("1", 0)["card"] == "1"
    assert PLAIN["window"] == "own_turn"


def test_a_module_that_a_quest_excludes_is_refused_with_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    from foldtale.games.unlikely.content import LIBRARY
    from tests.games.unlikely.given import WORDS, card

    scoring = [{"say": "Won", "points": 1}, {"say": "Lost", "points": 1, "won": False}]
    strict = card(
        "quest", "quest", quest=1, won=WORDS, lost=WORDS, scoring=scoring, titles=[], without=["nightfall"]
    )
    monkeypatch.setattr(LIBRARY, "of", lambda setup: contents(strict))
    with pytest.raises(SetupError, match=r"UH-245"):
        game.begin(game.setup(nightfall=True))
    assert game.begin(game.setup(weather=True)) is not None


def test_a_record_of_another_box_is_refused() -> None:
    with pytest.raises(SetupError, match=r"has no card moon"):
        game.begin(game.setup(record=Sagas(unlocked=("moon",))))


@pytest.mark.rule("UH-073", "UH-015")
def test_what_a_starting_item_does_on_its_reveal_it_does_for_the_hero_who_chose_it() -> None:
    call = {"window": "reveal", "do": [{"may": [{"set_flag": "called"}], "say": "Call"}]}
    m = play(fresh(*KIT, starting("eel", effect=call)), then=1)
    answer(m, "play ada", "play bjerke", "take axe", "left", "take eel")
    assert asked(m).seat == 1
