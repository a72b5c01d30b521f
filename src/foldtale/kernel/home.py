"""The one place on this computer where a player's things are kept: tales, packs and tables."""

from __future__ import annotations

import os
import sys
from pathlib import Path


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
