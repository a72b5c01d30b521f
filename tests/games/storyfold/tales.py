"""Stored games of Storyfold: `python -m tests.games.storyfold.tales` plays them anew after a change of cards.

Whole games, one for each way in which a Chapter can end; and the walker's tales: few enough to read, and together they
come by every Scene, Place, card and triumph (`test_walked.py`).
"""

from __future__ import annotations

from pathlib import Path

from msgspec import to_builtins

from foldtale.author.trails import Trail
from foldtale.author.walk import NOT_IN_NAMES, Walk, walk
from foldtale.games.storyfold.language import LANGUAGE
from foldtale.games.storyfold.record import Journey
from foldtale.kernel.match import Match
from foldtale.kernel.pack import shelf
from tests.games.storyfold.sense import MOST, STORYFOLD, careless, played, sensible

TALES = Path(__file__).parents[2] / "fixtures" / "tales" / "storyfold"
WALKED = Path(__file__).parents[2] / "fixtures" / "walked" / "storyfold"
BOOK = Path(__file__).parent / "book"
PLAYS = 40_000
SEEDS = 9
"""How long a walk takes is luck: one that has not seen everything after so many plays is begun anew."""


def the_end() -> Match:
    """The book for tests can be read to its last page."""
    pack = shelf.add(BOOK, LANGUAGE)
    journey = to_builtins(Journey(chapter="first", flags={"FEATHER": "campaign"}))
    for seed in range(MOST):
        match = played(seed, careless, pack=pack, lessons=False, record=journey)
        if match.outcome is not None and match.outcome.ending == "the end":
            return match
    raise LookupError("no game comes to the end")


def onward(least: int, **choices: object) -> Match:
    """The first game that comes through its Chapter with so many triumphs of Luma."""
    for seed in range(MOST):
        match = played(seed, sensible, **choices)
        outcome = match.outcome
        if outcome is not None and outcome.ending == "onward" and outcome.scores[0] >= least:
            return match
    raise LookupError("no game goes so well")


def left() -> Match:
    """The first careless game that the final Shadow card ends."""
    return next(
        match
        for seed in range(MOST)
        if (match := played(seed, careless, start="chapter one")).outcome is not None
        and match.outcome.ending == "left"
    )


def saved() -> Match:
    """A game that is put aside at its first save point."""
    match = played(1, sensible, start="chapter one")
    stored = Match.new(STORYFOLD, match.setup, seed=1)
    for line in match.entries or []:
        if stored.over:
            break
        if len(line) == 3 and line[2] and not stored.over:
            keys = [option.key for option in stored.options]
            stored.answer("save red" if "save red" in keys else line[1].key)
    return stored


def fewest(walked: Walk) -> dict[str, Trail]:
    """Tales that have everything between them, by the sight that each was kept for: the richest first."""
    left, chosen = set(walked.shortest), {}
    trails = {id(trail): (sight, trail) for sight, trail in walked.shortest.items()}
    while left:
        sight, trail = max(trails.values(), key=lambda pair: (len(left & pair[1].seen.keys()), pair[0]))
        chosen[sight] = trail
        left -= trail.seen.keys()
    return chosen


def main() -> None:
    whole = {
        "prologue": onward(1, start="prologue"),
        "chapter-one": onward(3, start="chapter one"),
        "rerolls": onward(2, start="chapter one", luma_reroll_always=True),
        "left": left(),
        "saved": saved(),
        "the-end": the_end(),
    }
    for folder in (TALES, WALKED):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.tale"):
            old.unlink()
    for name, match in whole.items():
        match.save(TALES / f"{name}.tale")
    for seed in range(SEEDS):
        walked = walk(STORYFOLD, "storyfold", {"lessons": True}, PLAYS, seed, lambda plays: None)
        if not walked.missing:
            break
    for sight, trail in fewest(walked).items():
        trail.match.save(WALKED / NOT_IN_NAMES.sub("-", f"{sight}.tale"))
    print(f"{len(walked.missing)} never seen: {walked.missing}; {walked.plays} plays")


if __name__ == "__main__":
    main()
