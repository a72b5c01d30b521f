"""Given: a board, who stands where with which dice, cards and tokens, and how the dice will fall.

`tale(...)` is any position in the middle of a chapter, with seat 0 to choose a turn action; `play(g, *falls)` starts a
match from it, which `foldtale.testing` goes on with: `answer(match, "place plain-die r01", "move old_woman")`.
Falls are dice like "3" or "3 4 story ban 5" (one chance rolls all dice of a seat in the order of DICE), and ids of drawn
cards. Seats are 0, 1, 2, 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from foldtale import games, testing
from foldtale.games.grimm.content import LIBRARY
from foldtale.games.grimm.rules.chapters import set_sockets
from foldtale.games.grimm.rules.game import play_as
from foldtale.games.grimm.state import COMMON, DISPLAY, DONE, GONE, NOW, Tale
from foldtale.kernel import Match
from foldtale.kernel.chance import Face
from foldtale.kernel.effects import enter
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import asked, offered

GRIMM = games.get("grimm")
CONTENT = LIBRARY.contents("grimm")
DICE = CONTENT.dice
"""magic-die, story-die, ban-die, double-die, plain-die, snake-die."""
MAGIC, STORY, BAN, DOUBLE, PLAIN, SNAKE = range(6)
ALL_THREES = (3, 3, 3, 3, 3)
Dice = Sequence[Face] | Mapping[str, Face]


def setup(**choices: Any) -> Any:
    return GRIMM.setup(**{"players": 4, "characters": "none", **choices})


def tale(
    pools: Mapping[int, Dice] | None = None,
    at: Mapping[int, str] | None = None,
    stacks: Mapping[str, Sequence[tuple[int, int, Face]]] | None = None,
    heap: Sequence[tuple[int, int, Face]] = (),
    tokens: Mapping[int, tuple[int, int, int]] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    quests: Mapping[int, Sequence[str]] | None = None,
    done: Mapping[int, Sequence[str]] | None = None,
    kept: Mapping[int, Sequence[str]] | None = None,
    characters: Mapping[int, str] | None = None,
    event: str = "",
    rabbits: Mapping[int, int] | None = None,
    carried: Mapping[str, int] | None = None,
    passed: Sequence[int] = (),
    chapter: int = 1,
    step: str = "turn",
    active: int = 0,
    **choices: Any,
) -> Tale:
    """A position.

    `pools`   the unused dice of a seat: faces in the order of DICE, or by name {"ban-die": "ban"}; by themselves 3s
    `stacks`  (seat, die, face) from below, by socket: {"r01": [(1, PLAIN, 3)]}
    `tokens`  (coins, breads, apples); `kept` side quests, curses and mini quests
    `hands`   Magic Items; nobody else knows them. The rest of each deck is shuffled
    `choices` of the setup: players=2, mode="together", cards="beginner", length="short" …
    """
    g = GRIMM.begin(setup(**choices))
    assert isinstance(g, Tale)
    g.chapter = chapter
    g.step = step
    g.active = g.starter = active
    for seat in range(g.players):
        g.pools[seat] = pool((pools or {}).get(seat, ALL_THREES))
    for seat, field in (at or {}).items():
        g.at[seat] = field
    for socket, dice in (stacks or {}).items():
        g.stacks[CONTENT.place[socket]] = tuple(dice)
    g.heap = tuple(heap)
    for seat, held in (tokens or {}).items():
        g.tokens[seat] = held
    for seat, cards in (hands or {}).items():
        for card in cards:
            g.magic.lift(card)
            g.magic.put(card, seat)
    if g.coop:
        for box in g.quests:
            for card in [card for layer in box.layers for card in layer]:
                box.lift(card)
                box.put(card, DISPLAY, EVERYONE)
    for row, chosen in ((0, quests or {}), (DONE, done or {})):
        for seat, cards in chosen.items():
            for card in cards:
                box = g.deck_of(card)
                if g.coop:
                    box.move(card, DISPLAY, DONE)
                else:
                    box.lift(card)
                    box.put(card, row + seat, EVERYONE)
    for seat, cards in (kept or {}).items():
        for card in cards:
            g.stories.lift(card)
            g.stories.put(card, COMMON if g.coop else seat, EVERYONE)
            if CONTENT.kind(card) == "curse":
                enter(g, card, None if g.coop else seat, CONTENT.body(card).standing)
    for seat, card in (characters or {}).items():
        play_as(g, seat, card)
    if event:
        g.events.lift(event)
        g.events.put(event, NOW, EVERYONE)
        enter(g, event, None, CONTENT.body(event).standing, "chapter")
    set_sockets(g)
    for seat, count in (rabbits or {}).items():
        g.rabbits[seat] = count
    g.carried = dict(carried or {})
    for seat in passed:
        g.passed[seat] = True
    return g


def pool(dice: Dice) -> tuple[Face, ...]:
    if isinstance(dice, Mapping):
        return tuple([dice.get(name, GONE) for name in DICE])
    return (*dice, *[GONE] * (len(DICE) - len(dice)))


def play(g: Tale, *falls: object, then: int | None = None, setup: Any = None) -> Match:
    """A match from here, with exact dice and draws; `then` seeds what comes after them."""
    chosen = setup or GRIMM.setup(players=g.players, characters="none")
    return testing.play(GRIMM, g, *falls, then=then, setup=chosen)


def placeable(match: Match) -> set[tuple[str, str]]:
    """Which die can be placed in which socket."""
    return {
        (die, socket)
        for verb, die, socket in [key.split() for key in offered(match) if key.startswith("place ")]
    }


def skip(match: Match, *topics: str) -> Match:
    """Pass on every reaction question, and answer those of other topics by their last option, until one of
    these topics is asked; without topics, only reactions are passed."""
    while match.ask is not None and match.ask.topic not in topics:
        keys = offered(match)
        if keys[0] == "pass":
            match.answer("pass")
        elif topics:
            match.answer(keys[-1])
        else:
            break
    return match


def reach(match: Match, *moves: str) -> Match:
    """Moves, each with its seat; whoever is asked to react before lets it be."""
    for move in moves:
        seat, _, key = move.partition(" ")
        while asked(match).seat != int(seat) or key not in offered(match):
            match.answer("pass")
        match.answer(key)
    return match


def go(match: Match, *moves: str) -> Tale:
    """The same, and nobody reacts to the last one."""
    return skip(reach(match, *moves)).state
