"""Instructions and values about dice and chance."""

from __future__ import annotations

from typing import Final

from foldtale.games.wonderbook.effects.op import fact, op
from foldtale.games.wonderbook.language import LANGUAGE
from foldtale.games.wonderbook.rules import attack
from foldtale.games.wonderbook.rules.stages import is_performed, stage_of_text
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import Cause, Event, Steps, value
from foldtale.kernel.talk import Chance, Play

ITS_DICE: Final = "its dice"
"""Under this name, which no card can give, a text keeps the dice of its own roll."""


@op("roll {n} {n:die|dice}<{rerollable:, with the usual reroll|, with the usual reroll}>")
def roll(g: Book, c: Cause, n: int, rerollable: bool = False) -> Play[None]:
    """Roll dice, five at most, and count Successes and Failures."""
    if g.can_choose(c.me):
        yield from stage_of_text(g, c, c.me, throw(g, c, n, attack.AS_THEY_FALL, rerollable))


def throw(g: Book, c: Cause, n: int, stakes: attack.Stakes, rerollable: bool = False) -> Play[None]:
    """Roll `n` dice for a text and count; WB-109: a skill's or a Special Action's roll may be rerolled."""
    again = rerollable or is_performed(g, c) or is_passive_skill(g, c)
    count = value(g, "dice", n, c.me)
    c.found["successes"] = yield from attack.roll_dice(g, c.me, count, again, stakes)
    c.found["failures"] = max(0, len(g.dice) - c.found["successes"])
    c.named[ITS_DICE] = g.dice


def is_passive_skill(g: Book, c: Cause) -> bool:
    """Tell whether this text is in force as a skill of the Hero who rolls. WB-Q144."""
    is_in_force = bool(c.copy)
    return is_in_force and any(card == c.card for card, _ in g.skills.get(c.me, ()))


@op(
    "roll {n} {n:die|dice} for {needed} {needed:Success|Successes}. If they come: {success}<. If not: {fail}>"
)
def challenge(
    g: Book, c: Cause, n: int, needed: int, success: Steps, fail: Steps | None = None
) -> Play[None]:
    """A challenge: the roll must show enough Successes."""
    if not g.can_choose(c.me):
        return
    at_stake = g.chapter.named(c.card, fail.says) if fail else ""
    stakes = attack.Stakes("challenge" if at_stake else "try", needed, at_stake)
    yield from stage_of_text(g, c, c.me, throw(g, c, n, stakes))
    if c.found["successes"] >= needed:
        yield from success(g, c)
    elif fail is not None:
        yield from fail(g, c)


@op("roll the Failures again")
def reroll(g: Book, c: Cause) -> Play[None]:
    """All dice of this roll that show a Failure are rolled again, for nothing."""
    dice = dice_of(c)
    if "F" in dice:
        lie_now(g, c, dice, (yield from attack.roll_failures_again(g, dice)))


@op("turn {n} {n:Failure|Failures} into {n:a Success|Successes}")
def turn_dice(g: Book, c: Cause, n: int) -> None:
    """Failures of this roll become Successes."""
    dice = dice_of(c)
    kept = dice.count("S") + max(0, min(n, dice.count("F")))
    if dice:
        lie_now(g, c, dice, ("S",) * kept + ("F",) * (len(dice) - kept))


def about_to_count(c: Cause) -> Event | None:
    """Return the roll before which this text speaks, if it speaks before one counts."""
    return c.event if c.event is not None and "dice" in c.event.facts else None


def dice_of(c: Cause) -> tuple[str, ...]:
    """Return the dice of the roll that this text speaks of: the one about to count, or its own. WB-Q153."""
    event = about_to_count(c)
    dice: tuple[str, ...] = event.facts["dice"] if event is not None else c.named.get(ITS_DICE, ())
    return dice


def lie_now(g: Book, c: Cause, before: tuple[str, ...], dice: tuple[str, ...]) -> None:
    """The dice of this roll have changed; what other cards have made of its Successes stays. WB-Q153."""
    more = dice.count("S") - before.count("S")
    event = about_to_count(c)
    g.dice = dice
    if event is not None:
        event.facts["dice"] = dice
        event.facts["successes"] += more
        c.found["successes"], c.found["failures"] = dice.count("S"), dice.count("F")
    else:
        c.named[ITS_DICE] = dice
        c.found["successes"] += more
        c.found["failures"] = max(0, c.found["failures"] - more)


@op("one of {n} things happens by chance")
def chance(g: Book, c: Cause, n: int) -> Play[None]:
    """A number from 1 to n by chance; `chance_is` asks for it."""
    c.found["chance"] = int((yield Chance("by chance", tuple([str(at + 1) for at in range(max(1, n))]))))


@LANGUAGE.value("the number that came up is {n}")
def chance_is(g: Book, c: Cause, n: int) -> bool:
    """Whether this number came up by chance."""
    return c.found.get("chance", 0) == n


fact("successes", int, "the successes", lambda g, c: c.found.get("successes", 0), "Of this text's roll.")
fact("failures", int, "the failures", lambda g, c: c.found.get("failures", 0), "Of this text's roll.")
