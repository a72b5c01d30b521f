"""What people see."""

from __future__ import annotations

from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel.scene import Panel, Scene


def scene(g: UnlikelyState, seat: int) -> Scene:
    return Scene(game="unlikely", title="Unlikely Heroes", you=seat, seats=tuple(Panel(id=f"seat {i}", seat=i, name=str(i)) for i in range(g.mode.players)))


def texts(g): return g.content.texts
def read_aloud(g, page): return ""
