"""Pages, choices, riddles, Goals and the end. WB-052 to WB-066, WB-087 to WB-092 and WB-186 to WB-189."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from foldtale.games.wonderbook.content import BACK, FRONT, NEXT, Chapter
from foldtale.games.wonderbook.language import Card, Column, Face, Puzzle
from foldtale.games.wonderbook.options import COLUMN, READ, SKIP, TRY
from foldtale.games.wonderbook.rules.goal import changed, look_at_goal
from foldtale.games.wonderbook.rules.on_table import add_wyrm_card, gain_item, lay_out, put_rule, take_out
from foldtale.games.wonderbook.rules.risk import risk_all
from foldtale.games.wonderbook.state import CHAPTER, COMPLETED, TOKENS, Book
from foldtale.kernel.effects import Cause, Code, after, enter, expire, happen, leave, perform
from foldtale.kernel.effects.force import Hook, Standing
from foldtale.kernel.pack.pages import PageId
from foldtale.kernel.talk import ALL, EVERYONE, Ask, Leave, Play, Show, consult, note, pick, settle, tell

PLAIN: Final = "story"
DONE_WHEN_READ: Final = ("story", "choice", "rule")
"""Kinds whose text is followed when they are read; that of a Wyrm card is when it is revealed: WB-148."""


def read_on(g: Book) -> Play[None]:
    """Read the top card and the next, until a Goal is on top. WB-015, WB-053 and WB-Q10.

    WB-092: before there is a Goal, a Story card may call a Players' Phase, which comes first.
    """
    interrupts = g.is_interrupted
    while g.deck and g.deck[0] != g.goal:
        then = yield from read_card(g, g.deck[0])
        calls_a_phase = not interrupts and g.is_interrupted
        if then == "goal" or calls_a_phase or (then == "discard" and interrupts):
            return


def read_card(g: Book, ident: str) -> Play[str]:
    """Read a card, both faces if it is flipped; return what its bottom says. WB-052 to WB-058."""
    under_way = g.interrupt()
    body, kind = g.chapter.body(ident), g.chapter.kind(ident)
    if kind != "goal":
        take_out(g, ident)
        leave(g, ident)  # WB-057: it need not wait for its event any longer
    yield from show_page(g, ident, FRONT)
    happen(g, "card_revealed", card=ident)
    if kind == "goal":
        g.pages = g.pages.being_read(False)
        set_goal(g, ident)
        yield from settle(g)
        g.resume(under_way)
        return "goal"
    if kind == "end":
        yield from end_of_chapter(g, ident)
    if kind in DONE_WHEN_READ:
        yield from do(g, ident, body.do, "do")
    then: str = (yield from make_choice(g, ident)) if kind == "choice" else body.then
    if kind == "story":  # an Interaction card is flipped when somebody interacts: WB-140
        if body.puzzle is not None:
            yield from solve(g, ident, body.puzzle, "puzzle")
        if then == "flip":
            then = yield from flip(g, ident, body.back)
    g.pages = g.pages.being_read(False)
    yield from put_where_it_belongs(g, ident, kind if then != "discard" else PLAIN)
    yield from after(g, "card_done", card=ident)
    g.resume(under_way)
    return then


def read_now(g: Book, ident: str) -> Play[None]:
    """WB-057 and WB-058: a card of the deck comes between; afterwards the page before lies open again."""
    if ident in g.deck or (ident in g.aside and ident in g.chapter.coming):
        before = g.pages
        yield from read_card(g, ident)
        g.pages = g.pages.reopened(before)


@cache
def waits_for_its_event(chapter: Chapter, ident: str) -> Standing:
    """Return the hook of a page that waits for its event, also when the deck has gone past it. WB-057."""
    comes = chapter.body(ident).comes
    test = comes.if_.run if comes.if_ is not None else None
    return Standing(whens=(Hook(comes.on, test, lambda g, c: read_now(g, c.card), "", "comes"),))


def flip(g: Book, ident: str, back: Face, me: str | None = None) -> Play[str]:
    """WB-Q10 and WB-Q11: the other face of the same card."""
    yield from show_page(g, ident, BACK)
    happen(g, "card_flipped", card=ident)
    yield from do(g, ident, back.do, "back.do", me)
    if back.puzzle is not None:
        yield from solve(g, ident, back.puzzle, "back.puzzle", me)
    return str(back.then)


def show_page(g: Book, ident: str, face: str) -> Play[None]:
    """WB-014, WB-015 and WB-Q110: read aloud; what was read in a lost attempt can be skipped."""
    yield from settle(g)
    page = PageId(ident, face)
    key = page.key
    told = "reads" if g.pages.open.card != ident else "reads on"
    g.pages = g.pages.opened(page)
    yield Show((ident if face in (FRONT, BACK) else key,), EVERYONE, page=key)
    tell(g, told, g.voice, "WB-015", (ident,))
    is_known = key in g.record.read
    g.skipping = g.skipping and is_known
    if not g.skipping:
        g.skipping = (yield page_is_read(g, is_known)) is SKIP


def page_is_read(g: Book, is_known: bool) -> Ask:
    """Return the question that a page asks: all have read it, or know it and skip on. WB-015 and WB-Q110."""
    options = [READ, SKIP] if is_known else [READ]
    return Ask(ALL, "page", options, "WB-015", veiled=True, voice=g.voice)


def hear(g: Book, c: Cause, key: str) -> None:
    """WB-015: what the open page tells besides is read aloud, too."""
    if c.card == g.pages.open.card:
        g.pages = replace(g.pages, told=(*g.pages.told, key))


def do(g: Book, ident: str, code: Code | None, path: str, me: str | None = None) -> Play[None]:
    """WB-052: what has happened is settled first, then a card's text is followed.

    WB-015: what it has told meanwhile (`hear`) is read before the next page.
    """
    g.pages = g.pages.being_read(False)
    yield from settle(g)
    if code is not None:
        told_so_far = g.pages.told
        yield from follow(g, ident, code, path, me)
        if g.pages.open.card == ident and g.pages.told != told_so_far and not g.skipping:
            g.pages = g.pages.being_read(True)
            yield page_is_read(g, False)
            g.pages = g.pages.being_read(False)


def follow(g: Book, ident: str, code: Code, path: str, me: str | None = None) -> Play[None]:
    """Carry out what a card says at `path`, for `me` or for the Hero of whom it speaks. WB-Q131."""
    yield from perform(g, code, Cause(me or (yield from you(g, ident, path)), ident))


def you(g: Book, ident: str, *paths: str) -> Play[str | None]:
    """Return the Hero who acts; if nobody does and a text says "you", the group names one. WB-Q131."""
    acting = g.acting()
    if acting is None and any(
        call.speaks_of_self() for path in paths for call in g.chapter.calls(ident, path)
    ):
        acting = yield from spoken_to(g)
    return acting


def spoken_to(g: Book) -> Play[str | None]:
    """WB-Q131: between turns the group says to whom a text speaks."""
    return (yield from name_hero(g, "who", "WB-Q131")) if g.heroes else None


def name_hero(g: Book, topic: str, rule: str) -> Play[str]:
    """WB-Q131: a conscious Hero whom the group names; if nobody is conscious, any."""
    return str((yield from pick(ALL, topic, g.conscious() or list(g.heroes), rule, voice=g.voice)))


def put_where_it_belongs(g: Book, ident: str, kind: str) -> Play[None]:
    """Put a card that was read where it belongs; discard a plain one. WB-068, WB-080, WB-083, WB-193, WB-Q10.

    WB-Q37: who acts finds an Item; if nobody does, the group names somebody.
    """
    if kind == "item":
        gain_item(g, ident, g.acting() or (yield from name_hero(g, "finder", "WB-Q37")))
    elif kind == "rule":
        put_rule(g, ident)
    elif kind == "interaction":
        yield from lay_out(g, g.chapter.body(ident).banner or ident, (ident,))
    elif kind == "wyrm":
        add_wyrm_card(g, ident)
    else:
        g.discard = (*g.discard, ident)
        look_at_goal(g)
    yield from settle(g)


def make_choice(g: Book, ident: str) -> Play[str]:
    """Let the group choose an option, and read only its column. WB-059 to WB-061, WB-Q23 and WB-Q105.

    WB-Q131: if an option asks something of "you", the group first says who that is.
    """
    columns: list[Column] = g.chapter.body(ident).options
    me = yield from you(g, ident, *[f"options.{at + 1}.if" for at in range(len(columns))])
    cause = Cause(me, ident)
    offers = {COLUMN(ident, column.id): at for at, column in enumerate(columns) if is_open(g, column, cause)}
    g.pages = g.pages.being_read(True)
    while offers:
        choice = yield Ask(ALL, "choice", list(offers), "WB-060", voice=g.voice, card=ident)
        at = offers[choice]
        column, path = columns[at], f"options.{at + 1}.do"
        yield consult(f"{ident} {column.id} risk")  # the column is unread yet
        if (yield from risk_all(g, g.chapter.calls(ident, path))):
            g.chosen = {**g.chosen, ident: column.id}
            look_at_goal(g)
            yield from show_page(g, ident, column.id)
            happen(g, "card_flipped", card=ident)
            yield from do(g, ident, column.do, path, me)
            return column.then
    return "next"


def is_open(g: Book, column: Column, cause: Cause) -> bool:
    """WB-Q23: whether this option can be chosen."""
    return column.if_ is None or bool(column.if_.run(g, cause))


def solve(g: Book, ident: str, puzzle: Puzzle, path: str, me: str | None = None) -> Play[None]:
    """WB-Q20: the state only ever sees that it was solved, or not."""
    g.pages = g.pages.being_read(True)
    for _ in range(puzzle.tries):
        tried: list[str] = []
        for _ in puzzle.solution:
            left = [word for word in puzzle.among if puzzle.sort == "code" or word not in tried]
            words, about = [TRY(word) for word in left], (len(tried) + 1,)
            choice = yield Ask(ALL, "puzzle", words, "WB-Q20", voice=g.voice, about=about, card=ident)
            tried += TRY.parts(choice)
        yield consult(f"{ident} {path} {' '.join(tried)}")
        if tried == puzzle.solution:
            tell(g, "solved", ALL, "WB-Q20", (ident,))
            note(g, f"{ident} {path}.success")
            yield from do(g, ident, puzzle.success, f"{path}.success", me)
            return
        tell(g, "not solved", ALL, "WB-Q20", (ident,))
    note(g, f"{ident} {path}.fail")
    yield from do(g, ident, puzzle.fail, f"{path}.fail", me)


def set_goal(g: Book, ident: str) -> None:
    """WB-088: it stays on top until it is met; WB-Q12: a phase under way goes on."""
    g.goal, g.goal_is_due, g.vortex = ident, False, ()
    enter(g, ident, None, g.chapter.body(ident).standing)
    changed(g, "goal", ALL, "WB-088", (ident,))


def leave_goal(g: Book) -> None:
    """WB-088 and WB-Q10: the Goal card is done with, and what was to last until it is met ends."""
    ident, g.goal = g.goal, ""
    leave(g, ident)
    expire(g, "goal")
    g.deck = tuple([card for card in g.deck if card != ident])
    g.discard = (*g.discard, ident)


def follow_met_goal(g: Book) -> Play[None]:
    """WB-091, WB-Q12 and WB-Q13: at once, whatever is under way, its bottom is followed."""
    ident = g.goal
    if not ident:
        return
    under_way = g.interrupt()
    tell(g, "goal met", ALL, "WB-091", (ident,))
    yield from after(g, "goal_met", card=ident)
    if g.goal == ident:
        leave_goal(g)
        body = g.chapter.body(ident)
        then = (yield from flip(g, ident, body.back)) if body.then == "flip" else body.then
        if then == "next" or (then == "discard" and not g.is_interrupted):
            yield from read_on(g)
    g.resume(under_way)


def go_to(g: Book, card: Card) -> None:
    """The deck goes on with this card; others are set aside, a Goal on top stays. WB-006 and WB-088."""
    if card in g.deck:
        at = g.deck.index(card)
        top = g.deck[:1] if g.goal and g.deck[0] == g.goal and card != g.goal else ()
        g.aside = (*g.aside, *g.deck[len(top) : at])
        g.deck = (*top, *g.deck[at:])


def end_of_chapter(g: Book, ident: str) -> Play[None]:
    """Count the tokens, read the ending and leave the Chapter. WB-186 to WB-189, WB-Q99 and WB-Q112."""
    g.score, g.outcome = g.destiny, COMPLETED
    bands = g.chapter.body(ident).endings
    at = next(at for at, band in enumerate(bands) if band.least <= g.score <= band.most)
    g.chosen = {**g.chosen, ident: bands[at].id}
    yield from show_page(g, ident, bands[at].id)
    tell(g, "ends", ALL, "WB-187", (f"{ident}.endings.{at + 1}", g.score, TOKENS))
    yield from do(g, ident, bands[at].do, f"endings.{at + 1}.do")
    yield from after(g, "chapter_ends")
    if g.chapter.body(ident).next:
        yield from show_page(g, ident, NEXT)
    raise Leave(CHAPTER)
