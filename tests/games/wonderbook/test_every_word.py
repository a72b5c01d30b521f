"""Wonder Book: no word of the language goes untested."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from foldtale.games.wonderbook.effects import LANGUAGE

HERE = Path(__file__).parent
FILES = (
    "test_selectors.py",
    "test_amounts_and_conditions.py",
    "test_effects_heroes.py",
    "test_effects_wyrms.py",
    "test_effects_figures.py",
    "test_effects_dice.py",
    "test_effects_cards.py",
    "test_effects_map.py",
    "test_effects_story.py",
    "test_triggers.py",
    "test_triggers_of_fights.py",
    "test_changes_and_bans.py",
    "test_limits.py",
    "test_more_words.py",
    "yards/figures.py",
    "yards/selectors.py",
    "yards/story.py",
    "yards/triggers.py",
)


def written(file: str) -> list[str]:
    """The texts that stand in a test file, apart from those that only explain."""
    nodes = list(ast.walk(ast.parse((HERE / file).read_text(encoding="utf-8"))))
    docs = [node.value for node in nodes if isinstance(node, ast.Expr)]
    texts = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [str(node.value) for node in texts if node not in docs]


def test_every_word_of_the_language_is_used_in_these_files() -> None:
    text = "\n".join([part for file in FILES for part in written(file)])
    wanted = {f"the instruction {name}": rf"[{{\[,] ?{name}(:|,|\]|\}})" for name in LANGUAGE.ops}
    for name, word in LANGUAGE.values.items():
        follows = r"\(" if any(param.is_required for param in word.params) else r"(?![\w:])"
        wanted[f"the value {name}"] = rf"(?<![\w.]){name}{follows}"
    for name, event in LANGUAGE.events.items():
        wanted |= {f"the event {name}, {way}": rf"\b{way}: {name}\b" for way in event.ways}
    wanted |= {f"the number {name}": rf"\{{{name}: " for name in LANGUAGE.queries}
    wanted |= {f"the ban {name}": rf"\bforbid: {name}\b" for name in LANGUAGE.bans}
    for name in LANGUAGE.scopes:
        wanted |= {f"{word} {name}": rf"\b{word}: {name}\b" for word in ("for", "limit")}
    assert [what for what, pattern in wanted.items() if not re.search(pattern, text)] == []
