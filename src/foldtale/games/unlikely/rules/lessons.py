"""Lessons: the first quest explains what is met for the first time. UH-Q115."""

from __future__ import annotations

from foldtale.games.unlikely.language import Occasion
from foldtale.games.unlikely.rules.reading import turn_page
from foldtale.games.unlikely.state import UnlikelyState, pages_read
from foldtale.kernel.pack.pages import PageId
from foldtale.kernel.talk import ALL, NOTHING_DUE, Play, tell


def teach(g: UnlikelyState, *occasions: Occasion) -> Play[None]:
    """Explain each occasion that the table meets for the first time; free if there is nothing to explain."""
    if not g.mode.lessons:
        return NOTHING_DUE
    read = pages_read(g.pages.read)
    known = g.content.lessons
    new = [known[met] for met in occasions if met in known and known[met] not in read]
    return explain(g, new) if new else NOTHING_DUE


def explain(g: UnlikelyState, lessons: list[str]) -> Play[None]:
    """A lesson is a page of its own; then the page before lies open again."""
    for lesson in lessons:
        before = g.pages
        g.pages = before.opened(PageId(lesson)).being_read(True)
        tell(g, "learns", ALL, "UH-Q115", (lesson,))
        yield from turn_page(g, "UH-Q115")
        g.pages = g.pages.reopened(before)
