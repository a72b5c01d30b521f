"""Dice Upon a Time: dice are roads and roadblocks in the Grimm tales, for 2 to 5 players."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from foldtale.games.grimm.content import BASE, FOLDER, LIBRARY, Deal
from foldtale.games.grimm.effects import LANGUAGE
from foldtale.games.grimm.language import MOST_PLAYERS
from foldtale.games.grimm.options import OPTIONS
from foldtale.games.grimm.rules.game import main
from foldtale.games.grimm.rules.refusals import why_not
from foldtale.games.grimm.scene import scene, texts
from foldtale.games.grimm.state import Mode, Tale, supplies
from foldtale.games.grimm.words import HABITS, REACTIONS, WORDS
from foldtale.kernel.game import Game, Setup

SELDOM = {"seldom": True}
CHAPTERS = {"short": 3, "standard": 6, "extra long": 0}


class GrimmSetup(Setup, frozen=True, kw_only=True):
    """GR-003 to GR-021 and GR-155 to GR-189: against or with each other, how long, with which cards."""

    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS, title="Players")] = 3
    mode: Annotated[Literal["against each other", "together"], Meta(title="Play")] = "against each other"
    length: Annotated[Literal["standard", "short", "extra long"], Meta(title="Length")] = "standard"
    cards: Annotated[Literal["all", "no story", "beginner"], Meta(title="Cards")] = "all"
    characters: Annotated[Literal["chosen", "random", "none"], Meta(title="Characters")] = "chosen"
    events: Annotated[Literal["face down", "face up", "none"], Meta(title="Events")] = "face down"
    start_quests: Annotated[int, Meta(ge=1, le=3, title="Quests at the start", extra=SELDOM)] = 2
    start_magic: Annotated[int, Meta(ge=0, le=2, title="Magic Items at the start", extra=SELDOM)] = 1
    rabbit_tokens: Annotated[int, Meta(ge=1, le=5, title="Rabbit Tokens", extra=SELDOM)] = 1
    thumbling_uses: Annotated[
        int, Meta(ge=0, le=10, title="Thumbling's uses in a very long game", extra=SELDOM)
    ] = 5
    break_ties: Annotated[bool, Meta(title="A tie is broken by quests, then tokens", extra=SELDOM)] = False
    pack: str = BASE

    def __post_init__(self) -> None:
        """What cannot be mixed."""
        if self.events == "none" and self.length != "extra long":
            raise ValueError("only in an extra long game can Events be left out (GR-189)")
        if self.events == "face up" and self.length == "extra long":
            raise ValueError("an extra long game has no fixed row of Events that could lie face up (GR-018)")


def begin(setup: GrimmSetup) -> Tale:
    return Tale(LIBRARY.of(setup), mode_of(setup))


def mode_of(setup: GrimmSetup) -> Mode:
    """What the setup means for the whole game."""
    deal = Deal(magic=setup.cards != "beginner", story=setup.cards == "all", coop=setup.mode == "together")
    return Mode(
        players=setup.players,
        deal=deal,
        chapters=CHAPTERS[setup.length],
        characters=setup.characters,
        events=setup.events,
        start_quests=setup.start_quests,
        start_magic=setup.start_magic,
        rabbit_tokens=setup.rabbit_tokens,
        breaks_ties=setup.break_ties,
        thumbling_uses=setup.thumbling_uses,
    )


game = Game(
    name="grimm",
    title="Dice Upon a Time",
    blurb="Your dice are roads and roadblocks in the Grimm tales. 2 to 5, against each other or together.",
    setups=GrimmSetup,
    begin=begin,
    main=main,
    scene=scene,
    vocabulary=LIBRARY.vocabulary,
    touches=OPTIONS.touches,
    boxes=lambda g: (g.magic, g.stories, g.events, *g.quests),
    supplies=supplies,
    secrets=True,
    reactions=tuple(REACTIONS),
    habits=HABITS,
    turn=lambda g: g.turns,
    why_not=why_not,
    endings=("most AP", *[f"level {level}" for level in range(1, 6)]),
    folder=FOLDER,
    language=LANGUAGE,
    texts=texts,
    packs=LIBRARY.packs,
    content=lambda g: g.content.written,
    spacing=1,
    words=WORDS,
)
