"""Unlikely Heroes: numbered cards that turn out to be places, people, things and trouble. 1 to 4 players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from foldtale.games.unlikely.content import BOX, LIBRARY
from foldtale.games.unlikely.effects import LANGUAGE
from foldtale.games.unlikely.language import Difficulty
from foldtale.games.unlikely.options import OPTIONS
from foldtale.games.unlikely.progress import NEVER, REASONS, progress
from foldtale.games.unlikely.record import Sagas
from foldtale.games.unlikely.reflex import reflex
from foldtale.games.unlikely.rules.chapters import ENDINGS
from foldtale.games.unlikely.rules.game import main
from foldtale.games.unlikely.rules.refusals import why_not
from foldtale.games.unlikely.scene import scene
from foldtale.games.unlikely.sights import sights as sights_of
from foldtale.games.unlikely.state import Mode, UnlikelyState, boxes, supplies
from foldtale.games.unlikely.telling import read_aloud, texts
from foldtale.games.unlikely.words import ASIDES, WORDS
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Game, Setup
from foldtale.kernel.judging import always_together, win_of_team

SELDOM = {"seldom": True}
FIRST_QUEST = 1
MODULES = ("weather", "detour", "nightfall")
SETS = ("blessed_traits", "cursed_traits", "blessed_items", "cursed_items", "blessed_luck", "cursed_luck")


class UnlikelySetup(Setup, frozen=True, kw_only=True):
    """The table, the quest, and what is mixed in.

    UH-002, UH-006, UH-027 to UH-030, UH-035, UH-245 and UH-267.
    """

    players: Annotated[int, Meta(ge=1, le=4, title="Players")] = 2
    heroes: Annotated[int, Meta(ge=2, le=4, title="Heroes")] = 2
    quest: Annotated[int, Meta(ge=1, le=2, title="Quest")] = 1
    difficulty: Annotated[Difficulty, Meta(title="Difficulty")] = "normal"
    weather: Annotated[bool, Meta(title="Weather", extra=SELDOM)] = False
    detour: Annotated[bool, Meta(title="Detour", extra=SELDOM)] = False
    nightfall: Annotated[bool, Meta(title="Nightfall", extra=SELDOM)] = False
    blessed_traits: Annotated[bool, Meta(title="Blessed traits", extra=SELDOM)] = False
    cursed_traits: Annotated[bool, Meta(title="Cursed traits", extra=SELDOM)] = False
    blessed_items: Annotated[bool, Meta(title="Blessed items", extra=SELDOM)] = False
    cursed_items: Annotated[bool, Meta(title="Cursed items", extra=SELDOM)] = False
    blessed_luck: Annotated[bool, Meta(title="Blessed luck", extra=SELDOM)] = False
    cursed_luck: Annotated[bool, Meta(title="Cursed luck", extra=SELDOM)] = False
    lessons: Annotated[bool, Meta(title="Explain what is met for the first time")] = True
    pack: str = BOX
    record: Sagas | None = None

    def __post_init__(self) -> None:
        """What cannot be mixed."""
        if self.heroes < self.players:
            raise ValueError(f"{self.players} players lead at least {self.players} heroes (UH-Q05)")


def begin(setup: UnlikelySetup) -> UnlikelyState:
    content = LIBRARY.of(setup)
    record = setup.record or Sagas()
    if setup.quest not in content.quests:
        raise SetupError(f"{content.pack.about.title} has no quest {setup.quest} (UH-035)")
    excluded = [name for name in content.quest(setup.quest).without if getattr(setup, name)]
    if excluded:
        raise SetupError(f"{excluded[0].title()} cannot be mixed with quest {setup.quest} (UH-245)")
    missing = [card for card in record.unlocked if card not in content.cards]
    if missing:
        raise SetupError(f"{content.pack.about.title} has no card {missing[0]} (UH-025)")
    return UnlikelyState(content, mode_of(setup, record))


def mode_of(setup: UnlikelySetup, record: Sagas) -> Mode:
    """Return what the setup means for the whole quest."""
    return Mode(
        players=setup.players,
        heroes=setup.heroes,
        difficulty=setup.difficulty,
        quest=setup.quest,
        modules=tuple([name for name in MODULES if getattr(setup, name)]),
        sets=tuple([name.replace("_", " ") for name in SETS if getattr(setup, name)]),
        record=record,
        lessons=teaches(setup, record),
    )


def teaches(setup: UnlikelySetup, record: Sagas) -> bool:
    """Tell whether the quest explains itself: the first one, for a table that has not won it yet. UH-Q115."""
    return setup.lessons and setup.quest == FIRST_QUEST and FIRST_QUEST not in record.finished


def sights(setup: UnlikelySetup) -> Sequence[str]:
    """List all that a quest has to show. A pack without this quest has nothing."""
    content = LIBRARY.of(setup)
    mode = mode_of(setup, setup.record or Sagas())
    found = [*sights_of(content, mode)] if setup.quest in content.quests else []
    return found + [f"{lesson} learns" for lesson in content.lessons.values() if mode.lessons]


game = Game(
    name="unlikely",
    title="Unlikely Heroes",
    blurb="A world of numbered cards, and four heroes whom nobody took along. Together for 1 to 4.",
    setups=UnlikelySetup,
    begin=begin,
    main=main,
    scene=scene,
    boxes=boxes,
    supplies=supplies,
    aside_topics=ASIDES,
    turn=lambda g: g.turns,
    why_not=why_not,
    endings=ENDINGS,
    texts=texts,
    read_aloud=read_aloud,
    sights=sights,
    spacing=1,
    progress=progress,
    reasons=REASONS,
    worth=win_of_team,
    together=always_together,
    reflex=reflex,
    never=NEVER,
    ahead=lambda setup: 3,
    words=WORDS,
    language=LANGUAGE,
    **LIBRARY.wiring(OPTIONS),
)
