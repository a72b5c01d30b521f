"""The `.tale` file: written, read again, and refused with a clear word when it is damaged."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldtale import games
from foldtale.kernel import SAME_DICE, SPECTATOR, Match, People, Seeded, SetupError, TaleError, script
from foldtale.kernel.tale import LARGEST, open_tale
from tests.kernel.toys import choices, run_with, start
from tests.sizes import size

PIG, FOUR, THIMBLE = games.get("pig"), games.get("connect_four"), games.get("thimble")
HEADER = {"tale": 1, "game": "pig", "version": 1, "setup": {"players": 2}}
END = {"end": 1, "over": False}
ROLL = {"n": 1, "seat": 0, "topic": "turn", "key": "roll"}


def everything(match: Match) -> object:
    """All that a table can know of a match."""
    seats = (*range(match.setup.players), SPECTATOR)
    looks = [(match.story(seat), match.scene(seat)) for seat in seats]
    return match.game.name, match.setup, match.log, looks, match.number, match.outcome, repr(match.ask)


def pig_with_undo(steps: int) -> Match:
    match = Match.new(PIG, PIG.setup(players=3), seed=8, undo=SAME_DICE)
    for step in range(steps):
        match.answer("hold" if step % 4 == 3 else "roll")
        if step % 5 == 4:
            match.undo()
    return match


def pig_with_real_dice(steps: int) -> Match:
    match = Match.new(PIG, PIG.setup(players=2), chance=People(Seeded(1)), undo=SAME_DICE)
    for step in range(steps):
        match.answer("hold" if step % 3 == 2 else "roll")
        if step % 3 != 2:
            match.answer(str(2 + step % 5))
    return match


def thimble_with_asides(steps: int) -> Match:
    match = Match.new(THIMBLE, THIMBLE.setup(players=4, rounds=2), seed=5, undo=SAME_DICE)
    chosen = random.Random(2)
    for step in range(steps):
        ask = match.ask
        if ask is None:
            break
        aside = chosen.choice(ask.aside) if ask.aside and step % 2 else None
        match.answer((aside.seat, aside.key) if aside else chosen.randrange(len(ask.options)))
        if step % 7 == 6:
            match.undo()
    return match


def connect_four(steps: int) -> Match:
    match = Match.new(FOUR, FOUR.setup(players=2, record={"wins": [1, 0], "draws": 2, "begins": 1}))
    for step in range(steps):
        if not match.over:
            match.answer(step % 2)
    return match


GAMES = [pig_with_undo, pig_with_real_dice, thimble_with_asides, connect_four]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.tale"


def write(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def refused(path: Path) -> TaleError:
    """Loading raises a TaleError and leaves the file as it is."""
    before = path.read_bytes()
    with pytest.raises(TaleError) as error:
        Match.load(path)
    assert path.read_bytes() == before
    assert str(error.value).startswith(f"{path.name}, line {error.value.line}: ")
    return error.value


@pytest.mark.parametrize("play", GAMES)
@pytest.mark.parametrize("steps", [0, 1, 7, 30, 2000])
def test_a_match_that_was_saved_and_loaded_is_the_same(
    play: Callable[[int], Match], steps: int, path: Path
) -> None:
    match = play(min(steps, 60) if play in (pig_with_real_dice, pig_with_undo) else steps)
    match.save(path)
    again = Match.load(path)
    assert everything(again) == everything(match)
    assert everything(again.fork()) == everything(match)
    again.save(path.with_name("b.tale"))
    assert path.with_name("b.tale").read_bytes() == path.read_bytes()


def test_these_games_do_have_asides_undo_and_real_dice() -> None:
    lines = [line for play in GAMES for line in play(60).log]
    assert any("aside" in line for line in lines)
    assert any("undo" in line for line in lines)
    assert any("chance" in line and "n" in line for line in lines)
    assert thimble_with_asides(2000).over
    assert connect_four(2000).over


def test_a_finished_game_with_a_record_keeps_it(path: Path) -> None:
    match = connect_four(2000)
    match.save(path)
    assert match.outcome is not None
    assert Match.load(path).outcome == match.outcome


def test_a_loaded_match_goes_on(path: Path) -> None:
    match = pig_with_undo(3)
    match.save(path)
    again = Match.load(path, seed=1)
    again.answer("roll")
    again.answer("hold")
    assert len(again.log) > len(match.log)
    again.save(path)
    assert everything(Match.load(path)) == everything(again)


def test_a_loaded_match_goes_on_with_the_dice_of_its_seed(path: Path) -> None:
    match = Match.new(PIG, PIG.setup(players=2), seed=5)
    for _ in range(3):
        match.answer("roll")
    match.save(path)
    again = Match.load(path, seed=5)
    for _ in range(6):
        match.answer("roll")
        again.answer("roll")
    assert again.log == match.log


def test_in_a_loaded_match_the_same_dice_come_again_after_undo(path: Path) -> None:
    for seed in range(5):
        match = Match.new(PIG, PIG.setup(players=2), seed=seed)
        match.answer("roll")
        match.save(path)
        again = Match.load(path, seed=seed, undo=SAME_DICE)
        again.undo()
        again.answer("roll")
        assert again.log[-1] == match.log[-1]


def test_in_a_loaded_match_dice_that_were_undone_do_not_count(path: Path) -> None:
    match = Match.new(PIG, PIG.setup(players=2), seed=5, undo=SAME_DICE)
    for _ in range(3):
        match.answer("roll")
    match.undo()
    match.undo()
    match.save(path)
    again = Match.load(path, seed=5, undo=SAME_DICE)
    for _ in range(5):
        match.answer("roll")
        again.answer("roll")
    assert again.log == match.log


def test_a_match_saved_while_people_roll_can_be_loaded(path: Path) -> None:
    match = Match.new(PIG, PIG.setup(players=2), chance=People(Seeded(1)))
    match.answer("roll")
    match.save(path)
    again = Match.load(path)
    assert again.log == match.log


def test_an_undo_while_people_roll_can_be_loaded(path: Path) -> None:
    match = Match.new(PIG, PIG.setup(players=2), chance=People(Seeded(1)))
    match.answer("roll")
    match.undo()
    match.answer("hold")
    match.answer("roll")
    match.answer("3")
    match.save(path)
    assert everything(Match.load(path)) == everything(match)


def test_a_loaded_match_goes_on_with_real_dice(path: Path) -> None:
    match = Match.new(PIG, PIG.setup(players=2), chance=People(Seeded(1)))
    match.answer("roll")
    match.answer("4")
    match.save(path)
    again = Match.load(path)
    again.answer("roll")
    again.answer("5")
    assert [line["key"] for line in again.log] == ["roll", "4", "roll", "5"]


def test_a_tale_can_be_read_by_people_and_does_not_hold_the_seed(path: Path) -> None:
    match = Match.new(PIG, PIG.setup(players=2), seed=987654321)
    match.answer("roll")
    match.answer("hold")
    match.save(path)
    text = path.read_text(encoding="utf-8")
    rows = [json.loads(row) for row in text.splitlines()]
    assert rows[0] == HEADER
    assert rows[1] == {"n": 1, "seat": 0, "topic": "turn", "key": "roll"}
    assert rows[2].keys() == {"chance", "key"}
    assert rows[-1] == {"end": len(rows) - 1, "over": False}
    assert "987654321" not in text


def test_saving_again_replaces_the_file_and_leaves_nothing_else(path: Path) -> None:
    path.write_text("old", encoding="utf-8")
    pig_with_undo(3).save(path)
    pig_with_undo(9).save(path)
    assert everything(Match.load(path)) == everything(pig_with_undo(9))
    assert list(path.parent.iterdir()) == [path]


def test_saving_where_nothing_can_be_written_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "a.tale"
    folder.mkdir()
    with pytest.raises(OSError):
        pig_with_undo(3).save(folder)
    assert list(tmp_path.iterdir()) == [folder]


def test_only_a_match_from_a_setup_that_keeps_its_log_can_be_saved(path: Path) -> None:
    setup = PIG.setup(players=2)
    by_hand = Match.at(PIG, PIG.begin(setup))
    for match in (by_hand, Match.new(PIG, setup, bare=True), Match.new(PIG, setup).imagine(0, 1)):
        with pytest.raises(ValueError, match="can be saved"):
            match.save(path)
    assert not path.exists()


def test_a_position_made_by_hand_cannot_be_saved_as_if_it_were_a_start(path: Path) -> None:
    setup = PIG.setup(players=2)
    position = PIG.begin(setup)
    position.scores[0] = 98
    match = Match.at(PIG, position, setup, chance=script(6))
    match.answer("roll")
    match.answer("hold")
    assert match.over
    with pytest.raises(ValueError, match="can be saved"):
        match.save(path)


UNICODE_TOY = """
from tests.kernel.toys import *

