"""What a book must be, beyond its form: "Checks a content validator must make"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from foldtale.games.storyfold.language import (
    ACTIONS,
    BROM,
    END,
    EXPLORATION_KINDS,
    LUMA,
    NEXT_CHAPTER,
    RESTART,
    ChapterText,
    EndingText,
    SceneText,
)
from foldtale.games.storyfold.options import ABILITIES
from foldtale.games.storyfold.sights import scenes_reached
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.problems import Problems, Where

TAKEN: Final = (*ACTIONS, LUMA, BROM, *[ability.brings for ability in ABILITIES.values()])
"""Words that options use already."""
ELSEWHERE: Final = (NEXT_CHAPTER, RESTART, END)


def check(pack: Pack, problems: Problems) -> None:
    """Note each rule for books that a pack breaks."""
    problems.add_all(faults(pack))


def faults(pack: Pack) -> Iterator[tuple[Card | Where, str]]:
    """Yield what is wrong in a book, and where."""
    scenes = {card.id: card for card in pack.of_kind("scene")}
    chapters = {card.id: card for card in pack.of_kind("chapter")}
    campaigns = pack.of_kind("campaign")
    for card in scenes.values():
        yield from [(card, said) for said in (*scene_problems(card, scenes), *place_problems(card.body))]
    for card in chapters.values():
        yield from [(card, said) for said in chapter_problems(card.body, pack)]
    for card in campaigns:
        yield from [(card, said) for said in deck_problems(card.body.exploration, pack)]
        if sorted(card.body.river) != sorted(ACTIONS):
            yield card, "SF-Q82: the River starts with the four Action cards"
    if len(campaigns) != 1:
        at = campaigns[-1] if campaigns else Where("pack.yaml")
        yield at, f"SF-001: a book has one card of the kind campaign, not {len(campaigns)}"
    owners: dict[str, str] = {}
    for ident, card in scenes.items():
        for name in card.body.places:
            if owners.setdefault(name, ident) != ident:
                yield card, f"the Place {name!r} is in the Scene {owners[name]!r} already"
    reached = [ident for chapter in chapters for ident in scenes_reached(pack, chapter)]
    for ident, card in scenes.items():
        if chapters and ident not in reached:
            yield card, f"no link leads to the Scene {ident!r}"
    for ident, card in chapters.items():
        stories = [pack.cards[story].body.number for story in card.body.stories if story in pack.cards]
        for number, count in Counter(stories).items():
            if count > 1:
                yield card, f"SF-121: {count} Story cards of {ident} have the number {number}"
    for ident, card in scenes.items():
        for name in dict.fromkeys([link.id for link in card.body.links if link.id]):
            if f"{ident} {name}" in pack.options:
                yield card, f"a link and a choice of this Scene are both called {name!r}"
    decks = [card.body.exploration for card in campaigns] + [card.body.adds for card in chapters.values()]
    for card in pack.of_kind("blessing") + pack.of_kind("companion"):
        if card.body.persistent and any(deck.get(card.id, 0) > 1 for deck in decks):
            yield card, "SF-Q69: there is one copy of a card that is persistent"
    for card in pack.cards.values():
        if card.kind not in ("action", "faces") and card.id in TAKEN:
            yield card, f"{card.id!r} means something else already"


def scene_problems(card: Card, scenes: dict[str, Card]) -> Iterator[str]:
    scene: SceneText = card.body
    for name, ending in scene.endings.items():
        yield from ending_problems(name, ending, scenes)
    for distance, icons in scene.track.items():
        if not distance.isdecimal() or not 1 <= int(distance) <= scene.shadow:
            yield f"SF-Q59: icons lie on spaces 1 to {scene.shadow} from the centre, not on {distance!r}"
        for icon in icons:
            if icon not in scene.icons:
                yield f"SF-006: the icon {icon!r} on space {distance} is not defined in this Scene"
    used = {icon for icons in scene.track.values() for icon in icons}
    for icon in scene.icons:
        if icon not in used:
            yield f"SF-006: the icon {icon!r} is on no space of the track"


def ending_problems(name: str, ending: EndingText, scenes: dict[str, Card]) -> Iterator[str]:
    if not ending.links or ending.links[-1].if_ is not None:
        yield f"SF-Q78: the last link of {name!r} has no condition, so that it always leads somewhere"
    for link in ending.links:
        if link.to not in scenes and link.to not in ELSEWHERE:
            yield f"SF-Q78: {name!r} leads to {link.to!r}, which is no Scene, nor {', '.join(ELSEWHERE)}"
        if (link.say is None) != (not link.id):
            yield f"SF-Q78: a link that is chosen has an id and says something, unlike one in {name!r}"


def place_problems(scene: SceneText) -> Iterator[str]:
    for name, place in scene.places.items():
        if name in TAKEN:
            yield f"{name!r} means something else already"
        for before in place.after:
            if before not in scene.places:
                yield f"SF-102: {name!r} is joined to {before!r}, which is no Place of this Scene"
            elif place.at and scene.places[before].at and scene.places[before].at[0] >= place.at[0]:
                yield f"SF-101: {before!r} must lie to the left of {name!r}"
        if (place.needs is None) != (place.needs_text is None):
            yield f"SF-103: what {name!r} needs stands in `needs` and, for people, in `needs_text`"
    for name in never_open(scene):
        yield f"SF-102: {name!r} can never be reached: what it is joined to goes round in a circle"


def never_open(scene: SceneText) -> list[str]:
    """Return the Places whose left neighbours can never all be overcome."""
    done: set[str] = set()
    before = None
    while before != done:
        before = set(done)
        done |= {name for name, place in scene.places.items() if set(place.after) <= done}
    return [name for name in scene.places if name not in done]


def chapter_problems(chapter: ChapterText, pack: Pack) -> Iterator[str]:
    if chapter.drawn > len(chapter.shadows):
        yield f"SF-Q41: {chapter.drawn} Shadow cards are drawn from a pool of {len(chapter.shadows)}"
    if chapter.final in chapter.shadows:
        yield f"SF-120: the final Shadow card {chapter.final!r} is not in the pool"
    if not chapter.creatures:
        yield "SF-Q49: the Creature deck is empty"
    for card, copies in chapter.creatures.items():
        if card in pack.cards and pack.cards[card].kind != "creature":
            yield f"{card!r} is no Creature"
        elif card not in pack.cards:
            yield f"the Creature {card!r} is not known here"
        if not 1 <= copies <= 4:
            yield f"there are 1 to 4 of each Creature, not {copies} of {card!r}"
    yield from deck_problems(chapter.adds, pack)


def deck_problems(cards: dict[str, int], pack: Pack) -> Iterator[str]:
    for card, copies in cards.items():
        if card not in pack.cards or pack.cards[card].kind not in EXPLORATION_KINDS:
            yield f"{card!r} is no Exploration card"
        if not 1 <= copies <= 4:
            yield f"there are 1 to 4 of each Exploration card, not {copies} of {card!r}"
