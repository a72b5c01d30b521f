"""`upgrade-check` reads either kind of store, also while it is served."""

from __future__ import annotations

import asyncio

from foldtale.table.desk import Options
from foldtale.table.messages import NewTable
from foldtale.table.store import Store
from foldtale.table.table import Table
from foldtale.table.upgrade import check


def test_a_store_that_is_being_served_can_be_checked(store_url: str) -> None:
    async def run() -> None:
        store = await asyncio.to_thread(Store, store_url)
        table = Table.new(NewTable("pig", {}, (), Options()), "host", 0.0)
        await store.create(table.kept_new())
        found = await asyncio.to_thread(lambda: list(check(store_url)))
        assert [(one.table, one.game, one.continues) for one in found] == [(table.id, "pig", True)]
        await asyncio.to_thread(store.close)

    asyncio.run(run())
