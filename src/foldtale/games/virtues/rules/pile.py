"""The pile of sins and the cataclysms: SV-013, SV-087, SV-156 to SV-158, SV-189 to SV-191, SV-Q78."""

from __future__ import annotations

from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.rules.endings import defeat
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import ALL, EVERYONE, Play, bit, tell
from foldtale.kernel.zones import draw

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
    tell(g, "cataclysm", ALL, "SV-157", (g.struck, card))
    yield from perform(g, g.content.body(card).do, Cause(None, card))
    if g.struck == LAST:
        tell(g, "the last cataclysm", ALL, "SV-189")
        if g.step not in QUEST_PHASE:
            defeat(g)
