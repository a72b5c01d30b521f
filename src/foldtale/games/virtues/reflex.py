"""What comes to mind first in Seven Virtues: mark quests, gather what they ask for, and keep sins in hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from foldtale.games.virtues import options as to
from foldtale.games.virtues import places
from foldtale.games.virtues.content import GIFTS, NONE, Counts, Need, VirtuesContent
from foldtale.games.virtues.language import VIRTUES
from foldtale.games.virtues.options import DECLINE, DONE, GIVE, LET_BE, NO, PASS, PLAYER, POOL, TAKE
from foldtale.games.virtues.progress import (
    A_BUILDING,
    A_COIN,
    A_GIFT,
    A_TREASURE,
    AN_ARTIFACT,
    holds,
    margin,
    prize_of,
    time_left,
)
from foldtale.games.virtues.rules.supplies import less
from foldtale.games.virtues.state import FALLEN_AT, VirtuesState
from foldtale.kernel.talk import Ask, Option

Draw: TypeAlias = Callable[[], float]

ARMOUR: Final = 2.0
"""What a step towards the armour is worth to the hero who takes it, in might."""
BELOW: Final = 0.8
"""What it is worth more to mark the lowest row, which is completed first."""
WANTED: Final = 0.7
"""What a gift that some space asks for is worth more than another."""
A_TAP: Final = 0.6
"""What it is worth to turn a character early, before others take the gifts."""
AN_EXCHANGE: Final = 2.5
MOST_EXCHANGED: Final = 3
A_SIN: Final = 0.4
A_FALLEN_SIN: Final = 3.0
A_STAIN: Final = 0.9
NEAR_STAIN: Final = 6.0
"""What it is worth to be rid of a sin, for a fallen hero, of a corruption card, and of one before a fall."""
A_SPARE: Final = 0.55
AT_EASE: Final = 2.0
"""With fewer spare cataclysms than these, what each of them less takes from the worth of playing a sin."""
A_PURGE: Final = 1.8
"""The price of a purge: 1 gold, 1 fame, 1 might."""
WORK_NOW: Final = 5.0
"""What it is worth to use a manned castle or estate before its marker comes home."""
TO_CLOSE: Final = 7
WINS: Final = 100.0
LEFT_ALONE: Final = -1.0
"""Gifts that close a portal; what it is worth to win at once, and to do something that is never done."""


# What quests ask for


@lru_cache(maxsize=1 << 13)
def free_needs(content: VirtuesContent, quest: str, marks: tuple[int, ...]) -> tuple[Need, ...]:
    """Return what the free spaces of a quest ask for."""
    return tuple(
        [need for need, mark in zip(content.spaces[quest], marks, strict=True) if mark == places.FREE]
    )


def needs(g: VirtuesState) -> list[Need]:
    """Return what the free spaces of all quests ask for that can be marked now."""
    found: list[Need] = []
    for place in places.MARKED:
        marks = g.marks[place]
        if marks and marks.count(places.FREE) > (place >= places.MIDDLE):
            found += free_needs(g.content, g.quests[place][0], marks)
    return found


def demand(g: VirtuesState, held: Counts) -> Counts:
    """Return the gifts that free spaces ask for beyond those held, by virtue."""
    total = [0] * len(VIRTUES)
    for need in needs(g):
        for at, n in need.wants:
            total[at] += n
    return less(tuple(total), held)


# An action


def mark_worth(g: VirtuesState, seat: int, turns: float, quest: str, number: int, paid: bool = True) -> float:
    """Return what it is worth to mark a space: a treasure, the prize, the armour, less what is paid."""
    place = g.place_of(quest)
    marks = g.marks[place]
    mine, free = marks.count(seat), marks.count(places.FREE)
    other = max([marks.count(one) for one in range(g.heroes) if one != seat])
    prize = prize_of(g.content, quest) * (holds(mine + 1, other, free - 1) - holds(mine, other, free))
    need = g.content.spaces[quest][number - 1]
    cost = (A_GIFT * sum(need.gifts) if need.sort == GIFTS else A_COIN * need.n) * min(1.0, turns / 2)
    return ARMOUR + A_TREASURE + prize + BELOW * (place < places.MIDDLE) - (cost if paid else -cost)


def character_worth(g: VirtuesState, card: str, turns: float) -> float:
    """Return what a character is worth: income, might at once or each turn, and its gifts, twice."""
    body = g.content.body(card)
    gifts = sum(g.content.gifts[card])
    each = A_COIN * (body.income.fame + body.income.gold) + (card in g.content.steady)
    return float(body.might + turns * each + 2 * A_GIFT * gifts * min(1.0, turns / 2) + A_BUILDING)


def recruit_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    return character_worth(g, card, turns) - A_COIN * g.content.cost[card]


def buy_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    """Return what an elixir is worth: the gifts of its best option, most of all those that are missing."""
    content = g.content
    mine = g.banners(seat)[content.colour[card]]
    lacks = demand(g, g.gifts[seat])
    best = 0.0
    for one in content.draughts[card]:
        if one.needs <= mine:
            wanted = sum([min(n, m) for n, m in zip(one.gifts, lacks, strict=True)])
            best = max(best, A_GIFT * sum(one.gifts) + 0.6 * WANTED * wanted)
    return best - A_COIN * content.cost[card]


def found_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    """Return what a building is worth: what it brings in the turns that are left."""
    content = g.content
    mine = g.banners(seat)[content.colour[card]]
    cost = A_COIN * content.cost[card]
    ratings = content.ratings.get(card)
    if ratings is None:
        return 1 + turns * (1.0 if mine >= 3 else 0.25 * mine) + A_BUILDING - cost
    rating: int = ratings.best if mine >= ratings.needs else ratings.base
    return A_COIN * rating * turns + A_BUILDING - cost


def tap_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    """Return what it is worth to turn a character: its gifts, less the character if it leaves."""
    if g.fell[seat]:
        return LEFT_ALONE
    gifts = tuple([min(n, left) for n, left in zip(g.content.gifts[card], g.pool, strict=True)])
    wanted = sum([min(n, m) for n, m in zip(gifts, demand(g, g.gifts[seat]), strict=True)])
    worth = WANTED * wanted
    if card not in g.turned:
        return A_TAP * (sum(gifts) == sum(g.content.gifts[card])) + worth
    body = g.content.body(card)
    each = A_COIN * (body.income.fame + body.income.gold) + (card in g.content.steady) + 0.2
    return float(worth + A_GIFT * wanted - each * max(0.0, turns - 0.5))


def exchange_worth(g: VirtuesState, seat: int, turns: float) -> float:
    """Return what the hero's exchange is worth: something if it brings a space into reach."""
    return AN_EXCHANGE if aim(g, seat, g.gifts[seat], g.supply(seat)) != NONE else LEFT_ALONE


