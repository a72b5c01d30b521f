"""Wonder Book: Hearts and Sparks, where they come from, and that all of it is limited."""

from __future__ import annotations

import pytest

from foldtale.games.wonderbook.state import Book
from foldtale.testing import answer, offered
from tests.games.wonderbook.given import APART, BOARD, HEARTS, QUIET, SPARKS, book, does, play, sid
from tests.games.wonderbook.pages import chapter, end, figure, goal, lantern, story, tool, upgrade

# Hearts


@pytest.mark.rule("WB-039")
def test_a_hero_absorbs_as_much_damage_as_there_are_hearts_before_being_knocked_out() -> None:
    g = book(hearts={"SID": 3})
    assert does(g, "[{damage: 2, to: SID}]").conscious() == ["SID", "LARA", "KEN"]
    assert does(g, "[{damage: 3, to: SID}]").conscious() == ["LARA", "KEN"]


@pytest.mark.rule("WB-042")
def test_a_hero_never_holds_more_hearts_than_the_card_says_and_the_surplus_is_lost() -> None:
    g = book()
    most = g.chapter.body("SID").hearts
    hurt = does(g, "[{lose_hearts: 1, who: SID}]")
    healed = does(hurt, "[{recover: 3, to: SID}]")
    assert (healed.hearts["SID"], healed.heart_supply) == (most, g.heart_supply)
    again = does(healed, "[{lose_hearts: 2, who: SID}]")
    assert again.hearts["SID"] == most - 2


@pytest.mark.rule("WB-043")
def test_hearts_also_count_the_life_of_enemies_and_allies_but_not_of_wyrms() -> None:
    g = book(BOARD + figure("ogre", "enemy", 4) + figure("goat", "ally", 2), map="players")
    there = does(g, "[{create_enemy: ogre, area: S}, {create_ally: goat, area: T}]")
    assert there.figures == {"ogre": ("S", 4), "goat": ("T", 2)}
    assert there.heart_supply == g.heart_supply - 6
    hurt = does(there, "[{damage_enemy: 1, to: ogre}, {damage_ally: 2, to: goat}]")
    assert (hurt.figures, hurt.fallen) == ({"ogre": ("S", 3)}, ("goat",))
    assert hurt.heart_supply == g.heart_supply - 3
    assert does(g, "[{spawn: 3, area: S}]").heart_supply == g.heart_supply


# Sparks


@pytest.mark.rule("WB-117", "WB-Q59")
def test_collecting_takes_one_spark_of_the_own_area_however_many_lie_there() -> None:
    m = play(sid(lying={"S": 3, "T": 1}))
    supply = m.state.spark_supply
    g = answer(m, "collect")
    assert (g.sparks_at, g.sparks["SID"], g.spark_supply) == ({"S": 2, "T": 1}, 1, supply)
    assert g.actions == 2


@pytest.mark.rule("WB-118")
def test_nobody_collects_where_no_spark_lies() -> None:
    m = play(sid(lying={"S": 1, "T": 1}))
    answer(m, "collect")
    assert "collect" not in offered(m)
    answer(m, "move T")
    assert "collect" in offered(m)


SPENDING = {
    "use up left": upgrade("do: [{pay: [{spend: 1}], then: [{count: spent}]}]"),
    "use horn work": tool("horn", "[{pay: [{spend: 1}], then: [{count: spent}]}]"),
    "interact lantern": lantern("[{count: spent}]", says=", cost: [{spend: 1}]"),
}
"""A skill, a Special Action and an interaction that want a Spark."""


def spender(does: str, sparks: int) -> Book:
    return sid(
        QUIET + SPENDING[does],
        at={**APART, "SID": "K"},
        sparks={"SID": sparks},
        skills={"SID": [("up", "left")]} if "up" in does else {},
        items={"SID": ["horn"]} if "horn" in does else {},
        stacks={"lamp": ["lantern"]} if "lantern" in does else {},
    )


