"""How a game ends: SV-185 to SV-194, SV-214 to SV-216, SV-226, SV-Q55 to SV-Q59, SV-Q70 and SV-Q75."""

from __future__ import annotations

from typing import Final

from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import ALL, Leave, tell

PIECES: Final = 7
WORTHY: Final = 30
GAME: Final = "game"


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