def aim(g: VirtuesState, seat: int, held: Counts, markers: int) -> Counts:
    """Return the gifts of the space that up to three exchanges would bring into reach, or NONE."""
    if g.fell[seat] or not markers:
        return NONE
    best, least = NONE, MOST_EXCHANGED + 1
    total = sum(held)
    for need in needs(g):
        if need.sort == GIFTS and sum(need.gifts) <= total:
            missing = less(need.gifts, held)
            n = sum(missing)
            if 0 < n < least and not any(less(missing, reach(g, seat))):
                best, least = need.gifts, n
    return best


def reach(g: VirtuesState, seat: int) -> Counts:
    """Return the gifts that are not this hero's: in the pool and with the others."""
    return tuple([6 - n for n in g.gifts[seat]])


def treasure_worth(g: VirtuesState, seat: int, turns: float, quest: str, treasure: str) -> float:
    """Return what it is worth to take a treasure for a marker now, instead of waiting for the prize."""
    marks = g.marks[g.place_of(quest)]
    mine, free = marks.count(seat), marks.count(places.FREE)
    other = max([marks.count(one) for one in range(g.heroes) if one != seat])
    loss = prize_of(g.content, quest) * (holds(mine, other, free) - holds(mine - 1, other, free))
    gain = A_TREASURE if treasure == to.UNSEEN else loot_worth(g, treasure)
    return gain - A_TREASURE - loss + 0.05


