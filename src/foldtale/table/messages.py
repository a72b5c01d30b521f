"""What the table and its guests say to each other, over HTTP and WebSocket alike."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from foldtale.kernel.scene import Scene
from foldtale.table.desk import Kind, Name, Options

MOST_ANSWERS: Final = 32
MOST_SEATS: Final = 12

SeatNumber = Annotated[
    int, Meta(ge=0, le=30, description="A seat, from 0; 30 is the place of those who watch.")
]
Number = Annotated[int, Meta(ge=1, le=1 << 53, description="The number of the question, which only grows.")]
Key = Annotated[str, Meta(min_length=1, max_length=200, description="The key of an option.")]
Secret = Annotated[str, Meta(min_length=16, max_length=100)]
Element = Annotated[str, Meta(min_length=1, max_length=100, description="The id of an element of the scene.")]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Whatever comes from outside: strict."""


class Place(Body, frozen=True):
    """Who sits in a seat of a new table: you, somebody you will invite, or a bot."""

    who: Literal["me", "open", "bot"] = "open"
    name: Name = ""


class NewTable(Body, frozen=True):
    """A new table; without `places` you sit in the first seat and the others are open."""

    game: Annotated[str, Meta(max_length=100, examples=["thimble"])]
    setup: Annotated[
        dict[str, Any], Meta(description="Fields of the game's setup.", examples=[{"players": 3}])
    ] = {}
    places: Annotated[tuple[Place, ...], Meta(max_length=MOST_SEATS)] = ()
    options: Options = Options()


class ImportedTable(Body, frozen=True):
    """A table that goes on with a `.tale`."""

    tale: Annotated[str, Meta(description="The whole file.")]
    places: Annotated[tuple[Place, ...], Meta(max_length=MOST_SEATS)] = ()
    options: Options = Options()


class Join(Body, frozen=True):
    """The secret of a link, in exchange for a cookie."""

    secret: Secret
    name: Name = ""


class Invite(Body, frozen=True):
    seat: SeatNumber


class Invitation(Struct, frozen=True):
    """A link for a seat. The part after # never reaches the service by itself."""

    seat: int
    link: str
    secret: str


class AtSeat(Body, frozen=True):
    """Which of your seats it is about."""

    seat: SeatNumber


class Rename(Body, frozen=True):
    seat: SeatNumber
    name: Name


class Answer(Body, frozen=True):
    """One key, or several in a row: all of them count, or none."""

    seat: SeatNumber
    number: Number
    keys: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=MOST_ANSWERS)]


class Propose(Body, frozen=True):
    """What this seat would answer in a group question; no key takes it back."""

    seat: SeatNumber
    number: Number
    key: Annotated[str, Meta(max_length=200)] = ""


class StandingOrder(Body, frozen=True):
    """Answer this question, and every later one of its kind, with this key."""

    seat: SeatNumber
    number: Number
    key: Key


class Undo(Body, frozen=True):
    """Take back the last answer. `number` is the open question, as this seat sees it."""

    seat: SeatNumber
    number: Number


class Consent(Body, frozen=True):
    """Whether this seat agrees that answer `number` is taken back."""

    seat: SeatNumber
    number: Number
    agree: bool


class Point(Body, frozen=True):
    """Point at an element, so that the others see it."""

    seat: SeatNumber
    element: Element


class Webhook(Body, frozen=True):
    """Where turn notices go while nobody looks; no address, no notices."""

    seat: SeatNumber
    url: Annotated[str, Meta(max_length=500)] = ""


class Again(Body, frozen=True):
    """A new match at the same table, on the same links.

    `how`  "rematch" with the same setup, "next" with the record that the last match left, or "go on" where a
           changed game could not be read further
    """

    how: Literal["rematch", "next", "go on"]
    setup: Annotated[dict[str, Any], Meta(description="Fields of the setup that shall be different.")] = {}


class SeatView(Struct, frozen=True):
    """Who sits there; `here` if they look at the table now, `away` if they were not here for a day.

    `proposes`  the key that this seat proposes in the present group question
    """

    seat: int
    name: str
    kind: Kind
    here: bool = False
    away: bool = False
    is_host: bool = False
    proposes: str = ""


class Told(Struct, frozen=True, omit_defaults=True):
    """A sentence of the tale, the rule behind it, and the number of the answer that it follows from."""

    text: str
    rule: str = ""
    number: int = 0


class StoryPart(Struct, frozen=True):
    """The story as this seat may know it, from line `since` on; `mark` is where it ends now.

    `lines` are data for programs, `told` the same in sentences. If `since` is 0, forget what you had.
    """

    since: int
    mark: str
    lines: tuple[dict[str, Any], ...]
    told: tuple[Told, ...]


class WishView(Struct, frozen=True):
    """Somebody wants to take answer `number` back; `asked` are the seats that have not agreed yet."""

    by: int
    number: int
    asked: tuple[int, ...]


class Ending(Struct, frozen=True):
    """How the match ended. `record` is what the next one can begin with."""

    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    record: dict[str, Any] | None = None


class OrderView(Struct, frozen=True):
    """A standing order of this seat: what is asked, and what it answers."""

    asked: str
    answer: str
    topic: str
    key: str


class View(Struct, frozen=True):
    """All that a seat may know of its table.

    `your_turn`  whether the table waits for this seat
    `notice`     what people should know about the table itself
    `full_tale`  whether the whole `.tale` can be had now; otherwise an export is this seat's view
    """

    table: str
    game: str
    match: int
    you: int
    role: Literal["host", "player", "spectator"]
    your_seats: tuple[int, ...]
    seats: tuple[SeatView, ...]
    options: Options
    your_turn: bool
    scene: Scene
    story: StoryPart
    orders: tuple[OrderView, ...] = ()
    webhook: bool = False
    wish: WishView | None = None
    ending: Ending | None = None
    full_tale: bool = False
    notice: str = ""


class Moment(Struct, frozen=True):
    """What a seat saw and knew when question `number` was open. `first` and `last` bound the history."""

    table: str
    match: int
    you: int
    number: int
    first: int
    last: int
    scene: Scene
    story: StoryPart


class Said(Struct, frozen=True):
    """A refusal: a word for programs, a sentence for people, and where the table stands now."""

    refused: str
    message: str
    view: View | None = None


class TableCard(Struct, frozen=True):
    """One of your tables, in short."""

    table: str
    game: str
    title: str
    match: int
    seats: tuple[SeatView, ...]
    your_seats: tuple[int, ...]
    your_turn: bool
    over: bool
    touched: float


class Field(Struct, frozen=True):
    """A field of a game's setup. A record is what an earlier match left; its form is in the schema."""

    name: str
    label: str
    kind: Literal["number", "choice", "flag", "pack", "record", "text"]
    usual: Any = None
    values: tuple[Any, ...] = ()
    may_be_empty: bool = False


class GameCard(Struct, frozen=True):
    """An installed game and what can be chosen before a match."""

    name: str
    title: str
    blurb: str
    shelf: str
    players: tuple[int, ...]
    has_secrets: bool
    fields: tuple[Field, ...]
    schema: Annotated[dict[str, Any], Meta(description="JSON Schema of the setup, with the record.")]


class Health(Struct, frozen=True):
    ok: bool
    version: str
    tables: int
    in_memory: int
    sockets: int
