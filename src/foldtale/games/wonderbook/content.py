"""A Chapter out of the box: its deck, the decks that every Chapter uses, and the map cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from foldtale.games.wonderbook.language import HEROES, LANGUAGE, Attack, Face, MapCard, Skill, SpecialAction
from foldtale.games.wonderbook.record import ROMAN
from foldtale.games.wonderbook.world import Border, World
from foldtale.kernel.effects import Standing
from foldtale.kernel.effects.program import Call
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.shelf import find, own
from foldtale.kernel.speech import ENGLISH

FOLDER: Final = Path(__file__).parent
BASE: Final = "wonderbook"
"""The pack with the decks that are the same in every Chapter."""
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
WYRM_IS: Final = {
    "standing": "The Wyrm {}",
    "standing acting": "The acting Wyrm {}",
    "standing waiting": "The Wyrm {} that is yet to act",
    "stunned": "The stunned Wyrm {}",
    "stunned acting": "The stunned Wyrm {} that is acting",
    "stunned waiting": "The stunned Wyrm {} that is yet to act",
}
"""WB-Q80: the states by which Wyrms in one area are told apart."""
STARTING: Final = "skill"
"""The side of a Hero card's own skill."""


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


def decks_of_the_box(base: Pack) -> dict[str, Card]:
    """WB-192: Heroes, Upgrades, Shreds and the Wyrm cards that every Chapter uses."""
    kinds = ("hero", "upgrade", "shred", "wyrm")
    return {
        ident: card for ident, card in base.cards.items() if card.kind in kinds and place_of(ident) is None
    }


def owner_of(key: str) -> str:
    """The card of a text (`SID.title`) or of an option (`loan keep`)."""
    return key.partition(".")[0].partition(" ")[0]


