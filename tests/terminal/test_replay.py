"""Tales told again, also damaged ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from foldtale.bots.random import RandomBot
from foldtale.kernel import Match, registry
from tests.terminal.conftest import Typist


@pytest.fixture
def pig_tale(tmp_path: Path) -> Path:
    """A finished game of Pig in a file."""
    return finished("pig", tmp_path / "pig.tale")


def finished(name: str, path: Path) -> Path:
    game = registry.get(name)
    match = Match.new(game, next(game.variants()), seed=1)
    bot = RandomBot(1)
    while match.ask is not None:
        match.answer(bot.choose(match.glimpse(match.ask.answers)) or 0)
    match.save(path)
    return path


def test_a_tale_is_told_like_a_story(foldtale: Typist, pig_tale: Path) -> None:
    ran = foldtale("replay", str(pig_tale))
    assert ran.code == 0
    assert ran.out.startswith("Pig, 2 players\n   1  Player 1")
    assert "wins with" in ran.out.splitlines()[-1]
    assert foldtale("replay", str(pig_tale), "--plain").out.isascii()


def test_a_tale_can_be_told_up_to_a_question(foldtale: Typist, pig_tale: Path) -> None:
    numbers = [
        line[:4].strip() for line in foldtale("replay", str(pig_tale), "--to", "4").out.splitlines()[1:]
    ]
    assert [number for number in numbers if number] == ["1", "2", "3"]


def damaged(tale: Path, line: int, old: str, new: str) -> Path:
    rows = tale.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in rows[line - 1]
    rows[line - 1] = rows[line - 1].replace(old, new)
    tale.write_text("".join(rows), encoding="utf-8")
    return tale


def test_a_damaged_tale_is_told_as_far_as_it_is_good(foldtale: Typist, tmp_path: Path) -> None:
    tale = damaged(finished("connect_four", tmp_path / "four.tale"), 5, '"drop ', '"hop ')
    ran = foldtale("replay", str(tale))
    assert ran.code == 1
    assert [line[:4].strip() for line in ran.out.splitlines()[1:4]] == ["1", "2", "3"]
    last = ran.out.splitlines()[-1]
    assert last.startswith("Here the tale breaks off. four.tale, line 5: 'hop ")
    assert "'drop a', 'drop b'" in last
    assert ran.err == ""
    assert foldtale("replay", str(tale), "--to", "4").code == 0
    assert foldtale("replay", str(tale), "--to", "5").code == 1


def test_a_tale_cut_short_is_told_and_can_go_on_in_another_file(
    foldtale: Typist, tales: Path, tmp_path: Path
) -> None:
    tale = finished("connect_four", tmp_path / "four.tale")
    cut = "".join(tale.read_text(encoding="utf-8").splitlines(keepends=True)[:4])
    tale.write_text(cut, encoding="utf-8")
    assert foldtale("replay", str(tale)).code == 1
    ran = foldtale("terminal", "--resume", str(tale), typed=["", "q"])
    assert ran.code == 0
    assert "the tale is cut short" in ran.out
    assert "The file stays as it is." in ran.out
    assert foldtale("terminal", "--resume", str(tale)).code == 0
    assert tale.read_text(encoding="utf-8") == cut
    assert len(list(tales.iterdir())) == 1


def test_what_is_no_tale_is_refused_in_a_sentence(foldtale: Typist, tmp_path: Path) -> None:
    file = tmp_path / "x.tale"
    file.write_bytes(b"\xff\x00")
    ran = foldtale("replay", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("foldtale: x.tale, line 1: ")


def test_a_finished_tale_that_is_resumed_shows_its_end(foldtale: Typist, pig_tale: Path) -> None:
    ran = foldtale("terminal", "--resume", str(pig_tale), typed=["n"])
    assert "The end: banked." in ran.out
    assert ran.code == 0
