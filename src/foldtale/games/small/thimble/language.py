"""What the cards of a Thimble pack can say."""

from __future__ import annotations

from typing import Annotated, NewType

from foldtale.games.small.thimble.options import PLAYER as CHOSEN
from foldtale.games.small.thimble.rules import has_drawn, take_card
from foldtale.games.small.thimble.state import COUNTS, Basket
from foldtale.kernel.effects import FLAG, ME, Cause, Kind, Language, Standing
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.pack.records import Bounds, CardText, Do, Opening, Ref, Title
from foldtale.kernel.talk import ALL, Chance, Play, Show, bit, tell
from foldtale.kernel.zones import peek

Seat = NewType("Seat", int)
Thing = NewType("Thing", str)
Flag = NewType("Flag", str)

PLAYER = Kind("player", key=lambda g, seat: CHOSEN(seat + 1).key)
LANGUAGE = Language(
    "thimble",
    PLAYER,
    rule="TH-27",
    scopes=("turn", "round"),
    start="page",
    kinds={Seat: PLAYER, Thing: Kind("card", COUNTS, refers="*"), Flag: FLAG},
)
LANGUAGE.connect(
    who_answers=lambda g, c, who: (ALL, g.begins) if who is None else (who, who),
    rule_of=lambda g, c: "TH-28" if c.card == g.page else "TH-27",
)

LANGUAGE.event("drew", "a player draws a card into the hand", instead=False, who=Seat)
LANGUAGE.event("laid", "a player lays a treasure", instead=False, who=Seat, thing=Thing, worth=int)
LANGUAGE.event("scoring", "a player scores at the end of a round", when=False, who=Seat, points=int)
LANGUAGE.query("hand_limit", "the number of cards a hand may hold", Seat)
LANGUAGE.query("cat_costs", "what waking the cat costs", Seat)


@LANGUAGE.card("treasure", dealt=True)
class Treasure:
    """A card to lay before oneself."""

    title: Title
    text: CardText
    worth: Annotated[int, Bounds(0, 9)]
    copies: Annotated[int, Bounds(1, 8)] = 1
    laid: Do | None = None


@LANGUAGE.card("trick", dealt=True)
class Trick:
    """A card that does something when it is played in one's turn."""

    title: Title
    text: CardText
    do: Do
    copies: Annotated[int, Bounds(1, 8)] = 1


@LANGUAGE.card("page")
class Page:
    """A page of story, read as a round begins; its standing effects last as long as it is open."""

    title: Title
    text: Opening
    do: Do | None = None
    next: Annotated[str, Ref("page")] | None = None
    standing: Standing = NOTHING_STANDS


@LANGUAGE.value("all players")
def players(g: Basket) -> list[Seat]:
    """Everybody, in the order of seats."""
    return [Seat(seat) for seat in range(g.players)]


@LANGUAGE.value("the other players")
def others(g: Basket, c: Cause) -> list[Seat]:
    """Everybody but whoever acts, in the order of seats after them."""
    return [Seat((c.me + step) % g.players) for step in range(1, g.players)]


@LANGUAGE.value("the player to the left")
def left(g: Basket, c: Cause) -> Seat:
    """The next seat in order."""
    return Seat((c.me + 1) % g.players)


@LANGUAGE.value("the number of cards in {who's} hand")
def hand_size(g: Basket, who: Seat = ME) -> int:
    """How many cards somebody holds."""
    return len(g.box.rows[who])


@LANGUAGE.value("the number of treasures before {who}")
def treasures(g: Basket, who: Seat = ME) -> int:
    """How many treasures somebody has laid."""
    return len(g.laid(who))


@LANGUAGE.value("{who's} points")
def points(g: Basket, who: Seat = ME) -> int:
    """What somebody has scored so far: in earlier rounds, and by cards in this one."""
    return g.scores[who]


@LANGUAGE.value("the number of the round")
def round(g: Basket) -> int:
    """1 in the first round."""
    return g.round


@LANGUAGE.value("“{word}” is remembered")
def remembered(g: Basket, word: Flag) -> bool:
    """Whether a card has remembered this word."""
    return word in g.flags


@LANGUAGE.op("remember “{word}”")
def remember(g: Basket, word: Flag) -> None:
    """Keep a word in mind for the rest of the game; other cards can ask for it."""
    if word not in g.flags:
        g.flags = (*g.flags, word)


@LANGUAGE.op("{who} {who:scores|score} {n} {n:point|points}")
def score(g: Basket, n: int, who: Seat = ME) -> None:
    """Points at once, apart from those at the end of the round."""
    g.scores[who] = max(0, g.scores[who] + n)
    tell(g, "scores", who, "TH-27", (n, g.scores[who]))


def has_points(g: Basket, n: int, who: Seat) -> bool:
    return g.scores[who] >= n


@LANGUAGE.op("{who} {who:loses|lose} {n} {n:point|points}", can=has_points)
def lose(g: Basket, n: int, who: Seat = ME) -> None:
    """Give up points that one has; as a cost, it must be all of them that are asked for."""
    g.scores[who] = max(0, g.scores[who] - n)
    tell(g, "loses", who, "TH-27", (n, g.scores[who]))


@LANGUAGE.op("{who} {who:draws|draw} {n} {n:card|cards}")
def draw(g: Basket, n: int, who: Seat = ME) -> Play[None]:
    """Draw from the deck into the hand; nobody can steal these. A cat ends the round."""
    for _ in range(n):
        yield from take_card(g, who, who)
        tell(g, "draws", who, "TH-27", (), g.box.rows[who][-1:], bit(who))
        yield from has_drawn(g, who)


@LANGUAGE.op("look at the top {n} {n:card|cards} of the deck")
def look(g: Basket, c: Cause, n: int) -> Play[None]:
    """See the top cards of the deck alone; they stay where they are."""
    yield from peek(g.box, n, c.me)
    seen = tuple([layer[0] for layer in g.box.layers[:n]])
    yield Show(seen, bit(c.me))
    tell(g, "looks", c.me, "TH-27", (), seen, bit(c.me))


def has_cards(g: Basket, c: Cause, from_: Seat) -> bool:
    return bool(g.box.rows[from_])


@LANGUAGE.op("take a card unseen from {from's} hand", can=has_cards)
def pinch(g: Basket, c: Cause, from_: Seat) -> Play[None]:
    """Take one card out of somebody's hand by chance; only the two of you see which."""
    hand = g.box.rows[from_]
    if hand and from_ != c.me:
        if len(hand) == 1:
            yield Show(hand, bit(c.me))
        kind = yield Chance("pinch", tuple(sorted(hand)), bit(c.me) | bit(from_))
        g.box.take(kind, from_)
        g.box.mix(from_)
        g.box.put(kind, c.me, bit(from_))
        tell(g, "steals", c.me, "TH-27", (from_,), (kind,), bit(c.me) | bit(from_))


@LANGUAGE.op("{who} shows you their hand")
def see_hand(g: Basket, c: Cause, who: Seat) -> Play[None]:
    """Look at somebody's hand; nobody else sees it."""
    g.box.show(who, bit(c.me))
    yield Show(g.box.rows[who], bit(c.me))
