"""Pages that are read: SF-001, SF-048, SF-098, SF-118, SF-134 and SF-136."""

from __future__ import annotations

from functools import cache
from typing import Final

from foldtale.games.storyfold.content import card_of
from foldtale.games.storyfold.options import READ
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.effects import Cause, Code, happen, perform
from foldtale.kernel.pack.pages import page_of
from foldtale.kernel.talk import ALL, EVERYONE, NOTHING_DUE, Ask, Leave, Play, Show, consult, settle, tell


def open_page(g: Wood, why: str, ident: str, part: str = "") -> Play[None]:
    """Open the page of a card, or of a `part` of it, and read it, once the page before is read to its end."""
    yield from settle(g)
    yield from read_the_rest(g, why)
    page = page_of(ident, part)
    key = page.key
    g.pages = g.pages.opened(page)
    g.met = ""
    yield Show((key,), EVERYONE, key)
    tell(g, "reads", ALL, why, (part if part in g.content.places else ident,))
    yield from turn_page(g, why)


def turn_page(g: Wood, why: str) -> Play[None]:
    """Wait until the open page has been read; nothing else matters meanwhile."""
    g.pages = g.pages.being_read(True)
    yield turning(why)
    g.pages = g.pages.being_read(False)


@cache
def turning(why: str) -> Ask:
    return Ask(0, "page", [READ], why, veiled=True)


def read_the_rest(g: Wood, why: str) -> Play[None]:
    """Read what the open page has told since it was read."""
    return turn_page(g, why) if g.pages.unread else NOTHING_DUE


def see(g: Wood, card: str) -> Play[None]:
    """Look up a card that was drawn; nobody knew what it says before it first came."""
    return NOTHING_DUE if card in g.pages.read else look_up(g, card)


def look_up(g: Wood, card: str) -> Play[None]:
    yield consult(card)
    g.pages = g.pages.known(card)


def meet(g: Wood, card: str) -> Play[None]:
    """Lay a card that comes into play open beside the board, until the next page is read."""
    yield from see(g, card)
    g.met = card


def hear(g: Wood, c: Cause, key: str) -> None:
    """Add a text that a card tells to the open page."""
    g.pages = g.pages.tells(c.card, key)


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


def follow(g: Wood, who: str | Cause, code: Code | None, why: str) -> Play[None]:
    """Do what a text says on behalf of a piece; what it has told meanwhile is read before anything else."""
    if code is None:
        return
    yield from settle(g)
    yield from perform(g, code, who if isinstance(who, Cause) else Cause(who, card_of(who)))
    yield from settle(g)
    yield from read_the_rest(g, why)


def with_event(g: Wood, name: str, effect: Play[None], **facts: str | int) -> Play[None]:
    """Carry out `effect`, then say that `name` has happened, even if the Scene ends inside: SF-Q114."""
    try:
        yield from effect
    except Leave:
        happen(g, name, **facts)
        raise
    happen(g, name, **facts)
