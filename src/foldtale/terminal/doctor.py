"""Whether everything that play needs is here and works."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

import foldtale
from foldtale.kernel import chance, match, registry, talk
from foldtale.kernel.match import Match
from foldtale.terminal.saves import folder
from foldtale.terminal.screen import Screen

OLDEST_PYTHON = (3, 11)


class Finding(NamedTuple):
    """One thing that was looked at."""

    what: str
    found: str
    ok: bool = True


def examine(screen: Screen) -> Iterator[Finding]:
    """Everything worth knowing when something does not work."""
    yield Finding("Python", platform.python_version(), sys.version_info >= OLDEST_PYTHON)
    yield Finding("foldtale", foldtale.__version__)
    for package in ("msgspec", "rich"):
        yield Finding(package, version(package))
    files = [Path(str(module.__file__)) for module in (talk, chance, match)]
    compiled = [file.name.partition(".")[0] for file in files if file.suffix != ".py"]
    yield Finding("kernel", f"compiled: {', '.join(compiled)}" if compiled else "interpreted")
    yield from (_game(name) for name in registry.names())
    if not registry.names():
        yield Finding("games", "none is installed", False)
    yield Finding("terminal", _terminal(screen))
    yield _saves(folder())


def _game(name: str) -> Finding:
    """A game that loads, has rules to read, and begins."""
    try:
        game = registry.get(name)
        rules = len(game.rules())
        Match.new(game, next(game.variants()), seed=0)
    except Exception as error:
        return Finding(f"game {name}", f"does not begin: {error!r}", False)
    return Finding(f"game {name}", f"begins, {rules} rules")


def _terminal(screen: Screen) -> str:
    console = screen.console
    size = f"{console.width} by {console.height}" if console.is_terminal else "output is not a terminal"
    colours = console.color_system or "no colours"
    return f"{size}, {colours}, {console.encoding}{', plain' if screen.plain else ''}"


def _saves(path: Path) -> Finding:
    """The folder of tales, or the nearest one above it that is there, must take files."""
    nearest = next(parent for parent in (path, *path.parents) if parent.exists())
    return Finding("saves", str(path), os.access(nearest, os.W_OK))


def show(findings: list[Finding], screen: Screen) -> None:
    for finding in findings:
        mark = ("ok   ", "green") if finding.ok else ("wrong", "bold red")
        screen.say(Text.assemble(mark, f"  {finding.what:<18} {finding.found}"))
