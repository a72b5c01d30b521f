"""Going on with a long run that was cut short."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = """
import pathlib
import pytest

@pytest.mark.parametrize("n", range(4))
def test_one_of(n):
    assert n != 2 or pathlib.Path("mended").exists()

def test_skipped():
    pytest.skip()

@pytest.fixture
def broken():
    yield
    assert pathlib.Path("mended").exists()

def test_fails_afterwards(broken):
    pass
"""


WORKERS = [
    pytest.param((), id="alone"),
    pytest.param(("-n", "1"), id="xdist", marks=pytest.mark.slow),
]


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest("pytest_plugins = ['dev.resume']")
    pytester.mkdir("tests").joinpath("test_it.py").write_text(TESTS)
    return pytester


@pytest.mark.parametrize("workers", WORKERS)
def test_what_passed_is_left_out_until_the_sources_change(
    project: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    def run() -> pytest.RunResult:
        return project.runpytest("-q", "--passes=folder/passes", *workers)

    run().assert_outcomes(passed=4, failed=1, skipped=1, errors=1)
    project.makefile("", mended="")
    again = run()
    again.assert_outcomes(passed=2, skipped=1, deselected=0 if workers else 3)
    again.stdout.fnmatch_lines(["going on: 3 tests have passed before"])
    run().assert_outcomes(skipped=1, deselected=0 if workers else 5)
    passes = Path(project.path, "folder", "passes").read_text().splitlines()
    assert len(passes) == len(set(passes)) == 1 + 5

    with Path(project.path, "tests", "test_it.py").open("a") as file:
        file.write("\ndef test_new(): pass\n")
    run().assert_outcomes(passed=6, skipped=1)


@pytest.mark.parametrize("workers", WORKERS)
def test_nothing_left_to_do_is_a_success(project: pytest.Pytester, workers: tuple[str, ...]) -> None:
    Path(project.path, "tests", "test_it.py").write_text("def test_it(): pass\n")
    assert project.runpytest("-q", "--passes=passes", *workers).ret == pytest.ExitCode.OK
    again = project.runpytest("-q", "--passes=passes", *workers)
    assert again.ret == pytest.ExitCode.OK
    again.stdout.fnmatch_lines(["going on: 1 tests have passed before"])


def test_without_the_option_nothing_is_noted(project: pytest.Pytester) -> None:
    project.runpytest().assert_outcomes(passed=4, failed=1, skipped=1, errors=1)
    project.runpytest().assert_outcomes(passed=4, failed=1, skipped=1, errors=1)
