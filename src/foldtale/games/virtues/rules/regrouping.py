"""The seven steps of the Regrouping Phase: SV-130 to SV-155, SV-196, SV-203, SV-211, SV-Q52 to SV-Q54."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.content import FAME, GOLD, MIGHT
from foldtale.games.virtues.language import COLOURS
from foldtale.games.virtues.rules.endings import check_armour, corrupt, defeat, drop_gifts
from foldtale.games.virtues.rules.paying import between_steps
from foldtale.games.virtues.rules.pile import LAST, draw_sin, lay_sin
from foldtale.games.virtues.rules.supplies import lose, rating, unman
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import value
from foldtale.kernel.talk import ALL, EVERYONE, Play, pick, tell

HAND: Final = 3
COMPANY: Final = 3
"""SV-077: characters of its colour by which a temple gives might."""


def score(g: VirtuesState) -> Play[None]:
    """1. SV-130 to SV-139 and SV-196: twelve awards, all judged before any is given; then the sins held.

    SV-189 and SV-Q58: after the last cataclysm the Quest Phase ends with free moves, and with it the game.
    """
    yield from between_steps(g)
    if g.struck == LAST:
        defeat(g)
    tell(g, "regrouping", ALL, "SV-037", (g.turns,))
    for category, seat in [(category, most(counts)) for category, counts in categories(g)]:
        if seat >= 0:
            g.might[seat] += 1
            tell(g, "award", seat, "SV-130", (category,))
    for seat in g.order:
        weigh_sins(g, seat)
    finish(g, "sins")


def categories(g: VirtuesState) -> list[tuple[str, list[int]]]:
    """SV-130 to SV-136: what is counted, and how much of it each hero has."""
    seats = range(g.heroes)
    banners = [g.banners(seat) for seat in seats]
    found = [
        ("elixirs", [len(g.elixirs[seat]) for seat in seats]),
        ("characters", [len(g.characters[seat]) for seat in seats]),
        ("buildings", [len(g.buildings(seat)) for seat in seats]),
        ("gifts", [sum(g.gifts[seat]) for seat in seats]),
        (FAME, g.fame[:]),
        (GOLD, g.gold[:]),
    ]
    return found + [(colour, [counts[at] for counts in banners]) for at, colour in enumerate(COLOURS)]


def most(counts: Sequence[int]) -> int:
    """SV-137 and SV-Q52: who has strictly the most, or -1."""
    best = max(counts)
    return counts.index(best) if counts.count(best) == 1 else -1


def weigh_sins(g: VirtuesState, seat: int) -> None:
    """SV-139, SV-196, SV-197, SV-211: one might for each sin in hand, or one corruption card."""
    if g.fell[seat]:
        return
    n = max(0, len(g.sins.rows[seat]) - value(g, "ignored_sins", 0, seat))
    if g.setup.fall:
        corrupt(g, seat, n, "SV-196")
    else:
        lose(g, seat, MIGHT, n, "SV-139")


def draw_sins(g: VirtuesState) -> Play[None]:
    """2. SV-140 to SV-144, SV-Q33, SV-Q34: each in turn up to three, at least one; what is too many goes."""
    if g.at == 0:
        yield from between_steps(g)
    seat = g.order[g.at]
    for _ in range(max(1, HAND - len(g.sins.rows[seat]))):
        if not (yield from draw_sin(g, seat, "SV-141")):
            break
    while len(g.sins.rows[seat]) > HAND:
        card = str((yield from pick(seat, "discard sin", g.sins.rows[seat], "SV-142", veiled=True)))
        tell(g, "discards a sin", seat, "SV-142", (card,))
        yield from lay_sin(g, card, seat)
    g.at += 1
    if g.at == g.heroes:
        g.at = 0
        finish(g, "heroes wake")


def wake_heroes(g: VirtuesState) -> None:
    """3. SV-107 and SV-145."""
    g.tapped = [False] * g.heroes
    finish(g, "production")


def produce(g: VirtuesState) -> Play[None]:
    """4. SV-061, SV-063, SV-073, SV-077, SV-126, SV-146 to SV-148: income, and might that comes each turn."""
    yield from between_steps(g, manned_only=True)
    for seat in range(g.heroes):
        fame, gold, might = income(g, seat)
        g.fame[seat] += fame
        g.gold[seat] += gold
        g.might[seat] += might
        tell(g, "produces", seat, "SV-146", (fame, gold, might))
    finish(g, "treasures")


def income(g: VirtuesState, seat: int) -> tuple[int, int, int]:
    """Return the fame, gold and might that a hero gets in step 4. SV-147, SV-Q67 and SV-Q77."""
    content = g.content
    hero = content.body(g.hero[seat])
    sides = [hero.evil.income if g.fell[seat] else hero.income]
    characters = g.characters[seat]
    sides += [content.body(card).income for card in characters]
    fame = sum([side.fame for side in sides]) + sum([rating(g, seat, one) for one in g.castles[seat]])
    gold = sum([side.gold for side in sides]) + sum([rating(g, seat, one) for one in g.estates[seat]])
    might = sum([card in content.steady for card in characters]) + g.portals.count(seat)
    banners = g.banners(seat)
    might += sum([banners[content.colour[temple]] >= COMPANY for temple in g.temples[seat]])
    return fame, gold, might


def renew_treasures(g: VirtuesState) -> None:
    """5. SV-149: the treasures that were taken go back into the deck."""
    taken = g.treasures.rows[places.TAKEN]
    if taken:
        g.treasures.rows[places.TAKEN] = ()
        g.treasures.restore(taken, EVERYONE)
        g.treasures.shuffle()
        tell(g, "shuffles the treasures", ALL, "SV-149")
    finish(g, "clear")


def clear_buildings(g: VirtuesState) -> Play[None]:
    """6. SV-150 and SV-151: all markers come home from buildings, and what they would have done is lost."""
    yield from between_steps(g, manned_only=True)
    for building in list(g.manned):
        unman(g, building)
    finish(g, "order")


def new_order(g: VirtuesState) -> None:
    """7. SV-039, SV-152 to SV-155, SV-Q54, SV-Q87: by rising might, ties clockwise after the First Player."""
    before, heroes = g.first, g.heroes
    g.order = tuple(sorted(range(heroes), key=lambda seat: (g.might[seat], (seat - before - 1) % heroes)))
    tell(g, "first player", g.first, "SV-152")
    for seat in range(heroes):
        drop_gifts(g, seat)
    g.skips = [0] * heroes
    g.turns += 1
    finish(g, "go")
    tell(g, "turn", ALL, "SV-037", (g.turns,))


def finish(g: VirtuesState, step: str) -> None:
    """SV-186: after every step the armour ending is tested."""
    check_armour(g)
    g.step = step
