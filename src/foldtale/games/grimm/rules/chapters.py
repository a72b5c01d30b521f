"""Chapters: how they begin and end.

GR-022 to GR-029, GR-093 to GR-123, GR-159, GR-187 to GR-189, GR-228, GR-231, GR-232, GR-237, GR-Q05 to
GR-Q09, GR-Q51 to GR-Q54, GR-Q61 to GR-Q67, GR-Q95, GR-Q127, GR-Q131, GR-Q137.
"""

from __future__ import annotations

from typing import Final

from foldtale.games.grimm.content import FOX, LOST, RABBIT, SNAKE
from foldtale.games.grimm.language import TOKENS
from foldtale.games.grimm.options import FACE, NO, TAKE
from foldtale.games.grimm.rules.gaining import gain_tokens, only, restock
from foldtale.games.grimm.rules.placing import has_rolled
from foldtale.games.grimm.rules.windows import window
from foldtale.games.grimm.state import GONE, NOW, PAST, TO_COME, Tale
from foldtale.kernel.chance import Face, roll
from foldtale.kernel.effects import after, enter, expire, value
from foldtale.kernel.talk import ALL, EVERYONE, Ask, Play, tell
from foldtale.kernel.zones import draw

MOST_CHAPTERS: Final = 75
"""GR-Q127: twice what players with a little sense need at most, so that random play ends, too."""


def open_chapter(g: Tale) -> Play[None]:
    """GR-022 to GR-029, GR-Q07 and GR-Q08: everybody rolls, from the starting player on; then the Event."""
    g.chapter += 1
    g.active = g.starter
    tell(g, "chapter", g.starter, "GR-022", (g.chapter,))
    for seat in g.around(g.starter):
        yield from roll_pool(g, seat)
    g.foxed = ()
    yield from reveal_event(g)
    expire(g, "turn")
    g.turns += 1
    g.step = "turn" if g.can_act(g.active) else "next"
    if g.step == "turn":
        tell(g, "turn", g.active, "GR-005")


def roll_pool(g: Tale, seat: int) -> Play[None]:
    """GR-022, GR-024, GR-025 and GR-Q08: all dice but those of the Fox, which are set; then the Snake Die."""
    mine = [die for owner, die in g.foxed if owner == seat]
    snake = g.content.snake_die
    dice = [die for die in range(snake) if die not in mine]
    with_snake = g.snake_to == seat
    rolled = (*dice, snake) if with_snake else tuple(dice)
    faces = yield from roll("roll", g.content.roll_of(rolled), EVERYONE)
    pool = list(g.pools[seat])
    for die, face in zip(dice, faces, strict=False):
        pool[die] = face
    g.pools[seat] = tuple(pool)
    tell(g, "rolls", seat, "GR-022", tuple([str(face) for face in faces]))
    for die in mine:
        yield from set_face(g, seat, die, "GR-123")
    if with_snake:
        g.snake_to = -1
        yield from resolve_snake(g, seat, faces[-1])
    yield from has_rolled(g, seat, list(rolled), chapter=True)


def set_face(g: Tale, seat: int, die: int, why: str) -> Play[None]:
    """GR-025 and GR-Q67: a die is set to any of its faces; that is no roll.

    GR-118: the Snake Die is in a pool only as long as it shows a number.
    """
    faces = list(dict.fromkeys(g.content.faces[die]))
    if die == g.content.snake_die:
        faces = [face for face in faces if isinstance(face, int)]
    choice = yield Ask(seat, "face", [FACE(face) for face in faces], why, card=g.name_of(die))
    (face,) = FACE.parts(choice)
    g.set_die(seat, die, face)
    tell(g, "sets", seat, why, (g.name_of(die), str(face)))


def resolve_snake(g: Tale, seat: int, face: Face) -> Play[None]:
    """GR-118 to GR-120, GR-Q61 and GR-Q95: a number joins the pool, a token may be taken, or it is lost."""
    tell(g, "rolls the Snake Die", seat, "GR-118", (str(face),))
    g.snake_rolls += 1
    this = g.snake_rolls
    if face == LOST:
        return
    if face not in TOKENS:
        g.set_die(seat, g.content.snake_die, face)
        return
    if (yield Ask(seat, "take", (TAKE, NO), "GR-120", about=(1,))) is TAKE:
        yield from gain_tokens(g, seat, only(str(face)), "spirit", "GR-120")
    yield from window(g, "snake_token_rolled", seat, still=lambda: g.snake_rolls == this, who=seat)


