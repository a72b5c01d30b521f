"""One match after another at the same table, and tables that come back from what is kept."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from foldtale.kernel.log import Undone
from foldtale.kernel.snapshot import freeze, thaw
from foldtale.kernel.talk import Chance
from foldtale.table import matches
from foldtale.table.desk import Options, write_desk
from foldtale.table.jobs import take_in
from foldtale.table.messages import Again, ImportedTable, NewTable, Place, Undo
from foldtale.table.seating import invite, join
from foldtale.table.store import Kept
from foldtale.table.table import Table, is_veiled, read_tale
from foldtale.table.undoing import undo
from tests.table.given import ADA, BO, NOW, asked, keep, keys, say, table, why_not


def play_out(made: Table, seed: int = 1) -> None:
    draw = random.Random(seed)
    while not made.match.over:
        say(made, draw.choice(keys(made)))


def kept_of(made: Table) -> Kept:
    """The table as a store would give it back."""
    source: Any = made.match.source
    lines = [json.dumps(line, ensure_ascii=False) for line in made.match.log]
    return Kept(made.id, made.rev, made.number, write_desk(made.desk), made.header(), source.seed, lines, NOW)


def again(made: Table, how: Any, holder: str = ADA, **setup: Any) -> None:
    matches.again(made, holder, Again(how, setup), NOW)


def test_a_rematch_has_new_dice_and_the_same_seats() -> None:
    made = table("pig", ADA, BO)
    assert why_not(lambda: again(made, "rematch")) == "not over"
    play_out(made)
    assert why_not(lambda: again(made, "rematch", BO)) == "not the host"
    seats = made.desk.holders
    again(made, "rematch")
    assert (made.number, made.at, made.match.over) == (2, 0, False)
    assert made.begun is not None
    assert made.desk.holders == seats


def test_the_next_chapter_begins_with_the_record() -> None:
    for seed in range(40):
        made = table("wonderbook", ADA, ADA)
        play_out(made, seed)
        outcome = made.match.outcome
        assert outcome is not None
        again(made, "next")
        assert made.match.setup.record == outcome.record
        return


def test_a_match_without_a_record_has_no_next() -> None:
    made = table("pig", ADA, BO)
    play_out(made)
    assert why_not(lambda: again(made, "next")) == "bad setup"


def test_a_rematch_may_choose_otherwise_but_not_the_number_of_players() -> None:
    made = table("thimble", ADA, ADA, ADA)
    play_out(made)
    assert why_not(lambda: again(made, "rematch", players=4)) == "bad setup"
    assert why_not(lambda: again(made, "rematch", rounds=9)) == "bad setup"
    again(made, "rematch", rounds=2)
    assert made.match.setup.rounds == 2


@pytest.mark.parametrize("with_snapshot", [False, True])
@pytest.mark.parametrize(("game", "players"), [("pig", 3), ("thimble", 4), ("wonderbook", 2)])
def test_a_table_comes_back_from_its_lines_or_from_a_snapshot_and_the_lines_since(
    game: str, players: int, with_snapshot: bool
) -> None:
    draw = random.Random(players)
    made = table(game, *[ADA] * players)
    frozen, at = freeze(made.match), len(made.match.log)
    for step in range(60):
        if made.match.over:
            break
        if step % 9 == 8:
            undo(made, ADA, Undo(asked(made), made.match.number), NOW)
            keep(made)
        else:
            say(made, draw.choice(keys(made)))
        if step == 31:
            frozen, at = freeze(made.match), len(made.match.log)
        kept = kept_of(made)
        match = None
        if with_snapshot:
            match = thaw(made.game, made.match.setup, frozen, kept.seed, made.desk.options.undo)
        back = Table.opened(kept, match, at if with_snapshot else 0)
        assert back.wrong is None
        assert back.undos == made.undos
        for seat in (*range(players), 30):
            assert back.match.scene(seat) == made.match.scene(seat)
            assert back.match.story(seat) == made.match.story(seat)
        if not made.match.over:
            key = keys(made)[0]
            twin = made.match.fork()
            twin.answer(key)
            say(back, key)
            assert back.match.log == twin.log


def test_another_process_takes_in_what_was_kept() -> None:
    here = table("thimble", ADA, ADA, ADA)
    there = Table.opened(kept_of(here))
    draw = random.Random(3)
    for step in range(40):
        if here.match.over:
            break
        at = there.at
        if step % 7 == 6:
            undo(here, ADA, Undo(asked(here), here.match.number), NOW)
            keep(here)
        else:
            say(here, draw.choice(keys(here)))
        kept = kept_of(here)
        there.catch_up(kept._replace(lines=kept.lines[at:]))
        assert there.wrong is None
        assert (there.rev, there.at, there.undos) == (here.rev, here.at, here.undos) or there.at == len(
            kept.lines
        )
        assert there.match.story(1) == here.match.story(1)
        assert there.match.scene(2) == here.match.scene(2)
        if not here.match.over:
            one, other = here.match.fork(), there.match.fork()
            one.answer(keys(here)[0])
            other.answer(keys(here)[0])
            assert one.log == other.log


def test_a_match_that_no_longer_fits_its_rules_opens_up_to_there_and_can_go_on() -> None:
    made = table("thimble", ADA, ADA, ADA, setup={"rounds": 3})
    draw = random.Random(2)
    for _ in range(12):
        say(made, draw.choice(keys(made)))
    kept = kept_of(made)
    answers = [at for at, line in enumerate(kept.lines) if '"topic"' in line]
    broken = list(kept.lines)
    broken[answers[8]] = broken[answers[8]].replace('"key": "', '"key": "no longer ')
    back = Table.opened(kept._replace(lines=broken))
    assert back.wrong is not None
    assert back.match.last_answered == json.loads(broken[answers[7]])["n"]
    assert why_not(lambda: say(back, keys(back)[0])) == "stopped"
    assert why_not(lambda: again(back, "go on", BO)) == "not the host"
    again(back, "go on")
    assert back.number == 2
    assert back.begun is not None
    assert [json.loads(line) for line in back.fresh] == back.match.log
    keep(back)
    play_out(back)
    reopened = Table.opened(kept_of(back))
    assert reopened.wrong is None
    assert reopened.match.over


def test_only_a_match_that_stopped_goes_on_by_hand() -> None:
    made = table("pig", ADA, BO)
    assert why_not(lambda: again(made, "go on")) == "bad request"


def test_a_tale_becomes_a_table() -> None:
    from foldtale.kernel.tale import written

    made = table("thimble", ADA, ADA, ADA, setup={"rounds": 3})
    draw = random.Random(8)
    for _ in range(15):
        say(made, draw.choice(keys(made)))
    places = (Place("bot"), Place("me", "Ada"), Place())
    taken = take_in(written(made.match), "same dice")
    match = read_tale(written(made.match), "same dice", taken.seed)
    new = Table.imported(match, taken.lines, ImportedTable("", places), ADA, NOW)
    assert new.id != made.id
    assert new.match.log == made.match.log == [json.loads(line) for line in new.fresh]
    assert [chair.kind for chair in new.desk.chairs] == ["bot", "person", "open"]


PIG = '{"tale":1,"game":"pig","version":1,"setup":{"players":2}}'
FLY = '{"n":1,"seat":0,"topic":"turn","key":"fly"}'
END = '{"end":2,"over":false}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"view":1,"game":"thimble"}',
        '{"tale":1,"game":"no such game","version":1,"setup":{}}\n{"end":1,"over":false}\n',
        '{"tale":1,"game":"pig","version":1,"setup":{"players":99}}\n{"end":1,"over":false}\n',
        f"{PIG}\n{FLY}\n{END}\n",
        '{"tale":1,"game":"pig","version":1,"setup":{"players":2}}\n',
        '{"tale":1,"game":"thimble","version":1,"setup":{"players":3,"pack":"../../x"}}\n{"end":1,"over":false}\n',
    ],
)
def test_what_is_no_tale_is_refused(text: str) -> None:
    assert why_not(lambda: take_in(text, "same dice")) == "bad tale"


def test_a_setup_that_the_game_does_not_have_is_refused() -> None:
    for setup in (
        {"players": 99},
        {"players": 3, "wings": 2},
        {"players": "many"},
        {"players": 3, "pack": "nowhere"},
    ):
        assert (
            why_not(lambda setup=setup: Table.new(NewTable("thimble", setup, (), Options()), ADA, NOW))
            == "bad setup"
        )
    assert why_not(lambda: Table.new(NewTable("chess", {}, (), Options()), ADA, NOW)) == "no such game"
    four = (Place("me"),) * 4
    assert (
        why_not(lambda: Table.new(NewTable("thimble", {"players": 3}, four, Options()), ADA, NOW))
        == "bad setup"
    )


def test_what_fell_unseen_is_a_secret_also_when_it_was_taken_back() -> None:
    seen: Any = (Chance("die", (1, 2)), 1, 0)
    veiled: Any = (Chance("peek", (1, 2), to=1), 1, 0)
    assert not is_veiled(seen)
    assert is_veiled(veiled)
    assert is_veiled((Undone(1, "same dice", [seen, veiled]), None, 0))
    assert not is_veiled((Undone(1, "same dice", [seen]), None, 0))
    made = table("wonderbook", ADA, BO)
    assert made.full_tale(ADA)
    entries = made.match.entries
    assert entries is not None
    entries.append(veiled)
    made.collect()
    assert not made.full_tale(ADA)


def test_the_whole_tale_is_for_those_from_whom_nobody_has_secrets() -> None:
    made = table("thimble", ADA, BO, "bot")
    assert not made.full_tale(ADA)
    assert not table("thimble", ADA, ADA, "bot").full_tale(ADA)
    assert not table("thimble", ADA, ADA, "open").full_tale(ADA)
    alone = table("thimble", ADA, ADA, ADA)
    assert alone.full_tale(ADA)
    assert not alone.full_tale(BO)
    join(alone, BO, invite(alone, ADA, 1), "", NOW)
    assert not alone.full_tale(BO)
    assert not alone.full_tale(ADA)
    assert table("wonderbook", ADA, BO).full_tale(BO)
    over = table("thimble", ADA, ADA, ADA)
    play_out(over)
    assert over.full_tale("anybody")
