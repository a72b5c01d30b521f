"""The dice of the pool: SF-019 to SF-024 and SF-Q04."""

from __future__ import annotations

from foldtale.games.storyfold.dice import EXTRA, MOST_EIGHTS, SIDES, Pool
from foldtale.games.storyfold.record import ExtraDie
from foldtale.games.storyfold.state import Wood
from foldtale.kernel.effects import value
from foldtale.kernel.talk import tell


def pool_of(g: Wood) -> Pool:
    """Return all dice of the pool, as changed by cards: SF-019 to SF-021."""
    d8 = value(g, "dice", g.owned[0], least=0, most=MOST_EIGHTS)
    return (d8, g.owned[1], g.owned[2])


def recover_dice(g: Wood, n: int) -> None:
    """Take used dice back, the large ones first; those on the table are not used yet: SF-024."""
    pool = pool_of(g)
    for kind in (2, 1, 0):
        back = min(n, pool[kind] - g.ready[kind] - on_table(g, kind))
        if back > 0:
            g.ready = with_dice(g.ready, kind, back)
            tell(g, "dice come back", 0, "SF-024", (back,))
            n -= back


def on_table(g: Wood, kind: int) -> int:
    """Return how many dice of a kind were rolled for the Action under way."""
    return [sides for sides, _ in g.rolled].count(SIDES[kind]) if g.action is not None else 0


def exhaust_dice(g: Wood, n: int) -> None:
    """Use up dice that are left, the small ones first."""
    for kind in (0, 1, 2):
        gone = min(n, g.ready[kind])
        if gone > 0:
            g.ready = with_dice(g.ready, kind, -gone)
            tell(g, "dice are gone", 0, "SF-024", (gone,))
            n -= gone


def with_dice(pool: Pool, kind: int, change: int) -> Pool:
    """Return a pool with `change` more dice of a kind."""
    d8, d10, d12 = [count + change * (at == kind) for at, count in enumerate(pool)]
    return d8, d10, d12


def own_die(g: Wood, die: ExtraDie, owned: bool) -> None:
    """Gain or lose a larger die, available at once unless it was just rolled: SF-020, SF-021 and SF-Q04."""
    kind = EXTRA[die]
    if g.owned[kind] != int(owned):
        g.owned = with_dice(g.owned, kind, 1 if owned else -1)
        g.ready = with_dice(g.ready, kind, 1 - on_table(g, kind) if owned else -g.ready[kind])
        tell(g, "gains die" if owned else "loses die", 0, "SF-020", (die,))
