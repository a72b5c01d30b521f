"""The seven actions of a turn. WB-099, WB-113 to WB-122 and WB-140 to WB-145."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from foldtale.games.wonderbook.content import FRONT
from foldtale.games.wonderbook.language import InteractionCard, Skill, SpecialAction
from foldtale.games.wonderbook.options import ATTACK, COLLECT, GIVE, INTERACT, MOVE, NO, TAKE, USE, YES
from foldtale.games.wonderbook.rules.attack import attack, in_reach, roll_dice
from foldtale.games.wonderbook.rules.goal import changed, look_at_goal
from foldtale.games.wonderbook.rules.on_table import discard_from_stack, discard_item, lay_in_use, pass_item
from foldtale.games.wonderbook.rules.reading import flip, read_on
from foldtale.games.wonderbook.rules.risk import risk_all
from foldtale.games.wonderbook.rules.stages import KnockedOut, Stages, until_knocked_out
from foldtale.games.wonderbook.state import IN_USE, Book
from foldtale.kernel.effects import Cause, allowed, before, forbidden, happen, perform, value
from foldtale.kernel.effects.force import is_used, once
from foldtale.kernel.effects.program import Call, play_of
from foldtale.kernel.pack.pages import PageId, Pages
from foldtale.kernel.talk import ALL, Ask, Option, Play, pick, settle, tell


def perform_action(g: Book, hero: str, choice: Option) -> Play[None]:
    """WB-099: one of the seven."""
    g.doer, g.doer_fell, g.dice = hero, g.knock_outs.get(hero, 0), ()
    if choice in MOVE:
        yield from until_knocked_out(g, hero, move(g, hero, *MOVE.parts(choice)))
    elif choice is COLLECT:
        collect(g, hero)
    elif choice is ATTACK:
        yield from until_knocked_out(g, hero, attack(g, hero))
    elif choice in INTERACT:
        yield from interact(g, hero, *INTERACT.parts(choice))
    elif choice in GIVE:
        item, taker = GIVE.parts(choice)
        pass_item(g, item, hero, taker, "WB-142")
    elif choice in TAKE:
        item, giver = TAKE.parts(choice)
        pass_item(g, item, giver, hero, "WB-143")
    else:
        yield from use(g, hero, *USE.parts(choice))
    yield from settle(g)
    g.doer = g.using = ""


def possible_actions(g: Book, hero: str, kinds: tuple[str, ...]) -> list[Option]:
    """WB-D06: every action that could be taken now."""
    found: list[Option] = []
    for kind in allowed(g, kinds, hero):
        found += POSSIBLE[kind](g, hero)
    return found


def goes_ahead(g: Book, hero: str, choice: Option) -> Play[bool]:
    """Ask what can still stop a chosen action: consent to a Take (WB-143), the warning of WB-Q105."""
    if choice in TAKE:
        return (yield from agrees(g, hero, choice))
    return (yield from risk_all(g, calls_of(g, choice), g.seats[hero]))


def calls_of(g: Book, choice: Option) -> tuple[Call, ...]:
    """WB-Q105: what an action will do, for the warning; of an interaction, with its unread back, the cost."""
    if choice in INTERACT:
        return g.chapter.calls(*INTERACT.parts(choice), "cost")
    if choice in USE:
        card, which = USE.parts(choice)
        names = [special.id for special in g.chapter.special_actions(card)]
        part = f"actions.{names.index(which) + 1}" if which in names else which
        return g.chapter.calls(card, f"{part}.do")
    return ()


def moves(g: Book, hero: str) -> list[Option]:
    """WB-113 to WB-115: to an adjacent area; over a solid line only if a card permits it."""
    at = g.at[hero]
    if not at:
        return []
    behind = g.areas.behind[at] if value(g, "through_walls", 0, hero) > 0 else ()
    return moves_to(g.areas.next[at] + behind)


@lru_cache
def moves_to(areas: tuple[str, ...]) -> list[Option]:
    return [MOVE(area) for area in areas]


def move(g: Book, hero: str, to: str) -> Stages[None]:
    """WB-113 and WB-116: to an adjacent area, and further if the cards in force say so."""
    yield from one_area_further(g, hero, to)
    yield from walk(g, hero, value(g, "steps", 1, hero) - 1)


def walk(g: Book, hero: str, areas: int) -> Stages[None]:
    """WB-113: from area to area, as far as the player likes."""
    for _ in range(areas):
        ways = moves(g, hero)
        further = (yield pick(g.seats[hero], "further", ways, "WB-113", stop=True)) if ways else None
        if further is None:
            return
        yield from one_area_further(g, hero, *MOVE.parts(further))


def one_area_further(g: Book, hero: str, to: str) -> Stages[None]:
    """WB-113 and WB-006: to the next area, unless a card has something against it."""
    event = yield before(g, "moves", who=hero, area=to)
    if not event.cancelled:
        go_together(g, {hero: event.facts["area"]}, "WB-113")
        yield None


def go_together(g: Book, ways: Mapping[str, str], rule: str) -> None:
    """WB-Q14: Heroes go at the same time, so that the Goal is looked at when all are there."""
    going = {hero: to for hero, to in ways.items() if to in g.areas and to != g.at[hero]}
    left = {hero: g.at[hero] for hero in going}
    g.at.update(going)
    for hero, to in going.items():
        tell(g, "goes", g.seats[hero], rule, (hero, to))
        if left[hero]:
            happen(g, "leaves", who=hero, area=left[hero])
        happen(g, "enters", who=hero, area=to)
    look_at_goal(g)


def collections(g: Book, hero: str) -> list[Option]:
    """WB-118: only where a Spark lies."""
    return [COLLECT] if g.sparks_at.get(g.at[hero]) else []


def collect(g: Book, hero: str) -> None:
    """WB-117 and WB-Q59: exactly one Spark of the Hero's area."""
    g.sparks_at[g.at[hero]] -= 1
    g.sparks[hero] += 1
    happen(g, "spark_collected", who=hero)
    changed(g, "collects", g.seats[hero], "WB-117", (hero, g.sparks[hero]))


