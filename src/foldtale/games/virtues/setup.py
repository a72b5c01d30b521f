"""What is chosen before a game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from foldtale.games.virtues.content import BASE
from foldtale.games.virtues.language import MOST_HEROES, MOST_SEATS
from foldtale.kernel.game import Setup

SELDOM = {"seldom": True}
FEWEST_AGAINST = 3
"""SV-Q76: heroes that the Unnamed needs as a player."""


class VirtuesSetup(Setup, frozen=True, kw_only=True):
    """SV-018, SV-195, SV-217 and SV-230: how many sit at the table, the options, how heroes are allotted.

    `lessons`  each player is told the rules, one at a time, in their own goes
    `players`  everybody at the table; with `unnamed` the last seat is that of the Unnamed
    """

    players: Annotated[int, Meta(ge=2, le=MOST_SEATS, title="Players")] = 4
    fall: Annotated[bool, Meta(title="The Fall of a Hero")] = False
    unnamed: Annotated[bool, Meta(title="One player is the Unnamed")] = False
    heroes: Annotated[Literal["dealt", "chosen"], Meta(title="Heroes")] = "dealt"
    first_player: Annotated[Literal["by lot", "first seat"], Meta(title="First Player", extra=SELDOM)] = (
        "by lot"
    )
    lessons: Annotated[bool, Meta(title="First game: explain what is met for the first time")] = False
    fallen_gift_discard: Annotated[
        Literal["go", "turn"], Meta(title="A fallen hero discards gifts at the end of each", extra=SELDOM)
    ] = "go"
    pack: str = BASE

    def __post_init__(self) -> None:
        """Refuse what cannot be mixed."""
        heroes = self.seats_of_heroes
        if heroes > MOST_HEROES:
            raise ValueError("there are six heroes; a seventh player is the Unnamed (SV-018)")
        if self.unnamed and heroes < FEWEST_AGAINST:
            raise ValueError("the Unnamed plays against three heroes or more (SV-230)")
        if self.fall and heroes == 2:
            raise ValueError("two players play without the Fall of a Hero (SV-230)")

    @property
    def seats_of_heroes(self) -> int:
        """SV-217: the heroes have the first seats, the Unnamed has the last."""
        return self.players - self.unnamed
