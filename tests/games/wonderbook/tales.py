"""Whole games of Chapter I, stored: `python -m tests.games.wonderbook.tales` plays them anew after a change of cards.

Each is the first game by seed that comes out as its name says.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from foldtale.kernel.match import Match
from tests.games.wonderbook.sense import played

FOLDER = Path(__file__).parents[2] / "fixtures" / "tales" / "wonderbook"
MOST_SEEDS = 4000


class Wanted(NamedTuple):
    """A game that is to be stored: who plays and how, and how it comes out.

    `ending`  the band that is read, or "lost"
    `words`   Keywords in the record at the end; those that begin with - are not
    """

    players: int
    gentle: bool
    ending: str
    words: Sequence[str] = ()
    wishes: Sequence[str] = ()
    difficulty: str = "standard"


WANTED = {
    "lost": Wanted(2, False, "lost"),
    "completed": Wanted(2, True, "plumber"),
    "the-third-note": Wanted(3, False, "notes", ("BREAD", "-READ", "-HOME"), ("I-2 bread", "I-5 later")),
    "the-plumber": Wanted(
        4, True, "plumber", ("LIT", "READ", "-SHAM"), ("I-19 leave", "I-5 read", "I-32 truth")
    ),
    "as-warm-as-a-loaf": Wanted(1, True, "beans", ("HOME", "HUMMED", "TORCH"), ("I-2 torch", "I-32 truth")),
    "and-you": Wanted(
        2,
        True,
        "and-you",
        ("HOME", "HUMMED", "READ"),
        ("I-5 read", "I-9 dance", "I-28 lamp", "I-32 truth", "use I-21 answer"),
        "easier",
    ),
    "the-lie": Wanted(2, True, "plumber", ("SHAM", "-LIT"), ("I-32 sham", "I-19 take")),
    "the-rag": Wanted(4, False, "plumber", ("-HOME", "-HUMMED")),
}


def fits(match: Match, wanted: Wanted) -> bool:
    g = match.state
    missing = [
        word for word in wanted.words if (word.lstrip("-") in g.sheet.keywords) == word.startswith("-")
    ]
    return g.chosen.get("I-42", "lost") == wanted.ending and not missing


def found(wanted: Wanted) -> Match:
    """The first game by seed that comes out so."""
    how = (wanted.difficulty, wanted.gentle, wanted.wishes)
    for seed in range(MOST_SEEDS):
        if fits(played(wanted.players, seed, *how), wanted):
            return played(wanted.players, seed, *how, bare=False)
    raise ValueError(f"no game of {MOST_SEEDS} comes out as {wanted}")


if __name__ == "__main__":
    for name, wanted in WANTED.items():
        found(wanted).save(FOLDER / f"{name}.tale")
        print(name)
