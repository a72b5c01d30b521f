"""What a quick player of Unlikely Heroes does, question by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from foldtale.games.unlikely.language import SKILLS
from foldtale.games.unlikely.odds import chances
from foldtale.games.unlikely.options import (
    BOX,
    DROP,
    EXPLORE,
    FORFEIT,
    GO,
    GO_ON,
    HAND,
    LEFT_SIDE,
    PASS,
    REPLACE,
    RESOLVE,
    RIGHT_SIDE,
    SOLVE,
    STRAIN,
    THIS,
    TRAVEL,
    USE,
    WITH,
)
from foldtale.games.unlikely.progress import (
    A_STEP,
    NEVER,
    Open,
    best_side,
    is_precious,
    likely,
    luck_is_low,
    margin,
    modifiers,
    open_anchors,
    room,
    skills_of,
)
from foldtale.games.unlikely.rules.attempts import required, total
from foldtale.games.unlikely.rules.backpacks import skill_of
from foldtale.games.unlikely.state import LEFT, SIDES, UnlikelyState
from foldtale.kernel.talk import Ask, Option

Draw = Callable[[], float]
ENOUGH: Final = 0.7
"""The odds at which a quick player announces no more luck cards."""
HOPELESS: Final = 0.12
"""Below this chance an attempt is forfeited, or not begun."""
CLOSE: Final = 2
"""One cube is strained where no more than this is missing."""
MEAN_LUCK: Final = 0.6
FIRST: Final = ("page", "agree", "objective", "relocate", "regroup", "give up", "consent", "join")
"""Questions at which the first option is taken."""


def reflex(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Explore what is near and promising, announce enough luck cards, and keep what was found."""
    topic = ask.topic
    if topic in FIRST or len(ask.options) == 1:
        return 0
    answer = ANSWERS.get(topic)
    found = answer(g, ask, draw) if answer is not None else -1
    return found if found >= 0 else any_allowed(ask, draw)


def any_allowed(ask: Ask, draw: Draw) -> int:
    """Return the place of any option that bots do not leave alone."""
    liked = [at for at, option in enumerate(ask.options) if not is_left_alone(option)]
    return liked[int(draw() * len(liked))] if liked else int(draw() * len(ask.options))


def is_left_alone(option: Option) -> bool:
    return option.key in NEVER or option.key.partition(" ")[0] in NEVER


def best_of(scores: Mapping[int, float]) -> int:
    return max(scores, key=lambda at: scores[at], default=-1)


# Actions


def action(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Solve a puzzle, explore here, or travel to where more is to be found."""
    hero = g.active
    wanted = [*open_anchors(g)]
    here = g.heroes[hero].at
    worth = {anchor.number: anchor.worth[hero] for anchor in wanted}
    scores: dict[int, float] = {}
    for at, option in enumerate(ask.options):
        if option in SOLVE:
            return at
        if option is PASS:
            scores[at] = HOPELESS * A_STEP
            continue
        if option in EXPLORE:
            score = worth.get(EXPLORE.parts(option)[0], 0.0)
        elif option in TRAVEL:
            there = TRAVEL.parts(option)[0]
            score = A_STEP * best_at(g, hero, there, wanted) if there != here else 0.0
        elif option in USE:
            score = 1.2 if luck_is_low(g) else 0.0
        else:
            continue
        scores[at] = score * (0.8 + 0.4 * draw())
    return best_of(scores)


def best_at(g: UnlikelyState, hero: int, place: str, wanted: list[Open]) -> float:
    """Return how good it is for a hero to be on a map: by what is open there, or not far."""
    far = g.world.areas.distances(place)
    return max(
        [anchor.worth[hero] * A_STEP ** (2 * far[anchor.at]) for anchor in wanted if anchor.at in far],
        default=0.0,
    )


def way(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Go to the best map, or stay on it."""
    hero = g.active
    wanted = [*open_anchors(g)]
    scores = {}
    for at, option in enumerate(ask.options):
        if option in STRAIN or option in USE:
            continue
        there = GO.parts(option)[0] if option in GO else g.heroes[hero].at
        scores[at] = best_at(g, hero, there, wanted) if there in g.world else 0.0
    return best_of(scores)


# Challenges


def box(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Take the most promising box; forfeit where there is little hope."""
    body = g.content.body(ask.card)
    skills = skills_of(g)
    scores = {
        at: likely(margin(g, body, BOX.parts(option)[0] - 1, g.active, skills)) * (0.9 + 0.2 * draw())
        for at, option in enumerate(ask.options)
        if option in BOX
    }
    found = best_of(scores)
    if found >= 0 and scores[found] < HOPELESS and FORFEIT in ask.options:
        return ask.options.index(FORFEIT)
    return found


def announce(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Announce the smallest number of luck cards with good odds, or else the best."""
    known = [chance.good / chance.of for chance in chances(g) if chance.of]
    good = [at for at, chance in enumerate(known) if chance >= ENOUGH]
    if known:
        return min(good[0] if good else known.index(max(known)), len(ask.options) - 1)
    missing = required(g) - total(g)
    return min(max(0, int(missing / MEAN_LUCK)), len(ask.options) - 1)


def resolve(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Use an effect or strain a cube where a little is missing, else compare."""
    missing = required(g) - total(g)
    if missing > 0:
        for at, option in enumerate(ask.options):
            if option in USE or (option in STRAIN and missing <= CLOSE):
                return at
    return ask.options.index(RESOLVE)


def skill(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """A helper adds the best skill."""
    hero = max(0, g.owner(str(ask.about[0])))
    best = max(SKILLS, key=lambda name: skill_of(g, hero, name))
    return ask.options.index(WITH(best))


def failed(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """After a failure what helps is used: mostly it restores luck cards."""
    return next((at for at, option in enumerate(ask.options) if option is not GO_ON), 0)


def go_on(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    return ask.options.index(GO_ON)


# Backpacks


def side(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Put an item where it helps and has room; hand it on, or leave it, where there is none."""
    card = ask.card
    hero = g.active
    found = best_side(g, card, hero)
    if found:
        return ask.options.index(LEFT_SIDE if found == LEFT else RIGHT_SIDE)
    for at, option in enumerate(ask.options):
        if option in HAND and any(room(g, HAND.parts(option)[0] - 1, side) > 0 for side in SIDES):
            return at
    if DROP in ask.options and not is_precious(g, card):
        return ask.options.index(DROP)
    return int(draw() * 2)


def too_many(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Let the least useful item go."""
    scores = {}
    for at, option in enumerate(ask.options):
        card = THIS.parts(option)[0]
        scores[at] = -9.0 * is_precious(g, card) - modifiers(g.content, card) + draw()
    return best_of(scores)


def hero_found(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Take over where the new hero is stronger."""
    new, old = [g.content.body(str(card)) for card in ask.about[:2]]
    better = new.strength + new.wit + new.dexterity > old.strength + old.wit + old.dexterity
    return ask.options.index(REPLACE) if better else 1


ANSWERS: Final[Mapping[str, Callable[[UnlikelyState, Ask, Draw], int]]] = {
    "action": action,
    "free move": way,
    "travel on": way,
    "step": way,
    "box": box,
    "announce": announce,
    "resolve": resolve,
    "skill": skill,
    "failed": failed,
    "joining": go_on,
    "turn end": go_on,
    "item": side,
    "side": side,
    "too many": too_many,
    "hero found": hero_found,
}
