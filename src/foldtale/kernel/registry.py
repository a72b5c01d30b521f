"""Games are found by entry point, so that anyone can publish one."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from foldtale.kernel.game import Game

GROUP: Final = "foldtale.games"
OURS: Final = "foldtale.games."
SMALL: Final = "foldtale.games.small."


class NoSuchGame(LookupError):
    """No installed game has this name."""


@cache
def _entries() -> dict[str, EntryPoint]:
    """Every entry point by name; nobody can take the name of a game that ships with Foldtale."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.value.startswith(OURS))
    return {entry.name: entry for entry in found}


@cache
def get(name: str) -> Game:
    """The installed game with this name."""
    entry = _entries().get(name)
    if entry is None:
        raise NoSuchGame(f"no game is called {name!r}; installed: {', '.join(names())}")
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:
        raise NoSuchGame(f"{name!r} cannot be loaded from {entry.value}: {error!r}") from error
    if not isinstance(game, Game) or game.name != name:
        raise NoSuchGame(f"{entry.value} is not a game called {name!r}")
    return game


@cache
def names() -> tuple[str, ...]:
    """Every installed game, the books first, the small games to learn by last."""
    return tuple(sorted(_entries(), key=lambda name: (_entries()[name].value.startswith(SMALL), name)))


def installed() -> list[Game]:
    """Every game here that can be loaded, the books before the small games."""
    games = []
    for name in names():
        with suppress(NoSuchGame):
            games.append(get(name))
    return sorted(games, key=lambda game: game.shelf != "books")
