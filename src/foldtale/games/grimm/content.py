"""What is written and never changes: the board, the dice and the cards of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from foldtale.games.grimm.language import LANGUAGE, TOKEN_SAYS, TOKENS, BoardCard, Moment, Needs, Placing
from foldtale.games.grimm.options import OPTIONS, PLACE
from foldtale.kernel.chance import Dice, Face
from foldtale.kernel.pack.contents import Contents, Library
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.paper import point
from foldtale.kernel.talk import Option

FOLDER: Final = Path(__file__).parent
BASE: Final = "grimm"
LOST: Final = "lost"
SIX: Final = 6
RABBIT: Final = "rabbit"
SNAKE: Final = "snake"
WOLF: Final = "wolf"
FOX: Final = "fox"


def value_of(face: Face) -> int:
    """GR-042: every special face has the value 6."""
    return face if isinstance(face, int) else SIX


class Spot(NamedTuple):
    """A socket of the board: of a route, or of a Forest Spirit.

    `ends`     the two fields that a route joins
    `spirit`   whose it is, if it is a spirit's
    `stacks`   whether dice may be stacked there
    `at`       where it is drawn, if not in the middle of its route
    """

    name: str
    value: int
    ends: tuple[str, str] | None
    spirit: str
    stacks: bool
    at: tuple[float, float] | None


class Deal(NamedTuple):
    """Which cards are in a game: GR-155, GR-180, GR-Q129 and GR-Q130."""

    magic: bool
    story: bool
    coop: bool


class Content(Contents):
    """Everything that is written. All copies of a state share it.

    `spots`    the sockets, those of routes first; `place` their numbers by name
    `routes`   for each field its routes: the number of the socket, and the field at the other end
    `dice`     the five dice of a set and the Snake Die, each with its faces
    `moments`  for each window the cards that can be played in it, and when
    `put`      the option of each die for each socket
    """

    def __init__(self, base: Pack, pack: Pack) -> None:
        super().__init__(base, pack)
        self.board: BoardCard = self.of_kind("board")[-1].body
        self.fields = self.board.fields
        self.spots = tuple(self._spots())
        self.place = {spot.name: at for at, spot in enumerate(self.spots)}
        self.routes = {name: self._routes_of(name) for name in self.fields}
        self.steeds = tuple([name for name, field in self.fields.items() if field.kind == "steed"])
        self.town = next(name for name, field in self.fields.items() if field.kind == "town")
        self.walkable = tuple([name for name, field in self.fields.items() if field.kind != "spirit"])
        self.dice = tuple([card.id for card in sorted(self.of_kind("die"), key=lambda die: die.body.single)])
        self.snake_die = len(self.dice) - 1
        faces = [
            [int(face) if face.isdecimal() else face for face in self.body(die).faces] for die in self.dice
        ]
        self.faces: tuple[tuple[Face, ...], ...] = tuple(map(tuple, faces))
        abilities = [*self.of_kind("character"), *self.of_kind("magic")]
        self.moments: dict[str, dict[str, Moment]] = {}
        for card in abilities:
            for moment in card.body.plays:
                self.moments.setdefault(moment.window, {})[card.id] = moment
        self.placing: dict[str, Placing] = {card.id: card.body.place for card in abilities if card.body.place}
        self.jumps = {
            card.id: tuple([name for name in self.walkable if name not in card.body.fiddles])
            for card in self.of_kind("character")
            if card.body.fiddles
        }
        put = [[PLACE(die, spot.name) for spot in self.spots] for die in self.dice]
        self.put: tuple[tuple[Option, ...], ...] = tuple(map(tuple, put))
        for name, field in self.fields.items():
            self.texts[f"{name}.title"] = self.texts[name] = field.name
        for spot in self.spots:
            called = [self.fields[end].name for end in spot.ends or (spot.spirit,)]
            self.texts[spot.name] = " – ".join(called) if spot.ends else self.spirit_socket(spot)
        for ident in self.cards:
            self.texts.setdefault(ident, self.texts.get(f"{ident}.title", ident))
        self.texts |= OPTIONS.texts(self)
        self.keys = OPTIONS.vocabulary(self)
        idle = {card.id: self.texts[card.id] for card in self.of_kind("character") if not card.body.coop}
        self.team_texts = self.texts | {key: f"{name} (no use to a team)" for key, name in idle.items()}

    def spirit_socket(self, spot: Spot) -> str:
        """A Forest Spirit's socket, by its number where there are several."""
        field = self.fields[spot.spirit]
        number = list(field.sockets).index(spot.name) + 1
        return f"{field.name}, socket {number}" if len(field.sockets) > 1 else field.name

    def describe(self, ident: str, part: str = "", headed: bool = True) -> list[str]:
        """What a card does, in plain English."""
        lines = super().describe(ident, part, headed)
        if self.kind(ident) == "side":
            return [f"At the end: {line[:1].lower()}{line[1:]}" for line in lines]
        return lines

    def _spots(self) -> Iterator[Spot]:
        for name, route in self.board.routes.items():
            one, two = route.between
            where = point(route.socket) if route.socket else None
            yield Spot(name, route.value, (one, two), "", True, where)
        for field, spirit in self.board.fields.items():
            for socket, at in spirit.sockets.items():
                yield Spot(socket, 1, None, field, spirit.stacks, point(at))

    def _routes_of(self, field: str) -> tuple[tuple[int, str], ...]:
        found = []
        for at, spot in enumerate(self.spots):
            if spot.ends is not None and field in spot.ends:
                found.append((at, spot.ends[1] if spot.ends[0] == field else spot.ends[0]))
        return tuple(found)

    def sockets_of(self, spirit: str) -> list[int]:
        return [at for at, spot in enumerate(self.spots) if spot.spirit == spirit]

    @lru_cache(maxsize=128)  # noqa: B019 (contents live as long as the process)
    def roll_of(self, dice: tuple[int, ...]) -> Dice:
        """How these dice of a set can fall, together."""
        return Dice(tuple([self.faces[die] for die in dice]))

    def of(self, deal: Deal, *kinds: str) -> list[str]:
        """GR-Q129 and GR-Q130: cards that make sense with these decks, each as often as there are copies."""
        found = []
        for card in self.of_kind(*kinds):
            needs = getattr(card.body, "needs", None)
            if needs not in ("magic", "story") or getattr(deal, needs):
                found += [card.id] * getattr(card.body, "copies", 1)
        return found

    def events(self, deal: Deal) -> list[str]:
        """GR-Q130: Events that need a missing deck, or make no sense for a team, are taken out."""
        return [ident for ident in self.of(deal, "event") if self.body(ident).coop or not deal.coop]

    def quests(self, deck: int) -> list[str]:
        return [card.id for card in self.of_kind("quest") if card.body.ap == deck]

    def needs_say(self, ident: str) -> str:
        """What a quest, a Curse or a Mini Quest asks for, in a sentence."""
        card = self.cards[ident]
        body = card.body
        if card.kind == "quest" and body.sort == "fetch":
            there = self.called(body.needs.at)
            return f"Fetch {body.item} from {self.said(body.from_)} and bring it to {there}."
        needs: Needs | None = getattr(body, {"quest": "needs", "curse": "lift", "mini": "quest"}[card.kind])
        return self._asks(needs) if needs is not None else ""

    def _asks(self, needs: Needs) -> str:
        given = [counted(n, token) for token, n in zip(TOKENS, needs.price, strict=True) if n]
        if needs.tokens:
            given.append(f"{needs.tokens} token{'s' * (needs.tokens > 1)} of any type")
        if needs.magic:
            given.append(f"{needs.magic} Magic Item{'s' * (needs.magic > 1)}")
        price = " and ".join(given)
        if needs.together:
            return "Share a field with another figure."
        if not needs.at:
            return f"Give up {price}."
        return f"Bring {price} to {self.called(needs.at)}." if price else f"Be on {self.called(needs.at)}."

    def called(self, fields: list[str]) -> str:
        if set(fields) == set(self.steeds):
            return "any Steed field"
        return " or ".join([self.said(field) for field in fields])

    def said(self, field: str) -> str:
        """How a field is called in a sentence: "the Well", but "Town"."""
        return self.fields[field].said or f"the {self.fields[field].name}"


def counted(n: int, token: str) -> str:
    """ "2 Apples"."""
    return f"{n} {TOKEN_SAYS[token]}{'s' * (n > 1 and token != 'bread')}"


LIBRARY: Final = Library(LANGUAGE, FOLDER, Content)
