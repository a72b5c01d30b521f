"""How a game of Seven Virtues stands: is the kingdom saved, who would be the mightiest, and who is fallen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from foldtale.games.virtues import places
from foldtale.games.virtues.content import Counts, VirtuesContent
from foldtale.games.virtues.rules.endings import PIECES, WORTHY
from foldtale.games.virtues.rules.pile import LAST, SEVENTH
from foldtale.games.virtues.rules.regrouping import categories, income, most
from foldtale.games.virtues.state import FALLEN_AT, VirtuesState
from foldtale.kernel.game import Outcome
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.zones import Row

A_COIN: Final = 0.4
"""What a gold or a fame is worth, in might, while there is time to spend it."""
A_GIFT: Final = 0.65
AN_ARTIFACT: Final = 1.2
A_BUILDING: Final = 0.2
A_TREASURE: Final = 1.2
"""What a gift, an artifact, a building besides its income, and a marker's treasure are worth, in might."""
A_GIFT_NOW: Final = 0.7
A_FLASK: Final = 0.5
TO_COME: Final = 0.12
"""What a gift is worth that is held, or in an elixir, or for each turn to come if a character has it."""
COINS: Final = 0.11
COINS_LATE: Final = 3.0
LATE_COIN: Final = 0.05
COINS_TO_COME: Final = 0.13
"""What gold and fame are worth: little in the last turns, when there is enough of both."""
KEPT: Final = 0.5
SHRINKS: Final = 0.045
"""What is left of a lead in the end, at least; how much of it is lost in each turn."""
WORKDAY: Final = 1.9
"""Spaces of quests that a hero fulfils in a turn."""
SPACES: Final = 4.0
"""Spaces of a quest, on average."""
LEADS: Final = 4.0
"""Might that the mightiest hero gains in a turn."""
SINS: Final = 1.2
FALLEN_SINS: Final = 2.5
"""Sins that a good hero, and a fallen one, sends to the pile in a turn."""
SURE: Final = 1.3
LUCKY: Final = 0.4
"""How surely a spare cataclysm saves the kingdom; what is added, since tables become careful."""
NEAR: Final = 2.2
A_TURN: Final = 0.6
"""Might by which a lead counts at the very end; how much less it counts for each turn that is left."""
PORTAL_ENDINGS: Final = (0.0, 0.0, 0.0, 0.0, 0.04, 0.2, 1.0)
"""How likely the game ends by portals, by how many are closed."""
STAYS: Final = 0.85
FALLS: Final = 0.4
"""How likely a fallen hero is still fallen when all is lost, and a hero about to fall has fallen by then."""
RISES: Final = 0.12
"""What is left of the hopes of a fallen hero to be the mightiest in the end."""
LEAST: Final = 0.004
"""No chance is believed to be less, nor to be nearer to 1."""

REASONS: Final = {
    "might": Reason("you have {0:n might|might} more of a lead", "you have {0:n might|might} less of a lead"),
    "income": Reason("more might will come to you each turn", "less might will come to you each turn"),
    "quests": Reason("you get more from the quests", "you get less from the quests"),
    "means": Reason("you have more to spend", "you have less to spend"),
    "kingdom": Reason("the kingdom is safer", "the kingdom is in greater danger"),
    "fall": Reason("you stand better among the fallen", "you stand worse among the fallen"),
    "ruin": Reason("the heroes are closer to ruin", "the heroes are further from ruin"),
    "outcome": Reason("it wins more often", "it wins less often"),
}


class Hopes(NamedTuple):
    """What a hero can expect to have in the end, in might, by where it comes from."""

    might: float
    income: float
    quests: float
    means: float

    @property
    def total(self) -> float:
        return self.might + self.income + self.quests + self.means


def logit(chance: float) -> float:
    chance = min(1 - LEAST, max(LEAST, chance))
    return math.log(chance / (1 - chance))


@lru_cache(maxsize=4096)
def holds(mine: int, other: int, free: int) -> float:
    """Return how likely a quest's prize comes to a hero with so many markers against the best other's."""
    if not mine and not free:
        return 0.0
    if not free:
        return 1.0 if mine > other else 0.5 if mine == other else 0.0
    shown = 1 / (1 + math.exp(-1.5 * (mine - other) / math.sqrt(free)))
    return shown if mine else 0.4 * shown


def prize_of(content: VirtuesContent, quest: str) -> int:
    prize: int = content.body(quest).prize
    return prize


# The kingdom


def time_left(g: VirtuesState) -> float:
    """Return for how many more turns the game goes on about: until the armour is whole and one is worthy."""
    good = g.heroes - len(g.fallen())
    width = g.mode.width
    row = SPACES * width
    rate = min(1.0, WORKDAY * max(good, 0.5) / row)
    done = 0.0
    for place in places.MARKED:
        marks = g.marks[place]
        if marks:
            done += (len(marks) - marks.count(places.FREE)) / len(marks) / width
    rows = max(0.0, PIECES - g.armour - 0.8 * done) / rate
    best = max([might for might, fell in zip(g.might, g.fell, strict=True) if not fell], default=0)
    return max(0.3, rows, (WORTHY - best) / LEADS)


def margin(g: VirtuesState, turns: float) -> float:
    """Return how many cataclysms can be spared if the heroes go on for so many turns."""
    fallen = len(g.fallen())
    sins = SINS * (g.heroes - fallen) + FALLEN_SINS * fallen
    pile = len(g.sins.rows[places.PILE]) + turns * sins
    return LAST - g.struck - max(0, PIECES - g.armour) - pile / SEVENTH


