"""Where packs are found: beside their game, in the player's own folder, or where an author says."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from foldtale.kernel.effects.language import Language
from foldtale.kernel.effects.reading import is_id
from foldtale.kernel.errors import SetupError
from foldtale.kernel.home import own_folder
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.loading import load

_added: Final[dict[tuple[str, str], Path]] = {}


def own_packs() -> Path:
    """Where a player keeps packs from elsewhere."""
    return own_folder() / "packs"


def add(folder: Path, language: Language) -> str:
    """Make a folder known under its pack's id for as long as this program runs; the id."""
    pack = load(folder, language)
    _added[language.name, pack.about.pack] = folder
    own.cache_clear()
    return pack.about.pack


def find(ident: str, language: Language, beside: Path) -> Pack:
    """The pack with this id; a SetupError if there is none."""
    if not is_id(ident):
        raise SetupError(f"{ident!r} is no id of a pack")
    for folder in (_added.get((language.name, ident)), beside / "packs" / ident, own_packs() / ident):
        if folder is not None and (folder / "pack.yaml").is_file():
            return own(folder, language)
    raise SetupError(
        f"no pack is called {ident!r}; there are: {', '.join(known(language, beside)) or 'none'}"
    )


def known(language: Language, beside: Path) -> list[str]:
    """The ids under which packs of a game would be looked for and found."""
    folders = [
        folder for parent in (beside / "packs", own_packs()) if parent.is_dir() for folder in parent.iterdir()
    ]
    here = [folder.name for folder in folders if is_id(folder.name) and _is_for(folder, language)]
    return sorted({*here, *[ident for name, ident in _added if name == language.name]})


def _is_for(folder: Path, language: Language) -> bool:
    """Whether this is a pack for a game, by the line in its pack.yaml."""
    about = folder / "pack.yaml"
    return about.is_file() and f"game: {language.name}" in about.read_text(encoding="utf-8").splitlines()


@lru_cache(maxsize=16)
def own(folder: Path, language: Language) -> Pack:
    """The pack in a folder, such as the one that a game brings along; read once."""
    return load(folder, language)
