"""A small stand-in for Seven Virtues: the language is real, only its verbs are simple."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, NewType

from foldtale.kernel import Chance, Game, Outcome, Play, Setup, State, Words
from foldtale.kernel.effects import (
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
from foldtale.kernel.scene import Scene

Hero = NewType("Hero", str)
Virtue = NewType("Virtue", str)
Character = NewType("Character", str)
Colour = Literal["red", "blue", "green", "yellow", "purple", "white"]
Stock = Literal["gold", "fame", "might"]
Rule = Literal["fall", "unnamed"]
Target = Literal["chosen", "each", "none"]

COLOURS = {"Aldric": "red", "Maelis": "blue", "Brannoch": "green", "Seren": "yellow"}
HEROES = tuple(COLOURS)
VIRTUES = {
    "hum": "Humility",
    "gen": "Generosity",
    "pur": "Purity",
    "kin": "Kindness",
    "tem": "Temperance",
    "pat": "Patience",
    "dil": "Diligence",
}
EACH_GIFT = 6
SEVENTH = 7
NOTHING_STANDS = Standing()


class Printed(NamedTuple):
    """What a character card shows."""

    colour: str
    fame: int
    gifts: tuple[str, ...]


CHARACTERS = {
    "CH01": Printed("red", 2, ("hum",)),
    "CH02": Printed("red", 3, ("gen", "kin")),
    "CH05": Printed("red", 6, ("hum", "gen", "kin")),
    "CH16": Printed("yellow", 2, ("kin",)),
    "CH21": Printed("purple", 2, ("tem",)),
    "CH22": Printed("purple", 3, ("hum", "pat")),
}
UPRIGHT, TURNED = 0, 90


class Realm(State):
    """Four heroes with what lies before them, the pool of gifts and the pile of sins."""

    def __init__(self) -> None:
        super().__init__()
        self.force = Force()
        self.stock = {hero: {"gold": 0, "fame": 0, "might": 0} for hero in HEROES}
        self.gifts = {hero: dict.fromkeys(VIRTUES, 0) for hero in HEROES}
        self.pool = dict.fromkeys(VIRTUES, EACH_GIFT)
        self.characters: dict[str, dict[str, int]] = {hero: {} for hero in HEROES}
        self.hands: dict[str, list[str]] = {hero: [] for hero in HEROES}
        self.corruption = dict.fromkeys(HEROES, 0)
        self.pile: list[str] = []
        self.deck: list[str] = []
        self.goes: list[str] = []
        self.cataclysms = 0
        self.rules: frozenset[str] = frozenset()
        self.acting = HEROES[0]

    def heard(self, whose: Any) -> int:
        """Reactions are offered in the order of play, whoever acts first."""
        return (HEROES.index(whose) - HEROES.index(self.acting)) % len(HEROES) if whose in HEROES else -1

    def copy(self) -> Realm:
        twin = Realm()
        twin.force = self.force
        twin.stock = {hero: dict(stock) for hero, stock in self.stock.items()}
        twin.gifts = {hero: dict(gifts) for hero, gifts in self.gifts.items()}
        twin.pool = dict(self.pool)
        twin.characters = {hero: dict(own) for hero, own in self.characters.items()}
        twin.hands = {hero: hand[:] for hero, hand in self.hands.items()}
        twin.corruption = dict(self.corruption)
        twin.pile, twin.deck, twin.goes = self.pile[:], self.deck[:], self.goes[:]
        twin.cataclysms, twin.rules, twin.acting = self.cataclysms, self.rules, self.acting
        return twin


HERO = Kind("hero", HEROES)
SV = Language("virtues", HERO, rule="SV-086")
SV.kinds[Hero] = HERO
SV.kinds[Virtue] = Kind("virtue", tuple(VIRTUES), says=VIRTUES)
SV.kinds[Character] = Kind("character", CHARACTERS)
SV.scopes = ["turn", "go"]
SV.who_answers = lambda g, c, who: (HEROES.index(who), HEROES.index(who))
SV.event("gifts_gained", "a hero gains gifts from a character", who=Hero, character=Character)
SV.event("sin_played", "a hero plays a sin", who=Hero)
SV.event("sins_weighed", "the sins in a hero's hand are weighed", who=Hero, tally=int)
SV.event("action_taken", "a hero takes an action", who=Hero)
SV.query("recruit_cost", "the fame that a character costs", Hero)
SV.query("shelter", "the shelter from the sins of others", Hero)


@dataclasses.dataclass
class Function:
    """One of a sin's two functions: done in one's own go, or a reaction from the hand."""

    do: Do | None = None
    standing: Standing = NOTHING_STANDS


@SV.card("temple")
class Temple:
    title: Title
    text: CardText
    colour: Colour
    cost: int
    man_cost: int
    standing: Standing = NOTHING_STANDS


@SV.card("estate")
class Estate:
    title: Title
    text: CardText
    colour: Colour
    number: int
    cost: int
    man_cost: int
    rating: Sum
    used: Do


@SV.card("elixir")
class Elixir:
    title: Title
    text: CardText
    colour: Colour
    cost: int
    do: Do


@SV.card("sin")
class Sin:
    title: Title
    text: CardText
    a: Function
    b: Function


@SV.card("cataclysm")
class Cataclysm:
    title: Title
    text: CardText
    do: Do


@SV.card("unnamed")
class Unnamed:
    title: Title
    text: CardText
    target: Target
    do: Do


@SV.value("all heroes")
def heroes(g: Realm) -> list[Hero]:
    return [Hero(hero) for hero in HEROES]


@SV.value("the other heroes whom a sin can touch")
def targets(g: Realm, c: Cause) -> list[Hero]:
    return [Hero(hero) for hero in HEROES if hero != c.me and not value(g, "shelter", 0, hero)]


@SV.value("the might of {who}")
def might(g: Realm, who: Hero) -> int:
    return g.stock[who]["might"]


@SV.value("the most might of all")
def most_might(g: Realm) -> int:
    return max(g.stock[hero]["might"] for hero in HEROES)


@SV.value("your {of}")
def own(g: Realm, c: Cause, of: Stock) -> int:
    return g.stock[c.me][of]


@SV.value("the number of your {colour} characters, hero included,")
def banners(g: Realm, c: Cause, colour: Colour) -> int:
    return [COLOURS[c.me], *[CHARACTERS[name].colour for name in g.characters[c.me]]].count(colour)


@SV.value("your turned characters")
def turned(g: Realm, c: Cause) -> list[Character]:
    return [Character(name) for name, at in g.characters[c.me].items() if at == TURNED]


@SV.value("the gifts of {who}")
def gifts_of(g: Realm, who: Hero) -> list[Virtue]:
    return [Virtue(virtue) for virtue, n in g.gifts[who].items() if n]


@SV.value("the virtues printed on {character}")
def printed_on(g: Realm, character: Character) -> list[Virtue]:
    return [Virtue(virtue) for virtue in CHARACTERS[character].gifts]


@SV.value("the number of gifts left of {virtue}")
def left_of(g: Realm, virtue: Virtue) -> int:
    return g.pool[virtue]


@SV.value("the rule “{rule}” is in play")
def in_play(g: Realm, rule: Rule) -> bool:
    return rule in g.rules


@SV.op("gain {n} {of}")
def gain(g: Realm, n: int, of: Stock, who: Hero = ME) -> None:
    """Take gold or fame from the supply, or move forward on the might track."""
    g.stock[who][of] += n


@SV.op("{who} must lose {n} {of}")
def lose(g: Realm, n: int, of: Stock, who: Hero = ME) -> None:
    """Lose gold, fame or might; a loss stops at nothing left."""
    g.stock[who][of] = max(0, g.stock[who][of] - n)


def has(g: Realm, n: int, of: Stock, who: Hero) -> bool:
    return g.stock[who][of] >= n


@SV.op("pay {n} {of}", can=has)
def spend(g: Realm, n: int, of: Stock, who: Hero = ME) -> None:
    """Pay gold, fame or might as a cost: the whole of it, or nothing."""
    g.stock[who][of] -= n


@SV.op("take {n} {n:gift|gifts} of {of}")
def gift(g: Realm, n: int, of: Virtue, who: Hero = ME) -> None:
    """Take gifts of one virtue from the pool, as many as are left."""
    n = min(n, g.pool[of])
    g.pool[of] -= n
    g.gifts[who][of] += n


@SV.op("put it back into the pool")
def discard_gift(g: Realm, of: Virtue, who: Hero = ME) -> None:
    """One gift goes back to the pool of its own virtue."""
    g.gifts[who][of] -= 1
    g.pool[of] += 1


@SV.op("take {of} from {from}")
def steal_gift(g: Realm, of: Virtue, from_: Hero, who: Hero = ME) -> None:
    """One gift of another hero becomes yours."""
    g.gifts[from_][of] -= 1
    g.gifts[who][of] += 1


@SV.op("turn {who} upright")
def untap(g: Realm, c: Cause, who: Character) -> None:
    """A turned character of yours stands upright again. Only sins can do this."""
    g.characters[c.me][who] = UPRIGHT


@SV.op("take {n} corruption")
def corrupt(g: Realm, n: int, who: Hero = ME) -> None:
    """Take corruption cards."""
    g.corruption[who] += n


@SV.op("draw a sin")
def draw_sin(g: Realm, who: Hero = ME) -> Play[None]:
    """Draw one sin from the deck; from an empty deck nothing is drawn."""
    if g.deck:
        card = yield Chance("sin", tuple(g.deck))
        g.deck.remove(card)
        g.hands[who].append(card)


def in_hand(g: Realm, c: Cause) -> bool:
    return c.card in g.hands[c.me]


@SV.op("lay this card on the pile of sins", can=in_hand)
def lay_down(g: Realm, c: Cause) -> None:
    """This sin leaves your hand for the pile; the seventh card there brings a cataclysm."""
    g.hands[c.me].remove(c.card)
    leave(g, c.card, c.me)
    lay(g, c.card)


def lay(g: Realm, card: str) -> None:
    """One card on the pile of sins; at the seventh a cataclysm comes, and all go back into the deck."""
    g.pile.append(card)
    if len(g.pile) == SEVENTH:
        g.cataclysms += 1
        g.deck += g.pile
        g.pile = []


def deal(g: Realm, pack: Pack, who: str, *cards: str) -> None:
    """Sins come into a hand, where their reactions lie in wait."""
    for card in cards:
        g.hands[who].append(card)
        enter(g, card, who, pack.cards[card].body.b.standing)


def play_sin(g: Realm, pack: Pack, who: str, card: str, side: str) -> Play[None]:
    """A sin is played by one of its functions, unless somebody negates it, and laid on the pile."""
    g.acting = who
    g.hands[who].remove(card)
    leave(g, card, who)
    event = yield from before(g, "sin_played", who=who)
    if not event.cancelled:
        yield from perform(g, getattr(pack.cards[card].body, side).do, Cause(who, card))
    lay(g, card)


def gain_gifts(g: Realm, who: str, character: str) -> None:
    """The action: a character is turned, and its gifts come from the pool."""
    g.characters[who][character] = TURNED
    for virtue in CHARACTERS[character].gifts:
        gift(g, 1, virtue, who)
    happen(g, "gifts_gained", who=who, character=character)


def recruit(g: Realm, who: str, character: str, discount: int = 0) -> bool:
    """The action: a character is paid for in fame. The temples lessen the price first."""
    price = max(0, value(g, "recruit_cost", CHARACTERS[character].fame, who) - discount)
    if not has(g, price, "fame", Hero(who)):
        return False
    spend(g, price, "fame", Hero(who))
    g.characters[who][character] = UPRIGHT
    return True


def weigh_sins(g: Realm, order: Sequence[str] = HEROES) -> Play[None]:
    """Step 1: each sin in a hand costs one might, or brings one corruption."""
    for who in order:
        event = yield from before(g, "sins_weighed", who=who, tally=len(g.hands[who]))
        if "fall" in g.rules:
            g.corruption[who] += event.facts["tally"]
        else:
            lose(g, event.facts["tally"], "might", Hero(who))


def take_go(g: Realm, who: str) -> Play[None]:
    """A go: an action, or a pass where a card forces it."""
    event = yield from before(g, "action_taken", who=who)
    g.goes.append(f"{who} {'passes' if event.cancelled else 'acts'}")


def toy(main: Callable[[Realm], Play[Outcome]], folder: Path) -> Game:
    """A game around one coroutine."""
    return Game(
        name="virtues",
        title="Virtues",
        blurb="",
        setups=Setup,
        begin=lambda setup: Realm(),
        main=main,
        scene=lambda realm, seat: Scene(game="virtues", title="Virtues", you=seat, elements=()),
        words=Words(topics={}, options={}, tells={}),
        vocabulary=lambda setup: (),
        endings=("done",),
        folder=folder,
    )
