"""`foldtale review`: a finished tale drawn and told, and refused where there is nothing to look at yet."""

from __future__ import annotations

import json
from pathlib import Path

from tests.terminal.conftest import Typist
from tests.terminal.test_replay import damaged, finished

TALES = Path(__file__).parents[1] / "fixtures" / "tales"


def test_a_finished_tale_is_drawn_for_each_side_with_what_turned_it(foldtale: Typist, tmp_path: Path) -> None:
    tale = finished("pig", tmp_path / "pig.tale")
    ran = foldtale("review", str(tale))
    assert ran.code == 0
    rows = [line for line in ran.out.splitlines() if line.startswith("  Player")]
    assert sorted(row.split()[-1] for row in rows) == ["0%", "100%"]
    plain = foldtale("review", str(tale), "--plain")
    assert plain.out.isascii()
    assert "Each digit is a chance of winning in tenths." in plain.out


def test_a_team_has_one_row_and_reasons_in_the_readers_language(foldtale: Typist) -> None:
    tale = str(TALES / "storyfold" / "chapter-one.tale")
    english, italian = [
        json.loads(foldtale("review", tale, "--json", "--lang", lang).out) for lang in ("en", "it")
    ]
    assert english["sides"] == italian["sides"] == [[0]]
    assert english["points"] == italian["points"]
    assert english["points"][-1]["chances"] == [1.0]
    assert [one["number"] for one in english["moments"]] == [one["number"] for one in italian["moments"]]
    assert any(one["happened"] for one in english["moments"])
    assert [one["happened"] for one in english["moments"]] != [one["happened"] for one in italian["moments"]]


def test_a_match_that_goes_on_is_not_looked_at_again(foldtale: Typist, tmp_path: Path) -> None:
    whole = finished("pig", tmp_path / "pig.tale").read_text(encoding="utf-8").splitlines()
    half = [*whole[:20], json.dumps({"end": 20, "over": False}), ""]
    tale = tmp_path / "half.tale"
    tale.write_text("\n".join(half), encoding="utf-8")
    ran = foldtale("review", str(tale))
    assert ran.code == 1
    assert "not over yet" in ran.err


def test_a_damaged_tale_says_which_line_is_wrong(foldtale: Typist, tmp_path: Path) -> None:
    tale = finished("pig", tmp_path / "pig.tale")
    ran = foldtale("review", str(damaged(tale, 2, '"key": "', '"key": "x')))
    assert ran.code != 0
    assert "line 2" in ran.err
