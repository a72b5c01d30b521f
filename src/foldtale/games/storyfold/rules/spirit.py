"""Spirit and Shadow cards: SF-112 to SF-120, SF-Q36 to SF-Q44 and SF-Q107."""

from __future__ import annotations

from foldtale.games.storyfold.language import BROM
from foldtale.games.storyfold.record import WhereBromIs
from foldtale.games.storyfold.rules.lessons import teach
from foldtale.games.storyfold.rules.telling import follow, open_page, with_event
from foldtale.games.storyfold.rules.windows import avert_overflow
from foldtale.games.storyfold.state import DISCARD, OPEN, Wood
from foldtale.kernel.effects import amended, happen, leave, prevented
from foldtale.kernel.talk import ALL, EVERYONE, Play, settle, tell
from foldtale.kernel.zones import draw


def gain_spirit(g: Wood, n: int, *, why: str = "SF-112") -> Play[None]:
    """Move the Spirit Pawn to the left, as far as the track goes: SF-112 and SF-113."""
    gained = min((yield from amended(g, "spirit_gained", n)), g.numbers.spirit - g.spirit)
    if gained <= 0:
        return
    g.spirit += gained
    tell(g, "gains spirit", 0, why, (gained, g.spirit))
    happen(g, "spirit_gained", amount=gained)


def lose_spirit(g: Wood, n: int, *, why: str = "SF-114", asked: bool = False) -> Play[None]:
    """Lose `n` Spirit; each overflow starts the track anew and draws a Shadow card at once (SF-Q44).

    `asked`  the player was asked about this overflow already: SF-Q107
    SF-114 to SF-117, SF-Q38, SF-Q39 and SF-Q114.
    """
    yield from settle(g)
    loss = yield from amended(g, "spirit_lost", n)
    if loss <= 0:
        return
    if loss > g.spirit and not asked:
        yield from avert_overflow(g, loss)
    overflows, left = 0, loss
    while left > g.spirit:
        left -= g.spirit
        g.spirit = g.numbers.spirit
        overflows += 1
    g.spirit -= left
    tell(g, "loses spirit", 0, why, (loss, g.spirit))
    yield from teach(g, "spirit")
    if overflows:
        tell(g, "overflows", 0, "SF-115", (g.spirit,))
        yield from teach(g, "overflow")
        overflow = with_event(g, "overflow", draw_shadow(g, overflows))
        yield from with_event(g, "spirit_lost", overflow, amount=loss)
    else:
        happen(g, "spirit_lost", amount=loss)


def set_spirit(g: Wood, n: int) -> None:
    """Put the Spirit Pawn on a space: SF-112."""
    g.spirit = min(max(0, n), g.numbers.spirit)
    tell(g, "spirit is", 0, "SF-112", (g.spirit,))


def draw_shadow(g: Wood, n: int = 1) -> Play[None]:
    """Draw Shadow cards and resolve them; then they lie face up on the discard pile.

    SF-067, SF-116, SF-118 to SF-120, SF-Q33, SF-Q43 and SF-Q114.
    """
    box = g.shadows
    for _ in range(n):
        yield from settle(g)
        if not box.deck_size:
            return
        if box.layers[box.top] == (g.chapter_text.final,):
            yield from teach(g, "final-shadow")
            if (yield from prevented(g, "final_shadow")):
                continue
        yield from draw(box, OPEN, EVERYONE, "shadow card")
        card = g.shadows.rows[OPEN][-1]
        g.shadow_drawn += 1
        tell(g, "draws shadow", 0, "SF-116", (card,))
        yield from with_event(g, "shadow_card_drawn", resolve_shadow(g, card))


def resolve_shadow(g: Wood, card: str) -> Play[None]:
    """Resolve a Shadow card and put it on the discard pile: SF-118 and SF-119."""
    yield from open_page(g, "SF-118", card)
    yield from teach(g, "shadow-card")
    yield from follow(g, card, g.content.body(card).in_play, "SF-118")
    g.shadows.move(card, OPEN, DISCARD)


def put_away(g: Wood) -> None:
    """Discard the Shadow cards that were being resolved, the last one first: SF-Q101."""
    for card in reversed(g.shadows.rows[OPEN]):
        g.shadows.move(card, OPEN, DISCARD)


def return_shadow(g: Wood, n: int = 1) -> None:
    """Put the topmost discarded Shadow cards back, right above the final one: SF-Q32 and SF-Q104."""
    box = g.shadows
    final = g.chapter_text.final
    for card in box.rows[DISCARD][: -max(0, n) - 1 : -1]:
        box.take(card, DISCARD)
        box.tuck(card, EVERYONE)
        if (final,) in box.layers:
            box.masks.append(box.masks.pop(box.layers.index((final,))))
            box.layers.append(box.layers.pop(box.layers.index((final,))))
        tell(g, "shadow returns", ALL, "SF-119", (card,))
    g.beneath_brom = min(g.beneath_brom, len(box.rows[DISCARD]))


def give_up_brom(g: Wood) -> None:
    """Lay Brom on the Shadow discard pile, once in a Chapter: SF-067 and SF-069."""
    g.stood_in = True
    g.beneath_brom = len(g.shadows.rows[DISCARD])
    lose_brom(g, "shadow")
    tell(g, "brom stands in", 0, "SF-067")


def lose_brom(g: Wood, to: WhereBromIs) -> None:
    """Take Brom's card away, and with it Protect and Cure: SF-Q31."""
    g.brom = to
    leave(g, BROM)
    tell(g, "brom leaves", ALL, "SF-Q31")