def main(g):
    for _ in range(3):
        yield REST
        g.write((yield Ask(0, "wohin — où?", (option("nach Süden ☀"), option("到北方")), "")).key)
        g.write((yield Chance("Würfel 🎲", ("Füchse", "Hühner\\u2028"))))
    return Outcome("done", (), ())

import msgspec
game = msgspec.structs.replace(toy(main), name="spaß")
"""


def test_every_letter_survives(tmp_path: Path) -> None:
    code = """
from foldtale.kernel import Match
from foldtale.kernel import registry
from tests.kernel.toys import ToySetup
game = registry.get("spaß")
match = Match.new(game, ToySetup(motto="L’été — “là”\\n\\t\\x00 🐈"), seed=3)
for key in ("nach Süden ☀", "到北方", "到北方"):
    match.answer(key)
match.save("a.tale")
again = Match.load("a.tale")
print(again.log == match.log and again.setup == match.setup and again.outcome == match.outcome)
"""
    assert run_with(tmp_path, UNICODE_TOY, {"spaß": "folk:game"}, code).strip() == "True"
    assert "nach Süden ☀" in (tmp_path / "a.tale").read_text(encoding="utf-8")


@pytest.mark.parametrize("play", GAMES)
def test_a_tale_cut_at_any_line_is_refused_and_opens_as_far_as_it_is_good(
    play: Callable[[int], Match], path: Path
) -> None:
    match = play(20)
    match.save(path)
    rows = path.read_bytes().splitlines(keepends=True)
    for count in range(len(rows)):
        path.write_bytes(b"".join(rows[:count]))
        error = refused(path)
        assert 1 <= error.line <= count + 1
        try:
            good, wrong = open_tale(Match, path)
        except TaleError:
            continue
        assert wrong is not None
        assert good.log == match.log[: len(good.log)]


def test_what_is_opened_is_all_that_is_good(path: Path) -> None:
    match = connect_four(6)
    match.save(path)
    rows = path.read_bytes().splitlines(keepends=True)
    for count in range(1, len(rows)):
        path.write_bytes(b"".join(rows[:count]))
        good, wrong = open_tale(Match, path)
        assert good.log == match.log[: count - 1]
        assert wrong is not None
        assert "cut short" in str(wrong)
        assert wrong.line == count + 1
        good.answer(0)


@pytest.mark.parametrize("play", GAMES)
def test_a_tale_cut_anywhere_is_refused(play: Callable[[int], Match], path: Path) -> None:
    play(6).save(path)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 1, size(11, 5, 1)):
        path.write_bytes(whole[:length])
        with pytest.raises(TaleError):
            Match.load(path)


def test_a_tale_can_be_opened_up_to_a_question(path: Path) -> None:
    match = connect_four(6)
    match.save(path)
    for number in range(1, 7):
        good, wrong = open_tale(Match, path, to=number)
        assert wrong is None
        assert good.number == number
        assert good.log == match.log[: number - 1]


def test_a_key_that_is_not_offered_is_named_with_its_line_and_the_offers(path: Path) -> None:
    line = {"n": 1, "seat": 0, "topic": "turn", "key": "dance"}
    error = refused(write(path, HEADER, line, {"end": 2, "over": False}))
    assert error.line == 2
    assert str(error) == "a.tale, line 2: 'dance' is not among the options: 'roll', 'hold' (by PIG-02)"


def test_a_fall_that_does_not_fit_before_the_first_question_is_named(path: Path) -> None:
    header = {**HEADER, "game": "thimble", "setup": {"players": 3}}
    falls = [{"chance": "deal", "key": "silk"}, {"chance": "deal", "key": "dragon"}]
    error = refused(write(path, header, *falls, {"end": 3, "over": False}))
    assert error.line == 3
    assert "dragon" in str(error)


@pytest.mark.parametrize(
    "line", [{**ROLL, "cheat": 1}, {"chance": "die", "key": "4", "seat": 0}, {"key": "roll"}]
)
def test_a_line_with_a_field_too_many_or_too_few_is_refused(line: dict[str, object], path: Path) -> None:
    assert refused(write(path, HEADER, line, {"end": 2, "over": False})).line == 2


def test_an_answer_by_a_seat_that_is_not_asked_is_named(path: Path) -> None:
    line = {"n": 1, "seat": 1, "topic": "turn", "key": "hold"}
    error = refused(write(path, HEADER, line, {"end": 2, "over": False}))
    assert error.line == 2
    assert "seat 1" in str(error)


@pytest.mark.parametrize(
    ("fall", "says"),
    [
        ({"chance": "die", "key": "7"}, "'7' cannot fall for 'die'; possible: 1, 2, 3, 4, 5, 6"),
        ({"chance": "coin", "key": "4"}, "the rules draw by chance for 'die'"),
        ({"n": 2, "chance": "die", "key": "7"}, "'7' cannot fall"),
        ({"n": 2, "seat": 0, "topic": "turn", "key": "hold"}, "the rules draw by chance for 'die'"),
    ],
)
def test_a_fall_that_does_not_fit_is_named(fall: dict[str, object], says: str, path: Path) -> None:
    error = refused(write(path, HEADER, ROLL, fall, {"end": 3, "over": False}))
    assert says in str(error)
    assert error.line in (2, 3)


def test_damage_is_named_even_where_the_rules_miss_what_stood_there(path: Path) -> None:
    error = refused(write(path, HEADER, ROLL, {"chance": "die", "kye": "4"}, {"end": 3, "over": False}))
    assert error.line == 3
    assert "kye" in str(error)


def test_lines_after_the_end_of_the_game_are_refused(path: Path) -> None:
    match = connect_four(2000)
    match.save(path)
    rows = path.read_text(encoding="utf-8").splitlines()
    surplus = json.dumps({"n": match.number + 1, "seat": 0, "topic": "move", "key": "drop a"})
    path.write_text(
        "\n".join([*rows[:-1], surplus, json.dumps({"end": len(rows), "over": True})]) + "\n",
        encoding="utf-8",
    )
    assert "over" in str(refused(path))


def test_lines_after_the_last_line_are_refused(path: Path) -> None:
    pig_with_undo(3).save(path)
    rows = len(path.read_text(encoding="utf-8").splitlines())
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(ROLL) + "\n")
    error = refused(path)
    assert error.line == rows + 1
    assert "nothing may follow" in str(error)


@pytest.mark.parametrize("tail", ["garbage\n", "\n\n", "{}\n", "{"])
def test_anything_after_the_last_line_is_refused(tail: str, path: Path) -> None:
    pig_with_undo(3).save(path)
    with path.open("a", encoding="utf-8") as file:
        file.write(tail)
    refused(path)


def test_a_line_that_was_lost_in_the_middle_is_noticed(path: Path) -> None:
    match = Match.new(PIG, PIG.setup(players=2))
    for _ in range(4):
        match.answer("hold")
    match.save(path)
    rows = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*rows[:3], *rows[5:]]) + "\n", encoding="utf-8")
    assert "5 lines were written, 3 are here" in str(refused(path))


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ({}, "tale"),
        ({**HEADER, "tale": 2}, "2"),
        ({**HEADER, "tale": "1"}, "tale"),
        ({**HEADER, "seed": 5}, "seed"),
        ({**HEADER, "game": "snakes"}, "no game is called 'snakes'; installed: "),
        ({**HEADER, "game": ["pig"]}, "game"),
        ({**HEADER, "version": "new"}, "version"),
        ({**HEADER, "setup": None}, "setup"),
        ({**HEADER, "setup": [2]}, "setup"),
        ({**HEADER, "setup": {"players": 99}}, "players"),
        ({**HEADER, "setup": {"players": "2"}}, "players"),
        ({**HEADER, "setup": {"players": 2, "cheat": 1}}, "cheat"),
        ({**HEADER, "setup": {"self": 2}}, "self"),
        ({"tale": 1, "version": 1, "setup": {}}, "game"),
        ({"tale": 1, "version": 1, "game": "pig"}, "setup"),
        ([1, 2], "array"),
        ("tale", "str"),
    ],
)
def test_a_wrong_header_is_refused(header: object, says: str, path: Path) -> None:
    error = refused(write(path, header, END))
    assert error.line == 1
    assert says in str(error)


def test_a_setup_that_the_game_itself_refuses_is_a_wrong_header(path: Path) -> None:
    setup = {"players": 4, "rounds": 1, "record": {"wins": [0, 0, 0]}}
    with pytest.raises(SetupError):
        Match.new(THIMBLE, THIMBLE.setup(**setup))
    assert refused(write(path, {**HEADER, "game": "thimble", "setup": setup}, END)).line == 1


def test_a_record_that_no_game_can_leave_is_a_wrong_header(path: Path) -> None:
    setup = {"players": 2, "record": {"begins": 5}}
    assert refused(write(path, {**HEADER, "game": "connect_four", "setup": setup}, END)).line == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\x00\x01\x02\xff\xfe",
        b"\xff\xfe{\x00}\x00",
        b"PK\x03\x04 this is an archive",
        b"{'tale': 1}\n",
        json.dumps(HEADER).encode()[:-1] + b', "who": "\xff"}\n',
        "{\"tale\": 1, \"game\": \"pig\", \"who\": \"é\"}".encode("latin-1"),
        b"[" * 100_000,
        b'{"tale":' * 50_000,
        json.dumps(HEADER).encode() + b"\n" + b"[" * 100_000 + b"\n",
        b'{"tale": 1' + b"0" * 10_000 + b"}\n",
    ],
    ids=["empty", "a line", "bytes", "utf-16", "zip", "quotes", "not utf-8", "latin-1", "deep list", "deep object",
         "deep second line", "a huge number"],
)  # fmt: skip
def test_what_is_no_tale_is_refused(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    refused(path)


def test_a_huge_file_is_refused_unread(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(TaleError, match="larger than 16 MiB"):
        Match.load(path)


BAD: list[Any] = [
    None,
    "",
    "x",
    "1",
    -1,
    0,
    1.5,
    True,
    10**30,
    float("nan"),
    float("inf"),
    [],
    [[1]],
    {},
    {"a": 1},
]
DELETED = object()


def damaged(rows: list[dict[str, Any]], at: int, field: str, value: object) -> str:
    row = (
        {**rows[at], field: value}
        if value is not DELETED
        else {k: v for k, v in rows[at].items() if k != field}
    )
    return "".join(json.dumps(line) + "\n" for line in [*rows[:at], row, *rows[at + 1 :]])


FIELDS = [
    "topic",
    "key",
    "aside",
    "chance",
    "undo",
    "dice",
    "end",
    "over",
    "tale",
    "game",
    "version",
    "setup",
    "else",
]


@pytest.mark.parametrize("field", ["n", "seat", *FIELDS])
@pytest.mark.parametrize("play", GAMES)
def test_a_field_of_a_wrong_type_is_refused_or_does_not_matter(
    field: str, play: Callable[[int], Match], path: Path
) -> None:
    match = play(8)
    match.save(path)
    rows = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
    problems = []
    for at, row in enumerate(rows):
        for value in [*BAD, DELETED] if field in row or at in (0, 3) else ():
            path.write_text(damaged(rows, at, field, value), encoding="utf-8")
            try:
                Match.load(path)
            except TaleError:
                pass
            except Exception as error:
                problems.append(f"{row} with {field} {value!r}: {error!r}")
    assert problems == []


@pytest.mark.parametrize("number", [0, -1, 1, 2.5, "3", True])
def test_the_numbers_of_a_tale_only_grow(number: object, path: Path) -> None:
    hold = {"topic": "turn", "key": "hold"}
    good = [{"n": 1, "seat": 0, **hold}, {"n": 2, "seat": 1, **hold}, {"n": 3, "seat": 0, **hold}]
    Match.load(write(path, HEADER, *good, {"end": 4, "over": False}))
    good[2]["n"] = number
    assert refused(write(path, HEADER, *good, {"end": 4, "over": False})).line == 4


@pytest.mark.parametrize(
    "undo", [{"undo": 7, "dice": "forbid"}, {"undo": 1, "dice": "loaded dice"}, {"undo": 1}]
)
def test_an_undo_names_what_it_undoes_and_how(undo: dict[str, object], path: Path) -> None:
    hold = {"n": 1, "seat": 0, "topic": "turn", "key": "hold"}
    Match.load(write(path, HEADER, hold, {"undo": 1, "dice": "forbid"}, {"end": 3, "over": False}))
    assert refused(write(path, HEADER, hold, undo, {"end": 3, "over": False})).line == 3


def test_an_undo_that_its_policy_forbids_is_refused(path: Path) -> None:
    fall = {"chance": "die", "key": "4"}
    lines = (HEADER, ROLL, fall, {"undo": 1, "dice": "forbid"}, {"end": 4, "over": False})
    assert "revealed" in str(refused(write(path, *lines)))


def test_loading_knows_the_undo_policies(path: Path) -> None:
    pig_with_undo(2).save(path)
    with pytest.raises(ValueError, match="no undo policy"):
        Match.load(path, undo="never")


@pytest.mark.parametrize("play", [pig_with_undo, thimble_with_asides])
@given(data=st.data())
def test_a_damaged_tale_is_refused_or_read_but_never_crashes(
    play: Callable[[int], Match], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / f"{play.__name__}.tale"
    play(8).save(path)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=6))
    path.write_bytes(content)
    with suppress(TaleError):
        Match.load(path)


def test_the_log_of_a_match_is_its_tale(path: Path) -> None:
    match = thimble_with_asides(25)
    match.save(path)
    rows = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
    assert rows[1:-1] == match.log
    assert start(choices).log == []
