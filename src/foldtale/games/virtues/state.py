"""Every fact of a game: what lies before each hero, on the boards, in the pools and in the decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME, GOLD, NONE, RESOURCES, Counts, VirtuesContent
from foldtale.games.virtues.language import COLOURS, VIRTUE_SAYS, VIRTUES
from foldtale.games.virtues.setup import VirtuesSetup
from foldtale.kernel.effects import Force
from foldtale.kernel.facts import empty
from foldtale.kernel.talk import EVERYONE, State
from foldtale.kernel.zones import Box, Row, Supply, new_box

EACH_GIFT: Final = 6
MARKERS: Final = 7
FALLEN_AT: Final = 7


class VirtuesState(State):
    """One game."""

    content: VirtuesContent
    setup: VirtuesSetup
    force: Force

    characters: places.Cards
    elixirs: places.Cards
    castles: places.Cards
    estates: places.Cards
    temples: places.Cards
    quests: places.Cards
    sins: Box
    artifacts: Box
    treasures: Box
    cataclysms: Box

    step: str  # what comes next: see `rules/game.py`
    ending: str  # how the game has ended, or ""
    winners: tuple[int, ...]
    turns: int
    order: tuple[int, ...]  # the heroes in play order; the first has the First Player token
    at: int  # the place in the play order of whoever is due
    passes: int  # passes in a row
    deed: str  # the key of the action that is being carried out, or ""
    began: bool  # the lesson of this go was looked for
    acted: bool  # an action was taken in this go
    more: int  # further actions in this go
    armour: int  # pieces of the Legendary Armour that the heroes own
    falls: int  # how often a hero has fallen
    completing: str  # the quest that is being completed
    claims: tuple[int, ...]  # who is to choose treasures for it, in order
    closed: tuple[int, int]  # covered spaces of the tavern and of the store
    pool: Counts  # gifts that nobody holds
    portals: tuple[int, ...]  # whose marker lies on each, or places.FREE
    manned: Mapping[str, int]  # whose marker lies on each manned building
    turned: tuple[str, ...]  # characters at 90 degrees
    taught: tuple[str, ...]  # the lessons that were given: the seat and the moment
    lesson: str  # the lesson that is being read, or ""
    played: tuple[str, ...]  # cards of the Unnamed on his discard pile

    # For each hero
    hero: tuple[str, ...]
    gold: list[int]
    fame: list[int]
    might: list[int]
    gifts: list[Counts]
    tapped: list[bool]  # the hero card is turned for its ability
    corruption: list[int]
    fell: list[int]  # which fall of the game was this hero's latest; 0 if the hero is good
    skips: list[int]  # forced passes in this turn

    marks: list[tuple[int, ...]]  # for each place: whose marker lies on each space of its quest

    __slots__ = tuple(__annotations__)

    def __init__(self, content: VirtuesContent, setup: VirtuesSetup) -> None:
        super().__init__()
        empty(self)
        heroes, ids = setup.seats_of_heroes, content.ids
        self.content = content
        self.setup = setup
        self.force = Force()
        self.characters = places.in_deck(ids("character"), places.USED)
        self.elixirs = places.in_deck(ids("elixir"), places.USED)
        self.castles = places.in_deck(ids("castle"), places.LOST)
        self.estates = places.in_deck(ids("estate"), places.LOST)
        self.temples = places.in_deck((), places.LOST)
        self.temples[places.OFFER] = content.temples
        self.quests = places.in_deck(ids("quest"), places.GONE)
        self.sins = new_box(places.own_cards("sin", heroes, EVERYONE, EVERYONE), content.sins)
        self.artifacts = new_box(places.own_cards("artifact", heroes, EVERYONE), ids("artifact"))
        self.treasures = new_box(places.TREASURES, ids("treasure"))
        self.cataclysms = new_box(places.CATACLYSMS, ids("cataclysm"))
        self.step = "heroes"
        self.order = tuple(range(heroes))
        self.closed = (0, 0)
        self.pool = (EACH_GIFT,) * len(VIRTUES)
        self.portals = (places.FREE,) * len(content.portals)
        self.hero = ("",) * heroes
        self.gold, self.fame, self.might = [0] * heroes, [0] * heroes, [0] * heroes
        self.corruption, self.fell, self.skips = [0] * heroes, [0] * heroes, [0] * heroes
        self.gifts = [NONE] * heroes
        self.tapped = [False] * heroes
        self.marks = [()] * places.PLACES

    def copy(self) -> VirtuesState:
        twin = VirtuesState.__new__(VirtuesState)
        State.__init__(twin)
        twin.content, twin.setup, twin.force = self.content, self.setup, self.force
        twin.characters, twin.elixirs, twin.quests = self.characters[:], self.elixirs[:], self.quests[:]
        twin.castles, twin.estates, twin.temples = self.castles[:], self.estates[:], self.temples[:]
        twin.sins, twin.artifacts = self.sins.copy(), self.artifacts.copy()
        twin.treasures, twin.cataclysms = self.treasures.copy(), self.cataclysms.copy()
        twin.step, twin.ending, twin.winners = self.step, self.ending, self.winners
        twin.turns, twin.order, twin.at, twin.passes = self.turns, self.order, self.at, self.passes
        twin.deed, twin.began, twin.acted, twin.more = self.deed, self.began, self.acted, self.more
        twin.armour, twin.falls, twin.closed = self.armour, self.falls, self.closed
        twin.completing, twin.claims = self.completing, self.claims
        twin.pool, twin.portals, twin.manned = self.pool, self.portals, self.manned
        twin.turned, twin.taught, twin.lesson = self.turned, self.taught, self.lesson
        twin.played, twin.hero = self.played, self.hero
        twin.gold, twin.fame, twin.might = self.gold[:], self.fame[:], self.might[:]
        twin.gifts, twin.tapped, twin.corruption = self.gifts[:], self.tapped[:], self.corruption[:]
        twin.fell, twin.skips, twin.marks = self.fell[:], self.skips[:], self.marks[:]
        return twin

    def acting(self) -> int:
        return self.order[self.at] if self.at < len(self.order) else self.first

    def heard(self, whose: int | None) -> int:
        return -1 if whose is None else self.order.index(whose)

    @property
    def heroes(self) -> int:
        return len(self.might)

    @property
    def first(self) -> int:
        """SV-024 and SV-152: the hero with the First Player token."""
        return self.order[0]

    @property
    def unnamed(self) -> int:
        """The seat of the Unnamed, if a player plays him: nobody's otherwise."""
        return len(self.might)

    def others(self, seat: int) -> list[int]:
        """SV-Q32: the other heroes in play order, starting after this one."""
        order = self.order
        at = order.index(seat)
        return [*order[at + 1 :], *order[:at]]

    def stock(self, of: str) -> list[int]:
        """Return the gold, fame or might of all heroes."""
        return self.gold if of == GOLD else self.fame if of == FAME else self.might

    def banners(self, seat: int) -> Counts:
        """SV-009: for each colour the number of a hero's characters, the hero included."""
        colour = self.content.colour
        found = [0] * len(COLOURS)
        found[colour[self.hero[seat]]] = 1
        for card in self.characters[seat]:
            found[colour[card]] += 1
        return tuple(found)

    def works(self, seat: int) -> Row:
        """Return the castles and estates of a hero."""
        return self.castles[seat] + self.estates[seat]

    def buildings(self, seat: int) -> Row:
        return self.works(seat) + self.temples[seat]

    def built(self, building: str) -> places.Cards:
        """Return the cards among which a building is."""
        return {"castle": self.castles, "estate": self.estates}.get(self.content.kind(building), self.temples)

    def owner(self, cards: places.Cards, card: str) -> int:
        """Return the hero before whom a card lies, or -1."""
        return next((seat for seat in range(self.heroes) if card in cards[seat]), -1)

    def quest_at(self, place: int) -> str:
        """Return the quest that lies at a place, or ""."""
        row = self.quests[place]
        return row[0] if row else ""

    def place_of(self, quest: str) -> int:
        """Return the place at which a quest lies, or -1."""
        return next((place for place in range(places.PLACES) if quest in self.quests[place]), -1)

    def row(self, number: int) -> range:
        """SV-029 and SV-228: the places of a row of the quest board, the lowest being 0."""
        return range(2 * number, 2 * number + min(2, self.heroes - 1))

    def supply(self, seat: int) -> int:
        """SV-023: markers that lie on no quest, portal or building."""
        used = self.portals.count(seat)
        for place in places.MARKED:
            used += self.marks[place].count(seat)
        if self.manned:
            used += list(self.manned.values()).count(seat)
        return MARKERS - used

    def fallen(self) -> list[int]:
        return [seat for seat, fall in enumerate(self.fell) if fall]

    @property
    def struck(self) -> int:
        """SV-159: the number of cataclysms so far."""
        return len(self.cataclysms.rows[places.STRUCK])


def supplies(g: VirtuesState) -> list[Supply]:
    """Every gift, with its holder or in the pool; every marker of a hero, on the boards or in the supply."""
    decks = {"character": g.characters, "elixir": g.elixirs, "quest": g.quests}
    decks |= {"castle": g.castles, "estate": g.estates, "temple": g.temples}
    found = [
        Supply(card.id, 1, 0, [row.count(card.id) for row in rows])
        for kind, rows in decks.items()
        for card in g.content.of_kind(kind)
    ]
    for at, name in enumerate(VIRTUE_SAYS.values()):
        found.append(Supply(name, EACH_GIFT, 0, [g.pool[at], *[gifts[at] for gifts in g.gifts]]))
    for seat in range(g.heroes):
        on_quests = sum([marks.count(seat) for marks in g.marks])
        manned = len([one for one in g.buildings(seat) if g.manned.get(one) == seat])
        markers = [g.supply(seat), on_quests, g.portals.count(seat), manned]
        found.append(Supply(f"markers of hero {seat + 1}", MARKERS, 0, markers))
        found += [Supply(f"{of} of {seat + 1}", n, 0, [n]) for of in RESOURCES for n in [g.stock(of)[seat]]]
    return found
