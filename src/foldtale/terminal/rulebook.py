"""Rules as people read them: by id, or by the words that are in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text

from foldtale.kernel.ledger import Entry, Kind, Ledger
from foldtale.terminal.screen import QUIET, Screen

BOLD: Final = re.compile(r"\*\*(.+?)\*\*")


def look_up(ledger: Ledger, words: str) -> list[Entry]:
    """The entry with this id, the entries with all these words, or without words all of them."""
    if not words:
        return list(ledger)
    entry = ledger.get(words.upper())
    return [entry] if entry is not None else ledger.search(words)


def said(entry: Entry) -> Text:
    """An entry as a paragraph that begins with its id."""
    kind = "" if entry.kind is Kind.RULE else f" ({entry.kind.name.lower()})"
    return Text.assemble((entry.id, "bold"), (kind, QUIET), "  ", *marked_up(entry.text))


def marked_up(words: str) -> list[tuple[str, str]]:
    """Parts of a text with their styles: what stands in stars is bold."""
    return [(part, "bold" if at % 2 else "") for at, part in enumerate(BOLD.split(words))]


def show_summary(summary: str, screen: Screen) -> None:
    """The rules in short, at the head of the rulebook: Markdown of headings, paragraphs and lists."""
    for block in re.split(r"\n\s*\n|\n(?=- )", summary.strip()):
        words = " ".join(block.split())
        if words.startswith("#"):
            screen.say(words.lstrip("# "), "bold yellow")
        else:
            screen.say(Text.assemble(*marked_up(words)))
    screen.say()


def show(entries: Sequence[Entry], screen: Screen) -> None:
    """Entries under the titles of their sections."""
    section = ""
    for entry in entries:
        if entry.section != section:
            section = entry.section
            screen.say(section, "bold yellow")
        screen.say(said(entry))


def facts(entry: Entry) -> dict[str, Any]:
    """An entry for machines."""
    kind = entry.kind.name.lower()
    return {"id": entry.id, "kind": kind, "section": entry.section, "text": entry.text, "tags": entry.tags}
