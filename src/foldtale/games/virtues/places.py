"""Where things lie: the rows of cards after those of each hero, the places of quests, and markers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from foldtale.games.virtues.language import MOST_HEROES
from foldtale.kernel.talk import EVERYONE, NOBODY, bit
from foldtale.kernel.zones import Layout, Row

Cards: TypeAlias = list[Row]
"""Cards of one back that nobody ever holds hidden, in rows; chance draws from the last, their deck."""
DECK: Final = -1

# Characters and elixirs: three spaces of the tavern or the store, and the discard pile
DISPLAY: Final = MOST_HEROES
SPACES: Final = 3
USED: Final = DISPLAY + SPACES

# Castles, estates and temples: on offer, and out of the game
OFFER: Final = MOST_HEROES
OFFERED: Final = 2
LOST: Final = OFFER + 1

# Sins: the one that is being carried out, and the pile. Artifacts: those that were used
PLAYED: Final = MOST_HEROES
PILE: Final = PLAYED + 1
SPENT: Final = MOST_HEROES

# Quests: two for each row of the board, the lowest row first; then those that left the game
ROWS: Final = 3
PLACES: Final = 2 * ROWS
MARKED: Final = range(4)
"""SV-112: the lowest and the middle row."""
MIDDLE: Final = 2
GONE: Final = PLACES

# Treasures: beside each place, in the pool of rewards, and on the pile
REWARDS: Final = PLACES
TAKEN: Final = PLACES + 1

# Cataclysms that were played
STRUCK: Final = 0

# On a space of a quest or on a portal, where no hero's marker lies
FREE: Final = -1
NEUTRAL: Final = -2

TREASURES: Final = Layout("treasure", [*[EVERYONE] * 4, NOBODY, NOBODY, EVERYONE, EVERYONE])
CATACLYSMS: Final = Layout("cataclysm", [EVERYONE])


@lru_cache
def own_cards(back: str, heroes: int, *rows: int) -> Layout:
    """Return the rows of cards that only their owners see, and further rows with their masks."""
    return Layout(back, [*[bit(seat) if seat < heroes else EVERYONE for seat in range(MOST_HEROES)], *rows])


def in_deck(cards: Sequence[str], last: int) -> Cards:
    """Lay all cards of one back into their deck; `last` is their last row besides it."""
    return [*[()] * (last + 1), tuple(cards)]


def move(cards: Cards, card: str, taker: int) -> None:
    """Move a card from the row where it lies to another one."""
    giver = next(number for number, row in enumerate(cards) if card in row)
    cards[giver] = tuple([other for other in cards[giver] if other != card])
    cards[taker] = (*cards[taker], card)
