"""Instructions and values about the campaign, and how things go on."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from foldtale.games.wonderbook.effects.op import fact, op
from foldtale.games.wonderbook.language import LANGUAGE, Card, Flag
from foldtale.games.wonderbook.rules import enemies, heroes, reading, turns
from foldtale.games.wonderbook.rules.goal import changed, goal_comes_due, look_at_goal
from foldtale.games.wonderbook.state import CHAPTER, LOST, TOKENS, Book
from foldtale.kernel.effects import after, expire, happen
from foldtale.kernel.talk import ALL, Leave, Play

Difficulty = Literal["easier", "standard", "hardcore"]


@op("read {card}")
def reveal_card(g: Book, card: Card) -> Play[None]:
    """A card of the deck is read now, then what it interrupts goes on; a Goal takes the place of the last."""
    if g.chapter.kind(card) == "goal":
        yield from set_goal(g, card)
    else:
        yield from reading.read_now(g, card)


op("go on with {card}", name="goto")(reading.go_to)


@op("set aside {n} {n:card|cards} unread")
def skip_cards(g: Book, n: int) -> None:
    """The next cards of the deck are set aside."""
    start = 1 if g.goal and g.deck and g.deck[0] == g.goal else 0
    if len(g.deck) > start + n:
        reading.go_to(g, g.deck[start + n])


@op("write {word}")
def write(g: Book, word: Flag) -> None:
    """Write a Keyword; one that is written already stays as it is."""
    keyword = word.strip().upper()
    if keyword not in g.sheet.keywords:
        g.sheet = replace(g.sheet, keywords={**g.sheet.keywords, keyword: g.chapter.number})
        changed(g, "writes", ALL, "WB-062", (keyword,))


@op("erase {word}")
def erase(g: Book, word: Flag) -> None:
    """Erase a Keyword, if it is written."""
    keyword = word.strip().upper()
    if keyword in g.sheet.keywords:
        others = {word: chapter for word, chapter in g.sheet.keywords.items() if word != keyword}
        g.sheet = replace(g.sheet, keywords=others)
        changed(g, "erases", ALL, "WB-063", (keyword,))


@op("turn {n} Destiny {n:token|tokens} face up", can=lambda g, n: g.destiny < TOKENS)
def destiny_up(g: Book, n: int) -> None:
    """There are ten tokens and no more."""
    for _ in range(min(n, TOKENS - g.destiny)):
        g.destiny += 1
        happen(g, "destiny_flipped", up=True)
        changed(g, "destiny up", ALL, "WB-179", (g.destiny,))


op("turn {n} Destiny {n:token|tokens} face down", can=lambda g, n: g.destiny >= n)(heroes.destiny_down)


@op("add {n} to the count of {name}")
def count(g: Book, name: Flag, n: int = 1) -> None:
    """A counter of the Chapter goes up."""
    g.counters = {**g.counters, name: g.counters.get(name, 0) + n}
    changed(g, "counts", ALL, "WB-006", (name.capitalize(), g.counters[name]))


@op("take {n} from the count of {name}")
def uncount(g: Book, name: Flag, n: int = 1) -> None:
    """A counter of the Chapter goes down."""
    count(g, name, -n)


@op("the count of {name} becomes {n}")
def set_counter(g: Book, name: Flag, n: int) -> None:
    """A counter of the Chapter becomes a number."""
    g.counters = {**g.counters, name: n}
    look_at_goal(g)


@op("{card} is the Goal now")
def set_goal(g: Book, card: Card) -> Play[None]:
    """Another Goal card comes up at once; the one that was there is discarded unmet."""
    if g.chapter.kind(card) == "goal" and card in g.deck and card != g.goal:
        if g.goal:
            reading.leave_goal(g)
        g.deck = (card, *[other for other in g.deck if other != card])
        yield from reading.read_card(g, card)


@op("the Goal is met")
def goal_met(g: Book) -> None:
    """The Goal counts as achieved, whatever it says."""
    if g.goal and not g.goal_is_due:
        goal_comes_due(g)


@op("a new Players' Phase begins")
def begin_players_phase(g: Book) -> Play[None]:
    """The phase that is under way ends, and a Players' Phase begins with its check."""
    was_players_phase = g.step in ("choose", "act")
    yield from turns.break_off_players_phase(g)
    if was_players_phase:
        yield from after(g, "players_phase_ends")
    expire(g, "phase")
    g.step = "called"


op("the Players' Phase ends", name="end_players_phase")(turns.break_off_players_phase)


@op("the enemies act as in an Enemies' Phase")
def run_enemies_phase(g: Book) -> Play[None]:
    """The Enemies' Phase of the current Goal, here and now."""
    if g.goal:
        yield from enemies.enemies_phase(g)


@op("the Chapter is lost")
def lose_chapter(g: Book) -> None:
    """At once, whatever Destiny says."""
    g.outcome = LOST
    raise Leave(CHAPTER)


@op("unlock “{name}” for good")
def unlock(g: Book, name: Flag) -> None:
    """Something that later campaigns may ask for, too."""
    if name not in g.sheet.unlocks:
        g.sheet = replace(g.sheet, unlocks=(*g.sheet.unlocks, name))
        changed(g, "unlocks", ALL, "WB-197", (name,))


@LANGUAGE.value("{word} is written", denies="{word} is not written")
def has(g: Book, word: Flag) -> bool:
    """Whether a Keyword stands in the record."""
    return word.strip().upper() in g.sheet.keywords


@LANGUAGE.value("the option “{option}” was chosen on {card}")
def chose(g: Book, card: Card, option: Flag) -> bool:
    """Whether the group has chosen this option on that card."""
    return g.chosen.get(card) == option


fact("destiny", int, "the number of Destiny tokens face up", lambda g: g.destiny, "At most ten.")
fact("round", int, "the number of the round", lambda g: g.round, "Players' Phases so far.")
fact("chapter", int, "the number of the Chapter", lambda g: g.chapter.number, "1 to 6.")
fact("silver", bool, "there are three players or four", lambda g: g.silver, "Whether silver auras count.")
fact("difficulty_is", bool, "the difficulty is {mode}", lambda g, mode: g.difficulty == mode, mode=Difficulty)
fact("counter", int, "the count of {name}", lambda g, name: g.counters.get(name, 0), "0 at first.", name=Flag)
fact("unlocked", bool, "“{name}” is unlocked", lambda g, name: name in g.sheet.unlocks, name=Flag)
