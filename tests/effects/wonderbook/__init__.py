"""A small stand-in for Wonder Book: the language is real, only its verbs are simple."""

from __future__ import annotations

from typing import Literal, NewType

from foldtale.kernel import Ask, Leave, Play, State, dice, option, pick, roll, settle
from foldtale.kernel.effects import (
    FLAG,
    ME,
    Cause,
    Force,
    Kind,
    Language,
    Standing,
    before,
    enter,
    happen,
    leave,
    perform,
    value,
)
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.records import CardText, Do, Sum, Title

Hero = NewType("Hero", str)
Area = NewType("Area", str)
Wyrm = NewType("Wyrm", str)
Enemy = NewType("Enemy", str)
Flag = NewType("Flag", str)
HEROES = ("SID", "LARA", "KEN", "TINA")
MOST = {"SID": 5, "LARA": 5, "KEN": 6, "TINA": 5}
NEXT = {
    "hall": ["stairs", "yard", "well"], "stairs": ["hall", "yard", "well"], "yard": ["hall", "stairs", "loft"],
    "well": ["hall", "stairs"], "loft": ["yard"],
}  # fmt: skip
NO_STANDING = Standing()


class Page(State):
    """Heroes with Hearts and Sparks in areas full of Wyrms. The Dark Vortex is in the well."""

    def __init__(self, pack: Pack, heroes: tuple[str, ...] = HEROES) -> None:
        super().__init__()
        self.pack = pack
        self.force = Force()
        self.at: dict[str, str] = dict.fromkeys(heroes, "hall")
        self.hearts = {hero: MOST[hero] for hero in heroes}
        self.sparks = dict.fromkeys(heroes, 0)
        self.lying: dict[str, int] = dict.fromkeys(NEXT, 0)
        self.wyrms: dict[str, tuple[str, bool]] = {}
        self.enemies: dict[str, tuple[str, int]] = {}
        self.items: dict[str, list[str]] = {hero: [] for hero in heroes}
        self.keywords: list[str] = []
        self.shreds = ["umbrella"]
        self.wyrm_deck: list[str] = []
        self.destiny = 5

    def copy(self) -> Page:
        twin = Page(self.pack, tuple(self.at))
        twin.force = self.force
        for name in ("at", "hearts", "sparks", "lying", "wyrms", "enemies"):
            setattr(twin, name, dict(getattr(self, name)))
        twin.items = {hero: items[:] for hero, items in self.items.items()}
        twin.keywords, twin.shreds, twin.wyrm_deck = self.keywords[:], self.shreds[:], self.wyrm_deck[:]
        twin.destiny = self.destiny
        return twin


HERO = Kind("hero", HEROES)
AREA = Kind("area", list(NEXT), says={area: f"the {area}" for area in NEXT})
WYRM = Kind("Wyrm")
ENEMY = Kind("enemy", refers="enemy")
WONDER = Language("wonderbook", HERO, rule="WB-006")
WONDER.kinds[Hero] = HERO
WONDER.kinds[Area] = AREA
WONDER.kinds[Wyrm] = WYRM
WONDER.kinds[Enemy] = ENEMY
WONDER.kinds[Flag] = FLAG
WONDER.scopes = ["turn", "phase", "chapter"]
WONDER.who_answers = lambda g, c, who: (-1, 0) if who is None else (list(g.at).index(who), -1)
WONDER.event("hero_damaged", "a hero is dealt damage", who=Hero, damage=int)
WONDER.event("hero_moves", "a hero moves", who=Hero, area=Area)
WONDER.event("hero_enters", "a hero enters an area", who=Hero, area=Area)
WONDER.event("wyrm_defeated", "a Wyrm is defeated", by=Hero, area=Area)
WONDER.event("enemy_damaged", "an enemy is dealt damage", foe=Enemy, damage=int)
WONDER.event("enemy_defeated", "an enemy is defeated", foe=Enemy)
WONDER.query("steps", "the length of a move", Hero)
WONDER.query("wyrm_attack", "the damage of a Wyrm's attack", Hero)


@WONDER.card("attack")
@WONDER.card("skill")
class Skill:
    hero: Literal["SID", "LARA", "KEN", "TINA"]
    title: Title
    text: CardText
    do: Do | None = None
    standing: Standing = NO_STANDING


