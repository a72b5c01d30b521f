"""Crystals: SF-059 to SF-065, SF-Q24 to SF-Q26 and SF-Q111."""

from __future__ import annotations

from typing import Final

from foldtale.games.storyfold.language import ACTIONS, MOST_CRYSTALS, Piece
from foldtale.games.storyfold.options import PAY, PUT
from foldtale.games.storyfold.rules.lessons import as_told, next_step, teach
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.effects import after, happen, value
from foldtale.kernel.talk import ALL, NOTHING_DUE, Ask, Play, option, settle, tell

PUT_ON: Final = [PUT(action) for action in ACTIONS]
PAY_FROM: Final = [PAY(action) for action in ACTIONS]


def cap(g: Wood) -> int:
    """Return how many Crystals an Action card can hold: SF-061 and SF-Q111."""
    return value(g, "crystal_cap", g.numbers.crystals, most=MOST_CRYSTALS)


def gain_crystals(g: Wood, n: int, *, why: str = "SF-059") -> Play[None]:
    """Put each on an Action card of your choice that has room: SF-059, SF-060 and SF-Q25."""
    yield from settle(g)
    if n > 0:
        yield from teach(g, "crystals")
    before = g.crystals
    most = cap(g)
    for _ in range(n):
        room = [put for put, lying in zip(PUT_ON, g.crystals) if lying < most]
        if not room:
            break
        step = next_step(g).do
        told = as_told(g, "do", room) if step and option(step) in PUT else ()
        put = told[0] if told else (yield Ask(0, "crystal", room, "SF-059"))
        g.put_crystals(*PUT.parts(put), 1)
    gained = sum(g.crystals) - sum(before)
    if gained:
        for action, had, has in zip(ACTIONS, before, g.crystals):
            if has > had:
                tell(g, "gains crystals", 0, why, (has - had, action))
        happen(g, "crystals_gained", amount=gained)
    if gained < n:
        tell(g, "no room", ALL, "SF-Q25", (n - gained,))


def gain_crystals_on(g: Wood, card: Piece, n: int = 1) -> Play[None]:
    """Put Crystals on this Action card, as far as it has room: SF-059 and SF-Q25."""
    if card not in ACTIONS:
        return
    gained = max(0, min(n, cap(g) - g.crystals_on(card)))
    if gained:
        g.put_crystals(card, gained)
        tell(g, "crystals on", ALL, "SF-059", (gained, card))
        happen(g, "crystals_gained", amount=gained)
    if gained < n:
        tell(g, "no room on", ALL, "SF-Q25", (n - gained, card))
    yield from teach(g, "crystals")


def spend_crystals(g: Wood, n: int) -> Play[None]:
    """Take Crystals as a price, from any Action cards: SF-Q26."""
    paid = yield from give_back(g, n, "SF-Q26")
    tell(g, "pays crystals", 0, "SF-Q26", (paid,))
    happen(g, "crystals_spent", amount=paid)


def lose_crystals(g: Wood, n: int) -> Play[None]:
    """Put Crystals from Action cards of your choice back, as many as there are: SF-Q25."""
    lost = yield from give_back(g, n, "SF-Q25")
    if lost:
        tell(g, "loses crystals", 0, "SF-Q25", (lost,))


def give_back(g: Wood, n: int, why: str) -> Play[int]:
    """Put `n` Crystals from any cards back into the supply; return how many there were."""
    given = 0
    while given < n:
        full = [pay for pay, lying in zip(PAY_FROM, g.crystals) if lying]
        if not full:
            break
        pay = yield Ask(0, "payment", full, why)
        g.put_crystals(*PAY.parts(pay), -1)
        given += 1
    return given


def spend_on(g: Wood, action: str, n: int) -> Play[None]:
    """Spend Crystals of the Action card in use, if any are needed: SF-062 and SF-064."""
    if n <= 0:
        return NOTHING_DUE
    g.put_crystals(action, -n)
    tell(g, "spends crystals", 0, "SF-062", (n, action))
    return after(g, "crystals_spent", amount=n)


def lose_crystals_on(g: Wood, card: Piece, n: int = 1) -> None:
    """Put Crystals on this Action card back into the supply: SF-Q25."""
    lost = min(n, g.crystals_on(card))
    if lost > 0:
        g.put_crystals(card, -lost)
        tell(g, "crystals off", ALL, "SF-Q25", (lost, card))


def move_crystals(g: Wood, n: int, from_: Piece, to: Piece) -> None:
    """Move Crystals from one Action card to another, as far as it has room: SF-061."""
    moved = min(n, g.crystals_on(from_), cap(g) - g.crystals_on(to)) if to in ACTIONS else 0
    if moved > 0:
        g.put_crystals(from_, -moved)
        g.put_crystals(to, moved)
        tell(g, "crystals move", ALL, "SF-061", (moved, from_, to))
