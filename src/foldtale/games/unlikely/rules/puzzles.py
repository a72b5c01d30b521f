"""Puzzles. UH-104 to UH-114 and UH-Q29 to UH-Q32."""

from __future__ import annotations

from foldtale.games.unlikely.content import Series
from foldtale.games.unlikely.options import SOLVE
from foldtale.games.unlikely.rules.exploring import draw_card
from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel.talk import Option, Play, tell


def solvable(g: UnlikelyState, hero: int) -> list[Option]:
    """Complete series in a backpack whose card lies in the pile. UH-107, UH-109 to UH-114 and UH-Q32."""
    held = [card for card in g.heroes[hero].items if card in g.content.pieces and card not in g.pieces]
    if len(held) < 2 or g.attempt is not None:
        return []
    return [
        SOLVE(series.key)
        for series in g.content.series.values()
        if all(card in held for card in series.cards) and g.numbered(str(series.sum))
    ]


def solve(g: UnlikelyState, series: Series) -> Play[None]:
    """The card of the sum is drawn; the pieces are used up if it comes. UH-105, UH-108, UH-112 and UH-Q31."""
    tell(g, "solves", g.player(g.active), "UH-108", (series.key, series.sum))
    before = g.pieces
    g.pieces = (*g.pieces, *series.cards)
    g.sums = (*g.sums, series.sum)
    if not (yield from draw_card(g, str(series.sum))):
        g.pieces = before
        g.sums = g.sums[:-1]
