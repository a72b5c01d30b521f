"""Where people read and type: a Rich console, or plain lines for every terminal and screen reader."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Sequence
from typing import Final, NoReturn

from rich.console import Console
from rich.segment import Segment, Segments
from rich.text import Text

from foldtale.kernel.scene import Note, Scene
from foldtale.terminal.render import render, to_text

WIDEST: Final = 100
QUIET: Final = "dim"
ERASE: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and what has scrolled off it."""
PROMPT_LINES: Final = 2

BETWEEN: Final = re.compile(r"(?<=\S) · (?=\S)")
BORDER: Final = re.compile(r"[─═━┄]{3,}|[│┃┌┐└┘├┤┬┴┼]")
ASCII: Final = str.maketrans(
    {
        "·": ".", "●": "*", "○": "o", "▲": "^", "△": "A", "■": "#", "□": "%", "▶": ">", "▸": ">", "‹": "<",
        "›": ">", "×": "x", "→": "->", "←": "<-", "✓": "(yes)", "✗": "(no)", "–": "-", "—": "-", "…": "...",
        "❖": "*", "‘": "'", "’": "'", "“": '"', "”": '"',
    }
)  # fmt: skip


def to_ascii(text: str) -> str:
    """The same words in ASCII, without lines that are only drawn."""
    kept: list[str] = []
    for line in text.split("\n"):
        words = BORDER.sub(" ", line).rstrip()
        if words or not line.strip():
            kept.append(BETWEEN.sub(", ", words))
    letters = unicodedata.normalize("NFKD", "\n".join(kept).translate(ASCII))
    return "".join(c for c in letters if not unicodedata.combining(c)).encode("ascii", "replace").decode()


class _Console(Console):
    """A console that leaves a closed pipe to the command line."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


class Screen:
    """Says sentences, shows scenes, reads lines. Plain: ASCII, no colour, no frame, no cursor moved."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain or not (sys.stdout.encoding or "").lower().startswith("utf")
        self.console = _Console(
            highlight=False, markup=False, emoji=False, color_system=None if self.plain else "auto"
        )
        self.width = min(self.console.width, WIDEST)

    def say(self, words: str | Text = "", style: str = "") -> None:
        """A sentence on lines of its own."""
        text = Text(words) if isinstance(words, str) else words
        self.console.print(Text(to_ascii(text.plain)) if self.plain else text, style=style, width=self.width)

    def say_whole(self, words: str) -> None:
        """A line that somebody may want to copy: it is never broken."""
        self.console.print(Text(to_ascii(words) if self.plain else words), soft_wrap=True)

    def show(self, scene: Scene, fine: bool = False, news: Sequence[Note] = ()) -> None:
        """A scene on a cleared screen; on a low one the empty lines go first."""
        if self.plain:
            self.console.print(Text(to_ascii(to_text(scene, self.width, fine, news))), soft_wrap=True)
            return
        self.console.clear()
        picture = render(scene, self.width, fine=fine, news=news)
        lines = self.console.render_lines(picture, pad=False)
        if self.console.is_terminal and len(lines) + PROMPT_LINES > self.console.height:
            lines = [line for line in lines if any(segment.text.strip() for segment in line)]
        for line in lines:
            self.console.print(Segments([*line, Segment.line()]), end="")

    def hide(self) -> None:
        """Nothing that was to be read here can be read any more."""
        if self.plain or not self.console.is_terminal:
            self.console.print("\n" * self.console.height)
        else:
            self.console.file.write(ERASE)
            self.console.file.flush()

    def read(self, prompt: str) -> str:
        """The next line that is typed; EOFError when there will be none."""
        self.console.print(Text(to_ascii(prompt) if self.plain else prompt), end=" ")
        line = input().strip()
        if not sys.stdin.isatty():
            self.say_whole(line)
        return line
