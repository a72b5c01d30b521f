"""What people see: one picture of a table, as typed data for every client.

Games say what lies where, clients how it looks. Art is named (a figure of the theme, else an icon) or cut
from paper, a colour is a token of the theme, text is plain. Ids are unique in a scene; the id of a
face-down thing tells nothing and does not follow it.
"""

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from foldtale.kernel.talk import ALL, SPECTATOR

Point = tuple[float, float]
Count = Annotated[int, Meta(ge=0)]
Colour = Annotated[str, Meta(pattern=r"^[a-z0-9-]*$")]
PathData = Annotated[str, Meta(pattern=r"^[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]*$")]


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any part of a scene: frozen, strict, and silent about what is as usual."""


class Piece(Part, frozen=True):
    """A part that can be pointed at."""

    id: str


class Note(Part, frozen=True):
    """A word or a sentence: state, legend, line of a recap. `heading` opens a part of the recap."""

    text: str
    icon: str = ""
    rule: str = ""
    heading: str = ""


class Cut(Part, frozen=True):
    """A layer of paper; those pasted `inside` end at its outline."""

    path: PathData
    fill: Colour = ""
    lift: Annotated[int, Meta(ge=0, le=3)] = 1
    stroke: Colour = ""
    width: float = 0
    opacity: float = 1
    inside: tuple["Cut", ...] = ()


class Amount(Part, frozen=True):
    """So many of something: what a card costs or gives, what a place asks for."""

    icon: str
    count: int
    name: str


class Counter(Piece, frozen=True, tag="counter"):
    """A number, perhaps of a maximum or a goal: Hearts 4 of 5, Sparks 2, actions left 2 of 3.

    `danger`  the more, the worse
    `pool`    how many are left for all
    """

    name: str
    count: int
    of: int | None = None
    icon: str = ""
    danger: bool = False
    pool: int | None = None


class Die(Piece, frozen=True, tag="die"):
    """A die; `face` is the word on a special face. With neither face nor value it is unrolled."""

    value: int | None = None
    sides: int = 6
    seat: int | None = None
    face: str = ""
    icon: str = ""
    kind: str = ""
    mark: Literal["", "success", "failure"] = ""
    in_use: bool = False


class Token(Piece, frozen=True, tag="token"):
    """A standee, stone or pawn: in an `area`, on a `step` (from 0), in a slot. Nameless, it is a prop.

    `colour`  its paint, where it is not that of its seat
    """

    name: str = ""
    figure: str = ""
    icon: str = ""
    seat: int | None = None
    colour: Colour = ""
    area: str = ""
    step: int = 0
    at: Point | None = None
    scale: float = 1
    lying: bool = False
    tags: tuple[Note, ...] = ()


class Edge(Part, frozen=True):
    """The edge of a puzzle piece: its number and colour, and how its two ends are cut."""

    number: int
    colour: Colour = ""
    left: Literal["flat", "tab", "knob"] = "flat"
    right: Literal["flat", "tab", "knob"] = "flat"


class Box(Piece, frozen=True):
    """One way to meet a challenge on a card: what it needs, and what it gives.

    `was`   the number that is printed, where another one counts now
    `shut`  why it cannot be tried
    """

    icon: str
    need: int
    reward: str
    was: int | None = None
    shut: str = ""
    in_use: bool = False


class Card(Piece, frozen=True, tag="card"):
    """A card or slip; `corner` is what a player looks for first. Face down it tells only its `kind`.

    `fine`    what it does in exact words, for whoever wants to know
    `colour`  of the pennant on which its icon stands
    `cost`    what is paid for it, and `gives` what it is worth
    `brief`   the rest of what it is worth, in two or three words
    `flavour` a sentence that changes nothing
    `slots`   places on it
    `shows`   which half of it can be seen where it lies under another card
    """

    title: str = ""
    lines: tuple[str, ...] = ()
    fine: tuple[str, ...] = ()
    icon: str = ""
    kind: str = ""
    corner: str = ""
    colour: Colour = ""
    cost: tuple[Amount, ...] = ()
    gives: tuple[Amount, ...] = ()
    brief: str = ""
    flavour: str = ""
    slots: tuple["Slot", ...] = ()
    face: Literal["up", "down"] = "up"
    turned: bool = False
    in_use: bool = False
    shows: Literal["all", "left", "right"] = "all"
    boxes: tuple[Box, ...] = ()
    edge: Edge | None = None
    counters: tuple[Counter, ...] = ()
    tags: tuple[Note, ...] = ()


class Left(Part, frozen=True):
    """How many cards of one face are left in a stack, and of how many."""

    face: str
    left: Count
    of: Count


class Stack(Piece, frozen=True, tag="stack"):
    """A deck or a pile; `top` only if it lies face up, `left` only if the rules make it known."""

    name: str
    count: Count
    icon: str = ""
    kind: str = ""
    top: Card | None = None
    left: tuple[Left, ...] = ()


class Slot(Piece, frozen=True, tag="slot"):
    """A place, even when empty: in a row, on a card, a step of a track, a socket `on` a link or an area.

    `cost`    what it asks for
    `locked`  why it is free and cannot be used now
    """

    label: str = ""
    things: tuple["Thing", ...] = ()
    note: str = ""
    icon: str = ""
    kind: str = ""
    closed: bool = False
    cost: tuple[Amount, ...] = ()
    locked: str = ""
    on: str = ""
    at: Point | None = None


Thing = Card | Die | Token | Stack | Counter | Slot


class Row(Piece, frozen=True, tag="row"):
    """Things or slots side by side: river, tavern, dice, decks. `columns` make it a grid.

    `seldom`  people look at it now and then
    `slid`    each card lies under the one before it, so that only a part of it shows
    `look`    slips on a `stall`, or a rank of cards: a `far` one is looked at less than a `near` one
    """

    name: str = ""
    things: tuple[Thing, ...] = ()
    columns: int = 0
    note: str = ""
    seldom: bool = False
    slid: bool = False
    look: Literal["", "stall", "near", "middle", "far"] = ""


class Hand(Piece, frozen=True, tag="hand"):
    """Cards in hand: the `cards` that you see, and how many are `hidden` from you."""

    name: str = ""
    cards: tuple[Card, ...] = ()
    hidden: Count = 0
    kind: str = ""
    note: str = ""


class Chances(Part, frozen=True):
    """How often something would succeed: `good` of `of` times."""

    label: str
    good: Count
    of: Count


class Sum(Piece, frozen=True, tag="sum"):
    """Numbers that are added up to reach what is needed, and how likely it is with more."""

    name: str
    terms: tuple[Counter, ...] = ()
    total: int = 0
    need: int = 0
    chances: tuple[Chances, ...] = ()


class Track(Piece, frozen=True, tag="track"):
    """`length` steps, numbered or labelled by `steps`; the first `shine` are lit. A `ring` has no end.

    `first`   the number of its first step
    `doom`    its steps are struck one by one, and the last of them ends the game
    `toward`  how much of the next step is there, and of how much
    """

    name: str
    length: int
    shine: int | None = None
    pawns: tuple[Token, ...] = ()
    steps: tuple[Slot, ...] = ()
    icon: str = ""
    note: str = ""
    ring: bool = False
    first: int = 1
    doom: bool = False
    toward: tuple[int, int] | None = None


class Member(Piece, frozen=True):
    """One piece of a set, drawn by the figure of the theme with its name."""

    name: str
    figure: str = ""
    have: bool = False


class Set(Piece, frozen=True, tag="set"):
    """Pieces that belong together, some of them missing: one picture of all, before the figure `stand`."""

    name: str
    members: tuple[Member, ...] = ()
    stand: str = ""


class Mark(Piece, frozen=True):
    """A number on an area: in a full circle, or in a half-circle at an edge.

    `state`  whether there is something behind it, nothing any more, or it is in use
    """

    text: str
    at: Point = (0, 0)
    edge: Literal["", "north", "east", "south", "west"] = ""
    name: str = ""
    state: Literal["open", "done", "in_use"] = "open"


class Clue(Part, frozen=True):
    """A small figure on an area, which can be looked at closely."""

    text: str
    at: Point = (0, 0)
    size: float = 40


class Picture(Piece, frozen=True):
    """What is drawn on an area, in layers of paper."""

    cuts: tuple[Cut, ...] = ()


class Area(Piece, frozen=True):
    """A ground piece with an outline and a name flag `at` a point, or a round field, or a sign.

    A `tile` lies in the `cell` (x, y) of a grid; `free` is the place of one that is named and not seen yet.
    A `spot` is a part of the scenery, with an outline and no flag; its `card` can be read.

    `picture`  the id of what is drawn on it
    """

    name: str
    at: Point = (0, 0)
    outline: PathData = ""
    fill: Colour = ""
    look: Literal["ground", "field", "sign", "tile", "free", "spot"] = "ground"
    icon: str = ""
    card: Card | None = None
    cell: tuple[int, int] | None = None
    picture: str = ""
    lines: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    clues: tuple[Clue, ...] = ()
    counters: tuple[Counter, ...] = ()
    tags: tuple[Note, ...] = ()


class Link(Piece, frozen=True):
    """How two areas meet: by a route, a stitched border that may be crossed, or a solid wall."""

    between: tuple[str, str]
    look: Literal["route", "stitched", "wall"] = "route"
    path: PathData = ""
    one_way: bool = False


class Board(Piece, frozen=True, tag="board"):
    """Areas and what stands there. Painted: back, areas, ground, links, sockets, tracks, tokens, front."""

    name: str = ""
    frame: tuple[float, float, float, float] = (0, 0, 1000, 700)
    areas: tuple[Area, ...] = ()
    links: tuple[Link, ...] = ()
    sockets: tuple[Slot, ...] = ()
    tracks: tuple[Track, ...] = ()
    tokens: tuple[Token, ...] = ()
    back: tuple[Cut, ...] = ()
    ground: tuple[Cut, ...] = ()
    front: tuple[Cut, ...] = ()


Element = Board | Row | Hand | Track | Sum | Set | Thing


class Panel(Piece, frozen=True):
    """A seat, or one of several heroes of it: `name` is whom they play, `who` the person.

    `emblem`  its sign, and `colour` its paint, where they follow whom it plays and not the chair; each of
              several heroes of a seat has its own
    `drawer`  what is looked at when one wants to see more than `things`
    """

    seat: int
    name: str
    who: str = ""
    figure: str = ""
    emblem: str = ""
    colour: Colour = ""
    active: bool = False
    state: Literal["", "fallen"] = ""
    things: tuple[Element, ...] = ()
    drawer: tuple[Element, ...] = ()
    note: Note | None = None


class Page(Piece, frozen=True):
    """The open page of the story, and what is taped to it: goals, decks, tracks.

    `alone`  it is being read: besides the goal nothing else matters now
    `lang`   the language of its prose, where it is not that of the reader
    """

    title: str
    alone: bool = False
    prose: tuple[str, ...] = ()
    label: str = ""
    number: str = ""
    things: tuple[Element, ...] = ()
    legend: tuple[Note, ...] = ()
    lang: str = ""


class Choice(Part, frozen=True):
    """An option. `final`: cannot be taken back; `aside`: for a seat not asked; `value`: on a stepper.

    `group`  what all options of its kind are called, where there are too many to be listed
    """

    key: str
    label: str
    note: str = ""
    icon: str = ""
    touches: tuple[str, ...] = ()
    group: str = ""
    value: int | None = None
    final: bool = False
    aside: bool = False


class AskView(Part, frozen=True):
    """The present question. Without a prompt it is somebody else's: "B is deciding".

    `number`   quoted by whoever answers; it only grows
    `seat`     who is asked; -1 is the whole group
    `voice`    who answers for the group
    `rule`     the rule that asks
    `choices`  what this seat can answer or, with `aside`, do first
    `reaction` it comes out of turn: most players will let it be
    """

    number: int
    seat: int
    voice: int = ALL
    prompt: str = ""
    note: str = ""
    rule: str = ""
    choices: tuple[Choice, ...] = ()
    reaction: bool = False


class Scene(Part, frozen=True):
    """The table as seat `you` may see it. Elements lie in the middle, or around it, or `near` the ask.

    `recap`  what the last page tells of a match that is over; a `heading` opens a part of it
    `lang`  the language of all this, where it is not that of the reader
    `pictures`  what is drawn on areas: apart from them, so that it is sent once and not with each move
    """

    game: str
    title: str
    subtitle: str = ""
    you: int = SPECTATOR
    phases: tuple[str, ...] = ()
    phase: int = 0
    phases_of: str = ""
    page: Page | None = None
    elements: tuple[Element, ...] = ()
    left: tuple[Element, ...] = ()
    below: tuple[Element, ...] = ()
    right: tuple[Element, ...] = ()
    near: tuple[Element, ...] = ()
    seats: tuple[Panel, ...] = ()
    slips: tuple[Card, ...] = ()
    ask: AskView | None = None
    ending: str = ""
    recap: tuple[Note, ...] = ()
    lang: str = ""
    pictures: tuple[Picture, ...] = ()

    def names_of(self, seat: int) -> list[str]:
        """Whom a seat plays."""
        return [panel.name for panel in self.seats if panel.seat == seat]


def to_json(scene: Scene) -> bytes:
    """The scene as bytes: equal scenes give equal bytes."""
    return msgspec.json.encode(scene)


def from_json(data: bytes) -> Scene:
    """Read a scene strictly, or raise `msgspec.ValidationError`."""
    return msgspec.json.decode(data, type=Scene)


def pieces(part: object) -> Iterator[Piece]:
    """Every piece in a part of a scene, outer before inner."""
    if isinstance(part, Piece):
        yield part
    inner = msgspec.structs.astuple(part) if isinstance(part, Struct) else part
    if isinstance(inner, tuple):
        for one in inner:
            yield from pieces(one)


def problems(scene: Scene) -> list[str]:
    """What is wrong with a scene beyond its types, a sentence each."""
    found = list(pieces(scene))
    ids = Tally(piece.id for piece in found)
    seats = {None, *(panel.seat for panel in scene.seats)}
    wrong = [f"{name}: the id of {times} pieces" for name, times in ids.items() if times > 1]
    wrong += [f"{piece.id}: {fault}" for piece in found for fault in _faults(piece)]
    wrong += [f"{one.id}: its seat has no panel" for one in found if getattr(one, "seat", None) not in seats]
    drawn = [(one.id, one.picture) for one in found if isinstance(one, Area) and one.picture]
    wrong += [f"{name}: has an unknown picture {picture}" for name, picture in drawn if picture not in ids]
    if scene.phases and scene.phase not in range(len(scene.phases)):
        wrong.append(f"phase {scene.phase} of {len(scene.phases)}")
    if ask := scene.ask:
        keys = Tally(choice.key for choice in ask.choices)
        wrong += [f"{key}: the key of {times} choices" for key, times in keys.items() if times > 1]
        touches = [(choice.key, name) for choice in ask.choices for name in choice.touches]
        wrong += [f"{key}: touches unknown {name}" for key, name in touches if name not in ids]
        told = ask.note or ask.rule or any(not choice.aside for choice in ask.choices)
        if told and not ask.prompt:
            wrong.append(f"ask {ask.number}: has no prompt and tells more than whose it is")
        if ask.seat != ALL and ask.seat not in seats:
            wrong.append(f"ask {ask.number}: its seat has no panel")
    return wrong


def _faults(piece: Piece) -> Iterator[str]:
    match piece:
        case Die(value=int(value), sides=sides) if value not in range(1, sides + 1):
            yield f"shows {value} on {sides} sides"
        case Card(face="down") if piece.title or piece.lines or piece.icon or piece.corner or piece.gives:
            yield "lies face down and tells what it is"
        case Stack(count=0, top=Card()):
            yield "is empty and has a card on top"
        case Track(length=length, steps=steps):
            if len(steps) not in (0, length):
                yield f"has {length} steps and describes {len(steps)}"
            if piece.shine is not None and piece.shine > length:
                yield f"has {length} steps and {piece.shine} shine"
            if piece.toward and not 0 <= piece.toward[0] <= piece.toward[1]:
                yield f"is {piece.toward[0]} of {piece.toward[1]} on its way"
            lost = [pawn for pawn in piece.pawns if pawn.step not in range(length)]
            yield from (f"{pawn.id} is on step {pawn.step} of {length}" for pawn in lost)
        case Board():
            areas = {area.id for area in piece.areas}
            places = areas | {link.id for link in piece.links}
            named = [(link.id, end, areas) for link in piece.links for end in link.between]
            named += [(token.id, token.area, areas) for token in piece.tokens if token.area]
            named += [(socket.id, socket.on, places) for socket in piece.sockets]
            yield from (f"{name} is at unknown {at}" for name, at, known in named if at not in known)
