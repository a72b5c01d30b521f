"""`./run break`: the changes it makes, and whether it tells caught from survived."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent

import pytest

from dev import mutate
from dev.games import Home
from dev.mutants import Mutator


def mutants_of(source: str) -> list[str]:
    mutator = Mutator(source)
    return [mutant.source for edit in mutator.edits() if (mutant := mutator.mutant(edit))]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a <= b", ["a < b"]),
        ("a > b", ["a >= b"]),
        ("a >= b", ["a > b"]),
        ("a == b", ["a != b"]),
        ("a != b", ["a == b"]),
        ("a is b", ["a is not b"]),
        ("a is  not b", ["a is b"]),
        ("a in b", ["a not in b"]),
        ("a not in b", ["a in b"]),
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("(a) == (b)", ["(a) != (b)"]),
        ("a and b", ["a or b"]),
        ("a or b", ["a and b"]),
        ("not a", ["a"]),
        ("a + b", ["a - b"]),
        ("a - b", ["a + b"]),
        ("a * b", ["a // b"]),
        ("a // b", ["a * b"]),
        ("a % b", ["a // b"]),
        ("a += b", ["a -= b"]),
        ("a = 3", ["a = 2", "a = 4"]),
        ("a = 0.5", ["a = 1.5"]),
        ("a = True", ["a = False"]),
        ("if a: b", ["if not (a): b"]),
        ("while a: b", ["while False and (a): b"]),
        ("while (a := b): c", ["while (False and (a := b)): c"]),
        ("x = a if b else c", ["x = a if not (b) else c"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if not (a)]"]),
        ("for a in b:\n    break", ["for a in b:\n    pass"]),
        ("for a in b:\n    continue", ["for a in b:\n    pass"]),
        ("def f():\n    return", ["def f():\n    pass"]),
        ("raise Leave(a)", ["pass"]),
        ("damage(g, wyrm)", ["pass"]),
        ("damage(\n    g,\n    wyrm,\n)", ["pass"]),
        ("def f():\n    yield from attack(g)", ["def f():\n    yield from ()"]),
        ("x = min(a, b)", ["x = max(a, b)"]),
        ("x = any(a)", ["x = all(a)"]),
        ("match a:\n    case b if c:\n        pass", ["match a:\n    case b if not (c):\n        pass"]),
        ("é, x = a < b, ü", ["é, x = a <= b, ü"]),
    ],
)
def test_each_operator_changes_one_thing(source: str, changed: list[str]) -> None:
    assert mutants_of(source) == changed


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        'def f():\n    """Says 3 < 4."""\n    return x',
        "x: Literal[3]",
        "def f(x: tuple[3]) -> Annotated[int, 3 < 4]:\n    return x",
        'x = "3 < 4"',
        'x = f"{3 + 4}"',
        "x = None",
        "x = a | b",
        "if TYPE_CHECKING:\n    import a",
    ],
)
def test_strings_docstrings_and_annotations_are_left_alone(source: str) -> None:
    assert mutants_of(source) == []


def test_every_mutant_of_a_whole_module_compiles_and_differs_in_one_place() -> None:
    source = Path(mutate.__file__).read_text(encoding="utf-8")
    before = ast.dump(ast.parse(source))
    mutants = mutants_of(source)
    assert len(mutants) > 30
    assert len(set(mutants)) == len(mutants)
    for mutant in mutants:
        compile(mutant, "mutant", "exec")
        assert ast.dump(ast.parse(mutant)) != before


def test_a_mutant_shows_its_line() -> None:
    mutator = Mutator("x = 1\n\ndef f(a, b):\n    return a < b\n")
    (edit,) = [edit for edit in mutator.edits() if edit.new == "<="]
    mutant = mutator.mutant(edit)
    assert mutant is not None
    assert (mutant.line, mutant.old, mutant.new) == (4, "return a < b", "return a <= b")


GOOSE = {
    "src/goose/__init__.py": "",
    "src/goose/rules.py": '''
        """Rules of the goose."""

        def dives(die):
            """It dives on more than 4."""
            return die > 4

        def sleeps(die):
            return die == 6
        ''',
    "tests/games/test_goose.py": """
        from goose.rules import dives

        def test_dives():
            assert [dives(4), dives(5)] == [False, True]
        """,
    "pyproject.toml": "[tool.pytest.ini_options]\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in GOOSE.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text))
    return tmp_path


def test_the_same_seed_chooses_the_same_changes(project: Path) -> None:
    files = [project / "src/goose/rules.py"]
    first = mutate.choose(project, files, 4, seed=1)
    assert len(first) == 4
    assert mutate.choose(project, files, 4, seed=1) == first
    assert mutate.choose(project, files, 4, seed=2) != first
    assert [mutant.line for _, mutant in first] == sorted(mutant.line for _, mutant in first)


def test_rules_are_found_by_name_or_are_the_one_module(project: Path) -> None:
    folder = project / "src/goose"
    home = Home("goose", folder / "__init__.py")
    assert mutate.rule_files(home) == [folder / "rules.py"]
    (folder / "rules.py").unlink()
    assert mutate.rule_files(home) == [folder / "__init__.py"]
    (folder / "rules").mkdir()
    for name in ("rules/walk.py", "rules/dive.py", "effects.py"):
        (folder / name).touch()
    assert mutate.rule_files(home) == [
        folder / "rules/dive.py",
        folder / "rules/walk.py",
        folder / "effects.py",
    ]


def test_tests_are_a_folder_or_modules_named_after_the_game(project: Path) -> None:
    assert mutate.test_paths(project, "goose") == ["tests/games/test_goose.py"]
    assert mutate.test_paths(project, "gander") == []
    (project / "tests/games/goose").mkdir()
    assert mutate.test_paths(project, "goose") == ["tests/games/goose"]


@pytest.mark.slow
def test_survivors_are_listed_and_the_working_tree_stays(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = project / "src/goose/rules.py"
    before = rules.read_text()
    home = Home("goose", project / "src/goose/__init__.py")
    assert mutate.break_game(project, home, n=100, seed=0) == 0
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "src/goose/rules.py:9",
        "  - return die == 6",
        "  + return die != 6",
        "src/goose/rules.py:9",
        "  - return die == 6",
        "  + return die == 5",
        "src/goose/rules.py:9",
        "  - return die == 6",
        "  + return die == 7",
        "goose: 3 of 6 caught, 3 survived",
    ]
    assert rules.read_text() == before


@pytest.mark.slow
def test_tests_that_fail_beforehand_are_reported(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "tests/games/test_goose.py").write_text("def test_wrong():\n    assert 1 > 2\n")
    home = Home("goose", project / "src/goose/__init__.py")
    assert mutate.break_game(project, home, n=2, seed=0) == 1
    assert capsys.readouterr().out.endswith("goose: the tests fail before anything is changed\n")


@pytest.mark.slow
def test_a_mutant_that_hangs_is_caught(project: Path) -> None:
    (project / "src/goose/rules.py").write_text("def ends():\n    while True:\n        break\n")
    (project / "tests/games/test_goose.py").write_text(
        "from goose.rules import ends\n\ndef test_ends():\n    ends()\n"
    )
    changes = mutate.choose(project, [project / "src/goose/rules.py"], 10, seed=0)
    endless = [change for change in changes if change[1].new == "pass"]
    workshop = mutate.Workshop(project, project / "copies", ["tests/games/test_goose.py"])
    assert len(endless) == 1
    assert mutate.survivors(workshop, endless, 3) == []