def loot_worth(g: VirtuesState, treasure: str) -> float:
    body = g.content.body(treasure)
    return float(A_COIN * (body.gold + body.fame) + body.might + AN_ARTIFACT * body.artifact)


def sin_worth(g: VirtuesState, seat: int, turns: float, card: str, side: str) -> float:
    """Return what it is worth to play a sin: little, unless the kingdom can spare it; a lot to the fallen."""
    if g.fell[seat]:
        return A_FALLEN_SIN
    worth = stain_worth(g, seat, turns) if g.mode.fall else A_SIN
    return worth - A_SPARE * max(0.0, AT_EASE - margin(g, turns))


def stain_worth(g: VirtuesState, seat: int, turns: float) -> float:
    """Return what it is worth to have one corruption card less: most of all where the fall is near."""
    soon = g.corruption[seat] + len(g.sins.rows[seat]) * min(2.0, max(1.0, turns))
    return NEAR_STAIN if soon >= FALLEN_AT else A_STAIN


def close_worth(g: VirtuesState, seat: int, turns: float, portal: str) -> float:
    """Return what it is worth to close a portal; the last one ends the game."""
    if g.portals.count(places.FREE) == 1:
        ranks = [(g.portals.count(one) + (one == seat), g.might[one]) for one in range(g.heroes)]
        return WINS if ranks[seat] == max(ranks) else -WINS
    return turns - 0.6 * A_GIFT * TO_CLOSE


def use_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    """Return what it is worth to use an artifact: as much as it can be, while a marker could follow."""
    return AN_ARTIFACT if g.supply(seat) else LEFT_ALONE


def purge_worth(g: VirtuesState, seat: int, turns: float) -> float:
    """Return what it is worth to discard a corruption card, less its price; the fallen stay as they are."""
    return LEFT_ALONE if g.fell[seat] else stain_worth(g, seat, turns) - A_PURGE


def work_worth(g: VirtuesState, seat: int, turns: float, building: str) -> float:
    """Return what it is worth to use a castle or an estate that is manned."""
    return WORK_NOW


WORTHS: Final[tuple[tuple[Any, Callable[..., float]], ...]] = (
    (to.RECRUIT, recruit_worth),
    (to.BUY, buy_worth),
    (to.FOUND, found_worth),
    (to.SIN, sin_worth),
    (to.USE, use_worth),
    (to.TAP, tap_worth),
    (to.MARK, mark_worth),
    (to.TREASURE, treasure_worth),
    (to.CLOSE, close_worth),
    (to.WORK, work_worth),
)
PLAIN: Final = {to.EXCHANGE: exchange_worth, to.PURGE: purge_worth}
"""What each action is worth: from the state, the hero, the turns left and the parts of the option."""


@lru_cache(maxsize=4096)
def worth_of(choice: Option) -> tuple[Callable[..., float], tuple[Any, ...]] | None:
    """Return what says the worth of an action, and the parts of the option; None for anything else."""
    if choice in PLAIN:
        return PLAIN[choice], ()
    return next(((worth, verb.parts(choice)) for verb, worth in WORTHS if choice in verb), None)


def action_worth(g: VirtuesState, seat: int, choice: Option, turns: float) -> float:
    """Return what it is worth to answer this in a go, in might; to pass is worth nothing."""
    known = worth_of(choice)
    if known is not None:
        worth, parts = known
        return worth(g, seat, turns, *parts)
    return 0.0 if choice is PASS else LEFT_ALONE


# Answers


