"""A Chapter and the campaign. WB-001 to WB-036, WB-181 to WB-185 and WB-190 to WB-206; setup is in `Book`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from foldtale.games.wonderbook.language import HEROES
from foldtale.games.wonderbook.record import ROMAN, Campaign
from foldtale.games.wonderbook.rules.enemies import enemies_phase, has_enemies_phase
from foldtale.games.wonderbook.rules.heroes import attach, gain_upgrade, take_part
from foldtale.games.wonderbook.rules.on_table import gain_item
from foldtale.games.wonderbook.rules.reading import read_on, waits_for_its_event
from foldtale.games.wonderbook.rules.turns import choose_whose_turn, open_players_phase, take_action
from foldtale.games.wonderbook.state import CHAPTER, COMPLETED, LOST, Book, hero_count
from foldtale.kernel.effects import after, enter
from foldtale.kernel.game import Outcome
from foldtale.kernel.talk import ALL, REST, Leave, Play, pick, tell


def main(g: Book) -> Play[Outcome]:
    """WB-007, WB-089 and WB-090: read, then phase after phase, until the Chapter is completed or lost."""
    while True:
        yield REST
        try:
            yield from STEPS[g.step](g)
        except Leave as leave:
            leave.at(g, CHAPTER)
            return result(g)


def start(g: Book) -> Play[None]:
    """WB-008, WB-028 and WB-029: in Chapter I a card says when Heroes are chosen; later they come first.

    WB-057: pages that come by themselves wait from now on.
    """
    tell(g, "chapter", ALL, "WB-008", (ROMAN[g.chapter.number - 1],))
    if g.chapter.number > 1:
        yield from choose_heroes(g)
        for item, hero in g.record.kept.items():
            if hero not in g.heroes:
                hero = str((yield from pick(ALL, "finder", g.heroes, "WB-Q114", voice=g.voice)))
            gain_item(g, item, hero)
    for page in g.chapter.coming:
        enter(g, page, None, waits_for_its_event(g.chapter, page))
    g.step = "read"
    yield from after(g, "chapter_starts")


def choose_heroes(g: Book) -> Play[None]:
    """Each seat without a Hero takes one, alone two. WB-003, WB-031 to WB-033 and WB-202 to WB-204.

    WB-Q28, WB-Q118 and WB-Q129: all are different, and those whom a seat played before come first.
    """
    wanted = [seat % g.players for seat in range(hero_count(g.players))]
    rule = "WB-203" if g.chapter.number > 1 else "WB-003"
    for seat in wanted[len(g.heroes) :]:
        played_before = g.record.played_by(seat)
        free = [hero for hero in dict.fromkeys([*played_before, *HEROES]) if hero not in g.heroes]
        about = (("second", *g.heroes) if g.heroes else ("first",)) if g.players == 1 else ()
        hero = str((yield from pick(seat, "hero", free, rule, about=about)))
        take_part(g, hero, seat)
        yield from equip(g, hero, hero in played_before)


def equip(g: Book, hero: str, is_theirs: bool) -> Play[None]:
    """WB-191, WB-203, WB-Q34 and WB-Q35: Upgrades as they were; a new player chooses their sides."""
    for handout in g.record.handouts:
        card = g.chapter.upgrades.get((hero, handout), "")
        if not card:
            continue
        if is_theirs and card in g.sheet.sides:
            attach(g, hero, card)
        else:
            others = {other: side for other, side in g.sheet.sides.items() if other != card}
            g.sheet = replace(g.sheet, sides=others)
            yield from gain_upgrade(g, hero, handout)


def read(g: Book) -> Play[None]:
    """WB-015 and WB-Q12: cards are read until a Goal comes up; then its phases begin."""
    yield from read_on(g)
    if g.step == "read" and g.goal:
        g.step = "round"


def next_round(g: Book) -> Play[None]:
    """WB-093 and WB-Q16: the beginning of a Players' Phase, if the Goal lists one."""
    if g.goal and g.chapter.body(g.goal).phases == "enemies":
        g.step = "enemies"
    else:
        yield from open_players_phase(g)


def enemies(g: Book) -> Play[None]:
    """WB-089 and WB-Q13: after it, a Players' Phase again, under whatever Goal there is then."""
    if has_enemies_phase(g):
        yield from enemies_phase(g)
    if g.step == "enemies":
        g.step = "round" if g.goal else "read"


STEPS: Final[dict[str, Callable[[Book], Play[None]]]] = {
    "start": start,
    "read": read,
    "round": next_round,
    "called": open_players_phase,
    "choose": choose_whose_turn,
    "act": take_action,
    "enemies": enemies,
}
"""What comes next: the Chapter begins; cards are read until a Goal comes up; a round begins, as the Goal
lists it; a Players' Phase that a card has called; whose turn is next; an action; the Enemies' Phase."""


def result(g: Book) -> Outcome:
    """WB-181 to WB-188: the record as it was, or with what this Chapter has written into it."""
    everyone = tuple(range(g.players))
    if g.outcome != COMPLETED:
        return Outcome(LOST, (), (0,) * g.players, None if g.practice else lost(g))
    return Outcome(COMPLETED, everyone, (g.score,) * g.players, None if g.practice else won(g))


def lost(g: Book) -> Campaign:
    """WB-181 to WB-185, WB-Q27, WB-Q36 and WB-Q108: everything is as it was; only the attempt is counted."""
    pages = [*g.record.read, *[page for page in g.pages.read if page not in g.record.read]]
    return replace(g.record, attempts=g.record.attempts + 1, read=tuple(pages))


def won(g: Book) -> Campaign:
    """WB-051, WB-078, WB-190 to WB-194, WB-207 and WB-Q112 to WB-Q114: what the next Chapter starts with."""
    players = [" ".join([hero for hero in g.heroes if g.seats[hero] == seat]) for seat in range(g.players)]
    return replace(
        g.sheet,
        chapter=g.chapter.number + 1,
        attempts=0,
        destiny=(*g.record.destiny, g.score),
        endings=(*g.record.endings, g.chosen.get(g.chapter.deck[-1], "")),
        difficulties=(*g.record.difficulties, g.difficulty),
        heroes=tuple(players),
        kept={item: hero for hero in g.heroes for item in g.held_by(hero) if item in g.kept},
        read=(),
    )
