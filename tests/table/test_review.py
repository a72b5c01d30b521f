"""A review is made beside the event loop, kept with the table, and made anew when the match has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from foldtale.bots.review import Review
from foldtale.kernel.match import NEW_DICE
from foldtale.table.archive import Archive
from foldtale.table.desk import Options
from foldtale.table.guests import Guest
from foldtale.table.house import House, HouseSettings
from foldtale.table.jobs import Past
from foldtale.table.messages import NewTable, Place, Undo
from foldtale.table.refusals import Refused
from foldtale.table.table import Table
from foldtale.table.undoing import undo
from tests.table.given import ADA, NOW, keys

BOTH = NewTable("connect_four", {"players": 2}, (Place("me"), Place("me")), Options(undo=NEW_DICE))


def play_out(table: Table) -> None:
    while not table.match.over:
        table.match.answer(keys(table)[0])
    table.collect()


def played_out() -> Table:
    made = Table.new(BOTH, ADA, NOW)
    play_out(made)
    return made


def in_a_house(do: Callable[[House], Awaitable[None]]) -> None:
    async def run() -> None:
        house = House(HouseSettings())
        await house.start()
        try:
            await do(house)
        finally:
            await house.stop()

    asyncio.run(run())


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The jobs that thinkers are given."""
    jobs: list[str] = []
    think = Archive.think

    async def noted(archive: Archive, past: Past, job: str, *given: object) -> object:
        jobs.append(job)
        return await think(archive, past, job, *given)

    monkeypatch.setattr(Archive, "think", noted)
    return jobs


def test_a_review_is_made_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = counted(monkeypatch)

    async def look(house: House) -> None:
        made = played_out()
        await house.add(made)
        one, two = await asyncio.gather(*[house.review(made.id, 1, 0) for _ in range(2)])
        assert isinstance(one, Review)
        assert one == two == await house.review(made.id, 1, 0)
        assert jobs.count("review") == 1
        await house.review(made.id, 1, 1)
        assert jobs.count("review") == 2

    in_a_house(look)


def test_it_is_ready_for_those_who_look_when_the_match_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = counted(monkeypatch)

    async def play(house: House) -> None:
        made = Table.new(BOTH, ADA, NOW)
        await house.add(made)
        house.enter(house.live(made.id), Guest(ADA, 0))
        await house.act(made.id, play_out)
        while await house.store.review(made.id, 1, 0) is None:
            await asyncio.sleep(0.01)
        assert jobs.count("review") == 1

    in_a_house(play)


def test_a_match_that_was_taken_back_is_not_over_and_then_looked_at_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jobs = counted(monkeypatch)

    async def look(house: House) -> None:
        made = played_out()
        await house.add(made)
        before = await house.review(made.id, 1, 0)
        await house.act(made.id, lambda table: undo(table, ADA, Undo(0, table.match.number), NOW))
        with pytest.raises(Refused, match="not over"):
            await house.review(made.id, 1, 0)
        await house.act(made.id, play_out)
        after = await house.review(made.id, 1, 0)
        assert after.points[-1].number > before.points[-1].number
        assert jobs.count("review") > 1

    in_a_house(look)


def test_a_deleted_table_leaves_no_review() -> None:
    async def look(house: House) -> None:
        made = played_out()
        await house.add(made)
        await house.review(made.id, 1, 0)
        await house.delete(made.id)
        assert await house.store.review(made.id, 1, 0) is None
        await house.store.keep_review(made.id, 1, 0, 0, b"late")
        assert await house.store.review(made.id, 1, 0) is None

    in_a_house(look)
