"""Every fact of a quest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from foldtale.games.unlikely.content import Content
from foldtale.games.unlikely.language import (
    BLESSINGS,
    Blessing,
    Difficulty,
    Direction,
    Effect,
    HeroCard,
    ItemCard,
    Skill,
)
from foldtale.games.unlikely.record import Sagas
from foldtale.games.unlikely.world import NO_WORLD, Cell, World
from foldtale.kernel.effects import Force, Standing, enter, value
from foldtale.kernel.facts import empty
from foldtale.kernel.pack.pages import BOOK_CLOSED, Pages
from foldtale.kernel.talk import EVERYONE, NOBODY, Ask, Fact, Option, State
from foldtale.kernel.zones import Box, Layout, Supply, new_box

CUBES: Final = 20
ACTIONS: Final = 2
REACH: Final = 3
"""The spaces of a Travel action. UH-134."""
IDLE_ROUNDS: Final = 3
"""After so many rounds without an action the group is asked whether it gives up. UH-Q100."""
QUEST: Final = "quest"
"""The scope that ends with the quest."""
WON: Final = "won"
LOST: Final = "lost"
FORFEITED: Final = "forfeited"
AGAIN: Final = "again"
LEFT: Final = "left"
RIGHT: Final = "right"
SIDES: Final = (LEFT, RIGHT)
MIDDLE: Final = "middle"
TRAIT_STEPS: Final = ("top", MIDDLE, "bottom")

LUCK_TABLE: Final[Mapping[Difficulty, Mapping[int, int]]] = {
    "easy": {0: 8, 1: 8, 2: 2, 3: 2},
    "normal": {-1: 2, 0: 8, 1: 8, 2: 2},
    "hard": {-2: 1, -1: 2, 0: 8, 1: 8, 2: 1},
    "unlikely": {-3: 1, -2: 1, -1: 2, 0: 8, 1: 8},
}
"""The luck cards of each difficulty. UH-027 to UH-031."""
LUCK_SUPPLY: Final = {-3: 1, -2: 1, -1: 2, 0: 8, 1: 8, 2: 2, 3: 2}
"""The 24 luck cards of the box."""
BLESSINGS_OF_LUCK: Final = 4
"""How many blessed or cursed luck cards join the luck deck. UH-272."""

DISCARD, DRAWN, LOOKED, LID, REST_OF_LUCK = range(5)
"""Rows of the luck cards: discarded, drawn in an attempt, looked at, in the lid, not shuffled in. UH-033."""
IN_PLAY, GONE = range(2)
"""Rows of the Out of Luck cards, and of blessed and cursed items."""
TOP, USED, LAID, ACTIVE = range(4)
"""Rows of the exploration cards: face up on the pile, discarded, Detours on the table, being resolved."""
LUCK_ROWS: Final = Layout(
    "luck", (EVERYONE, EVERYONE, EVERYONE, EVERYONE, NOBODY), bars=tuple(map(str, LUCK_SUPPLY))
)
"""Only blessed and cursed luck cards lie in the row that nobody sees. UH-272."""
UNLUCKY_ROWS: Final = Layout("unlucky", (EVERYONE, EVERYONE))
EXPLORATION_ROWS: Final = Layout("exploration", (EVERYONE, EVERYONE, EVERYONE, EVERYONE))
ITEM_ROWS: Final = {of: Layout(f"{of} items", (EVERYONE, EVERYONE)) for of in BLESSINGS}


class Mode(NamedTuple):
    """What was chosen before the quest. `sets` are blessed and cursed ones: "blessed traits"."""

    players: int
    heroes: int
    difficulty: Difficulty
    quest: int
    modules: tuple[str, ...]
    sets: tuple[str, ...]
    record: Sagas
    lessons: bool = False


class Cubes(NamedTuple):
    """The cubes on the charged and on the uncharged spaces of one effect. UH-089."""

    charged: int = 0
    uncharged: int = 0

    @property
    def total(self) -> int:
        return self.charged + self.uncharged


NO_CUBES: Final = Cubes()


@dataclass(frozen=True, slots=True)
class Hero:
    """A seat of the ring: hero card, map, items (the outermost last) and traits.

    `traits`  each with the step of its cube
    """

    card: str
    at: str = ""
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    traits: tuple[tuple[str, str], ...] = ()

    @property
    def items(self) -> tuple[str, ...]:
        return self.left + self.right

    def side(self, side: str) -> tuple[str, ...]:
        return self.left if side == LEFT else self.right


class Visible(NamedTuple):
    """An uncovered effect that somebody can use, whose it is, and on which card."""

    owner: int
    card: str
    effect: Effect


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run from the choice of a box to its result. Rules replace it step by step.

    `helpers`    who has joined, each with the skill that they add; `invited` who may join from afar
    `skill`      the skill that counts, also where an effect has put it in place of the box's
    `added`      what effects add to the result, `required` what they add to the requirement
    `reshuffled` a reshuffle was needed, or no luck card could be drawn: a forced challenge stops
    `verdict`    how an effect has decided it: WON, LOST, FORFEITED, after a failure AGAIN, or nothing
    `ignored`    drawn luck cards that do not count

    UH-197 to UH-206.
    """

    challenge: str
    box: int
    skill: Skill
    helpers: tuple[tuple[int, str], ...] = ()
    invited: tuple[int, ...] = ()
    announced: int = 0
    added: int = 0
    required: int = 0
    strained: bool = False
    reshuffled: bool = False
    verdict: str = ""
    ignored: tuple[str, ...] = ()


