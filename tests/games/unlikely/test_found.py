"""Unlikely Heroes: heroes, maps and items that are found."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely import game
from foldtale.testing import answer, answered, asked, offered, refuses, told, told_of
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    backpack,
    does,
    generic,
    hero_card,
    item,
    map_card,
    play,
    saga,
    where,
)

EFFECT: dict[str, Any] = {"window": "anytime", "do": [{"restore": 1}]}
POWER = {**EFFECT, "spaces": ["charged", "charged"]}
ITEMS = (item("20", effect=POWER), item("21"), item("22"))


def new_hero(**fields: Any) -> dict[str, Any]:
    return hero_card("60", title="Ragna", colour="purple", **fields)


def retiring(new: dict[str, Any], cubes: int = 2, **facts: Any) -> Any:
    """Jacob's hero has three items and cubes on its own effect, and has found another."""
    bjerke = generic("bjerke", colour="blue", limit=3, effect=POWER)
    held = {"left": {ADA: ["21", "22"]}, "right": {ADA: ["20"]}}
    g = saga(
        *ITEMS,
        bjerke,
        new,
        heroes=("bjerke", "ada"),
        **{**held, "cubes": {"20": 1, "bjerke": cubes}, **facts},
    )
    return answered(play(g), "explore 60")


# Heroes


@pytest.mark.rule("UH-165", "UH-166", "UH-Q57")
def test_the_active_hero_is_replaced_or_not() -> None:
    m = retiring(new_hero())
    assert (asked(m), offered(m)) == ((0, "hero found"), ["replace", "decline"])
    g = answer(m, "decline")
    assert (g.heroes[0].card, g.discard) == ("bjerke", ("60",))
    g = answer(retiring(new_hero()), "replace")
    assert (g.heroes[0].card, g.heroes[1].card, g.discard) == ("60", "ada", ("bjerke",))


@pytest.mark.rule("UH-X15", "UH-167", "UH-168")
def test_all_that_the_retired_hero_had_moves_over() -> None:
    g = answer(retiring(new_hero(effect={**EFFECT, "spaces": ["uncharged", "uncharged"]})), "replace")
    assert backpack(g, 0) == (("21", "22"), ("20",))
    assert (g.cubes["20"], g.cubes["60"], where(g, "bjerke")) == ((1, 0), (0, 2), "discard")


@pytest.mark.rule("UH-X16", "UH-169")
def test_cubes_without_room_go_to_the_pool() -> None:
    m = retiring(new_hero(effect={**EFFECT, "spaces": ["uncharged"]}))
    before = m.state.pool
    g = answer(m, "replace")
    assert (g.cubes["60"].total, g.pool) == (1, before + 1)


@pytest.mark.rule("UH-170", "UH-Q55")
def test_charged_spaces_are_filled_first_and_inherited_cubes_come_after() -> None:
    g = answer(retiring(new_hero(effect={**EFFECT, "spaces": ["charged", "uncharged"]}), 2), "replace")
    assert g.cubes["60"] == (1, 1)
    g = answer(retiring(new_hero(effect={**EFFECT, "spaces": ["charged"]}), 0), "replace")
    assert g.cubes["60"] == (1, 0)
    declined = retiring(new_hero(effect=POWER), 0)
    before = declined.state.pool
    assert answer(declined, "decline").pool == before


@pytest.mark.rule("UH-171", "UH-Q56")
def test_a_lower_limit_is_met_by_items_of_the_players_choice() -> None:
    m = retiring(new_hero(limit=1))
    answer(m, "replace")
    assert (asked(m).topic, offered(m)) == ("too many", ["this 21", "this 22"])
    assert backpack(answer(m, "this 21"), 0) == (("22",), ("20",))


@pytest.mark.rule("UH-172", "UH-Q57")
def test_the_new_hero_keeps_place_turn_and_actions() -> None:
    g = answer(retiring(new_hero()), "replace")
    assert (g.heroes[0].at, g.active, g.actions) == ("1", 0, 1)
    board = next(one for one in game.scene(g, 0).elements if one.id == "maps")
    assert [token.icon for token in board.tokens] == ["purple", "red"]  # type: ignore[union-attr]


