"""Everything on the table: Heroes, Wyrms, tokens, decks, and where the Chapter stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from foldtale.games.wonderbook.content import Chapter
from foldtale.games.wonderbook.language import HEROES, Wyrm
from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.world import NOWHERE, World
from foldtale.kernel.effects.force import Force
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


UnderWay: TypeAlias = tuple[str, str, int, str, tuple[str, ...]]


@lru_cache
def layouts() -> tuple[Layout, Layout]:
    return Layout("wyrm", [EVERYONE] * 3), Layout("shred", [EVERYONE] * (IN_USE + 1))


class Book(State):
    """One Chapter in progress. Tables that rarely change are replaced, not changed: copies share them.

    `chapter`      what is written about it; `record` the campaign as it was at its start: WB-Q108
    `practice`     played apart from any campaign: WB-Q115
    `heroes`       who plays, in the order of choosing; `seats` whose each is; `at` their areas, "" for none
    `hearts`, `sparks`, `items`  of each Hero; `knock_outs` how often each was knocked out
    `skills`       cards and sides in use, the Hero card's own first; `sides` of all Upgrade cards
    `handouts`     of Upgrade cards so far
    `wyrm_at`      the area of each Wyrm, "" in the supply; `stunned` whether it lies there: WB-131
    `returns`      how often each Wyrm has gone back to the supply: who comes again is another Wyrm
    `activated`    Wyrms that act just now, each with its `returns`; `to_activate` those that act after them
    `figures`      enemies and allies in play: area and Hearts; `fallen` those who were defeated
    `world`        the map in play; `vortex` instead of the Goal's, if a card says so; `markers` on it
    `sparks_at`    Sparks in areas
    `aura`         where the Dark Aura lies: an area, a Hero or an enemy
    `wyrm_cards`, `shred_cards`  the two decks with their piles; `purple` Wyrm cards added for good
    `deck`         the Chapter deck; `discard` cards done with; `aside` cards left out unread
    `stacks`       Interaction cards lying out, by banner or by their own id, the top first; `resolving` those
                   that a Hero interacts with just now: WB-Q141
    `rules`        Special Rules in force; `force` all that cards change as long as they are in force
    `goal`         the Goal card on top; `goal_is_due` it is met, and what follows is due
    `keywords`     by Chapter; `counters`, `unlocks`, `envelope` (opened or not)
    `chosen`       the option of each choice, and the ending that was read
    `step`         what comes next, see `chapter.STEPS`; `round` Players' Phases so far
    `waiting`      who has not had a turn in this phase
    `active`       who takes a turn, with so many `actions` left; `turn`: it is on, over or ending
    `rerolled`     the second chance of this turn is used
    `refused`      Takes that were refused in this turn, each with the Hero who wanted it: WB-Q140
    `doing`        the first word of the action under way, `skill` or `special` for `use`; `using` its card
    `doer`         who carries it out, which is not `active` in an additional action: WB-Q124; `doer_fell` how
                   often they had been knocked out before it
    `dice`         the last roll of what is under way
    `orders`       the cards that have ordered the Wyrm cards being resolved, the innermost last: WB-Q143
    `reveals`      Wyrm cards revealed for the innermost order; `ordered` how many more it wants
    `page`         the open page: card and face, or card and column; `reading` it is read just now;
                   `said` what it has told besides
    `pages_read`   in this attempt, and faces that lay open; `skipping` those known already: WB-Q110
    `destiny`      tokens face up; `score` how many there were at the end; `outcome` completed or lost
    `kept`         Items that whoever holds them keeps when the Chapter ends
    """

    __slots__ = (
        "actions", "activated", "active", "aside", "at", "aura", "chapter", "chosen", "counters", "deck",
        "destiny", "dice", "difficulty", "discard", "doer", "doer_fell", "doing", "envelope", "fallen",
        "figures", "force", "goal", "goal_is_due", "handouts", "hearts", "heroes", "items", "kept",
        "keywords", "knock_outs", "markers", "ordered", "orders", "outcome", "page", "pages_read", "players",
        "practice", "purple", "reading", "record", "refused", "rerolled", "resolving", "returns", "reveals",
        "round", "rules", "said", "score", "seats", "shred_cards", "sides", "skills", "skipping", "sparks",
        "sparks_at", "stacks", "step", "stunned", "to_activate", "turn", "unlocks", "using", "vortex",
        "waiting", "world", "wyrm_at", "wyrm_cards",
    )  # fmt: skip

    def __init__(
        self, chapter: Chapter, record: Campaign, players: int, difficulty: str, practice: bool = False
    ) -> None:
        """WB-016 to WB-030: the general setup."""
        super().__init__()
        wyrms, shreds = layouts()
        self.chapter = chapter
        self.record = record
        self.players = players
        self.difficulty = difficulty
        self.practice = practice
        self.force = Force()
        self.heroes: tuple[str, ...] = ()
        self.seats: dict[str, int] = {}
        self.at: dict[str, str] = {}
        self.hearts: dict[str, int] = {}
        self.knock_outs: dict[str | None, int] = {}
        self.sparks: dict[str, int] = {}
        self.items: dict[str, tuple[str, ...]] = {}
        self.skills: dict[str, tuple[tuple[str, str], ...]] = {}
        self.sides = dict(record.sides)
        self.handouts = record.handouts
        self.wyrm_at = [""] * (WYRMS_A_HERO * hero_count(players))
        self.stunned = [False] * (WYRMS_A_HERO * hero_count(players))
        self.returns = [0] * (WYRMS_A_HERO * hero_count(players))
        self.activated: tuple[tuple[int, int], ...] = ()
        self.to_activate: tuple[tuple[int, int], ...] = ()
        self.figures: dict[str, tuple[str, int]] = {}
        self.fallen: tuple[str, ...] = ()
        self.sparks_at: dict[str, int] = {}
        self.world: World = NOWHERE
        self.vortex: tuple[str, ...] = ()
        self.aura = ""
        self.markers: dict[str, int] = {}
        self.wyrm_cards: Box = new_box(wyrms, [*chapter.wyrm_cards, *record.purple])
        for card in chapter.purple:
            self.wyrm_cards.put(card, IN_CHAPTER)
        self.shred_cards: Box = new_box(shreds, chapter.shred_cards)
        self.deck = chapter.deck
        self.discard: tuple[str, ...] = ()
        self.aside: tuple[str, ...] = ()
        self.stacks: dict[str, tuple[str, ...]] = {}
        self.rules: tuple[str, ...] = ()
        self.goal = ""
        self.keywords = dict(record.keywords)
        self.counters: dict[str, int] = {}
        self.unlocks = record.unlocks
        self.envelope = record.envelope
        self.kept: tuple[str, ...] = ()
        self.purple = record.purple
        self.destiny = FACE_UP[difficulty]
        self.score = 0
        self.outcome = ""
        self.step = "start"
        self.round = 0
        self.waiting: tuple[str, ...] = ()
        self.active = ""
        self.turn = ""
        self.actions = 0
        self.rerolled = False
        self.refused: tuple[tuple[str, str], ...] = ()
        self.doing = self.doer = ""
        self.doer_fell = 0
        self.dice: tuple[str, ...] = ()
        self.goal_is_due = False
        self.orders: tuple[str, ...] = ()
        self.reveals = 0
        self.ordered = 0
        self.using = ""
        self.resolving: tuple[str, ...] = ()
        self.page = ("", "")
        self.reading = False
        self.said: tuple[str, ...] = ()
        self.pages_read: tuple[str, ...] = ()
        self.skipping = False
        self.chosen: dict[str, str] = {}

    def copy(self) -> Book:
        twin = Book.__new__(Book)
        twin.due = []
        twin.told = None
        twin.answering = ()
        twin.depth = 0
        twin.settled = 0
        twin.chapter = self.chapter
        twin.record = self.record
        twin.players = self.players
        twin.difficulty = self.difficulty
        twin.force = self.force
        twin.heroes = self.heroes
        twin.seats = self.seats
        twin.at = self.at.copy()
        twin.hearts = self.hearts.copy()
        twin.knock_outs = self.knock_outs
        twin.sparks = self.sparks.copy()
        twin.items = self.items.copy()
        twin.skills = self.skills
        twin.sides = self.sides
        twin.handouts = self.handouts
        twin.wyrm_at = self.wyrm_at[:]
        twin.stunned = self.stunned[:]
        twin.returns = self.returns[:]
        twin.activated = self.activated
        twin.to_activate = self.to_activate
        twin.figures = self.figures.copy()
        twin.fallen = self.fallen
        twin.sparks_at = self.sparks_at.copy()
        twin.world = self.world
        twin.vortex = self.vortex
        twin.aura = self.aura
        twin.markers = self.markers
        twin.wyrm_cards = self.wyrm_cards.copy()
        twin.shred_cards = self.shred_cards.copy()
        twin.deck = self.deck
        twin.discard = self.discard
        twin.aside = self.aside
        twin.stacks = self.stacks
        twin.rules = self.rules
        twin.goal = self.goal
        twin.keywords = self.keywords
        twin.counters = self.counters
        twin.unlocks = self.unlocks
        twin.envelope = self.envelope
        twin.kept = self.kept
        twin.purple = self.purple
        twin.destiny = self.destiny
        twin.score = self.score
        twin.outcome = self.outcome
        twin.step = self.step
        twin.round = self.round
        twin.waiting = self.waiting
        twin.active = self.active
        twin.turn = self.turn
        twin.actions = self.actions
        twin.rerolled = self.rerolled
        twin.refused = self.refused
        twin.doing = self.doing
        twin.doer = self.doer
        twin.doer_fell = self.doer_fell
        twin.dice = self.dice
        twin.goal_is_due = self.goal_is_due
        twin.orders = self.orders
        twin.reveals = self.reveals
        twin.ordered = self.ordered
        twin.using = self.using
        twin.practice = self.practice
        twin.resolving = self.resolving
        twin.page = self.page
        twin.reading = self.reading
        twin.said = self.said
        twin.pages_read = self.pages_read
        twin.skipping = self.skipping
        twin.chosen = self.chosen
        return twin

    @property
    def voice(self) -> int:
        """WB-Q22: whoever takes a turn answers for the group, else the host."""
        return self.seats[self.active] if self.active else HOST

    def acting(self) -> str | None:
        """Return "you" of a card that is nobody's own, or None if nobody acts. WB-Q124 and WB-Q131.

        It is the Hero who performs the action under way, else the Hero whose turn it is.
        """
        return self.doer or self.active or None

    def can_choose(self, hero: str | None) -> bool:
        """Tell whether `hero` was not knocked out in the middle of their own action. WB-Q94 and WB-Q142.

        Who was, chooses nothing more in it, not even if a card revives them at once.
        """
        return hero is None or hero != self.doer or self.knock_outs.get(hero, 0) == self.doer_fell

    def has_lapsed(self, hero: str | None, card: str) -> bool:
        """Tell whether `card`, which was to answer to something, has left force since. WB-Q147 and WB-Q151.

        It is a discarded Special Rule, Item or Shred, or a passive skill of `hero`, who is knocked out.
        """
        kind = self.chapter.kind(card)
        if kind == "rule":
            return card not in self.rules
        if kind in ("item", "shred"):
            return not self.holder(card)
        return hero is not None and not self.hearts.get(hero, 1) and kind in ("hero", "upgrade")

    def interrupt(self) -> UnderWay:
        """WB-057: something comes between; what is under way is remembered for `resume`.

        Who carries it out stays the `doer`: knocked out by what comes between, they choose nothing more.
        """
        under_way = self.doing, self.doer, self.doer_fell, self.using, self.dice
        self.doing = self.using = ""
        return under_way

    def resume(self, under_way: UnderWay) -> None:
        """WB-058: its roll is the one that counts again; if it had none, the last one stays on the table."""
        self.doing, self.doer, self.doer_fell, self.using, dice = under_way
        self.dice = dice or self.dice

    def place(self, wyrm: int) -> str:
        """Where a Wyrm is; nowhere if it is in the supply, or if it is no Wyrm that was hit."""
        return self.wyrm_at[wyrm] if wyrm >= 0 else ""

    def is_stunned(self, wyrm: int) -> bool:
        return wyrm >= 0 and self.stunned[wyrm]

    def wyrm_key(self, wyrm: int) -> str:
        """WB-Q80: Wyrms in one area and one state are the same to everybody."""
        key = f"{self.wyrm_at[wyrm]} {'stunned' if self.stunned[wyrm] else 'standing'}"
        if not self.activated:
            return key
        this = wyrm, self.returns[wyrm]
        return key + (" acting" if this in self.activated else " waiting" if this in self.to_activate else "")

    def wyrm(self, miniature: int) -> Wyrm:
        """Return the Wyrm that a miniature is now; spawned again, it is another one. WB-157."""
        return Wyrm((miniature, self.returns[miniature]))

    def miniature(self, wyrm: Wyrm) -> int:
        """Return the miniature of a Wyrm, or NO_WYRM if it has gone back to the supply."""
        miniature, returns = wyrm
        return miniature if miniature >= 0 and self.returns[miniature] == returns else NO_WYRM

    def is_in_play(self, wyrm: Wyrm) -> bool:
        miniature, returns = wyrm
        return miniature >= 0 and self.returns[miniature] == returns and self.wyrm_at[miniature] != ""

    def conscious(self) -> list[str]:
        """The Heroes who are not knocked out."""
        hearts = self.hearts
        return [hero for hero in self.heroes if hearts[hero]]

    def wyrms_in(self, area: str) -> list[int]:
        return [wyrm for wyrm, place in enumerate(self.wyrm_at) if place == area]

    def wyrms_in_play(self) -> list[int]:
        return [wyrm for wyrm, place in enumerate(self.wyrm_at) if place]

    def figures_in(self, area: str, kind: str) -> list[str]:
        """Enemies or allies in an area."""
        return [
            who
            for who, (place, _) in self.figures.items()
            if place == area and self.chapter.kind(who) == kind
        ]

    def shreds_of(self, hero: str) -> tuple[str, ...]:
        return self.shred_cards.rows[HELD_BY[hero]]

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
        return tuple([area for area in areas if area in self.world.next])


def hero_count(players: int) -> int:
    """WB-032: one person alone plays two Heroes."""
    return max(2, players)
