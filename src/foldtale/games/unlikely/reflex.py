"""What a quick player of Unlikely Heroes does, question by question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from foldtale.games.unlikely import options as to
from foldtale.games.unlikely.language import SKILLS
from foldtale.games.unlikely.odds import chances
from foldtale.games.unlikely.progress import (
    A_STEP,
    NEVER,
    Gathering,
    Open,
    best_near,
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
from foldtale.kernel.talk import Ask, Option

Draw: TypeAlias = Callable[[], float]
Answer: TypeAlias = Callable[[UnlikelyState, Ask, Draw], int]
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
    if ask.topic in FIRST or len(ask.options) == 1:
        return 0
    answer = ANSWERS.get(ask.topic)
    found = answer(g, ask, draw) if answer is not None else -1
    return found if found >= 0 else any_allowed(ask, draw)


def any_allowed(ask: Ask, draw: Draw) -> int:
    """Return the place of any option that bots do not leave alone."""
    liked = [at for at, option in enumerate(ask.options) if not is_among(NEVER, option)]
    return liked[int(draw() * len(liked))] if liked else int(draw() * len(ask.options))


def best_of(scores: Mapping[int, float]) -> int:
    return max(scores, key=lambda at: scores[at], default=-1)


def first(ask: Ask, liked: Callable[[Option], bool], other: Option | None = None) -> int:
    """Return the place of the first option that is `liked`, else of `other`; -1 if there is neither."""
    places = [at for at, option in enumerate(ask.options) if liked(option)]
    return places[0] if places else ask.options.index(other) if other in ask.options else -1


def always(option: Option) -> Answer:
    """Return what takes this option whatever else there is."""
    return lambda g, ask, draw: ask.options.index(option)


# Actions


def action(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Solve a puzzle, explore here, or travel to where more is to be found."""
    hero = g.active
    here = g.heroes[hero].at
    wanted = [*open_anchors(g)]
    worth = {anchor.number: anchor.worth[hero] * anchor.ready for anchor in wanted}
    waits = [anchor.worth[hero] * (1 - anchor.ready) for anchor in wanted if anchor.at == here]
    staying = best_at(g, here, wanted)
    found = gathering(g)
    meeting = meeting_place(g, found)
    scores: dict[int, float] = {}
    for at, option in enumerate(ask.options):
        if option in to.SOLVE:
            return longest_series(g, ask)
        if option is to.PASS:
            scores[at] = max(HOPELESS * A_STEP, WAITING * max(waits, default=0))
            continue
        if option in to.EXPLORE:
            score = worth.get(to.EXPLORE.parts(option)[0], 0.0)
        elif option in to.TRAVEL:
            there = to.TRAVEL.parts(option)[0]
            found_there = best_at(g, there, wanted)
            score = A_STEP * found_there if found_there > staying else 0.0
            if meeting and meeting != here:
                score = max(score, TO_GATHER * A_STEP ** g.world.areas.distances(there).get(meeting, FAR))
        elif option is to.GET and found is not None and hero == found.collector:
            score = 2 * TO_GATHER if can_gather(g, found) else 0.0
        elif option in to.USE:
            score = 1.2 if luck_is_low(g) else 0.0
        else:
            continue
        scores[at] = score * (0.8 + 0.4 * draw())
    return best_of(scores)


def longest_series(g: UnlikelyState, ask: Ask) -> int:
    """Return the place of the puzzle solution with the most pieces."""
    solutions = [(at, option) for at, option in enumerate(ask.options) if option in to.SOLVE]
    return best_of({at: len(g.content.series[to.SOLVE.parts(option)[0]].cards) for at, option in solutions})


def can_gather(g: UnlikelyState, found: Gathering) -> bool:
    """Tell whether somebody who has a piece stands with the active hero."""
    return any(other in g.company(g.active) for other in found.others)


def meeting_place(g: UnlikelyState, found: Gathering | None) -> str:
    """Return the map where the active hero brings the pieces of a puzzle together with others, or nothing."""
    if found is None or not found.others:
        return ""
    if g.active == found.collector:
        return g.heroes[found.others[0]].at
    return g.heroes[found.collector].at if g.active in found.others else ""


def best_at(g: UnlikelyState, place: str, wanted: Iterable[Open]) -> float:
    """Return how good it is for the active hero to be on a map: by what is open there, or not far."""
    return best_near(g, g.active, place, wanted, A_STEP**2)