@WONDER.card("wyrm")
class WyrmCard:
    title: Title
    text: CardText
    do: Do
    purple: bool = False


@WONDER.card("rule")
class SpecialRule:
    title: Title
    text: CardText
    standing: Standing = NO_STANDING


@WONDER.card("enemy")
class EnemyCard:
    title: Title
    text: CardText
    hearts: Sum
    script: Do
    standing: Standing = NO_STANDING


@WONDER.card("item")
@WONDER.card("shred")
@WONDER.card("interaction")
@WONDER.card("story")
class Plain:
    title: Title
    text: CardText
    do: Do


@WONDER.value("the heroes")
def heroes(g: Page) -> list[Hero]:
    """All Heroes who are not knocked out."""
    return [Hero(hero) for hero in g.at if g.hearts[hero]]


@WONDER.value("the other heroes")
def others(g: Page, c: Cause) -> list[Hero]:
    """All Heroes but the one who acts, if they are not knocked out."""
    return [hero for hero in heroes(g) if hero != c.me]


@WONDER.value("the heroes in {area}")
def heroes_in(g: Page, area: Area) -> list[Hero]:
    return [hero for hero in heroes(g) if g.at[hero] == area]


@WONDER.value("the heroes next to {area}")
def heroes_next_to(g: Page, area: Area) -> list[Hero]:
    return [hero for hero in heroes(g) if g.at[hero] in NEXT[area]]


@WONDER.value("the heroes in or next to {area}")
def heroes_around(g: Page, area: Area) -> list[Hero]:
    return [hero for hero in heroes(g) if g.at[hero] in (area, *NEXT[area])]


@WONDER.value("all areas")
def areas(g: Page) -> list[Area]:
    return [Area(area) for area in NEXT]


@WONDER.value("the areas next to {area}")
def next_to(g: Page, area: Area) -> list[Area]:
    return [Area(other) for other in NEXT[area]]


@WONDER.value("the Wyrms in {area}")
def wyrms_in(g: Page, area: Area) -> list[Wyrm]:
    return [Wyrm(wyrm) for wyrm, (place, _) in g.wyrms.items() if place == area]


@WONDER.value("the Wyrms in or next to {area}")
def wyrms_around(g: Page, area: Area) -> list[Wyrm]:
    return [Wyrm(wyrm) for wyrm, (place, _) in g.wyrms.items() if place in (area, *NEXT[area])]


@WONDER.value("your area")
def here(g: Page, c: Cause) -> Area:
    return Area(g.at[c.me])


@WONDER.value("the area of {who}")
def area_of(g: Page, who: Hero) -> Area:
    return Area(g.at[who])


@WONDER.value("its area")
def lair(g: Page, c: Cause) -> Area:
    """The area of the enemy whose card this is."""
    return Area(g.enemies[c.card][0])


@WONDER.value("the Hearts of {foe}")
def hearts_of(g: Page, foe: Enemy) -> int:
    return g.enemies[foe][1] if foe in g.enemies else 0


@WONDER.value("the number of Sparks of {who}")
def sparks(g: Page, who: Hero) -> int:
    return g.sparks[who]


@WONDER.value("{word} is written")
def has(g: Page, word: Flag) -> bool:
    return word in g.keywords


@WONDER.value("the number of players")
def players(g: Page) -> int:
    return len(g.at)


@WONDER.value("the successes")
def successes(g: Page, c: Cause) -> int:
    return c.found.get("successes", 0)


@WONDER.op("deal {n} damage to {to}")
def damage(g: Page, n: int, to: Hero = ME) -> Play[None]:
    """Deal damage to a Hero who is on their feet; cards may lessen or prevent it."""
    if not g.hearts[to]:
        return
    event = yield from before(g, "hero_damaged", who=to, damage=n)
    dealt = min(event.facts["damage"], g.hearts[to])
    if not event.cancelled and dealt > 0:
        g.hearts[to] -= dealt
        happen(g, "hero_damaged", who=to, damage=dealt)


def has_hearts(g: Page, n: int, who: Hero) -> bool:
    return g.hearts[who] >= n


