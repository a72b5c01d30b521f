"""The lint that keeps rules free of what a dropped coroutine or a hash seed would spoil."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from dev import lint_yields


def found_in(body: str) -> list[tuple[int, str]]:
    return lint_yields.problems("def rule(g):\n" + indent(dedent(body), "    "))


@pytest.mark.parametrize(
    ("body", "line", "reason"),
    [
        ("try:\n    yield 1\nfinally:\n    pass", 3, "a yield inside a try with finally"),
        ("try:\n    pass\nfinally:\n    yield 1", 5, "a yield inside a try with finally"),
        ("try:\n    pass\nexcept ValueError:\n    yield 1\nfinally:\n    pass", 5, "a yield inside a try with finally"),
        ("with g.lock:\n    x = yield from go()", 3, "a yield inside a with"),
        ("try:\n    yield 1\nexcept:\n    pass", 3, "a yield inside a try with a broad except"),
        ("try:\n    yield 1\nexcept Exception:\n    pass", 3, "a yield inside a try with a broad except"),
        ("try:\n    yield 1\nexcept (KeyError, BaseException):\n    pass", 3, "a yield inside a try with a broad except"),
        ("with g.lock:\n    if g:\n        while g:\n            yield 1", 5, "a yield inside a with"),
    ],
)  # fmt: skip
def test_what_must_not_enclose_a_yield(body: str, line: int, reason: str) -> None:
    assert found_in(body) == [(line, reason)]


@pytest.mark.parametrize(
    "body",
    [
        "try:\n    yield 1\nexcept Leave:\n    pass",
        "try:\n    go()\nexcept Exception:\n    yield 1",
        "try:\n    go()\nfinally:\n    pass\nyield 1",
        "with g.lock:\n    go()\nyield 1",
        "with g.lock:\n    def inner():\n        yield 1\nyield inner",
    ],
)
def test_what_may_stand_near_a_yield(body: str) -> None:
    assert found_in(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "for x in {1, 2}: pass",
        "for x in set(g.cards): pass",
        "return [x for x in frozenset(g.cards)]",
        "return {x: 1 for y in g for x in {y, 2}}",
        "return list(set(g.cards))",
        "return [*{1, 2}]",
        "return ', '.join({c.key for c in g.cards})",
        "yield from {1, 2}",
    ],
)
def test_no_iteration_over_a_set(body: str) -> None:
    assert found_in(body) == [(2, "the order of a set is not stable: sort it")]


@pytest.mark.parametrize(
    "body",
    [
        "for x in sorted({1, 2}): pass",
        "return 3 in {1, 2}",
        "return len(set(g.cards))",
        "for x in (1, 2): pass",
        "return any(x in {1, 2} for x in g.cards)",
    ],
)
def test_sets_are_fine_where_order_is_not_used(body: str) -> None:
    assert found_in(body) == []


def test_the_command_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.py").write_text("def rule(g):\n    yield 1\n")
    bad = tmp_path / "rules" / "bad.py"
    bad.parent.mkdir()
    bad.write_text("def rule(g):\n    with g:\n        yield 1\n")
    assert lint_yields.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{bad}:3: a yield inside a with\n"
    bad.unlink()
    assert lint_yields.main([str(tmp_path)]) == 0
