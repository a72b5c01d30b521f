"""Wonder Book: a co-operative crawl through a pop-up book, six Chapters long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from foldtale.games.wonderbook.content import LIBRARY, Chapter, known_texts, place_of
from foldtale.games.wonderbook.effects import LANGUAGE
from foldtale.games.wonderbook.options import OPTIONS
from foldtale.games.wonderbook.progress import NEVER, REASONS, progress, reflex
from foldtale.games.wonderbook.recap import recap
from foldtale.games.wonderbook.record import CHAPTERS, Campaign
from foldtale.games.wonderbook.rules.chapter import main
from foldtale.games.wonderbook.rules.reading import waits_for_its_event
from foldtale.games.wonderbook.scene import read_aloud, scene
from foldtale.games.wonderbook.state import Book
from foldtale.games.wonderbook.words import WORDS
from foldtale.kernel.errors import SetupError
from foldtale.kernel.game import Game, Setup
from foldtale.kernel.judging import always_together, win_of_team

MOST_TURNS = 8
"""A round has fewer turns than this."""


class WonderBookSetup(Setup, frozen=True, kw_only=True):
    """WB-D01 and WB-D21 to WB-D23: the table, the difficulty, and the campaign so far.

    `chapter`  only for practice, apart from any campaign: WB-Q115
    """

    players: Annotated[int, Meta(ge=1, le=4, title="Players")] = 2
    difficulty: Literal["easier", "standard", "hardcore"] = "standard"
    chapter: Annotated[int, Meta(ge=1, le=CHAPTERS)] | None = None
    pack: str = LANGUAGE.name
    record: Campaign | None = None


def begin(setup: WonderBookSetup) -> Book:
    record = setup.record or Campaign()
    chapter = LIBRARY.of(setup)
    wrong = unknown(chapter, record)
    if wrong:
        raise SetupError(f"{chapter.pack.about.title} cannot continue this campaign: it has no {wrong}")
    practice = setup.record is None and setup.chapter is not None
    return Book(chapter, record, setup.players, setup.difficulty, practice)


def unknown(chapter: Chapter, record: Campaign) -> str:
    """What a record speaks of that is not in the pack; nothing if all is there."""
    kinds = {ident: card.kind for ident, card in chapter.cards.items()}
    handouts = {handout for _, handout in chapter.upgrades}
    places = [(ident, place_of(ident)) for ident, kind in kinds.items() if kind == "wyrm"]
    added = [ident for ident, place in places if place and place.chapter < record.chapter]  # WB-194
    found = [f"Wyrm card {card!r}" for card in record.purple if card not in added]
    found += [f"Upgrade card {card!r}" for card in record.sides if kinds.get(card) != "upgrade"]
    found += [f"side {side!r} of a card" for side in record.sides.values() if side not in ("left", "right")]
    found += [f"handout {handout}" for handout in record.handouts if handout not in handouts]
    found += [f"Item {card!r}" for card in record.kept if kinds.get(card) not in ("item", "shred")]
    return found[0] if found else ""


def texts(g: Book) -> Mapping[str, str]:
    """What was read, and what lies on the table from earlier Chapters."""
    brought_along = [f"{card} front" for card in (*g.record.purple, *g.record.kept)]
    return known_texts(g.chapter, (*g.pages.read, *brought_along))


def content(g: Book) -> Mapping[str, Any]:
    waiting = {f"waiting {page}": waits_for_its_event(g.chapter, page) for page in g.chapter.coming}
    return {**g.chapter.written, **waiting}


game = Game(
    name="wonderbook",
    title="Wonder Book",
    blurb="Four friends, a pop-up book and the Wyrms inside it. Together for 1 to 4; alone you lead two.",
    setups=WonderBookSetup,
    begin=begin,
    main=main,
    scene=scene,
    boxes=lambda g: (g.wyrm_cards, g.shred_cards),
    turn=lambda g: g.round * MOST_TURNS - len(g.waiting),
    progress=progress,
    reasons=REASONS,
    worth=win_of_team,
    together=always_together,
    reflex=reflex,
    never=NEVER,
    ahead=lambda setup: 3,
    endings=("completed", "lost"),
    texts=texts,
    read_aloud=read_aloud,
    recap=recap,
    sights=lambda setup: list(LIBRARY.of(setup).sights()),
    words=WORDS,
    language=LANGUAGE,
    **LIBRARY.wiring(OPTIONS, content),
)