@pytest.mark.rule("UH-X17", "UH-024", "UH-166")
def test_a_declined_starting_hero_is_unlocked_all_the_same() -> None:
    g = answer(retiring(new_hero(starting=True)), "decline")
    assert (where(g, "60"), g.unlocked) == ("discard", ("60",))


@pytest.mark.rule("UH-075", "UH-076")
def test_what_a_hero_does_all_the_time_ends_when_it_retires() -> None:
    passive = {"window": "passive", "while": [{"travel": 1, "who": "self"}]}
    far = generic("bjerke", colour="blue", effect=passive)
    g = saga(far, new_hero(), heroes=("bjerke", "ada"))
    assert "travel 5" in offered(play(g))
    assert "travel 5" not in offered(answered(play(g), "explore 60", "replace"))


# Maps


@pytest.mark.rule("UH-X18", "UH-173", "UH-174")
def test_three_maps_in_a_row() -> None:
    g = answer(play(saga(maps=("1", "2"), at="2")), "explore 3", "stay")
    areas = g.world.areas
    assert (areas.next["2"], areas.next["3"]) == (("1", "3"), ("2",))
    assert "3" not in g.world.touching("1")


@pytest.mark.rule("UH-175", "UH-176", "UH-Q54")
def test_the_revealing_hero_may_step_onto_a_touching_map_for_free() -> None:
    m = play(saga(map_card("7", 0, 1), maps=("1",), at="1"))
    answer(m, "explore 2")
    assert (asked(m), offered(m)) == ((ADA, "free move"), ["go 2", "stay"])
    g = answer(m, "go 2")
    assert ([hero.at for hero in g.heroes], g.actions) == (["2", "1"], 1)
    touching = item("20", icons=[{"draw": "7"}])
    m = play(saga(map_card("7", 0, 1), touching, maps=("1",)))
    answer(m, "explore 20", "left")
    assert offered(m) == ["go 7", "stay"]
    far = item("20", icons=[{"draw": "6"}])
    m = answered(play(saga(far, maps=("1",))), "explore 20", "left")
    assert asked(m).topic == "action"


@pytest.mark.rule("UH-178", "UH-137")
def test_maps_are_adjacent_when_they_lie_against_each_other_and_not_across_corners() -> None:
    g = saga(maps=("1", "2", "11", "12"))
    assert set(g.world.touching("1")) == {"2", "11"}


NEW_2 = map_card("38", 1, 0, {"west": "1", "east": "3"}, replaces="2")


@pytest.mark.rule("UH-177", "UH-Q52")
def test_a_replacing_map_takes_the_cell_the_meeples_and_the_number() -> None:
    finds = item("20", icons=[{"draw": "38"}])
    m = play(saga(NEW_2, finds, at=["1", "2"]))
    g = answer(m, "explore 20", "left", "stay")
    assert (where(g, "2"), where(g, "38"), g.heroes[BJERKE].at) == ("discard", "map", "38")
    assert set(g.world.areas.next["38"]) == {"1", "3"}
    assert g.world.answering("2") == "38"


@pytest.mark.rule("UH-X41", "UH-Q52")
def test_replacing_a_map_that_is_still_in_the_pile() -> None:
    m = play(saga(NEW_2, item("20", icons=[{"draw": "38"}]), maps=("1",)))
    g = answer(m, "explore 20", "left", "stay")
    assert (where(g, "2"), where(g, "38")) == ("discard", "map")
    assert g.world.areas.next["1"] == ("38",)


@pytest.mark.rule("UH-Q52", "UH-Q101")
def test_a_second_replacement_pushes_out_the_first_and_the_old_number_finds_nothing() -> None:
    again = map_card("26", 1, 0, {"west": "1"}, replaces="2")
    m = play(saga(NEW_2, again, item("20", icons=[{"draw": "38"}, {"draw": "26"}])))
    g = answer(m, "explore 20", "left", "stay", "stay")
    assert (where(g, "38"), where(g, "26"), g.world.answering("2")) == ("discard", "map", "26")
    assert does(g, "[{relocate: 2}]").heroes[ADA].at == "1"