def roll_snake(g: Tale, seat: int) -> Play[None]:
    """GR-199, GR-200 and GR-Q95: the Snake Die as if one had won it."""
    (face,) = yield from roll("snake", g.content.roll_of((g.content.snake_die,)), EVERYONE)
    yield from resolve_snake(g, seat, face)


def reroll(g: Tale, seat: int, die: int, why: str) -> Play[None]:
    """A die of a pool is rolled anew, and its owner may answer to the result: GR-215.

    GR-118 to GR-120: the Snake Die may go back to its field even so.
    """
    (face,) = yield from roll("reroll", g.content.roll_of((die,)), EVERYONE)
    tell(g, "rerolls", seat, why, (g.name_of(die), str(face)))
    if die == g.content.snake_die:
        g.set_die(seat, die, GONE)
        yield from resolve_snake(g, seat, face)
    else:
        g.set_die(seat, die, face)
    yield from has_rolled(g, seat, [die])


# Events


def reveal_event(g: Tale) -> Play[None]:
    """GR-026 to GR-028, GR-189 and GR-Q127: the next Event, for this chapter only."""
    if g.setup.events != "none":
        if g.events.rows[TO_COME]:
            g.events.move(g.events.rows[TO_COME][0], TO_COME, NOW)
        else:
            restock(g, g.events, PAST, "GR-Q127")
            yield from draw(g.events, NOW, EVERYONE, "event")
        (card,) = g.events.rows[NOW]
        tell(g, "event", ALL, "GR-026", (card,))
        enter(g, card, None, g.content.body(card).standing, "chapter")
    set_sockets(g)
    yield from after(g, "event_revealed")


def set_sockets(g: Tale) -> None:
    """GR-028, GR-040, GR-185 and GR-Q131: what sockets ask for in this chapter, and how high they go."""
    spots = g.content.spots
    g.values = tuple([value(g, "socket_value", spot.value, spot.name) for spot in spots])
    stack = g.setup.stack
    g.limits = tuple([value(g, "stack_limit", stack, spot.name) if spot.stacks else 1 for spot in spots])


# The end of a chapter


def close_chapter(g: Tale) -> Play[None]:
    """GR-028, GR-095 to GR-099, GR-Q51, GR-Q52: Forest Spirits, other dice, Character cards, the Event."""
    tell(g, "chapter ends", ALL, "GR-095", (g.chapter,))
    snake, rabbit = g.top_owner(SNAKE), g.top_owner(RABBIT)
    g.snake_to = snake
    if snake >= 0:
        tell(g, "wins the Snake Die", snake, "GR-117")
    award_rabbit(g, rabbit)
    if is_last(g):
        g.step = "end"
        return
    fox = [placed for socket in g.content.sockets_of(FOX) for placed in g.stacks[socket]]
    g.foxed = tuple([(owner, die) for owner, die, _ in fox if die != g.content.snake_die])
    g.stacks = [()] * len(g.stacks)
    g.heap = ()
    g.wolf_used = False
    g.pools = [(GONE,) * len(g.content.dice)] * g.players
    g.turned = [False] * g.players
    g.passed = [False] * g.players
    expire(g, "chapter")
    for card in g.events.rows[NOW]:
        g.events.move(card, NOW, PAST)
    set_sockets(g)
    g.step = "chapter"
    yield from ()


def award_rabbit(g: Tale, winner: int) -> None:
    """Give `winner` the starting player marker and a Rabbit Token; -1 is nobody.

    The only token comes from its holder; of several, from the supply alone. GR-097, GR-104 to GR-106, GR-Q53,
    GR-Q54 and GR-Q137.
    """
    if winner < 0:
        return
    g.starter = winner
    if g.setup.rabbit_tokens == 1:
        g.rabbits = [0] * g.players
    if sum(g.rabbits) < g.setup.rabbit_tokens:
        g.rabbits[winner] += 1
    tell(g, "wins the Rabbit", winner, "GR-104")


def is_last(g: Tale) -> bool:
    """GR-159, GR-187, GR-188 and GR-Q127."""
    if g.setup.chapters:
        return g.chapter >= g.setup.chapters
    return g.emptied or g.last_done > 0 or g.chapter >= MOST_CHAPTERS
