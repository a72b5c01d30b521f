"""The Luma Phase: SF-019 to SF-058, SF-062 to SF-064, SF-095 to SF-103, SF-Q01 to SF-Q07, SF-Q13 to SF-Q28.

An Action is one beat of three steps, announced, rolled and resolved; what one must know lies in the state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from foldtale.games.storyfold.content import FIRST, PLACED, SECOND, Aim, SomePlace, card_of
from foldtale.games.storyfold.dice import NO_DICE, THROWS, WHICH_DICE
from foldtale.games.storyfold.language import ACTIONS
from foldtale.games.storyfold.options import (
    AIM_SECOND,
    END_PHASE,
    FAIL,
    NOTHING,
    SPEND,
    TAKE_FIRST,
    TAKE_SECOND,
    USE,
)
from foldtale.games.storyfold.rules import creatures
from foldtale.games.storyfold.rules.crystals import gain_crystals, spend_on
from foldtale.games.storyfold.rules.exploring import draw_exploration, remove_trauma
from foldtale.games.storyfold.rules.lessons import as_told, teach, teach_about
from foldtale.games.storyfold.rules.pool import pool_of
from foldtale.games.storyfold.rules.river import LOWEST, NUMBERED, to_end
from foldtale.games.storyfold.rules.spirit import gain_spirit
from foldtale.games.storyfold.rules.telling import follow, open_page, with_event
from foldtale.games.storyfold.rules.track import advance_light, look_at_task
from foldtale.games.storyfold.rules.windows import usable, use, window
from foldtale.games.storyfold.state import SPACES, Action, Wood, action_of
from foldtale.kernel.effects import after, allowed, expire, forbidden, happen, value
from foldtale.kernel.talk import Ask, Option, Play, settle, settle_then, tell

DEEDS: Final = ("action", "first_ability", "second_ability")
"""What cards can forbid an Action card."""
LEARNT_BY: Final = {(FIRST, "illuminate"): "stun", (SECOND, "illuminate"): "light", (SECOND, "heal"): "heal"}
"""What is explained once an ability was used."""
LEAST_COST: Final = 1
LEAST_NEEDED: Final = 2
MOST_NEEDED: Final = 8
"""Bounds of what cards can change: a cost, and the number that dice must reach."""


# The order of steps


def start_luma_phase(g: Wood) -> Play[None]:
    """Make the full pool available: SF-026."""
    g.round += 1
    g.idle += 1
    g.ended = False
    g.ready = pool_of(g)
    g.rolled = ()
    tell(g, "luma phase", 0, "SF-026", (g.round,))
    yield from after(g, "luma_phase_starts")
    look_at_task(g)
    g.step = "between"


def between(g: Wood) -> Play[None]:
    """Ask for an Action, a card to use, or the end of the phase: SF-027, SF-028, SF-035 and SF-036."""
    if g.ready == NO_DICE:
        g.step = "closing"
        return
    options = announceable(g)
    if options:
        g.idle = 0
    options += usable(g, "between")
    options.append(END_PHASE)
    told = as_told(g, "do", options)
    yield from teach_about(g, "between", () if told else options)
    choice = yield Ask(0, "between", told or options, "SF-028", veiled=bool(told))
    if choice is END_PHASE:
        g.ended = True
        g.step = "closing"
    elif choice in g.content.aimed:
        announce(g, g.content.aimed[choice])
    else:
        yield from use(g, *USE.parts(choice))


def closing(g: Wood) -> Play[None]:
    """Offer a last window; go on with the phase if dice come back in it: SF-Q28 and SF-Q91."""
    yield from window(g, "closing", "closing")
    if not g.ended and g.ready != NO_DICE:
        g.step = "between"
        return
    g.rolled = ()
    yield from after(g, "luma_phase_ends", look_at_task)
    expire(g, "phase")
    g.step = "shadow"


# Step a: a card, an ability, a target


def announceable(g: Wood) -> list[Option]:
    """Return the Actions of cards on numbered spaces, the first ability only with a target.

    SF-028, SF-Q02, SF-Q06 and SF-Q07.
    """
    found: list[Option] = []
    for card in g.river[:NUMBERED]:
        if card in AIM_SECOND:
            may = allowed(g, DEEDS, card)
            if "action" not in may:
                continue
            if "first_ability" in may:
                found += targets(g, card)
            if "second_ability" in may:
                found.append(AIM_SECOND[card])
    return found


def targets(g: Wood, card: str) -> list[Option]:
    """Return the targets of a first ability: SF-044, SF-047, SF-050, SF-054, SF-058 and SF-096."""
    places = g.content.by_type[g.scene].get(card)
    if places is not None:
        return open_places(g, places.values())
    aims = g.content.aims[card]
    found = [aims[piece] for piece in g.river if piece in aims] if len(g.river) > len(ACTIONS) else []
    if card == "heal" and g.exploration.rows[SPACES]:
        found += dict.fromkeys([aims[other] for other in g.exploration.rows[SPACES] if other in aims])
    return found


def open_places(g: Wood, places: Iterable[SomePlace]) -> list[Option]:
    """Return the Places that can be overcome now: SF-099 to SF-103 and SF-Q60."""
    found = []
    done = g.overcome
    closed = done + g.locked
    for name, place, announced, left in places:
        if name in closed or (place.wildwood and g.light):
            continue
        for before in left:
            if before not in done:
                break
        else:
            if place.needs is None or place.needs.run(g, g.content.causes[g.scene]):
                found.append(announced)
    return found


def is_legal(g: Wood, card: str, target: str) -> bool:
    """Return whether the first ability can still be used on its target: SF-Q23, SF-Q61, SF-Q62, SF-Q113."""
    if forbidden(g, "first_ability", card):
        return False
    places = g.content.by_type[g.scene].get(card)
    if places is not None:
        return target in places and bool(open_places(g, [places[target]]))
    return target in g.river or target in g.in_spaces


def needed(g: Wood, action: Action) -> int:
    """Return the successes that the target of an Action takes; 0 if it has none, or none that is legal."""
    if not action.target or not is_legal(g, action.card, action.target):
        return 0
    return cost(g, action.card, action.target)


def cost(g: Wood, card: str, target: str) -> int:
    """Return the dots of the target, as changed by cards: SF-037, SF-097, SF-Q14 and SF-Q70."""
    if card in PLACED:
        return value(g, "place_cost", g.places[target].dots, target, LEAST_COST)
    dots = getattr(g.content.body(card_of(target)), card)
    return value(g, f"{card}_cost", dots, target, LEAST_COST)


def threshold(g: Wood, card: str) -> int:
    """Return the number of the card's space, as changed by cards: SF-025 and SF-Q01."""
    return value(g, "threshold", LOWEST + g.river.index(card), card, LEAST_NEEDED, MOST_NEEDED)


