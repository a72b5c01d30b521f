"""Instructions and values about Heroes: Hearts, Sparks, where they are, what they may do."""

from __future__ import annotations

from typing import Literal

from foldtale.games.wonderbook.effects.op import fact, op
from foldtale.games.wonderbook.language import LANGUAGE, Area, Hero
from foldtale.games.wonderbook.rules import actions, heroes, turns
from foldtale.games.wonderbook.rules.goal import changed
from foldtale.games.wonderbook.rules.stages import stage_of_text, until_knocked_out
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.effects import ME, Cause
from foldtale.kernel.talk import ALL, Play

Actions = Literal["any", "move", "collect", "skill", "attack", "interact", "exchange", "special"]


@op("deal {n} damage to {to}", can=lambda g, n, to: g.hearts.get(to, 0) > 0)
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
    gained = min(n, g.spark_supply)
    if gained > 0:
        g.sparks[to] += gained
        changed(g, "gains sparks", g.seats[to], "WB-121", (to, gained, g.sparks[to]))


def has_sparks(g: Book, n: int, who: Hero) -> bool:
    return g.sparks.get(who, 0) >= n


@op("{who} {who:spends|spend} {n} {n:Spark|Sparks}", can=has_sparks, name="spend")
@op("{who} {who:loses|lose} {n} {n:Spark|Sparks}")
def lose_sparks(g: Book, n: int, who: Hero = ME) -> None:
    """Give Sparks to the supply, no more than the Hero has."""
    heroes.lose_sparks(g, who, n)


@op("{who} {who:hands|hand} {n} {n:Spark|Sparks} to {to}", can=lambda g, n, to, who: has_sparks(g, n, who))
def give_sparks(g: Book, n: int, to: Hero, who: Hero = ME) -> None:
    """Sparks go from one reserve to another."""
    given = max(0, min(n, g.sparks[who]))
    g.sparks[who] -= given
    g.sparks[to] += given
    changed(g, "hands sparks", g.seats[who], "WB-119", (who, given, to))


@op("place {n} {n:Spark|Sparks} in {area}", can=lambda g, n, at: g.spark_supply > 0 and at in g.areas)
def place_sparks(g: Book, n: int, area: Area) -> None:
    """Sparks from the supply are laid in an area."""
    placed = min(n, g.spark_supply)
    if placed > 0 and area in g.areas:
        g.sparks_at[area] = g.sparks_at.get(area, 0) + placed
        changed(g, "sparks appear", ALL, "WB-Q132", (placed, area))


@op("remove {n} {n:Spark|Sparks} from {area}", can=lambda g, n, area: g.sparks_at.get(area, 0) >= n)
def remove_sparks(g: Book, n: int, area: Area) -> None:
    """Sparks of an area go to the supply."""
    gone = min(n, g.sparks_at.get(area, 0))
    if gone > 0:
        g.sparks_at[area] -= gone
        changed(g, "sparks vanish", ALL, "WB-Q132", (gone, area))


@op("{who} {who:goes|go} to {area}", can=lambda g, area, who: area in g.areas and g.at.get(who) != area)
def move_to(g: Book, area: Area, who: Hero = ME) -> None:
    """A Hero is moved to an area, whatever lies between; also one who is knocked out."""
    actions.go_together(g, {who: area}, "WB-Q98")


def can_walk(g: Book, who: Hero) -> bool:
    return g.hearts.get(who, 0) > 0 and bool(actions.moves(g, who))


@op("{who} {who:moves|move} up to {n} {n:area|areas}", can=lambda g, c, n, who: can_walk(g, who))
def walk(g: Book, c: Cause, n: int, who: Hero = ME) -> Play[None]:
    """A Hero moves several times, as far as they like."""
    if g.hearts[who]:
        yield from stage_of_text(g, c, who, until_knocked_out(g, who, actions.walk(g, who, n)))


@op("{who} and {with} change places", can=lambda g, with_, who: with_ != who and g.hearts.get(with_, 0) > 0)
def swap(g: Book, with_: Hero, who: Hero = ME) -> None:
    """Two Heroes change places, whatever lies between; not with one who is knocked out: WB-172."""
    if g.hearts[with_]:
        actions.go_together(g, {who: g.at[with_], with_: g.at[who]}, "WB-Q125")


@op("all heroes go to {area}")
def all_to(g: Book, area: Area) -> None:
    """Everybody is moved, those who lie there too."""
    actions.go_together(g, dict.fromkeys(g.heroes, area), "WB-Q98")


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
    can=lambda g, c, kind, who: g.hearts.get(who, 0) > 0,
)
def extra_action(g: Book, c: Cause, kind: Actions = "any", who: Hero = ME) -> Play[None]:
    """An action outside the three of the turn, taken at once or lost."""
    kinds = actions.KINDS if kind == "any" else (kind,)
    yield from stage_of_text(g, c, who, turns.additional_action(g, who, kinds))


