"""Completing a row of quests: SV-115, SV-167 to SV-184, SV-229, SV-Q37 to SV-Q39, SV-Q43 to SV-Q47."""

from __future__ import annotations

from foldtale.games.virtues import places
from foldtale.games.virtues.content import MIGHT
from foldtale.games.virtues.rules.endings import PIECES, check_armour
from foldtale.games.virtues.rules.pile import cataclysm
from foldtale.games.virtues.rules.quests import receive
from foldtale.games.virtues.rules.supplies import deal, gain
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import ALL, EVERYONE, NOBODY, Play, Show, pick, tell
from foldtale.kernel.zones import draw, turn

BESIDE = 2
"""SV-030: treasures beside each quest."""


def is_row_full(g: VirtuesState) -> bool:
    """SV-167 and SV-Q46: every space of all quests in the lowest row is marked, and there is a quest."""
    one, two = g.marks[:2]
    return places.FREE not in one and places.FREE not in two and bool(one or two)


def complete(g: VirtuesState) -> Play[None]:
    """SV-168 to SV-172: the First Player chooses a quest; its prize, and the pool of its rewards."""
    quests = [g.quest_at(place) for place in g.row(0) if g.quests[place]]
    quest = yield from pick(g.first, "first quest", quests, "SV-168")
    g.completing = str(quest)
    place = g.place_of(g.completing)
    tell(g, "completes", ALL, "SV-167", (g.completing,))
    award_prize(g, place)
    yield from reveal_rewards(g, place)
    g.claims = claims(g, place)
    g.step = "draft"


def markers(g: VirtuesState, place: int) -> list[int]:
    """Return how many markers each hero has on the quest at a place."""
    return [g.marks[place].count(seat) for seat in range(g.heroes)]


def award_prize(g: VirtuesState, place: int) -> None:
    """SV-169 to SV-171: the most own markers take the might; of several each half of it, rounded down."""
    counts = markers(g, place)
    winners = [seat for seat, n in enumerate(counts) if n and n == max(counts)]
    prize = g.content.body(g.completing).prize
    for seat in winners:
        gain(g, seat, MIGHT, prize if len(winners) == 1 else prize // 2, "SV-169")


def reveal_rewards(g: VirtuesState, place: int) -> Play[None]:
    """SV-172: the whole treasure deck and what lies beside the quest."""
    box = g.treasures
    while box.layers:
        yield Show(box.layers[0], EVERYONE)
        for card in box.layers[0]:
            box.lift(card)
            box.put(card, places.REWARDS, EVERYONE)
    for card in box.rows[place]:
        box.move(card, place, places.REWARDS)


def claims(g: VirtuesState, place: int) -> tuple[int, ...]:
    """SV-173: round by round in play order, until each has as many as markers there."""
    counts = markers(g, place)
    return tuple([seat for taken in range(max(counts)) for seat in g.order if counts[seat] > taken])


def draft(g: VirtuesState) -> Play[None]:
    """SV-173, SV-174, SV-176, SV-177, SV-208 and SV-Q44: one treasure of the pool for one claim."""
    if g.claims and g.treasures.rows[places.REWARDS]:
        seat, *others = g.claims
        treasure = yield from pick(seat, "draft", g.treasures.rows[places.REWARDS], "SV-173", to=EVERYONE)
        g.claims = tuple(others)
        g.treasures.move(str(treasure), places.REWARDS, places.TAKEN)
        yield from receive(g, seat, str(treasure))
    else:
        clear_quest(g)


def clear_quest(g: VirtuesState) -> None:
    """SV-012, SV-175, SV-178 and SV-Q43: the rest is shuffled back, markers come home, the card leaves."""
    box = g.treasures
    left = box.rows[places.REWARDS]
    box.rows[places.REWARDS] = ()
    box.restore(left, EVERYONE)
    place = g.place_of(g.completing)
    places.move(g.quests, g.completing, places.GONE)
    g.marks[place] = ()
    g.completing = ""
    g.claims = ()
    g.step = "complete" if any(g.quests[place] for place in g.row(0)) else "row"


def close_row(g: VirtuesState) -> Play[None]:
    """SV-179, SV-180, SV-186, SV-Q38 and SV-Q59: a piece of armour, then a cataclysm."""
    if g.armour < PIECES:
        g.armour += 1
        tell(g, "armour", ALL, "SV-179", (g.content.armour[g.armour - 1], g.armour))
        if g.armour == PIECES:
            check_armour(g)
    yield from cataclysm(g)
    yield from move_rows(g)


def move_rows(g: VirtuesState) -> Play[None]:
    """SV-181 and SV-Q47: quests move down with markers and treasures, which then lie face up."""
    for number in range(1, places.ROWS):
        for place, below in zip(g.row(number), g.row(number - 1)):
            g.quests[below], g.quests[place] = g.quests[place], ()
            g.marks[below], g.marks[place] = g.marks[place], ()
            while g.treasures.rows[place]:
                yield from turn(g.treasures, place, 0, EVERYONE)
                g.treasures.move(g.treasures.rows[place][0], place, below)
    tell(g, "rows move", ALL, "SV-181")
    yield from fill_row(g, places.ROWS - 1)


def fill_row(g: VirtuesState, number: int) -> Play[None]:
    """SV-029, SV-030, SV-182, SV-183, SV-Q46: quests from the deck, and treasures one at a time in turn."""
    for place in g.row(number):
        if g.quests[places.DECK]:
            yield from deal(g.quests, place, "quest")
            g.marks[place] = (places.FREE,) * len(g.content.spaces[g.quest_at(place)])
    seen = NOBODY if number == places.ROWS - 1 else EVERYONE
    for _ in range(BESIDE):
        for place in g.row(number):
            if g.quests[place] and g.treasures.deck_size:
                yield from draw(g.treasures, place, seen, "treasure")
