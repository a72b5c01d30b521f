"""Pages that are read, and lessons: SF-001, SF-048, SF-098, SF-118, SF-134, SF-136 and SF-Q87."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from foldtale.games.storyfold.content import card_of
from foldtale.games.storyfold.language import LANGUAGE, Step
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.effects import Cause, Code, happen, perform
from foldtale.kernel.talk import ALL, EVERYONE, Ask, Leave, Option, Play, Show, consult, option, settle, tell

READ: Final = option("read")
NO_STEP: Final = Step()


def open_page(g: Wood, ident: str, part: str, why: str) -> Play[None]:
    """A page is read: `part` of a card, or all of it; what the page before still has to say comes first."""
    if g.due:
        yield from settle(g)
    if g.unread:
        yield from turn_page(g, why)
    page = f"{ident} {part}" if part else ident
    g.page = (ident, part)
    g.said = ()
    g.met = ""
    know(g, page)
    yield Show((page,), EVERYONE, page)
    tell(g, "reads", ALL, why, (part if part in g.content.places else ident,))
    yield from turn_page(g, why)


def turn_page(g: Wood, why: str) -> Play[None]:
    """Nothing else matters while somebody reads."""
    g.reading = True
    g.unread = False
    yield turning(why)
    g.reading = False


@cache
def turning(why: str) -> Ask:
    return Ask(0, "page", [READ], why, veiled=True)


def know(g: Wood, page: str) -> None:
    """From now on its words may be told."""
    if page not in g.read:
        g.read = (*g.read, page)


def see(g: Wood, card: str) -> Play[None]:
    """Know a card that was drawn; what stands on it nobody knew before it first came."""
    if card not in g.read:
        yield consult(card)
        know(g, card)


def meet(g: Wood, card: str) -> Play[None]:
    """Lay a card that comes into play open beside the board, until the next page is read."""
    yield from see(g, card)
    g.met = card


def hear(g: Wood, c: Cause, key: str) -> None:
    """What a page tells besides stands on it, and what it tells again, last."""
    if c.card == g.page[0]:
        g.said = (*[other for other in g.said if other != key], key)
        g.unread = True


RULE_OF: Final = {
    "scene": "SF-098",
    "creature": "SF-085",
    "shadow": "SF-118",
    "story": "SF-122",
    "curse": "SF-126",
    "blessing": "SF-Q65",
    "companion": "SF-Q69",
    "faces": "SF-066",
    "chapter": "SF-Q79",
    "trauma": "SF-130",
}
"""By which rule a card of this kind asks and speaks."""


def rule_of(g: Wood, c: Cause) -> str:
    return RULE_OF.get(g.content.cards[c.card].kind, LANGUAGE.rule)


def follow(g: Wood, who: str | Cause, code: Code | None, why: str) -> Play[None]:
    """Do what a text says on behalf of a piece; what it has told meanwhile is read before anything else."""
    if code is None:
        return
    if g.due:
        yield from settle(g)
    yield from perform(g, code, who if isinstance(who, Cause) else Cause(who, card_of(who)))
    if g.due:
        yield from settle(g)
    if g.unread:
        yield from turn_page(g, why)


def with_event(g: Wood, name: str, effect: Play[None], **facts: str | int) -> Play[None]:
    """Carry out `effect`, then say that `name` has happened, even if the Scene ends inside: SF-Q114."""
    try:
        yield from effect
    except Leave:
        happen(g, name, **facts)
        raise
    happen(g, name, **facts)


# Lessons


def teach(g: Wood, moment: str) -> Play[None]:
    """SF-001: what is met for the first time is explained, once in a journey."""
    g.taught |= {moment}
    lesson = g.content.lessons.get(moment)
    if lesson is None:
        return
    if g.due:
        yield from settle(g)
    if g.unread:
        yield from turn_page(g, "SF-001")
    page, said = g.page, g.said
    g.page, g.said = (lesson, ""), ()
    know(g, lesson)
    yield Show((lesson,), EVERYONE, lesson)
    tell(g, "learns", ALL, "SF-001", (lesson,))
    yield from turn_page(g, "SF-001")
    g.page, g.said = page, said


def next_step(g: Wood) -> Step:
    """SF-Q87: what the Scene's script says next."""
    script = g.content.scripts.get(g.scene, ())
    return script[g.scripted] if g.scripted < len(script) else NO_STEP


def as_told(g: Wood, key: str, options: Sequence[Option]) -> Option | None:
    """SF-Q87: the one option that the script leaves; a script that cannot be followed is over."""
    if not key:
        return None
    told = option(key)
    if told in options:
        g.scripted += 1
        return told
    g.scripted = len(g.scene_text.script)
    return None
