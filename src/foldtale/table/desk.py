"""What a table knows besides its match: who sits where, by which right, and what they have agreed on.

A desk is replaced, never changed, and kept with the match. Secrets stand in it only as hashes.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from foldtale.kernel.match import SAME_DICE
from foldtale.kernel.prepare import prepare
from foldtale.kernel.speech import ENGLISH, Speech
from foldtale.kernel.talk import SPECTATOR
from foldtale.table.refusals import Refused

SECRET_BYTES: Final = 24
"""192 bits."""
MOST_LETTERS: Final = 40
MOST_KEYS: Final = 64
"""Links that are good at one time."""
MOST_HOLDERS: Final = 200
MOST_ORDERS: Final = 32
A_DAY: Final = 24 * 3600.0

Kind = Literal["open", "person", "bot"]
Level = Literal["easy", "fair", "strong"]
Name = Annotated[str, Meta(max_length=MOST_LETTERS, description="Up to 40 letters; names may repeat.")]
UndoPolicy = Literal["forbid", "same dice", "new dice"]
Pace = Annotated[float, Meta(ge=0, le=10, description="Seconds a bot waits before it moves.")]


class Order(Struct, frozen=True):
    """A standing order: whenever the seat is asked this, it answers so."""

    topic: str
    key: str


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat at the table."""

    kind: Kind = "open"
    name: str = ""
    seen: float = 0.0  # when its person was last here
    orders: tuple[Order, ...] = ()
    webhook: str = ""  # where turn notices go
    habits: dict[str, int] = {}  # the game's standing orders that it has given, with the turn in which it did
    people: int = 0  # how many people have sat here since the match began
    level: Level = "fair"  # how well its bot plays
    hints: int = 0  # hints that were taken here since the match began


