"""Phase 3 and 4: moving, and what the fields do.

GR-060 to GR-079, GR-107 to GR-110, GR-Q16, GR-Q21 to GR-Q28, GR-Q55, GR-Q72, GR-Q73, GR-Q121.
"""

from __future__ import annotations

from typing import Final

from foldtale.games.grimm.language import TOKENS
from foldtale.games.grimm.options import DOUBLE, DRAW, FIDDLE, MOVE, NO, RIDE, SINGLE, STAY, TAKE, TAKE_TOKEN
from foldtale.games.grimm.rules.gaining import draw_quests, gain_tokens, only
from foldtale.games.grimm.rules.placing import choose_die, may_draw_magic
from foldtale.games.grimm.rules.stories import draw_story
from foldtale.games.grimm.rules.windows import is_ready, turn_over
from foldtale.games.grimm.state import GONE, Tale
from foldtale.kernel.effects import after, forbidden, value
from foldtale.kernel.talk import Ask, Option, Play, tell

MOST_RELOCATED: Final = 10
KING_DRAWS: Final = 3


def way_on(g: Tale) -> str:
    """GR-061 and GR-Q21: the other end of the active route, if the figure stands at one end; else ""."""
    if g.route < 0:
        return ""
    ends = g.content.spots[g.route].ends
    here = g.at[g.active]
    if ends is None or here not in ends:
        return ""
    return ends[1] if here == ends[0] else ends[0]


def relocate(g: Tale, seat: int, field: str, why: str, ability: bool = True) -> Play[None]:
    """GR-066, GR-Q22 to GR-Q25: to another field, which for the active player does what it does.

    The tenth relocation of a turn is the last that does anything.
    """
    if g.at[seat] == field:
        return
    g.at[seat] = field
    tell(g, "goes to", seat, why, (field,))
    if seat == g.active:
        g.relocated += 1
        g.fresh = ()
        if ability and g.relocated <= MOST_RELOCATED:
            yield from arrive(g, seat, field)


def arrive(g: Tale, seat: int, field: str) -> Play[None]:
    """GR-066: a location's ability, at once."""
    kind = g.content.fields[field].kind
    deal = g.deal
    if kind == "town" and not g.coop:
        yield from may_draw_quests(g, seat, 1 + value(g, "second_quest", 0, seat), "GR-067")
    elif kind == "king" and not g.coop:
        yield from may_draw_quests(g, seat, KING_DRAWS, "GR-068")
    elif kind == "fairy":
        yield from may_take(g, seat, "", 1, "GR-069")
    elif kind == "resource":
        given = value(g, "field_tokens", 1, field)
        yield from may_take(g, seat, g.content.fields[field].gives or "", given, "GR-072")
    elif kind == "support" and deal.story:
        yield from draw_story(g, seat, "GR-075", 1 + value(g, "second_story", 0, seat))
    elif kind == "steed":
        yield from may_ride(g, seat)
    elif kind == "magic" and deal.magic:
        yield from may_draw_magic(g, seat, "GR-079")


def may_draw_quests(g: Tale, seat: int, n: int, why: str) -> Play[None]:
    """GR-067 and GR-068: draw or not; with empty decks there is nothing to draw: GR-Q30."""
    if not any(box.deck_size for box in g.quests):
        return
    if (yield Ask(seat, "draw quest", (DRAW, NO), why)) is DRAW:
        yield from draw_quests(g, seat, n, why)


def may_take(g: Tale, seat: int, token: str, n: int, why: str) -> Play[None]:
    """GR-057 to GR-059, GR-069, GR-072, GR-Q16 and GR-Q34: tokens of one type; Doubling gives one more."""
    options = [TAKE] if token else [TAKE_TOKEN(name) for name in TOKENS]
    choice = yield Ask(seat, "take", [*options, NO], why, about=(n + g.doubled,))
    if choice is NO:
        return
    if not token:
        (token,) = TAKE_TOKEN.parts(choice)
    if g.doubled and (yield Ask(seat, "double", (DOUBLE, SINGLE), "GR-057")) is DOUBLE:
        n += 1
        g.doubled = False
        tell(g, "doubles", seat, "GR-057")
    yield from gain_tokens(g, seat, only(token, n), "field", why)


def may_ride(g: Tale, seat: int) -> Play[None]:
    """GR-078, GR-Q25, GR-Q72 and GR-Q111: to another Steed field, or with a fiddle wherever one likes."""
    here = g.at[seat]
    rides = [] if forbidden(g, "ride", seat) else [RIDE(steed) for steed in g.content.steeds if steed != here]
    fiddles = fiddle_options(g, seat)
    options = [*rides, *fiddles]
    if not options:
        return
    choice = yield Ask(seat, "steed", [*options, STAY], "GR-078")
    if choice in FIDDLE:
        yield from fiddle(g, seat, *FIDDLE.parts(choice))
    elif choice is not STAY:
        yield from ride(g, seat, *RIDE.parts(choice))


def ride(g: Tale, seat: int, steed: str) -> Play[None]:
    """GR-Q25: an arrival that offers no second jump."""
    g.at[seat] = steed
    g.rode = True
    g.relocated += 1
    g.fresh = ()
    tell(g, "rides to", seat, "GR-078", (steed,))
    yield from after(g, "steed_ridden", who=seat)


def fiddle_options(g: Tale, seat: int) -> list[Option]:
    """GR-Q72, GR-198, GR-210 and GR-222: where King Thrushbeard can go in a turn that took him to a Steed."""
    card = g.character[seat]
    fields = g.content.jumps.get(card, ())
    if not fields or not is_ready(g, seat, card) or g.rode or g.by_cap or not g.relocated:
        return []
    if g.content.fields[g.at[seat]].kind != "steed":
        return []
    return [FIDDLE(field) for field in fields if field != g.at[seat]]


def fiddle(g: Tale, seat: int, field: str) -> Play[None]:
    """GR-Q72: the jump, and what that field does."""
    turn_over(g, seat, g.character[seat])
    g.rode = True
    yield from relocate(g, seat, field, "GR-Q72")


def step_by_rabbit(g: Tale, seat: int, field: str) -> Play[None]:
    """GR-107 to GR-110 and GR-Q55: to any neighbouring field, whatever lies on the route."""
    g.rabbits[seat] -= 1
    g.step = "quests"
    tell(g, "spends the Rabbit Token", seat, "GR-107")
    yield from relocate(g, seat, field, "GR-107")


def step_asleep(g: Tale, seat: int) -> Play[None]:
    """GR-Q73 and GR-223: two dice for a move along any route; their faces do nothing."""
    dice = g.dice_of(seat)
    one = yield from choose_die(g, seat, "two dice", dice, "GR-Q73")
    others = [die for die in dice if die != one]
    other = yield from choose_die(g, seat, "two dice", others, "GR-Q73")
    fields = [MOVE(field) for _, field in g.content.routes[g.at[seat]]]
    choice = yield Ask(seat, "asleep", fields, "GR-Q73")
    turn_over(g, seat, g.character[seat])
    for die in (one, other):
        g.set_die(seat, die, GONE)
        tell(g, "discards a die", seat, "GR-Q73", (g.name_of(die),))
    g.step = "quests"
    yield from relocate(g, seat, *MOVE.parts(choice), "GR-Q73")
