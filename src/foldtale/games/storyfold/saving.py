"""Saving and resuming: SF-147 to SF-162, SF-Q41, SF-Q52, SF-Q81, SF-Q86 and SF-Q94."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from msgspec import convert
from msgspec.structs import replace

from foldtale.games.storyfold.content import Content, counted
from foldtale.games.storyfold.dice import EXTRA, NO_DICE
from foldtale.games.storyfold.journeys import is_page
from foldtale.games.storyfold.language import ACTIONS, END
from foldtale.games.storyfold.record import Deck, Forces, InForce, Journey
from foldtale.games.storyfold.state import (
    ASIDE,
    CARRIED,
    CREATURE_ROWS,
    DISCARD,
    EXPLORATION_ROWS,
    GIVEN,
    KEPT,
    OUT,
    SHADOW_ROWS,
    Wood,
    enter_all,
)
from foldtale.kernel.effects import Force, enter
from foldtale.kernel.effects.force import Source
from foldtale.kernel.facts import empty, marked
from foldtale.kernel.pack.pages import Pages
from foldtale.kernel.talk import EVERYONE, NOBODY
from foldtale.kernel.zones import UNNAMED, Box, Layout, new_box

CHAPTER: Final = "chapter"
MARKS: Final = (KEPT, CARRIED)


@lru_cache(maxsize=256)
def in_order(words: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(words))


KEPT_AS: Final[dict[str, Callable[[Wood], dict[str, Any]]]] = {
    "leads": lambda g: {"scene": g.leads},
    "crystals": lambda g: {"crystals": dict(zip(ACTIONS, g.crystals))},
    "owned": lambda g: {"dice": tuple([die for die, at in EXTRA.items() if g.owned[at]])},
    "exploration": lambda g: {"exploration": deck_of(g.exploration), "spaces": g.in_spaces},
    "creatures": lambda g: {"creatures": deck_of(g.creatures)},
    "shadows": lambda g: {"shadows": deck_of(g.shadows)},
    "taught": lambda g: {"taught": in_order(g.taught)},
    "force": lambda g: {"force": forces_in(g)},
    "pages": lambda g: {"read": g.pages.read},
}
"""What a save says instead of a fact that it does not keep as it is; `resume` reads each of them."""


AS_THEY_ARE: Final = {mark: [fact for fact in marked(Wood, mark) if fact not in KEPT_AS] for mark in MARKS}
OTHERWISE: Final = {mark: [KEPT_AS[fact] for fact in marked(Wood, mark) if fact in KEPT_AS] for mark in MARKS}
"""The facts with each mark that a save keeps as they are, and what it says of the others."""


def facts_of(g: Wood, mark: str) -> dict[str, Any]:
    """Return what a save says of the fields with this mark."""
    said = {fact: getattr(g, fact) for fact in AS_THEY_ARE[mark]}
    for say in OTHERWISE[mark]:
        said.update(say(g))
    return said


def journey_of(g: Wood) -> Journey:
    """Return all that a save keeps: SF-147 to SF-155 and SF-Q86."""
    return Journey(**facts_of(g, KEPT))


def next_journey(g: Wood) -> Journey:
    """Return what passes to the next Chapter: SF-Q94."""
    g.forget("chapter")
    following = "" if g.leads == END else g.content.after(g.chapter)
    return Journey(chapter=following, scene="" if following else END, **facts_of(g, CARRIED))


def begin_at(g: Wood, journey: Journey) -> None:
    """Begin a match where a journey stands; ask first, if ribbons were put in elsewhere."""
    resume(g, journey)
    if journey.bookmarks:
        g.start = replace(journey, bookmarks={})
        g.bookmarks = {str(ribbon): mark for ribbon, mark in journey.bookmarks.items()}
        g.step = "open"


def resume(g: Wood, journey: Journey) -> None:
    """Put everything where a journey has it, all dice among the used ones: SF-157 to SF-162."""
    content, read = g.content, g.pages.read
    empty(g, KEPT, GIVEN)
    g.ready = NO_DICE
    for fact in AS_THEY_ARE[KEPT]:
        setattr(g, fact, getattr(journey, fact))
    g.chapter = journey.chapter or content.chapters[0]
    numbers = g.numbers
    g.leads = journey.scene
    g.river = journey.river or tuple(content.campaign.river)
    g.crystals = tuple([journey.crystals.get(action, 0) for action in ACTIONS])
    g.spirit = numbers.spirit if journey.spirit is None else min(journey.spirit, numbers.spirit)
    g.owned = (numbers.dice, int("d10" in journey.dice), int("d12" in journey.dice))
    g.taught |= frozenset(journey.taught)
    read = tuple([page for page in dict.fromkeys([*journey.read, *read]) if is_page(content, page)])
    g.pages = Pages(read=read)
    g.stories = journey.stories or ()
    begun = bool(journey.scene)
    finds = journey.exploration or find_deck(content)
    creatures = (journey.creatures if begun else None) or creature_deck(content, g.chapter)
    shadows = (journey.shadows if begun else None) or shadow_deck(content, g.chapter)
    g.exploration = laid_out(EXPLORATION_ROWS, finds, content.finds, journey.spaces).copy()
    g.creatures = laid_out(CREATURE_ROWS, creatures, content.all_creatures).copy()
    g.shadows = laid_out(SHADOW_ROWS, shadows, content.all_shadows).copy()
    discarded = len(g.shadows.rows[DISCARD])
    g.beneath_brom = discarded if journey.beneath_brom is None else min(journey.beneath_brom, discarded)
    g.force = Force()
    if begun:
        enter_all(g)
        if journey.force is None:
            take_up(g, journey)
        else:
            put_in_force(g, journey.force)
        g.start = journey.start or journey
        g.step = "scene"
    else:
        g.start = replace(journey, bookmarks={}, start=None)
        g.step = "chapter"


def put_in_force(g: Wood, kept: Forces) -> None:
    """Put in force what was, in its order; cards that say something only now come last: SF-Q86, SF-Q105."""
    lying = list(g.force.sources)
    sources = []
    for one in kept.cards:
        standing = g.content.lasting.get(one.part) if one.card in g.content.cards else None
        if not one.part:
            same = [source for source in lying if (source.card, source.me) == (one.card, one.me)]
            standing = same[0].standing if same else None
            lying = [source for source in lying if source not in same[:1]]
        if standing is not None:
            sources.append(
                Source(one.card, one.me, standing, one.until, one.copy, one.it, one.named, one.found)
            )
    used = frozenset([(CHAPTER, *use) for use in kept.used])
    g.force = Force(tuple(sources), used, kept.entered)
    for source in lying:
        enter(g, source.card, source.me, source.standing)


def forces_in(g: Wood) -> Forces:
    """Return what a save keeps of what is in force: SF-Q86."""
    cards = [convert(source, InForce, from_attributes=True) for source in g.force.sources]
    for at, source in enumerate(g.force.sources):
        if source.until:
            cards[at] = replace(cards[at], part=g.content.lasting_names[id(source.standing)])
    used = sorted([use[1:] for use in g.force.used if use[0] == CHAPTER], key=str)
    return Forces(cards=tuple(cards), used=tuple(used), entered=g.force.entered)


def take_up(g: Wood, journey: Journey) -> None:
    """Put in force what an older save has, which knew no copies and no choices."""
    for card, part in journey.lasting:
        standing = g.content.lasting.get(part)
        if standing is not None:
            enter(g, card, card, standing, CHAPTER)
    used = set()
    for card, of_copy, number in journey.used:
        copies = [source.copy for source in g.force.sources if source.card == card] if of_copy else [0]
        used |= {(CHAPTER, card, None if of_copy else card, copy, number) for copy in copies[:1]}
    g.force = Force(g.force.sources, frozenset(used), g.force.entered)


# Decks


def deck_of(box: Box) -> Deck:
    """Return the deck and its discards, apart: SF-147."""
    return Deck(
        layers=tuple(box.layers),
        known=tuple([mask == EVERYONE for mask in box.masks]),
        discards=box.rows[DISCARD],
        aside=box.lent,
    )


@lru_cache(maxsize=64)
def laid_out(layout: Layout, deck: Deck, everything: tuple[str, ...], row: tuple[str, ...] = ()) -> Box:
    """Return a box with this deck, these discards and a row 0, to be copied; all the rest is outside."""
    box = new_box(layout, ())
    known = (*deck.known, *[False] * len(deck.layers))
    for layer, is_known in zip(deck.layers, known):
        box.restore(layer, EVERYONE if is_known else NOBODY)
    outside = list(everything)
    for card in (*row, *deck.discards, *[card for layer in deck.layers for card in layer]):
        if card in outside:
            outside.remove(card)
    box.rows[0] = row
    box.rows[DISCARD] = deck.discards
    box.rows[OUT] = tuple(outside)
    if deck.aside:
        box.rows[ASIDE] = (UNNAMED,) * deck.aside
        box.lent = deck.aside
    return box


@lru_cache(maxsize=64)
def find_deck(content: Content) -> Deck:
    """Return the Exploration deck at the start of a campaign."""
    return Deck(layers=(counted(content.campaign.exploration),))


@lru_cache(maxsize=64)
def creature_deck(content: Content, chapter: str) -> Deck:
    """Return the Creatures of a Chapter: SF-Q52."""
    return Deck(layers=(counted(content.chapter(chapter).creatures),))


@lru_cache(maxsize=64)
def shadow_deck(content: Content, ident: str) -> Deck:
    """Return some of the pool, shuffled or in their order, with the final one at the bottom: SF-Q41."""
    chapter = content.chapter(ident)
    pool = tuple(chapter.shadows)
    if chapter.fixed:
        drawn = pool[: chapter.drawn]
        layers = (*[(card,) for card in drawn], (chapter.final,))
        return Deck(layers=layers, known=(*[False] * len(drawn), True))
    return Deck(layers=(pool, (chapter.final,)), known=(False, True), aside=len(pool) - chapter.drawn)