@pytest.mark.rule("WB-119", "WB-120")
@pytest.mark.parametrize("does", SPENDING)
def test_a_spark_is_spent_from_the_reserve_to_the_supply(does: str) -> None:
    m = play(spender(does, 2))
    supply = m.state.spark_supply
    g = answer(m, does)
    assert (g.sparks["SID"], g.spark_supply, g.counters) == (1, supply + 1, {"spent": 1})
    assert g.sparks_at == {}


@pytest.mark.rule("WB-120")
@pytest.mark.parametrize("does", SPENDING)
def test_without_a_spark_what_wants_one_is_not_offered(does: str) -> None:
    assert does not in offered(play(spender(does, 0)))
    assert does in offered(play(spender(does, 1)))


# What there is, is limited


@pytest.mark.rule("WB-198", "WB-Q58")
def test_there_are_seventeen_sparks_in_all_over_areas_reserves_and_supply() -> None:
    g = book(map="players", sparks={"SID": 4}, lying={"S": 6})
    assert g.spark_supply == 7
    g = does(g, "[{place_sparks: 5, area: T}, {gain_sparks: 5, to: KEN}]")
    assert (g.sparks_at["T"], g.sparks["KEN"], g.spark_supply) == (5, 2, 0)
    g = does(g, "[{gain_sparks: 1, to: LARA}, {place_sparks: 1, area: S}]")
    assert (g.sparks["LARA"], g.sparks_at["S"]) == (0, 6)
    g = does(g, "[{spend: 3, who: SID}, {gain_sparks: 5, to: LARA}]")
    assert (g.sparks["SID"], g.sparks["LARA"], g.spark_supply) == (1, 3, 0)


GIANTS = BOARD + figure("giant", "enemy", 50) + figure("titan", "enemy", 30)


@pytest.mark.rule("WB-200", "WB-Q120", "WB-X38")
def test_tens_and_single_hearts_are_one_pool_of_seventy_six() -> None:
    g = book(cards=GIANTS, map="players")
    heroes = sum(g.hearts.values())
    g = does(g, "[{create_enemy: giant, area: S}]")
    assert (g.figures["giant"], g.heart_supply) == (("S", 50), HEARTS - heroes - 50)
    g = does(g, "[{repeat: 10, do: [{damage_enemy: 1, to: giant}]}]")
    assert (g.figures["giant"], g.heart_supply) == (("S", 40), HEARTS - heroes - 40)
    g = does(g, "[{heal_enemy: 10, who: giant}]")
    assert (g.figures["giant"], g.heart_supply) == (("S", 50), HEARTS - heroes - 50)


@pytest.mark.rule("WB-198", "WB-199")
def test_when_the_hearts_run_out_nobody_gets_more_than_there_are() -> None:
    g = book(cards=GIANTS, map="players", hearts={"SID": 1, "LARA": 1, "KEN": 1})
    g = does(g, "[{create_enemy: giant, area: S}, {create_enemy: titan, area: T}]")
    assert (g.figures["giant"][1], g.figures["titan"][1], g.heart_supply) == (50, HEARTS - 53, 0)
    assert sum(g.hearts.values()) + sum([hearts for _, hearts in g.figures.values()]) == HEARTS
    assert does(g, "[{recover: 2, to: SID}]").hearts["SID"] == 1
    g = does(g, "[{damage_enemy: 1, to: giant}, {recover: 2, to: SID}]")
    assert (g.hearts["SID"], g.heart_supply) == (2, 0)


@pytest.mark.rule("WB-Q132")
def test_sparks_are_laid_from_the_supply_and_an_area_is_not_refilled_by_itself() -> None:
    cards = chapter(
        story(1, "{use_map: yard}, {all_to: A}, {place_sparks: 1, area: A}"),
        goal(),
        end(),
    )
    match = play(book(cards, goal="", heroes=("SID", "KEN")))
    g = answer(match, "SID")
    assert (g.sparks_at, g.spark_supply) == ({"A": 1}, SPARKS - 1)
    g = answer(match, "collect", "pass", "pass")
    assert (g.round, g.sparks_at.get("A", 0), g.spark_supply) == (2, 0, SPARKS - 1)
