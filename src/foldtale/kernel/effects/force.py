"""What is in force: modifiers, hooks and replacements of the cards in play, found by what they are about.

The index is kept by two verbs, `enter` and `leave`; `expire` lets go what lasts only so long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any, Final, Protocol, TypeAlias

from foldtale.kernel.effects.language import Cause, Event
from foldtale.kernel.talk import NOTHING_DUE, Due, Play, settle, settle_then

Run: TypeAlias = Callable[[Any, Cause], Any]
Plays: TypeAlias = Callable[[Any, Cause], Play[None]]
Lapses: TypeAlias = Callable[[Any, Cause], bool]

SET: Final = 0
ADD: Final = 1
LEAST: Final = 2
MOST: Final = 3
WAYS: Final = {"set": SET, "add": ADD, "least": LEAST, "most": MOST}
"""How a modifier changes a number, in the order in which they count."""
HOOK_RANK: Final = 0
BAN: Final = "forbid"
OF_BANS: Final = f"{BAN} "
"""How the query of a modifier begins that forbids something."""


@dataclass(slots=True, frozen=True)
class Modifier:
    """`while:` a card is in force, a number that rules ask for is another one."""

    query: str
    way: int
    amount: Run
    test: Run | None
    whom: Run | None


@dataclass(slots=True, frozen=True)
class Hook:
    """`when:` something has happened, do this; `instead:` before it happens."""

    event: str
    test: Run | None
    do: Plays | None  # None where what the hook belongs to is over as soon as the event happens: `until`
    limit: str
    number: str
    you: Callable[[Any], Play[Any]] | None = None  # who it speaks to, where it says "you" and nobody acts
    # whether it is not done although it was due, because of what has happened since
    lapses: Lapses | None = None


@dataclass(slots=True, frozen=True)
class Standing:
    """All that a card does as long as it is in force."""

    whiles: tuple[Modifier, ...] = ()
    whens: tuple[Hook, ...] = ()
    insteads: tuple[Hook, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.whiles or self.whens or self.insteads)


NOTHING_STANDS: Final = Standing()
UNTIL: Final = "until"
"""How long something is in force that ends by itself: until an event."""


@dataclass(slots=True)
class Source:
    """A card in force, whose it is, and how long it stays: a scope, or as long as it lies there."""

    card: str
    me: Any
    standing: Standing
    until: str = ""
    copy: int = 0  # tells cards alike apart
    it: Any = None  # what was chosen when it came into force
    named: Mapping[str, Any] | None = None  # what was chosen by then, by name
    found: Mapping[str, int] | None = None  # what was counted by then

    def cause(self, g: Enforced, event: Event | None = None) -> Cause:
        c = Cause(self.me if self.me is not None else g.acting(), self.card, event)
        c.whose = self.me
        c.copy = self.copy
        c.it = self.it
        if self.named:
            c.named.update(self.named)
        if self.found:
            c.found.update(self.found)
        return c


Use: TypeAlias = tuple[str, str, Any, int, str]
"""In which scope something was used up, by which card, for whom, which copy and which part of it."""
NOTHING_USED: Final[frozenset[Use]] = frozenset()


class Force:
    """The index. It is never changed, only replaced: copies of a state share it."""

    __slots__ = ("bans", "ends", "entered", "insteads", "sources", "used", "whens", "whiles")

    def __init__(
        self, sources: tuple[Source, ...] = (), used: frozenset[Use] = NOTHING_USED, entered: int = 0
    ) -> None:
        self.sources = sources
        self.used = used
        self.entered = entered
        self.whiles: dict[str, list[tuple[Source, Modifier]]] = {}
        self.bans: dict[str, list[tuple[Source, Modifier]]] = {}
        self.whens: dict[str, list[tuple[Source, Hook]]] = {}
        self.insteads: dict[str, list[tuple[Source, Hook]]] = {}
        ends = [use[0] for use in used] if used else []
        for source in sources:
            if source.until:
                ends.append(source.until)
            standing = source.standing
            for modifier in standing.whiles:
                query = modifier.query
                index = self.bans if query.startswith(OF_BANS) else self.whiles
                index.setdefault(query.removeprefix(OF_BANS), []).append((source, modifier))
            for hook in standing.whens:
                self.whens.setdefault(hook.event, []).append((source, hook))
            for hook in standing.insteads:
                self.insteads.setdefault(hook.event, []).append((source, hook))
        self.ends = frozenset(ends)


class Enforced(Protocol):
    """A state whose cards can be in force."""

    force: Force
    due: list[Due]
    answering: tuple[int, ...]

    def heard(self, whose: Any) -> int: ...

    def acting(self) -> Any: ...


def enter(
    g: Enforced,
    card: str,
    me: Any,
    standing: Standing,
    until: str = "",
    chosen: Cause | None = None,
    copy: int = 0,
) -> None:
    """A card comes into force for somebody; with `copy`, as the very one that left, limits and all."""
    if standing:
        force = g.force
        source = Source(card, me, standing, until, copy or force.entered + 1)
        if chosen is not None:
            facts = chosen.event.facts if chosen.event is not None else {}
            named = {**facts, **chosen.named}
            source = replace(source, it=chosen.it, named=named, found=dict(chosen.found))
        g.force = Force((*force.sources, source), force.used, force.entered + 1)


def leave(g: Enforced, card: str, me: Any = None) -> int:
    """Deactivate one copy of a card, that of `me` or anybody's; return which copy it was, or 0."""
    for source in g.force.sources:
        if source.card == card and me in (None, source.me) and not source.until:
            _keep(g, [other for other in g.force.sources if other is not source])
            return source.copy
    return 0


