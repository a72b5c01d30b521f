"""Sit down at a table or come back to it, play, and play again."""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from dataclasses import replace as evolve
from pathlib import Path
from typing import Any

from msgspec.structs import fields, replace

from foldtale.bots.levels import FAIR
from foldtale.kernel import registry
from foldtale.kernel.chance import People, Seeded
from foldtale.kernel.errors import Incident
from foldtale.kernel.game import Game
from foldtale.kernel.match import SAME_DICE, Match
from foldtale.kernel.tale import open_tale
from foldtale.kernel.tongue import words_of
from foldtale.table.seats import Seats
from foldtale.terminal import shelf
from foldtale.terminal.saves import new_file
from foldtale.terminal.screen import Screen
from foldtale.terminal.table import Left, Table


@dataclass(frozen=True, slots=True)
class Wishes:
    """How people want to play: `choices` are fields of the game's setup."""

    choices: Mapping[str, Any] = field(default_factory=dict)
    bots: str = ""
    names: str = ""
    seed: int | None = None
    undo: str = SAME_DICE
    companion: bool = False
    pack: str = ""
    lang: str = "en"
    level: str = FAIR


def begin(game_name: str, wishes: Wishes, screen: Screen) -> int:
    """Play a new game; without a name people are asked which, and how many they are."""
    if game_name:
        game = registry.get(game_name)
    else:
        game = shelf.choose_game(screen)
        if "players" not in wishes.choices and not wishes.bots:
            players, bots = shelf.choose_players(screen, game)
            wishes = evolve(wishes, choices={**wishes.choices, "players": players}, bots=str(bots))
    setup = game.setup(**wishes.choices)
    seats = Seats.fill(setup.players, wishes.bots, wishes.names, words_of(game, wishes.lang).speech)
    return play(start(game, setup, wishes, wishes.seed), seats, wishes, screen, new_file(game.name))


def resume(path: Path, wishes: Wishes, screen: Screen) -> int:
    """Go on with a saved game; after damage, from the last good answer and in a new file."""
    match, wrong = open_tale(Match, path, wishes.seed, wishes.undo)
    if wishes.companion and not isinstance(match.source, People):
        match.use(People(match.source))
    speech = words_of(match.game, wishes.lang).speech
    seats = Seats.fill(match.setup.players, wishes.bots, wishes.names, speech)
    for pack in match.terms.changed:
        screen.say_whole(f"The pack {pack} has changed since this game was saved.")
    if wrong is not None:
        path = new_file(match.game.name)
        screen.say_whole(str(wrong))
        screen.say_whole(f"The file stays as it is. The game goes on from its last good answer, in {path}.")
        screen.read("Press Enter to play.")
    return play(match, seats, wishes, screen, path)


def start(game: Game, setup: Any, wishes: Wishes, seed: int | None) -> Match:
    chance = Seeded(secrets.randbits(64) if seed is None else seed)
    return Match.new(game, setup, chance=People(chance) if wishes.companion else chance, undo=wishes.undo)


def play(match: Match, seats: Seats, wishes: Wishes, screen: Screen, path: Path) -> int:
    """Game after game, as long as people want; 1 if the rules themselves failed."""
    seed = wishes.seed
    while True:
        table = Table(match, seats, screen, path, seed, wishes.lang, wishes.level)
        try:
            table.play()
        except (Left, EOFError, KeyboardInterrupt) as left:
            table.host.hide_secrets()
            say_how_to_resume(table, wishes)
            if isinstance(left, KeyboardInterrupt):
                raise
            return 0
        except Incident as incident:
            screen.say(f"A bot met a mistake in the rules: {incident}. Please report this game.")
            say_how_to_resume(table, wishes)
            return 1
        if table.is_kept:
            screen.say_whole(f"The tale of this game: {path}")
            again = [program(), "replay", str(path), *(["--pack", wishes.pack] if wishes.pack else [])]
            screen.say_whole("To read it again: " + shlex.join(again))
        if not seats.people or not wants_more(screen):
            return 0
        seed = None if seed is None else seed + 1
        match = start(match.game, next_setup(match), wishes, seed)
        path = new_file(match.game.name)


def wants_more(screen: Screen) -> bool:
    while (line := screen.read("Play again? y or n:").casefold()) not in ("y", "yes", "n", "no"):
        screen.say("Type y to play again, or n to leave.")
    return line.startswith("y")


def next_setup(match: Match) -> Any:
    """The same setup, with the record that the last game left."""
    kept = any(field.name == "record" for field in fields(match.game.setups))
    return replace(match.setup, record=match.outcome.record) if kept and match.outcome else match.setup


def say_how_to_resume(table: Table, wishes: Wishes) -> None:
    """The whole command that brings the same people and bots back to this table."""
    screen = table.screen
    if not table.is_kept:
        screen.say("\nThis game is not saved.")
        return
    given = {
        "--bots": wishes.bots,
        "--level": "" if wishes.level == FAIR else wishes.level,
        "--names": wishes.names,
        "--undo": "" if wishes.undo == SAME_DICE else wishes.undo.split()[0],
        "--pack": wishes.pack,
        "--lang": "" if wishes.lang == "en" else wishes.lang,
    }
    command = [program(), "terminal", "--resume", str(table.path)]
    command += [word for option, value in given.items() if value for word in (option, value)]
    command += ["--plain"] * screen.plain
    screen.say_whole(f"\nSaved: {table.path}")
    screen.say_whole(f"To go on: {shlex.join(command)}")


def program() -> str:
    """How this program is called from here: by its name, or by where it lies if its name is not found."""
    called = Path(sys.argv[0])
    if called.stem != "foldtale" or shutil.which("foldtale"):
        return "foldtale"
    return os.path.relpath(called)
