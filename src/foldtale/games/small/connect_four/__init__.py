"""Connect Four: what people see of it, and what it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from foldtale.games.small.connect_four.progress import REASONS, progress, reflex
from foldtale.games.small.connect_four.record import Series
from foldtale.games.small.connect_four.rules import (
    COLUMNS,
    DISCS,
    OPTIONS,
    PLACES,
    ROWS,
    Grid,
    empty_grid,
    main,
)
from foldtale.kernel.game import Game, Setup, Words
from foldtale.kernel.scene import Panel, Row, Scene, Slot, Token

EMBLEMS = ("sun", "moon")


class FourSetup(Setup, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=2, le=2, title="Players")] = 2
    record: Series | None = None


def begin(setup: FourSetup) -> Grid:
    return empty_grid(setup.record or Series())


def place(g: Grid, column: int, row: int) -> Slot:
    name = f"{COLUMNS[column]}{row + 1}"
    for seat, discs in enumerate(g.discs):
        if discs & DISCS[column][row]:
            disc = Token(id=f"disc {name}", name=EMBLEMS[seat], icon=EMBLEMS[seat], seat=seat)
            return Slot(id=name, label=name, things=(disc,))
    return Slot(id=name, label=name)


def scene(g: Grid, seat: int) -> Scene:
    rows = range(ROWS - 1, -1, -1)
    places = [place(g, column, row) for row in rows for column in range(len(COLUMNS))]
    grid = Row(id="grid", name="Grid", things=tuple(places), columns=len(COLUMNS))
    panels = [
        Panel(id=f"seat {i}", seat=i, name=f"Player {i + 1}", who=EMBLEMS[i], active=i == g.seat)
        for i in (0, 1)
    ]
    return Scene(game="connect_four", title="Connect Four", you=seat, elements=(grid,), seats=tuple(panels))


game = Game(
    name="connect_four",
    title="Connect Four",
    blurb="Four discs in a line. 2 players, no luck.",
    setups=FourSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=OPTIONS.vocabulary,
    touches=OPTIONS.touches,
    turn=lambda g: g.moves,
    progress=progress,
    reasons=REASONS,
    reflex=reflex,
    ahead=lambda setup: PLACES,
    endings=("four in a line", "full grid"),
    folder=Path(__file__).parent,
    shelf="small",
    words=Words(
        topics={"move": "Into which column does your disc fall?"},
        options=OPTIONS.labels,
        tells={
            "drops": "{who} drops a disc into {0}, which falls to row {1}.",
            "wins": "{who} has four in a line and wins.",
            "draw": "The grid is full: a draw.",
        },
    ),
)
