"""What is printed on the cards, as everybody sees it: what they cost, what they are worth, what they say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from foldtale.games.virtues.content import FAME, GIFTS, GOLD, MIGHT, RESOURCES, Counts, Need, VirtuesContent
from foldtale.games.virtues.language import VIRTUE_SAYS
from foldtale.kernel.scene import Amount, Card

CURRENCY: Final = {"character": FAME}
"""SV-017: elixirs and buildings cost gold."""
OWN_SIGN: Final = frozenset(["quest", "sin", "cataclysm", "artifact", "unnamed"])
"""Kinds of cards that have a sign each."""


def kingdom(colour: str) -> str:
    """Return the token of a kingdom's paint."""
    return f"kingdom-{colour}" if colour else ""


def amounts(gifts: Counts) -> tuple[Amount, ...]:
    """Return gifts as amounts, by virtue."""
    called = zip(VIRTUE_SAYS.items(), gifts, strict=True)
    return tuple([Amount(icon=virtue, count=n, name=says) for (virtue, says), n in called if n])


def amount(of: str, n: int) -> tuple[Amount, ...]:
    return (Amount(icon=of, count=n, name=of),) if n else ()


def needed(need: Need) -> tuple[Amount, ...]:
    """Return what one space of a quest asks for."""
    return amounts(need.gifts) if need.sort == GIFTS else amount(need.sort, need.n)


class Worth(NamedTuple):
    """What a card is worth: as numbers, the rest of it in two or three words, and all of it in sentences."""

    gives: tuple[Amount, ...] = ()
    brief: str = ""
    lines: Sequence[str] = ()


def worth_of(content: VirtuesContent, card: str) -> Worth:
    """Return what a card is worth, by its kind."""
    body, does = content.body(card), content.describe(card)
    match content.kind(card):
        case "character":
            incomes, gifts = ((FAME, body.income.fame), (GOLD, body.income.gold)), content.gifts[card]
            gets = [f"{n} {of} a turn" for of, n in incomes if n]
            gets += [f"{body.might} might now"] * bool(body.might)
            brief = ", ".join([*gets, *["+1 might"] * body.steady])
            every = ", ".join([*gets, *["1 might a turn"] * body.steady])
            lines = [f"Turned: {content.in_words(gifts)}", *[every] * bool(every)]
            return Worth(amounts(gifts), brief, lines)
        case "elixir":
            flasks = content.draughts[card]
            first, last = flasks[0], flasks[-1]
            needs = [f"{one.needs} {body.colour}: " * bool(one.needs) for one in flasks]
            lines = [f"{need}{content.in_words(one.gifts)}" for need, one in zip(needs, flasks, strict=True)]
            more = sum(last.gifts) - sum(first.gifts)
            return Worth(amounts(first.gifts), f"{last.needs} {body.colour}: +{more}", lines)
        case "hero":
            gives = amounts(body.gifts.counts) + amount(FAME, body.fame) + amount(GOLD, body.gold)
            brief = f"{body.income.fame} fame, {body.income.gold} gold a turn"
            begins = f"{content.in_words(body.gifts.counts)}; {body.fame} fame, {body.gold} gold"
            return Worth(gives, brief, [begins, brief])
        case "portal":
            gifts = content.gifts[card]
            return Worth(amounts(gifts), lines=[f"Closed with {content.in_words(gifts)}"])
        case "treasure":
            brings = tuple([one for of in RESOURCES for one in amount(of, getattr(body, of))])
            return Worth(brings or amount("artifact", 1), lines=[content.treasured(card)])
        case "temple":
            return Worth(lines=["1 might when it is founded", manned(body.man_cost, does)])
        case "castle" | "estate":
            of, base, least, best = content.ratings[card]
            rates = f"{base} {of} a turn; {best} with {least} {body.colour}"
            return Worth(amount(of, base), "a turn", [rates, manned(body.man_cost, does)])
        case "quest":
            return Worth(amount(MIGHT, body.prize), lines=does)
        case "sin":
            return Worth(brief=body.sin.capitalize(), lines=does)
    return Worth(lines=does)


def manned(cost: int, does: Sequence[str]) -> str:
    return f"Manned for {cost}: {' '.join(does)}"


@lru_cache(maxsize=1024)
def face(content: VirtuesContent, card: str) -> Card:
    """Return a card face up, as it is printed."""
    body, kind, worth = content.body(card), content.kind(card), worth_of(content, card)
    colour = getattr(body, "colour", "")
    sign = worth.gives[0].icon if worth.gives else kind
    return Card(
        id=card,
        title=body.title,
        lines=tuple(worth.lines),
        flavour=body.text,
        icon=card if kind in OWN_SIGN else colour or sign,
        kind=kind,
        colour=kingdom(colour),
        cost=amount(CURRENCY.get(kind, GOLD), content.cost.get(card, 0)),
        gives=worth.gives,
        brief=worth.brief,
    )
