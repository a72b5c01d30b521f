"""What is written and never changes: the cards of a game, and what rules ask of them all the time."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from foldtale.games.virtues.language import COLOURS, LANGUAGE, VIRTUE_SAYS, VIRTUES, Moment, Requirement
from foldtale.games.virtues.options import OPTIONS, UNSEEN
from foldtale.kernel.pack.contents import Contents, Library
from foldtale.kernel.pack.folder import Card, Pack

FOLDER: Final = Path(__file__).parent
BASE: Final = "virtues"
GOLD: Final = "gold"
FAME: Final = "fame"
MIGHT: Final = "might"
GIFTS: Final = "gifts"
RESOURCES: Final = (GOLD, FAME, MIGHT)
Counts: TypeAlias = tuple[int, ...]
"""A number for each virtue, or for each colour."""
NONE: Final[Counts] = (0,) * len(VIRTUES)
ALL_BITS: Final = (1 << len(VIRTUES)) - 1


def bits(gifts: Counts) -> int:
    """Return the virtues of which there is any, a bit for each."""
    return sum([1 << at for at, n in enumerate(gifts) if n])


class Need(NamedTuple):
    """What one space of a quest asks for: gifts, or `n` of gold or fame."""

    sort: str
    gifts: Counts
    n: int


class Draught(NamedTuple):
    """One option of an elixir: how many characters of its colour it needs, and its gifts."""

    needs: int
    gifts: Counts


class Rating(NamedTuple):
    """What a castle or an estate produces: `base`, or `best` with enough characters of its colour."""

    of: str
    base: int
    needs: int
    best: int


def need_of(space: Requirement) -> Need:
    n = space.gold + space.fame
    return Need((GOLD if space.gold else FAME) if n else GIFTS, space.gifts.counts, n)


def rating_of(card: Card) -> Rating:
    of, body = FAME if card.kind == "castle" else GOLD, card.body
    return Rating(of, body.base, body.needs, body.rating)


class VirtuesContent(Contents):
    """Everything that is written. All copies of a state share it.

    `colour`    of each card that has one, as its place among the COLOURS
    `cost`      in fame or gold, of each card that is bought
    `gifts`     what a character gives when it is turned, and what closes a portal
    `draughts`  the options of each elixir; `spaces` those of each quest; `ratings` of castles and estates
    `numbered`  castles and estates by the number that cataclysms call
    `lessons`   the lesson of each moment
    `moments`   for each window the sins that can be played in it
    """

    def __init__(self, box: Pack, pack: Pack) -> None:
        super().__init__(box, pack)
        of = self.of_kind
        self.heroes, self.temples = tuple(self.ids("hero")), tuple(self.ids("temple"))
        self.portals, self.armour = tuple(self.ids("portal")), tuple(self.ids("armour"))
        self.unnamed = tuple(self.ids("unnamed"))
        self.sins = tuple([card.id for card in of("sin") for _ in range(card.body.copies)])
        bought = of("character", "elixir", "castle", "estate", "temple")
        self.colour = {card.id: COLOURS.index(card.body.colour) for card in (*of("hero"), *bought)}
        self.cost: dict[str, int] = {card.id: card.body.cost for card in bought}
        given = of("character", "portal")
        self.gifts: dict[str, Counts] = {card.id: card.body.gifts.counts for card in given}
        self.draughts = {
            card.id: tuple([Draught(one.needs, one.gifts.counts) for one in card.body.options])
            for card in of("elixir")
        }
        self.spaces = {card.id: tuple(map(need_of, card.body.spaces)) for card in of("quest")}
        works = of("castle", "estate")
        self.ratings = {card.id: rating_of(card) for card in works}
        self.numbered = {card.body.number: card.id for card in works}
        self.lessons = {card.body.at: card.id for card in of("lesson")}
        self.steady = frozenset([card.id for card in of("character") if card.body.steady])
        self.moments: dict[str, dict[str, Moment]] = {}
        for card in of("sin"):
            for moment in card.body.plays:
                self.moments.setdefault(moment.window, {})[card.id] = moment
        self.bits = {card: bits(gifts) for card, gifts in self.gifts.items()}
        self.keys = OPTIONS.vocabulary(self)
        self.texts |= {ident: self.title(ident) for ident in self.cards}
        self.texts |= {UNSEEN: "the top card of the deck", **VIRTUE_SAYS, **OPTIONS.texts(self)}

    def in_words(self, gifts: Counts) -> str:
        """Return gifts in words: "1 Humility, 2 Patience"."""
        called = zip(gifts, VIRTUE_SAYS.values(), strict=True)
        return ", ".join([f"{n} {name}" for n, name in called if n])

    def asked(self, need: Need) -> str:
        """Return what one space asks for, in words."""
        return self.in_words(need.gifts) if need.sort == GIFTS else f"{need.n} {need.sort}"

    def treasured(self, card: str) -> str:
        """Return what a treasure gives, in words."""
        body = self.body(card)
        gives = [f"{getattr(body, of)} {of}" for of in RESOURCES if getattr(body, of)]
        return ", ".join(gives) or "an artifact"


LIBRARY: Final = Library(LANGUAGE, FOLDER, VirtuesContent)
