"""Seven Virtues in the terminal: a whole game, typed by one person beside bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import Typist, tale_lines

LONGEST = 1500


@pytest.mark.slow
def test_a_whole_game_is_played_in_the_terminal(foldtale: Typist, tales: Path) -> None:
    typed = ["1", "pass"] * LONGEST
    ran = foldtale(
        *(
            "terminal",
            "virtues",
            "--players",
            "3",
            "--bots",
            "2",
            "--level",
            "easy",
            "--seed",
            "4",
            "--plain",
        ),
        *("--set", "fall=true"),
        typed=typed,
    )
    assert ran.code == 0
    assert any(end in ran.out for end in ("wins.", "The kingdom has fallen.", "All heroes are fallen."))
    assert "Lowest row" in ran.out
    assert "Cataclysms" in ran.out
    assert '"over": true' in tale_lines(tales)[-1]
