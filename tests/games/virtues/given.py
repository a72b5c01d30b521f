"""Given: who holds what, what lies on the boards, and how chance will fall.

`realm(...)` is any position in the middle of a Quest Phase, with seat 0 to act; `play(g, *falls)` starts a match from
it, which `foldtale.testing` goes on with: `answer(match, "recruit CH04", "pass")`. Falls are ids of drawn cards. Seats
are 0, 1, 2, 3, and their heroes H1 Red, H2 Blue, H3 Green, H4 Yellow, H5 Purple, H6 White.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from foldtale import games, testing
from foldtale.games.virtues.content import LIBRARY
from foldtale.games.virtues.language import VIRTUES
from foldtale.games.virtues.places import (
    DECK,
    DISPLAY,
    FREE,
    LOST,
    OFFER,
    PILE,
    SPENT,
    STRUCK,
    TAKEN,
    USED,
    move,
)
from foldtale.games.virtues.state import FALLEN_AT, VirtuesState
from foldtale.kernel import Match
from foldtale.kernel.effects import enter
from foldtale.kernel.talk import EVERYONE, NOBODY
from foldtale.kernel.zones import Box

GAME = games.get("virtues")
CONTENT = LIBRARY.contents("virtues")
HEROES = ("H1", "H2", "H3", "H4", "H5", "H6")
TAVERN = ("CH26", "CH27", "CH28")
STORE = ("EL34", "EL35", "EL36")
QUESTS = ("QU01", "QU02", "QU05", "QU06", "QU22", "QU23")
"""What lies on the six places, unless a test says otherwise: the lowest row first."""
BUSY: Mapping[int, Sequence[str]] = {0: ["SN03"], 1: ["SN04"], 2: ["SN09"], 3: ["SN10"]}
"""A sin for each hero, so that everybody has a go."""
Gifts = Mapping[str, int]
Marks = Sequence[int]
Seats = Mapping[int, int]


def setup(**choices: Any) -> Any:
    return GAME.setup(**{"players": 4, **choices})


def realm(
    gold: Seats | None = None,
    fame: Seats | None = None,
    might: Seats | None = None,
    gifts: Mapping[int, Gifts] | None = None,
    pool: Gifts | None = None,
    characters: Mapping[int, Sequence[str]] | None = None,
    turned: Iterable[str] = (),
    elixirs: Mapping[int, Sequence[str]] | None = None,
    buildings: Mapping[int, Sequence[str]] | None = None,
    manned: Iterable[str] = (),
    sins: Mapping[int, Sequence[str]] | None = None,
    pile: Sequence[str] = (),
    artifacts: Mapping[int, Sequence[str]] | None = None,
    spent: Sequence[str] = (),
    tavern: Sequence[str] = TAVERN,
    store: Sequence[str] = STORE,
    offer: Sequence[str] = ("C3", "C4", "E9", "E10"),
    quests: Sequence[str] = QUESTS,
    marks: Mapping[str, Marks] | None = None,
    beside: Mapping[str, Sequence[str]] | None = None,
    taken: Sequence[str] = (),
    portals: Seats | None = None,
    armour: int = 0,
    struck: Sequence[str] | int = (),
    closed: tuple[int, int] = (0, 0),
    tapped: Iterable[int] = (),
    corruption: Seats | None = None,
    fallen: Sequence[int] = (),
    skips: Seats | None = None,
    played: Sequence[str] = (),
    heroes: Sequence[str] = HEROES,
    order: Sequence[int] = (),
    first: int = 0,
    at: int = 0,
    step: str = "go",
    **choices: Any,
) -> VirtuesState:
    """A position.

    `gifts`   by hero and virtue; they come out of the pool. `pool` sets pools of virtues afterwards
    `marks`   for a quest whose marker lies on each space; a space that is not said is FREE
    `beside`  treasures beside a quest; face down in the upper row
    `struck`  cataclysms that were played: which, or how many of those from the last backwards
    `fallen`  heroes in the order of their falls; they have seven corruption cards
    `first`   the First Player, if the order is not given: the others follow clockwise
    `choices` of the setup: players=3, fall=True, unnamed=True …
    """
    g = GAME.begin(setup(**choices))
    assert isinstance(g, VirtuesState)
    seats = range(g.heroes)
    g.hero = tuple(heroes[: g.heroes])
    g.order = tuple(order) or tuple([(first + n) % g.heroes for n in seats])
    g.at, g.step, g.turns, g.armour = at, step, 1, armour
    for field, given in ((g.gold, gold), (g.fame, fame), (g.might, might), (g.skips, skips)):
        for seat, n in (given or {}).items():
            field[seat] = n
    for seat, n in (corruption or {}).items():
        g.corruption[seat] = n
    for fall, seat in enumerate(fallen, 1):
        g.fell[seat] = g.falls = fall
        g.corruption[seat] = max(FALLEN_AT, g.corruption[seat])
    for seat, held in (gifts or {}).items():
        g.gifts[seat] = tuple([held.get(name, 0) for name in VIRTUES])
    g.pool = tuple([6 - sum([g.gifts[seat][place] for seat in seats]) for place in range(len(VIRTUES))])
    if pool is not None:
        g.pool = tuple([pool.get(name, n) for name, n in zip(VIRTUES, g.pool, strict=True)])
    lay_open(g, characters or {}, elixirs or {}, buildings or {})
    g.turned = tuple(turned)
    for place in range(3):
        for cards, shown in ((g.characters, tavern), (g.elixirs, store)):
            if place < len(shown) and shown[place] in cards[DECK]:
                move(cards, shown[place], DISPLAY + place)
    for card in offer:
        if card in g.built(card)[DECK]:
            move(g.built(card), card, OFFER)
    for building in manned:
        owner = g.owner(g.built(building), building)
        g.manned = {**g.manned, building: owner}
        if CONTENT.kind(building) == "temple":
            enter(g, building, owner, CONTENT.body(building).standing)
    for seat, cards in (sins or {}).items():
        put(g.sins, cards, seat)
    put(g.sins, pile, PILE, EVERYONE)
    for seat, cards in (artifacts or {}).items():
        put(g.artifacts, cards, seat)
    put(g.artifacts, spent, SPENT, EVERYONE)
    lay_quests(g, quests, marks or {}, beside or {})
    put(g.treasures, taken, TAKEN, EVERYONE)
    for portal, owner in (portals or {}).items():
        g.portals = tuple([owner if n == portal else now for n, now in enumerate(g.portals)])
    known = [card.id for card in CONTENT.of_kind("cataclysm")]
    put(
        g.cataclysms,
        known[-struck:] if isinstance(struck, int) and struck else struck or (),
        STRUCK,
        EVERYONE,
    )
    g.closed = closed
    for seat in tapped:
        g.tapped[seat] = True
    g.played = tuple(played)
    return g


def lay_open(
    g: VirtuesState,
    characters: Mapping[int, Sequence[str]],
    elixirs: Mapping[int, Sequence[str]],
    buildings: Mapping[int, Sequence[str]],
) -> None:
    """Lay cards before their owners."""
    for seat in range(g.heroes):
        for card in characters.get(seat, ()):
            move(g.characters, card, seat)
        for card in elixirs.get(seat, ()):
            move(g.elixirs, card, seat)
        for card in buildings.get(seat, ()):
            move(g.built(card), card, seat)


def lay_quests(
    g: VirtuesState, quests: Sequence[str], marks: Mapping[str, Marks], beside: Mapping[str, Sequence[str]]
) -> None:
    """Lay quests on their places, with markers and treasures."""
    places = [place for row in range(3) for place in g.row(row)]
    for place, quest in zip(places, quests, strict=False):
        if quest:
            move(g.quests, quest, place)
            given = tuple(marks.get(quest, ()))
            g.marks[place] = (*given, *[FREE] * (len(CONTENT.spaces[quest]) - len(given)))
            put(g.treasures, beside.get(quest, ()), place, NOBODY if place >= 4 else EVERYONE)


def put(box: Box, cards: Sequence[str], row: int, mask: int = NOBODY) -> None:
    for card in cards:
        box.lift(card)
        box.put(card, row, mask)


def use_up(g: VirtuesState, cards: Iterable[str]) -> VirtuesState:
    """Lay characters or elixirs of a deck on their discard pile."""
    for card in cards:
        move(g.characters if CONTENT.kind(card) == "character" else g.elixirs, card, USED)
    return g


def ruin(g: VirtuesState, buildings: Iterable[str]) -> VirtuesState:
    """Castles and estates of a deck have left the game."""
    for card in buildings:
        move(g.built(card), card, LOST)
    return g


def play(g: VirtuesState, *falls: object, then: int | None = None) -> Match:
    """A match from here, with exact draws; `then` seeds what comes after them."""
    return testing.play(GAME, g, *falls, then=then, setup=g.setup)


def skip(match: Match, *topics: str) -> Match:
    """Let reactions, free moves and excess sins go by, and pass in every go, until one of these topics is asked."""
    while match.ask is not None and match.ask.topic not in topics:
        keys = [option.key for option in match.options]
        quiet = [key for key in ("let be", "go on", "pass", "decline") if key in keys]
        match.answer(quiet[0] if quiet else keys[0])
    return match


def held(g: Any, seat: int) -> dict[str, int]:
    """The gifts of a hero, by virtue."""
    return {name: n for name, n in zip(VIRTUES, g.gifts[seat], strict=True) if n}


def pooled(g: Any, *names: str) -> list[int]:
    """What is left in some pools."""
    return [g.pool[VIRTUES.index(name)] for name in names]
