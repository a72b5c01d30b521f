"""The stored games of Seven Virtues: `python -m tests.games.virtues.tales` plays them anew.

One for every ending, and one for each option; players have a little sense.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from foldtale.kernel import Match
from tests.games.virtues.given import GAME
from tests.games.virtues.sense import play_on

FOLDER = Path(__file__).parents[2] / "fixtures" / "tales" / "virtues"
WANTED: dict[str, tuple[str, dict[str, Any]]] = {
    "armour": ("armour", {"players": 4}),
    "armour-by-two": ("armour", {"players": 2, "heroes": "chosen"}),
    "portals": ("portals", {"players": 3}),
    "all-fallen": ("fallen", {"players": 4, "fall": True}),
    "the-unnamed-wins": ("cataclysm", {"players": 5, "unnamed": True, "fall": True}),
    "cataclysm-of-six": ("cataclysm", {"players": 6, "first_player": "first seat"}),
}


def find(ending: str, choices: dict[str, Any]) -> Match:
    """Return the first game that ends so."""
    for seed in range(400):
        match = play_on(Match.new(GAME, GAME.setup(**choices), seed=seed), seed, ending)
        if match.outcome is not None and match.outcome.ending == ending:
            return match
    raise LookupError(f"no game ends as {ending}: {choices}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (ending, choices) in WANTED.items():
        match = find(ending, choices)
        match.save(FOLDER / f"{name}.tale")
        print(f"{name}: {match.number} questions, {match.outcome}")


if __name__ == "__main__":
    main()
