"""The bot in docs/bots.md is one that plays."""

from __future__ import annotations

import re
from pathlib import Path

from foldtale.bots.arena import Bout, play_one
from tests.foreign.installing import describe, installed

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_bot_in_the_page_plays(tmp_path: Path) -> None:
    (code,) = re.findall(r'```python title="bot"\n(.*?)```', PAGE, re.DOTALL)
    (name, place) = re.findall(r'(\w+) = "(\w+:\w+)"', PAGE)[0]
    site = describe(tmp_path / "site", "hopeful", {}, {name: place})
    (site / "hopeful.py").write_text(code, encoding="utf-8")
    with installed(site):
        played = play_one(Bout("connect_four", {}, (name, "random"), 1, 1), 0)
    assert played.seats == (name, "random")
    assert played.ending


def test_the_page_says_what_every_level_does() -> None:
    for level in ("random", "reflex", "easy", "fair", "strong", "patient"):
        assert f"| `{level}` |" in PAGE
