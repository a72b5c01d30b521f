"""Story cards. GR-051 to GR-053, GR-139 to GR-155, GR-165, GR-175, GR-Q84, GR-Q90, GR-Q107 to GR-Q113."""

from __future__ import annotations

from foldtale.games.grimm.options import ANOTHER, HALF, KEEP
from foldtale.games.grimm.rules.gaining import restock
from foldtale.games.grimm.rules.windows import is_spared, window
from foldtale.games.grimm.state import REVEALED, STORY_DISCARD, Tale
from foldtale.kernel.effects import Cause, enter, leave, perform
from foldtale.kernel.talk import EVERYONE, Ask, Play, pick, tell
from foldtale.kernel.zones import draw


def draw_story(g: Tale, seat: int, why: str, n: int = 1, stands: bool = False) -> Play[None]:
    """GR-139: a Story card is drawn, read out and carried out; of several one is chosen.

    `stands`  GR-191: it cannot be avoided as the one before it was
    """
    drawn: list[str] = []
    for _ in range(n):
        card = yield from reveal(g, seat, why)
        if card:
            drawn.append(card)
    if not drawn:
        return
    card = str((yield from pick(seat, "story", drawn, why)))
    drawn.remove(card)
    for other in drawn:
        discard_story(g, other)
    yield from carry_out(g, seat, card, stands)


def reveal(g: Tale, seat: int, why: str) -> Play[str]:
    """GR-141, GR-154, GR-172 and GR-Q35: the top card, open to all; "" if there is none anywhere."""
    while True:
        if not restock(g, g.stories, STORY_DISCARD, "GR-154"):
            return ""
        yield from draw(g.stories, REVEALED, EVERYONE, "story")
        card = g.stories.rows[REVEALED][-1]
        tell(g, "draws a Story card", seat, why, (card,))
        if not g.coop or getattr(g.content.body(card), "coop", True):
            return card
        if (yield Ask(seat, "replace", (KEEP, ANOTHER), "GR-Q123", card=card)) is KEEP:
            return card
        discard_story(g, card)


def carry_out(g: Tale, seat: int, card: str, stands: bool) -> Play[None]:
    """GR-140 to GR-151, GR-Q96 and GR-Q100: what each of the five types does; a card may keep off a Curse."""
    kind = g.content.kind(card)
    body = g.content.body(card)
    if kind == "bad" and not stands:
        event = yield from window(g, "story_revealed", seat, who=seat, harms=body.harms)
        if event.cancelled:
            if card in g.stories.rows[REVEALED]:
                discard_story(g, card)
            return
    if kind in ("good", "bad"):
        yield from perform(g, body.do, Cause(seat, card)) if kind == "good" else bad_luck(g, seat, card)
        discard_story(g, card)
    elif kind == "curse":
        if not (yield from is_rid_of(g, seat, card, REVEALED)):
            keep(g, seat, card)
            yield from cursed(g, seat, card)
    else:
        keep(g, seat, card)
        if kind == "mini":
            g.fresh = (*g.fresh, card)


def discard_story(g: Tale, card: str, row: int = REVEALED) -> None:
    """GR-142, GR-154 and GR-Q113."""
    g.stories.move(card, row, STORY_DISCARD)


def keep(g: Tale, seat: int, card: str) -> None:
    """GR-147, GR-149, GR-151 and GR-175: face up before the player, or in the display of the team."""
    g.stories.move(card, REVEALED, g.kept_row(seat))
    tell(g, "keeps", seat, "GR-147", (card,))


def bad_luck(g: Tale, seat: int, card: str) -> Play[None]:
    """GR-143 to GR-146, GR-Q84, GR-Q107 and GR-Q149: one of the two effects that can be carried out."""
    body = g.content.body(card)
    halves = [half for half in body.options if half.do.is_possible(g, Cause(seat, card))]
    if not halves:
        tell(g, "nothing happens", seat, "GR-145", (card,))
        return
    options = [HALF(card, half.id) for half in halves]
    choice = yield Ask(seat, "bad luck", options, "GR-143", card=card)
    half = halves[options.index(choice)]
    tell(g, "chooses", seat, "GR-143" if len(options) > 1 else "GR-144", (choice.key,))
    if body.harms and (yield from is_spared(g, seat)):
        return
    if half.do.is_possible(g, Cause(seat, card)):
        yield from perform(g, half.do, Cause(seat, card))
    else:
        tell(g, "nothing happens", seat, "GR-Q149", (card,))


# Curses


def is_rid_of(g: Tale, seat: int, card: str, row: int) -> Play[bool]:
    """GR-203: whether a card keeps off a Curse that comes to this seat; it is discarded then."""
    if not (yield from is_spared(g, seat)):
        return False
    discard_story(g, card, row)
    tell(g, "is rid of", seat, "GR-203", (card,))
    return True


def cursed(g: Tale, seat: int, card: str) -> Play[None]:
    """GR-175, GR-Q100 and GR-Q146: a Curse is in force for its owner or the team, and can be answered."""
    enter(g, card, None if g.coop else seat, g.content.body(card).standing)
    yield from window(g, "curse_received", seat, still=lambda: card in g.kept(seat), who=seat, curse=card)


def lift_curse(g: Tale, seat: int, card: str, why: str = "GR-150") -> None:
    """GR-150 and GR-Q113: a Curse is removed."""
    discard_story(g, card, g.kept_row(seat))
    leave(g, card)
    tell(g, "is rid of", seat, why, (card,))


def pass_curse(g: Tale, giver: int, card: str, taker: int) -> Play[None]:
    """GR-208, GR-Q96 and GR-Q100: a Curse goes to another player, who may keep it off."""
    tell(g, "passes a Curse", giver, "GR-208", (card, taker))
    leave(g, card)
    if not (yield from is_rid_of(g, taker, card, giver)):
        g.stories.move(card, giver, taker)
        yield from cursed(g, taker, card)
