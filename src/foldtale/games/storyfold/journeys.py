"""Whether a journey fits the book that it shall go on in: by ids, whatever else was changed there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.language import (
    ACTIONS,
    END,
    EXPLORATION_KINDS,
    MOST_CRYSTALS,
    MOST_SPACES,
    SCOPES,
)
from foldtale.games.storyfold.record import Deck, Journey
from foldtale.games.storyfold.sights import scenes_reached
from foldtale.kernel.errors import SetupError
from foldtale.kernel.pack.pages import page_id

KEPT_SCOPES: Final = SCOPES[1:]
"""How long words are remembered that a save keeps."""
FOR_A_SPACE: Final = ("blessing", "companion", "trauma", "story")
MOST_CARDS: Final = 300


def check_journey(content: Content, journey: Journey) -> None:
    """Raise a SetupError that says what is wrong, unless the journey can go on in this book."""
    title = content.campaign.title
    if not journey.chapter and journey.scene == END:
        raise SetupError(f"{title} has no further Chapter yet; this journey waits for it")
    for part in parts_of(journey):
        wrong = next(faults(content, part), "")
        if wrong:
            raise SetupError(f"{title} cannot continue this journey: {wrong}")


def parts_of(journey: Journey) -> Iterator[Journey]:
    """Yield the journey, what its Chapter began with, and what its ribbons keep; nothing lies deeper."""
    for part in (journey, *journey.bookmarks.values()):
        yield part
        if part.start is not None:
            yield part.start
            if part.start.start is not None or part.start.bookmarks:
                raise SetupError("a journey is kept in another, and that in a third: there is no such save")
        if part is not journey and part.bookmarks:
            raise SetupError("a ribbon keeps a place, and no ribbons of its own")


def faults(content: Content, journey: Journey) -> Iterator[str]:
    """Yield what in a journey does not fit this book."""
    if journey.version != Journey().version:
        yield f"it is written in version {journey.version}, which nobody here can read"
    if journey.chapter:
        yield from place_faults(content, journey)
    elif journey.scene not in ("", END):
        yield f"it is in the Scene {journey.scene!r} of no Chapter"
    if journey.river and sorted(journey.river) != sorted(ACTIONS):
        yield f"there is no River of {', '.join(journey.river)}"
    for action, count in journey.crystals.items():
        if action not in ACTIONS or count > MOST_CRYSTALS:
            yield f"there are no {count} Crystals on {action!r}"
    if len(set(journey.dice)) < len(journey.dice):
        yield "there is one die of each larger kind"
    counted = {word: scope for word, (scope, _) in journey.counters.items()}
    for word, scope in (*journey.flags.items(), *counted.items()):
        if scope not in KEPT_SCOPES:
            yield f"the word {word!r} is remembered for {scope!r}, which is none of {', '.join(KEPT_SCOPES)}"
    yield from card_faults(content, journey)


def place_faults(content: Content, journey: Journey) -> Iterator[str]:
    """Yield what is wrong with the Scene that it stands at, or missing from a Chapter that has begun."""
    if journey.chapter not in content.chapters:
        yield f"it has no Chapter {journey.chapter!r}"
    elif journey.scene:
        if journey.scene not in content.scenes:
            yield f"it has no Scene {journey.scene!r}"
        elif journey.scene not in scenes_reached(content.pack, journey.chapter):
            yield f"the Scene {journey.scene!r} is not in the Chapter {journey.chapter!r}"
        if journey.start is None or journey.creatures is None or journey.shadows is None:
            yield "the Chapter has begun, but its decks are missing, or what it began with"
        elif any(
            len(layer) > 1 and content.chapter(journey.chapter).final in layer
            for layer in journey.shadows.layers
        ):
            yield "the final Shadow card lies among others in no order"


def card_faults(content: Content, journey: Journey) -> Iterator[str]:
    """Yield which cards the book does not have, or not of that kind, or too many of."""
    finds = [card for card in content.finds if content.kind(card) == "story"]
    decks = (
        ("Exploration", journey.exploration, EXPLORATION_KINDS),
        ("Creature", journey.creatures, ("creature",)),
        ("Shadow", journey.shadows, ("shadow",)),
    )
    for name, deck, kinds in decks:
        for card in cards_in(deck):
            if card not in content.cards or (content.kind(card) not in kinds and card not in finds):
                yield f"it has no {name} card {card!r}"
        if deck is not None and (deck.aside and (name != "Shadow" or deck.aside > len(deck.layers[0]))):
            yield f"{deck.aside} cards cannot lie beside the {name} deck"
    for card in journey.spaces:
        if card not in content.cards or content.kind(card) not in FOR_A_SPACE:
            yield f"it has no card {card!r} for a Blessing space"
    for card in (*(journey.stories or ()), *journey.kept):
        if card not in content.cards or content.kind(card) != "story":
            yield f"it has no Story card {card!r}"
    if journey.spaces and journey.exploration is None:
        yield "cards lie in Blessing spaces, but there is no Exploration deck"
    if len(journey.spaces) > MOST_SPACES or sum([len(cards_in(deck)) for _, deck, _ in decks]) > MOST_CARDS:
        yield "there are more cards than anybody could carry"


def cards_in(deck: Deck | None) -> list[str]:
    return [] if deck is None else [card for layer in (*deck.layers, deck.discards) for card in layer]


@lru_cache(maxsize=4096)
def is_page(content: Content, page: str) -> bool:
    """Return whether the book still has this page, or this card."""
    ident, part = page_id(page)
    if ident not in content.cards:
        return False
    return not part or (
        ident in content.scenes and part in (*content.scenes[ident].places, *content.scenes[ident].endings)
    )
