"""Every fact of a game: the board with its dice, the seats, and where all cards lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from foldtale.games.grimm.content import Content, Deal, value_of
from foldtale.games.grimm.language import DECKS, MOST_PLAYERS, TOKENS, Gain
from foldtale.games.grimm.options import STORIES
from foldtale.games.grimm.setup import GrimmSetup
from foldtale.kernel.chance import Face
from foldtale.kernel.effects import Force
from foldtale.kernel.facts import empty
from foldtale.kernel.talk import EVERYONE, State, bit
from foldtale.kernel.zones import Box, Layout, Row, Supply, new_box

QUEST_LIMIT: Final = 4

# Rows of the box of Magic Items: the hand of a seat has its number.
COMING: Final = MOST_PLAYERS
"""What a seat is just acquiring: it can be stolen, not yet played."""
LOOKED_AT: Final = 2 * MOST_PLAYERS
"""What Snow White chooses from."""
DISCARD: Final = 3 * MOST_PLAYERS

# Rows of the box of each Main Quest deck: a seat's active quests have its number.
DONE: Final = MOST_PLAYERS
DRAWN: Final = 2 * MOST_PLAYERS
DISPLAY: Final = 2 * MOST_PLAYERS + 1
"""GR-169: the common display; team quests that are done lie in row DONE."""

# Rows of the box of Story cards: what a seat keeps has its number.
COMMON: Final = MOST_PLAYERS
REVEALED: Final = MOST_PLAYERS + 1
STORY_DISCARD: Final = MOST_PLAYERS + 2

# Rows of the box of Events.
NOW: Final = 0
TO_COME: Final = 1
PAST: Final = 2

Placed: TypeAlias = tuple[int, int, Face]
"""A die on the board: whose, which of the set, and what it shows."""
GONE: Final = 0
"""In a pool: this die is not there."""
NO_GAINS: Final[tuple[Gain, ...]] = ()


@lru_cache
def magic_layout(players: int) -> Layout:
    own = [bit(seat) if seat < players else EVERYONE for seat in range(MOST_PLAYERS)]
    return Layout("magic", [*own, *own, *own, EVERYONE])


OPEN: Final = Layout("story", [EVERYONE] * (MOST_PLAYERS + 3))
EVENT_ROWS: Final = Layout("event", [EVERYONE] * 3)
QUEST_ROWS: Final = tuple([Layout(f"quest {deck}", [EVERYONE] * (2 * MOST_PLAYERS + 2)) for deck in DECKS])


class Tale(State):
    """One game."""

    content: Content
    setup: GrimmSetup
    deal: Deal
    force: Force

    magic: Box
    stories: Box
    events: Box
    quests: list[Box]  # one for each of the DECKS

    step: str  # what comes next: see `rules/game.py`
    chapter: int
    turns: int  # of the whole game, so far; the roll of a chapter is one, too
    active: int  # the seat whose turn it is
    starter: int  # the seat that has the starting player marker
    last_done: int  # the chapter in which the team did its last Main Quest, or 0
    emptied: bool  # all quest decks have been empty at some moment
    batch: tuple[Gain, ...] | None  # what is gained at the same time, while a card gives it

    # For each seat
    at: list[str]  # the field of its figure
    character: Sequence[str]  # its card, or ""
    turned: list[bool]  # its Character card is turned over
    pools: list[tuple[Face, ...]]  # what each of its dice shows; GONE if that die is not in the pool
    tokens: list[tuple[int, int, int]]  # Gold Coins, Breads and Apples
    thumbs: list[int]  # Thumbling tokens
    rabbits: list[int]  # Rabbit Tokens
    passed: list[bool]
    carried: Mapping[str, int]  # by quest: who carries its item

    # Dice on the board
    stacks: list[tuple[Placed, ...]]  # the dice in each socket, the topmost last
    heap: tuple[Placed, ...]  # dice given to the Wolf
    values: tuple[int, ...]  # what each empty socket asks for in this chapter
    limits: tuple[int, ...]  # how high each socket may be built in this chapter
    foxed: tuple[tuple[int, int], ...]  # dice taken back from the Fox, to be set: whose and which
    snake_to: int  # who has won the Snake Die, or -1
    snake_rolls: int  # how often the Snake Die was rolled
    wolf_used: bool

    # In this turn
    fresh: tuple[str, ...]  # Mini Quests drawn since the figure last moved
    route: int  # the socket of the route that is active, or -1
    placed: int
    doubled: bool  # the Doubling face is armed
    must_walk: bool  # Little Red Riding Hood has to move
    by_cap: bool  # the figure came by Wishing-cap
    rode: bool  # the figure has ridden from Steed to Steed
    closing: bool
    relocated: int  # how often the figure has been moved
    rejected: int  # offers that were turned down

    __slots__ = tuple(__annotations__)

    def __init__(self, content: Content, setup: GrimmSetup) -> None:
        super().__init__()
        players, deal = setup.players, setup.deal
        empty(self)
        self.content = content
        self.setup = setup
        self.deal = deal
        self.force = Force()
        self.step = "start"
        self.snake_to = -1
        self.magic = new_box(magic_layout(players), content.of(deal, "magic") if deal.magic else ())
        self.stories = new_box(OPEN, content.of(deal, *STORIES) if deal.story else ())
        self.events = new_box(EVENT_ROWS, content.events(deal) if setup.events != "none" else ())
        self.quests = [new_box(rows, content.quests(deck)) for rows, deck in zip(QUEST_ROWS, DECKS)]
        self.at = [content.town] * players
        self.character = [""] * players
        self.turned = [False] * players
        self.pools = [(GONE,) * len(content.dice)] * players
        self.tokens = [(0, 0, 0)] * players
        self.thumbs = [0] * players
        self.rabbits = [0] * players
        self.passed = [False] * players
        self.stacks = [()] * len(content.spots)
        self.values = tuple([spot.value for spot in content.spots])
        self.limits = tuple([setup.stack if spot.stacks else 1 for spot in content.spots])
        self.new_turn()

    def copy(self) -> Tale:
        twin = Tale.__new__(Tale)
        State.__init__(twin)
        twin.content = self.content
        twin.setup = self.setup
        twin.deal = self.deal
        twin.force = self.force
        twin.magic = self.magic.copy()
        twin.stories = self.stories.copy()
        twin.events = self.events.copy()
        twin.quests = [box.copy() for box in self.quests]
        twin.step = self.step
        twin.chapter = self.chapter
        twin.turns = self.turns
        twin.active = self.active
        twin.starter = self.starter
        twin.last_done = self.last_done
        twin.emptied = self.emptied
        twin.batch = self.batch
        twin.at = self.at[:]
        twin.character = self.character
        twin.turned = self.turned[:]
        twin.pools = self.pools[:]
        twin.tokens = self.tokens[:]
        twin.thumbs = self.thumbs[:]
        twin.rabbits = self.rabbits[:]
        twin.passed = self.passed[:]
        twin.carried = self.carried
        twin.stacks = self.stacks[:]
        twin.heap = self.heap
        twin.values = self.values
        twin.limits = self.limits
        twin.foxed = self.foxed
        twin.snake_to = self.snake_to
        twin.snake_rolls = self.snake_rolls
        twin.wolf_used = self.wolf_used
        twin.fresh = self.fresh
        twin.route = self.route
        twin.placed = self.placed
        twin.doubled = self.doubled
        twin.must_walk = self.must_walk
        twin.by_cap = self.by_cap
        twin.rode = self.rode
        twin.closing = self.closing
        twin.relocated = self.relocated
        twin.rejected = self.rejected
        return twin

    def new_turn(self) -> None:
        """Nothing of this turn has happened yet."""
        self.fresh = ()
        self.route = self.placed = -1
        self.doubled = self.must_walk = self.by_cap = self.rode = self.closing = False
        self.relocated = self.rejected = 0

    def acting(self) -> int:
        return self.active

    def heard(self, whose: int | None) -> int:
        """GR-Q80: cards answer in the order of seats, from the active player on."""
        return -1 if whose is None else (whose - self.active) % self.players

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def coop(self) -> bool:
        return self.deal.coop

    def after(self, seat: int) -> list[int]:
        """The other seats, clockwise after this one."""
        players = self.setup.players
        return [(seat + step) % players for step in range(1, players)]

    def around(self, seat: int) -> list[int]:
        """All seats, clockwise from this one."""
        return [seat, *self.after(seat)]

    def hand(self, seat: int) -> Row:
        return self.magic.rows[seat]

    def dice_of(self, seat: int) -> list[int]:
        """The dice in a pool."""
        return [die for die, face in enumerate(self.pools[seat]) if face]

    def set_die(self, seat: int, die: int, face: Face) -> None:
        """A die of a pool shows this, or is not there any more."""
        pool = list(self.pools[seat])
        pool[die] = face
        self.pools[seat] = tuple(pool)

    def kept_row(self, seat: int) -> int:
        """GR-175: where Side Quests, Curses and Mini Quests of a seat lie; a team has them in common."""
        return COMMON if self.coop else seat

    def quest_row(self, seat: int) -> int:
        """GR-169: where the active Main Quests of a seat lie; those of a team are in the display."""
        return DISPLAY if self.coop else seat

    def done_row(self, seat: int) -> int:
        return DONE if self.coop else DONE + seat

    def kept(self, seat: int) -> Row:
        return self.stories.rows[self.kept_row(seat)]

    def active_quests(self, seat: int) -> list[str]:
        """Main Quests that this seat can complete."""
        row = self.quest_row(seat)
        return [quest for box in self.quests for quest in box.rows[row]]

    def done_quests(self, seat: int) -> list[str]:
        row = self.done_row(seat)
        return [quest for box in self.quests for quest in box.rows[row]]

    def drop_item(self, quest: str) -> None:
        """Nobody carries the item of this quest any more."""
        if quest in self.carried:
            self.carried = {other: seat for other, seat in self.carried.items() if other != quest}

    def deck_of(self, quest: str) -> Box:
        """The box of the deck that a Main Quest belongs to."""
        return self.quests[DECKS.index(self.content.body(quest).ap)]

    def count(self, seat: int, token: str) -> int:
        return self.tokens[seat][TOKENS.index(token)]

    def held(self, seat: int) -> list[str]:
        """The types of tokens that a seat has."""
        return [token for token in TOKENS if self.count(seat, token)]

    def together(self, seat: int) -> list[int]:
        """GR-156: who else stands on this figure's field."""
        here = self.at[seat]
        return [other for other in self.after(seat) if self.at[other] == here]

    def top_owner(self, spirit: str) -> int:
        """GR-104 and GR-117: whose die lies on top of a spirit's stack, or -1."""
        (socket,) = self.content.sockets_of(spirit)
        stack = self.stacks[socket]
        return stack[-1][0] if stack else -1

    def name_of(self, die: int) -> str:
        return self.content.dice[die]

    def shows(self, seat: int, die: str) -> int:
        """The value that a die of a pool shows."""
        return value_of(self.pools[seat][self.content.dice.index(die)])

    def can_act(self, seat: int) -> bool:
        """GR-033, GR-034 and GR-Q50: not passed, with a die or a Rabbit Token."""
        return not self.passed[seat] and (self.rabbits[seat] > 0 or any(self.pools[seat]))


