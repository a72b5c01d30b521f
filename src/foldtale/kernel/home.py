"""The one place on this computer where a player's things are kept, and how others are kept out of them."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

log = logging.getLogger("foldtale")
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
OTHERS: Final = 0o077
"""The mode bits that let anybody but the owner in."""


def own_folder() -> Path:
    """The player's own folder: in XDG_DATA_HOME if that is set, else where the system has such things."""
    home = Path.home()
    if data := os.environ.get("XDG_DATA_HOME"):
        base = Path(data)
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    else:
        base = home / ".local" / "share"
    return base / "foldtale"


def open_private(path: str | Path, flags: int) -> int:
    """Open a file that only its owner can read, and make it if it is not there; return the descriptor.

    The mode depends on no umask, and a new file never has a wider one. A symbolic link is refused.
    """
    flags |= os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags, PRIVATE_FILE)
    if os.name == "posix":
        _close(path, os.fstat(file).st_mode, PRIVATE_FILE, partial(os.fchmod, file))
    return file


def close_to_others(path: Path) -> None:
    """Take access to a file or folder, if it is there, from everybody but its owner."""
    if os.name == "posix" and path.exists() and not path.is_symlink():
        _close(path, path.stat().st_mode, PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE, path.chmod)


def make_private_folder(path: Path) -> None:
    """Make a folder and the missing ones above it for their owner alone; close the player's own folder."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(PRIVATE_FOLDER, exist_ok=True)
        close_to_others(folder)
    own = own_folder()
    if own in (path, *path.parents):
        close_to_others(own)
        close_to_others(path)


def _close(path: str | Path, st_mode: int, wanted: int, chmod: Callable[[int], None]) -> None:
    """Give a file or folder the wanted mode, and log it if others could read it before."""
    mode = st_mode & 0o777
    if mode == wanted:
        return
    facts = {"path": str(path), "mode": f"{mode:04o}"}
    try:
        chmod(wanted)
    except PermissionError:
        log.warning("others can read this, and its owner is somebody else", extra=facts)
        return
    if mode & OTHERS:
        log.warning("others could read this, and no longer can", extra=facts)
