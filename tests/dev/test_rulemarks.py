"""Citing rules: what counts, and what is refused at collection."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dev import rules
from foldtale.kernel.ledger import Ledger

LEDGER = """\
# Goose

- **GS-001** A goose walks.
- **GS-002** A goose dives.
- **GS-003** A goose sleeps.
- **GS-004** A goose wakes.
- **GS-005** [P] The goose is made of wood.
- **GS-X01** A goose that sleeps, wakes, walks and dives. (GS-001, GS-002, GS-003, GS-004)
- **GS-Q01** May a goose fly? **Ruling:** no.
"""


WORKERS = [
    pytest.param((), id="alone"),
    pytest.param(("-n", "2"), id="xdist", marks=pytest.mark.slow),
]


@pytest.fixture
def goose(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with a tiny game that is registered like any other."""
    (pytester.mkpydir("goose") / "RULES.md").write_text(LEDGER)
    about = pytester.mkdir("goose-1.0.dist-info")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: goose\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[foldtale.games]\ngoose = goose:game\n")
    pytester.syspathinsert()
    pytester.makeconftest("pytest_plugins = ['dev.rulemarks']")
    return pytester


def run(goose: pytest.Pytester, tests: str, *options: str) -> pytest.RunResult:
    goose.makepyfile(test_goose="import pytest\n\n" + tests)
    return goose.runpytest("--rule-report", "shown.json", *options)


def shown(goose: pytest.Pytester) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(Path(goose.path, "shown.json").read_text())
    return found


OUTCOMES = """
@pytest.mark.rule("GS-001")
def test_passes():
    pass

@pytest.mark.rule("GS-002")
def test_fails():
    assert False

@pytest.mark.rule("GS-003")
def test_is_skipped():
    pytest.skip()

@pytest.mark.rule("GS-004")
@pytest.mark.xfail
def test_is_expected_to_fail():
    assert False

@pytest.fixture
def broken():
    yield
    assert False

@pytest.mark.rule("GS-Q01")
def test_fails_afterwards(broken):
    pass

def test_cites_nothing():
    pass
"""


@pytest.mark.parametrize("workers", WORKERS)
def test_only_a_test_that_passes_counts(goose: pytest.Pytester, workers: tuple[str, ...]) -> None:
    run(goose, OUTCOMES, *workers).assert_outcomes(passed=3, failed=1, skipped=1, xfailed=1, errors=1)
    assert shown(goose) == {"GS-001": ["test_goose.py::test_passes"]}


def test_several_ids_and_several_marks_add_up(goose: pytest.Pytester) -> None:
    tests = """
@pytest.mark.rule("GS-001", "GS-002")
@pytest.mark.rule("GS-003")
def test_three():
    pass

@pytest.mark.rule("GS-Q01")
class TestMore:
    @pytest.mark.rule("GS-002")
    def test_two(self):
        pass

@pytest.mark.parametrize("n", [pytest.param(4, marks=pytest.mark.rule("GS-004"))])
def test_one(n):
    pass
"""
    run(goose, tests).assert_outcomes(passed=3)
    assert shown(goose) == {
        "GS-001": ["test_goose.py::test_three"],
        "GS-002": ["test_goose.py::test_three", "test_goose.py::TestMore::test_two"],
        "GS-003": ["test_goose.py::test_three"],
        "GS-004": ["test_goose.py::test_one[4]"],
        "GS-Q01": ["test_goose.py::TestMore::test_two"],
    }


@pytest.mark.parametrize(
    ("tests", "problem"),
    [
        ("@pytest.mark.rule('GS-999')\ndef test_a(): pass", "test_a: no ledger has GS-999"),
        (
            "@pytest.mark.rule('GS-001', 'GS-002', 'GS-003', 'GS-004')\ndef test_a(): pass",
            "test_a: cites GS-001, GS-002, GS-003, GS-004: at most 3, split the test",
        ),
        (
            "from foldtale.kernel.ledger import _read\n\n@pytest.mark.rule('GS-001')\ndef test_a(): pass",
            "line 3: a test that cites rules plays through Match; it uses _read",
        ),
        (
            "@pytest.mark.rule('GS-001')\ndef test_a():\n    match = object()\n    match._go()",
            "line 6: a test that cites rules plays through Match; it uses _go",
        ),
    ],
    ids=["unknown id", "four rules", "private import", "private attribute"],
)
def test_a_wrong_citation_is_a_collection_error(goose: pytest.Pytester, tests: str, problem: str) -> None:
    result = run(goose, tests)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*{problem}"])
    assert result.ret == pytest.ExitCode.INTERRUPTED


@pytest.mark.slow
def test_a_wrong_citation_is_an_error_in_a_worker_too(goose: pytest.Pytester) -> None:
    result = run(goose, "@pytest.mark.rule('GS-999')\ndef test_a(): pass", "-n", "1")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*test_a: no ledger has GS-999"])
    assert result.ret != pytest.ExitCode.OK


@pytest.mark.parametrize(
    "tests",
    [
        "def test_a(): str()._x if False else 1",
        "from collections import _chain\n\n@pytest.mark.rule('GS-001')\ndef test_a(): _chain.__doc__",
    ],
    ids=["cites nothing", "not of foldtale, or dunder"],
)
def test_private_names_elsewhere_are_nobodys_business(goose: pytest.Pytester, tests: str) -> None:
    run(goose, tests).assert_outcomes(passed=1)


def test_an_example_brings_the_rules_that_it_names(goose: pytest.Pytester) -> None:
    ids = "'GS-X01', 'GS-001', 'GS-002', 'GS-003', 'GS-004'"
    run(goose, f"@pytest.mark.rule({ids})\ndef test_a(): pass").assert_outcomes(passed=1)
    assert len(shown(goose)) == 5


def test_the_report_counts_rules_examples_and_rulings() -> None:
    ledger = Ledger.from_text(LEDGER)
    assert rules.summary("goose", ledger, []) == "goose  rules 0/4  examples 0/1  rulings 0/1  0 %"
    some = ["GS-001", "GS-002", "GS-X01", "GS-005"]
    assert rules.summary("goose", ledger, some) == "goose  rules 2/4  examples 1/1  rulings 0/1  60 %"
    assert [entry.id for entry in rules.missing(ledger, some)] == ["GS-003", "GS-004"]
    every = [entry.id for entry in ledger]
    assert rules.summary("goose", ledger, every) == "goose  rules 4/4  examples 1/1  rulings 1/1  100 %"
    assert rules.missing(ledger, every) == []


@pytest.mark.slow
def test_the_command_lists_what_is_missing(
    goose: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    goose.makepyfile(
        test_goose="import pytest\n\n@pytest.mark.rule('GS-X01', 'GS-001', 'GS-002')\ndef test_a(): pass"
    )
    monkeypatch.setattr(rules, "ledgers", lambda: [("goose", Ledger.from_text(LEDGER))])
    root = Path(rules.__file__).parents[1]
    monkeypatch.setenv("PYTHONPATH", f"{goose.path}:{root}:{root / 'src'}")
    assert rules.main([]) == 1
    assert capfd.readouterr().out.splitlines() == [
        "goose  rules 2/4  examples 1/1  rulings 0/1  60 %",
        "",
        "goose: no passing test shows",
        "  GS-003  A goose sleeps.",
        "  GS-004  A goose wakes.",
    ]
