"""A small stand-in for Unlikely Heroes: the language is real, only its verbs are simple."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Literal, NewType

from foldtale.kernel import Ask, Chance, Play, State, option, settle
from foldtale.kernel.effects import (
    FLAG,
    ME,
    Cause,
    Force,
    Kind,
    Language,
    Standing,
    before,
    enter,
    expire,
    happen,
    leave,
    perform,
    value,
)
from foldtale.kernel.pack.folder import Card
from foldtale.kernel.pack.records import Bounds, CardText, Do, Opening, Sum, Test, Title

Hero = NewType("Hero", str)
Number = NewType("Number", str)
Luck = NewType("Luck", int)
Flag = NewType("Flag", str)
Skill = Literal["strength", "wit", "dexterity"]
Hours = Literal["12-2", "3-5", "6-8", "9-11"]
End = Literal["flat", "tab", "knob"]
Space = Literal["charged", "uncharged"]

HEROES = ("tove", "grim", "asgerd", "ketil")
SKILLS = ("strength", "wit", "dexterity")
CURSED = (-2, -1, -1, 0, 0, 1)
NONE = Standing()


class Attempt:
    """One run at a box of a challenge."""

    def __init__(self, forced: bool) -> None:
        self.forced = forced
        self.drawn: list[int] = []
        self.added = 0
        self.reshuffled = False
        self.forfeited = False


class Saga(State):
    """Heroes on maps, cubes on cards, luck in a pile, and a clock."""

    def __init__(self, heroes: int = 2) -> None:
        super().__init__()
        self.force = Force()
        self.heroes = [Hero(name) for name in HEROES[:heroes]]
        self.active = self.heroes[0]
        self.at = dict.fromkeys(self.heroes, 1)
        self.skills = {name: dict.fromkeys(SKILLS, 1) for name in self.heroes}
        self.pool = 10
        self.spaces: dict[tuple[str, str], int] = {}
        self.cubes: dict[tuple[str, str], int] = {}
        self.fragile: set[tuple[str, str]] = set()
        self.emptied: set[tuple[str, str]] = set()
        self.luck = [0] * 8
        self.luck_discard: list[int] = []
        self.pile: list[str] = []
        self.held: dict[str, list[str]] = {name: [] for name in self.heroes}
        self.discard: list[str] = []
        self.out_of_luck = 0
        self.nights = 0
        self.clock = 0
        self.flags: list[str] = []
        self.attempt: Attempt | None = None
        self.results: list[int | str] = []

    def copy(self) -> Saga:
        twin = Saga.__new__(Saga)
        State.__init__(twin)
        for name, thing in vars(self).items():
            setattr(twin, name, thing.copy() if hasattr(thing, "copy") else thing)
        twin.due, twin.told = self.due[:], None
        twin.skills = {name: dict(skills) for name, skills in self.skills.items()}
        twin.held = {name: items[:] for name, items in self.held.items()}
        return twin


HERO = Kind("hero", HEROES, says={name: name.capitalize() for name in HEROES})
UNLIKELY = Language("unlikely", HERO, rule="UH-005")
UNLIKELY.kinds[Hero] = HERO
UNLIKELY.kinds[Number] = Kind("card", [str(number) for number in range(1, 211)])
UNLIKELY.kinds[Luck] = Kind("luck card")
UNLIKELY.kinds[Flag] = FLAG
UNLIKELY.scopes = ["attempt", "action", "turn", "round", "chapter", "quest"]
UNLIKELY.who_answers = lambda g, c, who: (g.heroes.index(who or g.active),) * 2
UNLIKELY.event("luck_drawn", "the announced luck cards are drawn", who=Hero)
UNLIKELY.event("failed", "an attempt fails", who=Hero, challenge=Number)
UNLIKELY.event("restore", "luck cards are restored", number=int)
UNLIKELY.event("gain_energy", "a hero gains cubes", who=Hero, number=int)
UNLIKELY.event("turn_end", "a turn ends", who=Hero)
UNLIKELY.query("travel", "the reach of a Travel action")
UNLIKELY.query("luck_minimum", "the least number of luck cards to announce")
for skill_name in SKILLS:
    UNLIKELY.query(skill_name, skill_name.capitalize())


@dataclasses.dataclass
class Side:
    """One half of an item, or one step of a trait: what it does while it can be seen."""

    standing: Standing = NONE


@dataclasses.dataclass
class Piece:
    number: int
    colour: str
    left: End
    right: End


@UNLIKELY.card("hero")
class HeroCard:
    title: Title
    text: CardText
    colour: str
    limit: Annotated[int, Bounds(1, 6)]
    skills: dict[str, int]
    spaces: list[Space] = dataclasses.field(default_factory=list)
    standing: Standing = NONE


@UNLIKELY.card("item")
class Item:
    title: Title
    text: CardText
    tags: list[str] = dataclasses.field(default_factory=list)
    left: Side | None = None
    right: Side | None = None
    spaces: list[Space] = dataclasses.field(default_factory=list)
    discard_when_depleted: bool = False
    puzzle: Piece | None = None


@dataclasses.dataclass
class Box:
    skill: Skill
    value: int
    reward: Do
    per_hero: bool = False


@UNLIKELY.card("challenge")
class Challenge:
    title: Title
    text: CardText
    boxes: list[Box]
    tags: list[str] = dataclasses.field(default_factory=list)
    joined: bool = False
    forced: bool = False
    needs: str | None = None


@UNLIKELY.card("out of luck")
class OutOfLuck:
    title: Title
    text: CardText
    standing: Standing = NONE


@UNLIKELY.card("cursed trait")
class Trait:
    title: Title
    text: CardText
    top: Side
    middle: Side
    bottom: Side


@dataclasses.dataclass
class Interval:
    hours: Hours
    do: Do


@UNLIKELY.card("nightfall")
class Nightfall:
    title: Title
    text: CardText
    intervals: list[Interval]


@UNLIKELY.card("chapter")
class Chapter:
    title: Title
    text: Opening
    chapter: int
    setup: Do
    objective: Test
    nights: Sum
    lost: Test
    standing: Standing = NONE


@UNLIKELY.value("the number of heroes")
def heroes(g: Saga) -> int:
    return len(g.heroes)


@UNLIKELY.value("the heroes in play")
def all_heroes(g: Saga) -> list[Hero]:
    return g.heroes


@UNLIKELY.value("{one} and {other} share a map")
def adjacent(g: Saga, one: Hero, other: Hero) -> bool:
    return g.at[one] == g.at[other]


@UNLIKELY.value("the challenge is forced")
def forced(g: Saga) -> bool:
    return g.attempt is not None and g.attempt.forced


@UNLIKELY.value("the luck cards drawn in this attempt")
def drawn_luck(g: Saga) -> list[Luck]:
    return [Luck(card) for card in g.attempt.drawn] if g.attempt is not None else []


@UNLIKELY.value("the roll")
def rolled(g: Saga, c: Cause) -> int:
    return c.found.get("rolled", 0)


@UNLIKELY.value("“{word}” is true")
def flag(g: Saga, word: Flag) -> bool:
    return word in g.flags


@UNLIKELY.value("the number of Out of Luck cards in play")
def out_of_luck(g: Saga) -> int:
    return g.out_of_luck


@UNLIKELY.value("card {card} is in the discard pile")
def discarded(g: Saga, card: Number) -> bool:
    return card in g.discard


@UNLIKELY.op("draw card {card}", can=lambda g, c, card: card in g.pile)
def draw(g: Saga, c: Cause, card: Number) -> None:
    """Take the card with this number from the encounter pile and resolve it."""
    if card in g.pile:
        g.pile.remove(card)
        g.held[c.me].append(card)


@UNLIKELY.op("destroy card {card}")
def destroy(g: Saga, card: Number) -> None:
    """Put a card into the box lid for the rest of the quest."""
    g.held = {who: [item for item in items if item != card] for who, items in g.held.items()}


def room_of(g: Saga, who: Hero) -> list[tuple[str, str]]:
    return [place for place, n in g.spaces.items() if place[0] == who and g.cubes[place] < n]


@UNLIKELY.op(
    "{n} {n:cube goes|cubes go} to {who}", can=lambda g, n, who: g.pool > 0 and bool(room_of(g, who))
)
def gain(g: Saga, n: int, who: Hero = ME) -> Play[None]:
    """Take cubes from the pool and put each on an empty energy space of the hero's backpack."""
    event = yield from before(g, "gain_energy", who=who, number=n)
    for _ in range(0 if event.cancelled else event.facts["number"]):
        if g.pool > 0 and (room := room_of(g, who)):
            g.cubes[room[0]] += 1
            g.pool -= 1


