"""What the table and its guests say to each other, over HTTP and WebSocket alike."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from foldtale.kernel.scene import Scene
from foldtale.table.desk import Kind, Level, Name, Options, Pace
from foldtale.table.refusals import REASONS

MOST_ANSWERS: Final = 32
MOST_SEATS: Final = 12

SeatNumber = Annotated[
    int, Meta(ge=0, le=30, description="A seat, from 0; 30 is the place of those who watch.")
]
Number = Annotated[int, Meta(ge=1, le=1 << 53, description="The number of the question, which only grows.")]
Key = Annotated[str, Meta(min_length=1, max_length=200, description="The key of an option.")]
Secret = Annotated[str, Meta(min_length=16, max_length=100)]
Reason = Annotated[str, Meta(description="A word for programs.", extra_json_schema={"enum": list(REASONS)})]
Element = Annotated[str, Meta(min_length=1, max_length=100, description="The id of an element of the scene.")]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Whatever comes from outside: strict."""


class Place(Body, frozen=True):
    """Who sits in a seat of a new table: you, somebody you will invite, or a bot of this level."""

    who: Literal["me", "open", "bot"] = "open"
    name: Name = ""
    level: Level = "fair"


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
    """For which seat the link shall be, and whether for somebody else or for you.

    Without `device` the link hands the seat over: whoever joins by it becomes its only holder, all others
    lose the seat at once, and all other links to it end. With `device` it adds a device to a seat you hold.
    """

    seat: SeatNumber
    device: bool = False


class Invitation(Struct, frozen=True):
    """A link for a seat. The part after # never reaches the service by itself."""

    seat: int
    link: str
    secret: str


class AtSeat(Body, frozen=True):
    """Which seat it is about."""

    seat: SeatNumber


class AtQuestion(AtSeat, frozen=True):
    """Which seat it is about, and which question."""

    number: Number


class Rename(AtSeat, frozen=True):
    """A new name for one of your seats."""

    name: Name


class AtLevel(AtSeat, frozen=True):
    """How well the bot in a seat plays."""

    level: Level = "fair"


class AtPace(AtSeat, frozen=True):
    """How long the bots of the table wait, from now on."""

    pace: Pace


class Answer(AtQuestion, frozen=True):
    """One key, or several in a row: all of them count, or none."""

    keys: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=MOST_ANSWERS)]


class Propose(AtQuestion, frozen=True):
    """What this seat would answer in a group question; no key takes it back."""

    key: Annotated[str, Meta(max_length=200)] = ""


class StandingOrder(AtQuestion, frozen=True):
    """Answer this question, and every later one of its kind, with this key."""

    key: Key


class TakeHabit(AtSeat, frozen=True):
    """Give one of the game's standing orders, or take it back."""

    name: Annotated[str, Meta(max_length=80)]
    on: bool = True


class Undo(AtQuestion, frozen=True):
    """Take back the last answer. `number` is the open question, as this seat sees it."""


class Consent(AtQuestion, frozen=True):
    """Whether this seat agrees that answer `number` is taken back."""

    agree: bool


class Point(AtSeat, frozen=True):
    """Point at an element, so that the others see it."""

    element: Element


class Webhook(AtSeat, frozen=True):
    """Where turn notices go while nobody looks; no address, no notices."""

    url: Annotated[str, Meta(max_length=500)] = ""


class Again(Body, frozen=True):
    """A new match at the same table, on the same links.

    `how`  "rematch" with the same setup, "next" with the record that the last match left, or "go on" where a
           changed game could not be read further
    """

    how: Literal["rematch", "next", "go on"]
    setup: Annotated[dict[str, Any], Meta(description="Fields of the setup that shall be different.")] = {}


class SeatView(Struct, frozen=True):
    """Who sits there.

    `kind`      a person, a bot, or open: nobody has taken it yet
    `here`      they look at the table now
    `away`      they were not here for a day
    `is_host`   the host sits there
    `proposes`  the key that this seat proposes in the present group question
    `devices`   how many sessions hold it; 0 if you neither hold it nor host the table
    `former`    how many people have held it in this match and hold it no longer
    `level`     how well its bot plays; null if no bot sits there
    `hints`     hints that were taken here since the match began
    `reason`    why a bot proposes this key
    """

    seat: int
    name: str
    kind: Kind
    here: bool = False
    away: bool = False
    is_host: bool = False
    proposes: str = ""
    devices: int = 0
    former: int = 0
    level: Level | None = None
    hints: int = 0
    reason: str = ""


