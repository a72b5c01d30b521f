"""Instructions and values about Wyrms."""

from __future__ import annotations

from foldtale.games.wonderbook.effects.op import fact, op
from foldtale.games.wonderbook.language import LANGUAGE, Area, Hero, Wyrm
from foldtale.games.wonderbook.rules import attack, enemies
from foldtale.games.wonderbook.rules.goal import changed, look_at_goal
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import ME, Cause, happen
from foldtale.kernel.talk import ALL, Play, pick, tell

THE_VORTEX = "*"
"""The Dark Vortex, where a text names no area."""


@op("deal {n} damage to {to}", can=lambda g, c, n, to: g.is_in_play(to))
def hit(g: Book, c: Cause, n: int, to: Wyrm) -> None:
    """Damage to a Wyrm: one stuns it, two defeat it."""
    attack.hit_wyrm(g, g.miniature(to), n, c.me)


@op("stun {wyrm}", can=lambda g, wyrm: g.is_in_play(wyrm) and not g.is_stunned(g.miniature(wyrm)))
def stun(g: Book, wyrm: Wyrm) -> None:
    """A standing Wyrm lies down."""
    attack.stun(g, g.miniature(wyrm))


@op("{wyrm} stands up")
def stand_up(g: Book, wyrm: Wyrm) -> None:
    """A stunned Wyrm is back on its feet."""
    attack.stand_wyrm_up(g, g.miniature(wyrm))


@op("defeat {wyrm}", can=lambda g, c, wyrm: g.is_in_play(wyrm))
def defeat(g: Book, c: Cause, wyrm: Wyrm) -> None:
    """A Wyrm is defeated, standing or not."""
    attack.defeat(g, g.miniature(wyrm), c.me)


@op("remove {wyrm}", can=lambda g, wyrm: g.is_in_play(wyrm))
def remove(g: Book, wyrm: Wyrm) -> None:
    """A Wyrm goes back to the supply. Nobody has defeated it."""
    if g.is_in_play(wyrm):
        tell(g, "is removed", ALL, "WB-Q70", (g.lair(wyrm),))
        attack.to_supply(g, g.miniature(wyrm))
        look_at_goal(g)


@op("spawn {n} {n:Wyrm|Wyrms}< (with 3 or 4 players {silver} more)>< in {area}>")
def spawn(g: Book, c: Cause, n: int, area: Area = THE_VORTEX, silver: int = 0) -> Play[None]:
    """Wyrms from the supply appear in the Dark Vortex, or where the text says."""
    count = n + (silver if g.silver else 0)
    yield from enemies.spawn(g, count, None if area is THE_VORTEX else area, c.found)


@op("move {wyrm} to {area}", can=lambda g, wyrm, area: g.is_in_play(wyrm))
def drive(g: Book, wyrm: Wyrm, area: Area) -> None:
    """A Wyrm is made to go somewhere."""
    if g.is_in_play(wyrm) and area in g.areas and area != g.lair(wyrm):
        g.wyrm_at[g.miniature(wyrm)] = area
        happen(g, "wyrm_enters", area=area)
        changed(g, "is driven", ALL, "WB-006", (area,))


@op("push {wyrm} to an adjacent area", can=lambda g, c, wyrm: bool(g.areas.next.get(g.lair(wyrm))))
def push(g: Book, c: Cause, wyrm: Wyrm) -> Play[None]:
    """A Wyrm goes to an adjacent area that the acting Hero chooses."""
    ways = g.areas.next.get(g.lair(wyrm), ()) if g.can_choose(c.me) else ()
    seat, voice = (g.seats[c.me], ALL) if c.me else (ALL, g.voice)
    to = (yield from pick(seat, "push", ways, "WB-D07", voice=voice)) if ways else None
    if to is not None:
        drive(g, wyrm, to)


def areas_from(g: Book, wyrm: Wyrm, who: str, nearer: bool) -> list[str]:
    """The areas next to a Wyrm that are nearer to a Hero, or further away."""
    area, goal = g.lair(wyrm), g.at.get(who, "")
    far = g.areas.distances(area).get(goal) if area else None
    if far is None:
        return []
    found = [(to, g.areas.distances(to).get(goal, far + 1)) for to in g.areas.next[area]]
    return [to for to, steps in found if (steps < far if nearer else steps > far)]