@WONDER.op("{who} {who:loses|lose} {n} {n:Heart|Hearts}", can=has_hearts)
def lose_hearts(g: Page, n: int, who: Hero = ME) -> None:
    """Lose Hearts, which is no damage. As a cost it may be the last one."""
    g.hearts[who] = max(0, g.hearts[who] - n)


@WONDER.op("{to} {to:recovers|recover} {n} {n:Heart|Hearts}")
def recover(g: Page, n: int, to: Hero = ME) -> None:
    """Recover Hearts, up to the number on the Hero card; not for a Hero who is knocked out."""
    if g.hearts[to]:
        g.hearts[to] = min(MOST[to], g.hearts[to] + n)


def has_sparks(g: Page, n: int, who: Hero) -> bool:
    return g.sparks[who] >= n


@WONDER.op("{who} {who:spends|spend} {n} {n:Spark|Sparks}", can=has_sparks)
def spend(g: Page, n: int, who: Hero = ME) -> None:
    """Pay Sparks to the supply."""
    g.sparks[who] -= n


@WONDER.op("{to} {to:gains|gain} {n} {n:Spark|Sparks}")
def gain(g: Page, n: int, to: Hero = ME) -> None:
    """Take Sparks from the supply, as long as there are any."""
    g.sparks[to] += min(n, 17 - sum(g.sparks.values()) - sum(g.lying.values()))


@WONDER.op("{who} and {with} change places")
def swap(g: Page, with_: Hero, who: Hero = ME) -> None:
    """Two Heroes change places, whatever lies between."""
    g.at[with_], g.at[who] = g.at[who], g.at[with_]


def move(g: Page, who: str) -> Play[None]:
    """The Move action: to a neighbouring area, and on if the cards in force say so."""
    for step in range(value(g, "steps", 1, who)):
        seat = list(g.at).index(who)
        to = yield from pick(seat, "move", NEXT[g.at[who]], "WB-113", stop=step > 0)
        if to is None:
            return
        event = yield from before(g, "hero_moves", who=who, area=to)
        if event.cancelled:
            return
        g.at[who] = event.facts["area"]
        happen(g, "hero_enters", who=who, area=g.at[who])
        yield from settle(g)


@WONDER.op("{who} {who:takes|take} one more action at once")
def extra_action(g: Page, who: Hero = ME) -> Play[None]:
    """An additional action, taken at once or lost. Here it is a move or a Spark."""
    if not g.hearts[who]:
        return
    can = ["move", "pass", "collect"] if g.lying[g.at[who]] else ["move", "pass"]
    chosen = yield Ask(list(g.at).index(who), "additional action", [*map(option, can)], "WB-105")
    if chosen.key == "move":
        yield from move(g, who)
    elif chosen.key == "collect":
        g.lying[g.at[who]] -= 1
        g.sparks[who] += 1


@WONDER.op("roll {n} {n:die|dice}")
def roll_(g: Page, c: Cause, n: int) -> Play[None]:
    """Roll dice, five at most, and count the Successes."""
    fall = yield from roll("dice", dice(min(n, 5), ("S", "F")))
    c.found["successes"] = fall.count("S")


@WONDER.op("deal {n} damage to {to}")
def hit(g: Page, c: Cause, n: int, to: Wyrm) -> None:
    """Damage to a Wyrm: one stuns it, two defeat it."""
    area, stunned = g.wyrms[to]
    if n + stunned >= 2:
        del g.wyrms[to]
        happen(g, "wyrm_defeated", by=c.me, area=area)
    elif n == 1:
        g.wyrms[to] = (area, True)


@WONDER.op("remove {wyrm}")
def remove(g: Page, wyrm: Wyrm) -> None:
    """A Wyrm goes back to the supply. Nobody has defeated it."""
    del g.wyrms[wyrm]


@WONDER.op("spawn {n} {n:Wyrm|Wyrms}")
def spawn(g: Page, n: int) -> None:
    """Wyrms from the supply appear in the Dark Vortex, as long as there are any."""
    for name in [name for name in "ABCDEFGH"[: 2 * max(2, len(g.at))] if name not in g.wyrms][:n]:
        g.wyrms[name] = ("well", False)


