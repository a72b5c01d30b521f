"""Earlier moments of a match, as a seat saw them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from foldtale.kernel import registry
from foldtale.kernel.errors import TaleError
from foldtale.kernel.match import Match
from foldtale.kernel.tale import FromTale, Header, Step, Undo, read_on

APART: Final = 16
"""Questions between two moments from which others are reached."""
MOST_KEPT: Final = 24
NAME: Final = "the tale of this table"


class History:
    """A match that is read again from its lines, as far as somebody wants to look."""

    def __init__(self, header: Header, steps: Sequence[Step]) -> None:
        self._steps = list(steps)
        game = registry.get(header.game)
        source = FromTale(self._steps, header.companion)
        begun = Match.new(game, game.setup(**header.setup), chance=source)
        self._kept = [begun]
        self._apart = APART
        self.first = begun.number

    def add(self, steps: Sequence[Step]) -> None:
        """Lines that were written since."""
        self._steps += steps

    def __len__(self) -> int:
        return len(self._steps)

    def walk(self) -> Iterator[Match]:
        """Go through the match from its start: yield it, always the same, at each question and at its end."""
        match = self._kept[0].fork()
        source = match.source
        assert isinstance(source, FromTale)
        while True:
            yield match
            at = source.at
            step = self._steps[at] if at < len(self._steps) else None
            if step is None:
                return
            number = match.number if isinstance(step, Undo) else step.n or match.number
            if read_on(match, source, NAME, number + 1) is not None or source.at == at:
                return

    def at(self, number: int) -> Match:
        """The match when question `number` was open, or when it ended."""
        while True:
            earlier = [match for match in self._kept if match.number <= number]
            base = max(earlier, key=lambda match: match.number, default=self._kept[0])
            match = base.fork()
            stop = min(number, base.number + self._apart)
            source = match.source
            assert isinstance(source, FromTale)
            wrong: TaleError | None = read_on(match, source, NAME, stop)
            if stop >= number or wrong is not None or match.number <= base.number:
                return match
            self._kept.append(match)
            if len(self._kept) > MOST_KEPT:
                self._kept = self._kept[::2]
                self._apart *= 2
