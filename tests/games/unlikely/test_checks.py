"""Unlikely Heroes: what a box must be, a broken box for each constraint."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.unlikely.given import (
    HEROES,
    box,
    card,
    challenge,
    chapter,
    faults,
    hero_card,
    item,
    map_card,
)

EFFECT = {"do": [{"restore": 1}]}
BROKEN: dict[str, tuple[tuple[dict[str, Any], ...], str]] = {
    "an edge that names a card elsewhere": (
        (map_card("1", 0, 0, {"east": "5"}),),
        "UH-C02: the east edge names 5, which does not lie there",
    ),
    "an edge without an answer": (
        (map_card("7", 0, -1, {"south": "1"}),),
        "UH-C02: the south edge names 1, whose north edge does not answer",
    ),
    "two maps in one cell": (
        (map_card("7", 0, 0),),
        "UH-C02: the maps 7 and 1 claim one cell, and neither replaces the other",
    ),
    "twins with different backs": (
        (item("20"), item("20-b", number="20", back={"text": "Another back, with a text of its own, long enough."})),
        "UH-C03: cards with the number 20 have the same back",
    ),
    "a back that needs nothing there is": (
        (item("20", back={"needs": "moon"}),),
        "UH-C01: the back needs 'moon', which is no item and no tag",
    ),
    "a box that needs nothing there is": (
        (challenge("20", boxes=[box("wit", 1, needs="moon")]),),
        "UH-C01: a box needs 'moon', which is no item and no tag",
    ),
    "an effect that cannot be depleted": (
        (item("20", effect={**EFFECT, "discard_when_depleted": True}),),
        "UH-C09: an effect that is discarded when it is depleted has energy spaces",
    ),
    "an icon that does nothing": ((item("20", icons=[{}]),), "UH-160: an icon discards a card, or it draws one"),
    "a discard icon with a hero": (
        (item("20", icons=[{"discard": "60"}]), hero_card("60", colour="brown")),
        "UH-C14: a discard icon never names a hero, such as 60",
    ),
    "a challenge without boxes": ((challenge("20"),), "UH-068: a challenge has 1 to 6 boxes, not 0"),
    "a forced challenge behind a gate": (
        (challenge("20", boxes=[box("wit", 1, needs="21")], forced=True), item("21")),
        "UH-C11: a forced challenge has a box without a dependency",
    ),
    "an item that keeps to a map": ((item("20", keep="1"),), "UH-C14: the keep condition names an item, not 1"),
    "a blessed item without a die": (
        (item("oil", back=None, of="blessed"),),
        "UH-284: a blessed item has a die among its modifiers",
    ),
    "a chapter that never ends": (
        (chapter(1, failure="flag(lost)"),),
        "UH-C05: the failure condition ends hopeless games: by Out of Luck cards, or by a count",
    ),
    "a chapter with labels only": (
        (chapter(2, variant="20"), item("20")),
        "UH-Q12: chapter 2 of quest 1 needs a variant without a label",
    ),
    "a chapter that is left out": (
        (chapter(4, "four"),),
        "UH-044: quest 1 has a chapter 4, and no chapter 3",
    ),
    "a quest without a chapter": (
        (
            card(
                "other", "quest", quest=2, won="Won.", lost="Lost.", titles=[],
                scoring=[{"say": "a", "points": 1}, {"say": "b", "points": 1, "won": False}],
            ),
        ),
        "UH-035: quest 2 has no chapter 1",
    ),
    "a quest that scores only victories": (
        (card("quest", "quest", quest=1, won="Won.", lost="Lost.", titles=[], scoring=[{"say": "a", "points": 1}]),),
        "UH-C15: the scoring says what counts when the quest is won, and what when it is lost",
    ),
    "two heroes of one colour": (
        ({**HEROES[0], "card": "eva"},),
        "UH-C10: the heroes ada and eva are both red",
    ),
    "a reference to nothing": ((item("20", icons=[{"draw": "300"}]),), "the card '300' is not known here"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(BROKEN))
def test_a_broken_box_is_refused_with_what_is_wrong(name: str) -> None:
    cards, said = BROKEN[name]
    found = faults(*cards)
    assert any(fault.startswith(said) for fault in found), found


def test_a_sound_box_has_no_faults() -> None:
    assert faults() == []
    assert faults(item("20", tags=["moon"]), item("21", back={"needs": "moon"})) == []
