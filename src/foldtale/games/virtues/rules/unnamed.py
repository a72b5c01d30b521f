"""The Unnamed as a player: SV-217 to SV-227, SV-Q72 to SV-Q76."""

from __future__ import annotations

from foldtale.games.virtues.options import DECLINE, PLAY, PLAYER
from foldtale.games.virtues.rules.endings import check_armour
from foldtale.games.virtues.rules.paying import asides, ask_for_free_moves, free_move
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import Aside, Ask, Play, tell


def unnamed(g: VirtuesState) -> Play[None]:
    """SV-219 to SV-221 and SV-227: after a round of goes he may play one card; that is no action, no pass."""
    hand = [PLAY(card) for card in g.content.unnamed if card not in g.played]
    choice = yield Ask(g.unnamed, "unnamed", [*hand, DECLINE], "SV-219", asides(g, g.unnamed))
    if type(choice) is Aside:
        yield from free_move(g, choice.seat, choice.option)
        return
    if choice is DECLINE:
        tell(g, "declines", g.unnamed, "SV-219")
    else:
        (card,) = PLAY.parts(choice)
        g.played = (*g.played, card)
        yield from strike(g, card)
        if len(g.played) == len(g.content.unnamed):
            g.played = ()
            tell(g, "takes back all cards", g.unnamed, "SV-221")
        check_armour(g)
    g.step = "go"


def strike(g: VirtuesState, card: str) -> Play[None]:
    """SV-220 and SV-Q75: the card's result, for each hero that it is played on.

    SV-222, SV-Q19 and SV-Q74: where something has to be paid, free moves may come first.
    """
    body = g.content.body(card)
    targets: list[int | None] = [*g.order] if body.target == "each" else [None]
    tell(g, "plays", g.unnamed, "SV-220", (card,))
    if body.target == "hero":
        choice = yield Ask(g.unnamed, "victim", [PLAYER(seat + 1) for seat in g.order], "SV-220")
        victim = PLAYER.parts(choice)[0] - 1
        tell(g, "strikes", g.unnamed, "SV-220", (victim,))
        targets = [victim]
    demands = any(call.word == "pay" for call in g.content.calls(card, "do"))
    for seat in targets:
        if demands and seat is not None:
            yield from ask_for_free_moves(g, seat, "demand")
        yield from perform(g, body.do, Cause(seat, card))
