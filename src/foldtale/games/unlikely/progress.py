"""How a quest stands, and what a quick player does. Both know only what the table has read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from foldtale.games.unlikely.content import Content
from foldtale.games.unlikely.language import SKILLS, ChallengeCard
from foldtale.games.unlikely.record import Sagas
from foldtale.games.unlikely.rules.attempts import printed_value
from foldtale.games.unlikely.rules.backpacks import skill_of
from foldtale.games.unlikely.rules.chapters import chapter_body, holds
from foldtale.games.unlikely.rules.reading import back_of
from foldtale.games.unlikely.state import DISCARD, IN_PLAY, LEFT, RIGHT, Hero, Mode, UnlikelyState, pages_read
from foldtale.kernel.effects import Cause
from foldtale.kernel.effects.expression import parts_of
from foldtale.kernel.judging import Reason, Share, weighed

NEVER: Final = (
    "give up", "put away", "more", "later", "peek", "discard", "give", "swap", "rearrange",
    "refuse", "no cube",
)  # fmt: skip
"""Bots do not give up, keep what they have, and read a back only with its front."""
PAR: Final = 0.15
BOLD: Final = 0.25
"""How much all of it is softened, so that a late chapter still leaves room for better and worse."""
A_CHAPTER: Final = 1.6
ALL_NIGHTS: Final = 1.6
ALL_TROUBLE: Final = 1.8
"""What is lost when the nights, or the Out of Luck cards, come to what the chapter allows."""
DOOMED: Final = 12.0
"""What is lost when the failure condition holds already, though the rules have not looked at it yet."""
A_LUCK_CARD: Final = 0.035
LUCK_DECK: Final = 20
LOW: Final = 6
RUNNING_OUT: Final = 0.06
"""How much more each luck card counts below a `LOW` number of them."""
A_PAGE: Final = 0.16
A_CHALLENGE: Final = 0.3
A_PIECE: Final = 0.2
A_SERIES: Final = 0.8
"""What it is worth that one hero has all pieces of a puzzle; less where they are spread over several."""
A_MODIFIER: Final = 0.06
AN_ITEM: Final = 0.08
A_CUBE: Final = 0.035
A_MAP: Final = 0.08
THE_WAY: Final = 0.35
A_STEP: Final = 0.75
"""How much less something is worth that is one map further away."""
A_KEY: Final = 1.8
"""How much more than an unread card one is worth whose dependency a hero has met."""
LEADS_ON: Final = 2.0
"""How much more a known challenge is worth whose reward draws a card that is still in the pile."""
ALONG: Final = 0.4
"""What it is worth to be there when another hero reveals such a card: heroes may join in what follows."""
KNOWN_CARD: Final = 0.4
NIGHTS: Final = "nights"
"""The counter by which the clock counts nights."""
MOST_COUNTED: Final = 12
"""Nights and Out of Luck cards are looked for up to this number; more never come."""
LUCK_EXPECTED: Final = 1.5
"""What the luck cards of an attempt usually add to its result."""
STEEP: Final = 0.9
REASONS: Final = {
    "chapters": Reason("{0:n more chapter|more chapters} is finished", "{0:n chapter} less is finished"),
    "trouble": Reason("there is less trouble", "there is more trouble"),
    "time": Reason("there is more time", "there is less time"),
    "luck": Reason(
        "{0:n more luck card is left|more luck cards are left}", "{0:n luck card is|luck cards are} gone"
    ),
    "cards": Reason("there is something new to see", "less is seen"),
    "challenges": Reason("it succeeds more often", "it succeeds less often"),
    "items": Reason("what you carry helps you more", "what you carry helps you less"),
    "cubes": Reason("{0:n more cube|more cubes} is ready", "{0:n cube} less is ready"),
    "maps": Reason("{0:n more map|more maps} is open", "{0:n map} less is open"),
    "way": Reason("you come nearer to what is open", "it leads away from what is open"),
    "outcome": Reason("it wins more often", "it wins less often"),
}


# What the chapter allows


class Limits(NamedTuple):
    """How many nights and Out of Luck cards lose the current chapter."""

    nights: int
    unlucky: int


@lru_cache(maxsize=64)
def limits(content: Content, chapter: str, heroes: int) -> Limits:
    """Try how many nights, and how many Out of Luck cards, fulfil the failure condition of a chapter."""
    if not chapter:
        return Limits(MOST_COUNTED, MOST_COUNTED)
    body = content.chapter(chapter)
    g = UnlikelyState(content, Mode(1, heroes, "normal", body.quest, (), (), Sagas()))
    g.heroes = (Hero(""),) * heroes

    def is_lost(nights: int, unlucky: int) -> bool:
        g.counters = {NIGHTS: nights}
        g.unlucky.rows[IN_PLAY] = content.unlucky[:unlucky]
        return bool(body.failure.run(g, Cause(0, chapter)))

    counts = range(1, MOST_COUNTED)
    nights = next((count for count in counts if is_lost(count, 0)), MOST_COUNTED)
    return Limits(nights, next((count for count in counts if is_lost(0, count)), MOST_COUNTED))


@lru_cache(maxsize=64)
def precious(content: Content, chapter: str) -> frozenset[str]:
    """Return the cards whose discard the failure condition of a chapter speaks of."""
    if not chapter:
        return frozenset()
    form = content.chapter(chapter).failure.form
    words = [part for part in parts_of(form) if part and part[0] == "discarded"]
    return frozenset([str(word) for part in words for word in part[1:] if isinstance(word, str)])


# What is open to the heroes


class Open(NamedTuple):
    """A number on a map whose card can be revealed, and how good it is for each hero to be there.

    `ready`  how much of that is left if the heroes who are there now reveal it: less where others would join
    """

    number: str
    at: str
    worth: Sequence[float]
    ready: float = 1.0


def open_anchors(g: UnlikelyState) -> Iterator[Open]:
    """Yield every anchor on a map in play whose card lies in the pile and is good for somebody."""
    skills = skills_of(g)
    read = pages_read(g.pages.read)
    seen: set[str] = set()
    for placed in g.world.maps:
        for number in g.content.anchors.get(placed.card, ()):
            if number not in seen and g.lies(number):
                seen.add(number)
                found = open_at(g, number, placed.card, skills, read)
                if any(found.worth):
                    yield found


Skills = Mapping[str, int]


def skills_of(g: UnlikelyState) -> list[Skills]:
    return [{skill: skill_of(g, hero, skill) for skill in SKILLS} for hero in range(len(g.heroes))]


def open_at(g: UnlikelyState, number: str, at: str, skills: Sequence[Skills], read: frozenset[str]) -> Open:
    """Return how promising the card of a number is to each hero, from what was read of it."""
    heroes = range(len(g.heroes))
    keys = [1.0] * len(heroes)
    if number in g.content.gated and g.is_known(number):
        needs = back_of(g, number).needs
        able = [g.has(hero, needs) for hero in heroes]
        keys = [A_KEY if has else ALONG if any(able) else 0.0 for has in able]
    there = g.numbered(number)
    if not any(keys) or not all(card in read for card in there):
        return Open(number, at, keys)
    card = there[0]
    if g.content.kind(card) != "challenge":
        return Open(number, at, [KNOWN_CARD * key for key in keys])
    body: ChallengeCard = g.content.body(card)
    leads = LEADS_ON if any(g.lies(other) for other in g.content.drawn_by[card]) else 1.0
    if body.joined:
        full = max([likely(margin(g, body, hero, heroes, skills)) for hero in heroes if keys[hero] != ALONG])
        now = [hero for hero in heroes if g.heroes[hero].at == at]
        alone = [likely(margin(g, body, hero, now, skills)) for hero in now if keys[hero] != ALONG]
        ready = max(alone, default=0.0) / full if full else 0.0
        return Open(number, at, [leads * full * max(keys)] * len(heroes), ready)
    odds = [key and likely(margin(g, body, hero, (), skills)) for hero, key in enumerate(keys)]
    return Open(number, at, [leads * key * chance for key, chance in zip(keys, odds)])


def margin(
    g: UnlikelyState, body: ChallengeCard, hero: int, others: Iterable[int], skills: Sequence[Skills]
) -> float:
    """Return how far the skills of a hero, and of others who join, go beyond what the best box requires."""
    boxes = range(len(body.boxes))
    return max([margin_of_box(g, body, at, hero, others, skills) for at in boxes], default=-math.inf)


def margin_of_box(
    g: UnlikelyState, body: ChallengeCard, at: int, hero: int, others: Iterable[int], skills: Sequence[Skills]
) -> float:
    """Return how far skills go beyond what one box requires; minus infinity if it cannot be attempted."""
    box = body.boxes[at]
    for needs in filter(None, (body.needs, box.needs)):
        if not any(g.has(other, needs) for other in (hero, *g.company(hero), *others)):
            return -math.inf
    mine = skills[hero][box.skill]
    mine += sum([max(skills[other].values()) for other in others if other != hero])
    return mine - printed_value(g, box)


@lru_cache(maxsize=256)
def likely(missing: float) -> float:
    return 1 / (1 + math.exp(-STEEP * (missing + LUCK_EXPECTED))) if missing > -math.inf else 0.0


def best_near(g: UnlikelyState, hero: int, place: str, wanted: Iterable[Open], step: float = A_STEP) -> float:
    """Return how good the best is that a hero can come to from a map: with each `step`, so much less."""
    far = g.world.areas.distances(place) if place in g.world else {}
    worth = [anchor.worth[hero] * step ** far[anchor.at] for anchor in wanted if anchor.at in far]
    return max(worth, default=0.0)


# Puzzles


class Gathering(NamedTuple):
    """The pieces of a puzzle that the team holds, and the hero who can gather them soonest."""

    cards: tuple[str, ...]
    collector: int
    others: tuple[int, ...]


def gathering(g: UnlikelyState) -> Gathering | None:
    """Return the largest series of which the team holds every piece, unsolved; None if there is none."""
    if len(g.content.pieces) < 2:
        return None
    unsolved = g.content.pieces.keys() - g.pieces
    held = {card: seat for seat, hero in enumerate(g.heroes) for card in hero.items if card in unsolved}
    if len(held) < 2:
        return None
    series = [series.cards for series in g.content.series.values() if series.sum not in g.sums]
    cards = max([cards for cards in series if held.keys() >= set(cards)], key=len, default=())
    if not cards:
        return None
    owners = [held[card] for card in cards]
    collector = max(sorted(set(owners)), key=owners.count)
    return Gathering(cards, collector, tuple(sorted({seat for seat in owners if seat != collector})))


def gathered(g: UnlikelyState) -> float:
    """Return how nearly one hero has all pieces of a puzzle, from 0 to 1."""
    found = gathering(g)
    if found is None:
        return 0.0
    here = g.heroes[found.collector].at
    far = g.world.areas.distances(here) if here in g.world else {}
    near = 1.0
    for other in found.others:
        near *= 0.7 * A_STEP ** far.get(g.heroes[other].at, LOW)
    return near


# How it stands


def progress(g: UnlikelyState, seat: int) -> Sequence[Share]:
    """By chapters, the time and trouble left, luck, what was seen and overcome, carried and open."""
    allowed = limits(g.content, g.chapter, g.mode.heroes)
    unlucky = len(g.unlucky.rows[IN_PLAY]) + g.reshuffles
    nights = g.counters.get(NIGHTS, 0) + max(0, g.clock) / len(g.content.clock.spaces)
    is_doomed = bool(g.chapter) and holds(g, chapter_body(g).failure)
    luck = g.luck.deck_size
    pages = len(g.pages.read) + g.pages.reading
    overcome = len([card for card in (*g.discard, *g.lid) if is_challenge(g.content, card)])
    if g.pages.reading and g.challenges and g.attempt is None:
        overcome += 1
    carried = sum([value_of(g.content, hero) for hero in g.heroes])
    pieces = len([card for hero in g.heroes for card in hero.items if card in g.content.pieces])
    solved = len(g.sums) * (len(g.content.pieces) * A_PIECE + 2 * A_SERIES)
    cubes = sum([held.total for held in g.cubes.values()])
    maps = len(g.world.maps)
    wanted = [*open_anchors(g)]
    ways = [best_near(g, seat, hero.at, wanted) for seat, hero in enumerate(g.heroes)]
    way = sum(ways) / max(1, len(ways))
    short = max(0, LOW - luck)
    found = (
        ("chapters", A_CHAPTER * g.finished, g.finished),
        ("trouble", -ALL_TROUBLE * (unlucky / allowed.unlucky) ** 2 - DOOMED * is_doomed, -unlucky),
        ("time", -ALL_NIGHTS * (nights / allowed.nights) ** 2, -nights),
        ("luck", A_LUCK_CARD * (luck - LUCK_DECK) - RUNNING_OUT * short, luck),
        ("cards", A_PAGE * pages / 2, pages),
        ("challenges", A_CHALLENGE * overcome, overcome),
        ("items", A_PIECE * pieces + A_SERIES * gathered(g) + solved + carried, carried),
        ("cubes", A_CUBE * cubes, cubes),
        ("maps", A_MAP * maps, maps),
        ("way", THE_WAY * way, way),
    )
    return weighed(PAR, *[(name, score * BOLD, amount) for name, score, amount in found])


@lru_cache(maxsize=2048)
def is_challenge(content: Content, card: str) -> bool:
    return content.kind(card) == "challenge"


@lru_cache(maxsize=4096)
def value_of(content: Content, hero: Hero) -> float:
    """Return what the items of a hero are worth on their sides."""
    found = AN_ITEM * len(hero.items)
    for card in hero.left:
        found += A_MODIFIER * modifiers(content, card)
    return found + A_MODIFIER * len([card for card in hero.right if content.item(card).effect is not None])


@lru_cache(maxsize=2048)
def modifiers(content: Content, card: str) -> int:
    left = content.item(card).left
    return left.strength + left.wit + left.dexterity


# What becomes of an item


def room(g: UnlikelyState, hero: int, side: str) -> int:
    return g.limit(hero, side) - len(g.heroes[hero].side(side))


def best_side(g: UnlikelyState, card: str, hero: int) -> str:
    """Return the side on which an item helps, if it has room there; nothing if there is no room at all."""
    first, other = (LEFT, RIGHT) if modifiers(g.content, card) > 0 else (RIGHT, LEFT)
    if g.item(card).effect is None:
        first, other = LEFT, RIGHT
    return next((side for side in (first, other) if room(g, hero, side) > 0), "")


def is_precious(g: UnlikelyState, card: str) -> bool:
    """Tell whether an item must not be lost: a puzzle piece, or what the chapter speaks of."""
    number = g.content.number.get(card, card)
    return card in g.content.pieces or number in precious(g.content, g.chapter)


def luck_is_low(g: UnlikelyState) -> bool:
    return g.luck.deck_size <= LOW and len(g.luck.rows[DISCARD]) > 1