def announce(g: Wood, chosen: Aim) -> None:
    """Announce an Action, which fixes the number that dice must reach: SF-028 and SF-Q05."""
    g.action = action_of(chosen.card, chosen.ability, chosen.target, threshold(g, chosen.card))
    g.needed = g.action.threshold
    g.rolled = ()
    g.step = "dice"


# Step b: dice


def choose_dice(g: Wood) -> Play[None]:
    """Roll at least one of the dice that are left, all together: SF-022, SF-023, SF-029 and SF-Q77."""
    yield from teach(g, "dice")
    which = WHICH_DICE[g.ready]
    told = as_told(g, "throw", which.options)
    throw = THROWS[(yield Ask(0, "dice", told, "SF-029", veiled=True) if told else which)]
    fall = g.content.scripts[g.scene][g.scripted - 1].dice if told else (yield throw.chance)
    g.rolled = tuple(zip(throw.sides, fall))
    if told:
        tell(g, "dice of the lesson", 0, "SF-Q87", (" ".join(map(str, fall)),))
    (d8, d10, d12), rolled = g.ready, throw.pool
    g.ready = (d8 - rolled[0], d10 - rolled[1], d12 - rolled[2])
    yield from after(g, "rolled", look_at_task)
    g.step = "outcome"


def successes(g: Wood) -> int:
    """Return how many dice reach the number, with what cards add: SF-025 and SF-030."""
    action = g.action
    if action is None:
        return 0
    return max(0, among_dice(g, action) + value(g, "successes_more", action.extra, action.card))


def among_dice(g: Wood, action: Action) -> int:
    """Return how many dice reach the number: SF-025."""
    least = action.threshold
    return len([shown for _, shown in g.rolled if shown >= least])


# Steps c and d: Crystals, and what comes of it


