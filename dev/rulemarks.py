"""A pytest plugin: tests cite the rules they show with `@pytest.mark.rule("WB-109")`.

A citation counts only if its test ran and passed. To keep citations honest, a module that cites rules is
not collected when it cites an unknown id, cites too much in one test, or reaches for private names: rules
are shown by playing.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from dev.games import ledgers
from foldtale.kernel.ledger import Entry, Kind

MOST_CITED = 3
PROPERTY = "rule"

known_key = pytest.StashKey[dict[str, Entry]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule-report",
        type=Path,
        metavar="FILE",
        help="write a JSON object of the cited ids, each with the tests that passed",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "rule(*ids): the rules, worked examples or rulings of a ledger that this test shows"
    )
    report = config.getoption("--rule-report")
    if report is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Citations(report), "foldtale-citations")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a module or class whose citations are wrong into a collection error."""
    report = yield
    items = [node for node in report.result if isinstance(node, pytest.Item)] if report.passed else []
    problems: list[str] = []
    for item in items:
        cited = citations(item)
        item.user_properties.extend((PROPERTY, id) for id in cited)
        if cited:
            problems += [f"{item.name}: {problem}" for problem in wrong_citations(cited, known(item.config))]
    if any(citations(item) for item in items):
        problems += private_uses(collector.path)
    if problems:
        report.outcome = "failed"
        report.longrepr = "\n".join(problems)
    return report


def citations(item: pytest.Item) -> list[str]:
    """The ids that a test cites, each once."""
    return list(dict.fromkeys(id for mark in item.iter_markers("rule") for id in mark.args))


def known(config: pytest.Config) -> dict[str, Entry]:
    """Every entry of every registered game's ledger, read at the first citation."""
    if known_key not in config.stash:
        config.stash[known_key] = {entry.id: entry for _, ledger in ledgers() for entry in ledger}
    return config.stash[known_key]


def wrong_citations(cited: list[str], known: dict[str, Entry]) -> Iterator[str]:
    """What is wrong with the citations of one test. What a cited example names does not count as more."""
    for id in cited:
        if id not in known:
            yield f"no ledger has {id}"
    examples = [known[id] for id in cited if id in known and known[id].kind is Kind.EXAMPLE]
    own = [id for id in cited if not any(id in example.names for example in examples)]
    if len(own) > MOST_CITED:
        yield f"cites {', '.join(own)}: at most {MOST_CITED}, split the test"


def private_uses(path: Path) -> Iterator[str]:
    """Where a module that cites rules uses a private name instead of playing."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(attr=name):
                names = [name]
            case ast.ImportFrom(module=str(module), names=aliases) if module.split(".")[0] == "foldtale":
                names = [*module.split("."), *(alias.name for alias in aliases)]
            case ast.Import(names=aliases):
                names = [part for alias in aliases for part in alias.name.split(".")]
            case _:
                continue
        for name in names:
            if name.startswith("_") and not name.endswith("__"):
                yield f"line {node.lineno}: a test that cites rules plays through Match; it uses {name}"


class Citations:
    """Gathers, where the session is controlled, what the tests that passed had cited."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.by_test: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.by_test.pop(report.nodeid, None)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.by_test[report.nodeid] = [str(id) for name, id in report.user_properties if name == PROPERTY]

    def pytest_sessionfinish(self) -> None:
        shown: dict[str, list[str]] = {}
        for test, ids in self.by_test.items():
            for id in ids:
                shown.setdefault(id, []).append(test)
        self.file.write_text(json.dumps(shown, indent=1, sort_keys=True), encoding="utf-8")