@op("pull {wyrm} a step towards {who}", can=lambda g, wyrm, who: bool(areas_from(g, wyrm, who, True)))
def pull(g: Book, wyrm: Wyrm, who: Hero = ME) -> Play[None]:
    """A Wyrm comes one area nearer to a Hero, by a shortest way."""
    yield from goes(g, wyrm, areas_from(g, wyrm, who, True))


@op("{wyrm} goes a step away from {who}", can=lambda g, wyrm, who: bool(areas_from(g, wyrm, who, False)))
def shoo(g: Book, wyrm: Wyrm, who: Hero = ME) -> Play[None]:
    """A Wyrm goes one area further away from a Hero."""
    yield from goes(g, wyrm, areas_from(g, wyrm, who, False))


def goes(g: Book, wyrm: Wyrm, areas: list[str]) -> Play[None]:
    """The group says where, if there are several ways: WB-D18."""
    to = (yield from pick(ALL, "way", areas, "WB-D18", voice=g.voice)) if areas else None
    if to is not None:
        drive(g, wyrm, to)


@op("every Wyrm acts {n} {n:time|times}< (with 3 or 4 players {silver} more)>")
def activate(g: Book, n: int, silver: int = 0) -> Play[None]:
    """All Wyrms act, in the order that the group likes: they stand up, attack or come nearer."""
    yield from enemies.activate(g, n + (silver if g.silver else 0), g.wyrms_in_play())


@op("{wyrm} acts {n} {n:time|times}")
def activate_one(g: Book, wyrm: Wyrm, n: int = 1) -> Play[None]:
    """Only this Wyrm acts."""
    yield from enemies.activate(g, n, [g.miniature(wyrm)] if g.is_in_play(wyrm) else [])


@LANGUAGE.value("the Wyrms in {area}")
def wyrms_in(g: Book, area: Area) -> list[Wyrm]:
    """Wyrms in an area."""
    return [g.wyrm(wyrm) for wyrm in g.wyrms_in(area)] if area else []


@LANGUAGE.value("the Wyrms next to {area}")
def wyrms_next_to(g: Book, area: Area) -> list[Wyrm]:
    """Wyrms in the areas adjacent to one."""
    around = g.areas.next.get(area, ())
    return [g.wyrm(wyrm) for wyrm in g.wyrms_in_play() if g.place(wyrm) in around]


@LANGUAGE.value("the Wyrms in or next to {area}")
def wyrms_around(g: Book, area: Area) -> list[Wyrm]:
    """Wyrms in an area or adjacent to it."""
    return [*wyrms_in(g, area), *wyrms_next_to(g, area)]


@LANGUAGE.value("the Wyrms within {n} steps of {area}")
def wyrms_within(g: Book, n: int, area: Area) -> list[Wyrm]:
    """Wyrms at most this many steps away."""
    far = g.areas.distances(area)
    return [g.wyrm(wyrm) for wyrm in g.wyrms_in_play() if far.get(g.place(wyrm), n + 1) <= n]


@LANGUAGE.value("the Wyrms closest to {who}")
def closest_wyrms(g: Book, who: Hero = ME) -> list[Wyrm]:
    """Of all Wyrms, those with the shortest way to a Hero."""
    found = [(g.areas.distances(g.place(wyrm)).get(g.at.get(who, "")), wyrm) for wyrm in g.wyrms_in_play()]
    known = [(far, wyrm) for far, wyrm in found if far is not None]
    least = min([far for far, _ in known], default=0)
    return [g.wyrm(wyrm) for far, wyrm in known if far == least]


@LANGUAGE.value("{wyrm} is stunned", denies="{wyrm} is standing")
def is_stunned(g: Book, wyrm: Wyrm) -> bool:
    """Whether a Wyrm lies there."""
    return g.is_stunned(g.miniature(wyrm))


fact("lair", Area, "the area of {wyrm}", Book.lair, "Where a Wyrm is.", wyrm=Wyrm)
fact("wyrms", list[Wyrm], "the Wyrms", lambda g: [g.wyrm(at) for at in g.wyrms_in_play()], "All in play.")
fact("in_play", bool, "{wyrm} is in play", Book.is_in_play, "A defeated Wyrm is not.", wyrm=Wyrm)