class Chapter:
    """Everything that is written about one Chapter. All copies of a state share it.

    `deck`      WB-011: its cards in ascending order
    `purple`    those of them that join the Wyrm deck
    `coming`    pages that come by themselves when something happens: WB-057; `waiting` how they wait for it
    `envelope`  what lies in the Treasure Chest envelope
    `goals`     the test of each Goal card
    `offers`    the Special Actions of each card that has any; `free_offers` those that cost no action
    """

    def __init__(self, base: Pack, pack: Pack, number: int) -> None:
        self.base = base
        self.pack = pack
        self.number = number
        self.worlds: dict[str, World] = {}
        self.waiting: dict[str, Standing] = {}
        self.hash = f"{base.hash}{pack.hash}"
        self.box = box = decks_of_the_box(base)
        self.cards: dict[str, Card] = {**box, **pack.cards}
        self.texts = {key: text for key, text in base.texts.items() if owner_of(key) in box} | pack.texts
        self.options = [key for key in base.options if owner_of(key) in box] + pack.options
        numbered = [(place, ident) for ident in pack.cards if (place := place_of(ident)) is not None]
        self.deck = tuple([ident for place, ident in sorted(numbered) if place.chapter == number])
        self.shred_cards = [ident for ident, card in box.items() if card.kind == "shred"]
        self.wyrm_cards = [ident for ident, card in box.items() if card.kind == "wyrm"]
        self.purple = [ident for ident in self.deck if self.cards[ident].kind == "wyrm"]
        self.coming = [ident for ident in self.deck if getattr(self.body(ident), "comes", None) is not None]
        self.envelope = [card.id for card in pack.of_kind("item") if card.body.envelope]
        self.upgrades = {
            (card.body.hero, card.body.handout): ident
            for ident, card in self.cards.items()
            if card.kind == "upgrade"
        }
        self.goals = {ident: self.body(ident).goal.run for ident in self.deck if self.kind(ident) == "goal"}
        for ident, side, skill in self.all_skills():
            self.texts[f"use {ident} {side}"] = skill.title
            self.texts[f"use {ident} {side}.note"] = self.gist(ident, side)
            self.texts[f"choose {ident} {side}"] = f"{skill.title}. {self.gist(ident, side)}"
            self.texts[f"choose {ident} {side}.note"] = " ".join(skill.text.split())
        self.offers = self.offered(free=False)
        self.free_offers = self.offered(free=True)
        for ident, special in self.all_special_actions():
            self.texts[f"use {ident} {special.id}"] = special.say
            if self.kind(ident) != "goal":
                self.texts[f"use {ident} {special.id}.note"] = self.texts[f"{ident}.title"]
        for card in self.cards.values():
            for puzzle in puzzles(card):
                self.texts |= {f"try {word}": f"{word[:1].upper()}{word[1:]}" for word in puzzle.among}
        for _, drawn in self.maps():
            for area, ground in drawn.areas.items():
                self.texts[area] = ground.name
                there = ENGLISH.within("", f"in {ground.name}")
                self.texts |= {f"{area} {state}": says.format(there) for state, says in WYRM_IS.items()}
        self.props = {name: prop for _, drawn in self.maps() for name, prop in drawn.objects.items()}
        for ident in self.deck:
            for column in self.body(ident).options if self.kind(ident) == "choice" else ():
                self.texts[f"{ident} {column.id}"] = column.say

    def body(self, ident: str) -> Any:
        """What the author of a card wrote."""
        return self.cards[ident].body

    def kind(self, ident: str) -> str:
        return self.cards[ident].kind

    def attack(self, hero: str) -> Attack:
        attack: Attack = self.cards[hero].body.attack
        return attack

    def skill(self, ident: str, side: str) -> Skill:
        skill: Skill = getattr(self.cards[ident].body, side)
        return skill

    def gist(self, ident: str, side: str) -> str:
        """What a skill does in plain words, or else as it is printed."""
        skill = self.skill(ident, side)
        return skill.gist or " ".join(self.printed(ident, side))

    def printed(self, ident: str, side: str) -> list[str]:
        """What a skill does in exact words."""
        title = self.skill(ident, side).title
        return [line.removeprefix(f"{title}: ") for line in self.describe(ident, side)]

    def special_actions(self, ident: str) -> list[SpecialAction]:
        specials: list[SpecialAction] = getattr(self.cards[ident].body, "actions", [])
        return specials

    def offered(self, free: bool) -> dict[str, list[SpecialAction]]:
        """The Special Actions of each card that has any of this sort."""
        found = {
            ident: [special for special in self.special_actions(ident) if special.free == free]
            for ident in self.cards
        }
        return {ident: specials for ident, specials in found.items() if specials}

    def calls(self, ident: str, path: str) -> tuple[Call, ...]:
        """What one part of a card does or asks, as data."""
        return self.cards[ident].calls.get(path, ())

    def speaks_of_you(self, ident: str, path: str) -> bool:
        """Whether one part of a card speaks of whoever acts."""
        return any(call.speaks_of_self() for call in self.calls(ident, path))

    def describe(self, ident: str, part: str) -> list[str]:
        """What a part of a card does, in plain English."""
        return self.pack_of(ident).describe(ident, part)

    def named(self, ident: str, says: str) -> str:
        """What is printed on a card, with the names of the cards that it speaks of."""
        return self.pack_of(ident).named(says)

    def pack_of(self, ident: str) -> Pack:
        return self.pack if ident in self.pack.cards else self.base

    def all_skills(self) -> Iterator[tuple[str, str, Skill]]:
        for hero in HEROES:
            yield hero, STARTING, self.skill(hero, STARTING)
        for ident in self.upgrades.values():
            for side in ("left", "right"):
                yield ident, side, self.skill(ident, side)

    def all_special_actions(self) -> Iterator[tuple[str, SpecialAction]]:
        for ident in self.cards:
            for special in self.special_actions(ident):
                yield ident, special

    def world(self, ident: str) -> World:
        """WB-114 and WB-115: a map as it is when it is first opened."""
        if ident not in self.worlds:
            self.worlds[ident] = self.opened(ident)
        return self.worlds[ident]

    def opened(self, ident: str) -> World:
        drawn: MapCard = self.cards[ident].body
        areas = tuple([name for name, ground in drawn.areas.items() if not ground.later])
        borders = tuple(
            [
                Border(line.between[0], line.between[1], line.line, line.one_way)
                for line in drawn.borders
                if line.between[0] in areas and line.between[1] in areas
            ]
        )
        standing = {name: prop for name, prop in drawn.objects.items() if not prop.later}
        objects = {name: prop.area for name, prop in standing.items() if prop.area in areas}
        return World(ident, areas, borders, objects)

    def known(self, read: tuple[str, ...]) -> dict[str, str]:
        """WB-010 and WB-Q21: all texts but those of pages, columns and endings that nobody has read yet."""
        fronts = {page.split()[0] for page in read}
        known: dict[str, str] = {}
        for key, text in self.texts.items():
            owner, _, path = key.partition(".")
            card = self.cards.get(owner if path else key.split()[key.startswith("use ")])
            if (
                card is None
                or not self.is_hidden(card.id, earlier=True)
                or (card.id in fronts and self.is_open(card, path, read))
            ):
                known[key] = text
        return known

    def is_hidden(self, ident: str, earlier: bool = False) -> bool:
        """WB-010 and WB-013: whether a card is hidden until it comes up; `earlier`: of any Chapter."""
        if self.kind(ident) == "map":
            return False
        place = place_of(ident)
        if place is None:
            return ident not in self.box
        return earlier or place.chapter == self.number

    def is_open(self, card: Card, path: str, read: tuple[str, ...]) -> bool:
        """Whether a text of a card that was read stands on a face that was read."""
        part, _, rest = path.partition(".")
        if part == "back":
            return f"{card.id} back" in read
        if part in ("options", "endings") and rest:
            bands = getattr(card.body, part)
            return f"{card.id} {bands[int(rest.split('.')[0]) - 1].id}" in read
        return path != "does" or card.kind in ("item", "rule", "wyrm")

    def maps(self) -> list[tuple[str, MapCard]]:
        return [(ident, card.body) for ident, card in self.cards.items() if card.kind == "map"]

    def sights(self) -> Iterator[str]:
        """All that there is to see, card by card, and then on those that have no number."""
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
            yield from self.sights_on(ident)
        yield from (way for way in self.pack.ways if way.split()[0] in self.pack.sequences)

    def sights_on(self, ident: str) -> Iterator[str]:
        """The Special Actions of a card, what comes of its puzzles, and how its instructions can go."""
        yield from (f"use {ident} {special.id}" for special in self.special_actions(ident))
        body = self.body(ident)
        for path, face in (("puzzle", body), ("back.puzzle", getattr(body, "back", None))):
            if getattr(face, "puzzle", None) is not None:
                yield from (f"{ident} {path}.success", f"{ident} {path}.fail")
        yield from (way for way in self.pack.ways if way.split()[0] == ident)

    def unnumbered(self) -> list[str]:
        """The cards without a number that those of this Chapter speak of, or that these speak of."""
        found = list(self.deck)
        speak_of = names_in([call for code in self.pack.sequences.values() for call in code.calls])
        for ident in found:
            speak_of |= names_in(list(self.cards[ident].all_calls()))
            if OPEN_ENVELOPE in self.cards[ident].words():
                speak_of |= {*self.envelope}
            found += [
                other
                for other in self.pack.cards
                if other in speak_of
                and other not in found
                and other not in self.box
                and place_of(other) is None
            ]
        return found[len(self.deck) :]

    def vocabulary(self) -> Iterator[str]:
        """Every key that can be answered."""
        areas = sorted({area for _, drawn in self.maps() for area in drawn.areas})
        items = [ident for ident, card in self.cards.items() if card.kind in ("item", "shred")]
        yield from ("collect", "attack", "pass", "stop", "no", "reroll", "keep", "yes", "book")
        yield from ("read", "skip", "go")
        yield from HEROES
        yield from areas
        yield from (f"{area} {state}" for area in areas for state in WYRM_IS)
        yield from (f"move {area}" for area in areas)
        yield from (f"use {ident} {side}" for ident, side, _ in self.all_skills())
        yield from (f"use {ident} {special.id}" for ident, special in self.all_special_actions())
        for upgrade in self.upgrades.values():
            yield from (f"choose {upgrade} left", f"choose {upgrade} right")
        yield from (f"{verb} {item} {hero}" for verb in ("give", "take") for item in items for hero in HEROES)
        yield from (f"keep {item}" for item in items)
        for ident, card in self.cards.items():
            if card.kind in ("enemy", "ally", "item", "shred", "wyrm"):
                yield ident
            if card.kind == "interaction":
                yield f"interact {ident}"
            if card.kind == "choice":
                yield from (f"{ident} {column.id}" for column in card.body.options)
            for puzzle in puzzles(card):
                yield from (f"try {word}" for word in puzzle.among)
        yield from self.options
        yield from (str(number) for number in range(61))


