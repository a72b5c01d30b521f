"""Crystals: SF-059 to SF-065, SF-Q24 to SF-Q26 and SF-Q111."""

from __future__ import annotations

from typing import Final

from foldtale.games.storyfold.language import ACTIONS, MOST_CRYSTALS
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


def gain_crystals(g: Wood, n: int, why: str) -> Play[None]:
    """SF-059, SF-060 and SF-Q25: each on an Action card of one's choice; what has no room is lost."""
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


def gain_on(g: Wood, action: str, n: int) -> None:
    """Crystals on a card that the text names, as far as there is room."""
    gained = max(0, min(n, cap(g) - g.crystals_on(action)))
    if gained:
        g.put_crystals(action, gained)
        tell(g, "crystals on", ALL, "SF-059", (gained, action))
        happen(g, "crystals_gained", amount=gained)
    if gained < n:
        tell(g, "no room on", ALL, "SF-Q25", (n - gained, action))


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
    """Crystals go back to the supply, from any cards; how many."""
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
    """SF-062 and SF-064: from the Action card being used, if any are needed."""
    if n <= 0:
        return NOTHING_DUE
    g.put_crystals(action, -n)
    tell(g, "spends crystals", 0, "SF-062", (n, action))
    return after(g, "crystals_spent", amount=n)


def lose_on(g: Wood, action: str, n: int) -> None:
    """Crystals on a card go back to the supply."""
    lost = min(n, g.crystals_on(action))
    if lost > 0:
        g.put_crystals(action, -lost)
        tell(g, "crystals off", ALL, "SF-Q25", (lost, action))


def move_crystals(g: Wood, n: int, giver: str, taker: str) -> None:
    """From one Action card to another, as far as there is room."""
    moved = min(n, g.crystals_on(giver), cap(g) - g.crystals_on(taker))
    if moved > 0:
        g.put_crystals(giver, -moved)
        g.put_crystals(taker, moved)
        tell(g, "crystals move", ALL, "SF-061", (moved, giver, taker))
