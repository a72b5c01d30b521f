"""Instructions about Heroes, Wyrms, enemies and allies, and dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import isgeneratorfunction, signature
from typing import Any, Literal, get_type_hints

from foldtale.games.wonderbook.language import LANGUAGE, Ally, Area, Enemy, Hero, Wyrm
from foldtale.games.wonderbook.rules import attack, heroes, reading, turns
from foldtale.games.wonderbook.rules import enemies as enemies_rules
from foldtale.games.wonderbook.rules.goal import look_at_goal
from foldtale.games.wonderbook.state import OVER, Book
from foldtale.kernel.effects import ME, Cause, Steps, enter, happen, value
from foldtale.kernel.effects.language import Verb
from foldtale.kernel.talk import ALL, Play, pick, tell

ANYWHERE = Area("*")
"""Where nothing else is said."""
Actions = Literal["any", "move", "collect", "skill", "attack", "interact", "exchange", "special"]


def op(says: str, can: Callable[..., bool] | None = None) -> Callable[[Verb], Verb]:
    """Register an instruction; nothing happens to a Hero who does not play."""

    def register(function: Verb) -> Verb:
        hints = get_type_hints(function)
        spots = [at for at, name in enumerate(signature(function).parameters) if hints[name] is Hero]
        guarded = guard(function, spots) if spots else function
        return LANGUAGE.op(says, can)(guarded)

    return register


def guard(function: Verb, spots: list[int]) -> Verb:
    """The same, if all Heroes in these places are in play."""
    if isgeneratorfunction(function):

        @wraps(function)
        def play(*args: Any) -> Play[None]:
            if all(args[at] in args[0].hearts for at in spots):
                yield from function(*args)

        return play

    @wraps(function)
    def verb(*args: Any) -> None:
        if all(args[at] in args[0].hearts for at in spots):
            function(*args)

    return verb


def is_up(g: Book, n: int, to: Hero) -> bool:
    return g.hearts.get(to, 0) > 0


@op("deal {n} damage to {to}", can=is_up)
def damage(g: Book, n: int, to: Hero = ME) -> Play[None]:
    """Deal damage to a Hero who is on their feet; cards may lessen or prevent it."""
    yield from heroes.damage(g, to, n, "WB-174")


def has_hearts(g: Book, n: int, who: Hero, last: bool) -> bool:
    return g.hearts.get(who, 0) >= (n if last else n + 1)


@op("{who} {who:loses|lose} {n} {n:Heart|Hearts}", can=has_hearts)
def lose_hearts(g: Book, n: int, who: Hero = ME, last: bool = True) -> None:
    """Lose Hearts, which is no damage. As a cost it may be the last one, unless `last: false`."""
    heroes.lose_hearts(g, who, n)


def can_recover(g: Book, n: int, to: Hero) -> bool:
    return 0 < g.hearts.get(to, 0) < g.most_hearts(to)


@op("{to} {to:recovers|recover} {n} {n:Heart|Hearts}", can=can_recover)
def recover(g: Book, n: int, to: Hero = ME) -> None:
    """Recover Hearts, up to the number on the Hero card; not for a Hero who is knocked out."""
    heroes.recover(g, to, n)


@op("{to} {to:recovers|recover} all Hearts", can=lambda g, to: can_recover(g, 1, to))
def recover_all(g: Book, to: Hero = ME) -> None:
    """Recover all Hearts that are missing."""
    heroes.recover(g, to, g.most_hearts(to))


@op("{to} {to:gains|gain} {n} {n:Spark|Sparks}", can=lambda g, n, to: g.spark_supply > 0)
def gain_sparks(g: Book, n: int, to: Hero = ME) -> None:
    """Take Sparks from the supply, as long as there are any."""
    heroes.gain_sparks(g, to, n)


@op("{who} {who:loses|lose} {n} {n:Spark|Sparks}")
def lose_sparks(g: Book, n: int, who: Hero = ME) -> None:
    """Lose Sparks to the supply, as many as one has."""
    heroes.lose_sparks(g, who, n)


def has_sparks(g: Book, n: int, who: Hero) -> bool:
    return g.sparks.get(who, 0) >= n


@op("{who} {who:spends|spend} {n} {n:Spark|Sparks}", can=has_sparks)
def spend(g: Book, n: int, who: Hero = ME) -> None:
    """Pay Sparks to the supply."""
    heroes.lose_sparks(g, who, n)


@op("{who} {who:hands|hand} {n} {n:Spark|Sparks} to {to}", can=lambda g, n, to, who: has_sparks(g, n, who))
def give_sparks(g: Book, n: int, to: Hero, who: Hero = ME) -> None:
    """Sparks go from one reserve to another."""
    given = max(0, min(n, g.sparks[who]))
    g.sparks[who] -= given
    g.sparks[to] += given
    tell(g, "hands sparks", g.seats[who], "WB-119", (who, given, to))
    look_at_goal(g)


@op(
    "place {n} {n:Spark|Sparks} in {area}",
    can=lambda g, n, area: g.spark_supply > 0 and area in g.world.next,
)
def place_sparks(g: Book, n: int, area: Area) -> None:
    """Sparks from the supply are laid in an area."""
    heroes.place_sparks(g, area, n)


@op("remove {n} {n:Spark|Sparks} from {area}", can=lambda g, n, area: g.lying.get(area, 0) >= n)
def remove_sparks(g: Book, n: int, area: Area) -> None:
    """Sparks of an area go to the supply."""
    heroes.remove_sparks(g, area, n)


def is_elsewhere(g: Book, area: Area, who: Hero) -> bool:
    return area in g.world.next and g.at.get(who) != area


@op("{who} {who:goes|go} to {area}", can=is_elsewhere)
def move_to(g: Book, area: Area, who: Hero = ME) -> None:
    """A Hero is moved to an area, whatever lies between; also one who is knocked out."""
    turns.go(g, who, area, "WB-Q98")


@op("{who} {who:moves|move} up to {n} {n:area|areas}")
def walk(g: Book, n: int, who: Hero = ME) -> Play[None]:
    """A Hero walks over dashed borders, as far as they like."""
    for _ in range(n):
        ways = turns.moves(g, who) if g.hearts[who] else []
        to = (yield from pick(g.seats[who], "further", ways, "WB-113", stop=True)) if ways else None
        if to is None:
            return
        yield from turns.one_area_further(g, who, to.key.split()[1])


@op("{who} and {with} change places", can=lambda g, with_, who: with_ != who and g.hearts.get(with_, 0) > 0)
def swap(g: Book, with_: Hero, who: Hero = ME) -> None:
    """Two Heroes change places, whatever lies between."""
    turns.go_together(g, {who: g.at[with_], with_: g.at[who]}, "WB-Q125")


@op("all heroes go to {area}")
def all_to(g: Book, area: Area) -> None:
    """Everybody is moved, those who lie there too."""
    turns.go_together(g, dict.fromkeys(g.heroes, area), "WB-Q98")


@op("{who} {who:is|are} knocked out")
def knock_out(g: Book, who: Hero = ME) -> None:
    """A Hero loses all Hearts."""
    heroes.lose_hearts(g, who, g.hearts[who], "WB-170")


@op("{who} {who:stands|stand} up with all Hearts", can=lambda g, who: not g.hearts.get(who, 1))
def revive(g: Book, who: Hero) -> None:
    """A knocked out Hero is back on their feet, without a Destiny token."""
    heroes.stand_up(g, who, "WB-Q97")


@op(
    "{who} {who:takes|take} an additional action at once< ({kind})>",
    can=lambda g, kind, who: g.can_choose(who),
)
def extra_action(g: Book, kind: Actions = "any", who: Hero = ME) -> Play[None]:
    """An action outside the three of the turn, taken at once or lost."""
    yield from turns.additional_action(g, who, turns.KINDS if kind == "any" else (kind,))


@op("{who} {who:loses|lose} {n} {n:action|actions}")
def lose_actions(g: Book, n: int, who: Hero = ME) -> None:
    """Actions of the turn that is under way are lost."""
    if who == g.active:
        g.actions = max(0, g.actions - n)


@op("{who's} turn ends")
def end_turn(g: Book, who: Hero = ME) -> None:
    """A turn ends as soon as this text is done."""
    if who == g.active:
        g.actions = 0
        g.turn = OVER


@op("deal {n} damage to {to}", can=lambda g, c, n, to: bool(g.place(to)))
def hit(g: Book, c: Cause, n: int, to: Wyrm) -> None:
    """Damage to a Wyrm: one stuns it, two defeat it."""
    attack.hit_wyrm(g, to, n, c.me)


@op("stun {wyrm}", can=lambda g, wyrm: bool(g.place(wyrm)) and not g.is_stunned(wyrm))
def stun(g: Book, wyrm: Wyrm) -> None:
    """A standing Wyrm lies down."""
    attack.stun(g, wyrm)


@op("{wyrm} stands up")
def stand_up(g: Book, wyrm: Wyrm) -> None:
    """A stunned Wyrm is back on its feet."""
    attack.stand_wyrm_up(g, wyrm)


@op("defeat {wyrm}", can=lambda g, c, wyrm: bool(g.place(wyrm)))
def defeat(g: Book, c: Cause, wyrm: Wyrm) -> None:
    """A Wyrm is defeated, standing or not."""
    attack.defeat(g, wyrm, c.me)


@op("remove {wyrm}", can=lambda g, wyrm: bool(g.place(wyrm)))
def remove(g: Book, wyrm: Wyrm) -> None:
    """A Wyrm goes back to the supply. Nobody has defeated it."""
    tell(g, "is removed", ALL, "WB-Q70", (g.place(wyrm),))
    attack.to_supply(g, wyrm)
    look_at_goal(g)


@op("spawn {n} {n:Wyrm|Wyrms}< (with 3 or 4 players {silver} more)>< in {area}>")
def spawn(g: Book, c: Cause, n: int, area: Area = ANYWHERE, silver: int = 0) -> Play[None]:
    """Wyrms from the supply appear in the Dark Vortex, or where the text says."""
    count = n + (silver if g.silver else 0)
    if area is not ANYWHERE:
        yield from enemies_rules.spawn(g, count, area)
    else:
        before = c.found.get("spawned", 0)
        c.found["spawned"] = before + count
        yield from enemies_rules.spawn(g, count, None, before)


@op("move {wyrm} to {area}", can=lambda g, wyrm, area: bool(g.place(wyrm)))
def drive(g: Book, wyrm: Wyrm, area: Area) -> None:
    """A Wyrm is made to go somewhere."""
    if g.place(wyrm) and area in g.world.next and area != g.place(wyrm):
        g.wyrm_at[wyrm] = area
        tell(g, "is driven", ALL, "WB-006", (area,))
        happen(g, "wyrm_enters", area=area)
        look_at_goal(g)


@op("push {wyrm} to an adjacent area", can=lambda g, c, wyrm: bool(g.world.next.get(g.place(wyrm))))
def push(g: Book, c: Cause, wyrm: Wyrm) -> Play[None]:
    """A Wyrm goes to an adjacent area that whoever acts chooses."""
    ways = g.world.next.get(g.place(wyrm), ()) if g.can_choose(c.me) else ()
    seat, voice = (g.seats[c.me], ALL) if c.me else (ALL, g.voice)
    to = (yield from pick(seat, "push", ways, "WB-D07", voice=voice)) if ways else None
    if to is not None:
        drive(g, wyrm, Area(to))


def ways(g: Book, wyrm: int, who: str, nearer: bool) -> list[str]:
    """The areas next to a Wyrm that are nearer to a Hero, or further away."""
    area, goal = g.place(wyrm), g.at.get(who, "")
    far = g.world.steps(area).get(goal) if area else None
    if far is None:
        return []
    found = [(to, g.world.steps(to).get(goal, far + 1)) for to in g.world.next[area]]
    return [to for to, steps in found if (steps < far if nearer else steps > far)]


@op("pull {wyrm} a step towards {who}", can=lambda g, wyrm, who: bool(ways(g, wyrm, who, True)))
def pull(g: Book, wyrm: Wyrm, who: Hero = ME) -> Play[None]:
    """A Wyrm comes one area nearer to a Hero, by a shortest way."""
    yield from goes(g, wyrm, ways(g, wyrm, who, True))


@op("{wyrm} goes a step away from {who}", can=lambda g, wyrm, who: bool(ways(g, wyrm, who, False)))
def shoo(g: Book, wyrm: Wyrm, who: Hero = ME) -> Play[None]:
    """A Wyrm goes one area further away from a Hero."""
    yield from goes(g, wyrm, ways(g, wyrm, who, False))


def goes(g: Book, wyrm: Wyrm, areas: list[str]) -> Play[None]:
    """The group says where, if there are several ways: WB-D18."""
    to = (yield from pick(ALL, "way", areas, "WB-D18", voice=g.voice)) if areas else None
    if to is not None:
        drive(g, wyrm, Area(to))


@op("every Wyrm acts {n} {n:time|times}< (with 3 or 4 players {silver} more)>")
def activate(g: Book, n: int, silver: int = 0) -> Play[None]:
    """All Wyrms act, in the order that the group likes: they stand up, attack or come nearer."""
    count = n + (silver if g.silver else 0)
    yield from enemies_rules.activate(g, count, g.wyrms_in_play())


@op("{wyrm} acts {n} {n:time|times}")
def activate_one(g: Book, wyrm: Wyrm, n: int = 1) -> Play[None]:
    """Only this Wyrm acts."""
    yield from enemies_rules.activate(g, n, [wyrm] if g.place(wyrm) else [])


def appear(g: Book, who: str, area: str) -> None:
    """WB-043 and WB-Q61: with as many Hearts as its card says and there are."""
    body = g.chapter.body(who)
    hearts = min(int(body.hearts.run(g, Cause(None, who))), g.heart_supply)
    if hearts <= 0:
        return
    g.figures[who] = (area, hearts)
    g.fallen = tuple([other for other in g.fallen if other != who])
    enter(g, who, None, body.standing)
    tell(g, "appears", ALL, "WB-043", (who, area))
    look_at_goal(g)


@op("{who} appears in {area}")
def create_enemy(g: Book, who: Enemy, area: Area) -> None:
    """An enemy with Hearts comes into play, and its card into force."""
    if who not in g.figures and area in g.world.next:
        appear(g, who, area)


@op("{who} appears in {area}")
def create_ally(g: Book, who: Ally, area: Area) -> None:
    """An ally with Hearts comes into play, and its card into force."""
    if who not in g.figures and area in g.world.next:
        appear(g, who, area)


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
            tell(g, "recovers hearts", ALL, "WB-043", (who, gained, hearts + gained))
            look_at_goal(g)


@op("{who} recovers {n} {n:Heart|Hearts}")
def heal_enemy(g: Book, n: int, who: Enemy) -> None:
    """An enemy recovers Hearts, up to what its card says."""
    heal(g, who, n)


@op("{who} recovers {n} {n:Heart|Hearts}")
def heal_ally(g: Book, n: int, who: Ally) -> None:
    """An ally recovers Hearts, up to what its card says."""
    heal(g, who, n)


@op("it goes to {area}")
def lumber(g: Book, c: Cause, area: Area) -> None:
    """The enemy or ally whose card this is goes somewhere."""
    if c.card in g.figures and area in g.world.next:
        g.figures[c.card] = (area, g.figures[c.card][1])
        tell(g, "figure goes", ALL, "WB-Q86", (c.card, area))
        look_at_goal(g)


@op("it comes a step nearer to the closest hero")
def stalk(g: Book, c: Cause) -> Play[None]:
    """The enemy whose card this is moves as a Wyrm would."""
    if c.card in g.figures:
        ways = enemies_rules.ways_to_prey(g, g.figures[c.card][0])
        to = (yield from pick(ALL, "way", ways, "WB-167", voice=g.voice)) if ways else None
        if to is not None and not enemies_rules.prey_in(g, g.figures[c.card][0]):
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


@op("roll {n} {n:die|dice}<{rerollable:, with the usual reroll|, with the usual reroll}>")
def roll(g: Book, c: Cause, n: int, rerollable: bool = False) -> Play[None]:
    """Roll dice, five at most, and count Successes and Failures."""
    own = g.doing in ("skill", "special") and c.card == g.using
    count = value(g, "dice", n, c.me) if g.force.whiles else n
    c.found["successes"] = yield from attack.roll_dice(g, c.me, count, own or rerollable)
    c.found["failures"] = len(g.dice) - c.found["successes"]


@op(
    "roll {n} {n:die|dice} for {needed} {needed:Success|Successes}. If they come: {success}<. If not: {fail}>"
)
def challenge(
    g: Book, c: Cause, n: int, needed: int, success: Steps, fail: Steps | None = None
) -> Play[None]:
    """A challenge: so many Successes are needed."""
    yield from roll(g, c, n)
    if c.found["successes"] >= needed:
        yield from success(g, c)
    elif fail is not None:
        yield from fail(g, c)


@op("roll the Failures again")
def reroll(g: Book, c: Cause) -> Play[None]:
    """All dice of this roll that show a Failure are rolled again, for nothing."""
    if "F" in g.dice and has_rolled(c):
        yield from attack.roll_failures_again(g)
        count_anew(g, c)


@op("turn {n} {n:Failure|Failures} into {n:a Success|Successes}")
def turn_dice(g: Book, c: Cause, n: int) -> None:
    """Failures of this roll become Successes."""
    if has_rolled(c):
        turned = max(0, min(n, g.dice.count("F")))
        kept = g.dice.count("S") + turned
        g.dice = ("S",) * kept + ("F",) * (len(g.dice) - kept)
        count_anew(g, c)


def has_rolled(c: Cause) -> bool:
    """Whether there is a roll that this text speaks of: its own, or the one that is about to count."""
    return "successes" in c.found or (c.event is not None and c.event.name == "rolled")


def count_anew(g: Book, c: Cause) -> None:
    c.found["successes"], c.found["failures"] = g.dice.count("S"), g.dice.count("F")
    if c.event is not None and c.event.name == "rolled":
        c.event.facts["successes"] = c.found["successes"]
