"""The catalogues of the page: the same keys, and the same gaps, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import foldtale

WORDS = Path(foldtale.__file__).parent / "web" / "client" / "src" / "words"
LINE = re.compile(r'^  "([^"]+)": "(.*)",$', re.MULTILINE)


def catalogue(lang: str) -> dict[str, str]:
    return dict(LINE.findall((WORDS / f"{lang}.ts").read_text(encoding="utf-8")))


def test_every_language_has_the_same_keys_and_gaps() -> None:
    english = catalogue("en")
    assert len(english) > 300
    for path in WORDS.glob("*.ts"):
        other = catalogue(path.stem)
        assert list(other) == list(english), path.name
        for key, text in other.items():
            gaps = [sorted(re.findall(r"\{\w+\}", one)) for one in (english[key], text)]
            assert gaps[0] == gaps[1], key


def test_italian_is_not_english() -> None:
    english, italian = catalogue("en"), catalogue("it")
    same = {key for key, text in italian.items() if text == english[key]}
    assert same == {
        "app.name", "ask.group", "box.needs", "counter.plain", "invite.bot.let", "menu.habit.off", "new.no", "seat.bot", "stack.count",
    } - {"invite.bot.let"}  # fmt: skip
