"""Everything on the table: Heroes, Wyrms, tokens, decks, and where the Chapter stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from foldtale.games.wonderbook.content import Chapter
from foldtale.games.wonderbook.language import HEROES, MapCard, Wyrm
from foldtale.games.wonderbook.record import Campaign
from foldtale.kernel.areas import NO_AREAS, Areas
from foldtale.kernel.effects.force import Force
from foldtale.kernel.facts import empty
from foldtale.kernel.pack.pages import BOOK_CLOSED, Pages
from foldtale.kernel.talk import EVERYONE, State
from foldtale.kernel.zones import Box, Layout, new_box

SPARKS: Final = 17
HEARTS: Final = 76
"""WB-Q120: one pool, as if four of the forty tokens were tens."""
TOKENS: Final = 10
DICE: Final = 5
ACTIONS: Final = 3
WYRMS_A_HERO: Final = 2
FACE_UP: Final = {"easier": 6, "standard": 5, "hardcore": 4}
"""WB-018 to WB-020: how many Destiny tokens start face up."""

DISCARD: Final = 0
REVEALED: Final = 1
IN_CHAPTER: Final = 2
"""Rows of the Wyrm cards: discarded, being resolved, and purple ones still in the Chapter deck."""
HELD_BY: Final = {hero: 1 + at for at, hero in enumerate(HEROES)}
IN_USE: Final = 1 + len(HEROES)
"""Rows of the Shred cards: discarded, held by a Hero, being used."""

ON: Final = "on"
OVER: Final = "over"
ENDING: Final = "ending"
"""A turn under way: actions can be taken, no more of them, what its end brings about."""

CHAPTER: Final = "chapter"
"""What is left when a Chapter is over."""
COMPLETED: Final = "completed"
LOST: Final = "lost"

NO_WYRM: Final = -1
"""The miniature of a Wyrm that is gone, or of what is none."""

HOST: Final = 0
"""WB-Q22: the seat that answers for the group when nobody takes a turn."""


WYRM_ROWS: Final = Layout("wyrm", [EVERYONE] * 3)
SHRED_ROWS: Final = Layout("shred", [EVERYONE] * (IN_USE + 1))
UnderWay: TypeAlias = tuple[str, int, str, tuple[str, ...]]


class Book(State):
    """One Chapter in progress."""

    chapter: Chapter  # what is written about the Chapter
    record: Campaign  # the campaign as it was at its start: WB-Q108
    sheet: Campaign  # the campaign with what this Chapter has written into it
    players: int
    difficulty: str
    practice: bool  # played apart from any campaign: WB-Q115
    force: Force
    step: str  # what comes next, see `chapter.STEPS`
    round: int  # Players' Phases so far

    # The Heroes
    heroes: tuple[str, ...]  # who plays, in the order of choosing
    seats: Mapping[str, int]  # the seat of each Hero
    at: dict[str, str]  # the area of each Hero, "" for none
    hearts: dict[str, int]
    sparks: dict[str, int]
    items: dict[str, tuple[str, ...]]
    knock_outs: Mapping[str | None, int]  # how often each Hero was knocked out
    skills: Mapping[str, tuple[tuple[str, str], ...]]  # cards and sides in use, the Hero card's own first
    kept: tuple[str, ...]  # Items that their holders keep when the Chapter ends

    # Wyrms and figures
    wyrm_at: list[str]  # the area of each Wyrm, "" in the supply
    stunned: list[bool]  # whether each Wyrm lies stunned: WB-131
    returns: list[int]  # how often each Wyrm has gone back to the supply: who comes again is another Wyrm
    activated: tuple[tuple[int, int], ...]  # Wyrms that act just now, each with its `returns`
    to_activate: tuple[tuple[int, int], ...]  # Wyrms that act after them, each with its `returns`
    figures: dict[str, tuple[str, int]]  # enemies and allies in play: area and Hearts
    fallen: tuple[str, ...]  # enemies and allies that were defeated

    # The map
    map: str  # the map card at which the book is open: WB-013
    areas: Areas
    objects: Mapping[str, str]  # where each object stands
    popups: tuple[str, ...]  # parts of the scene that are folded open
    turned: int  # by how many degrees the book is turned
    vortex: tuple[str, ...]  # Dark Vortex areas instead of the Goal's, if a card says so
    markers: Mapping[str, int]  # markers on the map
    sparks_at: dict[str, int]  # Sparks in areas
    aura: str  # where the Dark Aura lies: an area, a Hero or an enemy

    # Cards
    wyrm_cards: Box
    shred_cards: Box
    deck: tuple[str, ...]  # the Chapter deck
    discard: tuple[str, ...]  # cards of the Chapter that are done with
    aside: tuple[str, ...]  # cards of the Chapter left out unread
    stacks: Mapping[str, tuple[str, ...]]  # Interaction cards lying out, by banner or own id, top first
    resolving: tuple[str, ...]  # Interaction cards that a Hero interacts with just now: WB-Q141
    orders: tuple[str, ...]  # cards that ordered the Wyrm cards being resolved, innermost last: WB-Q143
    reveals: int  # Wyrm cards revealed for the innermost order
    ordered: int  # how many more Wyrm cards the innermost order wants

    # The story
    rules: tuple[str, ...]  # Special Rules in force
    goal: str  # the Goal card on top
    goal_is_due: bool  # the Goal is met, and what follows is due
    counters: Mapping[str, int]
    chosen: Mapping[str, str]  # the option of each choice, and the ending that was read
    pages: Pages  # which page lies open, and which were read in this attempt or lay open
    skipping: bool  # pages that are known already are skipped: WB-Q110
    destiny: int  # Destiny tokens face up
    score: int  # Destiny tokens face up at the end
    outcome: str  # COMPLETED or LOST

    # The turn
    waiting: tuple[str, ...]  # who has not had a turn in this phase
    active: str  # who takes a turn
    actions: int  # how many actions `active` has left
    turn: str  # ON, OVER or ENDING
    rerolled: bool  # the second chance of this turn is used
    refused: tuple[tuple[str, str], ...]  # Takes refused in this turn, each with the Hero: WB-Q140
    using: str  # the card whose skill or Special Action is under way
    doer: str  # who carries out the action, which is not `active` in an additional action: WB-Q124
    doer_fell: int  # how often `doer` had been knocked out before it
    dice: tuple[str, ...]  # the last roll of what is under way

    __slots__ = tuple(__annotations__)

    def __init__(
        self, chapter: Chapter, record: Campaign, players: int, difficulty: str, practice: bool = False
    ) -> None:
        """WB-016 to WB-030: the general setup."""
        super().__init__()
        empty(self)
        self.chapter = chapter
        self.record = self.sheet = record
        self.players = players
        self.difficulty = difficulty
        self.practice = practice
        self.force = Force()
        self.step = "start"
        number = WYRMS_A_HERO * hero_count(players)
        self.wyrm_at, self.stunned, self.returns = [""] * number, [False] * number, [0] * number
        self.areas = NO_AREAS
        self.wyrm_cards = new_box(WYRM_ROWS, [*chapter.wyrm_cards, *record.purple])
        for card in chapter.purple:
            self.wyrm_cards.put(card, IN_CHAPTER)
        self.shred_cards = new_box(SHRED_ROWS, chapter.shred_cards)
        self.deck = chapter.deck
        self.pages = BOOK_CLOSED
        self.destiny = FACE_UP[difficulty]

    def copy(self) -> Book:
        twin = Book.__new__(Book)
        State.__init__(twin)
        twin.chapter = self.chapter
        twin.record = self.record
        twin.sheet = self.sheet
        twin.players = self.players
        twin.difficulty = self.difficulty
        twin.practice = self.practice
        twin.force = self.force
        twin.step = self.step
        twin.round = self.round
        twin.heroes = self.heroes
        twin.seats = self.seats
        twin.at = self.at.copy()
        twin.hearts = self.hearts.copy()
        twin.sparks = self.sparks.copy()
        twin.items = self.items.copy()
        twin.knock_outs = self.knock_outs
        twin.skills = self.skills
        twin.kept = self.kept
        twin.wyrm_at = self.wyrm_at[:]
        twin.stunned = self.stunned[:]
        twin.returns = self.returns[:]
        twin.activated = self.activated
        twin.to_activate = self.to_activate
        twin.figures = self.figures.copy()
        twin.fallen = self.fallen
        twin.map = self.map
        twin.areas = self.areas
        twin.objects = self.objects
        twin.popups = self.popups
        twin.turned = self.turned
        twin.vortex = self.vortex
        twin.markers = self.markers
        twin.sparks_at = self.sparks_at.copy()
        twin.aura = self.aura
        twin.wyrm_cards = self.wyrm_cards.copy()
        twin.shred_cards = self.shred_cards.copy()
        twin.deck = self.deck
        twin.discard = self.discard
        twin.aside = self.aside
        twin.stacks = self.stacks
        twin.resolving = self.resolving
        twin.orders = self.orders
        twin.reveals = self.reveals
        twin.ordered = self.ordered
        twin.rules = self.rules
        twin.goal = self.goal
        twin.goal_is_due = self.goal_is_due
        twin.counters = self.counters
        twin.chosen = self.chosen
        twin.pages = self.pages
        twin.skipping = self.skipping
        twin.destiny = self.destiny
        twin.score = self.score
        twin.outcome = self.outcome
        twin.waiting = self.waiting
        twin.active = self.active
        twin.actions = self.actions
        twin.turn = self.turn
        twin.rerolled = self.rerolled
        twin.refused = self.refused
        twin.using = self.using
        twin.doer = self.doer
        twin.doer_fell = self.doer_fell
        twin.dice = self.dice
        return twin

    def open_at(self, map: str) -> None:
        """WB-013 and WB-114: the book lies open at a scene as it is at first."""
        drawn: MapCard = self.chapter.body(map)
        self.map, self.areas = map, self.chapter.maps[map]
        standing = {name: prop.area for name, prop in drawn.objects.items() if prop.area and not prop.later}
        self.objects = {name: area for name, area in standing.items() if area in self.areas}
        self.popups, self.turned = (), 0

    @property
    def voice(self) -> int:
        """Return the seat that answers for the group: the active Hero's, else the host. WB-Q22."""
        return self.seats[self.active] if self.active else HOST

    @property
    def is_interrupted(self) -> bool:
        """Tell whether reading comes between something that goes on after it. WB-Q10."""
        return self.step != "read"

    def acting(self) -> str | None:
        """Return who performs the action under way, else who takes a turn, or None. WB-Q124 and WB-Q131."""
        return self.doer or self.active or None

    def can_choose(self, hero: str | None) -> bool:
        """Tell whether `hero` was not knocked out in their own action, even if revived. WB-Q94, WB-Q142."""
        return hero is None or hero != self.doer or self.knock_outs.get(hero, 0) == self.doer_fell

    def has_lapsed(self, hero: str | None, card: str) -> bool:
        """Tell whether `card`, or a skill of a knocked-out `hero`, has left force. WB-Q147 and WB-Q151."""
        kind = self.chapter.kind(card)
        if kind == "rule":
            return card not in self.rules
        if kind in ("item", "shred"):
            return not self.holder(card)
        return hero is not None and not self.hearts.get(hero, 1) and kind in ("hero", "upgrade")

    def interrupt(self) -> UnderWay:
        """WB-057: something comes between; return what is under way, for `resume`. The `doer` stays."""
        under_way = self.doer, self.doer_fell, self.using, self.dice
        self.using = ""
        return under_way

    def resume(self, under_way: UnderWay) -> None:
        """WB-058: its roll is the one that counts again; if it had none, the last one stays on the table."""
        self.doer, self.doer_fell, self.using, dice = under_way
        self.dice = dice or self.dice

    def place(self, wyrm: int) -> str:
        """Where a Wyrm is; nowhere if it is in the supply, or if it is no Wyrm that was hit."""
        return self.wyrm_at[wyrm] if wyrm >= 0 else ""

    def is_stunned(self, wyrm: int) -> bool:
        return wyrm >= 0 and self.stunned[wyrm]

    def wyrm_key(self, wyrm: int) -> str:
        """WB-Q80: Wyrms in one area and one state are the same to everybody: the key of a `WYRM`."""
        state = "stunned" if self.stunned[wyrm] else "standing"
        if self.activated:
            this = wyrm, self.returns[wyrm]
            state += " acting" if this in self.activated else " waiting" if this in self.to_activate else ""
        return f"{self.wyrm_at[wyrm]} {state}"

    def wyrm(self, miniature: int) -> Wyrm:
        """Return the Wyrm that a miniature is now; spawned again, it is another one. WB-157."""
        return miniature, self.returns[miniature]

    def miniature(self, wyrm: Wyrm) -> int:
        """Return the miniature of a Wyrm, or NO_WYRM if it has gone back to the supply."""
        miniature, returns = wyrm
        return miniature if miniature >= 0 and self.returns[miniature] == returns else NO_WYRM

    def lair(self, wyrm: Wyrm) -> str:
        """Return the area of a Wyrm, or "" if it has gone back to the supply."""
        return self.place(self.miniature(wyrm))

    def is_in_play(self, wyrm: Wyrm) -> bool:
        return self.lair(wyrm) != ""

    def conscious(self) -> list[str]:
        """The Heroes who are not knocked out."""
        hearts = self.hearts
        return [hero for hero in self.heroes if hearts[hero]]

    def knocked_out(self) -> list[str]:
        return [hero for hero in self.heroes if not self.hearts[hero]]

    def wyrms_in(self, area: str) -> list[int]:
        return [wyrm for wyrm, place in enumerate(self.wyrm_at) if place == area]

    def wyrms_in_play(self) -> list[int]:
        return [wyrm for wyrm, place in enumerate(self.wyrm_at) if place]

    def figure(self, who: str) -> tuple[str, int]:
        """Return the area and the Hearts of an enemy or ally; nowhere and 0 if it is not in play."""
        return self.figures.get(who, ("", 0))

    def figures_of(self, kind: str, area: str | None = None) -> list[str]:
        """Return the enemies or allies in play, or those in an area."""
        here = [who for who, (place, _) in self.figures.items() if area in (None, place)]
        return [who for who in here if self.chapter.kind(who) == kind]

    def box(self, deck: str) -> Box:
        """Return the cards with the back of a deck: "wyrm" or "shred"."""
        return self.wyrm_cards if deck == "wyrm" else self.shred_cards

    def shreds_of(self, hero: str) -> tuple[str, ...]:
        return self.shred_cards.rows[HELD_BY[hero]]

    @property
    def tops(self) -> list[str]:
        """Return the Interaction cards that can be reached: the top card of each stack."""
        return [cards[0] for cards in self.stacks.values()]

    def stack_of(self, ident: str) -> str:
        """WB-085 and WB-Q141: the stack in which this card is on top or being resolved, or nothing."""
        for key, cards in self.stacks.items():
            if cards[0] == ident or (ident in cards and ident in self.resolving):
                return key
        return ""

    def holder(self, item: str) -> str:
        """WB-069 and WB-Q41: who holds an Item or a Shred, also one that is being used; or nobody."""
        if item in self.shred_cards.rows[IN_USE]:
            return self.doer
        for hero in self.heroes:
            if item in self.held_by(hero):
                return hero
        return ""

    def held_by(self, hero: str) -> tuple[str, ...]:
        """WB-073: Items and Shreds."""
        return self.items[hero] + self.shred_cards.rows[HELD_BY[hero]]

    def most_hearts(self, hero: str) -> int:
        hearts: int = self.chapter.cards[hero].body.hearts
        return hearts

    @property
    def spark_supply(self) -> int:
        """WB-Q58: seventeen in all."""
        return SPARKS - sum(self.sparks.values()) - sum(self.sparks_at.values())

    @property
    def heart_supply(self) -> int:
        return HEARTS - sum(self.hearts.values()) - sum([hearts for _, hearts in self.figures.values()])

    @property
    def wyrm_supply(self) -> int:
        return self.wyrm_at.count("")

    @property
    def silver(self) -> bool:
        """WB-151 and WB-Q75: symbols with a silver aura count with three players or four."""
        return self.players >= 3

    @property
    def vortices(self) -> tuple[str, ...]:
        """WB-155: the Dark Vortex areas of the current Goal, as far as they are on the map."""
        areas = self.vortex or (self.chapter.body(self.goal).vortex if self.goal else ())
        return tuple([area for area in areas if area in self.areas])


def hero_count(players: int) -> int:
    """WB-032: one person alone plays two Heroes."""
    return max(2, players)
