"""How a game of Seven Virtues stands: is the kingdom saved, who would be the mightiest, and who is fallen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from foldtale.games.virtues import places
from foldtale.games.virtues.content import Counts, VirtuesContent
from foldtale.games.virtues.rules.endings import PIECES, WORTHY
from foldtale.games.virtues.rules.paying import flasks
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


class Weight(NamedTuple):
    """What something is worth in the end, in might, by the turns that are left."""

    last: float
    each: float
    least: float = 0.0
    most: float = 9.0

    def at(self, turns: float) -> float:
        """Return the worth with so many turns left: `last` with none, and `each` for every turn more."""
        return min(self.most, max(self.least, self.last + self.each * turns))


NOW: Final = Weight(1.0, -0.045, least=0.5)
"""A point of might: a lead shrinks, since sins are aimed at whoever leads."""
STEADY: Final = Weight(0.3, 0.45)
"""A point of might that comes in every turn."""
AWARD: Final = Weight(0.4, 0.2, most=1.0)
MARKER: Final = Weight(0.5, 0.27)
PRIZE: Final = Weight(0.7, -0.05, least=0.35)
COIN: Final = Weight(-0.33, 0.11, least=0.05)
"""A gold or a fame: in the last turns there is enough of both."""
COMING_COIN: Final = Weight(0.0, 0.13)
GIFT: Final = Weight(0.7, 0.0)
COMING_GIFT: Final = Weight(0.0, 0.12)
"""A gift for which a character can still be turned."""
FLASK: Final = Weight(0.72, 0.0)
"""A gift that an elixir holds: a little more than one in hand, so that elixirs are not drunk for nothing."""
ARTIFACT: Final = Weight(0.0, 1.2, most=1.2)
WORKDAY: Final = 1.9
"""Spaces of quests that a hero fulfils in a turn."""
SPACES: Final = 4.0
"""Spaces of a quest, on average."""
HALF_DONE: Final = 0.8
"""Which part of a row is done when all its spaces are marked: it has still to be completed."""
LEADS: Final = 4.0
"""Might that the mightiest hero gains in a turn."""
SINS: Final = 1.2
FALLEN_SINS: Final = 2.5
"""Sins that a good hero, and a fallen one, sends to the pile in a turn."""
SURE: Final = 1.3
LUCKY: Final = 0.4
"""How surely a spare cataclysm saves the kingdom; what is added, since tables become careful."""
AT_LAST: Final = 0.25
"""What is left of the kingdom's chances after the last cataclysm, until the phase ends."""
NEAR: Final = 2.2
A_TURN: Final = 0.6
"""Might by which a lead counts at the very end; how much less it counts for each turn that is left."""
PORTAL_ENDINGS: Final = (0.0, 0.0, 0.0, 0.0, 0.04, 0.2, 1.0)
"""How likely the game ends by portals, by how many are closed."""
LEADING: Final = 0.8
TRAILING: Final = 0.1
"""How likely such an ending is won by a hero who is first in portals now, and by another."""
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


PARTS: Final = ("might", "income", "quests", "means")
"""Where might comes from that a hero can expect to have in the end."""


def logit(chance: float) -> float:
    chance = min(1 - LEAST, max(LEAST, chance))
    return math.log(chance / (1 - chance))


def holds(mine: int, other: int, free: int) -> float:
    """Return how likely a quest's prize comes to a hero with so many markers against the best other's."""
    if not mine and not free:
        return 0.0
    if not free:
        return 1.0 if mine > other else 0.5 if mine == other else 0.0
    shown = 1 / (1 + math.exp(-1.5 * (mine - other) / math.sqrt(free)))
    return shown if mine else 0.4 * shown


@lru_cache(maxsize=1 << 15)
def prize_hope(
    content: VirtuesContent, quest: str, marks: tuple[int, ...], seat: int, more: int = 0
) -> float:
    """Return the might that a hero may hope for as a quest's prize, with `more` own markers than now."""
    rivals = [marks.count(one) for one in marks if one >= 0 and one != seat]
    free = marks.count(places.FREE) - max(0, more)
    mine = marks.count(seat) + more
    return float(content.body(quest).prize * holds(mine, max(rivals, default=0), free))


# The kingdom


def time_left(g: VirtuesState) -> float:
    """Return for how many more turns the game goes on about: until the armour is whole and one is worthy."""
    good = g.heroes - len(g.fallen())
    width = len(g.row(0))
    row = SPACES * width
    rate = min(1.0, WORKDAY * max(good, 0.5) / row)
    done = 0.0
    for place in places.MARKED:
        marks = g.marks[place]
        if marks:
            done += (len(marks) - marks.count(places.FREE)) / len(marks) / width
    rows = max(0.0, PIECES - g.armour - HALF_DONE * done) / rate
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
    chance = max(chance, PORTAL_ENDINGS[closed])
    return chance * AT_LAST if g.struck == LAST else chance


