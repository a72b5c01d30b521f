"""What a Chapter has to show, and where it can lead."""

from __future__ import annotations

from collections.abc import Iterator

from foldtale.games.storyfold.content import CARRIED, Content, choices_of
from foldtale.games.storyfold.language import END, EXPLORATION_KINDS, NEXT_CHAPTER, ChapterText
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.pages import PageId


def sights(content: Content, chapter: str) -> Iterator[str]:
    """Yield all that a Chapter has to show: pages, cards, both triumphs of every Scene, ways, endings."""
    text = content.chapter(chapter)
    scenes = scenes_reached(content.pack, chapter)
    speaking = (*scenes, *text.stories, *text.shadows, text.final)
    given = [card for ident in speaking for card in content.cards[ident].given("gain_card")]
    gifts = [card.id for card in content.of_kind(*EXPLORATION_KINDS) if card.id in given]
    yield chapter
    for ident in scenes:
        scene = content.scenes[ident]
        yield ident
        yield from (PageId(ident, part).key for part in (*scene.places, *scene.endings))
        for ending in scene.endings.values():
            yield from choices_of(ident, ending)
        yield from content.ways_of(ident)
    for ident in (*text.stories, *text.shadows, text.final):
        yield ident
        yield from content.ways_of(ident)
    for ident in text.creatures:
        yield f"{ident} comes"
        yield from content.ways_of(ident)
    for ident in dict.fromkeys([*content.campaign.exploration, *text.adds, *gifts]):
        yield f"{ident} takes"
        yield from content.ways_of(ident)
    if "restart_chapter" in content.cards[text.final].words():
        yield f"{chapter} begins again"
    ends = {NEXT_CHAPTER: "onward", END: "the end"}
    links = [link for ident in scenes for link in content.scenes[ident].links]
    yield from (f"ending: {ends[link.to]}" for link in links if link.to in ends)
    yield from ("ending: saved", "ending: left")


def scenes_reached(pack: Pack, chapter: str) -> list[str]:
    """Return the Scenes that a Chapter can come to, by its links and by texts (`go_to`).

    Story and Shadow cards speak only in their own Chapter; Creatures and Exploration cards in any.
    """
    text: ChapterText = pack.cards[chapter].body
    scenes = {card.id: card.body for card in pack.of_kind("scene")}
    anywhere = [ident for ident, card in pack.cards.items() if speaks_anywhere(card)]
    left = [text.first]
    for ident in (*anywhere, *text.stories, *text.shadows, text.final):
        left += pack.leads.get(ident, ())
    found: list[str] = []
    for ident in left:
        if ident in scenes and ident not in found:
            found.append(ident)
            left += [*[link.to for link in scenes[ident].links], *pack.leads[ident]]
    return found


def speaks_anywhere(card: Card) -> bool:
    """Return whether a card can come up in any Chapter; most Story cards never leave theirs."""
    if card.kind == "story":
        return card.body.after in CARRIED
    return card.kind not in ("campaign", "chapter", "scene", "shadow")
