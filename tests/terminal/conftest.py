"""Somebody at a keyboard: runs commands in this process, with lines typed ahead."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from foldtale.cli import main


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it wrote."""

    code: int | str | None
    out: str
    err: str


Typist = Callable[..., Ran]


@pytest.fixture
def tales(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where tales are kept during this test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "foldtale" / "tales"


@pytest.fixture
def foldtale(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tales: Path) -> Typist:
    """`foldtale("terminal", "pig", typed=["1", "q"])`: after the last line comes the end of input."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")

    def run(*argv: str, typed: list[str] | None = None) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed or [])))
        capsys.readouterr()
        try:
            code: int | str | None = main(argv)
        except SystemExit as left:
            code = left.code
        written = capsys.readouterr()
        return Ran(code, written.out, written.err)

    return run


def tale_lines(tales: Path) -> list[str]:
    """The lines of the only tale that was kept."""
    (path,) = tales.iterdir()
    return path.read_text(encoding="utf-8").splitlines()
