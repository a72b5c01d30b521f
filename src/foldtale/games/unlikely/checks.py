"""What an adventure box must be, beyond its form: the content constraints of the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from foldtale.games.unlikely.content import ENCOUNTERS, all_series, numbers, pieces_of
from foldtale.games.unlikely.language import BLESSINGS, SKILLS, ChapterCard
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
    found = [
        (card, said)
        for card in pack.cards.values()
        for asks in CHECKS.get(card.kind, ())
        for said in asks(pack, card)
    ]
    of_box = [(pack.of_kind("hero")[0], said) for asks in (_colours, _counts, _sums) for said in asks(pack)]
    for card, said in (*found, *of_box, *_left_out(pack)):
        problems.add("E701", card.where, said)


def _encounter(pack: Pack, card: Card) -> Iterator[str]:
    """Check what cards with a number share, and what their effects and icons ask for."""
    body = card.body
    if back := body.back:
        yield from _needs(pack, "the back", back.needs)
        twin = getattr(pack.cards[body.number or card.id].body, "back", None)
        if twin and (back.text, back.needs, back.beyond) != (twin.text, twin.needs, twin.beyond):
            yield f"UH-C03: cards with the number {body.number} have the same back"
    effect = getattr(body, "effect", None)
    if effect is not None and effect.discard_when_depleted and not effect.spaces:
        yield "UH-C09: an effect that is discarded when it is depleted has energy spaces"
    for icon in body.icons:
        if (icon.discard is None) == (icon.draw is None):
            yield "UH-160: an icon discards a card, or it draws one"
        if icon.discard is not None and pack.cards[icon.discard].kind == "hero":
            yield f"UH-C14: a discard icon never names a hero, such as {icon.discard}"


def _needs(pack: Pack, where: str, *needed: str) -> Iterator[str]:
    """Check that there are items with these numbers or tags. UH-227."""
    items = pack.of_kind("item")
    for needs in filter(None, needed):
        if not any(needs in (card.id, card.body.number, *card.body.tags) for card in items):
            yield f"UH-C01: {where} needs {needs!r}, which is no item and no tag"


def _map(pack: Pack, card: Card) -> Iterator[str]:
    """Check the cell of a map and where its edges lead."""
    ident, body, home = card.id, card.body, cell_of(card.body)
    if not body.edges and ident in _led_to(pack):
        yield f"UH-C12: the map {ident} has no edges, so that it strands whoever comes there"
    others = [card for card in _lying(pack, home) if card.id != ident]
    rivals = [card.id for card in others if body.replaces is None and card.body.replaces is None]
    if rivals:
        yield f"UH-C02: the maps {ident} and {rivals[0]} claim one cell, and neither replaces the other"
    replaced = [card.body.replaces for card in others if card.body.replaces]
    numbers = {ident, body.replaces or ident, *replaced, *[card.id for card in others]}
    for way, number in body.edges.items():
        there = _lying(pack, home.next(way))
        if number not in [card.id for card in there]:
            yield f"UH-C02: the {way} edge names {number}, which does not lie there"
        elif not any(card.body.edges.get(OPPOSITE[way]) in numbers for card in there):
            yield f"UH-C02: the {way} edge names {number}, whose {OPPOSITE[way]} edge does not answer"


def _lying(pack: Pack, cell: Cell) -> list[Card]:
    return [card for card in pack.of_kind("map") if cell_of(card.body) == cell]


def _sheet(pack: Pack, card: Card) -> Iterator[str]:
    """Check that a drawing can be cut and sent, and whom its figures belong to."""
    for key in card.body.figures:
        owner = pack.cards.get(key)
        if owner is None or (owner.kind != "hero" and getattr(owner.body, "sheet", "") != card.id):
            yield f"UH-063: {key} has figures, and is no hero and no map of this sheet"
    for paper in card.body.ground:
        for layer in (paper, *paper.inside):
            try:
                lines_of(layer.path)
            except (ValueError, IndexError) as problem:
                yield f"UH-063: the ground has a path that cannot be cut, {layer.path[:40]}…: {problem}"


def _challenge(pack: Pack, card: Card) -> Iterator[str]:
    body = card.body
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
    yield from _needs(pack, "a box", body.needs, *[box.needs for box in body.boxes])


def _item(pack: Pack, card: Card) -> Iterator[str]:
    body = card.body
    if body.keep is not None and pack.cards[body.keep].kind != "item":
        yield f"UH-C14: the keep condition names an item, not {body.keep}"
    if body.of is not None and not any(body.left.dice.values()):
        yield f"UH-284: a {body.of} item has a die among its modifiers"


def _chapter(pack: Pack, card: Card) -> Iterator[str]:
    body = card.body
    asked = {word for call in card.calls.get("failure", ()) for word, *_ in call.asks()}
    if not asked & set(ENDS_HOPELESS_GAMES):
        yield "UH-C05: the failure condition ends hopeless games: by Out of Luck cards, or by a count"
    variants = _chapters(pack)[body.quest, body.chapter]
    if all(variant.variant is not None for variant in variants):
        yield f"UH-Q12: chapter {body.chapter} of quest {body.quest} needs a variant without a label"
    if body.chapter > 1 and (body.quest, body.chapter - 1) not in _chapters(pack):
        yield f"UH-044: quest {body.quest} has a chapter {body.chapter}, and no chapter {body.chapter - 1}"


def _quest(pack: Pack, card: Card) -> Iterator[str]:
    body = card.body
    if (body.quest, 1) not in _chapters(pack):
        yield f"UH-035: quest {body.quest} has no chapter 1"
    if {line.won for line in body.scoring} != {True, False}:
        yield "UH-C15: the scoring says what counts when the quest is won, and what when it is lost"


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
    known = numbers(pack.of_kind(*ENCOUNTERS)).values()
    for number in sorted(_sums_of_puzzles(pack) - on_purpose):
        if str(number) not in known:
            yield f"UH-C07: a puzzle has the sum {number}, and there is no such card"
    for number in sorted(on_purpose):
        if str(number) in known:
            yield f"UH-C01: a quest says that there is no card {number}, and there is one"


def _sums_of_puzzles(pack: Pack) -> set[int]:
    return {series.sum for series in all_series(pieces_of(pack.of_kind("item")))}


def _clues(pack: Pack, card: Card) -> Iterator[str]:
    """Check that each clue explains a card, and that no other text has its telling words. UH-C16."""
    for clue in card.body.clues:
        if bool(clue.explains) != bool(clue.only):
            yield f"UH-C16: a clue says which card it explains, and by which words: {clue.text!r}"
        for words in clue.only:
            if words.casefold() not in clue.text.casefold():
                yield f"UH-C16: the clue does not have its own words {words!r}"
            for key, text in pack.texts.items():
                is_told = ".clues." not in key and owner_of(key) not in clue.explains
                if is_told and words.casefold() in text.casefold():
                    yield f"UH-C16: {words!r} stands in {key} too, which gives the clue away"


def _led_to(pack: Pack) -> set[str]:
    """Return the numbers to which a map, a reward, an icon or a puzzle leads."""
    named = set(map(str, _sums_of_puzzles(pack)))
    for card in pack.cards.values():
        if card.kind == "map":
            named.update(card.body.edges.values())
            named.update([anchor.card for anchor in card.body.anchors])
        named.update([icon.draw for icon in getattr(card.body, "icons", ()) if icon.draw])
        named.update([str(form) for word in DRAWS for form in card.given(word)])
    return named


def _left_out(pack: Pack) -> Iterator[tuple[Card, str]]:
    """Check that a way leads to each card with a number. UH-C04."""
    named = _led_to(pack)
    for ident, number in numbers(pack.of_kind("hero", "item", "challenge")).items():
        if number not in named:
            yield pack.cards[ident], f"UH-C04: nothing leads to card {ident}"


CHECKS: Final[Mapping[str, Sequence[Callable[[Pack, Card], Iterator[str]]]]] = {
    "hero": (_encounter,),
    "item": (_encounter, _item),
    "challenge": (_encounter, _challenge, _rewards),
    "map": (_encounter, _map, _clues),
    "sheet": (_sheet,),
    "quest": (_quest,),
    "chapter": (_chapter,),
}
"""What is asked of each card, by its kind."""
