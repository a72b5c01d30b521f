"""The action Interact with a Card. WB-140 and WB-141."""

from __future__ import annotations

from foldtale.games.wonderbook.content import FRONT
from foldtale.games.wonderbook.rules.attack import roll_dice
from foldtale.games.wonderbook.rules.on_table import discard_from_stack, stack_of
from foldtale.games.wonderbook.rules.reading import flip, read_on
from foldtale.games.wonderbook.rules.stages import Stages, until_knocked_out
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import Cause, happen, perform, value
from foldtale.kernel.pack.pages import PageId, Pages
from foldtale.kernel.talk import ALL, Play, settle, tell


def interact(g: Book, hero: str, ident: str) -> Play[None]:
    """Pay, which may cost the last Heart (WB-Q08), and then interact. WB-140, WB-141, WB-Q54 and WB-Q141."""
    others, g.resolving = g.resolving, (*g.resolving, ident)
    cost = g.chapter.body(ident).cost
    if cost is not None:
        yield from perform(g, cost, Cause(hero, ident))
    yield from until_knocked_out(g, hero, interaction(g, hero, ident))
    g.resolving = others


def interaction(g: Book, hero: str, ident: str) -> Stages[None]:
    """Roll as the front says, with no second chance (WB-Q07); then flip it. WB-140, WB-Q54 and WB-Q141."""
    happen(g, "interacts", who=hero, card=ident)
    yield None
    front = g.chapter.body(ident).roll
    if front is not None and stack_of(g, ident):
        can_roll = g.can_choose(hero)
        successes = (yield roll_dice(g, hero, value(g, "dice", front.dice, hero))) if can_roll else 0
        if successes < front.needed:
            tell(g, "stays as it is", ALL, "WB-Q54", (ident,))
            return
    if stack_of(g, ident):
        yield resolve_interaction(g, hero, ident)


def resolve_interaction(g: Book, hero: str, ident: str) -> Play[None]:
    """WB-140 and WB-Q55: flip, read, resolve; the card is discarded afterwards."""
    then = yield from flip(g, ident, g.chapter.body(ident).back, hero)
    yield from discard_from_stack(g, ident)
    yield from settle(g)
    if then == "next":
        yield from read_on(g)
    if g.goal:
        g.pages = g.pages.reopened(Pages(PageId(g.goal, FRONT)))
