"""How a game looks: a cloth, an accent, a display face, a palette and a few figures. Only data, checked here.

A game without a theme has the plain one; a figure that no theme has is shown as an icon, else as a letter.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Final

import msgspec
import yaml
from msgspec import Meta, Struct

from foldtale.kernel.game import Game
from foldtale.kernel.scene import PathData, Point

Paint = Annotated[str, Meta(pattern=r"^(|[a-z][a-z0-9-]*|#[0-9a-f]{3,8})$")]
"""A token of the theme ("leaf-1"), or a colour that is the same in every light."""
Value = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
Token = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$")]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9-]*$")]
FILE: Final = "theme.yaml"


class Strict(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whatever stands in a theme."""


class Shape(Strict, frozen=True):
    """A cut of paper. `lift` is how high it lies above the one before: 0 to 3."""

    path: PathData
    fill: Paint = ""
    stroke: Paint = ""
    width: float = 0
    opacity: float = 1
    lift: Annotated[int, Meta(ge=0, le=3)] = 0
    dash: Annotated[str, Meta(pattern=r"^[0-9. ]*$")] = ""


class Figure(Strict, frozen=True):
    """A standee or a prop, its origin at the feet, some 80 high.

    `glows`  a soft light around it: where, and how wide
    `flat`   it lies in the scene as it is, without a cut edge
    `lying`  what it looks like when it lies; without, it is turned over
    """

    shapes: tuple[Shape, ...]
    glows: tuple[float, float, float] | None = None
    flat: bool = False
    lying: tuple[Shape, ...] = ()


class Placed(Strict, frozen=True):
    """A figure in a picture."""

    figure: str
    at: Point
    scale: float = 1


class Cover(Strict, frozen=True):
    """The picture in the arched window of a cover, 184 wide and `height` high.

    `lines`    the title as it is broken on the cover
    `caption`  a few words below the window
    """

    lines: tuple[str, ...]
    caption: str = ""
    height: Annotated[int, Meta(ge=300, le=340)] = 320
    back: tuple[Shape, ...] = ()
    figures: tuple[Placed, ...] = ()


class Theme(Strict, frozen=True):
    """One game's theme.

    `display`  the face of titles, one of those that the page has
    `day`, `lantern`  values of tokens by name, in each light
    `icons`    what an icon of the game, or a kind of card, is called in the icon set
    `kinds`    the paint of each kind of card back
    `signs`    icons that stand in a round frame, and are repeated rather than counted where they are few
    `torn`     kinds of cards that are torn slips rather than cards
    `dark`     kinds of cards whose face is dark, in every light
    """

    display: str = ""
    day: dict[Token, Value] = {}
    lantern: dict[Token, Value] = {}
    icons: dict[str, Word] = {}
    kinds: dict[str, Paint] = {}
    signs: tuple[str, ...] = ()
    torn: tuple[str, ...] = ()
    dark: tuple[str, ...] = ()
    figures: dict[str, Figure] = {}
    cover: Cover | None = None


def theme_of(game: Game) -> Theme:
    """The theme in a game's folder, or the plain one."""
    return _theme_in(game.folder)


@cache
def _theme_in(folder: Path) -> Theme:
    path = folder / FILE
    if not path.exists():
        return Theme()
    return msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), Theme)
