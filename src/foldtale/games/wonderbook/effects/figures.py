"""Instructions and values about enemies and allies with Hearts."""

from __future__ import annotations

from foldtale.games.wonderbook.effects.op import fact, op
from foldtale.games.wonderbook.language import LANGUAGE, Ally, Area, Enemy
from foldtale.games.wonderbook.rules import attack, enemies, on_table, reading
from foldtale.games.wonderbook.rules.goal import changed
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import Cause, enter, leave
from foldtale.kernel.talk import ALL, Play, pick


def create(g: Book, who: str, area: Area) -> Play[None]:
    """An enemy or ally comes into play, with as many Hearts as its card says and there are."""
    hearts = min(most_hearts(g, who), g.heart_supply)
    if hearts <= 0 or who in g.figures or area not in g.areas:
        return
    yield from on_table.lies_open(g, who)
    g.figures[who] = (area, hearts)
    g.fallen = tuple([other for other in g.fallen if other != who])
    enter(g, who, None, g.chapter.body(who).standing)
    changed(g, "appears", ALL, "WB-043", (who, area))


def most_hearts(g: Book, who: str) -> int:
    """WB-043: the Hearts on a card, which may be reckoned."""
    return int(g.chapter.body(who).hearts.run(g, Cause(None, who)))


@op("{who} leaves the map", can=lambda g, who: who in g.figures)
def dismiss(g: Book, who: Enemy) -> None:
    """An enemy goes away; nobody has defeated it, and its card is in force no longer."""
    if g.figures.pop(who, None) is not None:
        leave(g, who)
        changed(g, "figure leaves", ALL, "WB-043", (who,))


def damage(g: Book, n: int, to: str) -> Play[None]:
    """An enemy or ally loses Hearts; without any it is defeated, and its card is in force no longer."""
    yield from attack.deal(g, to, n, None)


def heal(g: Book, n: int, who: str) -> None:
    """An enemy or ally recovers Hearts, up to what its card says."""
    if who in g.figures:
        area, hearts = g.figures[who]
        gained = min(n, most_hearts(g, who) - hearts, g.heart_supply)
        if gained > 0:
            g.figures[who] = (area, hearts + gained)
            changed(g, "recovers hearts", ALL, "WB-043", (who, gained, hearts + gained))


def can_heal(g: Book, n: int, who: str) -> bool:
    return who in g.figures and g.figures[who][1] < most_hearts(g, who)


@op("it goes to {area}")
def lumber(g: Book, c: Cause, area: Area) -> None:
    """The enemy or ally whose card this is goes somewhere."""
    if c.card in g.figures and area in g.areas:
        g.figures[c.card] = (area, g.figures[c.card][1])
        changed(g, "figure goes", ALL, "WB-Q86", (c.card, area))


@op("it comes a step nearer to the closest hero")
def stalk(g: Book, c: Cause) -> Play[None]:
    """The enemy or ally whose card this is comes nearer as a Wyrm would, to Heroes and to bait."""
    if c.card in g.figures:
        area = g.figures[c.card][0]
        places = [place for who, place in enemies.prey(g).items() if who != c.card]
        ways = enemies.ways_to(g, area, places) if area not in places else []
        to = (yield from pick(ALL, "way", ways, "WB-167", voice=g.voice)) if ways else None
        if to is not None:
            lumber(g, c, to)


def acts(g: Book, who: str) -> Play[None]:
    """An enemy or ally in play does what its card says."""
    script = g.chapter.body(who).script
    if who in g.figures and script is not None:
        yield from reading.do(g, who, script, "script")


@LANGUAGE.value("the enemies in or next to {area}")
def enemies_around(g: Book, area: Area) -> list[Enemy]:
    """Enemies with Hearts in an area or adjacent to it."""
    return [who for place in g.areas.around(area) for who in g.figures_of("enemy", place)]


fact("lair_of_this", Area, "its area", lambda g, c: g.figure(c.card)[0], "Of the figure whose card this is.")
fact("enemies", list[Enemy], "the enemies", lambda g: g.figures_of("enemy"), "All enemies with Hearts.")
fact("allies", list[Ally], "the allies", lambda g: g.figures_of("ally"), "All allies with Hearts.")
fact("enemies_in", list[Enemy], "the enemies in {area}", lambda g, at: g.figures_of("enemy", at), area=Area)
fact("allies_in", list[Ally], "the allies in {area}", lambda g, area: g.figures_of("ally", area), area=Area)
fact("is_defeated", bool, "{who} is defeated", lambda g, who: who in g.fallen, "In this Chapter.", who=Enemy)
fact("is_alive", bool, "{who} is alive", lambda g, who: who in g.figures, "Whether it is in play.", who=Ally)
for kind, name in ((Enemy, "enemy"), (Ally, "ally")):
    op("{who} appears in {area}", name=f"create_{name}", who=kind)(create)
    op("deal {n} damage to {to}", lambda g, n, to: to in g.figures, name=f"damage_{name}", to=kind)(damage)
    op("{who} recovers {n} {n:Heart|Hearts}", can_heal, name=f"heal_{name}", who=kind)(heal)
    op("{who} acts", name=f"{name}_acts", who=kind)(acts)
    fact(f"{name}_at", Area, "the area of {who}", lambda g, who: g.figure(who)[0], "If in play.", who=kind)
    fact(f"{name}_hearts", int, "the Hearts of {who}", lambda g, it: g.figure(it)[1], "If in play.", who=kind)
