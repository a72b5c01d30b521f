"""Amounts, conditions and selectors."""

from __future__ import annotations

from foldtale.games.grimm.content import SIX, WOLF
from foldtale.games.grimm.language import LANGUAGE, Curse, Die, Field, Player, Quest, Socket
from foldtale.games.grimm.state import Tale
from foldtale.kernel.effects import Cause

LOW = 2


@LANGUAGE.value("all players")
def players(g: Tale) -> list[Player]:
    """Everybody, clockwise from the starting player."""
    return [Player(seat) for seat in g.around(g.starter)]


@LANGUAGE.value("the other players")
def others(g: Tale, c: Cause) -> list[Player]:
    """Everybody but whoever acts, clockwise after them."""
    return [Player(seat) for seat in g.after(c.me)]


@LANGUAGE.value("the left neighbour")
def left(g: Tale, c: Cause) -> Player:
    """The next seat clockwise."""
    return Player((c.me + 1) % g.players)


@LANGUAGE.value("the right neighbour")
def right(g: Tale, c: Cause) -> Player:
    """The seat before, clockwise."""
    return Player((c.me - 1) % g.players)


@LANGUAGE.value("the players on your field")
def company(g: Tale, c: Cause) -> list[Player]:
    """Whose figures stand on your field, besides yours."""
    return [Player(seat) for seat in g.together(c.me)]


@LANGUAGE.value("another figure is on your field")
def in_company(g: Tale, c: Cause) -> bool:
    """Whether you share your field."""
    return bool(g.together(c.me))


@LANGUAGE.value("the other fields")
def fields(g: Tale, c: Cause) -> list[Field]:
    """Every field that figures can stand on, but your own."""
    return [Field(field) for field in g.content.walkable if field != g.at[c.me]]


@LANGUAGE.value("the other Steed fields")
def steeds(g: Tale, c: Cause) -> list[Field]:
    """All Steed fields but the one that you are on."""
    return [Field(field) for field in g.content.steeds if field != g.at[c.me]]


@LANGUAGE.value("the neighbouring fields")
def neighbours(g: Tale, c: Cause) -> list[Field]:
    """Fields that a route joins to yours."""
    return [Field(field) for _, field in g.content.routes[g.at[c.me]]]


@LANGUAGE.value("the fields of other figures")
def peopled(g: Tale, c: Cause) -> list[Field]:
    """Fields where other figures stand, but for your own field."""
    found = dict.fromkeys([g.at[seat] for seat in g.after(c.me)])
    return [Field(field) for field in found if field != g.at[c.me]]


@LANGUAGE.value("you are on {field}", denies="you are not on {field}")
def at(g: Tale, c: Cause, field: Field) -> bool:
    """Whether your figure stands there."""
    return bool(g.at[c.me] == field)


@LANGUAGE.value("your unused dice")
def unused(g: Tale, c: Cause) -> list[Die]:
    """The dice in your pool."""
    return [Die(g.name_of(die)) for die in g.dice_of(c.me)]


@LANGUAGE.value("your unused dice but the Snake Die")
def own_unused(g: Tale, c: Cause) -> list[Die]:
    """The dice of your own set in your pool."""
    return [Die(g.name_of(die)) for die in g.dice_of(c.me) if die != g.content.snake_die]


@LANGUAGE.value("your dice on the board")
def on_board(g: Tale, c: Cause) -> list[Die]:
    """Your dice wherever they lie on the board."""
    mine = [die for stack in (*g.stacks, g.heap) for owner, die, _ in stack if owner == c.me]
    return [Die(g.name_of(die)) for die in mine]


@LANGUAGE.value("what {die} shows")
def shows(g: Tale, c: Cause, die: Die) -> int:
    """The value of one of your unused dice."""
    return g.shows(c.me, die)


@LANGUAGE.value("your Curses")
def curses(g: Tale, c: Cause) -> list[Curse]:
    """The Curses before you; none that lie before a whole team."""
    if g.coop:
        return []
    return [Curse(card) for card in dict.fromkeys(g.kept(c.me)) if g.content.kind(card) == "curse"]


@LANGUAGE.value("your active Main Quests")
def quests(g: Tale, c: Cause) -> list[Quest]:
    """Main Quests that you have not completed; none that belong to a whole team."""
    return [] if g.coop else [Quest(quest) for quest in g.active_quests(c.me)]


@LANGUAGE.value("the rolled dice that show 1 or 2")
def low(g: Tale, c: Cause, dice: list[Die]) -> list[Die]:
    """The rolled dice that are worth another try."""
    return [die for die in dice if g.shows(c.me, die) <= LOW]


@LANGUAGE.value("it is the roll of a chapter")
def of_chapter(g: Tale, c: Cause) -> bool:
    """Whether dice were rolled because a chapter begins."""
    return c.event is not None and bool(c.event.facts.get("chapter"))


@LANGUAGE.value("it harms you")
def harmful(g: Tale, c: Cause) -> bool:
    """Whether a Bad Luck card does more than reward the others."""
    return c.event is not None and bool(c.event.facts.get("harms"))


@LANGUAGE.value("{socket} is on a route")
def on_route(g: Tale, socket: Socket) -> bool:
    """Whether the socket is one of a route, not of a Forest Spirit."""
    return bool(g.content.spots[g.content.place[socket]].ends)


@LANGUAGE.value("{socket} is on a route and worth less than 6")
def below_six(g: Tale, socket: Socket) -> bool:
    """Whether the socket is one of a route, and the board does not ask for a 6 there."""
    spot = g.content.spots[g.content.place[socket]]
    return spot.ends is not None and bool(spot.value < SIX)


@LANGUAGE.value("{field} is a Resource field")
def resource(g: Tale, field: Field) -> bool:
    """Whether the field gives tokens of one type."""
    return bool(g.content.fields[field].kind == "resource")


@LANGUAGE.value("the number of Forest Spirit fields with your dice")
def spirits(g: Tale, c: Cause) -> int:
    """Also with dice that were given to the Wolf."""
    mine = {
        spot.spirit
        for spot, stack in zip(g.content.spots, g.stacks, strict=True)
        if spot.spirit and any(owner == c.me for owner, _, _ in stack)
    }
    return len(mine | {WOLF for owner, _, _ in g.heap if owner == c.me})


@LANGUAGE.value("the number of types of tokens that you hold")
def types_held(g: Tale, c: Cause) -> int:
    """0 to 3."""
    return len([n for n in g.tokens[c.me] if n])


@LANGUAGE.value("the number of tokens that you hold of one type")
def most_held(g: Tale, c: Cause) -> int:
    """Of the type that you hold most of."""
    held: tuple[int, ...] = g.tokens[c.me]
    return max(held)


@LANGUAGE.value("the number of Magic Items in your hand")
def magic_held(g: Tale, c: Cause) -> int:
    """Unused Magic Items."""
    return len(g.hand(c.me))


@LANGUAGE.value("you hold the starting player marker")
def starts(g: Tale, c: Cause) -> bool:
    """Whether you would start the next chapter."""
    return bool(g.starter == c.me)
