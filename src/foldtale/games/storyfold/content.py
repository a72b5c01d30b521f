"""What is written and never changes: the book, its Chapters, Scenes and cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Final, TypeAlias

from foldtale.games.storyfold.language import (
    ACTIONS,
    BROM,
    EXPLORATION_KINDS,
    LANGUAGE,
    LUMA,
    CampaignText,
    ChapterText,
    EndingText,
    FaceText,
    Numbers,
    PlaceText,
    SceneText,
)
from foldtale.games.storyfold.options import AIM, AIM_SECOND, LINK, OPTIONS
from foldtale.games.storyfold.uses import TIMINGS, brought_by, is_priced, uses_in
from foldtale.kernel.effects import Cause, Code, Standing
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.pack.contents import Contents, Library, text_id
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.pages import PageId, page_id
from foldtale.kernel.talk import Option

FOLDER: Final = Path(__file__).parent
BASE: Final = "storyfold"
MOST_COPIES: Final = 4
"""No more pieces of one Creature fit into the River."""
PLACED: Final = ("help", "explore")
"""Action cards that are aimed at Places."""
CARRIED: Final = ("space", "exploration")
"""SF-Q75: where Story cards become Exploration cards."""
BOXED: Final = ("faces", "action", "lesson")
"""Kinds that another pack takes from the box unless it has its own."""
OPEN_KINDS: Final = ("action", "faces", "campaign", "backdrop")
"""Kinds of cards whose words everybody knows."""
NEVER: Final = "never"
"""The page of what nobody reads: all that a Scene does."""
FIRST: Final = "first"
SECOND: Final = "second"
"""The abilities of an Action card."""
GONE: Final = 0
"""The number of a copy that is not in the River any more; those there count from 1."""


def copy_of(card: str, number: int) -> str:
    """Return the name of a piece: the second copy of a moth is `moth 2`."""
    return card if number == 1 else f"{card} {number}"


@lru_cache(maxsize=512)
def card_of(piece: str) -> str:
    """Return the card that a piece is."""
    return page_id(piece).card


def counted(cards: Mapping[str, int]) -> tuple[str, ...]:
    """Return each card as often as there are copies of it."""
    return tuple([card for card, copies in cards.items() for _ in range(copies)])


SomePlace: TypeAlias = tuple[str, PlaceText, Option, tuple[str, ...]]
"""The name of a Place, its text, the option that announces an Action there, and all Places to its left."""


@dataclass(slots=True, frozen=True)
class Aim:
    """What an Action is announced for: a card, one of its abilities, and what the first is aimed at."""

    card: str
    ability: str
    target: str


@dataclass(slots=True, frozen=True)
class Icon:
    """SF-006: a Shadow Effect on the track: the text that is its name, and what it does."""

    name: str
    do: Code


class Content(Contents):
    """Everything that is written. All copies of a state share it.

    `numbers`  the tunables of each Chapter
    `places`   each Place of the book with its text and the Scene it belongs to
    `scenes`   the Scenes; `by_type` their Places, each with the option that announces an Action there
    `aims`     the options that announce an Action with each Action card, by its target; `aimed` what every
               option announces
    `finds`    all Exploration cards, as often as there are copies of them; so all_creatures and all_shadows
    `tasks`    whether the task of a Scene is complete, and on whose behalf that is looked at
    `scripts`  the lessons of those that have one
    `tracks`   the icons of each Scene, by their distance from the centre, and what each is called
    `causes`   on whose behalf the conditions of a Scene are looked at
    `lessons`  the lesson of each moment; `moments` all of these
    `uses`     what can be used in each window: by the two faces of Luma and of Brom, and by each card
    `brings`   of cards that can be used: what they bring, if it is nothing but what may be in vain
    `priced`   whether all that Luma and Brom can do is paid in Crystals
    `lasting`  what stays in force for a while, by its name in the pack; `lasting_names` the name of each
    `page_of`  the page that must have been read before a text is known; empty if there is none
    """

    def __init__(self, base: Pack, pack: Pack) -> None:
        super().__init__(base, pack, lambda card: card.kind in BOXED)
        self._link_fields: dict[str, str] = {}
        (campaign,) = self.of_kind("campaign")
        self.campaign: CampaignText = campaign.body
        self.chapters = tuple(self.campaign.chapters)
        chapters = [self.chapter(chapter) for chapter in self.chapters]
        self.numbers: dict[str, Numbers] = {
            name: chapter.numbers or self.campaign.numbers for name, chapter in zip(self.chapters, chapters)
        }
        self.scenes: dict[str, SceneText] = {card.id: card.body for card in self.of_kind("scene")}
        self.places: dict[str, tuple[str, PlaceText]] = {
            name: (ident, place)
            for ident, scene in self.scenes.items()
            for name, place in scene.places.items()
        }
        self.causes = {ident: Cause(ident, ident) for ident in self.scenes}
        self.tasks = {ident: (scene.task.if_.run, self.causes[ident]) for ident, scene in self.scenes.items()}
        self.scripts = {ident: scene.script for ident, scene in self.scenes.items() if scene.script}
        self.tracks = {ident: track_of(ident, scene) for ident, scene in self.scenes.items()}
        self.lessons = {card.body.at: card.id for card in self.of_kind("lesson")}
        self.moments = tuple(sorted(self.lessons))
        adds = [self.campaign.exploration, *[chapter.adds for chapter in chapters]]
        found = [card.id for card in self.of_kind(*EXPLORATION_KINDS)]
        self.finds = (
            *counted({card: max(1, sum([deck.get(card, 0) for deck in adds])) for card in found}),
            *[card.id for card in self.of_kind("story") if card.body.after in CARRIED],
        )
        creatures = self.ids("creature")
        self.all_creatures = counted(
            {card: max([1, *[chapter.creatures.get(card, 0) for chapter in chapters]]) for card in creatures}
        )
        self.all_shadows = tuple(self.ids("shadow"))
        self.pieces = [copy_of(card, n + 1) for card in creatures for n in range(MOST_COPIES)]
        self.uses = {window: uses_in(window, self.cards) for window in TIMINGS}
        self.brings = brought_by(self.cards)
        self.priced = all(is_priced(self.cards[ident]) for ident in (LUMA, BROM))
        lasting = [(name, part) for name, part in pack.parts.items() if isinstance(part, Standing)]
        self.lasting = dict(lasting)
        self.lasting_names = {id(part): name for name, part in lasting}
        self.by_type: dict[str, dict[str, dict[str, SomePlace]]] = {}
        for ident, scene in self.scenes.items():
            kinds = self.by_type[ident] = {kind: {} for kind in PLACED}
            for name, place in scene.places.items():
                kinds[place.type][name] = (name, place, AIM[place.type](name), left_of(scene, name))
        self.aims = {card: {name: AIM[card](name) for name in self.targets_of(card)} for card in ACTIONS}
        self.aimed = {second: Aim(card, SECOND, "") for card, second in AIM_SECOND.items()}
        for card, targets in self.aims.items():
            self.aimed |= {announced: Aim(card, FIRST, target) for target, announced in targets.items()}
        self.keys = OPTIONS.vocabulary(self)
        self._label()
        self.page_of = {key: self._page_of(key) for key in self.texts}

    def chapter(self, ident: str) -> ChapterText:
        chapter: ChapterText = self.cards[ident].body
        return chapter

    def face(self, ident: str, turned: bool) -> FaceText:
        """Return the face of Luma or Brom that shows: SF-Q29."""
        body = self.cards[ident].body
        face: FaceText = body.back if turned else body.front
        return face

    def standing(self, ident: str) -> Standing:
        standing: Standing = getattr(self.cards[ident].body, "standing", NOTHING_STANDS)
        return standing

    def after(self, chapter: str) -> str:
        """Return the Chapter that follows, or ""."""
        at = self.chapters.index(chapter) + 1
        return self.chapters[at] if at < len(self.chapters) else ""

    def targets_of(self, action: str) -> list[str]:
        """Return all that the first ability of an Action card can be announced for."""
        if action in PLACED:
            return [name for name, (_, place) in self.places.items() if place.type == action]
        dots = attrgetter(action)
        targets = [piece for piece in self.pieces if dots(self.body(card_of(piece))) is not None]
        return [*targets, *[card.id for card in self.of_kind("trauma") if action == "heal"]]

    def _label(self) -> None:
        """Say what options are called."""
        for name, (_, place) in self.places.items():
            self.texts[name] = self.texts[f"{name}.title"] = place.name
        for ident in self.cards:
            self.texts.setdefault(ident, self.texts.get(f"{ident}.title", ident))
        for piece in self.pieces:
            self.texts[piece] = self.texts[card_of(piece)]
        for ident, scene in self.scenes.items():
            for part, ending in scene.endings.items():
                for key, says in choices_of(ident, ending).items():
                    self.texts[key] = says
                    self._link_fields[key] = part

    def _page_of(self, key: str) -> str:
        """Return the page, or the card, that must have been seen before a text is known; "" if none."""
        text = text_id(key)
        ident = text.card
        if ident in self.places:
            return self.places[ident][0]
        if ident not in self.cards or self.kind(ident) in OPEN_KINDS:
            return ""
        field = text.field
        if text.option:
            path = self._link_fields.get(text.option) or self.cards[ident].keys.get(text.option, "")
            field = text_id(f"{ident}.{path}").field
        if self.kind(ident) == "chapter" and field == ("title",):
            return ""
        if self.kind(ident) != "scene":
            return ident
        match field:
            case ("does", *_):
                return NEVER
            case ("luma" | "dark" as part, *_):
                return PageId(ident, part).key
            case ("places", part, what, *_) if what not in ("name", "needs_text"):
                return PageId(ident, part).key
            case _:
                return ident


def track_of(ident: str, scene: SceneText) -> dict[int, list[Icon]]:
    """Return the icons on the track of a Scene, by their distance from the centre."""
    icons = {name: Icon(f"{ident}.icons.{name}.name", icon.do) for name, icon in scene.icons.items()}
    return {int(distance): [icons[name] for name in names] for distance, names in scene.track.items()}


def left_of(scene: SceneText, name: str) -> tuple[str, ...]:
    """Return all Places that lines join to a Place on its left, the nearest first: SF-102 and SF-Q60."""
    found = list(scene.places[name].after)
    for before in found:
        found += [other for other in scene.places[before].after if other not in found]
    return tuple(found)


def choices_of(scene: str, ending: EndingText) -> dict[str, str]:
    """Return what can be chosen at an ending, and what each choice says: SF-Q78."""
    return {LINK(scene, link.id).key: link.say for link in ending.links if link.say is not None}


LIBRARY: Final = Library(LANGUAGE, FOLDER, Content)
