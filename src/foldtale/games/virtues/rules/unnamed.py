"""The Unnamed as a player: SV-217 to SV-227, SV-Q72 to SV-Q76."""

from __future__ import annotations

from foldtale.games.virtues.options import DECLINE, PLAY, PLAYER
from foldtale.games.virtues.rules.endings import check_armour
from foldtale.games.virtues.rules.free import ask_for_free_moves
from foldtale.games.virtues.state import VirtuesState
from foldtale.kernel.effects import Cause, perform
from foldtale.kernel.talk import Ask, Play, pick, tell


def unnamed(g: VirtuesState) -> Play[None]:
    """SV-219, SV-220, SV-227: after a round of goes he may play one card; that is no action and no pass."""
    hand = [card for card in g.content.unnamed if card not in g.played]
    choice = yield Ask(g.unnamed, "unnamed", [*[PLAY(card) for card in hand], DECLINE], "SV-219")
    g.step = "go"
    if choice is DECLINE:
        tell(g, "declines", g.unnamed, "SV-219")
        return
    (card,) = PLAY.parts(choice)
    yield from strike(g, card)
    g.played = (*g.played, card)
    if len(g.played) == len(g.content.unnamed):
        g.played = ()
        tell(g, "takes back all cards", g.unnamed, "SV-221")
    check_armour(g)


def strike(g: VirtuesState, card: str) -> Play[None]:
    """SV-220 and SV-Q75: the card's result, for each hero that it is played on.

    SV-222, SV-Q19 and SV-Q74: where something has to be paid, free moves may come first.
    """
    body = g.content.body(card)
    targets: list[int] = [*g.order] if body.target == "each" else []
    tell(g, "plays", g.unnamed, "SV-220", (card,))
    if body.target == "hero":
        choice = yield from pick(g.unnamed, "victim", [PLAYER(seat + 1) for seat in g.order], "SV-220")
        assert choice is not None
        targets = [PLAYER.parts(choice)[0] - 1]
        tell(g, "strikes", g.unnamed, "SV-220", (targets[0],))
    if body.target == "none":
        yield from perform(g, body.do, Cause(None, card))
    demands = any(call.word == "pay" for call in g.content.calls(card, "do"))
    for seat in targets:
        if demands:
            yield from ask_for_free_moves(g, seat, "demand")
        yield from perform(g, body.do, Cause(seat, card))
