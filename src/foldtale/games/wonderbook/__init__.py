"""Wonder Book: a co-operative crawl through a pop-up book, six Chapters long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from foldtale.games.wonderbook.content import (
    BASE,
    FOLDER,
    Chapter,
    base_pack,
    campaign_pack,
    chapter_of,
    known_texts,
    place_of,
)
from foldtale.games.wonderbook.effects import LANGUAGE
from foldtale.games.wonderbook.progress import NEVER, REASONS, progress, reflex
from foldtale.games.wonderbook.recap import recap
from foldtale.games.wonderbook.record import CHAPTERS, ROMAN, Campaign
from foldtale.games.wonderbook.rules.chapter import main
from foldtale.games.wonderbook.rules.reading import waits_for_its_event
from foldtale.games.wonderbook.scene import read_aloud, scene, touches
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
    pack: str = BASE
    record: Campaign | None = None


def begin(setup: WonderBookSetup) -> Book:
    record = setup.record or Campaign()
    number = due(setup, record)
    chapter = chapter_of(setup.pack, number)
    wrong = unknown(chapter, record)
    if wrong:
        raise SetupError(f"{chapter.pack.about.title} cannot continue this campaign: it has no {wrong}")
    practice = setup.record is None and setup.chapter is not None
    return Book(chapter, record, setup.players, setup.difficulty, practice)


def unknown(chapter: Chapter, record: Campaign) -> str:
    """What a record speaks of that is not in the pack; nothing if all is there."""
    kinds = {ident: card.kind for ident, card in chapter.cards.items()}
    handouts = {handout for _, handout in chapter.upgrades}
    found = [f"Wyrm card {card!r}" for card in record.purple if not is_added(chapter, record, card)]
    found += [f"Upgrade card {card!r}" for card in record.sides if kinds.get(card) != "upgrade"]
    found += [f"side {side!r} of a card" for side in record.sides.values() if side not in ("left", "right")]
    found += [f"handout {handout}" for handout in record.handouts if handout not in handouts]
    found += [f"Item {card!r}" for card in record.kept if kinds.get(card) not in ("item", "shred")]
    return found[0] if found else ""


def is_added(chapter: Chapter, record: Campaign, card: str) -> bool:
    """WB-194: whether this is a Wyrm card of a Chapter that is completed."""
    place = place_of(card)
    known = card in chapter.cards and chapter.kind(card) == "wyrm"
    return known and place is not None and place.chapter < record.chapter


def due(setup: WonderBookSetup, record: Campaign) -> int:
    """WB-190 and WB-Q115: Chapters come in order; any may be played for practice, without a record."""
    if setup.record is None:
        return setup.chapter or 1
    if record.done:
        raise SetupError("this campaign is completed; start a new one")
    if setup.chapter not in (None, record.chapter):
        raise SetupError(f"Chapter {ROMAN[record.chapter - 1]} is due in this campaign, and no other")
    return record.chapter


def texts(g: Book) -> Mapping[str, str]:
    """What was read, and what lies on the table from earlier Chapters."""
    brought_along = [f"{card} front" for card in (*g.record.purple, *g.record.kept)]
    return known_texts(g.chapter, (*g.pages_read, *brought_along))


def vocabulary(setup: WonderBookSetup) -> Sequence[str]:
    chapter = chapter_of(setup.pack, due(setup, setup.record or Campaign()))
    return list(dict.fromkeys(chapter.vocabulary()))


def sights(setup: WonderBookSetup) -> Sequence[str]:
    return list(chapter_of(setup.pack, due(setup, setup.record or Campaign())).sights())


def packs(setup: WonderBookSetup) -> Mapping[str, str]:
    base, pack = base_pack(), campaign_pack(setup.pack)
    return {base.about.pack: base.hash, pack.about.pack: pack.hash}


def content(g: Book) -> Mapping[str, Any]:
    chapter = g.chapter
    waiting = {f"waiting {page}": waits_for_its_event(g, page) for page in chapter.coming}
    return {"chapter": chapter, "base": chapter.base, "pack": chapter.pack, **waiting}


game = Game(
    name="wonderbook",
    title="Wonder Book",
    blurb="Four friends, a pop-up book and the Wyrms inside it. Together for 1 to 4; alone you lead two.",
    setups=WonderBookSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=vocabulary,
    touches=touches,
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
    folder=FOLDER,
    language=LANGUAGE,
    texts=texts,
    read_aloud=read_aloud,
    recap=recap,
    packs=packs,
    content=content,
    sights=sights,
    words=WORDS,
)
