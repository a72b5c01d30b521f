"""Players with a little sense: each kind of answer has its place in a plan, and luck chooses among equals."""

from __future__ import annotations

import random

from foldtale.kernel import Match

QUESTING = ("mark", "tap", "recruit", "work", "close", "exchange", "found", "buy", "treasure", "man")
PLANS = {
    "armour": QUESTING,
    "portals": ("close", "tap", "exchange", "recruit", "drink", "buy", "found"),
    "cataclysm": ("sin", "tap", "recruit"),
    "fallen": ("pass",),
}
"""By the ending that it is to lead to: which answers come first."""
WORST = 99


def rank(key: str, plan: tuple[str, ...]) -> int:
    """How early an answer stands in a plan; what is not in it comes after passing and going on."""
    verb = key.partition(" ")[0]
    if verb in plan:
        return plan.index(verb)
    return WORST if verb in ("drink", "cash", "sin", "spend", "use", "purge") else len(plan)


def play_on(match: Match, seed: int, ending: str) -> Match:
    """Play a match to its end by the plan for this ending."""
    luck, plan = random.Random(seed), PLANS[ending]
    while match.options:
        keys = [option.key for option in match.options]
        best = min(rank(key, plan) for key in keys)
        match.answer(luck.choice([key for key in keys if rank(key, plan) == best]))
    return match
