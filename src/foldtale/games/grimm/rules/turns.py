"""A turn and its five phases. GR-006, GR-030 to GR-034, GR-060, GR-080, GR-090 to GR-094, GR-Q46 to GR-Q50,
GR-Q69, GR-Q124."""

from __future__ import annotations

from foldtale.games.grimm.language import TOKENS
from foldtale.games.grimm.options import (
    ASLEEP,
    CLOSE_THE_BOOK,
    CONVERT,
    DONE_NOW,
    FIDDLE,
    MOVE,
    PASS_ON,
    PLACE,
    PLAY,
    PLAY_ON,
    RABBIT,
    STAY,
    TRADE,
    USE,
    WITH,
)
from foldtale.games.grimm.rules import moving
from foldtale.games.grimm.rules.gaining import choose_token
from foldtale.games.grimm.rules.placing import announce, eased_placement, more_modifiers, placements
from foldtale.games.grimm.rules.questing import can_convert, convert, do_quest, quest_options
from foldtale.games.grimm.rules.trading import can_trade, trade
from foldtale.games.grimm.rules.windows import can_play, is_ready, own_plays, playing, use_own
from foldtale.games.grimm.state import Tale
from foldtale.kernel.effects import expire
from foldtale.kernel.talk import ALL, EVERYONE, Ask, Option, Play, tell


def free_actions(g: Tale, seat: int, *windows: str) -> list[Option]:
    """GR-Q69, GR-Q74, GR-Q100, GR-Q101 and GR-Q115: what can be done between steps."""
    found = own_plays(g, seat, *windows, "own_free")
    if any(g.tokens[seat]) and can_convert(g, seat):
        found.append(CONVERT)
    if can_trade(g, seat):
        found.append(TRADE)
    return found


def free_action(g: Tale, seat: int, choice: Option, *windows: str) -> Play[bool]:
    """Carry one of them out; whether a card came to anything."""
    if choice is TRADE:
        yield from trade(g, seat)
    elif choice is CONVERT:
        token = yield from choose_token(g, seat, "GR-Q69", g.held(seat))
        into = yield from choose_token(g, seat, "GR-Q69", [other for other in TOKENS if other != token])
        convert(g, seat, token, into)
    else:
        (card,) = (PLAY if choice in PLAY else USE).parts(choice)
        return (yield from use_own(g, seat, card, *windows, "own_free"))
    return True


# Phase 1


def choose_action(g: Tale) -> Play[None]:
    """GR-006 and GR-Q10: place a die, use what stands for it, or pass; free actions come first."""
    seat = g.active
    free = free_actions(g, seat, "turn_start")
    options = [*placements(g, seat), *more_modifiers(g, seat, ()), *replacements(g, seat), *free, PASS_ON]
    choice = yield Ask(seat, "turn", options, "GR-006", veiled=can_play(g, seat))
    if choice in PLACE:
        yield from announce(g, seat, *PLACE.parts(choice), ())
    elif choice is PASS_ON:
        pass_on(g, seat)
    elif choice is ASLEEP:
        yield from moving.step_asleep(g, seat)
    elif choice in free:
        yield from free_action(g, seat, choice, "turn_start")
    elif choice in WITH:
        yield from eased_placement(g, seat, *WITH.parts(choice))
    else:
        yield from moving.step_by_rabbit(g, seat, *RABBIT.parts(choice))


def replacements(g: Tale, seat: int) -> list[Option]:
    """GR-107 and GR-Q73: what can be done instead of placing a die."""
    found: list[Option] = []
    if g.rabbits[seat]:
        found += [RABBIT(field) for _, field in g.content.routes[g.at[seat]]]
    card = g.character[seat]
    if card and g.content.body(card).walks and is_ready(g, seat, card) and len(g.dice_of(seat)) > 1:
        found.append(ASLEEP)
    return found


def pass_on(g: Tale, seat: int) -> None:
    """GR-091 and GR-Q46: no further turns in this chapter, and no phase 5.

    GR-034 and GR-Q50: whoever has lost the last die in this turn is only skipped.
    """
    if g.can_act(seat):
        g.passed[seat] = True
        tell(g, "passes", seat, "GR-091")
    else:
        tell(g, "has no die", seat, "GR-034")
    g.step = "next"


# Phase 3


def choose_move(g: Tale) -> Play[None]:
    """GR-060, GR-Q26 and GR-Q68: along the active route, by a card instead, or not at all.

    GR-Q21: whom a Story card has carried off the route loses this phase.
    """
    seat = g.active
    onward = moving.way_on(g)
    moves = [MOVE(onward)] if onward else []
    if not onward and g.relocated > 0:
        g.step = "quests"
        return
    must = bool(moves) and g.must_walk
    free = [] if must else free_actions(g, seat, "own_move")
    options = moves if must else [*moves, *free, STAY]
    choice = yield Ask(seat, "move", options, "GR-060", veiled=not must and can_play(g, seat))
    if choice in free:
        came = yield from free_action(g, seat, choice, "own_move")
        if came and choice in plays_in(g, "own_move"):
            g.step = "quests"
        return
    g.step = "quests"
    if choice is not STAY:
        yield from moving.relocate(g, seat, *MOVE.parts(choice), "GR-061")


# Phase 5


def choose_quest(g: Tale) -> Play[None]:
    """GR-080, GR-081, GR-Q36 and GR-Q97: one thing after the other, until the player ends the turn.

    What can be played only after this phase ends it.
    """
    seat = g.active
    quests = [] if g.closing else quest_options(g, seat)
    fiddles = moving.fiddle_options(g, seat)
    free = free_actions(g, seat, "turn_end")
    options = [*quests, *fiddles, *free, DONE_NOW]
    choice = yield Ask(seat, "quests", options, "GR-080", veiled=can_play(g, seat))
    if choice is DONE_NOW:
        g.step = "next"
    elif choice in quests:
        yield from do_quest(g, seat, choice)
    elif choice in fiddles:
        g.closing = True
        tell(g, "ends questing", seat, "GR-Q72")
        yield from moving.fiddle(g, seat, *FIDDLE.parts(choice))
    else:
        came = yield from free_action(g, seat, choice, "turn_end")
        is_for_the_end = choice in plays_in(g, "turn_end") and choice not in plays_in(g, "own_free")
        if came and is_for_the_end and not g.closing:
            g.closing = True
            tell(g, "ends questing", seat, "GR-Q97")


def plays_in(g: Tale, window: str) -> list[Option]:
    """Return what can be played or used in a window, by whoever has it."""
    return [playing(g, card) for card in g.content.moments.get(window, ())]


# Whose turn is next


def next_turn(g: Tale) -> Play[None]:
    """GR-033, GR-034, GR-093 and GR-Q50: clockwise to whoever can still act; else the chapter ends."""
    expire(g, "turn")
    g.new_turn()
    g.turns += 1
    if g.coop and g.last_done and (yield from all_agree(g)):
        g.step = "end"
        return
    for seat in [*g.after(g.active), g.active]:
        if g.can_act(seat):
            g.active = seat
            g.step = "turn"
            tell(g, "turn", seat, "GR-033")
            return
    g.step = "close"


def all_agree(g: Tale) -> Play[bool]:
    """GR-Q124: with all Main Quests done the team may stop, if everybody agrees."""
    for seat in g.around(g.active):
        if (yield Ask(seat, "stop", (PLAY_ON, CLOSE_THE_BOOK), "GR-Q124", to=EVERYONE)) is PLAY_ON:
            return False
    tell(g, "the team stops", ALL, "GR-Q124", (g.last_done,))
    return True
