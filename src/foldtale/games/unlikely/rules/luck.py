"""The luck deck: drawing, restoring, reshuffling, Out of Luck. UH-197 to UH-206 and UH-229 to UH-237."""

from __future__ import annotations

from dataclasses import replace

from foldtale.games.unlikely.rules.dice import roll_for
from foldtale.games.unlikely.rules.lessons import teach
from foldtale.games.unlikely.state import DISCARD, DRAWN, IN_PLAY, LOOKED, UnlikelyState, enforce
from foldtale.kernel.effects import amended, leave
from foldtale.kernel.talk import ALL, EVERYONE, Chance, Play, tell
from foldtale.kernel.zones import draw


def worth(g: UnlikelyState, card: str) -> int:
    """Return the value of a drawn luck card; blessed and cursed ones are what was rolled for them. UH-274."""
    blessing = g.content.blessed_luck.get(card)
    return int(card) if blessing is None else blessing.body.base + g.rolls.get(card, 0)


def luck_left(g: UnlikelyState) -> int:
    """Return the number of cards in the draw pile and the discard pile."""
    return g.luck.deck_size + len(g.luck.rows[DISCARD])


def take_luck(g: UnlikelyState, row: int) -> Play[str]:
    """The top luck card goes to a row; an empty pile is remade first. UH-201, UH-232, UH-233 and UH-Q64."""
    if not g.luck.deck_size and not reshuffle(g):
        return ""
    yield from draw(g.luck, row, EVERYONE, "luck")
    return g.luck.rows[row][-1]


def reshuffle(g: UnlikelyState) -> bool:
    """The discard pile becomes the draw pile, and that is counted. UH-232, UH-234, UH-Q63 and UH-Q64."""
    if not shuffle_discards(g):
        return False
    g.reshuffles += 1
    if g.attempt is not None:
        g.attempt = replace(g.attempt, reshuffled=True)
    tell(g, "reshuffles", ALL, "UH-232")
    return True


def shuffle_discards(g: UnlikelyState) -> bool:
    """Shuffle the luck discard pile under the draw pile, and tell whether there was any card."""
    cards = g.luck.rows[DISCARD]
    g.luck.rows[DISCARD] = ()
    g.luck.restore(cards, EVERYONE)
    return bool(cards)


def draw_luck(g: UnlikelyState, n: int) -> Play[None]:
    """Draw luck cards for the attempt, as long as there are any. UH-199 to UH-201."""
    for _ in range(n):
        card = yield from take_luck(g, DRAWN)
        if not card:
            if g.attempt is not None and not g.luck.rows[DRAWN]:
                g.attempt = replace(g.attempt, reshuffled=True)
            return
        yield from roll_luck(g, card)


def roll_luck(g: UnlikelyState, card: str) -> Play[None]:
    """Roll the dice of a blessed or cursed luck card that was drawn. UH-274."""
    blessing = g.content.blessed_luck.get(card)
    if blessing is not None:
        total = yield from roll_for(g, blessing.body.of, blessing.body.dice)
        g.rolls = {**g.rolls, card: total}


def discard_drawn(g: UnlikelyState) -> None:
    """When the attempt is over its luck cards go to the discard pile. UH-206."""
    for card in g.luck.rows[DRAWN]:
        g.luck.put(card, DISCARD)
    g.luck.rows[DRAWN] = ()
    if g.content.blessed_luck.keys() & g.rolls.keys():
        g.rolls = {key: total for key, total in g.rolls.items() if key not in g.content.blessed_luck}


def restore(g: UnlikelyState, n: int) -> Play[None]:
    """Random cards of the discard pile go under the draw pile. UH-229, UH-230 and UH-Q72."""
    count = yield from amended(g, "restore", n, "number")
    discards = g.luck.rows[DISCARD]
    if count <= 0 or not discards:
        return
    restored: list[str] = []
    if count >= len(discards):
        restored = [*discards]
        g.luck.rows[DISCARD] = ()
    else:
        for _ in range(count):
            card: str = yield Chance("restored", g.luck.rows[DISCARD])
            g.luck.take(card, DISCARD)
            restored.append(card)
    g.luck.restore(restored, EVERYONE)
    tell(g, "restores", ALL, "UH-229", (len(restored),))


def discard_luck(g: UnlikelyState, n: int) -> Play[None]:
    """Top cards go to the discard pile one by one. UH-231 and UH-Q73."""
    for at in range(n):
        if not (yield from take_luck(g, DISCARD)):
            return
        tell(g, "discards luck", ALL, "UH-231", (g.luck.rows[DISCARD][-1], at + 1))


def look_at_luck(g: UnlikelyState, count: int) -> Play[None]:
    """Lay the top luck cards open, without a reshuffle, until they are put back."""
    for _ in range(min(count, g.luck.deck_size)):
        yield from draw(g.luck, LOOKED, EVERYONE, "luck")


def put_back(g: UnlikelyState, under: str = "") -> None:
    """Put the cards that were looked at back on the pile in their order, one of them under it."""
    looked = [*g.luck.rows[LOOKED]]
    g.luck.rows[LOOKED] = ()
    if under:
        looked.remove(under)
        g.luck.tuck(under, EVERYONE)
    for card in reversed(looked):
        g.luck.put_on(card, EVERYONE)


def redraw(g: UnlikelyState, card: str) -> Play[None]:
    """Discard a drawn luck card and draw another one for it."""
    g.luck.move(card, DRAWN, DISCARD)
    yield from draw_luck(g, 1)


def reveal_owed(g: UnlikelyState) -> Play[None]:
    """One Out of Luck card for each reshuffle that was counted. UH-235 and UH-Q14."""
    owed, g.reshuffles = g.reshuffles, 0
    for _ in range(owed):
        yield from reveal_unlucky(g)


def reveal_unlucky(g: UnlikelyState) -> Play[None]:
    """An Out of Luck card is revealed and stays in force; there are only eight. UH-235, UH-236 and UH-Q74."""
    if not g.unlucky.deck_size:
        return
    yield from draw(g.unlucky, IN_PLAY, EVERYONE, "unlucky card")
    card = g.unlucky.rows[IN_PLAY][-1]
    tell(g, "unlucky", ALL, "UH-235", (card,))
    yield from teach(g, "unlucky")
    enforce(g, card, None, g.content.body(card).standing)


def ignore_unlucky(g: UnlikelyState, card: str) -> None:
    """An effect lets an Out of Luck card do nothing until the turn ends."""
    leave(g, card)
    g.unheeded = (*g.unheeded, card)


def heed_unlucky(g: UnlikelyState) -> None:
    """A card that was ignored for a turn is in force again. UH-236."""
    ignored, g.unheeded = g.unheeded, ()
    for card in ignored:
        enforce(g, card, None, g.content.body(card).standing)
