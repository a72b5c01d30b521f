"""Pig, as `docs/write-a-game.md` builds it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from foldtale.games.small.pig.progress import REASONS, progress, reflex
from foldtale.games.small.pig.rules import GOAL, MOST_PLAYERS, OPTIONS, Pig, main
from foldtale.kernel.game import Game, Setup, Words
from foldtale.kernel.scene import Counter, Panel, Scene


class PigSetup(Setup, frozen=True, kw_only=True):
    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS, title="Players")] = 2


def begin(setup: PigSetup) -> Pig:
    return Pig([0] * setup.players)


def scene(g: Pig, seat: int) -> Scene:
    panels = [
        Panel(
            id=f"seat {i}",
            seat=i,
            name=f"Player {i + 1}",
            active=i == g.seat,
            things=(Counter(id=f"score {i}", name="Points", count=score),),
        )
        for i, score in enumerate(g.scores)
    ]
    pot = Counter(id="pot", name="Pot", count=g.pot)
    return Scene(
        game="pig", title="Pig", subtitle=f"{GOAL} points win", you=seat, elements=(pot,), seats=tuple(panels)
    )


game = Game(
    name="pig",
    title="Pig",
    blurb="One die, a pot, and the wish to roll once more. 2 to 10 players.",
    setups=PigSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=OPTIONS.vocabulary,
    touches=OPTIONS.touches,
    turn=lambda g: g.turns,
    progress=progress,
    reasons=REASONS,
    reflex=reflex,
    ahead=lambda setup: 1,
    endings=("banked",),
    folder=Path(__file__).parent,
    shelf="small",
    words=Words(
        topics={"turn": "Roll once more, or hold?", "die": "What did the die show?"},
        options=OPTIONS.labels,
        tells={
            "holds": "{who} holds, banks {0} and has {1} points.",
            "loses the pot": "{who} rolls a 1 and loses a pot of {0}.",
            "wins": "{who} wins with {0} points.",
        },
    ),
)
