"""Given: a Chapter of a few cards, a map, who stands where, and how the dice will fall.

`book(...)` is any position; `play(g, *falls)` starts a match from it, which `foldtale.testing` goes on with.
Cards are written as in a pack: `book(cards=BOARD + more)`; `pages` writes them. Falls are dice like "S F", or ids
of drawn cards.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from foldtale import games, testing
from foldtale.games.wonderbook.content import LIBRARY, Chapter
from foldtale.games.wonderbook.effects import LANGUAGE
from foldtale.games.wonderbook.record import Campaign
from foldtale.games.wonderbook.rules.heroes import take_part
from foldtale.games.wonderbook.rules.on_table import gain_item, lay_out, put_rule
from foldtale.games.wonderbook.rules.reading import set_goal
from foldtale.games.wonderbook.state import HELD_BY, ON, Book
from foldtale.kernel import Match, Play
from foldtale.kernel.effects import Cause, enter, leave, perform
from foldtale.kernel.effects.expression import Scope
from foldtale.kernel.effects.instructions import Reader
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.loading import read
from foldtale.kernel.pack.nodes import read_text
from foldtale.kernel.pack.pages import PageId, Pages
from foldtale.kernel.pack.problems import Problems
from foldtale.kernel.talk import Ask, option
from foldtale.testing import answer, outcome

WONDER = games.get("wonderbook")
play = partial(testing.play, WONDER)
THREE = ("SID", "LARA", "KEN")
SID, LARA, KEN = range(3)
"""The seats of the three."""
GROUP = -1
HEARTS, SPARKS = 76, 17
"""What is in the box."""
APART = {"SID": "S", "LARA": "L", "KEN": "K"}
"""Where the three stand on the map of the Players' example."""
WORDS = "Here are words enough for a card, one after the other, until there are as many as a card has to have, and some."

MAPS = """
- card: players
  kind: map
  title: Players' example
  areas: {S: {name: S}, T: {name: T}, L: {name: L}, K: {name: K}, X: {name: X}}
  borders:
    - {between: [S, T], line: dashed}
    - {between: [S, L], line: dashed}
    - {between: [K, X], line: dashed}
    - {between: [X, L], line: dashed}
    - {between: [K, L], line: solid}
  objects: {lamp: {name: A lamp, area: K}}
- card: enemies
  kind: map
  title: Enemies' example
  areas: {P: {name: P}, Q: {name: Q}, R: {name: R}, V: {name: V}}
  borders:
    - {between: [P, Q], line: dashed}
    - {between: [R, P], line: dashed}
    - {between: [R, Q], line: dashed}
    - {between: [V, P], line: dashed}
    - {between: [V, Q], line: dashed}
"""
"""The maps of the two long examples of the rulebook."""

BOARD = (
    MAPS
    + f"""
- {{card: I-1, kind: story, title: One, text: {WORDS!r}}}
- {{card: I-2, kind: goal, title: Two, text: {WORDS!r}, goal: counter(done) >= 1, vortex: [V], then: next}}
- {{card: I-3, kind: end, title: Three, text: {WORDS!r},
    endings: [{{id: all, least: 1, most: 10, title: All, text: {WORDS!r}}}]}}
"""
)
"""A Chapter of three cards: a page, a Goal that `{count: done}` meets, and the end."""

QUIET = BOARD.replace("vortex: [V]", "vortex: [V], enemies: [{count: stirred}]")
"""The same; the Enemies' Phase of its Goal only counts."""


