"""Small games with one line changed, each to show that a check catches its fault."""

from __future__ import annotations

import itertools
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from foldtale.kernel.game import Game

numbers = itertools.count()


def broken(folder: Path, name: str, file: str, old: str, new: str) -> tuple[Game, str]:
    """The small game with one line changed, as a package of its own, and the name of that package."""
    home = f"foldtale.games.small.{name}"
    spec = find_spec(home)
    assert spec is not None and spec.origin is not None
    package = f"{name}_{next(numbers)}_broken"
    place = folder / package
    place.mkdir()
    (place / "__init__.py").write_text("")
    inner = place / "game"
    inner.mkdir()
    for source in Path(spec.origin).parent.iterdir():
        if source.suffix in (".py", ".md"):
            text = source.read_text(encoding="utf-8")
            if source.name == file:
                assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
                text = text.replace(old, new)
            (inner / source.name).write_text(text.replace(home, f"{package}.game"), encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        game: Game = import_module(f"{package}.game").game
    finally:
        sys.path.remove(str(folder))
    return game, f"{package}.game"
