"""What is written and never changes: the book, its Chapters, Scenes and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, TypeAlias

from foldtale.games.storyfold.dice import THROWS
from foldtale.games.storyfold.language import (
    ACTIONS,
    BROM,
    END,
    EXPLORATION_KINDS,
    LANGUAGE,
    LUMA,
    MOST_CRYSTALS,
    NEXT_CHAPTER,
    CampaignText,
    ChapterText,
    FaceText,
    Link,
    Numbers,
    PlaceText,
    SceneText,
)
from foldtale.kernel.effects import Cause, Code, Standing
from foldtale.kernel.effects.force import NOTHING_STANDS, Run
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.shelf import find, own
from foldtale.kernel.talk import Option, option
from foldtale.kernel.zones import Box

FOLDER: Final = Path(__file__).parent
PACK: Final = FOLDER / "pack"
BASE: Final = "storyfold"
SECOND_OF: Final = {"illuminate": "light", "help": "crystals", "explore": "cards", "heal": "spirit"}
"""What each Action card can do without a target."""
BRINGS: Final = {
    "advance_light": "light",
    "gain_crystals": "crystals",
    "gain_spirit": "spirit",
    "recover_dice": "dice",
}
"""Instructions that may bring nothing, and what they bring otherwise."""
MOST_COPIES: Final = 4
"""No more pieces of one Creature fit into the River."""
LOSS: Final = "loss"
LOSS_IN_SHADOW_PHASE: Final = "loss in the Shadow Phase"
CREATURE: Final = "creature"
"""SF-Q107: windows before a loss or an activation that would overflow, for cards that can help."""
TIMINGS: Final = {
    "between": ("any", "between"),
    "rolled": ("any", "rolled"),
    "closing": ("any",),
    "activation": ("any", "activation", "shadow"),
    "shadow": ("any", "shadow"),
    LOSS: ("any",),
    LOSS_IN_SHADOW_PHASE: ("any", "shadow"),
    CREATURE: ("any", "activation", "shadow"),
}
"""SF-Q34: in which window which cards can be used."""
GIVE_SPIRIT: Final = frozenset(["gain_spirit", "set_spirit"])
KEEP_OFF: Final = frozenset(
    ["illuminate", "stun", "discard_creature", "heal_free", "heal_quietly", "for", "until"]
)
HELP: Final = {LOSS: GIVE_SPIRIT, LOSS_IN_SHADOW_PHASE: GIVE_SPIRIT, CREATURE: GIVE_SPIRIT | KEEP_OFF}
"""Instructions that can help before Spirit overflows; a card that takes Spirit itself does not."""
TAKES_SPIRIT: Final = "lose_spirit"
CARRIED: Final = ("space", "exploration")
"""SF-Q75: where Story cards become Exploration cards."""
BOXED: Final = ("faces", "action", "lesson")
"""Kinds that another pack takes from the box unless it has its own."""


@lru_cache(maxsize=512)
def card_of(piece: str) -> str:
    """The card that a piece is: the second copy of a moth is `moth 2`."""
    return piece.partition(" ")[0]


SomePlace: TypeAlias = tuple[str, PlaceText, Option, tuple[str, ...]]
"""The name of a Place, its text, the option that announces an Action there, and all Places to its left."""


@dataclass(slots=True, frozen=True)
class Aim:
    """What an Action is announced for: a card, and its target or its second ability."""

    card: str
    target: str


@dataclass(slots=True, frozen=True)
class Icon:
    """SF-006: a Shadow Effect on the track: the text that is its name, and what it does."""

    name: str
    do: Code


@dataclass(slots=True, frozen=True)
class Use:
    """A card that can be used, or a face of one: by which option, and whether something would come of it."""

    card: str
    option: Option
    can: Run
    cause: Cause


class Content:
    """Everything that is written. All copies of a state share it.

    `body`     what the author of a card wrote
    `numbers`  the tunables of each Chapter
    `places`   each Place of the book with its text and the Scene it belongs to
    `scenes`   the Scenes; `by_type` their Places, each with the option that announces an Action there
    `aims`     the options that announce an Action with each Action card, by target or second ability;
               `aimed` what they announce
    `finds`    all Exploration cards, as often as there are copies of them; so all_creatures and all_shadows
    `tasks`    whether the task of a Scene is complete, and on whose behalf that is looked at
    `scripts`  the lessons of those that have one
    `tracks`   the icons of each Scene, by their distance from the centre, and what each is called
    `causes`   on whose behalf the conditions of a Scene are looked at
    `lessons`  the lesson of each moment; `moments` all of these
    `uses`     what can be used in each window: by Luma's two faces, by Brom's, and by each card
    `brings`   of cards that can be used: what they bring, if it is nothing but what may be in vain
    `priced`   whether all that Luma and Brom can do is paid in Crystals
    `lasting`  what stays in force for a while, by its name in the pack
    """

    def __init__(self, base: Pack, pack: Pack) -> None:
        self.base = base
        self.pack = pack
        self._boxes: dict[str, Box] = {}
        self.hash = f"{base.hash}{pack.hash}"
        boxed = {ident: card for ident, card in base.cards.items() if card.kind in BOXED}
        self.cards: dict[str, Card] = {**boxed, **pack.cards}
        self.texts = {
            **{key: text for key, text in base.texts.items() if key.split(".")[0].split()[0] in boxed},
            **pack.texts,
        }
        self.options = list(dict.fromkeys([*base.options, *pack.options]))
        self.body: Callable[[str], Any] = {ident: card.body for ident, card in self.cards.items()}.__getitem__
        (self.campaign_card,) = self.of_kind("campaign")
        self.campaign: CampaignText = self.campaign_card.body
        self.chapters = tuple(self.campaign.chapters)
        self.numbers: dict[str, Numbers] = {
            chapter: self.chapter(chapter).numbers or self.campaign.numbers for chapter in self.chapters
        }
        self.scenes: dict[str, SceneText] = {card.id: card.body for card in self.of_kind("scene")}
        self.places: dict[str, tuple[str, PlaceText]] = {
            name: (ident, place)
            for ident, scene in self.scenes.items()
            for name, place in scene.places.items()
        }
        self.tasks = {
            ident: (scene.task.if_.run, Cause(ident, ident)) for ident, scene in self.scenes.items()
        }
        self.scripts = {ident: scene.script for ident, scene in self.scenes.items() if scene.script}
        self.causes = {ident: Cause(ident, ident) for ident in self.scenes}
        self.tracks = {ident: dict(self._track(ident, scene)) for ident, scene in self.scenes.items()}
        self.lessons = {card.body.at: card.id for card in self.of_kind("lesson")}
        self.moments = tuple(sorted(self.lessons))
        self.finds = tuple(self._finds())
        self.creature_cards = [card.id for card in self.of_kind("creature")]
        decks = [self.chapter(chapter).creatures for chapter in self.chapters]
        self.all_creatures = tuple(
            [card for card in self.creature_cards for _ in range(max([1, *[d.get(card, 0) for d in decks]]))]
        )
        self.pieces = [
            f"{ident} {copy}" if copy > 1 else ident
            for ident in self.creature_cards
            for copy in range(1, MOST_COPIES + 1)
        ]
        self.all_shadows = tuple([card.id for card in self.of_kind("shadow")])
        self.uses = {
            window: (self._faces(LUMA, window), self._faces(BROM, window), self._held(window))
            for window in TIMINGS
        }
        self.brings = dict(self._brings())
        self.priced = all(self._is_priced(self.cards[ident]) for ident in (LUMA, BROM))
        self.lasting: dict[str, Standing] = {
            name: part for name, part in pack.parts.items() if isinstance(part, Standing)
        }
        self.by_type = {
            ident: {
                kind: {
                    name: (name, place, option(f"{kind} {name}"), left_of(scene, name))
                    for name, place in scene.places.items()
                    if place.type == kind
                }
                for kind in ("help", "explore")
            }
            for ident, scene in self.scenes.items()
        }
        self.aims = {action: self._aims(action) for action in ACTIONS}
        self.aimed = {
            announced: Aim(action, target)
            for action, targets in self.aims.items()
            for target, announced in targets.items()
        }
        self._label()

    def boxes(self, name: str, made: Callable[[], Box]) -> Box:
        """Cards as they lie at the start, laid out once."""
        if name not in self._boxes:
            self._boxes[name] = made()
        return self._boxes[name]

    def of_kind(self, *kinds: str) -> list[Card]:
        return [card for card in self.cards.values() if card.kind in kinds]

    def kind(self, ident: str) -> str:
        return self.cards[ident].kind

    def chapter(self, ident: str) -> ChapterText:
        chapter: ChapterText = self.cards[ident].body
        return chapter

    def face(self, ident: str, turned: bool) -> FaceText:
        """SF-Q29: the face of Luma or Brom that shows."""
        body = self.cards[ident].body
        face: FaceText = body.back if turned else body.front
        return face

    def standing(self, ident: str) -> Standing:
        standing: Standing = getattr(self.cards[ident].body, "standing", NOTHING_STANDS)
        return standing

    def after(self, chapter: str) -> str:
        """The Chapter that follows, or nothing."""
        at = self.chapters.index(chapter) + 1
        return self.chapters[at] if at < len(self.chapters) else ""

    def scenes_of(self, chapter: str) -> list[str]:
        """The Scenes that a Chapter can come to."""
        return scenes_reached(self.pack, chapter)

    def _finds(self) -> Iterator[str]:
        """All Exploration cards there are, also those that only come later."""
        decks = [self.campaign.exploration, *[self.chapter(chapter).adds for chapter in self.chapters]]
        for card in self.of_kind(*EXPLORATION_KINDS):
            yield from [card.id] * max(1, sum([deck.get(card.id, 0) for deck in decks]))
        for card in self.of_kind("story"):
            if card.body.after in CARRIED:
                yield card.id

    def _faces(self, ident: str, window: str) -> tuple[Use | None, ...]:
        """What the front and the back of Luma or Brom can be used for in a window; empty if for nothing."""
        faces = (("front.use", self.face(ident, False)), ("back.use", self.face(ident, True)))
        uses = [self._use(ident, path, face, window) for path, face in faces]
        return tuple(uses) if any(uses) else ()

    def _brings(self) -> Iterator[tuple[str, list[str]]]:
        for ident, card in self.cards.items():
            brought = [BRINGS.get(word, "") for word in card.words("use")]
            if brought and all(brought):
                yield ident, brought

    def _is_priced(self, card: Card) -> bool:
        """Whether each use of a card begins with Crystals that are spent."""
        uses = [card.words(path) for path in card.calls if path.endswith("use")]
        return all(words[:2] == ["pay", "spend_crystals"] for words in uses)

    def _held(self, window: str) -> dict[str, Use]:
        """The cards that can be used in a window, from a Blessing space or where they are kept."""
        uses = [self._use(ident, "use", card.body, window) for ident, card in self.cards.items()]
        return {use.card: use for use in uses if use is not None}

    def _use(self, ident: str, path: str, body: Any, window: str) -> Use | None:
        code = getattr(body, "use", None)
        if code is None or body.timing not in TIMINGS[window]:
            return None
        if window in HELP and not self._helps(ident, path, window):
            return None
        return Use(ident, use_option(ident), code.can or (lambda g, c: True), Cause(ident, ident))

    def _helps(self, ident: str, path: str, window: str) -> bool:
        """Return whether a use of a card can keep Spirit from overflowing: SF-Q107."""
        words = self.cards[ident].words(path)
        return not HELP[window].isdisjoint(words) and TAKES_SPIRIT not in words

    def _aims(self, action: str) -> dict[str, Option]:
        """All that an Action card can be announced for: its targets, and its second ability."""
        if action in ("help", "explore"):
            targets = [name for name, (_, place) in self.places.items() if place.type == action]
        else:
            dots = attrgetter(action)
            targets = [piece for piece in self.pieces if dots(self.body(card_of(piece))) is not None]
        if action == "heal":
            targets += [card.id for card in self.of_kind("trauma")]
        return {target: option(f"{action} {target}") for target in (*targets, SECOND_OF[action])}

    def _track(self, ident: str, scene: SceneText) -> Iterator[tuple[int, list[Icon]]]:
        for distance, icons in scene.track.items():
            yield int(distance), [Icon(f"{ident}.icons.{icon}.name", scene.icons[icon].do) for icon in icons]

    def part_of(self, ident: str, key: str) -> str:
        """The field of a card in which an option or something told stands; that of a link in its ending."""
        if ident in self.scenes:
            for name, ending in (("luma", self.scenes[ident].luma), ("dark", self.scenes[ident].dark)):
                if any(f"{ident} {link.id}" == key for link in ending.links):
                    return name
        return self.cards[ident].keys.get(key, "")

    def pack_of(self, ident: str) -> Pack:
        return self.pack if ident in self.pack.cards else self.base

    def describe(self, ident: str, part: str = "") -> list[str]:
        """What a card does, in plain English."""
        return self.pack_of(ident).describe(ident, part)

    def says(self, ident: str, part: str) -> str:
        """How one part of a card is printed."""
        return self.pack_of(ident).named(self.cards[ident].says.get(part, ""))

    def _label(self) -> None:
        """What options are called."""
        for name, (_, place) in self.places.items():
            self.texts[name] = self.texts[f"{name}.title"] = place.name
        for ident in self.cards:
            self.texts.setdefault(ident, self.texts.get(f"{ident}.title", ident))
        for piece in self.pieces:
            self.texts[piece] = self.texts[card_of(piece)]
        for chapter in self.chapters:
            self.texts[f"{chapter}.title"] = self.chapter(chapter).title
        for ident, scene in self.scenes.items():
            for ending in ("luma", "dark"):
                for link in getattr(scene, ending).links:
                    if link.say is not None:
                        self.texts[f"{ident} {link.id}"] = link.say

    def sights(self, chapter: str) -> Iterator[str]:
        """All that a Chapter has to show: pages, cards, both triumphs of every Scene, ways, endings."""
        text = self.chapter(chapter)
        yield chapter
        for ident in self.scenes_of(chapter):
            scene = self.scenes[ident]
            yield ident
            yield from (f"{ident} {part}" for part in (*scene.places, "luma", "dark"))
            for ending in (scene.luma, scene.dark):
                yield from (f"{ident} {link.id}" for link in ending.links if link.say is not None)
            yield from self.ways_of(ident)
        for ident in (*text.stories, *text.shadows, text.final):
            yield ident
            yield from self.ways_of(ident)
        for ident in text.creatures:
            yield f"{ident} comes"
            yield from self.ways_of(ident)
        for ident in dict.fromkeys([*self.campaign.exploration, *text.adds, *self.given_in(chapter)]):
            yield f"{ident} takes"
            yield from self.ways_of(ident)
        if "restart_chapter" in self.cards[text.final].words():
            yield f"{chapter} begins again"
        ends = {NEXT_CHAPTER: "onward", END: "the end"}
        links = [link for ident in self.scenes_of(chapter) for link in self.links_of(ident)]
        yield from (f"ending: {ends[link.to]}" for link in links if link.to in ends)
        yield from ("ending: saved", "ending: left")

    def links_of(self, ident: str) -> list[Link]:
        scene = self.scenes[ident]
        return [*scene.luma.links, *scene.dark.links]

    def ways_of(self, ident: str) -> list[str]:
        """How the instructions of a card can go."""
        return [way for way in self.pack.ways if way.split()[0] == ident]

    def given_in(self, chapter: str) -> list[str]:
        """Exploration cards that Scenes, Story and Shadow cards of a Chapter hand out."""
        text = self.chapter(chapter)
        speaking = (*self.scenes_of(chapter), *text.stories, *text.shadows, text.final)
        given = [card for ident in speaking for card in self.cards[ident].given("gain_card")]
        return [card.id for card in self.of_kind(*EXPLORATION_KINDS) if card.id in given]

    def vocabulary(self) -> Iterator[str]:
        """Every key that can be answered."""
        yield from (
            "read",
            "go on",
            "end phase",
            "stop",
            "no",
            "first",
            "nothing",
            "fail",
            "resolve",
            "discard",
        )
        yield from ("begin again", "close the book", "open here")
        yield from (roll.key for roll in THROWS)
        yield from (f"second {crystals}" for crystals in range(MOST_CRYSTALS + 1))
        yield from (announced.key for announced in self.aimed)
        yield from self.places
        for card in self.cards.values():
            if card.kind in (*EXPLORATION_KINDS, "story", "faces"):
                yield f"use {card.id}"
                yield card.id
                yield f"resolve {card.id}"
                yield f"discard {card.id}"
        yield from self.pieces
        yield from ACTIONS
        yield from (f"put {action}" for action in ACTIONS)
        yield from (f"pay {action}" for action in ACTIONS)
        yield from (f"die {die}" for die in range(1, 8))
        yield from (f"save {ribbon}" for ribbon in ("red", "green", "blue"))
        yield from (f"open {ribbon}" for ribbon in ("red", "green", "blue"))
        for ident, scene in self.scenes.items():
            for ending in (scene.luma, scene.dark):
                yield from (f"{ident} {link.id}" for link in ending.links if link.say is not None)
        yield from self.options


def scenes_reached(pack: Pack, chapter: str) -> list[str]:
    """The Scenes that a Chapter can come to: its first, and where links and texts (`go_to`) lead.

    Story and Shadow cards speak only in their own Chapter; Creatures and Exploration cards in any.
    """
    text: ChapterText = pack.cards[chapter].body
    scenes = {card.id: card.body for card in pack.of_kind("scene")}
    texts = [
        ident
        for ident, card in pack.cards.items()
        if card.kind not in ("campaign", "chapter", "scene", "shadow") and not stays_in_its_chapter(card)
    ]
    left = [text.first]
    for ident in (*texts, *text.stories, *text.shadows, text.final):
        left += pack.leads.get(ident, ())
    found: list[str] = []
    for ident in left:
        if ident in scenes and ident not in found:
            found.append(ident)
            links = (*scenes[ident].luma.links, *scenes[ident].dark.links)
            left += [*[link.to for link in links], *pack.leads[ident]]
    return found


def stays_in_its_chapter(card: Card) -> bool:
    """Whether a Story card never joins the Exploration cards, which go on to the next Chapter."""
    return card.kind == "story" and card.body.after not in CARRIED


def left_of(scene: SceneText, name: str) -> tuple[str, ...]:
    """Return all Places that lines join to a Place on its left, the nearest first: SF-102 and SF-Q60."""
    found = list(scene.places[name].after)
    for before in found:
        found += [other for other in scene.places[before].after if other not in found]
    return tuple(found)


def use_option(card: str) -> Option:
    return option(f"use {card}")


_contents: dict[tuple[str, str], Content] = {}


def packs_of(ident: str) -> tuple[Pack, Pack]:
    """The pack of the box, and the one that is played."""
    base = own(PACK, LANGUAGE)
    return base, base if ident in ("", BASE) else find(ident, LANGUAGE, FOLDER)


def content_of(ident: str) -> Content:
    """All that is written in a pack, made once for what is in it now."""
    base, pack = packs_of(ident)
    key = (base.hash, pack.hash)
    if key not in _contents:
        _contents[key] = Content(base, pack)
    return _contents[key]
