"""How a round of Thimble stands, and what comes to mind first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from foldtale.games.small.thimble.options import LAY, TUCK, UNDER
from foldtale.games.small.thimble.state import Basket
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.talk import Ask

IN_HAND: Final = 0.4
"""What a treasure in one's hand is worth, of what it is worth laid."""
USEFUL: Final = {"magpie": 0.5, "needle": 0.3, "spectacles": 0.2, "ribbon": 0.4}
A_CARD: Final = 0.5
"""What a card in another's hand is worth, whatever it is."""
STEADY: Final = 1.5
A_CARD_TO_COME: Final = 0.08
A_ROUND_TO_COME: Final = 2.0
"""How little a point means while much is still to come."""
REASONS: Final = {
    "points": Reason("you are {0:n point} further ahead", "you are {0:n point} further behind"),
    "hand": Reason("your hand is better", "your hand is worse"),
    "turn": Reason("you are to play", "somebody else is to play"),
}


def progress(g: Basket, seat: int) -> Sequence[Share]:
    """By what was scored and laid, beside the best of the others, and by one's own hand."""
    values = g.stock.values
    totals = [score + sum([values[kind] for kind in g.laid(other)]) for other, score in enumerate(g.scores)]
    best = max([total for other, total in enumerate(totals) if other != seat])
    hand = sum([values.get(kind, 0) * IN_HAND + USEFUL.get(kind, 0) for kind in g.box.rows[seat]])
    hands = max([len(g.box.rows[other]) for other in range(g.players) if other != seat])
    to_come = STEADY + A_CARD_TO_COME * g.box.deck_size + A_ROUND_TO_COME * (g.rounds - g.round)
    lead, better = totals[seat] - best, hand - A_CARD * hands
    turn = int(g.seat == seat)
    return weighed(
        1 / g.players,
        ("points", lead / to_come, lead),
        ("hand", better / to_come, better),
        ("turn", 0.3 * turn / to_come, turn),
    )


def reflex(g: Basket, ask: Ask, draw: Callable[[], float]) -> int:
    """Lay the dearest treasure, steal what can be stolen, keep the best, and let the cat sleep."""
    options = ask.options
    values = g.stock.values
    if ask.topic == "turn":
        laid = [values.get(*LAY.parts(option), 0) if option in LAY else 0.5 for option in options]
        return laid.index(max(laid))
    if ask.topic in ("steal", "guard"):
        return len(options) - 1
    if ask.topic == "tuck":
        kinds = [kind for option in options for kind in TUCK.parts(option)]
        kept = [values.get(kind, 0) + USEFUL.get(kind, 0) for kind in kinds]
        return kept.index(min(kept))
    if UNDER("cat") in options:
        return options.index(UNDER("cat"))
    return int(draw() * len(options)) if ask.topic != "under" else 0
