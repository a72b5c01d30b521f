"""The Luma Phase: SF-019 to SF-058, SF-062 to SF-064, SF-095 to SF-103, SF-Q01 to SF-Q07, SF-Q13 to SF-Q28.

An Action is one beat of three steps, announced, rolled and resolved; what one must know lies in the state.
"""

from __future__ import annotations

from typing import Final

from foldtale.games.storyfold.content import SECOND_OF, Aim, SomePlace, card_of
from foldtale.games.storyfold.dice import MOST_EIGHTS, NO_DICE, SIDES, THROWS, WHICH_DICE, Pool
from foldtale.games.storyfold.language import ACTIONS, MOST_CRYSTALS
from foldtale.games.storyfold.rules import creatures
from foldtale.games.storyfold.rules.crystals import gain_crystals, spend_on
from foldtale.games.storyfold.rules.exploring import draw_exploration, remove_trauma
from foldtale.games.storyfold.rules.river import LOWEST, NUMBERED, to_end
from foldtale.games.storyfold.rules.spirit import gain_spirit
from foldtale.games.storyfold.rules.telling import (
    NO_STEP,
    as_told,
    follow,
    next_step,
    open_page,
    teach,
    with_event,
)
from foldtale.games.storyfold.rules.track import advance_light, look_at_task
from foldtale.games.storyfold.rules.windows import BOTH_FACES, teach_faces, usable, use, window, worth_asking
from foldtale.games.storyfold.state import FIRST, SECOND, SPACES, Action, Wood
from foldtale.kernel.effects import expire, forbidden, happen, value
from foldtale.kernel.talk import Ask, Option, Play, option, settle, tell

END_PHASE: Final = option("end phase")
TAKE_FIRST: Final = option("first")
TAKE_SECOND: Final = [option(f"second {crystals}") for crystals in range(MOST_CRYSTALS + 1)]
NOTHING: Final = option("nothing")
FAIL: Final = option("fail")
TAUGHT_BY_SECOND: Final = {"illuminate": "light", "heal": "heal"}
"""What is explained once a second ability was used."""
AIM_SECOND: Final = {card: option(f"{card} {second}") for card, second in SECOND_OF.items()}
"""The options that announce an Action for the second ability."""
LEAST_COST: Final = 1
LEAST_NEEDED: Final = 2
MOST_NEEDED: Final = 8
"""Bounds of what cards can change: a cost, and the number that dice must reach."""
AT_LEISURE: Final = {
    "action": "name",
    "river": "name",
    "scene": "name",
    "task": "name",
    "joined": "after",
    "wildwood": "wildwood",
    "needs": "needs",
}
"""What is explained when nothing else is, and what some Place of the Scene must have for it."""
LEISURE: Final = frozenset(AT_LEISURE)
SETTLED_IN: Final = 4
"""From this round on there is leisure also before the first Action."""


# The order of steps


def start_luma_phase(g: Wood) -> Play[None]:
    """SF-026: the full pool is available."""
    g.round += 1
    g.idle += 1
    g.ended = False
    g.ready = pool_of(g)
    g.rolled = ()
    tell(g, "luma phase", 0, "SF-026", (g.round,))
    if "luma_phase_starts" in g.force.whens:
        happen(g, "luma_phase_starts")
        yield from settle(g)
    look_at_task(g)
    g.step = "between"


def between(g: Wood) -> Play[None]:
    """SF-027, SF-028, SF-035 and SF-036: an Action, something to use, or the end of the phase."""
    if g.ready == NO_DICE:
        g.step = "closing"
        return
    if not LEISURE.issubset(g.taught):
        yield from teach_at_leisure(g)
    options = announceable(g)
    if options:
        g.idle = 0
    options += usable(g, "between")
    options.append(END_PHASE)
    told = as_told(g, next_step(g).do, options) if g.scene in g.content.scripts else None
    if told is not None:
        choice = yield Ask(0, "between", [told], "SF-028", veiled=True)
    else:
        if not BOTH_FACES.issubset(g.taught):
            yield from teach_faces(g, options)
        choice = yield Ask(0, "between", options, "SF-028")
    if choice is END_PHASE:
        g.ended = True
        g.step = "closing"
    elif choice in g.content.aimed:
        announce(g, g.content.aimed[choice])
    else:
        yield from use(g, choice.key.partition(" ")[2])