def way(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Go to the best map, or stay on it."""
    here = g.heroes[g.active].at
    wanted = [*open_anchors(g)]
    ways = {
        at: to.GO.parts(option)[0] if option in to.GO else here
        for at, option in enumerate(ask.options)
        if option not in to.STRAIN and option not in to.USE
    }
    return best_of({at: best_at(g, there, wanted) for at, there in ways.items()})


# Challenges


def box(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Take the most promising box; forfeit where there is little hope."""
    body = g.content.body(ask.card)
    skills = skills_of(g)
    others = g.company(g.active) if body.joined else ()
    scores = {
        at: likely(margin_of_box(g, body, to.BOX.parts(option)[0] - 1, g.active, others, skills))
        * (0.9 + 0.2 * draw())
        for at, option in enumerate(ask.options)
        if option in to.BOX
    }
    found = best_of(scores)
    if found >= 0 and scores[found] < HOPELESS and to.FORFEIT in ask.options:
        return ask.options.index(to.FORFEIT)
    return found


def announce(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Announce the smallest number of luck cards with good odds, or else the best."""
    known = [chance.good / chance.of for chance in chances(g) if chance.of]
    good = [at for at, chance in enumerate(known) if chance >= ENOUGH]
    if known:
        count = good[0] if good else known.index(max(known))
    else:
        count = max(0, int((required(g) - total(g)) / MEAN_LUCK))
    return min(count, len(ask.options) - 1)


def resolve(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Use an effect or strain a cube where a little is missing, else compare."""
    missing = required(g) - total(g)
    return first(
        ask,
        lambda option: missing > 0 and (option in to.USE or (option in to.STRAIN and missing <= CLOSE)),
        to.RESOLVE,
    )


def skill(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """A helper adds the best skill."""
    hero = max(0, g.owner(str(ask.about[0])))
    return ask.options.index(to.WITH(max(SKILLS, key=lambda name: skill_of(g, hero, name))))


def failed(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """After a failure what helps is used: mostly it restores luck cards."""
    return first(ask, lambda option: option is not to.GO_ON, to.GO_ON)


# Backpacks


def get(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Take a piece of the puzzle that is being gathered, else think again."""
    found = gathering(g)
    cards = found.cards if found is not None else ()
    return first(ask, lambda option: option in to.THIS and to.THIS.parts(option)[0] in cards, to.BACK)


def free_backpack(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Solve a puzzle, or get a piece of one, else let it be."""
    found = gathering(g)
    for at, option in enumerate(ask.options):
        if option in to.SOLVE:
            return longest_series(g, ask)
        if option is to.GET and found is not None and g.active == found.collector:
            return at if can_gather(g, found) else 0
    return ask.options.index(to.BACK)


def regroup(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Hand the pieces of a puzzle to whoever gathers them."""
    found = gathering(g)
    cards = [card for card in found.cards if g.owner(card) != found.collector] if found is not None else []
    return first(ask, lambda option: option in to.SHIFT and to.SHIFT.parts(option)[0] in cards, to.DONE)


def to_whom(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Hand an item to whoever gathers the pieces of a puzzle, or to anybody."""
    found = gathering(g)
    return first(ask, lambda option: found is not None and option is to.TO(found.collector + 1))


def side(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Put an item where it helps and has room; hand it to somebody who has what it needs."""
    card = ask.card
    keep = g.item(card).keep
    hands = {to.HAND.parts(option)[0] - 1: at for at, option in enumerate(ask.options) if option in to.HAND}
    keepers = [at for other, at in hands.items() if keep and g.has(other, keep)]
    if keepers and keep and not g.has(g.active, keep):
        return keepers[0]
    found = best_side(g, card, g.active)
    if found:
        return ask.options.index(to.LEFT_SIDE if found == LEFT else to.RIGHT_SIDE)
    roomy = [at for other, at in hands.items() if any(room(g, other, side) > 0 for side in SIDES)]
    if roomy:
        return roomy[0]
    if to.DROP in ask.options and not is_precious(g, card):
        return ask.options.index(to.DROP)
    return int(draw() * 2)


def too_many(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Let the least useful item go."""
    cards = [to.THIS.parts(option)[0] for option in ask.options]
    return best_of(
        {
            at: -9.0 * is_precious(g, card) - modifiers(g.content, card) + draw()
            for at, card in enumerate(cards)
        }
    )


def hero_found(g: UnlikelyState, ask: Ask, draw: Draw) -> int:
    """Take over where the new hero is stronger."""
    new, old = [
        sum([getattr(g.content.body(str(card)), skill) for skill in SKILLS]) for card in ask.about[:2]
    ]
    return ask.options.index(to.REPLACE) if new > old else 1


ANSWERS: Final[Mapping[str, Answer]] = {
    "action": action,
    "free move": way,
    "travel on": way,
    "step": way,
    "box": box,
    "announce": announce,
    "resolve": resolve,
    "skill": skill,
    "failed": failed,
    "joining": always(to.GO_ON),
    "turn end": always(to.GO_ON),
    "get": get,
    "free backpack": free_backpack,
    "regroup": regroup,
    "to whom": to_whom,
    "item": side,
    "side": side,
    "too many": too_many,
    "hero found": hero_found,
}
