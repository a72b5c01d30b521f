"""The table in the terminal: every key, undo, real dice, plain lines."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from foldtale.kernel import REST, Ask, Match, Outcome, Play, registry
from foldtale.table.seats import Seats
from foldtale.terminal.keyboard import Unclear, pick_fall
from foldtale.terminal.screen import Screen, to_ascii
from foldtale.terminal.table import Table
from tests.kernel.toys import EITHER, Slate, ToySetup, toy
from tests.sizes import Seeds
from tests.terminal.conftest import Typist, tale_lines


def asked_times(out: str) -> int:
    return out.count("Roll once more, or hold?")


def test_a_number_or_a_name_or_its_beginning_chooses(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", "--seed", "5", typed=["1", "hold", "ro", "HOLD"])
    assert ran.code == 0
    assert "Player 1: Roll the die. Die: 4." in ran.out
    assert "Player 1 holds, banks 4 and has 4 points." in ran.out
    assert "Player 2 holds" in ran.out


def test_several_numbers_are_taken_in_turn_and_told_together(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", "--seed", "5", typed=["1 1,1"])
    assert "Pot 9" in ran.out
    assert asked_times(ran.out) == 2


def test_what_was_typed_ahead_is_dropped_when_somebody_else_moves(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", "--seed", "5", "--bots", "1", typed=["2 2 2"])
    assert "“2 2” is dropped: somebody else has moved first." in ran.out
    assert asked_times(ran.out) == 2


def test_a_wrong_word_typed_ahead_is_explained_under_the_new_question(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", "--seed", "5", typed=["1 x 1"])
    assert ran.out.rindex("Pot 4") < ran.out.index("“x” is not possible here.")
    assert asked_times(ran.out) == 2


@pytest.mark.parametrize("wrong", ["0", "3", "rolled", "-1", "²", "b b"])
def test_a_wrong_key_says_what_is_possible(foldtale: Typist, wrong: str) -> None:
    ran = foldtale("terminal", "pig", typed=[wrong])
    first, _, _ = wrong.partition(" ")
    told = (
        f"“{first}” is not possible here. Type a number from 1 to 2 (roll, hold), h for help or q to leave."
    )
    assert told in " ".join(ran.out.split())


def test_enter_alone_says_what_is_possible(foldtale: Typist) -> None:
    assert (
        "\nType a number from 1 to 2 (roll, hold), h for help" in foldtale("terminal", "pig", typed=[""]).out
    )


def test_an_unclear_beginning_says_so(foldtale: Typist) -> None:
    assert (
        "“drop” could mean several things here." in foldtale("terminal", "connect_four", typed=["drop"]).out
    )


def test_the_question_mark_shows_the_rule_behind_the_question(foldtale: Typist) -> None:
    assert "PIG-02  In a turn a player rolls or holds" in foldtale("terminal", "pig", typed=["?"]).out


def test_the_question_mark_looks_words_up(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", typed=["? pot turn", "? zebra", "?the"])
    assert "PIG-04  A roll of 1 loses the pot and ends the turn." in ran.out
    assert "No rule of Pig speaks of zebra." in ran.out
    assert "more: foldtale rules pig the" in ran.out


def test_b_shows_the_board_again(foldtale: Typist) -> None:
    assert asked_times(foldtale("terminal", "pig", typed=["b"]).out) == 2


def test_l_tells_the_last_ten_things(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", typed=["l", *["2"] * 12, "l"])
    assert "Nothing has happened yet." in ran.out
    last = ran.out[ran.out.rindex("h for help): l") :]
    assert last.count("holds, banks 0 and has 0 points. [PIG-05]") == 10


def test_h_names_every_key(foldtale: Typist) -> None:
    out = foldtale("terminal", "pig", typed=["h"]).out
    assert (
        foldtale("terminal", "pig", typed=["H", "Q"]).out.count(
            out[out.index("Type a number to choose") :][:40]
        )
        == 1
    )
    assert all(re.search(rf"^{re.escape(key)}   ", out, re.MULTILINE) for key in "?bluosqh")


def test_o_has_nothing_to_add_where_there_are_no_secrets(foldtale: Typist) -> None:
    assert "stand among the choices already" in foldtale("terminal", "pig", typed=["o"]).out


def test_undo_takes_back_ones_own_answer(foldtale: Typist, tales: Path) -> None:
    ran = foldtale("terminal", "connect_four", "--undo", "same", typed=["4", "u", "3", "q"])
    assert "The last answer is taken back." in ran.out
    assert "Player 1 drops a disc into c" in ran.out
    assert [line.split('"key": ')[1][:8] for line in tale_lines(tales) if "key" in line] == [
        '"drop d"',
        '"drop c"',
    ]


def test_undo_goes_back_past_bots_if_the_terms_allow(foldtale: Typist) -> None:
    ran = foldtale(
        "terminal", "connect_four", "--undo", "same", "--bots", "1", "--seed", "1", typed=["4", "u", "b"]
    )
    assert "The last answer is taken back." in ran.out
    assert "d1 [4]" in ran.out[ran.out.rindex("Grid") :]


def test_undo_is_refused_past_others_if_the_terms_say_so(foldtale: Typist) -> None:
    ran = foldtale("terminal", "connect_four", "--bots", "1", "--undo", "forbid", typed=["4", "u"])
    assert "Not undone: somebody else has answered since. Leave and go on with --undo" in ran.out


def test_a_column_is_chosen_by_its_letter(foldtale: Typist) -> None:
    ran = foldtale("terminal", "connect_four", typed=["d", "e"])
    assert "Player 1 drops a disc into d" in ran.out
    assert "Player 2 drops a disc into e" in ran.out


def test_there_must_be_something_to_undo(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", "--undo", "forbid", typed=["u"])
    assert "Not undone: nothing has been answered yet." in ran.out
    ran = foldtale("terminal", "connect_four", "--bots", "1,", "--undo", "new", typed=["u", "b"])
    assert "Not undone: no person has answered yet." in ran.out


def fragile(g: Slate) -> Play[Outcome]:
    """Rules that fail on one of two answers."""
    yield REST
    if (yield Ask(0, "way", EITHER, "TOY-01")).key == "left":
        raise ZeroDivisionError
    return Outcome("done", (), ())


def test_rules_that_fail_leave_the_question_open(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = iter(["left right", "right"])
    monkeypatch.setattr("builtins.input", lambda: next(lines))
    match = Match.new(toy(fragile), ToySetup(), seed=1)
    Table(match, Seats.fill(3), Screen(plain=True), tmp_path / "toy.tale").play()
    out = capsys.readouterr().out
    assert "Nothing has changed: the rules failed on 'left'" in out
    assert "The end: done. Nobody wins." in out


def test_people_type_what_fell(foldtale: Typist, tales: Path) -> None:
    ran = foldtale("terminal", "pig", "--companion", typed=["1", "4", "1 5", "s", "1", "", "7", "2", "hold"])
    assert "What did the die show?" in ran.out
    assert "Type what fell, for example 4" in ran.out
    assert "Player 1: Roll the die. Die: 4." in ran.out
    assert "Player 1: Roll the die. Die: 5." in ran.out
    assert "“7” cannot fall here. Type one of these: 1, 2, 3, 4, 5, 6" in ran.out
    assert "Player 1 holds, banks 11 and has 11 points." in ran.out


def test_people_roll_for_bots(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", "--bots", "2", "--companion", "--seed", "3", typed=["6", "u", "?"])
    assert "Die: 6." in ran.out
    assert "No rule stands behind this." in ran.out


def test_several_dice_are_one_answer() -> None:
    two = [(a, b) for a in (1, 2) for b in (1, 2)]
    offer, used = pick_fall(["2", "1", "hold"], two)
    assert (offer.choice.key, used) == ("2 1", 2)
    with pytest.raises(Unclear, match="“2” cannot fall here"):
        pick_fall(["2"], two)


def test_plain_is_pure_ascii_without_tricks(foldtale: Typist) -> None:
    for game, typed in (
        ("pig", ["1", "h", "?", "x"]),
        ("connect_four", ["1", "2"] * 4),
        ("thimble", [""] * 3),
    ):
        out = foldtale("terminal", game, "--plain", "--names", "Zoë", typed=typed).out
        assert out.isascii()
        assert "\x1b" not in out
        assert not re.search(r"---|===|\+--", out)
    assert "Zoe" in out


def test_nothing_is_wider_than_the_screen(foldtale: Typist) -> None:
    out = foldtale("terminal", "thimble", "--bots", "2", "--seed", "3", typed=["1"] * 20).out
    kept = [line for line in out.splitlines() if not line.startswith(("Saved:", "To ", "The tale"))]
    assert max(map(len, kept)) <= 80


def test_letters_beyond_ascii_find_their_likes() -> None:
    assert to_ascii("On the table ───\n│ Ada · Points 3 — “Zoë” × 2 …\n──────\n·  ·\n") == (
        'On the table\n  Ada, Points 3 - "Zoe" x 2 ...\n.  .\n'
    )


WORDS = ("1", "2", "3", "4", "1 2", "2 1 1", "u", "b", "l", "o", "s", "h", "?", "? cat", "x", "", "drop d", "roll", "go on",
    "0", "6", "1,2", "y", "9" * 30, "²", "q q")  # fmt: skip
WAYS = ("--bots=1", "--bots=2", "--bots=1,", "--plain", "--undo=same", "--undo=new", "--companion")


def test_whatever_is_typed_the_table_never_fails_and_its_tale_can_be_told(
    foldtale: Typist, tales: Path, seeds: Seeds
) -> None:
    for seed in seeds(2, 8, 500):
        random = Random(seed)
        ways = [way for way in WAYS if random.random() < 0.3]
        typed = [random.choice(WORDS) for _ in range(int(random.random() * 120))]
        name = random.choice(registry.names())
        if max([setup.players for setup in registry.get(name).variants()]) == 1:
            ways = [way for way in ways if not way.startswith("--bots")]  # for one alone there is no bot
        ran = foldtale("terminal", name, f"--seed={seed}", *ways, typed=typed)
        assert (ran.code, ran.err) == (0, "")
        for tale in tales.glob("*.tale"):
            assert foldtale("replay", str(tale)).code == 0
            tale.unlink()


def test_a_hint_names_the_best_choices_with_their_chances(foldtale: Typist) -> None:
    ran = foldtale("terminal", "pig", "--plain", "--bots", "1", "--seed", "1", typed=["1", "w", "q"])
    assert ran.code == 0
    assert ran.out.count("% to win") == 2


def test_a_hint_is_for_ones_own_questions(foldtale: Typist) -> None:
    """Real dice are no choice."""
    ran = foldtale("terminal", "pig", "--plain", "--companion", "--seed", "1", typed=["1", "w", "q"])
    assert "There are hints for your own questions only." in ran.out


@pytest.mark.parametrize("level", ["easy", "fair", "strong"])
def test_the_level_of_bots_is_chosen_and_kept_when_one_comes_back(foldtale: Typist, level: str) -> None:
    ran = foldtale(
        "terminal", "pig", "--plain", "--bots", "1", "--level", level, "--seed", "1", typed=["hold", "q"]
    )
    assert ran.code == 0
    assert (f"--level {level}" in ran.out) == (level != "fair")
