"""What an adventure box must be, beyond its form: the content constraints of the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from foldtale.games.unlikely.language import (
    ChallengeCard,
    ChapterCard,
    HeroCard,
    ItemCard,
    MapCard,
    SheetCard,
)
from foldtale.games.unlikely.options import MOST_BOXES
from foldtale.games.unlikely.world import OPPOSITE, Cell, cell_of
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.problems import Problems
from foldtale.kernel.pack.scissors import lines_of

ENDS_HOPELESS_GAMES = ("out_of_luck", "counter")
"""What a failure condition asks for that comes true in a game without hope. UH-Q74."""


def check(pack: Pack, problems: Problems) -> None:
    """Note every constraint that the box breaks."""
    cells: dict[Cell, list[Card]] = {}
    for card in pack.of_kind("map"):
        cells.setdefault(cell_of(card.body), []).append(card)
    backs = {card.id: card for card in pack.cards.values() if getattr(card.body, "back", None)}
    for card in pack.cards.values():
        for said in (*_encounter(pack, card, backs), *_by_kind(pack, card, cells)):
            problems.add("E701", card.where, said)
    for said in _colours(pack):
        problems.add("E701", pack.of_kind("hero")[0].where, said)


def _by_kind(pack: Pack, card: Card, cells: dict[Cell, list[Card]]) -> Iterator[str]:
    body = card.body
    if isinstance(body, MapCard):
        yield from _map(card.id, body, cells)
    elif isinstance(body, ChallengeCard):
        yield from _challenge(pack, body)
    elif isinstance(body, ItemCard):
        yield from _item(pack, body)
    elif isinstance(body, ChapterCard):
        yield from _chapter(pack, card, body)
    elif isinstance(body, SheetCard):
        yield from _sheet(pack, card.id, body)
    elif card.kind == "quest":
        if not pack.cards or (body.quest, 1) not in _chapters(pack):
            yield f"UH-035: quest {body.quest} has no chapter 1"
        if {line.won for line in body.scoring} != {True, False}:
            yield "UH-C15: the scoring says what counts when the quest is won, and what when it is lost"


def _encounter(pack: Pack, card: Card, backs: dict[str, Card]) -> Iterator[str]:
    """Check what cards with a number share, and what their effects and icons ask for."""
    body = card.body
    back = getattr(body, "back", None)
    twin = backs.get(getattr(body, "number", None) or "")
    if twin is not None and back is not None:
        other = twin.body.back
        if (back.text, back.needs, back.beyond) != (other.text, other.needs, other.beyond):
            yield f"UH-C03: cards with the number {body.number} have the same back"
    if back is not None and back.needs and not _exists(pack, back.needs):
        yield f"UH-C01: the back needs {back.needs!r}, which is no item and no tag"
    effect = getattr(body, "effect", None)
    if effect is not None and effect.discard_when_depleted and not effect.spaces:
        yield "UH-C09: an effect that is discarded when it is depleted has energy spaces"
    for icon in getattr(body, "icons", ()):
        if (icon.discard is None) == (icon.draw is None):
            yield "UH-160: an icon discards a card, or it draws one"
        if icon.discard is not None and isinstance(pack.cards[icon.discard].body, HeroCard):
            yield f"UH-C14: a discard icon never names a hero, such as {icon.discard}"


def _exists(pack: Pack, needs: str) -> bool:
    """Tell whether there is an item with this number or tag. UH-227."""
    items = pack.of_kind("item")
    return any(needs in (card.id, card.body.number) or needs in card.body.tags for card in items)


def _map(ident: str, body: MapCard, cells: dict[Cell, list[Card]]) -> Iterator[str]:
    """Check the cell of a map and where its edges lead."""
    home = cell_of(body)
    others = [card for card in cells[home] if card.id != ident]
    rivals = [card.id for card in others if body.replaces is None and card.body.replaces is None]
    if rivals:
        yield f"UH-C02: the maps {ident} and {rivals[0]} claim one cell, and neither replaces the other"
    replaced = [card.body.replaces for card in others if card.body.replaces]
    numbers = {ident, body.replaces or ident, *replaced, *[card.id for card in others]}
    for way, number in body.edges.items():
        there = cells.get(home.next(way), [])
        if number not in [card.id for card in there]:
            yield f"UH-C02: the {way} edge names {number}, which does not lie there"
        elif not any(card.body.edges.get(OPPOSITE[way]) in numbers for card in there):
            yield f"UH-C02: the {way} edge names {number}, whose {OPPOSITE[way]} edge does not answer"


def _sheet(pack: Pack, ident: str, body: SheetCard) -> Iterator[str]:
    """Check that a drawing can be cut and sent, and whom its figures belong to."""
    maps = [card.id for card in pack.of_kind("map") if card.body.sheet == ident]
    known = {*maps, *[card.id for card in pack.of_kind("hero")]}
    strange = [key for key in body.figures if key not in known]
    yield from [f"UH-063: {key} has figures, and is no hero and no map of this sheet" for key in strange]
    for paper in body.ground:
        for layer in (paper, *paper.inside):
            try:
                lines_of(layer.path)
            except (ValueError, IndexError) as problem:
                yield f"UH-063: the ground has a path that cannot be cut, {layer.path[:40]}…: {problem}"


def _challenge(pack: Pack, body: ChallengeCard) -> Iterator[str]:
    if not 1 <= len(body.boxes) <= MOST_BOXES:
        yield f"UH-068: a challenge has 1 to {MOST_BOXES} boxes, not {len(body.boxes)}"
    if body.forced and (body.needs or all(box.needs for box in body.boxes)):
        yield "UH-C11: a forced challenge has a box without a dependency"
    for needs in (body.needs, *[box.needs for box in body.boxes]):
        if needs and not _exists(pack, needs):
            yield f"UH-C01: a box needs {needs!r}, which is no item and no tag"


def _item(pack: Pack, body: ItemCard) -> Iterator[str]:
    if body.keep is not None and pack.cards[body.keep].kind != "item":
        yield f"UH-C14: the keep condition names an item, not {body.keep}"
    if body.of is not None and not any(body.left.dice.values()):
        yield f"UH-284: a {body.of} item has a die among its modifiers"


def _chapter(pack: Pack, card: Card, body: ChapterCard) -> Iterator[str]:
    asked = {word for call in card.calls.get("failure", ()) for word, *_ in call.asks()}
    if not asked & set(ENDS_HOPELESS_GAMES):
        yield "UH-C05: the failure condition ends hopeless games: by Out of Luck cards, or by a count"
    variants = _chapters(pack)[body.quest, body.chapter]
    if all(variant.variant is not None for variant in variants):
        yield f"UH-Q12: chapter {body.chapter} of quest {body.quest} needs a variant without a label"
    if body.chapter > 1 and (body.quest, body.chapter - 1) not in _chapters(pack):
        yield f"UH-044: quest {body.quest} has a chapter {body.chapter}, and no chapter {body.chapter - 1}"


def _chapters(pack: Pack) -> dict[tuple[int, int], list[ChapterCard]]:
    found: dict[tuple[int, int], list[ChapterCard]] = {}
    for card in pack.of_kind("chapter"):
        found.setdefault((card.body.quest, card.body.chapter), []).append(card.body)
    return found


def _colours(pack: Pack) -> Iterator[str]:
    """Check that no two heroes of the box have meeples of one colour. UH-Q15."""
    seen: dict[str, str] = {}
    for card in pack.of_kind("hero"):
        name = card.body.hard_for or card.id
        if seen.setdefault(card.body.colour, name) != name:
            yield f"UH-C10: the heroes {seen[card.body.colour]} and {name} are both {card.body.colour}"
