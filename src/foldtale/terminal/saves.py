"""Where tales are kept on this computer."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from itertools import count
from pathlib import Path


def folder() -> Path:
    """The user's own folder for tales: XDG_DATA_HOME where it is set, else what is usual on the system."""
    home = Path.home()
    if data := os.environ.get("XDG_DATA_HOME"):
        base = Path(data)
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    else:
        base = home / ".local" / "share"
    return base / "foldtale" / "tales"


def new_file(game: str) -> Path:
    """A name for a new tale that no file has yet."""
    day = f"{game}-{datetime.now().astimezone():%Y-%m-%d}"
    names = (folder() / f"{day}-{number}.tale" for number in count(1))
    return next(path for path in names if not path.exists())
