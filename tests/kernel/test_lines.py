"""Every line of a tale is compared with what the rules are at; files are written as their owner left them."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foldtale import games
from foldtale.kernel import Match
from foldtale.kernel.chance import Dice, People, Seeded
from foldtale.kernel.errors import TaleError

Line = dict[str, Any]


@pytest.fixture
def thimble(tmp_path: Path) -> Path:
    """A saved game of Thimble with a free move in it, not over yet."""
    game = games.get("thimble")
    for seed in range(100):
        match = Match.new(game, game.setup(), seed=seed)
        for _ in range(40):
            if match.over:
                break
            asides = match.asides
            match.answer((asides[0].seat, asides[0].key) if asides else 0)
        if not match.over and any(line.get("aside") for line in match.log):
            match.save(tmp_path / "a.tale")
            return tmp_path / "a.tale"
    raise AssertionError("no such game")


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """A saved game of Pig, played with real dice."""
    game = games.get("pig")
    match = Match.new(game, game.setup(players=2), chance=People(Seeded(1)))
    for answer in ("roll", "4", "roll", "2", "hold", "roll", "6"):
        match.answer(answer)
    match.save(tmp_path / "pig.tale")
    return tmp_path / "pig.tale"


def change(path: Path, which: Callable[[Line], object], **fields: object) -> int:
    """Change the first line that is meant; its number."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    at = next(at for at, line in enumerate(lines) if which(line))
    lines[at] |= fields
    lines[at] = {name: value for name, value in lines[at].items() if value is not None}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return at + 1


@pytest.mark.parametrize(
    "which, fields, problem",
    [
        (lambda line: line.get("aside"), {"aside": None}, "a free move at 'turn'"),
        (lambda line: line.get("key") == "draw", {"aside": True}, "answers 'turn'"),
        (lambda line: line.get("topic") == "turn", {"topic": "tuck"}, "answers 'tuck', but seat"),
        (lambda line: "end" in line, {"over": True}, "the match goes on"),
    ],
)
def test_a_line_that_says_what_did_not_happen_is_named(
    thimble: Path, which: Callable[[Line], object], fields: Line, problem: str
) -> None:
    Match.load(thimble)
    at = change(thimble, which, **fields)
    with pytest.raises(TaleError, match=problem) as refused:
        Match.load(thimble)
    assert f"line {at}" in str(refused.value)


def test_dice_that_fell_for_something_else_are_named(pig: Path) -> None:
    Match.load(pig)
    at = change(pig, lambda line: "chance" in line, chance="weather")
    with pytest.raises(TaleError, match=f"line {at}.*weather"):
        Match.load(pig)


def test_an_answer_where_dice_are_rolled_is_named(pig: Path) -> None:
    at = change(pig, lambda line: "chance" in line, chance=None, seat=0, topic="turn")
    with pytest.raises(TaleError, match=f"line {at}"):
        Match.load(pig)


def test_dice_where_a_question_is_asked_are_named(pig: Path) -> None:
    at = change(pig, lambda line: "topic" in line, topic=None, seat=None, chance="die")
    with pytest.raises(TaleError, match=f"line {at}"):
        Match.load(pig)


def test_a_save_goes_through_a_link_and_keeps_the_files_mode(pig: Path) -> None:
    match = Match.load(pig)
    pig.chmod(0o640)
    link = pig.with_name("link.tale")
    link.symlink_to(pig.name)
    match.answer("hold")
    match.save(link)
    assert link.is_symlink()
    assert stat.S_IMODE(pig.stat().st_mode) == 0o640
    assert Match.load(pig).log == match.log


def test_a_file_may_have_the_longest_name(pig: Path) -> None:
    long = pig.with_name("x" * 250 + ".tale")
    Match.load(pig).save(long)
    assert long.exists()


def test_a_file_has_a_name(pig: Path) -> None:
    with pytest.raises(ValueError, match="name of a file"):
        Match.load(pig).save("")


def test_drafts_of_long_ago_are_cleared_away(pig: Path) -> None:
    old, young = (pig.with_name(f".{name}.tale-draft") for name in ("old", "young"))
    for draft in (old, young):
        draft.write_text("cut sho", encoding="utf-8")
    os.utime(old, (1, 1))
    Match.load(pig).save(pig)
    assert (old.exists(), young.exists()) == (False, True)


@pytest.mark.parametrize("faces", [("sun", "two words"), ("",), (" ",)])
def test_a_face_of_a_die_is_one_word(faces: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="one word"):
        Dice((faces,))


def test_no_more_dice_than_can_be_counted() -> None:
    assert len(Dice(((1, 2, 3, 4, 5, 6),) * 24)) == 6**24
    with pytest.raises(ValueError, match="25 dice"):
        Dice(((1, 2, 3, 4, 5, 6),) * 25)


@pytest.mark.parametrize("seat", [None, "0", 1.0, -2])
def test_what_is_no_seat_says_no_dice(seat: object, tmp_path: Path) -> None:
    game = games.get("pig")
    match = Match.new(game, game.setup(players=2), chance=People(Seeded(1)))
    match.answer("roll")
    with pytest.raises(ValueError, match="no seat"):
        match.answer((seat, "4"))
    match.answer((1, "4"))
