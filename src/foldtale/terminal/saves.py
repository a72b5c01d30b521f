"""Where tales are kept on this computer, and the tale of one match while it is played."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from pathlib import Path

from foldtale.kernel.home import make_private_folder, own_folder
from foldtale.kernel.match import Match


def folder() -> Path:
    """The player's own folder for tales."""
    return own_folder() / "tales"


def new_file(game: str) -> Path:
    """A name for a new tale that no file has yet."""
    day = f"{game}-{datetime.now().astimezone():%Y-%m-%d}"
    names = (folder() / f"{day}-{number}.tale" for number in count(1))
    return next(path for path in names if not path.exists())


class CannotSave(Exception):
    """The tale could not be written: says where to, and why."""


def save(match: Match, path: Path) -> None:
    """Write the tale of a match."""
    try:
        if path.parent == folder():
            make_private_folder(path.parent)
        match.save(path)
    except OSError as error:
        raise CannotSave(f"This game cannot be saved to {path}: {error.strerror}.") from None