def safety(g: VirtuesState, turns: float) -> float:
    """Return how likely the kingdom is saved."""
    chance = 1 / (1 + math.exp(-SURE * margin(g, turns) - LUCKY))
    closed = len(g.portals) - g.portals.count(places.FREE)
    chance = max(chance, PORTAL_ENDINGS[closed] * 0.8)
    if g.struck == LAST:
        chance *= 0.25
    return chance


# A hero


@lru_cache(maxsize=1 << 14)
def flasks_worth(content: VirtuesContent, elixirs: Row, banners: Counts) -> int:
    """Return how many gifts some elixirs hold."""
    total = 0
    for card in elixirs:
        mine = banners[content.colour[card]]
        total += max([sum(one.gifts) for one in content.draughts[card] if one.needs <= mine])
    return total


def gifts_to_come(g: VirtuesState, seat: int) -> int:
    """Return the gifts for which a hero's characters can still be turned."""
    gifts, turned = g.content.gifts, g.turned
    return sum([sum(gifts[card]) * (1 if card in turned else 2) for card in g.characters[seat]])


def awards(g: VirtuesState) -> list[int]:
    """Return how many of the awards each hero would win now."""
    won = [0] * g.heroes
    for _, counts in categories(g):
        seat = most(counts)
        if seat >= 0:
            won[seat] += 1
    return won


def on_quests(g: VirtuesState, seat: int) -> tuple[int, float]:
    """Return how many markers a hero has on quests, and the might that he may hope for as their prizes."""
    markers, prizes = 0, 0.0
    for place in places.MARKED:
        marks = g.marks[place]
        mine = marks.count(seat)
        if mine:
            other = max([marks.count(one) for one in range(g.heroes) if one != seat])
            markers += mine
            prizes += prize_of(g.content, g.quests[place][0]) * holds(mine, other, marks.count(places.FREE))
    return markers, prizes


def hopes(g: VirtuesState, seat: int, turns: float, won: int) -> Hopes:
    """Return what a hero can expect to have in the end, as far as it differs from what others have.

    The weights were fitted to the ends of games of the reflex: might goes further with more turns to come,
    and a lead shrinks, since sins are aimed at whoever leads.
    """
    fame, gold, might = income(g, seat)
    markers, prizes = on_quests(g, seat)
    flasks = flasks_worth(g.content, g.elixirs[seat], g.banners(seat)) if g.elixirs[seat] else 0
    means = (
        max(LATE_COIN, COINS * (turns - COINS_LATE)) * (g.gold[seat] + g.fame[seat])
        + A_GIFT_NOW * sum(g.gifts[seat])
        + TO_COME * turns * gifts_to_come(g, seat)
        + A_FLASK * flasks
        + AN_ARTIFACT * min(1.0, turns) * len(g.artifacts.rows[seat])
    )
    return Hopes(
        max(KEPT, 1 - SHRINKS * turns) * g.might[seat],
        (0.3 + 0.45 * turns) * might
        + min(1.0, 0.4 + 0.2 * turns) * won
        + COINS_TO_COME * turns * (fame + gold),
        (0.5 + 0.27 * turns) * markers + max(0.35, 0.7 - 0.05 * turns) * prizes,
        means,
    )


# How it stands


def progress(g: VirtuesState, seat: int) -> Sequence[Share]:
    """By might now and to come, quests and means beside the others, the kingdom's safety, and the fallen."""
    par = 1 / g.mode.seats
    if "" in g.hero:
        return weighed(par)
    turns = time_left(g)
    saved = safety(g, turns)
    fallen = len(g.fallen())
    if seat >= g.heroes:
        chance = (1 - saved) / (1 + fallen)
        ruin = margin(g, turns)
        return weighed(par, ("ruin", logit(chance) - logit(par), -ruin))
    won = awards(g)
    every = [hopes(g, one, turns, won[one]) for one in range(g.heroes)]
    near = NEAR + A_TURN * turns
    mine = every[seat]
    rivals = [one for one in range(g.heroes) if one != seat and not g.fell[one]]
    if rivals:
        best = every[max(rivals, key=lambda one: every[one].total)]
        top = best.total
        lead = (
            mine.total
            - top
            - near * math.log(sum([math.exp((every[one].total - top) / near) for one in rivals]))
        )
        lead = min(20 * near, max(-20 * near, lead))
        first = 1 / (1 + math.exp(-lead / near))
    else:
        best, first = mine, 1 - LEAST
    closed = len(g.portals) - g.portals.count(places.FREE)
    portals = PORTAL_ENDINGS[closed]
    if portals:
        ranks = [(g.portals.count(one), g.might[one]) for one in range(g.heroes)]
        first += portals * ((0.8 if ranks[seat] == max(ranks) else 0.1) - first)
    if g.fell[seat]:
        first *= RISES
    lost = 0.0
    if g.mode.fall:
        if g.fell[seat]:
            lost = STAYS / (fallen + g.mode.unnamed)
        else:
            lost = FALLS * min(1.0, g.corruption[seat] / FALLEN_AT) / (fallen + 1 + g.mode.unnamed)
    alone = logit(first) - logit(par)
    income_, quests, means = [
        (one - other) / near
        for one, other in ((mine.income, best.income), (mine.quests, best.quests), (mine.means, best.means))
    ]
    safe = logit(saved * first) - logit(first)
    return weighed(
        par,
        ("might", alone - income_ - quests - means, mine.might - best.might),
        ("income", income_, mine.income - best.income),
        ("quests", quests, mine.quests - best.quests),
        ("means", means, mine.means - best.means),
        ("kingdom", safe, margin(g, turns)),
        ("fall", logit(saved * first + (1 - saved) * lost) - logit(saved * first), g.corruption[seat]),
    )


def worth(g: Any, outcome: Outcome, seat: int) -> float:
    """Return what an ending is worth: an equal part of it for each who wins, nothing for the others."""
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