def teach_at_leisure(g: Wood) -> Play[None]:
    """SF-Q103: how to act comes before the first Action; one more thing after each that leaves dice."""
    if "action" in g.taught and g.ready == pool_of(g) and g.round < SETTLED_IN:
        return
    for moment, asks in AT_LEISURE.items():
        if moment not in g.taught and any(getattr(place, asks) for place in g.places.values()):
            yield from teach(g, moment)
            return


def closing(g: Wood) -> Play[None]:
    """SF-Q28 and SF-Q91: a last window; dice that come back while it was ending for lack of them are used."""
    options = worth_asking(g, "closing")
    if options:
        yield from window(g, "closing", "closing", options)
    if not g.ended and g.ready != NO_DICE:
        g.step = "between"
        return
    g.rolled = ()
    if "luma_phase_ends" in g.force.whens:
        happen(g, "luma_phase_ends")
        yield from settle(g)
        look_at_task(g)
    if "phase" in g.force.ends:
        expire(g, "phase")
    g.step = "shadow"


# Step a: a card, an ability, a target


def announceable(g: Wood) -> list[Option]:
    """SF-028, SF-Q02, SF-Q06, SF-Q07: cards on numbered spaces; the first ability only with a target."""
    found: list[Option] = []
    bans = g.force.bans
    for card in g.river[:NUMBERED]:
        second = AIM_SECOND.get(card)
        if second is None or ("action" in bans and forbidden(g, "action", card)):
            continue
        if "first_ability" not in bans or not forbidden(g, "first_ability", card):
            found += targets(g, card)
        if "second_ability" not in bans or not forbidden(g, "second_ability", card):
            found.append(second)
    return found


def targets(g: Wood, card: str) -> list[Option]:
    """SF-044, SF-047, SF-050, SF-054, SF-058 and SF-096: what the first ability can be aimed at."""
    places = g.content.by_type[g.scene].get(card)
    if places is not None:
        return open_places(g, places)
    aims = g.content.aims[card]
    found = [aims[piece] for piece in g.river if piece in aims] if len(g.river) > len(ACTIONS) else []
    if card == "heal":
        found += dict.fromkeys([aims[other] for other in g.exploration.rows[SPACES] if other in aims])
    return found


def open_places(g: Wood, places: list[SomePlace]) -> list[Option]:
    """SF-099 to SF-103 and SF-Q60: without a pawn; Light, Places on the left and needs as they ask."""
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
    if "first_ability" in g.force.bans and forbidden(g, "first_ability", card):
        return False
    return g.content.aims[card].get(target) in targets(g, card)


def cost(g: Wood, card: str, target: str) -> int:
    """SF-037, SF-097, SF-Q14 and SF-Q70: the dots of the target, as cards have them."""
    if card in ("help", "explore"):
        dots = value(g, "place_cost", g.places[target].dots, target)
    elif card == "illuminate":
        dots = value(g, "illuminate_cost", g.content.body(card_of(target)).illuminate, target)
    else:
        dots = value(g, "heal_cost", g.content.body(card_of(target)).heal, target)
    return max(LEAST_COST, dots)


def threshold(g: Wood, card: str) -> int:
    """SF-025 and SF-Q01: the number of its space, as cards have it."""
    needed = LOWEST + g.river.index(card)
    if "threshold" not in g.force.whiles:
        return needed
    return min(MOST_NEEDED, max(LEAST_NEEDED, value(g, "threshold", needed, card)))


def announce(g: Wood, chosen: Aim) -> None:
    """SF-028 and SF-Q05: from now on the number that dice must reach is fixed."""
    second = chosen.target == SECOND_OF[chosen.card]
    g.action = Action(
        chosen.card, SECOND if second else FIRST, "" if second else chosen.target, threshold(g, chosen.card)
    )
    g.needed = g.action.threshold
    g.rolled = ()
    g.step = "dice"


# Step b: dice


