"""Seven Virtues: heroes save a kingdom together, and only one of them wears the armour. For 2 to 6, or 7."""

from __future__ import annotations

from foldtale.games.virtues.content import LIBRARY
from foldtale.games.virtues.effects import LANGUAGE
from foldtale.games.virtues.options import OPTIONS
from foldtale.games.virtues.progress import REASONS, progress, worth
from foldtale.games.virtues.reflex import prior, reflex
from foldtale.games.virtues.rules.game import main
from foldtale.games.virtues.rules.refusals import why_not
from foldtale.games.virtues.scene import scene, texts
from foldtale.games.virtues.setup import VirtuesSetup
from foldtale.games.virtues.state import VirtuesState, supplies
from foldtale.games.virtues.words import HABITS, REACTIONS, WORDS
from foldtale.kernel.game import Game

game = Game(
    name="virtues",
    title="Seven Virtues",
    blurb="Save the kingdom together, and wear the armour alone. For 2 to 6; a seventh is the enemy.",
    setups=VirtuesSetup,
    begin=lambda setup: VirtuesState(LIBRARY.of(setup), setup),
    main=main,
    scene=scene,
    boxes=lambda g: (g.sins, g.artifacts, g.treasures, g.cataclysms),
    supplies=supplies,
    secrets=True,
    secret_topics=("return sin", "sink", "which sinks", "comes next"),
    aside_topics=("go", "unnamed"),
    reactions=tuple(REACTIONS),
    habits=HABITS,
    turn=lambda g: g.turns,
    progress=progress,
    reasons=REASONS,
    worth=worth,
    reflex=reflex,
    prior=prior,
    ahead=lambda setup: 1,
    why_not=why_not,
    endings=("armour", "portals", "cataclysm", "fallen"),
    texts=texts,
    spacing=1,
    words=WORDS,
    language=LANGUAGE,
    **LIBRARY.wiring(OPTIONS),
)
