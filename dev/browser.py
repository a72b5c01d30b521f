"""A browser for tests and measurements: the system's own Chromium, found or installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
INSTALL: Final = (["update"], ["install", "-y", "--no-install-recommends", "chromium"])
MISSING: Final = f"no browser is here (looked for {', '.join(NAMES)})"


def find() -> str:
    """Where a browser is, or nothing."""
    return next(filter(None, map(shutil.which, NAMES)), "")


def obtain() -> str:
    """Where a browser is, installed if it was not there and we may; or nothing."""
    apt = shutil.which("apt-get")
    if find() or not apt or os.geteuid() != 0:
        return find()
    print("foldtale: no browser is here; installing chromium with apt-get", flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in INSTALL:
        if subprocess.run([apt, "-q", *step], env=env, stdout=subprocess.DEVNULL, check=False).returncode:
            break
    return find()


def launch(playwright: Playwright) -> Browser:
    """Start it. It may run as root, in a container: hence without its own sandbox."""
    return playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
