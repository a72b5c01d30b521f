"""The table in the terminal: every key, people and bots, curtains, free moves, real dice."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from foldtale.kernel import REST, Aside, Ask, Match, Outcome, Play, option, registry
from foldtale.terminal import rehearsal, saves
from foldtale.terminal.keyboard import Offer, Unclear, let_be, pick_fall, pick_offer
from foldtale.terminal.screen import Screen, to_ascii
from foldtale.terminal.seats import Seats
from foldtale.terminal.table import Table
from tests.kernel.toys import EITHER, Slate, ToySetup, toy, written
from tests.terminal.conftest import Typist

CURTAIN = re.compile(r"Pass the keyboard to (\w+)")
DECIDING = "Bot 1 is deciding. Press Enter to go on, or type o to move out of turn."


def thimble_seed(wanted: Callable[[set[int]], bool]) -> int:
    """The first seed that deals ribbons to seats as wanted."""
    game = registry.get("thimble")
    for seed in range(1000):
        ask = Match.new(game, game.setup(players=3), seed=seed).ask
        assert ask is not None
        if wanted({aside.seat for aside in ask.aside}):
            return seed
    raise LookupError("no such deal")


def asked_times(out: str) -> int:
    return out.count("Roll once more, or hold?")


def test_a_number_or_a_name_or_its_beginning_chooses(foldtale: Typist) -> None:
    ran = foldtale("play", "pig", "--seed", "5", typed=["1", "hold", "ro", "HOLD"])
    assert ran.code == 0
    assert "Player 1: Roll the die. Die: 4." in ran.out
    assert "Player 1 holds, banks 4 and has 4 points." in ran.out
    assert "Player 2 holds" in ran.out


def test_several_numbers_are_taken_in_turn_and_told_together(foldtale: Typist) -> None:
    ran = foldtale("play", "pig", "--seed", "5", typed=["1 1,1"])
    assert "Pot 9" in ran.out
    assert asked_times(ran.out) == 2


def test_what_was_typed_ahead_is_dropped_when_somebody_else_moves(foldtale: Typist) -> None:
    ran = foldtale("play", "pig", "--seed", "5", "--bots", "1", typed=["2 2 2"])
    assert "“2 2” is dropped: somebody else has moved first." in ran.out
    assert asked_times(ran.out) == 2


def test_a_wrong_word_typed_ahead_is_explained_under_the_new_question(foldtale: Typist) -> None:
    ran = foldtale("play", "pig", "--seed", "5", typed=["1 x 1"])
    assert ran.out.rindex("Pot 4") < ran.out.index("“x” is not possible here.")
    assert asked_times(ran.out) == 2


@pytest.mark.parametrize("wrong", ["0", "3", "rolled", "-1", "²", "b b"])
def test_a_wrong_key_says_what_is_possible(foldtale: Typist, wrong: str) -> None:
    ran = foldtale("play", "pig", typed=[wrong])
    told = f"“{wrong.split()[0]}” is not possible here. Type a number from 1 to 2 (roll, hold), h for help or q to leave."
    assert told in " ".join(ran.out.split())


def test_enter_alone_says_what_is_possible(foldtale: Typist) -> None:
    assert "\nType a number from 1 to 2 (roll, hold), h for help" in foldtale("play", "pig", typed=[""]).out


def test_an_unclear_beginning_says_so(foldtale: Typist) -> None:
    assert "“drop” could mean several things here." in foldtale("play", "connect_four", typed=["drop"]).out


def test_the_question_mark_shows_the_rule_behind_the_question(foldtale: Typist) -> None:
    assert "PIG-02  In a turn a player rolls or holds" in foldtale("play", "pig", typed=["?"]).out


def test_the_question_mark_looks_words_up(foldtale: Typist) -> None:
    ran = foldtale("play", "pig", typed=["? pot turn", "? zebra", "?the"])
    assert "PIG-04  A roll of 1 loses the pot and ends the turn." in ran.out
    assert "No rule of Pig speaks of zebra." in ran.out
    assert "more: foldtale rules pig the" in ran.out


def test_b_shows_the_board_again(foldtale: Typist) -> None:
    assert asked_times(foldtale("play", "pig", typed=["b"]).out) == 2


def test_l_tells_the_last_ten_things(foldtale: Typist) -> None:
    ran = foldtale("play", "pig", typed=["l", *["2"] * 12, "l"])
    assert "Nothing has happened yet." in ran.out
    last = ran.out[ran.out.rindex("h for help): l") :]
    assert last.count("holds, banks 0 and has 0 points. [PIG-05]") == 10


def test_h_names_every_key(foldtale: Typist) -> None:
    out = foldtale("play", "pig", typed=["h"]).out
    assert all(re.search(rf"^{re.escape(key)}   ", out, re.M) for key in "?bluosqh")


def test_o_has_nothing_to_add_where_there_are_no_secrets(foldtale: Typist) -> None:
    assert "stand among the choices already" in foldtale("play", "pig", typed=["o"]).out


def test_undo_takes_back_ones_own_answer(foldtale: Typist, tales: Path) -> None:
    ran = foldtale("play", "connect_four", "--undo", "same", typed=["4", "u", "3", "q"])
    assert "Answer 1 is taken back." in ran.out
    assert "Player 1 drops a disc into c" in ran.out
    assert [line.split('"key": ')[1][:8] for line in tale_lines(tales) if "key" in line] == [
        '"drop d"',
        '"drop c"',
    ]


def test_undo_goes_back_past_bots_if_the_terms_allow(foldtale: Typist) -> None:
    ran = foldtale(
        "play", "connect_four", "--undo", "same", "--bots", "1", "--seed", "1", typed=["4", "u", "b"]
    )
    assert "Answer 1 is taken back." in ran.out
    assert "d1 [4]" in ran.out[ran.out.rindex("Grid") :]


def test_undo_is_refused_past_others_under_the_usual_terms(foldtale: Typist) -> None:
    ran = foldtale("play", "connect_four", "--bots", "1", typed=["4", "u"])
    assert "Not undone: somebody else has answered since. Start with --undo same" in ran.out


def test_there_must_be_something_to_undo(foldtale: Typist) -> None:
    assert "Not undone: nothing has been answered yet." in foldtale("play", "pig", typed=["u"]).out
    ran = foldtale("play", "connect_four", "--bots", "1,", "--undo", "new", typed=["u", "b"])
    assert "Not undone: nobody at this keyboard has answered yet." in ran.out


def tale_lines(tales: Path) -> list[str]:
    (path,) = tales.iterdir()
    return path.read_text(encoding="utf-8").splitlines()


def test_every_answer_is_saved_before_the_next_question(foldtale: Typist, tales: Path) -> None:
    foldtale("play", "pig", "--seed", "5", typed=["1", "2"])
    assert sum('"n"' in line for line in tale_lines(tales)) == 2


def test_what_bots_answered_is_saved_too(foldtale: Typist, tales: Path) -> None:
    foldtale("play", "connect_four", "--bots", "1", typed=["1", "q"])
    assert sum('"n"' in line for line in tale_lines(tales)) == 2


@pytest.mark.parametrize("typed", [["1", "q"], ["1"]])
def test_leaving_and_the_end_of_input_say_how_to_come_back(
    foldtale: Typist, tales: Path, typed: list[str]
) -> None:
    ran = foldtale("play", "pig", "--bots", "1", "--names", "Ada", "--undo", "new", "--plain", typed=typed)
    (path,) = tales.iterdir()
    assert ran.code == 0
    assert f"Saved: {path}\n" in ran.out
    assert f"To go on: foldtale play --resume {path} --bots 1 --names Ada --undo new --plain\n" in ran.out


def test_s_saves_and_says_where(foldtale: Typist, tales: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.tale"
    ran = foldtale("play", "pig", typed=["s", f"s {copy}", f"s {tmp_path / 'nowhere' / 'x.tale'}"])
    assert f"Saved: {next(tales.iterdir())}\n" in ran.out
    assert f"Saved: {copy}\n" in ran.out
    assert copy.exists()
    assert "No such file or directory" in ran.out


def test_a_folder_that_takes_no_files_is_told_once_and_play_goes_on(foldtale: Typist, tales: Path) -> None:
    tales.parent.mkdir(parents=True)
    tales.write_text("not a folder")
    ran = foldtale("play", "pig", "--seed", "5", typed=["", "1", "q"])
    assert ran.out.count("This game cannot be saved") == 1
    assert "Pot 4" in ran.out
    assert "This game is not saved." in ran.out


def test_a_game_goes_on_where_it_was_left(foldtale: Typist, tales: Path) -> None:
    foldtale("play", "connect_four", typed=["4", "q"])
    (path,) = tales.iterdir()
    ran = foldtale("play", "--resume", str(path), typed=["4", "q"])
    assert "Player 2 drops a disc into d, which falls to row 2." in ran.out
    assert list(tales.iterdir()) == [path]


def test_files_of_one_day_have_different_names(foldtale: Typist, tales: Path) -> None:
    foldtale("play", "pig")
    foldtale("play", "pig")
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
    ran = foldtale("play", "pig", "--bots", "2", "--seed", "1")
    assert ran.code == 0
    assert re.search(r"The end: banked\. Bot [12] wins\.", ran.out)
    assert re.search(r"Scores: Bot 1 \d+, Bot 2 \d+", ran.out)
    assert f"To read it again: foldtale replay {next(tales.iterdir())}" in ran.out
    assert "Play again" not in ran.out


def test_the_same_seed_brings_the_same_game(foldtale: Typist) -> None:
    games = [
        re.sub(r"tale of.*", "", foldtale("play", "thimble", "--bots", "3", "--seed", "8").out, flags=re.S)
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
        ["--bots", "4"],
        ["--bots", "3,"],
        ["--names", "A,,B"],
        ["--names", "A,A"],
        ["--names", "A,B,C"],
    ],
)
def test_impossible_companies_are_refused_in_a_sentence(foldtale: Typist, wrong: list[str]) -> None:
    ran = foldtale("play", "pig", *wrong)
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"foldtale: .+\n", ran.err)


def test_the_end_says_who_won_and_the_loser_begins_the_next_game(foldtale: Typist, tales: Path) -> None:
    ran = foldtale(
        "play", "connect_four", "--names", "Ada,Bo", typed=["1", "2"] * 3 + ["1", "perhaps", "y", "q"]
    )
    assert "Ada has four in a line and wins. (C4-07)" in ran.out
    assert "The end: four in a line. Ada wins." in ran.out
    assert "Scores: Ada 1, Bo 0" in ran.out
    assert "Type y to play again, or n to leave." in ran.out
    assert "▶ ○ Bo" in ran.out[ran.out.index("Play again") :]
    assert len(list(tales.iterdir())) == 2


def test_nobody_has_to_play_again(foldtale: Typist) -> None:
    moves = ["1", "2"] * 3 + ["1"]
    assert foldtale("play", "connect_four", typed=[*moves, "n"]).code == 0
    assert foldtale("play", "connect_four", typed=moves).code == 0


def test_the_keyboard_is_passed_behind_a_curtain(foldtale: Typist) -> None:
    seed = thimble_seed(lambda ribbons: not ribbons)
    ran = foldtale(
        "play",
        "thimble",
        "--names",
        "Ada,Bo,Cleo",
        "--seed",
        str(seed),
        typed=["", "1", "", "1", "", "1", ""],
    )
    parts = CURTAIN.split(ran.out)
    assert parts[1::2][:4] == ["Ada", "Bo", "Cleo", "Ada"]
    for name, screen in zip(parts[1:6:2], parts[2:7:2], strict=True):
        before, own = screen.split("only you see it")
        assert re.findall(r"(Ada|Bo|Cleo) · Points", before)[-1] == name
        assert own.endswith("\n" * 24)


def test_one_person_among_bots_needs_no_curtain(foldtale: Typist) -> None:
    assert "Pass the keyboard" not in foldtale("play", "thimble", "--bots", "2", typed=["1"]).out


def test_nobody_passes_the_keyboard_where_nothing_is_secret(foldtale: Typist) -> None:
    assert "Pass the keyboard" not in foldtale("play", "pig", typed=["2", "2"]).out


def test_a_secret_question_with_one_option_is_asked_of_people(foldtale: Typist) -> None:
    out = foldtale("play", "thimble", "--bots", "1,2", "--seed", "1", typed=["1"] * 30).out
    assert re.search(r"Do you steal it\?\nwhy\? TH-09\n {2}1\. Let it be\nType 1 ", out)


def test_a_lone_person_may_move_before_a_bot(foldtale: Typist) -> None:
    seed = thimble_seed(lambda ribbons: ribbons == {2})
    play = ("play", "thimble", "--bots", "1,2", "--names", "Ada", "--seed", str(seed))
    ran = foldtale(*play, typed=["1"])
    assert "Bot 1 is deciding" in ran.out
    assert "1. Discard a ribbon and draw (before the answer)\n  2. Let Bot 1 go on" in ran.out
    assert "Ada plays the ribbon. (TH-18)" in ran.out
    for wait in ("", "2", "go on"):
        assert "Ada plays the ribbon." not in foldtale(*play, typed=[wait]).out


def test_a_bot_may_move_before_a_person(foldtale: Typist) -> None:
    outs = [foldtale("play", "thimble", "--bots", "2", "--seed", str(seed)).out for seed in range(60)]
    assert any(re.search(r"Bot \d plays the ribbon", out) for out in outs)


def test_out_of_turn_shows_ones_own_free_moves_behind_the_curtain(foldtale: Typist) -> None:
    seed = thimble_seed(lambda ribbons: ribbons == {1})
    typed = ["", "o", "2", "", "", "", "o", "Bo", "", "ribbon", "", "o", "nobody"]
    ran = foldtale("play", "thimble", "--names", "Ada,Bo,Cleo", "--seed", str(seed), typed=typed)
    assert "Who moves out of turn?  1. Bo  2. Cleo" in ran.out
    assert CURTAIN.findall(ran.out)[:5] == ["Ada", "Cleo", "Ada", "Bo", "Ada"]
    cleo, bo = CURTAIN.split(ran.out)[4], CURTAIN.split(ran.out)[8]
    assert "Ada is deciding" in cleo
    assert "1. Nothing after all" in cleo
    assert "1. Discard a ribbon and draw (before the answer)\n  2. Nothing after all" in bo
    assert "Bo plays the ribbon. (TH-18)" in ran.out
    assert "“nobody” is nobody who could move out of turn." in ran.out


@pytest.mark.parametrize("ribbons", [set(), {1}, {1, 2}])
def test_the_pause_before_a_bot_tells_nothing_about_hands(foldtale: Typist, ribbons: set[int]) -> None:
    seed = thimble_seed(lambda dealt: dealt == ribbons)
    ran = foldtale("play", "thimble", "--bots", "1,", "--seed", str(seed), typed=[])
    assert ran.out.startswith(DECIDING)


def test_people_may_move_out_of_turn_before_a_bot(foldtale: Typist, tales: Path) -> None:
    seed = thimble_seed(lambda ribbons: ribbons == {2})
    typed = ["o", "?", "o", "2", "", "1", "", "", "q"]
    ran = foldtale("play", "thimble", "--bots", "1,", "--names", "Bo,Cleo", "--seed", str(seed), typed=typed)
    assert "“?” is nobody who could move out of turn." in ran.out
    assert ran.out.count(DECIDING) >= 2
    assert any(
        '"seat": 2, "topic": "turn", "key": "ribbon", "aside": true' in line for line in tale_lines(tales)
    )


def test_the_pause_can_be_left(foldtale: Typist) -> None:
    ran = foldtale("play", "thimble", "--bots", "1,", typed=["q"])
    assert "To go on: foldtale play --resume" in ran.out


def test_rehearsals_show_which_questions_let_others_move_first() -> None:
    thimble, pig = registry.get("thimble"), registry.get("pig")
    assert rehearsal.windows(thimble, thimble.setup(players=3)) == {"turn"}
    assert rehearsal.windows(pig, pig.setup(players=2)) == frozenset()


def bell(g: Slate) -> Play[Outcome]:
    """Seat 0 chooses a way; seats 1 and 2 may ring first."""
    rung: list[int] = []
    while True:
        yield REST
        asides = tuple([Aside(seat, option("ring")) for seat in (1, 2) if seat not in rung])
        choice = yield Ask(0, "way", EITHER, "TOY-01", aside=asides)
        if not isinstance(choice, Aside):
            g.write(choice.key)
            return Outcome("done", (0, 1), (1, 1, 0))
        rung.append(choice.seat)
        g.write("rung by", choice.seat)


@pytest.mark.parametrize(("bots", "typed"), [("", ["4", "ring", "left"]), ("1,", ["2", "1", ""])])
def test_without_secrets_free_moves_of_others_are_choices_too(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    bots: str,
    typed: list[str],
) -> None:
    lines = iter(typed)
    monkeypatch.setattr("builtins.input", lambda: next(lines))
    match = Match.new(toy(bell), ToySetup(), seed=1)
    Table(match, Seats.fill(3, bots, "Ada,Bo,Cleo"), Screen(plain=True), tmp_path / "toy.tale", seed=1).play()
    out = capsys.readouterr().out
    assert written(match)[:2] == ["rung by 2", "rung by 1"]
    assert re.search(r"\d\. (Bo|Cleo): Ring \(before the answer\)", out)
    assert "win together" in out


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
    ran = foldtale("play", "pig", "--companion", typed=["1", "4", "1 5", "s", "1", "", "7", "2", "hold"])
    assert "What did the die show?" in ran.out
    assert "Type what fell, for example 4" in ran.out
    assert "Player 1: Roll the die. Die: 4." in ran.out
    assert "Player 1: Roll the die. Die: 5." in ran.out
    assert "“7” cannot fall here. Type one of these: 1, 2, 3, 4, 5, 6" in ran.out
    assert "Player 1 holds, banks 11 and has 11 points." in ran.out


def test_people_roll_for_bots(foldtale: Typist) -> None:
    ran = foldtale("play", "pig", "--bots", "2", "--companion", "--seed", "3", typed=["6", "s", "?"])
    assert "Die: 6." in ran.out
    assert "First type what fell, then save." in ran.out
    assert "No rule stands behind this." in ran.out


def test_a_game_left_before_the_dice_fell_can_be_resumed_and_asks_for_the_roll_again(
    foldtale: Typist, tales: Path
) -> None:
    foldtale("play", "pig", "--companion", typed=["1", "4", "1"])
    ran = foldtale("play", "--resume", str(next(tales.iterdir())), "--companion", typed=["1", "3"])
    assert ran.code == 0
    assert "Pot 4" in ran.out
    assert "Pot 7" in ran.out


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
        out = foldtale("play", game, "--plain", "--names", "Zoë", typed=typed).out
        assert out.isascii()
        assert "\x1b" not in out
        assert not re.search(r"---|===|\+--", out)
    assert "Zoe" in out


def test_nothing_is_wider_than_the_screen(foldtale: Typist) -> None:
    out = foldtale("play", "thimble", "--bots", "2", "--seed", "3", typed=["1"] * 20).out
    kept = [line for line in out.splitlines() if not line.startswith(("Saved:", "To ", "The tale"))]
    assert max(map(len, kept)) <= 80


def test_letters_beyond_ascii_find_their_likes() -> None:
    assert to_ascii("On the table ───\n│ Ada · Points 3 — “Zoë” × 2 …\n──────\n·  ·\n") == (
        'On the table\n  Ada, Points 3 - "Zoe" x 2 ...\n.  .\n'
    )


def test_to_let_be_is_enter() -> None:
    waiting = let_be("Let Bo go on")
    offers: list[Offer] = [waiting]
    assert pick_offer([""], offers) == (waiting, 1)