@UNLIKELY.op(
    "spend {n} {n:cube|cubes} from this card", can=lambda g, c, n: g.cubes.get((c.me, c.card), 0) >= n
)
def spend_cube(g: Saga, c: Cause, n: int = 1) -> None:
    """Return cubes from this card to the pool; a card that loses its last one is depleted."""
    place = (c.me, c.card)
    g.cubes[place] -= n
    g.pool += n
    if g.cubes[place] == 0 and place in g.fragile:
        g.emptied.add(place)


@UNLIKELY.op("add {n} to the result")
def add_to_result(g: Saga, n: int) -> None:
    """Add to the result of the attempt that is being made."""
    assert g.attempt is not None
    g.attempt.added += n


@UNLIKELY.op("draw {card} anew")
def redraw(g: Saga, card: Luck) -> None:
    """Put a drawn luck card on the luck discard pile and draw another one for it."""
    assert g.attempt is not None
    g.attempt.drawn.remove(card)
    g.luck_discard.append(card)
    g.attempt.drawn += take_luck(g)


@UNLIKELY.op("forfeit the challenge")
def forfeit(g: Saga) -> None:
    """Leave a challenge, even a forced one; its card goes back to the pile."""
    assert g.attempt is not None
    g.attempt.forfeited = True


def take_luck(g: Saga) -> list[int]:
    """The top luck card, if there is any; an empty pile is made anew from the discards first."""
    if not g.luck and g.luck_discard:
        g.luck, g.luck_discard = g.luck_discard, []
        if g.attempt is not None:
            g.attempt.reshuffled = True
    return [g.luck.pop(0)] if g.luck else []