def choose_dice(g: Wood) -> Play[None]:
    """SF-022, SF-023, SF-029 and SF-Q77: at least one, any of those that are left, all together."""
    if "dice" not in g.taught:
        yield from teach(g, "dice")
    step = next_step(g) if g.scene in g.content.scripts else NO_STEP
    which = WHICH_DICE[g.ready]
    told = as_told(g, f"roll {len(step.dice)}", which.options) if step.dice else None
    if told is None:
        throw = THROWS[(yield which)]
        fall = yield throw.chance
        g.rolled = tuple(zip(throw.sides, fall))
    else:
        yield Ask(0, "dice", [told], "SF-029", veiled=True)
        throw = THROWS[told]
        g.rolled = tuple(zip(throw.sides, step.dice))
        tell(g, "dice of the lesson", 0, "SF-Q87", (" ".join(map(str, step.dice)),))
    (d8, d10, d12), rolled = g.ready, throw.pool
    g.ready = (d8 - rolled[0], d10 - rolled[1], d12 - rolled[2])
    if "rolled" in g.force.whens:
        happen(g, "rolled")
        yield from settle(g)
        look_at_task(g)
    g.step = "outcome"


def successes(g: Wood) -> int:
    """SF-025, SF-030: dice that reach the number, and what cards add."""
    action = g.action
    assert action is not None
    more = action.extra
    if "successes_more" in g.force.whiles:
        more = value(g, "successes_more", more, action.card)
    return max(0, among_dice(g, action) + more)


def among_dice(g: Wood, action: Action) -> int:
    """SF-025: dice that show at least the number."""
    least = action.threshold
    return len([shown for _, shown in g.rolled if shown >= least])


# Steps c and d: Crystals, and what comes of it


def outcome(g: Wood) -> Play[None]:
    """SF-030, SF-031, SF-070 to SF-073, SF-Q19 to SF-Q21, SF-Q76: in one decision, after the last reroll."""
    action = g.action
    assert action is not None
    if "outcome" not in g.taught:
        yield from teach(g, "outcome")
    found = successes(g)
    options = outcomes(g, action, found)
    told = as_told(g, next_step(g).take, options) if g.scene in g.content.scripts else None
    if "switch" not in g.taught and told is not TAKE_FIRST and NOTHING in options:
        yield from teach(g, "switch")
    moment = ""
    if told is None:
        options += usable(g, "rolled")
        if not BOTH_FACES.issubset(g.taught):
            yield from teach_faces(g, options)
        choice = yield Ask(0, "outcome", options, "SF-030")
    else:
        choice = yield Ask(0, "outcome", [told], "SF-030", veiled=True)
    if choice is TAKE_FIRST:
        spend_on(g, action.card, max(0, cost(g, action.card, action.target) - found))
        if g.due:
            yield from settle(g)
        if is_legal(g, action.card, action.target):
            yield from first_ability(g, action)
            moment = "stun" if action.card == "illuminate" else ""
        else:
            tell(g, "lets it be", 0, "SF-Q23", (action.card,))
    elif choice in TAKE_SECOND:
        crystals = TAKE_SECOND.index(choice)
        spend_on(g, action.card, crystals)
        if g.due:
            yield from settle(g)
        if "second_ability" in g.force.bans and forbidden(g, "second_ability", action.card):
            tell(g, "lets it be", 0, "SF-Q113", (action.card,))
        else:
            yield from second_ability(g, action.card, found + crystals)
            moment = TAUGHT_BY_SECOND.get(action.card, "")
    elif choice is FAIL:
        moment = "failure"
        tell(g, "fails", 0, "SF-042", (action.card,))
        happen(g, "action_failed", card=action.card)
    elif choice is NOTHING:
        tell(g, "lets it be", 0, "SF-Q21", (action.card,))
    else:
        yield from use(g, choice.key.partition(" ")[2])
        return
    if g.due:
        yield from settle(g)
    look_at_task(g)
    finish(g)
    if g.due:
        yield from settle(g)
        look_at_task(g)
    if moment and moment not in g.taught:
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
    options: list[Option] = []
    if action.ability == FIRST:
        if is_legal(g, action.card, action.target):
            needed = cost(g, action.card, action.target)
            if found >= needed:
                return [TAKE_FIRST]
            if found + crystals >= needed:
                options.append(TAKE_FIRST)
        if forbidden(g, "second_ability", action.card):
            return [*options, NOTHING]
        return [*options, *TAKE_SECOND[: crystals + 1], NOTHING]
    if "second_ability" in g.force.bans and forbidden(g, "second_ability", action.card):
        return [NOTHING]
    return TAKE_SECOND[: crystals + 1]