def leave_all(g: Enforced) -> None:
    """Deactivate every card, and forget what was used up and how many copies there have been."""
    g.force = Force()


def rename(g: Enforced, called: Callable[[Any], Any]) -> None:
    """Pass whom lasting effects are for, and what was chosen when they began, through `called`."""
    if not g.force.ends:
        return
    sources = [
        source
        if not source.until
        else replace(
            source,
            me=called(source.me),
            it=called(source.it),
            named=source.named and {name: called(thing) for name, thing in source.named.items()},
        )
        for source in g.force.sources
    ]
    _keep(g, sources)


def expire(g: Enforced, scope: str, since: int | None = None) -> None:
    """A turn, phase or chapter ends: what lasted so long is over, and what was used up can be used again.

    With `since`, one within another ends: only what has come into force after so many others is over.
    """
    force = g.force
    if scope in force.ends:
        sources, used = force.sources, force.used
        if since is None:
            kept = [source for source in sources if source.until != scope]
            used = frozenset([use for use in used if use[0] != scope])
        else:
            kept = [source for source in sources if source.until != scope or source.copy <= since]
        g.force = Force(tuple(kept), used, force.entered)


def mark(g: Enforced) -> int:
    """Return a mark of this moment: `expire` takes it as `since`, for what has come into force later."""
    return g.force.entered


def renew(g: Enforced, scope: str, used_before: frozenset[Use] = NOTHING_USED) -> frozenset[Use]:
    """Clear the limits used up in `scope`, but for those `used_before`; return what is cleared.

    Effects that last for `scope` stay in force.
    """
    if scope not in g.force.ends and not used_before:
        return NOTHING_USED
    cleared = frozenset([use for use in g.force.used if use[0] == scope])
    if cleared != used_before:
        _use(g, (g.force.used - cleared) | used_before)
    return cleared


def _keep(g: Enforced, sources: Iterable[Source]) -> None:
    g.force = Force(tuple(sources), g.force.used, g.force.entered)


def _use(g: Enforced, used: frozenset[Use]) -> None:
    g.force = Force(g.force.sources, used, g.force.entered)


def use_of(scope: str, c: Cause, number: str) -> Use:
    whose = c.me if c.whose is ... else c.whose
    return (scope, c.card, None if c.copy else whose, c.copy, number)


def is_used(g: Enforced, scope: str, c: Cause, number: str) -> bool:
    used = g.force.used
    return bool(used) and use_of(scope, c, number) in used


def once(g: Enforced, scope: str, c: Cause, number: str, play: Plays) -> Play[None]:
    """Carry something out that can be done once in a scope; if all of it is let be, it can be done later."""
    use = use_of(scope, c, number)
    if use in g.force.used:
        return
    _use(g, g.force.used | {use})
    around = c.note_anew()
    yield from play(g, c)
    if c.declined:
        _use(g, g.force.used - {use})
    if around is not None and c.declined is not False:
        c.declined = around


def value(
    g: Enforced, query: str, base: int, whom: Any = None, least: int | None = None, most: int | None = None
) -> int:
    """Return a number as cards in force change it: what sets it applies first, then what adds, then bounds.

    Targeted modifiers apply after general ones of the same kind, and later ones after earlier ones. Cards
    change it no further than to `least` and `most`, which `base` keeps.
    """
    if query not in g.force.whiles:
        return base
    changed = _changed(g, g.force.whiles[query], base, whom)
    if least is not None:
        changed = max(least, changed)
    return changed if most is None else min(most, changed)