def names_in(calls: Sequence[Call]) -> set[str]:
    """All that these instructions name."""
    return {name for call in calls for name in call.names()}


def puzzles(card: Card) -> list[Any]:
    """The puzzles on both faces of a card."""
    faces = [card.body, getattr(card.body, "back", None)]
    found = [getattr(face, "puzzle", None) for face in faces]
    return [puzzle for puzzle in found if puzzle is not None]


def base_pack() -> Pack:
    return own(FOLDER / "pack", LANGUAGE)


def campaign_pack(ident: str) -> Pack:
    return base_pack() if ident in ("", BASE) else find(ident, LANGUAGE, FOLDER)


def chapter_of(ident: str, number: int) -> Chapter:
    """A Chapter of a campaign; a SetupError if it has none of that number."""
    base, pack = base_pack(), campaign_pack(ident)
    chapter = _chapter(base.hash, pack.hash, ident, number)
    if not chapter.deck:
        raise SetupError(f"{pack.about.title} has no Chapter {ROMAN[number - 1]} yet")
    return chapter


@lru_cache(maxsize=32)
def _chapter(base: str, hash: str, ident: str, number: int) -> Chapter:
    return Chapter(base_pack(), campaign_pack(ident), number)


@lru_cache(maxsize=64)
def known_texts(chapter: Chapter, read: tuple[str, ...]) -> dict[str, str]:
    """The texts that a table may know which has read so far."""
    return chapter.known(read)
