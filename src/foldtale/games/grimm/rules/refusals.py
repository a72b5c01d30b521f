"""By which rule something cannot be done: for whoever tries it all the same."""

from __future__ import annotations

from foldtale.games.grimm.content import FOX, WOLF, value_of
from foldtale.games.grimm.options import COMPLETE, OPTIONS, PLACE
from foldtale.games.grimm.rules.placing import BANNED, CLOSED, asks
from foldtale.games.grimm.rules.questing import missing
from foldtale.games.grimm.state import Tale
from foldtale.kernel.talk import Ask, option


def why_not(g: Tale, ask: Ask, key: str) -> str:
    """The rule by which this is not among the options."""
    choice = option(key)
    if choice in PLACE and ask.topic in ("turn", "place with"):
        return why_not_place(g, ask.seat, *PLACE.parts(choice))
    if choice in COMPLETE and ask.topic == "quests":
        return why_not_complete(g, ask.seat, *COMPLETE.parts(choice))
    return OPTIONS.why_not(ask, key)


def why_not_place(g: Tale, seat: int, die: str, spot: str) -> str:
    """GR-023, GR-038 to GR-041, GR-054, GR-113, GR-114 and GR-122: what is wrong with a placement."""
    socket = g.content.place[spot]
    face = g.pools[seat][g.content.dice.index(die)]
    spirit = g.content.spots[socket].spirit
    least = asks(g, seat, ())[socket]
    if not face:
        return "GR-023"
    if least == CLOSED:
        return {WOLF: "GR-113", FOX: "GR-122"}.get(spirit, "GR-041")
    if least == BANNED:
        return "GR-054"
    return "GR-039" if g.stacks[socket] and value_of(face) < least else "GR-038"


def why_not_complete(g: Tale, seat: int, quest: str) -> str:
    """GR-080 to GR-088: what a quest lacks."""
    body = g.content.body(quest)
    if quest not in g.active_quests(seat):
        return "GR-127" if quest not in g.done_quests(seat) else "GR-083"
    if body.needs.at and g.at[seat] not in body.needs.at:
        return "GR-084"
    if body.sort == "fetch":
        return "GR-087"
    return "GR-082" if missing(g.tokens[seat], body.needs.price) else "GR-080"
