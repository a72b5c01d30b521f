"""The frame of a game: Chapters, Scenes, endings, travel, saving and resuming.

SF-001 to SF-008, SF-133 to SF-146, SF-Q30, SF-Q31, SF-Q40, SF-Q42, SF-Q53, SF-Q56 and SF-Q76 to SF-Q95.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from foldtale.games.storyfold.content import counted
from foldtale.games.storyfold.dice import NO_DICE
from foldtale.games.storyfold.language import END, LUMA_TRIUMPHS, NEXT_CHAPTER, RESTART, EndingText, Link
from foldtale.games.storyfold.options import BEGIN_AGAIN, CLOSE, GO_ON, LINK, OPEN, OPEN_HERE, SAVE
from foldtale.games.storyfold.record import BOOKMARKS
from foldtale.games.storyfold.rules import actions, creatures, exploring, shadow, spirit
from foldtale.games.storyfold.rules.lessons import teach
from foldtale.games.storyfold.rules.telling import follow, open_page
from foldtale.games.storyfold.rules.track import SCENE, look_at_task
from foldtale.games.storyfold.saving import CHAPTER, in_order, journey_of, next_journey, resume
from foldtale.games.storyfold.state import USED, Wood, enter_all
from foldtale.kernel.effects import after, enter, expire, leave, leave_all
from foldtale.kernel.game import Outcome
from foldtale.kernel.pack.pages import PageId, page_id
from foldtale.kernel.talk import REST, Ask, Leave, Option, Play, drop_due, tell

ONWARD: Final = "onward"
THE_END: Final = "the end"
SAVED: Final = "saved"
LEFT: Final = "left"
ENDINGS: Final = (ONWARD, THE_END, SAVED, LEFT)


def main(g: Wood) -> Play[Outcome]:
    """Play phase after phase until the Chapter is over or the book is closed: SF-003."""
    while not g.outcome:
        if g.step not in PASSING:
            yield REST
        try:
            yield from STEPS[g.step](g)
        except Leave as leaving:
            wind_up(g)
            leaving.at(g, CHAPTER if leaving.scope == CHAPTER else SCENE)
            g.step = "defeat" if leaving.scope == CHAPTER else "ending"
    return result(g)


# Opening the book


def open_book(g: Wood) -> Play[None]:
    """Open the book at a ribbon or where the journey stands, which a free ribbon keeps: SF-156, SF-Q97."""
    here = g.start
    others = [OPEN(ribbon) for ribbon in BOOKMARKS if g.bookmarks.get(ribbon, here) != here]
    choice = yield Ask(0, "bookmark", [OPEN_HERE, *others], "SF-156")
    if choice is OPEN_HERE:
        resume(g, here)
        return
    (ribbon,) = OPEN.parts(choice)
    resume(g, g.bookmarks[ribbon])
    free = [ribbon for ribbon in BOOKMARKS if ribbon not in g.bookmarks]
    if here not in g.bookmarks.values() and free:
        g.bookmarks = {**g.bookmarks, free[0]: here}


# A Chapter


def set_up_chapter(g: Wood) -> Play[None]:
    """Set up a Chapter, with Luma, Brom and the dice as at first: SF-Q30, SF-Q31, SF-Q79 and SF-Q94."""
    chapter = g.chapter_text
    g.stood_in = False
    if chapter.resets:
        g.luma_turned = g.brom_turned = False
        g.brom = "here"
    g.stories = tuple(chapter.stories)
    g.kept = ()
    g.triumphs = ()
    leave_all(g)
    enter_all(g)
    for card in counted(chapter.adds):
        exploring.add_to_exploration(g, card)
    tell(g, "chapter", 0, "SF-Q79", (g.chapter,))
    yield from open_page(g, "SF-001", g.chapter)
    yield from follow(g, g.chapter, chapter.setup, "SF-Q79")
    yield from after(g, "chapter_begins")
    g.leads = chapter.first
    g.step = "scene"


# A Scene


def set_up_scene(g: Wood) -> Play[None]:
    """Set up a Scene as it says; all else stays.

    SF-004 to SF-008, SF-145, SF-Q53, SF-Q55, SF-Q56 and SF-Q82.
    """
    g.scene, g.leads = g.leads, ""
    scene = g.scene_text
    g.light, g.shadow = scene.light, scene.shadow
    g.overcome = g.locked = g.healed = ()
    g.lit = g.round = g.scripted = g.needed = g.idle = 0
    g.ended = g.warned = False
    g.ready = NO_DICE
    g.rolled = ()
    enter(g, g.scene, g.scene, scene.standing)
    tell(g, "scene", 0, "SF-005", (g.scene,))
    yield from open_page(g, "SF-005", g.scene)
    yield from follow(g, g.scene, scene.setup, "SF-005")
    yield from after(g, "scene_begins")
    look_at_task(g)
    g.step = "luma"


def wind_up(g: Wood) -> None:
    """Finish an Action under way, put away cards in use and lay down cards that have come; drop all else.

    SF-Q90, SF-Q101, SF-Q108 and SF-Q114.
    """
    g.speaking = ()
    actions.finish(g)
    spirit.put_away(g)
    for card in g.exploration.rows[USED]:
        exploring.put_away(g, card)
    for card in reversed(g.telling):
        exploring.end_story(g, card)
    exploring.lay_down_or_put_away(g)


def end_scene(g: Wood) -> Play[None]:
    """Read and resolve the ending, which leads on: SF-133 to SF-138, SF-Q78 and SF-Q80."""
    scene = g.scene_text
    won = g.triumph == LUMA_TRIUMPHS
    ending = scene.endings[g.triumph]
    g.triumphs = (*g.triumphs, PageId(g.scene, g.triumph).key)
    tell(g, "luma triumphs" if won else "shadow triumphs", 0, "SF-134" if won else "SF-135", (g.scene,))
    why = "SF-134" if won else "SF-136"
    yield from open_page(g, why, g.scene, g.triumph)
    yield from teach(g, "triumph" if won else "dark-triumph")
    yield from follow(g, g.scene, ending.do, why)
    yield from after(g, "scene_ends")
    g.leads = yield from choose_link(g, ending)
    if g.leads in (NEXT_CHAPTER, END):
        yield from after(g, "chapter_ends")
    g.step = "travel"


def choose_link(g: Wood, ending: EndingText) -> Play[str]:
    """Follow the first link whose condition holds, or ask, if it is one of choice: SF-Q78."""
    if g.leads:
        return g.leads
    cause = g.content.causes[g.scene]
    open_links = [link for link in ending.links if link.if_ is None or link.if_.run(g, cause)]
    if open_links[0].say is None:
        return open_links[0].to
    offers: dict[Option, Link] = {LINK(g.scene, link.id): link for link in open_links if link.say is not None}
    choice = yield Ask(0, "link", list(offers), "SF-Q78", card=g.scene)
    return offers[choice].to


def clear_away(g: Wood) -> None:
    """Clear away Creatures, pawns and all that belongs to the Scene: SF-139 to SF-143."""
    for piece in g.creatures_here():
        creatures.remove(g, piece)
    drop_due(g)
    g.stunned = g.overcome = g.locked = g.waiting = ()
    g.light = g.shadow = 0
    g.triumph = ""
    for scope in ("action", "phase", "round", "scene"):
        expire(g, scope)
    leave(g, g.scene)
    g.forget("scene")
    g.scene = ""


def travel(g: Wood) -> Play[None]:
    """Clear the Scene away and go where its ending leads: SF-139 to SF-144."""
    clear_away(g)
    tell(g, "travels", 0, "SF-139")
    if g.leads in (NEXT_CHAPTER, END):
        g.outcome = ONWARD if g.leads == NEXT_CHAPTER else THE_END
    elif g.leads == RESTART:
        g.step = "defeat"
    else:
        g.step = "arrive"
        yield from teach(g, "save")


def arrive(g: Wood) -> Play[None]:
    """Ask whether to save or to go on, which is the same as from a save: SF-144 and SF-146."""
    choice = yield Ask(0, "save", [GO_ON, *map(SAVE, BOOKMARKS)], "SF-144")
    if choice is GO_ON:
        resume(g, journey_of(g))
        return
    (ribbon,) = SAVE.parts(choice)
    others = {other: mark for other, mark in g.bookmarks.items() if other != ribbon}
    g.bookmarks = {**others, ribbon: journey_of(g)}
    tell(g, "saves", 0, "SF-146", (ribbon,))
    g.outcome = SAVED


# Defeat


def defeat(g: Wood) -> Play[None]:
    """Begin the Chapter again with all as it was before, or close the book: SF-Q42 and SF-Q81."""
    yield from teach(g, "restart")
    tell(g, "defeat", 0, "SF-Q42", (g.chapter,))
    choice = yield Ask(0, "defeat", [BEGIN_AGAIN, CLOSE], "SF-Q81")
    attempts = g.attempts = g.attempts + 1
    if choice is CLOSE:
        g.outcome = LEFT
        return
    tell(g, "begins again", 0, "SF-Q81", (g.chapter,))
    resume(g, g.start)
    g.attempts = attempts


def result(g: Wood) -> Outcome:
    """Return how a Chapter has ended, with the journey that it leaves."""
    won = len([triumph for triumph in g.triumphs if page_id(triumph).part == LUMA_TRIUMPHS])
    if g.outcome == SAVED:
        journey = [*g.bookmarks.values()][-1]
    elif g.outcome == LEFT:
        journey = replace(g.start, attempts=g.attempts, taught=in_order(g.taught), read=g.pages.read)
    else:
        journey = next_journey(g)
    winners = (0,) if g.outcome in (ONWARD, THE_END) else ()
    return Outcome(g.outcome, winners, (won,), replace(journey, bookmarks=dict(g.bookmarks)))


STEPS: Final[dict[str, Callable[[Wood], Play[None]]]] = {
    "open": open_book,
    "chapter": set_up_chapter,
    "scene": set_up_scene,
    "luma": actions.start_luma_phase,
    "between": actions.between,
    "dice": actions.choose_dice,
    "outcome": actions.outcome,
    "closing": actions.closing,
    "shadow": shadow.start_shadow_phase,
    "activate": shadow.next_creature,
    "advance": shadow.advance,
    "dusk": shadow.dusk,
    "ending": end_scene,
    "travel": travel,
    "arrive": arrive,
    "defeat": defeat,
}
"""What comes next: see each."""
PASSING: Final = frozenset(["luma", "dice", "outcome", "closing", "shadow", "dusk", "travel"])
"""Steps that belong to the beat before: an Action is one, and so is what asks nothing."""