def first_ability(g: Wood, action: Action) -> Play[None]:
    """SF-044, SF-047, SF-050 and SF-054: what was aimed at."""
    if action.card == "illuminate":
        creatures.illuminate(g, action.target)
    elif action.card != "heal":
        yield from overcome(g, action.target)
    elif action.target in g.river:
        yield from creatures.heal(g, action.target, "SF-055")
    else:
        remove_trauma(g, action.target, "SF-058")


def overcome(g: Wood, name: str) -> Play[None]:
    """SF-048, SF-051, SF-098 and SF-Q114: a Place Pawn is put there, and its text is read and resolved."""
    g.overcome = (*g.overcome, name)
    tell(g, "overcomes", 0, "SF-098", (name,))
    yield from open_page(g, g.scene, name, "SF-098")
    if "place" not in g.taught:
        yield from teach(g, "place")
    text = follow(g, g.scene, g.places[name].do, "SF-098")
    yield from with_event(g, "place_overcome", text, place=name)


def second_ability(g: Wood, card: str, n: int) -> Play[None]:
    """SF-039, SF-046, SF-049, SF-052, SF-057 and SF-Q22: once for each success."""
    if card == "illuminate":
        return advance_light(g, n, "SF-046")
    if card == "help":
        return gain_crystals(g, n, "SF-049")
    if card == "explore":
        return draw_exploration(g, n, 1, "SF-052")
    return gain_spirit(g, n, "SF-057")


# Steps e to g


def finish(g: Wood) -> None:
    """SF-024, SF-032 to SF-034 and SF-Q90: the dice are used, the card goes to the End, the River is tidy."""
    if g.action is not None:
        card = g.action.card
        to_end(g, card)
        g.action = None
        if "action" in g.force.ends:
            expire(g, "action")
        happen(g, "action_used", card=card)


def pool_of(g: Wood) -> Pool:
    """SF-019 to SF-021: all dice that one has, as cards have it."""
    if "dice" not in g.force.whiles:
        return g.owned
    d8 = min(MOST_EIGHTS, max(0, value(g, "dice", g.owned[0])))
    return (d8, g.owned[1], g.owned[2])


def recover_dice(g: Wood, n: int) -> None:
    """SF-024: used dice come back, the large ones first; those on the table are not used yet."""
    pool = pool_of(g)
    for kind in (2, 1, 0):
        back = min(n, pool[kind] - g.ready[kind] - on_table(g, kind))
        if back > 0:
            change_ready(g, kind, back)
            tell(g, "dice come back", 0, "SF-024", (back,))
            n -= back


def on_table(g: Wood, kind: int) -> int:
    """How many dice of a kind were rolled for the Action under way."""
    return [sides for sides, _ in g.rolled].count(SIDES[kind]) if g.action is not None else 0


def exhaust_dice(g: Wood, n: int) -> None:
    """Dice that are left are used, the small ones first."""
    for kind in (0, 1, 2):
        gone = min(n, g.ready[kind])
        if gone > 0:
            change_ready(g, kind, -gone)
            tell(g, "dice are gone", 0, "SF-024", (gone,))
            n -= gone


def change_ready(g: Wood, kind: int, change: int) -> None:
    ready = list(g.ready)
    ready[kind] += change
    g.ready = (ready[0], ready[1], ready[2])


def own_die(g: Wood, kind: int, owned: bool) -> None:
    """SF-020, SF-021 and SF-Q04: there is one of each; it is available at once, unless it was just rolled."""
    pool = list(g.owned)
    if pool[kind] != int(owned):
        pool[kind] = int(owned)
        g.owned = (pool[0], pool[1], pool[2])
        change_ready(g, kind, 1 - on_table(g, kind) if owned else -g.ready[kind])
        tell(g, "gains die" if owned else "loses die", 0, "SF-020", (f"d{SIDES[kind]}",))
