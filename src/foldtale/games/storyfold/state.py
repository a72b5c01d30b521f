"""Every fact of a Chapter: the River, the tracks, the dice, the decks, and what the story remembers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, TypeAlias, TypeVar

from foldtale.games.storyfold.content import Content, copy_of
from foldtale.games.storyfold.dice import Pool, Rolled
from foldtale.games.storyfold.language import ACTIONS, BROM, LUMA, ChapterText, Numbers, PlaceText, SceneText
from foldtale.games.storyfold.record import Journey, WhereBromIs
from foldtale.kernel.effects import Cause, Force, enter
from foldtale.kernel.pack.pages import BOOK_CLOSED, Pages
from foldtale.kernel.talk import EVERYONE, NOBODY, State
from foldtale.kernel.zones import Box, Layout

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

T = TypeVar("T")
KEPT: Final = "kept"
Kept: TypeAlias = Annotated[T, KEPT]
"""The type of a field that a save keeps between two Scenes: SF-147 to SF-155."""
CARRIED: Final = "carried"
Carried: TypeAlias = Annotated[T, KEPT, CARRIED]
"""The type of one that also passes to the next Chapter: SF-Q94."""
GIVEN: Final = "given"
Given: TypeAlias = Annotated[T, GIVEN]
"""The type of one that is given with the match. All others are empty when a Scene begins."""


@dataclass(frozen=True, slots=True)
class Action:
    """SF-028 to SF-031: the Action under way.

    `target`     what the first ability is aimed at
    `threshold`  what a die must show: SF-Q05
    `extra`      successes that cards have added
    """

    card: str
    ability: str
    target: str
    threshold: int
    extra: int = 0


action_of: Final = lru_cache(maxsize=1024)(Action)
"""Return the Action with these facts, always the same one."""


class Wood(State):
    """One Chapter."""

    content: Given[Content]
    force: Kept[Force]
    always: Given[bool]  # the variant in which Luma can always pay for rerolls: SF-Q29
    start: Kept[Journey]  # the journey just before this Chapter, for whoever begins it again: SF-Q81
    bookmarks: Given[Mapping[str, Journey]]  # Places of this journey that are kept

    # The journey
    chapter: Kept[str]
    leads: Kept[str]  # the Scene that is set up next; where the ending that is read leads
    attempts: Kept[int]  # how often this Chapter was begun again
    triumphs: Kept[tuple[str, ...]]  # the Scenes of this Chapter so far, and who triumphed
    flags: Carried[Mapping[str, str]]  # words of the story, each with its scope
    counters: Carried[Mapping[str, tuple[str, int]]]  # words of the story, each with its scope and number
    taught: Carried[frozenset[str]]  # the lessons that were given
    pages: Carried[Pages]  # the open page, and all that was read

    # What is carried along
    spirit: Carried[int]
    river: Carried[tuple[str, ...]]  # SF-009: its cards from left to right, without gaps
    crystals: Carried[tuple[int, ...]]  # on each of the four Action cards
    owned: Kept[Pool]  # the dice of the pool
    luma_turned: Carried[bool]
    brom_turned: Carried[bool]
    brom: Carried[WhereBromIs]  # where Brom's card is
    beneath_brom: Kept[int]  # how many Shadow cards lie under Brom on their discard pile
    stood_in: Kept[bool]  # Brom has stood in for Luma in this Chapter
    creatures: Kept[Box]
    exploration: Carried[Box]
    shadows: Kept[Box]
    shadow_drawn: Kept[int]  # how many Shadow cards were drawn in this Chapter
    stories: Kept[tuple[str, ...]]  # Story cards in the Chapter deck
    kept: Kept[tuple[str, ...]]  # Story cards in play

    # In this Scene
    step: str  # what comes next: see `rules/journey.py`
    scene: str
    round: int
    light: int  # how far the light pawn is from the centre
    shadow: int  # how far the shadow pawn is from the centre
    overcome: tuple[str, ...]  # Places with a pawn
    locked: tuple[str, ...]  # Places that a text has closed
    stunned: tuple[str, ...]  # Creatures with a Stun token
    healed: tuple[str, ...]  # Creatures that were healed
    lit: int  # how many Creatures were illuminated
    ready: Pool  # the dice that were not used in this Luma Phase
    action: Action | None  # the Action under way
    rolled: Rolled  # the dice of the Action
    needed: int  # what the dice of the Action must show
    ended: bool  # the player has ended the Luma Phase: SF-Q91
    waiting: tuple[str, ...]  # Creatures that have still to activate in this Shadow Phase: SF-Q45
    speaking: tuple[Cause, ...]  # texts of Creatures that are being resolved, none between two beats: SF-Q119
    warned: bool  # the player was asked in a window of this Shadow Phase because Spirit would overflow
    idle: int  # rounds in a row, with the present one, in which no Action could be announced: SF-Q109
    scripted: int  # how many steps of the Scene's script are done
    triumph: str  # who has triumphed, while an ending is read
    outcome: str  # how the match ends

    # What is being read
    telling: tuple[str, ...]  # Story cards that are being read
    met: str  # the card that has come into play since the open page was read

    __slots__ = tuple(__annotations__)

    def __init__(self, content: Content, start: Journey, always: bool = False) -> None:
        """Begin with nothing read or learnt; `saving.begin_at` lays out the rest."""
        super().__init__()
        self.content = content
        self.start = start
        self.always = always
        self.bookmarks = {}
        self.taught = frozenset()
        self.pages = BOOK_CLOSED
        self.attempts = 0

    def copy(self) -> Wood:
        twin = Wood.__new__(Wood)
        State.__init__(twin)
        twin.content = self.content
        twin.force = self.force
        twin.always = self.always
        twin.start = self.start
        twin.bookmarks = self.bookmarks
        twin.chapter = self.chapter
        twin.leads = self.leads
        twin.attempts = self.attempts
        twin.triumphs = self.triumphs
        twin.flags = self.flags
        twin.counters = self.counters
        twin.taught = self.taught
        twin.pages = self.pages
        twin.spirit = self.spirit
        twin.river = self.river
        twin.crystals = self.crystals
        twin.owned = self.owned
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
        twin.step = self.step
        twin.scene = self.scene
        twin.round = self.round
        twin.light = self.light
        twin.shadow = self.shadow
        twin.overcome = self.overcome
        twin.locked = self.locked
        twin.stunned = self.stunned
        twin.healed = self.healed
        twin.lit = self.lit
        twin.ready = self.ready
        twin.action = self.action
        twin.rolled = self.rolled
        twin.needed = self.needed
        twin.ended = self.ended
        twin.waiting = self.waiting
        twin.speaking = self.speaking
        twin.warned = self.warned
        twin.idle = self.idle
        twin.scripted = self.scripted
        twin.triumph = self.triumph
        twin.outcome = self.outcome
        twin.telling = self.telling
        twin.met = self.met
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
        """Return the Creatures in the River, from left to right."""
        if len(self.river) == len(ACTIONS):
            return []
        return [piece for piece in self.river if piece not in CRYSTAL_AT]

    def is_here(self, creature: str) -> bool:
        """Return whether a Creature lies in the River."""
        return creature in self.river and creature not in CRYSTAL_AT

    def position(self, piece: str) -> int:
        """Return the River space of a card, from 1 to 7; 0 if it is not there."""
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
        """Return the Exploration cards just drawn, on their way to a space, or being resolved."""
        rows = self.exploration.rows
        return rows[DRAWN] + rows[COMING] + rows[USED]

    def blessings(self) -> list[str]:
        """Return the cards in Blessing spaces that are no Traumas."""
        return [card for card in self.in_spaces if not self.is_trauma(card)]

    def is_trauma(self, card: str) -> bool:
        return self.content.kind(card) == "trauma"

    # Memory

    def count_of(self, word: str) -> int:
        return self.counters.get(word, ("", 0))[1]

    def forget(self, *scopes: str) -> None:
        """Forget what was remembered for these scopes."""
        self.flags = {word: scope for word, scope in self.flags.items() if scope not in scopes}
        self.counters = {word: found for word, found in self.counters.items() if found[0] not in scopes}


def refill(box: Box) -> bool:
    """Shuffle the discard pile into an empty deck; return whether there is a card: SF-088 and SF-132."""
    if not box.deck_size:
        box.restore(box.rows[DISCARD])
        box.rows[DISCARD] = ()
    return box.deck_size > 0


def fetch(box: Box, card: str, row: int, places: Sequence[int] = (OUT, DISCARD)) -> bool:
    """Move a card to a row from the first of these places, or from the deck; return whether it was there."""
    for place in places:
        if card in box.rows[place]:
            box.move(card, place, row)
            return True
    if any(card in layer for layer in box.layers):
        box.put(card, row, box.lift(card))
        return True
    return False


def shadow_discards(g: Wood) -> tuple[str, ...]:
    """Return the Shadow discard pile with Brom's card, if it lies there, the last on top: SF-067, SF-119."""
    pile = g.shadows.rows[DISCARD]
    return pile if g.brom != "shadow" else (*pile[: g.beneath_brom], BROM, *pile[g.beneath_brom :])


def enter_all(g: Wood) -> None:
    """Activate every face-up card that has a standing effect."""
    for card in (*g.in_spaces, *g.kept):
        enter(g, card, card, g.content.standing(card))
    show_face(g, LUMA)
    show_face(g, BROM)


def show_face(g: Wood, ident: str) -> None:
    """Put the face of Luma or Brom that shows in force; Brom's only while he is here."""
    if ident == BROM and g.brom != "here":
        return
    turned = g.luma_turned if ident == LUMA else g.brom_turned
    enter(g, ident, ident, g.content.face(ident, turned).standing)


def one_more(card: str, pieces: tuple[str, ...]) -> str:
    """Return the name of one more piece of a card, beside those."""
    number = 1
    while copy_of(card, number) in pieces:
        number += 1
    return copy_of(card, number)