class Told(Struct, frozen=True, omit_defaults=True):
    """A sentence of the tale, the rule behind it, and the number of the answer that it follows from.

    `seat`     who gave that answer; -1 if nobody did, or the sentence has no number
    `icon`     its picture
    `heading`  whether a new part of the tale begins with it
    `trifle`   whether a summary leaves it out
    """

    text: str
    rule: str = ""
    number: int = 0
    icon: str = ""
    heading: bool = False
    trifle: bool = False
    seat: int = -1


class StoryPart(Struct, frozen=True):
    """The story as this seat may know it, or a part of it.

    `since`  how many lines come before it
    `mark`   where the story ends now: come back with it
    `lines`  data for programs
    `told`   the same in sentences
    `anew`   forget what you had: this part begins the story, or has its latest lines
    """

    since: int
    mark: str
    lines: tuple[dict[str, Any], ...]
    told: tuple[Told, ...]
    anew: bool = False


class Advice(Struct, frozen=True):
    """One option of the open question, as a bot would recommend it.

    `chance`       of winning after it, from 0 to 1; it lies between `low` and `high`
    `close`        too close to the best one to call
    `why`          what speaks for it, or against it
    """

    key: str
    label: str
    chance: float
    low: float
    high: float
    close: bool = False
    why: str = ""


class Advices(Struct, frozen=True):
    """Up to three options of question `number`, the best first; none if there is no choice."""

    number: int
    options: tuple[Advice, ...]


class ReviewPoint(Struct, frozen=True):
    """The chance of each side when question `number` was open; at the end, what came of it."""

    number: int
    chances: tuple[float, ...]


class ReviewMoment(Struct, frozen=True):
    """A moment that turned the match.

    `number`           the answer that did
    `side`             the side whose chance it changed, by its place in `sides`
    `before`, `after`  that chance when the turn began, and when the next one did
    `why`              what explains it; nothing if that is not known
    """

    number: int
    side: int
    before: float
    after: float
    why: str = ""


class ReviewView(Struct, frozen=True):
    """A finished match looked at again, from what your seat could know at the time.

    `match`    which match of the table
    `sides`    the seats that win or lose together
    `points`   the chances of winning over the match, from 0 to 1
    `moments`  up to three that turned it, in their order
    """

    match: int
    sides: tuple[tuple[int, ...], ...]
    points: tuple[ReviewPoint, ...]
    moments: tuple[ReviewMoment, ...]


class WishView(Struct, frozen=True):
    """Somebody wants to take answer `number` back; `asked` are the seats that have not agreed yet."""

    by: int
    number: int
    asked: tuple[int, ...]


class Ending(Struct, frozen=True):
    """How the match ended.

    `ending`   by which of the game's endings
    `winners`  the seats that have won
    `scores`   in the order of the seats, if the game has any
    `record`   what the next match can begin with
    `goes_on`  whether there is a next match that can
    `paused`   nobody has won or lost: one simply goes on another time
    """

    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    record: dict[str, Any] | None = None
    goes_on: bool = False
    paused: bool = False


class OrderView(Struct, frozen=True):
    """A standing order of this seat: what is asked, and what it answers."""

    asked: str
    answer: str
    topic: str
    key: str


class HabitView(Struct, frozen=True):
    """A standing order that the game proposes, and whether this seat has given it.

    `fits`  whether it would answer what this seat is asked now
    """

    name: str
    title: str
    on: bool
    fits: bool = False


