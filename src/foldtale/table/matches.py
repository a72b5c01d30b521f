"""The next match at the same table, on the same links."""

from __future__ import annotations

import secrets

import msgspec
from msgspec.structs import replace

from foldtale.kernel.chance import People, Seeded
from foldtale.kernel.errors import SetupError
from foldtale.kernel.match import Match
from foldtale.table.messages import Again
from foldtale.table.refusals import Refused
from foldtale.table.table import Table, begin, make_setup, seeded


def again(table: Table, holder: str, said: Again, now: float) -> None:
    """As host: a rematch or the next chapter, on the same links."""
    table.must_host(holder)
    if said.how == "go on":
        _go_on(table)
        return
    if not table.match.over and table.wrong is None and not table.is_full:
        raise Refused("not over", "the match is not over yet")
    setup = msgspec.to_builtins(table.match.setup)
    outcome = table.match.outcome
    if said.how == "next":
        if outcome is None or outcome.record is None:
            raise Refused("bad setup", "this match leaves no record to begin with; play a rematch")
        setup["record"] = msgspec.to_builtins(outcome.record)
    setup |= said.setup
    if setup.get("players") != table.match.setup.players:
        raise Refused("bad setup", "the same links are for as many players; make a new table for others")
    made = make_setup(table.game, setup)
    _begin_match(table, begin(table.game, made, table.desk.options, seed := secrets.randbits(64)), seed)


def goes_on(match: Match) -> bool:
    """Whether a next match can begin with the record that this one has left."""
    outcome = match.outcome
    if outcome is None or outcome.record is None:
        return False
    setup = msgspec.to_builtins(match.setup) | {"record": msgspec.to_builtins(outcome.record)}
    try:
        match.game.begin(match.game.setup(**setup))
    except SetupError:
        return False
    return True


def _go_on(table: Table) -> None:
    """A match of its own with all that could be read; what was kept stays as it is."""
    if table.wrong is None:
        raise Refused("bad request", "this match goes on by itself")
    table.must_be_untold()
    chance = Seeded(secrets.randbits(64), seeded(table.match).falls)
    table.match.use(People(chance) if isinstance(table.match.source, People) else chance)
    _begin_match(table, table.match, chance.seed)


def _begin_match(table: Table, match: Match, seed: int) -> None:
    table.match = match
    table.wrong = None
    table.number += 1
    table.at = 0
    table.fresh.clear()
    table.veiled = False
    table.undos = table.logged = 0
    table.collect()
    lasting = {habit.name for habit in table.game.habits if not habit.this_turn}
    desk = replace(table.desk, asked=0, proposals={}, wish=None, hurry=False)
    for seat, chair in enumerate(desk.chairs):
        habits = {name: 0 for name in chair.habits if name in lasting}
        people = int(bool(desk.holders_of(seat)))
        desk = desk.with_chair(seat, replace(chair, orders=(), habits=habits, people=people, hints=0))
    table.desk = desk
    table.begun = table.header(), seed
