"""Packs for tests: one that is sound, folders that are written on the spot, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foldtale.author.check import check
from foldtale.games.small.thimble.language import LANGUAGE
from foldtale.games.wonderbook import LANGUAGE as WONDER_BOOK
from foldtale.kernel.effects import Language
from foldtale.kernel.pack.loading import load
from foldtale.kernel.pack.nodes import Items, Node, Scalar, read_file
from foldtale.kernel.pack.problems import BadPack, Problem, Problems

HERE = Path(__file__).parent
SOUND = HERE / "sound"
FAULTS = HERE / "faults"
PAGES = HERE.parent.parent / "docs" / "errors"
CODES = dict(
    re.findall(
        r"^# (\w+): (.*)",
        "\n".join([path.read_text("utf-8") for path in sorted(PAGES.glob("*.md"))]),
        re.MULTILINE,
    )
)
"""The code of every page about a mistake, with its title."""
PACK = "pack: attic\ngame: thimble\ntitle: The Attic Stairs\n"
WORDS = """\
    Dust lies on the sewing box like a cat that has made up its mind. Somebody has written a name on the
    lid in pencil, and somebody else has rubbed it out, but not well.
"""


def page(ident: str, rest: str = "") -> str:
    """A page of story in YAML, with a text of the right length."""
    return f"- card: {ident}\n  kind: page\n  title: The stairs\n  text: |\n{WORDS}{rest}"


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """A pack of these files; pack.yaml is supplied if it is not among them."""
    for name, text in {"pack.yaml": PACK, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text)
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    """The YAML files of a pack by name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.yaml"))}


def language_of(folder: Path) -> Language:
    """The language of the game that a pack names; Thimble's, if it names none."""
    about = (
        (folder / "pack.yaml").read_text(encoding="utf-8", errors="replace")
        if (folder / "pack.yaml").is_file()
        else ""
    )
    return WONDER_BOOK if "game: wonderbook\n" in about else LANGUAGE


def write_many_cards(folder: Path) -> Path:
    """Write a sound pack of 300 cards and return its folder."""
    sound = (SOUND / "cards" / "pages.yaml").read_text(encoding="utf-8")
    cards = sound.replace("next: mangle", "next: mangle-0").replace("card: mangle", "card: mangle-0")
    for at in range(149):
        copy = sound.replace("card: yard", f"card: yard-{at}").replace(
            "next: mangle", f"next: mangle-{at + 1}"
        )
        cards += copy.replace("card: mangle", f"card: mangle-{at + 1}")
    pack = (SOUND / "pack.yaml").read_text(encoding="utf-8").replace("start: yard\n", "")
    return write(folder, {"pack.yaml": pack, "cards/a.yaml": cards})


def problems_of(folder: Path, start: bool = False) -> list[Problem]:
    """Errors and warnings of a pack; that it has no start only if that is what is looked at."""
    return [problem for problem in check(folder, language_of(folder)) if start or problem.code != "W507"]


def errors_of(folder: Path) -> list[Problem]:
    """The errors for which a pack is not loaded, in the order in which they were met."""
    try:
        load(folder, LANGUAGE)
    except BadPack as bad:
        return list(bad.problems)
    return []


def codes_of(folder: Path) -> list[str]:
    return [problem.code for problem in problems_of(folder)]


def data(path: Path) -> Any:
    """A YAML file as plain data, as an editor's schema sees it."""
    problems = Problems()
    node = read_file(path, path.name, problems)
    if node is None or problems.found:
        raise BadPack(problems.found)
    return plain(node)


def plain(node: Node) -> Any:
    """Return a node as plain data."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Items):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.pairs}
