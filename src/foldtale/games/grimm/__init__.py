"""Dice Upon a Time: dice are roads and roadblocks in the Grimm tales, for 2 to 5 players."""

from __future__ import annotations

from foldtale.games.grimm.content import LIBRARY
from foldtale.games.grimm.effects import LANGUAGE
from foldtale.games.grimm.options import OPTIONS
from foldtale.games.grimm.progress import NEVER, REASONS, prior, progress, reflex, together, worth
from foldtale.games.grimm.rules.game import main
from foldtale.games.grimm.rules.refusals import why_not
from foldtale.games.grimm.scene import scene, texts
from foldtale.games.grimm.setup import GrimmSetup
from foldtale.games.grimm.state import Tale, supplies
from foldtale.games.grimm.words import HABITS, REACTIONS, WORDS
from foldtale.kernel.game import Game

game = Game(
    name="grimm",
    title="Dice Upon a Time",
    blurb="Your dice are roads and roadblocks in the Grimm tales. 2 to 5, against each other or together.",
    setups=GrimmSetup,
    begin=lambda setup: Tale(LIBRARY.of(setup), setup),
    main=main,
    scene=scene,
    boxes=lambda g: (g.magic, g.stories, g.events, *g.quests),
    supplies=supplies,
    secrets=True,
    reactions=tuple(REACTIONS),
    habits=HABITS,
    turn=lambda g: g.turns,
    progress=progress,
    reasons=REASONS,
    worth=worth,
    together=together,
    reflex=reflex,
    prior=prior,
    never=NEVER,
    ahead=lambda setup: 2 * setup.players + 1,
    why_not=why_not,
    endings=("most AP", *[f"level {level}" for level in range(1, 6)]),
    texts=texts,
    spacing=1,
    words=WORDS,
    language=LANGUAGE,
    **LIBRARY.wiring(OPTIONS),
)
