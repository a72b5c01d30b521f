"""Which cards can be used in which window, and what they bring: SF-Q34, SF-Q91 and SF-Q107."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from foldtale.games.storyfold.language import BROM, LUMA
from foldtale.games.storyfold.options import USE
from foldtale.kernel.effects import Cause
from foldtale.kernel.effects.force import Run
from foldtale.kernel.pack.folder import Card
from foldtale.kernel.talk import Option

BRINGS: Final = {
    "advance_light": "light",
    "gain_crystals": "crystals",
    "gain_spirit": "spirit",
    "recover_dice": "dice",
}
"""Instructions that may bring nothing, and what they bring otherwise."""
LOSS: Final = "loss"
LOSS_IN_SHADOW_PHASE: Final = "loss in the Shadow Phase"
CREATURE: Final = "creature"
"""SF-Q107: windows before a loss or an activation that would overflow, for cards that can help."""
TIMINGS: Final = {
    "between": ("any", "between"),
    "rolled": ("any", "rolled"),
    "closing": ("any",),
    "activation": ("any", "activation", "shadow"),
    "shadow": ("any", "shadow"),
    LOSS: ("any",),
    LOSS_IN_SHADOW_PHASE: ("any", "shadow"),
    CREATURE: ("any", "activation", "shadow"),
}
"""SF-Q34: in which window which cards can be used."""
GIVE_SPIRIT: Final = frozenset(["gain_spirit", "set_spirit"])
KEEP_OFF: Final = frozenset(
    ["illuminate", "stun", "discard_creature", "heal_free", "heal_quietly", "for", "until"]
)
HELP: Final = {LOSS: GIVE_SPIRIT, LOSS_IN_SHADOW_PHASE: GIVE_SPIRIT, CREATURE: GIVE_SPIRIT | KEEP_OFF}
"""Instructions that can help before Spirit overflows; a card that takes Spirit itself does not."""
TAKES_SPIRIT: Final = "lose_spirit"


@dataclass(slots=True, frozen=True)
class Use:
    """A card that can be used, or a face of one: by which option, and whether something would come of it."""

    card: str
    option: Option
    can: Run
    cause: Cause


Uses: TypeAlias = tuple[list[Use | None], list[Use | None], Mapping[str, Use]]
"""What the front and the back of Luma can be used for, those of Brom, and each other card."""


def uses_in(window: str, cards: Mapping[str, Card]) -> Uses:
    """Return what can be used in a window."""

    def use_of(ident: str, path: str, body: Any) -> Use | None:
        code = getattr(body, "use", None)
        if code is None or body.timing not in TIMINGS[window]:
            return None
        words = cards[ident].words(path)
        if window in HELP and (HELP[window].isdisjoint(words) or TAKES_SPIRIT in words):
            return None
        return Use(ident, USE(ident), code.can or (lambda g, c: True), Cause(ident, ident))

    def faces(ident: str) -> list[Use | None]:
        return [use_of(ident, f"{side}.use", getattr(cards[ident].body, side)) for side in ("front", "back")]

    held = [use_of(ident, "use", card.body) for ident, card in cards.items()]
    return faces(LUMA), faces(BROM), {use.card: use for use in held if use is not None}


def brought_by(cards: Mapping[str, Card]) -> dict[str, list[str]]:
    """Return what each card brings whose use does nothing but what may be in vain."""
    brought = {ident: [BRINGS.get(word, "") for word in card.words("use")] for ident, card in cards.items()}
    return {ident: brings for ident, brings in brought.items() if brings and all(brings)}


def is_priced(card: Card) -> bool:
    """Return whether each use of a card begins with Crystals that are spent."""
    uses = [card.words(path) for path in card.calls if path.endswith("use")]
    return all(words[:2] == ["pay", "spend_crystals"] for words in uses)
