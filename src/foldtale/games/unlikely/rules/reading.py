"""Reading aloud: backs, fronts, chapters. UH-056 to UH-061, UH-144 to UH-149, UH-225 and UH-299."""

from __future__ import annotations

from typing import Final

from foldtale.games.unlikely.options import READ
from foldtale.games.unlikely.state import UnlikelyState, pages_read
from foldtale.kernel.effects import Cause
from foldtale.kernel.pack.pages import PageId, Pages
from foldtale.kernel.talk import ALL, EVERYONE, Ask, Play, Show, tell

BACK: Final = "back"
BEYOND: Final = "beyond"


def read(g: UnlikelyState, page: PageId, rule: str) -> Play[None]:
    """Lay a page open and read it aloud."""
    yield from lay_open(g, page, rule)
    yield from turn_page(g, rule)


def lay_open(g: UnlikelyState, page: PageId, rule: str) -> Play[None]:
    """Show a page for the first time; nothing that it says is in the state before."""
    yield Show((page.key,), EVERYONE, page=page.key)
    read = g.pages.read
    g.pages = Pages(page, (), False, True, read if page.key in read else (*read, page.key))
    tell(g, "reads", ALL, rule, (page.key,))


def turn_page(g: UnlikelyState, rule: str) -> Play[None]:
    """Wait until everybody has read the open page."""
    yield Ask(ALL, "page", [READ], rule, veiled=True, voice=g.voice)
    g.pages = Pages(g.pages.open, g.pages.told, g.pages.unread, False, g.pages.read)


def read_back(g: UnlikelyState, number: str) -> Play[None]:
    """The back of a card is read before its front is turned up. UH-061, UH-144 and UH-Q43."""
    yield from read(g, PageId(number, BACK), "UH-061")


def read_beyond(g: UnlikelyState, number: str) -> Play[None]:
    """The text after a dependency icon is read once the dependency is met. UH-147 and UH-225."""
    page = PageId(number, BEYOND)
    if back_of(g, number).beyond and page.key not in g.pages.read:
        yield from read(g, page, "UH-225")


def back_of(g: UnlikelyState, number: str):  # type: ignore[no-untyped-def]
    """The cards of one number share their back. UH-Q43."""
    return g.content.body(g.content.numbered[number][0]).back


def has_needed(g: UnlikelyState, number: str, hero: int) -> bool:
    """Tell whether a hero's own items meet the dependency on a back. UH-059, UH-148 and UH-Q44."""
    needs = back_of(g, number).needs
    return not needs or g.has(hero, needs)


def can_reveal(g: UnlikelyState, number: str, hero: int) -> bool:
    """Whether, as far as the table knows, a hero may reveal this number; an unread back may need anything."""
    return number not in g.content.gated or not g.is_known(number) or has_needed(g, number, hero)


def peek(g: UnlikelyState, number: str, player: int) -> Play[None]:
    """Read a back; beyond its icon only with what it needs. UH-145 to UH-147, UH-Q42 and UH-Q44."""
    if not g.is_known(number):
        tell(g, "peeks", player, "UH-145", (number,))
        yield from read_back(g, number)
    mine = [hero for hero in range(len(g.heroes)) if g.player(hero) == player]
    here = [hero for hero in mine if number in g.content.anchors[g.heroes[hero].at]]
    if any(has_needed(g, number, hero) for hero in here):
        yield from read_beyond(g, number)


def can_peek(g: UnlikelyState, player: int) -> list[str]:
    """Return the numbers on maps where somebody stands of which there is still something to read. UH-Q42."""
    read = pages_read(g.pages.read)
    found: dict[str, None] = {}
    for here in {hero.at: None for hero in g.heroes}:
        for number in g.content.anchors.get(here, ()):
            page = g.content.back_pages[number]
            unread = page not in read or (number in g.content.gated and is_unread(g, number, player, here))
            if unread and g.lies(number):
                found[number] = None
    return [*found]


def is_unread(g: UnlikelyState, number: str, player: int, here: str) -> bool:
    """Tell whether a player could read more of a back than was read."""
    if not g.is_known(number):
        return True
    if f"{number} {BEYOND}" in g.pages.read or not back_of(g, number).beyond:
        return False
    return any(
        hero.at == here and g.player(seat) == player and has_needed(g, number, seat)
        for seat, hero in enumerate(g.heroes)
    )


def hear(g: UnlikelyState, c: Cause, key: str) -> None:
    """What a card tells besides stands on the open page."""
    g.pages = g.pages.tells(c.card, key)