@cache
def pack_of(cards: str, name: str = "given") -> Pack:
    """A pack with these cards, which need not make a whole Chapter."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "cards").mkdir()
        about = f"pack: {name}\ngame: wonderbook\ntitle: Given\n"
        (Path(folder) / "pack.yaml").write_text(about, encoding="utf-8")
        (Path(folder) / "cards" / "all.yaml").write_text(cards, encoding="utf-8")
        reading = read(Path(folder), LANGUAGE)
    wrong = [problem for problem in reading.problems if problem.is_error and problem.code != "E701"]
    assert reading.pack is not None and not wrong, wrong
    return reading.pack


@cache
def chapter_of(cards: str, number: int = 1) -> Chapter:
    return Chapter(LIBRARY.box, pack_of(cards), number)


def book(
    cards: str = BOARD,
    heroes: Sequence[str] = THREE,
    players: int | None = None,
    number: int = 1,
    record: Campaign | None = None,
    difficulty: str = "standard",
    map: str = "",
    at: Mapping[str, str] | None = None,
    hearts: Mapping[str, int] | None = None,
    sparks: Mapping[str, int] | None = None,
    lying: Mapping[str, int] | None = None,
    wyrms: Sequence[str] = (),
    stunned: Sequence[str] = (),
    items: Mapping[str, Sequence[str]] | None = None,
    shreds: Mapping[str, Sequence[str]] | None = None,
    skills: Mapping[str, Sequence[tuple[str, str]]] | None = None,
    rules: Sequence[str] = (),
    stacks: Mapping[str, Sequence[str]] | None = None,
    goal: str = "I-2",
    destiny: int | None = None,
    active: str = "",
    actions: int = 3,
    step: str = "",
) -> Book:
    """A position in the middle of a Chapter.

    `heroes`   in the order of seats; with `players=1` both are of seat 0
    `wyrms`    the areas of standing Wyrms; `stunned` those of stunned ones
    `goal`     the Goal card on top of the deck; "" if the Chapter has not begun (then `step` is "start")
    `active`   whose turn it is, with so many `actions` left; if nobody's, somebody is to be chosen
    """
    seats = len(heroes) if players is None else players
    g = Book(chapter_of(cards, number), record or Campaign(chapter=number), seats, difficulty)
    for seat, hero in enumerate(heroes):
        take_part(g, hero, min(seat, seats - 1))
    if map:
        g.open_at(map)
    g.at.update(at or {})
    for hero, count in (hearts or {}).items():
        g.hearts[hero] = count
        if not count:
            for card, _ in g.skills[hero]:
                leave(g, card, hero)
    g.sparks.update(sparks or {})
    g.sparks_at.update(lying or {})
    for wyrm, area in enumerate([*wyrms, *stunned]):
        g.wyrm_at[wyrm] = area
        g.stunned[wyrm] = wyrm >= len(wyrms)
    for hero, held in (items or {}).items():
        for item in held:
            gain_item(g, item, hero)
    for hero, held in (shreds or {}).items():
        for shred in held:
            g.shred_cards.lift(shred)
            g.shred_cards.put(shred, HELD_BY[hero])
            enter(g, shred, hero, g.chapter.body(shred).standing)
    for hero, more in (skills or {}).items():
        g.skills = {**g.skills, hero: (*g.skills[hero], *more)}
        for card, side in more:
            enter(g, card, hero, g.chapter.skill(card, side).standing)
    for rule in rules:
        g.deck = tuple([card for card in g.deck if card != rule])
        put_rule(g, rule)
    for key, ones in (stacks or {}).items():
        g.deck = tuple([card for card in g.deck if card not in ones])
        list(lay_out(g, key, tuple(ones)))
    if goal:
        g.deck = g.deck[g.deck.index(goal) :]
        set_goal(g, goal)
        g.pages = g.pages.reopened(Pages(PageId(goal, "front")))
        g.round = 1
        g.waiting = tuple([hero for hero in g.heroes if hero != active])
    if destiny is not None:
        g.destiny = destiny
    g.active = active
    g.turn = ON if active else ""
    g.actions = actions if active else 0
    g.step = step or ("act" if active else "choose" if goal else "start")
    g.due.clear()
    g.goal_is_due = False
    return g


def everybody(area: str) -> dict[str, str]:
    """The three in one area."""
    return dict.fromkeys(THREE, area)


def sid(cards: str = QUIET, **given: Any) -> Book:
    """SID in S, in his turn."""
    return book(cards, **{"map": "players", "at": APART, "active": "SID", **given})


def lara(cards: str = QUIET, **given: Any) -> Book:
    """LARA in S, in her turn."""
    return sid(cards, **{"at": {"SID": "T", "LARA": "S", "KEN": "K"}, "active": "LARA", **given})


def ken(cards: str = QUIET, **given: Any) -> Book:
    """KEN in S, in his turn."""
    return sid(cards, **{"at": {"SID": "T", "LARA": "L", "KEN": "S"}, "active": "KEN", **given})


def tina(cards: str = QUIET, **given: Any) -> Book:
    """TINA in S, in her turn, with SID and KEN."""
    at = {"TINA": "S", "SID": "T", "KEN": "X"}
    return sid(cards, heroes=["TINA", "SID", "KEN"], at=at, active="TINA", **given)


def everybody_passes(match: Match, rounds: int = 1) -> Book:
    """The three pass in the order of seats, and the enemies do what they do."""
    for _ in range(rounds):
        answer(match, "SID", "pass", "LARA", "pass", "pass")
    return match.state


def shown(match: Match) -> list[str]:
    """Every page that was opened so far."""
    return [line["page"] for line in match.story(0) if "page" in line]


def record_of(match: Match, ending: str = "completed") -> Campaign:
    """What a Chapter that ended so leaves behind."""
    record = outcome(match).record
    assert outcome(match).ending == ending
    assert isinstance(record, Campaign)
    return record


def wyrms(g: Book) -> list[str]:
    """The Wyrms in play, in the order in which they were given."""
    return [g.wyrm_key(wyrm) for wyrm in g.wyrms_in_play()]


def does(
    g: Book, text: str, me: str | None = None, falls: Sequence[object] = (), answers: Sequence[str] = ()
) -> Book:
    """The position after these instructions of a card: `does(g, "[{damage: 2, to: SID}]")`."""
    return carried_out(g, text, me, falls, answers)[0]


def carried_out(
    g: Book, text: str, me: str | None = None, falls: Sequence[object] = (), answers: Sequence[str] = ()
) -> tuple[Book, Match]:
    """The same, with the match, whose question may still be open."""
    problems = Problems()
    node = read_text(text, "card", problems)
    scope = Scope(LANGUAGE, problems)
    code = Reader(scope, "card").block(node, scope)
    assert problems.found == [], problems.found

    def carry_out(g: Book) -> Play[None]:
        yield from perform(g, code, Cause(me, "card"))

    def stay(g: Book) -> Play[None]:
        yield Ask(0, "turn", [option("done"), option("over")], "WB-095")

    match = testing.play_only(WONDER, g, carry_out, stay, falls=falls)
    return answer(match, *answers), match
