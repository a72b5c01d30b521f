"""Wonder Book: every amount and every condition that cards can ask for."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.record import Campaign
from tests.games.wonderbook.given import book, does
from tests.games.wonderbook.yards.selectors import is_so, number, yard


@pytest.mark.parametrize(
    "value",
    [
        "hearts(TINA)",
        "missing_hearts(TINA)",
        "sparks(TINA)",
        "count(items_of(TINA))",
        "count(closest_wyrms(TINA))",
    ],
)
def test_a_hero_who_does_not_play_has_nothing(value: str) -> None:
    assert number(yard(wyrms=["A"]), value) == 0


@pytest.mark.parametrize(
    "condition",
    ["is_in(TINA, A)", "is_full(TINA)", "has_aura(TINA)", "holds(torch, TINA)", "area_of(TINA) is A"],
)
def test_of_a_hero_who_does_not_play_nothing_is_so(condition: str) -> None:
    assert not is_so(yard(items={"SID": ["torch"]}), condition)


def test_successes_and_failures_of_the_roll_of_this_text() -> None:
    text = "[{roll: 5}, {set_counter: good, n: successes}, {set_counter: bad, n: failures}]"
    assert does(yard(), text, falls=["S F S F S"]).counters == {"good": 3, "bad": 2}


def test_before_a_roll_there_are_neither_successes_nor_failures() -> None:
    g = does(yard(), "[{roll: 3}]", falls=["S S F"])
    assert number(g, "successes") == 0
    assert number(g, "failures") == 0


def test_the_heroes_are_counted_also_those_who_lie_there() -> None:
    assert number(yard(hearts={"SID": 0}), "hero_count") == 3
    assert number(book(heroes=["SID", "LARA"], players=1), "hero_count") == 2


def test_one_player_alone_is_one_player_with_two_heroes() -> None:
    g = book(heroes=["SID", "LARA"], players=1)
    assert number(g, "players") == 1
    assert number(yard(), "players") == 3


def test_destiny_is_the_tokens_face_up() -> None:
    assert number(yard(destiny=7), "destiny") == 7
    assert number(yard(difficulty="hardcore"), "destiny") == 4


def test_hearts_and_missing_hearts() -> None:
    g = yard(hearts={"SID": 2, "KEN": 0})
    assert [number(g, "hearts", "SID"), number(g, "hearts(KEN)"), number(g, "hearts(LARA)")] == [2, 0, 5]
    assert [
        number(g, "missing_hearts", "SID"),
        number(g, "missing_hearts(KEN)"),
        number(g, "missing_hearts(LARA)"),
    ] == [3, 6, 0]


def test_sparks_in_a_reserve_and_in_an_area() -> None:
    g = yard(sparks={"SID": 3}, lying={"B": 2})
    assert [number(g, "sparks", "SID"), number(g, "sparks(KEN)")] == [3, 0]
    assert [number(g, "sparks_in(B)"), number(g, "sparks_in(A)"), number(g, "sparks_in(P)")] == [2, 0, 0]


@pytest.mark.rule("WB-043")
def test_the_hearts_of_enemies_and_allies() -> None:
    g = does(
        yard(), "[{create_enemy: boss, area: A}, {create_ally: fox, area: A}, {damage_enemy: 1, to: boss}]"
    )
    assert number(g, "enemy_hearts(boss)") == 3
    assert number(g, "ally_hearts(fox)") == 3
    assert number(yard(), "enemy_hearts(boss)") == 0
    assert number(yard(), "ally_hearts(fox)") == 0


def test_counters_and_markers_begin_with_nothing() -> None:
    g = does(yard(), "[{count: done, n: 0}, {count: lamps, n: 2}, {place_marker: 3, name: ink}]")
    assert [number(g, "counter(lamps)"), number(g, "counter(others)")] == [2, 0]
    assert [number(g, "markers(ink)"), number(g, "markers(mud)")] == [3, 0]


def test_the_round_and_the_chapter() -> None:
    assert number(yard(), "round") == 1
    assert number(yard(), "chapter") == 1
    assert is_so(yard(), "chapter = 1")
    assert not is_so(yard(), "round >= 2")


@pytest.mark.parametrize(
    ("heroes", "sparks"),
    [(["SID", "LARA"], 2), (["SID", "LARA", "KEN"], 5), (["SID", "LARA", "KEN", "TINA"], 5)],
)
def test_an_amount_by_players(heroes: list[str], sparks: int) -> None:
    text = "[{gain_sparks: {players: {1: 1, 2: 2, 3: 5}}, to: SID}]"
    assert does(book(heroes=heroes), text).sparks["SID"] == sparks


def test_amounts_are_reckoned() -> None:
    g = yard(hearts={"SID": 3})
    assert number(g, "hero_count * 2 + 1 - hearts(SID)") == 4
    assert number(g, "half(hearts(SID))") == 2
    assert number(g, "half_down(hearts(SID))") == 1
    assert number(g, "min(hearts(SID), players)") == 3
    assert number(g, "max(hearts(SID), destiny)") == 5


@pytest.mark.rule("WB-066", "WB-Q25")
def test_a_keyword_is_written_or_not() -> None:
    g = yard(record=Campaign(keywords={"LANTERN": 1}))
    assert is_so(g, "has(LANTERN)")
    assert is_so(g, "has(lantern)")
    assert not is_so(g, "not has(LANTERN)")
    assert not is_so(g, "has(ANCHOR)")


def test_a_hero_is_in_an_area_on_their_feet() -> None:
    assert is_so(yard(), "is_in(SID, A)")
    assert not is_so(yard(), "is_in(SID, B)")
    assert not is_so(yard(hearts={"SID": 0}), "is_in(SID, A)")
    assert is_so(yard(), "some(heroes_in(A))")


def test_all_heroes_on_their_feet_are_in_an_area() -> None:
    g = yard()
    g.at.update({"LARA": "A", "KEN": "A"})
    assert is_so(g, "all_in(A)")
    assert not is_so(yard(), "all_in(A)")
    assert is_so(yard(hearts={"LARA": 0, "KEN": 0}), "all_in(A)")
    assert not is_so(yard(hearts={"SID": 0, "LARA": 0, "KEN": 0}), "all_in(A)")


def test_a_hero_plays_in_this_chapter_or_not() -> None:
    assert is_so(yard(hearts={"SID": 0}), "takes_part(SID)")
    assert not is_so(yard(), "takes_part(TINA)")


def test_a_hero_holds_an_item_or_a_shred() -> None:
    g = yard(items={"SID": ["torch"]}, shreds={"LARA": ["plaster"]})
    assert is_so(g, "holds(torch)", "SID")
    assert is_so(g, "holds(plaster, LARA)")
    assert not is_so(g, "holds(torch)", "LARA")
    assert not is_so(g, "holds(rope, SID)")


def test_somebody_holds_an_item() -> None:
    g = yard(items={"SID": ["torch"]}, hearts={"SID": 0})
    assert is_so(g, "is_held(torch)")
    assert not is_so(g, "is_held(rope)")


def test_hearts_and_sparks_at_least_or_at_most() -> None:
    g = yard(hearts={"SID": 2}, sparks={"SID": 2})
    assert is_so(g, "hearts >= 2 and hearts <= 2 and sparks >= 2", "SID")
    assert not is_so(g, "hearts >= 3 or hearts < 2 or sparks > 2", "SID")


def test_a_hero_is_full_with_all_hearts() -> None:
    assert is_so(yard(), "is_full", "SID")
    assert not is_so(yard(hearts={"SID": 4}), "is_full(SID)")
    assert not is_so(yard(hearts={"SID": 0}), "is_full(SID)")


@pytest.mark.rule("WB-Q61")
def test_an_enemy_is_defeated_when_it_was_in_play_and_is_not_any_more() -> None:
    met = does(yard(), "[{create_enemy: imp, area: A}]")
    assert not is_so(yard(), "is_defeated(imp)")
    assert not is_so(met, "is_defeated(imp)")
    gone = does(met, "[{damage_enemy: 1, to: imp}]")
    assert is_so(gone, "is_defeated(imp)")
    assert not is_so(does(gone, "[{create_enemy: imp, area: A}]"), "is_defeated(imp)")


def test_an_ally_is_alive_while_in_play() -> None:
    met = does(yard(), "[{create_ally: fox, area: A}]")
    assert not is_so(yard(), "is_alive(fox)")
    assert is_so(met, "is_alive(fox)")
    assert not is_so(does(met, "[{damage_ally: 3, to: fox}]"), "is_alive(fox)")


def test_a_stack_is_empty_when_no_card_of_it_lies_out() -> None:
    out = yard(stacks={"red": ["I-5"]})
    assert not is_so(out, "stack_empty(red)")
    assert is_so(out, "stack_empty(blue)")
    assert is_so(does(out, "[{pop_stack: red}]"), "stack_empty(red)")


def test_a_card_is_discarded_or_not() -> None:
    out = yard(stacks={"red": ["I-5"]})
    assert not is_so(out, "is_discarded(I-5)")
    assert is_so(does(out, "[{pop_stack: red}]"), "is_discarded(I-5)")


def test_an_option_was_chosen_on_a_card_or_not() -> None:
    g = yard()
    assert not is_so(g, "chose(I-4, east)")
    read = does(g, "[{reveal_card: I-4}]", answers=["I-4 east"])
    assert is_so(read, "chose(I-4, east)")
    assert not is_so(read, "chose(I-4, west)")


@pytest.mark.rule("WB-Q75")
def test_silver_is_so_with_three_players_or_four() -> None:
    assert is_so(yard(), "silver")
    assert is_so(book(heroes=["SID", "LARA", "KEN", "TINA"]), "silver")
    assert not is_so(book(heroes=["SID", "LARA"]), "silver")
    assert not is_so(book(heroes=["SID", "LARA"], players=1), "silver")


def test_the_difficulty_is_what_the_group_wanted() -> None:
    for mode in ("easier", "standard", "hardcore"):
        assert is_so(yard(difficulty=mode), f"difficulty_is({mode})")
    assert not is_so(yard(), "difficulty_is(hardcore)")


@pytest.mark.rule("WB-197")
def test_something_is_unlocked_or_not() -> None:
    g = yard(record=Campaign(unlocks=("tower",)))
    assert is_so(g, "unlocked(tower)")
    assert not is_so(g, "unlocked(cellar)")


@pytest.mark.rule("WB-030")
def test_a_hero_has_the_dark_aura_or_not() -> None:
    g = does(yard(), "[{aura_on: SID}]")
    assert is_so(g, "has_aura(SID)")
    assert is_so(g, "has_aura", "SID")
    assert not is_so(g, "has_aura(KEN)")
    assert not is_so(does(yard(), "[{aura_in: A}]"), "has_aura(SID)")


def test_what_comes_up_by_chance_is_one_number() -> None:
    text = '[{{chance: 3}}, {{if: "chance_is({})", then: [{{count: found}}]}}]'
    assert does(yard(), text.format(2), falls=["2"]).counters == {"found": 1}
    assert does(yard(), text.format(3), falls=["2"]).counters == {}
    assert not is_so(yard(), "chance_is(1)")


def test_conditions_are_joined_by_and_or_not() -> None:
    g = yard()
    assert is_so(g, "silver and not has(KEY)")
    assert is_so(g, "has(KEY) or silver")
    assert not is_so(g, "silver and has(KEY)")
