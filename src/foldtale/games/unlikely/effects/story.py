"""Instructions about the story: flags, counters, regroup, the end."""

from __future__ import annotations

from foldtale.games.unlikely.language import LANGUAGE, Flag, Number
from foldtale.games.unlikely.rules import chapters
from foldtale.games.unlikely.rules.regroup import regroup as gather
from foldtale.games.unlikely.state import UnlikelyState
from foldtale.kernel.talk import ALL, Play, tell

OP = LANGUAGE.op


@OP("remember “{word}”")
def set_flag(g: UnlikelyState, word: Flag) -> None:
    """For the rest of the quest."""
    g.flags = g.flags | {word}


@OP("forget “{word}”")
def clear_flag(g: UnlikelyState, word: Flag) -> None:
    """As if it had never been."""
    g.flags = g.flags - {word}


@OP("add {n} to the count of {name}")
def count(g: UnlikelyState, name: Flag, n: int = 1) -> None:
    """A counter of the quest goes up, or down by a number below 0."""
    g.counters = {**g.counters, name: g.counters.get(name, 0) + n}
    tell(g, "counts", ALL, "UH-005", (name, g.counters[name]))


@OP("regroup<, on {place}>")
def regroup(g: UnlikelyState, place: Number | None = None) -> Play[None]:
    """Arrange, share, and gather on a map; if none is named, on the one revealed last. UH-238."""
    yield from gather(g, place or "")


@OP("the quest is won")
def win(g: UnlikelyState) -> None:
    """At once."""
    chapters.win(g)


@OP("the quest is lost")
def lose_quest(g: UnlikelyState) -> None:
    """At once."""
    chapters.lose(g)
