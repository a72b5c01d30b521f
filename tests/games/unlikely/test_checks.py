"""Unlikely Heroes: what a box must be, a broken box for each constraint."""

from __future__ import annotations

from typing import Any

import pytest

from foldtale.author.voice import SIMILE
from foldtale.games.unlikely.content import FOLDER, LIBRARY
from tests.games.unlikely.given import (
    HEROES,
    WORDS,
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


def choose(*ways: list[Any]) -> dict[str, Any]:
    """A reward of alternatives."""
    return {"choose": [{"id": f"way{at}", "say": f"Take way {at}", "do": way} for at, way in enumerate(ways)]}


def quest(**fields: Any) -> dict[str, Any]:
    scoring = [{"say": "Won", "points": 1}, {"say": "Lost", "points": 1, "won": False}]
    return card("quest", "quest", quest=1, won=WORDS, lost=WORDS, scoring=scoring, titles=[], **fields)


def boot_clue(explains: str, words: str) -> dict[str, Any]:
    """A map with one clue, whose telling words are these."""
    clue = {"text": "A small boot", "at": [1, 1], "explains": [explains], "only": [words]}
    return map_card("11", 0, 1, clues=[clue])


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
    "a map that nobody leaves": (
        (map_card("7", 5, 5),),
        "UH-C12: the map 7 has no edges, so that it strands whoever comes there",
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
    "a single requirement for each hero": (
        (challenge("20", boxes=[box("wit", 1, per_hero=True)]),),
        "UH-C06: boxes of a joined challenge count for each hero, and no others",
    ),
    "a requirement that nobody meets": (
        (challenge("20", boxes=[box("wit", 12)]),),
        "UH-C06: a requirement of 12 is out of reach",
    ),
    "a puzzle that finds no card": (
        (
            item("20", puzzle={"number": 20, "colour": "red", "left": "flat", "right": "knob"}),
            item("21", puzzle={"number": 3, "colour": "red", "left": "tab", "right": "flat"}),
        ),
        "UH-C07: a puzzle has the sum 23, and there is no such card",
    ),
    "a card that should not be there": (
        (item("20"), quest(no_card=[20])),
        "UH-C01: a quest says that there is no card 20, and there is one",
    ),
    "two alternatives that are one": (
        (challenge("20", boxes=[box("wit", 1, choose([{"restore": 1}], [{"restore": 1}]))]),),
        "UH-C08: two alternatives of a reward are the same",
    ),
    "alternatives that all need a cube": (
        (challenge("20", boxes=[box("wit", 1, choose([{"gain": 1}], [{"gain": 2}]))]),),
        "UH-C08: one alternative of a reward needs no cube",
    ),
    "a module that is not whole": (
        (card("drizzle", "weather", north=[{"restore": 1}]),),
        "UH-C10: there are 20 weather cards, not 1",
    ),
    "a trait alone": (
        (card("nose", "trait", of="blessed", top={}, middle={}, bottom={}),),
        "UH-C10: there are 9 blessed trait cards, not 1",
    ),
    "a first stage worth repeating": (
        (challenge("20", boxes=[box("wit", 1, {"draw": "21"}, {"gain": 1})]), challenge("21", boxes=[box("wit", 1)])),
        "UH-C13: a challenge that leads to another one gives nothing besides",
    ),
    "a card to which nothing leads": (
        (map_card("1", 0, 0, {"east": "2"}), item("20")),
        "UH-C04: nothing leads to card 20",
    ),
    "a clue that explains a card by no words": (
        (map_card("11", 0, 1, clues=[{"text": "A small boot", "at": [1, 1], "explains": ["2"]}]),),
        "UH-C16: a clue says which card it explains, and by which words: 'A small boot'",
    ),
    "a clue that another text gives away": (
        (item("20", text=f"A small boot. {WORDS}"), item("21"), boot_clue("21", "small boot")),
        "UH-C16: 'small boot' stands in 20.text too, which gives the clue away",
    ),
    "a clue without its telling words": (
        (item("21"), boot_clue("21", "large boot")),
        "UH-C16: the clue does not have its own words 'large boot'",
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


def test_each_simile_of_the_box_stands_in_its_register() -> None:
    told = {*(FOLDER / "pack" / "REGISTER.md").read_text().casefold().replace(";", " ").split()}
    texts = LIBRARY.contents("unlikely").texts
    said = {
        match.group(1).casefold()
        for key, text in texts.items()
        if not key.startswith("lesson-")
        for match in SIMILE.finditer(text)
    }
    assert said - {word.strip(",()|") for word in told} == set()
