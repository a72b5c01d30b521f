"""Amounts, conditions and selectors."""

from __future__ import annotations

from foldtale.games.unlikely.language import (
    LANGUAGE,
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
from foldtale.games.unlikely.rules import luck
from foldtale.games.unlikely.rules.energy import empty_charged
from foldtale.games.unlikely.state import DRAWN, IN_PLAY, UnlikelyState
from foldtale.kernel.effects import ME, Cause

VALUE = LANGUAGE.value

# Heroes


@VALUE("the number of heroes")
def heroes(g: UnlikelyState) -> int:
    return len(g.heroes)


@VALUE("the heroes in play")
def all_heroes(g: UnlikelyState) -> list[Hero]:
    """Every hero, in seat order from the active one."""
    return [Hero(seat) for seat in g.ring()]


@VALUE("the other heroes")
def others(g: UnlikelyState, c: Cause) -> list[Hero]:
    """Every hero but you, in seat order from the active one."""
    return [Hero(seat) for seat in g.ring() if seat != c.me]


@VALUE("the heroes on your map")
def company(g: UnlikelyState, c: Cause) -> list[Hero]:
    """The other heroes who share your map."""
    return [Hero(seat) for seat in g.company(c.me)]


@VALUE("the active hero")
def active(g: UnlikelyState) -> Hero:
    return Hero(g.active)


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


@VALUE("{who} {who:is|are} alone")
def alone(g: UnlikelyState, who: Hero = ME) -> bool:
    return not g.company(who)


@VALUE("the number of Hard heroes")
def hard_heroes(g: UnlikelyState) -> int:
    """Of those chosen at setup."""
    return len(
        [card for card in g.chosen if g.content.kind(card) == "hero" and g.content.hero_of(card) != card]
    )


# Items and energy


@VALUE("the items of {who}")
def items(g: UnlikelyState, who: Hero = ME) -> list[Thing]:
    return [Thing(card) for card in g.heroes[who].items]


@VALUE("the effects of {who}")
def effects(g: UnlikelyState, who: Hero = ME) -> list[Thing]:
    """Visible effects with energy spaces."""
    return [Thing(card) for card in g.energy_of(who)]


@VALUE("{who} {who:has|have} {card}")
def has(g: UnlikelyState, card: Number, who: Hero = ME) -> bool:
    """Equipped, on either side."""
    return g.has(who, card)


@VALUE("{who} {who:has|have} an item with tag {tag}")
def has_tag(g: UnlikelyState, tag: Tag, who: Hero = ME) -> bool:
    return any(tag in g.item(card).tags for card in g.heroes[who].items)


@VALUE("the number of cubes on {card}")
def cubes_on(g: UnlikelyState, card: Thing) -> int:
    return g.cubes[card].total if card in g.cubes else 0


@VALUE("{card} has an empty charged space")
def rechargeable(g: UnlikelyState, card: Thing) -> bool:
    """And the pool has a cube for it."""
    return empty_charged(g, card) > 0 and g.pool > 0


@VALUE("the traits in play")
def traits(g: UnlikelyState) -> list[Trait]:
    return [Trait((seat, card)) for seat in g.ring() for card, _ in g.heroes[seat].traits]


# Cards


@VALUE("{card} is in play")
def in_play(g: UnlikelyState, card: Number) -> bool:
    return bool(g.in_play(card))


@VALUE("{card} is in the pile")
def in_pile(g: UnlikelyState, card: Number) -> bool:
    return g.lies(card)


@VALUE("{card} is discarded")
def discarded(g: UnlikelyState, card: Number) -> bool:
    """In the common discard pile."""
    return card in g.discard or any(twin in g.discard for twin in g.content.twins.get(card, ()))


@VALUE("{card} was revealed")
def revealed(g: UnlikelyState, card: Number) -> bool:
    """In this quest, or chosen as a starting card. UH-Q11."""
    return card in g.revealed or any(twin in g.revealed for twin in g.content.twins.get(card, ()))


@VALUE("a puzzle with the sum {n} was solved")
def solved(g: UnlikelyState, n: int) -> bool:
    return n in g.sums


@VALUE("the number of Out of Luck cards in play")
def out_of_luck(g: UnlikelyState) -> int:
    return len(g.unlucky.rows[IN_PLAY])


# Luck and challenges


@VALUE("the number of cards in the luck draw pile")
def luck_pile(g: UnlikelyState) -> int:
    return g.luck.deck_size


@VALUE("the luck cards drawn in this attempt")
def drawn_luck(g: UnlikelyState) -> list[Luck]:
    return [Luck(card) for card in g.luck.rows[DRAWN]] if g.attempt is not None else []


@VALUE("the value of {card}")
def worth(g: UnlikelyState, card: Luck) -> int:
    return luck.worth(g, card)


@VALUE("the challenge has tag {tag}")
def tagged(g: UnlikelyState, tag: Tag) -> bool:
    return bool(g.challenges) and tag in g.content.body(g.challenges[-1]).tags


@VALUE("the challenge is joined")
def joined(g: UnlikelyState) -> bool:
    return bool(g.challenges) and bool(g.content.body(g.challenges[-1]).joined)


@VALUE("the challenge is forced")
def forced(g: UnlikelyState) -> bool:
    return bool(g.challenges) and bool(g.content.body(g.challenges[-1]).forced)


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


@VALUE("the roll")
def rolled(g: UnlikelyState, c: Cause) -> int:
    return c.found.get("rolled", 0)


# The quest


@VALUE("“{word}” is true")
def flag(g: UnlikelyState, word: Flag) -> bool:
    return word in g.flags


@VALUE("the count of {name}")
def counter(g: UnlikelyState, name: Flag) -> int:
    return g.counters.get(name, 0)


@VALUE("the turn is every {n}th one")
def every(g: UnlikelyState, n: int) -> bool:
    """Every so many hero turns of the quest."""
    return g.turns % n == 0


@VALUE("the hour on the clock")
def hour(g: UnlikelyState) -> int:
    """The label of the space with the clock cube."""
    return int(g.content.clock.spaces[g.clock].label) if g.clock >= 0 else 12


@VALUE("{module} is in use")
def using(g: UnlikelyState, module: Module) -> bool:
    return module in g.mode.modules


@VALUE("the difficulty is {level}")
def difficulty(g: UnlikelyState, level: Difficulty) -> bool:
    return g.mode.difficulty == level


@VALUE("the number of chapters finished")
def chapters_finished(g: UnlikelyState) -> int:
    return g.finished
