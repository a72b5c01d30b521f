"""Wonder Book: giving and taking, and Special Actions."""

from __future__ import annotations

import pytest

from foldtale.testing import answer, asked, offered
from tests.games.wonderbook.given import BOARD, LARA, QUIET, SID, THREE, chapter_of, play, sid
from tests.games.wonderbook.pages import deed, item, tool, with_shreds

SHRED = chapter_of(BOARD).shred_cards[0]


# Give and take


@pytest.mark.parametrize(
    ("way", "holder"),
    [
        pytest.param("give", "SID", marks=pytest.mark.rule("WB-142")),
        pytest.param("take", "LARA", marks=pytest.mark.rule("WB-Q44")),
    ],
)
@pytest.mark.parametrize(("area", "can"), [("S", True), ("T", True), ("L", True), ("X", False), ("K", False)])
def test_the_other_hero_is_here_or_in_an_adjacent_area(way: str, holder: str, area: str, can: bool) -> None:
    m = play(sid(QUIET + item("coin"), at={"SID": "S", "LARA": area, "KEN": "K"}, items={holder: ["coin"]}))
    assert (f"{way} coin LARA" in offered(m)) is can


@pytest.mark.rule("WB-142", "WB-143")
@pytest.mark.parametrize(
    ("holder", "other", "how"),
    [("SID", "LARA", [f"give {SHRED} LARA"]), ("LARA", "SID", [f"take {SHRED} LARA", "yes"])],
)
def test_a_shred_is_given_and_taken_like_an_item(holder: str, other: str, how: list[str]) -> None:
    g = answer(play(sid(shreds={holder: [SHRED]})), *how)
    assert (g.shreds_of(holder), g.shreds_of(other)) == ((), (SHRED,))


@pytest.mark.rule("WB-143")
@pytest.mark.parametrize(("says", "holder"), [("yes", "SID"), ("no", "LARA")])
def test_taking_needs_the_other_players_consent(says: str, holder: str) -> None:
    cards = QUIET + item("coin")
    m = play(sid(cards, items={"LARA": ["coin"]}))
    answer(m, "take coin LARA")
    assert asked(m) == (LARA, "agree")
    g = answer(m, says)
    assert [hero for hero in THREE if g.items[hero]] == [holder]


@pytest.mark.rule("WB-143", "WB-144")
def test_a_refused_take_costs_no_action() -> None:
    m = play(sid(QUIET + item("coin"), items={"LARA": ["coin"]}))
    g = answer(m, "take coin LARA", "no")
    assert (asked(m), g.actions, g.items["LARA"]) == ((SID, "action"), 3, ("coin",))


@pytest.mark.rule("WB-143", "WB-105")
def test_a_refused_take_leaves_an_additional_action_to_be_performed() -> None:
    cards = QUIET + item("coin") + tool("horn", "[{extra_action: exchange}]")
    m = play(sid(cards, items={"SID": ["horn"], "LARA": ["coin"]}))
    g = answer(m, "use horn work", "take coin LARA", "no")
    assert (asked(m), g.actions) == ((SID, "additional action"), 2)
    assert answer(m, "give horn LARA").items["LARA"] == ("coin", "horn")


@pytest.mark.rule("WB-Q140")
def test_what_was_refused_is_not_asked_for_again_in_this_turn() -> None:
    cards = QUIET + item("coin") + item("ring")
    m = play(sid(cards, items={"LARA": ["coin", "ring"]}))
    answer(m, "take coin LARA", "no")
    assert offered(m, "take") == ["take ring LARA"]
    answer(m, "pass", "KEN", "pass", "pass", "SID")
    assert offered(m, "take") == ["take coin LARA", "take ring LARA"]


@pytest.mark.rule("WB-Q140")
def test_what_was_refused_to_a_hero_may_be_asked_for_by_another() -> None:
    cards = QUIET + item("coin") + tool("horn", "[{extra_action: exchange, who: KEN}]")
    at = {"SID": "S", "LARA": "L", "KEN": "L"}
    m = play(sid(cards, at=at, items={"SID": ["horn"], "LARA": ["coin"]}))
    answer(m, "take coin LARA", "no", "use horn work")
    assert offered(m, "take coin") == ["take coin LARA"]


@pytest.mark.rule("WB-144", "WB-Q48")
@pytest.mark.parametrize("how", [["give coin LARA"], ["take ring LARA", "yes"]])
def test_one_card_goes_one_way_for_one_action(how: list[str]) -> None:
    cards = QUIET + item("coin") + item("key") + item("ring") + item("stone")
    items = {"SID": ["coin", "key"], "LARA": ["ring", "stone"]}
    m = play(sid(cards, items=items))
    g = answer(m, *how)
    assert sorted([len(g.items["SID"]), len(g.items["LARA"])]) == [1, 3]
    assert (g.actions, asked(m)) == (2, (SID, "action"))


@pytest.mark.rule("WB-Q45")
def test_alone_one_agrees_with_oneself() -> None:
    cards = QUIET + item("coin")
    at = {"KEN": "K", "TINA": "X"}
    m = play(sid(cards, heroes=["KEN", "TINA"], players=1, at=at, items={"KEN": ["coin"]}, active="TINA"))
    assert answer(m, "take coin KEN").items["TINA"] == ("coin",)
    assert asked(m) == (0, "action")


@pytest.mark.rule("WB-Q46")
def test_a_hero_who_is_given_something_is_not_asked() -> None:
    cards = QUIET + item("coin")
    m = play(sid(cards, items={"SID": ["coin"]}))
    assert answer(m, "give coin LARA").items["LARA"] == ("coin",)
    assert asked(m) == (SID, "action")


@pytest.mark.rule("WB-Q47")
def test_one_may_give_to_and_take_from_a_knocked_out_hero() -> None:
    cards = QUIET + item("coin") + item("ring")
    items = {"SID": ["coin"], "LARA": ["ring"]}
    m = play(sid(cards, hearts={"LARA": 0}, items=items))
    g = answer(m, "give coin LARA", "take ring LARA", "yes")
    assert (g.items["SID"], g.items["LARA"]) == (("ring",), ("coin",))


# Special Actions


@pytest.mark.rule("WB-145")
@pytest.mark.parametrize("kind", ["item", "shred", "rule", "goal"])
def test_a_special_action_is_on_any_card_that_grants_one(kind: str) -> None:
    cards = QUIET + tool("horn", "[{count: blown}]", kind if kind != "goal" else "item")
    if kind == "goal":
        cards = QUIET.replace("vortex: [V]", f"vortex: [V], actions: [{deed('work', '{count: blown}')}]")
    g = sid(
        cards, items={"SID": ["horn"]} if kind == "item" else {}, rules=["horn"] if kind == "rule" else []
    )
    if kind == "shred":
        g = with_shreds(g, held={"SID": ["horn"]})
    m = play(g)
    g = answer(m, "use I-2 work" if kind == "goal" else "use horn work")
    assert (g.counters, g.actions) == ({"blown": 1}, 2)
