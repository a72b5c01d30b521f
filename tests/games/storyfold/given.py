"""Given: a River, Spirit, Crystals, pawns, cards, and how the dice will fall.

`wood(...)` is a position in the Scene "meadow" of the book for tests (`book/`), in the middle of a Luma Phase, with all five
dice ready and nothing left to be taught; `play(g, *falls)` starts a match from it, which `foldtale.testing` goes on with:
`answer(match, "explore stile", "roll 2", "first")`. Falls are dice together, (1, 4, 7) or "1 4 7", single rerolled dice, and ids
of drawn cards. Rivers are written as in the ledger: river("I C1 H E G", C1="vole"); `written(g)` gives
[I, C1, H, E, G] back, with a star for a Stun token.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from foldtale import games, testing
from foldtale.games.storyfold.content import LIBRARY, Content, card_of
from foldtale.games.storyfold.language import ACTIONS, LANGUAGE
from foldtale.games.storyfold.record import Journey
from foldtale.games.storyfold.saving import begin_at
from foldtale.games.storyfold.state import DISCARD, OUT, RIVER, SPACES, Wood
from foldtale.kernel import Match
from foldtale.kernel.effects import Force, enter
from foldtale.kernel.pack.loading import load
from foldtale.kernel.talk import EVERYONE
from foldtale.kernel.zones import Box
from foldtale.testing import outcome

STORYFOLD = games.get("storyfold")
play = partial(testing.play, STORYFOLD)
BOOK = Path(__file__).parent / "book"
CONTENT = Content(LIBRARY.contents("storyfold").base, load(BOOK, LANGUAGE))
WILDWOODS = LIBRARY.contents("storyfold")
LETTERS = {"I": "illuminate", "H": "help", "E": "explore", "G": "heal"}
ALL_LESSONS = frozenset(CONTENT.lessons)


def journey(**facts: Any) -> Journey:
    """A journey at the start of the first Chapter, with all lessons known."""
    return Journey(**{"chapter": "first", "taught": tuple(sorted(ALL_LESSONS)), **facts})


def begun(start: Journey | None = None, always: bool = False, content: Content = CONTENT) -> Wood:
    """A state as a match begins with it."""
    start = start or journey()
    g = Wood(content, start, always)
    begin_at(g, start)
    return g


def wood(
    river: Sequence[str] | str = "I H E G",
    crystals: Mapping[str, int] | None = None,
    stunned: Sequence[str] = (),
    spirit: int = 8,
    light: int = 6,
    shadow: int = 7,
    dice: tuple[int, int, int] = (5, 0, 0),
    owned: tuple[int, int, int] | None = None,
    overcome: Sequence[str] = (),
    locked: Sequence[str] = (),
    spaces: Sequence[str] = (),
    kept: Sequence[str] = (),
    exploration: Sequence[str] | None = None,
    exploration_discard: Sequence[str] = (),
    creature_deck: Sequence[str] | None = None,
    creature_discard: Sequence[str] = (),
    shadow_deck: Sequence[str] | None = None,
    shadow_discard: Sequence[str] = (),
    stories: Sequence[str] | None = None,
    flags: Mapping[str, str] | None = None,
    scene: str = "meadow",
    step: str = "between",
    taught: frozenset[str] = ALL_LESSONS,
    always: bool = False,
    **facts: Any,
) -> Wood:
    """A position.

    `river`     pieces in order, or letters as in the ledger: "I vole H E G"; a second copy is written vole_2
    `crystals`  by letter or name: {"E": 2}
    `exploration`, `creature_deck`, `shadow_deck`  the decks from the top, in this very order; None: as at the start
    `facts`     anything else of the state: brom_turned=True, luma_turned=True, brom="shadow", round=3 …
    """
    g = begun(always=always)
    g.taught = taught
    g.scene = scene
    g.leads = ""
    g.round = 1
    pieces = river.split() if isinstance(river, str) else list(river)
    g.river = tuple([LETTERS.get(piece, piece.replace("_", " ")) for piece in pieces])
    for letter, count in (crystals or {}).items():
        g.put_crystals(LETTERS.get(letter, letter), count)
    g.stunned = tuple([piece.replace("_", " ") for piece in stunned])
    g.spirit, g.light, g.shadow = spirit, light, shadow
    g.owned = owned or (5, *dice[1:])
    g.ready = dice
    g.overcome, g.locked = tuple(overcome), tuple(locked)
    arrange(g.exploration, exploration, {SPACES: spaces, DISCARD: exploration_discard}, CONTENT.finds)
    here = [card_of(piece) for piece in g.river if piece not in ACTIONS]
    arrange(g.creatures, creature_deck, {RIVER: here, DISCARD: creature_discard}, CONTENT.all_creatures)
    if shadow_deck is not None or shadow_discard:
        g.shadows.lent = 0
        g.shadows.rows[3] = ()
        arrange(g.shadows, shadow_deck, {DISCARD: shadow_discard}, CONTENT.all_shadows)
    g.stories = tuple(CONTENT.chapter("first").stories if stories is None else stories)
    g.kept = tuple(kept)
    g.flags = dict(flags or {})
    g.step = step
    for name, fact in facts.items():
        assert hasattr(g, name), name
        setattr(g, name, fact)
    g.force = Force()
    from foldtale.games.storyfold.state import enter_all

    enter_all(g)
    enter(g, scene, scene, g.scene_text.standing)
    for piece in g.creatures_here():
        enter(g, card_of(piece), piece, CONTENT.standing(card_of(piece)))
    return g


def arrange(
    box: Box, deck: Sequence[str] | None, rows: Mapping[int, Sequence[str]], everything: Sequence[str]
) -> None:
    """Lay the cards of a box so: rows, and a deck in this order; what is left over is outside, or in the deck."""
    rest = list(everything)
    taken = [card for cards in rows.values() for card in cards]
    for card in taken:
        rest.remove(card)
    if deck is None:
        inside = [card for layer in box.layers for card in layer]
        for card in taken:
            if card in inside:
                inside.remove(card)
        layers = [tuple(sorted(inside))] if inside else []
    else:
        layers = [(card,) for card in deck]
    box.rows = [()] * len(box.rows)
    box.also = {}
    box.layers = layers
    box.masks = [0] * len(layers)
    for row, cards in rows.items():
        for card in cards:
            box.put(card, row, EVERYONE)
    for card in [card for layer in layers for card in layer]:
        rest.remove(card)
    for card in rest:
        box.put(card, OUT, EVERYONE)


def journey_after(match: Match) -> Journey:
    """The journey that a match leaves when it is over."""
    record = outcome(match).record
    assert isinstance(record, Journey)
    return record


def written(g: Wood) -> list[str]:
    """The River as the ledger writes it, Creatures by their ids, a star for a Stun token."""
    letters = {name: letter for letter, name in LETTERS.items()}
    return [letters.get(piece, piece + "*" * (piece in g.stunned)) for piece in g.river]


def crystals(g: Wood) -> dict[str, int]:
    """Crystals by letter."""
    return dict(zip("IHEG", g.crystals, strict=True))
