"""A tale looked at again: how each side stood over the match, and the moments that turned it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from foldtale.bots.review import Review, Turning, review
from foldtale.kernel.log import Line
from foldtale.kernel.match import Match
from foldtale.kernel.tale import open_tale, read
from foldtale.kernel.talk import SPECTATOR
from foldtale.kernel.tongue import tongue_of, words_of
from foldtale.table.history import History
from foldtale.table.transcript import names_in, teller, whole_story
from foldtale.terminal.screen import QUIET, Screen

WIDE: Final = 60
"""Columns of a drawing at most."""
MOST_SAID: Final = 2
"""Sentences about what turned it."""
BARS: Final = " ▁▂▃▄▅▆▇█"


class NotOver(Exception):
    """A match can be reviewed when it is over."""


class Reviewed:
    """The review of a tale, and what is needed to tell it."""

    def __init__(self, path: Path, lang: str = "en") -> None:
        self.match, wrong = open_tale(Match, path)
        if wrong is not None:
            raise wrong
        if not self.match.over:
            raise NotOver("this match is not over yet; a review needs its end")
        page = read(path)
        self.review: Review = review(History(page.header, page.steps).walk, None)
        self.words = words_of(self.match.game, lang)
        scene = self.match.scene(SPECTATOR, tongue_of(self.match.game, lang))
        self.names = names_in(scene, self.match.setup.players, self.words.speech)
        self.tell = teller(self.match, scene, lang)

    def side(self, number: int) -> str:
        """Return the names of a side's players."""
        return self.words.speech(" and ").join([self.names[seat] for seat in self.review.sides[number]])

    def happened(self, moment: Turning) -> str:
        """Return the first sentences that tell of the answer that turned the match."""
        lines: Sequence[Line] = whole_story(self.match)
        at = next((at for at, line in enumerate(lines) if line.get("n") == moment.number), len(lines))
        end = next((end for end in range(at + 1, len(lines)) if "n" in lines[end]), len(lines))
        said = [one for one in self.tell(lines[at:end]) if not one.heading]
        return " ".join([one.text for one in said[:MOST_SAID]])

    def facts(self) -> dict[str, Any]:
        """The review for machines."""
        return {
            "game": self.match.game.name,
            "sides": self.review.sides,
            "names": self.names,
            "points": [{"number": one.number, "chances": one.chances} for one in self.review.points],
            "moments": [
                {
                    "number": one.number, "side": one.side, "before": one.before, "after": one.after,
                    "happened": self.happened(one), "why": one.why(self.match.game, self.words),
                }
                for one in self.review.moments
            ],
        }  # fmt: skip

    def show(self, screen: Screen) -> None:
        """Draw a row for each side: bars, or tenths where only ASCII can be read; then tell the moments."""
        match, points = self.match, self.review.points
        screen.say(f"{match.game.title}: how it went, over {match.number} questions", "bold")
        names = [self.side(number) for number in range(len(self.review.sides))]
        most = max([len(name) for name in names])
        for number, name in enumerate(names):
            row = drawn([point.chances[number] for point in points], plain=screen.plain)
            first, last = points[0].chances[number], points[-1].chances[number]
            screen.say_whole(f"  {name:<{most}} {first:>4.0%} {row} {last:.0%}")
        if screen.plain:
            screen.say("  Each digit is a chance of winning in tenths.", QUIET)
        for moment in self.review.moments:
            why = moment.why(match.game, self.words)
            change = f"{moment.before:.0%} to {moment.after:.0%}" + (f": {why}" if why else "")
            screen.say(f"{moment.number:>4}  {names[moment.side]}, {change}.")
            if happened := self.happened(moment):
                screen.say(f"      {happened}", QUIET)
        if not self.review.moments:
            screen.say("  No single moment turned it.")


def drawn(chances: Sequence[float], plain: bool) -> str:
    """Return a drawing of chances in a row of letters."""
    columns = min(WIDE, len(chances))
    cuts = [at * len(chances) // columns for at in range(columns + 1)]
    levels = [sum(chances[start:end]) / (end - start) for start, end in pairwise(cuts)]
    if plain:
        return "".join([str(min(9, int(level * 10))) for level in levels])
    return "".join([BARS[min(8, int(level * 9))] for level in levels])
