"""Seven Virtues: heroes save a kingdom together, and only one of them wears the armour. For 2 to 6, or 7."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from foldtale.games.virtues.content import BASE, FOLDER, LIBRARY
from foldtale.games.virtues.effects import LANGUAGE
from foldtale.games.virtues.language import MOST_HEROES, MOST_SEATS
from foldtale.games.virtues.options import OPTIONS
from foldtale.games.virtues.progress import REASONS, progress, worth
from foldtale.games.virtues.reflex import prior, reflex
from foldtale.games.virtues.rules.game import main
from foldtale.games.virtues.rules.refusals import why_not
from foldtale.games.virtues.scene import scene, texts
from foldtale.games.virtues.state import Mode, VirtuesState, supplies
from foldtale.games.virtues.words import HABITS, REACTIONS, WORDS
from foldtale.kernel.game import Game, Setup

SELDOM = {"seldom": True}
FEWEST_AGAINST = 3
"""SV-Q76: heroes that the Unnamed needs as a player."""


class VirtuesSetup(Setup, frozen=True, kw_only=True):
    """SV-018, SV-195, SV-217 and SV-230: how many sit at the table, the options, how heroes are allotted.

    `players`  everybody at the table; with `unnamed` the last seat is that of the Unnamed
    """

    players: Annotated[int, Meta(ge=2, le=MOST_SEATS, title="Players")] = 4
    fall: Annotated[bool, Meta(title="The Fall of a Hero")] = False
    unnamed: Annotated[bool, Meta(title="One player is the Unnamed")] = False
    heroes: Annotated[Literal["dealt", "chosen"], Meta(title="Heroes")] = "dealt"
    first_player: Annotated[Literal["by lot", "first seat"], Meta(title="First Player", extra=SELDOM)] = (
        "by lot"
    )
    fallen_gift_discard: Annotated[
        Literal["go", "turn"], Meta(title="A fallen hero discards gifts at the end of each", extra=SELDOM)
    ] = "go"
    pack: str = BASE

    def __post_init__(self) -> None:
        """Refuse what cannot be mixed."""
        heroes = self.players - self.unnamed
        if heroes > MOST_HEROES:
            raise ValueError("there are six heroes; a seventh player is the Unnamed (SV-018)")
        if self.unnamed and heroes < FEWEST_AGAINST:
            raise ValueError("the Unnamed plays against three heroes or more (SV-230)")
        if self.fall and heroes == 2:
            raise ValueError("two players play without the Fall of a Hero (SV-230)")


def begin(setup: VirtuesSetup) -> VirtuesState:
    mode = Mode(
        heroes=setup.players - setup.unnamed,
        fall=setup.fall,
        unnamed=setup.unnamed,
        gifts_last=setup.fallen_gift_discard,
        chosen=setup.heroes == "chosen",
        lots=setup.first_player == "by lot",
    )
    return VirtuesState(LIBRARY.of(setup), mode)


game = Game(
    name="virtues",
    title="Seven Virtues",
    blurb="Save the kingdom together, and wear the armour alone. For 2 to 6; a seventh is the enemy.",
    setups=VirtuesSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=LIBRARY.vocabulary,
    touches=OPTIONS.touches,
    boxes=lambda g: (g.sins, g.artifacts, g.treasures, g.cataclysms),
    supplies=supplies,
    secrets=True,
    secret_topics=("return sin", "sink", "which sinks", "comes next"),
    aside_topics=("go",),
    reactions=tuple(REACTIONS),
    habits=HABITS,
    turn=lambda g: g.turns,
    progress=progress,
    reasons=REASONS,
    worth=worth,
    reflex=reflex,
    prior=prior,
    ahead=lambda setup: 1,
    why_not=why_not,
    endings=("armour", "portals", "cataclysm", "fallen"),
    folder=FOLDER,
    language=LANGUAGE,
    texts=texts,
    packs=LIBRARY.packs,
    content=lambda g: g.content.written,
    spacing=1,
    words=WORDS,
)
