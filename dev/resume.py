"""A pytest plugin: `--passes FILE` notes each test that passes, and leaves out those noted before.

A note holds only for the same sources, size and Python: when any of them changes, the file starts anew.
So a long run that was cut short goes on where it was.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

SOURCES = ("pyproject.toml", "README.md", "docs", "src", "tests", "dev")
INPUT = "foldtale_passed"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--passes", type=Path, metavar="FILE", help="note what passes, leave out what did")


def pytest_configure(config: pytest.Config) -> None:
    if worker := getattr(config, "workerinput", None):
        config.pluginmanager.register(LeaveOut(worker.get(INPUT, [])), "foldtale-leave-out")
    elif (file := config.getoption("--passes")) is not None:
        passes = Passes(file, fingerprint(config.rootpath))
        config.pluginmanager.register(passes, "foldtale-passes")
        config.pluginmanager.register(LeaveOut(passes.before), "foldtale-leave-out")


def fingerprint(root: Path) -> str:
    """A hash of everything that decides whether a test still passes."""
    digest = hashlib.sha256(f"{sys.version} {os.environ.get('FOLDTALE_SIZE')}".encode())
    for source in SOURCES:
        top = root / source
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"\0{file.relative_to(root)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def noted(file: Path, key: str | None = None) -> list[str]:
    """The tests that a file of passes names, if it was written under this key or none is asked for."""
    head, *tests = file.read_text(encoding="utf-8").splitlines() if file.exists() else [""]
    return tests if key is None or head == key else []


class LeaveOut:
    """Deselects, wherever tests are collected, what has passed before."""

    def __init__(self, passed: list[str]) -> None:
        self.passed = frozenset(passed)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if out := [item for item in items if item.nodeid in self.passed]:
            config.hook.pytest_deselected(items=out)
            items[:] = [item for item in items if item.nodeid not in self.passed]


class Passes:
    """Keeps the file, where the session is controlled."""

    def __init__(self, file: Path, key: str) -> None:
        self.before = noted(file, key)
        self.called: set[str] = set()
        file.parent.mkdir(parents=True, exist_ok=True)
        self.out = file.open("a" if self.before else "w", encoding="utf-8", buffering=1)
        if not self.before:
            self.out.write(key + "\n")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        if self.before and terminal is not None:
            terminal.write_line(f"going on: {len(self.before)} tests have passed before")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: WorkerController) -> None:
        node.workerinput[INPUT] = self.before

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.called.add(report.nodeid)
        elif report.when == "teardown" and report.passed and report.nodeid in self.called:
            self.out.write(report.nodeid + "\n")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.out.close()
        if self.before and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
