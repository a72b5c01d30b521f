"""The left page of the book: the story, the task, what the icons mean, and the journal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from foldtale.games.storyfold.content import Content, left_of
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.pack.folder import paragraphs
from foldtale.kernel.pack.pages import PageId, page_id
from foldtale.kernel.scene import Card, Counter, Element, Note, Page, Row
from foldtale.kernel.speech import ENGLISH

TRIUMPHS = {"luma": "Luma triumphs", "dark": "The Shadow triumphs"}
KINDS = {
    "creature": "Creature",
    "blessing": "Blessing",
    "companion": "Companion",
    "curse": "Curse",
    "trauma": "Trauma",
    "shadow": "Shadow card",
    "story": "Story card",
}
"""What cards are called by their kinds."""
SHORT = 44
"""What is longer has no room in a legend."""
PARTS = ("in_play", "use", "after", "standing")
"""The parts of a card that do something."""
PAGES = ("scene", "chapter", "lesson", "shadow", "story")
"""Kinds of cards that are pages."""


def page(g: Wood) -> Page:
    """Return the open page, or the card that has come since, with the task and what the icons mean."""
    shown = PageId(g.met) if g.met and not g.pages.reading else g.pages.open
    ident, part = shown
    things: tuple[Element, ...] = (task(g),) if g.scene and not g.triumph else ()
    if not ident:
        return Page(id="page", title="The book is closed", label="The open page", things=things)
    besides = g.pages.told_besides(g.content.texts) if shown == g.pages.open else does(g, ident, *PARTS)
    return Page(
        id="page",
        title=page_title(g.content, ident, part),
        prose=(*prose(g.content, ident, part), *besides),
        label=page_label(g.content, ident, part),
        alone=g.pages.reading,
        things=things,
        legend=legend(g) if g.scene else (),
    )


def page_title(content: Content, ident: str, part: str) -> str:
    if part in TRIUMPHS:
        return TRIUMPHS[part]
    return content.texts[f"{part or ident}.title"]


def page_label(content: Content, ident: str, part: str) -> str:
    """Return what kind of page it is."""
    kind = content.kind(ident)
    if kind == "lesson":
        return "How it goes"
    if part:
        return content.scenes[ident].title
    return f"A {KINDS[kind]}" if kind in KINDS else f"A new {kind.title()}"


def prose(content: Content, ident: str, part: str) -> tuple[str, ...]:
    """Return the words of a page."""
    key = {"": f"{ident}.text", "luma": f"{ident}.luma.text", "dark": f"{ident}.dark.text"}.get(
        part, f"{ident}.places.{part}.text"
    )
    return paragraphs(content.texts.get(key, ""))


def does(g: Wood, ident: str, *parts: str) -> tuple[str, ...]:
    """Say what a card does, in plain English, part by part."""
    return tuple([line for part in parts for line in g.content.describe(ident, part)])


def task(g: Wood) -> Card:
    """Return the task as a card, with what it still lacks: SF-133."""
    asked = g.scene_text.task
    counters: tuple[Counter, ...] = ()
    if asked.shows is not None:
        done = int(asked.shows.run(g, g.content.causes[g.scene]))
        counters = (Counter(id="task done", name="Done", count=done, of=asked.of, icon="success"),)
    lines = (g.content.texts[f"{g.scene}.task.text"],)
    names = [name for name in g.places if name not in g.overcome]
    still_missing = [f"{g.places[name].name} {why}" for name in names for _, why in missing(g, name)]
    fine = (*still_missing, *[whole for _, whole, _ in effects(g) if len(whole) > SHORT])
    card = Card(id="task", title="Luma triumphs", lines=lines, fine=fine, icon="luma-triumphs", kind="goal")
    return replace(card, counters=counters)


def missing(g: Wood, name: str) -> Iterator[tuple[Note, str]]:
    """Yield what a Place still lacks, as a note on its sign and in a sentence: SF-100 to SF-103."""
    place = g.places[name]
    if place.wildwood and g.light:
        note = Note("needs the Light on the centre", icon="wildwood", rule="SF-100")
        yield note, "waits for the Light on the centre."
    before = waits_for_others(g, name)
    if before:
        yield Note(before, icon="track", rule="SF-102"), f"{before}."
    if name in g.locked:
        yield Note("closed for now", icon="failure", rule="SF-103"), "is closed for now."
    if place.needs is not None and not place.needs.run(g, g.content.causes[g.scene]):
        asked = place.needs_text or ""
        yield Note(asked, icon="flag", rule="SF-103"), f"waits: {asked}"


def waits_for_others(g: Wood, name: str) -> str:
    """Say that a Place waits for left neighbours that are not overcome, or else for those beyond: SF-102."""
    missing = [before for before in g.places[name].after if before not in g.overcome]
    missing = missing or [before for before in left_of(g.scene_text, name) if before not in g.overcome]
    names = [g.places[before].name for before in missing]
    return ENGLISH.within("", f"waits for {' and '.join(names)}") if names else ""


def legend(g: Wood) -> tuple[Note, ...]:
    """Return the Shadow Effects of this Scene; the task card explains the long ones: SF-006."""
    told = [(whole if len(whole) <= SHORT else name, picture) for name, whole, picture in effects(g)]
    return tuple([Note(text, icon=picture) for text, picture in told])


def effects(g: Wood) -> list[tuple[str, str, str]]:
    """Return the name of each Shadow Effect, its name with what it does, and its picture."""
    return [
        (text.name, f"{text.name}: {g.content.says(g.scene, f'icons.{icon}.do')}.", text.picture or "shadow")
        for icon, text in g.scene_text.icons.items()
    ]


def read_aloud(g: Wood, name: str) -> str:
    """Return the words of a page that was read."""
    ident, part = page_id(name)
    if name not in g.pages.read or g.content.kind(ident) not in PAGES:
        return ""
    return "\n".join([page_title(g.content, ident, part), *prose(g.content, ident, part)])


def journal(g: Wood) -> Row:
    """Return the pages read so far, to read again."""
    return Row(id="journal", name="Journal", things=journal_pages(g.content, g.pages.read), seldom=True)


@lru_cache(maxsize=64)
def journal_pages(content: Content, read: tuple[str, ...]) -> tuple[Card, ...]:
    found = []
    for name in read:
        ident, part = page_id(name)
        if content.kind(ident) in PAGES:
            title, lines = page_title(content, ident, part), prose(content, ident, part)
            tags = (Note(page_label(content, ident, part)),)
            found.append(
                Card(id=f"page {name}", title=title, lines=lines, icon="journal", kind="page", tags=tags)
            )
    return tuple(reversed(found))