def skills(g: Book, hero: str) -> list[Option]:
    """WB-122 and WB-Q30 to WB-Q32: those that can be used, paid for, and would do something."""
    skill, mine = g.chapter.skill, g.skills[hero]
    return [USE(card, side) for card, side in mine if can_use(g, skill(card, side), Cause(hero, card))]


def can_use(g: Book, text: Skill | SpecialAction, c: Cause) -> bool:
    """WB-Q30 to WB-Q32: its condition holds, its price can be paid, and it would do something."""
    if text.do is None or (text.if_ is not None and not text.if_.run(g, c)):
        return False
    return text.do.can is None or bool(text.do.can(g, c))


def attacks(g: Book, hero: str) -> list[Option]:
    """WB-Q60: only with a valid target in reach."""
    return [ATTACK] if in_reach(g, hero) else []


def interactions(g: Book, hero: str) -> list[Option]:
    """WB-085, WB-140, WB-Q53, WB-Q54 and WB-Q136: the top cards whose object is here, if payable."""
    found = []
    at = g.at[hero]
    areas = g.areas.around(at) if at and value(g, "interact_reach", 0, hero) > 0 else (at,)
    for cards in g.stacks.values():
        body = g.chapter.body(cards[0])
        if cards[0] not in g.resolving and g.objects.get(body.object) in areas and at:
            c = Cause(hero, cards[0])
            if (body.if_ is None or body.if_.run(g, c)) and can_pay(g, body, c):
                found.append(INTERACT(cards[0]))
    return found


def can_pay(g: Book, body: InteractionCard, c: Cause) -> bool:
    """Tell whether the Hero can pay, with a Heart left if a roll comes after it. WB-Q08, WB-Q54, WB-Q142."""
    if body.cost is None or body.cost.can is None:
        return True
    if body.roll is None:
        return bool(body.cost.can(g, c))
    g.hearts[c.me] -= 1
    leaves_a_heart = bool(body.cost.can(g, c))
    g.hearts[c.me] += 1
    return leaves_a_heart


def interact(g: Book, hero: str, ident: str) -> Play[None]:
    """Pay, which may cost the last Heart (WB-Q08), and then interact. WB-140, WB-141, WB-Q54 and WB-Q141."""
    others, g.resolving = g.resolving, (*g.resolving, ident)
    cost = g.chapter.body(ident).cost
    if cost is not None:
        yield from perform(g, cost, Cause(hero, ident))
    yield from until_knocked_out(g, hero, interaction(g, hero, ident))
    g.resolving = others


def interaction(g: Book, hero: str, ident: str) -> Stages[None]:
    """Roll as the front says, with no second chance (WB-Q07); then flip it. WB-140, WB-Q54 and WB-Q141."""
    happen(g, "interacts", who=hero, card=ident)
    yield None
    front = g.chapter.body(ident).roll
    if front is not None and g.stack_of(ident):
        can_roll = g.can_choose(hero)
        successes = (yield roll_dice(g, hero, value(g, "dice", front.dice, hero))) if can_roll else 0
        if successes < front.needed:
            tell(g, "stays as it is", ALL, "WB-Q54", (ident,))
            return
    if g.stack_of(ident):
        yield resolve_interaction(g, hero, ident)


