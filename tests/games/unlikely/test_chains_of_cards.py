"""Unlikely Heroes: cards that draw, move and discard each other while one of them is still being resolved."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.games.unlikely.world import ways_from
from foldtale.kernel import Match
from foldtale.testing import answer, answered, asked, offered, told
from tests.games.unlikely.given import (
    ADA,
    BJERKE,
    ROW,
    box,
    carried_out,
    challenge,
    does,
    hero_card,
    item,
    map_card,
    play,
    saga,
    where,
)

HARD = challenge("91", boxes=[box("strength", 9)])
EASY = challenge("91", boxes=[box("strength", 0)])
AFTER = {"set_flag": "after"}
LOST = ("pile", "pile", False)
"""Both challenges are back in the pile, and what the first one still had to do was not done."""


def ends_of(m: Match, *cards: str) -> tuple[object, ...]:
    return (*[where(m.state, card) for card in cards], "after" in m.state.flags)


# What a challenge still has to do is lost when it goes back


@pytest.mark.rule("UH-Q62")
def test_what_a_failed_challenge_still_does_is_lost_when_the_one_that_it_draws_fails() -> None:
    first = challenge("52", boxes=[box("strength", 9)], on_fail=[{"draw": "91"}, AFTER])
    m = play(saga(first, HARD, luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1", "box 1", "1")
    assert (ends_of(m, "52", "91"), asked(m).topic) == (LOST, "action")


@pytest.mark.rule("UH-Q62")
def test_what_a_challenge_does_at_once_is_lost_when_the_one_that_it_draws_fails() -> None:
    first = challenge("52", boxes=[box("strength", 0)], at_once=[{"draw": "91"}, AFTER])
    m = play(saga(first, HARD, luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1")
    assert (ends_of(m, "52", "91"), asked(m).topic) == (LOST, "action")


@pytest.mark.rule("UH-Q62", "UH-162")
def test_the_icons_of_a_challenge_are_lost_when_one_of_them_draws_one_that_fails() -> None:
    first = challenge("52", boxes=[box("strength", 0)], icons=[{"draw": "91"}, {"draw": "20"}])
    m = play(saga(first, HARD, item("20"), luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1")
    assert (ends_of(m, "52", "91"), asked(m).topic, where(m.state, "20")) == (LOST, "action", "pile")


@pytest.mark.rule("UH-Q62", "UH-209")
def test_the_move_of_a_relocate_is_lost_when_its_map_draws_a_challenge_that_fails() -> None:
    first = challenge("52", boxes=[box("strength", 0, {"relocate": "7"})])
    m = play(saga(first, HARD, map_card("7", 5, 5, at_once=[{"draw": "91"}]), luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1", "box 1", "1")
    assert (ends_of(m, "52", "91"), asked(m).topic, where(m.state, "7")) == (LOST, "action", "map")


@pytest.mark.rule("UH-Q62", "UH-081")
def test_the_reward_is_lost_when_something_after_the_success_draws_a_challenge_that_fails() -> None:
    first = challenge("52", boxes=[box("strength", 0, AFTER)])
    horn = item("20", effect={"at": "succeeded", "do": [{"draw": "91"}]})
    m = play(saga(first, HARD, horn, right={ADA: ["20"]}, luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1", "use 20", "box 1", "1")
    assert (ends_of(m, "52", "91"), asked(m).topic) == (LOST, "action")


@pytest.mark.rule("UH-Q62")
def test_a_chain_inside_what_follows_from_something_else_leaves_the_rest_of_it_alone() -> None:
    """Two cards answer to a step: the first draws a chain that fails, the second is still carried out."""
    on = {"on": "enters_map", "if": "place is 2"}
    first = item("20", effect={"window": "forced", "when": [{**on, "do": [{"draw": "52"}]}]})
    second = item("21", effect={"window": "forced", "when": [{**on, "do": [{"count": "steps"}]}]})
    chain = challenge("52", boxes=[box("strength", 0, {"draw": "91"}, AFTER)])
    m = play(saga(first, second, chain, HARD, right={ADA: ["20"], BJERKE: ["21"]}, luck=[0, 0]))
    answer(m, "travel 2", "box 1", "1", "box 1", "1")
    assert (ends_of(m, "52", "91"), m.state.counters, m.state.depth) == (LOST, {"steps": 1}, 0)


# Attempts that end before they have begun


@pytest.mark.rule("UH-196", "UH-Q119")
def test_a_challenge_that_is_discarded_while_its_box_is_chosen_is_not_forfeited() -> None:
    """The first stage stays in play, and its reward goes on."""
    first = challenge("52", boxes=[box("strength", 0, {"draw": "91"}, AFTER)])
    axe = item("20", effect={"do": [{"discard": "91"}]})
    m = play(saga(first, HARD, axe, right={ADA: ["20"]}, luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1", "use 20")
    assert (ends_of(m, "52", "91"), told(m, "forfeits")) == (("discard", "discard", True), [])


@pytest.mark.rule("UH-213", "UH-Q119")
def test_a_failed_challenge_that_is_gone_cannot_be_attempted_again() -> None:
    first = challenge("52", boxes=[box("strength", 0, {"draw": "91"}, AFTER)])
    axe = item("20", effect={"at": "failed", "do": [{"discard": "91"}, "repeat_attempt"]})
    m = play(saga(first, HARD, axe, right={ADA: ["20"]}, luck=[0, 0]))
    answer(m, "explore 52", "box 1", "1", "box 1", "1", "use 20")
    assert ends_of(m, "52", "91") == ("pile", "discard", False)


@pytest.mark.rule("UH-194", "UH-Q119")
@pytest.mark.parametrize(
    ("at", "before", "drawn"), [("announcing", [], 0), ("joining", [], 0), ("drawn", ["1"], 1)]
)
def test_a_challenge_that_an_effect_forfeits_is_left_at_once(at: str, before: list[str], drawn: int) -> None:
    first = challenge("52", boxes=[box("strength", 9)], joined=True, forced=True)
    shield = item("20", effect={"at": at, "do": ["forfeit"]})
    toy = item("21", effect={"spaces": ["charged"], "do": [{"restore": 1}]})
    m = play(saga(first, shield, toy, right={ADA: ["20", "21"]}, at=["1", "2"], luck=[0, 0]))
    answer(m, "explore 52", *before, "use 20")
    assert (asked(m).topic, where(m.state, "52"), m.state.luck.deck_size) == ("action", "pile", 2 - drawn)


@pytest.mark.rule("UH-Q45")
def test_an_effect_may_open_the_only_box_of_a_challenge() -> None:
    first = challenge("52", boxes=[box("strength", 0, needs="21")], forced=True)
    summons = item("22", effect={"do": [{"each": "others", "do": [{"go_to": "1", "who": "it"}]}]})
    g = saga(
        first,
        summons,
        item("21"),
        luck=[0, 0],
        right={ADA: ["22"]},
        left={BJERKE: ["21"]},
        at=["1", "2"],
        players=1,
    )
    m = answered(play(g), "explore 52")
    assert offered(m) == ["forfeit", "use 22"]
    answer(m, "use 22")
    assert asked(m).topic == "announce"


# Two challenges at once


@pytest.mark.rule("UH-Q91")
def test_a_challenge_inside_another_does_not_forget_what_was_rolled_for_the_outer_one() -> None:
    """The die of the sword is rolled once, though the forced challenge is repeated after another one."""
    first = challenge("52", boxes=[box("strength", 4)], forced=True, on_fail=[{"draw": "91"}])
    inner = challenge("91", boxes=[box("wit", 0)])
    sword = item("20", of="cursed", left={"dice": {"strength": ["cursed"]}})
    m = play(saga(first, inner, sword, left={ADA: ["20"]}, luck=[0, 0, 2]), (1,))
    answer(m, "explore 52", "1", "box 1", "1", "1")
    assert (told(m, "rolls"), told(m, "succeeds")) == (["rolls"], ["succeeds", "succeeds"])


@pytest.mark.rule("UH-068", "UH-Q119")
def test_what_a_challenge_says_of_itself_does_not_count_in_the_one_that_it_draws() -> None:
    first = challenge("52", boxes=[box("strength", 0, {"draw": "91"})], **{"while": [{"requirement": 3}]})
    inner = challenge("91", boxes=[box("strength", 1)])
    m = play(saga(first, inner, luck=[2, 0]))
    answer(m, "explore 52", "box 1", "1", "box 1", "1")
    assert told(m, "succeeds") == ["succeeds", "succeeds"]


@pytest.mark.rule("UH-068", "UH-Q119")
def test_what_a_challenge_says_of_itself_counts_again_after_the_one_that_it_draws() -> None:
    first = challenge(
        "52",
        boxes=[box("strength", 0)],
        on_fail=[{"draw": "91"}],
        forced=True,
        **{"while": [{"requirement": 3}]},
    )
    inner = challenge("91", boxes=[box("strength", 1)])
    m = play(saga(first, inner, luck=[1, 0, 1, 0, 2]))
    answer(m, "explore 52", "1", "box 1", "1", "1")
    assert (told(m, "fails"), asked(m).topic) == (["fails", "fails"], "announce")


# Cards that are discarded while they are being revealed


@pytest.mark.rule("UH-160", "UH-Q120")
def test_a_discard_icon_catches_an_item_that_is_being_revealed() -> None:
    first = item("20", effect={"window": "reveal", "spaces": ["charged"], "do": [{"draw": "21"}]})
    m = play(saga(first, item("21", icons=[{"discard": "20"}])))
    answer(m, "explore 20", "left")
    assert (where(m.state, "20"), asked(m).topic, "20" in m.state.cubes) == ("discard", "action", False)


@pytest.mark.rule("UH-160", "UH-Q120")
def test_a_hero_card_that_is_discarded_while_it_is_revealed_is_not_offered() -> None:
    found = hero_card("60", colour="brown", effect={"window": "reveal", "do": [{"draw": "21"}]})
    m = play(saga(found, item("21", icons=[{"discard": "60"}])))
    answer(m, "explore 60", "left")
    assert (where(m.state, "60"), asked(m).topic) == ("discard", "action")


@pytest.mark.rule("UH-160", "UH-Q120")
@pytest.mark.parametrize("away", ["discard", "destroy", "aside"])
def test_a_card_that_is_taken_away_when_it_is_revealed_is_not_resolved(away: str) -> None:
    hooks = [{"on": "card_revealed", "if": f"card is {card}", "do": [{away: card}]} for card in ("7", "52")]
    eye = item("20", effect={"window": "forced", "when": hooks})
    cards = (map_card("7", 0, -1), challenge("52", boxes=[box("wit", 0)]))
    m = play(saga(*cards, eye, right={ADA: ["20"]}))
    answer(m, "explore 7", "explore 52")
    there = {"discard": "discard", "destroy": "lid", "aside": "aside"}[away]
    assert (where(m.state, "7"), where(m.state, "52"), asked(m)) == (there, there, (BJERKE, "action"))


@pytest.mark.rule("UH-Q80", "UH-162")
def test_a_map_that_a_chapter_brings_is_revealed_before_its_icons_are_followed() -> None:
    """Something happens whenever a card is revealed; only then does the icon of the map draw an item."""
    eye = item(
        "20", effect={"window": "forced", "when": [{"on": "card_revealed", "do": [{"count": "cards"}]}]}
    )
    law = item("22", effect={"do": [{"regroup": "7"}]})
    seventh = map_card("7", 0, -1, icons=[{"draw": "21"}])
    m = play(saga(eye, law, seventh, item("21"), right={ADA: ["20", "22"]}, players=1))
    answer(m, "use 22", "done", "left")
    assert (m.state.counters, where(m.state, "21"), m.state.heroes[BJERKE].at) == (
        {"cards": 2},
        "backpack",
        "7",
    )


# Keepers


@pytest.mark.rule("UH-163", "UH-Q46")
def test_an_item_goes_whose_keeper_goes_for_want_of_its_own() -> None:
    cards = (item("20", keep="21"), item("21", keep="22"), item("22"))
    m = play(saga(*cards, left={ADA: ["20", "21", "22"]}))
    answer(m, "discard", "this 22")
    assert [where(m.state, card) for card in ("20", "21", "22")] == ["discard"] * 3


@pytest.mark.rule("UH-163", "UH-185")
def test_an_item_goes_whose_keeper_is_discarded_to_meet_a_limit() -> None:
    straps = item(
        "23",
        effect={
            "window": "forced",
            "when": [
                {
                    "on": "turn_starts",
                    "do": [{"for": "quest", "while": [{"backpack_limit": -1, "who": "self"}]}],
                }
            ],
        },
    )
    cards = (item("20", keep="21"), item("21"), item("22"), straps)
    m = play(saga(*cards, left={ADA: ["20", "21", "22"]}, right={ADA: ["23"]}, step="begin"))
    answer(m, "this 21")
    assert (where(m.state, "20"), asked(m).topic) == ("discard", "action")


# Steps


def trap(**fields: Any) -> Any:
    """Map 2, which does something when somebody enters it, and is in force."""
    return map_card(
        "2", 1, 0, {"west": "1", "east": "3"}, when=[{"on": "enters_map", "if": "place is 2", **fields}]
    )


def entered(*cards: Any, **facts: Any) -> Any:
    from foldtale.games.unlikely.state import enforce

    g = saga(*cards, **facts)
    enforce(g, "2", None, g.content.body("2").standing)
    return g


TURNED = map_card("38", 1, 0, {"west": "1", "east": "3"}, replaces="2")


@pytest.mark.rule("UH-134", "UH-Q111")
def test_a_hero_whose_way_changes_on_it_goes_on_with_the_spaces_left() -> None:
    m = answered(play(entered(trap(do=[{"draw": "38"}]), TURNED)), "travel 3")
    assert (m.state.heroes[ADA].at, asked(m).topic) == ("38", "travel on")
    answer(m, "go 4")
    assert (m.state.heroes[ADA].at, asked(m).topic) == ("4", "action")


@pytest.mark.rule("UH-Q111", "UH-Q121")
def test_who_moves_along_enters_the_same_map_and_is_never_left_behind() -> None:
    rope = item("20", effect={"at": "travel", "do": [{"each": "company", "do": [{"bring": "it"}]}]})
    g = entered(trap(do=[{"draw": "38"}]), TURNED, rope, right={ADA: ["20"]}, players=1)
    m = answered(play(g), "set out", "use 20", "go 3")
    assert [hero.at for hero in m.state.heroes] == ["38", "38"]
    answer(m, "go 3")
    assert [hero.at for hero in m.state.heroes] == ["3", "3"]


@pytest.mark.rule("UH-Q121")
def test_who_is_taken_away_on_the_way_does_not_come_back() -> None:
    rope = item("20", effect={"at": "travel", "do": [{"each": "company", "do": [{"bring": "it"}]}]})
    away = trap(do=[{"each": "others", "do": [{"go_to": "6", "who": "it"}]}])
    g = entered(away, rope, right={ADA: ["20"]}, players=1)
    m = answered(play(g), "set out", "use 20", "go 3")
    assert m.state.heroes[BJERKE].at == "6"


@pytest.mark.rule("UH-Q121")
def test_a_hero_moved_in_the_middle_of_some_steps_stays_where_that_leads() -> None:
    g = entered(trap(do=[{"go_to": "6", "who": "who"}]))
    assert does(g, "[{step: 3}]", answers=["go 4"]).heroes[ADA].at == "6"


@pytest.mark.rule("UH-240", "UH-Q52")
def test_all_heroes_gather_on_the_map_that_replaces_the_named_one() -> None:
    law = item("20", effect={"do": [{"regroup": "2"}]})
    g = entered(trap(limit="round", do=[{"draw": "38"}]), TURNED, law, right={ADA: ["20"]}, players=1)
    m = answered(play(g), "use 20", "done")
    assert [hero.at for hero in m.state.heroes] == ["38", "38"]


@pytest.mark.rule("UH-134")
def test_a_hero_who_is_too_slow_for_any_space_travels_nowhere() -> None:
    stone = item("20", left={"while": [{"travel": -4, "who": "self"}]})
    m = play(saga(stone, left={ADA: ["20"]}))
    assert offered(m, "travel") == []


@pytest.mark.rule("UH-137")
def test_a_step_across_an_open_border_is_kept_where_there_is_a_way_of_the_same_length() -> None:
    """From 1 to 12 by way of 2 costs the crossing; by way of 11, which is connected, it does not."""
    g = saga(
        map_card("1", 0, 0, {"east": "2", "south": "11"}),
        map_card("11", 0, 1, {"north": "1", "east": "12"}),
        map_card("12", 1, 1, {"west": "11"}),
        maps=(*ROW, "11", "12"),
    )
    assert ways_from(g.world.areas, "1", 2, 1)["12"] == ("11", "12")


# A swap


@pytest.mark.rule("UH-129", "UH-185", "UH-Q122")
def test_both_items_of_a_swap_are_laid_before_anybody_meets_a_limit() -> None:
    cards = [item(str(n)) for n in range(20, 27)]
    g = saga(*cards, left={ADA: ["20", "21", "22"], BJERKE: ["23", "24"]}, right={ADA: ["25"]}, players=1)
    m = answered(play(g), "swap", "this 25", "this 23")
    assert offered(m) == ["left", "right"]
    answer(m, "left", "right")
    assert (asked(m).topic, where(m.state, "25"), where(m.state, "23")) == (
        "too many",
        "backpack",
        "backpack",
    )
    answer(m, "this 20")
    assert (m.state.heroes[ADA].left, m.state.heroes[BJERKE].right) == (("21", "22", "23"), ("25",))


# Maps that go, and cards that go with others


@pytest.mark.rule("UH-Q53", "UH-158")
def test_a_map_lies_on_the_table_until_its_heroes_have_stepped_off() -> None:
    law = item("20", effect={"do": [{"discard": "2"}]})
    m = answered(play(saga(law, right={ADA: ["20"]}, at=["1", "2"])), "use 20")
    assert (asked(m).topic, where(m.state, "2")) == ("step off", "map")
    answer(m, "3")
    assert (where(m.state, "2"), m.state.heroes[BJERKE].at) == ("discard", "3")


@pytest.mark.rule("UH-Q53", "UH-173")
def test_who_steps_off_a_map_that_goes_enters_another_one() -> None:
    law = item("20", effect={"do": [{"discard": "1"}]})
    m = answered(play(entered(trap(do=[{"count": "steps"}]), law, right={ADA: ["20"]})), "use 20")
    assert (m.state.counters, told(m, "moves")) == ({"steps": 2}, ["moves", "moves"])


@pytest.mark.rule("UH-282", "UH-Q120")
def test_a_blessed_item_that_discards_itself_when_it_is_revealed_is_not_equipped() -> None:
    away = item("oil", back=None, of="blessed", effect={"window": "reveal", "do": [{"discard": "oil"}]})
    m = carried_out(saga(away, sets=("blessed items",)), "[{gain_item: blessed}]", falls=["oil"])
    assert (asked(m).topic, m.state.modules[0].deck_size) == ("action", 1)


@pytest.mark.rule("UH-154", "UH-160")
def test_a_card_that_has_gone_back_to_the_pile_is_not_discarded_with_the_others_of_its_number() -> None:
    """Two cards have the number 30; when the first is discarded, the second goes back to the pile."""
    twins = (item("30"), item("31", number="30", keep="99"), item("99"))
    on = {"on": "discarded", "limit": "turn", "do": [{"return": "30"}]}
    broom = item("22", effect={"window": "forced", "when": [on]})
    law = item("23", effect={"do": [{"discard": "30"}]})
    g = saga(
        *twins, broom, law, left={ADA: ["30"], BJERKE: ["31", "99"]}, right={ADA: ["22", "23"]}, players=1
    )
    g = answer(play(g), "use 23")
    assert (where(g, "30"), where(g, "31")) == ("pile", "pile")


@pytest.mark.rule("UH-135", "UH-137")
def test_steps_that_are_no_travel_action_cross_no_open_border_either() -> None:
    m = carried_out(saga(maps=(*ROW, "11", "12")), "[{step: 3}]")
    assert offered(m, "go") == ["go 2", "go 3", "go 4"]
