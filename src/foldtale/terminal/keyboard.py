"""What people type, read against what they may choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from foldtale.kernel.chance import Falls
from foldtale.kernel.scene import Choice
from foldtale.kernel.talk import ALL

MOST_NAMED: Final = 8
"""More choices than these are not listed again in a sentence."""

HELP: Final = """\
Type a number to choose what stands beside it, or its name, such as: {example}
Several at once are taken in turn: 2 1
?   why am I asked? The rule; "? words" looks the words up in the rules
b   the board again
l   the last ten things that happened
u   undo the last answer
s   save; "s FILE" keeps a copy there
o   out of turn: somebody else at this keyboard wants to move first
q   leave; the game is saved
h   this help"""


class Unclear(ValueError):
    """What was typed is no choice: says what is possible."""


class Offer(NamedTuple):
    """Something that a seat may choose now."""

    seat: int
    choice: Choice


def pick_offer(typed: Sequence[str], offers: Sequence[Offer]) -> tuple[Offer, int]:
    """The offer that the first words mean, by number, name or beginning of a name; and how many words that were."""
    for used in range(len(typed), 0, -1):
        words = " ".join(typed[:used]).casefold()
        for offer in offers:
            if words in (offer.choice.key.casefold(), offer.choice.label.casefold()):
                return offer, used
    word = typed[0].casefold()
    if word.isdecimal() and 1 <= int(word) <= len(offers):
        return offers[int(word) - 1], 1
    begun = [offer for offer in offers if offer.choice.key.casefold().startswith(word)]
    if len(begun) == 1:
        return begun[0], 1
    raise Unclear(f"“{typed[0]}” {'could be several things' if begun else 'is not possible'} here. {possible(offers)}")


def pick_fall(typed: Sequence[str], falls: Falls) -> tuple[Offer, int]:
    """How real dice fell, in as many words as there are dice; and how many words that were."""
    dice = len(falls[0].key.split())
    key = " ".join(typed[:dice])
    return Offer(ALL, Choice(key=key, label=key)), dice


def possible(offers: Sequence[Offer]) -> str:
    """What can be typed."""
    numbers = "1" if len(offers) == 1 else f"a number from 1 to {len(offers)}"
    keys = ", ".join([offer.choice.key for offer in offers])
    named = f" ({keys})" if len(offers) <= MOST_NAMED else ""
    return f"Type {numbers}{named}, or h for help."
