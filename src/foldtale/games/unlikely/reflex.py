"""What a quick player of Unlikely Heroes does, question by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from foldtale.games.unlikely.language import SKILLS
from foldtale.games.unlikely.odds import chances
from foldtale.games.unlikely.options import (
    BACK,
    BOX,
    DONE,
    DROP,
    EXPLORE,
    FORFEIT,
    GET,
    GO,
    GO_ON,
    HAND,
    LEFT_SIDE,
    PASS,
    REPLACE,
    RESOLVE,
    RIGHT_SIDE,
    SHIFT,
    SOLVE,
    STRAIN,
    THIS,
    TO,
    TRAVEL,
    USE,
    WITH,
)
from foldtale.games.unlikely.progress import (
    A_STEP,
    NEVER,
    Open,
    best_side,
    gathering,
    is_precious,
    likely,
    luck_is_low,
    margin_of_box,
    modifiers,
    open_anchors,
    room,
    skills_of,
)
from foldtale.games.unlikely.rules.attempts import required, total
from foldtale.games.unlikely.rules.backpacks import skill_of
from foldtale.games.unlikely.state import LEFT, SIDES, UnlikelyState
from foldtale.kernel.options import is_among
from foldtale.kernel.talk import Ask

Draw = Callable[[], float]
ENOUGH: Final = 0.7
"""The odds at which a quick player announces no more luck cards."""
HOPELESS: Final = 0.12
"""Below this chance an attempt is forfeited, or not begun."""
CLOSE: Final = 2
"""One cube is strained where no more than this is missing."""
TO_GATHER: Final = 1.5
"""What it is worth to bring the pieces of a puzzle together."""
WAITING: Final = 0.3
"""What it is worth to wait for others, against what they are waited for."""
MEAN_LUCK: Final = 0.6
FAR: Final = 9
FIRST: Final = ("page", "agree", "objective", "relocate", "give up", "consent", "join")
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
    liked = [at for at, option in enumerate(ask.options) if not is_among(NEVER, option)]
    return liked[int(draw() * len(liked))] if liked else int(draw() * len(ask.options))


def best_of(scores: Mapping[int, float]) -> int:
    return max(scores, key=lambda at: scores[at], default=-1)


# Actions


def action(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Solve a puzzle, explore here, or travel to where more is to be found."""
    hero = g.active
    wanted = [*open_anchors(g)]
    here = g.heroes[hero].at
    worth = {anchor.number: anchor.worth[hero] * anchor.ready for anchor in wanted}
    waits = max(
        [anchor.worth[hero] * (1 - anchor.ready) for anchor in wanted if anchor.at == here], default=0
    )
    staying = best_at(g, hero, here, wanted) if here in g.world else 0.0
    found = gathering(g)
    meeting = meeting_place(g, hero)
    scores: dict[int, float] = {}
    for at, option in enumerate(ask.options):
        if option in SOLVE:
            return longest_series(g, ask)
        if option is PASS:
            scores[at] = max(HOPELESS * A_STEP, WAITING * waits)
            continue
        if option in EXPLORE:
            score = worth.get(EXPLORE.parts(option)[0], 0.0)
        elif option in TRAVEL:
            there = TRAVEL.parts(option)[0]
            found_there = best_at(g, hero, there, wanted)
            score = A_STEP * found_there if found_there > staying else 0.0
            if meeting and meeting != here:
                score = max(score, TO_GATHER * A_STEP ** g.world.areas.distances(there).get(meeting, FAR))
        elif option is GET and found is not None and hero == found.collector:
            score = 2 * TO_GATHER if any(other in g.company(hero) for other in found.others) else 0.0
        elif option in USE:
            score = 1.2 if luck_is_low(g) else 0.0
        else:
            continue
        scores[at] = score * (0.8 + 0.4 * draw())
    return best_of(scores)


def longest_series(g: UnlikelyState, ask: Ask) -> int:
    """Return the place of the puzzle solution with the most pieces."""
    pieces = {
        at: len(g.content.series[SOLVE.parts(option)[0]].cards)
        for at, option in enumerate(ask.options)
        if option in SOLVE
    }
    return max(pieces, key=lambda at: pieces[at])


def meeting_place(g: UnlikelyState, hero: int) -> str:
    """Return the map to which a hero goes to bring the pieces of a puzzle together, or nothing."""
    found = gathering(g)
    if found is None or not found.others:
        return ""
    if hero == found.collector:
        return g.heroes[found.others[0]].at
    return g.heroes[found.collector].at if hero in found.others else ""


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
    others = g.company(g.active) if body.joined else ()
    scores = {
        at: likely(margin_of_box(g, body, BOX.parts(option)[0] - 1, g.active, others, skills))
        * (0.9 + 0.2 * draw())
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


def get(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Take a piece of the puzzle that is being gathered, else think again."""
    found = gathering(g)
    cards = found.cards if found is not None else ()
    pieces = [
        at for at, option in enumerate(ask.options) if option in THIS and THIS.parts(option)[0] in cards
    ]
    return pieces[0] if pieces else ask.options.index(BACK)


def free_backpack(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Solve a puzzle, or get a piece of one, else let it be."""
    found = gathering(g)
    for at, option in enumerate(ask.options):
        if option in SOLVE:
            return longest_series(g, ask)
        if option is GET and found is not None and g.active == found.collector:
            return at if any(other in g.company(g.active) for other in found.others) else 0
    return ask.options.index(BACK)


def regroup(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Hand the pieces of a puzzle to whoever gathers them."""
    found = gathering(g)
    if found is not None:
        for at, option in enumerate(ask.options):
            card = SHIFT.parts(option)[0] if option in SHIFT else ""
            if card in found.cards and g.owner(card) != found.collector:
                return at
    return ask.options.index(DONE)


def to_whom(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Hand an item to whoever gathers the pieces of a puzzle, or to anybody."""
    found = gathering(g)
    if found is not None and TO(found.collector + 1) in ask.options:
        return ask.options.index(TO(found.collector + 1))
    return -1


def side(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Put an item where it helps and has room; hand it to somebody who has what it needs."""
    card = ask.card
    hero = g.active
    keep = g.item(card).keep
    if keep and not g.has(hero, keep):
        for at, option in enumerate(ask.options):
            if option in HAND and g.has(HAND.parts(option)[0] - 1, keep):
                return at
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
    "get": get,
    "free backpack": free_backpack,
    "regroup": regroup,
    "to whom": to_whom,
    "item": side,
    "side": side,
    "too many": too_many,
    "hero found": hero_found,
}
