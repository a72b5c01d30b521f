"""How heroes fall and a game ends: SV-185 to SV-203, SV-210, SV-213 to SV-216, SV-226, SV-Q55 to SV-Q71."""

from __future__ import annotations

from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.rules.supplies import lose_gifts
from foldtale.games.virtues.state import FALLEN_AT, VirtuesState
from foldtale.kernel.talk import ALL, Leave, tell

PIECES: Final = 7
WORTHY: Final = 30
GAME: Final = "game"


# The Fall of a Hero


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
        lose_gifts(g, seat, held)
        tell(g, "drops all gifts", seat, "SV-210", (sum(held),))


# Endings


def end(g: VirtuesState, ending: str, winners: list[int], why: str) -> None:
    """The game is over, wherever it is in its rules."""
    g.ending = ending
    g.winners = tuple(winners)
    tell(g, f"ending: {ending}", ALL, why)
    for seat in winners:
        tell(g, "wins", seat, why)
    raise Leave(GAME)


def check_armour(g: VirtuesState) -> None:
    """SV-185 to SV-188, SV-215, SV-Q70: with all armour and 30 might among the good, the mightiest wins."""
    if g.armour < PIECES:
        return
    good = [seat for seat in range(g.heroes) if not g.fell[seat]]
    best = max([g.might[seat] for seat in good], default=0)
    if best >= WORTHY:
        end(g, "armour", [seat for seat in good if g.might[seat] == best], "SV-185")


def check_portals(g: VirtuesState) -> None:
    """SV-192, SV-193 and SV-Q57: with the last portal closed, whoever has most markers, then most might."""
    if any(owner < 0 for owner in g.portals):
        return
    ranks = [(g.portals.count(seat), g.might[seat]) for seat in range(g.heroes)]
    best = max(ranks)
    end(g, "portals", [seat for seat, rank in enumerate(ranks) if rank == best], "SV-192")


def defeat(g: VirtuesState) -> None:
    """SV-189, SV-214 and SV-226: the heroes have lost, but for those who are fallen now; the Unnamed wins."""
    end(g, "cataclysm", [*g.fallen(), *[g.unnamed] * g.setup.unnamed], "SV-189")


def check_fallen(g: VirtuesState) -> None:
    """SV-216 and SV-Q75: with all heroes fallen, all but the one who fell last win, and the Unnamed."""
    if all(g.fell):
        last = g.fell.index(max(g.fell))
        winners = [seat for seat in range(g.heroes) if seat != last]
        end(g, "fallen", [*winners, *[g.unnamed] * g.setup.unnamed], "SV-216")