def is_changed(g: Enforced, *queries: str) -> bool:
    """Tell whether a card in force can change one of these numbers."""
    return any(query in g.force.whiles for query in queries)


def _changed(g: Enforced, found: list[tuple[Source, Modifier]], base: int, whom: Any) -> int:
    amounts = _amounts(g, found, whom)
    if len(amounts) > 1:
        amounts.sort(key=itemgetter(0, 1))
    for way, _, amount in amounts:
        if way == SET:
            base = amount
        elif way == ADD:
            base += amount
        else:
            base = max(base, amount) if way == LEAST else min(base, amount)
    return base


def _amounts(g: Enforced, found: list[tuple[Source, Modifier]], whom: Any) -> list[tuple[int, bool, int]]:
    amounts: list[tuple[int, bool, int]] = []
    for source, modifier in found:
        c = source.cause(g)
        if modifier.whom is not None and whom not in modifier.whom(g, c):
            continue
        c.it = whom
        if modifier.test is None or modifier.test(g, c):
            is_particular = modifier.whom is not None or modifier.test is not None
            amounts.append((modifier.way, is_particular, modifier.amount(g, c)))
    return amounts


def happen(g: Enforced, name: str, **facts: Any) -> None:
    """Say that something has happened: end what lasted until then, and make due what cards do about it."""
    if name not in g.force.whens:
        return
    for source, hook in _in_turn(g, g.force.whens[name]):
        c = source.cause(g, Event(name, dict(facts)))
        if hook.test is not None and not hook.test(g, c):
            continue
        if hook.do is None:
            _keep(g, [other for other in g.force.sources if other.copy != source.copy])
        else:
            g.due.append((HOOK_RANK, partial(_answer, hook=hook, c=c)))


def after(
    g: Any, name: str, then: Callable[[Any], Play[None] | None] | None = None, **facts: Any
) -> Play[None]:
    """Say that `name` has happened, and settle what cards do about it; `then` follows if they do anything."""
    if name in g.force.whens:
        happen(g, name, **facts)
    if not g.due:
        return NOTHING_DUE
    return settle(g) if then is None else settle_then(g, then)


def _in_turn(g: Enforced, hooks: list[tuple[Source, Hook]]) -> list[tuple[Source, Hook]]:
    return sorted(hooks, key=lambda found: g.heard(found[0].me)) if len(hooks) > 1 else hooks


def _answer(g: Any, hook: Hook, c: Cause) -> Play[None]:
    """Its condition must hold when its turn comes, too: others may have been first."""
    if hook.test is not None and not hook.test(g, c):
        return
    if hook.lapses is not None and hook.lapses(g, c):
        return
    if c.me is None and hook.you is not None:
        c.me = yield from hook.you(g)
    assert hook.do is not None
    if hook.limit:
        yield from once(g, hook.limit, c, hook.number, hook.do)
    else:
        yield from hook.do(g, c)


def before(g: Enforced, name: str, **facts: Any) -> Play[Event]:
    """Something is about to happen: cards may change or cancel it first; no card answers to its own doing."""
    event = Event(name, facts)
    hooks = g.force.insteads.get(name)
    if hooks is None:
        return event
    for source, hook in _in_turn(g, hooks):
        if event.cancelled:
            break
        if source in g.force.sources and source.copy not in g.answering:
            others = g.answering
            g.answering = (*others, source.copy)
            yield from _answer(g, hook, source.cause(g, event))
            g.answering = others
    return event


def amended(g: Enforced, name: str, amount: int, fact: str = "amount", **facts: Any) -> Play[int]:
    """Let cards change the amount of something that is about to happen; return 0 if one prevents it.

    `fact`  what cards call the amount
    """
    if name not in g.force.insteads:
        return amount
    event = yield from before(g, name, **{**facts, fact: amount})
    changed: int = event.facts[fact]
    return 0 if event.cancelled else changed


def prevented(g: Enforced, name: str, **facts: Any) -> Play[bool]:
    """Let cards change something that is about to happen; whether one of them prevents it."""
    if name not in g.force.insteads:
        return False
    event = yield from before(g, name, **facts)
    return event.cancelled


def allowed(g: Enforced, deeds: Sequence[str], whom: Any = None) -> Sequence[str]:
    """Return those of these deeds that no card in force forbids."""
    return [deed for deed in deeds if not forbidden(g, deed, whom)] if g.force.bans else deeds


def forbidden(g: Enforced, ban: str, whom: Any = None) -> bool:
    """Whether a card in force forbids this."""
    return ban in g.force.bans and _changed(g, g.force.bans[ban], 0, whom) > 0
