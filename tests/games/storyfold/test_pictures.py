"""Each card of the book has a picture that the theme knows, each Creature one of its own; the table shows it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from foldtale.games.storyfold.language import EXPLORATION_KINDS
from foldtale.games.storyfold.state import SPACES
from foldtale.kernel.scene import Card, Element, Row, Slot
from foldtale.kernel.talk import EVERYONE
from foldtale.web.theme import theme_of
from tests.games.storyfold.given import STORYFOLD, WILDWOODS, begun, journey, wood

SET = Path(__file__).parents[3] / "src/foldtale/web/client/node_modules/@iconify-json/game-icons/icons.json"
THEME = theme_of(STORYFOLD)


def pictures(*kinds: str) -> dict[str, str]:
    """What the cards of these kinds look like, by card."""
    return {card.id: card.body.picture for kind in kinds for card in WILDWOODS.pack.of_kind(kind)}


CREATURES = pictures("creature")
FINDS = pictures(*EXPLORATION_KINDS)


def icons(elements: Iterable[Element], row: str) -> list[str]:
    """What the cards in the slots of a row look like."""
    slots = [slot for part in elements if isinstance(part, Row) and part.id == row for slot in part.things]
    things = [thing for slot in slots if isinstance(slot, Slot) for thing in slot.things]
    return [thing.icon for thing in things if isinstance(thing, Card)]


def test_each_creature_has_a_picture_of_its_own() -> None:
    shown = [THEME.icons.get(picture, "") for picture in CREATURES.values()]
    assert "" not in shown
    assert len(set(shown)) == len(shown) > 20


def test_the_theme_knows_the_picture_of_every_exploration_card() -> None:
    assert [card for card, picture in FINDS.items() if picture not in THEME.icons] == []


def test_no_picture_takes_the_name_of_a_figure() -> None:
    """A card with such a name would be drawn as the figure when it is read."""
    assert {*CREATURES.values(), *FINDS.values()} & set(THEME.figures) == set()


def test_every_icon_of_the_theme_is_in_the_set() -> None:
    if not SET.exists():
        pytest.skip("the page was built elsewhere")
    known = json.loads(SET.read_text(encoding="utf-8"))["icons"]
    assert [icon for icon in THEME.icons.values() if icon not in known] == []


@pytest.mark.parametrize("creature", CREATURES)
def test_a_creature_in_the_river_shows_its_picture(creature: str) -> None:
    g = begun(journey(chapter="chapter-1"), content=WILDWOODS)
    g.river = ("heal", creature, "help")
    assert icons(STORYFOLD.scene(g, 0).below, "river") == ["heal", CREATURES[creature], "help"]


@pytest.mark.parametrize("find", FINDS)
def test_a_card_in_a_blessing_space_shows_its_picture(find: str) -> None:
    g = begun(journey(chapter="chapter-1"), content=WILDWOODS)
    g.exploration.put(find, SPACES, EVERYONE)
    assert icons(STORYFOLD.scene(g, 0).right, "blessings") == [FINDS[find]]


def test_a_card_without_a_picture_shows_its_kind() -> None:
    shown = STORYFOLD.scene(wood("I vole H E G", spaces=["apple"]), 0)
    assert icons(shown.below, "river")[1] == "creature"
    assert icons(shown.right, "blessings") == ["blessing"]
