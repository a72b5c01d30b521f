"""The warning before the last Destiny token. WB-Q105."""

from __future__ import annotations

import re
from typing import Final

from foldtale.games.wonderbook.language import LANGUAGE
from foldtale.games.wonderbook.state import TOKENS, Book
from foldtale.kernel.talk import ALL, Ask, Play, option

GO: Final = option("go")
NO: Final = option("no")
DESTINY_LOST: Final = re.compile(r"turn ((?:(?!turn ).)+?) (?:Destiny tokens? )?face down", re.IGNORECASE)
SEQUENCE: Final = re.compile(r"do as “([\w-]+)” says")
LOOP: Final = re.compile(r"for each of|\btwice\b|\btimes\b")


def risk_all(g: Book, says: str, voice: int | None = None) -> Play[bool]:
    """WB-Q105: who could lose the last Destiny token by choice is warned; whether they go on."""
    sequences = g.chapter.pack.sequences
    says = SEQUENCE.sub(lambda found: sequences[found.group(1)].says, says)
    if at_stake(says) < g.destiny:
        return True
    answers = g.voice if voice is None else voice
    choice = yield Ask(ALL, "last destiny", [GO, NO], "WB-Q105", voice=answers)
    return choice is GO


LANGUAGE.confirm = risk_all


def at_stake(says: str) -> int:
    """WB-Q105: how many Destiny tokens a text may turn face down, by how it is printed."""
    losses = DESTINY_LOST.findall(says)
    if not losses:
        return 0
    if LOOP.search(says):
        return TOKENS
    return sum([int(loss) if loss.isdigit() else TOKENS for loss in losses])
