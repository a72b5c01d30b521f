"""Other books: the same game, in which all that a table has not read is written differently."""

from __future__ import annotations

import dataclasses
from typing import Any

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.state import Wood
from foldtale.games.unlikely.content import Content as Box
from foldtale.games.unlikely.state import UnlikelyState
from foldtale.games.wonderbook.content import Chapter
from foldtale.games.wonderbook.language import Face
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects.program import Code
from foldtale.kernel.pack.folder import Card, Pack

NOT_READ_ALOUD = ("map", "hero", "upgrade", "shred", "campaign", "chapter", "lesson", "faces")
"""Kinds that lie open from the start, or that have no instructions."""


def emptied(part: Any) -> Any:
    """Return a part of a card without its instructions; a riddle has another solution."""
    changes: dict[str, Any] = {}
    for field in dataclasses.fields(part):
        value = getattr(part, field.name)
        if isinstance(value, Code):
            changes[field.name] = None
        elif field.name == "solution":
            changes[field.name] = [*value[1:], value[0]] if len(set(value)) > 1 else value
        elif dataclasses.is_dataclass(value) and field.name in ("back", "puzzle", "luma", "dark"):
            changes[field.name] = emptied(value)
        elif isinstance(value, list) and field.name in ("options", "endings"):
            changes[field.name] = [emptied(one) if dataclasses.is_dataclass(one) else one for one in value]
    return dataclasses.replace(part, **changes)


def rewritten(pack: Pack, bodies: dict[str, Any]) -> Pack:
    """Return a pack in which these cards say and do something else."""
    cards: dict[str, Card] = dict(pack.cards)
    for ident, body in bodies.items():
        cards[ident] = dataclasses.replace(pack.cards[ident], body=body)
    return dataclasses.replace(pack, cards=cards, hash=f"{pack.hash} otherwise")


def wonderbook(g: Book, pages: frozenset[str]) -> Book:
    """Exchange fronts, backs, columns and solutions that nobody has read; whoever has tried a puzzle knows of it."""
    bodies = {}
    for ident, card in g.chapter.pack.cards.items():
        if card.kind in NOT_READ_ALOUD or not g.chapter.is_hidden(ident):
            continue
        body = card.body
        if f"{ident} front" not in pages:
            bodies[ident] = emptied(body)
            continue
        changes: dict[str, Any] = {}
        back = getattr(body, "back", None)
        if isinstance(back, Face):
            if f"{ident} back" not in pages:
                changes["back"] = emptied(back)
            elif back.puzzle is not None and not is_tried(ident, "back.puzzle", pages):
                changes["back"] = dataclasses.replace(back, puzzle=emptied(back.puzzle))
        if getattr(body, "puzzle", None) is not None and not is_tried(ident, "puzzle", pages):
            changes["puzzle"] = emptied(body.puzzle)
        if card.kind == "choice":
            changes["options"] = [
                column if f"{ident} {column.id}" in pages else emptied(column) for column in body.options
            ]
        if changes:
            bodies[ident] = dataclasses.replace(body, **changes)
    g.chapter = Chapter(g.chapter.base, rewritten(g.chapter.pack, bodies), g.chapter.number)
    return g


def is_tried(ident: str, path: str, pages: frozenset[str]) -> bool:
    return any(page.startswith(f"{ident} {path} ") for page in pages)


def storyfold(g: Wood, pages: frozenset[str]) -> Wood:
    """Exchange cards that nobody has met, and the Scenes to come."""
    read = {page.split()[0] for page in (*pages, *g.pages.read)}
    bodies = {
        ident: emptied(card.body)
        for ident, card in g.content.pack.cards.items()
        if card.kind not in NOT_READ_ALOUD and ident not in read
    }
    g.content = Content(g.content.base, rewritten(g.content.pack, bodies))
    return g


def unlikely(g: UnlikelyState, pages: frozenset[str]) -> UnlikelyState:
    """Exchange fronts, backs, and chapters that nobody has read."""
    read = {*pages, *g.pages.read}
    bodies = {}
    for card in g.content.pack.cards.values():
        ident, body = card.id, card.body
        if card.kind == "chapter" and ident not in read:
            bodies[ident] = emptied(body)
        number = g.content.number.get(ident)
        if number is None or ident in g.chosen:
            continue
        changes: dict[str, Any] = {}
        if ident not in read:
            changes = {"title": "Otherwise", "text": "Otherwise.", "icons": []}
            if card.kind == "map":
                changes |= {"anchors": [], "clues": [], "at_once": None}
            if card.kind == "challenge":
                changes["at_once"] = None
                changes["boxes"] = [dataclasses.replace(box, value=box.value + 1) for box in body.boxes]
        if f"{number} back" not in read:
            changes["back"] = dataclasses.replace(
                body.back, text="Otherwise.", help=None, needs="", beyond=None
            )
        elif f"{number} beyond" not in read and body.back.beyond:
            changes["back"] = dataclasses.replace(body.back, beyond="Otherwise.")
        bodies[ident] = dataclasses.replace(body, **changes)
    pack = rewritten(g.content.pack, bodies)
    texts = {f"{ident}.text": body.text for ident, body in bodies.items()}
    titles = {f"{ident}.title": body.title for ident, body in bodies.items()}
    pack = dataclasses.replace(pack, texts={**pack.texts, **texts, **titles})
    g.content = Box(pack, pack)
    return g
