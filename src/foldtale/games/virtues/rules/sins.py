"""Playing sins, using artifacts, and reactions to both: SV-086 to SV-094, SV-209, SV-224, SV-Q30 to SV-Q36.

A hero who holds any sin is asked wherever some sin could answer that is not wholly on the pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from foldtale.games.virtues import places
from foldtale.games.virtues.language import Function
from foldtale.games.virtues.options import LET_BE, NO, PLAYER, REACT, SIN, USE
from foldtale.games.virtues.rules.pile import lay_sin
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, Event, perform, value
from foldtale.kernel.effects.windows import Windows
from foldtale.kernel.talk import EVERYONE, Ask, Option, Play, bit, tell
from foldtale.kernel.zones import draw

MOST_TARGETS: Final = {"one": 1, "up to two": 2}


def sin_options(g: VirtuesState, seat: int) -> list[Option]:
    """SV-086 and SV-Q31: every function of the hand that is no reaction, also without effect."""
    hand, body = dict.fromkeys(g.sins.rows[seat]), g.content.body
    return [SIN(card, side) for card in hand for side in ("a", "b") if side == "a" or body(card).b]


def show(g: VirtuesState, seat: int, choice: Option) -> None:
    """SV-086 and SV-092: a sin or an artifact that is played lies open before anything comes of it."""
    if choice in SIN:
        card, side = SIN.parts(choice)
        g.sins.move(card, seat, places.PLAYED)
        tell(g, "plays a sin", seat, "SV-086", (card, side))
    elif choice in USE:
        (card,) = USE.parts(choice)
        g.artifacts.move(card, seat, places.SPENT)
        tell(g, "uses an artifact", seat, "SV-092", (card,))


# Reactions


def could_answer(g: VirtuesState, seat: int, event: Event) -> list[str]:
    """Return the sins by which this hero may answer, as far as everybody knows."""
    if not g.sins.rows[seat]:
        return []
    seen = g.sins.rows[places.PILE] + g.sins.rows[places.PLAYED]
    return [card for card in g.content.moments[event.name] if seen.count(card) < g.content.body(card).copies]


def offers(g: VirtuesState, seat: int, could: Sequence[str]) -> dict[Option, str]:
    """SV-091: of these sins those that this hero has."""
    return {REACT(card): card for card in could if card in g.sins.rows[seat]}


def react(g: VirtuesState, seat: int, card: str, event: Event) -> Play[None]:
    """SV-091 and SV-Q32: it works, and goes on the pile before the card that it answers."""
    tell(g, "reacts", seat, "SV-091", (card, event.facts["who"]))
    yield from perform(g, g.content.moments[event.name][card].do, Cause(seat, card, event))
    yield from lay_sin(g, card, seat)


WINDOWS: Final = Windows(
    opens=lambda g, name: name in g.content.moments,
    seats=lambda g, event, first: g.others(first),
    could=could_answer,
    offers=offers,
    hidden=lambda g, card: True,
    use=react,
    passing=LET_BE,
    rule="SV-091",
)


def window(g: VirtuesState, name: str, seat: int, **facts: object) -> Play[Event]:
    """SV-Q32: a hero does something; the others may answer in play order, until one of them does."""
    return WINDOWS.open(g, name, seat, lambda: False, who=seat, **facts)


# What is played


def play_sin(g: VirtuesState, seat: int, card: str, side: str) -> Play[None]:
    """SV-086, SV-088, SV-Q30 and SV-Q32: chosen heroes, reactions, the function, the pile."""
    function: Function = getattr(g.content.body(card), side)
    targets = yield from choose_targets(g, seat, card, function)
    for chosen in targets:
        tell(g, "chooses", seat, "SV-086", (chosen,))
    target = targets[0] if targets else None
    event = yield from window(g, "sin_played", seat, target=target, targets=targets)
    if event.cancelled:
        tell(g, "is negated", seat, "SV-Q32", (card,))
    elif targets or function.target is None:
        yield from perform(g, function.do, Cause(seat, card, event))
    yield from lay_sin(g, card, places.PLAYED)


def choose_targets(g: VirtuesState, seat: int, card: str, function: Function) -> Play[list[int]]:
    """SV-Q31: other heroes without shelter of whom the card's condition is true; none if there are none."""
    chosen: list[int] = []
    most = MOST_TARGETS.get(function.target or "", 0)
    while len(chosen) < most:
        options = [PLAYER(one + 1) for one in candidates(g, seat, card, function) if one not in chosen]
        if not options:
            break
        options += [NO] * bool(chosen)
        choice = yield Ask(seat, "target", options, "SV-086", card=card, to=EVERYONE)
        if choice is NO:
            break
        chosen.append(PLAYER.parts(choice)[0] - 1)
    return chosen


def candidates(g: VirtuesState, seat: int, card: str, function: Function) -> list[int]:
    """Return the other heroes who can be chosen for a function."""
    test = function.if_
    others = exposed(g, seat)
    if test is None:
        return others
    return [one for one in others if test.run(g, Cause(seat, card, Event("sin_played", {"target": one})))]


def exposed(g: VirtuesState, seat: int) -> list[int]:
    """Return the other heroes, in play order, whom no temple shelters from sins."""
    return [other for other in g.others(seat) if not value(g, "shelter", 0, other)]


def use_artifact(g: VirtuesState, seat: int, card: str) -> Play[None]:
    """SV-092 and SV-094: discarded, and carried out unless somebody negates it; its cost is not refunded."""
    event = yield from window(g, "artifact_used", seat)
    if event.cancelled:
        tell(g, "is negated", seat, "SV-Q32", (card,))
    else:
        yield from perform(g, g.content.body(card).do, Cause(seat, card))


def draw_artifact(g: VirtuesState, seat: int) -> Play[None]:
    """SV-094, SV-121, SV-Q35 and SV-Q36: one at random, seen by its owner; used ones are shuffled first."""
    box = g.artifacts
    if not box.deck_size:
        cards = box.rows[places.SPENT]
        box.rows[places.SPENT] = ()
        box.restore(cards, EVERYONE)
    if box.deck_size:
        yield from draw(box, seat, bit(seat), "artifact")
        tell(g, "draws an artifact", seat, "SV-121", (), box.rows[seat][-1:], bit(seat))
