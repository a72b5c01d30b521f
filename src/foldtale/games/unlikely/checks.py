"""What an adventure box must be, beyond its form: the content constraints of the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from foldtale.games.unlikely.content import ENCOUNTERS, all_series
from foldtale.games.unlikely.language import (
    BLESSINGS,
    SKILLS,
    ChallengeCard,
    ChapterCard,
    HeroCard,
    ItemCard,
    MapCard,
    SheetCard,
)
from foldtale.games.unlikely.options import MOST_BOXES
from foldtale.games.unlikely.world import OPPOSITE, Cell, cell_of
from foldtale.kernel.pack.contents import owner_of
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.problems import Problems
from foldtale.kernel.pack.scissors import lines_of

ENDS_HOPELESS_GAMES = ("out_of_luck", "counter")
"""What a failure condition asks for that comes true in a game without hope. UH-Q74."""
MOST_HELP: Final = 6
"""How far luck and items take a hero beyond the printed skill, with some patience."""
COUNTS: Final = {"unlucky": 8, "weather": 20, "detour": 20, "nightfall": 20}
EACH_BLESSING: Final = {"item": 9, "trait": 9, "luck": 11}
DRAWS: Final = ("draw", "relocate", "start_at", "regroup")
"""Instructions that reveal the card they name."""


def check(pack: Pack, problems: Problems) -> None:
    """Note every constraint that the box breaks."""
    cells: dict[Cell, list[Card]] = {}
    for card in pack.of_kind("map"):
        cells.setdefault(cell_of(card.body), []).append(card)
    backs = {card.id: card for card in pack.cards.values() if getattr(card.body, "back", None)}
    for card in pack.cards.values():
        for said in (*_encounter(pack, card, backs), *_by_kind(pack, card, cells)):
            problems.add("E701", card.where, said)
    for said in (*_colours(pack), *_counts(pack), *_sums(pack)):
        problems.add("E701", pack.of_kind("hero")[0].where, said)
    for card, said in (*_clues(pack), *_left_out(pack)):
        problems.add("E701", card.where, said)


def _by_kind(pack: Pack, card: Card, cells: dict[Cell, list[Card]]) -> Iterator[str]:
    body = card.body
    if isinstance(body, MapCard):
        yield from _map(pack, card.id, body, cells)
    elif isinstance(body, ChallengeCard):
        yield from _challenge(pack, body)
        yield from _rewards(pack, card)
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


def _map(pack: Pack, ident: str, body: MapCard, cells: dict[Cell, list[Card]]) -> Iterator[str]:
    """Check the cell of a map and where its edges lead."""
    home = cell_of(body)
    if not body.edges and ident in _led_to(pack):
        yield f"UH-C12: the map {ident} has no edges, so that it strands whoever comes there"
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
    best = max([getattr(hero.body, skill) for hero in pack.of_kind("hero") for skill in SKILLS])
    for box in body.boxes:
        if box.per_hero != body.joined:
            yield "UH-C06: boxes of a joined challenge count for each hero, and no others"
        if box.value > best + MOST_HELP:
            yield f"UH-C06: a requirement of {box.value} is out of reach"
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


def _rewards(pack: Pack, card: Card) -> Iterator[str]:
    """Check that alternatives differ and do not all need cubes, and that a first stage gives nothing else."""
    for at in range(len(card.body.boxes)):
        inner = [call for outer in card.calls.get(f"boxes.{at + 1}.reward", ()) for call in outer.all()]
        for call in [call for call in inner if call.word == "choose"]:
            ways = [[one for step in entry.inside for one in step.all()] for entry in call.inside]
            if len({str(way) for way in ways}) < len(ways):
                yield "UH-C08: two alternatives of a reward are the same"
            if all(any(one.word == "gain" for one in way) for way in ways):
                yield "UH-C08: one alternative of a reward needs no cube"
        drawn = [str(call.given.get("draw")) for call in inner if call.word == "draw"]
        is_stage = any(number in pack.cards and pack.cards[number].kind == "challenge" for number in drawn)
        if is_stage and len(inner) > len(drawn):
            yield "UH-C13: a challenge that leads to another one gives nothing besides"


def _counts(pack: Pack) -> Iterator[str]:
    """Check how many cards of each sort there are: all of a module, or none."""
    found = Counter([card.kind for card in pack.cards.values()])
    for kind, count in COUNTS.items():
        if found[kind] not in (0, count):
            yield f"UH-C10: there are {count} {kind} cards, not {found[kind]}"
    for of in BLESSINGS:
        for kind, count in EACH_BLESSING.items():
            cards = [card.body for card in pack.of_kind(kind) if card.body.of == of]
            number = sum([getattr(body, "copies", 1) for body in cards])
            if number not in (0, count):
                yield f"UH-C10: there are {count} {of} {kind} cards, not {number}"


def _sums(pack: Pack) -> Iterator[str]:
    """Check that each puzzle finds a card, unless a quest says that it finds none."""
    on_purpose = {number for card in pack.of_kind("quest") for number in card.body.no_card}
    pieces = {card.id: card.body.puzzle for card in pack.of_kind("item") if card.body.puzzle is not None}
    numbers = _numbers(pack)
    for number in sorted({series.sum for series in all_series(pieces)} - on_purpose):
        if str(number) not in numbers:
            yield f"UH-C07: a puzzle has the sum {number}, and there is no such card"
    for number in sorted(on_purpose):
        if str(number) in numbers:
            yield f"UH-C01: a quest says that there is no card {number}, and there is one"


def _numbers(pack: Pack) -> set[str]:
    return {card.body.number or card.id for card in pack.of_kind(*ENCOUNTERS) if card.body.back is not None}


def _clues(pack: Pack) -> Iterator[tuple[Card, str]]:
    """Check that each clue explains a card, and that no other text has its telling words. UH-C16."""
    for card in pack.of_kind("map"):
        for clue in card.body.clues:
            if bool(clue.explains) != bool(clue.only):
                yield card, f"UH-C16: a clue says which card it explains, and by which words: {clue.text!r}"
            for words in clue.only:
                if words.casefold() not in clue.text.casefold():
                    yield card, f"UH-C16: the clue does not have its own words {words!r}"
                for key, text in pack.texts.items():
                    is_told = ".clues." not in key and owner_of(key) not in clue.explains
                    if is_told and words.casefold() in text.casefold():
                        yield card, f"UH-C16: {words!r} stands in {key} too, which gives the clue away"


def _led_to(pack: Pack) -> set[str]:
    """Return the numbers to which a map, a reward, an icon or a puzzle leads."""
    pieces = {card.id: card.body.puzzle for card in pack.of_kind("item") if card.body.puzzle is not None}
    named = {str(series.sum) for series in all_series(pieces)}
    for card in pack.cards.values():
        if isinstance(card.body, MapCard):
            named.update(card.body.edges.values())
            named.update([anchor.card for anchor in card.body.anchors])
        named.update([icon.draw for icon in getattr(card.body, "icons", ()) if icon.draw])
        named.update([str(form) for word in DRAWS for form in card.given(word)])
    return named


def _left_out(pack: Pack) -> Iterator[tuple[Card, str]]:
    """Check that a way leads to each card with a number. UH-C04."""
    named = _led_to(pack)
    for card in pack.of_kind("hero", "item", "challenge"):
        if card.body.back is not None and (card.body.number or card.id) not in named:
            yield card, f"UH-C04: nothing leads to card {card.id}"
