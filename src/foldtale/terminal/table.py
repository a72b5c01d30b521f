"""The table: people at one keyboard, and bots, play a match to its end."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from foldtale.bots.random import RandomBot
from foldtale.kernel.chance import Falls, People
from foldtale.kernel.errors import IllegalAnswer, Incident, UndoRefused
from foldtale.kernel.log import asked, seat_of
from foldtale.kernel.match import FORBID, Match
from foldtale.kernel.scene import Choice
from foldtale.kernel.talk import ALL, SPECTATOR, Ask
from foldtale.terminal.host import Host
from foldtale.terminal.keyboard import HELP, Offer, Unclear, pick_fall, pick_offer, possible
from foldtale.terminal.rehearsal import windows
from foldtale.terminal.screen import Screen
from foldtale.terminal.seats import Seats

GO_ON: Final = "go on"


class Left(Exception):
    """Somebody has left the table."""


class Table:
    """`typed` are words of the keyboard's holder that still wait for their question."""

    def __init__(self, match: Match, seats: Seats, screen: Screen, path: Path, seed: int | None = None) -> None:
        self.match = match
        self.seats = seats
        self.screen = screen
        self.path = path
        self.host = Host(match, seats, screen)
        self.bots = {seat: RandomBot(None if seed is None else f"{seed} {seat}") for seat in sorted(seats.bots)}
        self.typed: list[str] = []
        self.pondered = 0
        self.saves = True

    def play(self) -> None:
        """Play to the end; Left or EOFError if somebody leaves before."""
        self.save()
        while (ask := self.match.ask) is not None:
            self.step(ask)
        if self.match.outcome is not None:
            self.host.end(self.match.outcome)

    def step(self, ask: Ask) -> None:
        """One question: free moves of bots and of people, then the answer."""
        if self.bot_moves_first(ask):
            return
        if isinstance(ask.options, Falls):
            self.attend(self.roller(ask), ask, ())
        elif ask.answers not in self.bots:
            self.attend(ask.answers, ask, self.offers(ask, ask.answers))
        elif not self.person_moves_first(ask):
            self.bot_answers(ask.answers)

    def bot_moves_first(self, ask: Ask) -> bool:
        """Bots think about their free moves once a question."""
        if self.pondered == ask.number:
            return False
        self.pondered = ask.number
        return any(self.bot_answers(seat) for seat in self.bots if seat != ask.answers)

    def bot_answers(self, seat: int) -> bool:
        """Whether the bot in this seat had something to say."""
        key = self.bots[seat].choose(self.match.glimpse(seat))
        if key is None:
            return False
        self.typed.clear()
        self.match.answer((seat, key))
        if not self.seats.people:
            self.host.tell(self.host.news(SPECTATOR))
        return True

    def roller(self, ask: Ask) -> int:
        """Who says how real dice fell: whoever has the keyboard, if they may see them."""
        people = [seat for seat in self.seats.people if ask.to >> seat & 1] or self.seats.people or [SPECTATOR]
        return self.host.holder if self.host.holder in people else people[0]

    def offers(self, ask: Ask, seat: int) -> list[Offer]:
        """What this seat can choose; without secrets, also what others at the keyboard may do first."""
        view = self.match.scene(seat).ask
        offers = [Offer(seat, choice) for choice in view.choices] if view else []
        if not self.match.game.secrets:
            offers += [self.offer_of(seat, aside.key) for aside in ask.aside if aside.seat in others]
        return offers

    def person_moves_first(self, ask: Ask) -> bool:
        """Before a bot answers, a person may have a free move; whether one was made.

        People with secrets from each other are asked whenever there could be one, so that a pause tells nothing.
        """
        movers = [seat for seat in self.seats.people if any(aside.seat == seat for aside in ask.aside)]
        if self.host.curtained:
            return (bool(movers) or ask.topic in self.windows) and self.pause(ask)
        if not movers:
            return False
        ...
