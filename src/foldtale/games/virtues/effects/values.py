"""Amounts, conditions and selectors."""

from __future__ import annotations

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME, Counts
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
from foldtale.games.virtues.rules.sins import exposed
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause

fact = LANGUAGE.fact
value = LANGUAGE.value


@value("you can pay for {character}")
def can_pay(g: VirtuesState, c: Cause, character: Character) -> bool:
    """Whether you could pay the printed fame cost."""
    return g.content.cost[character] <= purse(g, c.me, FAME)


@value("the option “{rule}” is on", denies="the option “{rule}” is off")
def in_play(g: VirtuesState, rule: Rule) -> bool:
    """Whether this option of the game is on."""
    return g.setup.fall if rule == "fall" else g.setup.unnamed


fact("heroes", list[Player], "the heroes", lambda g: [*g.order], "All heroes, in play order.")
fact("others", list[Player], "the other heroes", lambda g, c: g.others(c.me), "In play order after you.")
fact("exposed", list[Player], "the other heroes whom sins can touch", lambda g, c: exposed(g, c.me))
fact("stock", int, "{who's} {of}", lambda g, of, who: g.stock(of)[who], of=Stock, who=Player)
fact("most_might", int, "the most might of all", lambda g: max(g.might))


@value("{who's} gifts")
def gifts(g: VirtuesState, who: Player) -> list[Virtue]:
    """Every gift card, so that those of one virtue count each."""
    return [name for name, n in zip(VIRTUES, g.gifts[who]) for _ in range(n)]


def any_of(gifts: Counts) -> list[Virtue]:
    """Return the virtues of which there is a gift."""
    return [name for name, n in zip(VIRTUES, gifts) if n]


@value("the virtues printed on {character}")
def printed(g: VirtuesState, character: Character) -> list[Virtue]:
    return any_of(g.content.gifts[character])


@value("the number of {virtue} in the pool")
def left(g: VirtuesState, virtue: Virtue) -> int:
    return g.pool[VIRTUES.index(virtue)]


fact("pool", list[Virtue], "the virtues in the pool", lambda g: any_of(g.pool), "With a gift left.")
fact("characters", list[Character], "{who's} characters", lambda g, who: [*g.characters[who]], who=Player)


@value("{who's} upright characters")
def upright(g: VirtuesState, who: Player) -> list[Character]:
    return [card for card in g.characters[who] if card not in g.turned]


@value("{who's} turned characters")
def turned(g: VirtuesState, who: Player) -> list[Character]:
    return [card for card in g.characters[who] if card in g.turned]


fact("elixirs", list[Elixir], "{who's} elixirs", lambda g, who: [*g.elixirs[who]], who=Player)
fact("works", list[Building], "{who's} castles and estates", lambda g, who: [*g.works(who)], who=Player)


@value("{who's} manned buildings")
def manned(g: VirtuesState, who: Player) -> list[Building]:
    return [card for card, owner in g.manned.items() if owner == who]


@value("{who's} markers on quests")
def markers(g: VirtuesState, who: Player) -> list[Space]:
    marks = [(g.quest_at(place), g.marks[place]) for place in places.MARKED]
    return [(quest, at) for quest, row in marks for at, mark in enumerate(row, 1) if mark == who]


fact("sins_left", int, "the number of sins in their deck", lambda g: g.sins.deck_size)
