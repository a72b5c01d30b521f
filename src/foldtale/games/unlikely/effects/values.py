"""Amounts, conditions and selectors."""

from __future__ import annotations

from collections.abc import Callable

from foldtale.games.unlikely.language import (
    LANGUAGE,
    YOU,
    ChallengeCard,
    Difficulty,
    Flag,
    Hero,
    Luck,
    Module,
    Number,
    Skill,
    Tag,
    Thing,
    Trait,
)
from foldtale.games.unlikely.rules.energy import can_recharge, cubes_on
from foldtale.games.unlikely.rules.luck import worth
from foldtale.games.unlikely.state import DRAWN, IN_PLAY, UnlikelyState
from foldtale.kernel.effects import ME

VALUE, FACT = LANGUAGE.value, LANGUAGE.fact

# Heroes

FACT("heroes", int, "the number of heroes", lambda g: len(g.heroes))
FACT("all_heroes", list[Hero], "the heroes in play", UnlikelyState.ring, "In seat order from the active one.")
FACT("others", list[Hero], "the other heroes", lambda g, c: [hero for hero in g.ring() if hero != c.me])
FACT("company", list[Hero], "the heroes on your map", lambda g, c: g.company(c.me), "Without you.")
FACT("active", Hero, "the active hero", lambda g: g.active)


@VALUE("{one} and {other} share a map")
def adjacent(g: UnlikelyState, one: Hero, other: Hero) -> bool:
    """A hero is always adjacent to itself. UH-292."""
    return g.heroes[one].at == g.heroes[other].at


@VALUE("the number of spaces between {one} and {other}")
def distance(g: UnlikelyState, one: Hero, other: Hero) -> int:
    """Along connections; very many where there is no way."""
    return g.world.areas.distances(g.heroes[one].at).get(g.heroes[other].at, 99)


@VALUE("{who} {who:is|are} on {place}")
def on(g: UnlikelyState, place: Number, who: Hero = ME) -> bool:
    return bool(g.heroes[who].at) and g.heroes[who].at == g.world.answering(place)


FACT("alone", bool, "{who} {who:is|are} alone", lambda g, who: not g.company(who), who=YOU)


@VALUE("the number of Hard heroes")
def hard_heroes(g: UnlikelyState) -> int:
    """Of those chosen at setup."""
    heroes = [card for card in g.chosen if g.content.kind(card) == "hero"]
    return len([card for card in heroes if g.content.hero_of(card) != card])


# Items and energy

FACT("items", list[Thing], "the items of {who}", lambda g, who: g.heroes[who].items, who=YOU)
FACT("effects", list[Thing], "the effects of {who}", UnlikelyState.energy_of, "With energy spaces.", who=YOU)


@VALUE("{who} {who:has|have} {card}")
def has(g: UnlikelyState, card: Number, who: Hero = ME) -> bool:
    """Equipped, on either side."""
    return g.has(who, card)


@VALUE("{who} {who:has|have} an item with tag {tag}")
def has_tag(g: UnlikelyState, tag: Tag, who: Hero = ME) -> bool:
    return any(tag in g.item(card).tags for card in g.heroes[who].items)


FACT("cubes_on", int, "the number of cubes on {card}", cubes_on, card=Thing)
FACT(
    "rechargeable",
    bool,
    "{card} has an empty charged space",
    can_recharge,
    "The pool has a cube.",
    card=Thing,
)


@VALUE("the traits in play")
def traits(g: UnlikelyState) -> list[Trait]:
    return [(seat, card) for seat in g.ring() for card, _ in g.heroes[seat].traits]


# Cards

FACT("in_play", bool, "{card} is in play", lambda g, card: bool(g.in_play(card)), card=Number)
FACT("in_pile", bool, "{card} is in the pile", UnlikelyState.lies, card=Number)


@VALUE("{card} is discarded")
def discarded(g: UnlikelyState, card: Number) -> bool:
    """In the common discard pile."""
    return is_among(g, card, g.discard)


@VALUE("{card} was revealed")
def revealed(g: UnlikelyState, card: Number) -> bool:
    """In this quest, or chosen as a starting card. UH-Q11."""
    return is_among(g, card, g.revealed)


def is_among(g: UnlikelyState, number: str, cards: tuple[str, ...]) -> bool:
    return number in cards or any(twin in cards for twin in g.content.twins.get(number, ()))


FACT("solved", bool, "a puzzle with the sum {n} was solved", lambda g, n: n in g.sums, n=int)
FACT("out_of_luck", int, "the number of Out of Luck cards in play", lambda g: len(g.unlucky.rows[IN_PLAY]))

# Luck and challenges

FACT("luck_pile", int, "the number of cards in the luck draw pile", lambda g: g.luck.deck_size)


@VALUE("the luck cards drawn in this attempt")
def drawn_luck(g: UnlikelyState) -> list[Luck]:
    return [*g.luck.rows[DRAWN]] if g.attempt is not None else []


FACT("worth", int, "the value of {card}", worth, card=Luck)


def is_met(g: UnlikelyState, is_so: Callable[[ChallengeCard], bool]) -> bool:
    """Tell whether something is true of the challenge that was met last."""
    return bool(g.challenges) and is_so(g.content.body(g.challenges[-1]))


FACT("tagged", bool, "the challenge has tag {tag}", lambda g, of: is_met(g, lambda b: of in b.tags), tag=Tag)
FACT("joined", bool, "the challenge is joined", lambda g: is_met(g, lambda body: body.joined))
FACT("forced", bool, "the challenge is forced", lambda g: is_met(g, lambda body: body.forced))


@VALUE("{skill} is tested")
def tests(g: UnlikelyState, skill: Skill) -> bool:
    return g.attempt is not None and g.attempt.skill == skill


@VALUE("{who} {who:tests|test} a skill for the first time in this round")
def attempting_first(g: UnlikelyState, who: Hero = ME) -> bool:
    """The hero has made no other attempt in this round."""
    return g.attempt is not None and who == g.active and who not in g.tested


@VALUE("the requirement has no hero icon")
def single(g: UnlikelyState) -> bool:
    """One hero's own requirement."""
    now = g.attempt
    return now is not None and not g.content.body(now.challenge).boxes[now.box].per_hero


FACT("rolled", int, "the roll", lambda g, c: c.found.get("rolled", 0))

# The quest

FACT("flag", bool, "“{word}” is true", lambda g, word: word in g.flags, word=Flag)
FACT("counter", int, "the count of {name}", lambda g, name: g.counters.get(name, 0), name=Flag)
FACT("every", bool, "the turn is every {n}th one", lambda g, n: g.turns % n == 0, "Of the quest.", n=int)


@VALUE("the hour on the clock")
def hour(g: UnlikelyState) -> int:
    """The label of the space with the clock cube."""
    return int(g.content.clock.spaces[g.clock].label) if g.clock >= 0 else 12


FACT("using", bool, "{module} is in use", lambda g, module: module in g.mode.modules, module=Module)
FACT("difficulty", bool, "the difficulty is {of}", lambda g, of: g.mode.difficulty == of, of=Difficulty)
FACT("chapters_finished", int, "the number of chapters finished", lambda g: g.finished)