class Wish(Struct, frozen=True):
    """Somebody wants to take back answer `number`, and these seats agree."""

    by: int
    number: int
    agreed: tuple[int, ...]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays."""

    undo: Annotated[
        UndoPolicy,
        Meta(description="What happens when dice have fallen since: no undo, the same dice again, new dice."),
    ] = SAME_DICE
    first_answer: Annotated[
        bool, Meta(description="In group questions the first answer counts, whoever gives it.")
    ] = False
    companion: Annotated[bool, Meta(description="People roll real dice and say what fell.")] = False
    timer: Annotated[
        float,
        Meta(ge=0, le=30, description="Seconds after which a reaction is passed by itself; 0 is never."),
    ] = 0.0
    pace: Pace = 1.0
    hints: Annotated[bool, Meta(description="Whether people may ask what a bot would do.")] = True


class Desk(Struct, frozen=True, omit_defaults=True):
    """`host`, `holders`, `keys` are hashes: of the host's session, of sessions with their seats, of links."""

    chairs: tuple[Chair, ...]
    options: Options = Options()
    host: str = ""
    holders: dict[str, tuple[int, ...]] = {}
    keys: dict[str, int] = {}
    # links that add a device of the person who holds the seat; those in `keys` hand it over
    device_keys: dict[str, int] = {}
    # links that have been exchanged, with the seat they opened and for whom
    used: dict[str, tuple[int, str]] = {}
    asked: int = 0
    proposals: dict[int, str] = {}  # what seats propose in group question `asked`
    wish: Wish | None = None
    told: int = 0  # the last match whose whole tale has left for somebody who did not know all of it
    reasons: dict[str, str] = {}  # why bots propose what they propose, by language
    hurry: bool = False  # bots do not wait until a person is asked

    def seats_of(self, holder: str) -> tuple[int, ...]:
        """The seats that this session holds; SPECTATOR if it only watches."""
        return self.holders.get(holder, ())

    def holders_of(self, seat: int) -> list[str]:
        return [holder for holder, seats in self.holders.items() if seat in seats]

    def with_chair(self, seat: int, chair: Chair) -> Desk:
        return replace(self, chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    @property
    def bots(self) -> list[int]:
        """The seats that bots play."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "bot"]

    def next_person(self, seat: int) -> int | None:
        """Whoever of the people speaks for this seat: itself, or the next person around the table."""
        around = [(seat + step) % len(self.chairs) for step in range(len(self.chairs))]
        return next((one for one in around if self.chairs[one].kind == "person"), None)

    def name(self, seat: int, speech: Speech = ENGLISH) -> str:
        chair = self.chairs[seat]
        return chair.name or speech("Bot {0}" if chair.kind == "bot" else "Player {0}", seat + 1)

    def role(self, holder: str) -> Literal["host", "player", "spectator"]:
        if holder and holder == self.host:
            return "host"
        return "player" if any(seat != SPECTATOR for seat in self.seats_of(holder)) else "spectator"

    def sit(self, holder: str, seat: int, name: str, now: float, device: bool = False) -> Desk:
        """Give the seat to `holder` alone, or share it as a `device`; without a host, `holder` hosts."""
        if seat == SPECTATOR:
            return self.hold(holder, seat)
        before = self.holders_of(seat)
        desk = self if device else self.end_holds(seat, but=holder)
        if not device and before and holder not in before:
            desk = desk.vacate(seat)
        desk = desk.hold(holder, seat)
        chair = desk.chairs[seat]
        people = chair.people + (holder not in before and not device)
        taken = replace(chair, kind="person", name=clean(name) or chair.name, seen=now, people=people)
        return replace(desk.with_chair(seat, taken), host=desk.host or holder)

    def hold(self, holder: str, seat: int) -> Desk:
        """Add the seat to those of `holder`."""
        if holder not in self.holders and len(self.holders) >= MOST_HOLDERS:
            raise Refused("full", "so many people have a place here that no more can come")
        seats = tuple(sorted({*self.seats_of(holder), seat}))
        return replace(self, holders={**self.holders, holder: seats})

    def end_holds(self, seat: int, but: str = "") -> Desk:
        """Take the seat from every session except `but`, and end all links to it; a host then watches."""
        holders = {}
        for holder, seats in self.holders.items():
            kept = tuple([one for one in seats if one != seat or holder == but])
            if kept or holder == self.host:
                holders[holder] = kept or (SPECTATOR,)
        return replace(
            self,
            holders=holders,
            keys=_to_others(self.keys, seat),
            device_keys=_to_others(self.device_keys, seat),
            used={key: one for key, one in self.used.items() if one[0] != seat},
        )

    def stand_up(self, holder: str) -> Desk:
        """Take all seats from a session for good; those that nobody else holds are open again.

        After the host, the person in the first seat hosts; without people, whoever sits down next.
        """
        left = self.seats_of(holder)
        desk = replace(self, holders={one: seats for one, seats in self.holders.items() if one != holder})
        for seat in left:
            if seat != SPECTATOR and not desk.holders_of(seat):
                desk = desk.vacate(seat)
        desk = replace(desk, used={key: one for key, one in desk.used.items() if one[1] != holder})
        if self.host != holder:
            return desk
        heirs = [one for seat in desk.people for one in desk.holders_of(seat)]
        return replace(desk, host=heirs[0] if heirs else "")

    def vacate(self, seat: int) -> Desk:
        """Empty the chair: webhook, orders, proposal and links for devices are gone; `people` stays."""
        proposals = {one: key for one, key in self.proposals.items() if one != seat}
        device_keys = _to_others(self.device_keys, seat)
        desk = self.with_chair(seat, Chair(people=self.chairs[seat].people))
        return replace(desk, proposals=proposals, device_keys=device_keys, wish=None)

    def is_away(self, seat: int, now: float) -> bool:
        """Whether the person in this seat has not been here for a day."""
        return now - self.chairs[seat].seen > A_DAY


def _to_others(keys: dict[str, int], seat: int) -> dict[str, int]:
    """The links to other seats than this."""
    return {key: one for key, one in keys.items() if one != seat}


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean(name: str) -> str:
    """A name without what cannot be seen or would turn the letters around it."""
    plain = unicodedata.normalize("NFC", name)
    seen = [" " if unicodedata.category(letter).startswith("Z") else letter for letter in plain]
    kept = [letter for letter in seen if not unicodedata.category(letter).startswith("C")]
    return " ".join("".join(kept).split())[:MOST_LETTERS]


prepare(Desk)


def read_desk(data: bytes) -> Desk:
    return msgspec.json.decode(data, type=Desk)


def write_desk(desk: Desk) -> bytes:
    return msgspec.json.encode(desk)
