"""Phase 1 and 2: placing a die, and what its face does. GR-035 to GR-059, GR-100 to GR-118, GR-122,
GR-184 and GR-185, GR-Q10 to GR-Q20, GR-Q57 to GR-Q60, GR-Q62 to GR-Q66, GR-Q68, GR-Q70, GR-Q76, GR-Q93,
GR-Q99, GR-Q103, GR-Q132 to GR-Q134, GR-Q148."""

from __future__ import annotations

from typing import Final, NamedTuple

from foldtale.games.grimm.content import SIX, WOLF, Spot, value_of
from foldtale.games.grimm.options import BACK, DRAW, NO, PLACE, WITH
from foldtale.games.grimm.rules.gaining import draw_magic
from foldtale.games.grimm.rules.stories import draw_story
from foldtale.games.grimm.rules.windows import can_play, is_ready, play, turn_over, window
from foldtale.games.grimm.state import DISCARD, GONE, Tale
from foldtale.kernel.effects import after, forbidden, value
from foldtale.kernel.talk import EVERYONE, Ask, Option, Play, Show, pick, tell

BANNED: Final = 7
"""What a socket asks for under another's Ban die: more than a value, a Ban face."""
CLOSED: Final = 9
"""More than any die shows."""
BAN: Final = "ban"


# What can be placed where


class Ease(NamedTuple):
    """GR-Q133: what makes a placement easier, all that is announced with it together.

    `on`          "routes", "stacks" or, without anything announced, everywhere
    `walks_from`  only on routes from this field
    `truce`       in this chapter a Ban face is a plain six
    `any_value`   the value of what lies there does not matter
    `any_ban`     nor does a Ban face of what lies there
    `swats`       the topmost die leaves first, unless its Ban face holds
    """

    on: str
    walks_from: str
    truce: bool
    any_value: bool
    any_ban: bool
    swats: bool
    higher: int

    def reaches(self, spot: Spot) -> bool:
        """GR-Q68, GR-Q70, GR-Q99 and GR-Q103: whether it can be used there."""
        if self.walks_from and (spot.ends is None or self.walks_from not in spot.ends):
            return False
        return spot.ends is not None if self.on == "routes" else spot.stacks or not self.on


def ease_of(g: Tale, seat: int, mods: tuple[str, ...]) -> Ease:
    placing = [g.content.placing[card] for card in mods]
    return Ease(
        on="" if not mods else "routes" if any(one.on == "routes" for one in placing) else "stacks",
        walks_from=g.at[seat] if any(one.walks for one in placing) else "",
        truce=forbidden(g, "ban_faces"),
        any_value=any(one.ignores for one in placing),
        any_ban=any(one.ignores == "value and Ban" for one in placing),
        swats=any(one.swats for one in placing),
        higher=value(g, "higher", 0, seat) + sum([one.higher for one in placing]),
    )


def asks(g: Tale, seat: int, mods: tuple[str, ...]) -> list[int]:
    """The least value that each socket takes from this seat; BANNED is a Ban face, CLOSED is nothing."""
    ease = ease_of(g, seat, mods)
    return [
        least_of(g, seat, at, ease) if mods or stack or spot.spirit == WOLF else g.values[at]
        for at, (spot, stack) in enumerate(zip(g.content.spots, g.stacks))
    ]


def least_of(g: Tale, seat: int, at: int, ease: Ease) -> int:
    """GR-038 to GR-043, GR-054 to GR-056, GR-113, GR-114 and GR-122: what one socket takes."""
    spot = g.content.spots[at]
    stack = g.stacks[at]
    if not ease.reaches(spot) or (spot.spirit == WOLF and (g.wolf_used or forbidden(g, "wolf"))):
        return CLOSED
    if ease.swats:
        if not stack or (stack[-1][2] == BAN and not ease.truce):
            return CLOSED
        stack = stack[:-1]
    if len(stack) >= g.limits[at] + (ease.higher if spot.stacks else 0):
        return CLOSED
    if stack and stack[-1][2] == BAN and not ease.any_ban and not ease.truce:
        return SIX if stack[-1][0] == seat else BANNED
    if ease.any_value:
        return 0
    return value_of(stack[-1][2]) if stack else g.values[at]


def placements(g: Tale, seat: int, mods: tuple[str, ...] = ()) -> list[Option]:
    """GR-035 to GR-044: every die of the pool in every socket that takes it."""
    least = asks(g, seat, mods)
    found: list[Option] = []
    put = g.content.put
    for die, face in enumerate(g.pools[seat]):
        if face:
            worth = face if isinstance(face, int) else SIX + (face == BAN)
            found += [one for one, needed in zip(put[die], least) if needed <= worth]
    return found


def eased(g: Tale, seat: int, mods: tuple[str, ...]) -> list[Option]:
    """GR-Q133: placements that need all that was announced with them."""
    found = placements(g, seat, mods)
    for card in mods:
        if not g.content.placing[card].swats:
            without = placements(g, seat, tuple([other for other in mods if other != card]))
            found = [one for one in found if one not in without]
    return found


def modifiers(g: Tale, seat: int) -> list[str]:
    """What this seat could announce with a placement: GR-Q68, GR-Q70, GR-Q99 and GR-Q103."""
    character = g.character[seat]
    found = [character] if character in g.content.placing and is_ready(g, seat, character) else []
    if can_play(g, seat):
        hand = g.magic.rows[seat]
        found += [card for card in g.content.placing if card in hand]
    return found


def more_modifiers(g: Tale, seat: int, mods: tuple[str, ...]) -> list[Option]:
    """Those that make a placement possible besides what is announced already."""
    return [
        WITH(card)
        for card in modifiers(g, seat)
        if card not in mods and eased(g, seat, tuple(sorted((*mods, card))))
    ]


