"""Amounts and conditions."""

from __future__ import annotations

from typing import Literal

from foldtale.games.wonderbook.language import LANGUAGE, Ally, Area, Banner, Card, Enemy, Flag, Hero
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import ME, Cause


@LANGUAGE.value("the successes")
def successes(g: Book, c: Cause) -> int:
    """Successes of the roll that this text has made."""
    return c.found.get("successes", 0)


@LANGUAGE.value("the failures")
def failures(g: Book, c: Cause) -> int:
    """Failures of the roll that this text has made."""
    return c.found.get("failures", 0)


@LANGUAGE.value("the number of heroes")
def hero_count(g: Book) -> int:
    """Heroes in play, knocked out or not."""
    return len(g.heroes)


@LANGUAGE.value("the number of players")
def players(g: Book) -> int:
    """People at the table; alone one plays two Heroes."""
    return g.players


@LANGUAGE.value("the number of Destiny tokens face up")
def destiny(g: Book) -> int:
    """How well the team is doing."""
    return g.destiny


@LANGUAGE.value("{who's} Hearts")
def hearts(g: Book, who: Hero = ME) -> int:
    """The Hearts of a Hero."""
    return g.hearts.get(who, 0)


@LANGUAGE.value("{who's} missing Hearts")
def missing_hearts(g: Book, who: Hero = ME) -> int:
    """How many Hearts a Hero could recover."""
    return g.most_hearts(who) - g.hearts[who] if who in g.hearts else 0


@LANGUAGE.value("{who's} Sparks")
def sparks(g: Book, who: Hero = ME) -> int:
    """The Sparks in a Hero's reserve."""
    return g.sparks.get(who, 0)


@LANGUAGE.value("the Sparks in {area}")
def sparks_in(g: Book, area: Area) -> int:
    """Sparks that lie in an area."""
    return g.sparks_at.get(area, 0)


@LANGUAGE.value("the count of {name}")
def counter(g: Book, name: Flag) -> int:
    """A counter of the Chapter, 0 at first."""
    return g.counters.get(name, 0)


@LANGUAGE.value("the number of {name} markers")
def markers(g: Book, name: Flag) -> int:
    """Markers of this name on the map."""
    return g.markers.get(name, 0)


@LANGUAGE.value("the number of the round")
def round(g: Book) -> int:
    """Players' Phases so far."""
    return g.round


@LANGUAGE.value("the number of the Chapter")
def chapter(g: Book) -> int:
    """1 to 6."""
    return g.chapter.number


@LANGUAGE.value("{word} is written", denies="{word} is not written")
def has(g: Book, word: Flag) -> bool:
    """Whether a Keyword stands in the record."""
    return word.strip().upper() in g.sheet.keywords


@LANGUAGE.value("{who} {who:is|are} in {area}")
def is_in(g: Book, who: Hero, area: Area) -> bool:
    """Whether a Hero is in an area, on their feet."""
    return bool(area) and g.at.get(who) == area and g.hearts[who] > 0


@LANGUAGE.value("all heroes are in {area}")
def all_in(g: Book, area: Area) -> bool:
    """Whether every Hero who is not knocked out is in an area, and somebody is."""
    able = g.conscious()
    return bool(area and able) and all(g.at[hero] == area for hero in able)


@LANGUAGE.value("{who} {who:plays|play} in this Chapter")
def takes_part(g: Book, who: Hero) -> bool:
    """Whether a Hero is in play."""
    return who in g.heroes


@LANGUAGE.value("{who} {who:holds|hold} {card}", denies="{who} {who:does|do} not hold {card}")
def holds(g: Book, card: Card, who: Hero = ME) -> bool:
    """Whether a Hero holds an Item."""
    return who in g.heroes and card in g.held_by(who)


@LANGUAGE.value("somebody holds {card}", denies="nobody holds {card}")
def is_held(g: Book, card: Card) -> bool:
    """Whether any Hero holds an Item."""
    return bool(g.holder(card))


@LANGUAGE.value("{who} {who:has|have} all Hearts", denies="{who} {who:misses|miss} a Heart")
def is_full(g: Book, who: Hero = ME) -> bool:
    """Whether a Hero has as many Hearts as the Hero card shows."""
    return who in g.hearts and g.hearts[who] == g.most_hearts(who)


@LANGUAGE.value("{who} is defeated")
def is_defeated(g: Book, who: Enemy) -> bool:
    """Whether an enemy was defeated in this Chapter."""
    return who in g.fallen


@LANGUAGE.value("{who} is alive")
def is_alive(g: Book, who: Ally) -> bool:
    """Whether an ally is in play."""
    return who in g.figures


@LANGUAGE.value("the {banner} stack is empty")
def stack_empty(g: Book, banner: Banner) -> bool:
    """Whether no card of this banner lies out."""
    return banner not in g.stacks


@LANGUAGE.value("{card} is discarded")
def is_discarded(g: Book, card: Card) -> bool:
    """Whether a card of the Chapter lies on the discard pile."""
    return card in g.discard


@LANGUAGE.value("the option “{option}” was chosen on {card}")
def chose(g: Book, card: Card, option: Flag) -> bool:
    """Whether the group has chosen this option on that card."""
    return g.chosen.get(card) == option


@LANGUAGE.value("there are three players or four")
def silver(g: Book) -> bool:
    """Whether symbols with a silver aura count."""
    return g.silver


@LANGUAGE.value("the difficulty is {mode}")
def difficulty_is(g: Book, mode: Literal["easier", "standard", "hardcore"]) -> bool:
    """How hard the group wants it."""
    return g.difficulty == mode


@LANGUAGE.value("“{name}” is unlocked")
def unlocked(g: Book, name: Flag) -> bool:
    """Whether a campaign has unlocked this for good."""
    return name in g.sheet.unlocks


@LANGUAGE.value("{who} {who:has|have} the Dark Aura")
def has_aura(g: Book, who: Hero = ME) -> bool:
    """Whether the Dark Aura lies on a Hero."""
    return g.aura == who
