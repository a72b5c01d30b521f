"""What is written about an adventure box and its modules, ready for the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from foldtale.games.unlikely.language import (
    BLESSINGS,
    LANGUAGE,
    OPTIONAL,
    Blessing,
    ChapterCard,
    ClockCard,
    Effect,
    ItemCard,
    MapCard,
    Piece,
    QuestCard,
    SheetCard,
)
from foldtale.games.unlikely.options import OPTIONS
from foldtale.games.unlikely.world import Cell, cell_of
from foldtale.kernel.effects import Standing
from foldtale.kernel.pack.contents import Contents, Library
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.paper import cut
from foldtale.kernel.pack.scissors import Rectangle, cut_out
from foldtale.kernel.scene import Cut

FOLDER: Final = Path(__file__).parent
BOX: Final = "unlikely"
ENCOUNTERS: Final = ("map", "hero", "item", "challenge")
FITS: Final = {("tab", "knob"), ("knob", "tab")}
"""Which ends interlock. UH-106 and UH-Q29."""
FLAT: Final = "flat"
TILE: Final = 160
"""How wide a cell of a sheet is drawn."""


@dataclass(frozen=True, slots=True)
class Series:
    """Puzzle pieces that make a complete solution, and the sum of their numbers. UH-107 and UH-108."""

    key: str
    cards: tuple[str, ...]
    sum: int


def all_series(pieces: Mapping[str, Piece]) -> Iterator[Series]:
    """Yield every series that starts and ends flat, and whose neighbours fit. UH-107 and UH-Q29."""
    open_ends: list[tuple[str, ...]] = [(ident,) for ident, piece in pieces.items() if piece.left == FLAT]
    while open_ends:
        series = open_ends.pop()
        last = pieces[series[-1]]
        if last.right == FLAT:
            if len(series) > 1:
                yield Series("-".join(series), series, sum([pieces[card].number for card in series]))
            continue
        open_ends += [
            (*series, ident)
            for ident, piece in pieces.items()
            if ident not in series and piece.colour == last.colour and (last.right, piece.left) in FITS
        ]


def numbers(cards: Iterable[Card]) -> dict[str, str]:
    """Return the number of each encounter card. UH-151."""
    return {card.id: card.body.number or card.id for card in cards if card.body.back is not None}


def pieces_of(cards: Iterable[Card]) -> dict[str, Piece]:
    """Return the puzzle piece of each item that has one. UH-104."""
    return {card.id: card.body.puzzle for card in cards if card.body.puzzle is not None}


class Content(Contents):
    """The box of an adventure and the modules. All copies of a state share it.

    `numbered`   UH-151: the encounter cards of each number
    `number`     the number of each encounter card
    `spaces`     UH-089: the charged and uncharged spaces of each effect that has any
    `uses`       UH-070 to UH-077: the effects that somebody can use, by card
    `copies`     UH-Q117: the number by which cards in force remember what they have used up
    `lessons`    UH-Q115: the lesson of each occasion
    `drawn_by`   the numbers that the rewards of each challenge draw
    `series`     UH-107: every complete puzzle solution, by its key
    `drawings`   what is drawn on the maps that somebody has looked at
    `chapters`   UH-044: for each quest and chapter its variants in printed order, the unlabelled one last
    """

    def __init__(self, box: Pack, pack: Pack) -> None:
        super().__init__(box, pack)
        self.copies = {ident: -at for at, ident in enumerate(self.cards, 1)}
        self.number = numbers(self.of_kind(*ENCOUNTERS))
        self.encounters = tuple(self.number)
        self.numbered: dict[str, tuple[str, ...]] = {}
        for ident, number in self.number.items():
            self.numbered[number] = (*self.numbered.get(number, ()), ident)
        self.back_pages = {number: f"{number} back" for number in self.numbered}
        gated = [number for number, ids in self.numbered.items() if self.body(ids[0]).back.needs]
        self.gated = frozenset(gated)
        self.starters = frozenset([ident for ident in self.encounters if self.body(ident).starting])
        self.twins = {number: ids for number, ids in self.numbered.items() if len(ids) > 1}
        effects: dict[str, Effect] = {
            card.id: card.body.effect for card in self.of_kind("hero", "item") if card.body.effect
        }
        self.spaces = {
            ident: (effect.spaces.count("charged"), effect.spaces.count("uncharged"))
            for ident, effect in effects.items()
            if effect.spaces
        }
        self.uses = {
            ident: effect
            for ident, effect in effects.items()
            if effect.window in OPTIONAL and effect.do is not None
        }
        self.fragile = frozenset([ident for ident, effect in effects.items() if effect.discard_when_depleted])
        self.kept_with = {card.id: card.body.keep for card in self.of_kind("item") if card.body.keep}
        self.pieces = pieces_of(self.of_kind("item"))
        self.series = {series.key: series for series in all_series(self.pieces)}
        self.unlucky = tuple(self.ids("unlucky"))
        self.lessons = {card.body.at: card.id for card in self.of_kind("lesson")}
        self.drawn_by = {
            card.id: tuple([str(number) for number in card.given("draw")])
            for card in self.of_kind("challenge")
        }
        items, traits, luck = [self._blessed(kind) for kind in ("item", "trait", "luck")]
        self.items_of = {of: [card.id for card in cards] for of, cards in items.items()}
        self.traits_of = {of: [card.id for card in cards] for of, cards in traits.items()}
        self.luck_of = {
            of: [f"{card.id}-{n}" for card in cards for n in range(1, card.body.copies + 1)]
            for of, cards in luck.items()
        }
        self.blessed_luck = {
            f"{card.id}-{n}": card for cards in luck.values() for card in cards for n in range(1, 12)
        }
        self.faces = {card.body.of: tuple(card.body.faces) for card in self.of_kind("die")}
        self.clock: ClockCard = self.of_kind("clock")[-1].body
        self.clock_card = self.of_kind("clock")[-1].id
        self.quests: dict[int, str] = {card.body.quest: card.id for card in self.of_kind("quest")}
        self.chapters: dict[tuple[int, int], list[str]] = {}
        for card in sorted(self.of_kind("chapter"), key=lambda card: card.body.variant is None):
            self.chapters.setdefault((card.body.quest, card.body.chapter), []).append(card.id)
        self.luck_faces = [*map(str, range(-3, 4)), *self.blessed_luck]
        self.anchors: dict[str, tuple[str, ...]] = {
            card.id: (*[anchor.card for anchor in card.body.anchors], *card.body.edges.values())
            for card in self.of_kind("map")
        }
        self.sheets: dict[Cell, list[str]] = {}
        for card in self.of_kind("map"):
            self.sheets.setdefault(cell_of(card.body), []).append(card.id)
        self.drawings: dict[str, tuple[Cut, ...]] = {}
        self.keys = OPTIONS.vocabulary(self)

    def _blessed(self, kind: str) -> dict[Blessing, list[Card]]:
        """Return the blessed and the cursed cards of a kind."""
        return {of: [card for card in self.of_kind(kind) if card.body.of == of] for of in BLESSINGS}

    def item(self, ident: str) -> ItemCard:
        body: ItemCard = self.body(ident)
        return body

    def quest(self, number: int) -> QuestCard:
        body: QuestCard = self.body(self.quests[number])
        return body

    def chapter(self, ident: str) -> ChapterCard:
        body: ChapterCard = self.body(ident)
        return body

    def last_chapter(self, quest: int) -> int:
        return max([chapter for number, chapter in self.chapters if number == quest])

    def is_called(self, ident: str, what: str) -> bool:
        """Tell whether an item has this number or this tag. UH-227."""
        return self.number.get(ident, ident) == what or what in self.item(ident).tags

    def drawing(self, ident: str) -> tuple[Cut, ...]:
        """Return what is drawn of a hero or a map: the ground of its cell, and its own figures."""
        if ident not in self.drawings:
            self.drawings[ident] = tuple(self._draw(ident))
        return self.drawings[ident]

    def _draw(self, ident: str) -> Iterator[Cut]:
        body = self.body(ident)
        for card in self.of_kind("sheet"):
            sheet: SheetCard = card.body
            if isinstance(body, MapCard) and body.sheet == card.id:
                left, top = body.x * TILE, body.y * TILE
                yield from cut_out(map(cut, sheet.ground), Rectangle(left, top, left + TILE, top + TILE))
            yield from map(cut, sheet.figures.get(ident, ()))

    def pile_for(self, unlocked: Sequence[str]) -> frozenset[str]:
        """Return all encounter cards but the unlocked starting cards. UH-007 and UH-026."""
        return frozenset([ident for ident in self.encounters if ident not in unlocked])

    def starting(self, kind: str, quest: int, unlocked: Sequence[str]) -> list[str]:
        """Return the starting cards of a kind that can be chosen. UH-021 to UH-025."""
        return [
            card.id
            for card in self.of_kind(kind)
            if card.body.starting
            and (card.body.back is None or card.id in unlocked)
            and quest not in card.body.not_in
        ]

    def hero_of(self, ident: str) -> str:
        """Return the hero whose variant a hero card is. UH-014."""
        return self.body(ident).hard_for or ident

    def trait_standing(self, ident: str, step: str) -> Standing:
        standing: Standing = getattr(self.body(ident), step).standing
        return standing


LIBRARY: Final = Library(LANGUAGE, FOLDER, Content)


def called(ident: str) -> str:
    """Sentences call an encounter card by its number, since its title may be unread. UH-008 and UH-060."""
    return f"card {ident}" if ident.isdecimal() else ""