class View(Struct, frozen=True):
    """All that a seat may know of its table.

    `match`       which match of this table it is, from 1
    `you`         the seat whose view it is
    `role`        what you are at this table
    `your_seats`  all seats that you hold
    `seats`       who sits where, in the order of the seats
    `options`     how this table plays
    `your_turn`   whether the table waits for this seat
    `scene`       the picture of the table, with the open question
    `story`       what has happened
    `orders`      standing orders of this seat
    `habits`      standing orders that the game proposes
    `webhook`     whether turn notices of this seat go somewhere
    `wish`        somebody wants to take an answer back
    `ending`      how the match ended; null while it goes on
    `full_tale`   whether the whole `.tale` can be had now; otherwise an export is this seat's view
    `notice`      what people should know about the table itself
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
    habits: tuple[HabitView, ...] = ()
    webhook: bool = False
    wish: WishView | None = None
    ending: Ending | None = None
    full_tale: bool = False
    notice: str = ""


class Moment(Struct, frozen=True):
    """What a seat saw and knew at an earlier time.

    `number`         the question that was open
    `first`, `last`  the moments of this match; the last one of a finished match is its end
    """

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

    refused: Reason
    message: str
    view: View | None = None


class Update(Struct, frozen=True, tag_field="kind", tag="update"):
    """Over the socket: what has changed.

    `changed`  fields of the view that are now so
    `scene`    fields of the scene that are now so
    `story`    what follows the first `story.since` lines
    """

    changed: dict[str, Any] | UnsetType = UNSET
    scene: dict[str, Any] | UnsetType = UNSET
    story: StoryPart | UnsetType = UNSET


class Turn(Struct, frozen=True, tag_field="kind", tag="turn"):
    """Over the socket: the table waits for this seat."""

    number: int


class Pointed(Struct, frozen=True, tag_field="kind", tag="pointed"):
    """Over the socket: another seat points at an element."""

    seat: int
    element: str


class Bye(Struct, frozen=True, tag_field="kind", tag="bye"):
    """Over the socket: it is closed now, and why."""

    message: str


class Done(Struct, frozen=True, tag_field="kind", tag="done"):
    """Over the socket: what was sent with this id is done."""

    id: str | int | None = None


class RefusedThere(Struct, frozen=True, tag_field="kind", tag="refused"):
    """Over the socket: what was sent with this id is refused."""

    refused: Reason
    message: str
    id: str | int | None = None


class TableCard(Struct, frozen=True):
    """One of your tables, in short.

    `your_turn`  whether the table waits for one of your seats
    `touched`    when something happened there last, in seconds since 1970
    `subtitle`   where in the book it is
    `page`       the title of the open page
    `said`       the last sentence of the tale, as everybody knows it
    """

    table: str
    game: str
    title: str
    match: int
    seats: tuple[SeatView, ...]
    your_seats: tuple[int, ...]
    your_turn: bool
    over: bool
    touched: float
    subtitle: str = ""
    page: str = ""
    said: str = ""


class Field(Struct, frozen=True):
    """A field of a game's setup.

    `kind`          how it is filled in; a record is what an earlier match left, its form is in the schema
    `usual`         what it is if nothing is chosen
    `values`        what can be chosen
    `called`        what the values are called in the reader's language, if not as they are
    `may_be_empty`  whether it may be null
    `seldom`        few people will want to change it
    """

    name: str
    label: str
    kind: Literal["number", "choice", "flag", "pack", "record", "text"]
    usual: Any = None
    values: tuple[Any, ...] = ()
    may_be_empty: bool = False
    seldom: bool = False
    called: tuple[str, ...] | UnsetType = UNSET


class GameCard(Struct, frozen=True):
    """An installed game and what can be chosen before a match.

    `shelf`        "books", or "small" for games to learn by
    `has_secrets`    whether seats have secrets from each other
    `has_reactions`  whether people are asked out of turn
    """

    name: str
    title: str
    blurb: str
    shelf: str
    players: tuple[int, ...]
    has_secrets: bool
    has_reactions: bool
    fields: tuple[Field, ...]
    schema: Annotated[dict[str, Any], Meta(description="JSON Schema of the setup, with the record.")]


class RuleText(Struct, frozen=True):
    """A statement of a game's rulebook.

    `kind`     a rule, an example, a ruling, or a note on content and chances
    `section`  the heading under which it stands
    """

    id: str
    kind: Literal["rule", "example", "ruling", "note"]
    section: str
    text: str


class Summary(Struct, frozen=True):
    """The rules of a game in short, as Markdown: headings, paragraphs, lists and **bold**."""

    text: str


class Health(Struct, frozen=True):
    """How the service is: tables that are kept, those in memory, and open sockets."""

    ok: bool
    version: str
    tables: int
    in_memory: int
    sockets: int