def eased_placement(g: Tale, seat: int, card: str) -> Play[None]:
    """Ask for the die, the socket and further modifiers to announce with `card`. GR-Q133 and GR-Q148.

    There is a way back only while no Magic Item is chosen, or others would learn that one was tried. The
    question is veiled, since further Magic Items in the hand decide how many options it has.
    """
    mods: tuple[str, ...] = ()
    way_back = [BACK]
    while True:
        mods = tuple(sorted((*mods, card)))
        if g.content.kind(card) == "magic":
            yield from bring_out(g, seat, card)
            way_back = []
        choices = [*eased(g, seat, mods), *more_modifiers(g, seat, mods), *way_back]
        choice = yield Ask(seat, "place with", choices, "GR-Q133", card=mods[-1], veiled=True)
        if choice is BACK:
            return
        if choice in PLACE:
            yield from announce(g, seat, *PLACE.parts(choice), mods)
            return
        (card,) = WITH.parts(choice)


def bring_out(g: Tale, seat: int, card: str) -> Play[None]:
    """Show everybody a Magic Item of `seat` that stays in the hand until the placement is done. GR-Q148."""
    g.magic.put(card, seat, g.magic.take(card, seat) | EVERYONE)
    yield Show((card,), EVERYONE)
    tell(g, "brings out", seat, "GR-Q148", (card,))


# Placing it


def announce(g: Tale, seat: int, die: str, spot: str, mods: tuple[str, ...]) -> Play[None]:
    """Announce a placement with `mods`, let others answer it, then use `mods` up and place the die.

    If a card of `mods` is cancelled or may no longer be played, nothing is placed. GR-Q93, GR-Q101, GR-Q133.
    """
    cards = tuple([card for card in mods if g.content.kind(card) == "magic"])
    tell(g, "announces", seat, "GR-Q133", (die, spot, *mods))
    event = yield from window(g, "place_announced", seat, who=seat, die=die, socket=spot)
    if event.cancelled:
        return
    for at, card in enumerate(cards):
        silenced = not can_play(g, seat)
        if silenced:
            tell(g, "may not play", seat, "GR-Q101", (card,))
        if silenced or not (yield from play(g, seat, card)):
            for used in cards[:at]:
                g.magic.move(used, DISCARD, seat)
            return
    for card in mods:
        if card not in cards:
            turn_over(g, seat, card)
        placing = g.content.placing[card]
        if placing.swats:
            swat(g, seat, g.content.place[spot])
        g.must_walk = g.must_walk or placing.walks
    place(g, seat, g.content.dice.index(die), g.content.place[spot])


def swat(g: Tale, seat: int, socket: int) -> None:
    """GR-Q70 and GR-Q134: the topmost die leaves the board as a used die of its owner."""
    owner, die, _ = g.stacks[socket][-1]
    g.stacks[socket] = g.stacks[socket][:-1]
    tell(g, "swats", seat, "GR-Q70", (owner, g.name_of(die)))


def place(g: Tale, seat: int, die: int, socket: int) -> None:
    """GR-037 and GR-045: the die lies there until the end of the chapter, and activates its route."""
    face = g.pools[seat][die]
    g.set_die(seat, die, GONE)
    g.stacks[socket] = (*g.stacks[socket], (seat, die, face))
    spot = g.content.spots[socket]
    g.placed = socket
    g.route = socket if spot.ends is not None else -1
    g.step = "effect"
    tell(g, "places", seat, "GR-035", (g.name_of(die), str(face), spot.name))


# What its face does


def die_effect(g: Tale) -> Play[None]:
    """GR-046 to GR-059 and GR-Q60: the face of the die that was placed, then the Wolf."""
    seat = g.active
    g.step = "move"
    face = g.stacks[g.placed][-1][2]
    if face == "magic" and g.deal.magic:
        yield from may_draw_magic(g, seat, "GR-050")
    elif face == "story" and g.deal.story:
        yield from draw_story(g, seat, "GR-051")
    elif face == "double":
        g.doubled = True
        tell(g, "arms the Doubling face", seat, "GR-057")
    if g.content.spots[g.placed].spirit == WOLF:
        yield from feed_the_wolf(g, seat)


def may_draw_magic(g: Tale, seat: int, why: str) -> Play[None]:
    """GR-050, GR-079 and GR-Q18: draw a Magic Item or not."""
    if (yield Ask(seat, "draw magic", (DRAW, NO), why)) is DRAW:
        yield from draw_magic(g, seat, why)


def feed_the_wolf(g: Tale, seat: int) -> Play[None]:
    """GR-111 to GR-115, GR-Q48, GR-Q57 and GR-Q58: each of the others gives up an unused die."""
    g.wolf_used = True
    tell(g, "feeds the Wolf", seat, "GR-111")
    for other in g.after(seat):
        dice = g.dice_of(other)
        if dice:
            die = yield from choose_die(g, other, "wolf", dice, "GR-112")
            g.heap = (*g.heap, (other, die, g.pools[other][die]))
            g.set_die(other, die, GONE)
            tell(g, "gives to the Wolf", other, "GR-112", (g.name_of(die),))
    yield from after(g, "wolf_fed", who=seat)


def choose_die(g: Tale, seat: int, topic: str, dice: list[int], why: str) -> Play[int]:
    """One of these dice of a seat."""
    name = yield from pick(seat, topic, [g.name_of(die) for die in dice], why)
    return g.content.dice.index(str(name))


def has_rolled(g: Tale, seat: int, dice: list[int], chapter: bool = False) -> Play[None]:
    """GR-214 and GR-215: directly after a roll its owner may answer."""
    names = [g.name_of(die) for die in dice if g.pools[seat][die]]
    yield from window(g, "rolled", seat, who=seat, dice=names, chapter=chapter)
