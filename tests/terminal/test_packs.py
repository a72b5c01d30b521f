"""A pack at the text table: its cards can be read, and a saved game finds it again."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.conftest import Typist

PARLOUR = str(Path(__file__).parents[1] / "games" / "thimble" / "packs" / "parlour")


def test_a_card_can_be_read_by_a_word_of_its_title(foldtale: Typist) -> None:
    out = foldtale("terminal", "--pack", PARLOUR, "--bots", "2", "--seed", "1", typed=["? locket", "q"]).out
    assert "A tin locket" in out
    assert "Three people at this table remember three different pictures" in " ".join(out.split())
    assert "You may: the player to the left shows you their hand" in " ".join(out.split())


def test_the_page_says_what_it_does(foldtale: Typist) -> None:
    out = foldtale("terminal", "--pack", PARLOUR, "--bots", "2", "--seed", "1", typed=["q"]).out
    assert "The number of cards a hand may hold is 1 higher." in " ".join(out.split())


def test_what_is_said_about_going_on_brings_the_pack_along(foldtale: Typist, tales: Path) -> None:
    left = foldtale("terminal", "--pack", PARLOUR, "--bots", "2", "--seed", "1", typed=["1", "q"]).out
    assert f"--pack {PARLOUR}" in " ".join(left.split())
    (tale,) = tales.iterdir()
    again = foldtale("terminal", "--resume", str(tale), "--bots", "2", "--pack", PARLOUR, typed=["q"])
    assert (again.code, "The stopped clock" in again.out) == (0, True)
    assert foldtale("replay", str(tale), "--pack", PARLOUR).code == 0


def test_bots_notice_when_a_pack_breaks_the_rules(foldtale: Typist) -> None:
    assert foldtale("sim", "thimble", "--pack", PARLOUR, "--games", "20").code == 0


def test_a_folder_that_is_not_there_is_said_so(foldtale: Typist) -> None:
    ran = foldtale("check", "nowhere")
    assert (ran.code, ran.err) == (2, "foldtale: there is no folder nowhere\n")


def test_a_choice_that_a_game_does_not_have_is_named_with_those_that_it_has(foldtale: Typist) -> None:
    ran = foldtale("terminal", "thimble", "--set", "colour=blue")
    assert "one can choose: players, rounds, pack, record" in ran.err


def test_whom_to_choose_is_called_by_name(foldtale: Typist) -> None:
    for seed in range(12):
        typed = ["1", "play pincushion", "q", "q"]
        argv = ["terminal", "--pack", PARLOUR, "--bots", "2", "--names", "Ada,Bo,Cleo", "--seed", str(seed)]
        out = foldtale(*argv, typed=typed).out
        if "Who or which one?" in out:
            assert "1. Bo" in out
            assert "2. Cleo" in out
            return
    raise AssertionError("nobody was dealt the trick")