# What is in the box


def supplies(g: Tale) -> list[Supply]:
    """Every die, with its owner or on the board, else used; tokens with their holders, else in the bank.

    GR-073: resource tokens never run out, so their bank is empty; a quest item is where its quest is.
    """
    seats = range(g.players)
    placed = [(owner, die) for stack in (*g.stacks, g.heap) for owner, die, _ in stack]
    found = [
        shared(f"{name} of seat {seat}", 1, [bool(g.pools[seat][die]), placed.count((seat, die))])
        for die, name in enumerate(g.content.dice[: g.content.snake_die])
        for seat in seats
    ]
    snake = g.content.snake_die
    snakes = [bool(g.pools[seat][snake]) + placed.count((seat, snake)) for seat in seats]
    found.append(shared(g.name_of(snake), 1, snakes))
    found.append(shared("rabbit token", g.setup.rabbit_tokens, g.rabbits))
    found.append(shared("thumbling token", sum(g.thumbs), g.thumbs))
    for at, token in enumerate(TOKENS):
        held = [g.tokens[seat][at] for seat in seats]
        found.append(shared(token, sum(held), held))
    for quest, holder in g.carried.items():
        found.append(Supply(f"item of {quest}", 1, 0, [0, quest in g.active_quests(holder)]))
    return found


def shared(name: str, total: int, held: list[int]) -> Supply:
    """A supply whose bank has what no holder has."""
    return Supply(name, total, 0, [total - sum(held), *held])
