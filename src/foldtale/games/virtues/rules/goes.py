"""The Quest Phase: actions in rotation. SV-037 to SV-046, SV-128, SV-129, SV-204 to SV-212, SV-232."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from foldtale.games.virtues import options as to
from foldtale.games.virtues.content import FAME, GOLD
from foldtale.games.virtues.options import PASS
from foldtale.games.virtues.rules import gifts, market, quests, sins
from foldtale.games.virtues.rules.completing import is_row_full
from foldtale.games.virtues.rules.endings import check_armour, drop_gifts
from foldtale.games.virtues.rules.lessons import teach
from foldtale.games.virtues.rules.paying import asides, free_move, free_moves, purse
from foldtale.games.virtues.rules.supplies import STORE, TAVERN
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.talk import Aside, Ask, Option, Play, option, tell


def actions(g: VirtuesState, seat: int) -> list[Option]:
    """SV-016, SV-041, SV-044 and SV-085: every action of a hero with its whole cost in reach."""
    gold, fame = purse(g, seat, GOLD), purse(g, seat, FAME)
    options = market.on_sale(g, seat, TAVERN, fame)
    options += market.on_sale(g, seat, STORE, gold)
    options += market.buildings_for(g, gold)
    options += sins.sin_options(g, seat)
    if not g.fell[seat]:
        options += [to.USE(card) for card in g.artifacts.rows[seat]]
    options += gifts.tappable(g, seat)
    if not g.tapped[seat] and gifts.can_exchange(g, seat):
        options.append(to.EXCHANGE)
    if g.supply(seat):
        options += market.mannable(g, seat)
        options += quests.quest_options(g, seat, gold, fame)
        options += quests.portal_options(g, seat)
    options += quests.treasure_options(g, seat)
    if quests.can_purge(g, seat):
        options.append(to.PURGE)
    return options


def go(g: VirtuesState) -> Play[None]:
    """SV-038 to SV-041: one hero takes one action or passes; free moves come before it, from anybody."""
    seat = g.order[g.at]
    forced = g.skips[seat] > 0
    hidden = bool(g.sins.rows[seat] or g.artifacts.rows[seat]) and not forced
    options = [] if forced else actions(g, seat)
    options += free_moves(g, seat)
    options.append(PASS)
    yield from teach(g, seat, options)
    choice = yield Ask(seat, "go", options, "SV-040", asides(g, seat), hidden)
    if type(choice) is Aside:
        yield from free_move(g, choice.seat, choice.option)
        return
    if choice is PASS:
        pass_on(g, seat)
    elif to.parsed(choice)[0] in ACTIONS:
        g.deed = choice.key
        g.step = "act"
        sins.show(g, seat, choice)
    else:
        yield from free_move(g, seat, choice)


def act(g: VirtuesState) -> Play[None]:
    """SV-040 and SV-044: carry out the action that was chosen."""
    seat = g.order[g.at]
    word, parts = to.parsed(option(g.deed))
    yield from ACTIONS[word](g, seat, *parts) or ()
    after_action(g, seat)


ACTIONS: Final[Mapping[str, Callable[..., Play[None] | None]]] = {
    to.RECRUIT.word: market.recruit,
    to.BUY.word: market.buy,
    to.FOUND.word: market.found,
    to.MAN.word: market.man,
    to.SIN.word: sins.play_sin,
    to.USE.word: sins.use_artifact,
    to.TAP.word: gifts.tap_for_gifts,
    to.EXCHANGE.key: gifts.use_ability,
    to.MARK.word: quests.take_part,
    to.TREASURE.word: quests.gain_treasure,
    to.CLOSE.word: quests.close_portal,
    to.PURGE.key: quests.purge,
}


def after_action(g: VirtuesState, seat: int) -> None:
    """SV-043, SV-167 and SV-186: a full row is completed at once; else the go is over, or goes on."""
    g.deed = ""
    g.step = "go"
    g.acted = True
    g.passes = 0
    if is_row_full(g):
        g.step = "complete"
        return
    check_armour(g)
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
    g.acted = g.began = False
    g.more = 0
    if g.setup.fallen_gift_discard == "go":
        drop_gifts(g, seat)
    g.at += 1
    if g.passes == g.heroes:
        end_quest_phase(g)
    elif g.at == g.heroes:
        g.at = 0
        if g.setup.unnamed:
            g.step = "unnamed"


def end_quest_phase(g: VirtuesState) -> None:
    """SV-042 and SV-184: all goes are over, and regrouping comes next."""
    g.acted = g.began = False
    g.at = g.passes = g.more = 0
    g.step = "awards"