def resolve_interaction(g: Book, hero: str, ident: str) -> Play[None]:
    """WB-140 and WB-Q55: flip, read, resolve; the card is discarded afterwards."""
    then = yield from flip(g, ident, g.chapter.body(ident).back, hero)
    yield from discard_from_stack(g, ident)
    yield from settle(g)
    if then == "next":
        yield from read_on(g)
    if g.goal:
        g.pages = g.pages.reopened(Pages(PageId(g.goal, FRONT)))


def exchanges(g: Book, hero: str) -> list[Option]:
    """WB-142 to WB-144 and WB-Q44 to WB-Q48: one card, to or from a Hero here or in an adjacent area."""
    held = {other: g.held_by(other) for other in g.heroes}
    if not any(held.values()):
        return []
    found: list[Option] = []
    near = g.areas.around(g.at[hero])
    far = value(g, "exchange_reach", 0, hero) > 0
    for other in g.heroes:
        if other != hero and (far or g.at[other] in near):
            found += [GIVE(item, other) for item in held[hero]]
            found += [TAKE(item, other) for item in held[other]]
    if g.refused:
        found = [choice for choice in found if (hero, choice.key) not in g.refused]
    return found


def agrees(g: Book, hero: str, choice: Option) -> Play[bool]:
    """Ask whether the other player agrees to a Take; alone, they always do. WB-143, WB-Q45 and WB-Q140."""
    item, owner = TAKE.parts(choice)
    if g.seats[owner] == g.seats[hero]:
        return True
    answer = yield Ask(g.seats[owner], "agree", [YES, NO], "WB-143", card=item)
    if answer is NO:
        g.refused = (*g.refused, (hero, choice.key))
        tell(g, "declines", g.seats[owner], "WB-143", (owner, item))
    return answer is YES


def specials(g: Book, hero: str) -> list[Option]:
    """WB-069, WB-082 and WB-145: what one holds, and what Rules and the Goal offer to all."""
    return special_actions(g, hero, g.chapter.offers)


def free_actions(g: Book, hero: str) -> list[Option]:
    """WB-Q39: what a card says costs no action."""
    found = special_actions(g, hero, g.chapter.free_offers) if g.chapter.free_offers else []
    return [] if found and forbidden(g, "special", hero) else found


def special_actions(g: Book, hero: str, offers: Mapping[str, list[SpecialAction]]) -> list[Option]:
    """WB-069 and WB-145: those of the Special Actions that this Hero could perform now."""
    found: list[Option] = []
    for card in (*g.held_by(hero), *g.rules, g.goal):
        if card in offers:
            for special in offers[card]:
                c = cause_of_special(hero, card)
                is_over = special.limit is not None and is_used(g, special.limit, c, special.id)
                if not is_over and can_use(g, special, c):
                    found.append(USE(card, special.id))
    return found


def cause_of_special(hero: str, card: str) -> Cause:
    """Return the cause of a Special Action: `hero` acts, its limit counts for the card. WB-069 and WB-145."""
    c = Cause(hero, card)
    c.whose = None
    return c


def is_free(g: Book, choice: Option) -> bool:
    """WB-Q39."""
    special = g.chapter.special_action(*USE.parts(choice)) if choice in USE else None
    return special is not None and special.free


def use(g: Book, hero: str, card: str, which: str) -> Play[None]:
    """WB-122, WB-145 and WB-Q142: a skill or a Special Action; WB-074: a Shred is discarded after it."""
    special = g.chapter.special_action(card, which)
    text: SpecialAction | Skill = special or g.chapter.skill(card, which)
    g.using = card
    assert text.do is not None
    tell(g, "uses", g.seats[hero], "WB-145" if special else "WB-122", (hero, USE(card, which).key))
    c = cause_of_special(hero, card) if special else Cause(hero, card)
    lay_in_use(g, hero, card)
    try:
        if special and special.limit:
            yield from once(g, special.limit, c, special.id, play_of(text.do))
        else:
            yield from perform(g, text.do, c)
    except KnockedOut:
        pass
    if card in g.shred_cards.rows[IN_USE]:  # WB-Q41
        discard_item(g, card, rule="WB-074")
    happen(g, "item_used" if special else "skill_used", who=hero, card=card)


POSSIBLE: Final = {
    "move": moves,
    "collect": collections,
    "skill": skills,
    "attack": attacks,
    "interact": interactions,
    "exchange": exchanges,
    "special": specials,
}
KINDS: Final = tuple(POSSIBLE)
"""WB-099: the seven actions, as cards forbid them or grant them."""
