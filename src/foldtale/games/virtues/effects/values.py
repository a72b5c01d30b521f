"""Amounts, conditions and selectors."""

from __future__ import annotations

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME
from foldtale.games.virtues.language import (
    LANGUAGE,
    VIRTUES,
    Building,
    Character,
    Elixir,
    Player,
    Rule,
    Space,
    Stock,
    Virtue,
)
from foldtale.games.virtues.rules.paying import purse
from foldtale.games.virtues.rules.sins import exposed as unsheltered
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause

value = LANGUAGE.value


@value("the heroes")
def heroes(g: VirtuesState) -> list[Player]:
    """All heroes, in play order."""
    return [Player(seat) for seat in g.order]


@value("the other heroes")
def others(g: VirtuesState, c: Cause) -> list[Player]:
    """The other heroes, in play order after whoever acts."""
    return [Player(seat) for seat in g.others(c.me)]


@value("the other heroes whom sins can touch")
def exposed(g: VirtuesState, c: Cause) -> list[Player]:
    """The other heroes whom nothing shelters from the sins of others."""
    return [Player(seat) for seat in unsheltered(g, c.me)]


@value("{who's} {of}")
def stock(g: VirtuesState, of: Stock, who: Player) -> int:
    return g.stock(of)[who]


@value("the most might of all")
def most_might(g: VirtuesState) -> int:
    return max(g.might)


@value("{who's} gifts")
def gifts(g: VirtuesState, who: Player) -> list[Virtue]:
    """Every gift card, so that those of one virtue count each."""
    return [Virtue(name) for name, n in zip(VIRTUES, g.gifts[who]) for _ in range(n)]


@value("the virtues in the pool")
def pool(g: VirtuesState) -> list[Virtue]:
    """Virtues of which the pool has a gift."""
    return [Virtue(name) for name, n in zip(VIRTUES, g.pool) if n]


@value("the virtues printed on {character}")
def printed(g: VirtuesState, character: Character) -> list[Virtue]:
    return [Virtue(name) for name, n in zip(VIRTUES, g.content.gifts[character]) if n]


@value("the number of {virtue} in the pool")
def left(g: VirtuesState, virtue: Virtue) -> int:
    return g.pool[VIRTUES.index(virtue)]


@value("{who's} characters")
def characters(g: VirtuesState, who: Player) -> list[Character]:
    return [Character(card) for card in g.characters[who]]


@value("{who's} upright characters")
def upright(g: VirtuesState, who: Player) -> list[Character]:
    return [Character(card) for card in g.characters[who] if card not in g.turned]


@value("{who's} turned characters")
def turned(g: VirtuesState, who: Player) -> list[Character]:
    return [Character(card) for card in g.characters[who] if card in g.turned]


@value("you can pay for {character}")
def can_pay(g: VirtuesState, c: Cause, character: Character) -> bool:
    """Whether you could pay the printed fame cost."""
    return g.content.cost[character] <= purse(g, c.me, FAME)


@value("{who's} elixirs")
def elixirs(g: VirtuesState, who: Player) -> list[Elixir]:
    return [Elixir(card) for card in g.elixirs[who]]


@value("{who's} castles and estates")
def works(g: VirtuesState, who: Player) -> list[Building]:
    return [Building(card) for card in g.works(who)]


@value("{who's} manned buildings")
def manned(g: VirtuesState, who: Player) -> list[Building]:
    return [Building(card) for card, owner in g.manned.items() if owner == who]


@value("{who's} markers on quests")
def markers(g: VirtuesState, who: Player) -> list[Space]:
    return [
        Space((g.quest_at(place), at + 1))
        for place in places.MARKED
        for at, mark in enumerate(g.marks[place])
        if mark == who
    ]


@value("the number of sins in their deck")
def sins_left(g: VirtuesState) -> int:
    return g.sins.deck_size


@value("the option “{rule}” is on", denies="the option “{rule}” is off")
def in_play(g: VirtuesState, rule: Rule) -> bool:
    """Whether this option of the game is on."""
    return g.setup.fall if rule == "fall" else g.setup.unnamed
