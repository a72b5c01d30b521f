"""What comes to mind first in Seven Virtues: mark quests, gather what they ask for, and keep sins in hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from foldtale.games.virtues import options as to
from foldtale.games.virtues import places
from foldtale.games.virtues.content import NONE, Counts, Need
from foldtale.games.virtues.language import VIRTUES
from foldtale.games.virtues.progress import (
    A_BUILDING,
    A_COIN,
    A_GIFT,
    A_TREASURE,
    AN_ARTIFACT,
    margin,
    prize_hope,
    time_left,
)
from foldtale.games.virtues.rules.gifts import MOST_EXCHANGED
from foldtale.games.virtues.rules.market import TEMPLE_MIGHT
from foldtale.games.virtues.rules.quests import TO_CLOSE
from foldtale.games.virtues.rules.quests import free_spaces as spaces_for
from foldtale.games.virtues.rules.regrouping import COMPANY, HAND
from foldtale.games.virtues.rules.supplies import less, rating
from foldtale.games.virtues.state import EACH_GIFT, FALLEN_AT, VirtuesState
from foldtale.kernel.talk import Ask

Draw: TypeAlias = Callable[[], float]

ARMOUR: Final = 2.0
"""What a step towards the armour is worth to the hero who takes it, in might."""
BELOW: Final = 0.8
"""What it is worth more to mark the lowest row, which is completed first."""
WANTED: Final = 0.7
"""What a gift that some space asks for is worth more than another."""
A_TAP: Final = 0.6
"""What it is worth to turn a character early, before others take the gifts."""
A_WISH: Final = 0.42
"""The same, of the gifts that an elixir would give."""
AN_EXCHANGE: Final = 2.5
A_SIN: Final = 0.9
A_FALLEN_SIN: Final = 3.0
A_STAIN: Final = 0.9
NEAR_STAIN: Final = 6.0
SOON: Final = 2
"""What it is worth to be rid of a sin, for a fallen hero, of a corruption card, and of one before a fall."""
A_SPARE: Final = 0.55
AT_EASE: Final = 2.0
"""With fewer spare cataclysms than these, what each of them less takes from the worth of playing a sin."""
A_PURGE: Final = 1.8
"""The price of a purge: 1 gold, 1 fame, 1 might."""
WORK_NOW: Final = 5.0
"""What it is worth to use a manned castle or estate before its marker comes home."""
NOW_OR_NEVER: Final = 0.05
"""What a treasure in hand is worth more than the same in prospect."""
WINS: Final = 100.0
LEFT_ALONE: Final = -1.0
"""What it is worth to win at once, and to do something that is never done."""


# What quests ask for


def needs(g: VirtuesState, seat: int) -> list[Need]:
    """Return what the spaces ask for that a hero could mark now."""
    return [g.content.spaces[quest][n - 1] for quest, n in spaces_for(g, seat)]


def wanted(g: VirtuesState, seat: int) -> Counts:
    """Return the gifts that all these spaces ask for together."""
    gifts = [need.gifts for need in needs(g, seat)]
    return tuple([sum(column) for column in zip(*gifts, strict=True)]) or NONE


def lacking(g: VirtuesState, seat: int) -> Counts:
    """Return those of them that a hero has not got."""
    return less(wanted(g, seat), g.gifts[seat])


def both(gifts: Counts, others: Counts) -> int:
    """Return how many gifts two lots have in common."""
    return sum(map(min, gifts, others))


# What an action is worth, in might: from the state, the hero, the turns left and the parts of the option


def mark_worth(g: VirtuesState, seat: int, turns: float, quest: str, number: int, paid: int = 1) -> float:
    """A treasure, the prize and the armour, less what is paid; `paid` is -1 where dear spaces are better."""
    place = g.place_of(quest)
    prize = prize_hope(g.content, quest, g.marks[place], seat, 1)
    prize -= prize_hope(g.content, quest, g.marks[place], seat)
    need = g.content.spaces[quest][number - 1]
    cost = (A_GIFT * sum(need.gifts) + A_COIN * need.n) * min(1.0, turns / 2)
    return ARMOUR + A_TREASURE + prize + BELOW * (place < places.MIDDLE) - paid * cost


def each_turn(g: VirtuesState, card: str) -> float:
    """What a character brings in every turn."""
    income = g.content.body(card).income
    return float(A_COIN * (income.fame + income.gold) + (card in g.content.steady))


def recruit_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    """Income, might at once or each turn, and gifts, twice."""
    gifts = 2 * A_GIFT * sum(g.content.gifts[card]) * min(1.0, turns / 2)
    might = g.content.body(card).might
    return float(might + turns * each_turn(g, card) + gifts + A_BUILDING - A_COIN * g.content.cost[card])


def buy_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    """The gifts of its best option, above all those that are missing."""
    mine, lacks = g.banners(seat)[g.content.colour[card]], lacking(g, seat)
    options = [one.gifts for one in g.content.draughts[card] if one.needs <= mine]
    best = max([A_GIFT * sum(gifts) + A_WISH * both(gifts, lacks) for gifts in options])
    return best - A_COIN * g.content.cost[card]


def found_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    """What a building brings in the turns that are left."""
    cost = A_COIN * g.content.cost[card] - A_BUILDING
    if card in g.content.ratings:
        return A_COIN * rating(g, seat, card) * turns - cost
    mine = g.banners(seat)[g.content.colour[card]]
    return TEMPLE_MIGHT + turns * (1.0 if mine >= COMPANY else mine / 4) - cost


def tap_worth(g: VirtuesState, seat: int, turns: float, card: str) -> float:
    """Its gifts, as far as they are wanted, less the character if it leaves."""
    if g.fell[seat]:
        return LEFT_ALONE
    whole = g.content.gifts[card]
    gifts = tuple(map(min, whole, g.pool))
    wished = both(gifts, lacking(g, seat))
    if card not in g.turned:
        return WANTED * wished + A_TAP * (gifts == whole)
    return (WANTED + A_GIFT) * wished - (each_turn(g, card) + A_BUILDING) * max(0.0, turns - 0.5)


def aim(g: VirtuesState, seat: int) -> Counts:
    """Return the gifts of the space that up to three exchanges would bring into reach, or NONE."""
    held = g.gifts[seat]
    others = tuple([EACH_GIFT - n for n in held])
    best, least = NONE, MOST_EXCHANGED + 1
    for need in needs(g, seat):
        missing = less(need.gifts, held)
        n = sum(missing)
        if 0 < n < least and sum(need.gifts) <= sum(held) and not any(less(missing, others)):
            best, least = need.gifts, n
    return best


def treasure_worth(g: VirtuesState, seat: int, turns: float, quest: str, treasure: str) -> float:
    """A treasure for a marker now, instead of one with the prize later."""
    marks = g.marks[g.place_of(quest)]
    loss = prize_hope(g.content, quest, marks, seat) - prize_hope(g.content, quest, marks, seat, -1)
    return (0.0 if treasure == to.UNSEEN else loot_worth(g, treasure) - A_TREASURE) - loss + NOW_OR_NEVER


def loot_worth(g: VirtuesState, treasure: str) -> float:
    body = g.content.body(treasure)
    return float(A_COIN * (body.gold + body.fame) + body.might + AN_ARTIFACT * body.artifact)


def sin_worth(g: VirtuesState, seat: int, turns: float, card: str, side: str) -> float:
    """Little, and less where the kingdom has no cataclysm to spare; a lot to the fallen.

    One sin of a full hand would go to the pile in any case: SV-141 and SV-142.
    """
    if g.fell[seat]:
        return A_FALLEN_SIN
    worth = stain_worth(g, seat) if g.setup.fall else A_SIN
    return worth if len(g.sins.rows[seat]) >= HAND else worth - A_SPARE * max(0.0, AT_EASE - margin(g, turns))


def stain_worth(g: VirtuesState, seat: int) -> float:
    """Return what it is worth to have one corruption card less: most of all where the fall is near."""
    soon = g.corruption[seat] + SOON * len(g.sins.rows[seat])
    return NEAR_STAIN if soon >= FALLEN_AT else A_STAIN


def close_worth(g: VirtuesState, seat: int, turns: float, portal: str) -> float:
    """One might a turn, for seven gifts; the last one ends the game."""
    if g.portals.count(places.FREE) == 1:
        ranks = [(g.portals.count(one) + (one == seat), g.might[one]) for one in range(g.heroes)]
        return WINS if ranks[seat] == max(ranks) else -WINS
    return turns - 0.6 * A_GIFT * TO_CLOSE


WORTHS: Final[Mapping[str, Callable[..., float]]] = {
    to.RECRUIT.word: recruit_worth,
    to.BUY.word: buy_worth,
    to.FOUND.word: found_worth,
    to.SIN.word: sin_worth,
    to.USE.word: lambda g, seat, turns, card: AN_ARTIFACT if g.supply(seat) else LEFT_ALONE,
    to.TAP.word: tap_worth,
    to.EXCHANGE.key: lambda g, seat, turns: AN_EXCHANGE if aim(g, seat) != NONE else LEFT_ALONE,
    to.MARK.word: mark_worth,
    to.TREASURE.word: treasure_worth,
    to.CLOSE.word: close_worth,
    to.PURGE.key: lambda g, seat, turns: LEFT_ALONE if g.fell[seat] else stain_worth(g, seat) - A_PURGE,
    to.WORK.word: lambda g, seat, turns, building: WORK_NOW,
    to.PASS.key: lambda g, seat, turns: 0.0,
    to.NO.key: lambda g, seat, turns: -A_COIN,
}


# Answers


def reflex(g: VirtuesState, ask: Ask, draw: Draw) -> int:
    """Return the place of the option that seems best at once; any, where nothing comes to mind."""
    if ask.topic in PLAIN:
        return PLAIN[ask.topic] % len(ask.options)
    if ask.topic in LIKED:
        scores = LIKED[ask.topic](g, ask)
        best = max(scores, default=0.0)
        places = [at for at, score in enumerate(scores) if score == best]
        if places:
            return places[int(draw() * len(places))]
    return int(draw() * len(ask.options))


def prior(g: VirtuesState, ask: Ask) -> Sequence[float]:
    """Return how promising the actions of a go are; of other questions nothing."""
    return actions(g, ask) if ask.topic == "go" else ()


def actions(g: VirtuesState, ask: Ask) -> list[float]:
    """Return what each answer is worth in a go or to a purchase; bots leave other answers alone."""
    turns = time_left(g)
    ways = [(WORTHS.get(word), parts) for word, parts in map(to.parsed, ask.options)]
    return [worth(g, ask.seat, turns, *parts) if worth else LEFT_ALONE for worth, parts in ways]


def targets(g: VirtuesState, ask: Ask) -> list[float]:
    """The mightiest."""
    return [g.might[to.PLAYER.parts(one)[0] - 1] if one in to.PLAYER else -1 for one in ask.options]


def free_moves(g: VirtuesState, ask: Ask) -> list[float]:
    """Use what is manned, and go on."""
    return [2 * (choice in to.WORK) + (choice is to.GO_ON) for choice in ask.options]


def rewards(g: VirtuesState, ask: Ask) -> list[float]:
    return [loot_worth(g, choice.key) for choice in ask.options]


def free_spaces(g: VirtuesState, ask: Ask) -> list[float]:
    """The dearest of the spaces that promise most, since it is free."""
    turns = time_left(g)
    return [mark_worth(g, ask.seat, turns, *to.SPACE.parts(choice), paid=-1) for choice in ask.options]


def given(g: VirtuesState, ask: Ask) -> list[float]:
    """What the space that is aimed at does not ask for; nothing if there is none."""
    held, aimed = g.gifts[ask.seat], aim(g, ask.seat)
    stop = WINS if aimed == NONE else -WINS
    spare = {name: n - 3 * m for name, n, m in zip(VIRTUES, held, aimed, strict=True)}
    return [stop if choice is to.DONE else spare[to.GIVE.parts(choice)[0]] for choice in ask.options]


def taken(g: VirtuesState, ask: Ask) -> list[float]:
    """What is missing, from the pool if it is there."""
    missing, lacks = less(aim(g, ask.seat), g.gifts[ask.seat]), lacking(g, ask.seat)
    wish = {name: 5.0 * (n > 0) + (m > 0) for name, n, m in zip(VIRTUES, missing, lacks, strict=True)}
    ways = [to.TAKE.parts(choice) for choice in ask.options]
    return [wish[virtue] + 0.3 * (source == to.POOL) for virtue, source in ways]


def picked(g: VirtuesState, ask: Ask) -> list[float]:
    """Gain the gift that is lacked most, or lose the one that is lacked least; nothing of other things."""
    sign = -1 if ask.card and g.content.kind(ask.card) in ("cataclysm", "unnamed") else 1
    lots = zip(VIRTUES, wanted(g, ask.seat), g.gifts[ask.seat], strict=True)
    wish = {name: sign * (n - held) for name, n, held in lots}
    return [wish[choice.key] for choice in ask.options if choice.key in wish]


LIKED: Final[Mapping[str, Callable[[VirtuesState, Ask], Sequence[float]]]] = {
    "go": actions,
    "give": given,
    "take": taken,
    "target": targets,
    "victim": targets,
    "between": free_moves,
    "draft": rewards,
    "recruit": actions,
    "buy": actions,
    "found": actions,
    "mark": free_spaces,
    "pick": picked,
}
"""How each option is liked, by topic; of those that are liked most, one at random."""
PLAIN: Final[Mapping[str, int]] = {
    "pay": 0,
    "pay gifts": 0,
    "sin_played": 0,
    "artifact_used": 0,
    "demand": 0,
    "may": 0,
    "how many sins": -1,
}
"""The place of the option that is always taken: to let things be, or to give back all sins."""
