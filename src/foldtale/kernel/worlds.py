"""The worlds that a seat can believe in at one question."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from foldtale.kernel.chance import Seeded, Source
from foldtale.kernel.errors import ForkRefused
from foldtale.kernel.log import Entry
from foldtale.kernel.talk import Ask, State
from foldtale.kernel.zones import Veil

if TYPE_CHECKING:
    from foldtale.kernel.match import Match

NEVER: Final = 1 << 60
"""So many entries of a log lie between two checkpoints where there are none."""


class Worlds:
    """The worlds that a seat can believe in at one question: made ready once, dealt by many seeds."""

    __slots__ = ("_boxes", "_fed", "_match", "_number", "_pages", "_question", "_rest", "_terms", "_veils")

    def __init__(self, match: Match, seat: int) -> None:
        word = match.word
        if not isinstance(word, Ask) or (word.answers != seat and all(a.seat != seat for a in word.aside)):
            raise ForkRefused(f"seat {seat} has nothing to decide now")
        rest = match.rest
        if rest is None or match.entries is None:
            raise ForkRefused("in a bare match, or an imagined one before its next rest, nothing is imagined")
        self._rest = rest[0]
        self._fed = match.since_rest()
        self._match = match.__class__
        self._terms = match.terms
        self._number = match.number
        self._pages = match.pages
        self._boxes = match.game.boxes
        self._veils = [Veil(box, seat) for box in self._boxes(match.state)]
        if word.answers == seat:
            self._question = word.seen_by(seat)
        else:
            self._question = Ask(word.seat, "", (), "", word.aside, voice=word.voice).seen_by(seat)

    def read_in(self, change: Callable[[State], State]) -> Worlds:
        """Let these worlds begin in a changed state; for those who exchange what the seat has not read."""
        self._rest = change(self._rest.copy())
        return self

    def imagine(self, seed: int, chance: Source | None = None, bare: bool = False) -> Match:
        """Return one of the worlds, in which `seed` deals what the seat does not know.

        What falls later comes from `chance`, or else from the seed too. A bare one keeps no log.
        """
        state = self._rest.copy()
        source = Seeded(seed) if chance is None else chance
        log: list[Entry] | None = None if bare else []
        world = self._match(
            self._terms, state, source, log, self._number, None, None, -NEVER, self._pages, True
        )
        world.catch_up(self._fed)
        for veil, box in zip(self._veils, self._boxes(state)):
            veil.deal(box, seed)
        world.word = self._question
        world.options = self._question.options
        return world
