"""Amounts, conditions and selectors."""

from __future__ import annotations

from collections.abc import Iterable

from foldtale.games.grimm.content import SIX, WOLF
from foldtale.games.grimm.language import LANGUAGE, Curse, Die, Field, Player, Quest, Socket
from foldtale.games.grimm.state import Tale
from foldtale.kernel.effects import Cause

LOW = 2

fact = LANGUAGE.fact

# Players

fact("players", list[Player], "all players", lambda g: g.around(g.starter), "Clockwise from who starts.")
fact("others", list[Player], "the other players", lambda g, c: g.after(c.me), "Clockwise after who acts.")
fact("left", Player, "the left neighbour", lambda g, c: (c.me + 1) % g.players, "The next seat clockwise.")
fact("right", Player, "the right neighbour", lambda g, c: (c.me - 1) % g.players, "The seat before.")
fact("company", list[Player], "the players on your field", lambda g, c: g.together(c.me), "Besides you.")
fact("in_company", bool, "another figure is on your field", lambda g, c: bool(g.together(c.me)))
fact("starts", bool, "you hold the starting player marker", lambda g, c: g.starter == c.me)


# Fields


def elsewhere(g: Tale, c: Cause, fields: Iterable[str]) -> list[str]:
    """Return these fields without your own, each once."""
    return [field for field in dict.fromkeys(fields) if field != g.at[c.me]]


fact("fields", list[Field], "the other fields", lambda g, c: elsewhere(g, c, g.content.walkable))
fact("steeds", list[Field], "the other Steed fields", lambda g, c: elsewhere(g, c, g.content.steeds))


@LANGUAGE.value("the neighbouring fields")
def neighbours(g: Tale, c: Cause) -> list[Field]:
    """Fields that a route joins to yours."""
    return [field for _, field in g.content.routes[g.at[c.me]]]


@LANGUAGE.value("the fields of other figures")
def peopled(g: Tale, c: Cause) -> list[Field]:
    """Fields where other figures stand, but for your own field."""
    return elsewhere(g, c, [g.at[seat] for seat in g.after(c.me)])


@LANGUAGE.value("you are on {field}", denies="you are not on {field}")
def at(g: Tale, c: Cause, field: Field) -> bool:
    """Whether your figure stands there."""
    return bool(g.at[c.me] == field)


@LANGUAGE.value("{field} is a Resource field")
def resource(g: Tale, field: Field) -> bool:
    """Whether the field gives tokens of one type."""
    return bool(g.content.fields[field].kind == "resource")


# Dice and sockets


def named(g: Tale, dice: Iterable[int]) -> list[str]:
    return [g.name_of(die) for die in dice]


fact("unused", list[Die], "your unused dice", lambda g, c: named(g, g.dice_of(c.me)), "Those in your pool.")
fact("shows", int, "what {die} shows", lambda g, c, die: g.shows(c.me, die), "Of your unused dice.", die=Die)


@LANGUAGE.value("your unused dice but the Snake Die")
def own_unused(g: Tale, c: Cause) -> list[Die]:
    """The dice of your own set in your pool."""
    return named(g, [die for die in g.dice_of(c.me) if die != g.content.snake_die])


@LANGUAGE.value("your dice on the board")
def on_board(g: Tale, c: Cause) -> list[Die]:
    """Your dice wherever they lie on the board."""
    return named(g, [die for stack in (*g.stacks, g.heap) for owner, die, _ in stack if owner == c.me])


@LANGUAGE.value("the rolled dice that show 1 or 2")
def low(g: Tale, c: Cause, dice: list[Die]) -> list[Die]:
    """The rolled dice that are worth another try."""
    return [die for die in dice if g.shows(c.me, die) <= LOW]


@LANGUAGE.value("{socket} is on a route")
def on_route(g: Tale, socket: Socket) -> bool:
    """Whether the socket is one of a route, not of a Forest Spirit."""
    return bool(g.content.spots[g.content.place[socket]].ends)


@LANGUAGE.value("{socket} is on a route and worth less than 6")
def below_six(g: Tale, socket: Socket) -> bool:
    """Whether the socket is one of a route, and the board does not ask for a 6 there."""
    return on_route(g, socket) and g.content.spots[g.content.place[socket]].value < SIX


@LANGUAGE.value("the number of Forest Spirit fields with your dice")
def spirits(g: Tale, c: Cause) -> int:
    """Also with dice that were given to the Wolf."""
    mine = {
        spot.spirit
        for spot, stack in zip(g.content.spots, g.stacks, strict=True)
        if spot.spirit and any(owner == c.me for owner, _, _ in stack)
    }
    return len(mine | {WOLF for owner, _, _ in g.heap if owner == c.me})


# Cards and tokens


@LANGUAGE.value("your Curses")
def curses(g: Tale, c: Cause) -> list[Curse]:
    """The Curses before you; none that lie before a whole team."""
    kept = () if g.coop else dict.fromkeys(g.kept(c.me))
    return [card for card in kept if g.content.kind(card) == "curse"]


@LANGUAGE.value("your active Main Quests")
def quests(g: Tale, c: Cause) -> list[Quest]:
    """Main Quests that you have not completed; none that belong to a whole team."""
    return [] if g.coop else g.active_quests(c.me)


fact("types_held", int, "the number of types of tokens that you hold", lambda g, c: len(g.held(c.me)))
fact("most_held", int, "the number of tokens that you hold of one type", lambda g, c: max(g.tokens[c.me]))
fact("magic_held", int, "the number of Magic Items in your hand", lambda g, c: len(g.hand(c.me)))


# What happens


def is_so(c: Cause, name: str) -> bool:
    """Return whether this fact of what happens is known and true."""
    return c.event is not None and bool(c.event.facts.get(name))


fact("of_chapter", bool, "it is the roll of a chapter", lambda g, c: is_so(c, "chapter"), "Not a later roll.")
fact("harmful", bool, "it harms you", lambda g, c: is_so(c, "harms"), "It does more than reward the others.")
