"""The shelf: which games there are, and which one people want."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import fields
from rich.text import Text

from foldtale.kernel import registry
from foldtale.kernel.game import Game, choices_of
from foldtale.terminal.screen import QUIET, Screen

SMALL: Final = "Small games to learn by"


def players_of(game: Game) -> list[int]:
    """How many can play it."""
    kind = next(field.type for field in fields(game.setups) if field.name == "players")
    return choices_of(kind)


def count_of(game: Game) -> str:
    """How many can play it, in words."""
    fewest, most = min(players_of(game)), max(players_of(game))
    return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"


def facts(game: Game) -> dict[str, Any]:
    """A game for machines."""
    return {
        "name": game.name,
        "title": game.title,
        "players": players_of(game),
        "shelf": game.shelf,
        "blurb": game.blurb,
    }


def show(screen: Screen, numbered: bool = False) -> None:
    """All games, perhaps with numbers to choose by."""
    shelf = ""
    for number, game in enumerate(registry.installed(), 1):
        if game.shelf != shelf:
            if shelf:
                screen.say()
            shelf = game.shelf
            screen.say(SMALL if shelf == "small" else "Books", "bold")
        label = f"{number}. {game.title}" if numbered else f"{game.title} ({game.name})"
        screen.say(Text.assemble("  ", (label, "bold yellow"), f"  {count_of(game)}"))
        screen.say(Text(f"     {game.blurb}", QUIET))


def choose_game(screen: Screen) -> Game:
    """Ask which game it shall be."""
    games = registry.installed()
    show(screen, numbered=True)
    while True:
        line = screen.read(f"Which game? 1 to {len(games)}:").casefold()
        for number, game in enumerate(games, 1):
            if line in (str(number), game.name, game.title.casefold()):
                return game
        screen.say(f"Type a number from 1 to {len(games)}, or the name of a game.")


def choose_players(screen: Screen, game: Game) -> tuple[int, int]:
    """Ask how many play, and how many of them are bots."""
    counts = players_of(game)
    players = counts[0]
    if len(counts) > 1:
        players = choose_count(screen, "How many players?", counts[0], counts[-1], counts[0])
    people = choose_count(screen, "How many people at this keyboard? Bots play the rest.", 0, players, 1)
    return players, players - people


def choose_count(screen: Screen, question: str, fewest: int, most: int, usual: int) -> int:
    """Ask for a number; Enter alone is the usual one."""
    while True:
        line = screen.read(f"{question} {fewest} to {most}, Enter for {usual}:") or str(usual)
        if line.isdecimal() and fewest <= int(line) <= most:
            return int(line)
        screen.say(f"Type a number from {fewest} to {most}.")
