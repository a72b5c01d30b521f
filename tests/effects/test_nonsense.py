"""No rule and no check reads what is printed: with nonsense on every card all goes as before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAME = (
    ["tests/conform", "-k", "stored_games"],
    ["tests/games/storyfold/test_walked.py", "tests/games/wonderbook/test_checks.py"],
    ["tests/games/wonderbook/test_destiny.py", "tests/games/storyfold/test_bad_books.py"],
    ["tests/table/test_upgrade.py"],
)
"""Stored games, walks, checks of packs, the warning before the last Destiny token, unfinished games."""


@pytest.mark.slow
@pytest.mark.parametrize("tests", SAME, ids=lambda tests: tests[0])
def test_games_and_checks_go_as_before_when_every_card_says_nonsense(tests: list[str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "tests.nonsense"]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    run = subprocess.run(
        [*command, *tests], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-3000:]