@op("{who} {who:loses|lose} {n} {n:action|actions}")
def lose_actions(g: Book, n: int, who: Hero = ME) -> None:
    """Actions of the turn that is under way are lost."""
    if who == g.active:
        g.actions = max(0, g.actions - n)


@op("{who's} turn ends")
def end_turn(g: Book, who: Hero = ME) -> None:
    """A turn ends as soon as this text is done."""
    if who == g.active:
        heroes.turn_is_over(g)


@LANGUAGE.value("the other heroes")
def others(g: Book, c: Cause) -> list[Hero]:
    """All Heroes but the one who acts, if they are not knocked out."""
    return [hero for hero in g.conscious() if hero != c.me]


@LANGUAGE.value("the heroes in {area}")
def heroes_in(g: Book, area: Area) -> list[Hero]:
    """Heroes on their feet in an area."""
    return [hero for hero in g.conscious() if area and g.at[hero] == area]


@LANGUAGE.value("the heroes next to {area}")
def heroes_next_to(g: Book, area: Area) -> list[Hero]:
    """Heroes on their feet in the areas adjacent to one."""
    around = g.areas.next.get(area, ())
    return [hero for hero in g.conscious() if g.at[hero] in around]


@LANGUAGE.value("the heroes in or next to {area}")
def heroes_around(g: Book, area: Area) -> list[Hero]:
    """Heroes on their feet in an area or adjacent to it."""
    return [*heroes_in(g, area), *heroes_next_to(g, area)]


@LANGUAGE.value("the heroes with the fewest Hearts")
def lowest_hearts(g: Book) -> list[Hero]:
    """Of the Heroes on their feet, those with the fewest Hearts."""
    able = g.conscious()
    least = min([g.hearts[hero] for hero in able], default=0)
    return [hero for hero in able if g.hearts[hero] == least]


@LANGUAGE.value("{who's} missing Hearts")
def missing_hearts(g: Book, who: Hero = ME) -> int:
    """How many Hearts a Hero could recover."""
    return g.most_hearts(who) - g.hearts[who] if who in g.hearts else 0


@LANGUAGE.value("{who} {who:is|are} in {area}")
def is_in(g: Book, who: Hero, area: Area) -> bool:
    """Whether a Hero is in an area, on their feet."""
    return bool(area) and g.at.get(who) == area and g.hearts[who] > 0


@LANGUAGE.value("all heroes are in {area}")
def all_in(g: Book, area: Area) -> bool:
    """Whether every Hero who is not knocked out is in an area, and somebody is."""
    able = g.conscious()
    return bool(area and able) and all(g.at[hero] == area for hero in able)


@LANGUAGE.value("{who} {who:has|have} all Hearts", denies="{who} {who:misses|miss} a Heart")
def is_full(g: Book, who: Hero = ME) -> bool:
    """Whether a Hero has as many Hearts as the Hero card shows."""
    return who in g.hearts and g.hearts[who] == g.most_hearts(who)


fact("heroes", list[Hero], "the heroes", Book.conscious, "All Heroes who are not knocked out.")
fact("everyone", list[Hero], "all heroes, also those who are knocked out", lambda g: list(g.heroes))
fact("knocked_out", list[Hero], "the knocked out heroes", Book.knocked_out, "Heroes without Hearts.")
fact("active", list[Hero], "the hero whose turn it is", lambda g: [g.active] if g.active else [])
fact("here", Area, "your area", lambda g, c: g.at.get(c.me, ""), "Where the Hero who acts is.")
fact("hearts", int, "{who's} Hearts", lambda g, who=ME: g.hearts.get(who, 0), who=Hero)
fact("sparks", int, "{who's} Sparks", lambda g, who=ME: g.sparks.get(who, 0), "In their reserve.", who=Hero)
fact("has_aura", bool, "{who} {who:has|have} the Dark Aura", lambda g, who=ME: g.aura == who, who=Hero)
fact("area_of", Area, "the area of {who}", lambda g, who: g.at.get(who, ""), "Where a Hero is.", who=Hero)
fact("hero_count", int, "the number of heroes", lambda g: len(g.heroes), "In play, knocked out or not.")
fact("players", int, "the number of players", lambda g: g.players, "Alone one plays two Heroes.")
fact("takes_part", bool, "{who} {who:plays|play} in this Chapter", lambda g, who: who in g.heroes, who=Hero)
