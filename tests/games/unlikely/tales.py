"""The stored games of Unlikely Heroes: `python -m tests.games.unlikely.tales` plays them anew.

One for every way in which a quest ends. Players do what comes to mind first, and solve one puzzle alone.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

from foldtale.games.unlikely import game
from foldtale.games.unlikely.reflex import any_allowed, reflex
from foldtale.kernel import Match
from foldtale.kernel.talk import Ask

FOLDER = Path(__file__).parents[2] / "fixtures" / "tales" / "unlikely"
BRIDLE, BRIDAL = "solve 123-125-126", "solve 124-125-128"
MADE = {"127", "133"}


class Wanted(NamedTuple):
    """The last page of a quest, the setup, the puzzle that is solved, and whether what it makes is kept."""

    page: str
    choices: dict[str, Any]
    puzzle: str = ""
    keeps: bool = True


SECOND = {"quest": 2, "difficulty": "easy", "heroes": 2, "players": 1}
WANTED = {
    "the-horn-sounds": Wanted("quest-1 won", {"difficulty": "easy", "players": 2}),
    "the-horn-is-silent": Wanted("quest-1 lost", {"difficulty": "unlikely", "heroes": 3, "weather": True}),
    "in-hand": Wanted("in-hand won", SECOND, BRIDLE),
    "in-love": Wanted("in-love won", SECOND, BRIDAL),
    "by-the-eyelid": Wanted("quest-2 won", SECOND, BRIDLE, keeps=False),
    "she-dives": Wanted("quest-2 lost", {**SECOND, "difficulty": "hard", "nightfall": True}),
}


def choose(match: Match, wanted: Wanted, luck: random.Random) -> str:
    """Return the answer of a player who knows which puzzle is to be solved."""
    ask = match.word
    assert isinstance(ask, Ask)
    keys = [option.key for option in match.options]
    if wanted.puzzle in keys:
        return wanted.puzzle
    if not wanted.keeps and ask.topic == "item" and MADE & {str(fact) for fact in ask.about}:
        return "discard it"
    at = reflex(match.state, ask, luck.random)  # type: ignore[arg-type]
    while wanted.puzzle and keys[at].startswith("solve "):
        at = any_allowed(ask, luck.random)
    return keys[at]


def ends(match: Match) -> str:
    """Return the page with which a quest ended."""
    pages = [str(line["page"]) for line in match.story(0) if "page" in line]
    return pages[-1]


def find(wanted: Wanted) -> Match:
    """Return the first game that ends so."""
    for seed in range(2000):
        match = Match.new(game, game.setup(**wanted.choices), seed=seed)
        luck = random.Random(seed)
        while match.options:
            match.answer(choose(match, wanted, luck))
        if ends(match) == wanted.page:
            return match
    raise LookupError(f"no game ends with {wanted.page}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, wanted in WANTED.items():
        match = find(wanted)
        match.save(FOLDER / f"{name}.tale")
        print(f"{name}: {match.number} questions, {match.outcome}", flush=True)


if __name__ == "__main__":
    main()
