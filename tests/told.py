"""What stored games tell of: each kind of line, by the rule that it is told by."""

from __future__ import annotations

from pathlib import Path

from foldtale.kernel.match import Match

TALES = Path(__file__).parent / "fixtures" / "tales"


def lines_of(game: str, pattern: str = "*.tale") -> set[tuple[str, str]]:
    """Return the rule and the name of every line in the stored games of `game`; a star marks a line of nobody's."""
    found = set()
    for path in sorted((TALES / game).glob(pattern)):
        for line in Match.load(path).story(0):
            if "tell" in line:
                found.add((line["why"], line["tell"] + "*" * (line["who"] < 0)))
    return found


def listed(table: str) -> set[tuple[str, str]]:
    """Read a table: in each line a rule, then what is told by it, separated by commas."""
    return {
        (rule, name.strip())
        for rule, names in [line.split(maxsplit=1) for line in table.strip().splitlines()]
        for name in names.split(",")
    }
