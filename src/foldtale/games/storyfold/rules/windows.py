"""What can be used at any time: Luma, Brom, Blessings. SF-066, SF-Q34, SF-Q35, SF-Q65, SF-Q69 and SF-Q107."""

from __future__ import annotations

from typing import Final

from foldtale.games.storyfold.language import BROM, LUMA
from foldtale.games.storyfold.options import GO_ON, USE
from foldtale.games.storyfold.rules.crystals import cap
from foldtale.games.storyfold.rules.exploring import leave_space, put_away
from foldtale.games.storyfold.rules.lessons import DANGER, teach_about
from foldtale.games.storyfold.rules.telling import follow
from foldtale.games.storyfold.rules.track import look_at_task
from foldtale.games.storyfold.state import DISCARD, NO_CRYSTALS, SPACES, Wood
from foldtale.games.storyfold.uses import LOSS, LOSS_IN_SHADOW_PHASE
from foldtale.kernel.effects import Cause, forbidden
from foldtale.kernel.effects.force import is_used, once
from foldtale.kernel.talk import NOTHING_DUE, Ask, Option, Play, settle, tell

THE_USE: Final = "use"
"""The part of a card that can be used, as its limit names it: a card that stays serves once in each Scene."""
IN_LUMA_PHASE: Final = ("between", "outcome", "closing")
"""Steps in which one may still come to act."""
IN_SHADOW_PHASE: Final = ("shadow", "activate", "advance", "dusk")


def usable(g: Wood, window: str) -> list[Option]:
    """Return the cards that can be used now and would do something: SF-Q34 and SF-Q31."""
    luma, brom, cards = g.content.uses[window]
    found = []
    if g.crystals != NO_CRYSTALS or not g.content.priced:
        face = luma[g.luma_turned or g.always]
        if face is not None and face.can(g, face.cause) and not forbidden(g, "reroll"):
            found.append(face.option)
        face = brom[g.brom_turned]
        if face is not None and g.brom == "here" and face.can(g, face.cause) and not forbidden(g, "brom"):
            found.append(face.option)
    held = g.exploration.rows[SPACES] + g.kept
    if held:
        for card in dict.fromkeys(held):
            use = cards.get(card)
            if use is not None and use.can(g, use.cause) and not is_used(g, "scene", use.cause, THE_USE):
                found.append(use.option)
    return found


def worth_asking(g: Wood, window: str) -> list[Option]:
    """Return what can be used where nothing else is asked; none if all of it would be in vain."""
    options = usable(g, window)
    for choice in options:
        if not is_in_vain(g, *USE.parts(choice)):
            return options
    return []


def is_in_vain(g: Wood, card: str) -> bool:
    """Return whether all that a card brings would be lost."""
    brings = g.content.brings.get(card)
    return brings is not None and all(brings_nothing(g, what) for what in brings)


def brings_nothing(g: Wood, what: str) -> bool:
    """Return whether a second ability, or a text like it, would bring nothing now: SF-Q07 and SF-Q91."""
    if what == "dice":
        return g.ended or g.step not in IN_LUMA_PHASE or g.ready == g.owned
    if what == "light":
        return not g.light
    if what == "crystals":
        return min(g.crystals) >= cap(g)
    if what == "cards":
        return not (g.exploration.deck_size or g.exploration.rows[DISCARD])
    return g.spirit >= g.numbers.spirit


def shows_back(g: Wood, card: str) -> bool:
    """Return whether the back of Luma or Brom can be used; by variant Luma's always can: SF-Q29."""
    return g.brom_turned if card == BROM else g.luma_turned or g.always


def use(g: Wood, card: str) -> Play[None]:
    """Use a card in a window, then look at the task: SF-Q95."""
    yield from resolve_use(g, card)
    look_at_task(g)


def resolve_use(g: Wood, card: str) -> Play[None]:
    """Follow the text of a card; put a Blessing away then, and let a persistent card rest: SF-Q65, SF-Q69."""
    tell(g, "uses", 0, "SF-066" if card in (LUMA, BROM) else "SF-Q65", (card,))
    if card in (LUMA, BROM):
        yield from follow(g, card, g.content.face(card, shows_back(g, card)).use, "SF-066")
    elif card in g.kept or getattr(g.content.body(card), "persistent", False):
        code = g.content.body(card).use
        yield from once(g, "scene", Cause(card, card), THE_USE, lambda g, c: follow(g, card, code, "SF-Q69"))
    else:
        leave_space(g, card)
        yield from follow(g, card, g.content.body(card).use, "SF-Q65")
        put_away(g, card)
    yield from settle(g)


def window(g: Wood, name: str, topic: str = "window") -> Play[None]:
    """Ask what is used, as long as something can be: SF-Q28 and SF-Q34."""
    options = worth_asking(g, name)
    return use_in_window(g, name, topic, options) if options else NOTHING_DUE


def use_in_window(g: Wood, name: str, topic: str, options: list[Option]) -> Play[None]:
    while options:
        card = yield from offer(g, topic, options)
        if not card:
            return
        yield from use(g, card)
        options = worth_asking(g, name)


def offer(g: Wood, topic: str, options: list[Option]) -> Play[str]:
    """Ask which card is used; return "" to go on."""
    yield from teach_about(g, topic, options)
    choice = yield Ask(0, topic, [GO_ON, *options], "SF-Q34")
    return "" if choice is GO_ON else USE.parts(choice)[0]


def avert_overflow(g: Wood, loss: int) -> Play[None]:
    """Offer the cards that give Spirit while `loss` would overflow: SF-066 and SF-Q107.

    The task is not looked at: the effect that takes the Spirit is not resolved yet (SF-Q76).
    """
    name = LOSS_IN_SHADOW_PHASE if g.step in IN_SHADOW_PHASE else LOSS
    while g.spirit < loss and g.spirit < g.numbers.spirit:
        options = usable(g, name)
        card = (yield from offer(g, DANGER, options)) if options else ""
        if not card:
            return
        yield from resolve_use(g, card)