class UnlikelyState(State):
    """A quest of Unlikely Heroes."""

    content: Content
    mode: Mode
    force: Force
    step: str  # the next beat of the main loop

    # Cards
    luck: Box
    unlucky: Box
    modules: list[Box]  # the exploration pile and the piles of blessed and cursed items that are in use
    pile: frozenset[str]  # the encounter draw pile
    discard: tuple[str, ...]  # the common discard pile
    lid: tuple[str, ...]  # destroyed cards
    aside: tuple[str, ...]  # cards out of play
    up: tuple[str, ...]  # cards face up that have no place yet, the oldest first
    challenges: tuple[str, ...]  # challenge cards in play, the oldest first
    world: World
    detours: Mapping[Cell, str]

    # Heroes
    heroes: tuple[Hero, ...]  # in the order of seats
    visible: tuple[Visible, ...]  # the effects that can be used, by seat
    cubes: dict[str, Cubes]  # for each visible effect with energy spaces
    clock: int  # the space of the clock cube; below 0 it is not placed yet

    # The turn
    active: int  # the seat whose turn it is
    first: int  # the seat that took the first turn
    turns: int  # turns begun so far
    idle: int  # turns in a row without an action
    reshuffles: int  # Out of Luck cards that are owed
    actions: int  # that are left in this turn
    taken: int  # actions taken in this turn
    after: str  # the action that has just ended: backpack, travel, explore
    turn_over: bool  # nothing more can be done in this turn
    spaces: int  # that are left of the Travel action under way; below 0 there is none
    extended: bool  # a cube was strained for one more space
    crosses: int  # steps that may go to a touching map without a connection
    along: tuple[int, ...]  # heroes that move along
    used: tuple[tuple[str, str], ...]  # effects used, each with the scope in which that counts
    attempt: Attempt | None
    tested: tuple[int, ...]  # heroes that have made an attempt in this round
    unheeded: tuple[str, ...]  # Out of Luck cards that do nothing in this turn
    rolls: Mapping[str, int]  # what blessed and cursed cards have come to in the encounter under way
    placed_to: Direction | None  # the direction of the map placed last
    regrouping: tuple[str, ...]  # items moved in the regroup under way; "cube 20" for each cube put on 20

    # The story
    chapter: str
    finished: int  # chapters finished
    flags: frozenset[str]
    counters: Mapping[str, int]
    revealed: tuple[str, ...]  # fronts that were turned up in this quest, and chosen starting cards
    pieces: tuple[str, ...]  # items whose puzzle piece was solved
    sums: tuple[int, ...]  # puzzles solved
    chosen: tuple[str, ...]  # starting cards chosen at setup
    pages: Pages
    outcome: str

    __slots__ = tuple(__annotations__)

    def __init__(self, content: Content, mode: Mode) -> None:
        super().__init__()
        empty(self)
        self.content = content
        self.mode = mode
        self.force = Force()
        self.step = "heroes"
        used = LUCK_TABLE[mode.difficulty]
        self.luck = new_box(LUCK_ROWS, [str(worth) for worth in used for _ in range(used[worth])])
        self.luck.masks = [EVERYONE]
        for worth, count in LUCK_SUPPLY.items():
            for _ in range(count - used.get(worth, 0)):
                self.luck.put(str(worth), LID)
        for of in BLESSINGS:
            for card in content.luck_of[of] if f"{of} luck" in mode.sets else ():
                self.luck.put(card, REST_OF_LUCK, EVERYONE)
        self.unlucky = new_box(UNLUCKY_ROWS, content.unlucky)
        if mode.modules:
            self.modules.append(new_box(EXPLORATION_ROWS, content.ids(*mode.modules)))
        for of in BLESSINGS:
            if f"{of} items" in mode.sets:
                self.modules.append(new_box(ITEM_ROWS[of], content.items_of[of]))
        self.pile = content.pile_for(mode.record.unlocked)
        self.world = NO_WORLD
        self.clock = self.spaces = -1
        self.actions = ACTIONS
        self.pages = BOOK_CLOSED

    def copy(self) -> UnlikelyState:
        twin = UnlikelyState.__new__(UnlikelyState)
        State.__init__(twin)
        for name in SHARED:
            setattr(twin, name, getattr(self, name))
        twin.luck = self.luck.copy()
        twin.unlucky = self.unlucky.copy()
        twin.modules = [box.copy() for box in self.modules]
        twin.cubes = self.cubes.copy()
        return twin

    # Who

    def acting(self) -> int | None:
        """Return the active hero is "you" on a card that is nobody's. UH-Q20."""
        return self.active if self.heroes else None

    def heard(self, whose: int | None) -> int:
        """Mandatory effects come in seat order from the active hero, those of nobody first. UH-Q21."""
        return -1 if whose is None else (whose - self.active) % len(self.heroes)

    def player(self, hero: int) -> int:
        """Whose hero this is; the heroes of one player sit next to each other. UH-Q05."""
        return hero * self.mode.players // self.mode.heroes

    @property
    def voice(self) -> int:
        """The active hero's player answers for the group, before the first turn that of seat 1. UH-Q97."""
        return self.player(self.active)

    def asks(
        self, hero: int, topic: str, options: Sequence[Option], rule: str, *about: Fact, card: str = ""
    ) -> Ask:
        """Return a question to the player of a hero."""
        return Ask(self.player(hero), topic, options, rule, about=about, card=card)

    def ring(self) -> list[int]:
        """Return all seats clockwise from the active hero."""
        count = len(self.heroes)
        return [(self.active + step) % count for step in range(count)]

    def company(self, hero: int) -> list[int]:
        """Return the other heroes on the same map. UH-293."""
        here = self.heroes[hero].at
        found = [seat for seat, other in enumerate(self.heroes) if other.at == here and seat != hero]
        if len(found) > 1 and found[0] < self.active:
            found.sort(key=self.heard)
        return found

    # Backpacks

    def hero_card(self, hero: int) -> HeroCard:
        body: HeroCard = self.content.body(self.heroes[hero].card)
        return body

    def item(self, card: str) -> ItemCard:
        body: ItemCard = self.content.body(card)
        return body

    def owner(self, card: str) -> int:
        """Return the seat that has a card in its backpack, the hero card included; -1 if none has."""
        for seat, hero in enumerate(self.heroes):
            if card == hero.card or card in hero.left or card in hero.right:
                return seat
        return -1

    def side_of(self, card: str) -> str:
        """Return the side on which an item lies; nothing for a hero card."""
        return LEFT if any(card in hero.left for hero in self.heroes) else RIGHT

    def change(self, seat: int, **facts: Any) -> None:
        """Replace facts of a hero, and find again which effects can be used."""
        self.heroes = (*self.heroes[:seat], replace(self.heroes[seat], **facts), *self.heroes[seat + 1 :])
        self.look_at_effects()

    def move(self, seat: int, card: str) -> None:
        """Put a hero's meeple on a map."""
        old = self.heroes[seat]
        hero = Hero(old.card, card, old.left, old.right, old.traits)
        self.heroes = (*self.heroes[:seat], hero, *self.heroes[seat + 1 :])

    def look_at_effects(self) -> None:
        """A hero's own effect and those of items on the right side can be used. UH-082."""
        uses = self.content.uses
        self.visible = tuple(
            [
                Visible(seat, card, uses[card])
                for seat, hero in enumerate(self.heroes)
                for card in (hero.card, *hero.right)
                if card in uses
            ]
        )

    def has(self, hero: int, what: str) -> bool:
        """Tell whether a hero has the item of this number or tag equipped, on either side. UH-227."""
        return any(self.content.is_called(card, what) for card in self.heroes[hero].items)

    def limit(self, hero: int, side: str) -> int:
        """Return the backpack limit of one side, never below 1. UH-184 and UH-Q58."""
        limit = value(self, "backpack_limit", self.hero_card(hero).limit, hero)
        return max(1, value(self, "left_limit", limit, hero) if side == LEFT else limit)

    def is_laden(self, hero: int) -> bool:
        """Tell whether a side holds more than its printed limit."""
        found, printed = self.heroes[hero], self.hero_card(hero).limit
        return len(found.left) > printed or len(found.right) > printed

    # Energy

    @property
    def pool(self) -> int:
        """Return the cubes in the pool. UH-018, UH-100 and UH-279."""
        return CUBES - self.markers - sum([cubes.total for cubes in self.cubes.values()])

    @property
    def markers(self) -> int:
        """Return the cubes on the clock and on traits. UH-041 and UH-277."""
        return (self.clock >= 0) + sum([len(hero.traits) for hero in self.heroes])

    def room(self, card: str) -> int:
        """Return the number of empty spaces of an effect; none if it is covered."""
        cubes = self.cubes.get(card)
        return 0 if cubes is None else sum(self.content.spaces[card]) - cubes.total

    def energy_of(self, hero: int) -> list[str]:
        """Return the cards of a backpack with visible energy spaces, the hero card first."""
        return [card for card in (self.heroes[hero].card, *self.heroes[hero].right) if card in self.cubes]

    @property
    def unlocked(self) -> tuple[str, ...]:
        """Return the starting cards that were encountered in this quest. UH-024."""
        content, known = self.content, self.mode.record.unlocked
        return tuple(
            [
                card
                for card in self.revealed
                if card in content.starters and card not in (*known, *self.chosen)
            ]
        )

    # Where cards are

    def numbered(self, number: str) -> list[str]:
        """Return the cards with this number that lie in the encounter pile."""
        return [card for card in self.content.numbered.get(number, ()) if card in self.pile]

    def lies(self, number: str) -> bool:
        """Tell whether a card with this number lies in the encounter pile."""
        return number in self.pile or (number in self.content.twins and bool(self.numbered(number)))

    def in_play(self, number: str) -> list[str]:
        """Return the cards with this number that lie face up on the table. UH-157."""
        return [card for card in self.content.numbered.get(number, (number,)) if self.is_in_play(card)]

    def is_in_play(self, card: str) -> bool:
        return (
            card in self.up
            or card in self.challenges
            or card in self.world
            or self.owner(card) >= 0
            or card in self.unlucky.rows[IN_PLAY]
        )

    def is_known(self, number: str) -> bool:
        """Tell whether the back of this number was read."""
        return f"{number} back" in pages_read(self.pages.read)

    def items_box(self, of: Blessing) -> Box | None:
        """Return the pile of blessed or cursed items, if it is in use."""
        return next((box for box in self.modules if box.layout is ITEM_ROWS[of]), None)

    @property
    def blessed_luck(self) -> bool:
        """Whether blessed or cursed luck cards are in use, so that nobody knows the luck pile. UH-272."""
        return any(f"{of} luck" in self.mode.sets for of in BLESSINGS)

    @property
    def exploration(self) -> Box | None:
        return self.modules[0] if self.modules and self.mode.modules else None


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple([other for other in cards if other != card])


def enforce(g: UnlikelyState, card: str, owner: int | None, standing: Standing) -> None:
    """Put a card in force; it remembers what it has used up before. UH-Q117."""
    enter(g, card, owner, standing, copy=g.content.copies[card])


SHARED: Final = tuple(
    [name for name in UnlikelyState.__slots__ if name not in ("luck", "unlucky", "modules", "cubes")]
)
"""The fields that copies share: their types allow no change."""


@lru_cache(maxsize=256)
def pages_read(read: tuple[str, ...]) -> frozenset[str]:
    """Return the pages that were read, as a set."""
    return frozenset(read)


def boxes(g: UnlikelyState) -> Sequence[Box]:
    return (g.luck, g.unlucky, *g.modules)


def supplies(g: UnlikelyState) -> list[Supply]:
    """Return the 20 cubes, in the pool, as markers, out of play and on each card. UH-018."""
    on_cards = [cubes.total for cubes in g.cubes.values()]
    return [Supply("cubes", CUBES, 0, [g.pool, g.markers, *on_cards])]
