"""Challenges: choosing a box, chains, forced ones, results and rewards.

UH-190 to UH-196 and UH-207 to UH-228.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from foldtale.games.unlikely.language import Box as BoxCard
from foldtale.games.unlikely.language import ChallengeCard, Hero
from foldtale.games.unlikely.options import BOX, FORFEIT
from foldtale.games.unlikely.rules import blessings
from foldtale.games.unlikely.rules.attempts import attempt, is_won
from foldtale.games.unlikely.rules.lessons import teach
from foldtale.games.unlikely.rules.luck import discard_drawn
from foldtale.games.unlikely.rules.windows import ATTEMPT, RESULT, renew, usable, use_effect, window
from foldtale.games.unlikely.state import AGAIN, FORFEITED, Attempt, UnlikelyState, enforce, without
from foldtale.kernel.effects import Cause, Code, after, expire, forbidden, leave, perform
from foldtale.kernel.talk import ALL, Leave, Option, Play, note, settle, tell

CHAIN: Final = "chain"
"""The scope of what a challenge does: it is left when the challenge has gone back to the pile. UH-Q62."""
OVER_NOW: Final = -1
"""What stands for the announced number once the attempt is over."""
OVER: Final = "over"


def meet(g: UnlikelyState, card: str) -> Play[None]:
    """Attempt a challenge in play until it is succeeded, failed or left.

    What the ones that have drawn it say, what was rolled and what was used for them counts again after it.

    UH-081, UH-191, UH-213, UH-222, UH-226, UH-Q91 and UH-Q119.
    """
    body: ChallengeCard = g.content.body(card)
    outer = [other for other in g.challenges if leave(g, other)]
    used = [use for use in g.used if use[0] in (ATTEMPT, RESULT)]
    rolls, g.rolls = g.rolls, {}
    enforce(g, card, g.active, body.standing)
    step = AGAIN
    while step == AGAIN and card in g.challenges:
        step = yield from try_once(g, card, body)
    leave(g, card)
    g.rolls = rolls
    renew(g, ATTEMPT, RESULT)
    g.used = (*g.used, *used)
    for other in outer:
        if other in g.challenges:
            enforce(g, other, g.active, g.content.body(other).standing)


def try_once(g: UnlikelyState, card: str, body: ChallengeCard) -> Play[str]:
    """Choose a box or forfeit, make the attempt, and carry out its result. UH-191 to UH-215."""
    renew(g, ATTEMPT, RESULT)
    box = yield from choose_box(g, card, body)
    if card not in g.challenges:
        return OVER
    if box < 0:
        forfeit(g, card)
        return OVER
    g.attempt = Attempt(card, box, body.boxes[box].skill)
    yield from attempt(g, body)
    now = g.attempt
    won = now.verdict != FORFEITED and (yield from is_won(g))
    end_attempt(g)
    if won:
        note(g, f"{card} {BOX(box + 1).key}")
        yield from succeed(g, card, body.boxes[box])
        return OVER
    if now.verdict == FORFEITED:
        forfeit(g, card)
        return OVER
    return (yield from fail(g, card, body, now))


def end_attempt(g: UnlikelyState) -> None:
    """The drawn luck cards are discarded. UH-206."""
    discard_drawn(g)
    g.attempt = None
    g.tested = (*g.tested, g.active)
    expire(g, "attempt")


def open_boxes(g: UnlikelyState, body: ChallengeCard) -> list[int]:
    """Return the boxes that can be attempted. UH-228 and UH-Q45."""
    if not meets(g, body.needs):
        return []
    return [at for at, box in enumerate(body.boxes) if meets(g, box.needs)]


def meets(g: UnlikelyState, needs: str) -> bool:
    """During a challenge a card held by an adjacent hero also satisfies a dependency. UH-226 and UH-227."""
    if not needs:
        return True
    return any(g.has(hero, needs) for hero in (g.active, *g.company(g.active)))


def choose_box(g: UnlikelyState, card: str, body: ChallengeCard) -> Play[int]:
    """One of the boxes, or forfeit; -1 if none is attempted. UH-191, UH-221, UH-228 and UH-Q45."""
    while card in g.challenges:
        options: list[Option] = [BOX(at + 1) for at in open_boxes(g, body)]
        if not options or not (body.forced or forbidden(g, "forfeit", Hero(g.active))):
            options.append(FORFEIT)
        choice = yield g.asks(g.active, "box", [*options, *usable(g, "turn")], "UH-191", card, card=card)
        if choice in BOX:
            return BOX.parts(choice)[0] - 1
        if choice is FORFEIT:
            return -1
        yield from use_effect(g, choice, g.player(g.active))
    return -1


def forfeit(g: UnlikelyState, card: str) -> None:
    """Neither succeeded nor failed; the challenges in play go back. UH-194, UH-196 and UH-Q62."""
    tell(g, "forfeits", g.player(g.active), "UH-194", (card,))
    return_challenges(g)


def return_challenges(g: UnlikelyState) -> None:
    """Every challenge card in play goes back to the pile. UH-194, UH-213 and UH-Q62."""
    for card in g.challenges:
        tell(g, "returns", ALL, "UH-213", (card,))
    g.pile = g.pile | frozenset(g.challenges)
    g.challenges = ()


def succeed(g: UnlikelyState, card: str, box: BoxCard) -> Play[None]:
    """The reward of the box, and then the card is discarded. UH-207 to UH-212, UH-287 and UH-Q61."""
    tell(g, "succeeds", g.player(g.active), "UH-205", (card,))
    yield from after(g, "succeeded", who=Hero(g.active), challenge=g.content.number[card])
    yield from window(g, "succeeded", "UH-078", "succeeded")
    if g.mode.sets:
        yield from blessings.after_success(g)
    yield from carry_out(g, card, box.reward)
    if card in g.challenges:
        g.challenges = without(g.challenges, card)
        g.discard = (*g.discard, card)


def carry_out(g: UnlikelyState, card: str, code: Code | None) -> Play[None]:
    """Carry out what a challenge does at once, as a reward or when it fails, until it goes back. UH-Q62."""
    if code is None or card in g.pile:
        return
    depth, answering = g.depth, g.answering
    try:
        yield from perform(g, code, Cause(g.active, card))
        yield from settle(g)
    except Leave as left:
        left.at(g, CHAIN)
        g.depth, g.answering = depth, answering


def still_in_play(g: UnlikelyState, c: Cause) -> None:
    """Leave what a challenge does, but not what it answers to an event, if it has gone back. UH-Q62."""
    if c.event is None and c.card in g.pile and g.content.kind(c.card) == "challenge":
        raise Leave(CHAIN)


def fail(g: UnlikelyState, card: str, body: ChallengeCard, now: Attempt) -> Play[str]:
    """A failed attempt; a forced one is repeated. UH-213 to UH-215, UH-222 to UH-224, UH-288 and UH-Q70."""
    tell(g, "fails", g.player(g.active), "UH-205", (card,))
    yield from teach(g, "failed")
    yield from after(g, "failed", who=Hero(g.active), challenge=g.content.number[card])
    yield from carry_out(g, card, body.on_fail)
    if g.mode.sets:
        yield from blessings.after_failure(g)
    g.attempt = replace(now, announced=OVER_NOW, verdict="")
    yield from window(g, "failed", "UH-078", "failed")
    verdict, g.attempt = g.attempt.verdict, None
    if verdict == FORFEITED:
        forfeit(g, card)
        return OVER
    if card in g.challenges and (verdict == AGAIN or (body.forced and not now.reshuffled)):
        return AGAIN
    return_challenges(g)
    return OVER
