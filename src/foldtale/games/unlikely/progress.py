"""How a quest stands, and what comes to mind first. Both know only what the table has read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from foldtale.games.unlikely.odds import chances
from foldtale.games.unlikely.options import BOX, EXPLORE, SOLVE
from foldtale.games.unlikely.state import IN_PLAY, UnlikelyState
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.talk import Ask, Option

PAR: Final = 0.5
A_CHAPTER: Final = 1.4
AN_UNLUCKY_CARD: Final = 0.5
A_COUNT: Final = 0.35
A_MAP: Final = 0.15
A_CARD: Final = 0.06
AN_ITEM: Final = 0.08
A_CUBE: Final = 0.04
A_LUCK_CARD: Final = 0.03
NEVER: Final = (
    "give up",
    "put away",
    "more",
    "back",
    "discard",
    "give",
    "get",
    "swap",
    "rearrange",
    "refuse",
)
"""Bots do not give up, and leave exchanges alone."""
ENOUGH: Final = 0.7
"""The odds at which a quick player announces no more luck cards."""
REASONS: Final = {
    "chapters": Reason("{0:n more chapter|more chapters} is finished", "{0:n chapter} less is finished"),
    "trouble": Reason("there is less trouble", "there is more trouble"),
    "time": Reason("there is more time", "there is less time"),
    "maps": Reason("{0:n more map|more maps} is open", "{0:n map} less is open"),
    "cards": Reason("there is something new to see", "less is seen"),
    "items": Reason("{0:n more item|more items} is at hand", "{0:n item} less is at hand"),
    "cubes": Reason("{0:n more cube|more cubes} is ready", "{0:n cube} less is ready"),
    "luck": Reason("{0:n more luck card|more luck cards} is left", "{0:n luck card} less is left"),
}


def progress(g: UnlikelyState, seat: int) -> Sequence[Share]:
    """By chapters, trouble and time, and by what the team has found."""
    unlucky = len(g.unlucky.rows[IN_PLAY]) + g.reshuffles
    counted = sum(g.counters.values())
    maps, cards = len(g.world.maps), len(g.revealed)
    items = sum([len(hero.items) for hero in g.heroes])
    cubes = sum([held.total for held in g.cubes.values()])
    luck = g.luck.deck_size
    return weighed(
        PAR,
        ("chapters", A_CHAPTER * g.finished, g.finished),
        ("trouble", -AN_UNLUCKY_CARD * unlucky, -unlucky),
        ("time", -A_COUNT * counted, -counted),
        ("maps", A_MAP * maps, maps),
        ("cards", A_CARD * cards, cards),
        ("items", AN_ITEM * items, items),
        ("cubes", A_CUBE * cubes, cubes),
        ("luck", A_LUCK_CARD * luck, luck),
    )


def reflex(g: UnlikelyState, ask: Ask, draw: Callable[[], float]) -> int:
    """Solve puzzles and explore first, announce enough luck cards, else take what bots do not leave alone."""
    if ask.topic == "announce":
        return announced(g, ask)
    options = [*enumerate(ask.options)]
    liked = [at for at, choice in options if choice in SOLVE or choice in EXPLORE or choice in BOX]
    allowed = [at for at, choice in options if not is_left_alone(choice)]
    among = liked or allowed or [at for at, _ in options]
    return among[int(draw() * len(among))]


def is_left_alone(choice: Option) -> bool:
    return any(choice.key == word or choice.key.startswith(f"{word} ") for word in NEVER)


def announced(g: UnlikelyState, ask: Ask) -> int:
    """Return the place of the smallest number of luck cards with good odds, or else of the best."""
    known = [chance.good / chance.of for chance in chances(g) if chance.of]
    good = [at for at, chance in enumerate(known) if chance >= ENOUGH]
    return min(good[0] if good else known.index(max(known)) if known else 0, len(ask.options) - 1)
