"""Dice, the reroll, attacks, and what becomes of Wyrms. WB-107 to WB-112 and WB-123 to WB-139."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

from foldtale.games.wonderbook.language import Wyrm
from foldtale.games.wonderbook.options import KEEP, REROLL
from foldtale.games.wonderbook.rules.goal import changed
from foldtale.games.wonderbook.rules.heroes import lose_hearts
from foldtale.games.wonderbook.rules.stages import Stages, until_knocked_out
from foldtale.games.wonderbook.state import DICE, NO_WYRM, Book
from foldtale.kernel.chance import Dice, dice, roll
from foldtale.kernel.effects import Cause, Event, after, before, forbidden, happen, leave, perform, value
from foldtale.kernel.talk import ALL, Ask, Fact, Play, pick, settle, tell

FACES: Final = ("S", "F")
"""WB-107 and WB-Q01: three faces of each, so one is as likely as the other."""
FALLS: Final[list[Dice]] = [dice(count, FACES) for count in range(DICE + 1)]
LIFE: Final = 2
GROUP: Final = "The group"
"""Who rolls if nobody of them acts."""
FIRST: Final = "first"
SECOND: Final = "second"
OVER: Final = "over"
ENEMY: Final[Wyrm] = (NO_WYRM, 0)
"""The target of a hit that struck an enemy."""
T = TypeVar("T")


class Stakes(NamedTuple):
    """WB-109: what a roll is for, so that one knows what a reroll is worth."""

    what: str  # an attack on Wyrms only, one with an enemy in reach, a challenge, or any other roll
    needed: int = 0  # Successes that a challenge asks for
    fail: str = ""  # what is printed for when they do not come

    def of(self, successes: int, dice: int) -> tuple[Fact, ...]:
        """The facts of the question."""
        if self.needed and successes >= self.needed:
            return "enough", successes, dice, self.needed
        return self.what, successes, dice, self.needed, self.fail


AS_THEY_FALL: Final = Stakes("roll")
ON_WYRMS: Final = Stakes("attack")
ON_ENEMIES: Final = Stakes("enemy")


def roll_dice(
    g: Book, hero: str | None, count: int, again: bool = False, stakes: Stakes = AS_THEY_FALL
) -> Play[int]:
    """Roll at most five dice; with `again`, WB-109 applies; return the Successes. WB-108 to WB-112, WB-Q09.

    WB-Q153: whatever cards roll before it counts, its own dice lie there afterwards, with what cards changed.
    """
    count = max(0, min(count, DICE))
    g.dice = tuple(map(str, (yield from roll("dice", FALLS[count])))) if count else ()
    tell(g, "rolls", g.seats[hero] if hero else ALL, "WB-108", (g.dice.count("S"), count, hero or GROUP))
    if again and hero and may_reroll(g, hero):
        about = stakes.of(g.dice.count("S"), count)
        if (yield Ask(g.seats[hero], "reroll", [REROLL, KEEP], "WB-109", about=about, card=hero)) is REROLL:
            yield from until_knocked_out(g, hero, reroll(g, hero))
    event = yield from before(g, "rolled", who=hero, successes=g.dice.count("S"), dice=g.dice)
    fallen = g.dice = event.facts["dice"]
    successes = 0 if event.cancelled else max(0, event.facts["successes"])
    yield from after(g, "rolled", who=hero, successes=successes)
    g.dice = fallen
    return successes


def may_reroll(g: Book, hero: str) -> bool:
    """WB-109, WB-110, WB-Q04 to WB-Q06: once in their own turn, with a Failure and two Hearts."""
    is_left = hero == g.active and not g.rerolled
    return is_left and g.hearts[hero] > 1 and "F" in g.dice and not forbidden(g, "reroll", hero)


def reroll(g: Book, hero: str) -> Stages[None]:
    """WB-111, WB-112, WB-Q02 and WB-Q03: all Failures together; Successes are kept."""
    g.rerolled = True
    lose_hearts(g, hero, 1, "WB-109")
    yield None
    yield roll_failures_again(g, g.dice)


def roll_failures_again(g: Book, dice: tuple[str, ...]) -> Play[tuple[str, ...]]:
    """Roll those of `dice` that are Failures again; return all of them. WB-111."""
    kept = dice.count("S")
    again = yield from roll("dice", FALLS[len(dice) - kept])
    g.dice = ("S",) * kept + tuple(map(str, again))
    tell(g, "rolls again", g.voice, "WB-111", (g.dice.count("S"), len(g.dice)))
    return g.dice


def in_reach(g: Book, hero: str) -> list[int | str]:
    """WB-126 and WB-Q61: the Wyrms and enemies that an attack can hit."""
    reach = value(g, "reach", g.chapter.attack(hero).reach, hero)
    at = g.at[hero]
    if not at:
        return []
    if reach == 0:
        areas: tuple[str, ...] = (at,)
    elif reach == 1:
        areas = g.areas.around(at)
    else:
        areas = tuple([area for area, far in g.areas.distances(at).items() if far <= reach])
    found: list[int | str] = [wyrm for wyrm, place in enumerate(g.wyrm_at) if place in areas]
    if g.figures:
        found += [who for area in areas for who in g.figures_of("enemy", area)]
    return found


def attack(g: Book, hero: str) -> Stages[None]:
    """WB-123 to WB-130 and WB-Q137: roll, choose who is struck, and strike."""
    text = g.chapter.attack(hero)
    tell(g, "attacks", g.seats[hero], "WB-123", (hero,))
    happen(g, "attack_declared", who=hero)
    yield None
    stakes = ON_ENEMIES if any(isinstance(target, str) for target in in_reach(g, hero)) else ON_WYRMS
    hits = yield roll_dice(g, hero, value(g, "attack_dice", text.dice, hero), True, stakes)
    targets = yield choose_targets(g, hero, text.strikes) if hits else None
    if targets:
        chosen = [g.wyrm(target) if isinstance(target, int) else target for target in targets]
        blows = []
        for target in chosen:
            blows += [(yield before_it_lands(g, target, hits))]
        yield strike(g, hero, hits, blows)


def choose_targets(g: Book, hero: str, strikes: int) -> Play[list[int | str]]:
    """WB-125, WB-128 and WB-Q66: one target, or up to two different ones; none if nobody is in reach."""
    rule = "WB-128" if strikes == 2 else "WB-125"
    chosen: list[int | str] = []
    for which in (FIRST, SECOND)[:strikes]:
        targets = [target for target in in_reach(g, hero) if target not in chosen]
        target = (yield from choose_target(g, hero, targets, which, rule)) if targets else None
        if target is not None:
            chosen.append(target)
    return chosen


def choose_target(
    g: Book, hero: str, targets: list[int | str], which: str, rule: str
) -> Play[int | str | None]:
    """WB-125 and WB-129: any valid target; Wyrms alike are one option. All but the FIRST can be let be."""
    alike = one_of_each(g, targets)
    stop = which != FIRST
    chosen = yield from pick(g.seats[hero], "target", [*alike], rule, stop=stop, about=(which,))
    return None if chosen is None else alike[chosen]


def one_of_each(g: Book, targets: list[T]) -> dict[str, T]:
    """WB-Q80: enemies by their names, Wyrms by their area and state, which do not tell two apart."""
    found: dict[str, T] = {}
    for target in targets:
        found.setdefault(g.wyrm_key(target) if isinstance(target, int) else str(target), target)
    return found


def strike(g: Book, hero: str, hits: int, blows: list[tuple[Wyrm | str, int]]) -> Play[None]:
    """WB-127, WB-130, WB-Q66, WB-Q67: blows land together; then leftover damage and the effects of a hit."""
    left = 0
    for target, blow in blows:
        left += take_blow(g, target if isinstance(target, str) else g.miniature(target), blow, hero)
    yield from settle(g)
    yield from deal_leftover(g, hero, left)
    hit = [target for target, blow in blows if blow > 0]
    if not hit:
        return
    struck = ENEMY if isinstance(hit[0], str) else hit[0]
    yield from after(g, "hit", who=hero, target=struck, successes=hits)
    text = g.chapter.attack(hero).hit
    if text is not None:
        event = Event("hit", {"who": hero, "target": struck, "successes": hits})
        yield from perform(g, text, Cause(hero, hero, event))


def deal_leftover(g: Book, hero: str, left: int) -> Play[None]:
    """WB-137, WB-138, WB-Q63 and WB-Q64: on another, and what that did not need on the next, or not."""
    while left > 0 and g.can_choose(hero) and (targets := in_reach(g, hero)):
        target = yield from choose_target(g, hero, targets, OVER, "WB-137")
        if target is None:
            return
        left = yield from deal(g, target, left, hero)


def deal(g: Book, target: int | str, damage: int, by: str | None) -> Play[int]:
    """WB-131 and WB-043: damage to a Wyrm, an enemy or an ally; how much of it is left over."""
    target, damage = yield from before_it_lands(g, target, damage)
    left = take_blow(g, target, damage, by)
    yield from settle(g)
    return left


def before_it_lands(g: Book, target: T, damage: int) -> Play[tuple[T | str, int]]:
    """WB-006: what cards make of a blow before it lands: who is damaged, and how much."""
    if isinstance(target, str) and target in g.figures:
        event = yield from before(g, "figure_damaged", card=target, damage=damage)
        return event.facts["card"], 0 if event.cancelled else event.facts["damage"]
    return target, damage


def take_blow(g: Book, target: int | str, damage: int, by: str | None) -> int:
    """WB-137: a blow lands; how much of it is left over."""
    return hit_wyrm(g, target, damage, by) if isinstance(target, int) else hit_figure(g, target, damage)


def hit_wyrm(g: Book, wyrm: int, damage: int, by: str | None) -> int:
    """WB-131 to WB-135, WB-Q68 and WB-Q69: one stuns it, two at once defeat it; how much is left over."""
    if not g.place(wyrm):
        return damage
    if damage <= 0:
        return 0
    needed = 1 if g.stunned[wyrm] else LIFE
    if damage < needed:
        stun(g, wyrm)
        return 0
    defeat(g, wyrm, by)
    return damage - needed


def stun(g: Book, wyrm: int) -> None:
    """WB-132 and WB-Q134: laid down; one that lies there already stays as it is."""
    if g.place(wyrm) and not g.stunned[wyrm]:
        g.stunned[wyrm] = True
        happen(g, "wyrm_stunned", wyrm=g.wyrm(wyrm), area=g.wyrm_at[wyrm])
        changed(g, "is stunned", ALL, "WB-132", (g.wyrm_at[wyrm],))


def stand_wyrm_up(g: Book, wyrm: int) -> None:
    """WB-163 and WB-210: it has both its life points again."""
    if g.is_stunned(wyrm):
        g.stunned[wyrm] = False
        changed(g, "wyrm stands up", ALL, "WB-163", (g.wyrm_at[wyrm],))


def defeat(g: Book, wyrm: int, by: str | None) -> None:
    """WB-134 to WB-136: a Wyrm is defeated and goes back to the supply."""
    area = g.place(wyrm)
    if area:
        to_supply(g, wyrm)
        happen(g, "wyrm_defeated", by=by, area=area)
        changed(g, "is defeated", ALL, "WB-136", (area,))


def to_supply(g: Book, wyrm: int) -> None:
    """WB-136, WB-157 and WB-Q70: it can be spawned again, and is then another Wyrm."""
    if not g.place(wyrm):
        return
    g.returns[wyrm] += 1
    g.wyrm_at[wyrm] = ""
    g.stunned[wyrm] = False


def hit_figure(g: Book, who: str, damage: int) -> int:
    """WB-043 and WB-Q61: an enemy or ally loses a Heart for each damage, and is defeated with the last."""
    if who not in g.figures:
        return damage
    area, hearts = g.figures[who]
    if 0 < damage < hearts:
        g.figures[who] = (area, hearts - damage)
        happen(g, "figure_damaged", card=who, damage=damage)
        changed(g, "figure loses hearts", ALL, "WB-Q61", (who, damage, hearts - damage))
    elif damage > 0:
        del g.figures[who]
        happen(g, "figure_damaged", card=who, damage=damage)
        g.fallen = (*g.fallen, who)
        leave(g, who)
        happen(g, "figure_defeated", card=who, area=area)
        changed(g, "figure is defeated", ALL, "WB-Q61", (who,))
    return max(0, damage - hearts)
