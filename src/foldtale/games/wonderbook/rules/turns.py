"""The Players' Phase and its turns. WB-093 to WB-106."""

from __future__ import annotations

from foldtale.games.wonderbook.options import PASS
from foldtale.games.wonderbook.rules.actions import (
    KINDS,
    free_actions,
    goes_ahead,
    is_free,
    perform_action,
    possible_actions,
)
from foldtale.games.wonderbook.rules.goal import look_at_goal
from foldtale.games.wonderbook.rules.heroes import knocked_out_check
from foldtale.games.wonderbook.state import ACTIONS, ENDING, ON, Book
from foldtale.kernel.effects import after, expire, mark, renew, value
from foldtale.kernel.talk import ALL, Ask, Play, pick, settle, tell


def open_players_phase(g: Book) -> Play[None]:
    """WB-093 and WB-094: the check comes first, then everybody has a turn to come."""
    expire(g, "round")
    g.round += 1
    g.waiting = g.heroes
    g.dice = ()
    g.step = "choose"
    tell(g, "players' phase", ALL, "WB-093", (g.round,))
    knocked_out_check(g)
    look_at_goal(g)
    yield from settle(g)
    yield from after(g, "players_phase_starts")


def choose_whose_turn(g: Book) -> Play[None]:
    """WB-095 to WB-097, WB-Q92 and WB-Q123: any Hero who is on their feet and has not had a turn."""
    able = [hero for hero in g.waiting if g.hearts[hero]]
    if not able:
        g.waiting = ()
        g.step = "enemies"
        yield from after(g, "players_phase_ends")
        expire(g, "phase")
        return
    hero = str((yield from pick(ALL, "turn", able, "WB-095", voice=g.voice)))
    g.waiting = tuple([other for other in g.waiting if other != hero])
    g.active = hero
    g.turn = ON
    g.rerolled = False
    g.refused = ()
    renew(g, "turn")
    g.actions = value(g, "actions", ACTIONS, hero)
    g.step = "act"
    tell(g, "turn", g.seats[hero], "WB-094", (hero,))
    yield from after(g, "turn_starts", who=hero)


def take_action(g: Book) -> Play[None]:
    """Take one of up to three actions, a free one, or pass, which ends the turn. WB-098 to WB-103.

    WB-171: nothing but passing is left once the turn is over, as after a knock-out.
    """
    hero, is_on = g.active, g.turn == ON
    paid = possible_actions(g, hero, KINDS) if is_on and g.actions > 0 else []
    choices = [*paid, *(free_actions(g, hero) if is_on else ())]
    choice = PASS
    if choices:
        choice = yield Ask(g.seats[hero], "action", [*choices, PASS], "WB-099", about=(g.actions,), card=hero)
    if choice is PASS:
        yield from end_turn(g)
    elif (yield from goes_ahead(g, hero, choice)):
        if not is_free(g, choice):
            g.actions -= 1
        yield from perform_action(g, hero, choice)
        expire(g, "action")


def additional_action(g: Book, hero: str, kinds: tuple[str, ...]) -> Play[None]:
    """Take one of `kinds` at once or never, beside the three of the turn. WB-104 to WB-106, WB-Q124, WB-Q130.

    What lasts for this action ends with it; what the action around it has put in force, or used up, goes on.
    """
    if not g.can_choose(hero):
        return
    under_way = g.interrupt()
    before_it = mark(g)
    used_before = renew(g, "action")
    while g.hearts[hero]:
        choices = [*possible_actions(g, hero, kinds), PASS]
        choice = yield Ask(g.seats[hero], "additional action", choices, "WB-105", card=hero)
        if choice is PASS:
            break
        if (yield from goes_ahead(g, hero, choice)):
            yield from perform_action(g, hero, choice)
            break
    g.resume(under_way)
    expire(g, "action", before_it)
    renew(g, "action", used_before)


def end_turn(g: Book) -> Play[None]:
    """WB-102 and WB-103: unused actions are lost. It ends once, whatever its end brings about."""
    if g.turn == ENDING:
        return
    g.turn = ENDING
    g.actions = 0
    if g.step == "act":
        g.step = "choose"
    yield from after(g, "turn_ends", who=g.active)
    g.active = g.turn = ""
    expire(g, "turn")


def break_off_players_phase(g: Book) -> Play[None]:
    """End a Players' Phase that is under way; Heroes who have not had a turn lose it. WB-Q12."""
    g.waiting = ()
    if g.active:
        yield from end_turn(g)
