"""Instructions about the story: flags, counters, regroup, the end."""

from __future__ import annotations

from foldtale.games.unlikely.language import LANGUAGE, Flag, Number
from foldtale.games.unlikely.rules import chapters
from foldtale.games.unlikely.rules.regroup import regroup
from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel.talk import ALL, tell

OP = LANGUAGE.op


@OP("")
def set_flag(g: UnlikelyState, word: Flag) -> None:
    """Remember a word for the rest of the quest; players do not read it."""
    g.flags = g.flags | {word}


@OP("")
def clear_flag(g: UnlikelyState, word: Flag) -> None:
    """Forget a word, as if it had never been remembered."""
    g.flags = g.flags - {word}


@OP("add {n} to the count of {name}")
def count(g: UnlikelyState, name: Flag, n: int = 1) -> None:
    """A counter of the quest goes up, or down by a number below 0."""
    g.counters = {**g.counters, name: g.counters.get(name, 0) + n}
    tell(g, "counts", ALL, "UH-005", (name, g.counters[name]))


OP("regroup<, on {place}>", place=(Number, None))(regroup)
OP("the quest is won")(chapters.win)
OP("the quest is lost", name="lose_quest")(chapters.lose)
