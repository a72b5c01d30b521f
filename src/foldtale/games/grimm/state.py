"""Every fact of a game: the board with its dice, the seats, and where all cards lie."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from foldtale.games.grimm.content import WOLF, Content, Deal, value_of
from foldtale.games.grimm.language import TOKENS, Gain
from foldtale.kernel.chance import Face
from foldtale.kernel.effects import Force, value
from foldtale.kernel.talk import EVERYONE, State, bit
from foldtale.kernel.zones import BANK, Box, Layout, Row, Supply, new_box

MOST_PLAYERS: Final = 5
QUEST_LIMIT: Final = 4
STACK: Final = 3
STACK_OF_TWO: Final = 2
DECKS: Final = (2, 3, 4)

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


class Mode(NamedTuple):
    """How the game is played, for the whole of it.

    `chapters`  how many; 0 is until the quest decks are empty
    """

    players: int
    deal: Deal
    chapters: int
    characters: str
    events: str
    start_quests: int
    start_magic: int
    rabbit_tokens: int
    breaks_ties: bool
    thumbling_uses: int

    @property
    def stack(self) -> int:
        """GR-040 and GR-184."""
        return STACK_OF_TWO if self.players == 2 else STACK


@lru_cache
def magic_layout(players: int) -> Layout:
    own = [bit(seat) if seat < players else EVERYONE for seat in range(MOST_PLAYERS)]
    return Layout("magic", [*own, *own, *own, EVERYONE])


OPEN: Final = Layout("story", [EVERYONE] * (MOST_PLAYERS + 3))
EVENT_ROWS: Final = Layout("event", [EVERYONE] * 3)
QUEST_ROWS: Final = tuple([Layout(f"quest {deck}", [EVERYONE] * (2 * MOST_PLAYERS + 2)) for deck in DECKS])


class Tale(State):
    """One game.

    `step`       what comes next: see `rules/game.py`
    `turns`      how many turns there have been; the roll of a chapter is one, too
    `starter`    who has the starting player marker
    `at`         the field of each figure
    `turned`     whose Character card is turned over
    `thumbs`     Thumbling tokens of each seat
    `pools`      what each die of a seat shows; 0 if it is not in the pool
    `foxed`      dice taken back from the Fox, to be set: whose and which
    `snake_to`   who has won the Snake Die, or -1; `snake_rolls` how often it was rolled
    `rabbits`    Rabbit Tokens of each seat
    `stacks`     the dice in each socket, the topmost last; `heap` those given to the Wolf
    `values`, `limits`  what each empty socket asks for and how high it may be built in this chapter
    `tokens`     Gold Coins, Breads and Apples of each seat
    `carried`    quest items by their quest: who carries them
    `fresh`      Mini Quests drawn in this turn since the figure last moved
    `route`      the socket of the route that is active in this turn, or -1
    `mods`       what eases the placement that is being announced
    `doubled`    the Doubling face is armed; `must_walk` Little Red Riding Hood has to move
    `by_cap`, `rode`  the figure came by Wishing-cap; it has ridden from Steed to Steed
    `relocated`  how often the figure has been moved in this turn
    `rejected`   offers that were turned down in this turn
    `last_done`  the chapter in which the team did its last Main Quest, or 0
    `emptied`    all quest decks have been empty at some moment
    `batch`      what is being gained at the same time, while it is
    """

    __slots__ = (
        "active", "at", "batch", "by_cap", "carried", "chapter", "character", "closing", "content",
        "doubled", "emptied", "events", "force", "foxed", "fresh", "heap", "last_done", "limits",
        "magic", "mode", "mods", "must_walk", "passed", "placed", "pools", "quests", "rabbits",
        "rejected", "relocated", "rode", "route", "snake_rolls", "snake_to", "stacks", "starter", "step",
        "stories", "thumbs", "tokens", "turned", "turns", "values", "wolf_used",
    )  # fmt: skip

    def __init__(self, content: Content, mode: Mode, boxes: tuple[Box, ...] | None = None) -> None:
        super().__init__()
        players = mode.players
        self.content = content
        self.mode = mode
        self.force = Force()
        if boxes is None:
            deal = mode.deal
            boxes = (
                new_box(magic_layout(players), content.of("magic", deal) if deal.magic else ()),
                new_box(OPEN, content.stories(deal) if deal.story else ()),
                new_box(EVENT_ROWS, content.events(deal) if mode.events != "none" else ()),
                *[
                    new_box(layout, self._deck(content, deck))
                    for layout, deck in zip(QUEST_ROWS, DECKS, strict=True)
                ],
            )
        self.magic, self.stories, self.events = boxes[:3]
        self.quests = list(boxes[3:])
        self.step = "start"
        self.chapter = 0
        self.turns = 0
        self.active = self.starter = 0
        self.at = [content.town] * players
        self.character = [""] * players
        self.turned = [False] * players
        self.thumbs = [0] * players
        self.pools: list[tuple[Face, ...]] = [(GONE,) * len(content.dice)] * players
        self.foxed: tuple[tuple[int, int], ...] = ()
        self.snake_to = -1
        self.snake_rolls = 0
        self.rabbits = [0] * players
        self.passed = [False] * players
        self.stacks: list[tuple[Placed, ...]] = [()] * len(content.spots)
        self.heap: tuple[Placed, ...] = ()
        self.wolf_used = False
        self.values = tuple([spot.value for spot in content.spots])
        self.limits = tuple([mode.stack if spot.stacks else 1 for spot in content.spots])
        self.tokens: list[tuple[int, int, int]] = [(0, 0, 0)] * players
        self.carried: dict[str, int] = {}
        self.last_done = 0
        self.emptied = False
        self.batch: list[Gain] | None = None
        self.new_turn()

    @staticmethod
    def _deck(content: Content, deck: int) -> list[str]:
        return [card.id for card in content.of_kind("quest") if card.body.ap == deck]

    def new_turn(self) -> None:
        """Nothing of this turn has happened yet."""
        self.fresh: tuple[str, ...] = ()
        self.route = -1
        self.placed = -1
        self.mods: tuple[str, ...] = ()
        self.doubled = False
        self.must_walk = False
        self.by_cap = False
        self.rode = False
        self.closing = False
        self.relocated = 0
        self.rejected = 0

    def copy(self) -> Tale:
        boxes = (
            self.magic.copy(),
            self.stories.copy(),
            self.events.copy(),
            *[box.copy() for box in self.quests],
        )
        twin = Tale(self.content, self.mode, boxes)
        twin.force = self.force
        twin.step = self.step
        twin.chapter = self.chapter
        twin.turns = self.turns
        twin.active = self.active
        twin.starter = self.starter
        twin.at = self.at[:]
        twin.character = self.character
        twin.turned = self.turned[:]
        twin.thumbs = self.thumbs[:]
        twin.pools = self.pools[:]
        twin.foxed = self.foxed
        twin.snake_to = self.snake_to
        twin.snake_rolls = self.snake_rolls
        twin.rabbits = self.rabbits[:]
        twin.passed = self.passed[:]
        twin.stacks = self.stacks[:]
        twin.heap = self.heap
        twin.wolf_used = self.wolf_used
        twin.values = self.values
        twin.limits = self.limits
        twin.tokens = self.tokens[:]
        twin.carried = self.carried
        twin.last_done = self.last_done
        twin.emptied = self.emptied
        twin.fresh = self.fresh
        twin.route = self.route
        twin.placed = self.placed
        twin.mods = self.mods
        twin.doubled = self.doubled
        twin.must_walk = self.must_walk
        twin.by_cap = self.by_cap
        twin.rode = self.rode
        twin.closing = self.closing
        twin.relocated = self.relocated
        twin.rejected = self.rejected
        return twin

    def acting(self) -> int:
        return self.active

    def heard(self, whose: int | None) -> int:
        """GR-Q80: cards answer in the order of seats, from the active player on."""
        return -1 if whose is None else (whose - self.active) % self.players

    @property
    def players(self) -> int:
        return self.mode.players

    @property
    def coop(self) -> bool:
        return self.mode.deal.coop

    def after(self, seat: int) -> list[int]:
        """The other seats, clockwise after this one."""
        players = self.mode.players
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

    def kept(self, seat: int) -> Row:
        """Side Quests, Curses and Mini Quests of a seat, or of the team: GR-175."""
        return self.stories.rows[COMMON if self.coop else seat]

    def active_quests(self, seat: int) -> list[str]:
        """Main Quests that this seat can complete: its own, or those of the display."""
        row = DISPLAY if self.coop else seat
        return [quest for box in self.quests for quest in box.rows[row]]

    def done_quests(self, seat: int) -> list[str]:
        row = DONE if self.coop else DONE + seat
        return [quest for box in self.quests for quest in box.rows[row]]

    def deck_of(self, quest: str) -> Box:
        """The box of the deck that a Main Quest belongs to."""
        return self.quests[DECKS.index(self.content.body(quest).ap)]

    def count(self, seat: int, token: str) -> int:
        return self.tokens[seat][TOKENS.index(token)]

    def together(self, seat: int) -> list[int]:
        """GR-156: who else stands on this figure's field."""
        here = self.at[seat]
        return [other for other in self.after(seat) if self.at[other] == here]

    def bonus(self, seat: int) -> int:
        """GR-Q76: how much higher this seat may build."""
        return value(self, "higher", 0, seat)

    def top_owner(self, spirit: str) -> int:
        """GR-104 and GR-117: whose die lies on top of a spirit's stack, or -1."""
        (socket,) = self.content.sockets_of(spirit)
        stack = self.stacks[socket]
        return stack[-1][0] if stack else -1

    def spirits_of(self, seat: int) -> int:
        """GR-234: the number of Forest Spirit fields with dice of this seat."""
        found = {
            spot.spirit
            for spot, stack in zip(self.content.spots, self.stacks, strict=True)
            if spot.spirit and any(placed[0] == seat for placed in stack)
        }
        if any(placed[0] == seat for placed in self.heap):
            found.add(WOLF)
        return len(found)

    def dice_on_board(self, seat: int) -> list[tuple[int, int]]:
        """Own dice on the board: in which socket, and which die; -1 is the Wolf's heap."""
        found = [
            (socket, placed[1])
            for socket, stack in enumerate(self.stacks)
            for placed in stack
            if placed[0] == seat
        ]
        return found + [(-1, placed[1]) for placed in self.heap if placed[0] == seat]

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
    found.append(shared("rabbit token", g.mode.rabbit_tokens, g.rabbits))
    found.append(shared("thumbling token", sum(g.thumbs), g.thumbs))
    for at, token in enumerate(TOKENS):
        held = [g.tokens[seat][at] for seat in seats]
        found.append(shared(token, sum(held), held))
    for quest, holder in g.carried.items():
        item = shared(f"item of {quest}", 1, [quest in g.active_quests(holder)])
        item.counts[BANK] = 0
        found.append(item)
    return found


def shared(name: str, total: int, held: list[int]) -> Supply:
    """A supply whose bank has what no holder has."""
    supply = Supply(name, total, 0)
    supply.counts = [total - sum(held), *held]
    return supply
