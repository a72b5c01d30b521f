"""Instructions about enemies and allies with Hearts."""

from __future__ import annotations

from foldtale.games.wonderbook.effects.op import op
from foldtale.games.wonderbook.language import Ally, Area, Enemy
from foldtale.games.wonderbook.rules import attack, enemies, on_table, reading
from foldtale.games.wonderbook.rules.goal import changed
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import Cause, enter, leave
from foldtale.kernel.talk import ALL, Play, pick


def appear(g: Book, who: str, area: str) -> Play[None]:
    """WB-043 and WB-Q61: with as many Hearts as its card says and there are."""
    body = g.chapter.body(who)
    hearts = min(int(body.hearts.run(g, Cause(None, who))), g.heart_supply)
    if hearts <= 0:
        return
    yield from on_table.lies_open(g, who)
    g.figures[who] = (area, hearts)
    g.fallen = tuple([other for other in g.fallen if other != who])
    enter(g, who, None, body.standing)
    changed(g, "appears", ALL, "WB-043", (who, area))


@op("{who} appears in {area}")
def create_enemy(g: Book, who: Enemy, area: Area) -> Play[None]:
    """An enemy with Hearts comes into play, and its card into force."""
    if who not in g.figures and area in g.areas:
        yield from appear(g, who, area)


@op("{who} appears in {area}")
def create_ally(g: Book, who: Ally, area: Area) -> Play[None]:
    """An ally with Hearts comes into play, and its card into force."""
    if who not in g.figures and area in g.areas:
        yield from appear(g, who, area)


@op("{who} leaves the map", can=lambda g, who: who in g.figures)
def dismiss(g: Book, who: Enemy) -> None:
    """An enemy goes away; nobody has defeated it, and its card is in force no longer."""
    if g.figures.pop(who, None) is not None:
        leave(g, who)
        changed(g, "figure leaves", ALL, "WB-043", (who,))


@op("deal {n} damage to {to}", can=lambda g, n, to: to in g.figures)
def damage_enemy(g: Book, n: int, to: Enemy) -> Play[None]:
    """Damage to an enemy with Hearts; without Hearts it is defeated, and its card is in force no longer."""
    yield from attack.deal(g, to, n, None)


@op("deal {n} damage to {to}", can=lambda g, n, to: to in g.figures)
def damage_ally(g: Book, n: int, to: Ally) -> Play[None]:
    """Damage to an ally."""
    yield from attack.deal(g, to, n, None)


def heal(g: Book, who: str, n: int) -> None:
    """WB-043: up to what its card says."""
    if who in g.figures:
        area, hearts = g.figures[who]
        most = int(g.chapter.body(who).hearts.run(g, Cause(None, who)))
        gained = min(n, most - hearts, g.heart_supply)
        if gained > 0:
            g.figures[who] = (area, hearts + gained)
            changed(g, "recovers hearts", ALL, "WB-043", (who, gained, hearts + gained))


def can_heal(g: Book, n: int, who: str) -> bool:
    return who in g.figures and g.figures[who][1] < int(g.chapter.body(who).hearts.run(g, Cause(None, who)))


@op("{who} recovers {n} {n:Heart|Hearts}", can=can_heal)
def heal_enemy(g: Book, n: int, who: Enemy) -> None:
    """An enemy recovers Hearts, up to what its card says."""
    heal(g, who, n)


@op("{who} recovers {n} {n:Heart|Hearts}", can=can_heal)
def heal_ally(g: Book, n: int, who: Ally) -> None:
    """An ally recovers Hearts, up to what its card says."""
    heal(g, who, n)


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
            lumber(g, c, Area(to))


@op("{who} acts")
def enemy_acts(g: Book, who: Enemy) -> Play[None]:
    """An enemy in play does what its card says."""
    yield from follow_script(g, who)


@op("{who} acts")
def ally_acts(g: Book, who: Ally) -> Play[None]:
    """An ally in play does what its card says."""
    yield from follow_script(g, who)


def follow_script(g: Book, who: str) -> Play[None]:
    """WB-Q86 and WB-Q131: what the card says, to whom the group says if nobody takes a turn."""
    script = g.chapter.body(who).script
    if who in g.figures and script is not None:
        yield from reading.do(g, who, script, "script")
