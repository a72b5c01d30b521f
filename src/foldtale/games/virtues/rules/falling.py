"""The Fall of a Hero: SV-195 to SV-203, SV-210, SV-213 and SV-234."""

from __future__ import annotations

from foldtale.games.virtues import places
from foldtale.games.virtues.content import NONE
from foldtale.games.virtues.rules.endings import check_fallen
from foldtale.games.virtues.state import FALLEN_AT, VirtuesState
from foldtale.kernel.talk import tell


def corrupt(g: VirtuesState, seat: int, n: int, why: str) -> None:
    """SV-196, SV-200 and SV-Q71: corruption cards; with seven of them a hero falls at once."""
    if not g.setup.fall or n <= 0:
        return
    g.corruption[seat] += n
    tell(g, "is corrupted", seat, why, (n, g.corruption[seat]))
    if g.corruption[seat] >= FALLEN_AT and not g.fell[seat]:
        fall(g, seat)


def fall(g: VirtuesState, seat: int) -> None:
    """SV-200 to SV-202 and SV-Q64: markers on quests and portals come home; everything else stays."""
    g.falls += 1
    g.fell[seat] = g.falls
    g.portals = tuple([places.FREE if owner == seat else owner for owner in g.portals])
    g.marks = [tuple([places.FREE if owner == seat else owner for owner in marks]) for marks in g.marks]
    tell(g, "falls", seat, "SV-200", (g.hero[seat],))
    check_fallen(g)


def cleanse(g: VirtuesState, seat: int, n: int, why: str) -> None:
    """SV-199 and SV-213: fewer corruption cards; with fewer than seven a hero is good again."""
    gone = min(n, g.corruption[seat])
    if gone:
        g.corruption[seat] -= gone
        tell(g, "is cleansed", seat, why, (gone, g.corruption[seat]))
    if g.fell[seat] and g.corruption[seat] < FALLEN_AT:
        g.fell[seat] = 0
        tell(g, "returns", seat, "SV-213", (g.hero[seat],))


def drop_gifts(g: VirtuesState, seat: int) -> None:
    """SV-210 and SV-Q87: a fallen hero keeps no gifts."""
    held = g.gifts[seat]
    if g.fell[seat] and any(held):
        g.pool = tuple([left + n for left, n in zip(g.pool, held)])
        g.gifts[seat] = NONE
        tell(g, "drops all gifts", seat, "SV-210", (sum(held),))
