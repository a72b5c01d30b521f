"""Unfinished games of every released version: `python -m tests.unfinished` records those of the present one.

Twenty games of each book stand in `fixtures/unfinished/VERSION`, as tales and as the tables of a store. Every later
version opens them; the changelog lists those that it cannot continue.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from foldtale import __version__, games
from foldtale.kernel import Match
from foldtale.kernel.errors import UndoRefused
from foldtale.kernel.match import NEW_DICE
from foldtale.kernel.tale import written
from foldtale.table.desk import Options
from foldtale.table.jobs import take_in
from foldtale.table.messages import ImportedTable
from foldtale.table.store import Store
from foldtale.table.table import Table, read_tale
from tests.games.grimm import sense as grimm
from tests.games.storyfold import sense as storyfold
from tests.games.wonderbook import sense as wonderbook

FOLDER = Path(__file__).parent / "fixtures" / "unfinished"
STORE = "tables.sqlite"
GAMES = 20
CARELESS = 0.1
"""The share of answers that are given at random."""
UNDONE = 0.02
"""The share of answers that are taken back."""
PLAYERS: dict[str, Callable[[Match, Random], str]] = {
    "grimm": grimm.choose,
    "storyfold": storyfold.sensible,
    "wonderbook": wonderbook.answer,
}


def played(game: str, number: int, questions: int) -> Match:
    """Game `number` of a book, with at most so many questions answered."""
    rules = games.get(game)
    setups = list(rules.variants())
    setup = setups[number * len(setups) // GAMES]
    match = Match.new(rules, setup, seed=number, undo=NEW_DICE)
    random = Random(number)
    for _ in range(questions):
        if match.over:
            break
        keys = [option.key for option in match.options]
        if "go on" in keys or "close the book" in keys:
            match.answer("go on" if "go on" in keys else "close the book")
        elif len(keys) == 1 or random.random() < CARELESS:
            match.answer(random.choice(keys))
        else:
            match.answer(PLAYERS[game](match, random))
        if random.random() < UNDONE:
            with suppress(UndoRefused):
                match.undo()
    return match


def unfinished(game: str, number: int) -> Match:
    """The same game, left at some point between its beginning and its end."""
    whole = played(game, number, 3_000)
    entries = len([line for line in whole.log if "n" in line])
    match = played(game, number, entries * (number + 1) // (GAMES + 1))
    assert not match.over, f"{game} {number} is over"
    return match


async def keep(path: Path, tales: dict[str, str]) -> None:
    """Make a store with a table for each tale, named for it."""
    store = Store(f"sqlite:///{path}")
    for name, tale in tales.items():
        taken = take_in(tale, NEW_DICE)
        match = read_tale(tale, NEW_DICE, taken.seed)
        wanted = ImportedTable(tale, options=Options(undo=NEW_DICE))
        table = Table.imported(match, taken.lines, wanted, "host", 0.0)
        table.id = name
        await store.create(table.kept_new())
    store.close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")


def main() -> None:
    folder = FOLDER / __version__
    folder.mkdir(parents=True)
    tales: dict[str, str] = {}
    for game in PLAYERS:
        for number in range(GAMES):
            match = unfinished(game, number)
            name = f"{game}-{number + 1:02}"
            match.save(folder / f"{name}.tale")
            tales[name] = written(match)
            print(f"{name}: {match.number} questions, {len(match.log)} lines")
    asyncio.run(keep(folder / STORE, tales))


if __name__ == "__main__":
    main()
