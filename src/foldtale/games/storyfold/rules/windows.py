"""What can be used at any time: Luma, Brom, Blessings. SF-066, SF-Q34, SF-Q35, SF-Q65 and SF-Q69."""

from __future__ import annotations

from functools import cache
from typing import Final

from foldtale.games.storyfold.language import BROM, LUMA
from foldtale.games.storyfold.rules.exploring import leave_space, put_away
from foldtale.games.storyfold.rules.telling import follow, teach
from foldtale.games.storyfold.rules.track import look_at_task
from foldtale.games.storyfold.state import SPACES, Wood
from foldtale.kernel.effects import Cause, Code, forbidden
from foldtale.kernel.effects.force import is_used, once
from foldtale.kernel.talk import Ask, Option, Play, option, settle, tell

GO_ON: Final = option("go on")
TIMINGS: Final = {
    "between": ("any", "between"),
    "rolled": ("any", "rolled"),
    "closing": ("any",),
    "activation": ("any", "activation", "shadow"),
    "shadow": ("any", "shadow"),
}
"""SF-Q34: in which window which cards can be used."""
USE: Final = "use"


@cache
def on_behalf(card: str) -> Cause:
    """For whom it is looked at whether a card can be used."""
    return Cause(card, card)


@cache
def use_of(card: str) -> Option:
    return option(f"use {card}")


def usable(g: Wood, window: str) -> list[Option]:
    """SF-Q34 and SF-Q31: the cards whose text can be used now, and would do something."""
    timings = TIMINGS[window]
    uses = g.content.uses
    found = []
    brom = uses.get((BROM, g.brom_turned)) if g.brom == "here" else None
    for face in (uses.get((LUMA, g.luma_turned or g.always)), brom):
        if face is None or face.timing not in timings or (g.force.bans and is_forbidden(g, face.card)):
            continue
        can = face.code.can
        if can is None or can(g, on_behalf(face.card)):
            found.append(use_of(face.card))
    spaces = g.exploration.rows[SPACES]
    if spaces or g.kept:
        for card in dict.fromkeys((*spaces, *g.kept)):
            held = uses.get((card, False))
            if held is not None and held.timing in timings and is_ready(g, card, held.code):
                found.append(use_of(card))
    return found


def shows_back(g: Wood, card: str) -> bool:
    """SF-Q29: which face can be used; by variant Luma's second is always there."""
    return g.brom_turned if card == BROM else g.luma_turned or g.always


def is_forbidden(g: Wood, card: str) -> bool:
    """Cards may forbid what Luma and Brom do."""
    return forbidden(g, "brom" if card == BROM else "reroll")


def is_ready(g: Wood, card: str, code: Code) -> bool:
    """Whether something would come of it; what stays serves once in each Scene."""
    if code.can is not None and not code.can(g, on_behalf(card)):
        return False
    return not g.force.used or not is_used(g, "scene", on_behalf(card), USE)


def use(g: Wood, card: str) -> Play[None]:
    """SF-Q65 and SF-Q69: its text is followed; a Blessing is gone then, a persistent card rests."""
    tell(g, "uses", 0, "SF-066" if card in (LUMA, BROM) else "SF-Q65", (card,))
    if card in (LUMA, BROM):
        yield from follow(g, card, g.content.face(card, shows_back(g, card)).use, "SF-066")
    elif card in g.kept or getattr(g.content.body(card), "persistent", False):
        code = g.content.body(card).use
        yield from once(g, "scene", Cause(card, card), USE, lambda g, c: follow(g, card, code, "SF-Q69"))
    else:
        leave_space(g, card)
        yield from follow(g, card, g.content.body(card).use, "SF-Q65")
        put_away(g, card)
    if g.due:
        yield from settle(g)
    look_at_task(g)


def window(g: Wood, name: str, topic: str, options: list[Option]) -> Play[None]:
    """SF-Q28 and SF-Q34: as long as something can be used, one is asked; first comes going on."""
    while options:
        for card in (LUMA, BROM):
            if card not in g.taught and use_of(card) in options:
                yield from teach(g, card)
        choice = yield Ask(0, topic, [GO_ON, *options], "SF-Q34")
        if choice is GO_ON:
            return
        yield from use(g, choice.key.partition(" ")[2])
        options = usable(g, name)
