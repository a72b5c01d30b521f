"""The same effects, once as a card says them and once written by hand: what the language costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NewType

from foldtale.kernel.effects import ME, Cause, Force, Kind, Language, Type, happen, perform
from foldtale.kernel.effects.expression import Scope, Variable, it
from foldtale.kernel.effects.instructions import Reader
from foldtale.kernel.effects.program import Code
from foldtale.kernel.pack.nodes import read_text
from foldtale.kernel.pack.problems import Problems
from foldtale.kernel.talk import Play, State, settle, tell

Seat = NewType("Seat", int)
Token = Literal["gold", "fame"]
TIMES = 400
FEW = 20

CARD = """
- {gain: 2, of: gold}
- {lose: 1, of: gold, who: it}
- if: purse(self) >= 3
  then: [{gain: 1, of: fame}, {lose: 1, of: gold}]
  else: [{gain: 1, of: gold}]
- each: others
  do: [{lose: 1, of: gold, who: it}, {gain: 1, of: fame, who: it}]
- repeat: 2
  do: [{gain: 1, of: gold}]
"""


class Purse(State):
    """Gold and fame of three."""

    def __init__(self) -> None:
        super().__init__()
        self.force = Force()
        self.gold = [5, 5, 5]
        self.fame = [0, 0, 0]

    def copy(self) -> Purse:
        raise NotImplementedError


PURSE = Language("purse", Kind("player"))
PURSE.kinds[Seat] = PURSE.actor
PURSE.event("gained", "somebody gains something", who=Seat, n=int)


@PURSE.op("{who} {who:gains|gain} {n} {of}")
def gain(g: Purse, n: int, of: Token, who: Seat = ME) -> None:
    """Take from the bank."""
    heap = g.gold if of == "gold" else g.fame
    heap[who] += n
    tell(g, "gains", who, "", (n, of))
    happen(g, "gained", who=who, n=n)


@PURSE.op("{who} {who:loses|lose} {n} {of}")
def lose(g: Purse, n: int, of: Token, who: Seat = ME) -> None:
    """Give to the bank."""
    heap = g.gold if of == "gold" else g.fame
    heap[who] = max(0, heap[who] - n)
    tell(g, "loses", who, "", (n, of))


@PURSE.value("the gold of {who}")
def purse(g: Purse, who: Seat) -> int:
    return g.gold[who]


@PURSE.value("the others")
def others(g: Purse, c: Cause) -> list[Seat]:
    return [Seat((c.me + step) % 3) for step in (1, 2)]


def by_hand(g: Purse, me: Seat, it: Seat) -> Play[None]:
    """What CARD says, line by line."""
    gain(g, 2, "gold", me)
    if g.due:
        yield from settle(g)
    lose(g, 1, "gold", it)
    if g.due:
        yield from settle(g)
    if purse(g, me) >= 3:
        gain(g, 1, "fame", me)
        if g.due:
            yield from settle(g)
        lose(g, 1, "gold", me)
    else:
        gain(g, 1, "gold", me)
    if g.due:
        yield from settle(g)
    for other in [Seat((me + step) % 3) for step in (1, 2)]:
        lose(g, 1, "gold", other)
        if g.due:
            yield from settle(g)
        gain(g, 1, "fame", other)
        if g.due:
            yield from settle(g)
    for _ in range(2):
        gain(g, 1, "gold", me)
        if g.due:
            yield from settle(g)


def compiled() -> Code:
    """What CARD says, as the loader makes it ready."""
    problems = Problems()
    node = read_text(CARD, "card", problems)
    scope = Scope(PURSE, problems).within(it=Variable(Type(PURSE.actor), "it", it))
    code = Reader(scope, "card").block(node, scope)
    if problems.found:
        raise ValueError("\n".join(map(str, problems.found)))
    return code


def sides() -> dict[str, Callable[[], int]]:
    """The card and its twin, each played some hundred times; both must come to the same."""
    code = compiled()

    def by_card(times: int) -> Purse:
        g = Purse()
        for _ in range(times):
            c = Cause(Seat(0), "card")
            c.it = Seat(1)
            for _ in perform(g, code, c):
                pass
        return g

    def by_python(times: int) -> Purse:
        g = Purse()
        for _ in range(times):
            for _ in by_hand(g, Seat(0), Seat(1)):
                pass
        return g

    one, two = by_card(FEW), by_python(FEW)
    if (one.gold, one.fame) != (two.gold, two.fame):
        raise ValueError("the card and its twin do not do the same")
    return {"card": lambda: len([by_card(TIMES)]) * TIMES, "hand": lambda: len([by_python(TIMES)]) * TIMES}
