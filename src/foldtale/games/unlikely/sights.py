"""All that a quest has to show under a setup, named as the log of a match names it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foldtale.games.unlikely.content import Content
from foldtale.games.unlikely.language import BLESSINGS, ChallengeCard, DetourCard, NightfallCard
from foldtale.games.unlikely.options import BOX
from foldtale.games.unlikely.state import Mode
from foldtale.games.unlikely.world import OPPOSITE

LEADS_TO = ("draw", "relocate", "start_at")
"""Instructions that reveal the card they name."""


def sights(content: Content, mode: Mode) -> Iterator[str]:
    """Yield heroes, cards from the start onwards, what is mixed in, chapters, and how a quest can end."""
    quest = content.quests[mode.quest]
    numbers = range(1, content.last_chapter(mode.quest) + 1)
    chapters = [ident for number in numbers for ident in content.chapters[mode.quest, number]]
    heroes, items = [content.starting(kind, mode.quest, mode.record.unlocked) for kind in ("hero", "item")]
    found = reached(content, chapters)
    yield from [f"{hero} plays" for hero in heroes]
    yield from [f"{item} takes" for item in items]
    for ident in found:
        yield from of_card(content, ident)
    yield from [f"{card} unlocks" for card in found if card in content.starters - {*mode.record.unlocked}]
    yield from [f"{series.key} solves" for series in content.series.values() if f"{series.sum}" in found]
    yield from [f"{card} uses" for card in found if card in content.uses]
    yield from [f"{card} unlucky" for card in content.unlucky]
    yield from explored(content, mode)
    for card, told in dealt_in(content, mode):
        yield from (f"{card} {told}", *content.ways_of(card))
    yield from chapters
    yield from [f"{ident}.loses failure" for ident in chapters]
    yield from [f"{ident} won" for ident in (quest, *chapters) if content.body(ident).won]
    yield f"{quest} lost"


def reached(content: Content, chapters: Sequence[str]) -> list[str]:
    """Return the cards with a number that the chapters of a quest lead to, the nearest first."""
    found: dict[str, None] = {}
    ahead = list(chapters)
    while ahead:
        ident = ahead.pop(0)
        card = content.cards[ident]
        numbers = [str(number) for word in LEADS_TO for number in card.given(word)]
        numbers += content.anchors.get(ident, ())
        numbers += [icon.draw for icon in getattr(card.body, "icons", ()) if icon.draw]
        numbers += [
            str(series.sum) for series in content.series.values() if {*series.cards} <= {*found, ident}
        ]
        new = [
            other for number in numbers for other in content.numbered.get(number, ()) if other not in found
        ]
        found |= dict.fromkeys(new)
        ahead += dict.fromkeys(new)
    return [*found]


def of_card(content: Content, ident: str) -> Iterator[str]:
    """Yield the pages of a card with a number, its boxes, and the ways that it can go."""
    body = content.body(ident)
    number = content.number[ident]
    yield f"{number} back"
    if body.back.beyond:
        yield f"{number} beyond"
    yield ident
    if isinstance(body, ChallengeCard):
        yield from [f"{ident} {BOX(at + 1).key}" for at in range(len(body.boxes))]
    if content.kind(ident) == "hero":
        yield from (f"{ident} retires", f"{ident} declines")
    yield from content.ways_of(ident)


def explored(content: Content, mode: Mode) -> Iterator[str]:
    """Yield the exploration cards of the modules, each of their boxes, and the ways that these can go."""
    for ident in content.ids(*mode.modules):
        body = content.body(ident)
        yield f"{ident} exploration"
        if isinstance(body, DetourCard):
            yield f"{ident} covers a detour"
        elif isinstance(body, NightfallCard):
            yield from [f"{ident} {box.hours}" for box in body.intervals]
        else:
            yield from [f"{ident} {direction}" for direction in OPPOSITE if getattr(body, direction)]
        yield from content.ways_of(ident)


def dealt_in(content: Content, mode: Mode) -> Iterator[tuple[str, str]]:
    """Yield the cards of the blessed and cursed sets, each with what the log says when it comes."""
    for of in BLESSINGS:
        for sort, told, cards in (
            ("traits", "trait", content.traits_of[of]),
            ("items", "gains item", content.items_of[of]),
            ("luck", "luck", content.luck_of[of]),
        ):
            if f"{of} {sort}" in mode.sets:
                yield from [(card, told) for card in cards]
