"""Exploring, drawing and revealing encounter cards; icons. UH-140 to UH-164, UH-297 and UH-299."""

from __future__ import annotations

from foldtale.games.unlikely.language import ChallengeCard, HeroCard, Icon, ItemCard, MapCard, Occasion
from foldtale.games.unlikely.rules import challenges, found, maps, on_table
from foldtale.games.unlikely.rules.lessons import teach
from foldtale.games.unlikely.rules.reading import (
    can_reveal,
    has_needed,
    lay_open,
    read_back,
    read_beyond,
    turn_page,
)
from foldtale.games.unlikely.state import UnlikelyState, without
from foldtale.kernel.effects import after
from foldtale.kernel.pack.pages import page_id
from foldtale.kernel.talk import ALL, EVERYONE, Chance, Play, tell


def eligible(g: UnlikelyState, hero: int) -> list[str]:
    """The anchors of the hero's map whose card may be revealed. UH-141 to UH-143, UH-148 and UH-Q41."""
    anchors = g.content.anchors.get(g.heroes[hero].at, ())
    return [number for number in anchors if g.lies(number) and can_reveal(g, number, hero)]


def explore(g: UnlikelyState, number: str) -> Play[bool]:
    """Reveal the card of an anchor; tell whether the action is spent.

    If the back, read only now, needs something that the hero does not have, the hero has only peeked.

    UH-144 and UH-Q110.
    """
    yield from read_back(g, number)
    if not has_needed(g, number, g.active):
        tell(g, "needs", ALL, "UH-148", (number,))
        yield from teach(g, "needs")
        return False
    tell(g, "explores", g.player(g.active), "UH-140", (number,))
    yield from reveal(g, number)
    return True


def draw_card(g: UnlikelyState, number: str) -> Play[bool]:
    """Draw a card that is in the pile; tell whether it was revealed. UH-150, UH-162, UH-297 and UH-Q114."""
    if g.attempt is not None:
        return False
    if not g.lies(number):
        tell(g, "not in the pile", ALL, "UH-150", (number,))
        return False
    yield from read_back(g, number)
    if not has_needed(g, number, g.active):
        tell(g, "needs", ALL, "UH-Q49", (number,))
        return False
    yield from reveal(g, number)
    return True


def reveal(g: UnlikelyState, number: str) -> Play[None]:
    """Turn up the front of a card whose back was read, and resolve it by its kind. UH-149 and UH-151."""
    card = yield from turn_up(g, number)
    yield from teach(g, *occasions(g, card))
    if card in g.up:
        yield from resolve(g, card)
    yield from on_table.tidy(g)


def turn_up(g: UnlikelyState, number: str) -> Play[str]:
    """The front is read before any part of it is carried out.

    A revealed starting card is unlocked, whatever happens to it afterwards.

    UH-024, UH-149, UH-151, UH-299 and UH-Q09.
    """
    yield from read_beyond(g, number)
    there = g.numbered(number)
    card: str = (yield Chance("twin", tuple(there), EVERYONE)) if len(there) > 1 else there[0]
    yield from lay_open(g, page_id(card), "UH-299")
    g.pile = g.pile - {card}
    g.up = (*g.up, card)
    yield from turn_page(g, "UH-299")
    is_new = card in g.content.starters and card not in (*g.mode.record.unlocked, *g.revealed)
    g.revealed = (*[other for other in g.revealed if other != card], card)
    if is_new:
        tell(g, "unlocks", ALL, "UH-024", (card,))
    yield from after(g, "card_revealed", card=g.content.number[card])
    return card


def occasions(g: UnlikelyState, card: str) -> list[Occasion]:
    """Return what a revealed card is, for those who meet it for the first time. UH-Q115."""
    body = g.content.body(card)
    if isinstance(body, ItemCard):
        return ["item", "puzzle"] if body.puzzle is not None else ["item"]
    if isinstance(body, ChallengeCard):
        found: list[Occasion] = ["challenge"]
        return found + (["joined"] if body.joined else []) + (["forced"] if body.forced else [])
    return ["map"] if isinstance(body, MapCard) else ["hero"]


def resolve(g: UnlikelyState, card: str) -> Play[None]:
    """A front is exactly one of map, hero, item and challenge; icons follow its placing. UH-062."""
    body = g.content.body(card)
    if isinstance(body, MapCard):
        direction = yield from maps.place(g, card)
        if card in g.world:
            yield from maps.free_move(g, card)
            yield from follow_icons(g, card, body.icons)
            yield from maps.complete(g, card, direction)
    elif isinstance(body, HeroCard):
        yield from found.meet_hero(g, card)
        yield from follow_icons(g, card, body.icons)
    elif isinstance(body, ItemCard):
        yield from found.find_item(g, card)
        yield from follow_icons(g, card, body.icons)
    else:
        g.up = without(g.up, card)
        g.challenges = (*g.challenges, card)
        yield from challenges.carry_out(g, card, body.at_once)
        yield from follow_icons(g, card, body.icons)
        yield from challenges.meet(g, card)


def follow_icons(g: UnlikelyState, card: str, icons: list[Icon]) -> Play[None]:
    """Discard and draw icons from top to bottom, until the card goes back. UH-160 to UH-164 and UH-Q62."""
    for icon in icons:
        if card in g.pile:
            return
        if icon.discard is not None:
            yield from on_table.discard_number(g, icon.discard)
        if icon.draw is not None:
            yield from draw_card(g, icon.draw)


def bring_map(g: UnlikelyState, number: str) -> Play[None]:
    """Draw and place a map by a chapter's setup; no exploration card is drawn. UH-038, UH-Q80 and UH-Q83."""
    if g.lies(number):
        yield from read_back(g, number)
        card = yield from turn_up(g, number)
        yield from maps.place(g, card)
        yield from follow_icons(g, card, g.content.body(card).icons)
