"""Chapters: text, setup, objective, failure, the end of a quest. UH-044 to UH-055 and UH-300 to UH-302."""

from __future__ import annotations

from typing import Final

from foldtale.games.unlikely.language import ChapterCard, Score
from foldtale.games.unlikely.options import LATER, NEXT_CHAPTER
from foldtale.games.unlikely.rules.lessons import teach
from foldtale.games.unlikely.rules.on_table import tidy
from foldtale.games.unlikely.rules.reading import lay_open, read, turn_page
from foldtale.games.unlikely.state import LOST, QUEST, WON, UnlikelyState, enforce
from foldtale.kernel.effects import Cause, Expr, expire, leave, perform
from foldtale.kernel.game import Outcome
from foldtale.kernel.pack.pages import PageId
from foldtale.kernel.talk import ALL, Ask, Leave, Play, tell

ENDINGS: Final = (WON, LOST)


def variant(g: UnlikelyState, chapter: int) -> str:
    """Return the first variant whose item is in play, else the unlabelled one. UH-049, UH-050 and UH-Q12."""
    variants = g.content.chapters[g.mode.quest, chapter]
    labels = [(ident, g.content.chapter(ident).variant) for ident in variants]
    return next((ident for ident, label in labels if label is None or g.in_play(label)), variants[-1])


def start_chapter(g: UnlikelyState, number: int) -> Play[None]:
    """Read the next chapter, and follow its setup box. UH-037, UH-044, UH-045, UH-301 and UH-Q99."""
    if g.chapter:
        leave(g, g.chapter)
        expire(g, "chapter")
    ident = variant(g, number)
    yield from lay_open(g, PageId(ident), "UH-037")
    g.chapter = ident
    yield from turn_page(g, "UH-037")
    body = chapter_body(g)
    tell(g, "chapter", ALL, "UH-045", (number, g.chapter))
    enforce(g, g.chapter, None, body.standing)
    yield from perform(g, body.setup, Cause(g.acting(), g.chapter))


def chapter_body(g: UnlikelyState) -> ChapterCard:
    return g.content.chapter(g.chapter)


def holds(g: UnlikelyState, test: Expr) -> bool:
    """Tell whether a condition of the current chapter is true."""
    return bool(test.run(g, Cause(g.acting(), g.chapter)))


def check(g: UnlikelyState) -> Play[None]:
    """The objective first, then the failure condition. UH-047, UH-048, UH-051, UH-052, UH-300 and UH-Q11."""
    body = chapter_body(g)
    if holds(g, body.objective):
        if g.finished + 1 == g.content.last_chapter(g.mode.quest):
            g.finished += 1
            win(g)
        yield from teach(g, "objective")
        options = [NEXT_CHAPTER, LATER]
        choice = yield Ask(ALL, "objective", options, "UH-047", voice=g.voice, card=g.chapter)
        if choice is NEXT_CHAPTER:
            tell(g, "objective", ALL, "UH-047", (g.chapter,))
            g.finished += 1
            yield from perform(g, body.do, Cause(g.acting(), g.chapter))
            yield from start_chapter(g, body.chapter + 1)
            yield from tidy(g)
            yield from check(g)
            return
    if holds(g, body.failure):
        tell(g, "failure", ALL, "UH-052", (f"{g.chapter}.loses",))
        lose(g)


def win(g: UnlikelyState) -> None:
    """Everybody has won the quest. UH-001 and UH-051."""
    g.outcome = WON
    raise Leave(QUEST)


def lose(g: UnlikelyState) -> None:
    """Everybody has lost the quest. UH-001, UH-052 and UH-Q100."""
    g.outcome = LOST
    raise Leave(QUEST)


def result(g: UnlikelyState) -> Play[Outcome]:
    """The ending is read, the scoring applied; unlocked cards and the score are recorded.

    UH-054 and UH-302.
    """
    won = g.outcome == WON
    quest = g.content.quest(g.mode.quest)
    yield from read(g, PageId(ending_of(g), g.outcome), "UH-302")
    points = score(g, won)
    tell(g, "ends", ALL, "UH-302", (g.outcome, points, title_for(g, points)))
    chosen = next((card for card in quest.choices if card in g.revealed), "")
    record = g.mode.record.after(g.mode.quest, won, points, g.unlocked, chosen if won else "")
    seats = tuple(range(g.mode.players)) if won else ()
    return Outcome(g.outcome, seats, (points,) * g.mode.players, record)


def ending_of(g: UnlikelyState) -> str:
    """Return the card with the words of the end: the chapter in which the quest was won, or the quest."""
    has_own = g.outcome == WON and g.chapter and chapter_body(g).won
    return g.chapter if has_own else g.content.quests[g.mode.quest]


def score(g: UnlikelyState, won: bool) -> int:
    """Return the points of the booklet for a quest that was won, or was not. UH-054 and UH-302."""
    cause = Cause(g.acting(), g.content.quests[g.mode.quest])
    return sum([line.points.run(g, cause) for line in scored(g, won)])


def scored(g: UnlikelyState, won: bool) -> list[Score]:
    """Return the lines of the booklet's scoring that count."""
    cause = Cause(g.acting(), g.content.quests[g.mode.quest])
    lines = g.content.quest(g.mode.quest).scoring
    return [line for line in lines if line.won == won and (line.if_ is None or line.if_.run(g, cause))]


def title_for(g: UnlikelyState, points: int) -> str:
    """Return what the booklet calls a quest with so many points."""
    bands = [band.title for band in g.content.quest(g.mode.quest).titles if points >= band.least]
    return bands[-1] if bands else ""
