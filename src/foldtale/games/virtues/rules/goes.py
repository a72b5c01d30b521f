"""The Quest Phase: actions in rotation. SV-037 to SV-046, SV-128, SV-129, SV-204 to SV-212, SV-232, SV-Q80."""

from __future__ import annotations

from foldtale.games.virtues.content import FAME, GOLD
from foldtale.games.virtues.options import (
    BUY,
    CLOSE,
    EXCHANGE,
    FOUND,
    MAN,
    MARK,
    PASS,
    PURGE,
    RECRUIT,
    SIN,
    TAP,
    TREASURE,
    USE,
)
from foldtale.games.virtues.rules.completing import is_row_full
from foldtale.games.virtues.rules.endings import defeat, test_armour
from foldtale.games.virtues.rules.falling import drop_gifts
from foldtale.games.virtues.rules.free import asides, free_move, free_moves
from foldtale.games.virtues.rules.gifts import can_exchange, exchange, tap_for_gifts, tappable
from foldtale.games.virtues.rules.market import (
    buildings_for,
    buy,
    elixirs_for,
    found,
    man,
    mannable,
    recruit,
    recruits,
)
from foldtale.games.virtues.rules.paying import purse
from foldtale.games.virtues.rules.pile import LAST
from foldtale.games.virtues.rules.quests import (
    can_purge,
    close_portal,
    gain_treasure,
    portal_options,
    purge,
    quest_options,
    take_part,
    treasure_options,
)
from foldtale.games.virtues.rules.sins import play_sin, sin_options, use_artifact
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import Aside, Ask, Option, Play, tell


def actions(g: VirtuesState, seat: int) -> list[Option]:
    """SV-016, SV-041, SV-044: every action of a hero with its whole cost in reach."""
    gold, fame = purse(g, seat, GOLD), purse(g, seat, FAME)
    options: list[Option] = [RECRUIT(card) for card in recruits(g, seat)]
    options += [BUY(card) for card in elixirs_for(g, seat)]
    options += [FOUND(card) for card in buildings_for(g, seat)]
    options += [MAN(card) for card in mannable(g, seat)]
    options += sin_options(g, seat)
    if not g.fell[seat]:
        options += [USE(card) for card in g.artifacts.rows[seat]]
    options += [TAP(card) for card in tappable(g, seat)]
    if not g.tapped[seat] and can_exchange(g, seat):
        options.append(EXCHANGE)
    options += quest_options(g, seat, gold, fame)
    options += treasure_options(g, seat)
    options += portal_options(g, seat)
    if can_purge(g, seat):
        options.append(PURGE)
    return options


def go(g: VirtuesState) -> Play[None]:
    """SV-038 to SV-041: one hero takes one action or passes; free moves come before it, from anybody."""
    seat = g.order[g.at]
    forced = g.skips[seat] > 0 and not g.acted
    hidden = bool(g.sins.rows[seat] or g.artifacts.rows[seat]) and not forced
    options = [*([] if forced else actions(g, seat)), *free_moves(g, seat), PASS]
    choice = yield Ask(seat, "go", options, "SV-040", asides(g, seat), hidden)
    if type(choice) is Aside:
        yield from free_move(g, choice.seat, choice.option)
    elif choice is PASS:
        pass_on(g, seat)
    elif is_action(choice):
        yield from act(g, seat, choice)
        after_action(g, seat)
    else:
        yield from free_move(g, seat, choice)


ACTIONS = (RECRUIT, BUY, FOUND, MAN, SIN, USE, TAP, MARK, TREASURE, CLOSE)


def is_action(choice: Option) -> bool:
    """SV-044 and SV-045: whether this is an action, and no free move."""
    return choice is EXCHANGE or choice is PURGE or any(choice in verb for verb in ACTIONS)


def act(g: VirtuesState, seat: int, choice: Option) -> Play[None]:
    """SV-040 and SV-044: carry out one action."""
    if choice in RECRUIT:
        yield from recruit(g, seat, *RECRUIT.parts(choice))
    elif choice in BUY:
        yield from buy(g, seat, *BUY.parts(choice))
    elif choice in FOUND:
        yield from found(g, seat, *FOUND.parts(choice))
    elif choice in MAN:
        man(g, seat, *MAN.parts(choice))
    elif choice in SIN:
        yield from play_sin(g, seat, *SIN.parts(choice))
    elif choice in USE:
        yield from use_artifact(g, seat, *USE.parts(choice))
    elif choice in TAP:
        yield from tap_for_gifts(g, seat, *TAP.parts(choice))
    elif choice in MARK:
        yield from take_part(g, seat, *MARK.parts(choice))
    elif choice in TREASURE:
        yield from gain_treasure(g, seat, *TREASURE.parts(choice))
    elif choice in CLOSE:
        close_portal(g, seat, *CLOSE.parts(choice))
    elif choice is EXCHANGE:
        g.tapped[seat] = True
        yield from exchange(g, seat)
    else:
        yield from purge(g, seat)


def after_action(g: VirtuesState, seat: int) -> None:
    """SV-043, SV-167 and SV-186: a full row is completed at once; else the go is over, or goes on."""
    g.acted = True
    g.passes = 0
    if is_row_full(g):
        g.step = "complete"
        return
    test_armour(g)
    if g.more:
        g.more -= 1
    else:
        end_go(g, seat)


def pass_on(g: VirtuesState, seat: int) -> None:
    """SV-128, SV-129 and SV-Q80: a pass, forced or not; further actions that are let be are none."""
    if not g.acted:
        g.passes += 1
        g.skips[seat] = max(0, g.skips[seat] - 1)
        tell(g, "passes", seat, "SV-128")
    end_go(g, seat)


def end_go(g: VirtuesState, seat: int) -> None:
    """SV-040, SV-042, SV-210, SV-219: the next hero, the Unnamed after a round, or the end of the phase."""
    g.acted = False
    g.more = 0
    g.goes += 1
    if g.mode.gifts_last == "go":
        drop_gifts(g, seat)
    g.at += 1
    if g.passes == g.heroes:
        end_quest_phase(g)
    elif g.at == g.heroes:
        g.at = 0
        if g.mode.unnamed:
            g.step = "unnamed"


def end_quest_phase(g: VirtuesState) -> None:
    """SV-042, SV-184, SV-189 and SV-Q58: then regrouping, or defeat after the last cataclysm."""
    g.acted = False
    g.at = g.passes = g.more = 0
    if g.struck == LAST:
        defeat(g)
    g.step = "awards"