def reflex(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Return the place of the option that seems best at once."""
    quick = QUICK.get(ask.topic)
    return quick(g, ask, draw) if quick is not None else any_of(g, ask, draw)


def prior(g: VirtuesState, ask: Ask) -> Sequence[float]:
    """Return how promising the actions of a go are; of other questions nothing."""
    if ask.topic != "go":
        return ()
    turns = time_left(g)
    return [action_worth(g, ask.seat, choice, turns) for choice in ask.options]


def best_of(scores: Sequence[float]) -> int:
    return scores.index(max(scores))


def go_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Do what is worth most; sins of equal worth at random."""
    turns = time_left(g)
    seat = ask.seat
    best, found, sins = LEFT_ALONE, len(ask.options) - 1, 0
    for at, choice in enumerate(ask.options):
        worth = action_worth(g, seat, choice, turns)
        if worth > best:
            best, found, sins = worth, at, 1
        elif worth == best and choice in to.SIN:
            sins += 1
            if draw() * sins < 1:
                found = at
    return found


def first(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    return 0


def any_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    return int(draw() * len(ask.options))


def most_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    return len(ask.options) - 1


def target_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Choose the mightiest."""
    return best_of([g.might[PLAYER.parts(one)[0] - 1] if one in PLAYER else -1 for one in ask.options])


def between_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Use what is manned, and go on."""
    return next((at for at, choice in enumerate(ask.options) if choice in to.WORK), 0)


def let_be(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Negate nothing, as a rule: it takes another sin to the pile."""
    return ask.options.index(LET_BE) if LET_BE in ask.options else 0


def draft_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    return best_of([loot_worth(g, choice.key) for choice in ask.options])


def purchase_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Buy what is worth most at full price, or nothing if it is not worth anything."""
    turns = time_left(g)
    scores = [-A_COIN if choice is NO else action_worth(g, ask.seat, choice, turns) for choice in ask.options]
    return best_of(scores)


def space_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Mark the dearest of the spaces that promise most, since it is free."""
    turns = time_left(g)
    scores = []
    for choice in ask.options:
        quest, number = to.SPACE.parts(choice)
        scores.append(mark_worth(g, ask.seat, turns, quest, number, paid=False))
    return best_of(scores)


def give_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Give what the space that is aimed at does not ask for; stop when there is none."""
    held = g.gifts[ask.seat]
    wanted = aim(g, ask.seat, held, g.supply(ask.seat))
    if DONE in ask.options and wanted == NONE:
        return ask.options.index(DONE)
    scores = []
    for choice in ask.options:
        if choice is DONE:
            scores.append(-9.0)
            continue
        at = VIRTUES.index(*GIVE.parts(choice))
        scores.append(float(held[at] - 3 * wanted[at]))
    return best_of(scores)


def take_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Take what is missing, from the pool if it is there."""
    held = g.gifts[ask.seat]
    missing = less(aim(g, ask.seat, held, g.supply(ask.seat)), held)
    lacks = demand(g, held)
    scores = []
    for choice in ask.options:
        virtue, source = TAKE.parts(choice)
        at = VIRTUES.index(virtue)
        scores.append(5.0 * (missing[at] > 0) + (lacks[at] > 0) + 0.3 * (source == POOL))
    return best_of(scores)


def pick_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Gain the gift that is wanted most, or lose the one that is wanted least; else take any."""
    keys = [choice.key for choice in ask.options]
    if not all(key in VIRTUES for key in keys):
        return any_of(g, ask, draw)
    held = g.gifts[ask.seat]
    if ask.card and g.content.kind(ask.card) in ("cataclysm", "unnamed"):
        total = demand(g, NONE)
        return best_of([held[VIRTUES.index(key)] - total[VIRTUES.index(key)] for key in keys])
    lacks = demand(g, held)
    return best_of([lacks[VIRTUES.index(key)] for key in keys])


def unnamed_of(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Play any card."""
    return int(draw() * (len(ask.options) - (ask.options[-1] is DECLINE)))


QUICK: Final[dict[str, Callable[[VirtuesState, Ask, Draw], int]]] = {
    "go": go_of,
    "pay": first,
    "pay gifts": first,
    "give": give_of,
    "take": take_of,
    "target": target_of,
    "victim": target_of,
    "sin_played": let_be,
    "artifact_used": let_be,
    "between": between_of,
    "demand": first,
    "draft": draft_of,
    "recruit": purchase_of,
    "buy": purchase_of,
    "found": purchase_of,
    "mark": space_of,
    "pick": pick_of,
    "how many sins": most_of,
    "may": first,
    "unnamed": unnamed_of,
}
"""What to do at each question that one need not think about for long."""
