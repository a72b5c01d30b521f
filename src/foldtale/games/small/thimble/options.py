"""Everything that can be answered in Thimble, but for what cards of a pack offer in their own words."""

from __future__ import annotations

from typing import Final

from foldtale.games.small.thimble.state import MOST_PLAYERS
from foldtale.kernel.options import Each, Options

OPTIONS: Final = Options()
DRAW: Final = OPTIONS.plain("draw", "Draw a card", touches=lambda g: ("deck",))
LOOK: Final = OPTIONS.plain("look", "Put the spectacles on and look")
RIBBON: Final = OPTIONS.plain("ribbon", "Discard a ribbon and draw", touches=lambda g: ("deck",))
LAY: Final = OPTIONS.verb("lay", "Lay {0}", Each[str](lambda stock: stock.values))
PLAY: Final = OPTIONS.verb("play", "Play {0}", Each[str](lambda stock: stock.tricks))
PASS: Final = OPTIONS.plain("pass", "Let it be", touches=lambda g: ("drawn",))
STEAL: Final = OPTIONS.plain("steal", "Send the magpie", touches=lambda g: ("drawn",))
NEEDLE: Final = OPTIONS.plain("needle", "Keep it off with a needle", touches=lambda g: ("drawn",))
TUCK: Final = OPTIONS.verb("tuck", "Put {0} under the deck", Each[str](lambda stock: stock.kinds))
UNDER: Final = OPTIONS.verb(
    "under", "Put {0} under the deck", Each[str](lambda stock: stock.kinds, lambda g, kind: ("deck",))
)
KEEP: Final = OPTIONS.plain("keep", "Leave both where they are", touches=lambda g: ("deck",))
NO: Final = OPTIONS.plain("no", "Leave it be")
PLAYER: Final = OPTIONS.verb("player", "Player {0}", Each[int](lambda stock: range(1, MOST_PLAYERS + 1)))