# A hero


@lru_cache(maxsize=1 << 14)
def flasks_worth(content: VirtuesContent, elixirs: Row, banners: Counts) -> int:
    """Return how many gifts some elixirs hold."""
    return sum([max([sum(gifts) for gifts in options]) for options in flasks(content, elixirs, banners)])


def gifts_to_come(g: VirtuesState, seat: int) -> int:
    """Return the gifts for which a hero's characters can still be turned."""
    gifts, turned = g.content.gifts, g.turned
    return sum([sum(gifts[card]) * (1 if card in turned else 2) for card in g.characters[seat]])


def hopes(g: VirtuesState, seat: int, turns: float, won: int) -> tuple[float, ...]:
    """Return for each of the PARTS what a hero can expect of it, as far as it differs from hero to hero.

    The weights were fitted to how games end that are played by reflex.
    """
    fame, gold, steady = income(g, seat)
    marked = [(g.quests[place][0], g.marks[place]) for place in places.MARKED if seat in g.marks[place]]
    markers = sum([marks.count(seat) for _, marks in marked])
    prizes = sum([prize_hope(g.content, quest, marks, seat) for quest, marks in marked])
    flasks = flasks_worth(g.content, g.elixirs[seat], g.banners(seat))
    return (
        NOW.at(turns) * g.might[seat],
        STEADY.at(turns) * steady + AWARD.at(turns) * won + COMING_COIN.at(turns) * (fame + gold),
        MARKER.at(turns) * markers + PRIZE.at(turns) * prizes,
        COIN.at(turns) * (g.gold[seat] + g.fame[seat])
        + GIFT.at(turns) * sum(g.gifts[seat])
        + COMING_GIFT.at(turns) * gifts_to_come(g, seat)
        + FLASK.at(turns) * flasks
        + ARTIFACT.at(turns) * len(g.artifacts.rows[seat]),
    )


# How it stands


def progress(g: VirtuesState, seat: int) -> Sequence[Share]:
    """By the PARTS beside those of the best other, the kingdom's safety, and the fallen."""
    par = 1 / g.setup.players
    if "" in g.hero:
        return weighed(par)
    turns = time_left(g)
    saved = safety(g, turns)
    spare = margin(g, turns)
    if seat == g.unnamed:
        return weighed(par, ("ruin", logit((1 - saved) / (1 + len(g.fallen()))) - logit(par), -spare))
    won = [most(counts) for _, counts in categories(g)]
    every = [hopes(g, one, turns, won.count(one)) for one in range(g.heroes)]
    rivals = [one for one in range(g.heroes) if one != seat and not g.fell[one]]
    best = max(rivals or [seat], key=lambda one: sum(every[one]))
    near = NEAR + A_TURN * turns
    first = first_in_portals(g, seat, mightiest(sum(every[seat]), [sum(every[one]) for one in rivals], near))
    if g.fell[seat]:
        first *= RISES
    leads = [mine - other for mine, other in zip(every[seat], every[best], strict=True)]
    scores = [lead / near for lead in leads]
    alone, with_kingdom = logit(first), logit(saved * first)
    scores[0] = alone - logit(par) - sum(scores[1:])
    leads[0] = g.might[seat] - g.might[best]
    ruin = (1 - saved) * share_of_ruin(g, seat)
    return weighed(
        par,
        *zip(PARTS, scores, leads, strict=True),
        ("kingdom", with_kingdom - alone, spare),
        ("fall", logit(saved * first + ruin) - with_kingdom, g.corruption[seat]),
    )


def mightiest(mine: float, others: Sequence[float], near: float) -> float:
    """Return how likely a hero is the mightiest in the end, with such hopes beside those of the others."""
    if not others:
        return 1 - LEAST
    top = max(mine, *others)
    shares = [math.exp((one - top) / near) for one in (mine, *others)]
    return shares[0] / sum(shares)


def first_in_portals(g: VirtuesState, seat: int, first: float) -> float:
    """Return a hero's chance of being first, with the endings by portals besides those by might."""
    likely = PORTAL_ENDINGS[len(g.portals) - g.portals.count(places.FREE)]
    if not likely:
        return first
    ranks = [(g.portals.count(one), g.might[one]) for one in range(g.heroes)]
    return first + likely * ((LEADING if ranks[seat] == max(ranks) else TRAILING) - first)


def share_of_ruin(g: VirtuesState, seat: int) -> float:
    """Return a hero's part of the victory if the heroes lose: something for the fallen, or nearly fallen."""
    if not g.setup.fall:
        return 0.0
    others = len(g.fallen()) + g.setup.unnamed
    if g.fell[seat]:
        return STAYS / others
    return FALLS * min(1.0, g.corruption[seat] / FALLEN_AT) / (others + 1)


def worth(g: VirtuesState, outcome: Outcome, seat: int) -> float:
    """Return what an ending is worth: an equal part of it for each who wins, nothing for the others."""
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