@pytest.mark.rule("UH-Q51")
def test_a_map_always_lies_in_its_own_cell_and_sheets_are_worlds_apart() -> None:
    far = map_card("7", 1, 0, sheet="belly")
    g = answer(play(saga(far, item("20", icons=[{"draw": "7"}]))), "explore 20", "left")
    assert g.world.placed("7").cell == ("belly", 1, 0)
    assert g.world.touching("7") == ()


# Items


@pytest.mark.rule("UH-179", "UH-Q50")
def test_a_revealed_item_is_equipped_handed_on_or_discarded() -> None:
    m = answered(play(saga(item("20"))), "explore 20")
    assert offered(m) == ["left", "right", "hand 2", "discard it"]
    assert backpack(answer(m, "right"), ADA) == ((), ("20",))


@pytest.mark.rule("UH-Q50")
def test_an_adjacent_hero_may_refuse_a_revealed_item() -> None:
    m = answered(play(saga(item("20"))), "explore 20", "hand 2")
    assert asked(m) == (1, "side")
    answer(m, "refuse")
    assert (asked(m), offered(m)) == ((0, "item"), ["left", "right", "discard it"])


@pytest.mark.rule("UH-180", "UH-181")
def test_an_item_lies_on_one_side_beneath_the_last_one() -> None:
    g = answer(play(saga(item("20"), item("21"), left={ADA: ["21"]})), "explore 20", "left")
    assert backpack(g, ADA) == (("21", "20"), ())
    row = next(thing for thing in game.scene(g, 0).seats[0].things if thing.id == "left 1")
    assert row.slid  # type: ignore[union-attr]
    assert [card.shows for card in row.things] == ["left", "left"]  # type: ignore[union-attr]


@pytest.mark.rule("UH-184", "UH-Q58")
def test_the_limit_counts_for_each_side() -> None:
    cards = [item(str(n)) for n in range(20, 25)]
    g = saga(*cards, active=1, left={BJERKE: ["20", "21"]}, right={BJERKE: ["22", "23"]})
    m = answered(play(g), "explore 24", "left")
    assert (asked(m).topic, offered(m)) == ("too many", ["this 20", "this 21"])


@pytest.mark.rule("UH-185", "UH-Q59")
def test_the_new_item_itself_cannot_be_the_one_that_goes() -> None:
    tiny = generic("ada", colour="red", limit=1)
    m = answered(play(saga(tiny, item("20"), item("21"), left={ADA: ["21"]})), "explore 20", "left")
    assert backpack(m.state, ADA) == (("20",), ())
    assert where(m.state, "21") == "discard"


@pytest.mark.rule("UH-188")
def test_nothing_prevents_discarding_an_item_that_is_needed_later() -> None:
    m = play(saga(item("20"), left={ADA: ["20"]}))
    assert where(answer(m, "discard", "this 20"), "20") == "discard"


@pytest.mark.rule("UH-189", "UH-295")
def test_gaining_an_item_lets_the_hero_equip_or_discard_it() -> None:
    blessed = item("oil", back=None, of="blessed")
    g = saga(blessed, sets=("blessed items",))
    m = carried(g, "[{gain_item: blessed}]")
    assert (asked(m).topic, offered(m)) == ("side", ["left", "right", "discard it"])
    assert backpack(answer(m, "left"), ADA) == (("oil",), ())


def carried(g: Any, text: str, *falls: object) -> Any:
    from tests.games.unlikely.given import carried_out

    return carried_out(g, text, falls=falls)


def test_a_lower_limit_by_a_card_is_met_at_once() -> None:
    strap = item("24", effect={"window": "passive", "while": [{"backpack_limit": -1}]})
    cards = (item("20"), item("21"), item("22"), strap)
    m = answered(play(saga(*cards, left={ADA: ["20", "21", "22"]})), "explore 24", "right")
    assert (asked(m).topic, offered(m)) == ("too many", ["this 20", "this 21", "this 22"])
    assert told(m, "discards") == []
    assert refuses(m, "this 24")
    assert told_of(m, "equips")[-1] == ["24", "right", "ada"]
