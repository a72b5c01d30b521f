"""What is written and never changes: the book, its Chapters, Scenes and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, TypeAlias

from foldtale.games.storyfold.language import (
    ACTIONS,
    BROM,
    END,
    EXPLORATION_KINDS,
    LANGUAGE,
    LUMA,
    NEXT_CHAPTER,
    CampaignText,
    ChapterText,
    EndingText,
    FaceText,
    Numbers,
    PlaceText,
    SceneText,
)
from foldtale.games.storyfold.options import AIM, AIM_SECOND, LINK, OPTIONS, USE
from foldtale.kernel.effects import Cause, Code, Standing
from foldtale.kernel.effects.force import NOTHING_STANDS, Run
from foldtale.kernel.pack.contents import Contents, Library, text_id
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.pages import PageId, page_id
from foldtale.kernel.talk import Option
from foldtale.kernel.zones import Box

FOLDER: Final = Path(__file__).parent
BASE: Final = "storyfold"
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
    """Each card as often as there are copies of it."""
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


@dataclass(slots=True, frozen=True)
class Use:
    """A card that can be used, or a face of one: by which option, and whether something would come of it."""

    card: str
    option: Option
    can: Run
    cause: Cause


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
    `lasting`  what stays in force for a while, by its name in the pack
    `page_of`  the page that must have been read before a text is known; empty if there is none
    """

    def __init__(self, base: Pack, pack: Pack) -> None:
        super().__init__(base, pack, lambda card: card.kind in BOXED)
        self._boxes: dict[str, Box] = {}
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
        self.tracks = {ident: dict(self._track(ident, scene)) for ident, scene in self.scenes.items()}
        self.lessons = {card.body.at: card.id for card in self.of_kind("lesson")}
        self.moments = tuple(sorted(self.lessons))
        adds = [self.campaign.exploration, *[chapter.adds for chapter in chapters]]
        self.finds = (
            *counted(
                {
                    card.id: max(1, sum([deck.get(card.id, 0) for deck in adds]))
                    for card in self.of_kind(*EXPLORATION_KINDS)
                }
            ),
            *[card.id for card in self.of_kind("story") if card.body.after in CARRIED],
        )
        creatures = self.ids("creature")
        self.all_creatures = counted(
            {card: max([1, *[chapter.creatures.get(card, 0) for chapter in chapters]]) for card in creatures}
        )
        self.all_shadows = tuple(self.ids("shadow"))
        self.pieces = [copy_of(card, n + 1) for card in creatures for n in range(MOST_COPIES)]
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
                    name: (name, place, AIM[kind](name), left_of(scene, name))
                    for name, place in scene.places.items()
                    if place.type == kind
                }
                for kind in PLACED
            }
            for ident, scene in self.scenes.items()
        }
        self.aims = {
            card: {target: AIM[card](target) for target in self.targets_of(card)} for card in ACTIONS
        }
        self.aimed = {
            **{second: Aim(card, SECOND, "") for card, second in AIM_SECOND.items()},
            **{
                announced: Aim(card, FIRST, target)
                for card, targets in self.aims.items()
                for target, announced in targets.items()
            },
        }
        self.keys = OPTIONS.vocabulary(self)
        self._label()
        self.page_of = {key: self._page_of(key) for key in self.texts}

    def boxes(self, name: str, made: Callable[[], Box]) -> Box:
        """Cards as they lie at the start, laid out once."""
        if name not in self._boxes:
            self._boxes[name] = made()
        return self._boxes[name]

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

    def _faces(self, ident: str, window: str) -> tuple[Use | None, Use | None]:
        """What the front and the back of Luma or Brom can be used for in a window."""
        return (
            self._use(ident, "front.use", self.face(ident, False), window),
            self._use(ident, "back.use", self.face(ident, True), window),
        )

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
        return Use(ident, USE(ident), code.can or (lambda g, c: True), Cause(ident, ident))

    def _helps(self, ident: str, path: str, window: str) -> bool:
        """Return whether a use of a card can keep Spirit from overflowing: SF-Q107."""
        words = self.cards[ident].words(path)
        return not HELP[window].isdisjoint(words) and TAKES_SPIRIT not in words

    def _track(self, ident: str, scene: SceneText) -> Iterator[tuple[int, list[Icon]]]:
        for distance, icons in scene.track.items():
            yield int(distance), [Icon(f"{ident}.icons.{icon}.name", scene.icons[icon].do) for icon in icons]

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
        """Return the page, or the card, that must have been seen before a text is known; nothing if none."""
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

    def sights(self, chapter: str) -> Iterator[str]:
        """All that a Chapter has to show: pages, cards, both triumphs of every Scene, ways, endings."""
        text = self.chapter(chapter)
        yield chapter
        for ident in self.scenes_of(chapter):
            scene = self.scenes[ident]
            yield ident
            yield from (PageId(ident, part).key for part in (*scene.places, *scene.endings))
            for ending in scene.endings.values():
                yield from choices_of(ident, ending)
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
        links = [link for ident in self.scenes_of(chapter) for link in self.scenes[ident].links]
        yield from (f"ending: {ends[link.to]}" for link in links if link.to in ends)
        yield from ("ending: saved", "ending: left")

    def given_in(self, chapter: str) -> list[str]:
        """Exploration cards that Scenes, Story and Shadow cards of a Chapter hand out."""
        text = self.chapter(chapter)
        speaking = (*self.scenes_of(chapter), *text.stories, *text.shadows, text.final)
        given = [card for ident in speaking for card in self.cards[ident].given("gain_card")]
        return [card.id for card in self.of_kind(*EXPLORATION_KINDS) if card.id in given]


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
            left += [*[link.to for link in scenes[ident].links], *pack.leads[ident]]
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


def choices_of(scene: str, ending: EndingText) -> dict[str, str]:
    """Return what can be chosen at an ending, and what each choice says: SF-Q78."""
    return {LINK(scene, link.id).key: link.say for link in ending.links if link.say is not None}


LIBRARY: Final = Library(LANGUAGE, FOLDER, Content)
