"""Creatures: SF-017, SF-018, SF-045, SF-055, SF-080 to SF-094, SF-Q17, SF-Q18 and SF-Q45 to SF-Q51."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, Literal

from foldtale.games.storyfold.content import GONE, card_of, copy_of
from foldtale.games.storyfold.language import SPACES, CreatureCard, Piece, Space
from foldtale.games.storyfold.rules.crystals import gain_crystals
from foldtale.games.storyfold.rules.lessons import teach
from foldtale.games.storyfold.rules.river import take_out, to_end, to_space
from foldtale.games.storyfold.rules.spirit import lose_spirit
from foldtale.games.storyfold.rules.telling import follow, meet
from foldtale.games.storyfold.state import DISCARD, RIVER, Wood, fetch, one_more, refill
from foldtale.kernel.effects import Cause, enter, happen, leave, prevented, rename, value
from foldtale.kernel.talk import ALL, EVERYONE, Leave, Play, settle, tell
from foldtale.kernel.zones import draw

END: Final = "end"


def draw_creature(g: Wood, n: int = 1) -> Play[None]:
    """Draw Creatures; each comes into the River where it says: SF-085, SF-088 and SF-Q49."""
    box = g.creatures
    for _ in range(n):
        yield from settle(g)
        if refill(box):
            yield from draw(box, RIVER, EVERYONE, "creature")
            yield from come(g, box.rows[RIVER][-1])


def put_creature(g: Wood, creature: CreatureCard, at: Space | Literal[""] = "") -> Play[None]:
    """Bring this very Creature into play, where it says or at a space: SF-085 and SF-Q46."""
    yield from settle(g)
    if fetch(g.creatures, creature, RIVER):
        yield from come(g, creature, at)


def come(g: Wood, card: str, at: str = "") -> Play[None]:
    """Place a Creature in the River and resolve its text; without room it costs the Spirit printed on it.

    SF-017, SF-018, SF-085, SF-086, SF-Q48, SF-Q50, SF-Q110 and SF-Q119.
    """
    body = g.content.body(card)
    yield from meet(g, card)
    if len(g.river) >= g.numbers.river:
        g.creatures.move(card, RIVER, DISCARD)
        tell(g, "river is full", ALL, "SF-017", (card,))
        yield from teach(g, "full-river")
        yield from lose_spirit(g, body.loss, why="SF-018")
        return
    piece = one_more(card, g.river)
    space = at or body.enters
    if space == END:
        to_end(g, piece)
    else:
        to_space(g, piece, SPACES.index(space) + 1)
    tell(g, "comes", ALL, "SF-086", (card,))
    enter(g, card, piece, body.standing)
    happen(g, "creature_enters", creature=piece)
    c = speak(g, piece)
    yield from teach(g, "creature")
    yield from follow(g, c, body.in_play, "SF-085")
    g.speaking = g.speaking[:-1]


def illuminate(g: Wood, creature: Piece) -> None:
    """Move a Creature to the End of the River and stun it: SF-045, SF-074, SF-Q17 and SF-Q18."""
    if g.is_here(creature):
        to_end(g, creature)
        stun(g, creature)
        g.lit += 1
        tell(g, "is illuminated", ALL, "SF-045", (card_of(creature),))
        happen(g, "creature_illuminated", creature=creature)


def stun(g: Wood, piece: str) -> None:
    """Give a Creature a Stun token, unless it has one: SF-094."""
    if piece not in g.stunned:
        g.stunned = (*g.stunned, piece)


def unstun(g: Wood, piece: str) -> None:
    g.stunned = tuple([other for other in g.stunned if other != piece])


def activate(g: Wood, creature: Piece, *, asked: bool = False) -> Play[None]:
    """Take Spirit for a Creature, or its Stun token, then resolve its text.

    `asked`  the player was asked just now about the overflow that this loss would be: SF-Q107
    SF-080 to SF-082, SF-087, SF-091 to SF-093, SF-Q114 and SF-Q119.
    """
    if not g.is_here(creature):
        return
    c = speak(g, creature)
    is_prevented = yield from prevented(g, "creature_activates", creature=creature)
    if not is_prevented and c.me in g.river:
        try:
            yield from strike(g, c, asked)
        except Leave:
            happen(g, "creature_activates", creature=c.me)
            raise
        happen(g, "creature_activates", creature=c.me)
    g.speaking = g.speaking[:-1]


def strike(g: Wood, c: Cause, asked: bool) -> Play[None]:
    """Take the Spirit or the Stun token, then resolve the text on behalf of `c`: SF-080 to SF-082."""
    piece = c.me
    if piece in g.stunned:
        unstun(g, piece)
        tell(g, "shakes off", ALL, "SF-081", (c.card,))
    else:
        tell(g, "activates", ALL, "SF-080", (c.card,))
        yield from lose_spirit(g, loss_of(g, piece), why="SF-080", asked=asked)
    yield from teach(g, "activation")
    yield from follow(g, c, g.content.body(c.card).after, "SF-082")


def speak(g: Wood, piece: str) -> Cause:
    """Begin a text of a Creature; if it leaves meanwhile, the text speaks of no other copy: SF-Q119."""
    c = Cause(piece, card_of(piece))
    g.speaking = (*g.speaking, c)
    return c


def loss_of(g: Wood, creature: str) -> int:
    """Return the Spirit printed on a Creature, as cards have it: at least 0."""
    return value(g, "loss", g.content.body(card_of(creature)).loss, creature, least=0)


def heal(g: Wood, creature: Piece, *, why: str = "SF-090", gives: bool = True) -> Play[None]:
    """Heal a Creature without a roll, and gain its Crystals: SF-055, SF-056 and SF-090."""
    if not g.is_here(creature):
        return
    card = card_of(creature)
    g.healed = (*g.healed, card)
    tell(g, "is healed", ALL, why, (card,))
    happen(g, "creature_healed", creature=creature)
    remove(g, creature)
    if gives:
        yield from teach(g, "heal")
        yield from gain_crystals(g, g.content.body(card).crystals, why="SF-056")


def discard_creature(g: Wood, creature: Piece) -> None:
    """Discard a Creature from the River, without Crystals: SF-089."""
    if g.is_here(creature):
        tell(g, "is discarded", ALL, "SF-089", (card_of(creature),))
        remove(g, creature)


def remove(g: Wood, piece: str) -> None:
    """Remove a Creature from the River, with its tokens and all that waits for it.

    SF-013, SF-Q23, SF-Q45, SF-Q47 and SF-Q119.
    """
    card = card_of(piece)
    happen(g, "creature_leaves", creature=piece)
    take_out(g, piece)
    unstun(g, piece)
    leave(g, card, piece)
    forget(g, piece)
    g.creatures.move(card, RIVER, DISCARD)
    g.waiting = tuple([other for other in g.waiting if other != piece])
    for c in g.speaking:
        if c.me == piece:
            c.me = copy_of(card, GONE)
    if g.action is not None and g.action.target == piece:
        g.action = replace(g.action, target="")


def forget(g: Wood, piece: str) -> None:
    """Keep lasting effects on a piece that has left from a copy that comes under its name later: SF-Q47."""
    gone = copy_of(card_of(piece), GONE)

    def but_gone(thing: Any) -> Any:
        if isinstance(thing, list):
            return [other for other in thing if other != piece]
        return gone if thing == piece else thing

    rename(g, but_gone)


def return_creature(g: Wood, creature: CreatureCard) -> None:
    """Let a discarded Creature come again."""
    if creature in g.creatures.rows[DISCARD]:
        g.creatures.take(creature, DISCARD)
        g.creatures.restore([creature], EVERYONE)
        g.creatures.shuffle()
