"""Games of other packages, as if pip had installed them: for as long as a test needs them, without a network."""

from __future__ import annotations

import importlib
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from foldtale.bots import foreign
from foldtale.kernel import registry

FOREIGN = Path(__file__).parent
ROOT = FOREIGN.parents[1]


def coins() -> dict[str, str]:
    """The games that the foreign package registers, by its own word."""
    with (FOREIGN / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    found: dict[str, str] = project["entry-points"][registry.GROUP]
    return found


def describe(
    folder: Path, package: str, games: Mapping[str, str], bots: Mapping[str, str] | None = None
) -> Path:
    """Write what an installer leaves of a package that registers these games and bots."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    lines = [f"[{registry.GROUP}]", *[f"{name} = {place}" for name, place in games.items()]]
    lines += [f"[{foreign.GROUP}]", *[f"{name} = {place}" for name, place in (bots or {}).items()]]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@contextmanager
def installed(*folders: Path) -> Iterator[None]:
    """Packages in these folders can be imported, here and in processes started here; then all is as before."""
    path, modules, inherited = sys.path[:], set(sys.modules), os.environ.get("PYTHONPATH")
    sys.path[:0] = map(str, folders)
    os.environ["PYTHONPATH"] = os.pathsep.join([*map(str, folders), *filter(None, [inherited])])
    forget()
    try:
        yield
    finally:
        sys.path[:] = path
        if inherited is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = inherited
        for name in set(sys.modules) - modules:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if any(Path(file).is_relative_to(folder) for folder in folders):
                del sys.modules[name]
        forget()


def forget() -> None:
    """What the registry found before no longer counts."""
    importlib.invalidate_caches()
    for remembered in (registry._entries, registry.get, registry.names, foreign.entries):
        remembered.cache_clear()
