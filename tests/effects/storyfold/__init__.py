"""A small stand-in for Storyfold: the language is real, only its verbs are simple.

Whoever acts is a card that lies somewhere: a second copy of a card is another piece, `wick-moth 2`.
"""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal, NewType

from foldtale.kernel import Chance, Leave, Play, State, settle
from foldtale.kernel.effects import (
    FLAG,
    ME,
    Cause,
    Code,
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
from foldtale.kernel.pack.records import Bounds, CardText, Do, Title
from foldtale.kernel.talk import pick

Piece = NewType("Piece", str)
Die = NewType("Die", int)
Flag = NewType("Flag", str)
ACTIONS = ("illuminate", "help", "explore", "heal")
D8 = tuple(range(1, 9))
FULL_SPIRIT, FULL_RIVER, SLOTS, CAP = 8, 7, 3, 3


class Wood(State):
    """One Scene: the River, the tracks, the decks, and what lies in the Blessing spaces."""

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self.force = Force()
        self.pack = pack
        self.river: list[str] = list(ACTIONS)
        self.crystals = dict.fromkeys(ACTIONS, 0)
        self.stunned: set[str] = set()
        self.faces = {"luma": 0, "brom": 0}
        self.brom_is_here = True
        self.spirit, self.light, self.shadow, self.restarts = FULL_SPIRIT, 6, 7, 0
        self.shadow_deck: list[str] = []
        self.creature_deck: list[str] = []
        self.spaces: list[str] = []
        self.discards: list[str] = []
        self.rolled: list[int] = []
        self.flags: set[str] = set()
        self.counters: dict[str, int] = {}
        self.copies: dict[str, int] = {}

    def copy(self) -> Wood:
        twin = Wood(self.pack)
        for name, fact in vars(self).items():
            setattr(twin, name, fact if isinstance(fact, int | Pack | Force) else fact.copy())
        return twin


CARD = Kind("card", ACTIONS, says={name: name.title() for name in ACTIONS})
DIE = Kind("die", key=lambda g, die: f"die {die + 1}")
FOLD = Language("storyfold", CARD, self_is="this card", rule="SF-066")
FOLD.kinds[Piece] = CARD
FOLD.kinds[Die] = DIE
FOLD.kinds[Flag] = FLAG
FOLD.scopes = ["action", "phase", "round", "scene", "chapter"]
FOLD.who_answers = lambda g, c, who: (0, 0)
FOLD.event("spirit_lost", "Spirit is lost", amount=int)
FOLD.event("spirit_gained", "Spirit is gained", amount=int)
FOLD.event("illuminated", "a Creature is illuminated", creature=Piece)
FOLD.event("place_overcome", "a Place is overcome")
FOLD.event("final_shadow", "the final Shadow card of the Chapter is drawn")
FOLD.query("heal_cost", "the Heal cost", Piece)
FOLD.query("loss", "the Spirit loss", Piece)
FOLD.query("threshold", "the number that dice must reach", Piece)
Dots = Annotated[int, Bounds(1, 4)]
NOTHING = Standing()


@FOLD.card("creature")
class Creature:
    title: Title
    text: CardText
    illuminate: Dots
    heal: Dots
    loss: Annotated[int, Bounds(0, 3)]
    crystals: Annotated[int, Bounds(0, 3)]
    enters: Literal["3+", "4+", "5+", "6+", "end"] = "end"
    in_play: Do | None = None
    after: Do | None = None
    standing: Standing = NOTHING


@dataclasses.dataclass
class Face:
    title: Title
    text: CardText
    use: Do | None = None
    standing: Standing = NOTHING


@FOLD.card("faces")
class Faces:
    title: Title
    front: Face
    back: Face


@FOLD.card("curse")
@FOLD.card("shadow")
@FOLD.card("story")
class Sudden:
    title: Title
    text: CardText
    in_play: Do
    final: bool = False
    number: int = 0


@FOLD.card("blessing")
@FOLD.card("companion")
@FOLD.card("trauma")
class Find:
    title: Title
    text: CardText
    use: Do | None = None
    persistent: bool = False
    heal: Dots | None = None  # of a Trauma
    standing: Standing = NOTHING


def card_of(piece: str) -> str:
    return piece.partition(" ")[0]


def body(g: Wood, piece: str) -> Any:
    """What is printed on a card, on the face that shows."""
    found = g.pack.cards[card_of(piece)].body
    return (found.front, found.back)[g.faces[piece]] if isinstance(found, Faces) else found


def lay(g: Wood, piece: str) -> None:
    """A card comes to lie where it is in force."""
    enter(g, card_of(piece), piece, body(g, piece).standing, copy=g.copies.get(piece, 0))


def resolve(g: Wood, piece: str, code: Code | None) -> Play[None]:
    if code is not None:
        yield from perform(g, code, Cause(piece, card_of(piece)))


def can_use(g: Wood, piece: str) -> bool:
    """Whether a card's own ability can be used in a window (SF-Q34)."""
    if piece == "brom" and not g.brom_is_here:
        return False
    code = getattr(body(g, piece), "use", None)
    return code is not None and (code.can is None or code.can(g, Cause(piece, card_of(piece))))


def use(g: Wood, piece: str) -> Play[None]:
    """Use a card; a Blessing that does not stay goes to the discard pile."""
    printed = body(g, piece)
    yield from resolve(g, piece, printed.use)
    if isinstance(printed, Find) and not printed.persistent:
        away(g, piece)


def away(g: Wood, piece: str) -> None:
    """A card goes from the River or a Blessing space to its discard pile."""
    (g.spaces if piece in g.spaces else g.river).remove(piece)
    g.stunned.discard(piece)
    g.discards.append(piece)
    leave(g, card_of(piece), piece)


def take_space(g: Wood, piece: str) -> Play[None]:
    """A card goes to a Blessing space; a full row loses a Blessing first, never a Trauma (SF-127, SF-131)."""
    if len(g.spaces) == SLOTS:
        loose = [other for other in [*g.spaces, piece] if not body(g, other).heal]
        gone = (yield from pick(0, "make room", loose, "SF-127")) if loose else piece
        if gone is piece:
            g.discards.append(piece)
            return
        away(g, str(gone))
    g.spaces.append(piece)
    lay(g, piece)


def put_creature(g: Wood, piece: str) -> Play[None]:
    """Put a Creature into the River; a full River turns it away, at a price (SF-017, SF-018)."""
    printed = body(g, piece)
    if len(g.river) == FULL_RIVER:
        g.discards.append(piece)
        yield from lose_spirit(g, printed.loss)
        return
    at = len(g.river) if printed.enters == "end" else int(printed.enters[0]) - 3
    g.river.insert(at, piece)
    lay(g, piece)
    yield from resolve(g, piece, printed.in_play)


def price_of_healing(g: Wood, piece: str) -> int:
    """How many successes Heal needs for a Creature or a Trauma, at least 1."""
    return max(1, value(g, "heal_cost", body(g, piece).heal, piece))


def threshold(g: Wood, action: str) -> int:
    """What a die must show for an Action card, between 2 and 8."""
    return min(8, max(2, value(g, "threshold", g.river.index(action) + 3, action)))


def heal(g: Wood, piece: str, successes: int) -> Play[None]:
    """The first ability of the Heal card (SF-054, SF-058)."""
    if successes >= price_of_healing(g, piece):
        away(g, piece)
        yield from gain_crystals(g, getattr(body(g, piece), "crystals", 0))


def shadow_phase(g: Wood) -> Play[None]:
    """Creatures activate from left to right, then the Shadow Pawn advances."""
    waiting = [card for card in g.river if card not in ACTIONS]
    while left := [card for card in g.river if card in waiting]:
        waiting.remove(left[0])
        yield from activate(g, Piece(left[0]))
        yield from settle(g)
    advance_shadow(g, 1)


@FOLD.value("the Creatures in the River")
def creatures(g: Wood) -> list[Piece]:
    return [Piece(card) for card in g.river if card not in ACTIONS]


@FOLD.value("the other Creatures in the River")
def others(g: Wood, c: Cause) -> list[Piece]:
    return [Piece(card) for card in g.river if card not in (*ACTIONS, c.me)]


@FOLD.value("the Action cards")
def actions(g: Wood) -> list[Piece]:
    return [Piece(card) for card in ACTIONS]


@FOLD.value("the cards next to {card}")
def neighbours(g: Wood, card: Piece) -> list[Piece]:
    at = g.river.index(card)
    return [Piece(other) for other in (*g.river[max(0, at - 1) : at], *g.river[at + 1 : at + 2])]


@FOLD.value("the number of Crystals on {card}")
def crystals_on(g: Wood, card: Piece) -> int:
    return g.crystals.get(card, 0)


@FOLD.value("{card} is stunned")
def is_stunned(g: Wood, card: Piece) -> bool:
    return card in g.stunned


@FOLD.value("the Creatures just drawn")
def drawn(g: Wood, c: Cause) -> list[Piece]:
    return [piece for piece in c.named.get("drawn", []) if piece in g.river]


@FOLD.value("the dice just rolled")
def rolled(g: Wood) -> list[Die]:
    return [Die(die) for die in range(len(g.rolled))]


@FOLD.value("the Spirit left")
def spirit(g: Wood) -> int:
    return g.spirit


@FOLD.value("the spaces between the Shadow Pawn and the centre")
def shadow_left(g: Wood) -> int:
    return g.shadow


@FOLD.value("{word} is noted")
def noted(g: Wood, word: Flag) -> bool:
    return word in g.flags


@FOLD.value("the count of {word}")
def counted(g: Wood, word: Flag) -> int:
    return g.counters.get(word, 0)


@FOLD.op("lose {n} Spirit")
def lose_spirit(g: Wood, n: int) -> Play[None]:
    """Move the Spirit Pawn to the right; each overflow draws a Shadow card."""
    event = yield from before(g, "spirit_lost", amount=n)
    n = max(0, event.facts["amount"])
    if event.cancelled or n == 0:
        return
    overflows = 0
    while n > g.spirit:
        n, g.spirit, overflows = n - g.spirit, FULL_SPIRIT, overflows + 1
    g.spirit -= n
    happen(g, "spirit_lost", amount=event.facts["amount"])
    if overflows:
        yield from draw_shadow(g, overflows)


@FOLD.op("gain {n} Spirit")
def gain_spirit(g: Wood, n: int) -> Play[None]:
    """Move the Spirit Pawn to the left, as far as the track goes."""
    event = yield from before(g, "spirit_gained", amount=n)
    if not event.cancelled:
        g.spirit = min(FULL_SPIRIT, g.spirit + event.facts["amount"])


@FOLD.op("gain {n} {n:Crystal|Crystals}")
def gain_crystals(g: Wood, n: int) -> Play[None]:
    """Put Crystals on Action cards of your choice, at most three on each."""
    for _ in range(n):
        room = [card for card in ACTIONS if g.crystals[card] < CAP]
        if room:
            g.crystals[str((yield from pick(0, "put a Crystal", room, "SF-059")))] += 1


@FOLD.op("spend {n} {n:Crystal|Crystals}", can=lambda g, n: sum(g.crystals.values()) >= n)
def spend_crystals(g: Wood, n: int) -> Play[None]:
    """Pay Crystals from Action cards of your choice."""
    for _ in range(n):
        full = [card for card in ACTIONS if g.crystals[card]]
        g.crystals[str((yield from pick(0, "pay a Crystal", full, "SF-Q26")))] -= 1


@FOLD.op("{n} {n:Crystal|Crystals} on {from} {n:is|are} lost")
def lose_crystals(g: Wood, n: int, from_: Piece) -> None:
    """Crystals on a card go back to the supply."""
    g.crystals[from_] = max(0, g.crystals[from_] - n)


@FOLD.op("the Light Pawn advances {n} {n:space|spaces}")
def advance_light(g: Wood, n: int) -> None:
    """Move the Light Pawn towards the centre."""
    g.light = max(0, g.light - n)


@FOLD.op("the Shadow Pawn advances {n} {n:space|spaces}")
def advance_shadow(g: Wood, n: int) -> None:
    """Move the Shadow Pawn towards the centre."""
    g.shadow = max(0, g.shadow - n)


@FOLD.op("move {card} to the {to} of the River")
def move(g: Wood, card: Piece, to: Literal["start", "end"]) -> None:
    """Move a card to the Start or the End of the River; the others close up."""
    g.river.remove(card)
    g.river.insert(0 if to == "start" else len(g.river), card)


@FOLD.op("draw {n} {n:Creature|Creatures}")
def draw_creature(g: Wood, c: Cause, n: int = 1) -> Play[None]:
    """Draw Creatures and put each into the River, where its In Play text says."""
    c.named["drawn"] = []
    for _ in range(min(n, len(g.creature_deck))):
        piece = g.creature_deck.pop(0)
        yield from put_creature(g, piece)
        c.named["drawn"].append(piece)


@FOLD.op("illuminate {card}")
def illuminate(g: Wood, card: Piece) -> None:
    """Move a Creature to the End of the River and stun it."""
    move(g, card, "end")
    g.stunned.add(card)
    happen(g, "illuminated", creature=card)


@FOLD.op("activate {card}")
def activate(g: Wood, card: Piece) -> Play[None]:
    """A Creature takes Spirit, or loses its Stun token; then its After Activation text follows."""
    printed = body(g, card)
    if card in g.stunned:
        g.stunned.remove(card)
    else:
        yield from lose_spirit(g, max(0, value(g, "loss", printed.loss, card)))
    yield from resolve(g, card, printed.after)


@FOLD.op("draw {n} Shadow {n:card|cards}")
def draw_shadow(g: Wood, n: int = 1) -> Play[None]:
    """Draw from the Shadow deck and resolve what comes; the last card of the deck is the final one."""
    for _ in range(n):
        if not g.shadow_deck:
            return
        printed = body(g, g.shadow_deck[0])
        if printed.final and (yield from before(g, "final_shadow")).cancelled:
            continue
        card = g.shadow_deck.pop(0)
        yield from resolve(g, card, printed.in_play)
        g.discards.append(card)


@FOLD.op("the Chapter begins again")
def restart_chapter(g: Wood) -> None:
    """Drop everything and start the Chapter anew."""
    g.restarts += 1
    raise Leave("chapter")


@FOLD.op("roll {die} again")
def reroll(g: Wood, die: Die) -> Play[None]:
    """One die is rolled again; the new result counts."""
    g.rolled[die] = yield Chance("reroll", D8, dice=True)


@FOLD.op("put Brom into the Shadow discard pile", can=lambda g: g.brom_is_here)
def give_up_brom(g: Wood) -> None:
    """Brom leaves for the rest of the Chapter."""
    g.brom_is_here = False
    g.discards.append("brom")


@FOLD.op("flip {card}")
def flip(g: Wood, card: Piece = ME) -> None:
    """Turn Luma or Brom over: the other face is in force, and it is the same card still (SF-069)."""
    g.copies[card] = leave(g, card) or g.copies.get(card, 0)
    g.faces[card] = 1 - g.faces[card]
    lay(g, card)


@FOLD.op("note {word}")
def note(g: Wood, word: Flag) -> None:
    """Remember a word."""
    g.flags.add(word)


@FOLD.op("add {n} to the count of {word}")
def count_up(g: Wood, word: Flag, n: int = 1) -> None:
    """Count something under a word of your own."""
    g.counters[word] = g.counters.get(word, 0) + n
