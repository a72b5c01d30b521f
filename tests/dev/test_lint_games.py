"""The lint that keeps rules from reading what cards print and from taking keys apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.lint_games import cut_keys, declared, guards, problems, read_printed, written_again


@pytest.mark.parametrize(
    "source", ["import re", "text = card.says['do']", "lines = g.content.describe(card)", "x = code.says"]
)
def test_rules_do_not_read_printed_text(source: str) -> None:
    assert [line for line, _ in read_printed(source)] == [1]


@pytest.mark.parametrize(
    "source",
    ["verb, _, card = choice.key.partition(' ')", "card = key.split()[1]", "key.removeprefix('try ')"],
)
def test_declared_keys_are_not_taken_apart(source: str) -> None:
    assert [line for line, _ in cut_keys(source)] == [1]


@pytest.mark.parametrize(
    "source",
    ['texts[f"ride {steed}.note"] = note', 'DRAW = option("draw")', 'if choice.key == "draw": pass'],
)
def test_a_declared_option_is_written_once(source: str) -> None:
    words = declared(
        'RIDE = OPTIONS.verb("ride", "Ride to {0}", FIELDS)\nDRAW = OPTIONS.plain("draw", "Draw")'
    )
    assert words == {"ride", "draw"}
    assert [line for line, _ in written_again(source, words)] == [1]
    assert not list(written_again('Stack(id=f"draw {deck}", topic="draw")', words))


@pytest.mark.parametrize("source", ["if g.due:\n    pass", "if 'fed' in g.force.whens:\n    pass"])
def test_rules_do_not_look_at_what_is_due_or_in_force(source: str) -> None:
    assert [line for line, _ in guards(source)] == [1]


def test_what_rules_may_do_is_let_pass() -> None:
    source = "calls = card.calls\n(card,) = PLAY.parts(choice)\nwords = ' '.join(names)"
    assert [*read_printed(source), *cut_keys(source), *guards(source)] == []


def test_files_and_lines_are_named(tmp_path: Path) -> None:
    rules = tmp_path / "grimm" / "rules"
    rules.mkdir(parents=True)
    (rules / "turns.py").write_text("\nimport re\n", encoding="utf-8")
    (found,) = problems(tmp_path)
    assert found.startswith(f"{rules / 'turns.py'}:2: ")