def outcome(g: Wood) -> Play[None]:
    """Ask what is made of the roll, once no die is rolled again.

    SF-030, SF-031, SF-070 to SF-073, SF-Q19 to SF-Q21 and SF-Q76.
    """
    action = g.action
    assert action is not None
    found = successes(g)
    options = outcomes(g, action, found)
    told = as_told(g, "take", options)
    if not told:
        options += usable(g, "rolled")
    yield from teach_about(g, "outcome", () if TAKE_FIRST in told else options)
    choice = yield Ask(0, "outcome", told or options, "SF-030", veiled=bool(told))
    moment = ""
    if choice is TAKE_FIRST:
        yield from spend_on(g, action.card, cost(g, action.card, action.target) - found)
        if is_legal(g, action.card, action.target):
            yield from first_ability(g, action)
            moment = LEARNT_BY.get((FIRST, action.card), "")
        else:
            tell(g, "lets it be", 0, "SF-Q23", (action.card,))
    elif choice in TAKE_SECOND:
        (crystals,) = SPEND.parts(choice)
        yield from spend_on(g, action.card, crystals)
        if forbidden(g, "second_ability", action.card):
            tell(g, "lets it be", 0, "SF-Q113", (action.card,))
        else:
            yield from second_ability(g, action.card, found + crystals)
            moment = LEARNT_BY.get((SECOND, action.card), "")
    elif choice is FAIL:
        moment = "failure"
        tell(g, "fails", 0, "SF-042", (action.card,))
        happen(g, "action_failed", card=action.card)
    elif choice is NOTHING:
        tell(g, "lets it be", 0, "SF-Q21", (action.card,))
    else:
        yield from use(g, *USE.parts(choice))
        return
    yield from settle(g)
    look_at_task(g)
    finish(g)
    yield from settle_then(g, look_at_task)
    if moment:
        yield from teach(g, moment)
    g.step = "between"


def outcomes(g: Wood, action: Action, found: int) -> list[Option]:
    """Return what can be made of `found` successes.

    SF-037 to SF-042, SF-062 to SF-064, SF-Q19 to SF-Q23 and SF-Q113.
    """
    if not found:
        return [FAIL]
    crystals = g.crystals_on(action.card)
    if crystals and (not among_dice(g, action) or forbidden(g, "spend_crystals", action.card)):
        crystals = 0
    dots = needed(g, action)
    if dots and found >= dots:
        return [TAKE_FIRST]
    second = [] if forbidden(g, "second_ability", action.card) else TAKE_SECOND[: crystals + 1]
    if action.ability == SECOND:
        return second or [NOTHING]
    first = [TAKE_FIRST] if dots and found + crystals >= dots else []
    return [*first, *second, NOTHING]


def first_ability(g: Wood, action: Action) -> Play[None]:
    """Use the first ability on its target: SF-044, SF-047, SF-050 and SF-054."""
    if action.card == "illuminate":
        creatures.illuminate(g, action.target)
    elif action.card != "heal":
        yield from overcome(g, action.target)
    elif action.target in g.river:
        yield from creatures.heal(g, action.target, why="SF-055")
    else:
        remove_trauma(g, action.target, why="SF-058")


def overcome(g: Wood, name: str) -> Play[None]:
    """Put a Place Pawn on a Place, read and resolve its text: SF-048, SF-051, SF-098 and SF-Q114."""
    g.overcome = (*g.overcome, name)
    tell(g, "overcomes", 0, "SF-098", (name,))
    yield from open_page(g, "SF-098", g.scene, name)
    yield from teach(g, "place")
    text = follow(g, g.scene, g.places[name].do, "SF-098")
    yield from with_event(g, "place_overcome", text, place=name)


def second_ability(g: Wood, card: str, n: int) -> Play[None]:
    """Use the second ability once for each success: SF-039, SF-046, SF-049, SF-052, SF-057, SF-Q22."""
    if card == "illuminate":
        return advance_light(g, n, why="SF-046")
    if card == "help":
        return gain_crystals(g, n, why="SF-049")
    if card == "explore":
        return draw_exploration(g, n)
    return gain_spirit(g, n, why="SF-057")


# Steps e to g


def finish(g: Wood) -> None:
    """End the Action and move its card to the End of the River: SF-024, SF-032 to SF-034 and SF-Q90."""
    if g.action is not None:
        card = g.action.card
        to_end(g, card)
        g.action = None
        expire(g, "action")
        happen(g, "action_used", card=card)
