"""Storyfold: Wildwoods: a solo storybook, a river of cards, light against shadow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from foldtale.games.storyfold.content import BASE, LIBRARY, Content
from foldtale.games.storyfold.effects import LANGUAGE
from foldtale.games.storyfold.journeys import check_journey
from foldtale.games.storyfold.notes import texts
from foldtale.games.storyfold.options import OPTIONS
from foldtale.games.storyfold.pages import read_aloud
from foldtale.games.storyfold.progress import NEVER, REASONS, progress, reflex, worth
from foldtale.games.storyfold.record import Journey
from foldtale.games.storyfold.rules.journey import ENDINGS, main
from foldtale.games.storyfold.saving import begin_at
from foldtale.games.storyfold.scene import scene
from foldtale.games.storyfold.sights import sights
from foldtale.games.storyfold.state import Wood
from foldtale.games.storyfold.words import HABITS, WORDS
from foldtale.kernel.game import Game, Setup
from foldtale.kernel.judging import always_together


class StoryfoldSetup(Setup, frozen=True, kw_only=True):
    """SF-001, SF-Q29 and SF-Q88: one player; where a new journey begins; the journey so far.

    `start`    the Prologue teaches the game; whoever skips it meets its lessons later
    `lessons`  whoever knows the game needs none
    """

    players: Annotated[int, Meta(ge=1, le=1, title="Players")] = 1
    start: Annotated[Literal["prologue", "chapter one"], Meta(title="Begin with")] = "prologue"
    lessons: Annotated[bool, Meta(title="Explain what is met for the first time")] = True
    luma_reroll_always: Annotated[
        bool, Meta(title="Luma can always pay for rerolls", extra={"seldom": True})
    ] = False
    pack: str = BASE
    record: Journey | None = None


def begin(setup: StoryfoldSetup) -> Wood:
    content = LIBRARY.of(setup)
    journey = setup.record or Journey(chapter=first_chapter(content, setup.start))
    if not setup.lessons:
        journey = replace(journey, taught=content.moments)
    if setup.record is not None:
        check_journey(content, journey)
    g = Wood(content, journey, setup.luma_reroll_always)
    begin_at(g, journey)
    return g


def first_chapter(content: Content, start: str) -> str:
    """Return the Prologue, the first Chapter of a book, or the second for players who know the game."""
    chapter: str = content.chapters[1 if start == "chapter one" and len(content.chapters) > 1 else 0]
    return chapter


def sights_of(setup: StoryfoldSetup) -> Sequence[str]:
    book = LIBRARY.of(setup)
    chapter = setup.record.chapter if setup.record is not None else ""
    return list(sights(book, chapter or first_chapter(book, setup.start)))


game = Game(
    name="storyfold",
    title="Storyfold: Wildwoods",
    blurb="A girl, a lantern and a bear in a wood of shadows. For one, on a quiet evening.",
    setups=StoryfoldSetup,
    begin=begin,
    main=main,
    scene=scene,
    boxes=lambda g: (g.creatures, g.exploration, g.shadows),
    habits=HABITS,
    turn=lambda g: g.round,
    progress=progress,
    reasons=REASONS,
    worth=worth,
    together=always_together,
    reflex=reflex,
    never=NEVER,
    ahead=lambda setup: 3,
    endings=ENDINGS,
    pauses=("saved",),
    texts=texts,
    read_aloud=read_aloud,
    sights=sights_of,
    words=WORDS,
    language=LANGUAGE,
    **LIBRARY.wiring(OPTIONS),
)
