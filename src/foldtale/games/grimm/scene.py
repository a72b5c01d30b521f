"""What a seat sees of Dice Upon a Time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foldtale.games.grimm.state import Tale
from foldtale.kernel.scene import Panel, Scene


def texts(g: Tale) -> Mapping[str, str]:
    return g.content.texts


def touches(g: Tale, topic: str, key: str) -> Sequence[str]:
    return ()


def scene(g: Tale, seat: int) -> Scene:
    seats = [Panel(id=f"seat {one}", seat=one, name=f"Player {one + 1}") for one in range(g.players)]
    return Scene(game="grimm", title="Dice Upon a Time", you=seat, seats=tuple(seats))
