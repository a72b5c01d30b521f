"""The stored games of Dice Upon a Time: `python -m tests.games.grimm.tales` plays them anew.

One for every ending, and one for every player count, length and choice of cards; players have a little sense.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from foldtale.kernel import Match, script
from tests.games.grimm.given import GRIMM
from tests.games.grimm.sense import play_on

FOLDER = Path(__file__).parents[2] / "fixtures" / "tales" / "grimm"
TEAM = {"mode": "together", "characters": "random"}
WANTED: dict[str, tuple[str, dict[str, Any]]] = {
    "level-1": ("level 1", {"players": 3, "length": "short", "cards": "beginner", **TEAM}),
    "level-2": ("level 2", {"players": 4, **TEAM}),
    "level-3": ("level 3", {"players": 2, "events": "face up", **TEAM}),
    "level-4": ("level 4", {"players": 4, "length": "extra long", "events": "none", **TEAM}),
    "level-5": ("level 5", {"players": 4, "length": "extra long", **TEAM}),
    "five-chosen": ("most AP", {"players": 5}),
    "four-no-story": ("most AP", {"players": 4, "cards": "no story", "characters": "none"}),
    "three-short": ("most AP", {"players": 3, "length": "short", "characters": "random", "rabbit_tokens": 3}),
    "two-extra-long": ("most AP", {"players": 2, "length": "extra long", "break_ties": True}),
}


def find(ending: str, choices: dict[str, Any]) -> Match:
    """The first game that ends so."""
    for seed in range(400):
        match = play_on(Match.new(GRIMM, GRIMM.setup(**choices), seed=seed), seed)
        if match.outcome is not None and match.outcome.ending == ending:
            return match
    raise LookupError(f"no game ends as {ending}: {choices}")


def crossroads() -> Match:
    """Two meet at the Old Woman: one could make more of what she takes, the other could take it."""
    roll = "3 4 5 3 6"
    falls = ["0", "q201", "q202", "q203", "q204", "m03", "m17", "m10", "m10", roll, roll, roll, roll, "e06"]
    setup = GRIMM.setup(
        players=4, length="short", cards="no story", characters="none", start_quests=1, start_magic=1
    )
    match = Match.new(GRIMM, setup, chance=script(*falls, then=3))
    turns = (
        ("place magic-die r01", "move old_woman"),
        ("place story-die r01", "move old_woman"),
        ("place magic-die rabbit", "stay"),
        ("place magic-die snake", "stay"),
    )
    for _ in range(4):
        match.answer("deck 2")
    for place, move in turns:
        match.answer(place)
        pass_all(match)
        match.answer(move)
        match.answer("end turn")
    return match


def pass_all(match: Match) -> None:
    while match.options[0].key == "pass":
        match.answer("pass")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    match = crossroads()
    print(f"crossroads: they have met before question {match.number}")
    play_on(match, 1).save(FOLDER / "crossroads.tale")
    for name, (ending, choices) in WANTED.items():
        match = find(ending, choices)
        match.save(FOLDER / f"{name}.tale")
        print(f"{name}: {match.number} questions, {match.outcome}")


if __name__ == "__main__":
    main()
