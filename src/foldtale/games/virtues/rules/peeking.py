"""Sins that go back unseen, and cataclysms that somebody looks at: cards AR1, AR5 and Frostgate."""

from __future__ import annotations

from foldtale.games.virtues.options import NO, NUMBER, SINK
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import EVERYONE, Ask, Play, bit, pick, tell
from foldtale.kernel.zones import peek


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
        box.masks[:count] = [bit(seat)] * count
    for _ in range(min(sinks, count - 1)):
        if (yield Ask(seat, "sink", (SINK, NO), "SV-092")) is NO:
            break
        card = str((yield from pick(seat, "which sinks", top(g, count), "SV-092", veiled=True)))
        box.lift(card)
        box.tuck(card, bit(seat))
        count -= 1
    for at in range(count - 1):
        card = str((yield from pick(seat, "comes next", top(g, count)[at:], "SV-092", veiled=True)))
        box.lift(card)
        box.layers.insert(at, (card,))
        box.masks.insert(at, bit(seat))


def top(g: VirtuesState, count: int) -> list[str]:
    """Return the topmost cataclysms, each of which lies in a layer of its own."""
    return [layer[0] for layer in g.cataclysms.layers[:count]]
