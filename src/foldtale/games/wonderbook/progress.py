"""How a Chapter of Wonder Book stands, and what comes to mind first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from foldtale.games.wonderbook.content import FRONT, Chapter
from foldtale.games.wonderbook.options import ATTACK, COLLECT, INTERACT, MOVE, USE
from foldtale.games.wonderbook.state import COMPLETED, Book
from foldtale.kernel.areas import Areas
from foldtale.kernel.effects import Cause
from foldtale.kernel.effects.program import Call
from foldtale.kernel.judging import Reason, Share, weighed
from foldtale.kernel.pack.pages import page_id
from foldtale.kernel.talk import Ask

NEVER: Final = ("give", "take")
"""Bots keep what they hold: an exchange costs an action."""
PAR: Final = 0.5
BOLD: Final = 0.35
"""By how much all of it is softened: one is never quite sure of a Chapter that was not read."""
A_DESTINY: Final = 0.7
USUAL_DESTINY: Final = 4
A_GOAL: Final = 3.0
THE_WAY: Final = 2.4
"""What a Goal is worth that was met, and what the present one is worth when it is met."""
A_STEP: Final = 0.75
"""How much less something is worth that is one area further away."""
NEAR: Final = 0.5
A_SPARK: Final = 0.16
ENOUGH_SPARKS: Final = 3
A_HEART: Final = 0.14
DOWN: Final = 0.75
LAST_HEARTS: Final = 0.25
A_WYRM: Final = 0.1
LYING: Final = 0.05
BESIDE: Final = 0.14
A_PAGE: Final = 0.22
A_BEGINNING: Final = 2.0
A_DANGER: Final = 0.7
AN_ITEM: Final = 0.12
AN_ENEMY: Final = 0.05
FAR: Final = 9
REASONS: Final = {
    "destiny": Reason(
        "{0:n more Destiny token|more Destiny tokens} stay face up", "{0:n Destiny token} more is lost"
    ),
    "goal": Reason("it brings the Goal nearer", "the Goal stays further away"),
    "way": Reason("you come nearer to what the Goal asks for", "it leads away from what the Goal asks for"),
    "hearts": Reason("you keep {0:n Heart} more", "it costs {0:n Heart} more"),
    "sparks": Reason("you have {0:n Spark} more", "it costs {0:n Spark} more"),
    "wyrms": Reason("there are fewer Wyrms to fear", "there are more Wyrms to fear"),
    "story": Reason("there is something new to read", "less of the story is read"),
    "danger": Reason("more time is left", "time runs out sooner"),
    "outcome": Reason("it wins more often", "it wins less often"),
}


# What the Goal asks for


@lru_cache(maxsize=1024)
def costs_a_spark(chapter: Chapter, card: str, path: str) -> bool:
    """Return whether a Special Action costs a Spark."""
    return any(call.word == "spend" for call in all_calls(chapter.calls(card, path)))


def all_calls(calls: Sequence[Call]) -> Iterator[Call]:
    for call in calls:
        yield call
        yield from all_calls(call.inside)


def targets(g: Book) -> tuple[list[str], list[str]]:
    """Return where the Special Actions of the Goal can be performed: those for a Spark, and others."""
    for_sparks: list[str] = []
    for_free: list[str] = []
    if not g.goal:
        return for_sparks, for_free
    objects = g.objects
    for at, special in enumerate(g.chapter.special_actions(g.goal)):
        areas = [objects[name] for name in special.objects if name in objects]
        if special.enemy in g.figures:
            areas.append(g.figures[special.enemy][0])
        paid = costs_a_spark(g.chapter, g.goal, f"actions.{at + 1}.do")
        (for_sparks if paid else for_free).extend(areas)
    return for_sparks, for_free


def to_read(g: Book) -> list[str]:
    """Return the areas with an Interaction card that lies open and was not read."""
    objects = g.objects
    found = []
    for cards in g.stacks.values():
        area = objects.get(g.chapter.body(cards[0]).object)
        if area is not None:
            found.append(area)
    return found


def nearest(world: Areas, start: str, areas: Sequence[str]) -> int:
    """Return how far the nearest of these areas is, or FAR."""
    far = world.distances(start)
    return min([far.get(area, FAR) for area in areas], default=FAR)


def way_of(g: Book, hero: str, for_sparks: list[str], for_free: list[str]) -> int:
    """Return how many actions a Hero needs about before a Special Action of the Goal can be performed."""
    here = g.at[hero]
    if not here:
        return FAR
    found = nearest(g.areas, here, for_free)
    if for_sparks:
        if g.sparks[hero]:
            found = min(found, nearest(g.areas, here, for_sparks))
        else:
            far = g.areas.distances(here)
            for area, count in g.sparks_at.items():
                if count and area in far:
                    found = min(found, far[area] + 1 + nearest(g.areas, area, for_sparks))
    return min(found, FAR)


def share_of_goal(g: Book) -> float:
    """Return how far one has come with the Goal, from 0 to 1."""
    if not g.goal:
        return 0.0
    if g.goal_is_due:
        return 1.0
    body = g.chapter.body(g.goal)
    if not body.shows or body.of is None:
        return 0.0
    wanted = int(body.of.run(g, Cause(None, g.goal)))
    return min(1.0, g.counters.get(body.shows, 0) / wanted) if wanted > 0 else 0.0


# How it stands


def progress(g: Book, seat: int) -> Sequence[Share]:
    """By Destiny, the Goals, Hearts and Sparks, the Wyrms about, and what there is to read."""
    chapter = g.chapter
    goals = len([page for page in g.pages.read if is_goal(chapter, page)])
    share = share_of_goal(g)
    met = goals - bool(g.goal) if goals else 0
    score = A_GOAL * met + THE_WAY * share
    way = hearts = wyrms = 0.0
    missing = sparks = 0
    for_sparks, for_free = targets(g)
    reading = to_read(g)
    beside: set[str] = set()
    ways = []
    for hero in g.heroes:
        mine = g.hearts[hero]
        most = g.most_hearts(hero)
        missing += most - mine
        hearts -= A_HEART * (most - mine)
        if not mine:
            hearts -= DOWN
        elif mine <= 2:
            hearts -= LAST_HEARTS / mine
        sparks += min(ENOUGH_SPARKS, g.sparks[hero])
        here = g.at[hero]
        if here and mine:
            beside.add(here)
            ways.append(A_STEP ** way_of(g, hero, for_sparks, for_free))
            way += NEAR * 0.5 * A_STEP ** nearest(g.areas, here, reading) if reading else 0.0
    if ways:
        ways.sort()
        way += NEAR * (ways[-1] + 0.4 * sum(ways[:-1]))
    standing = 0
    for wyrm, area in enumerate(g.wyrm_at):
        if area:
            standing += 1
            wyrms -= LYING if g.stunned[wyrm] else A_WYRM
            if area in beside and not g.stunned[wyrm]:
                wyrms -= BESIDE
    for who, (_, left) in g.figures.items():
        if chapter.kind(who) == "enemy":
            wyrms -= AN_ENEMY * left
    pages = len(g.pages.read)
    if g.pages.open.card and g.pages.open.key not in g.pages.read:
        pages += 1
    danger = sum([threat(g, rule) for rule in g.rules])
    items = sum([len(g.held_by(hero)) for hero in g.heroes])
    found = (
        ("destiny", A_DESTINY * (g.destiny - USUAL_DESTINY) if g.outcome != COMPLETED else 10.0, g.destiny),
        ("goal", score, met + share),
        ("way", way, sum(ways)),
        ("hearts", hearts, -missing),
        ("sparks", A_SPARK * sparks, sparks),
        ("wyrms", wyrms, -standing),
        ("story", A_PAGE * pages + AN_ITEM * items - A_BEGINNING, pages),
        ("danger", -A_DANGER * danger, -danger),
    )
    return weighed(PAR, *[(name, score * BOLD, amount) for name, score, amount in found])


@lru_cache(maxsize=4096)
def is_goal(chapter: Chapter, page: str) -> bool:
    card, face = page_id(page)
    return face == FRONT and card in chapter.cards and chapter.kind(card) == "goal"


def threat(g: Book, rule: str) -> float:
    """Return how near a danger has come that a Special Rule counts, from 0 to 1."""
    body = g.chapter.body(rule)
    if not getattr(body, "danger", False) or body.of is None:
        return 0.0
    of = int(body.of.run(g, Cause(None, rule)))
    return g.counters.get(body.shows, 0) / of if of > 0 else 0.0


# What comes to mind first


def reflex(g: Book, ask: Ask, draw: Callable[[], float]) -> int:
    """Do what the Goal asks for, strike Wyrms, read, collect Sparks, and walk towards the next of these."""
    topic = ask.topic
    if topic in ("action", "additional action"):
        return action_of(g, ask, draw)
    if topic == "reroll":
        return reroll_of(g, ask)
    if topic == "victim":
        hearts = [g.hearts.get(option.key, 9) for option in ask.options]
        return hearts.index(max(hearts))
    if topic in ("next wyrm", "last destiny"):
        return len(ask.options) - 1
    if topic in ("page", "agree", "may"):
        return 0
    return int(draw() * len(ask.options))


def reroll_of(g: Book, ask: Ask) -> int:
    """Roll again if it would come to nothing, with Hearts to spare: 0 is to reroll."""
    what, successes, _, needed = ask.about[:4]
    assert isinstance(successes, int)
    assert isinstance(needed, int)
    hearts = g.hearts.get(ask.card, 0)
    if what == "enough" or hearts <= 2:
        return 1
    return int(successes >= (needed or 1))


def action_of(g: Book, ask: Ask, draw: Callable[[], float]) -> int:
    """Return the place of the action that looks best at once."""
    hero = ask.card
    here = g.at[hero]
    best, most = len(ask.options) - 1, 0.05
    steps: dict[str, float] | None = None
    foes = g.wyrms_in(here)
    for at, choice in enumerate(ask.options):
        if choice is ATTACK:
            score = 2.5 if any(not g.stunned[wyrm] for wyrm in foes) else 1.6 if foes else 1.4
        elif choice is COLLECT:
            score = 2.0 if g.sparks[hero] < 2 else 0.9
        elif choice in USE:
            score = 3.0 if USE.parts(choice)[0] == g.goal else 0.8 if foes else 0.4
        elif choice in INTERACT:
            score = 2.2
        elif choice in MOVE:
            if steps is None:
                steps = steps_of(g, hero, here)
            score = steps.get(MOVE.parts(choice)[0], 0.0)
        else:
            continue
        score *= 0.7 + 0.6 * draw()
        if score > most:
            best, most = at, score
    return best


def steps_of(g: Book, hero: str, here: str) -> dict[str, float]:
    """Return how good it is to go to each area next door: nearer to what there is to do."""
    world = g.areas
    for_sparks, for_free = targets(g)
    reading = to_read(g)
    sparks = [area for area, count in g.sparks_at.items() if count]
    wanted: list[tuple[float, Sequence[str]]] = []
    if for_free:
        wanted.append((1.5, for_free))
    if for_sparks:
        wanted.append((1.6, for_sparks) if g.sparks[hero] else (1.5, sparks))
    if reading:
        wanted.append((1.3, reading))
    if not wanted:
        wanted.append((1.0, [area for area in g.wyrm_at if area] or sparks))
    found: dict[str, float] = {}
    now = {at: nearest(world, here, areas) for at, (_, areas) in enumerate(wanted)}
    for to in world.next[here] if here else ():
        for at, (worth, areas) in enumerate(wanted):
            far = nearest(world, to, areas)
            if far < now[at]:
                found[to] = max(found.get(to, 0.0), worth * 0.9**far)
    return found