@UNLIKELY.op("restore {n} luck {n:card|cards}", can=lambda g, n: bool(g.luck_discard))
def restore(g: Saga, n: int) -> Play[None]:
    """Put cards of the luck discard pile, taken at random, under the luck pile."""
    event = yield from before(g, "restore", number=n)
    for _ in range(0 if event.cancelled else min(event.facts["number"], len(g.luck_discard))):
        card = yield Chance("restored", tuple(g.luck_discard))
        g.luck_discard.remove(card)
        g.luck.append(card)


@UNLIKELY.op("discard {n} luck {n:card|cards}")
def discard_luck(g: Saga, n: int) -> None:
    """Put the top cards of the luck pile on the luck discard pile."""
    for _ in range(n):
        g.luck_discard += take_luck(g)


@UNLIKELY.op("roll {n} cursed {n:die|dice}")
def roll_cursed(g: Saga, c: Cause, n: int) -> Play[None]:
    """Roll cursed dice; `rolled` is their total."""
    c.found["rolled"] = 0
    for _ in range(n):
        c.found["rolled"] += yield Chance("cursed die", CURSED)


@UNLIKELY.op("set “{word}”")
def set_flag(g: Saga, word: Flag) -> None:
    """Remember a word for the rest of the quest."""
    g.flags.append(word)


@UNLIKELY.op("regroup")
def regroup(g: Saga) -> None:
    """All meeples move to the map that was revealed last."""
    g.at = dict.fromkeys(g.at, max(g.at.values()))


def skill_of(g: Saga, who: Hero, skill: str) -> int:
    return value(g, skill, g.skills[who][skill], who)


def equip(g: Saga, card: Card, who: Hero, side: Literal["left", "right", "hero"]) -> None:
    """Put a card before a hero: only the side that can be seen is in force, and only an effect is charged."""
    body = card.body
    found = body if side == "hero" else getattr(body, side)
    if found is not None:
        enter(g, card.id, who, found.standing)
    g.held[who].append(card.id)
    if side != "left" and body.spaces:
        charged = min(g.pool, body.spaces.count("charged"))
        g.spaces[who, card.id], g.cubes[who, card.id] = len(body.spaces), charged
        g.pool -= charged
        if side == "right" and body.discard_when_depleted:
            g.fragile.add((who, card.id))


def tidy(g: Saga) -> None:
    """After a completed step depleted items that say so are discarded."""
    for who, card in sorted(g.emptied):
        leave(g, card, who)
        g.held[who].remove(card)
        g.discard.append(card)
        del g.spaces[who, card], g.cubes[who, card]
    g.emptied = set()


def ask(g: Saga, who: Hero, topic: str, rule: str, *keys: str) -> Play[str]:
    """What a hero's player answers."""
    key: str = (yield Ask(g.heroes.index(who), topic, [option(key) for key in keys], rule)).key
    return key


def challenge(g: Saga, card: Card) -> Play[None]:
    """Attempt a challenge; a forced one again and again, until it is done or luck has run out."""
    outcome = "again" if card.body.needs in (None, *g.held[g.active]) else "not revealed"
    while outcome == "again":
        outcome = yield from attempt(g, card)
        tidy(g)
        expire(g, "attempt")
        g.attempt = None
    (g.discard if outcome == "success" else g.pile).append(card.id)
    g.results.append(outcome)


def attempt(g: Saga, card: Card) -> Play[str]:
    """Choose a box, join, announce, draw, compare."""
    body, me, helpers = card.body, g.active, 0
    ways = [f"box {at}" for at in range(1, len(body.boxes) + 1)]
    way = yield from ask(g, me, "box", "UH-191", *ways, *([] if body.forced else ["forfeit"]))
    if way == "forfeit":
        return "forfeited"
    box = body.boxes[ways.index(way)]
    total = skill_of(g, me, box.skill)
    for other in [hero for hero in g.heroes if body.joined and hero != me and adjacent(g, hero, me)]:
        if (yield from ask(g, other, "join", "UH-216", "join", "no")) == "join":
            total += skill_of(g, other, (yield from ask(g, me, "skill", "UH-219", *SKILLS)))
            helpers += 1
    least = value(g, "luck_minimum", 1 + helpers, me)
    announced = yield from ask(g, me, "announce", "UH-198", *[str(least + more) for more in range(3)])
    now = g.attempt = Attempt(body.forced)
    for _ in range(int(announced)):
        now.drawn += take_luck(g)
    happen(g, "luck_drawn", who=me)
    yield from settle(g)
    total += sum(now.drawn) + now.added
    g.luck_discard += now.drawn
    g.results.append(total)
    if total >= box.value * (len(g.heroes) if box.per_hero else 1):
        yield from perform(g, box.reward, Cause(me, card.id))
        return "success"
    happen(g, "failed", who=me, challenge=card.id)
    yield from settle(g)
    if now.forfeited:
        return "forfeited"
    return "again" if body.forced and not now.reshuffled else "failed"
