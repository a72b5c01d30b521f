"""Unlikely Heroes: Weather, Detour, Nightfall, Cursed and Blessed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from foldtale.games.unlikely import game
from foldtale.games.unlikely.content import LIBRARY
from foldtale.games.unlikely.rules.blessings import (
    after_failure,
    after_success,
    bless_luck,
    deal_items,
    deal_traits,
)
from foldtale.games.unlikely.rules.exploration import open_pile
from foldtale.games.unlikely.state import ACTIVE, LAID, REST_OF_LUCK, TOP, USED, UnlikelyState
from foldtale.kernel import Match
from foldtale.testing import answer, answered, asked, offered, play_only, told, told_of
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    backpack,
    box,
    card,
    challenge,
    does,
    item,
    luck_discard,
    map_card,
    mode,
    play,
    saga,
    where,
)

RAIN = card("rain", "weather", south=[{"set_flag": "wet"}], east=[{"set_flag": "wet_east"}])
SUN = card("sun", "weather", north=[{"set_flag": "warm"}])
BOAT = card("boat", "detour", priority=["north", "east"], do=[{"count": "detours"}])
NIGHT = card(
    "night",
    "nightfall",
    intervals=[
        {"hours": "12-2", "do": [{"set_flag": "dark"}]},
        {"hours": "6-8", "do": [{"set_flag": "light"}]},
    ],
)
SOUTH = map_card("7", 0, 1)
FINDS_7 = item("20", icons=[{"draw": "7"}])


def outside(*cards: Any, top: str, **facts: Any) -> UnlikelyState:
    """Map 1 alone is in play, and an exploration card lies face up."""
    kinds = tuple(
        dict.fromkeys([one["kind"] for one in cards if one["kind"] in ("weather", "detour", "nightfall")])
    )
    g = saga(*cards, maps=facts.pop("maps", ("1",)), modules=kinds, **facts)
    assert g.exploration is not None
    g.exploration.lift(top)
    g.exploration.put(top, TOP)
    return g


# The exploration pile


@pytest.mark.rule("UH-248", "UH-249", "UH-Q82")
def test_all_exploration_cards_in_use_are_one_pile_with_its_top_face_up() -> None:
    g = saga(RAIN, SUN, BOAT, NIGHT, modules=("weather", "detour"))
    assert g.exploration is not None
    assert g.exploration.deck_size == 3
    m = play_only(game, g, open_pile, falls=["sun"])
    assert m.state.exploration.rows[TOP] == ("sun",)
    assert m.state.exploration.deck_size == 2


@pytest.mark.rule("UH-250", "UH-251", "UH-253")
def test_the_top_card_is_activated_and_the_next_is_turned_up() -> None:
    m = play(outside(RAIN, SUN, BOAT, FINDS_7, SOUTH, top="rain"), "sun")
    g = answer(m, "explore 20", "left", "stay")
    assert "wet" in g.flags
    assert (g.exploration.rows[TOP], g.exploration.rows[USED], g.exploration.rows[ACTIVE]) == (
        ("sun",),
        ("rain",),
        (),
    )


@pytest.mark.rule("UH-251", "UH-252")
@pytest.mark.parametrize(("number", "counts"), [("36", True), ("37", False)])
def test_only_maps_up_to_36_count(number: str, counts: bool) -> None:
    far = map_card(number, 0, 1)
    m = play(outside(RAIN, SUN, item("20", icons=[{"draw": number}]), far, top="rain"), then=1)
    answer(m, "explore 20", "left", "stay")
    assert ("exploration" in told(m)) is counts


@pytest.mark.rule("UH-252")
def test_heroes_items_and_challenges_do_not_count() -> None:
    m = play(outside(RAIN, SUN, item("20"), challenge("21", boxes=[box("wit", 1)]), top="rain"))
    answer(m, "explore 20", "left", "explore 21", "forfeit")
    assert "exploration" not in told(m)


@pytest.mark.rule("UH-254", "UH-Q108")
def test_an_empty_pile_is_made_anew_with_the_card_just_resolved() -> None:
    m = play(outside(RAIN, FINDS_7, SOUTH, top="rain"))
    g = answer(m, "explore 20", "left", "stay")
    assert (g.exploration.rows[TOP], g.exploration.rows[USED], g.reshuffles) == (("rain",), (), 0)


@pytest.mark.rule("UH-Q108")
def test_with_both_piles_empty_nothing_is_drawn_until_a_card_is_discarded() -> None:
    boat = card("boat", "detour", priority=["west"], do=[{"count": "detours"}])
    west = map_card("8", -1, 1)
    cards = (boat, FINDS_7, SOUTH, west, item("21", icons=[{"draw": "8"}]))
    m = play(outside(*cards, top="boat"))
    g = answer(m, "explore 20", "left", "stay")
    assert (g.exploration.rows[LAID], g.exploration.rows[TOP]) == (("boat",), ())
    g = answer(m, "explore 21", "left")
    assert (g.counters, g.exploration.rows[TOP], g.exploration.rows[LAID]) == ({"detours": 1}, (), ("boat",))


@pytest.mark.rule("UH-Q83", "UH-251")
def test_an_exploration_card_comes_after_the_free_move_and_the_icons_of_the_map() -> None:
    loud = map_card("7", 0, 1, icons=[{"draw": "21"}])
    m = play(outside(RAIN, SUN, FINDS_7, loud, item("21"), top="rain"), then=1)
    answer(m, "explore 20", "left")
    assert asked(m).topic == "free move"
    answer(m, "go 7")
    assert asked(m).topic == "item"
    assert "exploration" not in told(m)
    answer(m, "left")
    assert "exploration" in told(m)


# Weather


@pytest.mark.rule("UH-X31", "UH-255", "UH-257")
def test_george_recharges_an_item() -> None:
    sun = card("sun", "weather", south=[{"pick": "items where rechargeable(it)", "do": [{"recharge": "it"}]}])
    toy = item("21", effect={"spaces": ["charged", "charged"], "do": [{"restore": 1}]})
    g = outside(sun, RAIN, FINDS_7, SOUTH, toy, top="sun", right={ADA: ["21"]}, cubes={"21": 0})
    g = answer(play(g, then=1), "explore 20", "left", "stay")
    assert (g.cubes["21"].total, g.exploration.rows[USED]) == (2, ("sun",))


@pytest.mark.rule("UH-X32", "UH-256")
def test_no_effect_for_the_direction() -> None:
    north = map_card("7", 0, -1)
    g = answer(play(outside(RAIN, SUN, FINDS_7, north, top="rain"), then=1), "explore 20", "left", "stay")
    assert (g.flags, g.exploration.rows[USED]) == (frozenset(), ("rain",))


@pytest.mark.rule("UH-Q84", "UH-255")
@pytest.mark.parametrize(
    ("cell", "replaces", "flags"), [((1, 0), None, {"wet_east"}), ((3, 3), None, set()), ((0, 0), "1", set())]
)
def test_the_direction_is_seen_from_where_the_hero_stood(
    cell: tuple[int, int], replaces: str | None, flags: set[str]
) -> None:
    there = map_card("7", *cell, **({"replaces": replaces} if replaces else {}))
    m = answered(play(outside(RAIN, SUN, FINDS_7, there, top="rain"), then=1), "explore 20", "left")
    if asked(m).topic == "free move":
        answer(m, "go 7")
    assert m.state.flags == flags


# Detour


def stephanie(*more: Any, maps: tuple[str, ...] = ("1",), **facts: Any) -> Match:
    """The map 7 south of map 1 is found, and the Detour card lists north first, then east."""
    g = outside(BOAT, RAIN, FINDS_7, SOUTH, *more, top="boat", maps=maps, **facts)
    return answered(play(g, then=1), "explore 20", "left", "stay")


@pytest.mark.rule("UH-X33", "UH-258", "UH-259")
def test_stephanie_places_the_detour_east() -> None:
    m = stephanie()
    assert list(m.state.detours) == [("skarvik", 1, 1)]
    assert told_of(m, "detour") == [["boat", "east"]]


@pytest.mark.rule("UH-X34", "UH-260")
def test_without_room_the_detour_is_discarded() -> None:
    m = stephanie(maps=("1", "12"))
    assert m.state.detours == {}
    assert m.state.exploration.rows[USED] == ("boat",)
    assert m.state.counters == {}


@pytest.mark.rule("UH-X35", "UH-261")
def test_a_covered_detour_is_resolved_first() -> None:
    east = map_card("8", 1, 1)
    m = stephanie(east, item("21", icons=[{"draw": "8"}]))
    g = answer(m, "explore 21", "left")
    assert (g.counters, g.detours, where(g, "8")) == ({"detours": 1}, {}, "map")
    names = told(m, "covers a detour", "map", "exploration")
    assert names[-3:] == ["covers a detour", "map", "exploration"]


@pytest.mark.rule("UH-262", "UH-Q85")
def test_a_detour_is_no_map_and_its_cell_is_not_empty_for_another() -> None:
    m = stephanie()
    assert offered(m, "travel") == []
    assert m.state.world.at(next(iter(m.state.detours))) is None
    again = card("boat-2", "detour", priority=["east"], do=[{"count": "detours"}])
    g = outside(
        BOAT, again, FINDS_7, SOUTH, map_card("8", 1, 2), item("21", icons=[{"draw": "8"}]), top="boat"
    )
    m = answered(play(g, then=1), "explore 20", "left", "stay", "explore 21", "left")
    assert len(m.state.detours) == 2


# Nightfall


@pytest.mark.rule("UH-X36", "UH-263", "UH-264")
def test_nightfall() -> None:
    m = play(
        outside(NIGHT, card("other", "nightfall", intervals=[]), FINDS_7, SOUTH, top="night", clock=1), then=1
    )
    g = answer(m, "explore 20", "left", "stay")
    assert (g.flags, g.clock, g.exploration.rows[USED]) == ({"dark"}, 2, ("night",))
    assert answer(m, "pass").clock == 2


@pytest.mark.rule("UH-263")
def test_an_interval_without_an_effect_only_moves_the_clock() -> None:
    m = play(outside(NIGHT, RAIN, FINDS_7, SOUTH, top="night", clock=4), then=1)
    g = answer(m, "explore 20", "left", "stay")
    assert (g.flags, g.clock) == (frozenset(), 5)


@pytest.mark.rule("UH-265", "UH-266")
def test_with_nightfall_the_clock_stands_still_at_the_end_of_turns() -> None:
    m = play(saga(NIGHT, modules=("nightfall",)))
    assert answer(m, "pass", "pass").clock == 0
    assert does(m.state, "[{advance: 2}]").clock == 2


@pytest.mark.rule("UH-Q86", "UH-122")
def test_the_space_that_nightfall_advances_to_strikes() -> None:
    spaces = [
        {"label": "12", "hours": "12-2"},
        {"label": "1", "hours": "12-2", "do": [{"set_flag": "struck"}]},
        {"label": "2", "hours": "12-2"},
    ]
    ticking = {"card": "clock", "kind": "clock", "title": "Clock", "spaces": spaces}
    g = outside(NIGHT, RAIN, FINDS_7, SOUTH, ticking, top="night")
    assert "struck" in answer(play(g, then=1), "explore 20", "left", "stay").flags


# Cursed and Blessed


def luck(of: str, dice: int = 1, base: int = 0, copies: int = 11) -> dict[str, Any]:
    return {
        "card": f"{of}-luck",
        "kind": "luck",
        "title": "Luck",
        "of": of,
        "dice": dice,
        "base": base,
        "copies": copies,
    }


def trait(of: str, n: int, **steps: Any) -> dict[str, Any]:
    plain = {"top": {}, "middle": {}, "bottom": {}}
    return {
        "card": f"{of}-{n}",
        "kind": "trait",
        "title": "Trait",
        "text": "A trait.",
        "of": of,
        **plain,
        **steps,
    }


@pytest.mark.rule("UH-X39", "UH-272", "UH-273")
def test_four_of_twenty_two_join_the_luck_deck() -> None:
    g = saga(luck("blessed"), luck("cursed"), sets=("blessed luck", "cursed luck"))
    m = play_only(
        game, g, bless_luck, falls=["blessed-luck-1", "cursed-luck-3", "blessed-luck-2", "cursed-luck-9"]
    )
    g = m.state
    assert (g.luck.deck_size, len(g.luck.rows[REST_OF_LUCK])) == (24, 18)
    assert "cursed-luck-9" in g.luck.layers[0]


@pytest.mark.rule("UH-X37", "UH-274", "UH-269")
def test_mia_draws_a_cursed_luck_card() -> None:
    g = saga(
        luck("cursed", dice=2),
        challenge("52", boxes=[box("strength", 9)]),
        sets=("cursed luck",),
        luck=[0, 0],
    )
    g.luck.put_on("cursed-luck-1", mask=-1 & 0x7FFFFFFF)
    g.luck.take("cursed-luck-1", REST_OF_LUCK)
    m = play(g, (-1, -1))
    answer(m, "explore 52", "box 1", "1")
    assert told_of(m, "drawn") == [[1, -2]]
    assert told_of(m, "rolls") == [["cursed", -2]]


@pytest.mark.rule("UH-Q88")
def test_a_luck_card_may_have_a_base_value_and_its_roll_holds_for_the_attempt() -> None:
    g = saga(
        luck("cursed", base=1),
        challenge("52", boxes=[box("strength", 9)]),
        sets=("cursed luck",),
        luck=[0, 0],
    )
    g.luck.put_on("cursed-luck-1", mask=-1 & 0x7FFFFFFF)
    g.luck.take("cursed-luck-1", REST_OF_LUCK)
    m = play(g, (-2,))
    answer(m, "explore 52", "box 1", "1")
    assert told_of(m, "result") == [[0, 9]]
    assert m.state.rolls == {}


@pytest.mark.rule("UH-270", "UH-Q87")
@pytest.mark.parametrize(
    ("of", "faces"), [("blessed", [2, 1, 1, 0, 0, -1]), ("cursed", [-2, -1, -1, 0, 0, 1])]
)
def test_the_faces_of_the_dice(of: str, faces: list[int]) -> None:
    content = LIBRARY.contents("unlikely")
    assert content.faces[of] == tuple(faces)  # type: ignore[index]
    g = does(
        saga(), f"[{{roll: 2, of: {of}}}, {{if: rolled = 0, then: [{{set_flag: zero}}]}}]", falls=[(0, 0)]
    )
    assert "zero" in g.flags


@pytest.mark.rule("UH-271")
@pytest.mark.parametrize(("fall", "deck", "discarded"), [((1,), 3, 1), ((-1,), 1, 3), ((0,), 2, 2)])
def test_a_roll_for_an_amount_gains_or_discards(fall: tuple[int], deck: int, discarded: int) -> None:
    g = saga(luck=[1, 1], discarded_luck=[0, 0])
    text = "[{roll: 1}, {if: rolled < 0, then: [{discard_luck: 0 - rolled}], else: [{restore: rolled}]}]"
    g = does(g, text, falls=[fall, 0] if fall == (1,) else [fall])
    assert (g.luck.deck_size, len(luck_discard(g))) == (deck, discarded)


FOUR = tuple([trait(of, n) for of in ("blessed", "cursed") for n in range(4)])


@pytest.mark.rule("UH-X38", "UH-275", "UH-279")
def test_eight_cubes_lie_on_traits_with_four_heroes() -> None:
    g = saga(*FOUR, heroes=("ada", "bjerke", "cleo", "dag"), sets=("blessed traits", "cursed traits"))
    falls = ["blessed-0", "blessed-1", "blessed-2", "cursed-3", "cursed-1", "cursed-2"]
    m = play_only(game, g, deal_traits, falls=falls)
    assert (m.state.markers, m.state.pool) == (9, 11)
    assert m.state.heroes[0].traits == (("blessed-0", "middle"), ("cursed-3", "middle"))


@pytest.mark.rule("UH-276", "UH-277")
def test_a_trait_lies_with_its_hero_and_its_cube_in_the_middle() -> None:
    g = saga(*FOUR, traits={ADA: [("blessed-0", "middle"), ("cursed-0", "middle")]})
    cards = [thing for thing in game.scene(g, 0).seats[0].things if thing.id.startswith("trait")]
    assert [(one.id, one.corner) for one in cards] == [
        ("trait blessed-0", "middle"),
        ("trait cursed-0", "middle"),
    ]  # type: ignore[union-attr]


STEPS = trait(
    "blessed", 9,
    top={"while": [{"travel": 2, "who": "self"}]},
    middle={"while": [{"travel": 1, "who": "self"}]},
)  # fmt: skip


@pytest.mark.rule("UH-278", "UH-Q89")
def test_only_the_effect_at_the_cube_is_active_and_a_cube_stops_at_an_end() -> None:
    g = saga(STEPS, traits={ADA: [("blessed-9", "middle")]})
    assert "travel 5" in offered(play(g))
    g = does(g, "[{each: traits, do: [{trait_up: it}]}]")
    assert "travel 6" in offered(play(g))
    g = does(
        g,
        "[{each: traits, do: [{trait_up: it}]}, {each: traits, do: [{trait_down: it}]}, {each: traits, do: [{trait_down: it}]}]",
    )
    assert g.heroes[ADA].traits == (("blessed-9", "bottom"),)
    assert "travel 5" not in offered(play(g))


@pytest.mark.rule("UH-280", "UH-Q90")
def test_a_trait_cube_is_no_energy() -> None:
    m = play(
        saga(
            STEPS,
            challenge("52", boxes=[box("strength", 9)]),
            traits={ADA: [("blessed-9", "middle")]},
            luck=[0, 0],
        )
    )
    answer(m, "explore 52", "box 1", "1")
    assert asked(m).topic == "action"


BLESSED = tuple(
    [item(f"oil-{n}", back=None, of="blessed", left={"dice": {"strength": ["blessed"]}}) for n in range(4)]
)
CURSED = tuple([item(f"gull-{n}", back=None, of="cursed") for n in range(4)])


@pytest.mark.rule("UH-281", "UH-282", "UH-Q93")
def test_each_hero_is_dealt_an_item_of_each_set_and_cursed_ones_must_be_equipped() -> None:
    g = saga(*BLESSED, *CURSED, sets=("blessed items", "cursed items"))
    m = play_only(game, g, deal_items, falls=["oil-1", "oil-3", "gull-0", "gull-2"])
    assert offered(m) == ["left", "right", "discard it"]
    answer(m, "left", "discard it")
    assert offered(m) == ["left", "right"]
    answer(m, "left", "right")
    assert (backpack(m.state, ADA), backpack(m.state, BJERKE)) == (
        (("oil-1", "gull-0"), ()),
        ((), ("gull-2",)),
    )
    assert [box_.deck_size for box_ in m.state.modules] == [3, 2]


@pytest.mark.rule("UH-283", "UH-285", "UH-159")
def test_a_discarded_one_goes_under_its_own_pile() -> None:
    g = with_item("oil-0")
    g = answer(play(g), "discard", "this oil-0")
    pile = g.items_box("blessed")
    assert pile.layers[-1] == ("oil-0",)
    assert "oil-0" not in g.discard


def with_item(ident: str, **facts: Any) -> UnlikelyState:
    """ada has a blessed or cursed item on her left."""
    from foldtale.games.unlikely.state import IN_PLAY

    g = saga(
        *BLESSED,
        *CURSED,
        *facts.pop("cards", ()),
        sets=("blessed items", "cursed items"),
        left={ADA: [ident]},
        **facts,
    )
    pile = g.items_box(g.item(ident).of or "blessed")
    assert pile is not None
    pile.lift(ident)
    pile.put(ident, IN_PLAY)
    return g


@pytest.mark.rule("UH-284", "UH-Q91")
def test_a_die_modifier_is_rolled_once_in_each_encounter() -> None:
    forced = challenge("52", boxes=[box("strength", 4)], forced=True)
    m = play(with_item("oil-0", cards=(forced,), luck=[0, 1, 0, 0]), (1,), "gull-2")
    answer(m, "explore 52", "1")
    assert told_of(m, "result") == [[2, 4]]
    answer(m, "gain cursed", "right", "1")
    assert told_of(m, "result") == [[2, 4], [3, 4]]
    assert told(m, "rolls") == ["rolls"]


def results(which: Any, **facts: Any) -> Match:
    """The question after a success or a failure."""
    cards = (*BLESSED[:1], *CURSED[:1], trait("blessed", 0), trait("cursed", 0))
    sets = facts.pop("sets", ("blessed items", "cursed items", "blessed traits", "cursed traits"))
    g = saga(*cards, sets=sets, **facts)
    return play_only(game, g, which, falls=["oil-0"] if which is after_success else [])


@pytest.mark.rule("UH-287", "UH-289", "UH-Q92")
def test_a_success_may_bring_a_blessing() -> None:
    m = results(
        after_success, traits={BJERKE: [("blessed-0", "bottom"), ("cursed-0", "top")]}, left={ADA: ["gull-0"]}
    )
    assert (asked(m), offered(m)) == (
        (ADA, "blessing"),
        ["trait up blessed-0", "gain blessed", "lose gull-0", "no"],
    )
    g = answer(m, "trait up blessed-0")
    assert g.heroes[BJERKE].traits[0] == ("blessed-0", "middle")


@pytest.mark.rule("UH-288", "UH-289")
def test_a_failure_must_bring_a_curse() -> None:
    m = results(
        after_failure, traits={BJERKE: [("blessed-0", "bottom"), ("cursed-0", "top")]}, left={ADA: ["oil-0"]}
    )
    assert (asked(m), offered(m)) == ((ADA, "curse"), ["trait down cursed-0", "gain cursed", "lose oil-0"])
    g = answer(m, "gain cursed", "left")
    assert "gull-0" in g.heroes[ADA].left


@pytest.mark.rule("UH-286", "UH-290")
def test_what_cannot_be_carried_out_is_not_available() -> None:
    cards = (trait("cursed", 0), challenge("52", boxes=[box("strength", 9)]))
    m = play(saga(*cards, sets=("cursed traits", "cursed items"), luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1")
    assert asked(m).topic == "action"


@pytest.mark.rule("UH-Q94", "UH-288")
def test_each_failed_attempt_of_a_forced_challenge_is_a_failure_of_its_own() -> None:
    cards = (trait("cursed", 0), trait("cursed", 1), challenge("52", boxes=[box("strength", 2)], forced=True))
    g = saga(
        *cards,
        sets=("cursed traits",),
        luck=[0, 0, 1, 0],
        traits={ADA: [("cursed-0", "top")], BJERKE: [("cursed-1", "top")]},
    )
    m = answered(play(g), "explore 52", "1")
    assert offered(m) == ["trait down cursed-0", "trait down cursed-1"]
    answer(m, "trait down cursed-0", "1")
    assert asked(m).topic == "curse"


@pytest.mark.rule("UH-Q94")
def test_a_success_may_be_left_without_a_blessing() -> None:
    m = results(after_success, traits={ADA: [("blessed-0", "bottom")]})
    assert answer(m, "no").heroes[ADA].traits == (("blessed-0", "bottom"),)


# What is in the box


@pytest.mark.rule("UH-246", "UH-247", "UH-268")
def test_the_box_has_the_cards_of_the_inventory() -> None:
    content = LIBRARY.contents("unlikely")
    counts = Counter([one.kind for one in content.cards.values()])
    assert [counts[kind] for kind in ("weather", "detour", "nightfall", "unlucky")] == [20, 20, 20, 8]
    assert [len(content.items_of[of]) for of in ("blessed", "cursed")] == [9, 9]
    assert [len(content.traits_of[of]) for of in ("blessed", "cursed")] == [9, 9]
    assert [len(content.luck_of[of]) for of in ("blessed", "cursed")] == [11, 11]
    g = UnlikelyState(content, mode(modules=("weather",)))
    assert g.exploration is not None
    assert g.exploration.deck_size == 20