@WONDER.op("move {wyrm} to {area}")
def drive(g: Page, wyrm: Wyrm, area: Area) -> None:
    """A Wyrm is made to go somewhere."""
    g.wyrms[wyrm] = (area, g.wyrms[wyrm][1])


def way(g: Page, start: str) -> list[str]:
    """The first steps of all shortest ways from an area to a Hero."""
    goals = {g.at[hero] for hero in heroes(g)}
    far: dict[str, int] = dict.fromkeys(goals, 0)
    edge = sorted(goals)
    for area in edge:
        for other in NEXT[area]:
            if other not in far:
                far[other] = far[area] + 1
                edge.append(other)
    return [area for area in NEXT[start] if far.get(area, 99) == far.get(start, 99) - 1]


@WONDER.op("every Wyrm acts {n} {n:time|times}")
def activate(g: Page, n: int) -> Play[None]:
    """All Wyrms act, in the order that the group likes: they stand up, attack or come nearer."""
    left = list(g.wyrms)
    while left:
        alike = {g.wyrms[wyrm]: wyrm for wyrm in reversed(left)}
        wyrm = str((yield from pick(-1, "next Wyrm", sorted(alike.values()), "WB-161", voice=0)))
        left.remove(wyrm)
        for _ in range(n):
            area, stunned = g.wyrms[wyrm]
            here, ways = heroes_in(g, Area(area)), way(g, area)
            if not here and not ways:
                continue
            if stunned:
                g.wyrms[wyrm] = (area, False)
            elif here:
                hero = Hero(str((yield from pick(-1, "attacked", here, "WB-165", voice=0))))
                yield from damage(g, value(g, "wyrm_attack", 1, hero), hero)
                yield from settle(g)
            else:
                to = yield from pick(-1, "way", ways, "WB-167", voice=0)
                g.wyrms[wyrm] = (str(to), False)


@WONDER.op("reveal another Wyrm card")
def reveal_wyrm_card(g: Page) -> Play[None]:
    """The next Wyrm card is revealed and carried out."""
    card = g.wyrm_deck.pop(0)
    yield from perform(g, g.pack.cards[card].body.do, Cause(None, card))


@WONDER.op("{foe} appears in {area}")
def create_enemy(g: Page, foe: Enemy, area: Area) -> None:
    """An enemy with Hearts comes into play, and its card into force."""
    body = g.pack.cards[foe].body
    g.enemies[foe] = (area, body.hearts.run(g, Cause(None, foe)))
    enter(g, foe, None, body.standing)


@WONDER.op("deal {n} damage to {to}")
def damage_enemy(g: Page, n: int, to: Enemy) -> Play[None]:
    """Damage to an enemy with Hearts; without Hearts it is defeated, and its card is in force no longer."""
    event = yield from before(g, "enemy_damaged", foe=to, damage=n)
    area, hearts = g.enemies[to]
    if event.cancelled or event.facts["damage"] < 1:
        return
    g.enemies[to] = (area, hearts - event.facts["damage"])
    if hearts <= event.facts["damage"]:
        del g.enemies[to]
        happen(g, "enemy_defeated", foe=to)
        leave(g, to)


@WONDER.op("it goes to {area}")
def lumber(g: Page, c: Cause, area: Area) -> None:
    """The enemy whose card this is goes somewhere."""
    g.enemies[c.card] = (area, g.enemies[c.card][1])


@WONDER.op("write {word}")
def write(g: Page, word: Flag) -> None:
    """Write a Keyword; one that is written already stays as it is."""
    if word not in g.keywords:
        g.keywords.append(word)


@WONDER.op("{who} {who:draws|draw} a Shred card")
def draw_shred(g: Page, who: Hero = ME) -> None:
    """The top card of the Shred deck goes to a Hero."""
    if g.shreds:
        g.items[who].append(g.shreds.pop(0))


@WONDER.op("turn {n} Destiny {n:token|tokens} face down")
def destiny_down(g: Page, n: int) -> None:
    """With the last one the Chapter is lost at once."""
    g.destiny = max(0, g.destiny - n)
    if not g.destiny:
        raise Leave("chapter")


@WONDER.op("turn {n} Destiny {n:token|tokens} face up")
def destiny_up(g: Page, n: int) -> None:
    """There are ten tokens and no more."""
    g.destiny = min(10, g.destiny + n)
