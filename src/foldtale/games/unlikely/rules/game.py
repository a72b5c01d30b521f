"""A quest from its setup to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from foldtale.games.unlikely.rules import blessings, setup, turns
from foldtale.games.unlikely.rules.chapters import result
from foldtale.games.unlikely.state import QUEST, UnlikelyState
from foldtale.kernel.game import Outcome
from foldtale.kernel.talk import REST, Leave, Play


def deal_traits(g: UnlikelyState) -> Play[None]:
    """Traits are dealt, and their cubes reserved, before anything is charged. UH-275 and UH-Q96."""
    yield from blessings.deal_traits(g)
    g.step = "items"


STEPS: Final[Mapping[str, Callable[[UnlikelyState], Play[None]]]] = {
    "heroes": setup.choose_heroes,
    "traits": deal_traits,
    "items": setup.choose_items,
    "modules": setup.set_up_modules,
    "story": setup.begin_story,
    "begin": turns.begin_turn,
    "act": turns.act,
    "end": turns.end_turn,
}
"""The beats of a quest: each sets the next."""


def main(g: UnlikelyState) -> Play[Outcome]:
    """Setup, turn after turn, until the quest is won or lost. UH-298, UH-115 and UH-302."""
    while True:
        yield REST
        try:
            yield from STEPS[g.step](g)
        except Leave as leave:
            leave.at(g, QUEST)
            return (yield from result(g))
