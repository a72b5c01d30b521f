"""A Chapter out of the box: its deck, the decks that every Chapter uses, and the map cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from foldtale.games.wonderbook.language import (
    HEROES,
    LANGUAGE,
    SIDES,
    Attack,
    Column,
    EndingBand,
    Face,
    MapCard,
    Puzzle,
    Skill,
    SpecialAction,
)
from foldtale.games.wonderbook.options import OPTIONS, USE
from foldtale.games.wonderbook.record import ROMAN, chapter_due
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack.contents import Contents, Library, owner_of, text_id
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.pages import PageId, page_id

FOLDER: Final = Path(__file__).parent
NUMBERED: Final = re.compile(r"(I|II|III|IV|V|VI)-([1-9]\d*)")
COMES_UP: Final = {
    "map": "{} opens",
    "enemy": "{} appears",
    "ally": "{} appears",
    "item": "{} finds",
    "rule": "{} special rule",
    "wyrm": "{} purple card",
    "interaction": "interact {}",
}
"""How one sees that a card has come up, if it may be used without having been read."""
OPEN_ENVELOPE: Final = "open_envelope"
FRONT: Final = "front"
BACK: Final = "back"
NEXT: Final = "next"
"""The faces of a page; what comes after the ending of a Chapter."""
STARTING: Final = "skill"
"""The side of a Hero card's own skill."""
PRINTED: Final = ("item", "rule", "wyrm")
"""Kinds of cards on which one reads in exact words what they do."""
NEVER: Final = PageId("", "never")
"""The page of a text that nobody ever reads."""


class Place(NamedTuple):
    """WB-011: where a card stands in its Chapter deck."""

    chapter: int
    number: int


def place_of(ident: str) -> Place | None:
    """The Chapter and the number that a card's id says: `I-17`."""
    found = NUMBERED.fullmatch(ident)
    return Place(ROMAN.index(found.group(1)) + 1, int(found.group(2))) if found else None


def called(ident: str) -> str:
    """WB-010 and WB-011: sentences name a card of a Chapter by its number; its title may be unread yet."""
    place = place_of(ident)
    return f"card {place.number}" if place is not None else ""


def is_of_the_box(card: Card) -> bool:
    """WB-192: Heroes, Upgrades, Shreds and the Wyrm cards that every Chapter uses."""
    return card.kind in ("hero", "upgrade", "shred", "wyrm") and place_of(card.id) is None


