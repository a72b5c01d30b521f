"""The view of a seat as a file: what it holds, and how it is read again."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from foldtale.cli import main
from foldtale.kernel.tale import Header, step_of
from foldtale.table.history import History
from foldtale.table.messages import Undo
from foldtale.table.table import Table
from foldtale.table.undoing import undo
from foldtale.table.views import dressed, written_view
from tests.table.given import ADA, NOW, asked, keep, keys, say, table


def played(take_back: bool = False) -> Table:
    made = table("thimble", ADA, ADA, ADA, setup={"rounds": 2})
    draw = random.Random(4)
    for step in range(25):
        if made.match.over:
            break
        if take_back and step % 8 == 7:
            undo(made, ADA, Undo(asked(made), made.match.number), NOW)
            keep(made)
        else:
            say(made, draw.choice(keys(made)))
    return made


def history_of(made: Table) -> History:
    header = json.loads(made.header())
    return History(Header(**header), [step_of(json.dumps(line)) for line in made.match.log])


def test_the_history_is_the_match_at_every_question() -> None:
    made = table("thimble", ADA, ADA, ADA, setup={"rounds": 2})
    draw = random.Random(4)
    seen = {}
    while len(seen) < 40 and not made.match.over:
        seen[made.match.number] = made.match.fork()
        say(made, draw.choice(keys(made)))
    history = history_of(made)
    order = list(seen)
    draw.shuffle(order)
    for number in order:
        then = history.at(number)
        for seat in (0, 1, 2, 30):
            assert then.scene(seat) == seen[number].scene(seat)
            assert then.story(seat) == seen[number].story(seat)


@pytest.mark.parametrize("take_back", [False, True])
@pytest.mark.parametrize("seat", [0, 2, 30])
def test_a_view_adds_up_to_what_the_seat_sees_now(seat: int, take_back: bool) -> None:
    made = played(take_back)
    rows = [json.loads(row) for row in written_view(made.match, made.desk, 1, seat).splitlines()]
    assert (rows[0]["view"], rows[0]["seat"], rows[-1]["end"]) == (1, seat, len(rows) - 1)
    scene: dict[str, object] = {}
    lines: list[object] = []
    for row in rows[1:-1]:
        scene |= row.get("scene", {})
        lines = lines[: row["since"]] + row["lines"]
    import msgspec

    now = dressed(made.match, made.desk, seat)
    assert scene == {
        name: json.loads(msgspec.json.encode(getattr(now, name))) for name in now.__struct_fields__
    }
    assert lines == made.match.story(seat)


def test_a_view_is_told_in_the_terminal_and_cannot_be_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = played()
    path = tmp_path / "mine.view"
    path.write_bytes(written_view(made.match, made.desk, 1, 1))
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert "as seen from seat 2" in told
    assert "draws" in told
    assert main(["terminal", "--resume", str(path)]) == 1
    assert "not the first line of a tale" in capsys.readouterr().err
    whole = path.read_bytes()
    for bad in (
        whole[:-30],
        whole.replace(b'"told"', b'"tale"', 1),
        b'{"view":1}\n',
        b'{"view":1,"game":"x","seat":0}\n{"end":1}\n',
    ):
        path.write_bytes(bad)
        assert main(["replay", str(path)]) in (1, 2)
        assert "foldtale:" in capsys.readouterr().err
