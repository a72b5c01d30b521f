"""Who sits down, what is kept, how to come back, and how a game ends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from foldtale.table.seats import Seats
from foldtale.terminal import saves
from tests.terminal.conftest import Typist, tale_lines


def test_every_answer_is_saved_before_the_next_question(foldtale: Typist, tales: Path) -> None:
    foldtale("terminal", "pig", "--seed", "5", typed=["1", "2"])
    assert sum('"n"' in line for line in tale_lines(tales)) == 2


def test_what_bots_answered_is_saved_too(foldtale: Typist, tales: Path) -> None:
    foldtale("terminal", "connect_four", "--bots", "1", typed=["1", "q"])
    assert sum('"n"' in line for line in tale_lines(tales)) == 2


@pytest.mark.parametrize("typed", [["1", "q"], ["1"]])
def test_leaving_and_the_end_of_input_say_how_to_come_back(
    foldtale: Typist, tales: Path, typed: list[str]
) -> None:
    ran = foldtale(
        "terminal", "pig", "--bots", "1", "--names", "Ada", "--undo", "new", "--plain", typed=typed
    )
    (path,) = tales.iterdir()
    assert ran.code == 0
    assert f"Saved: {path}\n" in ran.out
    assert f"To go on: foldtale terminal --resume {path} --bots 1 --names Ada --undo new --plain\n" in ran.out


def test_s_saves_and_says_where(foldtale: Typist, tales: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.tale"
    ran = foldtale("terminal", "pig", typed=["s", f"s {copy}", f"s {tmp_path / 'nowhere' / 'x.tale'}"])
    assert f"Saved: {next(tales.iterdir())}\n" in ran.out
    assert f"Saved: {copy}\n" in ran.out
    assert copy.exists()
    assert "No such file or directory" in ran.out


def test_a_folder_that_takes_no_files_is_told_once_and_play_goes_on(foldtale: Typist, tales: Path) -> None:
    tales.parent.mkdir(parents=True)
    tales.write_text("not a folder")
    ran = foldtale("terminal", "pig", "--seed", "5", typed=["", "1", "q"])
    assert ran.out.count("This game cannot be saved") == 1
    assert "Pot 4" in ran.out
    assert "This game is not saved." in ran.out


def test_a_game_goes_on_where_it_was_left(foldtale: Typist, tales: Path) -> None:
    foldtale("terminal", "connect_four", typed=["4", "q"])
    (path,) = tales.iterdir()
    ran = foldtale("terminal", "--resume", str(path), typed=["4", "q"])
    assert "Player 2 drops a disc into d, which falls to row 2." in ran.out
    assert list(tales.iterdir()) == [path]


def test_files_of_one_day_have_different_names(foldtale: Typist, tales: Path) -> None:
    foldtale("terminal", "pig")
    foldtale("terminal", "pig")
    assert len(list(tales.iterdir())) == 2


def test_tales_lie_where_the_system_keeps_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("LOCALAPPDATA", "local")
    for system, folder in (
        ("linux", ".local/share"),
        ("darwin", "Library/Application Support"),
        ("win32", "local"),
    ):
        monkeypatch.setattr("sys.platform", system)
        assert saves.folder().as_posix().endswith(f"{folder}/foldtale/tales")


def test_bots_alone_play_to_the_end_and_tell_it(foldtale: Typist, tales: Path) -> None:
    ran = foldtale("terminal", "pig", "--bots", "2", "--seed", "1")
    assert ran.code == 0
    assert re.search(r"The end: banked\. Bot [12] wins\.", ran.out)
    assert re.search(r"Scores: Bot 1 \d+, Bot 2 \d+", ran.out)
    assert f"To read it again: foldtale replay {next(tales.iterdir())}" in ran.out
    assert "Play again" not in ran.out


def test_the_same_seed_brings_the_same_game(foldtale: Typist) -> None:
    games = [
        re.sub(
            r"tale of.*",
            "",
            foldtale("terminal", "thimble", "--bots", "3", "--seed", "8").out,
            flags=re.DOTALL,
        )
        for _ in "ab"
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("bots", "names", "expected"),
    [
        ("", "", ("Player 1", "Player 2", "Player 3")),
        ("1", "", ("Player 1", "Player 2", "Bot 3")),
        ("1,", "", ("Bot 1", "Player 2", "Player 3")),
        ("1,3", "Ada", ("Bot 1", "Ada", "Bot 3")),
        ("1,", "Ada, Bo,Robo", ("Robo", "Ada", "Bo")),
    ],
)
def test_who_sits_where(bots: str, names: str, expected: tuple[str, ...]) -> None:
    assert Seats.fill(3, bots, names).names == expected


@pytest.mark.parametrize(
    "wrong",
    [
        ["--bots", "x"],
        ["--bots=-1"],
        ["--bots", "4"],
        ["--bots", "3,"],
        ["--names", "A,,B"],
        ["--names", "A,A"],
        ["--names", "A,B,C"],
    ],
)
def test_impossible_companies_are_refused_in_a_sentence(foldtale: Typist, wrong: list[str]) -> None:
    ran = foldtale("terminal", "pig", *wrong)
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"foldtale: .+\n", ran.err)


def test_the_end_says_who_won_and_the_loser_begins_the_next_game(foldtale: Typist, tales: Path) -> None:
    ran = foldtale(
        "terminal", "connect_four", "--names", "Ada,Bo", typed=["1", "2"] * 3 + ["1", "perhaps", "y", "q"]
    )
    assert "Ada has four in a line and wins. (C4-07)" in ran.out
    assert "The end: four in a line. Ada wins." in ran.out
    assert "Scores: Ada 1, Bo 0" in ran.out
    assert "Type y to play again, or n to leave." in ran.out
    assert "▶ ○ Bo" in ran.out[ran.out.index("Play again") :]
    assert len(list(tales.iterdir())) == 2


def test_nobody_has_to_play_again(foldtale: Typist) -> None:
    moves = ["1", "2"] * 3 + ["1"]
    assert foldtale("terminal", "connect_four", typed=[*moves, "n"]).code == 0
    assert foldtale("terminal", "connect_four", typed=moves).code == 0


def test_a_game_left_before_the_dice_fell_asks_for_them_again(foldtale: Typist, tales: Path) -> None:
    foldtale("terminal", "pig", "--companion", typed=["1", "4", "1"])
    ran = foldtale("terminal", "--resume", str(next(tales.iterdir())), typed=["3"])
    assert ran.code == 0
    assert "Pot 7" in ran.out


def test_real_dice_can_be_taken_out_in_mid_game(foldtale: Typist, tales: Path) -> None:
    foldtale("terminal", "pig", typed=["2"])
    ran = foldtale("terminal", "--resume", str(next(tales.iterdir())), "--companion", typed=["1 6"])
    assert "Die: 6." in ran.out
