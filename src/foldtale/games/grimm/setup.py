"""What is chosen before a game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from foldtale.games.grimm.content import BASE, Deal
from foldtale.games.grimm.language import MOST_PLAYERS
from foldtale.kernel.game import Setup

SELDOM = {"seldom": True}
CHAPTERS = {"short": 3, "standard": 6, "extra long": 0}
"""How many chapters a game has; 0 is until the quest decks are empty."""
STACK = 3
STACK_OF_TWO = 2


class GrimmSetup(Setup, frozen=True, kw_only=True):
    """GR-003 to GR-021 and GR-155 to GR-189: against or with each other, how long, with which cards."""

    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS, title="Players")] = 3
    mode: Annotated[Literal["against each other", "together"], Meta(title="Play")] = "against each other"
    length: Annotated[Literal["standard", "short", "extra long"], Meta(title="Length")] = "standard"
    cards: Annotated[Literal["all", "no story", "beginner"], Meta(title="Cards")] = "all"
    characters: Annotated[Literal["chosen", "random", "none"], Meta(title="Characters")] = "chosen"
    events: Annotated[Literal["face down", "face up", "none"], Meta(title="Events")] = "face down"
    start_quests: Annotated[int, Meta(ge=1, le=3, title="Quests at the start", extra=SELDOM)] = 2
    start_magic: Annotated[int, Meta(ge=0, le=2, title="Magic Items at the start", extra=SELDOM)] = 1
    rabbit_tokens: Annotated[int, Meta(ge=1, le=5, title="Rabbit Tokens", extra=SELDOM)] = 1
    thumbling_uses: Annotated[
        int, Meta(ge=0, le=10, title="Thumbling's uses in a very long game", extra=SELDOM)
    ] = 5
    break_ties: Annotated[bool, Meta(title="A tie is broken by quests, then tokens", extra=SELDOM)] = False
    pack: str = BASE

    def __post_init__(self) -> None:
        """What cannot be mixed."""
        if self.events == "none" and self.length != "extra long":
            raise ValueError("only in an extra long game can Events be left out (GR-189)")
        if self.events == "face up" and self.length == "extra long":
            raise ValueError("an extra long game has no fixed row of Events that could lie face up (GR-018)")

    @property
    def chapters(self) -> int:
        return CHAPTERS[self.length]

    @property
    def deal(self) -> Deal:
        return Deal(magic=self.cards != "beginner", story=self.cards == "all", coop=self.mode == "together")

    @property
    def stack(self) -> int:
        """GR-040 and GR-184."""
        return STACK_OF_TWO if self.players == 2 else STACK
