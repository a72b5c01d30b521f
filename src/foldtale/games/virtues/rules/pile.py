"""Sins and cataclysms, in decks and on piles: SV-013, SV-087, SV-144, SV-156 to SV-158, SV-189 to SV-191."""

from __future__ import annotations

from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.options import NO, NUMBER, SINK
from foldtale.games.virtues.rules.endings import defeat
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import ALL, EVERYONE, NOBODY, Ask, Chance, Play, bit, pick, tell
from foldtale.kernel.zones import Box, draw, peek

SEVENTH: Final = 7
LAST: Final = 14
QUEST_PHASE: Final = ("go", "act", "unnamed", "complete", "draft", "row")
"""Steps in which the game goes on after the last cataclysm, until the phase ends."""


def lay_sin(g: VirtuesState, card: str, row: int) -> Play[None]:
    """SV-087 and SV-Q78: lay one card on the pile; at the seventh comes a cataclysm, then the shuffle."""
    g.sins.move(card, row, places.PILE)
    if len(g.sins.rows[places.PILE]) < SEVENTH:
        return
    tell(g, "the seventh sin", ALL, "SV-087")
    yield from cataclysm(g)
    pile = g.sins.rows[places.PILE]
    g.sins.rows[places.PILE] = ()
    g.sins.restore(pile, EVERYONE)
    g.sins.shuffle()
    tell(g, "shuffles the sins", ALL, "SV-158")


def draw_sin(g: VirtuesState, seat: int, why: str) -> Play[bool]:
    """SV-144 and SV-Q73: one sin into the hand, seen by its owner alone; whether there was one."""
    if not g.sins.deck_size:
        return False
    yield from draw(g.sins, seat, bit(seat), "sin")
    tell(g, "draws a sin", seat, why, (), g.sins.rows[seat][-1:], bit(seat))
    return True


def cataclysm(g: VirtuesState) -> Play[None]:
    """SV-157, SV-189 to SV-191: the top card is revealed and carried out; after the fourteenth none is left.

    In a Regrouping Phase the game is lost as soon as the last one has been carried out: SV-190.
    """
    if not g.cataclysms.deck_size:
        return
    yield from draw(g.cataclysms, places.STRUCK, EVERYONE, "cataclysm")
    card = g.cataclysms.rows[places.STRUCK][-1]
    tell(g, "cataclysm", ALL, "SV-157", (g.struck, card, f"{card}.text"))
    yield from perform(g, g.content.body(card).do, Cause(None, card))
    if g.struck == LAST:
        tell(g, "the last cataclysm", ALL, "SV-189")
        if g.step not in QUEST_PHASE:
            defeat(g)


def return_sins(g: VirtuesState, seat: int, most: int) -> Play[None]:
    """How many is said openly; which ones is seen by their owner alone. They are not laid on the pile."""
    held = len(g.sins.rows[seat])
    numbers = [NUMBER(n) for n in range(min(most, held) + 1)]
    choice = yield Ask(seat, "how many sins", numbers, "SV-092", to=EVERYONE)
    (n,) = NUMBER.parts(choice)
    for _ in range(n):
        card = str((yield from pick(seat, "return sin", g.sins.rows[seat], "SV-092", veiled=True)))
        g.sins.take(card, seat)
        g.sins.mix(seat)
        g.sins.restore((card,), bit(seat))
    g.sins.shuffle()
    tell(g, "returns sins", seat, "SV-092", (n,))


def look(g: VirtuesState, seat: int, n: int, sinks: int) -> Play[None]:
    """The next cataclysms: one after the other is chosen to come next; some may go under the deck first.

    SV-Q100: whoever knew any of them no longer knows where it lies, whatever is chosen.
    """
    box = g.cataclysms
    count = min(n, box.deck_size)
    yield from peek(box, count, seat, "peek")
    tell(g, "looks ahead", seat, "SV-092", (count,))
    if count > 1:
        moved = len(box.masks) if sinks else count
        box.masks[:moved] = [mask & bit(seat) for mask in box.masks[:moved]]
    for _ in range(min(sinks, count - 1)):
        bag = yield from split(box)
        if (yield Ask(seat, "sink", (SINK, NO), "SV-092")) is NO:
            box.layers[bag : bag + 2] = box.layers[bag : bag + 2][::-1]
            continue
        card = str((yield from pick(seat, "which sinks", sum(box.layers[:count], ()), "SV-092", veiled=True)))
        box.lift(card)
        box.tuck(card, bit(seat))
        count -= 1
    for at in range(count - 1):
        card = str(
            (yield from pick(seat, "comes next", sum(box.layers[at:count], ()), "SV-092", veiled=True))
        )
        box.lift(card)
        box.layers.insert(at, (card,))
        box.masks.insert(at, bit(seat))


def split(box: Box) -> Play[int]:
    """Take one unseen card off the bag; return its place, above the bag.

    SV-Q100: if nothing sinks it goes below the bag, so that the layers of the deck look alike either way.
    """
    bag = next((at for at, layer in enumerate(box.layers) if len(layer) > 1), len(box.layers))
    if bag < len(box.layers):
        card = yield Chance("peek", box.layers[bag], NOBODY)
        box.lift(card)
        box.layers.insert(bag, (card,))
        box.masks.insert(bag, NOBODY)
    return bag
