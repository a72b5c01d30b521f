"""By which rule something cannot be done: for whoever tries it all the same."""

from __future__ import annotations

from foldtale.games.unlikely.options import BOX, EXPLORE, GO, OPTIONS, SOLVE, TRAVEL, USE
from foldtale.games.unlikely.rules.challenges import open_boxes
from foldtale.games.unlikely.rules.reading import can_reveal
from foldtale.games.unlikely.rules.windows import reaches, scope_of
from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel.talk import Ask, option


def why_not(g: UnlikelyState, ask: Ask, key: str) -> str:
    """Return the rule by which a key is not among the options of a question."""
    choice = option(key)
    if choice in EXPLORE:
        return why_not_explore(g, *EXPLORE.parts(choice))
    if choice in TRAVEL or choice in GO:
        return why_not_go(g, *(TRAVEL if choice in TRAVEL else GO).parts(choice))
    if choice in USE:
        return why_not_use(g, *USE.parts(choice))
    if choice in SOLVE:
        return why_not_solve(g, *SOLVE.parts(choice))
    if choice in BOX and g.challenges:
        body = g.content.body(g.challenges[-1])
        (box,) = BOX.parts(choice)
        return "UH-228" if box <= len(body.boxes) and box - 1 not in open_boxes(g, body) else "UH-191"
    return OPTIONS.why_not(ask, key)


def why_not_explore(g: UnlikelyState, number: str) -> str:
    """UH-141, UH-143 and UH-148."""
    if number not in g.content.anchors.get(g.heroes[g.active].at, ()):
        return "UH-141"
    if not g.numbered(number):
        return "UH-143"
    return "UH-148" if not can_reveal(g, number, g.active) else "UH-116"


def why_not_go(g: UnlikelyState, card: str) -> str:
    """UH-134, UH-136 and UH-137."""
    here = g.heroes[g.active].at
    if card not in g.world or here not in g.world:
        return "UH-135"
    if card in g.world.areas.distances(here):
        return "UH-134"
    return "UH-137" if card in g.world.touching(here) else "UH-136"


def why_not_use(g: UnlikelyState, card: str) -> str:
    """UH-070, UH-072, UH-081, UH-082 and UH-091."""
    seen = next((seen for seen in g.visible if seen.card == card), None)
    if seen is None:
        return "UH-082"
    if seen.effect.spaces and not g.cubes[card].total:
        return "UH-091"
    if (scope_of(seen.effect), card) in g.used:
        return "UH-081"
    if seen.owner != g.active and not reaches(g, seen.owner, seen.effect.window):
        return "UH-072" if seen.effect.window == "adjacent" else "UH-070"
    return "UH-070"


def why_not_solve(g: UnlikelyState, key: str) -> str:
    """UH-112, UH-114 and UH-Q32; a series that is open or of two colours is none: UH-110."""
    series = g.content.series[key]
    if any(card not in g.heroes[g.active].items for card in series.cards):
        return "UH-114"
    return "UH-112" if any(card in g.pieces for card in series.cards) else "UH-Q32"
