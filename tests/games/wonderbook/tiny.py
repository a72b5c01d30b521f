"""A campaign with the pack `tiny`: six short Chapters that SID and LARA can win or lose as they like."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from foldtale.games.wonderbook.content import LIBRARY, Chapter
from foldtale.games.wonderbook.record import ROMAN, Campaign
from foldtale.games.wonderbook.state import Book
from foldtale.kernel import Match
from foldtale.kernel.scene import Card, Row
from foldtale.testing import told_of
from tests.games.wonderbook.given import WONDER, record_of

TINY = Path(__file__).parent / "packs" / "tiny"
CHAPTERS = range(1, 7)
ON_FOOT = ("move pond", "move lawn", "move roof", "move stairs")
LOSE = tuple([f"{roman}-7 sweep" for roman in ROMAN])
BRIGHT = tuple([f"{roman}-7 turn" for roman in ROMAN])
ANYBODY = {
    "page": "read",
    "last destiny": "go",
    "action": "pass",
    "additional action": "pass",
    "agree": "yes",
}
COIL = "I-4"


def sit_down(
    record: Campaign | None = None,
    players: int = 2,
    seed: int = 1,
    difficulty: str = "standard",
    chapter: int | None = None,
) -> Match:
    setup = WONDER.setup(players=players, pack="tiny", record=record, difficulty=difficulty, chapter=chapter)
    return Match.new(WONDER, setup, seed=seed)


def go_on(match: Match, *wanted: str) -> None:
    """Answer with the first of the wanted keys that is offered, else in no hurry."""
    assert match.ask is not None
    keys = [choice.key for choice in match.ask.options]
    favourites = [key for key in (*wanted, *ON_FOOT) if key in keys]
    match.answer(favourites[0] if favourites else ANYBODY.get(match.ask.topic, keys[0]))


def lead(match: Match, *wanted: str, until: str = "") -> Match:
    """Go on like this to the end, or up to a topic or a key."""
    while match.ask is not None:
        if until and (match.ask.topic == until or until in [choice.key for choice in match.ask.options]):
            break
        go_on(match, *wanted)
    return match


def win(record: Campaign | None, *wanted: str, players: int = 2, difficulty: str = "standard") -> Campaign:
    return record_of(lead(sit_down(record, players, difficulty=difficulty), *wanted), "completed")


def lose(record: Campaign | None, *wanted: str, players: int = 2, difficulty: str = "standard") -> Campaign:
    return record_of(lead(sit_down(record, players, difficulty=difficulty), *wanted, *LOSE), "lost")


@cache
def due(number: int, *wanted: str, players: int = 2) -> Campaign:
    """The record with which SID and LARA start a Chapter, if they always take the first that is offered."""
    if number == 1:
        return Campaign()
    return win(due(number - 1, *wanted, players=players), *wanted, players=players)


def deck_of(number: int) -> list[str]:
    return [f"{ROMAN[number - 1]}-{card}" for card in range(1, 9)]


def tiny_chapter(number: int) -> Chapter:
    return LIBRARY.contents("tiny", number)


def pages_read(match: Match) -> list[str]:
    """The cards that were read, each once, in that order."""
    return list(dict.fromkeys([about[0] for about in told_of(match, "reads")]))


def topics(match: Match) -> list[str]:
    """What was asked in a match that is over."""
    return [line["topic"] for line in match.log if "topic" in line]


def opened(record: Campaign, *wanted: str, players: int = 2) -> Match:
    """A Chapter whose Heroes are chosen, before its first page is read."""
    return lead(sit_down(record, players), *wanted, until="page")


def in_wyrm_deck(g: Book) -> list[str]:
    return sorted([card for layer in g.wyrm_cards.layers for card in layer])


def sides_shown(match: Match, seat: int) -> list[str]:
    """The titles of the skills that lie before a seat."""
    rows = [thing for thing in match.scene(seat).seats[seat].things if isinstance(thing, Row)]
    skills = [row for row in rows if row.id.startswith("skills ")]
    return [card.title for row in skills for card in row.things if isinstance(card, Card)]


def titles(hero: str, *chosen: tuple[str, str]) -> list[str]:
    """What the Hero card's own skill and these sides of Upgrade cards are called."""
    chapter = tiny_chapter(1)
    return [chapter.skill(card, side).title for card, side in ((hero, "skill"), *chosen)]
