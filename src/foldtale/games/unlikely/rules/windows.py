"""Effects that somebody can use: windows, timings, and once in each occurrence. UH-070 to UH-084."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from foldtale.games.unlikely.language import Effect
from foldtale.games.unlikely.options import AGREE, GO_ON, REFUSE, USE
from foldtale.games.unlikely.rules.energy import deplete, take_cube
from foldtale.games.unlikely.state import UnlikelyState, Visible
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import Ask, Option, Play, settle, tell

TURN: Final = "turn"
STEP: Final = "step"
ATTEMPT: Final = "attempt"
RESULT: Final = "result"
TRAVEL: Final = "travel"
SCOPES: Final[Mapping[str, str]] = {
    "turn": STEP,
    "turn_start": TURN,
    "turn_end": TURN,
    "after_backpack": STEP,
    "after_travel": STEP,
    "after_explore": STEP,
    "travel": TRAVEL,
    "challenge": ATTEMPT,
    "joining": ATTEMPT,
    "announcing": ATTEMPT,
    "drawn": ATTEMPT,
    "succeeded": RESULT,
    "failed": RESULT,
}
"""Within what an effect can be used once, by its timing. UH-081."""


def scope_of(effect: Effect) -> str:
    """Without cubes and timing once in a turn, else once in the step or action it belongs to. UH-Q19."""
    return TURN if not effect.spaces and effect.at == TURN else SCOPES[effect.at]


def renew(g: UnlikelyState, *scopes: str) -> None:
    """Begin another occurrence: effects used in the last one can be used again."""
    if g.used:
        g.used = tuple([(scope, card) for scope, card in g.used if scope not in scopes])


def usable(g: UnlikelyState, *moments: str) -> list[Option]:
    """Return the effects that the active hero can use at these moments.

    UH-070 to UH-072, UH-077, UH-081 and UH-091.
    """
    return [USE(seen.card) for seen in g.visible if seen.effect.at in moments and can_use(g, seen)]


def can_use(g: UnlikelyState, seen: Visible) -> bool:
    owner, card, effect = seen
    if effect.spaces and not g.cubes[card].total:
        return False
    if owner != g.active and not reaches(g, owner, effect.window):
        return False
    if g.used and (scope_of(effect), card) in g.used:
        return False
    cause = cause_of(g, card)
    if effect.if_ is not None and not effect.if_.run(g, cause):
        return False
    return effect.do is not None and (effect.do.can is None or bool(effect.do.can(g, cause)))


def cause_of(g: UnlikelyState, card: str) -> Cause:
    """The active hero is "you"; whoever uses it, the card remembers what is used up. UH-Q17 and UH-Q117."""
    cause = Cause(g.active, card)
    cause.copy = g.content.copies[card]
    return cause


def reaches(g: UnlikelyState, owner: int, window: str) -> bool:
    """Tell whether the window is open on the turn of another hero. UH-071, UH-072 and UH-Q16."""
    return window == "anytime" or (window == "adjacent" and g.heroes[owner].at == g.heroes[g.active].at)


def use_effect(g: UnlikelyState, choice: Option, by: int) -> Play[None]:
    """The active hero is "you", the cube is the owner's, who must agree.

    UH-084, UH-090, UH-094 and UH-Q17.
    """
    (card,) = USE.parts(choice)
    owner = g.owner(card)
    effect = g.content.uses[card]
    mine = g.player(owner)
    g.used = (*g.used, (scope_of(effect), card))
    if mine != by:
        about = (card, g.heroes[g.active].card)
        agreed = yield Ask(mine, "agree", [AGREE, REFUSE], "UH-Q17", about=about, card=card)
        if agreed is REFUSE:
            tell(g, "refuses", mine, "UH-Q17", (card,))
            return
    if effect.spaces:
        take_cube(g, card)
    tell(g, "uses", g.player(g.active), "UH-070", (card,))
    cause = cause_of(g, card)
    cause.whose = owner
    yield from perform(g, effect.do, cause)
    yield from settle(g)
    if effect.spaces:
        yield from deplete(g, card)


def window(g: UnlikelyState, topic: str, rule: str, *moments: str) -> Play[bool]:
    """Offer what can be used now, until somebody goes on; tell whether anything was. UH-078 and UH-079."""
    used = False
    while options := usable(g, *moments):
        choice = yield g.asks(g.active, topic, [GO_ON, *options], rule)
        if choice is GO_ON:
            break
        yield from use_effect(g, choice, g.player(g.active))
        used = True
    return used
