"""What people type, read against what they may choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from foldtale.kernel.chance import offered, place_of
from foldtale.kernel.scene import Choice
from foldtale.kernel.talk import ALL, Outcomes, key_of

MOST_NAMED: Final = 4
"""More choices than these are not listed again in a sentence."""
ORDERS: Final = ("b", "l", "u", "o", "w", "q", "h")
HELP: Final = """\
Type a number to choose what stands beside it, or its name.
Several at once are taken one after the other: 2 1
?   why am I asked? Shows the rule; with a word, as in "? end", looks it up
b   the whole table, with everything that cards do in exact words
l   the last ten things that happened
u   undo the last answer
s   save; with a name, as in "s my.tale", keeps a copy there
o   out of turn: somebody else at this keyboard wants to move first
w   what would you do? The best choices, as a bot sees them, with chances
q   leave; the game is saved
h   this help"""


class Unclear(ValueError):
    """What was typed is no choice: says what is possible."""


class Offer(NamedTuple):
    """Something that a seat may choose now; without a seat it is to do nothing."""

    seat: int | None
    choice: Choice


def let_be(label: str) -> Offer:
    """To make no free move, for which Enter is enough."""
    return Offer(None, Choice(key="go on", label=label))


def words_in(line: str) -> list[str]:
    """The words of a line, at least one, though it may be empty."""
    return line.replace(",", " ").split() or [""]


def pick_offer(words: Sequence[str], offers: Sequence[Offer]) -> tuple[Offer, int]:
    """The offer that the first words mean, by name, number or the beginning of a name; and how many words.

    Enter alone takes the only offer, or lets things be.
    """
    for used in range(len(words), 0, -1):
        name = " ".join(words[:used]).casefold()
        for offer in offers:
            if name in (offer.choice.key.casefold(), offer.choice.label.casefold()):
                return offer, used
    word = words[0].casefold()
    if not word:
        if len(offers) == 1 or offers[-1].seat is None:
            return offers[-1], 1
        raise Unclear(possible(offers))
    if word.isdecimal() and 1 <= int(word) <= len(offers):
        return offers[int(word) - 1], 1
    named = [offer for offer in offers if offer.choice.key.casefold().split()[-1] == word]
    if len(named) == 1:
        return named[0], 1
    begun = [offer for offer in offers if offer.choice.key.casefold().startswith(word)]
    if len(begun) == 1:
        return begun[0], 1
    trouble = "could mean several things" if begun else "is not possible"
    raise Unclear(f"“{words[0]}” {trouble} here. {possible(offers)}")


def pick_fall(words: Sequence[str], outcomes: Outcomes) -> tuple[Offer, int]:
    """How real dice fell, in as many words as there are dice; and how many words."""
    dice = len(key_of(outcomes[0]).split())
    key = " ".join(words[:dice])
    if place_of(outcomes, key) < 0:
        trouble = f"“{key}” cannot fall here. " if key else ""
        raise Unclear(f"{trouble}Type one of these: {offered(outcomes)}")
    return Offer(ALL, Choice(key=key, label=key)), dice


def possible(offers: Sequence[Offer]) -> str:
    """What can be typed."""
    numbers = "1" if len(offers) == 1 else f"a number from 1 to {len(offers)}"
    named = f" ({', '.join([offer.choice.key for offer in offers])})" if len(offers) <= MOST_NAMED else ""
    return f"Type {numbers}{named}, h for help or q to leave."


def prompt(offers: Sequence[Offer], outcomes: Outcomes) -> str:
    """What stands before the cursor; without offers the outcomes are those of real dice."""
    if not offers:
        return f"Type what fell, for example {key_of(outcomes[len(outcomes) // 2])} (h for help):"
    numbers = "Press Enter" if len(offers) == 1 else f"Choose 1 to {len(offers)}"
    return f"{numbers} (? for the rule, h for help):"