class Chapter(Contents):
    """Everything that is written about one Chapter. All copies of a state share it.

    `deck`    its cards in ascending order: WB-011; `purple` those that join the Wyrm deck
    `coming`  pages that come by themselves when something happens: WB-057
    `offers`  the Special Actions of each card that has any; `free_offers` those that cost no action
    `maps`    each map as it is at first; `grounds` and `props` how areas and objects are drawn
    """

    def __init__(self, base: Pack, pack: Pack, number: int) -> None:
        super().__init__(base, pack, is_of_the_box)
        self.number = number
        numbered = [(place, ident) for ident in pack.cards if (place := place_of(ident)) is not None]
        self.deck = tuple([ident for place, ident in sorted(numbered) if place.chapter == number])
        self.shred_cards = [ident for ident, card in self.box.items() if card.kind == "shred"]
        self.wyrm_cards = [ident for ident, card in self.box.items() if card.kind == "wyrm"]
        self.purple = [ident for ident in self.deck if self.kind(ident) == "wyrm"]
        self.coming = [ident for ident in self.deck if getattr(self.body(ident), "comes", None) is not None]
        self.envelope = [card.id for card in pack.of_kind("item") if card.body.envelope]
        self.upgrades = {(card.body.hero, card.body.handout): card.id for card in self.of_kind("upgrade")}
        self.sides = [(card, side) for card in self.upgrades.values() for side in SIDES]
        self.goals = {ident: self.body(ident).goal.run for ident in self.deck if self.kind(ident) == "goal"}
        self.offers: dict[str, list[SpecialAction]] = {}
        self.free_offers: dict[str, list[SpecialAction]] = {}
        for ident, special in self.all_special_actions():
            (self.free_offers if special.free else self.offers).setdefault(ident, []).append(special)
        drawn: dict[str, MapCard] = {card.id: card.body for card in self.of_kind("map")}
        self.grounds = {area: ground for map in drawn.values() for area, ground in map.areas.items()}
        self.props = {name: prop for map in drawn.values() for name, prop in map.objects.items()}
        self.maps = {ident: map.at_first for ident, map in drawn.items()}
        self.keys = OPTIONS.vocabulary(self)
        self.texts |= OPTIONS.texts(self)
        self.owners = {choice.key: card for choice, (card, _) in USE.all(self).items()}
        self.pages = {key: page for key in self.texts if (page := self.page_of(key)) is not None}

    def band(self, ident: str, face: str) -> Column | EndingBand | None:
        """WB-061 and WB-187: the column of a choice, or the ending, that a face shows."""
        bands = [band for name in ("options", "endings") for band in getattr(self.body(ident), name, ())]
        return next((band for band in bands if band.id == face), None)

    def attack(self, hero: str) -> Attack:
        attack: Attack = self.cards[hero].body.attack
        return attack

    def skill(self, ident: str, side: str) -> Skill:
        skill: Skill = getattr(self.cards[ident].body, side)
        return skill

    def gist(self, ident: str, side: str) -> str:
        """What a skill does in plain words, or else as it is printed."""
        return self.skill(ident, side).gist or " ".join(self.printed(ident, side))

    def printed(self, ident: str, side: str) -> list[str]:
        """What a skill does in exact words."""
        return self.describe(ident, side, headed=False)

    def special_actions(self, ident: str) -> list[SpecialAction]:
        specials: list[SpecialAction] = getattr(self.body(ident), "actions", [])
        return specials

    def special_action(self, ident: str, name: str) -> SpecialAction | None:
        """WB-145: the Special Action of this name on a card; nothing if it is a skill."""
        return next((special for special in self.special_actions(ident) if special.id == name), None)

    def all_skills(self) -> list[tuple[str, str]]:
        """Return each skill as its card and its side of it."""
        return [*[(hero, STARTING) for hero in HEROES], *self.sides]

    def all_special_actions(self) -> list[tuple[str, SpecialAction]]:
        return [(ident, special) for ident in self.cards for special in self.special_actions(ident)]

    @property
    def riddle_words(self) -> list[str]:
        """Return every word that can be tried in a riddle."""
        return [word for card in self.cards.values() for _, puzzle in puzzles(card) for word in puzzle.among]

    def page_of(self, key: str) -> PageId | None:
        """Return the page that must be read to know this text; None if it is open. WB-010 and WB-Q21."""
        card = self.cards.get(self.owners.get(key) or owner_of(key))
        if card is None or not self.is_hidden(card.id, earlier=True):
            return None
        part, *rest = text_id(key).field or [""]
        if part == "back":
            return PageId(card.id, part)
        if part in ("options", "endings") and rest:
            return PageId(card.id, getattr(card.body, part)[int(rest[0]) - 1].id)
        return NEVER if part == "does" and card.kind not in PRINTED else PageId(card.id)

    def is_hidden(self, ident: str, earlier: bool = False) -> bool:
        """WB-010 and WB-013: whether a card is hidden until it comes up; `earlier`: of any Chapter."""
        if self.kind(ident) == "map":
            return False
        place = place_of(ident)
        if place is None:
            return ident not in self.box
        return earlier or place.chapter == self.number

    def sights(self) -> Iterator[str]:
        """Yield the sights of each card of the deck, then of cards without a number."""
        for ident in (*self.deck, *self.unnumbered()):
            body = self.body(ident)
            yield COMES_UP.get(self.kind(ident), "{} front").format(ident)
            if self.kind(ident) == "wyrm":
                yield f"{ident} reveals"
            if getattr(body, "roll", None) is not None:
                yield f"{ident} stays as it is"
            if isinstance(getattr(body, "back", None), Face):
                yield f"{ident} back"
            for bands in ("options", "endings"):
                yield from (f"{ident} {band.id}" for band in getattr(body, bands, ()))
            yield from (USE(ident, special.id).key for special in self.special_actions(ident))
            for path, _ in puzzles(self.cards[ident]):
                yield from (f"{ident} {path}.success", f"{ident} {path}.fail")
            yield from self.ways_of(ident)
        for sequence in self.pack.sequences:
            yield from self.ways_of(sequence)

    def unnumbered(self) -> list[str]:
        """The cards without a number that those of this Chapter speak of, or that these speak of."""
        found = list(self.deck)
        others = [ident for ident in self.pack.cards if ident not in self.box and place_of(ident) is None]
        calls = [call for code in self.pack.sequences.values() for call in code.calls]
        named = {name for call in calls for name in call.names()}
        for ident in found:
            card = self.cards[ident]
            named |= {name for call in card.all_calls() for name in call.names()}
            named |= {*self.envelope} if OPEN_ENVELOPE in card.words() else set()
            found += [other for other in others if other in named and other not in found]
        return found[len(self.deck) :]


def puzzles(card: Card) -> list[tuple[str, Puzzle]]:
    """The puzzles on both faces of a card, and where they stand."""
    faces = [("puzzle", card.body), ("back.puzzle", getattr(card.body, "back", None))]
    found = [(path, getattr(face, "puzzle", None)) for path, face in faces]
    return [(path, puzzle) for path, puzzle in found if puzzle is not None]


def chapter(base: Pack, pack: Pack, number: int) -> Chapter:
    """A Chapter of a campaign; a SetupError if it has none of that number."""
    found = Chapter(base, pack, number)
    if not found.deck:
        raise SetupError(f"{pack.about.title} has no Chapter {ROMAN[number - 1]} yet")
    return found


LIBRARY: Final = Library(LANGUAGE, FOLDER, chapter, lambda setup: (chapter_due(setup.record, setup.chapter),))


@lru_cache(maxsize=64)
def known_texts(chapter: Chapter, read: tuple[str, ...]) -> dict[str, str]:
    """WB-010 and WB-Q21: all texts but those of pages, columns and endings that nobody has read yet."""
    pages = [page_id(page) for page in read]
    known = {None, *pages, *[PageId(page.card) for page in pages]}
    return {key: text for key, text in chapter.texts.items() if chapter.pages.get(key) in known}
