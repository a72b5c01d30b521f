"""Every fact of a Chapter: the River, the tracks, the dice, the decks, and what the story remembers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from foldtale.games.storyfold.content import Content
from foldtale.games.storyfold.dice import NO_DICE, Pool, Rolled
from foldtale.games.storyfold.language import (
    ACTIONS,
    BROM,
    LUMA,
    ChapterText,
    Numbers,
    PlaceText,
    SceneText,
)
from foldtale.games.storyfold.record import Deck, Journey, WhereBromIs
from foldtale.kernel.effects import Cause, Force, enter
from foldtale.kernel.talk import EVERYONE, NOBODY, State
from foldtale.kernel.zones import UNNAMED, Box, Layout, new_box

# Rows of the box of Creature cards.
RIVER: Final = 0
# Rows of the box of Exploration cards.
SPACES: Final = 0
DRAWN: Final = 3
USED: Final = 4
"""What is being resolved."""
COMING: Final = 5
"""What was drawn or given, and is to be resolved or laid in a Blessing space: SF-Q108."""
# Rows of the box of Shadow cards.
OPEN: Final = 0
ASIDE: Final = 3
# Rows of all three.
DISCARD: Final = 1
OUT: Final = 2
"""Not in this game yet, or no more."""

CREATURE_ROWS: Final = Layout("creature", [EVERYONE] * 3)
EXPLORATION_ROWS: Final = Layout("exploration", [EVERYONE] * 6)
SHADOW_ROWS: Final = Layout("shadow", [EVERYONE, EVERYONE, EVERYONE, NOBODY])

CRYSTAL_AT: Final = {action: at for at, action in enumerate(ACTIONS)}
"""Where the Crystals of each Action card are counted."""
NO_CRYSTALS: Final = (0, 0, 0, 0)
FIRST: Final = "first"
SECOND: Final = "second"


@dataclass(slots=True)
class Action:
    """SF-028 to SF-031: the Action under way; it is replaced, never changed.

    `target`     what the first ability is aimed at
    `threshold`  what a die must show: SF-Q05
    `extra`      successes that cards have added
    """

    card: str
    ability: str
    target: str
    threshold: int
    extra: int = 0


class Wood(State):
    """One Chapter.

    `bookmarks` places of this journey that are kept; `attempts`, `triumphs` how often this Chapter was begun
                again, and who triumphed in its Scenes
    `start`     the journey just before this Chapter, for whoever begins it again: SF-Q81
    `step`      what comes next: see `rules/journey.py`
    `always`    the variant in which Luma can always pay for rerolls: SF-Q29
    `river`     SF-009: its cards from left to right, without gaps
    `crystals`  on each of the four Action cards
    `stunned`   Creatures with a Stun token
    `owned`, `ready`  the dice of the pool, and those not used in this Luma Phase
    `action`    the Action under way; `rolled` its dice, and `needed` what they must show
    `light`, `shadow`  how far the pawns are from the centre
    `overcome`, `locked`  Places with a pawn, and Places that a text has closed
    `brom`      where his card is; `beneath_brom` how many Shadow cards lie under it on their discard pile
    `stood_in`  whether he has stood in for Luma in this Chapter
    `stories`, `kept`, `telling`  Story cards in the Chapter deck, in play, and being read
    `waiting`   Creatures that have still to activate in this Shadow Phase: SF-Q45
    `speaking`  on whose behalf texts of Creatures are being resolved, none between two beats: SF-Q119
    `warned`    whether the player was asked in a window of this Shadow Phase because Spirit would overflow
    `idle`      rounds in a row, with the present one, in which no Action could be announced: SF-Q109
    `ended`     whether the player has ended the Luma Phase: SF-Q91
    `healed`, `lit`  Creatures healed and illuminated in this Scene
    `flags`, `counters`  words of the story, with their scope
    `page`      the open page; `said` what it has told besides; `unread` whether some of that was not read yet
    `reading`   whether it is being read; `met` the card that has come into play since
    `read`      all pages that were read; `taught` the lessons
    `triumph`   who has triumphed, while an ending is read; `leads` where it leads
    `scripted`  how many steps of the Scene's script are done
    `outcome`   how the match ends
    """

    __slots__ = (
        "action", "always", "attempts", "beneath_brom", "bookmarks", "brom", "brom_turned", "chapter",
        "content", "counters", "creatures", "crystals", "ended", "exploration", "flags", "force", "healed",
        "idle", "kept", "leads", "light", "lit", "locked", "luma_turned", "met", "needed", "outcome",
        "overcome", "owned", "page", "read", "reading", "ready", "river", "rolled", "round", "said", "scene",
        "scripted", "shadow", "shadow_drawn", "shadows", "speaking", "spirit", "start", "step", "stood_in",
        "stories", "stunned", "taught", "telling", "triumph", "triumphs", "unread", "waiting", "warned",
    )  # fmt: skip

    def __init__(self, content: Content, start: Journey, always: bool = False) -> None:
        super().__init__()
        self.content = content
        self.start = start
        self.always = always
        self.bookmarks: dict[str, Journey] = {}
        self.force = Force()
        self.step = "open"
        self.chapter = ""
        self.scene = ""
        self.round = 0
        self.river: tuple[str, ...] = ()
        self.crystals: tuple[int, ...] = NO_CRYSTALS
        self.stunned: tuple[str, ...] = ()
        self.owned: Pool = NO_DICE
        self.ready: Pool = NO_DICE
        self.action: Action | None = None
        self.rolled: Rolled = ()
        self.needed = 0
        self.light = 0
        self.shadow = 0
        self.overcome: tuple[str, ...] = ()
        self.locked: tuple[str, ...] = ()
        self.waiting: tuple[str, ...] = ()
        self.speaking: tuple[Cause, ...] = ()
        self.telling: tuple[str, ...] = ()
        self.warned = False
        self.ended = False
        self.idle = 0
        self.healed: tuple[str, ...] = ()
        self.lit = 0
        self.spirit = 0
        self.luma_turned = False
        self.brom_turned = False
        self.brom: WhereBromIs = "here"
        self.beneath_brom = 0
        self.stood_in = False
        self.creatures = EMPTY[0]
        self.exploration = EMPTY[1]
        self.shadows = EMPTY[2]
        self.shadow_drawn = 0
        self.stories: tuple[str, ...] = ()
        self.kept: tuple[str, ...] = ()
        self.flags: dict[str, str] = {}
        self.counters: dict[str, tuple[str, int]] = {}
        self.taught: frozenset[str] = frozenset()
        self.read: tuple[str, ...] = ()
        self.attempts = 0
        self.triumphs: tuple[str, ...] = ()
        self.page: tuple[str, str] = ("", "")
        self.said: tuple[str, ...] = ()
        self.unread = False
        self.reading = False
        self.met = ""
        self.triumph = ""
        self.leads = ""
        self.scripted = 0
        self.outcome = ""

    def copy(self) -> Wood:
        twin = Wood(self.content, self.start, self.always)
        twin.bookmarks = self.bookmarks
        twin.force = self.force
        twin.step = self.step
        twin.chapter = self.chapter
        twin.scene = self.scene
        twin.round = self.round
        twin.river = self.river
        twin.crystals = self.crystals
        twin.stunned = self.stunned
        twin.owned = self.owned
        twin.ready = self.ready
        twin.action = self.action
        twin.rolled = self.rolled
        twin.needed = self.needed
        twin.light = self.light
        twin.shadow = self.shadow
        twin.overcome = self.overcome
        twin.locked = self.locked
        twin.waiting = self.waiting
        twin.speaking = self.speaking
        twin.telling = self.telling
        twin.warned = self.warned
        twin.ended = self.ended
        twin.idle = self.idle
        twin.healed = self.healed
        twin.lit = self.lit
        twin.spirit = self.spirit
        twin.luma_turned = self.luma_turned
        twin.brom_turned = self.brom_turned
        twin.brom = self.brom
        twin.beneath_brom = self.beneath_brom
        twin.stood_in = self.stood_in
        twin.creatures = self.creatures.copy()
        twin.exploration = self.exploration.copy()
        twin.shadows = self.shadows.copy()
        twin.shadow_drawn = self.shadow_drawn
        twin.stories = self.stories
        twin.kept = self.kept
        twin.flags = self.flags
        twin.counters = self.counters
        twin.taught = self.taught
        twin.read = self.read
        twin.attempts = self.attempts
        twin.triumphs = self.triumphs
        twin.page = self.page
        twin.said = self.said
        twin.unread = self.unread
        twin.reading = self.reading
        twin.met = self.met
        twin.triumph = self.triumph
        twin.leads = self.leads
        twin.scripted = self.scripted
        twin.outcome = self.outcome
        return twin

    # What is written about where it is now

    @property
    def chapter_text(self) -> ChapterText:
        return self.content.chapter(self.chapter)

    @property
    def scene_text(self) -> SceneText:
        return self.content.scenes[self.scene]

    @property
    def numbers(self) -> Numbers:
        return self.content.numbers[self.chapter]

    @property
    def places(self) -> dict[str, PlaceText]:
        return self.content.scenes[self.scene].places if self.scene else {}

    # The River

    def creatures_here(self) -> list[str]:
        """The Creatures in the River, from left to right."""
        if len(self.river) == len(ACTIONS):
            return []
        return [piece for piece in self.river if piece not in CRYSTAL_AT]

    def position(self, piece: str) -> int:
        """Its River space, from 1 to 7; 0 if it is not there."""
        return self.river.index(piece) + 1 if piece in self.river else 0

    # Crystals

    def crystals_on(self, action: str) -> int:
        return self.crystals[CRYSTAL_AT[action]] if action in CRYSTAL_AT else 0

    def put_crystals(self, action: str, change: int) -> None:
        at = CRYSTAL_AT[action]
        self.crystals = (*self.crystals[:at], self.crystals[at] + change, *self.crystals[at + 1 :])

    @property
    def crystal_total(self) -> int:
        return sum(self.crystals)

    # Blessing spaces

    @property
    def in_spaces(self) -> tuple[str, ...]:
        return self.exploration.rows[SPACES]

    @property
    def at_hand(self) -> tuple[str, ...]:
        """Exploration cards just drawn, on their way to a space, or being resolved."""
        rows = self.exploration.rows
        return rows[DRAWN] + rows[COMING] + rows[USED]

    def is_trauma(self, card: str) -> bool:
        return self.content.kind(card) == "trauma"

    # Memory

    def has_flag(self, word: str) -> bool:
        return word in self.flags

    def count_of(self, word: str) -> int:
        return self.counters.get(word, ("", 0))[1]

    def forget(self, *scopes: str) -> None:
        """What was remembered for no longer than this is forgotten."""
        self.flags = {word: scope for word, scope in self.flags.items() if scope not in scopes}
        self.counters = {word: found for word, found in self.counters.items() if found[0] not in scopes}


EMPTY: Final = (
    new_box(CREATURE_ROWS, ()),
    new_box(EXPLORATION_ROWS, ()),
    new_box(SHADOW_ROWS, ()),
)


# From a journey and back


def deck_of(box: Box) -> Deck:
    """SF-147: the deck and its discards, apart."""
    return Deck(
        layers=tuple(box.layers),
        known=tuple([mask == EVERYONE for mask in box.masks]),
        discards=box.rows[DISCARD],
        aside=box.lent,
    )


def box_of(layout: Layout, deck: Deck, everything: list[str], row: tuple[str, ...] = ()) -> Box:
    """A box with this deck, these discards and a row 0; all the rest is outside."""
    box = new_box(layout, ())
    known = (*deck.known, *[False] * len(deck.layers))
    for layer, is_known in zip(deck.layers, known):
        box.restore(layer, EVERYONE if is_known else NOBODY)
    rest = list(everything)
    for card in (*row, *deck.discards, *[card for layer in deck.layers for card in layer]):
        if card in rest:
            rest.remove(card)
    box.rows[0] = row
    box.rows[DISCARD] = deck.discards
    box.rows[OUT] = tuple(rest)
    if deck.aside:
        box.rows[ASIDE] = (UNNAMED,) * deck.aside
        box.lent = deck.aside
    return box


def refill(box: Box) -> bool:
    """SF-088 and SF-132: an empty deck is made anew of its discard pile; whether there is a card to draw."""
    if not box.deck_size:
        box.restore(box.rows[DISCARD])
        box.rows[DISCARD] = ()
    return box.deck_size > 0


def fetch(box: Box, card: str, row: int) -> bool:
    """This very card comes to a row, from outside, the discard pile or the deck; whether it was there."""
    for place in (OUT, DISCARD):
        if card in box.rows[place]:
            box.move(card, place, row)
            return True
    if any(card in layer for layer in box.layers):
        box.put(card, row, box.lift(card))
        return True
    return False


def shadow_discards(g: Wood) -> tuple[str, ...]:
    """SF-067 and SF-119: the Shadow discard pile with Brom's card where it lies, the last one on top."""
    pile = g.shadows.rows[DISCARD]
    return pile if g.brom != "shadow" else (*pile[: g.beneath_brom], BROM, *pile[g.beneath_brom :])


def enter_all(g: Wood) -> None:
    """All that lies open and says something for as long as it does is in force."""
    for card in (*g.in_spaces, *g.kept):
        enter(g, card, card, g.content.standing(card))
    show_face(g, LUMA)
    show_face(g, BROM)


def show_face(g: Wood, ident: str) -> None:
    """The face of Luma or Brom that shows is in force; Brom's only while he is here."""
    if ident == BROM and g.brom != "here":
        return
    turned = g.luma_turned if ident == LUMA else g.brom_turned
    enter(g, ident, ident, g.content.face(ident, turned).standing)


def copies_of(piece: str, pieces: tuple[str, ...]) -> str:
    """The name of one more piece of this card, among those."""
    copy = 1
    name = piece
    while name in pieces:
        copy += 1
        name = f"{piece} {copy}"
    return name
